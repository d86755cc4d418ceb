//! What is said of everything people do but attacks: moving, words, fear, morale, contests, powers.

use super::Sentence;
use crate::engine::CombatantId;
use crate::rules::murdham::{
    FightState, With,
    model::{
        event::Event,
        fact::Fact,
        manner::Sway,
        state::{Flag, Flight, Morale, lost_heart},
        weapon_names::name_of,
    },
};
use crate::rules::wording::quoted_at_end;

pub(super) fn changed(fight: &FightState, fact: &Fact) -> Option<Sentence> {
    let name = |who: &CombatantId| fight.name(*who);
    let (who, what) = match fact {
        Fact::MoraleIs { who, morale: Morale::Held } => (who, "stands firm".to_owned()),
        Fact::MoraleIs { who, morale: Morale::Broken } => {
            (who, "fails the morale check and must surrender or retreat".to_owned())
        }
        Fact::Surrendered { who, surrendered: true, .. } if fight.find(*who).is_some_and(lost_heart) => {
            (who, "surrenders, having lost heart".to_owned())
        }
        Fact::Surrendered { who, surrendered: true, .. } => (who, "surrenders".to_owned()),
        Fact::Surrendered { who, surrendered: false, .. } => (who, "can fight again".to_owned()),
        Fact::FlightIs { who, flight: Flight::Away, .. } => (who, "flees".to_owned()),
        Fact::FlightIs { who, flight: Flight::Escaped, .. } => (who, "escapes".to_owned()),
        Fact::FlightIs { who, flight: Flight::Stays, .. } => (who, "is caught".to_owned()),
        Fact::FullMove { who, sprint: Some(_) } => (who, "sprints".to_owned()),
        Fact::FullMove { who, sprint: None } => (who, "makes a full movement".to_owned()),
        Fact::Climbs { who, from: Some(_) } => (who, "begins to climb".to_owned()),
        Fact::Fell { who, .. } => (who, "falls and can\u{2019}t move again this round".to_owned()),
        Fact::Tramples { who, .. } => (who, "tramples those underfoot".to_owned()),
        Fact::Unafraid { who, of } => (who, format!("isn\u{2019}t afraid of {}", name(of))),
        Fact::Rallied(who) => (who, "rallies the others".to_owned()),
        Fact::Flagged { who, flag: Flag::Unaware, on: false } => (who, "is on guard now".to_owned()),
        Fact::Flagged { who, flag: Flag::Flying, on: true } => (who, "takes to the air".to_owned()),
        Fact::Flagged { who, flag: Flag::Flying, on: false } => (who, "lands".to_owned()),
        _ => return None,
    };
    Some((Some(*who), format!("{} {what}.", name(who))))
}

pub(super) fn told(fight: &FightState, event: &Event) -> Option<Sentence> {
    let name = |who: &CombatantId| fight.name(*who);
    let power = |who: &CombatantId, scroll: &u8| name_of(fight, *who, With::Gear(*scroll));
    let (who, text) = match event {
        Event::Said { who, text } => (who, format!("{}: \u{201c}{text}\u{201d}", name(who))),
        Event::Interacted { who, text, complex } => {
            let cost = if *complex { " as a main action" } else { "" };
            (who, format!("{} does something{cost}: {}", name(who), quoted_at_end(text.trim())))
        }
        Event::Sneaked(who) => (who, format!("{} stays out of sight.", name(who))),
        Event::GoesUnder(who) => (who, format!("{} can\u{2019}t stay above water.", name(who))),
        Event::Swayed { who, how, target } => {
            let verb = match how {
                Sway::Distract => "tries to distract",
                Sway::Intimidate => "tries to intimidate",
                Sway::Taunt => "taunts",
            };
            (who, format!("{} {verb} {}.", name(who), name(target)))
        }
        Event::Contests { who, ability, target } => {
            (who, format!("{} challenges {} to a contest of {}.", name(who), name(target), ability.name()))
        }
        Event::Tied { who, .. } => (who, "A tie: both roll again.".to_owned()),
        Event::WinsContest { winner, loser, ability } => {
            (winner, format!("{} wins the {} contest against {}.", name(winner), ability.name(), name(loser)))
        }
        Event::Unmoved(who) => (who, format!("{} is unmoved.", name(who))),
        Event::Cowers(who) => (who, format!("{} has nowhere to run and cowers.", name(who))),
        Event::Recovered { who, what } => (who, format!("{} is no longer {}.", name(who), what.name())),
        Event::Invoked { who, scroll, target } => {
            let on = target.filter(|it| it != who).map_or_else(String::new, |it| format!(" on {}", name(&it)));
            (who, format!("{} invokes {}{on}.", name(who), power(who, scroll)))
        }
        Event::PowerWorks { who, scroll, .. } => {
            (who, format!("The power works. The GM says what {} does.", power(who, scroll)))
        }
        Event::Splits { who, copy } => (who, format!("{} splits in two: {} stands next to it.", name(who), name(copy))),
        _ => return None,
    };
    Some((Some(*who), text))
}
