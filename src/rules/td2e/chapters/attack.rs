//! Attacks: R5, R8-R10, R18-R23, and the straight line from walking up to the harm (A3). Evasion is `evasion.rs`.

use crate::engine::{CombatantId, Ends, Held, roll::Target};
use crate::rules::refusals::Squares;
use crate::rules::td2e::{
    Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{
        cost::Cost,
        evasion, harm, movement,
        testing::{self, Test},
    },
    model::blow::{Intent, With},
    model::{
        board,
        fact::Event,
        gear::{self, Category, TestDice},
        state::{Difficulty, Resource, enemies, weapon},
    },
};

/// How well a combatant handles what they attack with (R18).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Training {
    /// Not at all.
    None,
    /// Proficient.
    Proficient,
    /// With mastery.
    Mastery,
}

/// What an attack is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blow {
    /// From afar.
    pub ranged: bool,
    /// How well it is handled.
    pub training: Training,
    /// Damage before a critical success.
    pub damage: i32,
    /// Bare hands.
    pub unarmed: bool,
}

/// R8, R18, R20, R23, C4: what an attack with this is made of.
pub fn blow(fight: &FightState, by: CombatantId, with: With) -> Option<Blow> {
    let sheet = &fight.find(by)?.sheet;
    let With::Weapon(index) = with else {
        // A20 Bare hands.
        let (training, damage) = match sheet.monk_level() {
            Some(monk) => (Training::Mastery, monk.damage),
            None if sheet.any(|it| it.unarmed) => (Training::Proficient, Category::Light.damage()),
            None => (Training::None, 0),
        };
        return Some(Blow { ranged: false, training, damage, unarmed: true });
    };
    let weapon = weapon(fight, by, index)?;
    let training = match () {
        () if sheet.mastery.contains(&weapon.subclass) => Training::Mastery,
        () if sheet.proficiency.contains(&weapon.subclass) => Training::Proficient,
        () => Training::None,
    };
    Some(Blow {
        ranged: weapon.category == Category::Ranged,
        training,
        damage: weapon.category.damage(),
        unarmed: false,
    })
}

/// R9: the least total of the critical roll.
const CRITICAL: i32 = 12;

/// R9, R21, C3, C4: the least total of the critical roll with this; a monk's level or a keen trait lowers it.
fn critical_from(fight: &FightState, by: CombatantId, with: With) -> i32 {
    let sheet = &fight.combatant(by).sheet;
    match with {
        With::Unarmed => sheet.monk_level().map_or(CRITICAL, |monk| monk.critical),
        With::Weapon(index) => weapon(fight, by, index)
            .and_then(|weapon| {
                sheet.gifts().filter(|it| it.with == Some(weapon.category)).filter_map(|it| it.critical).min()
            })
            .unwrap_or(CRITICAL),
    }
}

/// R4-R6, A6, A13: whether this attack can be made now, and from where: a square to walk to first, or none.
///
/// # Errors
/// The rule that forbids it.
pub fn aim(fight: &FightState, by: CombatantId, at: CombatantId, with: With) -> Result<Option<board::Walk>, Violation> {
    let Some(target) = fight.find(at) else { return Err(Violation::NobodyThere) };
    if !board::seen(fight, by, at) {
        return Err(Violation::NobodyThere);
    }
    if !enemies(fight, by, at) {
        return Err(Violation::OwnSide(at));
    }
    if target.state.dead {
        return Err(Violation::Dead(at));
    }
    let Some(blow) = blow(fight, by, with) else { return Err(Violation::NotCarried) };
    let budget = &fight.combatant(by).budget;
    if blow.ranged {
        if !board::sees(fight, by, at) {
            return Err(Violation::NotSeen(at));
        }
        if budget.left(Resource::Still) == 0 && !board::in_combat(fight, by) {
            return Err(Violation::Moved(by)); // A6: instead of moving
        }
        return Ok(None);
    }
    if board::adjacent(fight, by, at) || !board::has_squares(fight) {
        return Ok(None);
    }
    // In combat already one does not leave it for another enemy, but may step round the same ones (A22).
    let left = budget.left(Resource::Squares);
    let step = match board::in_combat(fight, by) {
        true => movement::free_step(fight, by).into_iter().find(|(step, _)| board::is_beside(fight, *step, at)),
        false => board::beside(fight, by, at, u32::from(left)),
    };
    if let Some((to, cost)) = step {
        return Ok(Some(board::Walk { to, cost }));
    }
    if board::in_combat(fight, by) {
        return Err(Violation::InCombat(by));
    }
    Err(match board::beside(fight, by, at, u32::MAX) {
        Some((_, far)) => Violation::TooFarToAttack { target: at, far: Squares(far), left: Squares(u32::from(left)) },
        None => Violation::NoWayTo(at),
    })
}

