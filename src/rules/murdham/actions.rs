//! What somebody can do, and whether they may do it now. [`check`] is the truth about legality; the menus list what it accepts.

use super::{
    Barred, Cx, Field, Flow, Rule, TableFact, attack, bonus, chase, morale, movement,
    sheet::Item,
    state::{Flight, Phase, Pot, takes_part},
    turn,
};
use crate::engine::{CombatantId, SideId, Stage, space::zones::ZonePlace};
use serde::{Deserialize, Serialize};

/// With what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum With {
    /// Bare hands.
    Unarmed,
    /// A weapon, by its number among what somebody carries.
    Gear(u8),
    /// The weapons of both hands at once (Ambidexterity).
    Both,
}

/// How an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Manner {
    /// As it comes.
    Normal,
    /// Held back: impaired (R15).
    HoldBack,
    /// To kill somebody who lies there (R16).
    FinalBlow,
    /// Lobbed (R19).
    Indirect,
}

/// How somebody moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// On foot.
    Walk,
    /// Unseen, as far as an AGI save goes.
    Sneak,
    /// As fast as can be; with a full movement.
    Sprint,
}

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
    /// Ends the turn.
    End,
    /// R5: the holder of the initiative lets another faction begin.
    Yield {
        /// Which.
        to: SideId,
    },
}

/// No text is longer, in characters.
pub const TEXT_MAX_CHARS: usize = 200;

/// Whether somebody may do this now.
///
/// # Errors
/// The rule that forbids it.
pub fn check(field: &Field, who: CombatantId, action: &Action) -> Result<(), Barred> {
    if let Action::Yield { to } = action {
        return turn::check_yield(field, who, *to);
    }
    may_go_on(field, who)?;
    morale::check(field, who, action)?;
    match action {
        Action::Surrender => morale::check_surrender(field, who),
        Action::Flee if field.combatant(who).state.flight == Flight::Flees => Err(Barred::Runs(who)),
        Action::Flee => main_left(field, who),
        Action::Attack { target, with, how } => {
            main_left(field, who)?;
            attack::aim(field, who, *target, *with, *how).map(|_| ())
        }
        Action::Move { to, how } => movement::check_move(field, who, *to, *how),
        Action::FullMove { to, how } => {
            main_left(field, who)?;
            movement::check_full_move(field, who, *to, *how)
        }
        Action::End if field.turns.active != Some(who) => Err(Barred::NoTurn(who)),
        Action::End | Action::Yield { .. } => Ok(()),
        Action::Interact { text, complex } => {
            bonus::check_text(text)?;
            if *complex { main_left(field, who) } else { bonus_left(field, who) }
        }
        Action::Say { .. }
        | Action::Improvise { .. }
        | Action::PickUp { .. }
        | Action::PutDown { .. }
        | Action::Equip { .. }
        | Action::Unequip { .. }
        | Action::Use { .. } => bonus::check(field, who, action),
    }
}

/// R1, R2, R7, R42, R53: whether somebody may begin a turn now, or is in the middle of theirs.
///
/// # Errors
/// Why not.
pub fn may_go_on(field: &Field, who: CombatantId) -> Result<(), Barred> {
    let turns = &field.turns;
    let Some(it) = field.find(who) else { return Err(Barred::NobodyThere) };
    if field.stage != Stage::Fighting {
        return Err(Barred::NoFight);
    }
    if !takes_part(it) {
        return morale::check_takes_part(field, who);
    }
    match turns.active {
        Some(active) if active == who => return Ok(()),
        Some(of) => return Err(Barred::TurnUnderWay { of }),
        None => {}
    }
    if field.shared.step != super::state::Step::Turns {
        return Err(Barred::BetweenRounds);
    }
    if turns.is_spent(who) {
        return Err(Barred::Spent(who));
    }
    match turns.phase {
        Some(Phase::Ambush) if !it.hidden => return Err(Barred::NotConcealed(who)),
        Some(Phase::Fast) if !turn::is_fast(field, who) => return Err(Barred::TooSlow(who)),
        _ => {}
    }
    match turns.side_up() {
        Some(up) if up == it.side => Ok(()),
        Some(up) => Err(Barred::NotTheirStep { side: it.side, up }),
        None => Err(Barred::BetweenRounds),
    }
}

/// What is left in a pot: before the turn has begun, all of it.
pub fn left(field: &Field, who: CombatantId, pot: Pot) -> u16 {
    let budget = &field.combatant(who).budget;
    if field.turns.active == Some(who) {
        return budget.left(pot);
    }
    match pot {
        Pot::Half => movement::halves_a_turn(field, who),
        Pot::FastDodge => budget.left(pot),
        _ => 1,
    }
}

/// R6: whether the main action is left.
///
/// # Errors
/// That it is not.
pub fn main_left(field: &Field, who: CombatantId) -> Result<(), Barred> {
    if left(field, who, Pot::Main) > 0 { Ok(()) } else { Err(Barred::NoMain(who)) }
}

/// R6: whether the bonus action is left, or the main action to be used as a second one.
///
/// # Errors
/// That neither is.
pub fn bonus_left(field: &Field, who: CombatantId) -> Result<(), Barred> {
    if left(field, who, Pot::Bonus) + left(field, who, Pot::Main) > 0 { Ok(()) } else { Err(Barred::NoBonus(who)) }
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
    if cx.turns.active != Some(who) {
        turn::begin(cx, who);
    }
    match action {
        Action::Attack { target, with, how } => {
            spend_main(cx, who);
            attack::attack(cx, who, *target, *with, *how)
        }
        Action::Move { to, how } => movement::move_to(cx, who, *to, *how),
        Action::FullMove { to, how } => {
            spend_main(cx, who);
            movement::full_move(cx, who, *to, *how)
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
            spend_bonus(cx, who);
            bonus::pick_up(cx, who, *lying);
            Ok(())
        }
        Action::PutDown { gear } => {
            spend_bonus(cx, who);
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
        Action::Yield { .. } => unreachable!("done above"),
    }
}

/// R6: the main action is spent.
pub fn spend_main(cx: &mut Cx<'_>, who: CombatantId) {
    cx.apply(TableFact::Took { who, from: Pot::Main, amount: 1 });
}

/// R6: a bonus action is spent, or the main action as a second one.
pub fn spend_bonus(cx: &mut Cx<'_>, who: CombatantId) {
    let from = if cx.combatant(who).budget.left(Pot::Bonus) > 0 {
        Pot::Bonus
    } else {
        cx.cite(Rule::Turn);
        Pot::Main
    };
    cx.apply(TableFact::Took { who, from, amount: 1 });
}
