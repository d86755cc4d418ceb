//! What things are called: questions, answers, conditions, how a combatant stands. Sentences that tell what happened are in `story.rs`, why
//! something is refused is in `refusals.rs`.

use crate::rules::sovereign::{
    Action, Choice, Combatant, Condition, FightState, Question,
    chapters::{attack, attack_numbers, instants, turn},
    model::{
        blow::{Blow, With},
        state::{Phase, Resource, Trigger, is_up, weapon},
    },
};
pub use crate::rules::wording::the;
use crate::rules::wording::{self, of_the};
use crate::{
    engine::{
        CombatantId, SideId, Stage,
        ids::Addressee,
        space::Space,
        view::{Details, Mark, Vital},
    },
    rules::names::key,
};

/// What a condition is called.
pub fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Prone => "prone",
        Condition::Defending => "total defense",
        Condition::Charging => "charging",
        Condition::Injured => "mortally injured",
        Condition::Unconscious => "unconscious",
        Condition::Frail => "frail",
        Condition::Surprised => "surprised",
        Condition::Expecting => "expecting",
        Condition::Unsuspecting => "unsuspecting",
        Condition::Unseen => "unseen",
        Condition::Lost => "position unknown",
        Condition::Retreating => "retreating",
        Condition::Fled => "fled",
        Condition::Burning => "burning",
        Condition::Jostled => "jostled",
    }
}

/// A condition by its name or another word for it.
pub fn condition_named(name: &str) -> Option<Condition> {
    let name = key(name);
    let also = match name.as_str() {
        "dying" | "injured" => Some(Condition::Injured),
        "defending" | "total-defence" => Some(Condition::Defending),
        "unaware" => Some(Condition::Unsuspecting),
        "alert" | "wary" => Some(Condition::Expecting),
        "invisible" => Some(Condition::Unseen),
        "fleeing" => Some(Condition::Retreating),
        _ => None,
    };
    also.or_else(|| Condition::ALL.into_iter().find(|it| key(condition(*it)) == name))
}

/// What a phase is called.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Surprise => "surprise",
        Phase::Alert => "the alert",
    }
}

/// What a held action waits for.
pub fn trigger(trigger: Trigger) -> &'static str {
    Trigger::ALL.iter().find(|it| it.1 == trigger).map_or("", |it| it.0)
}

/// What a held action waits for, of the one enemy it is held for where there is one: "Orc attacks".
pub fn waits(fight: &FightState, what: Trigger, foe: Option<CombatantId>) -> String {
    match foe.and_then(|it| fight.find(it)) {
        Some(foe) => trigger(what).replace("an enemy", &foe.name),
        None => trigger(what).to_owned(),
    }
}

/// A weapon with its article.
pub fn with(fight: &FightState, who: CombatantId, with: With) -> String {
    match with {
        With::Unarmed => "bare hands".to_owned(),
        With::Weapon(_) => match weapon(fight, who, with) {
            // The second of a name, and what is poured rather than counted, take no article.
            Some(it) if it.name.ends_with(" oil") || it.name.ends_with(|it: char| it.is_ascii_digit()) => {
                it.name.clone()
            }
            Some(it) if it.name.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) => {
                format!("an {}", it.name)
            }
            Some(it) => format!("a {}", it.name),
            None => "a weapon".to_owned(),
        },
    }
}

fn weapon_name(fight: &FightState, who: CombatantId, with: With) -> String {
    match with {
        With::Unarmed => "bare hands".to_owned(),
        With::Weapon(_) => weapon(fight, who, with).map_or_else(String::new, |it| it.name.clone()),
    }
}

