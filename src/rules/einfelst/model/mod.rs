//! Who fights, with what and where, and what a fight changes about them. Contains no rules and no sentences.

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
