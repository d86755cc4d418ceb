//! What a fight changes of a combatant, and what belongs to the fight as a whole. Derived values that rules ask for again and again are
//! here; no rule is.

use super::{
    blow::{Blow, With},
    board::Cover,
    feats::Feat,
    gear::{self, Weapon},
    sheet::{self, Sheet, Skill},
};
use crate::rules::sovereign::{Combatant, FightState};
pub use crate::rules::wording::{enemies, known};
use crate::{
    engine::{Budget, CombatantId, Refill, SideId, space::grid::Square},
    rules::names::key,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a round is spent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    /// R9.
    Main,
    /// R10.
    Move,
    /// C18: Veteran's Luck.
    Luck,
    /// C26: Whirlwind Assault.
    Whirlwind,
    /// C28: the attack ignored.
    Impervious,
    /// C24: the first fall.
    DieHard,
    /// C30: stabilising for free.
    Chirurgeon,
}

/// A part of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// R7: before initiative.
    Surprise,
    /// C22: who is so alert acts before everyone.
    Alert,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// R30.
    Prone,
    /// R22.
    Defending,
    /// R20: AC is 2 less.
    Charging,
    /// C6: at 0 HP, dying.
    Injured,
    /// At 0 HP, but alive and stable.
    Unconscious,
    /// C8.
    Frail,
    /// R7: caught unawares.
    Surprised,
    /// R8: expects a fight.
    Expecting,
    /// R49: suspects nothing.
    Unsuspecting,
    /// R35: cannot be seen, though one knows where they are.
    Unseen,
    /// R35: cannot be seen, and nobody knows where they are.
    Lost,
    /// R50: means to flee.
    Retreating,
    /// R50: is gone.
    Fled,
    /// C14: on fire.
    Burning,
    /// C15: hurt or jostled this round.
    Jostled,
}

impl Condition {
    /// All of them.
    pub const ALL: [Condition; 15] = [
        Condition::Prone,
        Condition::Defending,
        Condition::Charging,
        Condition::Injured,
        Condition::Unconscious,
        Condition::Frail,
        Condition::Surprised,
        Condition::Expecting,
        Condition::Unsuspecting,
        Condition::Unseen,
        Condition::Lost,
        Condition::Retreating,
        Condition::Fled,
        Condition::Burning,
        Condition::Jostled,
    ];
}

/// A weapon that a combatant has with them now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arm {
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// How many of it are left.
    pub count: u8,
    /// At hand; else in the pack.
    pub ready: bool,
    /// Loaded; others always are.
    pub loaded: bool,
}

/// C6: a combatant at 0 HP who dies.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fall {
    /// The round in which it happened.
    pub round: u32,
    /// The round of the last attempt to stabilise them.
    pub tried: Option<u32>,
    /// Those who help with the next attempt of this round.
    pub helpers: Vec<CombatantId>,
}

/// R31: what a held action waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trigger {
    /// An enemy attacks.
    Attacks,
    /// An enemy moves.
    Moves,
    /// An enemy comes within reach.
    Approaches,
    /// An enemy casts a spell.
    Casts,
    /// Its owner says when.
    Word,
}

