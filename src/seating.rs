//! Who sits at the local table's ready fights. Whoever has a fight's channel before them plays in it; for the others Umpire does, and where
//! nobody is, the fight waits. The table and the bot know nothing of each other, so this is told from here.

use crate::{
    discord::{app_context::AppContext, ready_fights::ReadySeats},
    engine::Seat,
    localtable::{Id, LocalTable},
    store::EncounterId,
};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::Instant;

/// How long somebody may be gone, to reload the page or to look at another channel, before their seat counts as empty.
const GONE_AFTER: Duration = Duration::from_secs(5);
/// How often to look, even if nothing happens at the table.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What's known about one ready fight's seats.
struct Place {
    seats: ReadySeats,
    /// Who has been there, and when they were last seen.
    seen: BTreeMap<Seat, Instant>,
    /// What the fight was last told, and which fight that was.
    told: Option<(Option<EncounterId>, Vec<Seat>)>,
}

impl Place {
    /// Who is there now, or was a moment ago.
    fn there(&mut self, looking: &[Id], now: Instant) -> Vec<Seat> {
        self.seen.extend(looking.iter().map(|it| (Seat(it.0), now)));
        self.seen.retain(|_, seen| now.duration_since(*seen) < GONE_AFTER);
        self.seen.keys().copied().collect()
    }
}

/// Tells the ready fights who sits there, for as long as it's polled.
pub async fn keep(table: &LocalTable, app: &AppContext, all: Vec<ReadySeats>) {
    let mut places: Vec<Place> =
        all.into_iter().map(|seats| Place { seats, seen: BTreeMap::new(), told: None }).collect();
    let mut changes = table.changes();
    loop {
        for place in &mut places {
            look(table, app, place).await;
        }
        tokio::select! {
            () = tokio::time::sleep(LOOK_EVERY) => {}
            changed = changes.changed() => if changed.is_err() { return },
        }
    }
}

async fn look(table: &LocalTable, app: &AppContext, place: &mut Place) {
    let channel = place.seats.channel_id;
    let channels: Vec<Id> = [Some(channel), place.seats.gm_channel_id].into_iter().flatten().map(Id).collect();
    let there = place.there(&table.who_looks_at(&channels), Instant::now());
    let now = (app.table_in(channel).map(|it| it.id), there.clone());
    if place.told.as_ref() == Some(&now) {
        return;
    }
    match app.ready_fights().seated(app.tables(), channel, there).await {
        Ok(()) => place.told = Some(now),
        Err(why) => tracing::warn!(channel, %why, "a ready fight couldn\u{2019}t be told who sits there; trying again"),
    }
}
