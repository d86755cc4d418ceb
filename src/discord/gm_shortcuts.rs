//! The GM's tools that are wanted most, as buttons: below the opening of a fight, in the GM's own tracker, and above the panel's menu.

use super::{
    compose::{
        choice_rows::rows_of,
        tracker::{JOIN, RULES, press},
    },
    custom_id::CustomId,
    message::{ActionRow, Button, Look},
};
use crate::engine::{Stage, view::Scene};

/// What the lists of these buttons begin with; the tool's word follows.
pub const SHORTCUT: &str = "gm-btn";

/// A tool with a button of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GmShortcut {
    /// Adds foes, before the fight begins or in the middle of it.
    Add,
    /// Lays out the board.
    Board,
    /// Places several on it.
    Place,
    /// Hurts or heals somebody.
    Vitals,
    /// Gives or ends a condition.
    Condition,
}

impl GmShortcut {
    /// The tool's word in the panel's menu.
    pub fn word(self) -> &'static str {
        match self {
            GmShortcut::Add => "add",
            GmShortcut::Board => "board",
            GmShortcut::Place => "place",
            GmShortcut::Vitals => "vitals",
            GmShortcut::Condition => "condition",
        }
    }

    /// What its button says.
    pub fn label(self) -> &'static str {
        match self {
            GmShortcut::Add => "Add foes\u{2026}",
            GmShortcut::Board => "Lay out the board\u{2026}",
            GmShortcut::Place => "Place several\u{2026}",
            GmShortcut::Vitals => "Damage or heal\u{2026}",
            GmShortcut::Condition => "Condition\u{2026}",
        }
    }

    /// Its button.
    pub fn button(self, encounter: u64) -> Button {
        // Buttons drawn before there were others have no word: they add foes.
        let list = match self {
            GmShortcut::Add => SHORTCUT.to_owned(),
            other => format!("{SHORTCUT}.{}", other.word()),
        };
        press(self.label(), CustomId::Page { encounter, list, page: 0 })
    }
}

/// The tool's word of a list that such a button opens; `None` for other lists.
pub fn word_of(list: &str) -> Option<&str> {
    match list.strip_prefix(SHORTCUT)? {
        "" => Some(GmShortcut::Add.word()),
        word => word.strip_prefix('.'),
    }
}

/// What the GM does most as the fight stands.
pub fn shortcuts(encounter: u64, scene: &Scene) -> Vec<Button> {
    let all: &[GmShortcut] = match scene.stage {
        Stage::Gathering => &[GmShortcut::Add, GmShortcut::Board, GmShortcut::Place],
        Stage::Fighting => &[GmShortcut::Vitals, GmShortcut::Condition, GmShortcut::Add],
        Stage::Over => &[],
    };
    all.iter().map(|it| it.button(encounter)).collect()
}

/// The buttons of the GM's tracker while people gather: the GM adds foes and lays out the board, and seldom joins.
pub fn gathering(encounter: u64, rows: Vec<ActionRow>) -> Vec<ActionRow> {
    let buttons = |row| match row {
        ActionRow::Buttons(buttons) => buttons,
        ActionRow::Select(_) => vec![],
    };
    let kept = rows.into_iter().flat_map(buttons).filter(|it| it.label != JOIN && it.label != RULES);
    let first = GmShortcut::Add.button(encounter).looking(Look::Primary);
    rows_of([first, GmShortcut::Board.button(encounter)].into_iter().chain(kept).collect())
}
