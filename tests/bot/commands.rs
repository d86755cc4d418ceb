//! Commands outside the fight itself: suggestions, sheets, rules, dice, help, settings.

use crate::fixture::{Stage, run, says};
use serde_json::Value;

fn names(choices: &[Value]) -> Vec<String> {
    choices.iter().map(|it| it["value"].as_str().unwrap_or_default().to_owned()).collect()
}

/// Suggestions come from the engine and know who asks: own combatants to act with, foes as targets, and nobody hidden.
#[tokio::test]
async fn suggestions_are_what_the_rules_would_accept_and_name_nobody_hidden() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    run(&mut gwen, "gm add", &[("name", "Lurker"), ("template", "archer"), ("side", "Foes"), ("hidden", "true")]).await;
    let options = |typed: &'static str| ("options", typed);
    let goes_on = ana.autocomplete("encounter start", &[("system", "murdham")], options("chaos=on ")).await;
    let goes_on = names(&goes_on.expect("suggestions"));
    assert!(!goes_on.is_empty() && goes_on.iter().all(|it| it.starts_with("chaos=on ")), "{goes_on:?}");
    let own = ana.autocomplete("attack", &[], ("as", "")).await.expect("suggestions");
    assert_eq!(names(&own), ["Sybilla"]);
    let targets = names(&ana.autocomplete("attack", &[], ("target", "")).await.expect("suggestions"));
    assert!(targets.contains(&"Bandit 1".to_owned()) && !targets.contains(&"Lurker".to_owned()), "{targets:?}");
    let who = names(&ana.autocomplete("who", &[], ("name", "l")).await.expect("suggestions"));
    assert!(who.contains(&"Leader".to_owned()) && !who.contains(&"Lurker".to_owned()), "{who:?}");
    let who = names(&gwen.autocomplete("who", &[], ("name", "l")).await.expect("suggestions"));
    assert!(who.contains(&"Lurker".to_owned()), "the GM sees them: {who:?}");
    let with = names(&ana.autocomplete("attack", &[("target", "Bandit 1")], ("with", "")).await.expect("suggestions"));
    assert!(with.iter().any(|it| it.contains("bow")), "{with:?}");
    let what = names(&ana.autocomplete("act", &[], ("what", "")).await.expect("suggestions"));
    assert!(!what.is_empty() && what.len() <= 25, "{what:?}");
    let rules = names(&ana.autocomplete("rule", &[], ("rule", "count")).await.expect("suggestions"));
    assert!(rules.iter().any(|it| it.contains("Counter")), "{rules:?}");
    let ends = names(&gwen.autocomplete("end", &[], ("as", "")).await.expect("suggestions"));
    assert!(ends.is_empty(), "nobody of the GM's has a turn to end: {ends:?}");
    run(&mut gwen, "gm turn", &[("side", "Foes")]).await;
    let ends = names(&gwen.autocomplete("end", &[], ("as", "")).await.expect("suggestions"));
    assert!(ends.contains(&"Leader".to_owned()) && !ends.contains(&"Sybilla".to_owned()), "{ends:?}");
    let ends = names(&ana.autocomplete("end", &[], ("as", "")).await.expect("suggestions"));
    assert!(ends.is_empty(), "it is not her step: {ends:?}");
    let targets = names(&gwen.autocomplete("attack", &[], ("target", "")).await.expect("suggestions"));
    assert!(targets.contains(&"Sybilla".to_owned()), "before it is said which of the foes attacks: {targets:?}");
    assert!(!run(&mut ana, "who", &[("name", "Lurker")]).await.contains("health"), "she is told nothing of them");
    assert!(!bob.messages().iter().any(says("Lurker")), "and the channel shows nothing of them");
    stage.judge();
}

