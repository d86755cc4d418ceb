//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to the GM
//! alone: of a foe only the outcome is public, never its points or what its dice come from.
//!
//! Long because: there is one sentence for each fact, and they stand in one list.

use super::labels;
use crate::rules::einfelst::{
    Condition, Einfelst, FightState, Roll, Rule, TableFact,
    chapters::testing,
    model::{
        board::{self, ZoneSpot},
        fact::Fact,
        question::Choice,
        state::{Position, weapon},
        track::HarmKind,
    },
};
use crate::{
    engine::{Addressee, Citable, CombatantId, Record, SideId, prompt::AnswerOrigin, view::Line},
    rules::story::builder,
};

type StoryBuilder<'a> = builder::StoryBuilder<'a, Einfelst>;

/// The story of an action so far. Rules that were cited after the last line belong to it.
pub fn story_lines(fight: &FightState, records: &[Record<Einfelst>]) -> Vec<Line> {
    let mut lines = builder::story_lines(fight, records, StoryBuilder::record);
    let cited = records.iter().rev().map_while(|it| match it {
        Record::Cited(rule) => Some(rule.citation()),
        _ => None,
    });
    if let Some(last) = lines.last_mut() {
        let new: Vec<_> = cited.filter(|it| !last.rules.contains(it)).collect();
        last.rules.extend(new.into_iter().rev());
    }
    lines
}

