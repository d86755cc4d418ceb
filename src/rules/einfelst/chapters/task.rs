//! The other manoeuvres: R8, R14, R15, R21b, R38 and ruling A25: a test, and what the page says comes of it; the rest is up to the
//! Director.

use super::{
    attack, cost, movement,
    reaction::Defence,
    testing::{self, Test},
};
use crate::engine::{CombatantId, ids::Addressee, space::zones::ZoneId};
use crate::rules::einfelst::{
    Choice, Cx, FightState, Flow, Question, Rule, TableFact, Violation,
    model::{
        board,
        fact::{Event, Fact},
        sheet,
        state::{self, Condition, Skill, is, is_here, is_out},
    },
};
use std::sync::Arc;

/// R14: the actions to lure by.
pub const LURES_BY: [Skill; 2] = [Skill::Finesse, Skill::Intimidate];

/// R14: the actions to climb by.
pub const CLIMBS_BY: [Skill; 2] = [Skill::Finesse, Skill::Endure];

/// R15: the actions that can resist magic, if the Director says so.
const RESISTS_BY: [Skill; 6] =
    [Skill::Endure, Skill::Finesse, Skill::Force, Skill::Read, Skill::Study, Skill::Intimidate];

/// R21b: how the log names a Cast test.
pub const MAGIC: &str = "magic";

/// A25 A word or two: whether a shout costs nothing.
pub fn is_a_word_or_two(text: &str) -> bool {
    text.split_whitespace().count() <= 2
}

/// R14: sways someone with words, by Persuade.
pub fn sway(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, text: &str) -> Flow {
    let what = match text.trim() {
        "" => format!("swaying {}", cx.name(target)),
        text => format!("swaying {} with \u{201c}{text}\u{201d}", cx.name(target)),
    };
    let rolled = testing::test(cx, &Test::of(who, Skill::Persuade, Rule::SlowTable, &what));
    cx.tell(Event::Tried { who, what, passed: rolled.passed(), successes: rolled.successes });
    Ok(())
}

/// R14: whether the target can be lured there: to their own zone or an adjacent one.
pub fn check_lure(fight: &FightState, who: CombatantId, target: CombatantId, to: ZoneId) -> Result<(), Violation> {
    attack::foe(fight, who, target)?;
    match board::zone_of(fight, target) {
        Some(from) if from == to => Ok(()),
        Some(from) => board::step(fight, from, to),
        None => Err(Violation::NoPlace(target)),
    }
}

/// R14: lures an enemy somewhere, by Finesse or Intimidate.
pub fn lure(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, by: Skill, to: ZoneId) -> Flow {
    let what = format!("luring {}", cx.name(target));
    let rolled = testing::test(cx, &Test::of(who, by, Rule::SlowTable, &what));
    cx.tell(Event::Tried { who, what, passed: rolled.passed(), successes: rolled.successes });
    if rolled.passed() && board::zone_of(cx, target) != Some(to) {
        movement::arrives(cx, target, to);
    }
    Ok(())
}

/// R14: surveys the situation, by Read.
pub fn survey(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let what = "surveying the situation".to_owned();
    let rolled = testing::test(cx, &Test::of(who, Skill::Read, Rule::SlowTable, &what));
    cx.tell(Event::Tried { who, what, passed: rolled.passed(), successes: rolled.successes });
    Ok(())
}

/// R8 Obstacles: whether an obstacle bars the way there.
pub fn check_obstacle(fight: &FightState, who: CombatantId, to: ZoneId) -> Result<(), Violation> {
    let from = board::zone_of(fight, who).ok_or(Violation::NoPlace(who))?;
    match board::step(fight, from, to) {
        Err(Violation::Obstacle { .. }) => Ok(()),
        Ok(()) => Err(Violation::NoObstacle { to }),
        Err(other) => Err(other),
    }
}

