//! Asks Discord, while the bot runs, how many sessions it may still start today.

use super::{
    clock_skew::ClockSkew,
    gateway_for_bots::GatewayForBots,
    startup::{Opening, StartError},
    traffic::Traffic,
};
use crate::{config::ApiBase, telemetry::Secret};
use std::{sync::Arc, time::Duration};

/// Asks Discord how many are left.
pub(super) struct SessionStarts {
    /// Over this client.
    pub(super) client: reqwest::Client,
    /// Of this server.
    pub(super) api: ApiBase,
    /// As this bot.
    pub(super) token: Secret,
    /// Counts the answers.
    pub(super) traffic: Traffic,
    /// Hears their times.
    pub(super) skew: Arc<ClockSkew>,
}

impl SessionStarts {
    /// Why no further session may be started, as a sentence; `None` if one may, or Discord doesn't say.
    pub(super) async fn used_up(&self) -> Option<String> {
        match self.ask().await {
            Ok(told) => told.stops_for().map(|wait| {
                format!(
                    "the connection to Discord was lost so often that only {} more sessions can be started in the next {} minutes",
                    told.left,
                    wait.as_secs().div_ceil(60)
                )
            }),
            Err(error) => {
                tracing::warn!(%error, "Discord doesn\u{2019}t say how many sessions can still be started");
                None
            }
        }
    }

    /// How long to wait before one more session is started, the first of its connection or a later one; `None` if it may start now, or Discord
    /// doesn't say.
    pub(super) async fn wait_for_one(&self, is_first: bool) -> Option<Duration> {
        match self.ask().await {
            Ok(told) if is_first => told.wait_for(1),
            Ok(told) => told.stops_for(),
            Err(error) => {
                tracing::warn!(%error, "Discord doesn\u{2019}t say how many sessions can still be started");
                None
            }
        }
    }

    async fn ask(&self) -> Result<GatewayForBots, StartError> {
        let opening = Opening::new(&self.client, &self.api, &self.token, (&self.traffic, &self.skew))?;
        let told = opening.patient_for(Duration::ZERO).gateway_for_bots().await?;
        Ok(GatewayForBots::read(&told))
    }
}
