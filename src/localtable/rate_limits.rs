//! Rate limits: how often the bot can call a route, reported in every response's headers, and enforced if the table is set to. Discord
//! publishes no numbers; these are the ones it's commonly seen to send. Interaction replies and webhooks have no bucket here, because a bot
//! calls them without its token. The time is the machine's: a test that moves the table's clock doesn't affect the bot's waiting.

use std::collections::HashMap;

use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use serde_json::json;

use super::rest::route::RouteAnswer;

/// Calls of any kind per second. Reference, "Rate limits": 50 requests a second, global.
const GLOBAL: Window = Window { calls: 50, length_ms: 1_000 };
/// Creating and editing messages, each per channel.
const MESSAGES: Window = Window { calls: 5, length_ms: 5_000 };
/// Everything else, per route.
const OTHERS: Window = Window { calls: 50, length_ms: 5_000 };
/// The number of buckets remembered; those whose window is over are forgotten first.
const KEPT: usize = 1_000;

/// A number of calls within a length of time.
#[derive(Clone, Copy)]
struct Window {
    calls: u32,
    length_ms: i64,
}

/// How much of a window has been used.
#[derive(Clone, Copy, Debug)]
struct Used {
    calls: u32,
    until_ms: i64,
}

/// Whether a call replies to an interaction, which the global limit doesn't count. Docs, "Receiving and Responding": interaction webhooks
/// don't share the bot's limit.
fn answers_an_interaction(path: &str) -> bool {
    path.contains("/interactions/") || path.contains("/webhooks/")
}

/// All buckets.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    used: HashMap<String, Used>,
}

impl Buckets {
    /// Counts a call. Returns the headers for every response, and the refusal if the call is one too many.
    pub(super) fn count(
        &mut self,
        method: &Method,
        path: &str,
        now_ms: i64,
        enforced: bool,
    ) -> (HeaderMap, Option<RouteAnswer>) {
        let (key, window) = bucket(method, path);
        if !answers_an_interaction(path) {
            let global = self.take("global", GLOBAL, now_ms);
            if enforced && global.calls > GLOBAL.calls {
                return refusal(global.until_ms - now_ms, true, HeaderMap::new());
            }
        }
        let used = self.take(&key, window, now_ms);
        let mut headers = HeaderMap::new();
        let left_ms = used.until_ms - now_ms;
        for (name, value) in [
            ("x-ratelimit-limit", window.calls.to_string()),
            ("x-ratelimit-remaining", window.calls.saturating_sub(used.calls).to_string()),
            ("x-ratelimit-reset", seconds(used.until_ms)),
            ("x-ratelimit-reset-after", seconds(left_ms)),
            ("x-ratelimit-bucket", name(&key)),
        ] {
            put(&mut headers, name, &value);
        }
        if enforced && used.calls > window.calls { refusal(left_ms, false, headers) } else { (headers, None) }
    }

    fn take(&mut self, key: &str, window: Window, now_ms: i64) -> Used {
        if self.used.len() > KEPT {
            self.used.retain(|_, used| used.until_ms > now_ms);
        }
        let fresh = Used { calls: 0, until_ms: now_ms + window.length_ms };
        let used = self.used.entry(key.to_owned()).or_insert(fresh);
        if used.until_ms <= now_ms {
            *used = fresh;
        }
        used.calls += 1;
        *used
    }
}

/// The refusal of one call too many: 429 with its body and headers.
pub(super) fn refusal(retry_after_ms: i64, global: bool, mut headers: HeaderMap) -> (HeaderMap, Option<RouteAnswer>) {
    let retry_after = retry_after_ms.max(0) as f64 / 1_000.0;
    put(&mut headers, "retry-after", &retry_after.ceil().to_string());
    put(&mut headers, "x-ratelimit-scope", if global { "global" } else { "user" });
    if global {
        put(&mut headers, "x-ratelimit-global", "true");
    } else {
        put(&mut headers, "x-ratelimit-remaining", "0");
        put(&mut headers, "x-ratelimit-reset-after", &seconds(retry_after_ms));
    }
    let body =
        json!({ "message": "You are being rate limited.", "retry_after": retry_after, "global": global, "code": 0 });
    (headers, Some(RouteAnswer { status: 429, body: Some(body) }))
}

/// A call's bucket: its method and route, with the channel or server it's about.
fn bucket(method: &Method, path: &str) -> (String, Window) {
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    let is_id = |segment: &str| segment.bytes().all(|byte| byte.is_ascii_digit());
    let route: Vec<&str> =
        segments.iter().enumerate().map(|(i, segment)| if i != 1 && is_id(segment) { "id" } else { segment }).collect();
    let messages =
        matches!((method.as_str(), route.as_slice()), ("POST", [_, _, "messages"]) | ("PATCH", [_, _, "messages", _]));
    (format!("{method} {}", route.join("/")), if messages { MESSAGES } else { OTHERS })
}

/// Discord gives its buckets meaningless names; it only matters that a bucket keeps its name.
fn name(key: &str) -> String {
    let sum =
        key.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{sum:016x}{sum:016x}")
}

fn seconds(ms: i64) -> String {
    format!("{:.3}", ms as f64 / 1_000.0)
}

fn put(headers: &mut HeaderMap, name: &'static str, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        headers.insert(HeaderName::from_static(name), value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sixth message within five seconds waits for the end of the window, to the millisecond; another channel has its own window, and
    /// so does another method.
    #[test]
    fn a_window_ends_when_it_says() {
        let mut buckets = Buckets::default();
        let mut send = |path: &str, now_ms| {
            let (headers, refusal) = buckets.count(&Method::POST, path, now_ms, true);
            let header = |name: &str| headers[name].to_str().expect("text").to_owned();
            (refusal.is_some(), header("x-ratelimit-remaining"), header("x-ratelimit-reset-after"))
        };
        for remaining in (0..5).rev() {
            assert_eq!(send("/channels/1/messages", 0), (false, remaining.to_string(), "5.000".into()));
        }
        assert_eq!(send("/channels/1/messages", 4_999), (true, "0".into(), "0.001".into()));
        assert!(!send("/channels/2/messages", 4_999).0);
        assert!(!send("/channels/1/messages", 5_000).0);
        assert!(buckets.count(&Method::PATCH, "/channels/1/messages/7", 5_000, true).1.is_none());
    }

    /// At most fifty calls in total go through per second.
    #[test]
    fn fifty_calls_a_second_in_all() {
        let mut buckets = Buckets::default();
        let mut call = |n: u32, now_ms| {
            let (headers, refusal) = buckets.count(&Method::GET, &format!("/channels/{n}"), now_ms, true);
            (refusal.is_some(), headers.contains_key("x-ratelimit-global"))
        };
        assert!((0..50).all(|n| call(n, 0) == (false, false)));
        assert_eq!(call(50, 999), (true, true));
        assert_eq!(call(50, 1_000), (false, false));
    }
}
