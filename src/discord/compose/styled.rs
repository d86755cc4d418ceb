//! A tracker and a story as their channel has them told: with boxes, or in plain text.

use super::{
    ChannelStyle, plain_text,
    story::{self, StoryContext},
    tracker::{self, Tracker},
};
use crate::discord::message::Message;

/// Draws a tracker as the table has it told.
pub fn tracker_in(it: &Tracker<'_>, style: &ChannelStyle) -> Message {
    let note = style.lacks.as_deref();
    match style.is_plain {
        true => plain_text::tracker(it, note),
        false => tracker::with_note(it, note),
    }
}

/// Draws a story as the table has it told, with the time that people have there for a question.
pub fn story_in(it: &StoryContext<'_>, style: &ChannelStyle, pace_ms: Option<i64>) -> Option<Message> {
    match style.is_plain {
        true => plain_text::story(it, pace_ms),
        false => story::in_boxes(it, pace_ms),
    }
}
