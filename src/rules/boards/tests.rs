//! Typed and drawn boards.

use super::*;

fn fields(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect()
}

fn board(all: &[(&str, &str)]) -> Result<Grid, String> {
    grid(&Grid::default(), &fields(all))
}

fn drawn(text: &str) -> Result<Grid, String> {
    board(&[(DRAWN, text)])
}

fn at(x: i16, y: i16) -> Square {
    Square { x, y }
}

/// Size, walls and rough ground are parsed, ranges as rectangles; mistakes are named.
#[test]
fn a_board_of_squares_reads_as_typed() {
    let grid = board(&[("walls", "B2-C3, E1"), ("size", "6x4"), ("rough", "F4")]).expect("a board");
    assert_eq!((grid.wide, grid.high, grid.walls.len(), grid.rough.len()), (6, 4, 5, 1));
    assert!(grid.walls.contains(&at(2, 2)));
    assert!(board(&[("size", "600x4")]).unwrap_err().contains("600x4"));
    assert!(board(&[("size", "6x4"), ("walls", "G1")]).unwrap_err().contains("G1"));
    assert!(board(&[("zones", "Gate")]).unwrap_err().contains("zones"));
    assert_eq!(board(&[("diagonals", "one-two")]).expect("a board").diagonals, Diagonals::OneTwo);
}

/// Heights, low walls, edges of every kind and features are parsed as typed; naming a kind again replaces what was there of it.
#[test]
fn heights_edges_and_features_read_as_typed() {
    let all = [
        ("size", "8x6"),
        ("walls", "A1=4, B1"),
        ("heights", "C1-D2=10, E1=5 ft"),
        ("edges", "C3/D3, E3-E5 west slit 7, F1 south (door), A6 south"),
        ("windows", "G2 north, H2/H3 4"),
        ("open doors", "H5 east"),
        ("hazards", "C5: pit, D5"),
    ];
    let grid = board(&all).expect("a board");
    assert_eq!((grid.wall_tops_ft.get(&at(0, 0)), grid.wall_tops_ft.get(&at(1, 0))), (Some(&4), None));
    assert_eq!((grid.height_ft(at(3, 1)), grid.height_ft(at(4, 0)), grid.height_ft(at(0, 0))), (10, 5, 0));
    let stands = |a, b| grid.between(a, b).map(|it| (it.kind, it.top_ft));
    assert_eq!(stands(at(3, 2), at(2, 2)), Some((EdgeKind::Wall, None)));
    assert_eq!(stands(at(3, 4), at(4, 4)), Some((EdgeKind::Slit, Some(7))));
    assert_eq!(stands(at(5, 0), at(5, 1)), Some((EdgeKind::Door, None)));
    assert_eq!(stands(at(6, 0), at(6, 1)), Some((EdgeKind::Window, None)));
    assert_eq!(stands(at(7, 1), at(7, 2)), Some((EdgeKind::Window, Some(4))));
    assert_eq!(stands(at(7, 4), at(8, 4)), Some((EdgeKind::OpenDoor, None)));
    assert_eq!(grid.edges.len(), 9);
    assert_eq!(grid.features(at(2, 4)).map(|it| it.words()).collect::<Vec<_>>(), ["hazard: pit"]);
    assert_eq!(grid.features(at(3, 4)).map(|it| it.words()).collect::<Vec<_>>(), ["hazard"]);
    let changed = super::grid(&grid, &fields(&[("windows", "none"), ("size", "7x6")])).expect("a board");
    assert!(changed.edges.values().all(|it| it.kind != EdgeKind::Window) && changed.edges.len() == 6);
}

