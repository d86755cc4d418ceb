//! What things are called: questions, answers, conditions, a combatant's standing. Sentences about what happens are in `story.rs`.

use crate::rules::einfelst::{
    Action, Choice, Combatant, Condition, FightState, Question, StandingOrder,
    chapters::{cost, order, testing},
    model::{
        board,
        peril::Peril,
        sheet::Keeps,
        state::{Dread, Skill, harm_taken, is_here, is_out, is_up, keeps, most_harm, most_points},
        track::{HarmKind, Track},
    },
    verbs,
};
use crate::rules::wording::{self, a};
use crate::{
    engine::{
        CombatantId, Stage, TurnOrder,
        ids::Addressee,
        view::{Details, Mark, Vital},
    },
    rules::names::key,
};

/// What a condition is called.
pub fn condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Restrained => "restrained",
        Condition::Gagged => "gagged",
        Condition::Prone => "prone",
        Condition::InCover => "in cover",
        Condition::Distant => "far off",
        Condition::Pinned => "pinned",
        Condition::Silenced => "silenced",
        Condition::Unconscious => "unconscious",
    }
}

/// A condition by its name or an alias.
pub fn condition_named(name: &str) -> Option<Condition> {
    let also = [
        ("held", Condition::Restrained),
        ("grappled", Condition::Restrained),
        ("cover", Condition::InCover),
        ("covered", Condition::InCover),
        ("distant", Condition::Distant),
        ("far", Condition::Distant),
        ("mute", Condition::Silenced),
        ("fainted", Condition::Unconscious),
        ("knocked-out", Condition::Unconscious),
    ];
    let name = key(name);
    let own = Condition::ALL.into_iter().find(|it| key(condition(*it)) == name);
    own.or_else(|| also.into_iter().find(|it| it.0 == name).map(|it| it.1))
}

/// What a kind of Harm is called.
pub fn kind(kind: HarmKind) -> &'static str {
    match kind {
        HarmKind::Physical => "physical",
        HarmKind::Mental => "mental",
    }
}

/// A reaction to fear.
pub fn dread(dread: Dread) -> &'static str {
    match dread {
        Dread::Freeze => "freeze",
        Dread::Flee => "flee",
        Dread::Faint => "faint",
        Dread::Attack => "attack",
        Dread::Improvise => "improvise",
    }
}

/// The name of a standing order.
pub fn order(order: StandingOrder) -> &'static str {
    StandingOrder::ALL.iter().find(|it| it.1 == order).map_or("", |it| it.0)
}

/// A number as people say it.
fn number(it: u8) -> String {
    match it {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        _ => it.to_string(),
    }
}

/// Slots in words: "one lesser and one moderate".
pub fn slots(track: Track) -> String {
    let rows = [(track.lesser, "lesser"), (track.moderate, "moderate"), (track.severe, "severe")];
    let filled: Vec<String> =
        rows.iter().filter(|it| it.0 > 0).map(|it| format!("{} {}", number(it.0), it.1)).collect();
    if filled.is_empty() { "none".to_owned() } else { wording::list(&filled) }
}

/// What a roll is called after its owner's name: the log's word, as a noun.
pub fn roll(what: &str) -> String {
    if let Some(weapon) = what.strip_prefix("attack with ") {
        return format!("attack {}", with(weapon));
    }
    if let Some(value) = what.strip_prefix("Fear ") {
        return format!("test against Fear {value}");
    }
    if let Some(of) = what.strip_prefix("bearing ") {
        return format!("resistance to {of}");
    }
    let trying = [
        ("swaying ", "sway"),
        ("luring ", "lure"),
        ("clearing ", "clear"),
        ("putting out ", "put out"),
        ("breaking ", "break"),
        ("resisting ", "resist"),
    ];
    if let Some((rest, does)) = trying.iter().find_map(|it| Some((what.strip_prefix(it.0)?, it.1))) {
        return format!("attempt to {does} {rest}");
    }
    match what {
        "surveying the situation" => "survey of the situation",
        "climbing" => "climb",
        "holding on" => "grip",
        "noticing" => "noticing test",
        "tired" => "test against tiredness",
        "hungry" => "test against hunger",
        "thirsty" => "test against thirst",
        other => other,
    }
    .to_owned()
}

