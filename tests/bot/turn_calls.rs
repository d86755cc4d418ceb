//! Players are called when their turn has begun: in the message that tells what ended the turn before, or by one message for a whole side,
//! where its readers may know about it, and only as long as the turn waits for them.

use crate::{
    corner_cases::call,
    fixture::{Stage, id, is_private, labels, run, says},
    forged_components::{calls_of, message_of, nothing_was_refused},
};
use serde_json::{Value, json};
use std::time::Duration;
use umpire::{
    discord::{open_ready_fight::ready_fight, ready_fights::ReadySeats},
    engine,
    localtable::{Id, driver::TableUser},
    script::ready::{self, Ready},
};

/// Discord's flag for a message that makes no sound. Docs, "Message Flags".
const SILENT: u64 = 1 << 12;

fn calls(message: &Value) -> bool {
    !is_private(message) && says(" may act ")(message)
}

fn names(message: &Value) -> &str {
    let content = message["content"].as_str().expect("text");
    let before = content.split(" may act ").next().expect("a beginning");
    before.lines().last().expect("a line")
}

/// The channel with the bot's private messages to a person.
async fn alone(stage: &Stage, name: &str) -> TableUser {
    let mut seat = stage.seat(name);
    let opened =
        call(stage, reqwest::Method::POST, "/users/@me/channels", &json!({ "recipient_id": seat.user() })).await;
    seat.go_to(opened["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{opened}")));
    seat
}

/// Everything ever posted to a channel, or edited there.
fn told_in(stage: &Stage, channel: Id) -> String {
    let path = format!("/channels/{channel}/messages");
    let calls = stage.table.calls_since(0);
    calls
        .iter()
        .filter(|it| it.path.starts_with(&path))
        .filter_map(|it| message_of(it))
        .map(|it| it.to_string())
        .collect()
}

fn table(stage: &Stage) -> Id {
    stage.table.channel_id("table").expect("a channel")
}

