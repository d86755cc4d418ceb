//! The story: one sentence for each thing that happens, in order. What strangers mustn't know only goes to the GM: of a foe the outcome is
//! public, but neither its points nor where its dice come from.

use super::labels;
use crate::rules::einfelst::{
    Condition, Einfelst, FightState, Roll, Rule, TableFact,
    chapters::{task, testing},
    model::{
        board::{self, ZoneSpot},
        fact::{Event, Fact},
        question::Choice,
        state::{is_out, weapon},
        track::HarmKind,
    },
};
use crate::{
    engine::{
        Addressee, Citable, CombatantId, Record, SideId,
        prompt::AnswerOrigin,
        view::{BriefPart, Line},
    },
    rules::{
        story::builder,
        wording::{capital, of_the, quoted_at_end, the},
    },
};

type StoryBuilder<'a> = builder::StoryBuilder<'a, Einfelst>;

/// The story of an action so far. Rules cited after the last line belong to that line.
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
    /// The outcome of an ambush. If all the ambushers are unseen, only the GM reads it, unless they're detected.
    fn of_ambush(&mut self, side: SideId, won: bool, text: String) {
        let unseen = self.fight.members(side).all(|it| self.is_hidden(it.id));
        match won && unseen && self.fight.options.unseen_beside {
            true => self.gm(text),
            false => self.say(None, text),
        }
    }

    /// "Ana does this."
    fn does(&mut self, who: CombatantId, what: &str) {
        let text = format!("{} {what}.", self.name(who));
        self.say(Some(who), text);
    }

    /// What ends for somebody goes without saying once they're out of action.
    fn ends(&mut self, who: CombatantId, what: &str) {
        self.does(who, what);
        if self.fight.find(who).is_some_and(|it| is_out(self.fight, it)) {
            self.is_a(BriefPart::Aside);
        }
    }

    fn record(&mut self, record: &Record<Einfelst>) {
        match record {
            Record::Rolled(roll) => self.rolled(roll),
            Record::Answered { to: Addressee::Combatant(who), how: AnswerOrigin::Silence, .. }
                if self.is_umpires(*who) => {}
            Record::Answered {
                to: Addressee::Combatant(who),
                choice: Choice::TakeIt,
                how: AnswerOrigin::Silence,
                ..
            } => {
                self.say(Some(*who), format!("{} takes it (no answer in time).", self.name(*who)));
                self.is_a(BriefPart::Harm);
            }
            Record::Answered { to: Addressee::Combatant(who), how: AnswerOrigin::Silence, .. } => {
                self.say(Some(*who), format!("{} doesn\u{2019}t answer in time.", self.name(*who)));
            }
            Record::Cited(_) | Record::Answered { .. } => {}
            Record::Fact(TableFact::System(fact)) => {
                if !self.of_harm(fact) {
                    self.of_perils(fact);
                }
            }
            Record::Fact(TableFact::Told(event)) => {
                if !self.of_cards(event) && !self.of_blows(event) {
                    self.of_deeds(event);
                }
                self.shorten(event);
            }
            Record::Fact(fact) => self.table(fact),
        }
    }

    /// What an event that was just told is in a short account.
    fn shorten(&mut self, event: &Event) {
        match event {
            Event::Swung { .. } | Event::Helps { .. } | Event::Shoves { .. } | Event::Grapples { .. } => {
                self.is_a(BriefPart::Deed);
            }
            Event::Casts { .. } | Event::Flees { to: Some(_), .. } => self.is_a(BriefPart::Deed),
            Event::Missed { .. } => {
                self.in_short("The attack misses.");
                self.is_a(BriefPart::Miss);
            }
            Event::OutOfAction(who) => {
                self.is_a(BriefPart::Harm);
                self.tightly(format!("{} is out.", self.name(*who)));
            }
            Event::Hit { damage, at, kind, .. } => {
                if self.is_meant(*at) {
                    let of = if *kind == HarmKind::Mental { "mental " } else { "" };
                    self.in_short(format!("It does {damage} {of}damage."));
                }
                self.has_number(i32::from(*damage));
                self.is_a(BriefPart::Harm);
            }
            // The attack has succeeded, and what comes of it doesn't follow from that.
            Event::Cancelled { successes: 1.., .. } => self.is_a(BriefPart::Harm),
            Event::Drew { .. } | Event::Up(_) | Event::Cancelled { successes: 0, .. } => self.is_a(BriefPart::Aside),
            _ => {}
        }
    }

    /// A roll is a line of its own: the dice, the target number, the outcome. Only the GM reads where a foe's dice come from.
    fn rolled(&mut self, roll: &Roll) {
        let open = roll.who.is_none_or(|who| self.open_book(who));
        let (bare, sources) = roll.what.split_once(" (").unwrap_or((roll.what.as_str(), ""));
        let shown = Roll { what: if open { roll.what.clone() } else { bare.to_owned() }, ..roll.clone() };
        let sources = sources.trim_end_matches(')');
        let named = match (open, sources) {
            (false, _) | (_, "") => labels::roll(bare),
            (true, sources) => format!("{} ({sources})", labels::roll(bare)),
        };
        let named = match roll.who {
            Some(who) => format!("{}\u{2019}s {named}", self.name(who)),
            None => capital(&named),
        };
        let outcome = roll.outcome_words().map_or_else(String::new, |it| format!(". It {it}"));
        let text = match (roll.rule, roll.who) {
            (Rule::Cards, Some(who)) => format!("{}\u{2019}s card: {}.", self.name(who), roll.total),
            _ => format!("{named}: {}{outcome}.", shown.equation()),
        };
        // What follows says that it succeeds, unless it's cancelled.
        let fails = if roll.passed() { "" } else { &outcome };
        let attack = bare.starts_with("attack with ").then(|| format!("{}{fails}.", shown.equation()));
        self.roll(&shown, text);
        match attack {
            Some(short) => self.in_short(short),
            // What the armour takes off is told where it does.
            None if roll.rule == Rule::Cards || bare == "armour" => self.is_a(BriefPart::Aside),
            None => {}
        }
        if let (false, Some(who), false) = (open, roll.who, sources.is_empty()) {
            self.gm(format!("{}\u{2019}s dice: {sources}.", self.name(who)));
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
                    Condition::Gagged => "has a hand over their mouth and can\u{2019}t shout",
                    Condition::Prone => "falls prone",
                    Condition::InCover => "takes cover",
                    Condition::Distant => "is far off in the zone",
                    Condition::Pinned => "is pinned down: entering the next zone costs 1 Harm",
                    Condition::Silenced => "can\u{2019}t talk",
                    Condition::Unconscious => "falls unconscious",
                };
                self.does(*who, what);
                if held.what == Condition::Unconscious {
                    self.is_a(BriefPart::Harm);
                }
            }
            TableFact::Lost { who, what } => match what {
                Condition::Restrained => self.does(*who, "is free"),
                Condition::Prone => self.does(*who, "stands up"),
                Condition::InCover => self.ends(*who, "is no longer in cover"),
                Condition::Unconscious => self.does(*who, "comes round"),
                Condition::Pinned => self.ends(*who, "is no longer pinned down"),
                Condition::Gagged | Condition::Distant | Condition::Silenced => {}
            },
            other => {
                self.common(other);
            }
        }
    }

    /// Cards and turns.
    fn of_cards(&mut self, event: &Event) -> bool {
        let cards = |all: &[u8]| all.iter().map(u8::to_string).collect::<Vec<_>>().join(" and ");
        match event {
            Event::Drew { who, drawn, kept } if drawn.len() == kept.len() => {
                let noun = if kept.len() == 1 { "card" } else { "cards" };
                let what = format!("acts on {noun} {}", cards(kept));
                self.does(*who, &what);
            }
            Event::Drew { who, drawn, kept } => {
                let what = format!("draws {} and keeps {}", cards(drawn), cards(kept));
                self.does(*who, &what);
            }
            Event::Shares { who, card } => {
                let what = format!("shares card {card}");
                self.does(*who, &what);
            }
            Event::OverAlready(who) => self.over_already(*who),
            Event::Up(who) => {
                let text = format!("It\u{2019}s {}\u{2019}s turn.", self.name(*who));
                self.say(Some(*who), text);
            }
            Event::Swapped { who, with, gets, gives } => {
                let text =
                    format!("{} takes card {gets}, and {} takes card {gives}.", self.name(*who), self.name(*with));
                self.say(Some(self.secret_of(*who, *with)), text);
            }
            Event::KeepsCard { who, from } => {
                let text = format!("{} doesn\u{2019}t swap cards with {}.", self.name(*who), self.name(*from));
                self.say(Some(self.secret_of(*who, *from)), text);
            }
            Event::Ambushed { side, won } => {
                let ambush = capital(&of_the(self.fight.side_name(*side)));
                let text = match won {
                    true => format!("{ambush} ambush succeeds: they draw a second card."),
                    false => format!("{ambush} ambush is detected: the others draw a second card."),
                };
                self.of_ambush(*side, *won, text);
            }
            Event::Surprised { side } => {
                let name = the(self.fight.side_name(*side));
                let text = format!("The {name} take the others by surprise and draw a second card.");
                self.of_ambush(*side, true, text);
            }
            _ => return false,
        }
        true
    }

    /// Attacks.
    fn of_blows(&mut self, event: &Event) -> bool {
        match event {
            Event::Swung { by, at, with, shot } => {
                let verb = if *shot { "shoots at" } else { "attacks" };
                let drawn = format!("{} has {} in hand.", self.name(*by), labels::with_article(with));
                self.goes_without_saying(&drawn);
                let what = format!("{verb} {} {}", self.name(*at), labels::with(with));
                self.does(*by, &what);
            }
            Event::Cancelled { who, successes } => {
                let cancelled = testing::successes(*successes);
                self.does(*who, &format!("cancels {cancelled}"));
                let count = cancelled.split(' ').next().unwrap_or_default();
                if *successes > 0 {
                    self.tightly(format!("{} cancels {count}.", self.name(*who)));
                }
            }
            Event::Missed { by, at } => {
                let what = format!("misses {}", self.name(*at));
                self.does(*by, &what);
            }
            Event::Hit { by, at, damage, kind } => {
                let of = if *kind == HarmKind::Mental { "mental " } else { "" };
                let what = format!("hits {} for {damage} {of}damage", self.name(*at));
                self.does(*by, &what);
            }
            Event::Armoured { who, off } => {
                let text = format!("{}\u{2019}s armour absorbs {off}.", self.name(*who));
                self.say(Some(*who), text);
            }
            Event::Unharmed(who) => self.does(*who, "takes no Harm"),
            Event::OutOfAction(who) => self.does(*who, "is out of action"),
            Event::Helps { who, target } => {
                let text = format!("{} helps {}.", self.name(*who), self.name(*target));
                self.with(*who, *target, text);
            }
            _ => return false,
        }
        true
    }

    /// Harm, and what's in hand.
    fn of_harm(&mut self, fact: &Fact) -> bool {
        match fact {
            Fact::PointsAre { who, by, points } => {
                let counted = if *by == 1 { "1 Harm point".to_owned() } else { format!("{by} Harm points") };
                let exact = format!("{} takes {counted} and now has {points}.", self.name(*who));
                self.hurt(*who, *by, exact, format!("now has {points} Harm"));
            }
            Fact::TrackIs { who, kind, by, track } => {
                let (kind, words) = (labels::kind(*kind), track.words());
                let now = words.rsplit_once(", ").map_or(words.clone(), |(rest, last)| format!("{rest} and {last}"));
                let exact = format!("{} takes {by} {kind} Harm and now has {now}.", self.name(*who));
                self.hurt(*who, *by, exact, format!("now has {now} Harm"));
            }
            Fact::Critical { who, critical: true } => {
                self.does(*who, "takes catastrophic Harm: the GM consults the Critical Injuries Table");
            }
            Fact::Helped { who, helped: true } => self.does(*who, "is back in action"),
            Fact::Dropped { who, with } => {
                let what = format!("drops {}", self.weapon(*who, *with));
                self.does(*who, &what);
            }
            Fact::InHand { who, with: Some(with) } => {
                let weapon = self.weapon(*who, *with);
                self.does(*who, &format!("has {weapon} in hand"));
                self.in_short_of(*who, &format!("takes {weapon} in hand"));
            }
            Fact::InHand { who, with: None } => self.does(*who, "has nothing in hand"),
            Fact::PickedUp { who, with } => {
                let what = format!("picks up {}", self.weapon(*who, *with));
                self.does(*who, &what);
            }
            _ => return false,
        }
        true
    }

    /// Harm: everyone reads the number for a player's character; of a foe they only read that it's hurt.
    fn hurt(&mut self, who: CombatantId, by: u8, exact: String, now: String) {
        let is_told = self.last_number() == Some(i32::from(by));
        if self.open_book(who) {
            self.say(Some(who), exact);
            if is_told {
                self.in_short(format!("{} {now}.", self.name(who)));
            }
            let now = now.trim_start_matches("now ").replace(" and ", ", ");
            self.tightly(format!("{} {now}.", self.name(who)));
            self.is_a(BriefPart::Harm);
        } else {
            self.does(who, "is hurt");
            self.looks(who);
            self.gm(exact);
        }
    }

    /// Fear, fire, poison, flight, and what the next tests are like.
    fn of_perils(&mut self, fact: &Fact) {
        match fact {
            Fact::NextIs { who, dice, demand } if *dice > 0 || *demand > 0 => {
                let gets = (*dice > 0).then(|| format!("gets {}", testing::more_dice(*dice)));
                let needs = (*demand > 0).then(|| format!("needs {}", testing::more_successes(*demand)));
                let both: Vec<String> = gets.into_iter().chain(needs).collect();
                let text = format!("{}\u{2019}s next test {}.", self.name(*who), both.join(" and "));
                self.say(Some(*who), text);
            }
            Fact::FirstDice { who, dice } if *dice > 0 => {
                let what = format!("gets {} for the first manoeuvre", testing::more_dice(*dice));
                self.does(*who, &what);
            }
            Fact::DarknessIs(0) => self.say(None, "It\u{2019}s light enough to shoot.".to_owned()),
            Fact::DarknessIs(extra) => {
                self.say(None, format!("It\u{2019}s dark: shots need {}.", testing::more_successes(*extra)));
            }
            Fact::PositionIs(position) => {
                let text = match position {
                    Some(it) => format!("The position is {}.", it.name()),
                    None => "The position is as usual.".to_owned(),
                };
                self.say(None, text);
            }
            Fact::Reacts { who, dread } => {
                let what = format!("reacts to the fear: {}", labels::dread(*dread));
                self.does(*who, &what);
            }
            Fact::FireIs { who, fire: None } => self.ends(*who, "is no longer on fire"),
            Fact::FireIs { who, fire: Some(fire) } if fire.done > 0 => {
                let left = testing::successes(fire.needed.saturating_sub(fire.done));
                let what = format!("is still on fire: {left} to go");
                self.does(*who, &what);
            }
            Fact::FireIs { who, .. } => self.does(*who, "is on fire"),
            Fact::PoisonIs { who, next: Some(next) } => {
                let what = format!("is poisoned: {next} Harm next round");
                self.does(*who, &what);
            }
            Fact::PoisonIs { who, next: None } => self.ends(*who, "is no longer poisoned"),
            Fact::AntidoteGiven { who, target, .. } => {
                let what = match who == target {
                    true => "takes an antidote".to_owned(),
                    false => format!("gives {} an antidote", self.name(*target)),
                };
                self.does(*who, &what);
            }
            Fact::Fled { who, fled: true } => self.does(*who, "leaves the fight"),
            Fact::Fled { who, fled: false } => self.does(*who, "is back in the fight"),
            _ => {}
        }
    }

    /// Everything else people do.
    fn of_deeds(&mut self, event: &Event) {
        let (who, what) = match event {
            // Only their own side may know of an unseen ally they move up to.
            Event::MovesWithin { who, spot: ZoneSpot::Beside(other) } if self.is_hidden(*other) => {
                let text = format!("{} moves up to {} within the zone.", self.name(*who), self.name(*other));
                self.with(*who, *other, text);
                return;
            }
            Event::MovesWithin { who, spot } => {
                let to = match spot {
                    ZoneSpot::Everybody => "close to everybody".to_owned(),
                    ZoneSpot::Beside(other) => format!("up to {}", self.name(*other)),
                    ZoneSpot::Apart => "away from everybody".to_owned(),
                };
                (who, format!("moves {to} within the zone"))
            }
            Event::Pushed { by, who } => (by, format!("pushes {} away", self.name(*who))),
            Event::Shoves { by, at } => (by, format!("tries to push {}", self.name(*at))),
            Event::Grapples { by, at } => (by, format!("grapples {}", self.name(*at))),
            Event::StillHeld(who) => (who, "doesn\u{2019}t break free".to_owned()),
            Event::Releases { who, target } => (who, format!("lets go of {}", self.name(*target))),
            Event::Flees { who, to: Some(to) } => (who, format!("flees towards {}", board::name(self.fight, *to))),
            Event::Flees { who, to: None } => (who, "flees".to_owned()),
            Event::Stays(who) => (who, "doesn\u{2019}t get away".to_owned()),
            Event::Caught { who, by } => {
                // A hidden chaser is heard, but not named.
                let names: Vec<&str> = by.iter().filter(|it| !self.is_hidden(**it)).map(|it| self.name(*it)).collect();
                let by = if names.is_empty() { String::new() } else { format!(" by {}", names.join(" and ")) };
                (who, format!("is chased{by} and stays in the fight"))
            }
            Event::Tried { who, what, passed, successes } if what == task::MAGIC => {
                let does = match passed {
                    true => format!("works: {}", testing::successes(*successes)),
                    false => "has no effect".to_owned(),
                };
                let text = format!("{}\u{2019}s magic {does}.", self.name(*who));
                return self.say(Some(*who), text);
            }
            Event::Tried { who, what, passed, .. } => (who, labels::tried(what, *passed)),
            Event::Casts { who, target, text } => {
                let at = target.map_or_else(String::new, |it| format!(" on {}", self.name(it)));
                let text = if text.is_empty() { String::new() } else { format!(": {text}") };
                (who, format!("casts{at}{text}"))
            }
            Event::Shouts { who, text } => {
                let text = format!("{} shouts: {}", self.name(*who), quoted_at_end(text));
                return self.say(Some(*who), text);
            }
            Event::TurnsAround(who) => (who, "turns around".to_owned()),
            Event::Handles { who, to: Some(to) } => (who, format!("opens the way to {}", board::name(self.fight, *to))),
            Event::Handles { who, to: None } => (who, "uses something at hand".to_owned()),
            Event::Faced { who, passed: true } => (who, "faces the fear".to_owned()),
            Event::Faced { who, passed: false } => (who, "is overcome by fear".to_owned()),
            Event::Falls { who, feet } => (who, format!("falls {feet} feet")),
            _ => return,
        };
        self.does(*who, &what);
    }

    /// The one of two whose secret a line about both would give away: the hidden one, otherwise the first.
    fn secret_of(&self, who: CombatantId, other: CombatantId) -> CombatantId {
        if self.is_hidden(other) { other } else { who }
    }

    fn weapon(&self, who: CombatantId, with: u8) -> String {
        weapon(self.fight, who, with).map_or_else(|| "a weapon".to_owned(), |it| labels::with_article(&it.name))
    }
}
