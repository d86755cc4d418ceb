//! What maps of squares show, in the picture and in words.

use super::plan::{MapPlan, Party, Token};
use crate::{
    engine::view::{
        Ground, Health, Looks, Ray, Spot, TurnGround,
        grid::{Grid, Square},
    },
    rules::boards,
};
use resvg::usvg::roxmltree;

const KEEP: &str = "+-+-+-+-+-+-+-+-+-+-+\n\
                    |. . . . # . . . . .|\n\
                    + + + + + + +-+s+-+ +\n\
                    |. ~ ~ . # .w. . .d.|\n\
                    + + + + + + + + + + +\n\
                    |. ~ ~ . . .o. . . .|\n\
                    + + + +2+2+ +-+w+-+ +\n\
                    |p . 5 5 . . . . . .|\n\
                    + + + + + + + + + + +\n\
                    |. . 5 9 l . k . . .|\n\
                    +-+-+-+-+-+-+-+-+-+-+\n\
                    p = hazard: pit\nl = solid 4\nk = cover: crates, difficult\n";

fn grid(drawn: &str) -> Grid {
    boards::grid(&Grid::default(), &[("draw".to_owned(), drawn.to_owned())]).unwrap_or_else(|it| panic!("{it}"))
}

fn at(x: i16, y: i16) -> Spot {
    Spot::Square(Square { x, y })
}

fn plan(grid: Grid, tokens: Vec<Token>) -> MapPlan {
    let party = |name: &str, letter| Party { name: name.to_owned(), letter };
    let parties = vec![party("Players", 'P'), party("Bandits", 'B'), party("Ghouls", 'G')];
    MapPlan::new(Ground::Squares(std::sync::Arc::new(grid)), parties, tokens)
}

fn keep() -> MapPlan {
    let tokens = vec![
        Token::new("Ana", 0, &["health 6/6"], at(3, 2)),
        Token::new("Theobald the Long", 0, &["health 3/9", "prone"], at(2, 3)),
        Token::new("Bandit 1", 1, &["hurt"], at(7, 1)),
        Token::new("Bandit 2", 1, &["unhurt"], at(7, 2)),
        Token::new("Bandit 3", 1, &["down"], at(7, 2)),
        Token::new("Ghoul", 2, &["unhurt", "hidden"], at(9, 4)),
    ];
    plan(grid(KEEP), tokens)
}

/// You can read everything on a map of squares from it: coordinates, initials, names, heights, and a legend of what doesn't explain itself.
#[test]
fn squares_say_what_is_on_them() {
    let svg = keep().svg();
    for said in ["A", "J", "1", "5", "An", "TT", "B1", "B2", "Gh", "Ana", "Bandit 1", "5 ft", "9 ft", "4 ft", "P"] {
        assert!(svg.contains(&format!(">{said}<")), "{said}");
    }
    for said in ["prone", "G5: cover: crates.", "Players", "hidden"] {
        assert!(svg.contains(&format!(">{said}<")), "{said}");
    }
    assert!(!svg.contains("Dots:") && !svg.contains("Yellow line") && !svg.contains("pit") && !svg.contains("Part of"));
    let bare = plan(grid("..\n.."), vec![Token::new("Ana", 0, &[], at(0, 0))]).svg();
    for absent in [" ft<", "prone", "Bandits", "hidden"] {
        assert!(!bare.contains(absent), "{absent}");
    }
    let turn =
        TurnGround { name: "Ana".to_owned(), is_turn: true, reach: vec![at(1, 0), at(0, 1)], threat: vec![at(1, 1)] };
    let ray = Ray { from: (0.5, 0.5), to: (1.5, 1.5), is_clear: false };
    let shown =
        plan(grid("..\n.."), vec![Token::new("Ana", 0, &[], at(0, 0))]).with_turn(Some(turn)).with_ray(Some(ray));
    let svg = shown.svg();
    for said in
        ["Dots: where Ana can still get to.", "Wedges: what Ana threatens.", "Dashed line with a cross: not seen."]
    {
        assert!(svg.contains(&format!(">{said}<")), "{said}");
    }
    assert!(shown.text().contains(&"Ana can still get to: B1, A2.".to_owned()), "{:?}", shown.text());
}

