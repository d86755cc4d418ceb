//! What every REST route gets and what it answers.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    super::{Id, refusal::Refusal},
    upload::Upload,
};

/// A route's response, if it doesn't refuse.
#[derive(Clone, Debug)]
pub(in crate::localtable) struct RouteAnswer {
    pub(in crate::localtable) status: u16,
    pub(in crate::localtable) body: Option<Value>,
}

impl RouteAnswer {
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

/// What a route gets.
pub(in crate::localtable) struct RouteCall<'a> {
    pub(in crate::localtable) query: &'a HashMap<String, String>,
    pub(in crate::localtable) body: &'a Value,
    pub(in crate::localtable) uploads: &'a [Upload],
}

impl RouteCall<'_> {
    /// A number from the query, in its range.
    pub(super) fn limit(&self, default: usize, most: usize) -> Result<usize, Refusal> {
        let Some(said) = self.query.get("limit") else { return Ok(default) };
        let number = said.parse().ok().filter(|number| (1..=most).contains(number));
        number.ok_or_else(|| {
            Refusal::field("limit", "NUMBER_TYPE_RANGE", format!("int value should be between 1 and {most}."))
        })
    }

    pub(super) fn id(&self, key: &str) -> Result<Option<Id>, Refusal> {
        let Some(said) = self.query.get(key) else { return Ok(None) };
        said.parse()
            .map(Some)
            .map_err(|_| Refusal::field(key, "NUMBER_TYPE_COERCE", format!("Value \"{said}\" is not snowflake.")))
    }
}

pub(in crate::localtable) type RouteResult = Result<RouteAnswer, Refusal>;
