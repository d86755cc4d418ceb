//! Rows of choices: buttons side by side, or menus with as many options as Discord allows.

use crate::discord::{
    limits::{ROW_BUTTONS_MAX, ROWS_MAX, SELECT_OPTIONS_MAX, SELECT_PLACEHOLDER_MAX},
    message::{ActionRow, Button, Select, SelectOption},
    text,
};

/// Menus of 25 options each; `id` names each part.
pub fn selects(options: Vec<SelectOption>, ask: &str, id: impl Fn(u32) -> String) -> Vec<ActionRow> {
    let parts: Vec<&[SelectOption]> = options.chunks(SELECT_OPTIONS_MAX).take(ROWS_MAX - 1).collect();
    let row = |(page, part): (usize, &&[SelectOption])| {
        let page = u32::try_from(page).unwrap_or(0);
        // If there are several menus, each says which options it has.
        let ask = match (parts.len(), part.first(), part.last()) {
            (2.., Some(first), Some(last)) => format!("{ask} {} to {}", first.label, last.label),
            _ => ask.to_owned(),
        };
        ActionRow::Select(Select::one(id(page), text::label(&ask, SELECT_PLACEHOLDER_MAX), part.to_vec()))
    };
    parts.iter().enumerate().map(row).collect()
}

/// Buttons, five to a row.
pub fn rows_of(buttons: Vec<Button>) -> Vec<ActionRow> {
    buttons.chunks(ROW_BUTTONS_MAX).map(|row| ActionRow::Buttons(row.to_vec())).collect()
}
