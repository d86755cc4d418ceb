//! Reactions to an attack: R20-R24 and R26, each of which is the turn (R7). The target is asked first, then those who could guard
//! it (A27). Opportunity attacks are in `movement.rs`, what a counter does in `attack.rs`.
//!
//! Long because: who may answer a blow and how is one conversation, read from top to bottom.

use crate::engine::{
    CombatantId,
    ids::Addressee,
    procedure::{Ask, combatant_of},
    space::zones::ZonePlace,
};
use crate::rules::murdham::{
    Cx, FightState, Flow, Murdham, Rule, TableFact,
    chapters::{
        attack::{Blow, aim_back},
        damage::{self, Hit},
        fear, hold, manipulation, morale, nonlethal, power, saves, sneak,
    },
    model::{
        event::Event,
        fact::{Fact, Fate},
        manner::{Manner, With},
        powers,
        sheet::{Ability, Item, SkillEffect},
        state::{self, Phase, Resource, able, enemies, has, nearby, takes_part},
        weapon_names::weapon,
    },
};
use serde::{Deserialize, Serialize};

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Question {
    /// R20: an attack falls on the one asked.
    React {
        /// Whose attack.
        by: CombatantId,
        /// Who is asked.
        at: CombatantId,
        /// With what.
        with: With,
        /// It falls on someone who moves away.
        opportunity: bool,
    },
    /// R33: whether a stunt makes sense; the GM is asked.
    Approve {
        /// Whose.
        by: CombatantId,
        /// To whom.
        at: CombatantId,
        /// What is offered.
        text: String,
    },
    /// R33: something else than damage is offered to the one asked.
    Accept {
        /// By whom.
        by: CombatantId,
        /// What.
        text: String,
    },
    /// R35: what is to be dropped by someone who stepped in.
    DropWhich {
        /// By whom.
        from: CombatantId,
    },
    /// C12 lethal attack: whether critical damage kills.
    Kill {
        /// Whom.
        on: CombatantId,
    },
    /// C12 cleaving strike: whom the same weapon strikes next.
    Cleave {
        /// Whose.
        by: CombatantId,
    },
    /// R24, A29: someone near the one asked is caught in a blast.
    GuardBlast {
        /// Whose.
        by: CombatantId,
    },
    /// R23: a combatant wants to hide behind the one asked.
    Shelter {
        /// Who.
        from: CombatantId,
        /// Whose attack.
        by: CombatantId,
    },
    /// R24: someone near the one asked is attacked.
    Guard {
        /// Who.
        target: CombatantId,
        /// Whose attack.
        by: CombatantId,
    },
    /// R25: an enemy moves away from the one asked.
    Opportunity {
        /// Who.
        mover: CombatantId,
        /// Who is asked.
        to: CombatantId,
    },
    /// C45: someone larger moves over the one asked.
    Underfoot {
        /// Who.
        by: CombatantId,
        /// Who is asked.
        at: CombatantId,
    },
    /// A24: a combatant wants to give the one asked something.
    Take {
        /// Who.
        from: CombatantId,
        /// What.
        item: Item,
    },
    /// C15: an omen could turn what has happened to the one asked.
    Omen {
        /// Who is asked.
        who: CombatantId,
        /// What it would turn.
        fate: Fate,
    },
}

/// What may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Takes the blow. The default.
    TakeIt,
    /// R21.
    Dodge,
    /// R22.
    Counter(With),
    /// R34: counters with this, but not to harm.
    CounterBy(With, Manner),
    /// R23, R39.
    HideBehind(CombatantId),
    /// Refuses. The default.
    Refuse,
    /// Agrees.
    Agree,
    /// Does not step in. The default.
    LetItHappen,
    /// R24.
    Guard,
    /// R24: this one of several whom a blast has caught.
    GuardOf(CombatantId),
    /// R33: the stunt makes no sense. The default.
    Deny,
    /// R33: the stunt makes sense.
    Approve,
    /// R33: lets it happen instead of the damage.
    Accept,
    /// R35: drops this.
    Drop(u8),
    /// C12: leaves them alive. The default.
    Spare,
    /// C12: kills them.
    Kill,
    /// C12: strikes nobody else. The default.
    Enough,
    /// C12: strikes this one next.
    Cleave(CombatantId),
    /// Does not strike. The default.
    LetThemGo,
    /// R25.
    Strike(With),
    /// C45: shifts aside. The default.
    Aside(ZonePlace),
    /// C45: does not make way.
    StandFast,
    /// C15: spends no omen. The default, but where it means death.
    LetItStand,
    /// C15: spends an omen.
    SpendOmen,
}

