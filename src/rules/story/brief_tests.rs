//! The tests of the short account.

use super::{
    brief::{brief, tight, without_weapon},
    stored::{StoryLine, StoryView},
};
use serde_json::{Value, json};

fn rule(number: &str) -> Value {
    json!({ "number": number, "title": "A rule" })
}

fn line(part: &str, subject: &str, text: &str) -> Value {
    json!({ "audience": "Everyone", "text": text, "roll": null, "rules": [rule(&format!("of {part}"))],
        "brief": { "part": part, "subject": subject } })
}

fn roll(who: &str, text: &str, equation: &str, brief: &str) -> Value {
    json!({ "audience": "Everyone", "text": text, "rules": [rule("R1")],
        "roll": { "who": who, "what": "attack", "equation": equation, "brief": brief, "rule": rule("R1") } })
}

fn account(lines: &[Value]) -> (String, Vec<String>, bool) {
    let told = StoryView::read(&json!({ "began_seq": 1, "lines": lines }).to_string()).expect("a story");
    let lines: Vec<&StoryLine> = told.lines.iter().collect();
    let it = brief(&lines);
    let told: Vec<&str> = it.sentences.iter().map(|it| it.text.as_str()).collect();
    (told.join(" "), it.rules.iter().map(|it| it.number.clone()).collect(), it.leaves_out)
}

/// The roll stands in place, what was added is one number, and what repeats it isn't told.
#[test]
fn a_roll_attaches_to_its_deed() {
    let told = account(&[
        line("Aside", "", "It\u{2019}s Ana\u{2019}s turn."),
        line("Deed", "Ana", "Ana moves to Yard."),
        line("Deed", "Ana", "Ana shoots at Orc 1 with a bow."),
        roll(
            "Ana",
            "Ana\u{2019}s attack: d20 (10) + 3 DEX + 1 aim = 14. It misses.",
            "d20 (10) + 3 DEX + 1 aim = 14",
            "d20 (10) + 4 = 14",
        ),
        line("Miss", "Ana", "Ana misses Orc 1."),
    ]);
    let text = "Ana moves to Yard and shoots at Orc 1 with a bow: d20 (10) + 4 = 14, miss.";
    assert_eq!(told, (text.to_owned(), vec!["R1".to_owned()], true));
}

/// A roll by somebody else is a sentence of its own; what becomes of one of them is told in one go.
#[test]
fn others_roll_for_themselves_and_outcomes_join() {
    let told = account(&[
        line("Deed", "Orc 1", "Orc 1 swings at Ana."),
        roll("Ana", "Ana dodges: d20 (12) vs AGI 9. It fails.", "d20 (12) vs AGI 9", "d20 (12) vs AGI 9"),
        line("Outcome", "Ana", "Ana takes 3 damage."),
        line("Outcome", "Ana", "Ana is stunned."),
        line("Outcome", "Ana", "Ana falls prone."),
        line("Outcome", "Ana", "Ana is left with an injury: a broken arm."),
    ]);
    assert_eq!(
        told.0,
        "Orc 1 swings at Ana. Ana dodges: d20 (12) vs AGI 9, fails. Ana takes 3 damage, is stunned and falls prone. Ana is left with an injury: a broken arm."
    );
}

/// An answer that failed has a form without its dice, whether a line of its own said that it was given or not.
#[test]
fn a_failed_answer_can_be_told_shorter() {
    let dodge = roll("Ana", "Ana dodges: d20 (12) vs AGI 9. It fails.", "d20 (12) vs AGI 9", "d20 (12) vs AGI 9");
    let block = roll("Ana", "Ana\u{2019}s block: d6 (1). It fails.", "d6 (1)", "d6 (1)");
    let lines = [line("Deed", "Orc 1", "Orc 1 swings at Ana."), dodge, line("Deed", "Ana", "Ana blocks."), block];
    let told = StoryView::read(&json!({ "began_seq": 1, "lines": lines }).to_string()).expect("a story");
    let sentences = brief(&told.lines.iter().collect::<Vec<_>>()).sentences;
    let shorter: Vec<Option<&str>> = sentences.iter().map(|it| it.shorter.as_deref()).collect();
    assert_eq!(shorter, [None, Some("Ana dodges and fails."), Some("Ana blocks and fails.")]);
}

