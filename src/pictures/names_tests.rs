//! Where names go, how states are lettered, and what the legend has a key for: what a stranger couldn't find on a map.

use super::{
    covered::meet,
    palette::{FAINT, INK, side_colour},
    plan::{MapPlan, Party, Token},
    raster::{Raster, Rasters},
    squares_tests::bounds,
    with_pictures::BoardPicture,
};
use crate::{
    engine::view::{
        Ground, Spot,
        grid::{Grid, Square},
    },
    rules::{System, boards},
};
use resvg::usvg::roxmltree;
use std::sync::Arc;

type Box = (f32, f32, f32, f32);

fn at(x: i16, y: i16) -> Spot {
    Spot::Square(Square { x, y })
}

fn plan(drawn: &str, tokens: Vec<Token>) -> MapPlan {
    let grid =
        boards::grid(&Grid::default(), &[("draw".to_owned(), drawn.to_owned())]).unwrap_or_else(|it| panic!("{it}"));
    let party = |name: &str, letter| Party { name: name.to_owned(), letter };
    MapPlan::new(Ground::Squares(Arc::new(grid)), vec![party("Heroes", 'H'), party("Orcs", 'O')], tokens)
}

fn number(node: &roxmltree::Node<'_, '_>, name: &str) -> f32 {
    node.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(0.0)
}

/// Where a text stands, and its colour.
fn text(svg: &str, wanted: &str) -> Option<(Box, String)> {
    let read = roxmltree::Document::parse(svg).unwrap_or_else(|it| panic!("{it}"));
    let node = read.descendants().find(|it| it.has_tag_name("text") && it.text() == Some(wanted))?;
    Some((bounds(node).1, node.attribute("fill").unwrap_or_default().to_owned()))
}

/// Who lies between others has a name like the dead, also where the square below is half covered by a neighbour's name and an attack comes from
/// above; and the letters of states leave the disc of whoever lies there visible.
#[test]
fn whoever_is_down_can_be_found() {
    let tokens = vec![
        Token::new("Corvane", 0, &["down", "prone", "hobbled"], at(2, 3)),
        Token::new("Veteran", 1, &[], at(2, 2)),
        Token { acting: true, ..Token::new("Chieftain", 1, &[], at(3, 2)) },
        Token::new("Goblin 2", 1, &[], at(3, 3)),
    ];
    let rows = vec![".".repeat(12); 12].join("\n");
    let svg = MapPlan { attack: Some((2, 0)), ..plan(&rows, tokens) }.svg();
    let (_, colour) = text(&svg, "Corvane").expect("a name");
    assert_eq!(colour, FAINT);
    let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
    let disc = read
        .descendants()
        .find(|it| it.has_tag_name("ellipse") && it.attribute("fill") == Some("#363b44"))
        .expect("a disc");
    let [x, y, wide, high] = ["cx", "cy", "rx", "ry"].map(|it| number(&disc, it));
    // The letters are in bright discs; those of the legend are far away.
    let signs = read.descendants().filter(|it| it.has_tag_name("circle") && it.attribute("fill") == Some(INK));
    let signs: Vec<[f32; 3]> = signs.map(|it| ["cx", "cy", "r"].map(|name| number(&it, name))).collect();
    let near: Vec<&[f32; 3]> = signs.iter().filter(|it| (it[0] - x).hypot(it[1] - y) < 50.0).collect();
    assert_eq!(near.len(), 2, "both states have their letter: {signs:?}");
    for [left, top, round] in near {
        let sign = (left - round, top - round, left + round, top + round);
        assert!(!meet(sign, (x - wide, y - high, x + wide, y + high)), "{sign:?} on the disc at {x}, {y}");
    }
}

/// A name goes above rather than over a door below, and keeps off the way that somebody came.
#[test]
fn a_name_covers_no_door_and_no_way() {
    let door = "+ + + +\n . . . \n+ + + +\n . . . \n+ +d+ +\n . . . \n+ + + +";
    let ana = || vec![Token::new("Ana", 0, &[], at(1, 1))];
    let above = |plan: MapPlan| {
        let svg = plan.svg();
        text(&svg, "Ana").expect("a name").0.3 < text(&svg, "An").expect("initials").0.1
    };
    assert!(!above(plan("...\n...\n...", ana())), "without a reason it stands below");
    assert!(above(plan(door, ana())), "a door is below");
    let came = MapPlan { trail: Some((0, vec![at(1, 2), at(1, 1)])), ..plan("...\n...\n...", ana()) };
    assert!(above(came.clone()), "the way comes from below");
    assert_eq!(came.svg(), came.svg());
}

