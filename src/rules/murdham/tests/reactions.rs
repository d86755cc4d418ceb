//! R20-R26 and A1, A2, A8, A9, A27, A28.

use super::Table;

/// R20: the target chooses after the save to hit and before damage; taking it is the default, also in silence.
#[test]
fn r20_what_a_target_may_choose() {
    let mut table = Table::brawl();
    table.pass("Players");
    table.act("Bandit 1", "attack target=Theobald");
    let offers = [
        "Take the hit",
        "Dodge: AGI 9",
        "Counter with axe",
        "Counter with grapple",
        "Counter with disarm: club",
        "Hide behind Sybilla",
    ];
    assert_eq!(table.offers("Theobald"), offers);
    table.dice(&[(4, 2)]);
    table.wait(32_000);
    table.assert_heard("no answer in time");
    table.wait(32_000);
    assert_eq!(table.read("Theobald", "health"), "7");
}

/// R20: the unaware cannot react; A8: those who are aware may guard them.
#[test]
fn r20_the_unaware_cannot() {
    let mut table = Table::brawl();
    table.set("Theobald", "unaware", "yes");
    table.pass("Players");
    table.act("Bandit 1", "attack target=Theobald");
    assert_eq!(table.prompts(), vec![("Sybilla".to_owned(), vec!["Let it happen".to_owned(), "Guard".to_owned()])]);
    table.dice(&[(4, 2)]);
    table.press("Sybilla", "Guard");
    assert_eq!((table.read("Sybilla", "health"), table.read("Theobald", "health")), ("6".into(), "9".into()));
}

/// R21: an AGI save; passed, the attack misses; failed, it lands. C13: the encumbered fail.
#[test]
fn r21_dodge() {
    for (face, health) in [(9, "9"), (10, "6")] {
        let mut table = Table::brawl();
        table.pass("Players");
        table.act("Bandit 1", "attack target=Theobald");
        table.dice(&[(20, face)]);
        if face == 10 {
            table.dice(&[(4, 3)]);
        }
        table.press("Theobald", "Dodge");
        assert_eq!(
            (table.read("Theobald", "health").as_str(), table.read("Theobald", "acted").as_str()),
            (health, "yes")
        );
    }
    let mut laden = Table::brawl();
    laden.set("Theobald", "encumbered", "yes");
    laden.pass("Players");
    laden.act("Bandit 1", "attack target=Theobald");
    laden.dice(&[(4, 3)]);
    laden.press("Theobald", "Dodge");
}

/// C12: fast dodge is not the turn, once a round, also for who has acted.
#[test]
fn c12_fast_dodge() {
    let mut table = Table::duel("agi=9; skills=Fast dodge", "");
    table.act("Theobald", "say text=Come");
    table.act("Theobald", "end");
    table.act("Bandit", "attack target=Theobald");
    assert_eq!(table.offers("Theobald"), ["Take the hit", "Dodge: AGI 9"]);
    table.dice(&[(20, 1)]);
    table.press("Theobald", "Dodge");
    assert_eq!(table.read("Theobald", "reacted"), "no");
}

/// Theobald with an axe is attacked by the bandit with a club and counters; health 9 and 9.
fn countered(bandit: &str, theobald: &str, dice: &[(u16, u16)]) -> Table {
    let mut table = Table::duel(
        &format!("str=9; weapons=axe: martial hand; {theobald}"),
        &format!("str=9; weapons=club: martial hand; {bandit}"),
    );
    table.pass("Players");
    table.act("Bandit", "attack target=Theobald");
    table.dice(dice);
    table.press("Theobald", "Counter with axe");
    table
}

fn healths(table: &Table) -> (String, String) {
    (table.read("Theobald", "health"), table.read("Bandit", "health"))
}

/// R22: both roll, the attack first; the one who suffers more is hit first, and both land if neither puts the other out.
#[test]
fn r22_both_are_hit() {
    let table = countered("", "", &[(6, 2), (6, 4)]);
    assert_eq!(healths(&table), ("7".into(), "5".into()));
    table.assert_heard("Bandit is hit first.");
    let tie = countered("", "", &[(6, 3), (6, 3)]);
    tie.assert_heard("Both blows land at once.");
}

/// R22, A1: who is put out of the fight by the first hit does not land their own.
#[test]
fn r22_the_first_hit_may_forestall_the_other() {
    let table = countered("", "", &[(6, 4), (6, 5)]);
    assert_eq!(healths(&table), ("9".into(), "4".into()));
    table.assert_heard("Bandit\u{2019}s own blow never lands.");
    let other = countered("", "", &[(6, 5), (6, 4)]);
    assert_eq!(healths(&other), ("4".into(), "9".into()));
    let both = countered("", "", &[(6, 5), (6, 5)]);
    assert_eq!(healths(&both), ("4".into(), "4".into()), "a tie falls at once");
}

/// R22, A2: what counts is the damage after armour, also where it is nothing.
#[test]
fn r22_after_armour() {
    let table = countered("armour=heavy", "", &[(6, 5), (6, 5)]);
    assert_eq!(healths(&table), ("4".into(), "9".into()), "3 against 5");
    let none = countered("armour=heavy", "", &[(6, 1), (6, 2)]);
    none.assert_heard("Theobald is hit first.");
}

