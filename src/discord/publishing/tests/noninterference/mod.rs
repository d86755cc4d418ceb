//! Noninterference: pairs of fights that differ only in what's hidden, played from a seed. Everything sent to the players' channel, and
//! every reply to a player, must be the same in both, byte for byte and in order. The publishers, tables and REST client are the bot's own;
//! Discord is a list of what it was sent, and time is tokio's, which advances only while nothing runs.
//!
//! They're played in every system: before a fight begins, with and without a GMs' channel, and on into the fight if its order of turns
//! keeps the hidden combatants hidden. Players join, leave, undo, act, look around and open every menu, while the GM does things unseen.
//!
//! A failure names its system and seed: `PAIRS_SYSTEM=td2e PAIRS_SEED=7 cargo test --lib -- noninterference` plays that pair again and
//! shows what the GMs do. The library's tests play only a few, since they're slow; `PAIRS_COUNT=50` plays that many of each.

mod kits;
mod paired_fight;
mod steps;
mod world;

use self::{
    kits::{KITS, Kit},
    paired_fight::{Kind, PairedFight},
    steps::next,
    world::REST,
};
use crate::{engine::random_play::PlayRng, rules::System};

/// How many pairs of Murdham fights are played.
const PAIRS: u64 = 10;
/// How many of each other system.
const FEW: u64 = 1;
/// How many from before a fight begins, for each system.
const BEFORE: u64 = 1;
/// The number of public steps in a fight.
const STEPS: usize = 10;

/// Plays a pair. Returns how many requests were compared and how many turns were taken unseen, or the first difference.
async fn pair(kind: Kind, seed: u64) -> Result<(usize, usize), String> {
    let mut rng = PlayRng::new(seed);
    let counts = [(0, 1), (0, 2), (1, 2), (1, 1), (2, 0)][rng.below(5)];
    let mut first = PairedFight::open(kind, seed, counts.0, PlayRng::new(rng.bits())).await;
    let mut steps = vec![];
    for _ in 0..STEPS {
        first.secretly().await;
        if let Some(step) = next(&first, &mut rng).await {
            first.step(&step).await;
            steps.push(Some(step));
        } else {
            steps.push(None);
        }
        tokio::time::sleep(REST).await;
        first.players_look().await;
    }
    first.gm("encounter end", &[]).await;
    tokio::time::sleep(REST).await;
    let a = first.open_part();
    let mut second = PairedFight::open(kind, seed, counts.1, PlayRng::new(rng.bits())).await;
    for step in &steps {
        second.secretly().await;
        if let Some(step) = step {
            second.step(step).await;
        }
        tokio::time::sleep(REST).await;
        second.players_look().await;
    }
    second.gm("encounter end", &[]).await;
    tokio::time::sleep(REST).await;
    let b = second.open_part();
    if std::env::var("PAIRS_SEED").is_ok() {
        b.iter().for_each(|it| println!("B {it}"));
    }
    let how = if kind.has_gm_channel { "with" } else { "without" };
    let story = format!("{}, {how} a GM's channel, hidden: {counts:?}\n{steps:?}", kind.kit.system.name());
    // Whoever runs into somebody unseen has found them: from then on, one fight visibly has a combatant that the other doesn't.
    if [&a, &b].iter().any(|it| it.iter().any(|it| it.contains("runs into"))) {
        return Ok((0, 0));
    }
    for (what, a, b) in [("request", &a, &b), ("answer", &first.answered, &second.answered)] {
        let differ = (0..a.len().max(b.len())).find(|index| a.get(*index) != b.get(*index));
        if let Some(index) = differ {
            let part = |all: &Vec<String>| all[index.saturating_sub(1)..(index + 2).min(all.len())].join("\n    ");
            return Err(format!("{what} {index} of seed {seed}\n  A {}\n  B {}\n{story}", part(a), part(b)));
        }
    }
    for paired in [&first, &second] {
        let open = paired.open_part().join("\n");
        // Before a fight begins, players could take such names themselves.
        let told = ["Lurker", "concealed", "ambush"].iter().find(|it| open.to_lowercase().contains(&it.to_lowercase()));
        if let Some(name) = told.filter(|_| kind.begins && kind.kit.system == System::Murdham) {
            return Err(format!("seed {seed}: the players\u{2019} channel reads of {name}\n{story}"));
        }
    }
    Ok((a.len(), first.turns_beside + second.turns_beside))
}

/// The systems to play.
fn kits() -> impl Iterator<Item = &'static Kit> {
    let only = std::env::var("PAIRS_SYSTEM").ok();
    KITS.iter().filter(move |it| only.as_ref().is_none_or(|only| it.system.name() == only))
}

fn seeds(count: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|it| it.parse::<u64>().ok());
    number("PAIRS_SEED").map_or(0..number("PAIRS_COUNT").unwrap_or(count), |seed| seed..seed + 1)
}

/// Over seeded pairs that differ only in what's hidden (how many, whose sheets, where, what the GM does to them, their turns and secret
/// saves), the players' channel and the players' replies are the same.
#[tokio::test(start_paused = true)]
async fn pairs_look_alike() {
    for kit in kits().filter(|it| it.system == System::Murdham) {
        all_look_alike(Kind { kit, has_gm_channel: true, begins: true }, seeds(PAIRS)).await;
    }
}

/// The same in the other systems.
#[tokio::test(start_paused = true)]
async fn pairs_of_other_systems_look_alike() {
    for kit in kits().filter(|it| it.system != System::Murdham) {
        all_look_alike(Kind { kit, has_gm_channel: true, begins: true }, seeds(FEW)).await;
    }
}

/// The same in all five before the fight begins, and to its end, if the GM has no channel.
#[tokio::test(start_paused = true)]
async fn pairs_look_alike_before_they_fight() {
    for kit in kits() {
        all_look_alike(Kind { kit, has_gm_channel: false, begins: false }, seeds(BEFORE)).await;
    }
}

async fn all_look_alike(kind: Kind, seeds: std::ops::Range<u64>) {
    let (mut requests, mut beside) = (0, 0);
    let mut bad = vec![];
    for seed in seeds.clone() {
        match pair(kind, seed).await {
            Ok((sent, turns)) => (requests, beside) = (requests + sent, beside + turns),
            Err(why) => bad.push(why),
        }
        if bad.len() >= 3 {
            break;
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n\n"));
    assert!(requests > 0, "something was told");
    println!("{} {seeds:?}: {requests} requests, {beside} turns unseen", kind.kit.system.name());
}
