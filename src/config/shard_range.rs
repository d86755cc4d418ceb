//! Which of Discord's gateway connections (shards) one process has, and so which servers are its own.

use std::{fmt, ops::RangeInclusive};

/// A run of shards, and how many there are in all, such as `0-3/8`. Docs, "Gateway: Sharding".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShardRange {
    first: u32,
    last: u32,
    total: u32,
}

/// Why a text names no shards, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\u{201c}{text}\u{201d} names no shards: {why}. Write the first, the last and how many there are in all, counted from 0, as in 0-3/8, or one as in 2/8."
)]
pub struct BadShards {
    text: String,
    why: &'static str,
}

impl ShardRange {
    /// All of so many shards; at least one.
    #[must_use]
    pub fn all(total: u32) -> ShardRange {
        let total = total.max(1);
        ShardRange { first: 0, last: total - 1, total }
    }

    /// Reads `0-3/8`, or `2/8`.
    ///
    /// # Errors
    /// If it's anything else, runs backwards, or names a shard that isn't there.
    pub fn parse(text: &str) -> Result<ShardRange, BadShards> {
        let bad = |why| BadShards { text: text.to_owned(), why };
        let number = |it: &str| it.trim().parse::<u32>().ok();
        let (run, total) = text.split_once('/').ok_or_else(|| bad("there\u{2019}s no slash"))?;
        let (first, last) = run.split_once('-').unwrap_or((run, run));
        let (Some(first), Some(last), Some(total)) = (number(first), number(last), number(total)) else {
            return Err(bad("there\u{2019}s something other than numbers"));
        };
        match () {
            () if last < first => Err(bad("the last comes before the first")),
            () if last >= total => {
                Err(bad("shards are counted from 0, so the last is one less than how many there are"))
            }
            () => Ok(ShardRange { first, last, total }),
        }
    }

    /// The shards' numbers.
    #[must_use]
    pub fn numbers(self) -> RangeInclusive<u32> {
        self.first..=self.last
    }

    /// How many shards there are, those of other processes included.
    #[must_use]
    pub fn total(self) -> u32 {
        self.total
    }

    /// How many of them are this process's.
    #[must_use]
    pub fn count(self) -> u32 {
        self.last - self.first + 1
    }

    /// The shard on which a server's events arrive; direct messages arrive on shard 0.
    #[must_use]
    pub fn shard_of(self, guild: Option<u64>) -> u32 {
        let guild = guild.unwrap_or_default();
        u32::try_from((guild >> 22) % u64::from(self.total)).unwrap_or_default()
    }

    /// Whether a server's events, or direct messages, arrive here.
    #[must_use]
    pub fn serves(self, guild: Option<u64>) -> bool {
        self.numbers().contains(&self.shard_of(guild))
    }
}

impl fmt::Display for ShardRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.first == self.last {
            true => write!(f, "{}/{}", self.first, self.total),
            false => write!(f, "{}-{}/{}", self.first, self.last, self.total),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_server_belongs_to_one_run() {
        let (low, high) = (ShardRange::parse("0-3/8").expect("shards"), ShardRange::parse("4-7/8").expect("shards"));
        for guild in (0..1_000_u64).map(|it| it * 7_654_321_987) {
            assert_eq!(low.shard_of(Some(guild)), u32::try_from((guild >> 22) % 8).expect("small"));
            assert_ne!(low.serves(Some(guild)), high.serves(Some(guild)), "{guild}");
            assert!(ShardRange::all(1).serves(Some(guild)));
        }
        assert!(low.serves(None) && !high.serves(None), "direct messages");
        assert_eq!(ShardRange::parse(" 2 / 8 ").expect("shards").to_string(), "2/8");
        assert_eq!((low.to_string().as_str(), low.count(), low.total()), ("0-3/8", 4, 8));
        assert_eq!(ShardRange::all(0), ShardRange::all(1));
    }

    #[test]
    fn what_names_no_shards_is_refused_with_the_reason() {
        for (text, why) in [
            ("", "no slash"),
            ("3", "no slash"),
            ("a/8", "other than numbers"),
            ("0-/8", "other than numbers"),
            ("3-1/8", "before the first"),
            ("8/8", "counted from 0"),
            ("0/0", "counted from 0"),
        ] {
            let said = ShardRange::parse(text).expect_err(text).to_string();
            assert!(said.contains(why) && said.contains("0-3/8"), "{text}: {said}");
        }
    }
}
