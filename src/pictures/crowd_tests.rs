//! Crowds: however many stand beside each other, no token touches another, and everybody has a name or initials that the legend explains.

use super::{
    covered::meet,
    lattice::speck,
    letters,
    palette::{self, TURN, TURN_EDGE},
    plan::{MapPlan, Party, Token},
    signs::Says,
    squares_tests::bounds,
};
use crate::engine::view::{
    Ground, Spot, TurnGround,
    grid::{Grid, Square},
};
use resvg::usvg::roxmltree::{Document, Node};
use std::{collections::BTreeSet, sync::Arc};

type Bounds = (f32, f32, f32, f32);
/// A middle and a radius.
type Disc = (f32, f32, f32);

fn at(x: i16, y: i16) -> Spot {
    Spot::Square(Square { x, y })
}

fn plan(side: i16, tokens: Vec<Token>) -> MapPlan {
    let party = |letter: char| Party { name: format!("Side {letter}"), letter };
    let grid = Grid { wide: side, high: side, ..Grid::default() };
    MapPlan::new(Ground::Squares(Arc::new(grid)), "ABCDEF".chars().map(party).collect(), tokens).with_all(true)
}

fn number(it: &Node<'_, '_>, name: &str) -> f32 {
    it.attribute(name).and_then(|it| it.parse().ok()).unwrap_or(0.0)
}

/// The numbers of a path of straight lines.
fn points(d: &str) -> Vec<f32> {
    d.split(['M', 'L', 'Z', ' ']).filter_map(|it| it.parse().ok()).collect()
}

/// The rectangle of a circle, an ellipse or a path of straight lines.
fn extent(it: &Node<'_, '_>) -> Option<Bounds> {
    let (x, y) = (number(it, "cx"), number(it, "cy"));
    match it.tag_name().name() {
        "circle" => Some((x - number(it, "r"), y - number(it, "r"), x + number(it, "r"), y + number(it, "r"))),
        "ellipse" => Some((x - number(it, "rx"), y - number(it, "ry"), x + number(it, "rx"), y + number(it, "ry"))),
        "path" => {
            let all = points(it.attribute("d")?);
            let most = |at: usize| all.iter().skip(at).step_by(2).copied().fold(f32::MIN, f32::max);
            let least = |at: usize| all.iter().skip(at).step_by(2).copied().fold(f32::MAX, f32::min);
            Some((least(0), least(1), most(0), most(1)))
        }
        _ => None,
    }
}

fn joined(a: Bounds, b: Bounds) -> Bounds {
    (a.0.min(b.0), a.1.min(b.1), a.2.max(b.2), a.3.max(b.3))
}

/// What each token takes with its rings, in the order in which they're drawn: everything from the dark ring of whoever's turn it is, or from the
/// side's ring, up to the initials; and the disc round all of it.
fn tokens(read: &Document<'_>, initials: &[String]) -> Vec<(String, Bounds, Disc)> {
    let is_ring = |it: &Node<'_, '_>| {
        let of_side = |colour: &str| (0..6).any(|side| palette::side_colour(side) == colour);
        let fill = it.attribute("fill").is_some_and(of_side) && !it.has_tag_name("text");
        let down = it.attribute("fill") == Some(palette::DOWN) && it.attribute("stroke").is_some_and(of_side);
        let turn = [Some(TURN), Some(TURN_EDGE)].contains(&it.attribute("stroke"));
        fill || down || turn
    };
    let (mut all, mut now, mut corners): (Vec<_>, Option<Bounds>, Vec<(f32, f32)>) = (vec![], None, vec![]);
    let mut round = (0.0, 0.0, 0.0_f32);
    for it in read.descendants() {
        if is_ring(&it) {
            now = extent(&it).map(|it| now.map_or(it, |now| joined(now, it)));
            match it.attribute("d") {
                Some(d) => corners.extend(points(d).chunks(2).map(|it| (it[0], it[1]))),
                None => {
                    let far = number(&it, "r").max(number(&it, "rx"));
                    round = (number(&it, "cx"), number(&it, "cy"), round.2.max(far));
                }
            }
        } else if it.has_tag_name("text")
            && let (Some(text), Some(bounds)) =
                (it.text().filter(|it| initials.iter().any(|own| own == it)), now.take())
        {
            let (x, y, far) = std::mem::take(&mut round);
            let far = corners.drain(..).map(|it| (it.0 - x).hypot(it.1 - y)).fold(far, f32::max);
            all.push((text.to_owned(), bounds, (x, y, far)));
        }
        if all.len() == initials.len() {
            break;
        }
    }
    all
}

