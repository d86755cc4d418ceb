//! The map: on the tracker while there's a board to show, uploaded again only if it shows something else, privately with everything the
//! viewer sees, and in words where no picture can be attached.

use crate::fixture::{Stage, id, is_private, labels, last_id, run, says};
use serde_json::Value;
use umpire::localtable::{Call, driver::TableUser, permissions::ATTACH_FILES};

const BOARD: &str = "zones=\"Gate, Yard\" borders=\"Gate-Yard (doorway)\" hazards=\"Yard: brazier\"";

/// The tracker with a map with these words in its description.
fn shows(words: &str) -> impl Fn(&Value) -> bool + use<> {
    let words = words.to_owned();
    move |it| {
        !is_private(it)
            && labels(it).contains(&"Map".to_owned())
            && it["attachments"][0]["description"].as_str().is_some_and(|it| it.contains(&words))
    }
}

fn edits(calls: &[std::sync::Arc<Call>]) -> Vec<&Call> {
    let edits = calls.iter().filter(|it| it.method == "PATCH" && it.path.contains("/channels/"));
    edits.map(|it| &**it).filter(|it| it.body.to_string().contains("Dice committed")).collect()
}

/// The /map reply to someone that says this; drawing can take longer than the time for a reply on a busy machine.
async fn map_saying(seat: &mut TableUser, words: &str) -> Value {
    let before = last_id(seat);
    seat.command("map", &[]).await.expect("answered");
    seat.sees("the map", |it| id(it) > before && is_private(it) && says(words)(it)).await.expect("a map")
}

/// The tracker has a picture with its description. Whose turn it is, an attack and a move are on it and upload it again; a pause isn't, and
/// doesn't.
#[tokio::test]
async fn the_tracker_carries_the_map() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    assert!(!ana.messages().iter().any(|it| labels(it).contains(&"Map".to_owned())), "there is no place to show");
    run(&mut gwen, "gm board", &[("fields", BOARD)]).await;
    let tracker = bob.sees("the map", shows("Map of 2 zones. Gate: Sybilla, Theobald, Leader,")).await.expect("a map");
    let file = &tracker["attachments"][0];
    assert_eq!((file["filename"].as_str(), file["content_type"].as_str()), (Some("map.png"), Some("image/png")));
    let png =
        reqwest::get(file["url"].as_str().expect("an address")).await.expect("served").bytes().await.expect("read");
    assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() as u64 == file["size"].as_u64().expect("a size"));

    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let attacks = |it: &Value| shows("Map of 2")(it) && it["attachments"][0]["id"] != file["id"];
    let attacked = bob.sees("whose turn it is", attacks).await.expect("drawn anew");
    let file = &attacked["attachments"][0];

    let calls = stage.table.calls_so_far();
    run(&mut gwen, "encounter pause", &[]).await;
    let paused = bob.sees("the pause", |it| shows("Map of 2")(it) && says("aused")(it)).await.expect("edited");
    assert_eq!(paused["attachments"][0]["id"], file["id"], "the same picture");
    let since = stage.table.calls_since(calls);
    assert!(!edits(&since).is_empty() && edits(&since).iter().all(|it| it.files.is_empty()), "{since:?}");
    assert!(edits(&since).iter().all(|it| it.body.get("attachments").is_none()));
    run(&mut gwen, "encounter resume", &[]).await;

    let calls = stage.table.calls_so_far();
    run(&mut gwen, "gm place", &[("name", "Leader"), ("at", "Yard")]).await;
    let moved = bob.sees("the Leader in the yard", shows("Yard: Leader.")).await.expect("drawn anew");
    assert_eq!(moved["attachments"].as_array().map(Vec::len), Some(1), "in the place of the old one");
    assert_ne!(moved["attachments"][0]["id"], file["id"]);
    let since = stage.table.calls_since(calls);
    assert_eq!(edits(&since).iter().filter(|it| it.files == ["map.png"]).count(), 1, "sent once");
    stage.judge();
}

