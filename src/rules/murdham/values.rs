//! Values by their names: what scripts, `/who` and `/gm set` can read and set. The page `docs/murdham.md` lists them all.

use crate::engine::{CombatantId, Ends, Held, space::Space};
use crate::rules::murdham::{
    Combatant, Condition, FightState, TableFact,
    chapters::{cost, fear, hold, movement, nature, omen, turn, wear},
    model::{
        bulk,
        fact::{Death, Fact},
        gear, injuries, items, options, powers,
        sheet::{self, Ability},
        state::{self, At, Flag, Flight, Gear, Injury, Morale, Piece, Resource, ability, able},
    },
    text::labels,
};
use crate::rules::wording::yes_no;
use std::sync::Arc;

pub use crate::rules::names::key;

/// Other words for values, as people write them.
const ALSO: [(&str, &str); 24] = [
    ("wits", "wit"),
    ("strength", "str"),
    ("agility", "agi"),
    ("faction", "side"),
    ("team", "side"),
    ("wielding", "in-hand"),
    ("wields", "in-hand"),
    ("wielded", "in-hand"),
    ("inventory", "items"),
    ("gear", "items"),
    ("grabbed-by", "held-by"),
    ("grappled-by", "held-by"),
    ("grabbing", "holds"),
    ("grappling", "holds"),
    ("holding-on", "holds"),
    ("grappled", "grabbed"),
    ("can-act", "may-act"),
    ("surrender", "surrendered"),
    ("in-cover", "cover"),
    ("behind-cover", "cover"),
    ("behind-barrier", "barrier"),
    ("obscured", "concealment"),
    ("broken", "damaged"),
    ("zone-of", "place"),
];

/// The name by which a value is known.
fn known(name: &str) -> String {
    let name = key(name);
    ALSO.iter().find(|it| it.0 == name).map_or(name, |it| it.1.to_owned())
}

