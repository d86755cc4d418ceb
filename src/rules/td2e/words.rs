//! What things are called: questions, refusals, conditions, how somebody stands. Sentences that tell what happened are in
//! `narrate.rs`.

use super::{
    Combatant, Condition, Field, Rule, Violation, With,
    state::{Pot, is_up, weapon},
    turn,
};
use crate::engine::{
    CombatantId, Order, Stage,
    view::{Details, Mark, Vital},
};
use crate::rules::plain;
pub use crate::rules::plain::the;

/// What a condition is called.
pub fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Unconscious => "unconscious",
        Condition::Evading => "evading",
        Condition::Clear => "clear of combat",
        Condition::Grabbed => "grabbed",
    }
}

/// Squares in words.
pub fn squares(count: u32) -> String {
    match count {
        0 => "none".to_owned(),
        1 => "1 square".to_owned(),
        _ => format!("{count} squares"),
    }
}

/// A weapon with its article.
pub fn with(field: &Field, who: CombatantId, with: With) -> String {
    match with {
        With::Unarmed => "bare hands".to_owned(),
        With::Weapon(index) => match weapon(field, who, index) {
            Some(it) if it.name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) => {
                format!("an {}", it.name)
            }
            Some(it) => format!("a {}", it.name),
            None => "a weapon".to_owned(),
        },
    }
}

/// The vital numbers of somebody, and the word that strangers see.
pub fn vitals(_: &Field, of: &Combatant) -> Vec<Vital> {
    let exact = format!("{}/{}", of.state.hp, of.state.max_hp);
    vec![Vital { name: "HP", exact, word: Some(health(of)) }]
}

/// How hurt somebody looks.
pub fn health(of: &Combatant) -> &'static str {
    let state = &of.state;
    match () {
        () if state.dead => "dead",
        () if state.drop.is_some() => "dying",
        () if !is_up(of) => "down",
        () if state.hp >= state.max_hp => "unhurt",
        () if state.hp * 2 > state.max_hp => "hurt",
        () => "badly hurt",
    }
}

