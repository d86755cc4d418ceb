//! A fight as one of the fights of a person.

use super::records::Header;

/// A fight in which somebody has a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PersonsFight {
    /// The fight.
    pub header: Header,
    /// Their number.
    pub number: u64,
    /// The value of the setting of the fight's that was asked for, if it has one.
    pub value: Option<String>,
}
