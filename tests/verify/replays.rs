//! The pages that `umpire replay` makes: the players' has what everyone was told, and the GM's everything.

use super::{against, played, ready_table, text};
use serde_json::Value;
use std::{path::Path, sync::Arc};
use umpire::{
    engine::{Actor, view::Viewer},
    pictures::{BoardPicture, MapPictures, Raster},
    replay::{self, ReplayPictures},
    rules::{Newcomer, Request, System},
    store::MemoryStore,
    table::{EncounterService, InputOrigin, NewFight},
    verify::ExportedFight,
};

/// A replay shows what everyone was told and how the fight stood, and names nobody whom they didn't see; one that's made from the players' file
/// has the same story.
#[tokio::test]
async fn a_replay_shows_what_everyone_saw() {
    for system in System::ALL {
        let (fight, _) = played(system).await;
        let page = replay::of_fight(&fight).expect("it has a record");
        let of_players = replay::of(&text(&fight.public().expect("a record"))).expect("it's a record");
        assert_eq!(replay::of(&text(&fight)).expect("it's a fight"), page, "{}", system.name());
        assert!(!page.contains("Lurker"), "{}: nobody saw them", system.name());
        let moments = |page: &str| page.matches("{\"line\":").count();
        assert!(moments(&page) > 2 && moments(&of_players) == 0, "{}: {} moments", system.name(), moments(&page));
        for line in fight.public().expect("a record").record.told {
            for said in line["lines"].as_array().into_iter().flatten() {
                let said = said.to_string().replace('<', "\\u003c");
                assert!(page.contains(&said) && of_players.contains(&said), "{}: {said}", system.name());
            }
        }
        if let Some(folder) = std::env::var_os("UMPIRE_REPLAYS") {
            std::fs::write(Path::new(&folder).join(format!("{}.html", system.name())), &page)
                .expect("a page to look at");
        }
    }
    let why = replay::of("{}").expect_err("no fight").to_string();
    assert!(why.contains("no public record"), "{why}");
    let why = replay::of_whole("{}").expect_err("no fight").to_string();
    assert!(why.contains("no public record"), "{why}");
    assert!(replay::of("not JSON").is_err());
}

/// What was told in one moment is still shown one after the other: each story with how the fight stood after it.
#[tokio::test]
async fn stories_of_one_moment_stand_one_after_the_other() {
    let (mut tried, mut same) = (0, 0);
    for system in System::ALL {
        let (fight, _) = played(system).await;
        let all = data(&replay::of_fight(&fight).expect("it has a record"))["moments"].clone();
        let told = &fight.record.as_ref().expect("a record").told;
        let of = |it: &Value, what: &str| it[what].as_i64();
        for pair in told.windows(2).filter(|it| of(&it[0], "story") != of(&it[1], "story")) {
            let (Some(first_ms), Some(next_ms)) = (of(&pair[0], "at_ms"), of(&pair[1], "at_ms")) else { continue };
            // What nobody was told of shows at its own time.
            if fight.rows.iter().any(|it| of(it, "at_ms").is_some_and(|it| first_ms < it && it < next_ms)) {
                continue;
            }
            let mut at_once = fight.clone();
            let told = &mut at_once.record.as_mut().expect("a record").told;
            for it in at_once.rows.iter_mut().chain(told) {
                if of(it, "at_ms") == Some(first_ms) {
                    it["at_ms"] = next_ms.into();
                }
            }
            let page = replay::of_fight(&at_once).expect("it has a record");
            same += usize::from(data(&page)["moments"] == all);
            tried += 1;
        }
    }
    // A row that tells nothing may be either's: a pass, before "It's the Orcs' turn."
    assert!(tried > 20 && same * 10 >= tried * 9, "{same} of {tried} pairs");
}

/// The data of a page.
fn data(page: &str) -> Value {
    let (_, data) = page.split_once("id=\"fight\">").expect("data");
    let (data, _) = data.split_once("</script>").expect("data");
    serde_json::from_str(data).expect("JSON")
}

