//! A private question may stay open above a newer one: its button does what it says, or nothing.

use crate::fixture::{Stage, id, is_private, labels, last_id, run, run_once, says};
use serde_json::Value;
use umpire::localtable::driver::TableUser;

/// The newest private message with this button.
fn asked(seat: &TableUser, button: &str) -> Value {
    let asks = |it: &Value| is_private(it) && labels(it).iter().any(|it| it == button);
    seat.messages().into_iter().rfind(asks).unwrap_or_else(|| panic!("nothing asks {button}"))
}

/// What the seat reads after a press on it.
async fn told(seat: &mut TableUser, question: &Value, button: &str) -> String {
    let before = last_id(seat);
    seat.press(question, button).await.expect("answered");
    let changed = seat.messages().into_iter().rfind(|it| id(it) > before || id(it) == id(question));
    changed.map(|it| it["content"].as_str().unwrap_or_default().to_owned()).unwrap_or_default()
}

/// Two characters are to be deleted: the first question doesn't delete the second.
#[tokio::test]
async fn an_older_question_deletes_nothing_else() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    for name in ["Asta", "Bo"] {
        let fields = [("name", name), ("template", "theobald"), ("system", "murdham")];
        let told = run(&mut ana, "character create", &fields).await;
        assert!(told.contains(name), "{told}");
    }
    let question = run_once(&mut ana, "character delete", &[("name", "Asta")]).await;
    assert!(question.contains("Delete **Asta** for good?"), "{question}");
    let first = asked(&ana, "Delete");
    run_once(&mut ana, "character delete", &[("name", "Bo")]).await;
    let second = asked(&ana, "Delete");
    assert_ne!(id(&first), id(&second));
    let why = told(&mut ana, &first, "Delete").await;
    assert!(why.contains("out of date"), "{why}");
    let list = run(&mut ana, "character list", &[]).await;
    assert!(list.contains("Asta") && list.contains("Bo"), "{list}");
    let done = told(&mut ana, &second, "Delete").await;
    assert!(done.contains("Bo is deleted"), "{done}");
    let list = run(&mut ana, "character list", &[]).await;
    assert!(list.contains("Asta") && !list.contains("Bo"), "{list}");
}

/// The question about an undo stands above the one about the end: it doesn't end the fight.
#[tokio::test]
async fn an_older_question_does_not_end_the_fight() {
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    run(&mut ana, "end", &[]).await;
    let question = run_once(&mut gwen, "gm undo", &[]).await;
    assert!(question.contains("whom you don\u{2019}t play"), "{question}");
    let undo = asked(&gwen, "Do it");
    let question = run_once(&mut gwen, "encounter end", &[]).await;
    assert!(question.contains("isn\u{2019}t decided"), "{question}");
    let end = asked(&gwen, "Do it");
    let why = told(&mut gwen, &undo, "Do it").await;
    assert!(why.contains("out of date"), "{why}");
    assert!(stage.bot().app.tables().all().len() == 1, "the fight goes on");
    gwen.press(&end, "Do it").await.expect("answered");
    gwen.sees("the account", says("is over after")).await.expect("over");
}

/// Before a fight is ended that isn't decided, it's said what that would mean for whoever is dying; and nothing about anyone who's only out of action.
#[tokio::test]
async fn the_question_about_the_end_says_who_is_dying() {
    let stage = Stage::set().await;
    let (mut gwen, _ana, _bob) = stage.brawl("").await;
    run(&mut gwen, "gm set", &[("name", "Theobald"), ("field", "hp"), ("value", "0")]).await;
    let question = run_once(&mut gwen, "encounter end", &[]).await;
    let dying = "If it ended now, Theobald would still be dying (C7), and the GM would say what becomes of them.";
    assert!(question.contains(dying), "{question}");
    run(&mut gwen, "gm set", &[("name", "Theobald"), ("field", "dying"), ("value", "no")]).await;
    let question = run_once(&mut gwen, "encounter end", &[]).await;
    assert!(question.contains("isn\u{2019}t decided") && !question.contains("If it ended now"), "{question}");
}
