//! A fight for tests of stores: with nothing in it, and its seed.

use umpire::{
    engine::Seed,
    store::{CommittedSeed, NewEncounter, SeedBytes, Status},
};

/// A fight of an application in a channel.
pub fn fight(application_id: u64, channel_id: u64) -> NewEncounter {
    let seed = Seed::new([3; 32]);
    NewEncounter {
        application_id,
        guild_id: None,
        channel_id,
        system: "murdham".into(),
        name: "The bridge".into(),
        created_at_ms: 1,
        status: Status::Fighting,
        seed: CommittedSeed { commitment: seed.commitment(), seed: SeedBytes::new(seed.bytes()) },
        opening: "{}".into(),
        format_version: 1,
        rows: vec![],
        settings: vec![],
        people: vec![],
    }
}
