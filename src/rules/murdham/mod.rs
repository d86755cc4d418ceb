//! Murdham: rounds, turns, attacks, reactions, blasts, stunts, grips, harm, morale, chases, the wear of gear, sneaking, fear, size,
//! powers, fast and slow phases, the chaos of combat. This page only delegates. Read on in this order: `rules` (the checklist), `model`
//! (who fights, with what, where), `chapters` (the book), `verbs` (what a turn offers), `refusals` (why something is not allowed), `values`
//! (what can be read and set by name), `text` (how it is told). The README beside it leads from each rule to its function.

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

pub use chapters::reaction::{Choice, Question, StandingOrder};
pub use model::{
    event::Event,
    fact::Fact,
    manner::{Manner, Pace, With},
    options::Options,
    sheet::Sheet,
    state::{Condition, Phase, Resource, State, SystemState},
};
pub use refusals::Violation;
pub use rules::Rule;
pub use verbs::Action;
use verbs::Part;

use self::{
    chapters::{lasting, reaction, turn, unseen_turns},
    model::{board, evolve, options, references, sheet, state},
    text::{labels, lookahead, once_down, other_games, story},
};
use super::{
    delegate::{delegate, engine_types},
    names::key,
};
use crate::engine::{
    BetweenFights, ByHand, CombatantId, Dice, Held, Menus, NamedValues, Overview, Playable, Rest, Rested, Ruleset,
    RulesetTypes, SideId, Striking, Wording,
    ids::Addressee,
    space::zones::{ZonePlace, Zones},
};
use serde::{Deserialize, Serialize};

/// The system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Murdham;

engine_types!(Murdham);

impl RulesetTypes for Murdham {
    delegate!(types);
    type StandingOrder = StandingOrder;
    type Event = Event;
    type Space = Zones;
}

impl Ruleset for Murdham {
    const NAME: &'static str = "murdham";
    delegate!(rules);
    fn begins_unseen(known: &FightState) -> bool {
        turn::begins_unseen(known)
    }
    fn obey(
        fight: &FightState,
        who: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        reaction::obey(fight, who, *order, question, offers)
    }
    fn evolve(fight: &mut FightState, fact: &Fact) {
        evolve::evolve(fight, fact);
    }
    fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
        references::missing(fight, fact)
    }
    fn acts_beside(fight: &FightState, who: CombatantId) -> bool {
        unseen_turns::is_beside(fight, who)
    }
}

impl Menus for Murdham {
    const NEEDS_GM: &'static [&'static str] = &["contest", "stunt"];
    delegate!(menus);
    fn warning(fight: &FightState, who: CombatantId, action: &Action) -> Option<String> {
        lookahead::warning(fight, who, action)
    }
    fn is_out_of_reach(violation: &Violation) -> bool {
        matches!(violation, Violation::OutOfRange { .. } | Violation::FarAndMoving(_))
    }
    fn distance_words(distance: u32) -> String {
        crate::rules::wording::zones_away(distance)
    }
}

impl Wording for Murdham {
    delegate!(wording);
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
        StandingOrder::ALL.iter().map(|it| (labels::order(*it), *it)).collect()
    }
    fn phase_words(phase: Phase) -> String {
        phase.name().to_owned()
    }
    fn condition_words(condition: &Condition) -> String {
        condition.name().to_owned()
    }
    fn die_words(die: &crate::engine::Die) -> Option<String> {
        chapters::damage::die_words(die)
    }
}

impl Overview for Murdham {
    const OPEN_REMAINING: &'static [&'static str] = &["main", "bonus"];
    delegate!(overview);
    fn is_plain_to_see(condition: &Condition) -> bool {
        // How much somebody can carry tells how strong they are; everything else shows, and is told as it happens.
        *condition != Condition::Encumbered
    }
    fn has_left(of: &Combatant) -> bool {
        of.state.flight != state::Flight::Stays
    }
    fn afflictions(_: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::afflictions(of)
    }
    fn shelter(_: &FightState, of: &Combatant) -> Vec<&'static str> {
        labels::shelter(of)
    }
    fn reaches(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
        lookahead::reaches(fight, who)
    }
    fn could_reach(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
        lookahead::could_reach(fight, who)
    }
    fn threatens(fight: &FightState, who: CombatantId) -> Vec<ZonePlace> {
        lookahead::threatens(fight, who)
    }
    fn asks_to_step_in(question: &Question) -> bool {
        matches!(question, Question::Guard { .. } | Question::GuardBlast { .. })
    }
    fn chosen_by(question: &Question) -> Option<CombatantId> {
        match question {
            Question::Shelter { from, .. } => Some(*from),
            _ => None,
        }
    }
}

impl Playable for Murdham {
    delegate!(playable);
    fn health(fight: &FightState, who: CombatantId) -> f64 {
        fight.find(who).map_or(0.0, playing::health)
    }
    fn place(action: &Action) -> Option<crate::engine::ruleset::PlaceOf<Self>> {
        playing::place(action)
    }
    fn forget(known: &mut FightState, unseen: &Combatant) {
        playing::forget(known, unseen);
    }
    fn protects(question: &Question) -> Option<CombatantId> {
        playing::protects(question)
    }
    fn blind_spots(fight: &FightState) -> Vec<String> {
        playing::blind_spots(fight)
    }
}

impl Striking for Murdham {
    delegate!(striking);
    // A blow's dice fall for everyone to see; what a foe's armour takes off is the GM's.
    fn is_damage(roll: &Roll) -> bool {
        striking::is_damage(roll)
    }
}

impl NamedValues for Murdham {
    const AT_A_TABLE: &'static [(&'static str, &'static str)] = &[("guards", "in-danger")];
    delegate!(named_values);
    fn condition_named(name: &str) -> Option<Condition> {
        Condition::ALL.into_iter().find(|it| key(it.name()) == key(name))
    }
    fn condition_menu() -> Vec<String> {
        Condition::ALL.into_iter().map(|it| it.name().to_owned()).collect()
    }
    fn set_fight(fight: &FightState, name: &str, value: &str) -> Result<Vec<TableFact>, String> {
        values::set_fight(fight, name, value)
    }
    fn board(now: &Zones, fields: &[(String, String)]) -> Result<Zones, String> {
        board::board(now, fields)
    }
}

impl BetweenFights for Murdham {
    const OPEN_LASTING: &'static [&'static str] = &["health", "injuries", "plight"];
    delegate!(between_fights);
    fn begins_hidden(sheet: &Sheet) -> bool {
        sheet.concealed // R40
    }
    fn begins_with(sheet: &Sheet) -> Vec<Held<Self>> {
        lasting::begins_with(sheet)
    }
    fn lasting_words(fight: &FightState, who: CombatantId) -> Vec<String> {
        lasting::words(fight, who)
    }
    fn rests() -> Vec<Rest> {
        lasting::RESTS.to_vec()
    }
    fn rest(sheet: &Sheet, kind: &str, _dice: &mut dyn Dice) -> Rested<Sheet> {
        lasting::rest(sheet, kind)
    }
}

impl ByHand for Murdham {
    delegate!(by_hand);
    fn step_given(fight: &FightState, side: SideId) -> Vec<TableFact> {
        turn::step_given(fight, side)
    }
}
