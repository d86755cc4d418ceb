//! Manipulation (C35-C37): distracting, intimidating and taunting an enemy, each a main action that the enemy resists by a WIT save.
//! What those do who are afraid or taunted is `fear.rs`.

use crate::engine::{CombatantId, Ends, Held};
use crate::rules::murdham::model::manner::Sway;
use crate::rules::murdham::{
    Combatant, Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{fear, saves, sneak},
    model::{
        event::Event,
        fact::Fact,
        nature::Trait,
        sheet::Ability,
        state::{Condition, Phase, enemies, is_able},
    },
};

fn rule(how: Sway) -> Rule {
    match how {
        Sway::Distract => Rule::Distract,
        Sway::Intimidate => Rule::Intimidate,
        Sway::Taunt => Rule::Taunt,
    }
}

/// Whether a combatant can be worked upon: an enemy in sight who is awake. Threats and taunts need a voice.
pub fn check(fight: &FightState, who: CombatantId, how: Sway, target: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(target).filter(|it| !it.is_hidden()) else { return Err(Violation::NobodyThere) };
    match () {
        () if !enemies(fight, who, target) => Err(Violation::OwnSide(target)),
        () if it.state.dead => Err(Violation::Dead(target)),
        () if !is_able(it) => Err(Violation::NotAwake(target)),
        () if fight.distance(who, target).is_none() => Err(Violation::NobodyThere),
        () if how != Sway::Distract && fight.combatant(who).is(&Condition::Silenced) => Err(Violation::Silenced(who)),
        () => Ok(()),
    }
}

/// C35 Distract, C36 Intimidate, C37 Taunt: the target makes a WIT save or suffers it. By the option, who taunts makes one first.
pub fn sway(cx: &mut Cx<'_>, who: CombatantId, how: Sway, target: CombatantId) -> Flow {
    cx.cite(rule(how));
    sneak::reveal(cx, who);
    cx.tell(Event::Swayed { who, how, target });
    let taunts_badly =
        how == Sway::Taunt && cx.options.taunt_save && !saves::save(cx, who, Ability::Wit, Rule::Taunt, "taunting")?;
    if taunts_badly {
        return Ok(());
    }
    let faced = how == Sway::Intimidate
        && (fear::immune(cx.combatant(target)) || cx.combatant(target).state.unafraid_of.contains(&who));
    if faced || cx.combatant(target).sheet.is(Trait::Mindless) {
        cx.tell(Event::Unmoved(target));
        return Ok(());
    }
    let why = match how {
        Sway::Distract => "being distracted",
        Sway::Intimidate => "being intimidated",
        Sway::Taunt => "being taunted",
    };
    let resists = saves::save(cx, target, Ability::Wit, rule(how), why)?;
    match how {
        Sway::Intimidate => {
            let terror = false;
            fear::faced(cx, target, who, terror, resists);
        }
        _ if resists => {}
        Sway::Distract => loses_turn(cx, target),
        Sway::Taunt => {
            let held = Held { what: Condition::Taunted, ends: Ends::EndOfTurnOf(target), from: Some(who) };
            cx.apply(TableFact::Gained { who: target, held });
        }
    }
    Ok(())
}

/// A combatant loses the next turn: this round's if it is not yet taken, else that of the next (C35, and being stunned).
pub fn loses_turn(cx: &mut Cx<'_>, who: CombatantId) {
    let round = cx.turns.round;
    if cx.turns.phase == Some(Phase::Ambush) || cx.turns.is_spent(who) || cx.turns.active == Some(who) {
        return cx.change(Fact::LosesTurn { who, round: round + 1 });
    }
    cx.change(Fact::LosesTurn { who, round });
    cx.apply(TableFact::Spent(who));
    taunt_is_over(cx, who);
}

/// The turn that a taunt spoke of was lost, or spent on a reaction.
pub fn taunt_is_over(cx: &mut Cx<'_>, who: CombatantId) {
    if cx.combatant(who).is(&Condition::Taunted) {
        cx.apply(TableFact::Lost { who, what: Condition::Taunted });
    }
}

/// At the beginning of a round: those who lose this round's turn.
pub fn turns_are_lost(cx: &mut Cx<'_>) {
    let round = cx.turns.round;
    let lose = |it: &Combatant| it.state.loses_turn_of == Some(round) && !it.state.dead;
    let all: Vec<CombatantId> = cx.combatants.iter().filter(|it| lose(it)).map(|it| it.id).collect();
    for who in all {
        cx.change(Fact::LosesTurn { who, round });
        cx.apply(TableFact::Spent(who));
        taunt_is_over(cx, who);
    }
}
