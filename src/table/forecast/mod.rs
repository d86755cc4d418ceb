//! A forecast at a table: `asked` takes it up, `words` says it, `running` works it out beside the fights without holding any of them up,
//! `next_row` is how it notices that its fight has gone on.

mod asked;
mod next_row;
mod running;
mod words;

pub(super) use next_row::{AsOfRow, NextRow};
pub use running::ForecastError;
pub(super) use running::{ForecastSubject, Forecasts};
pub use words::{in_one_line, in_words, percent};
