//! Records the private pages that people open, so that they can be updated. Opening a second one takes the first away.

use super::{autopilot_buttons, gm_tools, pressed::Pressed};
use crate::{
    discord::{
        app_context::AppContext,
        compose::tracker::{GM_LIST, MINE_LIST},
        custom_id::{CustomId, TrackerButton},
        group_rows,
        open_pages::{OpenPage, PageKey},
    },
    engine::PromptId,
    table::{Caller, Handle},
};
use tokio::time::Instant;

/// Whether this is a part of such a page.
pub(super) fn is_on_one(id: &CustomId) -> bool {
    match id {
        CustomId::Answer { .. } | CustomId::AnswerMenu { .. } | CustomId::AnswerAll { .. } => true,
        CustomId::Tracker { button, .. } => *button == TrackerButton::Undo,
        CustomId::Page { list, .. } => {
            [GM_LIST, MINE_LIST].contains(&list.as_str())
                || [gm_tools::LISTS, group_rows::LISTS, autopilot_buttons::LISTS].iter().any(|it| list.starts_with(it))
        }
        _ => false,
    }
}

/// Records that a user is shown a list of questions, or what Umpire would answer to one; `shows` is all of it, but for odds.
pub(super) fn note(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    caller: &Caller,
    (list, question): (&str, Option<PromptId>),
    shows: &str,
) -> PageKey {
    let key = (caller.seat.0, handle.id, question);
    // What Umpire would answer always comes in a message of its own.
    let is_redrawn = pressed.is_private && question.is_none();
    let before = app.pages().open(
        key,
        OpenPage {
            token: pressed.context.token.clone(),
            since: Instant::now(),
            message_id: is_redrawn.then_some(pressed.message_id).filter(|it| *it != 0),
            caller: caller.clone(),
            list: list.to_owned(),
            shows: shows.to_owned(),
        },
    );
    if let Some(before) = before.filter(|it| !is_redrawn && it.may_be_edited()) {
        app.take_away_soon(before.token);
    }
    key
}
