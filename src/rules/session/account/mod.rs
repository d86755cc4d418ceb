//! The account of a battle, for whoever looks back on it: each side's health, who did what to whom, the dice, the times, and what lasts. It's
//! read off the log, and has nothing in it but what its reader may know.

mod health;
mod highlights;
mod people;
mod times;
mod told;

use super::{
    Change, lasting,
    looking_back::{Deed, Noted, Step, Turn, look_back},
    recap::recap,
};
use crate::engine::{
    Combatant, CombatantId, FightState, GameSystem, Log, Record, Seat, SideId,
    view::{self, Discretion, Viewer},
};
use health::Sample;
use highlights::Blow;
pub(super) use people::dice_of;
use times::Times;
use told::ToldHarm;
pub use told::{BattleAccount, Felling, FighterAccount, HarmSum, PersonAccount, PlayedBy, SideAccount, TimeTaken};

/// What was done to somebody.
struct Wound {
    round: u32,
    by: Option<CombatantId>,
    whom: CombatantId,
    points: f64,
    /// How many points the reader knows of.
    told: ToldHarm,
    is_felled: bool,
}

/// Whom the reader has come to know of.
struct Known {
    who: CombatantId,
    side: SideId,
    /// Who has played them, one after the other; `None` for the GM.
    seats: Vec<Option<Seat>>,
    name: String,
}

/// The log, as the account needs it.
#[derive(Default)]
struct Reading {
    known: Vec<Known>,
    sides: Vec<(SideId, String)>,
    samples: Noted<Sample>,
    wounds: Noted<Wound>,
    /// What blows came to in the action so far, as everyone saw the dice fall: the row that began it, whose blow, and the total.
    open_damage: Vec<(u64, CombatantId, i32)>,
    blows: Noted<Blow>,
    dice: Noted<people::FallenDie>,
    times: Times,
}

/// The account of a fight, as this viewer may know it.
pub(super) fn account<R: GameSystem>(log: &Log<R>, viewer: Viewer) -> BattleAccount {
    let mut reading = Reading::default();
    look_back(log, viewer, Discretion::Kept, |step| reading.follow(step));
    let samples: Vec<&Sample> = reading.samples.iter().collect();
    let sides = health::of_sides(&samples, &reading.sides);
    let at_the_end = Sample::at_the_end(log.now().now(), viewer, &samples);
    let name =
        |who: CombatantId| reading.known.iter().find(|it| it.who == who).map_or_else(String::new, |it| it.name.clone());
    let felled = |it: &Wound| Felling { round: it.round, by: it.by.map(name), whom: name(it.whom) };
    let seats = |it: &Known| it.seats.iter().map(|seat| (*seat, it.name.clone())).collect::<Vec<_>>();
    let played: Vec<(Option<Seat>, String)> = reading.known.iter().flat_map(seats).collect();
    BattleAccount {
        rounds: health::last_round(&samples),
        fighters: reading.fighters(&samples),
        told: recap(log, viewer, Discretion::Kept),
        fallen: reading.wounds.iter().filter(|it| it.is_felled).map(felled).collect(),
        best_blow: highlights::best_blow(reading.blows.iter(), name),
        narrowest_escape: highlights::narrowest_escape(&samples, &at_the_end, name),
        people: people::people(&played, &reading.sides, &reading.dice, &reading.times),
        lasting: what_lasts(log.now().now(), viewer),
        sides,
    }
}

impl Reading {
    fn follow<R: GameSystem>(&mut self, step: &Step<'_, R>) {
        self.samples.follow(step);
        self.wounds.follow(step);
        self.blows.follow(step);
        self.dice.follow(step);
        self.times.follow(step);
        if !step.is_open() {
            return;
        }
        self.meet(step);
        let before = self.samples.iter().next_back().cloned();
        let after = Sample::after(step);
        if let Some(sample) = after.as_ref().filter(|it| before.as_ref() != Some(it)) {
            self.samples.note(step.began, sample.clone());
        }
        self.see_damage(step);
        let deeds = step.deeds();
        for (at, deed) in deeds.iter().enumerate() {
            let now = step.after.now();
            let round = step.before.now().turns.round.max(1);
            let told = match R::TELLS_HARM || view::knows_numbers(now, now.combatant(deed.whom), step.viewer) {
                true => ToldHarm::Taken,
                false => self.as_rolled(deed),
            };
            if let (Some(points), Turn::Wounded | Turn::Down) = (deed.harm, deed.turn) {
                let is_felled = deed.turn == Turn::Down;
                let wound = Wound { round, by: deed.by, whom: deed.whom, points, told, is_felled };
                self.wounds.note(step.began, wound);
            }
            let level = |it: &Option<Sample>| it.as_ref().and_then(|it| it.find(deed.whom).cloned());
            if let (Some(by), Some(before), Some(after)) = (deed.by, level(&before), level(&after))
                && deed.harm.is_some()
                // How they looked after the first of several blows in one go, nobody knows.
                && !deeds[at + 1..].iter().any(|it| it.whom == deed.whom)
                && now.combatant(by).side != after.side
            {
                // A fall belongs to the blow that led to it.
                let led = || self.blows.last_of(step.began, |it| (it.by, it.before.who) == (by, deed.whom));
                let before = led().filter(|_| deed.harm == Some(0.0)).map_or(before, |it| it.before.clone());
                self.blows.note(step.began, Blow { round, by, turn: deed.turn, before, after });
            }
        }
        people::fallen(step).into_iter().for_each(|it| self.dice.note(step.began, it));
    }

