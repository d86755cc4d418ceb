//! Turns an input into a row or a refusal. Procedures run and re-run here, and every re-run must repeat what the run before it did.

use super::{
    cx::{Asked, Cx, Halt},
    dice::{Dice, Face},
    encounter::{Effect, Encounter, Input, LogRow, Pending},
    fact::{Record, TableFact},
    fight_state::{Combatant, FightState, Stage},
    ids::{Actor, Addressee, CombatantId, PromptId, SideId},
    prompt::{AnswerOrigin, COMES_BACK_WITH_MS, GRACE_MS, PromptKind, Reply},
    redo::{ActionChanges, done_again},
    refusal::Refusal,
    ruleset::{Overview, RulesetTypes, Transition},
    view::{Discretion, Viewer},
};

type Decided<R, T = LogRow<R>> = Result<T, Refusal<R>>;

/// What an input comes to.
struct Outcome<R: RulesetTypes> {
    effect: Effect<R>,
    faces: Vec<Face>,
    /// The fight afterwards, where a whole action was carried out at once: applying the row's records again would give the same.
    after: Option<FightState<R>>,
}

impl<R: RulesetTypes> Outcome<R> {
    fn of(effect: Effect<R>) -> Outcome<R> {
        Outcome { effect, faces: vec![], after: None }
    }
}

// What a player may take back depends on what they see, hence `Overview`.
impl<R: Overview> Encounter<R> {
    /// Decides an input without applying the row: append it first, then call [`Encounter::evolve`]. Dice rolled by a refused input aren't
    /// used up, because the stream resumes from `used`.
    ///
    /// # Errors
    /// Why the input was refused; nothing has changed.
    pub fn decide(&self, actor: Actor, input: Input<R>, dice: &mut dyn Dice, at_ms: i64) -> Decided<R> {
        self.decided(actor, input, dice, at_ms).map(|it| it.0)
    }

    /// Decides an input and applies its row: as [`Encounter::decide`] and then [`Encounter::evolve`], without doing the same twice.
    ///
    /// # Errors
    /// As [`Encounter::decide`].
    pub(super) fn carry_out(&mut self, actor: Actor, input: Input<R>, dice: &mut dyn Dice, at_ms: i64) -> Decided<R> {
        let (row, after) = self.decided(actor, input, dice, at_ms)?;
        match after {
            Some(after) => self.become_after(&row, after),
            None => self.evolve(&row),
        }
        Ok(row)
    }