/// R18 Proficiency, ruling A14: the test to hit.
fn attack_test(cx: &mut Cx<'_>, by: CombatantId, what: &str, blow: &Blow) -> Test {
    cx.cite(match (blow.unarmed, blow.training) {
        (true, Training::Mastery) => Rule::Monks,
        (true, Training::Proficient) => Rule::UnarmedFighter,
        (true, Training::None) => Rule::BareHands,
        (false, _) => Rule::Proficiency,
    });
    if !blow.unarmed {
        cx.cite(Rule::Subclass);
    }
    let hampered = evasion::hampered_by_armour(cx, by);
    if hampered {
        cx.cite(Rule::ArmourUntrained);
        if blow.training == Training::Mastery {
            cx.cite(Rule::DisadvantageWins);
        }
    }
    let dice = dice_of(cx, by, blow);
    let test = Test { what: what.to_owned(), rule: Rule::AttackTest, dice, difficulty: Difficulty::Average };
    testing::under_circumstances(cx, by, test)
}

/// A3 Order of an attack: walk up, attack test, evasion, critical roll, the roll against damage reduction, harm.
///
/// # Errors
/// Never; it asks nobody.
pub fn attack(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, with: With, intent: Intent) -> Flow {
    let step = match aim(cx, by, at, with) {
        Ok(step) => step,
        Err(violation) => return cx.refuse(violation),
    };
    let Some(blow) = blow(cx, by, with) else { return cx.refuse(Violation::NotCarried) };
    if !goes_up(cx, by, at, step, &blow) {
        return Ok(());
    }
    cx.tell(Event::Swung { by, at, with, ranged: blow.ranged });
    let Some(to_hit) = hits(cx, by, at, "attack", &blow) else { return Ok(()) };
    let damage = damage(cx, by, with, &blow);
    let less = reduced(cx, by, at, &to_hit);
    harm::suffer(cx, at, damage, less, intent);
    Ok(())
}

/// A15 No damage: bare hands may grab instead of striking, by the same test and against the same evasion; what comes of it the GM says.
///
/// # Errors
/// Never; it asks nobody.
pub fn grab(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId) -> Flow {
    let step = match aim(cx, by, at, With::Unarmed) {
        Ok(step) => step,
        Err(violation) => return cx.refuse(violation),
    };
    let Some(blow) = blow(cx, by, With::Unarmed) else { return cx.refuse(Violation::NotCarried) };
    if !goes_up(cx, by, at, step, &blow) {
        return Ok(());
    }
    cx.cite(Rule::NoDamage);
    cx.tell(Event::Grabs { by, at });
    if hits(cx, by, at, "grab", &blow).is_some() {
        let held = Held { what: Condition::Grabbed, ends: Ends::WhileHeldBy(by), from: Some(by) };
        cx.apply(TableFact::Gained { who: at, held });
    }
    Ok(())
}

