//! One look at a fight, live or over: everything that the channel may be shown of it, all of one moment.

use super::super::{app_error::AppError, publisher_context::PublisherContext};
use crate::{
    engine::{
        CombatantId, Stage,
        view::{Mark, Scene, Viewer},
    },
    rules::story::stored::{Asked, StoryView},
    store::{EncounterId, Header, Snowflake, Status},
    table::EncounterService,
};

/// A fight as its GM sees it.
#[derive(Clone, Debug)]
pub struct GmSnapshot {
    /// The channel for the GMs, if one is paired.
    pub channel: Option<Snowflake>,
    /// The fight.
    pub scene: Scene,
    /// What strangers see of the GM's own only by the GM's leave: what is left of their turn, their armour.
    pub notes: Vec<(String, Vec<String>)>,
    /// The heads of both chains, in their short form.
    pub chain: String,
}

/// A fight, as its publisher sees it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// What the store knows of it.
    pub header: Header,
    /// The fight as anyone who reads the channel sees it.
    pub scene: Scene,
    /// The story of the action that waits for someone.
    pub pending: Option<StoryView>,
    /// Everything, for the GMs' channel.
    pub gm: GmSnapshot,
    /// Everyone who plays and is no GM of the fight.
    pub others: Vec<u64>,
    /// Its GMs.
    pub gms: Vec<u64>,
    /// Everyone who may be named by mention.
    pub players: Vec<u64>,
    /// Whether players' free talk is off now.
    pub hushed: bool,
    /// The clock between actions: when it would run out if it had been seen at once.
    pub clock_deadline_ms: Option<i64>,
    /// How often its players have been asked; counted only when it is over.
    pub asked: Asked,
    /// The head of the public record's chain, in its short form; empty if the fight has none. That of the log would tell of rows of which
    /// nobody is told.
    pub chain: String,
    /// Whether it is told in plain text, if it has settled that for itself.
    pub is_plain: Option<bool>,
}

impl Snapshot {
    /// Looks.
    pub fn of(service: &EncounterService) -> Snapshot {
        let session = service.session();
        let numbers = service.numbers();
        let named = |mut scene: Scene, viewer: Viewer| {
            scene.seq = service.moment(viewer);
            scene.prompts.iter_mut().for_each(|it| it.id = numbers.name_of(it.id));
            scene
        };
        let scene = named(service.scene(Viewer::Everyone), Viewer::Everyone);
        let gms: Vec<u64> = service.gms().iter().map(|it| it.0).collect();
        let mut players: Vec<u64> = session.seats().iter().map(|it| it.0).chain(gms.iter().copied()).collect();
        players.sort_unstable();
        players.dedup();
        let pending = session.pending_story().as_ref().map(StoryView::of);
        let pending = pending.map(|it| StoryView { number: numbers.story_of(it.began_seq), ..it });
        Snapshot {
            header: Header { status: service.status(), ..service.header().clone() },
            pending,
            gm: GmSnapshot {
                channel: service.gm_channel(),
                scene: named(service.scene(Viewer::Gm), Viewer::Gm),
                notes: notes(service),
                chain: service.chains().map_or_else(String::new, |it| {
                    format!("record {} \u{b7} log {}", it.record().short(), it.log().short())
                }),
            },
            chain: public_chain(service),
            others: service.players().iter().map(|it| it.0).collect(),
            gms,
            players,
            asked: if service.status() == Status::Over { session.asked() } else { Asked::default() },
            clock_deadline_ms: service.clock_deadline_ms(),
            is_plain: service.is_plain(),
            hushed: scene.details.free_talk_off
                && scene.stage == Stage::Fighting
                && !scene.paused
                && service.status() == Status::Fighting,
            scene,
        }
    }

    /// Whether the fight is told in plain text: as it has settled for itself, else as its server has.
    pub async fn told_plainly(&self, context: &PublisherContext) -> bool {
        match self.is_plain {
            Some(plain) => plain,
            None => context.guild_settings().of(self.header.guild_id).await.is_plain,
        }
    }

    /// Looks at a fight by its id; one that is over is read from the store.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn at(context: &PublisherContext, id: EncounterId) -> Result<Snapshot, AppError> {
        if let Some(handle) = context.table(id)
            && let Ok(snapshot) = handle.look(Snapshot::of).await
        {
            return Ok(snapshot);
        }
        Ok(Snapshot::of(&EncounterService::load(context.store().clone(), id).await?.discreet()))
    }
}

/// What the small print says to everyone of a fight's chains.
pub fn public_chain(service: &EncounterService) -> String {
    service.chains().map_or_else(String::new, |it| format!("record {}", it.record().short()))
}

/// Fields of a sheet that a GM wants in sight.
const WORN: &[&str] = &["armour", "shield"];

/// What the GM reads beside each name: what is worn, and of anyone who acts, what is left of the turn.
fn notes(service: &EncounterService) -> Vec<(String, Vec<String>)> {
    let (session, scene) = (service.session(), service.scene(Viewer::Gm));
    let mark =
        |who: CombatantId| scene.sides.iter().flat_map(|it| &it.members).find(|it| it.id == who).map(|it| it.mark);
    let acts = |who: CombatantId| match mark(who) {
        Some(Mark::Acting) => true,
        Some(Mark::Ready) => session.has_acted(who), // beside the order
        _ => false,
    };
    let of = |who: CombatantId| {
        let worn = session.sheet_fields(who).into_iter().filter(|it| WORN.contains(&it.0.as_str()));
        let worn = worn.filter(|it| !matches!(it.1.as_str(), "" | "none" | "no"));
        let left = if acts(who) { session.remaining(Viewer::Gm, who) } else { vec![] };
        worn.chain(left).map(|(name, value)| format!("{name} {value}")).collect()
    };
    session.names(Viewer::Gm).into_iter().map(|it| (it.name, of(it.id))).collect()
}
