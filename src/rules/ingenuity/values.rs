//! Values by their names: what scripts, `/who` and `/gm set` can read and set. The page `docs/ingenuity.md` lists them all.
//!
//! Long because: everything that can be read or set by name is one list, read from top to bottom.

use super::{
    Combatant, Condition, FightState, TableFact, board, defence,
    fact::Fact,
    gear::{DamageType, ProtectionKind},
    harm, labels, movement, options, reaction,
    sheet::{self, Attribute, POOLS, stat_named},
    state::{self, At, Circumstances, Coming, Resource, Trigger, held, in_hand, is_conscious, up},
    turn, verbs,
};
use crate::rules::wording::yes_no;
use crate::{
    engine::{CombatantId, Ends, Held, SideId, TurnOrder, space::Space},
    rules::names::{self, key},
};

fn none_if_empty(text: String) -> Option<String> {
    Some(if text.is_empty() { "none".to_owned() } else { text })
}

/// A value of somebody by its name.
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let name = key(name);
    if let Some(most) = ["max-", "maximum-"]
        .iter()
        .find_map(|it| name.strip_prefix(it))
        .or(name.strip_suffix("-max"))
        .and_then(stat_named)
    {
        return Some(it.sheet.stat(most).to_string());
    }
    if let Some(of) = Attribute::named(&name) {
        return Some(format!("d{}", it.sheet.attribute(of)));
    }
    // "physical def" is a name of two words, and no value of "physical".
    let begun = ["physical", "elemental", "hit"].contains(&name.as_str());
    if let Some(value) = of_stats(fight, who, &name).filter(|_| !begun) {
        return Some(value.to_string());
    }
    if let Some(what) = labels::condition_named(&name).filter(|_| name != "cover") {
        return match (held(it, what), what.amount(), name.chars().last().is_some_and(|it| it.is_ascii_digit())) {
            (found, Some(_), true) => yes_no(found == Some(what)),
            (Some(found), Some(_), false) => found.amount().map(|it| it.to_string()),
            (None, Some(_), false) => Some("no".to_owned()),
            (found, None, _) => {
                let asleep = [Condition::Prone, Condition::Incapacitated].contains(&what);
                yes_no(found.is_some() || (asleep && it.is(&Condition::Unconscious)))
            }
        };
    }
    of_the_turn(fight, who, &name).or_else(|| of_the_gear(fight, who, &name)).or_else(|| {
        let wanted = if name == "max" { "" } else { name.as_str() };
        sheet::fields(&it.sheet).into_iter().find(|it| it.0 == wanted).map(|it| it.1).or_else(|| {
            let known = it.sheet.skills.get(&name).map(|it| format!("d{it}"));
            known.or_else(|| it.sheet.proficiencies.get(&name).map(i32::to_string))
        })
    })
}

fn of_stats(fight: &FightState, who: CombatantId, name: &str) -> Option<i32> {
    let it = fight.find(who)?;
    let state = &it.state;
    Some(match stat_named(name) {
        Some("endurance") => state.endurance,
        Some("health") => state.health,
        Some("stamina") => state.stamina,
        Some("focus") => state.focus,
        Some("evasion") => defence::evasion(fight, who),
        Some("constitution") => defence::constitution(fight, who),
        Some("willpower") => defence::willpower(fight, who),
        Some("physical-deflection") => defence::deflection(fight, who, ProtectionKind::Physical),
        Some("elemental-deflection") => defence::deflection(fight, who, ProtectionKind::Elemental),
        Some("speed") => i32::try_from(movement::speed(fight, who)).unwrap_or(0),
        _ => match name {
            "fate" => state.fate,
            "missing-health" | "missing-hp" => it.sheet.stat("health") - state.health,
            "cheat-death" | "death-difficulty" | "death-number" | "luck-difficulty" | "cheat-death-difficulty" => {
                state.cheat_death
            }
            "size" => it.sheet.size,
            "attacks" | "attacks-made" => i32::from(state.attacks),
            "map" | "multiple-attack-penalty" | "attack-penalty" => -2 * i32::from(state.attacks),
            "powers-used" => i32::from(state.powers),
            "actions" | "actions-left" => i32::from(actions_now(fight, who)),
            // In tables of one a round (A1) what the resource holds may not be used again.
            "reactions" | "reaction" | "reactions-left" if reaction::used_up(fight, it) => 0,
            "reactions" | "reaction" | "reactions-left" => i32::from(it.budget.left(Resource::Reaction)),
            "breaks" => state.breaks,
            _ => return None,
        },
    })
}

