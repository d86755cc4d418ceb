//! What goes wrong around a fight: restarts, lost permissions, hostile names, talk in the chaos of combat.

use crate::{
    fixture::{Stage, id, is_private, labels, run, says},
    play::leader_strikes,
};
use serde_json::Value;
use umpire::localtable::{
    driver::TableUser,
    faults::{CallFault, PlannedFault},
};

/// The bot restarts in the middle of a reaction: the old button works, nothing is asked twice.
#[tokio::test]
async fn a_restart_in_the_middle_of_a_reaction_loses_nothing() {
    let mut stage = Stage::set().await;
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let asked = leader_strikes(&mut gwen, &bob).await;
    stage.bot_goes().await;
    stage.bot_comes().await;
    let dodge = labels(&asked).into_iter().find(|it| it.starts_with("Dodge")).expect("a dodge");
    bob.press(&asked, &dodge).await.expect("the old button works");
    let result = |it: &Value| it["id"] == asked["id"] && says("vs AGI")(it);
    bob.sees("the result", result).await.expect("in the same message");
    let deed = asked["content"].as_str().and_then(|it| it.lines().next()).expect("what is done");
    assert_eq!(bob.messages().iter().filter(|it| says(deed)(it)).count(), 1, "one message for one action");
    stage.judge();
}

/// A fight with a board, in which Theobald is at the gate and the Lurker is hidden in the yard.
async fn ambush(stage: &Stage) -> (TableUser, TableUser) {
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    run(&mut gwen, "gm board", &[("fields", "zones=Gate,Yard borders=Gate-Yard")]).await;
    run(&mut ana, "join", &[("template", "theobald")]).await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    for (name, at) in [("Theobald", "Gate"), ("Lurker", "Yard")] {
        run(&mut gwen, "gm place", &[("name", name), ("at", at)]).await;
    }
    (gwen, ana)
}

/// Once everyone sees the fight, the GM is no longer told that they don't.
#[tokio::test]
async fn the_note_about_an_ambush_goes_once_it_is_seen() {
    let stage = Stage::set().await;
    let (mut gwen, _ana) = ambush(&stage).await;
    let note = |it: &Value| is_private(it) && says("Everyone else still sees a fight that hasn\u{2019}t begun")(it);
    run(&mut gwen, "encounter begin", &[]).await;
    gwen.sees("what the GM is told", note).await.expect("a note");
    run(&mut gwen, "move", &[("as", "Lurker"), ("to", "Gate")]).await;
    gwen.sees_no("it any longer", note).await.expect("everyone sees the fight");
    stage.judge();
}

/// With someone hidden and no GM's channel, Begin shows nothing to anyone: the GM is told what happens and what waits, by the button and
/// when it's pressed again. Others learn nothing.
#[tokio::test]
async fn a_beginning_that_nobody_sees_is_told_to_the_gm() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = ambush(&stage).await;
    let tracker = gwen.sees("the tracker", |it| labels(it).contains(&"Begin".to_owned())).await.expect("a tracker");
    for _ in 0..2 {
        let before = crate::fixture::last_id(&gwen);
        gwen.press(&tracker, "Begin").await.expect("answered");
        let told = crate::fixture::reply_after(&gwen, before);
        assert!(told.contains("Everyone else still sees a fight that hasn’t begun"), "{told:?}");
    }
    let told = run(&mut ana, "attack", &[("target", "Leader")]).await;
    assert!(!told.contains("Lurker"), "{told}");
    // Only the GM gets their buttons; with these alone the hidden combatant breaks cover.
    ana.press(&tracker, "Begin").await.expect("answered");
    assert!(!ana.messages().iter().any(|it| labels(it).contains(&"Pass".to_owned())), "Ana has no button of theirs");
    let note = |it: &Value| is_private(it) && labels(it) == ["Act as\u{2026}", "Pass"];
    // Of two, the first is taken away.
    let note = gwen.messages().into_iter().rfind(note).expect("a note");
    gwen.press(&note, "Act as\u{2026}").await.expect("answered");
    let mut pressed = vec![];
    loop {
        let menu = gwen.sees("the menu in the note's place", |it| it["id"] == note["id"]).await.expect("it stays");
        if says("Done.")(&menu) || says("The table waits")(&menu) {
            break;
        }
        let all = labels(&menu);
        assert!(pressed.len() < 8, "the move is made: {pressed:?}, {menu}");
        let wanted = ["Move", "Yard"].into_iter().find(|it| all.contains(&(*it).to_owned()));
        let candidate =
            wanted.map(str::to_owned).or_else(|| all.into_iter().find(|it| it != "Back")).expect("a choice");
        gwen.press(&menu, &candidate).await.expect("answered");
        pressed.push(candidate);
    }
    // Now that one has been seen, everyone is told how the fight began, in a separate message.
    let open = |text: &'static str| move |it: &Value| !is_private(it) && says(text)(it);
    let began = ana.sees("the beginning", open("The fight begins.")).await.expect("told");
    assert!(says("hold the initiative")(&began), "who holds it: {began}");
    // The message about the action is updated with every answer; the one about the beginning is separate, and stays.
    let done = ana.sees("the move", open("Lurker is revealed")).await.expect("told");
    assert!(done["id"] != began["id"] && !says("The fight begins.")(&done), "{done}");
    stage.judge();
}

