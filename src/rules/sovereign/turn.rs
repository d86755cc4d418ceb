//! Rounds, sides and turns: R5 to R8, R11, R12 and rulings A14, A21, A22, A25, A29. Initiative is rolled once; a whole side acts, then the
//! next. What somebody does with their turn is not decided here.

use super::{
    Condition, Cx, FightState, Flow, Rule, Sovereign, TableFact, Violation,
    checks::{self, Check, modifier},
    fact::Fact,
    gear::Feat,
    harm, manoeuvres, morale, oil,
    sheet::{Attribute, Skill},
    state::{Ambush, Phase, Resource, is, is_party, is_up, up},
};
use crate::engine::{CombatantId, Moment, Refill, SideId, Stage, Transition, TurnOrder, roll::Keep};

/// What comes next when nobody has a choice. No new round begins unless two sides have somebody who stands, or somebody is dying. Where the
/// unseen act beside the order one side is enough.
pub fn due(fight: &FightState) -> Option<Transition<Sovereign>> {
    if fight.stage != Stage::Fighting {
        return None;
    }
    if let Some(who) = fight.turns.active {
        return (!up(fight, who) || is_beside(fight, who)).then_some(Transition::TurnEnds(who));
    }
    let TurnOrder::Sides { order, at } = &fight.turns.order else { return Some(Transition::RoundBegins) };
    match order.get(*at) {
        Some(side) => step_members(fight).is_empty().then_some(Transition::Passes(*side)),
        None if fight.turns.phase == Some(Phase::Alert) => Some(Transition::PhaseEnds(Phase::Alert)),
        None if !fight.system.round_over => Some(Transition::RoundEnds),
        None => goes_on(fight).then_some(Transition::RoundBegins),
    }
}

/// Whether another round is worth beginning, as far as those go for whom the order waits.
fn goes_on(fight: &FightState) -> bool {
    let counts = |it: &super::Combatant| !is_beside(fight, it.id);
    let dying = fight.combatants.iter().any(|it| it.state.fall.is_some() && !it.state.dead && counts(it));
    let standing = fight.sides.iter().filter(|side| fight.members(side.id).any(|it| is_up(it) && counts(it))).count();
    // Rounds pass whether or not anybody is there unseen: they have one turn in each, and it tells nothing.
    standing > 1 || ((dying || fight.options.unseen_beside) && standing > 0)
}

/// R5, in place of it where the table plays so: whether somebody's turns are taken beside the order, because nobody may know that they are
/// there. Where nobody else stands the order is theirs, and so is a surprise round that comes from the unseen alone (R7).
pub fn is_beside(fight: &FightState, who: CombatantId) -> bool {
    if !fight.options.unseen_beside || !fight.find(who).is_some_and(is_unseen) {
        return false;
    }
    let surprise = fight.turns.phase == Some(Phase::Surprise);
    let leads = |it: &super::Combatant| is_up(it) && !is_unseen(it) && !(surprise && it.is(&Condition::Surprised));
    fight.combatants.iter().any(|it| leads(it))
}

/// Whether somebody is the GM's and nobody sees them.
fn is_unseen(it: &super::Combatant) -> bool {
    it.hidden && it.owner.is_none()
}

/// R5, where the table plays so: whether somebody may act now although it is another's turn: once a round, whenever their player likes.
fn may_act_beside(fight: &FightState, who: CombatantId) -> bool {
    is_beside(fight, who) && up(fight, who) && !fight.turns.is_spent(who) && !nothing_left(fight, who)
}

/// A25: a turn beside the order begins with its first act.
fn begins_beside(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.combatant(who).state.began != Some(cx.turns.round) {
        own_turn(cx, who);
    }
}

/// R7: whether, to those who know of nobody unseen, the fight has not begun: nobody of whom they know acts in the surprise round.
pub fn begins_unseen(known: &FightState) -> bool {
    let waits = |it: &super::Combatant| !it.hidden && (it.is(&Condition::Surprised) || !is_up(it));
    known.turns.phase == Some(Phase::Surprise)
        && known.turns.active.is_none()
        && known.combatants.iter().all(|it| waits(it) && !known.turns.is_spent(it.id))
}

/// How many sides have somebody who can act.
pub fn sides_standing(fight: &FightState) -> usize {
    fight.sides.iter().filter(|side| fight.members(side.id).any(is_up)).count()
}

