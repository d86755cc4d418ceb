//! The log of what the bot did and what it was sent, limited in length, for tests that wait for it and check it.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use axum::http::Method;
use serde_json::Value;

use super::planned_faults::CallFault;

/// The number of calls, and of interactions, that are remembered.
const REMEMBERED: usize = 5_000;

/// One REST call and its response.
#[derive(Clone, Debug)]
pub struct Call {
    /// When, on the table's clock, in Unix milliseconds.
    pub at_ms: i64,
    /// The HTTP method: GET, POST …
    pub method: Method,
    /// The path below `/api/v10`, as sent.
    pub path: String,
    /// The query parameters.
    pub query: HashMap<String, String>,
    /// The request body; for a multipart request its `payload_json`. `Null` if there was none.
    pub body: Value,
    /// The names of the files sent with it.
    pub files: Vec<String>,
    /// The response's status.
    pub status: u16,
    /// The response body; `Null` if there was none.
    pub answer: Value,
    /// The injected fault that hit this call.
    pub fault: Option<CallFault>,
}

/// The log. Numbers count from when the table opened and never restart.
#[derive(Debug, Default)]
pub(super) struct Calls {
    calls: VecDeque<Arc<Call>>,
    called: usize,
    dispatched: VecDeque<Arc<Value>>,
}

impl Calls {
    pub(super) fn called(&mut self, call: Call) {
        tracing::debug!(method = %call.method, path = call.path, status = call.status, "called");
        self.called += 1;
        self.calls.push_back(Arc::new(call));
        if self.calls.len() > REMEMBERED {
            self.calls.pop_front();
        }
    }

    pub(super) fn dispatched(&mut self, interaction: Value) {
        self.dispatched.push_back(Arc::new(interaction));
        if self.dispatched.len() > REMEMBERED {
            self.dispatched.pop_front();
        }
    }

    /// The number of calls so far.
    pub(super) fn count(&self) -> usize {
        self.called
    }

    /// The remembered calls from this number on.
    pub(super) fn since(&self, number: usize) -> Vec<Arc<Call>> {
        let forgotten = self.called - self.calls.len();
        self.calls.iter().skip(number.saturating_sub(forgotten)).cloned().collect()
    }

    /// The interactions sent to the bot.
    pub(super) fn interactions(&self) -> Vec<Arc<Value>> {
        self.dispatched.iter().cloned().collect()
    }
}
