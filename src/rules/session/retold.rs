//! A fight's log told again, row by row and secrets included: for its GM's replay once it's finished, and before that for what wasn't told openly.

use crate::{
    engine::{
        Encounter, GameSystem, Input, Log, Stage,
        view::{self, Audience, Discretion, Line, Viewer},
    },
    rules::{
        Request, Story,
        row_summary::row_summary,
        story::{self, by_hand},
        wording::{BY_HAND, capital},
    },
};

/// What a row of a log tells.
#[derive(Clone, Debug)]
pub struct Retold {
    /// The row.
    pub seq: u64,
    /// When it was written, in milliseconds since the epoch.
    pub at_ms: i64,
    /// Its stories, with every line.
    pub stories: Vec<Story>,
    /// Whether everyone was told of it in other words, or not at all: the set-up, and changes by hand.
    pub is_apart: bool,
}

/// All rows that tell something, in order. What a change by hand was is told in a few words: the log has what it did, and not how it was asked
/// for.
pub(super) fn retold<R: GameSystem>(log: &Log<R>) -> Vec<Retold> {
    let (mut before, mut after) = (Log::new(log.opening().clone()), Log::new(log.opening().clone()));
    let mut all = vec![];
    let is_unbegun =
        |it: &Encounter<R>| it.now().stage == Stage::Gathering || view::begins_unseen(it.now(), Viewer::Everyone);
    for row in log.rows() {
        after.append(row.clone());
        let now = after.now();
        let rows = std::slice::from_ref(row);
        let mut stories = story::stories(&before, rows, now, &Request::Tick, row.actor, Discretion::Told);
        // A question that's only asked again says nothing.
        stories.retain(|it| it.lines.len() > it.told_before || it.withdrawn || !it.takes_back.is_empty());
        let is_by_hand =
            matches!(row.input, Input::Patch(_) | Input::Join(_) | Input::Company(_) | Input::Leave { .. });
        let begins = before.now().now().stage == Stage::Gathering && !is_unbegun(now);
        let mut is_apart = is_unbegun(before.now()) && !begins;
        if stories.is_empty() && is_by_hand {
            is_apart = true;
            let what = row_summary(row, now, before.now(), Audience::Gm);
            let told = if row.actor.is_gm() { format!("{BY_HAND}{what}.") } else { capital(&format!("{what}.")) };
            let audience = by_hand::audience(before.now(), now);
            stories.push(Story::plain(row.seq, vec![Line { audience, ..Line::open(told) }]));
        }
        if !stories.is_empty() {
            all.push(Retold { seq: row.seq, at_ms: row.at_ms, stories, is_apart });
        }
        before.append(row.clone());
    }
    all
}
