//! What maps, `/sight` and the question before an act say, which no play script shows: R2 to R4, R10, R13, R23, R35.

use super::super::{Sovereign, text::lookahead};
use crate::{
    engine::{Actor, CombatantId, Scripted, Seat, view::Viewer},
    rules::{Fight, Newcomer, Request, Session},
};

const GM: Actor = Actor::Gm(Seat(1));
const ANA: CombatantId = CombatantId(1);
const ORC: CombatantId = CombatantId(2);

struct Table {
    fight: Fight<Sovereign>,
    dice: Scripted,
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect()
}

impl Table {
    /// Ana with an axe at B2 and an orc with a sword at C2, on a board of 24 by 6 with a wall at E1-E3; it is Ana's step.
    fn new() -> Table {
        let mut table = Table { fight: Fight::open(&[]).expect("no options"), dice: Scripted::default() };
        for name in ["Heroes", "Orcs"] {
            table.ask(&Request::Side { name: name.to_owned() });
        }
        table.ask(&Request::Board { fields: pairs(&[("size", "24x6"), ("walls", "E1-E3")]) });
        let axe = pairs(&[("hp", "9"), ("weapons", "hand axe"), ("shoot", "0")]);
        let orc = pairs(&[("hd", "1"), ("weapons", "sword")]);
        for (name, side, fields) in [("Ana", "Heroes", axe), ("Orc", "Orcs", orc)] {
            let side = Some(side.to_owned());
            let it = Newcomer { name: name.to_owned(), side, fields, count: 1, ..Newcomer::default() };
            table.ask(&Request::Join(it));
        }
        table.place(ANA, "B2");
        table.place(ORC, "C2");
        table.dice.queue([(8, 8), (8, 1)]);
        table.ask(&Request::Begin);
        table
    }

    fn ask(&mut self, request: &Request) {
        let proposal = self.fight.propose(GM, request, &mut self.dice, 1_000);
        self.fight.commit(proposal.unwrap_or_else(|why| panic!("{request:?}: {why}")));
    }

    fn place(&mut self, who: CombatantId, at: &str) {
        self.ask(&Request::Place { who, at: at.to_owned() });
    }

    fn act(&mut self, verb: &str, slots: &[(&str, &str)]) {
        let draft =
            self.fight.draft(Viewer::Gm, ANA, verb, &pairs(slots)).unwrap_or_else(|why| panic!("{verb}: {why}"));
        self.ask(&Request::Act { who: ANA, draft });
    }

    fn warning(&self, verb: &str, slots: &[(&str, &str)]) -> Option<String> {
        let draft =
            self.fight.draft(Viewer::Gm, ANA, verb, &pairs(slots)).unwrap_or_else(|why| panic!("{verb}: {why}"));
        self.fight.warning(Viewer::Gm, ANA, &draft)
    }

    fn sight(&self) -> String {
        self.fight.sight(Viewer::Gm, "Ana", "Orc").expect("both stand somewhere").sentences.join(" ")
    }

    fn squares(
        &self,
        of: fn(&super::super::FightState, CombatantId) -> Vec<crate::engine::space::grid::Square>,
        who: CombatantId,
    ) -> usize {
        of(&self.fight.log().now().fight, who).len()
    }
}

/// R13, R20, R23, R25, R29: before what draws an attack of opportunity one is told from whom; before anything else nothing.
#[test]
fn acts_that_draw_attacks_are_warned_of() {
    let mut table = Table::new();
    let orc = Some("This draws an attack of opportunity from Orc.".to_owned());
    assert_eq!(table.warning("run", &[("to", "A6")]), orc);
    assert_eq!(table.warning("run", &[("to", "B3")]), None, "one does not leave its reach");
    assert_eq!(table.warning("skill", &[("with", "Heal")]), orc);
    assert_eq!(table.warning("flee", &[]), orc);
    assert_eq!(table.warning("prone", &[]), None);
    table.act("disengage", &[]);
    assert_eq!(table.warning("run", &[("to", "A6")]), None, "R24");
}

/// R10, R13: where one could run to, and where one strikes at who moves; nobody runs whose turn it is not, or who has nothing left.
#[test]
fn the_map_shows_ways_and_threats() {
    let mut table = Table::new();
    assert_eq!(table.squares(lookahead::reaches, ORC), 0, "it is not its step");
    assert!(table.squares(lookahead::reaches, ANA) > 20);
    assert_eq!(table.squares(lookahead::threatens, ORC), 8);
    table.place(ORC, "D2");
    assert_eq!(table.squares(lookahead::threatens, ORC), 5, "not into the wall, and not beyond it");
    table.act("disengage", &[]);
    table.act("prone", &[]);
    table.act("stand", &[]);
    assert_eq!(table.squares(lookahead::reaches, ANA), 0, "Main and Move are spent");
}

/// R2, R3, R4, R35: what sight is worth is said with its number, and how far the weapon in hand is thrown.
#[test]
fn sight_is_told_with_its_numbers() {
    let mut table = Table::new();
    assert!(table.sight().contains("No cover: no penalty to hit."), "{}", table.sight());
    assert!(table.sight().contains("5 ft, within the hand axe\u{2019}s normal range."), "{}", table.sight());
    table.place(ORC, "F2");
    assert!(
        table.sight().contains("There\u{2019}s no line of sight, so you can\u{2019}t attack (R2)."),
        "{}",
        table.sight()
    );
    assert!(table.sight().contains("20 ft, long range for the hand axe: -2 to hit (R35)."), "{}", table.sight());
    table.place(ORC, "F4");
    assert!(table.sight().contains("Half cover: -2 to hit (R3)."), "{}", table.sight());
    table.place(ANA, "B5");
    table.place(ORC, "X5");
    assert!(table.sight().contains("110 ft, beyond the hand axe\u{2019}s long range of 30 ft."), "{}", table.sight());
    table.ask(&Request::Set { who: ORC, field: "cover".to_owned(), value: "full".to_owned() });
    assert!(table.sight().contains("Full cover: -4 to hit (R4). The GM has set this cover."), "{}", table.sight());
}
