//! Sheets, values by their names, boards, options, orders.

use super::Table;
use crate::{
    engine::{
        Seat,
        space::zones::{BorderId, ZoneId, ZonePlace, Zones},
        view::Viewer,
    },
    rules::{
        Session,
        murdham::{
            Murdham,
            model::{board, sheet},
            values,
        },
        tests::read_sheet,
    },
};

/// Every problem at once, each with its field.
#[test]
fn a_sheet_with_errors_gets_all_of_them() {
    let problems = read_sheet::<Murdham>(&[
        ("wit", "0"),
        ("str", "20"),
        ("agi", "quick"),
        ("weapons", "spoon"),
        ("armour", "mithril"),
        ("skills", "Juggling"),
        ("items", "rope"),
        ("helmet", "maybe"),
        ("luck", "3"),
    ])
    .unwrap_err();
    let fields: Vec<&str> = problems.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(fields, ["wit", "str", "agi", "weapons", "armour", "skills", "items", "helmet", "luck"]);
    assert!(problems[3].1.contains("martial great"), "it says which kinds there are");
    assert_eq!(read_sheet::<Murdham>(&[("str", "5"), ("health", "6")]).unwrap_err()[0].0, "health");
}

/// What was read is written, and reads back the same.
#[test]
fn a_sheet_reads_back() {
    let typed = [
        ("weapons", "axe: martial hand, sling: missile hand indirect, simple hand"),
        ("shield", "yes"),
        ("skills", "fast_dodge, Quick Draw"),
        ("items", "healing draught x2"),
        ("helmet", "yes"),
        ("health", "3"),
        ("concealed", "yes"),
    ];
    let sheet = read_sheet::<Murdham>(&typed).unwrap();
    assert_eq!(sheet::read(&sheet::fields(&sheet)).unwrap(), sheet);
}

/// The first weapons that the hands allow are in hand; a shield goes on the other arm; two shields fill both.
#[test]
fn hands_hold_what_they_can() {
    let hold = |fields: &str| {
        let mut table = Table::new("");
        table.foe("Bandit", fields);
        table.read("Bandit", "in-hand")
    };
    assert_eq!(hold("weapons=axe: martial hand, bow: missile great"), "axe");
    assert_eq!(hold("weapons=bow: missile great, axe: martial hand; shield=yes"), "bow");
    assert_eq!(hold("weapons=axe: martial hand, dagger: simple hand; shield=yes"), "axe, shield");
    assert_eq!(hold("weapons=axe: martial hand, dagger: simple hand"), "axe, dagger");
    assert_eq!(hold("weapons=axe: martial hand; shield=2"), "shield, shield 2");
    assert_eq!(hold(""), "none");
}

/// C14: a player's character is human unless the sheet says otherwise or the table does not mind.
#[test]
fn c14_players_are_human() {
    let mut table = Table::new("");
    let seat = Some(Seat(7));
    assert!(table.join("Ogre", "Players", seat, "str=16").unwrap_err().contains("above 15"));
    table.join("Ogre", "Players", seat, "str=16; folk=other").unwrap();
    table.join("Troll", "Bandits", None, "str=19").unwrap();
    let mut free = Table::new("humans=off");
    free.join("Ogre", "Players", seat, "str=16").unwrap();
}

/// Every value that the page documents can be read, and those that make sense can be set.
#[test]
fn values_are_read_and_set_by_name() {
    let mut table = Table::brawl();
    for (field, value) in [
        ("health", "3"),
        ("max-health", "12"),
        ("wit", "4"),
        ("str", "5"),
        ("agi", "6"),
        ("armour", "heavy"),
        ("helmet", "yes"),
        ("cover", "yes"),
        ("concealment", "yes"),
        ("barrier", "yes"),
        ("unaware", "yes"),
        ("challenging", "yes"),
        ("penetrating", "yes"),
        ("enhanced", "yes"),
        ("impaired", "yes"),
        ("visible", "no"),
        ("hobbled", "yes"),
        ("eye injury", "yes"),
        ("weapons", "spear: martial great"),
        ("items", "healing draught x3"),
        ("concealed", "yes"),
        ("dying", "yes"),
        ("stable", "yes"),
        ("dead", "yes"),
    ] {
        table.set("Theobald", field, value);
        let wanted = if field == "weapons" { "spear" } else { value };
        assert_eq!(table.read("Theobald", field), wanted, "{field}");
    }
    for field in ["turn", "main", "bonus", "move", "place", "acted", "reacted", "in-hand", "orders", "injuries", "fast"]
    {
        table.read("Sybilla", field);
    }
    let facts = values::set(table.fight.log().now().now(), table.id("Sybilla"), "luck", "3");
    assert!(facts.unwrap_err().contains("luck"));
    assert!(table.fight.read(table.id("Sybilla"), "luck").is_none());
}

