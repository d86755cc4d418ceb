//! The bodies of the fuzz targets (`fuzz/`), which `engine_random.rs` also runs on seeded bytes, so that every check tries them. They
//! assert little: they prove that nothing panics.

use super::{c, instant_fights, seat};
use crate::toys::instants::{Action, Choice, Duel, Note, Options, StandingOrder};
use std::sync::Arc;
use umpire::engine::{
    Actor, ClockOn, Controller, Encounter, Input, Log, LogRow, PromptId, Scripted, Seat, SideId, Stage, TableFact,
    Transition, TurnClock,
    fight_state::AnswerPace,
    view::{Discretion, Viewer, scene},
};

/// Bytes taken one by one; past the end they're all 0.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn byte(&mut self) -> u8 {
        self.0.next().copied().unwrap_or_default()
    }

    fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    /// A combatant in the fight; with `c9`, perhaps not.
    fn who(&mut self) -> umpire::engine::CombatantId {
        c([1, 2, 3, 4, 1, 2, 3, 9][self.below(8)])
    }

    fn time(&mut self) -> i64 {
        match self.below(8) {
            0 => i64::MAX,
            1 => i64::MIN,
            _ => (i64::from(self.byte()) - 20) * 700,
        }
    }
}

/// Any bytes as a sequence of inputs: whatever players, clocks and the GM do, a fight is never lost to a panic, a refused input changes
/// nothing, and every accepted row can be read back.
pub fn inputs(data: &[u8]) {
    let mut bytes = Bytes(data.iter());
    let options = Options { clock_ms: (bytes.byte().is_multiple_of(2)).then_some(15_000) };
    let mut log = Log::new(instant_fights::fight_of(&[1, 2, 2, 1], options).now().clone());
    let mut at_ms = 0i64;
    for _ in 0..data.len().min(200) {
        if bytes.0.len() == 0 {
            break;
        }
        at_ms = at_ms.saturating_add(bytes.time());
        let actor = [Actor::Gm(Seat(1)), Actor::Table, Actor::Player(seat(1)), Actor::Player(seat(2))][bytes.below(4)];
        let mut dice: Scripted = (0..40).map(|_| (20, 1 + bytes.below(20) as u16)).collect();
        let mut after = log.now().clone();
        if bytes.below(16) == 0 {
            for row in log.undo(actor, Discretion::Told, at_ms).map_or_else(|_| vec![], |it| it.rows) {
                log.append(row);
            }
            continue;
        }
        let input = input(&mut bytes, log.now());
        let Ok(rows) = after.advance(actor, input, &mut dice, at_ms) else { continue };
        for row in rows {
            let text = serde_json::to_string(&row).expect("a row is a plain value");
            assert!(serde_json::from_str::<LogRow<Duel>>(&text).expect("a row reads back") == row);
            log.append(row);
        }
        assert!(*log.now() == after);
        look(&after);
    }
}

fn input(bytes: &mut Bytes<'_>, encounter: &Encounter<Duel>) -> Input<Duel> {
    let who = bytes.who();
    match bytes.below(14) {
        0 | 1 => Input::Act { who, action: action(bytes) },
        2 => Input::pass(SideId(bytes.byte() % 4)),
        3 => Input::Interject { who, choice: choice(bytes) },
        4 => Input::Orders { who, orders: Arc::new(vec![StandingOrder::NeverAsk, StandingOrder::AlwaysParry]) },
        5 | 6 => Input::Tick,
        7 => [Input::Withdraw, Input::Pause, Input::Resume, Input::Undo { from: u64::MAX }][bytes.below(4)].clone(),
        8 => Input::Transition(Transition::FightBegins),
        9 | 10 => Input::Patch((0..bytes.below(3)).map(|_| fact(bytes)).collect()),
        _ => {
            let open = encounter.prompts().get(bytes.below(3));
            let any = PromptId { seq: u64::from(bytes.byte()), ordinal: u32::from(bytes.byte() % 3) };
            let offered = open.and_then(|it| it.offers.get(bytes.below(3)).cloned());
            Input::Answer { prompt: open.map_or(any, |it| it.id), choice: offered.unwrap_or_else(|| choice(bytes)) }
        }
    }
}

