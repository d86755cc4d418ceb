//! What a command, button or form handler may reach: everything a publisher may, plus what only interactions need. It decides nothing; it
//! only gives access.

use super::{
    attachments::Attachments,
    clock_skew::ClockSkew,
    counted_http::CountedHttp,
    drafts::Drafts,
    interaction_admission::InteractionAdmission,
    interaction_context::{InteractionContext, sent_ms},
    passing_refusals::PassingRefusals,
    publisher_context::PublisherContext,
    throttle::Throttle,
    tidied_servers::TidiedServers,
};
use crate::{
    config::AboutSettings,
    engine::Seat,
    table::{Caller, InputOrigin},
};
use std::{ops::Deref, sync::Arc};

/// Where seeds come from: the system's random numbers in real play, a fixed sequence in tests so that the dice are reproducible.
pub type Seeds = Arc<dyn Fn() -> [u8; 32] + Send + Sync>;

/// What interaction handlers may reach. There's one per running bot.
pub struct AppContext {
    publishing: Arc<PublisherContext>,
    http: Arc<CountedHttp>,
    attachments: Attachments,
    skew: Arc<ClockSkew>,
    seeds: Seeds,
    admission: InteractionAdmission,
    drafts: Drafts,
    passing: Arc<PassingRefusals>,
    about: AboutSettings,
    throttle: Throttle,
    tidied: TidiedServers,
}

/// Handlers may reach everything a publisher may, but not the other way round.
impl Deref for AppContext {
    type Target = PublisherContext;

    fn deref(&self) -> &PublisherContext {
        &self.publishing
    }
}

/// Its parts that it can't create itself, besides a publisher's.
pub struct AppParts {
    /// For first replies to interactions; everything else goes through the REST client.
    pub http: Arc<CountedHttp>,
    /// Fetches what people attach.
    pub attachments: Attachments,
    /// The difference between our clock and Discord's.
    pub skew: Arc<ClockSkew>,
    /// Where the seeds of new fights come from.
    pub seeds: Seeds,
    /// What `/about` says of the host.
    pub about: AboutSettings,
    /// How fast people may use the bot.
    pub throttle: Throttle,
}

impl AppContext {
    /// A context in which nothing has happened yet.
    pub fn new(publishing: PublisherContext, parts: AppParts) -> AppContext {
        let AppParts { http, attachments, skew, seeds, about, throttle } = parts;
        let shards = publishing.tables().shards();
        let (publishing, admission, drafts) =
            (Arc::new(publishing), InteractionAdmission::new(shards), Drafts::default());
        let (passing, tidied) = (Arc::default(), TidiedServers::default());
        AppContext { publishing, http, attachments, skew, seeds, admission, drafts, passing, about, throttle, tidied }
    }

    /// The part that publishers have.
    pub fn publishing(&self) -> &Arc<PublisherContext> {
        &self.publishing
    }

    /// For first replies to interactions.
    pub fn http(&self) -> &CountedHttp {
        &self.http
    }

    /// Fetches what people attach.
    pub fn attachments(&self) -> &Attachments {
        &self.attachments
    }

    /// The difference between our clock and Discord's.
    pub fn skew(&self) -> &ClockSkew {
        &self.skew
    }

    /// Which interactions are admitted.
    pub fn admission(&self) -> &InteractionAdmission {
        &self.admission
    }

    /// What people have begun to type.
    pub fn drafts(&self) -> &Drafts {
        &self.drafts
    }

    /// Refusals that go away by themselves.
    pub fn passing(&self) -> &Arc<PassingRefusals> {
        &self.passing
    }

    /// How fast people may use the bot.
    pub fn throttle(&self) -> &Throttle {
        &self.throttle
    }

    /// The servers in which channels are being deleted.
    pub fn tidied(&self) -> &TidiedServers {
        &self.tidied
    }

    /// What `/about` says of the host.
    pub fn about(&self) -> &AboutSettings {
        &self.about
    }

    /// The seed of a new fight.
    pub fn new_seed(&self) -> [u8; 32] {
        (self.seeds)()
    }

    /// The user, as a fight knows them.
    pub async fn caller(&self, context: &InteractionContext) -> Caller {
        self.gm_activity().heard_of(context.user_id, self.now_ms());
        let role = self.guild_settings().of(context.guild_id).await.gm_role;
        let has_gm_role = role.is_some_and(|role| context.roles.contains(&role));
        Caller { seat: Seat(context.user_id), has_gm_role }
    }

    /// Where and when an input came from: an interaction's id gives both, with the time by Discord's clock.
    pub fn input_origin(&self, context: &InteractionContext) -> InputOrigin {
        let sent_ms = self.skew.at_ours_ms(sent_ms(context.id));
        InputOrigin { interaction: Some(context.id), sent_ms: Some(sent_ms) }
    }

    /// Whether private replies to this interaction are in plain text.
    pub async fn is_plain_for(&self, context: &InteractionContext) -> bool {
        self.guild_settings().is_plain_for(context.user_id).await
    }

    /// Records our permissions in the interaction's channel. If they have changed, the fight's tracker shows it.
    pub fn take_note(&self, context: &InteractionContext) {
        let (Some(handle), Some(bits)) = (self.table_in(context.channel_id), context.ours) else { return };
        if self.watch().may(context.channel_id, bits, context.is_thread) {
            self.redraw(handle.id);
        }
    }
}
