//! A finished fight's log told again, row by row and secrets included, for its GM's replay.

use crate::{
    engine::{
        GameSystem, Input, Log,
        view::{Audience, Discretion, Line},
    },
    rules::{Request, Story, row_summary::row_summary, story},
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
}

/// All rows that tell something, in order. What a change by hand was is told in a few words: the log has what it did, and not how it was asked
/// for.
pub(super) fn retold<R: GameSystem>(log: &Log<R>) -> Vec<Retold> {
    let (mut before, mut after) = (Log::new(log.opening().clone()), Log::new(log.opening().clone()));
    let mut all = vec![];
    for row in log.rows() {
        after.append(row.clone());
        let now = after.now();
        let rows = std::slice::from_ref(row);
        let mut stories = story::stories(&before, rows, now, &Request::Tick, row.actor, Discretion::Told);
        if stories.is_empty() && matches!(row.input, Input::Patch(_)) {
            let what = row_summary(row, now, before.now(), Audience::Gm);
            let line = Line { audience: Audience::Gm, ..Line::open(format!("By hand: {what}.")) };
            stories.push(Story::plain(row.seq, vec![line]));
        }
        if !stories.is_empty() {
            all.push(Retold { seq: row.seq, at_ms: row.at_ms, stories });
        }
        before.append(row.clone());
    }
    all
}
