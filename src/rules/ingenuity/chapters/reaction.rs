//! Reactions: R12, R40-R49 and rulings A1, A7-A10, A32. Who is asked what, and what it costs. The target is asked first, then those who
//! could intercept (A32). The questions and answers are in
//! `question.rs`, the tests themselves in `defence.rs`.

use crate::engine::{
    CombatantId,
    ids::Addressee,
    procedure::{Ask, combatant_of},
};
use crate::rules::ingenuity::{
    Choice, Combatant, Condition, Cx, Event, Fact, FightState, Flow, Ingenuity, Question, Resource, Rule,
    StandingOrder, TableFact,
    chapters::{
        attack::{self, Blow},
        defence, movement, ready,
    },
    model::{
        board,
        gear::ProtectionKind,
        options::Declare,
        state::{self, in_hand, up},
    },
};

/// R12 One reaction, A1: whether a combatant has one.
pub fn can_react(fight: &FightState, who: CombatantId) -> bool {
    let Some(it) = fight.find(who) else { return false };
    up(fight, who) && it.budget.left(Resource::Reaction) > 0 && !used_up(fight, it)
}

/// A1, in tables of one reaction a round: whether it is used, and what waiting adds to it (R28).
pub fn used_up(fight: &FightState, it: &Combatant) -> bool {
    let most = 1 + u8::from(it.state.waited);
    fight.options.one_reaction_a_round && it.state.reacted >= most
}

/// R12, R40-R45: whether a combatant can pay for a reaction of this kind; `free` of the limit after intercepting (A8).
fn can_pay(fight: &FightState, who: CombatantId, free: bool, mental: bool) -> bool {
    let Some(it) = fight.find(who) else { return false };
    let pool = if mental { it.state.focus } else { it.state.stamina };
    (can_react(fight, who) || (free && up(fight, who))) && pool >= 1
}

/// R12, R40-R45, A8: a reaction is used, and its stamina or focus is spent.
pub fn pay(cx: &mut Cx<'_>, who: CombatantId, rule: Rule, free: bool) {
    cx.cite(if free { Rule::FreeDefence } else { Rule::Reactions });
    if !free {
        cx.apply(TableFact::Took { who, from: Resource::Reaction, amount: 1 });
        if cx.options.one_reaction_a_round {
            cx.cite(Rule::ReactionReturns);
        }
    }
    cx.change(Fact::Reacted { who, rule, free });
    let state = &cx.combatant(who).state;
    let (stamina, focus) = (state.stamina - 1, state.focus - 1);
    match rule {
        Rule::Resist => cx.change(Fact::FocusIs { who, left: focus.max(0) }),
        _ => cx.change(Fact::StaminaIs { who, left: stamina.max(0) }),
    }
}

/// A7, in tables that declare before the roll: the target dodges or parries, or a combatant intercepts, before it is known what comes.
/// Whether the attack is made at all (C18).
pub fn declare(cx: &mut Cx<'_>, blow: &mut Blow) -> Flow<bool> {
    if cx.options.declare == Declare::After {
        return Ok(true);
    }
    cx.cite(Rule::Declarations);
    blow.reached = attack::reaches(cx, blow);
    let mut choice = ask(cx, blow, false)?;
    if choice == Choice::TakeIt && intercept(cx, blow)? {
        choice = ask(cx, blow, false)?;
    }
    declared(cx, blow, choice);
    Ok(ready::goes_on(cx, blow))
}

fn declared(cx: &mut Cx<'_>, blow: &mut Blow, choice: Choice) {
    let rule = if choice == Choice::Dodge { Rule::Dodge } else { Rule::Parry };
    if choice != Choice::TakeIt {
        cx.cite(rule);
        pay(cx, blow.at, rule, blow.free_defence);
        blow.free_defence = false;
        blow.declared = Some(choice);
    }
}

fn ask(cx: &mut Cx<'_>, blow: &Blow, hits: bool) -> Flow<Choice> {
    let question = Question::Defend { by: blow.by, at: blow.at, hits, free: blow.free_defence };
    cx.ask(Addressee::Combatant(blow.at), question, |fight| offers(fight, blow, hits))
}

