//! What has happened last, as everyone was told: a GM who looks only into the GM's channel misses nothing.

use crate::rules::{Story, story::stored::StoryView};

/// So many actions are kept.
const LAST_MAX: usize = 3;

/// The last actions since the program started, oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct LastStories(Vec<StoryView>);

impl LastStories {
    /// They themselves; not what was taken back.
    pub(super) fn all(&self) -> &[StoryView] {
        &self.0
    }

    /// Notes what actions have come to so far, and what they took back.
    pub(super) fn note(&mut self, stories: &[Story]) {
        for story in stories {
            self.0.retain(|it| it.began_seq != story.began_seq && !story.takes_back.contains(&it.began_seq));
            let told = StoryView::of(story);
            let is_told = !told.withdrawn && told.open_lines().next().is_some();
            self.0.extend(is_told.then_some(told));
        }
        let over = self.0.len().saturating_sub(LAST_MAX);
        self.0.drain(..over);
    }
}
