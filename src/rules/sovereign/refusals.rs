//! Why something is refused: one sentence with a way on, and the rule.

use super::{
    FightState, Rule, Violation,
    labels::{feet, the},
    turn,
};
use crate::{engine::CombatantId, rules::wording};

/// The sentence and the rule.
pub fn violation(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    match violation {
        Violation::NoFight => ("The fight is not on.".to_owned(), None),
        Violation::NobodyToFight => {
            ("Nobody has joined yet. /join brings a character in, /gm add a foe.".to_owned(), None)
        }
        Violation::NoSuchThing(what) => (format!("There is nothing like \u{201c}{what}\u{201d} to do now."), None),
        Violation::NotTheirTurn { who, up, side } => not_their_turn(fight, *who, *up, *side),
        Violation::NotTheirStep { side, up } => {
            let up = up.map_or("no side\u{2019}s".to_owned(), |it| format!("the {}\u{2019}", the(fight.side_name(it))));
            (
                format!("It is {up} step; the {} pass when it is theirs.", the(fight.side_name(*side))),
                Some(Rule::Initiative),
            )
        }
        Violation::Down(who) => (format!("{} cannot act.", name(who)), Some(Rule::Injured)),
        Violation::Unready(who) => {
            (format!("{} does not see it coming and can do nothing yet.", name(who)), Some(Rule::Surprise))
        }
        Violation::MainSpent(who) => {
            (format!("{} has spent the Main action of this round.", name(who)), Some(Rule::MainAction))
        }
        Violation::MoveSpent(who) => (
            format!("{} has spent the Move, and the Main action that could buy another.", name(who)),
            Some(Rule::MoveAction),
        ),
        Violation::NoMove(who) => {
            (format!("That takes {}\u{2019}s Move itself, and it is spent.", name(who)), Some(Rule::MoveAction))
        }
        Violation::Spent { who, what } => (format!("{} has used {what} already, or has none.", name(who)), None),
        Violation::NobodyThere => ("There is nobody there to be seen.".to_owned(), None),
        Violation::OwnSide(who) => (format!("{} is on the same side. Choose an enemy.", name(who)), None),
        Violation::Gone(who) => (format!("{} is dead or gone. Choose somebody else.", name(who)), None),
        _ => of_things(fight, violation),
    }
}

fn not_their_turn(
    fight: &FightState,
    who: CombatantId,
    up: Option<CombatantId>,
    side: Option<crate::engine::SideId>,
) -> (String, Option<Rule>) {
    let own = fight.find(who).map(|it| it.side);
    // Their own side knows of the unseen, and hears whose turn is to be ended.
    let up = up.and_then(|it| fight.find(it)).filter(|it| !it.hidden || Some(it.side) == own);
    match (up, side) {
        _ if turn::is_beside(fight, who) => {
            let had = format!("{} has already had a turn this round.", fight.name(who));
            (format!("{had} {}", wording::another_turn(fight.name(who))), Some(Rule::OneAfterAnother))
        }
        _ if fight.turns.is_spent(who) => (
            format!("{} has already ended this round\u{2019}s turn; only Instants are left.", fight.name(who)),
            Some(Rule::OneAfterAnother),
        ),
        (Some(up), _) if Some(up.side) == own => (
            format!("It is {}\u{2019}s turn; {} acts when they have ended it with /end.", up.name, fight.name(who)),
            Some(Rule::OneAfterAnother),
        ),
        (_, Some(side)) => (
            format!(
                "The {} act now. {} acts when their own side is up, or takes an Instant.",
                the(fight.side_name(side)),
                fight.name(who)
            ),
            Some(Rule::Initiative),
        ),
        _ => (format!("{} waits for the next round.", fight.name(who)), Some(Rule::Initiative)),
    }
}

