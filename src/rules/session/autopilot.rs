//! Umpire plays combatants that the GM has handed to it: which they are, whether it's Umpire's move, and what it does then. A choice is made
//! on a copy of the fight, away from it; the fight then judges it like anybody's.

use super::{
    super::request::{Handover, Request, UserError},
    Fight,
};
use crate::engine::{
    Actor, Addressee, Combatant, CombatantId, Controller, Encounter, FightState, GameSystem, Input, Log, PromptKind,
    Stage, TableFact,
    encounter::Effect,
    panics::survives,
    playing::{self, Decision, Player, Style, USUAL_PLAYOUTS},
    prompt::Prompt,
    ruleset::Purpose,
    view::{Audience, Line},
};

/// What works out Umpire's choices; it may take a while.
pub type Thinking = Box<dyn FnOnce() -> Thought + Send>;

/// What Umpire could do now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Thought {
    /// Its choices, best first.
    pub choices: Vec<Request>,
    /// Whether a bug was survived on the way: then Umpire plays by a simpler rule.
    pub failed: bool,
}

/// How often in a row a combatant acts before its turn is ended.
pub(super) const MOST_ACTS: usize = 30;

impl<R: GameSystem> Fight<R> {
    /// The facts that hand combatants to Umpire or take them back. A player's character stays with its player.
    pub(super) fn handed_to_umpire(&self, who: &[CombatantId], to: &Handover) -> Result<Vec<TableFact<R>>, UserError> {
        let fight = self.fight();
        if let Handover::In(style) = to {
            has_its_ward(fight, style)?;
        }
        let of_player = |it: &&CombatantId| fight.find(**it).is_some_and(|it| it.controller != Controller::Gm);
        if let Some(who) = who.iter().find(of_player) {
            return Err(UserError::say(format!(
                "{} belongs to a player. Umpire only plays combatants that the GM plays.",
                fight.name(*who)
            )));
        }
        let style = |who: &CombatantId| match to {
            Handover::Off => None,
            Handover::Usual => Some(fight.find(*who).and_then(|it| it.usual_style.clone()).unwrap_or_default()),
            Handover::In(style) => Some(style.clone()),
        };
        Ok(who.iter().map(|who| TableFact::AutopilotSet { who: *who, style: style(who) }).collect())
    }

    /// The facts by which Umpire plays players' characters for a while. Only the table may, with the players' consent.
    pub(super) fn lent_to_umpire(
        &self,
        actor: Actor,
        who: &[CombatantId],
        style: &Style,
    ) -> Result<Vec<TableFact<R>>, UserError> {
        if actor != Actor::Table {
            return Err(UserError::say(
                "Umpire only plays a player\u{2019}s character if that player or the table wants it.",
            ));
        }
        let lent = |who: &CombatantId| {
            let style = Some(style.clone());
            [TableFact::ControlPassed { who: *who, to: Controller::Gm }, TableFact::AutopilotSet { who: *who, style }]
        };
        Ok(who.iter().flat_map(lent).collect())
    }

    /// Reads a choice of Umpire's.
    pub(super) fn umpires_input(&self, actor: Actor, input: &str) -> Result<Input<R>, UserError> {
        // The GM's order to a group is worked out the same way; see `group_turns`.
        let read = serde_json::from_str(input).ok().filter(|_| actor == Actor::Umpire || actor.is_gm());
        read.ok_or_else(|| UserError::say("Only Umpire does this."))
    }

    /// What Umpire has to decide now, if it's Umpire's move.
    pub(super) fn umpires_decision(&self) -> Option<Decision> {
        let now = self.now();
        if now.paused || !(self.umpire_is_gm || now.now().combatants.iter().any(|it| it.autopilot.is_some())) {
            return None;
        }
        if now.pending.is_some() {
            return asked(now, self.umpire_is_gm);
        }
        let decision = playing::due(now).and_then(|it| acting(&self.log, it)).or_else(|| beside(now))?;
        // Who plays on is for people to say, both in a fight that's decided and after they took something back.
        let is_open = R::details(&now.fight).decided.is_none() && !taken_back(&self.log);
        is_open.then_some(decision)
    }

    /// Whether Umpire would have to decide something if the GM hadn't just taken something back.
    pub(super) fn waits_after_taking_back(&self) -> bool {
        let now = self.now();
        let is_fighting = now.pending.is_none() && !now.paused && now.fight.stage == Stage::Fighting;
        let plays = || now.fight.combatants.iter().any(|it| it.autopilot.is_some());
        is_fighting && taken_back(&self.log) && plays() && R::details(&now.fight).decided.is_none()
    }

    /// How to work out what Umpire does now, from a copy of the fight.
    pub(super) fn thinking(&self, seed: u64) -> Option<Thinking> {
        let decision = self.umpires_decision()?;
        let now = self.now().clone();
        let is_stuck = matches!(&decision, Decision::Act { who, .. } if who.iter().any(|it| acts_in_a_row(&self.log, *it) >= MOST_ACTS));
        Some(Box::new(move || thought(&now, &decision, seed, is_stuck)))
    }
}

