//! Strangers: a person who plays nobody, or someone else, changes nothing and learns nothing, through commands, suggestions, buttons and
//! forged components.

use crate::{
    fixture::{Stage, is_private, labels, run, says},
    forged_components::{forged, forged_menu, nothing_was_refused, pressed, seq},
    play::leader_strikes,
};
use serde_json::Value;
use umpire::discord::{combatant_tag::CombatantTag, custom_id::CustomId};
use umpire::localtable::driver::TableUser;

/// The Boss's numbers are unlike anyone else's, so that they're recognised wherever they show.
const BOSS: &str = "wit=17 str=18 agi=19 weapons=\"skewer: martial hand\"";

async fn with_boss(stage: &Stage) -> (TableUser, TableUser, TableUser) {
    let (mut gwen, ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm add", &[("name", "Boss"), ("side", "Foes"), ("fields", BOSS)]).await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    (gwen, ana, bob)
}

fn betrays(text: &str) -> Option<&'static str> {
    ["17", "18", "19", "Lurker"].into_iter().find(|it| text.contains(it))
}

/// No command lets a person act for, look into or dismiss combatants that aren't theirs.
#[tokio::test]
async fn commands_for_others_are_refused_and_tell_nothing() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, _bob) = with_boss(&stage).await;
    let mut dana = stage.seat("Dana");
    let before = seq(&stage).await;
    let as_boss = ("as", "Boss");
    let tried: &[(&str, &[(&str, &str)])] = &[
        ("attack", &[as_boss, ("target", "Theobald")]),
        ("attack", &[("as", "Lurker"), ("target", "Theobald")]),
        ("act", &[as_boss, ("what", "Attack"), ("target", "Theobald")]),
        ("act", &[as_boss, ("what", "dance")]),
        ("move", &[as_boss, ("to", "nowhere")]),
        ("end", &[as_boss]),
        ("say", &[as_boss, ("text", "I yield")]),
        ("who", &[("name", "Boss")]),
        ("who", &[("name", "Lurker")]),
        ("orders", &[as_boss]),
        ("orders", &[as_boss, ("order", "ask me")]),
        ("leave", &[as_boss]),
        ("leave", &[("as", "Lurker")]),
        ("leave", &[("as", "Theobald")]),
        ("pass", &[("side", "Foes")]),
        ("encounter begin", &[]),
        ("encounter end", &[]),
        ("encounter resume", &[]),
        ("encounter undo", &[]),
        ("gm add", &[("template", "bandit"), ("side", "Players"), ("hidden", "true")]),
        ("gm set", &[("name", "Boss"), ("field", "health"), ("value", "0")]),
        ("gm set", &[("name", "Lurker"), ("field", "health"), ("value", "0")]),
        ("gm condition", &[("name", "Boss"), ("condition", "unconscious")]),
        ("gm place", &[("name", "Boss"), ("at", "field")]),
        ("gm turn", &[("side", "Players")]),
        ("gm undo", &[]),
        ("gm control", &[("name", "Boss"), ("player", "Dana")]),
        ("gm fight", &[("name", "initiative"), ("value", "Players")]),
        ("gm option", &[("name", "chaos"), ("value", "on")]),
        ("gm board", &[("fields", "zones=a,b")]),
        ("gm side", &[("name", "Third")]),
        ("gm hide", &[("name", "Lurker"), ("hidden", "false")]),
        ("gm answer", &[("choice", "Take the hit"), ("name", "Boss")]),
    ];
    for (command, options) in tried {
        for seat in [&mut ana, &mut dana] {
            let told = run(seat, command, options).await;
            assert!(!told.is_empty(), "/{command} {options:?} says nothing");
            let echoed = options.iter().any(|it| it.1 == "Lurker") && told.contains("There is no combatant called");
            assert!(echoed || betrays(&told).is_none(), "/{command} {options:?} tells: {told}");
            assert_eq!(seq(&stage).await, before, "/{command} {options:?} did something: {told}");
        }
    }
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// Saved characters belong to their owner: nobody else can show, join with or delete them.
#[tokio::test]
async fn characters_of_others_stay_theirs() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, mut dana) = (stage.seat("Gwen"), stage.seat("Ana"), stage.seat("Dana"));
    run(&mut ana, "character create", &[("name", "Mira"), ("fields", "wit=17 str=9 agi=11")]).await;
    for command in ["character show", "character delete"] {
        assert!(run(&mut dana, command, &[("name", "Mira")]).await.contains("You have no character"), "{command}");
        let offered = dana.autocomplete(command, &[], ("name", "")).await.expect("suggestions");
        assert!(offered.is_empty(), "{command}: {offered:?}");
    }
    run(&mut gwen, "encounter start", &[]).await;
    let told = run(&mut dana, "join", &[("name", "Mira")]).await;
    assert!(told.contains("Which sheet does it start from?"), "she has no sheet of that name: {told}");
    run(&mut dana, "join", &[("name", "Mira"), ("fields", "wit=9")]).await;
    assert!(!run(&mut dana, "who", &[("name", "Mira")]).await.contains("17"), "Dana joined with Ana's sheet");
    assert!(run(&mut ana, "character show", &[("name", "Mira")]).await.contains("wit: 17"));
    stage.judge();
}

