//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to
//! the GM alone: of a foe only the outcome is public, never AGI, armour or health.
//! What is said of an attack, of harm, of gear and of everything else people do is in the files below.

mod attack;
mod conduct;
mod gear;
mod harm;
mod turn;

use crate::rules::murdham::{
    Choice, FightState, Murdham, Question, Roll, Rule, TableFact,
    chapters::{damage, morale, saves},
    model::{
        event::Event,
        fact::{Fact, Fate},
        sheet::Ability,
        state::{self, Condition, Morale, Phase},
        weapon_names,
    },
    text::{blow_words, labels::the},
};
use crate::{
    engine::{
        Citable, CombatantId, Record, TurnOrder,
        ids::Addressee,
        prompt::AnswerOrigin,
        view::{Audience, BriefPart, Line},
    },
    rules::{story::builder, wording::capital},
};

type StoryBuilder<'a> = builder::StoryBuilder<'a, Murdham>;

/// A sentence, and who it's about: if they're hidden, only those who see them read it.
type Sentence = (Option<CombatantId>, String);

/// The story of an action so far.
pub fn story_lines(fight: &FightState, records: &[Record<Murdham>]) -> Vec<Line> {
    builder::story_lines(fight, records, StoryBuilder::record)
}

impl StoryBuilder<'_> {
    /// In the bonus turn the others' passing goes without saying: it would only tell who has a combatant concealed.
    fn only_ambushers_act(&self) -> bool {
        self.fight.turns.phase == Some(Phase::Ambush)
    }

    fn record(&mut self, record: &Record<Murdham>) {
        match record {
            Record::Cited(_) => {}
            Record::Rolled(roll) => self.rolled(roll),
            Record::Answered { to, question, choice, how } => self.answered(*to, question, choice, *how),
            Record::Fact(TableFact::System(fact)) => self.changed(fact),
            Record::Fact(TableFact::Told(event)) => self.told(event),
            Record::Fact(fact) => self.table(fact),
        }
    }

    /// A roll is a line of its own: dice, what was to be reached, what came of it. A foe's number is the GM's to see.
    fn rolled(&mut self, roll: &Roll) {
        let roll = &Roll { what: weapon_names::readable(&roll.what), ..roll.clone() };
        let who = roll.who.map_or_else(|| "The table".to_owned(), |it| self.name(it).to_owned());
        let audience = match roll.who.map_or(Audience::Everyone, |it| self.audience(it)) {
            Audience::Everyone if roll.secret => Audience::Gm,
            audience => audience,
        };
        let open = roll.who.is_none_or(|it| self.open_book(it));
        let shown = Roll { target: roll.target.clone().filter(|_| open), ..roll.clone() };
        let equation = shown.equation();
        let outcome = roll.outcome_words().map_or_else(String::new, |it| format!(". It {it}"));
        let text = match (roll.rule, roll.who) {
            (Rule::FastAndSlow, _) => format!("The threshold for fast actions is {}: {equation}.", roll.total),
            (Rule::Dodge, Some(_)) => format!("{who} dodges: {equation}{outcome}."),
            (Rule::Durability, Some(_)) => {
                let piece = roll.what.strip_prefix("durability of the ").unwrap_or(&roll.what);
                format!("Durability of {who}\u{2019}s {piece}: {equation}.")
            }
            (_, None) => format!("{}: {equation}.", capital(&roll.what)),
            (_, Some(_)) => format!("{who}\u{2019}s {}: {equation}{outcome}.", roll.what),
        };
        let rules = self.rules_for(if roll.secret { Audience::Gm } else { audience });
        self.roll_for(audience, &shown, text, rules.clone());
        match roll.rule {
            Rule::FastAndSlow => self.is_a(BriefPart::Aside),
            // What holds is no news, and what doesn't is told next.
            Rule::Durability => self.is_a(BriefPart::Aside),
            // Each is told with the die of their own side.
            Rule::GroupSave if roll.what.contains(morale::WHY) => self.is_a(BriefPart::Aside),
            // Nothing else is rolled for a blow.
            _ if roll.what.starts_with(damage::WITH) || roll.what.starts_with(damage::BY) => {
                self.in_short(format!("{equation} damage"));
                self.tightly(equation);
            }
            _ => {}
        }
        if !open && roll.target.is_some() {
            let text = format!("For the GM: {who}\u{2019}s {}: {}.", roll.what, roll.equation());
            self.roll_for(Audience::Gm, roll, text, rules);
        }
    }

    /// What was chosen shows in what follows; only how it came about is told here, and a refusal, which nothing follows.
    fn answered(&mut self, to: Addressee, question: &Question, choice: &Choice, how: AnswerOrigin) {
        if to == Addressee::Gm {
            let silent = if how == AnswerOrigin::Silence { " (no answer in time)" } else { "" };
            return self.say(None, format!("The GM {}{silent}.", blow_words::chose(choice)));
        }
        let Addressee::Combatant(who) = to else { return };
        let name = self.name(who).to_owned();
        let chose = match (question, choice) {
            (Question::React { .. }, Choice::TakeIt) => "takes the hit",
            (Question::React { .. }, Choice::Dodge) => "dodges",
            (Question::React { .. }, Choice::Counter(_) | Choice::CounterBy(..)) => "counters",
            (Question::React { .. }, _) => "hides",
            (Question::Shelter { .. } | Question::Take { .. }, Choice::Refuse) => "refuses",
            (Question::Shelter { .. } | Question::Take { .. }, _) => "agrees",
            (Question::Guard { .. }, Choice::LetItHappen) => "doesn\u{2019}t step in",
            (Question::Guard { .. }, _) => "steps in",
            (Question::Opportunity { .. }, Choice::LetThemGo) => "lets them go",
            (Question::Opportunity { .. }, _) => "strikes",
            (Question::Underfoot { .. }, Choice::StandFast) => "stands fast",
            (Question::Underfoot { .. }, _) => "shifts aside",
            (Question::Omen { .. }, Choice::SpendOmen) => "uses an omen",
            (Question::Omen { fate: Fate::Death, .. }, _) => "dies",
            (Question::Omen { .. }, _) => "lets it stand",
            _ => blow_words::chose(choice),
        };
        let passive = matches!(choice, Choice::LetItHappen | Choice::LetThemGo | Choice::Spare | Choice::Enough);
        match how {
            AnswerOrigin::Silence if self.is_umpires(who) && passive => {}
            AnswerOrigin::Silence if self.is_umpires(who) => self.say(Some(who), format!("{name} {chose}.")),
            AnswerOrigin::Silence => {
                self.say(Some(who), format!("{name} {chose} (no answer in time)."));
                self.is_a(BriefPart::Harm);
            }
            AnswerOrigin::Order if passive => {}
            AnswerOrigin::Order => self.aside(Some(who), format!("{name} {chose} (standing order).")),
            AnswerOrigin::Seat(_) | AnswerOrigin::Gm => {
                if matches!(choice, Choice::TakeIt | Choice::Refuse | Choice::Agree) {
                    self.say(Some(who), format!("{name} {chose}."));
                    if *choice == Choice::TakeIt {
                        self.is_a(BriefPart::Aside);
                    }
                }
            }
        }
    }

    fn table(&mut self, fact: &TableFact) {
        match fact {
            TableFact::PhaseBegan(Some(Phase::Ambush)) => {
                self.say(None, "Before the first round, only the concealed act.".to_owned());
            }
            TableFact::PhaseBegan(Some(Phase::Fast)) => {
                self.aside(
                    None,
                    "Fast phase: only those who reach the threshold can act. Anybody can react.".to_owned(),
                );
            }
            TableFact::PhaseBegan(Some(Phase::Slow)) => {
                self.aside(None, "Slow phase: everybody who hasn\u{2019}t acted yet can act.".to_owned());
            }
            TableFact::SidePassed(side) => {
                let told = self.lines.last().is_some_and(|it| it.text.contains("pass: "));
                if self.only_ambushers_act() && self.cites(Rule::PassAgain) {
                    self.cited.clear();
                } else if !told {
                    let text = format!("The {} pass.", the(self.side(*side)));
                    self.say(None, text);
                }
            }
            TableFact::OrderSet(TurnOrder::Alternating { circle, .. }) if self.cites(Rule::Circle) => {
                let names: Vec<&str> = circle.iter().map(|it| the(self.side(*it))).collect();
                let text = format!("The sides act in this order: {}.", names.join(", "));
                self.say(None, text);
            }
            TableFact::Hid { who, hidden } => {
                self.hid(*who, *hidden, if *hidden { "is concealed" } else { "is revealed" });
            }
            TableFact::Gained { who, held } => self.gained(*who, held.what, held.from),
            other => {
                self.common(other);
            }
        }
    }

    fn gained(&mut self, who: CombatantId, what: Condition, from: Option<CombatantId>) {
        let is = match what {
            Condition::Incapacitated => "is incapacitated",
            Condition::Hobbled => "is hobbled",
            Condition::Encumbered => "is encumbered",
            Condition::Blind => "is blind",
            Condition::EyeInjury => "has an injured eye",
            Condition::Frightened => "is frightened",
            Condition::Terrified if from.is_some() => "is terrified",
            Condition::Terrified => "is terrified and must run",
            Condition::Confused => "is confused",
            Condition::Frenzied => "is frenzied",
            Condition::Silenced => "is silenced",
            Condition::Taunted => "is taunted and must spend the next turn trying to do harm",
            Condition::Entangled => "is entangled",
            Condition::Grabbed => return, // told as it happens
            Condition::Stunned => "is stunned",
            Condition::PrimaryArmInjury => "can\u{2019}t use the primary arm",
            Condition::SecondaryArmInjury => "can\u{2019}t use the secondary arm",
        };
        let of = match (what, from) {
            (Condition::Frightened | Condition::Terrified, Some(from)) => format!(" of {}", self.name(from)),
            _ => String::new(),
        };
        let is_critical = what == Condition::Incapacitated && self.cites(Rule::Critical);
        let last = self.lines.last().and_then(|it| it.brief.tight.as_deref());
        let injury_is_told = last.is_some_and(|it| it.contains(" is injured ("));
        self.say(Some(who), format!("{} {is}{of}.", self.name(who)));
        if what == Condition::Incapacitated {
            self.is_a(BriefPart::Harm);
        }
        if matches!(what, Condition::Frightened | Condition::Terrified) {
            self.has_wit(who);
        }
        let is_injury =
            matches!(what, Condition::EyeInjury | Condition::PrimaryArmInjury | Condition::SecondaryArmInjury);
        if is_injury && injury_is_told {
            self.tightly("");
        }
        if is_critical {
            self.in_short_of(who, "is incapacitated by a critical wound");
            self.tightly(format!("{} is down (critical).", self.name(who)));
        }
    }

    fn changed(&mut self, fact: &Fact) {
        if self.harm(fact) {
            return;
        }
        let fight = self.fight;
        let sentence = attack::changed(fight, fact)
            .or_else(|| gear::changed(fight, fact))
            .or_else(|| turn::changed(fight, fact))
            .or_else(|| conduct::changed(fight, fact));
        match (sentence, fact) {
            (Some((who, text)), fact) => {
                self.say(who, text);
                self.shorten_change(fact);
            }
            (None, Fact::Paid { who, mana, corruption }) => {
                self.number(*who, format!("{}: mana {mana}, corruption {corruption}.", self.name(*who)));
            }
            (None, _) => {}
        }
    }

    fn told(&mut self, event: &Event) {
        let fight = self.fight;
        let sentence = attack::told(fight, event).or_else(|| conduct::told(fight, event));
        match (sentence, event) {
            (Some((who, text)), event) => {
                self.say(who, text);
                if matches!(event, Event::Swayed { .. } | Event::Contests { .. } | Event::Invoked { .. }) {
                    self.is_a(BriefPart::Deed);
                }
                // Whom the blow was aimed at isn't whom it strikes.
                if matches!(event, Event::Redirected { .. }) {
                    self.is_a(BriefPart::Harm);
                }
                // Which blow fell first shows in what it did.
                if matches!(event, Event::FirstHit(_)) {
                    self.tightly("");
                }
                if let Event::StandsIt(who) = event {
                    // Whoever has health left, and isn't told to be down, is up.
                    let has_health = self.fight.find(*who).is_some_and(|it| it.state.health > 0);
                    self.tightly(if has_health { String::new() } else { format!("{} stays up.", self.name(*who)) });
                }
                // The deed has said otherwise.
                if let Event::Forestalled(who) = event {
                    let first = format!("{} is hit first.", self.name(*who));
                    if let Some(line) = self.lines.iter_mut().rfind(|it| it.text == first) {
                        line.brief.part = BriefPart::Aside; // it goes without saying now
                    }
                    self.in_short_of(*who, "never gets to strike");
                    self.tightly(format!("{} strikes too late.", self.name(*who)));
                    self.is_a(BriefPart::Harm);
                }
            }
            (None, Event::Missed { by, dodged }) => self.missed(*by, *dodged),
            (None, Event::Measured { who, ability, number, face }) => {
                let ability = ability.name();
                let sign = if face > number { "\u{2212}" } else { "" };
                let margin = (number - face).unsigned_abs();
                let sum = format!("{number} \u{2212} {face} = {sign}{margin}");
                self.number(*who, format!("{}: {ability} {sum}.", self.name(*who)));
                self.is_a(BriefPart::Aside);
            }
            (None, _) => self.turn(event),
        }
    }

    /// What a save of a whole group was for this one: everyone in it has their own number.
    fn has_wit(&mut self, who: CombatantId) {
        if let Some(wit) = self.wit_of(who) {
            self.adds_up(wit);
        }
    }

    /// Somebody's WIT, if everyone may know it.
    fn wit_of(&self, who: CombatantId) -> Option<String> {
        let it = self.fight.find(who).filter(|_| self.open_book(who))?;
        Some(format!("{} {}", Ability::Wit.name(), state::ability(it, Ability::Wit)))
    }

    /// The die of their side's morale check, or their own if an omen let them roll again, and what was to be reached, as far as everyone may
    /// know; nothing if it was set by hand.
    fn morale_die(&self, who: CombatantId) -> String {
        let citation = Rule::GroupSave.citation();
        if !self.lines.last().is_some_and(|it| it.rules.contains(&citation)) {
            return String::new();
        }
        let name = self.name(who);
        let is_theirs = |it: &&Line| {
            let checks = it.roll.as_ref().filter(|roll| roll.what.contains(morale::WHY));
            checks.is_some_and(|roll| roll.what.starts_with(saves::GROUP) || roll.who == name)
        };
        let line = self.lines.iter().rev().find(is_theirs).filter(|it| it.audience == Audience::Everyone);
        let die = line.and_then(|it| it.roll.as_ref()).map(|it| it.brief.clone());
        match (die, self.wit_of(who)) {
            // A die of their own says so itself.
            (Some(die), Some(wit)) if !die.contains(" vs ") => format!(": {die} vs {wit}"),
            (Some(die), _) => format!(": {die}"),
            (None, Some(wit)) => format!(" ({wit})"),
            (None, None) => String::new(),
        }
    }

    /// What a change that was just told is in a short account.
    fn shorten_change(&mut self, fact: &Fact) {
        match fact {
            Fact::Swung { by, unaware, .. } => {
                self.is_a(BriefPart::Deed);
                let does = attack::attacks(self.fight, fact).filter(|_| *unaware);
                if let Some(does) = does {
                    self.in_short(format!("{} {does}, unawares.", self.name(*by)));
                }
            }
            Fact::Burst { .. } => self.is_a(BriefPart::Deed),
            Fact::Unafraid { .. } => self.is_a(BriefPart::Aside),
            Fact::MoraleIs { who, morale: Morale::Held } => {
                self.has_wit(*who);
                self.in_short(format!("{} stands firm{}.", self.name(*who), self.morale_die(*who)));
            }
            Fact::MoraleIs { who, morale: Morale::Broken } => {
                self.has_wit(*who);
                let (name, die) = (self.name(*who), self.morale_die(*who));
                let and = if die.starts_with(':') { ", and" } else { " and" };
                let (short, tight) = (
                    format!("{name} fails morale{die}{and} must surrender or retreat."),
                    format!("{name} fails morale{die}."),
                );
                self.in_short(short);
                self.tightly(tight);
                self.is_a(BriefPart::Harm);
            }
            _ => {}
        }
    }

    /// A number: everyone reads it for a player's character, only the GM for a foe.
    fn number(&mut self, who: CombatantId, exact: String) {
        if self.open_book(who) {
            self.say(Some(who), exact);
        } else {
            self.gm(format!("For the GM: {exact}"));
        }
    }
}
