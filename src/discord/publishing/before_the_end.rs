//! How a fight stood just before it ended. The end itself lets people come round, and who won is told by who was still up before it.

use super::super::app_error::AppError;
use crate::{
    engine::view::{Scene, Viewer},
    rules::System,
    store::{EncounterId, Store, StoredRow},
};

/// The rows that begin and end a fight, as they're written: quotes in what people write are escaped.
const BEGINS: &str = "\"FightBegins\"}";
const ENDS: &str = "\"FightEnds\"}";

/// How it stood, and how long it took.
pub(super) struct BeforeTheEnd {
    /// As everyone saw it.
    pub open: Scene,
    /// As its GM saw it.
    pub gm: Scene,
    /// From the first thing that was done after it had begun, in milliseconds.
    pub lasted_ms: i64,
}

/// Reads it from the log; `None` if the log has no end.
///
/// # Errors
/// If the store fails or the log can't be read.
pub(super) async fn before_the_end(store: &dyn Store, id: EncounterId) -> Result<Option<BeforeTheEnd>, AppError> {
    let saved = store.load(id).await?;
    let Some(end) = saved.rows.iter().rposition(|it| it.body.contains(ENDS)) else { return Ok(None) };
    let begun = saved.rows.iter().position(|it| it.body.contains(BEGINS)).map_or(0, |it| it + 1).min(end);
    let lasted_ms = saved.rows[end].at_ms - saved.rows[begun].at_ms;
    let rows: Vec<String> = saved.rows[..end].iter().map(|it: &StoredRow| it.body.clone()).collect();
    let system = System::named(&saved.header.system).map_err(|it| AppError::Internal(it.to_string()))?;
    let session = system.load(&saved.opening, &rows).map_err(|it| AppError::Internal(it.to_string()))?;
    Ok(Some(BeforeTheEnd { open: session.scene(Viewer::Everyone), gm: session.scene(Viewer::Gm), lasted_ms }))
}
