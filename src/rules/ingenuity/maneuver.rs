//! Maneuvers: C12, and the contest C4 by which one gets out of a hold. They join parts that there are: an attack, a test, a condition, a
//! cost. Their numbers are rows of `config/rulesets/ingenuity/maneuvers.toml`.

use super::{
    Barred, Condition, Cx, Field, Flow, Ingenuity, Rule, With, actions,
    attack::{self, Blow},
    board, defence,
    fact::Fact,
    harm,
    learned::{self, Maneuver, ManeuverKind},
    movement,
    question::{Choice, Question},
    reaction,
    sheet::Attribute,
    state::{enemies, known, up},
    testing::{self, Test},
    words,
};
use crate::engine::{
    CombatantId,
    ids::Addressee,
    procedure::{Ask, combatant_of},
    space::{Space, grid::Square},
};

/// C12: whether a maneuver can be made now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(
    field: &Field,
    who: CombatantId,
    what: &str,
    target: Option<CombatantId>,
    with: With,
) -> Result<(), Barred> {
    let Some(maneuver) = learned::maneuver(what) else { return Err(Barred::NoSuchThing(what.to_owned())) };
    let it = field.combatant(who);
    if it.state.stamina < maneuver.stamina {
        return Err(Barred::NoStamina { who, cost: maneuver.stamina, rule: Rule::Maneuvers });
    }
    match (maneuver.kind, target) {
        (ManeuverKind::Rise, _) if it.is(&Condition::Prone) => Ok(()),
        (ManeuverKind::Rise, _) => Err(Barred::NotProne(who)),
        (ManeuverKind::Strike, Some(target)) => match attack::is_ranged(field, who, with) {
            true => Err(Barred::NotByItself(maneuver.name.clone())),
            false => attack::check(field, who, target, with),
        },
        (ManeuverKind::Force, Some(target)) => {
            if !known(field, who, target) {
                return Err(Barred::NobodyThere);
            }
            match () {
                () if !enemies(field, who, target) => Err(Barred::OwnSide(target)),
                () if field.combatant(target).state.dead => Err(Barred::Dead(target)),
                () if !board::within(field, who, target, 1) => {
                    Err(Barred::OutOfReach { target, far: board::distance(field, who, target), reach: 1 })
                }
                () => Ok(()),
            }
        }
        _ => Err(Barred::NotByItself(maneuver.name.clone())),
    }
}

fn pay(cx: &mut Cx<'_>, who: CombatantId, maneuver: &Maneuver) {
    cx.cite(Rule::Maneuvers);
    let left = cx.combatant(who).state.stamina - maneuver.stamina;
    cx.note(Fact::StaminaIs { who, left });
    cx.note(Fact::Does { who, rule: Rule::Maneuvers, text: maneuver.name.clone() });
}

/// C12: a maneuver is made.
///
/// # Errors
/// When somebody must be asked.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, what: &str, target: Option<CombatantId>, with: With) -> Flow {
    let Some(maneuver) = learned::maneuver(what) else { return Ok(()) };
    pay(cx, who, maneuver);
    match (maneuver.kind, target) {
        (ManeuverKind::Rise, _) => {
            movement::stand_up(cx, who);
            Ok(())
        }
        (ManeuverKind::Strike, Some(target)) => {
            let mut blow = Blow::best(cx, who, target, with);
            blow.maneuver = Some(maneuver);
            attack::attack(cx, blow)
        }
        (ManeuverKind::Force, Some(target)) => force(cx, who, maneuver, target),
        _ => Ok(()),
    }
}