/// Seeded crowds: 13 to 30 next to each other, up to six and more on one square, of all sides, some down, hidden or in several states, one
/// of them acting.
fn crowds() -> Vec<MapPlan> {
    let one = |seed: u32| {
        let pick = |of: usize, what: u32, most: usize| {
            (speck(Square { x: of as i16, y: seed as i16 }, what) * 0.999 * most as f32) as usize
        };
        let count = 13 + pick(0, 1, 18);
        let token = |it: usize| {
            let spread = 2 + pick(0, 2, 4);
            let mut words = vec![["unhurt", "badly hurt", "down", "hurt"][pick(it, 3, 4)]];
            words.extend(
                ["prone", "in cover", "hobbled", "hidden"]
                    .into_iter()
                    .filter(|word| pick(it, word.len() as u32, 4) == 0),
            );
            let name = ["Hobgoblin", "Orc", "Theobald the Long", "Mira"][pick(it, 4, 4)];
            let spot = at((1 + pick(it, 5, spread)) as i16, pick(it, 6, spread) as i16);
            let health = crate::engine::view::Looks::of(words[0]).map(crate::engine::view::Health::Looks);
            Token { acting: it == 0, health, ..Token::new(&format!("{name} {it}"), pick(it, 7, 6), &words, spot) }
        };
        plan([8, 12, 30][seed as usize % 3], (0..count).map(token).collect())
    };
    (0..24).map(one).collect()
}

/// No token's rings meet another's or leave its square, whoever stands next to whom.
#[test]
fn rings_do_not_meet_in_a_crowd() {
    for (seed, plan) in crowds().into_iter().enumerate() {
        let (svg, labels) = (plan.svg(), plan.labels());
        let read = Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
        let all = tokens(&read, &labels.initials);
        assert!(all.len() >= 10, "{seed}: {}", all.len());
        for (nth, (name, it, disc)) in all.iter().enumerate() {
            for (other, that, around) in &all[nth + 1..] {
                let are_apart = (disc.0 - around.0).hypot(disc.1 - around.1) >= disc.2 + around.2;
                assert!(are_apart || !meet(*it, *that), "{seed}: {name} at {it:?} and {other} at {that:?}");
            }
        }
    }
}

/// Everybody has a name beside the token, or initials or a number that the legend explains; everybody's states have a letter, or a plus that
/// the legend explains; and no sign or name lies on the rings of whoever's turn it is.
#[test]
fn nobody_in_a_crowd_is_nameless() {
    for (seed, plan) in crowds().into_iter().enumerate() {
        let (svg, labels) = (plan.svg(), plan.labels());
        let read = Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
        let texts: Vec<(String, Bounds)> =
            read.descendants().filter(|it| it.has_tag_name("text")).map(bounds).collect();
        let legend = texts.iter().map(|it| it.0.as_str()).collect::<Vec<_>>().join(" ");
        for (label, initials) in labels.tokens.iter().zip(&labels.initials) {
            let full = label.text.as_str();
            let first = full.split(' ').next().unwrap_or_default();
            let is_cut = |it: &str| {
                it.split_once(letters::CUT).is_some_and(|(start, end)| full.starts_with(start) && full.ends_with(end))
            };
            let is_named = texts.iter().any(|(it, _)| it == full || it == first && first != full || is_cut(it));
            let is_explained = legend.contains(&format!("{initials}: {full}."));
            let is_counted = legend.split('+').any(|it| it.split('.').next().is_some_and(|it| it.contains(full)));
            let mut marks = legend.split("Down on ").skip(1);
            let lies_below = marks.any(|it| it.split('.').next().is_some_and(|it| it.contains(full)));
            let is_found = is_named || is_explained || is_counted || lies_below;
            assert!(is_found, "{seed}: {full} ({initials}) in {legend}");
        }
        let turn = read.descendants().find(|it| it.attribute("stroke") == Some(TURN)).expect("somebody acts");
        let (x, y, far) = (number(&turn, "cx"), number(&turn, "cy"), number(&turn, "r"));
        let after = read.descendants().skip_while(|it| *it != turn);
        let (own, written): (Vec<_>, Vec<_>) =
            after.filter(|it| it.has_tag_name("text")).map(bounds).partition(|(text, _)| *text == labels.initials[0]);
        assert_eq!(own.len(), 1, "{seed}");
        for (text, it) in written {
            let (dx, dy) = (x - x.clamp(it.0, it.2), y - y.clamp(it.1, it.3));
            let others = labels.initials.contains(&text);
            assert!(others || dx.hypot(dy) >= far, "{seed}: {text} lies on the turn's ring");
        }
    }
}