/// A value of somebody by its name.
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let state = &it.state;
    let name = known(name);
    if let Some((_, flag)) = Flag::ALL.iter().find(|it| it.0 == name) {
        return yes_no(state.is(*flag));
    }
    if name == key(Condition::Entangled.name()) {
        return yes_no(hold::is_entangled(fight, who));
    }
    if let Some(condition) = Condition::ALL.into_iter().find(|it| key(it.name()) == name) {
        return yes_no(it.is(&condition));
    }
    let active = fight.turns.active == Some(who);
    let left = |resource| if active { it.budget.left(resource) } else { cost::left(fight, who, resource) };
    let spent = fight.turns.is_spent(who);
    let reacted = spent && state.reacted_in == Some(fight.turns.round);
    let word = |left: bool| Some(if left && !spent { "left" } else { "used" }.to_owned());
    let list = |names: Vec<String>| Some(if names.is_empty() { "none".to_owned() } else { names.join(", ") });
    let listed = |wanted: fn(&Gear) -> bool| {
        list(state.gear.iter().filter(|it| wanted(it)).map(|it| it.weapon.name.clone()).collect())
    };
    match name.as_str() {
        "health" | "hp" => Some(state.health.to_string()),
        "max-health" | "maximum-health" => Some(state.max_health.to_string()),
        "wit" => Some(ability(it, Ability::Wit).to_string()),
        "str" => Some(ability(it, Ability::Str).to_string()),
        "agi" => Some(ability(it, Ability::Agi).to_string()),
        "size" => Some(it.sheet.size.name().to_owned()),
        "kind" => Some(it.sheet.kind.name().to_owned()),
        "traits" | "trait" => list(it.sheet.traits.iter().map(|it| it.name().to_owned()).collect()),
        "hide" | "natural-armour" => Some(it.sheet.hide.to_string()),
        "mana" => Some(state.mana.to_string()),
        "corruption" => Some(state.corruption.to_string()),
        "powers" | "power" | "scrolls" => {
            let scrolls = state.gear.iter().filter(|it| it.at != At::Gone).filter_map(|it| it.weapon.power.as_ref());
            list(scrolls.map(|it| it.name.clone()).collect())
        }
        "burnt" => yes_no(state.burnt),
        "rallied" => yes_no(state.rallied),
        "afraid-of" | "fears" => list(state.fears.iter().map(|it| fight.name(it.of).to_owned()).collect()),
        "unafraid-of" => list(state.unafraid_of.iter().map(|it| fight.name(*it).to_owned()).collect()),
        "taunted-by" => list(fear::taunted_by(fight, who).map(|it| fight.name(it).to_owned()).into_iter().collect()),
        "armour" | "armor" => Some(state.armour.name.clone()),
        "shield" => Some(state.shields().to_string()),
        "helmet" => yes_no(state.helmet),
        "acted" => yes_no(spent),
        "reacted" => yes_no(reacted),
        "turn" | "standing" | "status" => Some(labels::standing(fight, it).1),
        "main" | "main-action" => word(left(Resource::Main) > 0),
        "bonus" | "bonus-action" => word(left(Resource::Bonus) > 0),
        "move" | "movement" => {
            let lies = state.fell_in == Some(fight.turns.round); // who tripped goes no further (C30)
            Some(labels::halves(if spent || lies { 0 } else { left(Resource::Half) }))
        }
        "place" | "zone" | "at" | "position" => it.place.as_ref().map(|at| {
            let words = fight.space.place_words(at);
            words.strip_prefix("border ").unwrap_or(&words).to_owned() // as `place` is written
        }),
        "hazards" | "hazard" => list(it.place.map_or_else(Vec::new, |at| fight.space.hazards(at))),
        "concealed" | "hidden" => yes_no(it.hidden),
        "visible" => yes_no(!state.is(Flag::Unseen) && !it.hidden),
        "dying" => yes_no(state.dies_after.is_some() && !state.dead),
        "dead" | "killed" => yes_no(state.dead),
        "alive" => yes_no(!state.dead),
        "conscious" => yes_no(able(fight, who)),
        "unconscious" | "critical" => yes_no(it.is(&Condition::Incapacitated)),
        "conditions" | "condition" => {
            // Who is grabbed is entangled for as long (R36): that is the condition.
            let held = Condition::ALL.into_iter().filter(|what| it.is(what) && *what != Condition::Grabbed);
            list(held.map(|what| what.name().to_owned()).collect())
        }
        "holds" | "grabbing" | "grabs" => {
            Some(hold::held_by(fight, who).map_or_else(|| "nobody".to_owned(), |it| fight.name(it).to_owned()))
        }
        "held-by" | "grabbed-by" => {
            Some(hold::holder(fight, who).map_or_else(|| "nobody".to_owned(), |it| fight.name(it).to_owned()))
        }
        "down" => yes_no(!able(fight, who)),
        "stable" => yes_no(state.stable),
        "fast" => yes_no(turn::is_fast(fight, who)),
        "may-act" => yes_no(turn::may_act(fight).contains(&who)),
        "weapons" | "weapon" => listed(|it| it.at != At::Gone && !it.weapon.shield && it.weapon.power.is_none()),
        "in-hand" | "hands" | "holding" => listed(|it| it.at.in_hand()),
        "items" | "item" => list(state.items.iter().map(|(item, count)| format!("{} x{count}", item.name())).collect()),
        "injuries" | "injury" => list(state.injuries.iter().map(|it| it.injury.name().to_owned()).collect()),
        "injuries-in-full" => list(state.injuries.iter().map(injuries::typed).collect()),
        "omens" => Some(omen::left(it).to_string()),
        "poisoned" => list(state.poisoned.iter().map(|it| it.name().to_owned()).collect()),
        "morale" => Some(state.morale.name().to_owned()),
        "surrendered" => yes_no(state.surrendered),
        "fled" | "escaped" => yes_no(state.flight != Flight::Stays),
        "damaged" => list(damaged(fight, it)),
        "orders" => list(it.orders.iter().map(|it| labels::order(*it).to_owned()).collect()),
        "skills" => sheet::fields(&it.sheet).into_iter().find(|it| it.0 == "skills").map(|it| it.1),
        "bulk" | "encumbrance" => Some(bulk::carried(it).to_string()),
        "side" => Some(fight.side(it.side).name.to_string()),
        "speed" => Some(labels::halves(movement::halves_a_turn(fight, who))),
        _ => None,
    }
}

/// C7, C52: health as the GM sets it, with what losing all of it means: dying and incapacitated, or destroyed; and with any left nobody dies.
fn health(fight: &FightState, it: &Combatant, health: i32) -> Vec<TableFact> {
    let who = it.id;
    let own = TableFact::System;
    let mut facts = vec![own(Fact::HealthIs { who, health, healed: 0 })];
    let dying = it.state.dies_after.is_some();
    match health {
        0 if it.state.dead || dying || it.state.health == 0 => {}
        0 if nature::ends_at_nothing(fight, who) => facts.push(own(Fact::Died { who, of: Some(Death::Gm) })),
        0 => {
            facts.push(own(Fact::DiesAfter { who, round: Some(fight.turns.round + 1) }));
            if !nature::stands_critical_damage(fight, who) {
                facts.push(condition(who, Condition::Incapacitated, true));
            }
        }
        _ if dying => facts.push(own(Fact::DiesAfter { who, round: None })),
        _ => {}
    }
    facts
}

