//! Maneuvers: C12, and the contest C4 by which one gets out of a hold. They join parts that there are: an attack, a test, a condition, a
//! cost. Those that are reactions are in `opportunity.rs`. Their numbers are rows of `config/rulesets/ingenuity/maneuvers.toml`.

use crate::engine::CombatantId;
use crate::rules::ingenuity::{
    Condition, Cx, Event, Fact, FightState, Flow, Rule, Violation, With,
    chapters::{
        attack::{self, Blow},
        conditions,
        cost::{Cost, Kind},
        defence, harm, movement, reaction,
        testing::{self, Test},
    },
    model::{
        board,
        learned::{self, Maneuver, ManeuverKind},
        sheet::Attribute,
        state::{known, up},
    },
};

/// C12: what a maneuver costs; getting up by one takes no action.
pub fn cost(what: &str) -> Cost {
    match learned::maneuver(what) {
        Some(it) if it.kind == ManeuverKind::Rise => {
            Cost { kind: Kind::Free, actions: 0, stamina: it.stamina, ..Cost::MANEUVER }
        }
        Some(it) => Cost { stamina: it.stamina, ..Cost::MANEUVER },
        None => Cost::MANEUVER,
    }
}

/// C12: whether a maneuver can be made now.
pub fn check(
    fight: &FightState,
    who: CombatantId,
    what: &str,
    target: Option<CombatantId>,
    with: With,
) -> Result<(), Violation> {
    let Some(maneuver) = learned::maneuver(what) else { return Err(Violation::NoSuchThing(what.to_owned())) };
    let it = fight.combatant(who);
    cost(what).check_pools(fight, who, Rule::Maneuvers)?;
    match (maneuver.kind, target) {
        (ManeuverKind::Rise, _) if it.is(&Condition::Prone) => Ok(()),
        (ManeuverKind::Rise, _) => Err(Violation::NotProne(who)),
        (ManeuverKind::Strike, Some(target)) => match attack::is_ranged(fight, who, with) {
            true => Err(Violation::NotByItself(maneuver.name.clone())),
            false => attack::check(fight, who, target, with),
        },
        (ManeuverKind::Force, Some(target)) => {
            if !known(fight, who, target) {
                return Err(Violation::NobodyThere);
            }
            match () {
                () if target == who => Err(Violation::Oneself(target)),
                () if fight.combatant(target).state.dead => Err(Violation::Dead(target)),
                () => board::check_within(fight, who, target, 1),
            }
        }
        _ => Err(Violation::NotByItself(maneuver.name.clone())),
    }
}

fn pay(cx: &mut Cx<'_>, who: CombatantId, maneuver: &Maneuver) {
    cx.cite(Rule::Maneuvers);
    cost(&maneuver.name).spend_pools(cx, who);
    cx.tell(Event::Does { who, rule: Rule::Maneuvers, text: maneuver.name.clone() });
}

/// C12: a maneuver is made.
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
    cx.change(Fact::AttacksAre { who, count: before.saturating_add(1) });
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
pub fn rider(cx: &mut Cx<'_>, blow: &Blow) -> Flow {
    let Some(maneuver) = blow.maneuver.filter(|it| it.causes.is_some()) else { return Ok(()) };
    if cx.combatant(blow.at).state.dead {
        return Ok(());
    }
    cx.cite(Rule::Maneuvers);
    causes(cx, maneuver, blow.by, blow.at, blow.total)
}

fn causes(cx: &mut Cx<'_>, maneuver: &Maneuver, by: CombatantId, at: CombatantId, total: i32) -> Flow {
    let Some(what) = maneuver.causes.as_deref().and_then(Condition::named) else { return Ok(()) };
    let takes_hold = reaction::fails_to_withstand(cx, at, what, total, false, true)?;
    // C18: nobody holds on who was felled in the middle of it.
    if takes_hold && (what != Condition::Grappled || up(cx, by)) {
        harm::takes_hold(cx, at, what, Some(by));
    }
    Ok(())
}

/// C12, C4 Contest: out of a hold, strength and athletics against the holder's; theirs must be exceeded, and size shifts it.
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
        conditions::lose(cx, who, Condition::Grappled);
        return Ok(());
    };
    let total = rolled.alone(cx);
    let theirs = test(cx, holder).plus("size", defence::larger_by(cx, holder, who));
    let number = testing::roll(cx, theirs)?.alone(cx);
    if total > number {
        conditions::lose(cx, who, Condition::Grappled);
    } else {
        cx.tell(Event::Withstood { who: holder, yes: true });
    }
    Ok(())
}
