//! The rule systems. Each is a room of its own that knows the engine and no other system; this page is the list of them.

pub mod murdham;
