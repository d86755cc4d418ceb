//! Whose dice fell how, and who took how long: by person, each named by whom they play.

use super::{
    super::looking_back::{Noted, Step, look_back},
    times::{Timed, Times},
    told::{PersonAccount, TimeTaken},
};
use crate::engine::{
    DiceLuck, GameSystem, Log, LuckyFaces, Record, Seat,
    view::{Discretion, Viewer},
};

/// A die that fell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FallenDie {
    /// Who plays the combatant whose die it is; `None` if it's no player.
    seat: Option<Seat>,
    sides: u16,
    face: u16,
    good: LuckyFaces,
}

/// The dice that the reader saw in a row, where some faces were better than others. Each counts as it first fell: what an explosion or a
/// re-roll adds depends on that.
pub(super) fn fallen<R: GameSystem>(step: &Step<'_, R>) -> Vec<FallenDie> {
    let mut all = vec![];
    for record in step.records() {
        let Record::Rolled(roll) = record else { continue };
        let Some(who) = roll.who.filter(|it| step.sees(*it)) else { continue };
        let (true, Some(good)) = (!roll.secret || step.viewer == Viewer::Gm, R::lucky(roll)) else { continue };
        let seat = step.after.now().combatant(who).controller.seat();
        let face = |die: &crate::engine::Die| Some((die.sides, *die.faces.first()?));
        all.extend(roll.dice.iter().filter_map(face).map(|(sides, face)| FallenDie { seat, sides, face, good }));
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
    luck(&dice, Some(seat))
}

fn luck(dice: &Noted<FallenDie>, seat: Option<Seat>) -> DiceLuck {
    let mut luck = DiceLuck::default();
    dice.iter().filter(|it| it.seat == seat).for_each(|it| luck.count(it.sides, it.face, it.good));
    luck
}

/// The players, by the first of whom they play, and then everyone else together. `played` says who played whom, by name.
pub(super) fn people(played: &[(Option<Seat>, String)], dice: &Noted<FallenDie>, times: &Times) -> Vec<PersonAccount> {
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
        PersonAccount {
            seat,
            names: played.iter().filter(|it| it.0 == seat).map(|it| it.1.clone()).collect(),
            luck: luck(dice, seat),
            acted,
            answered,
            questions: u32::try_from(times.asked.iter().filter(|it| Some(it.1) == seat).count()).unwrap_or(u32::MAX),
        }
    };
    seats.into_iter().map(person).collect()
}
