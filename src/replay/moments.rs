//! How a fight stood after each line that was told, as its readers could see it.

use super::{
    brought::ReplayPictures,
    kept::{Change, Kept, changes},
};
use crate::{
    engine::view::{Audience, FighterView, Line, Mark, Scene, SideView, Viewer},
    pictures::{MapPlan, Theme},
    rules::{
        Session, System,
        session::{Instant, Retold},
    },
    verify::ExportedFight,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// How a fight stood from line to line.
#[derive(Debug, Default, Serialize)]
pub(super) struct Moments {
    moments: Vec<Moment>,
    parts: Parts,
    /// Whether some of the map was in fog at some time.
    #[serde(skip)]
    pub(super) had_fog: bool,
}

impl Moments {
    /// Whether there's ever a map.
    pub(super) fn has_map(&self) -> bool {
        !self.parts.map.all().is_empty()
    }

    /// No moment, with this in its map.
    #[cfg(test)]
    pub(super) fn of_map(svg: &str) -> Moments {
        let mut all = Moments::default();
        all.parts.map.keep(svg.to_owned());
        all
    }
}

/// What the moments are made of.
#[derive(Debug, Default, Serialize)]
struct Parts {
    /// The elements of the maps, which are SVGs.
    map: Kept<String>,
    /// The tracker's lines.
    tracker: Kept<TrackerLine>,
    /// Who is where.
    places: Kept<String>,
    /// The colours of the maps, each with what it is on a light page.
    light: BTreeMap<String, String>,
}

/// How the fight stood from a line of the record on: what differs from the moment before.
#[derive(Debug, Serialize)]
struct Moment {
    /// The line, from 0.
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    whose: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    map: Vec<Change>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tracker: Vec<Change>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    places: Vec<Change>,
}

/// All of a moment, with the places of its parts; before the first there's nothing.
#[derive(Debug, Default, PartialEq)]
struct Stand {
    round: u32,
    whose: String,
    /// The board, if there's one.
    map: Vec<usize>,
    tracker: Vec<usize>,
    places: Vec<usize>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum TrackerLine {
    /// The members of this side follow.
    Side {
        side: String,
        note: String,
    },
    Member(Member),
}

#[derive(Debug, Serialize)]
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

/// After what each line of the public record was told: the time, or the row before whatever the next line tells, if that had happened by then.
pub(super) fn told_at(fight: &ExportedFight, session: &dyn Session) -> Vec<(usize, Instant)> {
    let told = fight.record.as_ref().map_or(&[][..], |it| &it.told);
    let of = |(line, it): (usize, &Value)| {
        let first = it["lines"].as_array().and_then(|it| it.first()?.as_str());
        Some(Told { line, at_ms: it["at_ms"].as_i64()?, first: first.map(str::to_owned) })
    };
    let told: Vec<Told> = told.iter().enumerate().filter_map(of).collect();
    let is_alone = told.windows(2).all(|it| it[1].at_ms - it[0].at_ms > LAG_MS);
    told_after(&told, &if is_alone { vec![] } else { session.retold() })
}

/// How long after its row was written a line may have been told, in milliseconds.
const LAG_MS: i64 = 2_000;

/// The same of these lines, with what the rows told.
fn told_after(told: &[Told], rows: &[Retold]) -> Vec<(usize, Instant)> {
    let begun_by = |it: &Told, from: usize| {
        let mut after = (from..rows.len()).skip_while(|at| rows[*at].at_ms < it.at_ms - LAG_MS);
        after.find(|at| it.is_begun_by(&rows[*at])).filter(|at| rows[*at].at_ms <= it.at_ms)
    };
    let mut from = told.first().and_then(|it| begun_by(it, 0)).map_or(0, |at| at + 1);
    let mut all = vec![];
    for (index, it) in told.iter().enumerate() {
        let next = told.get(index + 1).and_then(|it| begun_by(it, from));
        from = next.map_or(from, |at| at + 1);
        // Each shows what had happened when it was told, but nothing of what the next tells.
        let at = match next.map(|at| &rows[at]).filter(|row| row.at_ms <= it.at_ms) {
            Some(row) => Instant::AfterRow(row.seq.saturating_sub(1)),
            None => Instant::AtMs(it.at_ms),
        };
        all.push((it.line, at));
    }
    all
}

/// A line of the public record.
#[derive(Clone)]
struct Told {
    line: usize,
    at_ms: i64,
    /// Its first sentence.
    first: Option<String>,
}

impl Told {
    /// Whether its first sentence is the first that everyone was told of this row.
    fn is_begun_by(&self, row: &Retold) -> bool {
        let is_open = |it: &&Line| it.audience == Audience::Everyone;
        let mut firsts = row.stories.iter().filter_map(|it| it.lines.iter().skip(it.told_before).find(is_open));
        firsts.any(|it| Some(&it.text) == self.first.as_ref())
    }
}

/// A moment for each of these lines after which something looks different to this viewer, with these pictures on the map.
pub(super) fn moments(
    session: &dyn Session,
    viewer: Viewer,
    timed: &[(usize, Instant)],
    pictures: &ReplayPictures,
) -> Moments {
    let times: Vec<Instant> = timed.iter().map(|it| it.1).collect();
    let (mut all, mut last) = (Moments::default(), Stand::default());
    let mut lines = timed.iter().map(|it| it.0);
    session.looks_back(viewer, &times, &mut |scene| {
        let line = lines.next().expect("a scene for each time");
        all.had_fog |= scene.map.fog.is_some();
        let now = all.parts.stand(scene, pictures);
        if all.moments.is_empty() || now != last {
            all.moments.push(now.since(&last, line));
            last = now;
        }
    });
    // What fog hides mustn't be in the file, and a picture is all of the place.
    if all.had_fog && pictures.has_background() {
        return Moments { had_fog: true, ..moments(session, viewer, timed, &pictures.without_background()) };
    }
    if pictures.has_background() {
        return all; // On a battle map, a map stays dark.
    }
    all.parts.light = all.parts.map.all().iter().flat_map(|it| Theme::Light.colours_on(it)).collect();
    all
}

impl Parts {
    fn stand(&mut self, scene: &Scene, pictures: &ReplayPictures) -> Stand {
        // All of a board: a part of it would jump from one moment to the next, and its ground would be kept for each.
        let plan = MapPlan::of(scene).with_all(true).with_pictures(&pictures.brought);
        let svg = if plan.is_laid_out() { plan.svg_with(&pictures.copies) } else { String::new() };
        let sides = scene.sides.iter().filter(|it| !it.members.is_empty());
        Stand {
            round: scene.round,
            whose: scene.details.whose.clone(),
            map: svg.split_inclusive('>').map(|it| self.map.keep(it.to_owned())).collect(),
            tracker: sides.flat_map(TrackerLine::all_of).map(|it| self.tracker.keep(it)).collect(),
            places: scene.places.iter().map(|it| self.places.keep(it.clone())).collect(),
        }
    }
}

impl Stand {
    /// What differs from the moment before.
    fn since(&self, before: &Stand, line: usize) -> Moment {
        Moment {
            line,
            round: (self.round != before.round).then_some(self.round),
            whose: (self.whose != before.whose).then(|| self.whose.clone()),
            map: changes(&before.map, &self.map),
            tracker: changes(&before.tracker, &self.tracker),
            places: changes(&before.places, &self.places),
        }
    }
}

impl TrackerLine {
    fn all_of(it: &SideView) -> Vec<TrackerLine> {
        let side = TrackerLine::Side { side: it.name.clone(), note: it.note.clone() };
        [side].into_iter().chain(it.members.iter().map(|it| TrackerLine::Member(Member::of(it)))).collect()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Story;

    /// Rows are told a moment after they're written. What's told twice in the same words happened once after the first row and once after the
    /// second.
    #[test]
    fn a_sentence_may_be_repeated() {
        let row = |seq, text: &str| {
            let stories = vec![Story::plain(seq, vec![Line::open(text.to_owned())])];
            Retold { seq, at_ms: 9, stories, is_apart: false }
        };
        let rows = [row(4, "Bo hits."), row(5, "Ana misses."), row(7, "Ana misses."), row(8, "Bo hits.")];
        let told: Vec<Told> = ["Ana misses.", "Ana misses.", "Bo hits."]
            .into_iter()
            .enumerate()
            .map(|(line, first)| Told { line, at_ms: 11, first: Some(first.to_owned()) })
            .collect();
        let expected = [(0, Instant::AfterRow(6)), (1, Instant::AfterRow(7)), (2, Instant::AtMs(11))];
        assert_eq!(told_after(&told, &rows), expected);
        let unknown = [&told[..2], &[Told { line: 2, at_ms: 11, first: None }]].concat();
        assert_eq!(told_after(&unknown, &rows)[1..], [(1, Instant::AtMs(11)), (2, Instant::AtMs(11))]);
    }
}
