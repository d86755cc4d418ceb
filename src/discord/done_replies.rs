//! A private reply that says only that something was done, which what everyone sees says better: it goes away by itself.

use super::{interaction_context::InteractionContext, message::Message, rest::RestClient};
use std::time::Duration;

/// What a private reply says that has nothing to say.
pub const DONE: &str = "Done.";
/// How long such a reply stays.
const DONE_STAYS: Duration = Duration::from_secs(3);

/// Whether a reply only says that something was done, which what everyone sees says better.
fn goes_away(message: &Message) -> bool {
    message.private && message.content == DONE && message.rows.is_empty() && message.embeds.is_empty()
}

/// Takes such a reply away after a moment.
pub fn clear_away(rest: &RestClient, context: &InteractionContext, message: &Message) {
    if goes_away(message) {
        clear_away_after(rest, context, DONE_STAYS);
    }
}

/// Takes an interaction's reply, or the private message that was pressed, away after so long.
pub fn clear_away_after(rest: &RestClient, context: &InteractionContext, stays: Duration) {
    let (rest, interaction) = (rest.clone(), context.token.clone());
    tokio::spawn(async move {
        tokio::time::sleep(stays).await;
        // The user may have dismissed it already.
        let outcome = rest.delete_reply(interaction, None).await;
        tracing::debug!(?outcome, "a reply that nobody needs any more was taken away");
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Only a reply with nothing else to say goes away.
    #[test]
    fn done_goes_away_by_itself() {
        assert!(goes_away(&Message::text("Done.").private()));
        assert!(!goes_away(&Message::text("Done.")), "what everyone reads stays");
        assert!(!goes_away(&Message::text("Done. Only you and your side see this: \u{2026}").private()));
    }
}
