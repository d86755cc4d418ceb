//! Skills, spells and the chase: R25, C15, C25, C31. What a skill or a spell achieves is the GM's to say; what it takes, what it draws and
//! whether it succeeds is here.

use super::{
    Condition, Cx, FightState, Flow, Rule, Violation, board,
    checks::{self, Check},
    fact::Fact,
    instants,
    movement::spends,
    screen,
    sheet::{Attribute, Skill},
    state::{Resource, Trigger, enemies, is, is_up, known},
    turn::is_beside,
};
use crate::engine::CombatantId;
use serde::{Deserialize, Serialize};

/// R25 Use a skill: a Main action and 2d6; beside an armed foe it draws an attack.
///
/// # Errors
/// When somebody must be asked.
pub fn use_skill(cx: &mut Cx<'_>, who: CombatantId, skill: Skill, attribute: Attribute) -> Flow {
    cx.cite(Rule::UseSkill);
    cx.cite(Rule::Variants);
    let guards = board::guards(cx, who);
    spends(cx, who, Resource::Main);
    if !instants::opportunities(cx, who, guards)? {
        return Ok(());
    }
    checks::against_ten(
        cx,
        &Check::of(who, attribute, skill),
        Rule::UseSkill,
        &format!("to use {}", skill.name()),
        false,
    );
    Ok(())
}

/// The attribute that goes with a skill where nobody says which: R7 and C7 name some for a few skills, of which the higher counts; with any
/// other skill the highest of all does.
pub fn best_attribute(fight: &FightState, who: CombatantId, skill: Skill) -> Attribute {
    let sheet = &fight.combatant(who).sheet;
    let usual: &[Attribute] = match skill {
        Skill::Heal => &[Attribute::Dex, Attribute::Int],
        Skill::Sneak => &[Attribute::Dex],
        Skill::Notice => &[Attribute::Wis],
        _ => &Attribute::ALL.map(|it| it.1),
    };
    let better = |best: Attribute, it: &Attribute| if sheet.modifier(*it) > sheet.modifier(best) { *it } else { best };
    usual.iter().fold(usual[0], better)
}

/// R25, C7: stabilises or helps: it is using a skill, and draws attacks.
///
/// # Errors
/// When somebody must be asked.
pub fn tend(cx: &mut Cx<'_>, who: CombatantId, patient: CombatantId, helps: bool) -> Flow {
    cx.cite(Rule::UseSkill);
    let guards = board::guards(cx, who);
    if !helps && cx.combatant(who).budget.left(Resource::Chirurgeon) > 0 {
        cx.cite(Rule::Chirurgeon);
        cx.apply(super::TableFact::Took { who, from: Resource::Chirurgeon, amount: 1 });
    } else {
        spends(cx, who, Resource::Main);
    }
    if !instants::opportunities(cx, who, guards)? {
        return Ok(());
    }
    if helps {
        super::harm::help(cx, who, patient)
    } else {
        super::harm::stabilise(cx, who, patient)
    }
    Ok(())
}

/// C15 Spells: whether somebody can cast at all now.
///
/// # Errors
/// The rule that forbids it.
pub fn check_cast(fight: &FightState, who: CombatantId, target: Option<CombatantId>) -> Result<(), Violation> {
    let it = fight.combatant(who);
    if is(fight, who, Condition::Jostled) {
        return Err(Violation::Jostled(who));
    }
    let hands: usize = super::state::held(it)
        .map(|(_, arm)| match () {
            () if arm.weapon.natural => 0,
            () if arm.weapon.two_handed => 2,
            () => 1,
        })
        .sum();
    // What takes both hands to swing is held in one while the other casts.
    let hands = hands.min(1) + usize::from(it.sheet.worn.shield) + usize::from(it.state.in_hand.len() > 1);
    if hands > 1 || super::state::grappling(fight, who) {
        return Err(Violation::NoFreeHand(who));
    }
    match target {
        Some(target) if !known(fight, who, target) => Err(Violation::NobodyThere),
        Some(target) if !board::sees(fight, who, target) => Err(Violation::NotSeen(target)),
        _ => Ok(()),
    }
}

/// C15 Spells, R16: a Main action, which a Snap Attack or a held action may spoil before it is done.
///
/// # Errors
/// When somebody must be asked.
pub fn cast(cx: &mut Cx<'_>, who: CombatantId, spell: String, target: Option<CombatantId>) -> Flow {
    cx.cite(Rule::Spells);
    spends(cx, who, Resource::Main);
    cx.note(Fact::Casts { who, spell, target });
    if !instants::declared(cx, who, Trigger::Casts)? {
        return Ok(());
    }
    if is(cx, who, Condition::Jostled) {
        cx.cite(Rule::Snap);
        cx.note(Fact::SpellIs { who, spoiled: true, on: None });
        return Ok(());
    }
    let on = match target.filter(|it| enemies(cx, who, *it)) {
        Some(at) => Some(screen::spell_falls_on(cx, who, at)),
        None => target,
    };
    cx.note(Fact::SpellIs { who, spoiled: false, on });
    Ok(())
}

