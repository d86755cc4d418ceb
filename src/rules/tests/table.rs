//! Sets up a fight for a test, as the GM would: sides, combatants, places. Doesn't play it.

use crate::{
    engine::{Actor, Encounter, GameSystem, Scripted, Seat, random_play::PlayRng, view::Viewer},
    rules::{Fight, Newcomer, Request, Session},
};

/// A field or an option with its value.
pub fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

/// One of several at random.
pub fn one<'a>(rng: &mut PlayRng, all: &[&'a str]) -> &'a str {
    rng.pick(all).copied().unwrap_or_default()
}

/// A sheet with these fields, or every problem with them.
pub fn read_sheet<R: GameSystem>(fields: &[(&str, &str)]) -> Result<R::Sheet, Vec<(String, String)>> {
    R::sheet(&fields.iter().map(|it| pair(it.0, it.1)).collect::<Vec<_>>())
}

/// A fight that is being set up.
pub struct Table<R: GameSystem>(pub Fight<R>)
where
    Fight<R>: Session;

impl<R: GameSystem> Table<R>
where
    Fight<R>: Session,
{
    /// A fight with these options, on this board (none without fields), between these sides.
    pub fn open(options: &[(&str, &str)], board: &[(&str, &str)], sides: &[&str]) -> Table<R> {
        let pairs = |all: &[(&str, &str)]| all.iter().map(|it| pair(it.0, it.1)).collect::<Vec<_>>();
        let mut table = Table(Fight::<R>::open(&pairs(options)).expect("opens"));
        if !board.is_empty() {
            table.ask(Request::Board { fields: pairs(board) });
        }
        sides.iter().for_each(|side| table.ask(Request::Side { name: (*side).to_owned() }));
        table
    }

    /// Sends a request from the GM, without dice.
    pub fn ask(&mut self, request: Request) {
        let (mut dice, gm) = (Scripted::default(), Actor::Gm(Seat(1)));
        let proposal = self.0.propose(gm, &request, &mut dice, 0);
        self.0.commit(proposal.unwrap_or_else(|why| panic!("{request:?}: {why}")));
    }

    /// Adds a combatant, with or without a place.
    pub fn join(&mut self, newcomer: Newcomer, at: Option<String>) {
        let name = newcomer.name.clone();
        self.ask(Request::Join(newcomer));
        if let Some(at) = at {
            let who = self.0.find(Viewer::Gm, &name).expect("has joined");
            self.ask(Request::Place { who, at });
        }
    }

    /// Adds one of several fighters, alternately to the first side, each for its own player, and to the second, for the GM.
    pub fn join_by_turns(&mut self, sides: [&str; 2], index: u64, fields: Vec<(String, String)>, at: Option<String>) {
        let (side, owner) = if index.is_multiple_of(2) { (sides[0], Some(Seat(10 + index))) } else { (sides[1], None) };
        let (name, side) = (format!("Fighter {index}"), Some(side.to_owned()));
        self.join(Newcomer { name, side, owner, fields, count: 1, ..Newcomer::default() }, at);
    }

    /// The fight before its first row.
    pub fn ready(&self) -> Encounter<R> {
        let mut ready = self.0.log().now().clone();
        ready.seq = 1;
        ready
    }
}