/// What a test is for, after "to": "climb". `None` where the name of the test isn't an activity.
fn infinitive(what: &str) -> Option<String> {
    let (first, rest) = what.split_once(' ').unwrap_or((what, ""));
    let verb = match first {
        "swaying" => "sway",
        "luring" => "lure",
        "surveying" => "survey",
        "climbing" => "climb",
        "clearing" => "clear",
        "holding" => "hold",
        _ => return None,
    };
    Some(if rest.is_empty() { verb.to_owned() } else { format!("{verb} {rest}") })
}

/// The outcome of a test, in the words that follow a name: "manages to climb".
pub fn tried(what: &str, passed: bool) -> String {
    if let Some(doing) = infinitive(what) {
        return format!("{} to {doing}", if passed { "manages" } else { "fails" });
    }
    match (what.ends_with(" test"), passed) {
        _ if what.starts_with("being ") => format!("isn\u{2019}t harmed by {what}"),
        (true, true) => format!("passes the {what}"),
        (true, false) => format!("fails the {what}"),
        (false, true) => format!("succeeds in {what}"),
        (false, false) => format!("fails at {what}"),
    }
}

/// What a question says to the player asked.
pub fn ask(fight: &FightState, _: Addressee, question: &Question) -> String {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    let of_text = |text: &String| if text.is_empty() { String::new() } else { format!(" ({text})") };
    match question {
        Question::Defend { by, at, shot: false } => {
            format!("{} attacks {}. Declare a reaction before the roll?", name(by), name(at))
        }
        Question::Defend { by, at, shot: true } => {
            format!("{} shoots at {}. Declare a reaction before the roll?", name(by), name(at))
        }
        Question::Extra { by, left, .. } => {
            format!("{} has {} to spare. Choose an effect.", name(by), testing::successes(*left))
        }
        Question::Spread { who, amount, kind: of } => {
            format!("{} takes {amount} {} Harm. Which slots does it fill?", name(who), kind(*of))
        }
        Question::Surplus { who, with } => {
            format!("{} defended with successes to spare. Swap cards with {}?", name(who), name(with))
        }
        Question::Grappled { by } => {
            format!("{} grapples you. Declare a reaction before the roll?", name(by))
        }
        Question::HoldOn { held } => {
            format!("{} is about to roll to break free. Hold on to them?", name(held))
        }
        Question::GiveChase { fleer } => format!("{} flees. Give chase?", name(fleer)),
        Question::React => "You\u{2019}re overcome by fear. How do you react?".to_owned(),
        Question::SwapCards { from } => {
            format!("{} would like to swap initiative cards. Do you agree?", name(from))
        }
        Question::MayResist { by, at, text } => {
            format!("{} casts on {}{}. Which action can resist it?", name(by), name(at), of_text(text))
        }
        Question::Resist { by, text } => {
            format!("{} casts on you{} and is about to roll. Resist it?", name(by), of_text(text))
        }
        Question::Adjudicate { by, text, successes } => {
            format!("{} casts{} with {}. Does it work?", name(by), of_text(text), testing::successes(*successes))
        }
    }
}

/// R15, R21b: what everyone can read about a question to the GM.
pub fn awaited(fight: &FightState, question: &Question) -> Option<String> {
    let magic = |by: &CombatantId| fight.find(*by).map(|it| format!("{}\u{2019}s magic", it.name));
    match question {
        Question::MayResist { by, at, .. } => {
            Some(format!("whether {} may resist {}", fight.find(*at)?.name, magic(by)?))
        }
        Question::Adjudicate { by, .. } => Some(format!("what comes of {}", magic(by)?)),
        _ => None,
    }
}

/// R27: a warning before the combatant walks away from someone they hold.
pub fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
    let held: Vec<String> = verbs::lets_go(fight, who, action).iter().map(|it| fight.name(*it).to_owned()).collect();
    (!held.is_empty()).then(|| format!("{} would let go of {}.", fight.name(who), wording::list(&held)))
}

