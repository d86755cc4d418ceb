//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to
//! the GM alone: of a foe only the outcome is public, never hit points or how well armoured they are.

use super::{Condition, Field, Roll, Rule, TableFact, Td2e, fact::Fact, words};
use crate::engine::{
    Citable, Citation, CombatantId, Order, Record,
    field::Stage,
    space::Space,
    view::{Audience, Line},
};

/// The story of an action so far.
pub fn tell(field: &Field, records: &[Record<Td2e>]) -> Vec<Line> {
    let mut teller = Teller { field, lines: vec![], cited: vec![], hidden: hidden_at_first(field, records) };
    for record in records {
        teller.record(record);
    }
    teller.lines
}

/// Who was hidden before the first of these records: who is now, but for what the records changed.
fn hidden_at_first(field: &Field, records: &[Record<Td2e>]) -> Vec<CombatantId> {
    let changed = |who: CombatantId| {
        records.iter().find_map(|it| match it {
            Record::Fact(TableFact::Hid { who: it, hidden }) if *it == who => Some(*hidden),
            _ => None,
        })
    };
    field.combatants.iter().filter(|it| changed(it.id).map_or(it.hidden, |hidden| !hidden)).map(|it| it.id).collect()
}

/// Goes through the records and remembers who is hidden and which rules were cited since the last line.
struct Teller<'a> {
    field: &'a Field,
    lines: Vec<Line>,
    cited: Vec<Citation>,
    hidden: Vec<CombatantId>,
}

