//! R1-R3, R5-R7, R53, R54 and the rulings that bear on them.

use super::Table;
use crate::rules::Session;

/// The three against two bandits and their leader, with FAT 9.
fn g1() -> Table {
    let mut table = Table::new("fat=on");
    table.pc("Balthasar", "wit=12; str=10; agi=9; weapons=martial hand");
    table.pc("Sybilla", "wit=6; str=6; agi=12; weapons=simple hand");
    table.pc("Theobald", "wit=9; str=9; agi=9; weapons=simple hand");
    table.foe("Bandit 1", "wit=8; str=8; agi=8");
    table.foe("Bandit 2", "wit=8; str=8; agi=8");
    table.foe("Leader", "wit=10; str=10; agi=8");
    table.initiative("Players");
    table.dice(&[(20, 9)]);
    table.begin();
    table
}

/// G1: the worked example of fast and slow, to the letter.
#[test]
fn g1_fast_and_slow() {
    let mut table = g1();
    assert_eq!((table.phase().as_str(), table.round()), ("fast", 1));
    let fast = |table: &Table| -> Vec<String> {
        let all = ["Balthasar", "Sybilla", "Theobald", "Bandit 1", "Bandit 2", "Leader"];
        all.into_iter().filter(|it| table.read(it, "fast") == "yes").map(str::to_owned).collect()
    };
    assert_eq!(fast(&table), ["Balthasar", "Theobald", "Leader"]);
    assert_eq!(table.may_act(), ["Balthasar", "Theobald"]);
    table.act("Theobald", "attack target=Bandit 1");
    table.dice(&[(20, 5)]);
    table.press("Bandit 1", "Dodge");
    table.assert_heard("The blow misses");
    assert_eq!((table.read("Bandit 1", "acted"), table.read("Bandit 1", "health")), ("yes".into(), "8".into()));
    table.act("Theobald", "end");
    assert_eq!(table.may_act(), ["Leader"]);
    table.act("Leader", "say text=Forward");
    table.act("Leader", "end");
    assert_eq!(table.may_act(), ["Balthasar"]);
    table.pass("Players");
    table.assert_heard("The Bandits pass");
    assert_eq!(table.phase(), "slow");
    assert_eq!(table.may_act(), ["Balthasar", "Sybilla"]);
    table.act("Sybilla", "say text=Now me");
    table.act("Sybilla", "end");
    assert_eq!(table.may_act(), ["Bandit 2"], "not Bandit 1, whose dodge was the turn");
    table.act("Bandit 2", "say text=And me");
    table.act("Bandit 2", "end");
    assert_eq!(table.may_act(), ["Balthasar"]);
    table.act("Balthasar", "say text=Last");
    table.dice(&[(20, 20)]);
    table.act("Balthasar", "end");
    assert_eq!(table.round(), 2);
    assert_eq!(table.phase(), "slow", "nobody has WIT 20, so all passed the fast phase");
}

/// R53: below the threshold nobody acts in the fast phase.
#[test]
fn r53_the_slow_wait() {
    let mut table = g1();
    let why = table.refused("Sybilla", "attack target=Leader");
    assert!(why.contains("WIT 6, threshold 9"), "{why}");
    assert_eq!(table.fight.read_fight("fat").as_deref(), Some("9"));
}

/// R1: factions alternate; who is not at their step does not act.
#[test]
fn r1_sides_alternate() {
    let mut table = Table::brawl();
    assert!(!table.heard("Before the first round"), "nobody is concealed");
    assert!(table.refused("Bandit 1", "say text=Hey").contains("Players"));
    table.act("Theobald", "say text=Hey");
    assert!(table.refused("Sybilla", "say text=Hey").contains("Theobald"));
    table.act("Theobald", "end");
    assert_eq!(table.may_act(), ["Bandit 1", "Bandit 2"]);
}

/// R2: one turn in a round.
#[test]
fn r2_one_turn_each() {
    let mut table = Table::brawl();
    table.act("Theobald", "say text=Hey");
    table.act("Theobald", "end");
    table.pass("Bandits");
    assert!(table.refused("Theobald", "say text=Again").contains("already acted"));
    assert_eq!(table.may_act(), ["Sybilla"]);
}

/// R3, A3: a round ends when all have passed in a row, not before; a pass is not final.
#[test]
fn r3_the_round_ends_when_all_pass_in_a_row() {
    let mut table = Table::brawl();
    table.pass("Players");
    table.act("Bandit 1", "say text=Hey");
    table.act("Bandit 1", "end");
    assert_eq!((table.round(), table.may_act().len()), (1, 2), "the players may act again");
    table.pass("Players");
    table.pass("Bandits");
    table.assert_heard("Round 2 begins");
    let bandits = table.fight.find_side("Bandits").unwrap();
    let why = table.try_as(super::GM, crate::rules::Request::Pass { side: bandits }).unwrap_err();
    assert!(why.contains("step belongs to the Players"), "{why}");
}

