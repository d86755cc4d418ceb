//! What an attack or an effect must overcome: evasion, constitution, willpower, the two deflections, and the tests that stand in their
//! place. R20, R39, R41, R42, R45, R50 and rulings A4, A11, A27. Who is asked, and what it costs, is in `reaction.rs`.

use super::{
    Condition, Cx, Field, Flow, Rule,
    gear::Kind,
    sheet::Attribute,
    testing::{self, Test},
};
use crate::engine::CombatantId;

/// R20, A4: what guarding adds.
fn guard(field: &Field, who: CombatantId) -> i32 {
    i32::from(field.combatant(who).is(&Condition::Guarding))
}

/// R39 Size: how much larger the one is than the other.
pub fn larger_by(field: &Field, one: CombatantId, other: CombatantId) -> i32 {
    field.combatant(one).sheet.size - field.combatant(other).sheet.size
}

/// C6 Evasion, with what guarding adds.
pub fn evasion(field: &Field, who: CombatantId) -> i32 {
    field.combatant(who).sheet.stat("evasion") + guard(field, who)
}

/// C6 Constitution, with what guarding adds.
pub fn constitution(field: &Field, who: CombatantId) -> i32 {
    field.combatant(who).sheet.stat("constitution") + guard(field, who)
}

/// C6 Willpower, with what guarding adds.
pub fn willpower(field: &Field, who: CombatantId) -> i32 {
    field.combatant(who).sheet.stat("willpower") + guard(field, who)
}

/// R50 Damage types: what takes damage of this kind off, with what guarding adds.
pub fn deflection(field: &Field, who: CombatantId, kind: Kind) -> i32 {
    let sheet = &field.combatant(who).sheet;
    match kind {
        Kind::Physical => sheet.stat("physical-deflection") + guard(field, who),
        Kind::Elemental => sheet.stat("elemental-deflection") + guard(field, who),
        Kind::Typeless => 0,
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
fn shifted(field: &Field, by: CombatantId, at: CombatantId, kind: Kind, parry: i32) -> i32 {
    deflection(field, at, kind) + parry - larger_by(field, by, at)
}

/// R39 Size, R50, A11: what a blow of so much damage would do to somebody who takes it.
pub fn would_do(field: &Field, by: CombatantId, at: CombatantId, kind: Kind, damage: i32) -> i32 {
    let less = if kind == Kind::Typeless { 0 } else { shifted(field, by, at, kind, 0).max(0) };
    (damage - less).max(1)
}

/// R39 Size, R50, A11: the deflection that this attacker finds, with what a parry adds; never less than nothing.
pub fn deflection_against(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, kind: Kind, parry: i32) -> i32 {
    cx.cite(Rule::DamageTypes);
    if kind == Kind::Typeless {
        return 0;
    }
    let shifted = shifted(cx, by, at, kind, parry);
    if shifted < 0 {
        cx.cite(Rule::NotBelowNothing);
    }
    shifted.max(0)
}

/// R41 Dodge, C7: dexterity, agility and dodge; with size as evasion (A27).
///
/// # Errors
/// When somebody must be asked.
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
///
/// # Errors
/// When somebody must be asked.
pub fn fortify_test(cx: &mut Cx<'_>, who: CombatantId) -> Flow<testing::Rolled> {
    cx.cite(Rule::DefensiveTests);
    let test =
        Test::new(cx, who, Rule::Fortify, "fortify", (Attribute::Strength, "athletics"), "fortitude").guarded(cx);
    testing::roll(cx, test)
}

/// R45 Resist, C7: intellect, insight and resistance.
///
/// # Errors
/// When somebody must be asked.
pub fn resist_test(cx: &mut Cx<'_>, who: CombatantId) -> Flow<testing::Rolled> {
    cx.cite(Rule::DefensiveTests);
    let test = Test::new(cx, who, Rule::Resist, "resist", (Attribute::Intellect, "insight"), "resistance").guarded(cx);
    testing::roll(cx, test)
}
