//! What a map shows of the pictures that people have brought.

use super::{
    drawing::DrawingLayer,
    plan::{MapPlan, Party, Token},
    png,
    raster::{Raster, Rasters},
    with_pictures::{BoardPicture, MapPictures},
};
use crate::engine::view::{
    Ground, Spot,
    grid::{Grid, Square},
};
use std::sync::Arc;

/// Ana in the middle of five by five squares.
fn plan(ana: Token) -> MapPlan {
    let grid = Grid { wide: 5, high: 5, ..Grid::default() };
    let party = Party { name: "Players".to_owned(), letter: 'P' };
    MapPlan::new(Ground::Squares(Arc::new(grid)), vec![party], vec![ana])
}

fn ana() -> Token {
    Token { saved: Some(7), ..Token::new("Ana Maria", 0, &[], Spot::Square(Square { x: 2, y: 2 })) }
}

/// A green face, and a battle map that's red on its left half and blue on its right.
fn rasters() -> Rasters {
    let face = Raster::new(8, 8, [0, 200, 0].repeat(64)).expect("it's whole");
    let row = [[250, 0, 0].repeat(50), [0, 0, 250].repeat(50)].concat();
    let board = Raster::new(100, 100, row.repeat(100)).expect("it's whole");
    [("face".into(), Arc::new(face)), ("board".into(), Arc::new(board))].into()
}

fn brought(square_px: f32, from_px: (f32, f32)) -> MapPictures {
    let background = BoardPicture { picture: "board".into(), size_px: (200.0, 200.0), square_px, from_px };
    MapPictures { background: Some(background), portraits: vec![(7, "face".into()), (8, "other".into())] }
}

/// How many pixels are clearly red, green and blue.
fn colours(plan: &MapPlan, rasters: &Rasters) -> [usize; 3] {
    let pixels = png::pixels(&plan.with_only(|it| rasters.contains_key(it)).drawing(), rasters, 0).expect("a picture");
    let clearly = |at: usize| {
        let has = |it: &[u8]| (0..3).all(|other| other == at || i32::from(it[at]) > i32::from(it[other]) + 70);
        pixels.data().chunks_exact(4).filter(|it| has(it)).count()
    };
    [0, 1, 2].map(clearly)
}

/// A portrait takes the initials' place and nothing else's; whoever has none, or whose picture nobody has, keeps the initials. If somebody's
/// down, it's grey.
#[test]
fn a_portrait_is_in_the_place_of_initials() {
    let pictures = MapPictures { background: None, ..brought(1.0, (0.0, 0.0)) };
    let (bare, with) = (plan(ana()), plan(ana()).with_pictures(&pictures));
    assert_eq!((with.saved(), with.pictures().len()), (vec![7], 1));
    assert_ne!(bare, with, "another picture is another plan");
    let stranger = plan(Token { saved: None, ..ana() }).with_pictures(&pictures);
    assert!(stranger.pictures().is_empty() && stranger.svg() == bare.svg());
    let written = with.with_only(|it| rasters().contains_key(it)).drawing().svg();
    assert!(bare.svg().contains(">AM<") && !written.contains(">AM<") && written.contains(">Ana Maria<"));
    let rings = |svg: &str| svg.matches("<circle").count();
    assert_eq!(rings(&written), rings(&bare.svg()), "the rings stay");
    let [_, green, _] = colours(&with, &rasters());
    assert!(green > 500 && colours(&bare, &rasters())[1] == 0 && colours(&with, &Rasters::new())[1] == 0, "{green}");
    assert_eq!(with.svg(), bare.svg(), "an SVG has no pictures");
    let down = plan(Token { down: true, ..ana() }).with_pictures(&pictures);
    assert_eq!(colours(&down, &rasters())[1], 0, "grey");
    assert!(!down.with_only(|it| rasters().contains_key(it)).drawing().svg().contains(">AM<"));
}

