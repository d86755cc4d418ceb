//! Values by their names: what scripts, `/who` and `/gm set` can read and set, and what the Director calls for by them. The page
//! `docs/einfelst.md` lists them all.

use super::{
    Condition, FightState, Rule, TableFact,
    fact::Fact,
    fear, hold, labels, options, sheet,
    sheet::{Attribute, Keeps},
    state::{
        Ambush, Fire, HarmKind, Peril, Position, Skill, Track, TurnRow, in_hand, is_out, is_player, keeps, most_points,
        up, weapon,
    },
    testing, turn,
};
use crate::rules::wording::yes_no;
use crate::{
    engine::{CombatantId, Ends, Held, TurnOrder, space::Space},
    rules::names::key,
};

fn listed(all: Vec<String>) -> String {
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// A value of somebody by its name.
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let name = key(name);
    if let Some(condition) = labels::condition_named(&name) {
        return yes_no(it.is(&condition));
    }
    of_turn(fight, who, &name).or_else(|| of_harm(fight, who, &name)).or_else(|| of_rest(fight, who, &name)).or_else(
        || {
            let known = |it: &&(&'static str, _, &'static [&'static str])| it.2.contains(&name.as_str());
            let name = match name.as_str() {
                "hand" => return None, // "hand over mouth" is read with its other words
                "armor" => "armour",
                other => Attribute::ALL.iter().find(known).map_or(other, |it| it.0),
            };
            let of_sheet = sheet::fields(&it.sheet).into_iter().find(|it| it.0 == *name).map(|it| it.1)?;
            Some(if of_sheet.is_empty() { "none".to_owned() } else { of_sheet })
        },
    )
}

/// What has to do with cards and manoeuvres.
fn of_turn(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let mut rows: Vec<&TurnRow> = fight.system.rows.iter().filter(|it| it.owner == who).collect();
    rows.sort_by_key(|it| (!it.acting, it.done, it.card));
    let word = |left: bool| Some(if left { "left" } else { "used" }.to_owned());
    let cards = || -> Option<String> {
        let mut cards: Vec<u8> = rows.iter().map(|it| it.card).collect();
        cards.sort_unstable();
        Some(listed(cards.iter().map(u8::to_string).collect()))
    };
    match name {
        "card" | "cards" | "initiative" | "initiative-card" => cards(),
        "slow" | "slow-manoeuvre" | "slow-maneuver" => word(rows.first().is_some_and(|it| it.slow)),
        "fast" | "fast-manoeuvre" | "fast-maneuver" => word(rows.first().is_some_and(|it| it.fast)),
        "reaction" | "can-react" => yes_no(turn::reaction_left(fight, who).is_some()),
        "turn" | "standing" | "status" => Some(labels::standing(fight, it).1),
        "acted" | "done" => yes_no(!rows.is_empty() && rows.iter().all(|it| it.done)),
        "may-act" => yes_no(turn::may_act(fight).contains(&who)),
        "group" => Some(rows.first().and_then(|it| it.group.clone()).unwrap_or_else(|| "none".to_owned())),
        "first-dice" => Some(it.state.first_dice.to_string()),
        _ => None,
    }
}

/// What has to do with Harm.
fn of_harm(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let state = &it.state;
    let both = |of: fn(&Track) -> u8| Some((of(&state.physical) + of(&state.mental)).to_string());
    let one = |track: &Track, level: &str| match level {
        "lesser" => Some(track.lesser.to_string()),
        "moderate" => Some(track.moderate.to_string()),
        "severe" => Some(track.severe.to_string()),
        "harm" => Some(track.amount().to_string()),
        "slots" => Some(track.words()),
        _ => None,
    };
    match name {
        "harm-points" | "points" => Some(state.points.to_string()),
        "max-harm-points" | "max-points" | "maximum" => Some(most_points(fight, it).to_string()),
        "keeps" => Some(if keeps(fight, it) == Keeps::Points { "points" } else { "slots" }.to_owned()),
        "lesser" | "lesser-harm" => both(|it| it.lesser),
        "moderate" | "moderate-harm" => both(|it| it.moderate),
        "severe" | "severe-harm" => both(|it| it.severe),
        "severe-mental-harm" => Some(state.mental.severe.to_string()),
        "physical" => Some(state.physical.amount().to_string()),
        "mental" => Some(state.mental.amount().to_string()),
        "harm" | "total-harm" if keeps(fight, it) == Keeps::Points => Some(state.points.to_string()),
        "harm" | "total-harm" => both(|it| it.amount()),
        "penalty" | "dice-fewer" => {
            let all = if keeps(fight, it) == Keeps::Points {
                state.points
            } else {
                state.physical.penalty() + state.mental.penalty()
            };
            Some(all.to_string())
        }
        "out" | "out-of-action" => yes_no(is_out(fight, it)),
        "critical" | "catastrophe" => yes_no(state.critical),
        "helped" => yes_no(state.helped),
        "down" => yes_no(!up(fight, who)),
        "conscious" => yes_no(up(fight, who)),
        _ => {
            let (which, level) = name.split_once('-')?;
            match which {
                "physical" => one(&state.physical, level),
                "mental" => one(&state.mental, level),
                _ => None,
            }
        }
    }
}

/// Everything else that a fight changes.
fn of_rest(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let state = &it.state;
    let names = |all: &[CombatantId]| Some(listed(all.iter().map(|it| fight.name(*it).to_owned()).collect()));
    match name {
        "place" | "zone" | "at" | "position" => {
            Some(it.place.as_ref().map_or_else(|| "none".to_owned(), |at| fight.space.place_words(at)))
        }
        "hidden" | "concealed" => yes_no(it.hidden),
        "fled" | "gone" | "away" | "left-the-fight" => yes_no(state.fled),
        "in-fight" | "in-the-fight" => yes_no(!state.fled),
        "in-hand" | "wields" | "weapon" | "wielding" => {
            Some(in_hand(fight, who).map_or_else(|| "none".to_owned(), |it| it.name.clone()))
        }
        "dropped" => {
            let all = state.dropped.iter().filter_map(|it| weapon(fight, who, *it)).map(|it| it.name.clone()).collect();
            Some(listed(all))
        }
        "weapons" => Some(listed(it.sheet.weapons.iter().map(|it| it.name.clone()).collect())),
        "near" => names(&state.near),
        "held-by" | "restrained-by" => names(&hold::holder(fight, who).into_iter().collect::<Vec<_>>()),
        "holds" | "holding" => names(&hold::held_by(fight, who)),
        "burning" | "on-fire" => yes_no(state.fire.is_some()),
        "fire" | "fire-damage" => Some(state.fire.map_or_else(|| "none".to_owned(), |it| it.damage.to_string())),
        "fire-left" | "to-extinguish" => Some(state.fire.map_or(0, |it| it.needed.saturating_sub(it.done)).to_string()),
        "poisoned" => yes_no(state.poison.is_some()),
        "poison" => Some(state.poison.map_or_else(|| "none".to_owned(), |it| it.to_string())),
        "antidotes" | "antidote" => Some(state.antidotes.to_string()),
        "bonus" | "next-dice" | "bonus-dice" => Some(state.next_dice.to_string()),
        "demand" | "demanded" | "extra-successes" => Some(state.demand.to_string()),
        "fear-reaction" | "dread" => Some(state.dread.map_or("none", labels::dread).to_owned()),
        "company" => Some(fear::company(fight, who).to_string()),
        "conditions" | "condition" => {
            let held = Condition::ALL.into_iter().filter(|what| it.is(what));
            Some(listed(held.map(|it| labels::condition(it).to_owned()).collect()))
        }
        "side" => Some(fight.side(it.side).name.to_string()),
        "orders" => Some(listed(it.orders.iter().map(|it| labels::order(*it).to_owned()).collect())),
        _ => {
            let skill = Skill::named(name.strip_suffix("-dice").or_else(|| name.strip_suffix("-pool"))?)?;
            Some(testing::pool(fight, who, skill, 0, "").dice.to_string())
        }
    }
}

/// The numbers in a text, in their order.
fn numbers(value: &str) -> Vec<u16> {
    value.split(|it: char| !it.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect()
}

/// The facts by which the GM sets a value by its name, or has something done.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let it = fight.find(who).ok_or("There is nobody of that name in the fight.")?;
    let (name, value) = (key(name), value.trim());
    let off = ["none", "no", "off", "out", "0", "false"].contains(&key(value).as_str());
    match name.as_str() {
        "fire" | "burning" | "on-fire" if off => {
            return Ok(vec![TableFact::System(Fact::FireIs { who, fire: None })]);
        }
        "poison" | "poisoned" if off => return Ok(vec![TableFact::System(Fact::PoisonIs { who, next: None })]),
        _ => {}
    }
    if let Some(peril) = peril(fight, &name, value)? {
        let mut called = fight.system.called.clone();
        called.push((who, peril));
        return Ok(vec![TableFact::System(Fact::Called(called))]);
    }
    let state = &it.state;
    let yes = || sheet::yes(value).map_err(|why| format!("{name}: {why}"));
    let number = |most: u8| match value.parse::<u8>() {
        Ok(it) if it <= most => Ok(it),
        _ => Err(format!("{name} is a whole number from 0 to {most}.")),
    };
    let own = |fact: Fact| Ok(vec![TableFact::System(fact)]);
    if let Some(what) = labels::condition_named(&name) {
        let ends = |from: Option<CombatantId>| from.map_or(Ends::Fight, Ends::WhileHeldBy);
        // "restrained: Ogre" says who holds.
        let from = fight.combatants.iter().find(|it| key(&it.name) == key(value)).map(|it| it.id);
        let held = Held { what, ends: ends(from), from };
        return Ok(vec![match from.is_some() || yes()? {
            true => TableFact::Gained { who, held },
            false => TableFact::Lost { who, what },
        }]);
    }
    match name.as_str() {
        "harm-points" | "points" => {
            let points = number(60)?;
            own(Fact::PointsAre { who, by: points.saturating_sub(state.points), points })
        }
        "physical-harm" | "physical" | "physical-slots" => track(who, HarmKind::Physical, value),
        "mental-harm" | "mental" | "mental-slots" => track(who, HarmKind::Mental, value),
        "critical" | "catastrophe" => own(Fact::Critical { who, critical: yes()? }),
        "helped" => own(Fact::Helped { who, helped: yes()? }),
        "fled" | "away" => own(Fact::Fled { who, fled: yes()? }),
        "in-hand" | "wields" => {
            let index = it.sheet.weapons.iter().position(|it| key(&it.name) == key(value)).map(|it| it as u8);
            match index {
                None if !["none", "nothing"].contains(&key(value).as_str()) => {
                    Err(format!("\u{201c}{value}\u{201d} is not among the weapons."))
                }
                with => own(Fact::InHand { who, with }),
            }
        }
        "card" | "initiative" | "cards" => card(fight, who, value),
        "bonus" | "next-dice" | "bonus-dice" => own(Fact::NextIs { who, dice: number(20)?, demand: state.demand }),
        "demand" | "demanded" | "extra-successes" | "circumstances" => {
            own(Fact::NextIs { who, dice: state.next_dice, demand: number(9)? })
        }
        "first-dice" => own(Fact::FirstDice { who, dice: number(20)? }),
        "poisoned" => own(Fact::PoisonIs { who, next: yes()?.then_some(1) }),
        "antidotes" | "antidote" => own(Fact::AntidotesAre { who, left: number(9)? }),
        "hidden" | "concealed" => Ok(vec![TableFact::Hid { who, hidden: yes()? }]),
        "place" | "zone" | "at" | "position" => {
            let at = fight.space.place_named(value);
            let at = at.ok_or_else(|| format!("There is no zone called \u{201c}{value}\u{201d}."))?;
            Ok(vec![TableFact::Placed { who, at: Some(at) }])
        }
        _ => Err(format!(
            "{name} is nothing that can be set. There are fear, fire, poison, fall, tired, hungry, thirsty, harm, test, harm-points, \
             physical-harm, mental-harm, critical, helped, fled, in-hand, card, bonus, demand, antidotes, hidden, place, and the conditions."
        )),
    }
}

/// R34: slots as the GM has them: "2 lesser, 1 moderate"; or a number of them, filled from below (A3).
fn track(who: CombatantId, kind: HarmKind, value: &str) -> Result<Vec<TableFact>, String> {
    let track = sheet::track(value)?;
    Ok(vec![TableFact::System(Fact::TrackIs { who, kind, by: track.amount(), track })])
}

/// R2: another card; of several the lowest, or all of them.
fn card(fight: &FightState, who: CombatantId, value: &str) -> Result<Vec<TableFact>, String> {
    let cards: Vec<u8> =
        numbers(value).into_iter().filter_map(|it| u8::try_from(it).ok()).filter(|it| (1..=10).contains(it)).collect();
    let mut rows = fight.system.rows.clone();
    let own: Vec<usize> = (0..rows.len()).filter(|it| rows[*it].owner == who).collect();
    if cards.is_empty() || cards.len() > own.len() {
        return Err(format!("card is from 1 to 10, one for each card they have: {}.", own.len()));
    }
    for (index, card) in own.into_iter().zip(cards) {
        rows[index].card = card;
    }
    let mut after = fight.clone();
    super::fact::evolve(&mut after, &Fact::RowsAre(rows.clone()));
    Ok(vec![TableFact::System(Fact::RowsAre(rows)), TableFact::OrderSet(turn::listed(&after))])
}

/// What the Director calls for by a name, if it is such a name. "off" ends a fire or a poison and calls for nothing.
fn peril(fight: &FightState, name: &str, value: &str) -> Result<Option<Peril>, String> {
    let all = numbers(value);
    let small = |index: usize| all.get(index).and_then(|it| u8::try_from(*it).ok());
    let words: Vec<String> = value.split(|it: char| !it.is_alphabetic()).map(str::to_lowercase).collect();
    let says = |word: &str| words.iter().any(|it| it == word);
    let kind = || match (says("mental"), says("physical")) {
        (true, _) => HarmKind::Mental,
        _ => HarmKind::Physical,
    };
    Ok(Some(match name {
        "fear" | "fear-test" => {
            let position = Position::ALL.iter().find(|it| says(it.0)).map(|it| it.1);
            // Of somebody who is feared the sheet has the value.
            let feared = fight.combatants.iter().filter(|it| value.to_lowercase().contains(&it.name.to_lowercase()));
            let value = small(0).or_else(|| feared.map(|it| it.sheet.fear).max());
            let value = value.filter(|it| (1..=20).contains(it));
            Peril::Fear {
                value: value.ok_or("fear takes its value, as in 2, or 2 desperate, or who is feared (R35).")?,
                position,
            }
        }
        "fire" | "catch-fire" | "catches-fire" => {
            let damage = small(0).filter(|it| (1..=20).contains(it));
            let damage = damage
                .ok_or("fire takes its damage, and the successes that put it out, as in 3 or 3, 2 (R37, A14).")?;
            Peril::Fire(Fire { damage, needed: small(1).unwrap_or(1).clamp(1, 20), done: 0 })
        }
        "burning" | "on-fire" => Peril::Fire(Fire { damage: small(0).unwrap_or(1).clamp(1, 20), needed: 1, done: 0 }),
        "poison" | "toxicity" => {
            let named = [("weak", 3), ("strong", 6), ("extreme", 9)].into_iter().find(|it| says(it.0)).map(|it| it.1);
            let toxicity = small(0).or(named).filter(|it| (1..=40).contains(it));
            Peril::Poison(toxicity.ok_or("poison takes its toxicity: 3, 6, 9, or weak, strong, extreme (R38).")?)
        }
        "fall" | "falling" | "falls" => {
            let feet = all.first().copied().ok_or("fall takes feet, as in 15, or 15 soft (R39).")?;
            Peril::Fall { feet: feet.min(1000), hard: !says("soft") && !says("water") }
        }
        "tired" | "hungry" | "thirsty" | "hunger" | "thirst" | "need" => {
            let what = match name {
                "hunger" => "hungry",
                "thirst" => "thirsty",
                "need" => ["tired", "hungry", "thirsty"].into_iter().find(|it| says(it)).unwrap_or("tired"),
                other => other,
            };
            Peril::Need { what: what.to_owned(), kind: kind() }
        }
        "harm" | "suffers" | "damage" => {
            let amount = small(0)
                .filter(|it| (1..=60).contains(it))
                .ok_or("harm takes an amount and its kind, as in 2 mental (R34).")?;
            Peril::Harm { amount, kind: kind() }
        }
        "test" | "action-test" => {
            let skill = words
                .iter()
                .find_map(|it| Skill::named(it))
                .ok_or("test takes an action, as in Read, or Read hard (C6).")?;
            let level =
                [("normal", 1), ("challenging", 2), ("hard", 3)].into_iter().find(|it| says(it.0)).map(|it| it.1);
            Peril::Test { skill, needed: small(0).or(level).unwrap_or(1).clamp(1, 20) }
        }
        _ => return Ok(None),
    }))
}

/// The facts by which the GM sets a value of the fight as a whole.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let own = |fact: Fact| Ok(vec![TableFact::System(fact)]);
    match key(name).as_str() {
        "darkness" | "dark" => match (value.trim().parse::<u8>(), sheet::yes(value)) {
            (Ok(extra), _) if extra <= 9 => own(Fact::DarknessIs(extra)),
            (_, Ok(dark)) => own(Fact::DarknessIs(u8::from(dark))),
            _ => Err("darkness is on, off, or how many extra successes a shot needs (R9).".to_owned()),
        },
        "position" => own(Fact::PositionIs(match key(value).as_str() {
            "usual" | "default" => None,
            _ => Some(options::position(value)?),
        })),
        "ambush" | "surprise" => {
            if ["none", "no", "off"].contains(&key(value).as_str()) {
                return own(Fact::AmbushIs(None));
            }
            let sure = key(name) == "surprise";
            let tester = fight.combatants.iter().find(|it| key(&it.name) == key(value));
            let side =
                fight.sides.iter().find(|it| key(&it.name) == key(value)).map(|it| it.id).or(tester.map(|it| it.side));
            let side = side.ok_or_else(|| format!("{} takes a side, or who makes the test (R32, R33).", key(name)))?;
            let keenest = || {
                fight.members(side).max_by_key(|it| {
                    let dice = testing::pool(fight, it.id, Skill::Sneak, 0, "").dice;
                    (!turn::is_beside(fight, it.id), dice, std::cmp::Reverse(it.id))
                })
            };
            let tester = tester.map(|it| it.id).or_else(|| keenest().map(|it| it.id)).filter(|_| !sure);
            own(Fact::AmbushIs(Some(Ambush { side, tester })))
        }
        "fear" | "fear-test" => {
            let Some(peril) = peril(fight, "fear", value)? else {
                return Err("fear takes its value (R35).".to_owned());
            };
            let mut called = fight.system.called.clone();
            let exposed = fight.combatants.iter().filter(|it| is_player(it) && up(fight, it.id));
            called.extend(exposed.map(|it| (it.id, peril.clone())));
            own(Fact::Called(called))
        }
        _ => Err(format!(
            "This fight has no \u{201c}{name}\u{201d} to set. There are darkness, position, ambush, surprise, fear ({}).",
            crate::engine::Citable::citation(&Rule::Circumstances).number
        )),
    }
}

/// A value of the fight as a whole by its name.
pub fn read_fight(fight: &FightState, name: &str) -> Option<String> {
    match key(name).as_str() {
        "darkness" => Some(fight.system.darkness.to_string()),
        "position" => Some(fight.system.position.unwrap_or(fight.options.position).name().to_owned()),
        "initiative" | "cards" | "order" => match &fight.turns.order {
            TurnOrder::Listed { slots, .. } => {
                let names =
                    |owners: &[CombatantId]| owners.iter().map(|it| fight.name(*it)).collect::<Vec<_>>().join(" and ");
                Some(listed(slots.iter().map(|it| format!("{} {}", names(&it.owners), it.label)).collect()))
            }
            _ => Some("none".to_owned()),
        },
        "ambush" | "surprise" => {
            let of = fight.system.ambush.as_ref().filter(|it| (name == "ambush") == it.tester.is_some());
            Some(of.map_or_else(|| "none".to_owned(), |it| fight.side_name(it.side).to_owned()))
        }
        "acted" => yes_no(fight.system.acted),
        "decided" => yes_no(labels::details(fight).decided.is_some()),
        other => options::options(&fight.options).into_iter().find(|it| it.0 == other).map(|it| it.1),
    }
}
