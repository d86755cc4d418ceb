//! Why something isn't allowed: each reason with its rule and the sentence that players read.

use super::{Einfelst, FightState, Rule, model::board};
use crate::{
    engine::{CombatantId, space::zones::ZoneId},
    rules::{
        refusals::{InWords, refusals},
        wording,
    },
};
use serde::{Deserialize, Serialize};

impl InWords<Einfelst> for ZoneId {
    fn in_words(&self, fight: &FightState) -> String {
        board::name(fight, *self)
    }
}

/// How many zones away a target is; `None` if no way leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZonesAway(pub Option<u32>);

impl InWords<Einfelst> for ZonesAway {
    fn in_words(&self, _: &FightState) -> String {
        match self.0 {
            None => "cut off from here".to_owned(),
            Some(0) => "in the same zone".to_owned(),
            Some(zones) => wording::zones_away(zones),
        }
    }
}

/// R21: a weapon's minimum and maximum range, in zones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reach(pub u32, pub u32);

impl InWords<Einfelst> for Reach {
    fn in_words(&self, _: &FightState) -> String {
        match *self {
            Reach(0, 0) => "only reaches the same zone".to_owned(),
            Reach(from, 1) => format!("reaches {} 1 zone", if from == 0 { "up to" } else { "exactly" }),
            Reach(0, to) => format!("reaches up to {to} zones"),
            Reach(from, to) if from == to => format!("reaches exactly {to} zones"),
            Reach(from, to) => format!("reaches {from} to {to} zones"),
        }
    }
}

