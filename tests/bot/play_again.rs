//! A channel that keeps a ready fight never ends in a dead end: below a fight's account is the next one, even after a restart.

use crate::{
    fixture::{Stage, labels, run, says},
    gm_channel::{everything, paired},
};
use umpire::{
    discord::{open_ready_fight::ready_fight, ready_fights::ReadySeats},
    engine,
    script::ready::{self, Ready},
};

fn ready() -> Ready {
    ready::all().0.into_iter().find(|it| it.system.name() == "murdham").expect("Murdham has one")
}

fn seats(stage: &Stage) -> ReadySeats {
    let seat = |name: &str| engine::Seat(stage.table.user_id(name).expect("a seat").0);
    ReadySeats {
        guild_id: stage.table.guild_id().0,
        channel_id: stage.table.channel_id("table").expect("a channel").0,
        gm_channel_id: None,
        gm: seat("Gwen"),
        players: ["Ana", "Bob", "Cem"].map(seat).to_vec(),
    }
}

/// What `serve` does for each ready fight when the bot starts.
fn keep(stage: &Stage) {
    let seats = seats(stage);
    stage.bot().app.ready_fights().keep(seats, ready());
}

/// A fight is ended and started again by anyone who likes, once: a second press says that it's running.
#[tokio::test]
async fn a_ready_fight_is_played_again() {
    let mut stage = Stage::set().await;
    keep(&stage);
    ready_fight(&stage.bot().app, &seats(&stage), &ready()).await.expect("opened");
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    ana.sees("a tracker", says("round 1")).await.expect("it has begun");
    run(&mut gwen, "encounter end", &[]).await;
    let over = ana.sees("the account", |it| labels(it).contains(&"Play again".to_owned())).await.expect("there");
    assert!(says("is over after")(&over), "{over}");

    stage.bot_goes().await;
    stage.bot_comes().await;
    keep(&stage);
    ana.press(&over, "Play again").await.expect("answered");
    ana.sees("a word to the presser", says("The fight starts over")).await.expect("told");
    ana.sees("another tracker", |it| says("round 1")(it) && labels(it).contains(&"Act as\u{2026}".to_owned()))
        .await
        .expect("it has begun");
    ana.press(&over, "Play again").await.expect("answered");
    ana.sees("a refusal", says("is already running here")).await.expect("told");
    stage.judge();
}

/// One that was ended before it began is open again, too.
#[tokio::test]
async fn a_fight_that_never_began_is_played_again() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut gwen, "encounter end", &[]).await;
    let over = ana.sees("the account", |it| labels(it).contains(&"Play again".to_owned())).await.expect("there");
    ana.press(&over, "Play again").await.expect("answered");
    ana.sees("a word to the presser", says("is open again with the same line-up")).await.expect("told");
    let tracker = |it: &serde_json::Value| says("Sybilla")(it) && labels(it).contains(&"Begin".to_owned());
    ana.sees("another tracker", tracker).await.expect("open");
    stage.judge();
}

/// Any other fight is open again with the same people and foes, unhurt, the hidden ones hidden, and its GM begins it. Whoever joined later
/// isn't in it.
#[tokio::test]
async fn any_fight_is_played_again_with_the_same_line_up() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut gwen, "gm add", &[("template", "bandit"), ("count", "2")]).await;
    run(&mut gwen, "gm add", &[("template", "archer"), ("name", "Lurker"), ("hidden", "true")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "1")]).await;
    run(&mut gwen, "gm add", &[("template", "leader")]).await;
    run(&mut gwen, "encounter end", &[]).await;
    let over = ana.sees("the account", |it| labels(it).contains(&"Play again".to_owned())).await.expect("there");
    ana.press(&over, "Play again").await.expect("answered");
    ana.sees("a word to the presser", says("is open again with the same line-up")).await.expect("told");
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let scene = handle.scene(engine::view::Viewer::Gm).await.expect("live");
    let mut names: Vec<(String, bool)> =
        scene.sides.iter().flat_map(|it| &it.members).map(|it| (it.name.clone(), it.hidden)).collect();
    names.sort();
    let expected = [("Bandit 1", false), ("Bandit 2", false), ("Lurker", true), ("Sybilla", false)];
    assert_eq!(names, expected.map(|(name, hidden)| (name.to_owned(), hidden)));
    assert!(!format!("{scene:?}").contains("1/6"), "nobody is hurt: {scene:?}");
    assert!(!ana.messages().iter().any(says("Lurker")), "players see nothing of it");
    run(&mut gwen, "encounter begin", &[]).await;
    let scene = handle.scene(engine::view::Viewer::Gm).await.expect("live");
    assert_eq!(scene.stage, engine::Stage::Fighting, "begun, unseen at first");
    ana.press(&over, "Play again").await.expect("answered");
    ana.sees("a refusal", says("is already running here")).await.expect("told");
    stage.judge();
}

/// The GM finds it where they are, in their channel; it opens where the fight was, with the same channel for the GM.
#[tokio::test]
async fn a_gm_plays_again_from_their_own_channel() {
    let stage = Stage::set().await;
    let (mut gwen, mut private, ana, _bob) = paired(&stage).await;
    run(&mut gwen, "encounter end", &[]).await;
    let is_over = |it: &serde_json::Value| everything(it) && labels(it).contains(&"Play again".to_owned());
    let over = private.sees("the tracker", is_over).await.expect("there");
    private.press(&over, "Play again").await.expect("answered");
    private.sees("a word to the presser", says("is open again with the same line-up")).await.expect("told");
    let tracker = |it: &serde_json::Value| says("Sybilla")(it) && labels(it).contains(&"Begin".to_owned());
    ana.sees("another tracker", tracker).await.expect("open");
    let here = |it: &serde_json::Value| everything(it) && labels(it).contains(&"Begin".to_owned());
    private.sees("the GM\u{2019}s", here).await.expect("paired again");
    private.press(&over, "Play again").await.expect("answered");
    private.sees("a refusal", says("is already running")).await.expect("told");
    stage.judge();
}
