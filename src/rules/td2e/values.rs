//! Values by their names: what scripts, `/who` and `/gm set` can read and set. The page `docs/td2e.md` lists them all.

use super::{
    Combatant, Condition, FightState, TableFact, Td2e,
    chapters::{attack, turn},
    model::{
        board,
        fact::Fact,
        options::{self, Foes},
        sheet,
        state::{Circumstances, Difficulty, Resource, StabilisingTests, State, is_player, is_up, squares, tests_left},
    },
    text::labels,
};
use crate::rules::wording::yes_no;
use crate::{
    engine::{CombatantId, Ends, Held, TurnOrder, space::Space},
    rules::{
        names::key,
        properties::{self, properties},
    },
};

properties! {
    /// The values of a combatant in a fight, beside their conditions and the fields of their sheet.
    PROPERTIES: Td2e;
    ["hp", "health", "hit-points"] "hit points; setting 0 brings the character down, more than 0 ends all tests"
        |_, it| it.state.hp, set_hp;
    ["max-hp", "maximum-hp", "max-health"] "hit points when unhurt" |_, it| it.state.max_hp;
    ["turn", "standing", "status"] "ready, acting, acted, evading, down, dying, dead" standing;
    ["acted"] "whether they\u{2019}ve had their turn this round"
        |fight, it| !is_active(fight, it) && ["acted", "evading"].contains(&standing(fight, it).as_str());
    ["may-act"] "whether they can act now" |fight, it| turn::may_act(fight).contains(&it.id);
    ["deed", "action"] "what the turn allows: left, used"
        |fight, it| if is_active(fight, it) && it.budget.left(Resource::Deed) > 0 { "left" } else { "used" };
    ["move", "movement-left"] "squares left this turn"
        |fight, it| if is_active(fight, it) { it.budget.left(Resource::Squares) } else { 0 };
    ["speed"] "one movement in squares, after armour" |_, it| squares(&it.sheet);
    ["movement"] "one movement in feet, after armour" |_, it| squares(&it.sheet) * sheet::SQUARE_FT;
    ["place", "square", "at", "position"] "a square"
        |fight, it| it.place.as_ref().map(|at| fight.space.place_words(at)), set_place;
    ["hidden", "concealed"] "out of sight of the other sides" |_, it| it.is_hidden(), set_hidden;
    ["in-combat", "engaged"] "an enemy is on an adjacent square" |fight, it| board::in_combat(fight, it.id);
    ["dying"] "at 0 HP with tests left" |_, it| it.state.stabilising_tests.is_some(), set_dying;
    ["attempts", "tests-left"] "tests left to stabilise" |_, it| {
        it.state.stabilising_tests.map_or(0, |tests| tests_left(it, tests))
    };
    ["attended"] "a medic has helped them" |_, it| it.state.stabilising_tests.is_some_and(|it| it.attended);
    ["stable", "stabilised"] "no longer at 0 HP, but still unconscious"
        |_, it| !it.state.dead && it.state.stabilising_tests.is_none() && it.state.hp > 0 && !is_up(it);
    ["dead", "killed"] "yes, no" |_, it| it.state.dead, set_dead;
    ["alive"] "yes, no" |_, it| !it.state.dead;
    ["conscious"] "yes, no" |_, it| is_up(it);
    ["down"] "yes, no" |_, it| !is_up(it);
    ["reduction", "dr", "damage-reduction"] "damage reduction in effect" |fight, it| attack::reduction(fight, it.id);
    ["initiative"] "the total"
        |fight, it| fight.system.initiative.iter().find(|of| of.0 == it.id).map(|of| of.1);
    ["advantage"] "of the next test (C1)" |_, it| it.state.next.advantage,
        |_, it, value| Ok(next_is(it, Circumstances { advantage: yes("advantage", value)?, ..it.state.next }));
    ["disadvantage"] "of the next test (C1)" |_, it| it.state.next.disadvantage,
        |_, it, value| Ok(next_is(it, Circumstances { disadvantage: yes("disadvantage", value)?, ..it.state.next }));
    ["difficulty"] "of the next test: trivial, easy, average, difficult (or 3 to 6), or none"
        |_, it| it.state.next.difficulty.map_or("none", Difficulty::name),
        |_, it, value| Ok(next_is(it, Circumstances { difficulty: difficulty(value)?, ..it.state.next }));
    ["conditions", "condition"] "all of them, or none" conditions;
    ["side"] "the side\u{2019}s name" |fight, it| fight.side(it.side).name.to_string();
    ["slots"] "trait slots taken, such as 3 of 6" |_, it| {
        let (taken, there) = it.sheet.slots();
        format!("{taken} of {there}")
    };
}

/// A value of a combatant by its name: a condition, one of [`PROPERTIES`], or a field of the sheet.
pub fn read(fight: &FightState, who: CombatantId, name: &str) -> Option<String> {
    let it = fight.find(who)?;
    if let Some(condition) = condition_named(name) {
        return yes_no(it.is(&condition));
    }
    if let Some(property) = properties::named(PROPERTIES, name) {
        return (property.read)(fight, it);
    }
    let name = key(name).replace("armor", "armour");
    let field = sheet::fields(&it.sheet).into_iter().find(|it| it.0 == name)?.1;
    Some(if field.is_empty() { "none".to_owned() } else { field })
}

/// The facts by which the GM sets a value by its name.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set(fight: &FightState, who: CombatantId, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let it = fight.find(who).ok_or("There\u{2019}s nobody of that name in the fight.")?;
    if let Some(what) = condition_named(name) {
        let ends = if what == Condition::Evading { Ends::TurnOf(who) } else { Ends::Fight };
        let held = Held { what, ends, from: None };
        let is_on = yes(&key(name), value)?;
        return Ok(vec![if is_on { TableFact::Gained { who, held } } else { TableFact::Lost { who, what } }]);
    }
    match properties::named(PROPERTIES, name).and_then(|it| it.set) {
        Some(set) => set(fight, it, value.trim()),
        None => Err(format!(
            "In TD2e you can\u{2019}t set \u{201c}{}\u{201d}. You can set {} and the conditions.",
            key(name),
            properties::that_can_be_set(PROPERTIES)
        )),
    }
}

