//! What happened, a line a round, for somebody who comes back to a fight: who put whom down, who wounded whom. It's read off the log, and it
//! names only what its reader has been told of: whoever they don't see now did nothing.

use crate::engine::{
    BlowTally, CombatantId, Encounter, FightState, GameSystem, Input, Log, LogRow,
    encounter::Effect,
    view::{self, Discretion, Mark, Viewer},
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
    /// The round in a line: "Round 2: Sybilla put Bandit 1 down; the Leader wounded Theobald."
    pub fn line(&self) -> String {
        let when = match self.round {
            0 => "Before round 1".to_owned(),
            round => format!("Round {round}"),
        };
        match self.deeds.is_empty() {
            true => format!("{when}: nothing to tell."),
            false => format!("{when}: {}.", self.deeds.join("; ")),
        }
    }
}

/// What became of somebody in an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    Wounded,
    Down,
    Up,
}

/// Something worth telling.
struct Event {
    /// The row that began the action.
    began: u64,
    round: u32,
    by: Option<CombatantId>,
    whom: CombatantId,
    turn: Turn,
    text: String,
}

/// Every round up to now, in order, as this viewer may know them.
pub(super) fn recap<R: GameSystem>(log: &Log<R>, viewer: Viewer, discretion: Discretion) -> Vec<RoundRecap> {
    let mut again = Log::new(log.opening().clone());
    let mut events: Vec<Event> = vec![];
    let (mut began, mut doer) = (0, None);
    for row in log.rows() {
        let before = again.now().clone();
        if before.pending.is_none() {
            began = row.seq;
            doer = match &row.input {
                Input::Act { who, .. } => Some(*who),
                _ => None,
            };
        }
        again.append(row.clone());
        match &row.effect {
            Effect::Reverted { from } => events.retain(|it| it.began < *from),
            Effect::Withdrawn => events.retain(|it| it.began != began),
            Effect::Ran { .. } => {
                // What the GM changes by hand is nobody's deed, even in the middle of one.
                let by_hand = matches!(row.input, Input::Patch(_));
                let cause = (began, if by_hand { None } else { doer });
                let kept = discretion == Discretion::Kept;
                if !(kept && view::begins_unseen(again.now().now(), viewer)) {
                    events.extend(changes(&before, row, again.now(), viewer, cause));
                }
            }
            _ => {}
        }
    }
    let last = again.now().now().turns.round;
    let first = if events.iter().any(|it| it.round == 0) { 0 } else { 1 };
    let deeds = |round: u32| told(events.iter().filter(|it| it.round == round).collect());
    (first..=last).map(|round| RoundRecap { round, deeds: deeds(round) }).collect()
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

/// Who was wounded, put down or brought back by a row, of those whom the viewer sees and was told about.
fn changes<R: GameSystem>(
    before: &Encounter<R>,
    row: &LogRow<R>,
    after: &Encounter<R>,
    viewer: Viewer,
    (began, doer): (u64, Option<CombatantId>),
) -> Vec<Event> {
    let Effect::Ran { records, .. } = &row.effect else { return vec![] };
    let (then, now) = (before.now(), after.now());
    let sees = |who: CombatantId| now.find(who).is_some_and(|it| viewer.sees(now, it));
    let by = doer.filter(|it| sees(*it));
    let mut tally = BlowTally::default();
    records.iter().for_each(|it| R::tally(it, &mut tally));
    let is_hurt = |who| tally.suffered().iter().any(|it| it.0 == who && it.1 > 0.0);
    let mut lines: Option<Vec<view::Line>> = None;
    let mut events = vec![];
    for it in now.combatants.iter().filter(|it| sees(it.id)) {
        let Some(turn) = turn(then, now, it.id, is_hurt(it.id)) else { continue };
        // What nobody has read of didn't happen yet, as far as they know.
        let lines = lines.get_or_insert_with(|| R::story_lines(now, records));
        let is_told = |line: &view::Line| viewer.may_read(now, line.audience) && line.text.contains(&*it.name);
        if !lines.iter().any(is_told) {
            continue;
        }
        let other = by.filter(|by| *by != it.id).map(|by| now.name(by));
        let text = match (turn, other) {
            (Turn::Wounded, Some(by)) => format!("{by} wounded {}", it.name),
            (Turn::Wounded, None) => format!("{} was wounded", it.name),
            (Turn::Down, Some(by)) => format!("{by} put {} down", it.name),
            (Turn::Down, None) => format!("{} is out ({})", it.name, R::standing(now, it).1),
            (Turn::Up, Some(by)) => format!("{by} got {} back up", it.name),
            (Turn::Up, None) => format!("{} is back", it.name),
        };
        events.push(Event { began, round: then.turns.round, by, whom: it.id, turn, text });
    }
    events
}

/// What became of somebody between two states of a fight; `is_hurt` if harm was done to them in between.
fn turn<R: GameSystem>(then: &FightState<R>, now: &FightState<R>, who: CombatantId, is_hurt: bool) -> Option<Turn> {
    let is_down = |fight: &FightState<R>| fight.find(who).map(|it| R::standing(fight, it).0 == Mark::Down);
    match (is_down(then)?, is_down(now)?) {
        (false, true) => Some(Turn::Down),
        (true, false) => Some(Turn::Up),
        (false, false) if is_hurt => Some(Turn::Wounded),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(by: u16, whom: u16, turn: Turn, text: &str) -> Event {
        let by = Some(CombatantId(by));
        Event { began: 1, round: 1, by, whom: CombatantId(whom), turn, text: text.to_owned() }
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