/// R40-R44, R45b, A7, A32: who defends against a hit, and how. Whether it still hits.
pub fn answer(cx: &mut Cx<'_>, blow: &mut Blow) -> Flow<bool> {
    cx.cite(Rule::Defences);
    if let Some(Choice::Parry(item) | Choice::ParryInVain(item)) = blow.declared {
        blow.parry = Some(item);
    }
    if blow.declared == Some(Choice::Dodge) && !blow.critical && dodges(cx, blow)? {
        return Ok(false);
    }
    blow.reached = attack::reaches(cx, blow);
    loop {
        let choice = ask(cx, blow, true)?;
        if !ready::goes_on(cx, blow) {
            return Ok(false);
        }
        match choice {
            Choice::Dodge => {
                cx.cite(Rule::Dodge);
                pay(cx, blow.at, Rule::Dodge, blow.free_defence);
                blow.free_defence = false;
                if dodges(cx, blow)? {
                    return Ok(false);
                }
            }
            Choice::Block(item) => {
                cx.cite(Rule::Block);
                pay(cx, blow.at, Rule::Block, blow.free_defence);
                blow.block = Some(item);
                return Ok(true);
            }
            Choice::Parry(item) | Choice::ParryInVain(item) => {
                cx.cite(Rule::Parry);
                pay(cx, blow.at, Rule::Parry, blow.free_defence);
                blow.parry = Some(item);
                return Ok(true);
            }
            _ => {
                if cx.options.declare == Declare::Before || !intercept(cx, blow)? {
                    return Ok(ready::goes_on(cx, blow));
                }
                // A8: the same roll meets the interceptor's own evasion.
                let evasion = defence::evasion_against(cx, blow.by, blow.at);
                if !blow.critical && blow.total < evasion {
                    cx.tell(Event::Missed { by: blow.by, at: blow.at, dodged: false });
                    return Ok(false);
                }
            }
        }
    }
}

/// R40, R41, R44, R48, A7, A10: what the target may choose.
fn offers(fight: &FightState, blow: &Blow, hits: bool) -> Vec<Choice> {
    let who = blow.at;
    let mut all = vec![Choice::TakeIt];
    if !can_pay(fight, who, blow.free_defence, false) || !ready::stands(fight, blow) {
        return all;
    }
    let before = fight.options.declare == Declare::Before;
    let (dodging, parrying) = match hits {
        true => (!before && !blow.critical && !blow.dodged, !before),
        false => (true, true),
    };
    if dodging {
        all.push(Choice::Dodge);
    }
    let it = fight.combatant(who);
    let whole = || in_hand(it).filter(|it| it.1.durability > 0);
    if hits && blow.parry.is_none() {
        all.extend(whole().filter(|it| it.1.item.block.is_some()).map(|it| Choice::Block(it.0)));
    }
    let parry = match blow.item(fight).kind() {
        ProtectionKind::Physical => Choice::Parry,
        _ => Choice::ParryInVain,
    };
    if parrying {
        let mut items: Vec<(u8, i32)> = whole().map(|it| (it.0, it.1.item.parry.unwrap_or(1))).collect();
        items.sort_by_key(|it| std::cmp::Reverse(it.1));
        all.extend(items.into_iter().map(|it| parry(it.0)));
    }
    all
}

/// What logs call the target of a dodge.
pub const OF_THE_ATTACK: &str = "the attack, to be exceeded";
/// What logs call the target of withstanding an effect.
pub const OF_THE_EFFECT: &str = "what befalls";

/// R41 Dodge, C7, A7, A27: the test stands in the place of evasion, if it is higher; what equals it hits.
fn dodges(cx: &mut Cx<'_>, blow: &mut Blow) -> Flow<bool> {
    blow.dodged = true;
    let rolled = defence::dodge_test(cx, blow.at, blow.by)?;
    let avoided = rolled.total > blow.total;
    rolled.against(cx, OF_THE_ATTACK, blow.total + 1);
    cx.change(Fact::Shifts { who: blow.at, may: true });
    if avoided {
        cx.tell(Event::Missed { by: blow.by, at: blow.at, dodged: true });
    }
    Ok(avoided)
}

