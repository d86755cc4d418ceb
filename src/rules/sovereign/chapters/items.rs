//! What is in hand, at hand and in the pack: R26 to R28, C16, and the ground. What a weapon does is `attack.rs`.

use super::{cost::Cost, instants};
use crate::engine::{CombatantId, roll::Keep};
use crate::rules::sovereign::{
    Cx, FightState, Flow, Rule, Violation,
    model::{
        blow::With,
        board,
        fact::Fact,
        feats::Feat,
        gear::{Reload, Weapon},
        state::{Arm, Resource, feat, held, lacks_for_two},
    },
};

/// A weapon of a combatant's by its number.
fn arm(fight: &FightState, who: CombatantId, index: u8) -> Result<&Arm, Violation> {
    let arm = fight.combatant(who).state.arms.get(usize::from(index));
    arm.filter(|it| it.count > 0).ok_or(Violation::NotCarried)
}

/// C19, C23: whether a combatant readies this as an Instant.
fn readies_at_once(fight: &FightState, who: CombatantId, index: u8) -> bool {
    let Ok(arm) = arm(fight, who, index) else { return false };
    let melee = arm.weapon.strikes() || arm.weapon.thrown;
    (melee && feat(fight, who, Feat::Armsmaster) > 0) || (!melee && feat(fight, who, Feat::Deadeye) > 0)
}

/// R26, C19, C23: what readying something takes.
pub fn ready_cost(fight: &FightState, who: CombatantId, index: u8) -> Cost {
    if readies_at_once(fight, who, index) { Cost::FreeInstant } else { Cost::Main }
}

/// R26: whether something can be readied.
///
/// # Errors
/// The rule that forbids it.
pub fn check_ready(fight: &FightState, who: CombatantId, index: u8) -> Result<(), Violation> {
    let arm = arm(fight, who, index)?;
    if arm.ready { Err(Violation::AtHand(arm.weapon.name.clone())) } else { Ok(()) }
}

/// R26 Ready: a Main action, or for some an Instant.
pub fn ready(cx: &mut Cx<'_>, who: CombatantId, index: u8) {
    cx.cite(Rule::Ready);
    if readies_at_once(cx, who, index) {
        let melee = arm(cx, who, index).is_ok_and(|it| it.weapon.strikes() || it.weapon.thrown);
        cx.cite(if melee { Rule::Armsmaster } else { Rule::Deadeye });
        cx.cite(Rule::InstantAction);
    } else {
        Cost::Main.spend(cx, who);
    }
    cx.change(Fact::Readied { who, arm: index, ready: true });
    cx.change(Fact::InHand { who, arms: vec![index] });
}

/// R26: whether something can be stowed in the pack.
///
/// # Errors
/// The rule that forbids it.
pub fn check_stow(fight: &FightState, who: CombatantId, index: u8) -> Result<(), Violation> {
    let arm = arm(fight, who, index)?;
    if arm.ready && !arm.weapon.natural { Ok(()) } else { Err(Violation::NotCarried) }
}

/// R26 Stow: a Main action.
pub fn stow(cx: &mut Cx<'_>, who: CombatantId, index: u8) {
    cx.cite(Rule::Ready);
    Cost::Main.spend(cx, who);
    cx.change(Fact::Readied { who, arm: index, ready: false });
}

/// R26, R48: whether these can be held: at hand, not more than two hands, two weapons only with skill 1 for each.
///
/// # Errors
/// The rule that forbids it.
pub fn check_wield(fight: &FightState, who: CombatantId, arms: &[u8]) -> Result<(), Violation> {
    let it = fight.combatant(who);
    if it.state.in_hand == arms {
        return Err(Violation::InHandAlready);
    }
    for index in arms {
        let arm = arm(fight, who, *index)?;
        if !arm.ready {
            return Err(Violation::Stowed { who, what: arm.weapon.name.clone() });
        }
        if arms.len() > 1 {
            if arm.weapon.two_handed || it.sheet.worn.shield {
                return Err(Violation::TooManyHands(who));
            }
            if let Some(skill) = lacks_for_two(&it.sheet, &arm.weapon) {
                return Err(Violation::NoSkillForTwo { who, skill });
            }
        }
    }
    Ok(())
}

/// R26: what is at hand changes hands for free.
pub fn wield(cx: &mut Cx<'_>, who: CombatantId, arms: Vec<u8>) {
    cx.cite(Rule::FreeAction);
    cx.cite(Rule::Ready);
    if arms.len() > 1 {
        cx.cite(Rule::DualWield);
    }
    cx.change(Fact::InHand { who, arms });
}

/// R26: whether something is in hand to be put away.
///
/// # Errors
/// The rule that forbids it.
pub fn check_sheathe(fight: &FightState, who: CombatantId, index: u8) -> Result<(), Violation> {
    let arm = arm(fight, who, index)?;
    let holds = fight.combatant(who).state.in_hand.contains(&index);
    if holds && !arm.weapon.natural { Ok(()) } else { Err(Violation::NotInHand(arm.weapon.name.clone())) }
}

/// R26: puts away what is in hand, for nothing; it stays at hand, and the other hand keeps what it holds.
pub fn sheathe(cx: &mut Cx<'_>, who: CombatantId, index: u8) {
    cx.cite(Rule::FreeAction);
    cx.cite(Rule::Ready);
    let arms = cx.combatant(who).state.in_hand.iter().copied().filter(|it| *it != index).collect();
    cx.change(Fact::InHand { who, arms });
}

/// R27: what reloading takes.
pub fn reload_cost(fight: &FightState, who: CombatantId, index: u8) -> Cost {
    let Ok(arm) = arm(fight, who, index) else { return Cost::Free };
    if super::attack::reloads_freely(fight, who, &arm.weapon) {
        return Cost::Free;
    }
    if reload_takes(&arm.weapon) == Resource::Main { Cost::Main } else { Cost::Move }
}

