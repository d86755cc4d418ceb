//! Hostile text and huge numbers: nothing mentions, breaks a line, hides, or exceeds one of Discord's limits; anything excessive is refused
//! with an explanation, at once.

use crate::{
    fixture::{Stage, id, labels, run, says},
    forged_components::{message_of, nothing_was_refused},
};

/// What must never appear in a message unescaped.
fn power(text: &str) -> Option<&'static str> {
    ["@everyone", "@here", "\u{202E}", "\u{200B}", "\u{2066}", "https://", "||x||", "**x**"]
        .into_iter()
        .find(|it| text.contains(it))
}

const NASTY: &[&str] = &[
    "@everyone",
    "@here",
    "<@1>",
    "**x**",
    "||x||",
    "`x`",
    "```x```",
    "https://x.example",
    "\u{202E}evil",
    "a\u{200B}b",
    "\u{2066}iso\u{2069}",
    "line\nbreak",
    "\u{1F1E9}\u{1F1EA}\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}",
    "a\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
    "-1. # x",
    "%s ${x} {0}",
    "'; drop table rows; --",
];

/// Names given by players and by the GM to combatants, sides, places and fights, and spoken text.
#[tokio::test]
async fn nasty_text_has_no_power_anywhere() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    run(&mut gwen, "encounter start", &[("name", "@everyone \u{202E}**x**")]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut bob, "join", &[("template", "theobald")]).await;
    for (index, name) in NASTY.iter().enumerate() {
        let told = run(&mut gwen, "gm add", &[("name", name), ("template", "bandit"), ("side", "Foes")]).await;
        assert!(told.starts_with("Added "), "{name:?}: {told}");
        if index < 5 {
            assert_eq!(run(&mut gwen, "gm side", &[("name", name)]).await, "Done.", "{name:?}");
        }
        run(&mut ana, "who", &[("name", name)]).await;
        run(&mut ana, "attack", &[("target", name)]).await;
        run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", name), ("value", name)]).await;
        run(&mut gwen, "gm condition", &[("name", "Sybilla"), ("condition", name)]).await;
        run(&mut gwen, "gm place", &[("name", "Sybilla"), ("at", name)]).await;
        run(&mut ana, "act", &[("what", name)]).await;
        run(&mut ana, "roll", &[("dice", name)]).await;
        run(&mut ana, "roll", &[("dice", &format!("1d6 : `{name}"))]).await;
        run(&mut ana, "rule", &[("rule", name)]).await;
        run(&mut ana, "character create", &[("name", name), ("fields", "wit=9")]).await;
        run(&mut ana, "character delete", &[("name", name)]).await;
    }
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    assert_eq!(run(&mut bob, "say", &[("text", &NASTY.join(" "))]).await, "Done.");
    run(&mut bob, "end", &[]).await;
    let told = run(&mut gwen, "gm turn", &[("what", "give"), ("name", "@everyone")]).await;
    assert_eq!(told, "Done.");
    assert_eq!(run(&mut gwen, "attack", &[("as", "@everyone"), ("target", "Sybilla")]).await, "Done.");
    ana.sees("the question", |it| labels(it).iter().any(|it| it.starts_with("Take the hit"))).await.expect("asked");
    run(&mut gwen, "encounter status", &[]).await;
    for call in stage.table.calls_since(0) {
        let Some(message) = message_of(&call) else { continue };
        let content = message["content"].as_str().unwrap_or_default();
        let content = content.split("it is yours to answer: https://").next().unwrap_or_default();
        assert_eq!(power(content), None, "{content}");
        assert_eq!(power(&message["embeds"].to_string().replace("\\n", "\n")), None, "{}", message["embeds"]);
        assert!(!content.contains("line\nbreak"), "{content}");
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// A name that looks like another's, or like nothing at all, is refused.
#[tokio::test]
async fn a_name_that_cannot_be_seen_is_none() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let mut dana = stage.seat("Dana");
    for empty in ["\u{200B}", "\u{3164}", "\u{2800}\u{2800}", "\u{202E}"] {
        let told = run(&mut dana, "join", &[("name", empty), ("fields", "wit=9")]).await;
        assert!(told.contains("name"), "{empty:?}: {told}");
        let told = run(&mut gwen, "gm side", &[("name", empty)]).await;
        assert!(told.contains("name"), "{empty:?}: {told}");
    }
    for twin in ["Sybilla\u{200B}", "Sy\u{2060}billa", "\u{200E}Sybilla"] {
        let told = run(&mut dana, "join", &[("name", twin), ("fields", "wit=9")]).await;
        assert!(told.contains("already"), "{twin:?}: {told}");
    }
    stage.judge();
}

