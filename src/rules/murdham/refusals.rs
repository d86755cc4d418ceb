//! Why something is refused: for each reason one sentence with a way on, and the rule.
//!
//! Long because: one sentence for each refusal, in one match.

use super::{
    FightState, Rule, Violation, blow_words,
    labels::{halves, the, turn_of},
    sheet::Ability,
    state::ability as number,
    verbs::Pace,
};
use crate::{engine::CombatantId, rules::wording};

/// Why something is refused: one sentence with a way on, and the rule.
pub fn violation(fight: &FightState, violation: &Violation) -> (String, Option<Rule>) {
    let name = |who: &CombatantId| fight.name(*who).to_owned();
    let side = |side: &crate::engine::SideId| the(&fight.side(*side).name).to_owned();
    if let Some((text, rule)) = blow_words::violation(fight, violation) {
        return (text, Some(rule));
    }
    let (text, rule) = match violation {
        Violation::NoFight => ("The fight is not on.".to_owned(), None),
        Violation::NobodyToFight => {
            ("Nobody has joined yet. /join brings a character in, /gm add a foe.".to_owned(), None)
        }
        Violation::NoSuchThing(what) => (format!("There is nothing like \u{201c}{what}\u{201d} to do now."), None),
        Violation::BetweenRounds => {
            ("No round is under way: the fight is decided, or one is about to begin.".to_owned(), Some(Rule::RoundEnds))
        }
        Violation::NotTheirStep { side: own, up } => {
            (format!("It is the step of the {}; the {} act after that.", side(up), side(own)), Some(Rule::Rounds))
        }
        Violation::TurnUnderWay { of } => {
            (format!("It is {}. It ends when it is used up, or with /end.", turn_of(fight, *of)), Some(Rule::Rounds))
        }
        Violation::Spent(who) => {
            let reacted = fight.find(*who).is_some_and(|it| it.state.reacted_in == Some(fight.turns.round));
            let (how, rule) =
                if reacted { ("reacted, and that was the turn", Rule::Reaction) } else { ("acted", Rule::OneTurn) };
            let next = match super::beside::is_beside(fight, *who) {
                true => wording::another_turn(&name(who)),
                false => "The next round brings a new turn.".to_owned(),
            };
            (format!("{} has already {how} this round. {next}", name(who)), Some(rule))
        }
        Violation::TooSlow(who) => {
            let threshold = fight.system.fat.unwrap_or(0);
            let known = fight.find(*who).filter(|it| it.owner.is_some()).map(|it| number(it, Ability::Wit));
            let numbers = match known {
                Some(wit) => format!("WIT {wit}, threshold {threshold}"),
                None => format!("threshold {threshold}"), // whoever asks may not know a foe's WIT
            };
            let who = name(who);
            let text =
                format!("{who} cannot act in the fast phase ({numbers}), but can react, or act in the slow phase.");
            (text, Some(Rule::Fat))
        }
        Violation::NotConcealed(who) => (
            format!("Only the concealed act before the first round. {} acts in the first.", name(who)),
            Some(Rule::BonusTurn),
        ),
        Violation::Down(who) => (format!("{} is down and cannot act.", name(who)), Some(Rule::Conditions)),
        Violation::HasSurrendered(who) => (
            format!("{} has surrendered and takes no part, unless harmed all the same.", name(who)),
            Some(Rule::Surrender),
        ),
        Violation::HasFled(who) => {
            (format!("{} has got away and takes no part any more.", name(who)), Some(Rule::Chase))
        }
        Violation::LostHeart(who) => (
            format!(
                "{} has failed the morale check and does not fight: surrender, flee, or move away from the enemy.",
                name(who)
            ),
            Some(Rule::GroupSave),
        ),
        Violation::NotAway(who) => (
            format!("{} has failed the morale check and goes no closer to an enemy. Move away.", name(who)),
            Some(Rule::Retreat),
        ),
        Violation::TurnBegun(who) => (
            format!("Surrendering takes a whole turn, and {} has begun this one. Do it next round.", name(who)),
            Some(Rule::Surrender),
        ),
        Violation::GmSays => {
            ("Who is faster by more than their sheets say is for the GM to say.".to_owned(), Some(Rule::Chase))
        }
        Violation::LongName => (
            format!("A thing\u{2019}s name has {} characters at most.", super::gear::NAME_MAX_CHARS),
            Some(Rule::Improvised),
        ),
        Violation::NoMain(who) => {
            (format!("{} has used the main action. A bonus action or a move may be left.", name(who)), Some(Rule::Turn))
        }
        Violation::NoBonus(who) => {
            (format!("{} has neither a bonus nor a main action left. A move may be left.", name(who)), Some(Rule::Turn))
        }
        Violation::NobodyThere => ("There is nobody there to be seen.".to_owned(), Some(Rule::Attack)),
        Violation::OwnSide(who) => (format!("{} is on the same side. Attack an enemy.", name(who)), Some(Rule::Attack)),
        Violation::Dead(who) => (format!("{} is dead. Choose somebody else.", name(who)), None),
        Violation::NotNearby(who) => {
            (format!("{} is not nearby. Move into the same zone or to its border first.", name(who)), Some(Rule::Melee))
        }
        Violation::OutOfRange { target, far, range } => {
            let far =
                far.map_or_else(|| "cannot be reached".to_owned(), |far| format!("is {}", wording::zones_away(far)));
            (
                format!("{} {far}, out of range: the weapon reaches {range}. Move closer first.", name(target)),
                Some(Rule::Ranged),
            )
        }
        Violation::NotSeen(who) => {
            (format!("{} cannot be seen, so no shot is possible. A melee attack is.", name(who)), Some(Rule::Ranged))
        }
        Violation::Blind(who) => {
            (format!("{} is blind and cannot shoot. A melee attack is possible.", name(who)), Some(Rule::Conditions))
        }
        Violation::FarAndMoving(who) => (
            format!(
                "{} is beyond half range and the shooter has moved this turn: not both at once. Choose somebody closer.",
                name(who)
            ),
            Some(Rule::Ranged),
        ),
        Violation::TooClose(who) => (
            format!("{} is within half range, where a lobbed shot cannot fall. Shoot straight.", name(who)),
            Some(Rule::Indirect),
        ),
        Violation::LobbedOnTheMove(who) => {
            (format!("{} has moved this turn and cannot lob a shot any more.", name(who)), Some(Rule::Indirect))
        }
        Violation::NotThatWay(weapon) => {
            (format!("The {weapon} cannot be used that way. Choose another how."), Some(Rule::Indirect))
        }
        Violation::BehindBarrier(who) => (
            format!("{} is behind a barrier that stops every attack. Move round it, or wait for a peek.", name(who)),
            Some(Rule::Barrier),
        ),
        Violation::NotInHand(weapon) => {
            (format!("The {weapon} is not in hand. Equip it with a bonus action first."), Some(Rule::Equip))
        }
        Violation::NoPair(who) => (
            format!("{} needs Ambidexterity and a weapon in each hand for that. Strike with one.", name(who)),
            Some(Rule::Skills),
        ),
        Violation::Fired(weapon) => {
            (format!("The {weapon} has been fired and cannot be reloaded in this fight."), Some(Rule::Keywords))
        }
        Violation::NotRiding(weapon) => (
            format!(
                "The {weapon} is for riders whose mount has moved in this turn. Move first, or use another weapon."
            ),
            Some(Rule::Keywords),
        ),
        Violation::IsLaid(weapon) => {
            (format!("The {weapon} is laid, with /act what:put-down, and not wielded."), Some(Rule::BearTrap))
        }
        Violation::InTheAir(who) => (
            format!(
                "{} lands to attack: nobody of that kind does in the air. Walk, or wait until the turn ends.",
                name(who)
            ),
            Some(Rule::Flying),
        ),
        Violation::NeedsUnaware(weapon) => {
            (format!("The {weapon} needs somebody who is unaware of it, or whom one holds."), Some(Rule::Keywords))
        }
        Violation::NotHelpless(who) => (
            format!("{} is not incapacitated, so there is no final blow. Attack as usual.", name(who)),
            Some(Rule::FinalBlow),
        ),
        Violation::TooFar { who, halves: left } => (
            format!(
                "{} cannot get there: {} of movement left. {}",
                name(who),
                halves(*left),
                if *left > 2 { "Choose a place closer by." } else { "A full movement goes further." }
            ),
            Some(Rule::Turn),
        ),
        Violation::Full(place) => (format!("{place} is full and cannot be entered or crossed."), Some(Rule::Zones)),
        Violation::AlreadyThere => ("They are there already.".to_owned(), None),
        Violation::Fallen(who) => (
            format!(
                "{} tripped or fell and does not move any more in this round. Other actions are possible.",
                name(who)
            ),
            Some(Rule::SpecialMovement),
        ),
        Violation::Afraid { who, of } => (
            format!(
                "{} is frightened of {} and goes no step nearer. Another way, or an attack from here.",
                name(who),
                name(of)
            ),
            Some(Rule::Fear),
        ),
        Violation::MustRun(who) => {
            (format!("{} is terrified and can only run: move farther away.", name(who)), Some(Rule::Terror))
        }
        Violation::MustHarm { who, from } => (
            format!(
                "{} was taunted by {} and can only try to harm them: attack, or move closer.",
                name(who),
                name(from)
            ),
            Some(Rule::Taunt),
        ),
        Violation::BesideThemselves(who) => {
            (format!("{} is frenzied: attack, or move closer to the closest enemy.", name(who)), Some(Rule::Frenzy))
        }
        Violation::NotToRage(who) => {
            (format!("{} has no Battle frenzy, or is frenzied already.", name(who)), Some(Rule::Frenzy))
        }
        Violation::NotToCalm(who) => {
            (format!("{} is not frenzied, or is so by nature and does not calm down.", name(who)), Some(Rule::Frenzy))
        }
        Violation::NotToRally(who) => (
            format!("{} has no Leadership, or has rallied the others in this fight already.", name(who)),
            Some(Rule::Rally),
        ),
        Violation::NobodyToRally(who) => {
            (format!("No ally of {} within 2 zones is frightened or terrified.", name(who)), Some(Rule::Rally))
        }
        Violation::Silenced(who) => (
            format!("{} is silenced: no speech and no powers. Other actions are possible.", name(who)),
            Some(Rule::Silenced),
        ),
        Violation::NotAwake(who) => (
            format!("{} is down and notices nothing. Choose somebody who is awake.", name(who)),
            Some(Rule::Conditions),
        ),
        Violation::NobodyUnderfoot(who) => {
            (format!("No smaller enemy stands where {} stands. Move over them first.", name(who)), Some(Rule::Trample))
        }
        Violation::NotLarge(who) => (
            format!("{} is not large, so the blast is not for them alone. Aim at the zone.", name(who)),
            Some(Rule::BlastOnLarge),
        ),
        Violation::NoSweep(what) => {
            (format!("The {what} cannot be swept round. Use a melee weapon or bare hands."), Some(Rule::Sweep))
        }
        Violation::NotToThrow(who) => {
            (format!("{} holds nobody smaller who could be thrown.", name(who)), Some(Rule::Thrown))
        }
        Violation::NotToTrample(who) => {
            (format!("{} tramples once a turn, and only after moving in it.", name(who)), Some(Rule::Trample))
        }
        Violation::NoSorcery(who) => (
            format!("{} has not the skill Sorcery, without which no profane power is invoked.", name(who)),
            Some(Rule::Power),
        ),
        Violation::NoScroll(who) => (
            format!(
                "{} has no power scroll, from which a power must be read. Give them one: items=scroll of \u{2026}.",
                name(who)
            ),
            Some(Rule::Power),
        ),
        Violation::NotAWeapon(what) => {
            (format!("The {what} is no weapon. Invoke it: /act what:invoke."), Some(Rule::Power))
        }
        Violation::Natural(what) => {
            (format!("The {what} is a part of the body and stays where it is."), Some(Rule::Keywords))
        }
        Violation::NoSuchPace(Pace::Sneak) => ("Only the concealed sneak.".to_owned(), Some(Rule::Revealed)),
        Violation::NoSuchPace(Pace::Fly) => ("Only who has wings flies.".to_owned(), Some(Rule::Flying)),
        Violation::NoSuchPace(_) => ("A sprint takes a full movement.".to_owned(), Some(Rule::FullMovement)),
        Violation::HandsFull(who) => {
            (format!("{} has no hand free for it. Stow or put down something first.", name(who)), Some(Rule::Equip))
        }
        Violation::ArmourStays => {
            ("Armour cannot be changed during a fight; weapons and shields can.".to_owned(), Some(Rule::Equip))
        }
        Violation::NotCarried => {
            ("That is not there to be taken in hand, or is in hand already.".to_owned(), Some(Rule::Equip))
        }
        Violation::NothingLies => ("Nothing of the kind lies nearby.".to_owned(), Some(Rule::PickUp)),
        Violation::NoItem(item) => (format!("There is no {} left to use.", item.name()), Some(Rule::Consumable)),
        Violation::NothingToHeal(who) => (format!("{} has nothing to heal.", name(who)), Some(Rule::Consumable)),
        Violation::NothingToCoat(who) => (
            format!("{} has no weapon in hand for it. A dose goes on a weapon of one\u{2019}s own.", name(who)),
            Some(Rule::Poison),
        ),
        Violation::BadText => {
            (format!("A few words are needed, {} characters at most.", super::verbs::TEXT_MAX_CHARS), Some(Rule::Words))
        }
        Violation::NotToYield(who) => (
            format!(
                "{} cannot let others begin: only the holders of the initiative can, before anybody has acted or passed.",
                name(who)
            ),
            Some(Rule::Initiative),
        ),
        Violation::NoSuchSide => ("Name another faction of this fight.".to_owned(), Some(Rule::Circle)),
        Violation::PassInTurn(who) => {
            (format!("It is {}. End it with /end first.", turn_of(fight, *who)), Some(Rule::RoundEnds))
        }
        Violation::NotHuman(who) => (
            format!(
                "{} has an ability above 15, the most a human has. Say folk: other, or play with humans: off.",
                fight.find(*who).map_or("This character", |it| &it.name)
            ),
            Some(Rule::Human),
        ),
        _ => (String::new(), None), // said above
    };
    (text, rule)
}
