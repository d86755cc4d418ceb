//! A rule of the table rather than of any system: a player who is silent twice in a row has their character played by somebody else until
//! they're back. Silences are only counted in memory; who is away survives a restart, because those characters have to be given back.

use crate::{
    engine::{Actor, Addressee, CombatantId, Seat, view::Viewer},
    rules::{Request, Session},
};
use std::collections::{BTreeMap, BTreeSet};

/// The number of silences in a row after which the GM plays a character.
const SILENCES: u8 = 2;

/// Who has been silent, and who is away.
#[derive(Default)]
pub(super) struct AwayPlayers {
    silences: BTreeMap<Seat, u8>,
    away: Vec<(CombatantId, Seat)>,
}

impl AwayPlayers {
    /// The away players of a resumed fight; `kept` is what [`AwayPlayers::to_keep`] returned.
    pub fn taken_up(session: &dyn Session, kept: &str) -> AwayPlayers {
        let kept: Vec<(u16, u64)> = serde_json::from_str(kept).unwrap_or_default();
        let names = session.names(Viewer::Gm);
        // Stored before the handover happened, so it may not have happened.
        let is_away = |who: CombatantId| names.iter().any(|it| it.id == who && it.player.is_none());
        let away = kept.into_iter().map(|(who, seat)| (CombatantId(who), Seat(seat)));
        AwayPlayers { silences: BTreeMap::new(), away: away.filter(|it| is_away(it.0)).collect() }
    }

    /// Who is away, as JSON.
    pub fn to_keep(&self) -> String {
        let away: Vec<(u16, u64)> = self.away.iter().map(|(who, seat)| (who.0, seat.0)).collect();
        serde_json::to_string(&away).expect("numbers are JSON")
    }

    /// Who is away: the characters, with their players.
    pub fn all(&self) -> Vec<(CombatantId, Seat)> {
        self.away.clone()
    }

    /// These players are away, whatever the reason.
    pub fn leave(&mut self, gone: Vec<(CombatantId, Seat)>) {
        self.away.retain(|it| !gone.contains(it));
        self.away.extend(gone);
    }

    /// Marks a character's player as back.
    pub fn is_back(&mut self, who: CombatantId) {
        self.away.retain(|it| it.0 != who);
    }

    /// The people being waited for, with the combatant each is asked for.
    pub fn awaited(&self, session: &dyn Session) -> Vec<(CombatantId, Seat)> {
        let scene = session.scene(Viewer::Gm);
        let open = scene.prompts.into_iter().filter(|it| !it.answered);
        open.filter_map(|it| match it.to {
            Addressee::Combatant(who) => it.seats.first().map(|seat| (who, *seat)),
            Addressee::Side(_) | Addressee::Gm => None,
        })
        .collect()
    }

    /// Counts the silence of those who were awaited before a deadline passed, and hands the characters of anyone silent too often to the
    /// GM.
    pub fn silent(&mut self, session: &dyn Session, before: Vec<(CombatantId, Seat)>) -> Vec<CombatantId> {
        let still = self.awaited(session);
        let gone: Vec<(CombatantId, Seat)> = before.into_iter().filter(|it| !still.contains(it)).collect();
        // A player asked for five characters at once has been silent only once.
        let seats: BTreeSet<Seat> = gone.iter().map(|it| it.1).collect();
        for seat in seats {
            *self.silences.entry(seat).or_insert(0) += 1;
        }
        let mut handed = vec![];
        for (who, seat) in gone {
            let count = self.silences.get(&seat).copied().unwrap_or(0);
            if count >= SILENCES && !self.away.contains(&(who, seat)) {
                self.away.push((who, seat));
                handed.push(who);
            }
        }
        handed
    }

    /// A player who acts, answers or passes is back: returns those of their characters, played by somebody else, that it's about. They stay
    /// away until [`AwayPlayers::is_back`] says otherwise.
    pub fn comes_back(&mut self, session: &dyn Session, actor: Actor, request: &Request) -> Vec<CombatantId> {
        let Actor::Player(seat) = actor else { return vec![] };
        self.silences.remove(&seat);
        let mut all = self.of(seat);
        match request {
            Request::Act { who, .. } | Request::Order { who, .. } | Request::Interject { who, .. } => {
                all.retain(|it| it == who);
            }
            Request::Answer { prompt, .. } => {
                let prompts = session.scene(Viewer::Gm).prompts;
                let asked = prompts.iter().find(|it| it.id == *prompt).map(|it| it.to);
                all.retain(|it| asked == Some(Addressee::Combatant(*it)));
            }
            Request::Pass { side } => {
                let names = session.names(Viewer::Gm);
                all.retain(|who| names.iter().any(|it| it.id == *who && it.side == *side));
            }
            _ => all.clear(),
        }
        all
    }

    /// A player's characters that somebody else plays while the player is away.
    pub fn of(&self, seat: Seat) -> Vec<CombatantId> {
        self.away.iter().filter(|it| it.1 == seat).map(|it| it.0).collect()
    }
}
