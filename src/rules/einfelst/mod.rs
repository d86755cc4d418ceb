//! Einfelst Wilds: initiative cards, slow and fast manoeuvres, reactions declared before the roll, pools of d6, Harm in levels, fear, fire and
//! poison. This page only delegates. Read on in this order: `rules` (the checklist), `model` (who fights, with what, where), `chapters` (the
//! book), `verbs` (what you can do on a turn), `refusals` (why something isn't allowed), `values` (what can be read and set by name), `text`
//! (what players read). The README beside it leads from each rule to its function.

mod chapters;
mod model;
mod playing;
mod refusals;
mod rules;
mod striking;
mod text;
mod values;
mod verbs;

#[cfg(test)]
mod tests;

pub use model::{
    fact::{Event, Fact},
    options::Options,
    question::{Choice, Question, StandingOrder},
    sheet::Sheet,
    state::{Condition, Phase, Resource, State, SystemState},
};
pub use refusals::Violation;
pub use rules::Rule;
pub use verbs::Action;
use verbs::Part;

use self::{
    chapters::{lasting, movement, order, turn},
    model::{fact, options, question, references, sheet, state},
    text::{labels, once_down, other_games, story},
};
use super::{
    boards,
    delegate::{delegate, engine_types},
};
use crate::engine::{
    BetweenFights, ByHand, CombatantId, Menus, NamedValues, Overview, Playable, Ruleset, RulesetTypes, Striking,
    Wording,
    ids::Addressee,
    space::zones::{ZonePlace, Zones},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Einfelst;

engine_types!(Einfelst);

impl RulesetTypes for Einfelst {
    delegate!(types);
    type StandingOrder = StandingOrder;
    type Event = Event;
    type Space = Zones;
}

impl Ruleset for Einfelst {
    const NAME: &'static str = "einfelst";
    delegate!(rules);
    fn obey(
        _: &FightState,
        _: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        question::obey(*order, question, offers)
    }
    fn evolve(fight: &mut FightState, fact: &Fact) {
        fact::evolve(fight, fact);
    }
    fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
        references::missing(fight, fact)
    }
    fn again(fact: &Fact, before: &FightState, now: &FightState) -> Option<Fact> {
        references::again(fact, before, now)
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        order::is_beside(fight, who)
    }
}

impl Menus for Einfelst {
    const NEEDS_GM: &'static [&'static str] = &["cast"];
    delegate!(menus);
    fn is_out_of_reach(violation: &Violation) -> bool {
        matches!(violation, Violation::OutOfRange { .. } | Violation::NotClose(_))
    }
    fn distance_words(distance: u32) -> String {
        crate::rules::wording::zones_away(distance)
    }
    fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
        labels::warning(fight, who, action)
    }
}

impl Wording for Einfelst {
    delegate!(wording);
    fn begins_turn(event: &Event) -> bool {
        matches!(event, Event::Up(_))
    }
    fn ask_words(fight: &FightState, to: Addressee, question: &Question) -> String {
        labels::ask(fight, to, question)
    }
    fn choice_words(fight: &FightState, question: &Question, choice: &Choice) -> String {
        labels::choice(fight, question, choice)
    }
    fn order_words(order: &StandingOrder) -> String {
        labels::order(*order).to_owned()
    }
    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        StandingOrder::ALL.to_vec()
    }
    fn phase_words(_: Phase) -> String {
        "between turns".to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        labels::condition(*condition).to_owned()
    }
    fn awaited_words(fight: &FightState, question: &Question) -> Option<String> {
        labels::awaited(fight, question)
    }
}

impl Overview for Einfelst {
    const OPEN_REMAINING: &'static [&'static str] = &["slow", "fast"];
    delegate!(overview);
    fn is_plain_to_see(condition: &Condition) -> bool {
        matches!(
            condition,
            Condition::Restrained
                | Condition::Gagged
                | Condition::Prone
                | Condition::InCover
                | Condition::Pinned
                | Condition::Unconscious
        )
    }
    fn has_left(of: &Combatant) -> bool {
        of.state.fled
    }
    fn afflictions(fight: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::afflictions(fight, of)
    }
    fn shelter(_: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::shelter(of)
    }
    fn reaches(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
        movement::reaches(fight, who)
    }
    fn could_reach(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
        movement::could_reach(fight, who)
    }
}

impl Playable for Einfelst {
    delegate!(playable);
    fn health(fight: &FightState, who: CombatantId) -> f64 {
        fight.find(who).map_or(0.0, |it| playing::health(fight, it))
    }
    const SEARCHES_ANSWERS: bool = false;
    fn place(action: &Action) -> Option<crate::engine::ruleset::PlaceOf<Self>> {
        playing::place(action)
    }
    fn forget(known: &mut FightState, unseen: &Combatant) {
        playing::forget(known, unseen);
    }
}

impl Striking for Einfelst {
    delegate!(striking);
}

impl NamedValues for Einfelst {
    const LIES_IN_WAIT: &'static [&'static str] = &["ambush", "surprise"];
    delegate!(named_values);
    fn condition_named(name: &str) -> Option<Condition> {
        labels::condition_named(name)
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| labels::condition(it).to_owned()).collect()
    }
    fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        values::set_fight(fight, name, value)
    }
    fn board(now: &Zones, fields: &[(String, String)]) -> Result<Zones, String> {
        boards::zones(now, fields)
    }
}

impl BetweenFights for Einfelst {
    const OPEN_LASTING: &'static [&'static str] = &["physical", "mental", "points"];
    delegate!(between_fights);
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn lasting_words(fight: &FightState, who: CombatantId) -> Vec<String> {
        lasting::words(fight, who)
    }
}

impl ByHand for Einfelst {
    delegate!(by_hand);
    fn turn_spent(fight: &FightState, who: CombatantId, spent: bool) -> Vec<TableFact> {
        if spent { vec![] } else { turn::given_back(fight, who) }
    }
}