fn condition_named(name: &str) -> Option<Condition> {
    Condition::ALL.into_iter().find(|it| key(labels::condition(*it)) == key(name))
}

fn is_active(fight: &FightState, it: &Combatant) -> bool {
    fight.turns.active == Some(it.id)
}

fn standing(fight: &FightState, it: &Combatant) -> String {
    labels::standing(fight, it).1
}

fn conditions(_: &FightState, it: &Combatant) -> String {
    let held: Vec<&str> = Condition::ALL.into_iter().filter(|what| it.is(what)).map(labels::condition).collect();
    if held.is_empty() { "none".to_owned() } else { held.join(", ") }
}

fn yes(name: &str, value: &str) -> Result<bool, String> {
    sheet::yes(value).map_err(|why| format!("{name}: {why}"))
}

fn next_is(it: &Combatant, next: Circumstances) -> Vec<TableFact> {
    vec![TableFact::System(Fact::NextIs { who: it.id, next })]
}

fn difficulty(value: &str) -> Result<Option<Difficulty>, String> {
    let typed = key(value).replace("hard", "difficult");
    let number = typed.trim_end_matches('+').parse().ok();
    let known = Difficulty::ALL.into_iter().find(|it| it.0 == typed || Some(it.1.number()) == number).map(|it| it.1);
    match known {
        None if typed != "none" => Err("difficulty must be trivial, easy, average, difficult or none.".to_owned()),
        known => Ok(known),
    }
}

fn set_hp(fight: &FightState, it: &Combatant, value: &str) -> Result<Vec<TableFact>, String> {
    match value.parse::<i32>() {
        Ok(0) if it.state.hp > 0 => Ok(falls(fight, it.id)),
        Ok(hp) if (0..=it.state.max_hp).contains(&hp) => Ok(has(it.id, &it.state, hp)),
        _ => Err(format!("hp must be a whole number from 0 to {}.", it.state.max_hp)),
    }
}

fn set_place(fight: &FightState, it: &Combatant, value: &str) -> Result<Vec<TableFact>, String> {
    let at = fight.space.place_named(value);
    let at = at.ok_or_else(|| format!("There\u{2019}s no square called \u{201c}{value}\u{201d}. Write it like C4."))?;
    Ok(vec![TableFact::Placed { who: it.id, at: Some(at) }])
}

fn set_hidden(_: &FightState, it: &Combatant, value: &str) -> Result<Vec<TableFact>, String> {
    Ok(vec![TableFact::Hid { who: it.id, hidden: yes("hidden", value)? }])
}

fn set_dying(fight: &FightState, it: &Combatant, value: &str) -> Result<Vec<TableFact>, String> {
    Ok(match yes("dying", value)? {
        true => dying(fight, it.id),
        false => vec![TableFact::System(Fact::StabilisingTestsAre { who: it.id, tests: None })],
    })
}

fn set_dead(_: &FightState, it: &Combatant, value: &str) -> Result<Vec<TableFact>, String> {
    if !yes("dead", value)? {
        return Ok(vec![TableFact::System(Fact::Lives(it.id))]);
    }
    let mut facts = has(it.id, &it.state, 0);
    facts.push(TableFact::System(Fact::Died(it.id)));
    Ok(facts)
}

/// Hit points by the GM's hand: anyone who has any has no more tests to make.
fn has(who: CombatantId, state: &State, hp: i32) -> Vec<TableFact> {
    let over = state.stabilising_tests.map(|_| TableFact::System(Fact::StabilisingTestsAre { who, tests: None }));
    over.into_iter().chain([TableFact::System(Fact::HpIs { who, hp })]).collect()
}

/// R11 Dropping, A13 Foes at nothing: 0 HP by the GM's hand.
fn falls(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    if fight.find(who).is_some_and(is_player) || fight.options.foes == Foes::Stabilise {
        return dying(fight, who);
    }
    vec![TableFact::System(Fact::HpIs { who, hp: 0 }), TableFact::System(Fact::Died(who))]
}

/// R11 Dropping by the GM's hand: at 0 HP, with all tests.
fn dying(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let held = Held { what: Condition::Unconscious, ends: Ends::Fight, from: None };
    let tests = Some(StabilisingTests { round: fight.turns.round, made: 0, attended: false });
    vec![
        TableFact::System(Fact::HpIs { who, hp: 0 }),
        TableFact::Gained { who, held },
        TableFact::System(Fact::StabilisingTestsAre { who, tests }),
    ]
}

/// A value of the fight as a whole by its name.
pub fn read_fight(fight: &FightState, name: &str) -> Option<String> {
    match key(name).as_str() {
        "initiative" | "order" => match &fight.turns.order {
            TurnOrder::Listed { slots, .. } => {
                let name = |it: &crate::engine::turns::Listing| it.owners.first().map(|it| fight.name(*it).to_owned());
                Some(slots.iter().filter_map(name).collect::<Vec<_>>().join(", "))
            }
            _ => Some("none".to_owned()),
        },
        "seconds" | "time" => Some((fight.turns.round.saturating_sub(1) * turn::ROUND_S).to_string()),
        "round" => Some(fight.turns.round.to_string()),
        "decided" => yes_no(turn::sides_standing(fight) < 2),
        other => options::options(&fight.options).into_iter().find(|it| it.0 == other).map(|it| it.1),
    }
}
