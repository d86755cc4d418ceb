//! What may follow when a blow strikes a combatant down: lethal attack and cleaving strike (C12). What being struck down is, is `harm.rs`.

use crate::engine::{CombatantId, ids::Addressee};
use crate::rules::murdham::{
    Cx, FightState, Flow, Question, Rule,
    chapters::{
        attack::{self, Blow, Stroke, aim},
        damage::{Damage, weapon_of},
        harm,
        reaction::Choice,
    },
    model::{
        fact::Death,
        manner::{Manner, With},
        sheet::SkillEffect,
        state::{Condition, able, enemies, has},
    },
};

/// A combatant suffers damage. Gives back whether it was critical or killed them. C12 lethal attack: who does critical damage may kill.
pub fn suffers(cx: &mut Cx<'_>, damage: &Damage) -> Flow<bool> {
    let on = damage.on;
    let state = |cx: &Cx<'_>| (cx.combatant(on).state.dead, cx.combatant(on).is(&Condition::Incapacitated));
    let (was_dead, was_down) = state(cx);
    harm::suffer(cx, damage)?;
    let (dead, down) = state(cx);
    let critical = down && !was_down && !dead;
    if let Some(by) = damage.by
        && critical
        && may_kill(cx, by)
        && !(cx.combatant(on).is_hidden() && enemies(cx, by, on)) // nobody knows whom a blast has found
        && kills(cx, by, on)?
    {
        cx.cite(Rule::Skills);
        harm::die(cx, on, Death::Lethal, Rule::Skills)?;
    }
    Ok(critical || (dead && !was_dead))
}

fn may_kill(fight: &FightState, by: CombatantId) -> bool {
    has(fight, by, SkillEffect::Kills) && able(fight, by)
}

fn kills(cx: &mut Cx<'_>, by: CombatantId, on: CombatantId) -> Flow<bool> {
    let choice = cx.ask(Addressee::Combatant(by), Question::Kill { on }, |_| vec![Choice::Spare, Choice::Kill])?;
    Ok(choice == Choice::Kill)
}

/// C12 cleaving strike: who has struck a combatant down in melee may strike another with the same weapon at once; once in a turn, and
/// not with a counter.
pub fn cleave(cx: &mut Cx<'_>, blow: &Blow) -> Flow {
    let Blow { by, with, .. } = *blow;
    let melee = weapon_of(cx, by, with).is_none_or(|it| it.range.is_none());
    if !melee || !has(cx, by, SkillEffect::Cleaves) || !able(cx, by) {
        return Ok(());
    }
    let question = Question::Cleave { by };
    let choice = cx.ask(Addressee::Combatant(by), question, |fight| next(fight, by, with, blow.at))?;
    let Choice::Cleave(at) = choice else { return Ok(()) };
    cx.cite(Rule::Skills);
    let how = Manner::Normal;
    attack::swing(cx, &Stroke { by, at, with, how, opportunity: false, stunt: None, again: true })
}

/// Whom else the same weapon reaches.
fn next(fight: &FightState, by: CombatantId, with: With, not: CombatantId) -> Vec<Choice> {
    let others = fight.ids().filter(|it| *it != not && enemies(fight, by, *it));
    let reached = others.filter(|it| aim(fight, by, *it, with, Manner::Normal).is_ok());
    std::iter::once(Choice::Enough).chain(reached.map(Choice::Cleave)).collect()
}