/// The same in words, including the ground.
#[test]
fn squares_read_as_sentences() {
    let text = keep().text();
    assert_eq!(text[0], "D3: Ana (Players, health 6/6).");
    assert_eq!(text[3], "H3: Bandit 2 (Bandits, unhurt), Bandit 3 (Bandits, down).");
    let text = text.join("\n");
    for line in [
        "Board: 10 by 5 squares, A1 to J5.",
        "Solid: E1-E2.",
        "Solid and low: E5 4 ft.",
        "Difficult: B2-C3, G5.",
        "High: C4-D4 5 ft, C5 5 ft, D5 9 ft.",
        "Window: north of H4, west of G2.",
        "Slit: north of H2.",
        "Door: west of J2.",
        "Open door: west of G3.",
        "Wall 2 ft high: north of D4-E4.",
        "Here lies: hazard: pit (A4), cover: crates (G5).",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    assert!(text.contains("south of A5-J5") && text.contains("west of A1-A5") && text.contains("east of J1"), "{text}");
    let said = keep().description(1_024);
    assert!(said.starts_with("Map of 10 by 5 squares. D3: Ana. C4: Theobald the Long. H2: Bandit 1."), "{said}");
}

/// No two combatants have the same initials, whatever their names; names in unknown scripts show the number of their note.
#[test]
fn initials_tell_people_apart() {
    let names =
        ["Ana", "Anna", "An", "Bandit 1", "Bandit 12", "Bandit", "\u{5c71}\u{7530}", "\u{5c71}", "x", "X", "X", "! !"];
    let tokens = names.iter().enumerate().map(|(x, name)| Token::new(name, 0, &[], at(x as i16, 0))).collect();
    let labels = plan(grid("............"), tokens).labels();
    let mut sorted = labels.initials.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len(), "{:?}", labels.initials);
    assert_eq!(
        labels.initials[..6],
        ["An", "Aa", "A2", "B1", "B12", "Ba"].map(str::to_owned)[..],
        "{:?}",
        labels.initials
    );
    assert_eq!(labels.initials[6..8], ["?1", "?2"]);
}

/// The largest board with sixty combatants, and all of it, is an ordinary picture: XML of few shapes, the same every time, within its limits.
/// Of 30 by 30 squares with something else on each, it takes at most 500 kB.
#[test]
fn the_largest_board_is_drawn() {
    let rows: Vec<String> =
        (0..60).map(|y| (0..60).map(|x| [".", "#", "~", "5", ".", "9"][(x * 7 + y * 5) % 6]).collect()).collect();
    let tokens =
        (0..60).map(|it| Token::new(&format!("Bandit {it}"), it % 3, &["unhurt"], at(it as i16, 59))).collect();
    let plan = plan(grid(&rows.join("\n")), tokens).with_all(true);
    let svg = plan.svg();
    let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
    for node in read.descendants().filter(|it| it.is_element()) {
        let name = node.tag_name().name();
        assert!(["svg", "rect", "circle", "ellipse", "path", "text"].contains(&name), "{name}");
    }
    let png = plan.png().expect("a picture");
    assert_eq!(png, plan.png().expect("a picture"));
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert!(side(16) <= 2_400 && side(20) <= 2_400, "{} x {}", side(16), side(20));
    let part = plan.clone().with_all(false).png().expect("a picture");
    assert!(png.len() <= 700_000 && part.len() <= 200_000, "{} and {} bytes", png.len(), part.len());
    let corner = rows[..30].iter().map(|it| it[..30].to_owned()).collect::<Vec<_>>().join("\n");
    let tokens =
        (0..20).map(|it| Token::new(&format!("Bandit {it}"), it % 3, &["unhurt"], at(it as i16, 29))).collect();
    let large = super::squares_tests::plan(grid(&corner), tokens).with_all(true).png().expect("a picture");
    assert!(large.len() <= 500_000, "{} bytes", large.len());
    assert!(plan.text().iter().all(|it| it.len() < 2_000));
}

/// A box on the picture: left, top, right, bottom.
type Bounds = (f32, f32, f32, f32);

