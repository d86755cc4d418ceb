//! What a fight changes of a combatant, and what belongs to the fight as a whole. Derived values that rules ask for again and again are
//! here; no rule is.

use crate::engine::{Budget, CombatantId, Refill};
use crate::rules::td2e::{
    Combatant, FightState,
    model::{
        gear::{self, Weapon},
        sheet::{SQUARE_FT, Sheet},
    },
};
pub use crate::rules::wording::enemies;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a turn is spent in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Resource {
    /// The one thing a turn allows: attack, evade, extricate, attend, sneak.
    Deed,
    /// Squares of movement.
    Squares,
    /// There as long as one has not moved in this turn.
    Still,
}

/// TD2e has no phases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Condition {
    /// R11, R12: cannot act.
    Unconscious,
    /// A4: tests against every attack that succeeds.
    Evading,
    /// A5: got out of combat, where nobody has a square.
    Clear,
    /// A15: in a combatant's grip. What that means the GM says.
    Grabbed,
}

impl Condition {
    /// All of them.
    pub const ALL: [Condition; 4] = [Condition::Unconscious, Condition::Evading, Condition::Clear, Condition::Grabbed];
}

/// How hard a test is: the least face that succeeds (C1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Difficulty {
    /// 3.
    Trivial,
    /// 4.
    Easy,
    /// 5.
    #[default]
    Average,
    /// 6.
    Difficult,
}

impl Difficulty {
    /// All of them, by name.
    pub const ALL: [(&'static str, Difficulty); 4] = [
        ("trivial", Difficulty::Trivial),
        ("easy", Difficulty::Easy),
        ("average", Difficulty::Average),
        ("difficult", Difficulty::Difficult),
    ];

    /// The least face that succeeds.
    pub fn number(self) -> i32 {
        match self {
            Difficulty::Trivial => 3,
            Difficulty::Easy => 4,
            Difficulty::Average => 5,
            Difficulty::Difficult => 6,
        }
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        Difficulty::ALL.iter().find(|it| it.1 == self).map_or("", |it| it.0)
    }
}

/// What the GM says of a combatant's next test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Circumstances {
    /// It is at advantage.
    pub advantage: bool,
    /// It is at disadvantage.
    pub disadvantage: bool,
    /// It is harder or easier.
    pub difficulty: Option<Difficulty>,
}

/// R11: how many tests to stabilise somebody who has dropped like this has left.
pub fn tests_left(of: &Combatant, tests: StabilisingTests) -> usize {
    of.sheet.stabilise().len().saturating_sub(usize::from(tests.made))
}

/// R11: the tests to stabilise of a combatant at 0 HP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StabilisingTests {
    /// The round in which they dropped to 0 HP.
    pub round: u32,
    /// Tests made so far.
    pub made: u8,
    /// A medic's help counts for all that are left (A11).
    pub attended: bool,
}

/// What a fight changes of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Hit points now.
    pub hp: i32,
    /// Hit points when unhurt.
    pub max_hp: i32,
    /// While they're at 0 HP and have tests left.
    #[serde(rename = "drop")]
    pub stabilising_tests: Option<StabilisingTests>,
    /// Dead.
    pub dead: bool,
    /// What the GM says of the next test.
    pub next: Circumstances,
}

/// What belongs to the fight as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemState {
    /// Totals of initiative, by combatant, in the order of acting: what newcomers are sorted by.
    pub initiative: Vec<(CombatantId, i32)>,
    /// Whose turn of this round was taken beside the order, or used up by the GM's hand: their slot goes by.
    #[serde(default)]
    pub acted: Vec<CombatantId>,
}

/// A newcomer's state and resources.
pub fn fresh(sheet: &Sheet) -> (State, Budget<Resource>) {
    let state = State {
        hp: sheet.hp,
        max_hp: sheet.max_hp,
        stabilising_tests: None,
        dead: sheet.dead,
        next: Circumstances::default(),
    };
    let resources = [
        (Resource::Deed, 1, Refill::Turn),
        (Resource::Squares, squares(sheet), Refill::Turn),
        (Resource::Still, 1, Refill::Turn),
    ];
    (state, Budget::new(resources))
}

/// R17, A22: squares of one movement; heavy armour costs five feet.
pub fn squares(sheet: &Sheet) -> u16 {
    let slower = gear::worn(sheet.armour.as_deref()).map_or(0, |it| it.slower_ft);
    sheet.movement_ft.saturating_sub(slower) / SQUARE_FT
}

/// Whether a combatant can act.
pub fn is_up(it: &Combatant) -> bool {
    !it.state.dead && it.state.hp > 0 && !it.is(&Condition::Unconscious)
}

/// The same, by id.
pub fn up(fight: &FightState, who: CombatantId) -> bool {
    fight.find(who).is_some_and(is_up)
}

/// Whether a combatant's character it is; the GM's own are foes (A13).
pub fn is_player(it: &Combatant) -> bool {
    it.owner.is_some()
}

/// A weapon of a combatant's, by its number.
pub fn weapon(fight: &FightState, who: CombatantId, with: u8) -> Option<&Arc<Weapon>> {
    fight.find(who)?.sheet.weapons.get(usize::from(with))
}