/// What is left of a turn that is under way or could be taken now, or of an action on command; nothing otherwise. Who has just ended a
/// turn has nothing left of it, even if another could be taken at once.
fn actions_now(fight: &FightState, who: CombatantId) -> u16 {
    let lent = fight.system.lent.is_some_and(|it| it.1 == who);
    let active = fight.turns.active == Some(who);
    let could = || fight.system.just_ended != Some(who) && turn::may_act(fight).contains(&who);
    if lent || active || could() { verbs::actions_left(fight, who) } else { 0 }
}

fn of_the_turn(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let state = &it.state;
    let next = state.next;
    match name {
        "turn" | "standing" | "status" => Some(labels::standing(fight, it).1),
        "acted" | "has-acted" => yes_no(fight.turns.is_spent(who)),
        "may-act" => yes_no(turn::may_act(fight).contains(&who)),
        "may-react" | "can-react" => yes_no(reaction::can_react(fight, who)),
        "reacted" => yes_no(state.reacted > 0),
        "moved" => yes_no(verbs::has_moved(fight, who)),
        "stepped" => yes_no(verbs::has_stepped(fight, who)),
        "move" | "movement" => Some(movement::metres_left(fight, who).to_string()),
        "begun" | "carried" | "started" => {
            none_if_empty(state.carried.as_ref().map_or_else(String::new, |it| {
                format!("{} {}/{}", it.action.verb().replace('-', " "), it.paid, it.cost)
            }))
        }
        "readied" | "ready" => {
            none_if_empty(state.readied.as_ref().map_or_else(String::new, |it| it.verb.replace('-', " ")))
        }
        "trigger" => none_if_empty(state.readied.as_ref().map_or_else(String::new, |it| it.trigger.clone())),
        "commanded" => yes_no(fight.system.lent.is_some_and(|it| it.1 == who)),
        "waited" | "waiting" => yes_no(state.waited),
        "shift" | "may-shift" => yes_no(state.shifts),
        "harmed" => yes_no(harm::is_harmed(fight, who)),
        "bloodied" => yes_no(harm::is_bloodied(fight, who)),
        "cover" | "in-cover" | "covered" => yes_no(it.is(&Condition::Cover) || it.is(&Condition::SeekingCover)),
        "dead" | "killed" => yes_no(state.dead),
        "alive" => yes_no(!state.dead),
        "conscious" | "awake" => yes_no(is_conscious(it)),
        "down" => yes_no(!up(fight, who)),
        "surprised" => yes_no(turn::is_surprised(fight, it)),
        "hidden" | "concealed" => yes_no(it.hidden),
        "flank" => yes_no(board::flanked(fight, who, None)),
        "place" | "square" | "at" | "position" => it.place.as_ref().map(|at| fight.space.place_words(at)),
        "advantage" => Some(next.advantage.to_string()),
        "disadvantage" => Some(next.disadvantage.to_string()),
        "bonus" | "assistance" => Some(next.bonus.to_string()),
        "difficulty" => Some(next.difficulty.map_or_else(|| "none".to_owned(), |it| it.to_string())),
        "halves" | "halve" => yes_no(state.halves),
        "side" | "team" => Some(fight.side_name(it.side).to_owned()),
        "conditions" => {
            let mut all: Vec<String> = it.conditions.iter().map(|held| labels::condition(held.what)).collect();
            all.extend(harm::is_harmed(fight, who).then(|| "harmed".to_owned()));
            all.extend(harm::is_bloodied(fight, who).then(|| "bloodied".to_owned()));
            none_if_empty(all.join(", "))
        }
        "orders" => none_if_empty(it.orders.iter().map(|it| labels::order(*it)).collect::<Vec<_>>().join(", ")),
        _ => None,
    }
}

