//! R6's movement, A21, C10, R25, R26.

use super::Table;
use crate::{
    engine::{ParamValue, PartialAction, view::Viewer},
    rules::{ParamView, Session},
};

fn street(theobald: &str, bandit: &str) -> Table {
    let mut table = Table::new("");
    table.board("zones=Gate, Yard (2), Hall, Roof, Cellar; borders=Gate-Yard, Yard-Hall (doorway), Hall-Roof, Roof-Cellar, Gate-Cellar (closed)");
    table.pc("Theobald", theobald);
    table.foe("Bandit", bandit);
    table.initiative("Players");
    table.begin();
    table.place("Bandit", "Cellar");
    table
}

/// R6: one zone, which can be split around actions.
#[test]
fn r6_one_zone_in_halves() {
    let mut table = street("", "");
    assert_eq!(table.read("Theobald", "move"), "1 zone");
    table.act("Theobald", "move to=Gate/Yard");
    assert_eq!(
        (table.read("Theobald", "place"), table.read("Theobald", "move")),
        ("Gate/Yard".into(), "half a zone".into())
    );
    table.act("Theobald", "say text=Onward");
    table.act("Theobald", "move to=Yard");
    assert!(table.refused("Theobald", "move to=Hall").contains("none of movement left"));
    assert!(street("", "").refused("Theobald", "move to=Hall").contains("1 zone of movement left"));
}

/// C10: full places cannot be entered or crossed; walls stop everyone.
#[test]
fn c10_room_and_walls() {
    let mut table = street("", "");
    assert!(table.refused("Theobald", "move to=Cellar").contains("can\u{2019}t get there"));
    table.foe("Guard 1", "");
    table.foe("Guard 2", "");
    table.place("Guard 1", "Yard");
    table.place("Guard 2", "Yard");
    assert!(table.refused("Theobald", "move to=Yard").contains("full"));
    assert!(table.refused("Theobald", "full-move to=Hall").contains("can\u{2019}t get there"));
    table.set("Guard 2", "dead", "yes");
    table.act("Theobald", "move to=Yard");
}

/// C13: hobbled and encumbered are half speed.
#[test]
fn c13_half_speed() {
    let mut table = street("", "");
    table.set("Theobald", "hobbled", "yes");
    assert!(table.refused("Theobald", "move to=Yard").contains("half a zone"));
    table.act("Theobald", "full-move to=Yard");
    assert_eq!(table.read("Theobald", "place"), "Yard");
}

/// A21: a full movement is two zones in all and the main action; the bonus action remains; three by option.
#[test]
fn a21_full_movement() {
    let mut table = street("", "");
    assert!(table.refused("Theobald", "full-move to=Roof").contains("can\u{2019}t get there"));
    table.act("Theobald", "full-move to=Hall");
    assert_eq!((table.read("Theobald", "main"), table.read("Theobald", "bonus")), ("used".into(), "left".into()));
    assert_eq!(table.read("Theobald", "move"), "none");
    let mut far = Table::new("full-move=3");
    far.board("zones=A, B, C, D; borders=A-B, B-C, C-D");
    far.pc("Theobald", "");
    far.foe("Bandit", "");
    far.initiative("Players");
    far.begin();
    far.order("Bandit", "never ask me");
    far.act("Theobald", "full-move to=D");
}

/// A21: a sprint is four zones; in the second round in a row it takes an AGI save, and without it, two.
#[test]
fn a21_sprint() {
    let mut table = Table::new("");
    table.board("zones=A, B, C, D, E, F, G, H, I; borders=A-B, B-C, C-D, D-E, E-F, F-G, G-H, H-I");
    table.pc("Theobald", "agi=9");
    table.foe("Bandit", "");
    table.initiative("Players");
    table.begin();
    table.place("Bandit", "I");
    assert!(table.refused("Theobald", "move to=B; how=sprint").contains("full movement"));
    table.act("Theobald", "full-move to=E; how=sprint");
    table.act("Theobald", "end");
    table.pass("Bandits");
    table.dice(&[(20, 10)]);
    table.act("Theobald", "full-move to=I; how=sprint");
    assert_eq!(table.read("Theobald", "place"), "G");
}

/// R25: who moves away from a nearby enemy may be struck before the step; it is that one's turn; the move goes on.
#[test]
fn r25_opportunity_attack() {
    let mut table = street("str=10; weapons=axe: martial hand", "weapons=club: simple hand");
    table.place("Bandit", "Gate");
    table.act("Theobald", "move to=Yard");
    assert_eq!(table.offers("Bandit"), ["Let them go", "Opportunity attack with club"]);
    assert_eq!(table.read("Theobald", "place"), "Gate", "the zone is not left yet");
    table.dice(&[(4, 2)]);
    table.press("Bandit", "Opportunity");
    assert_eq!((table.read("Theobald", "health"), table.read("Theobald", "place")), ("8".into(), "Yard".into()));
    assert_eq!(table.read("Bandit", "reacted"), "yes");
}

