//! What a fight changes of a combatant, and what belongs to the fight as a whole. Derived values that rules
//! ask for again and again are here; no rule is.

pub use crate::rules::murdham::model::{
    carried::{At, Gear, Lying, Piece, Worn},
    condition::{Condition, Fear, Flag, Flight, Hurt, Injury, Morale},
};
use crate::rules::murdham::{
    Combatant, FightState,
    model::{
        nature::BeingKind,
        sheet::{Abilities, Ability, Armour, Item, Plight, Sheet, SkillEffect, Weapon},
    },
};
pub use crate::rules::wording::enemies;
use crate::{
    engine::{Budget, CombatantId, Refill, SideId, space::zones::ZonePlace},
    rules::data_rows::DataRow,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a turn is spent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    /// The main action.
    Main,
    /// The bonus action.
    Bonus,
    /// Half zones of movement.
    Half,
    /// There as long as one has not moved in this turn.
    Still,
    /// There as long as nothing was drawn or stowed in this turn.
    Undrawn,
    /// Fast dodge: one in a round.
    FastDodge,
}

/// A part of the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// Before the first round: only the concealed act.
    Ambush,
    /// Only those whose WIT reaches the threshold act.
    Fast,
    /// Everyone acts who has not.
    Slow,
}

impl Phase {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Ambush => "ambush",
            Phase::Fast => "fast",
            Phase::Slow => "slow",
        }
    }
}

/// What a fight changes of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// WIT, STR, AGI as they are now.
    pub abilities: Abilities,
    /// Health as it is now.
    pub health: i32,
    /// What health can be at most: STR.
    pub max_health: i32,
    /// What is worn.
    pub armour: DataRow<Armour>,
    /// Whether a helmet is worn.
    pub helmet: bool,
    /// How the armour stands.
    #[serde(default)]
    pub armour_worn: Worn,
    /// How the helmet stands.
    #[serde(default)]
    pub helmet_worn: Worn,
    /// Weapons and shields.
    pub gear: Arc<Vec<Gear>>,
    /// Items with how many are left.
    pub items: Arc<Vec<(Item, u8)>>,
    /// The round at whose end they die unless healed.
    pub dies_after: Option<u32>,
    /// Was dying and was saved.
    pub stable: bool,
    /// Dead.
    pub dead: bool,
    /// Injuries, in the order in which they came.
    pub injuries: Arc<Vec<Hurt>>,
    /// Omens that are left, once one was spent or the GM set them; else the sheet says how many.
    #[serde(default)]
    pub omens: Option<u8>,
    /// The round in which they last reacted.
    pub reacted_in: Option<u32>,
    /// The round in which they last sprinted.
    pub sprinted_in: Option<u32>,
    /// How they stand to morale (R45).
    #[serde(default)]
    pub morale: Morale,
    /// Has surrendered, and was not harmed since (R47).
    #[serde(default)]
    pub surrendered: bool,
    /// In which round they did.
    #[serde(default)]
    pub surrendered_in: Option<u32>,
    /// Whether they run away (R48).
    #[serde(default)]
    pub flight: Flight,
    /// Where they ran from: there they are again if they are caught.
    #[serde(default)]
    pub ran_from: Option<ZonePlace>,
    /// The lowest health to which damage has brought them since morale was last looked at (R44).
    #[serde(default)]
    pub lowest: Option<i32>,
    /// The poisons they have in them (C16).
    #[serde(default)]
    pub poisoned: Vec<Item>,
    /// The poisons they were exposed to in this fight.
    #[serde(default)]
    pub exposed: Vec<Item>,
    /// What the GM says of their circumstances.
    pub flags: Vec<Flag>,
    /// How many rounds in a row they have sprinted.
    #[serde(default)]
    pub sprints_in_a_row: u32,
    /// The round in which they tripped or fell, and move no more.
    #[serde(default)]
    pub fell_in: Option<u32>,
    /// Where the climb began that they are on, to which they would fall.
    #[serde(default)]
    pub climbs_from: Option<ZonePlace>,
    /// The round in which they last moved over smaller ones.
    #[serde(default)]
    pub trampled_in: Option<u32>,
    /// The round in which they lose their turn, where it is not the one they are in.
    #[serde(default)]
    pub loses_turn_of: Option<u32>,
    /// Whom they fear, and whether it is terror.
    #[serde(default)]
    pub fears: Vec<Fear>,
    /// Whom they have found the courage to face.
    #[serde(default)]
    pub unafraid_of: Vec<CombatantId>,
    /// Has rallied the frightened.
    #[serde(default)]
    pub rallied: bool,
    /// Was burnt, and regenerates no more.
    #[serde(default)]
    pub burnt: bool,
    /// Mana that is left.
    #[serde(default)]
    pub mana: i32,
    /// Corruption as it is now.
    #[serde(default)]
    pub corruption: i32,
}

