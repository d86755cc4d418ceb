//! Killed at any moment, under a stream of commands from several people: no step is chosen, so it also hits what nobody thought of.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};
use umpire::localtable::driver::{DriveError, TableUser};

use crate::{
    play::{nothing_is_lost_or_doubled, settled},
    world::World,
};

/// How often the program is killed.
const ROUNDS: u64 = 6;
/// The program is killed after at most this many calls to Discord.
const CALLS_MAX: u64 = 14;

/// One person's commands, one after another, until told to stop (or the program is gone). Each changes something, so each one reported as
/// done must be in the log.
async fn busy(seat: &mut TableUser, round: u64, who: &str) {
    for turn in 0_u64.. {
        let health = ((round * 7 + turn) % 6 + 1).to_string();
        let (path, options): (&str, &[(&str, &str)]) = match turn % 4 {
            0 => ("gm set", &[("name", who), ("field", "health"), ("value", &health)]),
            1 => ("encounter pause", &[]),
            2 => ("encounter resume", &[]),
            _ => ("encounter status", &[]),
        };
        match seat.command(path, options).await {
            Ok(_) => {}
            Err(DriveError::Failed(_) | DriveError::InVain { .. } | DriveError::Refused(_)) => return,
            Err(other) => panic!("/{path}: {other}"),
        }
    }
}

/// Kill -9 at random moments while three tabs send commands: everything reported as done is in the log, no command has caused two rows, no
/// message appears twice, the tracker and every story show the fold of the log, and the log can be decided again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn kills_at_any_moment_lose_and_double_nothing() {
    let mut world = World::with_a_fight().await;
    let watcher = world.seat("Gwen");
    let mut random = ChaCha8Rng::seed_from_u64(20);
    for round in 0..ROUNDS {
        world.bot_comes().await;
        let (mut first, mut second) = (world.seat("Gwen"), world.seat("Gwen"));
        let calls = world.table.calls_so_far();
        let until = calls + 1 + (random.next_u64() % CALLS_MAX) as usize;
        let enough = async {
            let mut seen = calls;
            while seen < until {
                world.table.call_since(seen, "the next call", |_| true).await.expect("it is at work");
                seen += 1;
            }
        };
        tokio::select! {
            () = enough => {}
            ((), ()) = async { tokio::join!(busy(&mut first, round, "Sybilla"), busy(&mut second, round, "Bandit")) } => {
                panic!("nobody works any more\n{}", world.logs());
            }
        }
        world.kill().await;
    }
    world.bot_comes().await;
    settled(&mut world, &watcher).await.expect("it lives");
    world.bot_goes().await;
    nothing_is_lost_or_doubled(&world, &watcher).await;
    world.judge();
}
