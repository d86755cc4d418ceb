//! The checklist: every rule and ruling of Einfelst Wilds with its number on the system's page (`R`: the rule text, `A`: a ruling of ours
//! where it is silent, `C`: a fact from the companion pages), its name, and one sentence in our words.
//!
//! Long because: the checklist is one list, three lines to a rule.

use crate::engine::{Citable, Citation};
use serde::{Deserialize, Serialize};

/// A rule or a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rule {
    /// R1 Combat begins.
    Begins,
    /// R2 Initiative cards.
    Cards,
    /// R3 One card for several.
    SharedCard,
    /// R4 Rounds.
    Rounds,
    /// R5 Swapping cards.
    Swap,
    /// R6 Outmanoeuvring.
    Outmanoeuvre,
    /// R7 Zones.
    Zones,
    /// R8 Obstacles.
    Obstacles,
    /// R9 Circumstances.
    Circumstances,
    /// R10 Manoeuvres.
    Manoeuvres,
    /// R11 Fast instead of slow.
    SlowAsFast,
    /// R12 Reactions.
    Reactions,
    /// R13 Before the roll.
    BeforeTheRoll,
    /// R14 Slow manoeuvres.
    SlowTable,
    /// R15 Fast manoeuvres.
    FastTable,
    /// R16 Inside the zone.
    WithinZone,
    /// R17 Attacks.
    Attacks,
    /// R18 Damage.
    Damage,
    /// R19 Extra successes.
    ExtraDamage,
    /// R20 Harm points.
    HarmPoints,
    /// R21 Range.
    Range,
    /// R21b Casting.
    Casting,
    /// R22 Dodging and parrying.
    Defence,
    /// R23 Cancelling.
    Cancels,
    /// R24 More than needed.
    Surplus,
    /// R25 Grappling.
    Grapple,
    /// R26 A hand over the mouth.
    HandOverMouth,
    /// R27 Breaking free.
    BreakFree,
    /// R28 Held.
    HeldMayParry,
    /// R29 Fleeing.
    Flee,
    /// R30 The way out.
    WayOut,
    /// R31 Chasing.
    Chase,
    /// R32 Ambush.
    Ambush,
    /// R33 Surprise.
    Surprise,
    /// R34 Injuries.
    Injuries,
    /// R35 Fear.
    FearTest,
    /// R36 What fear does.
    FearTable,
    /// R37 Fire.
    Fire,
    /// R38 Poison.
    Poison,
    /// R39 Falling.
    Falling,
    /// R40 Tired, hungry, thirsty.
    Needs,
    /// A1 Arms and armour.
    ArmsAndArmour,
    /// A2 Slots.
    Slots,
    /// A3 Lesser first.
    LesserFirst,
    /// A4 More than ten.
    ManyCards,
    /// A5 Swaps in mid-round.
    SwapMidRound,
    /// A6 Dodging blows.
    DodgeMelee,
    /// A7 Holding.
    HoldByForce,
    /// A8 What the held may do.
    RestrainedMay,
    /// A9 Breaking a grapple.
    GrappleCancels,
    /// A10 Two reactions.
    TwoReactions,
    /// A11 Several cards.
    SeveralCards,
    /// A12 The ambush's dice.
    SneakDice,
    /// A13 The dice of company.
    FearDice,
    /// A14 The fire's numbers.
    FireNumbers,
    /// A15 Poison later on.
    PoisonRounds,
    /// A16 The dice of a fall.
    FallDice,
    /// A17 What is left over.
    ExtrasLeft,
    /// A18 Demanded successes.
    Demanded,
    /// A19 Where one starts.
    StartZone,
    /// A20 Stress.
    Stress,
    /// A21 One die.
    OneDie,
    /// A22 On one card.
    TheirOwnOrder,
    /// A23 The price.
    Price,
    /// A24 Cover.
    CoverDemands,
    /// A25 A word or two.
    FewWords,
    /// A26 Amounts of Harm.
    Amounts,
    /// A27 Position.
    Position,
    /// A28 The row of turns.
    TurnRow,
    /// C1 Pools.
    Pools,
    /// C2 Starting values.
    Starting,
    /// C3 What a blow's extras buy.
    StrikeEffects,
    /// C4 What a shot's extras buy.
    ShootEffects,
    /// C5 Rows of Harm.
    HarmRows,
    /// C6 Levels of difficulty.
    Difficulty,
}

use Rule as R;

