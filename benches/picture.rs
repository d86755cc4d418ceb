//! How long a map takes, from the fight to the PNG: a usual one (six zones, ten combatants) and the largest that is meant to be
//! readable (thirty zones, sixty combatants). `cargo bench --no-default-features --features pictures --bench picture` builds nothing
//! but the core and the pictures. `--test` draws each once and measures nothing.

use divan::Bencher;
use umpire::{
    engine::{
        Actor, Scripted, Seat,
        view::{Scene, Viewer},
    },
    pictures::Plan,
    rules::{Newcomer, Request, System},
};

fn main() {
    divan::main();
}

fn scene(zones: usize, combatants: usize) -> Scene {
    let mut fight = System::Murdham.open(&[]).expect("no options");
    let mut ask = |request: Request| {
        fight.propose(Actor::Gm(Seat(1)), &request, &mut Scripted::default(), 1_000).expect("it is allowed");
        fight.accept();
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
        fight.propose(Actor::Gm(Seat(1)), &place, &mut Scripted::default(), 2_000).expect("it is allowed");
        fight.accept();
    }
    fight.scene(Viewer::Everyone)
}

const SIZES: [(usize, usize); 2] = [(6, 10), (30, 60)];

/// From the scene to the PNG.
#[divan::bench(args = SIZES)]
fn whole(bencher: Bencher, (zones, combatants): (usize, usize)) {
    let scene = scene(zones, combatants);
    bencher.bench(|| Plan::of(&scene).png().expect("a picture"));
}

/// From the scene to the SVG.
#[divan::bench(args = SIZES)]
fn drawing(bencher: Bencher, (zones, combatants): (usize, usize)) {
    let scene = scene(zones, combatants);
    bencher.bench(|| Plan::of(&scene).svg());
}

/// From the scene to what is compared to see whether anything has changed.
#[divan::bench(args = SIZES)]
fn plan(bencher: Bencher, (zones, combatants): (usize, usize)) {
    let scene = scene(zones, combatants);
    bencher.bench(|| Plan::of(&scene));
}