/// An answer given in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandingOrder {
    /// Dodges whenever possible.
    AlwaysDodge,
    /// Counters whenever possible, with the first weapon that suits.
    AlwaysCounter,
    /// Takes the default everywhere.
    NeverAsk,
    /// Guards nobody.
    NeverGuard,
    /// Lets everyone go.
    NeverOpportunity,
    /// Guards whenever possible.
    AlwaysGuard,
    /// Strikes at anyone who moves away, with the first weapon that suits.
    AlwaysOpportunity,
    /// Wants to be asked whether an omen is spent on rolling again; otherwise none is.
    AskOmens,
}

impl StandingOrder {
    /// All of them.
    pub const ALL: [StandingOrder; 8] = [
        StandingOrder::AlwaysDodge,
        StandingOrder::AlwaysCounter,
        StandingOrder::AlwaysGuard,
        StandingOrder::AlwaysOpportunity,
        StandingOrder::NeverAsk,
        StandingOrder::NeverGuard,
        StandingOrder::NeverOpportunity,
        StandingOrder::AskOmens,
    ];
}

/// The offer that an order takes.
pub fn obey(
    _: &FightState,
    _: CombatantId,
    order: StandingOrder,
    question: &Question,
    offers: &[Choice],
) -> Option<usize> {
    let wanted: fn(&Choice) -> bool = match (order, question) {
        (StandingOrder::AlwaysDodge, Question::React { .. }) => |it| *it == Choice::Dodge,
        (StandingOrder::AlwaysCounter, Question::React { .. }) => |it| matches!(it, Choice::Counter(_)),
        (StandingOrder::AlwaysGuard, Question::Guard { .. } | Question::GuardBlast { .. }) => {
            |it| matches!(it, Choice::Guard | Choice::GuardOf(_))
        }
        (StandingOrder::AlwaysOpportunity, Question::Opportunity { .. }) => |it| matches!(it, Choice::Strike(_)),
        (_, Question::Omen { fate: Fate::Death, .. }) => return None, // nobody dies, or lives, by an old order
        (StandingOrder::NeverAsk, _)
        | (StandingOrder::NeverGuard, Question::Guard { .. } | Question::GuardBlast { .. })
        | (StandingOrder::NeverOpportunity, Question::Opportunity { .. }) => return Some(0),
        _ => return None,
    };
    offers.iter().position(wanted)
}

/// What became of an attack after everyone was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// It misses.
    Missed,
    /// It is countered with this.
    Countered(With, Manner),
    /// It stands, against its target of now, who may have reacted in vain or stepped in.
    Stands {
        /// Whether the one who is hit reacted (C5).
        reacted: bool,
    },
}

/// R7 Reaction, R20, R26: whether a combatant could react at all: alive, conscious, in the fight, not yet acted, and not acting.
pub fn can_react(fight: &FightState, who: CombatantId) -> bool {
    let turns = &fight.turns;
    let free = !hold::is_entangled(fight, who) && !nonlethal::loses_turn(fight, who); // A7, C22
    free && fight.find(who).is_some_and(takes_part)
        && !turns.is_spent(who)
        && turns.active != Some(who)
        && turns.phase != Some(Phase::Ambush)
}

/// R7 Reaction: it is the turn. A7: who reacts lets go they hold of.
pub fn spend_turn(cx: &mut Cx<'_>, who: CombatantId) {
    hold::reacts(cx, who);
    spend_turn_holding(cx, who);
}

fn spend_turn_holding(cx: &mut Cx<'_>, who: CombatantId) {
    cx.cite(Rule::Reaction);
    let round = cx.turns.round;
    cx.change(Fact::Reacted { who, round });
    cx.apply(TableFact::Spent(who));
    manipulation::taunt_is_over(cx, who);
}

