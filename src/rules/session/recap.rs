//! What happened, a line a round, for somebody who comes back to a fight: who put whom down, who wounded whom. It's read off the log, and it
//! names only what its reader has been told of: whoever they don't see now did nothing.

use super::looking_back::{Deed, Noted, Step, Turn, look_back};
use crate::engine::{
    CombatantId, GameSystem, Log,
    view::{Discretion, Viewer},
};

/// What happened in a round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundRecap {
    /// The round; 0 for what came before the first.
    pub round: u32,
    /// What happened, as clauses: "Sybilla put Bandit 1 down".
    pub deeds: Vec<String>,
}

impl RoundRecap {
    /// Which round: "Round 2".
    pub fn label(&self) -> String {
        match self.round {
            0 => "Before round 1".to_owned(),
            round => format!("Round {round}"),
        }
    }

    /// The round in a line: "Round 2: Sybilla put Bandit 1 down; the Leader wounded Theobald."
    pub fn line(&self) -> String {
        let when = self.label();
        match self.deeds.is_empty() {
            true => format!("{when}: nothing to tell."),
            false => format!("{when}: {}.", self.deeds.join("; ")),
        }
    }
}

/// Something worth telling.
struct Event {
    round: u32,
    by: Option<CombatantId>,
    whom: CombatantId,
    turn: Turn,
    text: String,
}

/// Every round up to now, in order, as this viewer may know them.
pub(super) fn recap<R: GameSystem>(log: &Log<R>, viewer: Viewer, discretion: Discretion) -> Vec<RoundRecap> {
    let mut events = Noted::default();
    look_back(log, viewer, discretion, |step| {
        events.follow(step);
        step.deeds().iter().for_each(|it| events.note(step.began, event(step, it)));
    });
    let last = log.now().now().turns.round;
    let first = if events.iter().any(|it: &Event| it.round == 0) { 0 } else { 1 };
    let deeds = |round: u32| told(events.iter().filter(|it| it.round == round).collect());
    (first..=last).map(|round| RoundRecap { round, deeds: deeds(round) }).collect()
}

/// A deed in words.
fn event<R: GameSystem>(step: &Step<'_, R>, deed: &Deed) -> Event {
    let now = step.after.now();
    let (whom, by) = (now.combatant(deed.whom), deed.by.map(|by| now.name(by)));
    let text = match (deed.turn, by) {
        (Turn::Wounded, Some(by)) => format!("{by} wounded {}", whom.name),
        (Turn::Wounded, None) => format!("{} was wounded", whom.name),
        (Turn::Down, Some(by)) => format!("{by} put {} down", whom.name),
        (Turn::Down, None) => format!("{} is out ({})", whom.name, R::standing(now, whom).1),
        (Turn::Up, Some(by)) => format!("{by} got {} back up", whom.name),
        (Turn::Up, None) => format!("{} is back", whom.name),
    };
    Event { round: step.before.now().turns.round, by: deed.by, whom: deed.whom, turn: deed.turn, text }
}

/// A round's events in words: each once, and nobody is wounded first whom the same one puts down.
fn told(events: Vec<&Event>) -> Vec<String> {
    let is_more = |it: &Event, other: &Event| (it.by, it.whom) == (other.by, other.whom) && it.turn < other.turn;
    let mut deeds: Vec<String> = vec![];
    for (index, event) in events.iter().enumerate() {
        let is_outdone = event.turn == Turn::Wounded && events[index..].iter().any(|other| is_more(event, other));
        if !is_outdone && !deeds.contains(&event.text) {
            deeds.push(event.text.clone());
        }
    }
    deeds
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(by: u16, whom: u16, turn: Turn, text: &str) -> Event {
        let by = Some(CombatantId(by));
        Event { round: 1, by, whom: CombatantId(whom), turn, text: text.to_owned() }
    }

    /// Whoever is put down needn't be told as wounded by the same one first; others' wounds stay, and nothing is told twice.
    #[test]
    fn a_round_tells_the_most_that_happened() {
        let all = [
            event(1, 2, Turn::Wounded, "Ana wounded Orc"),
            event(3, 2, Turn::Wounded, "Bo wounded Orc"),
            event(3, 2, Turn::Wounded, "Bo wounded Orc"),
            event(1, 2, Turn::Down, "Ana put Orc down"),
        ];
        let deeds = told(all.iter().collect());
        assert_eq!(deeds, ["Bo wounded Orc", "Ana put Orc down"]);
        let round = RoundRecap { round: 2, deeds };
        assert_eq!(round.line(), "Round 2: Bo wounded Orc; Ana put Orc down.");
        assert_eq!(RoundRecap { round: 3, deeds: vec![] }.line(), "Round 3: nothing to tell.");
    }
}