/// A choice's button.
pub fn choice(fight: &FightState, question: &Question, choice: &Choice) -> String {
    let reacts = |who: CombatantId, verb: &str, skill: Skill| {
        let first = fight.find(who).map_or(0, |it| it.state.first_dice); // A12
        let dice = testing::dice_words(testing::pool(fight, who, skill, first, "ambush").dice);
        let slow = if cost::reaction_left(fight, who) == Some(true) { ", the slow manoeuvre" } else { "" };
        format!("{verb}: {}, {dice}{slow}", skill.name())
    };
    match (choice, question) {
        (Choice::TakeIt, Question::Resist { .. }) => "Don\u{2019}t resist".to_owned(),
        (Choice::TakeIt, Question::Grappled { .. }) => "Let it happen".to_owned(),
        (Choice::TakeIt, _) => "Take it".to_owned(),
        (Choice::Parry(skill), Question::Defend { at, .. }) => reacts(*at, "Parry", *skill),
        (Choice::Dodge, Question::Defend { at, .. }) => reacts(*at, "Dodge", Skill::Finesse),
        (Choice::Parry(skill), _) => format!("Parry: {}", skill.name()),
        (Choice::Dodge, _) => "Dodge".to_owned(),
        (Choice::BreakFree, _) => "Break free: Force".to_owned(),
        (Choice::HoldOn, _) => format!("Hold: {}", fight.options.hold.name()),
        (Choice::LetGo, Question::HoldOn { .. }) => "Don\u{2019}t hold on".to_owned(),
        (Choice::LetGo, _) => "Let them go".to_owned(),
        (Choice::Chase(skill), _) => format!("Chase: {}", skill.name()),
        (Choice::More(more), _) => format!("+{more} damage"),
        (Choice::Outmanoeuvre(card), Question::Extra { at, .. }) => {
            format!("Outmanoeuvre: swap for card {card} of {}", fight.name(*at))
        }
        (Choice::Outmanoeuvre(card), _) => format!("Outmanoeuvre: swap for card {card}"),
        (Choice::Stress, _) => "Stress: Mental Harm instead".to_owned(),
        (Choice::PushTo(zone), _) => format!("Push to {}", board::name(fight, *zone)),
        (Choice::PushAside, _) => "Push to another spot".to_owned(),
        (Choice::Disarm, _) => "Make them drop their weapon".to_owned(),
        (Choice::Pin, _) => "Pin them down".to_owned(),
        (Choice::Gag, _) => "Hand over the mouth".to_owned(),
        (Choice::Enough, _) => "Nothing more".to_owned(),
        (Choice::Spread(track), _) => slots(*track),
        (Choice::Keep, _) => "Keep the card".to_owned(),
        (Choice::Swap(card), _) => format!("Swap for card {card}"),
        (Choice::Dread(it), _) => {
            let word = dread(*it);
            word[..1].to_uppercase() + &word[1..]
        }
        (Choice::Refuse, _) => "Keep my card".to_owned(),
        (Choice::Agree, _) => "Swap".to_owned(),
        (Choice::NoResisting, _) => "It can\u{2019}t be resisted".to_owned(),
        (Choice::Resist(skill), _) => format!("Resist: {}", skill.name()),
        (Choice::Nothing, _) => "Nothing comes of it".to_owned(),
        (Choice::Works, _) => "It works".to_owned(),
    }
}

/// A combatant's vital numbers, and the word that strangers see.
pub fn vitals(fight: &FightState, of: &Combatant) -> Vec<Vital> {
    let state = &of.state;
    let exact = match keeps(fight, of) {
        Keeps::Points => format!("{}/{}", state.points, most_points(fight, of)),
        Keeps::Slots => match (state.physical.levels(), state.mental.levels()) {
            (0, 0) => "none".to_owned(),
            (_, 0) => format!("physical {}", state.physical.words()),
            (0, _) => format!("mental {}", state.mental.words()),
            _ => format!("physical {}; mental {}", state.physical.words(), state.mental.words()),
        },
    };
    let most = i32::from(most_harm(fight, of));
    let left = (most - i32::from(harm_taken(fight, of)), most);
    vec![Vital { name: "Harm", exact, word: Some(health(fight, of)), left: Some(left) }]
}

/// How hurt a combatant looks.
pub fn health(fight: &FightState, of: &Combatant) -> &'static str {
    let hurt = harm_taken(fight, of);
    let most = match keeps(fight, of) {
        Keeps::Points => most_points(fight, of),
        Keeps::Slots => Track::BELOW_SEVERE,
    };
    match () {
        () if is_out(fight, of) => "out of action",
        () if hurt == 0 => "unhurt",
        () if hurt * 2 < most => "hurt",
        () => "badly hurt",
    }
}