/// R20 Reacting, rulings A8, A9, A27: the target is asked, then those who could guard it; anyone who becomes the target is asked in
/// turn, and nobody reacts twice to one attack.
pub fn answer(cx: &mut Cx<'_>, blow: &mut Blow) -> Flow<Outcome> {
    cx.cite(Rule::Reacting);
    if blow.unaware {
        cx.cite(Rule::Surprise);
    }
    loop {
        match ask_target(cx, blow)? {
            Choice::Dodge => {
                return Ok(if dodge(cx, blow)? { Outcome::Missed } else { Outcome::Stands { reacted: true } });
            }
            Choice::Counter(back) => {
                spend_turn(cx, blow.at);
                return Ok(Outcome::Countered(back, Manner::Normal));
            }
            Choice::CounterBy(back, how) => {
                spend_turn(cx, blow.at);
                return Ok(Outcome::Countered(back, how));
            }
            Choice::HideBehind(other) => hide_behind(cx, blow, other),
            _ => {
                let target = blow.at;
                guard(cx, blow)?;
                if blow.at == target {
                    return Ok(Outcome::Stands { reacted: blow.reacted.contains(&target) });
                }
            }
        }
    }
}

/// Asks the target. Someone who is asked to be hidden behind may refuse: then the target chooses again, without them.
fn ask_target(cx: &mut Cx<'_>, blow: &Blow) -> Flow<Choice> {
    let mut refused = vec![];
    loop {
        let question = Question::React { by: blow.by, at: blow.at, with: blow.with, opportunity: blow.opportunity };
        let choice = cx.ask(Addressee::Combatant(blow.at), question, |fight| offers(fight, blow, &refused))?;
        let Choice::HideBehind(other) = choice else { return Ok(choice) };
        if is_shield(cx, blow.at, other) || agrees(cx, blow, other)? {
            return Ok(choice);
        }
        refused.push(other);
    }
}

/// R20 Reacting, R26, A27: what the target may choose. The unaware and those who have reacted to this attack may choose nothing.
pub fn offers(fight: &FightState, blow: &Blow, refused: &[CombatantId]) -> Vec<Choice> {
    let who = blow.at;
    let mut all = vec![Choice::TakeIt];
    let unaware = blow.unaware && blow.reacted.is_empty();
    if unaware
        || blow.reacted.contains(&who)
        || !takes_part(fight.combatant(who))
        || fight.turns.phase == Some(Phase::Ambush)
    {
        return all;
    }
    if hold::is_entangled(fight, who) {
        return all; // A7
    }
    let whole = can_react(fight, who);
    let power = powers::on_scroll(fight, blow.by, blow.with);
    let [strikes_back, else_reacts] = [true, false].map(|harms| whole && fear::may_react(fight, who, blow.by, harms));
    // C50: a power is not dodged unless it says so.
    if power.is_none_or(|it| it.dodge) && (else_reacts || dodges_for_nothing(fight, blow)) {
        all.push(Choice::Dodge);
    }
    if strikes_back && morale::has_heart(fight, who) {
        all.extend(suitable(fight, blow).into_iter().map(Choice::Counter));
        all.extend(power::counters(fight, blow));
        all.extend(without_harm(fight, blow));
    }
    if !else_reacts || power::is_told(fight, blow) {
        return all; // R26: whoever is spending the turn, or has spent it
    }
    let held = hold::held_by(fight, who).filter(|it| *it != blow.by && !blow.reacted.contains(it));
    all.extend(held.map(Choice::HideBehind));
    let others = fight.ids().filter(|it| *it != who && *it != blow.by && !refused.contains(it));
    all.extend(others.filter(|it| Some(*it) != held && shelters(fight, blow, *it)).map(Choice::HideBehind));
    all
}

/// C12 Skills: fast dodge, once a round; fleet footed, against opportunity attacks.
fn dodges_for_nothing(fight: &FightState, blow: &Blow) -> bool {
    let fleet = blow.opportunity && has(fight, blow.at, SkillEffect::DodgesOpportunities);
    fleet || fight.combatant(blow.at).budget.left(Resource::FastDodge) > 0
}

/// R22 Counter: the weapons in hand with which the target could attack the attacker; bare hands only if there is none, a shield
/// only if there is nothing better.
fn suitable(fight: &FightState, blow: &Blow) -> Vec<With> {
    attacks_of(fight, blow.at, |with| aim_back(fight, blow, with, Manner::Normal).is_ok())
}

