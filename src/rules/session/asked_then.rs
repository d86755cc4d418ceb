//! What the GM would be asked as soon as a question got its default: whether a wolf takes the hit, and then which other wolf steps in. Where no
//! die falls in between, both can be asked at once.

use crate::engine::{
    Actor, Addressee, Dice, Encounter, GameSystem, Input, Seat, Used,
    panics::survives,
    view::{self, AskedThen, PromptView, Viewer},
};

/// Dice that nobody may read: whether any fell is all that's known of them.
#[derive(Default)]
struct NoDice {
    have_fallen: bool,
}

impl Dice for NoDice {
    fn face(&mut self, _sides: u16, _secret: bool) -> u16 {
        self.have_fallen = true;
        1
    }
    fn used(&self) -> Used {
        Used::default()
    }
}

/// Notes at the GM's only open question who of the GM's would be asked next whether they step in, if nobody else is asked anything then.
pub(super) fn note<R: GameSystem>(now: &Encounter<R>, prompts: &mut [PromptView]) {
    let mut open = prompts.iter_mut().filter(|it| !it.answered);
    let (Some(only), None) = (open.next(), open.next()) else { return };
    if is_gms_own(only) {
        only.then = survives(|| asked_then(now, only)).flatten().unwrap_or_default();
    }
}

fn is_gms_own(it: &PromptView) -> bool {
    it.seats.is_empty() && !it.is_umpires && matches!(it.to, Addressee::Combatant(_))
}

fn asked_then<R: GameSystem>(now: &Encounter<R>, first: &PromptView) -> Option<Vec<AskedThen>> {
    let asked = now.prompts().iter().find(|it| it.id == first.id)?;
    let default = asked.offers.first().filter(|_| asked.offers.len() > 1)?.clone();
    let (mut dice, mut then) = (NoDice::default(), now.clone());
    let answer = Input::Answer { prompt: first.id, choice: default };
    // Nobody's seat: what's asked next doesn't depend on which GM answers.
    let row = then.decide(Actor::Gm(Seat(0)), answer, &mut dice, 0).ok().filter(|_| !dice.have_fallen)?;
    then.evolve(&row);
    let open = || then.prompts().iter().filter(|it| it.answered.is_none());
    if !open().all(|it| it.to != asked.to && R::asks_to_step_in(&it.question)) {
        return None;
    }
    let next: Vec<PromptView> = view::prompts(&then, Viewer::Gm).into_iter().filter(|it| !it.answered).collect();
    let [_, yes] = next.first()?.labels.as_slice() else { return None };
    let is_alike = |it: &PromptView| is_gms_own(it) && matches!(it.labels.as_slice(), [_, label] if label == yes);
    let asked = |it: &PromptView| AskedThen { to_name: it.to_name.clone(), label: yes.clone() };
    next.iter().all(is_alike).then(|| next.iter().map(asked).collect())
}
