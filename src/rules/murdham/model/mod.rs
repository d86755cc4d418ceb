//! Who fights, with what, where, and what a fight changes of them. No rule of a turn is here, and nothing is told.

pub mod board;
pub mod bulk;
pub mod carried;
pub mod condition;
pub mod event;
pub mod evolve;
pub mod fact;
pub mod gear;
pub mod injuries;
pub mod items;
pub mod manner;
pub mod nature;
pub mod options;
pub mod powers;
pub mod references;
pub mod sheet;
pub mod size;
pub mod skills;
pub mod state;
pub mod weapon_names;
