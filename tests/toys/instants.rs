//! A toy system with instants: whole sides take turns, a d20 is rolled in the open, and much can still happen after that. It has parries
//! with a riposte inside them, friends to hide behind, windows in which anyone can snap or step in, conditional orders, declared triggers
//! that are kept, a chess clock if the table wants one, and no space at all.
//!
//! [`Build`] changes the rules under a fight in progress, as a new release would.
//!
//! Long because: it is a whole rule system, and is read from top to bottom as one.

use serde::{Deserialize, Serialize};
use std::cell::Cell;
use umpire::engine::{
    Addressee, BetweenFights, Budget, ByHand, Candidate, Citable, Citation, ClockOn, Combatant, CombatantId, Cx,
    FightState, Flow, Menus, NamedValues, Overview, Param, ParamValue, PartialAction, Refill, Refusal, Ruleset,
    RulesetTypes, SideId, Stage, TableFact, Transition, TurnClock, TurnOrder, VerbView, Wording,
    procedure::{Ask, combatant_of},
    roll::{Keep, Roll, Target},
    space::Space,
    view::{Audience, Details, Line, Mark, Vital},
};

/// Which release of the toy decides. Only divergence tests change it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Build {
    Shipped,
    /// Attacks roll a d12.
    OtherDie,
    /// Attacks can't be parried any more.
    NoParry,
    /// The main action costs two.
    OtherFacts,
    /// Nobody is asked about an attack.
    AsksNobody,
    /// Attacks are forbidden once they have begun.
    Refuses,
    /// Attacks roll nothing and ask at once.
    NoDie,
}

thread_local! {
    static BUILD: Cell<Build> = const { Cell::new(Build::Shipped) };
}

/// Runs `body` as if in another release.
pub fn with_build<T>(build: Build, body: impl FnOnce() -> T) -> T {
    let before = BUILD.replace(build);
    let result = body();
    BUILD.set(before);
    result
}

