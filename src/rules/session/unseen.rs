//! What goes on unseen must not show by a pause. While an action of which everybody knows waits only for combatants of the GM's who are
//! hidden, nobody could say what it waits for; so, as soon as nobody else is awaited, they do what silence means. A standing order of
//! theirs has answered before it comes to that. An action of which nobody knows waits for the GM like any other, and so does what the GM
//! has just chosen for somebody else: that one is seen to be asked still.
//!
//! An action of which nobody knows keeps nobody waiting either. Whoever acts meanwhile comes first: the action is taken back to its start,
//! which costs it nothing that anybody has seen, and its GM is asked again afterwards.

use super::{
    super::{
        request::{Request, Story, UserError},
        story,
    },
    Fight,
};
use crate::engine::{
    Actor, Addressee, CombatantId, Controller, Dice, Encounter, Input, LogRow, Ruleset,
    prompt::Prompt,
    references::possible,
    view::{self, Audience, Discretion, Viewer},
};

/// The answer that is due at once because waiting for it would show; `None` if nobody is awaited so.
pub(in crate::rules) fn answer<R: Ruleset>(now: &Encounter<R>) -> Option<Input<R>> {
    let pending = now.pending.as_ref()?;
    let fight = &pending.now;
    let gms = |who: CombatantId| fight.find(who).filter(|it| it.controller == Controller::Gm);
    let unseen = |it: &Prompt<R>| match it.to {
        _ if R::chosen_by(&it.question).and_then(gms).is_some() => false,
        Addressee::Combatant(who) => gms(who).is_some_and(|it| !Viewer::Everyone.sees(fight, it)),
        Addressee::Side(_) | Addressee::Gm => false,
    };
    let mut awaited = pending.prompts.iter().filter(|it| it.answered.is_none());
    let first = awaited.clone().next()?;
    if !awaited.all(unseen) {
        return None;
    }
    let by_unseen = match &pending.input {
        Input::Act { who, .. } => fight.find(*who).is_some_and(|it| !Viewer::Everyone.sees(fight, it)),
        _ => false,
    };
    let told = || R::story_lines(fight, &pending.records).iter().any(|it| it.audience == Audience::Everyone);
    if by_unseen && !told() {
        return None;
    }
    Some(Input::Answer { prompt: first.id, choice: first.offers[0].clone() })
}

/// Whether the action under way is a hidden foe's, of which this viewer knows nothing, nor anybody else but its GM, whom it waits for.
pub(in crate::rules) fn goes_unnoticed<R: Ruleset>(now: &Encounter<R>, viewer: Viewer, discretion: Discretion) -> bool {
    let Some(pending) = &now.pending else { return false };
    let Input::Act { who, .. } = pending.input else { return false };
    let is_hidden = |it: &Encounter<R>| {
        it.fight.find(who).is_some_and(|it| it.hidden && it.owner.is_none() && it.controller == Controller::Gm)
    };
    let now_is_hidden = pending.now.find(who).is_some_and(|it| it.hidden);
    let gms = |it: &Prompt<R>| match it.to {
        Addressee::Combatant(who) => pending.now.find(who).is_some_and(|it| it.controller == Controller::Gm),
        Addressee::Gm => true,
        Addressee::Side(_) => false,
    };
    if !is_hidden(now) || !now_is_hidden || !pending.prompts.iter().all(gms) {
        return false;
    }
    let lines = R::story_lines(&pending.now, &pending.records);
    let before = Encounter { pending: None, ..now.clone() };
    [viewer, Viewer::Everyone].into_iter().all(|viewer| {
        lines.iter().all(|it| !viewer.may_read(&pending.now, it.audience))
            && view::prompts(now, viewer).is_empty()
            && view::scene_at(now, viewer, discretion) == view::scene_at(&before, viewer, discretion)
    })
}

impl<R: Ruleset> Fight<R> {
    /// Whether a request of this person comes before the action under way, since they know of none.
    pub(super) fn comes_first(&self, actor: Actor, request: &Request) -> bool {
        let Actor::Player(seat) = actor else { return false };
        let is_held_up = matches!(
            request,
            Request::Act { .. } | Request::Pass { .. } | Request::Undo | Request::Join(_) | Request::Leave { .. }
        );
        is_held_up && goes_unnoticed(self.now(), Viewer::Seat(seat), self.discretion)
    }

    /// Judges a request before the unseen action under way, which is begun anew after it as long as it waits for its GM again. Where it does
    /// not, or the request has others asked, the GM is told that it was taken back, and orders it when it suits.
    pub(super) fn judge_first(
        &self,
        actor: Actor,
        request: &Request,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Result<(Vec<LogRow<R>>, Vec<Story>), UserError> {
        let Some(pending) = &self.now().pending else { return self.judge(actor, request, dice, at_ms) };
        let (by, deed, by_hand) = (pending.actor, pending.input.clone(), pending.patched());
        let mut first = Fight { log: self.log.clone(), discretion: self.discretion };
        let (mut rows, mut stories) = (vec![], vec![]);
        for input in [Input::Withdraw, Input::Patch(by_hand)] {
            let input = match input {
                Input::Patch(facts) => Input::Patch(possible(first.fight(), facts)),
                input => input,
            };
            if matches!(&input, Input::Patch(facts) if facts.is_empty()) {
                continue;
            }
            let row = first.now().decide(Actor::Table, input, dice, at_ms).map_err(|it| self.refused(&it))?;
            let mut after = first.now().clone();
            after.evolve(&row);
            let told = std::slice::from_ref(&row);
            stories.extend(story::stories(&first.log, told, &after, &Request::Withdraw, Actor::Table, self.discretion));
            first.log.append(row.clone());
            rows.push(row);
        }
        let (more, told) = first.judge(actor, request, dice, at_ms)?;
        more.iter().for_each(|it| first.log.append(it.clone()));
        rows.extend(more);
        stories.extend(told);
        let mut after = first.now().clone();
        if after.pending.is_none()
            && let Ok(again) = after.advance(by, deed, dice, at_ms)
            && goes_unnoticed(&after, Viewer::Everyone, self.discretion)
        {
            stories.extend(story::stories(&first.log, &again, &after, &Request::Withdraw, by, self.discretion));
            rows.extend(again);
        }
        Ok((rows, stories))
    }
}
