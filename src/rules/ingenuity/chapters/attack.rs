//! Attacks: R16, R32-R39 and rulings A6, A7, A11, A24: the straight line from the roll to the harm. What the target may do about it is in
//! `reaction.rs`.

use crate::engine::{CombatantId, roll::Keep};
use crate::rules::ingenuity::{
    Choice, Condition, Cx, Event, Fact, FightState, Flow, Roll, Rule, Violation, With,
    chapters::{
        conditions, defence, harm, maneuver, opportunity, reaction,
        testing::{self, Test},
    },
    model::{
        board,
        gear::{self, Item},
        learned::{self, Power},
        sheet::{Attribute, THROWING},
        state::{At, held, is_conscious, known, lies, weapon},
    },
};
use crate::rules::wording::one_of;
use std::sync::Arc;

/// R36: what each attack before takes off.
const EACH_BEFORE: i32 = 2;

/// An attack under way.
#[derive(Clone, Debug, PartialEq)]
pub struct Blow {
    /// The attacker.
    pub by: CombatantId,
    /// At whom it goes now.
    pub at: CombatantId,
    /// With what.
    pub with: With,
    /// By which attribute.
    pub attribute: Attribute,
    /// By which proficiency.
    pub proficiency: String,
    /// C13: the power it is made by.
    pub power: Option<Power>,
    /// C12: the maneuver it is part of.
    pub maneuver: Option<&'static learned::Maneuver>,
    /// R58: a sneak attack whatever the target sees.
    pub sneak: bool,
    /// The result of the test.
    pub total: i32,
    /// R34.
    pub critical: bool,
    /// R41, R44: what the target chose before the roll (A7).
    pub declared: Option<Choice>,
    /// R41: it was tried to dodge it.
    pub dodged: bool,
    /// R43: a combatant has stepped in.
    pub intercepted: bool,
    /// A8: the defence now is free of the limit.
    pub free_defence: bool,
    /// C18: it could reach its target when the target was first asked.
    pub reached: bool,
    /// R46: what takes the blow.
    pub block: Option<u8>,
    /// R49: what parries it.
    pub parry: Option<u8>,
}

impl Blow {
    /// An attack that is about to be made.
    pub fn new(by: CombatantId, at: CombatantId, with: With, attribute: Attribute, proficiency: String) -> Blow {
        Blow {
            by,
            at,
            with,
            attribute,
            proficiency,
            power: None,
            maneuver: None,
            sneak: false,
            total: 0,
            critical: false,
            declared: None,
            dodged: false,
            intercepted: false,
            free_defence: false,
            reached: false,
            block: None,
            parry: None,
        }
    }

    /// The same with what suits the attacker best.
    pub fn best(fight: &FightState, by: CombatantId, at: CombatantId, with: With) -> Blow {
        let (attribute, proficiency) = best_way(fight, by, with);
        Blow::new(by, at, with, attribute, proficiency)
    }

    /// What it is made with.
    pub fn item(&self, fight: &FightState) -> Arc<Item> {
        if let Some(power) = &self.power {
            return Arc::new(Item {
                name: power.name.clone(),
                damage: Some(power.damage.unwrap_or(0)),
                types: vec![power.damage_type],
                critical: power.damage.unwrap_or(0),
                threshold: i32::MAX,
                projectile: Some((power.range.max(1), power.range.max(1))),
                nonlethal: false,
                ..(**gear::bare_hands()).clone()
            });
        }
        weapon(fight, self.by, self.with).unwrap_or(gear::bare_hands()).clone()
    }

    /// Whether it is a shot or a throw.
    pub fn ranged(&self, fight: &FightState) -> bool {
        self.power.is_some() || is_ranged(fight, self.by, self.with)
    }
}

/// Whether an attack with this is a shot or a throw.
pub fn is_ranged(fight: &FightState, by: CombatantId, with: With) -> bool {
    matches!(with, With::Thrown(_)) || weapon(fight, by, with).is_some_and(|it| it.projectile.is_some())
}

