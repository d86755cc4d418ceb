//! Random legal play from a seed, for every rule system. It walks through the verbs, parameters, choices and instants that a system lists,
//! and lets clocks run out. Simulations, benchmarks and property tests use it. It never plays well and never judges: if one of its inputs
//! is refused, the system that listed it has a bug.

use super::{
    dice::{Seed, Seeded},
    encounter::{Encounter, Input},
    fight_state::{Controller, FightState, Stage},
    ids::{Actor, Addressee, CombatantId, SideId},
    log::Log,
    partial_action::{Candidate, Param, ParamValue, PartialAction},
    prompt::PromptKind,
    refusal::Refusal,
    ruleset::{MOST_PARAMS, Menus, Overview, Ruleset, RulesetTypes, Transition},
};
pub use super::{play_rng::PlayRng, ruleset::WORDS};

/// The percentage of steps of each kind, where they're possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayStyle {
    /// A deadline runs out.
    pub silence: u8,
    /// A combatant uses an instant while another is asked.
    pub interjection: u8,
    /// The GM withdraws the pending action.
    pub withdrawal: u8,
    /// A side passes although one of its members can act.
    pub pass: u8,
    /// The table is paused.
    pub pause: u8,
}

impl PlayStyle {
    /// Everyone acts and answers.
    pub const BRISK: PlayStyle = PlayStyle { silence: 0, interjection: 0, withdrawal: 0, pass: 2, pause: 0 };
    /// Players dither, interrupt and change their minds.
    pub const UNRULY: PlayStyle = PlayStyle { silence: 12, interjection: 15, withdrawal: 4, pass: 6, pause: 3 };
}

/// The next step: who, what and when.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayStep<R: RulesetTypes> {
    /// Who sends it.
    pub actor: Actor,
    /// What they send.
    pub input: Input<R>,
    /// When, in milliseconds.
    pub at_ms: i64,
}

/// How a played-out fight ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayEnd {
    /// The fight is over.
    Over,
    /// Nobody can act and no transition is due; a system should never let this happen.
    Stuck,
    /// It reached the maximum number of rows.
    Cut,
}

/// The longest time between two steps, in milliseconds.
const STEP_MS: usize = 3_000;

/// The next step at random; `None` if nobody can do anything.
pub fn next<R: Menus + Overview>(
    encounter: &Encounter<R>,
    rng: &mut PlayRng,
    style: PlayStyle,
    at_ms: i64,
) -> Option<PlayStep<R>> {
    let later_ms = at_ms + rng.below(STEP_MS) as i64;
    let step = |actor, input| Some(PlayStep { actor, input, at_ms: later_ms });
    if encounter.paused {
        return step(Actor::Table, Input::Resume);
    }
    if encounter.pending.is_none() && encounter.fight.stage == Stage::Over {
        return None;
    }
    if rng.percent(style.pause) {
        return step(Actor::Table, Input::Pause);
    }
    if let Some(deadline_ms) = encounter.next_deadline_ms()
        && rng.percent(style.silence)
    {
        return Some(PlayStep { actor: Actor::Table, input: Input::Tick, at_ms: deadline_ms.max(at_ms) });
    }
    if encounter.pending.is_some() {
        return reply(encounter, rng, style).and_then(|(actor, input)| step(actor, input));
    }
    if encounter.fight.stage == Stage::Gathering {
        return step(Actor::Table, Input::Transition(Transition::FightBegins));
    }
    choose(&encounter.fight, rng, style).and_then(|(actor, input)| step(actor, input))
}

/// Plays a fight until it's over or has this many more rows, with the dice of this seed. The log has every row.
///
/// # Errors
/// The step that was refused although it had been listed.
pub fn play<R: Menus + Overview>(
    log: &mut Log<R>,
    seed: &Seed,
    rng: &mut PlayRng,
    style: PlayStyle,
    most_rows: usize,
) -> Result<PlayEnd, (Box<PlayStep<R>>, Refusal<R>)> {
    let end = log.rows().len() + most_rows;
    let mut at_ms = log.rows().last().map_or(0, |it| it.at_ms);
    let mut dice = Seeded::at(seed, log.now().used);
    while log.rows().len() < end {
        let Some(step) = next(log.now(), rng, style, at_ms) else {
            let over = log.now().fight.stage == Stage::Over;
            return Ok(if over { PlayEnd::Over } else { PlayEnd::Stuck });
        };
        at_ms = step.at_ms;
        let mut after = log.now().clone();
        let rows = after
            .advance(step.actor, step.input.clone(), &mut dice, at_ms)
            .map_err(|refusal| (Box::new(step), refusal))?;
        rows.into_iter().for_each(|row| log.append(row));
    }
    Ok(PlayEnd::Cut)
}

