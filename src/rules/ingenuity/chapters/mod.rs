//! The book, in its own order: turns, tests, attacks and what saves from them, harm, maneuvers, powers, fate, movement, tasks, recovery.

pub mod attack;
pub mod carry;
pub mod command;
pub mod conditions;
pub mod cost;
pub mod defence;
pub mod fate;
pub mod hands;
pub mod harm;
pub mod lasting;
pub mod maneuver;
pub mod movement;
pub mod opportunity;
pub mod order;
pub mod power;
pub mod reaction;
pub mod ready;
pub mod task;
pub mod testing;
pub mod turn;
