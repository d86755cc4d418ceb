//! The presses from the ping to a done attack, counted over ready fights of every system: with the suggestion, and by choosing everything
//! oneself.

use crate::{
    fixture::{Stage, is_private, labels, last_id, run, says},
    forged_components::seq,
    turn_calls::opened_with,
};
use serde_json::Value;
use umpire::{
    engine::view::Viewer,
    localtable::driver::{DriveError, TableUser},
    script::ready,
};

/// The attacks of each sort counted in a fight.
const ATTACKS: usize = 3;
/// The most turns in a fight.
const TURNS_MAX: usize = 40;
/// Presses with the suggestion, and the most without it.
const SUGGESTED: usize = 2;
const CHOSEN_MAX: usize = 4;
/// The most buttons of a menu.
const BUTTONS_MAX: usize = 8;
/// Discord's type of a button. Docs, "Component Types".
const BUTTON: u64 = 2;
/// Stands in the suggestion's place until it's there.
const THINKING: &str = "Umpire is thinking\u{2026}";
/// Discord's style of the button with the suggestion. Docs, "Button Styles".
const SUCCESS: u64 = 3;

/// How many presses each attack took.
#[derive(Default)]
struct Counted {
    suggested: Vec<usize>,
    chosen: Vec<usize>,
}

fn acts(message: &Value) -> bool {
    !is_private(message) && labels(message).contains(&"Act as\u{2026}".to_owned())
}

/// The answer to what was pressed after a message. A menu opened before may be posted again in that moment, which is no answer.
fn newest(seat: &TableUser, after: u64) -> Value {
    let pressed = |it: &Value| crate::fixture::id(&it["interaction_metadata"]) > after;
    let is_new = |it: &Value| is_private(it) && crate::fixture::id(it) > after && pressed(it);
    seat.messages().into_iter().rfind(is_new).expect("an answer")
}

/// Whether a message is this menu posted again, or a newer one. A menu opened before may be posted again beside it, and is then taken away.
fn is_of(it: &Value, menu: &Value) -> bool {
    let asked = |it: &Value| crate::fixture::id(&it["interaction_metadata"]);
    is_private(it) && crate::fixture::id(it) > crate::fixture::id(menu) && asked(it) >= asked(menu)
}

/// A menu as it is now: where it was, or below what has been posted since.
pub fn again(seat: &TableUser, menu: &Value) -> Value {
    let stays = seat.messages().into_iter().find(|it| it["id"] == menu["id"]);
    // Something may have been refused since, which isn't a menu.
    let is_menu = |it: &Value| is_of(it, menu) && !labels(it).is_empty();
    let is_new = |it: &Value| is_of(it, menu);
    let new = || seat.messages().into_iter().rfind(is_menu).or_else(|| seat.messages().into_iter().rfind(is_new));
    stays.or_else(new).expect("a menu")
}

/// A menu with what Umpire would do, if that's anything the menu leads to. If it takes longer to work out, it's edited in.
pub async fn thought_out(seat: &TableUser, menu: &Value) -> Value {
    // It may be posted again below what has come since.
    let is_it = |it: &Value| it["id"] == menu["id"] || is_of(it, menu) && !labels(it).is_empty();
    let is_there = |it: &Value| is_it(it) && !labels(it).iter().any(|it| it == THINKING);
    seat.sees("the menu with a suggestion", is_there).await.expect("thought about")
}

/// The label of the button with the suggestion.
pub fn suggestion(menu: &Value) -> Option<String> {
    let first = &menu["components"][0]["components"][0];
    (first["style"] == SUCCESS).then(|| first["label"].as_str().unwrap_or_default().to_owned())
}

/// Presses a button or chooses an option; if the menu is posted again below in that very moment, in its new place.
pub async fn presses(seat: &mut TableUser, at: &Value, label: &str) {
    let Err(why) = presses_there(seat, at, label).await else { return };
    let stays = seat.messages().into_iter().find(|it| it["id"] == at["id"]);
    // Between its deletion and the new one, there's none.
    let is_menu = |it: &Value| is_of(it, at) && !labels(it).is_empty();
    let now = match stays {
        Some(menu) => menu,
        None => seat.sees("the menu posted again", is_menu).await.expect("posted again"),
    };
    let done = if now["id"] == at["id"] { Err(why) } else { presses_there(seat, &now, label).await };
    done.unwrap_or_else(|why| panic!("{label}: {why}: {}: {}", now["content"], labels(&now).join(", ")));
}

