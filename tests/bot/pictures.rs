//! Pictures that people bring: a battle map below the board, portraits on the tokens. Only the right people bring them, only pictures are
//! taken, they outlive the bot, and whoever is hidden stays so.

use crate::{
    between_fights::import,
    fixture::{Stage, id, is_private, labels, last_id, reply_after, run, says},
};
use image::{DynamicImage, ImageFormat, RgbImage};
use serde_json::Value;
use std::io::Cursor;
use umpire::{localtable::driver::TableUser, store::PictureStore as _};

type Rgb = [u8; 3];

const MAGENTA: Rgb = [250, 0, 250];
const GREEN: Rgb = [0, 250, 0];

/// A picture of one colour.
fn png(wide: u32, high: u32, colour: Rgb) -> Vec<u8> {
    let mut bytes = Cursor::new(vec![]);
    let picture = RgbImage::from_pixel(wide, high, image::Rgb(colour));
    DynamicImage::from(picture).write_to(&mut bytes, ImageFormat::Png).expect("it can be written");
    bytes.into_inner()
}

/// How many pixels of the picture on a message have clearly this colour, however dark.
async fn pixels(message: &Value, colour: Rgb) -> usize {
    let url = message["attachments"][0]["url"].as_str().expect("a picture");
    let bytes = reqwest::get(url).await.expect("served").bytes().await.expect("read");
    let picture = image::load_from_memory(&bytes).unwrap_or_else(|why| panic!("{why}: {message}")).into_rgb8();
    let clearly = |it: &image::Rgb<u8>| {
        let (strong, weak): (Vec<_>, Vec<_>) = (0..3).partition(|at| colour[*at] > 0);
        strong.iter().all(|one| weak.iter().all(|other| i32::from(it.0[*one]) > i32::from(it.0[*other]) + 60))
            && strong.iter().all(|one| strong.iter().all(|other| it.0[*one].abs_diff(it.0[*other]) < 60))
    };
    picture.pixels().filter(|it| clearly(it)).count()
}

/// The share of bright pixels in the picture on a message, in percent.
async fn bright(message: &Value) -> usize {
    let url = message["attachments"][0]["url"].as_str().expect("a picture");
    let bytes = reqwest::get(url).await.expect("served").bytes().await.expect("read");
    let picture = image::load_from_memory(&bytes).expect("a picture").into_luma8();
    picture.pixels().filter(|it| it.0[0] > 180).count() * 100 / picture.pixels().len()
}

/// Runs a command with a file and returns the private reply's text.
async fn bring(seat: &mut TableUser, command: &str, options: &[(&str, &str)], file: (&str, &[u8])) -> String {
    let before = last_id(seat);
    let name = if file.0 == "picture" { "face.png" } else { "yard.png" };
    seat.command_with_file(command, options, (file.0, name, file.1)).await.expect("answered");
    told_after(seat, before).await
}

/// Runs /map with these numbers and returns the private reply's text.
async fn adjust(seat: &mut TableUser, options: &[(&str, &str)]) -> String {
    let before = last_id(seat);
    seat.command("map", options).await.expect("answered");
    told_after(seat, before).await
}

/// The newest private reply, once it says something: drawing may take longer than the time for a first reply.
async fn told_after(seat: &TableUser, before: u64) -> String {
    let says =
        move |it: &Value| id(it) > before && is_private(it) && it["content"].as_str().is_some_and(|it| !it.is_empty());
    seat.sees("an answer", says).await.expect("in private");
    reply_after(seat, before).replace('\\', "")
}

/// The private map, once it's drawn.
async fn own_map(seat: &mut TableUser) -> Value {
    let before = last_id(seat);
    seat.command("map", &[]).await.expect("answered");
    let drawn = |it: &Value| id(it) > before && is_private(it) && it["attachments"][0]["url"].is_string();
    seat.sees("the map", drawn).await.expect("a map")
}

/// The tracker, with a map in a file of this name that isn't this one.
async fn tracker(seat: &TableUser, file: &'static str, before: &Value) -> Value {
    let before = before["attachments"][0]["id"].clone();
    let drawn = move |it: &Value| {
        let attached = &it["attachments"][0];
        !is_private(it)
            && labels(it).contains(&"Map".to_owned())
            && attached["filename"] == file
            && attached["id"] != before
    };
    seat.sees("the tracker", drawn).await.expect("drawn")
}

