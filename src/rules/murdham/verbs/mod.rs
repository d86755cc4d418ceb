//! What somebody can do, and whether they may do it now. [`check`] is the truth about legality; the menus list what it accepts.
//!
//! Long because: every deed of the turn is one arm of one match here; what each does is in the file of its chapter.

mod candidates;
mod menus;
pub mod synonyms;

use crate::engine::{CombatantId, SideId, space::zones::ZonePlace};
use crate::rules::murdham::chapters::cost::bonus_left;
use crate::rules::murdham::chapters::cost::main_left;
use crate::rules::murdham::chapters::cost::may_go_on;
use crate::rules::murdham::chapters::cost::spend_bonus;
use crate::rules::murdham::chapters::cost::spend_main;
use crate::rules::murdham::model::manner::Manner;
use crate::rules::murdham::model::manner::Pace;
use crate::rules::murdham::model::manner::With;
use crate::rules::murdham::{
    Cx, FightState, Flow, Rule, Violation,
    chapters::{
        attack, blast, bonus, chase, contest, fear, hold, morale, movement, power, stunt, sway, trample, trap, turn,
    },
    model::{
        fact::{self, Fact},
        manner::{Speed, Sway},
        powers,
        sheet::{Ability, Item},
    },
};
use serde::{Deserialize, Serialize};

/// Something somebody does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Action {
    /// R13: attacks somebody.
    Attack {
        /// Whom.
        target: CombatantId,
        /// With what.
        with: With,
        /// How.
        how: Manner,
    },
    /// R33: attacks somebody, and offers something else than damage.
    Stunt {
        /// Whom.
        target: CombatantId,
        /// With what.
        with: With,
        /// What is offered.
        text: String,
    },
    /// R30: attacks a zone.
    Blast {
        /// Which.
        to: ZonePlace,
        /// With what.
        with: With,
    },
    /// R38: pushes the one who is held.
    Shove {
        /// Whom.
        target: CombatantId,
        /// Where to, half a zone away; nowhere if they stay where they are.
        to: Option<ZonePlace>,
        /// Into what hazard of that zone, if into any.
        into: Option<String>,
    },
    /// R37: lets the one who is held go.
    LetGo,
    /// C21: tries to break free.
    BreakFree,
    /// C21: tries to free somebody.
    Free {
        /// Whom.
        target: CombatantId,
    },
    /// R6: moves with the turn's own zone.
    Move {
        /// Where to.
        to: ZonePlace,
        /// How.
        how: Pace,
    },
    /// A21: moves with the main action as well.
    FullMove {
        /// Where to.
        to: ZonePlace,
        /// How.
        how: Pace,
    },
    /// C46: strikes at everybody smaller around.
    Sweep {
        /// With what.
        with: With,
    },
    /// C56: throws whom somebody larger holds.
    Throw {
        /// Whom.
        target: CombatantId,
        /// Where to.
        to: ZonePlace,
    },
    /// C45: drives smaller ones aside after having moved.
    Trample,
    /// C35, C36, C37: distracts, intimidates or taunts an enemy.
    Sway {
        /// Which of these.
        how: Sway,
        /// Whom.
        target: CombatantId,
    },
    /// C62: measures an ability with somebody.
    Contest {
        /// Which.
        ability: Ability,
        /// With whom.
        target: CombatantId,
    },
    /// C48: invokes a profane power.
    Invoke {
        /// The scroll, by its number among what is carried.
        scroll: u8,
        /// On whom, if on anybody.
        target: Option<CombatantId>,
        /// At sight, else nearby.
        sight: bool,
    },
    /// C54: rallies the frightened.
    Rally,
    /// C40: becomes frenzied.
    Rage,
    /// C40: tries to calm down.
    Calm,
    /// R12: says a few words.
    Say {
        /// Which.
        text: String,
    },
    /// R8: picks up something that lies nearby.
    PickUp {
        /// Its number among what lies about.
        lying: u8,
    },
    /// R8: puts something down.
    PutDown {
        /// Which of what is carried.
        gear: u8,
    },
    /// R9: takes something in hand.
    Equip {
        /// Which of what is carried.
        gear: u8,
    },
    /// R9: stows something.
    Unequip {
        /// Which of what is carried.
        gear: u8,
    },
    /// R10: uses something up.
    Use {
        /// What.
        item: Item,
        /// On whom.
        target: CombatantId,
    },
    /// R11: does something with the surroundings.
    Interact {
        /// What.
        text: String,
        /// A main action, as the GM finds it complex.
        complex: bool,
    },
    /// R52: takes something of the surroundings as a weapon.
    Improvise {
        /// What.
        text: String,
        /// It takes both hands.
        great: bool,
    },
    /// R47: surrenders.
    Surrender,
    /// R48: runs away for good.
    Flee,
    /// R48: those of the side who flee are chased.
    Chase {
        /// Who is faster.
        speed: Speed,
    },
    /// Ends the turn.
    End,
    /// R5: the holder of the initiative lets another faction begin.
    Yield {
        /// Which.
        to: SideId,
    },
}

