//! The odds of a line, and what's suggested, at the point a script has reached. Nothing happens by asking.

use super::{
    odds_expected::{self, OddsExpected},
    parse::{self, Statement},
    run::Play,
};
use crate::{
    engine::{odds::Effort, view::Viewer},
    rules::{
        UserError,
        session::{OddsView, SuggestFor},
    },
};
use serde_json::json;
use std::{
    io::{self, Write},
    path::Path,
};

impl Play {
    /// The odds of a line as its user may know them; without a user, the GM's.
    fn odds_of(&mut self, line: &str) -> Result<Option<OddsView>, UserError> {
        let by = if line.starts_with('@') { line.to_owned() } else { format!("@gm {line}") };
        let work = match parse::statement(&by).map_err(UserError::say)? {
            Statement::Command { user, command } => {
                let (caller, command) = (self.caller(&user), self.with_seats(&command));
                self.begun()?.odds_of_command(&caller, &command, Effort::THOROUGH)?
            }
            Statement::Press { user, label, whom } => {
                let caller = self.caller(&user);
                self.begun()?.odds_of_press(&caller, whom.as_deref(), &label, Effort::THOROUGH)?
            }
            _ => return Err(UserError::say("Only a command or a press has odds, for example /attack target:\u{2026}")),
        };
        Ok(work(&|| true).into_iter().next().flatten())
    }

    /// Whether the odds of a line are as expected.
    pub(super) fn check_odds(&mut self, expected: &OddsExpected) -> Result<(), String> {
        let found = self.odds_of(&expected.line);
        odds_expected::check(&expected.are, &found)
            .map_err(|why| format!("odds of \u{201c}{}\u{201d}: {why}", expected.line))
    }
}

impl Play {
    /// Whether this is among what's suggested to whoever plays this combatant, each with its odds in brackets, or isn't there, not even in the
    /// first menu.
    pub(super) fn check_suggested(&mut self, name: &str, text: &str, there: bool) -> Result<(), String> {
        let gm = self.caller("gm");
        let service = self.begun().map_err(|it| it.text)?;
        let whom = service.session().find(Viewer::Gm, name).map_err(|it| it.text)?;
        let mut all: Vec<String> = vec![];
        for of in [SuggestFor::Turn(whom), SuggestFor::Obvious(whom)].into_iter().take(if there { 1 } else { 2 }) {
            let work = service.suggestions(&gm, of).map_err(|it| it.text)?;
            all.extend(work(&|| true).into_iter().map(|it| match it.odds {
                Some(odds) => format!("{} ({})", it.label, odds.words),
                None => it.label,
            }));
        }
        if all.iter().any(|it| it.contains(text)) == there {
            return Ok(());
        }
        let is = if there { "is" } else { "isn\u{2019}t" };
        Err(format!("expected that {name} {is} suggested \u{201c}{text}\u{201d}, found: {}", all.join(", ")))
    }
}

/// `umpire odds FILE --line LINE…`: plays the file and prints the odds of each line at its end. Returns whether the file holds and none of the
/// lines is refused.
///
/// # Errors
/// If writing to `out` fails.
pub fn command(file: &Path, lines: &[String], as_json: bool, out: &mut dyn Write) -> io::Result<bool> {
    let name = file.display().to_string();
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(why) => {
            writeln!(out, "{name}: cannot be read: {why}")?;
            return Ok(false);
        }
    };
    let mut play = Play::up_to_the_end(&name, &text);
    if !play.failures().is_empty() {
        for failure in play.failures() {
            writeln!(out, "{failure}")?;
        }
        return Ok(false);
    }
    let mut held = true;
    for line in lines {
        let found = play.odds_of(line);
        held &= found.is_ok();
        match as_json {
            true => writeln!(out, "{}", as_value(line, &found))?,
            false => writeln!(out, "{line}\n    {}", in_words(&found))?,
        }
    }
    Ok(held)
}

fn in_words(found: &Result<Option<OddsView>, UserError>) -> String {
    match found {
        Ok(Some(view)) => format!("{} ({})", view.words, odds_expected::precise(&view.odds)),
        Ok(None) => "no odds that this user may see, or nothing to tell".to_owned(),
        Err(why) => match &why.rule {
            Some(rule) => format!("refused: {} [{}]", why.text, rule.number),
            None => format!("refused: {}", why.text),
        },
    }
}

fn as_value(line: &str, found: &Result<Option<OddsView>, UserError>) -> serde_json::Value {
    match found {
        Ok(Some(OddsView { odds, words })) => json!({
            "line": line, "hit": odds.hit, "damage": odds.damage, "out": odds.out, "saves": odds.saved, "exact": odds.exact,
            "if_nobody_reacts": odds.unless_they_react, "words": words,
        }),
        Ok(None) => json!({ "line": line, "hidden": true }),
        Err(why) => json!({ "line": line, "refused": why.text }),
    }
}