/// R32: every attribute and proficiency that this can be used with, the best first.
pub fn ways_with(fight: &FightState, by: CombatantId, with: With) -> Vec<(Attribute, String)> {
    let Some(item) = weapon(fight, by, with) else { return vec![] };
    let sheet = &fight.combatant(by).sheet;
    let mut proficiencies = item.proficiencies.clone();
    if matches!(with, With::Thrown(_)) && !proficiencies.iter().any(|it| it == THROWING) {
        proficiencies.push(THROWING.to_owned());
    }
    if proficiencies.is_empty() {
        proficiencies.push(String::new());
    }
    proficiencies.sort_by_key(|it| std::cmp::Reverse(sheet.proficiency(it)));
    let mut attributes = item.attributes.clone();
    attributes.sort_by_key(|it| std::cmp::Reverse(sheet.attribute(*it)));
    let each = |of: &Attribute| proficiencies.iter().map(|it| (*of, it.clone())).collect::<Vec<_>>();
    attributes.iter().flat_map(each).collect()
}

/// R32: the attributes that this does not go by, to be told so.
pub fn no_ways_with(fight: &FightState, by: CombatantId, with: With) -> Vec<(Attribute, String)> {
    let ways = ways_with(fight, by, with);
    let proficiency = ways.first().map_or_else(String::new, |it| it.1.clone());
    let other = |it: &Attribute| !ways.iter().any(|way| way.0 == *it);
    Attribute::ALL.into_iter().filter(other).map(|it| (it, proficiency.clone())).collect()
}

/// R32: what suits the attacker best.
pub fn best_way(fight: &FightState, by: CombatantId, with: With) -> (Attribute, String) {
    ways_with(fight, by, with).into_iter().next().unwrap_or((Attribute::Strength, String::new()))
}

/// R32: whether this attribute and this proficiency go with it.
pub fn check_how(
    fight: &FightState,
    by: CombatantId,
    with: With,
    of: Attribute,
    proficiency: &str,
) -> Result<(), Violation> {
    let ways = ways_with(fight, by, with);
    if ways.iter().any(|it| it.0 == of && it.1 == proficiency) {
        return Ok(());
    }
    let what = weapon(fight, by, with).map_or_else(String::new, |it| it.name.clone());
    let mut names: Vec<&str> = ways.iter().map(|it| it.0.name()).collect();
    names.dedup();
    let how = if names.contains(&of.name()) { proficiency } else { of.name() }.to_owned();
    Err(Violation::NotUsedSo { what, how, ways: one_of(&names) })
}

/// R16, R17, C14: whether this attack can be made now.
pub fn check(fight: &FightState, by: CombatantId, at: CombatantId, with: With) -> Result<(), Violation> {
    if !known(fight, by, at) {
        return Err(Violation::NobodyThere);
    }
    if at == by {
        return Err(Violation::Oneself(at));
    }
    if fight.combatant(at).state.dead {
        return Err(Violation::Dead(at));
    }
    check_armed(fight, by, with)?;
    check_range(fight, by, at, with)
}

/// R17, C14: whether it is in hand, and ready.
pub fn check_armed(fight: &FightState, by: CombatantId, with: With) -> Result<(), Violation> {
    let (With::Item(index) | With::Thrown(index)) = with else { return Ok(()) };
    let Some(gear) = crate::rules::ingenuity::model::state::gear(fight, by, index) else {
        return Err(Violation::NobodyThere);
    };
    let name = || gear.item.name.clone();
    match () {
        () if !gear.item.is_weapon() => Err(Violation::NoWeapon(name())),
        () if matches!(with, With::Thrown(_)) && gear.item.thrown.is_none() => Err(Violation::NoWeapon(name())),
        () if gear.at != At::Hand && gear.item.hands > 0 => Err(Violation::NotInHand(name())),
        () if !gear.loaded => Err(Violation::NotLoaded(name())),
        () => Ok(()),
    }
}

/// C14: whether the target is near enough, and to be seen.
fn check_range(fight: &FightState, by: CombatantId, at: CombatantId, with: With) -> Result<(), Violation> {
    let Some(item) = weapon(fight, by, with) else { return Err(Violation::NobodyThere) };
    let reach = reach_m(item, with);
    board::check_within(fight, by, at, reach)?;
    if !board::sees(fight, by, at) {
        return Err(Violation::WallBetween(at));
    }
    Ok(())
}

/// C14: how far it goes, used so.
fn reach_m(item: &Item, with: With) -> u32 {
    match with {
        With::Thrown(_) => item.thrown.map_or(0, |it| it.1),
        _ => item.projectile.map_or(item.reach, |it| it.1),
    }
}

