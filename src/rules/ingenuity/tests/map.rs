//! What the map shows of anyone who is asked about: how far they can still get, and whom they hold in check.

use crate::rules::ingenuity::{
    Ingenuity,
    chapters::{movement, opportunity},
};
use crate::{
    engine::{CombatantId, Seat, view::Viewer},
    rules::{
        Newcomer, Request, Session,
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

/// C12: whoever walks out of a foe's reach is warned, whatever the foe could do now. Moving within it, or taking a step, needs no warning.
#[test]
fn who_walks_out_of_reach_is_warned() {
    let mut table = Table::<Ingenuity>::open(&[], &[("size", "9x9")], &["Heroes", "Foes"]);
    for (name, side, at) in [("Ana", "Heroes", "E5"), ("Foe", "Foes", "E4")] {
        let (name, side) = (name.to_owned(), Some(side.to_owned()));
        let fields = vec![pair("speed", "3"), pair("maneuvers", "none")];
        table.join(Newcomer { name, side, fields, count: 1, ..Newcomer::default() }, Some(at.to_owned()));
    }
    table.ask(Request::Begin);
    let warning = |verb: &str, to: &str| {
        let draft = table.0.draft(Viewer::Gm, CombatantId(1), verb, &[pair("to", to)]);
        table.0.warning(Viewer::Gm, CombatantId(1), &draft.unwrap_or_else(|why| panic!("{to}: {why}")))
    };
    assert_eq!(warning("move", "E8").as_deref(), Some("This may draw an opportunity strike from Foe."));
    assert_eq!(warning("move", "F4"), None, "still beside the foe");
    assert_eq!(warning("step", "E6"), None, "a step is the safe way out");
}
