//! `umpire serve`: the store, the bot and, without a token, the local table beside it, which the bot reaches over the wire like any other
//! Discord. Starts them in order, waits for the signal to stop, and stops them in order.

#[cfg(unix)]
use crate::systemd::{self, ServiceState};
use crate::{
    config::{self, ApiBase, Settings},
    discord::{
        app_context::AppContext,
        bot::{self, Bot, BotSettings},
        housekeeping::KeptFor,
        open_ready_fight::ready_fight,
        ready_fights::ReadySeats,
        rest::Patience,
        thinking_times::ThinkingTimes,
        throttle::ThrottleLimits,
        tracker_delays::TrackerDelays,
    },
    engine::Seat,
    health::{self, HealthServer},
    heartbeat,
    localtable::{self, FightChannels, LocalTable, LocalTableError},
    metrics::Metrics,
    observed_bot::ObservedBot,
    script::ready::{self, Ready},
    seating,
    store::{AppendTimer, DatabasePlace, Store, Synchronous},
    table::{Clock, SystemClock},
    telemetry::Secret,
};
use std::{
    io::{self, Write},
    sync::{Arc, OnceLock},
    time::Duration,
};

/// Serves until it's told to stop or can't continue. Returns whether it ended properly. The runtime is here and not in `main` because a
/// future is compiled where it's awaited: there, half the bot would be compiled a second time.
///
/// # Errors
/// A sentence for the host.
pub fn serve(settings: Settings, out: &mut dyn Write) -> io::Result<bool> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let held = runtime.block_on(until_the_end(settings, out));
    // Don't wait for anything that's still waiting for a network that may not be there.
    runtime.shutdown_timeout(Duration::from_secs(1));
    held
}

async fn until_the_end(settings: Settings, out: &mut dyn Write) -> io::Result<bool> {
    let error = |why: String| io::Error::other(why);
    let metrics: Arc<Metrics> = Arc::default();
    let appended = AppendTimer({
        let metrics = metrics.clone();
        Arc::new(move |took| metrics.appended(took))
    });
    let clock: Arc<dyn Clock> = Arc::new(SystemClock::default());
    let observed = Arc::new(ObservedBot::new(metrics.clone(), clock.clone()));
    let _health = open_health(&settings, observed.clone()).await?;
    let synchronous = match settings.synchronous {
        config::SqliteSynchronous::Full => Synchronous::Full,
        config::SqliteSynchronous::Normal => Synchronous::Normal,
    };
    let place = DatabasePlace::parse(settings.database.expose()).map_err(|why| error(why.to_string()))?;
    let store = place.open(synchronous, Some(appended)).await.map_err(|why| error(why.to_string()))?;
    let table = match &settings.token {
        Some(_) => None,
        None => Some(open_table(&settings).await?),
    };
    let app: Arc<OnceLock<Arc<AppContext>>> = Arc::default();
    let beat = tokio::spawn(heartbeat::run(settings.heartbeat_file.clone(), settings.heartbeat_stale, {
        let app = app.clone();
        move || state(app.get().map(Arc::as_ref))
    }));
    #[cfg(unix)]
    let supervised = tokio::spawn(systemd::run({
        let app = app.clone();
        move || ServiceState { is_ready: app.get().is_some(), status: state(app.get().map(Arc::as_ref)) }
    }));
    let started = tokio::select! {
        started = start(&settings, store.clone(), table.as_ref(), (metrics, clock)) => Some(started),
        () = told_to_stop() => None,
    };
    let mut bot = match started {
        Some(Ok(bot)) => bot,
        other => {
            beat.abort();
            heartbeat::end(&settings.heartbeat_file);
            return other.map_or(Ok(true), |it| it.map(|_| false));
        }
    };
    let _ = app.set(bot.app.clone()); // it was empty
    observed.started(bot.observer());
    #[cfg(unix)]
    systemd::ready();
    let greeting = match &table {
        Some(table) => format!(
            "The local table is open: {}\nOpen it in a browser, take a seat, and play. Ctrl-C closes it.",
            table.base_url()
        ),
        None => format!("Umpire is on Discord. This link lets it into a server:\n{}", bot.invite_url()),
    };
    if let Err(why) = writeln!(out, "{greeting}").and_then(|()| out.flush()) {
        tracing::warn!(%why, "nobody could be greeted on standard output");
    }
    let orderly = tokio::select! {
        () = told_to_stop() => true,
        () = watch_seats(table.as_ref().filter(|_| settings.local_table.umpire_plays), bot.app.clone()) => false,
        why = bot.ended() => {
            tracing::error!(%why, "the bot cannot go on");
            false
        }
    };
    beat.abort();
    #[cfg(unix)]
    {
        supervised.abort();
        systemd::stopping();
    }
    bot.shutdown().await;
    if let Some(table) = table {
        table.shutdown().await;
    }
    store.close().await;
    heartbeat::end(&settings.heartbeat_file);
    Ok(orderly)
}

/// Serves health where the settings say, if they do.
async fn open_health(settings: &Settings, observed: Arc<ObservedBot>) -> io::Result<Option<HealthServer>> {
    let Some(place) = &settings.health_listen else { return Ok(None) };
    let server = health::open(place, observed).await.map_err(|why| {
        io::Error::other(format!(
            "health can't be served at {place} ({why}); choose another place for it under [health] listen"
        ))
    })?;
    tracing::info!(address = %server.address(), "health is served");
    Ok(Some(server))
}

/// The current state, for the heartbeat.
fn state(app: Option<&AppContext>) -> String {
    match app {
        None => "starting: Discord has not let it in yet, or another Umpire has its shards".to_owned(),
        Some(app) => {
            let fights = app.tables().counts();
            let on_their_way = app.rest().load().unsettled;
            format!("{} fights, {} more at rest, {on_their_way} messages on their way", fights.live, fights.resting)
        }
    }
}

