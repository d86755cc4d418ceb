//! Umpire, a referee for tabletop combat. The rooms, from the inside out: [`engine`] is what every rule system shares, [`rules`]
//! holds the systems; both are pure. The rest (feature `bot`) brings them to a table.
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "bot")]
pub mod localtable;
