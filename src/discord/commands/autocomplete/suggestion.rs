//! One suggestion: what is shown, and what it stands for.

use crate::rules::spelling::folded;

/// One suggestion: what is shown, and what is typed by choosing it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is shown.
    pub label: String,
    /// What it stands for.
    pub value: String,
}

impl Suggestion {
    pub(super) fn plain(text: impl Into<String>) -> Suggestion {
        let text = text.into();
        Suggestion { label: text.clone(), value: text }
    }

    /// Whether what is typed by choosing it begins so. Typed is folded.
    pub(super) fn begins_with(&self, typed: &str) -> bool {
        folded(&self.value).starts_with(typed)
    }

    /// Whether what is shown of it has that in it.
    pub(super) fn holds(&self, typed: &str) -> bool {
        folded(&self.label).contains(typed)
    }

    pub(super) fn noted(text: impl Into<String>, note: &str) -> Suggestion {
        let value = text.into();
        let label = if note.is_empty() { value.clone() } else { format!("{value} \u{2014} {note}") };
        Suggestion { label, value }
    }
}
