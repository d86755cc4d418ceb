//! The GM's channel, end to end: it's only paired if it's secret, shows everything, asks the GM in one message, falls silent as soon as a
//! player could look in, and survives a restart.

use crate::{
    fixture::{Stage, id, is_private, labels, run, says},
    forged_components::{message_of, nothing_was_refused},
    play::leader_strikes,
};
use serde_json::{Value, json};
use umpire::localtable::{Id, driver::TableUser, permissions::VIEW_CHANNEL};

pub fn channel(stage: &Stage, name: &str) -> Id {
    stage.table.channel_id(name).expect("a channel")
}

/// Gwen in the GM's channel.
fn gwen_in_private(stage: &Stage) -> TableUser {
    let mut gwen = stage.seat("Gwen");
    gwen.go_to(channel(stage, "gm"));
    gwen
}

/// Pairs #gm with the fight in #table.
async fn pair(stage: &Stage, gwen: &mut TableUser) -> String {
    let gm = channel(stage, "gm").to_string();
    run(gwen, "gm channel", &[("channel", &gm)]).await
}

/// Whether a message has a button or an option that begins like this.
pub fn has(label: &str) -> impl Fn(&Value) -> bool + use<> {
    let label = label.to_owned();
    move |it| labels(it).iter().any(|known| known.starts_with(&label))
}

pub fn everything(it: &Value) -> bool {
    !is_private(it) && says("For the GM only: everything about the fight")(it)
}

/// A brawl with a hidden archer, paired.
pub async fn paired(stage: &Stage) -> (TableUser, TableUser, TableUser, TableUser) {
    let (mut gwen, ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    let told = pair(stage, &mut gwen).await;
    assert!(told.contains("is now the GM\u{2019}s channel of the fight"), "{told}");
    (gwen, gwen_in_private(stage), ana, bob)
}

/// What's taken back is told in the GM's channel too, whether everyone saw it, only the GM knows it, or the action is unfinished.
#[tokio::test]
async fn what_is_taken_back_is_told_in_the_gms_channel() {
    let stage = Stage::set().await;
    let (_gwen, mut private, mut ana, _bob) = paired(&stage).await;
    let taken_back = |text: &'static str| move |it: &Value| !is_private(it) && says("Taken back")(it) && says(text)(it);
    run(&mut private, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "2")]).await;
    let last = |it: &Value| everything(it) && says("The GM sets Sybilla\u{2019}s health to 2 (was")(it);
    private.sees("what everyone has read", last).await.expect("in the second tracker, too");
    run(&mut private, "gm undo", &[]).await;
    private.sees("what all saw", taken_back("Sybilla")).await.expect("told here");
    ana.sees("the same", taken_back("Sybilla")).await.expect("told there");
    run(&mut private, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "1")]).await;
    run(&mut private, "gm undo", &[]).await;
    private.sees("what is the GM's", taken_back("Lurker")).await.expect("told here");
    run(&mut ana, "attack", &[("target", "Leader")]).await;
    private.sees("the question", has("Take the hit")).await.expect("asked");
    run(&mut private, "gm undo", &[]).await;
    private.sees("what was half done", taken_back("Leader")).await.expect("told here");
    stage.judge();
}

