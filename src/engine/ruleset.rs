//! What a rule system has to provide; everything else is shared. A system implements these traits. The table uses them through
//! `rules::Session` and never learns which system it is.
//!
//! Each trait has one kind of caller: [`RulesetTypes`] is what a fight consists of, [`Ruleset`] decides, [`Menus`] offers, [`Wording`] tells
//! and asks, [`Overview`] shows, [`Playable`] plays, [`Striking`] gives odds, [`NamedValues`] is read and set, [`BetweenFights`] joins and lasts, [`ByHand`] follows the GM's changes.
//! [`GameSystem`] is all of them.

mod between_fights;
mod by_hand;
mod game_system;
mod menus;
mod named_values;
mod overview;
mod playable;
mod striking;
mod types;
mod wording;

pub use between_fights::{BetweenFights, Rest, Rested};
pub use by_hand::ByHand;
pub use game_system::GameSystem;
pub use menus::{MOST_PARAMS, Menus, WORDS, random_action};
pub use named_values::NamedValues;
pub use overview::{Looker, Overview, SquareSight};
pub use playable::{
    Attempt, COMEBACK, FORCED, LIFE, OUT, Playable, Purpose, WORTH_THE_LAST, is_settled, needs_rescue, rescue,
    share_of_worth, standing, stands, worth_of_share,
};
pub use striking::{BlowTally, Striking, Suffered};
pub use types::{Citable, Citation, PlaceOf, RulesetTypes};
pub use wording::Wording;

use super::{
    cx::{Cx, Flow},
    fight_state::{ClockOn, Controller, FightState},
    ids::{CombatantId, Seat, SideId},
    refusal::Refusal,
};
use serde::{Deserialize, Serialize};

/// A beginning or an end. Each is its own action in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Transition<R: RulesetTypes> {
    /// The GM opens the fight.
    FightBegins,
    /// A combatant joins a fight that may already be running.
    Joins(CombatantId),
    /// A round begins.
    RoundBegins,
    /// A phase begins.
    PhaseBegins(R::Phase),
    /// A turn begins.
    TurnBegins(CombatantId),
    /// A turn ends.
    TurnEnds(CombatantId),
    /// A side passes: because it says so, or because none of its members can act.
    Passes(SideId),
    /// A phase ends.
    PhaseEnds(R::Phase),
    /// A round ends.
    RoundEnds,
    /// The clock between actions ran out.
    ClockRanOut(ClockOn),
    /// The GM closes the fight.
    FightEnds,
}

