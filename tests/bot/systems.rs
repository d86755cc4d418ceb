//! Several rule systems in one server: a channel's commands use the rules of its fight, and a whole short fight of TD2e is played with
//! menus and commands, as one of Murdham is elsewhere.

use crate::fixture::{Stage, is_private, labels, last_id, run, says};
use serde_json::Value;
use umpire::localtable::driver::TableUser;

/// The most turns for a fight of this size.
const TURNS_MAX: usize = 40;

fn acts(message: &Value) -> bool {
    !is_private(message) && labels(message).contains(&"Act as\u{2026}".to_owned())
}

/// The newest message that only this seat sees.
fn newest(seat: &TableUser, after: u64) -> Option<Value> {
    let mut own: Vec<Value> =
        seat.messages().into_iter().filter(|it| is_private(it) && crate::fixture::id(it) > after).collect();
    own.pop()
}

/// Opens a seat's turn from the tracker; `None` if it's someone else's.
async fn opens(seat: &mut TableUser) -> Option<Value> {
    let tracker = seat.sees("the tracker", acts).await.expect("a tracker");
    let before = last_id(seat);
    seat.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = newest(seat, before).expect("an answer");
    says("only you see this")(&menu).then_some(menu)
}

/// Presses one thing after the other in a private menu, as long as there's something to choose: the attack if there is one, otherwise a
/// step; then whatever comes first.
async fn plays(seat: &mut TableUser, menu: Value) -> String {
    let verb = ["Attack", "Advance", "Move"].iter().find(|it| labels(&menu).iter().any(|label| label == *it));
    let verb = verb.copied().unwrap_or("End turn");
    let mut at = menu.clone();
    let mut candidate = verb.to_owned();
    for _ in 0..8 {
        let pressed = match at["components"][0]["components"][0]["options"].is_array() {
            true => seat.choose(&at, &[candidate.as_str()]).await,
            false => seat.press(&at, &candidate).await,
        };
        pressed.unwrap_or_else(|why| panic!("{candidate}: {why}: {at}"));
        let next = seat.messages().into_iter().find(|it| it["id"] == menu["id"]).expect("the menu stays");
        if says("Done.")(&next) || says("The table waits")(&next) || next == at {
            break;
        }
        let foe = labels(&next).into_iter().find(|it| it.starts_with("Rabble") || it.starts_with("Brannoc"));
        let first = foe.or_else(|| labels(&next).into_iter().find(|it| it != "Back"));
        (at, candidate) = (next, first.expect("something to choose"));
    }
    verb.to_owned()
}