async fn presses_there(seat: &mut TableUser, at: &Value, label: &str) -> Result<(), DriveError> {
    let in_menu = |row: &Value| row["components"][0]["options"].to_string().contains(label);
    let done = match at["components"].as_array().is_some_and(|rows| rows.iter().any(in_menu)) {
        true => seat.choose(at, &[label]).await,
        false => seat.press(at, label).await,
    };
    done.map(drop)
}

/// How many buttons a message has.
fn buttons(menu: &Value) -> usize {
    let rows = menu["components"].as_array().into_iter().flatten();
    rows.flat_map(|row| row["components"].as_array().into_iter().flatten()).filter(|it| it["type"] == BUTTON).count()
}

/// Whether a menu asks which of several acts.
fn asks_who(menu: &Value) -> bool {
    says("Which of your characters acts?")(menu)
}

/// Of several who may act, presses what Umpire would do for one of them, if that's to attack. Returns the presses from the ping on.
async fn attacks_at_once(stage: &Stage, seat: &mut TableUser) -> Option<usize> {
    let tracker = seat.sees("the tracker", acts).await.expect("a tracker");
    let before = last_id(seat);
    seat.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = newest(seat, before);
    if !asks_who(&menu) {
        return None;
    }
    assert!(buttons(&menu) <= BUTTONS_MAX, "{:?}", labels(&menu));
    let menu = thought_out(seat, &menu).await;
    let attack = labels(&menu).into_iter().find(|it| it.contains(": Attack"))?;
    let before = seq(stage).await;
    presses(seat, &menu, &attack).await;
    assert!(seq(stage).await > before, "one press does it: {}", again(seat, &menu));
    Some(SUGGESTED)
}

/// Opens a turn: the menu, and the presses it took.
pub async fn opens(seat: &mut TableUser) -> (Value, usize) {
    let tracker = seat.sees("the tracker", acts).await.expect("a tracker");
    let before = last_id(seat);
    seat.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let menu = newest(seat, before);
    if !asks_who(&menu) {
        return (menu, 1);
    }
    let first = labels(&menu).into_iter().next().expect("a character");
    presses(seat, &menu, &first).await;
    (again(seat, &menu), 2)
}

/// Attacks by choosing everything, always what stands first. Returns the presses after those that opened the menu.
async fn attacks(stage: &Stage, seat: &mut TableUser, menu: &Value) -> usize {
    let before = seq(stage).await;
    let (mut at, mut label, mut count) = (again(seat, menu), "Attack".to_owned(), 0);
    while seq(stage).await == before {
        presses(seat, &at, &label).await;
        count += 1;
        assert!(count < 10, "it comes to an end: {at}");
        at = again(seat, menu);
        label = labels(&at).into_iter().find(|it| it != "Back").unwrap_or_default();
    }
    count
}

/// Everybody who's asked gives the default answer.
async fn answered(stage: &Stage, gwen: &mut TableUser) {
    for _ in 0..20 {
        let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
        let scene = handle.scene(Viewer::Gm).await.expect("a scene");
        if scene.prompts.iter().all(|it| it.answered) {
            return;
        }
        run(gwen, "gm answer", &[("choice", "default")]).await;
    }
}

/// Whose attacks are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    /// The players', each of whom plays one character.
    Players,
    /// A player's who plays two.
    PlayerOfTwo,
    /// The GM's foes.
    Gm,
}

impl Whose {
    /// The fights of each system, each with a seed of its own.
    fn fights(self) -> usize {
        if self == Whose::Players { 2 } else { 1 }
    }

    fn players(self) -> [&'static str; 3] {
        if self == Whose::PlayerOfTwo { ["Ana", "Ana", "Cem"] } else { ["Ana", "Bob", "Cem"] }
    }
}

