//! The connections over which interactions come: so many at once, and each for as long as it's used. A proxy keeps a few open; whoever opens
//! many and says nothing keeps nobody else out for long.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    service::TowerToHyperService,
};
use std::{sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpListener,
    sync::Semaphore,
};

/// How many connections there can be at once; further ones wait until one of them ends.
const CONNECTIONS_MAX: usize = 1_024;
/// How long a connection may wait for the next request to begin and to say what it is. Proxies usually keep theirs for a minute.
const IDLE_MAX: Duration = Duration::from_secs(75);
/// How long to wait after a connection that couldn't be accepted: the program has no room for more at the moment.
const NO_ROOM: Duration = Duration::from_secs(1);

/// Accepts connections and serves each, until it's aborted.
pub(super) async fn serve(listener: TcpListener, routes: Router) {
    let places = Arc::new(Semaphore::new(CONNECTIONS_MAX));
    loop {
        let place = places.clone().acquire_owned().await.expect("never closed");
        match listener.accept().await {
            Ok((stream, _)) => {
                let routes = routes.clone();
                tokio::spawn(async move {
                    serve_one(stream, routes).await;
                    drop(place);
                });
            }
            Err(why) => {
                tracing::warn!(%why, "a connection for interactions over HTTP couldn\u{2019}t be accepted");
                tokio::time::sleep(NO_ROOM).await;
            }
        }
    }
}

/// Serves one connection to its end.
async fn serve_one(stream: impl AsyncRead + AsyncWrite + Unpin, routes: Router) {
    let mut server = http1::Builder::new();
    server.timer(TokioTimer::new()).header_read_timeout(IDLE_MAX);
    // How a connection ends is between the proxy and its network.
    _ = server.serve_connection(TokioIo::new(stream), TowerToHyperService::new(routes)).await;
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::routing::post;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

    const REQUEST: &[u8] = b"POST / HTTP/1.1\r\nhost: here\r\ncontent-length: 0\r\n\r\n";

    /// What the server says until it ends the connection. The clock is turned on while everybody waits.
    async fn said_to(request: &[u8]) -> (String, Duration) {
        let (mut proxy, stream) = tokio::io::duplex(4_096);
        let began = tokio::time::Instant::now();
        let serving = tokio::spawn(serve_one(stream, Router::new().route("/", post(|| async { "done" }))));
        proxy.write_all(request).await.expect("it listens");
        let mut said = String::new();
        proxy.read_to_string(&mut said).await.expect("text");
        serving.await.expect("no panic");
        (said, began.elapsed())
    }

    /// Whoever says nothing, or never says all of it, or nothing more, loses the connection.
    #[tokio::test(start_paused = true)]
    async fn an_idle_connection_ends() {
        for (request, answer) in [(&b""[..], ""), (b"POST / HTTP/1.1\r\nhost: h", ""), (REQUEST, "200 OK")] {
            let (said, took) = said_to(request).await;
            assert!(said.contains(answer), "{said}");
            assert!(took >= IDLE_MAX && took < IDLE_MAX * 2, "{took:?}");
        }
    }
}
