//! Sovereign, a hack of Worlds Without Number by Beau Rancourt: sides that act as a whole, Main, Move, Free and Instant actions, Shock, and
//! a grid with sight and cover. This page only delegates. Read on in this order: `rules` (the checklist), `model` (who fights, with what,
//! where), `chapters` (the book), `verbs` (what you can do on a turn), `refusals` (why something isn't allowed), `values` (what can be read
//! and set by name), `text` (what players read). The README beside it leads from each rule to its function.

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
    chapters::{instants, lasting, turn},
    model::{fact, options, references, sheet, state},
    text::{labels, lookahead, other_games},
};
use super::{
    boards,
    delegate::{delegate, engine_types},
};
use crate::engine::{
    BetweenFights, ByHand, CombatantId, Dice, Held, Menus, NamedValues, Playable, Rest, Rested, Ruleset, RulesetTypes,
    Striking, space::grid::Grid,
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sovereign;

engine_types!(Sovereign);

impl RulesetTypes for Sovereign {
    delegate!(types);
    type StandingOrder = StandingOrder;
    type Event = Event;
    type Space = Grid;
}

impl Ruleset for Sovereign {
    const NAME: &'static str = "sovereign";
    delegate!(rules);
    fn may_interject(fight: &FightState, who: CombatantId, choice: &Choice) -> bool {
        instants::may_interject(fight, who, choice)
    }
    fn begins_unseen(known: &FightState) -> bool {
        turn::begins_unseen(known)
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        turn::is_beside(fight, who)
    }
    fn instants(fight: &FightState, who: CombatantId) -> Vec<Choice> {
        instants::instants(fight, who)
    }
    fn instant(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
        instants::take(cx, who, choice)
    }
    fn obey(
        fight: &FightState,
        who: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        instants::obey(fight, who, *order, question, offers)
    }
    fn evolve(fight: &mut FightState, fact: &Fact) {
        fact::evolve(fight, fact);
    }
    fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
        references::missing(fight, fact)
    }
    fn missing_in_event(fight: &FightState, event: &Event) -> Option<String> {
        references::missing_in_event(fight, event)
    }
    fn again(fact: &Fact, before: &FightState, now: &FightState) -> Option<Fact> {
        references::again(fact, before, now)
    }
}

impl Menus for Sovereign {
    const WHILE_OTHERS_ARE_ASKED: &'static [&'static str] = verbs::WHILE_HOLDING;
    delegate!(menus);
    fn is_out_of_reach(violation: &Violation) -> bool {
        matches!(violation, Violation::OutOfReach { .. } | Violation::OutOfRange { .. })
    }
    fn distance_words(distance: u32) -> String {
        format!("{} ft", distance * model::board::SQUARE_FT)
    }
    fn meant_by_them(
        fight: &FightState,
        who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        verbs::meant_by_them(fight, who, verb, typed)
    }
    fn interjected(fight: &FightState, who: CombatantId, action: &Action) -> Option<Choice> {
        instants::interjected(fight, who, action)
    }
    fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
        lookahead::warning(fight, who, action)
    }
}

impl Playable for Sovereign {
    delegate!(playable);
    fn place(action: &Action) -> Option<crate::engine::ruleset::PlaceOf<Self>> {
        playing::place(action)
    }
    fn leads_up_to(action: &Action) -> Option<CombatantId> {
        playing::leads_up_to(action)
    }
    fn forget(known: &mut FightState, unseen: &Combatant) {
        playing::forget(known, unseen);
    }
}

impl Striking for Sovereign {
    // A foe "takes 11 damage" for everyone to read; how many HP it has left is the GM's.
    const TELLS_HARM: bool = true;
    delegate!(striking);
}

impl NamedValues for Sovereign {
    const LIES_IN_WAIT: &'static [&'static str] = &["surprise", "surprised"];
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
    fn board(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
        boards::grid(now, fields)
    }
}

impl BetweenFights for Sovereign {
    const OPEN_LASTING: &'static [&'static str] = &["hp", "frail", "dead"];
    delegate!(between_fights);
    fn lasting_words(fight: &FightState, who: CombatantId) -> Vec<String> {
        lasting::words(fight, who)
    }
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.hidden
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, dice: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind, dice)
    }
}

impl ByHand for Sovereign {
    delegate!(by_hand);
}
