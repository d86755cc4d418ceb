//! Files that people attach to a command. They must be small and from Discord's own servers or the configured one, and nothing about them is
//! trusted: the size is checked before and during the download, redirects aren't followed and the token isn't sent. Interpreting what they
//! contain is up to the caller.

use crate::config::{ApiBase, DISCORD};
use reqwest::{StatusCode, Url, header::CONTENT_LENGTH};

/// The maximum size of a text file, in bytes.
pub const TEXT_BYTES_MAX: usize = 64 * 1024;
/// Where Discord keeps what people attach. Docs, "Reference: CDN Endpoints" and attachments' `proxy_url`.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// Why a file wasn't read. Each is a sentence for the sender.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AttachmentProblem {
    /// Its stated or actual size is too large.
    #[error("The file is too large: the limit is {} ({most} bytes), and this one has {}.", in_words(*.most), had(.bytes))]
    TooLarge {
        /// The limit for its kind, in bytes.
        most: usize,
        /// Its size, if known.
        bytes: Option<u64>,
    },
    /// It's empty.
    #[error("The file is empty.")]
    Empty,
    /// It's on another server.
    #[error("That file isn\u{2019}t on Discord. Attach it to the command itself.")]
    OtherGames,
    /// It couldn't be downloaded.
    #[error("The file couldn\u{2019}t be downloaded ({0}). Please attach it again.")]
    NotFetched(String),
    /// It isn't text.
    #[error("The file isn\u{2019}t UTF-8 text (byte {0} is invalid). Save it as UTF-8 and attach it again.")]
    NotText(usize),
}

fn had(bytes: &Option<u64>) -> String {
    bytes.map_or_else(|| "more".to_owned(), |it| it.to_string())
}

/// A size as people say it: "64 KiB", "4 MiB".
fn in_words(bytes: usize) -> String {
    if bytes < 1 << 20 { format!("{} KiB", bytes >> 10) } else { format!("{} MiB", bytes >> 20) }
}

/// Downloads attachments.
#[derive(Clone, Debug)]
pub struct Attachments {
    client: reqwest::Client,
    /// The configured server, if it isn't Discord.
    base: Option<Url>,
}

impl Attachments {
    /// Uses a client that follows no redirects ([`ApiBase::client`]) and sends no token.
    pub fn new(client: reqwest::Client, base: &ApiBase) -> Attachments {
        let base = Some(base.to_string()).filter(|it| it != DISCORD).and_then(|it| Url::parse(&it).ok());
        Attachments { client, base }
    }

    /// Reads the text file at an address that Discord gave with an interaction, if its size and server are allowed.
    ///
    /// # Errors
    /// See [`AttachmentProblem`].
    pub async fn text(&self, address: &str, stated_bytes: u64) -> Result<String, AttachmentProblem> {
        let bytes = self.bytes(address, stated_bytes, TEXT_BYTES_MAX).await?;
        String::from_utf8(bytes).map_err(|it| AttachmentProblem::NotText(it.utf8_error().valid_up_to()))
    }

    /// Reads any file of at most so many bytes there.
    ///
    /// # Errors
    /// See [`AttachmentProblem`].
    pub async fn bytes(&self, address: &str, stated_bytes: u64, most: usize) -> Result<Vec<u8>, AttachmentProblem> {
        let too_large = |bytes: Option<u64>| AttachmentProblem::TooLarge { most, bytes };
        if stated_bytes > most as u64 {
            return Err(too_large(Some(stated_bytes)));
        }
        let url = Url::parse(address).ok().filter(|it| self.is_known(it)).ok_or(AttachmentProblem::OtherGames)?;
        let failed = |error: reqwest::Error| {
            // The error's own text contains the address, which grants access to the file.
            let what = if error.is_timeout() { "it took too long" } else { "the connection failed" };
            AttachmentProblem::NotFetched(what.to_owned())
        };
        let mut answer = self.client.get(url).send().await.map_err(failed)?;
        if answer.status() != StatusCode::OK {
            return Err(AttachmentProblem::NotFetched(format!("the answer was {}", answer.status().as_u16())));
        }
        let length = answer.headers().get(CONTENT_LENGTH).and_then(|it| it.to_str().ok()?.parse::<u64>().ok());
        if let Some(length) = length.filter(|it| *it > most as u64) {
            return Err(too_large(Some(length)));
        }
        let mut bytes = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(failed)? {
            if bytes.len() + chunk.len() > most {
                return Err(too_large(None));
            }
            bytes.extend_from_slice(&chunk);
        }
        if bytes.is_empty() {
            return Err(AttachmentProblem::Empty);
        }
        Ok(bytes)
    }

