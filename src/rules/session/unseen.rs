//! What goes on unseen must not show by a pause. While an action of which everybody knows waits only for combatants of the GM's who are
//! hidden, nobody could say what it waits for; so, as soon as nobody else is awaited, they do what silence means. A standing order of
//! theirs has answered before it comes to that. An action of which nobody knows waits for the GM like any other, and so does what the GM
//! has just chosen for somebody else: that one is seen to be asked still.

use crate::engine::{
    Addressee, CombatantId, Controller, Encounter, Input, Ruleset,
    prompt::Prompt,
    view::{Audience, Viewer},
};

/// The answer that is due at once because waiting for it would show; `None` if nobody is awaited so.
pub(in crate::rules) fn answer<R: Ruleset>(now: &Encounter<R>) -> Option<Input<R>> {
    let pending = now.pending.as_ref()?;
    let field = &pending.now;
    let gms = |who: CombatantId| field.find(who).filter(|it| it.controller == Controller::Gm);
    let unseen = |it: &Prompt<R>| match it.to {
        _ if R::chosen_by(&it.question).and_then(gms).is_some() => false,
        Addressee::Combatant(who) => gms(who).is_some_and(|it| !Viewer::Everyone.sees(field, it)),
        Addressee::Side(_) | Addressee::Gm => false,
    };
    let mut awaited = pending.prompts.iter().filter(|it| it.answered.is_none());
    let first = awaited.clone().next()?;
    if !awaited.all(unseen) {
        return None;
    }
    let by_unseen = match &pending.input {
        Input::Act { who, .. } => field.find(*who).is_some_and(|it| !Viewer::Everyone.sees(field, it)),
        _ => false,
    };
    let told = || R::tell(field, &pending.records).iter().any(|it| it.audience == Audience::Everyone);
    if by_unseen && !told() {
        return None;
    }
    Some(Input::Answer { prompt: first.id, choice: first.offers[0].clone() })
}