fn of_the_gear(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let all = || it.state.gear.iter();
    match name {
        "in-hand" | "held" | "holding" | "hands" | "wielding" | "wields" => {
            none_if_empty(in_hand(it).map(|it| it.1.item.name.clone()).collect::<Vec<_>>().join(", "))
        }
        "ground" | "dropped" => none_if_empty(
            all()
                .filter(|it| matches!(it.at, At::Ground(_)))
                .map(|it| it.item.name.clone())
                .collect::<Vec<_>>()
                .join(", "),
        ),
        "loaded" => yes_no(all().filter(|it| it.item.reload > 0).all(|it| it.loaded)),
        "durability" => in_hand(it)
            .find(|it| it.1.item.block.is_some())
            .or_else(|| in_hand(it).next())
            .map(|it| it.1.durability.to_string()),
        "weapons" => none_if_empty(
            all().filter(|it| it.item.is_weapon()).map(|it| it.item.name.clone()).collect::<Vec<_>>().join(", "),
        ),
        _ => {
            let about = |what: &str| {
                name.strip_prefix(what).or_else(|| name.strip_suffix(what)).map(|it| it.trim_matches('-').to_owned())
            };
            let find =
                |wanted: &str| all().find(|it| key(&it.item.name) == wanted || key(&it.item.name).ends_with(wanted));
            if let Some(gear) = about("durability").and_then(|it| find(&it)) {
                return Some(gear.durability.to_string());
            }
            if let Some(gear) = about("broken").and_then(|it| find(&it)) {
                return yes_no(gear.durability == 0);
            }
            about("loaded").and_then(|it| find(&it)).and_then(|it| yes_no(it.loaded))
        }
    }
}

fn whole(name: &str, value: &str, least: i32, most: i32) -> Result<i32, String> {
    match value.trim().trim_start_matches('+').parse::<i32>() {
        Ok(it) if (least..=most).contains(&it) => Ok(it),
        _ => Err(format!("{name} is a whole number from {least} to {most}.")),
    }
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
            format!("difficulty is a number, none, or {}.", all.join(", "))
        }),
    }
}

