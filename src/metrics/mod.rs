//! What a host sees in numbers, as Prometheus reads them: counted while the bot works, or measured when somebody asks. It decides nothing and
//! knows nobody; whoever counts hands in what it counts.
//!
//! **Bounded.** A label is a word of ours, a route as a template, a status or the number of a shard, never the id of a person, server, channel or
//! fight. So the numbers say nothing about anybody, and there are as many of them after a year as after a day.

mod invalid_requests;

use invalid_requests::InvalidRequests;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge, histogram::Histogram},
    registry::{Registry, Unit},
};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

/// The upper bounds of a histogram of times, in seconds: from half a millisecond to Discord's three seconds.
const SECONDS: [f64; 13] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 3.0];

/// A status for which no answer came: a broken connection, or one that took too long.
const NO_ANSWER: &str = "none";

/// Counts what the bot does. There's one per process.
pub struct Metrics {
    acknowledgements: Family<CameLabel, Histogram, fn() -> Histogram>,
    answers: Family<AnswerLabels, Counter>,
    invalid: Mutex<InvalidRequests>,
    appends: Histogram,
    unreadable: Family<EventLabel, Counter>,
    throttled: Family<WhomLabel, Counter>,
    interaction_requests: Family<StatusLabel, Counter>,
    measured: Mutex<Measured>,
}

