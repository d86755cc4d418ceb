//! One style of play against another, in fights whose sides change ends every other time: who wins, how often, how fast.

use super::{Arena, LineUps, MOST_ROWS, SimulateError, SimulationPlan, seed, text};
use crate::{
    engine::{
        Actor, Encounter, GameSystem, Input, LogRow, Seed, Seeded, SideId, Stage, Transition,
        playing::{self, PlayOut, PlayedOut, Player, Style, Styles},
        ruleset::{is_settled, standing},
    },
    rules::{Session, with_ruleset},
};
use serde::Serialize;
use std::{
    io::{self, Write},
    time::Duration,
};

/// The round at which a fight is given up.
const MOST_ROUNDS: u32 = 1_000;
/// The number of decisions at which a fight is given up of which nobody reads the rows.
const MOST_DECISIONS: u64 = 1_000_000;

/// Two styles and the fights they play.
#[derive(Clone, Debug)]
pub struct StyleMatch {
    /// The fights.
    pub plan: SimulationPlan,
    /// How the line-ups are drawn.
    pub line_ups: LineUps,
    /// The two styles.
    pub styles: [Style; 2],
    /// The most playouts for one cunning choice.
    pub playouts: u32,
    /// What the time is measured by: any clock that only ever goes forward.
    pub clock: fn() -> Duration,
}

/// How long each cunning choice took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChoiceTimes(Vec<Duration>);

impl ChoiceTimes {
    /// The time within which this share of the choices was made, in milliseconds; 0 if there were none.
    fn within_ms(&self, share: f64) -> f64 {
        let mut all = self.0.clone();
        all.sort_unstable();
        let index = ((all.len() as f64 * share).ceil() as usize).clamp(1, all.len().max(1)) - 1;
        all.get(index).map_or(0.0, |it| it.as_secs_f64() * 1e3)
    }
}

/// The results of a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MatchTally {
    /// The number of fights.
    pub fights: u32,
    /// The fights that each style won.
    pub wins: [u32; 2],
    /// The fights that nobody won: nobody was left standing, or both sides were.
    pub draws: u32,
    /// Those of the draws that were given up.
    pub cut: u32,
    /// The total number of rounds.
    pub rounds: u64,
    /// The most rounds a fight took.
    pub most_rounds: u32,
    /// The total number of decisions.
    pub decisions: u64,
    /// How long cunning choices took.
    #[serde(skip)]
    pub choices: ChoiceTimes,
}

/// Takes each row as it's made.
type WriteRow<'a, R> = &'a mut dyn FnMut(&LogRow<R>);

/// The first fight of a match, complete, with the seed of its dice: to look at, export or verify.
///
/// # Errors
/// As [`run`].
pub fn one(it: &StyleMatch) -> Result<(Box<dyn Session>, Seed), SimulateError> {
    with_ruleset!(it.plan.system, R => first::<R>(it))
}

fn first<R: GameSystem>(it: &StyleMatch) -> Result<(Box<dyn Session>, Seed), SimulateError> {
    let arena = Arena::<R>::drawn(&it.plan, it.line_ups)?;
    let mut rows: Vec<String> = vec![];
    let mut tally = MatchTally::default();
    arena.duel(it, 0, &mut tally, Some(&mut |row| rows.push(text(row))))?;
    Ok((it.plan.system.load(&arena.opening(0), &rows)?, seed(&it.plan, 0)))
}

/// Plays a match. The same seed plays the same fights.
///
/// # Errors
/// If a choice was refused although its own fight allows it: a bug of ours.
pub fn run(it: &StyleMatch) -> Result<MatchTally, SimulateError> {
    with_ruleset!(it.plan.system, R => Arena::<R>::drawn(&it.plan, it.line_ups)?.matched(it))
}

impl<R: GameSystem> Arena<R> {
    fn matched(&self, it: &StyleMatch) -> Result<MatchTally, SimulateError> {
        let mut tally = MatchTally { fights: it.plan.fights, ..MatchTally::default() };
        for fight in 0..it.plan.fights {
            self.duel(it, fight, &mut tally, None)?;
        }
        Ok(tally)
    }