/// A board is read with its doorways and walls; what is wrong with it is said.
#[test]
fn boards_are_read() {
    let board = |zones: &str, borders: &str| {
        let fields = [("zones".to_owned(), zones.to_owned()), ("borders".to_owned(), borders.to_owned())];
        board::board(&Zones::default(), &fields)
    };
    let place = board("Gate, Yard (2), Tower (dark)", "Gate-Yard, Yard-Tower (doorway), Tower-Gate (closed)").unwrap();
    assert_eq!((place.zones[1].holds, place.borders[1].holds, place.borders[2].closed), (2, 1, true));
    assert_eq!(place.zones[2].traits, ["dark"]);
    for (zones, borders, part) in [
        ("", "", "1 to 40 zones"),
        ("Gate, gate", "", "Two zones"),
        ("Gate, Yard", "Gate-Hall", "isn\u{2019}t a border"),
        ("Gate, Yard", "Gate-Yard, Yard-Gate", "already"),
        ("Gate, Yard", "Gate-Yard (lava)", "lava"),
    ] {
        assert!(board(zones, borders).unwrap_err().contains(part), "{zones} | {borders}");
    }
}

/// What lies in a place is read with the board or laid out afterwards, kind by kind; the rest of the board stays.
#[test]
fn boards_have_features() {
    let board = |now: &Zones, fields: &[(&str, &str)]| {
        let fields: Vec<_> = fields.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect();
        board::board(now, &fields)
    };
    let drawn = [
        ("zones", "Gate (6, dark, hazard: pit), Yard, Hall"),
        ("borders", "Gate-Yard (doorway, cover), Yard-Hall"),
        ("hazards", "Yard: brazier, Yard-Hall: caltrops"),
    ];
    let place = board(&Zones::default(), &drawn).unwrap();
    assert_eq!((place.zones[0].holds, place.zones[0].traits.as_slice()), (6, ["dark".to_owned()].as_slice()));
    assert_eq!(place.zones[1].traits, ["hazard: brazier"]);
    assert_eq!((place.borders[0].holds, place.borders[0].traits.as_slice()), (1, ["cover".to_owned()].as_slice()));
    assert_eq!(place.hazards(ZonePlace::In(ZoneId(1))), ["brazier"]);
    assert_eq!(place.hazards(ZonePlace::On(BorderId(1))), ["caltrops", "brazier"]);
    let later = board(&place, &[("cover", "Hall: pillars, Yard"), ("hazards", "none")]).unwrap();
    assert_eq!(later.zones.iter().map(|it| it.traits.len()).collect::<Vec<_>>(), [1, 1, 1]);
    assert_eq!((later.zones[2].traits[0].as_str(), later.borders[0].traits.len()), ("cover: pillars", 0));
    assert_eq!(board(&place, &[("borders", "Gate-Hall")]).unwrap().borders.len(), 1);
    for (field, value, part) in [
        ("hazards", "Cellar: pit", "isn\u{2019}t a zone or border"),
        ("hazards", "Yard: a pit that is so deep that nobody has ever seen the bottom", "40 characters"),
        ("lava", "Yard", "not \u{201c}lava\u{201d}"),
    ] {
        assert!(board(&place, &[(field, value)]).unwrap_err().contains(part), "{field}={value}");
    }
}

/// Orders answer in advance and say so; "ask me" takes them back.
#[test]
fn orders_answer_in_advance() {
    let mut table = Table::brawl();
    table.order("Theobald", "always dodge");
    table.order("Sybilla", "never ask me to guard");
    table.pass("Players");
    table.dice(&[(20, 3)]);
    table.act("Bandit 1", "attack target=Theobald");
    assert_eq!(table.prompts(), vec![]);
    table.assert_heard("Theobald dodges (standing order).");
    table.act("Bandit 1", "end");
    table.order("Sybilla", "ask me");
    table.order("Sybilla", "always counter");
    table.pass("Players");
    table.dice(&[(4, 1), (4, 2)]);
    table.act("Bandit 2", "attack target=Sybilla");
    assert_eq!((table.read("Sybilla", "health"), table.read("Bandit 2", "health")), ("7".into(), "6".into()));
    assert_eq!(table.read("Sybilla", "orders"), "always counter");
}

/// Bad options are refused with what there is.
#[test]
fn options_are_checked() {
    let bad = [("fat", "maybe"), ("full-move", "7"), ("moral", "on")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    let problems = crate::rules::Fight::<super::Murdham>::open(&bad).map(|_| ()).unwrap_err();
    assert_eq!(problems.len(), 3);
    assert!(problems[2].1.contains("chaos-for"));
}

/// A foe's numbers are shown to nobody but the GM: not in a line, not in a roll, not on a button, not in the scene.
#[test]
fn strangers_learn_no_numbers_of_foes() {
    let mut table = Table::brawl();
    table.set("Bandit 1", "agi", "13");
    table.act("Theobald", "attack target=Bandit 1");
    assert!(table.offers("Bandit 1").iter().all(|it| !it.contains("13")));
    table.dice(&[(20, 17), (6, 3)]);
    table.press("Bandit 1", "Dodge");
    assert!(table.told.iter().all(|it| !it.contains("13") && !it.contains("5/8")), "{:?}", table.told);
    assert!(table.secret.iter().any(|it| it.contains("AGI 13")), "{:?}", table.secret);
    assert!(table.secret.iter().any(|it| it.contains("5/8 health left")), "{:?}", table.secret);
    let scene = table.fight.scene(Viewer::Everyone);
    assert_eq!(scene.sides[1].members[0].vitals, vec![(String::new(), "hurt".to_owned())]);
}
