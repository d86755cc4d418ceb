//! Values by their names: what scripts, `/who` and `/gm set` can read and set. The page `docs/murdham.md` lists them all.

use super::{
    Combatant, Condition, FightState, Murdham, TableFact,
    chapters::{cost, durability, fear, hold, movement, nature, omen, turn},
    model::{
        bulk,
        fact::{Death, Fact},
        gear, injuries, items, options, powers,
        sheet::{self, Ability},
        state::{self, At, Flag, Flight, Gear, Injury, Morale, Piece, Resource, ability, able},
    },
    text::labels,
};
use crate::{
    engine::{CombatantId, Ends, Held, space::Space},
    rules::{
        names::key,
        properties::{self, properties},
        wording::yes_no,
    },
};
use std::sync::Arc;

type Facts = Result<Vec<TableFact>, String>;

properties! {
    /// The values of a combatant in a fight, beside their conditions.
    PROPERTIES: Murdham;
    ["health", "hp"] "health now; set to 0, they\u{2019}re dying or destroyed (C7, C52)" |_, it| it.state.health, set_health;
    ["max-health", "maximum-health"] "health when unhurt" |_, it| it.state.max_health,
        |_, it, value| own(Fact::MaxHealthIs { who: it.id, most: whole("max-health", value, 1, 200)? });
    ["wit", "wits"] "WIT as it is now" |_, it| ability(it, Ability::Wit), |_, it, value| set_ability(it, Ability::Wit, value);
    ["str", "strength"] "STR as it is now" |_, it| ability(it, Ability::Str), |_, it, value| set_ability(it, Ability::Str, value);
    ["agi", "agility"] "AGI as it is now" |_, it| ability(it, Ability::Agi), |_, it, value| set_ability(it, Ability::Agi, value);
    ["armour", "armor"] "none, light, heavy" |_, it| it.state.armour.name.clone(),
        |_, it, value| own(Fact::Wears { who: it.id, armour: gear::armour(value)?, helmet: it.state.helmet });
    ["helmet"] "yes, no" |_, it| it.state.helmet,
        |_, it, value| own(Fact::Wears { who: it.id, armour: it.state.armour, helmet: yes("helmet", value)? });
    ["shield"] "how many shields are in hand; set to yes, no or 2" |_, it| it.state.shields(),
        |_, it, value| set_gear(it, "shield", value);
    ["hide", "natural-armour"] "as on the sheet" |_, it| it.sheet.hide;
    ["turn", "standing", "status"] "ready, acting, acted, reacted, stunned, surrendered, fled, down, dying, dead"
        |fight, it| labels::standing(fight, it).1;
    ["acted"] "whether this round\u{2019}s turn is used up, by acting or by reacting"
        |fight, it| fight.turns.is_spent(it.id),
        |_, it, value| Ok(vec![if yes("acted", value)? { TableFact::Spent(it.id) } else { TableFact::Restored(it.id) }]);
    ["reacted"] "whether it\u{2019}s used up by reacting"
        |fight, it| fight.turns.is_spent(it.id) && it.state.reacted_in == Some(fight.turns.round);
    ["may-act", "can-act"] "whether they can act now" |fight, it| turn::may_act(fight).contains(&it.id);
    ["fast"] "whether their WIT reaches this round\u{2019}s threshold" |fight, it| turn::is_fast(fight, it.id);
    ["main", "main-action"] "the main action: left, used"
        |fight, it| left_or_used(fight, it, Resource::Main), |_, it, value| set_action(it, Resource::Main, value);
    ["bonus", "bonus-action"] "the bonus action: left, used"
        |fight, it| left_or_used(fight, it, Resource::Bonus), |_, it, value| set_action(it, Resource::Bonus, value);
    ["move", "movement"] "what\u{2019}s left of the turn\u{2019}s movement: none, half a zone, 1 zone \u{2026}" |fight, it| {
        let lies = it.state.fell_in == Some(fight.turns.round); // who tripped goes no further (C30)
        let gone = lies || fight.turns.is_spent(it.id);
        labels::halves(if gone { 0 } else { left(fight, it, Resource::Half) })
    };
    ["speed"] "the movement of a whole turn" |fight, it| labels::halves(movement::halves_a_turn(fight, it.id));
    ["place", "zone", "at", "position", "zone-of"] "`Gate`, or `Gate/Yard` for a border" |fight, it| {
        let words = it.place.as_ref().map(|at| fight.space.place_words(at));
        words.map(|it| it.strip_prefix("border ").unwrap_or(&it).to_owned()) // as `place` is written
    }, set_place;
    ["hazards", "hazard"] "what somebody can be shoved into from there"
        |fight, it| list(it.place.map_or_else(Vec::new, |at| fight.space.hazards(at)));
    ["concealed", "hidden"] "hidden from the other sides (R40)" |_, it| it.is_hidden(),
        |_, it, value| Ok(vec![TableFact::Hid { who: it.id, hidden: yes("concealed", value)? }]);
    ["visible"] "no: enemies can\u{2019}t see them, though they know of them (R17, R18)"
        |_, it| !it.state.is(Flag::Unseen) && !it.is_hidden(), |_, it, value| flag(it, Flag::Unseen, !yes("visible", value)?);
    ["unseen"] "the same the other way round"
        |_, it| it.state.is(Flag::Unseen), |_, it, value| flag(it, Flag::Unseen, yes("unseen", value)?);
    ["concealment", "obscured"] "half seen: damage to them is impaired (R27)"
        |_, it| it.state.is(Flag::Obscured), |_, it, value| flag(it, Flag::Obscured, yes("concealment", value)?);
    ["cover", "in-cover", "behind-cover"] "in cover (R28)"
        |_, it| it.state.is(Flag::Cover), |_, it, value| flag(it, Flag::Cover, yes("cover", value)?);
    ["barrier", "behind-barrier"] "behind a barrier (R29)"
        |_, it| it.state.is(Flag::Barrier), |_, it, value| flag(it, Flag::Barrier, yes("barrier", value)?);
    ["climbing"] "their attacks are impaired (C33)"
        |_, it| it.state.is(Flag::Climbing), |_, it, value| flag(it, Flag::Climbing, yes("climbing", value)?);
    ["swimming"] "their attacks are impaired (C34)"
        |_, it| it.state.is(Flag::Swimming), |_, it, value| flag(it, Flag::Swimming, yes("swimming", value)?);
    ["flying"] "in the air (C58)"
        |_, it| it.state.is(Flag::Flying), |_, it, value| flag(it, Flag::Flying, yes("flying", value)?);
    ["riding"] "in the saddle, which a lance needs"
        |_, it| it.state.is(Flag::Riding), |_, it, value| flag(it, Flag::Riding, yes("riding", value)?);
    ["flammable"] "fire does enhanced damage to them (C20)"
        |_, it| it.state.is(Flag::Flammable), |_, it, value| flag(it, Flag::Flammable, yes("flammable", value)?);
    ["metal"] "lightning does enhanced damage to them (C20)"
        |_, it| it.state.is(Flag::Metal), |_, it, value| flag(it, Flag::Metal, yes("metal", value)?);
    ["fearless"] "immune to fear, and so to morale (R46)"
        |_, it| it.state.is(Flag::Fearless), |_, it, value| flag(it, Flag::Fearless, yes("fearless", value)?);
    ["unaware"] "they can\u{2019}t react to the next attack (R20)"
        |_, it| it.state.is(Flag::Unaware), |_, it, value| flag(it, Flag::Unaware, yes("unaware", value)?);
    ["challenging"] "their next attack needs a WIT save (R13)"
        |_, it| it.state.is(Flag::Challenging), |_, it, value| flag(it, Flag::Challenging, yes("challenging", value)?);
    ["penetrating"] "their next attack ignores cover (R28)"
        |_, it| it.state.is(Flag::Penetrating), |_, it, value| flag(it, Flag::Penetrating, yes("penetrating", value)?);
    ["enhanced"] "their next attack does enhanced damage"
        |_, it| it.state.is(Flag::Enhanced), |_, it, value| flag(it, Flag::Enhanced, yes("enhanced", value)?);
    ["impaired"] "their next attack does impaired damage"
        |_, it| it.state.is(Flag::Hindered), |_, it, value| flag(it, Flag::Hindered, yes("impaired", value)?);
    ["morale"] "steady, immune (passed a check), failed" |_, it| it.state.morale.name(), |_, it, value| {
        let morale = Morale::ALL.into_iter().find(|it| it.name() == key(value));
        own(Fact::MoraleIs { who: it.id, morale: morale.ok_or("morale is steady, immune or failed.")? })
    };
    ["failed-morale", "lost-heart"] "yes, no" |_, it| state::lost_heart(it), |_, it, value| {
        let failed = yes("failed-morale", value)?;
        own(Fact::MoraleIs { who: it.id, morale: if failed { Morale::Broken } else { Morale::Steady } })
    };
    ["surrendered", "surrender"] "yes, no" |_, it| it.state.surrendered, |fight, it, value| {
        own(Fact::Surrendered { who: it.id, surrendered: yes("surrendered", value)?, round: Some(fight.turns.round) })
    };
    ["fled", "escaped"] "yes, no" |_, it| it.state.flight != Flight::Stays, |_, it, value| {
        let flight = if yes("fled", value)? { Flight::Away } else { Flight::Stays };
        own(Fact::FlightIs { who: it.id, flight, from: it.place })
    };
    ["dying"] "yes, no" |_, it| it.state.dies_after.is_some() && !it.state.dead, set_dying;
    ["dead", "killed"] "yes, no" |_, it| it.state.dead,
        |_, it, value| own(Fact::Died { who: it.id, of: yes("dead", value)?.then_some(Death::Gm) });
    ["alive"] "yes, no" |_, it| !it.state.dead;
    ["stable"] "yes, no" |_, it| it.state.stable, |_, it, value| {
        let safe = TableFact::System(Fact::DiesAfter { who: it.id, round: None });
        Ok(vec![safe, TableFact::System(Fact::Stable { who: it.id, stable: yes("stable", value)? })])
    };
    ["down"] "yes, no" |fight, it| !able(fight, it.id);
    ["conscious"] "yes, no" |fight, it| able(fight, it.id);
    ["unconscious", "critical"] "incapacitated: yes, no" |_, it| it.is(&Condition::Incapacitated);
    ["plight"] "well, critical or dead: can only be set" |_, _| None::<&str>, set_plight;
    ["conditions", "condition"] "all of them, or none" |_, it| {
        // Who is grabbed is entangled for as long (R36): that is the condition.
        let held = Condition::ALL.into_iter().filter(|what| it.is(what) && *what != Condition::Grabbed);
        list(held.map(|what| what.name()))
    };
    ["holds", "grabs", "grabbing", "grappling", "holding-on"] "whom they hold, or nobody (R36)"
        |fight, it| name_or_nobody(fight, hold::held_by(fight, it.id));
    ["held-by", "grabbed-by", "grappled-by"] "who holds them, or nobody (R36)"
        |fight, it| name_or_nobody(fight, hold::holder(fight, it.id));
    ["weapons", "weapon"] "all they carry"
        |_, it| gear_names(it, |it| it.at != At::Gone && !it.weapon.shield && it.weapon.power.is_none()),
        |_, it, value| set_gear(it, "weapons", value);
    ["in-hand", "hands", "holding", "wielding", "wields", "wielded"] "what they hold"
        |_, it| gear_names(it, |it| it.at.in_hand());
    ["items", "item", "inventory", "gear"] "consumables, with how many"
        |_, it| list(it.state.items.iter().map(|(item, count)| format!("{} x{count}", item.name()))),
        |_, it, value| own(Fact::ItemsAre { who: it.id, items: Arc::new(items::items(value)?) });
    ["damaged", "broken"] "what of their gear is damaged; set to the name of a thing, or `armour: no`"
        |fight, it| list(damaged(fight, it)), set_damaged;
    ["injuries", "injury"] "scar, weakened, dazed, lamed, secondary arm, primary arm, eye; set to one more"
        |_, it| list(it.state.injuries.iter().map(|it| it.injury.name())), |_, it, value| {
            let injury = Injury::ALL.into_iter().find(|it| key(it.name()) == key(value));
            let injury = injury.ok_or("There\u{2019}s no such injury.")?;
            own(Fact::Injured { who: it.id, injury, loss: 0, permanent: false })
        };
    ["injuries-in-full"] "the same as on a sheet: `lamed 2 permanent`"
        |_, it| list(it.state.injuries.iter().map(injuries::typed));
    ["omens"] "how many are left" |_, it| omen::left(it), |_, it, value| {
        let left = whole("omens", value, 0, 9)?.try_into().unwrap_or(0);
        own(Fact::Omens { who: it.id, left, turned: None })
    };
    ["poisoned"] "the poisons in their blood" |_, it| list(it.state.poisoned.iter().map(|it| it.name()));
    ["mana"] "a number" |_, it| it.state.mana, |_, it, value| {
        let mana = whole("mana", value, 0, powers::MANA_MAX)?;
        own(Fact::Paid { who: it.id, mana, corruption: it.state.corruption })
    };
    ["corruption"] "a number" |_, it| it.state.corruption, |_, it, value| {
        let corruption = whole("corruption", value, 0, powers::CORRUPTION_MAX)?;
        own(Fact::Paid { who: it.id, mana: it.state.mana, corruption })
    };
    ["powers", "power", "scrolls"] "those whose scrolls they carry" |_, it| {
        let scrolls = it.state.gear.iter().filter(|it| it.at != At::Gone).filter_map(|it| it.weapon.power.as_ref());
        list(scrolls.map(|it| it.name.as_str()))
    };
    ["burnt"] "they don\u{2019}t regenerate any more" |_, it| it.state.burnt,
        |_, it, value| own(Fact::Burnt { who: it.id, burnt: yes("burnt", value)? });
    ["rallied"] "whether they\u{2019}ve rallied the others" |_, it| it.state.rallied;
    ["afraid-of", "fears"] "names, or none" |fight, it| list(it.state.fears.iter().map(|it| fight.name(it.of)));
    ["unafraid-of"] "names, or none" |fight, it| list(it.state.unafraid_of.iter().map(|it| fight.name(*it)));
    ["taunted-by"] "a name, or none" |fight, it| list(fear::taunted_by(fight, it.id).map(|it| fight.name(it)));
    ["orders"] "standing orders" |_, it| list(it.orders.iter().map(|it| labels::order(*it)));
    ["skills"] "as on the sheet"
        |_, it| sheet::fields(&it.sheet).into_iter().find(|it| it.0 == "skills").map(|it| it.1);
    ["side", "faction", "team"] "the side\u{2019}s name" |fight, it| fight.side(it.side).name.to_string();
    ["size"] "as on the sheet" |_, it| it.sheet.size.name();
    ["kind"] "as on the sheet" |_, it| it.sheet.kind.name();
    ["traits", "trait"] "as on the sheet" |_, it| list(it.sheet.traits.iter().map(|it| it.name()));
    ["bulk", "encumbrance"] "of all they carry and wear: 1 for most things, 2 for what takes both hands and for a shield, half for a draught or a scroll, 2 for light and 4 for heavy armour. What\u{2019}s too much is for the GM to say (`encumbered`)"
        |_, it| bulk::carried(it).to_string();
}

