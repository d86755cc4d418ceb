//! A replay of a long fight on a large board, in fog, stays within the size that people can send to each other.

use super::ready_table::{GM, Table, seat_of};
use std::{path::Path, sync::Arc};
use umpire::{
    engine::{Actor, random_play::PlayRng, view::Viewer},
    replay,
    rules::{Newcomer, Request, System},
    store::MemoryStore,
    table::{EncounterService, NewFight},
    verify::ExportedFight,
};

/// The largest replay of a fight of 200 actions, in bytes.
const REPLAY_BYTES_MAX: usize = 1_000_000;
const ACTIONS: usize = 200;
/// Combatants of each of two sides.
const EACH: u16 = 10;
const NOW_MS: i64 = 1_790_000_000_000;

/// Twenty combatants on 30 by 30 squares with terrain, walls and fog, most of them far apart.
async fn in_the_field() -> Table {
    let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let new = NewFight {
        application_id: 1,
        guild_id: Some(1),
        channel_id: 1,
        system: System::Td2e,
        name: "The long day".to_owned(),
        options: vec![pair(("fog", "on"))],
        gm: GM,
    };
    let board = [
        ("size", "30x30"),
        ("rough", "K1-L30"),
        ("features", "K1-L13: river, K16-L30: river, K14-L15: ford, C20-H26: woods, T4-X9: woods, R20: pit"),
        ("walls", "O5-O12, O16-O25, P12-T12, V12-Y12"),
        ("doors", "U12/U13"),
    ];
    let mut laid = vec![
        Request::Board { fields: board.map(pair).to_vec() },
        Request::Side { name: "Heroes".to_owned() },
        Request::Side { name: "Foes".to_owned() },
    ];
    for number in 1..=EACH {
        for (name, side, template, owner) in
            [("Brannoc", "Heroes", "brannoc", Some(seat_of(usize::from(number)))), ("Orc", "Foes", "orc", None)]
        {
            let name = format!("{name} {number}");
            let (side, template) = (Some(side.to_owned()), Some(template.to_owned()));
            laid.push(Request::Join(Newcomer { name, side, template, owner, count: 1, ..Newcomer::default() }));
        }
    }
    let (store, dice) = (Arc::new(MemoryStore::new()), [7; 32]);
    let service = EncounterService::open(store.clone(), new, dice, &laid, NOW_MS).await.expect("opened");
    let mut table = Table { service, now_ms: NOW_MS, rng: PlayRng::new(3), dice, store };
    for number in 1..=EACH {
        // Three ranks a side, on either bank of the river.
        let (rank, row) = (number % 3, 10 + number);
        for (name, column) in [("Brannoc", ["G", "H", "I"]), ("Orc", ["Q", "R", "S"])] {
            let who = table.service.session().find(Viewer::Gm, &format!("{name} {number}")).expect("has joined");
            let at = format!("{}{row}", column[usize::from(rank)]);
            table.puts(Actor::Gm(GM), &Request::Place { who, at }).await;
        }
    }
    table.puts(Actor::Gm(GM), &Request::Begin).await;
    table
}

/// How many of a fight's rows are somebody's action.
fn actions(fight: &ExportedFight) -> usize {
    fight.rows.iter().filter(|it| it["input"]["Act"].is_object()).count()
}

/// 200 actions of 20 combatants on 30 by 30 squares in fog: the players' page and the GM's take at most 1 MB each, and show every action.
#[tokio::test]
async fn a_replay_of_200_actions_takes_a_megabyte_at_most() {
    let mut table = in_the_field().await;
    let id = table.service.header().id;
    let mut fight = ExportedFight::from_store(table.store.as_ref(), id).await.expect("kept");
    while actions(&fight) < ACTIONS {
        for step in 0..20 {
            assert!(table.step(step % 4 > 0).await, "the fight goes on after {} actions", actions(&fight));
        }
        table.puts(Actor::Gm(GM), &Request::Undo).await;
        fight = ExportedFight::from_store(table.store.as_ref(), id).await.expect("kept");
    }
    table.puts(Actor::Gm(GM), &Request::End).await;
    fight = ExportedFight::from_store(table.store.as_ref(), id).await.expect("kept");
    let pages =
        [("players", replay::of_fight(&fight).expect("told")), ("gm", replay::of_whole_fight(&fight).expect("whole"))];
    for (whose, page) in &pages {
        let moments = page.matches("{\"line\":").count();
        println!("{whose}: {} bytes, {moments} moments, {} actions", page.len(), actions(&fight));
        if let Some(folder) = std::env::var_os("UMPIRE_REPLAYS") {
            std::fs::write(Path::new(&folder).join(format!("long-{whose}.html")), page).expect("a page to look at");
        }
        assert!(page.len() <= REPLAY_BYTES_MAX, "{whose}: {} bytes", page.len());
        assert!(moments >= ACTIONS / 2, "{whose}: {moments} moments");
    }
}

/// What fog hides isn't in the players' page: their map has no battle map, of which they haven't seen all, and the page says so. The GM's has it.
#[tokio::test]
async fn a_battle_map_in_fog_is_the_gms_alone() {
    let mut table = in_the_field().await;
    let id = table.service.header().id;
    for _ in 0..8 {
        assert!(table.step(true).await, "the fight goes on");
    }
    table.puts(Actor::Gm(GM), &Request::End).await;
    let fight = ExportedFight::from_store(table.store.as_ref(), id).await.expect("kept");
    let pictures = super::replays::a_battle_map();
    let open = replay::of_fight_with(&fight, &pictures).expect("told");
    assert!(!open.contains("image/jpeg") && open.contains("players haven\u{2019}t seen all of it"));
    let whole = replay::of_whole_fight_with(&fight, &pictures).expect("whole");
    assert_eq!(whole.matches("data:image/jpeg").count(), 1);
}