/// The facts by which the GM sets a value by its name.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let it = fight.find(who).ok_or("There is nobody of that name in the fight.")?;
    // What follows from the dice stands in brackets in a sheet.
    let (name, value) = (key(name), value.trim().trim_start_matches('(').trim_end_matches(')'));
    let own = |fact: Fact| Ok(vec![TableFact::System(fact)]);
    let yes = || sheet::yes(value).map_err(|why| format!("{name}: {why}"));
    let next = |change: &dyn Fn(&mut Circumstances)| {
        let mut next = it.state.next;
        change(&mut next);
        own(Fact::NextIs { who, next })
    };
    if let Some(pool) = stat_named(&name).filter(|it| POOLS.contains(it)) {
        let left = whole(pool, value.split('/').next().unwrap_or(value), 0, it.sheet.stat(pool))?;
        return own(match pool {
            "endurance" => Fact::EnduranceIs { who, left },
            "health" if left == 0 && !it.state.dead => {
                let health = TableFact::System(Fact::HealthIs { who, left });
                return Ok(std::iter::once(health).chain(falls(it, Condition::Unconscious)).collect());
            }
            "health" => Fact::HealthIs { who, left },
            "stamina" => Fact::StaminaIs { who, left },
            _ => Fact::FocusIs { who, left },
        });
    }
    match name.as_str() {
        "damage" | "trap" | "harm" => return damage(who, value, false),
        "damage-taken" | "taken" => return damage(who, value, true),
        "effect" | "affliction" => return effect(who, value),
        _ => {}
    }
    if let Some(what) = labels::condition_named(&name) {
        let amount = value.parse::<u8>().ok().filter(|_| what.amount().is_some());
        let on = match amount {
            Some(amount) => amount > 0,
            None => yes()?,
        };
        let what = amount.map_or(what, |it| what.with_amount(it));
        if on {
            return Ok(falls(it, what));
        }
        return Ok(held(it, what).map(|what| TableFact::Lost { who, what }).into_iter().collect());
    }
    let item = |wanted: &str| {
        let wanted = wanted.trim_matches('-');
        let fits = |it: &state::Gear| key(&it.item.name).ends_with(wanted);
        it.state.gear.iter().position(fits).map(|it| it as u8).ok_or_else(|| format!("{wanted} is not carried."))
    };
    match name.as_str() {
        "breaks" => own(Fact::BreaksAre { who, count: whole("breaks", value, 0, 2)? }),
        "fate" => own(Fact::FateIs { who, left: whole("fate", value, 0, sheet::FATE_MAX)? }),
        "cheat-death" | "death-difficulty" => {
            own(Fact::CheatDeathIs { who, number: whole("cheat-death", value, sheet::CHEAT_DEATH, 99)? })
        }
        "attacks" => own(Fact::AttacksAre { who, count: whole("attacks", value, 0, 20)? as u8 }),
        "actions" => Ok(vec![TableFact::ResourceSet {
            who,
            resource: Resource::Action,
            left: whole("actions", value, 0, 9)? as u16,
        }]),
        "reaction" | "reactions" => Ok(vec![TableFact::ResourceSet {
            who,
            resource: Resource::Reaction,
            left: whole("reaction", value, 0, 9)? as u16,
        }]),
        "hidden" | "concealed" => Ok(vec![TableFact::Hid { who, hidden: yes()? }]),
        "surprised" => own(Fact::SurprisedIs { who, surprised: Some(yes()?) }),
        "place" | "square" | "at" | "position" => {
            let at = fight.space.place_named(value);
            let at = at.ok_or_else(|| format!("There is no square called \u{201c}{value}\u{201d}: as C4."))?;
            Ok(vec![TableFact::Placed { who, at: Some(at) }])
        }
        "dead" => own(if yes()? { Fact::Died(who) } else { Fact::Lives(who) }),
        "advantage" => {
            let count = count(value)?;
            next(&|it| it.advantage = count)
        }
        "disadvantage" => {
            let count = count(value)?;
            next(&|it| it.disadvantage = count)
        }
        "bonus" | "assistance" => {
            let bonus = whole("bonus", value, -20, 20)?;
            next(&|it| it.bonus = bonus)
        }
        "difficulty" => {
            let number = difficulty(value)?;
            next(&|it| it.difficulty = number)
        }
        _ => match (name.strip_prefix("durability"), name.strip_prefix("loaded")) {
            (Some(wanted), _) => {
                own(Fact::DurabilityIs { who, item: item(wanted)?, left: whole("durability", value, 0, 99)? })
            }
            (_, Some(wanted)) => own(Fact::LoadedIs { who, item: item(wanted)?, loaded: yes()? }),
            _ => Err(format!(
                "Ingenuity has nothing called \u{201c}{name}\u{201d} that can be set. There are endurance, health, stamina, focus, fate, \
                 breaks, cheat-death, damage, damage-taken, effect, actions, reaction, attacks, place, hidden, surprised, dead, advantage, \
                 disadvantage, bonus, difficulty, durability of an item, and the conditions."
            )),
        },
    }
}

/// A condition by the GM's hand, with what it ends: a stun interrupts what was begun (C9), and who is unconscious does nothing more (R54).
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
        _ => sheet::yes(value).map(u8::from).map_err(|_| "how many sources: a number, or yes.".to_owned()),
    }
}

/// R50: "7 fire", "5 bludgeoning nonlethal".
fn damage(who: CombatantId, value: &str, taken: bool) -> Result<Vec<TableFact>, String> {
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
                    "\u{201c}{word}\u{201d} is no type of damage (R50). There are {}.",
                    all.join(", ")
                ));
            }
        }
    }
    Ok(vec![TableFact::System(Fact::Coming(Coming::Damage { who, amount, of, nonlethal, taken }))])
}

