//! The private pages that people have open besides their turn menus: the GM's panel, somebody's own open questions, and what Umpire would
//! answer to one of them. Like turn menus, they're only in memory, and their contents are drawn elsewhere.

use super::{open_panels::EDITED_FOR, rest::InteractionToken};
use crate::{
    engine::PromptId,
    store::{EncounterId, Snowflake},
    table::Caller,
};
use dashmap::DashMap;
use tokio::time::Instant;

/// Whose page of which fight it is; with a question, it's what Umpire would answer to that.
pub type PageKey = (Snowflake, EncounterId, Option<PromptId>);

/// All open pages: of each kind, a user has at most one in a fight.
#[derive(Debug, Default)]
pub struct OpenPages(DashMap<PageKey, OpenPage>);

/// An open page.
#[derive(Clone, Debug)]
pub struct OpenPage {
    /// The token for editing it.
    pub token: InteractionToken,
    /// Since when it's valid.
    pub since: Instant,
    /// Its message, if anything on it has been pressed.
    pub message_id: Option<Snowflake>,
    /// The user.
    pub caller: Caller,
    /// Which list of questions it is.
    pub list: String,
    /// What it shows, but for odds.
    pub shows: String,
}

impl OpenPage {
    /// Whether it's still kept up to date: Discord accepts edits of it for a while.
    pub fn may_be_edited(&self) -> bool {
        self.since.elapsed() < EDITED_FOR
    }
}

impl OpenPages {
    /// Records an open page. Returns the previous one, if any.
    pub fn open(&self, key: PageKey, page: OpenPage) -> Option<OpenPage> {
        self.0.insert(key, page)
    }

    /// Removes one and returns it.
    pub fn close(&self, key: &PageKey) -> Option<OpenPage> {
        self.0.remove(key).map(|it| it.1)
    }

    /// A user has pressed something on a message: if it's a page, it's theirs to go on with until it's drawn again. Returns it. `is_a_pages`
    /// says whether what was pressed is on pages, which decides if it isn't known which message the page is.
    pub fn left(&self, user: Snowflake, message_id: Snowflake, is_a_pages: bool) -> Option<(PageKey, OpenPage)> {
        let is_it = |key: &PageKey, it: &OpenPage| {
            key.0 == user && it.message_id.map_or(is_a_pages, |known| known == message_id)
        };
        let key = self.0.iter().find(|it| is_it(it.key(), it.value())).map(|it| *it.key())?;
        self.0.remove(&key)
    }

    /// A fight's pages.
    pub fn of(&self, encounter: EncounterId) -> Vec<(PageKey, OpenPage)> {
        let all = self.0.iter().filter(|it| it.key().1 == encounter);
        all.map(|it| (*it.key(), it.value().clone())).collect()
    }

    /// Whether a page is open under this token, and shows this, but for odds.
    pub fn still_shows(&self, key: &PageKey, token: &InteractionToken, shows: &str) -> bool {
        self.0.get(key).is_some_and(|it| it.token == *token && it.shows == shows)
    }

    /// Records what a page shows now. Returns whether it's still open: the user may have gone on in the meantime.
    pub fn redrawn(&self, key: &PageKey, token: &InteractionToken, shows: &str) -> bool {
        let Some(mut kept) = self.0.get_mut(key).filter(|it| it.token == *token) else { return false };
        shows.clone_into(&mut kept.shows);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seat;
    use std::sync::Arc;

    fn page(message_id: Option<Snowflake>) -> OpenPage {
        OpenPage {
            token: InteractionToken { application_id: 9, token: Arc::from("t") },
            since: Instant::now(),
            message_id,
            caller: Caller { seat: Seat(7), has_gm_role: true },
            list: "gm".to_owned(),
            shows: "nothing".to_owned(),
        }
    }

    /// Whoever presses something on a page isn't interrupted by its being redrawn; presses on other messages change nothing.
    #[tokio::test(start_paused = true)]
    async fn a_page_in_use_is_left_alone() {
        let (pages, key) = (OpenPages::default(), (7, 1, None));
        pages.open(key, page(Some(30)));
        pages.left(7, 31, true);
        pages.left(8, 30, true);
        assert!(pages.still_shows(&key, &page(None).token, "nothing"));
        pages.left(7, 30, false);
        assert!(pages.of(1).is_empty());
        pages.open(key, page(None));
        pages.left(7, 31, false);
        assert_eq!(pages.of(1).len(), 1);
        pages.left(7, 31, true);
        assert!(!pages.redrawn(&key, &page(None).token, "more"), "it may have been that message");
    }
}
