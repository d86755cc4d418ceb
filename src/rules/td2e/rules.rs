//! The checklist: every rule and ruling of TD2e with its number on the system's page (`R`: the rule text, `A`: a ruling of ours where
//! it is silent, `C`: a fact from the game's companion pages), its name, and one sentence in our words.

use crate::rules::checklist::checklist;

checklist! {
    Initiative "R1" "Initiative" "At the start everyone rolls 2d6, or 3d6 if vigilant; the highest total acts first.";
    Ties "R2" "Ties" "On equal totals the vigilant go first; any others who are tied roll again among themselves.";
    Rounds "R3" "Rounds" "A round lasts five seconds, and everyone has one turn in it.";
    InCombat "R4" "In combat" "Next to an enemy you can attack, evade, or try to get out, and nothing else.";
    AdvanceAndAttack "R5" "Advance and attack" "If you\u{2019}re within one movement of the combat, you can walk up and attack.";
    Advance "R6" "Advance" "If you\u{2019}re within two movements of the combat, you can walk up to it, and your turn ends there.";
    Recovery "R7" "Recovery" "Six hours of sleep bring back 1 HP.";
    Damage "R8" "Damage" "Light melee and ranged weapons do 1 damage, heavy melee weapons 2.";
    Critical "R9" "Critical success" "After a hit 2d6 are rolled; a 12 does 1 damage more.";
    Reduction "R10" "Damage reduction" "Against damage reduction the attacker must succeed a second time, or the damage is reduced.";
    Dropping "R11" "Dropping" "At 0 HP a player character is unconscious and has two tests to stabilise, one in each of the next two rounds.";
    Stabilised "R12" "Stabilised" "A success brings back 1 HP, but no consciousness before the fight is over.";
    Death "R13" "Death" "If you fail every test to stabilise, you die.";
    BetterOdds "R14" "Better odds" "The robust and the hard to kill have better tests, and a medic improves all of these tests.";
    LightArmour "R15" "Light armour" "Anyone can wear it; it reduces damage by 1.";
    MediumArmour "R16" "Medium armour" "It takes armour training, hampers sneaking, and reduces damage by 2.";
    HeavyArmour "R17" "Heavy armour" "It takes armour training and strength, forbids sneaking, costs 5 ft of movement and reduces damage by 3.";
    Proficiency "R18" "Proficiency" "Without it you attack at disadvantage, with it normally, with mastery at advantage.";
    Slots "R19" "Trait slots" "One proficiency is free; each further one, and each mastery, takes a trait slot; taking none gives you one.";
    Subclass "R20" "Subclasses" "A proficiency covers one subclass of light melee, heavy melee or ranged weapons.";
    UntrainedBlow "R21" "Untrained blows" "Bare hands without training do no damage.";
    UntrainedEvasion "R22" "Untrained evasion" "Evading a weapon in trained hands with your bare hands is difficult and at disadvantage.";
    UnarmedFighter "R23" "Unarmed fighter" "The trait removes both penalties of bare hands.";
    AttackTest "A1" "Attack test" "An attack is an average test: any die of 5 or 6.";
    CriticalRoll "A2" "Critical roll" "It\u{2019}s a separate roll, always 2d6, with any weapon.";
    OrderOfAttack "A3" "Order of an attack" "Attack, evasion, critical roll, the roll against damage reduction; the last uses the attack\u{2019}s dice.";
    Evading "A4" "Evading" "Until your next turn, you can test to evade every attack that succeeds.";
    Extricating "A5" "Extricating" "A normal test: on a success you move away, on a failure you stay and your turn is over.";
    FarAway "A6" "Far away" "Beyond two movements you walk two and don\u{2019}t attack; you can shoot a ranged weapon instead of moving.";
    DisadvantageWins "A7" "Disadvantage wins" "Advantage and disadvantage together are disadvantage.";
    Robust "A8" "Robust" "The robust stabilise at advantage first, then by a normal test.";
    Resilient "A9" "Resilient" "The resilient regain 2 HP by sleep.";
    Attempts "A10" "When to stabilise" "You make the tests on your own turn in each following round.";
    MedicTime "A11" "A medic's help" "It takes the medic's turn beside the patient and helps all tests that are left; a medic can try again.";
    HitWhileDown "A12" "Hit while down" "Damage at 0 HP changes nothing; only the GM can have somebody finished.";
    FoesAtNothing "A13" "Foes at nothing" "At 0 HP the GM's own are out: dead, or knocked out if the attacker says so.";
    ArmourUntrained "A14" "Armour without training" "In medium armour the untrained attack and evade at disadvantage; heavy armour can\u{2019}t be worn.";
    NoDamage "A15" "No damage" "An untrained blow does nothing even on a critical success; bare hands can still grab, and the GM says what comes of it.";
    TiesOfSeveral "A16" "Ties of several" "All who are vigilant come before the others; each group rolls again with its own dice.";
    DownAgain "A18" "Down again" "If you were stabilised and drop to 0 HP again, you have all your tests again.";
    Excess "A19" "Excess damage" "Damage beyond 0 HP has no effect.";
    BareHands "A20" "Bare hands" "Without training at disadvantage and for no damage; an unarmed fighter tests normally for 1.";
    Adjacent "A21" "Adjacent to combat" "You\u{2019}re in combat with an enemy on any of the eight squares around you.";
    Scale "A22" "Scale" "A square is 5 ft. Only extricating gets you out of combat, but you can step round the same enemies and attack.";
    Tests "C1" "Tests" "1, 2 or 3d6; any die that is high enough succeeds: 3 trivial, 4 easy, 5 average, 6 difficult.";
    HardToKill "C2" "Hard to kill" "Three tests to stabilise: advantage, normal, disadvantage.";
    KeenTraits "C3" "Brutal and duelist" "The brutal score critically on 11 with heavy, duelists with light melee weapons.";
    Monks "C4" "Monks" "A monk's bare hands attack at advantage; level by level they learn to evade, to hit and to endure.";
    Races "C5" "Races" "Dwarfs have 6 HP and are robust, elves have 5, gnomes 4.";
}
