//! What happens in a fight with cards, step by step: drawing, turns, harm, shouts, secret dice, walking.

use super::*;

pub(super) type Dealing<'a> = Cx<'a, Cards>;

pub(super) fn standing(it: &Combatant<Cards>) -> bool {
    it.state.grit > 0
}

/// Whether the phase lets this side act.
pub(super) fn phase_lets(fight: &FightState<Cards>, side: SideId) -> bool {
    fight.turns.phase != Some(Phase::Ambush) || fight.sides.first().is_some_and(|it| it.id == side)
}

pub(super) fn eligible(fight: &FightState<Cards>, who: CombatantId) -> bool {
    let lets = |it: &Combatant<Cards>| standing(it) && phase_lets(fight, it.side) && !fight.turns.is_spent(who);
    fight.find(who).is_some_and(lets)
}

/// The combatants who can act in the current slot.
pub(super) fn up(fight: &FightState<Cards>) -> Vec<CombatantId> {
    let owners = fight.turns.slot_up().map_or(&[][..], |it| &it.owners);
    match fight.turns.active {
        Some(active) if owners.contains(&active) && eligible(fight, active) => vec![active],
        _ => owners.iter().copied().filter(|it| eligible(fight, *it)).collect(),
    }
}

/// The first slot from this one on with a combatant who can act, or the one past the last.
pub(super) fn next_slot(fight: &FightState<Cards>, from: usize) -> usize {
    let TurnOrder::Listed { slots, .. } = &fight.turns.order else { return 0 };
    let anybody = |slot: &Listing| {
        slot.owners.iter().filter_map(|it| fight.find(*it)).any(|it| standing(it) && phase_lets(fight, it.side))
    };
    (from..slots.len()).find(|it| anybody(&slots[*it])).unwrap_or(slots.len())
}

/// Ends whatever ends at this moment.
pub(super) fn begin_turn(cx: &mut Dealing<'_>, who: CombatantId) {
    cx.apply(TableFact::TurnBegan(who));
    cx.apply(TableFact::Refilled { who, when: Refill::Turn });
    cx.end_conditions(Moment::TurnBegins(who));
}

pub(super) fn harm(cx: &mut Dealing<'_>, who: CombatantId, by: i32) {
    cx.change(Note::Lost { who, by });
    if !standing(cx.combatant(who)) {
        cx.end_conditions(Moment::LetsGo(who));
    }
}

pub(super) fn gain(cx: &mut Dealing<'_>, who: CombatantId, what: Condition, ends: Ends, from: CombatantId) {
    cx.apply(TableFact::Gained { who, held: Held { what, ends, from: Some(from) } });
}

/// C1 Draw. A d12 for every slot of every side; a side that isn't content redraws all of its own, once.
pub(super) fn draw(cx: &mut Dealing<'_>) -> Flow<Cards> {
    let mut drawn: Vec<(u16, Listing)> = vec![];
    for side in cx.sides.iter().map(|it| it.id).collect::<Vec<_>>() {
        let mut hand = draw_for(cx, side);
        if hand.is_empty() {
            continue;
        }
        let best = hand.iter().map(|it| it.0).max().unwrap_or_default();
        let question = Question::DrawAgain { best };
        if cx.ask(Addressee::Side(side), question, |_| vec![Choice::Keep, Choice::Draw])? == Choice::Draw {
            hand = draw_for(cx, side);
        }
        drawn.extend(hand);
    }
    drawn.sort_by_key(|it| std::cmp::Reverse(it.0)); // stable: equal cards in the order of the sides
    let slots = drawn.into_iter().map(|it| it.1).collect();
    cx.apply(TableFact::OrderSet(TurnOrder::Listed { slots, at: 0 }));
    let first = next_slot(cx, 0);
    cx.apply(TableFact::SlotUp(first));
    Ok(())
}

pub(super) fn draw_for(cx: &mut Dealing<'_>, side: SideId) -> Vec<(u16, Listing)> {
    let mut groups: Vec<(u8, u8, Vec<CombatantId>)> = vec![];
    for it in cx.members(side).filter(|it| standing(it)) {
        match groups.iter_mut().find(|group| it.sheet.gang > 0 && group.0 == it.sheet.gang) {
            Some(group) => group.2.push(it.id),
            None => groups.push((it.sheet.gang, it.sheet.cards.max(1), vec![it.id])),
        }
    }
    let mut hand = vec![];
    for (_, cards, owners) in groups {
        for _ in 0..cards {
            let die = cx.plain_die(12);
            let roll = cx.rolled(Roll::total(None, Rule::Draw, "card", vec![die], Keep::All, vec![]));
            hand.push((roll.total as u16, Listing { owners: owners.clone(), label: roll.total.to_string() }));
        }
    }
    hand
}