/// An answer, an instant, or a withdrawal, while questions are open.
fn reply<R: Ruleset>(encounter: &Encounter<R>, rng: &mut PlayRng, style: PlayStyle) -> Option<(Actor, Input<R>)> {
    let fight = encounter.now();
    if rng.percent(style.withdrawal) {
        return Some((Actor::Table, Input::Withdraw));
    }
    if encounter.prompts().iter().any(|it| it.kind != PromptKind::Sealed) && rng.percent(style.interjection) {
        let mut instants = vec![];
        for who in fight.ids() {
            instants.extend(R::instants(fight, who).into_iter().map(|choice| (who, choice)));
        }
        if let Some((who, choice)) = rng.pick(&instants).cloned() {
            return Some((voice(fight, Addressee::Combatant(who)), Input::Interject { who, choice }));
        }
    }
    let open: Vec<_> = encounter.prompts().iter().filter(|it| it.answered.is_none()).collect();
    let prompt = rng.pick(&open)?;
    let choice = rng.pick(&prompt.offers)?.clone();
    Some((voice(fight, prompt.to), Input::Answer { prompt: prompt.id, choice }))
}

/// An action, or a pass, while nothing is pending.
fn choose<R: Menus>(fight: &FightState<R>, rng: &mut PlayRng, style: PlayStyle) -> Option<(Actor, Input<R>)> {
    let mut ready = R::may_act(fight);
    let side = fight.turns.side_up().filter(|side| R::check_pass(fight, *side).is_ok());
    if let Some(side) = side
        && rng.percent(style.pass)
    {
        return Some((passes(fight, side, rng), Input::pass(side)));
    }
    while let Some(who) = rng.take(&mut ready) {
        if let Some(action) = R::at_random(fight, who, rng) {
            return Some((voice(fight, Addressee::Combatant(who)), Input::Act { who, action }));
        }
    }
    side.map(|side| (passes(fight, side, rng), Input::pass(side)))
}

/// A player on the side who hasn't voted to pass yet, or the table.
fn passes<R: Ruleset>(fight: &FightState<R>, side: SideId, rng: &mut PlayRng) -> Actor {
    let voters: Vec<_> = fight.voters(side).into_iter().filter(|it| !fight.turns.votes.contains(it)).collect();
    rng.pick(&voters).map_or(Actor::Table, |seat| Actor::Player(*seat))
}

/// Who answers for this addressee: a player if one can, otherwise the table in place of the GM.
fn voice<R: Ruleset>(fight: &FightState<R>, to: Addressee) -> Actor {
    let member = match to {
        Addressee::Combatant(who) => fight.find(who),
        Addressee::Side(side) => fight.members(side).find(|it| it.controller != Controller::Gm),
        Addressee::Gm => None,
    };
    match member.map(|it| it.controller) {
        Some(Controller::Player(seat)) => Actor::Player(seat),
        Some(Controller::Gm) | None => Actor::Table,
    }
}

/// Every listed action of the combatant, up to `most`.
///
/// # Errors
/// The partial action that leads nowhere although every step of it was listed.
pub fn actions<R: Menus>(
    fight: &FightState<R>,
    who: CombatantId,
    most: usize,
) -> Result<Vec<R::Action>, PartialAction> {
    let mut drafts: Vec<PartialAction> =
        R::verbs(fight, who).into_iter().rev().map(|it| PartialAction::of(it.name)).collect();
    let mut found = vec![];
    while let Some(draft) = drafts.pop() {
        if found.len() == most {
            break;
        }
        match R::options(fight, who, &draft) {
            Ok(Param::Done(action)) => found.push(action),
            Ok(_) if draft.filled.len() >= MOST_PARAMS => return Err(draft),
            Ok(Param::Write { name, .. }) => drafts.push(draft.with(name, ParamValue::Text(WORDS.to_owned()))),
            Ok(Param::Choose { candidates, .. }) if candidates.is_empty() => return Err(draft),
            Ok(Param::Choose { name, candidates, .. }) => {
                let with = |it: Candidate| draft.clone().with(name, it.fill);
                drafts.extend(candidates.into_iter().rev().map(with));
            }
            Err(_) => return Err(draft),
        }
    }
    Ok(found)
}