impl StoryBuilder<'_> {
    /// "Ana does this."
    /// What came of an ambush: that of the unseen alone is told to nobody but the GM, unless it is detected.
    fn of_ambush(&mut self, side: SideId, won: bool, text: String) {
        let unseen = self.fight.members(side).all(|it| self.is_hidden(it.id));
        match won && unseen && self.fight.options.unseen_beside {
            true => self.gm(text),
            false => self.say(None, text),
        }
    }

    fn does(&mut self, who: CombatantId, what: &str) {
        let text = format!("{} {what}.", self.name(who));
        self.say(Some(who), text);
    }

    fn record(&mut self, record: &Record<Einfelst>) {
        match record {
            Record::Rolled(roll) => self.rolled(roll),
            Record::Answered {
                to: Addressee::Combatant(who),
                choice: Choice::TakeIt,
                how: AnswerOrigin::Silence,
                ..
            } => {
                self.say(Some(*who), format!("{} takes it: no answer in time.", self.name(*who)));
            }
            Record::Answered { to: Addressee::Combatant(who), how: AnswerOrigin::Silence, .. } => {
                self.say(Some(*who), format!("{}: no answer in time.", self.name(*who)));
            }
            Record::Cited(_) | Record::Answered { .. } => {}
            Record::Fact(TableFact::System(fact)) => {
                if !self.of_cards(fact) && !self.of_blows(fact) && !self.of_perils(fact) {
                    self.of_deeds(fact);
                }
            }
            Record::Fact(fact) => self.table(fact),
        }
    }

    /// A roll is a line of its own: dice, what was to be reached, what came of it. Where a foe's dice come from only the GM reads.
    fn rolled(&mut self, roll: &Roll) {
        let open = roll.who.is_none_or(|who| self.open_book(who));
        let bare = roll.what.split(" (").next().unwrap_or_default().to_owned();
        let shown = Roll { what: if open { roll.what.clone() } else { bare }, ..roll.clone() };
        let whose = roll.who.map_or_else(|| "The GM\u{2019}s".to_owned(), |who| format!("{}\u{2019}s", self.name(who)));
        let text = if roll.rule == Rule::Cards {
            format!("{whose} card: {}.", roll.total)
        } else {
            let outcome = roll.outcome_words().map_or_else(String::new, |it| format!(". It {it}"));
            format!("{whose} {}: {}{outcome}.", shown.what, shown.equation())
        };
        self.roll(&shown, text);
        if !open {
            let from = roll.what.split_once(" (").map(|it| it.1.trim_end_matches(')').to_owned());
            if let Some(from) = from {
                self.gm(format!("{whose} dice: {from}."));
            }
        }
    }

    fn table(&mut self, fact: &TableFact) {
        match fact {
            TableFact::Hid { who, hidden } => {
                self.hid(*who, *hidden, if *hidden { "is out of sight" } else { "comes into sight" });
            }
            TableFact::Board(_) => self.say(None, "The way is clear.".to_owned()),
            TableFact::Gained { who, held } => {
                let what = match held.what {
                    Condition::Restrained => "is restrained",
                    Condition::Gagged => "has a hand over the mouth and cannot shout",
                    Condition::Prone => "lies on the ground",
                    Condition::InCover => "takes cover",
                    Condition::Distant => "is far off in the zone",
                    Condition::Pinned => "is pinned down: to enter the next zone costs 1 Harm",
                    Condition::Silenced => "cannot talk",
                    Condition::Unconscious => "is unconscious",
                };
                self.does(*who, what);
            }
            TableFact::Lost { who, what } => {
                let what = match what {
                    Condition::Restrained => "is free",
                    Condition::Prone => "stands up",
                    Condition::InCover => "is out of cover",
                    Condition::Unconscious => "comes round",
                    Condition::Pinned => "is not pinned any more",
                    Condition::Gagged | Condition::Distant | Condition::Silenced => return,
                };
                self.does(*who, what);
            }
            other => {
                self.common(other);
            }
        }
    }

    /// What has to do with cards and turns.
    fn of_cards(&mut self, fact: &Fact) -> bool {
        let cards = |all: &[u8]| all.iter().map(u8::to_string).collect::<Vec<_>>().join(" and ");
        match fact {
            Fact::Drew { who, drawn, kept } if drawn.len() == kept.len() => {
                let what = format!("acts on card {}", cards(kept));
                self.does(*who, &what);
            }
            Fact::Drew { who, drawn, kept } => {
                let what = format!("draws {} and keeps {}", cards(drawn), cards(kept));
                self.does(*who, &what);
            }
            Fact::Shares { who, card } => {
                let what = format!("acts on card {card} with the others");
                self.does(*who, &what);
            }
            Fact::OverAlready(who) => self.over_already(*who),
            Fact::Up(who) => {
                let text = format!("It is {}\u{2019}s turn.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Swapped { who, with, gets, gives } => {
                let text = format!("{} takes card {gets}, and {} card {gives}.", self.name(*who), self.name(*with));
                self.say(Some(self.secret_of(*who, *with)), text);
            }
            Fact::KeepsCard { who, from } => {
                let text = format!("{} does not swap cards with {}.", self.name(*who), self.name(*from));
                self.say(Some(self.secret_of(*who, *from)), text);
            }
            Fact::Ambushed { side, won } => {
                let name = labels::the(self.fight.side_name(*side)).to_owned();
                let text = match won {
                    true => format!("The ambush of the {name} succeeds: they draw a second card."),
                    false => format!("The ambush of the {name} is detected: the others draw a second card."),
                };
                self.of_ambush(*side, *won, text);
            }
            Fact::Surprised { side } => {
                let name = labels::the(self.fight.side_name(*side)).to_owned();
                let text = format!("The {name} take the others by surprise, and draw a second card.");
                self.of_ambush(*side, true, text);
            }
            Fact::FirstDice { who, dice } if *dice > 0 => {
                let what = format!("has {dice} more dice for the first manoeuvre");
                self.does(*who, &what);
            }
            Fact::RowsAre(_)
            | Fact::Gone(_)
            | Fact::Acted(_)
            | Fact::FirstDice { .. }
            | Fact::AmbushIs(_)
            | Fact::NearIs { .. }
            | Fact::Called(_) => {}
            _ => return false,
        }
        true
    }

    /// What has to do with blows and Harm.
    fn of_blows(&mut self, fact: &Fact) -> bool {
        match fact {
            Fact::Swung { by, at, with, shot } => {
                let verb = if *shot { "shoots at" } else { "attacks" };
                let what = format!("{verb} {} {}", self.name(*at), labels::with(with));
                self.does(*by, &what);
            }
            Fact::Cancelled { who, successes } => {
                let what = format!("cancels {}", testing::successes(*successes));
                self.does(*who, &what);
            }
            Fact::Missed { by, at } => {
                let what = format!("misses {}", self.name(*at));
                self.does(*by, &what);
            }
            Fact::Hit { by, at, damage, kind } => {
                let of = if *kind == HarmKind::Mental { "mental " } else { "" };
                let what = format!("hits {} for {damage} {of}damage", self.name(*at));
                self.does(*by, &what);
            }
            Fact::Armoured { who, off } => {
                let text = format!("{}\u{2019}s armour takes off {off}.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Unharmed(who) => self.does(*who, "suffers no Harm"),
            Fact::PointsAre { who, by, points } => {
                let exact = format!("{} takes {by} Harm points and has {points}.", self.name(*who));
                if self.open_book(*who) {
                    self.say(Some(*who), exact);
                } else {
                    self.does(*who, "is hurt");
                    self.gm(exact);
                }
            }
            Fact::TrackIs { who, kind, by, track } => {
                let kind = labels::kind(*kind);
                let exact = format!("{} suffers {by} {kind} Harm: {} now.", self.name(*who), track.words());
                if self.open_book(*who) {
                    self.say(Some(*who), exact);
                } else {
                    self.does(*who, "is hurt");
                    self.gm(exact);
                }
            }
            Fact::Critical { who, critical: true } => {
                self.does(*who, "suffers catastrophic Harm: the Critical Injuries Table is the GM\u{2019}s");
            }
            Fact::OutOfAction(who) => self.does(*who, "is out of action"),
            Fact::Helps { who, target } => {
                let text = format!("{} helps {}.", self.name(*who), self.name(*target));
                self.with(*who, *target, text);
            }
            Fact::Helped { who, helped: true } => self.does(*who, "is back in action"),
            Fact::Dropped { who, with } => {
                let what = format!("drops {}", self.weapon(*who, *with));
                self.does(*who, &what);
            }
            Fact::Critical { .. } | Fact::Helped { .. } => {}
            _ => return false,
        }
        true
    }

    /// What has to do with fear, fire, poison and falling.
    fn of_perils(&mut self, fact: &Fact) -> bool {
        match fact {
            Fact::NextIs { who, dice, demand } => {
                if *dice > 0 || *demand > 0 {
                    let text = format!(
                        "{}\u{2019}s next test: {dice} more dice, {demand} more successes needed.",
                        self.name(*who)
                    );
                    self.say(Some(*who), text);
                }
            }
            Fact::DarknessIs(0) => self.say(None, "It is light enough.".to_owned()),
            Fact::DarknessIs(extra) => {
                self.say(None, format!("It is dark: shots need {} more.", testing::successes(*extra)));
            }
            Fact::PositionIs(position) => {
                let position = position.map_or("as usual", Position::name);
                self.say(None, format!("The position is {position}."));
            }
            Fact::Faced { who, passed: true } => self.does(*who, "faces the fear"),
            Fact::Faced { who, passed: false } => self.does(*who, "is overcome by fear"),
            Fact::Reacts { who, dread } => {
                let text = format!("{}\u{2019}s reaction: {}.", self.name(*who), labels::dread(*dread));
                self.say(Some(*who), text);
            }
            Fact::FireIs { who, fire: None } => self.does(*who, "does not burn any more"),
            Fact::FireIs { who, fire: Some(fire) } if fire.done > 0 => {
                let left = testing::successes(fire.needed.saturating_sub(fire.done));
                let what = format!("still burns: {left} to go");
                self.does(*who, &what);
            }
            Fact::FireIs { who, .. } => self.does(*who, "is on fire"),
            Fact::PoisonIs { who, next: Some(next) } => {
                let what = format!("is poisoned: {next} Harm next round");
                self.does(*who, &what);
            }
            Fact::PoisonIs { who, next: None } => self.does(*who, "has no poison left in them"),
            Fact::AntidoteGiven { who, target, .. } => {
                let what = match who == target {
                    true => "takes an antidote".to_owned(),
                    false => format!("gives {} an antidote", self.name(*target)),
                };
                self.does(*who, &what);
            }
            Fact::AntidotesAre { .. } => {}
            Fact::Falls { who, feet } => {
                let what = format!("falls {feet} feet");
                self.does(*who, &what);
            }
            _ => return false,
        }
        true
    }

    /// What else people do.
    fn of_deeds(&mut self, fact: &Fact) {
        let (who, what) = match fact {
            Fact::InHand { who, with: Some(with) } => (who, format!("has {} in hand", self.weapon(*who, *with))),
            Fact::InHand { who, with: None } => (who, "has nothing in hand".to_owned()),
            Fact::PickedUp { who, with } => (who, format!("picks up {}", self.weapon(*who, *with))),
            // Up to whom of their own nobody sees is their side's to know.
            Fact::MovesWithin { who, spot: ZoneSpot::Beside(other) } if self.is_hidden(*other) => {
                let text = format!("{} moves within the zone, up to {}.", self.name(*who), self.name(*other));
                self.with(*who, *other, text);
                return;
            }
            Fact::MovesWithin { who, spot } => {
                let to = match spot {
                    ZoneSpot::Everybody => "close to everybody".to_owned(),
                    ZoneSpot::Beside(other) => format!("up to {}", self.name(*other)),
                    ZoneSpot::Apart => "far from all".to_owned(),
                };
                (who, format!("moves within the zone, {to}"))
            }
            Fact::Pushed { by, who } => (by, format!("pushes {} away", self.name(*who))),
            Fact::Shoves { by, at } => (by, format!("tries to push {}", self.name(*at))),
            Fact::Grapples { by, at } => (by, format!("grapples {}", self.name(*at))),
            Fact::StillHeld(who) => (who, "does not break free".to_owned()),
            Fact::Releases { who, target } => (who, format!("lets go of {}", self.name(*target))),
            Fact::Flees { who, to: Some(to) } => (who, format!("flees towards {}", board::name(self.fight, *to))),
            Fact::Flees { who, to: None } => (who, "flees".to_owned()),
            Fact::Stays(who) => (who, "does not get away".to_owned()),
            Fact::Caught { who, by } => {
                // Who runs unseen is heard, and not named.
                let names: Vec<&str> = by.iter().filter(|it| !self.is_hidden(**it)).map(|it| self.name(*it)).collect();
                let by = if names.is_empty() { String::new() } else { format!(" by {}", names.join(" and ")) };
                (who, format!("is chased{by} and stays in the fight"))
            }
            Fact::Fled { who, fled: true } => (who, "leaves the fight".to_owned()),
            Fact::Fled { who, fled: false } => (who, "is back in the fight".to_owned()),
            Fact::Tried { who, what, passed, successes } => {
                let outcome = if *passed { "succeeds" } else { "fails" };
                (who, format!("{outcome}: {what}, {}", testing::successes(*successes)))
            }
            Fact::Casts { who, target, text } => {
                let at = target.map_or_else(String::new, |it| format!(" on {}", self.name(it)));
                let text = if text.is_empty() { String::new() } else { format!(": {text}") };
                (who, format!("casts{at}{text}"))
            }
            Fact::Shouts { who, text } => (who, format!("shouts: \u{201c}{text}\u{201d}")),
            Fact::TurnsAround(who) => (who, "turns around".to_owned()),
            Fact::Handles { who, to: Some(to) } => (who, format!("opens the way to {}", board::name(self.fight, *to))),
            Fact::Handles { who, to: None } => (who, "handles something".to_owned()),
            _ => return,
        };
        self.does(*who, &what);
    }

    /// Of two, the one whose secret a line about both would tell: whoever is hidden, else the first.
    fn secret_of(&self, who: CombatantId, other: CombatantId) -> CombatantId {
        if self.is_hidden(other) { other } else { who }
    }

    fn weapon(&self, who: CombatantId, with: u8) -> String {
        weapon(self.fight, who, with).map_or_else(|| "a weapon".to_owned(), |it| it.name.clone())
    }
}