/// The second tracker has everyone, including hidden combatants, with exact health and gear; commands work there without naming the fight;
/// the players' channel shows a name and a word.
#[tokio::test]
async fn the_second_tracker_has_everything_and_commands_work_there() {
    let stage = Stage::set().await;
    let (_gwen, mut private, ana, _bob) = paired(&stage).await;
    let tracker = private.sees("the second tracker", everything).await.expect("there");
    let text = tracker["embeds"].to_string();
    for part in ["Lurker", "hidden", "Leader", "health"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(
        run(&mut private, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "1")]).await,
        "Lurker’s health is now 1."
    );
    private
        .sees("the secret line", |it| !is_private(it) && says("The GM sets Lurker\u{2019}s health to 1")(it))
        .await
        .expect("told here");
    private.sees("the tracker follows", |it| it["id"] == tracker["id"] && says("health 1/")(it)).await.expect("edited");
    let suggested = private.autocomplete("gm set", &[], ("name", "lu")).await.expect("suggestions");
    assert!(Value::from(suggested).to_string().contains("Lurker"), "also by suggestion");
    assert!(
        run(&mut private, "encounter start", &[]).await.contains("This is the GM\u{2019}s channel"),
        "no fight in it"
    );
    let public = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    assert!(!public["embeds"].to_string().contains("Lurker"));
    assert!(
        public["embeds"].to_string().contains("**Leader** ready \u{b7} unhurt"),
        "a name and a word: {}",
        public["embeds"]
    );
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// All open questions to the GM are in one message with their buttons, which pings the GM there and nowhere else; one press answers
/// several; it disappears when nothing is asked.
#[tokio::test]
async fn the_gm_answers_all_in_one_message() {
    let stage = Stage::set().await;
    let (_gwen, mut private, mut ana, bob) = paired(&stage).await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asked = private.sees("the question", has("Take the hit")).await.expect("asked");
    assert!(asked["content"].as_str().unwrap_or_default().starts_with(&format!("<@{}>, ", private.user())), "{asked}");
    run(&mut private, "gm answer", &[("choice", "take the hit")]).await;
    let several = private.sees("the guards", has("All: Let it happen")).await.expect("several at once");
    let from = stage.table.calls_so_far();
    assert!(labels(&several).len() > 2, "each may be answered by itself, too: {:?}", labels(&several));
    private.press(&several, "All: Let it happen").await.expect("answered");
    private.sees_no("the questions any more", |it| !is_private(it) && has("All")(it)).await.expect("gone");
    bob.sees("the result", |it| says(" damage")(it)).await.expect("told");
    // What has been answered goes with the reply to its press, which no limit counts.
    let id = several["id"].as_str().expect("an id");
    let deletions = stage.table.calls_since(from).into_iter().filter(|it| it.method == "DELETE");
    let deleted: Vec<String> = deletions.map(|it| it.path.clone()).collect();
    assert!(
        !deleted.is_empty()
            && !deleted.iter().any(|it| it.ends_with(id))
            && deleted.iter().all(|it| it.starts_with("/webhooks/")),
        "{deleted:?}"
    );
    let calls = |it: &Value| says("<@")(it) && !says("Dice committed")(it);
    assert!(!bob.messages().iter().any(calls), "nobody was called in the players\u{2019} channel");
    stage.judge();
}

/// Whoever of many could step in is one menu, beside the question to the one who's attacked.
#[tokio::test]
async fn many_who_could_step_in_are_asked_once() {
    let stage = Stage::set().await;
    let (mut gwen, mut private, mut ana, bob) = paired(&stage).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "4")]).await;
    run(&mut gwen, "gm place", &[("name", "Leader"), ("at", "Here")]).await;
    run(&mut ana, "attack", &[("target", "Leader")]).await;
    let asked = private.sees("the question", has("Take the hit")).await.expect("asked");
    assert!(says("Bandits")(&asked), "who they are: {asked}");
    private.choose(&asked, &["Bandit 6: Guard"]).await.expect("answered");
    while run(&mut gwen, "gm answer", &[("choice", "default")]).await == "Done." {}
    bob.sees("who steps in", says("Bandit 6 steps in and guards Leader.")).await.expect("told");
    stage.judge();
}

/// An old "all" button, or someone else's, does nothing.
#[tokio::test]
async fn the_gms_buttons_are_the_gms_and_grow_old() {
    let stage = Stage::set().await;
    let (_gwen, mut private, mut ana, bob) = paired(&stage).await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asked = private.sees("the question", has("Take the hit")).await.expect("asked");
    let old = asked["components"][0]["components"][0]["custom_id"].as_str().expect("the first answer").to_owned();
    let forged = crate::forged_components::forged(&stage, std::slice::from_ref(&old)).await;
    let mut dana = stage.seat("Dana");
    let told = crate::forged_components::pressed(&mut dana, &forged, &old, &[]).await;
    assert!(told.contains("Bandit 1"), "not hers: {told}");
    run(&mut private, "gm answer", &[("choice", "take the hit")]).await;
    private.sees("the guards", has("All: Let it happen")).await.expect("next");
    let all = crate::play::custom_id(&private.sees("them", has("All")).await.expect("there"), "All: Let it happen");
    let forged = crate::forged_components::forged(&stage, &[old.clone(), all.clone()]).await;
    let mut gwen = stage.seat("Gwen");
    let told = crate::forged_components::pressed(&mut gwen, &forged, &old, &[]).await;
    assert!(told.contains("already settled"), "{told}");
    crate::forged_components::pressed(&mut gwen, &forged, &all, &[]).await;
    bob.sees("the result", |it| says(" damage")(it)).await.expect("told");
    let told = crate::forged_components::pressed(&mut gwen, &forged, &all, &[]).await;
    assert!(told.contains("There’s a newer question now"), "{told}");
    stage.judge();
}

