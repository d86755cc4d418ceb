//! The base URL of Discord's API: the real one, or the server named by `UMPIRE_DISCORD_API`. Refuses every URL that would send the bot's
//! token unencrypted. Opens no connection; `discord` does that.

use reqwest::Url;
use std::fmt;

/// The real Discord.
pub const DISCORD: &str = "https://discord.com";

/// The maximum number of requests per second by one bot over all routes. Docs, "Rate Limits: Global Rate Limit".
pub const REQUESTS_PER_SECOND_MAX: u32 = 50;

/// The server's URL, without `/api/v10`: https, or http on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiBase {
    url: Url,
}

/// Why a URL was refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadBase {
    /// It isn't a URL.
    #[error("UMPIRE_DISCORD_API is {given:?}, which is not a web address ({why}); write it like {DISCORD}")]
    NotAnAddress {
        /// The given text.
        given: String,
        /// The parser's message.
        why: String,
    },
    /// The token would be sent unencrypted.
    #[error(
        "UMPIRE_DISCORD_API is {given:?}; http only works for this machine (127.0.0.1, ::1, localhost), anything else must use https"
    )]
    InTheClear {
        /// The given text.
        given: String,
    },
    /// It contains more than a server: a user, a query, the API's own path.
    #[error("UMPIRE_DISCORD_API is {given:?}; leave out {what}")]
    TooMuch {
        /// The given text, without any password.
        given: String,
        /// The part that must be removed.
        what: &'static str,
    },
}

impl ApiBase {
    /// The real Discord.
    #[must_use]
    pub fn discord() -> Self {
        Self { url: Url::parse(DISCORD).expect("a constant address") }
    }

    /// Parses a URL as typed.
    ///
    /// # Errors
    /// If it isn't a URL, if the token would be sent unencrypted, or if it contains more than a server.
    pub fn parse(given: &str) -> Result<Self, BadBase> {
        let mut url = Url::parse(given.trim())
            .map_err(|why| BadBase::NotAnAddress { given: given.to_owned(), why: why.to_string() })?;
        if !url.username().is_empty() || url.password().is_some() {
            // Repeats the URL without them: they're probably a secret.
            let given = format!("{}://…@{}", url.scheme(), url.host_str().unwrap_or_default());
            return Err(BadBase::TooMuch { given, what: "the user and password" });
        }
        let given = given.to_owned();
        match url.scheme() {
            "https" => {}
            "http" if is_this_machine(&url) => {}
            "http" => return Err(BadBase::InTheClear { given }),
            other => {
                let why = format!("its scheme is {other:?}");
                return Err(BadBase::NotAnAddress { given, why });
            }
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(BadBase::TooMuch { given, what: "everything from ? or # on" });
        }
        let path = url.path().trim_end_matches('/').to_owned();
        if path.split('/').any(|part| part == "api") {
            return Err(BadBase::TooMuch { given, what: "the /api part: Umpire adds it" });
        }
        url.set_path(&path);
        Ok(Self { url })
    }

    /// The URL of an API path: `route("/gateway")` is `https://discord.com/api/v10/gateway`.
    #[must_use]
    pub fn route(&self, path: &str) -> String {
        format!("{self}/api/v10{path}")
    }

    /// Whether it is on this machine.
    #[must_use]
    pub fn is_local(&self) -> bool {
        is_this_machine(&self.url)
    }

    /// Whether this gateway URL keeps the token safe: wss, or ws on this machine.
    #[must_use]
    pub fn is_safe_gateway(address: &str) -> bool {
        Url::parse(address).is_ok_and(|url| url.scheme() == "wss" || (url.scheme() == "ws" && is_this_machine(&url)))
    }
}

impl fmt::Display for ApiBase {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.url.as_str().trim_end_matches('/'))
    }
}

fn is_this_machine(url: &Url) -> bool {
    // `Url` has already normalised spellings such as 127.1 and 0x7f.1; a name other than localhost could resolve to anything.
    match url.host_str().map(|host| host.trim_start_matches('[').trim_end_matches(']')) {
        Some("localhost") => true,
        Some(host) => host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback()),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// https anywhere, http only on this machine, and nothing that merely looks like this machine.
    #[test]
    fn only_addresses_that_keep_the_token_safe() {
        for (given, taken) in [
            ("https://discord.com", "https://discord.com"),
            (" https://discord.com/ ", "https://discord.com"),
            ("https://proxy.example/discord/", "https://proxy.example/discord"),
            ("http://127.0.0.1:4000", "http://127.0.0.1:4000"),
            ("http://127.200.3.4:1", "http://127.200.3.4:1"),
            ("http://[::1]:4000", "http://[::1]:4000"),
            ("http://LOCALHOST:4000/", "http://localhost:4000"),
        ] {
            assert_eq!(ApiBase::parse(given).expect(given).to_string(), taken);
        }
        for refused in [
            "http://discord.com",
            "http://127.0.0.1.example",
            "http://localhost.example",
            "http://10.0.0.1",
            "http://0.0.0.0:80",
            "http://[::ffff:10.0.0.1]",
            "http://128.0.0.1",
        ] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::InTheClear { .. })), "{refused}");
        }
        for refused in ["", "discord.com", "ftp://discord.com", "file:///etc/passwd", "https://", "ws://127.0.0.1"] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::NotAnAddress { .. })), "{refused}");
        }
        for refused in ["https://a.example/api/v10", "https://a.example/?x", "https://a.example/#x"] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::TooMuch { .. })), "{refused}");
        }
        let error = ApiBase::parse("http://me:hunter2@127.0.0.1").unwrap_err().to_string();
        assert!(!error.contains("hunter2") && error.contains("leave out the user and password"), "{error}");
    }
}
