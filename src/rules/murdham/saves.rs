//! Saves (C1): a d20 at or below the ability. Every save of these rules is made here.

use super::{Cx, Roll, Rule, sheet::Ability, state::Condition, words};
use crate::engine::{
    CombatantId,
    roll::{Keep, Target},
};

/// C1 Saves: a d20 at or below the ability passes. The encumbered fail AGI saves without rolling (C13).
pub fn save(cx: &mut Cx<'_>, who: CombatantId, ability: Ability, rule: Rule, why: &str) -> bool {
    if ability == Ability::Agi && cx.combatant(who).is(&Condition::Encumbered) {
        cx.cite(Rule::Conditions);
        return false;
    }
    cx.cite(Rule::Saves);
    let die = cx.plain_die(20);
    let name = words::ability(ability);
    let number = cx.combatant(who).state.abilities.get(ability);
    let what = if why.is_empty() { format!("{name} save") } else { format!("{name} save, {why}") };
    let roll = Roll::total(Some(who), rule, what, vec![die], Keep::All, vec![]);
    cx.rolled(roll.against(Target::AtMost { name: name.to_owned(), number })).passed()
}
