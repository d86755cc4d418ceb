//! The connection to Discord: one request, one response. It neither waits nor retries; that's the REST client's job.

use async_trait::async_trait;
use reqwest::header::{AUTHORIZATION, DATE, HeaderMap, HeaderValue};
use reqwest::multipart::{Form, Part};
use serde_json::Value;
use std::sync::Arc;

use super::super::{clock_skew::ClockSkew, traffic::Traffic};
use super::request::RestRequest;
use crate::{config::ApiBase, telemetry::Secret};

/// Sends a request. The bot's is [`DiscordWire`]; a test has a simulated Discord.
#[async_trait]
pub trait Wire: Send + Sync + 'static {
    /// One request, one response, of any status.
    async fn carry(&self, request: &RestRequest) -> Result<RestResponse, WireError>;
}

/// There was no response: refused, cut off, too slow, or unreadable.
#[derive(Debug, thiserror::Error)]
#[error("no answer from Discord: {0}")]
pub struct WireError(pub String);

/// Discord's response, and what it says about rate limits. Docs, "Rate Limits".
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RestResponse {
    /// The status.
    pub status: u16,
    /// The body; `null` if there's none or it isn't JSON.
    pub body: Value,
    /// `X-RateLimit-Bucket`: the name of this request's limit.
    pub bucket: Option<String>,
    /// `X-RateLimit-Limit`: the number of requests allowed per window.
    pub limit: Option<u32>,
    /// `X-RateLimit-Remaining`: the number left.
    pub remaining: Option<u32>,
    /// `X-RateLimit-Reset-After`, in milliseconds: the time until it resets.
    pub reset_after_ms: Option<u64>,
    /// In a 429: how long to wait, in milliseconds. The body's value is more precise than the header's.
    pub retry_after_ms: Option<u64>,
    /// In a 429: whether it applies to the whole bot, or comes from the servers in front of Discord.
    pub is_global: bool,
}

/// The real connection: HTTP to the base, with the bot's token where it's needed.
pub struct DiscordWire {
    client: reqwest::Client,
    base: ApiBase,
    authorization: HeaderValue,
    skew: Arc<ClockSkew>,
    traffic: Traffic,
}

impl DiscordWire {
    /// A connection to `base` for the bot with this token, with or without "Bot " before it. Response times go to `skew`, and answers are
    /// counted in `traffic`.
    ///
    /// # Errors
    /// If the token has characters that can't be in a header; it isn't repeated.
    pub fn new(
        client: reqwest::Client,
        base: ApiBase,
        token: &Secret,
        skew: Arc<ClockSkew>,
        traffic: Traffic,
    ) -> Result<Self, WireError> {
        Ok(Self { client, base, authorization: authorization(token)?, skew, traffic })
    }
}

/// The authorization header; the token may start with "Bot " or not.
///
/// # Errors
/// If the token has characters that can't be in a header; it isn't repeated.
pub fn authorization(token: &Secret) -> Result<HeaderValue, WireError> {
    let bare = token.expose().trim().trim_start_matches("Bot ");
    let mut authorization = HeaderValue::from_str(&format!("Bot {bare}"))
        .map_err(|_| WireError("DISCORD_TOKEN has characters that no token has".to_owned()))?;
    authorization.set_sensitive(true);
    Ok(authorization)
}

#[async_trait]
impl Wire for DiscordWire {
    async fn carry(&self, request: &RestRequest) -> Result<RestResponse, WireError> {
        let mut sending = self.client.request(request.method(), self.base.route(&request.path()));
        if request.needs_bot_token() {
            sending = sending.header(AUTHORIZATION, self.authorization.clone());
        }
        let files = request.message().map(|message| message.files.as_slice()).unwrap_or_default();
        sending = match request.body() {
            Some(body) if files.is_empty() => sending.json(&body),
            Some(body) => {
                let mut form = Form::new().text("payload_json", body.to_string());
                for (at, file) in files.iter().enumerate() {
                    form = form
                        .part(format!("files[{at}]"), Part::bytes(file.bytes.to_vec()).file_name(file.name.clone()));
                }
                sending.multipart(form)
            }
            None => sending,
        };
        // The error's own text would repeat the address, and with it an interaction's token.
        let sent_ms = self.skew.now_ms();
        let asked = self.traffic.asks(request.template());
        let answer = sending.send().await.map_err(|error| WireError(error.without_url().to_string()))?;
        if let Some(date) = answer.headers().get(DATE).and_then(|it| it.to_str().ok()) {
            self.skew.heard(date, sent_ms);
        }
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        let bytes = answer.bytes().await.map_err(|error| WireError(error.without_url().to_string()))?;
        asked.answered(status);
        Ok(RestResponse::read(status, &headers, &bytes))
    }
}

impl RestResponse {
    /// Combines status, headers and body.
    #[must_use]
    pub fn read(status: u16, headers: &HeaderMap, bytes: &[u8]) -> Self {
        fn header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
            headers.get(name)?.to_str().ok()
        }
        let seconds = |text: &str| text.parse::<f64>().ok().and_then(ms);
        let body: Value = serde_json::from_slice(bytes).unwrap_or(Value::Null);
        let is_limited = status == 429;
        // A 429 without Discord's JSON comes from the servers in front of it and applies to the whole address.
        let is_global = is_limited
            && (body["global"].as_bool().unwrap_or(body.is_null())
                || header(headers, "x-ratelimit-global").is_some()
                || header(headers, "x-ratelimit-scope") == Some("global"));
        let in_body = body["retry_after"].as_f64().and_then(ms);
        Self {
            status,
            bucket: header(headers, "x-ratelimit-bucket").map(str::to_owned),
            limit: header(headers, "x-ratelimit-limit").and_then(|text| text.parse().ok()),
            remaining: header(headers, "x-ratelimit-remaining").and_then(|text| text.parse().ok()),
            reset_after_ms: header(headers, "x-ratelimit-reset-after").and_then(seconds),
            retry_after_ms: if is_limited {
                in_body.or_else(|| header(headers, "retry-after").and_then(seconds))
            } else {
                None
            },
            is_global,
            body,
        }
    }
}

/// Seconds from outside as milliseconds, rounded up; `None` if they aren't a duration.
fn ms(seconds: f64) -> Option<u64> {
    (0.0..=1e9).contains(&seconds).then(|| (seconds * 1000.0).ceil() as u64)
}
