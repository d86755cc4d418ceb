//! Keeps pauses from revealing unseen combatants. If a public action only waits for hidden combatants of the GM's, nobody could say what it
//! waits for. So once nobody else has to answer, they take the default; their standing orders have already answered before that. An action
//! that nobody knows about waits for the GM like any other, and so does a choice the GM has just made for another combatant: that combatant
//! is shown as still being asked.
//!
//! An action that nobody knows about doesn't make anyone wait, either. If a player acts meanwhile, the player's action comes first: the
//! unseen action is taken back to its start, which costs it nothing that anyone has seen, and its GM is asked again afterwards.

use super::{
    super::{
        request::{Request, Story, UserError},
        story,
    },
    Fight,
};
use crate::engine::{
    Actor, Addressee, Combatant, CombatantId, Controller, Dice, Encounter, FightState, GameSystem, Input, LogRow,
    fog::FogMemory,
    prompt::Prompt,
    references::possible,
    space::{Space, ground::Spot},
    view::{self, Audience, Discretion, Viewer},
};
use std::sync::Arc;

/// The combatants who have no place on a map that has places, by name, each with whether it's hidden.
pub(super) fn unplaced<R: GameSystem>(fight: &FightState<R>) -> Vec<(String, bool)> {
    if fight.space.places().is_empty() {
        return vec![];
    }
    let all = fight.combatants.iter().filter(|it| it.place.is_none());
    all.map(|it| (it.name.to_string(), it.is_hidden())).collect()
}

/// The hidden combatants who stand in the same zone as somebody of another side, by name, with the zone.
pub(super) fn among_foes<R: GameSystem>(fight: &FightState<R>) -> Vec<String> {
    // Where there's one place, everyone is there.
    if fight.space.places().len() < 2 {
        return vec![];
    }
    let is_zone =
        |it: &&Arc<Combatant<R>>| it.place.as_ref().is_some_and(|at| !matches!(fight.space.spot(at), Spot::Square(_)));
    let meets = |it: &&Arc<Combatant<R>>| {
        fight.combatants.iter().any(|other| other.side != it.side && !other.is_hidden() && other.place == it.place)
    };
    let hidden = fight.combatants.iter().filter(|it| it.is_hidden()).filter(is_zone).filter(meets);
    hidden
        .map(|it| {
            format!("{} ({})", it.name, it.place.as_ref().map_or_else(String::new, |at| fight.space.place_words(at)))
        })
        .collect()
}

/// The answer that's due at once because waiting for it would show; `None` if nobody is awaited like that.
pub(in crate::rules) fn answer<R: GameSystem>(now: &Encounter<R>) -> Option<Input<R>> {
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

/// Whether the current action is a hidden foe's that neither this viewer nor anyone else but its GM knows about, and it waits for the GM.
pub(in crate::rules) fn goes_unnoticed<R: GameSystem>(
    now: &Encounter<R>,
    viewer: Viewer,
    discretion: Discretion,
) -> bool {
    let Some(pending) = &now.pending else { return false };
    let Input::Act { who, .. } = pending.input else { return false };
    let is_hidden =
        |it: &Encounter<R>| it.fight.find(who).is_some_and(|it| it.is_unknown() && it.controller == Controller::Gm);
    let now_is_hidden = pending.now.is_hidden(who);
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

impl<R: GameSystem> Fight<R> {
    /// The instants a combatant can interject, as far as they involve nobody whom their side doesn't see.
    pub(super) fn open_instants(&self, who: CombatantId) -> Vec<R::Choice> {
        let fight = self.fight();
        let (Some(it), Some(prompt)) = (fight.find(who), self.now().prompts().first()) else { return vec![] };
        if goes_unnoticed(self.now(), Viewer::Side(it.side), self.discretion) {
            return vec![];
        }
        let unnamed = view::with_unseen_unnamed(fight, Viewer::Side(it.side));
        let words = |fight: &FightState<R>, it: &R::Choice| R::choice_words(fight, &prompt.question, it);
        R::instants(fight, who).into_iter().filter(|it| words(fight, it) == words(&unnamed, it)).collect()
    }

    /// Whether this person's request comes before the current action because they don't know about it.
    pub(super) fn comes_first(&self, actor: Actor, request: &Request) -> bool {
        let Actor::Player(seat) = actor else { return false };
        let is_held_up = matches!(
            request,
            Request::Act { .. } | Request::Pass { .. } | Request::Undo | Request::Join(_) | Request::Leave { .. }
        );
        is_held_up && goes_unnoticed(self.now(), Viewer::Seat(seat), self.discretion)
    }

    /// Decides a request before the unseen action in progress, which then begins again, as long as it waits for its GM again. If it
    /// doesn't, or if the request asks others something, the GM is told that the action was taken back and can order it later.
    pub(super) fn judge_first(
        &self,
        actor: Actor,
        request: &Request,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Result<(Vec<LogRow<R>>, Vec<Story>), UserError> {
        let Some(pending) = &self.now().pending else { return self.judge(actor, request, dice, at_ms) };
        let (by, deed, by_hand) = (pending.actor, pending.input.clone(), pending.patched());
        let mut first = Fight {
            log: self.log.clone(),
            discretion: self.discretion,
            umpire_is_gm: self.umpire_is_gm,
            memory: FogMemory::default(), // nobody looks at this one
        };
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
