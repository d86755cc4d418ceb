//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to
//! the GM alone: of a foe only the outcome is public, never hit points.

use super::{labels, rolls::readable};
use crate::rules::sovereign::{
    Choice, Condition, FightState, Phase, Question, Roll, Rule, Sovereign, TableFact,
    model::{
        blow::{Manner, With},
        fact::{Event, Fact},
        state::Trigger,
    },
};
use crate::{
    engine::{
        Addressee, CombatantId, Record, SideId, TurnOrder,
        prompt::AnswerOrigin,
        roll::Target,
        space::Space,
        view::{BriefPart, Line},
    },
    rules::{
        story::builder,
        wording::{capital, of_the, the},
    },
};

type StoryBuilder<'a> = builder::StoryBuilder<'a, Sovereign>;

/// The story of an action so far.
pub fn story_lines(fight: &FightState, records: &[Record<Sovereign>]) -> Vec<Line> {
    let by_whom = |fact: &TableFact| match fact {
        TableFact::Told(Event::Swung { by, .. }) => Some(*by),
        _ => None,
    };
    builder::story_lines(fight, &builder::seen_before_the_deed(records, by_whom), StoryBuilder::record)
}

fn turn_words(name: &str) -> String {
    format!("It\u{2019}s {name}\u{2019}s turn.")
}

