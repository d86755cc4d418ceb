//! A player who joins a side sees what it sees. However someone tries to join a side that isn't theirs, and however they spell it, the GM
//! is asked first; until then they see nobody hidden.

use crate::{
    between_fights::{import, unescaped},
    fixture::{Stage, id, labels, last_id, reply_after, run, says},
    private::private_messages,
};
use serde_json::Value;
use umpire::{
    engine::view::Viewer,
    localtable::driver::{FirstAnswer, TableUser},
};

/// A fight with a hidden foe, a player in it, and someone who wants to join.
async fn at_the_door(stage: &Stage) -> (TableUser, TableUser) {
    let (mut gwen, mut dana) = (stage.seat("Gwen"), stage.seat("Dana"));
    run(&mut gwen, "encounter start", &[("name", "Brawl")]).await;
    run(&mut gwen, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    run(&mut dana, "character create", &[("name", "Mira"), ("template", "sybilla")]).await;
    (gwen, dana)
}

async fn sees_nobody_hidden(seat: &mut TableUser) {
    assert!(run(seat, "who", &[("name", "Lurker")]).await.contains("There is no combatant"), "the hidden one");
}

/// For every way to spell the side, and with a custom or a ready-made name: the GM is asked, and nobody joins.
#[tokio::test]
async fn a_side_is_the_same_side_however_it_is_spelled() {
    let stage = Stage::set().await;
    let (_gwen, mut dana) = at_the_door(&stage).await;
    let sides = [
        "Foes",
        "foes",
        "FOES ",
        "F",
        "Foes\u{200B}",
        "\u{2060}Foes",
        "Fo\u{AD}es",
        "\u{FF26}oes",
        "Foes\u{A0}",
        "fo\u{202E}es",
    ];
    for side in sides {
        for who in [("template", "sybilla"), ("template", "bandit"), ("name", "Mira")] {
            let told = run(&mut dana, "join", &[who, ("side", side)]).await;
            assert!(told.contains("need the GM\u{2019}s permission"), "{who:?} {side:?}: {told}");
        }
        let told = run(&mut dana, "join", &[("name", "Eva"), ("fields", "str=9"), ("side", side)]).await;
        assert!(told.contains("need the GM\u{2019}s permission"), "{side:?}: {told}");
    }
    for side in ["Foez", "\u{200B}", "F\u{43E}es"] {
        let told = run(&mut dana, "join", &[("template", "sybilla"), ("side", side)]).await;
        assert!(told.contains("There is no side") || told == "Done.", "{side:?}: {told}");
        let seat = umpire::engine::Seat(dana.user().0);
        let hers = move |service: &umpire::table::EncounterService| {
            let (names, sides) = (service.session().names(Viewer::Gm), service.session().sides());
            let hers = names.iter().filter(|it| it.owner == Some(seat)).map(|it| it.side);
            hers.filter_map(|id| sides.iter().find(|it| it.id == id)).map(|it| it.name.to_string()).collect::<Vec<_>>()
        };
        let on = stage.bot().app.tables().all()[0].look(hers).await.expect("live");
        assert_eq!(on.len(), usize::from(told == "Done."), "{side:?}: {told}");
        assert!(!on.contains(&"Foes".to_owned()), "{side:?} is not theirs");
        sees_nobody_hidden(&mut dana).await;
        run(&mut dana, "leave", &[]).await;
    }
    sees_nobody_hidden(&mut dana).await;
    stage.judge();
}

/// A saved character, a party and an imported character go through the same check; the GM's yes lets in everyone who waits.
#[tokio::test]
async fn characters_and_parties_go_through_the_same_door() {
    let stage = Stage::set().await;
    let (mut gwen, mut dana) = at_the_door(&stage).await;
    run(&mut dana, "party create", &[("name", "Company")]).await;
    let file = br#"{"character":[{"system":"murdham","name":"Pia"}]}"#;
    assert!(import(&mut dana, &[], "a.json", file).await.contains("**Pia**"));
    for name in ["Mira", "Pia"] {
        run(&mut dana, "party add", &[("party", "Company"), ("character", name)]).await;
        let told = run(&mut dana, "join", &[("name", name), ("side", "Foes")]).await;
        assert!(told.contains("need the GM\u{2019}s permission"), "{told}");
    }
    let told = run(&mut dana, "party join", &[("name", "Company"), ("side", "foes\u{200D}")]).await;
    assert!(told.matches("need the GM\u{2019}s permission").count() == 2, "{told}");
    sees_nobody_hidden(&mut dana).await;
    let user = dana.user().to_string();
    assert!(run(&mut gwen, "gm admit", &[("player", &user)]).await.contains("is in"));
    dana.sees("both", |it| says("**Mira**")(it) && says("**Pia**")(it)).await.expect("on the tracker");
    let told = run(&mut dana, "who", &[("name", "Lurker")]).await;
    assert!(!told.contains("There is no combatant"), "one of them now: {told}");
    let told = run(&mut dana, "join", &[("template", "theobald"), ("side", "Foes")]).await;
    assert_eq!(told, "Done.", "her own side");
    // Letting her in doesn't let anyone else in.
    let mut cem = stage.seat("Cem");
    let told = run(&mut cem, "join", &[("template", "sybilla"), ("side", "Foes")]).await;
    assert!(told.contains("need the GM\u{2019}s permission"), "{told}");
    sees_nobody_hidden(&mut cem).await;
    stage.judge();
}

/// If one of those who wait can't join, the others do, and the GM reads why. That one no longer waits, because nothing would let it in.
#[tokio::test]
async fn one_who_cannot_come_in_keeps_nobody_else_out() {
    let stage = Stage::set().await;
    let (mut gwen, mut dana) = at_the_door(&stage).await;
    for (name, fields) in [("Eva", "nonsense=9"), ("Nora", "str=9"), ("Nora", "str=9")] {
        let told = run(&mut dana, "join", &[("name", name), ("fields", fields), ("side", "Foes")]).await;
        assert!(told.contains("need the GM\u{2019}s permission"), "{told}");
    }
    let mut at_home = stage.seat("Gwen");
    private_messages(&stage.table, &mut at_home).await;
    at_home.sees("the last request", says("asks to join the Foes as Nora")).await.expect("told");
    let join_requests: Vec<_> = at_home.messages().into_iter().filter(says("asks to join the Foes")).collect();
    assert_eq!(join_requests.len(), 2, "one for each newcomer: {join_requests:?}");
    let user = dana.user().to_string();
    let told = run(&mut gwen, "gm admit", &[("player", &user)]).await;
    assert!(told.contains("Nora") && told.contains("Eva") && told.contains("nonsense"), "{told}");
    dana.sees("her", says("**Nora**")).await.expect("on the tracker");
    let told = run(&mut gwen, "gm admit", &[("player", &user)]).await;
    assert!(told.contains("hasn’t asked"), "{told}");
    stage.judge();
}

/// A request that nothing would let in is forgotten: fixed and sent again, it notifies the GM again and succeeds.
#[tokio::test]
async fn one_set_right_rings_again() {
    let stage = Stage::set().await;
    let (mut gwen, mut dana) = at_the_door(&stage).await;
    run(&mut dana, "join", &[("name", "Eva"), ("fields", "nonsense=9"), ("side", "Foes")]).await;
    let mut at_home = stage.seat("Gwen");
    private_messages(&stage.table, &mut at_home).await;
    let join_request = says("asks to join the Foes as Eva");
    let first = at_home.sees("a request", &join_request).await.expect("told");
    let user = dana.user().to_string();
    assert!(run(&mut gwen, "gm admit", &[("player", &user)]).await.contains("nonsense"));
    let asked = run(&mut dana, "join", &[("name", "Eva"), ("fields", "str=9"), ("side", "Foes")]).await;
    assert!(asked.contains("The GM has been asked"), "{asked}");
    let rings = |it: &serde_json::Value| it["flags"].as_u64().unwrap_or_default() & (1 << 12) == 0; // SUPPRESS_NOTIFICATIONS
    let again = at_home.sees("a request", |it| join_request(it) && rings(it) && it["id"] != first["id"]).await;
    again.expect("the GM is rung once more");
    assert_eq!(run(&mut gwen, "gm admit", &[("player", &user)]).await, format!("<@{user}> is in."));
    dana.sees("her", says("**Eva**")).await.expect("on the tracker");
    stage.judge();
}

/// The first form behind the Join button, for who it is.
async fn name_form(seat: &mut TableUser) -> Value {
    let tracker = seat.sees("the tracker", |it| labels(it).contains(&"Join".to_owned())).await.expect("a tracker");
    seat.press(&tracker, "Join").await.expect("answered");
    let menu = seat.sees("the menu", says("Who do you play?")).await.expect("a menu");
    form(seat.press(&menu, "Write a sheet\u{2026}").await.expect("answered"))
}

fn form(answer: FirstAnswer) -> Value {
    match answer {
        FirstAnswer::Modal(form) => form,
        other => panic!("no form but {other:?}"),
    }
}

/// Submits the first form, and returns the steps that follow.
async fn steps(seat: &mut TableUser, name: &str, side: &str) -> Value {
    let first = name_form(seat).await;
    let side_label = "Side (default: the first)";
    let before = last_id(seat);
    seat.submit(&first, &[("Name", name), (side_label, side)]).await.expect("answered");
    let asks = |it: &Value| id(it) > before && says("Which sheet does it start from?")(it);
    seat.sees("the steps", asks).await.expect("asked")
}

/// The form for everything, with the side in its own field or slipped in among the sheet's fields.
#[tokio::test]
async fn the_form_goes_through_the_same_door() {
    let stage = Stage::set().await;
    let (_gwen, mut dana) = at_the_door(&stage).await;
    for (side, fields) in [("Foes\u{200B}", ""), ("", "side=Foes"), ("", "str=9\nside=\"Foes\u{2060}\"")] {
        let steps = steps(&mut dana, "Eva", side).await;
        let form = form(dana.press(&steps, "Write it all at once\u{2026}").await.expect("answered"));
        let before = last_id(&dana);
        let input = |name: &str| {
            let rows = form["components"].as_array().expect("rows").iter();
            let found = rows.map(|it| &it["components"][0]).find(|it| it["custom_id"] == name);
            found.expect("a field").clone()
        };
        assert_eq!(input("name")["value"], "Eva", "what was typed is still there");
        let label = |name: &str| input(name)["label"].as_str().expect("a label").to_owned();
        let texts = [(label("fields"), fields)];
        let texts: Vec<(&str, &str)> = texts.iter().map(|(label, text)| (label.as_str(), *text)).collect();
        dana.submit(&form, &texts).await.expect("answered");
        let told = reply_after(&dana, before);
        assert!(told.contains("need the GM\u{2019}s permission"), "{side:?} {fields:?}: {told}");
    }
    sees_nobody_hidden(&mut dana).await;
    stage.judge();
}

/// A new sheet is written step by step: who it is, which sheet it starts from, then fields with their meaning. What's wrong comes back as typed,
/// and below the last form is the way into the fight.
#[tokio::test]
async fn a_new_character_joins_step_by_step() {
    let stage = Stage::set().await;
    let (_gwen, mut dana) = at_the_door(&stage).await;
    let name = "Eva-Maria of Hof";
    let steps = steps(&mut dana, name, "").await;
    let offered = labels(&steps);
    assert!(!offered.contains(&"TD2e".to_owned()), "the fight has its rules: {offered:?}");
    let first = form(dana.choose(&steps, &["Sybilla"]).await.expect("answered"));
    let text = first.to_string();
    assert!(text.contains("Eva-Maria of Hof (1 of ") && text.contains("wit: 1 to 19"), "{text}");
    dana.submit(&first, &[("wit", "99")]).await.expect("answered");
    let wrong = dana.sees("what's wrong", |it| labels(it) == ["Back to the form"]).await.expect("told");
    let again = form(dana.press(&wrong, "Back to the form").await.expect("answered"));
    assert!(again.to_string().contains("99"), "{again}");
    dana.submit(&again, &[("wit", "12")]).await.expect("answered");
    let joins = |it: &Value| labels(it).contains(&"Join the fight".to_owned()) && says("is saved")(it);
    let saved = dana.sees("that it is saved", joins).await.expect("told");
    dana.press(&saved, "Join the fight").await.expect("answered");
    dana.sees("that they're in", says("is in the fight.")).await.expect("told");
    let told = run(&mut dana, "who", &[("name", "eva maria of hof")]).await;
    assert!(told.replace('\\', "").contains("wit: 12"), "{told}");
    // The same name, written in another way, is taken; what was chosen is in the form for everything.
    let steps = self::steps(&mut dana, "eva maria of hof", "").await;
    dana.choose(&steps, &["Sybilla"]).await.expect("answered");
    let taken = says("You already have a character called Eva-Maria of Hof");
    let wrong = dana.sees("that it is taken", |it| labels(it) == ["Back to the form"] && taken(&unescaped(it))).await;
    let form = form(dana.press(&wrong.expect("told"), "Back to the form").await.expect("answered"));
    assert!(form.to_string().contains("eva maria of hof") && form.to_string().contains("sybilla"), "{form}");
    stage.judge();
}

/// A character that was made to join one fight doesn't walk into the next in the same channel.
#[tokio::test]
async fn a_character_made_for_one_fight_does_not_join_the_next() {
    let stage = Stage::set().await;
    let (mut gwen, mut dana) = at_the_door(&stage).await;
    let steps = steps(&mut dana, "Eva", "").await;
    let first = form(dana.choose(&steps, &["Sybilla"]).await.expect("answered"));
    dana.submit(&first, &[("wit", "12")]).await.expect("answered");
    let joins = |it: &Value| labels(it).contains(&"Join the fight".to_owned()) && says("is saved")(it);
    let saved = dana.sees("that it is saved", joins).await.expect("told");
    run(&mut gwen, "encounter end", &[]).await;
    run(&mut gwen, "encounter start", &[]).await;
    let before = last_id(&dana);
    dana.press(&saved, "Join the fight").await.expect("answered");
    let told = reply_after(&dana, before);
    assert!(told.contains("The fight this character was made for is over."), "{told}");
    let told = run(&mut dana, "join", &[("name", "Eva")]).await;
    assert_eq!(told, "Eva is in the fight.", "it's saved all the same");
    stage.judge();
}

/// `/join` alone shows who could join, and a name that has no sheet gets one first: nobody stands in a fight of whom nothing is known.
#[tokio::test]
async fn a_name_alone_gets_a_sheet_first() {
    let stage = Stage::set().await;
    let (_gwen, mut dana) = at_the_door(&stage).await;
    let told = run(&mut dana, "join", &[]).await;
    assert!(told.contains("Who do you play?"), "{told}");
    let told = run(&mut dana, "join", &[("name", "Zed")]).await;
    assert!(told.contains("**Zed**") && told.contains("Which sheet does it start from?"), "{told}");
    let told = run(&mut dana, "join", &[("name", "Zed"), ("side", "Players")]).await;
    assert!(told.contains("Which sheet does it start from?"), "{told}");
    let told = run(&mut dana, "join", &[("side", "Foes")]).await;
    assert!(told.contains("Who joins that side?"), "{told}");
    let told = run(&mut dana, "join", &[("name", "Leader")]).await;
    assert!(told.contains("already"), "{told}");
    let told = run(&mut dana, "who", &[("name", "Zed")]).await;
    assert!(told.contains("There is no combatant"), "{told}");
    assert_eq!(run(&mut dana, "join", &[("name", "Theobald")]).await, "Done.", "a template of that name");
    stage.judge();
}

/// A player has none of the GM's ways to add combatants.
#[tokio::test]
async fn a_player_adds_nobody() {
    let stage = Stage::set().await;
    let (_gwen, mut dana) = at_the_door(&stage).await;
    let user = dana.user().to_string();
    let told = run(&mut dana, "gm add", &[("template", "bandit"), ("side", "Foes"), ("player", &user)]).await;
    assert!(told.contains("Only the GM"), "{told}");
    let told = run(&mut dana, "gm control", &[("name", "Leader"), ("player", &user)]).await;
    assert!(told.contains("Only the GM"), "{told}");
    sees_nobody_hidden(&mut dana).await;
    stage.judge();
}
