//! A toy system with cards: cards are drawn every round, each card is a slot, quick people hold several and a gang shares one. It has
//! phases, a side that's asked whether to redraw, questions answered unseen by many, conditions with every kind of end, resources with
//! every kind of refill, dice that only the GM sees, and a square grid with walls and rough ground.
//!
//! Long because: it is a whole rule system, and is read from top to bottom as one.

use serde::{Deserialize, Serialize};
use umpire::engine::{
    Addressee, BetweenFights, Budget, ByHand, Candidate, Citable, Citation, Combatant, CombatantId, Cx, Die, Ends,
    FightState, Flow, Held, Menus, Moment, NamedValues, Overview, Param, ParamValue, PartialAction, Record, Refill,
    Refusal, Ruleset, RulesetTypes, SideId, Stage, TableFact, Transition, TurnOrder, VerbView, Wording,
    procedure::Ask,
    roll::{Keep, Roll, Target},
    space::{
        Space,
        grid::{Grid, Square},
    },
    turns::Listing,
    view::{Details, Line, Mark, Vital},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cards;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub grit: i32,
    /// The number of cards they hold.
    pub cards: u8,
    /// Members of one side with the same number above 0 share their slots.
    pub gang: u8,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub grit: i32,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// In the first round the first side acts alone before everyone else.
    pub ambush: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Action {
    Walk(Square),
    Strike(CombatantId),
    Grip(CombatantId),
    LetGo,
    /// A secret die decides.
    Daze(CombatantId),
    /// Every foe decides at once, unseen, whether to flinch.
    Shout,
    Aim,
    Drink,
    Done,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    DrawAgain {
        best: u16,
    },
    Flinch {
        by: CombatantId,
    },
    /// The GM says whether the daze is fair.
    Fair {
        by: CombatantId,
        on: CombatantId,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    Keep,
    Draw,
    Stand,
    Flinch,
    Allow,
    Forbid,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandingOrder {
    AlwaysStand,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Note {
    Lost { who: CombatantId, by: i32 },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// Until the end of the round: can't strike.
    Cowed,
    /// Until the next turn of the combatant who dazed them: can't step.
    Dazed,
    /// Until the end of their own turn: strikes harder.
    Aiming,
    /// While the other holds on: can't step.
    Gripped,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    /// Refilled every turn.
    Steps,
    /// Refilled every round.
    Arm,
    /// Not refilled in this fight.
    Flask,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    Ambush,
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Rule {
    Draw,
    Strike,
    Daze,
    Shout,
}

impl Citable for Rule {
    fn citation(&self) -> Citation {
        let (number, title, sentence) = match self {
            Rule::Draw => ("C1", "Draw", "A d12 for every slot, highest first."),
            Rule::Strike => ("C2", "Strike", "A d4, one more when aiming."),
            Rule::Daze => ("C3", "Daze", "A d6 that only the GM sees; 3 or more dazes."),
            Rule::Shout => ("C4", "Shout", "Foes flinch, or stand and may lose one."),
        };
        Citation { number, title, sentence, ruling: false }
    }
    fn all() -> Vec<Rule> {
        vec![Rule::Draw, Rule::Strike, Rule::Daze, Rule::Shout]
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Violation {
    NotYourSlot,
    TooFar,
    NothingLeft,
    Cowed,
    Held,
    NotThere,
}

type Dealing<'a> = Cx<'a, Cards>;

fn standing(it: &Combatant<Cards>) -> bool {
    it.state.grit > 0
}

/// Whether the phase lets this side act.
fn phase_lets(fight: &FightState<Cards>, side: SideId) -> bool {
    fight.turns.phase != Some(Phase::Ambush) || fight.sides.first().is_some_and(|it| it.id == side)
}

fn eligible(fight: &FightState<Cards>, who: CombatantId) -> bool {
    let lets = |it: &Combatant<Cards>| standing(it) && phase_lets(fight, it.side) && !fight.turns.is_spent(who);
    fight.find(who).is_some_and(lets)
}

/// The combatants who can act in the current slot.
fn up(fight: &FightState<Cards>) -> Vec<CombatantId> {
    let owners = fight.turns.slot_up().map_or(&[][..], |it| &it.owners);
    match fight.turns.active {
        Some(active) if owners.contains(&active) && eligible(fight, active) => vec![active],
        _ => owners.iter().copied().filter(|it| eligible(fight, *it)).collect(),
    }
}

/// The first slot from this one on with a combatant who can act, or the one past the last.
fn next_slot(fight: &FightState<Cards>, from: usize) -> usize {
    let TurnOrder::Listed { slots, .. } = &fight.turns.order else { return 0 };
    let anybody = |slot: &Listing| {
        slot.owners.iter().filter_map(|it| fight.find(*it)).any(|it| standing(it) && phase_lets(fight, it.side))
    };
    (from..slots.len()).find(|it| anybody(&slots[*it])).unwrap_or(slots.len())
}

/// Ends whatever ends at this moment.
fn begin_turn(cx: &mut Dealing<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnBegan(who));
    cx.apply(TableFact::Refilled { who, when: Refill::Turn });
    cx.end_conditions(Moment::TurnBegins(who));
}

fn harm(cx: &mut Dealing<'_>, who: CombatantId, by: i32) {
    cx.note(Note::Lost { who, by });
    if !standing(cx.combatant(who)) {
        cx.end_conditions(Moment::LetsGo(who));
    }
}

fn gain(cx: &mut Dealing<'_>, who: CombatantId, what: Condition, ends: Ends, from: CombatantId) {
    cx.apply(TableFact::Gained { who, held: Held { what, ends, from: Some(from) } });
}

/// C1 Draw. A d12 for every slot of every side; a side that isn't content redraws all of its own, once.
fn draw(cx: &mut Dealing<'_>) -> Flow<Cards> {
    let mut drawn: Vec<(u16, Listing)> = vec![];
    for side in cx.sides.iter().map(|it| it.id).collect::<Vec<_>>() {
        let mut hand = draw_for(cx, side);
        if hand.is_empty() {
            continue;
        }
        let best = hand.iter().map(|it| it.0).max().unwrap_or_default();
        let question = Question::DrawAgain { best };
        if cx.ask(Addressee::Side(side), question, |_| vec![Choice::Keep, Choice::Draw])? == Choice::Draw {
            hand = draw_for(cx, side);
        }
        drawn.extend(hand);
    }
    drawn.sort_by_key(|it| std::cmp::Reverse(it.0)); // stable: equal cards in the order of the sides
    let slots = drawn.into_iter().map(|it| it.1).collect();
    cx.apply(TableFact::OrderSet(TurnOrder::Listed { slots, at: 0 }));
    let first = next_slot(cx, 0);
    cx.apply(TableFact::SlotUp(first));
    Ok(())
}

fn draw_for(cx: &mut Dealing<'_>, side: SideId) -> Vec<(u16, Listing)> {
    let mut groups: Vec<(u8, u8, Vec<CombatantId>)> = vec![];
    for it in cx.members(side).filter(|it| standing(it)) {
        match groups.iter_mut().find(|group| it.sheet.gang > 0 && group.0 == it.sheet.gang) {
            Some(group) => group.2.push(it.id),
            None => groups.push((it.sheet.gang, it.sheet.cards.max(1), vec![it.id])),
        }
    }
    let mut hand = vec![];
    for (_, cards, owners) in groups {
        for _ in 0..cards {
            let die = cx.plain_die(12);
            let roll = cx.rolled(Roll::total(None, Rule::Draw, "card", vec![die], Keep::All, vec![]));
            hand.push((roll.total as u16, Listing { owners: owners.clone(), label: roll.total.to_string() }));
        }
    }
    hand
}

/// C4 Shout. Every standing foe decides at once, unseen: those who flinch are cowed until the round ends; those who stand roll a secret d6
/// and lose one on a 1.
fn shout(cx: &mut Dealing<'_>, by: CombatantId) -> Flow<Cards> {
    let side = cx.combatant(by).side;
    let foes: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.side != side && standing(it)).map(|it| it.id).collect();
    let ask = |&it: &CombatantId| Ask {
        to: Addressee::Combatant(it),
        question: Question::Flinch { by },
        offers: vec![Choice::Stand, Choice::Flinch],
    };
    let answers = cx.ask_all(foes.iter().map(ask).collect())?;
    let round = cx.turns.round;
    for (&who, answer) in foes.iter().zip(answers) {
        if answer == Choice::Flinch {
            gain(cx, who, Condition::Cowed, Ends::Round(round), by);
        } else if secret(cx, who, Rule::Shout, 2) == Some(false) {
            harm(cx, who, 1);
        }
    }
    Ok(())
}

/// A d6 that only the GM sees, against a number; returns whether it was reached.
fn secret(cx: &mut Dealing<'_>, who: CombatantId, rule: Rule, number: i32) -> Option<bool> {
    let face = cx.secret_die(6);
    let die = Die { sides: 6, faces: vec![face], counts: i32::from(face), kept: true };
    let mut roll = Roll::total(Some(who), rule, "a secret die", vec![die], Keep::All, vec![]);
    roll.secret = true;
    Some(cx.rolled(roll.against(Target::AtLeast { name: "nerve".to_owned(), number })).passed())
}

/// C3 Daze. If the GM allows it, a secret d6 of 3 or more dazes until the attacker's next turn.
fn daze(cx: &mut Dealing<'_>, by: CombatantId, on: CombatantId) -> Flow<Cards> {
    let fair = cx.ask(Addressee::Gm, Question::Fair { by, on }, |_| vec![Choice::Allow, Choice::Forbid])?;
    if fair == Choice::Allow && secret(cx, by, Rule::Daze, 3) == Some(true) {
        gain(cx, on, Condition::Dazed, Ends::TurnOf(by), by);
    }
    Ok(())
}

/// Foes in reach with nothing in between.
fn in_reach(fight: &FightState<Cards>, who: CombatantId, of: CombatantId) -> bool {
    fight.distance(who, of).is_some_and(|it| it <= 1)
}

fn in_sight(fight: &FightState<Cards>, who: CombatantId, of: CombatantId) -> bool {
    let place = |it| fight.find(it).and_then(|it| it.place);
    match (place(who), place(of)) {
        (Some(from), Some(to)) => fight.space.sight(from, to).seen,
        _ => false,
    }
}

fn foes(fight: &FightState<Cards>, who: CombatantId) -> Vec<CombatantId> {
    let side = fight.combatant(who).side;
    fight.combatants.iter().filter(|it| it.side != side && standing(it) && !it.hidden).map(|it| it.id).collect()
}

/// The cost of walking to this square, if it can be paid and nobody stands there.
fn walk_cost(fight: &FightState<Cards>, who: CombatantId, to: Square) -> Option<u16> {
    let it = fight.combatant(who);
    let from = it.place?;
    let taken = fight.combatants.iter().any(|it| it.place == Some(to));
    let cost = fight.space.walk(from, to, u32::from(it.budget.left(Resource::Steps)))?;
    if taken { None } else { u16::try_from(cost).ok() }
}

impl RulesetTypes for Cards {
    type Sheet = Sheet;
    type State = State;
    type SystemState = u8;
    type Options = Options;
    type Action = Action;
    type Question = Question;
    type Choice = Choice;
    type StandingOrder = StandingOrder;
    type Fact = Note;
    type Event = super::NoEvent;
    type Rule = Rule;
    type Violation = Violation;
    type Condition = Condition;
    type Resource = Resource;
    type Phase = Phase;
    type Space = Grid;
}

impl Ruleset for Cards {
    const NAME: &'static str = "cards";

    fn transition(cx: &mut Dealing<'_>, transition: &Transition<Cards>) -> Flow<Cards> {
        match transition {
            Transition::FightBegins => cx.apply(TableFact::StageSet(Stage::Fighting)),
            Transition::RoundBegins => {
                let round = cx.turns.round + 1;
                cx.apply(TableFact::RoundBegan(round));
                for who in cx.ids().collect::<Vec<_>>() {
                    cx.apply(TableFact::Refilled { who, when: Refill::Round });
                }
                let ambush = round == 1 && cx.options.ambush;
                cx.apply(TableFact::PhaseBegan(Some(if ambush { Phase::Ambush } else { Phase::Open })));
                draw(cx)?;
            }
            Transition::TurnBegins(who) => begin_turn(cx, *who),
            Transition::TurnEnds(who) => {
                cx.apply(TableFact::TurnEnded(*who));
                if let TurnOrder::Listed { at, .. } = cx.turns.order {
                    let next = next_slot(cx, at + 1);
                    cx.apply(TableFact::SlotUp(next));
                }
            }
            Transition::PhaseEnds(_) => {
                cx.apply(TableFact::PhaseBegan(Some(Phase::Open)));
                let first = next_slot(cx, 0);
                cx.apply(TableFact::SlotUp(first));
            }
            Transition::RoundEnds => {
                let round = cx.turns.round;
                cx.end_conditions(Moment::RoundEnds(round));
                cx.apply(TableFact::OrderSet(TurnOrder::Open));
            }
            Transition::FightEnds => cx.apply(TableFact::StageSet(Stage::Over)),
            _ => {}
        }
        Ok(())
    }

    fn due(fight: &FightState<Cards>) -> Option<Transition<Cards>> {
        let up_side = |side: SideId| fight.members(side).any(standing);
        if fight.sides.iter().filter(|it| up_side(it.id)).count() < 2 || fight.turns.round > 8 {
            return Some(Transition::FightEnds);
        }
        let TurnOrder::Listed { slots, at } = &fight.turns.order else { return Some(Transition::RoundBegins) };
        match (slots.get(*at), up(fight).as_slice()) {
            (None, _) if fight.turns.phase == Some(Phase::Ambush) => Some(Transition::PhaseEnds(Phase::Ambush)),
            (None, _) => Some(Transition::RoundEnds),
            (Some(_), [only]) if fight.turns.active != Some(*only) => Some(Transition::TurnBegins(*only)),
            (Some(slot), []) => Some(Transition::TurnEnds(slot.owners.first().copied().unwrap_or(CombatantId(0)))),
            (Some(_), _) => None,
        }
    }

    fn check(fight: &FightState<Cards>, who: CombatantId, action: &Action) -> Result<(), Refusal<Cards>> {
        let violation = |violation| Err(Refusal::Violation(violation));
        if !up(fight).contains(&who) {
            return violation(Violation::NotYourSlot);
        }
        let it = fight.combatant(who);
        // The gang member who begins has the steps of a new turn.
        let arm = || if it.budget.left(Resource::Arm) == 0 { violation(Violation::NothingLeft) } else { Ok(()) };
        let seen =
            |on: &CombatantId| if foes(fight, who).contains(on) { Ok(()) } else { violation(Violation::NotThere) };
        let near = |on: &CombatantId| if in_reach(fight, who, *on) { Ok(()) } else { violation(Violation::TooFar) };
        match action {
            Action::Walk(_) if it.is(&Condition::Dazed) || it.is(&Condition::Gripped) => violation(Violation::Held),
            Action::Walk(to) => match walk_cost(fight, who, *to) {
                Some(1..) => Ok(()),
                _ => violation(Violation::TooFar),
            },
            Action::Strike(_) if it.is(&Condition::Cowed) => violation(Violation::Cowed),
            Action::Strike(on) | Action::Grip(on) => arm().and(seen(on)).and(near(on)),
            Action::Daze(on) if !in_sight(fight, who, *on) => violation(Violation::TooFar),
            Action::Daze(on) => arm().and(seen(on)),
            Action::Shout => arm(),
            Action::Aim if it.is(&Condition::Aiming) => violation(Violation::NothingLeft),
            Action::Drink if it.budget.left(Resource::Flask) == 0 => violation(Violation::NothingLeft),
            Action::LetGo if !holds(fight, who) => violation(Violation::NothingLeft),
            Action::Aim | Action::Drink | Action::LetGo | Action::Done => Ok(()),
        }
    }

    fn check_pass(_: &FightState<Cards>, _: SideId) -> Result<(), Refusal<Cards>> {
        Err(Refusal::Violation(Violation::NotYourSlot))
    }

    fn may_act(fight: &FightState<Cards>) -> Vec<CombatantId> {
        up(fight)
    }

    fn perform(cx: &mut Dealing<'_>, who: CombatantId, action: &Action) -> Flow<Cards> {
        if cx.turns.active != Some(who) {
            begin_turn(cx, who); // one of a gang
        }
        if matches!(action, Action::Strike(_) | Action::Grip(_) | Action::Daze(_) | Action::Shout) {
            cx.apply(TableFact::Took { who, from: Resource::Arm, amount: 1 });
        }
        match action {
            Action::Walk(to) => {
                let Some(amount) = walk_cost(cx, who, *to) else { return cx.refuse(Violation::TooFar) };
                cx.apply(TableFact::Took { who, from: Resource::Steps, amount });
                cx.apply(TableFact::Placed { who, at: Some(*to) });
                cx.end_conditions(Moment::LetsGo(who));
            }
            Action::Strike(on) => {
                let die = cx.plain_die(4);
                let aimed = i32::from(cx.combatant(who).is(&Condition::Aiming));
                let roll = Roll::total(Some(who), Rule::Strike, "strike", vec![die], Keep::All, vec![]);
                let by = cx.rolled(roll).total + aimed;
                harm(cx, *on, by);
            }
            Action::Grip(on) => gain(cx, *on, Condition::Gripped, Ends::WhileHeldBy(who), who),
            Action::LetGo => cx.end_conditions(Moment::LetsGo(who)),
            Action::Daze(on) => daze(cx, who, *on)?,
            Action::Shout => shout(cx, who)?,
            Action::Aim => gain(cx, who, Condition::Aiming, Ends::EndOfTurnOf(who), who),
            Action::Drink => {
                cx.apply(TableFact::Took { who, from: Resource::Flask, amount: 1 });
                cx.note(Note::Lost { who, by: -2 });
            }
            Action::Done => {
                cx.apply(TableFact::TurnEnded(who));
                cx.end_conditions(Moment::TurnEnds(who));
            }
        }
        Ok(())
    }

    fn obey(
        _: &FightState<Cards>,
        _: CombatantId,
        _: &StandingOrder,
        _: &Question,
        offers: &[Choice],
    ) -> Option<usize> {
        offers.iter().position(|it| *it == Choice::Stand)
    }

    fn evolve(fight: &mut FightState<Cards>, fact: &Note) {
        let Note::Lost { who, by } = fact;
        if let Some(state) = fight.state_mut(*who) {
            state.grit = state.grit.saturating_sub(*by);
        }
    }
}

impl Menus for Cards {
    fn verbs(fight: &FightState<Cards>, who: CombatantId) -> Vec<VerbView> {
        let names = ["walk", "strike", "grip", "let go", "daze", "shout", "aim", "drink", "done"];
        let verb = |name| VerbView { name, label: name, cost: "", blurb: "" };
        names.into_iter().filter(|it| !all(fight, who, it).is_empty()).map(verb).collect()
    }

    fn options(
        fight: &FightState<Cards>,
        who: CombatantId,
        so_far: &PartialAction,
    ) -> Result<Param<Action>, Refusal<Cards>> {
        let at = match so_far.get("at") {
            Some(ParamValue::Who(id)) => Some((Some(*id), None)),
            Some(ParamValue::Word(word) | ParamValue::Text(word)) => Some((None, fight.space.place_named(word))),
            None => None,
        };
        if let Some((whom, place)) = at {
            let action = match (so_far.verb.as_str(), whom, place) {
                ("walk", _, Some(to)) => Action::Walk(to),
                ("strike", Some(on), _) => Action::Strike(on),
                ("grip", Some(on), _) => Action::Grip(on),
                ("daze", Some(on), _) => Action::Daze(on),
                _ => return Err(Refusal::Violation(Violation::NotThere)),
            };
            return Ok(Param::Done(action));
        }
        let actions = all(fight, who, &so_far.verb);
        let aimed = |action: &Action| match action {
            Action::Walk(to) => Some(ParamValue::Word(fight.space.place_words(to))),
            Action::Strike(on) | Action::Grip(on) | Action::Daze(on) => Some(ParamValue::Who(*on)),
            _ => None,
        };
        let fills: Vec<(Option<ParamValue>, Action)> = actions.into_iter().map(|it| (aimed(&it), it)).collect();
        match fills.as_slice() {
            [] => Err(Refusal::Violation(Violation::NothingLeft)),
            [(None, action)] => Ok(Param::Done(action.clone())),
            _ => {
                let candidate = |(fill, _): (Option<ParamValue>, Action)| {
                    let fill = fill?;
                    let label = match &fill {
                        ParamValue::Who(id) => fight.name(*id).to_owned(),
                        ParamValue::Word(word) | ParamValue::Text(word) => word.clone(),
                    };
                    Some(Candidate { fill, label, note: String::new(), group: "", needs_more: false, never: false })
                };
                let candidates = fills.into_iter().filter_map(candidate).collect();
                Ok(Param::Choose { name: "at", ask: "Whom, or where?", candidates, unavailable: vec![], default: None })
            }
        }
    }
}

impl Wording for Cards {
    fn story_lines(fight: &FightState<Cards>, records: &[Record<Cards>]) -> Vec<Line> {
        let rolls = records.iter().filter_map(|it| match it {
            Record::Rolled(roll) => Some(Line::open(roll.what.clone()).rolled(fight, roll)),
            _ => None,
        });
        rolls.collect()
    }

    fn ask_words(fight: &FightState<Cards>, _: Addressee, question: &Question) -> String {
        match question {
            Question::DrawAgain { best } => format!("Your best card is {best}. Draw again?"),
            Question::Flinch { by } => format!("{} shouts at you.", fight.name(*by)),
            Question::Fair { by, on } => format!("May {} daze {}?", fight.name(*by), fight.name(*on)),
        }
    }

    fn choice_words(_: &FightState<Cards>, _: &Question, choice: &Choice) -> String {
        format!("{choice:?}")
    }

    fn order_words(_: &StandingOrder) -> String {
        "stand".to_owned()
    }

    fn order_menu() -> Vec<(&'static str, StandingOrder)> {
        vec![("stand", StandingOrder::AlwaysStand)]
    }

    fn violation_words(_: &FightState<Cards>, violation: &Violation) -> (String, Option<Rule>) {
        (format!("{violation:?}"), None)
    }

    fn phase_words(phase: Phase) -> String {
        format!("{phase:?}")
    }

    fn condition_words(condition: &Condition) -> String {
        format!("{condition:?}")
    }
}

impl Overview for Cards {
    fn vitals(_: &FightState<Cards>, of: &Combatant<Cards>) -> Vec<Vital> {
        vec![Vital { name: "grit", exact: of.state.grit.to_string(), word: None }]
    }

    fn standing(fight: &FightState<Cards>, of: &Combatant<Cards>) -> (Mark, String) {
        match (standing(of), up(fight).contains(&of.id)) {
            (false, _) => (Mark::Down, "down".to_owned()),
            (true, true) => (Mark::Acting, "up".to_owned()),
            (true, false) => (Mark::Ready, "waiting".to_owned()),
        }
    }

    fn details(fight: &FightState<Cards>) -> Details {
        let owners = fight.turns.slot_up().map_or(&[][..], |it| &it.owners);
        let names: Vec<&str> = owners.iter().map(|it| fight.name(*it)).collect();
        Details { whose: format!("Up: {}", names.join(", ")), ..Details::default() }
    }
}

impl NamedValues for Cards {
    fn condition_named(_: &str) -> Option<Condition> {
        None
    }

    fn read(fight: &FightState<Cards>, who: CombatantId, name: &str) -> Option<String> {
        (name == "grit").then(|| fight.find(who).map(|it| it.state.grit.to_string()))?
    }

    fn set(_: &FightState<Cards>, _: CombatantId, _: &str, _: &str) -> Result<Vec<TableFact<Cards>>, String> {
        Err("nothing".to_owned())
    }

    fn sheet(_: &[(String, String)]) -> Result<Sheet, Vec<(String, String)>> {
        Ok(Sheet { grit: 6, cards: 1, gang: 0 })
    }

    fn sheet_fields(_: &Sheet) -> Vec<(String, String)> {
        vec![]
    }

    fn templates() -> Vec<(String, Sheet)> {
        vec![]
    }

    fn set_option(options: &mut Options, name: &str, value: &str) -> Result<(), String> {
        match name {
            "ambush" => options.ambush = value == "on",
            _ => return Err("ambush".to_owned()),
        }
        Ok(())
    }

    fn option_fields(options: &Options) -> Vec<(String, String)> {
        vec![("ambush".to_owned(), options.ambush.to_string())]
    }

    fn board(_: &Grid, _: &[(String, String)]) -> Result<Grid, String> {
        Ok(Grid::default())
    }
}

impl BetweenFights for Cards {
    fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
        let resources = [
            (Resource::Steps, 6, Refill::Turn),
            (Resource::Arm, 1, Refill::Round),
            (Resource::Flask, 1, Refill::Fight),
        ];
        (State { grit: sheet.grit }, Budget::new(resources))
    }
}

impl ByHand for Cards {}

fn holds(fight: &FightState<Cards>, who: CombatantId) -> bool {
    let by = |it: &Held<Cards>| it.what == Condition::Gripped && it.from == Some(who);
    fight.combatants.iter().any(|it| it.conditions.iter().any(by))
}

/// Every legal action of one verb, found in another way than by trying them all.
fn all(fight: &FightState<Cards>, who: CombatantId, verb: &str) -> Vec<Action> {
    if verb == "walk" {
        return walks(fight, who).into_iter().map(Action::Walk).collect();
    }
    let foes = || foes(fight, who).into_iter();
    let listed: Vec<Action> = match verb {
        "strike" => foes().map(Action::Strike).collect(),
        "grip" => foes().map(Action::Grip).collect(),
        "daze" => foes().map(Action::Daze).collect(),
        "let go" => vec![Action::LetGo],
        "shout" => vec![Action::Shout],
        "aim" => vec![Action::Aim],
        "drink" => vec![Action::Drink],
        "done" => vec![Action::Done],
        _ => vec![],
    };
    listed.into_iter().filter(|it| Cards::check(fight, who, it).is_ok()).collect()
}

fn walks(fight: &FightState<Cards>, who: CombatantId) -> Vec<Square> {
    let it = fight.combatant(who);
    let Some(from) = it.place.filter(|_| up(fight).contains(&who)) else { return vec![] };
    if it.is(&Condition::Dazed) || it.is(&Condition::Gripped) {
        return vec![];
    }
    let reach = fight.space.reach(from, u32::from(it.budget.left(Resource::Steps)));
    reach.into_keys().filter(|to| fight.combatants.iter().all(|it| it.place != Some(*to))).collect()
}
