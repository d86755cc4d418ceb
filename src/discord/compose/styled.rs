//! A tracker and a story in the form that their channel uses: with embeds, or as plain text.

use super::{
    ChannelStyle, plain_text,
    story::{self, StoryContext},
    tracker::{self, Tracker},
};
use crate::discord::message::Message;

/// Draws a tracker in the table's form.
pub fn tracker_in(it: &Tracker<'_>, style: &ChannelStyle) -> Message {
    let note = style.lacks.as_deref();
    match style.is_plain {
        true => plain_text::tracker(it, note),
        false => tracker::with_note(it, note),
    }
}

/// Draws a story in the table's form, with the time limit for questions.
pub fn story_in(it: &StoryContext<'_>, style: &ChannelStyle, pace_ms: Option<i64>) -> Option<Message> {
    match style.is_plain {
        true => plain_text::story(it, pace_ms),
        false => story::in_boxes(it, pace_ms),
    }
}
