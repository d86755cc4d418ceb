//! How the damage of a blow comes about, for Details: R33 adds what isn't rolled.

use crate::rules::ingenuity::{Rule, model::fact::Fact};

/// What the damage of a blow comes from.
#[derive(Default)]
pub struct BlowSum {
    /// What the test came to.
    pub total: Option<i32>,
    /// Whether it's blocked: a parry only wears what it's made with.
    pub is_blocked: bool,
    /// What a shield has taken.
    by_shield: i32,
    /// Whether fate may have halved it.
    pub is_halved: bool,
}

impl BlowSum {
    /// R33: the test's result and the weapon's damage, less what's deflected and what a shield takes. `None` if the fact is no damage of
    /// this blow.
    pub fn sum_of(&mut self, fact: &Fact) -> Option<String> {
        match fact {
            Fact::Reacted { rule, .. } => {
                self.is_blocked = *rule == Rule::Block;
                None
            }
            Fact::Halves { on: false, .. } => {
                self.is_halved = true;
                None
            }
            Fact::ItemSuffered { taken, .. } => {
                self.by_shield += if self.is_blocked { *taken } else { 0 };
                None
            }
            Fact::Suffered { damage, taken, .. } => {
                let total = self.total.take().filter(|it| !self.is_halved && it <= damage)?;
                let less = |by: i32, what: &str| if by > 0 { format!(" \u{2212} {by} {what}") } else { String::new() };
                let deflected = damage - self.by_shield - taken;
                let (by_shield, deflected) = (less(self.by_shield, "into the shield"), less(deflected, "deflected"));
                let weapon = match damage - total {
                    0 => String::new(),
                    by => format!(" + {by} for the weapon"),
                };
                Some(format!("{total} rolled{weapon}{by_shield}{deflected} = {taken}"))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::CombatantId;

    /// R33: everything that's added and taken off is named, and comes to what's taken.
    #[test]
    fn the_sum_comes_to_what_is_taken() {
        let suffered = |damage, taken| Fact::Suffered { who: CombatantId(1), damage, taken, endurance: 0, health: 9 };
        let mut blow = BlowSum { total: Some(13), by_shield: 10, ..BlowSum::default() };
        let told = blow.sum_of(&suffered(18, 5));
        assert_eq!(
            told.as_deref(),
            Some("13 rolled + 5 for the weapon \u{2212} 10 into the shield \u{2212} 3 deflected = 5")
        );
        assert_eq!(blow.sum_of(&suffered(4, 4)), None, "the next harm isn't this blow's");
        let worn = Fact::ItemSuffered { who: CombatantId(1), item: 0, taken: 1, left: 4 };
        let mut parried = BlowSum { total: Some(13), ..BlowSum::default() };
        assert_eq!(parried.sum_of(&worn), None);
        let told = parried.sum_of(&suffered(18, 13));
        assert_eq!(told.as_deref(), Some("13 rolled + 5 for the weapon \u{2212} 5 deflected = 13"));
        let mut said_before = BlowSum { total: Some(13), ..BlowSum::default() };
        said_before.sum_of(&Fact::Halves { who: CombatantId(1), on: false });
        assert_eq!(said_before.sum_of(&suffered(18, 9)), None);
        let mut halved = BlowSum { total: Some(13), is_halved: true, ..BlowSum::default() };
        assert_eq!(halved.sum_of(&suffered(18, 9)), None);
    }
}
