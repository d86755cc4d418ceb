//! How a fight stood after each line that was told, as its readers could see it.

use super::maps::{MapParts, Maps};
use crate::{
    engine::view::{FighterView, Mark, Scene, SideView, Viewer},
    pictures::MapPlan,
    rules::{Session, System, session::Instant},
    verify::ExportedFight,
};
use serde::Serialize;
use serde_json::Value;

/// How the fight stood from a line of the record on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Moment {
    /// The line, from 0.
    line: usize,
    round: u32,
    whose: String,
    sides: Vec<Side>,
    places: Vec<String>,
    /// The board, if there's one.
    #[serde(skip_serializing_if = "MapParts::is_empty")]
    map: MapParts,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Side {
    name: String,
    note: String,
    members: Vec<Member>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
struct Member {
    name: String,
    mark: Mark,
    standing: String,
    vitals: Vec<(String, String)>,
    conditions: Vec<String>,
}

/// The fight as its log plays it. `None` if this build can't.
pub(super) fn played(fight: &ExportedFight) -> Option<Box<dyn Session>> {
    let system = System::ALL.into_iter().find(|it| it.name() == fight.system)?;
    let rows: Vec<String> = fight.rows.iter().map(Value::to_string).collect();
    system.load(&fight.opening.to_string(), &rows).ok()
}

/// When each line of the public record was told.
pub(super) fn told_at(fight: &ExportedFight) -> Vec<(usize, Instant)> {
    let told = fight.record.as_ref().map_or(&[][..], |it| &it.told);
    told.iter().enumerate().filter_map(|(line, it)| Some((line, Instant::AtMs(it["at_ms"].as_i64()?)))).collect()
}

/// A moment for each of these lines after which something looks different to this viewer, with the parts of their maps.
pub(super) fn moments(session: &dyn Session, viewer: Viewer, timed: &[(usize, Instant)]) -> (Vec<Moment>, Vec<String>) {
    let times: Vec<Instant> = timed.iter().map(|it| it.1).collect();
    let (mut all, mut maps): (Vec<Moment>, Maps) = Default::default();
    let mut lines = timed.iter().map(|it| it.0);
    session.looks_back(viewer, &times, &mut |scene| {
        let line = lines.next().expect("a scene for each time");
        let moment = Moment::of(line, scene, &mut maps);
        let is_new = all.last().is_none_or(|last| Moment { line, ..last.clone() } != moment);
        all.extend(is_new.then_some(moment));
    });
    (all, maps.into_parts())
}

impl Moment {
    fn of(line: usize, scene: &Scene, maps: &mut Maps) -> Moment {
        // All of a board: a part of it would jump from one moment to the next, and its ground would be kept for each.
        let plan = MapPlan::of(scene).with_all(true);
        Moment {
            line,
            round: scene.round,
            whose: scene.details.whose.clone(),
            sides: scene.sides.iter().filter(|it| !it.members.is_empty()).map(Side::of).collect(),
            places: scene.places.clone(),
            map: if plan.is_laid_out() { maps.keep(&plan.svg()) } else { MapParts::default() },
        }
    }
}

impl Side {
    fn of(it: &SideView) -> Side {
        Side { name: it.name.clone(), note: it.note.clone(), members: it.members.iter().map(Member::of).collect() }
    }
}

impl Member {
    fn of(it: &FighterView) -> Member {
        Member {
            name: it.name.clone(),
            mark: it.mark,
            standing: it.standing.clone(),
            vitals: it.vitals.clone(),
            conditions: it.conditions.clone(),
        }
    }
}
