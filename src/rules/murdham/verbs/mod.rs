//! The verbs of a turn, one a file: what each is called and costs, what it asks for, when it may be done. What it does is its chapter's.

mod attack;
mod blast;
mod break_free;
mod calm;
mod chase;
mod contest;
mod disarm;
mod end;
mod equip;
mod flee;
mod free;
mod full_move;
mod grapple;
mod improvise;
pub(super) mod interact;
mod intimidate;
mod invoke;
mod let_go;
pub(super) mod moving;
mod pick_up;
mod put_down;
mod rage;
mod rally;
pub(super) mod say;
mod shove;
mod stunt;
mod surrender;
mod sway;
mod sweep;
mod taunt;
mod throw;
mod trample;
mod unequip;
mod use_item;
mod yield_first;

use super::{
    Combatant, Cx, Event, FightState, Flow, Manner, Murdham, Pace, Refusal, Rule, Violation, With,
    chapters::{
        bonus::{TEXT_MAX_CHARS, WORN},
        cost::{ActionKind, Cost, Takes, main_left, may_go_on},
        fear, hold, morale, turn,
    },
    model::{
        manner::{MANNERS, PACES, SPEEDS, Speed, word_of},
        powers,
        sheet::Item,
        state::{At, Gear, enemies},
        weapon_names,
    },
};
use crate::{
    engine::{
        CombatantId, Purpose, SideId,
        partial_action::ParamValue,
        space::{Space, zones::ZonePlace},
    },
    rules::{
        action_space::{self, Writing},
        names::{has_key, key},
        verbs::{self, Argument, FilledVerb, Verb, VerbEntry, VerbInfo, VerbKind, VerbOf, VerbSystem},
    },
};

verbs::verbs! { Murdham:
    attack::Attack(it) + grapple::Grapple + disarm::Disarm,
    stunt::Stunt(it),
    blast::Blast(it),
    shove::Shove(it),
    let_go::LetGo,
    break_free::BreakFree,
    free::Free(it),
    moving::Move(it),
    full_move::FullMove(it),
    sweep::Sweep(it),
    throw::Throw(it),
    trample::Trample,
    sway::Sway(it) + intimidate::Intimidate + taunt::Taunt,
    contest::Contest(it),
    invoke::Invoke(it),
    rally::Rally,
    rage::Rage,
    calm::Calm,
    equip::Equip(it),
    unequip::Unequip(it),
    use_item::Use(it),
    pick_up::PickUp(it),
    put_down::PutDown(it),
    interact::Interact(it),
    say::Say(it),
    improvise::Improvise(it),
    surrender::Surrender,
    flee::Flee,
    chase::Chase(it),
    yield_first::Yield(it),
    end::End,
}

impl VerbSystem for Murdham {
    type Cost = Cost;
    const ENTRIES: &'static [VerbEntry<Murdham>] = ENTRIES;
    const NOBODY_THERE: Violation = Violation::NobodyThere;
    const SELDOM: &'static [&'static str] = &["contest", "surrender", "flee", "chase"];

    fn may_begin(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
        may_go_on(fight, who)
    }
    fn can_pay(fight: &FightState, who: CombatantId, cost: Cost) -> Result<(), Violation> {
        cost.check(fight, who)
    }
    /// Broken morale, a net, and fear leave a combatant only a few actions; the entangled may break free, whatever they fear.
    fn decided(fight: &FightState, who: CombatantId, verb: &dyn FilledVerb<Murdham>) -> Option<Result<(), Violation>> {
        let cost = verb.costs(fight, who);
        if cost.kind == ActionKind::OutOfTurn {
            return None;
        }
        let may = || {
            morale::check(fight, who, cost.kind)?;
            hold::check_entangled(fight, who, cost.kind)?;
            if !hold::is_entangled(fight, who) {
                fear::check(fight, who, cost.kind)?;
            }
            cost.check(fight, who)
        };
        may().err().map(Err)
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
    fn is_never(violation: &Violation) -> bool {
        matches!(violation, Violation::NotThatWay(_))
    }
    fn is_closed(fight: &FightState, who: CombatantId, cost: Cost) -> bool {
        cost.takes == Takes::Main && main_left(fight, who).is_err()
    }
    /// `escape` is from a grip or a net if there is one, otherwise from the fight.
    fn resolve(fight: &FightState, who: CombatantId, typed: &str) -> Option<&'static str> {
        let from_what = || if hold::is_entangled(fight, who) { "break-free" } else { "flee" };
        has_key(typed, "escape").then(from_what)
    }
}