/// Whether somebody may do this now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId, action: &Action) -> Result<(), Violation> {
    if let Action::Yield { to } = action {
        return turn::check_yield(fight, who, *to);
    }
    if let Action::Chase { speed } = action {
        return chase::check(fight, who, *speed);
    }
    if *action == Action::End && turn::is_over_already(fight, who) {
        return Ok(());
    }
    may_go_on(fight, who)?;
    morale::check(fight, who, action)?;
    hold::check_entangled(fight, who, action)?;
    if !hold::is_entangled(fight, who) {
        fear::check(fight, who, action)?; // who cannot run or strike may still break free
    }
    match action {
        Action::Surrender => morale::check_surrender(fight, who),
        Action::Flee => main_left(fight, who),
        Action::Attack { target, with, how } => {
            main_left(fight, who)?;
            if powers::on_scroll(fight, who, *with).is_some() || *how == Manner::Sight {
                return Err(Violation::NotAWeapon(fact::name_of(fight, who, *with)));
            }
            attack::aim(fight, who, *target, *with, *how).map(|_| ())
        }
        Action::Stunt { target, with, text } => {
            main_left(fight, who)?;
            stunt::check(fight, who, *target, *with, text)
        }
        Action::Blast { to, with } => {
            main_left(fight, who)?;
            blast::aim(fight, who, *to, *with).map(|_| ())
        }
        Action::Shove { target, to, into } => {
            main_left(fight, who)?;
            hold::check_shove(fight, who, *target, *to, into.as_deref())
        }
        Action::LetGo => hold::check_let_go(fight, who).map(|_| ()),
        Action::BreakFree => {
            main_left(fight, who)?;
            hold::check_break_free(fight, who)
        }
        Action::Free { target } => {
            main_left(fight, who)?;
            hold::check_free(fight, who, *target)
        }
        Action::Move { to, how } => movement::check_move(fight, who, *to, *how),
        Action::FullMove { to, how } => {
            main_left(fight, who)?;
            movement::check_full_move(fight, who, *to, *how)
        }
        Action::Sweep { with } => {
            main_left(fight, who)?;
            trample::check_sweep(fight, who, *with)
        }
        Action::Throw { target, to } => {
            main_left(fight, who)?;
            trample::check_throw(fight, who, *target, *to)
        }
        Action::Trample => trample::check(fight, who),
        Action::Sway { how, target } => {
            main_left(fight, who)?;
            sway::check(fight, who, *how, *target)
        }
        Action::Contest { target, .. } => {
            main_left(fight, who)?;
            contest::check(fight, who, *target)
        }
        Action::Invoke { scroll, target, sight } => {
            main_left(fight, who)?;
            power::check(fight, who, *scroll, *target, *sight)
        }
        Action::Rally => {
            main_left(fight, who)?;
            fear::check_rally(fight, who)
        }
        Action::Rage | Action::Calm => {
            main_left(fight, who)?;
            let calm = *action == Action::Calm;
            fear::check_frenzy(fight, who, calm)
        }
        // Nothing need be done in a turn: who ends it at once has had it (R2).
        Action::End | Action::Yield { .. } | Action::Chase { .. } => Ok(()),
        Action::Interact { text, complex } => {
            bonus::check_text(text)?;
            if *complex { main_left(fight, who) } else { bonus_left(fight, who) }
        }
        Action::Say { .. }
        | Action::Improvise { .. }
        | Action::PickUp { .. }
        | Action::PutDown { .. }
        | Action::Equip { .. }
        | Action::Unequip { .. }
        | Action::Use { .. } => bonus::check(fight, who, action),
    }
}

