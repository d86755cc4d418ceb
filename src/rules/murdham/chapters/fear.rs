//! Fear and terror (C38, C39), frenzy (C40), and being taunted (C37): who fears whom, and what those who are afraid or beside
//! themselves may still do. What makes a combatant afraid on purpose is `manipulation.rs`.

use crate::engine::{CombatantId, Ends, Held, space::zones::ZonePlace};
use crate::rules::murdham::{
    Combatant, Cx, FightState, Flow, Rule, TableFact, Violation,
    chapters::{cost::ActionKind, movement, saves},
    model::{
        event::Event,
        fact::Fact,
        nature::Trait,
        sheet::{Ability, SkillEffect},
        state::{Condition, Fear, Flag, able, enemies},
    },
};

/// How far frightening and terrifying beings are feared, in zones.
const FEAR_REACHES_ZONES: u32 = 4;

/// How many things let a combatant ignore fear: one of them makes terror fear, two make it nothing.
fn courage(it: &Combatant) -> usize {
    let brave = [
        it.sheet.has(SkillEffect::Brave),
        it.state.is(Flag::Fearless),
        it.is(&Condition::Frenzied),
        it.sheet.is(Trait::Frightening),
        it.sheet.is(Trait::Terrifying),
    ];
    let mindless = it.sheet.is(Trait::Mindless) || it.sheet.is(Trait::Terrifying);
    brave.iter().filter(|it| **it).count() + if mindless { 2 } else { 0 }
}

/// C38 Fear: whether a combatant is immune to fear; who is, is immune to morale as well (R46).
pub fn immune(it: &Combatant) -> bool {
    courage(it) > 0
}

/// C38 Fear, C39 Terror: what a combatant would feel, and whether it is terror; nothing if they are too brave, or have faced it.
fn would_feel(fight: &FightState, who: CombatantId, of: CombatantId, terror: bool) -> Option<bool> {
    if fight.combatant(who).state.unafraid_of.contains(&of) {
        return None;
    }
    match (terror, courage(fight.combatant(who))) {
        (_, 0) => Some(terror),
        (true, 1) => Some(false),
        _ => None,
    }
}

/// C38 Fear, C39 Terror, ruling A31: anyone who is within range 4 of a frightening enemy in sight, and was not before, makes a WIT save;
/// several at once make a group save. It is made when a round begins and after every step.
pub fn looms(cx: &mut Cx<'_>) -> Flow {
    let dreadful = |it: &&Combatant| it.sheet.is(Trait::Frightening) || it.sheet.is(Trait::Terrifying);
    if !cx.combatants.iter().any(|it| dreadful(&&**it)) {
        return Ok(());
    }
    let sources: Vec<(CombatantId, bool)> = cx
        .combatants
        .iter()
        .map(|it| &**it)
        .filter(dreadful)
        .map(|it| (it.id, it.sheet.is(Trait::Terrifying)))
        .collect();
    for (of, terror) in sources {
        let cited = if terror { Rule::Terror } else { Rule::Fear };
        let exposed: Vec<CombatantId> = cx.ids().filter(|who| is_exposed(cx, *who, of, terror)).collect();
        // Who is unseen makes a save of their own: in a group they would show.
        let (unseen, exposed): (Vec<_>, Vec<_>) = exposed.into_iter().partition(|it| cx.combatant(*it).is_hidden());
        for who in unseen {
            cx.aside(who, |cx| alone(cx, who, of, terror))?;
        }
        if !exposed.is_empty() {
            cx.cite(cited);
            cx.cite(Rule::FearIsFelt);
        }
        let rule = cited;
        let why = why_words(cx, of, terror);
        let brave = match exposed.as_slice() {
            [] => continue,
            [who] if saves::save(cx, *who, Ability::Wit, rule, &why)? => vec![*who],
            [_] => vec![],
            several => saves::group(cx, several, Ability::Wit, rule, &why)?,
        };
        for who in exposed {
            faced(cx, who, of, terror, brave.contains(&who));
        }
    }
    Ok(())
}

fn alone(cx: &mut Cx<'_>, who: CombatantId, of: CombatantId, terror: bool) -> Flow {
    let rule = if terror { Rule::Terror } else { Rule::Fear };
    cx.cite(rule);
    cx.cite(Rule::FearIsFelt);
    let why = why_words(cx, of, terror);
    let brave = saves::save(cx, who, Ability::Wit, rule, &why)?;
    faced(cx, who, of, terror, brave);
    Ok(())
}

