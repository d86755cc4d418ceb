//! What people are asked in the middle of something, what they may answer, and the orders they give in advance.

use super::{
    state::{Dread, Skill},
    track::{HarmKind, Track},
};
use crate::engine::{CombatantId, space::zones::ZoneId};
use serde::{Deserialize, Serialize};

/// Whose extra successes are to be spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extra {
    /// A blow's.
    Blow,
    /// A shot's.
    Shot,
    /// A grapple's.
    Grapple,
    /// A push's.
    Push,
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// R13, R22: an attack falls on the one asked.
    Defend {
        /// Whose.
        by: CombatantId,
        /// On whom.
        at: CombatantId,
        /// Whether it is shot or thrown.
        shot: bool,
    },
    /// R19: extra successes are left.
    Extra {
        /// Whose.
        by: CombatantId,
        /// Against whom.
        at: CombatantId,
        /// How many.
        left: u8,
        /// Of what.
        of: Extra,
    },
    /// A26: Harm is to be distributed.
    Spread {
        /// Whose.
        who: CombatantId,
        /// How much.
        amount: u8,
        /// Of which kind.
        kind: HarmKind,
    },
    /// R24: the defence had successes to spare.
    Surplus {
        /// Who defended.
        who: CombatantId,
        /// Against whom.
        with: CombatantId,
    },
    /// R25: somebody grapples the one asked.
    Grappled {
        /// Who.
        by: CombatantId,
    },
    /// R27: the held one tries to break free.
    HoldOn {
        /// Who is held.
        held: CombatantId,
    },
    /// R31: somebody flees.
    GiveChase {
        /// Who.
        fleer: CombatantId,
    },
    /// R36: fear got the better of the one asked.
    React,
    /// R5: somebody wants to swap cards.
    SwapCards {
        /// Who.
        from: CombatantId,
    },
    /// R15, R21b: whether magic can be resisted, and by what; the GM is asked.
    MayResist {
        /// Who casts.
        by: CombatantId,
        /// On whom.
        at: CombatantId,
        /// What is tried.
        text: String,
    },
    /// R15: magic is cast on the one asked.
    Resist {
        /// Who casts.
        by: CombatantId,
        /// What is tried.
        text: String,
    },
    /// R21b: what comes of magic; the GM is asked.
    Adjudicate {
        /// Who casts.
        by: CombatantId,
        /// What is tried.
        text: String,
        /// Successes.
        successes: u8,
    },
}

/// What may be answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// Does nothing against it. The default.
    TakeIt,
    /// R22: parries by this action.
    Parry(Skill),
    /// R22: dodges.
    Dodge,
    /// R25: breaks free of a grapple.
    BreakFree,
    /// R27: holds on.
    HoldOn,
    /// R27, R31: does not react. The default.
    LetGo,
    /// R31: gives chase by this action.
    Chase(Skill),
    /// R19: so much more damage.
    More(u8),
    /// R6: swaps for this card.
    Outmanoeuvre(u8),
    /// A20: the Harm is mental.
    Stress,
    /// C3: pushes into this zone.
    PushTo(ZoneId),
    /// C3: pushes to another spot of the zone.
    PushAside,
    /// C3: makes drop what is in hand.
    Disarm,
    /// C4: pins down.
    Pin,
    /// R26: a hand over the mouth.
    Gag,
    /// Nothing more.
    Enough,
    /// A26: these slots.
    Spread(Track),
    /// R24: keeps the card. The default.
    Keep,
    /// R24: swaps for this card.
    Swap(u8),
    /// R36: reacts so.
    Dread(Dread),
    /// R5: does not swap. The default.
    Refuse,
    /// R5: swaps.
    Agree,
    /// R15: it cannot be resisted. The default.
    NoResisting,
    /// R15: resisted by this action.
    Resist(Skill),
    /// R21b: nothing comes of it. The default.
    Nothing,
    /// R21b: it works.
    Works,
}

/// An answer given in advance.
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
    /// Extra successes are damage.
    ExtraDamage,
    /// Harm goes into the lesser slots first, and what is left upward (A3).
    LesserFirst,
    /// Harm goes where it costs the fewest dice.
    FewestDice,
    /// Keeps the card after a defence.
    KeepCard,
    /// Saves the manoeuvres: reacts to nothing.
    NeverReact,
    /// Takes the default everywhere; Harm as [`StandingOrder::LesserFirst`].
    NeverAsk,
}

impl StandingOrder {
    /// All of them, by their words.
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
        // A3: whoever leaves it to the table fills the lesser slots, and the rest goes upward.
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