/// A fight on six by three squares, not begun: Ana's Ysolde and an orc.
async fn yard(stage: &Stage) -> (TableUser, TableUser) {
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("system", "td2e"), ("name", "Yard")]).await;
    run(&mut ana, "join", &[("template", "ysolde")]).await;
    run(&mut gwen, "gm add", &[("template", "orc"), ("side", "Foes")]).await;
    run(&mut gwen, "gm board", &[("fields", "size=6x3 place=\"Ysolde at A1; Orc at F3\"")]).await;
    (gwen, ana)
}

/// A server's maps can be light, and everybody chooses how their own look.
#[tokio::test]
async fn maps_are_dark_or_light_as_people_like() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = yard(&stage).await;
    let dark = tracker(&ana, "map.png", &Value::Null).await;
    assert!(bright(&dark).await < 20, "{}", bright(&dark).await);
    let told = run(&mut gwen, "settings", &[("maps", "grey")]).await;
    assert!(told.contains("Maps can be dark or light, not \u{201c}grey\u{201d}."), "{told}");
    let told = run(&mut gwen, "settings", &[("maps", "light")]).await;
    assert!(told.contains("Maps and other pictures: light."), "{told}");
    let light = tracker(&ana, "map.png", &dark).await;
    assert!(bright(&light).await > 60, "{}", bright(&light).await);
    assert!(bright(&own_map(&mut ana).await).await > 60, "as the server\u{2019}s");
    let told = run(&mut ana, "preferences", &[("maps", "dark")]).await;
    assert!(told.contains("Maps that only you see are dark; maps:light changes that."), "{told}");
    assert!(bright(&own_map(&mut ana).await).await < 20, "as she\u{2019}s chosen");
    stage.judge();
}

/// The GM lays a picture below the board: everyone's map shows it, the reply says the numbers, and they can be corrected without the file.
/// Taking it away leaves the board as it was.
#[tokio::test]
async fn a_battle_map_lies_below_the_board() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = yard(&stage).await;
    let bare = tracker(&ana, "map.png", &Value::Null).await;
    assert_eq!(pixels(&bare, MAGENTA).await, 0);
    let none = adjust(&mut gwen, &[("square", "50")]).await;
    assert!(none.contains("This board has no background yet"), "{none}");
    let told = bring(&mut gwen, "map", &[], ("background", &png(600, 300, MAGENTA))).await;
    for said in ["600 by 300 pixels", "At 100 pixels per square", "covers 6 by 3 squares", "the board has 6 by 3"] {
        assert!(told.contains(said), "{said} in {told}");
    }
    let with = tracker(&ana, "map.jpg", &bare).await;
    let whole = pixels(&with, MAGENTA).await;
    assert!(whole > 100_000, "{whole}");
    assert!(pixels(&own_map(&mut ana).await, MAGENTA).await > 100_000);

    let calls = stage.table.calls_so_far();
    run(&mut gwen, "gm set", &[("name", "Orc"), ("field", "shown"), ("value", "all")]).await;
    own_map(&mut gwen).await;
    let sent = stage.table.calls_since(calls);
    let uploads = sent.iter().filter(|it| it.method == "PATCH" && it.path.contains("/channels/"));
    assert!(uploads.clone().count() <= 1, "the map is only sent again if it has changed");

    let told = adjust(&mut gwen, &[("square", "200"), ("left", "-600"), ("top", "0")]).await;
    assert!(told.contains("At 200 pixels per square") && told.contains("left:-600 top:0"), "{told}");
    let half = pixels(&tracker(&ana, "map.jpg", &with).await, MAGENTA).await;
    assert!(half > 20_000 && half < whole * 2 / 3, "{half} of {whole}");
    let beside = adjust(&mut gwen, &[("left", "600")]).await;
    assert!(beside.contains("is outside the picture, which is 600 by 300 pixels"), "{beside}");
    let gone = adjust(&mut gwen, &[("remove_background", "true")]).await;
    assert!(gone.contains("is gone"), "{gone}");
    assert_eq!(pixels(&tracker(&ana, "map.png", &with).await, MAGENTA).await, 0);
    stage.judge();
}

