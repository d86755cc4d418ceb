//! Sneaking in combat: R40-R43. Anyone who is concealed is hidden from the other sides; the bonus turn itself is a phase of `turn.rs`.

use crate::engine::CombatantId;
use crate::rules::murdham::{
    Cx, FightState, Flow, Rule, TableFact,
    chapters::saves,
    model::{
        event::Event,
        sheet::{Ability, SkillEffect},
        state::{Flag, has},
    },
};

/// R41 Surprise, R20: whether the target knows nothing of this attacker.
pub fn is_unaware(fight: &FightState, attacker: CombatantId, target: CombatantId) -> bool {
    fight.combatant(attacker).is_hidden() || fight.combatant(target).state.is(Flag::Unaware)
}

/// R43 Revealed: attacking, talking, moving openly, stepping in for a combatant.
pub fn reveal(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.combatant(who).is_hidden() {
        cx.cite(Rule::Revealed);
        cx.apply(TableFact::Hid { who, hidden: false });
    }
}

/// R43 Revealed: who moves while concealed stays so by sneaking, as far as an AGI save goes.
pub fn sneak(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let skilled = has(cx, who, SkillEffect::Sneaks);
    if skilled {
        cx.cite(Rule::Skills);
    }
    if skilled || saves::save(cx, who, Ability::Agi, Rule::Revealed, "sneaking")? {
        cx.tell(Event::Sneaked(who));
    } else {
        reveal(cx, who);
    }
    Ok(())
}
