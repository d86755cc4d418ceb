//! What a system says so that Umpire can play in its fights: what its verbs are for, how much fight is left in somebody, and what seems
//! worth doing. Only estimates: what's legal and what happens stays with [`Ruleset`](super::Ruleset).

use super::{Menus, Overview, PlaceOf};
use crate::engine::{
    fight_state::{Combatant, FightState},
    ids::{CombatantId, SideId},
};

/// What a verb is for. Rules of thumb look at verbs in the order of their purposes, whatever the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Saves somebody of their own side who's down.
    Rescue,
    /// Harms a foe.
    Strike,
    /// Makes the combatant able to strike again: draws, reloads, stands up, breaks free.
    Recover,
    /// Changes where the combatant is.
    Approach,
    /// Makes the combatant harder to harm.
    Shelter,
    /// Leaves the fight, or a melee.
    Withdraw,
    /// Ends the turn.
    End,
    /// Anything else. Rules of thumb leave it alone; a search tries it.
    Other,
}

impl Purpose {
    /// All of them.
    pub const ALL: [Purpose; 8] = [
        Purpose::Rescue,
        Purpose::Strike,
        Purpose::Recover,
        Purpose::Approach,
        Purpose::Shelter,
        Purpose::Withdraw,
        Purpose::End,
        Purpose::Other,
    ];
}

/// A system in which Umpire can play.
pub trait Playable: Menus + Overview {
    /// How much fight is left in a combatant, from 0 (dead, fled) to 1 (unhurt). At or below [`OUT`] they no longer fight.
    fn worth(fight: &FightState<Self>, who: CombatantId) -> f64;
    /// About the share of their health that somebody has left, from 0 to 1, whatever else hinders them; whoever's out has none.
    fn health(fight: &FightState<Self>, who: CombatantId) -> f64 {
        share_of_worth(Self::worth(fight, who))
    }
    /// The candidates of the verbs for this purpose, legal or not, in menu order. Verbs that can't be begun are left out.
    fn ways(fight: &FightState<Self>, who: CombatantId, purpose: Purpose) -> Vec<Self::Action>;
    /// Those of [`Playable::ways`] that could promise more than 0, legal or not.
    fn tempting(fight: &FightState<Self>, who: CombatantId, purpose: Purpose) -> Vec<Self::Action>;
    /// Those of [`Playable::ways`] that are legal.
    fn legal(fight: &FightState<Self>, who: CombatantId, purpose: Purpose) -> Vec<Self::Action>;
    /// Whom an action is aimed at, if it's somebody.
    fn target(action: &Self::Action) -> Option<CombatantId>;
    /// Where an action leads, if it leads somewhere.
    fn place(action: &Self::Action) -> Option<PlaceOf<Self>>;
    /// Whom an action leads up to without saying where that is.
    fn leads_up_to(_action: &Self::Action) -> Option<CombatantId> {
        None
    }
    /// How good an action seems, among those for the same purpose: for a strike, about the share of the target's strength it takes away.
    /// Nothing that promises 0 or less is done by rule of thumb. It doesn't have to be legal. To withdraw with a promise of [`FORCED`] is what
    /// anybody does who can do nothing better.
    fn promise(fight: &FightState<Self>, who: CombatantId, action: &Self::Action) -> f64;
    /// What an answer seems to cost. The cheapest is given; among equals, the first offered.
    fn price(fight: &FightState<Self>, question: &Self::Question, choice: &Self::Choice) -> f64;
    /// Who would be protected by any answer but the default.
    fn protects(_question: &Self::Question) -> Option<CombatantId> {
        None
    }
    /// Takes somebody who has just been taken out of the fight out of the system's own state as well, so that a player who doesn't see them
    /// can't tell that they're there. Doing it twice changes nothing more.
    fn forget(_known: &mut FightState<Self>, _unseen: &Combatant<Self>) {}
    /// What nobody who is played by Umpire takes into account in this fight, in sentences for the GM: a trap that lies in the way.
    fn blind_spots(_fight: &FightState<Self>) -> Vec<String> {
        vec![]
    }
    /// Whether a search may try answers out. Not where the action they belong to still tells of somebody unseen: then the rule of thumb answers,
    /// in every fight, so that not even that tells anything.
    const SEARCHES_ANSWERS: bool = true;
}

