//! What messages look like: turns a [`Scene`](crate::engine::view::Scene) and a [`Story`](crate::rules::Story), which contain only what may
//! be seen, into the channel's messages. It looks up nothing, sends nothing and hides nothing: that has been done before.
//!
//! [`tracker`], [`story`] and below it the [`prompt`] are the channel's messages; [`gm`] is the GMs' channel; [`plain_text`] says the same without
//! boxes; [`words`] and [`deadlines`] are what they all say alike.

pub mod asked_next;
mod barely;
pub mod choice_rows;
pub mod deadlines;
pub mod ending;
pub mod gm;
pub mod plain_text;
pub mod prompt;
pub(super) mod roster;
pub mod same_question;
mod shorter_dice;
pub mod story;
pub mod styled;
pub mod tracker;
pub mod words;

#[cfg(test)]
mod tests;

/// The form of a fight's messages in its channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelStyle {
    /// As plain text, for those who use a screen reader.
    pub is_plain: bool,
    /// What we may not do there, as a sentence.
    pub lacks: Option<String>,
}
