//! What a line of the story is in a short account of an action. The line's own text stays what it is; only the account that the channel
//! reads at once is shorter.

use serde::{Deserialize, Serialize};

/// What a line is for a short account. A line with a roll is that roll, whatever it is besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BriefPart {
    /// What somebody sets out to do: the rolls that decide it follow it.
    Deed,
    /// What comes of it.
    #[default]
    Outcome,
    /// What harm comes of it, that somebody comes into sight, or that they didn't answer in time: told before anything else that comes of it.
    Harm,
    /// That it fails: left out where a roll has just said so.
    Miss,
    /// That a round begins: told with whatever else is.
    Round,
    /// What goes without saying: left out unless nothing else is told.
    Aside,
    /// What the tracker shows as well: left out even if nothing else is told.
    Unsaid,
}

/// How a line is told briefly.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Brief {
    /// What it is.
    pub part: BriefPart,
    /// The name that the line's sentence begins with, if it's about somebody.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub subject: String,
    /// The words in place of the line's own; for a roll, its name in the middle of a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub short: Option<String>,
    /// The words where there's little room, in place of the short ones; empty if the line isn't told there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tight: Option<String>,
    /// How a number in the line comes about, for Details: "18 = 13 rolled + 5 for the weapon".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sum: Option<String>,
}

impl Brief {
    /// Whether it says nothing of its own.
    pub fn is_plain(&self) -> bool {
        *self == Brief::default()
    }
}