/// Pairing is refused with an explanation: if players can see it (they're named), for someone who isn't a GM, for the fight's own channel,
/// for a channel the bot can't see, and where there's no fight.
#[tokio::test]
async fn pairing_is_refused_where_it_would_not_be_secret() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let (table, tavern, gm) = (channel(&stage, "table"), channel(&stage, "tavern"), channel(&stage, "gm"));
    let told = run(&mut gwen, "gm channel", &[("channel", &tavern.to_string())]).await;
    assert!(told.contains(&format!("<@{}> and <@{}> can see", ana.user(), bob.user())), "they are named: {told}");
    assert!(run(&mut ana, "gm channel", &[("channel", &tavern.to_string())]).await.contains("Only the GM"));
    assert!(run(&mut gwen, "gm channel", &[]).await.contains("Name the private channel"));
    assert!(run(&mut gwen, "gm channel", &[("channel", &table.to_string())]).await.contains("has a fight of its own"));
    let mut private = gwen_in_private(&stage);
    assert!(
        run(&mut private, "gm channel", &[("channel", &tavern.to_string())]).await.contains("There’s no fight here")
    );
    stage.table.set_bot_overwrite(gm, 0, VIEW_CHANNEL);
    assert!(pair(&stage, &mut gwen).await.contains("Umpire can’t see"));
    stage.table.set_bot_overwrite(gm, VIEW_CHANNEL, 0);
    // An overwrite for a single member is enough to leak.
    stage.table.set_overwrite(gm, bob.user(), VIEW_CHANNEL, 0);
    let told = pair(&stage, &mut gwen).await;
    assert!(
        told.contains(&format!("<@{}> can see", bob.user())) && !told.contains(&format!("<@{}>", ana.user())),
        "{told}"
    );
    stage.table.set_overwrite(gm, bob.user(), 0, 0);
    let told = run(&mut private, "gm channel", &[("channel", &table.to_string())]).await;
    assert!(
        told.contains("is now the GM\u{2019}s channel of the fight"),
        "from inside, naming the fight\u{2019}s: {told}"
    );
    let posts = format!("/channels/{tavern}/messages");
    assert!(!stage.table.calls_since(0).iter().any(|it| it.path == posts), "nothing was ever said in the tavern");
    stage.judge();
}

/// If a player gains access to the channel, everything readable is removed, the GM is told privately, and nothing more is posted there;
/// once that's fixed it continues by itself.
#[tokio::test]
async fn a_player_who_can_look_in_silences_it() {
    let stage = Stage::set().await;
    let (mut gwen, private, _ana, bob) = paired(&stage).await;
    private.sees("the second tracker", everything).await.expect("there");
    let gm = channel(&stage, "gm");
    stage.table.set_overwrite(gm, bob.user(), VIEW_CHANNEL, 0);
    private.sees_no("the tracker any more", everything).await.expect("taken away");
    let told = |call: &umpire::localtable::Call| {
        message_of(call).is_some_and(|it| says("can see")(&it) && says(&format!("<@{}>", bob.user()))(&it))
    };
    stage.table.call_since(0, "the GM is told", told).await.expect("in private");
    let before = stage.table.calls_so_far();
    run(&mut gwen, "gm set", &[("name", "Lurker"), ("field", "health"), ("value", "2")]).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "4")]).await;
    bob.sees("what is open", says("The GM sets Sybilla\u{2019}s health to 4")).await.expect("told as ever");
    let posts = format!("/channels/{gm}/messages");
    assert!(!stage.table.calls_since(before).iter().any(|it| it.path.starts_with(&posts)), "it is silent");
    stage.table.set_overwrite(gm, bob.user(), 0, VIEW_CHANNEL);
    private.sees("the tracker again", everything).await.expect("mended");
    private
        .sees("what was held back", says("The GM sets Lurker\u{2019}s health to 2"))
        .await
        .expect("told late, not lost");
    stage.judge();
}

/// Someone who can see the channel joins the fight: the same happens.
#[tokio::test]
async fn somebody_who_can_look_in_joins() {
    let stage = Stage::set().await;
    let (_gwen, private, _ana, _bob) = paired(&stage).await;
    private.sees("the second tracker", everything).await.expect("there");
    let mut dana = stage.seat("Dana");
    stage.table.set_overwrite(channel(&stage, "gm"), dana.user(), VIEW_CHANNEL, 0);
    private.sees("the second tracker still", everything).await.expect("she does not play");
    run(&mut dana, "join", &[("template", "balthasar")]).await;
    private.sees_no("the tracker any more", everything).await.expect("taken away");
    stage.judge();
}

