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
    NobodyToFight "Nobody has joined yet. Bring in a character with /join, or add a foe with /gm add.";
    /// No verb or choice of that name.
    NoSuchThing(what: String) "\u{201c}{what}\u{201d} isn\u{2019}t something you can do right now.";
    /// It is someone else's turn.
    NotTheirTurn { who: CombatantId, up: CombatantId } [Initiative] "It\u{2019}s {up}\u{2019}s turn. {who} acts when their own turn comes.";
    /// The same, where nobody may know whose turn it is.
    NotTheirTurnYet(who: CombatantId) [Initiative] "It\u{2019}s somebody else\u{2019}s turn. {who} acts when their own turn comes.";
    /// They have had their turn of this round, beside the order.
    HadTheirTurn(who: CombatantId) [Rounds] "{who} has already had a turn this round. They get another next round, or right now if the GM uses /gm turn name:{who}.";
    /// They are down or dead.
    Down(who: CombatantId) [Dropping] "{who} is down and can\u{2019}t act.";
    /// The turn's one deed is done.
    Done(who: CombatantId) [InCombat] "{who} has already acted this turn, and a turn allows only one action.";
    /// There is nobody of that kind to be seen.
    NobodyThere "You can\u{2019}t see that target.";
    /// An attack on oneself or their own side.
    OwnSide(who: CombatantId) "{who} is on the same side. Choose an enemy.";
    /// The target is dead.
    Dead(who: CombatantId) "{who} is dead. Choose somebody else.";
    /// The target is too far for walking up and attacking.
    TooFarToAttack { target: CombatantId, far: Squares, left: Squares } [AdvanceAndAttack] "{target} is {far} away, and you can move only {left}. Walk up with /act advance and attack next turn.";
    /// There is no way to the target.
    NoWayTo(target: CombatantId) [AdvanceAndAttack] "There\u{2019}s no free square next to {target}, or no way to reach one.";
    /// No line of sight.
    NotSeen(who: CombatantId) [FarAway] "There\u{2019}s a wall in the way, so you can\u{2019}t shoot {who}. Move first, or choose a melee weapon (with:) to walk up and strike.";
    /// Shooting takes the place of moving.
    Moved(who: CombatantId) [FarAway] "{who} has already moved this turn, and outside combat you can move or shoot, but not both. Choose a melee weapon or unarmed (with:) to walk up and strike, or use /end to end the turn.";
    /// They carry no such weapon.
    NotCarried "You aren\u{2019}t carrying that weapon. Choose another, or fight with bare hands.";
    /// Only a combatant in combat evades or extricates.
    NotInCombat(who: CombatantId) [InCombat] "{who} isn\u{2019}t in combat: no enemy is on an adjacent square. Move or attack instead.";
    /// Only at the beginning of the turn.
    AfterMoving(who: CombatantId) [InCombat] "{who} has already moved this turn. You can still attack, but evading and getting out have to come before moving.";
    /// In combat nobody walks away.
    InCombat(who: CombatantId) [InCombat] "{who} is in combat and can\u{2019}t just walk away. Use /act extricate to get out, or step around the same enemies and attack.";
    /// The square is too far, or there is no way.
    TooFar { who: CombatantId, most: Squares } [Advance] "{who} can\u{2019}t get there. They can move at most {most} this turn.";
    /// Getting out of combat leads to a square beside no enemy, within one movement.
    NotOut { who: CombatantId, most: Squares } [Extricating] "{who} can\u{2019}t get out to that square. Choose one at most {most} away that isn\u{2019}t next to an enemy.";
    /// A combatant stands there.
    Taken [Scale] "Somebody is already standing there. Choose a free square.";
    /// They are there already.
    AlreadyThere "They\u{2019}re already there.";
    /// The board has no squares for this.
    NoPlace(who: CombatantId) [Scale] "{who} isn\u{2019}t on the map. The GM can put people on it with /gm place.";
    /// Heavy armour.
    CannotSneak(who: CombatantId) [HeavyArmour] "{who} is wearing heavy armour and can\u{2019}t sneak in it.";
    /// Hidden already.
    Hidden(who: CombatantId) "{who} is already out of sight.";
    /// Not a medic.
    NoMedic(who: CombatantId) [MedicTime] "{who} isn\u{2019}t a medic. You need the Medic trait for this.";
    /// Nobody to attend there.
    NoPatient(who: CombatantId) [MedicTime] "{who} isn\u{2019}t at 0 HP. Choose somebody who is.";
    /// The medic is not adjacent.
    NotAdjacent(who: CombatantId) [MedicTime] "{who} isn\u{2019}t next to you. Move to an adjacent square first.";
    /// Attended already.
    Attended(who: CombatantId) [MedicTime] "A medic has already attended to {who}, so their tests have advantage.";
    /// Only the GM has a combatant finished.
    NotToFinish(who: CombatantId) [HitWhileDown] "Only the GM\u{2019}s characters can finish somebody off, and {who} is a player\u{2019}s.";
    /// Nobody passes for a side.
    NoPassing [Initiative] "Sides don\u{2019}t pass in these rules. Everybody has their own turn and ends it with /end.";
    /// More traits than slots.
    Slots { who: CombatantId, taken: u8, there: u8 } [Slots] "{who}\u{2019}s traits, proficiencies and masteries take {taken} slots, and there are only {there}. Leave something out, or set the option slots to off.";
}
