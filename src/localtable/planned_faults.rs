//! The faults that can be planned, and the calls they befall.

use axum::http::Method;

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
    pub(super) fn meets(&self, method: &Method, path: &str) -> bool {
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
