//! Executions: R49, R49b, rulings A18 and A24, and what the assassin's feat adds. The minute before is six rounds here, or the GM's word.

use super::{
    attack,
    checks::{self, Check, modifier},
    cost::Cost,
    harm, items,
};
use crate::engine::CombatantId;
use crate::rules::sovereign::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    model::{
        blow::{Blow, HitPurpose, How, Manner, With},
        board,
        fact::{Event, Fact},
        feats::Feat,
        sheet::{Attribute, Skill},
        state::{Aim, Resource, feat, is, known, weapon},
    },
    refusals::Rounds,
};

/// Rounds in a minute.
pub const MINUTE_ROUNDS: u32 = 6;

fn check_victim(fight: &FightState, who: CombatantId, at: CombatantId) -> Result<(), Violation> {
    if !known(fight, who, at) {
        return Err(Violation::NobodyThere);
    }
    let alert = feat(fight, at, Feat::Alert) > 0 || is(fight, at, Condition::Expecting);
    if alert || !is(fight, at, Condition::Unsuspecting) {
        return Err(Violation::NotUnsuspecting(at));
    }
    Ok(())
}

/// R49: whether a combatant can begin the minute of an execution.
///
/// # Errors
/// The rule that forbids it.
pub fn check_aim(fight: &FightState, who: CombatantId, at: CombatantId) -> Result<(), Violation> {
    check_victim(fight, who, at)?;
    match fight.combatant(who).state.aim {
        Some(aim) if aim.at == at => Err(Violation::AimsAlready(at)),
        _ => Ok(()),
    }
}

/// R49: the minute begins.
pub fn take_aim(cx: &mut Cx<'_>, who: CombatantId, at: CombatantId) {
    cx.cite(Rule::Execution);
    Cost::Main.spend(cx, who);
    let round = cx.turns.round;
    cx.change(Fact::AimIs { who, aim: Some(Aim { at, round, ready: false }) });
}

/// R49, R49b, C22, C29: whether a combatant can execute a victim now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId, at: CombatantId, with: With, how: How) -> Result<Manner, Violation> {
    check_victim(fight, who, at)?;
    let manner = attack::aim(fight, who, at, with, how)?;
    let left = match fight.combatant(who).state.aim {
        Some(aim) if aim.at == at && aim.ready => 0,
        Some(aim) if aim.at == at => (aim.round + MINUTE_ROUNDS).saturating_sub(fight.turns.round),
        _ => MINUTE_ROUNDS,
    };
    if left > 0 {
        return Err(Violation::MinuteNotOver { who, left: Rounds(left) });
    }
    if fight.combatant(who).budget.left(Resource::Move) == 0 && feat(fight, who, Feat::Assassin) < 2 {
        return Err(Violation::MovedBefore(who));
    }
    Ok(manner)
}

/// R49 Execution: from afar a check, near by no roll; then the victim's save, and 0 HP or the most damage that the weapon does.
///
/// # Errors
/// When the GM must be asked.
pub fn execute(cx: &mut Cx<'_>, who: CombatantId, at: CombatantId, with: With, how: How) -> Flow {
    let manner = match check(cx, who, at, with, how) {
        Ok(manner) => manner,
        Err(violation) => return cx.refuse(violation),
    };
    cx.cite(Rule::Execution);
    Cost::Main.spend(cx, who);
    match feat(cx, who, Feat::Assassin) >= 2 {
        true => cx.cite(Rule::Assassin),
        false => cx.apply(TableFact::Took { who, from: Resource::Move, amount: 1 }),
    }
    attack::takes_in_hand(cx, who, with);
    cx.change(Fact::AimIs { who, aim: None });
    cx.tell(Event::Executes { who, at });
    let Some(weapon) = weapon(cx, who, with).cloned() else { return Ok(()) };
    let hit = manner == Manner::Strike || shot(cx, who, at, &weapon);
    harm::alarms(cx, at);
    let blow = Blow {
        by: who,
        at,
        with,
        manner,
        aim: HitPurpose::Harm,
        spare: how == How::Spare,
        total: 0,
        sure: true,
        fate: None,
        ignored: false,
        swarm: None,
    };
    if hit {
        strikes_home(cx, &blow)?
    } else {
        cx.tell(Event::Missed { by: who, at })
    }
    if manner == Manner::Throw
        && let With::Weapon(arm) = with
    {
        items::falls(cx, who, arm, at);
    }
    Ok(())
}

/// R49, A24: DEX/Shoot against 10, better the nearer.
fn shot(
    cx: &mut Cx<'_>,
    who: CombatantId,
    at: CombatantId,
    weapon: &crate::rules::sovereign::model::gear::Weapon,
) -> bool {
    const CLOSE_FT: u32 = 10;
    let far = board::distance_ft(cx, who, at).unwrap_or(0);
    let normal = weapon.range.map_or(0, |it| it.normal_ft);
    cx.cite(Rule::ExecutionRange);
    let check = Check::of(who, Attribute::Dex, Skill::Shoot);
    let check = match () {
        () if far <= CLOSE_FT => check.with("within 10 ft", 4),
        () if far <= normal => check.with("within normal range", 2),
        () => check,
    };
    checks::against_ten(cx, &check, Rule::Execution, "the shot", false)
}

/// R49, A18, C13: the victim's Physical save, and what follows.
fn strikes_home(cx: &mut Cx<'_>, blow: &Blow) -> Flow {
    let Some(weapon) = weapon(cx, blow.by, blow.with).cloned() else { return Ok(()) };
    let skill = attack::skill(cx, blow.by, &weapon, blow.manner);
    let level = cx.combatant(blow.by).sheet.check_skill(skill);
    let mut against = vec![];
    if level != 0 {
        against.push(modifier(format!("the assassin\u{2019}s {}", skill.name()), -level));
    }
    if weapon.murderous {
        cx.cite(Rule::Murderous);
        cx.cite(Rule::ExecutionSave);
        against.push(modifier("precisely murderous", -1));
    }
    let number = cx.combatant(blow.at).sheet.physical();
    if checks::save(cx, blow.at, "Physical save", number, against) {
        let dice = attack::dice(cx, blow.by, blow.with);
        let bonuses = attack::damage_bonuses(cx, blow);
        let most = dice.most() + bonuses.iter().map(|it| it.0.by).sum::<i32>();
        let points = if weapon.murderous { 2 * most } else { most };
        return harm::suffer(cx, blow.at, points.max(0), Some(blow.by), blow.spare);
    }
    let hp = cx.combatant(blow.at).state.hp;
    harm::suffer(cx, blow.at, hp, Some(blow.by), blow.spare)
}
