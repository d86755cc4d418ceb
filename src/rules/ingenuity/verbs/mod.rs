//! The verbs of a turn, one a file: what each is called and costs, what it asks for, when it may be done. What it does is its chapter's.

mod abandon;
mod assist;
mod attack;
mod begin;
mod brandish;
mod break_free;
mod command;
mod decline;
mod drop_item;
mod drop_prone;
mod end;
mod fate;
mod go_on;
mod guard;
mod interact;
mod killing_strike;
mod maneuver;
mod moving;
mod param;
mod pick_up;
mod power;
mod ready;
mod reload;
mod resuscitate;
mod seek_cover;
mod sprint;
mod stand_up;
mod step;
mod task;
pub mod trigger;
mod typed;
mod wait;

use crate::engine::{
    CombatantId,
    partial_action::ParamValue,
    space::{Space, grid::Square},
};
use crate::rules::ingenuity::{
    Cx, Event, Fact, FightState, Flow, Ingenuity, Refusal, Resource, Rule, TableFact, Violation, With,
    chapters::{
        self, carry,
        cost::{Cost, Kind},
        movement, order, turn,
    },
    model::{
        learned,
        sheet::{Attribute, SKILLS},
        state::{At, Gear, enemies, gear, in_hand, is_up, known, weapon},
    },
};
use crate::rules::{
    action_space::{self, Writing},
    names::key,
    verbs::{self, Argument, FilledVerb, Verb, VerbEntry, VerbSystem},
};
use param::Param;

verbs::verbs! { Ingenuity:
    attack::Attack(it),
    moving::Move(it),
    maneuver::Maneuver(it),
    power::Power(it),
    guard::Guard,
    ready::Ready(it),
    wait::Wait,
    seek_cover::SeekCover,
    sprint::Sprint(it),
    step::Step(it),
    stand_up::StandUp,
    drop_prone::DropProne,
    brandish::Brandish(it),
    reload::Reload(it),
    interact::Interact(it),
    pick_up::PickUp(it),
    drop_item::Drop(it),
    command::Command(it),
    assist::Assist(it),
    resuscitate::Resuscitate(it),
    killing_strike::KillingStrike(it),
    task::Task(it) + task::ExtendedTask,
    break_free::BreakFree,
    fate::Fate(it),
    trigger::Trigger(it),
    go_on::Continue,
    abandon::Abandon,
    decline::Decline,
    begin::Begin,
    end::End,
}

impl VerbSystem for Ingenuity {
    type Cost = Cost;
    const ENTRIES: &'static [VerbEntry<Ingenuity>] = ENTRIES;
    const NOBODY_THERE: Violation = Violation::NobodyThere;

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        order::may_begin(fight, who, Cost::NOTHING)
    }
    fn can_pay(fight: &FightState, who: CombatantId, cost: Cost) -> Result<(), Violation> {
        let none = cost.actions > 0 && order::actions_left(fight, who) == 0;
        if none { Err(Violation::NoActions(who)) } else { Ok(()) }
    }
    /// R4, R14, R18: what is begun comes first, a command takes what fits it, and the deed that began the fight is the first.
    fn decided(
        fight: &FightState,
        who: CombatantId,
        verb: &dyn FilledVerb<Ingenuity>,
    ) -> Option<Result<(), Violation>> {
        let cost = verb.costs(fight, who);
        if is_shift(fight, who, cost) {
            return None;
        }
        if is_lent(fight, who) {
            return match cost.kind {
                _ if declines(verb) => Some(Ok(())),
                Kind::InTurn if cost.actions == 1 => None,
                _ => Some(Err(Violation::NotOnCommand)),
            };
        }
        match &fight.combatant(who).state.carried {
            Some(carried) if carried.action.verb().is_same(verb) => return Some(carry::check(fight, who)),
            Some(_) if cost.actions > 0 => return Some(Err(Violation::MustFinish(who))),
            _ => {}
        }
        let first = if cost.actions > 0 { turn::check_trigger(fight, who, attacked(verb)) } else { Ok(()) };
        first.and_then(|()| Self::can_pay(fight, who, cost)).err().map(Err)
    }
    fn unknown(typed: &str) -> Violation {
        Violation::NoSuchThing(typed.to_owned())
    }
    fn wrong_target(fight: &FightState, who: CombatantId, other: CombatantId) -> Violation {
        match fight.find(other) {
            Some(it) if it.state.dead => Violation::Dead(other),
            Some(_) if !known(fight, who, other) => Violation::NobodyThere,
            Some(_) if enemies(fight, who, other) => Violation::NotAnAlly(other),
            Some(_) => Violation::Oneself(other),
            None => Violation::NobodyThere,
        }
    }
}

