//! Fog over the players' map, in every system that has squares: who sees what, what stays in mind, and what nobody is told.

use crate::{
    engine::{
        Actor, CombatantId, PartialAction, Seat, Seed, Seeded,
        view::{
            Audience, Ground, Scene, Viewer,
            grid::{Compass, Edge, Grid, Shade, Square},
        },
    },
    rules::{
        Newcomer, Request, Session, Story, System, TurnPatch,
        session::{OddsShown, SuggestFor},
        tests::pair,
    },
};

const GM: Actor = Actor::Gm(Seat(1));
const ANA: Seat = Seat(10);
const BOB: Seat = Seat(11);
/// Each system with squares, with a template for heroes and one for foes.
const SYSTEMS: [(System, &str, &str); 3] =
    [(System::Sovereign, "hildred", "orc"), (System::Ingenuity, "boudica", "guard"), (System::Td2e, "brannoc", "orc")];
/// Two rooms with a wall between them, and a closed door in it.
const BOARD: &[(&str, &str)] = &[("size", "10x5"), ("walls", "E1-E2, E4-E5"), ("doors", "D3/E3")];
const OPENED: &[(&str, &str)] = &[("edges", "none"), ("open doors", "D3/E3")];

struct Table {
    fight: Box<dyn Session>,
    told: Vec<Story>,
}

impl Table {
    /// Ana at B3, and a foe in the other room, unless it's elsewhere.
    fn open((system, hero, foe): (System, &str, &str), board: &[(&str, &str)], foe_at: &str) -> Table {
        let mut table = Table { fight: system.open(&[pair("fog", "on")]).expect("opens"), told: vec![] };
        table.board(board);
        for side in ["Heroes", "Foes"] {
            table.ask(Request::Side { name: side.to_owned() });
        }
        table.join("Ana", ("Heroes", hero), Some(ANA), "B3");
        table.join("Foe", ("Foes", foe), None, foe_at);
        table
    }

    fn try_to(&mut self, request: &Request) -> Result<(), String> {
        let mut dice = Seeded::at(&Seed::new([3; 32]), self.fight.used());
        let proposal = self.fight.propose(GM, request, &mut dice, 0).map_err(|why| why.text)?;
        let told = self.fight.commit(proposal);
        self.told.extend(told);
        Ok(())
    }

    fn ask(&mut self, request: Request) {
        self.try_to(&request).unwrap_or_else(|why| panic!("{request:?}: {why}"));
    }

    fn board(&mut self, fields: &[(&str, &str)]) {
        self.ask(Request::Board { fields: fields.iter().map(|it| pair(it.0, it.1)).collect() });
    }

    fn join(&mut self, name: &str, (side, template): (&str, &str), owner: Option<Seat>, at: &str) {
        let (side, template) = (Some(side.to_owned()), Some(template.to_owned()));
        let newcomer = Newcomer { name: name.to_owned(), side, template, owner, count: 1, ..Newcomer::default() };
        self.ask(Request::Join(newcomer));
        self.place(name, at);
    }

    fn who(&self, name: &str) -> CombatantId {
        self.fight.find(Viewer::Gm, name).expect("has joined")
    }

    fn place(&mut self, name: &str, at: &str) {
        let who = self.who(name);
        self.ask(Request::Place { who, at: at.to_owned() });
    }

    fn set_fog(&mut self, value: &str) {
        self.ask(Request::SetFight { name: "fog".to_owned(), value: value.to_owned() });
    }

    /// How well everyone knows a square.
    fn shade(&self, at: &str) -> Shade {
        shade(&self.fight.scene(Viewer::Everyone), at)
    }

    /// What's told so far of this, to everyone.
    fn open_lines(&self) -> String {
        let lines = self.told.iter().flat_map(|it| &it.lines);
        lines.filter(|it| it.audience == Audience::Everyone).map(|it| it.text.as_str()).collect::<Vec<_>>().join("\n")
    }
}

