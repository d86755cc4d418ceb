//! `expect odds "LINE" …`: how it's written, and whether it holds.

use super::typed::{split_outside_quotes, unquoted};
use crate::{engine::odds::Odds, rules::UserError, rules::session::OddsView};

/// The odds that a script expects of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsExpected {
    /// The line: a command, or a press, by a user or else by the GM.
    pub line: String,
    /// What they should be.
    pub are: Wanted,
}

/// What odds should be.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// Refused, in words that contain this.
    Refused(String),
    /// Not shown to this user.
    Hidden,
    /// These numbers.
    Numbers {
        /// Whether they may be a little off; otherwise only odds that are rolled may be.
        about: bool,
        /// Each number with what it measures.
        all: Vec<Number>,
    },
}

/// One number, as precise as it's written.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    of: Measure,
    number: f64,
    /// Half of its last decimal place.
    half: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Measure {
    Hit,
    Damage,
    Out,
    Saves,
}

/// How far odds may be off that are rolled, or expected to be about right: in points of a percentage, and in damage.
const ABOUT: (f64, f64) = (3.0, 0.3);

const GRAMMAR: &str = "expect odds \"/attack target:\u{2026}\" 58%, or: hit 58%, damage 4.2, out 12%, saves 8%; about, hidden and refused \"text\" go before or instead";

/// Parses what follows `odds`.
///
/// # Errors
/// How it's written.
pub(super) fn parse(text: &str) -> Result<OddsExpected, String> {
    let quoted = text.strip_prefix('"').and_then(|it| it.split_once('"'));
    let (line, rest) = quoted.filter(|it| !it.0.trim().is_empty()).ok_or_else(|| GRAMMAR.to_owned())?;
    let rest = rest.trim();
    let are = match rest.split_once(char::is_whitespace).unwrap_or((rest, "")) {
        ("hidden", "") => Wanted::Hidden,
        ("refused", why) => Wanted::Refused(unquoted(why.trim()).to_owned()),
        ("about", numbers) => Wanted::Numbers { about: true, all: all(numbers)? },
        _ => Wanted::Numbers { about: false, all: all(rest)? },
    };
    Ok(OddsExpected { line: line.trim().to_owned(), are })
}

fn all(text: &str) -> Result<Vec<Number>, String> {
    split_outside_quotes(text, ',').into_iter().map(number).collect()
}

