//! Where all interactions come in, whether Discord sends them over the gateway or over HTTP: it hands each to the framework
//! once. It reads nothing of them but their ids.

use super::{app_context::AppContext, app_error::AppError, interaction_context::sent_ms};
use crate::store::Snowflake;
use serenity::all::{Client, Context, Framework, FullEvent, Interaction, Ready};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError},
};
use tokio::sync::OnceCell;

/// How long an interaction is remembered: after a quarter of an hour its token is dead. Docs, "Receiving and Responding".
const REMEMBERED_MS: i64 = 15 * 60 * 1_000;

type PoiseFramework = poise::Framework<Arc<AppContext>, AppError>;

/// The intake. It opens for each shard with that shard's first READY, since nothing is known of its servers before. A session that was resumed from
/// another process has no READY, so what it began with comes again before anything else of that shard.
#[derive(Default)]
pub struct InteractionIntake {
    framework: OnceLock<PoiseFramework>,
    /// Of the first connection to the gateway.
    context: OnceLock<Context>,
    /// The shards that have had READY.
    ready: Mutex<BTreeSet<u32>>,
    /// The shards whose sessions were another process's.
    resumed: Mutex<BTreeMap<u32, Arc<Resumed>>>,
    handled: Mutex<HandledInteractions>,
}

/// A session that was another process's.
struct Resumed {
    /// What it began with; `None` once it has come.
    ready: Mutex<Option<Box<Ready>>>,
    has_begun: OnceCell<()>,
    /// When this process set out to resume it, by Discord's clock.
    since_ms: i64,
}

impl InteractionIntake {
    /// Whether interactions of a shard's servers can be handled yet.
    pub fn is_open(&self, shard: u32) -> bool {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).contains(&shard)
    }

    /// Handles an interaction that didn't come over the gateway, unless it has already come. Before the intake is open, nothing happens.
    pub async fn receive(&self, interaction: Interaction) {
        if let Some(context) = self.context.get() {
            self.pass(context.clone(), FullEvent::InteractionCreate { interaction }).await;
        }
    }

    /// A shard resumes a session of another process, from this time on by Discord's clock.
    pub(super) fn resumes(&self, shard: u32, ready: Ready, since_ms: i64) {
        let ready = Mutex::new(Some(Box::new(ready)));
        self.resumed().insert(shard, Arc::new(Resumed { ready, has_begun: OnceCell::new(), since_ms }));
    }

    /// It doesn't, or not any more.
    pub(super) fn starts_anew(&self, shard: u32) {
        self.resumed().remove(&shard);
    }

    /// Whether it was sent to the process that had the session before. What that one has answered isn't answered twice: the reply would replace the
    /// message that was pressed. What it hasn't, Discord tells its user has failed.
    fn is_of_another(&self, shard: u32, id: Snowflake) -> bool {
        self.resumed().get(&shard).is_some_and(|it| sent_ms(id) < it.since_ms)
    }

    fn resumed(&self) -> MutexGuard<'_, BTreeMap<u32, Arc<Resumed>>> {
        self.resumed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has what a resumed session began with come first.
    async fn begin(&self, framework: &PoiseFramework, context: &Context) {
        let resumed = self.resumed().get(&context.shard_id.0).cloned();
        let Some(resumed) = resumed else { return };
        let begins = async {
            let ready = resumed.ready.lock().unwrap_or_else(PoisonError::into_inner).take();
            let Some(data_about_bot) = ready.map(|it| *it) else { return };
            self.open(context);
            framework.dispatch(context.clone(), FullEvent::Ready { data_about_bot }).await;
        };
        resumed.has_begun.get_or_init(|| begins).await;
    }

    async fn pass(&self, context: Context, event: FullEvent) {
        let Some(framework) = self.framework.get() else { return };
        let shard = context.shard_id.0;
        self.begin(framework, &context).await;
        match &event {
            FullEvent::Ready { .. } => self.open(&context),
            FullEvent::InteractionCreate { interaction } if !self.is_first(interaction.id().get()) => {
                tracing::debug!(id = interaction.id().get(), "an interaction came twice and is handled once");
                return;
            }
            FullEvent::InteractionCreate { interaction } if self.is_of_another(shard, interaction.id().get()) => {
                tracing::debug!(id = interaction.id().get(), "an interaction was sent before this process took over");
                return;
            }
            _ => {}
        }
        framework.dispatch(context, event).await;
    }

    /// Opens for the shard of this context.
    fn open(&self, context: &Context) {
        // There's one already if another shard came first, or the gateway has been lost since.
        let _ = self.context.set(context.clone());
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).insert(context.shard_id.0);
    }

    fn is_first(&self, id: Snowflake) -> bool {
        self.handled.lock().unwrap_or_else(PoisonError::into_inner).is_first(id)
    }
}

/// The gateway's end of the intake: serenity hands it the events.
pub(super) struct GatewayEvents {
    framework: Option<PoiseFramework>,
    intake: Arc<InteractionIntake>,
}

impl GatewayEvents {
    /// Through this intake, to this framework.
    pub(super) fn new(framework: PoiseFramework, intake: Arc<InteractionIntake>) -> GatewayEvents {
        GatewayEvents { framework: Some(framework), intake }
    }
}

#[serenity::async_trait]
impl Framework for GatewayEvents {
    async fn init(&mut self, client: &Client) {
        if let Some(mut framework) = self.framework.take() {
            framework.init(client).await;
            // serenity calls this once.
            let _ = self.intake.framework.set(framework);
        }
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        self.intake.pass(context, event).await;
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
