//! Who sits at the local table's ready fights. Whoever has a fight's channel before them plays in it, and keeps their seat while they read
//! another; for the others Umpire plays, and where nobody is, the fight waits. The table and the bot know nothing of each other, so this is told from here.

use crate::{
    discord::{app_context::AppContext, ready_fights::ReadySeats},
    engine::{Seat, view::Viewer},
    localtable::{Id, LocalTable},
    store::{EncounterId, Snowflake},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::time::Instant;

/// How long somebody may be gone, to reload the page, before their seat counts as empty.
const GONE_AFTER: Duration = Duration::from_secs(5);
/// How long somebody keeps their seat who's still at the table but looks at another channel.
const KEPT_FOR: Duration = Duration::from_secs(5 * 60);
/// How often to look, even if nothing happens at the table.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What's known about one ready fight's seats.
struct Place {
    seats: ReadySeats,
    /// Who has been there, and when they were last seen.
    seen: BTreeMap<Seat, Instant>,
    /// Who has ever been there.
    known: BTreeSet<Seat>,
    /// When anybody was last seen there.
    looked_at: Option<Instant>,
    /// What the fight was last told, and which fight that was.
    told: Option<(Option<EncounterId>, Vec<Seat>)>,
}

impl Place {
    /// At a place of these seats, where these played before this process did.
    fn new(seats: ReadySeats, before: Vec<Seat>, now: Instant) -> Place {
        let known = before.iter().copied().collect();
        Place { seats, seen: before.into_iter().map(|it| (it, now)).collect(), known, looked_at: None, told: None }
    }

    /// A new fight begins there: those who have played there and still sit at the table are called to it, and keep their seats while they come.
    fn begins_anew(&mut self, sitting: &[Id], now: Instant) {
        let still_here = sitting.iter().map(|it| Seat(it.0)).filter(|it| self.known.contains(it));
        self.seen.extend(still_here.map(|it| (it, now)));
    }

    /// Who plays there now: nobody if nobody has looked for a moment; otherwise those who look, and those who did and still sit at the table.
    fn there(&mut self, looking: &[Id], sitting: &[Id], now: Instant) -> Vec<Seat> {
        self.seen.extend(looking.iter().map(|it| (Seat(it.0), now)));
        self.known.extend(looking.iter().map(|it| Seat(it.0)));
        self.looked_at = if looking.is_empty() { self.looked_at } else { Some(now) };
        self.seen.retain(|seat, seen| {
            let kept_for = if sitting.contains(&Id(seat.0)) { KEPT_FOR } else { GONE_AFTER };
            now.duration_since(*seen) < kept_for
        });
        match self.looked_at.is_some_and(|it| now.duration_since(it) < GONE_AFTER) {
            true => self.seen.keys().copied().collect(),
            false => vec![],
        }
    }
}

/// Tells the ready fights who sits there, for as long as it's polled.
pub async fn keep(table: &LocalTable, app: &AppContext, all: Vec<ReadySeats>) {
    let mut places = vec![];
    for seats in all {
        let before = who_plays(app, seats.channel_id).await;
        places.push(Place::new(seats, before, Instant::now()));
    }
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

/// Who plays a character of theirs there: after a restart they're given a moment to come back.
async fn who_plays(app: &AppContext, channel: Snowflake) -> Vec<Seat> {
    let Some(handle) = app.table_in(channel) else { return vec![] };
    let Ok(scene) = handle.scene(Viewer::Gm).await else { return vec![] };
    let all = scene.sides.iter().flat_map(|it| &it.members);
    all.filter(|it| it.umpire.is_none()).filter_map(|it| it.player).collect()
}

async fn look(table: &LocalTable, app: &AppContext, place: &mut Place) {
    let channel = place.seats.channel_id;
    let channels: Vec<Id> = [Some(channel), place.seats.gm_channel_id].into_iter().flatten().map(Id).collect();
    let (fight, sitting) = (app.table_in(channel).map(|it| it.id), table.who_sits());
    if fight.is_some() && place.told.as_ref().is_some_and(|it| it.0 != fight) {
        place.begins_anew(&sitting, Instant::now());
    }
    let there = place.there(&table.who_looks_at(&channels), &sitting, Instant::now());
    let now = (fight, there.clone());
    if place.told.as_ref() == Some(&now) {
        return;
    }
    match app.ready_fights().seated(app.tables(), channel, there).await {
        Ok(()) => place.told = Some(now),
        Err(why) => tracing::warn!(channel, %why, "a ready fight couldn\u{2019}t be told who sits there; trying again"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANA: Id = Id(2);
    const BOB: Id = Id(3);

    fn place(before: &[Id], now: Instant) -> Place {
        let seats = ReadySeats { guild_id: 1, channel_id: 20, gm_channel_id: None, gm: Seat(1), players: vec![] };
        Place::new(seats, before.iter().map(|it| Seat(it.0)).collect(), now)
    }

    /// Whoever reads another channel keeps their seat for a while, and whoever has gone loses it soon; if nobody looks, the fight waits.
    #[tokio::test(start_paused = true)]
    async fn a_look_at_another_channel_costs_no_seat() {
        let start = Instant::now();
        let later = |seconds: u64| start + Duration::from_secs(seconds);
        let mut it = place(&[], start);
        let seat = |it: Id| Seat(it.0);
        assert_eq!(it.there(&[ANA, BOB], &[ANA, BOB], start), [seat(ANA), seat(BOB)]);
        assert_eq!(it.there(&[ANA], &[ANA, BOB], later(60)), [seat(ANA), seat(BOB)], "Bob reads something");
        assert_eq!(it.there(&[ANA], &[ANA], later(61)), [seat(ANA)], "Bob has gone");
        assert_eq!(it.there(&[], &[ANA], later(70)), [], "nobody looks");
        assert_eq!(it.there(&[BOB], &[ANA, BOB], later(71)), [seat(ANA), seat(BOB)], "Ana is still at the table");
        assert_eq!(it.there(&[BOB], &[ANA, BOB], later(400)), [seat(BOB)], "but not for ever");
    }

    /// When a fight is played again, whoever played there and still sits at the table has their seat, whatever they look at; strangers haven't.
    #[tokio::test(start_paused = true)]
    async fn playing_again_finds_everybody_at_the_table() {
        let start = Instant::now();
        let later = start + Duration::from_secs(1_000);
        let mut it = place(&[], start);
        it.there(&[ANA, BOB], &[ANA, BOB], start);
        it.there(&[ANA], &[ANA, BOB], later);
        it.begins_anew(&[ANA, BOB, Id(4)], later);
        assert_eq!(it.there(&[ANA], &[ANA, BOB, Id(4)], later), [Seat(2), Seat(3)], "Bob plays, Cem never did");
        it.begins_anew(&[ANA], later);
        assert_eq!(it.there(&[ANA], &[ANA], later + GONE_AFTER), [Seat(2)], "Bob has gone home");
    }

    /// After a restart, those who played have a moment to come back.
    #[tokio::test(start_paused = true)]
    async fn a_restart_costs_no_seat() {
        let start = Instant::now();
        let mut it = place(&[ANA, BOB], start);
        assert_eq!(it.there(&[], &[], start), [], "nobody is back");
        let soon = start + Duration::from_secs(2);
        assert_eq!(it.there(&[ANA], &[ANA], soon), [Seat(2), Seat(3)], "Ana is, and Bob may be about to be");
        assert_eq!(it.there(&[ANA], &[ANA], start + Duration::from_secs(6)), [Seat(2)]);
    }
}
