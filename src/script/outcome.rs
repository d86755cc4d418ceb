//! What became of a script.

use crate::engine::view::Scene;
use serde::Serialize;
use std::{collections::BTreeSet, fmt};

/// The result of one script.
#[derive(Clone, Debug, Serialize)]
pub struct ScriptOutcome {
    /// The file's name as given.
    pub file: String,
    /// Everything that wasn't as expected; empty if the script holds.
    pub failures: Vec<Failure>,
    /// The fight at the end as the GM sees it; `None` if none was opened.
    pub scene: Option<Scene>,
    /// The log, without the seed.
    pub log: Option<serde_json::Value>,
    /// The channel as text.
    #[serde(skip)]
    pub transcript: String,
    /// The numbers of the rules cited.
    pub cited: BTreeSet<String>,
}

/// One thing that wasn't as expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 for the file as a whole.
    pub line: usize,
    /// "expected …, found …".
    pub text: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.text)
    }
}

impl ScriptOutcome {
    /// Whether every expectation holds.
    pub fn holds(&self) -> bool {
        self.failures.is_empty()
    }
}
