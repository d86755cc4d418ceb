//! R33 Stunts: something else than damage is offered with an attack. The GM says whether it makes sense, then the target whether it
//! happens. What it comes to for the rest of the fight is the GM's to set.

use crate::engine::{CombatantId, ids::Addressee};
use crate::rules::murdham::{
    Cx, FightState, Flow, Question, Rule, Violation,
    chapters::{
        attack::{self, Blow},
        blast, bonus,
        reaction::Choice,
    },
    model::{
        event::Event,
        manner::{Manner, With},
        state::able,
        weapon_names,
    },
};

/// R33 Stunt: whether this attack can be made, and the one it is aimed at could accept.
pub fn check(fight: &FightState, by: CombatantId, at: CombatantId, with: With, text: &str) -> Result<(), Violation> {
    attack::aim(fight, by, at, with, Manner::Normal)?;
    if blast::is_blast(fight, by, with) {
        return Err(Violation::NotThatWay(weapon_names::name_of(fight, by, with)));
    }
    if !able(fight, at) {
        return Err(Violation::CannotAgree(at));
    }
    bonus::check_text(text)
}

/// R33 Stunt: after the save to hit and before any reaction, the GM approves and the target accepts; then it happens and nobody reacts.
/// Otherwise the attack goes on as any other. Gives back whether it happens.
pub fn propose(cx: &mut Cx<'_>, blow: &Blow, text: &str) -> Flow<bool> {
    let (by, at, text) = (blow.by, blow.at, text.trim().to_owned());
    cx.cite(Rule::Stunt);
    cx.tell(Event::StuntOffered { by, at, text: text.clone() });
    let question = Question::Approve { by, at, text: text.clone() };
    if cx.ask(Addressee::Gm, question, |_| vec![Choice::Deny, Choice::Approve])? == Choice::Deny {
        return Ok(false);
    }
    let question = Question::Accept { by, text: text.clone() };
    if cx.ask(Addressee::Combatant(at), question, |_| vec![Choice::Refuse, Choice::Accept])? == Choice::Refuse {
        return Ok(false);
    }
    cx.cite(Rule::Stunt);
    cx.tell(Event::StuntHappens { by, at, text });
    Ok(true)
}
