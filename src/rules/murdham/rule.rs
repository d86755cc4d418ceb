//! The checklist: every rule and ruling that this half of Murdham keeps, with its number on the system's page (`R`: the rule text,
//! `A`: a ruling of ours where it is silent, `C`: a fact from the game's companion pages), its name, and one sentence in our words.

use crate::engine::{Citable, Citation};
use serde::{Deserialize, Serialize};

/// A rule or a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Rule {
    /// R1 Rounds.
    Rounds,
    /// R2 One turn.
    OneTurn,
    /// R3 End of the round.
    RoundEnds,
    /// R4 Morale at the round's end.
    MoralePhase,
    /// R5 Initiative.
    Initiative,
    /// R6 The turn.
    Turn,
    /// R7 Reaction.
    Reaction,
    /// R8 Pick up or put down.
    PickUp,
    /// R9 Equip.
    Equip,
    /// R10 Consumables.
    Consumable,
    /// R11 Surroundings.
    Interact,
    /// R12 A few words.
    Words,
    /// R13 Attack.
    Attack,
    /// R14 Unarmed.
    Unarmed,
    /// R15 Hold back.
    HoldBack,
    /// R16 Final blow.
    FinalBlow,
    /// R17 Melee attack.
    Melee,
    /// R18 Ranged attack.
    Ranged,
    /// R19 Indirect attack.
    Indirect,
    /// R20 Reacting.
    Reacting,
    /// R21 Dodge.
    Dodge,
    /// R22 Counter.
    Counter,
    /// R23 Hide behind.
    HideBehind,
    /// R24 Guard.
    Guard,
    /// R25 Opportunity attack.
    Opportunity,
    /// R26 No answer on the move.
    SpendingTheTurn,
    /// R27 Concealment.
    Concealment,
    /// R28 Cover.
    Cover,
    /// R29 Barrier.
    Barrier,
    /// R30 Blast.
    Blast,
    /// R31 Melee blast.
    MeleeBlast,
    /// R32 Ranged blast.
    RangedBlast,
    /// R33 Stunt.
    Stunt,
    /// R34 Non-lethal attacks.
    NonLethal,
    /// R35 Disarm.
    Disarm,
    /// R36 Grapple.
    Grapple,
    /// R37 Holding.
    Holding,
    /// R38 Shove.
    Shove,
    /// R39 Human shield.
    HumanShield,
    /// R40 Ambush.
    Ambush,
    /// R41 Surprise.
    Surprise,
    /// R42 Bonus turn.
    BonusTurn,
    /// R43 Revealed.
    Revealed,
    /// R44 Morale.
    Morale,
    /// R45 Group save.
    GroupSave,
    /// R46 Without fear.
    Fearless,
    /// R47 Surrender.
    Surrender,
    /// R48 Chase.
    Chase,
    /// R49 Durability.
    Durability,
    /// R50 Damaged weapons break.
    Breaks,
    /// R51 Damaged armour shatters.
    Shatters,
    /// R52 Improvised weapons.
    Improvised,
    /// R53 Fast and slow.
    Fat,
    /// R54 The chaos of combat.
    Chaos,
    /// A1 Hit first.
    HitFirst,
    /// A2 After armour.
    AfterArmour,
    /// A3 Passing.
    PassAgain,
    /// A4 The bonus turn is extra.
    BonusTurnIsExtra,
    /// A5 One save.
    OneSave,
    /// A6 Moving and shooting.
    MovedBefore,
    /// A7 Entangled and holding.
    Letting,
    /// A8 The same attack.
    SameAttack,
    /// A9 Chains.
    Chains,
    /// A10 Half or less.
    HalfOrLess,
    /// A11 Immune for the fight.
    ImmuneForTheFight,
    /// A12 The die that counts.
    TheKeptDie,
    /// A13 One thing at a time.
    OneThing,
    /// A14 Retreat.
    Retreat,
    /// A15 One roll for all.
    OneRollForAll,
    /// A16 Each target of a blast.
    BlastTargets,
    /// A17 Impaired twice.
    TwiceImpaired,
    /// A18 Guarding against a final blow.
    GuardFinalBlow,
    /// A19 How much is critical.
    Threshold,
    /// A20 Initiative by lot.
    RandomInitiative,
    /// A21 Full movement.
    FullMovement,
    /// A22 The circle.
    Circle,
    /// A23 How to shove.
    ShoveIsMain,
    /// A24 Given to another.
    Given,
    /// A25 The fifteen seconds.
    Clock,
    /// A26 Everybody's morale.
    EverybodysMorale,
    /// A27 The order of asking.
    OrderOfAsking,
    /// A28 No answer to a counter.
    NoAnswer,
    /// A29 Reacting to a blast.
    BlastReactions,
    /// C1 Saves.
    Saves,
    /// C2 Damage dice.
    DamageDice,
    /// C3 Impaired and enhanced.
    Impaired,
    /// C4 Armour.
    Armour,
    /// C5 Shield.
    Shield,
    /// C6 Critical damage.
    Critical,
    /// C7 Dying.
    Dying,
    /// C8 Killed on the spot.
    Killed,
    /// C9 Injuries.
    Injuries,
    /// C10 Zones.
    Zones,
    /// C11 Weapons' words.
    Keywords,
    /// C12 Skills.
    Skills,
    /// C13 Conditions.
    Conditions,
    /// C30 Special movement.
    SpecialMovement,
    /// C31 Balance.
    Balance,
    /// C32 Leap.
    Leap,
    /// C33 Climb.
    Climb,
    /// C34 Swim.
    Swim,
    /// C35 Distract.
    Distract,
    /// C36 Intimidate.
    Intimidate,
    /// C37 Taunt.
    Taunt,
    /// C38 Fear.
    Fear,
    /// C39 Terror.
    Terror,
    /// C40 Frenzy.
    Frenzy,
    /// C41 Confused.
    Confused,
    /// C42 Silenced.
    Silenced,
    /// C43 Size.
    Size,
    /// C44 The larger wins.
    LargerWins,
    /// C45 Trampling.
    Trample,
    /// C46 Sweep.
    Sweep,
    /// C47 A blast at one.
    BlastOnLarge,
    /// C48 Profane powers.
    Power,
    /// C49 Range of powers.
    PowerRange,
    /// C50 Answering powers.
    PowerReaction,
    /// C55 Mana.
    Mana,
    /// C51 Regeneration.
    Regeneration,
    /// C52 Not alive.
    Nature,
    /// C53 Speed.
    Speed,
    /// C56 The larger grip.
    Thrown,
    /// C54 Rally.
    Rally,
    /// A30 An empty place.
    EmptyPlace,
    /// A31 When fear is felt.
    FearIsFelt,
    /// A32 Falling.
    Falling,
    /// C14 Abilities.
    Human,
    /// C20 Fire, cold, heat, lightning.
    Elements,
    /// C21 Entangled.
    Entangled,
    /// C22 Stunned.
    Stunned,
    /// C15 Omens.
    Omens,
    /// C16 Poison.
    Poison,
    /// C17 Medicine.
    Medicine,
    /// C57 Bear traps.
    BearTrap,
    /// A33: whom a trap catches.
    LaidTrap,
    /// C58 Flying.
    Flying,
    /// C59 Corrupting touch.
    CorruptingTouch,
    /// C60 Splitting.
    Splitting,
    /// C61 Powers of one's own.
    OwnPower,
    /// C62 Contests.
    Contest,
    /// A34 What a contest costs.
    ContestCosts,
}

