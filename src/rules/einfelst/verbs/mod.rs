//! The verbs of a turn, one per file: its name and cost, what it asks for, and when it's possible. What it does is in its chapter.

mod antidote;
mod attack;
mod break_free;
mod cast;
mod clear;
mod climb;
mod draw;
mod end;
mod extinguish;
mod flee;
mod grapple;
mod help;
mod interact;
mod lure;
mod moving;
mod pick_up;
mod push;
mod release;
mod shout;
mod stand;
mod survey;
mod swap;
mod sway;
mod take_cover;
mod turn_around;
mod within;

use super::{
    Condition, Cx, Einfelst, FightState, Flow, Refusal, Violation,
    chapters::{
        cost::{self, Cost},
        hold, order, testing, turn,
    },
    model::{
        board::{self, ZoneSpot},
        gear::With,
        state::{Skill, enemies, is, is_here, is_out, weapon},
    },
};
use crate::{
    engine::{CombatantId, Purpose, partial_action::ParamValue, random_play::WORDS, space::zones::ZoneId},
    rules::{
        action_space::Writing,
        names::key,
        verbs::{self, Argument, FilledVerb, Verb, VerbEntry, VerbInfo, VerbKind, VerbSystem},
    },
};
use std::cmp::Reverse;

verbs::verbs! { Einfelst:
    attack::Attack(it),
    grapple::Grapple(it),
    push::Push(it),
    flee::Flee(it),
    sway::Sway(it),
    lure::Lure(it),
    survey::Survey,
    climb::Climb(it),
    clear::Clear(it),
    cast::Cast(it),
    extinguish::Extinguish(it),
    help::Help(it),
    moving::Move(it),
    within::Within(it),
    take_cover::TakeCover,
    draw::Draw(it),
    pick_up::PickUp(it),
    stand::Stand,
    break_free::BreakFree,
    interact::Interact(it),
    antidote::Antidote(it),
    turn_around::TurnAround,
    shout::Shout(it),
    release::Release(it),
    swap::Swap(it),
    end::End,
}

impl VerbSystem for Einfelst {
    type Cost = Cost;
    const ENTRIES: &'static [VerbEntry<Einfelst>] = ENTRIES;
    const NOBODY_THERE: Violation = Violation::NobodyThere;

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        order::may_go_on(fight, who)
    }
    fn can_pay(fight: &FightState, who: CombatantId, cost: Cost) -> Result<(), Violation> {
        cost.check(fight, who)
    }
    /// A hold or a fire comes before the cost; neither hinders what isn't part of a turn.
    fn decided(fight: &FightState, who: CombatantId, verb: &dyn FilledVerb<Einfelst>) -> Option<Result<(), Violation>> {
        match verb.costs(fight, who) {
            Cost::Aside | Cost::Reaction => None,
            cost => hindered(fight, who, verb).and_then(|()| cost.check(fight, who)).err().map(Err),
        }
    }
    fn unknown(typed: &str) -> Violation {
        Violation::NoSuchThing(typed.to_owned())
    }
    fn wrong_target(fight: &FightState, who: CombatantId, other: CombatantId) -> Violation {
        match fight.find(other) {
            Some(_) if other == who => Violation::Oneself,
            Some(it) if it.state.fled => Violation::Fled(other),
            Some(_) if !enemies(fight, who, other) => Violation::OwnSide(other),
            Some(it) if is_out(fight, it) => Violation::TargetOut(other),
            _ => Violation::NobodyThere,
        }
    }
}

