//! For each verb all ways to fill its slots, legal or not: what `menus.rs` offers, and random play draws from. Nothing is decided here.

use super::{
    Action, Combatant, Field, Manner, Pace, With, blast, bonus,
    contest::ABILITIES,
    hold,
    menus::{MANNERS, PACES, SPEEDS},
    nonlethal,
    power::On,
    sheet::Effect,
    state::{At, Gear},
    sway::Sway,
};
use crate::engine::{
    CombatantId,
    space::{
        Space,
        zones::{ZoneId, ZonePlace},
    },
};

/// R6: the verbs that cost the main action whichever way they are done.
#[rustfmt::skip]
pub const MAIN: [&str; 20] = [
    "attack", "blast", "break-free", "calm", "contest", "disarm", "distract", "flee", "free", "full-move", "grapple", "intimidate",
    "invoke", "rage", "rally", "shove", "stunt", "sweep", "taunt", "throw",
];

/// All ways to fill the slots of a verb, legal or not; a text is a word of ours.
pub fn ways(field: &Field, who: CombatantId, verb: &str) -> Vec<Action> {
    let Some(it) = field.find(who) else { return vec![] };
    let gear = || (0u8..).zip(it.state.gear.iter()).filter(|it| it.1.at != At::Gone).map(|it| it.0);
    // Armour and helmet can be named too, to be told that they stay (R9).
    let worn = || (it.state.armour.is_worn() || it.state.helmet).then_some(bonus::WORN);
    let enemies =
        || field.combatants.iter().filter(|other| other.side != it.side && !other.state.dead && !other.hidden);
    match verb {
        "attack" => attacks(field, it).into_iter().chain(ways(field, who, "blast")).collect(),
        "grapple" => {
            let grapple = |target| Action::Attack { target, with: With::Unarmed, how: Manner::Grapple };
            enemies().map(|it| grapple(it.id)).collect()
        }
        "disarm" => {
            let with = With::Unarmed;
            let drops = |target| nonlethal::droppable(field, target).map(move |gear| (target, Manner::Disarm(gear)));
            enemies().flat_map(|it| drops(it.id)).map(|(target, how)| Action::Attack { target, with, how }).collect()
        }
        "stunt" => {
            let plain = attacks(field, it).into_iter().filter_map(|it| match it {
                Action::Attack { target, with, how: Manner::Normal } => Some((target, with)),
                _ => None,
            });
            plain.map(|(target, with)| Action::Stunt { target, with, text: ANY_TEXT.to_owned() }).collect()
        }
        "blast" => {
            let blasts = gear().map(With::Gear).filter(|with| blast::is_blast(field, who, *with));
            let zones = (0..field.space.zones.len()).map(|it| ZonePlace::In(ZoneId(it as u8)));
            blasts.flat_map(|with| zones.clone().map(move |to| Action::Blast { to, with })).collect()
        }
        "shove" => shoves(field, who),
        "let-go" => vec![Action::LetGo],
        "break-free" => vec![Action::BreakFree],
        "free" => {
            let others = field.combatants.iter().filter(|it| it.id != who && hold::is_entangled(field, it.id));
            others
                .filter(|other| !other.hidden || other.side == it.side)
                .map(|it| Action::Free { target: it.id })
                .collect()
        }
        "move" => moves(field, |to, how| Action::Move { to, how }),
        "full-move" => moves(field, |to, how| Action::FullMove { to, how }),
        "pick-up" => (0u8..).zip(field.shared.ground.iter()).map(|it| Action::PickUp { lying: it.0 }).collect(),
        "put-down" => gear().map(|gear| Action::PutDown { gear }).collect(),
        "equip" => gear().chain(worn()).map(|gear| Action::Equip { gear }).collect(),
        "unequip" => gear().chain(worn()).map(|gear| Action::Unequip { gear }).collect(),
        "use" => uses(field, it),
        "sweep" => sweeps(it),
        "throw" => throws(field, who),
        "trample" => vec![Action::Trample],
        "distract" => sways(field, it, Sway::Distract),
        "intimidate" => sways(field, it, Sway::Intimidate),
        "taunt" => sways(field, it, Sway::Taunt),
        "contest" => contests(field, it),
        "invoke" => invocations(field, it),
        "rally" => vec![Action::Rally],
        "rage" => vec![Action::Rage],
        "calm" => vec![Action::Calm],
        "end" => vec![Action::End],
        "surrender" => vec![Action::Surrender],
        "flee" => vec![Action::Flee],
        "chase" => SPEEDS.map(|(_, speed)| Action::Chase { speed }).to_vec(),
        "yield" => field.sides.iter().filter(|to| to.id != it.side).map(|to| Action::Yield { to: to.id }).collect(),
        "say" => vec![Action::Say { text: ANY_TEXT.to_owned() }],
        "interact" => [false, true].map(|complex| Action::Interact { text: ANY_TEXT.to_owned(), complex }).to_vec(),
        "improvise" => [false, true].map(|great| Action::Improvise { text: ANY_TEXT.to_owned(), great }).to_vec(),
        _ => vec![],
    }
}