/// Every option of every command with suggestions, as typed by a stranger and by a player, in the middle of a question to a foe.
#[tokio::test]
async fn suggestions_betray_nothing_in_any_option() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, bob) = with_boss(&stage).await;
    run(&mut ana, "attack", &[("target", "Boss")]).await;
    bob.sees("the question", |it| labels(it).contains(&"GM answers\u{2026}".to_owned())).await.expect("a story");
    let calls = stage.table.calls_since(0);
    let registered = calls.iter().find(|it| it.path.ends_with("/commands") && it.body.is_array()).expect("commands");
    let mut dana = stage.seat("Dana");
    let mut asked = 0;
    for (command, options) in paths(&registered.body) {
        let suggesting = options.iter().filter(|it| it["autocomplete"] == true);
        for option in suggesting.map(|it| it["name"].as_str().expect("a name").to_owned()) {
            let has = |name: &str| option != name && options.iter().any(|it| it["name"] == name);
            let mut given: Vec<Vec<(&str, &str)>> = vec![vec![]];
            for whom in ["Boss", "Lurker", "Sybilla"] {
                given.extend(["name", "as", "target"].iter().filter(|it| has(it)).map(|it| vec![(*it, whom)]));
            }
            for given in given {
                for seat in [&mut ana, &mut dana] {
                    for typed in ["", "l", "1"] {
                        let offered = seat.autocomplete(&command, &given, (&option, typed)).await.expect("suggestions");
                        asked += 1;
                        let text = Value::from(offered).to_string();
                        if matches!(command.as_str(), "rule") {
                            continue; // rules have numbers like anyone's
                        }
                        assert_eq!(betrays(&text), None, "/{command} {given:?} {option}: {text}");
                    }
                }
            }
        }
    }
    assert!(asked > 200, "only {asked} were asked");
    stage.judge();
}

/// The commands with their options, by path.
fn paths(commands: &Value) -> Vec<(String, Vec<Value>)> {
    let mut all = vec![];
    for command in commands.as_array().expect("commands") {
        let name = command["name"].as_str().expect("a name").to_owned();
        let options = command["options"].as_array().cloned().unwrap_or_default();
        let subs: Vec<&Value> = options.iter().filter(|it| it["type"] == 1).collect();
        for sub in &subs {
            let below = sub["options"].as_array().cloned().unwrap_or_default();
            all.push((format!("{name} {}", sub["name"].as_str().expect("a name")), below));
        }
        if subs.is_empty() {
            all.push((name, options));
        }
    }
    all
}

/// Every button and menu in the channel, pressed by someone who plays nobody: nothing happens, nothing is revealed.
#[tokio::test]
async fn buttons_pressed_by_a_stranger_do_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, bob) = with_boss(&stage).await;
    let mut dana = stage.seat("Dana");
    leader_strikes(&mut gwen, &bob).await;
    bob.sees("the tracker", says("Waiting for Theobald")).await.expect("a tracker");
    let before = seq(&stage).await;
    let mut pushed = 0;
    for message in dana.messages().iter().filter(|it| !is_private(it)) {
        for label in labels(message).iter().filter(|it| *it != "Pause") {
            let last = crate::fixture::last_id(&dana);
            dana.press(message, label).await.unwrap_or_else(|why| panic!("{label}: {why}"));
            pushed += 1;
            let told: String =
                dana.messages().iter().filter(|it| crate::fixture::id(it) > last).map(Value::to_string).collect();
            assert_eq!(seq(&stage).await, before, "{label} did something");
            assert!(label == "Rules" || !told.contains("Lurker"), "{label}: {told}");
        }
    }
    assert!(pushed >= 5, "{pushed}");
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// The tags of every combatant in the fight, hidden or not, and of no one, as buttons carry them.
fn marks() -> Vec<String> {
    let named = ["Sybilla", "Theobald", "Leader", "Bandit 1", "Bandit 2", "Lurker", "Nobody"]
        .map(|it| CombatantTag::named(it).0);
    let spelled = |mark: u32| {
        let id = CustomId::Orders { encounter: 0, combatant: CombatantTag(mark), order: None };
        id.to_string().trim_start_matches("u1:o:0:").to_owned()
    };
    named.into_iter().chain([0, 1, 6, u32::MAX]).map(spelled).collect()
}

