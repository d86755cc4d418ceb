//! A fight of one system with its log: opened, loaded, or decided again. What it can be asked and told is in the files beside it.

use super::{
    super::{request::UserError, story},
    LoadError, ReplayError, fogged,
};
use crate::engine::{
    CombatantId, Encounter, FightState, GameSystem, Log, LogRow, Refusal, Seed,
    fog::FogMemory,
    log::first_impossible,
    panics::survives,
    view::{self, Discretion, Viewer},
};
use std::borrow::Cow;

/// A fight of one system.
pub struct Fight<R: GameSystem> {
    pub(super) log: Log<R>,
    pub(super) discretion: Discretion,
    /// Whether nobody is GM. A setting of the table, not of the fight: its log doesn't have it.
    pub(super) umpire_is_gm: bool,
    /// What's been seen of the board, if it's in fog.
    pub(super) memory: FogMemory,
}

impl<R: GameSystem> Fight<R> {
    /// A fight in which nothing has happened.
    ///
    /// # Errors
    /// Every invalid option, with what's wrong with it.
    pub fn open(options: &[(String, String)]) -> Result<Fight<R>, Vec<(String, String)>> {
        let (mut chosen, mut fog) = (R::Options::default(), false);
        let problem = |(name, value): &(String, String)| {
            let set = match fogged::is_fog(name) {
                true => fogged::wanted::<R>(value).map(|on| fog = on),
                false => R::set_option(&mut chosen, name, value),
            };
            set.err().map(|why| (name.clone(), why))
        };
        let problems: Vec<_> = options.iter().filter_map(problem).collect();
        if !problems.is_empty() {
            return Err(problems);
        }
        let fight = FightState { fog, ..FightState::new(chosen, R::Space::default()) };
        Ok(Fight::of(Log::new(Encounter::new(fight))))
    }

    /// A fight loaded from its opening and its rows.
    pub fn load(opening: &str, rows: &[String]) -> Result<Fight<R>, LoadError> {
        let parts = parsed::<R>(opening, rows)?;
        // Rows are trusted to be as they were written. One that was altered can still parse and refer to something that doesn't exist.
        let read = survives(|| Log::read(parts.0, parts.1));
        let log = read.ok_or_else(|| impossible::<R>(opening, rows))??;
        Ok(Fight::of(log))
    }

    /// A fight from an untrusted source: decides each row again before applying it.
    ///
    /// # Errors
    /// What can't be read, or the first row that differs.
    pub fn replay(opening: &str, rows: &[String], seeds: &[(u64, &Seed)]) -> Result<Fight<R>, ReplayError> {
        let (opening, rows) = parsed::<R>(opening, rows)?;
        Log::check_order(&opening, &rows).map_err(LoadError::Gap)?;
        let log = Log::replay(opening, &rows, seeds)?;
        Ok(Fight::of(log))
    }

    fn of(log: Log<R>) -> Fight<R> {
        let memory = fogged::remembered(&log);
        Fight { log, discretion: Discretion::Told, umpire_is_gm: false, memory }
    }

    /// The typed log, for callers that know the system.
    pub fn log(&self) -> &Log<R> {
        &self.log
    }

    pub(super) fn now(&self) -> &Encounter<R> {
        self.log.now()
    }

    pub(super) fn fight(&self) -> &FightState<R> {
        self.now().now()
    }

    /// The fight as this viewer knows it.
    pub(super) fn known_to(&self, viewer: Viewer) -> Cow<'_, FightState<R>> {
        view::as_known(self.fight(), viewer, self.discretion)
    }

    /// The fight as the combatant's own side knows it, so that words about it mention no one else.
    pub(super) fn known_to_side_of(&self, who: CombatantId) -> Cow<'_, FightState<R>> {
        let side = self.fight().find(who).map(|it| it.side);
        side.map_or(Cow::Borrowed(self.fight()), |side| self.known_to(Viewer::Side(side)))
    }

    pub(super) fn refused(&self, refusal: &Refusal<R>) -> UserError {
        story::refused(self.fight(), Viewer::Everyone, refusal, self.discretion)
    }
}

/// Parses an opening and its rows.
fn parsed<R: GameSystem>(opening: &str, rows: &[String]) -> Result<(Encounter<R>, Vec<LogRow<R>>), LoadError> {
    let opening = serde_json::from_str(opening).map_err(LoadError::Opening)?;
    let read = |(index, row): (usize, &String)| {
        serde_json::from_str(row).map_err(|why| LoadError::Row { row: index + 1, why })
    };
    Ok((opening, rows.iter().enumerate().map(read).collect::<Result<_, _>>()?))
}

/// Why rows can't be applied: which row refers to something that doesn't exist. Otherwise rows are trusted, so that a fight is never lost
/// to a harmless bad reference.
fn impossible<R: GameSystem>(opening: &str, rows: &[String]) -> LoadError {
    let Ok((opening, rows)) = parsed::<R>(opening, rows) else { return LoadError::Impossible };
    let found = survives(|| first_impossible(&opening, &rows));
    match found.flatten() {
        Some((seq, what)) => LoadError::Missing { row: seq as usize, what },
        None => LoadError::Impossible,
    }
}
