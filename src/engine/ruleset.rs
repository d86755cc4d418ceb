//! What a rule system must say. Everything else is shared. A system writes against this trait; the table talks to it through
//! `rules::Session` and never learns which one it is.

use super::{
    budget::{Budget, Refill},
    condition::Held,
    dice::Dice,
    fact::{Record, TableFact},
    fight_state::{ClockOn, Combatant, FightState},
    ids::{CombatantId, SideId},
    partial_action::{Param, PartialAction, VerbView},
    play::{self, PlayRng},
    procedure::{Cx, Flow},
    refusal::Refusal,
    space::{PlaceOf, Space, grid::Sight},
    view::{Details, Line, Mark, Vital},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// What can be kept in a log: compared, copied, written and read back.
pub trait Value: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Value for T {}

/// A rule as players see it cited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// Its number on the system's page: "R22", "A25".
    pub number: &'static str,
    /// Its name: "Counter".
    pub title: &'static str,
    /// One sentence, in our words.
    pub sentence: &'static str,
    /// A ruling of ours where the rule text is silent; never shown as the book's rule.
    pub ruling: bool,
}

/// A typed citation.
pub trait Citable: Sized {
    /// How it is shown.
    fn citation(&self) -> Citation;
    /// All rules of the system.
    fn all() -> Vec<Self>;
}

/// A beginning or an end. Each is an action of its own in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Transition<R: Ruleset> {
    /// The GM opens the fight.
    FightBegins,
    /// Somebody comes into a fight that may be under way.
    Joins(CombatantId),
    /// A round begins.
    RoundBegins,
    /// A phase begins.
    PhaseBegins(R::Phase),
    /// A turn begins.
    TurnBegins(CombatantId),
    /// A turn ends.
    TurnEnds(CombatantId),
    /// A side passes: by its own word, or because nobody of it can act.
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

/// A kind of rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rest {
    /// Its name, as typed: `night`.
    pub name: &'static str,
    /// What it takes and gives, in one sentence.
    pub sentence: &'static str,
}

/// What a rest did.
#[derive(Clone, Debug, PartialEq)]
pub struct Rested<S> {
    /// The sheet after it.
    pub sheet: S,
    /// What there is to say besides the fields that changed: what was rolled, what the rest did not help.
    pub words: Vec<String>,
}

/// One end of a look across the place.
#[derive(Clone, Debug, PartialEq)]
pub struct Looker<R: Ruleset> {
    /// Who it is; `None` for a position alone.
    pub who: Option<CombatantId>,
    /// Where.
    pub at: PlaceOf<R>,
}

/// A rule system.
pub trait Ruleset: Value + Eq {
    /// Its name, as typed: `murdham`.
    const NAME: &'static str;
    /// Numbers and gear that a fight does not change.
    type Sheet: Value;
    /// Numbers and gear that it does.
    type State: Value;
    /// What belongs to the fight as a whole.
    type SystemState: Value + Default;
    /// What tables may choose.
    type Options: Value + Default;
    /// What somebody does.
    type Action: Value;
    /// What a question is about.
    type Question: Value;
    /// What may be answered.
    type Choice: Value;
    /// An answer given in advance.
    type StandingOrder: Value;
    /// What changes only in this system.
    type Fact: Value;
    /// A rule or a ruling.
    type Rule: Value + Copy + Citable;
    /// Why something is not allowed.
    type Violation: Value;
    /// A condition somebody is under.
    type Condition: Value;
    /// Something that is spent and refilled.
    type Resource: Value + Copy;
    /// A part of the round.
    type Phase: Value + Copy;
    /// Where fights take place.
    type Space: Value + Space + Default;