/// No state of any system has a letter that reads as a digit, and no two have the same, also all at once.
#[test]
fn states_have_letters_that_can_be_read() {
    for system in System::ALL {
        let session = system.open(&[]).expect("opens");
        let mut states = session.condition_menu();
        states.extend(["mortally injured", "in cover", "incapacitated", "on fire"].map(str::to_owned));
        states.sort();
        states.dedup();
        let own = |state: &str| {
            let token = Token { states: vec![state.to_owned()], ..Token::new("Ana", 0, &[], at(0, 0)) };
            plan(".", vec![token]).labels().states[0].0
        };
        for state in &states {
            assert!(!['I', 'l', '1', 'O', '0'].contains(&own(state)), "{}: {state} is {}", system.name(), own(state));
        }
        assert_eq!([own("mortally injured"), own("prone"), own("in cover")], ['M', 'P', 'C']);
        // As many as a fight ever shows at once.
        for few in states.chunks(12) {
            let token = Token { states: few.to_vec(), ..Token::new("Ana", 0, &[], at(0, 0)) };
            let mut letters: Vec<char> = plan(".", vec![token]).labels().states.iter().map(|it| it.0).collect();
            letters.sort_unstable();
            letters.dedup();
            assert_eq!(letters.len(), few.len(), "{}: {few:?}", system.name());
            assert!(!letters.iter().any(|it| ['I', 'O'].contains(it)), "{}: {letters:?}", system.name());
        }
    }
}

/// Openings, difficult ground and heights have a key where they're shown, and only there.
#[test]
fn the_legend_has_what_does_not_explain_itself() {
    let drawn = "+ + + + +\n .w.s.d.\n+ + + + +\n .o. ~ 5\n+ + + + +";
    let svg = plan(drawn, vec![]).svg();
    for key in ["window", "arrow slit", "door", "open door", "difficult ground", "5 ft: height above the floor."] {
        assert!(text(&svg, key).is_some(), "{key}: {svg}");
    }
    let bare = plan("..\n..", vec![]).svg();
    for key in ["window", "arrow slit", "door", "open door", "difficult ground"] {
        assert!(text(&bare, key).is_none(), "{key}");
    }
    assert!(!bare.contains("height above"));
}

/// Words in a picture are drawn once: nothing is written with an outline in its own colour.
#[test]
fn nothing_looks_struck_twice() {
    let account = super::account::AccountChart::default().svg();
    for svg in [account, plan("..\n..", vec![Token::new("Ana", 0, &[], at(0, 0))]).svg()] {
        let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
        assert!(read.descendants().filter(|it| it.has_tag_name("text")).all(|it| it.attribute("stroke").is_none()));
    }
}

/// A battle map keeps nine tenths of its light, high ground on it is lighter than the floor, and difficult ground differs.
#[test]
fn a_battle_map_stays_bright() {
    let grass = [86, 128, 62];
    let raster = Raster::new(60, 60, grass.repeat(3_600)).expect("it's whole");
    let rasters: Rasters = [("board".into(), Arc::new(raster))].into();
    let mut plan = plan(".5~..\n.5~..\n.5~..\n.5~..", vec![]);
    plan.background =
        Some(BoardPicture { picture: "board".into(), size_px: (60.0, 60.0), square_px: 15.0, from_px: (0.0, 0.0) });
    let pixels = super::png::pixels(&plan.drawing(), &rasters, 0).expect("a picture");
    let wide: f32 = plan
        .drawing()
        .svg()
        .split("width=\"")
        .nth(1)
        .and_then(|it| it.split('"').next()?.parse().ok())
        .expect("a width");
    let scale = pixels.width() as f32 / wide;
    // Squares are 60 wide, and begin 40 from the corner; their mean is of all that's drawn on them.
    let mean = |column: f32| -> f32 {
        let side = |from: f32| ((from * scale) as u32..((from + 40.0) * scale) as u32).collect::<Vec<_>>();
        let (across, down) = (side(50.0 + 60.0 * column), side(50.0 + 60.0));
        let all: Vec<f32> = down
            .iter()
            .flat_map(|y| across.iter().map(move |x| (*x, *y)))
            .filter_map(|(x, y)| pixels.pixel(x, y))
            .map(|it| f32::from(it.red()) + f32::from(it.green()) + f32::from(it.blue()))
            .collect();
        all.iter().sum::<f32>() / all.len() as f32
    };
    let whole = 86.0 + 128.0 + 62.0;
    assert!(mean(0.0) > whole * 0.88, "{} of {whole}", mean(0.0));
    assert!(mean(1.0) > mean(0.0) + 20.0, "high: {} on {}", mean(1.0), mean(0.0));
    assert!((mean(2.0) - mean(0.0)).abs() > 20.0, "difficult: {} on {}", mean(2.0), mean(0.0));
}