fn why_words(fight: &FightState, of: CombatantId, terror: bool) -> String {
    format!("{} of {}", if terror { "terror" } else { "fear" }, fight.name(of))
}

fn is_exposed(fight: &FightState, who: CombatantId, of: CombatantId, terror: bool) -> bool {
    let source = fight.combatant(of);
    let seen = !source.is_hidden() && !source.state.is(Flag::Unseen) && !fight.combatant(who).is(&Condition::Blind);
    seen && enemies(fight, who, of)
        && able(fight, of)
        && able(fight, who)
        && fight.distance(who, of).is_some_and(|zones| zones <= FEAR_REACHES_ZONES)
        && !fears(fight, who).any(|it| it.of == of)
        && would_feel(fight, who, of, terror).is_some()
}

/// C38 Fear, C39 Terror: the save is made; who passed does not fear this one any more in this fight.
pub fn faced(cx: &mut Cx<'_>, who: CombatantId, of: CombatantId, terror: bool, passed: bool) {
    let feels = would_feel(cx, who, of, terror);
    match feels {
        _ if passed => cx.change(Fact::Unafraid { who, of }),
        None => cx.tell(Event::Unmoved(who)),
        Some(terror) => {
            let what = if terror { Condition::Terrified } else { Condition::Frightened };
            if !cx.combatant(who).is(&Condition::Frightened) && !cx.combatant(who).is(&Condition::Terrified) {
                cx.change(Fact::FearsAre { who, fears: vec![] }); // what was feared before is over
            }
            let mut fears = cx.combatant(who).state.fears.clone();
            fears.retain(|it| it.of != of);
            fears.push(Fear { of, terror });
            cx.change(Fact::FearsAre { who, fears });
            cx.apply(TableFact::Gained { who, held: Held { what, ends: Ends::Fight, from: Some(of) } });
            cowers(cx, who);
        }
    }
}

/// C39 Terror: who cannot run cowers, and is incapacitated.
fn cowers(cx: &mut Cx<'_>, who: CombatantId) {
    if !able(cx, who) || !cx.combatant(who).is(&Condition::Terrified) {
        return;
    }
    if terrors(cx, who).next().is_some() && !movement::can_get_away(cx, who) {
        cx.cite(Rule::Terror);
        cx.tell(Event::Cowers(who));
        let held = Held { what: Condition::Incapacitated, ends: Ends::Fight, from: None };
        cx.apply(TableFact::Gained { who, held });
    }
}

/// C39 Terror: the same where the GM says that a combatant is terrified.
pub fn cornered_by(fight: &FightState, who: CombatantId, mut facts: Vec<TableFact>) -> Vec<TableFact> {
    if !facts.iter().any(|it| matches!(it, TableFact::Gained { held, .. } if held.what == Condition::Terrified)) {
        return facts;
    }
    let mut after = fight.clone();
    facts.iter().for_each(|it| after.evolve(it));
    if able(&after, who) && terrors(&after, who).next().is_some() && !movement::can_get_away(&after, who) {
        let held = Held { what: Condition::Incapacitated, ends: Ends::Fight, from: None };
        facts.push(TableFact::Gained { who, held });
    }
    facts
}

/// C39 Terror: at the beginning of a round, who has nowhere left to run cowers.
pub fn the_cornered_cower(cx: &mut Cx<'_>) {
    let terrified: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.is(&Condition::Terrified)).map(|it| it.id).collect();
    terrified.into_iter().for_each(|who| cowers(cx, who));
}

/// Whom a combatant fears now. A fear that the GM gave without saying of whom is of every enemy in sight.
fn fears(fight: &FightState, who: CombatantId) -> impl Iterator<Item = Fear> {
    let it = fight.combatant(who);
    let (frightened, terrified) = (it.is(&Condition::Frightened), it.is(&Condition::Terrified));
    let named = |terror: bool| it.state.fears.iter().any(|it| it.terror == terror);
    let of_all = move |terror: bool, held: bool| {
        let all = held && !named(terror);
        let seen = move |other: &&std::sync::Arc<Combatant>| all && !other.is_hidden() && other.side != it.side;
        fight.combatants.iter().filter(seen).map(move |it| Fear { of: it.id, terror })
    };
    let own = it.state.fears.iter().copied().filter(move |it| if it.terror { terrified } else { frightened });
    own.chain(of_all(false, frightened)).chain(of_all(true, terrified))
}