/// What a question says to the one who is asked.
pub fn ask(fight: &FightState, to: Addressee, question: &Question) -> String {
    let name = |who: &CombatantId| fight.name(*who);
    match question {
        Question::Rolled { by, at, hits } => {
            let me = to == Addressee::Combatant(*at);
            let whom = if me { "you" } else { name(at) };
            let cost = costs(fight, to);
            match (to == Addressee::Combatant(*by), hits) {
                (true, _) => format!("Your attack on {} misses.", name(at)),
                (_, true) => format!("{} hits {whom}. No damage has been rolled yet.{cost}", name(by)),
                (_, false) => format!("{} misses {whom}, but the Shock would still do damage.{cost}", name(by)),
            }
        }
        Question::Declared { by, what } => {
            let act = match what {
                Trigger::Attacks => "is about to attack",
                Trigger::Moves => "is about to move",
                Trigger::Approaches => "comes within reach",
                Trigger::Casts => "begins to cast a spell",
                Trigger::Word => "acts",
            };
            let holds = match to {
                Addressee::Combatant(who) => fight.find(who).is_some_and(|it| it.state.hold.is_some()),
                Addressee::Side(_) | Addressee::Gm => false,
            };
            let first =
                if holds { " Your held action goes first. If what you want has no button, type it." } else { "" };
            let cost = if holds { "" } else { costs(fight, to) };
            format!("{} {act}.{first}{cost}", name(by))
        }
        Question::Provokes { foes, .. } => {
            let foes: Vec<&str> = foes.iter().filter(|it| fight.find_in_sight(**it).is_some()).map(name).collect();
            let from = if foes.is_empty() { "enemies".to_owned() } else { wording::list(&foes) }; // only logs of old builds name none
            format!("Moving there draws an attack of opportunity from {from}.")
        }
        Question::Opportunity { of } => format!("{} leaves an opening for a free attack.", name(of)),
        Question::Wavers(who) => {
            format!(
                "{} has lost half their HP. They should retreat, unless it\u{2019}s clear they won\u{2019}t die.",
                name(who)
            )
        }
        Question::GroupWavers(side) => {
            format!(
                "The {} have lost a third of their number. They should retreat, unless they\u{2019}re clearly winning.",
                the(fight.side_name(*side))
            )
        }
    }
}

/// R16, R22: what an Instant costs whoever is asked.
fn costs(fight: &FightState, to: Addressee) -> &'static str {
    let has_main = |who| fight.find(who).is_some_and(|it| it.budget.left(Resource::Main) > 0);
    match to {
        Addressee::Combatant(who) if has_main(who) => " Total Defense and a Snap Attack spend your Main action.",
        _ => "",
    }
}

/// R50, A23: what everyone can read about a question to the GM.
pub fn awaited(fight: &FightState, question: &Question) -> Option<String> {
    match question {
        Question::Wavers(who) => fight.find(*who).map(|it| format!("whether {} fights on", it.name)),
        // Not if only those are left whom the reader doesn't see.
        Question::GroupWavers(side) if fight.members(*side).any(is_up) => {
            Some(format!("whether the {} fight on", the(fight.side_name(*side))))
        }
        _ => None,
    }
}

/// What an answer is called on its button.
pub fn choice(fight: &FightState, question: &Question, choice: &Choice) -> String {
    let asked = match question {
        Question::Rolled { at, .. } => Some(*at),
        _ => None,
    };
    match choice {
        Choice::Pass => match question {
            Question::Rolled { by, at, hits: false } => {
                // A foe's AC is told to nobody, and whether Shock applies tells of it.
                let is_open = fight.combatant(*at).owner.is_some();
                let shocks = |it: &Blow| (it.by, it.at) == (*by, *at) && attack_numbers::threatens(fight, it);
                match is_open && fight.system.blows.last().is_some_and(shocks) {
                    true => "Let it miss (Shock all the same)".to_owned(),
                    false => "Let it miss".to_owned(),
                }
            }
            Question::Rolled { .. } => "Take it".to_owned(),
            Question::Opportunity { .. } => "Let them go".to_owned(),
            _ => "Wait".to_owned(),
        },
        Choice::TotalDefense => {
            let saves = fight
                .system
                .blows
                .last()
                .filter(|it| Some(it.at) == asked)
                .map(|it| instants::defence_saves(fight, it));
            match saves {
                Some(true) => match question {
                    Question::Rolled { hits: false, .. } => "Total Defense (it misses, no Shock)".to_owned(),
                    _ => "Total Defense (it misses)".to_owned(),
                },
                Some(false) => "Total Defense (it still hurts)".to_owned(),
                None => "Total Defense".to_owned(),
            }
        }
        Choice::Snap { who, target, with } => {
            format!("Snap attack {} with {}", fight.name(*target), weapon_name(fight, *who, *with))
        }
        Choice::Held { who, target, with } => {
            format!("Held attack {} with {}", fight.name(*target), weapon_name(fight, *who, *with))
        }
        Choice::HeldAct { action: Action::Run(it), .. } => format!("Run to {}", fight.space.place_words(&it.to)),
        Choice::HeldAct { .. } => "Held action".to_owned(),
        Choice::Luck => match question {
            Question::Rolled { hits: true, .. } => "Veteran\u{2019}s Luck (it misses)".to_owned(),
            Question::Rolled { hits: false, .. } => "Veteran\u{2019}s Luck (it hits)".to_owned(),
            _ => "Veteran\u{2019}s Luck".to_owned(),
        },
        Choice::Impervious => "Impervious Defense".to_owned(),
        Choice::Stay => "Stay".to_owned(),
        Choice::MoveAnyway => "Move anyway".to_owned(),
        Choice::Strike => "Strike".to_owned(),
        Choice::FightsOn => "Fight on".to_owned(),
        Choice::Retreats => "Retreat".to_owned(),
    }
}