fn build() -> Build {
    BUILD.get()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Duel;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub hp: i32,
    pub armour: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub hp: i32,
    pub braced: bool,
    /// A declared trigger: snap at whoever shoots next.
    pub watching: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// A chess clock for each side's step.
    pub clock_ms: Option<i64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    Attack(CombatantId),
    Shoot(CombatantId),
    /// Everyone else decides at once, unseen; then the fire.
    Blast,
    /// "I snap at whoever shoots next."
    Watch,
    Hide,
    Wait,
    /// Everyone who comes along needs permission: a question inside a window.
    Rally,
    /// Two questions to the GM at once.
    Appeal,
    /// Notes what is left of the clock, then asks the next in line.
    Tally,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    Blow { by: CombatantId, on: CombatantId, total: i32 },
    Shelter { of: CombatantId },
    Blast { by: CombatantId },
    Shot { by: CombatantId, on: CombatantId, total: i32 },
    Trigger { by: CombatantId },
    Rally { by: CombatantId },
    Grant { to: CombatantId },
    Appeal { number: u8 },
    Tally,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Choice {
    TakeIt,
    Parry,
    HideBehind(CombatantId),
    Agree,
    Brace,
    Snap(CombatantId),
    StepIn,
    Uphold(u8),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum StandingOrder {
    /// Take it, whatever it is.
    NeverAsk,
    AlwaysParry,
    /// Brace, but only if it turns the shot into a miss.
    BraceIfItSaves,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Note {
    Hurt { who: CombatantId, by: i32 },
    Braced(CombatantId),
    Watches { who: CombatantId, on: bool },
    Unbraced,
    Heartened(CombatantId),
    Upheld(u8),
    Tallied(i64),
}

/// State of the fight as a whole.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemState {
    pub upheld: Vec<u8>,
    pub tallied_ms: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    Attack,
    Parry,
    Blast,
    Snap,
    Damage,
}

impl Citable for Rule {
    fn citation(&self) -> Citation {
        let (number, title, sentence) = match self {
            Rule::Attack => ("T1", "Attack", "Roll d20; armour or more hits."),
            Rule::Parry => ("T2", "Parry", "Roll d20; the attacker's number or more turns it back."),
            Rule::Blast => ("T3", "Blast", "Everybody decides at once; bracing halves it."),
            Rule::Snap => ("T4", "Snap", "Whoever has a main action left may snap at the shooter."),
            Rule::Damage => ("T5", "Damage", "A d6."),
        };
        Citation { number, title, sentence, ruling: false }
    }
    fn all() -> Vec<Rule> {
        vec![Rule::Attack, Rule::Parry, Rule::Blast, Rule::Snap, Rule::Damage]
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Violation {
    MainSpent,
    NotYourStep,
    Down,
    NotThere,
    Changed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    Main,
}

/// No space at all: everyone is near everyone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nowhere;

/// The only place there is. (Not `()`, because JSON can't distinguish `Some` from `None` for it.)
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Here(pub u8);

impl Space for Nowhere {
    type Place = Here;
    fn distance(&self, _: &Here, _: &Here) -> Option<u32> {
        Some(0)
    }
    fn place_words(&self, _: &Here) -> String {
        "here".to_owned()
    }
    fn place_named(&self, _: &str) -> Option<Here> {
        Some(Here(0))
    }
    fn places(&self) -> Vec<Here> {
        vec![Here(0)]
    }
}

type Duelling<'a> = Cx<'a, Duel>;

fn standing(it: &Combatant<Duel>) -> bool {
    it.state.hp > 0
}

fn free(it: &Combatant<Duel>) -> bool {
    standing(it) && it.budget.left(Resource::Main) > 0
}

/// Braced: two harder to hit, even after the roll.
fn hits(fight: &FightState<Duel>, total: i32, on: CombatantId) -> bool {
    let on = fight.combatant(on);
    total >= on.sheet.armour + 2 * i32::from(on.state.braced)
}

fn spend(cx: &mut Duelling<'_>, who: CombatantId) {
    let amount = if build() == Build::OtherFacts { 2 } else { 1 };
    cx.apply(TableFact::Took { who, from: Resource::Main, amount });
}

/// T5 Damage.
fn harm(cx: &mut Duelling<'_>, on: CombatantId) {
    let die = cx.plain_die(6);
    let roll = cx.rolled(Roll::total(None, Rule::Damage, "damage", vec![die], Keep::All, vec![]));
    cx.note(Note::Hurt { who: on, by: roll.total });
}

fn to_hit(cx: &mut Duelling<'_>, by: CombatantId, on: CombatantId, rule: Rule) -> i32 {
    if build() == Build::NoDie {
        return 20;
    }
    let die = cx.plain_die(if build() == Build::OtherDie { 12 } else { 20 });
    let number = cx.combatant(on).sheet.armour;
    let roll = Roll::total(Some(by), rule, "to hit", vec![die], Keep::All, vec![]);
    cx.rolled(roll.against(Target::AtLeast { name: "armour".to_owned(), number })).total
}

/// T1 Attack, T2 Parry. Roll d20. A hit can be parried, or handed to someone who agrees.
fn attack(cx: &mut Duelling<'_>, by: CombatantId, target: CombatantId) -> Flow<Duel> {
    let total = to_hit(cx, by, target, Rule::Attack);
    let answer = cx.ask(Addressee::Combatant(target), Question::Blow { by, on: target, total }, |fight| {
        let mut offers = vec![Choice::TakeIt];
        let defender = fight.combatant(target);
        if hits(fight, total, target) && free(defender) && build() != Build::AsksNobody {
            if build() != Build::NoParry {
                offers.push(Choice::Parry);
            }
            let friends = fight.members(defender.side).filter(|it| it.id != by && it.id != target && standing(it));
            offers.extend(friends.map(|it| Choice::HideBehind(it.id)));
        }
        offers
    })?;
    if build() == Build::Refuses {
        return cx.refuse(Violation::Changed);
    }
    if !hits(cx.fight(), total, target) {
        return Ok(());
    }
    let victim = match answer {
        Choice::Parry => {
            spend(cx, target);
            cx.cite(Rule::Parry);
            let die = cx.plain_die(20);
            let roll = Roll::total(Some(target), Rule::Parry, "parry", vec![die], Keep::All, vec![]);
            if cx.rolled(roll.against(Target::AtLeast { name: "the blow".to_owned(), number: total })).passed() {
                return attack(cx, target, by); // a riposte, inside the unfinished attack
            }
            target
        }
        Choice::HideBehind(friend) => {
            spend(cx, target);
            let shelter = Question::Shelter { of: target };
            match cx.ask(Addressee::Combatant(friend), shelter, |_| vec![Choice::TakeIt, Choice::Agree])? {
                Choice::Agree => friend,
                _ => target,
            }
        }
        _ => target,
    };
    harm(cx, victim);
    Ok(())
}

/// T3 Blast. Everyone else who stands decides at once, unseen; bracing halves it, rounded down.
fn blast(cx: &mut Duelling<'_>, by: CombatantId) -> Flow<Duel> {
    let targets: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.id != by && standing(it)).map(|it| it.id).collect();
    let ask = |&it: &CombatantId| Ask {
        to: Addressee::Combatant(it),
        question: Question::Blast { by },
        offers: vec![Choice::TakeIt, Choice::Brace],
    };
    let answers = cx.ask_all(targets.iter().map(ask).collect())?;
    let die = cx.plain_die(6);
    let damage = cx.rolled(Roll::total(Some(by), Rule::Blast, "fire", vec![die], Keep::All, vec![])).total;
    for (&who, answer) in targets.iter().zip(answers) {
        let by = if answer == Choice::Brace { damage / 2 } else { damage };
        cx.note(Note::Hurt { who, by });
    }
    Ok(())
}

struct Shot {
    by: CombatantId,
    target: CombatantId,
    total: i32,
}

impl Shot {
    fn lands(&self, fight: &FightState<Duel>) -> bool {
        standing(fight.combatant(self.by)) && hits(fight, self.total, self.target)
    }

    fn asks(&self, fight: &FightState<Duel>) -> Vec<Ask<Duel>> {
        if !self.lands(fight) {
            return vec![];
        }
        let others = fight.combatants.iter().filter(|it| it.id != self.by && free(it));
        others
            .map(|it| Ask {
                to: Addressee::Combatant(it.id),
                question: Question::Shot { by: self.by, on: self.target, total: self.total },
                offers: vec![
                    Choice::TakeIt,
                    Choice::Snap(self.by),
                    if it.id == self.target { Choice::Brace } else { Choice::StepIn },
                ],
            })
            .collect()
    }
}

/// T1 Attack, T4 Snap. Those who watch for it can snap before the die is rolled. Between hit and damage, anyone with their main action left
/// can brace, snap at the shooter, or step in the way. A felled shooter does no damage.
fn shoot(cx: &mut Duelling<'_>, by: CombatantId, target: CombatantId) -> Flow<Duel> {
    let watchers: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.id != by && standing(it) && it.state.watching).map(|it| it.id).collect();
    for watcher in watchers {
        let to = Addressee::Combatant(watcher);
        let fire = cx.ask(to, Question::Trigger { by }, |_| vec![Choice::TakeIt, Choice::Snap(by)])?;
        if let Choice::Snap(at) = fire {
            cx.note(Note::Watches { who: watcher, on: false });
            cx.cite(Rule::Snap);
            harm(cx, at);
        }
        if !standing(cx.combatant(by)) {
            return Ok(());
        }
    }
    let mut shot = Shot { by, target, total: to_hit(cx, by, target, Rule::Attack) };
    cx.window(
        &mut shot,
        |fight, shot| shot.asks(fight),
        |cx, shot, to, choice| match choice {
            Choice::StepIn => {
                spend(cx, combatant_of(to));
                shot.target = combatant_of(to); // the procedure's own local, within reach of an interruption
                Ok(())
            }
            _ => Duel::instant(cx, combatant_of(to), choice),
        },
    )?;
    if shot.lands(cx.fight()) {
        harm(cx, shot.target);
    }
    Ok(())
}

/// Everyone else can come along if whoever rallies agrees; those who do gain one.
fn rally(cx: &mut Duelling<'_>, by: CombatantId) -> Flow<Duel> {
    let mut came: Vec<CombatantId> = vec![];
    cx.window(
        &mut came,
        |fight, came| {
            let others = fight.combatants.iter().filter(|it| it.id != by && standing(it) && !came.contains(&it.id));
            let ask = |it: &Combatant<Duel>| Ask {
                to: Addressee::Combatant(it.id),
                question: Question::Rally { by },
                offers: vec![Choice::TakeIt, Choice::Agree],
            };
            others.map(|it| ask(it)).collect()
        },
        |cx, came, to, _| {
            let who = combatant_of(to);
            came.push(who);
            let grant = Question::Grant { to: who };
            if cx.ask(Addressee::Combatant(by), grant, |_| vec![Choice::TakeIt, Choice::Agree])? == Choice::Agree {
                cx.note(Note::Heartened(who));
            }
            Ok(())
        },
    )
}

/// The GM rules on two things, in any order.
fn appeal(cx: &mut Duelling<'_>) -> Flow<Duel> {
    let mut ruled: Vec<u8> = vec![];
    cx.window(
        &mut ruled,
        |_, ruled| {
            let open = [1, 2].into_iter().filter(|it| !ruled.contains(it));
            let ask = |number| Ask {
                to: Addressee::Gm,
                question: Question::Appeal { number },
                offers: vec![Choice::TakeIt, Choice::Uphold(number)],
            };
            open.map(ask).collect()
        },
        |cx, ruled, _, choice| {
            if let Choice::Uphold(number) = choice {
                ruled.push(*number);
                cx.note(Note::Upheld(*number));
            }
            Ok(())
        },
    )
}

fn tally(cx: &mut Duelling<'_>, by: CombatantId) -> Flow<Duel> {
    let left_ms = cx.clock.map_or(0, |it| it.left_ms);
    cx.note(Note::Tallied(left_ms));
    let Some(next) = cx.combatants.iter().find(|it| it.id != by && standing(it)).map(|it| it.id) else { return Ok(()) };
    cx.ask(Addressee::Combatant(next), Question::Tally, |_| vec![Choice::TakeIt, Choice::Agree])?;
    Ok(())
}

/// Gives the step to the next side, or ends the circle.
fn next_side(cx: &mut Duelling<'_>, after: SideId) {
    let TurnOrder::Sides { order, .. } = cx.turns.order.clone() else { return };
    let at = order.iter().position(|it| *it == after).map_or(order.len(), |it| it + 1);
    let clock = order.get(at).copied();
    cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at }));
    wind_clock(cx, clock);
}

