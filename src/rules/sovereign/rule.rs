//! The checklist: every rule and ruling of Sovereign with its number on the system's page (`R`: the rule text, `A`: a ruling of ours where
//! it is silent, `C`: a fact from the game's companion pages), its name, and one sentence in our words.

use crate::engine::{Citable, Citation};
use serde::{Deserialize, Serialize};

/// Makes the list of rules and the table of their citations from one and the same lines, so that neither can lack one.
macro_rules! checklist {
    ($($rule:ident $number:literal $title:literal $sentence:literal;)*) => {
        /// A rule or a ruling.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Rule {
            $(#[doc = concat!($number, " ", $title, ".")] $rule,)*
        }

        /// All of them with number, name and sentence.
        const ALL: &[(Rule, &str, &str, &str)] = &[$((Rule::$rule, $number, $title, $sentence),)*];
    };
}

checklist! {
    Scale "R1" "Scale" "An inch on the mat, a square here, is 5 feet.";
    LineOfSight "R2" "Line of sight" "One sees another if some line between their cubes meets nothing solid; people do not block it.";
    HalfCover "R3" "Half cover" "Who is seen, but not with all corners, has half cover.";
    FullCover "R4" "Full cover" "Who is seen without any corner being seen has full cover instead.";
    Initiative "R5" "Initiative" "Each side rolls 1d8 once, the Party adding its best DEX modifier; a whole side acts, in any order, then the next.";
    PartyWinsTies "R6" "The Party wins ties" "On equal initiative the Party acts first.";
    Surprise "R7" "Surprise" "The enemies of those who are caught unawares have a full round before initiative is rolled.";
    NotSurprised "R8" "No surprise" "Who expects a fight is not surprised, who is careful only by hidden enemies.";
    MainAction "R9" "Main action" "One a round: an attack, first aid, a spell, anything of under ten seconds.";
    MoveAction "R10" "Move action" "One a round, for 30 ft of movement or something brief; the Main action can buy a second.";
    FreeAction "R11" "Free action" "As many as are plausible, on one's own turn.";
    InstantAction "R12" "Instant action" "As many as are plausible, at any time, even after the dice have fallen.";
    Opportunity "R13" "Attack of opportunity" "Some acts give adjacent foes with a melee weapon a free attack.";
    Melee "R14" "Melee attack" "An attack in melee range, with Stab, or with Brawl if unarmed.";
    Ranged "R15" "Ranged attack" "An attack with Shoot, for thrown weapons also Stab or Exert; with an armed enemy in melee range at -4, with bows not at all.";
    Snap "R16" "Snap attack" "As an Instant one gives up the unspent Main action for an attack at -4.";
    Swarm "R17" "Swarm attack" "Several join against one foe, and one of them attacks with +2 to hit and +1 damage for each other, at most +6 and +3.";
    SwarmMaximum "R18" "A swarm's maximum" "The swarm's bonus does not add to Shock and never lifts the damage above the attack's usual maximum.";
    SwarmShock "R19" "A swarm's Shock" "The Shock of a swarm's attack always applies.";
    Charge "R20" "Charge" "Main and Move for a straight line of up to twice one's movement and an attack at +2; AC is 2 less until the round ends.";
    Screen "R21" "Screen an ally" "Who attacks the ward must win an opposed check against the screener, or attacks the screener instead.";
    TotalDefense "R22" "Total Defense" "As an Instant one gives up the unspent Main action for AC +2 and immunity to Shock until one's next turn.";
    Run "R23" "Run" "One moves up to one's movement; leaving the reach of an armed foe draws an attack.";
    Disengage "R24" "Disengage" "For the rest of the round nothing draws an attack from those who are adjacent now.";
    UseSkill "R25" "Use a skill" "First aid, parley and the like; beside an armed foe it draws an attack.";
    Ready "R26" "Ready or stow" "A Main action for an item of the pack; putting away what is at hand is free.";
    Reload "R27" "Reload" "Free with Shoot-1; otherwise a Move for a bow and a Main action for a crossbow.";
    PickUp "R28" "Pick up" "A Move for something that lies within melee range; beside an armed foe it draws an attack.";
    StandUp "R29" "Stand up" "A Move, with what one has dropped; beside an armed foe it draws an attack.";
    Prone "R30" "Prone" "2 harder to shoot, 2 easier to hit from melee range, and half the movement.";
    Hold "R31" "Hold an action" "The Move is spent; the rest of the turn may be taken as an Instant until the round ends, before what it answers.";
    Variants "R32" "Other deeds" "The list of actions is not all there is: the GM says what something else takes and does.";
    AttackRoll "R33" "Attack roll" "1d20 with attack bonus, attribute, skill and magic; the target's AC or more hits.";
    NpcAttack "R34" "Foes' attacks" "A trained foe's whole bonus is usually its hit dice.";
    Situations "R35" "Situations" "Range, posture, cover and sight change the attack roll.";
    Damage "R36" "Damage" "The weapon's die with attribute, class, feats and magic; unarmed with Brawl too.";
    Shock "R37" "Shock" "A miss still does the weapon's Shock if the target's AC is not above its number.";
    ShockAnyAc "R38" "Shock against any AC" "Shock marked with a dash heeds no AC, but shields and immunity stop it.";
    ShockBonuses "R39" "What adds to Shock" "Only the attribute, magic, and what says that it does.";
    Shield "R40" "Shields" "A shield ignores the first Shock of each round.";
    ShockFloor "R41" "The floor of a hit" "A hit never does less than its Shock would have done.";
    Shove "R42" "Shove" "A hit and an opposed check push the target into an adjacent square or to the ground instead of harming.";
    Grapple "R43" "Grapple" "An unarmed hit and an opposed check hold the target, who may try to break free against all holders at once.";
    GrappleHolds "R44" "In a grapple" "Nobody in it moves, and all fight unarmed.";
    GrappleDamage "R45" "A grapple's harm" "At the end of each round every holder does unarmed damage.";
    GrappleMove "R46" "Moving the held" "A check moves both 10 ft or throws the held 5 ft to the ground; losing it frees them.";
    GrappleSize "R47" "Larger than oneself" "A much larger target is 2 harder to manhandle, a barely plausible one 4.";
    DualWield "R48" "Two weapons" "With skill 1 for each: all attacks at -1, hits do 2 more if both weapons reach.";
    Execution "R49" "Execution" "After an undisturbed minute an unsuspecting victim is hit, and must save or lie at 0 HP.";
    Unsuspecting "R49b" "Who expects danger" "The alert cannot be executed, and any disturbance spoils the aim.";
    Morale "R50" "Morale" "Nearly everybody values their own life and flees where that serves it.";
    Grid "C1" "The grid" "Eight neighbours at 5 ft each; through allies, not through enemies or round their corners; difficult squares cost 10 ft.";
    MoraleThresholds "C2" "When morale is tested" "One alone at half their HP, a group at a third of its number; no dice.";
    SkillCheck "C3" "Skill checks" "2d6 with attribute and skill against 10.";
    OpposedCheck "C4" "Opposed checks" "Both sides' 2d6 are compared; of a group one rolls, and each other helps or hinders by 1.";
    Saves "C5" "Saves" "1d20 against a number that falls with level; 1 always fails, 20 always succeeds.";
    Injured "C6" "Mortally Injured" "At 0 HP one dies at the end of the sixth round after, unless stabilised; the nameless die at once.";
    Stabilise "C7" "Stabilising" "A Main action with a healer's kit: DEX/Heal or INT/Heal against 10, less the rounds since; one attempt a round.";
    Frail "C8" "Frail" "Who was stabilised is Frail, and dies at 0 HP.";
    Armour "C9" "Armour" "None 10, leather 12, chain 14, plate 16, a shield one more; chain hampers sneaking, plate Exert too.";
    Thrown "C10" "Thrown weapons" "A thrown weapon has no Shock and lies where it fell.";
    LongReach "C11" "Long weapons" "They reach 10 ft.";
    LessLethal "C12" "Less lethal" "At 0 HP the victim may be left alive.";
    Murderous "C13" "Precisely Murderous" "An execution's save is 1 harder and its damage double.";
    Oil "C14" "Military oil" "1d8 on each of two rounds; a miss does 1d3 around a square beside the target.";
    Spells "C15" "Spells" "A Main action, a free hand and speech; who was hurt or jostled this round cannot cast.";
    Potion "C16" "Potions" "A potion at hand takes a Move.";
    KillingBlow "C17" "Killing Blow" "A warrior adds half the level, rounded up, to all damage and Shock.";
    Luck "C18" "Veteran's Luck" "Once a fight a warrior's miss is a hit, or a hit on them a miss.";
    Armsmaster "C19" "Armsmaster" "Adds Stab to damage and Shock; then Shock heeds no better armour, and +1 to hit.";
    ShockingAssault "C20" "Shocking Assault" "Shock as if the target had AC 10, then 2 more of it.";
    CloseCombatant "C21" "Close Combatant" "Ignores melee Shock and throws knives in melee; then Shock as if AC 10 and a free Disengage.";
    Alert "C22" "Alert" "Never surprised or executed, +1 to the side's initiative; then acts before everybody.";
    Deadeye "C23" "Deadeye" "Adds Shoot to ranged damage and shoots in melee at -4, then without penalty.";
    DieHard "C24" "Die Hard" "Stabilises alone; then the first fall of a day leaves 1 HP.";
    ValiantDefender "C25" "Valiant Defender" "Screens better, one attacker more, and spells; then the first check of a round succeeds.";
    Whirlwind "C26" "Whirlwind Assault" "Once a fight the own Shock on all around; then the first kill of a round gives another attack.";
    UnarmedCombatant "C27" "Unarmed Combatant" "Better dice and Shock unarmed; then a miss still harms.";
    Impervious "C28" "Impervious Defense" "AC 15 and half the level unarmoured; then once a day an attack ignored.";
    Assassin "C29" "Assassin" "A hidden small weapon cannot miss in a surprise round; then a Move with an execution.";
    Chirurgeon "C30" "Gifted Chirurgeon" "Stabilises once a round for free, with 3d6 of which the lowest is dropped.";
    Chase "C31" "Chases" "The faster group succeeds, else the pursuers' group check decides.";
    Party "C32" "Henchmen" "Henchmen belong to the Party.";
    FirstAid "C33" "First aid" "A minute gives 1d6 and Heal in HP, at the price of System Strain.";
    BothRoll "A1" "Both sides roll" "In an opposed check both sides roll and a tie leaves things as they are; option opposed: passive has only the acting side roll.";
    FourInASwarm "A2" "Four in a swarm" "A swarm has four assailants at most, the attacker among them.";
    UsualMaximum "A3" "The usual maximum" "It is the die's highest face with the normal modifiers.";
    SwarmMiss "A4" "A swarm that misses" "It does its full Shock whatever the AC; only Total Defense stops it; it is the floor of a hit as well.";
    FloorAndShield "A5" "The floor and shields" "A shield does not lower the floor of a hit and is not used up by it.";
    ShieldAbsorbs "A6" "What a shield absorbs" "Only Shock that would otherwise apply uses it up.";
    SnapTiming "A7" "When a snap falls" "If it drops the foe no damage is rolled; otherwise the foe's attack goes on.";
    OpportunityDetails "A8" "Attacks of opportunity" "One normal melee attack, before the act that draws it, never by the helpless or grappled; who drops, stops.";
    DefenseAfterRoll "A9" "Total Defense after the roll" "The roll is compared again with AC +2, and Shock is gone.";
    HoldRemaining "A10" "What is held" "The Main action and what is free; Total Defense and Snap Attack may use it.";
    ChargeDisengaged "A11" "Charging out" "A charge and a Disengage both take the Main action, so only a free Disengage helps.";
    SlowReload "A12" "Slow reload" "Shoot-1 makes reloading a crossbow free as well.";
    Unskilled "A13" "Skill -1" "It counts as -1, and no face of a die hits or misses by itself.";
    TiesOfFoes "A14" "Ties of others" "Other sides that tie roll again.";
    ManyHolders "A15" "Against several holders" "One check frees from each holder whose total is less.";
    GrappleDie "A16" "How a grapple harms" "1d2 with Brawl and attribute, without an attack roll.";
    ScreenLimit "A17" "How many are screened" "Failed screens count towards the limit of attackers.";
    ExecutionSave "A18" "The save" "Precisely Murderous makes it 1 harder and doubles the maximum damage.";
    ProneOnce "A19" "Prone once" "The two lists of prone modifiers are the same numbers and count once.";
    NoLessThanNothing "A20" "Never below nothing" "Damage below 0 is 0, before the floor of Shock.";
    RoundEnd "A21" "The end of a round" "It comes after the last side; a charge's penalty and Disengage end there.";
    TieWithAlert "A22" "Ties and alertness" "The Party wins ties also against a side with Alert; Alert's second level is apart from that.";
    MoralePrompt "A23" "Morale is asked" "At the thresholds the GM is asked; nobody flees by themselves.";
    ExecutionRange "A24" "The range of an execution" "Within 10 ft it is +4 instead of +2.";
    OneAfterAnother "A25" "One after another" "A turn begins with its first act and ends when its owner ends it; option interleaved lets a side mix them.";
    SwarmLapses "A26" "A swarm's round" "Each who joins spends the Main action; any of them still in range may make the attack until the round ends.";
    GivenBack "A27" "What became impossible" "An act of which no die was rolled is given back.";
    Moments "A28" "The moments of instants" "When an act is declared, after each attack roll, and between acts, in the order in which they come.";
    DexModifier "A29" "The Party's DEX" "It is the modifier; option initiative: score makes it the score.";
    SightExactly "A30" "Sight exactly" "Eye points and corners are the cubes' own, drawn a hundredth inwards; touching a surface does not block.";
}

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
