//! Options of slash commands with a fixed list of values, read once where the command comes in.

use crate::{
    discord::{app_error::AppError, character_file::Language, guild_settings::GuildSetting},
    table::option_values::FixedChoice,
};

/// What `/gm seat` does with a GM's seat, in `what:`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatChange {
    /// One more person is a GM.
    Add,
    /// One person is no longer a GM.
    Remove,
    /// Anyone who types it gives their own seat to another.
    HandOver,
}

impl FixedChoice for SeatChange {
    const ALL: &'static [(SeatChange, &'static str, &'static [&'static str])] = &[
        (SeatChange::Add, "add", &[]),
        (SeatChange::Remove, "remove", &[]),
        (SeatChange::HandOver, "hand over", &["handover", "hand", "give"]),
    ];
}

/// `/gm seat what:`, or that this is none of them.
pub fn seat_change(typed: Option<&str>) -> Result<SeatChange, AppError> {
    typed.map_or(Ok(SeatChange::Add), |typed| {
        SeatChange::named(typed).ok_or_else(|| {
            let typed = typed.trim().to_lowercase();
            AppError::say(format!("/gm seat what: can be add, remove or hand over, not \u{201c}{typed}\u{201d}."))
        })
    })
}

/// `/character export format:`, or that this is none of them.
pub fn export_format(typed: Option<&str>) -> Result<Language, AppError> {
    match typed.map(str::trim) {
        None | Some("") => Ok(Language::Toml),
        Some(typed) => Language::named(typed).ok_or_else(|| AppError::say("The format must be toml or json.")),
    }
}

/// The settings that `/settings clear:` names, each without its value. It may name several.
pub fn cleared(typed: &str) -> Vec<GuildSetting> {
    let all = [
        ("gm", GuildSetting::GmRole(None)),
        ("starter", GuildSetting::StarterRole(None)),
        ("pace", GuildSetting::Pace(None)),
    ];
    let is_all = typed.contains("both") || typed.contains("all");
    all.into_iter().filter(|it| is_all || typed.contains(it.0)).map(|it| it.1).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names and aliases are read; what's none of them is said back as it was typed.
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
        assert_eq!((cleared("all").len(), cleared("nothing").len()), (3, 0));
    }
}