/// A private thread works as a GM's channel, too: only its members see it.
#[tokio::test]
async fn a_private_thread_will_do() {
    let stage = Stage::set().await;
    let (mut gwen, ana, bob) = stage.brawl("").await;
    let tavern = channel(&stage, "tavern");
    stage.table.set_bot_permissions(
        umpire::localtable::permissions::BOT | umpire::localtable::permissions::CREATE_PRIVATE_THREADS,
    );
    let body = json!({ "name": "behind the screen", "type": 12 });
    let thread =
        crate::corner_cases::call(&stage, reqwest::Method::POST, &format!("/channels/{tavern}/threads"), &body).await;
    let thread: Id = thread["id"].as_str().and_then(|it| it.parse().ok()).unwrap_or_else(|| panic!("{thread}"));
    let members = |who: Id| format!("/channels/{thread}/thread-members/{who}");
    for who in [gwen.user(), ana.user()] {
        crate::corner_cases::call(&stage, reqwest::Method::PUT, &members(who), &Value::Null).await;
    }
    let told = run(&mut gwen, "gm channel", &[("channel", &thread.to_string())]).await;
    assert!(told.contains(&format!("<@{}> can see", ana.user())) && !told.contains(&bob.user().to_string()), "{told}");
    crate::corner_cases::call(&stage, reqwest::Method::DELETE, &members(ana.user()), &Value::Null).await;
    let told = run(&mut gwen, "gm channel", &[("channel", &thread.to_string())]).await;
    assert!(told.contains("is now the GM\u{2019}s channel"), "{told}");
    let mut private = stage.seat("Gwen");
    private.go_to(thread);
    private.sees("the second tracker", everything).await.expect("in the thread");
    stage.judge();
}

/// The pairing survives a restart, and so do the buttons in both channels; /gm channel off ends it; deleting the channel ends it, too.
#[tokio::test]
async fn it_outlives_a_restart_and_ends_with_its_channel() {
    let mut stage = Stage::set().await;
    let (mut gwen, mut private, mut ana, bob) = paired(&stage).await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asked = private.sees("the question", has("Take the hit")).await.expect("asked");
    stage.bot_goes().await;
    stage.bot_comes().await;
    private.press(&asked, "Take the hit").await.expect("answered after the restart");
    bob.sees("the result", |it| says(" damage")(it)).await.expect("told");
    run(&mut ana, "end", &[]).await;
    // A player's old button works afterwards, too.
    let asked = leader_strikes(&mut gwen, &bob).await;
    stage.bot_goes().await;
    stage.bot_comes().await;
    let mut bob = bob;
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.press(&asked, &take).await.expect("answered");
    bob.sees("the outcome", |it| it["id"] == asked["id"] && !has("Take the hit")(it)).await.expect("told");
    assert!(run(&mut private, "gm channel", &[("off", "true")]).await.contains("is no longer the GM\u{2019}s channel"));
    private.sees_no("the tracker any more", everything).await.expect("gone");
    assert!(run(&mut private, "encounter status", &[]).await.contains("There’s no fight in this channel"));
    pair(&stage, &mut gwen).await;
    private.sees("the tracker again", everything).await.expect("paired anew");
    let gm = channel(&stage, "gm");
    stage.table.set_bot_permissions(umpire::localtable::permissions::ALL);
    crate::corner_cases::call(&stage, reqwest::Method::DELETE, &format!("/channels/{gm}"), &Value::Null).await;
    for _ in 0..200 {
        if stage.bot().app.tables().of_gm_channel(gm.0).is_none() {
            break;
        }
        tokio::task::yield_now().await;
        run(&mut gwen, "encounter status", &[]).await;
    }
    assert!(stage.bot().app.tables().of_gm_channel(gm.0).is_none(), "unpaired");
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "4")]).await;
    bob.sees("it goes on", says("The GM sets Sybilla\u{2019}s health to 4")).await.expect("the fight does not mind");
    stage.judge();
}

