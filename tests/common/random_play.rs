//! What must hold in every fight of every rule system, checked over random play from a seed: everything listed is accepted, the fold of the
//! rows is the state, no prompt id is reused, no deadline is lost, nobody sees hidden combatants, the audit passes.

use super::GM;
use std::{collections::BTreeSet, fmt::Debug};
use umpire::engine::{
    Actor, Controller, Encounter, FightState, GameSystem, Input, Log, LogRow, PromptId, Refusal, Seat, Seeded, Stage,
    TableFact, Transition,
    fight_state::AnswerPace,
    random_play::{self, PlayEnd, PlayRng, PlayStyle},
    view::{Discretion, Viewer, scene},
};

/// What the GM of a random fight does now and then, in addition to what's the same for all systems.
pub type Meddling<R> = fn(&FightState<R>, &mut PlayRng) -> Vec<TableFact<R>>;

/// How many actions of one combatant are tried at each stop.
const MOST_ACTIONS: usize = 40;

/// Prints the seed of a failing fight, so that it can be replayed.
struct Confession {
    system: &'static str,
    seed: u64,
    rows: usize,
}

impl Drop for Confession {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("random play of {} with seed {} failed after {} rows", self.system, self.seed, self.rows);
        }
    }
}

/// Plays one fight and checks everything after every row. Returns how it ended.
pub fn holds_together<R: GameSystem>(
    opening: &Encounter<R>,
    seed: u64,
    meddling: Meddling<R>,
    most_rows: usize,
) -> PlayEnd {
    let mut confession = Confession { system: R::NAME, seed, rows: 0 };
    let mut rng = PlayRng::new(seed);
    let style = if rng.percent(70) { PlayStyle::UNRULY } else { PlayStyle::BRISK };
    let dice_seed = super::seed(seed);
    let mut log = Log::new(opening.clone());
    let mut folded = Log::new(opening.clone());
    let mut closed: BTreeSet<PromptId> = BTreeSet::new();
    let mut at_ms = 0;
    let rest = loop {
        confession.rows = log.rows().len();
        if confession.rows >= most_rows {
            break PlayEnd::Cut;
        }
        if rng.percent(30) {
            everything_listed_is_accepted(log.now());
        }
        nonsense_is_refused(log.now(), &closed, &mut rng, at_ms);
        let rows = if let Some(row) = meddle(&log, &mut rng, meddling, at_ms) {
            vec![row]
        } else {
            let Some(step) = random_play::next(log.now(), &mut rng, style, at_ms) else {
                break if log.now().fight.stage == Stage::Over { PlayEnd::Over } else { PlayEnd::Stuck };
            };
            at_ms = step.at_ms;
            let mut dice = Seeded::at(&dice_seed, log.now().used);
            let mut after = log.now().clone();
            let rows = after.advance(step.actor, step.input.clone(), &mut dice, at_ms);
            rows.unwrap_or_else(|refusal| panic!("{step:?} was listed, but: {refusal:?}"))
        };
        for row in rows {
            let before: Vec<PromptId> = log.now().prompts().iter().map(|it| it.id).collect();
            take_in(&mut log, &mut folded, row);
            let open: Vec<PromptId> = log.now().prompts().iter().map(|it| it.id).collect();
            closed.extend(before.into_iter().filter(|it| !open.contains(it) && !covered(log.now(), *it)));
            assert!(open.iter().all(|it| !closed.contains(it)), "a prompt id came back: {open:?}");
            no_deadline_is_lost(log.now());
            nobody_sees_the_hidden(log.now());
        }
    };
    let again = Log::fold(opening.clone(), log.rows().to_vec());
    assert!(again.now() == log.now(), "the fold of all rows is the state");
    log.audit(&dice_seed).unwrap_or_else(|found| panic!("{found}"));
    rest
}

/// A question covered by a nested one can come back with its id.
fn covered<R: GameSystem>(encounter: &Encounter<R>, id: PromptId) -> bool {
    encounter.pending.as_ref().is_some_and(|it| it.began_seq == id.seq)
}

fn take_in<R: GameSystem>(log: &mut Log<R>, folded: &mut Log<R>, row: LogRow<R>) {
    let text = serde_json::to_string(&row).expect("a row is a plain value");
    let read: LogRow<R> = serde_json::from_str(&text).expect("a row reads back");
    assert!(read == row, "a row reads back as it was written: {text}");
    log.append(row);
    folded.append(read);
    assert!(folded.now() == log.now(), "the fold is the state after {text}");
}

/// Undo, patches, orders and other people's actions, in one of twelve steps.
fn meddle<R: GameSystem>(log: &Log<R>, rng: &mut PlayRng, meddling: Meddling<R>, at_ms: i64) -> Option<LogRow<R>> {
    let encounter = log.now();
    let fight = encounter.now();
    let ids: Vec<_> = fight.ids().collect();
    if fight.stage != Stage::Fighting || !rng.percent(8) {
        return None;
    }
    let who = *rng.pick(&ids)?;
    let input = match rng.below(6) {
        0 if encounter.pending.is_none() => return log.undo(GM, Discretion::Told, at_ms).ok()?.rows.pop(),
        1 => {
            let menu = R::order_menu();
            let orders = rng.pick(&menu).map(|it| it.1.clone()).into_iter().filter(|_| rng.percent(60));
            Input::Orders { who, orders: std::sync::Arc::new(orders.collect()) }
        }
        2 => Input::Patch(vec![TableFact::Hid { who, hidden: !fight.combatant(who).hidden }]),
        3 => {
            let to = if rng.percent(50) { Controller::Gm } else { Controller::Player(Seat(11)) };
            Input::Patch(vec![TableFact::ControlPassed { who, to }, TableFact::PaceSet(pace(rng))])
        }
        _ => Input::Patch(meddling(fight, rng)),
    };
    let mut none = umpire::engine::Scripted::default();
    let decided = encounter.decide(GM, input.clone(), &mut none, at_ms);
    assert!(none.take_fault().is_none() || decided.is_ok(), "only a patch that lets an action go on rolls");
    match decided {
        Ok(row) if row.faces.is_empty() => Some(row),
        Ok(_) => None, // it would roll, and the seed's dice aren't available here
        Err(refusal) => panic!("{input:?} of the GM is refused: {refusal:?}"),
    }
}

