//! What demons bring with them: a corrupting touch (C59), splitting in two (C60), and powers of their own (C61), which need no scroll and
//! cost nothing. Being a demon is `nature.rs`, invoking is `power.rs`.

use crate::engine::CombatantId;
use crate::rules::murdham::{
    Combatant, Cx, Rule, TableFact,
    chapters::{attack::Blow, damage::weapon_of, morale},
    model::{
        event::Event,
        fact::Fact,
        nature::{BeingKind, Trait},
        sheet::Ability,
    },
};

/// C59 Corrupting touch: how much corruption it is.
const TOUCH: i32 = 2;
/// Nobody splits where the fight holds as many as this.
const MOST: usize = 60;

/// C59 Corrupting touch: whom a melee attack of theirs reaches suffers corruption. Those who do not live are immune to it.
pub fn touches(cx: &mut Cx<'_>, blow: &Blow) {
    let melee = weapon_of(cx, blow.by, blow.with).is_none_or(|it| it.range.is_none() && !it.blast);
    let it = cx.combatant(blow.at);
    let lives = it.sheet.kind == BeingKind::Creature && !it.state.dead;
    if melee && lives && cx.combatant(blow.by).sheet.is(Trait::Corrupting) {
        let (mana, corruption) = (it.state.mana, it.state.corruption + TOUCH);
        cx.cite(Rule::CorruptingTouch);
        cx.change(Fact::Paid { who: blow.at, mana, corruption });
    }
}

/// C60 Splitting: critical damage makes two of one, each with the health that is left, and STR to match.
pub fn splits(cx: &mut Cx<'_>, who: CombatantId) {
    let it = cx.combatant(who);
    let health = it.state.health;
    if !it.sheet.is(Trait::Splits) || health < 1 || cx.combatants.len() >= MOST {
        return;
    }
    cx.cite(Rule::Splitting);
    cx.change(Fact::AbilityIs { who, ability: Ability::Str, number: health });
    cx.change(Fact::MaxHealthIs { who, most: health });
    let mut copy = cx.combatant(who).clone();
    let base = copy.name.trim_end_matches(|it: char| it.is_ascii_digit() || it == ' ').to_owned();
    let free = (2..).map(|number| format!("{base} {number}"));
    let name = free.into_iter().find(|name| !cx.combatants.iter().any(|it| it.name.eq_ignore_ascii_case(name)));
    copy.id = CombatantId(cx.next_combatant);
    copy.name = name.unwrap_or(base).into();
    cx.tell(Event::Splits { who, copy: copy.id });
    let other = copy.id;
    cx.apply(TableFact::Joined(Box::new(copy)));
    // Whoever has faced one has faced the other.
    let brave = |it: &Combatant| it.state.unafraid_of.contains(&who);
    let brave: Vec<CombatantId> = cx.combatants.iter().filter(|it| brave(it)).map(|it| it.id).collect();
    brave.into_iter().for_each(|it| cx.change(Fact::Unafraid { who: it, of: other }));
    morale::muster(cx);
}