/// Whoever is down takes no room from those who stand there: these are as large as without them. What lies there is a mark on the floor, below
/// them, and the legend names everybody it stands for.
#[test]
fn the_dead_take_no_room_from_the_living() {
    let lying = |name: &str, acting| Token { acting, ..Token::new(name, 1, &["down"], at(2, 2)) };
    let drawn = |lying: Vec<Token>| {
        let standing = [("Ana", 0), ("Bo", 1)].map(|(name, side)| Token::new(name, side, &["unhurt"], at(2, 2)));
        let plan = plan(8, [standing.to_vec(), lying].concat());
        let svg = plan.svg();
        let read = Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
        let all = tokens(&read, &plan.labels().initials);
        drop(read);
        (svg, all)
    };
    let (alone, over) = (drawn(vec![]), drawn(vec![lying("Goblin 1", false), lying("Goblin 2", false)]));
    assert_eq!((alone.1.len(), &alone.1), (2, &over.1));
    assert!(over.0.contains(">Down on C3: Goblin 1,") && over.0.contains("Goblin 2."), "{}", over.0);
    let mark = over.0.find("<ellipse").expect("a mark");
    assert!(!alone.0.contains("<ellipse") && over.0.find(">An<").is_some_and(|it| mark < it), "{}", over.0);
    // Somebody alone there keeps their size, and leaves more of the mark to be seen.
    let one = |more: Vec<Token>| {
        let plan = plan(8, [vec![Token::new("Ana", 0, &["unhurt"], at(2, 2))], more].concat());
        let svg = plan.svg();
        let read = Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
        tokens(&read, &plan.labels().initials)[0].2
    };
    let ((x, y, far), (over_x, over_y, over_far)) = (one(vec![]), one(vec![lying("Goblin 1", false)]));
    assert!((x, far) == (over_x, over_far) && over_y < y, "{over_y} and {y}");
    // Whose turn it is has a ring, even if they're down; and whoever lies alone has a name and initials.
    assert_eq!(drawn(vec![lying("Goblin 1", true)]).1.len(), 3);
    let only = plan(8, vec![lying("Goblin 1", false)]).svg();
    assert!(only.contains(">G1<") && only.contains(palette::DOWN) && !only.contains("Down on"), "{only}");
}