fn square(name: &str) -> Square {
    let (column, row) = name.split_at(1);
    Square { x: i16::from(column.as_bytes()[0] - b'A'), y: row.parse::<i16>().expect("a row") - 1 }
}

fn shade(scene: &Scene, at: &str) -> Shade {
    scene.map.fog.as_ref().expect("there's fog").shade(square(at))
}

fn ground(scene: &Scene) -> &Grid {
    match &scene.map.ground {
        Ground::Squares(grid) => grid,
        _ => panic!("it's a board of squares"),
    }
}

/// Whether a viewer's map has a combatant, whether by its square or in words.
fn has(table: &Table, viewer: Viewer, name: &str) -> bool {
    let (who, scene) = (table.who(name), table.fight.scene(viewer));
    let is_there = scene.map.standing.iter().any(|it| it.0 == who) || scene.map.unplaced.contains(&who);
    let is_said = scene.places.iter().any(|it| it.contains(name));
    assert_eq!(is_there, is_said, "{:?}", scene.places);
    is_there
}

/// A wall and a closed door end what's in sight, an open door doesn't, and the wall's face and the door itself are seen.
#[test]
fn what_is_in_sight_ends_at_walls() {
    for setting in SYSTEMS {
        let system = setting.0.name();
        let mut table = Table::open(setting, BOARD, "I3");
        assert_eq!(
            ["A1", "D5", "E1", "E3", "F3", "I3"].map(|it| table.shade(it)),
            [Shade::Clear, Shade::Clear, Shade::Clear, Shade::Dark, Shade::Dark, Shade::Dark]
        );
        let scene = table.fight.scene(Viewer::Everyone);
        let door = Edge::of(square("D3"), Compass::East);
        assert!(ground(&scene).edges.contains_key(&door) && ground(&scene).walls.contains(&square("E1")), "{system}");
        assert!(!has(&table, Viewer::Everyone, "Foe") && !has(&table, Viewer::Seat(ANA), "Foe"), "{system}");
        assert!(has(&table, Viewer::Gm, "Foe") && table.fight.scene(Viewer::Gm).map.fog.is_none(), "{system}");
        assert!(scene.sides[1].members.iter().any(|it| it.name == "Foe"), "{system}: it's in the fight all the same");
        table.board(OPENED);
        assert_eq!(
            ["E3", "F3", "I3", "F1"].map(|it| table.shade(it)),
            [Shade::Clear, Shade::Clear, Shade::Clear, Shade::Dark]
        );
        assert!(has(&table, Viewer::Everyone, "Foe"), "{system}");
        table.set_fog("off");
        assert!(table.fight.scene(Viewer::Everyone).map.fog.is_none(), "{system}");
    }
}

/// What was in sight before is dim, as it looked then; an undo makes it dark again, and a restart changes nothing.
#[test]
fn what_was_seen_stays_in_mind() {
    for setting in SYSTEMS {
        let system = setting.0.name();
        let mut table = Table::open(setting, BOARD, "I1");
        table.place("Ana", "G3");
        assert_eq!(
            ["G3", "I1", "E3", "B3"].map(|it| table.shade(it)),
            [Shade::Clear, Shade::Clear, Shade::Clear, Shade::Dim]
        );
        table.place("Ana", "B3");
        assert_eq!(["G3", "I1", "B3"].map(|it| table.shade(it)), [Shade::Dim, Shade::Dim, Shade::Clear]);
        assert!(!has(&table, Viewer::Everyone, "Foe"), "{system}: nobody sees who stands there now");
        table.board(&[("rough", "I4")]);
        let scene = table.fight.scene(Viewer::Everyone);
        assert!(ground(&scene).rough.is_empty(), "{system}: nobody has seen what has changed");
        let export = table.fight.export();
        let rows: Vec<String> = export["rows"].as_array().expect("rows").iter().map(ToString::to_string).collect();
        let again = setting.0.load(&table.fight.opening(), &rows).expect("it loads");
        for viewer in [Viewer::Everyone, Viewer::Seat(ANA), Viewer::Gm] {
            assert_eq!(again.scene(viewer), table.fight.scene(viewer), "{system}: after a restart");
        }
        for _ in 0..3 {
            table.ask(Request::Undo);
        }
        assert_eq!(["G3", "I1", "B3"].map(|it| table.shade(it)), [Shade::Dark, Shade::Dark, Shade::Clear], "{system}");
        // Fog that's laid anew remembers nothing.
        table.place("Ana", "G3");
        table.set_fog("off");
        table.set_fog("on");
        assert_eq!(["G3", "B3"].map(|it| table.shade(it)), [Shade::Clear, Shade::Dark], "{system}");
        table.ask(Request::Undo);
        table.ask(Request::Undo);
        assert_eq!(["G3", "B3"].map(|it| table.shade(it)), [Shade::Clear, Shade::Dim], "{system}: as it was before");
    }
}

