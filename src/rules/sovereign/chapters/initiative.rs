//! Initiative: R5, R6 and rulings A14, A22, A29. In which order the sides act.

use super::{checks::modifier, turn::is_beside};
use crate::{
    engine::{SideId, TurnOrder, roll::Keep},
    rules::sovereign::{
        Combatant, Cx, FightState, Roll, Rule, TableFact,
        model::{fact::Fact, feats::Feat, sheet::Attribute, state::is_party},
    },
};

/// R5 Initiative, R6, C22, C32, A14, A22, A29: each side that is there rolls, in the order in which they were named.
pub fn roll_initiative(cx: &mut Cx<'_>) {
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
    cx.change(Fact::InitiativeIs(totals));
}

/// R5: whether a side has someone who takes their turns in the order.
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

/// R5: 1d8; the Party adds its best DEX modifier, a side with someone alert 1.
fn roll_of(cx: &mut Cx<'_>, side: SideId) -> i32 {
    cx.cite(Rule::Initiative);
    let mut modifiers = vec![];
    if is_party(cx, side) {
        let score = cx.options.score;
        let dex = |it: &Combatant| match score {
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
    let rolled = Roll::total(None, Rule::Initiative, format!("initiative, {name}"), vec![die], Keep::All, modifiers);
    cx.rolled(rolled).total
}

/// The order of sides, with the side at this place up.
pub fn list(cx: &mut Cx<'_>, at: usize) {
    let order: Vec<SideId> = cx.system.initiative.iter().map(|it| it.0).filter(|it| !is_unseen_side(cx, *it)).collect();
    cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at }));
}

/// Whether a side has members, and all of them take their turns beside the order.
fn is_unseen_side(fight: &FightState, side: SideId) -> bool {
    fight.members(side).next().is_some() && !takes_part(fight, side)
}

/// R5: a side that has come to be seen since initiative was rolled acts after the others, as one that has joined does.
pub fn comes_to_be_seen(cx: &mut Cx<'_>) {
    let ranked = |cx: &Cx<'_>, side: SideId| cx.system.initiative.iter().any(|it| it.0 == side);
    let new: Vec<SideId> =
        cx.sides.iter().map(|it| it.id).filter(|it| !ranked(cx, *it) && takes_part(cx, *it)).collect();
    if !new.is_empty() {
        let totals = cx.system.initiative.iter().copied().chain(new.into_iter().map(|it| (it, 0))).collect();
        cx.change(Fact::InitiativeIs(totals));
    }
}

/// C31: a side has won the initiative: from the next round on it acts first.
pub fn comes_first(cx: &mut Cx<'_>, side: SideId) {
    let mut totals = cx.system.initiative.clone();
    totals.sort_by_key(|it| it.0 != side);
    cx.change(Fact::InitiativeIs(totals));
}