/// Plays a fight until enough attacks are counted.
async fn counted(stage: &Stage, whose: Whose, counted: &mut Counted) {
    let (suggested, chosen) = (counted.suggested.len() + ATTACKS, counted.chosen.len() + ATTACKS);
    for turn in 0..TURNS_MAX {
        if counted.suggested.len() >= suggested && counted.chosen.len() >= chosen {
            return;
        }
        // A page that nobody looks at for long is closed, so everybody comes anew.
        let mut gwen = stage.seat("Gwen");
        let mut seats = ["Ana", "Bob", "Cem", "Gwen"].map(|name| stage.seat(name));
        answered(stage, &mut gwen).await;
        let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
        let scene = handle.scene(Viewer::Gm).await.expect("a scene");
        let mut members = scene.sides.iter().flat_map(|it| &it.members);
        let Some(who) = members.find(|it| scene.may_act.contains(&it.id)) else { return };
        let seat = match (who.player, whose) {
            (None, Whose::Gm) => Some(3),
            (Some(_), Whose::Gm) => None,
            (player, _) => player.and_then(|player| seats.iter().position(|it| it.user().0 == player.0)),
        };
        let seat = seat.filter(|it| whose != Whose::PlayerOfTwo || *it == 0);
        let Some(seat) = seat else {
            let owner = who.player.and_then(|player| seats.iter().position(|it| it.user().0 == player.0)).unwrap_or(3);
            run(&mut seats[owner], "end", &[("as", &who.name)]).await;
            continue;
        };
        let seat = &mut seats[seat];
        if counted.suggested.len() <= counted.chosen.len()
            && let Some(count) = attacks_at_once(stage, seat).await
        {
            counted.suggested.push(count);
            answered(stage, &mut gwen).await;
            continue;
        }
        let (menu, opened) = opens(seat).await;
        assert!(buttons(&menu) <= BUTTONS_MAX, "at most eight buttons: {:?}", labels(&menu));
        let can = labels(&menu).contains(&"Attack".to_owned());
        let menu = thought_out(seat, &menu).await;
        match suggestion(&menu) {
            Some(label) if counted.suggested.len() <= counted.chosen.len() || !can => {
                let before = seq(stage).await;
                let menu = again(seat, &menu);
                presses(seat, &menu, &label).await;
                assert!(seq(stage).await > before, "one press does it: {}", again(seat, &menu));
                if label.starts_with("Attack") {
                    counted.suggested.push(opened + 1);
                }
            }
            _ if can => counted.chosen.push(opened + attacks(stage, seat, &menu).await),
            _ => {}
        }
        answered(stage, &mut gwen).await;
        if turn % 4 > 1 {
            run(seat, "end", &[("as", &who.name)]).await;
        }
    }
}

async fn takes_few_presses(whose: Whose) {
    for ready in ready::all().0 {
        let system = ready.system.name();
        let mut all = Counted::default();
        let stage = Stage::set().await;
        for _ in 0..whose.fights() {
            opened_with(&stage, &ready, Some("gm"), whose.players()).await;
            counted(&stage, whose, &mut all).await;
            run(&mut stage.seat("Gwen"), "encounter end", &[]).await;
        }
        crate::forged_components::nothing_was_refused(&stage.table);
        stage.ends().await;
        println!("{system}, {whose:?}: with the suggestion {:?}, chosen {:?}", all.suggested, all.chosen);
        assert!(!all.suggested.is_empty() && !all.chosen.is_empty(), "{system}: attacks of both sorts");
        assert!(all.suggested.iter().all(|it| *it <= SUGGESTED), "{system}: {:?}", all.suggested);
        assert!(all.chosen.iter().all(|it| *it <= CHOSEN_MAX), "{system}: {:?}", all.chosen);
    }
}

/// Two presses with the suggestion; at most four otherwise.
#[tokio::test]
async fn an_attack_takes_few_presses() {
    takes_few_presses(Whose::Players).await;
}

/// The same for whoever plays two characters, and chooses which of them acts.
#[tokio::test]
async fn an_attack_by_one_of_two_takes_few_presses() {
    takes_few_presses(Whose::PlayerOfTwo).await;
}

/// The same for the GM, of whose foes several may act.
#[tokio::test]
async fn an_attack_by_one_of_the_gms_foes_takes_few_presses() {
    takes_few_presses(Whose::Gm).await;
}

/// Off turn, what stands in the menu's place has at most eight buttons as well, however many may act instead.
#[tokio::test]
async fn there_are_few_buttons_off_turn() {
    let sovereign = ready::all().0.into_iter().find(|it| it.system.name() == "sovereign").expect("there is one");
    let stage = Stage::set().await;
    opened_with(&stage, &sovereign, None, Whose::Players.players()).await;
    let mut gwen = stage.seat("Gwen");
    run(&mut gwen, "gm add", &[("template", "goblin"), ("side", "Orcs"), ("count", "4")]).await;
    run(&mut gwen, "gm turn", &[("side", "Orcs")]).await;
    let (menu, opened) = opens(&mut gwen).await;
    assert!(opened == 2 && says("Chieftain\u{2019}s turn")(&menu), "of many, one is chosen: {menu}");
    run(&mut gwen, "act", &[("what", "total defense"), ("as", "Chieftain")]).await;
    run(&mut gwen, "end", &[("as", "Chieftain")]).await;
    let over = |it: &Value| labels(it).contains(&"Refresh".to_owned());
    let over = gwen.sees("that it can't act", over).await;
    let over = over.unwrap_or_else(|why| panic!("{why:?}: {}", again(&gwen, &menu)));
    assert_eq!(buttons(&over), BUTTONS_MAX, "{:?}", labels(&over));
    stage.judge();
}
