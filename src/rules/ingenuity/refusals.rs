//! Why something is not allowed: each reason with the rule that it rests on and the sentence that people read.

use crate::rules::ingenuity::{
    FightState, Ingenuity, Rule,
    model::{board::Metres, state::Down},
};
use crate::{
    engine::{CombatantId, SideId},
    rules::refusals::{InWords, refusals},
};

impl InWords<Ingenuity> for Metres {
    fn in_words(&self, _: &FightState) -> String {
        self.to_string()
    }
}

impl InWords<Ingenuity> for Down {
    fn in_words(&self, _: &FightState) -> String {
        self.word().to_owned()
    }
}

impl InWords<Ingenuity> for Rule {
    fn in_words(&self, _: &FightState) -> String {
        crate::engine::Citable::citation(self).title.to_owned()
    }
}

refusals! {
    /// The fight has not begun, or is over.
    NoFight [End] "No fight is running here.";
    /// Nobody has joined yet.
    NobodyToFight "Nobody has joined yet. Bring in a character with /join, or add a foe with /gm add.";
    /// No verb or choice of that name.
    NoSuchThing(what: String) "\u{201c}{what}\u{201d} isn\u{2019}t something you can do right now.";
    /// There is nobody of that kind to be seen.
    NobodyThere "You can\u{2019}t see that target.";
    /// R6: it is another team's slot.
    NotTheirTeam { who: CombatantId, up: SideId } [Alternation] "The {up} act now. {who} can act when their own team is up.";
    /// R6: someone else's turn is under way.
    NotTheirTurn { who: CombatantId, up: CombatantId } [Alternation] "It\u{2019}s {up}\u{2019}s turn. {who} acts once it\u{2019}s over.";
    /// The same, where nobody may know whose turn it is.
    NotTheirTurnYet(who: CombatantId) [Alternation] "It\u{2019}s somebody else\u{2019}s turn. {who} acts once it\u{2019}s over.";
    /// They have taken the turn already.
    HasTheTurn(who: CombatantId) [Rounds] "It\u{2019}s already {who}\u{2019}s turn.";
    /// R5: they have had their turn of this round.
    HadTheirTurn(who: CombatantId) [Rounds] "{who} has already had a turn this round. The next one comes next round.";
    /// The same of someone who acts beside the order.
    HadTurnBeside(who: CombatantId) [Rounds] "{who} has already had a turn this round. They get another next round, or right now if the GM uses /gm turn name:{who}.";
    /// R9: they are surprised.
    Surprised(who: CombatantId) [Surprise] "{who} is surprised and acts when the surprise round is over.";
    /// Between rounds, or nothing is going on.
    NobodysTurn [Rounds] "It\u{2019}s nobody\u{2019}s turn right now.";
    /// R8: they cannot act.
    CannotAct { who: CombatantId, why: Down } [UnableToAct] "{who} is {why} and can\u{2019}t act.";
    /// R11: no action is left.
    NoActions(who: CombatantId) [Actions] "{who} has no actions left this turn. They can still take free actions, or end the turn with /end.";
    /// R12: no reaction is left.
    NoReaction(who: CombatantId) [Reactions] "{who} has no reaction left until their next turn.";
    /// Not enough stamina.
    NoStamina { who: CombatantId, cost: i32, rule: Rule } [=rule] "This costs {cost} stamina, and {who} doesn\u{2019}t have that much left.";
    /// Not enough focus.
    NoFocus { who: CombatantId, cost: i32, rule: Rule } [=rule] "This costs {cost} focus, and {who} doesn\u{2019}t have that much left.";
    /// C8: no fate is left.
    NoFate(who: CombatantId) [Fate] "{who} has no fate to spend.";
    /// C8: the pool is full, or the boon is waiting already.
    NothingToGain [Fate] "That would waste the point of fate: the pool is already full, or the boon is already waiting.";
    /// R14: what was begun comes first.
    MustFinish(who: CombatantId) [CarryOver] "{who} has an action in progress. Go on with it with /act continue, or drop it with /act abandon (R15).";
    /// R15: nothing was begun.
    NothingBegun(who: CombatantId) [CarryOver] "{who} has no action in progress.";
    /// R4: the deed that began the fight comes first.
    TriggerFirst(who: CombatantId) [Trigger] "{who}\u{2019}s first action must be the attack that began the fight.";
    /// Something that is not done to oneself.
    Oneself(who: CombatantId) "{who} can\u{2019}t target themselves. Choose someone else.";
    /// R32: it goes by other attributes, or other proficiencies.
    NotUsedSo { what: String, how: String, ways: String } [ToHit] "You use the {what} with {ways}, not with {how}.";
    /// R24: the board says where cover is, and it is not there.
    NoCover(who: CombatantId) [SeekCover] "There\u{2019}s no cover where {who} stands. You need a square with cover, or one next to cover, a wall or a window.";
    /// R18: there is nobody to command.
    NobodyToCommand(who: CombatantId) [Command] "{who} has no ally to command.";
    /// They are on another side.
    NotAnAlly(who: CombatantId) [Command] "{who} isn\u{2019}t an ally you can target with this.";
    /// The target is dead.
    Dead(who: CombatantId) "{who} is dead. Choose someone else.";
    /// R17: it is not in hand.
    NotInHand(what: String) [Brandish] "The {what} isn\u{2019}t in hand. Take it in hand with /act brandish with:{what}.";
    /// It is no weapon, or cannot be thrown.
    NoWeapon(what: String) [Attack] "You can\u{2019}t attack with the {what} like that.";
    /// It has to be reloaded.
    NotLoaded(what: String) [Weapons] "The {what} must be reloaded first, with /act reload.";
    /// It is loaded, or needs no loading.
    Loaded(what: String) [Weapons] "The {what} doesn\u{2019}t need reloading.";
    /// C14: reloading takes both hands.
    HandsFull(what: String) [Weapons] "Reloading the {what} takes both hands. Put the rest away first: /act brandish.";
    /// R17: more than two hands.
    TooManyHands [Brandish] "That takes more than two hands. Choose fewer items.";
    /// Out of reach.
    OutOfReach { target: CombatantId, far: Metres, reach: Metres } [Weapons] "{target} is {far} away, and this reaches only {reach}. Move closer.";
    /// The same, where one of the two has no square.
    NoDistance(target: CombatantId) [Weapons] "{target} or the attacker isn\u{2019}t on the map. The GM can put people on it with /gm place.";
    /// A wall stands between: there is no line of sight.
    WallBetween(who: CombatantId) [Weapons] "A wall is in the way, so {who} can\u{2019}t be reached.";
    /// R18: commanded already this turn.
    Commanded(who: CombatantId) [Command] "{who} has already been commanded this turn. Choose another ally.";
    /// A33: a combatant has been lent an action and is to choose.
    WaitsFor(who: CombatantId) [CommandedChoice] "{who} has been commanded and has to choose an action first, or do nothing with /act decline.";
    /// R18: only something that takes one action.
    NotOnCommand [Command] "A commanded action must cost one action and can\u{2019}t end the turn.";
    /// R21: has moved already this turn.
    Moved(who: CombatantId) [Move] "{who} has already moved this turn. To move again, use Sprint for 1 action and 1 stamina.";
    /// R31, A3: has moved already, which is instead of a step.
    MovedNoStep(who: CombatantId) [Step] "{who} has already moved this turn, and a step takes the place of a move.";
    /// A3: has stepped already, which is instead of a move.
    Stepped(who: CombatantId) [Step] "{who} has already stepped this turn, and a step takes the place of a move.";
    /// R26: has not moved yet.
    NotMoved(who: CombatantId) [Sprint] "{who} hasn\u{2019}t moved yet this turn. Move first.";
    /// C12: is held.
    Grappled(who: CombatantId) [Maneuvers] "Somebody is holding {who}. Use /act break free to get out.";
    /// C12: nobody holds them.
    NotGrappled(who: CombatantId) [Maneuvers] "Nobody is holding {who}.";
    /// The square is too far, or there is no way.
    TooFar { who: CombatantId, most: Metres, rule: Rule } [=rule] "{who} can\u{2019}t get there. They can move at most {most}, and not through walls or foes.";
    /// A combatant stands there.
    Taken [Move] "Somebody is already standing there. Choose a free square.";
    /// They are there already.
    AlreadyThere [Move] "They\u{2019}re already there. Choose another square.";
    /// The board has no squares for this.
    NoPlace(who: CombatantId) [Diagonals] "{who} isn\u{2019}t on the map. The GM can put people on it with /gm place.";
    /// R27: they stand.
    NotProne(who: CombatantId) [StandUp] "{who} isn\u{2019}t prone.";
    /// R30: they lie already.
    ProneAlready(who: CombatantId) [DropProne] "{who} is already prone.";
    /// R23, R58: they are not unconscious.
    NotUnconscious { who: CombatantId, rule: Rule } [=rule] "{who} isn\u{2019}t unconscious.";
    /// R22: nothing is readied.
    NothingReadied(who: CombatantId) [Ready] "{who} has no action readied. Ready one with /act ready.";
    /// A29: that does not cost one action.
    NotToBeReadied(what: String) [ReadiedAction] "You can\u{2019}t ready \u{201c}{what}\u{201d}. You can only ready something that costs one action.";
    /// Nothing lies there to be picked up.
    NothingThere [Interact] "There\u{2019}s nothing there you can use for that.";
    /// C12: not that kind of maneuver.
    NotByItself(what: String) [Maneuvers] "You can\u{2019}t use {what} like that: it\u{2019}s either a reaction or needs a melee weapon.";
    /// Nobody passes for a side here.
    NoPassing [Alternation] "Teams don\u{2019}t pass in these rules. Each member gets one turn and ends it with /end.";
}