/// Components that the bot never drew: other fights, huge numbers, unknown combatants, hidden ones, other versions, other people's orders
/// and menus. Refused with an explanation, whoever presses; nothing happens and the fight continues.
#[tokio::test]
async fn forged_components_do_nothing() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = with_boss(&stage).await;
    leader_strikes(&mut gwen, &bob).await;
    let mut dana = stage.seat("Dana");
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    let e = handle.id;
    let now = seq(&stage).await;
    let mut ids: Vec<String> = vec![];
    // Every kind, for every combatant in the fight (the Lurker is last), for no one, and with the largest possible numbers.
    for who in marks() {
        ids.push(format!("u1:c:{e}:{now}:{who}"));
        ids.push(format!("u1:c:{e}:{now}:{who}:attack"));
        ids.push(format!("u1:c:{e}:{now}:{who}:say:x"));
    }
    for number in ["0", "1", "zzzz", "3w5e11264sgsf"] {
        ids.extend([
            format!("u1:a:{number}:1:1:1"),
            format!("u1:a:{e}:{number}:1:1"),
            format!("u1:a:{e}:1:0:{}", if number.len() > 4 { "1ekf" } else { number }),
            format!("u1:q:{e}:{number}:1"),
            format!("u1:g:{e}:{number}:0"),
            format!("u1:t:{e}:{number}:pass"),
            format!("u1:t:{number}:1:undo"),
            format!("u1:d:{number}:1"),
            format!("u1:d:{e}:{number}"),
            format!("u1:p:{number}:gm:0"),
            format!("u1:p:{e}:rules:{}", if number.len() > 6 { "1z141z3" } else { number }),
        ]);
    }
    ids.extend([
        format!("u1:g:{e}:{now}:0"),
        format!("u1:p:{e}:gm:0"),
        format!("u1:p:{e}:any:0"),
        format!("u1:p:{e}:mine:0"),
        format!("u1:p:{e}:as:0"),
        format!("u1:p:{e}:nonsense:0"),
        format!("u1:t:{e}:{now}:begin"),
        format!("u1:t:{e}:{now}:resume"),
        format!("u1:t:{e}:{now}:undo"),
        format!("u1:t:{e}:{now}:map"),
        format!("u1:f:{e}:{now}:join"),
        format!("u0:a:{e}:1:1:1"),
        format!("u2:a:{e}:1:1:1"),
        "u1".to_owned(),
        "u1:".to_owned(),
        "u1:a".to_owned(),
        "not ours".to_owned(),
        format!("u1:a:-{e}:1:1:1"),
        format!("u1:p:{e}:%ff:0"),
    ]);
    ids.sort();
    ids.dedup();
    for some in ids.chunks(25) {
        let message = forged(&stage, some).await;
        for id in some {
            for seat in [&mut dana, &mut ana] {
                let told = pressed(seat, &message, id, &[]).await;
                assert_eq!(seq(&stage).await, now, "{id} did something: {told}");
                let rules = id.contains("rules");
                assert!(rules || betrays(&told).is_none(), "{id} tells: {told}");
            }
        }
    }
    for who in marks() {
        let id = format!("u1:o:{e}:{who}");
        let menu = forged_menu(&stage, &id, "ask me").await;
        let told = pressed(&mut dana, &menu, &id, &["ask me"]).await;
        assert_eq!((seq(&stage).await, betrays(&told)), (now, None), "{id}: {told}");
        assert!(!told.is_empty());
        let id = format!("u1:p:{e}:as:0");
        let value = u32::from_str_radix(&who, 36).expect("a mark").to_string();
        let menu = forged_menu(&stage, &id, &value).await;
        let told = pressed(&mut dana, &menu, &id, &[&value]).await;
        assert_eq!(betrays(&told), None, "{id}: {told}");
    }
    bob.sees("the question still", |it| labels(it).iter().any(|it| it.starts_with("Take the hit")))
        .await
        .expect("open");
    nothing_was_refused(&stage.table);
    stage.judge();
}

/// A button from another channel's fight, moved here, isn't one of this fight's buttons.
#[tokio::test]
async fn a_button_of_another_channels_fight_does_nothing_here() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let tavern = stage.table.channel_id("tavern").expect("a channel");
    gwen.go_to(tavern);
    run(&mut gwen, "encounter start", &[("name", "Second")]).await;
    let its_tracker = |it: &Value| says("Second")(it) && labels(it).contains(&"Begin".to_owned());
    let tracker = gwen.sees("its tracker", its_tracker).await.expect("a tracker");
    let second = crate::play::custom_id(&tracker, "Begin");
    let message = forged(&stage, std::slice::from_ref(&second)).await;
    let mut back = stage.seat("Gwen");
    assert!(pressed(&mut back, &message, &second, &[]).await.contains("That fight is over"));
    assert!(pressed(&mut ana, &message, &second, &[]).await.contains("That fight is over"));
    ana.go_to(tavern);
    assert!(run(&mut ana, "attack", &[("target", "Bandit 1")]).await.contains("You don’t play anyone in this fight"));
    stage.judge();
}
