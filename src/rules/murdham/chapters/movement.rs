//! Movement by half zones (R6, C10), full movement (A21), and the opportunity attacks that interrupt it (R25, R26).

use crate::engine::{
    CombatantId,
    ids::Addressee,
    procedure::{Ask, combatant_of},
    space::zones::ZonePlace,
};
use crate::rules::murdham::{
    Cx, FightState, Flow, Murdham, Rule, TableFact, Violation,
    chapters::{
        attack,
        cost::left,
        fear, flying, hold, morale, nature,
        reaction::{self, Choice, Question},
        saves, sneak, special_movement, trample, trap,
    },
    model::{
        fact::Fact,
        manner::{Manner, Pace, With},
        sheet::{Ability, SkillEffect},
        size,
        state::{Condition, HALVES_A_TURN, Phase, Resource, able, enemies, nearby},
    },
    refusals::MovementLeft,
};
use std::collections::VecDeque;

/// What a sprint comes to, in half zones (A21).
const SPRINT_HALVES: u16 = 8;

/// R6 The turn: one zone of movement, in halves; half of it for the hobbled and the encumbered.
pub fn halves_a_turn(fight: &FightState, who: CombatantId) -> u16 {
    slowed(fight, who, HALVES_A_TURN)
}

/// C13 Conditions, C53 Fast and slow by nature: hobbled and encumbered are half speed each, rounded up.
fn slowed(fight: &FightState, who: CombatantId, halves: u16) -> u16 {
    let it = fight.combatant(who);
    let times = [Condition::Hobbled, Condition::Encumbered].iter().filter(|what| it.is(what)).count();
    (0..times).fold(nature::halves(fight, who, halves), |halves, _| halves.div_ceil(2))
}

/// A21: what a full movement adds to what is left of the turn's own zone, in halves.
fn full_halves(fight: &FightState, who: CombatantId, how: Pace) -> u16 {
    let all = match how {
        Pace::Sprint => SPRINT_HALVES + 2 * fight.combatant(who).sheet.best(SkillEffect::sprints_further).unwrap_or(0),
        _ => fight.options.full_move_zones * 2,
    };
    slowed(fight, who, all).saturating_sub(halves_a_turn(fight, who))
}

/// R48: how fast a combatant runs who has nothing else to do, in half zones a round.
pub fn sprint_halves(fight: &FightState, who: CombatantId) -> u16 {
    halves_a_turn(fight, who) + full_halves(fight, who, Pace::Sprint)
}

/// R6: whether a combatant can move there with what is left of their zone.
pub fn check_move(fight: &FightState, who: CombatantId, to: ZonePlace, how: Pace) -> Result<(), Violation> {
    if how == Pace::Sprint {
        return Err(Violation::SprintIsFull);
    }
    check_way(fight, who, to, how, left(fight, who, Resource::Half))
}

/// A21: whether a combatant can move there with a full movement.
pub fn check_full_move(fight: &FightState, who: CombatantId, to: ZonePlace, how: Pace) -> Result<(), Violation> {
    check_way(fight, who, to, how, left(fight, who, Resource::Half) + full_halves(fight, who, how))
}

fn check_way(fight: &FightState, who: CombatantId, to: ZonePlace, how: Pace, halves: u16) -> Result<(), Violation> {
    let it = fight.combatant(who);
    if how == Pace::Sneak && !it.is_hidden() {
        return Err(Violation::SneaksOpenly);
    }
    if how == Pace::Fly && !flying::flies(fight, who) {
        return Err(Violation::NoWings);
    }
    if it.state.fell_in == Some(fight.turns.round) {
        return Err(Violation::Fallen(who));
    }
    if it.place == Some(to) {
        return Err(Violation::AlreadyThere);
    }
    if !on_board(fight, to) {
        return Err(Violation::TooFar { who, halves: MovementLeft(halves) });
    }
    if !has_room(fight, who, to) {
        use crate::engine::space::Space;
        return Err(Violation::Full(fight.space.place_words(&to)));
    }
    match way(fight, who, to, halves) {
        Some(_) => Ok(()),
        None => match afraid_to_go(fight, who, to, halves) {
            Some(of) => Err(Violation::Afraid { who, of }),
            None => Err(Violation::TooFar { who, halves: MovementLeft(halves) }),
        },
    }
}

/// C38 Fear: the one who keeps a combatant from a place they could reach otherwise.
fn afraid_to_go(fight: &FightState, who: CombatantId, to: ZonePlace, halves: u16) -> Option<CombatantId> {
    let steps = shortest(fight, who, to, halves, |_, next| has_room(fight, who, next))?;
    let from = fight.combatant(who).place?;
    let mut pairs = std::iter::once(from).chain(steps.iter().copied()).zip(steps.iter().copied());
    pairs.find_map(|(from, next)| fear::approaches(fight, who, from, next))
}