    /// Notes the damage that everyone sees rolled.
    fn see_damage<R: GameSystem>(&mut self, step: &Step<'_, R>) {
        self.open_damage.retain(|it| it.0 == step.began);
        for record in step.records() {
            if let Record::Rolled(roll) = record
                && let Some(who) = roll.who.filter(|it| !roll.secret && R::is_damage(roll) && step.sees(*it))
            {
                self.open_damage.push((step.began, who, roll.total));
            }
        }
    }

    /// What was rolled for a deed whose harm the reader isn't told, if that's what the dice came to which they saw: all of them, or the
    /// highest, where only one counts.
    fn as_rolled(&self, deed: &Deed) -> ToldHarm {
        let seen = || self.open_damage.iter().filter(|it| Some(it.1) == deed.by).map(|it| it.2);
        let is_seen = [Some(seen().sum::<i32>()), seen().max()].contains(&Some(deed.rolled as i32));
        if deed.rolled > 0.0 && is_seen { ToldHarm::Rolled(deed.rolled as u32) } else { ToldHarm::Hit }
    }

    /// Notes everyone whom the reader knows now, by their newest names.
    fn meet<R: GameSystem>(&mut self, step: &Step<'_, R>) {
        let now = step.after.now();
        self.sides = now.sides.iter().map(|it| (it.id, it.name.to_string())).collect();
        for it in now.combatants.iter().filter(|it| step.viewer.sees(now, it)) {
            let seat = it.controller.seat().or(it.owner);
            let name = it.name.to_string();
            match self.known.iter_mut().find(|known| known.who == it.id) {
                Some(known) => {
                    (known.side, known.name) = (it.side, name);
                    known.seats.extend((!known.seats.contains(&seat)).then_some(seat));
                }
                None => self.known.push(Known { who: it.id, side: it.side, seats: vec![seat], name }),
            }
        }
    }

    /// What everyone did and suffered who was seen in the fight, by side.
    fn fighters(&self, samples: &[&Sample]) -> Vec<FighterAccount> {
        let fought = |who: CombatantId| samples.iter().any(|it| it.round.is_some() && it.find(who).is_some());
        let seen = |side: SideId| samples.iter().any(|it| it.of.iter().any(|it| it.side == side));
        let sides: Vec<SideId> = self.sides.iter().map(|it| it.0).filter(|it| seen(*it)).collect();
        let sum = |is_theirs: &dyn Fn(&Wound) -> bool| {
            let mut sum = HarmSum::default();
            // A fall after the wound was counted has no points, and is no other hit.
            self.wounds.iter().filter(|it| is_theirs(it)).for_each(|it| sum.add(it.points, it.told));
            sum
        };
        let fighter = |it: &Known| {
            Some(FighterAccount {
                name: it.name.clone(),
                side: sides.iter().position(|side| *side == it.side)?,
                dealt: sum(&|wound| wound.by == Some(it.who)),
                taken: sum(&|wound| wound.whom == it.who),
            })
        };
        let mut fighters: Vec<FighterAccount> =
            self.known.iter().filter(|it| fought(it.who)).filter_map(fighter).collect();
        fighters.sort_by_key(|it| it.side);
        fighters
    }
}

/// The field of a sheet by which a character is dead.
const DEAD: &str = "dead";

/// What players' characters take with them: whatever everyone saw of it, and the rest for those alone whose character it is, and the GM.
fn what_lasts<R: GameSystem>(fight: &FightState<R>, viewer: Viewer) -> Vec<(String, Vec<String>)> {
    let own = |it: &Combatant<R>| match viewer {
        Viewer::Gm => true,
        Viewer::Seat(seat) => it.owner == Some(seat),
        Viewer::Everyone | Viewer::Side(_) => false,
    };
    let changes = |it: &Combatant<R>| -> Vec<String> {
        let all = lasting::lasting(fight, it.id).map(|it| it.changes).unwrap_or_default();
        let told = all.iter().filter(|change| own(it) || R::OPEN_LASTING.contains(&change.field.as_str()));
        let (deaths, others): (Vec<&Change>, Vec<&Change>) = told.partition(|it| it.field == DEAD && it.to == "yes");
        let mut said: Vec<String> = others.into_iter().map(Change::in_short).collect();
        // The end itself can kill whoever still lay there: then the system says by which rule.
        let why = R::lasting_words(fight, it.id).join(" ");
        said.extend(deaths.into_iter().map(|it| match why.trim_end_matches('.') {
            "" => it.in_short(),
            why => format!("{}: {why}", it.in_short()),
        }));
        said
    };
    let known = fight.combatants.iter().filter(|it| it.owner.is_some() && viewer.knows(fight, it));
    known.map(|it| (it.name.to_string(), changes(it))).filter(|it| !it.1.is_empty()).collect()
}
