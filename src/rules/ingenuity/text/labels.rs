//! What things are called: questions, answers, conditions, how a combatant stands. Sentences that tell what happened are in
//! `story.rs`, refusals in `refusals.rs`.

use crate::engine::{
    CombatantId, Modifier, Stage,
    space::Space,
    view::{Details, Mark, Vital},
};
use crate::rules::ingenuity::{
    Action, Choice, Combatant, Condition, FightState, Phase, Question, Resource, Roll, Rule, StandingOrder, With,
    chapters::{harm, movement, opportunity, order},
    model::{
        board::Metres,
        circumstances::{Boon, WhichDie},
        learned::ManeuverKind,
        state::{self, down, is_conscious, lies, weapon},
    },
    verbs,
};
use crate::rules::wording;
pub use crate::rules::wording::the;

/// What a phase is called.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Surprise => "surprise",
        Phase::Befalls => "effect",
    }
}

/// What a combatant attacks with, in a sentence: "a spear", "bare hands", "Stinger".
pub fn with(fight: &FightState, who: CombatantId, with: With) -> String {
    let name = weapon(fight, who, with).map_or_else(|| "a weapon".to_owned(), |it| one(&it.name));
    match with {
        With::Thrown(_) => format!("{name}, thrown"),
        _ => name,
    }
}

/// An item with its article, unless it has a name of its own or is several.
fn one(item: &str) -> String {
    let named = item.starts_with(|it: char| it.is_uppercase()) || item.ends_with('s');
    if named { item.to_owned() } else { wording::a(item) }
}

/// An item of a combatant's.
pub fn item(fight: &FightState, who: CombatantId, index: u8) -> String {
    state::gear(fight, who, index).map_or_else(|| "item".to_owned(), |it| it.item.name.clone())
}

/// The modifiers of a roll as people read them: the log keeps the words that it has always had.
pub fn modifiers(roll: &Roll) -> Vec<Modifier> {
    let name = |kept: &str| match kept {
        "attacks before" => "earlier attacks".to_owned(),
        "powers before" => "earlier powers".to_owned(),
        "unlearned" => "not learned".to_owned(),
        other => other.to_owned(),
    };
    roll.modifiers.iter().map(|it| Modifier { name: name(&it.name), by: it.by }).collect()
}

/// What a roll is called after a name: the log's word, as a noun.
pub fn roll(roll: &Roll) -> String {
    let what = &roll.what;
    let (bare, sources) = match what.find(" (advantage").or_else(|| what.find(" (disadvantage")) {
        Some(at) => what.split_at(at),
        None => (what.as_str(), ""),
    };
    let noun = match (roll.rule, bare.strip_prefix("attack with ")) {
        (Rule::Fortify, _) => "test to fortify".to_owned(),
        (Rule::Resist, _) => "test to resist".to_owned(),
        (Rule::ResuscitateTest, _) => "test to resuscitate".to_owned(),
        (Rule::Assist, _) => "test to assist".to_owned(),
        (Rule::ShortTask, _) => "short task".to_owned(),
        (Rule::CarryOver, _) => "extended task".to_owned(),
        (Rule::ToHit, Some(with)) => format!("attack with {}", one(with)),
        _ => bare.to_owned(),
    };
    format!("{noun}{sources}")
}

/// What comes over a combatant, in the words that follow their name.
pub fn gained(what: Condition) -> String {
    match what {
        Condition::Bleeding(by) => format!("is bleeding ({by})"),
        Condition::Burning(by) => format!("is burning ({by})"),
        Condition::Poison(by) => format!("is poisoned ({by})"),
        Condition::Sickness(by) => format!("is sick ({by})"),
        Condition::Cover => "is in cover".to_owned(),
        Condition::Prone => "falls prone".to_owned(),
        Condition::Unconscious => "falls unconscious".to_owned(),
        Condition::Guarding => "is on guard until their next turn".to_owned(),
        Condition::SeekingCover => "is behind cover until their next turn".to_owned(),
        other => format!("is {}", other.name()),
    }
}

/// What a combatant is rid of, in the words that follow their name.
pub fn lost(what: Condition) -> String {
    match what {
        Condition::Poison(_) => "is no longer poisoned".to_owned(),
        Condition::Sickness(_) => "is no longer sick".to_owned(),
        Condition::Cover => "is no longer in cover".to_owned(),
        Condition::Unconscious => "is conscious again".to_owned(),
        Condition::Guarding => "is no longer on guard".to_owned(),
        Condition::SeekingCover => "is no longer behind cover".to_owned(),
        other => format!("is no longer {}", other.name()),
    }
}

