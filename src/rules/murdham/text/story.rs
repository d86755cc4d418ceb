//! The story: one sentence for each thing that happened, in the order in which it happened. What strangers may not know is told to
//! the GM alone: of a foe only the outcome is public, never AGI, armour or health.
//!
//! Long because: one sentence for each fact, in one match.

use crate::rules::murdham::{
    Choice, FightState, Murdham, Question, Roll, Rule, TableFact, With,
    chapters::wear,
    model::{
        fact::{Death, Fact, Fate, article_and_name, name_of, the_thing},
        manner::{Manner, Sway},
        powers, size,
        state::{At, Condition, Flag, Flight, Morale, Phase},
    },
    text::{
        blow_words,
        labels::{self, the},
    },
};
use crate::{
    engine::{
        CombatantId, Record, TurnOrder,
        ids::Addressee,
        prompt::AnswerOrigin,
        view::{Audience, Line},
    },
    rules::{story::builder, wording::capital},
};

type StoryBuilder<'a> = builder::StoryBuilder<'a, Murdham>;

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
            Record::Fact(TableFact::System(fact)) => self.own(fact),
            Record::Fact(fact) => self.table(fact),
        }
    }

    /// A roll is a line of its own: dice, what was to be reached, what came of it. A foe's number is the GM's to see.
    fn rolled(&mut self, roll: &Roll) {
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
            (Rule::Fat, _) => format!("The threshold for fast actions is {}: {equation}.", roll.total),
            (Rule::Dodge, Some(_)) => format!("{who} dodges: {equation}{outcome}."),
            (_, None) => format!("{}: {equation}.", capital(&roll.what)),
            (_, Some(_)) => format!("{who}\u{2019}s {}: {equation}{outcome}.", roll.what),
        };
        let rules = self.rules_for(if roll.secret { Audience::Gm } else { audience });
        let line = |text, audience, roll: &Roll| {
            let rolled =
                Line { audience, text: String::new(), roll: None, rules: rules.clone() }.rolled(self.fight, roll);
            Line { text, audience, ..rolled }
        };
        let seen = line(text, audience, &shown);
        let exact = (!open && roll.target.is_some()).then(|| {
            line(format!("For the GM: {who}\u{2019}s {}: {}.", roll.what, roll.equation()), Audience::Gm, roll)
        });
        self.lines.push(seen);
        self.lines.extend(exact);
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
            (Question::React { .. }, Choice::TakeIt) => "takes it",
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
            AnswerOrigin::Silence => self.say(Some(who), format!("{name} {chose} (no answer in time).")),
            AnswerOrigin::Order if passive => {}
            AnswerOrigin::Order => self.say(Some(who), format!("{name} {chose} (standing order).")),
            AnswerOrigin::Seat(_) | AnswerOrigin::Gm => {
                if matches!(choice, Choice::TakeIt | Choice::Refuse | Choice::Agree) {
                    self.say(Some(who), format!("{name} {chose}."));
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
                self.say(None, "Fast phase: only those who reach the threshold can act. Anybody can react.".to_owned());
            }
            TableFact::PhaseBegan(Some(Phase::Slow)) => {
                self.say(None, "Slow phase: everybody who hasn\u{2019}t acted yet can act.".to_owned());
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
            TableFact::Gained { who, held } => {
                let what = match held.what {
                    Condition::Incapacitated => "is incapacitated",
                    Condition::Hobbled => "is hobbled",
                    Condition::Encumbered => "is encumbered",
                    Condition::Blind => "is blind",
                    Condition::EyeInjury => "has an injured eye",
                    Condition::Frightened => "is frightened",
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
                let of = match held.what {
                    Condition::Frightened | Condition::Terrified => held.from,
                    _ => None,
                };
                let of = of.map_or_else(String::new, |it| format!(" of {}", self.name(it)));
                let what = if of.is_empty() { what } else { what.trim_end_matches(" and must run") };
                let text = format!("{} {what}{of}.", self.name(*who));
                self.say(Some(*who), text);
            }
            other => {
                self.common(other);
            }
        }
    }

    fn own(&mut self, fact: &Fact) {
        match fact {
            Fact::Swung { .. }
            | Fact::Redirected { .. }
            | Fact::Missed { .. }
            | Fact::Harmless(_)
            | Fact::FirstHit(_)
            | Fact::Forestalled(_) => self.blow(fact),
            Fact::Suffered { .. }
            | Fact::DiesAfter { .. }
            | Fact::Stable { .. }
            | Fact::Died { .. }
            | Fact::HealthIs { .. }
            | Fact::AbilityIs { .. }
            | Fact::Omens { .. }
            | Fact::Injured { .. } => self.harm(fact),
            _ => self.deed(fact),
        }
    }

    fn blow(&mut self, fact: &Fact) {
        let fight = self.fight;
        let name = |who: &CombatantId| fight.name(*who).to_owned();
        match fact {
            Fact::Swung { by, at, with, counter, unaware, .. } if powers::on_scroll(fight, *by, *with).is_some() => {
                let power = powers::on_scroll(fight, *by, *with).map_or("a power", |it| it.name.as_str());
                let verb = if *counter { "counters by invoking" } else { "invokes" };
                let caught = if *unaware { format!(" {} is caught unawares.", name(at)) } else { String::new() };
                self.say(Some(*by), format!("{} {verb} {power} on {}.{caught}", name(by), name(at)));
            }
            Fact::Swung { by, at, with, how, counter, unaware, .. } if blow_words::swings(*how, *counter).is_some() => {
                let verb = blow_words::swings(*how, *counter).unwrap_or_default();
                let weapon = match how {
                    Manner::Stun => format!(" with {}", article_and_name(fight, *by, *with)),
                    _ => String::new(),
                };
                let object = match (how, counter) {
                    (Manner::Disarm(gear), _) => {
                        format!(" {} of the {}", name(at), name_of(fight, *at, With::Gear(*gear)))
                    }
                    (_, true) => String::new(),
                    _ => format!(" {}", name(at)),
                };
                let caught = if *unaware { format!(" {} is caught unawares.", name(at)) } else { String::new() };
                self.say(Some(*by), format!("{} {verb}{object}{weapon}.{caught}", name(by)));
            }
            Fact::Swung { by, with, counter: true, .. } => {
                let text = format!("{} counters with {}.", name(by), article_and_name(fight, *by, *with));
                self.say(Some(*by), text);
            }
            Fact::Swung { by, at, with, how, opportunity, unaware, .. } => {
                let weapon = article_and_name(fight, *by, *with);
                let away = if *opportunity { ", who is moving away," } else { "" };
                let verb = match (how, opportunity, labels::is_shot(self.fight, *by, *with)) {
                    (Manner::FinalBlow, ..) => "goes for the final blow on",
                    (Manner::Indirect, ..) => "lobs a shot at",
                    (_, true, _) => "makes an opportunity attack on",
                    (_, _, true) => "shoots at",
                    _ => "swings at",
                };
                let held = if *how == Manner::HoldBack { ", holding back" } else { "" };
                let caught = if *unaware { format!(" {} is caught unawares.", name(at)) } else { String::new() };
                let text = format!("{} {verb} {}{away} with {weapon}{held}.{caught}", name(by), name(at));
                self.say(Some(*by), text);
            }
            Fact::Redirected { from, to, guarded: true } => {
                let text = format!("{} steps in and guards {}.", name(to), name(from));
                self.say(Some(*to), text);
            }
            Fact::Redirected { from, to, guarded: false } => {
                let text = format!("{} hides behind {}, who is now the target.", name(from), name(to));
                self.say(Some(*from), text);
            }
            Fact::Missed { by, dodged } => {
                if let (Some(line), true) =
                    (self.lines.iter_mut().rev().find(|it| it.audience != Audience::Gm), *dodged)
                {
                    line.text.push_str(" The blow misses.");
                    return;
                }
                let text = format!("{} misses.", name(by));
                self.say(Some(*by), text);
            }
            Fact::Harmless(by) => {
                let text = format!("{}\u{2019}s blow is impaired twice and does no damage.", name(by));
                self.say(Some(*by), text);
            }
            Fact::FirstHit(Some(who)) => {
                let text = format!("{} is hit first.", name(who));
                self.say(None, text);
            }
            Fact::FirstHit(None) => self.say(None, "Both blows land at once.".to_owned()),
            Fact::Forestalled(who) => {
                let text = format!("{}\u{2019}s own blow never lands.", name(who));
                self.say(None, text);
            }
            _ => {}
        }
    }

    fn harm(&mut self, fact: &Fact) {
        match fact {
            Fact::Suffered { who, rolled, less, suffers, health } => {
                let name = self.name(*who).to_owned();
                let taken: Vec<String> = less.iter().map(|(what, by)| format!(" \u{2212} {by} {what}")).collect();
                let sum = if taken.is_empty() { String::new() } else { format!(" ({rolled}{})", taken.concat()) };
                let most = self.fight.find(*who).map_or(0, |it| it.state.max_health);
                let exact = format!("{name} takes {suffers} damage{sum} and has {health}/{most} health left.");
                if self.open_book(*who) {
                    return self.say(Some(*who), exact);
                }
                let text = match suffers {
                    0 => format!("{name} takes no damage."),
                    _ => format!("{name} is hit."),
                };
                self.say(Some(*who), text);
                self.gm(format!("For the GM: {exact}"));
            }
            Fact::DiesAfter { who, round: Some(round) } => {
                let text = format!("{} is dying and, without help, dies at the end of round {round}.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Stable { who, stable: true } => {
                let text = format!("{} is stable, but still down.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::Died { who, of } => {
                let how = match of {
                    Some(Death::OnTheSpot) => "is killed on the spot",
                    Some(Death::Lethal) => "is killed by the blow",
                    Some(Death::FinalBlow) => "is killed by the final blow",
                    Some(Death::Poison) => "dies of the poison",
                    Some(Death::BledOut) => "dies of their wounds",
                    Some(Death::Injury) => "dies of the injury",
                    Some(Death::Gm) => "is dead",
                    None => "lives after all",
                };
                let text = format!("{} {how}.", self.name(*who));
                self.say(Some(*who), text);
            }
            Fact::HealthIs { who, health, healed } if *healed > 0 => {
                let name = self.name(*who).to_owned();
                let most = self.fight.find(*who).map_or(0, |it| it.state.max_health);
                let exact = format!("{name} recovers {healed} health and now has {health}/{most}.");
                if self.open_book(*who) {
                    return self.say(Some(*who), exact);
                }
                self.say(Some(*who), format!("{name} recovers."));
                self.gm(format!("For the GM: {exact}"));
            }
            Fact::AbilityIs { who, ability, number } => {
                let name = self.name(*who).to_owned();
                let which = ability.name();
                if self.open_book(*who) {
                    self.say(Some(*who), format!("{name}\u{2019}s {which} is {number} now."));
                } else {
                    self.gm(format!("For the GM: {name}\u{2019}s {which} is {number} now."));
                }
            }
            Fact::Injured { who, injury, permanent, .. } => {
                let long = if *permanent { "a permanent injury" } else { "an injury" };
                let text = format!("{} is left with {long}: {}.", self.name(*who), injury.name());
                self.say(Some(*who), text);
            }
            Fact::Omens { who, left, turned: Some(fate) } => {
                let what = match fate {
                    Fate::Save => "the save is rolled again",
                    Fate::Contest => "their contest die is rolled again",
                    Fate::Damage(_) => "the damage is rolled again, and the lower counts",
                    Fate::Death => "they survive with health 1",
                };
                let text = format!("{} uses an omen: {what}. Omens left: {left}.", self.name(*who));
                self.say(Some(*who), text);
            }
            _ => {}
        }
    }

    fn deed(&mut self, fact: &Fact) {
        let fight = self.fight;
        let name = |who: &CombatantId| fight.name(*who).to_owned();
        let gear = |who: &CombatantId, gear: u8| name_of(fight, *who, With::Gear(gear));
        let (about, text) = match fact {
            Fact::InitiativeHeld(side) => (None, format!("The {} hold the initiative.", the(self.side(*side)))),
            Fact::AmbushOver { was_played: true } => (None, "The bonus turn is over.".to_owned()),
            Fact::Yielded(side) => (None, format!("The {} begin.", the(self.side(*side)))),
            Fact::PassedBecause { side, clock: true } => {
                (None, format!("The {} pass: 15 seconds have gone by.", the(self.side(*side))))
            }
            Fact::PassedBecause { side, clock: false } => {
                let told = self.lines.last().is_some_and(|it| it.text.contains("pass: 15"));
                if told || self.only_ambushers_act() {
                    return;
                }
                (None, format!("The {} pass: none of them can act now.", the(self.side(*side))))
            }
            Fact::TimeUp(who) => (Some(*who), format!("{}\u{2019}s time is up: 15 seconds have gone by.", name(who))),
            Fact::GearAt { who, gear: it, at } if *at == At::Gone => {
                (Some(*who), format!("{}\u{2019}s {} is used up.", name(who), gear(who, *it)))
            }
            Fact::GearAt { who, gear: it, at } => {
                let verb = if at.in_hand() { "draws" } else { "stows" };
                (Some(*who), format!("{} {verb} the {}.", name(who), gear(who, *it)))
            }
            Fact::Fired { who, gear: it } => {
                (Some(*who), format!("{}\u{2019}s {} is empty for this fight.", name(who), gear(who, *it)))
            }
            Fact::PutDown { who, gear: it, .. } => {
                (Some(*who), format!("{} puts down the {}.", name(who), gear(who, *it)))
            }
            Fact::PickedUp { who, at, .. } => {
                (Some(*who), format!("{} picks up {}.", name(who), blow_words::picked_up(fight, *who, *at)))
            }
            Fact::Used { who, item, on } if who == on => {
                (Some(*who), format!("{} uses {}.", name(who), blow_words::some(item.name())))
            }
            Fact::Used { who, item, on } => {
                (Some(*who), format!("{} gives {} {}.", name(who), name(on), blow_words::some(item.name())))
            }
            Fact::Improvised { who, weapon, at } => {
                let hands = if *at == At::Both { " with both hands" } else { "" };
                (Some(*who), format!("{} grabs {}{hands} as a weapon.", name(who), the_thing(&weapon.name)))
            }
            Fact::Broken { who, piece } => {
                (Some(*who), format!("{}\u{2019}s {} is destroyed.", name(who), wear::name(fight, *who, *piece)))
            }
            Fact::DamagedIs { who, piece, damaged } => {
                let how = if *damaged { "damaged" } else { "whole again" };
                (Some(*who), format!("{}\u{2019}s {} is {how}.", name(who), wear::name(fight, *who, *piece)))
            }
            Fact::Coated { who, gear: it, poison: Some(poison) } => (
                Some(*who),
                format!("{} coats the {} with {}.", name(who), gear(who, *it), blow_words::some(poison.name())),
            ),
            Fact::Poisoned { who, poison, sick: true } => {
                (Some(*who), format!("{} is poisoned by {}.", name(who), poison.name()))
            }
            Fact::Poisoned { who, poison, sick: false } => {
                (Some(*who), format!("{} is rid of the {}.", name(who), poison.name()))
            }
            Fact::MoraleIs { who, morale: Morale::Held } => (Some(*who), format!("{} stands firm.", name(who))),
            Fact::MoraleIs { who, morale: Morale::Broken } => {
                (Some(*who), format!("{} fails the morale check and must surrender or retreat.", name(who)))
            }
            Fact::Surrendered { who, surrendered: true, .. } => (Some(*who), format!("{} surrenders.", name(who))),
            Fact::Surrendered { who, surrendered: false, .. } => {
                (Some(*who), format!("{} can fight again.", name(who)))
            }
            Fact::FlightIs { who, flight: Flight::Away, .. } => (Some(*who), format!("{} flees.", name(who))),
            Fact::FlightIs { who, flight: Flight::Escaped, .. } => (Some(*who), format!("{} escapes.", name(who))),
            Fact::FlightIs { who, flight: Flight::Stays, .. } => (Some(*who), format!("{} is caught.", name(who))),
            Fact::Said { who, text } => (Some(*who), format!("{}: \u{201c}{text}\u{201d}", name(who))),
            Fact::Interacted { who, text, complex } => {
                let cost = if *complex { " (a main action)" } else { "" };
                (Some(*who), format!("{}: {text}{cost}", name(who)))
            }
            Fact::FullMove { who, sprint: Some(_) } => (Some(*who), format!("{} sprints.", name(who))),
            Fact::FullMove { who, sprint: None } => (Some(*who), format!("{} makes a full movement.", name(who))),
            Fact::Climbs { who, from: Some(_) } => (Some(*who), format!("{} begins to climb.", name(who))),
            Fact::Fell { who, .. } => {
                (Some(*who), format!("{} falls and can\u{2019}t move again this round.", name(who)))
            }
            Fact::GoesUnder(who) => (Some(*who), format!("{} can\u{2019}t stay above water.", name(who))),
            Fact::Tramples { who, .. } => (Some(*who), format!("{} tramples those underfoot.", name(who))),
            Fact::Swayed { who, how, target } => {
                let verb = match how {
                    Sway::Distract => "tries to distract",
                    Sway::Intimidate => "tries to intimidate",
                    Sway::Taunt => "taunts",
                };
                (Some(*who), format!("{} {verb} {}.", name(who), name(target)))
            }
            Fact::Contests { who, ability, target } => {
                let ability = ability.name();
                (Some(*who), format!("{} challenges {} to a contest of {ability}.", name(who), name(target)))
            }
            Fact::Measured { who, ability, number, face } => {
                let (ability, margin) = (ability.name(), number - face);
                let sign = if *face > *number { "\u{2212}" } else { "" };
                let margin = margin.unsigned_abs();
                let exact = format!("{}: {ability} {number} \u{2212} {face} = {sign}{margin}.", name(who));
                if self.open_book(*who) {
                    (Some(*who), exact)
                } else {
                    return self.gm(format!("For the GM: {exact}"));
                }
            }
            Fact::Tied { who, .. } => (Some(*who), "A tie: both roll again.".to_owned()),
            Fact::WinsContest { winner, loser, ability } => {
                let ability = ability.name();
                (Some(*winner), format!("{} wins the {ability} contest against {}.", name(winner), name(loser)))
            }
            Fact::OverAlready(who) => return self.over_already(*who),
            Fact::Idle(who) => (Some(*who), format!("{} skips the turn.", name(who))),
            Fact::Unmoved(who) => (Some(*who), format!("{} is unmoved.", name(who))),
            Fact::LosesTurn { who, round } if *round > fight.turns.round => {
                (Some(*who), format!("{} loses next round\u{2019}s turn.", name(who)))
            }
            Fact::LosesTurn { who, .. } => (Some(*who), format!("{} loses this round\u{2019}s turn.", name(who))),
            Fact::Unafraid { who, of } => (Some(*who), format!("{} isn\u{2019}t afraid of {}.", name(who), name(of))),
            Fact::Cowers(who) => (Some(*who), format!("{} has nowhere to run and cowers.", name(who))),
            Fact::Rallied(who) => (Some(*who), format!("{} rallies the others.", name(who))),
            Fact::Recovered { who, what } => (Some(*who), format!("{} is no longer {}.", name(who), what.name())),
            Fact::StandsIt(who) => (Some(*who), format!("{} doesn\u{2019}t go down.", name(who))),
            Fact::Burnt { who, burnt: true } => (Some(*who), format!("{} is burnt and stops regenerating.", name(who))),
            Fact::BySize { who, passes } => {
                let how = if *passes { "too large to fail" } else { "too small to pass" };
                (Some(*who), format!("{} is {how}: no save is made.", name(who)))
            }
            Fact::Thrown { by, who } => (Some(*by), format!("{} throws {}.", name(by), name(who))),
            Fact::Scaled { by, from, to } => {
                let size = size::of(fight, *by).name();
                (Some(*by), format!("{} is {size}: {from} becomes {to}.", name(by)))
            }
            Fact::Invoked { who, scroll, target } => {
                let power = gear(who, *scroll);
                let on = target.filter(|it| it != who).map_or_else(String::new, |it| format!(" on {}", name(&it)));
                (Some(*who), format!("{} invokes {power}{on}.", name(who)))
            }
            Fact::Paid { who, mana, corruption } => {
                let exact = format!("{}: mana {mana}, corruption {corruption}.", name(who));
                if self.open_book(*who) {
                    (Some(*who), exact)
                } else {
                    return self.gm(format!("For the GM: {exact}"));
                }
            }
            Fact::PowerWorks { who, scroll, .. } => {
                let power = gear(who, *scroll);
                (Some(*who), format!("The power works. The GM says what {power} does."))
            }
            Fact::Sneaked(who) => (Some(*who), format!("{} stays out of sight.", name(who))),
            Fact::Flagged { who, flag: Flag::Unaware, on: false } => {
                (Some(*who), format!("{} is on guard now.", name(who)))
            }
            _ => match blow_words::sentence(fight, fact) {
                Some((about, text)) => (Some(about), text),
                None => return,
            },
        };
        self.say(about, text);
    }
}
