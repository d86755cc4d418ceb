//! What changes only in Ingenuity, and what is only told. A fact holds no rule and can't fail; an event changes nothing. A log keeps both
//! under the same key, so no name is in both lists.

use crate::engine::{CombatantId, SideId};
use crate::rules::ingenuity::{
    FightState, Rule, State, With,
    model::{
        circumstances::{Boon, Circumstances},
        state::{At, Between, Carried, Coming, Gear, Readied, Trigger},
    },
};
use serde::{Deserialize, Serialize};

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a fact says what its values are")]
pub enum Fact {
    /// R3: the teams, the first to act first.
    InitiativeIs(Vec<SideId>),
    /// R9: who has surprise, and whether the round of it is over.
    SurpriseIs { sides: Vec<SideId>, over: bool },
    /// R9: the surprise round is over.
    SurpriseOver,
    /// R10: whether a combatant can be surprised.
    SurprisedIs {
        who: CombatantId,
        /// As the GM says.
        surprised: Option<bool>,
    },
    /// R4: the deed that began the fight.
    TriggerIs(Option<Trigger>),
    /// R2: what a team is after.
    ObjectiveIs { side: SideId, text: String },
    /// A25: a team has done what it came for.
    Achieved(Option<SideId>),
    /// Turns are taken, and what is counted by the round is counted anew.
    RoundIsFresh,
    /// The round is over.
    RoundIsOver,
    /// Whose turn it is, of which team.
    TurnOf(Option<(CombatantId, SideId)>),
    /// What is counted by the turn is counted anew.
    TurnIsFresh(CombatantId),
    /// Who was the last to end a turn.
    JustEnded(Option<CombatantId>),
    /// The turn that a combatant wants to end is over.
    OverAlready(CombatantId),
    /// Who has just ended a turn has done so in words.
    SaidEnd(CombatantId),
    /// R21, R31: a combatant has moved, or stepped.
    Went { who: CombatantId, step: bool },
    /// R28.
    Waits(CombatantId),
    /// R14, R15: what a combatant has begun.
    CarriedIs { who: CombatantId, carried: Option<Carried> },
    /// R15, A34: what was begun is lost.
    Abandoned {
        who: CombatantId,
        /// It had become impossible.
        impossible: bool,
    },
    /// R22: what a combatant has readied.
    ReadiedIs { who: CombatantId, readied: Option<Readied> },
    /// R18: who has been lent an action by whom.
    Lent(Option<(CombatantId, CombatantId)>),
    /// R18: a combatant has been commanded this turn.
    Commanded { by: CombatantId, who: CombatantId },
    /// A reaction is used, and a defence paid.
    Reacted {
        who: CombatantId,
        /// What it is.
        rule: Rule,
        /// Free of the limit.
        free: bool,
    },
    /// Stamina is spent.
    StaminaIs { who: CombatantId, left: i32 },
    /// Focus is spent.
    FocusIs { who: CombatantId, left: i32 },
    /// C11: how many breaks there were since the last rest, as a rest or the GM says.
    BreaksAre { who: CombatantId, count: i32 },
    /// Fate is spent or gained.
    FateIs { who: CombatantId, left: i32 },
    /// C8: the next damage is halved.
    Halves { who: CombatantId, on: bool },
    /// C7: whether a combatant may shift after a dodge.
    Shifts { who: CombatantId, may: bool },
    /// An attack is made.
    Swung { by: CombatantId, at: CombatantId, with: With, ranged: bool },
    /// R4: the deed that began the fight is done.
    TriggerDone,
    /// C13: a power was used.
    UsedPower { by: CombatantId, name: String, at: CombatantId },
    /// A combatant takes damage.
    Suffered {
        who: CombatantId,
        /// Before anything took it off.
        damage: i32,
        /// After.
        taken: i32,
        /// Endurance afterwards.
        endurance: i32,
        /// Health afterwards.
        health: i32,
    },
    /// R46, R49: an item takes damage.
    ItemSuffered {
        who: CombatantId,
        item: u8,
        taken: i32,
        /// Durability afterwards.
        left: i32,
    },
    /// A pool, otherwise than by damage: endurance.
    EnduranceIs { who: CombatantId, left: i32 },
    /// Health, otherwise than by damage.
    HealthIs { who: CombatantId, left: i32 },
    /// R55: a combatant cheats death.
    CheatedDeath {
        who: CombatantId,
        /// The number the next time.
        next: i32,
    },
    /// A combatant dies.
    Died(CombatantId),
    /// The GM says that a combatant lives after all.
    Lives(CombatantId),
    /// R55: the number to cheat death, as the GM says.
    CheatDeathIs { who: CombatantId, number: i32 },
    /// What is said of a combatant's next test.
    NextIs { who: CombatantId, next: Circumstances },
    /// Where an item is now.
    GearAt { who: CombatantId, item: u8, at: At },
    /// C14: whether an item is loaded.
    LoadedIs { who: CombatantId, item: u8, loaded: bool },
    /// Durability, otherwise than by damage.
    DurabilityIs { who: CombatantId, item: u8, left: i32 },
    /// R36, C13: attacks of the round, as the GM says.
    AttacksAre { who: CombatantId, count: u8 },
    /// The GM has set something off.
    Coming(Coming),
    /// What was to come is about to befall.
    Befell,
    /// C9: what harms over time has done so in this round.
    SufferedIn { who: CombatantId, round: u32 },
}

