//! Values by their names: what scripts, `/who` and `/gm set` can read and set. The page `docs/ingenuity.md` lists them all.

use crate::rules::ingenuity::{
    Combatant, Condition, Fact, FightState, Ingenuity, Resource, TableFact,
    chapters::{defence, harm, movement, order, reaction},
    model::{
        board,
        circumstances::Circumstances,
        gear::{DamageType, ProtectionKind},
        options,
        sheet::{self, Attribute, stat_named},
        state::{At, Coming, Gear, Trigger, held, in_hand, is_conscious, is_up},
    },
    text::labels,
    verbs,
};
use crate::{
    engine::{CombatantId, Ends, Held, SideId, TurnOrder, space::Space},
    rules::{
        names::{self, key},
        properties::{self, properties},
        wording::yes_no,
    },
};

type Facts = Result<Vec<TableFact>, String>;

properties! {
    /// The values of a combatant in a fight, beside their attributes, their conditions and the fields of their sheet.
    PROPERTIES: Ingenuity;
    ["endurance"] "endurance now; `max-endurance` for the most" |_, it| it.state.endurance, |_, it, value| set_pool(it, "endurance", value);
    ["health"] "health now; set to 0, they fall unconscious" |_, it| it.state.health, |_, it, value| set_pool(it, "health", value);
    ["stamina"] "stamina now" |_, it| it.state.stamina, |_, it, value| set_pool(it, "stamina", value);
    ["focus"] "focus now" |_, it| it.state.focus, |_, it, value| set_pool(it, "focus", value);
    ["fate"] "points of fate, 0 to 3" |_, it| it.state.fate,
        |_, it, value| own(Fact::FateIs { who: it.id, left: whole("fate", value, 0, sheet::FATE_MAX)? });
    ["breaks"] "breaks since the last rest, 0 to 2 (C11)" |_, it| it.state.breaks,
        |_, it, value| own(Fact::BreaksAre { who: it.id, count: whole("breaks", value, 0, 2)? });
    ["evasion"] "as it counts now" |fight, it| defence::evasion(fight, it.id);
    ["constitution"] "as it counts now" |fight, it| defence::constitution(fight, it.id);
    ["willpower"] "as it counts now" |fight, it| defence::willpower(fight, it.id);
    ["physical-deflection"] "as it counts now" |fight, it| defence::deflection(fight, it.id, ProtectionKind::Physical);
    ["elemental-deflection"] "as it counts now" |fight, it| defence::deflection(fight, it.id, ProtectionKind::Elemental);
    ["speed"] "metres, as it counts now" |fight, it| movement::speed(fight, it.id);
    ["size"] "1 to 12" |_, it| it.sheet.size;
    ["missing-health", "missing-hp"] "health below the most" |_, it| it.sheet.stat("health") - it.state.health;
    ["cheat-death", "death-difficulty", "death-number", "luck-difficulty", "cheat-death-difficulty"]
        "the number of the next luck test against death (R55)" |_, it| it.state.cheat_death, set_cheat_death;
    ["actions", "actions-left"] "actions left of a turn under way, or of one that could be taken now" actions_now,
        |_, it, value| set_resource(it, Resource::Action, "actions", value);
    ["reaction", "reactions", "reactions-left"] "reactions left" reactions,
        |_, it, value| set_resource(it, Resource::Reaction, "reaction", value);
    ["move", "movement"] "metres left to move this turn" |fight, it| movement::metres_left(fight, it.id);
    ["attacks", "attacks-made"] "attacks made this round" |_, it| it.state.attacks,
        |_, it, value| own(Fact::AttacksAre { who: it.id, count: whole("attacks", value, 0, 20)? as u8 });
    ["map", "multiple-attack-penalty", "attack-penalty"] "the penalty for those attacks (R36)"
        |_, it| -2 * i32::from(it.state.attacks);
    ["powers-used"] "powers used this round" |_, it| it.state.powers;
    ["turn", "standing", "status"] "ready, acting, acted, surprised, incapacitated, unconscious, dead"
        |fight, it| labels::standing(fight, it).1;
    ["acted", "has-acted"] "whether they\u{2019}ve had this round\u{2019}s turn" |fight, it| fight.turns.is_spent(it.id);
    ["may-act"] "whether they can act now" |fight, it| order::may_act(fight).contains(&it.id);
    ["may-react", "can-react"] "whether they have a reaction to use" |fight, it| reaction::can_react(fight, it.id);
    ["reacted"] "whether they\u{2019}ve reacted this round" |_, it| it.state.reacted > 0;
    ["moved"] "whether they\u{2019}ve moved this turn" |fight, it| order::has_moved(fight, it.id);
    ["stepped"] "whether they\u{2019}ve stepped this turn" |fight, it| order::has_stepped(fight, it.id);
    ["waited", "waiting"] "whether they wait (R28)" |_, it| it.state.waited;
    ["commanded"] "whether they\u{2019}ve been lent an action (R18)" |fight, it| fight.system.lent.is_some_and(|lent| lent.1 == it.id);
    ["shift", "may-shift"] "whether a dodge lets them shift for free (C7)" |_, it| it.state.shifts;
    ["begun", "carried", "started"] "the action in progress, as `reload 1/2`, or none" |_, it| {
        or_none(it.state.carried.as_ref().map(|it| format!("{} {}/{}", verbs::name(&it.action), it.paid, it.cost)))
    };
    ["readied", "ready"] "the readied verb, or none" |_, it| or_none(it.state.readied.as_ref().map(|it| it.verb.replace('-', " ")));
    ["trigger"] "what sets it off, or none" |_, it| or_none(it.state.readied.as_ref().map(|it| it.trigger.clone()));
    ["harmed"] "at half of endurance or below (R51)" |fight, it| harm::is_harmed(fight, it.id);
    ["bloodied"] "with any health missing (R52)" |fight, it| harm::is_bloodied(fight, it.id);
    ["conscious", "awake"] "yes, no" |_, it| is_conscious(it);
    ["down"] "yes, no" |_, it| !is_up(it);
    ["dead", "killed"] "yes, no" |_, it| it.state.dead,
        |_, it, value| own(if yes("dead", value)? { Fact::Died(it.id) } else { Fact::Lives(it.id) });
    ["alive"] "yes, no" |_, it| !it.state.dead;
    ["hidden", "concealed"] "out of the other sides\u{2019} sight" |_, it| it.is_hidden(),
        |_, it, value| Ok(vec![TableFact::Hid { who: it.id, hidden: yes("hidden", value)? }]);
    ["surprised"] "without a turn in the surprise round; set, whether they can be" |fight, it| order::is_surprised(fight, it),
        |_, it, value| own(Fact::SurprisedIs { who: it.id, surprised: Some(yes("surprised", value)?) });
    ["flank"] "between two foes who can act (R38)" |fight, it| board::flanked(fight, it.id, None);
    ["cover", "covered"] "in cover, or seeking it" |_, it| it.is(&Condition::Cover) || it.is(&Condition::SeekingCover);
    ["place", "square", "at", "position"] "a square" |fight, it| it.place.as_ref().map(|at| fight.space.place_words(at)), set_place;
    ["in-hand", "held", "holding", "hands", "wielding", "wields"] "items in hand" |_, it| listed(in_hand(it).map(|it| it.1));
    ["ground", "dropped"] "items on the ground" |_, it| listed(it.state.gear.iter().filter(|it| matches!(it.at, At::Ground(_))));
    ["weapons"] "weapons carried" |_, it| listed(it.state.gear.iter().filter(|it| it.item.is_weapon()));
    ["loaded"] "whether all that shoots is loaded; `loaded ITEM`* of one" |_, it| {
        it.state.gear.iter().filter(|it| it.item.reload > 0).all(|it| it.loaded)
    };
    ["durability"] "of the shield in hand, or what else is; `durability ITEM`* and `broken ITEM` of one" |_, it| {
        let shield = in_hand(it).find(|it| it.1.item.block.is_some());
        shield.or_else(|| in_hand(it).next()).map(|it| it.1.durability)
    };
    ["advantage"] "sources of advantage for the next test" |_, it| it.state.next.advantage,
        |_, it, value| Ok(next_is(it, Circumstances { advantage: count(value)?, ..it.state.next }));
    ["disadvantage"] "sources of disadvantage for the next test" |_, it| it.state.next.disadvantage,
        |_, it, value| Ok(next_is(it, Circumstances { disadvantage: count(value)?, ..it.state.next }));
    ["bonus", "assistance"] "added to the next test" |_, it| it.state.next.bonus,
        |_, it, value| Ok(next_is(it, Circumstances { bonus: whole("bonus", value, -20, 20)?, ..it.state.next }));
    ["difficulty"] "of the next test: a number, a name (C1), or none" |_, it| or_none(it.state.next.difficulty.map(|it| it.to_string())),
        |_, it, value| Ok(next_is(it, Circumstances { difficulty: difficulty(value)?, ..it.state.next }));
    ["halves", "halve"] "whether fate halves the next damage" |_, it| it.state.halves;
    ["damage", "trap", "harm"] "deals damage, as `7 fire`, less deflection; `nonlethal` may follow" nothing,
        |_, it, value| damage(it.id, value, false);
    ["damage-taken", "taken"] "the same, after reductions" nothing, |_, it, value| damage(it.id, value, true);
    ["effect", "affliction"] "sets off an effect, as `stunned 8`, or `blinded 8 mental` to be resisted" nothing,
        |_, it, value| effect(it.id, value);
    ["side", "team"] "the team\u{2019}s name" |fight, it| fight.side_name(it.side).to_owned();
    ["conditions"] "all of them, with harmed and bloodied, or none" conditions;
    ["orders"] "the standing orders, or none"
        |_, it| or_none(Some(it.orders.iter().map(|it| labels::order(*it)).collect::<Vec<_>>().join(", ")));
}

