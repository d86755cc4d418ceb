//! A script's dice: queued face by face, or from a seed; none may be left over.

use super::run::{Play, Stop};
use crate::{engine::Scripted, table::EncounterService};

impl Play {
    pub(super) fn queue(&mut self, faces: &[(u16, u16)]) {
        if self.seed.take().is_some() {
            self.service = self.service.take().map(|it| it.scripted(Scripted::default()));
        }
        if let Some(dice) = self.service.as_mut().and_then(EncounterService::script_dice) {
            dice.queue(faces.iter().copied());
        }
    }

    pub(super) fn seed_dice(&mut self, number: usize, seed: u64) -> Result<(), Stop> {
        self.leftovers(number)?;
        let mut bytes = [0; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        self.seed = Some(bytes);
        if let Some(service) = &mut self.service {
            service.seed_dice(bytes);
        }
        Ok(())
    }

    pub(super) fn leftovers(&mut self, number: usize) -> Result<(), Stop> {
        let left =
            self.service.as_mut().and_then(EncounterService::script_dice).map(|it| it.left()).unwrap_or_default();
        if left.is_empty() {
            return Ok(());
        }
        let list: Vec<String> = left.iter().map(|(sides, face)| format!("d{sides}={face}")).collect();
        self.stop(number, format!("expected all dice to be rolled, found these left over: {}", list.join(" ")))
    }
}