/// Signs cover no token but their own and no other sign; one that's left out is a plus.
#[test]
fn signs_cover_nobody_else() {
    let mut has_more = false;
    for (seed, plan) in crowds().into_iter().enumerate() {
        let (svg, labels) = (plan.svg(), plan.labels());
        let read = Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
        let all = tokens(&read, &labels.initials);
        let discs =
            read.descendants().filter(|it| it.has_tag_name("circle") && it.attribute("fill") == Some(palette::INK));
        let height = number(&read.root_element(), "width");
        // Those in the legend are below the board.
        let signs: Vec<Bounds> = discs.filter_map(|it| extent(&it)).filter(|it| it.3 < height - 16.0).collect();
        let round = |it: &Bounds| (f32::midpoint(it.0, it.2), f32::midpoint(it.1, it.3), (it.2 - it.0) / 2.0);
        for (nth, sign) in signs.iter().enumerate() {
            let on: BTreeSet<&str> = all
                .iter()
                .filter(|it| {
                    let (x, y, far) = round(sign);
                    meet(*sign, it.1) && (it.2.0 - x).hypot(it.2.1 - y) < far + it.2.2 * 0.95
                })
                .map(|it| it.0.as_str())
                .collect();
            assert!(on.len() <= 1, "{seed}: a sign at {sign:?} is on {on:?}");
            let (x, y, far) = round(sign);
            let near = signs[nth + 1..].iter().map(round).find(|it| (it.0 - x).hypot(it.1 - y) < it.2 + far - 0.2);
            assert_eq!(near, None, "{seed}: {sign:?}");
        }
        let explained = svg.contains("more states: see the text form");
        has_more |= explained;
        let lettered = signs.len();
        let drawn = plan.tokens.iter().zip(&labels.initials).filter(|it| all.iter().any(|drawn| drawn.0 == *it.1));
        let states: usize = drawn.map(|it| it.0.states.len()).sum();
        assert!(explained || lettered >= states, "{seed}: {lettered} signs of {states} states");
    }
    assert!(has_more, "{:?} was tried", Says::More);
}

/// What a move leaves lies below the letters of states, and a dot of where somebody could go isn't below a name.
#[test]
fn signs_lie_on_trails_and_dots_beside_names() {
    let tokens = vec![
        Token { acting: true, ..Token::new("Theobald the Long", 0, &[], at(4, 4)) },
        Token::new("Hobgoblin Captain", 1, &["prone"], at(5, 4)),
        Token::new("Hobgoblin Sergeant", 1, &[], at(3, 4)),
    ];
    let reach: Vec<Spot> = (0..10)
        .flat_map(|x| (0..10).map(move |y| at(x, y)))
        .filter(|it| !tokens.iter().any(|token| token.spot == Some(*it)))
        .collect();
    let turn =
        TurnGround { name: "Theobald the Long".to_owned(), is_turn: true, reach: reach.clone(), threat: reach.clone() };
    let trail = Some((0, vec![at(7, 4), at(6, 4), at(5, 4), at(4, 4)]));
    let svg = MapPlan { trail, ..plan(10, tokens) }.with_turn(Some(turn)).svg();
    let way = svg.find("stroke-width=\"6.5\"").expect("the trail");
    assert!(svg.find(">P<").expect("the letter") > way, "the letter lies on the trail");
    let read = Document::parse(&svg).unwrap_or_else(|it| panic!("{it}"));
    let texts: Vec<(String, Bounds)> = read.descendants().filter(|it| it.has_tag_name("text")).map(bounds).collect();
    let names: Vec<&(String, Bounds)> =
        texts.iter().filter(|it| it.0.starts_with("Hobgoblin") || it.0.starts_with("Theobald")).collect();
    assert!(names.len() >= 3, "{names:?}");
    let dots = read
        .descendants()
        .find(|it| it.attribute("fill") == Some(palette::REACH) && it.has_tag_name("path"))
        .expect("dots");
    // Each begins at its left: "M10 20a5 5 0 1 0 10 0…".
    let d = dots.attribute("d").unwrap_or_default();
    let dots: Vec<(f32, f32, f32)> = d
        .split('M')
        .skip(1)
        .filter_map(|it| {
            let mut all = it.split([' ', 'a']).filter_map(|it| it.parse::<f32>().ok());
            let (left, y, r) = (all.next()?, all.next()?, all.next()?);
            Some((left + r, y, r))
        })
        .collect();
    assert_eq!(dots.len(), reach.len());
    for (x, y, r) in dots {
        let dot = (x - r, y - r, x + r, y + r);
        let below = texts.iter().find(|it| meet(dot, it.1));
        assert_eq!(below, None, "at {x}, {y}");
    }
}
