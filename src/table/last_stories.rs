//! What has happened last, as everyone was told: a GM who looks only into the GM's channel misses nothing.

use crate::{
    engine::view::BriefPart,
    rules::{
        Story,
        story::{
            brief::{ShortSentence, brief},
            stored::StoryView,
        },
    },
};
use std::sync::Arc;

/// So many actions are kept: as many as a group of foes does at one press.
const LAST_MAX: usize = 8;

/// The last actions since the program started, oldest first: the row with which each began, and its short account.
#[derive(Clone, Debug, Default)]
pub(super) struct LastStories(Vec<(u64, Arc<[ShortSentence]>)>);

impl LastStories {
    /// The row with which each began, and its short account, which is empty if only the GM knows of it or it was withdrawn.
    pub(super) fn all(&self) -> impl Iterator<Item = &(u64, Arc<[ShortSentence]>)> {
        self.0.iter()
    }

    /// Notes what actions have come to so far, and what they took back.
    pub(super) fn note(&mut self, stories: &[Story]) {
        for story in stories {
            self.0.retain(|it| it.0 != story.began_seq && !story.takes_back.contains(&it.0));
            let told = StoryView::of(story);
            let open: Vec<_> = told.open_lines().collect();
            let mut sentences = if told.withdrawn { vec![] } else { brief(&open).sentences };
            // They stay in memory as long as the fight.
            sentences.iter_mut().for_each(ShortSentence::shrink);
            let is_told = told.lines.iter().any(|it| it.brief.part != BriefPart::Unsaid);
            self.0.extend(is_told.then(|| (story.began_seq, sentences.into())));
        }
        let over = self.0.len().saturating_sub(LAST_MAX);
        self.0.drain(..over);
    }
}
