//! How a fight stood: just before it ended, and how long it took, or at any time before. The end itself lets people come round, so who won is
//! told by who was still up before it.

use super::{fogged, traces::traces};
use crate::engine::{
    GameSystem, Input, Log, LogRow, Transition,
    fog::FogMemory,
    view::{self, Discretion, Scene, Viewer},
};

/// A fight just before its end.
#[derive(Clone, Debug)]
pub struct BeforeTheEnd {
    /// As its GM saw it.
    pub scene: Scene,
    /// How long it took, without the time for which it was closed, in milliseconds.
    pub lasted_ms: i64,
}

/// A moment of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instant {
    /// A time, in milliseconds since the epoch.
    AtMs(i64),
    /// After this row.
    AfterRow(u64),
}

/// Shows how a fight looked at each of these moments, none earlier than the one before. The log is played once.
pub(super) fn looks_back<R: GameSystem>(
    log: &Log<R>,
    viewer: Viewer,
    moments: &[Instant],
    look: &mut dyn FnMut(&Scene),
) {
    let (mut then, mut memory) = (Log::new(log.opening().clone()), FogMemory::default());
    let mut rows = log.rows().iter().peekable();
    for moment in moments {
        let is_past = |it: &&LogRow<R>| match *moment {
            Instant::AtMs(at_ms) => it.at_ms <= at_ms,
            Instant::AfterRow(seq) => it.seq <= seq,
        };
        while let Some(row) = rows.next_if(is_past) {
            fogged::append(&mut then, &mut memory, row.clone());
        }
        let mut scene = view::scene(then.now(), viewer);
        scene.map.traces = traces(&then, viewer, Discretion::Told);
        fogged::cover(&mut scene, then.now().now(), &memory, viewer);
        look(&scene);
    }
}

/// Reads it off the log; the time counts from this row on. `None` if it has no end.
pub(super) fn before_the_end<R: GameSystem>(log: &Log<R>, from_seq: u64) -> Option<BeforeTheEnd> {
    let rows = log.rows();
    let is_end = |it: &LogRow<R>| matches!(it.input, Input::Transition(Transition::FightEnds));
    let end = rows.iter().rposition(is_end)?;
    let from = rows.iter().position(|it| it.seq >= from_seq).unwrap_or(end).min(end);
    let closed = rows[from..=end].windows(2).filter(|it| is_end(&it[0])).map(|it| it[1].at_ms - it[0].at_ms);
    let lasted_ms = rows[end].at_ms - rows[from].at_ms - closed.sum::<i64>();
    let before = Log::read(log.opening().clone(), rows[..end].to_vec()).ok()?;
    Some(BeforeTheEnd { scene: view::scene(before.now(), Viewer::Gm), lasted_ms })
}
