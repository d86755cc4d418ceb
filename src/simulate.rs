//! `umpire simulate`: whole fights with random legal play from a seed, to see who wins and how fast the referee is. Nobody plays well here,
//! so it says nothing about who should win. Every row is written as JSON, as for the store, and discarded.

pub mod calibration;
pub mod styles;

use crate::{
    engine::{
        Actor, Encounter, GameSystem, Input, LogRow, Scripted, Seat, Seed, Seeded, SideId, Stage, Transition,
        random_play::{self, PlayRng, PlayStyle},
        view::Mark,
    },
    rules::{Fight, Newcomer, Request, Session, System, UserError, with_ruleset},
};
use std::{
    io::{self, Write},
    time::Instant,
};

/// The number of rows after which a fight is given up as undecided.
const MOST_ROWS: usize = 20_000;
/// The number of random line-ups; the fights use them in turn.
const LINE_UPS: u32 = 32;
/// The two sides.
const SIDES: [&str; 2] = ["The Reds", "The Blues"];

/// What to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SimulationPlan {
    /// The rule system.
    pub system: System,
    /// The number of fights.
    pub fights: u32,
    /// The number of fighters on each side.
    pub per_side: u8,
    /// The seed; the same one plays the same fights.
    pub seed: u64,
}

/// How the two sides of a line-up are drawn from a system's ready-made people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineUps {
    /// The same people on both sides: only play and dice decide.
    #[default]
    Even,
    /// Each side by lot: most fights are decided by who was drawn.
    ByLot,
}

/// The results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many fights each side won, in the order of the sides: players, foes.
    pub won: [u32; 2],
    /// How many ended with nobody standing.
    pub nobody: u32,
    /// How many ended with both standing: nobody could or would do anything more.
    pub undecided: u32,
    /// The total number of rounds.
    pub rounds: u64,
    /// The total number of decisions: actions, passes, answers.
    pub decisions: u64,
    /// The total number of rows.
    pub rows: u64,
    /// The total length of the logs, in bytes of JSON.
    pub log_bytes: u64,
    /// The total number of dice.
    pub dice: u64,
}

