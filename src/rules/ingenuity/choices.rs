//! For each verb all ways to fill its slots, legal or not. Which of them are legal is `verbs.rs`'s to say.

use super::{
    Action, FightState, Ingenuity,
    attack::{self, With},
    command,
    fate::Boon,
    learned::{self, ManeuverKind},
    movement,
    ready::{self, READIABLE},
    sheet::{Attribute, SKILLS},
    state::{ACTIONS, At, enemies, known},
};
use crate::{
    engine::{
        CombatantId,
        space::{Space, grid::Square},
    },
    rules::action_space::ActionSpace,
};

/// R14: the longest task, in actions.
const LONGEST: u16 = 12;

/// Where one can go by this verb; nowhere where the fight has no squares.
fn squares(fight: &FightState, who: CombatantId, build: fn(Option<Square>) -> Action) -> Vec<Action> {
    if fight.find(who).and_then(|it| it.place).is_none() {
        return vec![build(None)];
    }
    let ground = movement::WalkingGround::of(fight, who);
    let mut near: Vec<(Square, u32)> = ground.walks().iter().map(|it| (*it.0, *it.1)).collect();
    near.sort_by_key(|it| (it.1, it.0.y, it.0.x));
    let far = fight.space.places().into_iter().filter(|it| !ground.walks().contains_key(it));
    near.iter().map(|it| it.0).chain(far).map(|to| build(Some(to))).collect()
}

/// What somebody could attack with: what is in hand, thrown after held, bare hands, and what is not in hand.
fn weapons(fight: &FightState, who: CombatantId) -> Vec<With> {
    let Some(it) = fight.find(who) else { return vec![] };
    let all = || it.state.gear.iter().enumerate().filter(|it| it.1.item.is_weapon());
    let ready = |gear: &super::state::Gear| gear.at == At::Hand || gear.item.hands == 0;
    let strike = all().filter(|it| ready(it.1)).map(|it| With::Item(it.0 as u8));
    let thrown = all().filter(|it| ready(it.1) && it.1.item.thrown.is_some()).map(|it| With::Thrown(it.0 as u8));
    let else_where = all().filter(|it| !ready(it.1)).map(|it| With::Item(it.0 as u8));
    strike.chain(thrown).chain([With::BareHands]).chain(else_where).collect()
}

/// Every set of items that two hands could hold.
fn handfuls(fight: &FightState, who: CombatantId) -> Vec<Action> {
    let Some(it) = fight.find(who) else { return vec![] };
    let count = it.state.gear.len() as u8;
    let singles = (0..count).map(|it| vec![it]);
    let pairs = (0..count).flat_map(|a| (0..count).filter(move |b| *b != a).map(move |b| vec![a, b]));
    singles.chain(pairs).chain([vec![]]).map(|held| Action::Brandish { held }).collect()
}

fn skills(fight: &FightState, who: CombatantId) -> Vec<String> {
    let own = fight.find(who).into_iter().flat_map(|it| it.sheet.skills.keys().cloned());
    let mut all: Vec<String> = std::iter::once("handling".to_owned()).chain(own).collect();
    all.extend(SKILLS.iter().map(|it| (*it).to_owned()));
    let mut seen: Vec<String> = vec![];
    all.retain(|it| !seen.contains(it) && (seen.push(it.clone()), true).1);
    all
}

/// The attributes, the most likely for a task first.
const BY: [Attribute; 4] = [Attribute::Dexterity, Attribute::Intellect, Attribute::Strength, Attribute::Resolve];

fn tasks(fight: &FightState, who: CombatantId, counts: std::ops::RangeInclusive<u16>) -> Vec<Action> {
    let skills = skills(fight, who);
    let each = |actions: u16| {
        BY.iter()
            .flat_map(|attribute| skills.iter().map(|skill| (*attribute, skill.clone())))
            .map(move |it| Action::Task { attribute: it.0, skill: it.1, actions, text: String::new() })
            .collect::<Vec<_>>()
    };
    counts.flat_map(each).collect()
}

fn maneuvers(fight: &FightState, who: CombatantId) -> Vec<Action> {
    let Some(it) = fight.find(who) else { return vec![] };
    let foes = whom(fight, who);
    let near: Vec<With> = weapons(fight, who).into_iter().filter(|it| !attack::is_ranged(fight, who, *it)).collect();
    // What one has learned first.
    let mut all: Vec<&learned::Maneuver> = learned::maneuvers().iter().collect();
    all.sort_by_key(|known| !it.sheet.maneuvers.contains(&known.name));
    let make = |what: &learned::Maneuver, target, with| Action::Maneuver { what: what.name.clone(), target, with };
    all.into_iter()
        .flat_map(|what| match what.kind {
            ManeuverKind::Strike => {
                let each =
                    |foe: &CombatantId| near.iter().map(|with| make(what, Some(*foe), *with)).collect::<Vec<_>>();
                foes.iter().flat_map(each).collect()
            }
            ManeuverKind::Force => foes.iter().map(|foe| make(what, Some(*foe), With::BareHands)).collect(),
            _ => vec![make(what, None, With::BareHands)],
        })
        .collect()
}

/// Whom somebody could strike at: foes, and after them their own side, who must be named for it (R16).
fn whom(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    let mut all: Vec<CombatantId> = fight.ids().filter(|it| *it != who && known(fight, who, *it)).collect();
    all.sort_by_key(|it| !enemies(fight, who, *it));
    all
}