/// Whatever is no picture, or too large a one, gets a sentence and changes nothing; nor may anyone but the GM, and on zones there's nothing to
/// lay it below.
#[tokio::test]
async fn what_is_no_picture_changes_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = yard(&stage).await;
    let good = png(600, 300, MAGENTA);
    let told = bring(&mut ana, "map", &[], ("background", &good)).await;
    assert!(told.contains("Only the GM can set up the map"), "{told}");
    let mut bomb = vec![];
    let mut header = png::Encoder::new(&mut bomb, 50_000, 50_000).write_header().expect("a header");
    header.write_chunk(png::chunk::IDAT, &[0x78, 0x9c]).expect("it can be written");
    drop(header);
    let bad: [(&[u8], &str); 4] = [
        (b"this is text", "it must be a PNG, a JPEG or a WebP"),
        (&bomb, "50000 by 50000 pixels. The limit is 16 megapixels"),
        (&good[..good.len() / 2], "damaged or incomplete"),
        (&png(9, 9, MAGENTA), "too small: 9 by 9"),
    ];
    let fight = stage.bot().app.tables().all()[0].id;
    run(&mut ana, "character create", &[("name", "Mira"), ("system", "td2e"), ("template", "ysolde")]).await;
    for (file, why) in bad {
        let told = bring(&mut gwen, "map", &[], ("background", file)).await;
        assert!(told.contains(why), "{why}: {told}");
        let told = bring(&mut ana, "character portrait", &[("name", "Mira")], ("picture", file)).await;
        assert!(told.contains(why), "{why}: {told}");
        assert_eq!(stage.store.background(fight).await.expect("read"), None);
    }
    let wide = bring(&mut gwen, "map", &[("square", "5000")], ("background", &good)).await;
    assert!(wide.contains("4 to 4000 pixels"), "{wide}");
    assert_eq!(stage.store.background(fight).await.expect("read"), None);
    run(&mut gwen, "encounter end", &[]).await;
    run(&mut gwen, "encounter start", &[("name", "Zones"), ("system", "murdham")]).await;
    run(&mut gwen, "gm board", &[("fields", "zones=\"Gate, Yard\"")]).await;
    let zones = bring(&mut gwen, "map", &[], ("background", &good)).await;
    assert!(zones.contains("map has zones"), "{zones}");
    stage.judge();
}

/// A background outlives the bot, a fight that's played again, and a prepared encounter.
#[tokio::test]
async fn a_background_stays_with_its_board() {
    let mut stage = Stage::set().await;
    let (mut gwen, mut ana) = yard(&stage).await;
    let bare = tracker(&ana, "map.png", &Value::Null).await;
    bring(&mut gwen, "map", &[], ("background", &png(600, 300, MAGENTA))).await;
    tracker(&ana, "map.jpg", &bare).await;
    let told = run(&mut gwen, "encounter save", &[("name", "Kept")]).await;
    assert!(!told.contains("/map background:"), "it has one: {told}");
    let bare_board = [("name", "Bare"), ("system", "td2e"), ("board", "size=6x3")];
    let told = run(&mut gwen, "encounter prepare", &bare_board).await;
    assert!(told.contains("attach one: /encounter prepare name:Bare background:"), "{told}");
    stage.bot_goes().await;
    stage.bot_comes().await;
    assert!(pixels(&own_map(&mut ana).await, MAGENTA).await > 100_000, "after a restart");

    run(&mut gwen, "encounter end", &[]).await;
    let over = gwen.sees("the account", |it| labels(it).contains(&"Play again".to_owned())).await.expect("there");
    gwen.press(&over, "Play again").await.expect("answered");
    let since = id(&over);
    let is_new = move |it: &Value| id(it) > since && it["attachments"][0]["filename"] == "map.jpg" && !is_private(it);
    let again = ana.sees("another tracker", is_new).await.expect("drawn");
    assert!(pixels(&own_map(&mut ana).await, MAGENTA).await > 100_000, "played again");

    let tavern = stage.table.channel_id("tavern").expect("a channel");
    gwen.go_to(tavern);
    ana.go_to(tavern);
    run(&mut gwen, "encounter open", &[("name", "Kept")]).await;
    tracker(&ana, "map.jpg", &again).await;
    assert!(pixels(&own_map(&mut gwen).await, MAGENTA).await > 100_000, "prepared");
    stage.judge();
}

