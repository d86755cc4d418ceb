//! Why something is not allowed: each reason with the rule that it rests on and the sentence that people read.

use crate::rules::murdham::{
    FightState, Murdham, Rule,
    chapters::{bonus::TEXT_MAX_CHARS, unseen_turns},
    model::{
        gear::NAME_MAX_CHARS,
        sheet::{Ability, Item, Skill},
        state::ability,
    },
    text::labels,
};
use crate::{
    engine::{CombatantId, SideId},
    rules::{
        data_rows::DataRow,
        refusals::{InWords, refusals},
        wording,
    },
};
use serde::{Deserialize, Serialize};

refusals! {
    /// The fight has not begun, or is over.
    NoFight "No fight is running here.";
    /// Nobody has joined yet.
    NobodyToFight "Nobody has joined yet. /join brings a character in, /gm add a foe.";
    /// No verb of that name, or not now.
    NoSuchThing(what: String) "\u{201c}{what}\u{201d} isn\u{2019}t something you can do right now.";
    /// A round is about to begin or has ended.
    BetweenRounds [RoundEnds] "No round is running: the fight is decided, or the next round is about to begin.";
    /// It is another side's step.
    NotTheirStep { side: SideId, up: SideId } [Rounds] "This step belongs to the {up}. The {side} act in their own.";
    /// Someone else's turn is under way.
    TurnUnderWay(turn: TurnOf) [Rounds] "It\u{2019}s {turn}. It ends once it\u{2019}s used up, or with /end.";
    /// They have had their turn.
    Spent { who: CombatantId, next: NextTurn } [OneTurn] "{who} has already acted this round. {next}";
    /// They have reacted, which takes the turn.
    Reacted { who: CombatantId, next: NextTurn } [Reaction] "{who} reacted, which used up this round\u{2019}s turn. {next}";
    /// Their WIT is below the threshold.
    TooSlow { who: CombatantId, numbers: FastPhase } [FastAndSlow] "{who} can\u{2019}t act in the fast phase ({numbers}), but can react, or act in the slow phase.";
    /// Only the concealed act now.
    NotConcealed(who: CombatantId) [BonusTurn] "Only the concealed act before the first round. {who} acts in the first.";
    /// They are down or dead.
    Down(who: CombatantId) [Conditions] "{who} is down and can\u{2019}t act.";
    /// They have surrendered.
    HasSurrendered(who: CombatantId) [Surrender] "{who} has surrendered and stays out of the fight, unless harmed anyway.";
    /// They have got away.
    HasFled(who: CombatantId) [Chase] "{who} has got away and is out of the fight.";
    /// They have lost heart: they surrender or retreat.
    LostHeart(who: CombatantId) [GroupSave] "{who} failed the morale check and won\u{2019}t fight: surrender, flee, or move away from the enemy.";
    /// They have lost heart, and that is not away from the enemy.
    NotAway(who: CombatantId) [Retreat] "{who} failed the morale check and won\u{2019}t go closer to an enemy. Move away.";
    /// Surrendering takes a whole turn.
    TurnBegun(who: CombatantId) [Surrender] "Surrendering takes the whole turn, and {who} has already begun this one. Do it next round.";
    /// Only the GM may say who is faster.
    GmSays [Chase] "Only the GM can say that one side is faster than its character sheets say.";
    /// No main action is left.
    NoMain(who: CombatantId) [Turn] "{who} has used the main action. A bonus action or a move may be left.";
    /// Neither a bonus nor a main action is left.
    NoBonus(who: CombatantId) [Turn] "{who} has neither a bonus nor a main action left. A move may be left.";
    /// There is nobody of that kind to be seen.
    NobodyThere [Attack] "You can\u{2019}t see that target.";
    /// An attack on oneself or their own side.
    OwnSide(who: CombatantId) [Attack] "{who} is on the same side. Choose an enemy.";
    /// The target is dead.
    Dead(who: CombatantId) "{who} is dead. Choose another target.";
    /// The target is not nearby.
    NotNearby(who: CombatantId) [Melee] "{who} isn\u{2019}t nearby. Move into the same zone or to its border first.";
    /// The target is out of range.
    OutOfRange { target: CombatantId, far: ZonesAway, range: ZoneCount } [Ranged] "{target} {far}, out of range: this reaches {range}. Move closer first.";
    /// The target cannot be seen.
    NotSeen(who: CombatantId) [Ranged] "You can\u{2019}t see {who}, so you can\u{2019}t shoot. You can still attack in melee.";
    /// The shooter is blind.
    Blind(who: CombatantId) [Conditions] "{who} is blind and can\u{2019}t shoot, but can still attack in melee.";
    /// Beyond half range and moving.
    FarAndMoving(who: CombatantId) [Ranged] "{who} is beyond half range, and you can\u{2019}t shoot that far after moving. Choose a closer target.";
    /// Indirect: not beyond half range.
    TooClose(who: CombatantId) [Indirect] "{who} is within half range, too close for a lobbed shot. Shoot straight.";
    /// Indirect: has moved.
    LobbedOnTheMove(who: CombatantId) [Indirect] "{who} has moved this turn and can\u{2019}t lob a shot any more.";
    /// This weapon is never, or only, lobbed.
    NotThatWay(weapon: String) [Indirect] "You can\u{2019}t use the {weapon} that way. Choose another way (how:).";
    /// A barrier stands in between.
    BehindBarrier(who: CombatantId) [Barrier] "{who} is behind a barrier that stops every attack. Move round it, or wait until they peek out.";
    /// A blast needs a weapon that makes one.
    NoBlast(weapon: String) [Blast] "You can\u{2019}t make a blast with {weapon}. Attack a single target instead.";
    /// A blast hits a zone.
    NotAZone [Blast] "A blast hits a zone, not a border. Name a zone.";
    /// The zone is out of range.
    ZoneOutOfRange { far: ZonesAway, range: ZoneCount } [RangedBlast] "That zone {far}, out of range: this reaches {range}. Choose a closer one.";
    /// The zone is too close to lob anything there.
    ZoneTooClose [Indirect] "That zone is within half range, too close for a lobbed shot. Choose one farther off.";
    /// Beyond half range and moving.
    ZoneFarAndMoving [Ranged] "That zone is beyond half range, and you can\u{2019}t shoot that far after moving. Choose a closer one.";
    /// They can only break free.
    Entangled(who: CombatantId) [Entangled] "{who} is entangled and can only break free, with /act break-free.";
    /// Nothing entangles them.
    NotEntangled(who: CombatantId) [Entangled] "{who} isn\u{2019}t entangled.";
    /// They lose their turn.
    Stunned(who: CombatantId) [Stunned] "{who} is stunned and loses this round\u{2019}s turn.";
    /// They hold nobody.
    HoldsNobody(who: CombatantId) [Holding] "{who} isn\u{2019}t holding anybody. Grapple an enemy first.";
    /// They hold this one already.
    HeldAlready(who: CombatantId) [Grapple] "{who} is already held. Attack them, move with them, shove them or let go.";
    /// A weapon for both hands cannot be turned on the one who is held.
    TooBulky(weapon: String) [Keywords] "The {weapon} is too bulky to use on an enemy you hold. Use a one-handed weapon.";
    /// They hold someone else, or nobody.
    NotHeld(who: CombatantId) [Holding] "You aren\u{2019}t holding {who}. Grapple them first.";
    /// A shove needs a place or a hazard.
    NoShove(who: CombatantId) [Shove] "Say where {who} goes: half a zone away (to:), into a hazard (text:), or both.";
    /// It harms only demons and the undead.
    OnlyUnholy(weapon: String) [Keywords] "The {weapon} only harms demons and the undead.";
    /// There is no weapon in that hand to drop.
    NothingToDrop(who: CombatantId) [Disarm] "{who} doesn\u{2019}t have that weapon in hand. Grapple them, or attack as usual.";
    /// Nobody there has a weapon in hand.
    NobodyArmed [Disarm] "Nobody there has a weapon in hand.";
    /// They cannot answer an offer.
    CannotAgree(who: CombatantId) [Stunt] "{who} is down and can\u{2019}t agree to a stunt. Attack as usual.";
    /// A skill is needed.
    NeedsSkill { who: CombatantId, skill: DataRow<Skill> } [Skills] "{who} needs the skill {skill} for that. Attack as usual.";
    /// The weapon is not in hand.
    NotInHand(weapon: String) [Equip] "You don\u{2019}t have the {weapon} in hand. Equip first, with a bonus action.";
    /// Not a weapon in each hand, or not the skill to strike with both.
    NoPair(who: CombatantId) [Skills] "{who} needs Ambidexterity and a weapon in each hand to strike with both. Strike with one.";
    /// The weapon has been fired.
    Fired(weapon: String) [Keywords] "You\u{2019}ve used the {weapon} and can\u{2019}t use it again in this fight.";
    /// The weapon needs a saddle, and a mount that has moved.
    NotRiding(weapon: String) [Keywords] "The {weapon} is for riders whose mount has moved this turn. Move first, or use another weapon.";
    /// It is laid, not wielded.
    IsLaid(weapon: String) [BearTrap] "The {weapon} is a trap, not for striking. Lay it with /act what:put-down.";
    /// Who is in the air does not attack.
    InTheAir(who: CombatantId) [Flying] "{who} can\u{2019}t attack in the air and must land first. Walk, or wait until the turn ends.";
    /// The weapon needs someone who is unaware.
    NeedsUnaware(weapon: String) [Keywords] "The {weapon} only works on a target who is unaware of you, or whom you hold.";
    /// A final blow needs a combatant incapacitated.
    NotHelpless(who: CombatantId) [FinalBlow] "{who} isn\u{2019}t incapacitated, so you can\u{2019}t make a final blow. Attack as usual.";
    /// There is no way there, or it is too far.
    TooFar { who: CombatantId, halves: MovementLeft } [Turn] "{who} can\u{2019}t get there: {halves}";
    /// The place is full.
    Full(place: String) [Zones] "That place is full ({place}): nobody else can enter or cross.";
    /// They are there already.
    AlreadyThere "They\u{2019}re already there.";
    /// Anyone who is seen does not sneak.
    SneaksOpenly [Revealed] "Only the concealed can sneak.";
    /// They have no wings.
    NoWings [Flying] "Only creatures with wings can fly.";
    /// A sprint within one zone.
    SprintIsFull [FullMovement] "A sprint takes a full movement.";
    /// They tripped or fell in this round.
    Fallen(who: CombatantId) [SpecialMovement] "{who} tripped or fell and can\u{2019}t move again this round, but can still act.";
    /// They will not go nearer to a combatant.
    Afraid { who: CombatantId, of: CombatantId } [Fear] "{who} is frightened of {of} and won\u{2019}t take a step closer. Go another way, or attack from here.";
    /// They must run.
    MustRun(who: CombatantId) [Terror] "{who} is terrified and can only run: move farther away.";
    /// They were taunted.
    MustHarm { who: CombatantId, from: CombatantId } [Taunt] "{who} was taunted by {from} and can only try to harm them: attack, or move closer.";
    /// They are frenzied.
    BesideThemselves(who: CombatantId) [Frenzy] "{who} is frenzied: attack, or move towards the closest enemy.";
    /// They have no skill that makes them frenzied, or are so already.
    NotToRage(who: CombatantId) [Frenzy] "{who} doesn\u{2019}t have Battle frenzy, or is already frenzied.";
    /// They are not frenzied, or always are.
    NotToCalm(who: CombatantId) [Frenzy] "{who} isn\u{2019}t frenzied, or is always frenzied and can\u{2019}t calm down.";
    /// They have not the skill, or have rallied in this fight.
    NotToRally(who: CombatantId) [Rally] "{who} doesn\u{2019}t have Leadership, or has already rallied the others in this fight.";
    /// None of their allies within reach is afraid.
    NobodyToRally(who: CombatantId) [Rally] "{who} has no frightened or terrified ally within 2 zones.";
    /// They cannot speak.
    Silenced(who: CombatantId) [Silenced] "{who} is silenced and can\u{2019}t speak or invoke powers. Other actions are possible.";
    /// Someone who is down notices nothing.
    NotAwake(who: CombatantId) [Conditions] "{who} is down and doesn\u{2019}t notice anything. Choose a target who is awake.";
    /// No smaller enemy stands where they stand.
    NobodyUnderfoot(who: CombatantId) [Trample] "No smaller enemy is where {who} stands. Move over one first.";
    /// A blast is aimed at one alone only if that one is large.
    NotLarge(who: CombatantId) [BlastOnLarge] "{who} isn\u{2019}t large, so a blast can\u{2019}t hit them alone. Aim at the zone.";
    /// A sweep is made with a melee weapon, and not with one that bursts.
    NoSweep(what: String) [Sweep] "You can\u{2019}t sweep with the {what}. Use a melee weapon or bare hands.";
    /// Whom they hold, if anyone, is not smaller.
    NotToThrow(who: CombatantId) [Thrown] "{who} isn\u{2019}t holding anybody smaller to throw.";
    /// They have not moved in this turn, or have trampled already.
    NotToTrample(who: CombatantId) [Trample] "{who} can trample once a turn, and only after moving.";
    /// They do not know how to invoke powers.
    NoSorcery(who: CombatantId) [Power] "{who} doesn\u{2019}t have the skill Sorcery, so profane powers are out of reach.";
    /// They carry no power scroll.
    NoScroll(who: CombatantId) [Power] "{who} has no power scroll to read from. Give them one: items=scroll of \u{2026}.";
    /// A scroll is not struck with.
    NotAWeapon(what: String) [Power] "The {what} isn\u{2019}t a weapon. Invoke it: /act what:invoke.";
    /// Part of the body, which is not put away.
    Natural(what: String) [Keywords] "You can\u{2019}t put the {what} away: that\u{2019}s part of the body.";
    /// The hands are full.
    HandsFull(who: CombatantId) [Equip] "{who} has no hand free. Stow something or put it down first.";
    /// Armour is not changed in a fight.
    ArmourStays [Equip] "You can\u{2019}t change armour during a fight, only weapons and shields.";
    /// It is in hand already, or not carried.
    NotCarried [Equip] "You don\u{2019}t carry that, or you already have it in hand.";
    /// Nothing of the kind lies nearby.
    NothingLies [PickUp] "Nothing like that lies nearby.";
    /// Nothing of the kind is left.
    NoItem(item: Item) [Consumable] "You have no {item} left to use.";
    /// There is nothing to heal.
    NothingToHeal(who: CombatantId) [Consumable] "{who} has nothing to heal.";
    /// No weapon in hand on which a dose could go.
    NothingToCoat(who: CombatantId) [Poison] "{who} has no weapon in hand to coat. A dose only goes on your own weapon.";
    /// A text is needed, and not too long a one.
    BadText [Words] "Write a few words, {TEXT_MAX_CHARS} characters at most.";
    /// The name of a thing is too long.
    LongName [Improvised] "Give it a name of at most {NAME_MAX_CHARS} characters.";
    /// Only the holder of the initiative, and only before anyone has acted.
    NotToYield(who: CombatantId) [Initiative] "{who} can\u{2019}t let others begin: only the holders of the initiative can, before anybody has acted or passed.";
    /// Not one of the factions that could begin.
    NoSuchSide [Circle] "Name another faction of this fight.";
    /// A side cannot pass during a turn.
    PassInTurn(turn: TurnOf) [RoundEnds] "It\u{2019}s {turn}. End it with /end first, or wait until it\u{2019}s over.";
    /// A player's character is human.
    NotHuman(who: CombatantId) [Human] "{who} has an ability above 15, the most a human has. Set folk to other, or set the option humans to off.";
}