fn number(node: roxmltree::Node<'_, '_>, name: &str) -> f32 {
    node.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(0.0)
}

/// Every text of a picture with its bounding box.
fn texts(read: &roxmltree::Document<'_>) -> Vec<(String, Bounds)> {
    read.descendants().filter(|it| it.has_tag_name("text")).map(bounds).collect()
}

/// A text and its bounding box.
pub(super) fn bounds(node: roxmltree::Node<'_, '_>) -> (String, Bounds) {
    let (text, size) = (node.text().unwrap_or_default(), number(node, "font-size"));
    let wide = super::letters::width(text, size);
    let left = match node.attribute("text-anchor") {
        Some("end") => number(node, "x") - wide,
        Some("middle") => number(node, "x") - wide / 2.0,
        _ => number(node, "x"),
    };
    let base = number(node, "y");
    (text.to_owned(), (left, base - size * 0.73, left + wide, base))
}

/// Everything written on a board is inside the picture, at its right and lower ends too: long rows have a number at both ends.
#[test]
fn nothing_is_clipped() {
    for (wide, high) in [(18, 12), (12, 18), (13, 3), (3, 13), (40, 40), (60, 8)] {
        let rows = vec![".".repeat(wide); high].join("\n");
        for (whole, x, y) in [(true, 0, 0), (false, 0, 0), (false, wide - 1, high - 1)] {
            let tokens = vec![Token::new("Theobald the Long", 0, &[], at(x as i16, y as i16))];
            let svg = plan(grid(&rows), tokens).with_all(whole).svg();
            let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
            let root = read.root_element();
            let (right, bottom) = (number(root, "width"), number(root, "height"));
            let texts = texts(&read);
            assert!(right > 0.0 && (!whole || texts.len() > wide + high), "{svg}");
            for (text, it) in texts {
                let is_inside = it.0 >= 0.0 && it.1 >= 0.0 && it.2 <= right && it.3 <= bottom;
                assert!(is_inside, "{wide} x {high}: {text} at {it:?}");
            }
        }
    }
}

/// Names, heights, coordinates, initials and letters of states don't overlap, wherever combatants stand and however many of them.
#[test]
fn nothing_written_overlaps() {
    for side in [4, 12, 30] {
        let all = format!("A1-{}", super::squares_words::name(Square { x: side as i16 - 1, y: side as i16 - 1 }));
        let fields =
            [("size".to_owned(), format!("{side}x{side}")), ("heights".to_owned(), format!("{all}=14, B1-B{side}=5"))];
        let grid = boards::grid(&Grid::default(), &fields).unwrap_or_else(|it| panic!("{it}"));
        let places = (0..side).flat_map(|it| [(it, it), (it, it), (side - 1 - it, it), (0, it), (1, it), (1, 1)]);
        let words = ["unhurt", "badly hurt", "down"];
        let one = |(number, (x, y)): (usize, (usize, usize))| {
            let words = [words[number % 3], ["prone", "in cover", ""][number % 3]];
            Token::new(&format!("Bandit {number}"), number % 3, &words, at(x as i16, y as i16))
        };
        let plan = plan(grid, places.enumerate().map(one).collect());
        for plan in [plan.clone(), plan.with_all(true)] {
            let svg = plan.svg();
            let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
            let texts = texts(&read);
            assert!(texts.iter().filter(|it| it.0.starts_with("Bandit ")).count() >= 3, "{side}: names stand there");
            for (number, (text, it)) in texts.iter().enumerate() {
                for (other, that) in &texts[..number] {
                    assert!(!super::covered::meet(*it, *that), "{side}: {text} at {it:?} and {other} at {that:?}");
                }
            }
        }
    }
}

