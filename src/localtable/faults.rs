//! Injected faults: what Discord and the network do on a bad day, on the calls you name. Nothing fails by itself.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method},
    response::Response,
};

use super::{buckets, rest::Answer, room::Room};

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum CallFault {
    /// 429: too many requests, on this route or everywhere. The call isn't performed.
    RateLimited {
        /// When to try again, in milliseconds.
        retry_after_ms: u64,
        /// Whether the limit applies to the whole bot.
        global: bool,
    },
    /// A response from Discord's proxies, 500, 502 or 503, without a JSON body.
    Status {
        /// The HTTP status.
        status: u16,
        /// Whether the call was performed anyway.
        performed: bool,
    },
    /// The call takes a while before it's performed and answered.
    Slow {
        /// Real milliseconds, whatever clock the table uses.
        real_ms: u64,
    },
    /// The call is performed at once and answered late.
    Late {
        /// Real milliseconds, whatever clock the table uses.
        real_ms: u64,
    },
    /// The connection is cut instead of a response.
    Cut {
        /// Whether the call was performed anyway.
        performed: bool,
    },
}

impl CallFault {
    /// Whether the call is performed.
    pub(super) fn performs(self) -> bool {
        match self {
            Self::RateLimited { .. } => false,
            Self::Status { performed, .. } | Self::Cut { performed } => performed,
            Self::Slow { .. } | Self::Late { .. } => true,
        }
    }
}

/// A planned fault: on these calls, this many times.
#[derive(Clone, Debug)]
pub struct PlannedFault {
    /// Only calls of this method.
    pub method: Option<Method>,
    /// The path below `/api/v10`; `*` stands for one segment and `**` for all the rest: `/channels/*/messages`.
    pub path: String,
    /// The number of calls it affects.
    pub times: u32,
    /// What happens to them.
    pub fault: CallFault,
}

impl PlannedFault {
    fn meets(&self, method: &Method, path: &str) -> bool {
        if self.method.as_ref().is_some_and(|wanted| wanted != method) {
            return false;
        }
        let mut segments = path.split('/');
        for wanted in self.path.split('/') {
            match (wanted, segments.next()) {
                ("**", _) => return true,
                ("*", Some(_)) => {}
                (wanted, Some(segment)) if wanted == segment => {}
                _ => return false,
            }
        }
        segments.next().is_none()
    }
}

impl Room {
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
pub(super) fn disturb(fault: Option<CallFault>, answer: Answer, headers: HeaderMap) -> (Answer, HeaderMap) {
    match fault {
        Some(CallFault::RateLimited { retry_after_ms, global }) => {
            // A global limit comes from Discord's edge, which doesn't know buckets.
            let headers = if global { HeaderMap::new() } else { headers };
            let (headers, refusal) = buckets::refusal(retry_after_ms as i64, global, headers);
            (refusal.unwrap_or(answer), headers)
        }
        Some(CallFault::Status { status, .. }) => (Answer { status, body: None }, HeaderMap::new()),
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