fn wind_clock(cx: &mut Duelling<'_>, side: Option<SideId>) {
    let Some(left_ms) = cx.options.clock_ms else { return };
    cx.apply(TableFact::ClockSet(side.map(|side| TurnClock { on: ClockOn::Side(side), left_ms })));
}

fn targets(fight: &FightState<Duel>, who: CombatantId) -> Vec<CombatantId> {
    let side = fight.combatant(who).side;
    let seen = |it: &Combatant<Duel>| it.id != who && standing(it) && (!it.hidden || it.side == side);
    fight.combatants.iter().filter(|it| seen(it)).map(|it| it.id).collect()
}

impl RulesetTypes for Duel {
    type Sheet = Sheet;
    type State = State;
    type SystemState = SystemState;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Choice = Choice;
    type StandingOrder = StandingOrder;
    type Fact = Note;
    type Event = super::NoEvent;
    type Rule = Rule;
    type Violation = Violation;
    type Condition = ();
    type Resource = Resource;
    type Phase = ();
    type Space = Nowhere;
}

impl Ruleset for Duel {
    const NAME: &'static str = "duel";

    fn transition(cx: &mut Duelling<'_>, transition: &Transition<Duel>) -> Flow<Duel> {
        match transition {
            Transition::FightBegins => cx.apply(TableFact::StageSet(Stage::Fighting)),
            Transition::RoundBegins => {
                let round = cx.turns.round + 1;
                cx.apply(TableFact::RoundBegan(round));
                cx.note(Note::Unbraced);
                for who in cx.ids().collect::<Vec<_>>() {
                    cx.apply(TableFact::Refilled { who, when: Refill::Round });
                }
                let order: Vec<SideId> = cx.sides.iter().map(|it| it.id).collect();
                let first = order.first().copied();
                cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at: 0 }));
                wind_clock(cx, first);
            }
            Transition::RoundEnds => cx.apply(TableFact::OrderSet(TurnOrder::Open)),
            Transition::Passes(side) | Transition::ClockRanOut(ClockOn::Side(side)) => next_side(cx, *side),
            Transition::FightEnds => {
                cx.apply(TableFact::ClockSet(None));
                cx.apply(TableFact::StageSet(Stage::Over));
            }
            _ => {}
        }
        Ok(())
    }

    fn due(fight: &FightState<Duel>) -> Option<Transition<Duel>> {
        let up = |side: SideId| fight.members(side).any(standing);
        if fight.sides.iter().filter(|it| up(it.id)).count() < 2 || fight.turns.round > 40 {
            return Some(Transition::FightEnds);
        }
        match (&fight.turns.order, fight.turns.side_up()) {
            (TurnOrder::Sides { .. }, Some(side)) if fight.members(side).any(free) => None,
            (TurnOrder::Sides { .. }, Some(side)) => Some(Transition::Passes(side)),
            (TurnOrder::Sides { .. }, None) => Some(Transition::RoundEnds),
            _ => Some(Transition::RoundBegins),
        }
    }

    fn check(fight: &FightState<Duel>, who: CombatantId, action: &Action) -> Result<(), Refusal<Duel>> {
        let it = fight.combatant(who);
        let violation = |violation| Err(Refusal::Violation(violation));
        if !standing(it) {
            return violation(Violation::Down);
        }
        if !free(it) {
            return violation(Violation::MainSpent);
        }
        if fight.turns.side_up() != Some(it.side) {
            return violation(Violation::NotYourStep);
        }
        match action {
            Action::Attack(target) | Action::Shoot(target) if !targets(fight, who).contains(target) => {
                violation(Violation::NotThere)
            }
            _ => Ok(()),
        }
    }

    fn check_pass(fight: &FightState<Duel>, side: SideId) -> Result<(), Refusal<Duel>> {
        if fight.turns.side_up() == Some(side) { Ok(()) } else { Err(Refusal::Violation(Violation::NotYourStep)) }
    }

    fn may_act(fight: &FightState<Duel>) -> Vec<CombatantId> {
        let Some(side) = fight.turns.side_up() else { return vec![] };
        fight.members(side).filter(|it| free(it)).map(|it| it.id).collect()
    }

    fn perform(cx: &mut Duelling<'_>, who: CombatantId, action: &Action) -> Flow<Duel> {
        cx.apply(TableFact::TurnBegan(who));
        spend(cx, who);
        match action {
            Action::Attack(target) => attack(cx, who, *target)?,
            Action::Shoot(target) => shoot(cx, who, *target)?,
            Action::Blast => blast(cx, who)?,
            Action::Watch => cx.note(Note::Watches { who, on: true }),
            Action::Hide => cx.apply(TableFact::Hid { who, hidden: true }),
            Action::Wait => {}
            Action::Rally => rally(cx, who)?,
            Action::Appeal => appeal(cx)?,
            Action::Tally => tally(cx, who)?,
        }
        cx.apply(TableFact::TurnEnded(who));
        Ok(())
    }

    fn instants(fight: &FightState<Duel>, who: CombatantId) -> Vec<Choice> {
        let may = fight.find(who).is_some_and(|it| free(it) && !it.state.braced);
        if may { vec![Choice::Brace] } else { vec![] }
    }

    fn instant(cx: &mut Duelling<'_>, who: CombatantId, choice: &Choice) -> Flow<Duel> {
        spend(cx, who);
        match choice {
            Choice::Snap(at) => {
                cx.cite(Rule::Snap);
                harm(cx, *at);
            }
            _ => cx.note(Note::Braced(who)),
        }
        Ok(())
    }

    fn obey(
        fight: &FightState<Duel>,
        who: CombatantId,
        order: &StandingOrder,
        question: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        let wanted = match (order, question) {
            (StandingOrder::NeverAsk, _) => Choice::TakeIt,
            (StandingOrder::AlwaysParry, Question::Blow { .. }) => Choice::Parry,
            (StandingOrder::BraceIfItSaves, Question::Shot { on, total, .. }) if *on == who => {
                let it = fight.combatant(who);
                let saves = !it.state.braced && *total < it.sheet.armour + 2;
                if !saves {
                    return None;
                }
                Choice::Brace
            }
            _ => return None,
        };
        offers.iter().position(|it| *it == wanted)
    }

    fn evolve(fight: &mut FightState<Duel>, fact: &Note) {
        match fact {
            Note::Hurt { who, by } => {
                if let Some(state) = fight.state_mut(*who) {
                    state.hp = state.hp.saturating_sub(*by);
                }
            }
            Note::Braced(who) => {
                if let Some(state) = fight.state_mut(*who) {
                    state.braced = true;
                }
            }
            Note::Watches { who, on } => {
                if let Some(state) = fight.state_mut(*who) {
                    state.watching = *on;
                }
            }
            Note::Heartened(who) => {
                if let Some(state) = fight.state_mut(*who) {
                    state.hp = state.hp.saturating_add(1);
                }
            }
            Note::Upheld(number) => fight.system.upheld.push(*number),
            Note::Tallied(left_ms) => fight.system.tallied_ms = *left_ms,
            Note::Unbraced => {
                let everybody: Vec<CombatantId> = fight.ids().collect();
                for who in everybody {
                    if let Some(state) = fight.state_mut(who) {
                        state.braced = false;
                    }
                }
            }
        }
    }
}