/// Whether a combatant may do this now.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    action.verb().may_be_done(fight, who)
}

/// Does it. The first thing a combatant does begins their turn.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    let verb = action.verb();
    let cost = verb.costs(cx, who);
    if cost.kind == ActionKind::OutOfTurn {
        return verb.done(cx, who);
    }
    let ends = cost.kind == ActionKind::End;
    if ends && turn::is_over_already(cx, who) {
        cx.tell(Event::OverAlready(who));
        return Ok(());
    }
    if cx.turns.active != Some(who) {
        turn::begin(cx, who);
        if ends {
            cx.cite(Rule::OneTurn);
            cx.tell(Event::Idle(who));
        }
    }
    hold::acts(cx, who, cost.kind);
    cost.spend(cx, who);
    verb.done(cx, who)?;
    hold::grips_end(cx);
    Ok(())
}

type Typed = Vec<(String, String)>;

/// What is meant by a verb and its arguments as they were typed, where it is something else: an attack whose `how` is a verb of its own,
/// a pace given as a verb, another word for an argument.
pub fn meant_by(verb: &str, typed: &[(String, String)]) -> Option<(&'static str, Typed)> {
    if let Some(manner) = attack::manner_named(verb) {
        let how = ("how".to_owned(), manner.to_owned());
        return Some((attack::Attack::INFO.name, typed.iter().cloned().chain([how]).collect()));
    }
    match action_space::meant::<Murdham>(verb)? {
        "attack" => attack::meant_by(typed),
        "full-move" => full_move::meant_by(verb, typed),
        _ => verbs::meant_by::<Murdham>(verb, typed),
    }
}

/// What an action can be filled in with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A combatant.
    Who(CombatantId),
    /// What a combatant strikes with.
    With(With),
    /// Something that is carried.
    Gear(u8),
    /// Something that lies about.
    Lying(u8),
    /// Something to use up.
    Item(Item),
    /// How an attack is made.
    Manner(Manner),
    /// How a combatant moves.
    Pace(Pace),
    /// A place.
    To(ZonePlace),
    /// A side.
    Side(SideId),
    /// Who is faster.
    Speed(Speed),
    /// At sight, else nearby.
    Sight(bool),
    /// One of a few words for how.
    Word(&'static str),
    /// The one who is held.
    Held(CombatantId),
    /// Where they are.
    Stay,
    /// A weapon of someone else.
    Theirs(CombatantId, u8),
    /// What is written.
    Text,
}

/// The one who is held, for players who don't name them.
const HELD: &str = "whom-you-hold";
/// Where they are, for players who name no place.
const STAY: &str = "stay";

