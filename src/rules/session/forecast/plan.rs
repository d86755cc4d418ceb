//! How a forecast is made: how many fights, in what style, and what would count as even.

use super::super::super::request::UserError;
use crate::engine::playing::Style;

/// The fewest fights of a forecast; fewer say nothing.
const FEWEST_FIGHTS: u32 = 20;
/// The most fights of a forecast.
const MOST_FIGHTS: u32 = 10_000;
/// The fights if nobody says how many.
const USUAL_FIGHTS: u32 = 1_000;
/// The most fights if somebody is played cunningly, which takes a hundred times as long.
const MOST_CUNNING_FIGHTS: u32 = 200;
/// Those if nobody says how many.
const USUAL_CUNNING_FIGHTS: u32 = 50;

/// How a forecast is made.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastPlan {
    /// How many fights are played; `None` for as many as is usual.
    pub fights: Option<u32>,
    /// How everyone is played; `None` for each combatant's own style, or simply.
    pub style: Option<Style>,
    /// The seed; the same fight, plan and seed give the same forecast.
    pub seed: u64,
    /// The chance of the players' side, from 0 to 1, that counts as even.
    pub target: f64,
}

impl ForecastPlan {
    /// The usual one.
    pub fn usual(seed: u64) -> ForecastPlan {
        ForecastPlan { fights: None, style: None, seed, target: 0.5 }
    }

    /// A plan as it was typed: the number of fights, the style, and the target in percent.
    ///
    /// # Errors
    /// What's wrong: the limits, or the list of styles.
    pub fn read(
        fights: Option<i64>,
        style: Option<&str>,
        target: Option<i64>,
        seed: u64,
    ) -> Result<ForecastPlan, UserError> {
        let fights = fights.map(|it| within_limits(it, false)).transpose()?;
        let style = style.map(str::trim).filter(|it| !it.is_empty()).map(str::parse::<Style>).transpose()?;
        let target = match target {
            None => 0.5,
            Some(percent @ 1..=99) => percent as f64 / 100.0,
            Some(other) => {
                return Err(UserError::say(format!(
                    "The target is the players\u{2019} chance of winning in percent, from 1 to 99, not {other}."
                )));
            }
        };
        Ok(ForecastPlan { fights, style, seed, target })
    }

    /// The number of fights, where somebody `thinks` about every move or nobody does.
    pub(super) fn fights(&self, thinks: bool) -> Result<u32, UserError> {
        match (self.fights, thinks) {
            (None, false) => Ok(USUAL_FIGHTS),
            (None, true) => Ok(USUAL_CUNNING_FIGHTS),
            (Some(fights), _) => within_limits(i64::from(fights), thinks),
        }
    }
}

fn within_limits(fights: i64, thinks: bool) -> Result<u32, UserError> {
    let most = if thinks { MOST_CUNNING_FIGHTS } else { MOST_FIGHTS };
    let within = u32::try_from(fights).ok().filter(|it| (FEWEST_FIGHTS..=most).contains(it));
    within.ok_or_else(|| {
        UserError::say(match thinks {
            true => format!(
                "A forecast in which somebody is played cunningly plays {FEWEST_FIGHTS} to {most} fights, since every move takes thought, \
                 not {fights}."
            ),
            false => format!("A forecast plays {FEWEST_FIGHTS} to 10,000 fights, not {fights}."),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers out of bounds get the limits, an unknown style the list.
    #[test]
    fn what_is_typed_is_read_or_its_limits_are_said() {
        let read = |fights, style, target| ForecastPlan::read(fights, style, target, 1).map_err(|it| it.text);
        assert_eq!(read(None, None, None), Ok(ForecastPlan::usual(1)));
        let plan = read(Some(400), Some(" Cautious "), Some(65)).expect("it reads");
        assert_eq!((plan.fights, plan.style, plan.target), (Some(400), Some(Style::Cautious), 0.65));
        for (fights, style, target, why) in [
            (Some(19), None, None, "20 to 10,000 fights, not 19."),
            (Some(-1), None, None, "not -1."),
            (Some(i64::MAX), None, None, "20 to 10,000"),
            (None, Some("brave"), None, "random, simple, cunning"),
            (None, None, Some(100), "from 1 to 99, not 100."),
        ] {
            let told = read(fights, style, target).expect_err(why);
            assert!(told.contains(why), "{why}: {told}");
        }
    }

    /// Thought takes time, so a forecast with it plays fewer fights.
    #[test]
    fn cunning_fights_are_fewer() {
        let plan = |fights| ForecastPlan { fights, ..ForecastPlan::usual(1) };
        assert_eq!((plan(None).fights(false), plan(None).fights(true)), (Ok(1_000), Ok(50)));
        assert_eq!(plan(Some(200)).fights(true), Ok(200));
        let told = plan(Some(201)).fights(true).expect_err("too many").text;
        assert!(told.contains("20 to 200 fights"), "{told}");
    }
}