/// A symbol in a square stays visible when a combatant stands on it. What has a texture needs no symbol and no words; what has none is
/// explained once, however often it's there.
#[test]
fn what_has_no_texture_is_explained() {
    let hazard = |tokens| plan(grid("p.\n..\np = hazard: caltrops"), tokens).svg();
    let sign_of = |svg: &str| svg.find("#ffb454").map(|it| svg[..it].rfind('M').map(|from| svg[from..it].to_owned()));
    let (alone, below) = (hazard(vec![]), hazard(vec![Token::new("Ana", 0, &[], at(0, 0))]));
    assert_ne!(sign_of(&alone), sign_of(&below), "the sign gives way");
    assert!(alone.contains(">A1: hazard: caltrops.<"));
    let many = plan(grid("ppp\nppp\nw..\np = hazard: caltrops\nw = hazard: deep water"), vec![]).svg();
    assert!(many.contains(">A1-C2: hazard: caltrops.<") && !many.contains("deep water"), "{many}");
}

/// Each kind of ground and each kind of barrier looks different from all others, and the same every time.
#[test]
fn ground_can_be_told_apart() {
    // Without what's written: the ground itself must differ.
    let drawn = |drawing: &str| {
        let svg = plan(grid(drawing), vec![]).svg();
        let shapes = svg.split("<text").map(|it| it.split_once("</text>").map_or(it, |it| it.1));
        shapes.collect::<String>().rsplit_once("<rect width").map_or(String::new(), |it| it.1.to_owned())
    };
    let kinds =
        ["water", "ford", "woods", "rubble", "marsh", "pit", "fire", "difficult", "height 5", "height 9", "solid"];
    let kinds = kinds.iter().map(|it| drawn(&format!("..\n.x\nx = {it}")));
    let edges = ["+-+-+\n|.-.|\n+-+-+", "+-+-+\n|.w.|\n+-+-+", "+-+-+\n|.s.|\n+-+-+", "+-+-+\n|.d.|\n+-+-+"];
    let edges =
        edges.iter().chain(&["+-+-+\n|.o.|\n+-+-+", "+-+-+\n|.2.|\n+-+-+"]).map(|it| drawn(&it.replace(".-.", ".|.")));
    let all: Vec<String> = kinds.chain(edges).collect();
    for (number, svg) in all.iter().enumerate() {
        assert!(!all[..number].contains(svg), "{svg}");
    }
    assert_eq!(drawn("..\n.x\nx = woods"), drawn("..\n.x\nx = woods"));
}

/// A large board is shown in the part where the fight is, unless all of it is wanted; the words say which part it is, and that somebody is
/// elsewhere.
#[test]
fn a_large_board_is_shown_where_the_fight_is() {
    let rows = vec![".".repeat(40); 40].join("\n");
    let far = plan(grid(&rows), vec![Token::new("Ana", 0, &[], at(20, 20)), Token::new("Bandit", 1, &[], at(22, 19))]);
    assert!(far.svg().contains(">Part of 40 by 40 squares: Q13 to AB24.<"), "{}", far.svg());
    assert!(!far.svg().contains(">A<") && far.svg().contains(">Ana<"));
    let whole = far.clone().with_all(true).svg();
    assert!(whole.contains(">A<") && whole.contains(">AN<") && !whole.contains("Part of"));
    let lost = |down: &'static [&str]| {
        let mut tokens = far.tokens.clone();
        tokens.push(Token::new("Ghoul", 2, down, at(1, 1)));
        plan(grid(&rows), tokens).svg()
    };
    assert!(lost(&["down"]).contains("1 more is elsewhere on it."), "{}", lost(&["down"]));
}

