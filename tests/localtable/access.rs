//! Access: foreign hosts and pages stay out, on every route and on the sockets; the page's policy is strict.

use std::io::{Read, Write};

use umpire::localtable::{self, LocalTable, TableSettings};

const ROUTES: [&str; 7] = [
    "/",
    "/page/app.js",
    "/table/socket",
    "/table/attachments/1/map.png",
    "/gateway?v=10&encoding=json",
    "/api/v10/gateway",
    "/nowhere",
];

/// Sends a request as written and returns the response's status and head.
async fn ask(table: &LocalTable, route: &str, headers: String) -> (u16, String) {
    let address = table.address();
    let request = format!("GET {route} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
    let answer = tokio::task::spawn_blocking(move || {
        let mut socket = std::net::TcpStream::connect(address).expect("connected");
        socket.write_all(request.as_bytes()).expect("sent");
        let mut answer = Vec::new();
        socket.read_to_end(&mut answer).expect("answered");
        String::from_utf8_lossy(&answer).into_owned()
    });
    let answer = answer.await.expect("read");
    let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, answer.to_lowercase())
}

/// A rebound host name, another port, no host and two hosts are refused everywhere; 127.0.0.1 and localhost are accepted.
#[tokio::test]
async fn foreign_hosts_are_refused_on_every_route() {
    let table = localtable::open(TableSettings::default()).await.expect("open");
    let port = table.address().port();
    for route in ROUTES {
        for host in [
            "evil.example".to_owned(),
            format!("evil.example:{port}"),
            "127.0.0.1:1".into(),
            "127.0.0.1".into(),
            String::new(),
        ] {
            assert_eq!(ask(&table, route, format!("Host: {host}\r\n")).await.0, 403, "{route} for {host:?}");
        }
        let two = format!("Host: 127.0.0.1:{port}\r\nHost: evil.example\r\n");
        assert!([400, 403].contains(&ask(&table, route, two).await.0), "{route} for two hosts");
        for host in ["127.0.0.1", "localhost"] {
            assert_ne!(ask(&table, route, format!("Host: {host}:{port}\r\n")).await.0, 403, "{route} for {host}");
        }
    }
}

/// A page from another origin is refused everywhere, and so are pictures and scripts that another page embeds; our own page isn't.
#[tokio::test]
async fn foreign_pages_are_refused_on_every_route() {
    let table = localtable::open(TableSettings::default()).await.expect("open");
    let host = format!("127.0.0.1:{}", table.address().port());
    for route in ROUTES {
        for origin in [
            "http://evil.example",
            "null",
            "http://127.0.0.1:1",
            "file://",
            &format!("https://{host}"),
            "http://localhost",
        ] {
            let headers = format!("Host: {host}\r\nOrigin: {origin}\r\n");
            assert_eq!(ask(&table, route, headers).await.0, 403, "{route} for {origin}");
        }
        for site in ["cross-site", "same-site"] {
            let headers = format!("Host: {host}\r\nSec-Fetch-Site: {site}\r\nSec-Fetch-Mode: no-cors\r\n");
            assert_eq!(ask(&table, route, headers).await.0, 403, "{route} embedded {site}");
        }
        let own = format!("Host: {host}\r\nOrigin: http://{host}\r\nSec-Fetch-Site: same-origin\r\n");
        assert_ne!(ask(&table, route, own).await.0, 403, "{route} for our own page");
    }
}

/// A foreign page can't open a socket.
#[tokio::test]
async fn foreign_pages_open_no_socket() {
    use tokio_tungstenite::tungstenite::client::IntoClientRequest;
    let table = localtable::open(TableSettings::default()).await.expect("open");
    for (route, origin, opens) in [
        ("/table/socket", "http://evil.example".to_owned(), false),
        ("/gateway?v=10&encoding=json", "http://evil.example".to_owned(), false),
        ("/table/socket", table.base_url(), true),
    ] {
        let mut request = format!("ws://{}{route}", table.address()).into_client_request().expect("a request");
        request.headers_mut().insert("origin", origin.parse().expect("a header"));
        assert_eq!(tokio_tungstenite::connect_async(request).await.is_ok(), opens, "{route} from {origin}");
    }
}

/// Every response, including refusals, says what may be loaded: our own files and nothing else.
#[tokio::test]
async fn every_answer_carries_the_policy() {
    let table = localtable::open(TableSettings::default()).await.expect("open");
    for (route, host) in
        ROUTES.iter().flat_map(|route| [(route, table.address().to_string()), (route, "evil.example".to_owned())])
    {
        let (_, head) = ask(&table, route, format!("Host: {host}\r\n")).await;
        for wanted in [
            "content-security-policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';",
            "connect-src 'self'",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(wanted), "{route} lacks {wanted}:\n{head}");
        }
    }
}

/// It only listens on loopback.
#[tokio::test]
async fn it_listens_on_loopback_alone() {
    let table = localtable::open(TableSettings::default()).await.expect("open");
    assert!(table.address().ip().is_loopback());
    assert_eq!(table.base_url(), format!("http://127.0.0.1:{}", table.address().port()));
}
