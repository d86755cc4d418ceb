//! What a host's programs ask over HTTP: `/livez` (does it run?), `/readyz` (can it be played with?) and `/metrics` (for Prometheus). It only
//! answers these, only reads, and knows neither Discord nor a fight: [`Observed`] does.

use async_trait::async_trait;
use axum::{
    Router,
    extract::State,
    http::{StatusCode, header},
    response::IntoResponse,
    routing::get,
};
use std::{net::SocketAddr, sync::Arc};
use tokio::{net::TcpListener, task::JoinHandle};

/// The format of the metrics. <https://prometheus.io/docs/specs/om/open_metrics_spec/>
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What is asked about.
#[async_trait]
pub trait Observed: Send + Sync + 'static {
    /// Why it isn't ready, in sentences; none if it is.
    async fn not_ready(&self) -> Vec<String>;
    /// Its metrics as text, in the format of OpenMetrics.
    async fn metrics(&self) -> String;
}

/// The server, until it's dropped.
#[derive(Debug)]
pub struct HealthServer {
    address: SocketAddr,
    serving: JoinHandle<()>,
}

impl HealthServer {
    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for HealthServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Listens on `place`, a host and a port (0 for any free one).
///
/// # Errors
/// If the place doesn't exist or is taken.
pub async fn open(place: &str, observed: Arc<dyn Observed>) -> std::io::Result<HealthServer> {
    let listener = TcpListener::bind(place).await?;
    let address = listener.local_addr()?;
    let routes = Router::new()
        .route("/livez", get(|| async { "alive\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
        .with_state(observed);
    let serving = tokio::spawn(async move {
        if let Err(why) = axum::serve(listener, routes).await {
            tracing::error!(%why, "health is no longer served");
        }
    });
    Ok(HealthServer { address, serving })
}

async fn ready(State(observed): State<Arc<dyn Observed>>) -> impl IntoResponse {
    match observed.not_ready().await {
        reasons if reasons.is_empty() => (StatusCode::OK, "ready\n".to_owned()),
        reasons => (StatusCode::SERVICE_UNAVAILABLE, reasons.join("\n") + "\n"),
    }
}

async fn metrics(State(observed): State<Arc<dyn Observed>>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, OPEN_METRICS)], observed.metrics().await)
}
