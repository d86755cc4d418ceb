//! Maps of squares at the table: drawn from a file only by the GM, shown on the tracker and to each viewer as they see it, and sight across
//! them.

use crate::fixture::{Stage, id, is_private, labels, last_id, reply_after, run, says};
use serde_json::Value;
use umpire::{
    engine::{Seat, odds::Effort},
    localtable::driver::TableUser,
    rules::session::OddsView,
    table::{Caller, Command},
};

const YARD: &str = "// the yard\n+-+-+-+-+-+-+\n|. . . . . .|\n+ + + +-+ + +\n|A . ~ . 3 B|\n+ + + + + + +\n|. p . . C .|\n+-+-+-+-+-+-+\n\
                    A = Ysolde\nB = Orc\nC = Wolf\np = hazard: pit\n";

/// A fight on squares, not begun: Ana's Ysolde, an orc, and a wolf lying in wait.
async fn hunt(stage: &Stage) -> (TableUser, TableUser) {
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("system", "td2e"), ("name", "Hunt")]).await;
    run(&mut ana, "join", &[("template", "ysolde")]).await;
    run(&mut gwen, "gm add", &[("template", "orc"), ("side", "Foes")]).await;
    run(&mut gwen, "gm add", &[("template", "wolf"), ("side", "Foes"), ("hidden", "true")]).await;
    (gwen, ana)
}

/// Runs /map with a file and returns the reply.
async fn draw(seat: &mut TableUser, drawn: &str) -> String {
    let before = last_id(seat);
    seat.command_with_file("map", &[], ("drawing", "yard.txt", drawn.as_bytes())).await.expect("answered");
    seat.sees("an answer", move |it| id(it) > before && is_private(it)).await.expect("in private");
    reply_after(seat, before).replace('\\', "")
}

fn shows(words: &str) -> impl Fn(&Value) -> bool + use<> {
    let words = words.to_owned();
    move |it| {
        !is_private(it)
            && labels(it).contains(&"Map".to_owned())
            && it["attachments"][0]["description"].as_str().is_some_and(|it| it.contains(&words))
    }
}

/// The GM draws the board in a file, with combatants on it; the tracker shows it without hidden ones, and each viewer sees their own.
#[tokio::test]
async fn the_gm_draws_the_place() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = hunt(&stage).await;
    let told = draw(&mut gwen, YARD).await;
    assert!(told.contains("**E3**: Wolf") && told.contains("**Board**: 6 by 3 squares, A1 to F3."), "{told}");
    let tracker =
        ana.sees("the map", shows("Map of 6 by 3 squares. A2: Ysolde. F2: Orc.")).await.expect("on the tracker");
    assert!(!tracker["attachments"].to_string().contains("Wolf"));
    let before = last_id(&ana);
    ana.command("map", &[]).await.expect("answered");
    let hers = ana.sees("her map", |it| id(it) > before && is_private(it) && says("**A2**: Ysolde")(it)).await;
    let hers = hers.expect("in words");
    assert!(says("hazard\\: pit (B3)")(&hers) && !says("Wolf")(&hers), "{hers}");
    assert_eq!(hers["attachments"][0]["content_type"], "image/png");
    run(&mut gwen, "gm board", &[("fields", "place=\"Ysolde at B1\" rough=\"A1-A3\"")]).await;
    ana.sees("her new square", shows("B1: Ysolde.")).await.expect("she is put elsewhere");
    stage.judge();
}

/// The number of simultaneous requests by each of several people.
const CROWD: [(&str, usize); 4] = [("Gwen", 50), ("Ana", 50), ("Bob", 50), ("Dana", 50)];