/// R42, R45: "stunned 8", "blinded 8 mental".
fn effect(who: CombatantId, value: &str) -> Result<Vec<TableFact>, String> {
    let (mut what, mut difficulty, mut mental) = (None, 0, false);
    for word in value.split([' ', ',']).filter(|it| !it.is_empty()) {
        match (word.parse::<i32>(), key(word).as_str(), labels::condition_named(word)) {
            (Ok(number), ..) => difficulty = number,
            (_, "mental" | "mind" | "resist" | "willpower", _) => mental = true,
            (_, "physical" | "body" | "fortify" | "against" | "difficulty", _) => {}
            (.., Some(found)) => what = Some(found),
            _ => {
                return Err(format!("\u{201c}{word}\u{201d} is not clear; written as stunned 8, or blinded 8 mental."));
            }
        }
    }
    let what = what.ok_or("an effect is a condition and a number, as stunned 8, with mental if it is resisted.")?;
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
pub fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let own = |fact: Fact| Ok(vec![TableFact::System(fact)]);
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
                .ok_or("an objective is a team and what it wants, as Players: hold the bridge.")?;
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
            "Ingenuity has nothing called \u{201c}{name}\u{201d} to set of the fight. There are initiative, surprise, trigger, objective, completed."
        )),
    }
}

/// R3: these first, the others as they were named. In a fight that is on, it holds from the next round.
fn initiative(fight: &FightState, mut first: Vec<SideId>) -> Result<Vec<TableFact>, String> {
    if first.is_empty() {
        return Err("Whose? Give the teams, the first to act first.".to_owned());
    }
    let rest = fight.sides.iter().map(|it| it.id).filter(|it| !first.contains(it)).collect::<Vec<_>>();
    first.extend(rest);
    Ok(vec![TableFact::System(Fact::InitiativeIs(first))])
}

/// R3, R4: "Roland attacks Guard 1": their team first, the attacked second, and the attack is their first action.
fn trigger(fight: &FightState, value: &str) -> Result<Vec<TableFact>, String> {
    let lower = value.to_lowercase();
    let named = |text: &str| {
        let mut all: Vec<_> = fight.combatants.iter().filter(|it| text.contains(&it.name.to_lowercase())).collect();
        all.sort_by_key(|it| std::cmp::Reverse(it.name.len()));
        all
    };
    let who =
        fight.combatants.iter().filter(|it| lower.starts_with(&it.name.to_lowercase())).max_by_key(|it| it.name.len());
    let who = who.ok_or_else(|| {
        format!("Who began it? \u{201c}{value}\u{201d} should begin with a name, as Roland attacks Guard 1.")
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
    let sides = |all: &[SideId]| all.iter().map(|it| fight.side_name(*it).to_owned()).collect::<Vec<_>>().join(", ");
    match key(name).as_str() {
        "initiative" | "order" => match &fight.turns.order {
            TurnOrder::Alternating { circle, .. } => Some(sides(circle)),
            _ => none_if_empty(sides(&fight.system.initiative)),
        },
        "surprise" => {
            none_if_empty(if fight.system.surprise_over { String::new() } else { sides(&fight.system.surprise) })
        }
        "decided" => yes_no(fight.system.achieved.is_some() || turn::sides_standing(fight) < 2),
        "completed" | "achieved" => {
            none_if_empty(fight.system.achieved.map_or_else(String::new, |it| fight.side_name(it).to_owned()))
        }
        "objective" | "objectives" => {
            let each = |it: &(SideId, String)| format!("{}: {}", fight.side_name(it.0), it.1);
            none_if_empty(fight.system.objectives.iter().map(each).collect::<Vec<_>>().join("; "))
        }
        "trigger" => {
            none_if_empty(fight.system.trigger.as_ref().map_or_else(String::new, |it| fight.name(it.who).to_owned()))
        }
        other => options::options(&fight.options).into_iter().find(|it| it.0 == other).map(|it| it.1),
    }
}
