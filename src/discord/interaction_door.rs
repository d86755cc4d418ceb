//! The one door through which interactions come, whether Discord sends them over the gateway or over HTTP: it hands each to the framework
//! once. It reads nothing of them but their ids.

use super::{app_context::AppContext, app_error::AppError, interaction_context::sent_ms};
use crate::store::Snowflake;
use serenity::all::{Client, Context, Framework, FullEvent, Interaction};
use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// How long an interaction is remembered: after a quarter of an hour its token is dead. Docs, "Receiving and Responding".
const REMEMBERED_MS: i64 = 15 * 60 * 1_000;

type PoiseFramework = poise::Framework<Arc<AppContext>, AppError>;

/// The door. It opens for each shard with that shard's first READY, since nothing is known of its servers before.
#[derive(Default)]
pub struct InteractionDoor {
    framework: OnceLock<PoiseFramework>,
    /// Of the first connection to the gateway.
    context: OnceLock<Context>,
    /// The shards that have had READY.
    ready: Mutex<BTreeSet<u32>>,
    handled: Mutex<HandledInteractions>,
}

impl InteractionDoor {
    /// Whether interactions of a shard's servers can be handled yet.
    pub fn is_open(&self, shard: u32) -> bool {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).contains(&shard)
    }

    /// Handles an interaction that didn't come over the gateway, unless it has already come. Before the door is open, nothing happens.
    pub async fn receive(&self, interaction: Interaction) {
        if let Some(context) = self.context.get() {
            self.pass(context.clone(), FullEvent::InteractionCreate { interaction }).await;
        }
    }

    async fn pass(&self, context: Context, event: FullEvent) {
        let Some(framework) = self.framework.get() else { return };
        if let FullEvent::Ready { .. } = &event {
            // There's one already if another shard came first, or the gateway has been lost since.
            let _ = self.context.set(context.clone());
            self.ready.lock().unwrap_or_else(PoisonError::into_inner).insert(context.shard_id.0);
        }
        if let FullEvent::InteractionCreate { interaction } = &event
            && !self.is_first(interaction.id().get())
        {
            tracing::debug!(id = interaction.id().get(), "an interaction came twice and is handled once");
            return;
        }
        framework.dispatch(context, event).await;
    }

    fn is_first(&self, id: Snowflake) -> bool {
        self.handled.lock().unwrap_or_else(PoisonError::into_inner).is_first(id)
    }
}

/// serenity's end of the door: the gateway's events go through it.
pub(super) struct GatewayEvents {
    framework: Option<PoiseFramework>,
    door: Arc<InteractionDoor>,
}

impl GatewayEvents {
    /// Through this door to this framework.
    pub(super) fn new(framework: PoiseFramework, door: Arc<InteractionDoor>) -> GatewayEvents {
        GatewayEvents { framework: Some(framework), door }
    }
}

#[serenity::async_trait]
impl Framework for GatewayEvents {
    async fn init(&mut self, client: &Client) {
        if let Some(mut framework) = self.framework.take() {
            framework.init(client).await;
            // serenity calls this once.
            let _ = self.door.framework.set(framework);
        }
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        self.door.pass(context, event).await;
    }
}

/// The ids of the last quarter of an hour's interactions.
#[derive(Default)]
struct HandledInteractions(BTreeSet<Snowflake>);

impl HandledInteractions {
    /// Whether this one hasn't come before.
    fn is_first(&mut self, id: Snowflake) -> bool {
        let is_first = self.0.insert(id);
        let newest_ms = self.0.last().map_or(0, |it| sent_ms(*it));
        while self.0.first().is_some_and(|it| sent_ms(*it) + REMEMBERED_MS < newest_ms) {
            self.0.pop_first();
        }
        is_first
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each is handled once, whatever comes in between, and none is remembered longer than its token lives.
    #[test]
    fn each_is_handled_once() {
        let at = |minute: u64, number: u64| (minute * 60_000) << 22 | number;
        let mut handled = HandledInteractions::default();
        assert!(handled.is_first(at(0, 1)) && handled.is_first(at(0, 2)));
        assert!(!handled.is_first(at(0, 1)));
        assert!(handled.is_first(at(15, 1)) && !handled.is_first(at(0, 2)), "a quarter of an hour later");
        assert!(handled.is_first(at(16, 1)));
        assert_eq!(handled.0.len(), 2);
    }
}
