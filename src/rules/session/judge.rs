//! Decides a request on a copy of the fight, with everything that follows from it and what's told of it. `requests` turns the request into
//! what the engine decides.

use super::{
    super::{
        request::{Request, Story, UserError},
        story,
    },
    Fight,
    autopilot::not_thought_through,
    unseen,
};
use crate::engine::{
    Actor, Addressee, Dice, GameSystem, Input, LogRow, Refusal,
    references::possible,
    view::{self, Discretion, PromptView, Viewer},
};

/// The most unseen combatants' answers that one action can take.
const MOST_UNSEEN_ANSWERS: usize = 200;

impl<R: GameSystem> Fight<R> {
    /// A refusal in words that don't reveal anyone the actor doesn't see.
    pub(super) fn refused_to(&self, actor: Actor, refusal: &Refusal<R>) -> UserError {
        let viewer = match actor {
            Actor::Gm(_) | Actor::Table | Actor::Umpire => Viewer::Gm,
            Actor::Player(seat) => Viewer::Seat(seat),
        };
        let refused = story::refused(self.fight(), viewer, refusal, self.discretion);
        match refusal {
            // The table waits for those whom the tracker names; any other name would reveal someone unseen.
            Refusal::Busy(awaited) if viewer != Viewer::Gm || awaited.contains(&Addressee::Gm) => {
                let prompts = view::prompts(self.now(), viewer);
                let mut asked: Vec<String> = vec![];
                for name in prompts.iter().filter(|it| !it.answered).map(PromptView::awaited) {
                    if !asked.contains(&name) {
                        asked.push(name);
                    }
                }
                if asked.is_empty() { refused } else { UserError { text: story::waiting(&asked), ..refused } }
            }
            _ => refused,
        }
    }

    /// As [`Self::refused_to`], for an input. If what everyone knows is enough to refuse it, that's the reason given, rather than something
    /// unseen.
    pub(super) fn refused_put(&self, actor: Actor, input: &Input<R>, refusal: &Refusal<R>) -> UserError {
        let fight = self.fight();
        let unseen = |to: &Addressee| match to {
            Addressee::Combatant(who) => fight.is_hidden(*who),
            Addressee::Side(_) | Addressee::Gm => false,
        };
        let is_revealing = match refusal {
            Refusal::Violation(_) => true,
            Refusal::Busy(awaited) => awaited.iter().all(unseen),
            _ => false,
        };
        if is_revealing && self.discretion == Discretion::Kept && matches!(actor, Actor::Player(_)) {
            let known = view::as_known(fight, Viewer::Everyone, self.discretion);
            let instead = match input {
                Input::Act { who, action } if known.find(*who).is_some() => R::check(&known, *who, action).err(),
                Input::Pass { side, .. } => R::check_pass(&known, *side).err(),
                _ => None,
            };
            if let Some(instead) = instead {
                return self.refused_to(actor, &instead);
            }
        }
        self.refused_to(actor, refusal)
    }

    /// Decides a request and everything that follows from it, with what's told of it.
    pub(super) fn judge(
        &self,
        actor: Actor,
        request: &Request,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Result<(Vec<LogRow<R>>, Vec<Story>), UserError> {
        let mut after = self.now().clone();
        let undo = matches!(request, Request::Undo) && after.pending.is_none();
        let mut lost = vec![];
        let rows = if undo {
            let undone = self.log.undo(actor, self.discretion, at_ms).map_err(|it| self.refused_to(actor, &it))?;
            let rows = undone.rows;
            lost = undone.lost;
            let mut log = self.log.clone();
            rows.iter().for_each(|it| log.append(it.clone()));
            after = log.now().clone();
            rows
        } else {
            let input = self.input(actor, request)?;
            let mut rows = vec![];
            // The GM is never locked out, nor is the table where nobody is GM: an unfinished action doesn't keep a fight open. No transitions
            // run in between, because they might ask again.
            if let (Request::End, Some(pending)) = (request, &self.now().pending)
                && (actor.is_gm() || actor == Actor::Table)
            {
                let by_hand = pending.patched();
                let back =
                    after.decide(actor, Input::Withdraw, dice, at_ms).map_err(|it| self.refused_to(actor, &it))?;
                after.evolve(&back);
                rows.push(back);
                let by_hand = possible(after.now(), by_hand);
                if !by_hand.is_empty() {
                    let again = after.decide(Actor::Table, Input::Patch(by_hand), dice, at_ms);
                    let again = again.map_err(|it| self.refused_to(actor, &it))?;
                    after.evolve(&again);
                    rows.push(again);
                }
            }
            let put = input.clone();
            let more = after.advance(actor, put, dice, at_ms).map_err(|it| self.refused_put(actor, &input, &it))?;
            rows.extend(more);
            // What the GM did by hand in the meantime isn't taken back with the action; a player can't take back an action if they know of
            // such a change.
            let again = match (&input, &self.now().pending) {
                (Input::Withdraw, Some(pending)) if actor.is_gm() => pending.patched(),
                (Input::Withdraw, Some(pending)) => pending.patched_unseen(self.now(), self.discretion),
                _ => vec![],
            };
            let again = possible(after.now(), again);
            if !again.is_empty() {
                let again = after.advance(Actor::Table, Input::Patch(again), dice, at_ms);
                rows.extend(again.map_err(|it| self.refused_to(actor, &it))?);
            }
            for _ in 0..MOST_UNSEEN_ANSWERS {
                let Some(answer) = unseen::answer(&after) else { break };
                let more = after.advance(Actor::Table, answer, dice, at_ms);
                rows.extend(more.map_err(|it| self.refused_to(actor, &it))?);
            }
            rows
        };
        // An undone action is told by the undo itself; what's redone is nothing new to those who know of it.
        let to_tell = if undo { &rows[..1] } else { &rows[..] };
        let mut stories = story::stories(&self.log, to_tell, &after, request, actor, self.discretion);
        if let Some(story) = stories.first_mut() {
            story.lines.extend(story::undone_with_it(lost));
            story.lines.extend(not_thought_through(request));
        }
        Ok((rows, stories))
    }
}
