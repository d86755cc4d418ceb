//! What a combatant is by nature: the kind of being (C52), and traits such as frightening or regenerating (C51, C53). Fear itself is
//! `fear.rs`; a trait that nothing reads is refused.

use crate::engine::{CombatantId, Ends, Held};
use crate::rules::murdham::model::nature::BeingKind;
use crate::rules::murdham::model::nature::Trait;
use crate::rules::murdham::{
    Cx, FightState, Rule, TableFact,
    model::{
        fact::Fact,
        state::{Condition, half_up},
    },
};

/// C52 Undead, demons, constructs, C40 Frenzy: whom critical damage does not incapacitate.
pub fn stands_critical_damage(fight: &FightState, who: CombatantId) -> bool {
    fight.combatant(who).is(&Condition::Frenzied) || ends_at_nothing(fight, who)
}

/// C52 Undead, demons, constructs: who does not lie dying, but is destroyed at no health.
pub fn ends_at_nothing(fight: &FightState, who: CombatantId) -> bool {
    fight.combatant(who).sheet.kind != BeingKind::Creature
}

/// C51 Regeneration: half of the lost health comes back, rounded up, when the turn begins; not to the burnt.
pub fn regenerate(cx: &mut Cx<'_>, who: CombatantId) {
    let it = cx.combatant(who);
    let lost = it.state.max_health - it.state.health;
    if !it.sheet.is(Trait::Regeneration) || it.state.burnt || lost < 1 {
        return;
    }
    let health = it.state.health + half_up(lost);
    cx.cite(Rule::Regeneration);
    cx.change(Fact::HealthIs { who, health, healed: half_up(lost) });
}

/// C51 Regeneration: fire ends it. Called for every harm that fire does.
pub fn burns(cx: &mut Cx<'_>, who: CombatantId) {
    let it = cx.combatant(who);
    if it.sheet.is(Trait::Regeneration) && !it.state.burnt {
        cx.cite(Rule::Regeneration);
        cx.change(Fact::Burnt { who, burnt: true });
    }
}

/// Whoever is always frenzied is so from the beginning.
pub fn comes_as_they_are(cx: &mut Cx<'_>, who: CombatantId) {
    let it = cx.combatant(who);
    if it.sheet.is(Trait::Frenzied) && !it.is(&Condition::Frenzied) {
        cx.cite(Rule::Frenzy);
        let held = Held { what: Condition::Frenzied, ends: Ends::Fight, from: None };
        cx.apply(TableFact::Gained { who, held });
    }
}

/// Whether a combatant's nature makes them faster or slower than anyone.
pub fn is_fast_or_slow(fight: &FightState, who: CombatantId) -> bool {
    let sheet = &fight.combatant(who).sheet;
    sheet.is(Trait::Fast) != sheet.is(Trait::Slow)
}

/// C53 Fast and slow by nature: double or half speed.
pub fn halves(fight: &FightState, who: CombatantId, halves: u16) -> u16 {
    let sheet = &fight.combatant(who).sheet;
    let fast = if sheet.is(Trait::Fast) { halves * 2 } else { halves };
    if sheet.is(Trait::Slow) { fast.div_ceil(2) } else { fast }
}
