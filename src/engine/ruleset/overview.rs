//! What the tracker and the map show of a system's fight.

use super::{PlaceOf, RulesetTypes, Wording};
use crate::engine::{
    fight_state::{Combatant, FightState},
    ids::CombatantId,
    space::grid::{Sight, Sightlines, Square},
    view::{Details, Mark, OnceDown, Vital},
};

/// One end of a line of sight.
#[derive(Clone, Debug, PartialEq)]
pub struct Looker<R: RulesetTypes> {
    /// The combatant; `None` for a bare position.
    pub who: Option<CombatantId>,
    /// Where they look from, or are looked at.
    pub at: PlaceOf<R>,
}

/// Whether somebody on one square sees somebody on another.
pub type SquareSight = fn(&Sightlines, Square, Square) -> bool;

/// The fight at a glance: what the tracker, `/who` and the map show. It needs the [`Wording`], because the open questions are part of it.
pub trait Overview: Wording {
    /// What the tracker shows besides the list: thresholds, who holds the initiative, the state of the turn. The fight is as its viewer
    /// knows it: combatants hidden from them aren't in it, even where other combatants' state refers to them.
    fn details(fight: &FightState<Self>) -> Details;
    /// A combatant's vital numbers: the exact values, and the word that other sides see instead.
    fn vitals(fight: &FightState<Self>, of: &Combatant<Self>) -> Vec<Vital>;
    /// How a combatant stands in the round: a mark, and the word beside it.
    fn standing(fight: &FightState<Self>, of: &Combatant<Self>) -> (Mark, String);
    /// Whether everyone at the table sees that a combatant has this condition, no matter who plays it.
    fn is_plain_to_see(_condition: &Self::Condition) -> bool {
        false
    }
    /// What else is wrong with a combatant besides their conditions, in a word or two each, for everyone to see: "on fire". Each is the name of a
    /// value that can be set to `no`.
    fn afflictions(_fight: &FightState<Self>, _of: &Combatant<Self>) -> Vec<&'static str> {
        vec![]
    }
    /// Whether a combatant has left the fight alive, for example by fleeing: then they're no longer on the map, nor beside it.
    fn has_left(_of: &Combatant<Self>) -> bool {
        false
    }
    /// What the player of a combatant who's down has to know; `None` if there's nothing to say.
    fn once_down(_fight: &FightState<Self>, _of: &Combatant<Self>) -> Option<OnceDown> {
        None
    }
    /// What protects a combatant where they stand, in a word or two each, for the map: "in cover".
    fn shelter(_fight: &FightState<Self>, _of: &Combatant<Self>) -> Vec<&'static str> {
        vec![]
    }
    /// What's left of the turn that a combatant is taking or could begin, as (what, how much), for their own player only.
    fn remaining(_fight: &FightState<Self>, _who: CombatantId) -> Vec<(String, String)> {
        vec![]
    }
    /// The parts of [`Overview::remaining`] that everyone may know about a foe: what everyone has in a turn and is seen to spend.
    const OPEN_REMAINING: &'static [&'static str] = &[];
    /// The combatant whose choice this question asks another to agree to. While the question is open, viewers who don't see the one being
    /// asked see the first combatant still being asked.
    fn chosen_by(_question: &Self::Question) -> Option<CombatantId> {
        None
    }
    /// Whether this asks somebody to step in for whoever is struck. It may be put along with the question to the one who's struck.
    fn asks_to_step_in(_question: &Self::Question) -> bool {
        false
    }
    /// The positions a combatant can still move to this turn, for the map.
    fn reaches(_fight: &FightState<Self>, _who: CombatantId) -> Vec<PlaceOf<Self>> {
        vec![]
    }
    /// What [`Overview::reaches`] would say at the beginning of a turn of theirs, from where they stand and whoever's turn it is, for the map.
    fn could_reach(_fight: &FightState<Self>, _who: CombatantId) -> Vec<PlaceOf<Self>> {
        vec![]
    }
    /// The positions a combatant threatens from where they stand, for the map.
    fn threatens(_fight: &FightState<Self>, _who: CombatantId) -> Vec<PlaceOf<Self>> {
        vec![]
    }
    /// The rule by which this system decides on a board of squares who sees whom; `None` if its boards have no squares.
    const SIGHT: Option<SquareSight> = None;
    /// What seeing or not seeing another combatant means in this system, in sentences: "Half cover: \u{2212}2 to hit." `sight` is the
    /// board's answer; some boards have none.
    fn sight_words(
        _fight: &FightState<Self>,
        _from: &Looker<Self>,
        _to: &Looker<Self>,
        _sight: Option<&Sight>,
    ) -> Vec<String> {
        vec![]
    }
}