impl Menus for Duel {
    fn verbs(fight: &FightState<Duel>, who: CombatantId) -> Vec<VerbView> {
        if Duel::check(fight, who, &Action::Wait).is_err() {
            return vec![];
        }
        let verb = |name, label| VerbView { name, label, cost: "main", blurb: "" };
        let plain = ["blast", "watch", "hide", "wait", "rally", "appeal", "tally"];
        let mut verbs: Vec<VerbView> = plain.into_iter().map(|it| verb(it, it)).collect();
        if !targets(fight, who).is_empty() {
            verbs.extend([verb("attack", "Attack"), verb("shoot", "Shoot")]);
        }
        verbs
    }

    fn options(
        fight: &FightState<Duel>,
        who: CombatantId,
        so_far: &PartialAction,
    ) -> Result<Param<Action>, Refusal<Duel>> {
        let aimed = |action: fn(CombatantId) -> Action| match so_far.who("target") {
            Some(target) => Param::Done(action(target)),
            None => {
                let candidate = |id: CombatantId| Candidate {
                    fill: ParamValue::Who(id),
                    label: fight.name(id).to_owned(),
                    note: String::new(),
                    group: "",
                    needs_more: false,
                    never: false,
                };
                let candidates = targets(fight, who).into_iter().map(candidate).collect();
                Param::Choose { name: "target", ask: "Whom?", candidates, unavailable: vec![], default: None }
            }
        };
        Ok(match so_far.verb.as_str() {
            "attack" => aimed(Action::Attack),
            "shoot" => aimed(Action::Shoot),
            "blast" => Param::Done(Action::Blast),
            "watch" => Param::Done(Action::Watch),
            "hide" => Param::Done(Action::Hide),
            "rally" => Param::Done(Action::Rally),
            "appeal" => Param::Done(Action::Appeal),
            "tally" => Param::Done(Action::Tally),
            _ => Param::Done(Action::Wait),
        })
    }
}

