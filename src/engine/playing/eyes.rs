//! The fight as a side knows it. Everything a player looks at comes from here.

use crate::engine::{
    encounter::Encounter,
    ids::SideId,
    ruleset::Ruleset,
    view::{Discretion, Viewer, as_known},
};

/// The fight without anyone hidden from this side; for the GM (`None`), all of it.
pub fn seen_by<R: Ruleset>(encounter: &Encounter<R>, side: Option<SideId>) -> Encounter<R> {
    let mut known = encounter.clone();
    let Some(side) = side else { return known };
    let viewer = Viewer::Side(side);
    known.fight = as_known(&encounter.fight, viewer, Discretion::Told).into_owned();
    if let Some(pending) = &mut known.pending {
        pending.now = as_known(encounter.now(), viewer, Discretion::Told).into_owned();
    }
    known
}
