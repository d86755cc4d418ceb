//! What things are called: questions, answers, conditions, how somebody stands. Sentences that tell what happened are in
//! `story.rs`, refusals in `refusals.rs`.

use super::{
    Combatant, Condition, FightState, With, harm,
    learned::ManeuverKind,
    menus, movement, opportunity,
    question::{Choice, Question, StandingOrder},
    state::{self, Phase, Resource, WhichDie, is_conscious, is_up, lies, weapon},
    turn, verbs,
};
use crate::rules::wording;
pub use crate::rules::wording::the;
use crate::{
    engine::{
        CombatantId, Stage,
        space::Space,
        view::{Details, Mark, Vital},
    },
    rules::names::key,
};

/// What a condition is called.
pub fn condition(condition: Condition) -> String {
    let name = bare(condition);
    condition.amount().map_or_else(|| name.to_owned(), |amount| format!("{name} {amount}"))
}

/// The same without its amount.
pub fn bare(condition: Condition) -> &'static str {
    match condition {
        Condition::Bleeding(_) => "bleeding",
        Condition::Blinded => "blinded",
        Condition::Burning(_) => "burning",
        Condition::Cover => "cover",
        Condition::Crippled => "crippled",
        Condition::Encumbered => "encumbered",
        Condition::Incapacitated => "incapacitated",
        Condition::Poison(_) => "poison",
        Condition::Prone => "prone",
        Condition::Sickness(_) => "sickness",
        Condition::Stunned => "stunned",
        Condition::Unconscious => "unconscious",
        Condition::Guarding => "guarding",
        Condition::SeekingCover => "seeking cover",
        Condition::Grappled => "grappled",
        Condition::Unaware => "unaware",
        Condition::Flanked => "flanked",
    }
}

/// The condition of this name; a number behind it is its amount.
pub fn condition_named(typed: &str) -> Option<Condition> {
    let typed = key(typed);
    let (name, amount) = match typed.rsplit_once('-') {
        Some((name, amount)) => match amount.parse::<u8>() {
            Ok(amount) => (name.to_owned(), amount.max(1)),
            Err(_) => (typed.clone(), 1),
        },
        None => (typed.clone(), 1),
    };
    let name = match name.as_str() {
        "poisoned" => "poison",
        "sick" | "sickened" => "sickness",
        "blind" => "blinded",
        "in-cover" | "behind-cover" => "cover",
        "guard" | "on-guard" => "guarding",
        "seek-cover" => "seeking-cover",
        "stun" => "stunned",
        "surprised-by-attack" | "unseeing" | "cannot-see" => "unaware",
        other => other,
    };
    Condition::ALL.into_iter().find(|it| key(bare(*it)) == name).map(|it| it.with_amount(amount))
}

/// What a phase is called.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Surprise => "surprise",
        Phase::Befalls => "what befalls",
    }
}

/// Metres in words.
pub fn metres(count: u32) -> String {
    if count == 1 { "1 metre".to_owned() } else { format!("{count} metres") }
}

/// What somebody attacks with.
pub fn with(fight: &FightState, who: CombatantId, with: With) -> String {
    let name = weapon(fight, who, with).map_or_else(|| "a weapon".to_owned(), |it| it.name.clone());
    match with {
        With::Thrown(_) => format!("{name}, thrown"),
        _ => name,
    }
}

fn item(fight: &FightState, who: CombatantId, index: u8) -> String {
    state::gear(fight, who, index).map_or_else(|| "an item".to_owned(), |it| it.item.name.clone())
}

/// What a die is called.
pub fn die(which: WhichDie) -> &'static str {
    match which {
        WhichDie::Attribute => "attribute die",
        WhichDie::Skill => "skill die",
        WhichDie::Luck => "luck die",
    }
}

/// An attack that somebody is asked about.
fn blow(fight: &FightState, by: CombatantId, at: CombatantId, hits: bool) -> String {
    let (by, at) = (fight.name(by), fight.name(at));
    if hits { format!("{by}\u{2019}s attack hits {at}.") } else { format!("{by} is about to attack {at}.") }
}

/// C12: what a strike out of turn takes besides from who has not learned it.
fn unlearned(fight: &FightState, who: CombatantId, kind: ManeuverKind) -> &'static str {
    if opportunity::has_learned_any(fight, who, kind) { "" } else { ", and 1 off its test because it was not learned" }
}

