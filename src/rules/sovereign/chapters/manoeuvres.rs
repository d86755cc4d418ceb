//! Shoving and grappling: R42 to R47 and rulings A1, A15, A16. The attack roll that both begin with is `attack.rs`.

use super::{
    attack::{self, Outcome, Swing},
    checks::{self, Check},
    cost::Cost,
    harm, instants,
    movement::{self, given_back},
};
use crate::engine::{CombatantId, roll::Keep, space::grid::Square};
use crate::rules::sovereign::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    model::{
        blow::{Blow, HitPurpose, How, Manner, With},
        board,
        fact::{Event, Fact},
        sheet::{Attribute, Skill},
        state::{Trigger, holders, is_up},
    },
};

/// What a shove is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Push {
    /// To the ground.
    Down,
    /// Into a square next to where the target stands.
    To(Square),
}

/// R42: STR/Brawl or STR/Exert, whichever is better.
fn brawn(fight: &FightState, who: CombatantId) -> Check {
    let of = |skill| Check::of(who, Attribute::Str, skill);
    checks::better(fight, of(Skill::Brawl), of(Skill::Exert))
}

fn wrestling(who: CombatantId) -> Check {
    Check::of(who, Attribute::Str, Skill::Brawl)
}

/// R47: how much harder someone larger is to manhandle; `None` if it is impossible.
pub fn for_size(fight: &FightState, by: CombatantId, at: CombatantId) -> Option<i32> {
    let size = |it: CombatantId| fight.combatant(it).sheet.size as i32;
    match size(at) - size(by) {
        ..=0 => Some(0),
        1 => Some(-2),
        2 => Some(-4),
        _ => None,
    }
}

fn sized(cx: &mut Cx<'_>, check: Check, at: CombatantId) -> Check {
    let by = for_size(cx, check.who, at).unwrap_or(-4);
    if by != 0 {
        cx.cite(Rule::GrappleSize);
    }
    check.with("larger than oneself", by)
}

fn check_size(fight: &FightState, by: CombatantId, at: CombatantId) -> Result<(), Violation> {
    for_size(fight, by, at).map(|_| ()).ok_or(Violation::TooLarge(at))
}

/// R42: whether a combatant can shove another so.
///
/// # Errors
/// The rule that forbids it.
pub fn check_shove(
    fight: &FightState,
    by: CombatantId,
    at: CombatantId,
    with: With,
    push: Push,
) -> Result<(), Violation> {
    if attack::aim(fight, by, at, with, How::Kill)? != Manner::Strike {
        let reach = fight.combatant(by).sheet.reach_ft;
        return Err(Violation::OutOfReach { target: at, far: board::distance_ft(fight, by, at).unwrap_or(0), reach });
    }
    check_size(fight, by, at)?;
    match push {
        Push::Down => Ok(()),
        Push::To(to) if board::free_beside(fight, at, by).contains(&to) => Ok(()),
        Push::To(_) => Err(Violation::NotBeside(at)),
    }
}

/// R42 Shove: a hit, then an opposed check; the target is pushed or lies.
///
/// # Errors
/// When a combatant must be asked.
pub fn shove(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, with: With, push: Push) -> Flow {
    if !instants::declared(cx, by, Trigger::Attacks)? {
        return Ok(());
    }
    if check_shove(cx, by, at, with, push).is_err() {
        return given_back(cx, by);
    }
    cx.cite(Rule::Shove);
    Cost::Main.spend(cx, by);
    let swing = Swing { aim: HitPurpose::Manoeuvre, by_rule: Some(Rule::Shove), ..Swing::new(by, at, with, How::Kill) };
    let Outcome::Hit(at) = attack::swing(cx, swing)? else { return Ok(()) };
    cx.cite(Rule::Shove);
    let ours = sized(cx, brawn(cx, by), at);
    let theirs = brawn(cx, at);
    let won = checks::opposed(cx, &ours, &theirs, Rule::Shove, "to shove");
    cx.tell(Event::Shoved { by, at, won });
    if !won {
        return Ok(());
    }
    harm::jostles(cx, at);
    match push {
        // Whom a screen put in the target's place may stand elsewhere, and someone unseen may be in the way: then they fall instead.
        Push::To(to) if board::free_beside(cx, at, by).contains(&to) && !movement::meets(cx, at, by, to) => {
            cx.apply(TableFact::Placed { who: at, at: Some(to) });
            parts_from_holders(cx, at);
        }
        _ => harm::gains(cx, at, Condition::Prone),
    }
    Ok(())
}