/// The GM's replay has whoever was hidden, and every die of both kinds; the players' file doesn't make one.
#[tokio::test]
async fn the_gms_replay_has_the_secrets() {
    let mut secrets = 0;
    for system in System::ALL {
        let (fight, _) = played(system).await;
        let page = replay::of_whole_fight(&fight).expect("it's whole");
        assert_eq!(replay::of_whole(&text(&fight)).expect("it's a fight"), page, "{}", system.name());
        assert!(page.contains("Lurker") && page.contains("\"whole\":"), "{}", system.name());
        let dice = |key: &str| -> usize {
            let data = data(&page);
            let lines = data["whole"].as_array().expect("lines").iter();
            lines.map(|it| it[key].as_array().map_or(0, Vec::len)).sum()
        };
        if let Some(folder) = std::env::var_os("UMPIRE_REPLAYS") {
            std::fs::write(Path::new(&folder).join(format!("{}-gm.html", system.name())), &page)
                .expect("a page to look at");
        }
        let rolled = |is_secret: bool| -> usize {
            let all = fight.rows.iter().flat_map(|it| it["faces"].as_array().cloned().unwrap_or_default());
            all.filter(|it| (it["secret"] == true) == is_secret).count()
        };
        assert_eq!((dice("dice"), dice("secret")), (rolled(false), rolled(true)), "{}", system.name());
        secrets += rolled(true);
        let why = replay::of_whole(&text(&fight.public().expect("a record"))).expect_err("the players'").to_string();
        assert!(why.contains("only what everyone was told"), "{why}");
    }
    assert!(secrets > 0, "something was rolled in secret");
}

/// A short fight in fog on this board, in which a foe stands here and then there, behind a closed door.
async fn in_fog(board: &[(&str, &str)], from: &str, to: &str) -> ExportedFight {
    let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let new = NewFight {
        application_id: 1,
        guild_id: Some(1),
        channel_id: 1,
        system: System::Td2e,
        name: "Two rooms".to_owned(),
        options: vec![pair("fog", "on")],
        gm: ready_table::GM,
    };
    let join = |name: &str, side: &str, template: &str, owner, saved| {
        let (name, side, template) = (name.to_owned(), Some(side.to_owned()), Some(template.to_owned()));
        Request::Join(Newcomer { name, side, template, owner, count: 1, saved: Some(saved), ..Newcomer::default() })
    };
    let rooms = [("size", "10x5"), ("walls", "E1-E2, E4-E5"), ("doors", "D3/E3")];
    let laid = [
        Request::Board { fields: rooms.iter().chain(board).map(|it| pair(it.0, it.1)).collect() },
        Request::Side { name: "Heroes".to_owned() },
        Request::Side { name: "Foes".to_owned() },
        join("Ana", "Heroes", "brannoc", Some(ready_table::seat_of(0)), 1),
        join("Orc", "Foes", "orc", None, 2),
    ];
    let store = Arc::new(MemoryStore::new());
    let (gm, mut at_ms) = (Actor::Gm(ready_table::GM), 1_790_000_000_000);
    let mut service = EncounterService::open(store.clone(), new, [5; 32], &laid, at_ms).await.expect("opened");
    let who = ["Ana", "Orc"].map(|it| service.session().find(Viewer::Gm, it).expect("has joined"));
    let place = |who, at: &str| Request::Place { who, at: at.to_owned() };
    let steps = [place(who[0], "B3"), place(who[1], from), Request::Begin, place(who[1], to), Request::End];
    for step in steps {
        at_ms += 1_000;
        service.ask(gm, &step, InputOrigin::default(), at_ms).await.unwrap_or_else(|why| panic!("{step:?}: {why}"));
    }
    ExportedFight::from_store(store.as_ref(), service.header().id).await.expect("kept")
}

