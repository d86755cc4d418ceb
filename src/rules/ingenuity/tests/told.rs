//! What everyone is told of a combatant whose turn it is.

use crate::rules::ingenuity::Ingenuity;
use crate::{
    engine::{
        CombatantId, Seat,
        partial_action::PartialAction,
        view::{self, Viewer},
    },
    rules::{Newcomer, Request, tests::Table},
};

/// What is left of a turn is on the tracker: of a player's character all of it, of the GM's own nothing that its sheet or its pools say.
#[test]
fn the_tracker_tells_no_number_of_a_foe() {
    let mut table = Table::<Ingenuity>::open(&[], &[], &["Heroes", "Foes"]);
    for (name, side, owner) in [("Ana", "Heroes", Some(Seat(10))), ("Foe", "Foes", None)] {
        let fields = vec![("fate".to_owned(), "2".to_owned())];
        let (name, side) = (name.to_owned(), Some(side.to_owned()));
        table.join(Newcomer { name, side, owner, fields, count: 1, ..Newcomer::default() }, None);
    }
    table.ask(Request::Begin);
    let mut told = |who: u16, verb: &str| {
        table.ask(Request::Act { who: CombatantId(who), draft: PartialAction::of(verb) });
        let turn = view::scene(&table.ready(), Viewer::Everyone).details.turn;
        turn.into_iter().map(|it| it.0).collect::<Vec<String>>()
    };
    assert_eq!(told(1, "begin"), ["actions", "reaction", "move", "stamina", "focus", "fate"]);
    told(1, "end");
    assert_eq!(told(2, "begin"), ["actions", "reaction"]);
}