/// Does it. The first thing somebody does begins their turn.
///
/// # Errors
/// When somebody must be asked.
pub fn perform(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    if let Action::Yield { to } = action {
        turn::yield_to(cx, who, *to);
        return Ok(());
    }
    if let Action::Chase { speed } = action {
        return chase::chase(cx, who, *speed);
    }
    if *action == Action::End && turn::is_over_already(cx, who) {
        cx.note(Fact::OverAlready(who));
        return Ok(());
    }
    if cx.turns.active != Some(who) {
        turn::begin(cx, who);
        if *action == Action::End {
            cx.cite(Rule::OneTurn);
            cx.note(Fact::Idle(who));
        }
    }
    hold::acts(cx, who, action);
    act(cx, who, action)?;
    hold::grips_end(cx);
    Ok(())
}

fn act(cx: &mut Cx<'_>, who: CombatantId, action: &Action) -> Flow {
    match action {
        Action::Attack { target, with, how } => {
            spend_main(cx, who);
            attack::attack(cx, who, *target, *with, *how)
        }
        Action::Stunt { target, with, text } => {
            spend_main(cx, who);
            attack::with_stunt(cx, who, *target, *with, text)
        }
        Action::Blast { to, with } => {
            spend_main(cx, who);
            blast::attack(cx, who, *to, *with)
        }
        Action::Shove { to, into, .. } => {
            spend_main(cx, who);
            hold::shove(cx, who, *to, into.as_deref())
        }
        Action::LetGo => {
            cx.cite(Rule::Holding);
            hold::lets_go(cx, who);
            Ok(())
        }
        Action::BreakFree => hold::break_free(cx, who),
        Action::Free { target } => {
            spend_main(cx, who);
            hold::free(cx, who, *target)
        }
        Action::Move { to, how } => movement::move_to(cx, who, *to, *how),
        Action::FullMove { to, how } => {
            spend_main(cx, who);
            movement::full_move(cx, who, *to, *how)
        }
        Action::Sweep { with } => {
            spend_main(cx, who);
            trample::sweep(cx, who, *with)
        }
        Action::Throw { target, to } => {
            spend_main(cx, who);
            trample::throw(cx, who, *target, *to)
        }
        Action::Trample => trample::trample(cx, who),
        Action::Sway { how, target } => {
            spend_main(cx, who);
            sway::sway(cx, who, *how, *target)
        }
        Action::Contest { ability, target } => {
            spend_main(cx, who);
            contest::contest(cx, who, *ability, *target)
        }
        Action::Invoke { scroll, target, sight } => {
            spend_main(cx, who);
            power::invoke(cx, who, *scroll, *target, *sight)
        }
        Action::Rally => {
            spend_main(cx, who);
            fear::rally(cx, who)
        }
        Action::Rage => {
            spend_main(cx, who);
            fear::rage(cx, who);
            Ok(())
        }
        Action::Calm => {
            spend_main(cx, who);
            fear::calm(cx, who)
        }
        Action::Interact { text, complex } => {
            if *complex {
                spend_main(cx, who);
            } else {
                spend_bonus(cx, who);
            }
            bonus::interact(cx, who, text, *complex);
            Ok(())
        }
        Action::Use { item, target } => bonus::use_up(cx, who, *item, *target),
        Action::Surrender => {
            morale::surrender(cx, who);
            Ok(())
        }
        Action::Flee => chase::flee(cx, who),
        Action::Improvise { text, great } => {
            spend_bonus(cx, who);
            bonus::improvise(cx, who, text, *great);
            Ok(())
        }
        Action::Say { text } => {
            spend_bonus(cx, who);
            bonus::say(cx, who, text);
            Ok(())
        }
        Action::PickUp { lying } => {
            if trap::lies(cx, *lying) {
                spend_main(cx, who)
            } else {
                spend_bonus(cx, who)
            }
            bonus::pick_up(cx, who, *lying);
            Ok(())
        }
        Action::PutDown { gear } => {
            if trap::is_trap(cx, who, *gear) {
                spend_main(cx, who)
            } else {
                spend_bonus(cx, who)
            }
            bonus::put_down(cx, who, *gear);
            Ok(())
        }
        Action::Equip { gear } => {
            bonus::equip(cx, who, *gear);
            Ok(())
        }
        Action::Unequip { gear } => {
            bonus::unequip(cx, who, *gear);
            Ok(())
        }
        Action::End => {
            turn::end(cx, who);
            Ok(())
        }
        Action::Yield { .. } | Action::Chase { .. } => unreachable!("done above"),
    }
}
