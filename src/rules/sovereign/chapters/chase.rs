//! The chase: C31.

use super::{
    checks::{self, Check},
    initiative,
    turn::is_beside,
};
use crate::{
    engine::CombatantId,
    rules::sovereign::{
        Combatant, Condition, Cx, FightState, Flow, Rule, TableFact, Violation,
        model::{
            fact::Event,
            sheet::{Attribute, Skill},
            state::is_up,
        },
    },
};
use serde::{Deserialize, Serialize};

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

    /// What it is called.
    pub fn name(self) -> &'static str {
        Pursuit::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }

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

    /// What it is called.
    pub fn name(self) -> &'static str {
        Mood::ALL[self as usize].0
    }

    /// What it adds for the pursuers.
    fn modifier(self) -> (&'static str, i32) {
        match self {
            Mood::Earnest => ("", 0),
            Mood::HalfHearted => ("half-hearted", -1),
            Mood::Enraged => ("enraged", 1),
        }
    }
}

/// C31: who pursues with a combatant, and who flees from them. Someone seen neither chases with the unseen nor after them: their number would
/// tell of them.
fn groups(fight: &FightState, who: CombatantId) -> (Vec<CombatantId>, Vec<CombatantId>) {
    let side = fight.combatant(who).side;
    let counts = |it: CombatantId| is_beside(fight, who) || !is_beside(fight, it);
    let pursuers = fight.members(side).filter(|it| is_up(it) && counts(it.id)).map(|it| it.id).collect();
    let gone = |it: &Combatant| it.is(&Condition::Fled) && !it.state.dead && it.state.hp > 0 && counts(it.id);
    let fled = fight.combatants.iter().filter(|it| it.side != side && gone(it)).map(|it| it.id).collect();
    (pursuers, fled)
}

/// C31: whether there is anyone to chase.
///
/// # Errors
/// The rule that forbids it.
pub fn check(fight: &FightState, who: CombatantId) -> Result<(), Violation> {
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
    cx.tell(Event::Chased { by: who, caught });
    if caught {
        for it in fled {
            cx.apply(TableFact::Lost { who: it, what: Condition::Fled });
        }
        let side = cx.combatant(who).side;
        initiative::comes_first(cx, side);
    }
    Ok(())
}