impl InWords<Murdham> for Item {
    fn in_words(&self, _: &FightState) -> String {
        self.name().to_owned()
    }
}

impl InWords<Murdham> for DataRow<Skill> {
    fn in_words(&self, _: &FightState) -> String {
        self.name.clone()
    }
}

/// Whose turn it is: of a hidden combatant, only the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnOf(pub CombatantId);

impl InWords<Murdham> for TurnOf {
    fn in_words(&self, fight: &FightState) -> String {
        labels::turn_of(fight, self.0)
    }
}

/// When this combatant gets another turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NextTurn(pub CombatantId);

impl InWords<Murdham> for NextTurn {
    fn in_words(&self, fight: &FightState) -> String {
        match unseen_turns::is_beside(fight, self.0) {
            true => wording::another_turn(fight.name(self.0)),
            false => "They get another turn next round.".to_owned(),
        }
    }
}

/// The threshold of the fast phase, and this combatant's WIT unless it's a foe's secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FastPhase(pub CombatantId);

impl InWords<Murdham> for FastPhase {
    fn in_words(&self, fight: &FightState) -> String {
        let threshold = fight.system.fast_threshold.unwrap_or(0);
        match fight.find(self.0).filter(|it| it.owner.is_some()) {
            Some(it) => format!("WIT {}, threshold {threshold}", ability(it, Ability::Wit)),
            None => format!("threshold {threshold}"),
        }
    }
}

/// How many zones away something is; `None` where no way leads there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZonesAway(pub Option<u32>);

impl InWords<Murdham> for ZonesAway {
    fn in_words(&self, _: &FightState) -> String {
        match self.0 {
            Some(zones) => format!("is {}", wording::zones_away(zones)),
            None => "can\u{2019}t be reached".to_owned(),
        }
    }
}

/// How many zones a weapon reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ZoneCount(pub u32);

impl InWords<Murdham> for ZoneCount {
    fn in_words(&self, _: &FightState) -> String {
        match self.0 {
            1 => "1 zone".to_owned(),
            zones => format!("{zones} zones"),
        }
    }
}

/// How many half zones of movement are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementLeft(pub u16);

impl InWords<Murdham> for MovementLeft {
    fn in_words(&self, _: &FightState) -> String {
        let way_on = if self.0 > 2 { "Choose a closer place." } else { "A full movement goes farther." };
        format!("{} of movement left. {way_on}", labels::halves(self.0))
    }
}
