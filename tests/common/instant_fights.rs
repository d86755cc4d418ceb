//! Fights of the toy system with instants.

use super::{Table, c, newcomer, player, seat, side};
use crate::toys::instants::{Action, Duel, Options, Sheet, StandingOrder};
use std::sync::Arc;
use umpire::engine::Input;

/// One against two, all with hp 10 and armour 12; it's the turn of Red, whose only member is the first.
pub fn encounter() -> Table<Duel> {
    fight_of(&[1, 2, 2], Options::default())
}

/// Combatants 1, 2, … on these sides.
pub fn fight_of(sides: &[u8], options: Options) -> Table<Duel> {
    let mut table = gathered(sides, options);
    table.begin();
    table
}

/// The same before the fight has begun.
pub fn gathered(sides: &[u8], options: Options) -> Table<Duel> {
    let mut table = Table::new(options, Default::default());
    table.patch(vec![side(1, "Red"), side(2, "Blue")]);
    for (index, &side) in sides.iter().enumerate() {
        let number = index as u16 + 1;
        let name = ["Ana", "Ben", "Cat", "Dov"][index];
        let it = newcomer(name, side, Sheet { hp: 10, armour: 12 }, Some(seat(number)));
        table.ok(player(number), Input::Join(Box::new(it)));
    }
    table
}

/// Everyone's remaining hit points.
pub fn hp(table: &Table<Duel>) -> Vec<i32> {
    table.fight().combatants.iter().map(|it| it.state.hp).collect()
}

/// Sets a combatant's standing orders.
pub fn order(table: &mut Table<Duel>, who: u16, orders: Vec<StandingOrder>) {
    table.ok(player(who), Input::Orders { who: c(who), orders: Arc::new(orders) });
}

/// Acting with queued faces in one call.
pub trait ActFaces {
    fn act_faces(&mut self, faces: &[(u16, u16)], who: u16, action: Action);
}

impl ActFaces for Table<Duel> {
    fn act_faces(&mut self, faces: &[(u16, u16)], who: u16, action: Action) {
        self.faces(faces.iter().copied());
        self.act(who, action);
    }
}
