//! Values by name: what scripts, `/who` and `/gm set` can read and set, and what the Director calls for with them. `docs/einfelst.md` lists
//! them all.

use super::{
    Combatant, Condition, Einfelst, FightState, TableFact,
    chapters::{cost, fear, hold, order, testing, turn},
    model::{
        fact::{self, Fact},
        options,
        peril::{self, Peril},
        sheet::{self, Attribute, Keeps},
        state::{Ambush, Skill, TurnRow, in_hand, is_out, is_player, keeps, most_points, up, weapon},
        track::{HarmKind, Track},
    },
    text::labels,
};
use crate::{
    engine::{CombatantId, Ends, Held, TurnOrder, space::Space},
    rules::{
        names::key,
        properties::{self, properties},
        wording::yes_no,
    },
};

properties! {
    /// A combatant's values, besides conditions, the dice of actions and the fields of the sheet.
    PROPERTIES: Einfelst;
    ["card", "cards", "initiative", "initiative-card"] "the initiative card, or all of them" cards, set_cards;
    ["slow", "slow-manoeuvre", "slow-maneuver"] "left, used" |fight, it| left(first_row(fight, it).is_some_and(|it| it.slow));
    ["fast", "fast-manoeuvre", "fast-maneuver"] "left, used" |fight, it| left(first_row(fight, it).is_some_and(|it| it.fast));
    ["reaction", "can-react"] "whether they could react" |fight, it| cost::reaction_left(fight, it.id).is_some();
    ["turn", "standing", "status"] "ready, acting, acted, out of action, unconscious, gone" |fight, it| labels::standing(fight, it).1;
    ["acted", "done"] "whether all their turns of this round are over"
        |fight, it| first_row(fight, it).is_some_and(|first| first.done) && rows(fight, it).iter().all(|it| it.done);
    ["may-act"] "whether they may act now" |fight, it| turn::may_act(fight).contains(&it.id);
    ["group"] "the group they share a card with, or none" |fight, it| first_row(fight, it).and_then(|it| it.group.clone()).unwrap_or_else(none);
    ["first-dice"] "dice for the first manoeuvre of the round (A12)" |_, it| it.state.first_dice,
        |_, it, value| one(Fact::FirstDice { who: it.id, dice: number("first-dice", value, 20)? });
    ["harm-points", "points"] "Harm points (R20)" |_, it| it.state.points, |_, it, value| {
        let points = number("harm-points", value, 60)?;
        one(Fact::PointsAre { who: it.id, by: points.saturating_sub(it.state.points), points })
    };
    ["max-harm-points", "max-points", "maximum"] "the Harm points that put them out of action (A2)" most_points;
    ["keeps"] "slots or points" |fight, it| if keeps(fight, it) == Keeps::Points { "points" } else { "slots" };
    ["harm", "total-harm", "suffers", "damage"] "Harm of both kinds; set, they take more: `2 mental` (R34)" total_harm,
        |fight, it, value| calls(fight, it, Peril::harm(value)?);
    ["physical-harm", "physical"] "the Physical Harm taken in all, whichever slots it fills; set as `3`, which fills slots by A3, `2 lesser, 1 moderate` or `none`"
        |_, it| it.state.physical.amount(), set_physical;
    ["physical-slots"] "the slots it fills" |_, it| it.state.physical.words(), set_physical;
    ["physical-lesser"] "the lesser ones of them" |_, it| it.state.physical.lesser;
    ["physical-moderate"] "the moderate ones" |_, it| it.state.physical.moderate;
    ["physical-severe"] "the severe ones" |_, it| it.state.physical.severe;
    ["mental-harm", "mental"] "the same for Mental Harm" |_, it| it.state.mental.amount(), set_mental;
    ["mental-slots"] "the slots it fills" |_, it| it.state.mental.words(), set_mental;
    ["mental-lesser"] "the lesser ones of them" |_, it| it.state.mental.lesser;
    ["mental-moderate"] "the moderate ones" |_, it| it.state.mental.moderate;
    ["mental-severe", "severe-mental-harm"] "the severe ones" |_, it| it.state.mental.severe;
    ["lesser", "lesser-harm"] "lesser slots of both kinds" |_, it| it.state.physical.lesser + it.state.mental.lesser;
    ["moderate", "moderate-harm"] "moderate slots of both kinds" |_, it| it.state.physical.moderate + it.state.mental.moderate;
    ["severe", "severe-harm"] "severe slots of both kinds" |_, it| it.state.physical.severe + it.state.mental.severe;
    ["penalty", "dice-fewer"] "the dice that Harm costs them" |fight, it| match keeps(fight, it) {
        Keeps::Points => it.state.points,
        Keeps::Slots => it.state.physical.penalty() + it.state.mental.penalty(),
    };
    ["out", "out-of-action"] "yes, no" |fight, it| is_out(fight, it);
    ["critical", "catastrophe"] "Harm went beyond the top row (C5)" |_, it| it.state.critical,
        |_, it, value| one(Fact::Critical { who: it.id, critical: yes("critical", value)? });
    ["helped"] "they act in spite of severe Harm (A2)" |_, it| it.state.helped,
        |_, it, value| one(Fact::Helped { who: it.id, helped: yes("helped", value)? });
    ["down"] "yes, no" |fight, it| !up(fight, it.id);
    ["conscious"] "yes, no" |fight, it| up(fight, it.id);
    ["place", "zone", "at", "position"] "a zone" |fight, it| it.place.as_ref().map_or_else(none, |at| fight.space.place_words(at)), set_place;
    ["hidden", "concealed"] "out of the other sides\u{2019} sight" |_, it| it.is_hidden(),
        |_, it, value| Ok(vec![TableFact::Hid { who: it.id, hidden: yes("hidden", value)? }]);
    ["fled", "gone", "away", "left-the-fight"] "they have left the fight" |_, it| it.state.fled,
        |_, it, value| one(Fact::Fled { who: it.id, fled: yes("fled", value)? });
    ["in-fight", "in-the-fight"] "yes, no" |_, it| !it.state.fled;
    ["in-hand", "wields", "weapon", "wielding"] "the weapon in hand, or none"
        |fight, it| in_hand(fight, it.id).map_or_else(none, |it| it.name.clone()), set_in_hand;
    ["dropped"] "dropped weapons" |fight, it| {
        listed(it.state.dropped.iter().filter_map(|with| weapon(fight, it.id, *with)).map(|it| it.name.clone()).collect())
    };
    ["weapons"] "all weapons" |_, it| listed(it.sheet.weapons.iter().map(|it| it.name.clone()).collect());
    ["near"] "who they have moved up to in the zone (R16)" |fight, it| names(fight, &it.state.near);
    ["held-by", "restrained-by"] "who holds them" |fight, it| hold::holder(fight, it.id).map_or_else(none, |it| fight.name(it).to_owned());
    ["holds", "holding"] "who they hold" |fight, it| names(fight, &hold::held_by(fight, it.id));
    ["burning", "on-fire"] "yes, no" |_, it| it.state.fire.is_some(), |fight, it, value| match off(value) {
        true => one(Fact::FireIs { who: it.id, fire: None }),
        false => calls(fight, it, Peril::burning(value)),
    };
    ["fire", "fire-damage", "catch-fire", "catches-fire"] "the fire\u{2019}s damage; set, they catch fire: `3`, or `3, 2` with the successes that put it out (R37, A14); `off`"
        |_, it| it.state.fire.map_or_else(none, |it| it.damage.to_string()), |fight, it, value| match off(value) {
            true => one(Fact::FireIs { who: it.id, fire: None }),
            false => calls(fight, it, Peril::fire(value)?),
        };
    ["fire-left", "to-extinguish"] "successes still needed to put it out" |_, it| it.state.fire.map_or(0, |it| it.needed.saturating_sub(it.done));
    ["poisoned"] "yes, no" |_, it| it.state.poison.is_some(), |_, it, value| {
        let next = (!off(value) && yes("poisoned", value)?).then_some(1);
        one(Fact::PoisonIs { who: it.id, next })
    };
    ["poison", "toxicity"] "the Harm of the next round; set, they are poisoned: `3`, `6`, `9`, or weak, strong, extreme (R38); `off`"
        |_, it| it.state.poison.map_or_else(none, |it| it.to_string()), |fight, it, value| match off(value) {
            true => one(Fact::PoisonIs { who: it.id, next: None }),
            false => calls(fight, it, Peril::poison(value)?),
        };
    ["antidotes", "antidote"] "how many they carry (R38)" |_, it| it.state.antidotes,
        |_, it, value| one(Fact::AntidotesAre { who: it.id, left: number("antidotes", value, 9)? });
    ["bonus", "next-dice", "bonus-dice"] "extra dice for the next test" |_, it| it.state.next_dice,
        |_, it, value| one(Fact::NextIs { who: it.id, dice: number("bonus", value, 20)?, demand: it.state.demand });
    ["demand", "demanded", "extra-successes", "circumstances"] "extra successes needed in the next test (R9)" |_, it| it.state.demand,
        |_, it, value| one(Fact::NextIs { who: it.id, dice: it.state.next_dice, demand: number("demand", value, 9)? });
    ["fear", "fear-test"] "the Fear value of the sheet; set, they test against it: `2`, `2 desperate`, or the name of a frightening foe (R35, R36)"
        |_, it| it.sheet.fear, |fight, it, value| calls(fight, it, Peril::fear(fight, value)?);
    ["company"] "the dice that company adds to a Fear test (R35)" |fight, it| fear::company(fight, it.id);
    ["fear-reaction", "dread"] "freeze, flee, faint, attack, improvise, none" |_, it| it.state.dread.map_or("none", labels::dread);
    ["fall", "falling", "falls"] "set, they fall that many feet: `15`; `15 soft` does no Harm (R39)" not_kept,
        |fight, it, value| calls(fight, it, Peril::fall(value)?);
    ["tired", "need"] "set, they test against being tired: `physical` or `mental` (R40)" not_kept,
        |fight, it, value| calls(fight, it, Peril::need("tired", value));
    ["hungry", "hunger"] "the same" not_kept, |fight, it, value| calls(fight, it, Peril::need("hungry", value));
    ["thirsty", "thirst"] "the same" not_kept, |fight, it, value| calls(fight, it, Peril::need("thirsty", value));
    ["test", "action-test"] "set, they test an action: `Read`, `Read hard`, `Force 2` (C1, C6)" not_kept,
        |fight, it, value| calls(fight, it, Peril::test(value)?);
    ["conditions", "condition"] "all of them, or none" |_, it| {
        listed(Condition::ALL.into_iter().filter(|what| it.is(what)).map(|it| labels::condition(it).to_owned()).collect())
    };
    ["side"] "the side\u{2019}s name" |fight, it| fight.side(it.side).name.to_string();
    ["orders"] "standing orders" |_, it| listed(it.orders.iter().map(|it| labels::order(*it).to_owned()).collect());
}

