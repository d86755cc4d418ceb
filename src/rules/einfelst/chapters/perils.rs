//! What the Director calls for between turns: tests, falls, hunger, Harm, and what's in `fear.rs`, `fire.rs` and `poison.rs`. `/gm set`
//! notes it; it happens at once, or after the action in progress. R39, R40, C1, C6 and ruling A16 are here.

use super::{
    fear, fire, harm, poison,
    testing::{self, Test},
};
use crate::engine::CombatantId;
use crate::rules::einfelst::{
    Cx, Flow, Rule,
    model::{
        fact::{Event, Fact},
        peril::Peril,
        state::{Skill, is_here},
        track::HarmKind,
    },
};

/// R39: shorter falls hurt nobody, in feet.
const FALL_FROM_FT: u16 = 10;

/// R39, A16: the feet for each die.
const FEET_TO_A_DIE: u16 = 5;

/// Does the first thing that was called for.
pub fn next(cx: &mut Cx<'_>) -> Flow {
    let Some((who, peril)) = cx.system.called.first().cloned() else { return Ok(()) };
    cx.change(Fact::Called(cx.system.called.iter().skip(1).cloned().collect()));
    if !is_here(cx, who) {
        return Ok(());
    }
    match peril {
        Peril::Fear { value, position } => fear::test(cx, who, value, position),
        Peril::Fire(of) => fire::catches(cx, who, of),
        Peril::Poison(toxicity) => poison::poisoned(cx, who, toxicity),
        Peril::Fall { feet, hard } => falls(cx, who, feet, hard),
        Peril::Need { what, kind } => needs(cx, who, &what, kind),
        Peril::Harm { amount, kind } => harm::suffer(cx, who, amount, kind),
        Peril::Test { skill, needed } => {
            called_test(cx, who, skill, needed);
            Ok(())
        }
    }
}

/// R39 Falling, A16: a die for every full five feet against Endure, from ten feet and onto hard ground; armour doesn't help (A1).
fn falls(cx: &mut Cx<'_>, who: CombatantId, feet: u16, hard: bool) -> Flow {
    cx.cite(Rule::Falling);
    cx.cite(Rule::FallDice);
    cx.tell(Event::Falls { who, feet });
    if feet < FALL_FROM_FT || !hard {
        cx.tell(Event::Unharmed(who));
        return Ok(());
    }
    let dice = u8::try_from(feet / FEET_TO_A_DIE).unwrap_or(u8::MAX).min(40);
    let fall = testing::dice(cx, None, dice, Rule::Falling, format!("fall of {feet} feet"));
    let own = testing::test(cx, &Test::of(who, Skill::Endure, Rule::Falling, "bearing the fall").counted()).successes;
    harm::suffer(cx, who, fall.saturating_sub(own), HarmKind::Physical)
}

/// R40 Tired, hungry, thirsty: Endure, or 1 Harm of the kind that the Director names.
fn needs(cx: &mut Cx<'_>, who: CombatantId, what: &str, kind: HarmKind) -> Flow {
    cx.cite(Rule::Needs);
    let rolled = testing::test(cx, &Test::of(who, Skill::Endure, Rule::Needs, what));
    match rolled.passed() {
        true => {
            cx.tell(Event::Tried { who, what: format!("being {what}"), passed: true, successes: rolled.successes });
            Ok(())
        }
        false => harm::suffer(cx, who, 1, kind),
    }
}

/// C1 Pools, C6 Levels of difficulty: a test that the Director calls for.
fn called_test(cx: &mut Cx<'_>, who: CombatantId, skill: Skill, needed: u8) {
    cx.cite(Rule::Difficulty);
    let what = format!("{} test", skill.name());
    let mut test = Test::of(who, skill, Rule::Pools, &what);
    test.needed = Some(needed);
    let rolled = testing::test(cx, &test);
    cx.tell(Event::Tried { who, what, passed: rolled.passed(), successes: rolled.successes });
}
