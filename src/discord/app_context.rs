//! What every command, every component and the publishers can reach. One per running bot. It decides nothing; it only knows where things
//! are.

use super::{
    attachments::Attachments, door::Door, drawings::Drawings, gm_book::GmBook, guild_settings::GuildSettingsBook,
    interaction_context::InteractionContext, open_panels::OpenPanels, publishing::PublisherHub,
    ready_fight::ReadyFights, rest::RestClient, rights::Registry, skew::Skew, watch::Watch,
};
use crate::{
    config::PaceSettings,
    store::{CharacterId, EncounterId, Snowflake, Store},
    table::{Clock, Command, Handle, Publisher as _, Tables},
};
use dashmap::DashMap;
use serenity::http::Http;
use std::sync::Arc;

/// Where seeds come from: the system's randomness for a table that plays, and a row of its own for a test, so that its dice fall alike.
pub type Seeds = Arc<dyn Fn() -> [u8; 32] + Send + Sync>;

/// What everything of the bot shares.
pub struct AppContext {
    /// Our application, which is our user too.
    pub application_id: Snowflake,
    /// For first replies to interactions; everything else goes by REST client.
    pub http: Arc<Http>,
    /// For looking members and channels up.
    pub registry: Arc<dyn Registry>,
    /// For everything that is not a first reply.
    pub rest: RestClient,
    /// Fetches what people attach.
    pub attachments: Attachments,
    /// What survives a restart.
    pub store: Arc<dyn Store>,
    /// What time it is.
    pub clock: Arc<dyn Clock>,
    /// How far that is from Discord's.
    pub skew: Arc<Skew>,
    /// Where the seeds of new fights come from.
    pub seeds: Seeds,
    /// Who is let in.
    pub door: Door,
    /// The live fights.
    pub tables: Tables,
    /// Rung when a fight has changed.
    pub hub: Arc<PublisherHub>,
    /// What servers have settled for themselves.
    pub guild_settings: GuildSettingsBook,
    /// Which channels are watched, and why.
    pub watch: Watch,
    /// What is going on about the GMs' seats and channels.
    pub gm_book: GmBook,
    /// Where maps are rendered.
    pub drawings: Arc<Drawings>,
    /// How long people have, by the name of the pace.
    pub pace: PaceSettings,
    /// Commands that were typed without saying which of several combatants is meant, by who typed and for which fight, until they say.
    /// Lost at a restart: then it is to be typed again.
    pub typed: DashMap<(u64, EncounterId), Command>,
    /// Texts of half-written actions, by who writes and for whom. Lost at a restart: the menu then asks again.
    pub written: DashMap<(u64, EncounterId), TypedText>,
    /// Sheets that are being edited, by who edits and which character. Lost at a restart: the form then begins anew.
    pub editing: DashMap<(u64, CharacterId), Editing>,
    /// What was typed into the form of a new sheet that was refused, by who typed it and which form. Lost at a restart, as above.
    pub drafts: DashMap<(u64, String), Vec<(String, String)>>,
    /// The private turn menus that people have open.
    pub panels: OpenPanels,
    /// The fights that a local table keeps ready, by their channel; on Discord there are none.
    pub ready: ReadyFights,
}

/// A sheet that somebody edits in a form.
#[derive(Clone, Debug, Default)]
pub struct Editing {
    /// The fields as the form showed them, and with them the name.
    pub shown: Vec<(String, String)>,
    /// What was typed in place of some of them and has not been taken.
    pub typed: Vec<(String, String)>,
}

/// A text that somebody wrote in a form of the turn menu, kept until the action is whole.
#[derive(Clone, Debug)]
pub struct TypedText {
    /// The state it was written at.
    pub seq: u64,
    /// The text.
    pub text: String,
}

impl AppContext {
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

    /// Whether what this visit is told in private is told in plain text.
    pub async fn is_plain_for(&self, context: &InteractionContext) -> bool {
        self.guild_settings.is_plain_for(self, context.user_id).await
    }

    /// Takes in what a visit tells of our permissions in its channel. Where it is news, the fight there says so, or no longer.
    pub fn take_note(&self, context: &InteractionContext) {
        let (Some(handle), Some(bits)) = (self.table_in(context.channel_id), context.ours) else { return };
        if self.watch.may(context.channel_id, bits, context.is_thread) {
            self.redraw(handle.id);
        }
    }

    /// Milliseconds since the epoch.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }
}