/// What a combatant does in reaction.
pub fn reacts(rule: Rule) -> &'static str {
    match rule {
        Rule::Dodge => "tries to dodge",
        Rule::Block => "blocks",
        Rule::Parry => "parries",
        Rule::Intercept => "steps in",
        Rule::Fortify => "fortifies",
        Rule::Resist => "resists",
        Rule::Ready => "carries out the readied action",
        _ => "reacts",
    }
}

/// What a combatant does that is only words.
pub fn does(rule: Rule, text: &str) -> String {
    let (what, text) = match (rule, text.trim()) {
        (Rule::Maneuvers, name) => return format!("uses {name}"),
        (Rule::Interact, text) => ("uses something nearby", text),
        (Rule::CarryOver, text) => ("attempts an extended task", text),
        (_, text) => ("attempts a short task", text),
    };
    if text.is_empty() { what.to_owned() } else { format!("{what}: {text}") }
}

/// What a combatant is busy with whose action goes over several turns.
pub fn busy(action: &Action) -> String {
    wording::a(&verbs::name(action).replace("resuscitate", "resuscitation"))
}

/// What a point of fate is spent on.
pub fn boon(boon: Boon) -> String {
    match boon {
        Boon::Question => "ask the GM a question".to_owned(),
        Boon::Action => "gain one more action".to_owned(),
        Boon::Endurance => "restore half their endurance".to_owned(),
        Boon::Stamina => "restore half their stamina".to_owned(),
        Boon::Focus => "restore half their focus".to_owned(),
        Boon::Maximise(which) => format!("set the {} to its highest face", die(which)),
        Boon::Halve => "halve the next damage".to_owned(),
    }
}

/// What a die is called.
pub fn die(which: WhichDie) -> &'static str {
    match which {
        WhichDie::Attribute => "attribute die",
        WhichDie::Skill => "skill die",
        WhichDie::Luck => "luck die",
    }
}

/// An attack that a combatant is asked about.
fn blow(fight: &FightState, by: CombatantId, at: CombatantId, hits: bool) -> String {
    let (by, at) = (fight.name(by), fight.name(at));
    if hits { format!("{by}\u{2019}s attack hits {at}.") } else { format!("{by} is about to attack {at}.") }
}

/// C12: what a strike out of turn takes besides from who has not learned it.
fn unlearned(fight: &FightState, who: CombatantId, kind: ManeuverKind) -> &'static str {
    if opportunity::has_learned_any(fight, who, kind) {
        ""
    } else {
        ", with \u{2212}1 to the test because the maneuver hasn\u{2019}t been learned"
    }
}