/// A character is saved, shown, joined with, and deleted; an invalid sheet gets all its errors.
#[tokio::test]
async fn characters_are_kept_and_join() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    let bad = run(&mut ana, "character create", &[("name", "Mira"), ("fields", "wit=ninety str=-1 luck=3")]).await;
    for field in ["wit", "str", "luck"] {
        assert!(bad.contains(field), "{field}: {bad}");
    }
    let kept = run(&mut ana, "character create", &[("name", "Mira"), ("fields", "wit=10 str=9 agi=11")]).await;
    assert!(kept.contains("Saved. **Mira**"), "{kept}");
    assert!(run(&mut ana, "character create", &[("name", "mira"), ("fields", "wit=1")]).await.contains("already"));
    assert!(run(&mut ana, "character list", &[]).await.contains("Mira (murdham)"));
    run(&mut gwen, "encounter start", &[]).await;
    let suggested = names(&ana.autocomplete("join", &[], ("name", "mi")).await.expect("suggestions"));
    assert_eq!(suggested, ["Mira"]);
    run(&mut ana, "join", &[("name", "Mira")]).await;
    ana.sees("her in the tracker", says("**Mira** ready \u{b7} health 9/9")).await.expect("with her own sheet");
    assert!(run(&mut ana, "character delete", &[("name", "Mira")]).await.contains("deleted"));
    assert!(run(&mut ana, "character show", &[("name", "Mira")]).await.contains("no character called"));
    stage.judge();
}

/// Dice are limited, with an explanation, before anything is allocated; rules are found by number and by word; help begins with what you
/// can do.
#[tokio::test]
async fn dice_rules_and_help() {
    let stage = Stage::set().await;
    let (_gwen, mut ana, mut bob) = stage.brawl("").await;
    assert!(run(&mut ana, "roll", &[("dice", "999999999d999999999")]).await.contains("That is too much"));
    run(&mut ana, "roll", &[("dice", "2d6+3")]).await;
    bob.sees("the roll", says("rolls 2d6+3")).await.expect("for everybody");
    assert!(run(&mut ana, "rule", &[("rule", "R22")]).await.contains("Counter"));
    assert!(run(&mut ana, "rule", &[("rule", "counter")]).await.contains("R22"));
    assert!(run(&mut ana, "rule", &[("rule", "spaceship")]).await.contains("No rule has"));
    let help = run(&mut bob, "help", &[]).await;
    assert!(help.starts_with("**Theobald** can act: "), "{help}");
    assert!(run(&mut ana, "attack", &[("target", "Bandit")]).await.contains("could be Bandit 1, Bandit 2"));
    let unknown = run(&mut ana, "attack", &[("target", "Bandot 1")]).await;
    assert!(unknown.contains("Did you mean Bandit 1"), "{unknown}");
    stage.judge();
}

/// Settings require Manage Server; the GM role makes a GM, and only the starter role can start fights.
#[tokio::test]
async fn settings_name_the_gm_role_and_the_starter_role() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana) = (stage.seat("Gwen"), stage.seat("Ana"));
    // Discord hides the command from users without permission; a tampered client is refused anyway.
    if let Ok(outcome) = ana.command("settings", &[]).await {
        println!("{outcome:?}");
        ana.sees("a refusal", says("You need the Manage Server permission")).await.expect("told");
    }
    let set = run(&mut gwen, "settings", &[("gm_role", "GM"), ("starter_role", "GM")]).await;
    assert!(set.contains("<@&"), "{set}");
    assert!(run(&mut ana, "encounter start", &[]).await.contains("Only members with this server’s chosen role"));
    run(&mut gwen, "settings", &[("clear", "starter_role")]).await;
    run(&mut ana, "encounter start", &[("name", "Ana's")]).await;
    // Ana started it; Gwen has the GM role and can run it too.
    assert!(run(&mut gwen, "gm add", &[("template", "bandit"), ("side", "Foes")]).await.starts_with("Added "));
    stage.judge();
}

/// The GM changes the pace during a fight; a player can't, and an unknown pace is refused with the list.
#[tokio::test]
async fn the_gm_changes_the_pace() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let pace = |value: &'static str| [("name", "pace"), ("value", value)];
    assert!(run(&mut ana, "gm fight", &pace("post")).await.contains("Only the GM"), "a player may not");
    assert!(run(&mut gwen, "gm fight", &pace("brisk")).await.contains("live, relaxed, post or none"));
    assert_eq!(
        run(&mut gwen, "gm fight", &pace("none")).await,
        "The clock is off now: questions wait for as long as it takes."
    );
    run(&mut ana, "attack", &[("target", "Bandit 1")]).await;
    let asked = gwen.sees("the prompt", says(", answers. No hurry.")).await;
    asked.expect("no clock runs");
    stage.judge();
}