/// R18: whether a combatant has been lent an action, and is to say what it is.
fn is_lent(fight: &FightState, who: CombatantId) -> bool {
    fight.system.lent.is_some_and(|it| it.1 == who)
}

/// C7: whether this is what a dodge allows, out of turn.
fn is_shift(fight: &FightState, who: CombatantId, cost: Cost) -> bool {
    cost.after_dodge && fight.combatant(who).state.shifts && !order::in_turn(fight, who)
}

fn is_end(verb: &dyn FilledVerb<Ingenuity>) -> bool {
    verb.as_any().is::<end::End>()
}

/// A33: whether this is to do nothing on command.
fn declines(verb: &dyn FilledVerb<Ingenuity>) -> bool {
    is_end(verb) || verb.as_any().is::<decline::Decline>()
}

/// R4: whom this attacks, if it is an attack.
fn attacked(verb: &dyn FilledVerb<Ingenuity>) -> Option<CombatantId> {
    verb.as_any().downcast_ref::<attack::Attack>().map(|it| it.target)
}

/// Whether a combatant may do this now.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    action.verb().may_be_done(fight, who)
}

/// Does it: the turn begins with the first thing done in it (R6), what it takes is paid (R11, R14), and then it happens.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    let verb = action.verb();
    let cost = verb.costs(cx, who);
    if cost.kind == Kind::Reaction {
        return verb.done(cx, who);
    }
    if is_shift(cx, who, cost) {
        cx.cite(Rule::DefensiveTests);
        cx.change(Fact::Shifts { who, may: false });
        return verb.done(cx, who);
    }
    if is_lent(cx, who) {
        chapters::command::is_used(cx);
        if declines(verb) {
            cx.tell(Event::Declined(who));
            return Ok(());
        }
        return verb.done(cx, who);
    }
    if cx.turns.active != Some(who) {
        // What belongs to a turn that has ended ends nobody else's, who may act beside the order.
        if cx.system.just_ended == Some(who) && cost.after_turn {
            if !is_end(verb) {
                return verb.done(cx, who);
            }
            if !order::ends_another(cx, who) {
                cx.change(Fact::OverAlready(who));
                return Ok(());
            }
        }
        if let Some(active) = cx.turns.active {
            turn::end(cx, active);
        }
        turn::begin(cx, who)?;
        // What harms over time may have put an end to it.
        if cx.turns.active != Some(who) || !is_up(cx.combatant(who)) || check(cx, who, action).is_err() {
            return Ok(());
        }
    }
    pay(cx, who, action)
}

/// R11 Three actions, R14 Carried over, A2: what it takes is paid, and it happens.
fn pay(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    if cx.combatant(who).state.carried.as_ref().is_some_and(|it| *it.action == *action) {
        return go_on::go_on(cx, who);
    }
    let verb = action.verb();
    let (cost, left) = (verb.costs(cx, who), order::actions_left(cx, who));
    if cost.kind == Kind::Aside {
        return verb.done(cx, who);
    }
    if cost.actions > left {
        carry::begin(cx, who, action, cost.actions, left);
        return Ok(());
    }
    cx.cite(if cost.actions == 0 { Rule::FreeActions } else { Rule::Actions });
    if cost.actions > 0 {
        turn::trigger_is_over(cx, who, attacked(verb));
        cx.apply(TableFact::Took { who, from: Resource::Action, amount: cost.actions });
    }
    verb.done(cx, who)
}

/// What an action is called with all that fills it: "attack: Orc, spear, strength, martial".
pub fn called(fight: &FightState, who: CombatantId, action: &Action) -> String {
    let filled = action.verb().filled().into_iter().map(|it| it.part.value(fight, who).1);
    let filled: Vec<String> = filled.filter(|it| !it.is_empty()).collect();
    let verb = name(action);
    if filled.is_empty() { verb } else { format!("{verb}: {}", filled.join(", ")) }
}

/// The verb of an action, in words.
pub fn name(action: &Action) -> String {
    action.verb().info().name.replace('-', " ")
}