/// All of them with number, name and sentence.
#[rustfmt::skip]
const ALL: [(Rule, &str, &str, &str); 75] = [
    (R::Begins, "R1", "Combat begins", "Combat begins when somebody tries to shoot, hit or otherwise harm another."),
    (R::Cards, "R2", "Initiative cards", "Everybody in it, willing or not, draws one of ten cards, and all can see it."),
    (R::SharedCard, "R3", "One card for several", "Foes who are all alike may act on one card, if the Director wants it so."),
    (R::Rounds, "R4", "Rounds", "The lowest card acts first; when all have acted a new round begins, and the cards stay."),
    (R::Swap, "R5", "Swapping cards", "Two player characters who can talk may swap cards at the start of a round, before anybody has acted."),
    (R::Outmanoeuvre, "R6", "Outmanoeuvring", "An extra success can force an opponent to swap cards; of several cards the swapper names one."),
    (R::Zones, "R7", "Zones", "A zone is a few steps across; what is farther than one's own zone takes a weapon that reaches, and cover is where it is marked."),
    (R::Obstacles, "R8", "Obstacles", "Some ways are only open after a manoeuvre or a test."),
    (R::Circumstances, "R9", "Circumstances", "Where the odds are clearly worse, such as shooting in darkness, the Director may demand extra successes."),
    (R::Manoeuvres, "R10", "Manoeuvres", "A turn has one slow and one fast manoeuvre."),
    (R::SlowAsFast, "R11", "Fast instead of slow", "The slow manoeuvre may be a second fast one."),
    (R::Reactions, "R12", "Reactions", "Some fast manoeuvres are reactions: at any time of the round, before or after one's own turn."),
    (R::BeforeTheRoll, "R13", "Before the roll", "Who protects themselves says so before the attack is rolled."),
    (R::SlowTable, "R14", "Slow manoeuvres", "Attacks, wrestling, fleeing, persuading, luring, surveying, climbing and magic are slow and take a test."),
    (R::FastTable, "R15", "Fast manoeuvres", "Drawing, standing up, moving, taking cover, handling things and shouting are fast and take none."),
    (R::WithinZone, "R16", "Inside the zone", "A fast manoeuvre brings one anywhere in the zone, to who is in cover or far off in it, or into the next zone."),
    (R::Attacks, "R17", "Attacks", "Unarmed by Force, with a melee weapon by Strike, from afar by Shoot; one success hits."),
    (R::Damage, "R18", "Damage", "The weapon's damage is how much Physical Harm a hit does."),
    (R::ExtraDamage, "R19", "Extra successes", "Each extra success may do one more Harm, or something else."),
    (R::HarmPoints, "R20", "Harm points", "For human foes and animals Harm may be counted in points, each a die less."),
    (R::Range, "R21", "Range", "A weapon reaches from so many to so many zones; 0 is one's own."),
    (R::Casting, "R21b", "Casting", "Magic is a slow Cast test; what comes of it the Director says."),
    (R::Defence, "R22", "Dodging and parrying", "A fast manoeuvre parries in close combat (Strike, or Force unarmed) or dodges a shot (Finesse)."),
    (R::Cancels, "R23", "Cancelling", "Each success of the defender takes one of the attacker's; with none left the attack misses."),
    (R::Surplus, "R24", "More than needed", "Who defends with successes to spare may swap cards with the attacker."),
    (R::Grapple, "R25", "Grappling", "A Force test restrains, unless the other breaks free of it by Force."),
    (R::HandOverMouth, "R26", "A hand over the mouth", "It takes one extra success, and the held one cannot shout."),
    (R::BreakFree, "R27", "Breaking free", "Once a turn the held one may try by a fast manoeuvre; against a hold it takes more successes than the holder's."),
    (R::HeldMayParry, "R28", "Held", "The held one can parry, and can neither attack nor flee."),
    (R::Flee, "R29", "Fleeing", "A success by Finesse or Sneak leaves the fight; a failure stays in the zone."),
    (R::WayOut, "R30", "The way out", "Nobody flees through a zone where an enemy is; the zone one starts in does not count."),
    (R::Chase, "R31", "Chasing", "An opponent in the zone may chase by Finesse or Track; with every success cancelled both have moved one zone."),
    (R::Ambush, "R32", "Ambush", "One Sneak test for all against Track or Read: the winners draw a second card and keep the better."),
    (R::Surprise, "R33", "Surprise", "Where no test is needed the second card is simply drawn."),
    (R::Injuries, "R34", "Injuries", "The kind of damage is the kind of Harm: physical or mental."),
    (R::FearTest, "R35", "Fear", "Endure, with a die for each player character there, up to three; the Fear value says how many successes it takes."),
    (R::FearTable, "R36", "What fear does", "By position a success gives a die or nothing, a failure 2, 3 or 4 Mental Harm; how one reacts is the player's choice."),
    (R::Fire, "R37", "Fire", "Who burns takes its damage less an Endure test at once and in each later round, and can only put it out, flee or shout."),
    (R::Poison, "R38", "Poison", "Toxicity dice against Endure: nothing, 1 Harm on a tie, or as much as the dice rolled; then one less each round."),
    (R::Falling, "R39", "Falling", "From ten feet on the Director rolls against Endure; each success more is a Physical Harm, and armour does not help."),
    (R::Needs, "R40", "Tired, hungry, thirsty", "An Endure test, or 1 Harm."),
    (R::ArmsAndArmour, "A1", "Arms and armour", "The numbers of weapons are the table's; armour has dice, and each 6 takes off 1 Physical Harm, never of a fall."),
    (R::Slots, "A2", "Slots", "Two lesser, two moderate, one severe for each kind of Harm; a moderate one costs two dice, a severe one takes out of action; foes count points."),
    (R::LesserFirst, "A3", "Lesser first", "Who does not choose fills the lesser slots first and the rest upward."),
    (R::ManyCards, "A4", "More than ten", "Foes who are alike share a card, then a second deck is begun; on a tie player characters come first."),
    (R::SwapMidRound, "A5", "Swaps in mid-round", "Nobody acts twice or loses a turn by a swap; who is acting finishes first."),
    (R::DodgeMelee, "A6", "Dodging blows", "Parrying is against close combat, dodging against shots; blows are dodged only where the Director allows it."),
    (R::HoldByForce, "A7", "Holding", "Holding on is rolled by Force; a table may choose Endure."),
    (R::RestrainedMay, "A8", "What the held may do", "Break free, shout unless gagged, and parry; nothing else."),
    (R::GrappleCancels, "A9", "Breaking a grapple", "The reaction to a grapple cancels successes as a parry does."),
    (R::TwoReactions, "A10", "Two reactions", "Who has spent neither manoeuvre may react twice; a slow one used so is gone from the turn."),
    (R::SeveralCards, "A11", "Several cards", "Each card is a whole turn; of an ambush's two cards the lower is kept."),
    (R::SneakDice, "A12", "The ambush's dice", "It takes more successes than the other's; each beyond one gives a die for the first manoeuvre of the round."),
    (R::FearDice, "A13", "The dice of company", "The tester counts; a controlled success gives a die for the next test."),
    (R::FireNumbers, "A14", "The fire's numbers", "The Director says its damage and how many successes put it out; others may help."),
    (R::PoisonRounds, "A15", "Poison later on", "One less each round without a new roll; both without a success is a tie."),
    (R::FallDice, "A16", "The dice of a fall", "One die for every whole five feet, none below ten."),
    (R::ExtrasLeft, "A17", "What is left over", "Extra successes are those that a reaction has left, and are spent after it."),
    (R::Demanded, "A18", "Demanded successes", "What circumstances demand is needed to hit; extra ones count from there."),
    (R::StartZone, "A19", "Where one starts", "An enemy in the zone where one stands does not keep one from fleeing; who flees is out of the order."),
    (R::Stress, "A20", "Stress", "All Harm of the attack is mental then."),
    (R::OneDie, "A21", "One die", "A test always has at least one die."),
    (R::TheirOwnOrder, "A22", "On one card", "Foes on one card act one after the other, as the Director likes."),
    (R::Price, "A23", "The price", "One extra success buys one effect; damage any number of times, anything else once in an attack."),
    (R::CoverDemands, "A24", "Cover", "Cover keeps close combat off until somebody gets there; shots need an extra success only where the Director demands it."),
    (R::FewWords, "A25", "A word or two", "One or two words cost nothing."),
    (R::Amounts, "A26", "Amounts of Harm", "Damage is an amount, to be distributed over levels."),
    (R::Position, "A27", "Position", "The Director sets it; without a word it is risky."),
    (R::TurnRow, "A28", "The row of turns", "A swap exchanges two cards, never who is done; of foes on one card the one who swaps leaves the others."),
    (R::Pools, "C1", "Pools", "An action's value and its attribute are six-sided dice; each 6 is a success."),
    (R::Starting, "C2", "Starting values", "Actions run from 0 to 5; at the start none is above 2, but one main one may be 3."),
    (R::StrikeEffects, "C3", "What a blow's extras buy", "Damage, outmanoeuvring, stress, a push, or a dropped thing, which is picked up by a fast manoeuvre."),
    (R::ShootEffects, "C4", "What a shot's extras buy", "Damage, outmanoeuvring, stress, or pinning: entering the next zone costs 1 Harm."),
    (R::HarmRows, "C5", "Rows of Harm", "A full row moves Harm up; above the top lies catastrophe."),
    (R::Difficulty, "C6", "Levels of difficulty", "One success is normal, two are challenging, three are hard."),
];

impl Citable for Rule {
    fn citation(&self) -> Citation {
        let (_, number, title, sentence) =
            ALL.iter().find(|it| it.0 == *self).copied().expect("every rule is in the list");
        Citation { number, title, sentence, ruling: number.starts_with('A') }
    }
    fn all() -> Vec<Rule> {
        ALL.iter().map(|it| it.0).collect()
    }
}
