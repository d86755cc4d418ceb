//! Why something is not allowed: each reason with the rule that it rests on and the sentence that people read.

use super::{FightState, Rule};
use crate::{
    engine::CombatantId,
    rules::refusals::{Squares, refusals},
};

refusals! {
    /// The fight has not begun, or is over.
    NoFight "No fight is running here.";
    /// Nobody has joined yet.
    NobodyToFight "Nobody has joined yet. /join brings a character in, /gm add a foe.";
    /// No verb or choice of that name.
    NoSuchThing(what: String) "\u{201c}{what}\u{201d} isn\u{2019}t something you can do right now.";
    /// It is somebody else's turn.
    NotTheirTurn { who: CombatantId, up: CombatantId } [Initiative] "It\u{2019}s {up}\u{2019}s turn. {who} acts when the order comes to them.";
    /// The same, where nobody may know whose turn it is.
    NotTheirTurnYet(who: CombatantId) [Initiative] "It\u{2019}s somebody else\u{2019}s turn. {who} acts when the order comes to them.";
    /// They have had their turn of this round, beside the order.
    HadTheirTurn(who: CombatantId) [Rounds] "{who} has already had a turn this round and gets another next round, or now with /gm turn name:{who}.";
    /// They are down or dead.
    Down(who: CombatantId) [Dropping] "{who} is down and can\u{2019}t act.";
    /// The turn's one deed is done.
    Done(who: CombatantId) [InCombat] "{who} has done the one thing that a turn allows.";
    /// There is nobody of that kind to be seen.
    NobodyThere "You can\u{2019}t see that target.";
    /// An attack on oneself or one's own side.
    OwnSide(who: CombatantId) "{who} is on the same side. Choose an enemy.";
    /// The target is dead.
    Dead(who: CombatantId) "{who} is dead. Choose somebody else.";
    /// The target is too far for walking up and attacking.
    TooFarToAttack { target: CombatantId, far: Squares, left: Squares } [AdvanceAndAttack] "{target} is {far} away, and {left} of movement is left: walk up with /act advance, and attack next turn.";
    /// There is no way to the target.
    NoWayTo(target: CombatantId) [AdvanceAndAttack] "There is no free square beside {target}, or no way there.";
    /// No line of sight.
    NotSeen(who: CombatantId) [FarAway] "A wall is in the way, so {who} can\u{2019}t be shot. Move first, or add with: and a melee weapon to walk up and strike.";
    /// Shooting takes the place of moving.
    Moved(who: CombatantId) [FarAway] "{who} has moved this turn, and out of combat you shoot instead of moving. To walk up and strike, add with: and a melee weapon, or unarmed; /end ends the turn.";
    /// They carry no such weapon.
    NotCarried "You don\u{2019}t carry that weapon. Choose another, or bare hands.";
    /// Only somebody in combat evades or extricates.
    NotInCombat(who: CombatantId) [InCombat] "{who} isn\u{2019}t in combat: no enemy is on an adjacent square. Move or attack instead.";
    /// Only at the beginning of the turn.
    AfterMoving(who: CombatantId) [InCombat] "{who} has moved this turn. You can still attack; evading and getting out come before moving.";
    /// In combat nobody walks away.
    InCombat(who: CombatantId) [InCombat] "{who} is in combat and can\u{2019}t walk off. /act extricate gets out; a step round the same enemies goes with an attack.";
    /// The square is too far, or there is no way.
    TooFar { who: CombatantId, most: Squares } [Advance] "{who} can\u{2019}t get there: {most} this turn at most.";
    /// Getting out of combat leads to a square beside no enemy, within one movement.
    NotOut { who: CombatantId, most: Squares } [Extricating] "{who} can\u{2019}t get out to there: it must be a square beside no enemy, {most} away at most.";
    /// Somebody stands there.
    Taken [Scale] "Somebody stands there. Choose a free square.";
    /// They are there already.
    AlreadyThere "They are already there.";
    /// The board has no squares for this.
    NoPlace(who: CombatantId) [Scale] "{who} has no square to go from or to. The GM places people with /gm place.";
    /// Heavy armour.
    CannotSneak(who: CombatantId) [HeavyArmour] "{who} wears heavy armour and can\u{2019}t sneak in it.";
    /// Hidden already.
    Hidden(who: CombatantId) "{who} is already out of sight.";
    /// Not a medic.
    NoMedic(who: CombatantId) [MedicTime] "{who} isn\u{2019}t a medic. It takes the trait Medic.";
    /// Nobody to attend there.
    NoPatient(who: CombatantId) [MedicTime] "{who} isn\u{2019}t down at 0 HP. Choose somebody who is.";
    /// The medic is not adjacent.
    NotAdjacent(who: CombatantId) [MedicTime] "{who} isn\u{2019}t beside you: move to an adjacent square first.";
    /// Attended already.
    Attended(who: CombatantId) [MedicTime] "{who} is already well attended; the tests have advantage.";
    /// Only the GM has somebody finished.
    NotToFinish(who: CombatantId) [HitWhileDown] "Only the GM can have somebody finished, and {who} is a player\u{2019}s.";
    /// Nobody passes for a side.
    NoPassing [Initiative] "Sides don\u{2019}t pass here: everybody has a turn of their own, and /end ends it.";
    /// More traits than slots.
    Slots { who: CombatantId, taken: u8, there: u8 } [Slots] "{who}\u{2019}s traits, proficiencies and masteries take {taken} slots of {there}. Leave something out, or play with slots: off.";
}
