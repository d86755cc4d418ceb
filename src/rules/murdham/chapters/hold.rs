//! Holding a combatant and being entangled: R36-R39, ruling A7, C21. Whoever is grabbed is entangled for as long as the grip lasts; a net entangles
//! without anyone's grip. How a grip comes about is `nonlethal.rs`; who is the larger is not asked here but where saves are made.

use crate::engine::{
    CombatantId, Ends, Held,
    space::{Space, zones::ZonePlace},
};
use crate::rules::{
    murdham::{
        Combatant, Cx, FightState, Flow, Rule, TableFact, Violation,
        chapters::{bonus, cost::ActionKind, movement, saves, trap},
        model::{
            event::Event,
            sheet::Ability,
            size,
            state::{Condition, Resource, able, nearby},
        },
        refusals::MovementLeft,
    },
    names::key,
};

/// Who holds a combatant: conscious and nearby, else the grip is none.
pub fn holder(fight: &FightState, who: CombatantId) -> Option<CombatantId> {
    let it = fight.find(who).filter(|it| !it.state.dead)?;
    let grip = it.conditions.iter().find(|it| it.what == Condition::Grabbed)?;
    grip.from.filter(|by| able(fight, *by) && nearby(fight, *by, who))
}

/// Whom a combatant holds.
pub fn held_by(fight: &FightState, who: CombatantId) -> Option<CombatantId> {
    let grabbed = fight.combatants.iter().filter(|it| it.is(&Condition::Grabbed));
    grabbed.map(|it| it.id).find(|it| holder(fight, *it) == Some(who))
}

/// C21 Entangled: whether a combatant cannot act, by a net or by a combatant's grip that still holds.
pub fn is_entangled(fight: &FightState, who: CombatantId) -> bool {
    let Some(it) = fight.find(who).filter(|it| !it.state.dead) else { return false };
    let tangle = it.conditions.iter().find(|it| it.what == Condition::Entangled);
    match tangle.map(|it| it.ends) {
        Some(Ends::WhileHeldBy(_)) => holder(fight, who).is_some(),
        Some(_) => true,
        None => false,
    }
}

/// R36 Grapple: a combatant is grabbed, and entangled while the grip lasts. One grip is for one.
pub fn grabs(cx: &mut Cx<'_>, by: CombatantId, who: CombatantId) {
    if held_by(cx, by) != Some(who) {
        lets_go(cx, by);
    }
    cx.cite(Rule::Grapple);
    cx.tell(Event::Grabbed { by, who });
    let ends = Ends::WhileHeldBy(by);
    let tangled = cx.combatant(who).conditions.iter().any(|it| it.what == Condition::Entangled && it.from.is_none());
    cx.apply(TableFact::Gained { who, held: Held { what: Condition::Grabbed, ends, from: Some(by) } });
    if !tangled {
        cx.apply(TableFact::Gained { who, held: Held { what: Condition::Entangled, ends, from: Some(by) } });
    }
}

/// C21 Entangled: a net comes over a combatant, and stays until they break free.
pub fn nets(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Entangled);
    let held = Held { what: Condition::Entangled, ends: Ends::Fight, from: None };
    cx.apply(TableFact::Gained { who, held });
}

/// R37: the one a combatant holds is free again.
pub fn lets_go(cx: &mut Cx<'_>, who: CombatantId) {
    let mine = |it: &&Combatant| it.conditions.iter().any(|it| it.ends == Ends::WhileHeldBy(who));
    let held: Vec<CombatantId> = cx.combatants.iter().map(|it| &**it).filter(mine).map(|it| it.id).collect();
    for free in held {
        cx.tell(Event::LetGo { by: who, who: free });
        loosened(cx, free, Some(who));
    }
}

/// All that entangles a combatant is off; or only the grip of one.
pub(super) fn loosened(cx: &mut Cx<'_>, who: CombatantId, of: Option<CombatantId>) {
    for what in [Condition::Grabbed, Condition::Entangled] {
        let ends = cx.combatant(who).conditions.iter().find(|it| it.what == what).map(|it| it.ends);
        let goes = match (ends, of) {
            (Some(ends), Some(by)) => ends == Ends::WhileHeldBy(by),
            (found, None) => found.is_some(),
            (None, _) => false,
        };
        if goes {
            cx.apply(TableFact::Lost { who, what });
        }
    }
}

/// R37: a grip ends when its owner is down or not nearby any more.
pub fn grips_end(cx: &mut Cx<'_>) {
    let by = |it: &Combatant| it.conditions.iter().find(|it| it.what == Condition::Grabbed).and_then(|it| it.from);
    let slipped: Vec<CombatantId> = cx
        .combatants
        .iter()
        .filter(|it| it.is(&Condition::Grabbed) && holder(cx, it.id).is_none())
        .filter_map(|it| by(it))
        .collect();
    for who in slipped {
        cx.cite(Rule::Holding);
        lets_go(cx, who);
    }
}

/// R37, ruling A7: who holds a combatant and does anything but attack them, move together with them or shove them lets go.
pub fn acts(cx: &mut Cx<'_>, who: CombatantId, kind: ActionKind) {
    let Some(held) = held_by(cx, who) else { return };
    if size::larger(cx, who, held) {
        return; // C56: somebody larger acts freely
    }
    let keeps = match kind {
        ActionKind::Attack(target) | ActionKind::Stunt(target) => target == held,
        ActionKind::Move(_) | ActionKind::Shove | ActionKind::LetGo | ActionKind::End => true,
        _ => false,
    };
    if !keeps {
        cx.cite(Rule::Holding);
        lets_go(cx, who);
    }
}

