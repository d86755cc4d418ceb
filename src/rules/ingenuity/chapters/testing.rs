//! Tests: C1, C2, A26. An attribute die, a skill die, one proficiency, and beside them the luck die. What the number is compared with is
//! for anyone who asked for the test.

use crate::engine::{
    Addressee, CombatantId, Die, RollOutcome,
    roll::{Keep, Modifier, Target},
};
use crate::rules::ingenuity::{
    Choice, Condition, Cx, Fact, FightState, Flow, Question, Roll, Rule,
    chapters::fate,
    model::{
        circumstances::{Circumstances, WhichDie},
        sheet::Attribute,
        state::held,
    },
};

/// C1: what a luck die of 20 adds to a test that is no attack.
const LUCK: i32 = 4;
/// What the GM has said of the next test, as a source of advantage or disadvantage.
const CIRCUMSTANCES: &str = "circumstances";
/// C1: a test whose difficulty nobody has stated.
pub const STANDARD: i32 = 6;

/// A test to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The combatant.
    pub who: CombatantId,
    /// What for, in a few words.
    pub what: String,
    /// The rule that calls for it.
    pub rule: Rule,
    /// The attribute.
    pub attribute: Attribute,
    /// The skill.
    pub skill: String,
    /// What is added, by name.
    pub modifiers: Vec<Modifier>,
    /// Sources of advantage, by name.
    pub advantage: Vec<&'static str>,
    /// Sources of disadvantage, by name.
    pub disadvantage: Vec<&'static str>,
    /// R34: an attack has no +4.
    pub attack: bool,
}

impl Test {
    /// A test with this proficiency, if they have it.
    pub fn new(
        fight: &FightState,
        who: CombatantId,
        rule: Rule,
        what: &str,
        of: (Attribute, &str),
        proficiency: &str,
    ) -> Test {
        let by = fight.combatant(who).sheet.proficiency(proficiency);
        let modifiers = (by != 0).then(|| Modifier { name: proficiency.to_owned(), by }).into_iter().collect();
        Test {
            who,
            what: what.to_owned(),
            rule,
            attribute: of.0,
            skill: of.1.to_owned(),
            modifiers,
            advantage: vec![],
            disadvantage: vec![],
            attack: false,
        }
    }

    /// With something more added, if it is anything.
    pub fn plus(mut self, name: &str, by: i32) -> Test {
        if by != 0 {
            self.modifiers.push(Modifier { name: name.to_owned(), by });
        }
        self
    }

    /// R20, A4: with what guarding adds to a defence test.
    pub fn guarded(self, fight: &FightState) -> Test {
        let guards = fight.combatant(self.who).is(&Condition::Guarding);
        self.plus("guard", i32::from(guards))
    }

    /// C2: what it is for, with every source of advantage and disadvantage by its name, that a die rolled again is no riddle.
    fn named(&self) -> String {
        let sources = [("advantage", &self.advantage), ("disadvantage", &self.disadvantage)];
        let said: Vec<String> = sources
            .into_iter()
            .filter(|it| !it.1.is_empty())
            .map(|(which, all)| format!("{which}: {}", all.join(", ")))
            .collect();
        if said.is_empty() { self.what.clone() } else { format!("{} ({})", self.what, said.join("; ")) }
    }
}

/// What came of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    roll: Roll,
    /// The result.
    pub total: i32,
    /// The luck die.
    pub luck: i32,
}

impl Rolled {
    /// Keeps it for the story, compared with a number; gives back whether it was reached.
    pub fn against(self, cx: &mut Cx<'_>, name: &str, number: i32) -> bool {
        let target = Target::AtLeast { name: name.to_owned(), number };
        cx.rolled(self.roll.against(target)).passed()
    }

    /// The same for a hit that luck makes sure of.
    pub fn surely(self, cx: &mut Cx<'_>, name: &str, number: i32) {
        let target = Target::AtLeast { name: name.to_owned(), number };
        cx.rolled(Roll { outcome: RollOutcome::Passed, ..self.roll.against(target) });
    }

    /// Keeps it as a total.
    pub fn alone(self, cx: &mut Cx<'_>) -> i32 {
        cx.rolled(self.roll).total
    }
}

