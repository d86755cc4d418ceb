//! Strikes out of turn: C12, C14, A6. Anyone who walks out of a combatant's reach may be struck at before the step that leads out of it, and
//! what comes of that is read there: whoever falls lies there, and the walk is over. Anyone who has parried may strike back. Both are possible
//! for who has not learned them, with 1 off the test.

use crate::engine::{
    CombatantId,
    ids::Addressee,
    procedure::{Ask, combatant_of},
    space::{
        Space,
        grid::{Gait, Square},
    },
};
use crate::rules::ingenuity::{
    Choice, Combatant, Cx, Event, FightState, Flow, Ingenuity, Question, Rule, StandingOrder, TableFact, With,
    chapters::{
        attack::{self, Blow},
        movement, reaction,
    },
    model::{
        board,
        learned::{self, Maneuver, ManeuverKind},
        state::{enemies, in_hand, known, up},
    },
};

/// C12: whether a combatant has learned a maneuver.
pub fn has_learned(fight: &FightState, who: CombatantId, maneuver: &Maneuver) -> bool {
    fight.find(who).is_some_and(|it| it.sheet.maneuvers.contains(&maneuver.name))
}

/// C12: whether a combatant has learned one of this kind.
pub fn has_learned_any(fight: &FightState, who: CombatantId, kind: ManeuverKind) -> bool {
    learned::maneuvers().iter().any(|it| it.kind == kind && has_learned(fight, who, it))
}

/// The maneuver of this kind that a combatant could make as a reaction and pay for: one that they have learned, or any (C12).
fn affordable(fight: &FightState, who: CombatantId, kind: ManeuverKind) -> Option<&'static Maneuver> {
    let it = fight.find(who)?;
    let of_kind = || learned::maneuvers().iter().filter(|it| it.kind == kind);
    let maneuver = of_kind().find(|it| has_learned(fight, who, it)).or_else(|| of_kind().next())?;
    (reaction::can_react(fight, who) && it.state.stamina >= maneuver.stamina).then_some(maneuver)
}

/// The order about striking out of turn that a combatant has given last.
fn order(it: &Combatant) -> Option<StandingOrder> {
    let about = |it: &StandingOrder| {
        matches!(
            it,
            StandingOrder::AlwaysStrikeBack
                | StandingOrder::NeverStrikeBack
                | StandingOrder::LearnedStrikes
                | StandingOrder::NeverAsk
        )
    };
    it.orders.iter().copied().find(about)
}

/// What a combatant would strike with out of turn: what is in hand for near, else bare hands. Nobody is asked about what they have not
/// learned against their orders, nor about bare hands while they hold a weapon, unless they are to strike always.
fn arms(fight: &FightState, who: CombatantId, kind: ManeuverKind) -> Vec<With> {
    let Some(it) = fight.find(who) else { return vec![] };
    let order = order(it);
    let always = order == Some(StandingOrder::AlwaysStrikeBack);
    let has_learned = has_learned_any(fight, who, kind);
    if affordable(fight, who, kind).is_none() || (!has_learned && !always && order.is_some()) {
        return vec![];
    }
    let carried = (0..it.state.gear.len() as u8).map(With::Item);
    let near = |with: &With| !attack::is_ranged(fight, who, *with) && attack::check_armed(fight, who, *with).is_ok();
    let held: Vec<With> = carried.filter(near).collect();
    match held.is_empty() {
        true if !has_learned && !always && in_hand(it).any(|it| it.1.item.is_weapon()) => vec![],
        true => vec![With::BareHands],
        false => held,
    }
}

/// C14: whether a combatant could strike at a square that is so many metres off at most: they see it.
fn reaches(fight: &FightState, who: CombatantId, metres: u32, to: Square) -> bool {
    let Some(at) = fight.find(who).and_then(|it| it.place) else { return false };
    let is_near = fight.space.distance(&at, &to).is_some_and(|it| it <= metres);
    is_near && (at == to || fight.space.sight(at, to).seen)
}

/// C12, C14: with what a combatant could strike at anyone who steps from one square to another: what reaches the first, if nothing of theirs
/// reaches the second.
fn arms_at_step(fight: &FightState, who: CombatantId, from: Square, to: Square) -> Vec<With> {
    let all = arms(fight, who, ManeuverKind::Opportunity);
    let reaches = |with: &With, at: Square| reaches(fight, who, attack::reach_of(fight, who, *with), at);
    match all.iter().any(|it| reaches(it, to)) {
        true => vec![],
        false => all.into_iter().filter(|it| reaches(it, from)).collect(),
    }
}