/// R34 Non-lethal attacks: how the target could counter without doing damage: by grappling, by disarming, and who can by a stunning blow.
fn without_harm(fight: &FightState, blow: &Blow) -> Vec<Choice> {
    let grapple = (With::Unarmed, Manner::Grapple);
    let disarm = nonlethal::droppable(fight, blow.by).map(|gear| (With::Unarmed, Manner::Disarm(gear)));
    let mut ways: Vec<(With, Manner)> = std::iter::once(grapple).chain(disarm).collect();
    if has(fight, blow.at, SkillEffect::Stuns) {
        let stuns = |with| aim_back(fight, blow, with, Manner::Stun).is_ok();
        ways.extend(attacks_of(fight, blow.at, stuns).into_iter().map(|with| (with, Manner::Stun)));
    }
    ways.retain(|(with, how)| aim_back(fight, blow, *with, *how).is_ok());
    ways.into_iter().map(|(with, how)| Choice::CounterBy(with, how)).collect()
}

/// R39 Human shield: whether it is the one whom they hold that they hide behind, who has no say.
pub fn is_shield(fight: &FightState, who: CombatantId, other: CombatantId) -> bool {
    hold::held_by(fight, who) == Some(other)
}

/// What a combatant would strike with out of turn: weapons in hand, else a shield, else bare hands.
pub fn attacks_of(fight: &FightState, who: CombatantId, suits: impl Fn(With) -> bool) -> Vec<With> {
    let carried = fight.combatant(who).state.in_hand().filter(|(_, it)| it.weapon.power.is_none());
    let held: Vec<With> = carried.map(|(gear, _)| With::Gear(gear)).collect();
    let is_shield =
        |with: &With| matches!(with, With::Gear(gear) if weapon(fight, who, *gear).is_some_and(|it| it.shield));
    for group in [false, true] {
        let fits: Vec<With> =
            held.iter().copied().filter(|it| is_shield(it) == group).filter(|it| suits(*it)).collect();
        let fits: Vec<With> = match group {
            false => fits.into_iter().chain(Some(With::Both).filter(|it| suits(*it))).collect(),
            true => fits,
        };
        if !fits.is_empty() {
            return fits;
        }
    }
    if suits(With::Unarmed) { vec![With::Unarmed] } else { vec![] }
}

/// R21 Dodge: an AGI save; passed, the attack misses.
pub fn dodge(cx: &mut Cx<'_>, blow: &mut Blow) -> Flow<bool> {
    let who = blow.at;
    cx.cite(Rule::Dodge);
    let fleet = blow.opportunity && has(cx, who, SkillEffect::DodgesOpportunities);
    if fleet {
        hold::reacts(cx, who);
        cx.cite(Rule::Skills);
    } else if cx.combatant(who).budget.left(Resource::FastDodge) > 0 {
        hold::reacts(cx, who);
        cx.cite(Rule::Skills);
        cx.apply(TableFact::Took { who, from: Resource::FastDodge, amount: 1 });
    } else {
        spend_turn(cx, who);
    }
    blow.reacted.push(who);
    let passed = saves::save(cx, who, Ability::Agi, Rule::Dodge, "dodge")?;
    if passed {
        cx.tell(Event::Missed { by: blow.by, dodged: true });
    }
    Ok(passed)
}

/// R23: whether a combatant could be hidden behind: nearby, conscious, not with the attacker, and not part of this attack already.
fn shelters(fight: &FightState, blow: &Blow, other: CombatantId) -> bool {
    let it = fight.combatant(other);
    let seen = it.is_visible_to(fight.combatant(blow.at).side);
    seen && enemies(fight, other, blow.by)
        && able(fight, other)
        && nearby(fight, blow.at, other)
        && !blow.reacted.contains(&other)
}

/// R23 Hide behind: the other one must agree.
pub fn agrees(cx: &mut Cx<'_>, blow: &Blow, other: CombatantId) -> Flow<bool> {
    let question = Question::Shelter { from: blow.at, by: blow.by };
    let choice = cx.ask(Addressee::Combatant(other), question, |_| vec![Choice::Refuse, Choice::Agree])?;
    Ok(choice == Choice::Agree)
}

