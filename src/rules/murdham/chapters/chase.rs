//! Chases: R48, rulings A14 and A15. A short chase is the fight itself, zone by zone. Who flees for good is out of the fight; whether they are
//! caught is one roll for all, if there is a chase: the fleeing run for it, or the GM lets them be pursued. Where they run to is not told.

use crate::engine::{CombatantId, Controller, SideId, Stage, space::Space};
use crate::rules::murdham::model::manner::Speed;
use crate::rules::murdham::{
    Combatant, Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{
        cost::{self, main_left, may_go_on},
        movement, saves, sneak, turn,
    },
    model::{
        fact::Fact,
        sheet::Ability,
        state::{Flight, able, is_able, takes_part},
    },
    refusals::TurnOf,
};

/// R48 Chase, A14: a combatant turns and runs: the main action, and they are out of the fight; anyone who is nearby may strike first (R25).
pub fn flee(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Chase);
    cx.cite(Rule::Retreat);
    cost::spend_main(cx, who);
    sneak::reveal(cx, who);
    let out_of_reach = None;
    movement::opportunities(cx, who, out_of_reach)?;
    if able(cx, who) {
        is_gone(cx, who, Flight::Away);
        turn::end(cx, who);
    }
    Ok(())
}

/// R48 Chase: whether there can be a chase: someone of the side runs, or could. A player's character begins one in their own turn, as a
/// main action; the GM at any time between turns, for a side of the GM's own.
pub fn check(fight: &FightState, who: CombatantId, speed: Speed) -> Result<(), Violation> {
    let it = fight.find(who).ok_or(Violation::NobodyThere)?;
    if fight.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    if by_the_gm(it) {
        if let Some(of) = fight.turns.active.filter(|it| *it != who) {
            return Err(Violation::TurnUnderWay(TurnOf(of)));
        }
    } else {
        may_go_on(fight, who)?;
        main_left(fight, who)?;
        if speed != Speed::AsTheyRun {
            return Err(Violation::GmSays);
        }
    }
    if runners(fight, it.side).is_empty() { Err(Violation::NobodyThere) } else { Ok(()) }
}

/// Whether someone of their side has fled and was not yet chased: before that nobody is offered to run from a chase, who may say so. Nor is
/// whoever lies there.
pub fn is_on(fight: &FightState, who: CombatantId) -> bool {
    let side = fight.find(who).filter(|it| is_able(it)).map(|it| it.side);
    side.is_some_and(|side| fight.members(side).any(|it| is_able(it) && it.state.flight == Flight::Away))
}

fn by_the_gm(it: &Combatant) -> bool {
    it.controller == Controller::Gm
}

/// Those who run: who has fled and was not yet chased, else everyone of the side who could.
fn runners(fight: &FightState, side: SideId) -> Vec<CombatantId> {
    let fled = |it: &&Combatant| is_able(it) && it.state.flight == Flight::Away;
    let gone: Vec<CombatantId> = fight.members(side).filter(fled).map(|it| it.id).collect();
    if gone.is_empty() { fight.members(side).filter(|it| takes_part(it)).map(|it| it.id).collect() } else { gone }
}

/// R48 Chase, ruling A15: one AGI save for all who flee: who passes escapes, who fails is caught. Who is faster than every pursuer
/// escapes without it, whoever is slower than the fastest is caught.
pub fn chase(cx: &mut Cx<'_>, who: CombatantId, speed: Speed) -> Flow {
    let it = cx.combatant(who);
    let (side, own_turn) = (it.side, !by_the_gm(it));
    if own_turn {
        turn::begin(cx, who);
        cost::spend_main(cx, who);
    }
    cx.cite(Rule::Chase);
    let runners = runners(cx, side);
    let fastest = fastest_pursuer(cx, side);
    let mut even = vec![];
    for who in runners {
        let runs = movement::sprint_halves(cx, who);
        match (speed, fastest) {
            (Speed::Faster, _) | (_, None) => escapes(cx, who),
            (Speed::Slower, _) => caught(cx, who),
            (Speed::AsTheyRun, Some(fastest)) if runs > fastest => escapes(cx, who),
            (Speed::AsTheyRun, Some(fastest)) if runs < fastest => caught(cx, who),
            (Speed::AsTheyRun, _) => even.push(who),
        }
    }
    if !even.is_empty() {
        cx.cite(Rule::OneRollForAll);
        let passed = saves::group(cx, &even, Ability::Agi, Rule::Chase, "escaping")?;
        for who in even {
            if passed.contains(&who) { escapes(cx, who) } else { caught(cx, who) }
        }
    }
    if own_turn {
        turn::end(cx, who);
    }
    Ok(())
}

/// How fast the fastest is who could run after them; `None` if nobody could. The concealed do not show themselves by running.
fn fastest_pursuer(fight: &FightState, side: SideId) -> Option<u16> {
    let could = |it: &&Combatant| it.side != side && !it.is_hidden() && takes_part(it);
    fight.combatants.iter().map(|it| &**it).filter(could).map(|it| movement::sprint_halves(fight, it.id)).max()
}

/// Whoever has escaped a chase is not chased again.
fn escapes(cx: &mut Cx<'_>, who: CombatantId) {
    is_gone(cx, who, Flight::Escaped);
}

fn is_gone(cx: &mut Cx<'_>, who: CombatantId, flight: Flight) {
    cx.cite(Rule::Chase);
    let from = cx.combatant(who).place.or(cx.combatant(who).state.ran_from);
    cx.change(Fact::FlightIs { who, flight, from });
    cx.apply(TableFact::Placed { who, at: None });
}

/// Whoever is caught is where they ran from.
fn caught(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Chase);
    let it = cx.combatant(who);
    let back = it.state.ran_from.filter(|_| it.place.is_none());
    let back = back.or_else(|| cx.space.places().into_iter().next().filter(|_| it.place.is_none()));
    cx.change(Fact::FlightIs { who, flight: Flight::Stays, from: None });
    if back.is_some() {
        cx.apply(TableFact::Placed { who, at: back });
    }
}
