//! What messages look like: from a [`Scene`](crate::engine::view::Scene) and a [`Story`](crate::rules::Story), which hold only what
//! may be seen, to the messages of the channel. It looks nothing up, sends nothing and hides nothing: that is done before.
//!
//! [`tracker`], [`story`] and below it the [`prompt`] are the channel's messages; [`gm`] is the GMs' channel; [`plain_text`] says the same without
//! boxes; [`words`] and [`deadlines`] are what they all say alike.

pub mod choice_rows;
pub mod deadlines;
pub mod ending;
pub mod gm;
pub mod plain_text;
pub mod prompt;
pub mod story;
pub mod styled;
pub mod tracker;
pub mod words;

#[cfg(test)]
mod tests;

/// How a fight is told in its channel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChannelStyle {
    /// In plain text, for those who have it read to them.
    pub is_plain: bool,
    /// What we may not do there, as a sentence.
    pub lacks: Option<String>,
}
