//! Rounds and turns: R1-R3, R5-R7, the phases of R53, the ambushers' bonus turn R42. [`due`] says what follows by itself.

use crate::engine::{
    CombatantId, Moment, Refill, SideId, Stage, Transition, TurnOrder, fight_state::ClockOn, roll::Keep,
};
use crate::rules::murdham::{
    Combatant, Cx, FightState, Flow, Murdham, Roll, Rule, TableFact, Violation,
    chapters::{
        chaos, cost, durability, fear, flying, harm, manipulation, morale, movement, nature, nonlethal, poison,
        special_movement,
        unseen_turns::{self, goes_on_unseen, holds_up_the_round, interrupts, is_beside, leaves_the_order, under_way},
    },
    model::{
        event::Event,
        fact::Fact,
        sheet::{self, Ability},
        state::{Phase, Resource, RoundStep, ability, able, is_able, takes_part},
    },
    refusals::TurnOf,
};

/// R3, R42, R53: what comes next when nobody has a choice. It comes to rest: no new round begins unless two sides have a combatant
/// who can act, or a combatant's life is running out. Where the unseen act beside the order one side is enough.
pub fn due(fight: &FightState) -> Option<Transition<Murdham>> {
    if fight.stage != Stage::Fighting {
        return None;
    }
    if let Some(who) = fight.turns.active {
        let is_over = nothing_left(fight, who) || goes_on_unseen(fight, who) || holds_up_the_round(fight, who);
        return is_over.then_some(Transition::TurnEnds(who));
    }
    if let Some((who, _)) = fight.system.turn_of {
        return Some(Transition::TurnEnds(who)); // ended by the GM's hand, or its owner has left: the step goes on all the same
    }
    let phase = fight.turns.phase;
    match fight.system.step {
        RoundStep::Turns if fight.turns.all_passed() => Some(match phase {
            Some(phase) => Transition::PhaseEnds(phase),
            None => Transition::RoundEnds,
        }),
        RoundStep::Turns => {
            let side = fight.turns.side_up()?;
            nobody_may_act(fight).then_some(Transition::Passes(side))
        }
        RoundStep::PhaseOver => Some(match phase {
            Some(Phase::Fast) => Transition::PhaseBegins(Phase::Slow),
            _ => Transition::RoundEnds,
        }),
        RoundStep::Between if !fight.system.ambush_over => Some(Transition::PhaseBegins(Phase::Ambush)),
        RoundStep::Between => goes_on(fight).then_some(Transition::RoundBegins),
    }
}

/// Whether another round is worth beginning.
fn goes_on(fight: &FightState) -> bool {
    // R47: who has just surrendered may be harmed yet, and fight again: there is one more round for that.
    let unsettled = |it: &Combatant| {
        it.state.dies_after.is_some() || (is_able(it) && it.state.surrendered_in == Some(fight.turns.round))
    };
    match known_sides(fight) {
        0 => false,
        // R2: the unseen have one turn a round, so rounds must pass. They pass whether or not anyone is there unseen, which tells nothing.
        1 if fight.options.unseen_beside && fight.combatants.iter().any(|it| could_act(fight, it)) => true,
        1 => fight.combatants.iter().any(|it| unsettled(it)),
        _ => true,
    }
}

/// How many sides have a combatant in the fight of whom everyone may know: of the others, nobody could say why the rounds go on.
fn known_sides(fight: &FightState) -> usize {
    let known = |it: &Combatant| takes_part(it) && !is_beside(fight, it.id);
    fight.sides.iter().filter(|side| fight.members(side.id).any(known)).count()
}

/// Whether a combatant whose turns are in the order has one in the next round.
fn could_act(fight: &FightState, it: &Combatant) -> bool {
    takes_part(it) && !is_beside(fight, it.id) && !nonlethal::loses_turn(fight, it.id)
}

/// R54, where the unseen act beside the order: whether, as far as everyone may know, nobody is left to fight, so that nobody is hurried.
pub fn looks_decided(fight: &FightState) -> bool {
    fight.options.unseen_beside && known_sides(fight) < 2
}

/// Whether the rounds have come to rest: no other begins by itself.
pub fn rests(fight: &FightState) -> bool {
    let between =
        fight.stage == Stage::Fighting && fight.system.step == RoundStep::Between && fight.turns.active.is_none();
    between && fight.system.ambush_over && !goes_on(fight)
}

