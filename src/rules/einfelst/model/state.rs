//! What a fight changes about a combatant, and what belongs to the fight as a whole, with the derived values that rules often ask for. No
//! rules are here.

use super::{
    gear::Weapon,
    peril::Peril,
    sheet::{Attribute, Keeps, Sheet},
    track::Track,
};
use crate::engine::{Budget, CombatantId, SideId};
use crate::rules::einfelst::{Combatant, FightState};
pub use crate::rules::wording::enemies;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// One of the thirteen actions (C2): what is rolled. What a combatant does in a turn is an [`Action`](crate::rules::einfelst::Action).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "their names say what they are")]
pub enum Skill {
    Strike,
    Shoot,
    Force,
    Endure,
    Finesse,
    Sneak,
    Track,
    Read,
    Study,
    Persuade,
    Charm,
    Intimidate,
    Cast,
}

impl Skill {
    /// All conditions.
    pub const ALL: [Skill; 13] = [
        Skill::Strike,
        Skill::Shoot,
        Skill::Force,
        Skill::Endure,
        Skill::Finesse,
        Skill::Sneak,
        Skill::Track,
        Skill::Read,
        Skill::Study,
        Skill::Persuade,
        Skill::Charm,
        Skill::Intimidate,
        Skill::Cast,
    ];

    /// Its index in the list.
    pub fn index(self) -> usize {
        Skill::ALL.iter().position(|it| *it == self).unwrap_or_default()
    }

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Skill::Strike => "Strike",
            Skill::Shoot => "Shoot",
            Skill::Force => "Force",
            Skill::Endure => "Endure",
            Skill::Finesse => "Finesse",
            Skill::Sneak => "Sneak",
            Skill::Track => "Track",
            Skill::Read => "Read",
            Skill::Study => "Study",
            Skill::Persuade => "Persuade",
            Skill::Charm => "Charm",
            Skill::Intimidate => "Intimidate",
            Skill::Cast => "Cast",
        }
    }

    /// The action with this name.
    pub fn named(typed: &str) -> Option<Skill> {
        Skill::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(typed.trim()))
    }

    /// C2: the attributes it goes with; the higher one counts.
    pub fn attributes(self) -> &'static [Attribute] {
        use Attribute::{Dexterity, Intuition, Presence, Reason, Strength};
        match self {
            Skill::Strike | Skill::Force => &[Strength],
            Skill::Shoot | Skill::Finesse | Skill::Sneak => &[Dexterity],
            Skill::Endure => &[Strength, Intuition],
            Skill::Track => &[Intuition, Reason],
            Skill::Read => &[Intuition],
            Skill::Study | Skill::Cast => &[Reason],
            Skill::Persuade => &[Reason, Presence],
            Skill::Charm => &[Presence],
            Skill::Intimidate => &[Presence, Intuition],
        }
    }
}

/// There are no resources: manoeuvres belong to a card, not to a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {}

/// What happens between turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Something that the Director called for.
    Called,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// R25: held by someone.
    Restrained,
    /// R26: has a hand over their mouth.
    Gagged,
    /// R15: on the ground.
    Prone,
    /// R7, A24: behind cover.
    InCover,
    /// R16: far off in the zone.
    Distant,
    /// C4: entering the next zone costs 1 Harm.
    Pinned,
    /// R5: can't talk.
    Silenced,
    /// R36: fainted, or knocked out by the Director.
    Unconscious,
}

impl Condition {
    /// All actions.
    pub const ALL: [Condition; 8] = [
        Condition::Restrained,
        Condition::Gagged,
        Condition::Prone,
        Condition::InCover,
        Condition::Distant,
        Condition::Pinned,
        Condition::Silenced,
        Condition::Unconscious,
    ];
}

/// R36, A27: how bad a Fear test is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Position {
    /// Success gives a die.
    Controlled,
    /// The default.
    #[default]
    Risky,
    /// The worst.
    Desperate,
}

impl Position {
    /// All of them, by name.
    pub const ALL: [(&'static str, Position); 3] =
        [("controlled", Position::Controlled), ("risky", Position::Risky), ("desperate", Position::Desperate)];

    /// The name.
    pub fn name(self) -> &'static str {
        Position::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

/// R37, A14: a fire on a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    /// Its damage.
    pub damage: u8,
    /// The successes that put it out.
    pub needed: u8,
    /// The successes so far.
    pub done: u8,
}

/// R36: a reaction to fear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dread {
    /// Freezes.
    Freeze,
    /// Flees.
    Flee,
    /// Faints.
    Faint,
    /// Attacks.
    Attack,
    /// Something else that the player thinks of.
    Improvise,
}

/// What a fight changes about a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Physical Harm in slots.
    pub physical: Track,
    /// Mental Harm in slots.
    pub mental: Track,
    /// R20: Harm points.
    pub points: u8,
    /// C5: Harm went beyond the top row.
    pub critical: bool,
    /// A2: was helped, and acts in spite of severe Harm.
    pub helped: bool,
    /// A19: has left the fight.
    pub fled: bool,
    /// R15: the weapon in hand.
    pub in_hand: Option<u8>,
    /// C3: dropped weapons.
    pub dropped: Vec<u8>,
    /// R16: who this combatant has moved up to in the zone.
    pub near: Vec<CombatantId>,
    /// Extra dice for the next test.
    pub next_dice: u8,
    /// A12: dice for the first manoeuvre of the round.
    pub first_dice: u8,
    /// A18: extra successes that the Director demands of the next test.
    pub demand: u8,
    /// R37: the fire.
    pub fire: Option<Fire>,
    /// R38: the Harm that poison does next round.
    pub poison: Option<u8>,
    /// R38: the antidotes left.
    pub antidotes: u8,
    /// R36: the last reaction to fear.
    pub dread: Option<Dread>,
}

