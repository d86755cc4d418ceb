//! One look at a fight, live or over: everything that the channel may be shown of it, all of one moment.

use super::super::{house::House, trouble::Trouble};
use crate::{
    engine::{
        Addressee, PromptId, Stage,
        view::{Scene, Viewer},
    },
    rules::told::Told,
    store::{EncounterId, Header, Status},
    table::{Desk, desk::TEXT},
};

/// A fight, as the herald sees it.
#[derive(Clone, Debug)]
pub struct Peek {
    /// What the store knows of it.
    pub header: Header,
    /// The fight as whoever reads the channel sees it.
    pub scene: Scene,
    /// The story of the action that waits for somebody.
    pub pending: Option<Told>,
    /// Questions to the GM that the channel does not see.
    pub gm_asked: Vec<PromptId>,
    /// Its GMs.
    pub gms: Vec<u64>,
    /// Everybody who may be named by mention.
    pub players: Vec<u64>,
    /// Whether players' free talk is off now.
    pub hushed: bool,
    /// Whether it is told in plain text, if it has settled that for itself.
    pub is_plain: Option<bool>,
}

impl Peek {
    /// Looks.
    pub fn of(desk: &Desk) -> Peek {
        let session = desk.session();
        let scene = desk.scene(Viewer::Everyone);
        let gms: Vec<u64> = desk.gms().iter().map(|it| it.0).collect();
        let mut players: Vec<u64> = session.seats().iter().map(|it| it.0).chain(gms.iter().copied()).collect();
        players.sort_unstable();
        players.dedup();
        let asked = desk.scene(Viewer::Gm).prompts.into_iter();
        Peek {
            header: Header { status: desk.status(), ..desk.header().clone() },
            pending: session.pending_story().as_ref().map(Told::of),
            gm_asked: asked.filter(|it| it.to == Addressee::Gm && !it.answered).map(|it| it.id).collect(),
            gms,
            players,
            is_plain: desk.setting(TEXT).map(|it| it == "true"),
            hushed: scene.details.free_talk_off
                && scene.stage == Stage::Fighting
                && !scene.paused
                && desk.status() == Status::Fighting,
            scene,
        }
    }

    /// Looks at a fight by its id; one that is over is read from the store.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn at(house: &House, id: EncounterId) -> Result<Peek, Trouble> {
        if let Some(handle) = house.table(id)
            && let Ok(peek) = handle.look(Peek::of).await
        {
            return Ok(peek);
        }
        Ok(Peek::of(&Desk::load(house.store.clone(), id).await?))
    }
}
