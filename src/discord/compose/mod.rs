//! What messages look like: from a [`Scene`](crate::engine::view::Scene) and a [`Story`](crate::rules::Story), which hold only what
//! may be seen, to the messages of the channel. It looks nothing up, sends nothing and hides nothing: that is done before.

pub mod ending;
pub mod gm;
pub mod story;
pub mod tracker;
pub mod words;

#[cfg(test)]
mod tests;