/// The rules: what is due, what is allowed, what happens.
///
/// All of it is a function of the fight, so code that knows no system can ask it anything:
///
/// ```
/// use umpire_core::{
///     engine::{CombatantId, FightState, Ruleset},
///     rules::td2e::{Action, Td2e},
/// };
///
/// /// Everyone who could do this now.
/// fn who_can<R: Ruleset>(fight: &FightState<R>, action: &R::Action) -> Vec<CombatantId> {
///     let able = R::may_act(fight).into_iter().filter(|who| R::check(fight, *who, action).is_ok());
///     able.collect()
/// }
///
/// let empty = FightState::<Td2e>::new(Default::default(), Default::default());
/// assert!(who_can(&empty, &Action::Evade).is_empty());
/// ```
pub trait Ruleset: RulesetTypes {
    /// The name as typed: `murdham`.
    const NAME: &'static str;
    /// The beginnings and ends of fight, round, phase and turn, with all rules that apply then.
    fn transition(cx: &mut Cx<'_, Self>, transition: &Transition<Self>) -> Flow<Self>;
    /// The transition that is due while nothing is pending; `None` if it's someone's choice. Repeated calls must eventually return `None`.
    fn due(fight: &FightState<Self>) -> Option<Transition<Self>>;
    /// Decides what's legal; the refusal names the rule. [`Ruleset::perform`] is only called after this agrees.
    fn check(fight: &FightState<Self>, who: CombatantId, action: &Self::Action) -> Result<(), Refusal<Self>>;
    /// Whether a side can pass now.
    fn check_pass(fight: &FightState<Self>, side: SideId) -> Result<(), Refusal<Self>>;
    /// The combatants who can begin or continue a turn now, for the list of who can act.
    fn may_act(fight: &FightState<Self>) -> Vec<CombatantId>;
    /// Whether, for a viewer who only knows of these combatants, the fight hasn't begun yet because only unseen combatants act. The table
    /// then keeps the beginning from them until someone is seen or the unseen ones are done.
    fn begins_unseen(_known: &FightState<Self>) -> bool {
        false
    }
    /// Performs the action.
    fn perform(cx: &mut Cx<'_, Self>, who: CombatantId, action: &Self::Action) -> Flow<Self>;
    /// The instants a combatant can interject while another is asked.
    fn instants(_fight: &FightState<Self>, _who: CombatantId) -> Vec<Self::Choice> {
        vec![]
    }
    /// Whether the combatant can interject this. A system with too many instants to list per question judges each one instead.
    fn may_interject(fight: &FightState<Self>, who: CombatantId, choice: &Self::Choice) -> bool {
        Self::instants(fight, who).contains(choice)
    }
    /// Performs an interjected instant.
    fn instant(_cx: &mut Cx<'_, Self>, _who: CombatantId, _choice: &Self::Choice) -> Flow<Self> {
        Ok(())
    }
    /// The offer that a standing order picks, if the order covers this question.
    fn obey(
        fight: &FightState<Self>,
        who: CombatantId,
        order: &Self::StandingOrder,
        question: &Self::Question,
        offers: &[Self::Choice],
    ) -> Option<usize>;
    /// Applies a fact of this system to the fight. Contains no rules, and can't fail as long as everything the fact refers to exists.
    fn evolve(fight: &mut FightState<Self>, fact: &Self::Fact);
    /// What a fact of this system refers to that doesn't exist, other than combatants and sides, in words: "gear 9 of Ana".
    fn missing(_fight: &FightState<Self>, _fact: &Self::Fact) -> Option<String> {
        None
    }
    /// As [`Ruleset::missing`], for an event.
    fn missing_in_event(_fight: &FightState<Self>, _event: &Self::Event) -> Option<String> {
        None
    }
    /// The same change for a fight in which something before it was taken back. Where a fact refers to something by its place in a list, or
    /// contains a whole list, it keeps the meaning it had in the fight `before`. `None` if that no longer exists.
    fn again(fact: &Self::Fact, _before: &FightState<Self>, _now: &FightState<Self>) -> Option<Self::Fact> {
        Some(fact.clone())
    }
    /// Whether the combatant's turns are outside the turn order because the other sides may not know about them. A turn the GM gives such a
    /// combatant doesn't interrupt the order.
    fn acts_beside(_fight: &FightState<Self>, _who: CombatantId) -> bool {
        false
    }
}

impl<R: Ruleset> FightState<R> {
    /// The players who still have to agree before a side passes: everyone on it with a combatant who can act. Empty if only the GM's
    /// combatants are left.
    pub fn voters(&self, side: SideId) -> Vec<Seat> {
        let mut seats: Vec<Seat> = R::may_act(self)
            .into_iter()
            .filter_map(|id| self.find(id))
            .filter(|it| it.side == side)
            .filter_map(|it| match it.controller {
                Controller::Player(seat) => Some(seat),
                Controller::Gm => None,
            })
            .collect();
        seats.sort_unstable();
        seats.dedup();
        seats
    }

    /// Those on the side whose step it is whom Umpire plays and who can act: a player's pass leaves them their chance. Empty for any other
    /// side, and where slots rather than sides take turns.
    pub fn umpires_to_act(&self, side: SideId) -> Vec<CombatantId> {
        if self.turns.side_up() != Some(side) {
            return vec![];
        }
        let is_umpires = |it: &CombatantId| {
            let who = self.find(*it);
            who.is_some_and(|it| it.side == side && it.autopilot.is_some()) && !R::acts_beside(self, *it)
        };
        R::may_act(self).into_iter().filter(is_umpires).collect()
    }

    /// Whether all players who could act for a side have passed, so that only Umpire, which plays others of it, is left to.
    pub fn is_left_to_umpire(&self, side: SideId) -> bool {
        let votes = &self.turns.votes;
        !votes.is_empty()
            && !self.umpires_to_act(side).is_empty()
            && self.voters(side).iter().all(|it| votes.contains(it))
    }
}
