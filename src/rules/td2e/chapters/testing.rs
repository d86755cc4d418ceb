//! Tests: one, two or three six-sided dice, of which one must be high enough.

use crate::engine::{
    CombatantId,
    roll::{Die, Keep, Target},
};
use crate::rules::td2e::{
    Cx, FightState, Options, Roll, Rule,
    model::{
        fact::Fact,
        gear::TestDice,
        options::Both,
        state::{Circumstances, Difficulty},
    },
};

/// A test to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What for, in a few words.
    pub what: String,
    /// The rule that calls for it.
    pub rule: Rule,
    /// How many dice.
    pub dice: TestDice,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// A7 Disadvantage wins: what several reasons come to; at a table that plays so, both together are nothing.
pub fn dice(options: &Options, advantage: bool, disadvantage: bool) -> TestDice {
    match (advantage, disadvantage) {
        (true, true) if options.both == Both::Normal => TestDice::Normal,
        (_, true) => TestDice::Disadvantage,
        (true, false) => TestDice::Advantage,
        (false, false) => TestDice::Normal,
    }
}

/// How many dice these are.
pub fn how_many(dice: TestDice) -> usize {
    match dice {
        TestDice::Disadvantage => 1,
        TestDice::Normal => 2,
        TestDice::Advantage => 3,
    }
}

/// C1 Tests: what the GM says of a combatant's next test, on top of what the rules say. It holds for one test.
pub fn under_circumstances(cx: &mut Cx<'_>, who: CombatantId, mut test: Test) -> Test {
    let next = cx.combatant(who).state.next;
    if next == Circumstances::default() {
        return test;
    }
    if next.advantage || next.disadvantage {
        let (better, worse) = (test.dice == TestDice::Advantage, test.dice == TestDice::Disadvantage);
        if (better || next.advantage) && (worse || next.disadvantage) {
            cx.cite(Rule::DisadvantageWins);
        }
        test.dice = dice(&cx.options, better || next.advantage, worse || next.disadvantage);
    }
    test.difficulty = next.difficulty.unwrap_or(test.difficulty);
    cx.change(Fact::NextIs { who, next: Circumstances::default() });
    test
}

/// How likely a normal test is to succeed under what the GM says of it, for whoever weighs whether to try.
pub fn chance_under_circumstances(fight: &FightState, who: CombatantId) -> f64 {
    let next = fight.combatant(who).state.next;
    let dice = how_many(dice(&fight.options, next.advantage, next.disadvantage)) as i32;
    let fails = f64::from(next.difficulty.unwrap_or(Difficulty::Average).number() - 1) / 6.0;
    1.0 - fails.powi(dice)
}

/// C1 Tests: any die that is high enough succeeds.
pub fn test(cx: &mut Cx<'_>, who: CombatantId, test: &Test) -> bool {
    cx.cite(Rule::Tests);
    let (dice, secret) = own_dice(cx, who, how_many(test.dice));
    let how = match test.dice {
        TestDice::Disadvantage => " at disadvantage",
        TestDice::Normal => "",
        TestDice::Advantage => " at advantage",
    };
    let target = Target::AtLeast { name: test.difficulty.name().to_owned(), number: test.difficulty.number() };
    let roll = Roll::total(Some(who), test.rule, format!("{}{how}", test.what), dice, Keep::Highest, vec![]);
    cx.rolled(Roll { secret, ..roll.against(target) }).passed()
}

/// So many six-sided dice of their own, and whether only the GM sees them.
fn own_dice(cx: &mut Cx<'_>, who: CombatantId, count: usize) -> (Vec<Die>, bool) {
    let rolled: Vec<(Die, bool)> = (0..count).map(|_| cx.own_die(who, 6)).collect();
    let secret = rolled.iter().any(|it| it.1);
    (rolled.into_iter().map(|it| it.0).collect(), secret)
}

/// A roll of several dice that is their sum.
pub fn sum(cx: &mut Cx<'_>, who: CombatantId, rule: Rule, what: &str, dice: u8) -> Roll {
    let (dice, secret) = own_dice(cx, who, usize::from(dice));
    Roll { secret, ..Roll::total(Some(who), rule, what, dice, Keep::All, vec![]) }
}