/// The hidden side can also let it be: one button passes for them, and for everyone the fight begins.
#[tokio::test]
async fn the_hidden_pass_by_a_button() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    run(&mut gwen, "gm add", &[("name", "Leader"), ("template", "leader"), ("side", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    let note = |it: &Value| is_private(it) && labels(it) == ["Act as\u{2026}", "Pass"];
    let note = gwen.sees("her buttons, also when it was typed", note).await.expect("a note");
    gwen.press(&note, "Pass").await.expect("answered");
    let began = |it: &Value| !is_private(it) && says("The fight begins.")(it) && says("hold the initiative")(it);
    ana.sees("the beginning", began).await.expect("told");
    ana.sees("the first round", says("round 1")).await.expect("told");
    stage.judge();
}

/// A name is only text: it neither pings nor formats nor breaks the line, wherever it's shown.
#[tokio::test]
async fn nasty_names_are_only_names() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "@everyone **bold**")]).await;
    for name in ["<img src=x onerror=alert(1)>", "@everyone", "`a`||b||", "https://x.example", "[a](https://b.example)"]
    {
        let reply = run(&mut ana, "join", &[("name", name), ("fields", "wit=9")]).await;
        assert_eq!(reply, "Done.", "{name}");
    }
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    let tracker = ana.sees("the tracker", |it| says("round 1")(it) && !labels(it).is_empty()).await.expect("a tracker");
    let text = format!("{} {}", tracker["content"].as_str().unwrap_or_default(), tracker["embeds"]);
    assert!(!text.contains("@everyone") && !text.contains("https://") && !text.contains("||b||"), "{text}");
    assert!(text.contains("img src=x onerror"), "and yet it is shown as typed: {text}");
    for message in ana.messages() {
        assert_eq!(message["mention_everyone"], false);
    }
    let reply = run(&mut ana, "who", &[("name", "@everyone")]).await;
    assert!(!reply.contains("@everyone"), "{reply}");
    let long = run(&mut ana, "join", &[("name", &"x".repeat(41)), ("fields", "wit=9")]).await;
    assert!(long.contains("at most 40"), "{long}");
    stage.judge();
}

/// Murdham R54, the chaos of combat: while it's on, players' ordinary messages are removed and the GM's stay; turning it on requires the
/// permission to manage messages.
#[tokio::test]
async fn talk_is_removed_in_the_chaos_of_combat() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    let refused = run(&mut ana, "encounter start", &[("options", "chaos=on")]).await;
    assert!(refused.contains("Manage Messages"), "{refused}");
    let (mut gwen, mut ana, mut bob) = stage.brawl("chaos=on").await;
    let tracker = |it: &Value| says("round 1")(it) && says("<t:")(it) && !labels(it).is_empty();
    ana.sees("the countdown", tracker).await.expect("it counts");
    ana.say("I think we should run").await.expect("said");
    ana.sees_no("it any more", says("we should run")).await.expect("removed");
    gwen.say("You hear steps").await.expect("said");
    bob.sees("the GM", says("You hear steps")).await.expect("stays");
    run(&mut gwen, "encounter pause", &[]).await;
    bob.sees("the pause", |it| labels(it).contains(&"Resume".to_owned())).await.expect("paused");
    bob.say("back in a minute").await.expect("said");
    gwen.sees("him", says("back in a minute")).await.expect("free talk while it stands still");
    stage.judge();
}

/// Starting a fight says what's missing; the GM is told about a channel that can't be written to, and everything is caught up once it can.
#[tokio::test]
async fn a_lost_permission_is_told_and_made_good() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    bob.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    let channel = stage.table.channel_id("table").expect("a channel");
    let send = umpire::localtable::permissions::SEND_MESSAGES;
    stage.table.set_bot_overwrite(channel, 0, send);
    let calls = stage.table.calls_so_far();
    assert_eq!(run(&mut ana, "attack", &[("target", "Bandit 1")]).await, "Done.", "the fight goes on");
    stage.table.call_since(calls, "a refusal", |it| it.status == 403).await.expect("Discord refuses");
    stage.table.set_bot_overwrite(channel, send, 0);
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "health"), ("value", "7")]).await;
    bob.sees("the story", says("Sybilla shoots at Bandit 1")).await.expect("told late, not lost");
    stage.judge();
}

/// A deleted tracker comes back; one that has scrolled away moves to the bottom.
#[tokio::test]
async fn the_tracker_is_always_there() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    for n in 0..10 {
        ana.say(&format!("talk {n}")).await.expect("said");
    }
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "health"), ("value", "5")]).await;
    let moved = |it: &Value| id(it) > id(&tracker) && labels(it).contains(&"Pause".to_owned()) && !is_private(it);
    let moved = ana.sees("the tracker at the bottom", moved).await.expect("moved");
    ana.sees_no("the old one", |it| it["id"] == tracker["id"]).await.expect("gone");
    assert!(id(&moved) > id(&tracker));
    stage.judge();
}