/// Everyone's map is what all players' characters see together; a player's own has in sight what their character sees. Whoever hides sees
/// for their own side, and whoever is down sees nothing.
#[test]
fn everyone_sees_with_all_eyes_and_each_with_their_own() {
    for setting in SYSTEMS {
        let system = setting.0.name();
        let mut table = Table::open(setting, BOARD, "I1");
        table.join("Bob", ("Heroes", setting.1), Some(BOB), "G3");
        assert_eq!(["B3", "G3"].map(|it| table.shade(it)), [Shade::Clear; 2], "{system}");
        assert!(has(&table, Viewer::Everyone, "Foe") && has(&table, Viewer::Seat(BOB), "Foe"), "{system}");
        let anas = table.fight.scene(Viewer::Seat(ANA));
        assert_eq!(["B3", "G3"].map(|it| shade(&anas, it)), [Shade::Clear, Shade::Dim], "{system}");
        assert!(!has(&table, Viewer::Seat(ANA), "Foe") && has(&table, Viewer::Seat(ANA), "Bob"), "{system}");
        let others = table.fight.scene(Viewer::Seat(Seat(99)));
        assert_eq!(others.map, table.fight.scene(Viewer::Everyone).map, "{system}: who plays nobody");

        let bob = table.who("Bob");
        table.ask(Request::Hide { who: bob, hidden: true });
        table.place("Bob", "H5");
        table.place("Foe", "F5");
        assert!(!has(&table, Viewer::Everyone, "Foe") && has(&table, Viewer::Seat(BOB), "Foe"), "{system}");
        table.ask(Request::Hide { who: bob, hidden: false });
        assert!(has(&table, Viewer::Everyone, "Foe"), "{system}");
        table.ask(Request::Begin);
        table.ask(Request::Set { who: bob, field: "hp".to_owned(), value: "0".to_owned() });
        assert!(!has(&table, Viewer::Everyone, "Foe"), "{system}: whoever is down sees nobody");
        assert!(has(&table, Viewer::Everyone, "Bob"), "{system}: where they fell is known");
    }
}

/// Of a foe's moves in the fog, only the GM hears where they lead.
#[test]
fn a_move_in_the_fog_says_not_where() {
    for setting in SYSTEMS {
        let system = setting.0.name();
        let mut table = Table::open(setting, BOARD, "I3");
        table.told.clear();
        table.place("Foe", "H4");
        let gms =
            table.told.iter().flat_map(|it| &it.lines).any(|it| it.audience == Audience::Gm && it.text.contains("H4"));
        assert!(gms && !table.open_lines().contains("H4"), "{system}: {:?}", table.told);
        table.ask(Request::Undo);
        assert!(!table.open_lines().contains("H4"), "{system}: {}", table.open_lines());
        for (from, to) in [("Ana", "Foe"), ("Ana", "H4"), ("H4", "Ana")] {
            let why = table.fight.sight(Viewer::Seat(ANA), from, to).expect_err("nobody sees that").text;
            assert!(why.contains("out of sight"), "{system}: {why}");
        }
        assert!(table.fight.sight(Viewer::Gm, "Ana", "Foe").is_ok(), "{system}");
        table.board(OPENED);
        assert!(table.fight.sight(Viewer::Seat(ANA), "Ana", "H3").is_ok(), "{system}");
        table.place("Foe", "F3");
        assert!(table.open_lines().contains("Foe moves to F3."), "{system}: {}", table.open_lines());
    }
}