/// A combatant's value by name: a condition, one of [`PROPERTIES`], the dice of an action, or a field of the sheet.
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    let name = key(name);
    if let Some(condition) = labels::condition_named(&name) {
        return yes_no(it.is(&condition));
    }
    if let Some(property) = properties::named(PROPERTIES, &name) {
        return (property.read)(fight, it);
    }
    let action = name.strip_suffix("-dice").or_else(|| name.strip_suffix("-pool"));
    if let Some(skill) = action.and_then(Skill::named) {
        return Some(testing::pool(fight, who, skill, 0, "").dice.to_string());
    }
    let field = match name.as_str() {
        "armor" => "armour",
        other => Attribute::ALL.iter().find(|it| it.2.contains(&other)).map_or(other, |it| it.0),
    };
    let value = sheet::fields(&it.sheet).into_iter().find(|it| it.0 == field)?.1;
    Some(if value.is_empty() { none() } else { value })
}

/// The facts by which the GM sets a value, or calls for something.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let it = fight.find(who).ok_or("Nobody in the fight has that name.")?;
    let value = value.trim();
    if let Some(what) = labels::condition_named(name) {
        // "restrained: Ogre" names the holder.
        let from = fight.combatants.iter().find(|it| key(&it.name) == key(value)).map(|it| it.id);
        let held = Held { what, ends: from.map_or(Ends::Fight, Ends::WhileHeldBy), from };
        return Ok(vec![match from.is_some() || yes(&key(name), value)? {
            true => TableFact::Gained { who, held },
            false => TableFact::Lost { who, what },
        }]);
    }
    match properties::named(PROPERTIES, name).and_then(|it| it.set) {
        Some(set) => set(fight, it, value),
        None => Err(format!(
            "Einfelst Wilds has nothing called \u{201c}{}\u{201d} that can be set. You can set {} and the conditions.",
            key(name),
            properties::that_can_be_set(PROPERTIES)
        )),
    }
}

