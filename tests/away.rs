//! Players who are away, across restarts: if a player is silent twice in a row, the GM plays their character until they're back.
#![cfg(feature = "bot")]

use std::sync::Arc;
use umpire::{
    engine::{
        Actor, Seat,
        view::{PromptView, Viewer},
    },
    rules::{Request, System},
    store::{MemoryStore, Store},
    table::{Caller, Command, EncounterService, InputOrigin, NewFight},
};

const GM: Caller = Caller { seat: Seat(1), has_gm_role: false };
const ANA: Caller = Caller { seat: Seat(2), has_gm_role: false };

async fn run(service: &mut EncounterService, caller: &Caller, path: &str, options: &[(&str, &str)], now_ms: i64) {
    let done = service.command(caller, &Command::new(path, options), InputOrigin::default(), now_ms).await;
    done.unwrap_or_else(|why| panic!("/{path} {options:?}: {why}"));
}

fn open(service: &EncounterService) -> Vec<PromptView> {
    service.scene(Viewer::Gm).prompts.into_iter().filter(|it| !it.answered).collect()
}

/// Who plays Sybilla.
fn player(service: &EncounterService) -> Option<Seat> {
    service.session().names(Viewer::Gm).into_iter().find(|it| it.name == "Sybilla").expect("she is in it").player
}

/// Ana is silent twice, so the GM plays her Sybilla. The program restarts, and Ana is back: her action is accepted, and Sybilla is hers.
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
    let mut service = EncounterService::open(store.clone(), new, [3; 32], &laid, now_ms).await.expect("opened");
    run(&mut service, &ANA, "join", &[("template", "sybilla"), ("side", "Players")], now_ms).await;
    run(&mut service, &GM, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "2")], now_ms).await;
    run(&mut service, &GM, "gm fight", &[("name", "initiative"), ("value", "Foes")], now_ms).await;
    run(&mut service, &GM, "encounter begin", &[], now_ms).await;
    for bandit in ["Bandit 1", "Bandit 2"] {
        assert_eq!(player(&service), Some(ANA.seat));
        run(&mut service, &GM, "attack", &[("target", "Sybilla"), ("as", bandit)], now_ms).await;
        assert_eq!(open(&service)[0].seats, [ANA.seat]);
        now_ms = service.next_deadline_ms().expect("a deadline");
        service.tick(now_ms).await.expect("kept");
        run(&mut service, &GM, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "6")], now_ms).await;
        run(&mut service, &GM, "end", &[("as", bandit)], now_ms).await;
        if bandit == "Bandit 1" {
            let side = Command::new("pass", &[("side", "Players")]);
            service.command(&GM, &side, InputOrigin::default(), now_ms).await.expect("passed");
        }
    }
    assert_eq!(player(&service), None, "the GM plays her");

    let mut service = EncounterService::load(store, service.header().id).await.expect("taken up again");
    assert_eq!(player(&service), None);
    run(&mut service, &ANA, "orders", &[("order", "always dodge")], now_ms).await;
    assert_eq!(player(&service), Some(ANA.seat), "she is back");
    let is_heard = service.ask(Actor::Player(ANA.seat), &Request::Pause, InputOrigin::default(), now_ms).await;
    is_heard.expect("anybody at the table may pause");
}

/// A fight of Ana's Sybilla and Bob's Theobald against two bandits, begun with the Players' step, in a store of its own.
async fn brawl(options: &[(&str, &str)]) -> (Arc<MemoryStore>, EncounterService) {
    let store = Arc::new(MemoryStore::new());
    let new = NewFight {
        application_id: 1,
        guild_id: None,
        channel_id: 3,
        system: System::Murdham,
        name: "Brawl".to_owned(),
        options: options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        gm: GM.seat,
    };
    let mut laid: Vec<Request> =
        ["Players", "Foes"].map(|name| Request::Side { name: name.to_owned() }).into_iter().collect();
    laid.push(Request::Pace { prompt_ms: Some(30_000) });
    let mut service = EncounterService::open(store.clone(), new, [3; 32], &laid, NOW_MS).await.expect("opened");
    run(&mut service, &ANA, "join", &[("template", "sybilla"), ("side", "Players")], NOW_MS).await;
    run(&mut service, &BOB, "join", &[("template", "theobald"), ("side", "Players")], NOW_MS).await;
    run(&mut service, &GM, "gm add", &[("template", "bandit"), ("side", "Foes"), ("count", "2")], NOW_MS).await;
    run(&mut service, &GM, "gm fight", &[("name", "initiative"), ("value", "Players")], NOW_MS).await;
    run(&mut service, &GM, "encounter begin", &[], NOW_MS).await;
    (store, service)
}

