//! The pure core of Umpire: [`engine`] is what every rule system shares, [`rules`] contains the systems. Neither does any I/O, reads a clock
//! or draws a random number of its own.

pub mod engine;
pub mod rules;
pub mod simulate;
