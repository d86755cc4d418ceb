//! What a script can expect, as it's written. `check` decides whether it holds.

use super::{
    odds_expected::{self, OddsExpected},
    typed::{duration_ms, first_word, split_outside_quotes, unquoted},
};

/// One expectation.
#[derive(Clone, Debug, PartialEq)]
pub enum Expect {
    /// `NAME: field value, field value`; the fight as a whole if the name is `fight`.
    Fields {
        /// The combatant's name, or `fight`.
        name: String,
        /// The fields and expected values as written: `health 8`.
        fields: Vec<String>,
    },
    /// `turn NAME`, or `turn nobody`.
    Turn(String),
    /// `round N`
    Round(u32),
    /// `phase WORD`, or `phase none`.
    Phase(String),
    /// `may-act A, B`: exactly these; nobody if empty.
    MayAct(Vec<String>),
    /// `order A, B`: the whole turn order.
    Order(Vec<String>),
    /// `prompt NAME: labels`. The start of a label is enough.
    Prompt {
        /// Who is being asked: a combatant, a side, or the GM.
        name: String,
        /// Labels that must be among the offers.
        labels: Vec<String>,
        /// Whether there may be no others.
        exactly: bool,
    },
    /// `no prompt`, or `no prompt NAME`.
    NoPrompt(Option<String>),
    /// A text that was told or answered since the last input, or wasn't.
    Text {
        /// Where to look for it.
        place: SearchScope,
        /// The text.
        text: String,
        /// Whether it must be there or must not.
        there: bool,
    },
    /// `refused "text"`: the last input was refused in words containing this text.
    Refused(String),
    /// `over`, or `over A, B`: who stands.
    Over(Vec<String>),
    /// `not over`
    NotOver,
    /// `deadline 15s`, in milliseconds, or `deadline none`.
    Deadline(Option<i64>),
    /// `odds "LINE" 58%`: what a line would be likely to do now.
    Odds(OddsExpected),
    /// `suggested NAME: text`: among what's suggested to whoever plays them; `not-suggested NAME: text`: not even in the first menu.
    Suggested {
        /// The combatant.
        name: String,
        /// What one of the suggestions contains.
        text: String,
        /// Whether it must be there or must not.
        there: bool,
    },
}

/// Where to look for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchScope {
    /// What everyone was told.
    Open,
    /// What the GM was told, which is everything.
    Gm,
    /// The private reply to the person who typed.
    Reply,
    /// The tracker as everyone sees it now.
    Tracker,
}

/// The words an expectation can start with, besides a name and a colon.
pub(super) const WORDS: &[&str] = &[
    "turn",
    "round",
    "phase",
    "may-act",
    "order",
    "prompt",
    "no prompt",
    "line",
    "gm-line",
    "not-line",
    "not-gm-line",
    "reply",
    "not-reply",
    "tracker",
    "not-tracker",
    "refused",
    "over",
    "not over",
    "deadline",
    "odds",
    "suggested",
    "not-suggested",
];

/// Values of the fight as a whole that don't need its name: `expect initiative Players`.
const OF_FIGHT: &[&str] = &["initiative", "fat", "threshold"];

/// Parses what follows the word `expect`: expectations separated by semicolons.
///
/// # Errors
/// What's wrong with the first one that can't be parsed.
pub fn parse(text: &str) -> Result<Vec<Expect>, String> {
    let all: Vec<&str> = split_outside_quotes(text, ';').into_iter().filter(|it| !it.is_empty()).collect();
    if all.is_empty() {
        return Err(format!("nothing is expected: expect NAME: field value, or one of {}", WORDS.join(", ")));
    }
    let mut expects = vec![];
    for it in all {
        expects.extend(one(it)?);
    }
    Ok(expects)
}

fn one(text: &str) -> Result<Vec<Expect>, String> {
    let (word, rest) = first_word(text);
    let texts = |place, there| {
        let texts = texts(rest).ok_or_else(|| format!("what text? expect {word} \"text\""))?;
        Ok(texts.into_iter().map(|text| Expect::Text { place, text, there }).collect())
    };
    let single = match word {
        "turn" if !rest.is_empty() => Expect::Turn(unquoted(rest).to_owned()),
        "round" => Expect::Round(rest.parse().map_err(|_| "expect round N".to_owned())?),
        "phase" if !rest.is_empty() => Expect::Phase(unquoted(rest).to_owned()),
        "may-act" if matches!(rest, "nobody" | "none") => Expect::MayAct(vec![]),
        "may-act" => Expect::MayAct(list(rest).ok_or("expect may-act A, B, or may-act nobody")?),
        "order" => Expect::Order(list(rest).ok_or("expect order A, B")?),
        "prompt" => prompt(rest)?,
        "no" => match first_word(rest) {
            ("prompt", "") => Expect::NoPrompt(None),
            ("prompt", name) => Expect::NoPrompt(Some(unquoted(name.strip_prefix("for ").unwrap_or(name)).to_owned())),
            _ => return Err(unknown(text)),
        },
        "line" => return texts(SearchScope::Open, true),
        "not-line" => return texts(SearchScope::Open, false),
        "gm-line" => return texts(SearchScope::Gm, true),
        "not-gm-line" => return texts(SearchScope::Gm, false),
        "reply" => return texts(SearchScope::Reply, true),
        "not-reply" => return texts(SearchScope::Reply, false),
        "tracker" => return texts(SearchScope::Tracker, true),
        "not-tracker" => return texts(SearchScope::Tracker, false),
        "refused" if rest.is_empty() => Expect::Refused(String::new()),
        "refused" => {
            let texts = texts_or_empty(rest);
            return Ok(texts.into_iter().map(Expect::Refused).collect());
        }
        "over" => Expect::Over(list(rest).unwrap_or_default()),
        "not" if rest == "over" => Expect::NotOver,
        "deadline" if rest == "none" => Expect::Deadline(None),
        "deadline" => Expect::Deadline(Some(duration_ms(rest)?)),
        "odds" => Expect::Odds(odds_expected::parse(rest)?),
        "suggested" | "not-suggested" => {
            let (name, text) = rest.split_once(':').ok_or_else(|| format!("expect {word} NAME: what"))?;
            let (name, text) = (unquoted(name.trim()).to_owned(), unquoted(text.trim()).to_owned());
            Expect::Suggested { name, text, there: word == "suggested" }
        }
        word if OF_FIGHT.contains(&word) && !rest.is_empty() && !rest.starts_with(':') => {
            Expect::Fields { name: "fight".to_owned(), fields: vec![text.to_owned()] }
        }
        _ => fields(text)?,
    };
    Ok(vec![single])
}

