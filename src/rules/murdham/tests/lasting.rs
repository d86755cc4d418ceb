//! What outlives a fight, how it comes into a sheet that somebody has changed meanwhile, and what a rest gives back.

use super::{Table, pairs};
use crate::{
    engine::Scripted,
    rules::{Change, Session, System},
};

fn lasts(table: &Table, who: &str) -> Vec<String> {
    table.fight.lasting(table.id(who)).expect(who).changes.iter().map(Change::words).collect()
}

fn change(field: &str, from: &str, to: &str) -> Change {
    Change { field: field.to_owned(), from: from.to_owned(), to: to.to_owned() }
}

/// Health and what was used up last; what lies about is picked up again; who went out incapacitated joins so.
#[test]
fn health_items_and_gear_last() {
    let mut table = Table::new("");
    table.pc("Theobald", "str=9; weapons=axe: martial hand, acid vial; shield=yes; items=healing draught x2");
    table.foe("Bandit", "weapons=club: simple hand");
    table.board("zones=Gate");
    for who in ["Theobald", "Bandit"] {
        table.place(who, "Gate");
    }
    table.initiative("Players");
    table.begin();
    assert_eq!(lasts(&table, "Theobald"), Vec::<String>::new(), "nothing has happened");
    table.set("Theobald", "health", "3");
    table.act("Theobald", "put-down with=axe");
    assert_eq!(lasts(&table, "Theobald"), ["health: 9, now 3"], "what lies there is picked up");
    table.set("Theobald", "items", "healing draught");
    table.set("Theobald", "incapacitated", "yes");
    let all = ["health: 9, now 3", "items: healing draught x2, now healing draught x1", "plight: well, now critical"];
    assert_eq!(lasts(&table, "Theobald"), all);
    let lasting = table.fight.lasting(table.id("Theobald")).expect("he is there");
    assert_eq!(lasting.words, ["Theobald is incapacitated until the end of the stretch."]);
    let judge = System::Murdham.open(&[]).expect("a fight");
    let before = judge
        .check_sheet(None, &pairs("str=9; weapons=axe: martial hand, acid vial; shield=yes; items=healing draught x2"));
    let merged = judge.merge(&before.expect("a sheet"), &lasting.changes);
    assert_eq!(merged.left, vec![]);
    let mut next = Table::new("");
    let fields: Vec<String> = merged.fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    next.pc("Theobald", &fields.join("; "));
    assert_eq!((next.read("Theobald", "health"), next.read("Theobald", "incapacitated")), ("3".into(), "yes".into()));
}

/// What somebody else picks up is theirs from then on, and nobody has it twice.
#[test]
fn gear_that_changes_hands_stays_one() {
    let mut table = Table::new("");
    table.pc("Theobald", "weapons=axe: martial hand");
    table.pc("Sybilla", "");
    table.foe("Bandit", "");
    table.board("zones=Gate");
    for who in ["Theobald", "Sybilla", "Bandit"] {
        table.place(who, "Gate");
    }
    table.initiative("Players");
    table.begin();
    table.act("Theobald", "put-down with=axe");
    table.act("Theobald", "end");
    table.pass("Bandits");
    table.act("Sybilla", "pick-up with=axe");
    assert_eq!(lasts(&table, "Theobald"), ["weapons: axe: martial hand, now nothing"]);
    assert_eq!(lasts(&table, "Sybilla"), ["weapons: nothing, now axe: martial hand"]);
}

/// Field by field: what the owner has changed meanwhile stays theirs and is named; a sheet that would be none is not made.
#[test]
fn a_sheet_changed_meanwhile_is_merged_field_by_field() {
    let judge = System::Murdham.open(&[]).expect("a fight");
    let sheet = |typed: &str| judge.check_sheet(None, &pairs(typed)).expect("a sheet");
    let fought = [change("health", "9", "4"), change("items", "healing draught x2", "")];
    let merged = judge.merge(&sheet("str=9; wit=12; items=healing draught x2"), &fought);
    assert_eq!((merged.written.len(), merged.left.len()), (2, 0));
    assert_eq!(merged.fields, sheet("str=9; wit=12; health=4"));
    let merged = judge.merge(&sheet("str=9; health=8; items=healing draught x2"), &fought);
    assert_eq!(merged.left, [(change("health", "9", "4"), "8".to_owned())]);
    assert_eq!(merged.fields, sheet("str=9; health=8"));
    let merged = judge.merge(&sheet("str=3"), &[change("health", "3", "5"), change("armour", "none", "light")]);
    assert_eq!(merged.left, [(change("health", "3", "5"), "3".to_owned())], "health above STR is no sheet");
    assert_eq!(merged.fields, sheet("str=3; armour=light"));
    let twice = judge.merge(&merged.fields, &merged.written);
    assert_eq!(twice.fields, merged.fields, "writing what is written changes nothing");
}

/// D1, D2, C6: ten minutes end the stretch; a night gives health back; the dead do not rest; an unknown kind is refused by name.
#[test]
fn rests_give_back_what_they_say() {
    let judge = System::Murdham.open(&[]).expect("a fight");
    let sheet = |typed: &str| judge.check_sheet(None, &pairs(typed)).expect("a sheet");
    let rest = |typed: &str, kind: &str| {
        let rested = judge.rest(&sheet(typed), kind, &mut Scripted::default()).expect("a rest");
        (rested.changes.iter().map(Change::words).collect::<Vec<_>>(), rested.words)
    };
    let hurt = "str=9; health=2; plight=critical";
    assert_eq!(rest(hurt, "stretch"), (vec!["plight: critical, now well".to_owned()], vec![]));
    let whole = vec!["health: 2, now 9".to_owned(), "plight: critical, now well".to_owned()];
    assert_eq!(rest(hurt, "night"), (whole.clone(), vec![]));
    assert_eq!(rest(hurt, "Week"), (whole, vec![]));
    assert_eq!(rest("health=0; plight=dead", "week"), (vec![], vec!["The dead do not rest.".to_owned()]));
    let unknown = judge.rest(&sheet(""), "year", &mut Scripted::default()).unwrap_err();
    assert!(unknown.text.contains("no kind of rest called"), "{}", unknown.text);
}