/// The [`Playable::worth`] of somebody who's out of the fight but could come back: dying, unconscious.
pub const OUT: f64 = 0.05;

/// What it promises to save somebody's life for certain.
pub const LIFE: f64 = 1.0;
/// What it promises to bring somebody back who isn't dying, for certain: nobody does that before they strike.
pub const COMEBACK: f64 = 0.05;
/// An attempt to save a life that has less of a chance than this, beyond what it risks, isn't worth a turn.
const WORTH_A_TURN: f64 = 0.15;
/// The same where there won't be another attempt.
pub const WORTH_THE_LAST: f64 = 0.08;

/// How much losing all of one's own strength counts against a life.
const OWN_HARM: f64 = 0.4;

/// An attempt to save somebody, by estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attempt {
    /// What it's worth if it succeeds: [`LIFE`] or [`COMEBACK`].
    pub worth: f64,
    /// The chance that it does, from 0 to 1.
    pub chance: f64,
    /// The share of their own strength that it's likely to cost whoever tries.
    pub risk: f64,
    /// Whether it's too late after it.
    pub is_last: bool,
}

impl Attempt {
    /// Saves a life for certain, and at no risk.
    pub const SURE: Attempt = Attempt { worth: LIFE, chance: 1.0, risk: 0.0, is_last: false };
}

/// Whether somebody is there to be saved: on the same side, down and not dead, and a player's character. Foes leave each other where they
/// fall.
pub fn needs_rescue<R: Playable>(fight: &FightState<R>, who: CombatantId, target: CombatantId) -> bool {
    let side = |it: CombatantId| fight.find(it).map(|it| it.side);
    let is_players = fight.find(target).is_some_and(|it| it.owner.is_some());
    let worth = R::worth(fight, target);
    is_players && side(who) == side(target) && worth > 0.0 && worth <= OUT
}

/// What it promises to try to save somebody: nothing if nobody is to be saved, or if it's hardly worth a turn.
pub fn rescue<R: Playable>(fight: &FightState<R>, who: CombatantId, target: CombatantId, by: Attempt) -> f64 {
    let gain = by.chance - OWN_HARM * by.risk;
    let least = if by.is_last { WORTH_THE_LAST } else { WORTH_A_TURN };
    if gain >= least && needs_rescue(fight, who, target) { by.worth * gain } else { 0.0 }
}

/// The worth of somebody who still fights, with this share of their strength left: being able to act counts by itself.
pub fn worth_of_share(left: f64) -> f64 {
    0.4 + 0.6 * left.clamp(0.0, 1.0)
}

/// The share of their strength that somebody of this worth has left: [`worth_of_share`] the other way round.
pub fn share_of_worth(worth: f64) -> f64 {
    ((worth - 0.4) / 0.6).clamp(0.0, 1.0)
}

/// Whether anyone on a side still fights.
pub fn stands<R: Playable>(fight: &FightState<R>, side: SideId) -> bool {
    fight.members(side).any(|it| R::worth(fight, it.id) > OUT)
}

/// The sides on which anyone still fights.
pub fn standing<R: Playable>(fight: &FightState<R>) -> impl Iterator<Item = SideId> {
    fight.sides.iter().map(|it| it.id).filter(|it| stands(fight, *it))
}

/// Whether at most one side is left.
pub fn is_settled<R: Playable>(fight: &FightState<R>) -> bool {
    standing(fight).nth(1).is_none()
}

/// The [`Playable::promise`] of withdrawing for somebody who can't fight on: the brave do it too.
pub const FORCED: f64 = 2.0;
