//! Attacks: R17-R19, R21, R23 and what extra successes buy (C3, C4, A17, A20, A23). Defenders declare their reaction before any die is
//! rolled (`reaction.rs`); Harm is in `harm.rs`.

use super::{
    harm, movement, poison,
    reaction::{self, Defence},
    swap,
    testing::{self, Test},
};
use crate::engine::{CombatantId, Ends, Held, ids::Addressee};
use crate::rules::einfelst::{
    Choice, Condition, Cx, FightState, Flow, Question, Rule, TableFact, Violation,
    model::{
        board,
        fact::{Event, Fact},
        gear::{self, Weapon, With},
        question::Extra,
        state::{Skill, enemies, in_hand, is_out, weapon},
        track::HarmKind,
    },
    refusals::{Reach, ZonesAway},
};

/// A blow or a shot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blow {
    /// The attacker.
    pub by: CombatantId,
    /// The target.
    pub at: CombatantId,
    /// The weapon.
    pub weapon: Weapon,
}

impl Blow {
    /// R17 Attacks: the action it's rolled with.
    pub fn skill(&self) -> Skill {
        match &self.weapon {
            it if !it.is_melee() => Skill::Shoot,
            it if it.name == gear::bare_hands().name => Skill::Force,
            _ => Skill::Strike,
        }
    }
}

/// R17 Attacks, R21 Range, R16: whether the combatant can attack the target with this.
pub fn aim(fight: &FightState, who: CombatantId, target: CombatantId, with: With) -> Result<Weapon, Violation> {
    let weapon = match with {
        With::Unarmed => gear::bare_hands().clone(),
        With::Weapon(index) => match weapon(fight, who, index) {
            None => return Err(Violation::NotCarried),
            Some(_) if fight.combatant(who).state.dropped.contains(&index) => return Err(Violation::OnTheGround),
            Some(it) if !it.natural && fight.combatant(who).state.in_hand != Some(index) => {
                return Err(Violation::NotInHand { who, weapon: it.name.clone() });
            }
            Some(it) => (**it).clone(),
        },
    };
    enemy(fight, who, target)?;
    let far = board::zones_apart(fight, who, target);
    let (from, to) = (weapon.from_zones, weapon.to_zones);
    if !far.is_some_and(|it| (from..=to).contains(&it)) {
        return Err(Violation::OutOfRange { target, far: ZonesAway(far), reach: Reach(from, to) });
    }
    if weapon.is_melee() && !board::is_close(fight, who, target) {
        return Err(Violation::NotClose(target));
    }
    Ok(weapon)
}

/// R17 Attacks: the defender is asked, both roll, and the attacker spends what's left over.
pub fn attack(cx: &mut Cx<'_>, who: CombatantId, target: CombatantId, with: With) -> Flow {
    let weapon = match aim(cx, who, target, with) {
        Ok(weapon) => weapon,
        Err(violation) => return cx.refuse(violation),
    };
    let blow = Blow { by: who, at: target, weapon };
    cx.cite(Rule::Attacks);
    if !blow.weapon.is_melee() {
        cx.cite(Rule::Range);
    }
    let unseen = is_seen(cx, who);
    cx.tell(Event::Swung { by: who, at: target, with: blow.weapon.name.clone(), shot: !blow.weapon.is_melee() });
    let defence = match unseen {
        true => None, // R13: nobody declares a reaction to what they do not see coming
        false => reaction::defends(cx, who, target, !blow.weapon.is_melee())?,
    };
    let clash = clash(cx, &blow, defence);
    match clash.extra {
        Some(extra) => hits(cx, &blow, extra),
        None => misses(cx, &blow, &clash),
    }
}

/// Anyone who attacks, grapples or pushes is seen from then on. Returns whether they were hidden.
pub fn is_seen(cx: &mut Cx<'_>, who: CombatantId) -> bool {
    let unseen = cx.combatant(who).is_hidden();
    if unseen {
        cx.apply(TableFact::Hid { who, hidden: false });
    }
    unseen
}

/// The outcome of an attack and the defence against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// R19: successes beyond those needed; `None` if the attack misses.
    pub extra: Option<u8>,
    /// R24: the defender's successes beyond those needed.
    pub surplus: u8,
}