/// A battle map is laid below a prepared board in one command, with the same checks, preview and numbers as below a fight's; it's corrected
/// without the file, and the fight that's opened has it.
#[tokio::test]
async fn a_prepared_encounter_takes_a_battle_map() {
    let stage = Stage::set().await;
    let (mut gwen, ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    let prepare = "encounter prepare";
    let yard = [("name", "Yard"), ("system", "td2e"), ("foes", "orc at=F3"), ("board", "size=6x3")];
    let zones = [("name", "Zones"), ("system", "murdham"), ("board", "zones=\"Gate, Yard\"")];
    let map = png(600, 300, MAGENTA);
    let told = bring(&mut gwen, prepare, &zones, ("background", &map)).await;
    assert!(told.contains("map has zones"), "{told}");
    let told = bring(&mut gwen, prepare, &yard, ("background", b"no picture")).await;
    assert!(!told.contains("is saved"), "{told}");
    let told = bring(&mut gwen, prepare, &[("name", "Yard")], ("background", &map)).await;
    assert!(told.contains("no prepared encounter"), "nothing is saved before: {told}");
    let told = bring(&mut gwen, prepare, &yard, ("background", &map)).await;
    let size = "The picture is 600 by 300 pixels. At 100 pixels per square it covers 6 by 3 squares";
    assert!(told.contains("is saved") && told.contains(size), "{told}");
    assert!(told.contains("/encounter prepare name:Yard square:100 left:0 top:0"), "{told}");
    let before = last_id(&gwen);
    gwen.command(prepare, &[("name", "yard"), ("square", "50"), ("left", "10")]).await.expect("answered");
    let told = told_after(&gwen, before).await;
    assert!(told.contains("At 50 pixels per square it covers 11.8 by 6 squares") && told.contains("Orc"), "{told}");
    let preview = gwen.sees("the preview", move |it| id(it) > before && it["attachments"][0]["url"].is_string()).await;
    assert!(pixels(&preview.expect("there"), MAGENTA).await > 50_000);
    run(&mut gwen, "encounter open", &[("name", "Yard")]).await;
    tracker(&ana, "map.jpg", &Value::Null).await;
    assert!(pixels(&own_map(&mut gwen).await, MAGENTA).await > 50_000, "the fight has it");
    let told = adjust(&mut gwen, &[("top", "5")]).await;
    assert!(told.contains("square:50 left:10 top:5"), "with the prepared numbers: {told}");
    stage.judge();
}

/// Ana's Mira with a portrait, in the yard.
async fn mira(stage: &Stage) -> (TableUser, TableUser) {
    let (mut gwen, mut ana) = yard(stage).await;
    run(&mut ana, "leave", &[]).await;
    run(&mut ana, "character create", &[("name", "Mira"), ("system", "td2e"), ("template", "ysolde")]).await;
    run(&mut ana, "join", &[("name", "Mira")]).await;
    run(&mut gwen, "gm board", &[("fields", "place=\"Mira at C2\"")]).await;
    (gwen, ana)
}

/// A character's owner gives it a portrait: the map shows it in place of initials at once, in this fight and after a restart, until it's
/// taken away. Nobody else can.
#[tokio::test]
async fn a_portrait_is_on_the_map() {
    let mut stage = Stage::set().await;
    let (mut gwen, mut ana) = mira(&stage).await;
    let bare = tracker(&ana, "map.png", &Value::Null).await;
    let before = pixels(&bare, GREEN).await;
    let face = png(90, 120, GREEN);
    let offered = ana.autocomplete("character portrait", &[], ("name", "")).await.expect("suggestions");
    let offered: Vec<&str> = offered.iter().filter_map(|it| it["value"].as_str()).collect();
    assert_eq!(offered, ["Mira"], "her own, not whoever fights");
    let not_hers = bring(&mut gwen, "character portrait", &[("name", "Mira")], ("picture", &face)).await;
    assert!(not_hers.contains("You have no character called"), "{not_hers}");
    let neither = run(&mut ana, "character portrait", &[("name", "Mira")]).await;
    assert!(neither.contains("Attach a picture"), "{neither}");
    let told = bring(&mut ana, "character portrait", &[("name", "Mira")], ("picture", &face)).await;
    assert!(told.contains("**Mira** now has a portrait"), "{told}");
    let with = tracker(&ana, "map.jpg", &bare).await;
    let green = pixels(&with, GREEN).await;
    assert!(green > before + 300, "{green} and {before}");

    stage.bot_goes().await;
    stage.bot_comes().await;
    assert!(pixels(&own_map(&mut ana).await, GREEN).await > before + 300, "after a restart");
    let told = run(&mut ana, "character portrait", &[("name", "Mira"), ("remove", "true")]).await;
    assert!(told.contains("has no portrait any more"), "{told}");
    assert_eq!(pixels(&tracker(&ana, "map.png", &with).await, GREEN).await, before);
    let told = run(&mut ana, "character portrait", &[("name", "Mira"), ("remove", "true")]).await;
    assert!(told.contains("Mira has no portrait."), "{told}");
    let exported = run(&mut ana, "character export", &[]).await;
    assert!(!exported.contains("portrait"), "{exported}");
    stage.judge();
}

/// The pages that the bot posts when a fight ends, for everyone and for the GM, have the battle map and the portrait, each once; so does
/// `/encounter log`.
#[tokio::test]
async fn the_replays_have_what_was_brought() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = mira(&stage).await;
    let gm = stage.table.channel_id("gm").expect("a channel");
    run(&mut gwen, "gm channel", &[("channel", &gm.to_string())]).await;
    bring(&mut gwen, "map", &[], ("background", &png(600, 300, MAGENTA))).await;
    let told = bring(&mut ana, "character portrait", &[("name", "Mira")], ("picture", &png(90, 120, GREEN))).await;
    assert!(told.contains("now has a portrait"), "{told}");
    run(&mut gwen, "encounter end", &[]).await;
    let account = ana.sees("the account", says("is over after")).await.expect("an account");
    let mut private = stage.seat("Gwen");
    private.go_to(gm);
    let log = private.sees("the whole log", says("This is its whole log")).await.expect("sent");
    let before = last_id(&gwen);
    run(&mut gwen, "encounter log", &[]).await;
    let again = gwen.sees("the whole log", |it| id(it) > before && says("This is its whole log")(it)).await;
    let again = again.expect("sent");
    for message in [&log, &again] {
        let names = message["attachments"].as_array().into_iter().flatten().map(|it| it["filename"].as_str());
        assert!(names.eq([Some("fight-1-gm.json"), Some("fight-1-gm.html")]), "{message}");
    }
    for message in [account, log, again] {
        let mut copies = 0;
        for file in message["attachments"].as_array().expect("attachments") {
            let bytes = reqwest::get(file["url"].as_str().expect("a link")).await.expect("served").bytes().await;
            copies += String::from_utf8_lossy(&bytes.expect("read")).matches("data:image/jpeg").count();
        }
        assert_eq!(copies, 2, "{message}");
    }
    stage.judge();
}