    fn decided(
        &self,
        actor: Actor,
        input: Input<R>,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Decided<R, (LogRow<R>, Option<FightState<R>>)> {
        self.admit(actor, &input)?;
        let Outcome { effect, faces, after } = match &input {
            Input::Act { .. } | Input::Join(_) | Input::Company(_) | Input::Transition(_) => {
                self.begin(&input, dice, at_ms)?
            }
            Input::Pass { side, .. } => self.pass(actor, *side, &input, dice, at_ms)?,
            Input::Patch(facts) => self.patch(facts, dice, at_ms)?,
            Input::Leave { who } => Outcome::of(done(vec![Record::Fact(TableFact::Left(*who))])),
            Input::Answer { prompt, choice } => self.answer(actor, *prompt, choice, dice, at_ms)?,
            Input::Interject { who, choice } => self.interject(*who, choice, dice, at_ms)?,
            Input::Orders { who, orders } => {
                self.patch(&[TableFact::OrdersGiven { who: *who, orders: orders.clone() }], dice, at_ms)?
            }
            Input::Tick => self.tick(dice, at_ms)?,
            Input::Withdraw => Outcome::of(Effect::Withdrawn),
            Input::Undo { from } => Outcome::of(Effect::Reverted { from: *from }),
            Input::Pause => Outcome::of(Effect::Paused),
            Input::Resume => Outcome::of(Effect::Resumed),
        };
        let used = if faces.is_empty() { self.used } else { dice.used() };
        Ok((LogRow { seq: self.seq, at_ms, actor, input, faces, used, effect }, after))
    }

    /// Who can do what, and when: the same for all systems.
    fn admit(&self, actor: Actor, input: &Input<R>) -> Decided<R, ()> {
        let fight = self.now();
        let gm = || if actor.is_gm() || actor == Actor::Table { Ok(()) } else { Err(Refusal::GmOnly) };
        let idle = || match &self.pending {
            None => Ok(()),
            Some(pending) => Err(Refusal::Busy(pending.awaited())),
        };
        let running = || match fight.stage {
            _ if self.paused => Err(Refusal::Paused),
            Stage::Gathering => Err(Refusal::NotBegun),
            Stage::Fighting => Ok(()),
            Stage::Over => Err(Refusal::Over),
        };
        let theirs = |who: CombatantId| match fight.find(who) {
            None => Err(Refusal::Unknown(who)),
            Some(it) if it.obeys(actor) => Ok(()),
            Some(_) => Err(Refusal::NotYours(who)),
        };
        let over = fight.stage == Stage::Over && self.pending.is_none(); // a half-done action can always be finished or withdrawn
        if over && !matches!(input, Input::Undo { .. }) {
            return Err(Refusal::Over);
        }
        let plays = matches!(input, Input::Act { .. } | Input::Pass { .. } | Input::Answer { .. });
        if actor == Actor::Umpire && !plays {
            return Err(Refusal::GmOnly);
        }
        match input {
            Input::Act { who, .. } => {
                theirs(*who)?;
                running()?;
                idle()
            }
            Input::Pass { side, .. } => {
                running()?;
                let is_left_to_umpire = actor == Actor::Umpire && fight.is_left_to_umpire(*side);
                if !is_left_to_umpire && !fight.may_answer(actor, Addressee::Side(*side)) {
                    return Err(Refusal::NotYourSide(*side));
                }
                idle()
            }
            Input::Join(it) => {
                if !it.obeys(actor) {
                    return Err(Refusal::GmOnly);
                }
                idle()
            }
            Input::Company(_) => gm().and(idle()),
            Input::Leave { who } => theirs(*who).and(idle()),
            Input::Transition(Transition::FightBegins) if fight.stage != Stage::Gathering => Err(Refusal::Begun),
            Input::Transition(_) => gm().and(idle()),
            Input::Patch(_) => gm(),
            Input::Undo { from } if *from >= self.seq => Err(Refusal::NothingToUndo),
            Input::Undo { .. } => idle(), // the log knows whose action it was: see `Log::undo`
            Input::Answer { .. } if self.paused => Err(Refusal::Paused),
            Input::Answer { .. } => Ok(()),
            Input::Interject { who, .. } => theirs(*who).and(running()),
            Input::Orders { who, .. } => theirs(*who),
            Input::Tick => Ok(()),
            Input::Withdraw => match &self.pending {
                None => Err(Refusal::NothingPending),
                Some(pending) if gm().is_ok() || pending.may_be_taken_back_by(self, actor) => Ok(()),
                Some(_) => Err(Refusal::TooLateToUndo),
            },
            Input::Pause if self.paused => Err(Refusal::Paused),
            Input::Pause => Ok(()),
            Input::Resume if !self.paused => Err(Refusal::NotPaused),
            Input::Resume => gm(),
        }
    }

    fn begin(&self, input: &Input<R>, dice: &mut dyn Dice, at_ms: i64) -> Decided<R, Outcome<R>> {
        if let Input::Act { who, action } = input {
            R::check(&self.fight, *who, action)?;
        }
        self.run(input, vec![], None, dice, at_ms)
    }

    /// A pass counts once every player on the side who can still act has passed, or the GM says so; if it leaves Umpire its turn, once Umpire
    /// has passed too.
    fn pass(
        &self,
        actor: Actor,
        side: SideId,
        input: &Input<R>,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Decided<R, Outcome<R>> {
        R::check_pass(&self.fight, side)?;
        if let Actor::Player(seat) = actor {
            let votes = &self.fight.turns.votes;
            let voters = self.fight.voters(side);
            let mut could_act = R::may_act(&self.fight);
            could_act.retain(|it| self.fight.combatant(*it).side == side);
            if voters.is_empty() && !could_act.is_empty() {
                // Only the GM's own combatants on this side can still act, or only those whom Umpire plays. The step waits for nobody beside
                // the order.
                could_act.retain(|it| !R::acts_beside(&self.fight, *it));
                let is_umpires = !could_act.is_empty() && self.fight.umpires_to_act(side).len() == could_act.len();
                return Err(if is_umpires { Refusal::LeftToUmpire(side) } else { Refusal::LeftToGm(side) });
            }
            if matches!(self.fight.turns.order, super::turns::TurnOrder::Listed { .. })
                && !voters.is_empty()
                && !voters.contains(&seat)
            {
                return Err(Refusal::NobodyToPassFor);
            }
            let others = voters.into_iter().filter(|it| *it != seat && !votes.contains(it)).count();
            let leaves_umpire = matches!(input, Input::Pass { leaves_umpire: true, .. });
            let others = others + if leaves_umpire { self.fight.umpires_to_act(side).len() } else { 0 };
            if others > 0 && !votes.contains(&seat) {
                return Ok(Outcome::of(done(vec![Record::Fact(TableFact::PassVoted { side, seat })])));
            }
            if others > 0 {
                return Err(Refusal::PassedAlready(side));
            }
        }
        self.run(input, vec![], None, dice, at_ms)
    }

    /// Changes made by hand. While an action is pending, changes it must not see wait for its end. All others count as a reply to the
    /// action, so that it re-runs with them at exactly this point.
    fn patch(&self, facts: &[TableFact<R>], dice: &mut dyn Dice, at_ms: i64) -> Decided<R, Outcome<R>> {
        let Some(pending) = &self.pending else {
            return Ok(Outcome::of(done(facts.iter().cloned().map(Record::Fact).collect())));
        };
        let now: Vec<TableFact<R>> = facts.iter().filter(|it| !it.waits()).cloned().collect();
        if now.is_empty() {
            return Ok(Outcome::of(Effect::Later(facts.to_vec())));
        }
        self.run(&pending.input, vec![Reply::Patched(now)], Some(pending), dice, at_ms)
    }

    fn answer(
        &self,
        actor: Actor,
        id: PromptId,
        choice: &R::Choice,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Decided<R, Outcome<R>> {
        let pending = self.pending.as_ref().ok_or(Refusal::Closed)?;
        let prompt = pending.prompts.iter().find(|it| it.id == id && it.answered.is_none()).ok_or(Refusal::Closed)?;
        if !pending.now.may_answer(actor, prompt.to) {
            return Err(Refusal::NotAsked(prompt.to));
        }
        if !prompt.offers.contains(choice) {
            return Err(Refusal::NotOffered);
        }
        let own = matches!((actor, prompt.to), (Actor::Player(_), _) | (Actor::Gm(_), Addressee::Gm));
        let how = match actor.seat() {
            Some(seat) if own => AnswerOrigin::Seat(seat),
            _ => AnswerOrigin::Gm,
        };
        self.take_answers(pending, vec![(id, choice.clone(), how)], dice, at_ms)
    }

    fn interject(
        &self,
        who: CombatantId,
        choice: &R::Choice,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Decided<R, Outcome<R>> {
        let pending = self.pending.as_ref().ok_or(Refusal::NothingPending)?;
        let open = pending.prompts.iter().any(|it| matches!(it.kind, PromptKind::Alone | PromptKind::Open));
        if !open || !R::may_interject(&pending.now, who, choice) {
            return Err(Refusal::NotOffered);
        }
        let reply = Reply::Interject { who, choice: choice.clone() };
        self.run(&pending.input, vec![reply], Some(pending), dice, at_ms)
    }

    /// Everything overdue takes its default: questions first, then the clock between actions.
    fn tick(&self, dice: &mut dyn Dice, at_ms: i64) -> Decided<R, Outcome<R>> {
        let overdue = |deadline: Option<i64>| deadline.is_some_and(|it| it.saturating_add(GRACE_MS) <= at_ms);
        if let Some(pending) = &self.pending {
            let silent: Vec<_> = pending
                .prompts
                .iter()
                .filter(|it| it.answered.is_none() && overdue(it.deadline_ms))
                .map(|it| (it.id, it.offers[0].clone(), AnswerOrigin::Silence))
                .collect();
            if silent.is_empty() {
                return Err(Refusal::NothingPending);
            }
            return self.take_answers(pending, silent, dice, at_ms);
        }
        match self.fight.clock {
            Some(clock) if overdue(self.clock_deadline_ms()) => {
                self.run(&Input::Transition(Transition::ClockRanOut(clock.on)), vec![], None, dice, at_ms)
            }
            _ => Err(Refusal::NothingPending),
        }
    }

    fn take_answers(
        &self,
        pending: &Pending<R>,
        answers: Vec<(PromptId, R::Choice, AnswerOrigin)>,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Decided<R, Outcome<R>> {
        let mut prompts = pending.prompts.clone();
        for (id, choice, how) in &answers {
            let prompt = prompts.iter_mut().find(|it| it.id == *id).ok_or(Refusal::Closed)?;
            prompt.answered = Some((choice.clone(), *how));
        }
        let replies = if prompts.iter().any(|it| it.kind == PromptKind::Open) {
            prompts
                .into_iter()
                .filter_map(|it| {
                    let (choice, how) = it.answered?;
                    Some(Reply::Window { ordinal: it.id.ordinal, to: it.to, choice, how })
                })
                .collect()
        } else {
            match prompts.iter().map(|it| it.answered.clone()).collect::<Option<Vec<_>>>() {
                Some(answers) => vec![Reply::Answers(answers)],
                None => return Ok(Outcome::of(Effect::Sealed { prompts })), // a sealed question still waits for an answer
            }
        };
        self.run(&pending.input, replies, Some(pending), dice, at_ms)
    }

    /// Runs an action from its start over the base state, with the answers so far plus these new ones.
    fn run(
        &self,
        input: &Input<R>,
        new_replies: Vec<Reply<R>>,
        pending: Option<&Pending<R>>,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Decided<R, Outcome<R>> {
        let replies: Vec<Reply<R>> = match pending {
            None => vec![],
            Some(pending) => pending.replies.iter().chain(&new_replies).cloned().collect(),
        };
        let (faces, began_seq) = pending.map_or((&[][..], self.seq), |it| (&it.faces[..], it.began_seq));
        let mut fight = self.fight.clone();
        fight.clock = self.clock_at(at_ms); // stopped while an action is pending, so every run sees the same value
        let mut cx = Cx::new(fight, &replies, faces, dice, began_seq);
        let flow = perform(&mut cx, input);
        let recorded = pending.map_or(&[][..], |it| &it.records[..]);
        match flow {
            Err(Halt::Diverged) => return Err(Refusal::Diverged),
            _ if cx.has_diverged() || !cx.records.starts_with(recorded) => return Err(Refusal::Diverged),
            Err(Halt::Refused(refusal)) => return Err(refusal),
            Ok(()) | Err(Halt::Asked) => {}
        }
        let records = cx.records.split_off(recorded.len());
        let asked = if flow.is_err() { std::mem::take(&mut cx.asked) } else { vec![] };
        let prompts: Vec<_> = asked
            .into_iter()
            .map(|it| {
                let id = cx.prompt_id(it.ordinal);
                if let Some(open) = pending.and_then(|pending| pending.prompts.iter().find(|open| open.id == id)) {
                    return open.clone(); // stays open with its time left, sealed if it has been answered
                }
                let left_ms = self.fight.pace.prompt_ms.map(|pace_ms| left(pending, &it, pace_ms, at_ms));
                match self.paused {
                    true => it.into_prompt(id, None, left_ms),
                    false => it.into_prompt(id, left_ms.map(|left| at_ms.saturating_add(left)), None),
                }
            })
            .collect();
        let faces = std::mem::take(&mut cx.new_faces);
        let after = (pending.is_none() && prompts.is_empty()).then_some(cx.fight);
        Ok(Outcome { effect: Effect::Ran { records, replies: new_replies, prompts }, faces, after })
    }
}

pub(super) fn perform<R: Overview>(cx: &mut Cx<'_, R>, input: &Input<R>) -> Result<(), Halt<R>> {
    match input {
        Input::Act { who, action } => R::perform(cx, *who, action),
        Input::Pass { side, .. } => R::transition(cx, &Transition::Passes(*side)),
        Input::Transition(transition) => R::transition(cx, transition),
        Input::Join(newcomer) => joins(cx, newcomer),
        Input::Company(newcomers) => newcomers.iter().try_for_each(|it| joins(cx, it)),
        _ => unreachable!("only beginnings run"),
    }
}

fn joins<R: Overview>(cx: &mut Cx<'_, R>, newcomer: &Combatant<R>) -> Result<(), Halt<R>> {
    let id = CombatantId(cx.fight().next_combatant);
    cx.apply(TableFact::Joined(Box::new(Combatant { id, ..newcomer.clone() })));
    R::transition(cx, &Transition::Joins(id))
}

/// The time for a question that wasn't open before. A question that comes back or replaces another gets what was left, but at least ten
/// seconds; a new one gets the table's full time.
fn left<R: Overview>(pending: Option<&Pending<R>>, asked: &Asked<R>, pace_ms: i64, at_ms: i64) -> i64 {
    let Some(pending) = pending else { return pace_ms };
    let left_of = |ordinal: u32| {
        let open = pending.prompts.iter().find(|it| it.id.ordinal == ordinal);
        let covered = || pending.covered.iter().rev().find(|it| it.0 == ordinal).map(|it| it.1);
        open.and_then(|it| it.left_ms(at_ms)).or_else(covered)
    };
    let before = std::iter::once(asked.ordinal).chain(asked.replaces.iter().rev().copied());
    before.filter_map(left_of).next().map_or(pace_ms, |left| left.max(COMES_BACK_WITH_MS))
}

fn done<R: Overview>(records: Vec<Record<R>>) -> Effect<R> {
    Effect::Ran { records, replies: vec![], prompts: vec![] }
}

impl<R: Overview> Pending<R> {
    /// The addressees still being waited for.
    pub fn awaited(&self) -> Vec<Addressee> {
        self.prompts.iter().filter(|it| it.answered.is_none()).map(|it| it.to).collect()
    }

    /// Players can take back their own choice until an open die has been rolled or someone has answered, even with a sealed answer or a
    /// standing order. What happens without the player's knowledge doesn't prevent it: a refusal would reveal it.
    fn may_be_taken_back_by(&self, before: &Encounter<R>, actor: Actor) -> bool {
        let Some(viewer) = actor.seat().map(Viewer::Seat).filter(|_| self.actor == actor) else { return false };
        let is_known = |to: Addressee| viewer.sees_asked(&self.now, to);
        let replied = |it: &Reply<R>| match it {
            Reply::Answers(_) => false, // listed among the records
            Reply::Window { to, .. } => is_known(*to),
            Reply::Interject { who, .. } => is_known(Addressee::Combatant(*who)),
            Reply::Patched(facts) => {
                let action = ActionChanges::by_hand(facts.clone());
                !facts.is_empty() && done_again(before, viewer, Discretion::Told, vec![action]).0.is_empty()
            }
        };
        let answered = self.replies.iter().any(replied)
            || self.prompts.iter().any(|it| it.answered.is_some() && is_known(it.to))
            || self.records.iter().any(|it| it.is_answer_known_to(viewer, &before.fight, &self.now));
        self.faces.iter().all(|it| it.secret) && !answered
    }

    /// The GM's changes since the action began, except those that wait for its end.
    pub fn patched(&self) -> Vec<TableFact<R>> {
        self.patches().flatten().cloned().collect()
    }

    fn patches(&self) -> impl Iterator<Item = &Vec<TableFact<R>>> {
        self.replies.iter().filter_map(|it| match it {
            Reply::Patched(facts) => Some(facts),
            _ => None,
        })
    }

    /// Those of the GM's changes that the player who began the action doesn't know about.
    pub fn patched_unseen(&self, before: &Encounter<R>, discretion: Discretion) -> Vec<TableFact<R>> {
        let by_hand = self.patches().cloned().map(ActionChanges::by_hand).collect();
        done_again(before, Viewer::Everyone, discretion, by_hand).0
    }
}