/// C4 Shout. Every standing foe decides at once, unseen: those who flinch are cowed until the round ends; those who stand roll a secret d6
/// and lose one on a 1.
pub(super) fn shout(cx: &mut Dealing<'_>, by: CombatantId) -> Flow<Cards> {
    let side = cx.combatant(by).side;
    let foes: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.side != side && standing(it)).map(|it| it.id).collect();
    let ask = |&it: &CombatantId| Ask {
        to: Addressee::Combatant(it),
        question: Question::Flinch { by },
        offers: vec![Choice::Stand, Choice::Flinch],
    };
    let answers = cx.ask_all(foes.iter().map(ask).collect())?;
    let round = cx.turns.round;
    for (&who, answer) in foes.iter().zip(answers) {
        if answer == Choice::Flinch {
            gain(cx, who, Condition::Cowed, Ends::Round(round), by);
        } else if secret(cx, who, Rule::Shout, 2) == Some(false) {
            harm(cx, who, 1);
        }
    }
    Ok(())
}

/// A d6 that only the GM sees, against a number; returns whether it was reached.
pub(super) fn secret(cx: &mut Dealing<'_>, who: CombatantId, rule: Rule, number: i32) -> Option<bool> {
    let face = cx.secret_die(6);
    let die = Die { sides: 6, faces: vec![face], counts: i32::from(face), kept: true };
    let mut roll = Roll::total(Some(who), rule, "a secret die", vec![die], Keep::All, vec![]);
    roll.secret = true;
    Some(cx.rolled(roll.against(Target::AtLeast { name: "nerve".to_owned(), number })).passed())
}

/// C3 Daze. If the GM allows it, a secret d6 of 3 or more dazes until the attacker's next turn.
pub(super) fn daze(cx: &mut Dealing<'_>, by: CombatantId, on: CombatantId) -> Flow<Cards> {
    let fair = cx.ask(Addressee::Gm, Question::Fair { by, on }, |_| vec![Choice::Allow, Choice::Forbid])?;
    if fair == Choice::Allow && secret(cx, by, Rule::Daze, 3) == Some(true) {
        gain(cx, on, Condition::Dazed, Ends::TurnOf(by), by);
    }
    Ok(())
}

/// Foes in reach with nothing in between.
pub(super) fn in_reach(fight: &FightState<Cards>, who: CombatantId, of: CombatantId) -> bool {
    fight.distance(who, of).is_some_and(|it| it <= 1)
}

pub(super) fn in_sight(fight: &FightState<Cards>, who: CombatantId, of: CombatantId) -> bool {
    let place = |it| fight.find(it).and_then(|it| it.place);
    match (place(who), place(of)) {
        (Some(from), Some(to)) => fight.space.sight(from, to).seen,
        _ => false,
    }
}

pub(super) fn foes(fight: &FightState<Cards>, who: CombatantId) -> Vec<CombatantId> {
    let side = fight.combatant(who).side;
    fight.combatants.iter().filter(|it| it.side != side && standing(it) && !it.hidden).map(|it| it.id).collect()
}

/// The cost of walking to this square, if it can be paid and nobody stands there.
pub(super) fn walk_cost(fight: &FightState<Cards>, who: CombatantId, to: Square) -> Option<u16> {
    let it = fight.combatant(who);
    let from = it.place?;
    let taken = fight.combatants.iter().any(|it| it.place == Some(to));
    let cost = fight.space.footing().walk(from, to, u32::from(it.budget.left(Resource::Steps)))?;
    if taken { None } else { u16::try_from(cost).ok() }
}

pub(super) fn holds(fight: &FightState<Cards>, who: CombatantId) -> bool {
    let by = |it: &Held<Cards>| it.what == Condition::Gripped && it.from == Some(who);
    fight.combatants.iter().any(|it| it.conditions.iter().any(by))
}

/// Every legal action of one verb, found in another way than by trying them all.
pub(super) fn all(fight: &FightState<Cards>, who: CombatantId, verb: &str) -> Vec<Action> {
    if verb == "walk" {
        return walks(fight, who).into_iter().map(Action::Walk).collect();
    }
    let foes = || foes(fight, who).into_iter();
    let listed: Vec<Action> = match verb {
        "strike" => foes().map(Action::Strike).collect(),
        "grip" => foes().map(Action::Grip).collect(),
        "daze" => foes().map(Action::Daze).collect(),
        "let go" => vec![Action::LetGo],
        "shout" => vec![Action::Shout],
        "aim" => vec![Action::Aim],
        "drink" => vec![Action::Drink],
        "done" => vec![Action::Done],
        _ => vec![],
    };
    listed.into_iter().filter(|it| Cards::check(fight, who, it).is_ok()).collect()
}

pub(super) fn walks(fight: &FightState<Cards>, who: CombatantId) -> Vec<Square> {
    let it = fight.combatant(who);
    let Some(from) = it.place.filter(|_| up(fight).contains(&who)) else { return vec![] };
    if it.is(&Condition::Dazed) || it.is(&Condition::Gripped) {
        return vec![];
    }
    let reach = fight.space.footing().reach(from, u32::from(it.budget.left(Resource::Steps)));
    reach.into_keys().filter(|to| fight.combatants.iter().all(|it| it.place != Some(*to))).collect()
}
