//! A fight's fog: how it's laid, how its memory goes along with the log, and what's taken out of scenes.

use crate::{
    engine::{
        Encounter, FightState, GameSystem, Log, LogRow, Record, TableFact,
        fog::FogMemory,
        view::{Scene, Viewer},
    },
    rules::{names, wording},
};

/// The fog's name among a fight's values and options.
pub(super) const FOG: &str = "fog";

/// Whether this is the fog's name.
pub(super) fn is_fog(name: &str) -> bool {
    names::key(name) == FOG
}

/// Whether fog is to be laid.
///
/// # Errors
/// Why it can't be, or what's wrong with the word.
pub(super) fn wanted<R: GameSystem>(value: &str) -> Result<bool, String> {
    let on = wording::yes(value).map_err(|_| format!("fog can be on or off, not \u{201c}{}\u{201d}.", value.trim()))?;
    match R::SIGHT {
        None if on => Err(
            "Fog needs lines of sight, which only boards of squares have; this system plays in zones. Hide whoever the players don\u{2019}t see \
             with /gm hide."
                .to_owned(),
        ),
        _ => Ok(on),
    }
}

/// Puts a row into the log, and its memory of what was seen along with it.
pub(super) fn append<R: GameSystem>(log: &mut Log<R>, memory: &mut FogMemory, row: LogRow<R>) {
    if !memory.concerns(log.now().now(), &row) {
        return log.append(row);
    }
    let before: Encounter<R> = log.now().clone();
    log.append(row.clone());
    memory.follow(&before, &row, log.now());
}

/// What was seen in a log.
pub(super) fn remembered<R: GameSystem>(log: &Log<R>) -> FogMemory {
    let lays = |it: &LogRow<R>| it.effect.records().iter().any(|it| matches!(it, Record::Fact(TableFact::FogSet(_))));
    let mut memory = FogMemory::default();
    if log.opening().now().fog || log.rows().iter().any(lays) {
        let mut again = Log::new(log.opening().clone());
        log.rows().iter().for_each(|row| append(&mut again, &mut memory, row.clone()));
    }
    memory
}

/// Takes out of a scene what this viewer's characters don't see.
pub(super) fn cover<R: GameSystem>(scene: &mut Scene, fight: &FightState<R>, memory: &FogMemory, viewer: Viewer) {
    if let Some(seen) = memory.seen_by(fight, viewer) {
        seen.cover(scene, fight, viewer);
    }
}