/// From the button and from /map: in words and as a picture, what the viewer sees. A hidden combatant is only on the GM's map, and makes
/// the public one neither change nor be sent again.
#[tokio::test]
async fn everybody_has_the_map_that_their_eyes_see() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm board", &[("fields", BOARD)]).await;
    let tracker = bob.sees("the map", shows("Yard: nobody.")).await.expect("a map");
    ana.press(&tracker, "Map").await.expect("answered");
    let mine = |it: &Value| is_private(it) && says("**Yard**: nobody. By a doorway to Gate.")(it);
    let mine = ana.sees("her map", mine).await.expect("in words");
    assert_eq!(mine["attachments"][0]["content_type"], "image/png");
    assert!(says("hazard\\: brazier")(&mine) || says("hazard: brazier")(&mine), "{mine}");

    let calls = stage.table.calls_so_far();
    let lurker = [("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")];
    run(&mut gwen, "gm add", &lurker).await;
    run(&mut gwen, "gm place", &[("name", "Lurker"), ("at", "Yard")]).await;
    let hers = map_saying(&mut gwen, "**Yard**: Lurker").await;
    assert!(says("hidden")(&hers) && hers["attachments"].to_string().contains("Yard: Lurker."), "{hers}");
    map_saying(&mut ana, "**Yard**: nobody.").await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    bob.sees("the tracker", |it| shows("Yard: nobody.")(it) && says("health 5/6")(it)).await.expect("redrawn");
    let since = stage.table.calls_since(calls);
    assert_eq!(edits(&since).iter().filter(|it| !it.files.is_empty()).count(), 1, "only for Sybilla\u{2019}s health");
    assert!(bob.messages().iter().all(|it| !it["attachments"].to_string().contains("Lurker")));
    stage.judge();
}

/// Without Attach Files no outdated picture stays, the tracker says what's missing, and /map continues in words; with it, the map is back.
#[tokio::test]
async fn without_leave_to_attach_the_words_stand() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm board", &[("fields", BOARD)]).await;
    bob.sees("the map", shows("Yard: nobody.")).await.expect("a map");
    let channel = stage.table.channel_id("table").expect("a channel");
    stage.table.set_bot_overwrite(channel, 0, ATTACH_FILES);
    let words = map_saying(&mut ana, "**Gate**: Sybilla").await;
    assert!(says("**Attach Files**")(&words) && words["attachments"][0].is_null(), "{words}");
    let bare = |it: &Value| {
        labels(it).contains(&"Map".to_owned()) && says("lacks **Attach Files**")(it) && it["attachments"][0].is_null()
    };
    bob.sees("a tracker without a map", bare).await.expect("it says so");
    run(&mut gwen, "gm place", &[("name", "Leader"), ("at", "Yard")]).await;
    stage.table.set_bot_overwrite(channel, ATTACH_FILES, 0);
    map_saying(&mut ana, "**Yard**: Leader").await;
    bob.sees("the map again", shows("Yard: Leader.")).await.expect("made good");
    stage.judge();
}

/// The GM's channel has its own map with everyone on it; the players' picture neither shows hidden combatants nor is sent again because of
/// them.
#[tokio::test]
async fn the_gms_channel_has_a_map_with_everybody() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm board", &[("fields", BOARD)]).await;
    let public = bob.sees("the map", shows("Yard: nobody.")).await.expect("a map");
    let gm = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    let mut private = stage.seat("Gwen");
    private.go_to(gm);
    let lurker = [("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")];
    run(&mut private, "gm add", &lurker).await;
    run(&mut private, "gm place", &[("name", "Lurker"), ("at", "Yard")]).await;
    private.sees("the GM's map", shows("Yard: Lurker.")).await.expect("with everybody");
    run(&mut private, "gm place", &[("name", "Lurker"), ("at", "Gate/Yard")]).await;
    let moved =
        private.sees("the GM's map again", shows("On the border Gate/Yard: Lurker.")).await.expect("it follows");
    assert_eq!(moved["attachments"].as_array().map(Vec::len), Some(1));
    let still = bob.sees("the map as it was", shows("Yard: nobody.")).await.expect("unmoved");
    assert_eq!(still["attachments"][0]["id"], public["attachments"][0]["id"]);
    assert!(bob.messages().iter().all(|it| !it["attachments"].to_string().contains("Lurker")));
    stage.judge();
}
