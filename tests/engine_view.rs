//! What may be seen: nobody who is hidden shows in anything that strangers see, their own side and the GM see them, and a sealed
//! answer shows to nobody. Played with the toy of instants.

mod common;
mod toys;

use common::{
    GM, Table, c,
    instant_fights::{ActFaces, fight_of, order},
    newcomer, player, seat, side,
};
use toys::instants::{Action, Choice, Duel, Here, Note, Options, Rule, Sheet, StandingOrder};
use umpire::engine::{
    ClockOn, Controller, Die, Input, Keep, Modifier, Roll, Seat, SideId, TableFact, Target, TurnClock, Wording,
    encounter::Effect,
    view::{Audience, Viewer, scene},
};

/// Ana and Dov on one side, Ben and Cat on the other; Cat is hidden.
fn with_cat_hidden() -> Table<Duel> {
    let mut table = fight_of(&[1, 2, 2, 1], Options::default());
    table.patch(vec![TableFact::Hid { who: c(3), hidden: true }]);
    table
}

const STRANGERS: [Viewer; 4] =
    [Viewer::Everyone, Viewer::Side(SideId(1)), Viewer::Seat(Seat(11)), Viewer::Seat(Seat(99))];
const FRIENDS: [Viewer; 4] = [Viewer::Gm, Viewer::Side(SideId(2)), Viewer::Seat(Seat(12)), Viewer::Seat(Seat(13))];

/// The whole scene as text, in which no name or number can hide.
fn text(table: &Table<Duel>, viewer: Viewer) -> String {
    serde_json::to_string(&scene(table.now(), viewer)).expect("a scene is a plain value")
}

fn hidden_from_strangers(table: &Table<Duel>) {
    for viewer in STRANGERS {
        let scene = scene(table.now(), viewer);
        assert!(!text(table, viewer).contains("Cat"), "{viewer:?} reads of her: {}", text(table, viewer));
        assert!(!scene.may_act.contains(&c(3)));
        assert!(scene.sides.iter().flat_map(|it| &it.members).all(|it| it.id != c(3)));
    }
    for viewer in FRIENDS {
        assert!(text(table, viewer).contains("Cat"), "{viewer:?} knows of her");
    }
}

/// Between actions: in no list, place, clock or sentence of the system.
#[test]
fn the_hidden_show_in_no_scene_of_strangers() {
    let mut table = with_cat_hidden();
    hidden_from_strangers(&table);
    table.patch(vec![
        TableFact::Placed { who: c(3), at: Some(Here(0)) },
        TableFact::Placed { who: c(2), at: Some(Here(0)) },
    ]);
    hidden_from_strangers(&table);
    assert_eq!(scene(table.now(), Viewer::Everyone).places, ["here: Ben"]);
    assert_eq!(scene(table.now(), Viewer::Gm).places, ["here: Ben, Cat"]);
    let clock = |who| TableFact::ClockSet(Some(TurnClock { on: ClockOn::Combatant(who), left_ms: 5_000 }));
    table.patch(vec![clock(c(3))]);
    hidden_from_strangers(&table);
    assert_eq!(scene(table.now(), Viewer::Gm).clock, Some(("Cat".to_owned(), 5_000)));
    table.patch(vec![clock(c(2))]);
    assert_eq!(scene(table.now(), Viewer::Everyone).clock, Some(("Ben".to_owned(), 5_000)));
    table.act(1, Action::Wait);
    table.act(4, Action::Wait); // now it's her side's step, and she can act
    hidden_from_strangers(&table);
    assert!(text(&table, Viewer::Seat(seat(2))).contains("Next: Ben, Cat"));
    assert!(text(&table, Viewer::Everyone).contains("Next: Ben\""));
}

/// While something is asked: a question to her doesn't exist for strangers, and one to her friend doesn't reveal her name.
#[test]
fn the_hidden_show_in_no_question_that_strangers_see() {
    let mut table = with_cat_hidden();
    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    hidden_from_strangers(&table);
    let labels = |viewer| scene(table.now(), viewer).prompts[0].labels.clone();
    assert_eq!(labels(Viewer::Everyone), ["Take it", "Parry", "Hide behind somebody unseen"]);
    assert_eq!(labels(Viewer::Seat(seat(2))), ["Take it", "Parry", "Hide behind Cat"]);
    table.answer(2, Choice::HideBehind(c(3)));
    hidden_from_strangers(&table);
    for viewer in STRANGERS {
        assert_eq!(scene(table.now(), viewer).prompts, []);
    }
    for viewer in FRIENDS {
        assert_eq!(scene(table.now(), viewer).prompts[0].seats, [seat(3)]);
    }
}