fn pace(rng: &mut PlayRng) -> AnswerPace {
    [AnswerPace::LIVE, AnswerPace::RELAXED, AnswerPace::NO_CLOCK][rng.below(3)]
}

/// Everything listed is accepted and leads somewhere; and every combatant who can act has something listed.
fn everything_listed_is_accepted<R: GameSystem>(encounter: &Encounter<R>) {
    if encounter.pending.is_some() || encounter.fight.stage != Stage::Fighting {
        return;
    }
    let fight = &encounter.fight;
    let ready = R::may_act(fight);
    for who in fight.ids() {
        let actions = random_play::actions(fight, who, MOST_ACTIONS);
        let actions = actions.unwrap_or_else(|draft| panic!("{draft:?} of {who} leads nowhere"));
        for action in &actions {
            let legal = R::check(fight, who, action);
            assert!(legal.is_ok(), "{action:?} of {who} is listed, but: {legal:?}");
        }
        assert_eq!(ready.contains(&who), !actions.is_empty(), "{who} may act if there is something to do");
    }
}

/// Strangers, old buttons and answers nobody offered are refused; so is a second action while one is pending.
fn nonsense_is_refused<R: GameSystem>(
    encounter: &Encounter<R>,
    closed: &BTreeSet<PromptId>,
    rng: &mut PlayRng,
    at_ms: i64,
) {
    let mut none = umpire::engine::Scripted::default();
    let mut refusal = |actor, input| match encounter.decide(actor, input, &mut none, at_ms) {
        Ok(row) => panic!("accepted: {row:?}"),
        Err(refusal) => refusal,
    };
    let stranger = Actor::Player(Seat(99));
    if let Some(prompt) = encounter.prompts().first().filter(|_| !encounter.paused) {
        let answer = |id| Input::Answer { prompt: id, choice: prompt.offers[0].clone() };
        let refused = refusal(stranger, answer(prompt.id));
        assert!(matches!(refused, Refusal::NotAsked(_) | Refusal::Closed), "{refused:?}");
        if let Some(old) = rng.pick(&closed.iter().copied().collect::<Vec<_>>()) {
            assert_eq!(refusal(GM, answer(*old)), Refusal::Closed);
        }
        assert!(matches!(refusal(GM, Input::Transition(Transition::RoundBegins)), Refusal::Busy(_)));
    }
    for input in [Input::Resume, Input::Patch(vec![]), Input::Transition(Transition::FightEnds), Input::Withdraw] {
        refusal(stranger, input);
    }
}

/// An unanswered question has its deadline or, while the table is paused, its time left; the clock between actions is stopped while
/// anything is pending.
fn no_deadline_is_lost<R: GameSystem>(encounter: &Encounter<R>) {
    let timed = encounter.fight.pace.prompt_ms.is_some();
    for prompt in encounter.prompts() {
        let (deadline, left) = (prompt.deadline_ms.is_some(), prompt.paused_left_ms.is_some());
        assert_eq!((deadline, left), (timed && !encounter.paused, timed && encounter.paused), "{prompt:?}");
        assert!(prompt.offers.len() > 1, "nobody is asked what has one answer");
    }
    let runs = encounter.clock_deadline_ms().is_some();
    let may = encounter.pending.is_none() && !encounter.paused && encounter.fight.clock.is_some();
    assert_eq!(runs, may && encounter.fight.stage != Stage::Over);
    if let Some(pending) = &encounter.pending {
        assert!(pending.prompts.iter().any(|it| it.answered.is_none()), "somebody is awaited");
    }
}

/// No stranger's scene contains the name of a combatant hidden from them. (The names are chosen so that none is part of another word.)
fn nobody_sees_the_hidden<R: GameSystem>(encounter: &Encounter<R>) {
    let fight = encounter.now();
    for viewer in [Viewer::Everyone, Viewer::Seat(Seat(11)), Viewer::Seat(Seat(99)), Viewer::Gm] {
        let unseen: Vec<_> = fight.combatants.iter().filter(|it| !viewer.sees(fight, it)).collect();
        if unseen.is_empty() && viewer != Viewer::Gm {
            continue;
        }
        let text = format!("{:?}", scene(encounter, viewer));
        for it in unseen {
            assert!(!text.contains(&*it.name), "{viewer:?} reads of {}: {text}", it.name);
        }
    }
}

/// Plays many fights; at least one of them must come to its end.
pub fn hold_together<R: GameSystem + Debug>(
    opening: &Encounter<R>,
    seeds: std::ops::Range<u64>,
    meddling: Meddling<R>,
    most_rows: usize,
) {
    let rests: Vec<PlayEnd> = seeds.map(|seed| holds_together(opening, seed, meddling, most_rows)).collect();
    assert!(!rests.contains(&PlayEnd::Stuck), "no fight gets stuck");
    assert!(rests.contains(&PlayEnd::Over), "some fights come to their end");
}