impl Wording for Duel {
    fn story_lines(fight: &FightState<Duel>, records: &[umpire::engine::Record<Duel>]) -> Vec<Line> {
        use umpire::engine::Record;
        let about = |who: CombatantId, line: Line| match fight.find(who) {
            Some(it) if it.hidden => Line { audience: Audience::Side(it.side), ..line },
            _ => line,
        };
        let told = records.iter().filter_map(|record| match record {
            Record::Rolled(roll) => {
                let line = Line::open(roll.what.clone()).rolled(fight, roll);
                Some(roll.who.map_or(line.clone(), |who| about(who, line)))
            }
            Record::Fact(TableFact::System(Note::Hurt { who, by })) => {
                Some(about(*who, Line::open(format!("{} loses {by}.", fight.name(*who)))))
            }
            Record::Fact(TableFact::Hid { who, .. }) => {
                Some(about(*who, Line::open(format!("{} is out of sight.", fight.name(*who)))))
            }
            _ => None,
        });
        told.collect()
    }

    fn ask_words(fight: &FightState<Duel>, to: Addressee, question: &Question) -> String {
        let to = match to {
            Addressee::Combatant(id) => fight.name(id).to_owned(),
            Addressee::Side(side) => fight.side_name(side).to_owned(),
            Addressee::Gm => "the GM".to_owned(),
        };
        match question {
            Question::Blow { by, total, .. } => format!("{to}: {} hits with {total}.", fight.name(*by)),
            Question::Shelter { of } => format!("{to}: {} wants to hide behind you.", fight.name(*of)),
            Question::Blast { by } => format!("{to}: {} calls down fire.", fight.name(*by)),
            Question::Shot { by, on, total } => {
                format!("{to}: {} shoots at {} with {total}.", fight.name(*by), fight.name(*on))
            }
            Question::Trigger { by } => format!("{to}: {} is about to shoot.", fight.name(*by)),
            Question::Rally { by } => format!("{to}: {} calls.", fight.name(*by)),
            Question::Grant { to: who } => format!("{to}: {} comes along.", fight.name(*who)),
            Question::Appeal { number } => format!("{to}: appeal {number}."),
            Question::Tally => format!("{to}: well?"),
        }
    }

