//! `umpire doctor`, as a host runs it.

use std::process::Output;

use tokio::process::Command;
use umpire::{discord::bot_permissions, localtable::permissions};

use crate::world::World;

/// What it says, and whether nothing is wrong.
async fn says(command: &mut Command) -> (bool, String) {
    let Output { status, stdout, stderr } = command.arg("doctor").output().await.expect("it runs");
    let said = String::from_utf8(stdout).expect("text") + &String::from_utf8(stderr).expect("text");
    assert!(!said.contains("panicked"), "{said}");
    (status.success(), said)
}

/// Where everything is right, it says so and exits with 0; it changes nothing, and never prints the token.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_healthy_bot_is_told_so() {
    let mut world = World::with_a_fight().await;
    world.table.set_bot_permissions(bot_permissions::invite_bits());
    let before = std::fs::read(world.database()).expect("a database");
    let (fine, said) = says(&mut world.command()).await;
    assert!(fine && said.ends_with("\nNothing is wrong.\n"), "{said}");
    for sentence in [
        "The settings can be read.",
        "is whole and can be written.",
        "The token is valid; it belongs to the application \"Umpire\".",
        "none is on.",
        "Umpire may connect to Discord 1000 more times",
        "Umpire has every permission it asks for",
        "clock agrees with Discord's",
        "Umpire isn't running.",
    ] {
        assert!(said.contains(sentence), "{sentence} isn't in\n{said}");
    }
    assert!(!said.contains(&world.table.bot_token()), "{said}");
    assert_eq!(std::fs::read(world.database()).expect("a database"), before, "nothing was changed");
    let changing = world.table.calls_since(world.calls_before).iter().filter(|it| it.method != "GET").count();
    assert_eq!(changing, 0, "it only asks");

    world.bot_comes().await;
    let (fine, said) = says(&mut world.command()).await;
    assert!(fine && said.contains("Umpire is running:"), "{said}");
}

/// Whatever is wrong is named with what to do, and the exit code isn't 0; the token appears nowhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_is_named_with_what_to_do() {
    let world = World::with_a_fight().await;
    let (fine, said) = says(world.command().env("DISCORD_TOKEN", "not.the.token")).await;
    assert!(!fine && said.contains("Discord rejects DISCORD_TOKEN (401)") && said.contains("Reset Token"), "{said}");
    assert!(!said.contains("not.the.token") && said.contains("One thing is wrong."), "{said}");

    world.table.set_bot_permissions(permissions::VIEW_CHANNEL);
    let (fine, said) = says(&mut world.command()).await;
    assert!(!fine && said.contains("Umpire lacks Send Messages,") && said.contains("Manage Messages."), "{said}");

    std::fs::write(world.file("umpire.db"), "Dear Ana,\nhow are you these days?\n").expect("written");
    let (fine, said) = says(&mut world.command()).await;
    assert!(!fine && said.contains("an Umpire database") && said.contains("2 things are wrong."), "{said}");

    let (fine, said) = says(world.command().env("UMPIRE_DISCORD_API", "http://127.0.0.1:1")).await;
    assert!(!fine && said.contains("Check this machine's network"), "{said}");

    world.configure("[pace]\nprompt_seconds = 1\n");
    let (fine, said) = says(&mut world.command()).await;
    assert!(!fine && said.contains("\"pace.prompt_seconds\" is 1"), "{said}");
}

/// Without a token there's nothing to ask Discord, and no database is made.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_token_discord_is_left_alone() {
    let world = World::empty().await;
    let (fine, said) = says(world.command().env_remove("DISCORD_TOKEN")).await;
    assert!(fine && said.contains("There's no token") && said.contains("Umpire can create it"), "{said}");
    assert_eq!(world.table.calls_so_far(), world.calls_before);
    assert!(!world.database().exists());
}
