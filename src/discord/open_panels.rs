//! The private turn menus that people have open, by who looks at them and of which fight. Kept in memory alone: after a restart an old
//! menu still works when it is pressed, it only no longer changes by itself. What they show is others' to draw.

use super::{combatant_tag::CombatantTag, rest::InteractionToken};
use crate::{store::EncounterId, table::Caller};
use dashmap::DashMap;
use std::time::Duration;
use tokio::time::Instant;

/// Discord takes edits of a private message for fifteen minutes; after so many there is one left for the network.
const EDITED_FOR: Duration = Duration::from_secs(14 * 60);

/// All that are open, by who looks at them and of which fight.
#[derive(Debug, Default)]
pub struct OpenPanels(DashMap<(u64, EncounterId), OpenPanel>);

/// One that is open.
#[derive(Clone, Debug)]
pub struct OpenPanel {
    /// What lets us edit it.
    pub token: InteractionToken,
    /// Since when it does.
    pub since: Instant,
    /// Who looks at it.
    pub caller: Caller,
    /// Whom it lets act.
    pub tag: CombatantTag,
    /// Whether it lets someone act.
    pub has_turn: bool,
    /// What it says where it lets nobody act.
    pub says: String,
}

impl OpenPanel {
    /// Whether Discord still takes edits of it.
    pub fn may_be_edited(&self) -> bool {
        self.since.elapsed() < EDITED_FOR
    }
}

impl OpenPanels {
    /// Takes note of one. The one that was open before it, if any.
    pub fn open(&self, encounter: EncounterId, panel: OpenPanel) -> Option<OpenPanel> {
        self.0.insert((panel.caller.seat.0, encounter), panel)
    }

    /// Forgets one, and gives it back.
    pub fn close(&self, user: u64, encounter: EncounterId) -> Option<OpenPanel> {
        self.0.remove(&(user, encounter)).map(|it| it.1)
    }

    /// The one that someone has open.
    pub fn of(&self, user: u64, encounter: EncounterId) -> Option<OpenPanel> {
        self.0.get(&(user, encounter)).map(|it| it.clone())
    }

    /// Who has one open of a fight.
    pub fn users(&self, encounter: EncounterId) -> Vec<u64> {
        self.0.iter().filter(|it| it.key().1 == encounter).map(|it| it.key().0).collect()
    }

    /// Notes what one shows now. Whether it is still that one: someone may have opened another meanwhile.
    pub fn redrawn(&self, encounter: EncounterId, open: &OpenPanel, has_turn: bool, says: &str) -> bool {
        let is_same = |it: &OpenPanel| it.token == open.token;
        let found = self.0.get_mut(&(open.caller.seat.0, encounter)).filter(|it| is_same(it));
        let Some(mut kept) = found else { return false };
        kept.has_turn = has_turn;
        says.clone_into(&mut kept.says);
        true
    }
}
