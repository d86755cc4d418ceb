//! The private pages that people have open besides their turn menus: the GM's panel, somebody's own open questions, and what Umpire would
//! answer to one of them. Their contents are drawn elsewhere.

use super::{menu_changes::MenuChanges, open_turn_menus::EDITED_FOR, rest::InteractionToken};
use crate::{
    engine::PromptId,
    store::{EncounterId, Snowflake},
    table::Caller,
};
use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};
use tokio::time::Instant;

/// What a page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PageOf {
    /// The GM's panel.
    Gm,
    /// Its reader's own questions.
    Own,
    /// Which of several combatants acts.
    Who,
    /// What Umpire would answer to a question.
    Question(PromptId),
    /// That not everyone sees the fight yet, which hidden combatants have begun, with the buttons to play them.
    Ambush,
}

/// Whose page of which fight it is, and what it shows.
pub type PageKey = (Snowflake, EncounterId, PageOf);

/// All open pages: of each kind, a user has at most one in a fight.
#[derive(Debug, Default)]
pub struct OpenPages {
    fights: Mutex<BTreeMap<EncounterId, FightPages>>,
    /// Those that have been opened or closed since the store was told.
    changes: Arc<MenuChanges>,
}

/// A fight's.
#[derive(Debug, Default)]
struct FightPages {
    open: BTreeMap<(Snowflake, PageOf), OpenPage>,
    /// The newest message of the GM's tools, by user. Unlike an open page it may show a list.
    tools: BTreeMap<Snowflake, ToolMessage>,
}

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
    /// What's in the ids of its menus, so that they're new ones after each press.
    pub fresh: u32,
}

/// A private message of the GM's tools: the panel, a list that was opened from it, or why a form was refused.
#[derive(Clone, Debug)]
pub struct ToolMessage {
    /// The token for deleting it.
    pub token: InteractionToken,
    /// Since when it's valid.
    pub since: Instant,
    /// The message, if anything on it has been pressed.
    pub message_id: Option<Snowflake>,
}

/// The GM's panel, when something else takes its place.
#[derive(Debug)]
pub struct TakenPanel {
    page: Option<(PageKey, OpenPage)>,
    /// Its message.
    pub tools: Option<ToolMessage>,
}

impl ToolMessage {
    /// Whether Discord still lets it be deleted.
    pub fn may_be_deleted(&self) -> bool {
        self.since.elapsed() < EDITED_FOR
    }
}

impl OpenPage {
    /// Whether it's still kept up to date: Discord accepts edits of it for a while.
    pub fn may_be_edited(&self) -> bool {
        self.since.elapsed() < EDITED_FOR
    }
}

impl OpenPages {
    /// None are open. What changes is noted here.
    pub fn noting(changes: Arc<MenuChanges>) -> OpenPages {
        OpenPages { changes, ..OpenPages::default() }
    }

    /// Records an open page. Returns the previous one, if any.
    pub fn open(&self, key: PageKey, page: OpenPage) -> Option<OpenPage> {
        let before = self.of_fight(key.1, |it| it.open.insert((key.0, key.2), page));
        self.changes.note((key.0, key.1));
        before
    }

    /// Removes one, if it's still the one with this token. Returns whether it was.
    pub fn close(&self, key: &PageKey, token: &InteractionToken) -> bool {
        let is_closed = self.of_fight(key.1, |it| {
            let is_it = it.open.get(&(key.0, key.2)).is_some_and(|it| it.token == *token);
            is_it && it.open.remove(&(key.0, key.2)).is_some()
        });
        if is_closed {
            self.changes.note((key.0, key.1));
        }
        is_closed
    }

    /// Somebody has pressed something on a message: if it's a page of this fight, it's theirs to go on with until it's drawn again. Returns
    /// what it may be. `is_page_control` says whether what was pressed is on pages, which decides if it isn't known which message one is.
    pub fn take_pressed(
        &self,
        (user, encounter): (Snowflake, EncounterId),
        message_id: Snowflake,
        is_page_control: impl Fn(PageOf) -> bool,
    ) -> Vec<(PageKey, OpenPage)> {
        let is_it =
            |of: PageOf, it: &OpenPage| it.message_id.map_or_else(|| is_page_control(of), |it| it == message_id);
        let all = self.of(encounter).into_iter().filter(|(key, it)| key.0 == user && is_it(key.2, it));
        all.filter(|(key, it)| self.close(key, &it.token)).collect()
    }

    /// The press changed nothing on it: it's kept up to date again, unless a newer one is open.
    pub fn restore(&self, key: PageKey, page: OpenPage) {
        self.of_fight(key.1, |it| _ = it.open.entry((key.0, key.2)).or_insert(page));
        self.changes.note((key.0, key.1));
    }

    /// Records a page that another process has opened, unless its user has opened a newer one here. It's drawn once more: what it shows isn't
    /// known.
    pub fn take_up(&self, key: PageKey, page: OpenPage) {
        self.of_fight(key.1, |it| {
            if key.2 == PageOf::Gm && it.tools.get(&key.0).is_none_or(|it| it.since < page.since) {
                let message = ToolMessage { token: page.token.clone(), since: page.since, message_id: page.message_id };
                it.tools.insert(key.0, message);
            }
            if it.open.get(&(key.0, key.2)).is_none_or(|it| it.since < page.since) {
                it.open.insert((key.0, key.2), page);
            }
        });
    }

