//! What publishers and everyone else may reach: the store, the fights, Discord, and what's known about channels and people. It decides
//! nothing; it only gives access. What only interactions need is in [`AppContext`](super::app_context::AppContext).

use super::{
    channel_watch::ChannelWatch,
    gm_activity::GmActivity,
    guild_settings::GuildSettingsCache,
    look_budget::LookBudget,
    map_renderer::MapRenderer,
    member_permissions::Registry,
    menu_changes::MenuChanges,
    open_pages::OpenPages,
    open_turn_menus::OpenTurnMenus,
    picture_library::PictureLibrary,
    publishing::hub::PublisherHub,
    ready_fights::ReadyFights,
    rest::{InteractionToken, RestClient},
    thinking_times::ThinkingTimes,
    tracker_delays::TrackerDelays,
};
use crate::{
    config::PaceSettings,
    store::{EncounterId, Snowflake, Store},
    table::{Clock, Handle, Publisher as _, Tables},
};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

/// First replies have reached Discord by then, if they do at all.
const REPLIED_WITHIN: Duration = Duration::from_millis(1_000);

/// What everything that reports on a fight may reach. There's one per running bot.
pub struct PublisherContext {
    application_id: Snowflake,
    rest: RestClient,
    registry: Arc<dyn Registry>,
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    tables: Tables,
    hub: Arc<PublisherHub>,
    guild_settings: GuildSettingsCache,
    watch: ChannelWatch,
    gm_activity: GmActivity,
    look_budget: LookBudget,
    map_renderer: Arc<MapRenderer>,
    /// When it began, by the program's clock and by the bot's.
    began: (Instant, i64),
    pace: PaceSettings,
    thinking: ThinkingTimes,
    tracker_delays: TrackerDelays,
    turn_menus: OpenTurnMenus,
    pages: OpenPages,
    menu_changes: Arc<MenuChanges>,
    ready_fights: ReadyFights,
}

/// Its parts that it can't create itself.
pub struct PublisherParts {
    /// Our application's id, which is also our user's.
    pub application_id: Snowflake,
    /// For everything that is not a first reply to an interaction.
    pub rest: RestClient,
    /// For looking up members and channels.
    pub registry: Arc<dyn Registry>,
    /// The store.
    pub store: Arc<dyn Store>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// The live fights.
    pub tables: Tables,
    /// Woken when one of them changes.
    pub hub: Arc<PublisherHub>,
    /// The time limits, by name of the pace.
    pub pace: PaceSettings,
    /// How long odds and suggestions may take.
    pub thinking: ThinkingTimes,
    /// How much later the trackers show what's told elsewhere already.
    pub tracker_delays: TrackerDelays,
}

impl PublisherContext {
    /// A context that remembers nothing yet.
    pub fn new(parts: PublisherParts) -> PublisherContext {
        let PublisherParts {
            application_id,
            rest,
            registry,
            store,
            clock,
            tables,
            hub,
            pace,
            thinking,
            tracker_delays,
        } = parts;
        let menu_changes = Arc::<MenuChanges>::default();
        PublisherContext {
            application_id,
            rest,
            registry,
            began: (Instant::now(), clock.now_ms()),
            clock,
            tables,
            hub,
            guild_settings: GuildSettingsCache::new(application_id, store.clone()),
            map_renderer: Arc::new(MapRenderer::new(PictureLibrary::new(store.clone()))),
            store,
            watch: ChannelWatch::default(),
            gm_activity: GmActivity::default(),
            look_budget: LookBudget::default(),
            pace,
            thinking,
            tracker_delays,
            turn_menus: OpenTurnMenus::noting(menu_changes.clone()),
            pages: OpenPages::noting(menu_changes.clone()),
            menu_changes,
            ready_fights: ReadyFights::default(),
        }
    }

    /// Our application's id, which is also our user's.
    pub fn application_id(&self) -> Snowflake {
        self.application_id
    }

    /// For everything that is not a first reply to an interaction.
    pub fn rest(&self) -> &RestClient {
        &self.rest
    }

    /// For looking up members and channels.
    pub fn registry(&self) -> &dyn Registry {
        self.registry.as_ref()
    }

    /// The store.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The live fights.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Woken when a fight changes.
    pub fn hub(&self) -> &PublisherHub {
        &self.hub
    }

    /// The servers' settings.
    pub fn guild_settings(&self) -> &GuildSettingsCache {
        &self.guild_settings
    }

    /// The watched channels.
    pub fn watch(&self) -> &ChannelWatch {
        &self.watch
    }

    /// Activity around the GMs' seats and channels.
    pub fn gm_activity(&self) -> &GmActivity {
        &self.gm_activity
    }

    /// How often servers are looked at.
    pub fn look_budget(&self) -> &LookBudget {
        &self.look_budget
    }

    /// Renders maps.
    pub fn map_renderer(&self) -> &Arc<MapRenderer> {
        &self.map_renderer
    }

    /// The time limits, by name of the pace.
    pub fn pace(&self) -> &PaceSettings {
        &self.pace
    }

    /// The private turn menus that people have open.
    pub fn turn_menus(&self) -> &OpenTurnMenus {
        &self.turn_menus
    }

    /// The other private pages that people have open.
    pub fn pages(&self) -> &OpenPages {
        &self.pages
    }

    /// What the store is to know of them.
    pub fn menu_changes(&self) -> &MenuChanges {
        &self.menu_changes
    }

    /// Deletes a private menu that a newer one replaces. Its own first reply may still be on its way to Discord.
    pub fn take_away_soon(&self, menu: InteractionToken, message_id: Option<Snowflake>) {
        let rest = self.rest.clone();
        tokio::spawn(async move {
            tokio::time::sleep(REPLIED_WITHIN).await;
            let outcome = rest.delete_reply(menu, message_id).await;
            tracing::debug!(?outcome, "a menu was replaced by a newer one");
        });
    }

    /// How long odds and suggestions may take.
    pub fn thinking(&self) -> ThinkingTimes {
        self.thinking
    }

    /// Now, for waits of seconds: by the program's clock or by the bot's, whichever is ahead. Only a test's bot has a clock that jumps.
    pub fn instant(&self) -> Instant {
        let (began, began_ms) = self.began;
        let passed = u64::try_from(self.now_ms() - began_ms).map_or(Duration::ZERO, Duration::from_millis);
        Instant::now().max(began + passed)
    }

    /// How long it is until such an instant.
    pub fn time_until(&self, at: Instant) -> Duration {
        at.saturating_duration_since(self.instant())
    }

    /// How much later the trackers show what's told elsewhere already.
    pub fn tracker_delays(&self) -> TrackerDelays {
        self.tracker_delays
    }

    /// A local table's ready-to-play fights.
    pub fn ready_fights(&self) -> &ReadyFights {
        &self.ready_fights
    }

    /// The fight in a channel, or the one whose GMs' channel it is.
    pub fn table_in(&self, channel: Snowflake) -> Option<Handle> {
        self.tables.at(channel).or_else(|| self.tables.of_gm_channel(channel))
    }

    /// The live fight with this id.
    pub fn table(&self, id: EncounterId) -> Option<Handle> {
        self.tables.get(id)
    }

    /// Updates a fight's channel.
    pub fn redraw(&self, id: EncounterId) {
        self.hub.changed(id);
    }

    /// Milliseconds since the epoch.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }
}
