//! The private turn menus that people have open, by user and fight. Their contents are drawn elsewhere.

use super::{combatant_tag::CombatantTag, menu_changes::MenuChanges, rest::InteractionToken};
use crate::{
    store::{EncounterId, Snowflake},
    table::Caller,
};
use dashmap::DashMap;
use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// Discord accepts edits of a private message for fifteen minutes. This leaves two: a menu is edited a last time once it's this old.
pub(super) const EDITED_FOR: Duration = Duration::from_secs(13 * 60);

/// All open menus.
#[derive(Debug, Default)]
pub struct OpenTurnMenus {
    open: Mutex<BothWays>,
    /// Messages of menus that are being deleted: whoever still presses one gets another.
    leaving: Mutex<VecDeque<Snowflake>>,
    /// How often each user has pressed something in private: what was worked out for an earlier press comes too late.
    presses: DashMap<u64, u64>,
    /// Those that have been opened, closed or changed since the store was told.
    changes: Arc<MenuChanges>,
}

/// The open menus by fight, and whose they are by user: neither way walks other fights' or people's.
#[derive(Debug, Default)]
struct BothWays {
    by_fight: BTreeMap<(EncounterId, u64), OpenTurnMenu>,
    by_user: BTreeSet<(u64, EncounterId)>,
}

impl BothWays {
    fn insert(&mut self, encounter: EncounterId, menu: OpenTurnMenu) -> Option<OpenTurnMenu> {
        let user = menu.caller.seat.0;
        self.by_user.insert((user, encounter));
        self.by_fight.insert((encounter, user), menu)
    }

    fn remove(&mut self, user: u64, encounter: EncounterId) -> Option<OpenTurnMenu> {
        self.by_user.remove(&(user, encounter));
        self.by_fight.remove(&(encounter, user))
    }

    fn of_fight(&mut self, encounter: EncounterId) -> impl Iterator<Item = &mut OpenTurnMenu> {
        self.by_fight.range_mut((encounter, 0)..=(encounter, u64::MAX)).map(|it| it.1)
    }

    fn of_user(&mut self, user: u64, mut each: impl FnMut(&mut OpenTurnMenu)) {
        for (_, encounter) in self.by_user.range((user, EncounterId::MIN)..=(user, EncounterId::MAX)) {
            self.by_fight.get_mut(&(*encounter, user)).into_iter().for_each(&mut each);
        }
    }
}

/// So many deleted messages are remembered.
const LEAVING_KEPT: usize = 256;

/// An open menu.
#[derive(Clone, Debug)]
pub struct OpenTurnMenu {
    /// The token for editing it.
    pub token: InteractionToken,
    /// Since when it's valid, in milliseconds since the epoch.
    pub since_ms: i64,
    /// Its message, if it's another reply than the first.
    pub message_id: Option<Snowflake>,
    /// The message it's shown in, once something on it has been pressed or it has been moved.
    pub shown_at: Option<Snowflake>,
    /// The channel that it's in.
    pub channel_id: Snowflake,
    /// Whether something has been posted below it since.
    pub is_buried: bool,
    /// Whether it shows the first menu of a turn, from which nothing has been chosen, and nothing else that its user hasn't read.
    pub is_first: bool,
    /// The user.
    pub caller: Caller,
    /// The combatant it acts for.
    pub tag: CombatantTag,
    /// Whether it offers actions.
    pub has_turn: bool,
    /// Its text; empty if it isn't known, or may be of what no longer holds.
    pub says: String,
}

impl OpenTurnMenu {
    /// Whether it's shown in this message, as far as is known; 0 is a form, which doesn't say where it was opened.
    pub fn is_in(&self, message_id: Snowflake) -> bool {
        message_id == 0 || self.shown_at.is_none_or(|it| it == message_id)
    }

    /// Whether it shows something else than the first menu with this text, without a choice that would be interrupted.
    pub fn shows_other_than(&self, says: &str) -> bool {
        self.is_first && !self.says.contains(says)
    }

    /// Whether it's still kept up to date: Discord accepts edits of it for a while.
    pub fn may_be_edited(&self, now_ms: i64) -> bool {
        u128::try_from(now_ms - self.since_ms).is_ok_and(|age_ms| age_ms < EDITED_FOR.as_millis())
    }
}

impl OpenTurnMenus {
    /// None are open. What changes is noted here.
    pub fn noting(changes: Arc<MenuChanges>) -> OpenTurnMenus {
        OpenTurnMenus { changes, ..OpenTurnMenus::default() }
    }

