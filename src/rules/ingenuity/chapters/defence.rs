//! What an attack or an effect must overcome: evasion, constitution, willpower, the two deflections, and the tests that stand in their
//! place. R20, R39, R41, R42, R45, R50 and rulings A4, A11, A27. Who is asked, and what it costs, is in `reaction.rs`.

use crate::engine::CombatantId;
use crate::rules::ingenuity::{
    Condition, Cx, FightState, Flow, Rule,
    chapters::testing::{self, Test},
    model::{gear::ProtectionKind, sheet::Attribute},
};

/// R20, A4: what guarding adds.
fn guard(fight: &FightState, who: CombatantId) -> i32 {
    i32::from(fight.combatant(who).is(&Condition::Guarding))
}

/// R39 Size: how much larger the one is than the other.
pub fn larger_by(fight: &FightState, one: CombatantId, other: CombatantId) -> i32 {
    fight.combatant(one).sheet.size - fight.combatant(other).sheet.size
}

/// C6 Evasion, with what guarding adds.
pub fn evasion(fight: &FightState, who: CombatantId) -> i32 {
    fight.combatant(who).sheet.stat("evasion") + guard(fight, who)
}

/// C6 Constitution, with what guarding adds.
pub fn constitution(fight: &FightState, who: CombatantId) -> i32 {
    fight.combatant(who).sheet.stat("constitution") + guard(fight, who)
}

/// C6 Willpower, with what guarding adds.
pub fn willpower(fight: &FightState, who: CombatantId) -> i32 {
    fight.combatant(who).sheet.stat("willpower") + guard(fight, who)
}

/// R50 Damage types: what takes damage of this kind off, with what guarding adds.
pub fn deflection(fight: &FightState, who: CombatantId, kind: ProtectionKind) -> i32 {
    let sheet = &fight.combatant(who).sheet;
    match kind {
        ProtectionKind::Physical => sheet.stat("physical-deflection") + guard(fight, who),
        ProtectionKind::Elemental => sheet.stat("elemental-deflection") + guard(fight, who),
        ProtectionKind::Typeless => 0,
    }
}

/// R39 Size: the evasion that this attacker finds.
pub fn evasion_against(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId) -> i32 {
    let shift = larger_by(cx, by, at);
    if shift != 0 {
        cx.cite(Rule::Size);
        cx.cite(Rule::Sizes);
    }
    evasion(cx, at) + shift
}

/// R39 Size, R50: the same as this attacker finds it, with what a parry adds; it may be less than nothing.
fn shifted(fight: &FightState, by: CombatantId, at: CombatantId, kind: ProtectionKind, parry: i32) -> i32 {
    deflection(fight, at, kind) + parry - larger_by(fight, by, at)
}

/// R39 Size, R50, A11: what a blow of so much damage would do to someone who takes it.
pub fn would_do(fight: &FightState, by: CombatantId, at: CombatantId, kind: ProtectionKind, damage: i32) -> i32 {
    let less = if kind == ProtectionKind::Typeless { 0 } else { shifted(fight, by, at, kind, 0).max(0) };
    (damage - less).max(1)
}

/// R39 Size, R50, A11: the deflection that this attacker finds, with what a parry adds; never less than nothing.
pub fn deflection_against(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, kind: ProtectionKind, parry: i32) -> i32 {
    cx.cite(Rule::DamageTypes);
    if kind == ProtectionKind::Typeless {
        return 0;
    }
    let shifted = shifted(cx, by, at, kind, parry);
    if shifted < 0 {
        cx.cite(Rule::NotBelowNothing);
    }
    shifted.max(0)
}

/// R41 Dodge, C7: dexterity, agility and dodge; with size as evasion (A27).
pub fn dodge_test(cx: &mut Cx<'_>, who: CombatantId, by: CombatantId) -> Flow<testing::Rolled> {
    cx.cite(Rule::DefensiveTests);
    let shift = larger_by(cx, by, who);
    if shift != 0 {
        cx.cite(Rule::SizeAndDodge);
    }
    let test = Test::new(cx, who, Rule::Dodge, "dodge", (Attribute::Dexterity, "agility"), "dodge");
    let test = test.guarded(cx).plus("size", shift);
    testing::roll(cx, test)
}

/// R42 Fortify, C7: strength, athletics and fortitude.
pub fn fortify_test(cx: &mut Cx<'_>, who: CombatantId) -> Flow<testing::Rolled> {
    cx.cite(Rule::DefensiveTests);
    let test =
        Test::new(cx, who, Rule::Fortify, "fortify", (Attribute::Strength, "athletics"), "fortitude").guarded(cx);
    testing::roll(cx, test)
}

/// R45 Resist, C7: intellect, insight and resistance.
pub fn resist_test(cx: &mut Cx<'_>, who: CombatantId) -> Flow<testing::Rolled> {
    cx.cite(Rule::DefensiveTests);
    let test = Test::new(cx, who, Rule::Resist, "resist", (Attribute::Intellect, "insight"), "resistance").guarded(cx);
    testing::roll(cx, test)
}