/// A condition by its name, or by another word for it.
fn condition_named(name: &str) -> Option<Condition> {
    let name = key(name);
    let name = if name == "grappled" { "grabbed" } else { name.as_str() };
    Condition::ALL.into_iter().find(|it| key(it.name()) == name)
}

/// A value of a combatant by its name: a condition, or one of [`PROPERTIES`].
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    match condition_named(name) {
        Some(Condition::Entangled) => yes_no(hold::is_entangled(fight, who)),
        Some(condition) => yes_no(it.is(&condition)),
        None => (properties::named(PROPERTIES, name)?.read)(fight, it),
    }
}

/// The facts by which the GM sets a value by its name.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Facts {
    let it = fight.find(who).ok_or("Nobody of that name is in the fight.")?;
    if let Some(what) = condition_named(name) {
        let facts = conditions(it, state::again(it, what), yes(&key(what.name()), value)?);
        return Ok(fear::cornered_by(fight, who, facts));
    }
    match properties::named(PROPERTIES, name).and_then(|it| it.set) {
        Some(set) => set(fight, it, value.trim()),
        None => Err(format!(
            "\u{201c}{}\u{201d} isn\u{2019}t something you can set in Murdham. You can set {} and the conditions.",
            key(name),
            properties::that_can_be_set(PROPERTIES)
        )),
    }
}

