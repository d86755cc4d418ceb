//! The random generator of random play, and the dice of fights that nobody else sees.

use super::dice::{Dice, Used};

/// A small random generator of its own (SplitMix64), so that a seed always plays the same and never touches the fight's dice.
#[derive(Clone, Debug)]
pub struct PlayRng(u64);

impl PlayRng {
    /// The generator for this seed.
    pub fn new(seed: u64) -> PlayRng {
        PlayRng(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to but excluding `end`. Slightly uneven, which does no harm here.
    ///
    /// # Panics
    /// If `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// True in `chance` percent of cases.
    pub fn percent(&mut self, chance: u8) -> bool {
        self.below(100) < usize::from(chance)
    }

    /// One of them at random.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }

    /// Removes one of them at random; the others lose their order.
    pub fn take<T>(&mut self, from: &mut Vec<T>) -> Option<T> {
        if from.is_empty() { None } else { Some(from.swap_remove(self.below(from.len()))) }
    }
}

/// Dice that nothing is committed to and nobody sees: for fights that Umpire only plays in its head.
impl Dice for PlayRng {
    fn face(&mut self, sides: u16, _secret: bool) -> u16 {
        self.below(usize::from(sides)) as u16 + 1
    }

    fn used(&self) -> Used {
        Used::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A seed always plays the same: for seed 0, the generator's first numbers match its published reference.
    #[test]
    fn a_seed_plays_the_same_for_ever() {
        let mut rng = PlayRng::new(0);
        let first = [rng.bits(), rng.bits(), rng.bits()];
        assert_eq!(first, [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F]);
    }
}