/// R8 Obstacles, R14: climbs over an obstacle, by Finesse or Endure.
pub fn climb(cx: &mut Cx<'_>, who: CombatantId, by: Skill, to: ZoneId) -> Flow {
    cx.cite(Rule::Obstacles);
    let what = "climbing".to_owned();
    let rolled = testing::test(cx, &Test::of(who, by, Rule::SlowTable, &what));
    cx.tell(Event::Tried { who, what, passed: rolled.passed(), successes: rolled.successes });
    if rolled.passed() {
        movement::move_to(cx, who, to)?;
    }
    Ok(())
}

/// R8 Obstacles: clears the way for everyone, by Force.
pub fn clear(cx: &mut Cx<'_>, who: CombatantId, to: ZoneId) -> Flow {
    cx.cite(Rule::Obstacles);
    let what = "clearing the way".to_owned();
    let rolled = testing::test(cx, &Test::of(who, Skill::Force, Rule::Obstacles, &what));
    cx.tell(Event::Tried { who, what, passed: rolled.passed(), successes: rolled.successes });
    if rolled.passed() {
        opens(cx, who, to);
    }
    Ok(())
}

fn opens(cx: &mut Cx<'_>, who: CombatantId, to: ZoneId) {
    if let Some(from) = board::zone_of(cx, who) {
        let board = board::cleared(cx, from, to);
        cx.apply(TableFact::Board(Arc::new(board)));
    }
}

/// R15: whether there's a door that way.
pub fn check_door(fight: &FightState, who: CombatantId, to: ZoneId) -> Result<(), Violation> {
    check_obstacle(fight, who, to)?;
    let from = board::zone_of(fight, who).ok_or(Violation::NoPlace(who))?;
    match board::obstacle(fight, from, to) {
        Some(what) if !board::is_door(&what) => Err(Violation::Obstacle { to, what }),
        _ => Ok(()),
    }
}

/// R15 Fast manoeuvres: opens a door, or handles anything else that needs no test.
pub fn interact(cx: &mut Cx<'_>, who: CombatantId, to: Option<ZoneId>) -> Flow {
    cx.tell(Event::Handles { who, to });
    if let Some(to) = to {
        cx.cite(Rule::Obstacles);
        opens(cx, who, to);
    }
    Ok(())
}

/// R15 Fast manoeuvres: turns around.
pub fn turn_around(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.tell(Event::TurnsAround(who));
    Ok(())
}

/// R15: whether the combatant can make themselves heard.
pub fn check_shout(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    match () {
        () if is(fight, who, Condition::Gagged) => Err(Violation::Gagged(who)),
        () if is(fight, who, Condition::Silenced) => Err(Violation::Silenced(who)),
        () => Ok(()),
    }
}

/// R15 Fast manoeuvres, A25: shouts.
pub fn shout(cx: &mut Cx<'_>, who: CombatantId, text: &str) -> Flow {
    if is_a_word_or_two(text) {
        cx.cite(Rule::FewWords);
    }
    cx.tell(Event::Shouts { who, text: text.to_owned() });
    Ok(())
}

/// R21b Casting, R15: the Director says whether and how the target can resist, and the target decides; then the Cast test is rolled, and
/// the Director says what it does.
pub fn cast(cx: &mut Cx<'_>, who: CombatantId, target: Option<CombatantId>, text: &str) -> Flow {
    cx.cite(Rule::Casting);
    let text = text.trim().to_owned();
    cx.tell(Event::Casts { who, target, text: text.clone() });
    let defence = match target {
        Some(at) => resisted(cx, who, at, &text)?,
        None => None,
    };
    let test = Test::of(who, Skill::Cast, Rule::Casting, MAGIC);
    let at = target.unwrap_or(who);
    let clash = attack::opposed(cx, &test, at, defence);
    let Some(extra) = clash.extra else {
        cx.tell(Event::Tried { who, what: MAGIC.to_owned(), passed: false, successes: 0 });
        return Ok(());
    };
    let successes = extra + 1;
    let question = Question::Adjudicate { by: who, text, successes };
    let works = cx.ask(Addressee::Gm, question, |_| vec![Choice::Nothing, Choice::Works])? == Choice::Works;
    cx.tell(Event::Tried { who, what: MAGIC.to_owned(), passed: works, successes });
    Ok(())
}

