//! Interactions over HTTP, as Discord sends them to an application that has named an endpoint: each in a request of its own, signed, and none
//! over the gateway. An endpoint is taken only if it answers a PING, and refuses one with a wrong signature.

use std::{
    sync::{Arc, Weak},
    time::Duration,
};

use ring::signature::{Ed25519KeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::sync::mpsc;

use super::{
    Id, LocalTable, discord_state::DiscordState, driver::DriveError, interactions_endpoint::InteractionsEndpoint,
    limits, shared_state::SharedState,
};

impl DiscordState {
    /// The key that signs requests: another for each token, and always the same for one.
    fn signing_key(&self) -> Ed25519KeyPair {
        let seed = Sha256::digest(format!("interactions of {}", self.token));
        Ed25519KeyPair::from_seed_unchecked(&seed).expect("32 bytes are a seed")
    }

    /// The application's public key.
    pub(super) fn verify_key(&self) -> String {
        hex::encode(self.signing_key().public_key())
    }
}

impl LocalTable {
    /// Sends interactions to this URL from now on, or over the gateway again.
    ///
    /// # Errors
    /// If what's there doesn't do what Discord wants of an endpoint; then everything stays as it was.
    pub async fn set_interactions_endpoint(&self, url: Option<&str>) -> Result<(), DriveError> {
        let endpoint = match url {
            None => None,
            Some(url) => {
                self.examine(url).await?;
                let (endpoint, received) = InteractionsEndpoint::new(url);
                tokio::spawn(deliver(Arc::downgrade(&self.shared), url.to_owned(), received));
                Some(endpoint)
            }
        };
        self.shared.discord().endpoint = endpoint;
        Ok(())
    }

    /// The signature of a request with this time and body.
    pub fn sign(&self, timestamp: &str, body: &[u8]) -> String {
        hex::encode(self.shared.discord().signing_key().sign(&[timestamp.as_bytes(), body].concat()))
    }

    async fn examine(&self, url: &str) -> Result<(), DriveError> {
        let refused = |why: String| DriveError::Refused(format!("The endpoint could not be verified: {why}"));
        let ping = json!({
            "id": self.shared.discord().new_id(), "application_id": self.application_id(), "type": 1,
            "token": "a PING's", "version": 1, "entitlements": [], "authorizing_integration_owners": {},
        });
        let body = ping.to_string();
        let pong = post(&self.shared, url, body.clone(), None).await.map_err(refused)?;
        if pong != (200, json!({ "type": 1 })) {
            return Err(refused(format!("a PING was answered with {pong:?}")));
        }
        let (status, _) = post(&self.shared, url, body, Some("0".repeat(128))).await.map_err(refused)?;
        match status {
            401 => Ok(()),
            other => Err(refused(format!("a wrong signature was answered with {other}"))),
        }
    }
}

/// Sends each interaction in a request of its own, until the endpoint is replaced or the table closes.
async fn deliver(shared: Weak<SharedState>, url: String, mut received: mpsc::UnboundedReceiver<(Id, String)>) {
    while let Some((id, body)) = received.recv().await {
        let Some(shared) = shared.upgrade() else { return };
        let url = url.clone();
        tokio::spawn(async move {
            // The reply itself comes as a call.
            let why = match post(&shared, &url, body, None).await {
                Ok((202, _)) => return,
                Ok((status, _)) => format!("answered with {status}"),
                Err(why) => why,
            };
            tracing::warn!(%why, "an interaction didn't get through to its endpoint");
            shared.discord().fail(id);
            shared.changed();
        });
    }
}

/// Sends one request, signed unless a signature is given. Returns the answer's status and body.
async fn post(
    shared: &SharedState,
    url: &str,
    body: String,
    signature: Option<String>,
) -> Result<(u16, Value), String> {
    let (timestamp, key) = {
        let discord = shared.discord();
        ((discord.now_ms() / 1_000).to_string(), discord.signing_key())
    };
    let signature = signature.unwrap_or_else(|| hex::encode(key.sign(format!("{timestamp}{body}").as_bytes())));
    let within = Duration::from_millis(limits::ACKNOWLEDGE_MS.unsigned_abs());
    let client = reqwest::Client::builder().no_proxy().timeout(within).build().map_err(|why| why.to_string())?;
    let request = client
        .post(url)
        .header("content-type", "application/json")
        .header("x-signature-ed25519", signature)
        .header("x-signature-timestamp", timestamp)
        .body(body);
    let answer = request.send().await.map_err(|why| why.to_string())?;
    let status = answer.status().as_u16();
    let body = answer.bytes().await.map_err(|why| why.to_string())?;
    Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
}
