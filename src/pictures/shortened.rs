//! What a picture had no room for, and says shorter: the legend explains it.

use super::{
    plan::{Labels, MapPlan},
    squares_words,
};
use crate::engine::view::Spot;

/// What a map had no room for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shortened {
    /// The combatants who have only their initials.
    pub(super) letters_only: Vec<usize>,
    /// Those who aren't drawn, by the number on their square that stands for them.
    pub(super) more: Vec<Vec<usize>>,
    /// Those who lie where others stand, by the mark on the floor that stands for them.
    pub(super) underfoot: Vec<Vec<usize>>,
    /// Whether a plus stands for states.
    pub(super) has_more_states: bool,
}

impl Shortened {
    /// What the legend says of it.
    pub(super) fn words(&self, plan: &MapPlan, labels: &Labels) -> Vec<String> {
        let name = |it: &usize| labels.tokens[*it].text.as_str();
        let letters = self.letters_only.iter().map(|it| format!("{}: {}.", labels.initials[*it], name(it)));
        // A piece of the legend isn't broken into lines before it's too long for one: each name is its own.
        let on_square = |who: &[usize], head: &dyn Fn(&str) -> String| -> Vec<String> {
            let piece = |(nth, it): (usize, &usize)| {
                let place = match plan.tokens[*it].spot {
                    Some(Spot::Square(at)) if nth == 0 => head(&squares_words::name(at)),
                    _ => String::new(),
                };
                format!("{place}{}{}", name(it), if nth + 1 == who.len() { "." } else { "," })
            };
            who.iter().enumerate().map(piece).collect()
        };
        let more = self.more.iter().flat_map(|who| on_square(who, &|at| format!("+{} on {at}: ", who.len())));
        let underfoot = self.underfoot.iter().flat_map(|who| on_square(who, &|at| format!("Down on {at}: ")));
        letters.chain(more).chain(underfoot).collect()
    }
}