/// A7: whoever reacts lets go, unless it is to hide behind the one who is held.
pub fn reacts(cx: &mut Cx<'_>, who: CombatantId) {
    if held_by(cx, who).is_some_and(|held| !size::larger(cx, who, held)) {
        cx.cite(Rule::Letting);
        lets_go(cx, who);
    }
}

/// C21 Entangled: what those can do who are: break free, and nothing else.
pub fn check_entangled(fight: &FightState, who: CombatantId, kind: ActionKind) -> Result<(), Violation> {
    match kind {
        ActionKind::BreakFree | ActionKind::End => Ok(()),
        _ if is_entangled(fight, who) => Err(Violation::Entangled(who)),
        _ => Ok(()),
    }
}

/// C21 Entangled: whether there is anything to break free from.
pub fn check_break_free(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if is_entangled(fight, who) { Ok(()) } else { Err(Violation::NotEntangled(who)) }
}

/// C21 Entangled: a STR save, and it is the whole turn.
pub fn break_free(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    for resource in [Resource::Main, Resource::Bonus, Resource::Half] {
        cx.apply(TableFact::ResourceSet { who, resource, left: 0 });
    }
    cx.cite(Rule::Entangled);
    let by = holder(cx, who);
    if saves::against(cx, who, by, Ability::Str, Rule::Entangled, "breaking free")? {
        cx.tell(Event::Freed { who, by: None });
        loosened(cx, who, None);
    }
    Ok(())
}

/// C21 Entangled: whether a combatant can free a neighbour.
pub fn check_free(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(target) else { return Err(Violation::NobodyThere) };
    if it.state.dead {
        return Err(Violation::Dead(target));
    }
    if target == who || holder(fight, target) == Some(who) || (it.is_hidden() && it.side != fight.combatant(who).side) {
        return Err(Violation::NobodyThere);
    }
    if !nearby(fight, who, target) {
        return Err(Violation::NotNearby(target));
    }
    check_break_free(fight, target)
}

/// C21 Entangled: a neighbour frees them with a main action and a STR save.
pub fn free(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    cx.cite(Rule::Entangled);
    let by = holder(cx, target);
    if saves::against(cx, who, by, Ability::Str, Rule::Entangled, "freeing somebody")? {
        cx.tell(Event::Freed { who: target, by: Some(who) });
        loosened(cx, target, None);
    }
    Ok(())
}

/// The one who is held, or why there is nobody.
pub fn check_let_go(fight: &FightState, who: CombatantId) -> Result<CombatantId, Violation> {
    held_by(fight, who).ok_or(Violation::HoldsNobody(who))
}

/// R38 Shove: half a zone away and/or into a hazard of the zone they come to.
pub fn check_shove(
    fight: &FightState,
    who: CombatantId,
    target: CombatantId,
    to: Option<ZonePlace>,
    into: Option<&str>,
) -> Result<(), Violation> {
    let held = check_let_go(fight, who)?;
    if held != target {
        return Err(Violation::NotHeld(target));
    }
    let from = fight.combatant(held).place.ok_or(Violation::NobodyThere)?;
    if let Some(text) = into {
        bonus::check_text(text)?;
    }
    let Some(to) = to else {
        return if into.is_some() { Ok(()) } else { Err(Violation::NoShove(held)) };
    };
    if !fight.space.half_steps(from).contains(&to) {
        return Err(Violation::TooFar { who: held, halves: MovementLeft(1) });
    }
    if !movement::has_room(fight, held, to) {
        return Err(Violation::Full(fight.space.place_words(&to)));
    }
    Ok(())
}

/// R38 Shove, ruling A23: the grip ends; there is no save, and the one who held picks the way. What the hazard does is the GM's to say.
pub fn shove(cx: &mut Cx<'_>, who: CombatantId, to: Option<ZonePlace>, into: Option<&str>) -> Flow {
    let Some(held) = held_by(cx, who) else { return Ok(()) };
    cx.cite(Rule::Shove);
    cx.cite(Rule::ShoveIsMain);
    let at = to.or(cx.combatant(held).place);
    let into = into.map(|it| hazard_meant(cx, at, it.trim()));
    cx.tell(Event::Shoved { by: who, who: held, into });
    loosened(cx, held, Some(who));
    if to.is_some() {
        cx.apply(TableFact::Placed { who: held, at: to });
    }
    match cx.combatant(held).place {
        Some(at) => trap::catches(cx, held, at, true).map(|_| ()), // C57
        None => Ok(()),
    }
}

/// A hazard that the board notes may be shortened.
fn hazard_meant(fight: &FightState, at: Option<ZonePlace>, typed: &str) -> String {
    let hazards = at.map_or_else(Vec::new, |at| fight.space.hazards(at));
    let known = hazards.into_iter().find(|it| key(it).starts_with(&key(typed)));
    known.unwrap_or_else(|| typed.to_owned())
}

/// R37: who is held comes along, step by step.
pub fn comes_along(cx: &mut Cx<'_>, held: Option<CombatantId>, at: ZonePlace) {
    if let Some(who) = held {
        cx.cite(Rule::Holding);
        cx.apply(TableFact::Placed { who, at: Some(at) });
    }
}
