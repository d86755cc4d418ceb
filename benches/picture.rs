//! How long a map takes, from the fight to the PNG: a typical one (six zones, ten combatants) and the largest that should still be readable
//! (thirty zones, sixty combatants), and boards of squares. `cargo bench --no-default-features --features pictures --bench picture` builds
//! only the core and the pictures. `--test` draws each once and measures nothing.

use divan::{Bencher, counter::BytesCount};
use std::sync::Arc;
use umpire::{
    engine::{
        Actor, Scripted, Seat,
        view::{Ground, Scene, Viewer, grid},
    },
    pictures::{BoardPicture, MapPictures, MapPlan, Raster, Rasters},
    rules::{Newcomer, Request, Session, System},
};

fn main() {
    divan::main();
    println!("\nThirty by thirty squares, twenty combatants, their portraits and a battle map:");
    for (whole, what) in [(false, "the part shown"), (true, "the whole board")] {
        println!("{what}: {} kB", brought_map(whole)().len().div_ceil(1_000));
    }
}

fn scene(zones: usize, combatants: usize) -> Scene {
    let mut fight = System::Murdham.open(&[]).expect("no options");
    let mut ask = |request: Request| {
        let proposal =
            fight.propose(Actor::Gm(Seat(1)), &request, &mut Scripted::default(), 1_000).expect("it is allowed");
        fight.commit(proposal);
    };
    let columns = (1..).find(|it| it * it >= zones).unwrap_or(1);
    let names: Vec<String> = (0..zones).map(|it| format!("Room {it} (hazard: pit, cover)")).collect();
    let beside = (1..zones).map(|it| format!("Room {}-Room {it}", it - 1));
    let below = (columns..zones).step_by(2).map(|it| format!("Room {}-Room {it} (doorway)", it - columns));
    let borders: Vec<String> = beside.chain(below).collect();
    ask(Request::Board {
        fields: vec![("zones".to_owned(), names.join(", ")), ("borders".to_owned(), borders.join(", "))],
    });
    for name in ["Players", "Bandits"] {
        ask(Request::Side { name: name.to_owned() });
    }
    for it in 0..combatants {
        let side = ["Players", "Bandits"][it % 2];
        ask(Request::Join(Newcomer {
            name: format!("Combatant {it}"),
            side: Some(side.to_owned()),
            count: 1,
            ..Newcomer::default()
        }));
    }
    for it in 0..combatants {
        let who = fight.find(Viewer::Gm, &format!("Combatant {it}")).expect("they joined");
        let at = format!("Room {}", it % zones);
        let place = Request::Place { who, at };
        let proposal =
            fight.propose(Actor::Gm(Seat(1)), &place, &mut Scripted::default(), 2_000).expect("it is allowed");
        fight.commit(proposal);
    }
    fight.scene(Viewer::Everyone)
}

/// A fight on a board of squares with some of everything.
fn on_squares(side: usize, combatants: usize) -> Scene {
    fight_on_squares(side, combatants, "off").scene(Viewer::Everyone)
}

/// The fight itself, with or without fog over the players' map.
fn fight_on_squares(side: usize, combatants: usize, fog: &str) -> Box<dyn Session> {
    let mut fight = System::Td2e.open(&[("fog".to_owned(), fog.to_owned())]).expect("fog is an option");
    let mut ask = |request: Request| {
        let proposal =
            fight.propose(Actor::Gm(Seat(1)), &request, &mut Scripted::default(), 1_000).expect("it is allowed");
        fight.commit(proposal);
    };
    let ground = [".", ".", ".", "~", "5", "#", ".", "9"];
    let row = |y: usize| (0..side).map(|x| if y == 0 { "." } else { ground[(x / 2 + y * 3) % 8] }).collect::<String>();
    let rows: Vec<String> = (0..side).map(row).collect();
    ask(Request::Board { fields: vec![("draw".to_owned(), rows.join("\n"))] });
    for name in ["Players", "Orcs"] {
        ask(Request::Side { name: name.to_owned() });
    }
    for it in 0..combatants {
        let side = Some(["Players", "Orcs"][it % 2].to_owned());
        let (name, saved) = (format!("Combatant {it}"), i64::try_from(it).ok());
        let owner = it.is_multiple_of(2).then_some(Seat(it as u64 + 2));
        ask(Request::Join(Newcomer { name, side, owner, count: 1, saved, ..Newcomer::default() }));
    }
    let places: Vec<String> = (0..combatants)
        .map(|it| {
            format!("Combatant {it} at {}{}", char::from(b'A' + (it % side.min(26)) as u8), 1 + it / side.min(26))
        })
        .collect();
    ask(Request::Board { fields: vec![("place".to_owned(), places.join("; "))] });
    fight
}

/// A typical board, a large one and the largest one.
const BOARDS: [(usize, usize); 3] = [(20, 10), (30, 20), (60, 60)];

