//! Instants: R12, R16, R22, R31 and rulings A7, A9, A10, A28. What may be interjected after an attack roll and when an act is declared, who
//! is asked about it, and what an order given in advance answers. Between acts the same instants are ordinary actions.
//!
//! Long because: who may interrupt what, and how, is one conversation, read from top to bottom.

use super::{
    attack::{self, Swing},
    checks::modifier,
    cost::Cost,
    movement,
};
use crate::engine::{
    CombatantId, Ends, Held, Ruleset,
    fight_state::Controller,
    ids::Addressee,
    procedure::{Ask, combatant_of},
    space::{Space, grid::Square},
};
use crate::rules::sovereign::{
    Action, Condition, Cx, FightState, Flow, Rule, Sovereign, TableFact, Violation,
    model::{
        blow::{Blow, How, With},
        board,
        fact::{Event, Fact},
        question::{Choice, Question, StandingOrder},
        state::{self, Phase, Resource, Trigger, enemies, is, is_up, known, up},
    },
};

/// Whether a combatant has given an order.
pub fn ordered(fight: &FightState, who: CombatantId, order: StandingOrder) -> bool {
    fight.find(who).is_some_and(|it| it.orders.contains(&order))
}

/// The offer that an order takes.
pub fn obey(
    fight: &FightState,
    who: CombatantId,
    order: StandingOrder,
    question: &Question,
    offers: &[Choice],
) -> Option<usize> {
    let defend = offers.iter().position(|it| *it == Choice::TotalDefense);
    let luck = offers.contains(&Choice::Luck) && !ordered(fight, who, StandingOrder::KeepLuck);
    match (order, question) {
        (StandingOrder::NeverAsk, _) => Some(0),
        (StandingOrder::MoveUnwarned, Question::Provokes { .. }) => {
            offers.iter().position(|it| *it == Choice::MoveAnyway)
        }
        (StandingOrder::NoOpportunity, Question::Opportunity { .. }) => Some(0),
        (StandingOrder::StrikeFromHiding, Question::Opportunity { .. })
            if !ordered(fight, who, StandingOrder::AskOpportunity) =>
        {
            offers.iter().position(|it| *it == Choice::Strike)
        }
        (StandingOrder::AlwaysDefend, Question::Rolled { at, .. }) if *at == who => defend,
        (StandingOrder::DefendIfItSaves, Question::Rolled { at, .. }) if *at == who => match defend {
            Some(defend) if fight.system.blows.last().is_some_and(|blow| defence_saves(fight, blow)) => Some(defend),
            _ if luck || offers.contains(&Choice::Impervious) => None,
            _ => Some(0),
        },
        (StandingOrder::NeverDefend, Question::Rolled { at, .. }) if *at == who => {
            offers.iter().all(|it| matches!(it, Choice::Pass | Choice::TotalDefense)).then_some(0)
        }
        (StandingOrder::KeepLuck, Question::Rolled { .. }) => {
            offers.iter().all(|it| matches!(it, Choice::Pass | Choice::Luck)).then_some(0)
        }
        _ => None,
    }
}

/// R22, A9: whether Total Defense would turn a blow to nothing.
pub fn defence_saves(fight: &FightState, blow: &Blow) -> bool {
    let mut safer = fight.clone();
    let held = Held { what: Condition::Defending, ends: Ends::TurnOf(blow.at), from: None };
    safer.evolve(&TableFact::Gained { who: blow.at, held });
    !attack::threatens(&safer, blow)
}

/// Whether a combatant is able and aware enough for an Instant.
pub fn ready(fight: &FightState, who: CombatantId) -> bool {
    let surprised = fight.turns.phase == Some(Phase::Surprise) && is(fight, who, Condition::Surprised);
    up(fight, who) && !surprised && !is(fight, who, Condition::Unsuspecting)
}

/// R22: whether a combatant may take Total Defense.
pub fn may_defend(fight: &FightState, who: CombatantId) -> bool {
    ready(fight, who) && fight.combatant(who).budget.left(Resource::Main) > 0 && !is(fight, who, Condition::Defending)
}

