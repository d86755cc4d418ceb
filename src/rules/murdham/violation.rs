//! Why something is not allowed: a closed list. The sentences are in `labels.rs`.

use super::{
    sheet::{Item, Skill},
    verbs::Pace,
};
use crate::engine::{CombatantId, SideId};
use crate::rules::data_rows::DataRow;
use serde::{Deserialize, Serialize};

/// Why something is not allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Violation {
    /// The fight has not begun, or is over.
    NoFight,
    /// Nobody has joined yet.
    NobodyToFight,
    /// No verb of that name, or not now.
    NoSuchThing(String),
    /// A round is about to begin or has ended.
    BetweenRounds,
    /// It is another side's step.
    NotTheirStep {
        /// Who wanted to act.
        side: SideId,
        /// Whose step it is.
        up: SideId,
    },
    /// Somebody else's turn is under way.
    TurnUnderWay {
        /// Whose.
        of: CombatantId,
    },
    /// They have had their turn.
    Spent(CombatantId),
    /// Their WIT is below the threshold.
    TooSlow(CombatantId),
    /// Only the concealed act now.
    NotConcealed(CombatantId),
    /// They are down or dead.
    Down(CombatantId),
    /// They have surrendered.
    HasSurrendered(CombatantId),
    /// They have got away.
    HasFled(CombatantId),
    /// They have lost heart: they surrender or retreat.
    LostHeart(CombatantId),
    /// They have lost heart, and that is not away from the enemy.
    NotAway(CombatantId),
    /// Surrendering takes a whole turn.
    TurnBegun(CombatantId),
    /// Only the GM may say who is faster.
    GmSays,
    /// No main action is left.
    NoMain(CombatantId),
    /// Neither a bonus nor a main action is left.
    NoBonus(CombatantId),
    /// There is nobody of that kind to be seen.
    NobodyThere,
    /// An attack on oneself or one's own side.
    OwnSide(CombatantId),
    /// The target is dead.
    Dead(CombatantId),
    /// The target is not nearby.
    NotNearby(CombatantId),
    /// The target is out of range.
    OutOfRange {
        /// Who.
        target: CombatantId,
        /// How many zones away.
        far: Option<u32>,
        /// How far the weapon reaches.
        range: u32,
    },
    /// The target cannot be seen.
    NotSeen(CombatantId),
    /// The shooter is blind.
    Blind(CombatantId),
    /// Beyond half range and moving.
    FarAndMoving(CombatantId),
    /// Indirect: not beyond half range.
    TooClose(CombatantId),
    /// Indirect: has moved.
    LobbedOnTheMove(CombatantId),
    /// This weapon is never, or only, lobbed.
    NotThatWay(String),
    /// A barrier stands in between.
    BehindBarrier(CombatantId),
    /// A blast needs a weapon that makes one.
    NoBlast(String),
    /// A blast hits a zone.
    NotAZone,
    /// The zone is out of range.
    ZoneOutOfRange {
        /// How many zones away.
        far: Option<u32>,
        /// How far the weapon reaches.
        range: u32,
    },
    /// The zone is too close to lob anything there.
    ZoneTooClose,
    /// Beyond half range and moving.
    ZoneFarAndMoving,
    /// They can only break free.
    Entangled(CombatantId),
    /// Nothing entangles them.
    NotEntangled(CombatantId),
    /// They lose their turn.
    Stunned(CombatantId),
    /// They hold nobody.
    HoldsNobody(CombatantId),
    /// They hold this one already.
    HeldAlready(CombatantId),
    /// A weapon for both hands cannot be turned on the one who is held.
    TooBulky(String),
    /// They hold somebody else, or nobody.
    NotHeld(CombatantId),
    /// A shove needs a place or a hazard.
    NoShove(CombatantId),
    /// It harms only demons and the undead.
    OnlyUnholy(String),
    /// There is no weapon in that hand to drop.
    NothingToDrop(CombatantId),
    /// Nobody there has a weapon in hand.
    NobodyArmed(CombatantId),
    /// They cannot answer an offer.
    CannotAgree(CombatantId),
    /// A skill is needed.
    NeedsSkill(CombatantId, DataRow<Skill>),
    /// The weapon is not in hand.
    NotInHand(String),
    /// Not a weapon in each hand, or not the skill to strike with both.
    NoPair(CombatantId),
    /// The weapon has been fired.
    Fired(String),
    /// The weapon needs a saddle, and a mount that has moved.
    NotRiding(String),
    /// It is laid, not wielded.
    IsLaid(String),
    /// Who is in the air does not attack.
    InTheAir(CombatantId),
    /// The weapon needs somebody who is unaware.
    NeedsUnaware(String),
    /// A final blow needs somebody incapacitated.
    NotHelpless(CombatantId),
    /// There is no way there, or it is too far.
    TooFar {
        /// Who.
        who: CombatantId,
        /// How many half zones are left.
        halves: u16,
    },
    /// The place is full.
    Full(String),
    /// They are there already.
    AlreadyThere,
    /// That way of moving is not for now.
    NoSuchPace(Pace),
    /// They tripped or fell in this round.
    Fallen(CombatantId),
    /// They will not go nearer to somebody.
    Afraid {
        /// Who.
        who: CombatantId,
        /// Whom they fear.
        of: CombatantId,
    },
    /// They must run.
    MustRun(CombatantId),
    /// They were taunted.
    MustHarm {
        /// Who.
        who: CombatantId,
        /// By whom.
        from: CombatantId,
    },
    /// They are frenzied.
    BesideThemselves(CombatantId),
    /// They have no skill that makes them frenzied, or are so already.
    NotToRage(CombatantId),
    /// They are not frenzied, or always are.
    NotToCalm(CombatantId),
    /// They have not the skill, or have rallied in this fight.
    NotToRally(CombatantId),
    /// None of their allies within reach is afraid.
    NobodyToRally(CombatantId),
    /// They cannot speak.
    Silenced(CombatantId),
    /// Somebody who is down notices nothing.
    NotAwake(CombatantId),
    /// No smaller enemy stands where they stand.
    NobodyUnderfoot(CombatantId),
    /// A blast is aimed at one alone only if that one is large.
    NotLarge(CombatantId),
    /// A sweep is made with a melee weapon, and not with one that bursts.
    NoSweep(String),
    /// Whom they hold, if anybody, is not smaller.
    NotToThrow(CombatantId),
    /// They have not moved in this turn, or have trampled already.
    NotToTrample(CombatantId),
    /// They do not know how to invoke powers.
    NoSorcery(CombatantId),
    /// They carry no power scroll.
    NoScroll(CombatantId),
    /// A scroll is not struck with.
    NotAWeapon(String),
    /// Part of the body, which is not put away.
    Natural(String),
    /// The hands are full.
    HandsFull(CombatantId),
    /// Armour is not changed in a fight.
    ArmourStays,
    /// It is in hand already, or not carried.
    NotCarried,
    /// Nothing of the kind lies nearby.
    NothingLies,
    /// Nothing of the kind is left.
    NoItem(Item),
    /// There is nothing to heal.
    NothingToHeal(CombatantId),
    /// No weapon in hand on which a dose could go.
    NothingToCoat(CombatantId),
    /// A text is needed, and not too long a one.
    BadText,
    /// The name of a thing is too long.
    LongName,
    /// Only the holder of the initiative, and only before anybody has acted.
    NotToYield(CombatantId),
    /// Not one of the factions that could begin.
    NoSuchSide,
    /// A side cannot pass during a turn.
    PassInTurn(CombatantId),
    /// A player's character is human.
    NotHuman(CombatantId),
}
