//! The board of Murdham: zones and borders, read as [`crate::rules::boards`] reads them. It knows of no rule what lies there does.

pub use crate::rules::boards::zones as board;