/// C12: fast attack always lands first in a counter, unless both have it.
#[test]
fn c12_fast_attack() {
    let table = countered("", "skills=Fast attack", &[(6, 5), (6, 5)]);
    assert_eq!(healths(&table), ("9".into(), "4".into()));
    let both = countered("skills=Fast attack", "skills=Fast attack", &[(6, 5), (6, 5)]);
    assert_eq!(healths(&both), ("4".into(), "4".into()));
}

/// R22, A28: a counter is answered by nobody, and needs a suitable weapon.
#[test]
fn r22_suitable_and_unanswered() {
    let mut table = Table::new("");
    table.board("zones=Gate, Yard; borders=Gate-Yard");
    table.pc("Theobald", "weapons=axe: martial hand");
    table.foe("Archer", "weapons=bow: missile great");
    table.foe("Bandit", "");
    table.initiative("Bandits");
    table.begin();
    table.place("Theobald", "Yard");
    table.act("Archer", "attack target=Theobald");
    assert_eq!(table.offers("Theobald"), ["Take the hit", "Dodge: AGI 8"], "an axe does not reach the archer");
    table.dice(&[(20, 8)]);
    table.press("Theobald", "Dodge");
    let mut near = Table::brawl();
    near.act("Theobald", "attack target=Bandit 1");
    near.dice(&[(6, 1), (4, 1)]);
    near.press("Bandit 1", "Counter with club");
    assert_eq!(near.prompts(), vec![], "nobody guards Theobald against a counter");
    let mut bare = Table::duel("", "");
    bare.act("Theobald", "attack target=Bandit");
    assert_eq!(bare.offers("Bandit"), ["Take the hit", "Dodge", "Counter unarmed", "Counter with grapple"]);
    bare.dice(&[(4, 2), (4, 1)]);
    bare.press("Bandit", "Take the hit");
}

/// R23: the other one must agree, becomes the target and may react; A9: chains, each link a turn.
#[test]
fn r23_hide_behind() {
    let mut table = Table::brawl();
    table.pass("Players");
    table.act("Bandit 1", "attack target=Theobald");
    table.press("Theobald", "Hide behind Sybilla");
    assert_eq!(table.offers("Sybilla"), ["Refuse", "Agree"]);
    table.press("Sybilla", "Agree");
    let offers = table.offers("Sybilla");
    assert!(offers.contains(&"Counter with dagger".to_owned()) && !offers.iter().any(|it| it.contains("Theobald")));
    table.dice(&[(20, 12)]);
    table.press("Sybilla", "Dodge");
    assert_eq!((table.read("Theobald", "reacted"), table.read("Sybilla", "reacted")), ("yes".into(), "yes".into()));
    table.assert_heard("The blow misses");
}

/// R23: anyone who refuses is not hidden behind, and the target chooses again with the turn unspent.
#[test]
fn r23_needs_consent() {
    let mut table = Table::brawl();
    table.pass("Players");
    table.act("Bandit 1", "attack target=Theobald");
    table.press("Theobald", "Hide behind Sybilla");
    table.press("Sybilla", "Refuse");
    assert!(!table.offers("Theobald").contains(&"Hide behind Sybilla".to_owned()));
    assert_eq!(table.offers("Theobald").len(), 5);
    table.dice(&[(4, 1)]);
    table.press("Theobald", "Take the hit");
    table.press("Sybilla", "Let it happen");
    assert_eq!((table.read("Theobald", "acted"), table.read("Theobald", "health")), ("no".into(), "8".into()));
}

/// R24, A27: those near the target are asked once it took the blow; the guard becomes the target and cannot dodge or counter.
#[test]
fn r24_guard() {
    let mut table = Table::brawl();
    table.pc("Balthasar", "str=10; shield=yes");
    table.pass("Players");
    table.act("Bandit 1", "attack target=Theobald");
    assert_eq!(table.prompts().len(), 1, "the target first");
    table.press("Theobald", "Take the hit");
    assert_eq!(table.prompts().len(), 2, "then all who could guard, at once");
    table.press("Balthasar", "Guard");
    assert_eq!(
        table.prompts().into_iter().map(|it| it.0).collect::<Vec<_>>(),
        ["Sybilla"],
        "she could guard the guard"
    );
    table.dice(&[(4, 3)]);
    table.press("Sybilla", "Let it happen");
    assert_eq!((table.read("Balthasar", "health"), table.read("Balthasar", "reacted")), ("8".into(), "yes".into()));
    assert_eq!((table.read("Theobald", "health"), table.read("Theobald", "acted")), ("9".into(), "no".into()));
}

/// R24, R7: who has acted, is elsewhere, or is an enemy, does not guard.
#[test]
fn r24_who_may_not_guard() {
    let mut table = Table::brawl();
    table.act("Sybilla", "say text=Hey");
    table.act("Sybilla", "end");
    table.act("Bandit 1", "attack target=Theobald");
    table.dice(&[(4, 3)]);
    table.press("Theobald", "Take the hit");
    assert_eq!(table.prompts(), vec![]);
}
