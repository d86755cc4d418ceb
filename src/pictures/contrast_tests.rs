//! Whether everything can be made out, measured on the pixels: text at 4.5 : 1 against what's behind it, and tokens at 3 : 1 against any
//! ground they may stand on.

use super::{
    drawing::{DrawingLayer, LayeredDrawing},
    palette::{self, DOWN, GROUND_RGB, HALO, INK},
    plan::{MapPlan, Party, Token},
    png,
    raster::{Raster, Rasters},
    theme::Theme,
    with_pictures::BoardPicture,
};
use crate::{
    engine::view::{
        BorderView, Crossing, Feature, Ground, Health, Spot, TurnGround, ZoneGround, ZoneView,
        grid::{Fog, Grid, Square, SquareSet},
    },
    rules::boards,
};
use resvg::{tiny_skia::Pixmap, usvg::roxmltree};
use std::collections::BTreeSet;

type Rgb = [u8; 3];

/// A colour of the dark palette as it is in a theme.
fn themed(theme: Theme, colour: &str) -> Rgb {
    let colour = u32::from_str_radix(&colour[1..], 16).expect("a colour");
    [16, 8, 0].map(|it| (theme.of(colour) >> it & 0xff) as u8)
}

fn rgb(colour: &str) -> Rgb {
    [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour"))
}

/// How much brighter the brighter of two colours is (WCAG 2).
fn contrast(one: Rgb, other: Rgb) -> f32 {
    let light = |it: Rgb| {
        let linear = it.map(|it| {
            let it = f32::from(it) / 255.0;
            if it <= 0.040_45 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05
    };
    let (a, b) = (light(one), light(other));
    a.max(b) / a.min(b)
}

fn colour_at(pixels: &Pixmap, x: u32, y: u32) -> Rgb {
    let it = pixels.pixel(x.min(pixels.width() - 1), y.min(pixels.height() - 1)).expect("it's on the picture");
    [it.red(), it.green(), it.blue()]
}

/// All kinds of ground, with somebody on each.
fn board() -> Grid {
    let kinds =
        ["water", "ford", "woods", "rubble", "marsh", "pit", "fire", "difficult", "height 5", "height 14", "hazard"];
    let letters = "abcdefghijk";
    let row = "a.b.c.d.e.f.g.h.i.j.k.#";
    let legend: Vec<String> = letters.chars().zip(kinds).map(|(it, kind)| format!("{it} = {kind}")).collect();
    let (first, second) = row.split_at(12);
    let drawing = format!("............\n{first}\n............\n{second}.\n............\n{}", legend.join("\n"));
    boards::grid(&Grid::default(), &[("draw".to_owned(), drawing)]).unwrap_or_else(|it| panic!("{it}"))
}

fn token(number: usize, spot: Spot) -> Token {
    Token {
        name: format!("Bandit {number}"),
        party: number % 6,
        words: vec![],
        states: if number.is_multiple_of(2) { vec!["prone".to_owned()] } else { vec![] },
        health: Some(Health::Left { now: number as i32 % 10, most: 10 }),
        down: number % 5 == 4,
        hidden: number % 7 == 6,
        acting: number == 3,
        spot: Some(spot),
        saved: None,
        portrait: None,
    }
}

fn parties() -> Vec<Party> {
    "ABCDEF".chars().map(|letter| Party { name: format!("Side {letter}"), letter }).collect()
}

fn squares(tokens: bool) -> MapPlan {
    let grid = board();
    let places = (0..11).map(|it| Square { x: (it * 2) % 12, y: if it < 6 { 1 } else { 3 } });
    let tokens = places.enumerate().filter(|_| tokens).map(|(it, at)| token(it, Spot::Square(at))).collect();
    MapPlan::new(Ground::Squares(std::sync::Arc::new(grid)), parties(), tokens)
}

/// The same in fog: half of what they stand on is in sight, the other half was seen before, and between them it's dark.
fn in_fog() -> MapPlan {
    let mut plan = squares(true);
    let Ground::Squares(grid) = &plan.ground else { panic!("it's a board") };
    let (mut clear, mut known) = (SquareSet::none_of(grid), SquareSet::none_of(grid));
    for at in (0..grid.high).flat_map(|y| (0..grid.wide).map(move |x| Square { x, y })).filter(|it| it.y != 2) {
        if at.x % 4 < 2 { &mut clear } else { &mut known }.add(at);
    }
    plan.fog = Some(Fog::new(clear, known));
    plan
}

fn zones() -> MapPlan {
    let names = ["Ford", "Barn", "Woods", "Rubble hill", "Wall", "Yard"];
    let features = vec![Feature::read("hazard: pit"), Feature::read("dark")];
    let zone = |name: &&str| ZoneView { name: (*name).to_owned(), holds: 8, features: features.clone() };
    let stands = ["barrier: locked door", "cover: window", "hazard: caltrops", "barrier: portcullis", "barrier"];
    let border = |it: usize| BorderView {
        a: it,
        b: it + 1,
        way: Crossing::Doorway,
        holds: 1,
        features: vec![Feature::read(stands[it])],
    };
    let ground = ZoneGround { zones: names.iter().map(zone).collect(), borders: (0..5).map(border).collect() };
    let tokens = (0..14).map(|it| token(it, if it == 13 { Spot::Border(1) } else { Spot::Zone(it % 6) }));
    let mut plan = MapPlan::new(Ground::Zones(ground), parties(), tokens.collect());
    plan.turn = Some(TurnGround {
        name: "Bandit 3".to_owned(),
        is_turn: true,
        reach: vec![Spot::Zone(1), Spot::Border(1), Spot::Border(2)],
        threat: vec![Spot::Zone(1), Spot::Zone(3)],
    });
    (plan.trail, plan.attack) = (Some((4, vec![Spot::Zone(2), Spot::Zone(3), Spot::Zone(4)])), Some((0, 4)));
    plan
}

/// Battle maps that are hard to draw on, and a portrait: black, white, fine stripes of both, and noise.
fn photographs() -> [Rasters; 4] {
    let noise = |it: usize| (it as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) as u8;
    let kinds: [&dyn Fn(usize) -> u8; 4] = [&|_| 0, &|_| 255, &|it| if it / 9 % 2 == 0 { 0 } else { 255 }, &noise];
    kinds.map(|kind| {
        let raster = |side: usize| Raster::new(side, side, (0..side * side * 3).map(kind).collect()).expect("whole");
        [("board", 600), ("face", 64)].map(|(name, side)| (name.into(), std::sync::Arc::new(raster(side)))).into()
    })
}

/// The same on somebody's battle map, and with portraits of every second combatant.
fn on_photograph(mut plan: MapPlan) -> MapPlan {
    plan.background =
        Some(BoardPicture { picture: "board".into(), size_px: (600.0, 600.0), square_px: 25.0, from_px: (0.0, 0.0) });
    for token in plan.tokens.iter_mut().step_by(2) {
        token.portrait = Some("face".into());
    }
    plan
}

/// Every plan on every photograph, and without one in both themes.
fn everywhere(plans: &[MapPlan]) -> Vec<(LayeredDrawing, Rasters)> {
    let themed = Theme::ALL.into_iter().flat_map(|theme| plans.iter().map(move |it| it.clone().in_theme(theme)));
    let plain = themed.map(|it| (it.drawing(), Rasters::new()));
    let pictured = photographs().into_iter().flat_map(|rasters| {
        plans.iter().map(move |it| (on_photograph(it.clone()).drawing(), rasters.clone())).collect::<Vec<_>>()
    });
    plain.chain(pictured).collect()
}

fn pixels(drawing: &LayeredDrawing, rasters: &Rasters) -> Pixmap {
    png::pixels(drawing, rasters, GROUND_RGB).expect("a picture")
}

/// A drawing as it's sent, read back: a PNG of few colours, or a JPEG.
fn as_sent(drawing: &LayeredDrawing, rasters: &Rasters) -> Pixmap {
    let bytes = png::encoded(drawing, rasters, GROUND_RGB, png::Packing::Quick).expect("a picture");
    let read = image::load_from_memory(&bytes).expect("a PNG or a JPEG").to_rgba8();
    let mut pixels = Pixmap::new(read.width(), read.height()).expect("it has a size");
    pixels.data_mut().copy_from_slice(read.as_raw());
    pixels
}

/// The SVGs of a drawing's layers.
fn svgs(drawing: &LayeredDrawing) -> Vec<&String> {
    drawing.0.iter().filter_map(|it| if let DrawingLayer::Shapes(svg) = it { Some(svg) } else { None }).collect()
}

/// A drawing without what's written.
fn unwritten(drawing: &LayeredDrawing) -> LayeredDrawing {
    let shapes =
        |svg: &String| svg.split("<text").map(|it| it.split_once("</text>").map_or(it, |it| it.1)).collect::<String>();
    let layers = drawing.0.iter().map(|it| match it {
        DrawingLayer::Shapes(svg) => DrawingLayer::Shapes(shapes(svg)),
        picture => picture.clone(),
    });
    LayeredDrawing(layers.collect())
}

/// Whatever is written can be read: its colour is 4.5 : 1 against each pixel on which it's written.
#[test]
fn text_stands_out_from_what_is_behind_it() {
    for (drawing, rasters) in everywhere(&[squares(true), in_fog(), zones()]) {
        let plain = unwritten(&drawing);
        let (written, unlettered) = (pixels(&drawing, &rasters), pixels(&plain, &rasters));
        let (sent, behind) = (as_sent(&drawing, &rasters), as_sent(&plain, &rasters));
        let read: Vec<_> =
            svgs(&drawing).into_iter().map(|it| roxmltree::Document::parse(it).expect("an SVG")).collect();
        let wide: f32 = read[0].root_element().attribute("width").and_then(|it| it.parse().ok()).expect("a width");
        let scale = written.width() as f32 / wide;
        for node in read.iter().flat_map(|it| it.descendants()).filter(|it| it.has_tag_name("text")) {
            let (text, bounds) = super::squares_tests::bounds(node);
            let ink = rgb(node.attribute("fill").expect("a colour"));
            let [left, top, right, bottom] = [bounds.0, bounds.1, bounds.2, bounds.3].map(|it| (it * scale) as u32);
            let all = (left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y)));
            let inked: Vec<(u32, u32)> =
                all.filter(|(x, y)| colour_at(&written, *x, *y) != colour_at(&unlettered, *x, *y)).collect();
            let below = |(x, y): &(u32, u32)| colour_at(&behind, *x, *y);
            let worst = inked.iter().map(|it| contrast(ink, below(it))).fold(f32::MAX, f32::min);
            assert!((4.5..f32::MAX).contains(&worst), "{text:?} has only {worst:.1} : 1");
            // Packing leaves the letters themselves as bright: the best of their pixels, since thin strokes fill none.
            let shown = inked.iter().map(|it| contrast(colour_at(&sent, it.0, it.1), below(it))).fold(0.0, f32::max);
            assert!(shown >= 4.5, "{text:?} as sent has only {shown:.1} : 1");
        }
    }
}

/// A token has a bright ring and a dark one round it: against any colour at all, one of them is 3 : 1, and so are they to each other.
#[test]
fn tokens_stand_out_from_any_ground() {
    Theme::ALL.into_iter().for_each(stand_out);
}

fn stand_out(theme: Theme) {
    let rgb = |colour: &str| themed(theme, colour);
    let halo = rgb(HALO);
    let pixels = as_sent(&squares(false).in_theme(theme).drawing(), &Rasters::new());
    let mut ground: BTreeSet<Rgb> = pixels.pixels().iter().map(|it| [it.red(), it.green(), it.blue()]).collect();
    assert!(ground.len() > 50, "all kinds of ground");
    // Somebody's battle map may have any colour, and what's drawn on it is in the dark theme.
    let step = |it: u32, at: u32| (it / 16_u32.pow(at) % 16 * 17) as u8;
    let photographed = if theme == Theme::Dark { 4_096 } else { 0 };
    ground.extend((0..photographed).map(|it| [step(it, 0), step(it, 1), step(it, 2)]));
    for side in 0..6 {
        let ring = rgb(palette::side_colour(side));
        assert!(contrast(ring, halo) >= 3.0, "{theme:?}: {side}");
        for colour in &ground {
            let best = contrast(ring, *colour).max(contrast(halo, *colour));
            assert!(best >= 3.0, "{theme:?}: side {side} on {colour:?}: only {best:.1} : 1");
        }
    }
    for share in [0.1, 0.5, 1.0] {
        assert!(contrast(rgb(palette::health_colour(share)), halo) >= 3.0, "{theme:?}: {share}");
    }
    for number in 0..40 {
        let disc = rgb(palette::disc_colour(&format!("Bandit {number}")));
        assert!(contrast(disc, rgb(INK)) >= 4.5, "{theme:?}: initials on {disc:?}");
    }
    assert!(contrast(rgb(DOWN), halo) >= 3.0 && contrast(rgb(INK), halo) >= 3.0, "{theme:?}");
}

/// Whose turn it is has two bright rings in a dark line in both themes: rings and line are 3 : 1 to each other, and against any colour at all one of
/// them is.
#[test]
fn the_turns_rings_are_bright_on_any_ground() {
    for theme in Theme::ALL {
        let edge = themed(theme, palette::TURN_EDGE);
        let step = |it: u32, at: u32| (it / 16_u32.pow(at) % 16 * 17) as u8;
        let any: Vec<Rgb> = (0..4_096).map(|it| [step(it, 0), step(it, 1), step(it, 2)]).collect();
        for ring in [palette::TURN, palette::TURN_INNER].map(|it| themed(theme, it)) {
            assert!(contrast(ring, [0, 0, 0]) >= 13.0, "{theme:?}: {ring:?} isn\u{2019}t bright");
            assert!(contrast(ring, edge) >= 3.0, "{theme:?}: {ring:?}");
            let worst = any.iter().map(|it| contrast(ring, *it).max(contrast(edge, *it))).fold(f32::MAX, f32::min);
            assert!(worst >= 3.0, "{theme:?}: {worst}");
        }
        let sent = as_sent(&squares(true).in_theme(theme).drawing(), &Rasters::new());
        let like = |wanted: Rgb| {
            let apart = |it: &Rgb| it.iter().zip(wanted).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
            sent.pixels().iter().filter(|it| apart(&[it.red(), it.green(), it.blue()]) <= 8).count()
        };
        for colour in [palette::TURN, palette::TURN_INNER, palette::TURN_EDGE] {
            assert!(like(themed(theme, colour)) >= 60, "{theme:?}: {colour}: {}", like(themed(theme, colour)));
        }
    }
}

/// Whose turn it is has a ring of its own colour on the largest map too, however many others and kinds of ground are on it, and so have
/// the sides and the trail of the last move.
#[test]
fn the_turns_ring_keeps_its_colour_on_a_large_map() {
    let kinds = ["water", "ford", "woods", "rubble", "marsh", "pit", "fire", "height 5", "height 14", "."];
    let rows: Vec<String> = (0..40_usize)
        .map(|y| (0..40_usize).map(|x| (b'a' + ((x / 4 + y / 3) % kinds.len()) as u8) as char).collect())
        .collect();
    let letters: Vec<String> =
        kinds.iter().zip('a'..).filter(|it| *it.0 != ".").map(|(kind, it)| format!("{it} = {kind}")).collect();
    let drawing = format!("{}\n{}\nj = floor", rows.join("\n"), letters.join("\n"));
    let grid = boards::grid(&Grid::default(), &[("draw".to_owned(), drawing)]).unwrap_or_else(|it| panic!("{it}"));
    let place = |it: usize| Spot::Square(Square { x: (it * 7 % 40) as i16, y: (it * 11 % 37) as i16 });
    let tokens = (0..60).map(|it| Token { acting: it == 3, ..token(it, place(it)) }).collect();
    let plan = MapPlan::new(Ground::Squares(std::sync::Arc::new(grid)), parties(), tokens).with_all(true);
    for theme in Theme::ALL {
        let sent = as_sent(&plan.clone().in_theme(theme).drawing(), &Rasters::new());
        let like = |wanted: Rgb| {
            let apart = |it: &Rgb| it.iter().zip(wanted).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
            sent.pixels().iter().filter(|it| apart(&[it.red(), it.green(), it.blue()]) <= 8).count()
        };
        assert!(like(themed(theme, palette::TURN)) >= 20, "{theme:?}: {}", like(themed(theme, palette::TURN)));
        for side in 0..6 {
            assert!(like(themed(theme, palette::side_colour(side))) >= 20, "{theme:?}: side {side}");
        }
    }
}

/// A hole is darker than the floor around it, a dark place darker than one that isn't, and what nobody has seen darker than what's in sight: on
/// light maps as on dark ones.
#[test]
fn holes_and_the_dark_are_darker_than_the_rest() {
    let mean = |plan: &MapPlan, theme: Theme| {
        let pixels = pixels(&plan.clone().in_theme(theme).drawing(), &Rasters::new());
        let all = pixels.pixels().iter().map(|it| f64::from(it.red()) + f64::from(it.green()) + f64::from(it.blue()));
        all.sum::<f64>() / pixels.pixels().len() as f64
    };
    let board = |middle: &str| {
        let drawing = format!("........\n.pppppp.\n.pppppp.\n........\np = {middle}");
        let grid = boards::grid(&Grid::default(), &[("draw".to_owned(), drawing)]).unwrap_or_else(|it| panic!("{it}"));
        MapPlan::new(Ground::Squares(std::sync::Arc::new(grid)), parties(), vec![])
    };
    let zone = |what: &str| {
        let yard = ZoneView { name: "Yard".to_owned(), holds: 8, features: vec![Feature::read(what)] };
        MapPlan::new(Ground::Zones(ZoneGround { zones: vec![yard], borders: vec![] }), parties(), vec![])
    };
    let floor = board("floor");
    let Ground::Squares(grid) = &floor.ground else { panic!("it's a board") };
    let mut clear = SquareSet::none_of(grid);
    (0..8).for_each(|x| clear.add(Square { x, y: 0 }));
    let unseen = MapPlan { fog: Some(Fog::new(clear.clone(), clear)), ..floor.clone() };
    for theme in Theme::ALL {
        for (dark, lit, what) in
            [(&board("pit"), &floor, "pit"), (&unseen, &floor, "fog"), (&zone("dark"), &zone("duck"), "dark")]
        {
            let (dark, lit) = (mean(dark, theme), mean(lit, theme));
            assert!(dark < lit * 0.97, "{theme:?}, {what}: {dark} and {lit}");
        }
    }
}

/// The dark ring is really there, on all sides of a token on every kind of ground.
#[test]
fn every_token_has_its_dark_ring() {
    for (drawing, rasters) in everywhere(&[squares(true), in_fog()]) {
        let is_light = svgs(&drawing)[0].contains(&format!("\"#{:06x}\"", Theme::Light.of(GROUND_RGB)));
        rings_are_there(if is_light { Theme::Light } else { Theme::Dark }, &drawing, &rasters);
    }
}

fn rings_are_there(theme: Theme, drawing: &LayeredDrawing, rasters: &Rasters) {
    let pixels = as_sent(drawing, rasters);
    let read: Vec<_> = svgs(drawing).into_iter().map(|it| roxmltree::Document::parse(it).expect("an SVG")).collect();
    let number = |it: &roxmltree::Node<'_, '_>, name: &str| -> f32 {
        it.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(0.0)
    };
    let scale = pixels.width() as f32 / number(&read[0].root_element(), "width");
    let [red, green, blue] = themed(theme, palette::side_colour(0));
    let first = &format!("#{red:02x}{green:02x}{blue:02x}");
    let nodes = read.iter().flat_map(|it| it.descendants());
    let rings: Vec<_> =
        nodes.filter(|it| it.has_tag_name("circle") && it.attribute("fill") == Some(first.as_str())).collect();
    assert!(!rings.is_empty(), "somebody stands there");
    for ring in rings {
        for direction in [(1.0, 0.0), (0.0, -1.0), (0.0, 1.0)] {
            let far = number(&ring, "r") + 1.0;
            let (x, y) = (number(&ring, "cx") + direction.0 * far, number(&ring, "cy") + direction.1 * far);
            let colour = colour_at(&pixels, (x * scale) as u32, (y * scale) as u32);
            assert!(contrast(colour, themed(theme, HALO)) < 1.1, "{colour:?} at {x}, {y}");
        }
    }
}
