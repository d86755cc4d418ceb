//! Where faces come from: a committed seed (two ChaCha streams) or a script. The mapping from the stream's words to faces is part of the
//! format: with the revealed seed, anyone can check every roll of a fight. This module doesn't know what a roll is for.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::{collections::VecDeque, fmt};

/// One rolled die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Face {
    /// The number of sides.
    pub sides: u16,
    /// The face, from 1 to `sides`.
    pub face: u16,
    /// Whether only the GM sees the roll.
    pub secret: bool,
}

/// How much of the two streams has been used, in 32-bit words. Recorded in each row; an undo gives nothing back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Used {
    /// Words used of the public stream.
    pub public_words: u64,
    /// Words used of the secret stream.
    pub secret_words: u64,
}

/// A source of faces.
pub trait Dice {
    /// The next face of a die with this many sides.
    fn face(&mut self, sides: u16, secret: bool) -> u16;
    /// How much has been used since the start of the fight.
    fn used(&self) -> Used;
}

/// The secret that determines all dice of a fight. It never appears in a log or an error.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed([u8; 32]);

impl Seed {
    /// A seed from 32 bytes that the caller gets from the operating system.
    pub fn new(bytes: [u8; 32]) -> Seed {
        Seed(bytes)
    }

    /// SHA-256 of the 32 bytes in lower-case hexadecimal. Shown when the fight opens, and checked once the seed is revealed.
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The seed in hexadecimal. Only for the store, and for everyone once the fight is over.
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }

    /// Parses the output of [`Seed::reveal`]; `None` if it isn't 64 hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Seed> {
        let mut bytes = [0; 32];
        hex::decode_to_slice(text, &mut bytes).ok()?;
        Some(Seed(bytes))
    }

    /// The raw bytes, only for the store.
    pub fn bytes(&self) -> [u8; 32] {
        self.0
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seed(hidden)")
    }
}

const PUBLIC_STREAM: u64 = 0;
const SECRET_STREAM: u64 = 1;

/// The committed dice of a fight: ChaCha20 keyed with the seed, stream 0 for open rolls and stream 1 for secret ones, so that a hidden roll
/// leaves no gap. A face is `word % sides + 1` of the next 32-bit word below the largest multiple of `sides`.
pub struct Seeded {
    public: ChaCha20Rng,
    secret: ChaCha20Rng,
    used: Used,
}

impl Seeded {
    /// The dice of this seed, `used` words into the streams.
    pub fn at(seed: &Seed, used: Used) -> Seeded {
        let stream = |number, words: u64| {
            let mut stream = ChaCha20Rng::from_seed(seed.0);
            stream.set_stream(number);
            stream.set_word_pos(u128::from(words));
            stream
        };
        Seeded {
            public: stream(PUBLIC_STREAM, used.public_words),
            secret: stream(SECRET_STREAM, used.secret_words),
            used,
        }
    }
}

impl Dice for Seeded {
    fn face(&mut self, sides: u16, secret: bool) -> u16 {
        assert!(sides > 0, "a die has sides");
        let (stream, words) = match secret {
            false => (&mut self.public, &mut self.used.public_words),
            true => (&mut self.secret, &mut self.used.secret_words),
        };
        let sides = u32::from(sides);
        let fair_below = u32::MAX - u32::MAX % sides; // words from here up would favour low faces
        loop {
            let word = stream.next_u32();
            *words += 1;
            if word < fair_below {
                return (word % sides + 1) as u16;
            }
        }
    }

    fn used(&self) -> Used {
        self.used
    }
}

/// A mismatch with the scripted dice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptFault {
    /// A different die was rolled than the one queued.
    #[error("the script has d{queued} next, but the rules roll a d{rolled}")]
    OtherDie {
        /// Sides of the queued die.
        queued: u16,
        /// Sides of the rolled die.
        rolled: u16,
    },
    /// A die was rolled with an empty queue.
    #[error("the rules roll a d{rolled}, but the script has no face left")]
    Empty {
        /// Sides of the rolled die.
        rolled: u16,
    },
}

