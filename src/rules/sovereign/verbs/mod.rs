//! The verbs of a turn, one a file: what each is called and costs, what it asks for, when it may be done. What it does is its chapter's.

mod attack;
mod break_free;
mod cast;
mod charge;
mod chase;
mod disengage;
mod drag;
mod drink;
mod drop;
mod end;
mod execute;
mod flee;
mod go_prone;
mod grapple;
mod help;
mod hold;
mod hurl;
mod pick_up;
mod ready;
mod release;
mod reload;
mod run;
mod screen;
mod sheathe;
mod shove;
mod snap;
mod stabilise;
mod stand_up;
mod stow;
mod swarm;
mod take_aim;
mod total_defense;
mod use_skill;
mod whirlwind;
mod wield;

use super::{
    Cx, FightState, Flow, Refusal, Rule, Sovereign, Violation,
    chapters::{cost::Cost, items, turn},
    model::{
        blow::With,
        fact::{Event, Fact},
        state::{Resource, enemies, grappling, known, weapon},
    },
};
use crate::{
    engine::{
        CombatantId, Purpose,
        partial_action::ParamValue,
        space::{Space, grid::Square},
    },
    rules::{
        action_space,
        verbs::{self, Argument, FilledVerb, Verb, VerbEntry, VerbInfo, VerbKind, VerbSystem},
    },
};

verbs::verbs! { Sovereign:
    attack::Attack(it),
    swarm::Swarm(it),
    charge::Charge(it),
    snap::Snap(it),
    total_defense::TotalDefense,
    screen::Screen(it),
    run::Run(it),
    disengage::Disengage,
    use_skill::UseSkill(it),
    stabilise::Stabilise(it),
    help::Help(it),
    ready::Ready(it),
    stow::Stow(it),
    wield::Wield(it),
    sheathe::Sheathe(it),
    reload::Reload(it),
    pick_up::PickUp(it),
    stand_up::StandUp,
    go_prone::GoProne,
    drop::Drop(it),
    hold::Hold(it),
    shove::Shove(it),
    grapple::Grapple(it),
    break_free::BreakFree,
    drag::Drag(it),
    hurl::Hurl(it),
    release::Release(it),
    take_aim::TakeAim(it),
    execute::Execute(it),
    cast::Cast(it),
    drink::Drink(it),
    whirlwind::Whirlwind,
    flee::Flee,
    chase::Chase(it),
    end::End,
}

/// R31, A10: the verbs that a held action may answer with while others are asked, besides those that are instants anyway.
pub const WHILE_HOLDING: &[&str] = &[
    "attack",
    "swarm",
    "screen",
    "run",
    "disengage",
    "skill",
    "stabilise",
    "help",
    "ready",
    "stow",
    "wield",
    "sheathe",
    "reload",
    "pick-up",
    "stand",
    "prone",
    "drop",
    "shove",
    "grapple",
    "break-free",
    "drag",
    "hurl",
    "release",
    "cast",
    "drink",
    "whirlwind",
    "flee",
];

impl VerbSystem for Sovereign {
    type Cost = Cost;
    const ENTRIES: &'static [VerbEntry<Sovereign>] = ENTRIES;
    const NOBODY_THERE: Violation = Violation::NobodyThere;
    const SELDOM: &'static [&'static str] = &["flee"];

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        Cost::Main.may_be_paid_now(fight, who)
    }
    fn can_pay(fight: &FightState, who: CombatantId, cost: Cost) -> Result<(), Violation> {
        cost.check(fight, who)
    }
    fn unknown(typed: &str) -> Violation {
        Violation::NoSuchThing(typed.to_owned())
    }
    fn wrong_target(fight: &FightState, who: CombatantId, other: CombatantId) -> Violation {
        match fight.find(other) {
            Some(it) if it.state.dead => Violation::Gone(other),
            Some(_) if !enemies(fight, who, other) => Violation::OwnSide(other),
            _ => Violation::NobodyThere,
        }
    }
    fn is_never(violation: &Violation) -> bool {
        matches!(violation, Violation::NotThrown(_) | Violation::TooLethal(_) | Violation::ShotCharge(_))
    }
}