/// Those of them who are there to be feared.
fn feared(fight: &FightState, who: CombatantId) -> impl Iterator<Item = Fear> {
    let there = |it: &Fear| fight.find(it.of).is_some_and(|it| !it.state.dead && !it.is_hidden());
    fears(fight, who).filter(move |it| able(fight, it.of) && there(it))
}

fn terrors(fight: &FightState, who: CombatantId) -> impl Iterator<Item = Fear> {
    feared(fight, who).filter(|it| it.terror)
}

/// C38 Fear, C39 Terror: the one whom this half step would approach, if a combatant fears them.
pub fn approaches(fight: &FightState, who: CombatantId, from: ZonePlace, next: ZonePlace) -> Option<CombatantId> {
    let it = fight.combatant(who);
    if !it.is(&Condition::Frightened) && !it.is(&Condition::Terrified) {
        return None;
    }
    let nearer = |of: &Fear| {
        let Some(at) = fight.find(of.of).and_then(|it| it.place) else { return false };
        movement::half_steps_between(fight, next, at) < movement::half_steps_between(fight, from, at)
    };
    feared(fight, who).find(nearer).map(|it| it.of)
}

/// C39 Terror: whether being there is farther from everyone who terrifies than being here.
pub fn gets_away(fight: &FightState, who: CombatantId, to: ZonePlace) -> bool {
    let Some(here) = fight.combatant(who).place else { return false };
    terrors(fight, who).all(|of| {
        let Some(at) = fight.find(of.of).and_then(|it| it.place) else { return true };
        movement::half_steps_between(fight, to, at) > movement::half_steps_between(fight, here, at)
    })
}

/// The enemy on whom someone who was taunted must spend the turn, if that one is there to be harmed (C37).
pub fn taunted_by(fight: &FightState, who: CombatantId) -> Option<CombatantId> {
    let held = fight.combatant(who).conditions.iter().find(|it| it.what == Condition::Taunted)?;
    let by = held.from?;
    let there = able(fight, by) && enemies(fight, who, by) && !fight.combatant(by).is_hidden();
    (there && fight.distance(who, by).is_some()).then_some(by)
}

/// C37 Taunt, C39 Terror, C40 Frenzy: whether someone who is beside themselves may do this.
pub fn check(fight: &FightState, who: CombatantId, kind: ActionKind) -> Result<(), Violation> {
    let it = fight.combatant(who);
    if it.conditions.is_empty() || matches!(kind, ActionKind::End | ActionKind::BreakFree) {
        return Ok(());
    }
    if it.is(&Condition::Terrified) && terrors(fight, who).next().is_some() {
        return match kind {
            ActionKind::Move(to) if gets_away(fight, who, to) => Ok(()),
            ActionKind::Flee => Ok(()),
            _ => Err(Violation::MustRun(who)),
        };
    }
    if let Some(from) = taunted_by(fight, who) {
        return match kind {
            ActionKind::Attack(target) | ActionKind::Stunt(target) | ActionKind::Invoke(target) if target == from => {
                Ok(())
            }
            ActionKind::Move(to) if closes_in(fight, who, to, from) => Ok(()),
            ActionKind::Draw => Ok(()),
            _ => Err(Violation::MustHarm { who, from }),
        };
    }
    if it.is(&Condition::Frenzied) {
        return match kind {
            ActionKind::Attack(_) | ActionKind::Area | ActionKind::Calm => Ok(()),
            ActionKind::Move(to) if closes_in_on_any(fight, who, to) => Ok(()),
            _ => Err(Violation::BesideThemselves(who)),
        };
    }
    Ok(())
}

/// Whether being there is nearer to a combatant than being here.
fn closes_in(fight: &FightState, who: CombatantId, to: ZonePlace, on: CombatantId) -> bool {
    let (Some(here), Some(at)) = (fight.combatant(who).place, fight.combatant(on).place) else { return false };
    movement::half_steps_between(fight, to, at) < movement::half_steps_between(fight, here, at)
}