    fn choice_words(fight: &FightState<Duel>, _: &Question, choice: &Choice) -> String {
        match choice {
            Choice::TakeIt => "Take it".to_owned(),
            Choice::Parry => "Parry".to_owned(),
            Choice::HideBehind(who) => format!("Hide behind {}", fight.name(*who)),
            Choice::Agree => "Agree".to_owned(),
            Choice::Brace => "Brace".to_owned(),
            Choice::Snap(at) => format!("Snap at {}", fight.name(*at)),
            Choice::StepIn => "Step in".to_owned(),
            Choice::Uphold(number) => format!("Uphold {number}"),
        }
    }

    fn order_words(order: &StandingOrder) -> String {
        format!("{order:?}")
    }

    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        vec![
            ("never ask", StandingOrder::NeverAsk),
            ("parry", StandingOrder::AlwaysParry),
            ("brace", StandingOrder::BraceIfItSaves),
        ]
    }

    fn violation_words(_: &FightState<Duel>, violation: &Violation) -> (String, Option<Rule>) {
        (format!("{violation:?}"), None)
    }

    fn phase_words((): ()) -> String {
        String::new()
    }

    fn condition_words((): &()) -> String {
        String::new()
    }
}

impl Overview for Duel {
    fn vitals(_: &FightState<Duel>, of: &Combatant<Duel>) -> Vec<Vital> {
        let word = if of.state.hp < of.sheet.hp { "hurt" } else { "well" };
        vec![Vital { name: "health", exact: format!("{}/{}", of.state.hp, of.sheet.hp), word: Some(word) }]
    }

