//! Tests: C1, C6, rulings A18 and A21: a pool of d6, each 6 a success. This knows what adds and takes dice; what successes are good for is
//! up to the caller.

use crate::engine::{
    CombatantId,
    roll::{Die, Keep, RollOutcome, Target},
};
use crate::rules::einfelst::{
    Cx, FightState, Roll, Rule,
    model::{
        fact::Fact,
        sheet::{Attribute, Keeps},
        state::{Skill, keeps},
    },
};

/// The face that's a success.
const SUCCESS: u16 = 6;

/// The dice of a test, and where they come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pool {
    /// The number of dice.
    pub dice: u8,
    /// "Strike 3 + strength 2, Harm −1".
    pub words: String,
    /// A21: there would be none, so there's one.
    pub at_least: bool,
}

/// C2: the attribute that goes with an action: the higher one of two.
pub fn attribute(fight: &FightState, who: CombatantId, skill: Skill) -> Attribute {
    let sheet = &fight.combatant(who).sheet;
    let best = skill.attributes().iter().copied().rev().max_by_key(|it| sheet.attribute(*it));
    best.unwrap_or(Attribute::Strength)
}

/// C1 Pools, A2, A21: the dice of an action with its attribute, minus what Harm takes, and at least one.
pub fn pool(fight: &FightState, who: CombatantId, skill: Skill, more: u8, why: &str) -> Pool {
    let it = fight.combatant(who);
    let attribute = attribute(fight, who, skill);
    let (value, with) = (it.sheet.skill(skill), it.sheet.attribute(attribute));
    let mut words = format!("{} {value} + {} {with}", skill.name(), attribute.name());
    let hurt = penalty(fight, who, attribute);
    let mut dice = i32::from(value) + i32::from(with);
    let mut add = |number: u8, sign: i32, name: &str| {
        if number > 0 {
            dice += sign * i32::from(number);
            let sign = if sign < 0 { "-" } else { "+" };
            words.push_str(&format!(", {name} {sign}{number}"));
        }
    };
    add(it.state.next_dice, 1, "bonus");
    add(more, 1, why);
    add(hurt, -1, "Harm");
    Pool { dice: dice.clamp(1, 60) as u8, words, at_least: dice < 1 }
}

/// C5 Rows of Harm, A2, R20: the dice that Harm takes from a test with this attribute.
pub fn penalty(fight: &FightState, who: CombatantId, attribute: Attribute) -> u8 {
    let it = fight.combatant(who);
    let state = &it.state;
    if keeps(fight, it) == Keeps::Points {
        return state.points;
    }
    let bodily = matches!(attribute, Attribute::Strength | Attribute::Dexterity);
    match (fight.options.harm_fitting, bodily) {
        (false, _) => state.physical.penalty() + state.mental.penalty(),
        (true, true) => state.physical.penalty(),
        (true, false) => state.mental.penalty(),
    }
}

/// A test, before the roll.
pub struct Test<'a> {
    /// The tester.
    pub who: CombatantId,
    /// The action that's tested.
    pub skill: Skill,
    /// The rule that asks for it.
    pub rule: Rule,
    /// Its purpose: "attack with sword".
    pub what: &'a str,
    /// The successes needed, before circumstances; `None` if successes are only counted.
    pub needed: Option<u8>,
    /// Extra dice.
    pub more: u8,
    /// The source of the extra dice.
    pub why: &'a str,
    /// The opponent: if nobody may know of them, only the GM sees the dice.
    pub against: Option<CombatantId>,
}

impl<'a> Test<'a> {
    /// A test that needs one success.
    pub fn of(who: CombatantId, skill: Skill, rule: Rule, what: &'a str) -> Test<'a> {
        Test { who, skill, rule, what, needed: Some(1), more: 0, why: "", against: None }
    }

    /// The same, with its successes only counted.
    pub fn counted(self) -> Test<'a> {
        Test { needed: None, ..self }
    }

    /// The same, because of this opponent.
    pub fn against(self, other: CombatantId) -> Test<'a> {
        Test { against: Some(other), ..self }
    }
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Result {
    /// The successes rolled.
    pub successes: u8,
    /// The successes needed, with circumstances.
    pub needed: u8,
}