fn number(text: &str) -> Result<Number, String> {
    let (word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or(("hit", text.trim()));
    let of = match word {
        "hit" => Measure::Hit,
        "damage" => Measure::Damage,
        "out" => Measure::Out,
        "saves" => Measure::Saves,
        _ => return Err(format!("\u{201c}{text}\u{201d} isn\u{2019}t odds: {GRAMMAR}")),
    };
    let is_percent = of != Measure::Damage;
    let digits = if is_percent { rest.strip_suffix('%') } else { Some(rest) };
    let digits = digits.map(str::trim).filter(|it| it.chars().all(|it| it.is_ascii_digit() || it == '.'));
    let number = digits.and_then(|it| it.parse::<f64>().ok()).filter(|it| !is_percent || *it <= 100.0);
    let (Some(number), Some(digits)) = (number, digits) else {
        return Err(format!("\u{201c}{text}\u{201d} isn\u{2019}t odds: {GRAMMAR}"));
    };
    let places = digits.split_once('.').map_or(0, |it| it.1.len());
    Ok(Number { of, number, half: 0.5 / 10_f64.powi(i32::try_from(places).unwrap_or(9)) })
}

/// Whether these odds are as expected.
///
/// # Errors
/// "expected …, found …".
pub(super) fn check(wanted: &Wanted, found: &Result<Option<OddsView>, UserError>) -> Result<(), String> {
    match (wanted, found) {
        (Wanted::Refused(text), Err(why)) if why.text.to_lowercase().contains(&text.to_lowercase()) => Ok(()),
        (Wanted::Refused(text), Err(why)) => {
            Err(format!("expected a refusal with \u{201c}{text}\u{201d}, found: {why}"))
        }
        (Wanted::Refused(text), Ok(_)) => Err(format!("expected a refusal with \u{201c}{text}\u{201d}, found none")),
        (_, Err(why)) => Err(format!("expected odds, found it refused: {why}")),
        (Wanted::Hidden, Ok(None)) => Ok(()),
        (Wanted::Hidden, Ok(Some(view))) => Err(format!("expected the odds to be hidden, found {}", view.words)),
        (Wanted::Numbers { .. }, Ok(None)) => Err("expected odds, found none that this user may see".to_owned()),
        (Wanted::Numbers { about, all }, Ok(Some(view))) => match all.iter().all(|it| it.fits(&view.odds, *about)) {
            true => Ok(()),
            false => Err(format!("expected {}, found {}", told(all), precise(&view.odds))),
        },
    }
}

impl Number {
    fn fits(&self, odds: &Odds, about: bool) -> bool {
        let found = match self.of {
            Measure::Hit => odds.hit * 100.0,
            Measure::Damage => odds.damage,
            Measure::Out => odds.out * 100.0,
            Measure::Saves => odds.saved * 100.0,
        };
        let loose = if self.of == Measure::Damage { ABOUT.1 } else { ABOUT.0 };
        let most = if about || !odds.exact { loose.max(self.half) } else { self.half };
        (found - self.number).abs() <= most + 1e-9
    }
}

fn told(all: &[Number]) -> String {
    let one = |it: &Number| match it.of {
        Measure::Hit => format!("hit {}%", it.number),
        Measure::Damage => format!("damage {}", it.number),
        Measure::Out => format!("out {}%", it.number),
        Measure::Saves => format!("saves {}%", it.number),
    };
    all.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// Odds with all the decimals that a script could ask for.
pub(super) fn precise(odds: &Odds) -> String {
    let about = if odds.exact { "" } else { "about " };
    if odds.saved > 0.0 {
        return format!("{about}saves {:.2}%", odds.saved * 100.0);
    }
    format!("{about}hit {:.2}%, damage {:.3}, out {:.2}%", odds.hit * 100.0, odds.damage, odds.out * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn view(hit: f64, exact: bool) -> Result<Option<OddsView>, UserError> {
        let odds = Odds {
            whom: None,
            hit,
            damage: 1.25,
            out: 0.0,
            saved: 0.0,
            exact,
            unless_they_react: false,
            rests_on: vec![],
        };
        Ok(Some(OddsView { odds, words: "some odds".to_owned() }))
    }

    fn holds(text: &str, found: &Result<Option<OddsView>, UserError>) -> bool {
        check(&parse(&format!("\"/attack\" {text}")).expect(text).are, found).is_ok()
    }

    /// A number is as precise as it's written; only rolled odds, or those that are only about right, may be further off.
    #[test]
    fn a_number_holds_if_it_rounds_to_what_is_written() {
        let exact = view(0.5556, true);
        assert!(holds("56%", &exact) && holds("hit 55.6%, damage 1.3, out 0%", &exact) && holds("about 58%", &exact));
        assert!(!holds("55%", &exact) && !holds("55.5%", &exact) && !holds("about 60%", &exact));
        assert!(!holds("56%, damage 1.4", &exact) && holds("58%", &view(0.5556, false)));
    }

    #[test]
    fn odds_can_be_hidden_or_refused() {
        let refused = Err(UserError::say("It isn\u{2019}t your turn."));
        assert!(holds("refused \"your TURN\"", &refused) && !holds("refused \"range\"", &refused));
        assert!(!holds("58%", &refused) && holds("hidden", &Ok(None)) && !holds("hidden", &view(0.5, true)));
        assert!(!holds("refused", &view(0.5, true)) && !holds("58%", &Ok(None)));
    }

    #[test]
    fn what_is_no_odds_is_said() {
        for wrong in
            ["", "58%", "\"\" 58%", "\"/attack\"", "\"/attack\" 101%", "\"/attack\" damage 5%", "\"/attack\" luck 5%"]
        {
            assert!(parse(wrong).expect_err(wrong).contains("expect odds"), "{wrong}");
        }
    }
}
