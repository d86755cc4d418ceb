//! Guards every request: nothing is answered to a foreign host name or a foreign page, and every response carries a strict policy. A name
//! that someone points at loopback (DNS rebinding) is a foreign host; a page from any other origin is a foreign page.

use std::sync::Arc;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use super::shared_state::SharedState;

/// What the page can load: its own files, its own pictures, its own socket. `connect-src 'self'` covers the socket of the same origin.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lets a request in, or refuses it.
pub(super) async fn watch(State(shared): State<Arc<SharedState>>, request: Request, next: Next) -> Response {
    let mut response = match admit(request.headers(), request.uri().host(), shared.port) {
        Ok(()) => next.run(request).await,
        Err(reason) => (StatusCode::FORBIDDEN, reason).into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        // A page that's opened has a policy of its own, under which it can do nothing here.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether the request is meant for us and comes from our page.
fn admit(headers: &HeaderMap, uri_host: Option<&str>, port: u16) -> Result<(), &'static str> {
    let ours = [format!("127.0.0.1:{port}"), format!("localhost:{port}")];
    let mut hosts = headers.get_all(header::HOST).iter();
    let (host, second) = (hosts.next().and_then(|host| host.to_str().ok()), hosts.next());
    let known = host.is_some_and(|host| ours.iter().any(|our| our.eq_ignore_ascii_case(host)));
    if !known || second.is_some() || uri_host.is_some_and(|host| host != "127.0.0.1" && host != "localhost") {
        return Err("The local table answers only to 127.0.0.1 and localhost.\n");
    }
    for origin in headers.get_all(header::ORIGIN) {
        let own = origin.to_str().ok().and_then(|origin| origin.strip_prefix("http://"));
        if own.is_none_or(|own| Some(own) != host) {
            return Err("The local table doesn\u{2019}t talk to other pages.\n");
        }
    }
    // Another port on this machine is a different page, and its pictures and scripts carry no Origin.
    if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin" && site != "none")
        && headers.get("sec-fetch-mode").is_none_or(|mode| mode != "navigate")
    {
        return Err("The local table doesn\u{2019}t talk to other pages.\n");
    }
    Ok(())
}