impl State {
    /// Whether the GM said so.
    pub fn is(&self, flag: Flag) -> bool {
        self.flags.contains(&flag)
    }

    /// The weapons and shields in hand, with their numbers.
    pub fn in_hand(&self) -> impl Iterator<Item = (u8, &Gear)> {
        self.gear.iter().enumerate().filter(|(_, it)| it.at.in_hand()).map(|(index, it)| (index as u8, it))
    }

    /// The weapons of both hands, where each hand holds one that is no shield.
    pub fn both_weapons(&self) -> Option<[u8; 2]> {
        let held = |hand: At| {
            self.in_hand()
                .find(|(_, it)| it.at == hand && !it.weapon.shield && it.weapon.power.is_none())
                .map(|it| it.0)
        };
        Some([held(At::Primary)?, held(At::Off)?])
    }

    /// How many shields are in hand.
    pub fn shields(&self) -> usize {
        self.in_hand().filter(|(_, it)| it.weapon.shield).count()
    }
}

/// How far the round has come, for what is due next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoundStep {
    /// Nobody is in a round: one is to begin.
    #[default]
    Between,
    /// Turns are being taken.
    Turns,
    /// The phase is over; the next is to begin, or the round to end.
    PhaseOver,
}

/// What belongs to the fight as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemState {
    /// Who holds the initiative.
    pub initiative: Option<SideId>,
    /// R53: the WIT that fast actions need in this round, if there's a fast phase.
    #[serde(rename = "fat")]
    pub fast_threshold: Option<u16>,
    /// How far the round has come.
    pub step: RoundStep,
    /// Nobody has acted, passed or yielded in this phase.
    pub untouched: bool,
    /// Whose turn, and of which side, has begun and not been brought to its end by the rules: the GM may have ended it by hand, or
    /// its owner may have left.
    pub turn_of: Option<(CombatantId, SideId)>,
    /// Who has begun a turn beside the order; after a turn between two rounds that showed them, until the next has begun.
    #[serde(default)]
    pub beside: Option<CombatantId>,
    /// The ambushers' bonus turn is over, or there was none.
    pub ambush_over: bool,
    /// Everyone who has come into the fight and was seen in it, with their side: the original number of each (R44).
    #[serde(default)]
    pub mustered: Vec<(CombatantId, SideId)>,
    /// Who of them stood when morale was last looked at.
    #[serde(default)]
    pub standing: Vec<CombatantId>,
    /// What lies about.
    pub ground: Arc<Vec<Lying>>,
}

/// A newcomer's state and resources.
pub fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
    let state = State {
        abilities: Abilities {
            wit: sheet.now(Ability::Wit),
            strength: sheet.now(Ability::Str),
            agi: sheet.now(Ability::Agi),
        },
        health: sheet.health,
        max_health: sheet.max_health(),
        armour: sheet.armour,
        helmet: sheet.helmet,
        armour_worn: Worn { used: false, damaged: sheet.armour_make.begins_damaged() },
        helmet_worn: Worn { used: false, damaged: sheet.helmet_make.begins_damaged() },
        gear: Arc::new(first_in_hand(&sheet.weapons, free_hands(&sheet.injuries))),
        items: Arc::new(sheet.items.clone()),
        dies_after: (sheet.begins_dying() && sheet.kind == BeingKind::Creature).then_some(1), // C7: of the first round
        stable: false,
        dead: sheet.plight == Plight::Dead || (sheet.begins_dying() && sheet.kind != BeingKind::Creature), // C52
        injuries: Arc::new(sheet.injuries.clone()),
        omens: None,
        reacted_in: None,
        sprinted_in: None,
        morale: Morale::Steady,
        surrendered: false,
        surrendered_in: None,
        flight: Flight::Stays,
        ran_from: None,
        lowest: None,
        poisoned: vec![],
        exposed: vec![],
        flags: vec![],
        sprints_in_a_row: 0,
        fell_in: None,
        climbs_from: None,
        trampled_in: None,
        loses_turn_of: None,
        fears: vec![],
        unafraid_of: vec![],
        rallied: false,
        burnt: false,
        mana: (sheet.mana - sheet.mana_spent).max(0),
        corruption: sheet.corruption,
    };
    let fast = u16::from(sheet.has(SkillEffect::FastDodge));
    let resources = [
        (Resource::Main, 1, Refill::Turn),
        (Resource::Bonus, 1, Refill::Turn),
        (Resource::Half, HALVES_A_TURN, Refill::Turn),
        (Resource::Still, 1, Refill::Turn),
        (Resource::Undrawn, 1, Refill::Turn),
        (Resource::FastDodge, fast, Refill::Round),
    ];
    (state, Budget::new(resources))
}