const BOB: Caller = Caller { seat: Seat(4), has_gm_role: false };
const CEM: Caller = Caller { seat: Seat(5), has_gm_role: false };
const NOW_MS: i64 = 1_790_000_000_000;

/// The last sentences told in the channel.
async fn told(store: &MemoryStore, service: &EncounterService) -> String {
    let rows = store.outbox(service.header().id).await.expect("kept");
    let last = rows.last().expect("something was told");
    let told = umpire::rules::story::stored::StoryView::read(&last.notice.payload).expect("a story");
    told.lines.iter().map(|it| it.text.clone()).collect::<Vec<_>>().join(" ")
}

/// Undo names what it takes back, whatever it was; the dice stay rolled.
#[tokio::test]
async fn undo_names_what_it_takes_back() {
    let (store, mut service) = brawl(&[]).await;
    for (path, options, named) in [
        ("gm set", vec![("name", "Theobald"), ("field", "health"), ("value", "2")], "a change to Theobald"),
        ("gm set", vec![("name", "Bandit 1"), ("field", "health"), ("value", "2")], "a change to Bandit 1"),
        ("gm condition", vec![("name", "Sybilla"), ("condition", "blind")], "\u{201c}Sybilla is blind\u{201d}"),
        ("gm place", vec![("name", "Sybilla"), ("at", "Here")], "\u{201c}Sybilla moves to Here\u{201d}"),
        ("gm control", vec![("name", "Sybilla")], "handing Sybilla to the GM"),
        ("gm add", vec![("template", "bandit"), ("side", "Foes"), ("count", "2")], "Bandit 3 and Bandit 4 joining"),
        ("gm add", vec![("template", "bandit"), ("side", "Foes"), ("name", "Zed")], "Zed joining"),
        ("gm turn", vec![("side", "Foes")], "a change to the turn order"),
        ("gm hide", vec![("name", "Bandit 1")], "\u{201c}Bandit 1 is concealed\u{201d}"),
        ("gm side", vec![("name", "Third")], "naming the Third"),
        ("gm option", vec![("name", "full-move"), ("value", "3")], "full-move set to 3"),
        ("gm board", vec![("zones", "Gate, Yard")], "the new map"),
        ("leave", vec![("as", "Bandit 2")], "\u{201c}Bandit 2 leaves the fight\u{201d}|Bandit 2 leaving"),
    ] {
        run(&mut service, &GM, path, &options, NOW_MS).await;
        run(&mut service, &GM, "gm undo", &[], NOW_MS).await;
        let told = told(&store, &service).await;
        let fits = named.split('|').any(|it| {
            told == format!("Taken back: {it} (GM). The dice stay as they fell; what follows is rolled anew.")
        });
        assert!(fits, "/{path} {options:?}: {told}");
    }
}

/// A player whose character the GM plays after two silences in a row is told how to get it back.
#[tokio::test]
async fn whoever_is_played_by_the_gm_hears_how_to_come_back() {
    let (store, mut service) = brawl(&[]).await;
    let mut now_ms = NOW_MS;
    for bandit in ["Bandit 1", "Bandit 2"] {
        run(&mut service, &GM, "gm turn", &[("side", "Foes")], now_ms).await;
        run(&mut service, &GM, "attack", &[("target", "Theobald"), ("as", bandit)], now_ms).await;
        now_ms = service.next_deadline_ms().expect("a deadline");
        service.tick(now_ms).await.expect("kept");
        for _ in 0..3 {
            let answer = Command::new("gm answer", &[("choice", "default")]);
            if service.command(&GM, &answer, InputOrigin::default(), now_ms).await.is_err() {
                break;
            }
        }
        run(&mut service, &GM, "gm set", &[("name", "Theobald"), ("field", "health"), ("value", "9")], now_ms).await;
    }
    let rows = store.outbox(service.header().id).await.expect("kept");
    let said = "Two questions in a row went unanswered, so the GM now plays Theobald. <@4> gets Theobald back at their first press.";
    assert!(rows.iter().any(|it| it.notice.payload.contains(said)), "{}", told(&store, &service).await);
}

