//! Odds in a reply: they're worked out off the async threads, and a reply that would have to wait too long for them comes without.

use super::{
    app_context::AppContext, interaction_context::InteractionContext, publisher_context::PublisherContext, reply,
};
use crate::rules::session::{OddsView, OddsWork};
use std::{sync::Arc, time::Duration};

/// Works out odds for as long as the reply can wait; empty if that isn't long enough.
pub async fn in_time(app: &AppContext, context: &InteractionContext, work: OddsWork) -> Vec<Option<OddsView>> {
    within(app, reply::to_spare(app, context), work).await
}

/// Works out odds for this long; empty if that isn't long enough.
pub async fn within(context: &PublisherContext, within: Duration, work: OddsWork) -> Vec<Option<OddsView>> {
    let waiting = Arc::new(());
    let waits = Arc::downgrade(&waiting);
    let worked_out = context.tables().think(move || work(&|| waits.strong_count() > 0));
    // Whoever no longer waits drops `waiting`, and the rest isn't worked out.
    let odds = tokio::time::timeout(within, worked_out).await.ok().flatten().unwrap_or_default();
    drop(waiting);
    odds
}

/// The line with the odds of a whole action.
pub fn of_action(words: &str) -> String {
    format!("Odds: {words}.")
}