/// Nobody holds whom they are no longer next to.
fn parts_from_holders(cx: &mut Cx<'_>, who: CombatantId) {
    let mut holds: Vec<(CombatantId, CombatantId)> = holders(cx, who).into_iter().map(|it| (it, who)).collect();
    holds.extend(cx.combatant(who).state.holds.map(|held| (who, held)));
    for (by, held) in holds {
        if board::placed(cx, by, held) && !board::adjacent(cx, by, held) {
            cx.change(Fact::Holds { by, whom: None });
        }
    }
}

/// R43: whether a combatant can try to grapple another.
///
/// # Errors
/// The rule that forbids it.
pub fn check_grapple(fight: &FightState, by: CombatantId, at: CombatantId) -> Result<(), Violation> {
    if fight.combatant(by).state.holds.is_some() {
        return Err(Violation::HoldsAlready(by));
    }
    attack::aim(fight, by, at, With::Unarmed, How::Kill)?;
    check_size(fight, by, at)
}

/// R43 Grapple: an unarmed hit, then an opposed check.
///
/// # Errors
/// When a combatant must be asked.
pub fn grapple(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId) -> Flow {
    if !instants::declared(cx, by, Trigger::Attacks)? {
        return Ok(());
    }
    if check_grapple(cx, by, at).is_err() {
        return given_back(cx, by);
    }
    cx.cite(Rule::Grapple);
    Cost::Main.spend(cx, by);
    let swing = Swing {
        aim: HitPurpose::Manoeuvre,
        by_rule: Some(Rule::Grapple),
        ..Swing::new(by, at, With::Unarmed, How::Kill)
    };
    let Outcome::Hit(at) = attack::swing(cx, swing)? else { return Ok(()) };
    cx.cite(Rule::Grapple);
    let ours = sized(cx, wrestling(by), at);
    let won = checks::opposed(cx, &ours, &wrestling(at), Rule::Grapple, "to grapple");
    if won {
        cx.cite(Rule::GrappleHolds);
    }
    cx.tell(Event::Gripped { by, at, won });
    if won {
        harm::jostles(cx, at);
        cx.change(Fact::Holds { by, whom: Some(at) });
    }
    Ok(())
}

/// R43: whether a combatant is held and can try to break free.
///
/// # Errors
/// The rule that forbids it.
pub fn check_break_free(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if holders(fight, who).is_empty() { Err(Violation::NotHeld(who)) } else { Ok(()) }
}

/// R43, A15: one check of the held against all holders; it frees from each whose total is less.
pub fn break_free(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Grapple);
    cx.cite(Rule::ManyHolders);
    cx.cite(Rule::BothRoll);
    cx.cite(Rule::OpposedCheck);
    Cost::Main.spend(cx, who);
    let ours = checks::contest(cx, &wrestling(who), Rule::Grapple, "to break free");
    for by in holders(cx, who) {
        let holder = sized(cx, wrestling(by), who);
        let theirs = match cx.options.passive {
            true => checks::passive(cx, &holder) - 1,
            false => checks::contest(cx, &holder, Rule::Grapple, "to hold on"),
        };
        let free = ours > theirs;
        cx.tell(Event::BrokeFree { who, from: by, free });
        if free {
            cx.change(Fact::Holds { by, whom: None });
        }
    }
}

/// R46: whether a combatant holds anyone whom they could move.
fn held_by(fight: &FightState, by: CombatantId) -> Result<CombatantId, Violation> {
    fight.combatant(by).state.holds.filter(|it| fight.find(*it).is_some_and(is_up)).ok_or(Violation::HoldsNobody(by))
}

/// R46: whether the held can be dragged along to here: 10 ft, both free to go there.
///
/// # Errors
/// The rule that forbids it.
pub fn check_drag(fight: &FightState, by: CombatantId, to: Square) -> Result<CombatantId, Violation> {
    const DRAG_SQUARES: u32 = 2;
    let held = held_by(fight, by)?;
    let Some(from) = board::place(fight, by) else { return Err(Violation::NoPlace(by)) };
    let own = board::place(fight, held);
    let free = Some(to) == own || !board::taken(fight, by, to);
    let near = fight.space.footing().walk(from, to, DRAG_SQUARES).is_some();
    if to != from && free && near {
        Ok(held)
    } else {
        Err(Violation::TooFarToDrag { who: by, ft: DRAG_SQUARES * board::SQUARE_FT })
    }
}

/// R46: whether the held can be thrown to here: 5 ft.
///
/// # Errors
/// The rule that forbids it.
pub fn check_hurl(fight: &FightState, by: CombatantId, to: Option<Square>) -> Result<CombatantId, Violation> {
    let held = held_by(fight, by)?;
    match to {
        None if board::place(fight, held).is_none() => Ok(held),
        Some(to) if board::free_beside(fight, held, by).contains(&to) => Ok(held),
        _ => Err(Violation::NotBeside(held)),
    }
}

