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
    /// Those of them whom their players lend by their own wish.
    lent: BTreeSet<CombatantId>,
}

/// One who's away, as it's kept: the character, the player, and a third number if the player lends the character by their own wish.
type Kept = Vec<u64>;

impl AwayPlayers {
    /// The away players of a resumed fight; `kept` is what [`AwayPlayers::to_keep`] returned.
    pub fn taken_up(session: &dyn Session, kept: &str) -> AwayPlayers {
        let kept: Vec<Kept> = serde_json::from_str(kept).unwrap_or_default();
        let names = session.names(Viewer::Gm);
        // Stored before the handover happened, so it may not have happened.
        let is_away = |who: CombatantId| names.iter().any(|it| it.id == who && it.player.is_none());
        let mut all = AwayPlayers::default();
        for it in kept {
            let (Some(who), Some(seat)) = (it.first().and_then(|it| u16::try_from(*it).ok()), it.get(1)) else {
                continue;
            };
            if is_away(CombatantId(who)) {
                all.leave(vec![(CombatantId(who), Seat(*seat))], it.len() > 2);
            }
        }
        all
    }

    /// Who is away, as JSON.
    pub fn to_keep(&self) -> String {
        let lent = |who: &CombatantId| self.lent.contains(who).then_some(1);
        let away =
            self.away.iter().map(|(who, seat)| [u64::from(who.0), seat.0].into_iter().chain(lent(who)).collect());
        let away: Vec<Kept> = away.collect();
        serde_json::to_string(&away).expect("numbers are JSON")
    }

    /// Who is away: the characters, with their players.
    pub fn all(&self) -> Vec<(CombatantId, Seat)> {
        self.away.clone()
    }

    /// These players are away, by their own wish or for any other reason.
    pub fn leave(&mut self, gone: Vec<(CombatantId, Seat)>, by_wish: bool) {
        for it in gone {
            self.is_back(it.0);
            self.lent.extend(by_wish.then_some(it.0));
            self.away.push(it);
        }
    }

    /// Whether this player is away from this character.
    pub fn is_from(&self, who: CombatantId, seat: Seat) -> bool {
        self.away.contains(&(who, seat))
    }

    /// Marks a character's player as back.
    pub fn is_back(&mut self, who: CombatantId) {
        self.away.retain(|it| it.0 != who);
        self.lent.remove(&who);
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
        let mut all = self.of(session, seat);
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
                all = self.back_at_a_press(session, seat);
                all.retain(|who| names.iter().any(|it| it.id == *who && it.side == *side));
            }
            _ => all.clear(),
        }
        all
    }

    /// A player's characters that the GM or Umpire plays while the player is away. Those that another player has by now aren't among them.
    pub fn of(&self, session: &dyn Session, seat: Seat) -> Vec<CombatantId> {
        let mut all: Vec<CombatantId> = self.away.iter().filter(|it| it.1 == seat).map(|it| it.0).collect();
        if all.is_empty() {
            return all;
        }
        // In the middle of an action, a character changes hands once it's over.
        let is_pending = !session.scene(Viewer::Gm).prompts.is_empty();
        let names = session.names(Viewer::Gm);
        let is_away = |player: Option<Seat>| player.is_none() || (is_pending && player == Some(seat));
        all.retain(|who| names.iter().any(|it| it.id == *who && is_away(it.player)));
        all
    }

    /// Those of them who come back when the player presses anything: all but those whom the player lends while playing another.
    pub fn back_at_a_press(&self, session: &dyn Session, seat: Seat) -> Vec<CombatantId> {
        let mut all = self.of(session, seat);
        let plays = || session.names(Viewer::Gm).iter().any(|it| it.player == Some(seat));
        if !all.is_empty() && plays() {
            all.retain(|it| !self.lent.contains(it));
        }
        all
    }
}