/// R27: what reloading takes of those who are not quick at it.
pub fn reload_takes(weapon: &Weapon) -> Resource {
    if weapon.reload == Reload::Main { Resource::Main } else { Resource::Move }
}

/// R27: whether something can be reloaded. What was loaded again for free by the shot itself may be reloaded by hand as well: it
/// changes nothing and costs nothing.
///
/// # Errors
/// The rule that forbids it.
pub fn check_reload(fight: &FightState, who: CombatantId, index: u8) -> Result<(), Violation> {
    let arm = arm(fight, who, index)?;
    let by_itself = arm.weapon.reload != Reload::No
        && reload_cost(fight, who, index) == Cost::Free
        && fight.combatant(who).budget.left(Resource::Main) == 0;
    if arm.loaded && !by_itself { Err(Violation::LoadedAlready(arm.weapon.name.clone())) } else { Ok(()) }
}

/// R27 Reload, A12.
pub fn reload(cx: &mut Cx<'_>, who: CombatantId, index: u8) {
    cx.cite(Rule::Reload);
    let cost = reload_cost(cx, who, index);
    if cost == Cost::Free {
        cx.cite(Rule::FreeAction);
    }
    cost.spend(cx, who);
    if arm(cx, who, index).is_ok_and(|it| it.weapon.reload == Reload::Main) {
        cx.cite(Rule::SlowReload);
    }
    cx.change(Fact::Loaded { who, arm: index, loaded: true });
}

/// R28: whether something that lies there can be picked up.
///
/// # Errors
/// The rule that forbids it.
pub fn check_pick_up(fight: &FightState, who: CombatantId, index: usize) -> Result<(), Violation> {
    use crate::engine::space::Space;
    let Some(lying) = fight.system.lying.get(index) else { return Err(Violation::NothingLies) };
    let near = match (lying.at, board::place(fight, who)) {
        (Some(at), Some(from)) => fight.space.distance(&at, &from).is_some_and(|it| it <= 1),
        _ => true,
    };
    if near { Ok(()) } else { Err(Violation::LiesTooFar(lying.weapon.name.clone())) }
}

/// R28 Pick up: a Move, and it is in hand.
///
/// # Errors
/// When a combatant must be asked.
pub fn pick_up(cx: &mut Cx<'_>, who: CombatantId, index: usize) -> Flow {
    cx.cite(Rule::PickUp);
    let attackers = board::opportunity_attackers(cx, who);
    Cost::Move.spend(cx, who);
    if instants::opportunities(cx, who, attackers)? {
        cx.change(Fact::PickedUp { who, index });
    }
    Ok(())
}

/// R11: whether something can be dropped.
///
/// # Errors
/// The rule that forbids it.
pub fn check_drop(fight: &FightState, who: CombatantId, index: u8) -> Result<(), Violation> {
    let natural = arm(fight, who, index)?.weapon.natural;
    let holds = held(fight.combatant(who)).any(|it| it.0 == index);
    if holds && !natural { Ok(()) } else { Err(Violation::NotCarried) }
}

/// R11: drops what is in hand, for nothing.
pub fn drop(cx: &mut Cx<'_>, who: CombatantId, index: u8) {
    cx.cite(Rule::FreeAction);
    falls(cx, who, index, who);
}

/// A weapon of a combatant's falls where a combatant stands: on the square, or just about where nobody has one.
pub fn falls(cx: &mut Cx<'_>, of: CombatantId, arm: u8, by: CombatantId) {
    let lies = board::place(cx, by);
    cx.change(Fact::Parted { who: of, arm, lies, about: lies.is_none() });
}

/// C16: whether there is such a potion.
///
/// # Errors
/// That there is none.
pub fn check_drink(fight: &FightState, who: CombatantId, index: usize) -> Result<(), Violation> {
    if index < fight.combatant(who).state.potions.len() { Ok(()) } else { Err(Violation::NotCarried) }
}

/// C16 Potions: a Move for one at hand.
pub fn drink(cx: &mut Cx<'_>, who: CombatantId, index: usize) {
    cx.cite(Rule::Potion);
    Cost::Move.spend(cx, who);
    let Some((name, dice)) = cx.combatant(who).state.potions.get(index).cloned() else { return };
    cx.change(Fact::Drank { who, index, name: name.clone() });
    let Some(dice) = dice else { return };
    let rolled: Vec<_> = (0..dice.count).map(|_| cx.own_die(who, dice.sides)).collect();
    let secret = rolled.iter().any(|it| it.1);
    let faces = rolled.into_iter().map(|it| it.0).collect();
    let plus = (dice.plus > 0).then(|| super::checks::modifier("potion", dice.plus)).into_iter().collect();
    let rolled = crate::rules::sovereign::Roll {
        secret,
        ..crate::rules::sovereign::Roll::total(Some(who), Rule::Potion, name, faces, Keep::All, plus)
    };
    let healed = cx.rolled(rolled).total;
    let state = &cx.combatant(who).state;
    let hp = (state.hp + healed).min(state.max_hp);
    cx.change(Fact::HpIs { who, hp });
}

/// The weapons with which a combatant could attack: those at hand, and bare hands.
pub fn usable(fight: &FightState, who: CombatantId) -> Vec<With> {
    let state = &fight.combatant(who).state;
    let in_hand = state.in_hand.iter().copied();
    let others = (0..state.arms.len() as u8).filter(|it| !state.in_hand.contains(it));
    in_hand.chain(others).map(With::Weapon).chain([With::Unarmed]).collect()
}