/// C39 Terror: whether there is any place farther off that could be reached.
pub fn can_get_away(fight: &FightState, who: CombatantId) -> bool {
    use crate::engine::space::Space;
    if fight.combatant(who).state.fell_in == Some(fight.turns.round) {
        return false;
    }
    let halves = halves_a_turn(fight, who) + full_halves(fight, who, Pace::Sprint);
    let there = |to: &ZonePlace| {
        fear::gets_away(fight, who, *to) && has_room(fight, who, *to) && way(fight, who, *to, halves).is_some()
    };
    fight.space.places().iter().any(there)
}

/// How many half zones lie between two places, anyone who stands there; more than any if there is no way.
pub fn half_steps_between(fight: &FightState, from: ZonePlace, to: ZonePlace) -> u16 {
    let mut reached = vec![(from, 0u16)];
    let mut index = 0;
    while let Some(&(at, walked)) = reached.get(index) {
        if at == to {
            return walked;
        }
        for next in fight.space.half_steps(at) {
            if !reached.iter().any(|it| it.0 == next) {
                reached.push((next, walked + 1));
            }
        }
        index += 1;
    }
    u16::MAX
}

fn on_board(fight: &FightState, at: ZonePlace) -> bool {
    match at {
        ZonePlace::In(zone) => usize::from(zone.0) < fight.space.zones.len(),
        ZonePlace::On(border) => usize::from(border.0) < fight.space.borders.len(),
    }
}

/// C10 Zones, C43 Size: whether a combatant fits there; anyone who comes along with someone who holds them needs room as well (R37).
pub fn has_room(fight: &FightState, who: CombatantId, at: ZonePlace) -> bool {
    size::has_room(fight, who, hold::held_by(fight, who), at)
}

/// The shortest way in half zones, through nothing that is full and towards nobody who is feared; `None` if it is longer than
/// `halves`.
fn way(fight: &FightState, who: CombatantId, to: ZonePlace, halves: u16) -> Option<Vec<ZonePlace>> {
    let open = |at, next| has_room(fight, who, next) && fear::approaches(fight, who, at, next).is_none();
    shortest(fight, who, to, halves, open)
}

fn shortest(
    fight: &FightState,
    who: CombatantId,
    to: ZonePlace,
    halves: u16,
    open: impl Fn(ZonePlace, ZonePlace) -> bool,
) -> Option<Vec<ZonePlace>> {
    let from = fight.combatant(who).place?;
    let mut reached: Vec<(ZonePlace, Option<usize>, u16)> = vec![(from, None, 0)];
    let mut edge = VecDeque::from([0usize]);
    while let Some(index) = edge.pop_front() {
        let (at, _, walked) = reached[index];
        if at == to {
            let mut steps = vec![];
            let mut back = Some(index);
            while let Some(it) = back.filter(|it| *it != 0) {
                steps.push(reached[it].0);
                back = reached[it].1;
            }
            steps.reverse();
            return Some(steps);
        }
        if walked == halves {
            continue;
        }
        for next in fight.space.half_steps(at) {
            if !reached.iter().any(|it| it.0 == next) && open(at, next) {
                reached.push((next, Some(index), walked + 1));
                edge.push_back(reached.len() - 1);
            }
        }
    }
    None
}

/// R6 The turn: moves with the turn's own zone.
pub fn move_to(cx: &mut Cx<'_>, who: CombatantId, to: ZonePlace, how: Pace) -> Flow {
    cx.cite(Rule::Turn);
    walk(cx, who, to, how)
}

/// A21 Full movement: the main action lets a combatant go two zones in all, or sprint four; from the second round in a row a sprint
/// takes an AGI save, for the fleet footed in the third, fifth and so on, and without it the full movement is an ordinary one.
pub fn full_move(cx: &mut Cx<'_>, who: CombatantId, to: ZonePlace, how: Pace) -> Flow {
    cx.cite(Rule::FullMovement);
    let round = cx.turns.round;
    let state = &cx.combatant(who).state;
    let in_a_row = state.sprinted_in.filter(|last| last + 1 == round).map_or(0, |_| state.sprints_in_a_row.max(1));
    let rested = cx.combatant(who).sheet.best(SkillEffect::sprints_further).is_some() && in_a_row % 2 == 1;
    let again = how == Pace::Sprint && in_a_row > 0 && !rested;
    let sprints =
        how == Pace::Sprint && (!again || saves::save(cx, who, Ability::Agi, Rule::FullMovement, "sprinting again")?);
    let pace = if how == Pace::Sprint && !sprints { Pace::Walk } else { how };
    cx.change(Fact::FullMove { who, sprint: sprints.then_some(round) });
    let halves = cx.combatant(who).budget.left(Resource::Half) + full_halves(cx, who, pace);
    cx.apply(TableFact::ResourceSet { who, resource: Resource::Half, left: halves });
    walk(cx, who, to, how)
}

