//! The checklist: every rule and ruling of Ingenuity with its number on the system's page (`R`: the rule text, `A`: a ruling of ours where
//! it is silent, `C`: a fact from the game's companion pages), its name, and one sentence in our words.

use crate::engine::{Citable, Citation};
use serde::{Deserialize, Serialize};

macro_rules! rules {
    ($($name:ident $number:literal $title:literal $sentence:literal;)*) => {
        /// A rule or a ruling.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Rule {
            $(#[doc = concat!($number, " ", $title, ".")] $name,)*
        }

        impl Citable for Rule {
            fn citation(&self) -> Citation {
                let (number, title, sentence) = match self {
                    $(Rule::$name => ($number, $title, $sentence),)*
                };
                Citation { number, title, sentence, ruling: number.starts_with('A') }
            }

            fn all() -> Vec<Rule> {
                vec![$(Rule::$name),*]
            }
        }
    };
}

rules! {
    Teams "R1" "Teams" "A fight is on when one group means to harm another, and everybody in it belongs to a team.";
    End "R2" "End" "The fight ends when one team is left, or when a team has done what it came for; an objective may change between rounds.";
    Initiative "R3" "Initiative" "The team whose deed began the fight is first, the attacked team second, the others as the GM puts them.";
    Trigger "R4" "Trigger act" "The deed that began the fight is the first action of that character's first turn, and no free extra.";
    Rounds "R5" "Rounds" "A round is about six seconds, and everybody in the fight has exactly one turn in it.";
    Alternation "R6" "Alternation" "Team after team gives a turn to one member who has not had one, until all have; the first team begins every round.";
    Lopsided "R7" "Lopsided teams" "A team with nobody left to act is skipped, and the others go on.";
    UnableToAct "R8" "Unable to act" "Whoever cannot act has no turn; once awake again, they may still take the one they have not had.";
    Surprise "R9" "Surprise round" "A team with surprise has a whole round before the others act at all.";
    CannotBeSurprised "R10" "Not to be surprised" "Who cannot be surprised acts in the surprise round too, and the teams alternate in it.";
    Actions "R11" "Three actions" "A turn has three actions, and what is done costs one unless it says otherwise.";
    Reactions "R12" "One reaction" "There is one reaction, for use on anybody's turn.";
    FreeActions "R13" "Free actions" "Free actions and free reactions count against no limit.";
    CarryOver "R14" "Carried over" "What takes more actions than are left is begun now and paid on from the next turn; it happens once all is paid.";
    Abandon "R15" "Abandon" "What was begun may be dropped at any time of a later turn; what was paid is lost.";
    Attack "R16" "Attack" "One action: one attack with an item or bare hands.";
    Brandish "R17" "Brandish" "One action: choose what is in hand.";
    Command "R18" "Command" "One action and 2 focus: an ally gets one action now, once a turn for each.";
    Interact "R19" "Interact" "One action: use a thing nearby.";
    Guard "R20" "Guard" "Ends the turn: +1 to all defences and their tests until the next one.";
    Move "R21" "Move" "One action, once a turn: as far as one's speed.";
    Ready "R22" "Ready an action" "Ends the turn: an action and a trigger are named; when it comes, the action is a reaction.";
    Resuscitate "R23" "Resuscitate" "Two actions: go prone, and by a test bring somebody back to their senses.";
    SeekCover "R24" "Seek cover" "One action: behind cover, ranged attackers have disadvantage until the next turn.";
    ShortTask "R25" "Short task" "Three actions: something short that takes a test.";
    Sprint "R26" "Sprint" "One action and 1 stamina, after having moved: move again.";
    StandUp "R27" "Stand up" "One action: be prone no more.";
    Wait "R28" "Wait" "Ends the turn: one reaction more until the next one.";
    DropItem "R29" "Drop item" "Free: let go of something in hand.";
    DropProne "R30" "Drop prone" "Free: ranged attackers have disadvantage, those who strike from near advantage.";
    Step "R31" "Step" "Free, once a turn, instead of a move: one metre.";
    Diagonals "R31b" "Diagonals" "Every second diagonal square counts two metres.";
    ToHit "R32" "To hit" "One of the weapon's attributes, combat, and one proficiency that fits, against evasion; equal hits.";
    Damage "R33" "Damage" "The test and the weapon's damage, less what the target's deflection takes off, at least 1; endurance first, then health.";
    LuckDie "R34" "Luck die" "At the weapon's threshold or above the attack cannot miss and does critical damage; no +4 on attacks.";
    Stray "R35" "Stray shot" "A shot or throw with a luck die of 1 goes to one of those within a metre of its target.";
    MultipleAttacks "R36" "Multiple attacks" "Each attack made before in the same round takes 2 off.";
    Sneak "R37" "Sneak attack" "Against somebody who cannot see the attacker: advantage.";
    Flank "R38" "Flanking" "Against somebody with foes on two opposite sides: advantage, to anybody who attacks.";
    Size "R39" "Size" "A larger attacker finds evasion higher and deflection lower by the difference, a smaller one the other way.";
    Block "R40" "Block" "A reaction and 1 stamina: an item made for it takes the blow.";
    Dodge "R41" "Dodge" "A reaction and 1 stamina: a test to be out of the way.";
    Fortify "R42" "Fortify" "A reaction and 1 stamina: a test against what befalls the body.";
    Intercept "R43" "Intercept" "A reaction and 1 stamina: take an ally's place as the target, and defend oneself for free.";
    Parry "R44" "Parry" "A reaction and 1 stamina: an item in hand adds to deflection.";
    Resist "R45" "Resist" "A reaction and 1 focus: a test against what befalls the mind.";
    Defences "R45b" "Defensive actions" "Dodge, fortify and resist; against attacks also block and parry.";
    BlockDetail "R46" "What blocking does" "The item is hit: its block value takes off instead of deflection, the rest goes to its durability, at least 1.";
    Overflow "R47" "Overflow" "What is more than the item can bear is dealt to whoever held it, with all that comes with a hit.";
    Broken "R48" "Broken" "Nothing broken blocks or parries; metal has 10 durability if nothing is said, all else 4.";
    ParryDetail "R49" "What parrying does" "The item's parry value, or 1, is added to physical deflection; then it takes 1 durability damage.";
    DamageTypes "R50" "Damage types" "Physical and elemental damage each meet their own deflection; other damage meets none.";
    Harmed "R51" "Harmed" "At half of one's endurance or below.";
    Bloodied "R52" "Bloodied" "With any health missing.";
    StayingConscious "R53" "Staying conscious" "When health is lost and more is missing than constitution: fortify against what is missing, or fall unconscious.";
    ZeroHealth "R54" "No health" "At 0 health one is unconscious at once.";
    RiskDeath "R55" "Risk of death" "Damage beyond the health that was left: a luck test, 10 at first and 5 more each time it is passed, or death.";
    Nonlethal "R56" "Nonlethal" "Nonlethal damage that brings somebody to 0 does not risk death.";
    DownAgain "R57" "Harm at 0" "Any damage at 0 health risks death, nonlethal too.";
    KillingStrike "R58" "Killing strike" "Three actions against the unconscious: a test with advantage against constitution kills; failed, it is a sneak attack.";
    ReactionReturns "A1" "When the reaction returns" "At the start of one's own turn; all begin with one. Tables may allow no more than one a round.";
    EndsTurn "A2" "What ends the turn" "Guard, ready and wait need an action left and take all that are.";
    StepOrMove "A3" "Step or move" "One or the other in a turn; whether a step counts for sprinting is an option.";
    GuardWhat "A4" "What guarding helps" "Constitution, evasion, willpower, both deflections; dodging, fortifying, resisting.";
    CommandedTurn "A5" "Who is commanded" "May have had their turn, keeps their own actions; an attack counts among theirs.";
    MapScope "A6" "Which attacks count" "All of the round: in reactions, on command, readied.";
    Declarations "A7" "When one defends" "After a hit is known, before damage; a critical hit is not dodged. Tables may have it declared before the roll.";
    FreeDefence "A8" "After intercepting" "The defence is free of the limit but not of its stamina; evasion, deflection and size are the interceptor's.";
    OverflowUnreduced "A9" "Overflow is not reduced" "What comes past a block meets no deflection.";
    ParryPhysical "A10" "Parrying is physical" "It helps against nothing else, wears the item all the same, and makes no hit a miss.";
    NotBelowNothing "A11" "Deflection has a floor" "It is never less than 0.";
    AnyWeapon "A12" "With any weapon" "A killing strike takes any weapon, is no attack by itself, and takes three actions.";
    DeadOutright "A13" "Dead outright" "A killing strike that succeeds leaves no luck test.";
    ExactlyZero "A14" "Exactly nothing left" "Brought to 0 by just so much damage: unconscious, and no luck test.";
    NoCheckAtZero "A15" "No check at 0" "Who is at 0 health is unconscious without a test.";
    EachHitRisks "A16" "Every hit risks death" "At 0 health each hit of 1 or more takes a luck test of its own.";
    BeyondLuck "A17" "Beyond luck" "Above 20 the luck test cannot be passed.";
    RoundsUp "A18" "Halves round up" "A maximum of 13 is harmed at 7.";
    ResuscitateTest "A19" "The test to resuscitate" "Intellect or dexterity, handling and healing against the missing health, at least 4; at 0 health the patient wakes with 1.";
    Waking "A20" "Waking" "Who fell with health left wakes by being resuscitated, or when the fight is over.";
    NothingToFortify "A21" "Nothing to fortify with" "Without a reaction or stamina one falls unconscious without a roll.";
    CoverAndProne "A22" "Cover and prone" "Each is a disadvantage of its own to a shot.";
    Newcomers "A23" "Newcomers" "Who joins acts in the next slot of their team.";
    StrayByLot "A24" "Stray shots by lot" "An even die over those beside the target; the shooter only if they stand there too.";
    Objective "A25" "Victory by objective" "The GM says when a team has done what it came for.";
    OrderOfDice "A26" "Order of dice" "Attribute, skill, luck, then re-rolls one by one; luck of 20 adds 4 to tests that are no attacks.";
    SizeAndDodge "A27" "Size and dodging" "A dodge shifts with size as evasion does.";
    OneTeamLeft "A28" "One team left" "No other team has anybody who is conscious; the GM closes the fight.";
    ReadiedAction "A29" "What can be readied" "An action that costs one; what else it costs is paid when it happens, and it takes the reaction.";
    FlankOnGrid "A30" "Flanks on squares" "Two foes of the target who can act, beside it on squares opposite each other.";
    DiagonalsOfMove "A31" "Diagonals of one move" "They are counted within one move; the first is one metre.";
    InterceptHow "A32" "How intercepting goes" "Asked after the target; within one's speed; the ally goes to the nearest free square.";
    CommandedChoice "A33" "The commanded choose" "The ally's player says what they do, on a clock; silence does nothing.";
    CheckedAgain "A34" "Checked again" "What was carried over and has become impossible is lost.";
    Tests "C1" "Tests" "Attribute die, skill die and one proficiency against a difficulty; a luck die of 20 adds 4.";
    Advantage "C2" "Advantage and disadvantage" "Each source re-rolls one die, for better or for worse; they cancel in pairs, and luck is not re-rolled.";
    Assist "C3" "Assist" "A helper's same test gives +1 at 4, +2 at 8, +3 at 12, +4 at 16; only the best counts.";
    Contest "C4" "Contests" "The other's result must be exceeded; size shifts it.";
    Dice "C5" "Dice and passive values" "Attributes d4 to d12, skills from d4, proficiencies +1 to +4; a passive value is half the die, and halves round up.";
    Stats "C6" "Stats" "What endurance, health, stamina, focus, defences and speed come from.";
    DefensiveTests "C7" "Defensive tests" "Dexterity and agility, strength and athletics, intellect and insight; never worse than the passive value, and after a dodge one may shift.";
    Fate "C8" "Fate" "A point of fate asks a question, makes a die its most, gives an action, restores half a pool, or halves a damage.";
    Conditions "C9" "Conditions" "Each does what it says and does not add to itself; without an end it lasts for the scene.";
    Sizes "C10" "Sizes" "From 1, miniscule, to 12, titanic; people are 4.";
    Recovery "C11" "Recovery" "A break restores half of endurance, stamina and focus, a rest all of them and 1 health.";
    Maneuvers "C12" "Maneuvers" "They cost stamina, count among the attacks, and unlearned take 1 off.";
    Powers "C13" "Powers" "They cost focus and have a difficulty by tier; each before it in the round takes 2 off.";
    Weapons "C14" "Weapons" "Damage, type, threshold, critical damage, range, reach, reloading.";
    Shields "C15" "Shields" "Block, parry and durability of what is held before one.";
    NonlethalWeapons "C16" "Nonlethal weapons" "Bare hands, wraps and saps do nonlethal damage.";
    DangerSense "C17" "Danger sense" "Rank 2 acts in every surprise round, against rank 3 there is no advantage of sneaking.";
    ReadyAtOnce "C18" "Readied at once" "A readied action happens at once, and a readied attack counts among the attacks of the round.";
}