/// Two hundred simultaneous requests for the map of a large board are all answered, with the picture or with words and when to ask again.
/// One picture is made for everyone who sees the same: the GM sees the wolf, Ana her turn, the others neither.
#[tokio::test]
async fn a_crowd_that_asks_for_the_map_is_answered() {
    let stage = Stage::set().await;
    let (mut gwen, ana) = hunt(&stage).await;
    let board =
        "size=18x12 walls=\"H1-H3, H7-H12\" rough=\"F5-G6, L8-M9\" place=\"Ysolde at B2; Orc at R11; Wolf at K6\"";
    run(&mut gwen, "gm board", &[("fields", board)]).await;
    ana.sees("the board", shows("Map of 18 by 12 squares.")).await.expect("on the tracker");
    let made = stage.bot().app.map_renderer().rendered();
    let before = last_id(&gwen);
    let mut asking = tokio::task::JoinSet::new();
    for name in CROWD.iter().flat_map(|(name, times)| std::iter::repeat_n(*name, *times)) {
        let mut seat = stage.seat(name);
        asking.spawn(async move { seat.command("map", &[]).await });
    }
    for answered in asking.join_all().await {
        answered.expect("answered in time");
    }
    for (name, times) in CROWD {
        let (watcher, seat) = (stage.seat(name), stage.seat(name));
        let is_map = |it: &Value| id(it) > before && is_private(it) && says("**B2**: Ysolde")(it);
        let maps = || seat.messages().into_iter().filter(is_map).collect::<Vec<_>>();
        watcher.sees("all the maps", |_| maps().len() == times).await.expect("everybody has one");
        for map in maps() {
            let has_picture = map["attachments"][0]["content_type"] == "image/png";
            assert!(has_picture || says("Try again in a moment for the picture.")(&map), "{map}");
            assert_eq!(says("Wolf")(&map), name == "Gwen", "{map}");
        }
    }
    let made = stage.bot().app.map_renderer().rendered() - made;
    assert!((1..=3).contains(&made), "{made} pictures");
    stage.judge();
}

/// Nobody but the GM draws; everything wrong with a drawing is reported at once, with line and column, and nothing changes.
#[tokio::test]
async fn bad_drawings_and_other_hands_change_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = hunt(&stage).await;
    let told = draw(&mut ana, YARD).await;
    assert!(told.contains("Only the GM can set up the map"), "{told}");
    let told = draw(&mut gwen, "..x\n..\nA.#\n").await;
    for problem in [
        "Line 1, column 3: x means nothing",
        "Line 2: This row has 2 squares",
        "Line 3, column 1: It isn’t clear who A is",
    ] {
        assert!(told.contains(problem), "{problem} in {told}");
    }
    let told = draw(&mut gwen, "A..\nA = Nobody At All\n").await;
    assert!(told.contains("Nobody At All"), "{told}");
    let told = draw(&mut gwen, &".".repeat(70_000)).await;
    assert!(told.contains("the limit is 64 KiB"), "{told}");
    let told = draw(&mut gwen, "// nothing\n").await;
    assert!(told.contains("no row") || told.contains("This file is empty"), "{told}");
    assert!(!ana.messages().iter().any(|it| labels(it).contains(&"Map".to_owned())), "no place has been laid out");
    stage.judge();
}

/// /sight says who sees whom, and shows the line; it knows nothing about hidden combatants, and on a board of zones it says that there are
/// no lines.
#[tokio::test]
async fn sight_is_told_and_shown() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = hunt(&stage).await;
    draw(&mut gwen, YARD).await;
    let before = last_id(&ana);
    ana.command("sight", &[("to", "Orc")]).await.expect("answered");
    let told = |it: &Value| id(it) > before && is_private(it) && says("squares apart")(it);
    let told = ana.sees("the sight", told).await.expect("told");
    let said = told["content"].as_str().expect("words").replace('\\', "");
    assert!(said.contains("Ysolde (A2) sees Orc (F2): half cover") && said.contains("re 5 squares apart"), "{said}");
    assert_eq!(told["attachments"][0]["content_type"], "image/png");
    assert!(run(&mut ana, "sight", &[("to", "Wolf")]).await.contains("Wolf"));
    assert!(!run(&mut ana, "sight", &[("to", "Wolf")]).await.contains("E3"));
    assert!(run(&mut ana, "sight", &[("to", "D2"), ("from", "d1")]).await.contains("D1 can\u{2019}t see D2"));
    let names = ana.autocomplete("sight", &[], ("to", "")).await.expect("suggestions");
    let named = serde_json::to_string(&names).expect("JSON");
    assert!(named.contains("Orc") && !named.contains("Wolf"), "{named}");
    stage.judge();

    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm board", &[("fields", "zones=\"Gate, Yard\"")]).await;
    let told = run(&mut ana, "sight", &[("to", "Leader"), ("from", "Sybilla")]).await;
    assert!(told.contains("This map has no squares"), "{told}");
    stage.judge();
}