/// Passing brings a player back, too: their character is theirs again, and it's their pass.
#[tokio::test]
async fn whoever_passes_is_back() {
    let (_, mut service) = brawl(&[]).await;
    run(&mut service, &ANA, "autopilot", &[], NOW_MS).await;
    assert_eq!(player(&service), None);
    let reply = service.command(&ANA, &Command::new("pass", &[]), InputOrigin::default(), NOW_MS).await.expect("noted");
    assert!(reply.text.starts_with("Noted. The side passes when <@4> passes too"), "{reply:?}");
    assert_eq!(player(&service), Some(ANA.seat));
}

/// The names of a caller's characters that come back by themselves, and of those that do so at any press.
fn back(service: &EncounterService, caller: &Caller) -> (Vec<String>, Vec<String>) {
    let names = |all: Vec<umpire::rules::NameView>| all.into_iter().map(|it| it.name).collect();
    (names(service.away(caller)), names(service.back_at_a_press(caller)))
}

/// Who plays Theobald.
fn theobalds(service: &EncounterService) -> Option<Seat> {
    service.session().names(Viewer::Gm).into_iter().find(|it| it.name == "Theobald").expect("he is in it").player
}

/// Bob is away, and the GM hands his Theobald to Ana: nothing that Bob does takes him from her. Handed back to Bob, he isn't away any more.
#[tokio::test]
async fn whoever_was_away_does_not_take_a_character_from_its_new_player() {
    let (store, mut service) = brawl(&[]).await;
    let to_ana = [("name", "Theobald"), ("player", "<@2>")];
    let theobald = vec!["Theobald".to_owned()];
    run(&mut service, &BOB, "autopilot", &[], NOW_MS).await;
    assert_eq!(back(&service, &BOB), (theobald.clone(), theobald.clone()));
    run(&mut service, &GM, "gm control", &to_ana, NOW_MS).await;
    for restarted in [false, true] {
        if restarted {
            service = EncounterService::load(store.clone(), service.header().id).await.expect("taken up again");
        }
        assert_eq!(back(&service, &BOB), (vec![], vec![]));
        for (path, options) in [("pass", vec![]), ("autopilot", vec![]), ("autopilot", vec![("style", "off")])] {
            let _ = service.command(&BOB, &Command::new(path, &options), InputOrigin::default(), NOW_MS).await;
            assert_eq!(theobalds(&service), Some(ANA.seat), "/{path} {options:?}");
        }
    }
    // Ana lends him alone: that's no longer Bob's to take back either, but hers.
    run(&mut service, &ANA, "autopilot", &[("as", "Theobald")], NOW_MS).await;
    assert_eq!((back(&service, &BOB), back(&service, &ANA)), ((vec![], vec![]), (theobald, vec![])));
    run(&mut service, &ANA, "autopilot", &[("as", "Theobald"), ("style", "off")], NOW_MS).await;
    assert_eq!(theobalds(&service), Some(ANA.seat));

    run(&mut service, &GM, "gm control", &[("name", "Theobald"), ("player", "<@4>")], NOW_MS).await;
    run(&mut service, &BOB, "autopilot", &[], NOW_MS).await;
    run(&mut service, &GM, "gm control", &[("name", "Theobald"), ("player", "<@4>")], NOW_MS).await;
    assert_eq!((theobalds(&service), back(&service, &BOB)), (Some(BOB.seat), (vec![], vec![])));
}

/// Ana plays two characters and lends one of them: it stays lent, also after a restart and when she passes for the other, until she acts for
/// it. If she lends both, any press brings both back.
#[tokio::test]
async fn a_character_lent_alone_stays_lent() {
    let (store, mut service) = brawl(&[]).await;
    run(&mut service, &GM, "gm control", &[("name", "Theobald"), ("player", "<@2>")], NOW_MS).await;
    run(&mut service, &ANA, "autopilot", &[("as", "Theobald")], NOW_MS).await;
    let mut service = EncounterService::load(store, service.header().id).await.expect("taken up again");
    assert_eq!(back(&service, &ANA), (vec!["Theobald".to_owned()], vec![]));
    run(&mut service, &ANA, "pass", &[], NOW_MS).await;
    assert_eq!((player(&service), theobalds(&service)), (Some(ANA.seat), None), "she passed for Sybilla");
    run(&mut service, &ANA, "orders", &[("order", "always dodge"), ("as", "Theobald")], NOW_MS).await;
    assert_eq!(theobalds(&service), Some(ANA.seat));
    run(&mut service, &ANA, "autopilot", &[], NOW_MS).await;
    assert_eq!(back(&service, &ANA).1.len(), 2);
}

