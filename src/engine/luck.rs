//! How lucky dice fell: each die's rank among the faces it could have shown, and how often as many dice would have done worse. Dice of
//! different sizes count alike, since it's their ranks that are added.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which faces are good for whoever rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LuckyFaces {
    /// The higher, the better.
    High,
    /// The lower, the better.
    Low,
}

/// Dice that fell, without their order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DiceLuck {
    /// By their number of sides: how many, and the sum of their ranks, of which 1 is the worst.
    by_sides: BTreeMap<u16, (u32, u64)>,
}

/// Fewer dice than these tell nothing about anybody's luck.
const FEWEST: u32 = 5;
/// The most steps that an exact distribution may take; beyond it, the normal one is as good.
const STEPS_MAX: u64 = 10_000_000;

impl DiceLuck {
    /// Counts a die that fell. One with a single side tells nothing.
    pub fn count(&mut self, sides: u16, face: u16, good: LuckyFaces) {
        if sides < 2 || !(1..=sides).contains(&face) {
            return;
        }
        let rank = match good {
            LuckyFaces::High => face,
            LuckyFaces::Low => sides + 1 - face,
        };
        let (count, sum) = self.by_sides.entry(sides).or_default();
        (*count, *sum) = (*count + 1, *sum + u64::from(rank));
    }

    /// Counts other dice as well.
    pub fn add(&mut self, other: &DiceLuck) {
        for (sides, (count, sum)) in &other.by_sides {
            let (all, total) = self.by_sides.entry(*sides).or_default();
            (*all, *total) = (*all + count, *total + sum);
        }
    }

    /// How many dice there are.
    pub fn dice(&self) -> u32 {
        self.by_sides.values().map(|it| it.0).sum()
    }

    /// How often as many dice would have done worse, from 0 to 1, and half of how often just as well; `None` if there are too few to tell.
    pub fn percentile(&self) -> Option<f64> {
        if self.dice() < FEWEST {
            return None;
        }
        let unit = self.by_sides.keys().try_fold(1, |all, sides| lcm(all, u64::from(*sides)));
        let most = unit.and_then(|it| it.checked_mul(u64::from(self.dice())));
        let steps = most.and_then(|it| it.checked_mul(u64::from(self.dice())));
        Some(match (unit, steps) {
            (Some(unit), Some(steps)) if steps <= STEPS_MAX => self.exactly(unit),
            _ => self.nearly(),
        })
    }

    /// By the distribution of the sum of the ranks, each die after the other. A rank of a die with `s` sides is worth `unit / s`.
    fn exactly(&self, unit: u64) -> f64 {
        let mut chances = vec![1.0_f64];
        let mut fell = 0;
        for (sides, (count, sum)) in &self.by_sides {
            let (sides, step) = (usize::from(*sides), (unit / u64::from(*sides)) as usize);
            fell += (*sum as usize - *count as usize) * step;
            for _ in 0..*count {
                chances = with_die(&chances, sides, step);
            }
        }
        let worse: f64 = chances[..fell].iter().sum();
        (worse + chances[fell] / 2.0).clamp(0.0, 1.0)
    }

    /// By the normal distribution, which that of many dice comes close to.
    fn nearly(&self) -> f64 {
        let (mut above, mut variance) = (0.0, 0.0);
        for (sides, (count, sum)) in &self.by_sides {
            let (sides, count) = (f64::from(*sides), f64::from(*count));
            above += (*sum as f64 - count * (sides + 1.0) / 2.0) / sides;
            variance += count * (sides * sides - 1.0) / 12.0 / (sides * sides);
        }
        normal(above / variance.sqrt())
    }
}

/// The distribution with one more die, whose ranks are `step` apart.
fn with_die(chances: &[f64], sides: usize, step: usize) -> Vec<f64> {
    let mut with = vec![0.0; chances.len() + (sides - 1) * step];
    let at = |it: Option<usize>| it.and_then(|it| chances.get(it)).copied().unwrap_or(0.0);
    for sum in 0..with.len() {
        // The window of the sums that this die leads here from, moved along by one.
        let before = sum.checked_sub(step).map_or(0.0, |it| with[it]);
        let moved = before + (at(Some(sum)) - at(sum.checked_sub(sides * step))) / sides as f64;
        with[sum] = moved.max(0.0);
    }
    with
}

