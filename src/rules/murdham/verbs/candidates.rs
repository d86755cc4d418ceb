//! For each verb all ways to fill its slots, legal or not: what `menus.rs` offers, and random play draws from. Nothing is decided here.

use crate::engine::{
    CombatantId,
    space::{
        Space,
        zones::{ZoneId, ZonePlace},
    },
};
use crate::rules::murdham::{
    Action, Combatant, FightState, Manner, Pace, With,
    chapters::{blast, bonus, contest::ABILITIES, hold, nonlethal},
    model::{
        manner::{MANNERS, PACES, SPEEDS, Sway},
        powers::On,
        sheet::SkillEffect,
        state::{At, Gear},
    },
};

/// R6: the verbs that cost the main action whichever way they are done.
#[rustfmt::skip]
pub const MAIN: [&str; 20] = [
    "attack", "blast", "break-free", "calm", "contest", "disarm", "distract", "flee", "free", "full-move", "grapple", "intimidate",
    "invoke", "rage", "rally", "shove", "stunt", "sweep", "taunt", "throw",
];

/// All ways to fill the slots of a verb, legal or not; a text is a word of ours.
pub fn ways(fight: &FightState, who: CombatantId, verb: &str) -> Vec<Action> {
    let Some(it) = fight.find(who) else { return vec![] };
    let gear = || (0u8..).zip(it.state.gear.iter()).filter(|it| it.1.at != At::Gone).map(|it| it.0);
    // Armour and helmet can be named too, to be told that they stay (R9).
    let worn = || (it.state.armour.is_worn() || it.state.helmet).then_some(bonus::WORN);
    let enemies =
        || fight.combatants.iter().filter(|other| other.side != it.side && !other.state.dead && !other.hidden);
    match verb {
        "attack" => attacks(fight, it).into_iter().chain(ways(fight, who, "blast")).collect(),
        "grapple" => {
            let grapple = |target| Action::Attack { target, with: With::Unarmed, how: Manner::Grapple };
            enemies().map(|it| grapple(it.id)).collect()
        }
        "disarm" => {
            let with = With::Unarmed;
            let drops = |target| nonlethal::droppable(fight, target).map(move |gear| (target, Manner::Disarm(gear)));
            enemies().flat_map(|it| drops(it.id)).map(|(target, how)| Action::Attack { target, with, how }).collect()
        }
        "stunt" => {
            let plain = attacks(fight, it).into_iter().filter_map(|it| match it {
                Action::Attack { target, with, how: Manner::Normal } => Some((target, with)),
                _ => None,
            });
            plain.map(|(target, with)| Action::Stunt { target, with, text: ANY_TEXT.to_owned() }).collect()
        }
        "blast" => {
            let blasts = gear().map(With::Gear).filter(|with| blast::is_blast(fight, who, *with));
            let zones = (0..fight.space.zones.len()).map(|it| ZonePlace::In(ZoneId(it as u8)));
            blasts.flat_map(|with| zones.clone().map(move |to| Action::Blast { to, with })).collect()
        }
        "shove" => shoves(fight, who),
        "let-go" => vec![Action::LetGo],
        "break-free" => vec![Action::BreakFree],
        "free" => {
            let others = fight.combatants.iter().filter(|it| it.id != who && hold::is_entangled(fight, it.id));
            others
                .filter(|other| !other.hidden || other.side == it.side)
                .map(|it| Action::Free { target: it.id })
                .collect()
        }
        "move" => moves(fight, |to, how| Action::Move { to, how }),
        "full-move" => moves(fight, |to, how| Action::FullMove { to, how }),
        "pick-up" => (0u8..).zip(fight.system.ground.iter()).map(|it| Action::PickUp { lying: it.0 }).collect(),
        "put-down" => gear().map(|gear| Action::PutDown { gear }).collect(),
        "equip" => gear().chain(worn()).map(|gear| Action::Equip { gear }).collect(),
        "unequip" => gear().chain(worn()).map(|gear| Action::Unequip { gear }).collect(),
        "use" => uses(fight, it),
        "sweep" => sweeps(it),
        "throw" => throws(fight, who),
        "trample" => vec![Action::Trample],
        "distract" => sways(fight, it, Sway::Distract),
        "intimidate" => sways(fight, it, Sway::Intimidate),
        "taunt" => sways(fight, it, Sway::Taunt),
        "contest" => contests(fight, it),
        "invoke" => invocations(fight, it),
        "rally" => vec![Action::Rally],
        "rage" => vec![Action::Rage],
        "calm" => vec![Action::Calm],
        "end" => vec![Action::End],
        "surrender" => vec![Action::Surrender],
        "flee" => vec![Action::Flee],
        "chase" => SPEEDS.map(|(_, speed)| Action::Chase { speed }).to_vec(),
        "yield" => fight.sides.iter().filter(|to| to.id != it.side).map(|to| Action::Yield { to: to.id }).collect(),
        "say" => vec![Action::Say { text: ANY_TEXT.to_owned() }],
        "interact" => [false, true].map(|complex| Action::Interact { text: ANY_TEXT.to_owned(), complex }).to_vec(),
        "improvise" => [false, true].map(|great| Action::Improvise { text: ANY_TEXT.to_owned(), great }).to_vec(),
        _ => vec![],
    }
}