/// R16: the one of their own side at whom a combatant aims a blow, which nobody does who does not say so.
pub fn at_own_side(fight: &FightState, who: CombatantId, action: &Action) -> Option<CombatantId> {
    let verb = action.verb();
    match verbs::argument(verb, Param::Target.name())?.part {
        Part::Who(it) if verb.must_be_named(fight, who, Param::Target.name()) => Some(it),
        _ => None,
    }
}

/// What is meant by a verb and its arguments as they were typed: a maneuver may be typed by its own name, or as the `how` of an attack.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    let mut typed: Vec<(String, String)> = typed.iter().map(|it| (key(&it.0), it.1.clone())).collect();
    let mut name = action_space::meant::<Ingenuity>(verb);
    if let (None, Some(it)) = (name, learned::maneuver(verb)) {
        typed.insert(0, ("how".to_owned(), it.name.clone()));
        name = Some(maneuver::Maneuver::INFO.name);
    }
    let mut entry = verbs::entry::<Ingenuity>(name?)?;
    let names_maneuver =
        |it: &(String, String)| ["how", "maneuver"].contains(&it.0.as_str()) && learned::maneuver(&it.1).is_some();
    if entry.info.name == attack::Attack::INFO.name && typed.iter().any(names_maneuver) {
        entry = verbs::entry::<Ingenuity>(maneuver::Maneuver::INFO.name)?;
    }
    for it in typed.iter_mut().filter(|it| ["maneuver", "power", "boon"].contains(&it.0.as_str())) {
        "how".clone_into(&mut it.0);
    }
    let meant = (entry.meant)(&typed).unwrap_or(typed);
    Some((entry.info.name, meant))
}

/// The same of a combatant whose powers are known: C13 `bolt` is `power how:bolt`.
pub fn meant_by_them(
    fight: &FightState,
    who: CombatantId,
    verb: &str,
    typed: &[(String, String)],
) -> Option<(&'static str, Vec<(String, String)>)> {
    meant_by(verb, typed).or_else(|| {
        let own = fight.find(who)?.sheet.powers.iter().find(|it| key(&it.name) == key(verb))?;
        let named = ("how".to_owned(), own.name.clone());
        meant_by(power::Power::INFO.name, &std::iter::once(named).chain(typed.iter().cloned()).collect::<Vec<_>>())
    })
}

/// What an action can be filled in with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A combatant.
    Who(CombatantId),
    /// A weapon.
    With(With),
    /// Items to hold.
    Held(Vec<u8>),
    /// One item.
    Item(u8),
    /// A word: an attribute, a proficiency, a skill, a name.
    Word(String),
    /// A power.
    Power(u8),
    /// A square.
    To(Square),
    /// What is written.
    Text,
}

impl Part {
    /// Its value as a menu gives it, and what it is called.
    pub fn value(&self, fight: &FightState, who: CombatantId) -> (ParamValue, String) {
        let called = |name: String| (ParamValue::Word(name.clone()), name);
        let item = |index: &u8| gear(fight, who, *index).map_or_else(String::new, |it| it.item.name.clone());
        match self {
            Part::Who(id) => (ParamValue::Who(*id), fight.name(*id).to_owned()),
            Part::With(with @ With::Thrown(_)) => {
                called(weapon(fight, who, *with).map_or_else(String::new, |it| format!("{}, thrown", it.name)))
            }
            Part::With(with) => called(weapon(fight, who, *with).map_or_else(String::new, |it| it.name.clone())),
            Part::Held(held) if held.is_empty() => called("nothing".to_owned()),
            Part::Held(held) => called(held.iter().map(item).collect::<Vec<_>>().join(", ")),
            Part::Item(index) => called(item(index)),
            Part::Word(text) if text.is_empty() => called("none".to_owned()),
            Part::Word(text) => (ParamValue::Word(text.clone()), text.replace('-', " ")),
            Part::Power(index) => {
                called(chapters::power::power(fight, who, *index).map_or_else(String::new, |it| it.name.clone()))
            }
            Part::To(at) => called(fight.space.place_words(at)),
            Part::Text => called(String::new()),
        }
    }
}

/// The longest text that a combatant writes.
const TEXT_MAX_CHARS: usize = 200;

/// The argument of most verbs: to whom it is done.
fn target(who: CombatantId) -> Argument<Part> {
    Argument::new(Param::Target.name(), "Who?", Part::Who(who))
}

