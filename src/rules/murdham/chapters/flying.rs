//! Flying (C58): who flies by nature, what they can do in the air, and when they must come down. How high a combatant is, and what a fall does,
//! is the GM's to say.

use crate::engine::CombatantId;
use crate::rules::murdham::{
    Cx, FightState, Rule, Violation,
    model::{
        fact::Fact,
        nature::Trait,
        state::{Flag, Resource},
    },
};

/// Whether a combatant flies at all.
pub fn flies(fight: &FightState, who: CombatantId) -> bool {
    let sheet = &fight.combatant(who).sheet;
    [Trait::LandingFlyer, Trait::SwoopingFlyer, Trait::HoveringFlyer].iter().any(|it| sheet.is(*it))
}

/// C58 Flying: who cannot stay still in the air attacks from the ground: landing flyers.
pub fn check_attack(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let it = fight.combatant(who);
    let fights =
        it.sheet.is(Trait::SwoopingFlyer) || it.sheet.is(Trait::HoveringFlyer) || !it.sheet.is(Trait::LandingFlyer);
    if !it.state.is(Flag::Flying) || fights { Ok(()) } else { Err(Violation::InTheAir(who)) }
}

/// C58 Flying: a combatant takes off, or walks again.
pub fn takes_off(cx: &mut Cx<'_>, who: CombatantId, flying: bool) {
    if cx.combatant(who).state.is(Flag::Flying) != flying {
        cx.cite(Rule::Flying);
        cx.change(Fact::Flagged { who, flag: Flag::Flying, on: flying });
    }
}

/// C58 Flying: at the end of the turn a landing flyer comes down, and a swooping one who has not moved in it.
pub fn settles(cx: &mut Cx<'_>, who: CombatantId) {
    let Some(it) = cx.find(who).filter(|it| it.state.is(Flag::Flying)) else { return };
    let stays = it.sheet.is(Trait::HoveringFlyer)
        || (it.sheet.is(Trait::SwoopingFlyer) && it.budget.left(Resource::Still) == 0)
        || !flies(cx, who);
    if !stays {
        takes_off(cx, who, false);
    }
}