fn move_check(cx: &mut Cx<'_>, by: CombatantId, held: CombatantId) -> bool {
    cx.cite(Rule::GrappleMove);
    Cost::Main.spend(cx, by);
    let ours = sized(cx, wrestling(by), held);
    let won = checks::opposed(cx, &ours, &wrestling(held), Rule::GrappleMove, "to move the held");
    cx.tell(Event::Wrestled { by, held, won });
    if !won {
        cx.change(Fact::Holds { by, whom: None });
    }
    won
}

/// R46: both go 10 ft along.
pub fn drag(cx: &mut Cx<'_>, by: CombatantId, to: Square) {
    let Ok(held) = check_drag(cx, by, to) else { return };
    let from = board::place(cx, by);
    if !move_check(cx, by, held) {
        return;
    }
    harm::jostles(cx, held);
    if movement::meets(cx, by, by, to) {
        return;
    }
    // The held goes as far and the same way, or to the free square beside the holder that is nearest to there.
    let own = board::place(cx, held);
    let free = |at: &Square| Some(*at) == from || Some(*at) == own || !board::taken(cx, held, *at);
    let beside = cx.space.within(to, 1).filter(|it| cx.space.open(*it) && free(it));
    let along = |it: &Square, own: Square, from: Square| {
        let off =
            |at: i16, own: i16, from: i16, to: i16| i32::from(at) - i32::from(own) - (i32::from(to) - i32::from(from));
        off(it.x, own.x, from.x, to.x).pow(2) + off(it.y, own.y, from.y, to.y).pow(2)
    };
    let mut beside: Vec<Square> = beside.collect();
    if let Some((own, from)) = own.zip(from) {
        beside.sort_by_key(|it| (along(it, own, from), it.y, it.x));
    }
    let beside = beside.into_iter().find(|it| !movement::meets(cx, held, by, *it));
    cx.apply(TableFact::Placed { who: by, at: Some(to) });
    cx.apply(TableFact::Placed { who: held, at: beside });
}

/// R46: the held is thrown 5 ft and lies; the hold is over.
pub fn hurl(cx: &mut Cx<'_>, by: CombatantId, to: Option<Square>) {
    let Ok(held) = check_hurl(cx, by, to) else { return };
    if !move_check(cx, by, held) {
        return;
    }
    harm::jostles(cx, held);
    cx.change(Fact::Holds { by, whom: None });
    if let Some(to) = to.filter(|to| !movement::meets(cx, held, by, *to)) {
        cx.apply(TableFact::Placed { who: held, at: Some(to) });
    }
    harm::gains(cx, held, Condition::Prone);
    parts_from_holders(cx, held);
}

/// R43: whether a combatant holds anyone they could let of go.
///
/// # Errors
/// The rule that forbids it.
pub fn check_release(fight: &FightState, by: CombatantId) -> Result<(), Violation> {
    held_by(fight, by).map(|_| ())
}

/// R43: lets go of the held.
pub fn release(cx: &mut Cx<'_>, by: CombatantId) {
    cx.cite(Rule::Grapple);
    cx.change(Fact::Holds { by, whom: None });
}

/// R45, A16: at the end of a round each holder does unarmed damage, without an attack roll.
///
/// # Errors
/// When the GM must be asked.
pub fn grip_harms(cx: &mut Cx<'_>) -> Flow {
    let grips: Vec<(CombatantId, CombatantId)> =
        cx.combatants.iter().filter(|it| is_up(it)).filter_map(|it| Some((it.id, it.state.holds?))).collect();
    for (by, at) in grips {
        if cx.find(at).is_none_or(|it| it.state.dead) || cx.combatant(by).state.holds != Some(at) {
            continue;
        }
        cx.cite(Rule::GrappleDamage);
        cx.cite(Rule::GrappleDie);
        let blow = Blow {
            by,
            at,
            with: With::Unarmed,
            manner: Manner::Strike,
            aim: HitPurpose::Harm,
            spare: false,
            total: 0,
            sure: true,
            fate: None,
            ignored: false,
            swarm: None,
        };
        let dice = attack::dice(cx, by, With::Unarmed);
        let bonuses = attack::damage_bonuses(cx, &blow);
        let mut modifiers = vec![];
        for (it, rule) in bonuses {
            if rule != Rule::Damage {
                cx.cite(rule);
            }
            modifiers.push(it);
        }
        if dice.plus > 0 {
            modifiers.push(checks::modifier("weapon", dice.plus));
        }
        let faces = (0..dice.count).map(|_| cx.plain_die(dice.sides)).collect();
        let rolled = crate::rules::sovereign::Roll::total(
            Some(by),
            Rule::GrappleDamage,
            "the grip",
            faces,
            Keep::All,
            modifiers,
        );
        let points = cx.rolled(rolled).total.max(0);
        harm::suffer(cx, at, points, Some(by), false)?;
    }
    Ok(())
}