/// Those of the side that is up who have not ended their turn of this round.
fn step_members(fight: &FightState) -> Vec<CombatantId> {
    let Some(side) = fight.turns.side_up() else { return vec![] };
    let in_phase = |it: &super::Combatant| match fight.turns.phase {
        Some(Phase::Surprise) => !it.is(&Condition::Surprised),
        Some(Phase::Alert) => it.sheet.feat(Feat::Alert) >= 2,
        None => true,
    };
    let may = |it: &&super::Combatant| is_up(it) && in_phase(it) && !fight.turns.is_spent(it.id);
    fight.members(side).filter(may).map(|it| it.id).filter(|it| !is_beside(fight, *it)).collect()
}

/// Whether somebody has neither action left.
fn nothing_left(fight: &FightState, who: CombatantId) -> bool {
    let it = fight.combatant(who);
    it.budget.left(Resource::Main) == 0 && it.budget.left(Resource::Move) == 0 && !it.state.another
}

/// R5, A25: who may begin or go on with a turn: whose turn it is, or anybody of the side that is up. Who has neither action left keeps
/// nobody waiting.
pub fn may_act(fight: &FightState) -> Vec<CombatantId> {
    if fight.stage != Stage::Fighting {
        return vec![];
    }
    let mut all = match fight.turns.active {
        Some(who) if !fight.options.interleaved && !nothing_left(fight, who) => vec![who],
        _ => step_members(fight),
    };
    if fight.options.unseen_beside {
        let beside: Vec<CombatantId> =
            fight.ids().filter(|it| !all.contains(it) && may_act_beside(fight, *it)).collect();
        all.extend(beside);
    }
    all
}

/// Whether somebody's turn of this round is over, and nobody else's is under way: who ends it again is told so, and nothing is lost.
pub fn is_over_already(fight: &FightState, who: CombatantId) -> bool {
    let there = fight.find(who).is_some_and(|it| !it.state.dead) && !may_act_beside(fight, who);
    fight.stage == Stage::Fighting && there && fight.turns.active.is_none() && fight.turns.is_spent(who)
}

/// Whether a side may pass: it is its step.
///
/// # Errors
/// Why not.
pub fn check_pass(fight: &FightState, side: SideId) -> Result<(), Violation> {
    if fight.turns.side_up() == Some(side) {
        Ok(())
    } else {
        Err(Violation::NotTheirStep { side, up: fight.turns.side_up() })
    }
}

/// Beginnings and ends.
///
/// # Errors
/// When a rule refuses it, or the GM must be asked.
pub fn transition(cx: &mut Cx<'_>, transition: &Transition<Sovereign>) -> Flow {
    match transition {
        Transition::FightBegins => return fight_begins(cx),
        Transition::Joins(who) => joins(cx, *who),
        Transition::RoundBegins => round_begins(cx),
        Transition::RoundEnds => return round_ends(cx),
        Transition::TurnBegins(who) => begin(cx, *who),
        Transition::TurnEnds(who) if goes_on_unseen(cx, *who) => leaves_the_order(cx, *who),
        Transition::TurnEnds(who) => end(cx, *who),
        Transition::Passes(side) => passes(cx, *side),
        Transition::PhaseEnds(_) => {
            cx.apply(TableFact::PhaseBegan(None));
            list(cx, 0);
        }
        Transition::FightEnds => cx.apply(TableFact::StageSet(Stage::Over)),
        Transition::PhaseBegins(_) | Transition::ClockRanOut(_) => {}
    }
    Ok(())
}

/// R5, R7: the fight begins, with a surprise round if somebody is caught unawares.
fn fight_begins(cx: &mut Cx<'_>) -> Flow {
    if cx.combatants.is_empty() {
        return cx.refuse(Violation::NobodyToFight);
    }
    cx.apply(TableFact::StageSet(Stage::Fighting));
    morale::counts(cx);
    if let Some((victims, how)) = cx.system.ambush {
        let ambushers = ambushers(cx, victims);
        let caught = match ambushers.first() {
            Some(first) => cx.aside(*first, |cx| surprises(cx, victims, how, &ambushers)),
            None => surprises(cx, victims, how, &ambushers),
        };
        if caught {
            surprise_round(cx, victims);
        }
    }
    Ok(())
}

/// R7: who comes upon a side. Where the unseen act beside the order, they do so only if nobody else does: with others, the surprise is
/// the others', and a check would count whom nobody may know of.
fn ambushers(fight: &FightState, victims: SideId) -> Vec<CombatantId> {
    let others: Vec<&super::Combatant> =
        fight.combatants.iter().map(|it| &**it).filter(|it| it.side != victims && is_up(it)).collect();
    let alone = !fight.options.unseen_beside || others.iter().all(|it| is_unseen(it));
    others.into_iter().filter(|it| alone || !is_unseen(it)).map(|it| it.id).collect()
}

