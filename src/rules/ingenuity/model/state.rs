//! What a fight changes of a combatant, and what belongs to the fight as a whole. Derived values that rules ask for again and again are
//! here; no rule is.

use crate::engine::{Budget, CombatantId, Refill, SideId, space::grid::Square};
use crate::rules::ingenuity::{
    Action, Combatant, Condition, FightState, Sheet, With,
    model::{
        circumstances::Circumstances,
        gear::{self, DamageType, Item},
    },
};
pub use crate::rules::wording::{enemies, known};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What is spent and comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    /// R11: actions of the turn.
    Action,
    /// R12: reactions.
    Reaction,
}

/// R11: actions of a turn.
pub const ACTIONS: u16 = 3;

/// A part of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// R9: only those with surprise act, and those who cannot be surprised.
    Surprise,
    /// R50: what the GM has set off befalls a combatant. No part of the order.
    Befalls,
}

/// An item in a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gear {
    /// What it is.
    pub item: Arc<Item>,
    /// What it can still bear.
    pub durability: i32,
    /// Ready to shoot.
    pub loaded: bool,
    /// Where it is.
    pub at: At,
}

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum At {
    /// In hand.
    Hand,
    /// About the body.
    Body,
    /// On the ground, and where.
    Ground(Option<Square>),
}

/// R14: what was begun and is not yet paid for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Carried {
    /// The action.
    pub action: Box<Action>,
    /// Actions paid.
    pub paid: u16,
    /// Actions it takes.
    pub cost: u16,
}

/// R22: what waits for a trigger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readied {
    /// The verb.
    pub verb: String,
    /// The trigger, in words.
    pub trigger: String,
}

/// What a fight changes of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Pools: endurance, health, stamina, focus, now.
    pub endurance: i32,
    /// Health now.
    pub health: i32,
    /// Stamina now.
    pub stamina: i32,
    /// Focus now.
    pub focus: i32,
    /// Fate now.
    pub fate: i32,
    /// Dead.
    pub dead: bool,
    /// R55: the number to cheat death.
    pub cheat_death: i32,
    /// What is carried.
    pub gear: Vec<Gear>,
    /// R36: attacks made in this round.
    pub attacks: u8,
    /// C13: powers used in this round.
    pub powers: u8,
    /// A1: reactions made in this round.
    pub reacted: u8,
    /// R28: has waited since the last turn.
    pub waited: bool,
    /// R21: has moved this turn.
    pub moved: bool,
    /// R31: has stepped this turn.
    pub stepped: bool,
    /// R18: who was commanded this turn.
    pub commanded: Vec<CombatantId>,
    /// R14.
    pub carried: Option<Carried>,
    /// R22.
    pub readied: Option<Readied>,
    /// C7: has just dodged and may shift.
    pub shifts: bool,
    /// What is said of the next test.
    pub next: Circumstances,
    /// C11: breaks since the last rest.
    #[serde(default)]
    pub breaks: i32,
    /// C8: halves the next damage.
    pub halves: bool,
    /// C9: the round in which what harms over time last did.
    pub suffered_in: Option<u32>,
    /// R10: whether they can be surprised, where the GM says so.
    pub surprised: Option<bool>,
}

/// R4: the deed that began the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Trigger {
    /// The combatant.
    pub who: CombatantId,
    /// Whom it attacks; none if it is no attack.
    pub target: Option<CombatantId>,
}

/// What the GM has set off, and what has not yet befallen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Coming {
    /// R50: damage of a trap, a fall, or anything else.
    Damage {
        /// The combatant.
        who: CombatantId,
        /// How much.
        amount: i32,
        /// Of which type.
        of: DamageType,
        /// Nonlethal.
        nonlethal: bool,
        /// What takes it off has been taken off already.
        taken: bool,
    },
    /// R42, R45: something befalls the body or the mind.
    Effect {
        /// The combatant.
        who: CombatantId,
        /// The condition.
        what: Condition,
        /// The number to reach.
        difficulty: i32,
        /// The mind.
        mental: bool,
    },
}

/// Where the round stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Between {
    /// A round is about to begin.
    #[default]
    Rounds,
    /// Turns are taken.
    Turns,
}