/// The facts by which the GM sets a value by its name.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let it = fight.find(who).ok_or("There is nobody of that name in the fight.")?;
    let state = &it.state;
    let (name, value) = (known(name), value.trim());
    let own = |fact: Fact| Ok(vec![TableFact::System(fact)]);
    let number = |least: i32, most: i32| match value.parse::<i32>() {
        Ok(number) if (least..=most).contains(&number) => Ok(number),
        _ => Err(format!("{name} is a whole number from {least} to {most}.")),
    };
    let yes = || sheet::yes(value).map_err(|why| format!("{name}: {why}"));
    if let Some((_, flag)) = Flag::ALL.iter().find(|it| it.0 == name) {
        return own(Fact::Flagged { who, flag: *flag, on: yes()? });
    }
    if let Some(what) = Condition::ALL.into_iter().find(|it| key(it.name()) == name) {
        let facts = conditions(it, state::again(it, what), yes()?);
        return Ok(fear::cornered_by(fight, who, facts));
    }
    let ability = |ability, number| own(Fact::AbilityIs { who, ability, number });
    match name.as_str() {
        "mana" => own(Fact::Paid { who, mana: number(0, powers::MANA_MAX)?, corruption: state.corruption }),
        "corruption" => own(Fact::Paid { who, mana: state.mana, corruption: number(0, powers::CORRUPTION_MAX)? }),
        "burnt" => own(Fact::Burnt { who, burnt: yes()? }),
        "health" | "hp" => Ok(health(fight, it, number(0, state.max_health)?)),
        "max-health" => own(Fact::MaxHealthIs { who, most: number(1, 200)? }),
        "wit" => ability(Ability::Wit, number(1, sheet::ABILITY_MAX)?),
        "str" => ability(Ability::Str, number(1, sheet::ABILITY_MAX)?),
        "agi" => ability(Ability::Agi, number(1, sheet::ABILITY_MAX)?),
        "armour" | "armor" => own(Fact::Wears { who, armour: gear::armour(value)?, helmet: state.helmet }),
        "helmet" => own(Fact::Wears { who, armour: state.armour, helmet: yes()? }),
        "concealed" | "hidden" => Ok(vec![TableFact::Hid { who, hidden: yes()? }]),
        "visible" => own(Fact::Flagged { who, flag: Flag::Unseen, on: !yes()? }),
        "acted" => Ok(vec![if yes()? { TableFact::Spent(who) } else { TableFact::Restored(who) }]),
        "main" | "bonus" => {
            let left = match key(value).as_str() {
                "left" => true,
                "used" | "spent" | "gone" => false,
                _ => yes()?,
            };
            let left = u16::from(left);
            Ok(vec![TableFact::ResourceSet {
                who,
                resource: if name == "main" { Resource::Main } else { Resource::Bonus },
                left,
            }])
        }
        "dead" => own(Fact::Died { who, of: yes()?.then_some(Death::Gm) }),
        "dying" => {
            let dies = yes()?.then_some(fight.turns.round + 1);
            let mut facts = vec![TableFact::System(Fact::DiesAfter { who, round: dies })];
            if dies.is_some() {
                facts.push(TableFact::System(Fact::HealthIs { who, health: 0, healed: 0 }));
                facts.push(condition(who, Condition::Incapacitated, true));
            }
            Ok(facts)
        }
        "stable" => {
            let safe = TableFact::System(Fact::DiesAfter { who, round: None });
            Ok(vec![safe, TableFact::System(Fact::Stable { who, stable: yes()? })])
        }
        "items" => own(Fact::ItemsAre { who, items: Arc::new(items::items(value)?) }),
        "weapons" | "shield" => {
            let typed = |wanted: &str| {
                let kept = sheet::fields(&it.sheet).into_iter().find(|it| it.0 == wanted).map(|it| it.1);
                if name == wanted { value.to_owned() } else { kept.unwrap_or_default() }
            };
            let fields = ["weapons", "shield", "powers"].map(|it| (it.to_owned(), typed(it)));
            let read = sheet::read(&fields).map_err(|why| format!("{name}: {}", why[0].1))?;
            let (fresh, _) = state::fresh(&read);
            own(Fact::GearSet { who, gear: fresh.gear })
        }
        "omens" => {
            let left = number(0, 9)?.try_into().unwrap_or(0);
            own(Fact::Omens { who, left, turned: None })
        }
        "morale" => match Morale::ALL.into_iter().find(|it| it.name() == key(value)) {
            Some(morale) => own(Fact::MoraleIs { who, morale }),
            None => Err("morale is steady, immune or failed.".to_owned()),
        },
        "surrendered" => own(Fact::Surrendered { who, surrendered: yes()?, round: Some(fight.turns.round) }),
        "fled" => {
            let flight = if yes()? { Flight::Away } else { Flight::Stays };
            own(Fact::FlightIs { who, flight, from: it.place })
        }
        "damaged" => {
            let worn = [("armour", Piece::Armour), ("helmet", Piece::Helmet)].into_iter();
            let gear = (0u8..).zip(state.gear.iter()).filter(|it| it.1.at != At::Gone);
            let mut pieces = gear.map(|(gear, it)| (it.weapon.name.as_str(), Piece::Gear(gear))).chain(worn);
            let (typed, damaged) = match value.split_once(':') {
                Some((thing, yes)) => (thing.trim(), sheet::yes(yes.trim())?),
                None => (value, true),
            };
            let Some((_, piece)) = pieces.find(|it| key(it.0) == key(typed)) else {
                return Err(format!("{} has no {typed}.", it.name));
            };
            own(Fact::DamagedIs { who, piece, damaged })
        }
        "place" | "zone" | "at" | "position" => {
            let at = fight
                .space
                .place_named(value)
                .ok_or_else(|| format!("There is no place called \u{201c}{value}\u{201d}."))?;
            Ok(vec![TableFact::Placed { who, at: Some(at) }])
        }
        "plight" => match key(value).as_str() {
            "well" => Ok(conditions(it, Condition::Incapacitated, false)),
            "critical" => Ok(conditions(it, Condition::Incapacitated, true)),
            "dead" => own(Fact::Died { who, of: Some(Death::Gm) }),
            _ => Err("plight is well, critical or dead.".to_owned()),
        },
        "injuries" => match Injury::ALL.into_iter().find(|it| key(it.name()) == key(value)) {
            Some(injury) => own(Fact::Injured { who, injury, loss: 0, permanent: false }),
            None => Err("There is no such injury.".to_owned()),
        },
        _ => Err(format!("Murdham has nothing called \u{201c}{name}\u{201d} that can be set.")),
    }
}

