//! All that players read of a fight but its refusals: what happened, what things are called, what other games' words mean here.

pub mod blow_words;
pub mod labels;
pub mod lookahead;
pub mod once_down;
pub mod other_games;
pub mod story;