/// A value of a combatant by its name: the most of a pool, an attribute, a condition, one of [`PROPERTIES`], or a field of the sheet.
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let name = key(name);
    let most = ["max-", "maximum-"].iter().find_map(|it| name.strip_prefix(it)).or(name.strip_suffix("-max"));
    if let Some(stat) = most.and_then(stat_named) {
        return Some(it.sheet.stat(stat).to_string());
    }
    if let Some(of) = Attribute::named(&name) {
        return Some(format!("d{}", it.sheet.attribute(of)));
    }
    if let Some(what) = Condition::named(&name).filter(|_| name != "cover") {
        return condition(it, what, name.ends_with(|it: char| it.is_ascii_digit()));
    }
    // "physical def" is a name of two words, and no value of "physical".
    let is_begun = ["physical", "elemental", "hit"].contains(&name.as_str());
    let stat = stat_named(&name).filter(|_| !is_begun).unwrap_or(&name);
    if let Some(property) = properties::named(PROPERTIES, stat) {
        return (property.read)(fight, it);
    }
    if let Some(read) = of_item(it, &name) {
        return Some(read);
    }
    let wanted = if name == "max" { "" } else { name.as_str() };
    let field = sheet::fields(&it.sheet).into_iter().find(|it| it.0 == wanted).map(|it| it.1);
    let skill = || it.sheet.skills.get(&name).map(|it| format!("d{it}"));
    field.or_else(skill).or_else(|| it.sheet.proficiencies.get(&name).map(i32::to_string))
}

