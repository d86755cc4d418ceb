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
    assert_eq!(count(&moved, "<path") - count(&calm, "<path"), 5, "a line, its three steps and its head");
    assert_eq!(count(&moved, "<circle") - count(&calm, "<circle"), 2, "the ring where it began");
    assert_eq!(count(&struck, "<path") - count(&calm, "<path"), 3, "a line with a head");
    assert!(moved.text().contains(&"Last move: Ana, A1 to D2.".to_owned()), "{:?}", moved.text());
    assert!(struck.text().contains(&"Last attack: Ana on Bob.".to_owned()), "{:?}", struck.text());
    assert!(!calm.text().iter().any(|it| it.starts_with("Last ")));
}

/// What passes a bystander lies on the bystander's disc and ends at the edge of whom it's about; a way passes at the rim, not over the initials.
#[test]
fn traces_pass_over_bystanders() {
    let grid = Grid { wide: 9, high: 5, ..Grid::default() };
    let party = Party { name: "Players".to_owned(), letter: 'P' };
    let tokens = [("Ana", 0), ("Bystander", 3), ("Cyd", 6)].map(|(name, x)| Token::new(name, 0, &[], at(x, 2)));
    let calm = MapPlan::new(Ground::Squares(std::sync::Arc::new(grid)), vec![party], tokens.to_vec());
    let struck = MapPlan { attack: Some((0, 2)), ..calm.clone() }.svg();
    let line = struck.find("#ff7b6b").expect("the attack");
    assert!(line > struck.find(">By<").expect("the bystander's initials"), "it lies on the bystander");
    assert!(line < struck.find(">Bystander<").expect("the bystander's name"), "names lie on it");
    // Squares are 60 wide, behind 24 for the coordinates and what's around the board.
    let moved = MapPlan { trail: Some((2, (0..7).map(|x| at(x, 2)).collect())), ..calm.clone() };
    let calm = calm.svg();
    let read = resvg::usvg::roxmltree::Document::parse(&calm).expect("an SVG");
    let middle = |name: &str| {
        let it = read.descendants().find(|it| it.text() == Some(name) && it.has_tag_name("text")).expect("a text");
        it.attribute("x").and_then(|it| it.parse::<f32>().ok()).expect("a place")
    };
    let (bystander, mover) = (middle("By"), middle("Cy"));
    let moved = moved.svg();
    let way = moved.split("d=\"").find(|it| it.contains("stroke-width=\"6.5\"")).expect("the way");
    let points: Vec<f32> =
        way.split('"').next().unwrap_or_default().split(['M', 'L', ' ']).filter_map(|it| it.parse().ok()).collect();
    let heights: Vec<f32> = points.chunks(2).map(|it| it[1]).collect();
    let beside = points.chunks(2).position(|it| (it[0] - bystander).abs() < 1.0).expect("a point at the bystander");
    assert!((heights[beside] - heights[0]).abs() > 15.0, "it keeps off the initials: {points:?}");
    let end = points[points.len() - 2];
    assert!(end < mover - 15.0 && end > mover - 40.0, "it ends at the mover's edge: {points:?}");
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

/// Between zones, the attack lies on whoever it passes and below names, goes round bystanders if it can, and its head isn't below a name.
#[test]
fn an_attack_between_zones_is_seen_whole() {
    let zone = |name: &str| ZoneView { name: name.to_owned(), holds: 8, features: vec![] };
    let names = ["Gate", "Yard", "Hall"];
    let border = |a| BorderView { a, b: a + 1, way: Crossing::Open, holds: 2, features: vec![] };
    let ground = ZoneGround { zones: names.map(zone).to_vec(), borders: vec![border(0), border(1)] };
    let party = Party { name: "Players".to_owned(), letter: 'P' };
    let tokens = ["Ana", "Bystander", "Cyd"].into_iter().enumerate();
    let tokens = tokens.map(|(at, name)| Token::new(name, 0, &["unhurt"], Spot::Zone(at))).collect();
    let plan = MapPlan { attack: Some((0, 2)), ..MapPlan::new(Ground::Zones(ground), vec![party], tokens) };
    let svg = plan.svg();
    let line = svg.find("#ff7b6b").expect("the attack");
    assert!(line > svg.find(">Cy<").expect("the last initials"), "it lies on the discs");
    assert!(line < svg.find(">Gate<").expect("a name"), "names lie on it");
    let read = resvg::usvg::roxmltree::Document::parse(&svg).expect("an SVG");
    let number =
        |it: resvg::usvg::roxmltree::Node<'_, '_>, what| it.attribute(what).and_then(|it| it.parse::<f32>().ok());
    let bystander = read.descendants().find(|it| it.text() == Some("By") && it.has_tag_name("text")).expect("a token");
    let (x, y) = (number(bystander, "x").expect("a place"), number(bystander, "y").expect("a place") - 6.0);
    let way = read.descendants().find(|it| it.attribute("stroke") == Some("#ff7b6b")).and_then(|it| it.attribute("d"));
    let points: Vec<f32> = way.expect("a way").split(['M', 'L', ' ']).filter_map(|it| it.parse::<f32>().ok()).collect();
    let near = points.chunks(2).map(|it| (it[0] - x).hypot(it[1] - y)).fold(f32::MAX, f32::min);
    assert!(near > 20.0, "it passes {near} from the bystander's middle");
}

/// Between zones, a move leads from a ring in the zone that was left over each border it crossed to whoever moved.
#[test]
fn a_move_between_zones_leads_to_who_moved() {
    let calm = zones();
    let going = |way: Vec<Spot>| MapPlan { trail: Some((0, way)), ..calm.clone() };
    let there = going(vec![Spot::Zone(0), Spot::Border(0), Spot::Zone(1)]);
    let [out, back] = [[0, 1], [1, 0]].map(|it| going(it.map(Spot::Zone).to_vec()).svg());
    assert_ne!(out, back);
    assert_eq!(out.matches("<circle").count() - calm.svg().matches("<circle").count(), 2, "the ring where it began");
    assert!(out.matches("<path").count() >= calm.svg().matches("<path").count() + 3);
    assert!(there.text().contains(&"Last move: Ana, Gate to Yard.".to_owned()), "{:?}", there.text());
    let struck = MapPlan { attack: Some((0, 1)), ..calm.clone() };
    assert_ne!(struck.svg(), calm.svg());
}
