//! What a system's menus offer, and what a player means by what they typed.

use super::Ruleset;
use crate::engine::{
    fight_state::FightState,
    ids::CombatantId,
    partial_action::{Param, ParamValue, PartialAction, VerbView},
    play_rng::PlayRng,
    refusal::Refusal,
};

/// What a combatant can choose to do: the verbs, their parameters, and what typed words mean. Menus, autocomplete, typed commands and random
/// play ask it.
pub trait Menus: Ruleset {
    /// The verbs to offer: everything [`Ruleset::check`] accepts can be reached through them, and nothing else.
    fn verbs(fight: &FightState<Self>, who: CombatantId) -> Vec<VerbView>;
    /// The next parameter of a partial action, or the action once it's complete.
    fn options(
        fight: &FightState<Self>,
        who: CombatantId,
        so_far: &PartialAction,
    ) -> Result<Param<Self::Action>, Refusal<Self>>;
    /// One of the combatant's possible actions at random; `None` if there are none. A system can pick it without building the menus that a
    /// person would use.
    fn at_random(fight: &FightState<Self>, who: CombatantId, rng: &mut PlayRng) -> Option<Self::Action> {
        random_action(fight, who, rng)
    }
    /// An action as the menus put it together, and in a few words: "Attack Bandit 2". `None` if it needs a text that only a person can write.
    fn spelled_out(
        _fight: &FightState<Self>,
        _who: CombatantId,
        _action: &Self::Action,
    ) -> Option<(PartialAction, String)> {
        None
    }
    /// What a player should know before taking this action, so that they're asked once more: "Orc and Bandit would get an attack at you."
    /// The fight is as this player knows it: combatants hidden from them aren't in it.
    fn warning(_fight: &FightState<Self>, _who: CombatantId, _action: &Self::Action) -> Option<String> {
        None
    }
    /// Whether this reason is that somebody is too far off: closer by, it would no longer hold.
    fn is_out_of_reach(_violation: &Self::Violation) -> bool {
        false
    }
    /// A distance between two combatants, in the space's own measure, as players read it: "6 m", "2 zones away".
    fn distance_words(distance: u32) -> String {
        format!("{distance} away")
    }
    /// The verb with this name, label or alias, whether or not it's possible now.
    fn verb_named(_typed: &str) -> Option<&'static str> {
        None
    }
    /// As [`Menus::verb_named`], where the meaning depends on the combatant: for a held combatant, "escape" means breaking free.
    fn verb_for(_fight: &FightState<Self>, _who: CombatantId, typed: &str) -> Option<&'static str> {
        Self::verb_named(typed)
    }
    /// What to tell a player who types a word that isn't a verb here: for a reaction, when they'll be asked; for a word from other games,
    /// what this one calls it. With the rule that says so.
    fn word_of_other_games(_typed: &str) -> Option<(&'static str, Self::Rule)> {
        None
    }
    /// What a typed verb and its parameters mean, if it's something else: `attack` with `how: grapple` may be `grapple` without it.
    fn meant_by(_verb: &str, _typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        None
    }
    /// As [`Menus::meant_by`], where the meaning depends on the combatant: `bolt` may be one of their powers.
    fn meant_by_them(
        _fight: &FightState<Self>,
        _who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        Self::meant_by(verb, typed)
    }
    /// The rule that says what a parameter can be, to be named if a player enters an unknown value.
    fn rule_of_slot(_verb: &str, _slot: &str) -> Option<Self::Rule> {
        None
    }
    /// The verbs whose actions can also be interjected while others are asked.
    const WHILE_OTHERS_ARE_ASKED: &'static [&'static str] = &[];
    /// The verbs that come to nothing unless a person says, as GM, what they lead to. Where nobody is GM, they aren't offered.
    const NEEDS_GM: &'static [&'static str] = &[];
    /// The instant that corresponds to such an action.
    fn interjected(_fight: &FightState<Self>, _who: CombatantId, _action: &Self::Action) -> Option<Self::Choice> {
        None
    }
}

/// The most parameters an action can have.
pub const MOST_PARAMS: usize = 12;
/// The text to enter where any text is allowed.
pub const WORDS: &str = "so be it";

/// One of the combatant's listed actions at random, parameter by parameter; `None` if there are none.
pub fn random_action<R: Menus>(fight: &FightState<R>, who: CombatantId, rng: &mut PlayRng) -> Option<R::Action> {
    let mut verbs = R::verbs(fight, who);
    while let Some(verb) = rng.take(&mut verbs) {
        let mut draft = PartialAction::of(verb.name);
        for _ in 0..MOST_PARAMS {
            match R::options(fight, who, &draft) {
                Ok(Param::Done(action)) => return Some(action),
                Ok(Param::Write { name, .. }) => draft = draft.with(name, ParamValue::Text(WORDS.to_owned())),
                Ok(Param::Choose { name, candidates, .. }) => match rng.pick(&candidates) {
                    Some(candidate) => draft = draft.with(name, candidate.fill.clone()),
                    None => break,
                },
                Err(_) => break,
            }
        }
    }
    None
}
