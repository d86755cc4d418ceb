//! Counts what Discord answers: every request to it is announced here with its route as a template, and so is its answer. It sends nothing
//! itself.

use crate::{metrics::Metrics, table::Clock};
use serenity::http::{ErrorResponse, HttpError};
use std::sync::Arc;

/// Where requests are counted, and by which clock. It's cheap to clone.
#[derive(Clone)]
pub struct Traffic {
    metrics: Arc<Metrics>,
    clock: Arc<dyn Clock>,
}

impl Traffic {
    /// Counts in `metrics`.
    pub fn new(metrics: Arc<Metrics>, clock: Arc<dyn Clock>) -> Traffic {
        Traffic { metrics, clock }
    }

    /// Where it counts.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// A request goes out on this route, a template such as `GET /channels/{channel}`. Unless its answer is told, it counts as unanswered.
    pub fn asks(&self, route: &'static str) -> UnansweredRequest<'_> {
        UnansweredRequest { traffic: self, route, is_answered: false }
    }

    /// The same, for a request of serenity's that has returned this.
    pub fn serenity_asked<T>(&self, route: &'static str, returned: &serenity::Result<T>) {
        match returned {
            Ok(_) => self.asks(route).answered(200),
            Err(serenity::Error::Http(HttpError::UnsuccessfulRequest(ErrorResponse { status_code, .. }))) => {
                self.asks(route).answered(status_code.as_u16());
            }
            Err(_) => drop(self.asks(route)),
        }
    }
}

/// A request on its way. Dropped without an answer, it counts as one that got none.
#[must_use = "it counts as unanswered when dropped"]
pub struct UnansweredRequest<'a> {
    traffic: &'a Traffic,
    route: &'static str,
    is_answered: bool,
}

impl UnansweredRequest<'_> {
    /// Its answer has come.
    pub fn answered(mut self, status: u16) {
        self.is_answered = true;
        self.count(Some(status));
    }

    fn count(&self, status: Option<u16>) {
        self.traffic.metrics.answered(self.route, status, self.traffic.clock.now_ms());
    }
}

impl Drop for UnansweredRequest<'_> {
    fn drop(&mut self) {
        if !self.is_answered {
            self.count(None);
        }
    }
}
