//! Odds in a reply: they're worked out off the async threads. A reply doesn't wait for them: if they aren't there within a moment, they're
//! edited in.

use super::{
    app_context::AppContext,
    interaction_context::InteractionContext,
    message::Message,
    publisher_context::PublisherContext,
    reply::{Answer, Later},
};
use crate::rules::session::{OddsView, OddsWork, SuggestWork, SuggestedInput};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// How long after a press or command came its reply waits for what it can do without. It's answered within a tenth of a second.
const WAITS: Duration = Duration::from_millis(60);

/// Odds in the order in which they were asked for; `None` where there are none.
pub type OddsInOrder = Vec<Option<OddsView>>;

/// Until when the reply to a press or command waits for what it can do without.
pub fn waits_until(asked: &InteractionContext) -> tokio::time::Instant {
    asked.received + WAITS
}

/// A private reply drawn with its odds, or at once without any, and then again with them; see [`improved`].
pub async fn soon(
    app: &AppContext,
    asked: &InteractionContext,
    work: Option<OddsWork>,
    draw: impl Fn(OddsInOrder) -> Message + Send + 'static,
    shown: impl Fn(Message) -> Answer,
) -> Answer {
    let Some(work) = work else { return shown(draw(vec![])) };
    let has_gone_on = gone_on(app, asked);
    let mut odds = Box::pin({
        let context = app.publishing().clone();
        async move { within(&context, context.thinking().odds, work).await }
    });
    if let Ok(odds) = tokio::time::timeout_at(waits_until(asked), &mut odds).await {
        return shown(draw(odds));
    }
    let now = draw(vec![]);
    let better = async move {
        let odds = odds.await;
        draw(odds)
    };
    improved(app, now, better, shown, move |context| !has_gone_on(context))
}

/// Whether whoever pressed or typed this has pressed something since.
pub fn gone_on(
    app: &AppContext,
    asked: &InteractionContext,
) -> impl Fn(&PublisherContext) -> bool + Send + 'static + use<> {
    let (reader, presses) = (asked.user_id, app.turn_menus().presses_of(asked.user_id));
    move |context| context.turn_menus().presses_of(reader) != presses
}

/// A private reply as it's drawn now, with another in its place once that's there, unless that's the same, or it isn't there any more as it was.
pub fn improved(
    app: &AppContext,
    now: Message,
    better: impl Future<Output = Message> + Send + 'static,
    shown: impl Fn(Message) -> Answer,
    is_there: impl Fn(&PublisherContext) -> bool + Send + 'static,
) -> Answer {
    let (context, before) = (app.publishing().clone(), now.clone());
    let later = async move {
        let message = better.await;
        (message != before && is_there(&context)).then(|| message.private())
    };
    Answer::Improved { now: Box::new(shown(now)), later: Later(Box::pin(later)) }
}

/// The first thing that odds say: "65% to be hit".
pub fn first_of(words: &str) -> &str {
    words.split([',', ';']).next().unwrap_or_default()
}

/// Works out odds for this long; empty if that isn't long enough.
pub async fn within(context: &PublisherContext, within: Duration, work: OddsWork) -> OddsInOrder {
    let waiting = Arc::new(());
    let waits = Arc::downgrade(&waiting);
    let worked_out = context.tables().think(move || work(&|| waits.strong_count() > 0));
    // Whoever no longer waits drops `waiting`, and the rest isn't worked out.
    let odds = tokio::time::timeout(within, worked_out).await.ok().flatten().unwrap_or_default();
    drop(waiting);
    odds
}

/// Works out suggestions; whoever has waited for this long gets the best so far.
pub async fn suggested(context: &PublisherContext, work: SuggestWork) -> Option<Vec<SuggestedInput>> {
    suggested_by(context, work, Instant::now() + context.thinking().suggestions).await
}

/// The same, with the best until then.
pub async fn suggested_by(
    context: &PublisherContext,
    work: SuggestWork,
    until: Instant,
) -> Option<Vec<SuggestedInput>> {
    context.tables().think(move || work(&|| Instant::now() < until)).await
}

/// The line with the odds of a whole action.
pub fn of_action(words: &str) -> String {
    format!("Odds: {words}.")
}
