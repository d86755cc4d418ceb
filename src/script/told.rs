//! What the table was told, read from the store's outbox: the same bodies that Discord's messages are drawn from. It also puts a
//! line into plain words, with its roll and the rules it rests on.

use serde::Deserialize;

/// Whom a line is for that only the GM reads.
const THE_GM: &str = "the GM";

/// A story as it lies in the outbox.
#[derive(Clone, Debug, Deserialize)]
pub struct Told {
    /// All its lines so far.
    pub lines: Vec<ToldLine>,
    /// How many of them were told before.
    pub told_before: usize,
    /// The questions it waits for.
    pub prompts: Vec<ToldPrompt>,
}

/// One line of a story.
#[derive(Clone, Debug, Deserialize)]
pub struct ToldLine {
    /// Who may read it: a word, or a word with a number.
    audience: serde_json::Value,
    text: String,
    roll: Option<ToldRoll>,
    rules: Vec<ToldRule>,
}

/// A question of a story.
#[derive(Clone, Debug, Deserialize)]
pub struct ToldPrompt {
    to_name: String,
    ask: String,
    labels: Vec<String>,
    answered: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct ToldRoll {
    who: String,
    what: String,
    dice: Vec<String>,
    modifiers: Vec<(String, i32)>,
    target: Option<String>,
    total: i32,
    outcome: String,
}

#[derive(Clone, Debug, Deserialize)]
struct ToldRule {
    number: String,
}

/// A line in plain words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spoken {
    /// The sentence, the roll, the rules' numbers.
    pub text: String,
    /// Whom it is for, if not for everyone.
    pub only: Option<String>,
    /// The numbers of the rules it rests on.
    pub rules: Vec<String>,
    /// The roll alone, if it tells of one.
    pub roll: Option<String>,
}

impl Told {
    /// Reads a body of the outbox.
    ///
    /// # Errors
    /// If it is no story.
    pub fn read(payload: &str) -> Result<Told, serde_json::Error> {
        serde_json::from_str(payload)
    }

    /// The lines that were not told before.
    pub fn new_lines(&self, side_name: impl Fn(u64) -> String) -> Vec<Spoken> {
        self.lines.iter().skip(self.told_before).map(|it| it.spoken(&side_name)).collect()
    }

    /// The open questions, a line each; those to somebody whom not everybody sees are the GM's to read.
    pub fn questions(&self, is_seen: impl Fn(&str) -> bool) -> Vec<Spoken> {
        let open = self.prompts.iter().filter(|it| !it.answered);
        let words = |it: &ToldPrompt| format!("{} is asked: {} [{}]", it.to_name, it.ask, it.labels.join("] ["));
        let only = |it: &ToldPrompt| (!is_seen(&it.to_name)).then(|| THE_GM.to_owned());
        open.map(|it| Spoken { text: words(it), only: only(it), rules: vec![], roll: None }).collect()
    }
}

impl ToldLine {
    fn spoken(&self, side_name: &dyn Fn(u64) -> String) -> Spoken {
        let mut text = self.text.clone();
        let roll = self.roll.as_ref().map(ToldRoll::words);
        if let Some(roll) = &roll {
            text.push_str(&format!(" ({roll})"));
        }
        let rules: Vec<String> = self.rules.iter().map(|it| it.number.clone()).collect();
        if !rules.is_empty() {
            text.push_str(&format!(" [{}]", rules.join(", ")));
        }
        Spoken { text: text.trim().to_owned(), only: self.only(side_name), rules, roll }
    }

    fn only(&self, side_name: &dyn Fn(u64) -> String) -> Option<String> {
        let number = |name: &str| self.audience.get(name).and_then(serde_json::Value::as_u64);
        match (self.audience.as_str(), number("Side"), number("Seat")) {
            (Some("Everyone"), _, _) => None,
            (_, Some(side), _) => Some(side_name(side)),
            (_, _, Some(seat)) => Some(format!("<@{seat}>")),
            _ => Some(THE_GM.to_owned()),
        }
    }
}

impl ToldRoll {
    /// "Bandit 1, AGI save: d20 5, needs AGI 8 or less: passes".
    fn words(&self) -> String {
        let mut text = format!("{}, {}: {}", self.who, self.what, self.dice.join(" and "));
        for (name, by) in &self.modifiers {
            text.push_str(&format!(", {name} {by:+}"));
        }
        if !self.modifiers.is_empty() {
            text.push_str(&format!(", makes {}", self.total));
        }
        if let Some(target) = &self.target {
            text.push_str(&format!(", needs {target}"));
        }
        text.push_str(&format!(": {}", self.outcome));
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line is told with its dice, modifiers, number to reach, outcome and rule; what was told before is not told again.
    #[test]
    fn a_roll_is_put_into_words() {
        let payload = serde_json::json!({
            "began_seq": 3, "told_before": 1, "withdrawn": false,
            "lines": [
                { "audience": "Everyone", "text": "Old.", "roll": null, "rules": [] },
                { "audience": { "Seat": 7 }, "text": "Bandit 1 dodges.", "rules": [{ "number": "R21", "title": "Dodge" }],
                  "roll": { "who": "Bandit 1", "what": "AGI save", "dice": ["d20 5"], "modifiers": [["hobbled", 2]],
                            "target": "AGI 8 or less", "total": 7, "outcome": "passes", "rule": { "number": "R21" } } },
            ],
            "prompts": [{ "to_name": "Ana", "ask": "What now?", "labels": ["A", "B"], "answered": false }],
        });
        let told = Told::read(&payload.to_string()).expect("a story");
        let lines = told.new_lines(|side| format!("side {side}"));
        assert_eq!(lines.len(), 1);
        assert_eq!(
            lines[0].text,
            "Bandit 1 dodges. (Bandit 1, AGI save: d20 5, hobbled +2, makes 7, needs AGI 8 or less: passes) [R21]"
        );
        assert_eq!(lines[0].only.as_deref(), Some("<@7>"));
        assert_eq!(told.questions(|_| true)[0].text, "Ana is asked: What now? [A] [B]");
    }
}