/// What befalls somebody twice is told once, and a miss that no roll has told comes of the deed.
#[test]
fn who_falls_twice_has_fallen() {
    let told = account(&[
        line("Harm", "Ana", "Ana falls."),
        line("Harm", "Ana", "Ana gets up: luck."),
        line("Harm", "Ana", "Ana falls."),
    ]);
    assert_eq!((told.0.as_str(), told.2), ("Ana gets up: luck. Ana falls.", true));
}

/// Where not everything fits, an attack is told without its weapon; how else it's made stays.
#[test]
fn a_weapon_can_be_left_out() {
    let of = |said: &str| without_weapon(said);
    assert_eq!(of("attacks Orc 1 with a great club"), "attacks Orc 1");
    assert_eq!(of("counters with the bow"), "counters");
    assert_eq!(of("shoots at Orc 1 with a bow, aiming at the head"), "shoots at Orc 1, aiming at the head");
    assert_eq!(of("changes places with Bo"), "changes places with Bo");
}

/// A miss that no roll has told is told; asides are where there's nothing else, and then nothing is left out.
#[test]
fn nothing_is_lost_that_matters() {
    let told = account(&[line("Deed", "Ana", "Ana swings at Orc 1."), line("Miss", "Ana", "Ana misses.")]);
    assert_eq!(told.0, "Ana swings at Orc 1 and misses.");
    let (text, rules, leaves_out) = account(&[line("Aside", "", "Round 2 begins.")]);
    assert_eq!((text.as_str(), rules.len(), leaves_out), ("Round 2 begins.", 1, false));
}

/// Whoever the same befalls is told of together, and of two deeds that answer each other each has its own roll.
#[test]
fn the_same_is_told_once() {
    let told = account(&[
        line("Deed", "Orc 1", "Orc 1 swings at Ana."),
        line("Deed", "Ana", "Ana counters."),
        roll("Orc 1", "Orc 1\u{2019}s damage (bad arm): d6 (4).", "d6 (4)", "d6 (4)"),
        roll("Ana", "Ana\u{2019}s damage: d8 (5).", "d8 (5)", "d8 (5)"),
        line("Outcome", "Ana", "Ana is stunned."),
        line("Outcome", "Orc 1", "Orc 1 is stunned."),
        roll("Bo", "Bo\u{2019}s save (2 dice): d6 (1). It fails.", "d6 (1)", "d6 (1)"),
    ]);
    let text = "Orc 1 swings at Ana: d6 (4). Ana counters: d8 (5). Ana and Orc 1 are stunned. Bo\u{2019}s save: d6 (1), fails.";
    assert_eq!(told.0, text);
}

/// With little room, a line's tightest words are told, or nothing, and what befalls somebody twice is told once.
#[test]
fn a_tight_account_is_shorter() {
    let tightly = |mut it: Value, words: &str| {
        it["brief"]["tight"] = json!(words);
        it
    };
    let lines = [
        line("Deed", "Orc 1", "Orc 1 swings at Ana."),
        tightly(line("Outcome", "", "Both blows land at once."), ""),
        tightly(line("Harm", "Ana", "Ana takes 3 damage and has 5 of 8 health left."), "Ana takes 3 damage."),
        tightly(line("Harm", "Ana", "Ana is incapacitated by a critical wound."), "Ana is down."),
        line("Harm", "Ana", "Ana uses an omen."),
        tightly(line("Harm", "Ana", "Ana is incapacitated by a critical wound."), "Ana is down."),
    ];
    let told = StoryView::read(&json!({ "began_seq": 1, "lines": lines }).to_string()).expect("a story");
    let it = tight(&told.lines.iter().collect::<Vec<_>>());
    let said: Vec<&str> = it.sentences.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(said, ["Orc 1 swings at Ana.", "Ana takes 3 damage, uses an omen and is down."]);
    assert!(it.leaves_out);
}

/// Lines from before there were short accounts are told as they are.
#[test]
fn old_lines_are_told_whole() {
    let old = |text: &str| json!({ "audience": "Everyone", "text": text, "roll": null });
    let (text, _, leaves_out) = account(&[old("Ana says: \u{201c}Ho!\u{201d}"), old("Orc 1 dies.")]);
    assert_eq!((text.as_str(), leaves_out), ("Ana says: \u{201c}Ho!\u{201d} Orc 1 dies.", false));
}
