//! A fight's settings that no rule knows: their keys in the store, and those that `/gm fight` changes.

use super::odds_words;
use crate::rules::session::OddsShown;

/// The key of the setting that names a fight's GMs.
pub(crate) const GMS: &str = "gms";
/// The key of the setting that lists the characters the GM plays while their players are silent.
pub(super) const AWAY: &str = "away";
/// The key of the setting for the channel paired with the fight's, for its GMs: its id, or `null`. The caller, who knows Discord, must
/// first check who can see that channel.
pub const GM_CHANNEL: &str = "gm_channel";
/// The key of the setting that says whether somebody is GM, or nobody: then Umpire answers what the rules ask of one.
pub(super) const GM_SEAT: &str = "gm_seat";
/// The key of the setting that says who plays the characters of players who are away.
pub(super) const AWAY_PLAYED_BY: &str = "away_played_by";
/// The key of the setting for how long Umpire waits before each of its moves, in milliseconds.
pub(super) const UMPIRE_PAUSE: &str = "umpire_pause";
/// The key of the setting for the order that a group of the GM's follows, as JSON.
pub(super) const GROUP: &str = "group";
/// The key of the note about a fight that rests, as JSON; see `resting`.
pub(super) const RESTS: &str = "rests";
/// The value of a setting by which Umpire does what a person could.
pub(super) const UMPIRE: &str = "umpire";
/// The value by which a person does.
const PERSON: &str = "person";
/// The longest such wait that can be set, in milliseconds.
pub(super) const LONGEST_UMPIRE_PAUSE_MS: u32 = 60_000;
/// The key of the setting for whose odds players see.
pub(super) const ODDS: &str = "odds";
const TEXT: &str = "text";
const PASS: &str = "pass";

/// A setting that `/gm fight` changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FightSetting {
    /// Whether the fight is told in plain text, for screen readers.
    PlainText(bool),
    /// Whether a side passes as soon as one of its players does; otherwise when everyone who can still act agrees.
    FirstPassCounts(bool),
    /// How long Umpire waits before each of its moves, in milliseconds.
    UmpirePause(u32),
    /// Whether nobody is GM, and Umpire answers what the rules ask of one.
    UmpireIsGm(bool),
    /// Whether Umpire plays the characters of players who are away; otherwise the GM does.
    UmpirePlaysAway(bool),
    /// Whose odds players see.
    Odds(OddsShown),
}

impl FightSetting {
    /// Its key in the store.
    pub(super) fn key(self) -> &'static str {
        match self {
            FightSetting::PlainText(_) => TEXT,
            FightSetting::FirstPassCounts(_) => PASS,
            FightSetting::UmpirePause(_) => UMPIRE_PAUSE,
            FightSetting::UmpireIsGm(_) => GM_SEAT,
            FightSetting::UmpirePlaysAway(_) => AWAY_PLAYED_BY,
            FightSetting::Odds(_) => ODDS,
        }
    }

    /// Its value in the store.
    pub(super) fn value(self) -> String {
        let word = match self {
            FightSetting::UmpirePause(ms) => return ms.to_string(),
            FightSetting::Odds(shown) => odds_words::word(shown),
            FightSetting::PlainText(true) => "true",
            FightSetting::PlainText(false) => "false",
            FightSetting::FirstPassCounts(true) => "first",
            FightSetting::FirstPassCounts(false) => "all",
            FightSetting::UmpireIsGm(true) | FightSetting::UmpirePlaysAway(true) => UMPIRE,
            FightSetting::UmpireIsGm(false) | FightSetting::UmpirePlaysAway(false) => PERSON,
        };
        word.to_owned()
    }

    /// The reply after it was changed.
    pub(super) fn settled(self) -> String {
        let sentence = match self {
            FightSetting::UmpirePause(ms) => {
                let seconds = f64::from(ms) / 1_000.0;
                let unit = if ms == 1_000 { "second" } else { "seconds" };
                return format!("Umpire now waits {seconds} {unit} before each of its moves.");
            }
            FightSetting::Odds(OddsShown::Open) => "Players now see all odds.",
            FightSetting::Odds(OddsShown::Own) => "Players now see only the odds that reveal nothing hidden.",
            FightSetting::Odds(OddsShown::Off) => "Players now see no odds.",
            FightSetting::PlainText(true) => "This fight is now told in plain text.",
            FightSetting::PlainText(false) => "This fight\u{2019}s messages now use boxes.",
            FightSetting::UmpireIsGm(true) => {
                "There\u{2019}s no GM now: Umpire plays everyone without a player, and gives the default answer to questions for the GM."
            }
            FightSetting::UmpireIsGm(false) => "The GM answers the GM\u{2019}s questions again.",
            FightSetting::UmpirePlaysAway(true) => {
                "If a player is silent twice in a row, Umpire now plays their character carefully until they\u{2019}re back."
            }
            FightSetting::UmpirePlaysAway(false) => {
                "If a player is silent twice in a row, the GM now plays their character until they\u{2019}re back."
            }
            FightSetting::FirstPassCounts(true) => "A side now passes as soon as one of its players does.",
            FightSetting::FirstPassCounts(false) => {
                "A side now passes once all its players who could still act have passed."
            }
        };
        sentence.to_owned()
    }
}
