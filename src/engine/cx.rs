//! What a procedure works with: its context, its questions, and how it stops. The methods of [`Cx`] are in `procedure`.

use super::{
    dice::{Dice, Face},
    fact::Record,
    fight_state::FightState,
    ids::{Addressee, CombatantId, PromptId},
    prompt::{Prompt, PromptKind, Reply},
    refusal::Refusal,
    ruleset::RulesetTypes,
};
use std::ops::Deref;

/// Put `?` after every question: a procedure that has to wait stops there.
pub type Flow<R, T = ()> = Result<T, Halt<R>>;

/// Why a procedure stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum Halt<R: RulesetTypes> {
    /// It asked a question that has no answer yet.
    Asked,
    /// It refuses; nothing has happened.
    Refused(Refusal<R>),
    /// A recorded answer no longer fits: the rules changed during an unfinished action.
    Diverged,
}

/// A question to ask.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask<R: RulesetTypes> {
    /// Whom to ask.
    pub to: Addressee,
    /// What it's about; `Wording::ask_words` words it for each reader.
    pub question: R::Question,
    /// The possible answers; the first is the default if nobody answers.
    pub offers: Vec<R::Choice>,
}

/// A question that is open at the end of a run. The caller works out its time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Asked<R: RulesetTypes> {
    pub ordinal: u32,
    /// The questions this one replaces, latest last: it inherits their time.
    pub replaces: Vec<u32>,
    pub kind: PromptKind,
    pub ask: Ask<R>,
}

/// What a rule works with: it reads the fight through this (it derefs to it), and rolls, cites, records, changes and asks through it.
///
/// A rule that rolls. The roll goes into the log with its dice, its reasons and the number to reach, and the story shows it:
///
/// ```
/// use umpire_core::{
///     engine::{CombatantId, Keep, Modifier, Roll, TableFact, Target},
///     rules::td2e::{Cx, Flow, Rule},
/// };
///
/// /// A97 Climb: 2d6 against 8, with 1 more for a rope. Anyone who falls has used up their turn.
/// fn climb(cx: &mut Cx<'_>, who: CombatantId) -> Flow<bool> {
///     cx.cite(Rule::InCombat);
///     let dice = vec![cx.plain_die(6), cx.plain_die(6)];
///     let rope = Modifier { name: "rope".to_owned(), by: 1 };
///     let roll = Roll::total(Some(who), Rule::InCombat, "climbing", dice, Keep::All, vec![rope]);
///     let roll = cx.rolled(roll.against(Target::AtLeast { name: "the wall".to_owned(), number: 8 }));
///     if !roll.passed() {
///         cx.apply(TableFact::Spent(who));
///     }
///     Ok(roll.passed())
/// }
/// ```
///
/// A rule that asks. The `?` stops it here until someone has answered; then it runs again from its start and gets past it. The first
/// offer is what silence means:
///
/// ```
/// use umpire_core::engine::{Addressee, Cx, Flow, Ruleset};
///
/// fn gm_allows<R: Ruleset>(cx: &mut Cx<'_, R>, question: R::Question, no: R::Choice, yes: R::Choice) -> Flow<R, bool> {
///     let answer = cx.ask(Addressee::Gm, question, |_| vec![no.clone(), yes.clone()])?;
///     Ok(answer == yes)
/// }
/// ```
pub struct Cx<'a, R: RulesetTypes> {
    pub(super) fight: FightState<R>,
    pub(super) replies: &'a [Reply<R>],
    pub(super) faces: &'a [Face],
    pub(super) dice: &'a mut dyn Dice,
    pub(super) rolled: usize,
    pub(super) new_faces: Vec<Face>,
    pub(super) records: Vec<Record<R>>,
    pub(super) asked: Vec<Asked<R>>,
    pub(super) next_ordinal: u32,
    pub(super) began_seq: u64,
    pub(super) diverged: bool,
    pub(super) aside: Option<CombatantId>,
    /// Who answers at once, in a fight that's only imagined: nothing is recorded there.
    pub(super) answers: Option<Answering<'a, R>>,
}

/// Answers a question the moment it's asked, by the place of the answer among the offers; `None` leaves it open, which stops the procedure.
pub type Answering<'a, R> = &'a dyn Fn(
    &FightState<R>,
    Addressee,
    &<R as RulesetTypes>::Question,
    &[<R as RulesetTypes>::Choice],
) -> Option<usize>;

impl<R: RulesetTypes> Deref for Cx<'_, R> {
    type Target = FightState<R>;
    fn deref(&self) -> &FightState<R> {
        &self.fight
    }
}

impl<'a, R: RulesetTypes> Cx<'a, R> {
    pub(super) fn new(
        fight: FightState<R>,
        replies: &'a [Reply<R>],
        faces: &'a [Face],
        dice: &'a mut dyn Dice,
        began_seq: u64,
    ) -> Cx<'a, R> {
        Cx {
            fight,
            replies,
            faces,
            dice,
            rolled: 0,
            new_faces: vec![],
            records: vec![],
            asked: vec![],
            next_ordinal: 0,
            began_seq,
            diverged: false,
            aside: None,
            answers: None,
        }
    }

    /// Ready for the next action of an imagined fight, on the fight as it has become.
    pub(super) fn begin_anew(&mut self) {
        (self.rolled, self.next_ordinal, self.aside) = (self.faces.len(), 0, None);
    }

    /// Keeps a record, unless the fight is only imagined.
    pub(super) fn keep(&mut self, record: impl FnOnce() -> Record<R>) {
        if self.answers.is_none() {
            self.records.push(record());
        }
    }
}

impl<R: RulesetTypes> Asked<R> {
    /// The question as a prompt: with this deadline, or with this much time once the table continues.
    pub(super) fn into_prompt(self, id: PromptId, deadline_ms: Option<i64>, paused_left_ms: Option<i64>) -> Prompt<R> {
        Prompt {
            id,
            to: self.ask.to,
            question: self.ask.question,
            offers: self.ask.offers,
            kind: self.kind,
            deadline_ms,
            paused_left_ms,
            answered: None,
        }
    }
}
