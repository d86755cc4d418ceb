//! A snapshot of a fight, live or over: everything the channel may be shown, all from the same moment.

use super::super::{app_error::AppError, compose::words, publisher_context::PublisherContext, worn::worn};
use crate::{
    engine::{
        CombatantId, Stage,
        view::{Mark, Scene, Viewer},
    },
    rules::story::{
        brief::ShortSentence,
        stored::{Asked, StoryView},
    },
    store::{EncounterId, Header, Snowflake, Status},
    table::{EncounterService, group_orders::GroupDoing},
};
use std::sync::Arc;

/// A fight as its GM sees it.
#[derive(Clone, Debug)]
pub struct GmSnapshot {
    /// The GMs' channel, if one is linked.
    pub channel: Option<Snowflake>,
    /// The fight.
    pub scene: Scene,
    /// Details of the GM's combatants that strangers see only with the GM's permission: what's left of their turn, their armour.
    pub notes: Vec<(String, Vec<String>)>,
    /// The heads of both chains, in short form.
    pub chain: String,
    /// What a group of the GM's does by its order.
    pub group: Option<GroupDoing>,
    /// Why the group's order is over while some of it still wait for another.
    pub group_outlived: Option<String>,
    /// What has happened last, as everyone was told: the row with which each action began, and its account; empty without a channel.
    pub last: Vec<(u64, Arc<[ShortSentence]>)>,
    /// What an undo would take back; `None` without a channel.
    pub undo: Option<String>,
    /// Whether the GM has done what was done last, and so looks at the fight.
    pub did_last: bool,
    /// Who belongs to that group.
    pub group_who: Vec<CombatantId>,
}

impl GmSnapshot {
    /// What a group does, as long as not all of it have acted: until then the others of the GM's wait.
    pub fn acting_group(&self) -> Option<&GroupDoing> {
        self.group.as_ref().filter(|it| !it.has_acted)
    }
}

/// A fight, as its publisher sees it.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Its entry in the store.
    pub header: Header,
    /// The fight as everyone in the channel sees it.
    pub scene: Scene,
    /// The story of the pending action.
    pub pending: Option<StoryView>,
    /// Everything, for the GMs' channel.
    pub gm: GmSnapshot,
    /// All players who aren't GMs of the fight.
    pub others: Vec<u64>,
    /// Its GMs.
    pub gms: Vec<u64>,
    /// Everyone who may be mentioned.
    pub players: Vec<u64>,
    /// Whether nobody sits at its table, which knows who does: then it waits, and nobody is called.
    pub is_deserted: bool,
    /// Whether players' free talk is off.
    pub hushed: bool,
    /// The clock between actions: when it would end if it had been seen at once.
    pub clock_deadline_ms: Option<i64>,
    /// How many questions its players were asked; only counted when it's over.
    pub asked: Asked,
    /// The head of the public record's chain, in short form; empty if the fight has none. The log's head would give away secret rows.
    pub chain: String,
    /// Whether its messages are in plain text, if it has its own setting.
    pub is_plain: Option<bool>,
}

impl Snapshot {
    /// Takes a snapshot.
    pub fn of(service: &EncounterService) -> Snapshot {
        let session = service.session();
        let numbers = service.numbers();
        let named = |mut scene: Scene, viewer: Viewer| {
            scene.seq = service.moment(viewer);
            scene.prompts.iter_mut().for_each(|it| it.id = numbers.name_of(it.id));
            scene
        };
        let scene = named(service.scene(Viewer::Everyone), Viewer::Everyone);
        let mut gm_scene = service.scene(Viewer::Gm);
        session.note_who_steps_in(&mut gm_scene.prompts);
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
                scene: named(gm_scene, Viewer::Gm),
                notes: notes(service),
                group: service.group_doing(),
                group_outlived: service.group_outlived(),
                last: service.gm_channel().map_or_else(Vec::new, |_| service.last_stories().cloned().collect()),
                did_last: session.last_deed_is_gms(),
                undo: service.gm_channel().and_then(|_| session.to_take_back()),
                group_who: service.group_members().to_vec(),
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
            is_deserted: service.is_deserted(),
            hushed: scene.details.free_talk_off
                && scene.stage == Stage::Fighting
                && !scene.paused
                && service.status() == Status::Fighting,
            scene,
        }
    }

    /// Whether its messages are in plain text: by its own setting, otherwise its server's.
    pub async fn told_plainly(&self, context: &PublisherContext) -> bool {
        match self.is_plain {
            Some(plain) => plain,
            None => context.guild_settings().of(self.header.guild_id).await.is_plain,
        }
    }

    /// Loads a fight by its id; a finished one is read from the store.
    ///
    /// # Errors
    /// If it can't be read.
    pub async fn at(context: &PublisherContext, id: EncounterId) -> Result<Snapshot, AppError> {
        if let Some(handle) = context.table(id)
            && let Ok(snapshot) = handle.look(Snapshot::of).await
        {
            return Ok(snapshot);
        }
        Ok(Snapshot::of(&EncounterService::load(context.store().clone(), id).await?.discreet()))
    }
}

/// The public small print about a fight's chains.
pub fn public_chain(service: &EncounterService) -> String {
    service.chains().map_or_else(String::new, |it| format!("record {}", it.record().short()))
}

/// What the GM reads beside each name: what they wear, and what's left of the turn of those who are acting.
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
        let worn = worn(&session.sheet_fields(who));
        let left = if acts(who) { session.remaining(Viewer::Gm, who) } else { vec![] };
        worn.into_iter().chain(left.iter().map(|(name, value)| words::left_of_turn(name, value))).collect()
    };
    session.names(Viewer::Gm).into_iter().map(|it| (it.name, of(it.id))).collect()
}