/// Stands for a text that is not yet written.
const ANY_TEXT: &str = "\u{2026}";

fn attacks(fight: &FightState, attacker: &Combatant) -> Vec<Action> {
    let carried = &attacker.state.gear;
    let order = |it: &Gear| (!it.at.in_hand(), it.weapon.shield, it.at == At::Off);
    let weapon = |it: &usize| carried[*it].at != At::Gone && carried[*it].weapon.power.is_none();
    let mut gear: Vec<usize> = (0..carried.len()).filter(weapon).collect();
    gear.sort_by_key(|it| order(&carried[*it]));
    let held = gear.iter().filter(|it| carried[**it].at.in_hand()).count();
    let mut with: Vec<With> = gear.into_iter().map(|it| With::Gear(it as u8)).collect();
    with.insert(held, With::Unarmed);
    if attacker.state.both_weapons().is_some() {
        with.insert(held, With::Both);
    }
    let targets = fight.combatants.iter().filter(|it| it.side != attacker.side && !it.state.dead && !it.hidden);
    let stuns = attacker.sheet.has(SkillEffect::Stuns);
    let mut all = vec![];
    for target in targets {
        for with in &with {
            let bursts = blast::is_blast(fight, attacker.id, *with);
            let manners = MANNERS.iter().map(|it| it.1);
            let manners = manners.filter(|how| (*how != Manner::Stun || stuns) && (*how != Manner::Single || bursts));
            all.extend(manners.map(|how| Action::Attack { target: target.id, with: *with, how }));
        }
    }
    all
}

/// R38: half a zone away, or not; what hazard, if any, is written in words.
fn shoves(fight: &FightState, who: CombatantId) -> Vec<Action> {
    let Some(target) = hold::held_by(fight, who) else { return vec![] };
    let Some(from) = fight.combatant(target).place else { return vec![] };
    let to = std::iter::once(None).chain(fight.space.half_steps(from).into_iter().map(Some));
    to.map(|to| Action::Shove { target, to, into: Some(ANY_TEXT.to_owned()) }).collect()
}

fn moves(fight: &FightState, action: fn(ZonePlace, Pace) -> Action) -> Vec<Action> {
    let places = fight.space.places();
    PACES.iter().flat_map(|(_, how)| places.iter().map(|to| action(*to, *how))).collect()
}

/// A sweep with each melee weapon in hand, else with bare hands.
fn sweeps(who: &Combatant) -> Vec<Action> {
    let held = who.state.in_hand().filter(|(_, it)| it.weapon.range.is_none() && it.weapon.power.is_none());
    let held = held.map(|(gear, _)| With::Gear(gear)).chain([With::Unarmed]);
    held.map(|with| Action::Sweep { with }).collect()
}

fn throws(fight: &FightState, who: CombatantId) -> Vec<Action> {
    let Some(target) = hold::held_by(fight, who) else { return vec![] };
    fight.space.places().into_iter().map(|to| Action::Throw { target, to }).collect()
}

/// Enemies in sight.
fn foes<'a>(fight: &'a FightState, of: &Combatant) -> impl Iterator<Item = CombatantId> + 'a {
    let side = of.side;
    fight.combatants.iter().filter(move |it| it.side != side && !it.state.dead && !it.hidden).map(|it| it.id)
}

fn sways(fight: &FightState, who: &Combatant, how: Sway) -> Vec<Action> {
    foes(fight, who).map(|target| Action::Sway { how, target }).collect()
}

/// With everybody whom they know of, in each ability.
fn contests(fight: &FightState, who: &Combatant) -> Vec<Action> {
    let others = fight.combatants.iter().filter(|it| it.id != who.id && (!it.hidden || it.side == who.side));
    others.flat_map(|it| ABILITIES.map(|(_, ability)| Action::Contest { ability, target: it.id })).collect()
}

/// Every scroll that is carried, on everybody it could be for, near and at sight.
fn invocations(fight: &FightState, who: &Combatant) -> Vec<Action> {
    let mut all = vec![];
    for (scroll, gear) in (0u8..).zip(who.state.gear.iter()).filter(|it| it.1.at != At::Gone) {
        let Some(power) = &gear.weapon.power else { continue };
        let targets: Vec<Option<CombatantId>> = match power.on {
            On::Nobody => vec![None],
            On::Enemy => foes(fight, who).map(Some).collect(),
            On::Anybody => {
                let friends =
                    fight.combatants.iter().filter(|it| it.side == who.side && !it.state.dead).map(|it| it.id);
                foes(fight, who).chain(friends).map(Some).collect()
            }
        };
        for target in targets {
            let both: &[bool] = if target.is_some() { &[false, true] } else { &[false] };
            all.extend(both.iter().map(|sight| Action::Invoke { scroll, target, sight: *sight }));
        }
    }
    all
}

fn uses(fight: &FightState, user: &Combatant) -> Vec<Action> {
    let targets = || fight.combatants.iter().filter(|it| !it.hidden || it.side == user.side);
    let items = user.state.items.iter();
    items.flat_map(|(item, _)| targets().map(|it| Action::Use { item: *item, target: it.id })).collect()
}
