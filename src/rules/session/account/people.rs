//! Whose dice fell how, and who took how long: by person, each named by whom they play.

use super::{
    super::looking_back::{Noted, Step, look_back},
    times::{Timed, Times},
    told::{PersonAccount, PlayedBy, TimeTaken},
};
use crate::engine::{
    Combatant, DiceLuck, GameSystem, Log, LuckyFaces, Record, RulesetTypes, Seat, SideId,
    view::{Discretion, Viewer},
};

/// A die that fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FallenDie {
    /// Who plays the combatant whose die it is.
    by: PlayedBy,
    sides: u16,
    face: u16,
    good: LuckyFaces,
}

/// Who plays a combatant now. Whoever is lent to Umpire is played by Umpire, whosever it is.
fn player_of<R: RulesetTypes>(it: &Combatant<R>) -> PlayedBy {
    match it.controller.seat() {
        _ if it.autopilot.is_some() => PlayedBy::Umpire(it.side),
        Some(seat) => PlayedBy::Player(seat),
        None => PlayedBy::Gm,
    }
}

/// The dice that the reader saw in a row, where some faces were better than others. Each counts as it first fell: what an explosion or a
/// re-roll adds depends on that.
pub(super) fn fallen<R: GameSystem>(step: &Step<'_, R>) -> Vec<FallenDie> {
    let mut all = vec![];
    for record in step.records() {
        let Record::Rolled(roll) = record else { continue };
        let Some(who) = roll.who.filter(|it| step.sees(*it)) else { continue };
        let (true, Some(good)) = (!roll.secret || step.viewer == Viewer::Gm, R::lucky(roll)) else { continue };
        let by = player_of(step.after.now().combatant(who));
        let face = |die: &crate::engine::Die| Some((die.sides, *die.faces.first()?));
        all.extend(roll.dice.iter().filter_map(face).map(|(sides, face)| FallenDie { by, sides, face, good }));
    }
    all
}

/// The dice of everyone whom this person played.
pub(in crate::rules::session) fn dice_of<R: GameSystem>(log: &Log<R>, seat: Seat) -> DiceLuck {
    let mut dice = Noted::default();
    look_back(log, Viewer::Seat(seat), Discretion::Kept, |step| {
        dice.follow(step);
        fallen(step).into_iter().for_each(|it| dice.note(step.began, it));
    });
    luck(&dice, PlayedBy::Player(seat))
}

fn luck(dice: &Noted<FallenDie>, by: PlayedBy) -> DiceLuck {
    let mut luck = DiceLuck::default();
    dice.iter().filter(|it| it.by == by).for_each(|it| luck.count(it.sides, it.face, it.good));
    luck
}

/// The players, by the first of whom they play, then the GM, and then Umpire for each side for which it rolled. `played` says who played
/// whom, by name; `sides` are all of them.
pub(super) fn people(
    played: &[(Option<Seat>, String)],
    sides: &[(SideId, String)],
    dice: &Noted<FallenDie>,
    times: &Times,
) -> Vec<PersonAccount> {
    let mut seats: Vec<Option<Seat>> = vec![];
    for (seat, _) in played {
        if !seats.contains(seat) {
            seats.push(*seat);
        }
    }
    seats.sort_by_key(Option::is_none);
    let person = |seat: Option<Seat>| {
        let own = times.all.iter().filter(|it| Some(it.0) == seat).map(|it| it.1);
        let (mut acted, mut answered) = (TimeTaken::default(), TimeTaken::default());
        own.for_each(|it| match it {
            Timed::Acted(ms) => acted.add(ms),
            Timed::Answered(ms) => answered.add(ms),
        });
        let who = seat.map_or(PlayedBy::Gm, PlayedBy::Player);
        PersonAccount {
            who,
            names: played.iter().filter(|it| it.0 == seat).map(|it| it.1.clone()).collect(),
            luck: luck(dice, who),
            acted,
            answered,
            questions: u32::try_from(times.asked.iter().filter(|it| Some(it.1) == seat).count()).unwrap_or(u32::MAX),
        }
    };
    let umpire = |(side, name): &(SideId, String)| {
        let who = PlayedBy::Umpire(*side);
        let luck = luck(dice, who);
        let (acted, answered) = (TimeTaken::default(), TimeTaken::default());
        (luck.dice() > 0).then(|| PersonAccount { who, names: vec![name.clone()], luck, acted, answered, questions: 0 })
    };
    seats.into_iter().map(person).chain(sides.iter().filter_map(umpire)).collect()
}
