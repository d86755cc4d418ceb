//! Runs the transitions due after an input until it's someone's choice what happens next.

use super::{
    dice::Dice,
    encounter::{Encounter, Input, LogRow},
    fight_state::Stage,
    ids::Actor,
    refusal::Refusal,
    ruleset::{Overview, Transition},
};

/// The most transitions one input can trigger before someone has to choose.
pub(super) const MOST_TRANSITIONS: usize = 1_000;

impl<R: Overview> Encounter<R> {
    /// Decides an input, applies it, then runs every transition that is due. The rows are in order, starting with the input's.
    ///
    /// # Errors
    /// Why the input was refused. If anything but the input itself was refused, the encounter is inconsistent: throw it away.
    pub fn advance(
        &mut self,
        actor: Actor,
        input: Input<R>,
        dice: &mut dyn Dice,
        at_ms: i64,
    ) -> Result<Vec<LogRow<R>>, Refusal<R>> {
        let row = self.carry_out(actor, input, dice, at_ms)?;
        let mut rows = vec![row];
        while let Some(transition) = self.due() {
            assert!(rows.len() <= MOST_TRANSITIONS, "the fight comes to rest");
            rows.push(self.carry_out(Actor::Table, Input::Transition(transition), dice, at_ms)?);
        }
        Ok(rows)
    }

    fn due(&self) -> Option<Transition<R>> {
        let rests = self.pending.is_some() || self.paused || self.fight.stage != Stage::Fighting;
        if rests { None } else { R::due(&self.fight) }
    }
}
