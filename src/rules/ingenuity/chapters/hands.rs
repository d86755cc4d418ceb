//! What is in hand: R17, R19, R29, and the reloading of C14.

use crate::engine::CombatantId;
use crate::rules::ingenuity::{
    Cx, Fact, FightState, Rule, Violation,
    chapters::cost::Cost,
    model::state::{At, gear, in_hand},
};

/// How many hands there are.
const HANDS: u8 = 2;

/// R17 Brandish: whether this can be held.
///
/// # Errors
/// If it is not carried, or takes more than two hands.
pub fn check_brandish(fight: &FightState, who: CombatantId, wanted: &[u8]) -> Result<(), Violation> {
    let mut hands = 0;
    for index in wanted {
        match gear(fight, who, *index) {
            Some(gear) if !matches!(gear.at, At::Ground(_)) => hands += gear.item.hands,
            Some(gear) => return Err(Violation::NotInHand(gear.item.name.clone())),
            None => return Err(Violation::NothingThere),
        }
    }
    if hands > HANDS { Err(Violation::TooManyHands) } else { Ok(()) }
}

/// R17 Brandish: this is in hand now, and all else about the body.
pub fn brandish(cx: &mut Cx<'_>, who: CombatantId, wanted: &[u8]) {
    cx.cite(Rule::Brandish);
    let all: Vec<(u8, At)> =
        cx.combatant(who).state.gear.iter().enumerate().map(|(index, it)| (index as u8, it.at)).collect();
    for (item, at) in all {
        let wants = wanted.contains(&item);
        match at {
            At::Hand if !wants => cx.change(Fact::GearAt { who, item, at: At::Body }),
            At::Body if wants => cx.change(Fact::GearAt { who, item, at: At::Hand }),
            _ => {}
        }
    }
}

/// R29 Drop item: whether it is in hand.
pub fn check_drop(fight: &FightState, who: CombatantId, item: u8) -> Result<(), Violation> {
    match gear(fight, who, item) {
        Some(gear) if gear.at == At::Hand => Ok(()),
        Some(gear) => Err(Violation::NotInHand(gear.item.name.clone())),
        None => Err(Violation::NothingThere),
    }
}

/// C14: how many actions it takes to reload something.
pub fn reload_cost(fight: &FightState, who: CombatantId, item: u8) -> Cost {
    let actions = gear(fight, who, item).map_or(1, |it| it.item.reload.max(1));
    Cost { actions, ..Cost::RELOAD }
}

/// R29 Drop item.
pub fn drop_item(cx: &mut Cx<'_>, who: CombatantId, item: u8) {
    cx.cite(Rule::DropItem);
    let at = At::Ground(cx.combatant(who).place);
    cx.change(Fact::GearAt { who, item, at });
}

/// R19 Interact: whether what was dropped can be picked up.
pub fn check_pick_up(fight: &FightState, who: CombatantId, item: u8) -> Result<(), Violation> {
    let it = fight.combatant(who);
    let Some(gear) = gear(fight, who, item) else { return Err(Violation::NothingThere) };
    let At::Ground(place) = gear.at else { return Err(Violation::NothingThere) };
    if let (Some(there), Some(here)) = (place, it.place)
        && crate::engine::space::Space::distance(&*fight.space, &there, &here).is_none_or(|far| far > 1)
    {
        return Err(Violation::NothingThere);
    }
    let hands: u8 = in_hand(it).map(|it| it.1.item.hands).sum();
    if hands + gear.item.hands > HANDS { Err(Violation::TooManyHands) } else { Ok(()) }
}

/// R19 Interact: it is in hand again.
pub fn pick_up(cx: &mut Cx<'_>, who: CombatantId, item: u8) {
    cx.cite(Rule::Interact);
    cx.change(Fact::GearAt { who, item, at: At::Hand });
}

/// C14: whether something can be reloaded: it must be in hand, and the other hand free.
pub fn check_reload(fight: &FightState, who: CombatantId, item: u8) -> Result<(), Violation> {
    let Some(gear) = gear(fight, who, item) else { return Err(Violation::NothingThere) };
    let name = || gear.item.name.clone();
    if gear.item.reload == 0 || gear.loaded {
        return Err(Violation::Loaded(name()));
    }
    if gear.at != At::Hand {
        return Err(Violation::NotInHand(name()));
    }
    let alone = in_hand(fight.combatant(who)).all(|it| it.0 == item || it.1.item.hands == 0);
    if alone { Ok(()) } else { Err(Violation::HandsFull(name())) }
}

/// C14: it is loaded again.
pub fn reload(cx: &mut Cx<'_>, who: CombatantId, item: u8) {
    cx.cite(Rule::Weapons);
    cx.change(Fact::LoadedIs { who, item, loaded: true });
}
