//! What only the GM is told at a round's end: which of their hidden combatants didn't act in it. They may act whenever they like, so nothing else
//! reminds the GM of them.

use std::sync::Arc;

use crate::{
    engine::{
        Combatant, CombatantId, Controller, Encounter, GameSystem, LogRow, Stage,
        encounter::Input,
        view::{Audience, Line, Mark},
    },
    rules::wording::few_or_kinds,
};

/// The line, if a round has ended in which hidden combatants whom the GM plays haven't acted. `cause` is what ended it: a GM who passes, or ends
/// somebody's turn, knows.
pub(super) fn let_pass<R: GameSystem>(
    before: &Encounter<R>,
    now: &Encounter<R>,
    cause: Option<&LogRow<R>>,
) -> Option<Line> {
    let (then, now) = (before.now(), now.now());
    let round = then.turns.round;
    if now.stage != Stage::Fighting || now.turns.round <= round || round == 0 {
        return None;
    }
    let is_meant: Option<CombatantId> = match cause.map(|it| (&it.input, it.actor)) {
        Some((Input::Pass { .. }, actor)) if actor.is_gm() => return None,
        Some((Input::Act { who, .. }, _)) => Some(*who),
        _ => None,
    };
    let is_still_hidden = |it: &Combatant<R>| it.is_hidden() && now.find(it.id).is_some_and(Combatant::is_hidden);
    let waits = |it: &&Arc<Combatant<R>>| {
        let is_gms = it.controller == Controller::Gm && it.autopilot.is_none() && Some(it.id) != is_meant;
        is_gms && is_still_hidden(it) && R::standing(then, it).0 == Mark::Ready
    };
    let names: Vec<String> = then.combatants.iter().filter(waits).map(|it| it.name.to_string()).collect();
    (!names.is_empty()).then(|| Line {
        audience: Audience::Gm,
        ..Line::open(format!("Still hidden, and didn\u{2019}t act in round {round}: {}.", few_or_kinds(&names)))
    })
}
