//! Moving over smaller ones (C45): after a step, somebody larger may drive those underfoot aside; who does not or cannot make way
//! suffers for it.

use super::{
    Barred, Choice, Cx, Field, Flow, Question, Rule, TableFact, actions, damage,
    fact::Fact,
    size,
    state::{Pot, able, enemies},
};
use crate::engine::{CombatantId, ids::Addressee, space::zones::ZonePlace};

/// What those suffer who do not make way.
const TRAMPLE_DIE: u16 = 4;

/// Enemies who are smaller and stand where somebody stands.
fn underfoot(field: &Field, who: CombatantId) -> Vec<CombatantId> {
    let at = field.combatant(who).place;
    let small = |it: &CombatantId| {
        let other = field.combatant(*it);
        at.is_some()
            && other.place == at
            && !other.state.dead
            && !other.hidden
            && enemies(field, who, *it)
            && size::larger(field, who, *it)
    };
    field.ids().filter(small).collect()
}

/// C45 Trampling: once in a turn, after having moved in it, over smaller enemies in the same place.
///
/// # Errors
/// Why not.
pub fn check(field: &Field, who: CombatantId) -> Result<(), Barred> {
    let moved = field.turns.active == Some(who) && actions::left(field, who, Pot::Still) == 0;
    let again = field.combatant(who).state.trampled_in == Some(field.turns.round);
    match () {
        () if underfoot(field, who).is_empty() => Err(Barred::NobodyUnderfoot(who)),
        () if !moved || again => Err(Barred::NotToTrample(who)),
        () => Ok(()),
    }
}

/// C45 Trampling: each shifts aside by half a zone, where there is room, or suffers d4 damage. Who lies there suffers it.
///
/// # Errors
/// When somebody must be asked.
pub fn trample(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Trample);
    let round = cx.turns.round;
    cx.note(Fact::Tramples { who, round });
    for small in underfoot(cx, who) {
        let question = Question::Underfoot { by: who, at: small };
        let choice = cx.ask(Addressee::Combatant(small), question, |field| offers(field, small))?;
        match choice {
            Choice::Aside(at) => cx.apply(TableFact::Placed { who: small, at: Some(at) }),
            _ => damage::trodden(cx, who, small, TRAMPLE_DIE)?,
        }
    }
    Ok(())
}

/// Shifting aside comes first: silence is not trodden upon.
fn offers(field: &Field, who: CombatantId) -> Vec<Choice> {
    let Some(here) = field.combatant(who).place.filter(|_| able(field, who)) else { return vec![Choice::StandFast] };
    let beside: Vec<ZonePlace> =
        field.space.half_steps(here).into_iter().filter(|at| size::has_room(field, who, *at)).collect();
    beside.into_iter().map(Choice::Aside).chain([Choice::StandFast]).collect()
}