impl Trigger {
    /// All of them, by name.
    pub const ALL: [(&'static str, Trigger); 5] = [
        ("my word", Trigger::Word),
        ("an enemy attacks", Trigger::Attacks),
        ("an enemy moves", Trigger::Moves),
        ("an enemy comes within reach", Trigger::Approaches),
        ("an enemy casts", Trigger::Casts),
    ];

    /// What it is called.
    pub fn name(self) -> &'static str {
        Trigger::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

/// R49: an execution being prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Aim {
    /// The target.
    pub at: CombatantId,
    /// The round in which it began.
    pub round: u32,
    /// The GM says that the minute has passed.
    pub ready: bool,
}

/// What a fight changes of a combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Hit points now.
    pub hp: i32,
    /// Hit points when unhurt.
    pub max_hp: i32,
    /// Dead.
    pub dead: bool,
    /// C6.
    pub fall: Option<Fall>,
    /// Weapons.
    pub arms: Vec<Arm>,
    /// Those held, by their number in `arms`.
    pub in_hand: Vec<u8>,
    /// R40: the shield has taken its Shock of this round.
    pub shield_used: bool,
    /// R43: whom they hold.
    pub holds: Option<CombatantId>,
    /// R21: whom they screen.
    pub screens: Option<CombatantId>,
    /// R21, A17: attackers of this round against whom they screened.
    pub screened: Vec<CombatantId>,
    /// C25: they screened against a spell this round.
    pub screened_spell: bool,
    /// R24: those who get no attack of opportunity.
    pub clear_of: Vec<CombatantId>,
    /// R31.
    pub hold: Option<Trigger>,
    /// R31: the one enemy whose act it waits for; anyone's where none is named.
    #[serde(default)]
    pub hold_for: Option<CombatantId>,
    /// R17: against whom they swarm this round.
    pub swarms: Option<CombatantId>,
    /// R49.
    pub aim: Option<Aim>,
    /// The round in which their turn last began.
    pub began: Option<u32>,
    /// C26: has felled a combatant this round.
    pub killed: bool,
    /// C26: another attack is free.
    pub another: bool,
    /// C14: rounds of fire to come.
    pub fire: u8,
    /// R50: the GM has been asked about them.
    pub wavered: bool,
    /// R32, R35: what the GM adds to their next attack.
    pub modifier: i32,
    /// R35: cover as the GM states it.
    pub cover: Option<Cover>,
    /// Potions left.
    pub potions: Vec<(String, Option<gear::DamageDice>)>,
}

impl State {
    /// R31: whether they hold an action for this act of a combatant's.
    pub fn waits_for(&self, what: Trigger, by: CombatantId) -> bool {
        self.hold == Some(what) && self.hold_for.is_none_or(|it| it == by)
    }
}

/// Something that lies about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    /// Where; nowhere in particular where nobody has a square.
    pub at: Option<Square>,
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// Whose it was.
    pub of: CombatantId,
}

/// R7: how a side is to be surprised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ambush {
    /// The GM says so.
    Declared,
    /// DEX/Sneak against WIS/Notice.
    Stealth,
    /// STR/Exert against WIS/Notice.
    Door,
}

/// What belongs to the fight as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemState {
    /// R5: the totals of initiative.
    pub initiative: Vec<(SideId, i32)>,
    /// Whether the round's end has been played.
    pub round_over: bool,
    /// R7: who is to be surprised, by whom, and how.
    pub ambush: Option<(SideId, Ambush)>,
    /// R8: sides that expect a fight.
    pub expecting: Vec<SideId>,
    /// R8: sides that are careful.
    pub careful: Vec<SideId>,
    /// Blows under way, the innermost last.
    pub blows: Vec<Blow>,
    /// Weapons on the ground.
    pub lying: Vec<Lying>,
    /// R50: how many each side began with, and whether the GM has been asked about it.
    pub strength: Vec<(SideId, u16, bool)>,
    /// R17: the foes of a swarm whose one attack has been made.
    pub swarmed: Vec<CombatantId>,
}

/// A newcomer's state and resources.
pub fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
    let arms: Vec<Arm> = sheet::arms(sheet)
        .into_iter()
        .map(|((weapon, count), ready)| Arm { weapon, count, ready, loaded: true })
        .collect();
    let named = |name: &String| arms.iter().position(|it| key(&it.weapon.name) == key(name)).map(|it| it as u8);
    let in_hand = match sheet.in_hand.is_empty() {
        true => (!sheet.weapons.is_empty()).then_some(0).into_iter().collect(),
        false => sheet.in_hand.iter().filter_map(named).collect(),
    };
    let dead = sheet.dead || (sheet.hp == 0 && (sheet.frail || !sheet.named)); // C6, C8
    let state = State {
        hp: sheet.hp,
        max_hp: sheet.max_hp,
        dead,
        fall: (sheet.hp == 0 && !dead).then(|| Fall { round: 1, tried: None, helpers: vec![] }),
        arms,
        in_hand,
        shield_used: false,
        holds: None,
        screens: None,
        screened: vec![],
        screened_spell: false,
        clear_of: vec![],
        hold: None,
        hold_for: None,
        swarms: None,
        aim: None,
        began: None,
        killed: false,
        another: false,
        fire: 0,
        wavered: false,
        modifier: 0,
        cover: None,
        potions: sheet.potions.clone(),
    };
    let has = |yes: bool| u16::from(yes);
    let today = |feat: Feat, level: u8| has(sheet.feat(feat) >= level && !sheet.used_today.contains(&feat));
    let resources = [
        (Resource::Main, 1, Refill::Round),
        (Resource::Move, 1, Refill::Round),
        (Resource::Chirurgeon, has(sheet.feat(Feat::Chirurgeon) > 0), Refill::Round),
        (Resource::Luck, has(sheet.class == sheet::Class::Warrior), Refill::Fight),
        (Resource::Whirlwind, has(sheet.feat(Feat::Whirlwind) > 0), Refill::Fight),
        (Resource::Impervious, today(Feat::Impervious, 2), Refill::Fight),
        (Resource::DieHard, today(Feat::DieHard, 2), Refill::Fight),
    ];
    (state, Budget::new(resources))
}