fn lcm(a: u64, b: u64) -> Option<u64> {
    let (mut x, mut y) = (a, b);
    while y > 0 {
        (x, y) = (y, x % y);
    }
    a.checked_mul(b / x)
}

/// The normal distribution's share below `z`, to within a ten-millionth. Abramowitz and Stegun, 7.1.26.
fn normal(z: f64) -> f64 {
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let terms = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = terms.iter().fold(0.0, |sum, it| (sum + it) * t) * (-x * x).exp();
    if z < 0.0 { tail / 2.0 } else { 1.0 - tail / 2.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(dice: &[(u16, u16)], good: LuckyFaces) -> DiceLuck {
        let mut luck = DiceLuck::default();
        dice.iter().for_each(|(sides, face)| luck.count(*sides, *face, good));
        luck
    }

    /// Every way that mixed dice can fall, counted one by one, gives the same.
    #[test]
    fn the_distribution_is_exact() {
        let sides = [4_u16, 6, 6, 8, 20];
        let rank =
            |faces: &[u16]| -> f64 { faces.iter().zip(sides).map(|(it, of)| f64::from(*it) / f64::from(of)).sum() };
        let fell = [3, 1, 6, 5, 18];
        let (mut worse, mut same, mut all) = (0, 0, 0);
        let mut faces = [1_u16; 5];
        'all: loop {
            let (it, own) = (rank(&faces), rank(&fell));
            all += 1;
            same += u32::from((it - own).abs() < 1e-9);
            worse += u32::from(it < own - 1e-9);
            for at in 0..5 {
                faces[at] += 1;
                if faces[at] <= sides[at] {
                    continue 'all;
                }
                faces[at] = 1;
            }
            break;
        }
        let counted = (f64::from(worse) + f64::from(same) / 2.0) / f64::from(all);
        let dice: Vec<(u16, u16)> = sides.into_iter().zip(fell).collect();
        let found = of(&dice, LuckyFaces::High).percentile().expect("enough dice");
        assert!((found - counted).abs() < 1e-12, "{found} is {counted}");
    }

    /// Where low faces are good, the same dice are as unlucky as they'd be lucky otherwise; the average is in the middle.
    #[test]
    fn low_can_be_lucky() {
        let dice = [(20, 2), (20, 5), (6, 1), (6, 2), (8, 3), (20, 4)];
        let [high, low] = [LuckyFaces::High, LuckyFaces::Low].map(|it| of(&dice, it).percentile().expect("enough"));
        assert!((high + low - 1.0).abs() < 1e-12 && low > 0.95, "{high}, {low}");
        let even: Vec<(u16, u16)> = (1..=20).map(|face| (20, face)).collect();
        assert!((of(&even, LuckyFaces::High).percentile().expect("enough") - 0.5).abs() < 1e-12);
        let best = of(&[(6, 6); 30], LuckyFaces::High).percentile().expect("enough");
        assert!(best > 0.999_999 && best <= 1.0);
    }

    /// Few dice tell nothing; very many are told nearly as exactly, and dice can be counted together.
    #[test]
    fn few_and_many() {
        assert_eq!(of(&[(6, 6); 4], LuckyFaces::High).percentile(), None);
        let fell: Vec<(u16, u16)> = (0..400).map(|it| (20, it % 20 + 1)).chain([(20, 20); 6]).collect();
        let luck = of(&fell, LuckyFaces::High);
        let (exact, near) = (luck.percentile().expect("enough"), luck.nearly());
        assert!((exact - near).abs() < 0.001 && exact > 0.6, "{exact}, {near}");
        let [mut half, other] = [&fell[..100], &fell[100..]].map(|it| of(it, LuckyFaces::High));
        half.add(&other);
        assert_eq!(half, luck);
        let mut many = DiceLuck::default();
        (0..50).for_each(|_| many.add(&luck));
        assert_eq!(many.dice(), 20_300);
        assert!(many.percentile().is_some_and(|it| it > exact));
    }
}
