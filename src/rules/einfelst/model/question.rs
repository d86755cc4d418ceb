//! What players are asked in the middle of an action, what they can answer, and the orders they give in advance.

use super::{
    state::{Dread, Skill},
    track::{HarmKind, Track},
};
use crate::engine::{CombatantId, space::zones::ZoneId};
use serde::{Deserialize, Serialize};

/// What the extra successes belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extra {
    /// A blow.
    Blow,
    /// A shot.
    Shot,
    /// A grapple.
    Grapple,
    /// A push.
    Push,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// R13, R22: someone attacks the one asked.
    Defend {
        /// Who takes it.
        by: CombatantId,
        /// The target.
        at: CombatantId,
        /// Whether it's shot or thrown.
        shot: bool,
    },
    /// R19: extra successes are left to spend.
    Extra {
        /// Who spends them.
        by: CombatantId,
        /// The attacker.
        at: CombatantId,
        /// How many are left.
        left: u8,
        /// What they belong to.
        of: Extra,
    },
    /// A26: Harm to distribute.
    Spread {
        /// The attacker.
        who: CombatantId,
        /// The amount.
        amount: u8,
        /// The kind.
        kind: HarmKind,
    },
    /// R24: the defence has successes to spare.
    Surplus {
        /// The defender.
        who: CombatantId,
        /// The target.
        with: CombatantId,
    },
    /// R25: someone grapples the one asked.
    Grappled {
        /// Who offers.
        by: CombatantId,
    },
    /// R27: the held one tries to break free.
    HoldOn {
        /// The held one.
        held: CombatantId,
    },
    /// R31: someone flees.
    GiveChase {
        /// The fleer.
        fleer: CombatantId,
    },
    /// R36: the one asked is overcome by fear.
    React,
    /// R5: someone wants to swap cards.
    SwapCards {
        /// The grappler.
        from: CombatantId,
    },
    /// R15, R21b: whether magic can be resisted, and how; for the GM.
    MayResist {
        /// The caster.
        by: CombatantId,
        /// The target.
        at: CombatantId,
        /// What it should do.
        text: String,
    },
    /// R15: someone casts on the one asked.
    Resist {
        /// The caster.
        by: CombatantId,
        /// What it should do.
        text: String,
    },
    /// R21b: what the magic does; for the GM.
    Adjudicate {
        /// The caster.
        by: CombatantId,
        /// What it should do.
        text: String,
        /// The successes.
        successes: u8,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Takes it. The default.
    TakeIt,
    /// R22: parries with this action.
    Parry(Skill),
    /// R22: dodges.
    Dodge,
    /// R25: breaks free of a grapple.
    BreakFree,
    /// R27: holds on.
    HoldOn,
    /// R27, R31: doesn't react. The default.
    LetGo,
    /// R31: gives chase with this action.
    Chase(Skill),
    /// R19: that much more damage.
    More(u8),
    /// R6: swaps for this card.
    Outmanoeuvre(u8),
    /// A20: the Harm becomes mental.
    Stress,
    /// C3: pushes the target into this zone.
    PushTo(ZoneId),
    /// C3: pushes the target to another spot in the zone.
    PushAside,
    /// C3: makes the target drop what's in hand.
    Disarm,
    /// C4: pins the target down.
    Pin,
    /// R26: a hand over the mouth.
    Gag,
    /// Nothing more.
    Enough,
    /// A26: fills these slots.
    Spread(Track),
    /// R24: keeps the card. The default.
    Keep,
    /// R24: swaps for this card.
    Swap(u8),
    /// R36: this reaction.
    Dread(Dread),
    /// R5: doesn't swap. The default.
    Refuse,
    /// R5: swaps.
    Agree,
    /// R15: it can't be resisted. The default.
    NoResisting,
    /// R15: this action resists it.
    Resist(Skill),
    /// R21b: it does nothing. The default.
    Nothing,
    /// R21b: it works.
    Works,
}

