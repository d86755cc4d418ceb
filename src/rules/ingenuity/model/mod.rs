//! What there is in a fight: who fights, with what, where, and what can be said of it. No rule is here.

pub mod board;
pub mod circumstances;
pub mod conditions;
pub mod fact;
pub mod gear;
pub mod learned;
pub mod options;
pub mod question;
pub mod references;
pub mod sheet;
mod sheet_values;
pub mod state;