/// The facts by which the GM sets a value by its name.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Facts {
    let it = fight.find(who).ok_or("There\u{2019}s nobody of that name in the fight.")?;
    // What follows from the dice stands in brackets in a sheet.
    let (name, value) = (key(name), value.trim().trim_start_matches('(').trim_end_matches(')'));
    if let Some(what) = Condition::named(&name) {
        let amount = value.parse::<u8>().ok().filter(|_| what.amount().is_some());
        let is_on = amount.map_or_else(|| yes(&name, value), |it| Ok(it > 0))?;
        return Ok(match is_on {
            true => falls(it, amount.map_or(what, |it| what.with_amount(it))),
            false => held(it, what).map(|what| TableFact::Lost { who, what }).into_iter().collect(),
        });
    }
    if let Some(set) = properties::named(PROPERTIES, stat_named(&name).unwrap_or(&name)).and_then(|it| it.set) {
        return set(fight, it, value);
    }
    match (name.strip_prefix("durability"), name.strip_prefix("loaded")) {
        (Some(wanted), _) => {
            own(Fact::DurabilityIs { who, item: item(it, wanted)?, left: whole("durability", value, 0, 99)? })
        }
        (_, Some(wanted)) => own(Fact::LoadedIs { who, item: item(it, wanted)?, loaded: yes(&name, value)? }),
        _ => Err(format!(
            "In Ingenuity you can\u{2019}t set \u{201c}{name}\u{201d}. You can set {}, durability and loaded of an item, and the \
             conditions.",
            properties::that_can_be_set(PROPERTIES)
        )),
    }
}

