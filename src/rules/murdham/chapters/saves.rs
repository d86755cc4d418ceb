//! Saves (C1): a d20 at or below the ability. Every save of these rules is made here, of one alone or of a group together.

use crate::engine::{
    CombatantId,
    roll::{Keep, Target},
};
use crate::rules::murdham::{
    Cx, Flow, Roll, Rule,
    chapters::omen,
    model::{
        event::Event,
        fact::Fate,
        sheet::Ability,
        size,
        state::{Condition, ability as now},
    },
};

/// C1 Saves: a d20 at or below the ability passes. The encumbered fail AGI saves without rolling (C13). Whoever fails may spend an omen
/// on rolling again (C15).
pub fn save(cx: &mut Cx<'_>, who: CombatantId, ability: Ability, rule: Rule, why: &str) -> Flow<bool> {
    loop {
        if fails_anyway(cx, who, ability) {
            return Ok(false);
        }
        if once(cx, who, ability, rule, why) {
            return Ok(true);
        }
        if !omen::again(cx, who, Fate::Save)? {
            return Ok(false);
        }
    }
}

/// C1 Saves: a save against what a combatant does, if anyone does it. C44: of STR saves the larger wins without dice.
pub fn against(
    cx: &mut Cx<'_>,
    who: CombatantId,
    by: Option<CombatantId>,
    ability: Ability,
    rule: Rule,
    why: &str,
) -> Flow<bool> {
    if let (Ability::Str, Some(passes)) = (ability, by.and_then(|by| size::settles(cx, who, by))) {
        cx.cite(rule);
        cx.cite(Rule::LargerWins);
        cx.tell(Event::BySize { who, passes });
        return Ok(passes);
    }
    save(cx, who, ability, rule, why)
}

/// C13 Conditions: the encumbered fail AGI saves.
fn fails_anyway(cx: &mut Cx<'_>, who: CombatantId, ability: Ability) -> bool {
    let fails = ability == Ability::Agi && cx.combatant(who).is(&Condition::Encumbered);
    if fails {
        cx.cite(Rule::Conditions);
    }
    fails
}

fn once(cx: &mut Cx<'_>, who: CombatantId, ability: Ability, rule: Rule, why: &str) -> bool {
    cx.cite(Rule::Saves);
    let (die, secret) = cx.own_die(who, 20);
    let name = ability.name();
    let number = now(cx.combatant(who), ability);
    let what = if why.is_empty() { format!("{name} save") } else { format!("{name} save, {why}") };
    let roll = Roll::total(Some(who), rule, what, vec![die], Keep::All, vec![]);
    let roll = Roll { secret, ..roll.against(Target::AtMost { name: name.to_owned(), number }) };
    cx.rolled(roll).passed()
}

/// What a roll for a whole group begins with.
pub const GROUP: &str = "group ";

/// C1 Saves: a group makes one save together: one d20, which each compares with their own ability. Whoever fails may spend an
/// omen on a d20 of their own. Gives back who passed. Where nobody knows of any of them, their die is the GM's to see.
pub fn group(cx: &mut Cx<'_>, who: &[CombatantId], ability: Ability, rule: Rule, why: &str) -> Flow<Vec<CombatantId>> {
    cx.cite(Rule::Saves);
    let unknown = who.first().copied().filter(|_| who.iter().all(|it| cx.is_unknown(*it)));
    let (die, secret) = match unknown {
        Some(first) => cx.own_die(first, 20),
        None => (cx.plain_die(20), false),
    };
    let face = i32::from(die.faces[0]);
    let name = ability.name();
    let roll = Roll::total(None, rule, format!("{GROUP}{name} save, {why}"), vec![die], Keep::All, vec![]);
    cx.rolled(Roll { secret, ..roll });
    let mut passed = vec![];
    for &who in who {
        let fails = fails_anyway(cx, who, ability);
        let enough = !fails && face <= now(cx.combatant(who), ability);
        if enough || (!fails && omen::again(cx, who, Fate::Save)? && save(cx, who, ability, rule, why)?) {
            passed.push(who);
        }
    }
    Ok(passed)
}