impl Part {
    /// Its value as a menu gives it, and what it is called.
    pub fn value(&self, fight: &FightState, who: CombatantId) -> (ParamValue, String) {
        let called = |name: String| (ParamValue::Word(name.clone()), name);
        let name_of = |gear: &[Gear], index: u8| {
            let names: Vec<&str> = gear.iter().map(|it| it.weapon.name.as_str()).collect();
            numbered(&names, usize::from(index))
        };
        match *self {
            Part::Who(id) => (ParamValue::Who(id), fight.name(id).to_owned()),
            Part::With(With::Unarmed) => called("unarmed".to_owned()),
            Part::With(With::Both) => called("both weapons".to_owned()),
            Part::Gear(WORN) => called("armour".to_owned()),
            Part::With(with) if powers::on_scroll(fight, who, with).is_some() => {
                called(weapon_names::name_of(fight, who, with))
            }
            Part::With(With::Gear(index)) | Part::Gear(index) => {
                called(name_of(&fight.combatant(who).state.gear, index))
            }
            Part::Theirs(of, index) => called(name_of(&fight.combatant(of).state.gear, index)),
            Part::Lying(index) => {
                let names: Vec<&str> = fight.system.ground.iter().map(|it| it.gear.weapon.name.as_str()).collect();
                called(numbered(&names, usize::from(index)))
            }
            Part::Item(item) => called(item.name().to_owned()),
            Part::Manner(manner) => {
                let word = word_of(&MANNERS, manner);
                (ParamValue::Word(word.to_owned()), word.replace('-', " "))
            }
            Part::Sight(sight) => called(if sight { "sight" } else { "near" }.to_owned()),
            Part::Pace(pace) => called(word_of(&PACES, pace).to_owned()),
            Part::To(place) => called(fight.space.place_words(&place)),
            Part::Held(id) => (ParamValue::Word(HELD.to_owned()), fight.name(id).to_owned()),
            Part::Stay => called(STAY.to_owned()),
            Part::Word(word) => called(word.to_owned()),
            Part::Text => called(String::new()),
            Part::Speed(speed) => called(word_of(&SPEEDS, speed).to_owned()),
            Part::Side(side) => called(fight.side_name(side).to_owned()),
        }
    }
}

/// Things of the same name are told apart by their number.
fn numbered(names: &[&str], index: usize) -> String {
    let Some(name) = names.get(index) else { return String::new() };
    let earlier = names[..index].iter().filter(|it| key(it) == key(name)).count();
    if earlier == 0 { (*name).to_owned() } else { format!("{name} ({})", earlier + 1) }
}

/// Stands for a text that is not yet written.
const ANY_TEXT: &str = "\u{2026}";

/// To whom it is done.
fn target(who: CombatantId) -> Argument<Part> {
    Argument::optional("target", "Who?", Part::Who(who))
}

/// With which weapon.
fn with(with: With) -> Argument<Part> {
    Argument::optional("with", "With what?", Part::With(with))
}

/// Which of the things that they carry.
fn gear_argument(gear: u8) -> Argument<Part> {
    Argument::optional("with", "With what?", Part::Gear(gear))
}

/// How it is done.
fn how(part: Part) -> Argument<Part> {
    Argument::optional("how", "How?", part)
}

/// Where to.
fn to(place: ZonePlace) -> Argument<Part> {
    Argument::optional("to", "Where to?", Part::To(place))
}

/// What is written.
fn text(ask: &'static str, optional: bool) -> Argument<Part> {
    let writing = Some(Writing { ask, max_chars: TEXT_MAX_CHARS, optional });
    Argument { writing, ..Argument::new("text", "What?", Part::Text) }
}

/// The living enemies in sight.
fn foes(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    let side = fight.find(who).map(|it| it.side);
    let is_foe = move |it: &&Combatant| side.is_some_and(|side| it.side != side) && !it.state.dead;
    fight.in_sight().filter(is_foe).map(|it| it.id)
}

/// Everyone else a combatant knows of.
fn others(fight: &FightState, who: CombatantId) -> impl Iterator<Item = CombatantId> {
    fight.ids().filter(move |it| *it != who && fight.is_visible_to(*it, who))
}

/// What a combatant carries, by its numbers.
fn carried(fight: &FightState, who: CombatantId) -> impl Iterator<Item = u8> {
    let gear = fight.find(who).into_iter().flat_map(|it| (0u8..).zip(it.state.gear.iter()));
    gear.filter(|it| it.1.at != At::Gone).map(|it| it.0)
}

/// R9: the armour and the helmet that a combatant wears.
fn worn(fight: &FightState, who: CombatantId) -> Option<u8> {
    let it = fight.find(who)?;
    (it.state.armour.is_worn() || it.state.helmet).then_some(WORN)
}

/// What is worth knowing of an action, and why it is not possible now.
fn note_with(mut notes: Vec<String>, verb: &dyn FilledVerb<Murdham>, fight: &FightState, who: CombatantId) -> String {
    notes.extend(verb.may_be_done(fight, who).err().map(|it| it.words(fight).0));
    notes.join("; ")
}