/// R5, A6, A21: walks up if need be; the turn is spent on it, and anyone who strikes is seen. Whether the target is in reach then: who runs into
/// someone unseen on the way may come too short, and has their turn still.
fn goes_up(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, step: Option<board::Walk>, blow: &Blow) -> bool {
    if let Some(step) = step {
        cx.cite(Rule::AdvanceAndAttack);
        movement::walk(cx, by, step);
        if !board::adjacent(cx, by, at) {
            return false;
        }
    } else {
        let from_afar = blow.ranged && !board::in_combat(cx, by);
        cx.cite(if from_afar { Rule::FarAway } else { Rule::InCombat });
        if !from_afar {
            cx.cite(Rule::Adjacent);
        }
    }
    Cost::Turn.spend(cx, by);
    if cx.combatant(by).is(&Condition::Clear) {
        cx.apply(TableFact::Lost { who: by, what: Condition::Clear });
    }
    cx.come_into_sight(by);
    true
}

/// A1 Attack test, A3, A4: the test, if it succeeds and is not evaded.
fn hits(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, what: &str, blow: &Blow) -> Option<Test> {
    cx.cite(Rule::OrderOfAttack);
    let to_hit = attack_test(cx, by, what, blow);
    if !testing::test(cx, by, &to_hit) {
        cx.tell(Event::Missed { by, at, evaded: false });
        return None;
    }
    if evasion::evades(cx, at, blow) {
        cx.tell(Event::Missed { by, at, evaded: true });
        return None;
    }
    Some(to_hit)
}

/// R8 Damage, R9 Critical success, rulings A2 and A15: what the attack does before reduction.
fn damage(cx: &mut Cx<'_>, by: CombatantId, with: With, blow: &Blow) -> i32 {
    let critical_from = critical_from(cx, by, with);
    cx.cite(Rule::Damage);
    cx.cite(Rule::CriticalRoll);
    if critical_from < CRITICAL {
        cx.cite(if blow.unarmed { Rule::Monks } else { Rule::KeenTraits });
    }
    let what = "critical roll";
    let roll = testing::sum(cx, by, Rule::Critical, what, 2);
    let target = Target::AtLeast { name: what.to_owned(), number: critical_from };
    let critical = cx.rolled(roll.against(target)).passed();
    if blow.damage == 0 {
        cx.cite(Rule::UntrainedBlow);
        cx.cite(Rule::NoDamage);
        return 0;
    }
    blow.damage + i32::from(critical)
}

/// R10 Damage reduction: the attacker must succeed again, with the same dice, or it is taken off.
fn reduced(cx: &mut Cx<'_>, by: CombatantId, at: CombatantId, to_hit: &Test) -> i32 {
    let reduction = reduction(cx, at);
    if reduction == 0 {
        return 0;
    }
    let through = Test { what: "roll against damage reduction".to_owned(), rule: Rule::Reduction, ..to_hit.clone() };
    let passed = testing::test(cx, by, &through);
    let target = cx.combatant(at).sheet.clone();
    match gear::worn(target.armour.as_deref()) {
        Some(it) if it.reduction == reduction => cx.cite(match it.reduction {
            1 => Rule::LightArmour,
            2 => Rule::MediumArmour,
            _ => Rule::HeavyArmour,
        }),
        _ if target.monk.is_some() => cx.cite(Rule::Monks),
        _ => {}
    }
    if passed { 0 } else { reduction }
}

/// R10, R15-R17, C4: the damage reduction of armour, hide or training; of several the highest.
pub fn reduction(fight: &FightState, who: CombatantId) -> i32 {
    let sheet = &fight.combatant(who).sheet;
    let armour = gear::worn(sheet.armour.as_deref()).map_or(0, |it| it.reduction);
    let monk = sheet.monk_level().map_or(0, |it| it.reduction);
    armour.max(monk).max(sheet.reduction)
}

/// The dice that an attack with this would have, for anyone who chooses.
pub fn dice_of(fight: &FightState, by: CombatantId, blow: &Blow) -> TestDice {
    let hampered = evasion::hampered_by_armour(fight, by);
    testing::dice(&fight.options, blow.training == Training::Mastery, hampered || blow.training == Training::None)
}
