//! Harm: companion facts C6 to C8 and C24, C26, C30. What damage does, how a combatant at 0 HP lives or dies, and what it means to others.
//! Whether anyone flees is `morale.rs`.

use super::{
    attack,
    checks::{self, Check},
    cost::Cost,
    instants, morale,
};
use crate::engine::{CombatantId, Ends, Held};
use crate::rules::sovereign::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    model::{
        blow::{Blow, HitPurpose, Manner, With},
        board,
        fact::{Event, Fact},
        feats::Feat,
        sheet::{Attribute, Skill},
        state::{Resource, enemies, feat, is, known, up},
    },
};

/// C6: rounds after which the injured die.
pub const DYING_ROUNDS: u32 = 6;

/// R49b: an attack on a combatant alarms them and those of their side.
pub fn alarms(cx: &mut Cx<'_>, at: CombatantId) {
    let side = cx.combatant(at).side;
    let calm: Vec<CombatantId> =
        cx.members(side).filter(|it| it.is(&Condition::Unsuspecting)).map(|it| it.id).collect();
    for who in calm {
        cx.cite(Rule::Unsuspecting);
        cx.apply(TableFact::Lost { who, what: Condition::Unsuspecting });
    }
}

/// C15: a combatant is hurt or jostled, which spoils spells of this round, and an execution in the making (R49b).
pub fn jostles(cx: &mut Cx<'_>, who: CombatantId) {
    if !is(cx, who, Condition::Jostled) {
        let held = Held { what: Condition::Jostled, ends: Ends::Round(cx.turns.round), from: None };
        cx.apply(TableFact::Gained { who, held });
    }
    if cx.combatant(who).state.aim.is_some() {
        cx.cite(Rule::Unsuspecting);
        cx.change(Fact::AimIs { who, aim: None });
    }
}

/// Damage of any kind: hit points, falling, and what the GM is asked about it.
///
/// # Errors
/// When the GM must be asked.
pub fn suffer(cx: &mut Cx<'_>, who: CombatantId, points: i32, by: Option<CombatantId>, spare: bool) -> Flow {
    let before = cx.combatant(who).state.hp;
    let hp = (before - points).max(0);
    cx.change(Fact::Suffered { who, points, hp });
    if points > 0 {
        jostles(cx, who);
    }
    if hp == 0 && !cx.combatant(who).state.dead {
        falls(cx, who, spare);
        if let Some(by) = by.filter(|_| before > 0 && !up(cx, who)) {
            cx.change(Fact::Felled { by });
        }
    }
    morale::after_harm(cx, who)
}

/// C6 Mortally Injured, C8 Frail, C12, C24: a combatant is at 0 HP.
pub fn falls(cx: &mut Cx<'_>, who: CombatantId, spare: bool) {
    if is(cx, who, Condition::Injured) || is(cx, who, Condition::Unconscious) {
        return lies_hit(cx, who, spare);
    }
    if feat(cx, who, Feat::DieHard) >= 2 && cx.combatant(who).budget.left(Resource::DieHard) > 0 && !spare {
        cx.cite(Rule::DieHard);
        cx.apply(TableFact::Took { who, from: Resource::DieHard, amount: 1 });
        cx.change(Fact::HpIs { who, hp: 1 });
        return;
    }
    lets_go(cx, who);
    if spare {
        cx.cite(Rule::LessLethal);
        return gains(cx, who, Condition::Unconscious);
    }
    if is(cx, who, Condition::Frail) {
        cx.cite(Rule::Frail);
        return cx.change(Fact::Died(who));
    }
    cx.cite(Rule::Injured);
    if !cx.combatant(who).sheet.named && cx.combatant(who).owner.is_none() {
        return cx.change(Fact::Died(who));
    }
    gains(cx, who, Condition::Injured);
    let round = cx.turns.round;
    cx.change(Fact::FellIn { who, round: Some(round) });
    if feat(cx, who, Feat::DieHard) > 0 {
        cx.cite(Rule::DieHard);
        stabilises(cx, who);
    }
}

/// Damage to who lies at 0 HP: the stable are injured again, and being Frail they die.
fn lies_hit(cx: &mut Cx<'_>, who: CombatantId, spare: bool) {
    if spare || is(cx, who, Condition::Injured) {
        return;
    }
    cx.apply(TableFact::Lost { who, what: Condition::Unconscious });
    if is(cx, who, Condition::Frail) {
        cx.cite(Rule::Frail);
        return cx.change(Fact::Died(who));
    }
    cx.cite(Rule::Injured);
    gains(cx, who, Condition::Injured);
    let round = cx.turns.round;
    cx.change(Fact::FellIn { who, round: Some(round) });
}