/// What somebody has that is damaged, by name.
fn damaged(fight: &FightState, it: &Combatant) -> Vec<String> {
    let gear = (0u8..).zip(it.state.gear.iter()).filter(|(_, gear)| gear.at != At::Gone).map(|it| Piece::Gear(it.0));
    let worn = [(Piece::Armour, it.state.armour.is_worn()), (Piece::Helmet, it.state.helmet)];
    let worn = worn.into_iter().filter(|it| it.1).map(|it| it.0);
    let damaged = gear.chain(worn).filter(|piece| wear::wear(fight, it.id, *piece).damaged);
    damaged.map(|piece| wear::name(fight, it.id, piece)).collect()
}

/// A condition and what goes with it: fear that nobody is named for is of every enemy.
fn conditions(of: &Combatant, what: Condition, on: bool) -> Vec<TableFact> {
    let who = of.id;
    let mut facts = vec![condition(who, what, on)];
    if matches!(what, Condition::Frightened | Condition::Terrified) && !of.state.fears.is_empty() {
        facts.push(TableFact::System(Fact::FearsAre { who, fears: vec![] }));
    }
    facts
}

fn condition(who: CombatantId, what: Condition, on: bool) -> TableFact {
    match on {
        true => TableFact::Gained { who, held: Held { what, ends: Ends::Fight, from: None } },
        false => TableFact::Lost { who, what },
    }
}

/// A value of the fight as a whole by its name.
pub fn read_fight(fight: &FightState, name: &str) -> Option<String> {
    match key(name).as_str() {
        "initiative" => fight.system.initiative.map(|it| fight.side(it).name.to_string()),
        "fat" | "threshold" => Some(fight.system.fat.map_or_else(|| "none".to_owned(), |it| it.to_string())),
        "decided" => yes_no(turn::sides_standing(fight) < 2),
        "ground" => {
            let names: Vec<&str> = fight.system.ground.iter().map(|it| it.gear.weapon.name.as_str()).collect();
            Some(if names.is_empty() { "none".to_owned() } else { names.join(", ") })
        }
        other => options::options(&fight.options).into_iter().find(|it| it.0 == other).map(|it| it.1),
    }
}

/// The facts by which the GM sets a value of the fight: who holds the initiative.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    match key(name).as_str() {
        "initiative" => {
            let side = fight.sides.iter().find(|it| key(&it.name) == key(value));
            let side = side.or_else(|| fight.sides.iter().find(|it| key(&it.name).starts_with(&key(value))));
            let side = side.ok_or_else(|| format!("There is no side called \u{201c}{value}\u{201d}."))?;
            Ok(vec![TableFact::System(Fact::InitiativeHeld(side.id))])
        }
        other => {
            Err(format!("Murdham has nothing called \u{201c}{other}\u{201d} to set for the fight. It has initiative."))
        }
    }
}