    fn standing(_: &FightState<Duel>, of: &Combatant<Duel>) -> (Mark, String) {
        match (standing(of), free(of)) {
            (false, _) => (Mark::Down, "down".to_owned()),
            (true, true) => (Mark::Ready, "ready".to_owned()),
            (true, false) => (Mark::Spent, "acted".to_owned()),
        }
    }

    fn details(fight: &FightState<Duel>) -> Details {
        let ready: Vec<&str> = Duel::may_act(fight).into_iter().map(|it| fight.name(it)).collect();
        Details { whose: format!("Next: {}", ready.join(", ")), ..Details::default() }
    }
}

impl NamedValues for Duel {
    fn condition_named(_: &str) -> Option<()> {
        None
    }

    fn read(fight: &FightState<Duel>, who: CombatantId, name: &str) -> Option<String> {
        (name == "hp").then(|| fight.find(who).map(|it| it.state.hp.to_string()))?
    }

    fn set(
        fight: &FightState<Duel>,
        who: CombatantId,
        name: &str,
        value: &str,
    ) -> Result<Vec<TableFact<Duel>>, String> {
        let it = fight.find(who).ok_or("nobody")?;
        let to: i32 = value.parse().map_err(|_| "a number")?;
        match name {
            "hp" => Ok(vec![TableFact::System(Note::Hurt { who, by: it.state.hp - to })]),
            _ => Err("hp".to_owned()),
        }
    }

    fn sheet(fields: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
        let number = |name: &str, otherwise| {
            fields
                .iter()
                .find(|it| it.0 == name)
                .map_or(Ok(otherwise), |it| it.1.parse().map_err(|_| vec![(name.to_owned(), "a number".to_owned())]))
        };
        Ok(Sheet { hp: number("hp", 10)?, armour: number("armour", 12)? })
    }

    fn sheet_fields(sheet: &Sheet) -> Vec<(String, String)> {
        vec![("hp".to_owned(), sheet.hp.to_string()), ("armour".to_owned(), sheet.armour.to_string())]
    }

    fn templates() -> Vec<(String, Sheet)> {
        vec![("Duellist".to_owned(), Sheet { hp: 10, armour: 12 })]
    }

    fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
        match name {
            "clock" => options.clock_ms = Some(value.parse().map_err(|_| "milliseconds")?),
            _ => return Err("clock".to_owned()),
        }
        Ok(())
    }

    fn option_fields(options: &Options) -> Vec<(String, String)> {
        options.clock_ms.iter().map(|it| ("clock".to_owned(), it.to_string())).collect()
    }

    fn board(_: &Nowhere, _: &[(String, String)]) -> Result<Nowhere, String> {
        Ok(Nowhere)
    }
}

impl BetweenFights for Duel {
    fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
        let state = State { hp: sheet.hp, braced: false, watching: false };
        (state, Budget::new([(Resource::Main, 1, Refill::Round)]))
    }
}

impl ByHand for Duel {}
