//! The checklist: every rule and ruling of TD2e with its number on the system's page (`R`: the rule text, `A`: a ruling of ours where
//! it is silent, `C`: a fact from the game's companion pages), its name, and one sentence in our words.

use crate::rules::checklist::checklist;

checklist! {
    Initiative "R1" "Initiative" "At the start everybody rolls 2d6, or 3d6 if Vigilant. The highest total acts first.";
    Ties "R2" "Ties" "On a tie, the Vigilant go first. Otherwise those who are tied roll again among themselves.";
    Rounds "R3" "Rounds" "A round lasts five seconds, and everybody gets one turn in it.";
    InCombat "R4" "In combat" "Next to an enemy, you can attack, evade or try to get out, and nothing else.";
    AdvanceAndAttack "R5" "Advance and attack" "If you\u{2019}re within one movement of the combat, you can walk up and attack.";
    Advance "R6" "Advance" "If you\u{2019}re within two movements of the combat, you can walk up to it, but then your turn ends.";
    Recovery "R7" "Recovery" "Six hours of sleep restore 1 HP.";
    Damage "R8" "Damage" "Light melee and ranged weapons do 1 damage, heavy melee weapons 2.";
    Critical "R9" "Critical success" "After a hit, roll 2d6; on a 12 the hit does 1 more damage.";
    Reduction "R10" "Damage reduction" "If the target has damage reduction, the attacker must pass a second test, or the reduction is subtracted from the damage.";
    Dropping "R11" "Dropping" "At 0 HP, a player\u{2019}s character is unconscious and gets two tests to stabilise, one in each of the next two rounds.";
    Stabilised "R12" "Stabilised" "A success restores 1 HP, but the character stays unconscious until the fight is over.";
    Death "R13" "Death" "A character who fails every test to stabilise dies.";
    BetterOdds "R14" "Better odds" "Robust and Hard to Kill improve the tests to stabilise, and a medic improves all of them.";
    LightArmour "R15" "Light armour" "Anybody can wear it. It reduces damage by 1.";
    MediumArmour "R16" "Medium armour" "It calls for Armor Training, hampers sneaking and reduces damage by 2.";
    HeavyArmour "R17" "Heavy armour" "It requires Armor Training and Strong, rules out sneaking, costs 5 ft of movement and reduces damage by 3.";
    Proficiency "R18" "Proficiency" "You attack at disadvantage without proficiency, normally with it, and at advantage with mastery.";
    Slots "R19" "Trait slots" "Your first proficiency is free. Each further one, and each mastery, takes a trait slot. Having no proficiency at all gives you an extra slot.";
    Subclass "R20" "Subclasses" "A proficiency covers one subclass of light melee, heavy melee or ranged weapons.";
    UntrainedBlow "R21" "Untrained blows" "Bare hands without training do no damage.";
    UntrainedEvasion "R22" "Untrained evasion" "Evading a trained attacker\u{2019}s weapon with untrained bare hands is difficult and at disadvantage.";
    UnarmedFighter "R23" "Unarmed fighter" "This trait removes both penalties for fighting with bare hands.";
    AttackTest "A1" "Attack test" "An attack is an average test: any die that shows 5 or 6 succeeds.";
    CriticalRoll "A2" "Critical roll" "It\u{2019}s a separate roll, always 2d6, with any weapon.";
    OrderOfAttack "A3" "Order of an attack" "The order is attack, evasion, critical roll, roll against damage reduction. The last uses the same dice as the attack.";
    Evading "A4" "Evading" "Until your next turn, you can make a test to evade each attack that hits you.";
    Extricating "A5" "Extricating" "This is a normal test. On a success you move away; on a failure you stay, and your turn is over.";
    FarAway "A6" "Far away" "Beyond two movements, you walk two and can\u{2019}t attack. You can shoot a ranged weapon instead of moving.";
    DisadvantageWins "A7" "Disadvantage wins" "Advantage and disadvantage together count as disadvantage.";
    Robust "A8" "Robust" "If you\u{2019}re Robust, your first test to stabilise is at advantage and your second is normal.";
    Resilient "A9" "Resilient" "If you\u{2019}re Resilient, sleep restores 2 HP.";
    Attempts "A10" "When to stabilise" "You make the tests on your own turn in each of the following rounds.";
    MedicTime "A11" "A medic's help" "It takes the medic\u{2019}s turn, next to the patient, and helps all remaining tests. A medic can try again.";
    HitWhileDown "A12" "Hit while down" "Damage to somebody at 0 HP changes nothing. Only the GM can have them finished off.";
    FoesAtNothing "A13" "Foes at nothing" "At 0 HP, the GM\u{2019}s characters are out: dead, or knocked out if the attacker says so.";
    ArmourUntrained "A14" "Armour without training" "Without training, you attack and evade at disadvantage in medium armour and can\u{2019}t wear heavy armour.";
    NoDamage "A15" "No damage" "An untrained blow does no damage even on a critical success. Bare hands can still grab, and the GM says what happens.";
    TiesOfSeveral "A16" "Ties of several" "The Vigilant come before everybody else. Each group rolls again with its own dice.";
    DownAgain "A18" "Down again" "A stabilised character can drop to 0 HP again, and then gets all the tests again.";
    Excess "A19" "Excess damage" "Damage beyond 0 HP has no effect.";
    BareHands "A20" "Bare hands" "Without training you attack at disadvantage and do no damage. An Unarmed Fighter attacks normally and does 1.";
    Adjacent "A21" "Adjacent to combat" "You\u{2019}re in combat with an enemy on any of the eight squares around you.";
    Scale "A22" "Scale" "A square is 5 ft. The only way out of combat is to get out by a test, but you can step around the same enemies and attack.";
    Tests "C1" "Tests" "Roll 1d6, 2d6 or 3d6. Any die that\u{2019}s high enough succeeds: 3 for a trivial test, 4 for an easy one, 5 for an average one, 6 for a difficult one.";
    HardToKill "C2" "Hard to kill" "You get three tests to stabilise: one at advantage, one normal and one at disadvantage.";
    KeenTraits "C3" "Brutal and duelist" "Brutal characters score a critical success on 11 with heavy melee weapons, and Duelists with light ones.";
    Monks "C4" "Monks" "A monk attacks at advantage with bare hands. Each level makes them better at evading, hitting and enduring.";
    Races "C5" "Races" "Dwarfs have 6 HP and are Robust, elves have 5 HP, and gnomes have 4.";
}