impl StoryBuilder<'_> {
    fn record(&mut self, record: &Record<Sovereign>) {
        match record {
            Record::Rolled(roll) => self.rolled(roll),
            Record::Cited(_) => {}
            Record::Answered { to, question, choice, how } => {
                if let (Addressee::Combatant(who), AnswerOrigin::Silence) = (to, how)
                    && !self.is_umpires(*who)
                {
                    self.say(Some(*who), format!("{} doesn\u{2019}t answer in time.", self.name(*who)));
                }
                self.answered(question, choice);
            }
            Record::Fact(TableFact::System(fact)) => self.changed(fact),
            Record::Fact(TableFact::Told(event)) => self.event(event),
            Record::Fact(fact) => self.table(fact),
        }
    }

    fn answered(&mut self, question: &Question, choice: &Choice) {
        let text = match (question, choice) {
            // That nothing changes goes without saying.
            (Question::Wavers(who), Choice::FightsOn) => format!("{} fights on.", self.name(*who)),
            (Question::GroupWavers(side), Choice::FightsOn) => format!("The {} fight on.", the(self.side(*side))),
            _ => return,
        };
        self.aside(None, text);
    }

    /// A roll is a line of its own: dice, what was added, what was to be reached, what came of it.
    fn rolled(&mut self, roll: &Roll) {
        let whose = roll.who.map_or_else(String::new, |who| format!("{}\u{2019}s ", self.name(who)));
        let is_attack = roll.rule == Rule::AttackRoll;
        let mut shown = readable(roll);
        // A foe's AC is told to nobody: whether it hits is.
        let (equation, outcome) = match (roll.outcome_words(), is_attack) {
            (Some(_), true) if roll.passed() => (shown.sum(), ". It hits"),
            (Some(_), true) => (shown.sum(), ". It misses"),
            (Some("succeeds"), false) => (shown.equation(), ". It succeeds"),
            (Some(_), false) => (shown.equation(), ". It fails"),
            (None, _) => (shown.equation(), ""),
        };
        let text = capital(&format!("{whose}{}: {equation}{outcome}.", shown.what));
        if is_attack {
            shown.target = None;
        }
        let named = if roll.rule == Rule::Damage { " damage" } else { "" };
        self.roll(&shown, text);
        match self.ac_of_the_target(roll) {
            // Whoever plays the target knows what was to be reached.
            Some(ac) if is_attack => {
                self.in_short(format!("{equation} vs AC {ac}, {}.", if roll.passed() { "hit" } else { "miss" }));
                self.adds_up(format!("against AC {ac}"));
            }
            _ if is_attack || roll.rule == Rule::Damage => self.in_short(format!("{equation}{outcome}{named}.")),
            _ => {}
        }
    }

    /// What an attack has to reach, if the numbers of whoever it's aimed at are open.
    fn ac_of_the_target(&self, roll: &Roll) -> Option<i32> {
        let Some(Target::AtLeast { number, .. }) = roll.target else { return None };
        let at = self.fight.ids().find(|it| Some(*it) != roll.who && self.is_meant(*it))?;
        self.open_book(at).then_some(number)
    }

    fn table(&mut self, fact: &TableFact) {
        match fact {
            TableFact::OrderSet(TurnOrder::Sides { order, at }) => {
                if let Some(side) = order.get(*at) {
                    self.aside(None, format!("It\u{2019}s {} turn.", of_the(self.side(*side))));
                }
            }
            TableFact::PhaseBegan(Some(Phase::Surprise)) => self.say(None, "A surprise round begins.".to_owned()),
            TableFact::PhaseBegan(Some(Phase::Alert)) => self.say(None, "Those who are Alert act first.".to_owned()),
            TableFact::TurnBegan(who) => self.aside(Some(*who), turn_words(self.name(*who))),
            // Anyone who passes has begun a turn in which nothing happened.
            TableFact::TurnEnded(who) => {
                let name = self.name(*who);
                if let Some(line) = self.lines.last_mut().filter(|it| it.text == turn_words(name)) {
                    line.text = format!("{name} lets the turn pass.");
                    line.brief.part = BriefPart::Outcome;
                    // That a turn begins with an action is no news about one without any.
                    line.rules.clear();
                }
            }
            TableFact::Hid { who, hidden } => {
                self.hid(*who, *hidden, if *hidden { "is out of sight" } else { "comes into sight" });
            }
            TableFact::Gained { who, held } => self.condition(*who, held.what, true),
            TableFact::Lost { who, what } => self.condition(*who, *what, false),
            other => {
                self.common(other);
            }
        }
    }

    fn condition(&mut self, who: CombatantId, what: Condition, on: bool) {
        let text = match (what, on) {
            (Condition::Prone, true) => "drops prone",
            (Condition::Prone, false) => "stands up",
            (Condition::Defending, true) => "uses Total Defense, with +2 AC and no Shock until their next turn",
            (Condition::Charging, true) => "charges, with \u{2212}2 AC until the round ends",
            (Condition::Injured, true) => {
                "is Mortally Injured and will die at the end of the sixth round from now unless stabilised"
            }
            (Condition::Unconscious, true) => "is unconscious, but alive",
            (Condition::Frail, true) => "is Frail",
            (Condition::Surprised, true) => "is surprised",
            (Condition::Unsuspecting, false) => "is alarmed",
            (Condition::Retreating, true) => "decides to retreat",
            (Condition::Fled, true) => "flees the fight",
            (Condition::Fled, false) => "is back in the fight",
            (Condition::Burning, true) => "is on fire",
            (Condition::Burning, false) => "is no longer on fire",
            (Condition::Unseen, true) => "can\u{2019}t be seen",
            (Condition::Lost, true) => "is lost from sight",
            _ => return,
        };
        self.say(Some(who), format!("{} {text}.", self.name(who)));
        if matches!((what, on), (Condition::Injured | Condition::Unconscious, true)) {
            self.is_a(BriefPart::Harm);
        }
        if matches!((what, on), (Condition::Unconscious, true)) {
            self.tightly(format!("{} is unconscious.", self.name(who)));
        }
        // What somebody chose isn't left out.
        if matches!((what, on), (Condition::Defending, true)) {
            self.is_a(BriefPart::Deed);
        }
        // What that means is under Details, and on the tracker.
        let short = match (what, on) {
            (Condition::Defending, true) => "uses Total Defense",
            (Condition::Charging, true) => "charges",
            (Condition::Injured, true) => "is Mortally Injured",
            _ => return,
        };
        self.in_short(format!("{} {short}.", self.name(who)));
    }

    fn changed(&mut self, fact: &Fact) {
        match fact {
            Fact::Suffered { who, points, hp } => self.suffered(*who, *points, *hp),
            Fact::Helps { who, patient } => {
                self.with(*who, *patient, format!("{} helps tend {}.", self.name(*who), self.name(*patient)));
            }
            Fact::AimIs { who, aim: Some(_) } => {
                self.gm(format!("{} begins to watch for an opening.", self.name(*who)))
            }
            Fact::AimIs { who, aim: None } => self.gm(format!("{} stops watching.", self.name(*who))),
            other => {
                if let Some((about, text)) = self.change_in_a_fight(other).or_else(|| self.change_of_gear(other)) {
                    self.say(Some(about), text);
                    // Without it, nobody knows why the blow ends as it does.
                    if matches!(other, Fact::FateIs { .. } | Fact::Ignored(_) | Fact::ShieldTook(_) | Fact::Died(_)) {
                        self.is_a(BriefPart::Harm);
                    }
                    match other {
                        Fact::FateIs { hit: true, .. } => self.tightly("Luck turns it into a hit."),
                        Fact::FateIs { hit: false, .. } => self.tightly("Luck turns it into a miss."),
                        Fact::ShieldTook(who) => {
                            self.tightly(format!("{}\u{2019}s shield absorbs the Shock.", self.name(*who)));
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    fn event(&mut self, event: &Event) {
        match event {
            Event::NotSurprised(side) => self.not_surprised(*side),
            Event::OverAlready(who) => self.over_already(*who),
            Event::Splashes(at) => self.say(None, format!("The oil bursts at {}.", self.fight.space.place_words(at))),
            other => {
                if let Event::Swung { by, with, .. } = other {
                    let drawn = format!("{} has {} in hand.", self.name(*by), labels::with(self.fight, *by, *with));
                    self.goes_without_saying(&drawn);
                }
                if let Some((about, text)) = self.of_attacks(other).or_else(|| self.of_acts(other)) {
                    self.say(Some(about), text);
                    self.shorten(other);
                }
            }
        }
    }

    /// What an event that was just told is in a short account.
    fn shorten(&mut self, event: &Event) {
        match event {
            Event::Swung { .. } | Event::Executes { .. } | Event::Tends { .. } => self.is_a(BriefPart::Deed),
            Event::Missed { by, .. } => {
                self.is_a(BriefPart::Miss);
                self.tightly(format!("{} misses.", self.name(*by)));
            }
            Event::Raised { to, .. } => {
                self.in_short(format!("Shock makes it {to}."));
                self.has_number(*to);
            }
            Event::Shocked { at, points } => {
                self.has_number(*points);
                self.is_a(BriefPart::Harm);
                self.tightly(format!("{} takes {points} Shock.", self.name(*at)));
            }
            _ => {}
        }
    }

    /// What changes for someone in attack and defence; whom the line is about, and the line.
    fn change_in_a_fight(&self, fact: &Fact) -> Option<(CombatantId, String)> {
        let name = |it: &CombatantId| self.name(*it);
        Some(match fact {
            Fact::FateIs { who, hit: true } => {
                (*who, format!("{}\u{2019}s luck turns the miss into a hit.", name(who)))
            }
            Fact::FateIs { who, hit: false } => {
                (*who, format!("{}\u{2019}s luck turns the hit into a miss.", name(who)))
            }
            Fact::Ignored(who) => (*who, format!("{} ignores the attack.", name(who))),
            Fact::Another { who, yes: true } => (*who, format!("{} gets another attack.", name(who))),
            Fact::ShieldTook(who) => {
                (*who, format!("{}\u{2019}s shield absorbs the first Shock of this round.", name(who)))
            }
            Fact::Screens { who, ward: Some(ward) } => (*who, format!("{} screens {}.", name(who), name(ward))),
            Fact::Swarms { who, at } => (*who, format!("{} joins the swarm on {}.", name(who), name(at))),
            Fact::HpIs { who, hp } if self.open_book(*who) => (*who, format!("{} now has {hp} HP.", name(who))),
            Fact::HpIs { who, .. } => (*who, format!("{}\u{2019}s HP change.", name(who))),
            Fact::FellIn { who, round: None } => (*who, format!("{} is stable.", name(who))),
            Fact::Died(who) => (*who, format!("{} dies.", name(who))),
            Fact::Lives(who) => (*who, format!("{} lives after all.", name(who))),
            Fact::ClearOf { who, .. } => (*who, format!("{} disengages.", name(who))),
            Fact::HoldIs { who, hold: Some(Trigger::Word), .. } => {
                (*who, format!("{} holds an action and can take it at any time.", name(who)))
            }
            Fact::HoldIs { who, hold: Some(trigger), foe } => {
                (*who, format!("{} holds an action until {}.", name(who), labels::waits(self.fight, *trigger, *foe)))
            }
            Fact::HoldLapsed(who) => (*who, format!("{}\u{2019}s held action is lost.", name(who))),
            _ => return None,
        })
    }

    /// What changes in what someone carries.
    fn change_of_gear(&self, fact: &Fact) -> Option<(CombatantId, String)> {
        let name = |it: &CombatantId| self.name(*it);
        Some(match fact {
            Fact::InHand { who, arms } if arms.is_empty() => (*who, format!("{} has nothing in hand.", name(who))),
            Fact::InHand { who, arms } => {
                let held = arms.iter().map(|it| labels::with(self.fight, *who, With::Weapon(*it)));
                (*who, format!("{} has {} in hand.", name(who), held.collect::<Vec<_>>().join(" and ")))
            }
            Fact::Readied { who, arm, ready } => {
                let weapon = labels::with(self.fight, *who, With::Weapon(*arm));
                let text = match ready {
                    true => format!("{} takes {weapon} out of the pack.", name(who)),
                    false => format!("{} stows {weapon} in the pack.", name(who)),
                };
                (*who, text)
            }
            Fact::Loaded { who, loaded: true, .. } => (*who, format!("{} reloads.", name(who))),
            Fact::Parted { who, lies, about, .. } if *about || lies.is_some() => {
                (*who, format!("{}\u{2019}s weapon lies on the ground.", name(who)))
            }
            Fact::PickedUp { who, .. } => (*who, format!("{} picks up a weapon.", name(who))),
            Fact::Drank { who, name: potion, .. } => (*who, format!("{} drinks a potion ({potion}).", name(who))),
            _ => return None,
        })
    }

    /// What an attack comes to.
    fn of_attacks(&self, event: &Event) -> Option<(CombatantId, String)> {
        let name = |it: &CombatantId| self.name(*it);
        Some(match event {
            Event::Swung { by, at, with, manner } => {
                let (weapon, at) = (labels::with(self.fight, *by, *with), name(at));
                let text = match manner {
                    Manner::Strike => format!("{} attacks {at} with {weapon}.", name(by)),
                    Manner::Throw => format!("{} throws {weapon} at {at}.", name(by)),
                    Manner::Shoot => format!("{} shoots at {at} with {weapon}.", name(by)),
                };
                (*by, text)
            }
            Event::Provoked { foe, of } => {
                (*foe, format!("{} gets an attack of opportunity on {}.", name(foe), name(of)))
            }
            Event::Missed { by, at } => (*by, format!("{} misses {}.", name(by), name(at))),
            Event::Raised { at, from, to } => (*at, format!("Shock raises the damage from {from} to {to}.")),
            Event::Shocked { at, points } => (*at, format!("{} still takes {points} Shock from the miss.", name(at))),
            Event::ShockIgnored(who) => (*who, format!("{} ignores the Shock.", name(who))),
            Event::FallsOn { by, ward, on } if ward == on => {
                (*by, format!("{} gets past the screen to {}.", name(by), name(ward)))
            }
            Event::FallsOn { on, ward, .. } => (*on, format!("{} steps in for {}.", name(on), name(ward))),
            Event::Executes { who, at } => {
                (*who, format!("{} strikes at {}, who suspects nothing.", name(who), name(at)))
            }
            Event::ChargedShort { who, at } => {
                (*who, format!("{}\u{2019}s charge ends short of {}, without an attack.", name(who), name(at)))
            }
            Event::Shoved { at, won: true, .. } => (*at, format!("{} is shoved.", name(at))),
            Event::Shoved { at, won: false, .. } => (*at, format!("{} stands firm.", name(at))),
            Event::Gripped { by, at, won: true } => (*by, format!("{} grapples {}.", name(by), name(at))),
            Event::Gripped { by, at, won: false } => {
                (*by, format!("{} slips out of {}\u{2019}s grip.", name(at), name(by)))
            }
            Event::BrokeFree { who, from, free: true } => {
                (*who, format!("{} breaks free of {}.", name(who), name(from)))
            }
            Event::BrokeFree { who, from, .. } => {
                (*who, format!("{} can\u{2019}t break free of {}.", name(who), name(from)))
            }
            Event::Wrestled { by, held, won: true } => (*by, format!("{} overpowers {}.", name(by), name(held))),
            Event::Wrestled { by, held, won: false } => (*by, format!("{} breaks free.", name(held))),
            _ => return None,
        })
    }

    /// What else someone does.
    fn of_acts(&self, event: &Event) -> Option<(CombatantId, String)> {
        let name = |it: &CombatantId| self.name(*it);
        Some(match event {
            Event::Tends { who, patient } => (*who, format!("{} tends {}.", name(who), name(patient))),
            Event::Stopped(who) => (*who, format!("{} gets no further.", name(who))),
            Event::RanInto { who, unseen } => {
                (*who, format!("{} runs into {} and stops there.", name(who), name(unseen)))
            }
            Event::Stays(who) => (*who, format!("{} stays put.", name(who))),
            Event::GivenBack(who) => {
                (*who, format!("{}\u{2019}s action is no longer possible, so it costs nothing.", name(who)))
            }
            Event::Casts { who, spell, .. } => (*who, format!("{} begins to cast {spell}.", name(who))),
            Event::SpellIs { who, spoiled: true, .. } => (*who, format!("{}\u{2019}s spell is spoiled.", name(who))),
            Event::SpellIs { who, on, .. } => {
                let on = on.map_or_else(String::new, |it| format!(" on {}", name(&it)));
                (*who, format!("{} casts the spell{on}; the GM says what it does.", name(who)))
            }
            Event::Chased { by, caught: true } => {
                (*by, format!("{}\u{2019}s group catches up with the ones who fled.", name(by)))
            }
            Event::Chased { by, .. } => (*by, format!("{}\u{2019}s group loses sight of the ones who fled.", name(by))),
            _ => return None,
        })
    }

    /// That those whom nobody sees have failed to surprise anyone would give them away.
    fn not_surprised(&mut self, side: SideId) {
        let text = format!("The {} aren\u{2019}t surprised.", the(self.side(side)));
        let mut others = self.fight.combatants.iter().filter(|it| it.side != side).peekable();
        match others.peek().is_some() && others.all(|it| self.is_hidden(it.id)) {
            true => self.gm(text),
            false => self.say(None, text),
        }
    }

    fn suffered(&mut self, who: CombatantId, points: i32, hp: i32) {
        let name = self.name(who);
        let exact = format!("{name} takes {points} damage and has {hp} HP left.");
        let is_told = points > 0 && self.last_number() == Some(points);
        if self.open_book(who) {
            self.say(Some(who), exact);
            // What becomes of whoever has none left is told next (C6).
            self.is_a(if is_told && hp <= 0 { BriefPart::Aside } else { BriefPart::Harm });
            return self.in_short(match is_told {
                true => format!("{name} has {hp} HP left."),
                false if hp <= 0 => format!("{name} takes {points} damage."),
                false => format!("{name} takes {points} damage ({hp} HP left)."),
            });
        }
        let outcome = if points == 0 { "takes no damage".to_owned() } else { format!("takes {points} damage") };
        self.say(Some(who), format!("{name} {outcome}."));
        self.is_a(BriefPart::Harm);
        if is_told && self.is_meant(who) {
            self.looks(who);
        }
        self.gm(exact);
    }
}