/// A weapon.
fn with(with: With) -> Argument<Part> {
    Argument::optional(Param::With.name(), "With what?", Part::With(with))
}

/// An item.
fn item(index: u8) -> Argument<Part> {
    Argument::optional(Param::With.name(), "Which one?", Part::Item(index))
}

/// A word for how it is done.
fn how(word: &str) -> Argument<Part> {
    Argument::optional(Param::How.name(), "How?", Part::Word(word.to_owned()))
}

/// A skill.
fn skill(word: &str) -> Argument<Part> {
    Argument::optional(Param::With.name(), "With which skill?", Part::Word(word.to_owned()))
}

/// A square; none where the fight has none.
fn to(to: Option<Square>) -> Option<Argument<Part>> {
    to.map(|to| Argument::new(Param::To.name(), "Where to?", Part::To(to)))
}

/// What is written.
fn text(param: &'static str, ask: &'static str, optional: bool) -> Argument<Part> {
    let writing = Some(Writing { ask, max_chars: TEXT_MAX_CHARS, optional });
    Argument { writing, ..Argument::new(param, ask, Part::Text) }
}

/// Whom a combatant could strike at: foes, and after them their own side, who must be named for it (R16).
fn whom(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    let mut all: Vec<CombatantId> = others(fight, who).collect();
    all.sort_by_key(|it| !enemies(fight, who, *it));
    all
}

/// Everyone else whom a combatant may know of.
fn others(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    fight.ids().filter(move |other| *other != who && known(fight, who, *other))
}

/// What a combatant could attack with: what is in hand, thrown after held, bare hands, and what is not in hand.
fn weapons(fight: &FightState, who: CombatantId) -> Vec<With> {
    let Some(it) = fight.find(who) else { return vec![] };
    let all = || it.state.gear.iter().enumerate().filter(|it| it.1.item.is_weapon());
    let ready = |gear: &Gear| gear.at == At::Hand || gear.item.hands == 0;
    let strike = all().filter(|it| ready(it.1)).map(|it| With::Item(it.0 as u8));
    let thrown = all().filter(|it| ready(it.1) && it.1.item.thrown.is_some()).map(|it| With::Thrown(it.0 as u8));
    let elsewhere = all().filter(|it| !ready(it.1)).map(|it| With::Item(it.0 as u8));
    strike.chain(thrown).chain([With::BareHands]).chain(elsewhere).collect()
}

/// Whether a combatant means this weapon who names none: whoever has one in hand doesn't punch unasked.
fn is_usual(fight: &FightState, who: CombatantId, with: With) -> bool {
    with != With::BareHands || !in_hand(fight.combatant(who)).any(|it| it.1.item.is_weapon())
}

/// The items that a combatant carries, by their numbers.
fn items(fight: &FightState, who: CombatantId) -> std::ops::Range<u8> {
    0..fight.find(who).map_or(0, |it| it.state.gear.len() as u8)
}

/// The attributes with each skill, the most likely for a task first.
fn ways_of_task(fight: &FightState, who: CombatantId) -> Vec<(Attribute, String)> {
    const BY: [Attribute; 4] = [Attribute::Dexterity, Attribute::Intellect, Attribute::Strength, Attribute::Resolve];
    let own = fight.find(who).into_iter().flat_map(|it| it.sheet.skills.keys().cloned());
    let mut skills = vec![];
    for skill in std::iter::once("handling".to_owned()).chain(own).chain(SKILLS.map(str::to_owned)) {
        if !skills.contains(&skill) {
            skills.push(skill);
        }
    }
    BY.iter().flat_map(|attribute| skills.iter().map(|skill| (*attribute, skill.clone()))).collect()
}

/// Where a combatant can go, the nearest first, and what is too far; nowhere where the fight has no squares.
fn squares(fight: &FightState, who: CombatantId) -> Vec<Option<Square>> {
    if fight.find(who).and_then(|it| it.place).is_none() {
        return vec![None];
    }
    let ground = movement::WalkingGround::of(fight, who);
    let mut near: Vec<(Square, u32)> = ground.walks().iter().map(|it| (*it.0, *it.1)).collect();
    near.sort_by_key(|it| (it.1, it.0.y, it.0.x));
    let far = fight.space.places().into_iter().filter(|it| !ground.walks().contains_key(it));
    near.iter().map(|it| it.0).chain(far).map(Some).collect()
}