/// Dice that roll the faces written in a script. A mismatch is kept as a fault for the caller to report, and the die shows 1.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    queue: VecDeque<(u16, u16)>,
    fault: Option<ScriptFault>,
    used: Used,
}

impl Scripted {
    /// Adds faces to the end of the queue, as (sides, face).
    pub fn queue(&mut self, faces: impl IntoIterator<Item = (u16, u16)>) {
        self.queue.extend(faces);
    }

    /// The (sides, face) pairs still queued.
    pub fn left(&self) -> Vec<(u16, u16)> {
        self.queue.iter().copied().collect()
    }

    /// The first mismatch since the last call.
    pub fn take_fault(&mut self) -> Option<ScriptFault> {
        self.fault.take()
    }
}

impl FromIterator<(u16, u16)> for Scripted {
    fn from_iter<I: IntoIterator<Item = (u16, u16)>>(faces: I) -> Scripted {
        Scripted { queue: faces.into_iter().collect(), ..Scripted::default() }
    }
}

impl Dice for Scripted {
    fn face(&mut self, sides: u16, secret: bool) -> u16 {
        match secret {
            false => self.used.public_words += 1,
            true => self.used.secret_words += 1,
        }
        match self.queue.pop_front() {
            Some((queued, face)) if queued == sides => face,
            Some((queued, _)) => {
                self.fault.get_or_insert(ScriptFault::OtherDie { queued, rolled: sides });
                1
            }
            None => {
                self.fault.get_or_insert(ScriptFault::Empty { rolled: sides });
                1
            }
        }
    }

    fn used(&self) -> Used {
        self.used
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mapping from seed to faces is a format: these faces must never change.
    #[test]
    fn the_seeded_stream_has_a_test_vector() {
        let seed = Seed::new(*b"umpire test vector, thirty-two b");
        let mut dice = Seeded::at(&seed, Used::default());
        let open: Vec<u16> = (0..8).map(|_| dice.face(20, false)).collect();
        let hidden: Vec<u16> = (0..4).map(|_| dice.face(6, true)).collect();
        assert_eq!((open, hidden), (vec![10, 8, 5, 20, 10, 4, 5, 15], vec![5, 3, 1, 4]));
        assert_eq!(seed.commitment(), "c9b2dfbbdb34ba4186798f06bfd2c38e6b1faca1383c87657b384d1ab022bf1d");
    }

    /// A stream resumed from its position continues as if never interrupted, and hidden rolls leave no gap in the open ones.
    #[test]
    fn position_is_all_there_is_to_remember() {
        let seed = Seed::new([7; 32]);
        let mut whole = Seeded::at(&seed, Used::default());
        let first: Vec<u16> = (0..50).map(|_| whole.face(12, false)).collect();
        let mut parts = Seeded::at(&seed, Used::default());
        let mut second = vec![];
        for _ in 0..50 {
            parts.face(6, true);
            let used = parts.used();
            parts = Seeded::at(&seed, used);
            second.push(parts.face(12, false));
        }
        assert_eq!(first, second);
    }

    #[test]
    fn faces_are_fair_enough_and_in_range() {
        let mut dice = Seeded::at(&Seed::new([3; 32]), Used::default());
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[usize::from(dice.face(6, false)) - 1] += 1;
        }
        assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_script_that_does_not_fit_says_so() {
        let mut dice = Scripted::from_iter([(6, 4)]);
        assert_eq!(dice.face(20, false), 1);
        assert_eq!(dice.take_fault(), Some(ScriptFault::OtherDie { queued: 6, rolled: 20 }));
        dice.face(4, false);
        assert_eq!(dice.take_fault(), Some(ScriptFault::Empty { rolled: 4 }));
    }

    #[test]
    fn the_seed_does_not_show_itself() {
        let seed = Seed::new([9; 32]);
        assert_eq!(format!("{seed:?}"), "Seed(hidden)");
        assert_eq!(Seed::from_hex(&seed.reveal()), Some(seed));
    }
}