fn own(fact: Fact) -> Facts {
    Ok(vec![TableFact::System(fact)])
}

fn yes(name: &str, value: &str) -> Result<bool, String> {
    sheet::yes(value.trim()).map_err(|why| format!("{name}: {why}"))
}

fn whole(name: &str, value: &str, least: i32, most: i32) -> Result<i32, String> {
    let number = value.parse::<i32>().ok().filter(|it| (least..=most).contains(it));
    number.ok_or_else(|| format!("{name} is a whole number from {least} to {most}."))
}

fn flag(it: &Combatant, flag: Flag, on: bool) -> Facts {
    own(Fact::Flagged { who: it.id, flag, on })
}

fn list<T: AsRef<str>>(all: impl IntoIterator<Item = T>) -> String {
    let mut words = String::new();
    for it in all {
        words.push_str(if words.is_empty() { "" } else { ", " });
        words.push_str(it.as_ref());
    }
    if words.is_empty() { "none".to_owned() } else { words }
}

fn name_or_nobody(fight: &FightState, who: Option<CombatantId>) -> String {
    who.map_or("nobody", |it| fight.name(it)).to_owned()
}

fn gear_names(it: &Combatant, wanted: fn(&Gear) -> bool) -> String {
    list(it.state.gear.iter().filter(|it| wanted(it)).map(|it| it.weapon.name.as_str()))
}

