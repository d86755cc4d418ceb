//! The people of a fight, and the numbers that stand for them in everything that can be checked. The log, as the store has it, names people by
//! their ids in the chat; its chain and every file made of it name them by a number of that fight alone. The table of who has which number is
//! kept beside the log and not in it. So somebody can be forgotten later: their id gives way to their number, and nothing that was shown, handed
//! out or hashed changes.

use crate::store::{FightPerson, Snowflake};
use serde_json::Value;
use std::collections::BTreeMap;

/// Nobody: an input of the table's own.
const NOBODY: Snowflake = 0;

/// The ids of Discord's that are older than a thousandth of a second into its epoch: there are none. Docs, "Reference: Snowflakes".
const NO_ID_BELOW: u64 = 1 << 22;

/// Whether this is the number of somebody who has been forgotten, and no id.
pub fn is_forgotten(person: Snowflake) -> bool {
    person < NO_ID_BELOW
}

/// Who has which number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FightPeople {
    numbers: BTreeMap<Snowflake, u64>,
    /// The highest number so far.
    highest: u64,
    /// Those who aren't in the store yet.
    new: Vec<FightPerson>,
}

impl FightPeople {
    /// Those that the store knows.
    pub fn of(known: &[FightPerson]) -> FightPeople {
        let highest = known.iter().map(|it| it.number).max().unwrap_or_default();
        FightPeople { numbers: known.iter().map(|it| (it.person_id, it.number)).collect(), highest, new: vec![] }
    }

    /// A person's number, a new one if they have none. What's no id stands for itself: nobody, or whoever has been forgotten.
    pub fn number(&mut self, person: Snowflake) -> u64 {
        if let Some(known) = self.numbers.get(&person) {
            return *known;
        }
        if is_forgotten(person) {
            // Nobody who's new gets the same.
            self.highest = self.highest.max(person);
            return person;
        }
        self.highest += 1;
        let number = self.highest;
        self.numbers.insert(person, number);
        self.new.push(FightPerson { person_id: person, number });
        number
    }

    /// Replaces everybody in an opening or a row of the log by their numbers.
    pub fn hide(&mut self, log: &mut Value) {
        each_person(log, &mut |person| {
            if let Some(id) = person.as_u64() {
                *person = self.number(id).into();
            }
        });
    }

    /// The same with mentions in a sentence. Whoever isn't in the fight's log gets no number: anybody can type a mention, and it's of nobody then.
    pub fn hide_mentions(&self, sentence: &str) -> String {
        let mut parts = sentence.split("<@");
        let mut hidden = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            hidden.push_str("<@");
            let (id, rest) = part.split_at(part.find('>').unwrap_or(0));
            match id.strip_prefix('!').unwrap_or(id).parse() {
                Ok(person) if is_forgotten(person) => hidden.push_str(id),
                Ok(person) => hidden.push_str(&self.numbers.get(&person).copied().unwrap_or(NOBODY).to_string()),
                Err(_) => hidden.push_str(id),
            }
            hidden.push_str(rest);
        }
        hidden
    }

    /// Those who have got a number since this was last asked: they belong into the store, with what was hidden.
    pub fn take_new(&mut self) -> Vec<FightPerson> {
        std::mem::take(&mut self.new)
    }
}

/// Replaces a person in an opening or a row of the log by the number that stands for them: what [`FightPeople::hide`] makes of it stays the same.
pub fn forgotten(log: &str, person: Snowflake, number: u64) -> Option<String> {
    let mut value: Value = serde_json::from_str(log).ok()?;
    let mut is_there = false;
    each_person(&mut value, &mut |it| {
        if it.as_u64() == Some(person) {
            *it = number.into();
            is_there = true;
        }
    });
    is_there.then(|| value.to_string())
}

/// The lines of the public record that a story brought with it: they're in a chain, where mentions are hidden already.
const HASHED: &str = "record";

/// Replaces a person everywhere in something that no chain contains: a story, a setting, a decision about lasting effects.
pub fn forgotten_everywhere(text: &str, person: Snowflake, number: u64) -> Option<String> {
    fn visit(value: &mut Value, (person, number): (Snowflake, u64)) {
        match value {
            Value::Number(it) if it.as_u64() == Some(person) => *value = number.into(),
            Value::String(it) => *it = it.replace(&person.to_string(), &number.to_string()),
            Value::Array(all) => all.iter_mut().for_each(|it| visit(it, (person, number))),
            Value::Object(fields) => {
                fields.iter_mut().filter(|it| it.0 != HASHED).for_each(|it| visit(it.1, (person, number)));
            }
            _ => {}
        }
    }
    if !text.contains(&person.to_string()) {
        return None;
    }
    let mut value = serde_json::from_str(text).ok()?;
    visit(&mut value, (person, number));
    Some(value.to_string())
}

