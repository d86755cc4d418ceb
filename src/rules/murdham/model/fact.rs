//! What changes only in Murdham. A fact holds no rule. Some change nothing and are there to be told; what the others change is `evolve.rs`.
//!
//! Long because: one list of what can change.

use crate::rules::murdham::{
    FightState, With,
    model::{
        manner::{Manner, Sway},
        sheet::{Ability, Armour, Item, Skill, Weapon},
        state::{At, Condition, Fear, Flag, Flight, Gear, Injury, Morale, Piece, RoundStep},
    },
};
use crate::{
    engine::{CombatantId, SideId, space::zones::ZonePlace},
    rules::data_rows::DataRow,
};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What an omen turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// An own save that failed.
    Save,
    /// A contest that is lost.
    Contest,
    /// Damage that is to be suffered: so much.
    Damage(i32),
    /// Death.
    Death,
}

/// Why a combatant died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Death {
    /// Damage of at least STR at once.
    OnTheSpot,
    /// A final blow.
    FinalBlow,
    /// A lethal attack: critical damage that kills.
    Lethal,
    /// Nobody helped in time.
    BledOut,
    /// A poison.
    Poison,
    /// An injury took an ability to nothing.
    Injury,
    /// The GM says so.
    Gm,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Fact {
    /// A side holds the initiative.
    InitiativeHeld(SideId),
    /// The threshold of the round, or none.
    FatIs(Option<u16>),
    /// How far the round has come.
    StepIs(RoundStep),
    /// A combatant has acted, passed or yielded in this phase, or nobody has.
    Untouched(bool),
    /// Whose turn has begun, and of which side; or it has come to its end.
    TurnOf(Option<(CombatantId, SideId)>),
    /// Whose turn is taken beside the order.
    Beside(Option<CombatantId>),
    /// The ambushers' bonus turn is over.
    AmbushOver {
        /// Whether there was one.
        was_played: bool,
    },
    /// The holder of the initiative lets another begin.
    Yielded(SideId),
    /// A side passed because nobody of it could act, or because its time ran out.
    PassedBecause {
        /// Which.
        side: SideId,
        /// Whether the time ran out.
        clock: bool,
    },
    /// Time ran out in a combatant's turn.
    TimeUp(CombatantId),
    /// A reaction spent the turn.
    Reacted {
        /// Whose.
        who: CombatantId,
        /// The round.
        round: u32,
    },
    /// A blow is struck or shot.
    Swung {
        /// By whom.
        by: CombatantId,
        /// At whom.
        at: CombatantId,
        /// With what.
        with: With,
        /// How.
        how: Manner,
        /// It falls on someone who moves away.
        opportunity: bool,
        /// It answers another blow.
        counter: bool,
        /// The target does not know of it.
        unaware: bool,
    },
    /// A blast goes off.
    Burst {
        /// Whose.
        by: CombatantId,
        /// With what.
        with: With,
        /// Where it was aimed.
        at: ZonePlace,
    },
    /// A blast that missed goes off elsewhere.
    Strayed {
        /// Whose.
        by: CombatantId,
        /// Where; nowhere if no zone is beside the one it was aimed at.
        to: Option<ZonePlace>,
    },
    /// Something else than damage is offered.
    StuntOffered {
        /// By whom.
        by: CombatantId,
        /// To whom.
        at: CombatantId,
        /// What.
        text: String,
    },
    /// And it happens.
    StuntHappens {
        /// By whom.
        by: CombatantId,
        /// To whom.
        at: CombatantId,
        /// What.
        text: String,
    },
    /// A save is not made, because one of the two has a skill.
    NoSave {
        /// Whose.
        who: CombatantId,
        /// Which.
        skill: DataRow<Skill>,
        /// Whether they resist, or cannot.
        resists: bool,
    },
    /// Monster slaying doubles the damage.
    Slain {
        /// To whom.
        on: CombatantId,
        /// To how much.
        to: i32,
    },
    /// A stunning blow puts a combatant out of the fight, or does not.
    Stunning {
        /// Whom.
        who: CombatantId,
        /// Whether.
        stunned: bool,
    },
    /// A combatant is grabbed.
    Grabbed {
        /// By whom.
        by: CombatantId,
        /// Who.
        who: CombatantId,
    },
    /// A combatant is let go.
    LetGo {
        /// By whom.
        by: CombatantId,
        /// Who.
        who: CombatantId,
    },
    /// Someone who was entangled is free.
    Freed {
        /// Who.
        who: CombatantId,
        /// By whom, if not alone.
        by: Option<CombatantId>,
    },
    /// Someone who was held is pushed away.
    Shoved {
        /// By whom.
        by: CombatantId,
        /// Who.
        who: CombatantId,
        /// Into what, if into anything.
        into: Option<String>,
    },
    /// There was nothing to drop.
    NothingDropped(CombatantId),
    /// Something falls from a combatant's hand.
    Dropped {
        /// Whose.
        who: CombatantId,
        /// What.
        gear: u8,
        /// Where.
        place: ZonePlace,
    },
    /// A blow has a new target.
    Redirected {
        /// From.
        from: CombatantId,
        /// To.
        to: CombatantId,
        /// By a guard, else by hiding behind.
        guarded: bool,
    },
    /// A blow missed.
    Missed {
        /// Whose.
        by: CombatantId,
        /// Dodged, else the save to hit failed.
        dodged: bool,
    },
    /// A blow that is impaired twice does nothing.
    Harmless(CombatantId),
    /// Which of two blows lands first; `None` for both at once.
    FirstHit(Option<CombatantId>),
    /// A blow does not land because its striker is down.
    Forestalled(CombatantId),
    /// A combatant is hit.
    Suffered {
        /// Who.
        who: CombatantId,
        /// The damage rolled.
        rolled: i32,
        /// What was taken off, by name.
        less: Vec<(String, i32)>,
        /// What is left of it.
        suffers: i32,
        /// Health afterwards.
        health: i32,
    },
    /// A combatant bleeds to death after this round, or no longer.
    DiesAfter {
        /// Who.
        who: CombatantId,
        /// The round.
        round: Option<u32>,
    },
    /// Someone who was dying is safe.
    Stable {
        /// Who.
        who: CombatantId,
        /// Whether.
        stable: bool,
    },
    /// A combatant is dead, or not after all.
    Died {
        /// Who.
        who: CombatantId,
        /// Of what; `None` if not after all.
        of: Option<Death>,
    },
    /// Health is this now.
    HealthIs {
        /// Whose.
        who: CombatantId,
        /// How much.
        health: i32,
        /// How much of it was healed; nothing where it was set.
        healed: i32,
    },
    /// What health can be at most.
    MaxHealthIs {
        /// Whose.
        who: CombatantId,
        /// How much.
        most: i32,
    },
    /// An ability is this now.
    AbilityIs {
        /// Whose.
        who: CombatantId,
        /// Which.
        ability: Ability,
        /// How much.
        number: i32,
    },
    /// An injury that lasts.
    Injured {
        /// Who.
        who: CombatantId,
        /// What.
        injury: Injury,
        /// How much of its ability it costs.
        #[serde(default)]
        loss: u8,
        /// It never heals.
        #[serde(default)]
        permanent: bool,
    },
    /// Omens are left, because one was spent or the GM says so.
    Omens {
        /// Whose.
        who: CombatantId,
        /// How many.
        left: u8,
        /// What the one that was spent has turned.
        turned: Option<Fate>,
    },
    /// A weapon or shield changes its place.
    GearAt {
        /// Whose.
        who: CombatantId,
        /// Which.
        gear: u8,
        /// Where it is now.
        at: At,
    },
    /// A weapon that needs reloading was fired.
    Fired {
        /// Whose.
        who: CombatantId,
        /// Which.
        gear: u8,
    },
    /// Something is put down.
    PutDown {
        /// By whom.
        who: CombatantId,
        /// What.
        gear: u8,
        /// Where.
        place: ZonePlace,
    },
    /// Something is picked up.
    PickedUp {
        /// By whom.
        who: CombatantId,
        /// Which of what lies about.
        lying: u8,
        /// Into which hand.
        at: At,
    },
    /// These have come into the fight and are counted from now on, each with their side.
    Mustered(Vec<(CombatantId, SideId)>),
    /// Morale was looked at: these stand.
    Counted(Vec<CombatantId>),
    /// How a combatant stands to morale.
    MoraleIs {
        /// Who.
        who: CombatantId,
        /// How.
        morale: Morale,
    },
    /// A combatant surrenders, or may fight again.
    Surrendered {
        /// Who.
        who: CombatantId,
        /// Whether.
        surrendered: bool,
        /// In which round.
        #[serde(default)]
        round: Option<u32>,
    },
    /// A combatant gets away, or is caught.
    FlightIs {
        /// Who.
        who: CombatantId,
        /// How.
        flight: Flight,
        /// Where they ran from.
        #[serde(default)]
        from: Option<ZonePlace>,
    },
    /// A poison is on a weapon, or no longer.
    Coated {
        /// Whose.
        who: CombatantId,
        /// Which weapon.
        gear: u8,
        /// Which poison.
        poison: Option<Item>,
    },
    /// A combatant was exposed to a poison.
    Exposed {
        /// Who.
        who: CombatantId,
        /// Which.
        poison: Item,
    },
    /// A combatant has a poison in them, or is rid of it.
    Poisoned {
        /// Who.
        who: CombatantId,
        /// Which.
        poison: Item,
        /// Whether.
        sick: bool,
    },
    /// Something breaks and is gone.
    Broken {
        /// Whose.
        who: CombatantId,
        /// What.
        piece: Piece,
    },
    /// Something of the surroundings is taken in hand as a weapon.
    Improvised {
        /// By whom.
        who: CombatantId,
        /// What.
        weapon: Arc<Weapon>,
        /// In which hand.
        at: At,
    },
    /// Something has served in this fight, and makes a durability roll after it.
    HasServed {
        /// Whose.
        who: CombatantId,
        /// What.
        piece: Piece,
    },
    /// Something is damaged, or not any more.
    DamagedIs {
        /// Whose.
        who: CombatantId,
        /// What.
        piece: Piece,
        /// Whether.
        damaged: bool,
    },
    /// What a combatant carries is set by hand.
    GearSet {
        /// Whose.
        who: CombatantId,
        /// All of it.
        gear: Arc<Vec<Gear>>,
    },
    /// What a combatant wears is set by hand.
    Wears {
        /// Who.
        who: CombatantId,
        /// What.
        armour: DataRow<Armour>,
        /// And on the head.
        helmet: bool,
    },
    /// An item is used up.
    Used {
        /// By whom.
        who: CombatantId,
        /// What.
        item: Item,
        /// On whom.
        on: CombatantId,
    },
    /// What is left of the items.
    ItemsAre {
        /// Whose.
        who: CombatantId,
        /// All of them.
        items: Arc<Vec<(Item, u8)>>,
    },
    /// Words.
    Said {
        /// By whom.
        who: CombatantId,
        /// Which.
        text: String,
    },
    /// Something is done with the surroundings.
    Interacted {
        /// By whom.
        who: CombatantId,
        /// What.
        text: String,
        /// The GM found it complex.
        complex: bool,
    },
    /// A full movement begins.
    FullMove {
        /// Whose.
        who: CombatantId,
        /// Sprinting in this round.
        sprint: Option<u32>,
    },
    /// A combatant stays unseen while moving.
    Sneaked(CombatantId),
    /// A combatant hangs from what they climb, which began there; or does not any more.
    Climbs {
        /// Who.
        who: CombatantId,
        /// Where the climb began.
        from: Option<ZonePlace>,
    },
    /// A combatant trips or falls, and moves no more in this round.
    Fell {
        /// Who.
        who: CombatantId,
        /// The round.
        round: u32,
    },
    /// A combatant cannot keep above the water.
    GoesUnder(CombatantId),
    /// A combatant moves over smaller ones.
    Tramples {
        /// Who.
        who: CombatantId,
        /// The round.
        round: u32,
    },
    /// A combatant works upon an enemy.
    Swayed {
        /// Who.
        who: CombatantId,
        /// How.
        how: Sway,
        /// Upon whom.
        target: CombatantId,
    },
    /// Two measure themselves.
    Contests {
        /// Who.
        who: CombatantId,
        /// In which ability.
        ability: Ability,
        /// With whom.
        target: CombatantId,
    },
    /// How far a combatant's ability is above a die.
    Measured {
        /// Whose.
        who: CombatantId,
        /// Which.
        ability: Ability,
        /// The ability.
        number: i32,
        /// The die.
        face: i32,
    },
    /// A contest is tied, and rolled again.
    Tied {
        /// Between whom.
        who: CombatantId,
        /// And whom.
        target: CombatantId,
    },
    /// A combatant wins a contest.
    WinsContest {
        /// Who.
        winner: CombatantId,
        /// Against whom.
        loser: CombatantId,
        /// In which ability.
        ability: Ability,
    },
    /// A combatant ends a turn that is over already.
    OverAlready(CombatantId),
    /// A combatant ends a turn in which they have done nothing.
    Idle(CombatantId),
    /// It leaves a combatant cold.
    Unmoved(CombatantId),
    /// A combatant loses the turn of this round.
    LosesTurn {
        /// Who.
        who: CombatantId,
        /// The round.
        round: u32,
    },
    /// Whom a combatant fears.
    FearsAre {
        /// Who.
        who: CombatantId,
        /// All of them.
        fears: Vec<Fear>,
    },
    /// A combatant does not fear this one any more in this fight.
    Unafraid {
        /// Who.
        who: CombatantId,
        /// Whom.
        of: CombatantId,
    },
    /// A combatant cannot run and cowers.
    Cowers(CombatantId),
    /// A combatant has rallied the frightened.
    Rallied(CombatantId),
    /// A combatant is not under this any more.
    Recovered {
        /// Who.
        who: CombatantId,
        /// Under what.
        what: Condition,
    },
    /// Critical damage does not put a combatant out of the fight.
    StandsIt(CombatantId),
    /// Fire has ended a combatant's regeneration, or has not.
    Burnt {
        /// Whose.
        who: CombatantId,
        /// Whether.
        burnt: bool,
    },
    /// A STR save goes to the larger.
    BySize {
        /// Whose save.
        who: CombatantId,
        /// Whether it passes.
        passes: bool,
    },
    /// Someone larger throws whom they hold.
    Thrown {
        /// By whom.
        by: CombatantId,
        /// Who.
        who: CombatantId,
    },
    /// Size makes more or less of damage.
    Scaled {
        /// Whose blow.
        by: CombatantId,
        /// What the dice came to.
        from: i32,
        /// What it comes to.
        to: i32,
    },
    /// A power is invoked on a friend, or on nobody.
    Invoked {
        /// By whom.
        who: CombatantId,
        /// From which scroll.
        scroll: u8,
        /// On whom.
        target: Option<CombatantId>,
    },
    /// What a power cost.
    Paid {
        /// Whom.
        who: CombatantId,
        /// The mana that is left.
        mana: i32,
        /// Corruption now.
        corruption: i32,
    },
    /// A trap that lies about snaps shut.
    Snaps {
        /// On whom.
        who: CombatantId,
        /// Its number among what lies about.
        lying: u8,
    },
    /// A combatant becomes two.
    Splits {
        /// Who.
        who: CombatantId,
        /// The other.
        copy: CombatantId,
    },
    /// A power that does no damage takes effect.
    PowerWorks {
        /// Whose.
        who: CombatantId,
        /// From which scroll.
        scroll: u8,
        /// On whom.
        target: Option<CombatantId>,
    },
    /// What the GM says of a combatant's circumstances.
    Flagged {
        /// Whose.
        who: CombatantId,
        /// What.
        flag: Flag,
        /// Whether it is so.
        on: bool,
    },
}