/// What belongs to the fight as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemState {
    /// R3: the teams, the first to act first.
    pub initiative: Vec<SideId>,
    /// R9: the teams with surprise.
    pub surprise: Vec<SideId>,
    /// R9: the surprise round is over, or there was none.
    pub surprise_over: bool,
    /// Where the round stands.
    pub between: Between,
    /// Whose turn is under way, and of which side they were when it began.
    pub turn_of: Option<(CombatantId, SideId)>,
    /// Who was the last to end a turn, while nobody has begun one since: what is free they may still do.
    pub just_ended: Option<CombatantId>,
    /// Whether they have said so: then the next word of an end is meant for another turn, if they have one.
    #[serde(default)]
    pub said_end: bool,
    /// R18: who commands, and who has been lent an action.
    pub lent: Option<(CombatantId, CombatantId)>,
    /// R4.
    pub trigger: Option<Trigger>,
    /// What the GM has set off.
    pub coming: Vec<Coming>,
    /// R2: what a team is after, in words.
    pub objectives: Vec<(SideId, String)>,
    /// A25: the team that has done what it came for.
    pub achieved: Option<SideId>,
}

/// A newcomer's state and resources.
pub fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
    let at = |index: usize| if sheet.in_hand.contains(&(index as u8)) { At::Hand } else { At::Body };
    let gear = |(index, item): (usize, &Arc<Item>)| Gear {
        item: item.clone(),
        durability: item.whole(),
        loaded: true,
        at: at(index),
    };
    let state = State {
        endurance: sheet.pool("endurance"),
        health: sheet.pool("health"),
        stamina: sheet.pool("stamina"),
        focus: sheet.pool("focus"),
        fate: sheet.fate,
        dead: sheet.dead,
        cheat_death: sheet.cheat_death,
        gear: sheet.items.iter().enumerate().map(gear).collect(),
        attacks: 0,
        powers: 0,
        reacted: 0,
        waited: false,
        moved: false,
        stepped: false,
        commanded: vec![],
        carried: None,
        readied: None,
        shifts: false,
        next: Circumstances::default(),
        breaks: sheet.breaks,
        halves: false,
        suffered_in: None,
        surprised: None,
    };
    // A1: everyone begins with a reaction.
    (state, Budget::new([(Resource::Action, ACTIONS, Refill::Turn), (Resource::Reaction, 1, Refill::Turn)]))
}

/// Whether a combatant is in their senses.
pub fn is_conscious(it: &Combatant) -> bool {
    !it.state.dead && !it.is(&Condition::Unconscious)
}

/// R8: why a combatant cannot act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Down {
    /// R55.
    Dead,
    /// R54.
    Unconscious,
    /// C9, or without health.
    Incapacitated,
}

impl Down {
    /// What they are.
    pub fn word(self) -> &'static str {
        match self {
            Down::Dead => "dead",
            Down::Unconscious => "unconscious",
            Down::Incapacitated => "incapacitated",
        }
    }
}

/// R8: why a combatant cannot act; `None` where they can.
pub fn down(it: &Combatant) -> Option<Down> {
    match () {
        () if it.state.dead => Some(Down::Dead),
        () if it.is(&Condition::Unconscious) => Some(Down::Unconscious),
        () if it.state.health <= 0 || it.is(&Condition::Incapacitated) => Some(Down::Incapacitated),
        () => None,
    }
}

/// Whether a combatant can act.
pub fn is_up(it: &Combatant) -> bool {
    down(it).is_none()
}

/// The same, by id.
pub fn up(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(is_up)
}

/// The condition a combatant is under, with its amount.
pub fn held(it: &Combatant, like: Condition) -> Option<Condition> {
    it.conditions.iter().map(|it| it.what).find(|it| it.is_like(like))
}

/// Whether a combatant lies: prone, or unconscious.
pub fn lies(it: &Combatant) -> bool {
    it.is(&Condition::Prone) || it.is(&Condition::Unconscious)
}

/// An item of a combatant's, by its number.
pub fn gear(fight: &FightState, who: CombatantId, index: u8) -> Option<&Gear> {
    fight.find(who)?.state.gear.get(usize::from(index))
}

/// What a combatant attacks with.
pub fn weapon(fight: &FightState, who: CombatantId, with: With) -> Option<&Arc<Item>> {
    match with {
        With::BareHands => fight.find(who).map(|_| gear::bare_hands()),
        With::Item(index) | With::Thrown(index) => gear(fight, who, index).map(|it| &it.item),
    }
}

/// The items in a combatant's hands, by their numbers.
pub fn in_hand(it: &Combatant) -> impl Iterator<Item = (u8, &Gear)> {
    it.state.gear.iter().enumerate().filter(|it| it.1.at == At::Hand).map(|(index, it)| (index as u8, it))
}
