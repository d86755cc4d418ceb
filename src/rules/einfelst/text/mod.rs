//! What players read, apart from refusals: what happened, what things are called, what other games' words mean here.

pub mod labels;
pub mod once_down;
pub mod other_games;
pub mod story;
