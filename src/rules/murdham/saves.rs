//! Saves (C1): a d20 at or below the ability. Every save of these rules is made here.

use super::{Cx, Roll, Rule, sheet::Ability, state::Condition, words};
use crate::engine::{
    CombatantId,
    roll::{Die, Keep, Target},
};

/// C1 Saves: a d20 at or below the ability passes. The encumbered fail AGI saves without rolling (C13).
pub fn save(cx: &mut Cx<'_>, who: CombatantId, ability: Ability, rule: Rule, why: &str) -> bool {
    if ability == Ability::Agi && cx.combatant(who).is(&Condition::Encumbered) {
        cx.cite(Rule::Conditions);
        return false;
    }
    cx.cite(Rule::Saves);
    let (die, secret) = own_die(cx, who, 20);
    let name = words::ability(ability);
    let number = cx.combatant(who).state.abilities.get(ability);
    let what = if why.is_empty() { format!("{name} save") } else { format!("{name} save, {why}") };
    let roll = Roll::total(Some(who), rule, what, vec![die], Keep::All, vec![]);
    let roll = Roll { secret, ..roll.against(Target::AtMost { name: name.to_owned(), number }) };
    cx.rolled(roll).passed()
}

/// A die of somebody's own, and whether it is secret: a foe whom nobody knows of rolls where only the GM sees it, and leaves no gap in
/// the open dice.
pub fn own_die(cx: &mut Cx<'_>, who: CombatantId, sides: u16) -> (Die, bool) {
    let it = cx.combatant(who);
    if !it.hidden || it.owner.is_some() {
        return (cx.plain_die(sides), false);
    }
    let face = cx.secret_die(sides);
    (Die { sides, faces: vec![face], counts: i32::from(face), kept: true }, true)
}