/// C12: a test against constitution, which counts among the attacks of the round.
fn force(cx: &mut Cx<'_>, who: CombatantId, maneuver: &'static Maneuver, target: CombatantId) -> Flow {
    let sheet = cx.combatant(who).sheet.clone();
    let best = maneuver.proficiencies.iter().max_by_key(|it| sheet.proficiency(it)).cloned().unwrap_or_default();
    let of = maneuver.attribute.unwrap_or(Attribute::Strength);
    let skill = maneuver.skill.as_deref().unwrap_or("athletics");
    let before = cx.combatant(who).state.attacks;
    let mut test = Test::new(cx, who, Rule::Maneuvers, &maneuver.name, (of, skill), &best);
    test.attack = true;
    if before > 0 {
        cx.cite(Rule::MultipleAttacks);
    }
    test = test.plus("attacks before", -2 * i32::from(before));
    if !sheet.maneuvers.contains(&maneuver.name) {
        test = test.plus("unlearned", -1);
    }
    cx.note(Fact::AttacksAre { who, count: before.saturating_add(1) });
    let number = defence::constitution(cx, target);
    let rolled = testing::roll(cx, test)?;
    let total = rolled.total;
    attack::comes_into_sight(cx, who);
    if rolled.against(cx, "constitution", number) {
        causes(cx, maneuver, who, target, total)?;
    }
    Ok(())
}

/// C12: what the same result brings about that has hit.
///
/// # Errors
/// When somebody must be asked.
pub fn rider(cx: &mut Cx<'_>, blow: &Blow) -> Flow {
    let Some(maneuver) = blow.maneuver else { return Ok(()) };
    if cx.combatant(blow.at).state.dead {
        return Ok(());
    }
    cx.cite(Rule::Maneuvers);
    causes(cx, maneuver, blow.by, blow.at, blow.total)
}

fn causes(cx: &mut Cx<'_>, maneuver: &Maneuver, by: CombatantId, at: CombatantId, total: i32) -> Flow {
    let Some(what) = maneuver.causes.as_deref().and_then(words::condition_named) else { return Ok(()) };
    let befalls = reaction::befalls(cx, at, what, total, false, true)?;
    // C18: nobody holds on who was felled in the middle of it.
    if befalls && (what != Condition::Grappled || up(cx, by)) {
        harm::takes_hold(cx, at, what, Some(by));
    }
    Ok(())
}

/// C12, C4 Contest: out of a hold, strength and athletics against the holder's; theirs must be exceeded, and size shifts it.
///
/// # Errors
/// When somebody must be asked.
pub fn break_free(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Contest);
    let from = cx.combatant(who).conditions.iter().find(|it| it.what == Condition::Grappled).and_then(|it| it.from);
    let test = |cx: &Cx<'_>, who| {
        Test::new(cx, who, Rule::Contest, "contest of strength", (Attribute::Strength, "athletics"), "wrestling")
    };
    let own = test(cx, who);
    let rolled = testing::roll(cx, own)?;
    let Some(holder) = from.filter(|it| cx.find(*it).is_some()) else {
        rolled.alone(cx);
        actions::lose(cx, who, Condition::Grappled);
        return Ok(());
    };
    let total = rolled.alone(cx);
    let theirs = test(cx, holder).plus("size", defence::larger_by(cx, holder, who));
    let number = testing::roll(cx, theirs)?.alone(cx);
    if total > number {
        actions::lose(cx, who, Condition::Grappled);
    } else {
        cx.note(Fact::Withstood { who: holder, yes: true });
    }
    Ok(())
}

/// Whether somebody has learned a maneuver of this kind, and can pay for it as a reaction.
fn has_ready(field: &Field, who: CombatantId, kind: ManeuverKind) -> Option<&'static Maneuver> {
    let it = field.find(who)?;
    let learned = it.sheet.maneuvers.iter().filter_map(|it| learned::maneuver(it)).find(|it| it.kind == kind)?;
    (reaction::can_react(field, who) && it.state.stamina >= learned.stamina).then_some(learned)
}

/// C12 Opportunity strike: those who have learned it may strike at whoever moves out of their reach.
///
/// # Errors
/// When somebody must be asked.
pub fn opportunities(cx: &mut Cx<'_>, mover: CombatantId, from: Square) -> Flow {
    let eligible = |field: &Field, from: &mut Square| -> Vec<Ask<Ingenuity>> { chances(field, mover, *from) };
    let mut from = from;
    cx.window(
        &mut from,
        |field, from| eligible(field, &mut from.clone()),
        |cx, _, to, choice| {
            let (who, Choice::Strike(with)) = (combatant_of(to), choice.clone()) else { return Ok(()) };
            strike_back(cx, who, mover, with, ManeuverKind::Opportunity)
        },
    )
}

