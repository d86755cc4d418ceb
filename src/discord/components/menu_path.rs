//! The steps in a turn's menu that lead to a whole action.

use super::steps::{NOTHING, steps_of};
use crate::{
    discord::custom_id::Path,
    engine::{
        CombatantId,
        partial_action::{ParamValue, PartialAction},
        ruleset::MOST_PARAMS,
        view::Viewer,
    },
    rules::ParamView,
    table::EncounterService,
};

/// The steps that lead to an action, and what its choices are noted with: "the whole turn", "walks to D4 first".
pub(super) struct Way {
    pub path: Path,
    pub notes: Vec<String>,
}

/// The steps that lead to this action; `None` if they don't.
pub(super) fn way_to(
    service: &EncounterService,
    viewer: Viewer,
    who: CombatantId,
    draft: &PartialAction,
) -> Option<Way> {
    let mut notes = vec![];
    let mut path = Path::new([draft.verb.as_str()]);
    let mut so_far = PartialAction::of(&draft.verb);
    for _ in 0..MOST_PARAMS {
        match service.session().param(viewer, who, &so_far).ok()? {
            ParamView::Done(()) => return Some(Way { path, notes }),
            ParamView::Choose { name, candidates, .. } => {
                let fill = draft.get(name)?;
                let index = candidates.iter().position(|it| it.fill == *fill)?;
                let note = &candidates[index].note;
                // A weapon's note repeats what its target's says.
                let parts = note.split("; ").flat_map(|it| it.split(", ")).filter(|it| !it.is_empty());
                for part in parts {
                    if !notes.iter().any(|it| it == part) {
                        notes.push(part.to_owned());
                    }
                }
                path = path.then(steps_of(name, &candidates).swap_remove(index));
                so_far = so_far.with(name, fill.clone());
            }
            ParamView::Write { name, optional: true, .. } => {
                path = path.then(NOTHING);
                so_far = so_far.with(name, ParamValue::Text(String::new()));
            }
            ParamView::Write { .. } => return None,
        }
    }
    None
}