impl Result {
    /// Whether the test is passed.
    pub fn passed(self) -> bool {
        self.successes >= self.needed
    }
}

/// C1 Pools: rolls the dice and counts the sixes. This uses up what the Director said about the next test.
pub fn test(cx: &mut Cx<'_>, test: &Test<'_>) -> Result {
    let who = test.who;
    let pool = pool(cx, who, test.skill, test.more, test.why);
    let demand = test.needed.map_or(0, |_| cx.combatant(who).state.demand);
    if demand > 0 {
        cx.cite(Rule::Circumstances);
        cx.cite(Rule::Demanded);
    }
    if pool.at_least {
        cx.cite(Rule::OneDie);
    }
    let hurt = penalty(cx, who, attribute(cx, who, test.skill)) > 0;
    if hurt && keeps(cx, cx.combatant(who)) == Keeps::Points {
        cx.cite(Rule::HarmPoints);
    } else if hurt {
        cx.cite(Rule::Slots);
    }
    if cx.combatant(who).state.next_dice > 0 || demand > 0 {
        cx.change(Fact::NextIs { who, dice: 0, demand: 0 });
    }
    let needed = test.needed.map(|it| it + demand);
    let what = format!("{} ({})", test.what, pool.words);
    let unseen = test.against.filter(|it| cx.is_unknown(*it));
    let successes = roll(cx, (Some(who), unseen), pool.dice, test.rule, what, needed);
    Result { successes, needed: needed.unwrap_or(1) }
}

/// A pool that belongs to no action: toxicity, a fall, armour.
pub fn dice(cx: &mut Cx<'_>, who: Option<CombatantId>, dice: u8, rule: Rule, what: String) -> u8 {
    roll(cx, (who, None), dice, rule, what, None)
}

/// Rolls a pool; secretly, if the opponent is unseen.
fn roll(
    cx: &mut Cx<'_>,
    (who, unseen): (Option<CombatantId>, Option<CombatantId>),
    dice: u8,
    rule: Rule,
    what: String,
    needed: Option<u8>,
) -> u8 {
    let mut secret = false;
    let mut one = || {
        // Dice of nobody in particular are open, such as a fall's; a hidden foe's leave no gap in the open ones.
        let (die, is_secret) = match unseen.or(who) {
            Some(who) => cx.own_die(who, 6),
            None => (cx.plain_die(6), false),
        };
        secret |= is_secret;
        Die { counts: i32::from(die.faces[0] == SUCCESS), ..die }
    };
    let dice: Vec<Die> = (0..dice).map(|_| one()).collect();
    let successes = dice.iter().filter(|it| it.counts > 0).count() as u8;
    let target = needed.map(|it| Target::AtLeast { name: "successes".to_owned(), number: i32::from(it) });
    let outcome = match needed {
        None => RollOutcome::Total,
        Some(needed) if successes >= needed => RollOutcome::Passed,
        Some(_) => RollOutcome::Failed,
    };
    let total = i32::from(successes);
    cx.rolled(Roll { who, rule, what, dice, keep: Keep::All, modifiers: vec![], target, total, outcome, secret });
    successes
}

/// A number of successes in words.
pub fn successes(number: u8) -> String {
    match number {
        0 => "no success".to_owned(),
        1 => "one success".to_owned(),
        2 => "two successes".to_owned(),
        3 => "three successes".to_owned(),
        _ => format!("{number} successes"),
    }
}

/// Dice beyond the usual number, in words: "1 more die".
pub fn more_dice(number: u8) -> String {
    if number == 1 { "1 more die".to_owned() } else { format!("{number} more dice") }
}

/// Successes beyond the usual number, in words: "one more success".
pub fn more_successes(number: u8) -> String {
    match successes(number).split_once(' ') {
        Some((count, noun)) => format!("{count} more {noun}"),
        None => successes(number),
    }
}

/// A pool in words: "1 die", "5 dice".
pub fn dice_words(number: u8) -> String {
    if number == 1 { "1 die".to_owned() } else { format!("{number} dice") }
}