/// In the chaos of combat, removed messages don't push the tracker to the bottom, and neither do removed calls: it stays the same message.
/// Its clock says how much time is left and until when, to the second.
#[tokio::test]
async fn the_clock_stays_where_it_is_and_can_be_read() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("chaos=on").await;
    let runs_out = format!("15 s, until <t:{}:T>", (1_790_000_000_000_i64 + 15_000) / 1_000);
    let clock = |it: &Value| says(&runs_out)(it) && !labels(it).is_empty();
    let tracker = ana.sees("the clock", clock).await.expect("it can be read");
    for n in 0..20 {
        ana.say(&format!("talk {n}")).await.expect("said");
    }
    ana.sees_no("any of it", says("talk 19")).await.expect("removed");
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "2")]).await;
    let same = |it: &Value| it["id"] == tracker["id"] && it["embeds"].to_string().contains("health 2/");
    bob.sees("the same tracker", same).await.expect("it has not moved");
    stage.judge();
}

/// Many messages deleted at once (a purge) count individually: the tracker among them comes back.
#[tokio::test]
async fn a_tracker_that_goes_with_many_others_comes_again() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, bob) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    ana.say("talk").await.expect("said");
    let talk = bob.sees("it", says("talk")).await.expect("there");
    let channel = stage.table.channel_id("table").expect("a channel");
    let url = format!("{}/api/v10/channels/{channel}/messages/bulk-delete", stage.table.base_url());
    let body = serde_json::json!({ "messages": [tracker["id"], talk["id"]] });
    let token = format!("Bot {}", stage.table.bot_token());
    let deleted = reqwest::Client::new().post(url).header("authorization", token).json(&body).send().await;
    assert_eq!(deleted.expect("an answer").status(), 204);
    let again = |it: &Value| says("May act: Sybilla and Theobald.")(it) && it["id"] != tracker["id"];
    bob.sees("the tracker", again).await.expect("again");
}

/// A clock that Discord showed late runs out correspondingly later, and says so.
#[tokio::test]
async fn a_clock_that_is_seen_late_runs_out_later() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Brawl"), ("options", "chaos=on")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await;
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    ana.sees("the tracker", |it| says("gathering")(it) && labels(it).contains(&"Begin".to_owned()))
        .await
        .expect("there");
    let fault = CallFault::RateLimited { retry_after_ms: 300, global: false };
    stage.table.order(PlannedFault { method: None, path: "/channels/**".to_owned(), times: 3, fault });
    run(&mut gwen, "encounter begin", &[]).await;
    stage.clock.advance(4_000);
    let later = format!("until <t:{}:T>", (1_790_000_000_000_i64 + 19_000) / 1_000);
    ana.sees("the later end", says(&later)).await.expect("4 s later");
    // 17 s: by itself it would have run out, grace included. What happens in the meantime doesn't undo the extension.
    stage.turn(13_000).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "2")]).await;
    ana.sees("the same end", |it| says(&later)(it) && it["embeds"].to_string().contains("health 2/"))
        .await
        .expect("still");
    // 21 s.
    stage.turn(4_000).await;
    ana.sees_no("the clock", says(&later)).await.expect("it has run out");
    stage.judge();
}

/// Starting a fight names the missing permissions and what doesn't work without them.
#[tokio::test]
async fn starting_names_what_is_missing() {
    let stage = Stage::set().await;
    let channel = stage.table.channel_id("table").expect("a channel");
    stage.table.set_bot_overwrite(channel, 0, 1 << 14);
    let mut gwen = stage.seat("Gwen");
    let reply = run(&mut gwen, "encounter start", &[]).await;
    assert!(reply.contains("Umpire lacks **Embed Links**"), "{reply}");
    stage.judge();
}

/// A hidden combatant is in no message of the channel, neither when asked nor when acting; the GM's page has them.
#[tokio::test]
async fn a_hidden_foe_is_nowhere_in_the_channel() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let lurker = [("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")];
    run(&mut gwen, "gm add", &lurker).await;
    let status = |it: &Value| is_private(it) && it["embeds"].to_string().contains("Lurker");
    run(&mut gwen, "encounter status", &[]).await;
    gwen.sees("them in her own view", status).await.expect("the GM sees all");
    run(&mut ana, "encounter status", &[]).await;
    run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "3")]).await;
    let blind = run(&mut ana, "attack", &[("target", "Lurker")]).await;
    assert!(blind.contains("There is no combatant called"), "{blind}");
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    bob.sees("the story", says("Sybilla shoots at Bandit 1")).await.expect("told");
    for seat in [&ana, &bob] {
        let leak =
            seat.messages().into_iter().find(|it| says("Lurker")(it) && !says("There is no combatant called")(it));
        assert_eq!(leak, None);
    }
    stage.judge();
}
