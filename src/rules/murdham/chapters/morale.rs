//! Morale and surrender: R4, R44-R47, rulings A10, A11, A14 and A26. It counts who is left, rolls, and says what those may still do who
//! have lost heart. Nobody is made to run: whether they surrender or retreat is their own to choose. Chases are in `chase.rs`.

use crate::engine::{
    CombatantId, SideId,
    space::{Space, zones::ZonePlace},
};
use crate::rules::murdham::{
    Combatant, Cx, FightState, Flow, Rule, Violation,
    chapters::{
        cost::{ActionKind, left},
        fear, movement, saves, sneak, turn,
    },
    model::{
        fact::Fact,
        options::MoraleFor,
        sheet::Ability,
        state::{Morale, Resource, able, half_up, lost_heart, takes_part},
    },
};

/// What a side's check is for, before the side's name.
pub const WHY: &str = "morale of the";

/// R44: anyone who has come into the fight is counted from now on. Of the GM's own only those count whom the others have seen: else a
/// check that is made, or not, would tell of a combatant concealed.
pub fn muster(cx: &mut Cx<'_>) {
    if cx.options.morale == MoraleFor::Nobody {
        return;
    }
    let known = |it: &Combatant| it.owner.is_some() || !it.is_hidden();
    let new: Vec<(CombatantId, SideId)> = cx
        .combatants
        .iter()
        .filter(|it| known(it) && !cx.system.mustered.iter().any(|mustered| mustered.0 == it.id))
        .map(|it| (it.id, it.side))
        .collect();
    if !new.is_empty() {
        cx.change(Fact::Mustered(new));
    }
}

/// R46: immune to fear, so immune to morale.
pub fn fearless(it: &Combatant) -> bool {
    fear::immune(it)
}

/// R4, R44, rulings A10 and A26: who must make a check now, side by side in the order in which the sides were named.
fn due(fight: &FightState) -> Vec<(SideId, Vec<CombatantId>)> {
    let system = &fight.system;
    let checks = |it: &&Combatant| {
        let asked = fight.options.morale == MoraleFor::Everybody || it.owner.is_none();
        asked && it.state.morale == Morale::Steady && !fearless(it)
    };
    let mut all = vec![];
    for side in &fight.sides {
        let mustered: Vec<CombatantId> = system.mustered.iter().filter(|it| it.1 == side.id).map(|it| it.0).collect();
        let here: Vec<&Combatant> =
            mustered.iter().filter_map(|it| fight.find(*it)).filter(|it| takes_part(it)).collect();
        let shaken = match mustered.len() {
            0 => false,
            // A fighter alone: damage took the health to half or less, in this round.
            1 => here.iter().any(|it| it.state.lowest.is_some_and(|low| low <= half_up(it.state.max_health))),
            // A group: half or less is left, and a combatant was lost in this round.
            original => {
                let gone = |it: &CombatantId| system.standing.contains(it) && !here.iter().any(|left| left.id == *it);
                here.len() as i32 <= half_up(original as i32) && mustered.iter().any(gone)
            }
        };
        let must: Vec<CombatantId> = here.into_iter().filter(checks).map(|it| it.id).collect();
        if shaken && !must.is_empty() {
            all.push((side.id, must));
        }
    }
    all
}

/// R4 Morale at the round's end, R44, R45, ruling A11: each side that must makes one group WIT save. Who fails has lost heart; who
/// passes is not asked again in this fight.
pub fn checks(cx: &mut Cx<'_>) -> Flow {
    if cx.options.morale == MoraleFor::Nobody {
        return Ok(());
    }
    muster(cx);
    for (side, must) in due(cx) {
        cx.cite(Rule::MoralePhase);
        cx.cite(Rule::Morale);
        if cx.system.mustered.iter().filter(|it| it.1 == side).count() > 1 {
            cx.cite(Rule::HalfOrLess);
        }
        let owned = |who: &CombatantId| cx.combatant(*who).owner.is_some();
        if must.iter().any(owned) {
            cx.cite(Rule::EverybodysMorale);
        }
        if cx.members(side).any(|it| takes_part(it) && fearless(it)) {
            cx.cite(Rule::Fearless);
        }
        let why = format!("{WHY} {}", crate::rules::wording::the(cx.side_name(side)));
        let passed = saves::group(cx, &must, Ability::Wit, Rule::GroupSave, &why)?;
        for who in must {
            let morale = if passed.contains(&who) { Morale::Held } else { Morale::Broken };
            cx.cite(Rule::GroupSave);
            if morale == Morale::Held {
                cx.cite(Rule::ImmuneForTheFight);
            }
            cx.change(Fact::MoraleIs { who, morale });
        }
    }
    let standing: Vec<CombatantId> =
        cx.system.mustered.iter().filter_map(|it| cx.find(it.0)).filter(|it| takes_part(it)).map(|it| it.id).collect();
    let unhurt = cx.combatants.iter().all(|it| it.state.lowest.is_none());
    if !unhurt || standing != cx.system.standing {
        cx.change(Fact::Counted(standing));
    }
    Ok(())
}

