//! What a rule system has to provide; everything else is shared. A system implements this trait. The table uses it through `rules::Session`
//! and never learns which system it is.

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
    roll::Die,
    space::{PlaceOf, Space, grid::Sight},
    view::{Details, Line, Mark, Vital},
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;

/// A type that can be stored in a log: compared, copied, written and read back.
pub trait Value: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static {}
impl<T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static> Value for T {}

/// A rule as players see it cited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Citation {
    /// The number on the system's page: "R22", "A25".
    pub number: &'static str,
    /// The title: "Counter".
    pub title: &'static str,
    /// One sentence in our own words.
    pub sentence: &'static str,
    /// Whether it's our own ruling where the rules are silent; never shown as the book's rule.
    pub ruling: bool,
}

/// A typed citation.
pub trait Citable: Sized {
    /// How it is shown.
    fn citation(&self) -> Citation;
    /// All rules of the system.
    fn all() -> Vec<Self>;
}

/// A beginning or an end. Each is its own action in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub enum Transition<R: Ruleset> {
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

/// A kind of rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rest {
    /// The name as typed: `night`.
    pub name: &'static str,
    /// What it requires and restores, in one sentence.
    pub sentence: &'static str,
}

/// The result of a rest.
#[derive(Clone, Debug, PartialEq)]
pub struct Rested<S> {
    /// The sheet after the rest.
    pub sheet: S,
    /// Anything to say besides the fields that changed: what was rolled, what the rest didn't help.
    pub words: Vec<String>,
}

/// One end of a line of sight.
#[derive(Clone, Debug, PartialEq)]
pub struct Looker<R: Ruleset> {
    /// The combatant; `None` for a bare position.
    pub who: Option<CombatantId>,
    /// The position.
    pub at: PlaceOf<R>,
}

