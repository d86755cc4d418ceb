//! Skills, spells and the chase: R25, C15, C25, C31. What a skill or a spell achieves is the GM's to say; what it takes, what it draws and
//! whether it succeeds is here.

use super::{
    checks::{self, Check},
    cost::Cost,
    instants, screen,
};
use crate::engine::CombatantId;
use crate::rules::sovereign::{
    Condition, Cx, FightState, Flow, Rule, Violation,
    model::{
        board,
        fact::Event,
        sheet::{Attribute, Skill},
        state::{Trigger, enemies, is, known},
    },
};

/// R25 Use a skill: a Main action and 2d6; beside an armed foe it draws an attack.
///
/// # Errors
/// When a combatant must be asked.
pub fn use_skill(cx: &mut Cx<'_>, who: CombatantId, skill: Skill, attribute: Attribute) -> Flow {
    cx.cite(Rule::UseSkill);
    cx.cite(Rule::Variants);
    let attackers = board::opportunity_attackers(cx, who);
    Cost::Main.spend(cx, who);
    if !instants::opportunities(cx, who, attackers)? {
        return Ok(());
    }
    checks::against_ten(
        cx,
        &Check::of(who, attribute, skill),
        Rule::UseSkill,
        &format!("to use {}", skill.name()),
        false,
    );
    Ok(())
}

/// The attribute that goes with a skill where nobody says which: R7 and C7 name some for a few skills, of which the higher counts; with any
/// other skill the highest of all does.
pub fn best_attribute(fight: &FightState, who: CombatantId, skill: Skill) -> Attribute {
    let sheet = &fight.combatant(who).sheet;
    let usual: &[Attribute] = match skill {
        Skill::Heal => &[Attribute::Dex, Attribute::Int],
        Skill::Sneak => &[Attribute::Dex],
        Skill::Notice => &[Attribute::Wis],
        _ => &Attribute::ALL.map(|it| it.1),
    };
    let better = |best: Attribute, it: &Attribute| if sheet.modifier(*it) > sheet.modifier(best) { *it } else { best };
    usual.iter().fold(usual[0], better)
}

/// C15 Spells: whether a combatant can cast at all now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_cast(fight: &FightState, who: CombatantId, target: Option<CombatantId>) -> Result<(), Violation> {
    let it = fight.combatant(who);
    if is(fight, who, Condition::Jostled) {
        return Err(Violation::Jostled(who));
    }
    let hands: usize = crate::rules::sovereign::model::state::held(it)
        .map(|(_, arm)| match () {
            () if arm.weapon.natural => 0,
            () if arm.weapon.two_handed => 2,
            () => 1,
        })
        .sum();
    // What takes both hands to swing is held in one while the other casts.
    let hands = hands.min(1) + usize::from(it.sheet.worn.shield) + usize::from(it.state.in_hand.len() > 1);
    if hands > 1 || crate::rules::sovereign::model::state::grappling(fight, who) {
        return Err(Violation::NoFreeHand(who));
    }
    match target {
        Some(target) if !known(fight, who, target) => Err(Violation::NobodyThere),
        Some(target) if !board::sees(fight, who, target) => Err(Violation::NotSeen(target)),
        _ => Ok(()),
    }
}

/// C15 Spells, R16: a Main action, which a Snap Attack or a held action may spoil before it is done.
///
/// # Errors
/// When a combatant must be asked.
pub fn cast(cx: &mut Cx<'_>, who: CombatantId, spell: String, target: Option<CombatantId>) -> Flow {
    cx.cite(Rule::Spells);
    Cost::Main.spend(cx, who);
    cx.tell(Event::Casts { who, spell, target });
    if !instants::declared(cx, who, Trigger::Casts)? {
        return Ok(());
    }
    if is(cx, who, Condition::Jostled) {
        cx.cite(Rule::Snap);
        cx.tell(Event::SpellIs { who, spoiled: true, on: None });
        return Ok(());
    }
    let on = match target.filter(|it| enemies(cx, who, *it)) {
        Some(at) => Some(screen::spell_falls_on(cx, who, at)),
        None => target,
    };
    cx.tell(Event::SpellIs { who, spoiled: false, on });
    Ok(())
}