fn own(fact: Fact) -> Facts {
    Ok(vec![TableFact::System(fact)])
}

fn or_none(text: Option<String>) -> String {
    text.filter(|it| !it.is_empty()).unwrap_or_else(|| "none".to_owned())
}

/// What can be set and not read.
fn nothing(_: &FightState, _: &Combatant) -> Option<String> {
    None
}

fn listed<'a>(all: impl Iterator<Item = &'a Gear>) -> String {
    or_none(Some(all.map(|it| it.item.name.as_str()).collect::<Vec<_>>().join(", ")))
}

/// Whether a combatant is under a condition; of one with an amount how much, unless it was asked for with one.
fn condition(it: &Combatant, what: Condition, with_amount: bool) -> Option<String> {
    match (held(it, what), what.amount()) {
        (found, Some(_)) if with_amount => yes_no(found == Some(what)),
        (Some(found), Some(_)) => found.amount().map(|it| it.to_string()),
        (found, _) => {
            let asleep = [Condition::Prone, Condition::Incapacitated].contains(&what);
            yes_no(found.is_some() || (asleep && it.is(&Condition::Unconscious)))
        }
    }
}

fn conditions(fight: &FightState, it: &Combatant) -> String {
    let mut all: Vec<String> = it.conditions.iter().map(|held| held.what.words()).collect();
    all.extend(harm::is_harmed(fight, it.id).then(|| "harmed".to_owned()));
    all.extend(harm::is_bloodied(fight, it.id).then(|| "bloodied".to_owned()));
    or_none(Some(all.join(", ")))
}

/// What is left of a turn that is under way or could be taken now, or of an action on command; nothing otherwise. Who has just ended a
/// turn has nothing left of it, even if another could be taken at once.
fn actions_now(fight: &FightState, it: &Combatant) -> u16 {
    let lent = fight.system.lent.is_some_and(|lent| lent.1 == it.id);
    let active = fight.turns.active == Some(it.id);
    let could = || fight.system.just_ended != Some(it.id) && order::may_act(fight).contains(&it.id);
    if lent || active || could() { order::actions_left(fight, it.id) } else { 0 }
}

/// In tables of one a round (A1) what the resource holds may not be used again.
fn reactions(fight: &FightState, it: &Combatant) -> u16 {
    if reaction::used_up(fight, it) { 0 } else { it.budget.left(Resource::Reaction) }
}

/// "durability small shield", "broken spear", "crossbow loaded".
fn of_item(it: &Combatant, name: &str) -> Option<String> {
    let about = |what: &str| {
        let wanted = name.strip_prefix(what).or_else(|| name.strip_suffix(what))?.trim_matches('-');
        it.state.gear.iter().find(|it| key(&it.item.name).ends_with(wanted))
    };
    let durability = about("durability").map(|it| it.durability.to_string());
    durability
        .or_else(|| about("broken").and_then(|it| yes_no(it.durability == 0)))
        .or_else(|| about("loaded").and_then(|it| yes_no(it.loaded)))
}