/// A condition that lasts until something ends it.
pub fn gains(cx: &mut Cx<'_>, who: CombatantId, what: Condition) {
    cx.apply(TableFact::Gained { who, held: Held { what, ends: Ends::Fight, from: None } });
}

/// Anyone who falls lets go of everyone, screens nobody, holds nothing back and lies there.
fn lets_go(cx: &mut Cx<'_>, who: CombatantId) {
    cx.change(Fact::LetsGo(who));
    for what in [Condition::Defending, Condition::Charging] {
        if is(cx, who, what) {
            cx.apply(TableFact::Lost { who, what });
        }
    }
}

/// C7, C8: a combatant is stable: alive, unconscious until the fight is over, and then Frail.
fn stabilises(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Frail);
    cx.apply(TableFact::Lost { who, what: Condition::Injured });
    cx.change(Fact::FellIn { who, round: None });
    gains(cx, who, Condition::Unconscious);
    gains(cx, who, Condition::Frail);
}

/// C6: at the end of the sixth round after their fall the injured die.
pub fn death_comes(cx: &mut Cx<'_>) {
    let round = cx.turns.round;
    let due = |it: &crate::rules::sovereign::Combatant| {
        it.state.fall.as_ref().is_some_and(|fall| round >= fall.round + DYING_ROUNDS)
    };
    let dying: Vec<CombatantId> = cx.combatants.iter().filter(|it| due(it) && !it.state.dead).map(|it| it.id).collect();
    for who in dying {
        cx.cite(Rule::Injured);
        cx.change(Fact::Died(who));
    }
}

/// Whether a combatant can be tended: injured, near, not oneself.
fn check_patient(fight: &FightState, who: CombatantId, patient: CombatantId) -> Result<(), Violation> {
    if !known(fight, who, patient) {
        return Err(Violation::NobodyThere);
    }
    if !is(fight, patient, Condition::Injured) {
        return Err(Violation::NoPatient(patient));
    }
    if board::placed(fight, who, patient) && !board::adjacent(fight, who, patient) {
        return Err(Violation::NotAdjacent(patient));
    }
    Ok(())
}

/// C7 Stabilising: whether a combatant can try it.
///
/// # Errors
/// The rule that forbids it.
pub fn check_stabilise(fight: &FightState, who: CombatantId, patient: CombatantId) -> Result<(), Violation> {
    check_patient(fight, who, patient)?;
    if !fight.combatant(who).sheet.kit {
        return Err(Violation::NoKit(who));
    }
    let round = fight.turns.round;
    let tried = fight.combatant(patient).state.fall.as_ref().and_then(|it| it.tried);
    if tried == Some(round) { Err(Violation::TriedAlready(patient)) } else { Ok(()) }
}

/// C7: whether a combatant can help another's next attempt.
///
/// # Errors
/// The rule that forbids it.
pub fn check_help(fight: &FightState, who: CombatantId, patient: CombatantId) -> Result<(), Violation> {
    check_patient(fight, who, patient)?;
    let fall = fight.combatant(patient).state.fall.as_ref();
    if fall.is_some_and(|it| it.helpers.contains(&who)) { Err(Violation::HelpsAlready(patient)) } else { Ok(()) }
}

fn heal_check(fight: &FightState, who: CombatantId) -> Check {
    let of = |attribute| Check::of(who, attribute, Skill::Heal);
    checks::better(fight, of(Attribute::Dex), of(Attribute::Int))
}

/// C7, C30: what stabilising a combatant takes.
pub fn stabilise_cost(fight: &FightState, who: CombatantId) -> Cost {
    if fight.combatant(who).budget.left(Resource::Chirurgeon) > 0 { Cost::Free } else { Cost::Main }
}

/// R25, C7: tends a combatant, which is using a skill and draws attacks.
///
/// # Errors
/// When a combatant must be asked.
pub fn tend(cx: &mut Cx<'_>, who: CombatantId, patient: CombatantId) -> Flow {
    cx.cite(Rule::UseSkill);
    let attackers = board::opportunity_attackers(cx, who);
    let cost = stabilise_cost(cx, who);
    if cost == Cost::Free {
        cx.cite(Rule::Chirurgeon);
        cx.apply(TableFact::Took { who, from: Resource::Chirurgeon, amount: 1 });
    }
    cost.spend(cx, who);
    if instants::opportunities(cx, who, attackers)? {
        stabilise(cx, who, patient);
    }
    Ok(())
}

