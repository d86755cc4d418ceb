//! The REST routes under `/api/v10`. Every call goes the same way: read, log, apply planned faults, check the token, find the route. A
//! missing route is answered as Discord answers an unknown one.

mod channels;
mod commands;
mod guilds;
mod messages;
pub(super) mod route;
mod threads;
pub(super) mod upload;
mod webhooks;

use std::{collections::HashMap, sync::Arc};

use axum::{
    body::{Body, Bytes},
    extract::{DefaultBodyLimit, FromRequest, Multipart, Request, State},
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use self::{
    route::{RouteAnswer, RouteCall, RouteResult},
    upload::Upload,
};
use super::{
    TimeSource,
    call_log::Call,
    discord_state::DiscordState,
    faults::{self, CallFault},
    limits,
    refusal::Refusal,
    shared_state::SharedState,
    snowflake::http_date,
};

/// Handles one call.
pub(super) async fn serve(State(shared): State<Arc<SharedState>>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let path = parts.uri.path().strip_prefix("/api/v10").unwrap_or_default().to_owned();
    let query = query(parts.uri.query().unwrap_or_default());
    let (method, headers) = (parts.method.clone(), parts.headers.clone());
    let read = match axum::body::to_bytes(body, limits::REQUEST_BYTES).await {
        Ok(bytes) => read(&headers, bytes).await,
        Err(_) => Err(Refusal::too_large()),
    };
    let fault = shared.discord().take_fault(&method, &path);
    if let Some(CallFault::Slow { real_ms }) = fault {
        tokio::time::sleep(std::time::Duration::from_millis(real_ms)).await;
    }
    let performs = fault.is_none_or(CallFault::performs);
    let (body, uploads) = read.as_ref().map(|(body, uploads)| (body.clone(), uploads.clone())).unwrap_or_default();
    let (answer, headers) = {
        let mut discord = shared.discord();
        // Real time, as for heartbeats: a client paces itself in real time, whatever the table's clock shows.
        let (wire_ms, enforced) = (TimeSource::System.now_ms(), discord.strict.rate_limits);
        // Calls without the bot's token have no bucket.
        let has_bucket = headers.contains_key(header::AUTHORIZATION);
        let counted = has_bucket.then(|| discord.buckets.count(&method, &path, wire_ms, enforced));
        let (limits, too_many) = counted.unwrap_or_default();
        let routed = match read {
            _ if too_many.is_some() => too_many.ok_or_else(Refusal::no_route),
            Err(refusal) => Err(refusal),
            Ok(_) if !performs => Err(Refusal::no_route()),
            Ok(_) => {
                let authorised = is_ours(&headers, &discord.token);
                discord.route(&method, &path, authorised, &RouteCall { query: &query, body: &body, uploads: &uploads })
            }
        };
        let answer =
            routed.unwrap_or_else(|refusal| RouteAnswer { status: refusal.status, body: Some(refusal.body()) });
        let (answer, mut headers) = faults::disturb(fault, answer, limits);
        let now_ms = discord.now_ms();
        if let Ok(date) = HeaderValue::from_str(&http_date(now_ms)) {
            headers.insert(header::DATE, date);
        }
        discord.calls.called(Call {
            at_ms: now_ms,
            method: method.clone(),
            path: path.clone(),
            query,
            body,
            files: uploads.iter().map(|upload| upload.filename.clone()).collect(),
            status: answer.status,
            answer: answer.body.clone().unwrap_or_default(),
            fault,
        });
        (answer, headers)
    };
    shared.changed();
    if let Some(CallFault::Late { real_ms }) = fault {
        tokio::time::sleep(std::time::Duration::from_millis(real_ms)).await;
    }
    if matches!(fault, Some(CallFault::Cut { .. })) {
        return faults::cut();
    }
    respond(answer, headers)
}

fn respond(answer: RouteAnswer, mut headers: HeaderMap) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    match answer.body {
        None => (status, headers).into_response(),
        Some(body) => {
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            (status, headers, Body::from(body.to_string())).into_response()
        }
    }
}

fn is_ours(headers: &HeaderMap, token: &str) -> bool {
    let said = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).unwrap_or_default();
    said.strip_prefix("Bot ").is_some_and(|said| said == token)
}

/// Query strings can start with `?&`, as serenity's do.
fn query(text: &str) -> HashMap<String, String> {
    text.split('&')
        .filter_map(|pair| pair.split_once('='))
        .map(|(key, value)| (unescape(key), unescape(value)))
        .collect()
}