/// What a question says.
pub fn ask(fight: &FightState, question: &Question) -> String {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    match question {
        Question::Defend { by, at, hits, free } => {
            let takes = if *free { "1 stamina and no reaction" } else { "the reaction and 1 stamina" };
            format!("{} A defence takes {takes}.", blow(fight, *by, *at, *hits))
        }
        Question::Intercept { target, by, before } => {
            format!("{} To step in takes the reaction and 1 stamina.", blow(fight, *by, *target, !*before))
        }
        Question::Displaced { who } => format!("{}\u{2019}s place is taken. Where to?", name(who)),
        Question::StayConscious { who, missing } => {
            format!("{} is missing {missing} health. Fortify against {missing} to stay conscious?", name(who))
        }
        Question::Withstand { who, what, number, mental } => {
            let (how, cost) = if *mental { ("Resist", "1 focus") } else { ("Fortify", "1 stamina") };
            format!(
                "{} is about to be {}, against {number}. {how}, for the reaction and {cost}?",
                name(who),
                condition(*what)
            )
        }
        Question::ReRoll { who, faces: [attribute, skill], better } => {
            let kept = if *better { "better" } else { "worse" };
            format!(
                "{} rolls one die again and keeps the {kept}: attribute {attribute}, skill {skill}. Which?",
                name(who)
            )
        }
        Question::Maximise { who } => format!("{} may spend 1 fate to have one die show its most.", name(who)),
        Question::CheatDeath { who, number } => {
            format!("{} is about to die. 1 fate makes the luck die 20, against {number}.", name(who))
        }
        Question::Halve { who, amount } => {
            format!("{} is about to take {amount}, which costs health. 1 fate halves it.", name(who))
        }
        Question::Opportunity { mover, to } => {
            format!(
                "{} moves away from {}. An opportunity strike takes the reaction and 1 stamina{}.",
                name(mover),
                name(to),
                unlearned(fight, *to, ManeuverKind::Opportunity)
            )
        }
        Question::Riposte { by, to } => {
            format!(
                "{} has parried {}. A riposte takes a reaction and 1 stamina{}.",
                name(to),
                name(by),
                unlearned(fight, *to, ManeuverKind::Riposte)
            )
        }
    }
}

/// What an answer is called on its button.
pub fn choice(fight: &FightState, question: &Question, choice: &Choice) -> String {
    let own = match question {
        Question::Defend { at, .. } => Some(*at),
        Question::Opportunity { to, .. } | Question::Riposte { to, .. } => Some(*to),
        _ => None,
    };
    let thing = |index: u8| own.map_or_else(|| "an item".to_owned(), |who| item(fight, who, index));
    match choice {
        Choice::TakeIt => "Take it".to_owned(),
        Choice::Dodge => "Dodge".to_owned(),
        Choice::Block(index) => format!("Block with {}", thing(*index)),
        Choice::Parry(index) => format!("Parry with {}", thing(*index)),
        Choice::ParryInVain(index) => format!("Parry with {} (in vain)", thing(*index)),
        Choice::LetItHappen => "Let it happen".to_owned(),
        Choice::Intercept => "Intercept".to_owned(),
        Choice::To(at) => fight.space.place_words(at),
        Choice::Fortify => "Fortify".to_owned(),
        Choice::FallUnconscious => "Fall unconscious".to_owned(),
        Choice::Resist => "Resist".to_owned(),
        Choice::BearIt => "Take it".to_owned(),
        Choice::ThisDie(which) => {
            let name = die(*which);
            name[..1].to_uppercase() + &name[1..]
        }
        Choice::KeepFate if matches!(question, Question::CheatDeath { .. }) => "Die".to_owned(),
        Choice::KeepFate => "Keep fate".to_owned(),
        Choice::SpendFate => "Spend fate".to_owned(),
        Choice::LetThemGo if matches!(question, Question::Riposte { .. }) => "No riposte".to_owned(),
        Choice::LetThemGo => "Let them go".to_owned(),
        Choice::Trigger { who, action } => format!("Trigger, {}", menus::called(fight, *who, action)),
        Choice::Strike(weapon) => {
            let verb = if matches!(question, Question::Riposte { .. }) { "Riposte" } else { "Opportunity strike" };
            format!("{verb} with {}", own.map_or_else(|| "a weapon".to_owned(), |who| with(fight, who, *weapon)))
        }
    }
}

/// What an order says.
pub fn order(order: StandingOrder) -> &'static str {
    match order {
        StandingOrder::AlwaysDodge => "always dodge",
        StandingOrder::AlwaysBlock => "always block",
        StandingOrder::AlwaysParry => "always parry",
        StandingOrder::TakeBlows => "take every blow",
        StandingOrder::AlwaysIntercept => "always intercept",
        StandingOrder::NeverIntercept => "never intercept",
        StandingOrder::AlwaysWithstand => "always fortify and resist",
        StandingOrder::NeverWithstand => "never fortify nor resist",
        StandingOrder::NeverStrikeBack => "never strike out of turn",
        StandingOrder::AlwaysStrikeBack => "always strike out of turn",
        StandingOrder::LearnedStrikes => "strike out of turn if learned",
        StandingOrder::AskFate => "ask about fate",
        StandingOrder::NeverAsk => "never ask",
    }
}

