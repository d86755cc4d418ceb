//! Chases: R48, ruling A15. A short chase is the fight itself, zone by zone. Who flees for good runs the rest of the round, and at its
//! end one roll says who of them is caught. Where they run to is not told here.

use super::{
    Choice, Cx, Field, Flow, Question, Rule, TableFact, actions,
    fact::Fact,
    movement, saves,
    sheet::Ability,
    sneak,
    state::{Flight, able, is_able, takes_part},
    turn,
};
use crate::engine::{CombatantId, SideId, ids::Addressee};

/// R48 Chase: somebody turns and runs for good. It is the main action and the rest of the turn; whoever is nearby may strike first
/// (R25, A14).
///
/// # Errors
/// When somebody must be asked.
pub fn flee(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Chase);
    cx.cite(Rule::Retreat);
    actions::spend_main(cx, who);
    sneak::reveal(cx, who);
    let out_of_reach = None;
    movement::opportunities(cx, who, out_of_reach)?;
    if able(cx, who) {
        cx.note(Fact::FlightIs { who, flight: Flight::Flees });
        turn::end(cx, who);
    }
    Ok(())
}

/// R48 Chase, ruling A15: at the round's end each side that flees makes one AGI save for all: who passes escapes, who fails is
/// caught. Who is faster than every pursuer escapes without it, who is slower than the fastest is caught; the GM may say so too.
///
/// # Errors
/// When somebody must be asked.
pub fn chases(cx: &mut Cx<'_>) -> Flow {
    let sides: Vec<SideId> = cx.sides.iter().map(|it| it.id).collect();
    for side in sides {
        let fleeing: Vec<CombatantId> =
            cx.members(side).filter(|it| it.state.flight == Flight::Flees).map(|it| it.id).collect();
        let (runners, fallen): (Vec<_>, Vec<_>) = fleeing.into_iter().partition(|it| able(cx, *it));
        fallen.into_iter().for_each(|who| cx.note(Fact::FlightIs { who, flight: Flight::Stays }));
        if !runners.is_empty() {
            chase(cx, side, &runners)?;
        }
    }
    Ok(())
}

fn chase(cx: &mut Cx<'_>, side: SideId, runners: &[CombatantId]) -> Flow {
    let Some(fastest) = fastest_pursuer(cx, side) else {
        runners.iter().for_each(|who| escapes(cx, *who));
        return Ok(());
    };
    let mut even = vec![];
    for &who in runners {
        match movement::sprint_halves(cx, who) {
            faster if faster > fastest => escapes(cx, who),
            slower if slower < fastest => caught(cx, who),
            _ => even.push(who),
        }
    }
    if even.is_empty() {
        return Ok(());
    }
    let choices = || vec![Choice::BySave, Choice::Escape, Choice::Caught];
    match cx.ask(Addressee::Gm, Question::Chase { side }, |_| choices())? {
        Choice::Escape => even.iter().for_each(|who| escapes(cx, *who)),
        Choice::Caught => even.iter().for_each(|who| caught(cx, *who)),
        _ => {
            cx.cite(Rule::OneRollForAll);
            let passed = saves::group(cx, &even, Ability::Agi, Rule::Chase, "escaping")?;
            for who in even {
                if passed.contains(&who) { escapes(cx, who) } else { caught(cx, who) }
            }
        }
    }
    Ok(())
}

/// How fast the fastest is who could run after them; `None` if nobody could. The concealed do not show themselves by running.
fn fastest_pursuer(field: &Field, side: SideId) -> Option<u16> {
    let could = |it: &&super::Combatant| {
        it.side != side && !it.hidden && takes_part(it) && is_able(it) && it.state.flight == Flight::Stays
    };
    let all = field.combatants.iter().map(|it| &**it);
    all.filter(could).map(|it| movement::sprint_halves(field, it.id)).max()
}

fn escapes(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Chase);
    cx.note(Fact::FlightIs { who, flight: Flight::Away });
    cx.apply(TableFact::Placed { who, at: None });
}

fn caught(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Chase);
    cx.note(Fact::FlightIs { who, flight: Flight::Stays });
}
