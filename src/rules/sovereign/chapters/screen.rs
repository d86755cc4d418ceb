//! Screening an ally: R21, rulings A1 and A17, and what Valiant Defender adds. Who an attack falls on is settled here; the attack itself is
//! not.

use super::{
    attack,
    checks::{self, Check},
    cost::Cost,
    movement,
};
use crate::engine::{
    CombatantId,
    space::{Space, grid::Square},
};
use crate::rules::sovereign::{
    Cx, FightState, Flow, Rule, Violation,
    model::{
        board,
        fact::{Event, Fact},
        feats::Feat,
        sheet::Attribute,
        state::{enemies, feat, grappling, up},
    },
};

/// R21: against how many attackers a combatant screens in a round.
pub fn limit(fight: &FightState, who: CombatantId) -> usize {
    let (_, skill) = fight.combatant(who).sheet.combat_skill();
    let more = usize::from(feat(fight, who, Feat::ValiantDefender) > 0);
    if skill < 1 { 0 } else { skill as usize + more }
}

/// R21: STR or DEX with the best combat skill, whichever is better.
fn check_of(fight: &FightState, who: CombatantId, screening: bool) -> Check {
    let (skill, _) = fight.combatant(who).sheet.combat_skill();
    let of = |attribute| Check::of(who, attribute, skill);
    let best = checks::better(fight, of(Attribute::Str), of(Attribute::Dex));
    let valiant = if screening && feat(fight, who, Feat::ValiantDefender) > 0 { 2 } else { 0 };
    best.with("Valiant Defender", valiant)
}

/// R21: those who could put themselves between a combatant and this attacker.
fn screeners(fight: &FightState, by: CombatantId, ward: CombatantId) -> Vec<CombatantId> {
    let able = |it: &CombatantId| {
        let state = &fight.combatant(*it).state;
        let left = state.screened.contains(&by) || state.screened.len() < limit(fight, *it);
        let close = board::within(fight, *it, ward, board::SQUARE_FT);
        state.screens == Some(ward)
            && *it != by
            && left
            && close
            && up(fight, *it)
            && enemies(fight, *it, by)
            && !grappling(fight, *it)
    };
    fight.ids().filter(able).collect()
}

/// R21 Screen, A1, A17, C25: whom an attack falls on: the ward, if the attacker wins against every screener; else the one of those who won
/// with the lowest roll. Who blocks with their body is seen from then on.
///
/// # Errors
/// Never; it asks nobody.
pub fn falls_on(cx: &mut Cx<'_>, by: CombatantId, ward: CombatantId) -> Flow<CombatantId> {
    let screeners = screeners(cx, by, ward);
    if screeners.is_empty() {
        return Ok(ward);
    }
    cx.cite(Rule::Screen);
    cx.cite(Rule::ScreenLimit);
    cx.cite(Rule::BothRoll);
    cx.cite(Rule::OpposedCheck);
    let attacker = check_of(cx, by, false);
    let theirs = checks::contest(cx, &attacker, Rule::Screen, "to get past the screen");
    let mut held: Vec<(i32, CombatantId)> = vec![];
    for who in screeners {
        attack::comes_into_sight(cx, who);
        let valiant = feat(cx, who, Feat::ValiantDefender);
        if valiant > 0 {
            cx.cite(Rule::ValiantDefender);
        }
        let first = cx.combatant(who).state.screened.is_empty();
        let check = check_of(cx, who, true);
        let ours = match () {
            () if valiant >= 2 && first => theirs,
            // Where only the acting side rolls, reaching the number is enough for it.
            () if cx.options.passive => checks::passive(cx, &check) - 1,
            () => checks::contest(cx, &check, Rule::Screen, "to screen"),
        };
        cx.change(Fact::Screened { who, against: by });
        if ours >= theirs {
            held.push((ours, who));
        }
    }
    let on = held.into_iter().min().map_or(ward, |it| it.1);
    cx.tell(Event::FallsOn { by, ward, on });
    Ok(on)
}