/// Whether a combatant may do this now.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    action.verb().may_be_done(fight, who)
}

/// Does it. A turn begins with its first act; a held action is used up by one that takes the Main action.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    if *action == Action::End && turn::is_over_already(cx, who) {
        cx.tell(Event::OverAlready(who));
        return Ok(());
    }
    let held = cx.combatant(who).state.hold.is_some();
    if turn::may_act_now(cx, who) {
        turn::begins(cx, who);
    }
    if held {
        cx.cite(Rule::Hold);
        cx.cite(Rule::HoldRemaining);
    }
    if disturbs(action) && cx.combatant(who).state.aim.is_some() {
        cx.cite(Rule::Unsuspecting);
        cx.change(Fact::AimIs { who, aim: None });
    }
    action.verb().done(cx, who)?;
    if held && cx.combatant(who).budget.left(Resource::Main) == 0 && cx.combatant(who).state.hold.is_some() {
        cx.change(Fact::HoldIs { who, hold: None, foe: None });
    }
    Ok(())
}

/// R49b: whether an act disturbs the minute before an execution.
fn disturbs(action: &Action) -> bool {
    use Action::{End, Execute, Run, Sheathe, TakeAim, Wield};
    !matches!(action, TakeAim(_) | Execute(_) | End | Run(_) | Wield(_) | Sheathe(_))
}

impl Action {
    /// R23: runs to a square.
    pub fn run_to(to: Square) -> Action {
        Action::Run(run::Run { to })
    }
}

type Typed = Vec<(String, String)>;

/// What is meant by a verb and its arguments as they were typed, where it is something else.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Typed)> {
    match action_space::meant::<Sovereign>(verb)? {
        "attack" => attack::meant_by(typed),
        _ => verbs::meant_by::<Sovereign>(verb, typed),
    }
}

/// The same, where the words name the one enemy for whom an action is held.
pub fn meant_by_them(
    fight: &FightState,
    who: CombatantId,
    verb: &str,
    typed: &[(String, String)],
) -> Option<(&'static str, Typed)> {
    let (meant, mut params) = meant_by(verb, typed)?;
    if meant == "hold" {
        params.extend(hold::foe_named(fight, who, typed).map(|foe| ("target".to_owned(), foe)));
    }
    Some((meant, params))
}