    /// One fight. The same people meet twice, with the styles changed round. Rows are made only where somebody searches, or reads them.
    fn duel(
        &self,
        it: &StyleMatch,
        fight: u32,
        tally: &mut MatchTally,
        write: Option<WriteRow<'_, R>>,
    ) -> Result<(), SimulateError> {
        let start = self.of(fight / 2);
        let dice = Seeded::at(&seed(&it.plan, fight), start.used);
        let sides: Vec<SideId> = start.now().sides.iter().map(|it| it.id).collect();
        let swapped = usize::from(fight % 2 == 1);
        let of_style = |side: SideId| sides.iter().position(|it| *it == side).map_or(0, |it| it ^ swapped);
        let style_of = |side: SideId| &it.styles[of_style(side)];
        let own_seed = it.plan.seed.wrapping_add(u64::from(fight)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let ended = if it.styles.contains(&Style::Cunning) || write.is_some() {
            let mut nowhere = |_: &LogRow<R>| {};
            let write = write.unwrap_or(&mut nowhere);
            let of = OneFight { it, fight, own_seed, style_of: &style_of };
            of.row_by_row(start.clone(), dice, &mut tally.choices, write)?
        } else {
            played_out(start, dice, &style_of, own_seed)
        };
        let round = ended.fight.turns.round;
        tally.decisions += ended.decisions;
        tally.rounds += u64::from(round);
        tally.most_rounds = tally.most_rounds.max(round);
        let standing: Vec<SideId> = standing(&ended.fight).collect();
        match standing.as_slice() {
            [one] => tally.wins[of_style(*one)] += 1,
            _ => tally.draws += 1,
        }
        tally.cut += u32::from(ended.is_cut);
        Ok(())
    }
}

/// A fight of a match that's played row by row: somebody searches in it, or somebody reads its log.
struct OneFight<'a> {
    it: &'a StyleMatch,
    fight: u32,
    own_seed: u64,
    style_of: &'a dyn Fn(SideId) -> &'a Style,
}

impl OneFight<'_> {
    /// Plays it as at a table, and passes every row to `write`.
    fn row_by_row<R: GameSystem>(
        &self,
        mut now: Encounter<R>,
        mut dice: Seeded,
        choices: &mut ChoiceTimes,
        write: WriteRow<'_, R>,
    ) -> Result<PlayedOut<R>, SimulateError> {
        let OneFight { it, fight, own_seed, style_of } = *self;
        let (mut rows, mut decisions) = (0, 0);
        let mut input = Some(Input::Transition(Transition::FightBegins));
        while let Some(step) = input.take() {
            let said = step.clone();
            let added = now.advance(Actor::Table, step, &mut dice, 0).map_err(|why| SimulateError::Refused {
                fight,
                step: format!("{said:?}"),
                why: format!("{why:?}"),
            })?;
            rows += added.len();
            added.iter().for_each(&mut *write);
            let is_settled = now.pending.is_none() && is_settled(now.now());
            if is_settled || rows >= MOST_ROWS || now.now().turns.round >= MOST_ROUNDS || now.fight.stage == Stage::Over
            {
                break;
            }
            let Some(decision) = playing::due(&now) else { break };
            // What's for the GM to say is said by rule of thumb.
            let style = decision.side().map_or(Style::Simple, |it| style_of(it).clone());
            let thinks = style == Style::Cunning;
            let player = Player { style, seed: own_seed.wrapping_add(rows as u64), playouts: it.playouts };
            let began = (it.clock)();
            input = playing::choose(&now, &decision, &player);
            if thinks {
                choices.0.push((it.clock)().saturating_sub(began));
            }
            decisions += 1;
        }
        let is_cut = rows >= MOST_ROWS || now.now().turns.round >= MOST_ROUNDS;
        Ok(PlayedOut { fight: now.pending.map_or(now.fight, |it| it.now), is_cut, decisions })
    }
}

/// A fight without a search, of which nobody reads the rows.
fn played_out<'a, R: GameSystem>(
    start: &Encounter<R>,
    mut dice: Seeded,
    style_of: &'a dyn Fn(SideId) -> &'a Style,
    seed: u64,
) -> PlayedOut<R> {
    let how = PlayOut {
        styles: Styles::OfSides(style_of),
        seed,
        most_rounds: MOST_ROUNDS,
        most_decisions: MOST_DECISIONS,
        goes_on: &|| true,
    };
    playing::play_out(start, &how, &mut dice)
}

#[derive(Serialize)]
struct Report<'a> {
    system: &'a str,
    per_side: u8,
    seed: u64,
    first: String,
    second: String,
    #[serde(flatten)]
    tally: &'a MatchTally,
    mean_rounds: f64,
    seconds: f64,
    decisions_per_second: f64,
    /// Within how many milliseconds 99 of 100 cunning choices were made; 0 if there were none.
    choice_p99_ms: f64,
    choice_max_ms: f64,
}