/// A plain drawing has one symbol per square; its letters are explained below it; capital letters are combatants.
#[test]
fn a_plain_drawing_is_read() {
    let text = "// the yard\n. . # A\n. 3 ~ p\n\nA = Ana Maria\np = hazard: pit, difficult, height 12\n";
    let grid = drawn(text).expect("a board");
    assert_eq!((grid.wide, grid.high), (4, 2));
    assert!(grid.walls.contains(&at(2, 0)) && grid.rough.contains(&at(2, 1)) && grid.rough.contains(&at(3, 1)));
    assert_eq!((grid.height_ft(at(1, 1)), grid.height_ft(at(3, 1))), (3, 12));
    assert_eq!(grid.features(at(3, 1)).next().map(|it| it.words()), Some("hazard: pit".to_owned()));
    let people = people(&fields(&[(DRAWN, text), ("place", "Bob at B2; Bandit 1: A1")])).expect("people");
    assert_eq!(
        people.iter().map(|it| (it.0.as_str(), it.1.as_str())).collect::<Vec<_>>(),
        [("Ana Maria", "D1"), ("Bob", "B2"), ("Bandit 1", "A1"),]
    );
    assert_eq!(drawn("..#/~.1").map(|it| (it.wide, it.high)), Ok((3, 2)), "in one line, too");
}

/// Edges of all kinds stand between corners; corners can be far apart, and rows can be indented.
#[test]
fn a_drawing_with_edges_is_read() {
    let narrow = "+-+w+4+\n|.   #|\n+ +s+ +\n|~d.o5 \n+-+-+-+\n";
    let wide = "  +---+ w +444+\n  |        ###|\n  +   + s +   +\n  |~~~d . o 5\n  +---+---+---+\n";
    let grid = drawn(narrow).expect("a board");
    assert_eq!(drawn(wide).as_ref(), Ok(&grid));
    assert_eq!((grid.wide, grid.high), (3, 2));
    assert!(grid.walls.contains(&at(2, 0)) && grid.rough.contains(&at(0, 1)) && grid.height_ft(at(2, 1)) == 5);
    let kind = |of, side| grid.edges.get(&Edge::of(of, side)).map(|it| (it.kind, it.top_ft));
    assert_eq!(kind(at(1, 0), Compass::North), Some((EdgeKind::Window, None)));
    assert_eq!(kind(at(2, 0), Compass::North), Some((EdgeKind::Wall, Some(4))));
    assert_eq!(kind(at(1, 0), Compass::South), Some((EdgeKind::Slit, None)));
    assert_eq!(kind(at(0, 1), Compass::East), Some((EdgeKind::Door, None)));
    assert_eq!(kind(at(2, 1), Compass::West), Some((EdgeKind::OpenDoor, None)));
    assert_eq!((kind(at(2, 1), Compass::East), kind(at(2, 0), Compass::East)), (None, Some((EdgeKind::Wall, None))));
    assert_eq!(drawn("+-+/|#|/+-+").map(|it| it.edges.len()), Ok(4));
}

/// Everything wrong with a drawing is reported at once, each mistake with its line and column.
#[test]
fn all_problems_of_a_drawing_are_told() {
    let why = drawn("..x#\n.Q.\n....\nx?= nothing\n. = floor\n").unwrap_err();
    let lines: Vec<&str> = why.lines().collect();
    assert!(lines[0].starts_with("Line 1, column 3: x means nothing"), "{why}");
    assert!(lines[1].starts_with("Line 2: This row has 3 squares, but the first has 4"), "{why}");
    assert!(lines[2].starts_with("Line 2, column 2: It isn\u{2019}t clear who Q is"), "{why}");
    assert!(lines[3].starts_with("Line 4, column 1"), "{why}");
    assert!(lines[4].starts_with("Line 5, column 1: . already has a meaning"), "{why}");
    assert_eq!(lines.len(), 5);
    let why = drawn("+-+-+\n|.y.|x\n+-z-+\n|.|.|\n").unwrap_err();
    assert!(why.contains("Line 2, column 3: y isn\u{2019}t an edge") && why.contains("Line 2, column 6"), "{why}");
    assert!(why.contains("Line 3, column 3: A corner must be +"), "{why}");
    assert!(why.contains("Line 4: A drawing with walls ends"), "{why}");
    assert!(drawn("").unwrap_err().contains("no rows"));
    assert!(drawn(&".".repeat(61)).unwrap_err().contains("61x1"));
    assert!(drawn("A.A\nA = Ana").unwrap_err().contains("column 3: A is in two squares"));
    let many = drawn(&"xxxxx\n".repeat(10)).unwrap_err();
    assert!(many.lines().count() == 13 && many.ends_with("And 38 more."), "{many}");
    let typed =
        board(&[("size", "4x4"), ("heights", "A1, B2=900"), ("edges", "A1/C1, B2, A1 north purple"), ("moat", "yes")]);
    let typed = typed.unwrap_err();
    assert_eq!(typed.lines().count(), 6, "{typed}");
}

