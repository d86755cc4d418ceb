//! Where interactions go that don't go over the gateway. Sending them there is `interaction_requests`'s.

use tokio::sync::mpsc;

use super::Id;

/// Where interactions go.
#[derive(Debug)]
pub(super) struct InteractionsEndpoint {
    url: String,
    line: mpsc::UnboundedSender<(Id, String)>,
}

impl InteractionsEndpoint {
    /// At this URL; what's to be sent there comes out of the other end.
    pub(super) fn new(url: &str) -> (InteractionsEndpoint, mpsc::UnboundedReceiver<(Id, String)>) {
        let (line, received) = mpsc::unbounded_channel();
        (InteractionsEndpoint { url: url.to_owned(), line }, received)
    }

    pub(super) fn url(&self) -> &str {
        &self.url
    }

    /// Sends an interaction there.
    pub(super) fn send(&self, id: Id, body: String) {
        // Without a receiver the table has closed.
        let _ = self.line.send((id, body));
    }
}