fn left(fight: &FightState, it: &Combatant, resource: Resource) -> u16 {
    let active = fight.turns.active == Some(it.id);
    if active { it.budget.left(resource) } else { cost::left(fight, it.id, resource) }
}

fn left_or_used(fight: &FightState, it: &Combatant, resource: Resource) -> &'static str {
    if left(fight, it, resource) > 0 && !fight.turns.is_spent(it.id) { "left" } else { "used" }
}

fn set_action(it: &Combatant, resource: Resource, value: &str) -> Facts {
    let name = if resource == Resource::Main { "main" } else { "bonus" };
    let left = match key(value).as_str() {
        "left" => true,
        "used" | "spent" | "gone" => false,
        _ => yes(name, value)?,
    };
    Ok(vec![TableFact::ResourceSet { who: it.id, resource, left: u16::from(left) }])
}

fn set_ability(it: &Combatant, ability: Ability, value: &str) -> Facts {
    let number = whole(&key(ability.name()), value, 1, sheet::ABILITY_MAX)?;
    own(Fact::AbilityIs { who: it.id, ability, number })
}

fn set_place(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let at = fight.space.place_named(value);
    let at = at.ok_or_else(|| format!("There\u{2019}s no place called \u{201c}{value}\u{201d}."))?;
    Ok(vec![TableFact::Placed { who: it.id, at: Some(at) }])
}

