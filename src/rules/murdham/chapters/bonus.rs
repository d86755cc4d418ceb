//! Bonus actions: R8-R12.

use crate::engine::{CombatantId, ids::Addressee, space::Space};
use crate::rules::murdham::{
    Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{
        cost::{left, spend_bonus, spend_main},
        durability, harm, poison,
        reaction::{Choice, Question},
        sneak, trap,
    },
    model::{
        event::Event,
        fact::Fact,
        gear, powers,
        sheet::{Ability, Item, SkillEffect, Weapon},
        state::{At, Condition, Gear, Resource, ability, able, enemies, half_up, has, nearby},
    },
};

/// No text is longer, in characters.
pub const TEXT_MAX_CHARS: usize = 200;

/// Stands for the armour that is worn, among the numbers of gear: it can be named, so that the refusal is R9's.
pub const WORN: u8 = u8::MAX;

/// What a combatant carries under this number.
fn carried(fight: &FightState, who: CombatantId, gear: u8) -> Result<&Gear, Violation> {
    let it = fight.combatant(who).state.gear.get(usize::from(gear));
    it.filter(|it| it.at != At::Gone).ok_or(Violation::NotCarried)
}

/// R12 A few words: whether a combatant can say this. C42: the silenced say nothing.
pub fn check_say(fight: &FightState, who: CombatantId, text: &str) -> Result<(), Violation> {
    if fight.combatant(who).is(&Condition::Silenced) { Err(Violation::Silenced(who)) } else { check_text(text) }
}

/// R52 Improvised weapons: whether a combatant has a hand free for it, and it has a name.
pub fn check_improvise(fight: &FightState, who: CombatantId, text: &str, great: bool) -> Result<(), Violation> {
    check_text(text)?;
    match durability::improvised_kind(great) {
        Some(kind) if text.trim().chars().count() <= gear::NAME_MAX_CHARS => hand_for(fight, who, kind).map(|_| ()),
        _ => Err(Violation::LongName),
    }
}

/// R8 Pick up or put down: whether it lies nearby, and a hand is free for it.
pub fn check_pick_up(fight: &FightState, who: CombatantId, lying: u8) -> Result<(), Violation> {
    let thing = fight.system.ground.get(usize::from(lying)).ok_or(Violation::NothingLies)?;
    let place = fight.combatant(who).place.ok_or(Violation::NothingLies)?;
    if fight.space.distance(&place, &thing.place) != Some(0) {
        return Err(Violation::NothingLies);
    }
    if thing.gear.weapon.trap { Ok(()) } else { hand_for(fight, who, &thing.gear.weapon).map(|_| ()) }
}

/// R8 Pick up or put down: whether it can be put down here.
pub fn check_put_down(fight: &FightState, who: CombatantId, gear: u8) -> Result<(), Violation> {
    taken_off(carried(fight, who, gear)?)?;
    fight.combatant(who).place.map(|_| ()).ok_or(Violation::NothingLies)
}

/// R9 Equip: whether it can be taken in hand.
pub fn check_equip(fight: &FightState, who: CombatantId, gear: u8) -> Result<(), Violation> {
    if gear == WORN {
        return Err(Violation::ArmourStays);
    }
    match carried(fight, who, gear)? {
        it if it.at.in_hand() || powers::is_own_power(&it.weapon) => Err(Violation::NotCarried),
        it if it.weapon.trap => Err(Violation::IsLaid(it.weapon.name.clone())),
        it => hand_for(fight, who, &it.weapon).map(|_| ()),
    }
}

/// R9 Equip: whether it can be stowed.
pub fn check_unequip(fight: &FightState, who: CombatantId, gear: u8) -> Result<(), Violation> {
    if gear == WORN {
        return Err(Violation::ArmourStays);
    }
    match carried(fight, who, gear)? {
        it if it.at.in_hand() => taken_off(it),
        it => Err(Violation::NotInHand(it.weapon.name.clone())),
    }
}

/// Claws and teeth stay where they are.
fn taken_off(gear: &Gear) -> Result<(), Violation> {
    if gear.weapon.natural { Err(Violation::Natural(gear.weapon.name.clone())) } else { Ok(()) }
}

/// Whether a text is there and not too long.
pub fn check_text(text: &str) -> Result<(), Violation> {
    let chars = text.trim().chars().count();
    if (1..=TEXT_MAX_CHARS).contains(&chars) { Ok(()) } else { Err(Violation::BadText) }
}

/// R10 Consumables, ruling A24: something of their own, on oneself or a combatant nearby who is not against us.
pub fn check_use(fight: &FightState, who: CombatantId, item: Item, target: CombatantId) -> Result<(), Violation> {
    if !fight.combatant(who).state.items.iter().any(|it| it.0 == item) {
        return Err(Violation::NoItem(item));
    }
    let Some(it) = fight.find(target) else { return Err(Violation::NobodyThere) };
    if it.is_hidden() && enemies(fight, who, target) {
        return Err(Violation::NobodyThere);
    }
    if it.state.dead {
        return Err(Violation::Dead(target));
    }
    if target != who && !nearby(fight, who, target) {
        return Err(Violation::NotNearby(target));
    }
    match item {
        Item::HealingDraught | Item::MedicineBox if it.state.health >= it.state.max_health => {
            Err(Violation::NothingToHeal(target))
        }
        Item::HealingDraught | Item::MedicineBox => Ok(()),
        _ => poison::check(fight, who, item, target),
    }
}

