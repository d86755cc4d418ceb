//! What's drawn and said of the last move and the last attack, on squares and between zones.

use super::plan::{MapPlan, Party, Token};
use crate::engine::view::{
    BorderView, Crossing, Ground, Spot, ZoneGround, ZoneView,
    grid::{Grid, Square},
};

fn plan(ground: Ground, [ana, bob]: [Spot; 2]) -> MapPlan {
    let party = Party { name: "Players".to_owned(), letter: 'P' };
    MapPlan::new(ground, vec![party], vec![Token::new("Ana", 0, &[], ana), Token::new("Bob", 0, &[], bob)])
}

fn at(x: i16, y: i16) -> Spot {
    Spot::Square(Square { x, y })
}

fn squares(wide: i16) -> MapPlan {
    let grid = Grid { wide, high: 5, ..Grid::default() };
    plan(Ground::Squares(std::sync::Arc::new(grid)), [at(3, 1), at(3, 3)])
}

fn zones() -> MapPlan {
    let zone = |name: &str| ZoneView { name: name.to_owned(), holds: 8, features: vec![] };
    let border = |a, b| BorderView { a, b, way: Crossing::Open, holds: 2, features: vec![] };
    let ground =
        ZoneGround { zones: ["Gate", "Yard", "Hall"].map(zone).to_vec(), borders: vec![border(0, 1), border(2, 1)] };
    plan(Ground::Zones(ground), [Spot::Zone(1), Spot::Zone(2)])
}

/// The last move leads over its squares from a ring where it began, and the last attack is a line; both are said in words.
#[test]
fn a_move_and_an_attack_leave_their_traces() {
    let calm = squares(5);
    let way = vec![at(0, 0), at(1, 0), at(2, 1), at(3, 1)];
    let moved = MapPlan { trail: Some((0, way)), ..calm.clone() };
    let struck = MapPlan { attack: Some((0, 1)), ..calm.clone() };
    let count = |plan: &MapPlan, what: &str| plan.svg().matches(what).count();
    assert_eq!(count(&moved, "<path") - count(&calm, "<path"), 4, "a line and its three steps");
    assert_eq!(count(&moved, "<circle") - count(&calm, "<circle"), 2, "the ring where it began");
    assert_eq!(count(&struck, "<path") - count(&calm, "<path"), 3, "a line with a head");
    assert!(moved.text().contains(&"Last move: Ana, A1 to D2.".to_owned()), "{:?}", moved.text());
    assert!(struck.text().contains(&"Last attack: Ana on Bob.".to_owned()), "{:?}", struck.text());
    assert!(!calm.text().iter().any(|it| it.starts_with("Last ")));
}

/// Of a way that comes from where nothing is shown, only the last stretch is drawn, without a ring.
#[test]
fn a_way_begins_where_the_map_does() {
    let calm = squares(40);
    let way: Vec<Spot> = (3..30).rev().map(|x| at(x, 1)).collect();
    let svg = MapPlan { trail: Some((0, way)), ..calm.clone() }.svg();
    assert_eq!(svg.matches("<circle").count(), calm.svg().matches("<circle").count());
    assert!(svg.matches("<path").count() > calm.svg().matches("<path").count());
}

/// Between zones, a move is an arrow along each border it crossed, in the direction in which it did.
#[test]
fn a_move_between_zones_is_an_arrow() {
    let calm = zones();
    let going = |way: Vec<Spot>| MapPlan { trail: Some((0, way)), ..calm.clone() };
    let there = going(vec![Spot::Zone(0), Spot::Border(0), Spot::Zone(1)]);
    let [out, back] = [[0, 1], [1, 0]].map(|it| going(it.map(Spot::Zone).to_vec()).svg());
    assert_ne!(out, back);
    assert!(out.matches("<path").count() >= calm.svg().matches("<path").count() + 3);
    assert!(there.text().contains(&"Last move: Ana, Gate to Yard.".to_owned()), "{:?}", there.text());
    let struck = MapPlan { attack: Some((0, 1)), ..calm.clone() };
    assert_ne!(struck.svg(), calm.svg());
}