/// When one of the GM's foes is asked, strangers learn that it's asked and until when, but neither what about nor what it could do.
#[test]
fn what_foes_could_do_is_not_for_strangers() {
    let mut table = Table::<Duel>::new(Options::default(), Default::default());
    table.patch(vec![side(1, "Red"), side(2, "Blue")]);
    let sheet = || Sheet { hp: 10, armour: 12 };
    table.ok(player(1), Input::Join(Box::new(newcomer("Ana", 1, sheet(), Some(seat(1))))));
    table.ok(GM, Input::Join(Box::new(newcomer("Ben", 2, sheet(), None))));
    table.begin();
    table.act_faces(&[(20, 15)], 1, Action::Attack(c(2)));
    for viewer in [Viewer::Everyone, Viewer::Side(SideId(1)), Viewer::Seat(seat(1))] {
        let asked = scene(table.now(), viewer).prompts.remove(0);
        assert_eq!((asked.to_name.as_str(), asked.ask.as_str(), asked.labels), ("Ben", "", vec![]), "{viewer:?}");
    }
    for viewer in [Viewer::Gm, Viewer::Side(SideId(2))] {
        assert_eq!(scene(table.now(), viewer).prompts[0].labels, ["Take it", "Parry"], "{viewer:?}");
    }
}

/// A line for a side is read by its players and the GM, one for the GM by nobody else; what's told about hidden combatants is such a line.
#[test]
fn lines_are_read_by_those_they_are_for() {
    let mut table = with_cat_hidden();
    table.patch(vec![TableFact::Hid { who: c(2), hidden: true }]);
    order(&mut table, 2, vec![StandingOrder::NeverAsk]);
    order(&mut table, 3, vec![StandingOrder::NeverAsk]);
    let row = table.ok(GM, Input::Patch(vec![TableFact::System(Note::Hurt { who: c(3), by: 2 })]));
    let Effect::Ran { records, .. } = row.effect else { panic!("a patch runs") };
    let fight = table.fight();
    let lines = Duel::story_lines(fight, &records);
    assert_eq!(lines.len(), 1);
    for (viewers, reads) in [(STRANGERS, false), (FRIENDS, true)] {
        assert!(viewers.iter().all(|it| it.may_read(fight, lines[0].audience) == reads));
    }
    for viewer in STRANGERS.into_iter().chain(FRIENDS) {
        assert_eq!(viewer.may_read(fight, Audience::Gm), viewer == Viewer::Gm);
        assert!(viewer.may_read(fight, Audience::Everyone));
        let own = matches!(viewer, Viewer::Gm | Viewer::Seat(Seat(12)));
        assert_eq!(viewer.may_read(fight, Audience::Seat(seat(2))), own);
    }
}

/// Exact numbers are for the combatant's own side and the GM, and for players' characters for everyone; of the GM's foes, strangers see a
/// word.
#[test]
fn strangers_see_a_word_where_friends_see_the_number() {
    let mut table = fight_of(&[1, 2, 2], Options::default());
    let ogre = common::newcomer("Ogre", 2, toys::instants::Sheet { hp: 9, armour: 5 }, None);
    table.ok(GM, Input::Join(Box::new(ogre)));
    table.patch(vec![TableFact::System(Note::Hurt { who: c(4), by: 2 })]);
    let vitals = |viewer| {
        let scene = scene(table.now(), viewer);
        let all: Vec<_> = scene.sides.into_iter().flat_map(|it| it.members).map(|it| it.vitals[0].clone()).collect();
        (all[1].1.clone(), all[3].clone())
    };
    let word = (String::new(), "hurt".to_owned());
    let number = ("health".to_owned(), "7/9".to_owned());
    for (viewer, ogre) in [
        (Viewer::Everyone, &word),
        (Viewer::Seat(seat(1)), &word),
        (Viewer::Side(SideId(1)), &word),
        (Viewer::Seat(seat(2)), &number),
        (Viewer::Gm, &number),
    ] {
        let ben = if viewer == Viewer::Side(SideId(1)) { "well" } else { "10/10" };
        assert_eq!(vitals(viewer), (ben.to_owned(), ogre.clone()), "{viewer:?}");
    }
}