/// C14: how far a combatant reaches with this.
pub fn reach_of(fight: &FightState, by: CombatantId, with: With) -> u32 {
    weapon(fight, by, with).map_or(0, |it| reach_m(it, with))
}

/// C14: whether an attack reaches whom it is aimed at, as they stand now.
pub fn reaches(fight: &FightState, blow: &Blow) -> bool {
    let reach = reach_m(&blow.item(fight), blow.with);
    board::within(fight, blow.by, blow.at, reach) && board::sees(fight, blow.by, blow.at)
}

/// C14: 1 less for each further multiple of the range.
fn range_penalty(fight: &FightState, blow: &Blow, item: &Item) -> i32 {
    let near = match blow.with {
        With::Thrown(_) => item.thrown,
        _ => item.projectile,
    };
    match (near, board::distance(fight, blow.by, blow.at)) {
        (Some((near, _)), Some(far)) if far > near => -(i32::try_from((far - 1) / near).unwrap_or(0)),
        _ => 0,
    }
}

/// R37 Sneak attack, R38 Flanking, C2, C9, A22: what gives advantage and what takes it, each a source of its own with its name.
fn sources(cx: &mut Cx<'_>, blow: &Blow, ranged: bool) -> (Vec<&'static str>, Vec<&'static str>) {
    let (mut better, mut worse) = (vec![], vec![]);
    if sneaks(cx, blow) {
        cx.cite(Rule::Sneak);
        better.push("sneak attack");
    }
    if board::flanked(cx, blow.at, Some(blow.by)) {
        cx.cite(Rule::Flank);
        if cx.combatant(blow.at).place.is_some() {
            cx.cite(Rule::FlankOnGrid);
        }
        better.push("flanked");
    }
    let target = cx.combatant(blow.at);
    let prone = lies(target);
    let (sought, cover) = (target.is(&Condition::SeekingCover), target.is(&Condition::Cover));
    if prone {
        cx.cite(Rule::DropProne);
        if ranged { worse.push("prone") } else { better.push("prone") }
    }
    let sought = sought && board::is_covered(cx, blow.by, blow.at);
    if ranged && (sought || cover) {
        cx.cite(if sought { Rule::SeekCover } else { Rule::Conditions });
        if prone {
            cx.cite(Rule::CoverAndProne);
        }
        worse.push("cover");
    }
    if cx.combatant(blow.by).is(&Condition::Blinded) {
        cx.cite(Rule::Conditions);
        worse.push("blinded");
    }
    (better, worse)
}

/// R37 Sneak attack: whether the target cannot see who attacks; nobody sneaks up on the most watchful (C17).
fn sneaks(cx: &mut Cx<'_>, blow: &Blow) -> bool {
    let target = cx.combatant(blow.at);
    let unseen = cx.is_hidden(blow.by)
        || [Condition::Unaware, Condition::Blinded, Condition::Unconscious].iter().any(|it| target.is(it));
    if !(blow.sneak || unseen) {
        return false;
    }
    if is_conscious(target) && target.sheet.has_rank(|it| it.watchful) {
        cx.cite(Rule::DangerSense);
        return false;
    }
    true
}

/// R32 To hit, R36: the test of an attack.
fn attack_test(cx: &mut Cx<'_>, blow: &Blow, item: &Item, ranged: bool) -> Test {
    let before = i32::from(cx.combatant(blow.by).state.attacks);
    let what = format!("attack with {}", item.name);
    let of = (blow.attribute, "combat");
    let mut test = Test::new(cx, blow.by, Rule::ToHit, &what, of, &blow.proficiency);
    test.attack = true;
    if before > 0 {
        cx.cite(Rule::MultipleAttacks);
        cx.cite(Rule::MapScope);
        test = test.plus("attacks before", -EACH_BEFORE * before);
    }
    if let Some(maneuver) = blow.maneuver
        && !cx.combatant(blow.by).sheet.maneuvers.contains(&maneuver.name)
    {
        cx.cite(Rule::Maneuvers);
        test = test.plus("unlearned", -1);
    }
    let range = range_penalty(cx, blow, item);
    if range != 0 {
        cx.cite(Rule::Weapons);
        test = test.plus("range", range);
    }
    (test.advantage, test.disadvantage) = sources(cx, blow, ranged);
    test
}

