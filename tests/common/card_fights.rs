//! Fights of the toy system with cards.

use super::{Table, newcomer, player, seat, side};
use crate::toys::cards::{Action, Cards, Choice, Options, Sheet};
use umpire::engine::{
    Addressee, Input, SideId, TableFact,
    space::grid::{Grid, Square},
};

/// A square.
pub fn at(x: i16, y: i16) -> Square {
    Square { x, y }
}

/// Red: Ana, who has two cards. Blue: Ben and Cat, a gang that shares one, and Dov with one, played by the GM. Eight by eight squares with
/// a wall down column D that leaves row 8 open, and rough ground at B1.
pub fn gathered(options: Options) -> Table<Cards> {
    let mut board = Grid { wide: 8, high: 8, ..Grid::default() };
    board.walls.extend((0..7).map(|y| at(3, y)));
    board.rough.insert(at(1, 0));
    let mut table = Table::new(options, board);
    table.patch(vec![side(1, "Red"), side(2, "Blue")]);
    let sheet = |cards, gang| Sheet { grit: 6, cards, gang };
    for (number, name, side, sheet, place) in [
        (1, "Ana", 1, sheet(2, 0), at(0, 0)),
        (2, "Ben", 2, sheet(1, 1), at(2, 0)),
        (3, "Cat", 2, sheet(1, 1), at(2, 1)),
        (4, "Dov", 2, sheet(1, 0), at(5, 0)),
    ] {
        let mut it = newcomer(name, side, sheet, (number < 4).then(|| seat(number)));
        it.place = Some(place);
        let actor = if number < 4 { player(number) } else { super::GM };
        table.ok(actor, Input::Join(Box::new(it)));
    }
    table
}

/// The same, begun with these cards: Ana's two, the gang's, Dov's. Nobody redraws.
pub fn dealt(options: Options, cards: [u16; 4]) -> Table<Cards> {
    let mut table = gathered(options);
    table.faces(cards.map(|it| (12, it)));
    table.begin();
    content(&mut table, 1, player(1));
    content(&mut table, 2, player(2));
    table
}

/// A side keeps its cards.
pub fn content(table: &mut Table<Cards>, side: u8, actor: umpire::engine::Actor) {
    let prompt = table.prompts()[0].clone();
    assert_eq!(prompt.to, Addressee::Side(SideId(side)));
    table.ok(actor, Input::Answer { prompt: prompt.id, choice: Choice::Keep });
}

/// Ends these combatants' turns, one after the other.
pub fn done(table: &mut Table<Cards>, who: &[u16]) {
    for &who in who {
        table.act(who, Action::Done);
    }
}

/// Puts a combatant somewhere by hand.
pub fn put(table: &mut Table<Cards>, who: u16, place: Square) {
    table.patch(vec![TableFact::Placed { who: super::c(who), at: Some(place) }]);
}