/// A3: a faction with nobody who could act passes by itself, and that is told.
#[test]
fn a3_who_has_nobody_passes() {
    let mut table = Table::duel("", "");
    table.act("Theobald", "say text=Hey");
    table.act("Theobald", "end");
    table.act("Bandit", "say text=Hey");
    table.act("Bandit", "end");
    table.assert_heard("The Players pass: none of them can act now.");
    assert_eq!(table.round(), 2);
}

/// R5, A20: by lot where nobody began the fight; each faction alike.
#[test]
fn r5_initiative_falls_by_lot() {
    for (face, side) in [(1, "Players"), (2, "Bandits")] {
        let mut table = Table::new("");
        table.pc("Theobald", "");
        table.foe("Bandit", "");
        table.dice(&[(2, face)]);
        table.begin();
        assert_eq!(table.fight.read_fight("initiative").as_deref(), Some(side));
    }
}

/// R5: its holder may let another faction begin, but only before anyone has acted, and only the holder.
#[test]
fn r5_the_holder_may_let_others_begin() {
    let mut table = Table::brawl();
    assert!(table.refused("Bandit 1", "yield to=Players").contains("holders of the initiative"));
    table.act("Theobald", "yield to=Bandits");
    assert_eq!(table.may_act(), ["Bandit 1", "Bandit 2"]);
    table.pass("Bandits");
    assert!(table.refused("Theobald", "yield to=Bandits").contains("before anybody has acted"));
    table.pass("Players");
    assert_eq!((table.round(), table.may_act()), (2, vec!["Theobald".to_owned(), "Sybilla".to_owned()]));
}

/// R6: a bonus action, then a main action or a second bonus action; nothing more.
#[test]
fn r6_a_main_and_a_bonus_action() {
    let mut table = Table::brawl();
    table.act("Theobald", "say text=One");
    assert_eq!((table.read("Theobald", "bonus"), table.read("Theobald", "main")), ("used".into(), "left".into()));
    table.act("Theobald", "say text=Two");
    assert_eq!(table.read("Theobald", "main"), "used");
    assert!(table.refused("Theobald", "say text=Three").contains("neither a bonus nor a main"));
    assert!(table.refused("Theobald", "attack target=Bandit 1").contains("main action"));
    assert_eq!(table.read("Theobald", "turn"), "acting", "a zone of movement is left");
}

/// R6: the turn is over by itself once everything in it is used.
#[test]
fn r6_the_turn_ends_when_it_is_used_up() {
    let mut table = Table::new("");
    table.board("zones=Gate, Yard; borders=Gate-Yard");
    table.pc("Theobald", "");
    table.foe("Bandit", "");
    table.initiative("Players");
    table.begin();
    table.place("Bandit", "Yard");
    table.act("Theobald", "move to=Yard");
    table.act("Theobald", "say text=One");
    table.act("Theobald", "say text=Two");
    assert_eq!(table.may_act(), ["Bandit"]);
}

/// R7: a reaction is the turn; who has acted cannot react.
#[test]
fn r7_a_reaction_is_the_turn() {
    let mut table = Table::brawl();
    table.act("Theobald", "attack target=Bandit 1");
    table.dice(&[(20, 20), (6, 1)]);
    table.press("Bandit 1", "Dodge");
    assert_eq!((table.read("Bandit 1", "turn"), table.read("Bandit 1", "reacted")), ("reacted".into(), "yes".into()));
    table.act("Theobald", "end");
    assert!(table.refused("Bandit 1", "say text=Hey").contains("reacted, which used up"));
    table.act("Bandit 2", "attack target=Theobald");
    assert_eq!(table.prompts().len(), 1, "Theobald has acted: only Sybilla is asked, to guard him");
    table.dice(&[(4, 1)]);
    table.press("Sybilla", "Let it happen");
    assert_eq!(table.read("Theobald", "health"), "8");
}

