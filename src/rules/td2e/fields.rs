//! Values by their names: what scripts, `/who` and `/gm set` can read and set. The page `docs/td2e.md` lists them all.

use super::{
    Condition, Field, TableFact, attack, board,
    fact::Fact,
    narrate,
    options::Foes,
    sheet,
    state::{Circumstances, Difficulty, Drop, Pot, State, is_player, squares, up},
    turn, words,
};
use crate::rules::plain::yes_no;
use crate::{
    engine::{CombatantId, Ends, Held, Order, space::Space},
    rules::names::key,
};

/// A value of somebody by its name.
pub fn read(field: &Field, who: CombatantId, name: &str) -> Option<String> {
    let it = field.find(who)?;
    let state = &it.state;
    let name = key(name);
    if let Some(condition) = Condition::ALL.into_iter().find(|it| key(words::condition(*it)) == name) {
        return yes_no(it.is(&condition));
    }
    let sheet = |wanted: &str| sheet::fields(&it.sheet).into_iter().find(|it| it.0 == wanted).map(|it| it.1);
    let active = field.turns.active == Some(who);
    match name.as_str() {
        "hp" | "health" | "hit-points" => Some(state.hp.to_string()),
        "max-hp" | "maximum-hp" | "max-health" => Some(state.max_hp.to_string()),
        "turn" | "standing" | "status" => Some(words::standing(field, it).1),
        "acted" => yes_no(!active && ["acted", "evading"].contains(&words::standing(field, it).1.as_str())),
        "deed" | "action" => Some(if active && it.budget.left(Pot::Deed) > 0 { "left" } else { "used" }.to_owned()),
        "move" | "movement-left" => Some(if active { it.budget.left(Pot::Squares) } else { 0 }.to_string()),
        "place" | "square" | "at" | "position" => it.place.as_ref().map(|at| field.space.place_words(at)),
        "hidden" | "concealed" => yes_no(it.hidden),
        "in-combat" | "engaged" => yes_no(board::in_combat(field, who)),
        "dying" => yes_no(state.drop.is_some()),
        "attempts" | "tests-left" => {
            let left = state.drop.map_or(0, |drop| it.sheet.stabilise().len().saturating_sub(usize::from(drop.made)));
            Some(left.to_string())
        }
        "attended" => yes_no(state.drop.is_some_and(|it| it.attended)),
        "stable" | "stabilised" => yes_no(!state.dead && state.drop.is_none() && state.hp > 0 && !up(field, who)),
        "dead" | "killed" => yes_no(state.dead),
        "alive" => yes_no(!state.dead),
        "conscious" => yes_no(up(field, who)),
        "down" => yes_no(!up(field, who)),
        "reduction" | "dr" | "damage-reduction" => Some(attack::reduction(field, who).to_string()),
        "initiative" => field.shared.initiative.iter().find(|it| it.0 == who).map(|it| it.1.to_string()),
        "advantage" => yes_no(state.next.advantage),
        "disadvantage" => yes_no(state.next.disadvantage),
        "difficulty" => Some(state.next.difficulty.map_or("none", Difficulty::name).to_owned()),
        "may-act" => yes_no(turn::may_act(field).contains(&who)),
        "conditions" | "condition" => {
            let held = Condition::ALL.into_iter().filter(|what| it.is(what)).map(words::condition);
            let all = held.collect::<Vec<_>>().join(", ");
            Some(if all.is_empty() { "none".to_owned() } else { all })
        }
        "speed" => Some(squares(&it.sheet).to_string()),
        "movement" => Some((squares(&it.sheet) * sheet::SQUARE_FT).to_string()),
        "side" => Some(field.side(it.side).name.to_string()),
        "slots" => {
            let (taken, there) = it.sheet.slots();
            Some(format!("{taken} of {there}"))
        }
        "armor" => sheet("armour"),
        other => sheet(other).map(|it| if it.is_empty() { "none".to_owned() } else { it }),
    }
}