/// The vital numbers of somebody, and the word that strangers see.
pub fn vitals(fight: &FightState, of: &Combatant) -> Vec<Vital> {
    let most = |pool: &str| of.sheet.stat(pool);
    let state = &of.state;
    let vital = |name, now: i32, most: i32, word| Vital { name, exact: format!("{now}/{most}"), word };
    vec![
        vital("endurance", state.endurance, most("endurance"), Some(looks(fight, of))),
        vital("health", state.health, most("health"), None),
        vital("stamina", state.stamina, most("stamina"), None),
        vital("focus", state.focus, most("focus"), None),
    ]
}

/// How hurt somebody looks.
pub fn looks(fight: &FightState, of: &Combatant) -> &'static str {
    match () {
        () if of.state.dead => "dead",
        () if !is_conscious(of) => "unconscious",
        () if harm::is_bloodied(fight, of.id) => "bloodied",
        () if harm::is_harmed(fight, of.id) => "harmed",
        () => "unhurt",
    }
}

/// How somebody stands in the round.
pub fn standing(fight: &FightState, of: &Combatant) -> (Mark, String) {
    let turns = &fight.turns;
    let (mark, word) = match () {
        () if of.state.dead => (Mark::Down, "dead"),
        () if !is_conscious(of) => (Mark::Down, "unconscious"),
        () if !is_up(of) => (Mark::Down, "incapacitated"),
        () if turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if turns.is_spent(of.id) => (Mark::Spent, "acted"),
        () if fight.stage == Stage::Fighting && turn::is_surprised(fight, of) => (Mark::Spent, "surprised"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// What shields somebody where they stand, for the map.
pub fn shelter(of: &Combatant) -> Vec<&'static str> {
    let mut all = vec![];
    if of.is(&Condition::Cover) || of.is(&Condition::SeekingCover) {
        all.push("in cover");
    }
    if lies(of) {
        all.push("prone");
    }
    all
}

/// What the tracker says besides the list.
pub fn details(fight: &FightState) -> Details {
    let mut details = Details::default();
    if fight.stage != Stage::Fighting {
        return details;
    }
    let side = fight.turns.side_up().map_or("", |it| the(fight.side_name(it)));
    details.whose = match (fight.system.lent, fight.turns.active) {
        (Some((by, ally)), _) => format!("{} has one action on {}\u{2019}s command.", fight.name(ally), fight.name(by)),
        (None, Some(who)) => format!("It is {}\u{2019}s turn.", fight.name(who)),
        (None, None) => format!("The {side} choose who takes the next turn."),
    };
    if let Some(first) = fight.system.initiative.first() {
        details.of_sides.push((*first, "have the initiative".to_owned()));
    }
    if let Some((who, readied)) = fight.combatants.iter().find_map(|it| Some((it, it.state.readied.as_ref()?)))
        && who.owner.is_some()
    {
        details.notes.push(format!(
            "{} is ready to {}: {}.",
            who.name,
            readied.verb.replace('-', " "),
            readied.trigger
        ));
    }
    for (side, text) in &fight.system.objectives {
        details.notes.push(format!("The {} want: {text}.", the(fight.side_name(*side))));
    }
    if let Some(it) = fight.turns.active.and_then(|it| fight.find(it)).filter(|it| !it.hidden) {
        details.turn = remaining(fight, it.id);
    }
    let achieved = |side| format!("The {} have done what they came for (R2, A25).", the(fight.side_name(side)));
    details.decided = fight
        .system
        .achieved
        .map(achieved)
        .or_else(|| wording::decided(fight, is_conscious).map(|it| format!("{} (A28).", it.trim_end_matches('.'))));
    details
}

/// What is left of the turn that somebody is taking or could begin.
pub fn remaining(fight: &FightState, who: CombatantId) -> Vec<(String, String)> {
    let it = fight.combatant(who);
    let mut all = vec![
        ("actions".to_owned(), verbs::actions_left(fight, who).to_string()),
        ("reaction".to_owned(), it.budget.left(Resource::Reaction).to_string()),
        ("move".to_owned(), metres(if verbs::has_moved(fight, who) { 0 } else { movement::speed(fight, who) })),
        ("stamina".to_owned(), it.state.stamina.to_string()),
        ("focus".to_owned(), it.state.focus.to_string()),
    ];
    if it.state.fate > 0 {
        all.push(("fate".to_owned(), it.state.fate.to_string()));
    }
    if let Some(carried) = &it.state.carried {
        let words =
            format!("{}, {} of {} actions", carried.action.verb().replace('-', " "), carried.paid, carried.cost);
        all.push(("begun".to_owned(), words));
    }
    all
}
