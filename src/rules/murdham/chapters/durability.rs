//! Durability: R49-R52, rulings A12 and A13. What breaks in the fight, the durability rolls after it, and things of the surroundings that
//! serve as weapons. What is repaired afterwards is not here.

use crate::engine::{CombatantId, roll::Keep};
use crate::rules::murdham::{
    Combatant, Cx, FightState, Roll, Rule,
    chapters::damage::Damage,
    model::{
        fact::Fact,
        gear::{self, Make},
        options::DurabilityFor,
        sheet::Weapon,
        state::{At, Piece, Worn},
    },
};
use std::sync::Arc;

/// R51: an attack that does at least so much before armour destroys what is damaged.
pub const SHATTERS: i32 = 8;

/// What damage that falls does to the gear of both: R50 to the weapon it came from, R51 to what should have stopped it. It is noted
/// what has been used, for the durability roll (R49).
pub fn of_damage(cx: &mut Cx<'_>, damage: &Damage) {
    strains(cx, damage);
    if damage.by.is_some() {
        stops(cx, damage);
    }
}

/// R50, ruling A12: a damaged weapon or shield breaks after an attack whose die shows a 1; the damage is dealt first.
pub fn strains(cx: &mut Cx<'_>, damage: &Damage) {
    let Some(who) = damage.by else { return };
    for &gear in &damage.ones {
        if cx.combatant(who).state.gear.get(usize::from(gear)).is_some_and(|it| it.worn.damaged && it.at != At::Gone) {
            cx.cite(Rule::Breaks);
            cx.cite(Rule::TheKeptDie);
            cx.change(Fact::Broken { who, piece: Piece::Gear(gear) });
        }
    }
}

/// R51, ruling A13: at least eight before armour destroys one thing that is damaged: the shield if one is held, else the armour,
/// else the helmet.
fn stops(cx: &mut Cx<'_>, damage: &Damage) {
    let who = damage.on;
    if !damage.direct && damage.rolled > 0 {
        let used: Vec<Piece> = stopping(cx, who, damage).collect();
        for piece in used {
            serves(cx, who, piece);
        }
    }
    if damage.rolled < SHATTERS {
        return;
    }
    let state = &cx.combatant(who).state;
    let shields = state.in_hand().filter(|(_, it)| it.weapon.shield).map(|(gear, _)| Piece::Gear(gear));
    let armour = (state.armour.is_worn()).then_some(Piece::Armour);
    let helmet = state.helmet.then_some(Piece::Helmet);
    let broken = shields.chain(armour).chain(helmet).find(|it| wear(cx, who, *it).damaged);
    if let Some(piece) = broken {
        cx.cite(Rule::Shatters);
        cx.cite(Rule::OneThing);
        cx.change(Fact::Broken { who, piece });
    }
}

/// R49: something has served, and rolls when the fight is over, if anything rolls then.
fn serves(cx: &mut Cx<'_>, who: CombatantId, piece: Piece) {
    if cx.options.durability != DurabilityFor::Nobody && !wear(cx, who, piece).used {
        cx.change(Fact::HasServed { who, piece });
    }
}

/// What took something off this damage: the armour, and the shields if they counted.
fn stopping<'a>(fight: &'a FightState, who: CombatantId, damage: &Damage) -> impl Iterator<Item = Piece> + 'a {
    let state = &fight.combatant(who).state;
    let shielded = damage.less.iter().any(|it| it.0.contains("shield"));
    let shields = state.in_hand().filter(move |(_, it)| shielded && it.weapon.shield);
    let armour = (state.armour.is_worn()).then_some(Piece::Armour);
    shields.map(|(gear, _)| Piece::Gear(gear)).chain(armour)
}

/// How something has fared.
pub fn wear(fight: &FightState, who: CombatantId, piece: Piece) -> Worn {
    let state = &fight.combatant(who).state;
    match piece {
        Piece::Armour => state.armour_worn,
        Piece::Helmet => state.helmet_worn,
        Piece::Gear(gear) => state.gear.get(usize::from(gear)).map_or(Worn::default(), |it| it.worn),
        Piece::Lying(lying) => fight.system.ground.get(usize::from(lying)).map_or(Worn::default(), |it| it.gear.worn),
    }
}

