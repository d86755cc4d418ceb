//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to
//! the GM alone: of a foe only the outcome is public, never hit points.

use super::{
    Choice, Condition, FightState, Question, Roll, Sovereign, TableFact,
    attack::Manner,
    fact::Fact,
    labels::{self, the},
};
use crate::{
    engine::{
        Addressee, CombatantId, Record, TurnOrder,
        prompt::AnswerOrigin,
        roll::{RollOutcome, Target},
        space::Space,
        view::Line,
    },
    rules::{story::builder, wording::capital},
};

type StoryBuilder<'a> = builder::StoryBuilder<'a, Sovereign>;

/// The story of an action so far.
pub fn story_lines(fight: &FightState, records: &[Record<Sovereign>]) -> Vec<Line> {
    let by_whom = |fact: &Fact| match fact {
        Fact::Swung { by, .. } => Some(*by),
        _ => None,
    };
    builder::story_lines(fight, &builder::seen_before_the_deed(records, by_whom), StoryBuilder::record)
}

fn turn_words(name: &str) -> String {
    format!("It is {name}\u{2019}s turn.")
}

impl StoryBuilder<'_> {
    fn record(&mut self, record: &Record<Sovereign>) {
        match record {
            Record::Rolled(roll) => self.rolled(roll),
            Record::Cited(_) => {}
            Record::Answered { to, question, choice, how } => {
                if let (Addressee::Combatant(who), AnswerOrigin::Silence) = (to, how) {
                    self.say(Some(*who), format!("{}: no answer in time.", self.name(*who)));
                }
                self.answered(question, choice);
            }
            Record::Fact(TableFact::System(fact)) => self.own(fact),
            Record::Fact(fact) => self.table(fact),
        }
    }

    fn answered(&mut self, question: &Question, choice: &Choice) {
        let text = match (question, choice) {
            (Question::Wavers(who), Choice::FightsOn) => format!("{} fights on.", self.name(*who)),
            (Question::GroupWavers(side), Choice::FightsOn) => format!("The {} fight on.", the(self.side(*side))),
            _ => return,
        };
        self.say(None, text);
    }

    /// A roll is a line of its own: dice, what was added, what was to be reached, what came of it.
    fn rolled(&mut self, roll: &Roll) {
        let faces: Vec<String> = roll.dice.iter().flat_map(|die| die.faces.iter().map(u16::to_string)).collect();
        let sides = roll.dice.first().map_or(0, |it| it.sides);
        let dice = if faces.len() > 1 {
            format!("{}d{sides} {}", faces.len(), faces.join(", "))
        } else {
            format!("d{sides} {}", faces.join(""))
        };
        let whose = roll.who.map_or_else(String::new, |who| format!("{}\u{2019}s ", self.name(who)));
        let is_attack =
            roll.target.as_ref().is_some_and(|it| matches!(it, Target::AtLeast { name, .. } if name == "AC"));
        let text = match (roll.outcome, &roll.target) {
            // A foe's AC is told to nobody: whether it hits is.
            (outcome, Some(_)) if is_attack => {
                let hit = if outcome == RollOutcome::Passed { "reaches" } else { "stays under" };
                format!("{whose}{}: {dice}, {} in all, {hit} the AC.", roll.what, roll.total)
            }
            (outcome, Some(Target::AtLeast { number, .. })) => {
                let how = if outcome == RollOutcome::Passed { "succeeds" } else { "fails" };
                format!("{whose}{}: {dice}, {} in all, {number} is needed: {how}.", roll.what, roll.total)
            }
            _ => capital(&format!("{whose}{}: {dice}, {} in all.", roll.what, roll.total)),
        };
        let mut shown = roll.clone();
        if is_attack {
            shown.target = None; // it would story_lines a foe's AC
        }
        self.roll(&shown, text);
    }

    fn table(&mut self, fact: &TableFact) {
        match fact {
            TableFact::OrderSet(TurnOrder::Sides { order, at }) => {
                if let Some(side) = order.get(*at) {
                    self.say(None, format!("The {} act.", the(self.side(*side))));
                }
            }
            TableFact::PhaseBegan(Some(super::Phase::Surprise)) => {
                self.say(None, "A surprise round begins.".to_owned())
            }
            TableFact::PhaseBegan(Some(super::Phase::Alert)) => {
                self.say(None, "The alert act before everybody.".to_owned())
            }
            TableFact::TurnBegan(who) => self.say(Some(*who), turn_words(self.name(*who))),
            // Whoever passes has begun a turn in which nothing happened.
            TableFact::TurnEnded(who) => {
                let name = self.name(*who);
                if let Some(line) = self.lines.last_mut().filter(|it| it.text == turn_words(name)) {
                    line.text = format!("{name} does nothing.");
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
            (Condition::Prone, true) => "is prone",
            (Condition::Prone, false) => "stands up",
            (Condition::Defending, true) => "takes Total Defense: AC +2 and no Shock until their next turn",
            (Condition::Charging, true) => "charges: AC -2 until the round ends",
            (Condition::Injured, true) => {
                "is Mortally Injured and dies at the end of the sixth round after, unless stabilised"
            }
            (Condition::Unconscious, true) => "is unconscious but alive",
            (Condition::Frail, true) => "is Frail",
            (Condition::Surprised, true) => "is surprised",
            (Condition::Unsuspecting, false) => "is alarmed",
            (Condition::Retreating, true) => "means to retreat",
            (Condition::Fled, true) => "flees from the fight",
            (Condition::Fled, false) => "is in the fight again",
            (Condition::Burning, true) => "burns",
            (Condition::Burning, false) => "burns no more",
            (Condition::Unseen, true) => "cannot be seen",
            (Condition::Lost, true) => "is lost from sight",
            _ => return,
        };
        self.say(Some(who), format!("{} {text}.", self.name(who)));
    }

    fn about(&mut self, who: CombatantId, text: String) {
        self.say(Some(who), text);
    }

    fn own(&mut self, fact: &Fact) {
        let name = |it: &CombatantId| self.fight.name(*it).to_owned();
        match fact {
            Fact::Swung { by, at, with, manner } => {
                let verb = match manner {
                    Manner::Strike => "attacks",
                    Manner::Throw => "throws at",
                    Manner::Shoot => "shoots at",
                };
                let text = format!("{} {verb} {} with {}.", name(by), name(at), labels::with(self.fight, *by, *with));
                self.about(*by, text);
            }
            Fact::Provoked { foe, of } => {
                self.about(*foe, format!("{} strikes at {} as the chance offers.", name(foe), name(of)))
            }
            Fact::FateIs { who, hit } => {
                let text = if *hit { "The miss becomes a hit" } else { "The hit becomes a miss" };
                self.about(*who, format!("{text} by {}\u{2019}s luck.", name(who)));
            }
            Fact::Ignored(who) => self.about(*who, format!("{} ignores the attack.", name(who))),
            Fact::Missed { by, at } => self.about(*by, format!("{} misses {}.", name(by), name(at))),
            Fact::Raised { at, from, to } => self.about(*at, format!("The {from} is raised to the Shock of {to}.")),
            Fact::Shocked { at, points } => {
                self.about(*at, format!("The Shock does {points} to {} all the same.", name(at)))
            }
            Fact::ShockIgnored(who) => self.about(*who, format!("{} ignores the Shock.", name(who))),
            Fact::Another { who, yes: true } => self.about(*who, format!("{} may attack once more.", name(who))),
            Fact::ShieldTook(who) => {
                self.about(*who, format!("{}\u{2019}s shield takes the Shock, the first of this round.", name(who)))
            }
            Fact::FallsOn { by, ward, on } if ward == on => {
                self.about(*by, format!("{} gets past the screen to {}.", name(by), name(ward)))
            }
            Fact::FallsOn { on, ward, .. } => {
                self.about(*on, format!("{} takes {}\u{2019}s place.", name(on), name(ward)))
            }
            Fact::Screens { who, ward: Some(ward) } => {
                self.about(*who, format!("{} screens {}.", name(who), name(ward)))
            }
            Fact::Suffered { who, points, hp } => self.suffered(*who, *points, *hp),
            Fact::HpIs { who, hp } => {
                let text = if self.open_book(*who) {
                    format!("{} has {hp} HP now.", name(who))
                } else {
                    format!("{}\u{2019}s state changes.", name(who))
                };
                self.about(*who, text);
            }
            Fact::FellIn { who, round: None } => self.about(*who, format!("{} is stable.", name(who))),
            Fact::Tends { who, patient } => self.about(*who, format!("{} tends {}.", name(who), name(patient))),
            Fact::Helps { who, patient } => {
                self.with(*who, *patient, format!("{} helps with {}.", name(who), name(patient)));
            }
            Fact::Died(who) => self.about(*who, format!("{} dies.", name(who))),
            Fact::Lives(who) => self.about(*who, format!("{} lives after all.", name(who))),
            Fact::NotSurprised(side) => {
                let text = format!("The {} are not surprised.", the(self.side(*side)));
                let others = self.fight.combatants.iter().filter(|it| it.side != *side);
                // That those whom nobody sees have failed to surprise anybody would tell of them.
                match others.clone().count() > 0 && others.clone().all(|it| self.is_hidden(it.id)) {
                    true => self.gm(text),
                    false => self.say(None, text),
                }
            }
            _ => self.deeds(fact),
        }
    }

    fn deeds(&mut self, fact: &Fact) {
        let name = |it: &CombatantId| self.fight.name(*it).to_owned();
        match fact {
            Fact::Stopped(who) => self.about(*who, format!("{} is stopped.", name(who))),
            Fact::RanInto { who, unseen } => {
                self.about(*who, format!("{} runs into {} and stops there.", name(who), name(unseen)))
            }
            Fact::ChargedShort { who, at } => {
                let short = format!("{}\u{2019}s charge ends out of reach of {}: no attack.", name(who), name(at));
                self.about(*who, short);
            }
            Fact::Stays(who) => self.about(*who, format!("{} stays.", name(who))),
            Fact::GivenBack(who) => {
                self.about(*who, format!("{}\u{2019}s act has become impossible and costs nothing.", name(who)))
            }
            Fact::ClearOf { who, .. } => self.about(*who, format!("{} disengages.", name(who))),
            Fact::HoldIs { who, hold: Some(trigger), foe } => {
                self.about(
                    *who,
                    format!("{} holds an action: {}.", name(who), labels::waits(self.fight, *trigger, *foe)),
                );
            }
            Fact::OverAlready(who) => self.over_already(*who),
            Fact::HoldLapsed(who) => self.about(*who, format!("{}\u{2019}s held action is lost.", name(who))),
            Fact::Swarms { who, at } => self.about(*who, format!("{} joins the swarm on {}.", name(who), name(at))),
            Fact::Shoved { at, won, .. } => {
                let text = if *won { "is shoved" } else { "stands fast" };
                self.about(*at, format!("{} {text}.", name(at)));
            }
            Fact::Gripped { by, at, won } => {
                let text = if *won {
                    format!("{} holds {}.", name(by), name(at))
                } else {
                    format!("{} slips out of the grip.", name(at))
                };
                self.about(*by, text);
            }
            Fact::BrokeFree { who, from, free } => {
                let text = if *free { "breaks free of" } else { "does not break free of" };
                self.about(*who, format!("{} {text} {}.", name(who), name(from)));
            }
            Fact::Wrestled { by, held, won } => {
                let text = if *won {
                    format!("{} moves {}.", name(by), name(held))
                } else {
                    format!("{} breaks free.", name(held))
                };
                self.about(*by, text);
            }
            Fact::AimIs { who, aim: Some(_) } => {
                let text = format!("{} watches and waits.", name(who));
                self.gm(text);
            }
            Fact::AimIs { who, aim: None } => {
                let text = format!("{}\u{2019}s minute of waiting is over.", name(who));
                self.gm(text);
            }
            Fact::Executes { who, at } => {
                self.about(*who, format!("{} strikes {} down unawares.", name(who), name(at)))
            }
            Fact::InHand { who, arms } => {
                let all: Vec<String> =
                    arms.iter().map(|it| labels::with(self.fight, *who, super::attack::With::Weapon(*it))).collect();
                let what = if all.is_empty() { "nothing".to_owned() } else { all.join(" and ") };
                self.about(*who, format!("{} has {what} in hand.", name(who)));
            }
            Fact::Readied { who, ready, .. } => {
                let text = if *ready { "readies something from the pack" } else { "stows something in the pack" };
                self.about(*who, format!("{} {text}.", name(who)));
            }
            Fact::Loaded { who, loaded: true, .. } => self.about(*who, format!("{} reloads.", name(who))),
            Fact::Parted { who, lies, about, .. } if *about || lies.is_some() => {
                self.about(*who, format!("{}\u{2019}s weapon lies on the ground.", name(who)))
            }
            Fact::PickedUp { who, .. } => self.about(*who, format!("{} picks something up.", name(who))),
            Fact::Drank { who, name: potion, .. } => self.about(*who, format!("{} drinks {potion}.", name(who))),
            Fact::Splashes(at) => self.say(None, format!("The oil bursts at {}.", self.fight.space.place_words(at))),
            Fact::Casts { who, spell, .. } => self.about(*who, format!("{} begins to cast {spell}.", name(who))),
            Fact::SpellIs { who, spoiled: true, .. } => {
                self.about(*who, format!("{}\u{2019}s spell is spoiled.", name(who)))
            }
            Fact::SpellIs { who, on, .. } => {
                let on = on.map_or_else(String::new, |it| format!(" on {}", name(&it)));
                self.about(*who, format!("{}\u{2019}s spell is cast{on}; the GM says what it does.", name(who)));
            }
            Fact::Chased { by, caught } => {
                let text = if *caught { "catch up with those who fled" } else { "lose sight of those who fled" };
                self.about(*by, format!("{} and the others {text}.", name(by)));
            }
            _ => {}
        }
    }

    fn suffered(&mut self, who: CombatantId, points: i32, hp: i32) {
        let name = self.name(who).to_owned();
        let exact = format!("{name} takes {points} damage and has {hp} HP.");
        if self.open_book(who) {
            return self.say(Some(who), exact);
        }
        let outcome = if points == 0 { "takes no harm".to_owned() } else { format!("takes {points} damage") };
        self.say(Some(who), format!("{name} {outcome}."));
        self.gm(exact);
    }
}