/// What Umpire could do. If it's stuck, only what's left then.
fn thought<R: GameSystem>(now: &Encounter<R>, decision: &Decision, seed: u64, is_stuck: bool) -> Thought {
    let mut failed = false;
    let by_rote = is_stuck || is_gms(now, decision);
    let by_style = || playing::by_style(now, decision);
    let mut inputs = if by_rote { vec![] } else { choices(now, decision, by_style(), seed, &mut failed) };
    inputs.extend(survives(|| defaults(now, decision)).unwrap_or_default());
    of_inputs(inputs, failed)
}

/// These inputs as requests, each once.
pub(super) fn of_inputs<R: GameSystem>(inputs: Vec<Input<R>>, failed: bool) -> Thought {
    let request = |it: Input<R>| {
        let input = serde_json::to_string(&it).expect("inputs are JSON");
        Request::Umpire { input, failed }
    };
    let mut choices: Vec<Request> = vec![];
    for request in inputs.into_iter().map(request) {
        if !choices.contains(&request) {
            choices.push(request);
        }
    }
    Thought { choices, failed }
}

/// Whether somebody who's to be protected in this style is there.
pub(super) fn has_its_ward<R: GameSystem>(fight: &FightState<R>, style: &Style) -> Result<(), UserError> {
    match style {
        Style::Protect(name) if !fight.combatants.iter().any(|it| *it.name == **name) => {
            Err(UserError::say(format!("Nobody here is called \u{201c}{name}\u{201d}.")))
        }
        _ => Ok(()),
    }
}

/// The first open question that Umpire answers, those to the GM only if it is the GM. It waits while a person is asked, unless the answers
/// are sealed anyway.
fn asked<R: GameSystem>(now: &Encounter<R>, umpire_is_gm: bool) -> Option<Decision> {
    let fight = now.now();
    let is_umpires = |it: &&Prompt<R>| if it.to == Addressee::Gm { umpire_is_gm } else { fight.is_umpires(it.to) };
    let open = || now.prompts().iter().filter(|it| it.answered.is_none());
    if open().any(|it| it.kind != PromptKind::Sealed && !is_umpires(&it)) {
        return None;
    }
    let prompt = open().find(is_umpires)?;
    Some(Decision::Answer { prompt: prompt.id, side: playing::side_of(fight, prompt.to) })
}

/// The part of this decision that's Umpire's. While nobody's turn is in progress, a side's players choose before Umpire does, or pass.
fn acting<R: GameSystem>(log: &Log<R>, decision: Decision) -> Option<Decision> {
    let fight = &log.now().fight;
    let Decision::Act { side, who } = decision else { return None };
    let plays = |it: &CombatantId| fight.find(*it).is_some_and(|it| it.autopilot.is_some());
    if let Some(active) = fight.turns.active.filter(|it| who.contains(it)) {
        return plays(&active).then(|| Decision::Act { side, who: vec![active] });
    }
    if who.is_empty() {
        return fight.is_umpires(Addressee::Side(side)).then_some(Decision::Act { side, who });
    }
    let own: Vec<CombatantId> = who.iter().copied().filter(plays).collect();
    let passed = if own.is_empty() { vec![] } else { log.passed_in_step(side) };
    let chooses = |it: &CombatantId| match fight.find(*it).map(|it| it.controller) {
        Some(Controller::Player(seat)) => !passed.contains(&seat),
        _ => false,
    };
    (!own.is_empty() && !who.iter().any(chooses)).then_some(Decision::Act { side, who: own })
}

/// Those whom Umpire plays outside the turn order, so that nobody learns of them from it. They move while others' turns go on.
fn beside<R: GameSystem>(now: &Encounter<R>) -> Option<Decision> {
    let fight = &now.fight;
    let plays = |it: &CombatantId| fight.find(*it).is_some_and(|it| it.autopilot.is_some());
    let mut who = R::may_act(fight);
    who.retain(|it| R::acts_beside(fight, *it) && plays(it));
    let side = fight.find(*who.first()?)?.side;
    who.retain(|it| fight.find(*it).is_some_and(|it| it.side == side));
    Some(Decision::Act { side, who })
}

/// Whether this is a question to the GM: it's answered by its default, and nobody has to think about it.
fn is_gms<R: GameSystem>(now: &Encounter<R>, decision: &Decision) -> bool {
    let Decision::Answer { prompt, .. } = decision else { return false };
    now.prompts().iter().any(|it| it.id == *prompt && it.to == Addressee::Gm)
}

/// What the GM reads then.
pub(super) const WAITS_AFTER_UNDO: &str =
    "You took something back, so Umpire waits for you: do something yourself, or Pause and Resume to let it go on.";