/// Of a small board, all is shown; of a larger one where the fight is, so that tokens are larger. Nobody who's up is cut off as long as they all fit,
/// and a step doesn't move the view.
#[test]
fn nobody_who_is_up_is_cut_off() {
    let duel = |wide: usize, high: usize, [one, other]: [(i16, i16); 2]| {
        let mut tokens =
            vec![Token::new("Ana", 0, &[], at(one.0, one.1)), Token::new("Ghoul", 2, &[], at(other.0, other.1))];
        tokens[0].acting = true;
        plan(grid(&vec![".".repeat(wide); high].join("\n")), tokens).svg()
    };
    assert!(!duel(12, 10, [(0, 0), (1, 1)]).contains("Part of"), "a small board is shown whole");
    let [near, apart] = [(2, 3), (23, 17)].map(|it| duel(24, 18, [(0, 0), it]));
    assert!(near.contains(">Part of 24 by 18 squares: A1 to L12.<") && !apart.contains("Part of"), "{near}");
    let ring = |svg: &str| -> f32 {
        let read = roxmltree::Document::parse(svg).unwrap_or_else(|it| panic!("{it}"));
        let it = read.descendants().find(|it| it.attribute("stroke") == Some(super::palette::TURN)).expect("a ring");
        number(it, "r")
    };
    assert!(ring(&near) > ring(&apart) * 1.8, "{} and {}", ring(&near), ring(&apart));
    // A foe who's down holds nobody's view, a friend does.
    let with_lying = |health| {
        let ana = Token { acting: true, ..Token::new("Ana", 0, &[], at(0, 0)) };
        let lying = Token { health: Some(health), ..Token::new("Bo", 1, &["down"], at(23, 17)) };
        plan(grid(&vec![".".repeat(24); 18].join("\n")), vec![ana, lying]).svg()
    };
    let [foe, friend] = [Health::Looks(Looks::Out), Health::Left { now: 0, most: 9 }].map(with_lying);
    assert!(foe.contains(">Part of 24 by 18 squares: A1 to L12. 1 more is elsewhere on it.<"), "{foe}");
    assert!(!friend.contains("Part of"), "{friend}");
    let far = duel(40, 40, [(5, 20), (20, 20)]);
    assert!(far.contains("Part of") && !far.contains("elsewhere") && far.contains(">Gh<"), "{far}");
    let words = |svg: &str| svg.split('>').find(|it| it.starts_with("Part of")).map(str::to_owned);
    assert_eq!(words(&duel(40, 40, [(4, 20), (20, 20)])), words(&far), "a step doesn't move the view");
}

/// Whoever is dead has a name as well, in a crowd too; where others stand over them, in the legend.
#[test]
fn the_dead_have_names() {
    // One more stands over the dead.
    let crowd = |over: Option<i16>| {
        let tokens = (0..50).chain(over).map(|it| (it % 10, it / 10)).enumerate().map(|(number, (x, y))| {
            let words: &[&str] = if number == 25 { &["down"] } else { &["unhurt"] };
            Token::new(if number == 25 { "Edwin" } else { "Bystander" }, number % 3, words, at(x, y))
        });
        plan(grid(KEEP), tokens.collect()).svg()
    };
    let over = crowd(Some(25));
    assert!(over.contains(">Down on F3: Edwin.<"), "{over}");
    // Where there's no room around them, the name lies on them.
    let alone = plan(grid("."), vec![Token::new("Edwin", 0, &["down"], at(0, 0))]).svg();
    for svg in [crowd(None), alone] {
        let name = svg.split("<text").find(|it| it.contains(">Edwin<"));
        assert!(name.is_some_and(|it| it.contains(super::palette::FAINT)), "{svg}");
    }
}

/// A line of sight is on the picture from end to end, however large the board and wherever it is.
#[test]
fn a_line_of_sight_is_shown_from_end_to_end() {
    let rows = vec![".".repeat(40); 40].join("\n");
    let far = plan(grid(&rows), vec![Token::new("Ana", 0, &[], at(20, 20)), Token::new("Bandit", 1, &[], at(1, 1))]);
    for (from, to) in [((0.5, 0.5), (39.5, 39.5)), ((30.5, 2.5), (37.5, 8.5)), ((1.0, 39.0), (8.0, 39.5))] {
        let svg = far.clone().with_ray(Some(Ray { from, to, is_clear: true })).svg();
        let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
        let root = read.root_element();
        let line = root.children().find(|it| it.has_tag_name("path") && it.attribute("stroke") == Some("#ffe14d"));
        let line = line.and_then(|it| it.attribute("d")).expect("the line");
        let ends: Vec<f32> = line.split(['M', 'L', ' ']).filter_map(|it| it.parse().ok()).collect();
        for point in ends.chunks(2) {
            let is_inside = point[0] > 0.0 && point[0] < number(root, "width") && point[1] > 0.0;
            assert!(is_inside && point[1] < number(root, "height") - 40.0, "{from:?} to {to:?}: {line}");
        }
    }
}
