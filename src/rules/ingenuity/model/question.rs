//! What a combatant may be asked, what may be answered, and what an order given in advance answers: R40-R45, R53 and rulings A7, A32, C2, C8,
//! C12. Who is asked what, and when, is `reaction.rs`'s to say.

use crate::engine::{CombatantId, Seat, space::grid::Square};
use crate::rules::ingenuity::{Action, Condition, FightState, With, model::circumstances::WhichDie};
use serde::{Deserialize, Serialize};

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "a question says what its values are")]
pub enum Question {
    /// R45b: an attack hits the one asked, or is about to be rolled.
    Defend {
        by: CombatantId,
        at: CombatantId,
        /// Whether it is known to hit.
        hits: bool,
        /// A8: the defence takes no reaction.
        #[serde(default)]
        free: bool,
    },
    /// R43: an ally of the one asked is hit.
    Intercept {
        target: CombatantId,
        by: CombatantId,
        /// A7: it has yet to be rolled.
        #[serde(default)]
        before: bool,
    },
    /// A32: where a combatant goes whose place is taken.
    Displaced { who: CombatantId },
    /// R53: whether a combatant fights unconsciousness.
    StayConscious {
        who: CombatantId,
        /// The health that is missing.
        missing: i32,
    },
    /// R42, R45: something befalls the one asked.
    Withstand { who: CombatantId, what: Condition, number: i32, mental: bool },
    /// C2: which die is rolled again.
    ReRoll {
        who: CombatantId,
        /// The faces of the attribute's die and the skill's.
        faces: [i32; 2],
        better: bool,
    },
    /// C8: whether a die is to show its most.
    Maximise { who: CombatantId },
    /// C8, R55: whether fate turns death away.
    CheatDeath { who: CombatantId, number: i32 },
    /// C8: whether a damage is halved.
    Halve { who: CombatantId, amount: i32 },
    /// C12: a combatant moves away from the one asked.
    Opportunity { mover: CombatantId, to: CombatantId },
    /// C12: the one asked has parried.
    Riposte { by: CombatantId, to: CombatantId },
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "an answer says what its values are")]
pub enum Choice {
    /// Takes the blow. The default.
    TakeIt,
    /// R41.
    Dodge,
    /// R40, with this item.
    Block(u8),
    /// R44, with this item.
    Parry(u8),
    /// R44, A10: the same where it cannot help: it wears the item all the same.
    ParryInVain(u8),
    /// Does not step in. The default.
    LetItHappen,
    /// R43.
    Intercept,
    /// A32: goes there.
    To(Square),
    /// R42.
    Fortify,
    /// R53.
    FallUnconscious,
    /// R45.
    Resist,
    /// Bears it. The default.
    BearIt,
    /// C2, C8: this die.
    ThisDie(WhichDie),
    /// C8: spends no fate. The default, but where it means death.
    KeepFate,
    /// C8: spends a point of fate.
    SpendFate,
    /// C12: does not strike. The default.
    LetThemGo,
    /// C12: strikes with this.
    Strike(With),
    /// R22, C18: does what was readied, while others are asked.
    Trigger { who: CombatantId, action: Box<Action> },
}

/// An answer given in advance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandingOrder {
    /// Dodges whenever possible.
    AlwaysDodge,
    /// Blocks whenever possible.
    AlwaysBlock,
    /// Parries whenever possible, with what parries best.
    AlwaysParry,
    /// Takes every blow.
    TakeBlows,
    /// Intercepts whenever possible.
    AlwaysIntercept,
    /// Intercepts nobody.
    NeverIntercept,
    /// Fortifies and resists whenever possible.
    AlwaysWithstand,
    /// Neither fortifies nor resists.
    NeverWithstand,
    /// Strikes at nobody who moves away, and after no parry.
    NeverStrikeBack,
    /// Strikes at everyone who moves away, and after every parry, learned or not.
    AlwaysStrikeBack,
    /// C12: the same only by what they have learned.
    LearnedStrikes,
    /// Wants to be asked whether fate makes a die its most.
    AskFate,
    /// Takes the default everywhere.
    NeverAsk,
}

impl StandingOrder {
    /// All of them.
    pub const ALL: [StandingOrder; 13] = [
        StandingOrder::AlwaysDodge,
        StandingOrder::AlwaysBlock,
        StandingOrder::AlwaysParry,
        StandingOrder::TakeBlows,
        StandingOrder::AlwaysIntercept,
        StandingOrder::NeverIntercept,
        StandingOrder::AlwaysWithstand,
        StandingOrder::NeverWithstand,
        StandingOrder::NeverStrikeBack,
        StandingOrder::AlwaysStrikeBack,
        StandingOrder::LearnedStrikes,
        StandingOrder::AskFate,
        StandingOrder::NeverAsk,
    ];
}

/// A32, C12: a crowd of foes is not asked one by one whether it steps in for its own, nor whether it strikes out of turn without having
/// learned to; the GM may have them asked.
pub fn first_orders(owner: Option<Seat>) -> Vec<StandingOrder> {
    if owner.is_none() { vec![StandingOrder::NeverIntercept, StandingOrder::LearnedStrikes] } else { vec![] }
}

/// The offer that an order takes.
pub fn obey(
    _: &FightState,
    _: CombatantId,
    order: StandingOrder,
    question: &Question,
    offers: &[Choice],
) -> Option<usize> {
    let find = |wanted: fn(&Choice) -> bool| offers.iter().position(wanted);
    match (order, question) {
        (StandingOrder::AlwaysDodge, Question::Defend { .. }) => find(|it| *it == Choice::Dodge),
        (StandingOrder::AlwaysBlock, Question::Defend { .. }) => find(|it| matches!(it, Choice::Block(_))),
        (StandingOrder::AlwaysParry, Question::Defend { .. }) => find(|it| matches!(it, Choice::Parry(_))),
        (StandingOrder::AlwaysIntercept, Question::Intercept { .. }) => find(|it| *it == Choice::Intercept),
        (StandingOrder::AlwaysWithstand, Question::StayConscious { .. } | Question::Withstand { .. }) => {
            find(|it| matches!(it, Choice::Fortify | Choice::Resist))
        }
        (StandingOrder::NeverWithstand, Question::StayConscious { .. } | Question::Withstand { .. }) => {
            find(|it| matches!(it, Choice::FallUnconscious | Choice::BearIt))
        }
        (StandingOrder::AlwaysStrikeBack, Question::Opportunity { .. } | Question::Riposte { .. }) => {
            find(|it| matches!(it, Choice::Strike(_)))
        }
        (_, Question::CheatDeath { .. }) => None, // nobody dies, or lives, by an old order
        (StandingOrder::TakeBlows, Question::Defend { .. })
        | (StandingOrder::NeverIntercept, Question::Intercept { .. })
        | (StandingOrder::NeverStrikeBack, Question::Opportunity { .. } | Question::Riposte { .. }) => Some(0),
        (StandingOrder::NeverAsk, Question::Maximise { .. }) => Some(0),
        (StandingOrder::NeverAsk, _) => Some(0),
        _ => None,
    }
}