/// R45, ruling A14: whoever has lost heart may surrender, or get away; small things on the way are not forbidden.
pub fn check(fight: &FightState, who: CombatantId, kind: ActionKind) -> Result<(), Violation> {
    if !lost_heart(fight.combatant(who)) {
        return Ok(());
    }
    match kind {
        ActionKind::Move(to) if !leads_away(fight, who, to) => Err(Violation::NotAway(who)),
        ActionKind::Attack(_)
        | ActionKind::Stunt(_)
        | ActionKind::Invoke(_)
        | ActionKind::Area
        | ActionKind::Shove
        | ActionKind::Other => Err(Violation::LostHeart(who)),
        _ => Ok(()),
    }
}

/// R45: whether a combatant may still fight: strike back, guard, strike at who moves away. Dodging and hiding are not fighting.
pub fn has_heart(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(|it| !lost_heart(it) && takes_part(it))
}

/// Ruling A14: a retreat leads no closer to the nearest enemy who is known to be there.
fn leads_away(fight: &FightState, who: CombatantId, to: ZonePlace) -> bool {
    let it = fight.combatant(who);
    let Some(from) = it.place else { return true };
    let enemies =
        || fight.combatants.iter().filter(|other| other.side != it.side && !other.is_hidden() && takes_part(other));
    let nearest = |at: &ZonePlace| {
        enemies().filter_map(|other| fight.space.distance(at, other.place.as_ref()?)).min().unwrap_or(u32::MAX)
    };
    nearest(&to) >= nearest(&from)
}

/// R47 Surrender: it takes the whole turn, so nothing of it may be spent.
pub fn check_surrender(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let whole = left(fight, who, Resource::Main) > 0
        && left(fight, who, Resource::Bonus) > 0
        && left(fight, who, Resource::Half) >= movement::halves_a_turn(fight, who);
    if whole { Ok(()) } else { Err(Violation::TurnBegun(who)) }
}

/// R47 Surrender: the weapons go down, the hands go up, and the turn is over.
pub fn surrender(cx: &mut Cx<'_>, who: CombatantId) {
    give_up(cx, who);
    turn::end(cx, who);
}

/// R47 Surrender, also when a combatant is made to: out of the fight until harmed.
pub fn give_up(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Surrender);
    sneak::reveal(cx, who);
    let held: Vec<u8> =
        cx.combatant(who).state.in_hand().filter(|(_, it)| !it.weapon.shield).map(|(gear, _)| gear).collect();
    if let Some(place) = cx.combatant(who).place {
        held.into_iter().for_each(|gear| cx.change(Fact::PutDown { who, gear, place }));
    }
    let round = Some(cx.turns.round);
    cx.change(Fact::Surrendered { who, surrendered: true, round });
}

/// R47 Surrender: who is harmed all the same may fight again, even after losing heart.
pub fn harmed(cx: &mut Cx<'_>, who: CombatantId) {
    if !cx.combatant(who).state.surrendered {
        return;
    }
    cx.cite(Rule::Surrender);
    cx.change(Fact::Surrendered { who, surrendered: false, round: None });
    if cx.combatant(who).state.morale == Morale::Broken {
        cx.change(Fact::MoraleIs { who, morale: Morale::Steady });
    }
}

/// R47, R48: whether a combatant is out of the fight by their own will, and why they cannot act.
pub fn check_takes_part(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let it = fight.combatant(who);
    match () {
        () if takes_part(it) => Ok(()),
        () if !able(fight, who) => Err(Violation::Down(who)),
        () if it.state.surrendered => Err(Violation::HasSurrendered(who)),
        () => Err(Violation::HasFled(who)),
    }
}
