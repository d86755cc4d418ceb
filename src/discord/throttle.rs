//! How fast people may use the bot: each person, and everybody in a server together. Whoever presses a hundred times a second is told to slow
//! down, once a second, and not answered otherwise, so that nobody else notices. It knows nothing about fights.

use crate::{store::Snowflake, table};
use dashmap::DashMap;
use governor::{
    Quota, RateLimiter, clock::Clock, middleware::NoOpMiddleware, nanos::Nanos, state::keyed::DashMapStateStore,
};
use std::{num::NonZeroU32, sync::Arc, time::Duration};

/// How often, and how much at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrottleRate {
    /// What's allowed every second.
    pub per_second: NonZeroU32,
    /// What's allowed at once after a pause.
    pub at_once: NonZeroU32,
}

/// What a person, and everybody in a server together, may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThrottleLimits {
    /// A person, wherever they are.
    pub person: ThrottleRate,
    /// Everybody in a server together.
    pub server: ThrottleRate,
    /// A person who types: how often they're offered suggestions. Every letter asks for some.
    pub suggestions: ThrottleRate,
    /// How long a private page takes no other press after it has changed below a person's finger: the second of two quick presses isn't meant
    /// for what has come up there.
    pub new_page: Duration,
}

impl Default for ThrottleLimits {
    /// More than anybody can use in play: a person ten commands, presses or forms a second, a server a hundred,
    /// and fifteen letters.
    fn default() -> Self {
        let rate = |per_second, at_once| ThrottleRate { per_second: whole(per_second), at_once: whole(at_once) };
        ThrottleLimits {
            person: rate(10, 40),
            server: rate(100, 400),
            suggestions: rate(15, 60),
            new_page: Duration::from_millis(400),
        }
    }
}

impl ThrottleLimits {
    /// No limits worth the name: for tests that play faster than people.
    #[must_use]
    pub fn none() -> ThrottleLimits {
        let rate = ThrottleRate { per_second: NonZeroU32::MAX, at_once: NonZeroU32::MAX };
        ThrottleLimits { person: rate, server: rate, suggestions: rate, new_page: Duration::ZERO }
    }
}

fn whole(number: u32) -> NonZeroU32 {
    NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN)
}

/// Why an interaction isn't handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throttled {
    /// Whether it's everybody in the server together, and not this person alone.
    pub is_server: bool,
    /// Whether the person is to be told; otherwise they were, within the last second.
    pub is_told: bool,
}

impl Throttled {
    /// What the person is told.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self.is_server {
            false => "That\u{2019}s faster than Umpire can follow, so it did nothing. Wait a second and try again.",
            true => {
                "This server is using Umpire faster than it can follow, so it did nothing. Wait a few seconds and try again."
            }
        }
    }

    /// Who is too fast, in a word for the metrics.
    #[must_use]
    pub fn word(self) -> &'static str {
        if self.is_server { "server" } else { "person" }
    }
}

type Limiter = RateLimiter<Snowflake, DashMapStateStore<Snowflake>, TableClock, NoOpMiddleware<Nanos>>;

/// Counts what people do.
pub struct Throttle {
    people: Limiter,
    servers: Limiter,
    told: Limiter,
    suggestions: Limiter,
    new_page: Duration,
    /// When private pages last changed by a press, and which buttons were on them before.
    changed: DashMap<Snowflake, (i64, Vec<String>)>,
    clock: Arc<dyn table::Clock>,
}

impl Throttle {
    /// Nobody has done anything yet.
    pub fn new(limits: ThrottleLimits, clock: Arc<dyn table::Clock>) -> Throttle {
        let limiter = |rate: ThrottleRate| {
            let quota = Quota::per_second(rate.per_second).allow_burst(rate.at_once);
            RateLimiter::new(quota, DashMapStateStore::default(), TableClock(clock.clone()))
        };
        let once = ThrottleRate { per_second: NonZeroU32::MIN, at_once: NonZeroU32::MIN };
        Throttle {
            people: limiter(limits.person),
            servers: limiter(limits.server),
            told: limiter(once),
            suggestions: limiter(limits.suggestions),
            new_page: limits.new_page,
            changed: DashMap::new(),
            clock,
        }
    }

    /// Whether a person may do one thing more there now. What's refused doesn't count against the server.
    ///
    /// # Errors
    /// See [`Throttled`].
    pub fn admit(&self, person: Snowflake, server: Option<Snowflake>) -> Result<(), Throttled> {
        let refused = |is_server| Throttled { is_server, is_told: self.told.check_key(&person).is_ok() };
        self.people.check_key(&person).map_err(|_| refused(false))?;
        server.map_or(Ok(()), |server| self.servers.check_key(&server).map_err(|_| refused(true)))
    }