/// C12 Opportunity strike: the squares out of which nobody moves unpunished, for the map: those within a metre of whoever has learned it
/// and could still react.
pub fn threatens(field: &Field, who: CombatantId) -> Vec<Square> {
    let ready = has_ready(field, who, ManeuverKind::Opportunity).is_some();
    let Some(at) = field.find(who).filter(|_| ready).and_then(|it| it.place) else { return vec![] };
    field.space.around(at).filter(|it| field.space.open(*it)).collect()
}

fn chances(field: &Field, mover: CombatantId, from: Square) -> Vec<Ask<Ingenuity>> {
    let Some(to) = field.find(mover).filter(|it| !it.state.dead).and_then(|it| it.place) else { return vec![] };
    let left = |who: &CombatantId| {
        let at = field.combatant(*who).place;
        let far = |square: Square| at.and_then(|at| field.space.distance(&at, &square));
        far(from).is_some_and(|it| it <= 1) && far(to).is_none_or(|it| it > 1)
    };
    let could = |who: &CombatantId| {
        enemies(field, *who, mover)
            && known(field, *who, mover)
            && !field.combatant(*who).hidden
            && left(who)
            && has_ready(field, *who, ManeuverKind::Opportunity).is_some()
    };
    let ask = |who: CombatantId| Ask {
        to: Addressee::Combatant(who),
        question: Question::Opportunity { mover, to: who },
        offers: std::iter::once(Choice::LetThemGo)
            .chain(near_weapons(field, who).into_iter().map(Choice::Strike))
            .collect(),
    };
    field.ids().filter(could).map(ask).collect()
}

/// What somebody strikes with at whoever passes: what is in hand for near, or bare hands.
fn near_weapons(field: &Field, who: CombatantId) -> Vec<With> {
    let carried = (0..field.combatant(who).state.gear.len() as u8).map(With::Item);
    let near = |it: &With| !attack::is_ranged(field, who, *it) && attack::check_armed(field, who, *it).is_ok();
    let held: Vec<With> = carried.filter(near).collect();
    if held.is_empty() { vec![With::BareHands] } else { held }
}

/// C12 Riposte: whoever has parried may strike back.
///
/// # Errors
/// When somebody must be asked.
pub fn riposte(cx: &mut Cx<'_>, blow: &Blow) -> Flow {
    let (by, to) = (blow.by, blow.at);
    let possible = |field: &Field| match has_ready(field, to, ManeuverKind::Riposte) {
        Some(_) => attack::from_near(field, to, by),
        None => vec![],
    };
    if blow.parry.is_none() || possible(cx).is_empty() {
        return Ok(());
    }
    let offers = |field: &Field| {
        std::iter::once(Choice::LetThemGo).chain(possible(field).into_iter().map(Choice::Strike)).collect()
    };
    match cx.ask(Addressee::Combatant(to), Question::Riposte { by, to }, offers)? {
        Choice::Strike(with) => strike_back(cx, to, by, with, ManeuverKind::Riposte),
        _ => Ok(()),
    }
}

/// R12, C12: a reaction that is an attack; it counts among the attacks of the round (A6).
fn strike_back(cx: &mut Cx<'_>, who: CombatantId, at: CombatantId, with: With, kind: ManeuverKind) -> Flow {
    let Some(maneuver) = has_ready(cx, who, kind) else { return Ok(()) };
    cx.cite(Rule::Maneuvers);
    cx.note(Fact::Does { who, rule: Rule::Maneuvers, text: maneuver.name.clone() });
    reaction::pay(cx, who, Rule::Maneuvers, false);
    attack::attack(cx, Blow::best(cx, who, at, with))
}