/// R17 Attacks, R23 Cancelling: both roll, the attacker first; each of the defender's successes cancels one.
fn clash(cx: &mut Cx<'_>, blow: &Blow, defence: Option<Defence>) -> Clash {
    let demanded = demanded(cx, blow);
    let what = format!("attack with {}", blow.weapon.name);
    let mut test = Test::of(blow.by, blow.skill(), Rule::Attacks, &what);
    test.needed = Some(1 + demanded);
    opposed(cx, &test, blow.at, defence)
}

/// R23 Cancelling: a test and the reaction declared against it.
pub fn opposed(cx: &mut Cx<'_>, test: &Test<'_>, at: CombatantId, defence: Option<Defence>) -> Clash {
    let rolled = testing::test(cx, test);
    let defended = match defence {
        None => 0,
        Some(defence) => {
            let own = Test::of(at, defence.skill, defence.rule, defence.what).counted();
            let successes = testing::test(cx, &own).successes;
            cx.cite(Rule::Cancels);
            cx.tell(Event::Cancelled { who: at, successes: successes.min(rolled.successes) });
            successes
        }
    };
    let left = rolled.successes.saturating_sub(defended);
    Clash { extra: left.checked_sub(rolled.needed), surplus: defended.saturating_sub(rolled.successes) }
}

/// R9 Circumstances, A18, A24: the extra successes that darkness and cover demand of a shot.
fn demanded(cx: &mut Cx<'_>, blow: &Blow) -> u8 {
    if blow.weapon.is_melee() {
        return 0;
    }
    let (dark, cover) = (darkness(cx, blow.by, blow.at), behind_cover(cx, blow.at));
    if dark > 0 {
        cx.cite(Rule::Circumstances);
        cx.cite(Rule::Demanded);
    }
    if cover > 0 {
        cx.cite(Rule::CoverDemands);
    }
    dark + cover
}

/// R9 Circumstances: what darkness demands of a shot; some creatures don't mind it.
pub fn darkness(fight: &FightState, by: CombatantId, at: CombatantId) -> u8 {
    if fight.combatant(by).sheet.ignores_darkness {
        return 0;
    }
    let there =
        board::zone_of(fight, at).is_some_and(|it| ["dark", "darkness"].iter().any(|word| board::has(fight, it, word)));
    fight.system.darkness.max(u8::from(there))
}

/// A24 Cover: what cover demands of a shot, if the Director wants it to.
fn behind_cover(fight: &FightState, at: CombatantId) -> u8 {
    u8::from(fight.options.cover_demands && fight.combatant(at).is(&Condition::InCover))
}

/// R18 Damage, R19 Extra successes, A17, A20: the attacker spends the extra successes, then the Harm is done.
fn hits(cx: &mut Cx<'_>, blow: &Blow, extra: u8) -> Flow {
    let bought = spend(cx, blow, extra)?;
    let more: u8 = bought.iter().map(|it| if let Choice::More(more) = it { *more } else { 0 }).sum();
    let kind =
        if blow.weapon.mental || bought.contains(&Choice::Stress) { HarmKind::Mental } else { HarmKind::Physical };
    if bought.contains(&Choice::Stress) {
        cx.cite(Rule::Stress);
    }
    cx.cite(Rule::Damage);
    cx.tell(Event::Hit { by: blow.by, at: blow.at, damage: blow.weapon.damage + more, kind });
    let amount = harm::armoured(cx, blow.at, blow.weapon.damage + more, kind);
    harm::suffer(cx, blow.at, amount, kind)?;
    for effect in &bought {
        takes_effect(cx, blow, effect);
    }
    if amount > 0 && blow.weapon.poison > 0 {
        poison::poisoned(cx, blow.at, blow.weapon.poison)?;
    }
    Ok(())
}

