//! Omens (C15): what a player's character may spend to roll an own failed save, a lost contest or suffered damage again, or to survive death. Who
//! wants to be asked about re-rolls says so in advance; surviving death is always asked. Where they come from is not here.

use crate::engine::{CombatantId, ids::Addressee};
use crate::rules::murdham::model::fact::Fate;
use crate::rules::murdham::{
    Choice, Combatant, Cx, Flow, Question, Rule, StandingOrder, chapters::damage::Damage, model::fact::Fact,
};

/// How many omens a player's character has whose sheet says nothing else.
pub const OMENS: u8 = 2;

/// How many omens a combatant has left: what was spent or set, else what the sheet says, else two for a player's character.
pub fn left(of: &Combatant) -> u8 {
    of.state.omens.or(of.sheet.omens).unwrap_or(if of.owner.is_some() { OMENS } else { 0 })
}

/// C15 Omens: whether a failed save, or one's own die in a lost contest, is rolled again. It may fail again, and be rolled again by the
/// next omen.
pub fn again(cx: &mut Cx<'_>, who: CombatantId, fate: Fate) -> Flow<bool> {
    if !asks(cx, who) {
        return Ok(false);
    }
    spend(cx, who, fate)
}

/// C15 Omens: damage that a combatant would suffer may be rolled again, once; the lower counts. It is for dice that have just fallen:
/// `roll` rolls them once more.
pub fn spare(cx: &mut Cx<'_>, damage: Damage, roll: impl FnOnce(&mut Cx<'_>) -> Damage) -> Flow<Damage> {
    let suffers = damage.suffers();
    if suffers == 0 || !asks(cx, damage.on) || !spend(cx, damage.on, Fate::Damage(suffers))? {
        return Ok(damage);
    }
    let other = roll(cx);
    Ok(if other.suffers() < suffers { other } else { damage })
}

/// C15 Omens: whether someone who would die survives. Always asked; silence survives.
pub fn survives(cx: &mut Cx<'_>, who: CombatantId) -> Flow<bool> {
    if left(cx.combatant(who)) == 0 { Ok(false) } else { spend(cx, who, Fate::Death) }
}

/// Re-rolls are asked about only if their owner wants to be asked.
fn asks(cx: &Cx<'_>, who: CombatantId) -> bool {
    let it = cx.combatant(who);
    left(it) > 0 && it.orders.contains(&StandingOrder::AskOmens)
}

fn spend(cx: &mut Cx<'_>, who: CombatantId, fate: Fate) -> Flow<bool> {
    let offers = match fate {
        Fate::Death => vec![Choice::SpendOmen, Choice::LetItStand],
        Fate::Save | Fate::Contest | Fate::Damage(_) => vec![Choice::LetItStand, Choice::SpendOmen],
    };
    let choice = cx.ask(Addressee::Combatant(who), Question::Omen { who, fate }, |_| offers.clone())?;
    if choice != Choice::SpendOmen {
        return Ok(false);
    }
    cx.cite(Rule::Omens);
    let left = left(cx.combatant(who)).saturating_sub(1);
    cx.change(Fact::Omens { who, left, turned: Some(fate) });
    Ok(true)
}