/// R54, A25: fifteen seconds for the side, then fifteen in all for the turn; silence does nothing and spends the turn.
#[test]
fn r54_fifteen_seconds() {
    let mut table = Table::new("chaos=on");
    table.pc("Theobald", "");
    table.pc("Sybilla", "");
    table.foe("Bandit", "");
    table.initiative("Players");
    table.begin();
    table.wait(16_000);
    assert_eq!(table.may_act().len(), 2, "a second and a half of grace");
    table.wait(600);
    table.assert_heard("The Players pass: 15 seconds have gone by.");
    assert_eq!(table.may_act(), ["Bandit"]);
    table.wait(100_000);
    assert_eq!(table.may_act(), ["Bandit"], "the GM's turns are not counted");
    table.act("Bandit", "say text=Hey");
    table.act("Bandit", "end");
    table.act("Theobald", "say text=Hey");
    table.wait(10_000);
    assert_eq!(table.read("Theobald", "turn"), "acting");
    table.wait(7_000);
    assert_eq!(table.read("Theobald", "turn"), "acted");
    table.assert_heard("Theobald\u{2019}s time is up");
}

/// R54, A25: the clock stands still while an attack is resolved, and goes on like a chess clock.
#[test]
fn r54_resolving_is_not_counted() {
    let mut table = Table::new("chaos=on");
    table.pc("Theobald", "");
    table.foe("Bandit", "");
    table.initiative("Players");
    table.begin();
    table.act("Theobald", "say text=Hey");
    table.wait(10_000);
    table.act("Theobald", "attack target=Bandit");
    table.wait(25_000);
    assert_eq!(table.read("Theobald", "turn"), "acting");
    table.dice(&[(4, 1), (4, 2)]);
    table.press("Bandit", "Take the hit");
    table.wait(3_000);
    assert_eq!(table.read("Theobald", "turn"), "acting");
    table.wait(4_000);
    assert_eq!(table.read("Theobald", "turn"), "acted");
}

/// R54, A25: without the option there is no clock; with chaos-for everyone the GM's turns count too.
#[test]
fn r54_is_an_option() {
    assert_eq!(Table::duel("", "").fight.next_deadline_ms(), None);
    let mut table = Table::new("chaos=on; chaos-for=everybody");
    table.foe("Bandit", "");
    table.pc("Theobald", "");
    table.initiative("Bandits");
    table.begin();
    table.wait(17_000);
    table.assert_heard("The Bandits pass: 15 seconds have gone by.");
}

/// A decided fight comes to rest: no rounds without two sides who could act.
#[test]
fn a_decided_fight_rests() {
    let mut table = Table::duel("", "");
    table.set("Bandit", "dead", "yes");
    assert_eq!(table.may_act(), ["Theobald"]);
    table.pass("Players");
    assert_eq!(table.may_act(), Vec::<String>::new());
    let scene = table.fight.scene(crate::engine::view::Viewer::Gm);
    assert_eq!(scene.details.decided.as_deref(), Some("Only the Players are left standing."));
    table.set("Bandit", "dead", "no");
    assert_eq!(table.round(), 2);
}

/// R1: a turn that the GM ends by hand, or whose owner leaves, hands the step on like any other.
#[test]
fn r1_the_step_goes_on_however_a_turn_ends() {
    use crate::rules::{Request, request::TurnPatch};
    let mut table = Table::brawl();
    table.act("Theobald", "say text=Hey");
    table.ask(Request::Turn(TurnPatch::End));
    assert_eq!(table.may_act(), ["Bandit 1", "Bandit 2"]);
    table.act("Bandit 1", "say text=Hey");
    let who = table.id("Bandit 1");
    table.ask(Request::Leave { who });
    assert_eq!(table.may_act(), ["Sybilla"]);
}

/// A22: a side that comes late takes its place at the end of the circle at once, also where several come together.
#[test]
fn a22_who_comes_late_takes_turns() {
    use crate::rules::{Newcomer, Request};
    let mut table = Table::duel("", "");
    table.ask(Request::Side { name: "Ghouls".into() });
    let ghouls = Newcomer { name: "Ghoul".into(), side: Some("Ghouls".into()), count: 2, ..Newcomer::default() };
    table.ask(Request::Join(ghouls));
    table.pass("Players");
    table.pass("Bandits");
    assert_eq!(table.may_act(), ["Ghoul 1", "Ghoul 2"]);
}

/// A fight that nobody has joined does not begin; one side alone waits for another.
#[test]
fn a_fight_needs_somebody() {
    use crate::rules::Request;
    let mut table = Table::new("");
    assert!(table.try_as(super::GM, Request::Begin).unwrap_err().contains("Nobody has joined"));
    table.pc("Theobald", "");
    table.begin();
    assert_eq!((table.round(), table.may_act().len()), (0, 0));
    table.foe("Bandit", "");
    assert_eq!((table.round(), table.may_act()), (1, vec!["Theobald".to_owned()]));
}