    /// The beginnings and ends of fight, round, phase and turn, with all the rules that happen then.
    fn transition(cx: &mut Cx<'_, Self>, transition: &Transition<Self>) -> Flow<Self>;
    /// The transition that is due when nothing is pending; `None` when it is somebody's choice. It must come to rest.
    fn due(fight: &FightState<Self>) -> Option<Transition<Self>>;
    /// The truth about legality: the refusal names the rule. [`Ruleset::perform`] is called only after it agreed.
    fn check(fight: &FightState<Self>, who: CombatantId, action: &Self::Action) -> Result<(), Refusal<Self>>;
    /// Whether a side may pass now.
    fn check_pass(fight: &FightState<Self>, side: SideId) -> Result<(), Refusal<Self>>;
    /// Those who may begin or go on with a turn now, for the list of who may act.
    fn may_act(fight: &FightState<Self>) -> Vec<CombatantId>;
    /// Whether, to those who know of nobody but these, the fight has not begun yet: only the unseen act. The table then keeps its
    /// beginning from them until somebody is seen or the unseen are done.
    fn begins_unseen(_known: &FightState<Self>) -> bool {
        false
    }
    /// What to offer: everything [`Ruleset::check`] accepts can be reached through it, and nothing else.
    fn verbs(fight: &FightState<Self>, who: CombatantId) -> Vec<VerbView>;
    /// The next slot of a half-written action, or the action once it is whole.
    fn options(
        fight: &FightState<Self>,
        who: CombatantId,
        so_far: &PartialAction,
    ) -> Result<Param<Self::Action>, Refusal<Self>>;
    /// The verb of this name, of this label, or for which this is another whole word, whether it is possible now or not.
    fn verb_named(_typed: &str) -> Option<&'static str> {
        None
    }
    /// The same where it depends on who says it: who is held means breaking free by "escape".
    fn verb_for(_field: &FightState<Self>, _who: CombatantId, typed: &str) -> Option<&'static str> {
        Self::verb_named(typed)
    }
    /// What to tell somebody who types a word that is no verb here: for a reaction, when it is asked; for what other games have, what it is
    /// called in this one. With the rule that says so.
    fn word_of_other_games(_typed: &str) -> Option<(&'static str, Self::Rule)> {
        None
    }
    /// What is meant by a verb and slots as they were typed, where it is something else: `attack` with `how: grapple` may be
    /// `grapple` without it.
    fn meant_by(_verb: &str, _typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
        None
    }
    /// The same where it depends on who says it: `bolt` may be a power of theirs.
    fn meant_by_them(
        _field: &FightState<Self>,
        _who: CombatantId,
        verb: &str,
        typed: &[(String, String)],
    ) -> Option<(&'static str, Vec<(String, String)>)> {
        Self::meant_by(verb, typed)
    }
    /// The rule that says what there is to choose from in a slot, where a refusal of something unheard of should name it.
    fn rule_of_slot(_verb: &str, _slot: &str) -> Option<Self::Rule> {
        None
    }
    /// Something that somebody may do now, at random; `None` if there is nothing. A system may draw it without writing the menus
    /// from which a person would choose it.
    fn at_random(fight: &FightState<Self>, who: CombatantId, rng: &mut PlayRng) -> Option<Self::Action> {
        play::action(fight, who, rng)
    }
    /// Does it.
    fn perform(cx: &mut Cx<'_, Self>, who: CombatantId, action: &Self::Action) -> Flow<Self>;
    /// What somebody may interject while another is asked.
    fn instants(_field: &FightState<Self>, _who: CombatantId) -> Vec<Self::Choice> {
        vec![]
    }
    /// Whether somebody may interject this. A system whose instants are too many to list for one question judges it alone.
    fn may_interject(fight: &FightState<Self>, who: CombatantId, choice: &Self::Choice) -> bool {
        Self::instants(fight, who).contains(choice)
    }
    /// The verbs whose actions may also be interjected while others are asked.
    const INTERJECTED: &'static [&'static str] = &[];
    /// The instant that such an action is.
    fn interjected(_field: &FightState<Self>, _who: CombatantId, _action: &Self::Action) -> Option<Self::Choice> {
        None
    }
    /// Does an instant that was interjected.
    fn instant(_cx: &mut Cx<'_, Self>, _who: CombatantId, _choice: &Self::Choice) -> Flow<Self> {
        Ok(())
    }
    /// The offer that an order given in advance takes, if it speaks of this question.
    fn obey(
        fight: &FightState<Self>,
        who: CombatantId,
        order: &Self::StandingOrder,
        question: &Self::Question,
        offers: &[Self::Choice],
    ) -> Option<usize>;
    /// Changes the fight by a fact of this system. No rules, and it cannot fail as long as everything exists that the fact speaks of.
    fn evolve(fight: &mut FightState<Self>, fact: &Self::Fact);
    /// What a fact of this system speaks of that does not exist, other than combatants and sides, in words: "gear 9 of Ana".
    fn missing(_field: &FightState<Self>, _fact: &Self::Fact) -> Option<String> {
        None
    }
    /// The same change done again where something that came before it has been taken back: what a fact names by its place in a list, or
    /// gives as a whole list, is what it meant in the fight `before` it. `None` if that is not there.
    fn again(fact: &Self::Fact, _before: &FightState<Self>, _now: &FightState<Self>) -> Option<Self::Fact> {
        Some(fact.clone())
    }

    /// The facts by which a turn that the GM gives by hand begins: what its owner has for it.
    fn turn_given(_field: &FightState<Self>, who: CombatantId) -> Vec<TableFact<Self>> {
        vec![TableFact::Refilled { who, when: Refill::Turn }]
    }
    /// Whether somebody's turns are taken beside the order, because nobody may know that they are there: what the GM gives them by hand
    /// does not interrupt it.
    fn acts_beside(_field: &FightState<Self>, _who: CombatantId) -> bool {
        false
    }
    /// The facts that go with it when the GM uses up somebody's turn of this round by hand, or gives it back: a system whose order keeps
    /// that elsewhere than in [`Turns::spent`](super::turns::Turns) says where.
    fn turn_spent(_field: &FightState<Self>, _who: CombatantId, _spent: bool) -> Vec<TableFact<Self>> {
        vec![]
    }
    /// The facts that go with it when the GM hides somebody: who has ended their turn of this round has none left beside the order.
    fn hidden(_field: &FightState<Self>, _who: CombatantId) -> Vec<TableFact<Self>> {
        vec![]
    }
    /// The facts that go with it when the GM makes it a side's step by hand: its clock, and the end of a turn under way.
    fn step_given(_field: &FightState<Self>, _side: SideId) -> Vec<TableFact<Self>> {
        vec![]
    }
    /// A fight begins with options that were kept from an older build: what they could not say yet holds as in every new fight.
    fn begins_anew(_options: &mut Self::Options) {}
    /// A newcomer's state and resources.
    fn fresh(sheet: &Self::Sheet) -> (Self::State, Budget<Self::Resource>);

    /// Whether somebody with this sheet joins hidden from the other sides.
    fn begins_hidden(_sheet: &Self::Sheet) -> bool {
        false
    }

    // ---- what a fight leaves behind, and what a rest gives back

    /// The conditions that somebody with this sheet begins the fight under: what lasts of an earlier one.
    fn begins_with(_sheet: &Self::Sheet) -> Vec<Held<Self>> {
        vec![]
    }
    /// The sheet with which somebody goes out of the fight, and into the next: health, injuries, gear as they are now. Whatever the
    /// fight does not change is as in their sheet. It is told and merged by its fields, so what lasts must be a field of the sheet.
    fn lasting(fight: &FightState<Self>, who: CombatantId) -> Self::Sheet {
        (*fight.combatant(who).sheet).clone()
    }
    /// What else there is to say about how somebody leaves the fight: sentences for the GM and for whose character it is.
    fn lasting_words(_field: &FightState<Self>, _who: CombatantId) -> Vec<String> {
        vec![]
    }
    /// The kinds of rest there are, the shortest first.
    fn rests() -> Vec<Rest> {
        vec![]
    }
    /// What a rest of this kind (a [`Rest::name`] of [`Ruleset::rests`]) does to somebody with this sheet. A system without dice in
    /// its recovery leaves them alone.
    fn rest(sheet: &Self::Sheet, _kind: &str, _dice: &mut dyn Dice) -> Rested<Self::Sheet> {
        Rested { sheet: sheet.clone(), words: vec![] }
    }

    // ---- how it is told (each system's story.rs)

    /// The story of an action so far, in lines.
    fn story_lines(fight: &FightState<Self>, records: &[Record<Self>]) -> Vec<Line>;
    /// What a question says to the person asked.
    fn ask_words(fight: &FightState<Self>, to: super::ids::Addressee, question: &Self::Question) -> String;
    /// What everybody may know that the GM is asked, in words that follow "waiting for the GM:"; `None` where that is the GM's secret, or
    /// speaks of somebody who is not in the fight, which is as its reader knows it.
    fn awaited_words(_field: &FightState<Self>, _question: &Self::Question) -> Option<String> {
        None
    }
    /// What a choice is called on its button.
    fn choice_words(fight: &FightState<Self>, question: &Self::Question, choice: &Self::Choice) -> String;
    /// What an order given in advance says.
    fn order_words(order: &Self::StandingOrder) -> String;
    /// The orders with which somebody comes into a fight: what the GM's own need not be asked about unless the GM wants it.
    fn first_orders(_owner: Option<super::Seat>) -> Vec<Self::StandingOrder> {
        vec![]
    }
    /// The orders that can be given, by the word for each.
    fn order_menu() -> Vec<(&'static str, Self::StandingOrder)>;
    /// Why something is refused: one sentence with a way on, and the rule.
    fn violation_words(fight: &FightState<Self>, violation: &Self::Violation) -> (String, Option<Self::Rule>);
    /// What a phase is called.
    fn phase_words(phase: Self::Phase) -> String;
    /// What a condition is called.
    fn condition_words(condition: &Self::Condition) -> String;
    /// Whether everybody at the table sees that somebody is under it, whoever plays them.
    fn is_plain_to_see(_condition: &Self::Condition) -> bool {
        false
    }
    /// A condition by its name.
    fn condition_named(name: &str) -> Option<Self::Condition>;
    /// The names of all conditions, for suggestions.
    fn condition_menu() -> Vec<String> {
        vec![]
    }
    /// The vital numbers of somebody: exact ones and the word that strangers see instead.
    fn vitals(fight: &FightState<Self>, of: &Combatant<Self>) -> Vec<Vital>;
    /// How somebody stands in the round, as a mark and as the word beside it.
    fn standing(fight: &FightState<Self>, of: &Combatant<Self>) -> (Mark, String);
    /// What shields somebody where they stand, in a word or two each, for the map: "in cover".
    fn shelter(_field: &FightState<Self>, _of: &Combatant<Self>) -> Vec<&'static str> {
        vec![]
    }
    /// What is the matter with somebody besides their conditions, in a word or two each, for everybody to see: "on fire".
    fn afflictions(_field: &FightState<Self>, _of: &Combatant<Self>) -> Vec<&'static str> {
        vec![]
    }
    /// The positions to which somebody could still move in this turn, for the map that they look at.
    fn reaches(_field: &FightState<Self>, _who: CombatantId) -> Vec<PlaceOf<Self>> {
        vec![]
    }
    /// The positions that somebody threatens from where they stand, for the map that they look at.
    fn threatens(_field: &FightState<Self>, _who: CombatantId) -> Vec<PlaceOf<Self>> {
        vec![]
    }
    /// What it means in this system how one sees another, in sentences: "Half cover: \u{2212}2 to hit." `sight` is what the place says of it;
    /// a place that says nothing has none.
    fn sight_words(
        _field: &FightState<Self>,
        _from: &Looker<Self>,
        _to: &Looker<Self>,
        _sight: Option<&Sight>,
    ) -> Vec<String> {
        vec![]
    }
    /// What somebody should know before they do this, so that they are asked once more: "Orc and Bandit would get an attack at you." The
    /// fight is as whoever plays them knows it: whoever is hidden from them is not in it.
    fn warning(_field: &FightState<Self>, _who: CombatantId, _action: &Self::Action) -> Option<String> {
        None
    }
    /// What of [`Ruleset::remaining`] everybody may know of a foe: what everybody has in a turn, and is seen to spend.
    const OPEN_REMAINING: &'static [&'static str] = &[];
    /// What is left of the turn that somebody is taking or could begin, as (what, how much), for their own eyes.
    fn remaining(_field: &FightState<Self>, _who: CombatantId) -> Vec<(String, String)> {
        vec![]
    }
    /// What the tracker says besides the list: thresholds, who holds the initiative, how a turn stands. The fight is as its viewer
    /// knows it: whoever is hidden from them is not in it, not even if the state of somebody else speaks of them.
    fn details(fight: &FightState<Self>) -> Details;
    /// A value of a combatant by its name, for scripts and for `/who`.
    fn read(fight: &FightState<Self>, who: CombatantId, name: &str) -> Option<String>;
    /// The facts by which the GM sets a value by its name.
    ///
    /// # Errors
    /// A sentence that says what is wrong with the name or the value.
    fn set(fight: &FightState<Self>, who: CombatantId, name: &str, value: &str)
    -> Result<Vec<TableFact<Self>>, String>;
    /// Reads a sheet from the fields that were typed. Every problem at once, each with its field.
    fn sheet(fields: &[(String, String)]) -> Result<Self::Sheet, Vec<(String, String)>>;
    /// The fields of a sheet, as [`Ruleset::sheet`] reads them.
    fn sheet_fields(sheet: &Self::Sheet) -> Vec<(String, String)>;
    /// Ready-made sheets, by name.
    fn templates() -> Vec<(String, Self::Sheet)>;
    /// Reads one option of the system (`fat`, `on`).
    fn set_option(options: &mut Self::Options, name: &str, value: &str) -> Result<(), String>;
    /// Who has just chosen what this question asks somebody else to agree to. As long as it is open, those who do not see the one who is
    /// asked see the first still asked.
    fn chosen_by(_question: &Self::Question) -> Option<CombatantId> {
        None
    }
    /// Has those whom nobody sees take their turns beside the order, or in it again: a GM with a channel of their own plays so. A system
    /// whose order can tell of nobody has nothing to do.
    fn unseen_beside(_options: &mut Self::Options, _on: bool) {}
    /// The options with their values, for showing.
    fn option_fields(options: &Self::Options) -> Vec<(String, String)>;
    /// Values of the fight that its GM alone is told of while it gathers, since they say that somebody lies in wait, in the spelling of
    /// `rules::names::key`.
    const LIES_IN_WAIT: &'static [&'static str] = &[];
    /// The facts by which the GM sets a value of the fight as a whole by its name (`initiative`).
    ///
    /// # Errors
    /// A sentence that says what is wrong with the name or the value.
    fn set_fight(_field: &FightState<Self>, name: &str, _value: &str) -> Result<Vec<TableFact<Self>>, String> {
        Err(format!("This system has nothing called \u{201c}{name}\u{201d} to set."))
    }
    /// A value of the fight as a whole by its name.
    fn read_fight(_field: &FightState<Self>, _name: &str) -> Option<String> {
        None
    }
    /// Reads a board: its kind of lines are the system's own. What they do not speak of may stay as it is now.
    ///
    /// # Errors
    /// What is wrong with it.
    fn board(now: &Self::Space, fields: &[(String, String)]) -> Result<Self::Space, String>;
}