/// Of weapons and attacks.
fn of_things(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    match violation {
        Violation::NotCarried => ("They have no such thing.".to_owned(), Some(Rule::Ready)),
        Violation::Stowed { who, what } => (
            format!("{}\u{2019}s {what} is in the pack: /act ready takes a Main action.", name(who)),
            Some(Rule::Ready),
        ),
        Violation::InGrapple(who) => (
            format!("{} is in a grapple: nobody in it moves, and all fight unarmed.", name(who)),
            Some(Rule::GrappleHolds),
        ),
        Violation::TooLethal(what) => {
            (format!("A {what} is no less lethal weapon: a blow with it kills."), Some(Rule::LessLethal))
        }
        Violation::NotThrown(what) => (format!("A {what} cannot be thrown."), Some(Rule::Ranged)),
        Violation::OutOfReach { target, far, reach } => (
            format!("{} is {far} ft away, and melee reaches {reach} ft: move or charge first.", name(target)),
            Some(Rule::Melee),
        ),
        Violation::OutOfRange { target, far, range } => {
            (format!("{} is {far} ft away, beyond the long range of {range} ft.", name(target)), Some(Rule::Situations))
        }
        Violation::NotSeen(who) => (
            format!("There is no line of sight to {}: something solid is in the way.", name(who)),
            Some(Rule::LineOfSight),
        ),
        Violation::PlaceUnknown(who) => (format!("Nobody knows where {} is.", name(who)), Some(Rule::Situations)),
        Violation::ShotInMelee { who, what } => (
            format!("An armed enemy is in melee range of {}: the {what} cannot be shot there.", name(who)),
            Some(Rule::Ranged),
        ),
        Violation::Unloaded { who, what, main } => {
            let takes = if *main { "a Main action" } else { "a Move" };
            (format!("{}\u{2019}s {what} must be reloaded first: {takes}.", name(who)), Some(Rule::Reload))
        }
        Violation::LoadedAlready(what) => (format!("The {what} is loaded."), Some(Rule::Reload)),
        Violation::AtHand(what) => (format!("The {what} is at hand already."), Some(Rule::Ready)),
        Violation::InHandAlready => ("That is in hand already.".to_owned(), Some(Rule::Ready)),
        Violation::NotInHand(what) => (format!("The {what} is not in hand."), Some(Rule::Ready)),
        Violation::TooManyHands(who) => (
            format!("{} has two hands: no shield and nothing two-handed beside a second weapon.", name(who)),
            Some(Rule::DualWield),
        ),
        Violation::NoSkillForTwo { who, skill } => {
            (format!("Two weapons take {skill}-1 at least, which {} has not.", name(who)), Some(Rule::DualWield))
        }
        Violation::NothingLies => ("Nothing lies there to be picked up.".to_owned(), Some(Rule::PickUp)),
        Violation::LiesTooFar(what) => (format!("The {what} lies out of reach."), Some(Rule::PickUp)),
        Violation::Untrained(who) => (
            format!("{} has not the discipline for a Snap Attack: only well-trained foes have.", name(who)),
            Some(Rule::Snap),
        ),
        Violation::DefendsAlready(who) => {
            (format!("{} is on Total Defense already.", name(who)), Some(Rule::TotalDefense))
        }
        Violation::SwarmFull(who) => {
            (format!("Four swarm {} already, who are as many as can (A2).", name(who)), Some(Rule::Swarm))
        }
        Violation::SwarmJoined(who) => {
            (format!("They swarm {} already; how:strike makes the attack.", name(who)), Some(Rule::SwarmLapses))
        }
        Violation::SwarmDone(who) => {
            (format!("The one attack of the swarm on {} has been made this round.", name(who)), Some(Rule::SwarmLapses))
        }
        Violation::ShotCharge(what) => {
            (format!("A charge ends in a melee or thrown attack, not with a {what}."), Some(Rule::Charge))
        }
        Violation::NoMomentum(_) => ("A charge needs 5 ft at least.".to_owned(), Some(Rule::Charge)),
        Violation::NoStraightLine(who) => {
            (format!("There is no straight, free line of that length towards {}.", name(who)), Some(Rule::Charge))
        }
        _ => of_places(fight, violation),
    }
}