/// R16: whether an action is aimed at somebody's own side, which nobody does who does not say so.
pub fn at_own_side(fight: &FightState, who: CombatantId, action: &Action) -> Option<CombatantId> {
    let target = match action {
        Action::Trigger(inner) => return at_own_side(fight, who, inner),
        Action::Attack { target, .. }
        | Action::KillingStrike { target, .. }
        | Action::Power { target, .. }
        | Action::Maneuver { target: Some(target), .. } => *target,
        _ => return None,
    };
    (!enemies(fight, who, target)).then_some(target)
}

/// R16: the same, while this slot is being filled: whom a blow is aimed at has not been said yet.
pub fn is_named_only(fight: &FightState, who: CombatantId, slot: &str, action: &Action) -> bool {
    let kind = if let Action::Trigger(inner) = action { inner } else { action };
    let comes_before = match kind {
        Action::Power { .. } | Action::Maneuver { .. } => slot == "how" || slot == "target",
        _ => slot == "target",
    };
    comes_before && at_own_side(fight, who, action).is_some()
}

/// All ways of a verb, legal or not.
pub fn ways(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
    let Some(it) = fight.find(who) else { return vec![] };
    let others = || fight.ids().filter(move |other| *other != who && known(fight, who, *other));
    let foes = || whom(fight, who).into_iter();
    let items = 0..it.state.gear.len() as u8;
    match verb {
        "attack" => {
            let living = foes().filter(|foe| !fight.combatant(*foe).state.dead);
            let with = weapons(fight, who);
            let each = |target: CombatantId| {
                let way = |with: &With| {
                    let make =
                        |(attribute, proficiency)| Action::Attack { target, with: *with, attribute, proficiency };
                    let others = attack::no_ways_with(fight, who, *with);
                    attack::ways_with(fight, who, *with).into_iter().chain(others).map(make).collect::<Vec<_>>()
                };
                with.iter().flat_map(way).collect::<Vec<_>>()
            };
            living.flat_map(each).collect()
        }
        "brandish" => handfuls(fight, who),
        "command" => command::allies(fight, who).into_iter().map(|target| Action::Command { target }).collect(),
        "interact" => vec![Action::Interact { text: String::new() }],
        "pick-up" => items.map(|item| Action::PickUp { item }).collect(),
        "guard" => vec![Action::Guard],
        "move" => squares(fight, who, |to| Action::Move { to }),
        "ready" => {
            // What cannot be readied can be named, to be told why not.
            let others = Ingenuity::VERBS.iter().map(|it| it.name).filter(|it| !READIABLE.contains(it));
            let ready = |it: &str| Action::Ready { verb: it.to_owned(), text: String::new() };
            let named =
                learned::maneuvers().iter().filter(|it| ready::is_readiable(&it.name)).map(|it| it.name.as_str());
            READIABLE.into_iter().chain(named).chain(others).map(ready).collect()
        }
        "trigger" => match &it.state.readied {
            Some(readied) => {
                let inner = match learned::maneuver(&readied.verb) {
                    Some(named) => maneuvers(fight, who).into_iter().filter(|it| ready::is_named(it, named)).collect(),
                    None => ways(fight, who, &readied.verb),
                };
                inner.into_iter().map(|it| Action::Trigger(Box::new(it))).collect()
            }
            None => vec![],
        },
        "resuscitate" => {
            let by = |target| {
                [Attribute::Intellect, Attribute::Dexterity].map(|attribute| Action::Resuscitate { target, attribute })
            };
            others().flat_map(by).collect()
        }
        "seek-cover" => vec![Action::SeekCover],
        "short-task" => tasks(fight, who, ACTIONS..=ACTIONS),
        "extended-task" => tasks(fight, who, ACTIONS + 1..=LONGEST),
        "sprint" => squares(fight, who, |to| Action::Sprint { to }),
        "stand-up" => vec![Action::StandUp],
        "wait" => vec![Action::Wait],
        "drop-item" => items.map(|item| Action::Drop { item }).collect(),
        "drop-prone" => vec![Action::DropProne],
        "step" => squares(fight, who, |to| Action::Step { to }),
        "reload" => items.map(|item| Action::Reload { item }).collect(),
        "killing-strike" => {
            let with = weapons(fight, who);
            foes()
                .flat_map(|target| with.iter().map(move |with| Action::KillingStrike { target, with: *with }))
                .collect()
        }
        "maneuver" => maneuvers(fight, who),
        "power" => {
            let count = it.sheet.powers.len() as u8;
            (0..count).flat_map(|what| foes().map(move |target| Action::Power { what, target })).collect()
        }
        "break-free" => vec![Action::BreakFree],
        "assist" => {
            let skills = skills(fight, who);
            let allies = command::allies(fight, who);
            let each = |target: &CombatantId| {
                let by = |attribute: &Attribute| {
                    let make = |skill: &String| Action::Assist {
                        target: *target,
                        attribute: *attribute,
                        skill: skill.clone(),
                    };
                    skills.iter().map(make).collect::<Vec<_>>()
                };
                BY.iter().flat_map(by).collect::<Vec<_>>()
            };
            allies.iter().flat_map(each).collect()
        }
        "fate" => Boon::ALL.iter().map(|it| Action::Fate(it.1)).collect(),
        "continue" => vec![Action::Continue],
        "abandon" => vec![Action::Abandon],
        "decline" => vec![Action::Decline],
        "begin" => vec![Action::Begin],
        _ => vec![Action::End],
    }
}
