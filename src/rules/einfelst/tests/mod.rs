//! What the play scripts don't show: the data loads, the page names every word, and random legal play holds together.

mod page;
mod property;
mod sheets;
mod unseen;
mod warned;
