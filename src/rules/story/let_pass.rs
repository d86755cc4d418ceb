//! What only the GM is told at a round's end: which of their hidden combatants let it pass. They may act whenever they like, so nothing else
//! reminds the GM of them.

use crate::{
    engine::{
        Combatant, Controller, Encounter, GameSystem, Stage,
        view::{Audience, Line, Mark},
    },
    rules::wording::few_or_kinds,
};

/// The line, if a round has ended in which hidden combatants whom the GM plays could still have acted.
pub(super) fn let_pass<R: GameSystem>(before: &Encounter<R>, now: &Encounter<R>) -> Option<Line> {
    let (then, now) = (before.now(), now.now());
    let round = then.turns.round;
    if now.stage != Stage::Fighting || now.turns.round <= round || round == 0 {
        return None;
    }
    let is_still_hidden = |it: &Combatant<R>| it.is_hidden() && now.find(it.id).is_some_and(Combatant::is_hidden);
    let waits = |it: &&Combatant<R>| {
        let is_gms = it.controller == Controller::Gm && it.autopilot.is_none();
        is_gms && is_still_hidden(it) && R::standing(then, it).0 == Mark::Ready
    };
    let names: Vec<String> = then.combatants.iter().filter(waits).map(|it| it.name.to_string()).collect();
    (!names.is_empty()).then(|| Line {
        audience: Audience::Gm,
        ..Line::open(format!("Still hidden, and didn\u{2019}t act in round {round}: {}.", few_or_kinds(&names)))
    })
}
