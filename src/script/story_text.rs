//! A story in plain words: each line with its roll and the rules it cites, each question with its answers.

use crate::{
    engine::{SideId, view::Audience},
    rules::{
        story::stored::{StoryLine, StoryPrompt, StoryRoll, StoryView},
        wording::capital,
    },
};

/// The reader of a line for the GM only.
const THE_GM: &str = "the GM";

/// A line in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// The sentence, the roll, the rules' numbers.
    pub text: String,
    /// Its reader, if it isn't for everyone.
    pub only: Option<String>,
    /// The numbers of the rules it cites.
    pub rules: Vec<String>,
    /// The roll alone, if there is one.
    pub roll: Option<String>,
}

/// The lines that weren't told before.
pub fn new_lines(told: &StoryView, side_name: impl Fn(SideId) -> String) -> Vec<Spoken> {
    told.lines.iter().skip(told.told_before).map(|it| spoken(it, &side_name)).collect()
}

/// The open questions, one per line. If only the GM answers, everyone else only reads that the question is asked; a question to someone
/// whom not everyone sees isn't shown to everyone; and one that mentions someone unseen has different public words.
pub fn questions(told: &StoryView, is_seen: impl Fn(&str) -> bool) -> Vec<Spoken> {
    let whole = |it: &StoryPrompt| format!("{} is asked: {} [{}]", capital(&it.to_name), it.ask, it.labels.join("] ["));
    let line =
        |text: String, only: Option<&str>| Spoken { text, only: only.map(str::to_owned), rules: vec![], roll: None };
    let mut lines = vec![];
    let mut asked_before: Vec<&str> = vec![];
    for it in told.prompts.iter().filter(|it| !it.answered) {
        // If someone is asked twice, there are as many open forms, in the same order.
        let before = asked_before.iter().filter(|name| **name == it.to_name).count();
        asked_before.push(&it.to_name);
        match (is_seen(&it.to_name), it.seats.is_empty()) {
            (true, false) => {
                let open =
                    told.open_prompts.iter().filter(|open| !open.answered && open.to_name == it.to_name).nth(before);
                let (open, whole) = (whole(open.unwrap_or(it)), whole(it));
                if whole != open {
                    lines.push(line(whole, Some(THE_GM)));
                }
                lines.push(line(open, None));
            }
            (true, true) => {
                lines.push(line(format!("{} is asked.", it.to_name), None));
                lines.push(line(whole(it), Some(THE_GM)));
            }
            (false, _) => lines.push(line(whole(it), Some(THE_GM))),
        }
    }
    lines
}

fn spoken(line: &StoryLine, side_name: &dyn Fn(SideId) -> String) -> Spoken {
    let mut text = line.text.clone();
    let roll = line.roll.as_ref().map(in_words);
    if let Some(roll) = &roll {
        text.push_str(&format!(" ({roll})"));
    }
    let rules: Vec<String> = line.rules.iter().map(|it| it.number.clone()).collect();
    if !rules.is_empty() {
        text.push_str(&format!(" [{}]", rules.join(", ")));
    }
    let only = match line.audience {
        Audience::Everyone => None,
        Audience::Side(side) => Some(side_name(side)),
        Audience::Seat(seat) => Some(format!("<@{}>", seat.0)),
        Audience::Gm | Audience::AskingGm => Some(THE_GM.to_owned()),
    };
    Spoken { text: text.trim().to_owned(), only, rules, roll }
}

/// "Bandit 1, AGI save: d20 (5) vs AGI 8: succeeds".
fn in_words(roll: &StoryRoll) -> String {
    let outcome = roll.outcome.as_ref().map_or_else(String::new, |it| format!(": {it}"));
    format!("{}, {}: {}{outcome}", roll.who, roll.what, roll.equation)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line shows its dice, modifiers, number to reach, outcome and rule; what was told before isn't told again.
    #[test]
    fn a_roll_is_put_into_words() {
        let payload = serde_json::json!({
            "began_seq": 3, "told_before": 1, "withdrawn": false,
            "lines": [
                { "audience": "Everyone", "text": "Old.", "roll": null, "rules": [] },
                { "audience": { "Seat": 7 }, "text": "Bandit 1 dodges.", "rules": [{ "number": "R21", "title": "Dodge" }],
                  "roll": { "who": "Bandit 1", "what": "AGI save", "dice": ["d20 5"], "modifiers": [["hobbled", 2]],
                            "target": "AGI 8 or less", "total": 7, "outcome": "passes", "rule": { "number": "R21", "title": "Dodge" } } },
            ],
            "prompts": [{ "to_name": "Ana", "ask": "What now?", "labels": ["A", "B"], "seats": [7], "answered": false },
                        { "to_name": "Orc", "ask": "Parry?", "labels": ["No", "Yes"], "seats": [], "answered": false }],
        });
        let told = StoryView::read(&payload.to_string()).expect("a story");
        let lines = new_lines(&told, |side| format!("side {}", side.0));
        assert_eq!(lines.len(), 1);
        assert_eq!(
            lines[0].text,
            "Bandit 1 dodges. (Bandit 1, AGI save: d20 5 + 2 hobbled = 7 vs AGI 8 or less: passes) [R21]"
        );
        assert_eq!(lines[0].only.as_deref(), Some("<@7>"));
        let asked = questions(&told, |_| true);
        let open: Vec<&str> = asked.iter().filter(|it| it.only.is_none()).map(|it| it.text.as_str()).collect();
        assert_eq!(open, ["Ana is asked: What now? [A] [B]", "Orc is asked."]);
        assert_eq!(asked[2].text, "Orc is asked: Parry? [No] [Yes]");
    }

    /// If one person is asked two questions, everyone reads the public form of each.
    #[test]
    fn two_questions_to_one_have_a_form_each() {
        let ask = |ask: &str| serde_json::json!({ "to_name": "Ana", "ask": ask, "labels": ["A"], "seats": [7], "answered": false });
        let payload = serde_json::json!({
            "began_seq": 3, "told_before": 0, "withdrawn": false, "lines": [],
            "prompts": [ask("From Lurker?"), ask("From Orc?")], "open_prompts": [ask("From somebody?"), ask("From Orc?")],
        });
        let told = StoryView::read(&payload.to_string()).expect("a story");
        let asked = questions(&told, |_| true);
        let texts: Vec<&str> = asked.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(
            texts,
            ["Ana is asked: From Lurker? [A]", "Ana is asked: From somebody? [A]", "Ana is asked: From Orc? [A]"]
        );
    }
}