/// R7 Surprise, R8: whether a side is surprised: never if it expects a fight, if it is careful only by somebody hidden.
fn surprises(cx: &mut Cx<'_>, victims: SideId, how: Ambush, ambushers: &[CombatantId]) -> bool {
    cx.cite(Rule::Surprise);
    let hidden = ambushers.iter().any(|it| cx.combatant(*it).hidden);
    if cx.system.expecting.contains(&victims) || (cx.system.careful.contains(&victims) && !hidden) {
        cx.cite(Rule::NotSurprised);
        cx.note(Fact::NotSurprised(victims));
        return false;
    }
    let (attribute, skill, what) = match how {
        Ambush::Declared => return true,
        Ambush::Stealth => (Attribute::Dex, Skill::Sneak, "to come upon them unseen"),
        Ambush::Door => (Attribute::Str, Skill::Exert, "to break in on them"),
    };
    let others: Vec<CombatantId> = cx.members(victims).filter(|it| is_up(it)).map(|it| it.id).collect();
    let ours = checks::group(cx, ambushers, |who| Check::of(who, attribute, skill));
    let theirs = checks::group(cx, &others, |who| Check::of(who, Attribute::Wis, Skill::Notice));
    let (Some(ours), Some(theirs)) = (ours, theirs) else { return false };
    let caught = checks::opposed(cx, &ours, &theirs, Rule::Surprise, what);
    if !caught {
        cx.note(Fact::NotSurprised(victims));
    }
    caught
}

/// R7: the enemies of the surprised have a full round before initiative is rolled; the alert among the surprised act after them.
fn surprise_round(cx: &mut Cx<'_>, victims: SideId) {
    let caught: Vec<CombatantId> = cx
        .members(victims)
        .filter(|it| it.sheet.feat(Feat::Alert) == 0 && !it.is(&Condition::Expecting))
        .map(|it| it.id)
        .collect();
    if cx.members(victims).any(|it| it.sheet.feat(Feat::Alert) > 0) {
        cx.cite(Rule::Alert);
    }
    for who in caught {
        harm::gains(cx, who, Condition::Surprised);
    }
    let mut order: Vec<SideId> = cx.sides.iter().map(|it| it.id).filter(|it| *it != victims).collect();
    order.push(victims);
    cx.apply(TableFact::PhaseBegan(Some(Phase::Surprise)));
    cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at: 0 }));
}

/// R5 Initiative, R6, C22, C32, A14, A22, A29: each side that is there rolls, in the order in which they were named.
fn roll_initiative(cx: &mut Cx<'_>) {
    let sides: Vec<SideId> = cx.sides.iter().map(|it| it.id).filter(|it| takes_part(cx, *it)).collect();
    let rolled: Vec<(SideId, i32)> = sides.into_iter().map(|side| (side, roll_of(cx, side))).collect();
    let party = rolled.iter().find(|it| is_party(cx, it.0)).copied();
    let ties = |it: &&(SideId, i32)| party.is_some_and(|party| party.0 != it.0 && party.1 == it.1);
    let tied: Vec<SideId> = rolled.iter().filter(ties).map(|it| it.0).collect();
    if !tied.is_empty() {
        cx.cite(Rule::PartyWinsTies);
    }
    if tied.iter().any(|side| cx.members(*side).any(|it| it.sheet.feat(Feat::Alert) > 0 && !is_beside(cx, it.id))) {
        cx.cite(Rule::TieWithAlert);
    }
    let totals = in_order(cx, rolled);
    cx.note(Fact::InitiativeIs(totals));
}

/// R5: whether a side has somebody who takes their turns in the order.
fn takes_part(fight: &FightState, side: SideId) -> bool {
    fight.members(side).any(|it| !is_beside(fight, it.id))
}

/// R6 The Party wins ties, A14: totals from the highest down, the Party before others; others who tie roll again among themselves.
fn in_order(cx: &mut Cx<'_>, mut rolled: Vec<(SideId, i32)>) -> Vec<(SideId, i32)> {
    rolled.sort_by_key(|it| (std::cmp::Reverse(it.1), !is_party(cx, it.0), it.0));
    let alike = |a: &(SideId, i32), b: &(SideId, i32)| a.1 == b.1 && is_party(cx, a.0) == is_party(cx, b.0);
    let groups: Vec<Vec<(SideId, i32)>> = rolled.chunk_by(alike).map(<[_]>::to_vec).collect();
    let mut order = vec![];
    for tied in groups {
        if tied.len() < 2 {
            order.extend(tied);
            continue;
        }
        cx.cite(Rule::TiesOfFoes);
        let again: Vec<(SideId, i32)> = tied.iter().map(|it| (it.0, roll_of(cx, it.0))).collect();
        order.extend(in_order(cx, again).into_iter().map(|it| (it.0, tied[0].1)));
    }
    order
}