/// Option values as long as Discord allows get short answers.
#[tokio::test]
async fn long_values_are_refused_in_few_words() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let long = "*@everyone ".repeat(545);
    let many = "wit=".repeat(1_400);
    let tried: &[(&str, &[(&str, &str)])] = &[
        ("attack", &[("target", &long)]),
        ("attack", &[("target", "Bandit 1"), ("with", &long)]),
        ("attack", &[("target", "Bandit 1"), ("text", &long)]),
        ("act", &[("what", &long)]),
        ("move", &[("to", &long)]),
        ("pass", &[("side", &long)]),
        ("end", &[("as", &long)]),
        ("who", &[("name", &long)]),
        ("rule", &[("rule", &long)]),
        ("rule", &[("rule", "1"), ("system", &long)]),
        ("orders", &[("order", &long)]),
        ("join", &[("name", &long)]),
        ("join", &[("name", "X"), ("fields", &long)]),
        ("join", &[("name", "X"), ("fields", &many)]),
        ("join", &[("name", "X"), ("template", &long)]),
        ("join", &[("name", "X"), ("side", &long)]),
        ("character create", &[("name", "X"), ("fields", &long)]),
        ("character create", &[("name", "X"), ("template", &long)]),
        ("character show", &[("name", &long)]),
        ("character delete", &[("name", &long)]),
        ("gm add", &[("name", &long)]),
        ("gm set", &[("name", &long), ("field", "health"), ("value", "1")]),
        ("gm set", &[("name", "Leader"), ("field", &long), ("value", "1")]),
        ("gm set", &[("name", "Leader"), ("field", "health"), ("value", &long)]),
        ("gm set", &[("name", "Leader"), ("field", "weapons"), ("value", &long)]),
        ("gm set", &[("name", "Leader"), ("field", "place"), ("value", &long)]),
        ("gm condition", &[("name", "Leader"), ("condition", &long)]),
        ("gm place", &[("name", "Leader"), ("at", &long)]),
        ("gm turn", &[("what", &long)]),
        ("gm turn", &[("side", &long)]),
        ("gm fight", &[("name", &long), ("value", &long)]),
        ("gm option", &[("name", &long), ("value", &long)]),
        ("gm board", &[("fields", &long)]),
        ("gm side", &[("name", &long)]),
        ("gm hide", &[("name", &long)]),
        ("gm answer", &[("choice", &long), ("name", &long)]),
        ("encounter start", &[("system", &long)]),
        ("encounter start", &[("options", &long)]),
        ("encounter start", &[("pace", &long)]),
    ];
    for (command, options) in tried {
        let seat = if command.starts_with("gm ") { &mut gwen } else { &mut ana };
        let last = crate::fixture::last_id(seat);
        let told = run(seat, command, options).await;
        assert!(!told.is_empty() && !told.contains("Reference"), "/{command}: {told}");
        let answers = seat.messages().iter().filter(|it| id(it) > last).count();
        assert!(answers <= 1, "/{command} is answered by {answers} messages");
        assert!(told.chars().count() < 1_000, "/{command} is answered by {} characters: {told}", told.chars().count());
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// Dice that would take for ever, overflow or never stop are refused with an explanation within milliseconds; so is nonsense.
#[tokio::test]
async fn attacks_on_the_dice_are_refused_at_once() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, _bob) = stage.brawl("").await;
    let deep = format!("{}1{}", "(".repeat(48), ")".repeat(48));
    let sums = "1+".repeat(49) + "1";
    let powers = "9^9^9^9^9^9".to_owned();
    for typed in [
        "999999999d999999999",
        "1d0",
        "-5d6",
        "10000d6",
        "0d6",
        "d",
        "dd",
        "d6d6d6d6d6",
        "6d6d6",
        "(2d6)d6",
        "(100)d(1000)",
        "1d6^99999",
        "(99d99)^20^20",
        &deep,
        &sums,
        &powers,
        "1/0",
        "0/0",
        "1d6/0",
        "99999*99999*99999*99999*99999",
        "-99999*99999*99999*99999*99999",
        "100000*100000*100000*100000*100000*100000",
        "200d1000 ie501",
        "200d1000!",
        "d6 e1",
        "d6 ie0",
        "d6 r7",
        "d6 ir1",
        "d6 K0",
        "d6 k99999",
        "d6 t0 f0",
        "4d6 K99",
        "4cf",
        "200dF",
        "201dF",
        "99999df",
        "5d%",
        "999d%",
        "d%%",
        "1d6 : reason",
        "1d6 ! @everyone",
        "9223372036854775807+1",
        "18446744073709551616",
        "1e9",
        "1_000d6",
        "٣d6",
        "d6;d6;d6",
        "^#20 d6",
        "20^#d6",
        "(((((((",
        ")))))))",
        "[[[1]]]",
        "2d6 2d6",
        "+",
        "-",
        "--1",
        "1--1",
        "1++1",
        "*",
        "\"",
        "\\",
        "d2147483648",
        "d4294967296",
        "1.5d6",
        "d1.5",
        "d6 tt3 t2 f1",
        "100d1000 + 100d1000 + 100d1000",
        "50d10 50d10 50d10 50d10 50d10",
        "d6 s",
        "3D6 S",
        "200d6 r6 r5 r4 r3 r2 r1",
        "d2 ir1",
        "d3 ir1",
        "200d3 ir1",
        "200d2 ie2",
        "200d3 ie3",
        "1d1 ie1",
        "1d1 r1",
        "1d1 ir1",
    ] {
        let before = crate::fixture::last_id(&ana);
        let typed: String = typed.chars().take(100).collect();
        ana.command("roll", &[("dice", &typed)]).await.unwrap_or_else(|why| panic!("{typed}: {why}"));
        let told: Vec<_> = ana.messages().into_iter().filter(|it| id(it) > before && labels(it).is_empty()).collect();
        assert_eq!(told.len(), 1, "{typed}: {told:?}");
        let text = told[0]["content"].as_str().expect("text");
        assert!(!text.is_empty() && text.chars().count() <= 2_000, "{typed}: {text}");
        println!("{typed} => {text}");
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// Invalid values set by hand are refused and change nothing.
#[tokio::test]
async fn values_that_are_none_are_refused() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    let before = crate::forged_components::seq(&stage).await;
    let fields =
        ["health", "max-health", "wit", "str", "agi", "armour", "dead", "main", "weapons", "items", "place", "nothing"];
    for field in fields {
        for value in ["NaN", "-1", "99999999999999999999", "2147483648", "1e3", "inf", "0x10", "1.5", "\u{200B}"] {
            let told = run(&mut gwen, "gm set", &[("name", "Leader"), ("field", field), ("value", value)]).await;
            let now = crate::forged_components::seq(&stage).await;
            if now != before {
                panic!("{field} = {value} was taken: {told}");
            }
        }
    }
    for count in ["0", "-1", "21", "1000000"] {
        // Discord's own client refuses most of these; anything that gets through must be refused with an explanation.
        if gwen.command("gm add", &[("template", "bandit"), ("side", "Foes"), ("count", count)]).await.is_ok() {
            assert_eq!(crate::forged_components::seq(&stage).await, before, "{count}");
        }
    }
    stage.judge();
}