/// How many sides have someone who is still in the fight.
pub fn sides_standing(fight: &FightState) -> usize {
    fight.sides.iter().filter(|side| fight.members(side.id).any(takes_part)).count()
}

/// A turn ends by itself when nothing is left to do in it, or its owner is down.
pub fn nothing_left(fight: &FightState, who: CombatantId) -> bool {
    let left = |resource| fight.combatant(who).budget.left(resource);
    !takes_part(fight.combatant(who)) || left(Resource::Main) + left(Resource::Bonus) + left(Resource::Half) == 0
}

/// Whether the list of those who may act is empty.
pub fn nobody_may_act(fight: &FightState) -> bool {
    let may = |it: &CombatantId| cost::may_go_on(fight, *it).is_ok() && !is_beside(fight, *it);
    fight.turns.active.is_none() && !fight.ids().any(|it| may(&it))
}

/// Those who may begin or go on with a turn now.
pub fn may_act(fight: &FightState) -> Vec<CombatantId> {
    if fight.stage != Stage::Fighting {
        return vec![];
    }
    match under_way(fight) {
        Some(who) => vec![who],
        None => fight.ids().filter(|it| cost::may_go_on(fight, *it).is_ok()).collect(),
    }
}

/// R40 Ambush, R42 Bonus turn: whether, to those who know of nobody concealed, the fight has not begun: none of those they know acts
/// or has acted in the ambushers' bonus turn.
pub fn begins_unseen(known: &FightState) -> bool {
    let acts = known.combatants.iter().any(|it| known.turns.active == Some(it.id) || known.turns.is_spent(it.id));
    !known.system.ambush_over && known.turns.round == 0 && !acts && !known.combatants.iter().any(|it| it.is_hidden())
}

/// Beginnings and ends.
pub fn transition(cx: &mut Cx<'_>, transition: &Transition<Murdham>) -> Flow {
    match transition {
        Transition::FightBegins => return fight_begins(cx),
        Transition::Joins(who) => return joins(cx, *who),
        Transition::RoundBegins => return round_begins(cx),
        Transition::PhaseBegins(phase) => phase_begins(cx, *phase),
        Transition::TurnBegins(who) => begin(cx, *who),
        Transition::TurnEnds(who) if goes_on_unseen(cx, *who) => leaves_the_order(cx, *who),
        Transition::TurnEnds(who) => end(cx, *who),
        Transition::Passes(side) => passes(cx, *side),
        Transition::PhaseEnds(phase) => phase_ends(cx, *phase),
        Transition::RoundEnds => return round_ends(cx),
        Transition::ClockRanOut(ClockOn::Side(side)) => chaos::side_was_silent(cx, *side),
        Transition::ClockRanOut(ClockOn::Combatant(who)) => chaos::player_was_silent(cx, *who),
        Transition::FightEnds => {
            cx.apply(TableFact::ClockSet(None));
            poison::run_out(cx)?;
            durability::durability_rolls(cx);
            cx.apply(TableFact::StageSet(Stage::Over));
        }
    }
    Ok(())
}

/// R5 Initiative, rulings A20 and A22: the faction that began the fight holds it, else it falls by lot; the circle is fixed now.
fn fight_begins(cx: &mut Cx<'_>) -> Flow {
    cx.apply(TableFact::StageSet(Stage::Fighting));
    let circle: Vec<SideId> =
        cx.sides.iter().map(|it| it.id).filter(|side| cx.members(*side).next().is_some()).collect();
    let Some(&first) = circle.first() else { return cx.refuse(Violation::NobodyToFight) };
    let holder = match cx.system.initiative {
        Some(holder) if circle.contains(&holder) => holder,
        _ if circle.len() == 1 => first,
        _ => {
            cx.cite(Rule::RandomInitiative);
            let die = cx.plain_die(circle.len() as u16);
            let face = usize::from(die.faces[0]);
            cx.rolled(Roll::total(None, Rule::Initiative, "initiative", vec![die], Keep::All, vec![]));
            circle[face - 1]
        }
    };
    cx.cite(Rule::Initiative);
    cx.change(Fact::InitiativeHeld(holder));
    if circle.len() > 2 {
        cx.cite(Rule::Circle);
    }
    cx.apply(TableFact::OrderSet(TurnOrder::Alternating { circle, at: holder, passed: vec![] }));
    if !cx.combatants.iter().any(|it| it.is_hidden()) {
        cx.change(Fact::AmbushOver { was_played: false });
    }
    morale::muster(cx);
    Ok(())
}

