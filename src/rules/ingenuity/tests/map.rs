//! What the map shows of anyone who is asked about: how far they can still get, and whom they hold in check.

use crate::rules::ingenuity::{
    Ingenuity,
    chapters::{movement, opportunity},
};
use crate::{
    engine::{CombatantId, Seat},
    rules::{
        Newcomer, Request,
        tests::{Table, pair},
    },
};

/// R21, R31, C12: anyone who has a turn to take can get as far as their speed, nobody else anywhere; anyone who may strike at those
/// who leave their reach threatens the squares within it, and only with a reaction; the GM's own first if they have learned it.
#[test]
fn the_map_shows_reach_and_threat() {
    let board = [("size", "9x9")];
    let mut table = Table::<Ingenuity>::open(&[], &board, &["Heroes", "Foes"]);
    let mut join = |name: &str, side: &str, owner, at: &str| {
        let fields =
            vec![pair("speed", "2"), pair("maneuvers", if name == "Ana" { "Opportunity Strike" } else { "none" })];
        let (name, side) = (name.to_owned(), Some(side.to_owned()));
        table.join(Newcomer { name, side, owner, fields, count: 1, ..Newcomer::default() }, Some(at.to_owned()));
    };
    join("Ana", "Heroes", Some(Seat(10)), "E5");
    join("Foe", "Foes", None, "A1");
    table.ask(Request::Begin);
    let field = table.ready().fight;
    let (ana, foe) = (CombatantId(1), CombatantId(2));
    assert_eq!((field.name(ana), field.name(foe)), ("Ana", "Foe"));
    assert_eq!(movement::reaches(&field, ana).len(), 20, "two metres round about, the second diagonal counted double");
    assert!(movement::reaches(&field, foe).is_empty(), "it is not the foes' slot");
    assert_eq!((opportunity::threatens(&field, ana).len(), opportunity::threatens(&field, foe).len()), (8, 0));
    table.ask(Request::Set { who: ana, field: "reaction".to_owned(), value: "0".to_owned() });
    assert!(opportunity::threatens(&table.ready().fight, ana).is_empty());
}
