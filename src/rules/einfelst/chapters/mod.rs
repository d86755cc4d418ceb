//! The book: cards and turns, tests, attacks and reactions, Harm, holding, fleeing, moving, and what the Director calls for.

pub mod ambush;
pub mod attack;
pub mod cards;
pub mod cost;
pub mod fear;
pub mod fire;
pub mod flight;
pub mod harm;
pub mod hold;
pub mod lasting;
pub mod movement;
pub mod order;
pub mod perils;
pub mod poison;
pub mod reaction;
pub mod swap;
pub mod task;
pub mod testing;
pub mod turn;