/// Something to tell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "an event says what its values are")]
pub enum Event {
    /// A23: a combatant has come into a fight that is on.
    Came(CombatantId),
    /// A33: the commanded does nothing.
    Declined(CombatantId),
    /// C8: what fate was spent on.
    FateSpent { who: CombatantId, on: Boon },
    /// R35: it goes to someone else.
    Strayed { from: CombatantId, to: CombatantId },
    /// R43: a combatant steps in.
    Intercepted { by: CombatantId, ally: CombatantId, who: CombatantId },
    /// R32: it misses.
    Missed { by: CombatantId, at: CombatantId, dodged: bool },
    /// C12: anyone who walks gets no further.
    Halted(CombatantId),
    /// R21: a combatant runs into another they knew nothing of.
    RanInto { who: CombatantId, unseen: CombatantId },
    /// C18: it is not carried out after all.
    CameToNothing { by: CombatantId, at: CombatantId },
    /// R32, R34: it hits.
    Hit { by: CombatantId, at: CombatantId, critical: bool },
    /// Something is done that is only words.
    Does {
        who: CombatantId,
        /// What kind of thing.
        rule: Rule,
        text: String,
    },
    /// R23, C3, R58: something is done to a combatant.
    DoesTo {
        who: CombatantId,
        /// What kind of thing.
        rule: Rule,
        target: CombatantId,
    },
    /// A test against an effect turned out so.
    Withstood {
        who: CombatantId,
        /// Whether it was withstood.
        yes: bool,
    },
}

