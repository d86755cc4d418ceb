//! The manners of the table, across restarts: whoever stays silent twice in a row is played by the GM until they are back.
#![cfg(feature = "bot")]

use std::sync::Arc;
use umpire::{
    engine::{
        Actor, Seat,
        view::{PromptView, Viewer},
    },
    rules::{Request, System},
    store::{MemoryStore, Store},
    table::{Caller, Command, Desk, NewFight, Receipt},
};

const GM: Caller = Caller { seat: Seat(1), has_gm_role: false };
const ANA: Caller = Caller { seat: Seat(2), has_gm_role: false };

async fn run(desk: &mut Desk, caller: &Caller, path: &str, options: &[(&str, &str)], now_ms: i64) {
    let done = desk.command(caller, &Command::new(path, options), Receipt::default(), now_ms).await;
    done.unwrap_or_else(|why| panic!("/{path} {options:?}: {why}"));
}

fn open(desk: &Desk) -> Vec<PromptView> {
    desk.scene(Viewer::Gm).prompts.into_iter().filter(|it| !it.answered).collect()
}

/// Who plays Sybilla.
fn player(desk: &Desk) -> Option<Seat> {
    desk.session().names(Viewer::Gm).into_iter().find(|it| it.name == "Sybilla").expect("she is in it").player
}

/// Ana is silent twice, so the GM plays her Sybilla. The program is started again, and she is back: what she does is accepted, and
/// Sybilla is hers.
#[tokio::test]
async fn whoever_was_away_before_a_restart_has_their_character_back_after_it() {
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut now_ms = 1_790_000_000_000;
    let new = NewFight {
        application_id: 1,
        guild_id: None,
        channel_id: 3,
        system: System::Murdham,
        name: "Silence".to_owned(),
        options: vec![],
        gm: GM.seat,
    };
    let mut laid: Vec<Request> =
        ["Players", "Foes"].map(|name| Request::Side { name: name.to_owned() }).into_iter().collect();
    laid.push(Request::Pace { prompt_ms: Some(30_000) });
    let mut desk = Desk::open(store.clone(), new, [3; 32], &laid, now_ms).await.expect("opened");
    run(&mut desk, &ANA, "join", &[("template", "sybilla"), ("side", "Players")], now_ms).await;
    run(&mut desk, &GM, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "2")], now_ms).await;
    run(&mut desk, &GM, "gm fight", &[("name", "initiative"), ("value", "Foes")], now_ms).await;
    run(&mut desk, &GM, "encounter begin", &[], now_ms).await;
    for bandit in ["Bandit 1", "Bandit 2"] {
        assert_eq!(player(&desk), Some(ANA.seat));
        run(&mut desk, &GM, "attack", &[("target", "Sybilla"), ("as", bandit)], now_ms).await;
        assert_eq!(open(&desk)[0].seats, [ANA.seat]);
        now_ms = desk.next_deadline_ms().expect("a deadline");
        desk.tick(now_ms).await.expect("kept");
        run(&mut desk, &GM, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "6")], now_ms).await;
        run(&mut desk, &GM, "end", &[("as", bandit)], now_ms).await;
        if bandit == "Bandit 1" {
            let side = Command::new("pass", &[("side", "Players")]);
            desk.command(&GM, &side, Receipt::default(), now_ms).await.expect("passed");
        }
    }
    assert_eq!(player(&desk), None, "the GM plays her");

    let mut desk = Desk::load(store, desk.header().id).await.expect("taken up again");
    assert_eq!(player(&desk), None);
    run(&mut desk, &ANA, "orders", &[("order", "always dodge")], now_ms).await;
    assert_eq!(player(&desk), Some(ANA.seat), "she is back");
    let is_heard = desk.ask(Actor::Player(ANA.seat), &Request::Pause, Receipt::default(), now_ms).await;
    is_heard.expect("anybody at the table may pause");
}