/// A combatant joins, perhaps in the middle of a round; their side takes its place at the end of the circle.
fn joins(cx: &mut Cx<'_>, who: CombatantId) -> Flow {
    let it = cx.combatant(who);
    let most = [it.state.abilities.wit, it.state.abilities.strength, it.state.abilities.agi].into_iter().max();
    if it.owner.is_some() && cx.options.humans && !it.sheet.creature && most > Some(sheet::HUMAN_MAX) {
        return cx.refuse(Violation::NotHuman(who));
    }
    let side = it.side;
    nature::comes_as_they_are(cx, who);
    let it = cx.combatant(who);
    if it.sheet.concealed && !it.is_hidden() {
        cx.cite(Rule::Ambush);
        cx.apply(TableFact::Hid { who, hidden: true });
    }
    if let TurnOrder::Alternating { circle, at, passed } = &cx.turns.order
        && !circle.contains(&side)
    {
        let circle = circle.iter().copied().chain([side]).collect();
        let order = TurnOrder::Alternating { circle, at: *at, passed: passed.clone() };
        cx.apply(TableFact::OrderSet(order));
    }
    if cx.stage == Stage::Fighting {
        morale::muster(cx);
    }
    Ok(())
}

/// R5 Initiative and R53: a round begins with the faction that holds the initiative; with fast and slow phases, a d20 first.
fn round_begins(cx: &mut Cx<'_>) -> Flow {
    let round = cx.turns.round + 1;
    cx.apply(TableFact::RoundBegan(round));
    if let Some(who) = cx.system.beside {
        cx.change(Fact::Beside(None));
        cx.apply(TableFact::Spent(who)); // the turn that showed them was that of this round
    }
    let quick: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.sheet.has(sheet::SkillEffect::FastDodge)).map(|it| it.id).collect();
    for who in quick {
        cx.apply(TableFact::Refilled { who, when: Refill::Round });
    }
    manipulation::turns_are_lost(cx);
    special_movement::swimmers_keep_up(cx)?;
    fear::looms(cx)?;
    fear::the_cornered_cower(cx);
    if cx.options.fast_and_slow {
        let die = cx.plain_die(20);
        let threshold = die.faces[0];
        cx.rolled(Roll::total(None, Rule::FastAndSlow, "fast action threshold", vec![die], Keep::All, vec![]));
        cx.change(Fact::FastThresholdIs(Some(threshold)));
        phase_begins(cx, Phase::Fast);
    } else {
        cx.change(Fact::FastThresholdIs(None));
        cx.apply(TableFact::PhaseBegan(None));
        open(cx);
    }
    Ok(())
}

/// R53 Fast and slow, R42 Bonus turn: a phase begins, again with the holder of the initiative.
fn phase_begins(cx: &mut Cx<'_>, phase: Phase) {
    if phase == Phase::Ambush {
        cx.cite(Rule::Ambush);
        cx.cite(Rule::BonusTurn);
    } else {
        cx.cite(Rule::FastAndSlow);
    }
    cx.apply(TableFact::PhaseBegan(Some(phase)));
    open(cx);
}

/// Turns are taken from now on, and nobody has passed.
fn open(cx: &mut Cx<'_>) {
    cx.change(Fact::StepIs(RoundStep::Turns));
    cx.change(Fact::Untouched(true));
    if let (TurnOrder::Alternating { circle, .. }, Some(holder)) = (&cx.turns.order, cx.system.initiative) {
        // Several who joined together in the middle of a fight may have brought a new side.
        let new = cx.sides.iter().map(|it| it.id).filter(|it| !circle.contains(it) && cx.members(*it).next().is_some());
        let circle: Vec<SideId> = circle.iter().copied().chain(new).collect();
        let begins = if circle.contains(&holder) { holder } else { circle[0] };
        let order = TurnOrder::Alternating { circle, at: begins, passed: vec![] };
        cx.apply(TableFact::OrderSet(order));
    }
    chaos::wind(cx);
}

/// R2: whether a combatant has had the turn of this round, and not as a reaction, and nobody else's is under way: who ends it again is told so,
/// and nothing is lost. A turn beside the order changes nothing in that answer, or it would tell that a combatant is there.
pub fn is_over_already(fight: &FightState, who: CombatantId) -> bool {
    let there = fight.find(who).is_some_and(|it| !it.state.dead && it.state.reacted_in != Some(fight.turns.round));
    let over = fight.turns.active != Some(who) && fight.turns.is_spent(who);
    fight.stage == Stage::Fighting && there && over && under_way(fight).is_none()
}

