//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to
//! the GM alone: of a foe only the outcome is public, never hit points or how well armoured they are.

use super::labels;
use crate::{
    engine::{
        Citable, Citation, CombatantId, Record, Stage, TurnOrder,
        view::{Audience, BriefPart, Line},
    },
    rules::{
        story::builder,
        td2e::{
            Condition, FightState, Roll, Rule, TableFact, Td2e,
            chapters::turn::ROUND_S,
            model::{
                fact::{Event, Fact},
                state::tests_left,
            },
        },
    },
};
use std::collections::BTreeSet;

/// The end of a line about the tests that somebody has left.
const LEFT: &str = " left to stabilise.";

type StoryBuilder<'a> = builder::StoryBuilder<'a, Td2e>;

/// The story of an action so far.
pub fn story_lines(fight: &FightState, records: &[Record<Td2e>]) -> Vec<Line> {
    // The whole order is news when the fight begins; anyone who comes later is told of alone, and only to those who see them.
    let begins = records.contains(&Record::Fact(TableFact::StageSet(Stage::Fighting)));
    let mut rolled = BTreeSet::new();
    builder::story_lines(fight, records, |story, record| match record {
        Record::Fact(TableFact::OrderSet(order)) if begins => story.order(order),
        // R2 Ties: who rolls a second time does so because someone else has the same.
        Record::Rolled(roll) if roll.rule == Rule::Initiative && roll.who.is_some_and(|it| !rolled.insert(it)) => {
            story.rolled_again(roll);
        }
        other => story.record(other),
    })
}