fn set_gear(it: &Combatant, name: &str, value: &str) -> Facts {
    let typed = |wanted: &str| {
        let kept = sheet::fields(&it.sheet).into_iter().find(|it| it.0 == wanted).map(|it| it.1);
        if name == wanted { value.to_owned() } else { kept.unwrap_or_default() }
    };
    let fields = ["weapons", "shield", "powers"].map(|it| (it.to_owned(), typed(it)));
    let read = sheet::read(&fields).map_err(|why| format!("{name}: {}", why[0].1))?;
    let (fresh, _) = state::fresh(&read);
    own(Fact::GearSet { who: it.id, gear: fresh.gear })
}

/// C7, C52: health as the GM sets it, with what losing all of it means: dying and incapacitated, or destroyed; and with any left nobody dies.
fn set_health(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let health = whole("health", value, 0, it.state.max_health)?;
    let who = it.id;
    let mut facts = vec![TableFact::System(Fact::HealthIs { who, health, healed: 0 })];
    let dying = it.state.dies_after.is_some();
    match health {
        0 if it.state.dead || dying || it.state.health == 0 => {}
        0 if nature::ends_at_nothing(fight, who) => {
            facts.push(TableFact::System(Fact::Died { who, of: Some(Death::Gm) }));
        }
        0 => {
            facts.push(TableFact::System(Fact::DiesAfter { who, round: Some(fight.turns.round + 1) }));
            if !nature::stands_critical_damage(fight, who) {
                facts.push(condition(who, Condition::Incapacitated, true));
            }
        }
        _ if dying => facts.push(TableFact::System(Fact::DiesAfter { who, round: None })),
        _ => {}
    }
    Ok(facts)
}