/// Why a simulation stopped.
#[derive(Debug, thiserror::Error)]
pub enum SimulateError {
    /// The line-up was refused.
    #[error("the fight could not be set up: {0}")]
    Setup(#[from] UserError),
    /// A rule system refused an action it had listed: a bug of ours.
    #[error("fight {fight}: a step that was listed as legal was refused: {step}: {why}")]
    Refused {
        /// The fight's index, from 0.
        fight: u32,
        /// The step.
        step: String,
        /// The refusal.
        why: String,
    },
    /// What was written couldn't be read again: a bug of ours.
    #[error(transparent)]
    Load(#[from] crate::rules::LoadError),
}

/// Plays all fights of a plan.
///
/// # Errors
/// See [`SimulateError`].
pub fn run(plan: &SimulationPlan) -> Result<Tally, SimulateError> {
    with_ruleset!(plan.system, R => Arena::<R>::new(plan)?.all(plan))
}

/// The first fight of a plan, complete, with the seed of its dice: to look at, export or verify.
///
/// # Errors
/// See [`SimulateError`].
pub fn one(plan: &SimulationPlan) -> Result<(Box<dyn Session>, Seed), SimulateError> {
    with_ruleset!(plan.system, R => first::<R>(plan))
}

fn first<R: GameSystem>(plan: &SimulationPlan) -> Result<(Box<dyn Session>, Seed), SimulateError> {
    let arena = Arena::<R>::new(plan)?;
    let mut rows: Vec<String> = vec![];
    let mut tally = Tally::default();
    arena.fight(plan, 0, &mut tally, &mut |row| rows.push(text(row)))?;
    Ok((plan.system.load(&arena.opening(0), &rows)?, seed(plan, 0)))
}

fn text<R: GameSystem>(row: &LogRow<R>) -> String {
    serde_json::to_string(row).expect("rows are plain values")
}

/// The seed of one fight's dice.
fn seed(plan: &SimulationPlan, fight: u32) -> Seed {
    let mut rng = PlayRng::new(plan.seed ^ (u64::from(fight) << 32));
    let mut bytes = [0; 32];
    for chunk in bytes.chunks_exact_mut(8) {
        chunk.copy_from_slice(&rng.bits().to_le_bytes());
    }
    Seed::new(bytes)
}

/// The line-ups of a plan, ready to fight.
pub struct Arena<R: GameSystem> {
    line_ups: Vec<Encounter<R>>,
}

impl<R: GameSystem> Arena<R> {
    /// Draws random line-ups from the system's ready-made characters and foes.
    ///
    /// # Errors
    /// If the system refuses one.
    pub fn new(plan: &SimulationPlan) -> Result<Arena<R>, SimulateError> {
        Arena::drawn(plan, LineUps::ByLot)
    }

    /// Draws random line-ups of this kind.
    ///
    /// # Errors
    /// If the system refuses one.
    pub fn drawn(plan: &SimulationPlan, kind: LineUps) -> Result<Arena<R>, SimulateError> {
        let mut rng = PlayRng::new(plan.seed);
        let count = plan.fights.clamp(1, LINE_UPS);
        let drawn = |_| line_up(plan.per_side, kind, &mut rng);
        let line_ups = (0..count).map(drawn).collect::<Result<_, UserError>>()?;
        Ok(Arena { line_ups })
    }

    /// Plays all fights.
    ///
    /// # Errors
    /// See [`SimulateError`].
    pub fn all(&self, plan: &SimulationPlan) -> Result<Tally, SimulateError> {
        let mut tally = Tally::default();
        let mut book: Vec<u8> = vec![];
        let mut log_bytes = 0;
        for fight in 0..plan.fights {
            book.clear();
            self.fight(plan, fight, &mut tally, &mut |row| {
                serde_json::to_writer(&mut book, row).expect("rows are plain values");
                book.push(b'\n');
            })?;
            log_bytes += book.len() as u64;
        }
        tally.log_bytes = log_bytes;
        Ok(tally)
    }

    fn opening(&self, fight: u32) -> String {
        serde_json::to_string(self.of(fight)).expect("a fight is a plain value")
    }

    fn of(&self, fight: u32) -> &Encounter<R> {
        &self.line_ups[fight as usize % self.line_ups.len()]
    }

    /// Plays one fight to its end and passes every row to `write`.
    fn fight(
        &self,
        plan: &SimulationPlan,
        fight: u32,
        tally: &mut Tally,
        write: &mut dyn FnMut(&LogRow<R>),
    ) -> Result<(), SimulateError> {
        let mut now = self.of(fight).clone();
        let seed = seed(plan, fight);
        let mut dice = Seeded::at(&seed, now.used);
        let mut rng = PlayRng::new(plan.seed.wrapping_add(u64::from(fight)).wrapping_mul(0x9E37_79B9));
        let mut at_ms = 0;
        let mut count = 0;
        while count < MOST_ROWS {
            let step = match random_play::next(&now, &mut rng, PlayStyle::BRISK, at_ms) {
                Some(step) => step,
                None if now.now().stage == Stage::Fighting => random_play::PlayStep {
                    actor: Actor::Gm(Seat(0)),
                    input: Input::Transition(Transition::FightEnds),
                    at_ms,
                },
                None => break,
            };
            at_ms = step.at_ms;
            let said = step.input.clone();
            let rows = now.advance(step.actor, step.input, &mut dice, at_ms).map_err(|why| SimulateError::Refused {
                fight,
                step: format!("{said:?}"),
                why: format!("{why:?}"),
            })?;
            tally.decisions += u64::from(!matches!(said, Input::Transition(_) | Input::Tick));
            for row in &rows {
                count += 1;
                tally.dice += row.faces.len() as u64;
                write(row);
            }
        }
        tally.rows += count as u64;
        tally.rounds += u64::from(now.now().turns.round);
        let stands = |side: &SideId| now.now().members(*side).any(|it| R::standing(now.now(), it).0 != Mark::Down);
        let sides: Vec<SideId> = now.now().sides.iter().map(|it| it.id).collect();
        let standing: Vec<usize> = (0..sides.len()).filter(|index| stands(&sides[*index])).collect();
        match standing.as_slice() {
            [one] => tally.won[*one] += 1,
            [] => tally.nobody += 1,
            _ => tally.undecided += 1,
        }
        Ok(())
    }
}

/// Two sides of randomly drawn ready-made people, before the first row of the fight.
fn line_up<R: GameSystem>(per_side: u8, kind: LineUps, rng: &mut PlayRng) -> Result<Encounter<R>, UserError> {
    let none = |problems: Vec<(String, String)>| UserError::say(format!("{problems:?}"));
    let mut fight = Fight::<R>::open(&[]).map_err(none)?;
    let ask = |fight: &mut Fight<R>, request: Request| {
        let proposal = fight.propose(Actor::Gm(Seat(0)), &request, &mut Scripted::default(), 0)?;
        fight.commit(proposal);
        Ok::<(), UserError>(())
    };
    let templates = fight.templates();
    let mut people: Vec<String> = vec![];
    for (index, side) in SIDES.into_iter().enumerate() {
        ask(&mut fight, Request::Side { name: side.to_owned() })?;
        if people.is_empty() || kind == LineUps::ByLot {
            people = (0..per_side).filter_map(|_| rng.pick(&templates).cloned()).collect();
        }
        for (number, template) in (1..).zip(&people) {
            let newcomer = Newcomer {
                name: format!("{} {number}", ["Red", "Blue"][index]),
                side: Some(side.to_owned()),
                template: Some(template.clone()),
                count: 1,
                ..Newcomer::default()
            };
            ask(&mut fight, Request::Join(newcomer))?;
        }
    }
    let mut ready = fight.log().now().clone();
    ready.seq = 1; // the setup isn't part of the log
    Ok(ready)
}

/// `umpire simulate`: plays, and prints who won and how fast it went.
///
/// # Errors
/// If writing to `out` fails.
pub fn command(plan: &SimulationPlan, out: &mut dyn Write) -> io::Result<bool> {
    let began = Instant::now();
    let tally = match run(plan) {
        Ok(tally) => tally,
        Err(why) => {
            writeln!(out, "{why}")?;
            return Ok(false);
        }
    };
    let seconds = began.elapsed().as_secs_f64().max(1e-9);
    let per_second = |count: u64| (count as f64 / seconds).round();
    let fights = u64::from(plan.fights);
    let each = plan.per_side;
    writeln!(out, "{fights} fights of {each} against {each}, {}, seed {}", plan.system.name(), plan.seed)?;
    for (side, won) in SIDES.iter().zip(tally.won) {
        writeln!(out, "  {side} won {won}")?;
    }
    writeln!(out, "  nobody stood in {}, both sides in {}", tally.nobody, tally.undecided)?;
    let mean = |count: u64| count as f64 / fights.max(1) as f64;
    writeln!(
        out,
        "  a fight has {:.1} rounds, {:.0} decisions, {:.0} dice, {:.0} rows ({:.0} kB of log)",
        mean(tally.rounds),
        mean(tally.decisions),
        mean(tally.dice),
        mean(tally.rows),
        mean(tally.log_bytes) / 1_000.0
    )?;
    writeln!(
        out,
        "  {:.2} s on one core: {} fights and {} decisions a second, every row written as JSON",
        seconds,
        per_second(fights),
        per_second(tally.decisions)
    )?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: SimulationPlan = SimulationPlan { system: System::Murdham, fights: 8, per_side: 2, seed: 1 };

    /// The same seed plays the same fights, another seed others; every fight ends, and somebody decides something.
    #[test]
    fn a_seed_plays_the_same_fights() {
        let first = run(&PLAN).expect("plays");
        assert_eq!(first, run(&PLAN).expect("plays"));
        assert_ne!(first, run(&SimulationPlan { seed: 2, ..PLAN }).expect("plays"));
        assert_eq!(first.won.iter().sum::<u32>() + first.nobody + first.undecided, PLAN.fights);
        assert!(first.won.iter().sum::<u32>() > 0 && first.decisions > u64::from(PLAN.fights), "{first:?}");
    }
}
