//! Exact chances, found by trying every face of every die that the *same* procedure rolls. Only for small questions: the number of paths is
//! the product of the dice.

use super::{
    dice::{Dice, Used},
    encounter::{Encounter, Input},
    ids::Actor,
    prompt::Prompt,
    refusal::Refusal,
    ruleset::Overview,
};
use std::collections::BTreeMap;

/// Dice that step through all their faces.
struct Walk {
    path: Vec<(u16, u16)>,
    at: usize,
    deepest: usize,
}

impl Dice for Walk {
    fn face(&mut self, sides: u16, _secret: bool) -> u16 {
        if self.at == self.path.len() {
            let face = if self.at >= self.deepest { sides.div_ceil(2) } else { 1 };
            self.path.push((sides, face));
        }
        self.at += 1;
        self.path[self.at - 1].1
    }
    fn used(&self) -> Used {
        Used::default()
    }
}

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
    let mut walk = Walk { path: vec![], at: 0, deepest };
    loop {
        walk.at = 0;
        let mut fight = start.clone();
        let row = fight.decide(actor, input.clone(), &mut walk, 0)?;
        fight.evolve(&row);
        while let Some(prompt) = fight.prompts().first().cloned() {
            let input = Input::Answer { prompt: prompt.id, choice: answer(&prompt) };
            let row = fight.decide(Actor::Table, input, &mut walk, 0)?;
            fight.evolve(&row);
        }
        walk.path.truncate(walk.at);
        let walked = walk.path.iter().take(deepest);
        let chance: f64 = walked.map(|(sides, _)| 1.0 / f64::from(*sides)).product();
        *found.entry(key(&fight)).or_insert(0.0) += chance;
        walk.path.truncate(deepest);
        while walk.path.last().is_some_and(|(sides, face)| sides == face) {
            walk.path.pop();
        }
        match walk.path.last_mut() {
            Some((_, face)) => *face += 1,
            None => return Ok(found),
        }
    }
}
