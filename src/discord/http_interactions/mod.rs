//! Interactions that Discord sends over HTTP: signed requests, each with one interaction, which goes through the same intake as the gateway's.
//! The reply doesn't go back with the answer to the request (202, without a body) but the way all replies go. Whoever can't sign gets nothing
//! done: Discord's signature is checked before anything of the body is read.
//!
//! It speaks HTTP without TLS, for the host's own proxy in front of it.

mod connections;
mod signature;

pub use signature::ApplicationKey;

use super::{clock_skew::ClockSkew, interaction_intake::InteractionIntake, traffic::Traffic, unreadable_events};
use crate::config::ShardRange;
use axum::{
    Router,
    body::Bytes,
    extract::{DefaultBodyLimit, FromRequest, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use serenity::all::Interaction;
use std::{
    net::SocketAddr,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{net::TcpListener, task::JoinHandle};

/// The longest body, which is read before it's known whose it is. The longest that Discord sends, a form with five full texts of twelve bytes a letter
/// (each escaped), fits.
const BODY_BYTES_MAX: usize = 256 * 1024;
/// How long a request may take to arrive. Discord itself waits three seconds for the answer.
const ARRIVES_WITHIN: Duration = Duration::from_secs(3);
/// What everyone is told whose request isn't Discord's, whatever is wrong with it.
const NOT_DISCORDS: &str = "invalid request signature\n";

/// What these requests need.
pub struct HttpInteractionParts {
    /// The application's public key.
    pub key: ApplicationKey,
    /// Where their interactions go.
    pub intake: Weak<InteractionIntake>,
    /// The connections to the gateway that are this process's: other servers' interactions are other processes'.
    pub shards: ShardRange,
    /// Discord's clock.
    pub skew: Arc<ClockSkew>,
    /// Where they're counted.
    pub traffic: Traffic,
}

/// The server for these requests, until it's dropped.
pub struct HttpInteractions {
    address: SocketAddr,
    receiver: Arc<Receiver>,
    serving: JoinHandle<()>,
}

impl HttpInteractions {
    /// Listens on `place`, a host and a port (0 for any free one).
    ///
    /// # Errors
    /// If the place doesn't exist or is taken.
    pub async fn open(place: &str, parts: HttpInteractionParts) -> std::io::Result<HttpInteractions> {
        let listener = TcpListener::bind(place).await?;
        let address = listener.local_addr()?;
        let (is_closed, has_told) = (AtomicBool::default(), AtomicBool::default());
        let receiver = Arc::new(Receiver { parts, is_closed, has_told });
        // On any path: which one Discord uses is between the host and their proxy.
        let routes = Router::new()
            .fallback_service(post(receive).with_state(receiver.clone()))
            .layer(DefaultBodyLimit::max(BODY_BYTES_MAX));
        let serving = tokio::spawn(connections::serve(listener, routes));
        Ok(HttpInteractions { address, receiver, serving })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for HttpInteractions {
    fn drop(&mut self) {
        // Connections that are there outlive the server.
        self.receiver.is_closed.store(true, Ordering::Relaxed);
        self.serving.abort();
    }
}

struct Receiver {
    parts: HttpInteractionParts,
    /// Whether nothing is handed on any more.
    is_closed: AtomicBool,
    /// Whether the log has said that another process's interaction came here.
    has_told: AtomicBool,
}

async fn receive(State(receiver): State<Arc<Receiver>>, request: Request) -> Response {
    let answer = match tokio::time::timeout(ARRIVES_WITHIN, receiver.answer(request)).await {
        Ok(answer) => answer,
        Err(_) => StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    receiver.parts.traffic.metrics().interaction_request(answer.status().as_u16());
    answer
}

impl Receiver {
    async fn answer(&self, request: Request) -> Response {
        let headers = request.headers().clone();
        let Some((signature, timestamp)) = self.signed(&headers) else { return not_discords() };
        let body = match Bytes::from_request(request, &()).await {
            Ok(body) => body,
            Err(why) => return why.into_response(),
        };
        if !self.parts.key.has_signed(signature, timestamp, &body) {
            return not_discords();
        }
        match serde_json::from_slice(&body) {
            Ok(Interaction::Ping(_)) => ([(header::CONTENT_TYPE, "application/json")], "{\"type\":1}").into_response(),
            Ok(interaction) => self.pass_on(interaction).into_response(),
            Err(_) => {
                unreadable_events::lose(&self.parts.traffic, "INTERACTION_CREATE");
                StatusCode::BAD_REQUEST.into_response()
            }
        }
    }

    /// The signature and the time of a request that can be new.
    fn signed<'a>(&self, headers: &'a HeaderMap) -> Option<(&'a str, &'a str)> {
        let text = |name| headers.get(name)?.to_str().ok();
        let (signature, timestamp) = (text(signature::SIGNATURE)?, text(signature::TIMESTAMP)?);
        signature::is_current(timestamp, self.parts.skew.discord_ms()).then_some((signature, timestamp))
    }

    /// Has an interaction handled, unless it's another process's, or its shard isn't up yet. A proxy in front may then try the next one: nothing has
    /// happened here.
    fn pass_on(&self, interaction: Interaction) -> StatusCode {
        let (guild, shards) = (interaction.guild_id().map(|it| it.get()), self.parts.shards);
        let shard = shards.shard_of(guild);
        if !shards.serves(guild) {
            // With several processes behind one proxy this is usual.
            match self.has_told.swap(true, Ordering::Relaxed) {
                true => tracing::debug!(shard, %shards, "another process\u{2019}s interaction came here"),
                false => tracing::warn!(
                    shard,
                    %shards,
                    "another process\u{2019}s interaction came here and was answered 503: the proxy in front must try the next process then; see \"Interactions over HTTP\" in docs/HOSTING.md. This is said once"
                ),
            }
            return StatusCode::SERVICE_UNAVAILABLE;
        }
        let is_open =
            |intake: &Arc<InteractionIntake>| intake.is_open(shard) && !self.is_closed.load(Ordering::Relaxed);
        let Some(intake) = self.parts.intake.upgrade().filter(is_open) else { return StatusCode::SERVICE_UNAVAILABLE };
        tokio::spawn(async move { intake.receive(interaction).await });
        StatusCode::ACCEPTED
    }
}

fn not_discords() -> Response {
    (StatusCode::UNAUTHORIZED, NOT_DISCORDS).into_response()
}
