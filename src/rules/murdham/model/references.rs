//! What a fact speaks of by number, and whether it exists: for logs from elsewhere, of which nothing is believed.

use crate::engine::CombatantId;
use crate::rules::murdham::{
    FightState, With,
    model::{fact::Fact, state::Piece},
};

/// What a fact speaks of that does not exist: gear that a combatant has never had, or something that does not lie about.
pub fn missing(fight: &FightState, fact: &Fact) -> Option<String> {
    let gear = |who: CombatantId, gear: u8| {
        let carries = fight.find(who)?.state.gear.len();
        (usize::from(gear) >= carries).then(|| format!("gear {gear} of {}", fight.name(who)))
    };
    let lying = |lying: u8| {
        (usize::from(lying) >= fight.system.ground.len()).then(|| format!("number {lying} of what lies about"))
    };
    match fact {
        Fact::Swung { by, with: With::Gear(it), .. } | Fact::Burst { by, with: With::Gear(it), .. } => gear(*by, *it),
        Fact::PutDown { who, gear: it, .. }
        | Fact::Dropped { who, gear: it, .. }
        | Fact::GearAt { who, gear: it, .. }
        | Fact::Fired { who, gear: it }
        | Fact::Coated { who, gear: it, .. } => gear(*who, *it),
        Fact::PickedUp { lying: it, .. } | Fact::Snaps { lying: it, .. } => lying(*it),
        Fact::Broken { who, piece } | Fact::HasServed { who, piece } | Fact::DamagedIs { who, piece, .. } => {
            match piece {
                Piece::Gear(it) => gear(*who, *it),
                Piece::Lying(it) => lying(*it),
                Piece::Armour | Piece::Helmet => None,
            }
        }
        _ => None,
    }
}