async fn open_table(settings: &Settings) -> io::Result<LocalTable> {
    let ready = if settings.local_table.ready_fight { ready_fights() } else { vec![] };
    let laid = localtable::TableSettings {
        port: settings.local_table.port,
        file: Some(settings.local_table.file.clone()),
        fight_channels: ready.iter().map(fight_channels).collect(),
        ..localtable::TableSettings::default()
    };
    localtable::open(laid).await.map_err(|why| io::Error::other(with_a_way_out(&why)))
}

/// Why the local table couldn't be opened and, if it's the port, how to choose another.
fn with_a_way_out(why: &LocalTableError) -> String {
    match why {
        LocalTableError::Listen { port, error } if error.kind() == io::ErrorKind::AddrInUse => format!(
            "port {port} of this machine is taken, perhaps by another Umpire; choose another for the local table with \
             --local-table-port PORT (0 takes any that is free), or under [local_table] in the settings file"
        ),
        other => other.to_string(),
    }
}

/// Starts the bot on Discord, or on the local table, where a new table has ready fights.
async fn start(
    settings: &Settings,
    store: Arc<dyn Store>,
    table: Option<&LocalTable>,
    (metrics, clock): (Arc<Metrics>, Arc<dyn Clock>),
) -> io::Result<Bot> {
    let (token, api) = match (&settings.token, table) {
        (Some(token), _) => (token.clone(), settings.api.clone()),
        (None, Some(table)) => {
            let api = ApiBase::parse(&table.base_url()).map_err(|why| io::Error::other(why.to_string()))?;
            (Secret::new(table.bot_token()), api)
        }
        (None, None) => return Err(io::Error::other("there is neither a token nor a table")),
    };
    let bot = bot::start(BotSettings {
        token,
        api,
        shards: settings.shards.filter(|_| table.is_none()),
        interactions_listen: settings.interactions_listen.clone().filter(|_| table.is_none()),
        store: store.clone(),
        clock,
        seeds: Arc::new(rand::random),
        patience: Patience { requests_per_second: settings.requests_per_second, ..Patience::default() },
        pace: settings.pace,
        drain: settings.drain,
        only_guild: table.map(|it| it.guild_id().0),
        metrics,
        kept_for: KeptFor {
            left_servers: settings.forget_servers_after,
            untouched_fights: settings.close_fights_after,
        },
        rest_after: settings.rest_fights_after,
        about: settings.about.clone(),
        throttle: ThrottleLimits::default(),
        thinking: ThinkingTimes::default(),
        tracker_delays: TrackerDelays::default(),
    })
    .await
    .map_err(|why| io::Error::other(why.to_string()))?;
    if let Some(table) = table.filter(|_| settings.local_table.ready_fight) {
        for ready in ready_fights() {
            let Some(seats) = seats(table, &ready) else { continue };
            let fights = bot.app.ready_fights();
            fights.keep(seats.clone(), ready.clone());
            // Nobody can have sat down yet.
            if settings.local_table.umpire_plays
                && let Err(why) = fights.seated(bot.app.tables(), seats.channel_id, vec![]).await
            {
                tracing::warn!(%why, "a ready fight couldn't be told that nobody sits there");
            }
            let played = store.encounters_in(bot.app.application_id(), seats.channel_id).await;
            // Only a new table: where a fight has ended, "Play again" stands below its account.
            if played.is_ok_and(|it| it.is_empty())
                && let Err(error) = ready_fight(&bot.app, &seats, &ready).await
            {
                tracing::error!(system = ready.system.name(), %error, "the ready fight could not be opened");
            }
        }
    }
    Ok(bot)
}

/// Tells the ready fights who sits there, for ever; without a table, it only waits.
async fn watch_seats(table: Option<&LocalTable>, app: Arc<AppContext>) {
    if let Some(table) = table {
        seating::keep(table, &app, app.ready_fights().all()).await;
    }
    std::future::pending().await
}

/// The people who get characters in the ready fights, in order.
const PLAYERS: [&str; 4] = ["Ana", "Bob", "Cem", "Dana"];

/// The fights that a new table has ready, one for each system.
fn ready_fights() -> Vec<Ready> {
    let (good, bad) = ready::all();
    for why in bad {
        tracing::error!(%why, "a ready fight cannot be read");
    }
    good
}

/// A ready fight's channel, named after its system, and whom each person plays there.
fn fight_channels(ready: &Ready) -> FightChannels {
    let topic = format!("{}, a fight ready to play.", ready.name);
    let plays = |(person, name): (usize, &&str)| {
        let own = ready.characters_of(person);
        (!own.is_empty()).then(|| ((*name).to_owned(), format!("Plays {}.", own.join(" and "))))
    };
    let blurbs = PLAYERS.iter().enumerate().filter_map(plays).collect();
    FightChannels { name: ready.system.name().to_owned(), topic, blurbs }
}

fn seats(table: &LocalTable, ready: &Ready) -> Option<ReadySeats> {
    let seat = |name: &str| table.user_id(name).map(|id| Seat(id.0));
    let name = ready.system.name();
    Some(ReadySeats {
        guild_id: table.guild_id().0,
        channel_id: table.channel_id(name)?.0,
        gm_channel_id: table.channel_id(&format!("gm-{name}")).map(|it| it.0),
        gm: seat("Gwen")?,
        players: PLAYERS.into_iter().filter_map(seat).collect(),
    })
}

/// Ctrl-C, or SIGTERM from a service manager.
async fn told_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut terminate) => tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            },
            Err(why) => {
                tracing::warn!(%why, "SIGTERM cannot be heard; Ctrl-C can");
                let _ = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    let _ = interrupt.await;
}