/// A name of which only its number would be left isn't written, and a name goes elsewhere rather than onto the rim of somebody else's token.
#[test]
fn names_are_whole_and_beside_others() {
    let crowd = (0..25).map(|it| Token::new(&format!("Hobgoblin {it}"), 1, &[], at(it % 5 + 8, it / 5 + 8))).collect();
    let rows = vec![".".repeat(24); 24].join("\n");
    let svg = plan(&rows, crowd).svg();
    let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
    let texts: Vec<&str> = read.descendants().filter(|it| it.has_tag_name("text")).filter_map(|it| it.text()).collect();
    let kept = |it: &&str| it.find('\u{2026}').is_none_or(|kept| kept >= 3);
    assert!(texts.iter().all(kept), "{texts:?}");
    // With room above, no name of any length is on the ring of whoever stands below to the right.
    for long in 3..14 {
        let name = format!("R{}", "a".repeat(long));
        let two = vec![Token::new(&name, 1, &[], at(2, 2)), Token::new("Wolf", 1, &[], at(3, 3))];
        let svg = plan(&vec![".".repeat(12); 12].join("\n"), two).svg();
        let (left, top, right, bottom) = text(&svg, &name).expect("a name").0;
        let wolf = text(&svg, "Wo").expect("initials").0;
        let (x, y) = (f32::midpoint(wolf.0, wolf.2), f32::midpoint(wolf.1, wolf.3));
        let far = (x - x.clamp(left, right)).hypot(y - y.clamp(top, bottom));
        // The strip below a name is a little larger than its letters.
        assert!(far > 24.0 * 1.08 + 4.0, "{name} is {far} from the wolf's middle");
    }
}

/// Five or six on one square have discs that touch nobody, also not those of a full square beside it, and initials that can be read.
#[test]
fn a_crowd_on_one_square_can_be_read() {
    let on =
        |name: &'static str, x| (0..6).map(move |it| Token::new(&format!("{name} {it}"), 0, &["unhurt"], at(x, 5)));
    let crowd = on("Bandit", 5).chain(on("Raider", 6)).collect();
    let svg = plan(&vec![".".repeat(24); 24].join("\n"), crowd).svg();
    let boxes: Vec<Box> = (0..6).map(|it| text(&svg, &format!("B{it}")).expect("initials").0).collect();
    for (at, one) in boxes.iter().enumerate() {
        assert!(one.3 - one.1 >= 3.4, "{one:?}");
        assert!(!boxes[at + 1..].iter().any(|other| meet(*one, *other)), "{boxes:?}");
    }
    let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
    let rings =
        read.descendants().filter(|it| it.has_tag_name("circle") && it.attribute("fill") == Some(side_colour(0)));
    let rings: Vec<[f32; 3]> = rings.map(|it| ["cx", "cy", "r"].map(|name| number(&it, name))).collect();
    assert_eq!(rings.len(), 13, "twelve, and one in the legend");
    for (at, [x, y, round]) in rings.iter().enumerate() {
        let apart = |other: &[f32; 3]| (other[0] - x).hypot(other[1] - y) >= round + other[2];
        assert!(rings[at + 1..].iter().all(apart), "{at} of {rings:?}");
    }
}
