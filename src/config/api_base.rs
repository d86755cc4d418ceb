//! The base URL of Discord's API: the real one, or the server named by `UMPIRE_DISCORD_API`. Whoever runs that server gets the bot's token, so
//! it must be on this machine, or the host must say that they trust it. Opens no connection; `discord` does that.

use reqwest::Url;
use std::fmt;

/// The real Discord.
pub const DISCORD: &str = "https://discord.com";

/// The maximum number of requests per second by one bot over all routes. Docs, "Rate Limits: Global Rate Limit".
pub const REQUESTS_PER_SECOND_MAX: u32 = 50;

/// The server's URL, without `/api/v10`: Discord's, one on this machine, or one that the host trusts.
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
    /// The token would be sent to Discord unencrypted.
    #[error("UMPIRE_DISCORD_API is {given:?}; Discord must be reached over https")]
    InTheClear {
        /// The given text.
        given: String,
    },
    /// Nobody has said that it may have the token.
    #[error(
        "UMPIRE_DISCORD_API is {given:?}, which is neither Discord nor on this machine: whoever runs it{} gets the bot's token, and can do everything that the bot can. If you trust them, set trust_api = true under [discord]",
        or_listens(.given)
    )]
    NotTrusted {
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

    /// Parses a URL as typed, of Discord or of a server on this machine.
    ///
    /// # Errors
    /// If it isn't such a URL, or if it contains more than a server.
    pub fn parse(given: &str) -> Result<Self, BadBase> {
        let base = Self::parse_trusted(given)?;
        if base.is_discord() || base.is_local() {
            Ok(base)
        } else {
            Err(BadBase::NotTrusted { given: given.to_owned() })
        }
    }

    /// Parses a URL as typed, of any server: the host trusts whoever runs it with the token, and if it's http, whoever is on the way.
    ///
    /// # Errors
    /// If it isn't a URL, if the token would be sent to Discord unencrypted, or if it contains more than a server.
    pub fn parse_trusted(given: &str) -> Result<Self, BadBase> {
        let mut url = Url::parse(given.trim())
            .map_err(|why| BadBase::NotAnAddress { given: given.to_owned(), why: why.to_string() })?;
        if !url.username().is_empty() || url.password().is_some() {
            // Repeats the URL without them: they're probably a secret.
            let given = format!("{}://…@{}", url.scheme(), url.host_str().unwrap_or_default());
            return Err(BadBase::TooMuch { given, what: "the user and password" });
        }
        let given = given.to_owned();
        match url.scheme() {
            "http" if is_discord(&url) => return Err(BadBase::InTheClear { given }),
            "https" | "http" => {}
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

    /// Whether it is Discord itself.
    #[must_use]
    pub fn is_discord(&self) -> bool {
        is_discord(&self.url)
    }

    /// Whether what's sent there can be read on the way.
    #[must_use]
    pub fn is_in_the_clear(&self) -> bool {
        self.url.scheme() == "http" && !self.is_local()
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

/// Whether it's one of Discord's hosts; its test versions have hosts of their own, such as canary.discord.com.
fn is_discord(url: &Url) -> bool {
    url.host_str().is_some_and(|host| host == "discord.com" || host.ends_with(".discord.com"))
}

/// Who else gets the token.
fn or_listens(given: &str) -> &'static str {
    if given.trim_start().starts_with("http:") { ", or listens on the way, since it's http," } else { "" }
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

    /// Discord and this machine, and nothing that merely looks like one of them.
    #[test]
    fn only_addresses_that_keep_the_token_safe() {
        for (given, taken) in [
            ("https://discord.com", "https://discord.com"),
            (" https://discord.com/ ", "https://discord.com"),
            ("https://canary.discord.com", "https://canary.discord.com"),
            ("https://127.0.0.1/discord/", "https://127.0.0.1/discord"),
            ("http://127.0.0.1:4000", "http://127.0.0.1:4000"),
            ("http://127.200.3.4:1", "http://127.200.3.4:1"),
            ("http://[::1]:4000", "http://[::1]:4000"),
            ("http://LOCALHOST:4000/", "http://localhost:4000"),
        ] {
            assert_eq!(ApiBase::parse(given).expect(given).to_string(), taken);
        }
        for refused in ["http://discord.com", "http://canary.discord.com"] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::InTheClear { .. })), "{refused}");
        }
        for refused in [
            "https://proxy.example",
            "https://discord.com.example",
            "https://notdiscord.com",
            "http://127.0.0.1.example",
            "http://localhost.example",
            "http://10.0.0.1",
            "http://0.0.0.0:80",
            "http://[::ffff:10.0.0.1]",
            "http://128.0.0.1",
        ] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::NotTrusted { .. })), "{refused}");
        }
        for refused in ["", "discord.com", "ftp://discord.com", "file:///etc/passwd", "https://", "ws://127.0.0.1"] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::NotAnAddress { .. })), "{refused}");
        }
        for refused in ["https://127.0.0.1/api/v10", "https://a.example/?x", "https://a.example/#x"] {
            assert!(matches!(ApiBase::parse(refused), Err(BadBase::TooMuch { .. })), "{refused}");
        }
        for (given, listens) in [("http://proxy", true), ("https://proxy", false)] {
            let error = ApiBase::parse(given).unwrap_err().to_string();
            assert!(error.contains("listens on the way") == listens && error.contains("trust_api = true"), "{error}");
        }
        let error = ApiBase::parse("http://me:hunter2@127.0.0.1").unwrap_err().to_string();
        assert!(!error.contains("hunter2") && error.contains("leave out the user and password"), "{error}");
    }

    /// A server that the host trusts can be anywhere; over http, what it gets can be read on the way. Discord itself is never reached so.
    #[test]
    fn a_trusted_server_can_be_anywhere() {
        let base = |given| ApiBase::parse_trusted(given).expect(given);
        assert_eq!(base("https://proxy.example/discord/").to_string(), "https://proxy.example/discord");
        let facts = |given| (base(given).is_discord(), base(given).is_local(), base(given).is_in_the_clear());
        assert_eq!(facts("https://discord.com"), (true, false, false));
        assert_eq!(facts("https://proxy.example"), (false, false, false));
        assert_eq!(facts("http://proxy:80"), (false, false, true));
        assert_eq!(facts("http://127.0.0.1:80"), (false, true, false));
        for refused in ["http://discord.com", "proxy:80", "https://a.example/api/v10"] {
            assert!(ApiBase::parse_trusted(refused).is_err(), "{refused}");
        }
    }
}
