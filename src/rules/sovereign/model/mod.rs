//! Who fights, with what and where, and what a fight changes. No rule is here.

pub mod armour;
pub mod blow;
pub mod board;
pub mod fact;
pub mod feats;
pub mod gear;
pub mod options;
pub mod question;
pub mod references;
pub mod sheet;
mod sheet_fields;
pub mod state;
