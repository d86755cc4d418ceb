//! What pictures contain and what they mustn't, whatever names people choose.

use super::{
    palette::REACH,
    plan::{MapPlan, Party, Token},
};
use crate::{
    engine::view::{BorderView, Crossing, Feature, Ground, Spot, TurnGround, Viewer, ZoneGround, ZoneView},
    rules::Session,
    test_fight::Table,
};
use resvg::usvg::roxmltree;

fn zone(name: &str, features: &[&str]) -> ZoneView {
    ZoneView { name: name.to_owned(), holds: 8, features: features.iter().map(|it| Feature::read(it)).collect() }
}

fn border(a: usize, b: usize, way: Crossing) -> BorderView {
    BorderView { a, b, way, holds: if way == Crossing::Doorway { 1 } else { 2 }, features: vec![] }
}

fn plan(zones: Vec<ZoneView>, borders: Vec<BorderView>, tokens: Vec<Token>) -> MapPlan {
    let party = |name: &str, letter| Party { name: name.to_owned(), letter };
    MapPlan::new(
        Ground::Zones(ZoneGround { zones, borders }),
        vec![party("Players", 'P'), party("Bandits", 'B'), party("Ghouls", 'G')],
        tokens,
    )
}

fn gatehouse() -> MapPlan {
    let zones = vec![
        zone("Gate", &["dark"]),
        zone("Yard", &["hazard: brazier", "cover: low wall"]),
        zone("Tower", &[]),
        zone("Cell", &["barrier", "concealment: straw"]),
    ];
    let borders = vec![
        border(0, 1, Crossing::Open),
        border(1, 2, Crossing::Doorway),
        border(2, 0, Crossing::Closed),
        border(2, 3, Crossing::Doorway),
    ];
    let tokens = vec![
        Token::new("Sybilla", 0, &["health 6/6"], Spot::Zone(0)),
        Token::new("Theobald", 0, &["health 3/9", "in cover"], Spot::Zone(1)),
        Token::new("Balthasar", 0, &["down", "health 0/10", "incapacitated", "hobbled"], Spot::Zone(1)),
        Token::new("Leader", 1, &["hurt"], Spot::Zone(1)),
        Token::new("Bandit 1", 1, &["unhurt"], Spot::Border(0)),
        Token::new("Bandit 2", 1, &["badly hurt"], Spot::Border(1)),
        Token::new("Ghoul", 2, &["unhurt", "hidden"], Spot::Zone(3)),
    ];
    plan(zones, borders, tokens)
}

/// One name for each way names have broken pictures.
const NASTY: [&str; 11] = [
    "<image href=\"https://evil.example/x.png\"/>",
    "</text><script>alert(1)</script>",
    "Tom & Jerry's \"friend\" ]]> &amp; &#x41;",
    "<style>@import url(evil.css)</style>",
    "\u{202e}gnirts\u{0}\u{7}\u{1b}[31m\u{fffe}",
    "\u{5e9}\u{5e8}\u{5d4} \u{5db}\u{5d4}\u{5df}",
    "\u{5c71}\u{7530}\u{592a}\u{90ce}",
    "Ana \u{1f5e1}\u{fe0f}\u{1f9d9}\u{200d}\u{2642}",
    "Z\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}a\u{338}\u{338}\u{338}lgo",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "xlink:href=file:///etc/passwd",
];