/// A side passes when every player on it who can still act has passed, and a player who passes reads who is still awaited; if the table is
/// set that way, the first press is enough.
#[tokio::test]
async fn a_pass_counts_when_all_agree_or_with_the_first_press() {
    let (_, mut service) = brawl(&[]).await;
    let pass = Command::new("pass", &[]);
    let up = |service: &EncounterService| {
        let side = service.session().side_up().expect("somebody's step");
        service.session().sides().into_iter().find(|it| it.id == side).expect("known").name.to_string()
    };
    let reply = service.command(&ANA, &pass, InputOrigin::default(), NOW_MS).await.expect("noted");
    assert_eq!(
        reply.text,
        "Noted. The side passes when <@4> passes too, or when the GM says so. If one of them acts first, press Pass again."
    );
    assert_eq!(up(&service), "Players");
    let reply = service.command(&BOB, &pass, InputOrigin::default(), NOW_MS).await.expect("passed");
    assert_eq!((reply.text.as_str(), up(&service).as_str()), ("Done.", "Foes"));

    let (store, mut service) = brawl(&[]).await;
    let first = Command::new("gm fight", &[("name", "pass"), ("value", "first")]);
    assert!(service.command(&ANA, &first, InputOrigin::default(), NOW_MS).await.is_err(), "the GM settles it");
    service.command(&GM, &first, InputOrigin::default(), NOW_MS).await.expect("settled");
    let mut service = EncounterService::load(store, service.header().id).await.expect("taken up again");
    let reply = service.command(&ANA, &pass, InputOrigin::default(), NOW_MS).await.expect("passed");
    assert_eq!((reply.text.as_str(), up(&service).as_str()), ("Done.", "Foes"), "the first press, after a restart too");
}

/// Where nobody is GM, whoever passes isn't told that the GM could decide.
#[tokio::test]
async fn a_pass_without_a_gm_speaks_of_no_gm() {
    let (_, mut service) = brawl(&[]).await;
    service.seated(vec![ANA.seat, BOB.seat], NOW_MS).await.expect("kept");
    assert!(service.umpire_is_gm());
    let pass = Command::new("pass", &[]);
    let reply = service.command(&ANA, &pass, InputOrigin::default(), NOW_MS).await.expect("noted");
    assert_eq!(reply.text, "Noted. The side passes when <@4> passes too. If one of them acts first, press Pass again.");
}

/// A pass of somebody who plays two characters waits for the others, each named once.
#[tokio::test]
async fn a_pass_says_how_many_are_awaited() {
    let (_, mut service) = brawl(&[]).await;
    run(&mut service, &CEM, "join", &[("template", "balthasar"), ("side", "Players")], NOW_MS).await;
    run(&mut service, &GM, "gm turn", &[("name", "Balthasar"), ("what", "restore")], NOW_MS).await;
    run(&mut service, &GM, "gm add", &[("template", "sybilla"), ("name", "Hilda"), ("side", "Players")], NOW_MS).await;
    run(&mut service, &GM, "gm control", &[("name", "Hilda"), ("player", "<@2>")], NOW_MS).await;
    let reply = service.command(&ANA, &Command::new("pass", &[]), InputOrigin::default(), NOW_MS).await.expect("noted");
    assert!(reply.text.starts_with("Noted. The side passes when <@4> and <@5> pass too"), "{reply:?}");
}

/// A player's character that has left the fight is forgotten among those who are away.
#[tokio::test]
async fn whoever_leaves_is_no_longer_away() {
    let (store, mut service) = brawl(&[]).await;
    let scope = format!("encounter:{}", service.header().id);
    run(&mut service, &BOB, "autopilot", &[], NOW_MS).await;
    assert_eq!(store.setting(1, &scope, "away").await.expect("kept").expect("kept").matches("4").count(), 1);
    run(&mut service, &GM, "leave", &[("as", "Theobald")], NOW_MS).await;
    assert_eq!(store.setting(1, &scope, "away").await.expect("kept").as_deref(), Some("[]"));
    assert_eq!(back(&service, &BOB), (vec![], vec![]));
}