fn none() -> String {
    "none".to_owned()
}

fn listed(all: Vec<String>) -> String {
    if all.is_empty() { none() } else { all.join(", ") }
}

fn names(fight: &FightState, all: &[CombatantId]) -> String {
    listed(all.iter().map(|it| fight.name(*it).to_owned()).collect())
}

/// What is called for and over at once can't be read.
fn not_kept(_: &FightState, _: &Combatant) -> Option<String> {
    None
}

fn left(left: bool) -> &'static str {
    if left { "left" } else { "used" }
}

/// The combatant's turns this round: the one in progress first, then those to come by card, then those that are over.
fn rows<'a>(fight: &'a FightState, it: &Combatant) -> Vec<&'a TurnRow> {
    let mut rows: Vec<&TurnRow> = fight.system.rows.iter().filter(|row| row.owner == it.id).collect();
    rows.sort_by_key(|it| (!it.acting, it.done, it.card));
    rows
}

fn first_row<'a>(fight: &'a FightState, it: &Combatant) -> Option<&'a TurnRow> {
    rows(fight, it).first().copied()
}

fn cards(fight: &FightState, it: &Combatant) -> String {
    let mut cards: Vec<u8> = rows(fight, it).iter().map(|it| it.card).collect();
    cards.sort_unstable();
    listed(cards.iter().map(u8::to_string).collect())
}