/// R16: whether a combatant has the focus and the Main action for a Snap Attack.
pub fn may_snap(fight: &FightState, who: CombatantId) -> bool {
    let it = fight.combatant(who);
    ready(fight, who) && it.budget.left(Resource::Main) > 0 && (!it.sheet.is_foe() || it.sheet.trained)
}

/// What a combatant could attack with at this moment without changing hands: what they hold, or bare hands.
fn in_hand(fight: &FightState, who: CombatantId, target: CombatantId) -> Vec<With> {
    let it = fight.combatant(who);
    let mut with: Vec<With> = state::held(it).map(|(index, _)| With::Weapon(index)).collect();
    if with.is_empty() || state::grappling(fight, who) {
        with = vec![With::Unarmed];
    }
    with.retain(|with| attack::aim(fight, who, target, *with, How::Kill).is_ok());
    with
}

/// R16: the Snap Attacks that a combatant could make on another.
fn snaps(fight: &FightState, who: CombatantId, target: CombatantId) -> Vec<Choice> {
    if !may_snap(fight, who) {
        return vec![];
    }
    in_hand(fight, who, target).into_iter().map(|with| Choice::Snap { who, target, with }).collect()
}

/// R31, A10: the attacks that a combatant could make on another with a held Main action.
fn held(fight: &FightState, who: CombatantId, target: CombatantId) -> Vec<Choice> {
    let it = fight.combatant(who);
    if it.state.hold.is_none() || it.budget.left(Resource::Main) == 0 || !ready(fight, who) {
        return vec![];
    }
    in_hand(fight, who, target).into_iter().map(|with| Choice::Held { who, target, with }).collect()
}

/// Whether a combatant could take the rest of a held turn now.
fn holds(fight: &FightState, who: CombatantId) -> bool {
    let it = fight.combatant(who);
    it.state.hold.is_some() && it.budget.left(Resource::Main) > 0 && ready(fight, who)
}

/// R31: where a combatant could run with a held action to get out of an enemy's reach: the nearest squares, those first on the way to which
/// nobody strikes. Anyone who wants to go elsewhere types it.
fn held_runs(fight: &FightState, who: CombatantId, from: CombatantId) -> Vec<Choice> {
    const LOOKED_AT: usize = 12;
    const OFFERED: usize = 4;
    let (Some(foe), true) = (board::place(fight, from), board::in_reach_of(fight, who, from)) else { return vec![] };
    let reach = board::reach_ft(fight, from) / board::SQUARE_FT;
    let out = |at: &Square| fight.space.distance(&foe, at).is_some_and(|it| it > reach);
    let most = board::squares_of_movement(fight, who);
    let mut near: Vec<(u32, Square)> = board::reach(fight, who, most).into_iter().map(|it| (it.1, it.0)).collect();
    near.retain(|it| out(&it.1));
    near.sort_by_key(|(cost, at)| (*cost, at.y, at.x));
    let struck =
        |to: &Square| board::way(fight, who, *to, most).map_or(0, |it| movement::provoked(fight, who, &it).len());
    let mut runs: Vec<(usize, Square)> = near.iter().take(LOOKED_AT).map(|it| (struck(&it.1), it.1)).collect();
    runs.sort_by_key(|it| it.0);
    let acts = runs.into_iter().map(|it| Action::run_to(it.1));
    let open = acts.filter(|it| Sovereign::check(fight, who, it).is_ok()).take(OFFERED);
    open.map(|action| Choice::HeldAct { who, action }).collect()
}

/// R31: what a combatant is offered who holds an action for what an enemy is about to do. Whatever else it could be may be typed.
fn answers(fight: &FightState, who: CombatantId, by: CombatantId) -> Vec<Choice> {
    let mut all = held(fight, who, by);
    if holds(fight, who) {
        all.extend(may_defend(fight, who).then_some(Choice::TotalDefense));
        all.extend(held_runs(fight, who, by));
    }
    all
}