/// One zone (R6), in halves.
pub const HALVES_A_TURN: u16 = 2;

/// The hands that can hold something: an injured arm does not (C13).
fn free_hands(injuries: &[Hurt]) -> Vec<At> {
    let hurt = |arm: Injury| injuries.iter().any(|it| it.injury == arm);
    let hands = [(At::Primary, Injury::PrimaryArm), (At::Off, Injury::SecondaryArm)];
    hands.into_iter().filter(|it| !hurt(it.1)).map(|it| it.0).collect()
}

/// What is in hand when the fight begins: two shields; else the first weapon, then a shield, then what the other hand can hold.
fn first_in_hand(weapons: &[Arc<Weapon>], mut free: Vec<At>) -> Vec<Gear> {
    let mut gear: Vec<Gear> = weapons.iter().map(|it| Gear::new(it.clone(), At::Stowed)).collect();
    let shields = weapons.iter().filter(|it| it.shield).count();
    let order = |index: &usize| match (weapons[*index].shield, *index) {
        (true, _) if shields > 1 => (0, *index),
        (false, 0) => (1, *index),
        (true, _) => (2, *index),
        (false, _) => (3, *index),
    };
    let mut indices: Vec<usize> = (0..weapons.len()).collect();
    indices.sort_by_key(order);
    for index in indices {
        let weapon = &weapons[index];
        gear[index].at = match (weapon.hands, free.as_slice()) {
            _ if weapon.trap => At::Stowed, // it is laid, not wielded
            (2, [_, _]) => {
                free.clear();
                At::Both
            }
            (1, [_, _]) if weapon.shield && shields == 1 => free.pop().unwrap_or(At::Stowed), // a shield goes on the off arm
            (1, [_, ..]) => free.remove(0),
            _ => At::Stowed,
        };
    }
    gear
}

/// Half of a number, rounded up as the book rounds.
pub fn half_up(number: i32) -> i32 {
    number.div_euclid(2) + number.rem_euclid(2)
}

/// C41 Confused: an ability as it is now: two less for the confused, but not less than 1 by that alone.
pub fn ability(of: &Combatant, which: Ability) -> i32 {
    let number = of.state.abilities.get(which);
    if of.is(&Condition::Confused) { (number - CONFUSED_LESS).max(number.min(1)) } else { number }
}

/// C41 Confused: who is confused a second time is incapacitated instead.
pub fn again(of: &Combatant, what: Condition) -> Condition {
    if what == Condition::Confused && of.is(&what) { Condition::Incapacitated } else { what }
}

/// What confusion takes off every ability.
const CONFUSED_LESS: i32 = 2;

/// Whether a combatant is alive and conscious.
pub fn able(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(is_able)
}

/// The same of a combatant at hand.
pub fn is_able(it: &Combatant) -> bool {
    !it.state.dead && !it.is(&Condition::Incapacitated)
}

/// Whether a combatant is still in the fight: alive, conscious, neither surrendered nor away (A10).
pub fn takes_part(it: &Combatant) -> bool {
    is_able(it) && !it.state.surrendered && it.state.flight == Flight::Stays
}

/// Whether a combatant has failed the morale check (R45) and won't fight.
pub fn lost_heart(it: &Combatant) -> bool {
    it.state.morale == Morale::Broken
}

/// Whether a combatant has a skill that does this.
pub fn has(fight: &FightState, who: CombatantId, effect: SkillEffect) -> bool {
    fight.find(who).is_some_and(|it| it.sheet.has(effect))
}

/// Whether two are nearby: in the same zone, or one on its border (C10).
pub fn nearby(fight: &FightState, a: CombatantId, b: CombatantId) -> bool {
    fight.distance(a, b) == Some(0)
}