/// A text of its own can hold fields besides the drawing, and its lines keep their numbers.
#[test]
fn a_file_holds_fields_and_a_drawing() {
    let fields = fields_of("\u{feff}diagonals = one-two\nplace: Bob at A1\n..#\n~..\nA = Ana\nhazards = \"B1: pit\"\n");
    let names: Vec<&str> = fields.iter().map(|it| it.0.as_str()).collect();
    assert_eq!(names, ["diagonals", "place", "hazards", DRAWN]);
    let grid = grid(&Grid::default(), &fields).expect("a board");
    assert_eq!((grid.wide, grid.high, grid.diagonals), (3, 2, Diagonals::OneTwo));
    assert_eq!(grid.features(at(1, 0)).next().map(|it| it.words()), Some("hazard: pit".to_owned()));
    let why = super::grid(&Grid::default(), &fields_of("size = 3x2\n\n..x\n")).unwrap_err();
    assert!(why.starts_with("Line 3, column 3"), "{why}");
    assert_eq!(fields_of("zones = Gate, Yard\nborders = Gate-Yard\n").len(), 2, "a board of zones is written so too");
}

/// A board in metres parses heights in metres, in fields, on edges and in drawings, and shows them in metres; one in feet doesn't accept
/// metres.
#[test]
fn heights_are_read_and_told_in_the_unit_of_the_board() {
    let metres = Grid { unit: Unit::Metres, ..Grid::default() };
    let lay = |now: &Grid, name: &str, value: &str| grid(now, &[(name.to_owned(), value.to_owned())]);
    let high = |value: &str| lay(&metres, "heights", value).map(|it| it.unit.words(it.height_ft(at(2, 0))));
    assert_eq!((high("C1=2"), high("C1=0.8 m")), (Ok("2 m".to_owned()), Ok("0.8 m".to_owned())));
    assert!(high("C1=0.5").is_err() && high("C1=2 ft").is_err() && high("C1=1.25").is_err());
    let edged = lay(&metres, "edges", "C1/D1 wall 1.2").unwrap();
    assert_eq!(edged.edges.values().next().unwrap().words(edged.unit), "wall 1.2 m high");
    let drawn = lay(&metres, "draw", "..2/.a./a = solid 0.6 m").unwrap();
    assert_eq!((drawn.height_ft(at(2, 0)), drawn.wall_tops_ft.get(&at(1, 1))), (10, Some(&3)));
    assert_eq!(drawn.unit, Unit::Metres, "a drawing keeps the unit");
    let feet = lay(&Grid::default(), "heights", "C1=2").unwrap();
    assert_eq!(feet.unit.words(feet.height_ft(at(2, 0))), "2 ft");
    assert!(lay(&Grid::default(), "heights", "C1=2 m").is_err());
}

/// Several who stand in one place need it once, whatever parts the list; whoever stands nowhere is named.
#[test]
fn several_stand_in_one_place() {
    let stand = |text: &str| people(&fields(&[("place", text)]));
    let at = |who: &str, at: &str| (who.to_owned(), at.to_owned());
    assert_eq!(
        stand("Ana, Bob at Quay; Orc 1, Orc 2 at Pier"),
        Ok(vec![at("Ana", "Quay"), at("Bob", "Quay"), at("Orc 1", "Pier"), at("Orc 2", "Pier")])
    );
    assert!(stand("Ana at Quay, Bob").is_err_and(|it| it.ends_with("not \u{201c}Bob\u{201d}.")));
}