/// R53: whether a combatant's WIT reaches the threshold of the round.
pub fn is_fast(fight: &FightState, who: CombatantId) -> bool {
    fight.system.fast_threshold.is_none_or(|wit| ability(fight.combatant(who), Ability::Wit) >= i32::from(wit))
}

/// R5 Initiative: whether a combatant could let another faction begin: of the faction that holds the initiative, before anyone has
/// acted or passed.
pub fn check_yield_now(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    let it = fight.find(who).ok_or(Violation::NobodyThere)?;
    let holds = fight.system.initiative == Some(it.side) && fight.turns.side_up() == Some(it.side);
    let fresh = fight.system.untouched && fight.system.step == RoundStep::Turns && under_way(fight).is_none();
    if fight.stage != Stage::Fighting || !holds || !fresh {
        return Err(Violation::NotToYield(who));
    }
    if able(fight, who) { Ok(()) } else { Err(Violation::Down(who)) }
}

/// R5 Initiative, ruling A20: the holder lets another faction begin.
pub fn check_yield(fight: &FightState, who: CombatantId, to: SideId) -> Result<(), Violation> {
    check_yield_now(fight, who)?;
    match &fight.turns.order {
        TurnOrder::Alternating { circle, .. } if circle.contains(&to) && fight.combatant(who).side != to => Ok(()),
        _ => Err(Violation::NoSuchSide),
    }
}

/// R5 Initiative: another faction begins.
pub fn yield_to(cx: &mut Cx<'_>, _who: CombatantId, to: SideId) {
    interrupts(cx, None);
    cx.cite(Rule::Initiative);
    touched(cx);
    cx.tell(Event::Yielded(to));
    cx.apply(TableFact::SideUp(to));
    chaos::wind(cx);
}

fn touched(cx: &mut Cx<'_>) {
    if cx.system.untouched {
        cx.change(Fact::Untouched(false));
    }
}

/// R2 One turn, R6 The turn: a turn begins with a bonus action, a main action and one zone.
pub fn begin(cx: &mut Cx<'_>, who: CombatantId) {
    interrupts(cx, Some(who));
    let (side, order) = (cx.combatant(who).side, cx.turns.order.clone());
    let beside = is_beside(cx, who);
    if beside {
        cx.change(Fact::Beside(Some(who)));
    } else {
        touched(cx);
    }
    cx.change(Fact::TurnOf(Some((who, side))));
    cx.apply(TableFact::TurnBegan(who));
    if beside {
        cx.apply(TableFact::OrderSet(order)); // who has passed has passed still
    }
    cx.apply(TableFact::Refilled { who, when: Refill::Turn });
    let halves = movement::halves_a_turn(cx, who);
    if halves != cx.combatant(who).budget.left(Resource::Half) {
        cx.cite(if nature::is_fast_or_slow(cx, who) { Rule::Speed } else { Rule::Conditions });
        cx.apply(TableFact::ResourceSet { who, resource: Resource::Half, left: halves });
    }
    nature::regenerate(cx, who);
    if !beside {
        chaos::wind_for(cx, who);
    }
}

/// R2 One turn, R6 The turn: a turn that the GM gives by hand has what any turn has, and its time.
pub fn given(fight: &FightState, who: CombatantId) -> Vec<TableFact> {
    let Some(it) = fight.find(who) else { return vec![] };
    let mut given = unseen_turns::cut_off(fight);
    given.extend([
        TableFact::System(Fact::TurnOf(Some((who, it.side)))),
        TableFact::Refilled { who, when: Refill::Turn },
        TableFact::ResourceSet { who, resource: Resource::Half, left: movement::halves_a_turn(fight, who) },
        TableFact::ClockSet(chaos::clock_of(fight, who)),
    ]);
    given
}

/// R1 Rounds: a step that the GM gives by hand begins with its own time (R54). A turn under way ends there and then, and does not
/// carry the step on to the next faction.
pub fn step_given(fight: &FightState, side: SideId) -> Vec<TableFact> {
    let mut given = unseen_turns::cut_off(fight);
    if let Some(who) = fight.turns.active {
        given.extend(fight.conditions_due(Moment::TurnEnds(who)));
    }
    if fight.system.turn_of.is_some() {
        given.push(TableFact::System(Fact::TurnOf(None)));
    }
    let mut then = fight.clone();
    let end = fight.turns.active.map(TableFact::TurnEnded);
    end.iter().chain(&given).chain(&[TableFact::SideUp(side)]).for_each(|fact| then.evolve(fact));
    let clock = chaos::clock_of_step(&then);
    if clock != fight.clock {
        given.push(TableFact::ClockSet(clock));
    }
    given
}

