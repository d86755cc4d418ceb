//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to the GM
//! alone: of a foe only the outcome is public, never its pools or how hard it is to hit.
//!
//! Long because: each fact has its sentence here, and nowhere else.

use super::{Condition, Field, Ingenuity, Roll, Rule, TableFact, fact::Fact, state::At, words};
use crate::engine::{
    Addressee, Citable, Citation, CombatantId, Order, Outcome, Record,
    field::Stage,
    prompt::How,
    roll::Target,
    space::Space,
    view::{Audience, Line},
};

/// The story of an action so far.
pub fn tell(field: &Field, records: &[Record<Ingenuity>]) -> Vec<Line> {
    let hidden = hidden_at_first(field, records);
    let mut teller = Teller { field, lines: vec![], cited: vec![], hidden, target: None };
    for record in records {
        teller.record(record);
    }
    teller.lines
}

/// Who was hidden before the first of these records: who is now, but for what the records changed.
fn hidden_at_first(field: &Field, records: &[Record<Ingenuity>]) -> Vec<CombatantId> {
    let changed = |who: CombatantId| {
        records.iter().find_map(|it| match it {
            Record::Fact(TableFact::Hid { who: it, hidden }) if *it == who => Some(*hidden),
            _ => None,
        })
    };
    field.combatants.iter().filter(|it| changed(it.id).map_or(it.hidden, |hidden| !hidden)).map(|it| it.id).collect()
}

