//! Morale: R50, the thresholds C2 and ruling A23. The GM is asked, or Umpire for those it plays; nobody flees by themselves, and
//! players decide for their own.

use super::{harm, instants::is_gms, turn::is_beside};
use crate::engine::{CombatantId, SideId, ids::Addressee};
use crate::rules::sovereign::{
    Condition, Cx, Flow, Rule,
    model::{
        fact::Fact,
        question::{Choice, Question},
        state::{is, up},
    },
};

/// R50, C2, A23: after a combatant was harmed: they themselves, and their group.
///
/// # Errors
/// When the GM must be asked.
pub fn after_harm(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let it = cx.combatant(who);
    let half = it.state.hp * 2 <= it.state.max_hp;
    let values_life = !it.sheet.fearless && !it.state.wavered && !it.is(&Condition::Retreating);
    if up(cx, who) && half && values_life && is_gms(cx, who) {
        cx.change(Fact::Wavered(who));
        ask_whether_they_flee(cx, Addressee::Combatant(who), Question::Wavers(who), vec![who])?;
    }
    losses(cx, who)
}

/// R50, C2: a side that has lost a third of its number, dead or fled, rounded up.
///
/// # Errors
/// When the GM must be asked.
pub fn losses(cx: &mut Cx<'_>, of: CombatantId) -> Flow {
    const PART: u16 = 3;
    let side = cx.combatant(of).side;
    let Some((_, began, asked)) = cx.system.strength.iter().find(|it| it.0 == side).copied() else { return Ok(()) };
    let left = standing(cx, side);
    let lost = began.saturating_sub(left);
    let group: Vec<CombatantId> = cx.members(side).filter(|it| wavers(cx, it.id)).map(|it| it.id).collect();
    let nobody_seen = group.iter().all(|it| is_beside(cx, *it)); // a question that is theirs alone would tell of them
    if asked || began < 2 || lost < began.div_ceil(PART) || nobody_seen {
        return Ok(());
    }
    cx.change(Fact::SideWavered(side));
    // Nobody is to learn from who answers that somebody hidden isn't Umpire's.
    let seen: Vec<CombatantId> = group.iter().copied().filter(|it| !is_beside(cx, *it)).collect();
    let is_umpires = seen.iter().all(|it| cx.is_umpires(Addressee::Combatant(*it)));
    let whose = seen.first().filter(|_| is_umpires).map_or(Addressee::Gm, |it| Addressee::Combatant(*it));
    ask_whether_they_flee(cx, whose, Question::GroupWavers(side), group)
}

/// Whether a combatant would flee if the GM says so.
fn wavers(cx: &Cx<'_>, who: CombatantId) -> bool {
    is_gms(cx, who) && !cx.combatant(who).sheet.fearless && !is(cx, who, Condition::Retreating)
}

/// The GM says whether they fight on; whoever the GM has handed to Umpire says so for themselves.
fn ask_whether_they_flee(cx: &mut Cx<'_>, whose: Addressee, question: Question, all: Vec<CombatantId>) -> Flow {
    cx.cite(Rule::Morale);
    cx.cite(Rule::MoraleThresholds);
    cx.cite(Rule::MoralePrompt);
    let to = if cx.is_umpires(whose) { whose } else { Addressee::Gm };
    let choice = cx.ask(to, question, |_| vec![Choice::FightsOn, Choice::Retreats])?;
    if choice == Choice::Retreats {
        for who in all {
            harm::gains(cx, who, Condition::Retreating);
        }
    }
    Ok(())
}

/// C2: how many of a side stand, those left out nobody may know of: a question about the others would tell of them.
fn standing(cx: &Cx<'_>, side: SideId) -> u16 {
    cx.members(side).filter(|it| up(cx, it.id) && !is_beside(cx, it.id)).count() as u16
}

/// C2: with how many a side begins, so that its losses can be counted.
pub fn counts(cx: &mut Cx<'_>) {
    let sides: Vec<SideId> = cx.sides.iter().map(|it| it.id).collect();
    let strength = sides.into_iter().map(|side| (side, standing(cx, side), false));
    let strength = strength.collect();
    cx.change(Fact::StrengthIs(strength));
}