    /// Records an open menu. Returns the previous one, if any.
    pub fn open(&self, encounter: EncounterId, menu: OpenTurnMenu) -> Option<OpenTurnMenu> {
        let key = (menu.caller.seat.0, encounter);
        let before = self.menus().insert(encounter, menu);
        self.changes.note(key);
        before
    }

    /// Records a menu that another process has opened, unless its user has opened a newer one here.
    pub fn restore(&self, encounter: EncounterId, menu: OpenTurnMenu) {
        let mut menus = self.menus();
        let here = menus.by_fight.get(&(encounter, menu.caller.seat.0));
        if here.is_none_or(|it| it.since_ms < menu.since_ms) {
            menus.insert(encounter, menu);
        }
    }

    /// Removes one and returns it.
    pub fn close(&self, user: u64, encounter: EncounterId) -> Option<OpenTurnMenu> {
        let closed = self.menus().remove(user, encounter);
        // Also if it isn't known here: the store may have it from an earlier process.
        self.changes.note((user, encounter));
        closed
    }

    /// The one that someone has open.
    pub fn of(&self, user: u64, encounter: EncounterId) -> Option<OpenTurnMenu> {
        self.menus().by_fight.get(&(encounter, user)).cloned()
    }

    /// The users who have one open for a fight.
    pub fn users(&self, encounter: EncounterId) -> Vec<u64> {
        self.menus().of_fight(encounter).map(|it| it.caller.seat.0).collect()
    }

    /// Removes those of a fight that are too old to be kept up to date, and returns them.
    pub fn take_aged(&self, encounter: EncounterId, now_ms: i64) -> Vec<OpenTurnMenu> {
        let users = self.users(encounter).into_iter();
        let aged = users.filter(|user| self.of(*user, encounter).is_some_and(|it| !it.may_be_edited(now_ms)));
        aged.filter_map(|user| self.close(user, encounter)).collect()
    }

    /// Something new of a fight has been posted in a channel: its menus there are above it.
    pub fn bury(&self, encounter: EncounterId, channel: Snowflake) {
        self.menus().of_fight(encounter).filter(|it| it.channel_id == channel).for_each(|it| it.is_buried = true);
    }

    /// Something that everyone was told has been undone: whatever the menus of a fight have shown until then, in milliseconds since the epoch,
    /// may be of what no longer holds.
    pub fn outdated(&self, encounter: EncounterId, until_ms: i64) {
        for it in self.menus().of_fight(encounter).filter(|it| it.since_ms <= until_ms) {
            it.is_first = true;
            it.says.clear();
        }
    }

    /// A menu has been posted again as another message, below everything else. Returns whether it's still open: the user may have opened
    /// another in the meantime.
    pub fn moved(&self, encounter: EncounterId, open: &OpenTurnMenu, message_id: Snowflake) -> bool {
        let is_same = |it: &OpenTurnMenu| it.token == open.token && it.message_id == open.message_id;
        let mut menus = self.menus();
        let found = menus.by_fight.get_mut(&(encounter, open.caller.seat.0)).filter(|it| is_same(it));
        let Some(kept) = found else { return false };
        kept.message_id = Some(message_id);
        kept.shown_at = Some(message_id);
        kept.is_buried = false;
        drop(menus);
        self.changes.note((open.caller.seat.0, encounter));
        true
    }

    /// A menu's message is being deleted.
    pub fn leaves(&self, message_id: Snowflake) {
        let mut leaving = self.leaving.lock().unwrap_or_else(PoisonError::into_inner);
        leaving.truncate(LEAVING_KEPT - 1);
        leaving.push_front(message_id);
    }

    /// Whether a message is being deleted.
    pub fn is_leaving(&self, message_id: Snowflake) -> bool {
        self.leaving.lock().unwrap_or_else(PoisonError::into_inner).contains(&message_id)
    }

    /// A user has pressed something in private, perhaps in their menu: until it's drawn again, they're in the middle of a choice.
    pub fn pressed(&self, user: u64) {
        self.menus().of_user(user, |it| it.is_first = false);
        *self.presses.entry(user).or_default() += 1;
    }

    /// How often they have.
    pub fn presses_of(&self, user: u64) -> u64 {
        self.presses.get(&user).map_or(0, |it| *it)
    }

    /// Records that a menu shows the first menu of a turn now, or why there's none. Returns whether it's still open: the user may have opened another in the meantime.
    pub fn redrawn(&self, encounter: EncounterId, open: &OpenTurnMenu, has_turn: bool, says: &str) -> bool {
        let is_same = |it: &OpenTurnMenu| it.token == open.token;
        let mut menus = self.menus();
        let found = menus.by_fight.get_mut(&(encounter, open.caller.seat.0)).filter(|it| is_same(it));
        let Some(kept) = found else { return false };
        let is_news = kept.has_turn != has_turn;
        kept.has_turn = has_turn;
        kept.is_first = true;
        says.clone_into(&mut kept.says);
        drop(menus);
        if is_news {
            self.changes.note((open.caller.seat.0, encounter));
        }
        true
    }

