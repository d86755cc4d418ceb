//! What outlives a fight, how it comes into a sheet that a combatant has changed meanwhile, and what a rest gives back.

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
    assert_eq!(lasts(&table, "Theobald"), ["health: was 9, is now 3"], "what lies there is picked up");
    table.set("Theobald", "items", "healing draught");
    table.set("Theobald", "incapacitated", "yes");
    let all = [
        "health: was 9, is now 3",
        "items: was healing draught x2, is now healing draught x1",
        "plight: was well, is now critical",
    ];
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

/// What someone else picks up is theirs from then on, and nobody has it twice.
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
    assert_eq!(lasts(&table, "Theobald"), ["weapons: was axe: martial hand, is now nothing"]);
    assert_eq!(lasts(&table, "Sybilla"), ["weapons: was nothing, is now axe: martial hand"]);
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
    assert_eq!(rest(hurt, "stretch"), (vec!["plight: was critical, is now well".to_owned()], vec![]));
    let whole = vec!["health: was 2, is now 9".to_owned(), "plight: was critical, is now well".to_owned()];
    assert_eq!(rest(hurt, "night"), (whole.clone(), vec![]));
    assert_eq!(rest(hurt, "Week"), (whole, vec![]));
    assert_eq!(rest("health=0; plight=dead", "week"), (vec![], vec!["The dead do not rest.".to_owned()]));
    let unknown = judge.rest(&sheet(""), "year", &mut Scripted::default()).unwrap_err();
    assert!(unknown.text.contains("no kind of rest called"), "{}", unknown.text);
}

/// R49, C9, C15: damaged gear, injuries with what they cost, and omens are on the sheet that lasts; a week heals what is not for ever.
#[test]
fn wear_injuries_and_omens_last() {
    let typed = "str=9; agi=9; weapons=axe: martial hand; armour=heavy; shield=yes; helmet=yes";
    let mut table = Table::new("durability=off; morale=off");
    table.pc("Theobald", typed);
    table.foe("Bandit", "str=15; weapons=pole: martial great");
    table.initiative("Bandits");
    table.begin();
    for thing in ["axe", "armour", "shield"] {
        table.set("Theobald", "damaged", thing);
    }
    // Eleven before armour: the shield is gone; nine of it would kill, but for an omen, which leaves a permanent injury.
    table.dice(&[(8, 8), (8, 4)]);
    table.act("Bandit", "attack target=Theobald");
    table.press("Theobald", "Take the hit");
    table.dice(&[(6, 4), (4, 2)]);
    table.press("Theobald", "Use an omen to survive");
    let lasting = [
        "health: was 9, is now 1",
        "weapons: was axe: martial hand, is now axe: martial hand damaged",
        "armour: was heavy, is now heavy damaged",
        "shield: was 1, is now 0",
        "omens: was usual, is now 1",
        "injuries: was nothing, is now lamed 2 permanent",
        "plight: was well, is now critical",
    ];
    assert_eq!(lasts(&table, "Theobald"), lasting);
    assert_eq!(table.read("Theobald", "agi"), "7");

    let judge = System::Murdham.open(&[]).expect("a fight");
    let before = judge.check_sheet(None, &pairs(typed)).expect("a sheet");
    let changes = table.fight.lasting(table.id("Theobald")).expect("he is there").changes;
    let mut merged = judge.merge(&before, &changes);
    assert_eq!(merged.left, vec![]);
    let mut next = Table::new("");
    let fields: Vec<String> = merged.fields.iter().map(|(name, value)| format!("{name}={value}")).collect();
    next.pc("Theobald", &fields.join("; "));
    let read = |field: &str| next.read("Theobald", field);
    assert_eq!((read("agi"), read("damaged"), read("omens")), ("7".into(), "axe, armour".into(), "1".into()));
    assert_eq!((read("hobbled"), read("shield"), read("health")), ("yes".into(), "0".into(), "1".into()));

    // What is for ever stays; what is not heals in a week, and the ability with it. Omens come back, damaged things stay damaged.
    let injuries = merged.fields.iter_mut().find(|it| it.0 == "injuries").expect("the field");
    injuries.1 = "lamed 2 permanent, weakened 3, eye, scar".to_owned();
    let rested = judge.rest(&merged.fields, "week", &mut Scripted::default()).expect("a rest");
    let changes: Vec<String> = rested.changes.iter().map(Change::words).collect();
    let healed = [
        "health: was 1, is now 9",
        "omens: was 1, is now 2",
        "injuries: was lamed 2 permanent, weakened 3, eye, scar, is now lamed 2 permanent, scar",
        "plight: was critical, is now well",
    ];
    assert_eq!(changes, healed);
}

/// What is typed of a sheet is written as it is read: how things are made, injuries, omens.
#[test]
fn what_lasts_is_typed_as_it_is_read() {
    let judge = System::Murdham.open(&[]).expect("a fight");
    let sheet = |typed: &str| judge.check_sheet(None, &pairs(typed));
    let whole = "armour=light robust; shield=yes, damaged; helmet=damaged; omens=0; injuries=scar, dazed 2; \
                 weapons=axe: martial hand robust damaged, stool: improvised great, bow: missile great indirect fragile";
    let fields = sheet(whole).expect("a sheet");
    let value = |name: &str| fields.iter().find(|it| it.0 == name).map(|it| it.1.as_str()).expect("a field");
    assert_eq!(value("armour"), "light robust");
    assert_eq!(value("shield"), "1, 1 damaged");
    assert_eq!(value("helmet"), "yes damaged");
    assert_eq!(value("injuries"), "scar, dazed 2");
    let arms = "axe: martial hand robust damaged, stool: improvised great, bow: missile great indirect fragile";
    assert_eq!(value("weapons"), arms);
    assert_eq!(judge.check_sheet(None, &fields).expect("it is a sheet"), fields);
    for (bad, part) in [
        ("injuries=hangover", "is no injury"),
        ("injuries=eye 2", "costs no ability"),
        ("str=3; injuries=weakened 3", "nobody lives so"),
        ("omens=many", "0 to 9"),
        ("shield=yes, yes, yes", "2 shields"),
    ] {
        let why = sheet(bad).expect_err(bad).text;
        assert!(why.contains(part), "{bad}: {why}");
    }
}
