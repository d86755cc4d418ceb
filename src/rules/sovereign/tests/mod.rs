//! What the play scripts do not show: that the data load, that the page names every word, that random legal play holds together.

mod held;
mod lookahead;
mod page;
mod property;
mod sheets;
mod unseen;