/// C12 Opportunity strike: who may strike at a combatant before a step. Of the GM's the unseen do so by an order alone, and are seen from then
/// on: a walk that stopped to ask them would tell that a combatant is there.
fn chances(fight: &FightState, mover: CombatantId, from: Square, to: Square) -> Vec<Ask<Ingenuity>> {
    let keeps_still = |it: &Combatant| it.is_unknown() && order(it) != Some(StandingOrder::AlwaysStrikeBack);
    let could = |who: &CombatantId| {
        enemies(fight, *who, mover) && known(fight, *who, mover) && !keeps_still(fight.combatant(*who))
    };
    let ask = |who: CombatantId| Ask {
        to: Addressee::Combatant(who),
        question: Question::Opportunity { mover, to: who },
        offers: std::iter::once(Choice::LetThemGo)
            .chain(arms_at_step(fight, who, from, to).into_iter().map(Choice::Strike))
            .collect(),
    };
    fight.ids().filter(could).map(ask).filter(|it| it.offers.len() > 1).collect()
}

/// C12, R21: walks to a square within so many metres. Before each step out of a combatant's reach the walk stops, and they may strike; it
/// goes on if it can. Nobody is asked twice in one walk.
pub fn walks(cx: &mut Cx<'_>, who: CombatantId, to: Square, metres: u32) -> Flow {
    let (mut left, mut done): (u32, Vec<CombatantId>) = (metres, vec![]);
    loop {
        let Some(start) = cx.combatant(who).place.filter(|it| *it != to) else { return Ok(()) };
        let way = if board::taken(cx, who, to) { None } else { safest_way(cx, who, to, left) };
        let Some(way) = way else {
            cx.tell(Event::Halted(who));
            return Ok(());
        };
        let (mut from, mut last_free) = (start, start);
        let mut asked = vec![];
        let mut walked = vec![];
        for next in way {
            if let Some(unseen) = board::unseen_at(cx, who, next, next == to) {
                // Nobody stops where an ally stands whom they were passing.
                let free = walked.iter().position(|it| *it == last_free).map_or(0, |it| it + 1);
                stop_at(cx, who, start, &walked[..free]);
                movement::runs_into(cx, who, unseen);
                return Ok(());
            }
            asked = chances(cx, who, from, next)
                .into_iter()
                .map(|it| it.to)
                .filter(|it| !done.contains(&combatant_of(*it)))
                .collect();
            if !asked.is_empty() {
                let step = (from, next);
                stop_at(cx, who, start, &walked);
                left = left.saturating_sub(board::cost(cx, who, start, &walked));
                done.extend(asked.iter().map(|it| combatant_of(*it)));
                struck_at(cx, who, step, &asked)?;
                break;
            }
            walked.push(next);
            from = next;
            if !board::taken(cx, who, next) {
                last_free = next;
            }
        }
        if asked.is_empty() {
            stop_at(cx, who, start, &walked);
            return Ok(());
        }
        if !up(cx, who) || attack::is_grappled(cx, who) {
            // Nobody lies where an ally stands whom they were passing.
            if cx.combatant(who).place.is_some_and(|it| board::taken(cx, who, it)) {
                cx.apply(TableFact::Placed { who, at: Some(last_free) });
            }
            cx.tell(Event::Halted(who));
            return Ok(());
        }
    }
}

/// A combatant has walked so far.
fn stop_at(cx: &mut Cx<'_>, who: CombatantId, start: Square, walked: &[Square]) {
    if let Some(at) = walked.last().filter(|it| **it != start) {
        cx.apply(TableFact::Placed { who, at: Some(*at) });
        movement::lets_go_far(cx, who);
    }
}

/// C12 Opportunity strike: these may strike at anyone who is about to take a step, each once, as long as there is someone who would take it.
fn struck_at(cx: &mut Cx<'_>, mover: CombatantId, (from, to): (Square, Square), asked: &[Addressee]) -> Flow {
    let mut struck: Vec<Addressee> = vec![];
    cx.window(
        &mut struck,
        |fight, struck| match up(fight, mover) && fight.combatant(mover).place == Some(from) {
            true => {
                let all = chances(fight, mover, from, to).into_iter();
                all.filter(|it| asked.contains(&it.to) && !struck.contains(&it.to)).collect()
            }
            false => vec![],
        },
        |cx, struck, to, choice| {
            struck.push(to);
            let (who, Choice::Strike(with)) = (combatant_of(to), choice.clone()) else { return Ok(()) };
            strike(cx, who, mover, with, ManeuverKind::Opportunity)
        },
    )
}