/// Ana's Hildred beside a goblin, on her turn, and an archer behind a wall. The board is drawn, so the tracker shows it.
async fn beside_a_goblin(stage: &Stage) -> (TableUser, TableUser) {
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("system", "sovereign"), ("name", "Gate")]).await;
    run(&mut ana, "join", &[("template", "hildred")]).await;
    run(&mut gwen, "gm add", &[("template", "goblin"), ("side", "Foes")]).await;
    run(&mut gwen, "gm add", &[("template", "goblin-archer"), ("side", "Foes"), ("hidden", "true")]).await;
    let drawn = "........\n.AB..#..\n........\nA = Hildred\nB = Goblin\n";
    draw(&mut gwen, drawn).await;
    run(&mut gwen, "gm place", &[("name", "Goblin archer"), ("at", "B1")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    run(&mut gwen, "gm turn", &[("name", "Hildred"), ("what", "give")]).await;
    (gwen, ana)
}

/// R13, R23: /move says what it would provoke and asks once more; nothing happens until she confirms, and nothing if she doesn't. It says
/// nothing about the archer she doesn't see. The map shows where she could go and what she threatens.
#[tokio::test]
async fn a_move_that_provokes_is_asked_about() {
    let stage = Stage::set().await;
    let (_gwen, mut ana) = beside_a_goblin(&stage).await;
    let told = run(&mut ana, "map", &[]).await;
    assert!(told.contains("Hildred can still get to") && told.contains("Hildred threatens"), "{told}");
    let before = last_id(&ana);
    let told = run(&mut ana, "move", &[("to", "A3")]).await;
    assert!(told.contains("Goblin") && told.contains("Do it anyway?") && !told.contains("rcher"), "{told}");
    let asked = ana.sees("the question", |it| id(it) > before && labels(it).contains(&"Do it".to_owned())).await;
    let asked = asked.expect("two buttons");
    ana.press(&asked, "Cancel").await.expect("answered");
    assert!(run(&mut ana, "map", &[]).await.contains("**B2**: Hildred"), "she has stayed");
    let told = run(&mut ana, "move", &[("to", "B3")]).await;
    assert!(!told.contains("Do it anyway?"), "nobody's reach is left: {told}");
    stage.judge();
}

/// The odds of `/act` for a player, however long they take.
async fn odds_before(stage: &Stage, player: &TableUser, options: &[(&str, &str)]) -> Vec<Option<OddsView>> {
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let (caller, act) = (Caller { seat: Seat(player.user().0), has_gm_role: false }, Command::new("act", options));
    let work = handle.look(move |it| it.odds_before(&caller, &act, Effort::QUICK)).await.expect("live");
    work.expect("an action")(&|| true)
}

/// A typed charge is asked about with its odds: those that tell nothing new by default, all of them where the table shows them.
#[tokio::test]
async fn what_is_asked_about_comes_with_its_odds() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("system", "sovereign"), ("name", "Gate")]).await;
    run(&mut ana, "join", &[("template", "hildred")]).await;
    run(&mut gwen, "gm add", &[("template", "goblin"), ("side", "Foes"), ("count", "2")]).await;
    draw(&mut gwen, "....\nAB..\n....\n....\nC...\nA = Hildred\nB = Goblin 1\nC = Goblin 2\n").await;
    run(&mut gwen, "encounter begin", &[]).await;
    run(&mut gwen, "gm turn", &[("name", "Hildred"), ("what", "give")]).await;
    let charge = [("what", "charge"), ("target", "Goblin 2")];
    let told = run(&mut ana, "act", &charge).await;
    assert!(told.contains("Do it anyway?"), "{told}");
    assert_eq!(odds_before(&stage, &ana, &charge).await, [None], "a goblin\u{2019}s AC isn\u{2019}t hers to know");
    run(&mut gwen, "gm fight", &[("name", "odds"), ("value", "open")]).await;
    let odds = odds_before(&stage, &ana, &charge).await;
    assert!(odds[0].as_ref().is_some_and(|it| it.words.contains("to hit")), "{odds:?}");
    // The reply doesn't wait for its odds: they're edited in.
    run(&mut ana, "act", &charge).await;
    let with_odds =
        |it: &Value| is_private(it) && says("Odds: ")(it) && says("to hit")(it) && says("Do it anyway?")(it);
    ana.sees("the odds", with_odds).await.expect("told");
    stage.judge();
}

