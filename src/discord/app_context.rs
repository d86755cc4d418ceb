//! What a command, a button or a form may reach: all that a publisher may, and what only someone's interaction needs. It decides nothing; it
//! only knows where things are, and who has come.

use super::{
    attachments::Attachments,
    clock_skew::ClockSkew,
    drafts::Drafts,
    interaction_admission::InteractionAdmission,
    interaction_context::{InteractionContext, sent_ms},
    publisher_context::PublisherContext,
};
use crate::{
    engine::Seat,
    table::{Caller, InputOrigin},
};
use serenity::http::Http;
use std::{ops::Deref, sync::Arc};

/// Where seeds come from: the system's randomness for a table that plays, and a row of its own for a test, so that its dice fall alike.
pub type Seeds = Arc<dyn Fn() -> [u8; 32] + Send + Sync>;

/// What anyone who deals with an interaction may reach. One per running bot.
pub struct AppContext {
    publishing: Arc<PublisherContext>,
    http: Arc<Http>,
    attachments: Attachments,
    skew: Arc<ClockSkew>,
    seeds: Seeds,
    admission: InteractionAdmission,
    drafts: Drafts,
}

/// Anyone who answers people may reach all that a publisher may, never the other way round.
impl Deref for AppContext {
    type Target = PublisherContext;

    fn deref(&self) -> &PublisherContext {
        &self.publishing
    }
}

/// What it is made of and cannot make itself, besides what publishers have.
pub struct AppParts {
    /// For first replies to interactions; everything else goes by REST client.
    pub http: Arc<Http>,
    /// Fetches what people attach.
    pub attachments: Attachments,
    /// How far our time is from Discord's.
    pub skew: Arc<ClockSkew>,
    /// Where the seeds of new fights come from.
    pub seeds: Seeds,
}

impl AppContext {
    /// With nobody inside yet.
    pub fn new(publishing: PublisherContext, parts: AppParts) -> AppContext {
        let AppParts { http, attachments, skew, seeds } = parts;
        let (publishing, admission, drafts) =
            (Arc::new(publishing), InteractionAdmission::default(), Drafts::default());
        AppContext { publishing, http, attachments, skew, seeds, admission, drafts }
    }

    /// What publishers have of it.
    pub fn publishing(&self) -> &Arc<PublisherContext> {
        &self.publishing
    }

    /// For first replies to interactions.
    pub fn http(&self) -> &Http {
        &self.http
    }

    /// Fetches what people attach.
    pub fn attachments(&self) -> &Attachments {
        &self.attachments
    }

    /// How far our time is from Discord's.
    pub fn skew(&self) -> &ClockSkew {
        &self.skew
    }

    /// Who is let in.
    pub fn admission(&self) -> &InteractionAdmission {
        &self.admission
    }

    /// What people have begun to type.
    pub fn drafts(&self) -> &Drafts {
        &self.drafts
    }

    /// The seed of a new fight.
    pub fn new_seed(&self) -> [u8; 32] {
        (self.seeds)()
    }

    /// Who came, as a fight knows them.
    pub async fn caller(&self, context: &InteractionContext) -> Caller {
        self.gm_activity().heard_of(context.user_id, self.now_ms());
        let role = self.guild_settings().of(context.guild_id).await.gm_role;
        let has_gm_role = role.is_some_and(|role| context.roles.contains(&role));
        Caller { seat: Seat(context.user_id), has_gm_role }
    }

    /// Where an input came from, and when: the id of an interaction tells both, the time by Discord's clock.
    pub fn input_origin(&self, context: &InteractionContext) -> InputOrigin {
        let sent_ms = self.skew.at_ours_ms(sent_ms(context.id));
        InputOrigin { interaction: Some(context.id), sent_ms: Some(sent_ms) }
    }

    /// Whether what this interaction is told in private is told in plain text.
    pub async fn is_plain_for(&self, context: &InteractionContext) -> bool {
        self.guild_settings().is_plain_for(context.user_id).await
    }

    /// Takes in what an interaction tells of our permissions in its channel. Where it is news, the fight there says so, or no longer.
    pub fn take_note(&self, context: &InteractionContext) {
        let (Some(handle), Some(bits)) = (self.table_in(context.channel_id), context.ours) else { return };
        if self.watch().may(context.channel_id, bits, context.is_thread) {
            self.redraw(handle.id);
        }
    }
}