/// Whether the last thing a person did was to take something back for the GM: then it's the GM's to say how it goes on.
fn taken_back<R: GameSystem>(log: &Log<R>) -> bool {
    let last = log.rows().iter().rev().find(|it| it.actor != Actor::Table);
    last.is_some_and(|it| it.actor.is_gm() && matches!(it.effect, Effect::Reverted { .. } | Effect::Withdrawn))
}

/// How often Umpire has just acted with this combatant, without anybody else doing anything.
pub(super) fn acts_in_a_row<R: GameSystem>(log: &Log<R>, who: CombatantId) -> usize {
    let rows = log.rows().iter().rev().filter(|it| it.actor != Actor::Table);
    let own = |it: &&_| matches!(it, Input::Act { who: by, .. } if *by == who) || matches!(it, Input::Answer { .. });
    rows.map(|it| &it.input).take_while(own).filter(|it| matches!(it, Input::Act { .. })).count()
}

/// What Umpire would do, best first: in these styles, each with its part of the decision, then by rule of thumb.
pub(super) fn choices<R: GameSystem>(
    now: &Encounter<R>,
    decision: &Decision,
    by_style: Vec<(Style, Decision)>,
    seed: u64,
    failed: &mut bool,
) -> Vec<Input<R>> {
    let fight = now.now();
    let mut choose = |decision: &Decision, style: Style| {
        let player = Player { style, seed, playouts: USUAL_PLAYOUTS };
        let (chosen, has_failed) =
            survives(|| playing::choose_and_tell(now, decision, &player)).unwrap_or((None, true));
        *failed |= has_failed;
        chosen
    };
    let mut all: Vec<Input<R>> = by_style.into_iter().filter_map(|(style, part)| choose(&part, style)).collect();
    all.extend(choose(decision, Style::Simple));
    all.sort_by_key(|it| matches!(it, Input::Pass { .. })); // nobody passes for others who could still act
    let has_passed =
        |it: &Combatant<R>| matches!(it.controller, Controller::Player(seat) if fight.turns.votes.contains(&seat));
    let could_act = |it: &Combatant<R>| it.autopilot.is_none() && !has_passed(it);
    let others = |side| {
        R::may_act(fight).into_iter().any(|it| fight.find(it).is_some_and(|it| it.side == side && could_act(it)))
    };
    all.retain(|it| !matches!(it, Input::Pass { side, .. } if others(*side)));
    all
}

/// What's left if no choice is possible: to end a turn, or the default answer.
pub(super) fn defaults<R: GameSystem>(now: &Encounter<R>, decision: &Decision) -> Vec<Input<R>> {
    match decision {
        Decision::Answer { prompt, .. } => playing::default_answer(now, *prompt).into_iter().collect(),
        Decision::Act { who, .. } => who
            .iter()
            .filter_map(|who| {
                let action = R::legal(&now.fight, *who, Purpose::End).into_iter().next()?;
                Some(Input::Act { who: *who, action })
            })
            .collect(),
    }
}

/// What the GM is told about a move of Umpire's that a bug kept it from thinking through.
pub(super) fn not_thought_through(request: &Request) -> Option<Line> {
    let Request::Umpire { failed: true, .. } = request else { return None };
    let text = "Umpire hit a bug while it thought about this move and fell back on a simpler rule. The program\u{2019}s log has more.";
    Some(Line { audience: Audience::Gm, ..Line::open(text) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{murdham::Murdham, tests::Table};

    /// A bug while Umpire thinks, here over somebody who doesn't exist: it still finds something to do, and every choice is marked, so that
    /// the GM hears of it.
    #[test]
    fn what_is_not_thought_through_says_so() {
        let mut table = Table::<Murdham>::open(&[], &[], &["Players", "Foes"]);
        (0..4).for_each(|index| table.join_by_turns(["Players", "Foes"], index, vec![], None));
        table.ask(Request::SetFight { name: "initiative".to_owned(), value: "Foes".to_owned() });
        table.ask(Request::Begin);
        let now = table.0.now();
        let Some(Decision::Act { side, mut who }) = playing::due(now) else { panic!("the foes act") };
        let thinks = |who: Vec<CombatantId>| thought(now, &Decision::Act { side, who }, 1, false);
        let sound = thinks(who.clone());
        who.insert(0, CombatantId(99));
        let survived = thinks(who);
        assert!(!sound.failed && survived.failed);
        let is_marked = |it: &Request| matches!(it, Request::Umpire { failed: true, .. });
        assert!(!survived.choices.is_empty() && survived.choices.iter().all(is_marked), "{:?}", survived.choices);
        assert!(survived.choices.iter().filter_map(not_thought_through).all(|it| it.audience == Audience::Gm));
        assert!(sound.choices.iter().all(|it| not_thought_through(it).is_none()));
    }
}
