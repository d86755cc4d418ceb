//! Murdham.