fn item(it: &Combatant, wanted: &str) -> Result<u8, String> {
    let wanted = wanted.trim_matches('-');
    let found = it.state.gear.iter().position(|it| key(&it.item.name).ends_with(wanted));
    found.map(|it| it as u8).ok_or_else(|| format!("{} isn\u{2019}t carrying \u{201c}{wanted}\u{201d}.", it.name))
}

fn yes(name: &str, value: &str) -> Result<bool, String> {
    sheet::yes(value).map_err(|why| format!("{name}: {why}"))
}

fn whole(name: &str, value: &str, least: i32, most: i32) -> Result<i32, String> {
    match value.trim().trim_start_matches('+').parse::<i32>() {
        Ok(it) if (least..=most).contains(&it) => Ok(it),
        _ => Err(format!("{name} must be a whole number from {least} to {most}.")),
    }
}

fn next_is(it: &Combatant, next: Circumstances) -> Vec<TableFact> {
    vec![TableFact::System(Fact::NextIs { who: it.id, next })]
}

fn set_cheat_death(_: &FightState, it: &Combatant, value: &str) -> Facts {
    own(Fact::CheatDeathIs { who: it.id, number: whole("cheat-death", value, sheet::CHEAT_DEATH, 99)? })
}

fn set_resource(it: &Combatant, resource: Resource, name: &str, value: &str) -> Facts {
    Ok(vec![TableFact::ResourceSet { who: it.id, resource, left: whole(name, value, 0, 9)? as u16 }])
}

fn set_place(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let at = fight.space.place_named(value);
    let at = at.ok_or_else(|| format!("There\u{2019}s no square called \u{201c}{value}\u{201d}. Write it like C4."))?;
    Ok(vec![TableFact::Placed { who: it.id, at: Some(at) }])
}

/// `5`, or `5/12` as a sheet shows it.
fn set_pool(it: &Combatant, pool: &str, value: &str) -> Facts {
    let who = it.id;
    let left = whole(pool, value.split('/').next().unwrap_or(value), 0, it.sheet.stat(pool))?;
    own(match pool {
        "endurance" => Fact::EnduranceIs { who, left },
        "stamina" => Fact::StaminaIs { who, left },
        "focus" => Fact::FocusIs { who, left },
        _ if left == 0 && !it.state.dead => {
            let health = TableFact::System(Fact::HealthIs { who, left });
            return Ok(std::iter::once(health).chain(falls(it, Condition::Unconscious)).collect());
        }
        _ => Fact::HealthIs { who, left },
    })
}

/// C1: a difficulty by its name or its number.
fn difficulty(value: &str) -> Result<Option<i32>, String> {
    const NAMED: [(&str, i32); 11] = [
        ("simple", 4),
        ("standard", 6),
        ("moderate", 8),
        ("challenging", 10),
        ("complex", 12),
        ("demanding", 14),
        ("daunting", 16),
        ("arduous", 18),
        ("ambitious", 20),
        ("absurd", 22),
        ("improbable", 24),
    ];
    match NAMED.iter().find(|it| it.0 == key(value)) {
        Some((_, number)) => Ok(Some(*number)),
        None if key(value) == "none" => Ok(None),
        None => whole("difficulty", value, 1, 40).map(Some).map_err(|_| {
            let all: Vec<&str> = NAMED.iter().map(|it| it.0).collect();
            format!("difficulty must be a number, none, or {}.", all.join(", "))
        }),
    }
}