/// At the end the players' channel gets the record of what everyone saw, which verifies; the whole log goes to the GM's channel.
#[tokio::test]
async fn the_whole_log_is_the_gms() {
    let stage = Stage::set().await;
    let (mut gwen, private, mut ana, bob) = paired(&stage).await;
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    for _ in 0..4 {
        run(&mut gwen, "gm answer", &[("choice", "default")]).await;
    }
    run(&mut gwen, "encounter end", &[]).await;
    let fetched_at = async |it: &Value, at: usize| {
        let url = it["attachments"][at]["url"].as_str().expect("a file").to_owned();
        reqwest::get(url).await.expect("fetched").text().await.expect("text")
    };
    let fetched = async |it: &Value| fetched_at(it, 0).await;
    let account = bob.sees("the account", says("is over after")).await.expect("an account");
    let record = fetched_at(&account, 2).await;
    assert!(!record.contains("Lurker") && !record.contains("archer"), "{record}");
    let findings = umpire::verify::check(&record);
    assert!(findings.bad.is_empty() && findings.good.iter().any(|it| it.contains("open dice")), "{findings:?}");
    let whole = private.sees("the whole log", says("This is its whole log")).await.expect("there");
    assert!(whole["attachments"][1]["filename"].as_str().is_some_and(|it| it.ends_with("-gm.html")), "{whole}");
    assert!(fetched_at(&whole, 1).await.contains("Lurker"), "the GM's replay has whoever was hidden");
    assert!(!fetched_at(&account, 1).await.contains("Lurker"), "the players' hasn't");
    let whole = fetched(&whole).await;
    assert!(whole.contains("Lurker"));
    let findings = umpire::verify::check(&whole);
    assert!(
        findings.bad.is_empty() && findings.good.iter().any(|it| it.contains("rows come out equal")),
        "{findings:?}"
    );
    stage.judge();
}

/// The GM chooses what's shown of a foe: hidden, a word, exact numbers, everything.
#[tokio::test]
async fn what_is_shown_of_a_foe_is_the_gms_choice() {
    let stage = Stage::set().await;
    let (_gwen, mut private, mut ana, _bob) = paired(&stage).await;
    let foe = |text: &'static str| {
        move |it: &Value| !is_private(it) && labels(it).contains(&"Pass".to_owned()) && says(text)(it)
    };
    assert!(run(&mut ana, "who", &[("name", "Leader")]).await.contains("unhurt"));
    run(&mut private, "gm reveal", &[("name", "Leader"), ("show", "exact")]).await;
    ana.sees("numbers", foe("**Leader** ready \u{b7} health ")).await.expect("exact");
    assert!(!run(&mut ana, "who", &[("name", "Leader")]).await.contains("wit"), "but not the sheet");
    run(&mut private, "gm reveal", &[("name", "Leader"), ("show", "everything")]).await;
    assert!(run(&mut ana, "who", &[("name", "Leader")]).await.contains("wit"), "the sheet, too");
    run(&mut private, "gm reveal", &[("name", "Leader"), ("show", "state")]).await;
    ana.sees("a word", foe("**Leader** ready \u{b7} unhurt")).await.expect("a word again");
    run(&mut private, "gm reveal", &[("name", "Lurker")]).await;
    ana.sees("the archer", foe("**Lurker** ready")).await.expect("in plain sight");
    assert!(run(&mut private, "gm reveal", &[("name", "Lurker")]).await.contains("already in plain sight"));
    run(&mut private, "gm hide", &[("name", "Lurker")]).await;
    let gone = |it: &Value| labels(it).contains(&"Pass".to_owned()) && !says("Lurker")(it);
    ana.sees("nobody", gone).await.expect("hidden again");
    assert!(
        run(&mut private, "gm reveal", &[("name", "Leader"), ("show", "twice")])
            .await
            .contains("state, exact or everything")
    );
    stage.judge();
}