fn total_harm(fight: &FightState, it: &Combatant) -> u8 {
    match keeps(fight, it) {
        Keeps::Points => it.state.points,
        Keeps::Slots => it.state.physical.amount() + it.state.mental.amount(),
    }
}

type Facts = Result<Vec<TableFact>, String>;

fn one(fact: Fact) -> Facts {
    Ok(vec![TableFact::System(fact)])
}

/// Added to what the Director has called for before.
fn calls(fight: &FightState, it: &Combatant, peril: Peril) -> Facts {
    let mut called = fight.system.called.clone();
    called.push((it.id, peril));
    one(Fact::Called(called))
}

fn yes(name: &str, value: &str) -> Result<bool, String> {
    sheet::yes(value).map_err(|why| format!("{name}: {why}"))
}

fn off(value: &str) -> bool {
    ["none", "no", "off", "out", "0", "false"].contains(&key(value).as_str())
}

fn number(name: &str, value: &str, most: u8) -> Result<u8, String> {
    let number = value.parse::<u8>().ok().filter(|it| *it <= most);
    number.ok_or_else(|| format!("{name} is a whole number from 0 to {most}."))
}

fn set_physical(_: &FightState, it: &Combatant, value: &str) -> Facts {
    set_track(it, HarmKind::Physical, value)
}

fn set_mental(_: &FightState, it: &Combatant, value: &str) -> Facts {
    set_track(it, HarmKind::Mental, value)
}

/// R34: slots: "2 lesser, 1 moderate"; or an amount, which fills them by A3.
fn set_track(it: &Combatant, kind: HarmKind, value: &str) -> Facts {
    let track: Track = sheet::track(value)?;
    one(Fact::TrackIs { who: it.id, kind, by: track.amount(), track })
}