/// What a weapon is called, in the hand of its owner.
pub fn name_of(fight: &FightState, who: CombatantId, with: With) -> String {
    match with {
        With::Unarmed => "bare hands".to_owned(),
        With::Gear(gear) => match weapon(fight, who, gear).map(|it| (&it.name, &it.power)) {
            Some((_, Some(power))) => power.name.clone(),
            Some((name, None)) => name.clone(),
            None => "something".to_owned(),
        },
        With::Both => "both weapons".to_owned(),
    }
}

/// What a combatant strikes with, in a sentence: "the axe", "bare hands".
pub fn article_and_name(fight: &FightState, who: CombatantId, with: With) -> String {
    match with {
        With::Unarmed | With::Both => name_of(fight, who, with),
        With::Gear(gear) if weapon(fight, who, gear).is_some_and(|it| it.power.is_some()) => name_of(fight, who, with),
        With::Gear(_) => the_thing(&name_of(fight, who, with)),
    }
}

/// A thing in a sentence: "the axe". What was grabbed may have been typed with an article: "a stool" is "the stool".
pub fn the_thing(name: &str) -> String {
    let typed = name.split_once(' ').filter(|it| ["a", "an", "the"].contains(&it.0.to_lowercase().as_str()));
    format!("the {}", typed.map_or(name, |it| it.1))
}

/// A weapon by its number.
pub fn weapon(fight: &FightState, who: CombatantId, gear: u8) -> Option<&Arc<Weapon>> {
    Some(&fight.find(who)?.state.gear.get(usize::from(gear))?.weapon)
}