/// Of places and people.
fn of_places(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    match violation {
        Violation::NoAlly(who) => (format!("{} is no ally to screen.", name(who)), Some(Rule::Screen)),
        Violation::NoCombatSkill(who) => {
            (format!("{} has no combat skill of 1, and screens nobody.", name(who)), Some(Rule::Screen))
        }
        Violation::NotBeside(who) => (format!("That is no free square next to {}.", name(who)), Some(Rule::Grid)),
        Violation::TooFarToScreen { who, squares } => (
            format!("No way of {} leads {} there: a screen takes a Move.", feet(*squares), name(who)),
            Some(Rule::Screen),
        ),
        Violation::TooFarToDrag { who, squares } => (
            format!("{} moves the one they hold up to {} along, over free squares.", name(who), feet(*squares)),
            Some(Rule::GrappleMove),
        ),
        Violation::NoMainToDefend(who) => (
            format!("Total Defense takes the Main action of this round (R9), and {} has spent it.", name(who)),
            Some(Rule::TotalDefense),
        ),
        Violation::TooFar { who, squares } => (
            format!("That is farther than the {} that {} moves, or there is no way.", feet(*squares), name(who)),
            Some(Rule::Run),
        ),
        Violation::Wall => ("That square is a wall, or none of the board.".to_owned(), Some(Rule::Grid)),
        Violation::Taken => {
            ("Somebody stands there: one passes allies, but does not stop there.".to_owned(), Some(Rule::Grid))
        }
        Violation::AlreadyThere => ("They are there already.".to_owned(), None),
        Violation::NoPlace(who) => {
            (format!("Nobody has said on which square {} and the others are.", name(who)), Some(Rule::Scale))
        }
        Violation::ProneAlready(who) => (format!("{} lies already.", name(who)), Some(Rule::Prone)),
        Violation::Stands(who) => (format!("{} stands.", name(who)), Some(Rule::StandUp)),
        Violation::ClearAlready(who) => (format!("{} is clear of everybody there.", name(who)), Some(Rule::Disengage)),
        Violation::HoldsAlready(who) => (format!("{} holds somebody already.", name(who)), Some(Rule::Grapple)),
        Violation::HoldsNobody(who) => (format!("{} holds nobody.", name(who)), Some(Rule::GrappleMove)),
        Violation::NotHeld(who) => (format!("Nobody holds {}.", name(who)), Some(Rule::Grapple)),
        Violation::TooLarge(who) => (format!("{} is too large to be manhandled.", name(who)), Some(Rule::GrappleSize)),
        Violation::NoPatient(who) => (format!("{} is not Mortally Injured.", name(who)), Some(Rule::Stabilise)),
        Violation::NotAdjacent(who) => {
            (format!("{} is not within arm\u{2019}s reach.", name(who)), Some(Rule::Stabilise))
        }
        Violation::NoKit(who) => (format!("{} has no healer\u{2019}s kit.", name(who)), Some(Rule::Stabilise)),
        Violation::TriedAlready(who) => (
            format!("Somebody has tried to stabilise {} this round; others may help the next attempt.", name(who)),
            Some(Rule::Stabilise),
        ),
        Violation::HelpsAlready(who) => (format!("They help with {} already.", name(who)), Some(Rule::Stabilise)),
        Violation::NotUnsuspecting(who) => {
            (format!("{} expects danger and cannot be executed.", name(who)), Some(Rule::Unsuspecting))
        }
        Violation::AimsAlready(who) => {
            (format!("They watch {} already; a minute is six rounds.", name(who)), Some(Rule::Execution))
        }
        Violation::MinuteNotOver { who, rounds } => {
            let prepare = "An execution takes a full minute before it: /act aim begins it.";
            (format!("{prepare} {} has {rounds} rounds to go.", name(who)), Some(Rule::Execution))
        }
        Violation::MovedBefore(who) => {
            (format!("{} has moved, and an execution leaves no time for it.", name(who)), Some(Rule::Execution))
        }
        Violation::Jostled(who) => {
            (format!("{} was hurt or jostled this round and cannot cast.", name(who)), Some(Rule::Spells))
        }
        Violation::NoFreeHand(who) => (format!("{} has no hand free for a spell.", name(who)), Some(Rule::Spells)),
        Violation::NobodyFled => ("Nobody has fled.".to_owned(), Some(Rule::Chase)),
        _ => ("That cannot be done now.".to_owned(), None),
    }
}