/// R28 Held, R37 Fire, ruling A8: what a character can't do while held, burning or prone, whatever it's aimed at.
fn hindered(fight: &FightState, who: CombatantId, verb: &dyn FilledVerb<Einfelst>) -> Result<(), Violation> {
    let verb = verb.as_any();
    let (shouts, flees) = (verb.is::<shout::Shout>(), verb.is::<flee::Flee>());
    let (held, frees) = (is(fight, who, Condition::Restrained), verb.is::<break_free::BreakFree>());
    if held && !frees && !shouts {
        return Err(Violation::Restrained(who));
    }
    let puts_it_out = verb.downcast_ref::<extinguish::Extinguish>().is_some_and(|it| it.target == who);
    let despite_fire = puts_it_out || shouts || flees || (held && frees);
    if fight.combatant(who).state.fire.is_some() && !despite_fire {
        return Err(Violation::Burning(who));
    }
    let walks = flees
        || verb.is::<moving::Move>()
        || verb.is::<within::Within>()
        || verb.is::<climb::Climb>()
        || verb.is::<take_cover::TakeCover>();
    if walks && is(fight, who, Condition::Prone) { Err(Violation::Prone(who)) } else { Ok(()) }
}

/// Whether the combatant can do this now.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    action.verb().may_be_done(fight, who)
}

/// Does it: the turn begins with the first action in it, the cost is paid, and then it happens.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    let verb = action.verb();
    match verb.costs(cx, who) {
        Cost::Aside => {}
        Cost::Reaction => return hold::break_free_out_of_turn(cx, who), // R12, R15: the only action that's also a reaction
        cost => {
            turn::acts(cx, who);
            cost::pay(cx, who, cost, is_tested(action, cost));
        }
    }
    verb.done(cx, who)
}

/// A12: whether a test comes with it, so that the dice of an ambush aren't lost.
fn is_tested(action: &Action, cost: Cost) -> bool {
    match action {
        Action::BreakFree => true,
        Action::Help(_) => false,
        _ => cost == Cost::Slow,
    }
}

/// R27: who'd be let go by this: walking out of the zone lets go of everyone, pushing someone out of it of them.
pub fn lets_go(fight: &FightState, who: CombatantId, action: &Action) -> Vec<CombatantId> {
    let held = hold::held_by(fight, who);
    match action {
        Action::Move(moving::Move { to }) | Action::Climb(climb::Climb { to, .. })
            if board::zone_of(fight, who) != Some(*to) =>
        {
            held
        }
        Action::Flee(_) => held,
        Action::Push(push::Push { target, to: Some(_) }) => held.into_iter().filter(|it| it == target).collect(),
        _ => vec![],
    }
}

/// Arguments as they're typed: the parameter, and its value.
type Typed = Vec<(String, String)>;

/// What a typed verb and its arguments mean, if that differs from what was typed: `punch` is `attack` with bare hands.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Typed)> {
    if attack::BARE_HANDED.contains(&key(verb).as_str()) {
        let with = ("with".to_owned(), UNARMED.to_owned());
        return Some((attack::Attack::INFO.name, typed.iter().cloned().chain([with]).collect()));
    }
    verbs::meant_by::<Einfelst>(verb, typed)
}

/// The action to flee, lure or climb by can be given under any name: `flee with:sneak`.
fn by_meant(typed: &[(String, String)]) -> Option<Typed> {
    let name = |it: &(String, String)| if Skill::named(&it.1).is_some() { "how".to_owned() } else { it.0.clone() };
    let is_given = typed.iter().any(|it| it.0 == "how");
    (!is_given).then(|| typed.iter().map(|it| (name(it), it.1.clone())).collect())
}

/// An argument's value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A combatant.
    Who(CombatantId),
    /// No target.
    Nobody,
    /// A weapon.
    With(With),
    /// An action that's rolled.
    By(Skill),
    /// A zone.
    To(ZoneId),
    /// Straight out of the fight.
    Out,
    /// Another spot in the zone.
    Aside,
    /// Something that isn't a door.
    Thing,
    /// A spot in the zone.
    Spot(ZoneSpot),
    /// Free text.
    Text,
}

/// Bare hands, as typed.
const UNARMED: &str = "unarmed";
/// Something that isn't a door, as typed.
const THING: &str = "something";
/// The maximum length of free text.
const TEXT_MAX_CHARS: usize = 200;