/// The facts by which the GM sets a value by its name.
///
/// # Errors
/// What is wrong with the name or the value.
pub fn set(field: &Field, who: CombatantId, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
    let it = field.find(who).ok_or("There is nobody of that name in the fight.")?;
    let state = &it.state;
    let (name, value) = (key(name), value.trim());
    let own = |fact: Fact| Ok(vec![TableFact::System(fact)]);
    let yes = || sheet::yes(value).map_err(|why| format!("{name}: {why}"));
    let next = |change: &dyn Fn(&mut Circumstances)| {
        let mut next = state.next;
        change(&mut next);
        own(Fact::NextIs { who, next })
    };
    if let Some(what) = Condition::ALL.into_iter().find(|it| key(words::condition(*it)) == name) {
        let ends = if what == Condition::Evading { Ends::TurnOf(who) } else { Ends::Fight };
        let held = Held { what, ends, from: None };
        return Ok(vec![if yes()? { TableFact::Gained { who, held } } else { TableFact::Lost { who, what } }]);
    }
    match name.as_str() {
        "hp" | "health" | "hit-points" => match value.parse::<i32>() {
            Ok(0) if state.hp > 0 => Ok(falls(field, who)),
            Ok(hp) if (0..=state.max_hp).contains(&hp) => Ok(has(who, state, hp)),
            _ => Err(format!("{name} is a whole number from 0 to {}.", state.max_hp)),
        },
        "hidden" | "concealed" => Ok(vec![TableFact::Hid { who, hidden: yes()? }]),
        "place" | "square" | "at" | "position" => {
            let at = field.space.place_named(value);
            let at = at.ok_or_else(|| format!("There is no square called \u{201c}{value}\u{201d}: as C4."))?;
            Ok(vec![TableFact::Placed { who, at: Some(at) }])
        }
        "dead" if yes()? => {
            let mut facts = has(who, state, 0);
            facts.push(TableFact::System(Fact::Died(who)));
            Ok(facts)
        }
        "dead" => own(Fact::Lives(who)),
        "dying" if yes()? => Ok(dying(field, who)),
        "dying" => own(Fact::Dropped { who, drop: None }),
        "advantage" => {
            let on = yes()?;
            next(&|it| it.advantage = on)
        }
        "disadvantage" => {
            let on = yes()?;
            next(&|it| it.disadvantage = on)
        }
        "difficulty" => {
            let typed = key(value).replace("hard", "difficult");
            let number = typed.trim_end_matches('+').parse().ok();
            let known =
                Difficulty::ALL.into_iter().find(|it| it.0 == typed || Some(it.1.number()) == number).map(|it| it.1);
            if known.is_none() && key(value) != "none" {
                return Err("difficulty is trivial, easy, average, difficult or none.".to_owned());
            }
            next(&|it| it.difficulty = known)
        }
        _ => Err(format!(
            "TD2e has nothing called \u{201c}{name}\u{201d} that can be set. There are hp, place, hidden, dead, dying, advantage, \
             disadvantage, difficulty and the conditions."
        )),
    }
}

/// Hit points by the GM's hand: whoever has any has no more tests to make.
fn has(who: CombatantId, state: &State, hp: i32) -> Vec<TableFact> {
    let over = state.drop.map(|_| TableFact::System(Fact::Dropped { who, drop: None }));
    over.into_iter().chain([TableFact::System(Fact::HpIs { who, hp })]).collect()
}

/// R11 Dropping, A13 Foes at nothing: 0 HP by the GM's hand.
fn falls(field: &Field, who: CombatantId) -> Vec<TableFact> {
    if field.find(who).is_some_and(is_player) || field.options.foes == Foes::Stabilise {
        return dying(field, who);
    }
    vec![TableFact::System(Fact::HpIs { who, hp: 0 }), TableFact::System(Fact::Died(who))]
}

/// R11 Dropping by the GM's hand: at 0 HP, with all tests.
fn dying(field: &Field, who: CombatantId) -> Vec<TableFact> {
    let held = Held { what: Condition::Unconscious, ends: Ends::Fight, from: None };
    let drop = Some(Drop { round: field.turns.round, made: 0, attended: false });
    vec![
        TableFact::System(Fact::HpIs { who, hp: 0 }),
        TableFact::Gained { who, held },
        TableFact::System(Fact::Dropped { who, drop }),
    ]
}

/// A value of the fight as a whole by its name.
pub fn read_fight(field: &Field, name: &str) -> Option<String> {
    match key(name).as_str() {
        "initiative" | "order" => match &field.turns.order {
            Order::Listed { slots, .. } => {
                let name = |it: &crate::engine::turns::Listing| it.owners.first().map(|it| field.name(*it).to_owned());
                Some(slots.iter().filter_map(name).collect::<Vec<_>>().join(", "))
            }
            _ => Some("none".to_owned()),
        },
        "seconds" | "time" => Some((field.turns.round.saturating_sub(1) * narrate::ROUND_S).to_string()),
        "round" => Some(field.turns.round.to_string()),
        "decided" => yes_no(turn::sides_standing(field) < 2),
        other => super::options::options(&field.options).into_iter().find(|it| it.0 == other).map(|it| it.1),
    }
}
