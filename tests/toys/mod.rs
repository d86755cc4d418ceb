//! Two rule systems that nobody plays, as unlike each other and as unlike Murdham as possible. They exist to exercise the engine and come
//! from no one's rulebook.
#![allow(dead_code)] // no single test uses the whole of both

pub mod cards;
pub mod instants;

/// Both tell everything by their facts.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum NoEvent {}