    /// Whether a person who types is offered suggestions now. This is counted apart, so that whoever types fast can still act.
    pub fn may_be_suggested(&self, person: Snowflake) -> bool {
        self.suggestions.check_key(&person).is_ok()
    }

    /// A private page has changed by a press. These buttons were on it before, the pressed one among them.
    pub fn page_changed(&self, page: Snowflake, before: Vec<String>) {
        if !self.new_page.is_zero() {
            self.changed.insert(page, (self.clock.now_ms(), before));
        }
    }

    /// Whether a press of this button comes too soon after it has come up on its page to be meant for it. What was there before may be pressed
    /// at once: people who know where they want to go are quick.
    pub fn is_unmeant(&self, page: Snowflake, button: &str) -> bool {
        let is_soon = |at_ms: i64| {
            u64::try_from(self.clock.now_ms() - at_ms).is_ok_and(|it| Duration::from_millis(it) < self.new_page)
        };
        self.changed.get(&page).is_some_and(|it| is_soon(it.0) && !it.1.iter().any(|known| known == button))
    }

    /// Forgets everyone who hasn't done anything for a while.
    pub fn tidy(&self) {
        let now_ms = self.clock.now_ms();
        let is_new = |at_ms: i64| u128::try_from(now_ms - at_ms).is_ok_and(|it| it < self.new_page.as_millis());
        self.changed.retain(|_, it| is_new(it.0));
        for limiter in [&self.people, &self.servers, &self.told, &self.suggestions] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

/// The table's clock, as the limiter reads it.
#[derive(Clone)]
struct TableClock(Arc<dyn table::Clock>);

impl Clock for TableClock {
    type Instant = Nanos;

    fn now(&self) -> Nanos {
        Nanos::from(Duration::from_millis(self.0.now_ms().max(0).unsigned_abs()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicI64, Ordering};

    struct Set(AtomicI64);

    impl table::Clock for Set {
        fn now_ms(&self) -> i64 {
            self.0.load(Ordering::Relaxed)
        }
    }

    /// What comes up below a finger isn't pressed by the second of two quick presses; what was on the page before is, and everything is soon.
    #[test]
    fn the_second_of_two_quick_presses_is_not_meant_for_the_new_page() {
        let clock = Arc::new(Set(AtomicI64::new(1_790_000_000_000)));
        let throttle = Throttle::new(ThrottleLimits::default(), clock.clone());
        assert!(!throttle.is_unmeant(7, "leader"));
        throttle.page_changed(7, vec!["attack".to_owned(), "end".to_owned()]);
        assert!(throttle.is_unmeant(7, "leader") && !throttle.is_unmeant(8, "leader"));
        assert!(!throttle.is_unmeant(7, "attack") && !throttle.is_unmeant(7, "end"));
        clock.0.fetch_add(399, Ordering::Relaxed);
        throttle.tidy();
        assert!(throttle.is_unmeant(7, "leader"));
        clock.0.fetch_add(1, Ordering::Relaxed);
        assert!(!throttle.is_unmeant(7, "leader"));
        throttle.tidy();
        assert!(throttle.changed.is_empty());
    }

    /// Whoever floods is refused, told once a second, and back after a pause; others aren't touched, and the flood doesn't use up the server's
    /// share.
    #[test]
    fn a_flood_hurts_only_who_makes_it() {
        let clock = Arc::new(Set(AtomicI64::new(1_790_000_000_000)));
        let throttle = Throttle::new(ThrottleLimits::default(), clock.clone());
        let mut told = 0;
        for press in 0..1_000 {
            let done = throttle.admit(1, Some(9));
            assert_eq!(done.is_ok(), press < 40, "press {press}");
            told += u32::from(done.is_err_and(|it| it.is_told && !it.is_server));
        }
        assert_eq!(told, 1);
        assert_eq!(throttle.admit(2, Some(9)), Ok(()));
        clock.0.fetch_add(1_000, Ordering::Relaxed);
        assert_eq!((0..100).filter(|_| throttle.admit(1, Some(9)).is_ok()).count(), 10);
        let crowd = (100..1_000).find_map(|person| throttle.admit(person, Some(9)).err());
        assert_eq!(crowd, Some(Throttled { is_server: true, is_told: true }));
        assert_eq!(throttle.admit(2_000, Some(8)), Ok(()), "another server");
        throttle.tidy();
        assert!(throttle.admit(1, Some(8)).is_err(), "who was fast just now isn\u{2019}t forgotten");
    }
}
