//! What happens in a duel, step by step: attacks and what interrupts them, shots, blasts, rallies, votes.

use super::*;

pub(super) type Duelling<'a> = Cx<'a, Duel>;

pub(super) fn standing(it: &Combatant<Duel>) -> bool {
    it.state.hp > 0
}

pub(super) fn free(it: &Combatant<Duel>) -> bool {
    standing(it) && it.budget.left(Resource::Main) > 0
}

/// Braced: two harder to hit, even after the roll.
pub(super) fn hits(fight: &FightState<Duel>, total: i32, on: CombatantId) -> bool {
    let on = fight.combatant(on);
    total >= on.sheet.armour + 2 * i32::from(on.state.braced)
}

pub(super) fn spend(cx: &mut Duelling<'_>, who: CombatantId) {
    let amount = if build() == Build::OtherFacts { 2 } else { 1 };
    cx.apply(TableFact::Took { who, from: Resource::Main, amount });
}

/// T5 Damage.
pub(super) fn harm(cx: &mut Duelling<'_>, on: CombatantId) {
    let die = cx.plain_die(6);
    let roll = cx.rolled(Roll::total(None, Rule::Damage, "damage", vec![die], Keep::All, vec![]));
    cx.change(Note::Hurt { who: on, by: roll.total });
}

pub(super) fn to_hit(cx: &mut Duelling<'_>, by: CombatantId, on: CombatantId, rule: Rule) -> i32 {
    if build() == Build::NoDie {
        return 20;
    }
    let die = cx.plain_die(if build() == Build::OtherDie { 12 } else { 20 });
    let number = cx.combatant(on).sheet.armour;
    let roll = Roll::total(Some(by), rule, "to hit", vec![die], Keep::All, vec![]);
    cx.rolled(roll.against(Target::AtLeast { name: "armour".to_owned(), number })).total
}

/// T1 Attack, T2 Parry. Roll d20. A hit can be parried, or handed to someone who agrees.
pub(super) fn attack(cx: &mut Duelling<'_>, by: CombatantId, target: CombatantId) -> Flow<Duel> {
    let total = to_hit(cx, by, target, Rule::Attack);
    let answer = cx.ask(Addressee::Combatant(target), Question::Blow { by, on: target, total }, |fight| {
        let mut offers = vec![Choice::TakeIt];
        let defender = fight.combatant(target);
        if hits(fight, total, target) && free(defender) && build() != Build::AsksNobody {
            if build() != Build::NoParry {
                offers.push(Choice::Parry);
            }
            let friends = fight.members(defender.side).filter(|it| it.id != by && it.id != target && standing(it));
            offers.extend(friends.map(|it| Choice::HideBehind(it.id)));
        }
        offers
    })?;
    if build() == Build::Refuses {
        return cx.refuse(Violation::Changed);
    }
    if !hits(cx.fight(), total, target) {
        return Ok(());
    }
    let victim = match answer {
        Choice::Parry => {
            spend(cx, target);
            cx.cite(Rule::Parry);
            let die = cx.plain_die(20);
            let roll = Roll::total(Some(target), Rule::Parry, "parry", vec![die], Keep::All, vec![]);
            if cx.rolled(roll.against(Target::AtLeast { name: "the blow".to_owned(), number: total })).passed() {
                return attack(cx, target, by); // a riposte, inside the unfinished attack
            }
            target
        }
        Choice::HideBehind(friend) => {
            spend(cx, target);
            let shelter = Question::Shelter { of: target };
            match cx.ask(Addressee::Combatant(friend), shelter, |_| vec![Choice::TakeIt, Choice::Agree])? {
                Choice::Agree => friend,
                _ => target,
            }
        }
        _ => target,
    };
    harm(cx, victim);
    Ok(())
}

/// T3 Blast. Everyone else who stands decides at once, unseen; bracing halves it, rounded down.
pub(super) fn blast(cx: &mut Duelling<'_>, by: CombatantId) -> Flow<Duel> {
    let targets: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.id != by && standing(it)).map(|it| it.id).collect();
    let ask = |&it: &CombatantId| Ask {
        to: Addressee::Combatant(it),
        question: Question::Blast { by },
        offers: vec![Choice::TakeIt, Choice::Brace],
    };
    let answers = cx.ask_all(targets.iter().map(ask).collect())?;
    let die = cx.plain_die(6);
    let damage = cx.rolled(Roll::total(Some(by), Rule::Blast, "fire", vec![die], Keep::All, vec![])).total;
    for (&who, answer) in targets.iter().zip(answers) {
        let by = if answer == Choice::Brace { damage / 2 } else { damage };
        cx.change(Note::Hurt { who, by });
    }
    Ok(())
}

pub(super) struct Shot {
    by: CombatantId,
    target: CombatantId,
    total: i32,
}

impl Shot {
    pub(super) fn lands(&self, fight: &FightState<Duel>) -> bool {
        standing(fight.combatant(self.by)) && hits(fight, self.total, self.target)
    }

    pub(super) fn asks(&self, fight: &FightState<Duel>) -> Vec<Ask<Duel>> {
        if !self.lands(fight) {
            return vec![];
        }
        let others = fight.combatants.iter().filter(|it| it.id != self.by && free(it));
        others
            .map(|it| Ask {
                to: Addressee::Combatant(it.id),
                question: Question::Shot { by: self.by, on: self.target, total: self.total },
                offers: vec![
                    Choice::TakeIt,
                    Choice::Snap(self.by),
                    if it.id == self.target { Choice::Brace } else { Choice::StepIn },
                ],
            })
            .collect()
    }
}

