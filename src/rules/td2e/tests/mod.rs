//! What the play scripts do not show: that the data load, that the page names every word, that random legal play holds together, keeps
//! the rules' bounds, and tells nothing of the unseen.

mod invariants;
mod page;
mod promise;
mod property;
mod sheets;
mod unseen;