/// The portrait of somebody who's hidden is on the GM's own map only: the channel's isn't even sent again, and other players see nothing.
#[tokio::test]
async fn a_hidden_combatants_portrait_shows_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = yard(&stage).await;
    let told =
        import(&mut gwen, &[], "g.toml", b"[[character]]\nsystem = \"td2e\"\nname = \"Lurker\"\ntemplate = \"orc\"\n")
            .await;
    assert!(told.contains("is saved"), "{told}");
    run(&mut gwen, "join", &[("name", "Lurker"), ("side", "Foes")]).await;
    run(&mut gwen, "gm hide", &[("name", "Lurker"), ("hidden", "true")]).await;
    run(&mut gwen, "gm board", &[("fields", "place=\"Lurker at D1\"")]).await;
    ana.sees("the tracker", |it| says("Orc")(it) && !says("Lurker")(it)).await.expect("without the Lurker");
    let before = pixels(&own_map(&mut ana).await, GREEN).await;
    // Ana's own map shows how far she could get, which is green as well.
    let hers_before = pixels(&own_map(&mut gwen).await, GREEN).await;
    let shared_before = pixels(&tracker(&ana, "map.png", &Value::Null).await, GREEN).await;
    let calls = stage.table.calls_so_far();
    let told = bring(&mut gwen, "character portrait", &[("name", "Lurker")], ("picture", &png(64, 64, GREEN))).await;
    assert!(told.contains("now has a portrait"), "{told}");
    let hers = own_map(&mut gwen).await;
    assert_eq!(hers["attachments"][0]["filename"], "map.jpg", "{hers}");
    let green = pixels(&hers, GREEN).await;
    assert!(green > hers_before + 300, "{green} and {hers_before}");
    let anas = own_map(&mut ana).await;
    assert_eq!(pixels(&anas, GREEN).await, before);
    assert_eq!(anas["attachments"][0]["filename"], "map.png", "not even the kind of file differs");
    // Something everyone sees, so that everything sent before it has arrived.
    run(&mut gwen, "gm set", &[("name", "Ysolde"), ("field", "hp"), ("value", "3")]).await;
    let wounded = |it: &Value| !is_private(it) && says("HP 3/5")(it) && it["attachments"][0]["url"].is_string();
    let public = ana.sees("the wound", wounded).await.expect("redrawn");
    assert!(public["attachments"][0]["filename"] == "map.png" && pixels(&public, GREEN).await <= shared_before);
    let since = stage.table.calls_since(calls);
    let edits = since.iter().filter(|it| it.method == "PATCH" && it.path.contains("/channels/"));
    assert_eq!(edits.clone().count(), 1, "only for the wound: {since:?}");
    run(&mut gwen, "gm hide", &[("name", "Lurker"), ("hidden", "false")]).await;
    let shown = tracker(&ana, "map.jpg", &Value::Null).await;
    assert!(pixels(&shown, GREEN).await > shared_before + 300, "until it shows itself");
    stage.judge();
}