/// C31: how a chase begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pursuit {
    /// At once, in better spirits: so old logs have it.
    Enraged,
    /// At once.
    AtOnce,
    /// A round behind.
    OneRound,
    /// More than a minute behind.
    OverAMinute,
    /// At once, without conviction: so old logs have it.
    HalfHearted,
}

impl Pursuit {
    /// Those that are offered, by name.
    pub const ALL: [(&'static str, Pursuit); 3] = [
        ("at once", Pursuit::AtOnce),
        ("one round behind", Pursuit::OneRound),
        ("over a minute behind", Pursuit::OverAMinute),
    ];

    /// What the head start of those who flee adds for the pursuers.
    fn modifier(self) -> (&'static str, i32) {
        match self {
            Pursuit::AtOnce | Pursuit::HalfHearted | Pursuit::Enraged => ("no head start", 2),
            Pursuit::OneRound => ("a round\u{2019}s head start", 1),
            Pursuit::OverAMinute => ("a long head start", -2),
        }
    }

    /// The mood that goes with it, in old logs.
    fn mood(self) -> Mood {
        match self {
            Pursuit::HalfHearted => Mood::HalfHearted,
            Pursuit::Enraged => Mood::Enraged,
            _ => Mood::Earnest,
        }
    }
}

/// C31: in what mood the pursuers are, besides how far behind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mood {
    /// As one pursues.
    #[default]
    Earnest,
    /// Without conviction.
    HalfHearted,
    /// In better spirits.
    Enraged,
}

impl Mood {
    /// All of them, by name.
    pub const ALL: [(&'static str, Mood); 3] =
        [("in earnest", Mood::Earnest), ("half-hearted", Mood::HalfHearted), ("enraged", Mood::Enraged)];

    /// What it adds for the pursuers.
    fn modifier(self) -> (&'static str, i32) {
        match self {
            Mood::Earnest => ("", 0),
            Mood::HalfHearted => ("half-hearted", -1),
            Mood::Enraged => ("enraged", 1),
        }
    }
}

/// C31: who pursues with somebody, and who flees from them. Somebody seen neither chases with the unseen nor after them: their number would
/// tell of them.
fn groups(fight: &FightState, who: CombatantId) -> (Vec<CombatantId>, Vec<CombatantId>) {
    let side = fight.combatant(who).side;
    let counts = |it: CombatantId| is_beside(fight, who) || !is_beside(fight, it);
    let pursuers = fight.members(side).filter(|it| is_up(it) && counts(it.id)).map(|it| it.id).collect();
    let gone = |it: &super::Combatant| it.is(&Condition::Fled) && !it.state.dead && it.state.hp > 0 && counts(it.id);
    let fled = fight.combatants.iter().filter(|it| it.side != side && gone(it)).map(|it| it.id).collect();
    (pursuers, fled)
}

/// C31: whether there is anybody to chase.
///
/// # Errors
/// The rule that forbids it.
pub fn check_chase(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
    if groups(fight, who).1.is_empty() { Err(Violation::NobodyFled) } else { Ok(()) }
}

/// C31 Chases: the faster group succeeds; else the pursuers' group check against that of those who flee. Caught, they are in the fight
/// again, and the pursuers win the initiative.
///
/// # Errors
/// Never; it asks nobody.
pub fn chase(cx: &mut Cx<'_>, who: CombatantId, how: Pursuit, mood: Mood) -> Flow {
    cx.cite(Rule::Chase);
    let (pursuers, fled) = groups(cx, who);
    let speed = |all: &[CombatantId]| all.iter().map(|it| cx.combatant(*it).sheet.movement_ft).min().unwrap_or(0);
    let (ours, theirs) = (speed(&pursuers), speed(&fled));
    let caught = if ours == theirs {
        let fight = cx.fight().clone();
        let legs = |who: CombatantId| {
            let of = |attribute| Check::of(who, attribute, Skill::Exert);
            checks::better(&fight, of(Attribute::Dex), of(Attribute::Con))
        };
        let (Some(acting), Some(other)) = (checks::group(&fight, &pursuers, legs), checks::group(&fight, &fled, legs))
        else {
            return Ok(());
        };
        let crowd = if pursuers.len() > fled.len() { -1 } else { 0 };
        let mood = if mood == Mood::Earnest { how.mood() } else { mood };
        let all = [how.modifier(), mood.modifier()];
        let acting = all.iter().fold(acting.with("more pursuers", crowd), |check, it| check.with(it.0, it.1));
        checks::opposed(cx, &acting, &other, Rule::Chase, "to catch them")
    } else {
        ours > theirs
    };
    cx.note(Fact::Chased { by: who, caught });
    if caught {
        for it in fled {
            cx.apply(super::TableFact::Lost { who: it, what: Condition::Fled });
        }
        let side = cx.combatant(who).side;
        super::turn::comes_first(cx, side);
    }
    Ok(())
}