/// A11, A28: a turn in every round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRow {
    /// Whose turn it is.
    pub owner: CombatantId,
    /// The card.
    pub card: u8,
    /// R3: the group that shares the card.
    pub group: Option<String>,
    /// Whether it's over this round.
    pub done: bool,
    /// R10: whether the slow manoeuvre is left.
    pub slow: bool,
    /// R10: whether the fast manoeuvre is left.
    pub fast: bool,
    /// Whether it's in progress.
    pub acting: bool,
    /// R27: whether breaking free was tried in it.
    pub tried: bool,
}

impl TurnRow {
    /// A turn in a new round, with nothing spent.
    pub fn new(owner: CombatantId, card: u8, group: Option<String>) -> TurnRow {
        TurnRow { owner, card, group, done: false, slow: true, fast: true, acting: false, tried: false }
    }
}

/// R32, R33: an ambush.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ambush {
    /// The ambushers' side.
    pub side: SideId,
    /// R32: the tester; `None` if no test is needed (R33).
    pub tester: Option<CombatantId>,
}

/// What belongs to the fight as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemState {
    /// The turns of the round.
    pub rows: Vec<TurnRow>,
    /// Cards no longer in the current deck.
    pub gone: Vec<u8>,
    /// R5: whether anyone has acted this round.
    pub acted: bool,
    /// What the Director has called for and hasn't happened yet, in order.
    pub called: Vec<(CombatantId, Peril)>,
    /// R9: extra successes that shots in the dark need.
    pub darkness: u8,
    /// A27: the position, if the Director has set it for the whole fight.
    pub position: Option<Position>,
    /// R32, R33: the ambush that the Director set before the fight.
    pub ambush: Option<Ambush>,
}

/// A newcomer's state and resources.
pub fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
    let state = State {
        physical: sheet.physical,
        mental: sheet.mental,
        points: sheet.points,
        critical: false,
        helped: false,
        fled: false,
        in_hand: sheet.in_hand,
        dropped: vec![],
        near: vec![],
        next_dice: 0,
        first_dice: 0,
        demand: 0,
        fire: None,
        poison: None,
        antidotes: sheet.antidotes,
        dread: None,
    };
    (state, Budget::new([]))
}

/// Whether it's a player's character.
pub fn is_player(it: &Combatant) -> bool {
    it.owner.is_some()
}

/// R20, A2: how a combatant's Harm is kept.
pub fn keeps(fight: &FightState, it: &Combatant) -> Keeps {
    let usual = if is_player(it) || fight.options.npc_slots { Keeps::Slots } else { Keeps::Points };
    it.sheet.keeps.unwrap_or(usual)
}

/// R20, A2: the Harm points that put a combatant out of action.
pub fn most_points(fight: &FightState, it: &Combatant) -> u8 {
    it.sheet.most_points.unwrap_or(fight.options.harm_points)
}

/// R20, A2: the Harm a combatant has taken: points, or the levels of the worse track.
pub fn harm_taken(fight: &FightState, it: &Combatant) -> u8 {
    match keeps(fight, it) {
        Keeps::Points => it.state.points,
        Keeps::Slots => it.state.physical.levels().max(it.state.mental.levels()),
    }
}

/// A2: the Harm that puts a combatant out of action: so many points, or what reaches the severe slot.
pub fn most_harm(fight: &FightState, it: &Combatant) -> u8 {
    match keeps(fight, it) {
        Keeps::Points => most_points(fight, it),
        Keeps::Slots => Track::BELOW_SEVERE + 1,
    }
}

/// A2: out of action: severe Harm without help, Harm beyond the top row, or too many points.
pub fn is_out(fight: &FightState, it: &Combatant) -> bool {
    let state = &it.state;
    match keeps(fight, it) {
        Keeps::Points => state.points >= most_points(fight, it),
        Keeps::Slots => state.critical || (!state.helped && (state.physical.severe > 0 || state.mental.severe > 0)),
    }
}

/// Whether a combatant can act: in the fight, not out of action, conscious.
pub fn is_up(fight: &FightState, it: &Combatant) -> bool {
    !it.state.fled && !it.is(&Condition::Unconscious) && !is_out(fight, it)
}

/// As [`is_up`], by id.
pub fn up(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(|it| is_up(fight, it))
}

/// Whether a combatant is still in the fight, able to act or not.
pub fn is_here(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(|it| !it.state.fled)
}

/// Whether a combatant has a condition.
pub fn is(fight: &FightState, who: CombatantId, what: Condition) -> bool {
    fight.find(who).is_some_and(|it| it.is(&what))
}

/// A combatant's weapon, by number.
pub fn weapon(fight: &FightState, who: CombatantId, with: u8) -> Option<&Arc<Weapon>> {
    fight.find(who)?.sheet.weapons.get(usize::from(with))
}

/// The weapon in hand.
pub fn in_hand(fight: &FightState, who: CombatantId) -> Option<&Arc<Weapon>> {
    weapon(fight, who, fight.find(who)?.state.in_hand?)
}