/// How somebody stands in the round.
pub fn standing(field: &Field, of: &Combatant) -> (Mark, String) {
    let turns = &field.turns;
    let at = |it: &Order| match it {
        Order::Listed { slots, at } => {
            slots.iter().position(|slot| slot.owners.contains(&of.id)).is_some_and(|own| own < *at)
        }
        _ => false,
    };
    let (mark, word) = match () {
        () if of.state.dead => (Mark::Down, "dead"),
        () if of.state.drop.is_some() => (Mark::Down, "dying"),
        () if !is_up(of) => (Mark::Down, "down"),
        () if turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if of.is(&Condition::Evading) => (Mark::Spent, "evading"),
        () if turn::may_act_beside(field, of.id) => (Mark::Ready, "ready"),
        () if turn::is_beside(field, of.id) || at(&turns.order) => (Mark::Spent, "acted"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// What the tracker says besides the list.
pub fn details(field: &Field) -> Details {
    let mut details = Details::default();
    if field.stage != Stage::Fighting {
        return details;
    }
    details.whose = match field.turns.active {
        Some(who) => format!("It is {}\u{2019}s turn.", field.name(who)),
        None => "A turn is about to begin.".to_owned(),
    };
    if let Order::Listed { slots, .. } = &field.turns.order {
        let owner = |it: &CombatantId| field.find(*it).map(|it| it.name.to_string());
        let line = slots.iter().filter_map(|slot| {
            let name = slot.owners.first().and_then(owner)?;
            Some(format!("{name} ({})", slot.label))
        });
        details.notes.push(format!("Order of turns: {}.", line.collect::<Vec<_>>().join(", ")));
    }
    if let Some(who) = field.turns.active.filter(|it| field.find(*it).is_some_and(|it| !it.hidden)) {
        details.turn = purse(field, who);
    }
    details.decided = plain::decided(field, is_up);
    details
}

/// What is left of the turn that somebody is taking.
pub fn purse(field: &Field, who: CombatantId) -> Vec<(String, String)> {
    let budget = &field.combatant(who).budget;
    let word = |left: u16| if left > 0 { "left" } else { "used" }.to_owned();
    vec![
        ("turn".to_owned(), word(budget.left(Pot::Deed))),
        ("move".to_owned(), squares(u32::from(budget.left(Pot::Squares)))),
    ]
}

/// Why something is refused: one sentence with a way on, and the rule.
pub fn violation(field: &Field, violation: &Violation) -> (String, Option<Rule>) {
    let name = |who: &CombatantId| field.name(*who).to_owned();
    let (text, rule) = match violation {
        Violation::NoFight => ("The fight is not on.".to_owned(), None),
        Violation::NobodyToFight => {
            ("Nobody has joined yet. /join brings a character in, /gm add a foe.".to_owned(), None)
        }
        Violation::NoSuchThing(what) => (format!("There is nothing like \u{201c}{what}\u{201d} to do now."), None),
        Violation::NotTheirTurn { who, .. } if turn::is_beside(field, *who) => {
            let had = format!("{} has already had a turn this round.", name(who));
            (format!("{had} {}", plain::another_turn(&name(who))), Some(Rule::Rounds))
        }
        Violation::NotTheirTurn { who, up } => {
            let up = up.and_then(|it| field.find(it)).filter(|it| !it.hidden);
            let whose = up.map_or_else(|| "somebody else\u{2019}s".to_owned(), |it| format!("{}\u{2019}s", it.name));
            (format!("It is {whose} turn. {} acts when the order comes to them.", name(who)), Some(Rule::Initiative))
        }
        Violation::Down(who) => (format!("{} is down and cannot act.", name(who)), Some(Rule::Dropping)),
        Violation::Done(who) => {
            (format!("{} has done the one thing that a turn allows.", name(who)), Some(Rule::InCombat))
        }
        Violation::NobodyThere => ("There is nobody there to be seen.".to_owned(), None),
        Violation::OwnSide(who) => (format!("{} is on the same side. Choose an enemy.", name(who)), None),
        Violation::Dead(who) => (format!("{} is dead. Choose somebody else.", name(who)), None),
        Violation::TooFarToAttack { target, far: Some(far), left } => (
            format!(
                "{} is {} away, and {} of movement are left: walk up with /act advance, and attack next turn.",
                name(target),
                squares(*far),
                squares(u32::from(*left))
            ),
            Some(Rule::AdvanceAndAttack),
        ),
        Violation::TooFarToAttack { target, far: None, .. } => {
            (format!("There is no free square beside {}, or no way there.", name(target)), Some(Rule::AdvanceAndAttack))
        }
        Violation::NotSeen(who) => (
            format!(
                "A wall stands between, so {} can\u{2019}t be shot. Move first, or add with: and a melee weapon to walk up and strike.",
                name(who)
            ),
            Some(Rule::FarAway),
        ),
        Violation::Moved(who) => (
            format!(
                "{} has moved this turn, and out of combat you shoot instead of moving. To walk up and strike, add with: and a \
                 melee weapon, or unarmed; /end ends the turn.",
                name(who)
            ),
            Some(Rule::FarAway),
        ),
        Violation::NotCarried => ("No such weapon is carried. Choose another, or bare hands.".to_owned(), None),
        Violation::NotInCombat(who) => (
            format!("{} is not in combat: no enemy is on a square beside. Move or attack instead.", name(who)),
            Some(Rule::InCombat),
        ),
        Violation::AfterMoving(who) => (
            format!("{} has moved this turn. Attack is what is left; evading and getting out come before.", name(who)),
            Some(Rule::InCombat),
        ),
        Violation::InCombat(who) => (
            format!(
                "{} is in combat and cannot walk off. /act extricate gets out; a step round the same enemies goes with an attack.",
                name(who)
            ),
            Some(Rule::InCombat),
        ),
        Violation::TooFar { who, squares: most } => (
            format!("{} cannot get there: {} this turn at most.", name(who), squares(u32::from(*most))),
            Some(Rule::Advance),
        ),
        Violation::NotOut { who, squares: most } => (
            format!(
                "{} cannot get out to there: the way leads to a square beside no enemy, {} away at most.",
                name(who),
                squares(u32::from(*most))
            ),
            Some(Rule::Extricating),
        ),
        Violation::Taken => ("Somebody stands there. Choose a free square.".to_owned(), Some(Rule::Scale)),
        Violation::AlreadyThere => ("They are there already.".to_owned(), None),
        Violation::NoPlace(who) => (
            format!("{} has no square to go from or to. The GM places people with /gm place.", name(who)),
            Some(Rule::Scale),
        ),
        Violation::CannotSneak(who) => {
            (format!("{} wears heavy armour, in which nobody sneaks.", name(who)), Some(Rule::HeavyArmour))
        }
        Violation::Hidden(who) => (format!("{} is out of sight already.", name(who)), None),
        Violation::NoMedic(who) => {
            (format!("{} is no medic. The trait Medic allows it.", name(who)), Some(Rule::MedicTime))
        }
        Violation::NoPatient(who) => {
            (format!("{} does not lie at 0 HP. Choose somebody who does.", name(who)), Some(Rule::MedicTime))
        }
        Violation::NotAdjacent(who) => {
            (format!("{} is not on a square beside. Move there first.", name(who)), Some(Rule::MedicTime))
        }
        Violation::Attended(who) => {
            (format!("{} is well attended already; the tests have advantage.", name(who)), Some(Rule::MedicTime))
        }
        Violation::NotToFinish(who) => (
            format!("Only the GM has somebody finished, and {} is a player\u{2019}s.", name(who)),
            Some(Rule::HitWhileDown),
        ),
        Violation::NoPassing => (
            "Sides do not pass here: each has a turn of their own, and /end ends it.".to_owned(),
            Some(Rule::Initiative),
        ),
        Violation::Slots { who, taken, there } => (
            format!(
                "{}\u{2019}s traits, proficiencies and masteries take {taken} slots, and there are {there}. Leave something out, or \
                 play with slots: off.",
                field.find(*who).map_or("This character", |it| &it.name)
            ),
            Some(Rule::Slots),
        ),
    };
    (text, rule)
}
