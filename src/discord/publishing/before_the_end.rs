//! How a fight stood just before it ended, and how long it took. The end itself lets people come round, so who won is told by who was still up
//! before it.

use super::super::app_error::AppError;
use crate::{
    engine::view::{Scene, Viewer},
    rules::{System, story::stored::StoryView},
    store::{EncounterId, Store},
    table::NoticeKind,
};

/// A row that ends a fight, as it's written: quotes in what people write are escaped.
const ENDS: &str = "\"FightEnds\"}";

/// How it stood, and how long it took.
pub(super) struct BeforeTheEnd {
    /// As its GM saw it.
    pub gm: Scene,
    /// From the first thing that the channel was told after its beginning, without the time for which it was closed, in milliseconds.
    pub lasted_ms: i64,
}

/// Reads it from the log; `None` if the log has no end.
///
/// # Errors
/// If the store fails or the log can't be read.
pub(super) async fn before_the_end(store: &dyn Store, id: EncounterId) -> Result<Option<BeforeTheEnd>, AppError> {
    let saved = store.load(id).await?;
    let ends: Vec<usize> = (0..saved.rows.len()).filter(|at| saved.rows[*at].body.contains(ENDS)).collect();
    let Some((end, earlier)) = ends.split_last() else { return Ok(None) };
    let outbox = store.outbox(id).await?;
    let stories = outbox.iter().filter(|it| NoticeKind::Story.is_of(&it.notice));
    let stories = stories.filter_map(|it| StoryView::read(&it.notice.payload).ok());
    let mut told: Vec<u64> = stories.filter(|it| it.open_lines().next().is_some()).map(|it| it.began_seq).collect();
    told.dedup();
    let at_ms = |at: usize| saved.rows.get(at).map_or(saved.header.created_at_ms, |it| it.at_ms);
    let is_since = |seq: &u64| saved.rows.iter().position(|it| it.seq.unsigned_abs() >= *seq);
    let from = told.get(1).and_then(is_since).unwrap_or(*end).min(*end);
    let closed: i64 = earlier.iter().filter(|it| **it >= from).map(|it| at_ms(it + 1) - at_ms(*it)).sum();
    let rows: Vec<String> = saved.rows[..*end].iter().map(|it| it.body.clone()).collect();
    let system = System::named(&saved.header.system).map_err(|it| AppError::Internal(it.to_string()))?;
    let session = system.load(&saved.opening, &rows).map_err(|it| AppError::Internal(it.to_string()))?;
    Ok(Some(BeforeTheEnd { gm: session.scene(Viewer::Gm), lasted_ms: at_ms(*end) - at_ms(from) - closed }))
}
