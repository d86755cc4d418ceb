//! What a route says, if it doesn't refuse.

use serde_json::Value;

/// A route's response, if it doesn't refuse.
#[derive(Clone, Debug)]
pub(in crate::localtable) struct Answer {
    pub(in crate::localtable) status: u16,
    pub(in crate::localtable) body: Option<Value>,
}

impl Answer {
    pub(in crate::localtable) fn ok(body: Value) -> Self {
        Self { status: 200, body: Some(body) }
    }

    pub(in crate::localtable) fn created(body: Value) -> Self {
        Self { status: 201, body: Some(body) }
    }

    pub(in crate::localtable) fn nothing() -> Self {
        Self { status: 204, body: None }
    }
}
