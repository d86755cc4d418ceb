//! The checklist: every rule and ruling of TD2e with its number on the system's page (`R`: the rule text, `A`: a ruling of ours where
//! it is silent, `C`: a fact from the game's companion pages), its name, and one sentence in our words.

use crate::engine::{Citable, Citation};
use serde::{Deserialize, Serialize};

/// A rule or a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rule {
    /// R1 Initiative.
    Initiative,
    /// R2 Ties.
    Ties,
    /// R3 Rounds.
    Rounds,
    /// R4 In combat.
    InCombat,
    /// R5 Advance and attack.
    AdvanceAndAttack,
    /// R6 Advance.
    Advance,
    /// R7 Recovery.
    Recovery,
    /// R8 Damage.
    Damage,
    /// R9 Critical success.
    Critical,
    /// R10 Damage reduction.
    Reduction,
    /// R11 Dropping.
    Dropping,
    /// R12 Stabilised.
    Stabilised,
    /// R13 Death.
    Death,
    /// R14 Better odds.
    BetterOdds,
    /// R15 Light armour.
    LightArmour,
    /// R16 Medium armour.
    MediumArmour,
    /// R17 Heavy armour.
    HeavyArmour,
    /// R18 Proficiency.
    Proficiency,
    /// R19 Trait slots.
    Slots,
    /// R20 Subclasses.
    Subclass,
    /// R21 Untrained blows.
    UntrainedBlow,
    /// R22 Untrained evasion.
    UntrainedEvasion,
    /// R23 Unarmed fighter.
    UnarmedFighter,
    /// A1 Attack test.
    AttackTest,
    /// A2 Critical roll.
    CriticalRoll,
    /// A3 Order of an attack.
    OrderOfAttack,
    /// A4 Evading.
    Evading,
    /// A5 Extricating.
    Extricating,
    /// A6 Far away.
    FarAway,
    /// A7 Disadvantage wins.
    DisadvantageWins,
    /// A8 Robust.
    Robust,
    /// A9 Resilient.
    Resilient,
    /// A10 When to stabilise.
    Attempts,
    /// A11 Medic.
    MedicTime,
    /// A12 Hit while down.
    HitWhileDown,
    /// A13 Foes at nothing.
    FoesAtNothing,
    /// A14 Armour untrained.
    ArmourUntrained,
    /// A15 No damage.
    NoDamage,
    /// A16 Ties of several.
    TiesOfSeveral,
    /// A18 Down again.
    DownAgain,
    /// A19 Excess damage.
    Excess,
    /// A20 Bare hands.
    BareHands,
    /// A21 Adjacent to combat.
    Adjacent,
    /// A22 Scale.
    Scale,
    /// C1 Tests.
    Tests,
    /// C2 Hard to kill.
    HardToKill,
    /// C3 Brutal and duelist.
    KeenTraits,
    /// C4 Monks.
    Monks,
    /// C5 Races.
    Races,
}

use Rule as R;