/// R12, R31: whether a combatant may interject this.
pub fn may_interject(fight: &FightState, who: CombatantId, choice: &Choice) -> bool {
    match choice {
        Choice::HeldAct { who: doer, action } => {
            let against = fight.turns.active.is_some_and(|active| enemies(fight, who, active));
            let at_once = matches!(action, Action::TotalDefense | Action::Snap(_) | Action::Hold(_) | Action::End);
            *doer == who
                && against
                && !at_once
                && fight.system.blows.is_empty()
                && holds(fight, who)
                && Sovereign::check(fight, who, action).is_ok()
        }
        other => instants(fight, who).contains(other),
    }
}

/// R31: the held action that is meant by an act that a combatant types while others are asked.
pub fn interjected(fight: &FightState, who: CombatantId, action: &Action) -> Option<Choice> {
    if fight.find(who).is_none_or(|it| it.state.hold.is_none()) {
        return None;
    }
    if let Action::Attack(it) = action
        && it.how == How::Kill
    {
        let attack = Choice::Held { who, target: it.target, with: it.with };
        if may_interject(fight, who, &attack) {
            return Some(attack);
        }
    }
    let act = Choice::HeldAct { who, action: action.clone() };
    may_interject(fight, who, &act).then_some(act)
}

/// R12, A28: what a combatant may interject while a question is open.
pub fn instants(fight: &FightState, who: CombatantId) -> Vec<Choice> {
    match fight.system.blows.last() {
        Some(blow) => after_roll(fight, blow, who),
        None => match fight.turns.active {
            Some(active) if enemies(fight, who, active) => {
                let defends = may_defend(fight, who).then_some(Choice::TotalDefense);
                snaps(fight, who, active).into_iter().chain(held(fight, who, active)).chain(defends).collect()
            }
            _ => vec![],
        },
    }
}

/// A28: what a combatant may do after this attack roll.
fn after_roll(fight: &FightState, blow: &Blow, who: CombatantId) -> Vec<Choice> {
    let Some(it) = fight.find(who) else { return vec![] };
    let mut all = vec![];
    let luck = it.budget.left(Resource::Luck) > 0 && ready(fight, who) && blow.fate.is_none();
    if who == blow.by {
        return if luck && !attack::hits(fight, blow) { vec![Choice::Luck] } else { vec![] };
    }
    if who == blow.at {
        all.extend(may_defend(fight, who).then_some(Choice::TotalDefense));
        all.extend((luck && attack::hits(fight, blow)).then_some(Choice::Luck));
        let ignores = it.budget.left(Resource::Impervious) > 0 && ready(fight, who) && blow.fate.is_none();
        all.extend((ignores && attack::threatens(fight, blow)).then_some(Choice::Impervious));
    }
    if enemies(fight, who, blow.by) && up(fight, blow.by) {
        all.extend(snaps(fight, who, blow.by));
        all.extend(held(fight, who, blow.by));
    }
    all
}

/// A28: who is asked after an attack roll: the one it falls on if it threatens anything, the attacker whose luck could turn it, those who
/// hold an action for it, and those who ordered to be asked.
fn asked_after_roll(fight: &FightState) -> Vec<Ask<Sovereign>> {
    let Some(blow) = fight.system.blows.last() else { return vec![] };
    if !up(fight, blow.by) {
        return vec![];
    }
    let threat = attack::threatens(fight, blow);
    let wants = |who: CombatantId| {
        let bystander = || ordered(fight, who, StandingOrder::AskSnaps) && enemies(fight, who, blow.by);
        who == blow.by || (threat && (who == blow.at || bystander()))
    };
    let question = Question::Rolled { by: blow.by, at: blow.at, hits: attack::hits(fight, blow) };
    let mut all: Vec<Ask<Sovereign>> = vec![];
    for who in fight.ids().filter(|it| wants(*it)) {
        let offers: Vec<Choice> = [Choice::Pass].into_iter().chain(after_roll(fight, blow, who)).collect();
        // What would not help is not worth a question; it can still be interjected.
        if offers == [Choice::Pass, Choice::TotalDefense] && !defence_saves(fight, blow) {
            continue;
        }
        all.push(Ask { to: Addressee::Combatant(who), question: question.clone(), offers });
    }
    all
}