/// The grid's size and offset decide which part of a battle map lies below which square.
#[test]
fn the_grid_is_laid_over_a_battle_map() {
    let laid = |square, from| colours(&plan(ana()).with_pictures(&brought(square, from)), &rasters());
    let [red, _, blue] = laid(40.0, (0.0, 0.0));
    assert!(red > 50_000 && red.abs_diff(blue) < red / 10, "half and half: {red} and {blue}");
    let [red, _, blue] = laid(20.0, (0.0, 0.0));
    assert!(red > 50_000 && blue < red / 50, "only its left half: {red} and {blue}");
    let [red, _, blue] = laid(20.0, (100.0, 0.0));
    assert!(blue > 50_000 && red < blue / 50, "only its right half: {red} and {blue}");
    let [red, _, blue] = laid(40.0, (-100.0, 0.0));
    assert!(red > 50_000 && blue < red / 10, "it begins in the middle of the board: {red} and {blue}");
    assert_eq!(laid(40.0, (9_999.0, 0.0))[0], 0, "beside it");
    let drawing =
        plan(ana()).with_pictures(&brought(40.0, (0.0, 0.0))).with_only(|it| rasters().contains_key(it)).drawing();
    let below = drawing.0.iter().position(|it| matches!(it, DrawingLayer::Brought(_)));
    assert_eq!(below, Some(1), "below everything but the floor");
}

/// With pictures it's a JPEG, small enough to send whatever is on it, and the same every time; without, a PNG.
#[test]
fn maps_with_pictures_are_jpegs() {
    let noise = |it: u64| (it.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 29) as u8;
    let noise = Raster::new(1_600, 1_600, (0..1_600 * 1_600 * 3).map(noise).collect()).expect("it's whole");
    let mut rasters = rasters();
    let with = plan(ana()).with_pictures(&brought(40.0, (0.0, 0.0)));
    let [calm, again] = [(); 2].map(|()| with.encoded(&rasters).expect("a picture"));
    assert!(calm.starts_with(&[0xff, 0xd8]) && calm == again && calm.len() < 100_000, "{}", calm.len());
    rasters.insert("board".into(), Arc::new(noise));
    let wild = with.encoded(&rasters).expect("a picture");
    assert!(wild.len() <= 500_000 && wild.len() > calm.len(), "{}", wild.len());
    assert!(with.png().expect("a picture").starts_with(b"\x89PNG"));
    assert!(plan(ana()).encoded(&rasters).expect("a picture").starts_with(b"\x89PNG"));
}

/// In a file of its own, a map has its pictures as copies, each once however often it's shown, and cut to where it's visible.
#[test]
fn copies_are_part_of_the_file() {
    let plan = plan(ana()).with_pictures(&brought(40.0, (0.0, 0.0)));
    let copies = rasters().keys().map(|it| (it.clone(), format!("data:image/jpeg;base64,{it}"))).collect();
    let svg = plan.svg_with(&copies);
    resvg::usvg::roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}: {svg}"));
    for copy in copies.values() {
        assert_eq!(svg.matches(copy.as_str()).count(), 1, "{copy}");
    }
    assert_eq!(svg.matches("<use ").count(), plan.pictures().len());
    assert_eq!(svg.matches("clip-path=").count(), svg.matches("<clipPath ").count());
    assert!(!svg.contains("filter"), "{svg}");
    let tokens = vec![Token { down: true, ..ana() }; 2];
    let lying = MapPlan { tokens, ..plan.clone() }.with_pictures(&brought(40.0, (0.0, 0.0))).svg_with(&copies);
    let greys = ["<filter id=\"grey\"", " filter=\"url(#grey)\""].map(|it| lying.matches(it).count());
    assert_eq!(greys, [1, 2], "whoever is down is grey, and the battle map isn\u{2019}t: {lying}");
    let without = plan.svg_with(&std::collections::BTreeMap::new());
    assert!(!without.contains("<image") && !without.contains("<use"), "{without}");
    let small = |side, most| rasters().values().next().expect("one").small_jpeg(side, most).map(|it| it.len());
    assert!(small(128, 8_000).is_some_and(|it| it <= 8_000));
}
