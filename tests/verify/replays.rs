//! The pages that `umpire replay` makes: the players' has what everyone was told, and the GM's everything.

use super::{played, text};
use serde_json::Value;
use std::path::Path;
use umpire::{replay, rules::System};

/// The largest replay of a fight of 200 actions, in bytes.
const REPLAY_BYTES_MAX: usize = 1_000_000;
/// About what the page itself takes, with its script and the board.
const PAGE_BYTES: usize = 40_000;

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
        let told = fight.record.as_ref().expect("a record").told.len();
        let per_line = page.len().saturating_sub(PAGE_BYTES) / told;
        assert!(
            PAGE_BYTES + per_line * 200 < REPLAY_BYTES_MAX,
            "{}: {} bytes for {told} lines",
            system.name(),
            page.len()
        );
        let moments = |page: &str| page.matches("\"whose\":").count();
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
            let (_, data) = page.split_once("id=\"fight\">").expect("data");
            let (data, _) = data.split_once("</script>").expect("data");
            let data: Value = serde_json::from_str(data).expect("JSON");
            let lines = data["whole"].as_array().expect("lines").iter();
            lines.map(|it| it[key].as_array().map_or(0, Vec::len)).sum()
        };
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