/// R46 What blocking does, R47 Overflow, A9: the item is hit; what is more than it can bear goes on unreduced. `None` if nothing does.
pub fn blocked(cx: &mut Cx<'_>, who: CombatantId, index: u8, damage: i32) -> Option<i32> {
    cx.cite(Rule::BlockDetail);
    let gear = state::gear(cx, who, index)?;
    let (block, durability) = (gear.item.block.unwrap_or(0), gear.durability);
    let rest = (damage - block).max(1);
    let left = (durability - rest).max(0);
    if gear.item.block.is_some() {
        cx.cite(Rule::Shields);
    }
    if left == 0 {
        cx.cite(Rule::Broken);
    }
    cx.change(Fact::ItemSuffered { who, item: index, taken: rest.min(durability), left });
    let over = rest - durability;
    if over <= 0 {
        return None;
    }
    cx.cite(Rule::Overflow);
    cx.cite(Rule::OverflowUnreduced);
    Some(over)
}

/// R49 What parrying does: what it adds to physical deflection.
pub fn parry_value(cx: &mut Cx<'_>, blow: &Blow) -> i32 {
    let Some(gear) = blow.parry.and_then(|it| state::gear(cx, blow.at, it)) else { return 0 };
    let value = gear.item.parry.unwrap_or(1);
    cx.cite(Rule::ParryDetail);
    cx.cite(Rule::ParryPhysical);
    if blow.item(cx).kind() == ProtectionKind::Physical { value } else { 0 }
}

/// R49, A10: the item wears.
pub fn parried(cx: &mut Cx<'_>, who: CombatantId, index: u8) {
    let Some(gear) = state::gear(cx, who, index) else { return };
    let left = (gear.durability - 1).max(0);
    if left == 0 {
        cx.cite(Rule::Broken);
    }
    cx.change(Fact::ItemSuffered { who, item: index, taken: 1, left });
}

/// R43 Intercept, A32: everyone who could step in is asked at once; the first to say so does, and the attack is theirs to face.
fn intercept(cx: &mut Cx<'_>, blow: &mut Blow) -> Flow<bool> {
    if blow.intercepted {
        return Ok(false);
    }
    let target = blow.at;
    cx.window(
        blow,
        |fight, blow| match blow.at == target && ready::stands(fight, blow) {
            true => interceptors(fight, blow),
            false => vec![],
        },
        |cx, blow, to, _| {
            let who = combatant_of(to);
            attack::comes_into_sight(cx, who);
            cx.cite(Rule::Intercept);
            cx.cite(Rule::InterceptHow);
            pay(cx, who, Rule::Intercept, false);
            cx.tell(Event::Intercepted { by: blow.by, ally: target, who });
            (blow.at, blow.intercepted, blow.free_defence, blow.dodged) = (who, true, true, false);
            displace(cx, target, who)
        },
    )?;
    Ok(blow.at != target)
}

/// A32: the interceptor takes the ally's square, the ally goes to the nearest free one.
fn displace(cx: &mut Cx<'_>, ally: CombatantId, who: CombatantId) -> Flow {
    let Some(at) = cx.combatant(ally).place.filter(|_| cx.combatant(who).place.is_some()) else { return Ok(()) };
    movement::leaves_cover(cx, who);
    cx.apply(TableFact::Placed { who, at: Some(at) });
    let free = board::nearest_free(cx, ally);
    if free.is_empty() {
        return Ok(());
    }
    let offers: Vec<Choice> = free.into_iter().map(Choice::To).collect();
    let choice = cx.ask(Addressee::Combatant(ally), Question::Displaced { who: ally }, |_| offers.clone())?;
    if let Choice::To(to) = choice {
        cx.apply(TableFact::Placed { who: ally, at: Some(to) });
    }
    Ok(())
}