/// C7 Stabilising, C4, C30: the check, less the rounds since the fall, with those who help.
fn stabilise(cx: &mut Cx<'_>, who: CombatantId, patient: CombatantId) {
    cx.cite(Rule::Stabilise);
    cx.tell(Event::Tends { who, patient });
    let round = cx.turns.round;
    let Some(check) = stabilising(cx, who, patient) else { return };
    let gifted = feat(cx, who, Feat::Chirurgeon) > 0;
    if gifted {
        cx.cite(Rule::Chirurgeon);
    }
    cx.change(Fact::TriedIn { who: patient, round });
    if checks::against_ten(cx, &check, Rule::Stabilise, "to stabilise", gifted) {
        stabilises(cx, patient);
    }
}

/// C7, C4: what a combatant rolls to stabilise a patient; `None` if they haven't fallen.
fn stabilising(fight: &FightState, who: CombatantId, patient: CombatantId) -> Option<Check> {
    let fall = fight.find(patient)?.state.fall.as_ref()?;
    let help: i32 = fall.helpers.iter().map(|it| heal_check(fight, *it).total(fight).signum()).sum();
    let since = fight.turns.round.saturating_sub(fall.round) as i32;
    Some(heal_check(fight, who).with("helpers", help).with("rounds since", -since))
}

/// C7, C30: how likely an attempt to stabilise a patient is to succeed if nobody stops it, and whether it's the last before they die (C6).
pub fn chance_to_stabilise(fight: &FightState, who: CombatantId, patient: CombatantId) -> (f64, bool) {
    let Some(check) = stabilising(fight, who, patient) else { return (0.0, false) };
    let gifted = feat(fight, who, Feat::Chirurgeon) > 0;
    let fall = fight.combatant(patient).state.fall.as_ref();
    let is_last = fall.is_some_and(|it| fight.turns.round >= it.round + DYING_ROUNDS);
    (checks::chance_of_ten(check.total(fight), gifted), is_last)
}

/// R25, C7: helps with the next attempt of this round; it draws attacks as well.
///
/// # Errors
/// When a combatant must be asked.
pub fn help(cx: &mut Cx<'_>, who: CombatantId, patient: CombatantId) -> Flow {
    cx.cite(Rule::UseSkill);
    let attackers = board::opportunity_attackers(cx, who);
    Cost::Main.spend(cx, who);
    if instants::opportunities(cx, who, attackers)? {
        cx.cite(Rule::Stabilise);
        cx.cite(Rule::OpposedCheck);
        cx.change(Fact::Helps { who, patient });
    }
    Ok(())
}

/// C26 Whirlwind Assault: whether there is anyone to strike.
///
/// # Errors
/// The rule that forbids it.
pub fn check_whirlwind(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if fight.combatant(who).budget.left(Resource::Whirlwind) == 0 {
        return Err(Violation::NoWhirlwind(who));
    }
    if whirled(fight, who).is_empty() { Err(Violation::NobodyThere) } else { Ok(()) }
}

/// The foes in melee range of what a combatant holds.
fn whirled(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    let reach = board::reach_ft(fight, who);
    let near = |foe: &CombatantId| {
        enemies(fight, who, *foe)
            && known(fight, who, *foe)
            && up(fight, *foe)
            && board::within(fight, who, *foe, reach)
            && board::sees(fight, who, *foe)
    };
    fight.ids().filter(near).collect()
}

/// C26 Whirlwind Assault: their own Shock on all foes in melee range.
///
/// # Errors
/// When the GM must be asked.
pub fn whirlwind(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::FreeAction);
    cx.cite(Rule::Whirlwind);
    cx.apply(TableFact::Took { who, from: Resource::Whirlwind, amount: 1 });
    let with = cx.combatant(who).state.in_hand.first().map_or(With::Unarmed, |it| With::Weapon(*it));
    for at in whirled(cx, who) {
        let blow = Blow {
            by: who,
            at,
            with,
            manner: Manner::Strike,
            aim: HitPurpose::Harm,
            spare: false,
            total: 0,
            sure: false,
            fate: Some(false),
            ignored: false,
            swarm: None,
        };
        cx.tell(Event::Swung { by: who, at, with, manner: Manner::Strike });
        let Some(points) = attack::shock_applies(cx, &blow).filter(|it| *it > 0) else { continue };
        cx.cite(Rule::Shock);
        if attack::shield_takes(cx, &blow) {
            cx.cite(Rule::Shield);
            cx.change(Fact::ShieldTook(at));
        } else {
            cx.tell(Event::Shocked { at, points });
            suffer(cx, at, points, None, false)?;
        }
    }
    Ok(())
}
