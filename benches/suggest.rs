//! How long a suggestion takes on the largest board: 60 by 60 squares, 60 combatants, and a GM who hasn't said yet who acts. Discord
//! forgets an interaction after three seconds; a person who's typing will wait half a second. `cargo bench --bench suggest` also asserts
//! that. Without `--bench`, as in `cargo test`, it asks once and measures nothing.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use umpire::{
    discord::commands::autocomplete::at_the_table,
    engine::Seat,
    rules::{Newcomer, Request, System},
    store::MemoryStore,
    table::{Caller, Command, EncounterService, InputOrigin, NewFight},
};

const GM: Caller = Caller { seat: Seat(1), has_gm_role: false };
/// The systems with boards of squares.
const SYSTEMS: [System; 3] = [System::Td2e, System::Sovereign, System::Ingenuity];
/// What's typed: the command, the option, and the text in it so far.
const TYPED: [(&str, &str, &str); 5] =
    [("move", "to", ""), ("move", "to", "m3"), ("move", "to", "zz"), ("attack", "target", ""), ("attack", "as", "")];
/// The longest a suggestion may take.
const MOST: Duration = Duration::from_millis(500);
/// How often each is requested.
const TIMES: u32 = 5;

fn main() {
    let measured = std::env::args().any(|it| it == "--bench");
    // In an unoptimised build, a smaller board is enough to show that it works.
    let (side, people, times) = if measured { (60, 60, TIMES) } else { (20, 12, 1) };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    println!("{side} by {side} squares, {people} combatants: the slowest of {times}");
    for system in SYSTEMS {
        let service = runtime.block_on(service(system, side, people));
        for (path, slot, typed) in TYPED {
            let command = Command::new(path, &[]);
            let mut slowest = Duration::ZERO;
            let mut found = 0;
            for _ in 0..times {
                let began = Instant::now();
                found = at_the_table(&service, &GM, &command, (slot, typed)).len();
                slowest = slowest.max(began.elapsed());
            }
            let asked = format!("/{path} {slot}:{typed}");
            println!("  {:<12}{asked:<24}{:>10.1} ms  {found} found", system.name(), slowest.as_secs_f64() * 1e3);
            // How far a combatant can go depends on the system: the typed text may be beyond that.
            assert!(found > 0 || !typed.is_empty(), "{} {asked}: something is suggested", system.name());
            assert!(!measured || slowest <= MOST, "{} {asked} took {slowest:?}", system.name());
        }
    }
}

/// A fight in progress on a board with some of everything, with the GM's side up.
async fn service(system: System, side: usize, people: usize) -> EncounterService {
    let ground = [".", ".", ".", "~", ".", "#", ".", "."];
    let row = |y: usize| {
        (0..side).map(|x| if y.is_multiple_of(5) { "." } else { ground[(x / 2 + y * 3) % 8] }).collect::<String>()
    };
    let rows: Vec<String> = (0..side).map(row).collect();
    let mut laid = vec![Request::Board { fields: vec![("draw".to_owned(), rows.join("\n"))] }];
    laid.extend(["Heroes", "Foes"].map(|name| Request::Side { name: name.to_owned() }));
    let mut places = vec![];
    for number in 0..people {
        let name = format!("Somebody {number}");
        // Ten on every fifth row, which is free: spread out on one, a hero and a foe beside each other on the next.
        let column = match (number / 10).is_multiple_of(2) {
            true => (number % 10) * (side / 10),
            false => (number % 10) / 2 * (side / 5) + number % 2,
        };
        let letters = match column {
            0..=25 => char::from(b'A' + column as u8).to_string(),
            _ => format!("A{}", char::from(b'A' + (column - 26) as u8)),
        };
        let letters = if column > 51 { format!("B{}", char::from(b'A' + (column - 52) as u8)) } else { letters };
        places.push(format!("{name} at {letters}{}", 1 + (number / 10) * 5));
        let of = Some(["Heroes", "Foes"][number % 2].to_owned());
        laid.push(Request::Join(Newcomer { name, side: of, count: 1, ..Newcomer::default() }));
    }
    laid.push(Request::Board { fields: vec![("place".to_owned(), places.join("; "))] });
    let new = NewFight {
        application_id: 1,
        guild_id: Some(1),
        channel_id: 1,
        system,
        name: "The plain".to_owned(),
        options: vec![],
        gm: GM.seat,
    };
    let mut service =
        EncounterService::open(Arc::new(MemoryStore::new()), new, [3; 32], &laid, 0).await.expect("opened");
    service.command(&GM, &Command::new("encounter begin", &[]), InputOrigin::default(), 0).await.expect("it begins");
    service
}
