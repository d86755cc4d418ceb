//! Records the private pages that people open, so that they can be updated. Opening a second one takes the first away.

use super::{
    autopilot_buttons, gm_tools,
    pressed::Pressed,
    steps::{FROM_MENU, WHO_LIST},
};
use crate::{
    discord::{
        app_context::AppContext,
        compose::tracker::{GM_LIST, MINE_LIST},
        custom_id::{CustomId, TrackerButton},
        group_rows,
        interaction_context::InteractionContext,
        open_pages::{OpenPage, PageKey, PageOf, ToolMessage},
    },
    store::{EncounterId, Snowflake},
    table::{Caller, Handle},
};
use tokio::time::Instant;

/// Whether this belongs to the GM's tools: the menu in the panel, or a list that was opened from it.
pub(super) fn is_tool(id: &CustomId) -> bool {
    matches!(id, CustomId::Page { list, .. } if list.starts_with(gm_tools::LISTS))
}

/// Whether this is a part of a page that shows this.
pub(super) fn is_page_control(id: &CustomId, of: PageOf) -> bool {
    match (id, of) {
        (CustomId::Tracker { button, .. }, PageOf::Ambush) => {
            matches!(button, TrackerButton::ActAs | TrackerButton::Pass)
        }
        (_, PageOf::Ambush) => false,
        (
            CustomId::Answer { .. }
            | CustomId::AnswerMenu { .. }
            | CustomId::AnswerThen { .. }
            | CustomId::AnswerAll { .. },
            _,
        ) => true,
        (CustomId::Tracker { button, .. }, _) => *button == TrackerButton::Undo,
        // In a turn menu.
        (CustomId::Page { list, page: FROM_MENU, .. }, _) if list == GM_LIST => false,
        (CustomId::Page { list, .. }, _) => {
            [GM_LIST, MINE_LIST, WHO_LIST].contains(&list.as_str())
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
    (list, of): (&str, PageOf),
    shows: &str,
) -> PageKey {
    let key = (caller.seat.0, handle.id, of);
    // What Umpire would answer always comes in a message of its own.
    let is_redrawn = pressed.is_private && !matches!(of, PageOf::Question(_));
    let message_id = pressed.private_message().filter(|_| is_redrawn);
    let page = OpenPage {
        token: pressed.context.token.clone(),
        since: Instant::now(),
        message_id,
        caller: caller.clone(),
        list: list.to_owned(),
        shows: shows.to_owned(),
        fresh: pressed.fresh(),
    };
    let before = opened(app, key, page, is_redrawn);
    // The GM's are taken away whatever they show by now: see `replaces_earlier`.
    if let Some(before) = before.filter(|_| of != PageOf::Gm) {
        app.take_away_soon(before.token, None);
    }
    key
}

/// Records a page. Returns the one it replaces if that's in another message, which can still be taken away.
fn opened(app: &AppContext, key: PageKey, page: OpenPage, is_redrawn: bool) -> Option<OpenPage> {
    let message_id = page.message_id;
    let is_another = |it: &OpenPage| !is_redrawn || (it.message_id.is_some() && it.message_id != message_id);
    app.pages().open(key, page).filter(|it| is_another(it) && it.may_be_edited())
}

/// Records that a GM is told that not everyone sees the fight yet: in this private message, or in a new one.
pub fn note_ambush(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    caller: Caller,
    message_id: Option<Snowflake>,
) {
    let page = OpenPage {
        token: context.token.clone(),
        since: Instant::now(),
        message_id,
        list: String::new(),
        shows: String::new(),
        fresh: 0,
        caller,
    };
    let key = (page.caller.seat.0, handle.id, PageOf::Ambush);
    if let Some(before) = opened(app, key, page, message_id.is_some()) {
        app.take_away_soon(before.token, None);
    }
}

/// A menu of a turn is opened: the question who acts is answered, and goes away unless the menu is in its message.
pub(super) fn who_is_chosen(app: &AppContext, pressed: &Pressed, handle: &Handle, caller: &Caller) {
    let key = (caller.seat.0, handle.id, PageOf::Who);
    let page = app.pages().of(handle.id).into_iter().find(|it| it.0 == key);
    if let Some((_, page)) = page
        && app.pages().close(&key, &page.token)
        && !pressed.is_private
        && page.may_be_edited()
    {
        app.take_away_soon(page.token, None);
    }
}

/// Records that the GM's panel, or a list opened from it, is shown in answer to this press. If it's in a new message, the one before is taken
/// away, whether it still shows the panel or a list: two side by side would contradict each other.
pub(super) fn replaces_earlier(app: &AppContext, pressed: &Pressed, encounter: EncounterId) {
    let message_id = pressed.private_message();
    let message = ToolMessage { token: pressed.context.token.clone(), since: Instant::now(), message_id };
    let before = app.pages().tools_at((pressed.context.user_id, encounter), message);
    let is_another = |it: &ToolMessage| !pressed.is_private || (it.message_id.is_some() && it.message_id != message_id);
    if let Some(before) = before.filter(|it| is_another(it) && it.may_be_deleted()) {
        app.take_away_soon(before.token, None);
    }
}