/// Whether a combatant can act.
pub fn is_up(it: &Combatant) -> bool {
    !it.state.dead
        && it.state.hp > 0
        && ![Condition::Unconscious, Condition::Injured, Condition::Fled].iter().any(|what| it.is(what))
}

/// The same, by id.
pub fn up(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(is_up)
}

/// Whether a combatant is under a condition.
pub fn is(fight: &FightState, who: CombatantId, what: Condition) -> bool {
    fight.find(who).is_some_and(|it| it.is(&what))
}

/// Those who hold a combatant in a grapple.
pub fn holders(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    fight.combatants.iter().filter(|it| it.state.holds == Some(who) && is_up(it)).map(|it| it.id).collect()
}

/// R44: whether a combatant is in a grapple, as holder or held.
pub fn grappling(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(|it| it.state.holds.is_some_and(|held| up(fight, held)))
        || !holders(fight, who).is_empty()
}

/// The weapon that is meant.
pub fn weapon(fight: &FightState, who: CombatantId, with: With) -> Option<&Weapon> {
    match with {
        With::Unarmed => Some(gear::fists()),
        With::Weapon(index) => fight.find(who)?.state.arms.get(usize::from(index)).map(|it| &*it.weapon),
    }
}

/// The weapons that a combatant holds.
pub fn held(it: &Combatant) -> impl Iterator<Item = (u8, &Arm)> {
    it.state.in_hand.iter().filter_map(|index| Some((*index, it.state.arms.get(usize::from(*index))?)))
}

/// R48: whether a combatant fights with two weapons: both in hand, and skilled enough with each. Without the skill the second is only held.
pub fn dual(it: &Combatant) -> bool {
    it.state.in_hand.len() > 1 && held(it).all(|(_, arm)| lacks_for_two(&it.sheet, &arm.weapon).is_none())
}

/// R48: the skill that a combatant would need at level 1 to fight with this beside a second weapon, if they lack it.
pub fn lacks_for_two(sheet: &Sheet, weapon: &Weapon) -> Option<Skill> {
    let skill = if weapon.shoots() { Skill::Shoot } else { Skill::Stab };
    (sheet.level_of(skill) < 1 && !sheet.trained).then_some(skill)
}

/// C9, C10: whether a shield is worn and of use: it is not while both hands are on a weapon.
pub fn shielded(it: &Combatant) -> bool {
    it.sheet.worn.shield && !held(it).any(|(_, arm)| arm.weapon.two_handed)
}

/// The level of a feat.
pub fn feat(fight: &FightState, who: CombatantId, feat: Feat) -> u8 {
    fight.find(who).map_or(0, |it| it.sheet.feat(feat))
}

/// R5, C32: whether a side is the Party: players' characters are of it.
pub fn is_party(fight: &FightState, side: SideId) -> bool {
    let of_players = |side: SideId| fight.members(side).any(|it| it.owner.is_some());
    if fight.sides.iter().any(|it| of_players(it.id)) {
        return of_players(side);
    }
    fight.sides.first().is_some_and(|it| it.id == side)
}
