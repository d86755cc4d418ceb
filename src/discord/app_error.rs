//! Why an interaction failed, and the one sentence that the user reads about it. A rule's refusal cites its rule. Technical errors are
//! logged under a number that the sentence repeats; their own text is never shown.

use super::{compose::words, text};
use crate::{
    rules::UserError,
    store::StoreError,
    table::{ServiceError, live_fights::TableError, service::OpenError, service_error::TAKES_YES},
    telemetry::Reference,
};

/// Why it failed.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    /// Not allowed, or not understood.
    #[error(transparent)]
    Refused(#[from] UserError),
    /// The table couldn't do it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The fight couldn't be opened or read.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A bug that was noticed.
    #[error("{0}")]
    Internal(String),
}

impl AppError {
    /// A refusal with this text.
    pub fn say(text: impl Into<String>) -> AppError {
        AppError::Refused(UserError::say(text))
    }

    /// The sentence for the user, ready to be shown; `None` if this interaction has already been handled. What the host needs to know is
    /// logged here, once.
    pub fn sentence(&self) -> Option<String> {
        Some(match self {
            AppError::Refused(refused)
            | AppError::Table(TableError::Service(ServiceError::Refused(refused)))
            | AppError::Open(OpenError::Refused(refused)) => refusal(refused),
            AppError::Table(TableError::Service(ServiceError::TakesYes(_))) => TAKES_YES.to_owned(),
            AppError::Table(TableError::Service(ServiceError::AlreadyDone)) => return None,
            AppError::Table(TableError::Service(ServiceError::Faulted)) => {
                "This fight hit a bug in Umpire and has stopped; nothing is lost. The GM can take the last action back with /encounter undo, or close the fight with /encounter end."
                    .to_owned()
            }
            AppError::Table(TableError::Busy) => "This table is very busy. Please try again in a moment.".to_owned(),
            AppError::Table(TableError::Gone) => "This fight is over. Start a new one with /encounter start.".to_owned(),
            AppError::Store(StoreError::ChannelTaken { .. })
            | AppError::Open(OpenError::Store(StoreError::ChannelTaken { .. })) => {
                "There\u{2019}s already a fight in this channel. Close it with /encounter end, or start another in a thread.".to_owned()
            }
            AppError::Store(StoreError::NameTaken { .. }) => "You already have a character with that name.".to_owned(),
            AppError::Store(StoreError::TookTooLong) => {
                tracing::warn!(error = %self, "somebody was asked to try again");
                "That took too long, so I stopped. Please try again in a moment.".to_owned()
            }
            AppError::Store(StoreError::Length { what, unit, length, limit }) => {
                words::prose(&format!("{what} can have 1 to {limit} {unit}; this one has {length}."), &[])
            }
            AppError::Table(TableError::Service(ServiceError::Store(_)))
            | AppError::Open(_)
            | AppError::Store(_)
            | AppError::Internal(_) => {
                let reference = Reference::new();
                tracing::error!(%reference, error = %self, "an interaction failed");
                reference.apology()
            }
        })
    }
}

/// A refusal as shown: the sentence, and the rule behind it.
pub fn refusal(refused: &UserError) -> String {
    let text = words::prose_with_mentions(&visible(&with_short_quotes(&refused.text)));
    match &refused.rule {
        Some(rule) => format!("{text} ({})", words::cited(rule.number, rule.title, rule.ruling)),
        None => text,
    }
}

/// Quoted input loses its invisible characters: a direction mark would otherwise reverse our sentence too.
fn visible(text: &str) -> String {
    text.lines().map(text::one_line).collect::<Vec<_>>().join("\n")
}

/// Quoted input is cut to this many characters.
const QUOTE_MAX: usize = 60;

/// Shortens every quotation in a sentence: whoever typed thousands of characters knows them by their beginning.
fn with_short_quotes(sentence: &str) -> String {
    let mut short = String::with_capacity(sentence.len().min(1_000));
    for (index, part) in sentence.split('\u{201c}').enumerate() {
        let Some((quote, rest)) = part.rsplit_once('\u{201d}').filter(|_| index > 0) else {
            short.push_str(if index > 0 { "\u{201c}" } else { "" });
            short.push_str(part);
            continue;
        };
        let quote = text::one_line(quote);
        let end = quote.char_indices().nth(QUOTE_MAX).map(|it| it.0);
        let quote = end.map_or_else(|| quote.clone(), |end| format!("{}\u{2026}", &quote[..end]));
        short.push_str(&format!("\u{201c}{quote}\u{201d}{rest}"));
    }
    short
}

#[cfg(test)]
mod tests {
    use super::with_short_quotes;

    /// Only quotations are shortened, even if they're nested or unclosed.
    #[test]
    fn quotations_are_short() {
        let long = "x".repeat(200);
        let begun = format!("\u{201c}{}\u{2026}\u{201d}", "x".repeat(60));
        assert_eq!(with_short_quotes(&format!("No \u{201c}{long}\u{201d} here.")), format!("No {begun} here."));
        let twice = format!("\u{201c}{long}\u{201d} or \u{201c}a\u{201d}");
        assert_eq!(with_short_quotes(&twice), format!("{begun} or \u{201c}a\u{201d}"));
        for same in
            ["", "plain", "\u{201c}open", "close\u{201d}", "\u{201c}\u{201d}", "\u{201c}\u{201c}a\u{201d}\u{201d}"]
        {
            assert_eq!(with_short_quotes(same), same);
        }
    }
}