/// Squares, from the scene to the PNG: the part around the fight.
#[divan::bench(args = BOARDS)]
fn squares(bencher: Bencher, (side, combatants): (usize, usize)) {
    let scene = on_squares(side, combatants);
    bencher.bench(|| MapPlan::of(&scene).png().expect("a picture"));
}

/// The same with the whole board.
#[divan::bench(args = BOARDS)]
fn whole_squares(bencher: Bencher, (side, combatants): (usize, usize)) {
    let scene = on_squares(side, combatants);
    bencher.bench(|| MapPlan::of(&scene).with_all(true).png().expect("a picture"));
}

/// The whole board in fog.
#[divan::bench(args = BOARDS)]
fn fogged(bencher: Bencher, (side, combatants): (usize, usize)) {
    let scene = fight_on_squares(side, combatants, "on").scene(Viewer::Everyone);
    bencher.bench(|| MapPlan::of(&scene).with_all(true).png().expect("a picture"));
}

/// What a fight looks like in fog: what's in sight is known by then.
#[divan::bench(args = BOARDS)]
fn scene_in_fog(bencher: Bencher, (side, combatants): (usize, usize)) {
    let fight = fight_on_squares(side, combatants, "on");
    bencher.bench_local(|| fight.scene(Viewer::Everyone));
}

/// A picture with large and small patches of colours that run into each other, as a painted battle map has.
fn painted(side: usize, salt: usize) -> Raster {
    let speck = |x: usize, y: usize, at: usize| {
        let mixed = (x * 73_856_093) ^ (y * 19_349_663) ^ ((at + salt) * 83_492_791);
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as f32 % 256.0
    };
    let smooth = |x: usize, y: usize, size: usize, at: usize| {
        let (cx, cy) = (x / size, y / size);
        let (px, py) = ((x % size) as f32 / size as f32, (y % size) as f32 / size as f32);
        let row = |cy: usize| speck(cx, cy, at) * (1.0 - px) + speck(cx + 1, cy, at) * px;
        row(cy) * (1.0 - py) + row(cy + 1) * py
    };
    let colour = |x: usize, y: usize, at: usize| {
        let sizes = [(160, 0.5), (40, 0.25), (9, 0.15), (2, 0.1)];
        sizes.iter().map(|(size, share)| smooth(x, y, *size, at) * share).sum::<f32>() as u8
    };
    let pixels = (0..side * side).flat_map(|it| [0, 1, 2].map(|at| colour(it % side, it / side, at)));
    Raster::new(side, side, pixels.collect()).expect("it's whole")
}

/// Draws thirty by thirty squares on somebody's battle map, with twenty combatants and their portraits.
fn brought_map(whole: bool) -> impl Fn() -> Vec<u8> + Sync {
    let scene = on_squares(30, 20);
    let faces = (0..20).map(|it| (format!("face {it}").as_str().into(), Arc::new(painted(128, it))));
    let board = ("board".into(), Arc::new(painted(1_600, 99)));
    let rasters: Rasters = faces.chain([board]).collect();
    let background =
        BoardPicture { picture: "board".into(), size_px: (2_100.0, 2_100.0), square_px: 70.0, from_px: (0.0, 0.0) };
    let portraits = (0..20).map(|it| (it, format!("face {it}").as_str().into())).collect();
    let pictures = MapPictures { background: Some(background), portraits };
    move || MapPlan::of(&scene).with_all(whole).with_pictures(&pictures).encoded(&rasters).expect("a picture")
}

/// The same, from the scene to the JPEG; whether all of it is shown.
#[divan::bench(args = [false, true])]
fn brought(bencher: Bencher, whole: bool) {
    let draw = brought_map(whole);
    bencher.counter(BytesCount::new(draw().len())).bench(draw);
}

/// Who sees whom across a board.
#[divan::bench(args = [20, 60])]
fn sight(bencher: Bencher, side: usize) {
    let scene = on_squares(side, 0);
    let Ground::Squares(grid) = &scene.map.ground else { unreachable!("it is a board") };
    let far = grid::Square { x: side as i16 - 1, y: side as i16 - 1 };
    bencher.bench(|| grid.sight(grid::Square { x: 0, y: 0 }, far));
}

const SIZES: [(usize, usize); 2] = [(6, 10), (30, 60)];

/// From the scene to the PNG.
#[divan::bench(args = SIZES)]
fn whole(bencher: Bencher, (zones, combatants): (usize, usize)) {
    let scene = scene(zones, combatants);
    bencher.bench(|| MapPlan::of(&scene).png().expect("a picture"));
}

/// From the scene to the SVG.
#[divan::bench(args = SIZES)]
fn drawing(bencher: Bencher, (zones, combatants): (usize, usize)) {
    let scene = scene(zones, combatants);
    bencher.bench(|| MapPlan::of(&scene).svg());
}

/// From the scene to the plan that's compared to detect changes.
#[divan::bench(args = SIZES)]
fn plan(bencher: Bencher, (zones, combatants): (usize, usize)) {
    let scene = scene(zones, combatants);
    bencher.bench(|| MapPlan::of(&scene));
}