fn unknown(text: &str) -> String {
    let word = first_word(text).0;
    let close = crate::rules::names::find(word, WORDS.iter().map(|it| ((*it).to_owned(), ())));
    let hint = close.or_say("expectation", word).err().unwrap_or_default();
    format!("\u{201c}{text}\u{201d} is no expectation: NAME: field value, or one of {}. {hint}", WORDS.join(", "))
        .trim()
        .to_owned()
}

/// `Bandit 1: acted yes, health 8`.
fn fields(text: &str) -> Result<Expect, String> {
    let (name, fields) = text.split_once(':').ok_or_else(|| unknown(text))?;
    let fields = list(fields).ok_or_else(|| format!("what of {name}? expect {name}: field value"))?;
    Ok(Expect::Fields { name: unquoted(name).to_owned(), fields })
}

/// `Bandit 1: Take it, Dodge`, or `Bandit 1 exactly: Take it`.
fn prompt(text: &str) -> Result<Expect, String> {
    let (name, labels) = text.split_once(':').unwrap_or((text, ""));
    let (name, exactly) = match name.trim().strip_suffix("exactly") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let name = unquoted(name).to_owned();
    if name.is_empty() {
        return Err("who is asked? expect prompt NAME: labels".to_owned());
    }
    Ok(Expect::Prompt { name, labels: list(labels).unwrap_or_default(), exactly })
}

/// Comma-separated items; `None` if there are none.
fn list(text: &str) -> Option<Vec<String>> {
    let all: Vec<String> = split_outside_quotes(text, ',')
        .into_iter()
        .map(|it| unquoted(it).to_owned())
        .filter(|it| !it.is_empty())
        .collect();
    (!all.is_empty()).then_some(all)
}

/// `"one", "two"`, or words without quotes up to the end.
fn texts(text: &str) -> Option<Vec<String>> {
    match text.starts_with('"') {
        true => list(text),
        false if text.is_empty() => None,
        false => Some(vec![text.to_owned()]),
    }
}

fn texts_or_empty(text: &str) -> Vec<String> {
    texts(text).unwrap_or_else(|| vec![String::new()])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strings(all: &[&str]) -> Vec<String> {
        all.iter().map(|it| (*it).to_owned()).collect()
    }

    /// Semicolons separate expectations, commas separate their items, and quotes protect both.
    #[test]
    fn expectations_are_parted_by_semicolons() {
        assert_eq!(
            parse("line \"A; b\"; turn Ana; Bandit 1: acted yes, weapons \"a, b\"").expect("reads"),
            vec![
                Expect::Text { place: SearchScope::Open, text: "A; b".into(), there: true },
                Expect::Turn("Ana".into()),
                Expect::Fields { name: "Bandit 1".into(), fields: strings(&["acted yes", "weapons \"a, b\""]) },
            ]
        );
    }

    #[test]
    fn prompts_are_expected_in_part_or_whole() {
        let whole = |name: &str, labels: &[&str], exactly| Expect::Prompt {
            name: name.into(),
            labels: strings(labels),
            exactly,
        };
        assert_eq!(parse("prompt Bandit 1: Take it, Dodge"), Ok(vec![whole("Bandit 1", &["Take it", "Dodge"], false)]));
        assert_eq!(parse("prompt GM exactly: Yes"), Ok(vec![whole("GM", &["Yes"], true)]));
        assert_eq!(parse("no prompt"), Ok(vec![Expect::NoPrompt(None)]));
        assert_eq!(parse("no prompt Ana"), Ok(vec![Expect::NoPrompt(Some("Ana".into()))]));
    }

    #[test]
    fn nobody_none_and_times() {
        assert_eq!(parse("may-act nobody"), Ok(vec![Expect::MayAct(vec![])]));
        assert_eq!(
            parse("deadline 15s; deadline none"),
            Ok(vec![Expect::Deadline(Some(15_000)), Expect::Deadline(None)])
        );
        assert_eq!(parse("over Players"), Ok(vec![Expect::Over(vec!["Players".into()])]));
        assert_eq!(parse("refused \"Bandits\""), Ok(vec![Expect::Refused("Bandits".into())]));
    }

    #[test]
    fn what_is_no_expectation_is_said() {
        for wrong in ["", "turn", "round two", "trun Ana", "deadline soon", "line", "Ana:"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
        assert!(parse("trun Ana").unwrap_err().contains("Did you mean turn"));
    }
}
