//! A fight's settings that no rule knows: their keys in the store, and those that `/gm fight` changes.

/// The key of the setting that names a fight's GMs.
pub(crate) const GMS: &str = "gms";
/// The key of the setting that lists the characters the GM plays while their players are silent.
pub(super) const AWAY: &str = "away";
/// The key of the setting for the channel paired with the fight's, for its GMs: its id, or `null`. The caller, who knows Discord, must
/// first check who can see that channel.
pub const GM_CHANNEL: &str = "gm_channel";
const TEXT: &str = "text";
const PASS: &str = "pass";

/// A setting that `/gm fight` changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightSetting {
    /// Whether the fight is told in plain text, for screen readers.
    PlainText(bool),
    /// Whether a side passes as soon as one of its players does; otherwise when everyone who can still act agrees.
    FirstPassCounts(bool),
}

impl FightSetting {
    /// Its key in the store.
    pub(super) fn key(self) -> &'static str {
        match self {
            FightSetting::PlainText(_) => TEXT,
            FightSetting::FirstPassCounts(_) => PASS,
        }
    }

    /// Its value in the store.
    pub(super) fn value(self) -> &'static str {
        match self {
            FightSetting::PlainText(true) => "true",
            FightSetting::PlainText(false) => "false",
            FightSetting::FirstPassCounts(true) => "first",
            FightSetting::FirstPassCounts(false) => "all",
        }
    }

    /// The reply after it was changed.
    pub(super) fn settled(self) -> &'static str {
        match self {
            FightSetting::PlainText(true) => "This fight is now told in plain text.",
            FightSetting::PlainText(false) => "This fight is now told with boxes.",
            FightSetting::FirstPassCounts(true) => "A side now passes as soon as one of its players does.",
            FightSetting::FirstPassCounts(false) => {
                "A side now passes once all its players who could still act have passed."
            }
        }
    }
}
