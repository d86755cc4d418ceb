//! Looking before leaping: what a combatant should know before they do something. The fight is as the viewer knows it.

use crate::{
    engine::{
        CombatantId,
        space::{Space, zones::ZonePlace},
    },
    rules::{
        murdham::{
            Action, FightState,
            chapters::{morale, movement, reaction, turn},
            model::{
                manner::Pace,
                state::{Phase, able},
            },
        },
        wording,
    },
};

/// R6: where a combatant can still walk with what's left of this turn's own zone.
pub fn reaches(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
    if turn::may_act(fight).contains(&who) { could_reach(fight, who) } else { vec![] }
}

/// R6: where a combatant could walk with a turn's own zone; in the middle of a turn, with what's left of it.
pub fn could_reach(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
    let near = |it: &ZonePlace| movement::check_move(fight, who, *it, Pace::Walk).is_ok();
    fight.space.places().into_iter().filter(near).collect()
}

/// R25 Opportunity attack: what enemies can't leave unpunished as long as a combatant can react: where they stand and what's nearby.
pub fn threatens(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
    // That only ambushers act now may be their secret.
    let mut fight = fight.clone();
    fight.turns.phase = fight.turns.phase.filter(|it| *it != Phase::Ambush);
    let fight = &fight;
    let could = able(fight, who) && reaction::can_react(fight, who) && morale::has_heart(fight, who);
    let Some(at) = fight.find(who).filter(|_| could).and_then(|it| it.place) else { return vec![] };
    fight.space.places().into_iter().filter(|it| fight.space.distance(&at, it) == Some(0)).collect()
}

/// R25: from whom a move would draw an opportunity attack; R48: that whoever flees is out of the fight.
pub fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
    let to = match action {
        Action::Move(it) => it.to,
        Action::FullMove(it) => it.to,
        Action::Flee => {
            let who = fight.name(who);
            return Some(format!("Fleeing takes {who} out of the fight, unless a chase catches up."));
        }
        _ => return None,
    };
    let foes: Vec<String> =
        movement::provoked(fight, who, to).into_iter().map(|it| fight.name(it).to_owned()).collect();
    (!foes.is_empty()).then(|| format!("This may draw an opportunity attack from {}.", wording::list(&foes)))
}
