//! Keeps people's open private pages up to date: a page is redrawn when something on it changes, and what Umpire would answer goes away once
//! the question is settled. Discord lets them be edited for a while; after that a page says that it only changes when it's pressed.

use super::super::{
    app_error::AppError,
    components::{questions_page, turn_menu},
    open_pages::{OpenPage, PageKey, PageOf},
    publisher_context::PublisherContext,
};
use crate::{engine::PromptId, store::EncounterId};

/// The last line of a page or menu that's no longer kept up to date.
pub(super) const FROM_NOW_ON: &str =
    "\nThis menu is old and no longer changes by itself: press anything on it to see how things stand.";

/// Brings a fight's pages up to date. Returns whether that worked for all of them.
pub(super) async fn refresh(context: &PublisherContext, id: EncounterId, is_over: bool) -> bool {
    let mut all_done = true;
    if is_over {
        context.pages().forget_tools(id);
    }
    for (key, page) in context.pages().of(id) {
        let done = match key.2 {
            _ if is_over => {
                take_away(context, &key, &page);
                Ok(())
            }
            PageOf::Question(question) => take_away_if_settled(context, &key, &page, question).await,
            PageOf::Ambush => take_away_if_seen(context, &key, &page).await,
            PageOf::Gm | PageOf::Own | PageOf::Who => redraw(context, &key, &page).await,
        };
        if let Err(error) = done {
            tracing::debug!(encounter = id, %error, "a private page could not be drawn");
            all_done = false;
        }
    }
    all_done
}

/// Redraws a page if what it shows has changed, and a last time before Discord no longer accepts it.
async fn redraw(context: &PublisherContext, key: &PageKey, page: &OpenPage) -> Result<(), AppError> {
    let Some(handle) = context.table(key.1) else { return Ok(()) };
    let is_last = !page.may_be_edited();
    let known = if is_last { "" } else { &page.shows };
    let now = match key.2 {
        PageOf::Who => turn_menu::who_as_it_stands(&handle, &page.caller, known).await?,
        _ => questions_page::as_it_stands(context, &handle, &page.caller, (&page.list, page.fresh), known).await?,
    };
    let Some((shows, mut message)) = now else {
        return Ok(());
    };
    if context.pages().redrawn(key, &page.token, &shows) {
        if is_last && context.pages().close(key, &page.token) {
            message.content.push_str(FROM_NOW_ON);
        }
        drop(context.rest().edit_reply(page.token.clone(), None, message.private()));
    }
    Ok(())
}

/// What Umpire would answer to a question that's settled helps nobody.
async fn take_away_if_settled(
    context: &PublisherContext,
    key: &PageKey,
    page: &OpenPage,
    question: PromptId,
) -> Result<(), AppError> {
    let is_open = match context.table(key.1) {
        Some(handle) => questions_page::is_open_to(&handle, &page.caller, question).await?,
        None => false,
    };
    if !is_open {
        take_away(context, key, page);
    }
    Ok(())
}

/// Once everyone sees the fight, nobody needs to be told that they don't.
async fn take_away_if_seen(context: &PublisherContext, key: &PageKey, page: &OpenPage) -> Result<(), AppError> {
    let Some(handle) = context.table(key.1) else { return Ok(()) };
    if handle.look(|service| service.session().begun_unseen().is_none()).await? {
        take_away(context, key, page);
    }
    Ok(())
}

/// Deletes a page, unless its user has opened another since.
fn take_away(context: &PublisherContext, key: &PageKey, page: &OpenPage) {
    if context.pages().close(key, &page.token) && page.may_be_edited() {
        drop(context.rest().delete_reply(page.token.clone(), None));
    }
}