impl Part {
    /// Its value in a menu, and its label.
    pub fn value(&self, fight: &FightState, who: CombatantId) -> (ParamValue, String) {
        let called = |name: String| (ParamValue::Word(name.clone()), name);
        let word = |word: &str, label: &str| (ParamValue::Word(word.to_owned()), label.to_owned());
        match *self {
            Part::Who(id) => (ParamValue::Who(id), fight.name(id).to_owned()),
            Part::Nobody => word("nobody", "nobody in particular"),
            Part::With(With::Unarmed) => called(UNARMED.to_owned()),
            Part::With(With::Weapon(index)) => {
                called(weapon(fight, who, index).map_or_else(String::new, |it| it.name.clone()))
            }
            Part::By(skill) => (ParamValue::Word(key(skill.name())), skill.name().to_owned()),
            Part::To(zone) => called(board::name(fight, zone)),
            Part::Out => word("out", "straight out"),
            Part::Aside => word("spot", "another spot"),
            Part::Thing => word(THING, "something at hand"),
            Part::Spot(ZoneSpot::Everybody) => word("everybody", "close to everybody"),
            Part::Spot(ZoneSpot::Apart) => word("apart", "far from everybody"),
            Part::Spot(ZoneSpot::Beside(id)) => called(fight.name(id).to_owned()),
            Part::Text => called(String::new()),
        }
    }
}

/// The target.
fn target(who: CombatantId) -> Argument<Part> {
    Argument::new("target", "Who?", Part::Who(who))
}

/// A weapon.
fn with(with: With) -> Argument<Part> {
    Argument::optional("with", "With what?", Part::With(with))
}

/// The action that's rolled.
fn by(skill: Skill) -> Argument<Part> {
    Argument::optional("how", "By which action?", Part::By(skill))
}

/// A place.
fn to(part: Part) -> Argument<Part> {
    Argument::optional("to", "Where to?", part)
}

/// Free text.
fn text(ask: &'static str, optional: bool) -> Argument<Part> {
    let writing = Some(Writing { ask, max_chars: TEXT_MAX_CHARS, optional });
    Argument { writing, ..Argument::new("text", ask, Part::Text) }
}

/// Everyone else the combatant can see in the fight.
fn others(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    fight.ids().filter(move |it| *it != who && board::seen(fight, who, *it) && is_here(fight, *it))
}

/// The enemies among them.
fn foes(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    others(fight, who).filter(move |it| enemies(fight, who, *it))
}

/// The combatant's weapons, by number.
fn weapons(fight: &FightState, who: CombatantId) -> std::ops::Range<u8> {
    0..fight.find(who).map_or(0, |it| it.sheet.weapons.len() as u8)
}

/// The two actions that something can be rolled with, the one with more dice first.
fn best_first(fight: &FightState, who: CombatantId, mut skills: [Skill; 2]) -> [Skill; 2] {
    skills.sort_by_key(|it| Reverse(testing::pool(fight, who, *it, 0, "").dice));
    skills
}

/// All other zones, adjacent ones first.
fn near_first(fight: &FightState, who: CombatantId) -> Vec<ZoneId> {
    let Some(here) = board::zone_of(fight, who) else { return vec![] };
    let mut all: Vec<ZoneId> = board::zones(fight).into_iter().filter(|it| *it != here).collect();
    let beside = board::beside(fight, here);
    all.sort_by_key(|it| (!beside.contains(it), *it));
    all
}

/// A12: the dice of an action, if it's the first manoeuvre after an ambush with the dice that it gave.
fn dice(fight: &FightState, who: CombatantId, skill: Skill) -> String {
    let first = fight.combatant(who).state.first_dice;
    testing::dice_words(testing::pool(fight, who, skill, first, "ambush").dice)
}

/// Why the verb isn't possible now; if it is, the note.
fn or_why_not(
    verb: &dyn FilledVerb<Einfelst>,
    fight: &FightState,
    who: CombatantId,
    note: impl FnOnce() -> String,
) -> String {
    verb.may_be_done(fight, who).map_or_else(|violation| violation.words(fight).0, |()| note())
}