/// The message that tells what ended the turn before calls the next side itself, with sound; so nobody is called in another. It stays. The
/// GM, who has no channel, is called for the foes.
#[tokio::test]
async fn what_ends_a_turn_calls_the_next_side() {
    let stage = Stage::calling().await;
    let (gwen, mut ana, bob) = stage.brawl("").await;
    let call = bob.sees("the call", calls).await.expect("called");
    assert!(says("The fight begins.")(&call), "{}", call["content"]);
    assert_eq!(names(&call), format!("**Sybilla** (<@{}>) and **Theobald** (<@{}>)", ana.user(), bob.user()));
    assert_eq!(call["flags"].as_u64().unwrap_or(0) & SILENT, 0, "it makes itself heard");
    run(&mut ana, "end", &[]).await;
    let foes = gwen.sees("the GM\u{2019}s call", |it| calls(it) && says("Leader")(it)).await.expect("called");
    assert_eq!(names(&foes), format!("<@{}>: **Leader**, **Bandit 1** and **Bandit 2**", gwen.user()));
    assert!(bob.messages().iter().any(|it| it["id"] == call["id"]), "what was said stays");
    for name in ["Ana", "Bob"] {
        assert_eq!(calls_of(&stage.table, name).iter().map(id).collect::<Vec<_>>(), [id(&call)], "{name}");
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// A stage whose bot comes to a fight that has begun: no message tells of a turn that it could be called in.
async fn begun() -> (Stage, TableUser, TableUser, TableUser) {
    let mut stage = Stage::set().await;
    let (gwen, ana, bob) = stage.brawl("").await;
    stage.bot_goes().await;
    stage.call_turns = true;
    stage.bot_comes().await;
    (stage, gwen, ana, bob)
}

/// Otherwise one message calls both players of the side, with sound and the button that opens a turn. It's deleted when the step is over.
#[tokio::test]
async fn a_side_is_called_by_one_message() {
    let (stage, _gwen, mut ana, mut bob) = begun().await;
    let call = bob.sees("the call", calls).await.expect("called");
    assert_eq!(names(&call), format!("**Sybilla** (<@{}>) and **Theobald** (<@{}>)", ana.user(), bob.user()));
    assert_eq!(call["flags"].as_u64().unwrap_or(0) & SILENT, 0, "it makes itself heard");
    bob.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("there");
    assert_eq!(labels(&call), ["Act as\u{2026}"]);
    bob.press(&call, "Act as\u{2026}").await.expect("answered");
    bob.sees("the turn", |it| is_private(it) && says("Theobald\u{2019}s turn")(it)).await.expect("a press away");
    run(&mut ana, "end", &[]).await;
    bob.sees_no("the call any more", |it| it["id"] == call["id"]).await.expect("gone");
    for name in ["Ana", "Bob"] {
        assert_eq!(calls_of(&stage.table, name).iter().map(id).collect::<Vec<_>>(), [id(&call)], "{name}");
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// While one of a side acts, the call says that the others come next.
#[tokio::test]
async fn who_must_wait_reads_for_whom() {
    let (stage, _gwen, mut ana, bob) = begun().await;
    let both = format!("**Sybilla** (<@{}>) and **Theobald** (<@{}>) may act now", ana.user(), bob.user());
    bob.sees("the call", says(&both)).await.expect("called");
    run(&mut ana, "say", &[("text", "Forward!")]).await;
    bob.sees("whom to wait for", says("**Theobald** may act after **Sybilla**")).await.expect("told");
    run(&mut ana, "end", &[]).await;
    bob.sees_no("the call any more", |it| calls(it) && says("**Theobald**")(it)).await.expect("gone");
    stage.judge();
}

/// If the GMs have a channel, the GM is called there, even for hidden combatants; the players' channel hears nothing of it. The call
/// disappears with the turn, and with the fight.
#[tokio::test]
async fn the_gm_is_called_in_the_gms_channel() {
    let stage = Stage::calling().await;
    let (mut gwen, _ana, bob) = stage.brawl("").await;
    let mut private = stage.seat("Gwen");
    let gm = stage.table.channel_id("gm").expect("a channel");
    private.go_to(gm);
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let call = private.sees("the call", |it| calls(it) && says("Leader")(it)).await.expect("called");
    assert!(names(&call).starts_with(&format!("<@{}>: ", gwen.user())), "{}", call["content"]);
    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    private.sees_no("the call any more", |it| it["id"] == call["id"]).await.expect("gone");
    bob.sees("the players\u{2019} call", calls).await.expect("called");
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    private.sees("the call again", |it| calls(it) && says("Leader")(it)).await.expect("called");
    run(&mut gwen, "encounter end", &[]).await;
    private.sees_no("a call after the end", calls).await.expect("gone");
    assert!(!calls_of(&stage.table, "Gwen").is_empty());
    let open = told_in(&stage, table(&stage));
    assert!(!open.contains("Lurker") && !open.contains("**Leader**, **Bandit 1**"), "{open}");
    stage.judge();
}

/// A group that puts its target down halfway waits for another order: its GM is called and told why. Before, the foes who were left
/// stood still without a word.
#[tokio::test]
async fn the_gm_is_called_when_a_groups_target_falls() {
    let stage = Stage::calling().await;
    let (mut gwen, mut ana, mut bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    let mut lair = stage.seat("Gwen");
    let gm = stage.table.channel_id("gm").expect("a channel");
    lair.go_to(gm);
    run(&mut gwen, "encounter start", &[("system", "sovereign"), ("name", "Gate")]).await;
    run(&mut ana, "join", &[("template", "hildred")]).await;
    run(&mut bob, "join", &[("template", "ottilie")]).await;
    run(&mut gwen, "gm add", &[("template", "goblin"), ("side", "Foes"), ("count", "8")]).await;
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    run(&mut gwen, "gm set", &[("name", "Hildred"), ("field", "hp"), ("value", "1")]).await;
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    lair.sees("the call", |it| calls(it) && says("Goblins")(it)).await.expect("called");
    run(&mut gwen, "gm group", &[("who", "all"), ("what", "attack"), ("target", "Hildred")]).await;
    for _ in 0..40 {
        stage.turn(2_500).await;
        let asks = |it: &Value| labels(it).iter().any(|it| it.contains("(default)"));
        if let Some(asked) = ana.messages().into_iter().rfind(asks) {
            let take = labels(&asked).into_iter().find(|it| it.contains("(default)")).expect("a button");
            ana.press(&asked, &take).await.ok();
        }
        if lair.messages().iter().any(says("is over")) {
            break;
        }
        tokio::time::timeout(Duration::from_millis(100), ana.sees("a move", |_| false)).await.ok();
    }
    let again = lair.sees("another call", |it| calls(it) && says("is over")(it)).await.expect("called again");
    let told = again["content"].as_str().expect("text");
    let why = "may act now: Hildred is out of the fight, so the order to attack Hildred is over.";
    assert!(told.contains(why), "{told}");
    // Whoever helps the target up doesn't mean the order to go on.
    let group = |stage: &Stage| {
        let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
        async move { handle.look(|service| service.group_doing().is_some()).await.expect("live") }
    };
    run(&mut gwen, "gm set", &[("name", "Hildred"), ("field", "hp"), ("value", "5")]).await;
    assert!(!group(&stage).await, "the order stays over");
    stage.judge();
}

/// A hidden player character's turn is told only to their player; hidden foes' turns, without a GM's channel, only to the GM.
#[tokio::test]
async fn the_hidden_are_called_alone() {
    let stage = Stage::calling().await;
    let (mut gwen, mut ana, bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    run(&mut gwen, "encounter start", &[]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut stage.seat("Bob"), "join", &[("template", "theobald")]).await;
    run(&mut gwen, "gm hide", &[("name", "Sybilla"), ("hidden", "true")]).await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    run(&mut gwen, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    // The ambush: concealed combatants act, and nobody else knows that it has begun.
    let private = alone(&stage, "Ana").await;
    let call = private.sees("Ana\u{2019}s call", calls).await.expect("called");
    assert_eq!(names(&call), format!("<@{}>: **Sybilla**", ana.user()));
    run(&mut ana, "end", &[]).await;
    private.sees_no("the call any more", calls).await.expect("gone");
    let private = alone(&stage, "Gwen").await;
    let call = private.sees("Gwen\u{2019}s call", calls).await.expect("called");
    assert_eq!(names(&call), format!("<@{}>: **Lurker**", gwen.user()));
    run(&mut gwen, "end", &[("as", "Lurker")]).await;
    private.sees_no("the call any more", calls).await.expect("gone");
    // What everyone sees begins now.
    let call = bob.sees("Bob\u{2019}s call", calls).await.expect("called");
    assert!(!says("Sybilla")(&call), "{}", call["content"]);
    let open = told_in(&stage, table(&stage));
    assert!(!open.contains("Lurker") && !open.contains("**Sybilla** may act"), "{open}");
    stage.judge();
}

/// A restarted program calls nobody to a turn they've already been called to, and keeps the existing call. If the host has calls turned
/// off, existing ones are removed, and nobody is called.
#[tokio::test]
async fn nobody_is_called_twice_and_nobody_where_it_is_off() {
    let (mut stage, mut gwen, mut ana, bob) = begun().await;
    let call = bob.sees("the call", calls).await.expect("called");
    stage.bot_goes().await;
    stage.bot_comes().await;
    run(&mut ana, "end", &[]).await;
    bob.sees_no("the call any more", |it| it["id"] == call["id"]).await.expect("gone");
    for name in ["Ana", "Bob"] {
        assert_eq!(calls_of(&stage.table, name).len(), 1, "{name}");
    }
    gwen.sees("the GM\u{2019}s call", calls).await.expect("called");
    stage.bot_goes().await;
    stage.call_turns = false;
    stage.bot_comes().await;
    for _ in 0..3 {
        run(&mut gwen, "pass", &[("side", "Foes")]).await;
    }
    run(&mut gwen, "encounter end", &[]).await;
    gwen.sees("the account", says("is over after")).await.expect("told");
    assert_eq!(calls_of(&stage.table, "Gwen").len(), 1);
    stage.judge();
}

/// Whoever doesn't want to be called to their turns isn't, but to questions, or to neither; the server's default holds for those who
/// haven't chosen.
#[tokio::test]
async fn whoever_wants_no_pings_gets_none() {
    let stage = Stage::calling().await;
    let mut ana = stage.seat("Ana");
    let told = run(&mut ana, "preferences", &[("pings", "often")]).await;
    assert!(told.contains("turns, questions or none"), "{told}");
    let told = run(&mut ana, "preferences", &[("pings", "Questions")]).await;
    assert!(told.contains("when you\u{2019}re asked something, but not for your turns"), "{told}");
    let told = run(&mut stage.seat("Gwen"), "settings", &[("pings", "none")]).await;
    assert!(told.contains("Players are pinged for: nothing"), "{told}");
    for name in ["Gwen", "Bob"] {
        run(&mut stage.seat(name), "preferences", &[("pings", "turns")]).await;
    }
    let (mut gwen, _ana, mut bob) = stage.brawl("").await;
    let call = bob.sees("the call", calls).await.expect("called");
    assert_eq!(names(&call), format!("<@{}>: **Theobald**", bob.user()), "Ana wants none");
    run(&mut bob, "preferences", &[("pings", "none")]).await;
    let before = calls_of(&stage.table, "Bob").len();
    for (by, foe) in [("Leader", "Sybilla"), ("Bandit 1", "Theobald")] {
        run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
        run(&mut gwen, "attack", &[("as", by), ("target", foe)]).await;
        let asked = |it: &Value| says(foe)(it) && labels(it).iter().any(|it| it.starts_with("Take the hit"));
        let asked = bob.sees("the question", asked).await.expect("asked");
        assert!(says(by)(&asked), "{asked}");
        while run(&mut gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    }
    let ana = calls_of(&stage.table, "Ana");
    assert!(!ana.is_empty() && !ana.iter().any(calls), "called to her question alone: {ana:?}");
    assert_eq!(calls_of(&stage.table, "Bob").len(), before, "called no more");
    nothing_was_refused(&stage.table);
}

/// A ready fight with players Ana, Bob and Cem, and a channel for Gwen.
pub async fn opened(stage: &Stage, ready: &Ready) {
    opened_with(stage, ready, Some("gm"), ["Ana", "Bob", "Cem"]).await;
}

/// The same, with this GM's channel or with none, and with these people in its players' seats.
pub async fn opened_with(stage: &Stage, ready: &Ready, gm_channel: Option<&str>, players: [&str; 3]) {
    let seat = |name: &str| engine::Seat(stage.table.user_id(name).expect("a seat").0);
    let seats = ReadySeats {
        guild_id: stage.table.guild_id().0,
        channel_id: table(stage).0,
        gm_channel_id: gm_channel.map(|name| stage.table.channel_id(name).expect("a channel").0),
        gm: seat("Gwen"),
        players: players.map(seat).to_vec(),
    };
    ready_fight(&stage.bot().app, &seats, ready).await.expect("opened");
}

/// If a side has one step for all its turns, those who have acted are no longer named in its call, and nobody is called again.
#[tokio::test]
async fn a_call_names_who_has_not_acted() {
    let sovereign = ready::all().0.into_iter().find(|it| it.system.name() == "sovereign").expect("there is one");
    let mut stage = Stage::set().await;
    opened(&stage, &sovereign).await;
    stage.seat("Cem").sees("the beginning", says("The fight begins")).await.expect("begun");
    stage.bot_goes().await;
    stage.call_turns = true;
    stage.bot_comes().await;
    let (mut ana, mut bob, mut cem) = (stage.seat("Ana"), stage.seat("Bob"), stage.seat("Cem"));
    let call = cem.sees("the call", |it| calls(it) && says("Hildred")(it)).await.expect("called");
    let [first, second, third] = [ana.user(), bob.user(), cem.user()];
    let all = format!("**Hildred** (<@{first}>), **Corvane** (<@{second}>) and **Ottilie** (<@{third}>) may act now");
    assert!(says(&all)(&call), "{}", call["content"]);
    run(&mut ana, "end", &[("as", "Hildred")]).await;
    let rest = |it: &Value| {
        it["id"] == call["id"] && !says("Hildred")(it) && says("**Corvane** (<@")(it) && says("**Ottilie** (<@")(it)
    };
    let rest = cem.sees("what is left of it", rest).await.expect("edited");
    assert!(!says(&ana.user().to_string())(&rest), "{}", rest["content"]);
    run(&mut bob, "end", &[("as", "Corvane")]).await;
    run(&mut cem, "end", &[("as", "Ottilie")]).await;
    cem.sees_no("the call any more", |it| it["id"] == call["id"]).await.expect("gone");
    for name in ["Ana", "Bob", "Cem"] {
        assert_eq!(calls_of(&stage.table, name).len(), 1, "{name}");
    }
    stage.judge();
}

/// In every system, its ready fight, begun by a player, calls those who can act as everyone sees it.
#[tokio::test]
async fn players_are_called_in_every_system() {
    for ready in ready::all().0 {
        let system = ready.system.name();
        let stage = Stage::calling().await;
        opened(&stage, &ready).await;
        let (mut gwen, ana) = (stage.seat("Gwen"), stage.seat("Ana"));
        let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
        // Where each combatant rolls for initiative, a foe may be first.
        loop {
            let scene = handle.scene(engine::view::Viewer::Gm).await.expect("a scene");
            let up: Vec<_> =
                scene.sides.iter().flat_map(|it| &it.members).filter(|it| scene.may_act.contains(&it.id)).collect();
            match up.first().filter(|_| up.iter().all(|it| it.player.is_none())) {
                Some(foe) => run(&mut gwen, "end", &[("as", &foe.name)]).await,
                None => break,
            };
        }
        let call = ana.sees("the call", calls).await.unwrap_or_else(|why| panic!("{system}: {why}"));
        let scene = handle.scene(engine::view::Viewer::Everyone).await.expect("a scene");
        for it in scene.sides.iter().flat_map(|it| &it.members) {
            let named = names(&call).contains(&format!("**{}**", it.name));
            assert_eq!(
                named,
                it.player.is_some() && scene.may_act.contains(&it.id),
                "{system}: {}: {}",
                it.name,
                call["content"]
            );
        }
        run(&mut gwen, "encounter end", &[]).await;
        let alone = |it: &Value| calls(it) && it["content"].as_str().is_some_and(|it| it.starts_with("<@"));
        ana.sees_no("a call", alone).await.unwrap_or_else(|why| panic!("{system}: {why}"));
        nothing_was_refused(&stage.table);
        stage.judge();
        stage.ends().await;
    }
}
