//! What a GM tells several combatants to do at once: what each then does, one after the other, as Umpire would play it. It's worked out as
//! Umpire's own moves are, and each is an ordinary input of the GM's. Nothing of the order is in the log: it's the GM's, not the fight's.

use super::{
    Fight, Thinking, Thought,
    autopilot::{MOST_ACTS, acts_in_a_row, choices, defaults, of_inputs},
};
use crate::engine::{
    Addressee, Combatant, CombatantId, Controller, Encounter, FightState, GameSystem, Input, PromptKind, Stage,
    panics::survives,
    playing::{self, Decision, Style},
    prompt::Prompt,
    ruleset::{OUT, Wording},
    view::Mark,
};
use serde::{Deserialize, Serialize};

/// What each combatant of a group does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GroupOrder {
    /// What Umpire would do in its place.
    AsSuggested,
    /// It attacks this combatant, or gets ready to; if it can't, it does what Umpire would.
    Attack(CombatantId),
    /// It does nothing more.
    Pass,
}

/// A group that follows an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupTurn {
    /// Its members, in the order in which they act.
    pub who: Vec<CombatantId>,
    /// The order.
    pub order: GroupOrder,
    /// The round for which it was given.
    round: u32,
    /// Whether it's over before its time: its target was put out of the fight, and something else has been done since.
    #[serde(default)]
    is_over: bool,
    /// The phase for which it was given, in words: only a pass is for a phase.
    phase: Option<String>,
}

impl GroupTurn {
    /// It's over, even if its target gets up again.
    pub fn ends(&mut self) {
        self.is_over = true;
    }

    /// Whether the combatant is a member whom the GM still plays.
    fn has<R: GameSystem>(&self, fight: &FightState<R>, who: CombatantId) -> bool {
        let is_gms = |it: &Combatant<R>| it.controller == Controller::Gm && it.autopilot.is_none();
        self.who.contains(&who) && fight.find(who).is_some_and(is_gms)
    }
}

impl<R: GameSystem> Fight<R> {
    pub(super) fn new_group_turn(&self, who: Vec<CombatantId>, order: GroupOrder) -> GroupTurn {
        let round = self.fight().turns.round;
        GroupTurn { who, order, round, is_over: false, phase: phase(self.fight()) }
    }

    pub(super) fn group_follows(&self, turn: &GroupTurn) -> bool {
        let fight = self.fight();
        let is_target_out = self.out_target(turn).is_some();
        // Whoever has put the target out ends their turn; nobody else begins one.
        let is_in_a_turn = || {
            fight
                .turns
                .active
                .is_some_and(|it| turn.has(fight, it) && self.log.has_acted(it) && R::may_act(fight).contains(&it))
        };
        fight.stage == Stage::Fighting
            && fight.turns.round == turn.round
            && (turn.order != GroupOrder::Pass || phase(fight) == turn.phase)
            && (!is_target_out || is_in_a_turn())
            && !turn.is_over
            && turn.who.iter().any(|it| turn.has(fight, *it) && R::worth(fight, *it) > OUT)
            && R::details(&self.now().fight).decided.is_none()
    }

    /// Whom the group was to attack, if that target is out of the fight.
    fn out_target(&self, turn: &GroupTurn) -> Option<CombatantId> {
        let fight = self.fight();
        match turn.order {
            GroupOrder::Attack(it) => Some(it).filter(|it| fight.find(*it).is_none() || R::worth(fight, *it) <= OUT),
            GroupOrder::AsSuggested | GroupOrder::Pass => None,
        }
    }

    /// Whether nobody in the group can act any more in this round.
    pub(super) fn group_has_acted(&self, turn: &GroupTurn) -> bool {
        let fight = self.fight();
        let can = |it: &Combatant<R>| {
            matches!(R::standing(fight, it).0, Mark::Ready | Mark::Acting) || R::may_act(fight).contains(&it.id)
        };
        !turn.who.iter().filter(|it| turn.has(fight, **it)).filter_map(|it| fight.find(*it)).any(can)
    }

    /// Whose downfall has ended the group's order, as long as members of it wait for another.
    pub(super) fn group_outlived(&self, turn: &GroupTurn) -> Option<CombatantId> {
        let now = self.now();
        let target = self.out_target(turn).filter(|_| now.fight.turns.round == turn.round)?;
        let waits = || R::may_act(&now.fight).iter().any(|it| turn.has(&now.fight, *it));
        let is_over = R::details(&now.fight).decided.is_some() || self.group_follows(turn);
        (!is_over && now.fight.stage == Stage::Fighting && waits()).then_some(target)
    }