/// C1 Tests, C2 Advantage, A26 Order of dice: attribute, skill, luck, then re-rolls one by one.
pub fn roll(cx: &mut Cx<'_>, mut test: Test) -> Flow<Rolled> {
    let who = test.who;
    cx.cite(Rule::OrderOfDice);
    if !test.attack {
        cx.cite(Rule::Tests);
    }
    let next = circumstances(cx, &mut test);
    let sheet = cx.combatant(who).sheet.clone();
    let sides = [sheet.attribute(test.attribute), sheet.skill(&test.skill)];
    let mut dice: Vec<Die> = sides.into_iter().map(|sides| cx.plain_die(sides)).collect();
    let mut luck = cx.plain_die(20);
    re_roll(cx, &test, &mut dice)?;
    for which in fate::asked_after(cx, who, next.shown().collect())? {
        cx.cite(Rule::Fate);
        let die = match which {
            WhichDie::Attribute => &mut dice[0],
            WhichDie::Skill => &mut dice[1],
            WhichDie::Luck => &mut luck,
        };
        die.faces.push(die.sides);
        die.counts = i32::from(die.sides);
    }
    let lucky = luck.counts;
    if !test.attack && lucky >= 20 {
        test.modifiers.push(Modifier { name: "luck".to_owned(), by: LUCK });
    }
    let what = test.named();
    let mut roll = Roll::total(Some(who), test.rule, what, dice, Keep::All, test.modifiers);
    luck.kept = false;
    roll.dice.push(luck);
    Ok(Rolled { total: roll.total, luck: lucky, roll })
}

/// A die in words: the luck die by its name, and one that was rolled again with both its faces.
pub fn die_words(die: &Die) -> Option<String> {
    let faces = die.faces.iter().map(u16::to_string).collect::<Vec<_>>().join(", then ");
    match (die.kept, die.faces.len()) {
        (false, _) => Some(format!("luck d{} ({faces})", die.sides)),
        (true, 1) => None,
        (true, _) => Some(format!("d{} ({faces})", die.sides)),
    }
}

/// C3, C9: what the GM and others have said of the next test, and what one is under.
fn circumstances(cx: &mut Cx<'_>, test: &mut Test) -> Circumstances {
    let it = cx.combatant(test.who);
    let next = it.state.next;
    if let Some(Condition::Sickness(by)) = held(it, Condition::Sickness(1)) {
        test.modifiers.push(Modifier { name: "sickness".to_owned(), by: -i32::from(by) });
        cx.cite(Rule::Conditions);
    }
    let bodily = matches!(test.attribute, Attribute::Strength | Attribute::Dexterity);
    if bodily && cx.combatant(test.who).is(&Condition::Encumbered) {
        test.disadvantage.push("encumbered");
        cx.cite(Rule::Conditions);
    }
    if next != Circumstances::default() {
        test.advantage.extend((0..next.advantage).map(|_| CIRCUMSTANCES));
        test.disadvantage.extend((0..next.disadvantage).map(|_| CIRCUMSTANCES));
        if next.bonus != 0 {
            cx.cite(Rule::Assist);
            test.modifiers.push(Modifier { name: "assistance".to_owned(), by: next.bonus });
        }
        cx.change(Fact::NextIs { who: test.who, next: Circumstances::default() });
    }
    next
}

/// C2 Advantage and disadvantage: they cancel in pairs; for each that is left one die is rolled again, for better or for worse. Which
/// gains most is taken, unless the table asks.
fn re_roll(cx: &mut Cx<'_>, test: &Test, dice: &mut [Die]) -> Flow {
    let (better, worse) = (test.advantage.len(), test.disadvantage.len());
    if better + worse > 0 {
        cx.cite(Rule::Advantage);
    }
    let (again, better) = (better.abs_diff(worse), better > worse);
    for _ in 0..again {
        let [first, second] = [&dice[0], &dice[1]];
        let best = match better {
            true => usize::from(gain(second) > gain(first)),
            // The greatest result must go; of two alike the one that loses less.
            false if first.counts != second.counts => usize::from(second.counts > first.counts),
            false => usize::from(second.sides > first.sides),
        };
        let free = better || first.counts == second.counts;
        let index = if free && cx.options.asks_rerolls { chosen(cx, test.who, dice, best, better)? } else { best };
        let sides = dice[index].sides;
        let face = cx.die(sides);
        let die = &mut dice[index];
        die.faces.push(face);
        let face = i32::from(face);
        die.counts = if better { die.counts.max(face) } else { die.counts.min(face) };
    }
    Ok(())
}

/// What a re-roll of which the better is kept gains, in parts of a number that is the same for all dice.
fn gain(die: &Die) -> i32 {
    const OF_ALL_DICE: i32 = 240;
    let (sides, missing) = (i32::from(die.sides), i32::from(die.sides) - die.counts);
    missing * (missing + 1) * (OF_ALL_DICE / 2) / sides
}

/// C2: the player chooses.
fn chosen(cx: &mut Cx<'_>, who: CombatantId, dice: &[Die], best: usize, better: bool) -> Flow<usize> {
    let faces = [dice[0].counts, dice[1].counts];
    let which = [WhichDie::Attribute, WhichDie::Skill];
    let offers = vec![Choice::ThisDie(which[best]), Choice::ThisDie(which[1 - best])];
    let question = Question::ReRoll { who, faces, better };
    let choice = cx.ask(Addressee::Combatant(who), question, |_| offers.clone())?;
    Ok(usize::from(choice == Choice::ThisDie(WhichDie::Skill)))
}