/// C25 Valiant Defender: once a round a screen holds against a spell as well, against the caster's Magic.
pub fn spell_falls_on(cx: &mut Cx<'_>, by: CombatantId, ward: CombatantId) -> CombatantId {
    let valiant =
        |it: &CombatantId| feat(cx, *it, Feat::ValiantDefender) > 0 && !cx.combatant(*it).state.screened_spell;
    let Some(who) = screeners(cx, by, ward).into_iter().find(valiant) else { return ward };
    attack::comes_into_sight(cx, who);
    cx.cite(Rule::Screen);
    cx.cite(Rule::ValiantDefender);
    let acting = checks::better(
        cx,
        Check::of(by, Attribute::Int, crate::rules::sovereign::model::sheet::Skill::Magic),
        Check::of(by, Attribute::Wis, crate::rules::sovereign::model::sheet::Skill::Magic),
    );
    let first = cx.combatant(who).state.screened.is_empty() && feat(cx, who, Feat::ValiantDefender) >= 2;
    let other = check_of(cx, who, true);
    let past = !first && checks::opposed(cx, &acting, &other, Rule::Screen, "to get the spell past the screen");
    cx.change(Fact::ScreenedSpell(who));
    let on = if past { ward } else { who };
    cx.tell(Event::FallsOn { by, ward, on });
    on
}

/// R21: whether a combatant can screen an ally, and from which square; none if they need not move, or nobody has squares.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    fight: &FightState,
    who: CombatantId,
    ward: CombatantId,
    to: Option<Square>,
) -> Result<Option<board::Walk>, Violation> {
    if who == ward || enemies(fight, who, ward) || fight.find(ward).is_none_or(|it| it.state.dead) {
        return Err(Violation::NoAlly(ward));
    }
    if limit(fight, who) == 0 {
        return Err(Violation::NoCombatSkill(who));
    }
    if grappling(fight, who) {
        return Err(Violation::InGrapple(who));
    }
    let (Some(from), Some(beside)) = (board::place(fight, who), board::place(fight, ward)) else { return Ok(None) };
    let near = |at: &Square| fight.space.distance(at, &beside).is_some_and(|it| it <= 1);
    let most = board::squares_of_movement(fight, who);
    let goal = match to {
        Some(to) if to == from && near(&from) => return Ok(None),
        None if near(&from) => return Ok(None),
        Some(to) if near(&to) => to,
        Some(_) => return Err(Violation::NotBeside(ward)),
        None => {
            let costs = board::reach(fight, who, most);
            let next = costs
                .into_iter()
                .filter(|it| near(&it.0))
                .min_by_key(|(at, cost)| (*cost, board::crow(from, *at), at.y, at.x));
            next.ok_or(Violation::TooFarToScreen { who, ft: most * board::SQUARE_FT })?.0
        }
    };
    movement::way_to(fight, who, goal, most).map(Some).map_err(|why| match why {
        Violation::TooFar { who, ft } => Violation::TooFarToScreen { who, ft },
        other => other,
    })
}

/// R21 Screen an ally: a Move to get beside them, and then attacks on them must get past.
///
/// # Errors
/// When a combatant must be asked.
pub fn screen(cx: &mut Cx<'_>, who: CombatantId, ward: CombatantId, to: Option<Square>) -> Flow {
    cx.cite(Rule::Screen);
    let way = match check(cx, who, ward, to) {
        Ok(way) => way,
        Err(violation) => return cx.refuse(violation),
    };
    Cost::Move.spend(cx, who);
    if let Some(way) = way {
        let attackers = board::opportunity_attackers(cx, who);
        if !super::instants::opportunities(cx, who, attackers)? {
            return Ok(());
        }
        movement::walks_untouched(cx, who, &way.squares)?;
    }
    // Someone unseen may have been in the way.
    if up(cx, who) && board::within(cx, who, ward, board::SQUARE_FT) {
        cx.change(Fact::Screens { who, ward: Some(ward) });
    }
    Ok(())
}
