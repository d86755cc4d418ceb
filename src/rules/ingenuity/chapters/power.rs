//! Powers: C13. The current pages list none, so they are written on the sheet; what they cost and must reach goes by their tier.

use crate::engine::CombatantId;
use crate::rules::ingenuity::{
    Condition, Cx, Event, Fact, FightState, Flow, Rule, Violation, With,
    chapters::{
        attack::{self, Blow},
        cost::Cost,
        defence, harm, reaction,
        testing::{self, Test},
    },
    model::{board, learned::Power, sheet::Attribute, state::known},
};

/// C13: what each power before takes off.
const EACH_BEFORE: i32 = 2;

/// A power of a combatant's, by its number.
pub fn power(fight: &FightState, who: CombatantId, index: u8) -> Option<&Power> {
    fight.find(who)?.sheet.powers.get(usize::from(index))
}

/// C13: what it costs.
pub fn cost(fight: &FightState, who: CombatantId, index: u8) -> Cost {
    Cost { focus: power(fight, who, index).map_or(0, Power::focus), ..Cost::POWER }
}

/// C13: whether it can be used now.
pub fn check(fight: &FightState, who: CombatantId, index: u8, target: CombatantId) -> Result<(), Violation> {
    let Some(power) = power(fight, who, index) else { return Err(Violation::NothingThere) };
    if !known(fight, who, target) {
        return Err(Violation::NobodyThere);
    }
    if target == who {
        return Err(Violation::Oneself(target));
    }
    if fight.combatant(target).state.dead {
        return Err(Violation::Dead(target));
    }
    cost(fight, who, index).check_pools(fight, who, Rule::Powers)?;
    board::check_within(fight, who, target, power.range)?;
    if board::sees(fight, who, target) { Ok(()) } else { Err(Violation::WallBetween(target)) }
}

/// C13: focus by tier, a test against the tier's difficulty, 2 less for each power before; as an attack the same result meets evasion.
/// It counts among the powers, and not among the attacks.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, index: u8, target: CombatantId) -> Flow {
    let Some(power) = power(cx, who, index).cloned() else { return Ok(()) };
    cx.cite(Rule::Powers);
    let before = i32::from(cx.combatant(who).state.powers);
    let of = (Attribute::Intellect, "insight");
    let mut test = Test::new(cx, who, Rule::Powers, &power.name, of, "").plus("powers before", -EACH_BEFORE * before);
    test.attack = power.damage.is_some();
    cx.change(Fact::UsedPower { by: who, name: power.name.clone(), at: target });
    cost(cx, who, index).spend_pools(cx, who);
    let rolled = testing::roll(cx, test)?;
    let total = rolled.total;
    attack::comes_into_sight(cx, who);
    if !rolled.against(cx, "the power\u{2019}s difficulty", power.difficulty()) {
        return Ok(());
    }
    if power.damage.is_some() {
        let mut blow = Blow::new(who, target, With::BareHands, Attribute::Intellect, String::new());
        (blow.total, blow.power) = (total, Some(power.clone()));
        if total < defence::evasion_against(cx, who, target) {
            cx.tell(Event::Missed { by: who, at: target, dodged: false });
            return Ok(());
        }
        let item = blow.item(cx);
        attack::strike(cx, blow, &item)?;
    }
    let Some(what) = power.causes.as_deref().and_then(Condition::named) else { return Ok(()) };
    if !cx.combatant(target).state.dead && reaction::fails_to_withstand(cx, target, what, total, true, true)? {
        harm::takes_hold(cx, target, what, Some(who));
    }
    Ok(())
}
