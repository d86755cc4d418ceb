//! What the fight's channel has been told, by its outbox.

use super::{super::app_error::AppError, encounter_publisher::EncounterPublisher};
use crate::{rules::story::stored::StoryView, table::NoticeKind};

impl EncounterPublisher {
    /// The row that began the first thing that the channel was told after the fight's beginning; later than any row if there was none.
    pub(super) async fn second_story(&self) -> Result<u64, AppError> {
        let outbox = self.context.store().outbox(self.id).await?;
        let stories = outbox.iter().filter(|it| NoticeKind::Story.is_of(&it.notice));
        let stories = stories.filter_map(|it| StoryView::read(&it.notice.payload).ok());
        let mut told: Vec<u64> = stories.filter(|it| it.open_lines().next().is_some()).map(|it| it.began_seq).collect();
        told.dedup();
        Ok(told.get(1).copied().unwrap_or(u64::MAX))
    }

    /// Every sentence that the channel was told, in order: for a fight from before there were chains.
    pub(super) async fn told_openly(&self) -> Result<Vec<String>, AppError> {
        let mut stories: Vec<(u64, Vec<String>)> = vec![];
        for row in self.context.store().outbox(self.id).await? {
            let Ok(told) = StoryView::read(&row.notice.payload) else { continue };
            let Some(number) = told.number.filter(|_| NoticeKind::Story.is_of(&row.notice)) else { continue };
            let lines = told.open_lines().map(|it| it.text.clone()).collect();
            stories.retain(|it| it.0 != number);
            stories.push((number, lines));
        }
        stories.sort_by_key(|it| it.0);
        Ok(stories.into_iter().flat_map(|it| it.1).collect())
    }
}