    /// Records a user's newest message of the GM's tools. Returns the one before, if any.
    pub fn tools_at(&self, whose: (Snowflake, EncounterId), message: ToolMessage) -> Option<ToolMessage> {
        self.of_fight(whose.1, |it| it.tools.insert(whose.0, message))
    }

    /// A user's panel is no longer kept up to date, nor taken away for another: something else is about to be shown in its place.
    pub fn take_panel(&self, (user, encounter): (Snowflake, EncounterId)) -> TakenPanel {
        let (page, tools) =
            self.of_fight(encounter, |it| (it.open.remove(&(user, PageOf::Gm)), it.tools.remove(&user)));
        self.changes.note((user, encounter));
        TakenPanel { page: page.map(|it| ((user, encounter, PageOf::Gm), it)), tools }
    }

    /// Nothing else was shown in its place after all.
    pub fn put_back(&self, whose: (Snowflake, EncounterId), panel: TakenPanel) {
        panel.page.into_iter().for_each(|it| self.restore(it.0, it.1));
        panel.tools.into_iter().for_each(|it| {
            self.of_fight(whose.1, |all| _ = all.tools.entry(whose.0).or_insert(it));
        });
    }

    /// The fight is over, and its tools with it.
    pub fn forget_tools(&self, encounter: EncounterId) {
        self.of_fight(encounter, |it| it.tools.clear());
    }

    /// The question who acts, if a user has it open, is no longer kept up to date, unless it's restored.
    pub fn take_who(&self, user: Snowflake, encounter: EncounterId) -> Option<(PageKey, OpenPage)> {
        let taken = self.of_fight(encounter, |it| it.open.remove(&(user, PageOf::Who)))?;
        self.changes.note((user, encounter));
        Some(((user, encounter, PageOf::Who), taken))
    }

    /// Those that someone has open in a fight.
    pub fn of_user(&self, user: Snowflake, encounter: EncounterId) -> Vec<(PageKey, OpenPage)> {
        self.of(encounter).into_iter().filter(|(key, _)| key.0 == user).collect()
    }

    /// A fight's pages.
    pub fn of(&self, encounter: EncounterId) -> Vec<(PageKey, OpenPage)> {
        let whole = |(key, page): (&(Snowflake, PageOf), &OpenPage)| ((key.0, encounter, key.1), page.clone());
        self.of_fight(encounter, |it| it.open.iter().map(whole).collect())
    }

    /// Whether a page is open under this token, and shows this, but for odds.
    pub fn still_shows(&self, key: &PageKey, token: &InteractionToken, shows: &str) -> bool {
        let shown = |it: &OpenPage| it.token == *token && it.shows == shows;
        self.of_fight(key.1, |it| it.open.get(&(key.0, key.2)).is_some_and(shown))
    }

    /// Records what a page shows now. Returns whether it's still open: the user may have gone on in the meantime.
    pub fn redrawn(&self, key: &PageKey, token: &InteractionToken, shows: &str) -> bool {
        self.of_fight(key.1, |it| {
            let kept = it.open.get_mut(&(key.0, key.2)).filter(|it| it.token == *token);
            kept.map(|it| shows.clone_into(&mut it.shows)).is_some()
        })
    }

    /// Works on what's open in a fight. Where nothing is left, nothing is kept.
    fn of_fight<T>(&self, encounter: EncounterId, work: impl FnOnce(&mut FightPages) -> T) -> T {
        let mut fights = self.fights.lock().unwrap_or_else(PoisonError::into_inner);
        let pages = fights.entry(encounter).or_default();
        let done = work(pages);
        if pages.open.is_empty() && pages.tools.is_empty() {
            fights.remove(&encounter);
        }
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seat;

    fn page(message_id: Option<Snowflake>) -> OpenPage {
        OpenPage {
            token: InteractionToken { application_id: 9, token: Arc::from("t") },
            since: Instant::now(),
            message_id,
            caller: Caller { seat: Seat(7), has_gm_role: true },
            list: "gm".to_owned(),
            shows: "nothing".to_owned(),
            fresh: 0,
        }
    }

    /// Whoever presses something on a page isn't interrupted by its being redrawn; presses on other messages, and in other fights, change
    /// nothing.
    #[tokio::test(start_paused = true)]
    async fn a_page_in_use_is_left_alone() {
        let (pages, key) = (OpenPages::default(), (7, 1, PageOf::Gm));
        pages.open(key, page(Some(30)));
        for (who, message) in [((7, 1), 31), ((8, 1), 30), ((7, 2), 30)] {
            assert!(pages.take_pressed(who, message, |_| true).is_empty(), "{who:?}");
        }
        assert!(pages.still_shows(&key, &page(None).token, "nothing"));
        assert_eq!(pages.take_pressed((7, 1), 30, |_| false).len(), 1);
        assert!(pages.of(1).is_empty());
        pages.open(key, page(None));
        pages.open((7, 1, PageOf::Question(PromptId { seq: 4, ordinal: 0 })), page(None));
        assert!(pages.take_pressed((7, 1), 31, |_| false).is_empty());
        let may_be_it = pages.take_pressed((7, 1), 31, |_| true);
        assert_eq!(may_be_it.len(), 2, "either may have been that message");
        assert!(!pages.redrawn(&key, &page(None).token, "more"));
        may_be_it.into_iter().for_each(|it| pages.restore(it.0, it.1));
        assert_eq!(pages.of(1).len(), 2);
    }
}
