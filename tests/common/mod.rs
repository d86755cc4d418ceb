//! A table for tests: a fight's log, scripted dice and a clock that only moves when told to. Every accepted row is checked to fold back,
//! from its JSON, to exactly the state it produced.
#![allow(dead_code)] // no single test uses all of it

pub mod card_fights;
pub mod fuzzing;
pub mod instant_fights;
pub mod random_play;
#[cfg(feature = "bot")]
pub mod spec;

use std::sync::Arc;
use umpire::engine::{
    Actor, Addressee, Combatant, CombatantId, Controller, Encounter, FightState, GameSystem, Input, Log, LogRow,
    Prompt, PromptId, Refusal, Scripted, Seat, Seed, Seeded, Side, SideId, TableFact, Transition,
};

/// The GM's seat.
pub const GM: Actor = Actor::Gm(Seat(1));

/// A player by number; combatant 1 is played by seat 11, and so on.
pub fn player(number: u16) -> Actor {
    Actor::Player(seat(number))
}

/// The seat that plays this combatant.
pub fn seat(number: u16) -> Seat {
    Seat(10 + u64::from(number))
}

/// A combatant's id.
pub fn c(number: u16) -> CombatantId {
    CombatantId(number)
}

/// A newcomer on a side, played by the seat with their number, or by the GM.
pub fn newcomer<R: GameSystem>(name: &str, side: u8, sheet: R::Sheet, seat: Option<Seat>) -> Combatant<R> {
    let (state, budget) = R::fresh(&sheet);
    Combatant {
        id: CombatantId(0),
        name: name.into(),
        side: SideId(side),
        controller: seat.map_or(Controller::Gm, Controller::Player),
        owner: seat,
        sheet: Arc::new(sheet),
        state,
        conditions: vec![],
        budget,
        place: None,
        orders: Arc::new(vec![]),
        hidden: false,
        shown: umpire::engine::fight_state::Shown::State,
        saved: None,
        autopilot: None,
        usual_style: None,
    }
}

/// A side's name as a fact.
pub fn side<R: GameSystem>(id: u8, name: &str) -> TableFact<R> {
    TableFact::SideNamed(Side { id: SideId(id), name: name.into() })
}

/// A fight with its log, its dice and its time.
pub struct Table<R: GameSystem> {
    pub log: Log<R>,
    pub dice: Scripted,
    pub at_ms: i64,
}

impl<R: GameSystem> Table<R> {
    /// A table where nothing has happened yet.
    pub fn new(options: R::Options, space: R::Space) -> Table<R> {
        let opening = Encounter::new(FightState::new(options, space));
        Table { log: Log::new(opening), dice: Scripted::default(), at_ms: 0 }
    }

    /// Queues faces.
    pub fn faces(&mut self, faces: impl IntoIterator<Item = (u16, u16)>) {
        self.dice.queue(faces);
    }

    /// Sends an input, then runs every transition that is due. Applies all rows; returns the input's own.
    pub fn put(&mut self, actor: Actor, input: Input<R>) -> Result<LogRow<R>, Refusal<R>> {
        let mut dice = self.dice.clone();
        let before = self.log.now().clone();
        let mut after = before.clone();
        let result = match input {
            Input::Undo { .. } => before.decide(actor, input, &mut dice, self.at_ms).map(|row| vec![row]),
            _ => after.advance(actor, input, &mut dice, self.at_ms),
        };
        assert_eq!(self.log.now(), &before, "deciding changes nothing");
        let rows = result?;
        assert_eq!(dice.take_fault(), None);
        self.dice = dice;
        for row in &rows {
            self.log.append(row.clone());
        }
        self.folds();
        Ok(rows[0].clone())
    }

    /// Sends an input that must be accepted.
    pub fn ok(&mut self, actor: Actor, input: Input<R>) -> LogRow<R> {
        let what = format!("{input:?}");
        self.put(actor, input).unwrap_or_else(|refusal| panic!("{what} is refused: {refusal:?}"))
    }

    /// Sends an input that must be refused, and returns the reason.
    pub fn no(&mut self, actor: Actor, input: Input<R>) -> Refusal<R> {
        let what = format!("{input:?}");
        let before = self.log.now().clone();
        let refusal = self.put(actor, input).err().unwrap_or_else(|| panic!("{what} is accepted"));
        assert_eq!(*self.log.now(), before, "after a refusal nothing has changed");
        refusal
    }

    /// The log, written as JSON and read back, folds to its current state.
    pub fn folds(&self) {
        let text = serde_json::to_string(self.log.rows()).expect("rows are plain values");
        let rows: Vec<LogRow<R>> = serde_json::from_str(&text).expect("rows read back");
        assert!(rows == self.log.rows(), "the rows read back as they were written");
        let folded = Log::fold(self.log.opening().clone(), rows);
        assert_eq!(folded.now(), self.log.now(), "the fold of the rows is the state");
    }

    pub fn now(&self) -> &Encounter<R> {
        self.log.now()
    }

    pub fn fight(&self) -> &FightState<R> {
        self.log.now().now()
    }

    pub fn prompts(&self) -> &[Prompt<R>] {
        self.log.now().prompts()
    }

    /// The open question for a combatant.
    pub fn asked(&self, who: u16) -> Prompt<R> {
        let to = Addressee::Combatant(c(who));
        let open = self.prompts().iter().find(|it| it.to == to && it.answered.is_none());
        open.unwrap_or_else(|| panic!("c{who} is asked; open: {:?}", self.prompts())).clone()
    }

    pub fn act(&mut self, who: u16, action: R::Action) -> LogRow<R> {
        self.ok(player(who), Input::Act { who: c(who), action })
    }

    /// Answers a combatant's open question, as its player.
    pub fn answer(&mut self, who: u16, choice: R::Choice) -> LogRow<R> {
        let prompt = self.asked(who).id;
        self.ok(player(who), Input::Answer { prompt, choice })
    }

    pub fn interject(&mut self, who: u16, choice: R::Choice) -> LogRow<R> {
        self.ok(player(who), Input::Interject { who: c(who), choice })
    }

    pub fn tick(&mut self) -> LogRow<R> {
        self.ok(Actor::Table, Input::Tick)
    }

    pub fn patch(&mut self, facts: Vec<TableFact<R>>) -> LogRow<R> {
        self.ok(GM, Input::Patch(facts))
    }

    pub fn begin(&mut self) -> LogRow<R> {
        self.ok(GM, Input::Transition(Transition::FightBegins))
    }

    /// Whether the action is done and every queued face was rolled.
    pub fn rests(&self) -> bool {
        self.now().pending.is_none() && self.dice.left().is_empty()
    }
}

/// The input that answers this question.
pub fn answer<R: GameSystem>(prompt: PromptId, choice: R::Choice) -> Input<R> {
    Input::Answer { prompt, choice }
}

/// A seed for tests.
pub fn seed(number: u64) -> Seed {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&number.to_le_bytes());
    Seed::new(bytes)
}

/// A seed's dice at this fight's current position.
pub fn seeded<R: GameSystem>(seed: &Seed, at: &Encounter<R>) -> Seeded {
    Seeded::at(seed, at.used)
}