/// A step or a turn that the GM gives by hand has its own time in the chaos of combat (R54), and a turn in progress doesn't carry the step
/// past the one that was given.
#[tokio::test]
async fn a_step_given_by_hand_has_its_own_time() {
    let (_, mut service) = brawl(&[("chaos", "on")]).await;
    let clock = |service: &EncounterService| service.scene(Viewer::Everyone).clock;
    assert_eq!(clock(&service).expect("it runs"), ("Players".to_owned(), NOW_MS + 15_000));
    run(&mut service, &GM, "gm turn", &[("side", "Foes")], NOW_MS + 9_000).await;
    assert_eq!(clock(&service), None, "nobody counts the GM's time");
    run(&mut service, &GM, "gm turn", &[("side", "Players")], NOW_MS + 10_000).await;
    assert_eq!(clock(&service).expect("it runs"), ("Players".to_owned(), NOW_MS + 25_000), "a whole step's time");
    run(&mut service, &ANA, "say", &[("text", "Hold!")], NOW_MS + 11_000).await;
    assert_eq!(clock(&service).expect("her turn").0, "Sybilla");
    run(&mut service, &GM, "gm turn", &[("side", "Players")], NOW_MS + 12_000).await;
    assert_eq!(service.session().sides()[0].id, service.session().side_up().expect("a step"), "the GM's word stands");
    assert_eq!(clock(&service).expect("it runs"), ("Players".to_owned(), NOW_MS + 27_000));
    run(&mut service, &GM, "gm turn", &[("what", "give"), ("name", "Theobald")], NOW_MS + 13_000).await;
    run(&mut service, &GM, "gm turn", &[("what", "end")], NOW_MS + 14_000).await;
    assert_eq!(clock(&service), None, "the Foes' step");
}

/// If a player with several combatants ends, without a name, a turn that has already ended by itself, they're asked before another's turn
/// is lost.
#[tokio::test]
async fn an_end_that_comes_too_late_does_not_take_the_next_ones_turn_unasked() {
    let (_, mut service) = brawl(&[]).await;
    let end = Command::new("end", &[]);
    run(&mut service, &GM, "gm turn", &[("side", "Foes")], NOW_MS).await;
    assert_eq!(service.warning(&GM, &end), None, "nobody has done anything yet");
    run(&mut service, &GM, "gm place", &[("name", "Bandit 2"), ("at", "Here")], NOW_MS).await;
    run(&mut service, &GM, "act", &[("what", "interact"), ("as", "Bandit 2"), ("text", "shouts")], NOW_MS).await;
    run(&mut service, &GM, "gm turn", &[("what", "end")], NOW_MS).await;
    run(&mut service, &ANA, "pass", &[], NOW_MS).await;
    run(&mut service, &BOB, "pass", &[], NOW_MS).await;
    let asked = service.warning(&GM, &end).expect("asked once more");
    assert!(asked.starts_with("Bandit 2\u{2019}s turn is already over. Bandit 1 hasn’t done anything yet"), "{asked}");
    assert_eq!(service.warning(&GM, &Command::new("end", &[("as", "Bandit 1")])), None, "that is meant");
    run(&mut service, &GM, "end", &[("as", "Bandit 1")], NOW_MS).await;
    assert_eq!(service.warning(&GM, &end), None, "a turn that was ended is over for all to see");
}