/// C11 Weapons' words: the hand that is free for it, if one is; an injured arm holds nothing.
fn hand_for(fight: &FightState, who: CombatantId, weapon: &Weapon) -> Result<At, Violation> {
    let it = fight.combatant(who);
    let free = |hand: At, injury: Condition| {
        !it.is(&injury) && !it.state.in_hand().any(|(_, held)| held.at == hand || held.at == At::Both)
    };
    let primary = free(At::Primary, Condition::PrimaryArmInjury);
    let off = free(At::Off, Condition::SecondaryArmInjury);
    match (weapon.hands, primary, off) {
        (2, true, true) => Ok(At::Both),
        (1, _, true) if weapon.shield => Ok(At::Off),
        (1, true, _) => Ok(At::Primary),
        (1, _, true) => Ok(At::Off),
        _ => Err(Violation::HandsFull(who)),
    }
}

/// R8 Pick up or put down.
pub fn pick_up(cx: &mut Cx<'_>, who: CombatantId, lying: u8) {
    cx.cite(Rule::PickUp);
    let thing = cx.system.ground.get(usize::from(lying));
    let hand = match thing.map(|it| &it.gear.weapon) {
        Some(it) if it.trap => Some(At::Stowed),
        Some(it) => hand_for(cx, who, it).ok(),
        None => None,
    };
    if trap::lies(cx, lying) {
        cx.cite(Rule::BearTrap);
    }
    if let Some(at) = hand {
        cx.change(Fact::PickedUp { who, lying, at });
    }
}

/// R8 Pick up or put down.
pub fn put_down(cx: &mut Cx<'_>, who: CombatantId, gear: u8) {
    cx.cite(if trap::is_trap(cx, who, gear) { Rule::BearTrap } else { Rule::PickUp });
    if let Some(place) = cx.combatant(who).place {
        cx.change(Fact::PutDown { who, gear, place });
    }
}

/// R9 Equip: takes something in hand. Swapping is stowing one and drawing the other: two bonus actions.
pub fn equip(cx: &mut Cx<'_>, who: CombatantId, gear: u8) {
    pay_for_drawing(cx, who);
    let at = cx.combatant(who).state.gear.get(usize::from(gear)).and_then(|it| hand_for(cx, who, &it.weapon).ok());
    if let Some(at) = at {
        cx.change(Fact::GearAt { who, gear, at });
    }
}

/// R9 Equip: stows something.
pub fn unequip(cx: &mut Cx<'_>, who: CombatantId, gear: u8) {
    pay_for_drawing(cx, who);
    cx.change(Fact::GearAt { who, gear, at: At::Stowed });
}

/// C12 Skills: with quick draw, one bonus action pays for any number of items in hand.
pub fn drawn_already(fight: &FightState, who: CombatantId) -> bool {
    has(fight, who, SkillEffect::DrawsFreely) && left(fight, who, Resource::Undrawn) == 0
}

fn pay_for_drawing(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Equip);
    if drawn_already(cx, who) {
        cx.cite(Rule::Skills);
        return;
    }
    spend_bonus(cx, who);
    if cx.combatant(who).budget.left(Resource::Undrawn) > 0 {
        cx.apply(TableFact::Took { who, from: Resource::Undrawn, amount: 1 });
    }
}

/// R10 Consumables, ruling A24: someone else must be willing, or incapacitated; a draught heals half of the drinker's STR. Who
/// plays both is willing.
pub fn use_up(cx: &mut Cx<'_>, who: CombatantId, item: Item, target: CombatantId) -> Flow {
    cx.cite(Rule::Consumable);
    if target != who {
        cx.cite(Rule::Given);
        let same_player = cx.combatant(who).controller == cx.combatant(target).controller;
        if able(cx, target) && (!same_player || enemies(cx, who, target)) {
            let question = Question::Take { from: who, item };
            let choice = cx.ask(Addressee::Combatant(target), question, |_| vec![Choice::Refuse, Choice::Agree])?;
            if choice == Choice::Refuse {
                return Ok(()); // nothing was used up, and no bonus action spent
            }
        }
    }
    match item {
        Item::MedicineBox => spend_main(cx, who),
        _ => spend_bonus(cx, who),
    }
    cx.change(Fact::Used { who, item, on: target });
    match item {
        Item::HealingDraught => {
            let amount = half_up(ability(cx.combatant(target), Ability::Str));
            harm::heal(cx, target, amount)
        }
        Item::MedicineBox => {
            cx.cite(Rule::Medicine);
            harm::heal(cx, target, 1)
        }
        Item::Antidote => {
            poison::antidote(cx, target);
            Ok(())
        }
        poison => {
            poison::coat(cx, who, poison);
            Ok(())
        }
    }
}

/// R52 Improvised weapons, R8: something of the surroundings is picked up to strike with.
pub fn improvise(cx: &mut Cx<'_>, who: CombatantId, text: &str, great: bool) {
    cx.cite(Rule::PickUp);
    cx.cite(Rule::Improvised);
    let Some(weapon) = durability::improvised(text, great) else { return };
    if let Ok(at) = hand_for(cx, who, &weapon) {
        cx.change(Fact::Improvised { who, weapon, at });
    }
}

/// R11 Surroundings: the GM may find it complex, and then it is a main action.
pub fn interact(cx: &mut Cx<'_>, who: CombatantId, text: &str, complex: bool) {
    cx.cite(Rule::Interact);
    cx.tell(Event::Interacted { who, text: text.trim().to_owned(), complex });
}

/// R12 A few words, R43: talking ends concealment.
pub fn say(cx: &mut Cx<'_>, who: CombatantId, text: &str) {
    cx.cite(Rule::Words);
    sneak::reveal(cx, who);
    cx.tell(Event::Said { who, text: text.trim().to_owned() });
}