/// R32-R39, A7: one attack, from the declaration to the harm.
pub fn attack(cx: &mut Cx<'_>, mut blow: Blow) -> Flow {
    let item = blow.item(cx);
    let ranged = blow.ranged(cx);
    if !reaction::declare(cx, &mut blow)? {
        return Ok(());
    }
    let test = attack_test(cx, &blow, &item, ranged);
    cx.change(Fact::Swung { by: blow.by, at: blow.at, with: blow.with, ranged });
    leaves_the_hand(cx, &blow, &item);
    if let With::BareHands = blow.with {
        cx.cite(Rule::NonlethalWeapons);
    }
    cx.cite(Rule::ToHit);
    let rolled = testing::roll(cx, test)?;
    (blow.total, blow.critical) = (rolled.total, rolled.luck >= item.threshold);
    if ranged && rolled.luck <= 1 {
        strays(cx, &mut blow);
    }
    cx.cite(Rule::LuckDie);
    let evasion = defence::evasion_against(cx, blow.by, blow.at);
    let hits = match blow.critical {
        true => {
            rolled.surely(cx, "evasion", evasion);
            true
        }
        false => rolled.against(cx, "evasion", evasion),
    };
    comes_into_sight(cx, blow.by);
    if !hits {
        cx.tell(Event::Missed { by: blow.by, at: blow.at, dodged: false });
        conditions::lose(cx, blow.at, Condition::Unaware);
        return Ok(());
    }
    strike(cx, blow, &item)
}

/// A7: what follows a hit: defences, damage, and what else comes of it.
pub fn strike(cx: &mut Cx<'_>, mut blow: Blow, item: &Item) -> Flow {
    cx.cite(Rule::Declarations);
    if !reaction::answer(cx, &mut blow)? {
        return Ok(());
    }
    let damage = blow.total + if blow.critical { item.critical } else { item.damage.unwrap_or(0) };
    cx.tell(Event::Hit { by: blow.by, at: blow.at, critical: blow.critical });
    cx.cite(Rule::Damage);
    if item.nonlethal {
        cx.cite(Rule::NonlethalWeapons);
    }
    let taken = match blow.block {
        Some(shield) => reaction::blocked(cx, blow.at, shield, damage),
        None => {
            let parry = reaction::parry_value(cx, &blow);
            let less = defence::deflection_against(cx, blow.by, blow.at, item.kind(), parry);
            Some((damage - less).max(1))
        }
    };
    if let Some(index) = blow.parry {
        reaction::parried(cx, blow.at, index);
    }
    if let Some(taken) = taken {
        harm::suffer(cx, blow.at, damage, taken, item.nonlethal)?;
        maneuver::rider(cx, &blow)?;
    }
    conditions::lose(cx, blow.at, Condition::Unaware);
    opportunity::riposte(cx, &blow)
}

/// C14: what is thrown is gone from the hand, what is shot must be reloaded.
fn leaves_the_hand(cx: &mut Cx<'_>, blow: &Blow, item: &Item) {
    match blow.with {
        With::Thrown(index) => {
            let at = At::Ground(cx.combatant(blow.at).place);
            cx.change(Fact::GearAt { who: blow.by, item: index, at });
        }
        With::Item(index) if item.reload > 0 && blow.power.is_none() => {
            cx.change(Fact::LoadedIs { who: blow.by, item: index, loaded: false });
        }
        _ => {}
    }
}

/// R35 Stray shot, A24: a luck die of 1 sends it to one of those within a metre of the target, by lot.
fn strays(cx: &mut Cx<'_>, blow: &mut Blow) {
    let beside = board::beside(cx, blow.at, blow.by);
    let Some(&only) = beside.first() else { return };
    cx.cite(Rule::Stray);
    let to = match beside.len() {
        1 => only,
        many => {
            cx.cite(Rule::StrayByLot);
            let die = cx.plain_die(many as u16);
            let face = usize::from(die.faces[0]);
            cx.rolled(Roll::total(Some(blow.by), Rule::Stray, "stray shot, by lot", vec![die], Keep::All, vec![]));
            beside[face - 1]
        }
    };
    cx.tell(Event::Strayed { from: blow.at, to });
    blow.at = to;
}

/// R37: who attacks is seen from then on.
pub fn comes_into_sight(cx: &mut Cx<'_>, who: CombatantId) {
    cx.come_into_sight(who);
}

/// C9: whether a combatant is held.
pub fn is_grappled(fight: &FightState, who: CombatantId) -> bool {
    held(fight.combatant(who), Condition::Grappled).is_some()
}
