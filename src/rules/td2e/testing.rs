//! Tests: one, two or three six-sided dice, of which one must be high enough.

use super::{
    Cx, Roll, Rule,
    fact::Fact,
    gear::Dice,
    state::{Circumstances, Difficulty},
};
use crate::engine::{
    CombatantId,
    roll::{Keep, Modifier, Target},
};

/// A test to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// What for, in a few words.
    pub what: String,
    /// The rule that calls for it.
    pub rule: Rule,
    /// How many dice.
    pub dice: Dice,
    /// How hard it is.
    pub difficulty: Difficulty,
}

/// A7 Disadvantage wins: what several reasons come to.
pub fn dice(advantage: bool, disadvantage: bool) -> Dice {
    match (advantage, disadvantage) {
        (_, true) => Dice::Disadvantage,
        (true, false) => Dice::Advantage,
        (false, false) => Dice::Normal,
    }
}

/// How many dice these are.
pub fn how_many(dice: Dice) -> usize {
    match dice {
        Dice::Disadvantage => 1,
        Dice::Normal => 2,
        Dice::Advantage => 3,
    }
}

/// C1 Tests: what the GM says of somebody's next test, on top of what the rules say. It holds for one test.
pub fn under_circumstances(cx: &mut Cx<'_>, who: CombatantId, mut test: Test) -> Test {
    let next = cx.combatant(who).state.next;
    if next == Circumstances::default() {
        return test;
    }
    if next.advantage || next.disadvantage {
        let (better, worse) = (test.dice == Dice::Advantage, test.dice == Dice::Disadvantage);
        if (better || next.advantage) && (worse || next.disadvantage) {
            cx.cite(Rule::DisadvantageWins);
        }
        test.dice = dice(better || next.advantage, worse || next.disadvantage);
    }
    test.difficulty = next.difficulty.unwrap_or(test.difficulty);
    cx.note(Fact::NextIs { who, next: Circumstances::default() });
    test
}

/// C1 Tests: any die that is high enough succeeds.
pub fn test(cx: &mut Cx<'_>, who: CombatantId, test: &Test) -> bool {
    cx.cite(Rule::Tests);
    let dice = (0..how_many(test.dice)).map(|_| cx.plain_die(6)).collect();
    let how = match test.dice {
        Dice::Disadvantage => " at disadvantage",
        Dice::Normal => "",
        Dice::Advantage => " at advantage",
    };
    let target = Target::AtLeast { name: test.difficulty.name().to_owned(), number: test.difficulty.number() };
    let roll = Roll::total(Some(who), test.rule, format!("{}{how}", test.what), dice, Keep::Highest, vec![]);
    cx.rolled(roll.against(target)).passed()
}

/// A roll of several dice that is their sum.
pub fn sum(cx: &mut Cx<'_>, who: CombatantId, rule: Rule, what: &str, dice: u8, modifiers: Vec<Modifier>) -> Roll {
    let dice = (0..dice).map(|_| cx.plain_die(6)).collect();
    Roll::total(Some(who), rule, what, dice, Keep::All, modifiers)
}