/// Goes through the records and remembers who is hidden, who is attacked, and which rules were cited since the last line.
struct Teller<'a> {
    field: &'a Field,
    lines: Vec<Line>,
    cited: Vec<Citation>,
    hidden: Vec<CombatantId>,
    target: Option<CombatantId>,
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

    /// Says something of somebody's numbers: to all where they are open, else to the GM, and to all only what can be seen.
    fn say_numbers(&mut self, who: CombatantId, exact: String, seen: Option<String>) {
        if self.open_book(who) {
            return self.say(Some(who), exact);
        }
        if let Some(seen) = seen {
            self.say(Some(who), seen);
        }
        let rules = std::mem::take(&mut self.cited);
        self.lines.push(Line { audience: Audience::Gm, rules, ..Line::open(exact) });
    }

    fn record(&mut self, record: &Record<Ingenuity>) {
        match record {
            Record::Cited(rule) => {
                let citation = rule.citation();
                if !self.cited.contains(&citation) {
                    self.cited.push(citation);
                }
            }
            Record::Rolled(roll) => self.rolled(roll),
            Record::Answered { to, question, choice, how } => {
                let who = match to {
                    Addressee::Combatant(who) => Some(*who),
                    Addressee::Side(_) | Addressee::Gm => None,
                };
                let label = words::choice(self.field, question, choice);
                let by = match how {
                    How::Silence => " (no answer in time)",
                    How::Order => " (by a standing order)",
                    How::Seat(_) | How::Gm => "",
                };
                let name = who.map_or_else(|| "The GM".to_owned(), |it| self.name(it));
                let audience = who.map_or(Audience::Everyone, |it| self.audience(it));
                self.lines.push(Line { audience, ..Line::open(format!("{name}: {label}{by}.")) });
            }
            Record::Fact(TableFact::System(fact)) => self.own(fact),
            Record::Fact(fact) => self.table(fact),
        }
    }

    /// A roll is a line of its own: dice, what was added, what was to be reached, what came of it. A foe's number is the GM's to see.
    fn rolled(&mut self, roll: &Roll) {
        let Some(who) = roll.who else { return };
        let faces = |all: &[u16]| all.iter().map(u16::to_string).collect::<Vec<_>>().join(" again ");
        let dice: Vec<String> = roll
            .dice
            .iter()
            .map(|die| match (die.sides, die.kept) {
                (20, false) => format!("luck {}", faces(&die.faces)),
                _ => format!("d{} {}", die.sides, faces(&die.faces)),
            })
            .collect();
        let added: String = roll.modifiers.iter().map(|it| format!(", {} {:+}", it.name, it.by)).collect();
        let name = self.name(who);
        let rolls = format!("{name}\u{2019}s {}: {}{added}: {}", roll.what, dice.join(", "), roll.total);
        let outcome = match roll.outcome {
            Outcome::Passed => ", which succeeds",
            Outcome::Failed => ", which fails",
            Outcome::Total => "",
        };
        let needs = match &roll.target {
            Some(Target::AtLeast { name, number } | Target::AtMost { name, number }) => {
                format!(" against {number} ({name})")
            }
            None => String::new(),
        };
        let whose = match roll.rule {
            Rule::ToHit | Rule::KillingStrike | Rule::Powers | Rule::Maneuvers => self.target,
            _ => Some(who),
        };
        let audience = self.audience(who);
        let rules = std::mem::take(&mut self.cited);
        let open = whose.is_none_or(|it| self.open_book(it));
        let line = |text: String, audience, roll: &Roll| {
            let full =
                Line { audience, text: String::new(), roll: None, rules: rules.clone() }.rolled(self.field, roll);
            Line { text, audience, ..full }
        };
        let full = line(format!("{rolls}{needs}{outcome}."), if open { audience } else { Audience::Gm }, roll);
        if !open {
            let shown = Roll { target: None, outcome: Outcome::Total, ..roll.clone() };
            let seen = line(format!("{rolls}{outcome}."), audience, &shown);
            self.lines.push(seen);
        }
        self.lines.push(full);
    }

    fn table(&mut self, fact: &TableFact) {
        match fact {
            TableFact::StageSet(Stage::Fighting) => self.say(None, "The fight begins.".to_owned()),
            TableFact::StageSet(Stage::Over) => self.say(None, "The fight is over.".to_owned()),
            TableFact::RoundBegan(round) => self.say(None, format!("Round {round} begins.")),
            TableFact::PhaseBegan(Some(_)) => self.say(None, "The surprise round begins.".to_owned()),
            TableFact::PhaseBegan(None) => self.say(None, "The surprise round is over.".to_owned()),
            TableFact::OrderSet(Order::Alternating { circle, .. }) if self.field.turns.round == 0 => {
                let names: Vec<&str> = circle.iter().map(|it| words::the(self.field.side_name(*it))).collect();
                self.say(None, format!("Initiative: {}.", names.join(", ")));
            }
            TableFact::TurnBegan(who) => {
                let text = format!("{} takes the turn.", self.name(*who));
                self.say(Some(*who), text);
            }
            TableFact::SideUp(side) if !self.cited.is_empty() => {
                let text = format!("It is the {}\u{2019} slot.", words::the(self.field.side_name(*side)));
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
                let name = self.name(*who);
                let text = match held.what {
                    Condition::Unconscious => format!("{name} falls unconscious."),
                    Condition::Guarding => format!("{name} is on guard until their next turn."),
                    Condition::SeekingCover => format!("{name} seeks cover until their next turn."),
                    what => format!("{name}: {} now.", words::condition(what)),
                };
                self.say(Some(*who), text);
            }
            TableFact::Lost { who, what } => {
                let text = match what {
                    Condition::Unconscious => format!("{} is conscious again.", self.name(*who)),
                    what => format!("{}: no longer {}.", self.name(*who), words::bare(*what)),
                };
                self.say(Some(*who), text);
            }
            TableFact::Took { who, .. } if !self.cited.is_empty() && self.cited.iter().any(|it| it.number == "R14") => {
                let text = format!("{} goes on with what takes longer.", self.name(*who));
                self.say(Some(*who), text);
            }
            _ => {}
        }
    }

    fn own(&mut self, fact: &Fact) {
        match fact {
            Fact::Swung { by, at, with, ranged } => {
                self.target = Some(*at);
                let verb = if *ranged { "shoots at" } else { "attacks" };
                let text = format!(
                    "{} {verb} {} with {}.",
                    self.name(*by),
                    self.name(*at),
                    words::with(self.field, *by, *with)
                );
                self.say(Some(*by), text);
            }
            Fact::UsedPower { by, name, at } => {
                self.target = Some(*at);
                let text = format!("{} uses {name} against {}.", self.name(*by), self.name(*at));
                self.say(Some(*by), text);
            }
            Fact::Strayed { from, to } => {
                self.target = Some(*to);
                let text = format!("The shot misses {} and goes to {} instead.", self.name(*from), self.name(*to));
                self.say(None, text);
            }
            Fact::Intercepted { by, ally, who } => {
                self.target = Some(*who);
                let text = format!("{} steps in for {} before {}.", self.name(*who), self.name(*ally), self.name(*by));
                self.say(Some(*who), text);
            }
            Fact::Missed { by, at, dodged } => {
                let text = match dodged {
                    true => format!("{} dodges the attack.", self.name(*at)),
                    false => format!("{} misses {}.", self.name(*by), self.name(*at)),
                };
                self.say(Some(*by), text);
            }
            Fact::Hit { by, at, critical } => {
                let how = if *critical { "hits critically" } else { "hits" };
                let text = format!("{} {how}: {}.", self.name(*by), self.name(*at));
                self.say(Some(*by), text);
            }
            Fact::Suffered { who, damage, taken, endurance, health } => {
                let name = self.name(*who);
                let less = if damage == taken { String::new() } else { format!(" of {damage}") };
                let exact = format!("{name} takes {taken}{less} and has {endurance} endurance and {health} health.");
                self.say_numbers(*who, exact, Some(format!("{name} is hurt.")));
            }
            Fact::ItemSuffered { who, item, taken, left } => {
                let thing =
                    super::state::gear(self.field, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
                let text = match left {
                    0 => format!("{}\u{2019}s {thing} takes {taken} and breaks.", self.name(*who)),
                    _ => format!("{}\u{2019}s {thing} takes {taken}; durability {left}.", self.name(*who)),
                };
                self.say(Some(*who), text);
            }
            _ => self.lesser(fact),
        }
    }

    fn lesser(&mut self, fact: &Fact) {
        match fact {
            Fact::Reacted { who, rule, free } => {
                let free = if *free { " for free" } else { "" };
                let text = format!("{} reacts{free}: {}.", self.name(*who), rule.citation().title.to_lowercase());
                self.say(Some(*who), text);
            }
            Fact::HealthIs { who, left } => {
                let text = format!("{} has {left} health now.", self.name(*who));
                self.say_numbers(*who, text, None);
            }
            Fact::EnduranceIs { who, left } => {
                let text = format!("{} has {left} endurance now.", self.name(*who));
                self.say_numbers(*who, text, None);
            }
            Fact::CheatedDeath { who, next } => {
                let text = format!("{} cheats death; the next time it takes {next}.", self.name(*who));
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
            Fact::CarriedIs { who, carried: Some(carried) } => {
                let verb = carried.action.verb().replace('-', " ");
                let text =
                    format!("{} has begun to {verb}: {} of {} actions.", self.name(*who), carried.paid, carried.cost);
                self.say(Some(*who), text);
            }
            Fact::CarriedIs { who, carried: None } => {
                let text = format!("{} finishes what was begun.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Abandoned { who, impossible } => {
                let why = if *impossible { "lost: it cannot be done any more" } else { "dropped" };
                let text = format!("What {} had begun is {why}.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::ReadiedIs { who, readied: Some(readied) } => {
                let text =
                    format!("{} readies to {}: {}.", self.name(*who), readied.verb.replace('-', " "), readied.trigger);
                self.say(Some(*who), text);
            }
            Fact::Lent(Some((by, ally))) => {
                let text = format!("{} commands {}, who has one action now.", self.name(*by), self.name(*ally));
                self.say(Some(*by), text);
            }
            Fact::Declined(who) => {
                let text = format!("{} does nothing on command.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Waits(who) => {
                let text = format!("{} waits, with one reaction more.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Shifts { who, may: true } => {
                let text = format!("{} may now drop prone, seek cover or step 1 metre for free.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::FateSpent { who, on } => {
                let text = format!("{} spends 1 fate: {}.", self.name(*who), on.name().replace('-', " "));
                self.say(Some(*who), text);
            }
            Fact::GearAt { who, item, at } => {
                let thing =
                    super::state::gear(self.field, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
                let text = match at {
                    At::Hand => format!("{} has the {thing} in hand.", self.name(*who)),
                    At::Body => format!("{} puts the {thing} away.", self.name(*who)),
                    At::Ground(_) => format!("{}\u{2019}s {thing} lies on the ground.", self.name(*who)),
                };
                self.say(Some(*who), text);
            }
            Fact::LoadedIs { who, item, loaded: true } => {
                let thing =
                    super::state::gear(self.field, *who, *item).map_or_else(String::new, |it| it.item.name.clone());
                let text = format!("{}\u{2019}s {thing} is loaded.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Does { who, rule, text } => {
                let what = if text.is_empty() { rule.citation().title.to_lowercase() } else { text.clone() };
                let text = format!("{}: {what}.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::DoesTo { who, rule, target } => {
                if *rule == Rule::KillingStrike {
                    self.target = Some(*target);
                }
                let title = rule.citation().title.to_lowercase();
                let text = format!("{}: {title}, {}.", self.name(*who), self.name(*target));
                self.say(Some(*who), text);
            }
            Fact::Withstood { who, yes } => {
                let text = match yes {
                    true => format!("{} withstands the worst of it.", self.name(*who)),
                    false => format!("{} does not withstand it.", self.name(*who)),
                };
                self.say(Some(*who), text);
            }
            Fact::Came(who) => {
                let text = format!("{} acts in the next slot of their team.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::TriggerIs(None) => self.say(None, "The deed that began the fight is done.".to_owned()),
            Fact::Achieved(Some(side)) => {
                self.cited.push(Rule::Objective.citation());
                let text = format!("The {} have done what they came for.", words::the(self.field.side_name(*side)));
                self.say(None, text);
            }
            Fact::ObjectiveIs { side, text } => {
                let text = format!("The {} want: {text}.", words::the(self.field.side_name(*side)));
                self.say(None, text);
            }
            Fact::OverAlready(who) => {
                let text = format!("{}\u{2019}s turn is over already.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::CheatDeathIs { who, number } => {
                let text = format!("{} needs {number} to cheat death now.", self.name(*who));
                self.say_numbers(*who, text, None);
            }
            _ => {}
        }
    }
}