/// Decodes percent escapes.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let escaped = after.get(..2).filter(|_| *first == b'%').and_then(|two| hex::decode(two).ok());
        match escaped.as_deref() {
            Some([byte]) => {
                bytes.push(*byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The body as JSON, and the files of a multipart body.
async fn read(headers: &HeaderMap, bytes: Bytes) -> Result<(Value, Vec<Upload>), Refusal> {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !content_type.starts_with("multipart/form-data") {
        if bytes.is_empty() {
            return Ok((Value::Null, Vec::new()));
        }
        return serde_json::from_slice(&bytes).map(|body| (body, Vec::new())).map_err(|_| Refusal::not_json());
    }
    let mut request = Request::new(Body::from(bytes));
    if let Some(content_type) = headers.get(header::CONTENT_TYPE) {
        request.headers_mut().insert(header::CONTENT_TYPE, content_type.clone());
    }
    // All of it has been read, up to a limit of our own; axum's own is 2 MiB.
    DefaultBodyLimit::disable().apply(&mut request);
    let mut parts = Multipart::from_request(request, &()).await.map_err(|_| Refusal::not_json())?;
    let (mut body, mut uploads) = (json!({}), Vec::new());
    while let Some(part) = parts.next_field().await.map_err(|_| Refusal::not_json())? {
        let name = part.name().unwrap_or_default().to_owned();
        let filename = part.file_name().unwrap_or("file").to_owned();
        let bytes = part.bytes().await.map_err(|_| Refusal::not_json())?;
        if name == "payload_json" {
            body = serde_json::from_slice(&bytes).map_err(|_| Refusal::not_json())?;
            continue;
        }
        let number =
            name.strip_prefix("files[").and_then(|rest| rest.strip_suffix(']')).and_then(|number| number.parse().ok());
        let Some(number) = number else {
            return Err(Refusal::field(&name, "UNKNOWN_KEY", "A part is payload_json or files[n]."));
        };
        if bytes.len() > limits::FILE_BYTES {
            return Err(Refusal::too_large());
        }
        if uploads.iter().any(|it: &Upload| it.number == number) {
            return Err(Refusal::field(&name, "DUPLICATE_KEY", "Each file has a number of its own."));
        }
        uploads.push(Upload { number, filename, bytes });
    }
    Ok((body, uploads))
}

impl DiscordState {
    /// Finds the route. Interaction callbacks and webhooks carry their token in the path; everything else needs the bot's.
    fn route(&mut self, method: &Method, path: &str, authorised: bool, asked: &RouteCall<'_>) -> RouteResult {
        let segments: Vec<&str> = path.split('/').skip(1).collect();
        let open = matches!(segments.as_slice(), ["gateway"] | ["interactions", ..] | ["webhooks", _, _, ..]);
        if !open && !authorised {
            return Err(Refusal::unauthorised());
        }
        match segments.as_slice() {
            ["gateway", rest @ ..] => self.gateway_routes(method, rest),
            ["users", rest @ ..] => self.user_routes(method, rest, asked),
            ["oauth2", "applications", "@me"] | ["applications", "@me"] if *method == Method::GET => {
                Ok(RouteAnswer::ok(self.application()))
            }
            ["applications", application, rest @ ..] if *application == self.ids.application.to_string() => {
                self.command_routes(method, rest, asked)
            }
            ["applications", ..] => Err(Refusal::unknown_application()),
            ["interactions", id, token, "callback"] if *method == Method::POST => {
                let id = id.parse().map_err(|_| Refusal::unknown_interaction())?;
                let with_response = asked.query.get("with_response").is_some_and(|said| said == "true" || said == "1");
                self.callback(id, token, asked.body, asked.uploads, with_response)
            }
            ["webhooks", application, token, rest @ ..] => {
                if *application != self.ids.application.to_string() {
                    return Err(Refusal::unknown_webhook());
                }
                self.webhook_routes(method, token, rest, asked)
            }
            ["channels", id, rest @ ..] => {
                let id = id.parse().map_err(|_| Refusal::unknown_channel())?;
                self.channel_routes(method, id, rest, asked)
            }
            ["guilds", id, rest @ ..] => {
                let guild = self.named_guild(id).ok_or_else(Refusal::unknown_guild)?;
                self.guild_routes(method, guild, rest, asked)
            }
            _ => Err(Refusal::no_route()),
        }
    }

    fn gateway_routes(&mut self, method: &Method, rest: &[&str]) -> RouteResult {
        let url = format!("ws://{}/gateway", self.authority);
        match rest {
            [] if *method == Method::GET => Ok(RouteAnswer::ok(json!({ "url": url }))),
            ["bot"] if *method == Method::GET => Ok(RouteAnswer::ok(json!({
                "url": url, "shards": self.strict.shards,
                "session_start_limit": {
                    "total": limits::SESSION_STARTS.max(self.strict.session_starts),
                    "remaining": self.strict.session_starts.saturating_sub(self.gateway.starts),
                    "reset_after": 86_400_000, "max_concurrency": self.strict.max_concurrency.unwrap_or(1),
                },
            }))),
            _ => Err(Refusal::no_route()),
        }
    }
}