    /// Whether this is one of Discord's hosts, over https and on the default port, or exactly the configured server.
    fn is_known(&self, url: &Url) -> bool {
        if !url.username().is_empty() || url.password().is_some() {
            return false;
        }
        let discords =
            url.scheme() == "https" && url.port().is_none() && url.host_str().is_some_and(|host| HOSTS.contains(&host));
        let same = |base: &Url| {
            (base.scheme(), base.host_str(), base.port_or_known_default())
                == (url.scheme(), url.host_str(), url.port_or_known_default())
        };
        discords || self.base.as_ref().is_some_and(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::{Router, body::Body, http::Response, response::Redirect, routing::get};
    use std::net::SocketAddr;

    fn of(base: &str) -> Attachments {
        let base = ApiBase::parse(base).expect("a base");
        Attachments::new(base.client().expect("a client"), &base)
    }

    /// Only Discord's two hosts are allowed, over https and spelt in full, or the configured server with its port.
    #[test]
    fn only_known_hosts() {
        let discord = of(DISCORD);
        let local = of("http://127.0.0.1:4680");
        let known = |files: &Attachments, url: &str| Url::parse(url).is_ok_and(|it| files.is_known(&it));
        for url in ["https://cdn.discordapp.com/attachments/1/2/a.toml?ex=1", "https://media.discordapp.net/a/b.json"] {
            assert!(known(&discord, url) && known(&local, url), "{url}");
        }
        for url in [
            "http://cdn.discordapp.com/a",
            "https://cdn.discordapp.com:8443/a",
            "https://cdn.discordapp.com.evil.example/a",
            "https://evil.example/cdn.discordapp.com",
            "https://cdn.discordapp.com@evil.example/a",
            "https://user:word@cdn.discordapp.com/a",
            "https://images.discordapp.net/a",
            "https://discord.com/api/v10/users/@me",
            "http://127.0.0.1:4681/a",
            "http://localhost:4680/a",
            "http://169.254.169.254/latest/meta-data",
            "file:///etc/passwd",
            "//cdn.discordapp.com/a",
            "",
        ] {
            assert!(!known(&discord, url) && !known(&local, url), "{url}");
        }
        assert!(known(&local, "http://127.0.0.1:4680/table/attachments/1/a.toml"));
        assert!(!known(&discord, "http://127.0.0.1:4680/table/attachments/1/a.toml"));
    }

    /// A server with every nasty kind of file.
    async fn server() -> SocketAddr {
        let bytes = |count: usize| move || async move { vec![b'x'; count] };
        let endless = || async {
            let chunks = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(vec![b'x'; 8 * 1024]));
            Response::new(Body::from_stream(chunks))
        };
        let router = Router::new()
            .route("/small", get(|| async { "h\u{e9}llo\r\n" }))
            .route("/full", get(bytes(TEXT_BYTES_MAX)))
            .route("/large", get(bytes(TEXT_BYTES_MAX + 1)))
            .route("/endless", get(endless))
            .route("/empty", get(bytes(0)))
            .route("/latin", get(|| async { vec![b'h', 0xe9] }))
            .route("/moved", get(|| async { Redirect::temporary("/small") }));
        let listener = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, router).await });
        address
    }

    /// At most 64 KiB are read, whatever size was stated and however the file arrives. Redirects, missing files and bytes that aren't text
    /// are refused with a sentence.
    #[tokio::test]
    async fn nothing_larger_and_nothing_else_is_read() {
        let address = server().await;
        let files = of(&format!("http://{address}"));
        let read = async |path: &str, stated| files.text(&format!("http://{address}/{path}"), stated).await;
        assert_eq!(read("small", 8).await, Ok("h\u{e9}llo\r\n".to_owned()));
        assert_eq!(read("full", TEXT_BYTES_MAX as u64).await.map(|it| it.len()), Ok(TEXT_BYTES_MAX));
        let too_large = |bytes| Err::<String, _>(AttachmentProblem::TooLarge { most: TEXT_BYTES_MAX, bytes });
        assert_eq!(read("small", TEXT_BYTES_MAX as u64 + 1).await, too_large(Some(65_537)), "before it is fetched");
        assert_eq!(read("large", 10).await, too_large(Some(65_537)), "it lied about its size");
        assert_eq!(read("endless", 10).await, too_large(None), "it says no size at all");
        assert_eq!(read("empty", 0).await, Err(AttachmentProblem::Empty));
        assert_eq!(read("latin", 2).await, Err(AttachmentProblem::NotText(1)));
        let not_fetched = |why: &str| Err(AttachmentProblem::NotFetched(why.to_owned()));
        assert_eq!(read("moved", 5).await, not_fetched("the answer was 307"));
        assert_eq!(read("nowhere", 5).await, not_fetched("the answer was 404"));
        let elsewhere = files.text("https://evil.example/a.toml", 5).await;
        assert_eq!(elsewhere, Err(AttachmentProblem::OtherGames));
        let told = too_large(Some(65_537)).expect_err("it is").to_string();
        assert!(told.contains("64 KiB") && told.contains("65537"), "{told}");
        let any = async |path: &str, most| files.bytes(&format!("http://{address}/{path}"), 2, most).await;
        assert_eq!(any("latin", 2).await, Ok(vec![b'h', 0xe9]), "bytes that need not be text");
        let told = any("endless", 4 << 20).await.expect_err("too large").to_string();
        assert!(told.contains("the limit is 4 MiB (4194304 bytes), and this one has more"), "{told}");
    }
}