/// A standing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StandingOrder {
    /// Parries whenever possible.
    AlwaysParry,
    /// Dodges whenever possible.
    AlwaysDodge,
    /// Parries or dodges, whichever is possible.
    AlwaysDefend,
    /// Breaks out of grapples whenever possible.
    AlwaysBreakFree,
    /// Holds on whenever possible.
    AlwaysHold,
    /// Gives chase whenever possible.
    AlwaysChase,
    /// Spends extra successes on damage.
    ExtraDamage,
    /// Fills the lesser slots first and moves the rest up (A3).
    LesserFirst,
    /// Fills the slots that cost the fewest dice.
    FewestDice,
    /// Keeps the card after a defence.
    KeepCard,
    /// Never reacts, to save manoeuvres.
    NeverReact,
    /// Always takes the default; distributes Harm as [`StandingOrder::LesserFirst`].
    NeverAsk,
}

impl StandingOrder {
    /// All orders, by name.
    pub const ALL: [(&'static str, StandingOrder); 12] = [
        ("always parry", StandingOrder::AlwaysParry),
        ("always dodge", StandingOrder::AlwaysDodge),
        ("always defend", StandingOrder::AlwaysDefend),
        ("always break free", StandingOrder::AlwaysBreakFree),
        ("always hold", StandingOrder::AlwaysHold),
        ("always chase", StandingOrder::AlwaysChase),
        ("extra damage", StandingOrder::ExtraDamage),
        ("lesser first", StandingOrder::LesserFirst),
        ("fewest dice", StandingOrder::FewestDice),
        ("keep my card", StandingOrder::KeepCard),
        ("never react", StandingOrder::NeverReact),
        ("never ask me", StandingOrder::NeverAsk),
    ];
}

/// The offer that an order takes.
pub fn obey(order: StandingOrder, question: &Question, offers: &[Choice]) -> Option<usize> {
    let reacts = matches!(
        question,
        Question::Defend { .. }
            | Question::Grappled { .. }
            | Question::HoldOn { .. }
            | Question::GiveChase { .. }
            | Question::Resist { .. }
    );
    let wanted: fn(&Choice) -> bool = match (order, question) {
        (StandingOrder::AlwaysParry, Question::Defend { .. }) => |it| matches!(it, Choice::Parry(_)),
        (StandingOrder::AlwaysDodge, Question::Defend { .. }) => |it| *it == Choice::Dodge,
        (StandingOrder::AlwaysDefend, Question::Defend { .. }) => |it| matches!(it, Choice::Parry(_) | Choice::Dodge),
        (StandingOrder::AlwaysBreakFree, Question::Grappled { .. }) => |it| *it == Choice::BreakFree,
        (StandingOrder::AlwaysHold, Question::HoldOn { .. }) => |it| *it == Choice::HoldOn,
        (StandingOrder::AlwaysChase, Question::GiveChase { .. }) => |it| matches!(it, Choice::Chase(_)),
        (StandingOrder::ExtraDamage, Question::Extra { of: Extra::Blow | Extra::Shot, .. }) => {
            |it| matches!(it, Choice::More(_))
        }
        (StandingOrder::FewestDice, Question::Spread { .. }) => {
            let dice = |it: &Choice| if let Choice::Spread(track) = it { track.penalty() } else { u8::MAX };
            return (0..offers.len()).min_by_key(|it| dice(&offers[*it]));
        }
        // A3: fills the lesser slots and moves the rest up.
        (StandingOrder::LesserFirst | StandingOrder::NeverAsk, Question::Spread { .. }) => {
            let rows = |it: &Choice| if let Choice::Spread(it) = it { (it.lesser, it.moderate) } else { (0, 0) };
            return (0..offers.len()).max_by_key(|it| rows(&offers[*it]));
        }
        (StandingOrder::NeverReact, _) if reacts => return Some(0),
        (StandingOrder::KeepCard, Question::Surplus { .. }) | (StandingOrder::NeverAsk, _) => return Some(0),
        _ => return None,
    };
    offers.iter().position(wanted)
}