/// T1 Attack, T4 Snap. Those who watch for it can snap before the die is rolled. Between hit and damage, anyone with their main action left
/// can brace, snap at the shooter, or step in the way. A felled shooter does no damage.
pub(super) fn shoot(cx: &mut Duelling<'_>, by: CombatantId, target: CombatantId) -> Flow<Duel> {
    let watchers: Vec<CombatantId> =
        cx.combatants.iter().filter(|it| it.id != by && standing(it) && it.state.watching).map(|it| it.id).collect();
    for watcher in watchers {
        let to = Addressee::Combatant(watcher);
        let fire = cx.ask(to, Question::Trigger { by }, |_| vec![Choice::TakeIt, Choice::Snap(by)])?;
        if let Choice::Snap(at) = fire {
            cx.change(Note::Watches { who: watcher, on: false });
            cx.cite(Rule::Snap);
            harm(cx, at);
        }
        if !standing(cx.combatant(by)) {
            return Ok(());
        }
    }
    let mut shot = Shot { by, target, total: to_hit(cx, by, target, Rule::Attack) };
    cx.window(
        &mut shot,
        |fight, shot| shot.asks(fight),
        |cx, shot, to, choice| match choice {
            Choice::StepIn => {
                spend(cx, combatant_of(to));
                shot.target = combatant_of(to); // the procedure's own local, within reach of an interruption
                Ok(())
            }
            _ => Duel::instant(cx, combatant_of(to), choice),
        },
    )?;
    if shot.lands(cx.fight()) {
        harm(cx, shot.target);
    }
    Ok(())
}

/// Everyone else can come along if whoever rallies agrees; those who do gain one.
pub(super) fn rally(cx: &mut Duelling<'_>, by: CombatantId) -> Flow<Duel> {
    let mut came: Vec<CombatantId> = vec![];
    cx.window(
        &mut came,
        |fight, came| {
            let others = fight.combatants.iter().filter(|it| it.id != by && standing(it) && !came.contains(&it.id));
            let ask = |it: &Combatant<Duel>| Ask {
                to: Addressee::Combatant(it.id),
                question: Question::Rally { by },
                offers: vec![Choice::TakeIt, Choice::Agree],
            };
            others.map(|it| ask(it)).collect()
        },
        |cx, came, to, _| {
            let who = combatant_of(to);
            came.push(who);
            let grant = Question::Grant { to: who };
            if cx.ask(Addressee::Combatant(by), grant, |_| vec![Choice::TakeIt, Choice::Agree])? == Choice::Agree {
                cx.change(Note::Heartened(who));
            }
            Ok(())
        },
    )
}

/// The GM rules on two things, in any order.
pub(super) fn appeal(cx: &mut Duelling<'_>) -> Flow<Duel> {
    let mut ruled: Vec<u8> = vec![];
    cx.window(
        &mut ruled,
        |_, ruled| {
            let open = [1, 2].into_iter().filter(|it| !ruled.contains(it));
            let ask = |number| Ask {
                to: Addressee::Gm,
                question: Question::Appeal { number },
                offers: vec![Choice::TakeIt, Choice::Uphold(number)],
            };
            open.map(ask).collect()
        },
        |cx, ruled, _, choice| {
            if let Choice::Uphold(number) = choice {
                ruled.push(*number);
                cx.change(Note::Upheld(*number));
            }
            Ok(())
        },
    )
}

pub(super) fn tally(cx: &mut Duelling<'_>, by: CombatantId) -> Flow<Duel> {
    let left_ms = cx.clock.map_or(0, |it| it.left_ms);
    cx.change(Note::Tallied(left_ms));
    let Some(next) = cx.combatants.iter().find(|it| it.id != by && standing(it)).map(|it| it.id) else { return Ok(()) };
    cx.ask(Addressee::Combatant(next), Question::Tally, |_| vec![Choice::TakeIt, Choice::Agree])?;
    Ok(())
}

/// Gives the step to the next side, or ends the circle.
pub(super) fn next_side(cx: &mut Duelling<'_>, after: SideId) {
    let TurnOrder::Sides { order, .. } = cx.turns.order.clone() else { return };
    let at = order.iter().position(|it| *it == after).map_or(order.len(), |it| it + 1);
    let clock = order.get(at).copied();
    cx.apply(TableFact::OrderSet(TurnOrder::Sides { order, at }));
    wind_clock(cx, clock);
}

pub(super) fn wind_clock(cx: &mut Duelling<'_>, side: Option<SideId>) {
    let Some(left_ms) = cx.options.clock_ms else { return };
    cx.apply(TableFact::ClockSet(side.map(|side| TurnClock { on: ClockOn::Side(side), left_ms })));
}

pub(super) fn targets(fight: &FightState<Duel>, who: CombatantId) -> Vec<CombatantId> {
    let side = fight.combatant(who).side;
    let seen = |it: &Combatant<Duel>| it.id != who && standing(it) && (!it.hidden || it.side == side);
    fight.combatants.iter().filter(|it| seen(it)).map(|it| it.id).collect()
}