/// A28, R12: the moment after an attack roll, before damage.
///
/// # Errors
/// When a combatant must be asked.
pub fn after_the_roll(cx: &mut Cx<'_>) -> Flow {
    let depth = cx.system.blows.len();
    let eligible = move |fight: &FightState, (): &()| {
        if fight.system.blows.len() == depth { asked_after_roll(fight) } else { vec![] }
    };
    cx.window(&mut (), eligible, |cx, (), to, choice| take(cx, combatant_of(to), choice))
}

/// R31, A27, A28: an act is declared; those who hold an action for it act first, and of those who ordered to be asked about Snap Attacks
/// anyone who can interrupt it. Says whether its doer can still act.
///
/// # Errors
/// When a combatant must be asked.
pub fn declared(cx: &mut Cx<'_>, who: CombatantId, what: Trigger) -> Flow<bool> {
    let question = Question::Declared { by: who, what };
    let eligible = move |fight: &FightState, (): &()| {
        let mut all = vec![];
        for it in fight.combatants.iter().filter(|it| up(fight, who) && enemies(fight, it.id, who)) {
            let mut offers = vec![Choice::Pass];
            if it.state.waits_for(what, who) && known(fight, it.id, who) {
                offers.extend(answers(fight, it.id, who));
            }
            if what == Trigger::Casts && it.orders.contains(&StandingOrder::AskSnaps) && known(fight, it.id, who) {
                offers.extend(snaps(fight, it.id, who));
            }
            all.push(Ask { to: Addressee::Combatant(it.id), question: question.clone(), offers });
        }
        all
    };
    cx.window(&mut (), eligible, |cx, (), to, choice| take(cx, combatant_of(to), choice))?;
    Ok(up(cx, who))
}

/// R12: does an instant.
///
/// # Errors
/// When a combatant must be asked.
pub fn take(cx: &mut Cx<'_>, who: CombatantId, choice: &Choice) -> Flow {
    match choice {
        Choice::TotalDefense => {
            if !cx.system.blows.is_empty() {
                cx.cite(Rule::DefenseAfterRoll);
            }
            cx.cite(Rule::Moments);
            total_defense(cx, who);
            if cx.combatant(who).state.hold.is_some() {
                cx.change(Fact::HoldIs { who, hold: None, foe: None });
            }
        }
        Choice::Snap { target, with, .. } => {
            cx.cite(Rule::Moments);
            snap(cx, who, *target, *with)?;
        }
        Choice::Held { target, with, .. } => {
            cx.cite(Rule::Hold);
            cx.cite(Rule::HoldRemaining);
            cx.change(Fact::HoldIs { who, hold: None, foe: None });
            cx.apply(TableFact::Took { who, from: Resource::Main, amount: 1 });
            attack::swing(cx, Swing { by_rule: Some(Rule::Hold), ..Swing::new(who, *target, *with, How::Kill) })?;
        }
        Choice::HeldAct { action, .. } => Sovereign::perform(cx, who, action)?,
        Choice::Luck => {
            cx.cite(Rule::Luck);
            cx.apply(TableFact::Took { who, from: Resource::Luck, amount: 1 });
            let hit = cx.system.blows.last().is_some_and(|it| it.by == who);
            cx.change(Fact::FateIs { who, hit });
        }
        Choice::Impervious => {
            cx.cite(Rule::Impervious);
            cx.apply(TableFact::Took { who, from: Resource::Impervious, amount: 1 });
            cx.change(Fact::Ignored(who));
        }
        _ => {}
    }
    Ok(())
}

/// R22: whether a combatant can take Total Defense now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_defense(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    match () {
        () if fight.combatant(who).budget.left(Resource::Main) == 0 => Err(Violation::NoMainToDefend(who)),
        () if is(fight, who, Condition::Defending) => Err(Violation::DefendsAlready(who)),
        () => Ok(()),
    }
}

