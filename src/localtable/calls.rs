//! The log of what the bot did and what it was sent, bounded, for those who wait on it and check it.

use std::{
    collections::{HashMap, VecDeque},
    sync::Arc,
};

use axum::http::Method;
use serde_json::Value;

use super::faults::CallFault;

/// How many calls, and how many interactions, are remembered.
const REMEMBERED: usize = 5_000;

/// One REST call and its answer.
#[derive(Clone, Debug)]
pub struct Call {
    /// When, on the table's clock, in Unix milliseconds.
    pub at_ms: i64,
    /// GET, POST …
    pub method: Method,
    /// Below `/api/v10`, as it was sent.
    pub path: String,
    /// The query's pairs.
    pub query: HashMap<String, String>,
    /// What was sent; of a multipart request its `payload_json`. `Null` if nothing was.
    pub body: Value,
    /// Names of the files that were sent with it.
    pub files: Vec<String>,
    /// The answer's status.
    pub status: u16,
    /// What was answered; `Null` if nothing was.
    pub answer: Value,
    /// The fault that was ordered and met this call.
    pub fault: Option<CallFault>,
}

/// The log. Numbers count from the table's opening and never start again.
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

    /// How many calls there have been.
    pub(super) fn count(&self) -> usize {
        self.called
    }

    /// The calls from this number on that are still remembered.
    pub(super) fn since(&self, number: usize) -> Vec<Arc<Call>> {
        let forgotten = self.called - self.calls.len();
        self.calls.iter().skip(number.saturating_sub(forgotten)).cloned().collect()
    }

    /// The interactions that were sent to the bot.
    pub(super) fn interactions(&self) -> Vec<Arc<Value>> {
        self.dispatched.iter().cloned().collect()
    }
}
