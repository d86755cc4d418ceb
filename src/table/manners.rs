//! The manners of the table that are no rules of any system: who stays silent twice in a row is played by the GM until they are
//! back. Kept in memory only: after a restart everybody is thought present.

use crate::{
    engine::{Actor, Addressee, CombatantId, Controller, Seat, view::Viewer},
    rules::{Request, Session},
};
use std::collections::{BTreeMap, BTreeSet};

/// After so many silences in a row a character is the GM's.
const SILENCES: u8 = 2;

/// Who has been silent, and who is away.
#[derive(Default)]
pub(super) struct Manners {
    silences: BTreeMap<Seat, u8>,
    away: Vec<(CombatantId, Seat)>,
}

impl Manners {
    /// The people awaited now, with the combatant each is asked for.
    pub fn awaited(&self, session: &dyn Session) -> Vec<(CombatantId, Seat)> {
        let scene = session.scene(Viewer::Gm);
        let open = scene.prompts.into_iter().filter(|it| !it.answered);
        open.filter_map(|it| match it.to {
            Addressee::Combatant(who) => it.seats.first().map(|seat| (who, *seat)),
            Addressee::Side(_) | Addressee::Gm => None,
        })
        .collect()
    }

    /// Counts the silence of those who were awaited before a deadline passed, and hands over whoever was silent too often.
    pub fn silent(&mut self, session: &dyn Session, before: Vec<(CombatantId, Seat)>) -> Vec<Request> {
        let still = self.awaited(session);
        let gone: Vec<(CombatantId, Seat)> = before.into_iter().filter(|it| !still.contains(it)).collect();
        // Whoever plays five and is asked for all of them at once has been silent once.
        let seats: BTreeSet<Seat> = gone.iter().map(|it| it.1).collect();
        for seat in seats {
            *self.silences.entry(seat).or_insert(0) += 1;
        }
        let mut handed = vec![];
        for (who, seat) in gone {
            let count = self.silences.get(&seat).copied().unwrap_or(0);
            if count >= SILENCES && !self.away.contains(&(who, seat)) {
                self.away.push((who, seat));
                handed.push(Request::Control { who, to: Controller::Gm });
            }
        }
        handed
    }

    /// Whoever acts or answers is back: the characters taken for silence are theirs again.
    pub fn comes_back(&mut self, session: &dyn Session, actor: Actor, request: &Request) -> Option<Request> {
        let Actor::Player(seat) = actor else { return None };
        self.silences.remove(&seat);
        let named = match request {
            Request::Act { who, .. } | Request::Order { who, .. } | Request::Interject { who, .. } => Some(*who),
            Request::Answer { prompt, .. } => {
                let open = session.scene(Viewer::Gm).prompts.into_iter().find(|it| it.id == *prompt)?;
                match open.to {
                    Addressee::Combatant(who) => Some(who),
                    Addressee::Side(_) | Addressee::Gm => None,
                }
            }
            _ => None,
        }?;
        let index = self.away.iter().position(|it| *it == (named, seat))?;
        self.away.remove(index);
        Some(Request::Control { who: named, to: Controller::Player(seat) })
    }
}
