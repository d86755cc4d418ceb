//! Fog on the picture, measured on its pixels, and in the words beside it.

use super::{
    fog::DARK,
    palette::GROUND_RGB,
    plan::{MapPlan, Party, Token},
    png,
    raster::{Raster, Rasters},
    with_pictures::BoardPicture,
};
use crate::{
    engine::view::{
        Ground, Spot,
        grid::{Fog, Grid, Square, SquareSet},
    },
    rules::boards,
};
use resvg::tiny_skia::Pixmap;
use std::{collections::BTreeSet, sync::Arc};

/// A square's side, and where the first one begins, on a board this small.
const SIDE: f32 = 60.0;
const FIRST: f32 = 40.0;

fn at(x: i16, y: i16) -> Square {
    Square { x, y }
}

/// Eight columns: two in sight, two seen before, and four dark, with this ground.
fn plan(rows: &str, ana: Square) -> MapPlan {
    let drawing = format!("{rows}\n\nw = water\np = hazard: pit\nh = height 9");
    let grid = boards::grid(&Grid::default(), &[("draw".to_owned(), drawing)]).unwrap_or_else(|it| panic!("{it}"));
    let (mut clear, mut known) = (SquareSet::none_of(&grid), SquareSet::none_of(&grid));
    for y in 0..grid.high {
        (0..2).for_each(|x| clear.add(at(x, y)));
        (2..4).for_each(|x| known.add(at(x, y)));
    }
    let parties = vec![Party { name: "Heroes".to_owned(), letter: 'H' }];
    let mut plan =
        MapPlan::new(Ground::Squares(Arc::new(grid)), parties, vec![Token::new("Ana", 0, &[], Spot::Square(ana))]);
    plan.fog = Some(Fog::new(clear, known));
    plan
}

/// All ground there is, on floor that was seen and under the dark.
const WILD: &str = "..~...#w\n..~.p~h#\n..~..w~p";

/// A battle map of nothing but noise.
fn noise() -> Rasters {
    let byte = |it: usize| (it as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) as u8;
    let raster = Raster::new(480, 180, (0..480 * 180 * 3).map(byte).collect()).expect("whole");
    [("board".into(), Arc::new(raster))].into()
}

fn on_noise(mut plan: MapPlan) -> MapPlan {
    plan.background =
        Some(BoardPicture { picture: "board".into(), size_px: (480.0, 180.0), square_px: 60.0, from_px: (0.0, 0.0) });
    plan
}

/// The colours of a square, without a margin of this width.
fn colours(pixels: &Pixmap, of: Square, margin: f32) -> BTreeSet<[u8; 3]> {
    let scale = pixels.width() as f32 / (8.0 * SIDE + 24.0 + 4.0 + 32.0);
    let span = |it: i16| {
        let from = FIRST + f32::from(it) * SIDE;
        ((from + margin) * scale).ceil() as u32..((from + SIDE - margin) * scale) as u32
    };
    let all = span(of.x).flat_map(|x| span(of.y).map(move |y| (x, y)));
    all.map(|(x, y)| pixels.pixel(x, y).expect("it's on the picture"))
        .map(|it| [it.red(), it.green(), it.blue()])
        .collect()
}

fn drawn(plan: &MapPlan, rasters: &Rasters) -> Pixmap {
    png::pixels(&plan.drawing(), rasters, GROUND_RGB).expect("a picture")
}

/// What was never seen is all of one colour, up to the squares' edges, whatever lies there and whatever picture somebody has brought.
#[test]
fn nothing_shows_in_the_dark() {
    let dark = [1, 3, 5].map(|at| u8::from_str_radix(&DARK[at..at + 2], 16).expect("a colour"));
    for (plan, rasters) in [(plan(WILD, at(0, 1)), Rasters::new()), (on_noise(plan(WILD, at(0, 1))), noise())] {
        let pixels = drawn(&plan, &rasters);
        for square in (5..8).flat_map(|x| (0..3).map(move |y| at(x, y))).filter(|it| !is_solid(&plan, *it)) {
            assert_eq!(colours(&pixels, square, 0.0), [dark].into(), "{square:?}");
        }
    }
}

/// The picture is drawn of a board without what wasn't seen, so that only the sheet itself is tested here: it must cover solid squares too.
fn is_solid(plan: &MapPlan, at: Square) -> bool {
    let Ground::Squares(grid) = &plan.ground else { return false };
    let beside = [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)].map(|(dx, dy)| Square { x: at.x + dx, y: at.y + dy });
    beside.iter().any(|it| grid.height_ft(*it) > 0 || grid.wall_tops_ft.contains_key(it))
}

/// What was seen before differs from what's in sight by more than its colour: even plain floor is hatched. Both show the ground.
#[test]
fn what_was_seen_before_is_hatched() {
    let pixels = drawn(&plan("........\n........\n........", at(0, 1)), &Rasters::new());
    let shades = |square: Square| colours(&pixels, square, 12.0).len();
    assert_eq!(shades(at(1, 2)), 1, "plain floor");
    assert!(shades(at(2, 2)) > 3, "hatched floor");
    let rough = drawn(&plan(WILD, at(0, 1)), &Rasters::new());
    assert_ne!(colours(&rough, at(2, 2), 12.0), colours(&pixels, at(2, 2), 12.0), "the ground shows");
}

/// The words say what's in sight and what was seen, and the picture's description that there's fog; the legend explains what's drawn.
#[test]
fn fog_is_said_in_words() {
    let mut plan = plan("........\n........\n........", at(0, 1));
    let text = plan.text().join("\n");
    for said in ["A2: Ana (Heroes).", "In sight: A1-B3.", "Seen before: C1-D3.", "Nobody has seen the rest yet."] {
        assert!(text.contains(said), "{said} in {text}");
    }
    assert_eq!(plan.description(500), "Map of 8 by 3 squares, partly in fog. A2: Ana.");
    let svg = plan.svg();
    assert!(svg.contains("Hatched: seen before") && svg.contains("Dark: not seen yet."), "{svg}");
    plan.tokens.clear();
    assert_eq!(plan.description(500), "Map of 8 by 3 squares, partly in fog. In sight: nobody.");
}

/// What's seen is part of what a map is: if it changes, it's another map.
#[test]
fn other_fog_is_another_map() {
    let one = plan("........\n........\n........", at(0, 1));
    let mut other = one.clone();
    assert_eq!(one, other);
    let Ground::Squares(grid) = &one.ground else { panic!("it's a board") };
    other.fog = Some(Fog::new(SquareSet::none_of(grid), SquareSet::none_of(grid)));
    assert_ne!(one, other);
}
