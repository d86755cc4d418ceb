//! What things are called: conditions, weapons, how a combatant stands. What happened is told in `story.rs`.

use crate::engine::{
    CombatantId, Stage, TurnOrder,
    space::Space,
    view::{Details, Mark, Vital},
};
use crate::rules::td2e::{
    Action, Combatant, Condition, FightState,
    chapters::{attack, turn},
    model::{
        blow::With,
        gear::Category,
        state::{Resource, is_up, tests_left, weapon},
    },
};
use crate::rules::{refusals::Squares, wording};

/// What a condition is called.
pub fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Unconscious => "unconscious",
        Condition::Evading => "evading",
        Condition::Clear => "clear of combat",
        Condition::Grabbed => "grabbed",
    }
}

/// A weapon with its article.
pub fn with(fight: &FightState, who: CombatantId, with: With) -> String {
    match with {
        With::Unarmed => "bare hands".to_owned(),
        With::Weapon(index) => match weapon(fight, who, index) {
            Some(it) if it.name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) => {
                format!("an {}", it.name)
            }
            Some(it) => format!("a {}", it.name),
            None => "a weapon".to_owned(),
        },
    }
}

/// The vital numbers of a combatant, and the word that strangers see.
pub fn vitals(_: &FightState, of: &Combatant) -> Vec<Vital> {
    let exact = format!("{}/{}", of.state.hp, of.state.max_hp);
    let mut vitals =
        vec![Vital { name: "HP", exact, word: Some(health(of)), left: Some((of.state.hp, of.state.max_hp)) }];
    // R11: how often somebody at 0 HP may still stabilise.
    vitals.extend(of.state.stabilising_tests.map(|tests| Vital {
        name: "tests left",
        exact: tests_left(of, tests).to_string(),
        word: None,
        left: None,
    }));
    vitals
}

/// How hurt a combatant looks.
pub fn health(of: &Combatant) -> &'static str {
    let state = &of.state;
    match () {
        () if state.dead => "dead",
        () if state.stabilising_tests.is_some() => "dying",
        () if !is_up(of) => "down",
        () if state.hp >= state.max_hp => "unhurt",
        () if state.hp * 2 > state.max_hp => "hurt",
        () => "badly hurt",
    }
}

/// How a combatant stands in the round.
pub fn standing(fight: &FightState, of: &Combatant) -> (Mark, String) {
    let turns = &fight.turns;
    let at = |it: &TurnOrder| match it {
        TurnOrder::Listed { slots, at } => {
            slots.iter().position(|slot| slot.owners.contains(&of.id)).is_some_and(|own| own < *at)
        }
        _ => false,
    };
    let (mark, word) = match () {
        () if of.state.dead => (Mark::Down, "dead"),
        () if of.state.stabilising_tests.is_some() => (Mark::Down, "dying"),
        () if !is_up(of) => (Mark::Down, "down"),
        () if turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if of.is(&Condition::Evading) => (Mark::Spent, "evading"),
        () if turn::may_act_beside(fight, of.id) => (Mark::Ready, "ready"),
        () if turn::is_beside(fight, of.id) || at(&turns.order) => (Mark::Spent, "acted"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// What the tracker says besides the list.
pub fn details(fight: &FightState) -> Details {
    let mut details = Details { no_passing: true, ..Details::default() };
    if fight.stage != Stage::Fighting {
        return details;
    }
    details.whose = match fight.turns.active {
        Some(who) => format!("It\u{2019}s {}\u{2019}s turn.", fight.name(who)),
        None => "A turn is about to begin.".to_owned(),
    };
    if let TurnOrder::Listed { slots, .. } = &fight.turns.order {
        let owner = |it: &CombatantId| fight.find(*it).filter(|it| !it.state.dead).map(|it| it.name.to_string());
        let line = slots.iter().filter_map(|slot| {
            let name = slot.owners.first().and_then(owner)?;
            Some(format!("{name} ({})", slot.label))
        });
        details.notes.push(format!("Turn order: {}.", line.collect::<Vec<_>>().join(", ")));
    }
    if let Some(it) = fight.acting_in_sight() {
        details.turn = remaining(fight, it.id);
    }
    details.decided = wording::decided(fight, is_up);
    details
}

/// What is left of the turn that a combatant is taking.
pub fn remaining(fight: &FightState, who: CombatantId) -> Vec<(String, String)> {
    let budget = &fight.combatant(who).budget;
    let word = |left: u16| if left > 0 { "left" } else { "used" }.to_owned();
    vec![
        ("turn".to_owned(), word(budget.left(Resource::Deed))),
        ("move".to_owned(), Squares(u32::from(budget.left(Resource::Squares))).to_string()),
    ]
}

/// R5: that somebody who shoots would walk into combat.
pub fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
    let Action::Attack(it) = action else { return None };
    let walk = attack::aim(fight, who, it.target, it.with).ok()??;
    let shoots = fight.combatant(who).sheet.weapons.first().is_some_and(|it| it.category == Category::Ranged);
    let (name, at) = (fight.name(it.target), fight.space.place_words(&walk.to));
    shoots.then(|| format!("{} would walk to {at} first, into combat with {name}.", fight.name(who)))
}