/// The turn's menu asks the same, and doesn't repeat a warning already given.
#[tokio::test]
async fn the_menu_asks_about_it_too() {
    let stage = Stage::set().await;
    let (_gwen, mut ana) = beside_a_goblin(&stage).await;
    let tracker = ana.sees("the tracker", |it| labels(it).contains(&"Act as\u{2026}".to_owned())).await.expect("there");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = ana.sees("her menu", |it| is_private(it) && labels(it).len() > 3).await.expect("a menu");
    ana.press(&menu, "Move").await.expect("answered");
    let menu =
        ana.sees("the squares", |it| is_private(it) && labels(it).contains(&"A3".to_owned())).await.expect("a list");
    let about = menu["components"].to_string();
    assert!(
        about.contains("ft, draws an attack from Goblin") && about.contains("beside Goblin; 5 ft; 1 square north\""),
        "{about}"
    );
    ana.press(&menu, "A3").await.expect("answered");
    let asked = ana.sees("the question", |it| labels(it).contains(&"Do it".to_owned())).await.expect("asked");
    assert!(says("Goblin")(&asked) && labels(&asked).contains(&"Back".to_owned()), "{asked}");
    ana.press(&asked, "Do it").await.expect("answered");
    ana.sees("the blow", |it| !is_private(it) && says("opportunity")(it)).await.expect("told to all");
    stage.judge();
}

/// A long list of squares starts with the ones a player is likely to mean, each with the reason; all others are behind a button, in pages,
/// and any of them can be chosen. It says nothing about the archer she doesn't see.
#[tokio::test]
async fn squares_are_chosen_by_what_they_are_for() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("system", "td2e"), ("name", "Hunt")]).await;
    run(&mut ana, "join", &[("template", "ysolde")]).await;
    run(&mut gwen, "gm add", &[("template", "orc"), ("side", "Foes")]).await;
    run(&mut gwen, "gm add", &[("template", "wolf"), ("side", "Foes"), ("hidden", "true")]).await;
    let place = "size=16x12 walls=\"H3-H6\" place=\"Ysolde at E6, Orc at K6, Wolf at E9\"";
    run(&mut gwen, "gm board", &[("fields", place)]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    run(&mut gwen, "gm turn", &[("name", "Ysolde"), ("what", "give")]).await;
    let tracker = ana.sees("the tracker", |it| labels(it).contains(&"Act as\u{2026}".to_owned())).await.expect("there");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = ana.sees("her menu", |it| is_private(it) && labels(it).len() > 3).await.expect("a menu");
    ana.press(&menu, "Move").await.expect("answered");
    let squares = |it: &Value| is_private(it) && it["components"].to_string().contains("Beside a foe");
    let menu = ana.sees("the squares", squares).await.expect("a list");
    let about = menu["components"].to_string();
    for told in ["beside Orc", "out of every foe\u{2019}s sight", "In a direction", "1 square north\""] {
        assert!(about.contains(told), "{told} in {about}");
    }
    assert!(!about.contains("Wolf") && !about.contains("E9"), "{about}");
    let all = labels(&menu).into_iter().find(|it| it.starts_with("All ")).expect("all there are");
    ana.press(&menu, &all).await.expect("answered");
    let menu = ana.sees("all of them", says_all("More (2 of 2)")).await.expect("a page");
    ana.press(&menu, "More (2 of 2)").await.expect("answered");
    let menu = ana.sees("the last of them", says_all("Best choices")).await.expect("a page");
    assert!(menu["components"].to_string().contains("\"K7\""), "{menu}");
    ana.press(&menu, "Best choices").await.expect("answered");
    let menu = ana.sees("the squares again", squares).await.expect("a list");
    ana.press(&menu, &all).await.expect("answered");
    let menu = ana.sees("all of them", says_all("More (2 of 2)")).await.expect("a page");
    ana.press(&menu, "E5").await.expect("answered");
    ana.sees("where she is", shows("E5: Ysolde.")).await.expect("she has gone there");
    let names = ana.autocomplete("move", &[], ("to", "")).await.expect("suggestions");
    let named = serde_json::to_string(&names).expect("JSON");
    assert!(named.contains("beside Orc") && !named.contains("Wolf"), "{named}");
    run(&mut ana, "move", &[("to", "e6")]).await;
    ana.sees("where she is", shows("E6: Ysolde.")).await.expect("a square can still be typed");
    stage.judge();
}

fn says_all(label: &str) -> impl Fn(&Value) -> bool + use<> {
    let label = label.to_owned();
    move |it| is_private(it) && labels(it).contains(&label)
}