/// Fights that differ only in what's in the fog look the same: in what stands there, in what the ground is like, and in what moved.
#[test]
fn the_fog_hides_what_is_in_it() {
    for setting in SYSTEMS {
        let seen = |more: &[(&str, &str)], foe_at: &str, then: &str| {
            let mut table = Table::open(setting, &[BOARD, more].concat(), foe_at);
            table.ask(Request::Begin);
            let ana = table.who("Ana");
            table.ask(Request::Turn(TurnPatch::Give(ana)));
            table.place("Foe", then);
            let looks = [Viewer::Everyone, Viewer::Seat(ANA)].map(|viewer| {
                let whom = table.fight.param(viewer, ana, &PartialAction::of("attack"));
                let whom = format!("{:?}", whom.map_err(|why| why.text));
                let typed = [("target".to_owned(), "Foe".to_owned())];
                let typed = table.fight.draft(viewer, ana, "attack", &typed).map_err(|why| why.text);
                let why = table.fight.why_no_attack(viewer, ana);
                let suggest = table.fight.suggestions(viewer, OddsShown::Open, SuggestFor::Turn(ana), 1);
                let suggested = suggest.map_or_else(|why| why.text, |work| format!("{:?}", work(&|| true)));
                (
                    table.fight.scene(viewer),
                    format!("{:?} {whom} {why:?} {typed:?} {suggested}", table.fight.turn_ground(viewer)),
                )
            });
            (looks, table.open_lines())
        };
        let plain = seen(&[], "I3", "H4");
        let rough = seen(&[("rough", "F1-J2"), ("heights", "J5=9"), ("features", "G3: pit")], "I3", "H4");
        assert_eq!(plain, rough, "{}: the ground", setting.0.name());
        assert_eq!(plain, seen(&[], "J5", "F1"), "{}: where the foe is", setting.0.name());
    }
}

/// Where there are no lines of sight, fog is refused, and so is a word that's neither on nor off.
#[test]
fn fog_is_for_squares() {
    for system in System::ALL {
        let has_squares = SYSTEMS.iter().any(|it| it.0 == system);
        let options = system.open(&[pair("fog", "on")]).err().map(|it| it[0].1.clone());
        let mut table = Table { fight: system.open(&[]).expect("opens"), told: vec![] };
        let set = |value: &str| Request::SetFight { name: "Fog".to_owned(), value: value.to_owned() };
        let why = table.try_to(&set("thick")).expect_err("no such fog");
        assert!(why.contains("on or off") && why.contains("thick"), "{why}");
        let set = table.try_to(&set("on")).err();
        assert_eq!(options, set, "{}", system.name());
        assert_eq!(set.is_none(), has_squares, "{}: {set:?}", system.name());
        assert!(set.is_none_or(|it| it.contains("zones") && it.contains("/gm hide")), "{}", system.name());
        let read = table.fight.read_fight("fog");
        assert_eq!(read.as_deref(), has_squares.then_some("on"), "{}", system.name());
    }
}

/// A prepared encounter keeps its fog.
#[test]
fn a_prepared_encounter_is_in_fog() {
    let table = Table::open(SYSTEMS[2], BOARD, "I3");
    let prepared = table.fight.prepared().expect("it can be saved");
    let opened = System::Td2e.load(&prepared, &[]).expect("it loads");
    assert_eq!(opened.read_fight("fog").as_deref(), Some("on"));
    assert!(opened.option_fields().contains(&pair("fog", "on")));
    let map = opened.scene(Viewer::Everyone).map;
    assert!(map.standing.is_empty() && map.fog.is_some_and(|it| it.clear().chain(it.dim()).next().is_none()));
}
