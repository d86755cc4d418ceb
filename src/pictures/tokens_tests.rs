//! What tokens show: whose turn it is, how hurt somebody is, who is down, and everybody on a crowded square.

use super::{
    palette::{DOWN, TURN},
    plan::{MapPlan, Party, Token},
};
use crate::engine::view::{
    Ground, Health, Looks, Spot,
    grid::{Grid, Square},
};
use resvg::usvg::roxmltree;

fn token(name: &str) -> Token {
    Token::new(name, 0, &[], Spot::Square(Square { x: 2, y: 2 }))
}

fn drawn(tokens: Vec<Token>) -> String {
    let grid = Grid { wide: 5, high: 5, ..Grid::default() };
    let party = Party { name: "Players".to_owned(), letter: 'P' };
    MapPlan::new(Ground::Squares(std::sync::Arc::new(grid)), vec![party], tokens).svg()
}

/// The arc differs for each look and each number, there's none for a health that nobody may know, and none for somebody who's down.
#[test]
fn the_arc_shows_what_is_known() {
    let health = |health| drawn(vec![Token { health, ..token("Ana") }]);
    let looks = [Looks::Unhurt, Looks::Hurt, Looks::BadlyHurt, Looks::Out].map(|it| Some(Health::Looks(it)));
    let numbers = [5, 6, 7].map(|now| Some(Health::Left { now, most: 20 }));
    let all: Vec<String> = looks.into_iter().chain(numbers).chain([None]).map(health).collect();
    for (number, svg) in all.iter().enumerate() {
        assert!(!all[..number].contains(svg), "{number}: {svg}");
    }
    let lying = |health| drawn(vec![Token { health, down: true, ..token("Ana") }]);
    assert_eq!(lying(None), lying(Some(Health::Left { now: 5, most: 20 })));
    assert!(lying(None).contains("<ellipse") && lying(None).contains(DOWN) && !all[0].contains(DOWN));
}

/// Whoever's turn it is has two rings more; nobody else has.
#[test]
fn the_turn_is_a_double_ring() {
    let waits = drawn(vec![token("Ana")]);
    let acts = drawn(vec![Token { acting: true, ..token("Ana") }]);
    assert!(!waits.contains(TURN) && acts.matches(TURN).count() == 1);
    assert!(acts.matches("<circle").count() >= waits.matches("<circle").count() + 3, "with a dark ring below both");
}

/// On one square, up to six are drawn beside each other; of more, five and how many others there are.
#[test]
fn a_crowd_on_a_square_fans_out() {
    for count in 1..=9_usize {
        let svg = drawn((0..count).map(|it| token(&format!("Bandit {it}"))).collect());
        let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
        let number = |it: &roxmltree::Node<'_, '_>, name: &str| -> f32 {
            it.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(0.0)
        };
        let rings = read.descendants().filter(|it| it.attribute("fill") == Some("#8ab8ff"));
        let rings: Vec<(f32, f32, f32)> =
            rings.map(|it| (number(&it, "cx"), number(&it, "cy"), number(&it, "r"))).collect();
        let drawn = if count <= 6 { count } else { 5 };
        assert_eq!(rings.len(), drawn + 1, "{count}, and the side in the legend");
        for (at, one) in rings.iter().enumerate() {
            for other in &rings[..at] {
                let apart = (one.0 - other.0).hypot(one.1 - other.1);
                assert!(apart >= one.2 + other.2, "{count}: {one:?} and {other:?}");
            }
        }
        assert_eq!(svg.contains(&format!(">+{}<", count - drawn)), count > drawn, "{count}");
    }
}