/// Fights that differ only in what lies in the fog have the same players' file and the same replay, byte for byte; the GM's has it all. A fight
/// in fog verifies.
#[tokio::test]
async fn a_replay_shows_no_more_than_the_fog_let_through() {
    let plain = in_fog(&[], "I3", "H4").await;
    let players =
        |it: &ExportedFight| (text(&it.public().expect("a record")), replay::of_fight(it).expect("it has a record"));
    for other in
        [in_fog(&[("rough", "F1-J2"), ("features", "G3: pit")], "I3", "H4").await, in_fog(&[], "J5", "F1").await]
    {
        assert_ne!(text(&plain), text(&other), "the fights differ");
        assert_eq!(players(&plain), players(&other));
    }
    let (record, page) = players(&plain);
    assert!(page.contains("Dark: not seen yet.") && record.contains("Orc moves out of sight."), "{record}");
    assert!(!page.contains("Orc moves to") && !page.contains("H4: Orc"));
    let gms = replay::of_whole_fight(&plain).expect("it's whole");
    assert!(gms.contains("H4: Orc") && !gms.contains("Dark: not seen yet."));
    let findings = against(&text(&plain), &plain.commitment, &[]);
    assert_eq!(findings.bad, Vec::<String>::new());
}

/// A replay has the portraits of those whom its readers saw, and of nobody else.
#[tokio::test]
async fn a_replay_has_portraits_of_whoever_was_seen() {
    let fight = in_fog(&[], "I3", "I4").await;
    let copies = |saved: i64| {
        let raster = Raster::new(16, 16, [0, 200, 0].repeat(256)).expect("whole");
        let brought = MapPictures { background: None, portraits: vec![(saved, "face".into())] };
        let pictures = ReplayPictures::new(brought, &[("face".into(), Arc::new(raster))].into());
        let pages = [replay::of_fight_with(&fight, &pictures), replay::of_whole_fight_with(&fight, &pictures)];
        pages.map(|it| it.expect("it has a record").matches("data:image/jpeg").count())
    };
    assert_eq!(copies(1), [1, 1], "Ana\u{2019}s, however many moments there are");
    assert_eq!(copies(2), [0, 1], "only the GM saw the orc");
}

/// A page from a log that can't be played says that it has no map and no tracker.
#[tokio::test]
async fn a_page_without_moments_says_so() {
    let (mut fight, _) = played(System::Td2e).await;
    fight.opening = serde_json::json!({});
    let page = replay::of_fight(&fight).expect("it has a record");
    assert!(page.contains("has no map and no tracker: the version of Umpire") && !page.contains("{\"line\":"));
}

/// A battle map that's hard to make small, for a fight's replay.
pub(crate) fn a_battle_map() -> ReplayPictures {
    let noise = |it: usize| (it as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23) as u8;
    let raster = Raster::new(1_600, 1_200, (0..1_600 * 1_200 * 3).map(noise).collect()).expect("whole");
    let (size_px, square_px, from_px) = ((1_600.0, 1_200.0), 50.0, (0.0, 0.0));
    let background = BoardPicture { picture: "board".into(), size_px, square_px, from_px };
    let brought = MapPictures { background: Some(background), portraits: vec![] };
    ReplayPictures::new(brought, &[("board".into(), Arc::new(raster))].into())
}

/// At the table, a replay has its battle map as one copy of at most 300 kB. A page from a file says that it has none, and one from the players'
/// file, on the page and at the command line, what map and tracker need.
#[tokio::test]
async fn a_replay_from_the_table_has_its_battle_map() {
    let (fight, _) = played(System::Td2e).await;
    let page = replay::of_fight_with(&fight, &a_battle_map()).expect("it has a record");
    let copies: Vec<&str> = page.split("data:image/jpeg;base64,").skip(1).collect();
    assert_eq!(copies.len(), 1, "once, however many moments there are");
    let long = copies[0].find('\\').expect("it ends");
    assert!((10_000..300_000).contains(&long), "{long}");
    let from_file = replay::of_fight(&fight).expect("it has a record");
    assert!(!from_file.contains("image/jpeg") && from_file.contains("aren\u{2019}t in a fight\u{2019}s file"));
    assert!(!page.contains("aren\u{2019}t in a fight\u{2019}s file"));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("players-file.json");
    std::fs::write(&path, text(&fight.public().expect("a record"))).expect("written");
    let mut said = vec![];
    assert!(replay::command(&path, None, false, &mut said).expect("written"));
    let said = String::from_utf8(said).expect("text");
    assert!(said.contains("no map and no tracker: they need the GM\u{2019}s file"), "{said}");
    let made = std::fs::read_to_string(path.with_extension("html")).expect("a page");
    assert!(made.contains("only a page made from the GM\u{2019}s file does."));
}