/// R1 Rounds, R2 One turn: a turn ends, and it is the next faction's step.
pub fn end(cx: &mut Cx<'_>, who: CombatantId) {
    flying::settles(cx, who);
    cx.apply(TableFact::TurnEnded(who));
    cx.end_conditions(Moment::TurnEnds(who));
    let begun = cx.system.turn_of.filter(|it| it.0 == who).map(|it| it.1);
    cx.change(Fact::TurnOf(None));
    let side = begun.or_else(|| cx.find(who).map(|it| it.side));
    if cx.system.beside == Some(who) {
        let (unseen, between) = (is_beside(cx, who), cx.system.step == RoundStep::Between);
        if unseen || !between {
            cx.change(Fact::Beside(None));
        }
        if unseen || between {
            return;
        }
        nobody_has_passed(cx);
        if cx.turns.side_up() != side {
            return chaos::wind(cx); // it was another faction's step, and is
        }
    }
    step_on(cx, side);
}

/// R3 End of the round: a combatant has shown themselves in a turn beside the order, so anyone who has passed may act again.
fn nobody_has_passed(cx: &mut Cx<'_>) {
    if let TurnOrder::Alternating { circle, at, .. } = &cx.turns.order {
        let order = TurnOrder::Alternating { circle: circle.clone(), at: *at, passed: vec![] };
        cx.apply(TableFact::OrderSet(order));
    }
}

/// R3 End of the round, ruling A3: a faction passes. That is not final: once another has acted it may act again.
pub fn check_pass(fight: &FightState, side: SideId) -> Result<(), Violation> {
    if fight.stage != Stage::Fighting {
        return Err(Violation::NoFight);
    }
    if let Some(who) = under_way(fight) {
        return Err(Violation::PassInTurn(TurnOf(who)));
    }
    match fight.turns.side_up() {
        _ if fight.system.step != RoundStep::Turns => Err(Violation::BetweenRounds),
        Some(up) if up != side => Err(Violation::NotTheirStep { side, up }),
        Some(_) => Ok(()),
        None => Err(Violation::BetweenRounds),
    }
}

/// R3 End of the round, ruling A3.
pub fn passes(cx: &mut Cx<'_>, side: SideId) {
    interrupts(cx, None);
    cx.cite(Rule::RoundEnds);
    if nobody_may_act(cx) {
        cx.cite(Rule::PassAgain);
        cx.tell(Event::PassedBecause { side, clock: false });
    }
    touched(cx);
    cx.apply(TableFact::SidePassed(side));
    step_on(cx, Some(side));
}

/// R1 Rounds, ruling A22: the step goes on round the circle.
pub fn step_on(cx: &mut Cx<'_>, from: Option<SideId>) {
    if let Some(next) = from.and_then(|side| cx.turns.after(side)) {
        cx.apply(TableFact::SideUp(next));
    }
    chaos::wind(cx);
}

/// R3, R53: a phase is over once every faction has passed in a row.
fn phase_ends(cx: &mut Cx<'_>, phase: Phase) {
    cx.apply(TableFact::ClockSet(None));
    if phase == Phase::Ambush {
        // Ruling A4: the bonus turn does not use up the turn of round 1, which clears who has acted.
        cx.cite(Rule::BonusTurnIsExtra);
        cx.change(Fact::AmbushOver { was_played: true });
        cx.apply(TableFact::PhaseBegan(None));
        cx.change(Fact::StepIs(RoundStep::Between));
    } else {
        cx.change(Fact::StepIs(RoundStep::PhaseOver));
    }
}

/// R3 End of the round, R4 Morale at the round's end: dying clocks run out, morale is checked, and what lasted for the round is over.
fn round_ends(cx: &mut Cx<'_>) -> Flow {
    cx.cite(Rule::RoundEnds);
    cx.apply(TableFact::ClockSet(None));
    let round = cx.turns.round;
    special_movement::climbers_hold_on(cx)?;
    harm::bleed_out(cx, round)?;
    morale::checks(cx)?;
    nonlethal::stuns_pass(cx);
    cx.end_conditions(Moment::RoundEnds(round));
    cx.apply(TableFact::PhaseBegan(None));
    cx.change(Fact::StepIs(RoundStep::Between));
    Ok(())
}
