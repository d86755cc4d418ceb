//! The verbs of a turn, one a file: what each is called and costs, what it asks for, when it may be done. What it does is its chapter's.

mod advance;
mod attack;
mod attend;
mod end;
mod evade;
mod extricate;
mod finish;
mod grab;
mod sneak;
mod use_object;
mod walk;

use super::{
    Cx, FightState, Flow, Refusal, Td2e, Violation,
    chapters::{cost::Cost, turn},
    model::{
        blow::{Intent, With},
        board,
        state::{enemies, weapon},
    },
};
use crate::{
    engine::{
        CombatantId,
        partial_action::ParamValue,
        space::{Space, grid::Square},
    },
    rules::verbs::{self, Argument, VerbEntry, VerbSystem},
};

verbs::verbs! { Td2e:
    attack::Attack(it),
    grab::Grab(it),
    use_object::Use(it),
    evade::Evade,
    extricate::Extricate(it),
    walk::Move(it),
    advance::Advance(it),
    attend::Attend(it),
    sneak::Sneak,
    finish::Finish(it),
    end::End,
}

impl VerbSystem for Td2e {
    type Cost = Cost;
    const ENTRIES: &'static [VerbEntry<Td2e>] = ENTRIES;
    const NOBODY_THERE: Violation = Violation::NobodyThere;

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        turn::may_go_on(fight, who)
    }
    fn can_pay(fight: &FightState, who: CombatantId, cost: Cost) -> Result<(), Violation> {
        cost.check(fight, who)
    }
    fn unknown(typed: &str) -> Violation {
        Violation::NoSuchThing(typed.to_owned())
    }
    fn wrong_target(fight: &FightState, who: CombatantId, other: CombatantId) -> Violation {
        match fight.find(other) {
            Some(it) if it.state.dead => Violation::Dead(other),
            Some(_) if !enemies(fight, who, other) => Violation::OwnSide(other),
            _ => Violation::NobodyThere,
        }
    }
}

/// Whether a combatant may do this now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    action.verb().may_be_done(fight, who)
}

/// Does it. A turn beside the order begins with it.
///
/// # Errors
/// When it is refused after all.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    if *action != Action::End || !turn::is_over_already(cx, who) {
        turn::begin_beside(cx, who);
    }
    action.verb().done(cx, who)
}

/// What is meant by a verb and its arguments as they were typed, where it is something else.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Vec<(String, String)>)> {
    verbs::meant_by::<Td2e>(verb, typed)
}

/// What an action can be filled in with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A combatant.
    Who(CombatantId),
    /// A weapon.
    With(With),
    /// What becomes of the target.
    How(Intent),
    /// A square.
    To(Square),
    /// What is written.
    Text,
}

impl Part {
    /// Its value as a menu gives it, and what it is called.
    pub fn value(&self, fight: &FightState, who: CombatantId) -> (ParamValue, String) {
        let called = |name: String| (ParamValue::Word(name.clone()), name);
        match *self {
            Part::Who(id) => (ParamValue::Who(id), fight.name(id).to_owned()),
            Part::With(With::Unarmed) => called("unarmed".to_owned()),
            Part::With(With::Weapon(index)) => {
                called(weapon(fight, who, index).map_or_else(String::new, |it| it.name.clone()))
            }
            Part::How(how) => (ParamValue::Word(how.name().to_owned()), how.name().replace('-', " ")),
            Part::To(at) => called(fight.space.place_words(&at)),
            Part::Text => called(String::new()),
        }
    }
}

/// The argument of most verbs: to whom it is done.
fn target(who: CombatantId) -> Argument<Part> {
    Argument::new("target", "Who?", Part::Who(who))
}

/// The enemies whom a combatant sees.
fn foes(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    fight.ids().filter(move |foe| enemies(fight, who, *foe) && board::seen(fight, who, *foe))
}

/// Those of them who are not dead.
fn living_foes(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    foes(fight, who).filter(|it| !fight.combatant(*it).state.dead)
}
