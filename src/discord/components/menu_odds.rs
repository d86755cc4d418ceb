//! What the choices of a menu are likely to do, beside them.

use super::turn_menu_view::Here;
use crate::{
    discord::{app_context::AppContext, message::Message, odds_in_time, text},
    engine::{
        odds::Effort,
        partial_action::{Candidate, PartialAction},
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
        let views = odds_in_time::within(&context, odds_in_time::WORTH_AN_EDIT, work).await;
        let told: Vec<(&str, &str)> = labels
            .iter()
            .zip(&views)
            .filter_map(|(label, it)| Some((label.as_str(), it.as_ref()?.words.as_str())))
            .collect();
        let content = beside(&message.content, told.iter().copied());
        (!told.is_empty()).then_some(Message { content, ..message })
    }
}

/// The text of a menu with the odds of each choice behind its note, or on a line of their own.
fn beside<'a>(content: &str, odds: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut lines: Vec<String> = content.lines().map(str::to_owned).collect();
    for (label, words) in odds {
        let begins = format!("{}: ", text::escape(label));
        match lines.iter_mut().find(|it| !label.is_empty() && it.starts_with(&begins)) {
            Some(line) => line.push_str(&format!("; {words}")),
            None if label.is_empty() => lines.insert(0, odds_in_time::of_action(words)),
            None => lines.push(format!("{begins}{words}")),
        }
    }
    lines.join("\n")
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
        assert_eq!(beside("Sure?", [("", "50% to hit")].into_iter()), "Odds: 50% to hit.\nSure?");
    }
}