/// R23 Hide behind, rulings A8, A9: the other one becomes the target of the same attack, and may react.
/// Both are seen then (R43).
pub fn hide_behind(cx: &mut Cx<'_>, blow: &mut Blow, other: CombatantId) {
    sneak::reveal(cx, blow.at);
    sneak::reveal(cx, other);
    cx.cite(Rule::HideBehind);
    cx.cite(if blow.reacted.is_empty() { Rule::SameAttack } else { Rule::Chains });
    if is_shield(cx, blow.at, other) {
        cx.cite(Rule::HumanShield);
        spend_turn_holding(cx, blow.at);
    } else {
        spend_turn(cx, blow.at);
    }
    cx.tell(Event::Redirected { from: blow.at, to: other, guarded: false });
    blow.reacted.push(blow.at);
    blow.at = other;
}

/// R24 Guard, rulings A8, A18, A27: everyone near the target who could step in is asked at once; the first to say so does.
fn guard(cx: &mut Cx<'_>, blow: &mut Blow) -> Flow {
    let target = blow.at;
    // The rule would tell that a combatant is there whom nobody sees.
    if could_guard(cx, blow).iter().any(|it| !cx.combatant(*it).is_hidden()) {
        cx.cite(Rule::OrderOfAsking);
    }
    cx.window(
        blow,
        |fight, blow| if blow.at == target { guards(fight, blow) } else { vec![] },
        |cx, blow, to, _| {
            let who = combatant_of(to);
            sneak::reveal(cx, who);
            cx.cite(Rule::Guard);
            spend_turn(cx, who);
            cx.tell(Event::Redirected { from: blow.at, to: who, guarded: true });
            blow.reacted.extend([blow.at, who]); // whoever was guarded doesn't guard the guard
            blow.at = who;
            if blow.how == Manner::FinalBlow {
                cx.cite(Rule::GuardFinalBlow);
            }
            Ok(())
        },
    )
}

/// R24 Guard: allies near the target who know of the attack and could react. Stepping in shows who was concealed (R43).
fn guards(fight: &FightState, blow: &Blow) -> Vec<Ask<Murdham>> {
    let ask = |who| Ask {
        to: Addressee::Combatant(who),
        question: Question::Guard { target: blow.at, by: blow.by },
        offers: vec![Choice::LetItHappen, Choice::Guard],
    };
    could_guard(fight, blow).into_iter().map(ask).collect()
}

/// R24 Guard: who could step in.
pub fn could_guard(fight: &FightState, blow: &Blow) -> Vec<CombatantId> {
    if blow.from_hiding
        || power::is_told(fight, blow)
        || (blow.how == Manner::FinalBlow && !fight.options.guard_final_blow)
    {
        return vec![];
    }
    let side = fight.combatant(blow.at).side;
    let could = |who: &CombatantId| {
        let it = fight.combatant(*who);
        *who != blow.at
            && *who != blow.by
            && it.side == side
            && can_react(fight, *who)
            && morale::has_heart(fight, *who)
            && fear::may_react(fight, *who, blow.by, false)
            && nearby(fight, blow.at, *who)
            && !blow.reacted.contains(who)
            && !it.state.is(state::Flag::Unaware)
            && wants_to_guard(fight, blow, *who)
    };
    fight.ids().filter(could).collect()
}

/// A27: whether it's worth asking this one. At tables that want to be asked only in danger: if the weapon's full die would bring the target down,
/// while an average blow wouldn't bring down the guard. An order to guard whenever possible is followed either way. Everybody sees who is asked,
/// so this depends only on the health and armour of players' characters, which everybody knows; the GM's combatants are always asked.
fn wants_to_guard(fight: &FightState, blow: &Blow, guard: CombatantId) -> bool {
    let does_damage = !matches!(blow.how, Manner::FinalBlow | Manner::Stun | Manner::Grapple | Manner::Disarm(_));
    let is_power = powers::on_scroll(fight, blow.by, blow.with).is_some();
    let is_ordered = fight.combatant(guard).orders.contains(&StandingOrder::AlwaysGuard);
    let has_open_numbers = |who: CombatantId| fight.combatant(who).owner.is_some();
    let are_open = has_open_numbers(blow.at) && has_open_numbers(guard);
    if !fight.options.guards_in_danger || !are_open || is_ordered || is_power || !does_damage {
        return true;
    }
    let health = |who: CombatantId| fight.combatant(who).state.health;
    let on_target = damage::expected(fight, &Hit::of(blow, blow.reacted.contains(&blow.at)));
    let on_guard = damage::expected(fight, &Hit { on: guard, unaware: false, ..Hit::of(blow, true) });
    on_target.full >= health(blow.at) && on_guard.average < health(guard)
}