/// Names, zones, features, sides and words: whatever they contain, the picture consists of its own few shapes, is valid XML, refers to
/// nothing outside itself, and is as large as it says.
#[test]
fn nothing_in_a_name_gets_into_the_picture_but_as_text() {
    for nasty in NASTY {
        let mut borders = vec![border(0, 1, Crossing::Doorway)];
        borders[0].features.push(Feature::read(nasty));
        let zones = vec![zone(nasty, &[nasty, &format!("hazard: {nasty}")]), zone("Yard", &[])];
        let mut plan = plan(zones, borders, vec![Token::new(nasty, 0, &[nasty, "down", "hidden"], Spot::Zone(0))]);
        plan.parties[0].name = nasty.to_owned();
        let svg = plan.svg();
        let read = roxmltree::Document::parse(&svg).unwrap_or_else(|it| panic!("{nasty:?}: {it}: {svg}"));
        for node in read.descendants().filter(|it| it.is_element()) {
            let name = node.tag_name().name();
            assert!(["svg", "rect", "circle", "ellipse", "path", "text"].contains(&name), "{nasty:?} made a {name}");
            for attribute in node.attributes() {
                let known = "width height viewBox font-family font-size fill stroke stroke-width stroke-linejoin \
                             stroke-dasharray text-anchor x y cx cy r rx ry d";
                assert!(known.split_whitespace().any(|it| it == attribute.name()), "{nasty:?} made {attribute:?}");
                assert!(!attribute.value().contains("url"), "{nasty:?} made {attribute:?}");
            }
        }
        let controls = |it: char| it.is_control() || matches!(it, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
        assert!(!svg.contains(controls), "{nasty:?}");
        assert!(plan.text().iter().all(|it| !it.contains(controls)), "{nasty:?}");
        plan.png().unwrap_or_else(|it| panic!("{nasty:?}: {it}"));
    }
}

/// What a picture can't show in full, the text form does: unknown scripts have a numbered note, long names are complete.
#[test]
fn the_text_form_has_what_the_picture_lacks() {
    let long = "W".repeat(80);
    let people =
        ["\u{5c71}\u{7530}", &long, "Ana \u{1f9d9}"].map(|it| Token::new(it, 0, &["health 3/9"], Spot::Zone(1)));
    let plan = plan(vec![zone("\u{5c71}", &[]), zone("Yard", &[])], vec![], people.to_vec());
    let (svg, text) = (plan.svg(), plan.text().join("\n"));
    assert!(svg.contains(">(note 1)<") && svg.contains(">(note 2)<") && svg.contains(">Notes: names with characters"));
    assert!(svg.contains(">Ana \u{25af}<") && svg.contains("\u{25af} stands for"));
    assert!(!svg.contains(&long) && svg.contains("WW\u{2026}"));
    assert!(text.contains("\u{5c71} (note 1 in the picture): nobody."), "{text}");
    assert!(text.contains("\u{5c71}\u{7530} (note 2 in the picture) (Players, health 3/9)"), "{text}");
    assert!(text.contains(&long) && text.contains("Ana \u{1f9d9} (Players"), "{text}");
}

/// Every side has a shape, a letter and a place in the legend, every state its word; only what's there is explained.
#[test]
fn nothing_is_said_by_colour_alone() {
    let svg = gatehouse().svg();
    for said in ["P", "B", "G", "Players", "Bandits", "Ghouls", "hidden", "doorway", "closed", "in cover", "C", "H"] {
        assert!(svg.contains(&format!(">{said}<")), "{said}");
    }
    for said in ["hazard: brazier", "cover: low wall", "barrier", "concealment: straw", "dark", "holds 8"] {
        assert!(svg.contains(&format!(">{said}<")), "{said}");
    }
    let text = gatehouse().text().join("\n");
    assert!(
        text.contains("health 3/9, in cover") && text.contains("down, health 0/10, incapacitated, hobbled"),
        "{text}"
    );
    let mut barred = border(0, 1, Crossing::Closed);
    barred.features = vec![Feature::read("barrier: locked door"), Feature::read("hazard: caltrops")];
    let barred = plan(vec![zone("Gate", &[]), zone("Yard", &[])], vec![barred], vec![]).svg();
    assert!(
        barred.contains(">barrier: locked door<") && !barred.contains(">closed<"),
        "the legend says what the sign is"
    );
    assert!(barred.contains(">hazard: caltrops<"), "what has no sign is written");
    let window = |way| {
        let border = BorderView { features: vec![Feature::read("cover: window")], ..border(0, 1, way) };
        plan(vec![zone("Gate", &[]), zone("Yard", &[])], vec![border], vec![]).svg()
    };
    let (closed, open) = (window(Crossing::Closed), window(Crossing::Open));
    assert!(closed.contains(">closed<") && closed.contains("stroke-dasharray"), "a window in a wall is no way");
    assert!(!open.contains(">closed<") && !open.contains("stroke-dasharray"));
    let calm = plan(vec![zone("Gate", &[])], vec![], vec![Token::new("Ana", 0, &[], Spot::Zone(0))]).svg();
    assert!(!calm.contains(">in cover<") && !calm.contains(">hidden<") && !calm.contains("Bandits"));
}

/// Where somebody can get to between zones has a dot, and what they threaten a wedge, each with a line of its own kind; the words say both, and
/// whether it's their turn.
#[test]
fn what_somebody_could_do_between_zones_is_marked() {
    let calm = gatehouse();
    let (reach, threat) = (vec![Spot::Zone(1), Spot::Border(0), Spot::Border(3)], vec![Spot::Zone(0)]);
    let ground = TurnGround { name: "Sybilla".to_owned(), is_turn: true, reach, threat };
    let marked = MapPlan { turn: Some(ground.clone()), ..calm.clone() };
    let count = |plan: &MapPlan, what: &str| plan.svg().matches(what).count();
    let dashes = |plan: &MapPlan| count(plan, "stroke-dasharray");
    assert_eq!(count(&calm, REACH), 0, "nothing of it without");
    assert_eq!(count(&marked, &format!("stroke=\"{REACH}\"")), 2, "the zone, and the border with somebody on it");
    assert_eq!(count(&marked, &format!("fill=\"{REACH}\"")), 1, "dots");
    assert_eq!(dashes(&marked), dashes(&calm) + 1, "a dashed line");
    let text = marked.text().join("\n");
    assert!(text.contains("Sybilla can still get to: Yard, the border Gate/Yard, the border Tower/Cell."), "{text}");
    assert!(text.contains("Sybilla threatens: Gate."), "{text}");
    let later = MapPlan { turn: Some(TurnGround { is_turn: false, ..ground }), ..calm };
    assert!(later.text().join("\n").contains("On their own turn, Sybilla could get to: Yard"), "out of turn");
    assert!(later.svg().contains(">Dots: where Sybilla could get to on their own turn.<"));
}

/// The map in words, as shown beside the picture and to readers who can't see it.
#[test]
fn a_map_reads_as_sentences() {
    let text = gatehouse().text();
    assert_eq!(text[0], "Gate: Sybilla (Players, health 6/6). To Yard; walled off from Tower. Here: dark. Holds 8.");
    assert_eq!(text[2], "Tower: nobody. By a doorway to Yard, Cell; walled off from Gate. Holds 8.");
    assert_eq!(text[4], "On the border Gate/Yard: Bandit 1 (Bandits, unhurt). Holds 2.");
    assert_eq!(text.len(), 6);
    assert_eq!(
        gatehouse().description(1_024),
        "Map of 4 zones. Gate: Sybilla. Yard: Theobald, Balthasar, Leader. Tower: nobody. Cell: Ghoul. \
         On the border Gate/Yard: Bandit 1. On the border Yard/Tower: Bandit 2."
    );
}

/// With sixty combatants in one zone, whose names are as long as possible, the picture says how many it leaves out, the text form lists
/// them all, and the description stays within its limit, in the units it's counted in.
#[test]
fn a_crowd_is_counted() {
    let name = |it: usize| format!("{} {it}", "\u{1f9d9}".repeat(76));
    let crowd = (0..60).map(|it| Token::new(&format!("Bandit {it}"), it % 3, &["unhurt"], Spot::Zone(0))).collect();
    let here = plan(vec![zone("Here", &[])], vec![], crowd);
    assert!(here.svg().contains(">+13 more<") && here.svg().contains("holds 8, full"));
    assert!((0..60).all(|it| here.text()[0].contains(&format!("Bandit {it} ("))));
    assert!(here.description(1_024).ends_with("Bandit 59."));
    let long = (0..60).map(|it| Token::new(&name(it), 0, &[], Spot::Zone(it % 2))).collect();
    let long = plan(vec![zone("Here", &[]), zone("There", &[])], vec![], long);
    let said = long.description(1_024);
    assert!(
        said.encode_utf16().count() <= 1_024 && said.ends_with("more. The text form of the map has the rest."),
        "{said}"
    );
    assert!(long.description(20).len() <= 60, "{}", long.description(20));
}

/// The same plan makes the same picture, byte for byte; a picture never exceeds its maximum size, whatever is on it.
#[test]
fn pictures_are_repeated_exactly_and_bounded() {
    assert_eq!(gatehouse().png().unwrap(), gatehouse().png().unwrap());
    let zones = (0..40).map(|it| zone(&format!("Zone number {it}"), &["dark", "hazard: pit", "cover"])).collect();
    let borders: Vec<BorderView> = (0..40)
        .flat_map(|it| [1, 7, 11].map(move |far| (it, it + far)))
        .filter(|it| it.1 < 40)
        .map(|(a, b)| border(a, b, Crossing::Doorway))
        .collect();
    let many = borders.len();
    let crowd =
        (0..60).map(|it| Token::new(&format!("Bandit {it}"), it % 3, &["unhurt"], Spot::Border(it % many))).collect();
    let png = plan(zones, borders, crowd).png().unwrap();
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert!(side(16) <= 2_400 && side(20) <= 2_400 && side(16) > 600, "{} x {}", side(16), side(20));
    assert!(png.len() < 4 << 20, "{} bytes", png.len());
}

/// A picture shows what the scene's viewer sees: someone hidden from them leaves no trace in it, not even a gap. And it doesn't change
/// while the turn doesn't pass, nobody moves and nothing happens to anyone.
#[test]
fn a_plan_holds_what_the_viewer_sees_and_what_a_map_shows() {
    let table = |hidden: bool| {
        let mut table = Table::new("");
        table.board("zones=Gate, Yard; borders=Gate-Yard");
        table.pc("Theobald", "agi=9; weapons=axe: martial hand");
        if hidden {
            table.join("Lurker", "Bandits", None, "agi=9; concealed=yes").expect("joins");
        }
        table.foe("Bandit", "agi=9");
        table.initiative("Players");
        table
    };
    let see = |table: &Table, viewer| MapPlan::of(&table.fight.scene(viewer));
    let (with, without) = (table(true), table(false));
    assert_eq!(see(&with, Viewer::Everyone), see(&without, Viewer::Everyone));
    assert_ne!(see(&with, Viewer::Gm), see(&without, Viewer::Gm));
    assert!(
        see(&with, Viewer::Gm).svg().contains(">Lurker<") && !see(&with, Viewer::Everyone).svg().contains("Lurker")
    );
    let mut fight = table(false);
    fight.begin();
    assert!(see(&fight, Viewer::Everyone).is_laid_out());
    let waits = see(&fight, Viewer::Everyone);
    fight.act("Theobald", "say text=Halt!");
    let before = see(&fight, Viewer::Everyone);
    assert_ne!(waits, before, "it's Theobald's turn now");
    fight.act("Theobald", "say text=Halt, I said!");
    assert_eq!(see(&fight, Viewer::Everyone), before);
    fight.set("Bandit", "cover", "yes");
    let covered = see(&fight, Viewer::Everyone);
    assert_ne!(covered, before);
    assert!(covered.text().join(" ").contains("in cover"));
    fight.place("Bandit", "Gate/Yard");
    assert!(see(&fight, Viewer::Everyone).text().join("\n").contains("On the border Gate/Yard: Bandit"));
    assert!(!MapPlan::of(&Table::brawl().fight.scene(Viewer::Everyone)).is_laid_out());
}

/// Whoever has run away isn't drawn as if lying beside the map; whoever hasn't been put on it yet is drawn there.
#[test]
fn whoever_has_fled_is_neither_on_the_map_nor_beside_it() {
    let mut table = Table::new("");
    table.board("zones=Gate, Yard; borders=Gate-Yard");
    table.pc("Theobald", "agi=9; weapons=axe: martial hand");
    table.pc("Sybilla", "agi=9; weapons=axe: martial hand");
    table.foe("Bandit", "agi=9");
    table.initiative("Players");
    table.begin();
    let drawn = |table: &Table| MapPlan::of(&table.fight.scene(Viewer::Everyone)).svg();
    assert!(drawn(&table).contains("Theobald"));
    table.set("Theobald", "fled", "yes");
    let after = drawn(&table);
    assert!(!after.contains("Theobald") && after.contains("Sybilla"), "{after}");
    table.pc("Wolfram", "agi=9; weapons=axe: martial hand");
    table.set("Wolfram", "dead", "yes");
    assert!(drawn(&table).contains("Wolfram"), "whoever is down and was never put on the map is beside it");
}
