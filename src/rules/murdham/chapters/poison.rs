//! Poison and its antidote (C16): a dose on a weapon, the first attack that draws blood with it, and what the victim has of it until
//! the stretch, which is the fight (A11), is over. What is eaten or drunk unknowingly is not for a fight.

use crate::engine::{CombatantId, Ends, Held, roll::Keep};
use crate::rules::murdham::{
    Combatant, Cx, FightState, Flow, Roll, Rule, TableFact, Violation,
    chapters::{
        damage::{self, Damage},
        harm, omen, saves,
    },
    model::{
        fact::{Death, Fact},
        manner::With,
        sheet::{Ability, Item},
        state::{Condition, is_able},
    },
};

/// What the roll of an antidote is called.
pub const ANTIDOTE: &str = "antidote (1: it does not work)";

/// What a poison does to who fails the STR save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effect {
    /// D12 direct damage once the stretch is over.
    Damages,
    /// Incapacitated until the stretch is over.
    Paralyses,
    /// Incapacitated until harmed.
    Sleeps,
    /// Death once the stretch is over.
    Kills,
    /// What the GM says.
    GmSays,
}

fn effect(poison: Item) -> Option<Effect> {
    match poison {
        Item::AdderVenom => Some(Effect::Damages),
        Item::ScorpionOil => Some(Effect::Paralyses),
        Item::ButterflySting => Some(Effect::Sleeps),
        Item::ChimeraSpit => Some(Effect::Kills),
        Item::Poison => Some(Effect::GmSays),
        _ => None,
    }
}

/// The weapon on which a dose goes: the first in hand that is no shield and has none yet.
fn blade(of: &Combatant) -> Option<u8> {
    of.state.in_hand().find(|(_, it)| !it.weapon.shield && it.coated.is_none()).map(|it| it.0)
}

/// R10, C16: whether a dose, or an antidote, can be used on a combatant.
pub fn check(fight: &FightState, who: CombatantId, item: Item, target: CombatantId) -> Result<(), Violation> {
    match item {
        Item::Antidote => Ok(()),
        _ if target != who || blade(fight.combatant(target)).is_none() => Err(Violation::NothingToCoat(who)),
        _ => Ok(()),
    }
}

/// R10, C16: a dose goes on the weapon in hand.
pub fn coat(cx: &mut Cx<'_>, who: CombatantId, poison: Item) {
    cx.cite(Rule::Poison);
    if let Some(gear) = blade(cx.combatant(who)) {
        cx.change(Fact::Coated { who, gear, poison: Some(poison) });
    }
}

/// R10, C16: an antidote ends what poisons do, three times in four: a 1 on a d4 and it does not work.
pub fn antidote(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Poison);
    if cx.combatant(who).state.poisoned.is_empty() {
        return; // drunk for nothing: there is nothing to roll for
    }
    let (die, secret) = cx.own_die(who, 4);
    let works = die.faces[0] > 1;
    let roll = Roll::total(Some(who), Rule::Poison, ANTIDOTE, vec![die], Keep::All, vec![]);
    cx.rolled(Roll { secret, ..roll });
    if works {
        let had = cx.combatant(who).state.poisoned.clone();
        had.into_iter().for_each(|poison| ends(cx, who, poison));
    }
}

/// C16: the first attack that draws blood delivers the dose: a STR save, or the poison does what it does. Who has resisted it once in
/// this fight does not resist it again.
pub fn delivered(cx: &mut Cx<'_>, hurt: &Damage) -> Flow {
    let (Some(by), Some(with), who) = (hurt.by, hurt.with, hurt.on) else { return Ok(()) };
    let With::Gear(gear) = with else { return Ok(()) };
    let Some(poison) = cx.combatant(by).state.gear.get(usize::from(gear)).and_then(|it| it.coated) else {
        return Ok(());
    };
    cx.cite(Rule::Poison);
    cx.change(Fact::Coated { who: by, gear, poison: None });
    if cx.combatant(who).state.dead {
        return Ok(());
    }
    let again = cx.combatant(who).state.exposed.contains(&poison);
    if !again {
        cx.change(Fact::Exposed { who, poison });
    }
    if !again && saves::save(cx, who, Ability::Str, Rule::Poison, poison.name())? {
        return Ok(());
    }
    cx.change(Fact::Poisoned { who, poison, sick: true });
    let down = matches!(effect(poison), Some(Effect::Paralyses | Effect::Sleeps));
    if down && is_able(cx.combatant(who)) {
        let held = Held { what: Condition::Incapacitated, ends: Ends::Fight, from: Some(by) };
        cx.apply(TableFact::Gained { who, held });
    }
    Ok(())
}

/// C16: harm wakes who sleeps by poison.
pub fn wakes(cx: &mut Cx<'_>, who: CombatantId) {
    let asleep = |it: &Item| effect(*it) == Some(Effect::Sleeps);
    let poisons: Vec<Item> = cx.combatant(who).state.poisoned.iter().copied().filter(asleep).collect();
    poisons.into_iter().for_each(|poison| ends(cx, who, poison));
}

/// A poison is over; who lay there by it alone gets up.
fn ends(cx: &mut Cx<'_>, who: CombatantId, poison: Item) {
    cx.cite(Rule::Poison);
    cx.change(Fact::Poisoned { who, poison, sick: false });
    let lies = |it: &Item| matches!(effect(*it), Some(Effect::Paralyses | Effect::Sleeps));
    let it = cx.combatant(who);
    let by_poison = it.conditions.iter().any(|held| held.what == Condition::Incapacitated && held.from.is_some());
    if lies(&poison) && by_poison && !it.state.poisoned.iter().any(lies) {
        cx.apply(TableFact::Lost { who, what: Condition::Incapacitated });
    }
}

/// C16, ruling A11: the stretch is over with the fight: what poisons do then, they do now.
pub fn run_out(cx: &mut Cx<'_>) -> Flow {
    let sick: Vec<(CombatantId, Item)> = cx
        .combatants
        .iter()
        .filter(|it| !it.state.dead)
        .flat_map(|it| it.state.poisoned.iter().map(|poison| (it.id, *poison)))
        .collect();
    for (who, poison) in sick {
        if cx.combatant(who).state.dead {
            continue;
        }
        match effect(poison) {
            Some(Effect::Damages) => {
                let venom = |cx: &mut Cx<'_>| {
                    let die = damage::exploding(cx, 12);
                    let roll = Roll::total(Some(who), Rule::Poison, poison.name(), vec![die], Keep::All, vec![]);
                    Damage::direct(who, cx.rolled(roll).total)
                };
                cx.cite(Rule::Poison);
                let first = venom(cx);
                let damage = omen::spare(cx, first, venom)?;
                harm::suffer(cx, &damage)?;
            }
            Some(Effect::Kills) => harm::die(cx, who, Death::Poison, Rule::Poison)?,
            Some(Effect::Paralyses | Effect::Sleeps | Effect::GmSays) | None => {}
        }
        ends(cx, who, poison);
    }
    Ok(())
}