fn set_dying(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let who = it.id;
    let round = yes("dying", value)?.then_some(fight.turns.round + 1);
    let mut facts = vec![TableFact::System(Fact::DiesAfter { who, round })];
    if round.is_some() {
        facts.push(TableFact::System(Fact::HealthIs { who, health: 0, healed: 0 }));
        facts.push(condition(who, Condition::Incapacitated, true));
    }
    Ok(facts)
}

fn set_plight(_: &FightState, it: &Combatant, value: &str) -> Facts {
    match key(value).as_str() {
        "well" => Ok(conditions(it, Condition::Incapacitated, false)),
        "critical" => Ok(conditions(it, Condition::Incapacitated, true)),
        "dead" => own(Fact::Died { who: it.id, of: Some(Death::Gm) }),
        _ => Err("plight is well, critical or dead.".to_owned()),
    }
}

fn set_damaged(_: &FightState, it: &Combatant, value: &str) -> Facts {
    let worn = [("armour", Piece::Armour), ("helmet", Piece::Helmet)].into_iter();
    let gear = (0u8..).zip(it.state.gear.iter()).filter(|it| it.1.at != At::Gone);
    let mut pieces = gear.map(|(gear, it)| (it.weapon.name.as_str(), Piece::Gear(gear))).chain(worn);
    let (typed, damaged) = match value.split_once(':') {
        Some((thing, yes)) => (thing.trim(), sheet::yes(yes.trim())?),
        None => (value, true),
    };
    match pieces.find(|it| key(it.0) == key(typed)) {
        Some((_, piece)) => own(Fact::DamagedIs { who: it.id, piece, damaged }),
        None => Err(format!("{} doesn\u{2019}t have a {typed}.", it.name)),
    }
}

/// What a combatant has that is damaged, by name.
fn damaged(fight: &FightState, it: &Combatant) -> Vec<String> {
    let gear = (0u8..).zip(it.state.gear.iter()).filter(|(_, gear)| gear.at != At::Gone).map(|it| Piece::Gear(it.0));
    let worn = [(Piece::Armour, it.state.armour.is_worn()), (Piece::Helmet, it.state.helmet)];
    let worn = worn.into_iter().filter(|it| it.1).map(|it| it.0);
    let damaged = gear.chain(worn).filter(|piece| durability::wear(fight, it.id, *piece).damaged);
    damaged.map(|piece| durability::name(fight, it.id, piece)).collect()
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
        "fat" | "threshold" => Some(fight.system.fast_threshold.map_or_else(|| "none".to_owned(), |it| it.to_string())),
        "decided" => yes_no(turn::sides_standing(fight) < 2),
        "ground" => {
            let names: Vec<&str> = fight.system.ground.iter().map(|it| it.gear.weapon.name.as_str()).collect();
            Some(if names.is_empty() { "none".to_owned() } else { names.join(", ") })
        }
        other => options::options(&fight.options).into_iter().find(|it| it.0 == other).map(|it| it.1),
    }
}

/// The facts by which the GM sets a value of the fight: who holds the initiative.
pub fn set_fight(fight: &FightState, name: &str, value: &str) -> Facts {
    match key(name).as_str() {
        "initiative" => {
            let side = fight.sides.iter().find(|it| key(&it.name) == key(value));
            let side = side.or_else(|| fight.sides.iter().find(|it| key(&it.name).starts_with(&key(value))));
            let side = side.ok_or_else(|| format!("There\u{2019}s no side called \u{201c}{value}\u{201d}."))?;
            Ok(vec![TableFact::System(Fact::InitiativeHeld(side.id))])
        }
        other => Err(format!(
            "\u{201c}{other}\u{201d} isn\u{2019}t something you can set for a fight in Murdham. You can set initiative."
        )),
    }
}