/// C6: a helmet that kept damage from being critical has been used.
pub fn helmet_helped(cx: &mut Cx<'_>, who: CombatantId) {
    serves(cx, who, Piece::Helmet);
}

/// R49 Durability: after the fight every weapon, shield and armour that was used, and is not used up, makes a durability roll: a 1 on a d4, or on a d8 if it
/// is robust, and it is damaged; what was damaged is destroyed. In the order in which people joined, each piece in its own order.
pub fn durability_rolls(cx: &mut Cx<'_>) {
    let rolls = |it: &Combatant| match cx.options.durability {
        DurabilityFor::Everybody => true,
        DurabilityFor::Players => it.owner.is_some(),
        DurabilityFor::Nobody => false,
    };
    let mut pieces: Vec<(CombatantId, Piece)> = vec![];
    for it in cx.combatants.iter().filter(|it| rolls(it)) {
        let gear = (0u8..).zip(it.state.gear.iter()).filter(|(_, gear)| gear.worn.used && gear.at != At::Gone);
        pieces.extend(gear.map(|(index, _)| (it.id, Piece::Gear(index))));
        let worn = [
            (Piece::Armour, it.state.armour.is_worn() && it.state.armour_worn.used),
            (Piece::Helmet, it.state.helmet && it.state.helmet_worn.used),
        ];
        pieces.extend(worn.into_iter().filter(|it| it.1).map(|worn| (it.id, worn.0)));
        let dropped =
            (0u8..).zip(cx.system.ground.iter()).filter(|(_, lying)| lying.of == it.id && lying.gear.worn.used);
        pieces.extend(dropped.map(|(lying, _)| (it.id, Piece::Lying(lying))));
    }
    for (who, piece) in pieces {
        durability_roll(cx, who, piece);
    }
}

fn durability_roll(cx: &mut Cx<'_>, who: CombatantId, piece: Piece) {
    let make = make(cx, who, piece);
    let (die, secret) = cx.own_die(who, if make.robust { 8 } else { 4 });
    let face = die.faces[0];
    let what = format!("durability of the {}", name(cx, who, piece));
    cx.cite(Rule::Durability);
    cx.rolled(Roll { secret, ..Roll::total(Some(who), Rule::Durability, what, vec![die], Keep::All, vec![]) });
    if face > 1 {
        return;
    }
    match wear(cx, who, piece).damaged {
        true => cx.change(Fact::Broken { who, piece }),
        false => cx.change(Fact::DamagedIs { who, piece, damaged: true }),
    }
}

fn make(fight: &FightState, who: CombatantId, piece: Piece) -> Make {
    let it = fight.combatant(who);
    match piece {
        Piece::Armour => it.sheet.armour_make,
        Piece::Helmet => it.sheet.helmet_make,
        Piece::Gear(gear) => it.state.gear.get(usize::from(gear)).map_or(Make::default(), |it| it.weapon.make),
        Piece::Lying(lying) => {
            fight.system.ground.get(usize::from(lying)).map_or(Make::default(), |it| it.gear.weapon.make)
        }
    }
}

/// What something is called.
pub fn name(fight: &FightState, who: CombatantId, piece: Piece) -> String {
    let it = fight.find(who);
    match piece {
        Piece::Armour => "armour".to_owned(),
        Piece::Helmet => "helmet".to_owned(),
        Piece::Lying(lying) => match fight.system.ground.get(usize::from(lying)) {
            Some(it) => it.gear.weapon.name.clone(),
            None => "something".to_owned(),
        },
        Piece::Gear(gear) => match it.and_then(|it| it.state.gear.get(usize::from(gear))) {
            Some(gear) => gear.weapon.name.clone(),
            None => "something".to_owned(),
        },
    }
}

/// R52 Improvised weapons: something of the surroundings, as a simple hand or great weapon that is damaged already.
pub fn improvised_kind(great: bool) -> Option<&'static Weapon> {
    gear::kind(if great { "improvised great" } else { "improvised hand" })
}

/// The same under the name that it is given.
pub fn improvised(named: &str, great: bool) -> Option<Arc<Weapon>> {
    let kind = improvised_kind(great)?;
    Some(Arc::new(Weapon { name: named.trim().to_owned(), kind: kind.name.clone(), ..kind.clone() }))
}