refusals! {
    /// The fight has not begun, or is over.
    NoFight "No fight is running here.";
    /// Nobody has joined yet.
    NobodyToFight "Nobody has joined yet. /join brings a character in, /gm add a foe.";
    /// No verb or choice of that name.
    NoSuchThing(what: String) "\u{201c}{what}\u{201d} isn\u{2019}t something you can do right now.";
    /// It's someone else's turn.
    NotTheirTurn { who: CombatantId, up: CombatantId } [Rounds] "It\u{2019}s {up}\u{2019}s turn. {who} acts when their card comes up.";
    /// The same, if nobody may know whose turn it is.
    NotTheirTurnYet(who: CombatantId) [Rounds] "It\u{2019}s someone else\u{2019}s turn. {who} acts when their card comes up.";
    /// They act beside the order and have had their turn this round.
    HadTheirTurn(who: CombatantId) [Rounds] "{who} has already had a turn this round and gets another next round, or now with /gm turn name:{who}.";
    /// Someone else on the same card is taking a turn.
    NotYet(who: CombatantId) [TheirOwnOrder] "Someone else on {who}\u{2019}s card is taking a turn. {who} acts after that.";
    /// A severe Harm without help, or too many Harm points.
    Out(who: CombatantId) [Slots] "{who} is out of action and needs help first.";
    /// Fainted or knocked out.
    Unconscious(who: CombatantId) "{who} is unconscious. /act help wakes them.";
    /// Has left the fight.
    Fled(who: CombatantId) [StartZone] "{who} has left the fight.";
    /// The slow manoeuvre is spent.
    NoSlow(who: CombatantId) [Manoeuvres] "{who} has no slow manoeuvre left this turn. Do something fast, or /end the turn.";
    /// Both manoeuvres are spent.
    NoFast(who: CombatantId) [Manoeuvres] "{who} has no manoeuvre left this turn, neither a fast nor a slow one. /end ends it.";
    /// No such target in sight.
    NobodyThere "You can\u{2019}t see that target.";
    /// An attack on an ally.
    OwnSide(who: CombatantId) "{who} is on the same side. Choose an enemy.";
    /// On oneself.
    Oneself "You can\u{2019}t do that to yourself. Choose another target.";
    /// The target is out of action.
    TargetOut(who: CombatantId) [Slots] "{who} is already out of action. Choose another target.";
    /// The weapon doesn't reach.
    OutOfRange { target: CombatantId, far: ZonesAway, reach: Reach } [Range] "{target} is {far}, out of range: this attack {reach}. Move, or use another weapon.";
    /// In cover or far off in the zone.
    NotClose(who: CombatantId) [WithinZone] "{who} is in cover or far off in the zone. Move up to them first: /act position.";
    /// In another zone.
    NotSameZone(who: CombatantId) [Zones] "{who} isn\u{2019}t in the same zone. Move there first.";
    /// No such weapon is carried.
    NotCarried [ArmsAndArmour] "You don\u{2019}t carry that weapon. Choose another, or bare hands.";
    /// The weapon isn't in hand.
    NotInHand { who: CombatantId, weapon: String } [FastTable] "{who} doesn\u{2019}t have that in hand: {weapon}. Draw it first (a fast manoeuvre).";
    /// It is in hand already.
    InHand [FastTable] "You already have that in hand.";
    /// It was dropped.
    OnTheGround [StrikeEffects] "That weapon is on the ground. Pick it up first (a fast manoeuvre).";
    /// Nothing was dropped.
    NothingDropped(who: CombatantId) [StrikeEffects] "{who} hasn\u{2019}t dropped anything like that.";
    /// Held.
    Restrained(who: CombatantId) [RestrainedMay] "{who} is restrained and can only break free, shout or parry.";
    /// A hand over the mouth.
    Gagged(who: CombatantId) [HandOverMouth] "{who} has a hand over their mouth and can\u{2019}t shout.";
    /// Silenced by the Director.
    Silenced(who: CombatantId) "{who} is silenced and can\u{2019}t shout.";
    /// On fire.
    Burning(who: CombatantId) [Fire] "{who} is on fire and can only put the fire out, flee or shout.";
    /// On the ground.
    Prone(who: CombatantId) [FastTable] "{who} is prone. Stand up first (a fast manoeuvre).";
    /// Not on the ground.
    Standing(who: CombatantId) [FastTable] "{who} is already standing.";
    /// The board has no place for this.
    NoPlace(who: CombatantId) [Zones] "{who} isn\u{2019}t in any zone. The GM places combatants with /gm place.";
    /// Not the next zone.
    NotAdjacent { to: ZoneId } [WithinZone] "{to} isn\u{2019}t an adjacent zone. A fast manoeuvre takes you one zone.";
    /// Something bars the way.
    Obstacle { to: ZoneId, what: String } [Obstacles] "The way to {to} is barred: {what}. Clear it, climb over it, or open it if it\u{2019}s a door.";
    /// Nothing bars the way.
    NoObstacle { to: ZoneId } [Obstacles] "No obstacle bars the way to {to}.";
    /// Going where one is.
    AlreadyThere "They\u{2019}re already there. Choose another zone.";
    /// No cover is marked.
    NoCover(who: CombatantId) [Zones] "There\u{2019}s no cover where {who} is.";
    /// In cover already.
    InCover(who: CombatantId) [Zones] "{who} is already in cover.";
    /// Nobody holds them.
    NotHeld(who: CombatantId) [BreakFree] "Nobody is holding {who}.";
    /// One try a turn.
    Tried(who: CombatantId) [BreakFree] "{who} has already tried to break free. It\u{2019}s possible once per turn.";
    /// Holds nobody, or not this one.
    NotHolding(who: CombatantId) [BreakFree] "{who} isn\u{2019}t holding them.";
    /// Held already.
    HeldAlready(who: CombatantId) [Grapple] "{who} is already held.";
    /// Not on fire.
    NotBurning(who: CombatantId) [Fire] "{who} isn\u{2019}t on fire.";
    /// No antidote is carried.
    NoAntidote(who: CombatantId) [Poison] "{who} has no antidote.";
    /// Not poisoned.
    NotPoisoned(who: CombatantId) [Poison] "{who} isn\u{2019}t poisoned.";
    /// Needs no help, or is beyond it.
    NeedsNoHelp(who: CombatantId) [Slots] "Help won\u{2019}t bring {who} back: they aren\u{2019}t out of action, or are beyond help.";
    /// Someone has already acted this round.
    TooLateToSwap [Swap] "Cards are swapped at the start of a round, before anybody has acted.";
    /// Foes swap no cards at will.
    OnlyPlayers(who: CombatantId) [Swap] "Only player characters swap cards, and {who} isn\u{2019}t one.";
    /// One of two who would swap.
    CannotTalk(who: CombatantId) [Swap] "{who} can\u{2019}t talk right now, and it takes a word to swap cards.";
    /// Players' characters against each other.
    NoAlly(who: CombatantId) [Swap] "{who} is on another side. Swap cards with an ally.";
    /// Has no card.
    NoCard(who: CombatantId) [Cards] "{who} has no initiative card yet.";
    /// An enemy is in the way of a flight.
    EnemyInTheWay { who: CombatantId, zone: ZoneId } [WayOut] "{who} can\u{2019}t flee that way: it leads through {zone}, where an enemy is.";
    /// No way leads out.
    NoWayOut(who: CombatantId) [WayOut] "{who} can\u{2019}t get out of the fight that way.";
    /// Nobody passes for a side.
    NoPassing [Rounds] "Sides don\u{2019}t pass here: everybody has a turn of their own, and /end ends it.";
    /// More than a new character may have.
    NotStarting(who: CombatantId) [Starting] "{who}\u{2019}s actions are too high for a new character: none above 2, except one at 3.";
}

impl Violation {
    /// Whether the only reason is whose turn it is: a reaction may still be possible.
    pub fn is_of_turn(&self) -> bool {
        matches!(
            self,
            Violation::NotTheirTurn { .. }
                | Violation::NotTheirTurnYet(_)
                | Violation::HadTheirTurn(_)
                | Violation::NotYet(_)
        )
    }
}