/// C40 Frenzy: nearer to the closest enemy in sight.
fn closes_in_on_any(fight: &FightState, who: CombatantId, to: ZonePlace) -> bool {
    let Some(here) = fight.combatant(who).place else { return false };
    let far = |from: ZonePlace, it: CombatantId| {
        fight.combatant(it).place.map(|at| movement::half_steps_between(fight, from, at))
    };
    let seen = |it: &CombatantId| enemies(fight, who, *it) && !fight.combatant(*it).is_hidden() && able(fight, *it);
    let closest = fight.ids().filter(seen).filter_map(|it| far(here, it).map(|far| (far, it))).min();
    closest.is_some_and(|(now, it)| far(to, it).is_some_and(|then| then < now))
}

/// C37, C39, C40, R7: a reaction is the turn, so those who may only run do not react, and those who may only do harm strike back or
/// not at all. `harms` is whether this reaction strikes at the attacker.
pub fn may_react(fight: &FightState, who: CombatantId, at: CombatantId, harms: bool) -> bool {
    let it = fight.combatant(who);
    match () {
        () if it.conditions.is_empty() => true,
        () if it.is(&Condition::Terrified) && terrors(fight, who).next().is_some() => false,
        () => match taunted_by(fight, who) {
            Some(from) => harms && at == from,
            None => harms || !it.is(&Condition::Frenzied),
        },
    }
}

/// Whether a combatant may spend a main action on frenzy, or on calming down.
pub fn check_frenzy(fight: &FightState, who: CombatantId, calm: bool) -> Result<(), Violation> {
    let it = fight.combatant(who);
    match (calm, it.is(&Condition::Frenzied)) {
        (true, true) if !it.sheet.is(Trait::Frenzied) => Ok(()),
        (false, false) if it.sheet.has(SkillEffect::Rages) => Ok(()),
        (true, _) => Err(Violation::NotToCalm(who)),
        (false, _) => Err(Violation::NotToRage(who)),
    }
}

/// C40 Frenzy: with the skill, at will.
pub fn rage(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Frenzy);
    cx.apply(TableFact::Gained { who, held: Held { what: Condition::Frenzied, ends: Ends::Fight, from: None } });
}

/// C40 Frenzy: a WIT save calms.
pub fn calm(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Frenzy);
    if saves::save(cx, who, Ability::Wit, Rule::Frenzy, "calming down")? {
        cx.apply(TableFact::Lost { who, what: Condition::Frenzied });
        cx.tell(Event::Recovered { who, what: Condition::Frenzied });
    }
    Ok(())
}

/// The allies whom a combatant could rally.
fn to_rally(fight: &FightState, who: CombatantId) -> Vec<CombatantId> {
    let it = fight.combatant(who);
    let (side, reach) = (it.side, it.sheet.best(SkillEffect::rallies));
    let afraid = |it: &&Combatant| {
        (it.is(&Condition::Frightened) || it.is(&Condition::Terrified))
            && !it.state.dead
            && fight.distance(who, it.id).is_some_and(|zones| reach.is_some_and(|reach| zones <= reach))
    };
    fight.members(side).filter(|it| it.id != who).filter(afraid).map(|it| it.id).collect()
}

/// C54 Rally: with Leadership, once in a fight, if someone near is afraid.
pub fn check_rally(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let it = fight.combatant(who);
    match () {
        () if it.sheet.best(SkillEffect::rallies).is_none() || it.state.rallied => Err(Violation::NotToRally(who)),
        () if it.is(&Condition::Silenced) => Err(Violation::Silenced(who)),
        () if to_rally(fight, who).is_empty() => Err(Violation::NobodyToRally(who)),
        () => Ok(()),
    }
}

/// C54 Rally: the frightened and terrified within range 2 make a group WIT save; who passes is afraid no more.
pub fn rally(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    cx.cite(Rule::Rally);
    cx.change(Fact::Rallied(who));
    let all = to_rally(cx, who);
    for who in saves::group(cx, &all, Ability::Wit, Rule::Rally, "rallied")? {
        for what in [Condition::Frightened, Condition::Terrified] {
            if cx.combatant(who).is(&what) {
                cx.apply(TableFact::Lost { who, what });
                cx.tell(Event::Recovered { who, what });
            }
        }
        cx.change(Fact::FearsAre { who, fears: vec![] });
    }
    Ok(())
}