/// `umpire simulate --first … --second …`: plays, and prints who won, in words or as JSON.
///
/// # Errors
/// If writing to `out` fails.
pub fn command(it: &StyleMatch, json: bool, out: &mut dyn Write) -> io::Result<bool> {
    let began = (it.clock)();
    let tally = match run(it) {
        Ok(tally) => tally,
        Err(why) => {
            writeln!(out, "{why}")?;
            return Ok(false);
        }
    };
    let [first, second] = it.styles.clone().map(|it| it.to_string());
    let seconds = (it.clock)().saturating_sub(began).as_secs_f64();
    let report = Report {
        system: it.plan.system.name(),
        per_side: it.plan.per_side,
        seed: it.plan.seed,
        first,
        second,
        tally: &tally,
        mean_rounds: tally.rounds as f64 / f64::from(tally.fights.max(1)),
        seconds,
        decisions_per_second: tally.decisions as f64 / seconds.max(1e-9),
        choice_p99_ms: tally.choices.within_ms(0.99),
        choice_max_ms: tally.choices.within_ms(1.0),
    };
    if json {
        serde_json::to_writer(&mut *out, &report)?;
        writeln!(out)?;
        return Ok(true);
    }
    let Report { per_side, first, second, mean_rounds, seconds, .. } = &report;
    writeln!(
        out,
        "{} fights of {per_side} against {per_side}, {}, seed {}: {first} against {second}, who change sides every other fight",
        tally.fights, report.system, report.seed
    )?;
    writeln!(out, "  {first} won {}, {second} won {}, nobody won {}", tally.wins[0], tally.wins[1], tally.draws)?;
    writeln!(
        out,
        "  a fight has {mean_rounds:.1} rounds, the longest {}; {} were given up",
        tally.most_rounds, tally.cut
    )?;
    writeln!(out, "  {} decisions in {seconds:.2} s, {:.0} a second", tally.decisions, report.decisions_per_second)?;
    if it.styles.contains(&Style::Cunning) {
        writeln!(
            out,
            "  99 of 100 cunning choices took at most {:.0} ms, the slowest {:.0} ms",
            report.choice_p99_ms, report.choice_max_ms
        )?;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::view::Viewer, rules::System};

    fn matched(system: System, styles: [Style; 2], fights: u32, seed: u64) -> StyleMatch {
        StyleMatch {
            plan: SimulationPlan { system, fights, per_side: 3, seed },
            line_ups: LineUps::Even,
            styles,
            playouts: 24,
            clock: || Duration::ZERO,
        }
    }

    /// In every system, rules of thumb beat random play, and fights between two who follow them come to an end.
    #[test]
    fn rules_of_thumb_beat_chance_and_end_their_fights() {
        for system in System::ALL {
            let seed = 3;
            let tally = run(&matched(system, [Style::Simple, Style::Random], 12, seed)).expect("plays");
            assert!(tally.wins[0] >= 9, "{}, seed {seed}: {tally:?}", system.name());
            let tally = run(&matched(system, [Style::Simple, Style::Simple], 8, seed)).expect("plays");
            assert!(tally.cut == 0 && tally.rounds < 8 * 20, "{}, seed {seed}: {tally:?}", system.name());
        }
    }

    /// In every system, a search beats random play, however little it may think.
    #[test]
    fn cunning_beats_chance() {
        for system in System::ALL {
            let seed = 5;
            let it = StyleMatch { playouts: 12, ..matched(system, [Style::Cunning, Style::Random], 4, seed) };
            let tally = run(&it).expect("plays");
            assert!(tally.wins[0] >= 3, "{}, seed {seed}: {tally:?}", system.name());
        }
    }

    /// Cunning gets on with the fight. What it mustn't do: shun the blow after which the GM is asked something (Sovereign's morale), swap weapons
    /// for ever instead, or evade round after round because what is put off seems averted (TD2e).
    #[test]
    fn cunning_gets_on_with_the_fight() {
        for (system, most_decisions) in [(System::Sovereign, 120), (System::Td2e, 160)] {
            let seed = 2;
            let it = StyleMatch { playouts: 48, ..matched(system, [Style::Cunning, Style::Simple], 2, seed) };
            let tally = run(&it).expect("plays");
            let decisions = tally.decisions / u64::from(tally.fights);
            assert!(tally.cut == 0 && decisions < most_decisions, "{}, seed {seed}: {tally:?}", system.name());
        }
    }

    /// The fight that's exported is the one that was played: it ends as the match says, whether or not its rows were read.
    #[test]
    fn the_exported_fight_is_the_one_that_was_played() {
        for system in System::ALL {
            let it = matched(system, [Style::Simple, Style::Mindless], 1, 4);
            let rounds = run(&it).expect("plays").rounds;
            let (session, _) = one(&it).expect("plays");
            assert_eq!(u64::from(session.scene(Viewer::Gm).round), rounds, "{}", system.name());
        }
    }

    /// A style that isn't one gets the list; a match is told in words and as JSON.
    #[test]
    fn a_match_is_told_in_words_and_as_json() {
        let it = matched(System::Td2e, [Style::Simple, Style::Mindless], 2, 1);
        let told = |json| {
            let mut out = vec![];
            assert!(command(&it, json, &mut out).expect("writes"));
            String::from_utf8(out).expect("is text")
        };
        assert!(told(false).contains("simple against mindless"), "{}", told(false));
        let json: serde_json::Value = serde_json::from_str(&told(true)).expect("is JSON");
        assert_eq!(json["fights"], 2);
        for field in ["wins", "draws", "mean_rounds", "decisions", "seconds"] {
            assert!(!json[field].is_null(), "{field}: {json}");
        }
    }
}
