//! What somebody attacked with the last time. Whoever fights on goes on with the same weapon, so nobody is asked again; any other is a press
//! away.

use crate::engine::{
    Combatant, CombatantId, Controller, FightState, GameSystem, Input, Log,
    partial_action::{ATTACK, ParamValue},
    view::unnumbered,
};

/// The parameter that's a weapon, in every system.
pub const WITH: &str = "with";

/// What this combatant last attacked with or, if they haven't yet, what the last of their kind did, among those that the GM plays.
pub(super) fn weapon<R: GameSystem>(log: &Log<R>, who: CombatantId) -> Option<ParamValue> {
    let fight = log.now().now();
    let own = fight.find(who)?;
    let is_of_the_same_kind = |it: &Combatant<R>| {
        let gms = |it: &Combatant<R>| it.controller == Controller::Gm;
        it.side == own.side && gms(it) && gms(own) && unnumbered(&it.name) == unnumbered(&own.name)
    };
    let of = |by: CombatantId| by == who || fight.find(by).is_some_and(is_of_the_same_kind);
    let standing = log.standing_since(0);
    let attacks = log.rows().iter().rev().filter_map(|row| match &row.input {
        Input::Act { who: by, action } if of(*by) && standing.contains(&row.seq) => {
            Some((*by, attacked_with(fight, *by, action)?))
        }
        _ => None,
    });
    let mut of_the_kind = None;
    for (by, with) in attacks {
        if by == who {
            return Some(with);
        }
        of_the_kind.get_or_insert(with);
    }
    of_the_kind
}

fn attacked_with<R: GameSystem>(fight: &FightState<R>, who: CombatantId, action: &R::Action) -> Option<ParamValue> {
    let (draft, _) = R::spelled_out(fight, who, action)?;
    (draft.verb == ATTACK).then(|| draft.get(WITH).cloned()).flatten()
}
