//! Injected faults: what Discord and the network do on a bad day, on the calls you name. Nothing fails by itself.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method},
    response::Response,
};

pub use super::planned_faults::{CallFault, PlannedFault};

use super::{discord_state::DiscordState, rate_limits, rest::route::RouteAnswer};

impl DiscordState {
    /// The fault planned for this call; uses up one of its times.
    pub(super) fn take_fault(&mut self, method: &Method, path: &str) -> Option<CallFault> {
        let at = self.faults.iter().position(|order| order.times > 0 && order.meets(method, path))?;
        self.faults[at].times -= 1;
        let fault = self.faults[at].fault;
        self.faults.retain(|order| order.times > 0);
        Some(fault)
    }
}

/// What the caller gets instead of the response, and its headers.
pub(super) fn disturb(fault: Option<CallFault>, answer: RouteAnswer, headers: HeaderMap) -> (RouteAnswer, HeaderMap) {
    match fault {
        Some(CallFault::RateLimited { retry_after_ms, global }) => {
            // A global limit comes from Discord's edge, which doesn't know buckets.
            let headers = if global { HeaderMap::new() } else { headers };
            let (headers, refusal) = rate_limits::refusal(retry_after_ms as i64, global, headers);
            (refusal.unwrap_or(answer), headers)
        }
        Some(CallFault::Status { status, .. }) => (RouteAnswer { status, body: None }, HeaderMap::new()),
        Some(CallFault::Slow { .. } | CallFault::Late { .. } | CallFault::Cut { .. }) | None => (answer, headers),
    }
}

/// A response that breaks off, so that the server cuts the connection.
pub(super) fn cut() -> Response {
    let broken =
        futures_util::stream::once(async { Err::<axum::body::Bytes, _>(std::io::Error::other("cut on order")) });
    let mut response = Response::new(Body::from_stream(broken));
    // A length that's never reached: no client can mistake what it got for a whole response.
    response.headers_mut().insert(axum::http::header::CONTENT_LENGTH, HeaderValue::from_static("1000000"));
    response
}