/// Ingenuity C8: a combatant who acts on command ends nobody's turn, and the one who commanded has done something.
#[tokio::test]
async fn whoever_commands_another_of_theirs_ends_their_own_turn_unasked() {
    let new = NewFight {
        application_id: 1,
        guild_id: None,
        channel_id: 4,
        system: System::Ingenuity,
        name: "Command".to_owned(),
        options: vec![],
        gm: GM.seat,
    };
    let laid: Vec<Request> = ["Heroes", "Guards"].map(|name| Request::Side { name: name.to_owned() }).into();
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut service = EncounterService::open(store, new, [3; 32], &laid, NOW_MS).await.expect("opened");
    for name in ["Boudica", "Agnessa"] {
        run(&mut service, &ANA, "join", &[("name", name), ("side", "Heroes"), ("focus", "6")], NOW_MS).await;
    }
    run(&mut service, &GM, "gm add", &[("name", "Guard"), ("side", "Guards")], NOW_MS).await;
    run(&mut service, &GM, "gm fight", &[("name", "initiative"), ("value", "Heroes")], NOW_MS).await;
    run(&mut service, &GM, "encounter begin", &[], NOW_MS).await;
    let command = [("what", "command"), ("target", "Agnessa"), ("as", "Boudica")];
    run(&mut service, &ANA, "act", &command, NOW_MS).await;
    run(&mut service, &ANA, "act", &[("what", "interact"), ("text", "shouts"), ("as", "Agnessa")], NOW_MS).await;
    let end = Command::new("end", &[]);
    assert_eq!(service.warning(&ANA, &end), None);
}

/// An encounter prepared before a rule existed opens with the rule, like any other new fight.
#[tokio::test]
async fn what_an_older_build_prepared_is_played_by_the_rules_of_today() {
    for system in [System::Td2e, System::Ingenuity] {
        let of_today = system.open(&[]).expect("a fight").opening();
        let of_old = of_today.replace("\"finds_unseen\":true,", "").replace(",\"finds_unseen\":true", "");
        assert_ne!(of_old, of_today);
        let new = NewFight {
            application_id: 1,
            guild_id: None,
            channel_id: 5,
            system,
            name: "Ambush".to_owned(),
            options: vec![],
            gm: GM.seat,
        };
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let service = EncounterService::open_prepared(store, new, &of_old, [3; 32], &[], NOW_MS).await.expect("opened");
        assert_eq!(service.session().opening(), of_today, "{}", system.name());
    }
}

/// A turn outside the order is known to be in progress from its first action to the end of the round: its GM reads what's left.
#[tokio::test]
async fn a_turn_beside_the_order_is_under_way_once_something_is_done_in_it() {
    let new = NewFight {
        application_id: 1,
        guild_id: None,
        channel_id: 6,
        system: System::Td2e,
        name: "Ambush".to_owned(),
        options: vec![("unseen-beside".to_owned(), "yes".to_owned())],
        gm: GM.seat,
    };
    let mut laid: Vec<Request> = ["Heroes", "Foes"].map(|name| Request::Side { name: name.to_owned() }).into();
    laid.push(Request::Pace { prompt_ms: None });
    let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
    let mut service = EncounterService::open(store, new, [3; 32], &laid, NOW_MS).await.expect("opened");
    run(&mut service, &GM, "gm board", &[("size", "20x12")], NOW_MS).await;
    run(&mut service, &ANA, "join", &[("name", "Ana"), ("side", "Heroes")], NOW_MS).await;
    run(&mut service, &GM, "gm add", &[("name", "Lurker"), ("side", "Foes"), ("hidden", "yes")], NOW_MS).await;
    run(&mut service, &GM, "gm add", &[("name", "Orc"), ("side", "Foes")], NOW_MS).await;
    for (name, at) in [("Ana", "B2"), ("Lurker", "K9"), ("Orc", "T2")] {
        run(&mut service, &GM, "gm place", &[("name", name), ("at", at)], NOW_MS).await;
    }
    run(&mut service, &GM, "encounter begin", &[], NOW_MS).await;
    let who = service.session().names(Viewer::Gm).into_iter().find(|it| it.name == "Lurker").expect("in it").id;
    assert!(!service.session().has_acted(who), "ready, and nothing is begun");
    run(&mut service, &GM, "move", &[("to", "K8"), ("as", "Lurker")], NOW_MS).await;
    assert!(service.session().has_acted(who), "on the way");
    for _ in 0..2 {
        let ana = service.session().names(Viewer::Gm).into_iter().find(|it| it.name == "Ana").expect("in it").id;
        match service.session().is_acting(ana) {
            true => run(&mut service, &ANA, "end", &[], NOW_MS).await,
            false => run(&mut service, &GM, "end", &[("as", "Orc")], NOW_MS).await,
        }
    }
    assert!(!service.session().has_acted(who), "the next round");
}