/// A condition by the GM's hand, with what it ends: a stun interrupts what was begun (C9), and whoever is unconscious does nothing more (R54).
fn falls(it: &Combatant, what: Condition) -> Vec<TableFact> {
    let who = it.id;
    let down = what == Condition::Unconscious;
    let mut ends = vec![what];
    ends.extend([Condition::Guarding, Condition::SeekingCover].into_iter().filter(|_| down));
    let mut facts: Vec<TableFact> =
        ends.into_iter().filter_map(|it_| held(it, it_)).map(|what| TableFact::Lost { who, what }).collect();
    if it.state.carried.is_some() && (down || what == Condition::Stunned) {
        facts.push(TableFact::System(Fact::Abandoned { who, impossible: true }));
    }
    if it.state.readied.is_some() && down {
        facts.push(TableFact::System(Fact::ReadiedIs { who, readied: None }));
    }
    facts.push(TableFact::Gained { who, held: Held { what, ends: Ends::Fight, from: None } });
    facts
}

/// `yes` is one source.
fn count(value: &str) -> Result<u8, String> {
    match value.parse::<u8>() {
        Ok(it) if it <= 9 => Ok(it),
        _ => sheet::yes(value).map(u8::from).map_err(|_| "Give the number of sources, or yes.".to_owned()),
    }
}

/// R50: "7 fire", "5 bludgeoning nonlethal".
fn damage(who: CombatantId, value: &str, taken: bool) -> Facts {
    let mut words = value.split_whitespace();
    let amount = whole("damage", words.next().unwrap_or_default(), 1, 99)?;
    let (mut of, mut nonlethal) = (DamageType::Typeless, false);
    for word in words {
        match (key(word).as_str(), DamageType::named(word)) {
            ("nonlethal" | "non-lethal", _) => nonlethal = true,
            ("damage", _) => {}
            (_, Some(found)) => of = found,
            (_, None) => {
                let all: Vec<&str> = DamageType::ALL.iter().map(|it| it.0).collect();
                return Err(format!(
                    "\u{201c}{word}\u{201d} isn\u{2019}t a type of damage (R50). There are {}.",
                    all.join(", ")
                ));
            }
        }
    }
    Ok(vec![TableFact::System(Fact::Coming(Coming::Damage { who, amount, of, nonlethal, taken }))])
}

/// R42, R45: "stunned 8", "blinded 8 mental".
fn effect(who: CombatantId, value: &str) -> Facts {
    let (mut what, mut difficulty, mut mental) = (None, 0, false);
    for word in value.split([' ', ',']).filter(|it| !it.is_empty()) {
        match (word.parse::<i32>(), key(word).as_str(), Condition::named(word)) {
            (Ok(number), ..) => difficulty = number,
            (_, "mental" | "mind" | "resist" | "willpower", _) => mental = true,
            (_, "physical" | "body" | "fortify" | "against" | "difficulty", _) => {}
            (.., Some(found)) => what = Some(found),
            _ => {
                return Err(format!(
                    "\u{201c}{word}\u{201d} isn\u{2019}t clear here. Write stunned 8, or blinded 8 mental."
                ));
            }
        }
    }
    let what =
        what.ok_or("An effect is a condition and a number, such as stunned 8. Add mental if it\u{2019}s resisted.")?;
    Ok(vec![TableFact::System(Fact::Coming(Coming::Effect { who, what, difficulty, mental }))])
}

fn side_named(fight: &FightState, typed: &str) -> Result<SideId, String> {
    let all = fight.sides.iter().map(|it| (it.name.to_string(), it.id));
    names::find(typed.trim(), all).or_say("side", typed)
}

