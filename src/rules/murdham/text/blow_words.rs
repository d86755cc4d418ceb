//! What is said of blasts, stunts, grips and blows without harm: sentences, questions, buttons, refusals. It is a part of `story.rs`
//! and `labels.rs`, which are full, and decides nothing.

use crate::rules::murdham::{
    Choice, FightState, Question, With,
    chapters::blast,
    model::{
        fact::{Fact, article_and_name, name_of},
        manner::Manner,
        state::{At, Flag},
    },
};
use crate::{
    engine::{CombatantId, space::Space},
    rules::wording::a,
};

/// What a fact sounds like, and who it is about.
pub fn sentence(fight: &FightState, fact: &Fact) -> Option<(CombatantId, String)> {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    Some(match fact {
        Fact::Burst { by, with, .. } if !blast::is_blast(fight, *by, *with) => {
            (*by, format!("{} sweeps around with {}.", name(by), article_and_name(fight, *by, *with)))
        }
        Fact::Burst { by, with, at } => {
            let weapon = article_and_name(fight, *by, *with);
            (*by, format!("{} lets off {weapon} at {}.", name(by), fight.space.place_words(at)))
        }
        Fact::Strayed { by, to: Some(to) } => (*by, format!("It goes off in {} instead.", fight.space.place_words(to))),
        Fact::Strayed { by, to: None } => {
            (*by, "It goes off harmlessly: there\u{2019}s no zone next to that one.".to_owned())
        }
        Fact::StuntOffered { by, at, text } => {
            (*by, format!("Instead of doing damage, {} offers {}: \u{201c}{}\u{201d}.", name(by), name(at), bare(text)))
        }
        Fact::StuntHappens { by, at, text } => (
            *by,
            format!(
                "{} accepts {}\u{2019}s offer, and it happens: \u{201c}{}\u{201d}.",
                name(at),
                name(by),
                bare(text)
            ),
        ),
        Fact::NoSave { who, skill, resists: true } => {
            (*who, format!("{} can\u{2019}t be beaten that way: {}.", name(who), skill.name))
        }
        Fact::NoSave { who, skill, resists: false } => (*who, format!("{} gets no save: {}.", name(who), skill.name)),
        Fact::Snaps { who, .. } => (*who, format!("A trap snaps shut on {}.", name(who))),
        Fact::Splits { who, copy } => (*who, format!("{} splits in two: {} stands next to it.", name(who), name(copy))),
        Fact::Flagged { who, flag: Flag::Flying, on: true } => (*who, format!("{} takes to the air.", name(who))),
        Fact::Flagged { who, flag: Flag::Flying, on: false } => (*who, format!("{} lands.", name(who))),
        Fact::Slain { on, to } => (*on, format!("Monster slaying: {} is larger, so the damage is {to}.", name(on))),
        Fact::Stunning { who, stunned: true } => (*who, format!("The blow knocks {} out.", name(who))),
        Fact::Stunning { who, stunned: false } => (*who, format!("{} shakes the blow off.", name(who))),
        Fact::Grabbed { by, who } => (*who, format!("{} grabs {}.", name(by), name(who))),
        Fact::LetGo { by, who } => (*who, format!("{} lets go of {}.", name(by), name(who))),
        Fact::Freed { who, by: None } => (*who, format!("{} breaks free.", name(who))),
        Fact::Freed { who, by: Some(by) } => (*who, format!("{} frees {}.", name(by), name(who))),
        Fact::Shoved { by, who, into: None } => (*who, format!("{} shoves {} away.", name(by), name(who))),
        Fact::Shoved { by, who, into: Some(into) } => {
            (*who, format!("{} shoves {} into a hazard: {into}. The GM says what it does.", name(by), name(who)))
        }
        Fact::NothingDropped(who) => (*who, format!("{} has nothing in hand to drop.", name(who))),
        Fact::Dropped { who, gear, .. } => {
            (*who, format!("{} drops the {}.", name(who), name_of(fight, *who, With::Gear(*gear))))
        }
        _ => return None,
    })
}

/// An item in a sentence: "a dose of poison", but "black adder venom".
pub fn some(item: &str) -> String {
    let is_substance = ["venom", "sting", "oil", "powder"].iter().any(|it| item.ends_with(it));
    if is_substance { item.to_owned() } else { a(item) }
}

/// Words that somebody typed, as they stand before a full stop of ours.
fn bare(text: &str) -> &str {
    text.trim().trim_end_matches('.')
}

/// What has just been picked up, by where it is now: each hand holds one thing, and only a trap goes straight into the pack.
pub fn picked_up(fight: &FightState, who: CombatantId, at: At) -> String {
    let gear = fight.find(who).map(|it| it.state.gear.as_slice()).unwrap_or_default();
    let taken = gear.iter().position(|it| it.at == at && (at.in_hand() || it.weapon.trap));
    match taken.and_then(|it| u8::try_from(it).ok()) {
        Some(gear) => article_and_name(fight, who, With::Gear(gear)),
        None => "something".to_owned(),
    }
}

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

/// What a question says.
pub fn ask(fight: &FightState, asked: &str, question: &Question) -> String {
    let name = |who: &CombatantId| fight.name(*who);
    match question {
        Question::Approve { by, at, text } => {
            format!(
                "{} offers {} this instead of damage: \u{201c}{}\u{201d}. Does that make sense?",
                name(by),
                name(at),
                bare(text)
            )
        }
        Question::Accept { by, text } => {
            format!(
                "{} hits {asked} and offers this instead of damage: \u{201c}{}\u{201d}. Accept it?",
                name(by),
                bare(text)
            )
        }
        Question::DropWhich { from } => format!("What is {} to drop?", name(from)),
        Question::Kill { on } => format!("{asked} has struck {} down, and can kill them.", name(on)),
        Question::Cleave { .. } => format!("{asked} can strike at another target with the same weapon."),
        Question::GuardBlast { by } => format!(
            "{} lets off a blast. {asked} can step in for somebody and take that hit as well as their own. That spends the turn.",
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