/// R5: 1d8; the Party adds its best DEX modifier, a side with somebody alert 1.
fn roll_of(cx: &mut Cx<'_>, side: SideId) -> i32 {
    cx.cite(Rule::Initiative);
    let mut modifiers = vec![];
    if is_party(cx, side) {
        let score = cx.options.score;
        let dex = |it: &super::Combatant| match score {
            true => it.sheet.attributes[Attribute::Dex as usize],
            false => it.sheet.modifier(Attribute::Dex),
        };
        let best = cx.members(side).filter(|it| !is_beside(cx, it.id)).map(dex).max().unwrap_or(0);
        cx.cite(Rule::DexModifier);
        cx.cite(Rule::Party);
        if best != 0 {
            modifiers.push(modifier("DEX", best));
        }
    }
    if cx.members(side).any(|it| it.sheet.feat(Feat::Alert) > 0 && !is_beside(cx, it.id)) {
        cx.cite(Rule::Alert);
        modifiers.push(modifier("Alert", 1));
    }
    let name = cx.side_name(side).to_owned();
    let die = cx.plain_die(8);
    let rolled =
        super::Roll::total(None, Rule::Initiative, format!("initiative, {name}"), vec![die], Keep::All, modifiers);
    cx.rolled(rolled).total
}

/// The order of sides, with the side at this place up.
fn list(cx: &mut Cx<'_>, at: usize) {
    let order: Vec<SideId> = cx.system.initiative.iter().map(|it| it.0).filter(|it| !is_unseen_side(cx, *it)).collect();
    cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at }));
}

/// Whether a side has members, and all of them take their turns beside the order.
fn is_unseen_side(fight: &FightState, side: SideId) -> bool {
    fight.members(side).next().is_some() && !takes_part(fight, side)
}

/// R5: a side that has come to be seen since initiative was rolled acts after the others, as one that has joined does.
fn comes_to_be_seen(cx: &mut Cx<'_>) {
    let ranked = |cx: &Cx<'_>, side: SideId| cx.system.initiative.iter().any(|it| it.0 == side);
    let new: Vec<SideId> =
        cx.sides.iter().map(|it| it.id).filter(|it| !ranked(cx, *it) && takes_part(cx, *it)).collect();
    if !new.is_empty() {
        let totals = cx.system.initiative.iter().copied().chain(new.into_iter().map(|it| (it, 0))).collect();
        cx.note(Fact::InitiativeIs(totals));
    }
}

/// A round begins: everybody has their actions again, and the first side is up, after who is so alert that they act before all (C22).
fn round_begins(cx: &mut Cx<'_>) {
    if cx.system.initiative.is_empty() {
        roll_initiative(cx);
    } else if cx.options.unseen_beside {
        comes_to_be_seen(cx);
    }
    let round = cx.turns.round + 1;
    cx.apply(TableFact::RoundBegan(round));
    for who in cx.ids().collect::<Vec<_>>() {
        cx.apply(TableFact::Refilled { who, when: Refill::Round });
    }
    cx.note(Fact::RoundOpened);
    let alert: Vec<SideId> = cx
        .combatants
        .iter()
        .filter(|it| is_up(it) && it.sheet.feat(Feat::Alert) >= 2 && !is_beside(cx, it.id))
        .map(|it| it.side)
        .collect();
    match alert.first() {
        Some(side) if alert.iter().all(|it| it == side) => {
            cx.cite(Rule::Alert);
            let order = TurnOrder::Sides { order: vec![*side], at: 0 };
            cx.apply(TableFact::PhaseBegan(Some(Phase::Alert)));
            cx.apply(TableFact::OrderSet(order));
        }
        _ => list(cx, 0),
    }
}