/// A rule system.
pub trait Ruleset: Value + Eq {
    /// The name as typed: `murdham`.
    const NAME: &'static str;
    /// Numbers and gear that a fight doesn't change.
    type Sheet: Value;
    /// Numbers and gear that a fight changes.
    type State: Value;
    /// State of the fight as a whole.
    type SystemState: Value + Default;
    /// Options a table can choose.
    type Options: Value + Default;
    /// What a combatant does.
    type Action: Value;
    /// What a question is about.
    type Question: Value;
    /// A possible answer.
    type Choice: Value;
    /// A standing order.
    type StandingOrder: Value;
    /// A change in this system alone.
    type Fact: Value;
    /// Something that happens in this system alone and changes nothing: a blow, before anyone knows whether it hits. The story tells it.
    type Event: Value;
    /// A rule or a ruling.
    type Rule: Value + Copy + Citable;
    /// Why an action isn't allowed.
    type Violation: Value;
    /// A condition that a combatant has.
    type Condition: Value;
    /// Something combatants spend and get back.
    type Resource: Value + Copy;
    /// A part of the round.
    type Phase: Value + Copy;
    /// The kind of board that fights take place on.
    type Space: Value + Space + Default;

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
    /// The verbs to offer: everything [`Ruleset::check`] accepts can be reached through them, and nothing else.
    fn verbs(fight: &FightState<Self>, who: CombatantId) -> Vec<VerbView>;
    /// The next parameter of a partial action, or the action once it's complete.
    fn options(
        fight: &FightState<Self>,
        who: CombatantId,
        so_far: &PartialAction,
    ) -> Result<Param<Self::Action>, Refusal<Self>>;
    /// The verb with this name, label or alias, whether or not it's possible now.
    fn verb_named(_typed: &str) -> Option<&'static str> {
        None
    }
    /// As [`Ruleset::verb_named`], where the meaning depends on the combatant: for a held combatant, "escape" means breaking free.
    fn verb_for(_field: &FightState<Self>, _who: CombatantId, typed: &str) -> Option<&'static str> {
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
    /// As [`Ruleset::meant_by`], where the meaning depends on the combatant: `bolt` may be one of their powers.
    fn meant_by_them(
        _field: &FightState<Self>,
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
    /// One of the combatant's possible actions at random; `None` if there are none. A system can pick it without building the menus that a
    /// person would use.
    fn at_random(fight: &FightState<Self>, who: CombatantId, rng: &mut PlayRng) -> Option<Self::Action> {
        play::action(fight, who, rng)
    }
    /// Performs the action.
    fn perform(cx: &mut Cx<'_, Self>, who: CombatantId, action: &Self::Action) -> Flow<Self>;
    /// The instants a combatant can interject while another is asked.
    fn instants(_field: &FightState<Self>, _who: CombatantId) -> Vec<Self::Choice> {
        vec![]
    }
    /// Whether the combatant can interject this. A system with too many instants to list per question judges each one instead.
    fn may_interject(fight: &FightState<Self>, who: CombatantId, choice: &Self::Choice) -> bool {
        Self::instants(fight, who).contains(choice)
    }
    /// The verbs whose actions can also be interjected while others are asked.
    const INTERJECTED: &'static [&'static str] = &[];
    /// The instant that corresponds to such an action.
    fn interjected(_field: &FightState<Self>, _who: CombatantId, _action: &Self::Action) -> Option<Self::Choice> {
        None
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
    fn missing(_field: &FightState<Self>, _fact: &Self::Fact) -> Option<String> {
        None
    }
    /// As [`Ruleset::missing`], for an event.
    fn missing_in_event(_field: &FightState<Self>, _event: &Self::Event) -> Option<String> {
        None
    }
    /// The same change for a fight in which something before it was taken back. Where a fact refers to something by its place in a list, or
    /// contains a whole list, it keeps the meaning it had in the fight `before`. `None` if that no longer exists.
    fn again(fact: &Self::Fact, _before: &FightState<Self>, _now: &FightState<Self>) -> Option<Self::Fact> {
        Some(fact.clone())
    }

    /// The facts that begin a turn the GM gives by hand: what the combatant gets for it.
    fn turn_given(_field: &FightState<Self>, who: CombatantId) -> Vec<TableFact<Self>> {
        vec![TableFact::Refilled { who, when: Refill::Turn }]
    }
    /// Whether the combatant's turns are outside the turn order because the other sides may not know about them. A turn the GM gives such a
    /// combatant doesn't interrupt the order.
    fn acts_beside(_field: &FightState<Self>, _who: CombatantId) -> bool {
        false
    }
    /// Further facts for when the GM uses up a combatant's turn of this round by hand or gives it back: a system that doesn't track this in
    /// [`Turns::spent`](super::turns::Turns) updates its own state here.
    fn turn_spent(_field: &FightState<Self>, _who: CombatantId, _spent: bool) -> Vec<TableFact<Self>> {
        vec![]
    }
    /// Further facts for when the GM hides a combatant: if their turn of this round is over, they have none left outside the order.
    fn hidden(_field: &FightState<Self>, _who: CombatantId) -> Vec<TableFact<Self>> {
        vec![]
    }
    /// Further facts for when the GM makes it a side's step by hand: its clock, and the end of the current turn.
    fn step_given(_field: &FightState<Self>, _side: SideId) -> Vec<TableFact<Self>> {
        vec![]
    }
    /// Updates options stored by an older build when a fight begins with them: settings it didn't have yet get the defaults of a new fight.
    fn begins_anew(_options: &mut Self::Options) {}
    /// A newcomer's state and resources.
    fn fresh(sheet: &Self::Sheet) -> (Self::State, Budget<Self::Resource>);

    /// Whether a combatant with this sheet joins hidden from the other sides.
    fn begins_hidden(_sheet: &Self::Sheet) -> bool {
        false
    }

    // ---- what a fight leaves behind, and what a rest restores

    /// The conditions that a combatant with this sheet begins the fight with: those that last from an earlier one.
    fn begins_with(_sheet: &Self::Sheet) -> Vec<Held<Self>> {
        vec![]
    }
    /// The sheet a combatant takes from this fight into the next: health, injuries and gear as they are now. Everything the fight doesn't
    /// change stays as in their sheet. Sheets are shown and merged field by field, so whatever lasts must be a field of the sheet.
    fn lasting(fight: &FightState<Self>, who: CombatantId) -> Self::Sheet {
        (*fight.combatant(who).sheet).clone()
    }
    /// What else to say about how a combatant leaves the fight: sentences for the GM and for the character's player.
    fn lasting_words(_field: &FightState<Self>, _who: CombatantId) -> Vec<String> {
        vec![]
    }
    /// The kinds of rest, shortest first.
    fn rests() -> Vec<Rest> {
        vec![]
    }
    /// What a rest of this kind (a [`Rest::name`] from [`Ruleset::rests`]) does to a character with this sheet. A system without dice in
    /// its recovery leaves the dice alone.
    fn rest(sheet: &Self::Sheet, _kind: &str, _dice: &mut dyn Dice) -> Rested<Self::Sheet> {
        Rested { sheet: sheet.clone(), words: vec![] }
    }

    // ---- how it's told (each system's story.rs)

    /// The story of an action so far, in lines.
    fn story_lines(fight: &FightState<Self>, records: &[Record<Self>]) -> Vec<Line>;
    /// The text of a question for the person asked.
    fn ask_words(fight: &FightState<Self>, to: super::ids::Addressee, question: &Self::Question) -> String;
    /// What everyone may know about a question to the GM, in words that follow "waiting for the GM:". `None` if that's the GM's secret, or
    /// if it mentions a combatant missing from the fight, which is as its reader knows it.
    fn awaited_words(_field: &FightState<Self>, _question: &Self::Question) -> Option<String> {
        None
    }
    /// A choice's label on its button.
    fn choice_words(fight: &FightState<Self>, question: &Self::Question, choice: &Self::Choice) -> String;
    /// A standing order in words.
    fn order_words(order: &Self::StandingOrder) -> String;
    /// The orders a combatant starts the fight with: questions about the GM's own combatants that needn't be asked unless the GM wants
    /// them.
    fn first_orders(_owner: Option<super::Seat>) -> Vec<Self::StandingOrder> {
        vec![]
    }
    /// The orders a player can give, with the word for each.
    fn order_menu() -> Vec<(&'static str, Self::StandingOrder)>;
    /// Why something is refused: one sentence that also says what to do instead, and the rule.
    fn violation_words(fight: &FightState<Self>, violation: &Self::Violation) -> (String, Option<Self::Rule>);
    /// A phase's name.
    fn phase_words(phase: Self::Phase) -> String;
    /// A condition's name.
    fn condition_words(condition: &Self::Condition) -> String;
    /// A die in words, if its faces alone don't say what it is or what it counts: a luck die, or one whose highest face counts less.
    fn die_words(_die: &Die) -> Option<String> {
        None
    }
    /// Whether everyone at the table sees that a combatant has this condition, no matter who plays it.
    fn is_plain_to_see(_condition: &Self::Condition) -> bool {
        false
    }
    /// The condition with this name.
    fn condition_named(name: &str) -> Option<Self::Condition>;
    /// The names of all conditions, for autocomplete.
    fn condition_menu() -> Vec<String> {
        vec![]
    }
    /// A combatant's vital numbers: the exact values, and the word that other sides see instead.
    fn vitals(fight: &FightState<Self>, of: &Combatant<Self>) -> Vec<Vital>;
    /// How a combatant stands in the round: a mark, and the word beside it.
    fn standing(fight: &FightState<Self>, of: &Combatant<Self>) -> (Mark, String);
    /// What protects a combatant where they stand, in a word or two each, for the map: "in cover".
    fn shelter(_field: &FightState<Self>, _of: &Combatant<Self>) -> Vec<&'static str> {
        vec![]
    }
    /// What else is wrong with a combatant besides their conditions, in a word or two each, for everyone to see: "on fire".
    fn afflictions(_field: &FightState<Self>, _of: &Combatant<Self>) -> Vec<&'static str> {
        vec![]
    }
    /// The positions a combatant can still move to this turn, for the map.
    fn reaches(_field: &FightState<Self>, _who: CombatantId) -> Vec<PlaceOf<Self>> {
        vec![]
    }
    /// The positions a combatant threatens from where they stand, for the map.
    fn threatens(_field: &FightState<Self>, _who: CombatantId) -> Vec<PlaceOf<Self>> {
        vec![]
    }
    /// What seeing or not seeing another combatant means in this system, in sentences: "Half cover: \u{2212}2 to hit." `sight` is the
    /// board's answer; some boards have none.
    fn sight_words(
        _field: &FightState<Self>,
        _from: &Looker<Self>,
        _to: &Looker<Self>,
        _sight: Option<&Sight>,
    ) -> Vec<String> {
        vec![]
    }
    /// What a player should know before taking this action, so that they're asked once more: "Orc and Bandit would get an attack at you."
    /// The fight is as this player knows it: combatants hidden from them aren't in it.
    fn warning(_field: &FightState<Self>, _who: CombatantId, _action: &Self::Action) -> Option<String> {
        None
    }
    /// The parts of [`Ruleset::remaining`] that everyone may know about a foe: what everyone has in a turn and is seen to spend.
    const OPEN_REMAINING: &'static [&'static str] = &[];
    /// What's left of the turn that a combatant is taking or could begin, as (what, how much), for their own player only.
    fn remaining(_field: &FightState<Self>, _who: CombatantId) -> Vec<(String, String)> {
        vec![]
    }
    /// What the tracker shows besides the list: thresholds, who holds the initiative, the state of the turn. The fight is as its viewer
    /// knows it: combatants hidden from them aren't in it, even where other combatants' state refers to them.
    fn details(fight: &FightState<Self>) -> Details;
    /// A combatant's value by its name, for scripts and for `/who`.
    fn read(fight: &FightState<Self>, who: CombatantId, name: &str) -> Option<String>;
    /// The facts with which the GM sets a value by its name.
    ///
    /// # Errors
    /// A sentence saying what's wrong with the name or the value.
    fn set(fight: &FightState<Self>, who: CombatantId, name: &str, value: &str)
    -> Result<Vec<TableFact<Self>>, String>;
    /// Reads a sheet from typed fields. Reports every problem at once, each with its field.
    fn sheet(fields: &[(String, String)]) -> Result<Self::Sheet, Vec<(String, String)>>;
    /// The fields of a sheet, as [`Ruleset::sheet`] reads them.
    fn sheet_fields(sheet: &Self::Sheet) -> Vec<(String, String)>;
    /// Ready-made sheets by name.
    fn templates() -> Vec<(String, Self::Sheet)>;
    /// Sets one of the system's options (`fat`, `on`).
    fn set_option(options: &mut Self::Options, name: &str, value: &str) -> Result<(), String>;
    /// The combatant whose choice this question asks another to agree to. While the question is open, viewers who don't see the one being
    /// asked see the first combatant still being asked.
    fn chosen_by(_question: &Self::Question) -> Option<CombatantId> {
        None
    }
    /// Moves the turns of unseen combatants outside the order, or back into it; used for GMs with a channel of their own. A system whose
    /// order can't reveal anyone has nothing to do.
    fn unseen_beside(_options: &mut Self::Options, _on: bool) {}
    /// The options with their values, for display.
    fn option_fields(options: &Self::Options) -> Vec<(String, String)>;
    /// Values of the fight that only its GM may know before it begins, because they reveal that someone lies in wait; spelled as
    /// `rules::names::key` does.
    const LIES_IN_WAIT: &'static [&'static str] = &[];
    /// The facts with which the GM sets a value of the fight as a whole by its name (`initiative`).
    ///
    /// # Errors
    /// A sentence saying what's wrong with the name or the value.
    fn set_fight(_field: &FightState<Self>, name: &str, _value: &str) -> Result<Vec<TableFact<Self>>, String> {
        Err(format!("In this system you can\u{2019}t set \u{201c}{name}\u{201d}."))
    }
    /// A value of the fight as a whole by its name.
    fn read_fight(_field: &FightState<Self>, _name: &str) -> Option<String> {
        None
    }
    /// Reads a board; each system has its own kinds of fields. What they don't mention can stay as it is.
    ///
    /// # Errors
    /// What's wrong with the board.
    fn board(now: &Self::Space, fields: &[(String, String)]) -> Result<Self::Space, String>;
}
