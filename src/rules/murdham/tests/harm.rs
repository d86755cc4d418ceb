//! C6-C9, A19: critical damage, dying, death, recovery, injuries.

use super::Table;

/// Theobald hits the bandit for this much, with a d8 (which explodes at 8).
fn hit(bandit: &str, dice: &[(u16, u16)]) -> Table {
    let mut table = Table::new("");
    table.pc("Theobald", "weapons=pole: martial great");
    table.pc("Sybilla", "items=healing draught");
    table.foe("Bandit", bandit);
    table.initiative("Players");
    table.begin();
    table.dice(dice);
    table.act("Theobald", "attack target=Bandit");
    table.defaults();
    table
}

/// C6, A19: the companion's examples: 9 to 5 is not critical, 9 to 4 is; with 4 left, 2 is critical.
#[test]
fn c6_critical_damage() {
    let critical = |fields: &str, face: u16| hit(fields, &[(8, face)]).read("Bandit", "incapacitated");
    assert_eq!((critical("str=9", 4), critical("str=9", 5)), ("no".into(), "yes".into()));
    assert_eq!((critical("str=9; health=4", 1), critical("str=9; health=4", 2)), ("no".into(), "yes".into()));
    assert_eq!(critical("str=9; armour=light", 5), "no", "after armour");
    assert_eq!((critical("str=9; helmet=yes", 5), critical("str=9; helmet=yes", 6)), ("no".into(), "yes".into()));
}

/// The page's example in full: losing 4 of 9 at once leaves 5 and is not critical; half of 9 rounded up is 5.
#[test]
fn c6_half_is_rounded_up() {
    let table = hit("str=9", &[(8, 4)]);
    assert_eq!((table.read("Bandit", "health"), table.read("Bandit", "incapacitated")), ("5".into(), "no".into()));
}

/// C7: without health one is dying, and dead at the end of the next round.
#[test]
fn c7_dying_and_dead() {
    let mut table = hit("str=9; health=2", &[(8, 3)]);
    assert_eq!((table.read("Bandit", "dying"), table.read("Bandit", "health")), ("yes".into(), "0".into()));
    table.act("Theobald", "end");
    table.pass("Players");
    assert_eq!((table.round(), table.read("Bandit", "dead")), (2, "no".into()));
    table.pass("Players");
    assert_eq!(table.read("Bandit", "dead"), "yes");
    table.assert_heard("Bandit dies of their wounds.");
}

/// C8: damage of at least STR at once kills. (A19, that who has no health left is harmed only by that: `c08-killed.play`.)
#[test]
fn c8_killed_on_the_spot() {
    let table = hit("str=6", &[(8, 6)]);
    assert_eq!(table.read("Bandit", "dead"), "yes");
    table.assert_heard("Bandit is killed on the spot.");
}

/// C7: anyone who recovers health is stable, still down, and keeps an injury.
#[test]
fn c7_recovery() {
    let saved = |dice: &[(u16, u16)]| {
        let mut table = hit("", &[(8, 1)]);
        table.set("Theobald", "dying", "yes");
        table.pass("Bandits");
        table.dice(dice);
        table.act("Sybilla", "use with=healing draught; target=Theobald");
        table
    };
    let scar = saved(&[(6, 1)]);
    assert_eq!((scar.read("Theobald", "health"), scar.read("Theobald", "stable")), ("4".into(), "yes".into()));
    assert_eq!((scar.read("Theobald", "dying"), scar.read("Theobald", "incapacitated")), ("no".into(), "yes".into()));
    assert_eq!(scar.read("Theobald", "injuries"), "scar");
    let weak = saved(&[(6, 2), (4, 3)]);
    assert_eq!(
        (weak.read("Theobald", "str"), weak.read("Theobald", "health"), weak.read("Theobald", "max-health")),
        ("5".into(), "1".into(), "5".into())
    );
    assert_eq!(saved(&[(6, 3), (4, 3)]).read("Theobald", "wit"), "5");
    let lame = saved(&[(6, 4), (4, 1)]);
    assert_eq!((lame.read("Theobald", "agi"), lame.read("Theobald", "hobbled")), ("7".into(), "yes".into()));
    let arm = saved(&[(6, 5), (2, 2)]);
    assert_eq!(
        (arm.read("Theobald", "primary arm injury"), arm.read("Theobald", "in-hand")),
        ("yes".into(), "none".into())
    );
    assert_eq!(saved(&[(6, 5), (2, 1)]).read("Theobald", "secondary arm injury"), "yes");
    assert_eq!(saved(&[(6, 6)]).read("Theobald", "eye injury"), "yes");
}

/// C9: a second eye makes blind; the blind fight hand to hand with a WIT save and do not shoot.
#[test]
fn c9_the_blind() {
    let mut table = Table::duel("wit=5; weapons=axe: martial hand", "");
    table.set("Theobald", "blind", "yes");
    table.dice(&[(20, 6)]);
    table.act("Theobald", "attack target=Bandit");
    table.assert_heard("misses");
    let mut archer = Table::duel("weapons=bow: missile great", "");
    archer.set("Theobald", "blind", "yes");
    assert!(archer.refused("Theobald", "attack target=Bandit; with=bow").contains("blind"));
}

/// C13: an injured arm holds nothing that could be struck with.
#[test]
fn c13_a_useless_arm() {
    let mut table = Table::duel("weapons=axe: martial hand, dagger: simple hand", "");
    table.set("Theobald", "primary arm injury", "yes");
    assert!(table.refused("Theobald", "attack target=Bandit; with=axe").contains("in hand. Equip first"));
    table.act("Theobald", "attack target=Bandit; with=dagger");
    table.dice(&[(4, 2), (4, 3)]);
    table.defaults();
}

/// Anyone who is down cannot act, and their side passes for want of anyone.
#[test]
fn the_down_do_not_act() {
    let mut table = hit("str=9", &[(8, 5)]);
    table.act("Theobald", "end");
    assert!(table.refused("Bandit", "say text=Ow").contains("is down"));
    assert_eq!(table.may_act(), ["Sybilla"]);
}