/// A player whose character the GM plays for a while still sees it, and what its side sees.
#[test]
fn an_absent_player_still_sees_their_own() {
    let mut table = fight_of(&[1, 2, 1], Options::default());
    table.patch(vec![
        TableFact::Hid { who: c(2), hidden: true },
        TableFact::ControlPassed { who: c(2), to: Controller::Gm },
    ]);
    assert!(text(&table, Viewer::Seat(seat(2))).contains("Ben"));
    assert!(Viewer::Seat(seat(2)).may_read(table.fight(), Audience::Side(SideId(2))));
    assert!(!text(&table, Viewer::Seat(seat(1))).contains("Ben"));
}

/// A sealed answer shows to nobody, not even to the GM: only that there is one.
#[test]
fn a_sealed_answer_shows_to_nobody() {
    let scenes = |choice: Choice| {
        let mut table = fight_of(&[1, 2, 2], Options::default());
        table.act(1, Action::Blast);
        table.answer(3, choice);
        assert!(scene(table.now(), Viewer::Everyone).prompts[1].answered);
        STRANGERS.into_iter().chain(FRIENDS).map(|it| scene(table.now(), it)).collect::<Vec<_>>()
    };
    assert_eq!(scenes(Choice::Brace), scenes(Choice::TakeIt));
}

/// A scene can be drawn of whatever the GM has made of the fight by hand, including sides and people that don't exist.
#[test]
fn a_scene_can_be_drawn_of_anything() {
    let mut table = with_cat_hidden();
    for on in [ClockOn::Side(SideId(9)), ClockOn::Combatant(c(9))] {
        table.patch(vec![TableFact::ClockSet(Some(TurnClock { on, left_ms: i64::MAX })), TableFact::SideUp(SideId(9))]);
        for viewer in STRANGERS.into_iter().chain(FRIENDS) {
            scene(table.now(), viewer);
        }
    }
    assert!(table.put(player(1), Input::pass(SideId(9))).is_err());
}

/// A roll is one equation: dice of a kind together, every modifier by its name, a total only where there is something to add.
#[test]
fn a_roll_is_an_equation() {
    let die = |sides, face: u16| Die { sides, faces: vec![face], counts: i32::from(face), kept: true };
    let by = |name: &str, by| Modifier { name: name.to_owned(), by };
    let roll = |dice, keep, modifiers| Roll::<Duel>::total(None, Rule::Damage, "test", dice, keep, modifiers);
    let at_least = |name: &str, number| Target::AtLeast { name: name.to_owned(), number };
    let (all, lowest) = (Keep::All, Keep::Lowest);

    assert_eq!(roll(vec![die(20, 5)], all, vec![]).equation(), "d20 (5)");
    let added = roll(vec![die(6, 3), die(6, 5)], all, vec![by("aim", 2)]);
    assert_eq!(
        added.clone().against(at_least("difficulty", 8)).equation(),
        "2d6 (3, 5) + 2 aim = 10 vs 8 (difficulty)"
    );
    assert_eq!(added.clone().against(at_least("AC", 12)).equation(), "2d6 (3, 5) + 2 aim = 10 vs AC 12");
    assert_eq!(added.against(at_least("test", 12)).equation(), "2d6 (3, 5) + 2 aim = 10 vs 12");
    let mixed = roll(vec![die(8, 3), die(6, 5)], all, vec![by("shield", -2)]);
    assert_eq!(mixed.equation(), "d8 (3) + d6 (5) \u{2212} 2 shield = 6");
    assert_eq!(roll(vec![die(20, 15), die(20, 7)], lowest, vec![]).equation(), "2d20 (15, 7; lower 7)");
    let three = roll(vec![die(6, 2), die(6, 6), die(6, 1)], Keep::Highest, vec![by("aim", 1)]);
    assert_eq!(three.equation(), "3d6 (2, 6, 1; highest 6) + 1 aim = 7");
    assert_eq!(roll(vec![die(8, 4), die(6, 5)], Keep::Highest, vec![]).equation(), "(d8 (4), d6 (5); higher 5)");
    let apart = |sides, face| Die { kept: false, ..die(sides, face) };
    let mut beside = roll(vec![die(6, 4), die(6, 5)], all, vec![]);
    beside.dice.insert(0, apart(6, 2));
    assert_eq!(beside.equation(), "d6 (2) not kept, 2d6 (4, 5) = 9");
    let success = |face| Die { counts: i32::from(face == 6), ..die(6, face) };
    let pool = roll(vec![success(3), success(3), success(6)], all, vec![]).against(at_least("successes", 2));
    assert_eq!(pool.equation(), "3d6 (3, 3, 6) = 1 success vs 2");
    let exploded = Die { sides: 6, faces: vec![6, 3], counts: 8, kept: true };
    assert_eq!(roll(vec![exploded], all, vec![]).equation(), "d6 (6, 3) = 8");
}