    fn menus(&self) -> MutexGuard<'_, BothWays> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Seat;

    fn menu(user: u64) -> OpenTurnMenu {
        OpenTurnMenu {
            token: InteractionToken { application_id: 9, token: Arc::from(user.to_string()) },
            since_ms: 0,
            message_id: None,
            shown_at: None,
            channel_id: 5,
            is_buried: false,
            is_first: true,
            caller: Caller { seat: Seat(user), has_gm_role: false },
            tag: CombatantTag(1),
            has_turn: true,
            says: String::new(),
        }
    }

    /// What's posted in another channel or of another fight buries no menu, and one that has been moved is another message.
    #[tokio::test(start_paused = true)]
    async fn a_menu_is_buried_by_what_is_posted_in_its_channel() {
        let menus = OpenTurnMenus::default();
        menus.open(1, menu(7));
        menus.bury(1, 6);
        assert!(!menus.of(7, 1).expect("open").is_buried);
        menus.bury(2, 5);
        assert!(!menus.of(7, 1).expect("open").is_buried, "another fight\u{2019}s");
        menus.bury(1, 5);
        let before = menus.of(7, 1).expect("open");
        assert!(before.is_buried && menus.moved(1, &before, 99));
        let now = menus.of(7, 1).expect("open");
        assert_eq!((now.is_buried, now.message_id), (false, Some(99)));
        assert!(now.is_in(99) && now.is_in(0) && !now.is_in(98) && before.is_in(98));
        assert!(!menus.moved(1, &before, 98), "it has been moved already");
    }

    /// Whatever has been done in a menu: once it's undone, it's drawn anew. Nobody is interrupted in a choice otherwise.
    #[test]
    fn an_undo_makes_a_menu_outdated() {
        let menus = OpenTurnMenus::default();
        menus.open(1, OpenTurnMenu { is_first: false, says: "Done.\nmain action used".to_owned(), ..menu(7) });
        let of = || menus.of(7, 1).expect("open");
        assert!(!of().shows_other_than("main action left"), "in the middle of a choice");
        menus.outdated(2, 9);
        assert!(!of().shows_other_than("main action left"), "another fight\u{2019}s");
        menus.outdated(1, -1);
        assert!(!of().shows_other_than("main action left"), "pressed since");
        menus.outdated(1, 0);
        assert!(of().shows_other_than("main action left"));
    }

    /// A menu is kept up to date while Discord lets it be edited; then it's taken out once, while a last edit is still possible.
    #[test]
    fn old_menus_are_taken_out_once() {
        const MINUTE_MS: i64 = 60_000;
        let menus = OpenTurnMenus::default();
        menus.open(1, menu(7));
        menus.open(1, OpenTurnMenu { since_ms: 12 * MINUTE_MS, ..menu(8) });
        assert!(menus.take_aged(1, 12 * MINUTE_MS).is_empty() && menus.of(7, 1).is_some());
        let aged = menus.take_aged(1, 14 * MINUTE_MS);
        assert_eq!(aged.iter().map(|it| it.caller.seat.0).collect::<Vec<_>>(), [7]);
        assert!(menus.take_aged(1, 14 * MINUTE_MS).is_empty() && menus.of(8, 1).is_some());
    }

    /// The store is told of each change once, and of a menu from an earlier process not at all; one that's open already stays.
    #[test]
    fn the_store_is_told_of_each_change_once() {
        let menus = OpenTurnMenus::default();
        menus.restore(1, menu(7));
        let told = |menus: &OpenTurnMenus| {
            let telling = menus.changes.to_tell();
            let whose = telling.whose().clone();
            telling.done();
            whose
        };
        assert!(told(&menus).is_empty());
        menus.open(1, OpenTurnMenu { has_turn: false, ..menu(8) });
        menus.restore(1, menu(8));
        let open = menus.of(8, 1).expect("open");
        assert!(!open.has_turn && menus.redrawn(1, &open, false, "Not now."));
        assert_eq!(told(&menus), [(8, 1)].into());
        assert!(menus.redrawn(1, &open, true, "") && menus.close(7, 1).is_some() && menus.close(9, 1).is_none());
        assert_eq!(told(&menus), [(7, 1), (8, 1), (9, 1)].into(), "the store may have the last from before");
        assert!(told(&menus).is_empty());
    }
}