/// From the opening to the account: people join by template, the GM lays out a grid and begins, everyone plays with Act as… and its menus,
/// Bob sometimes with typed commands, until one side is down; then the GM ends it.
#[tokio::test]
async fn a_short_fight_of_td2e() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    let told = run(&mut gwen, "encounter start", &[("system", "td2e"), ("name", "The ford")]).await;
    assert!(told.contains("with the rules of TD2e"), "{told}");
    run(&mut gwen, "gm board", &[("fields", "size=6x4")]).await;
    run(&mut ana, "join", &[("template", "brannoc")]).await;
    run(&mut bob, "join", &[("template", "ysolde")]).await;
    run(&mut gwen, "gm add", &[("template", "rabble"), ("side", "Foes"), ("count", "2")]).await;
    for (name, at) in [("Brannoc", "B2"), ("Ysolde", "B3"), ("Rabble 1", "C2"), ("Rabble 2", "D3")] {
        let told = run(&mut gwen, "gm place", &[("name", name), ("at", at)]).await;
        assert!(told.contains(at), "{told}");
    }
    run(&mut gwen, "encounter begin", &[]).await;
    ana.sees("the beginning", says("The fight begins.")).await.expect("told");
    let tracker = ana.sees("the tracker", |it| acts(it) && says("TD2e")(it)).await.expect("by its name");
    assert!(says("Turn order")(&tracker), "{tracker}");
    let mut by_menu = vec![];
    for turn in 0..TURNS_MAX {
        let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
        let scene = handle.scene(umpire::engine::view::Viewer::Gm).await.expect("a scene");
        let down = |it: &umpire::engine::view::FighterView| it.mark == umpire::engine::view::Mark::Down;
        if scene.sides.iter().any(|side| !side.members.is_empty() && side.members.iter().all(down)) {
            break;
        }
        assert!(turn + 1 < TURNS_MAX, "it comes to an end: {scene:#?}");
        if scene.prompts.iter().any(|it| !it.answered) {
            run(&mut gwen, "gm answer", &[("choice", "default")]).await;
            continue;
        }
        let who = scene.sides.iter().flat_map(|it| &it.members).find(|it| scene.may_act.contains(&it.id));
        let who = who.unwrap_or_else(|| panic!("somebody may act: {scene:#?}"));
        let seat = match who.player {
            Some(seat) if seat.0 == ana.user().0 => &mut ana,
            Some(_) => &mut bob,
            None => &mut gwen,
        };
        // A typed line does what the menus do.
        if who.name == "Ysolde" && turn % 2 == 0 {
            let foes = scene.sides.iter().flat_map(|it| &it.members).filter(|it| it.player.is_none() && !down(it));
            let foe = foes.map(|it| it.name.clone()).next().expect("a foe");
            run(seat, "attack", &[("target", &foe)]).await;
            run(seat, "end", &[]).await;
            continue;
        }
        let menu = opens(seat).await.unwrap_or_else(|| panic!("{} plays {}", seat.user(), who.name));
        let verb = plays(seat, menu).await;
        if verb != "End turn" {
            run(seat, "end", &[("as", &who.name)]).await;
        }
        by_menu.push(verb);
    }
    assert!(by_menu.iter().any(|it| it == "Attack"), "somebody struck by menus alone: {by_menu:?}");
    run(&mut gwen, "encounter end", &[]).await;
    let account = ana.sees("the account", says("**The ford** is over after")).await.expect("told");
    assert!(says("Players won.")(&account), "{}", account["content"]);
    crate::forged_components::nothing_was_refused(&stage.table);
    stage.judge();
}

/// Where no system is named, the channel's fight decides: the characters saved there, its ready-made sheets, its rules; after its end, the
/// last one's. Where there was none, /rule searches all systems, and /help names them.
#[tokio::test]
async fn a_channels_commands_mean_the_rules_of_its_fight() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    let help = run(&mut ana, "help", &[]).await;
    assert!(help.contains("murdham") && help.contains("td2e"), "{help}");
    let both = run(&mut ana, "rule", &[("rule", "initiative")]).await;
    assert!(both.contains("Murdham: ") && both.contains("TD2e: "), "{both}");
    let systems = gwen.autocomplete("encounter start", &[], ("system", "")).await.expect("suggestions");
    let systems = Value::from(systems).to_string();
    assert!(systems.contains("td2e") && systems.contains("murdham"), "{systems}");
    let options = gwen.autocomplete("encounter start", &[("system", "td2e")], ("options", "")).await;
    let options = Value::from(options.expect("suggestions")).to_string();
    assert!(options.contains("free-step=on") && !options.contains("chaos"), "{options}");
    run(&mut gwen, "encounter start", &[("system", "td2e"), ("name", "The ford")]).await;
    let help = run(&mut ana, "help", &[]).await;
    assert!(help.contains("This fight uses TD2e"), "{help}");
    let one = run(&mut ana, "rule", &[("rule", "initiative")]).await;
    assert!(!one.contains("Murdham") && one.contains("**R1"), "{one}");
    let templates = ana.autocomplete("character create", &[("name", "Mira")], ("template", "")).await;
    let templates = Value::from(templates.expect("suggestions")).to_string();
    assert!(templates.contains("brannoc") && !templates.contains("sybilla"), "{templates}");
    let kept = run(&mut ana, "character create", &[("name", "Mira"), ("template", "brannoc")]).await;
    assert!(kept.contains("Mira") && kept.contains("td2e"), "{kept}");
    run(&mut ana, "join", &[("name", "Mira")]).await;
    ana.sees("her in it", says("Mira")).await.expect("of those rules");
    run(&mut gwen, "encounter end", &[]).await;
    let told = run(&mut gwen, "encounter start", &[("name", "Again")]).await;
    assert!(told.contains("with the rules of TD2e"), "as the last one here: {told}");
    stage.judge();
}
