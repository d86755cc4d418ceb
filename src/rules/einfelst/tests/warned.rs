//! What players are told before they act, which no play script shows: R21, R27.

use super::super::Einfelst;
use crate::{
    engine::{CombatantId, partial_action::PartialAction, view::Viewer},
    rules::{
        Newcomer, ParamView, Request, Session,
        tests::{Table, pair},
    },
};

const ANA: CombatantId = CombatantId(1);
const ORC: CombatantId = CombatantId(2);

/// Ana and an Orc, both at the Gate; it is Ana's turn.
fn table(held: bool) -> Table<Einfelst> {
    armed("none", "Gate", held)
}

fn armed(weapons: &str, orc_at: &str, held: bool) -> Table<Einfelst> {
    let board = [("zones", "Gate, Yard"), ("borders", "Gate-Yard")];
    let mut table = Table::<Einfelst>::open(&[], &board, &["Heroes", "Foes"]);
    for (name, side, card) in [("Ana", "Heroes", "1"), ("Orc", "Foes", "2")] {
        let (name, side) = (name.to_owned(), Some(side.to_owned()));
        let at = if name == "Orc" { orc_at } else { "Gate" };
        let fields = vec![pair("card", card), pair("weapons", weapons)];
        let newcomer = Newcomer { name, side, fields, count: 1, ..Newcomer::default() };
        table.join(newcomer, Some(at.to_owned()));
    }
    table.ask(Request::Begin);
    if held {
        table.ask(Request::Set { who: ORC, field: "restrained".to_owned(), value: "Ana".to_owned() });
    }
    table
}

fn warning(table: &Table<Einfelst>, verb: &str, slots: &[(&str, &str)]) -> Option<String> {
    let slots: Vec<_> = slots.iter().map(|it| pair(it.0, it.1)).collect();
    let draft = table.0.draft(Viewer::Gm, ANA, verb, &slots).unwrap_or_else(|why| panic!("{verb}: {why}"));
    table.0.warning(Viewer::Gm, ANA, &draft)
}

/// R27: a holder who walks out of the zone, flees, or pushes the held one away lets go, and is warned before; nobody else is.
#[test]
fn who_walks_away_from_whom_they_hold_is_warned() {
    let holding = table(true);
    let lets_go = Some("Ana would let go of Orc.".to_owned());
    assert_eq!(warning(&holding, "move", &[("to", "Yard")]), lets_go);
    assert_eq!(warning(&holding, "flee", &[]), lets_go);
    assert_eq!(warning(&holding, "push", &[("target", "Orc"), ("to", "Yard")]), lets_go);
    assert_eq!(warning(&holding, "push", &[("target", "Orc"), ("to", "spot")]), None);
    assert_eq!(warning(&holding, "attack", &[("target", "Orc")]), None);
    assert_eq!(warning(&holding, "turn-around", &[]), None);
    let free = table(false);
    assert_eq!(warning(&free, "move", &[("to", "Yard")]), None);
    assert_eq!(warning(&free, "flee", &[]), None);
}

/// R21, R17: a target out of the weapon's reach is offered with a note, and suggestions leave them out.
#[test]
fn whom_the_bow_does_not_reach_is_no_target_for_it() {
    let target = |weapons: &str, orc_at: &str| {
        let table = armed(weapons, orc_at, false);
        match table.0.param(Viewer::Gm, ANA, &PartialAction::of("attack")) {
            Ok(ParamView::Choose { candidates, .. }) => {
                candidates.into_iter().next().map(|it| (it.needs_more, it.note))
            }
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(target("longbow", "Gate"), Some((true, "only with bare hands".to_owned())));
    assert_eq!(target("longbow", "Yard"), Some((false, String::new())));
    assert_eq!(target("sword", "Gate"), Some((false, String::new())));
    assert_eq!(target("sword", "Yard"), None);
    assert_eq!(target("claws", "Gate"), Some((false, String::new())));
}

/// Where nobody can be attacked, the menu says why: too far off, with how far, or nobody there.
#[test]
fn a_menu_without_attack_says_why() {
    let why = |table: &Table<Einfelst>| table.0.why_no_attack(Viewer::Gm, ANA);
    assert_eq!(why(&armed("sword", "Gate", false)), None, "the Orc is here");
    assert_eq!(why(&armed("sword", "Yard", false)).as_deref(), Some("No enemy in reach; nearest: Orc, 1 zone away."));
    let mut alone = armed("sword", "Yard", false);
    alone.ask(Request::Leave { who: ORC });
    assert_eq!(why(&alone).as_deref(), Some("No enemy in sight."));
}

/// Bare hands do clearly less than the sword in hand: they aren't offered, and whoever names them is asked once. The sword isn't asked about.
#[test]
fn a_clearly_worse_weapon_is_asked_about() {
    let table = armed("sword", "Gate", false);
    let at_orc = PartialAction::of("attack").with("target", crate::engine::ParamValue::Who(ORC));
    let worse = table.0.clearly_worse(Viewer::Gm, ANA, &at_orc);
    assert_eq!(worse.len(), 1, "{worse:?}");
    let told = warning(&table, "attack", &[("target", "Orc"), ("with", "bare hands")]).expect("asked");
    assert!(told.starts_with("Ana\u{2019}s usual choice (") && told.ends_with(") would do more."), "{told}");
    assert_eq!(warning(&table, "attack", &[("target", "Orc"), ("with", "sword")]), None);
    assert_eq!(warning(&table, "attack", &[("target", "Orc")]), None);
}