/// Every place of the log at which a person stands: [`Actor`](crate::engine::Actor), who controls a combatant and who owns it, who answered,
/// and who wants to pass.
fn each_person(value: &mut Value, f: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(|it| each_person(it, f)),
        Value::Object(fields) => {
            // Of what a system calls an owner, only a combatant's is a person.
            let is_combatant = fields.contains_key("controller");
            for (name, value) in fields.iter_mut() {
                match (name.as_str(), &mut *value) {
                    ("Gm" | "Player" | "Seat" | "seat", Value::Number(_)) => f(value),
                    ("owner", Value::Number(_)) if is_combatant => f(value),
                    ("votes", Value::Array(all)) => all.iter_mut().filter(|it| it.is_u64()).for_each(&mut *f),
                    _ => each_person(value, f),
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ANA: u64 = 80_351_110_224_678_912;
    const BOB: u64 = 90_351_110_224_678_912;

    /// Everyone has one number, which nobody else has; nobody stays nobody.
    #[test]
    fn numbers_are_given_once() {
        let mut people = FightPeople::of(&[FightPerson { person_id: ANA, number: 1 }]);
        // 7 is nobody's id: somebody has typed it, or it's somebody who has been forgotten.
        assert_eq!((people.number(ANA), people.number(7), people.number(BOB), people.number(0)), (1, 7, 8, 0));
        let new: Vec<u64> = people.take_new().into_iter().map(|it| it.person_id).collect();
        assert_eq!((new, people.take_new()), (vec![BOB], vec![]));
    }

    /// People are hidden where they stand, and nothing else that looks like them is.
    #[test]
    fn people_are_hidden_where_they_stand() {
        let mut row = json!({
            "actor": { "Player": ANA },
            "input": { "Join": { "controller": { "Player": BOB }, "owner": BOB, "name": "Gm" } },
            "effect": [{ "PassVoted": { "side": 0, "seat": ANA } }, { "how": { "Seat": BOB } }, { "votes": [ANA, BOB] }],
            "cards": [{ "owner": 2, "card": 7 }],
        });
        let mut people = FightPeople::default();
        people.hide(&mut row);
        let hidden = json!({
            "actor": { "Player": 1 },
            "input": { "Join": { "controller": { "Player": 2 }, "owner": 2, "name": "Gm" } },
            "effect": [{ "PassVoted": { "side": 0, "seat": 1 } }, { "how": { "Seat": 2 } }, { "votes": [1, 2] }],
            "cards": [{ "owner": 2, "card": 7 }],
        });
        assert_eq!(row, hidden);
    }

    /// A mention in a sentence is hidden; what only looks like one stays.
    #[test]
    fn mentions_are_hidden() {
        let people = FightPeople::of(&[FightPerson { person_id: ANA, number: 1 }]);
        let hidden =
            people.hide_mentions(&format!("<@{ANA}> plays <@!{ANA}>, <@{BOB}> doesn\u{2019}t; <@&5> <@1> <@ 3> <@"));
        assert_eq!(
            hidden, "<@1> plays <@1>, <@0> doesn\u{2019}t; <@&5> <@1> <@ 3> <@",
            "Bob isn\u{2019}t in the fight"
        );
    }

    /// What's hidden doesn't change when somebody is forgotten.
    #[test]
    fn whoever_is_forgotten_hides_as_before() {
        let row = json!({ "actor": { "Gm": ANA }, "effect": { "seat": BOB }, "at_ms": 5 });
        let hidden = |known: &[FightPerson], text: &str| {
            let mut value: Value = text.parse().expect("JSON");
            FightPeople::of(known).hide(&mut value);
            value
        };
        let known = [(ANA, 1), (BOB, 2)].map(|(person_id, number)| FightPerson { person_id, number });
        let after = forgotten(&row.to_string(), ANA, 1).expect("she's there");
        assert!(!after.contains(&ANA.to_string()));
        let later = [FightPerson { person_id: 1, number: 1 }, known[1]];
        assert_eq!(hidden(&later, &after), hidden(&known, &row.to_string()));
        assert_eq!(forgotten(&after, ANA, 1), None, "twice is once");
        // A line that's in a chain stays as it was hashed, whatever somebody has typed there.
        let typed = json!([{ "lines": [format!("\u{201c}{ANA}\u{201d}")] }]);
        let story = json!({ "seats": [ANA, 3], "text": format!("<@{ANA}>"), "record": typed }).to_string();
        let after = json!({ "seats": [1, 3], "text": "<@1>", "record": typed }).to_string();
        assert_eq!(forgotten_everywhere(&story, ANA, 1), Some(after));
    }
}
