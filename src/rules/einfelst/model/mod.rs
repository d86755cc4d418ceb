//! Who fights, with what, where, and what a fight changes of them. No rule is here, and nothing is told.

pub mod board;
pub mod fact;
pub mod gear;
pub mod options;
pub mod peril;
pub mod question;
pub mod references;
pub mod sheet;
pub mod state;
pub mod track;