/// The facts by which the GM sets a value of the fight as a whole.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set_fight(fight: &FightState, name: &str, value: &str) -> Facts {
    let sides = || -> Result<Vec<SideId>, String> {
        value
            .split([',', ';', '>'])
            .filter(|it| !it.trim().is_empty() && key(it) != "none")
            .map(|it| side_named(fight, it))
            .collect()
    };
    match key(name).as_str() {
        "initiative" | "first" => initiative(fight, sides()?),
        "surprise" => {
            let sides = sides()?;
            let over = sides.is_empty();
            own(Fact::SurpriseIs { sides, over })
        }
        "trigger" | "began" | "trigger-act" => trigger(fight, value),
        "objective" | "objectives" => {
            let (side, text) = value
                .split_once(':')
                .ok_or("An objective is a team and what it wants, such as Players: hold the bridge.")?;
            own(Fact::ObjectiveIs { side: side_named(fight, side)?, text: text.trim().to_owned() })
        }
        "completed"
        | "achieved"
        | "objective-completed"
        | "objective-done"
        | "end-by-objective"
        | "end by objective"
        | "won" => {
            let none = key(value) == "none";
            own(Fact::Achieved(if none { None } else { Some(side_named(fight, value)?) }))
        }
        _ => Err(format!(
            "In Ingenuity you can\u{2019}t set \u{201c}{name}\u{201d} for the fight. You can set initiative, surprise, trigger, objective and completed."
        )),
    }
}

/// R3: these first, the others as they were named. In a fight that is on, it holds from the next round.
fn initiative(fight: &FightState, mut first: Vec<SideId>) -> Facts {
    if first.is_empty() {
        return Err("Which teams? List them in order, the first to act first.".to_owned());
    }
    let rest = fight.sides.iter().map(|it| it.id).filter(|it| !first.contains(it)).collect::<Vec<_>>();
    first.extend(rest);
    Ok(vec![TableFact::System(Fact::InitiativeIs(first))])
}

/// R3, R4: "Roland attacks Guard 1": their team first, the attacked second, and the attack is their first action.
fn trigger(fight: &FightState, value: &str) -> Facts {
    let lower = value.to_lowercase();
    let named = |text: &str| {
        let mut all: Vec<_> = fight.combatants.iter().filter(|it| text.contains(&it.name.to_lowercase())).collect();
        all.sort_by_key(|it| std::cmp::Reverse(it.name.len()));
        all
    };
    let who =
        fight.combatants.iter().filter(|it| lower.starts_with(&it.name.to_lowercase())).max_by_key(|it| it.name.len());
    let who = who.ok_or_else(|| {
        format!(
            "Who began the fight? \u{201c}{value}\u{201d} should start with a name, such as Roland attacks Guard 1."
        )
    })?;
    let rest = &lower[who.name.len()..];
    let target = named(rest).into_iter().find(|it| it.side != who.side).map(|it| it.id);
    let second = target.and_then(|it| fight.find(it)).map(|it| it.side);
    let first = std::iter::once(who.side).chain(second).collect();
    let mut facts = initiative(fight, first)?;
    facts.push(TableFact::System(Fact::TriggerIs(Some(Trigger { who: who.id, target }))));
    Ok(facts)
}

/// A value of the fight as a whole by its name.
pub fn read_fight(fight: &FightState, name: &str) -> Option<String> {
    let sides = |all: &[SideId]| all.iter().map(|it| fight.side_name(*it)).collect::<Vec<_>>().join(", ");
    let system = &fight.system;
    Some(match key(name).as_str() {
        "initiative" | "order" => match &fight.turns.order {
            TurnOrder::Alternating { circle, .. } => sides(circle),
            _ => or_none(Some(sides(&system.initiative))),
        },
        "surprise" => or_none((!system.surprise_over).then(|| sides(&system.surprise))),
        "decided" => return yes_no(system.achieved.is_some() || order::sides_standing(fight) < 2),
        "completed" | "achieved" => or_none(system.achieved.map(|it| fight.side_name(it).to_owned())),
        "objective" | "objectives" => {
            let each = |it: &(SideId, String)| format!("{}: {}", fight.side_name(it.0), it.1);
            or_none(Some(system.objectives.iter().map(each).collect::<Vec<_>>().join("; ")))
        }
        "trigger" => or_none(system.trigger.as_ref().map(|it| fight.name(it.who).to_owned())),
        other => options::options(&fight.options).into_iter().find(|it| it.0 == other)?.1,
    })
}