/// What a question says.
pub fn ask(fight: &FightState, question: &Question) -> String {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    match question {
        Question::Defend { by, at, hits, free } => {
            let takes = if *free { "1 stamina and no reaction" } else { "the reaction and 1 stamina" };
            format!("{} Defending costs {takes}.", blow(fight, *by, *at, *hits))
        }
        Question::Intercept { target, by, before } => {
            format!("{} Stepping in costs the reaction and 1 stamina.", blow(fight, *by, *target, !*before))
        }
        Question::Displaced { who } => format!("{}\u{2019}s square is taken. Where do they go?", name(who)),
        Question::StayConscious { who, missing } => {
            format!("{} is missing {missing} health. Fortify against {missing} to stay conscious?", name(who))
        }
        Question::Withstand { who, what, number, mental } => {
            let (how, cost) = if *mental { ("Resist", "1 focus") } else { ("Fortify", "1 stamina") };
            let what = what.words();
            format!("{} faces an effect: {what}. {how} against {number} for the reaction and {cost}?", name(who))
        }
        Question::ReRoll { who, faces: [attribute, skill], better } => {
            let kept = if *better { "better" } else { "worse" };
            format!(
                "{} re-rolls one die and keeps the {kept} result: attribute {attribute}, skill {skill}. Which one?",
                name(who)
            )
        }
        Question::Maximise { who } => format!("{} can spend 1 fate to set one die to its highest face.", name(who)),
        Question::CheatDeath { who, number } => {
            format!("{} is about to die. Spend 1 fate to turn the luck die to 20, vs {number}?", name(who))
        }
        Question::Halve { who, amount } => {
            format!("{} is about to take {amount} damage and lose health. Spend 1 fate to halve it?", name(who))
        }
        Question::Opportunity { mover, to } => {
            format!(
                "{} moves away from {}. An opportunity strike costs the reaction and 1 stamina{}.",
                name(mover),
                name(to),
                unlearned(fight, *to, ManeuverKind::Opportunity)
            )
        }
        Question::Riposte { by, to } => {
            format!(
                "{} has parried {}. A riposte costs a reaction and 1 stamina{}.",
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
        Choice::Trigger { who, action } => format!("Trigger, {}", verbs::called(fight, *who, action)),
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

/// The vital numbers of a combatant, and the word that strangers see.
pub fn vitals(fight: &FightState, of: &Combatant) -> Vec<Vital> {
    let most = |pool: &str| of.sheet.stat(pool);
    let state = &of.state;
    let vital = |name, now: i32, most: i32, word| Vital { name, exact: format!("{now}/{most}"), word, left: None };
    // R33: damage goes to endurance first, and the rest to health.
    let left = (state.endurance + state.health, most("endurance") + most("health"));
    vec![
        Vital { left: Some(left), ..vital("endurance", state.endurance, most("endurance"), Some(looks(fight, of))) },
        vital("health", state.health, most("health"), None),
        vital("stamina", state.stamina, most("stamina"), None),
        vital("focus", state.focus, most("focus"), None),
    ]
}

/// How hurt a combatant looks.
pub fn looks(fight: &FightState, of: &Combatant) -> &'static str {
    match () {
        () if of.state.dead => "dead",
        () if !is_conscious(of) => "unconscious",
        () if harm::is_bloodied(fight, of.id) => "bloodied",
        () if harm::is_harmed(fight, of.id) => "harmed",
        () => "unhurt",
    }
}

/// How a combatant stands in the round.
pub fn standing(fight: &FightState, of: &Combatant) -> (Mark, String) {
    let turns = &fight.turns;
    if let Some(down) = down(of) {
        return (Mark::Down, down.word().to_owned());
    }
    let (mark, word) = match () {
        () if turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if turns.is_spent(of.id) => (Mark::Spent, "acted"),
        () if fight.stage == Stage::Fighting && order::is_surprised(fight, of) => (Mark::Spent, "surprised"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// What shields a combatant where they stand, for the map.
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
    let mut details = Details { no_passing: true, ..Details::default() };
    if fight.stage != Stage::Fighting {
        return details;
    }
    let side = fight.turns.side_up().map_or("", |it| the(fight.side_name(it)));
    details.whose = match (fight.system.lent, fight.turns.active) {
        (Some((by, ally)), _) => {
            format!("{} has one action, by {}\u{2019}s command.", fight.name(ally), fight.name(by))
        }
        (None, Some(who)) => format!("It\u{2019}s {}\u{2019}s turn.", fight.name(who)),
        (None, None) => format!("The {side} choose who takes the next turn."),
    };
    if let Some(first) = fight.system.initiative.first() {
        details.of_sides.push((*first, "have the initiative".to_owned()));
    }
    if let Some((who, readied)) = fight.combatants.iter().find_map(|it| Some((it, it.state.readied.as_ref()?)))
        && who.owner.is_some()
    {
        let verb = readied.verb.replace('-', " ");
        details.notes.push(format!(
            "{} has an action readied ({verb}). Trigger: {}.",
            who.name,
            readied.trigger.trim_end_matches('.')
        ));
    }
    for (side, text) in &fight.system.objectives {
        details
            .notes
            .push(format!("{} objective: {text}.", wording::capital(&wording::of_the(fight.side_name(*side)))));
    }
    if let Some(it) = fight.acting_in_sight() {
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

/// What is left of the turn that a combatant is taking or could begin.
pub fn remaining(fight: &FightState, who: CombatantId) -> Vec<(String, String)> {
    let it = fight.combatant(who);
    let mut all = vec![
        ("actions".to_owned(), order::actions_left(fight, who).to_string()),
        ("reaction".to_owned(), it.budget.left(Resource::Reaction).to_string()),
        (
            "move".to_owned(),
            Metres(if order::has_moved(fight, who) { 0 } else { movement::speed(fight, who) }).to_string(),
        ),
        ("stamina".to_owned(), it.state.stamina.to_string()),
        ("focus".to_owned(), it.state.focus.to_string()),
    ];
    if it.state.fate > 0 {
        all.push(("fate".to_owned(), it.state.fate.to_string()));
    }
    if let Some(carried) = &it.state.carried {
        let words = format!("{}, {} of {} actions", verbs::name(&carried.action), carried.paid, carried.cost);
        all.push(("begun".to_owned(), words));
    }
    all
}