/// R25: the turn goes on only for who is alive and conscious; who has acted lets them go.
#[test]
fn r25_the_move_may_end_there() {
    let mut table = street("str=8", "weapons=pole: martial great");
    table.place("Bandit", "Gate");
    table.act("Theobald", "move to=Yard");
    table.dice(&[(8, 5)]);
    table.press("Bandit", "Opportunity");
    assert_eq!(
        (table.read("Theobald", "place"), table.read("Theobald", "incapacitated")),
        ("Gate".into(), "yes".into())
    );
    let mut spent = street("", "");
    spent.place("Bandit", "Gate");
    spent.pass("Players");
    spent.act("Bandit", "say text=Hey");
    spent.act("Bandit", "end");
    spent.act("Theobald", "move to=Yard");
    assert_eq!((spent.prompts(), spent.read("Theobald", "place")), (vec![], "Yard".into()));
}

/// R25: several are asked at once; when one blow has stopped the mover the others have nothing left to strike at.
#[test]
fn r25_several_at_once() {
    let mut table = street("str=8", "weapons=pole: martial great");
    table.foe("Cutter", "");
    table.place("Bandit", "Gate");
    table.place("Cutter", "Gate");
    table.act("Theobald", "move to=Yard");
    assert_eq!(table.prompts().len(), 2);
    table.dice(&[(8, 5)]);
    table.press("Bandit", "Opportunity");
    assert_eq!((table.prompts(), table.read("Cutter", "acted")), (vec![], "no".into()));
}

/// R26: the mover cannot react, an ally can guard; C12: the fleet footed dodge, and keep their turn.
#[test]
fn r26_no_answer_on_the_move() {
    let mut table = street("str=10", "weapons=club: simple hand");
    table.place("Bandit", "Gate");
    table.act("Theobald", "move to=Yard");
    table.dice(&[(4, 1)]);
    table.press("Bandit", "Opportunity");
    assert_eq!(table.prompts(), vec![]);
    let mut fleet = street("agi=9; skills=Fleet footed", "weapons=club: simple hand");
    fleet.place("Bandit", "Gate");
    fleet.act("Theobald", "move to=Yard");
    fleet.press("Bandit", "Opportunity");
    assert_eq!(fleet.offers("Theobald"), ["Take the hit", "Dodge: AGI 9"]);
    fleet.dice(&[(20, 9)]);
    fleet.press("Theobald", "Dodge");
    assert_eq!((fleet.read("Theobald", "place"), fleet.read("Theobald", "turn")), ("Yard".into(), "acting".into()));
}

/// C10: nobody goes to a place that the board does not have, and no text is empty or of more than 200 characters. No menu offers either, so
/// that only the check stands between them and the rules.
#[test]
fn c10_what_no_menu_offers_is_refused() {
    use super::super::{
        Action, Murdham, Pace, Violation,
        verbs::{interact::Interact, moving::Move, say::Say},
    };
    use crate::engine::{
        CombatantId, Refusal, Ruleset,
        space::zones::{BorderId, ZoneId, ZonePlace},
    };
    let table = street("", "");
    let violation = |action: &Action| match Murdham::check(&table.fight.log().now().fight, CombatantId(1), action) {
        Err(Refusal::Violation(violation)) => violation,
        other => panic!("{action:?}: {other:?}"),
    };
    let nowhere = [ZonePlace::In(ZoneId(5)), ZonePlace::On(BorderId(4))];
    for to in nowhere {
        let walk = Action::Move(Move { to, how: Pace::Walk });
        assert!(matches!(violation(&walk), Violation::TooFar { .. }), "{to:?}");
    }
    for text in ["", "  ", &"x".repeat(201)] {
        let text = text.to_owned();
        assert_eq!(violation(&Action::Say(Say { text: text.clone() })), Violation::BadText);
        assert_eq!(violation(&Action::Interact(Interact { text, complex: false })), Violation::BadText);
    }
}

/// R25: whoever would leave a foe who can still react is warned before; where the foe isn't, nobody is.
#[test]
fn r25_who_walks_away_is_warned() {
    let mut table = street("", "weapons=sword: martial hand");
    let warning = |table: &Table| {
        let who = table.id("Theobald");
        let draft = PartialAction::of("move").with("to", ParamValue::Word("Yard".to_owned()));
        let full = match table.fight.param(Viewer::Gm, who, &draft) {
            Ok(ParamView::Choose { name, default: Some(usual), .. }) => draft.with(name, usual),
            _ => draft,
        };
        table.fight.warning(Viewer::Gm, who, &full)
    };
    assert_eq!(warning(&table), None, "the Bandit is in the Cellar");
    table.place("Bandit", "Gate");
    assert_eq!(warning(&table).as_deref(), Some("This may draw an opportunity attack from Bandit."));
}

/// R48: whoever flees is out of the fight, of which they're warned before.
#[test]
fn r48_who_flees_is_warned() {
    let table = street("", "weapons=sword: martial hand");
    let warning = table.fight.warning(Viewer::Gm, table.id("Theobald"), &PartialAction::of("flee"));
    assert_eq!(warning.as_deref(), Some("Fleeing takes Theobald out of the fight, unless a chase catches up."));
}