/// A sheet with every field wrong gets every problem at once.
#[tokio::test]
async fn every_problem_of_a_sheet_at_once() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    let fields = "wit=ninety str=-1 agi=99999999999 luck=3 weapons=\"spoon: of doom\" armour=paper shield=perhaps items=\"magic wand\" skills=\"being: great\"";
    let told = run(&mut ana, "character create", &[("name", "Mira"), ("fields", fields)]).await;
    for field in ["wit", "str", "agi", "luck", "weapons", "armour", "shield", "items"] {
        assert!(told.contains(field), "{field} is missing: {told}");
    }
    stage.judge();
}

/// Boards: a thousand zones, duplicates, a border to itself, a border to nowhere.
#[tokio::test]
async fn boards_that_are_none_are_refused() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let thousand = (0..900).map(|it| format!("z{it}")).collect::<Vec<_>>().join(",");
    for fields in [
        format!("zones=\"{thousand}\""),
        "zones=\"Yard, Yard\"".to_owned(),
        "zones=\"Yard, yard\"".to_owned(),
        "zones=\"Yard, Loft\" borders=\"Yard-Yard\"".to_owned(),
        "zones=\"Yard, Loft\" borders=\"Yard-Cellar\"".to_owned(),
        "zones=".to_owned(),
        "zones=\",,,\"".to_owned(),
        "nonsense=1".to_owned(),
    ] {
        let before = crate::forged_components::seq(&stage).await;
        let told = run(&mut gwen, "gm board", &[("fields", &fields)]).await;
        println!("{} => {told}", fields.chars().take(60).collect::<String>());
        assert_eq!(
            crate::forged_components::seq(&stage).await,
            before,
            "{} was taken",
            fields.chars().take(60).collect::<String>()
        );
    }
    run(&mut ana, "encounter status", &[]).await;
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// Sixty combatants with long names full of markdown: the tracker, the lists, twenty simultaneous questions and the final account stay
/// within Discord's limits, and everyone is still told about.
#[tokio::test]
async fn sixty_with_long_names_fit() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut bob) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Bob"));
    run(&mut gwen, "encounter start", &[("name", &"*".repeat(80))]).await;
    run(&mut ana, "join", &[("template", "sybilla")]).await;
    run(&mut bob, "join", &[("template", "theobald")]).await;
    let long = |letter: char| format!("{letter}{}", "*_".repeat(18));
    for letter in 'a'..='c' {
        let all = [("name", &*long(letter)), ("template", "bandit"), ("side", "Foes"), ("count", "18")];
        assert!(run(&mut gwen, "gm add", &all).await.starts_with("Added "));
    }
    let told =
        run(&mut gwen, "gm add", &[("name", "more"), ("template", "bandit"), ("side", "Foes"), ("count", "20")]).await;
    assert!(told.contains("at most 60"), "{told}");
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    ana.sees("the fight", |it| says("round 1")(it) && labels(it).contains(&"Pause".to_owned()))
        .await
        .unwrap_or_else(|why| panic!("{why}: {:#?}", ana.messages()));
    for name in ["prone", "stunned", "blind", "unconscious", "impaired", "grappled", "on fire"] {
        run(&mut gwen, "gm condition", &[("name", &format!("{} 1", long('a'))), ("condition", name)]).await;
    }
    run(&mut ana, "who", &[]).await;
    run(&mut gwen, "gm turn", &[("side", "Players")]).await;
    run(&mut ana, "attack", &[("target", &format!("{} 1", long('b')))]).await;
    let story =
        bob.sees("the question", |it| labels(it).contains(&"GM answers\u{2026}".to_owned())).await.expect("asked");
    gwen.press(&story, "GM answers\u{2026}").await.expect("answered");
    run(&mut gwen, "gm answer", &[("choice", "default")]).await;
    bob.sees("many questions", |it| it["id"] == story["id"]).await.expect("there");
    run(&mut ana, "encounter status", &[]).await;
    run(&mut gwen, "encounter status", &[]).await;
    stage.turn(40_000).await;
    run(&mut gwen, "encounter end", &[]).await;
    bob.sees("the account", says("is over after")).await.expect("an account");
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// Twenty characters of five people, all asked at once: the question stays one message, and each finds their own behind its button.
#[tokio::test]
async fn twenty_questions_at_once() {
    let stage = Stage::set().await;
    let mut gwen = stage.seat("Gwen");
    run(&mut gwen, "encounter start", &[("name", "Crowd")]).await;
    for seat in ["Ana", "Bob", "Cem", "Dana"] {
        let mut seat = stage.seat(seat);
        for n in 0..5 {
            let name = format!("{}{n}{}", seat.user(), "*".repeat(20)).chars().rev().take(40).collect::<String>();
            assert_eq!(run(&mut seat, "join", &[("template", "theobald"), ("name", &name)]).await, "Done.");
        }
    }
    let mut bob = stage.seat("Bob");
    run(&mut bob, "join", &[("template", "sybilla")]).await;
    run(&mut gwen, "gm add", &[("template", "leader"), ("side", "Foes")]).await;
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Foes")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    assert_eq!(run(&mut gwen, "attack", &[("as", "Leader"), ("target", "Sybilla")]).await, "Done.");
    let asks = |it: &serde_json::Value| labels(it).iter().any(|it| it.starts_with("Take the hit"));
    let asked = bob.sees("the question", asks).await.expect("asked");
    stage.turn(5_100).await;
    let take = labels(&asked).into_iter().find(|it| it.starts_with("Take the hit")).expect("the default");
    bob.choose(&asked, &[&take]).await.expect("answered");
    let many = |it: &serde_json::Value| it["id"] == asked["id"] && labels(it).contains(&"Answer\u{2026}".to_owned());
    let many = bob.sees("the many", many).await.unwrap_or_else(|why| panic!("{why}: {:?}", labels(&asked)));
    println!("{}", many["content"]);
    bob.press(&many, "Answer\u{2026}").await.expect("answered");
    let page = bob
        .sees("his own", |it| {
            crate::fixture::is_private(it) && labels(it).iter().any(|it| it.contains("Let it happen"))
        })
        .await;
    let page = page.expect("a page");
    assert!(labels(&page).len() >= 5, "{:?}", labels(&page));
    let first = labels(&page).into_iter().find(|it| it.contains("Let it happen")).expect("a default");
    bob.press(&page, &first).await.expect("answered");
    run(&mut bob, "encounter status", &[]).await;
    stage.turn(31_600).await;
    let over = |it: &serde_json::Value| it["id"] == asked["id"] && !labels(it).contains(&"Answer\u{2026}".to_owned());
    bob.sees("the end of it", over).await.expect("told");
    assert!(!bob.messages().iter().any(says("the GM plays")), "nobody was silent twice");
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// A full table, everyone with as many weapons as fit: menus and suggestions still come within Discord's time limit.
#[tokio::test]
async fn a_full_table_is_quick_enough() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    run(&mut gwen, "encounter start", &[("name", "Full")]).await;
    let weapons = (0..12).map(|n| format!("@everyone **{n}**: missile great")).collect::<Vec<_>>().join(", ");
    let fields = format!("wit=9 agi=9 str=9 weapons=\"{weapons}\" items=\"healing draught x20\"");
    let told = run(&mut ana, "join", &[("name", "Armoury"), ("fields", &fields)]).await;
    assert_eq!(told, "Done.");
    let foe = "wit=8 str=8 agi=8 weapons=\"a: simple hand, b: simple hand, c: simple hand, d: simple hand\"";
    for count in ["20", "20", "17"] {
        run(&mut gwen, "gm add", &[("name", "Foe"), ("side", "Foes"), ("fields", foe), ("count", count)]).await;
    }
    run(&mut gwen, "gm fight", &[("name", "initiative"), ("value", "Players")]).await;
    run(&mut gwen, "encounter begin", &[]).await;
    for _ in 0..2 {
        for (command, given, option) in [
            ("attack", vec![], "target"),
            ("attack", vec![("target", "Foe 1")], "with"),
            ("act", vec![], "what"),
            ("act", vec![("what", "Use an item")], "target"),
            ("move", vec![], "to"),
        ] {
            let offered = ana.autocomplete(command, &given, (option, "")).await.expect("suggestions");
            assert!(offered.len() <= 25, "/{command} {option}");
        }
    }
    let tracker =
        ana.sees("the tracker", |it| labels(it).contains(&"Act as\u{2026}".to_owned())).await.expect("a tracker");
    for label in ["Act as\u{2026}", "Attack"] {
        let on = ana
            .messages()
            .into_iter()
            .rev()
            .find(|it| labels(it).contains(&label.to_owned()))
            .unwrap_or(tracker.clone());
        ana.press(&on, label).await.expect("answered");
    }
    assert_eq!(run(&mut ana, "attack", &[("target", "Foe 1"), ("with", "@everyone **0**")]).await, "Done.");
    nothing_was_refused(&stage.table);
    stage.judge();
}