/// A combatant's standing in the round.
pub fn standing(fight: &FightState, of: &Combatant) -> (Mark, String) {
    let mut own = fight.system.rows.iter().filter(|it| it.owner == of.id).peekable();
    let (any, done) = (own.peek().is_some(), own.all(|it| it.done));
    let (mark, word) = match () {
        () if of.state.fled => (Mark::Down, "gone"),
        () if is_out(fight, of) => (Mark::Down, "out of action"),
        () if !is_up(fight, of) => (Mark::Down, "unconscious"),
        () if fight.turns.active == Some(of.id) => (Mark::Acting, "acting"),
        () if any && done => (Mark::Spent, "acted"),
        () => (Mark::Ready, "ready"),
    };
    (mark, word.to_owned())
}

/// What shelters a combatant.
pub fn shelter(of: &Combatant) -> Vec<&'static str> {
    if of.is(&Condition::InCover) { vec!["in cover"] } else { vec![] }
}

/// R37, R38: whether a combatant burns or is poisoned, also if the Director has called for it and it hasn't happened yet.
pub fn afflictions(fight: &FightState, of: &Combatant) -> Vec<&'static str> {
    let mut called = fight.system.called.iter().filter(|it| it.0 == of.id).map(|it| &it.1);
    let burns = of.state.fire.is_some() || called.clone().any(|it| matches!(it, Peril::Fire(_)));
    let poisoned = of.state.poison.is_some() || called.any(|it| matches!(it, Peril::Poison(_)));
    [(burns, "on fire"), (poisoned, "poisoned")].into_iter().filter(|it| it.0).map(|it| it.1).collect()
}

/// What the tracker says besides the list of combatants.
pub fn details(fight: &FightState) -> Details {
    let mut details = Details { no_passing: true, ..Details::default() };
    if fight.stage != Stage::Fighting {
        return details;
    }
    let known = |it: &&CombatantId| fight.find(**it).is_some();
    let next: Vec<String> = order::up_next(fight).iter().filter(known).map(|it| fight.name(*it).to_owned()).collect();
    details.whose = match (fight.turns.active, next.as_slice()) {
        (Some(who), _) => format!("It\u{2019}s {}\u{2019}s turn.", fight.name(who)),
        (None, [_, _, ..]) => format!("{} can act.", wording::one_of(&next)),
        _ => "A turn is about to begin.".to_owned(),
    };
    if let TurnOrder::Listed { slots, .. } = &fight.turns.order {
        let line = slots.iter().filter_map(|slot| {
            let names: Vec<&str> = slot.owners.iter().filter(known).map(|it| fight.name(*it)).collect();
            (!names.is_empty()).then(|| format!("{} {}", slot.label, names.join(" and ")))
        });
        details.notes.push(format!("Cards: {}.", line.collect::<Vec<_>>().join(", ")));
    }
    if !fight.system.acted && fight.turns.round > 0 {
        details.notes.push("Nobody has acted yet: player characters may swap cards (/act swap).".to_owned());
    }
    if fight.system.darkness > 0 {
        details.notes.push(format!("It\u{2019}s dark: shots need {}.", testing::more_successes(fight.system.darkness)));
    }
    if let Some(who) = fight.turns.active.filter(|it| fight.find(*it).is_some_and(|it| !it.is_hidden())) {
        details.turn = remaining(fight, who);
    }
    details.decided = wording::decided(fight, |it| is_up(fight, it));
    details
}

/// What is left of the combatant's turn.
pub fn remaining(fight: &FightState, who: CombatantId) -> Vec<(String, String)> {
    let word = |left: bool| if left { "left" } else { "used" }.to_owned();
    if !is_here(fight, who) {
        return vec![];
    }
    let (slow, fast) = cost::left(fight, who);
    vec![("slow".to_owned(), word(slow)), ("fast".to_owned(), word(fast))]
}

/// A weapon in a sentence, from its name on a sheet: "with a club".
pub fn with(weapon: &str) -> String {
    format!("with {}", with_article(weapon))
}

/// A weapon in a sentence: "a club", "claws".
pub fn with_article(weapon: &str) -> String {
    match weapon {
        "unarmed" => "bare hands".to_owned(),
        "thrown" => "a thrown weapon".to_owned(),
        "two-handed" => "a two-handed weapon".to_owned(),
        named if named.starts_with(char::is_uppercase) => named.to_owned(),
        several if several.ends_with('s') || several == "teeth" => several.to_owned(),
        one => a(one),
    }
}