/// C12 Opportunity strike: the squares out of which nobody moves unpunished, for the map: those within reach of anyone who could strike, and
/// has not been told not to.
pub fn threatens(fight: &FightState, who: CombatantId) -> Vec<Square> {
    let never = |it: &Combatant| matches!(order(it), Some(StandingOrder::NeverStrikeBack | StandingOrder::NeverAsk));
    let Some(at) = fight.find(who).filter(|it| !never(it)).and_then(|it| it.place) else { return vec![] };
    let arms = arms(fight, who, ManeuverKind::Opportunity);
    let Some(reach) = arms.into_iter().map(|it| attack::reach_of(fight, who, it)).max() else { return vec![] };
    let near = |it: &Square| *it != at && fight.space.open(*it) && reaches(fight, who, reach, *it);
    board::around(fight, at, reach).into_iter().filter(near).collect()
}

/// C12 Riposte: anyone who has parried may strike back.
pub fn riposte(cx: &mut Cx<'_>, blow: &Blow) -> Flow {
    let (by, to) = (blow.by, blow.at);
    let possible = |fight: &FightState| -> Vec<With> {
        let arms = arms(fight, to, ManeuverKind::Riposte).into_iter();
        arms.filter(|it| attack::check(fight, to, by, *it).is_ok()).collect()
    };
    if blow.parry.is_none() || possible(cx).is_empty() {
        return Ok(());
    }
    let offers = |fight: &FightState| {
        std::iter::once(Choice::LetThemGo).chain(possible(fight).into_iter().map(Choice::Strike)).collect()
    };
    match cx.ask(Addressee::Combatant(to), Question::Riposte { by, to }, offers)? {
        Choice::Strike(with) => strike(cx, to, by, with, ManeuverKind::Riposte),
        _ => Ok(()),
    }
}

/// R12, C12: a reaction that is an attack; it counts among the attacks of the round (A6).
fn strike(cx: &mut Cx<'_>, who: CombatantId, at: CombatantId, with: With, kind: ManeuverKind) -> Flow {
    let Some(maneuver) = affordable(cx, who, kind) else { return Ok(()) };
    cx.cite(Rule::Maneuvers);
    cx.tell(Event::Does { who, rule: Rule::Maneuvers, text: maneuver.name.clone() });
    reaction::pay(cx, who, Rule::Maneuvers, false);
    let mut blow = Blow::best(cx, who, at, with);
    blow.maneuver = Some(maneuver);
    attack::attack(cx, blow)
}

/// R21, C12: the cheapest way that leaves the reach of the fewest whom the walker knows to stand there: all that a walk of so many metres could be.
/// What they could do now is not the walker's to know, so all who stand there count.
fn safest_way(fight: &FightState, who: CombatantId, to: Square, metres: u32) -> Option<Vec<Square>> {
    let from = fight.find(who)?.place?;
    let footing = board::walkable(fight, who);
    let shortest = footing.paths(from, metres, Gait::ANY).way(to)?;
    let guards = guards(fight, who);
    let left = |a: Square, b: Square| guards.iter().filter(|it| it.reaches(fight, a) && !it.reaches(fight, b)).count();
    let drawn: usize = std::iter::once(&from).chain(&shortest).zip(&shortest).map(|(a, b)| left(*a, *b)).sum();
    let at_least = guards.iter().filter(|it| it.reaches(fight, from) && !it.reaches(fight, to)).count();
    if drawn <= at_least {
        return Some(shortest);
    }
    let draws = |a: Square, b: Square| u32::try_from(left(a, b)).unwrap_or(u32::MAX);
    footing.way_of_least(from, to, metres, Gait::ANY, &draws).or(Some(shortest))
}

/// C12: out of whose reach a walk to this square leads, as far as the walker knows.
pub fn left_behind(fight: &FightState, walker: CombatantId, to: Square) -> Vec<CombatantId> {
    let Some(from) = fight.find(walker).and_then(|it| it.place) else { return vec![] };
    let left = |it: &Guard| it.reaches(fight, from) && !it.reaches(fight, to);
    guards(fight, walker).into_iter().filter(left).map(|it| it.who).collect()
}

/// An enemy who stands, and how far what is in hand reaches.
struct Guard {
    who: CombatantId,
    at: Square,
    reach: u32,
}

impl Guard {
    fn reaches(&self, fight: &FightState, to: Square) -> bool {
        fight.space.distance(&self.at, &to).is_some_and(|it| it <= self.reach)
    }
}

fn guards(fight: &FightState, walker: CombatantId) -> Vec<Guard> {
    let stands = |it: &CombatantId| enemies(fight, walker, *it) && up(fight, *it) && known(fight, walker, *it);
    let guard = |who: CombatantId| {
        let near = in_hand(fight.combatant(who)).filter(|it| it.1.item.is_weapon() && it.1.item.projectile.is_none());
        let reach = near.map(|it| it.1.item.reach).max().unwrap_or(1);
        Some(Guard { who, at: fight.combatant(who).place?, reach })
    };
    fight.ids().filter(stands).filter_map(guard).collect()
}