/// A32: whether it is worth asking this ally to step in: not for a blow that does the least there is, to endurance, and nothing besides. At tables
/// that want to be asked only in danger: for one that goes through to the target's health and that the ally's endurance would soak up.
fn matters(fight: &FightState, blow: &Blow, ally: CombatantId) -> bool {
    if fight.options.declare == Declare::Before
        || blow.maneuver.is_some_and(|it| it.causes.is_some())
        || blow.power.is_some()
    {
        return true;
    }
    let item = blow.item(fight);
    let damage = blow.total + if blow.critical { item.critical } else { item.damage.unwrap_or(0) };
    let on = |who: CombatantId| defence::would_do(fight, blow.by, who, item.kind(), damage);
    let endurance = |who: CombatantId| fight.combatant(who).state.endurance;
    match fight.options.intercepts_in_danger {
        true => on(blow.at) > endurance(blow.at) && on(ally) <= endurance(ally),
        false => on(blow.at) > 1 || endurance(blow.at) == 0,
    }
}

/// R43, A32: who could step in: allies with a reaction and stamina, within their speed of the target. Of the GM's the unseen do so by an
/// order alone.
fn interceptors(fight: &FightState, blow: &Blow) -> Vec<Ask<Ingenuity>> {
    let side = fight.combatant(blow.at).side;
    let ordered = |who: CombatantId| fight.combatant(who).orders.contains(&StandingOrder::AlwaysIntercept);
    let wants = |who: CombatantId| matters(fight, blow, who) || ordered(who);
    let could = |who: &CombatantId| {
        let it = fight.combatant(*who);
        // Searching the board costs more than everything else here, so it comes last.
        let is_near = || {
            !board::has_squares(fight) || board::way_to(fight, *who, blow.at, movement::speed(fight, *who)).is_some()
        };
        *who != blow.at
            && *who != blow.by
            && it.side == side
            && (!it.is_unknown() || it.orders.contains(&StandingOrder::AlwaysIntercept))
            && !it.is(&Condition::Grappled)
            && can_pay(fight, *who, false, false)
            && wants(*who)
            && is_near()
    };
    let ask = |who| Ask {
        to: Addressee::Combatant(who),
        question: Question::Intercept {
            target: blow.at,
            by: blow.by,
            before: fight.options.declare == Declare::Before,
        },
        offers: vec![Choice::LetItHappen, Choice::Intercept],
    };
    fight.ids().filter(could).map(ask).collect()
}

/// R42 Fortify, R45 Resist, C7: something befalls a combatant: against the number of an effect, or of an attack, which must be exceeded.
/// Whether it takes hold.
pub fn fails_to_withstand(
    cx: &mut Cx<'_>,
    who: CombatantId,
    what: Condition,
    number: i32,
    mental: bool,
    attack: bool,
) -> Flow<bool> {
    let passive = if mental { defence::willpower(cx, who) } else { defence::constitution(cx, who) };
    let needed = if attack { number + 1 } else { number };
    if passive >= needed {
        cx.cite(Rule::DefensiveTests);
        cx.cite(Rule::Dice);
        cx.tell(Event::Withstood { who, yes: true });
        return Ok(false);
    }
    let answer = if mental { Choice::Resist } else { Choice::Fortify };
    let offers = |fight: &FightState| match can_pay(fight, who, false, mental) {
        true => vec![Choice::BearIt, answer.clone()],
        false => vec![Choice::BearIt],
    };
    let question = Question::Withstand { who, what, number, mental };
    if cx.ask(Addressee::Combatant(who), question, offers)? == Choice::BearIt {
        return Ok(true);
    }
    let rule = if mental { Rule::Resist } else { Rule::Fortify };
    cx.cite(rule);
    pay(cx, who, rule, false);
    let rolled = if mental { defence::resist_test(cx, who)? } else { defence::fortify_test(cx, who)? };
    let withstood = rolled.against(cx, OF_THE_EFFECT, needed);
    cx.tell(Event::Withstood { who, yes: withstood });
    Ok(!withstood)
}

/// R53: whether a combatant could fortify to stay conscious.
pub fn may_fortify(fight: &FightState, who: CombatantId) -> bool {
    can_pay(fight, who, false, false)
}
