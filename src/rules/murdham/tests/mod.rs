//! The rules of this half of Murdham, each with one test that fails when its function is emptied and one for what it forbids. They
//! play through the session, as the table does: words in, lines and refusals out, dice that fall as they were written down.

mod attacks;
mod harm;
mod lasting;
mod moving;
mod page;
mod property;
mod reactions;
mod sheets;
mod table;
mod told;
mod turns;

use super::Murdham;
use crate::rules::Session;
use table::{GM, Table, pairs};
