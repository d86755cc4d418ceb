//! The exact chance of anything that can be read off a fight, found by trying every face of every die that the *same* procedure rolls. Only
//! for small questions: the number of paths is the product of the dice.

use super::{
    super::{
        encounter::{Encounter, Input},
        ids::Actor,
        prompt::Prompt,
        refusal::Refusal,
        ruleset::Overview,
    },
    faces::Walk,
};
use std::collections::BTreeMap;

/// The chance of each outcome of an action, given these answers. Dice deeper than `deepest` aren't tried (an exploding die has no last
/// face): they show their middle face, so results that depend on them are approximate and the rest exact.
pub fn odds<R: Overview, K: Ord>(
    start: &Encounter<R>,
    actor: Actor,
    input: &Input<R>,
    answer: impl Fn(&Prompt<R>) -> R::Choice,
    key: impl Fn(&Encounter<R>) -> K,
    deepest: usize,
) -> Result<BTreeMap<K, f64>, Refusal<R>> {
    let mut found = BTreeMap::new();
    let mut walk = Walk::new(deepest);
    loop {
        walk.begin();
        let mut fight = start.clone();
        let row = fight.decide(actor, input.clone(), &mut walk, 0)?;
        fight.evolve(&row);
        while let Some(prompt) = fight.prompts().first().cloned() {
            let input = Input::Answer { prompt: prompt.id, choice: answer(&prompt) };
            let row = fight.decide(Actor::Table, input, &mut walk, 0)?;
            fight.evolve(&row);
        }
        *found.entry(key(&fight)).or_insert(0.0) += walk.chance();
        if !walk.next() {
            return Ok(found);
        }
    }
}
