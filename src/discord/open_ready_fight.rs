//! The fights that a new local table opens with, one for each system, so that a newcomer starts with a move instead of a form. Each is
//! opened, set up and begun with the same requests and commands as any other; `script::ready` reads what it consists of.

use super::{
    app_context::AppContext, app_error::AppError, compose::ending::FIRST_FIGHT, guild_settings::GuildSetting,
    interaction_context::InteractionContext, message::Message, ready_fights::ReadySeats, reply::Answer,
    start_fight::let_umpire_be_gm,
};
use crate::{
    engine::{Seat, view::Viewer},
    rules::Request,
    script::ready::Ready,
    store::MemoryStore,
    table::{Caller, Command, EncounterService, Handle, InputOrigin, NewFight, live_fights::TableError},
};
use std::sync::Arc;

/// What a newcomer should know about a ready fight besides.
const WHO_PLAYS: &str = "Umpire plays the foes, and every hero whose seat is empty: sit down to play one yourself, or as Gwen to be the GM. The fight waits while nobody looks at it.";
/// So many seeds are tried for one with which a player begins.
const SEEDS_TRIED: usize = 30;

/// Explains how a fight is played, once, above its tracker.
async fn explain(app: &AppContext, seats: &ReadySeats) -> Result<(), AppError> {
    let text = match app.ready_fights().is_watched(seats.channel_id) {
        true => format!("{FIRST_FIGHT}\n{WHO_PLAYS}"),
        false => FIRST_FIGHT.to_owned(),
    };
    let sent = app.rest().send_once(seats.channel_id, Message::text(text)).await;
    if !sent.is_done() {
        tracing::warn!(outcome = ?sent, "the ready fight's introduction couldn't be sent");
    }
    app.guild_settings().settle(seats.guild_id, GuildSetting::Explained).await.map(|_| ())
}

/// Opens and begins a new table's first fight, with an explanation of how it's played. Does nothing if that channel has a fight.
///
/// # Errors
/// If it can't be opened or begun.
pub async fn ready_fight(app: &AppContext, seats: &ReadySeats, ready: &Ready) -> Result<(), AppError> {
    if app.table_in(seats.channel_id).is_some() {
        return Ok(());
    }
    explain(app, seats).await?;
    open(app, seats, ready).await
}

/// Plays it again with the same people in the same place, and new dice.
///
/// # Errors
/// If a fight is in progress there, or none is ready for that channel.
pub async fn again(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    if let Some(handle) = app.table_in(context.channel_id) {
        let name = handle.look(|service| service.header().name.clone()).await?;
        return Err(AppError::say(format!("**{name}** is already running here. Its tracker is below.")));
    }
    let kept = app.ready_fights().at(context.channel_id);
    let Some((seats, ready)) = kept else {
        return Err(AppError::say(
            "There\u{2019}s no ready-made fight in this channel. Start a new one with /encounter start.",
        ));
    };
    open(app, &seats, &ready).await?;
    Ok(Answer::Say(Message::text("The fight starts over with fresh dice.").private()))
}

/// Opens and begins one in which whoever opens it is a player, nobody is GM, and Umpire plays everybody else.
///
/// # Errors
/// If it can't be opened or begun.
pub async fn against_umpire(
    app: &AppContext,
    context: &InteractionContext,
    seats: &ReadySeats,
    ready: &Ready,
) -> Result<Handle, AppError> {
    let handle = laid_open(app, seats, ready, true).await?;
    let_umpire_be_gm(app, context, &handle).await?;
    begin(&handle, seats, ready).await?;
    Ok(handle)
}

async fn open(app: &AppContext, seats: &ReadySeats, ready: &Ready) -> Result<(), AppError> {
    let handle = laid_open(app, seats, ready, app.ready_fights().is_watched(seats.channel_id)).await?;
    if let Some(channel) = seats.gm_channel_id {
        app.tables().pair(&handle, Some(channel)).await?;
    }
    // Before it begins, so that nobody is asked who isn't there.
    app.ready_fights().tell_seats(&handle).await?;
    begin(&handle, seats, ready).await
}

async fn begin(handle: &Handle, seats: &ReadySeats, ready: &Ready) -> Result<(), AppError> {
    for (caller, command) in commands(ready, seats.gm, &seats.players) {
        handle.command(caller, command, InputOrigin::default()).await?;
    }
    Ok(())
}

async fn laid_open(
    app: &AppContext,
    seats: &ReadySeats,
    ready: &Ready,
    umpire_plays: bool,
) -> Result<Handle, AppError> {
    let new = NewFight {
        application_id: app.application_id(),
        guild_id: Some(seats.guild_id),
        channel_id: seats.channel_id,
        system: ready.system,
        name: ready.name.clone(),
        options: ready.system.options_at_a_table(&ready.options),
        gm: seats.gm,
    };
    let pace = app.pace().pace(app.pace().default);
    let mut laid = vec![Request::Pace { prompt_ms: pace.prompt_ms }];
    laid.extend(ready.laid(&seats.players, umpire_plays));
    let seed = seed_for(seats.players.first().copied(), &new, &laid, ready).await;
    Ok(app.tables().open_laid(new, seed, &laid).await?)
}

/// The commands once it's open; the one that begins it is last.
fn commands(ready: &Ready, gm: Seat, players: &[Seat]) -> Vec<(Caller, Command)> {
    // Whoever tries Umpire may know what it knows.
    let odds = (None, Command::new("gm fight", &[("name", "odds"), ("value", "open")]));
    let begin = (None, Command::new("encounter begin", &[]));
    let typed = |(person, command): &(Option<usize>, Command)| {
        let seat = person.and_then(|it| players.get(it).copied()).unwrap_or(gm);
        (Caller { seat, has_gm_role: false }, command.clone())
    };
    ready.then().iter().chain([&odds, &begin]).map(typed).collect()
}

/// A seed with which the first player's character may act first, so that a newcomer has something to press: the fight is begun elsewhere
/// with one after the other. If none of a few does, any will do.
async fn seed_for(newcomer: Option<Seat>, new: &NewFight, laid: &[Request], ready: &Ready) -> [u8; 32] {
    let mut seed = rand::random();
    for _ in 0..SEEDS_TRIED {
        match begins_with(newcomer, new.clone(), seed, laid, ready).await {
            Ok(false) => seed = rand::random(),
            Ok(true) | Err(_) => break, // what is wrong is told when it is opened in earnest
        }
    }
    seed
}

async fn begins_with(
    newcomer: Option<Seat>,
    new: NewFight,
    seed: [u8; 32],
    laid: &[Request],
    ready: &Ready,
) -> Result<bool, AppError> {
    let gm = new.gm;
    let mut service = EncounterService::open(Arc::new(MemoryStore::new()), new, seed, laid, 0).await?;
    for (caller, command) in commands(ready, gm, &[]) {
        service.command(&caller, &command, InputOrigin::default(), 0).await.map_err(TableError::from)?;
    }
    let scene = service.scene(Viewer::Everyone);
    let mut members = scene.sides.iter().flat_map(|it| &it.members);
    Ok(members.any(|it| it.player.is_some() && it.player == newcomer && scene.may_act.contains(&it.id)))
}