/// All of them with number, name and sentence.
const ALL: [(Rule, &str, &str, &str); 49] = [
    (
        R::Initiative,
        "R1",
        "Initiative",
        "At the start everybody rolls 2d6, the vigilant 3d6; the highest total acts first.",
    ),
    (
        R::Ties,
        "R2",
        "Ties",
        "On equal totals the vigilant go first; otherwise those who are tied roll again among themselves.",
    ),
    (R::Rounds, "R3", "Rounds", "A round lasts five seconds; everybody has one turn in it."),
    (R::InCombat, "R4", "In combat", "Next to an enemy one may attack, evade, or try to get out, and nothing else."),
    (R::AdvanceAndAttack, "R5", "Advance and attack", "Within one movement of the combat one may walk up and attack."),
    (R::Advance, "R6", "Advance", "Within two movements of the combat one may walk up to it, and the turn ends there."),
    (R::Recovery, "R7", "Recovery", "Six hours of sleep bring back 1 HP."),
    (R::Damage, "R8", "Damage", "Light melee and ranged weapons do 1 damage, heavy melee weapons 2."),
    (R::Critical, "R9", "Critical success", "After a hit 2d6 are rolled; a 12 does 1 damage more."),
    (
        R::Reduction,
        "R10",
        "Damage reduction",
        "Against damage reduction the attacker must succeed once more, or it is taken off.",
    ),
    (
        R::Dropping,
        "R11",
        "Dropping",
        "At 0 HP a player's character is unconscious and has two tests to stabilise, one in each of the next rounds.",
    ),
    (
        R::Stabilised,
        "R12",
        "Stabilised",
        "A test that succeeds brings back 1 HP, but no consciousness before the fight is over.",
    ),
    (R::Death, "R13", "Death", "Who fails all tests to stabilise dies."),
    (
        R::BetterOdds,
        "R14",
        "Better odds",
        "The robust and the hard to kill have better tests, and a medic improves all of them.",
    ),
    (R::LightArmour, "R15", "Light armour", "Anybody may wear it; it reduces damage by 1."),
    (R::MediumArmour, "R16", "Medium armour", "It wants armour training, hampers sneaking, and reduces damage by 2."),
    (
        R::HeavyArmour,
        "R17",
        "Heavy armour",
        "It takes armour training and strength, forbids sneaking, costs 5 ft of movement and reduces damage by 3.",
    ),
    (
        R::Proficiency,
        "R18",
        "Proficiency",
        "Without it one attacks at disadvantage, with it normally, with mastery at advantage.",
    ),
    (
        R::Slots,
        "R19",
        "Trait slots",
        "One proficiency is free; each further one, and each mastery, takes a trait slot; to have none gives one.",
    ),
    (
        R::Subclass,
        "R20",
        "Subclasses",
        "A proficiency covers one subclass of weapons inside light melee, heavy melee or ranged.",
    ),
    (R::UntrainedBlow, "R21", "Untrained blows", "Bare hands without training do no damage."),
    (
        R::UntrainedEvasion,
        "R22",
        "Untrained evasion",
        "To evade a weapon in trained hands with bare hands of one's own is difficult and at disadvantage.",
    ),
    (R::UnarmedFighter, "R23", "Unarmed fighter", "The trait takes both penalties of bare hands away."),
    (R::AttackTest, "A1", "Attack test", "An attack is an average test: any die of 5 or 6."),
    (R::CriticalRoll, "A2", "Critical roll", "It is a roll of its own, always 2d6, with any weapon."),
    (
        R::OrderOfAttack,
        "A3",
        "Order of an attack",
        "Attack, evasion, critical roll, the roll against damage reduction; that last one has the attack's dice.",
    ),
    (R::Evading, "A4", "Evading", "Until one's next turn, every attack that succeeds may be evaded by a test."),
    (
        R::Extricating,
        "A5",
        "Extricating",
        "A normal test; on a success one moves away, on a failure one stays and the turn is over.",
    ),
    (
        R::FarAway,
        "A6",
        "Far away",
        "Beyond two movements one walks two and does not attack; ranged weapons may be shot instead of moving.",
    ),
    (R::DisadvantageWins, "A7", "Disadvantage wins", "Advantage and disadvantage together are disadvantage."),
    (R::Robust, "A8", "Robust", "The robust stabilise at advantage first, then by a normal test."),
    (R::Resilient, "A9", "Resilient", "The resilient regain 2 HP by sleep."),
    (R::Attempts, "A10", "When to stabilise", "The tests are made on one's own turn of each following round."),
    (
        R::MedicTime,
        "A11",
        "A medic's help",
        "It takes the medic's turn beside the patient and helps all tests that are left; a medic may try again.",
    ),
    (
        R::HitWhileDown,
        "A12",
        "Hit while down",
        "Damage to somebody at 0 HP changes nothing; only the GM may have them finished.",
    ),
    (
        R::FoesAtNothing,
        "A13",
        "Foes at nothing",
        "At 0 HP the GM's own are out: dead, or knocked out if the attacker says so.",
    ),
    (
        R::ArmourUntrained,
        "A14",
        "Armour without training",
        "In medium armour the untrained attack and evade at disadvantage; heavy armour cannot be worn.",
    ),
    (R::NoDamage, "A15", "No damage", "An untrained blow does nothing even on a critical success."),
    (
        R::TiesOfSeveral,
        "A16",
        "Ties of several",
        "All who are vigilant come before the others; each group rolls again with its own dice.",
    ),
    (
        R::DownAgain,
        "A18",
        "Down again",
        "Who was stabilised may be brought to 0 HP again, and then has all tests again.",
    ),
    (R::Excess, "A19", "Excess damage", "Damage beyond 0 HP has no effect."),
    (
        R::BareHands,
        "A20",
        "Bare hands",
        "Without training at disadvantage and for no damage; an unarmed fighter tests normally for 1.",
    ),
    (R::Adjacent, "A21", "Adjacent to combat", "One is in combat with an enemy on any of the eight squares around."),
    (
        R::Scale,
        "A22",
        "Scale",
        "A square is 5 ft; out of combat leads only extricating, but one may step round the same enemies and attack.",
    ),
    (
        R::Tests,
        "C1",
        "Tests",
        "1, 2 or 3d6; any die that is high enough succeeds: 3 trivial, 4 easy, 5 average, 6 difficult.",
    ),
    (R::HardToKill, "C2", "Hard to kill", "Three tests to stabilise: advantage, normal, disadvantage."),
    (
        R::KeenTraits,
        "C3",
        "Brutal and duelist",
        "The brutal score critically on 11 with heavy, duelists with light melee weapons.",
    ),
    (
        R::Monks,
        "C4",
        "Monks",
        "A monk's bare hands attack at advantage; level by level they learn to evade, to hit and to endure.",
    ),
    (R::Races, "C5", "Races", "Dwarfs have 6 HP and are robust, elves have 5, gnomes 4."),
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