/// Changes the fight.
pub fn evolve(fight: &mut FightState, fact: &Fact) {
    match fact {
        Fact::InitiativeIs(sides) => fight.system.initiative.clone_from(sides),
        Fact::SurpriseIs { sides, over } => {
            fight.system.surprise.clone_from(sides);
            fight.system.surprise_over = *over;
        }
        Fact::SurpriseOver => {
            (fight.system.surprise_over, fight.system.between) = (true, Between::Rounds);
            fight.turns.spent.clear();
        }
        Fact::SurprisedIs { who, surprised } => change(fight, *who, |it| it.surprised = *surprised),
        Fact::TriggerIs(trigger) => fight.system.trigger.clone_from(trigger),
        Fact::ObjectiveIs { side, text } => set_objective(fight, *side, text),
        Fact::Achieved(side) => fight.system.achieved = *side,
        Fact::RoundIsFresh => begin_round(fight),
        Fact::RoundIsOver => fight.system.between = Between::Rounds,
        Fact::TurnOf(of) => {
            fight.system.turn_of = *of;
            if of.is_some() {
                fight.system.just_ended = None;
            }
        }
        Fact::TurnIsFresh(who) => change(fight, *who, begin_turn),
        Fact::JustEnded(who) => end_turn(fight, *who),
        Fact::OverAlready(_) | Fact::SaidEnd(_) => fight.system.said_end = true,
        Fact::Went { who, step: true } => change(fight, *who, |it| it.stepped = true),
        Fact::Went { who, step: false } => change(fight, *who, |it| it.moved = true),
        Fact::Waits(who) => change(fight, *who, |it| it.waited = true),
        Fact::CarriedIs { who, carried } => change(fight, *who, |it| it.carried.clone_from(carried)),
        Fact::Abandoned { who, .. } => change(fight, *who, |it| it.carried = None),
        Fact::ReadiedIs { who, readied } => change(fight, *who, |it| it.readied.clone_from(readied)),
        Fact::Lent(lent) => fight.system.lent = *lent,
        Fact::Commanded { by, who } => change(fight, *by, |it| it.commanded.push(*who)),
        Fact::Reacted { who, free, .. } => {
            change(fight, *who, |it| it.reacted = it.reacted.saturating_add(u8::from(!free)));
        }
        Fact::StaminaIs { who, left } => change(fight, *who, |it| it.stamina = *left),
        Fact::FocusIs { who, left } => change(fight, *who, |it| it.focus = *left),
        Fact::BreaksAre { who, count } => change(fight, *who, |it| it.breaks = *count),
        Fact::FateIs { who, left } => change(fight, *who, |it| it.fate = *left),
        Fact::Halves { who, on } => change(fight, *who, |it| it.halves = *on),
        Fact::Shifts { who, may } => change(fight, *who, |it| it.shifts = *may),
        Fact::Swung { by, .. } => change(fight, *by, |it| it.attacks = it.attacks.saturating_add(1)),
        Fact::TriggerDone => fight.system.trigger = None,
        Fact::UsedPower { by, .. } => change(fight, *by, |it| it.powers = it.powers.saturating_add(1)),
        Fact::Suffered { who, endurance, health, .. } => {
            change(fight, *who, |it| (it.endurance, it.health) = (*endurance, *health));
        }
        Fact::ItemSuffered { who, item, left, .. } | Fact::DurabilityIs { who, item, left } => {
            change_item(fight, *who, *item, |it| it.durability = *left);
        }
        Fact::EnduranceIs { who, left } => change(fight, *who, |it| it.endurance = *left),
        Fact::HealthIs { who, left } => change(fight, *who, |it| it.health = *left),
        Fact::CheatedDeath { who, next } | Fact::CheatDeathIs { who, number: next } => {
            change(fight, *who, |it| it.cheat_death = *next);
        }
        Fact::Died(who) => change(fight, *who, |it| it.dead = true),
        Fact::Lives(who) => change(fight, *who, |it| it.dead = false),
        Fact::NextIs { who, next } => change(fight, *who, |it| it.next = *next),
        Fact::GearAt { who, item, at } => change_item(fight, *who, *item, |it| it.at = *at),
        Fact::LoadedIs { who, item, loaded } => change_item(fight, *who, *item, |it| it.loaded = *loaded),
        Fact::AttacksAre { who, count } => change(fight, *who, |it| it.attacks = *count),
        Fact::Coming(coming) => fight.system.coming.push(coming.clone()),
        Fact::Befell => remove_first(&mut fight.system.coming),
        Fact::SufferedIn { who, round } => change(fight, *who, |it| it.suffered_in = Some(*round)),
    }
}

fn change(fight: &mut FightState, who: CombatantId, change: impl FnOnce(&mut State)) {
    if let Some(state) = fight.state_mut(who) {
        change(state);
    }
}

fn change_item(fight: &mut FightState, who: CombatantId, item: u8, change: impl FnOnce(&mut Gear)) {
    if let Some(gear) = fight.state_mut(who).and_then(|it| it.gear.get_mut(usize::from(item))) {
        change(gear);
    }
}

fn change_all(fight: &mut FightState, to: impl Fn(&mut State)) {
    for who in fight.ids().collect::<Vec<_>>() {
        change(fight, who, &to);
    }
}

fn set_objective(fight: &mut FightState, side: SideId, text: &str) {
    fight.system.objectives.retain(|it| it.0 != side);
    fight.system.objectives.push((side, text.to_owned()));
}

fn remove_first<T>(all: &mut Vec<T>) {
    if !all.is_empty() {
        all.remove(0);
    }
}

fn begin_round(fight: &mut FightState) {
    fight.system.between = Between::Turns;
    change_all(fight, |it| (it.attacks, it.powers, it.reacted) = (0, 0, 0));
}

fn begin_turn(it: &mut State) {
    (it.moved, it.stepped, it.waited, it.shifts) = (false, false, false, false);
    it.commanded.clear();
    it.readied = None;
}

fn end_turn(fight: &mut FightState, who: Option<CombatantId>) {
    (fight.system.just_ended, fight.system.said_end) = (who, false);
    change_all(fight, |it| it.shifts = false);
}
