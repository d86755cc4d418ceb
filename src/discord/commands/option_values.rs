//! Options of slash commands with a fixed list of values, parsed as soon as the command arrives.

use crate::{
    discord::{app_error::AppError, character_file::Language, guild_settings::GuildSetting, pings_wanted::Pings},
    pictures::Theme,
    table::option_values::FixedChoice,
};

/// What `/gm seat` does with a GM's seat: `what:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// Adds a GM.
    Add,
    /// Removes a GM.
    Remove,
    /// Hands the user's own seat to somebody else.
    HandOver,
}

impl FixedChoice for SeatChange {
    const ALL: &'static [(SeatChange, &'static str, &'static [&'static str])] = &[
        (SeatChange::Add, "add", &[]),
        (SeatChange::Remove, "remove", &[]),
        (SeatChange::HandOver, "hand over", &["handover", "hand", "give"]),
    ];
}

/// Parses `/gm seat what:`, or says that it isn't one of them.
pub fn seat_change(typed: Option<&str>) -> Result<SeatChange, AppError> {
    typed.map_or(Ok(SeatChange::Add), |typed| {
        SeatChange::named(typed).ok_or_else(|| {
            let typed = typed.trim().to_lowercase();
            AppError::say(format!("/gm seat what: can be add, remove or hand over, not \u{201c}{typed}\u{201d}."))
        })
    })
}

/// Parses `/character export format:`, or says that it isn't one of them.
pub fn export_format(typed: Option<&str>) -> Result<Language, AppError> {
    match typed.map(str::trim) {
        None | Some("") => Ok(Language::Toml),
        Some(typed) => Language::named(typed).ok_or_else(|| AppError::say("The format must be toml or json.")),
    }
}

/// Parses what somebody is pinged for, or says that it isn't one of the words.
pub fn pings(typed: &str) -> Result<Pings, AppError> {
    Pings::named(typed).ok_or_else(|| {
        AppError::say(format!("Pings can be turns, questions or none, not \u{201c}{}\u{201d}.", typed.trim()))
    })
}

/// Parses how pictures look, or says that it isn't one of the words.
pub fn theme(typed: &str) -> Result<Theme, AppError> {
    Theme::named(typed)
        .ok_or_else(|| AppError::say(format!("Maps can be dark or light, not \u{201c}{}\u{201d}.", typed.trim())))
}

/// The settings that `/settings clear:` can name, without their values. It may name several.
pub fn cleared(typed: &str) -> Vec<GuildSetting> {
    let all = [
        ("gm", GuildSetting::GmRole(None)),
        ("starter", GuildSetting::StarterRole(None)),
        ("pace", GuildSetting::Pace(None)),
        ("pings", GuildSetting::Pings(Pings::default())),
        ("maps", GuildSetting::Theme(Theme::default())),
    ];
    let is_all = typed.contains("both") || typed.contains("all");
    all.into_iter().filter(|it| is_all || typed.contains(it.0)).map(|it| it.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and aliases are recognised; anything else is quoted as typed.
    #[test]
    fn options_become_typed_values() {
        let seat = |typed| seat_change(typed).map_err(|it| it.sentence());
        assert_eq!((seat(None), seat(Some(" Give "))), (Ok(SeatChange::Add), Ok(SeatChange::HandOver)));
        assert!(seat(Some("Sell")).is_err_and(|it| it.is_some_and(|it| it.contains("not \u{201c}sell\u{201d}"))));
        assert!(matches!(
            (export_format(Some("")), export_format(Some("JSON "))),
            (Ok(Language::Toml), Ok(Language::Json))
        ));
        assert!(export_format(Some("yaml")).is_err());
        assert_eq!(cleared("gm_role and pace"), [GuildSetting::GmRole(None), GuildSetting::Pace(None)]);
        assert_eq!((cleared("all").len(), cleared("nothing").len()), (5, 0));
    }
}