/// Several simultaneous fights in one server, in channels and threads, with separate GM's channels: nothing said in one appears in another,
/// and a channel can't belong to two.
#[tokio::test]
async fn several_fights_at_once_keep_apart() {
    let stage = Stage::set().await;
    let (mut gwen, mut private, mut ana, bob) = paired(&stage).await;
    let tavern = channel(&stage, "tavern");
    let body = json!({ "name": "duel", "type": 11 });
    let thread =
        crate::corner_cases::call(&stage, reqwest::Method::POST, &format!("/channels/{tavern}/threads"), &body).await;
    let thread: Id = thread["id"].as_str().and_then(|it| it.parse().ok()).expect("a thread");
    let mut places = vec![];
    for (place, name, who) in [(tavern, "Second", "theobald"), (thread, "Third", "balthasar")] {
        let (mut gm, mut player) = (stage.seat("Gwen"), stage.seat("Dana"));
        gm.go_to(place);
        player.go_to(place);
        run(&mut gm, "encounter start", &[("name", name)]).await;
        run(&mut player, "join", &[("template", who)]).await;
        run(&mut gm, "gm add", &[("name", &format!("{name} Foe")), ("template", "bandit"), ("side", "Foes")]).await;
        run(&mut gm, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
        run(&mut gm, "encounter begin", &[]).await;
        places.push((gm, player, name));
    }
    let told = run(&mut places[0].0, "gm channel", &[("channel", &channel(&stage, "gm").to_string())]).await;
    assert!(told.contains("Each fight needs its own"), "{told}");
    for (gm, player, name) in &mut places {
        let foe = format!("{name} Foe");
        run(gm, "attack", &[("as", &foe)]).await;
        let asked = player.sees("her question", has("Take the hit")).await.expect("asked");
        let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
        player.press(&asked, &take).await.expect("answered");
    }
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    private.sees("only the first fight\u{2019}s question", has("Take the hit")).await.expect("asked");
    assert!(
        !private.messages().iter().any(|it| says("Second Foe")(it) || says("Third Foe")(it)),
        "nothing of the others"
    );
    assert!(run(&mut private, "encounter status", &[]).await.contains("Brawl"));
    assert!(!bob.messages().iter().any(|it| says("Second")(it) || says("Third")(it)));
    for (gm, player, name) in &mut places {
        run(gm, "encounter end", &[]).await;
        player.sees("its account", says(&format!("**{name}** is over"))).await.expect("told there");
    }
    assert_eq!(
        run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await,
        "Sybilla’s health is now 5."
    );
    assert!(private.messages().iter().all(|it| id(it) > 0));
    stage.judge();
}

/// Typed bare in a private channel, it finds the only fight of the GM's that has none; of two, one must be named, and nobody else pairs any.
#[tokio::test]
async fn the_only_fight_without_a_channel_is_found() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let gm = channel(&stage, "gm");
    ana.go_to(channel(&stage, "tavern"));
    assert!(run(&mut ana, "gm channel", &[]).await.contains("Name the fight’s channel"), "only the GM may");
    gwen.go_to(channel(&stage, "tavern"));
    run(&mut gwen, "encounter start", &[("name", "Second")]).await;
    let mut private = gwen_in_private(&stage);
    assert!(run(&mut private, "gm channel", &[]).await.contains("Name the fight’s channel"), "which of two?");
    run(&mut gwen, "encounter end", &[]).await;
    let told = run(&mut private, "gm channel", &[]).await;
    assert!(told.contains(&format!("<#{gm}> is now the GM’s channel")), "{told}");
    stage.judge();
}

/// Once only one side is left, everybody reads that the GM says whether it's over, and the GM's tracker has the button for it; nobody else's has.
/// Where there's no GM's channel, the question to the GM has it, and says whose it is.
#[tokio::test]
async fn a_decided_fight_waits_for_its_gm() {
    let stage = Stage::set().await;
    let (mut gwen, ana, _bob) = stage.brawl("").await;
    pair(&stage, &mut gwen).await;
    for foe in ["Leader", "Bandit 1", "Bandit 2"] {
        run(&mut gwen, "gm set", &[("name", foe), ("field", "surrendered"), ("value", "yes")]).await;
    }
    let open = ana.sees("the tracker", says("The GM says whether it\u{2019}s over.")).await.expect("told");
    let mut private = gwen_in_private(&stage);
    let ends = |it: &Value| labels(it).iter().any(|it| it == "End the fight");
    private.sees("the GM\u{2019}s tracker", |it| ends(it) && says("For the GM only")(it)).await.expect("there");
    assert!(!ends(&open), "a player couldn\u{2019}t: {:?}", labels(&open));
    let asks = |it: &Value| ends(it) && says("Only the Players are left standing. Is the fight over?")(it);
    let asked = private.sees("the question", asks).await.expect("the GM is notified");
    assert!(says(&format!("<@{}>", gwen.user().0))(&asked), "{asked}");
    // If it isn't decided after all, nobody asks any more.
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "surrendered"), ("value", "no")]).await;
    private.sees_no("the question", |it| id(it) == id(&asked)).await.expect("it's taken away");
    run(&mut gwen, "gm set", &[("name", "Leader"), ("field", "surrendered"), ("value", "yes")]).await;
    let again = private.sees("the question", |it| asks(it) && id(it) > id(&asked)).await.expect("asked again");
    private.press(&again, "End the fight").await.expect("answered");
    ana.sees("the account", says("**Players won.**")).await.expect("over");
    stage.judge();
}