/// What's measured only when somebody asks, and the registry that writes everything down.
struct Measured {
    registry: Registry,
    invalid: Gauge,
    queued: Family<RouteLabel, Gauge>,
    oldest: Gauge<f64, AtomicU64>,
    fights: Gauge,
    resting: Gauge,
    shard_up: Family<ShardLabel, Gauge>,
    shard_latency: Family<ShardLabel, Gauge<f64, AtomicU64>>,
    panics: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CameLabel {
    kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct AnswerLabels {
    route: &'static str,
    status: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RouteLabel {
    route: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct EventLabel {
    kind: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct WhomLabel {
    whom: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatusLabel {
    status: u16,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ShardLabel {
    shard: u32,
}

/// How things stand at one moment. [`Metrics`] doesn't know it by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The requests that wait to be sent, by their route's template.
    pub queued: Vec<(&'static str, usize)>,
    /// How long the oldest message in the outbox has been waiting; zero if none is.
    pub oldest_undelivered: Duration,
    /// The fights in memory.
    pub live_fights: usize,
    /// The open fights that rest, of which only the header is in memory.
    pub resting_fights: usize,
    /// The gateway's connections.
    pub shards: Vec<ShardStanding>,
    /// The panics since the start.
    pub panics: u64,
}

/// How one connection to the gateway stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardStanding {
    /// Its number.
    pub shard: u32,
    /// Whether events arrive.
    pub is_up: bool,
    /// The time from its last heartbeat to Discord's acknowledgement; `None` before the first.
    pub latency: Option<Duration>,
}

impl Default for Metrics {
    fn default() -> Self {
        let mut registry = Registry::with_prefix("umpire");
        let histogram: fn() -> Histogram = || Histogram::new(SECONDS);
        let acknowledgements = Family::new_with_constructor(histogram);
        registry.register_with_unit(
            "acknowledgement",
            "From the arrival of a command, press or form to Discord's acceptance of its first reply",
            Unit::Seconds,
            acknowledgements.clone(),
        );
        let answers = Family::default();
        registry.register("discord_answers", "Discord's answers by route and status", answers.clone());
        let invalid = registered(
            &mut registry,
            "invalid_requests",
            "Answers of 401, 403 and 429 in the last ten minutes; at 10,000 Discord bans the address",
        );
        let appends = histogram();
        registry.register_with_unit(
            "store_append",
            "From handing rows of a fight to the store until they're on disk",
            Unit::Seconds,
            appends.clone(),
        );
        let queued = registered(&mut registry, "queued_requests", "Requests that wait to be sent, by route");
        let oldest = Gauge::<f64, AtomicU64>::default();
        registry.register_with_unit(
            "oldest_undelivered",
            "How long the oldest undelivered message has been waiting",
            Unit::Seconds,
            oldest.clone(),
        );
        let fights = registered(&mut registry, "live_fights", "Fights in memory");
        let resting =
            registered(&mut registry, "resting_fights", "Open fights that nobody has touched for long, out of memory");
        let shard_up = registered(&mut registry, "shard_up", "Whether a connection to the gateway is up: 1 or 0");
        let shard_latency = Family::<ShardLabel, Gauge<f64, AtomicU64>>::default();
        registry.register_with_unit(
            "shard_latency",
            "From a connection's last heartbeat to its acknowledgement",
            Unit::Seconds,
            shard_latency.clone(),
        );
        let panics = registered(&mut registry, "panics", "Panics since the start: each is a bug");
        let unreadable = registered(
            &mut registry,
            "unreadable_events",
            "Discord's events that couldn't be read and were lost, by kind",
        );
        let throttled =
            registered(&mut registry, "throttled", "Interactions refused because a person or a server was too fast");
        let interaction_requests = registered(
            &mut registry,
            "interaction_requests",
            "Requests with interactions over HTTP, by the status they were answered with",
        );
        let measured = Measured { registry, invalid, queued, oldest, fights, resting, shard_up, shard_latency, panics };
        let (invalid, measured) = (Mutex::default(), Mutex::new(measured));
        Metrics { acknowledgements, answers, invalid, appends, unreadable, throttled, interaction_requests, measured }
    }
}

fn registered<M: Default + Clone + prometheus_client::registry::Metric>(
    registry: &mut Registry,
    name: &str,
    help: &str,
) -> M {
    let metric = M::default();
    registry.register(name, help, metric.clone());
    metric
}

impl Metrics {
    /// An interaction of this kind (`command`, `press` or `form`) was acknowledged so long after it arrived.
    pub fn acknowledged(&self, kind: &'static str, after: Duration) {
        self.acknowledgements.get_or_create(&CameLabel { kind }).observe(after.as_secs_f64());
    }

    /// Discord answered a request on this route (a template such as `GET /channels/{channel}`) with a status; `None` if no answer came. The
    /// time is for the ten minutes in which invalid requests count, in milliseconds by any clock that doesn't go back.
    pub fn answered(&self, route: &'static str, status: Option<u16>, at_ms: i64) {
        let word = status.map_or_else(|| NO_ANSWER.to_owned(), |it| it.to_string());
        self.answers.get_or_create(&AnswerLabels { route, status: word }).inc();
        // Docs, "Rate Limits: Invalid Request Limit".
        if matches!(status, Some(401 | 403 | 429)) {
            self.invalid().count(at_ms);
        }
    }

    /// Rows of a fight were on disk so long after they were handed to the store.
    pub fn appended(&self, after: Duration) {
        self.appends.observe(after.as_secs_f64());
    }

    /// An event of Discord's of this kind couldn't be read.
    pub fn unreadable_event(&self, kind: &'static str) {
        self.unreadable.get_or_create(&EventLabel { kind }).inc();
    }

    /// An interaction was refused because a `person` or a `server` was too fast.
    pub fn throttled(&self, whom: &'static str) {
        self.throttled.get_or_create(&WhomLabel { whom }).inc();
    }

    /// A request with an interaction over HTTP was answered with this status.
    pub fn interaction_request(&self, status: u16) {
        self.interaction_requests.get_or_create(&StatusLabel { status }).inc();
    }

    /// Answers of 401, 403 and 429 in the ten minutes before this time, to the minute.
    #[must_use]
    pub fn invalid_requests(&self, at_ms: i64) -> u64 {
        self.invalid().in_ten_minutes(at_ms)
    }

    /// Everything as text, in the format of Prometheus (OpenMetrics 1.0), with how things stand now.
    #[must_use]
    pub fn text(&self, standing: &Standing, at_ms: i64) -> String {
        let invalid = self.invalid_requests(at_ms);
        let measured = self.measured.lock().unwrap_or_else(PoisonError::into_inner);
        measured.set(standing, invalid);
        let mut text = String::new();
        // Only the writer could fail, and a text doesn't.
        let _ = encode(&mut text, &measured.registry);
        text
    }

    fn invalid(&self) -> std::sync::MutexGuard<'_, InvalidRequests> {
        self.invalid.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Measured {
    fn set(&self, standing: &Standing, invalid: u64) {
        let whole = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        self.invalid.set(i64::try_from(invalid).unwrap_or(i64::MAX));
        self.queued.clear();
        for (route, waiting) in &standing.queued {
            self.queued.get_or_create(&RouteLabel { route }).inc_by(whole(*waiting));
        }
        self.oldest.set(standing.oldest_undelivered.as_secs_f64());
        self.fights.set(whole(standing.live_fights));
        self.resting.set(whole(standing.resting_fights));
        self.shard_up.clear();
        self.shard_latency.clear();
        for it in &standing.shards {
            let label = ShardLabel { shard: it.shard };
            self.shard_up.get_or_create(&label).set(i64::from(it.is_up));
            if let Some(latency) = it.latency {
                self.shard_latency.get_or_create(&label).set(latency.as_secs_f64());
            }
        }
        self.panics.inner().store(standing.panics, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The names of metrics in a text, without what a kind adds to them.
    fn names(text: &str) -> BTreeSet<&str> {
        let words = text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '_'));
        let metrics = words.filter(|it| it.starts_with("umpire_"));
        let bare = |it| ["_bucket", "_sum", "_count", "_total"].iter().find_map(|end| str::strip_suffix(it, end));
        metrics.map(|it| bare(it).unwrap_or(it)).collect()
    }

    /// Metrics in which everything has happened, and how things stand.
    fn filled() -> (Metrics, Standing) {
        let metrics = Metrics::default();
        metrics.acknowledged("press", Duration::from_millis(7));
        metrics.answered("GET /channels/{channel}", Some(403), 1_000);
        metrics.answered("GET /channels/{channel}", None, 1_000);
        metrics.appended(Duration::from_micros(300));
        metrics.unreadable_event("READY");
        metrics.throttled("person");
        metrics.interaction_request(401);
        let standing = Standing {
            queued: vec![("POST /channels/{channel}/messages", 2), ("POST /channels/{channel}/messages", 1)],
            oldest_undelivered: Duration::from_millis(1_500),
            live_fights: 4,
            resting_fights: 30,
            shards: vec![ShardStanding { shard: 1, is_up: true, latency: Some(Duration::from_millis(40)) }],
            panics: 2,
        };
        (metrics, standing)
    }

    /// The dashboard shows every metric and none that doesn't exist.
    #[test]
    fn the_dashboard_shows_every_metric() {
        let (metrics, standing) = filled();
        let text = metrics.text(&standing, 0);
        assert_eq!(names(include_str!("../../docs/grafana.json")), names(&text));
    }

    /// Everything that's counted and measured is in the text, with its unit; what's gone since the last time isn't.
    #[test]
    fn everything_is_written_down() {
        let (metrics, standing) = filled();
        let text = metrics.text(&standing, 1_000);
        for line in [
            "umpire_acknowledgement_seconds_bucket{le=\"0.01\",kind=\"press\"} 1",
            "umpire_acknowledgement_seconds_bucket{le=\"0.005\",kind=\"press\"} 0",
            "umpire_discord_answers_total{route=\"GET /channels/{channel}\",status=\"403\"} 1",
            "umpire_discord_answers_total{route=\"GET /channels/{channel}\",status=\"none\"} 1",
            "umpire_invalid_requests 1",
            "umpire_store_append_seconds_count 1",
            "umpire_queued_requests{route=\"POST /channels/{channel}/messages\"} 3",
            "umpire_oldest_undelivered_seconds 1.5",
            "umpire_live_fights 4",
            "umpire_resting_fights 30",
            "umpire_shard_up{shard=\"1\"} 1",
            "umpire_shard_latency_seconds{shard=\"1\"} 0.04",
            "umpire_panics_total 2",
            "umpire_throttled_total{whom=\"person\"} 1",
            "umpire_interaction_requests_total{status=\"401\"} 1",
            "umpire_unreadable_events_total{kind=\"READY\"} 1",
        ] {
            assert!(text.lines().any(|it| it == line), "{line} isn't in\n{text}");
        }
        let text = metrics.text(&Standing::default(), 1_000);
        assert!(!text.contains("shard=") && !text.contains("umpire_queued_requests{"), "{text}");
    }
}
