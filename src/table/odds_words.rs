//! The words of `/gm fight name:odds`.

use crate::rules::{UserError, session::OddsShown};

/// The words for whose odds are shown, each with its meaning.
const WORDS: [(&str, OddsShown); 3] = [("open", OddsShown::Open), ("own", OddsShown::Own), ("off", OddsShown::Off)];

/// The word for what's shown.
pub(super) fn word(shown: OddsShown) -> &'static str {
    WORDS.iter().find(|it| it.1 == shown).map_or("own", |it| it.0)
}

/// What a word means.
pub(super) fn shown(typed: &str) -> Result<OddsShown, UserError> {
    let meant = WORDS.iter().find(|it| it.0 == typed.trim()).map(|it| it.1);
    meant.ok_or_else(|| {
        UserError::say(
            "odds must be open (players see all odds), own (those that reveal nothing hidden) or off (none).",
        )
    })
}