/// Step by step, as far as the steps last. Each step may be answered before it is made.
fn walk(cx: &mut Cx<'_>, who: CombatantId, to: ZonePlace, how: Pace) -> Flow {
    if cx.combatant(who).is_hidden() {
        match how {
            Pace::Sneak => sneak::sneak(cx, who)?,
            _ => sneak::reveal(cx, who),
        }
    }
    if !special_movement::sets_out(cx, who, how)? {
        return Ok(());
    }
    let mut steps = way(cx, who, to, u16::MAX).unwrap_or_default().into_iter().peekable();
    let mut has_left = false;
    while let Some(next) = steps.next() {
        if cx.combatant(who).budget.left(Resource::Half) == 0 {
            break;
        }
        let here = cx.combatant(who).place;
        if here.is_some_and(|here| fear::approaches(cx, who, here, next).is_some()) {
            break; // C38: fear that came over somebody on the way
        }
        // R25: a zone is left with the step onto its border, if the next one follows; anyone who is struck down lies in the zone.
        let lasts = cx.combatant(who).budget.left(Resource::Half) > 1;
        let beyond = steps.peek().copied().filter(|_| lasts && matches!(next, ZonePlace::On(_)));
        if !has_left {
            opportunities(cx, who, Some(beyond.unwrap_or(next)))?;
        }
        has_left = beyond.is_some();
        if !able(cx, who) || hold::is_entangled(cx, who) {
            break; // R25: the turn goes on only if the mover is alive and conscious; C21: and free
        }
        cx.apply(TableFact::Took { who, from: Resource::Half, amount: 1 });
        if cx.combatant(who).budget.left(Resource::Still) > 0 {
            cx.apply(TableFact::Took { who, from: Resource::Still, amount: 1 });
        }
        if size::fills(cx, who, next) {
            cx.cite(Rule::EmptyPlace);
        }
        let held = hold::held_by(cx, who);
        cx.apply(TableFact::Placed { who, at: Some(next) });
        hold::comes_along(cx, held, next);
        trample::in_the_way(cx, who, next)?;
        if trap::catches(cx, who, next, false)? {
            break; // C57: caught, and entangled
        }
        fear::looms(cx)?;
        if !able(cx, who) {
            break;
        }
    }
    special_movement::arrives(cx, who, how)
}

/// R25 Opportunity attack, R26: everyone whom the mover leaves is asked before it happens, all at once. Without a next
/// place the mover leaves everyone's reach.
pub fn opportunities(cx: &mut Cx<'_>, mover: CombatantId, next: Option<ZonePlace>) -> Flow {
    let mut nothing = ();
    cx.window(
        &mut nothing,
        |fight, ()| strikers(fight, mover, next),
        |cx, (), to, choice| {
            let Choice::Strike(with) = *choice else { return Ok(()) };
            let who = combatant_of(to);
            cx.cite(Rule::Opportunity);
            cx.cite(Rule::SpendingTheTurn);
            reaction::spend_turn(cx, who);
            let opportunity = true;
            attack::strike(cx, who, mover, with, Manner::Normal, opportunity)
        },
    )
}

/// R25 Opportunity attack: who could make one at a combatant who moves to this place. That an ambush is going on, in which nobody reacts, may be
/// the ambushers' secret: it doesn't count.
pub fn provoked(fight: &FightState, mover: CombatantId, to: ZonePlace) -> Vec<CombatantId> {
    let mut fight = fight.clone();
    fight.turns.phase = fight.turns.phase.filter(|it| *it != Phase::Ambush);
    let fight = &fight;
    let steps = way(fight, mover, to, u16::MAX).unwrap_or_default();
    let beyond = steps.get(1).filter(|_| matches!(steps.first(), Some(ZonePlace::On(_))));
    let Some(next) = beyond.or(steps.first()) else { return vec![] };
    strikers(fight, mover, Some(*next))
        .into_iter()
        .filter(|it| it.offers.len() > 1)
        .map(|it| combatant_of(it.to))
        .collect()
}

/// R25 Opportunity attack: whether nobody could make one at a combatant who runs out of the fight.
pub fn leaves_freely(fight: &FightState, who: CombatantId) -> bool {
    strikers(fight, who, None).iter().all(|it| it.offers.len() <= 1)
}

/// R25 Opportunity attack: enemies who see the mover, are nearby now, would not be after the step, and could react.
fn strikers(fight: &FightState, mover: CombatantId, next: Option<ZonePlace>) -> Vec<Ask<Murdham>> {
    use crate::engine::space::Space;
    if !able(fight, mover) || fight.combatant(mover).is_hidden() {
        return vec![];
    }
    let leaves = |who: CombatantId| {
        let there = fight.combatant(who).place;
        let stays = |at: ZonePlace| next.is_some_and(|next| fight.space.distance(&at, &next) == Some(0));
        nearby(fight, who, mover) && there.is_some_and(|at| !stays(at))
    };
    let could = |who: &CombatantId| {
        enemies(fight, *who, mover)
            && reaction::can_react(fight, *who)
            && morale::has_heart(fight, *who)
            && fear::may_react(fight, *who, mover, true)
            && leaves(*who)
    };
    let ask = |who: CombatantId| {
        let with =
            reaction::attacks_of(fight, who, |with: With| attack::aim(fight, who, mover, with, Manner::Normal).is_ok());
        Ask {
            to: Addressee::Combatant(who),
            question: Question::Opportunity { mover, to: who },
            offers: std::iter::once(Choice::LetThemGo).chain(with.into_iter().map(Choice::Strike)).collect(),
        }
    };
    fight.ids().filter(could).map(ask).collect()
}