/// What is said of a rule: the rule, its number, its title, its sentence.
type Entry = (Rule, &'static str, &'static str, &'static str);

#[rustfmt::skip]
const PAGE: &[Entry] = &[
    (Rule::Rounds, "R1", "Rounds", "Factions take turns: at its step a faction acts with one character, or passes."),
    (Rule::OneTurn, "R2", "One turn", "A character takes one turn in a round."),
    (Rule::RoundEnds, "R3", "End of the round", "The round ends once every faction has passed one after another."),
    (Rule::MoralePhase, "R4", "Morale at the round's end", "Morale checks that are due are made when the round ends."),
    (Rule::Initiative, "R5", "Initiative", "The faction that holds the initiative says who begins each round."),
    (Rule::Turn, "R6", "The turn", "A bonus action, then a main action or a second bonus action, and one zone of movement, in any order."),
    (Rule::Reaction, "R7", "Reaction", "A reaction is the whole turn, taken early: only who has not acted may react."),
    (Rule::PickUp, "R8", "Pick up or put down", "Picking something up or putting it down is a bonus action."),
    (Rule::Equip, "R9", "Equip", "Drawing or stowing an item is a bonus action; armour stays as it is until the fight is over."),
    (Rule::Consumable, "R10", "Consumables", "Using up something such as a healing draught is a bonus action."),
    (Rule::Interact, "R11", "Surroundings", "Doing something with the surroundings is a bonus action, or a main action if the GM finds it complex."),
    (Rule::Words, "R12", "A few words", "Saying a few words is a bonus action."),
    (Rule::Attack, "R13", "Attack", "An attack is a main action and hits by itself; only hard circumstances call for a WIT save."),
    (Rule::Unarmed, "R14", "Unarmed", "Bare hands do d4, impaired; a weapon does its own die."),
    (Rule::HoldBack, "R15", "Hold back", "An attacker may choose to do impaired damage."),
    (Rule::FinalBlow, "R16", "Final blow", "Somebody nearby who lies incapacitated may be killed outright."),
    (Rule::Melee, "R17", "Melee attack", "A melee attack needs its target nearby, and a WIT save if the target cannot be seen."),
    (Rule::Ranged, "R18", "Ranged attack", "A shot needs a target in sight and in range; far off or on the move it needs a WIT save, and not both at once."),
    (Rule::Indirect, "R19", "Indirect attack", "A lobbed shot needs no sight, falls only beyond half range, always needs a WIT save, and never on the move."),
    (Rule::Reacting, "R20", "Reacting", "The target chooses a reaction after the save to hit and before damage; who is unaware has none."),
    (Rule::Dodge, "R21", "Dodge", "An AGI save: passed, the attack misses."),
    (Rule::Counter, "R22", "Counter", "Strike back: both roll damage, and whoever suffers more is hit first."),
    (Rule::HideBehind, "R23", "Hide behind", "Somebody nearby who agrees becomes the target, and may react."),
    (Rule::Guard, "R24", "Guard", "Somebody near the target steps in and becomes the target."),
    (Rule::Opportunity, "R25", "Opportunity attack", "Who moves away from a nearby enemy may be struck before the step."),
    (Rule::SpendingTheTurn, "R26", "No answer on the move", "Who is spending the turn on moving cannot react, unless a skill says so."),
    (Rule::Concealment, "R27", "Concealment", "Damage to a half-seen target is impaired."),
    (Rule::Cover, "R28", "Cover", "Cover is worth one point of armour unless the attack goes through it."),
    (Rule::Barrier, "R29", "Barrier", "A barrier stops every attack; who peeks out to attack can be countered, and then it is only cover."),
    (Rule::Blast, "R30", "Blast", "A blast hits a zone: everybody in it and on its borders."),
    (Rule::MeleeBlast, "R31", "Melee blast", "A melee blast hits the attacker's own zone, not the attacker, and never misses."),
    (Rule::RangedBlast, "R32", "Ranged blast", "A ranged blast hits any zone in range, the attacker's own with them in it; if it misses, a neighbouring zone by lot."),
    (Rule::Stunt, "R33", "Stunt", "The attacker offers something else than damage: if the GM approves and the target accepts, it happens instead."),
    (Rule::NonLethal, "R34", "Non-lethal attacks", "An attack that does no damage makes its target save or suffer something; in a counter it comes last."),
    (Rule::Disarm, "R35", "Disarm", "A nearby target passes a STR save or drops the weapon that the attacker chose."),
    (Rule::Grapple, "R36", "Grapple", "A nearby target passes a STR save or is grabbed, and entangled while held."),
    (Rule::Holding, "R37", "Holding", "Who holds somebody may move together with them and attack them; anything else lets go."),
    (Rule::Shove, "R38", "Shove", "Who is held is freed and pushed half a zone, or into a hazard of the zone, or both."),
    (Rule::HumanShield, "R39", "Human shield", "Who holds somebody may hide behind them; who is held has no say and is the target."),
    (Rule::Ambush, "R40", "Ambush", "Ambushers begin concealed, and where they are is the GM's secret."),
    (Rule::Surprise, "R41", "Surprise", "Who is attacked out of concealment cannot react."),
    (Rule::BonusTurn, "R42", "Bonus turn", "Before the first round the concealed take a turn in which only they act."),
    (Rule::Revealed, "R43", "Revealed", "Attacking, talking or moving openly ends concealment."),
    (Rule::Morale, "R44", "Morale", "A group checks once half of it or less is left, a lone fighter once damage leaves half of the health or less."),
    (Rule::GroupSave, "R45", "Group save", "One WIT save for the group: who fails must surrender or retreat, who passes is not asked again."),
    (Rule::Fearless, "R46", "Without fear", "Who is immune to fear makes no morale checks."),
    (Rule::Surrender, "R47", "Surrender", "Surrendering takes the whole turn; who is harmed all the same may fight again."),
    (Rule::Chase, "R48", "Chase", "Who flees makes a group AGI save to escape; who is faster needs none, who is slower is caught."),
    (Rule::Durability, "R49", "Durability", "After the fight everything that was used rolls a d4: a 1 damages it, and destroys what was damaged."),
    (Rule::Breaks, "R50", "Damaged weapons break", "A damaged weapon or shield that strikes and shows a 1 on its die is destroyed."),
    (Rule::Shatters, "R51", "Damaged armour shatters", "An attack of 8 or more before armour destroys a damaged shield or armour, the shield first."),
    (Rule::Improvised, "R52", "Improvised weapons", "Something of the surroundings is a simple weapon that is damaged already."),
    (Rule::Fat, "R53", "Fast and slow", "A d20 parts the round: first only who has at least that much WIT, then everybody who has not acted."),
    (Rule::Chaos, "R54", "The chaos of combat", "Fifteen seconds to say what the turn is, and no talk that is not paid for."),
    (Rule::HitFirst, "A1", "Hit first", "A blow does not land if its striker was put out of the fight by the one that landed first."),
    (Rule::AfterArmour, "A2", "After armour", "In a counter the damage after armour is compared, also where it is nothing."),
    (Rule::PassAgain, "A3", "Passing", "A pass is not final until every faction has passed in a row; who has nobody to act passes."),
    (Rule::BonusTurnIsExtra, "A4", "The bonus turn is extra", "An ambusher's bonus turn does not use up the first round's turn."),
    (Rule::OneSave, "A5", "One save", "However many reasons there are, the attacker makes one WIT save."),
    (Rule::MovedBefore, "A6", "Moving and shooting", "Only movement before the shot, in the same turn, counts as moving."),
    (Rule::Letting, "A7", "Entangled and holding", "The entangled cannot react; who holds somebody and reacts lets go, unless by hiding behind them."),
    (Rule::SameAttack, "A8", "The same attack", "Guarding and hiding pass the same attack on; the save to hit is not made again."),
    (Rule::Chains, "A9", "Chains", "Who is hidden behind may hide behind another; each link is a turn."),
    (Rule::HalfOrLess, "A10", "Half or less", "Half is rounded up; the dead, the incapacitated, the fled and the surrendered do not count; a check needs a loss in this round."),
    (Rule::ImmuneForTheFight, "A11", "Immune for the fight", "Who has passed a morale check makes no other in this fight."),
    (Rule::TheKeptDie, "A12", "The die that counts", "A damaged weapon breaks after its damage is dealt, and only if the die that counts shows a 1 at first."),
    (Rule::OneThing, "A13", "One thing at a time", "One attack destroys one thing: the damaged shield if one is held, else the damaged armour."),
    (Rule::Retreat, "A14", "Retreat", "A retreat is any movement that leads no closer to the enemy; opportunity attacks apply."),
    (Rule::OneRollForAll, "A15", "One roll for all", "All who flee together escape or are caught by one d20."),
    (Rule::BlastTargets, "A16", "Each target of a blast", "Each target of a blast decides alone and suffers a roll of its own; one of them may counter."),
    (Rule::TwiceImpaired, "A17", "Impaired twice", "Damage that is impaired twice is none."),
    (Rule::GuardFinalBlow, "A18", "Guarding against a final blow", "A final blow is a main action; a guard may step in, the victim cannot react."),
    (Rule::Threshold, "A19", "How much is critical", "Half of the health that is left, rounded up and at least 1, after armour."),
    (Rule::RandomInitiative, "A20", "Initiative by lot", "Each faction is as likely to get the initiative, and its holder may let another begin."),
    (Rule::FullMovement, "A21", "Full movement", "A main action: two zones in all with the turn's own zone, four when sprinting."),
    (Rule::Circle, "A22", "The circle", "Factions follow each other in a fixed circle, entered where the holder of the initiative says."),
    (Rule::ShoveIsMain, "A23", "How to shove", "A shove is a main action without a save, and the one who holds picks the way."),
    (Rule::Given, "A24", "Given to another", "A draught may go to somebody nearby who is willing or incapacitated, and heals half of that one's STR."),
    (Rule::Clock, "A25", "The fifteen seconds", "Fifteen seconds for the players to name who acts, then fifteen in all for that player, not counting what is resolved."),
    (Rule::EverybodysMorale, "A26", "Everybody's morale", "Player characters check morale like everybody, unless the table says otherwise."),
    (Rule::OrderOfAsking, "A27", "The order of asking", "The target is asked first, then those who could guard it; nobody reacts twice to one attack."),
    (Rule::NoAnswer, "A28", "No answer to a counter", "A counter cannot be dodged, countered, guarded against or hidden from."),
    (Rule::BlastReactions, "A29", "Reacting to a blast", "All targets of a blast may react at once; the first to counter has it; who takes another's hit takes it besides the own."),
    (Rule::Saves, "C1", "Saves", "A d20 at or below the ability passes."),
    (Rule::DamageDice, "C2", "Damage dice", "A die's highest face counts one less and is rolled on."),
    (Rule::Impaired, "C3", "Impaired and enhanced", "Impaired: roll twice and keep the lower; enhanced: the higher; they cancel one by one."),
    (Rule::Armour, "C4", "Armour", "Armour takes its value off the damage, unless the damage is direct."),
    (Rule::Shield, "C5", "Shield", "One point of armour against attacks that are reacted to and against counters."),
    (Rule::Critical, "C6", "Critical damage", "Losing at once half of the health that is left incapacitates."),
    (Rule::Dying, "C7", "Dying", "Who has no health left dies at the end of the next round unless healed."),
    (Rule::Killed, "C8", "Killed on the spot", "Damage of at least STR at once kills."),
    (Rule::Injuries, "C9", "Injuries", "Who was dying and recovers keeps an injury: d6."),
    (Rule::Zones, "C10", "Zones", "A border is half a zone; a full place cannot be entered or crossed."),
    (Rule::Keywords, "C11", "Weapons' words", "Hands, off hand, reload, and weapons that are used up."),
    (Rule::Skills, "C12", "Skills", "What a skill of the sheet changes."),
    (Rule::Conditions, "C13", "Conditions", "What a condition does to the one who is under it."),
    (Rule::SpecialMovement, "C30", "Special movement", "Balancing, leaping, climbing, swimming, sneaking or sprinting: one at a time."),
    (Rule::Balance, "C31", "Balance", "On difficult ground an AGI save, or a trip: d4 direct damage and no further movement in this round."),
    (Rule::Leap, "C32", "Leap", "An AGI save carries across a gap."),
    (Rule::Climb, "C33", "Climb", "An AGI save at the end of the climb, and of each round spent hanging, or a fall; attacks are impaired meanwhile."),
    (Rule::Swim, "C34", "Swim", "An AGI save on entering turbulent water and at the start of each round in it, or incapacitated; attacks are impaired."),
    (Rule::Distract, "C35", "Distract", "A main action: the enemy makes a WIT save or loses the next turn."),
    (Rule::Intimidate, "C36", "Intimidate", "A main action: the enemy makes a WIT save or is frightened."),
    (Rule::Taunt, "C37", "Taunt", "A main action: the enemy makes a WIT save or must spend the next turn trying to harm the one who taunted."),
    (Rule::Fear, "C38", "Fear", "Within range 4 of something frightening: a WIT save, or no step towards it for the rest of the fight."),
    (Rule::Terror, "C39", "Terror", "A WIT save, or one must run from it; who cannot is incapacitated."),
    (Rule::Frenzy, "C40", "Frenzy", "The frenzied only attack or close in, feel no fear, and critical damage does not stop them."),
    (Rule::Confused, "C41", "Confused", "Impaired attacks and abilities two less; confused twice is incapacitated."),
    (Rule::Silenced, "C42", "Silenced", "No speech, and no powers."),
    (Rule::Size, "C43", "Size", "Large and massive double or quadruple health, damage and armour; small and tiny have a half or a quarter of health and damage."),
    (Rule::LargerWins, "C44", "The larger wins", "STR saves and contests go to the larger without dice."),
    (Rule::Trample, "C45", "Trampling", "Who is larger may move over smaller ones, who shift aside or suffer d4 damage."),
    (Rule::Sweep, "C46", "Sweep", "Anybody may strike in melee at all who are smaller around: a blast with half damage."),
    (Rule::BlastOnLarge, "C47", "A blast at one", "Aimed at one large or massive target, a blast hits only that one, for double damage."),
    (Rule::Power, "C48", "Profane powers", "A main action: the skill, a scroll in hand, and spoken words."),
    (Rule::PowerRange, "C49", "Range of powers", "Near; or at sight within range 8, which is a level more."),
    (Rule::PowerReaction, "C50", "Answering powers", "A power can be countered, but not dodged unless it says so; and it can itself be the counter."),
    (Rule::Mana, "C55", "Mana", "A power costs 1 mana, or 2 corruption without."),
    (Rule::Regeneration, "C51", "Regeneration", "Half of the lost health comes back at the start of the turn, unless fire has burnt it."),
    (Rule::Nature, "C52", "Not alive", "Critical damage does not stop demons, constructs and the undead, and at no health they are destroyed."),
    (Rule::Speed, "C53", "Speed", "Some move at double speed by nature, some at half."),
    (Rule::Thrown, "C56", "The larger grip", "Who holds somebody smaller does it with one hand, acts freely, and may throw them within range 2: d4 direct damage."),
    (Rule::Rally, "C54", "Rally", "A main action, once in a fight: frightened allies within range 2 make a group WIT save to recover."),
    (Rule::EmptyPlace, "A30", "An empty place", "Where nobody stands there is room for one, however large."),
    (Rule::FearIsFelt, "A31", "When fear is felt", "The save against fear is made when a round begins, and after the step that brings them near."),
    (Rule::Falling, "A32", "Falling", "Who fails a leap or a climb is back where it began and moves no more in this round; what the fall does the GM says."),
    (Rule::Human, "C14", "Abilities", "Abilities go from 1 to 19; humans have 15 at most."),
    (Rule::Elements, "C20", "Fire, cold, heat, lightning", "Such damage ignores armour; fire is enhanced against what burns easily, lightning against much metal."),
    (Rule::Entangled, "C21", "Entangled", "The entangled only break free: a STR save that is the turn; a neighbour's main action and STR save frees them too."),
    (Rule::Stunned, "C22", "Stunned", "Who is stunned loses the next turn."),
    (Rule::Omens, "C15", "Omens", "An omen rolls an own failed save again, or damage suffered, of which the lower counts; or it survives death."),
    (Rule::Poison, "C16", "Poison", "A dose on a weapon is delivered by the first attack that draws blood: a STR save, or it works; an antidote fails on a 1 of a d4."),
    (Rule::Medicine, "C17", "Medicine", "A medicine box gives somebody nearby 1 health, as a main action."),
    (Rule::BearTrap, "C57", "Bear traps", "Laying one or picking it up is a main action; who steps into it suffers d6 damage and is entangled."),
    (Rule::LaidTrap, "A33", "Whom a trap catches", "An enemy of who laid it who comes into its place on foot, or anybody who is shoved or thrown there; once."),
    (Rule::Flying, "C58", "Flying", "Landing flyers neither attack nor stay still in the air, swooping ones do not stay still, hovering ones do both."),
    (Rule::CorruptingTouch, "C59", "Corrupting touch", "Whom a melee attack reaches suffers 2 corruption, unless they dodge it."),
    (Rule::Splitting, "C60", "Splitting", "Critical damage makes two of one, each with the health that is left and STR to match."),
    (Rule::OwnPower, "C61", "Powers of one's own", "Once in a watch, without a scroll, for no mana and no corruption."),
    (Rule::Contest, "C62", "Contests", "Each has the ability less a d20, and the higher wins; ties are rolled again."),
    (Rule::ContestCosts, "A34", "What a contest costs", "A main action, with anybody in the fight who is awake; both use one ability, and what is won the GM says."),
];

impl Citable for Rule {
    fn citation(&self) -> Citation {
        let (_, number, title, sentence) = PAGE[*self as usize];
        Citation { number, title, sentence, ruling: number.starts_with('A') }
    }

    fn all() -> Vec<Rule> {
        PAGE.iter().map(|it| it.0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page lists every rule in the order of the enum, so that a citation is the rule's own, and no number twice.
    #[test]
    fn the_page_is_the_enum() {
        for (index, (rule, ..)) in PAGE.iter().enumerate() {
            assert_eq!(*rule as usize, index, "{rule:?}");
        }
        let mut numbers: Vec<_> = PAGE.iter().map(|it| it.1).collect();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), PAGE.len());
    }
}
