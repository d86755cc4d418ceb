//! Why something is not allowed: each reason with the rule that it rests on and the sentence that people read.

use super::{FightState, Resource, Rule, Sovereign, model::sheet::Skill};
use crate::{
    engine::{CombatantId, SideId},
    rules::refusals::{InWords, Owner, refusals},
};
use serde::{Deserialize, Serialize};

/// So many rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rounds(pub u32);

impl InWords<Sovereign> for Rounds {
    fn in_words(&self, _: &FightState) -> String {
        if self.0 == 1 { "1 round".to_owned() } else { format!("{} rounds", self.0) }
    }
}

impl InWords<Sovereign> for Skill {
    fn in_words(&self, _: &FightState) -> String {
        self.name().to_owned()
    }
}

/// What something takes.
impl InWords<Sovereign> for Resource {
    fn in_words(&self, _: &FightState) -> String {
        if *self == Resource::Main { "a Main action" } else { "a Move" }.to_owned()
    }
}

refusals! {
    /// The fight has not begun, or is over.
    NoFight "No fight is running here.";
    /// Nobody has joined yet.
    NobodyToFight "Nobody has joined yet. Bring in a character with /join, or add a foe with /gm add.";
    /// No verb or choice of that name.
    NoSuchThing(what: String) "\u{201c}{what}\u{201d} isn\u{2019}t something you can do right now.";
    /// They have had their turn of this round, beside the order.
    HadTheirTurn(who: CombatantId) [OneAfterAnother] "{who} has already had a turn this round. They get another next round, or right now if the GM uses /gm turn name:{who}.";
    /// They have ended their turn of this round.
    TurnOver(who: CombatantId) [OneAfterAnother] "{who} has already ended this round\u{2019}s turn; only Instants are left.";
    /// One of their own side is taking a turn.
    AllysTurn { who: CombatantId, up: CombatantId } [OneAfterAnother] "It\u{2019}s {up}\u{2019}s turn. {who} acts once {up} has ended it with /end.";
    /// Another side is up.
    OtherSideUp { who: CombatantId, side: Owner } [Initiative] "It\u{2019}s {side} turn. {who} can act when their own side is up, or take an Instant now.";
    /// No side is up.
    NextRound(who: CombatantId) [Initiative] "{who} has to wait for the next round.";
    /// A side passes while another is up.
    SideNotUp { side: SideId, up: Owner } [Initiative] "It\u{2019}s {up} turn. The {side} can pass when it\u{2019}s theirs.";
    /// A side passes while none is up.
    NoSideUp(side: SideId) [Initiative] "No side is up now. The {side} can pass when it\u{2019}s their turn.";
    /// They are down or dead, or gone.
    Down(who: CombatantId) [Injured] "{who} is out of action.";
    /// They are surprised, or suspect nothing.
    Unready(who: CombatantId) [Surprise] "{who} is caught off guard and can\u{2019}t do anything yet.";
    /// The Main action is spent.
    MainSpent(who: CombatantId) [MainAction] "{who} has already used this round\u{2019}s Main action.";
    /// Both actions are spent.
    MoveSpent(who: CombatantId) [MoveAction] "{who} has already used this round\u{2019}s Move, and the Main action that could buy another.";
    /// Only the Move itself pays for this.
    NoMove(who: CombatantId) [MoveAction] "This takes {who}\u{2019}s Move, and it\u{2019}s already used.";
    /// Used up for this fight, or never learned.
    NoWhirlwind(who: CombatantId) [Whirlwind] "{who} doesn\u{2019}t have Whirlwind Assault, or has already used it in this fight.";
    /// There is nobody of that kind to be seen.
    NobodyThere "You can\u{2019}t see that target.";
    /// An attack on their own side.
    OwnSide(who: CombatantId) "{who} is on the same side. Choose an enemy.";
    /// The target is dead or has fled.
    Gone(who: CombatantId) "{who} is dead or gone. Choose somebody else.";
    /// They carry no such weapon.
    NotCarried [Ready] "You don\u{2019}t have that at hand.";
    /// It is in the pack.
    Stowed { who: CombatantId, what: String } [Ready] "{who}\u{2019}s {what} is in the pack. Take it out with /act ready, for a Main action.";
    /// In a grapple only bare hands fight, and nobody moves.
    InGrapple(who: CombatantId) [GrappleHolds] "{who} is in a grapple: nobody in it can move, and everybody in it fights unarmed.";
    /// Not a less lethal weapon.
    TooLethal(what: String) [LessLethal] "You can\u{2019}t pull a blow with the {what}: it\u{2019}s too lethal. Choose a less lethal weapon.";
    /// It cannot be thrown.
    NotThrown(what: String) [Ranged] "You can\u{2019}t throw the {what}.";
    /// The target is out of melee range.
    OutOfReach { target: CombatantId, far: u32, reach: u32 } [Melee] "{target} is {far} ft away, and melee reaches {reach} ft. Move closer, or charge.";
    /// The target is out of range.
    OutOfRange { target: CombatantId, far: u32, range: u32 } [Situations] "{target} is {far} ft away, past the long range of {range} ft.";
    /// No line of sight.
    NotSeen(who: CombatantId) [LineOfSight] "There\u{2019}s no line of sight to {who}: something solid is in the way.";
    /// Nobody knows where the target is.
    PlaceUnknown(who: CombatantId) [Situations] "Nobody knows where {who} is.";
    /// A bow with an armed enemy in melee range.
    ShotInMelee { who: CombatantId, what: String } [Ranged] "An armed enemy is in melee range of {who}, so the {what} can\u{2019}t be shot.";
    /// It must be reloaded.
    Unloaded { who: CombatantId, what: String, takes: Resource } [Reload] "{who} must reload the {what} first, which takes {takes}.";
    /// It is loaded.
    LoadedAlready(what: String) [Reload] "The {what} is already loaded.";
    /// It is at hand.
    AtHand(what: String) [Ready] "The {what} is already at hand.";
    /// It is in hand.
    InHandAlready [Ready] "That\u{2019}s already in hand.";
    /// It is not in hand.
    NotInHand(what: String) [Ready] "The {what} isn\u{2019}t in hand.";
    /// More hands than two.
    TooManyHands(who: CombatantId) [DualWield] "{who} has only two hands. You can\u{2019}t hold a second weapon along with a shield or a two-handed weapon.";
    /// Two weapons take skill 1 in each.
    NoSkillForTwo { who: CombatantId, skill: Skill } [DualWield] "Fighting with two weapons takes {skill}-1, and {who} doesn\u{2019}t have it.";
    /// Nothing lies there.
    NothingLies [PickUp] "There\u{2019}s nothing here to pick up.";
    /// It lies too far off.
    LiesTooFar(what: String) [PickUp] "The {what} is out of reach. Move next to it first.";
    /// Only the trained snap.
    Untrained(who: CombatantId) [Snap] "{who} isn\u{2019}t trained in Snap Attack. Only well-trained foes are.";
    /// On Total Defense already.
    DefendsAlready(who: CombatantId) [TotalDefense] "{who} is already using Total Defense.";
    /// R22: the Main action is spent that Total Defense takes.
    NoMainToDefend(who: CombatantId) [TotalDefense] "Total Defense takes this round\u{2019}s Main action (R9), and {who} has already used it.";
    /// Four are in the swarm.
    SwarmFull(who: CombatantId) [Swarm] "Four are already swarming {who}, and there can\u{2019}t be more (A2).";
    /// They are in it.
    SwarmJoined(who: CombatantId) [SwarmLapses] "You\u{2019}re already in the swarm on {who}. Make its attack with how:strike.";
    /// Its one attack has been made.
    SwarmDone(who: CombatantId) [SwarmLapses] "The swarm on {who} has already made its one attack this round.";
    /// A charge needs 5 ft at least.
    NoMomentum [Charge] "A charge needs at least 5 ft.";
    /// No straight line of that length.
    NoStraightLine(who: CombatantId) [Charge] "There\u{2019}s no clear straight line towards {who} within charging distance.";
    /// A charge ends in a melee or thrown attack.
    ShotCharge(what: String) [Charge] "A charge ends with a melee or thrown attack, not with the {what}.";
    /// Nobody to screen.
    NoAlly(who: CombatantId) [Screen] "{who} isn\u{2019}t an ally you can screen.";
    /// A screen takes a combat skill.
    NoCombatSkill(who: CombatantId) [Screen] "{who} has no combat skill of 1 or better and can\u{2019}t screen anybody.";
    /// Not a square next to them.
    NotBeside(who: CombatantId) [Grid] "That isn\u{2019}t a free square next to {who}.";
    /// R21: an ally to be screened is too far off.
    TooFarToScreen { who: CombatantId, ft: u32 } [Screen] "{who} can\u{2019}t get there with the Move that a screen takes ({ft} ft).";
    /// R46: the held is not dragged that far, or not over that.
    TooFarToDrag { who: CombatantId, ft: u32 } [GrappleMove] "{who} can drag a held target up to {ft} ft, over free squares.";
    /// The square is too far, or there is no way.
    TooFar { who: CombatantId, ft: u32 } [Run] "{who} can\u{2019}t get there. Either it\u{2019}s more than {ft} ft of movement away, or there\u{2019}s no way through.";
    /// A wall, or outside.
    Wall [Grid] "That square is a wall, or off the board.";
    /// A combatant stands there.
    Taken [Grid] "Somebody is already standing there. You can walk past an ally, but not stop on their square.";
    /// They are there already.
    AlreadyThere "They\u{2019}re already there.";
    /// They have no square.
    NoPlace(who: CombatantId) [Scale] "{who} isn\u{2019}t on the map. The GM can put people on it with /gm place.";
    /// They are prone.
    ProneAlready(who: CombatantId) [Prone] "{who} is already prone.";
    /// They stand.
    Stands(who: CombatantId) [StandUp] "{who} is already standing.";
    /// They are clear of all who are adjacent.
    ClearAlready(who: CombatantId) [Disengage] "{who} has already disengaged from everybody adjacent.";
    /// They hold a combatant.
    HoldsAlready(who: CombatantId) [Grapple] "{who} is already holding somebody.";
    /// They hold nobody.
    HoldsNobody(who: CombatantId) [GrappleMove] "{who} isn\u{2019}t holding anybody.";
    /// Nobody holds them.
    NotHeld(who: CombatantId) [Grapple] "Nobody is holding {who}.";
    /// Too large to manhandle.
    TooLarge(who: CombatantId) [GrappleSize] "{who} is too large to shove or hold.";
    /// Nobody injured there.
    NoPatient(who: CombatantId) [Stabilise] "{who} isn\u{2019}t Mortally Injured.";
    /// Not next to them.
    NotAdjacent(who: CombatantId) [Stabilise] "{who} isn\u{2019}t within arm\u{2019}s reach. Move to an adjacent square first.";
    /// No healer's kit.
    NoKit(who: CombatantId) [Stabilise] "{who} has no healer\u{2019}s kit.";
    /// One attempt a round.
    TriedAlready(who: CombatantId) [Stabilise] "Somebody has already tried to stabilise {who} this round. You can help with the next attempt.";
    /// They help already.
    HelpsAlready(who: CombatantId) [Stabilise] "You\u{2019}re already helping to stabilise {who}.";
    /// The victim expects danger.
    NotUnsuspecting(who: CombatantId) [Unsuspecting] "{who} expects danger and can\u{2019}t be executed.";
    /// They aim at them already.
    AimsAlready(who: CombatantId) [Execution] "You\u{2019}re already watching {who}. The minute lasts six rounds.";
    /// The minute is not over.
    MinuteNotOver { who: CombatantId, left: Rounds } [Execution] "An execution takes a full minute\u{2019}s preparation, which you begin with /act aim. {who} has {left} to go.";
    /// An execution leaves no time to move.
    MovedBefore(who: CombatantId) [Execution] "{who} has already moved, and an execution leaves no time for that.";
    /// Hurt or jostled this round.
    Jostled(who: CombatantId) [Spells] "{who} was hurt or jostled this round and can\u{2019}t cast.";
    /// No hand free.
    NoFreeHand(who: CombatantId) [Spells] "{who} has no free hand to cast with.";
    /// Nobody has fled.
    NobodyFled [Chase] "Nobody has fled.";
}