/// R15 Fast manoeuvres: a reaction resists magic, with the action that the Director names.
fn resisted(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, text: &str) -> Flow<Option<Defence>> {
    if cost::reaction_left(cx, at).is_none() || cx.combatant(at).is(&Condition::Restrained) {
        return Ok(None);
    }
    let offers = |_: &FightState| std::iter::once(Choice::NoResisting).chain(RESISTS_BY.map(Choice::Resist)).collect();
    let question = Question::MayResist { by, at, text: text.to_owned() };
    let Choice::Resist(skill) = cx.ask(Addressee::Gm, question, offers)? else { return Ok(None) };
    let question = Question::Resist { by, text: text.to_owned() };
    let choice = cx.ask(Addressee::Combatant(at), question, |_| vec![Choice::TakeIt, Choice::Resist(skill)])?;
    if choice == Choice::TakeIt {
        return Ok(None);
    }
    cx.cite(Rule::BeforeTheRoll);
    cost::reacts(cx, at);
    Ok(Some(Defence { skill, rule: Rule::Casting, what: "resisting magic" }))
}

/// A2 Slots: whether help would bring the target back into action.
pub fn check_help(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(target) else { return Err(Violation::NobodyThere) };
    match () {
        () if target == who => Err(Violation::Oneself),
        () if !is_here(fight, target) || !board::seen(fight, who, target) => Err(Violation::NobodyThere),
        () if !board::same_zone(fight, who, target) => Err(Violation::NotSameZone(target)),
        () if it.is(&Condition::Unconscious) && !is_out(fight, it) => Ok(()),
        () if !is_out(fight, it) || it.state.critical => Err(Violation::NeedsNoHelp(target)),
        () if state::keeps(fight, it) == sheet::Keeps::Points => Err(Violation::NeedsNoHelp(target)),
        () => Ok(()),
    }
}

/// A2 Slots: with help, a character acts in spite of severe Harm, and an unconscious one comes round.
pub fn help(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    cx.cite(Rule::Slots);
    cx.tell(Event::Helps { who, target });
    if cx.combatant(target).is(&Condition::Unconscious) {
        cx.apply(TableFact::Lost { who: target, what: Condition::Unconscious });
    } else {
        cx.change(Fact::Helped { who: target, helped: true });
    }
    Ok(())
}

/// R38: whether the combatant can give the target an antidote.
pub fn check_antidote(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    match () {
        () if fight.combatant(who).state.antidotes == 0 => Err(Violation::NoAntidote(who)),
        () if !is_here(fight, target) || !board::seen(fight, who, target) => Err(Violation::NobodyThere),
        () if !board::same_zone(fight, who, target) => Err(Violation::NotSameZone(target)),
        () if fight.find(target).is_none_or(|it| it.state.poison.is_none()) => Err(Violation::NotPoisoned(target)),
        () => Ok(()),
    }
}

/// R38 Poison: an antidote ends it.
pub fn antidote(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId) -> Flow {
    cx.cite(Rule::Poison);
    let left = cx.combatant(who).state.antidotes.saturating_sub(1);
    cx.change(Fact::AntidoteGiven { who, target, left });
    cx.change(Fact::PoisonIs { who: target, next: None });
    Ok(())
}

/// Whether the combatant can talk to the target, or cast on them.
pub fn check_hearer(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    match () {
        () if target == who => Err(Violation::Oneself),
        () if !board::seen(fight, who, target) || fight.find(target).is_none() => Err(Violation::NobodyThere),
        () if !is_here(fight, target) => Err(Violation::Fled(target)),
        () => Ok(()),
    }
}