/// R22 Total Defense: the Main action for AC +2 and no Shock until one's next turn.
pub fn total_defense(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::InstantAction);
    cx.cite(Rule::TotalDefense);
    if cx.combatant(who).state.hold.is_some() {
        cx.cite(Rule::HoldRemaining);
    }
    Cost::Instant.spend(cx, who);
    let held = Held { what: Condition::Defending, ends: Ends::TurnOf(who), from: None };
    cx.apply(TableFact::Gained { who, held });
}

/// R16: whether a combatant can make a Snap Attack on a target.
///
/// # Errors
/// The rule that forbids it.
pub fn check_snap(fight: &FightState, who: CombatantId, target: CombatantId, with: With) -> Result<(), Violation> {
    if !may_snap(fight, who) {
        return Err(Violation::Untrained(who));
    }
    attack::aim(fight, who, target, with, How::Kill).map(|_| ())
}

/// R16 Snap Attack: the Main action for an attack at -4, at once.
///
/// # Errors
/// When a combatant must be asked.
pub fn snap(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, with: With) -> Flow {
    const HASTE: i32 = -4;
    cx.cite(Rule::InstantAction);
    cx.cite(Rule::Snap);
    Cost::Instant.spend(cx, who);
    if cx.combatant(who).state.hold.is_some() {
        cx.cite(Rule::HoldRemaining);
    }
    let swing = Swing {
        by_rule: Some(Rule::Snap),
        more: vec![modifier("snap", HASTE)],
        ..Swing::new(who, target, with, How::Kill)
    };
    attack::swing(cx, swing)?;
    Ok(())
}

/// R13, A8: an adjacent armed foe strikes for free; anyone who ordered so is asked or lets them go. Nobody gives themselves away unasked: of the
/// GM's the unseen strike, or are asked, by an order alone, so that no walk stops where nobody is to be seen.
///
/// # Errors
/// When a combatant must be asked.
pub fn opportunity(cx: &mut Cx<'_>, foe: CombatantId, of: CombatantId) -> Flow {
    if !up(cx, of)
        || !crate::rules::sovereign::model::board::armed(cx, foe)
        || ordered(cx, foe, StandingOrder::NoOpportunity)
    {
        return Ok(());
    }
    let melee = |fight: &FightState| {
        let mut with = in_hand(fight, foe, of);
        with.retain(|with| state::weapon(fight, foe, *with).is_some_and(|it| it.strikes()));
        with.first().copied()
    };
    let Some(with) = melee(cx) else { return Ok(()) };
    let told = [StandingOrder::AskOpportunity, StandingOrder::StrikeFromHiding].iter().any(|it| ordered(cx, foe, *it));
    if cx.is_unknown(foe) && !told && !cx.is_hidden(of) {
        return Ok(());
    }
    if ordered(cx, foe, StandingOrder::AskOpportunity) || cx.is_hidden(foe) {
        let choice =
            cx.ask(Addressee::Combatant(foe), Question::Opportunity { of }, |_| vec![Choice::Pass, Choice::Strike])?;
        if choice == Choice::Pass {
            return Ok(());
        }
    }
    cx.cite(Rule::Opportunity);
    cx.cite(Rule::OpportunityDetails);
    cx.tell(Event::Provoked { foe, of });
    attack::swing(cx, Swing { by_rule: Some(Rule::Opportunity), ..Swing::new(foe, of, with, How::Kill) })?;
    Ok(())
}

/// R13: all adjacent armed foes strike at a combatant for what they do. Says whether they can still do it.
///
/// # Errors
/// When a combatant must be asked.
pub fn opportunities(cx: &mut Cx<'_>, of: CombatantId, foes: Vec<CombatantId>) -> Flow<bool> {
    for foe in foes {
        opportunity(cx, foe, of)?;
    }
    if !up(cx, of) {
        cx.cite(Rule::OpportunityDetails);
        cx.tell(Event::Stopped(of));
    }
    Ok(up(cx, of))
}

/// Whether the GM plays a combatant and no player owns them.
pub fn is_gms(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(|it| it.controller == Controller::Gm && it.owner.is_none() && is_up(it))
}