/// A21 The end of a round: grapples harm, fires burn, the dying die, and what lasts a round is over.
fn round_ends(cx: &mut Cx<'_>) -> Flow {
    manoeuvres::grip_harms(cx)?;
    oil::burns(cx)?;
    harm::death_comes(cx);
    let round = cx.turns.round;
    cx.end_conditions(Moment::RoundEnds(round));
    if cx.turns.phase == Some(Phase::Surprise) {
        let caught: Vec<CombatantId> = cx.ids().filter(|it| is(cx, *it, Condition::Surprised)).collect();
        for who in caught {
            cx.apply(TableFact::Lost { who, what: Condition::Surprised });
        }
        cx.apply(TableFact::PhaseBegan(None));
    }
    let lapsed: Vec<CombatantId> = cx.combatants.iter().filter(|it| it.state.hold.is_some()).map(|it| it.id).collect();
    for who in lapsed {
        cx.cite(Rule::Hold);
        cx.note(Fact::HoldLapsed(who));
    }
    cx.note(Fact::RoundClosed);
    Ok(())
}

/// R5: the side has acted, or passes; whoever of it had not begun has let their turn go by.
fn passes(cx: &mut Cx<'_>, side: SideId) {
    if let Some(who) = cx.turns.active {
        end(cx, who);
    }
    for who in step_members(cx) {
        if cx.combatant(who).state.began != Some(cx.turns.round) {
            begin(cx, who);
        }
        end(cx, who);
    }
    if let TurnOrder::Sides { order, at } = cx.turns.order.clone() {
        cx.note(Fact::SideDone(side));
        cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at: at + 1 }));
    }
}

/// A25: a turn begins with its first act. Whoever had nothing left to do has ended theirs.
pub fn begins(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.turns.active != Some(who) && is_beside(cx, who) {
        return begins_beside(cx, who);
    }
    if let Some(other) = cx.turns.active.filter(|it| *it != who)
        && !cx.options.interleaved
    {
        end(cx, other);
    }
    if cx.combatant(who).state.began != Some(cx.turns.round) {
        begin(cx, who);
    } else if cx.turns.active != Some(who) {
        cx.apply(TableFact::TurnBegan(who));
    }
}

/// A turn begins: what lasted until it is over.
fn begin(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::OneAfterAnother);
    cx.apply(TableFact::TurnBegan(who));
    own_turn(cx, who);
}

/// What lasted until somebody's next turn is over.
fn own_turn(cx: &mut Cx<'_>, who: CombatantId) {
    let round = cx.turns.round;
    cx.note(Fact::Began { who, round });
    cx.end_conditions(Moment::TurnBegins(who));
    if cx.combatant(who).state.screens.is_some() {
        cx.note(Fact::Screens { who, ward: None });
    }
}

/// A turn that the GM gives by hand: it has what any turn has.
pub fn given(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let round = fight.turns.round;
    vec![TableFact::Refilled { who, when: Refill::Round }, TableFact::System(Fact::Began { who, round })]
}

/// A turn ends.
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    let beside = cx.turns.active != Some(who) && is_beside(cx, who);
    cx.apply(if beside { TableFact::Spent(who) } else { TableFact::TurnEnded(who) });
    cx.end_conditions(Moment::TurnEnds(who));
}

/// R5, where the table plays so: whether somebody is seen no longer in the middle of their turn, and has something left to do in it.
fn goes_on_unseen(fight: &FightState, who: CombatantId) -> bool {
    fight.turns.active == Some(who) && up(fight, who) && is_beside(fight, who) && !nothing_left(fight, who)
}

/// The turn under way goes on beside the order: nobody else waits for its end.
fn leaves_the_order(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnEnded(who));
    cx.apply(TableFact::Restored(who));
}

/// C31: a side has won the initiative: from the next round on it acts first.
pub fn comes_first(cx: &mut Cx<'_>, side: SideId) {
    let mut totals = cx.system.initiative.clone();
    totals.sort_by_key(|it| it.0 != side);
    cx.note(Fact::InitiativeIs(totals));
}

/// Somebody joins: in the middle of a fight with their side, or after all others if it is new.
fn joins(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.stage != Stage::Fighting {
        return;
    }
    let side = cx.combatant(who).side;
    if is_beside(cx, who) {
        return;
    }
    cx.note(Fact::Reinforced(side));
    if cx.system.initiative.is_empty() || cx.system.initiative.iter().any(|it| it.0 == side) {
        return;
    }
    let mut totals = cx.system.initiative.clone();
    totals.push((side, 0));
    cx.note(Fact::InitiativeIs(totals));
    if let (TurnOrder::Sides { order, at }, None) = (cx.turns.order.clone(), cx.turns.phase) {
        let order = order.into_iter().chain([side]).collect();
        cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at }));
    }
}