fn set_place(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let at = fight.space.place_named(value);
    let at = at.ok_or_else(|| format!("There\u{2019}s no zone called \u{201c}{value}\u{201d}."))?;
    Ok(vec![TableFact::Placed { who: it.id, at: Some(at) }])
}

fn set_in_hand(_: &FightState, it: &Combatant, value: &str) -> Facts {
    let with = it.sheet.weapons.iter().position(|it| key(&it.name) == key(value)).map(|it| it as u8);
    if with.is_none() && !["none", "nothing"].contains(&key(value).as_str()) {
        return Err(format!("{} doesn\u{2019}t carry a weapon called \u{201c}{value}\u{201d}.", it.name));
    }
    one(Fact::InHand { who: it.id, with })
}

/// R2: another card; for several cards, the lowest or all of them.
fn set_cards(fight: &FightState, it: &Combatant, value: &str) -> Facts {
    let cards: Vec<u8> = peril::numbers(value)
        .into_iter()
        .filter_map(|it| u8::try_from(it).ok())
        .filter(|it| (1..=10).contains(it))
        .collect();
    let mut rows = fight.system.rows.clone();
    let own: Vec<usize> = (0..rows.len()).filter(|index| rows[*index].owner == it.id).collect();
    if cards.is_empty() || cards.len() > own.len() {
        return Err(format!(
            "card is a number from 1 to 10 for each of {}\u{2019}s cards, and there are {}.",
            it.name,
            own.len()
        ));
    }
    for (index, card) in own.into_iter().zip(cards) {
        rows[index].card = card;
    }
    let mut after = fight.clone();
    fact::evolve(&mut after, &Fact::RowsAre(rows.clone()));
    Ok(vec![TableFact::System(Fact::RowsAre(rows)), TableFact::OrderSet(order::listed(&after))])
}

/// The facts by which the GM sets a value of the whole fight.
pub fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    match key(name).as_str() {
        "darkness" | "dark" => match (value.trim().parse::<u8>(), sheet::yes(value)) {
            (Ok(extra), _) if extra <= 9 => one(Fact::DarknessIs(extra)),
            (_, Ok(dark)) => one(Fact::DarknessIs(u8::from(dark))),
            _ => Err("darkness is on, off, or the number of extra successes that a shot needs (R9).".to_owned()),
        },
        "position" => one(Fact::PositionIs(match key(value).as_str() {
            "usual" | "default" => None,
            _ => Some(options::position(value)?),
        })),
        "ambush" | "surprise" => {
            if ["none", "no", "off"].contains(&key(value).as_str()) {
                return one(Fact::AmbushIs(None));
            }
            let sure = key(name) == "surprise";
            let tester = fight.combatants.iter().find(|it| key(&it.name) == key(value));
            let side =
                fight.sides.iter().find(|it| key(&it.name) == key(value)).map(|it| it.id).or(tester.map(|it| it.side));
            let side = side.ok_or_else(|| {
                format!("{} takes a side, or the character who makes the test (R32, R33).", key(name))
            })?;
            let keenest = || {
                fight.members(side).max_by_key(|it| {
                    let dice = testing::pool(fight, it.id, Skill::Sneak, 0, "").dice;
                    (!order::is_beside(fight, it.id), dice, std::cmp::Reverse(it.id))
                })
            };
            let tester = tester.map(|it| it.id).or_else(|| keenest().map(|it| it.id)).filter(|_| !sure);
            one(Fact::AmbushIs(Some(Ambush { side, tester })))
        }
        "fear" | "fear-test" => {
            let peril = Peril::fear(fight, value)?;
            let mut called = fight.system.called.clone();
            let exposed = fight.combatants.iter().filter(|it| is_player(it) && up(fight, it.id));
            called.extend(exposed.map(|it| (it.id, peril.clone())));
            one(Fact::Called(called))
        }
        _ => Err(format!(
            "This fight has nothing called \u{201c}{name}\u{201d} that can be set. You can set darkness, position, ambush, surprise, fear."
        )),
    }
}

/// A value of the whole fight, by name.
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
