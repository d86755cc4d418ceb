//! Looking before leaping: what a combatant should know before they do something. The fight is as the viewer knows it.

use crate::{
    engine::CombatantId,
    rules::{
        murdham::{Action, FightState, chapters::movement},
        wording,
    },
};

/// R25: from whom a move would draw an opportunity attack.
pub fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
    let to = match action {
        Action::Move(it) => it.to,
        Action::FullMove(it) => it.to,
        _ => return None,
    };
    let foes: Vec<String> =
        movement::provoked(fight, who, to).into_iter().map(|it| fight.name(it).to_owned()).collect();
    (!foes.is_empty()).then(|| format!("This may draw an opportunity attack from {}.", wording::list(&foes)))
}
