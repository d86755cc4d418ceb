//! The book: each chapter's rules, in its order.

pub mod attack;
pub mod attack_numbers;
pub mod charge;
pub mod chase;
pub mod checks;
pub mod cost;
pub mod execution;
pub mod harm;
pub mod initiative;
pub mod instants;
pub mod items;
pub mod lasting;
pub mod manoeuvres;
pub mod morale;
pub mod movement;
pub mod oil;
pub mod screen;
pub mod skills;
pub mod surprise;
pub mod swarm;
pub mod turn;
