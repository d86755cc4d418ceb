//! Swarms and charges: R17 to R20 and rulings A2 to A4, A11, A21, A26.

use super::{
    attack::{self, Swing},
    checks::modifier,
    cost::Cost,
    instants,
    movement::given_back,
};
use crate::engine::CombatantId;
use crate::rules::sovereign::{
    Cx, FightState, Flow, Rule, Violation,
    model::{
        blow::{How, With},
        fact::Fact,
        state::{Trigger, up},
    },
};
use serde::{Deserialize, Serialize};

/// A2: assailants of a swarm at most, the attacker among them.
const MOST: usize = 4;
/// R17: what each other assailant adds to the attack roll.
const EACH: i32 = 2;

/// What a combatant does in a swarm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// Joins it, and leaves the attack to another.
    Join,
    /// Makes the attack, joining first if need be.
    Strike,
}

impl Role {
    /// All of them, by name.
    pub const ALL: [(&'static str, Role); 2] = [("join", Role::Join), ("strike", Role::Strike)];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Role::ALL[self as usize].0
    }
}

/// R17: those who swarm a combatant this round.
pub fn assailants(fight: &FightState, at: CombatantId) -> Vec<CombatantId> {
    fight.combatants.iter().filter(|it| it.state.swarms == Some(at)).map(|it| it.id).collect()
}

/// R17, A2, A26: whether a combatant can take this part against a target.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId, at: CombatantId, with: With, part: Role) -> Result<(), Violation> {
    attack::aim(fight, who, at, with, How::Kill)?;
    let all = assailants(fight, at);
    let joined = all.contains(&who);
    if fight.system.swarmed.contains(&at) {
        return Err(Violation::SwarmDone(at));
    }
    if !joined && all.len() >= MOST {
        return Err(Violation::SwarmFull(at));
    }
    if joined && part == Role::Join { Err(Violation::SwarmJoined(at)) } else { Ok(()) }
}

/// R17 Swarm attack, A2, A26: joins, or makes the one attack with what the others add.
///
/// # Errors
/// When a combatant must be asked.
pub fn swarm(cx: &mut Cx<'_>, who: CombatantId, at: CombatantId, with: With, part: Role) -> Flow {
    cx.cite(Rule::Swarm);
    let joined = assailants(cx, at).contains(&who);
    if part == Role::Strike && !instants::declared(cx, who, Trigger::Attacks)? {
        return Ok(());
    }
    if check(cx, who, at, with, part).is_err() {
        return given_back(cx, who);
    }
    if !joined {
        Cost::Main.spend(cx, who);
        cx.change(Fact::Swarms { who, at });
        attack::takes_in_hand(cx, who, with);
        super::harm::alarms(cx, at);
    }
    if part == Role::Join {
        return Ok(());
    }
    let others: Vec<CombatantId> = assailants(cx, at).into_iter().filter(|it| *it != who && up(cx, *it)).collect();
    let others = others.len().min(MOST - 1);
    if others + 1 == MOST {
        cx.cite(Rule::FourInASwarm);
    }
    cx.cite(Rule::SwarmLapses);
    cx.change(Fact::SwarmStrikes(at));
    let more = if others > 0 { vec![modifier("swarm", EACH * others as i32)] } else { vec![] };
    let swing =
        Swing { more, swarm: Some(others as u8), by_rule: Some(Rule::Swarm), ..Swing::new(who, at, with, How::Kill) };
    attack::swing(cx, swing)?;
    Ok(())
}
