//! What a fight changes of somebody, and what belongs to the fight as a whole. Derived values that rules ask for again and again are
//! here; no rule is.

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

/// One of the thirteen actions (C2). What somebody does in a turn is an [`Action`](super::Action); these are what is rolled.
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
    /// All of them.
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

    /// Where it stands in the list.
    pub fn index(self) -> usize {
        Skill::ALL.iter().position(|it| *it == self).unwrap_or_default()
    }

    /// What it is called.
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

    /// The one of this name.
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

/// Nothing is kept as resources: manoeuvres belong to a card, not to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {}

/// What happens between turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Something that the Director called for is done.
    Called,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// R25: held fast by somebody.
    Restrained,
    /// R26: with a hand over the mouth.
    Gagged,
    /// R15: on the ground.
    Prone,
    /// R7, A24: behind something.
    InCover,
    /// R16: far off in the zone.
    Distant,
    /// C4: entering the next zone costs 1 Harm.
    Pinned,
    /// R5: cannot talk.
    Silenced,
    /// R36: fainted, or knocked out by what the Director says.
    Unconscious,
}

impl Condition {
    /// All of them.
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

/// R36, A27: how bad it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Position {
    /// Success gives a die.
    Controlled,
    /// As usual.
    #[default]
    Risky,
    /// Worst.
    Desperate,
}

impl Position {
    /// All of them, by name.
    pub const ALL: [(&'static str, Position); 3] =
        [("controlled", Position::Controlled), ("risky", Position::Risky), ("desperate", Position::Desperate)];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Position::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

/// R37, A14: a fire that somebody stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    /// Its damage.
    pub damage: u8,
    /// Successes that put it out.
    pub needed: u8,
    /// Successes so far.
    pub done: u8,
}

/// R36: how somebody reacts to fear.
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
    /// Something else of the player's.
    Improvise,
}

/// What a fight changes of somebody.
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
    /// A2: was helped, and acts in spite of a severe Harm.
    pub helped: bool,
    /// A19: has left the fight.
    pub fled: bool,
    /// R15: which weapon is in hand.
    pub in_hand: Option<u8>,
    /// C3: weapons that lie on the ground.
    pub dropped: Vec<u8>,
    /// R16: those whom one has got close to in the zone.
    pub near: Vec<CombatantId>,
    /// Dice more for the next test.
    pub next_dice: u8,
    /// A12: dice for the first manoeuvre of the round.
    pub first_dice: u8,
    /// A18: extra successes that the Director demands of the next test.
    pub demand: u8,
    /// R37.
    pub fire: Option<Fire>,
    /// R38: Harm that poison does next round.
    pub poison: Option<u8>,
    /// R38.
    pub antidotes: u8,
    /// R36: the last reaction to fear.
    pub dread: Option<Dread>,
}

/// A11, A28: one turn of every round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnRow {
    /// Whose.
    pub owner: CombatantId,
    /// On which card.
    pub card: u8,
    /// R3: with others of this group on the card.
    pub group: Option<String>,
    /// Taken in this round.
    pub done: bool,
    /// R10: the slow manoeuvre is left.
    pub slow: bool,
    /// R10: the fast manoeuvre is left.
    pub fast: bool,
    /// Being taken now.
    pub acting: bool,
    /// R27: tried to break free in this turn.
    pub tried: bool,
}

impl TurnRow {
    /// A turn of a new round: nothing of it is spent.
    pub fn new(owner: CombatantId, card: u8, group: Option<String>) -> TurnRow {
        TurnRow { owner, card, group, done: false, slow: true, fast: true, acting: false, tried: false }
    }
}

/// R32, R33: who lies in ambush.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ambush {
    /// The side.
    pub side: SideId,
    /// R32: who makes the test; `None` where none is needed (R33).
    pub tester: Option<CombatantId>,
}

/// What belongs to the fight as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemState {
    /// The turns of the round.
    pub rows: Vec<TurnRow>,
    /// Cards that are gone from the deck in use.
    pub gone: Vec<u8>,
    /// R5: somebody has acted in this round.
    pub acted: bool,
    /// What the Director has called for and is still to be done, first to last.
    pub called: Vec<(CombatantId, Peril)>,
    /// R9: extra successes for shots in the dark.
    pub darkness: u8,
    /// A27, where the Director has set it for the whole fight.
    pub position: Option<Position>,
    /// R32, R33: set by the Director before the fight.
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

/// Whether somebody's character it is.
pub fn is_player(it: &Combatant) -> bool {
    it.owner.is_some()
}

/// R20, A2: how the Harm of somebody is kept.
pub fn keeps(fight: &FightState, it: &Combatant) -> Keeps {
    let usual = if is_player(it) || fight.options.npc_slots { Keeps::Slots } else { Keeps::Points };
    it.sheet.keeps.unwrap_or(usual)
}

/// R20, A2: so many Harm points put somebody out.
pub fn most_points(fight: &FightState, it: &Combatant) -> u8 {
    it.sheet.most_points.unwrap_or(fight.options.harm_points)
}

/// A2: out of action: a severe Harm without help, Harm beyond the top row, or as many points as put one out.
pub fn is_out(fight: &FightState, it: &Combatant) -> bool {
    let state = &it.state;
    match keeps(fight, it) {
        Keeps::Points => state.points >= most_points(fight, it),
        Keeps::Slots => state.critical || (!state.helped && (state.physical.severe > 0 || state.mental.severe > 0)),
    }
}

/// Whether somebody can act: in the fight, not out of action, conscious.
pub fn is_up(fight: &FightState, it: &Combatant) -> bool {
    !it.state.fled && !it.is(&Condition::Unconscious) && !is_out(fight, it)
}

/// The same, by id.
pub fn up(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(|it| is_up(fight, it))
}

/// Whether somebody is still in the fight, able or not.
pub fn is_here(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(|it| !it.state.fled)
}

/// Whether somebody is under a condition.
pub fn is(fight: &FightState, who: CombatantId, what: Condition) -> bool {
    fight.find(who).is_some_and(|it| it.is(&what))
}

/// A weapon of somebody's, by its number.
pub fn weapon(fight: &FightState, who: CombatantId, with: u8) -> Option<&Arc<Weapon>> {
    fight.find(who)?.sheet.weapons.get(usize::from(with))
}

/// The weapon in somebody's hand.
pub fn in_hand(fight: &FightState, who: CombatantId) -> Option<&Arc<Weapon>> {
    weapon(fight, who, fight.find(who)?.state.in_hand?)
}