impl Teller<'_> {
    fn name(&self, who: CombatantId) -> String {
        self.field.name(who).to_owned()
    }

    /// Whether everybody may know somebody's numbers: players' characters', not foes'.
    fn open_book(&self, who: CombatantId) -> bool {
        self.field.find(who).is_some_and(|it| it.owner.is_some())
    }

    /// Who may hear of what somebody does.
    fn audience(&self, who: CombatantId) -> Audience {
        match self.field.find(who) {
            Some(it) if self.hidden.contains(&who) => Audience::Side(it.side),
            _ => Audience::Everyone,
        }
    }

    fn say(&mut self, about: Option<CombatantId>, text: String) {
        let audience = about.map_or(Audience::Everyone, |who| self.audience(who));
        let rules = std::mem::take(&mut self.cited);
        self.lines.push(Line { audience, text, roll: None, rules });
    }

    fn record(&mut self, record: &Record<Td2e>) {
        match record {
            Record::Cited(rule) => {
                let citation = rule.citation();
                if !self.cited.contains(&citation) {
                    self.cited.push(citation);
                }
            }
            Record::Rolled(roll) => self.rolled(roll),
            Record::Answered { .. } => {}
            Record::Fact(TableFact::System(fact)) => self.own(fact),
            Record::Fact(fact) => self.table(fact),
        }
    }

    /// A roll is a line of its own: dice, what was to be reached, what came of it.
    fn rolled(&mut self, roll: &Roll) {
        let Some(who) = roll.who else { return };
        let faces: Vec<String> = roll.dice.iter().flat_map(|die| die.faces.iter().map(u16::to_string)).collect();
        let dice = format!("{}d6 {}", faces.len(), faces.join(", "));
        let audience = self.audience(who);
        let name = self.name(who);
        let outcome = if roll.passed() { "succeeds" } else { "fails" };
        let text = match (roll.rule, &roll.target) {
            (Rule::Initiative, _) => format!("{name} rolls {} for initiative: {dice}.", roll.total),
            (Rule::Critical, _) if roll.passed() => format!("A critical success: {dice}, {}.", roll.total),
            (Rule::Critical, _) => format!("Critical roll: {dice}, {}.", roll.total),
            (_, Some(crate::engine::roll::Target::AtLeast { number, .. })) => {
                format!("{name}\u{2019}s {}: {dice}, a {number} is needed: {outcome}.", roll.what)
            }
            _ => format!("{name}\u{2019}s {}: {dice}.", roll.what),
        };
        let rules = std::mem::take(&mut self.cited);
        let full = Line { audience, text: String::new(), roll: None, rules }.rolled(self.field, roll);
        self.lines.push(Line { text, audience, ..full });
    }

    fn table(&mut self, fact: &TableFact) {
        match fact {
            TableFact::StageSet(Stage::Fighting) => self.say(None, "The fight begins.".to_owned()),
            TableFact::StageSet(Stage::Over) => self.say(None, "The fight is over.".to_owned()),
            TableFact::RoundBegan(round) => self.say(None, format!("Round {round} begins.")),
            TableFact::OrderSet(Order::Listed { slots, .. }) => {
                let known = |it: &&CombatantId| !self.hidden.contains(it);
                let names =
                    slots.iter().filter_map(|it| it.owners.first()).filter(known).map(|it| self.field.name(*it));
                let text = format!("They act in this order: {}.", names.collect::<Vec<_>>().join(", "));
                self.say(None, text);
            }
            TableFact::Hid { who, hidden } => {
                let text = if *hidden { "is out of sight" } else { "comes into sight" };
                let text = format!("{} {text}.", self.name(*who));
                if *hidden {
                    self.hidden.push(*who);
                } else {
                    self.hidden.retain(|it| it != who);
                }
                self.say(Some(*who), text);
            }
            TableFact::Placed { who, at } => {
                let place = at.as_ref().map_or_else(|| "nowhere".to_owned(), |at| self.field.space.place_words(at));
                let text = format!("{} moves to {place}.", self.name(*who));
                self.say(Some(*who), text);
            }
            TableFact::Gained { who, held } => {
                let what = match held.what {
                    Condition::Unconscious => "falls unconscious",
                    Condition::Evading => "evades until their next turn",
                    Condition::Clear => "is clear of combat",
                };
                let text = format!("{} {what}.", self.name(*who));
                self.say(Some(*who), text);
            }
            _ => {}
        }
    }

    fn own(&mut self, fact: &Fact) {
        match fact {
            Fact::Swung { by, at, with, ranged } => {
                let verb = if *ranged { "shoots at" } else { "attacks" };
                let with = words::with(self.field, *by, *with);
                let text = format!("{} {verb} {} with {with}.", self.name(*by), self.name(*at));
                self.say(Some(*by), text);
            }
            Fact::Missed { by, at, evaded } => {
                let text = match evaded {
                    true => format!("{} evades the blow.", self.name(*at)),
                    false => format!("{} misses.", self.name(*by)),
                };
                self.say(Some(*by), text);
            }
            Fact::Suffered { who, damage, less, hp } => self.suffered(*who, *damage, *less, *hp),
            Fact::HpIs { who, hp } => {
                let text = match self.open_book(*who) {
                    true => format!("{} has {hp} HP now.", self.name(*who)),
                    false => format!("{}\u{2019}s state changes.", self.name(*who)),
                };
                self.say(Some(*who), text);
            }
            Fact::Dropped { who, drop: Some(drop) } if drop.attended => {
                let text = format!("{} is well attended: all tests that are left have advantage.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Dropped { who, drop: Some(drop) } => {
                let left = self.field.find(*who).map_or(0, |it| it.sheet.stabilise().len()) - usize::from(drop.made);
                let tests = if left == 1 { "one test".to_owned() } else { format!("{left} tests") };
                let text = format!("{} has {tests} left to stabilise.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Died(who) => {
                let text = format!("{} dies.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Lives(who) => {
                let text = format!("{} lives after all.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Attends { who, patient } => {
                let text = format!("{} attends to {}.", self.name(*who), self.name(*patient));
                self.say(Some(*who), text);
            }
            Fact::Finishes { who, target } => {
                let text = format!("{} finishes {} off.", self.name(*who), self.name(*target));
                self.say(Some(*who), text);
            }
            Fact::Dropped { drop: None, .. } | Fact::InitiativeIs(_) | Fact::NextIs { .. } => {}
        }
    }

    fn suffered(&mut self, who: CombatantId, damage: i32, less: i32, hp: i32) {
        let name = self.name(who);
        let suffers = (damage - less).max(0);
        let taken = if less > 0 { format!(" ({damage} less {less})") } else { String::new() };
        let exact = format!("{name} suffers {suffers} damage{taken} and has {hp} HP.");
        if self.open_book(who) {
            return self.say(Some(who), exact);
        }
        let outcome = if suffers == 0 { "takes no harm" } else { "is hit" };
        self.say(Some(who), format!("{name} {outcome}."));
        self.lines.push(Line { audience: Audience::Gm, ..Line::open(exact) });
    }
}