/// What an action can be filled in with.
#[derive(Clone, PartialEq)]
pub enum Part {
    /// A combatant.
    Who(CombatantId),
    /// A weapon to attack with.
    With(With),
    /// A square.
    To(Square),
    /// A word of the rules.
    Word(&'static str),
    /// A word of their own.
    Named(String),
    /// Weapons that a combatant has.
    Arms(Vec<u8>),
    /// Something that lies there.
    Lying(usize),
    /// A potion.
    Potion(usize),
}

impl Part {
    /// Its value as a menu gives it, and what it is called.
    pub fn value(&self, fight: &FightState, who: CombatantId) -> (ParamValue, String) {
        let name = |arm: &u8| weapon(fight, who, With::Weapon(*arm)).map_or_else(String::new, |it| it.name.clone());
        let name = match self {
            Part::Who(id) => return (ParamValue::Who(*id), fight.name(*id).to_owned()),
            Part::With(With::Unarmed) => "unarmed".to_owned(),
            Part::With(With::Weapon(arm)) => name(arm),
            Part::To(at) => fight.space.place_words(at),
            Part::Word(NEAREST) => return (ParamValue::Word(NEAREST.to_owned()), "nearest square".to_owned()),
            Part::Word(word) => (*word).to_owned(),
            Part::Named(word) => word.clone(),
            Part::Arms(arms) if arms.is_empty() => "nothing".to_owned(),
            Part::Arms(arms) => arms.iter().map(name).collect::<Vec<_>>().join(" and "),
            Part::Lying(index) => fight.system.lying.get(*index).map_or_else(String::new, |it| it.weapon.name.clone()),
            Part::Potion(index) => {
                fight.combatant(who).state.potions.get(*index).map_or_else(String::new, |it| it.0.clone())
            }
        };
        (ParamValue::Word(name.clone()), name)
    }
}

/// A charge, a screen or a throw that finds its own square.
const NEAREST: &str = "nearest";
/// Whom a combatant drags, hurls or lets go.
const HELD_PARAM: &str = "held";

/// The argument of most verbs: to whom it is done.
fn target(who: CombatantId) -> Argument<Part> {
    Argument::optional("target", "Who?", Part::Who(who))
}

/// With which weapon.
fn with(with: With) -> Argument<Part> {
    Argument::optional("with", "With what?", Part::With(with))
}

/// Which weapon, of those they have.
fn arm(arm: u8) -> Argument<Part> {
    Argument::optional("with", "Which one?", Part::Arms(vec![arm]))
}

/// A square that need not be named.
fn to_or_nearest(to: Option<Square>) -> Argument<Part> {
    Argument::optional("to", "Where to?", to.map_or(Part::Word(NEAREST), Part::To))
}

/// The one who is held.
fn held(who: CombatantId) -> Argument<Part> {
    Argument::optional(HELD_PARAM, "Who?", Part::Who(who))
}

/// The arguments with the one who is held under a name of their own, since nobody chooses them.
fn held_by_name(typed: &[(String, String)]) -> Typed {
    let named = |name: &String| if name == "target" { HELD_PARAM.to_owned() } else { name.clone() };
    typed.iter().map(|it| (named(&it.0), it.1.clone())).collect()
}

/// The living enemies a combatant knows of.
fn foes(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    let is_foe = move |foe: &CombatantId| {
        enemies(fight, who, *foe) && known(fight, who, *foe) && !fight.combatant(*foe).state.dead
    };
    fight.ids().filter(is_foe)
}

/// Everyone else a combatant knows of.
fn known_others(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    fight.ids().filter(move |it| *it != who && known(fight, who, *it))
}

/// Each of those enemies with each weapon that could be used against them.
fn struck_by(fight: &FightState, who: CombatantId) -> impl Iterator<Item = (CombatantId, With)> {
    foes(fight, who).flat_map(move |target| items::usable(fight, who).into_iter().map(move |with| (target, with)))
}

/// The weapons that a combatant has, by their numbers.
fn arms(fight: &FightState, who: CombatantId) -> std::ops::Range<u8> {
    0..fight.find(who).map_or(0, |it| it.state.arms.len() as u8)
}

/// Whether a combatant uses this without being told to: a weapon, or bare hands if they hold nothing that strikes or shoots.
fn usable_unasked(fight: &FightState, who: CombatantId, with: With) -> bool {
    let state = &fight.combatant(who).state;
    with != With::Unarmed || state.arms.is_empty() || state.in_hand.is_empty() || grappling(fight, who)
}

/// R12: whether a combatant may begin what is possible at any time.
fn at_any_time(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    Cost::FreeInstant.may_be_paid_now(fight, who)
}

/// Why a verb is not possible now; else what is worth knowing of it.
fn or_why_not(
    verb: &dyn FilledVerb<Sovereign>,
    fight: &FightState,
    who: CombatantId,
    note: impl FnOnce() -> String,
) -> String {
    verb.may_be_done(fight, who).map_or_else(|violation| violation.words(fight).0, |()| note())
}

/// Who gets an attack of opportunity.
fn draws(foes: &[CombatantId], fight: &FightState) -> String {
    let names: Vec<&str> = foes.iter().map(|it| fight.name(*it)).collect();
    if names.is_empty() { String::new() } else { format!("draws an attack from {}", names.join(", ")) }
}
