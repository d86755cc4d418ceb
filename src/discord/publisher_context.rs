//! What a publisher may reach, and everyone else, too: the store and the fights, Discord, what is remembered of channels and people. It
//! decides nothing; it only knows where things are. What only someone's interaction needs is in
//! [`AppContext`](super::app_context::AppContext).

use super::{
    channel_watch::ChannelWatch, gm_activity::GmActivity, guild_settings::GuildSettingsCache,
    map_renderer::MapRenderer, member_permissions::Registry, open_panels::OpenPanels, publishing::hub::PublisherHub,
    ready_fights::ReadyFights, rest::RestClient,
};
use crate::{
    config::PaceSettings,
    store::{EncounterId, Snowflake, Store},
    table::{Clock, Handle, Publisher as _, Tables},
};
use std::sync::Arc;

/// What everything that tells of a fight may reach. One per running bot.
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
    map_renderer: Arc<MapRenderer>,
    pace: PaceSettings,
    panels: OpenPanels,
    ready_fights: ReadyFights,
}

/// What it is made of and cannot make itself.
pub struct PublisherParts {
    /// Our application, which is our user too.
    pub application_id: Snowflake,
    /// For everything that is not a first reply to an interaction.
    pub rest: RestClient,
    /// For looking members and channels up.
    pub registry: Arc<dyn Registry>,
    /// What survives a restart.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// The live fights.
    pub tables: Tables,
    /// Woken when one of them has changed.
    pub hub: Arc<PublisherHub>,
    /// How long people have, by the name of the pace.
    pub pace: PaceSettings,
}

impl PublisherContext {
    /// With nothing remembered yet.
    pub fn new(parts: PublisherParts) -> PublisherContext {
        let PublisherParts { application_id, rest, registry, store, clock, tables, hub, pace } = parts;
        PublisherContext {
            application_id,
            rest,
            registry,
            clock,
            tables,
            hub,
            guild_settings: GuildSettingsCache::new(application_id, store.clone()),
            store,
            watch: ChannelWatch::default(),
            gm_activity: GmActivity::default(),
            map_renderer: Arc::default(),
            pace,
            panels: OpenPanels::default(),
            ready_fights: ReadyFights::default(),
        }
    }

    /// Our application, which is our user too.
    pub fn application_id(&self) -> Snowflake {
        self.application_id
    }

    /// For everything that is not a first reply to an interaction.
    pub fn rest(&self) -> &RestClient {
        &self.rest
    }

    /// For looking members and channels up.
    pub fn registry(&self) -> &dyn Registry {
        self.registry.as_ref()
    }

    /// What survives a restart.
    pub fn store(&self) -> &Arc<dyn Store> {
        &self.store
    }

    /// The live fights.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Woken when a fight has changed.
    pub fn hub(&self) -> &PublisherHub {
        &self.hub
    }

    /// What servers have settled for themselves.
    pub fn guild_settings(&self) -> &GuildSettingsCache {
        &self.guild_settings
    }

    /// Which channels are watched, and why.
    pub fn watch(&self) -> &ChannelWatch {
        &self.watch
    }

    /// What is going on about the GMs' seats and channels.
    pub fn gm_activity(&self) -> &GmActivity {
        &self.gm_activity
    }

    /// Where maps are rendered.
    pub fn map_renderer(&self) -> &Arc<MapRenderer> {
        &self.map_renderer
    }

    /// How long people have, by the name of the pace.
    pub fn pace(&self) -> &PaceSettings {
        &self.pace
    }

    /// The private turn menus that people have open.
    pub fn panels(&self) -> &OpenPanels {
        &self.panels
    }

    /// The fights that a local table keeps ready.
    pub fn ready_fights(&self) -> &ReadyFights {
        &self.ready_fights
    }

    /// The fight in a channel, or the one whose GMs' channel it is.
    pub fn table_in(&self, channel: Snowflake) -> Option<Handle> {
        self.tables.at(channel).or_else(|| self.tables.of_gm_channel(channel))
    }

    /// The live fight of this id.
    pub fn table(&self, id: EncounterId) -> Option<Handle> {
        self.tables.get(id)
    }

    /// Has a fight's channel brought up to date.
    pub fn redraw(&self, id: EncounterId) {
        self.hub.changed(id);
    }

    /// Milliseconds since the epoch.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }
}