/// Stands for a text that is not yet written.
const ANY_TEXT: &str = "\u{2026}";

fn attacks(field: &Field, attacker: &Combatant) -> Vec<Action> {
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
    let targets = field.combatants.iter().filter(|it| it.side != attacker.side && !it.state.dead && !it.hidden);
    let stuns = attacker.sheet.has(Effect::Stuns);
    let mut all = vec![];
    for target in targets {
        for with in &with {
            let bursts = blast::is_blast(field, attacker.id, *with);
            let manners = MANNERS.iter().map(|it| it.1);
            let manners = manners.filter(|how| (*how != Manner::Stun || stuns) && (*how != Manner::Single || bursts));
            all.extend(manners.map(|how| Action::Attack { target: target.id, with: *with, how }));
        }
    }
    all
}

/// R38: half a zone away, or not; what hazard, if any, is written in words.
fn shoves(field: &Field, who: CombatantId) -> Vec<Action> {
    let Some(target) = hold::held_by(field, who) else { return vec![] };
    let Some(from) = field.combatant(target).place else { return vec![] };
    let to = std::iter::once(None).chain(field.space.half_steps(from).into_iter().map(Some));
    to.map(|to| Action::Shove { target, to, into: Some(ANY_TEXT.to_owned()) }).collect()
}

fn moves(field: &Field, action: fn(ZonePlace, Pace) -> Action) -> Vec<Action> {
    let places = field.space.places();
    PACES.iter().flat_map(|(_, how)| places.iter().map(|to| action(*to, *how))).collect()
}

/// A sweep with each melee weapon in hand, else with bare hands.
fn sweeps(who: &Combatant) -> Vec<Action> {
    let held = who.state.in_hand().filter(|(_, it)| it.weapon.range.is_none() && it.weapon.power.is_none());
    let held = held.map(|(gear, _)| With::Gear(gear)).chain([With::Unarmed]);
    held.map(|with| Action::Sweep { with }).collect()
}

fn throws(field: &Field, who: CombatantId) -> Vec<Action> {
    let Some(target) = hold::held_by(field, who) else { return vec![] };
    field.space.places().into_iter().map(|to| Action::Throw { target, to }).collect()
}

/// Enemies in sight.
fn foes<'a>(field: &'a Field, of: &Combatant) -> impl Iterator<Item = CombatantId> + 'a {
    let side = of.side;
    field.combatants.iter().filter(move |it| it.side != side && !it.state.dead && !it.hidden).map(|it| it.id)
}

fn sways(field: &Field, who: &Combatant, how: Sway) -> Vec<Action> {
    foes(field, who).map(|target| Action::Sway { how, target }).collect()
}

/// With everybody whom they know of, in each ability.
fn contests(field: &Field, who: &Combatant) -> Vec<Action> {
    let others = field.combatants.iter().filter(|it| it.id != who.id && (!it.hidden || it.side == who.side));
    others.flat_map(|it| ABILITIES.map(|(_, ability)| Action::Contest { ability, target: it.id })).collect()
}

/// Every scroll that is carried, on everybody it could be for, near and at sight.
fn invocations(field: &Field, who: &Combatant) -> Vec<Action> {
    let mut all = vec![];
    for (scroll, gear) in (0u8..).zip(who.state.gear.iter()).filter(|it| it.1.at != At::Gone) {
        let Some(power) = &gear.weapon.power else { continue };
        let targets: Vec<Option<CombatantId>> = match power.on {
            On::Nobody => vec![None],
            On::Enemy => foes(field, who).map(Some).collect(),
            On::Anybody => {
                let friends =
                    field.combatants.iter().filter(|it| it.side == who.side && !it.state.dead).map(|it| it.id);
                foes(field, who).chain(friends).map(Some).collect()
            }
        };
        for target in targets {
            let both: &[bool] = if target.is_some() { &[false, true] } else { &[false] };
            all.extend(both.iter().map(|sight| Action::Invoke { scroll, target, sight: *sight }));
        }
    }
    all
}

fn uses(field: &Field, user: &Combatant) -> Vec<Action> {
    let targets = || field.combatants.iter().filter(|it| !it.hidden || it.side == user.side);
    let items = user.state.items.iter();
    items.flat_map(|(item, _)| targets().map(|it| Action::Use { item: *item, target: it.id })).collect()
}
