//! Surprise: R7, R8. Who is caught unawares, and the round that others have of it.

use super::{
    checks::{self, Check},
    harm,
};
use crate::{
    engine::{CombatantId, SideId, TurnOrder},
    rules::sovereign::{
        Combatant, Condition, Cx, FightState, Rule, TableFact,
        model::{
            fact::Event,
            feats::Feat,
            sheet::{Attribute, Skill},
            state::{Ambush, Phase, is_up},
        },
    },
};

/// R7: who comes upon a side. Where the unseen act beside the order, they do so only if nobody else does: with others, the surprise is
/// the others', and a check would count whom nobody may know of.
pub fn ambushers(fight: &FightState, victims: SideId) -> Vec<CombatantId> {
    let others: Vec<&Combatant> =
        fight.combatants.iter().map(|it| &**it).filter(|it| it.side != victims && is_up(it)).collect();
    let alone = !fight.options.unseen_beside || others.iter().all(|it| it.is_unknown());
    others.into_iter().filter(|it| alone || !it.is_unknown()).map(|it| it.id).collect()
}

/// R7 Surprise, R8: whether a side is surprised: never if it expects a fight, if it is careful only by someone hidden.
pub fn surprises(cx: &mut Cx<'_>, victims: SideId, how: Ambush, ambushers: &[CombatantId]) -> bool {
    cx.cite(Rule::Surprise);
    let hidden = ambushers.iter().any(|it| cx.is_hidden(*it));
    if cx.system.expecting.contains(&victims) || (cx.system.careful.contains(&victims) && !hidden) {
        cx.cite(Rule::NotSurprised);
        cx.tell(Event::NotSurprised(victims));
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
        cx.tell(Event::NotSurprised(victims));
    }
    caught
}

/// R7: the enemies of the surprised have a full round before initiative is rolled; the alert among the surprised act after them.
pub fn surprise_round(cx: &mut Cx<'_>, victims: SideId) {
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