/// The vital numbers of a combatant, and the word that strangers see.
pub fn vitals(fight: &FightState, of: &Combatant) -> Vec<Vital> {
    let exact = format!("{}/{}", of.state.hp, of.state.max_hp);
    vec![
        Vital { name: "HP", exact, word: Some(health(of)), left: Some((of.state.hp, of.state.max_hp)) },
        Vital { name: "AC", exact: attack::armour_class(fight, of.id).to_string(), word: None, left: None },
    ]
}

/// How hurt a combatant looks.
pub fn health(of: &Combatant) -> &'static str {
    let state = &of.state;
    match () {
        () if state.dead => "dead",
        () if of.is(&Condition::Fled) => "fled",
        () if of.is(&Condition::Injured) => "mortally injured",
        () if !is_up(of) => "unconscious",
        () if state.hp >= state.max_hp => "unhurt",
        () if state.hp * 2 > state.max_hp => "hurt",
        () => "badly hurt",
    }
}

/// How a combatant stands in the round.
pub fn standing(fight: &FightState, of: &Combatant) -> (Mark, String) {
    let turns = &fight.turns;
    let (mark, word) = match () {
        () if of.state.dead => (Mark::Down, "dead"),
        () if of.is(&Condition::Fled) => (Mark::Down, "fled"),
        () if !is_up(of) => (Mark::Down, "down"),
        () if turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if of.state.hold.is_some() => (Mark::Spent, "holding"),
        () if of.is(&Condition::Surprised) => (Mark::Spent, "surprised"),
        () if turns.is_spent(of.id) => (Mark::Spent, "acted"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// What the tracker says besides the list.
pub fn details(fight: &FightState) -> Details {
    let mut details = Details::default();
    if fight.stage != Stage::Fighting {
        return details;
    }
    let active = fight.acting_in_sight();
    details.whose = match (active, fight.turns.side_up()) {
        (Some(it), _) => format!("It\u{2019}s {}\u{2019}s turn.", it.name),
        (None, Some(side)) => format!("It\u{2019}s {} turn, in any order.", of_the(fight.side_name(side))),
        (None, None) => "A round is about to begin.".to_owned(),
    };
    let there = |side: SideId| fight.members(side).next().is_some(); // a side of which nobody is known has no initiative either
    let totals = fight.system.initiative.iter().filter(|it| there(it.0));
    let order: Vec<String> = totals.map(|(side, total)| format!("{} {total}", fight.side_name(*side))).collect();
    if !order.is_empty() {
        details.notes.push(format!("Initiative: {}.", order.join(", ")));
    }
    for it in fight.in_sight() {
        let target = it.state.screens.and_then(|ward| fight.find_in_sight(ward));
        details.notes.extend(target.map(|ward| format!("{} screens {}.", it.name, ward.name)));
        let held = it.state.holds.and_then(|held| fight.find_in_sight(held));
        details.notes.extend(held.map(|held| format!("{} holds {}.", it.name, held.name)));
    }
    if let Some(it) = active {
        details.turn = remaining(fight, it.id);
    }
    details.decided = wording::decided(fight, is_up).filter(|_| turn::sides_standing(fight) < 2);
    details
}

/// What is left of the round for a combatant.
pub fn remaining(fight: &FightState, who: CombatantId) -> Vec<(String, String)> {
    let it = fight.combatant(who);
    let word = |left: u16| if left > 0 { "left" } else { "used" }.to_owned();
    let mut all = vec![
        ("main".to_owned(), word(it.budget.left(Resource::Main))),
        ("move".to_owned(), word(it.budget.left(Resource::Move))),
    ];
    for (name, resource) in [("luck", Resource::Luck), ("whirlwind", Resource::Whirlwind)] {
        let has = it.budget.resources().iter().any(|it| it.what == resource && it.full > 0);
        all.extend(has.then(|| (name.to_owned(), word(it.budget.left(resource)))));
    }
    all
}
