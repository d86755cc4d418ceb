//! What the play scripts do not show: that the data load, that the page names every word, that random legal play holds together, keeps
//! the rules' bounds, and tells nothing of the unseen.

mod invariants;
mod page;
mod property;
mod sheets;
mod unseen;

use super::Td2e;
use crate::{
    engine::{Actor, Encounter, Scripted, Seat, play::Whim, view::Viewer},
    rules::{Fight, Newcomer, Request, Session},
};

const GM: Actor = Actor::Gm(Seat(1));

/// A fight that is being set up.
struct Table(Fight<Td2e>);

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

fn one<'a>(whim: &mut Whim, all: &[&'a str]) -> &'a str {
    whim.pick(all).copied().unwrap_or_default()
}

impl Table {
    fn open(options: &[(&str, &str)], board: &[(&str, &str)], sides: &[&str]) -> Table {
        let pairs = |all: &[(&str, &str)]| all.iter().map(|it| pair(it.0, it.1)).collect::<Vec<_>>();
        let mut table = Table(Fight::<Td2e>::open(&pairs(options)).expect("opens"));
        table.ask(Request::Board { fields: pairs(board) });
        sides.iter().for_each(|side| table.ask(Request::Side { name: (*side).to_owned() }));
        table
    }

    fn ask(&mut self, request: Request) {
        let mut dice = Scripted::default();
        self.0.propose(GM, &request, &mut dice, 0).unwrap_or_else(|why| panic!("{request:?}: {why}"));
        self.0.accept();
    }

    /// Somebody joins, on a square or nowhere.
    fn join(&mut self, newcomer: Newcomer, at: Option<String>) {
        let name = newcomer.name.clone();
        self.ask(Request::Join(newcomer));
        if let Some(at) = at {
            let who = self.0.find(Viewer::Gm, &name).expect("has joined");
            self.ask(Request::Place { who, at });
        }
    }

    /// The fight as it is, before its first row.
    fn ready(&self) -> Encounter<Td2e> {
        let mut ready = self.0.log().now().clone();
        ready.seq = 1;
        ready
    }
}
