//! The private turn menus that people have open, by user and fight. They're only in memory: after a restart an old menu still works when
//! pressed, but no longer updates by itself. Their contents are drawn elsewhere.

use super::{combatant_tag::CombatantTag, rest::InteractionToken};
use crate::{store::EncounterId, table::Caller};
use dashmap::DashMap;
use std::time::Duration;
use tokio::time::Instant;

/// Discord accepts edits of a private message for fifteen minutes; this leaves one for the network.
const EDITED_FOR: Duration = Duration::from_secs(14 * 60);

/// All open menus, by user and fight.
#[derive(Debug, Default)]
pub struct OpenPanels(DashMap<(u64, EncounterId), OpenPanel>);

/// An open menu.
#[derive(Clone, Debug)]
pub struct OpenPanel {
    /// The token for editing it.
    pub token: InteractionToken,
    /// Since when it's valid.
    pub since: Instant,
    /// The user.
    pub caller: Caller,
    /// The combatant it acts for.
    pub tag: CombatantTag,
    /// Whether it offers actions.
    pub has_turn: bool,
    /// Its text when it offers none.
    pub says: String,
}

impl OpenPanel {
    /// Whether Discord still accepts edits of it.
    pub fn may_be_edited(&self) -> bool {
        self.since.elapsed() < EDITED_FOR
    }
}

impl OpenPanels {
    /// Records an open menu. Returns the previous one, if any.
    pub fn open(&self, encounter: EncounterId, panel: OpenPanel) -> Option<OpenPanel> {
        self.0.insert((panel.caller.seat.0, encounter), panel)
    }

    /// Removes one and returns it.
    pub fn close(&self, user: u64, encounter: EncounterId) -> Option<OpenPanel> {
        self.0.remove(&(user, encounter)).map(|it| it.1)
    }

    /// The one that someone has open.
    pub fn of(&self, user: u64, encounter: EncounterId) -> Option<OpenPanel> {
        self.0.get(&(user, encounter)).map(|it| it.clone())
    }

    /// The users who have one open for a fight.
    pub fn users(&self, encounter: EncounterId) -> Vec<u64> {
        self.0.iter().filter(|it| it.key().1 == encounter).map(|it| it.key().0).collect()
    }

    /// Records what a menu shows now. Returns whether it's still open: the user may have opened another in the meantime.
    pub fn redrawn(&self, encounter: EncounterId, open: &OpenPanel, has_turn: bool, says: &str) -> bool {
        let is_same = |it: &OpenPanel| it.token == open.token;
        let found = self.0.get_mut(&(open.caller.seat.0, encounter)).filter(|it| is_same(it));
        let Some(mut kept) = found else { return false };
        kept.has_turn = has_turn;
        says.clone_into(&mut kept.says);
        true
    }
}
