//! What is said of blasts, stunts, grips and blows without harm: questions, buttons, choices. It is a part of `story.rs` and `labels.rs`, and
//! decides nothing.

use crate::{
    engine::CombatantId,
    rules::murdham::{
        Choice, FightState, Question, With,
        model::{manner::Manner, weapon_names::name_of},
    },
    rules::wording::quoted_at_end,
};

/// How an attack that is no common one is begun: "grapples".
pub fn swings(how: Manner, counter: bool) -> Option<&'static str> {
    Some(match (how, counter) {
        (Manner::Grapple, false) => "tries to grab",
        (Manner::Grapple, true) => "counters by grappling",
        (Manner::Disarm(_), false) => "tries to disarm",
        (Manner::Disarm(_), true) => "counters by disarming",
        (Manner::Stun, false) => "strikes to stun",
        (Manner::Stun, true) => "counters to stun",
        _ => return None,
    })
}

/// Words that a player typed, as they stand before a full stop of ours.
pub fn bare(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

/// What a question says.
pub fn ask(fight: &FightState, asked: &str, question: &Question) -> String {
    let name = |who: &CombatantId| fight.name(*who);
    match question {
        Question::Approve { by, at, text } => {
            format!(
                "{} offers {} this instead of damage: {} Do you allow it?",
                name(by),
                name(at),
                quoted_at_end(bare(text))
            )
        }
        Question::Accept { by, text } => {
            format!(
                "{} hits {asked} and offers this instead of damage: {} Accept it?",
                name(by),
                quoted_at_end(bare(text))
            )
        }
        Question::DropWhich { from } => format!("What should {} drop?", name(from)),
        Question::Kill { on } => format!("{asked} has struck {} down and can kill them.", name(on)),
        Question::Cleave { .. } => format!("{asked} can strike at another target with the same weapon."),
        Question::GuardBlast { by } => format!(
            "{}\u{2019}s attack hits several targets. {asked} can step in for somebody and take that hit as well as their own. That spends the turn.",
            name(by)
        ),
        _ => String::new(),
    }
}

/// What a choice is called on its button; `attacker` is anyone who is countered.
pub fn choice(fight: &FightState, question: &Question, choice: &Choice) -> Option<String> {
    let (attacker, target) = match question {
        Question::React { by, at, .. } => (Some(*by), Some(*at)),
        Question::DropWhich { from } => (Some(*from), None),
        _ => (None, None),
    };
    let called = |who: Option<CombatantId>, with| who.map_or_else(String::new, |who| name_of(fight, who, with));
    Some(match choice {
        Choice::CounterBy(_, Manner::Grapple) => "Counter with grapple".to_owned(),
        Choice::CounterBy(_, Manner::Disarm(gear)) => {
            format!("Counter with disarm: {}", called(attacker, With::Gear(*gear)))
        }
        Choice::CounterBy(with, _) => format!("Counter to stun with {}", called(target, *with)),
        Choice::GuardOf(who) => format!("Guard {}", fight.name(*who)),
        Choice::Deny => "Deny".to_owned(),
        Choice::Approve => "Approve".to_owned(),
        Choice::Accept => "Accept".to_owned(),
        Choice::Drop(gear) => format!("Drop {}", called(attacker, With::Gear(*gear))),
        Choice::Spare => "Spare".to_owned(),
        Choice::Kill => "Kill".to_owned(),
        Choice::Enough => "Enough".to_owned(),
        Choice::Cleave(who) => format!("Strike {}", fight.name(*who)),
        _ => return None,
    })
}

/// What a combatant chose, after their name.
pub fn chose(choice: &Choice) -> &'static str {
    match choice {
        Choice::Accept => "accepts",
        Choice::Approve => "approves it",
        Choice::Deny => "doesn\u{2019}t approve it",
        Choice::Drop(_) => "chooses",
        Choice::Spare => "spares them",
        Choice::Kill => "kills",
        Choice::Enough => "strikes nobody else",
        Choice::Cleave(_) => "strikes on",
        Choice::GuardOf(_) => "steps in",
        Choice::LetItHappen => "doesn\u{2019}t step in",
        _ => "refuses",
    }
}