/// R19 Extra successes, C3, C4, A17, A23: one buys one effect; damage any number of times, anything else once.
fn spend(cx: &mut Cx<'_>, blow: &Blow, extra: u8) -> Flow<Vec<Choice>> {
    let (mut left, mut bought) = (extra, vec![]);
    if left > 0 {
        cx.cite(Rule::ExtrasLeft);
        cx.cite(Rule::ExtraDamage);
    }
    while left > 0 {
        let shot = !blow.weapon.is_melee();
        let question =
            Question::Extra { by: blow.by, at: blow.at, left, of: if shot { Extra::Shot } else { Extra::Blow } };
        let choice = cx.ask(Addressee::Combatant(blow.by), question, |fight| buys(fight, blow, left, &bought))?;
        left -= match &choice {
            Choice::More(more) => *more,
            Choice::Enough => left,
            _ => 1,
        };
        if choice == Choice::Enough {
            break;
        }
        cx.cite(Rule::Price);
        match choice {
            Choice::More(_) => {}
            _ => cx.cite(if shot { Rule::ShootEffects } else { Rule::StrikeEffects }),
        }
        bought.push(choice);
    }
    Ok(bought)
}

/// C3, C4, A23: what an extra success can buy now.
fn buys(fight: &FightState, blow: &Blow, left: u8, bought: &[Choice]) -> Vec<Choice> {
    let mut all: Vec<Choice> = (1..=left).rev().map(Choice::More).collect();
    let once = |it: fn(&Choice) -> bool| !bought.iter().any(it);
    if once(|it| matches!(it, Choice::Outmanoeuvre(_))) {
        all.extend(swap::cards(fight, blow.by, blow.at).into_iter().map(Choice::Outmanoeuvre));
    }
    if !blow.weapon.mental && once(|it| *it == Choice::Stress) {
        all.push(Choice::Stress);
    }
    match blow.weapon.is_melee() {
        true => {
            if once(|it| matches!(it, Choice::PushTo(_) | Choice::PushAside)) {
                all.extend(movement::pushed_where(fight, blow.at).into_iter().map(Choice::PushTo));
                all.push(Choice::PushAside);
            }
            if in_hand(fight, blow.at).is_some_and(|it| !it.natural) && once(|it| *it == Choice::Disarm) {
                all.push(Choice::Disarm);
            }
        }
        false if once(|it| *it == Choice::Pin) => all.push(Choice::Pin),
        false => {}
    }
    all.push(Choice::Enough);
    all
}

/// C3, C4: the effects bought besides damage.
fn takes_effect(cx: &mut Cx<'_>, blow: &Blow, effect: &Choice) {
    let at = blow.at;
    match effect {
        Choice::Outmanoeuvre(card) => swap::forced(cx, blow.by, at, *card),
        Choice::PushTo(zone) => movement::pushed(cx, blow.by, at, Some(*zone)),
        Choice::PushAside => movement::pushed(cx, blow.by, at, None),
        Choice::Disarm => {
            if let Some(with) = cx.combatant(at).state.in_hand {
                cx.change(Fact::Dropped { who: at, with });
            }
        }
        Choice::Pin => {
            let held = Held { what: Condition::Pinned, ends: Ends::EndOfTurnOf(at), from: Some(blow.by) };
            cx.apply(TableFact::Gained { who: at, held });
        }
        _ => {}
    }
}

/// R23 Cancelling, R24 Successes to spare, A23: a miss; a defender with successes to spare may swap cards.
fn misses(cx: &mut Cx<'_>, blow: &Blow, clash: &Clash) -> Flow {
    cx.tell(Event::Missed { by: blow.by, at: blow.at });
    if clash.surplus == 0 {
        return Ok(());
    }
    reaction::surplus(cx, blow.at, blow.by)
}

/// R17 Attacks: whether the target is a visible enemy in the fight. No rule spares those out of action.
pub fn enemy(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    let Some(it) = fight.find(target) else { return Err(Violation::NobodyThere) };
    match () {
        () if target == who => Err(Violation::Oneself),
        () if !board::seen(fight, who, target) => Err(Violation::NobodyThere),
        () if it.state.fled => Err(Violation::Fled(target)),
        () if !enemies(fight, who, target) => Err(Violation::OwnSide(target)),
        () => Ok(()),
    }
}

/// As [`enemy`], but the target must not be out of action.
pub fn foe(fight: &FightState, who: CombatantId, target: CombatantId) -> Result<(), Violation> {
    enemy(fight, who, target)?;
    match fight.find(target).is_some_and(|it| is_out(fight, it)) {
        true => Err(Violation::TargetOut(target)),
        false => Ok(()),
    }
}
