//! The account of a battle for the message at its end: its lines and its picture. It's worked out where there's time to think.

use super::super::{limits::ATTACHMENT_DESCRIPTION_MAX, message::File};
use crate::{
    engine::view::Viewer,
    pictures::Theme,
    report::{self, AccountLine},
    store::EncounterId,
    verify::ExportedFight,
};
use std::sync::Arc;

/// The account, as everyone may know it.
#[derive(Debug, Default)]
pub(super) struct DrawnAccount {
    /// What each line is about, and its clauses.
    pub(super) lines: Vec<(String, Vec<String>)>,
    /// What happened in each round, if that's told.
    pub(super) rounds: Vec<(String, Vec<String>)>,
    pub(super) picture: Option<File>,
}

/// Works it out and draws it. There's nothing to tell of a fight without a round.
pub(super) fn drawn(id: EncounterId, fight: &ExportedFight, theme: Theme) -> DrawnAccount {
    let account = match report::of_fight(fight, Viewer::Everyone) {
        Ok(it) if it.account.rounds > 0 => it.account,
        Ok(_) => return DrawnAccount::default(),
        Err(error) => {
            tracing::error!(encounter = id, %error, "a fight's account can't be given");
            return DrawnAccount::default();
        }
    };
    let chart = report::chart(&account);
    let png = chart.png(theme);
    if let Err(error) = &png {
        tracing::error!(encounter = id, %error, "a fight's account couldn't be drawn");
    }
    let picture = png.ok().map(|it| File {
        name: format!("fight-{id}.png"),
        description: chart.description(ATTACHMENT_DESCRIPTION_MAX),
        bytes: Arc::from(it),
    });
    let told = |lines: Vec<AccountLine>| lines.into_iter().map(|it| (it.label, it.parts)).collect();
    DrawnAccount { lines: told(report::lines(&account)), rounds: told(report::told_rounds(&account)), picture }
}