fn action(bytes: &mut Bytes<'_>) -> Action {
    match bytes.below(9) {
        0 => Action::Attack(bytes.who()),
        1 => Action::Shoot(bytes.who()),
        2 => Action::Blast,
        3 => Action::Watch,
        4 => Action::Hide,
        5 => Action::Rally,
        6 => Action::Appeal,
        7 => Action::Tally,
        _ => Action::Wait,
    }
}

fn choice(bytes: &mut Bytes<'_>) -> Choice {
    match bytes.below(6) {
        0 => Choice::Brace,
        1 => Choice::Snap(bytes.who()),
        2 => Choice::HideBehind(bytes.who()),
        3 => Choice::Agree,
        4 => Choice::StepIn,
        _ => Choice::TakeIt,
    }
}

/// What a GM can do by hand, with combatants in the fight and others who aren't.
fn fact(bytes: &mut Bytes<'_>) -> TableFact<Duel> {
    let who = bytes.who();
    let side = SideId(bytes.byte() % 4);
    match bytes.below(14) {
        0 => TableFact::System(Note::Hurt { who, by: i32::from(bytes.byte()) - 128 }),
        1 => TableFact::Hid { who, hidden: bytes.byte().is_multiple_of(2) },
        2 => TableFact::ControlPassed { who, to: Controller::Player(seat(2)) },
        3 => TableFact::PaceSet(AnswerPace { prompt_ms: Some(bytes.time()) }),
        4 => TableFact::ClockSet(Some(TurnClock { on: ClockOn::Side(side), left_ms: bytes.time() })),
        5 => TableFact::ClockSet(Some(TurnClock { on: ClockOn::Combatant(who), left_ms: bytes.time() })),
        6 => TableFact::TurnBegan(who),
        7 => TableFact::TurnEnded(who),
        8 => TableFact::SideUp(side),
        9 => TableFact::Left(who),
        10 => TableFact::RoundBegan(u32::from(bytes.byte())),
        11 => TableFact::PassVoted { side, seat: seat(2) },
        12 => TableFact::StageSet([Stage::Gathering, Stage::Fighting, Stage::Over][bytes.below(3)]),
        _ => TableFact::ResourceSet {
            who,
            resource: crate::toys::instants::Resource::Main,
            left: u16::from(bytes.byte()),
        },
    }
}

/// Any bytes that parse as a row can be folded into any state: a log that was written by another build, or is damaged but still parses, is
/// at worst a strange fight.
pub fn rows(data: &[u8]) {
    let Ok(row) = serde_json::from_slice::<LogRow<Duel>>(data) else { return };
    let mut table = instant_fights::encounter();
    fold_one(table.now(), row.clone());
    table.faces([(20, 15)]);
    table.act(1, Action::Attack(c(2)));
    fold_one(table.now(), row.clone());
    table.at_ms = 9_000;
    table.ok(super::GM, Input::Pause);
    fold_one(table.now(), row);
}

fn fold_one(state: &Encounter<Duel>, mut row: LogRow<Duel>) {
    row.seq = state.seq;
    let mut log = Log::new(state.clone());
    log.append(row);
    look(log.now());
}

/// Draws the fight for everyone.
fn look(encounter: &Encounter<Duel>) {
    encounter.next_deadline_ms();
    for viewer in [Viewer::Everyone, Viewer::Side(SideId(1)), Viewer::Seat(seat(2)), Viewer::Gm] {
        scene(encounter, viewer);
    }
}

/// A row as text, with a few of its bytes or numbers changed.
pub fn damaged(text: &str, rng: &mut umpire::engine::random_play::PlayRng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=rng.below(3) {
        let at = rng.below(bytes.len());
        match rng.below(3) {
            0 if bytes[at].is_ascii_digit() => {
                let numbers = ["0", "9", "-7", "18446744073709551615", "9223372036854775807", "65535", "255"];
                let number = numbers[rng.below(numbers.len())];
                bytes.splice(at..=at, number.bytes());
            }
            1 => bytes[at] = b"0123456789\"{}[],:tn"[rng.below(19)],
            _ if bytes[at].is_ascii_digit() => bytes[at] = b'0' + rng.below(10) as u8,
            _ => {}
        }
    }
    bytes
}
