//! What the choices of a menu are likely to do, beside them.

use super::turn_menu_view::Here;
use crate::{
    discord::{app_context::AppContext, message::Message, odds_in_time, text},
    engine::{
        odds::Effort,
        partial_action::{Candidate, PartialAction},
        view::few_or_kinds,
    },
    rules::session::{OddsOf, OddsWork},
};

/// Longer menus come without odds.
const CHOICES_MAX: usize = 25;

/// Odds to be worked out for the choices of a menu, each with the label it stands beside; an action that's whole has none.
pub(super) struct MenuOdds {
    labels: Vec<String>,
    work: OddsWork,
}

impl MenuOdds {
    /// Of a whole action.
    pub fn of_action(here: &Here<'_>, draft: &PartialAction) -> MenuOdds {
        MenuOdds::of(here, vec![String::new()], vec![OddsOf::Act { who: here.who, draft: draft.clone() }])
    }

    /// Of what an action may be filled with next.
    pub fn of_candidates(
        here: &Here<'_>,
        draft: &PartialAction,
        name: &str,
        candidates: &[Candidate],
    ) -> Option<MenuOdds> {
        let of = |it: &Candidate| OddsOf::Act { who: here.who, draft: draft.clone().with(name, it.fill.clone()) };
        let labels = candidates.iter().map(|it| it.label.clone()).collect();
        let fits = candidates.len() <= CHOICES_MAX;
        fits.then(|| MenuOdds::of(here, labels, candidates.iter().map(of).collect()))
    }

    fn of(here: &Here<'_>, labels: Vec<String>, of: Vec<OddsOf>) -> MenuOdds {
        let work = here.service.session().odds(here.viewer, here.service.odds_shown(), of, Effort::QUICK);
        MenuOdds { labels, work }
    }
}

/// The menu with its odds; `None` if there are none.
pub(super) fn told(
    app: &AppContext,
    message: Message,
    odds: Option<MenuOdds>,
) -> impl Future<Output = Option<Message>> + Send + use<> {
    let context = app.publishing().clone();
    async move {
        let MenuOdds { labels, work } = odds?;
        let views = odds_in_time::within(&context, context.thinking().odds, work).await;
        let told: Vec<(&str, &str)> = labels
            .iter()
            .zip(&views)
            .filter_map(|(label, it)| Some((label.as_str(), it.as_ref()?.words.as_str())))
            .collect();
        let content = beside(&message.content, told.iter().copied());
        (!told.is_empty()).then_some(Message { content, ..message })
    }
}

/// What odds end with that count no reactions; said once for all.
const IF_NOBODY_REACTS: &str = ", if nobody reacts";
/// The line in its place.
const ALL_IF_NOBODY_REACTS: &str = "All of this if nobody reacts.";

/// The text of a menu with the odds of each choice behind its note, or on a line of their own; what's the same of several is said once.
fn beside<'a>(content: &str, odds: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let odds: Vec<(&str, &str)> = odds.collect();
    let is_shared = odds.len() > 1 && odds.iter().all(|it| it.1.ends_with(IF_NOBODY_REACTS));
    let mut lines: Vec<String> = content.lines().map(str::to_owned).collect();
    for (label, words) in &odds {
        let words = if is_shared { words.trim_end_matches(IF_NOBODY_REACTS) } else { words };
        let begins = format!("{}: ", text::escape(label));
        match lines.iter_mut().find(|it| !label.is_empty() && it.starts_with(&begins)) {
            Some(line) => line.push_str(&format!("; {words}")),
            None if label.is_empty() => lines.insert(0, odds_in_time::of_action(words)),
            None => lines.push(format!("{begins}{words}")),
        }
    }
    let labels: Vec<&str> = odds.iter().map(|it| it.0).filter(|it| !it.is_empty()).collect();
    let mut lines = together(lines, &labels);
    lines.extend(is_shared.then(|| ALL_IF_NOBODY_REACTS.to_owned()));
    lines.join("\n")
}

/// The lines, where those that say the same of different choices are one: "Goblin 1, Goblin 2 and Goblin 3: 65% to hit".
fn together(lines: Vec<String>, labels: &[&str]) -> Vec<String> {
    let parted = |line: &str| {
        labels
            .iter()
            .find_map(|it| Some(((*it).to_owned(), line.strip_prefix(&format!("{}: ", text::escape(it)))?.to_owned())))
    };
    let mut all: Vec<(Vec<String>, String)> = vec![];
    for line in lines {
        let Some((label, rest)) = parted(&line) else {
            all.push((vec![], line));
            continue;
        };
        match all.iter_mut().find(|it| !it.0.is_empty() && it.1 == rest) {
            Some(known) => known.0.push(label),
            None => all.push((vec![label], rest)),
        }
    }
    let line = |(labels, rest): (Vec<String>, String)| match labels.is_empty() {
        true => rest,
        false => format!("{}: {rest}", text::escape(&few_or_kinds(&labels))),
    };
    all.into_iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Odds join the note of their choice; a choice without one gets a line, and so does a whole action.
    #[test]
    fn odds_stand_beside_what_they_are_of() {
        let menu = "**Who?**\nOrc: 2 zones away";
        let found = beside(menu, [("Orc", "50% to hit"), ("Orc 2", "40% to hit")].into_iter());
        assert_eq!(found, "**Who?**\nOrc: 2 zones away; 50% to hit\nOrc 2: 40% to hit");
        let same = "65% to hit, if nobody reacts";
        let found = beside("**Who?**\nOrc 1: 3 m", [("Orc 1", same), ("Orc 2", same), ("Orc 3", same)].into_iter());
        let told = "**Who?**\nOrc 1: 3 m; 65% to hit\nOrc 2 and Orc 3: 65% to hit\nAll of this if nobody reacts.";
        assert_eq!(found, told);
        assert_eq!(beside("Sure?", [("", "50% to hit")].into_iter()), "Odds: 50% to hit.\nSure?");
    }
}
