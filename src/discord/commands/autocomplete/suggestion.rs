//! One suggestion: what's shown, and the value behind it.

use crate::rules::spelling::folded;

/// One suggestion: what's shown, and what choosing it types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What's shown.
    pub label: String,
    /// The value.
    pub value: String,
}

impl Suggestion {
    pub(super) fn plain(text: impl Into<String>) -> Suggestion {
        let text = text.into();
        Suggestion { label: text.clone(), value: text }
    }

    /// Whether the value starts like this. Typed text is folded.
    pub(super) fn begins_with(&self, typed: &str) -> bool {
        folded(&self.value).starts_with(typed)
    }

    /// Whether what's shown contains this.
    pub(super) fn holds(&self, typed: &str) -> bool {
        folded(&self.label).contains(typed)
    }

    pub(super) fn noted(text: impl Into<String>, note: &str) -> Suggestion {
        let value = text.into();
        let label = if note.is_empty() { value.clone() } else { format!("{value} \u{2014} {note}") };
        Suggestion { label, value }
    }
}