    /// What the group has to decide now, if it's the group's move.
    pub(super) fn groups_decision(&self, turn: &GroupTurn) -> Option<Decision> {
        let now = self.now();
        if now.paused || !self.group_follows(turn) {
            return None;
        }
        if now.pending.is_some() {
            return asked(now, turn);
        }
        let fight = &now.fight;
        let able = match playing::due(now) {
            Some(Decision::Act { who, .. }) => next(fight, turn, &who),
            _ => None,
        };
        let beside = || {
            let mut who = R::may_act(fight);
            who.retain(|it| R::acts_beside(fight, *it));
            who.iter().copied().find(|it| turn.has(fight, *it))
        };
        let who = able.or_else(beside)?;
        Some(Decision::Act { side: fight.find(who)?.side, who: vec![who] })
    }

    /// How to work out what the group does now, from a copy of the fight.
    pub(super) fn group_thinking(&self, turn: &GroupTurn, seed: u64) -> Option<Thinking> {
        let decision = self.groups_decision(turn)?;
        let (now, turn) = (self.now().clone(), turn.clone());
        let actor = if let Decision::Act { who, .. } = &decision { who.first().copied() } else { None };
        let is_stuck = actor.is_some_and(|it| acts_in_a_row(&self.log, it) >= MOST_ACTS);
        let has_begun = actor.is_some_and(|it| self.log.has_acted(it));
        Some(Box::new(move || {
            let mut failed = false;
            let mut inputs = match is_stuck {
                true => vec![],
                false => wanted(&now, &turn, (&decision, has_begun), seed, &mut failed),
            };
            inputs.extend(survives(|| defaults(&now, &decision)).unwrap_or_default());
            let thought: Thought = of_inputs(inputs, failed);
            thought
        }))
    }
}

fn phase<R: GameSystem>(fight: &FightState<R>) -> Option<String> {
    fight.turns.phase.map(<R as Wording>::phase_words)
}

/// Who of the group acts next, among those who could: whoever has begun a turn first, then in the group's order. Nobody while somebody
/// else's turn is in progress.
fn next<R: GameSystem>(fight: &FightState<R>, turn: &GroupTurn, able: &[CombatantId]) -> Option<CombatantId> {
    match fight.turns.active.filter(|it| able.contains(it)) {
        Some(active) => turn.has(fight, active).then_some(active),
        None => turn.who.iter().copied().find(|it| able.contains(it) && turn.has(fight, *it)),
    }
}

/// The first open question to one of the group, while no person is asked anything, unless the answers are sealed anyway. Whoever is to pass
/// answers nothing.
fn asked<R: GameSystem>(now: &Encounter<R>, turn: &GroupTurn) -> Option<Decision> {
    let fight = now.now();
    let is_groups = |it: &&Prompt<R>| matches!(it.to, Addressee::Combatant(who) if turn.has(fight, who));
    let open = || now.prompts().iter().filter(|it| it.answered.is_none());
    if turn.order == GroupOrder::Pass || open().any(|it| it.kind != PromptKind::Sealed && !is_groups(&it)) {
        return None;
    }
    let prompt = open().find(is_groups)?;
    Some(Decision::Answer { prompt: prompt.id, side: playing::side_of(fight, prompt.to) })
}

/// What the order says, best first.
fn wanted<R: GameSystem>(
    now: &Encounter<R>,
    turn: &GroupTurn,
    (decision, has_begun): (&Decision, bool),
    seed: u64,
    failed: &mut bool,
) -> Vec<Input<R>> {
    let usual = || {
        let fight = now.now();
        let who = match decision {
            Decision::Act { who, .. } => who.first().copied(),
            Decision::Answer { prompt, .. } => {
                let asked = now.prompts().iter().find(|it| it.id == *prompt);
                asked.and_then(|it| if let Addressee::Combatant(who) = it.to { Some(who) } else { None })
            }
        };
        let style = who.and_then(|it| fight.find(it)?.usual_style.clone()).unwrap_or(Style::Simple);
        vec![(style, decision.clone())]
    };
    let Decision::Act { side, who } = decision else { return choices(now, decision, usual(), seed, failed) };
    match (&turn.order, who.first()) {
        (GroupOrder::Attack(target), Some(who)) => {
            let known = playing::seen_by(now, Some(*side));
            let ways = survives(|| playing::ways_to_attack(&known.fight, *who, *target));
            *failed |= ways.is_none();
            let ways = ways.unwrap_or_default().into_iter();
            let mut all: Vec<Input<R>> = ways.map(|action| Input::Act { who: *who, action }).collect();
            // Who has done their part doesn't go on to somebody else.
            if !has_begun {
                all.extend(choices(now, decision, usual(), seed, failed));
            }
            all
        }
        (GroupOrder::Pass, _) => {
            let fight = &now.fight;
            let of_side = |it: &CombatantId| fight.find(*it).is_some_and(|it| it.side == *side);
            let is_whole = R::may_act(fight).into_iter().filter(of_side).all(|it| turn.has(fight, it));
            let can = fight.turns.side_up() == Some(*side) && is_whole && R::check_pass(fight, *side).is_ok();
            if can { vec![Input::pass(*side)] } else { vec![] }
        }
        _ => choices(now, decision, usual(), seed, failed),
    }
}