impl StoryBuilder<'_> {
    fn record(&mut self, record: &Record<Td2e>) {
        match record {
            Record::Rolled(roll) => self.rolled(roll),
            Record::Cited(_) | Record::Answered { .. } => {}
            Record::Fact(TableFact::System(fact)) => self.changed(fact),
            Record::Fact(TableFact::Told(event)) => self.event(event),
            Record::Fact(fact) => self.table(fact),
        }
    }

    /// A roll is a line of its own: dice, what was to be reached, what came of it.
    fn rolled(&mut self, roll: &Roll) {
        let Some(who) = roll.who else { return };
        let (name, equation) = (self.name(who), roll.equation());
        let outcome = roll.outcome_words().map_or_else(String::new, |it| format!(". It {it}"));
        let text = match roll.rule {
            Rule::Initiative => format!("{name} rolls initiative: {equation}."),
            Rule::Critical if roll.passed() => format!("A critical success: {equation}."),
            Rule::Critical => format!("Critical roll: {equation}."),
            _ => format!("{name}\u{2019}s {}: {equation}{outcome}.", roll.what),
        };
        self.roll(roll, text);
        match roll.rule {
            Rule::AttackTest => {
                self.in_short(format!("{equation}. It {}", if roll.passed() { "hits." } else { "misses." }))
            }
            Rule::Critical if roll.passed() => self.in_short(format!("critical, {equation}")),
            // Their outcome is the damage, or who acts first.
            Rule::Critical | Rule::Reduction | Rule::Initiative => self.is_a(BriefPart::Aside),
            _ => {}
        }
    }

    fn rolled_again(&mut self, roll: &Roll) {
        let Some(who) = roll.who else { return };
        let text = format!("{} is tied and rolls again: {}.", self.name(who), roll.equation());
        self.roll(roll, text);
        self.is_a(BriefPart::Aside);
    }

    fn order(&mut self, order: &TurnOrder) {
        let TurnOrder::Listed { slots, .. } = order else { return };
        let known = |it: &&CombatantId| !self.is_hidden(**it);
        let names = slots.iter().filter_map(|it| it.owners.first()).filter(known).map(|it| self.fight.name(*it));
        let text = format!("The turn order is {}.", names.collect::<Vec<_>>().join(", "));
        self.say(None, text);
    }

    fn table(&mut self, fact: &TableFact) {
        match fact {
            TableFact::RoundBegan(1) => self.aside(None, format!("Round 1 begins. A round lasts {ROUND_S} seconds.")),
            TableFact::RoundBegan(round) => {
                let since = round.saturating_sub(1) * ROUND_S;
                self.say(None, format!("Round {round} begins, {since} seconds into the fight."));
                self.begins_round(*round);
            }
            TableFact::Hid { who, hidden } => {
                self.hid(*who, *hidden, if *hidden { "is out of sight" } else { "comes into sight" });
            }
            TableFact::Gained { who, held } => {
                let what = match held.what {
                    Condition::Unconscious => "falls unconscious",
                    Condition::Evading => "evades until their next turn",
                    Condition::Clear => "is clear of combat",
                    Condition::Grabbed => "is grabbed; the GM says what happens",
                };
                let text = format!("{} {what}.", self.name(*who));
                self.say(Some(*who), text);
                if held.what == Condition::Unconscious {
                    self.is_a(BriefPart::Harm);
                }
            }
            TableFact::Lost { who, what: Condition::Unconscious } => {
                self.say(Some(*who), format!("{} comes round.", self.name(*who)));
            }
            TableFact::Lost { who, what: Condition::Grabbed } => {
                self.say(Some(*who), format!("{} is no longer grabbed.", self.name(*who)));
            }
            other => {
                self.common(other);
            }
        }
    }

    fn changed(&mut self, fact: &Fact) {
        match fact {
            Fact::Suffered { who, damage, less, hp } => self.suffered(*who, *damage, *less, *hp),
            Fact::HpIs { who, hp } => {
                let text = match self.open_book(*who) {
                    true => format!("{} now has {hp} HP.", self.name(*who)),
                    false => format!("{}\u{2019}s HP change.", self.name(*who)),
                };
                self.say(Some(*who), text);
            }
            Fact::StabilisingTestsAre { who, tests: Some(tests) } if tests.attended => {
                let text =
                    format!("A medic has attended to {}, so all remaining tests have advantage.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::StabilisingTestsAre { who, tests: Some(tests) } => {
                let left = self.fight.find(*who).map_or(0, |it| tests_left(it, *tests));
                let tests = if left == 1 { "one test".to_owned() } else { format!("{left} tests") };
                let text = format!("{} has {tests}{LEFT}", self.name(*who));
                self.say(Some(*who), text);
                // Whoever has just fallen unconscious has all of them, and the tracker counts them.
                let has_fallen =
                    self.lines.iter().rev().nth(1).is_some_and(|it| it.text.ends_with("falls unconscious."));
                self.is_a(if has_fallen { BriefPart::Aside } else { BriefPart::Harm });
                self.in_short(format!("{} has {tests} to stabilise.", self.name(*who)));
                self.tightly(format!("{}: {tests} left.", self.name(*who)));
            }
            Fact::Died(who) => {
                // Where the tests follow each other at the end of a fight, how many were left no longer matters.
                let left = format!("{} has ", self.name(*who));
                let counts = self.lines.iter_mut().rev().filter(|it| it.text.starts_with(&left));
                counts.filter(|it| it.text.ends_with(LEFT)).for_each(|it| it.brief.part = BriefPart::Aside);
                let text = format!("{} dies.", self.name(*who));
                self.say(Some(*who), text);
                self.is_a(BriefPart::Harm);
            }
            Fact::Lives(who) => {
                let text = format!("{} lives after all.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::StabilisingTestsAre { tests: None, .. }
            | Fact::InitiativeIs(_)
            | Fact::ActedAre(_)
            | Fact::NextIs { .. } => {}
        }
    }

    fn event(&mut self, event: &Event) {
        self.tell(event);
        match event {
            Event::Swung { .. } | Event::Grabs { .. } | Event::Uses { .. } => self.is_a(BriefPart::Deed),
            Event::Attends { .. } | Event::Finishes { .. } => self.is_a(BriefPart::Deed),
            Event::Missed { evaded: false, .. } => self.is_a(BriefPart::Miss),
            _ => {}
        }
    }

    fn tell(&mut self, event: &Event) {
        match event {
            Event::TakesPlace { who, after } => {
                let place = match after {
                    None => "now acts first".to_owned(),
                    Some(after) => format!("acts after {}", self.name(*after)),
                };
                let text = format!("{} {place}.", self.name(*who));
                self.say(Some(*who), text);
            }
            Event::Swung { by, at, with, ranged } => {
                let verb = if *ranged { "shoots at" } else { "attacks" };
                let with = labels::with(self.fight, *by, *with);
                let text = format!("{} {verb} {} with {with}.", self.name(*by), self.name(*at));
                self.say(Some(*by), text);
            }
            Event::Grabs { by, at } => {
                let text = format!("{} tries to grab {} with bare hands.", self.name(*by), self.name(*at));
                self.say(Some(*by), text);
            }
            Event::Uses { who, text } => {
                let what = match text.trim() {
                    "" => "something at hand".to_owned(),
                    text => format!("an object: {text}"),
                };
                let text = format!("{} uses {what}. The GM says what happens.", self.name(*who));
                self.say(Some(*who), text);
            }
            Event::Missed { by, at, evaded } => {
                let text = match evaded {
                    true => format!("{} evades the blow.", self.name(*at)),
                    false => format!("{} misses.", self.name(*by)),
                };
                self.say(Some(*by), text);
            }
            Event::Attends { who, patient } => {
                let text = format!("{} attends to {}.", self.name(*who), self.name(*patient));
                self.say(Some(*who), text);
            }
            Event::RanInto { who, unseen } => {
                let text = format!("{} runs into {} and stops there.", self.name(*who), self.name(*unseen));
                self.say(Some(*who), text);
            }
            Event::OverAlready(who) => self.over_already(*who),
            Event::Finishes { who, target } => {
                let text = format!("{} finishes {} off.", self.name(*who), self.name(*target));
                self.say(Some(*who), text);
            }
        }
    }

    fn suffered(&mut self, who: CombatantId, damage: i32, less: i32, hp: i32) {
        let name = self.name(who);
        let suffers = (damage - less).max(0);
        let taken = if less > 0 { format!(" ({damage} \u{2212} {less} damage reduction)") } else { String::new() };
        let exact = format!("{name} takes {suffers} damage{taken} and has {hp} HP left.");
        if self.open_book(who) {
            self.say(Some(who), exact);
            self.is_a(BriefPart::Harm);
            return self.in_short(match suffers {
                0 if less > 0 => format!("{name} takes no damage{taken}."),
                // What follows says that none are left: they fall unconscious, die or have fewer tests.
                _ if hp <= 0 => format!("{name} takes {suffers} damage."),
                _ => format!("{name} takes {suffers} damage ({hp} HP left)."),
            });
        }
        let outcome = if suffers == 0 { "takes no damage" } else { "is hit" };
        // What a foe wears or is trained in, the numbers of its rules would tell.
        let telling = [Rule::LightArmour, Rule::MediumArmour, Rule::HeavyArmour, Rule::Monks].map(|it| it.citation());
        let rules: Vec<Citation> = self.cited.iter().filter(|it| telling.contains(it)).cloned().collect();
        self.cited.retain(|it| !telling.contains(it));
        self.say(Some(who), format!("{name} {outcome}."));
        if suffers > 0 {
            self.looks(who);
        }
        self.lines.push(Line { audience: Audience::Gm, rules, ..Line::open(exact) });
    }
}
