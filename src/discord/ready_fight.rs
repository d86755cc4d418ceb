//! The fights that a new local table opens with, one for each system, so that a newcomer's first click is a move and not a form. Each is
//! opened, laid and begun by the same requests and commands as any other; what it consists of is read in `script::ready`.

use super::{compose::ending::FIRST_FIGHT, customs::Custom, house::House, message::Message, trouble::Trouble};
use crate::{
    engine::Seat,
    rules::Request,
    script::ready::Ready,
    store::Snowflake,
    table::{Caller, Command, NewFight, Receipt},
};

/// Who sits where.
#[derive(Clone, Debug)]
pub struct ReadySeats {
    /// The server.
    pub guild_id: Snowflake,
    /// The channel.
    pub channel_id: Snowflake,
    /// The GM's own, private one, to be paired with it.
    pub gm_channel_id: Option<Snowflake>,
    /// The GM.
    pub gm: Seat,
    /// The players. If the fight has more people than seats, the GM plays the others.
    pub players: Vec<Seat>,
}

/// Says how a fight is played, once, above its tracker.
async fn explain(house: &House, seats: &ReadySeats) -> Result<(), Trouble> {
    let sent = house.courier.send(seats.channel_id, Message::text(FIRST_FIGHT), "x0".to_owned()).await;
    if !sent.is_done() {
        tracing::warn!(outcome = ?sent, "the ready fight could not be explained");
    }
    house.customs.settle(house, seats.guild_id, Custom::Explained).await.map(|_| ())
}

/// Opens and begins it. Does nothing if there is a fight in that channel.
///
/// # Errors
/// If it cannot be opened or begun.
pub async fn ready_fight(house: &House, seats: &ReadySeats, ready: &Ready) -> Result<(), Trouble> {
    if house.table_in(seats.channel_id).is_some() {
        return Ok(());
    }
    explain(house, seats).await?;
    let new = NewFight {
        application_id: house.application_id,
        guild_id: Some(seats.guild_id),
        channel_id: seats.channel_id,
        system: ready.system,
        name: ready.name.clone(),
        options: ready.options.clone(),
        gm: seats.gm,
    };
    let pace = house.pace.pace(house.pace.default);
    let mut laid = vec![Request::Pace { prompt_ms: pace.prompt_ms }];
    laid.extend(ready.laid(&seats.players));
    let handle = house.tables.open_laid(new, rand::random(), &laid).await?;
    if let Some(channel) = seats.gm_channel_id {
        house.tables.pair(&handle, Some(channel)).await?;
    }
    let begin = Command::new("encounter begin", &[]);
    for (person, command) in ready.then().iter().chain([&(None, begin)]) {
        let seat = person.and_then(|it| seats.players.get(it).copied()).unwrap_or(seats.gm);
        handle.command(Caller { seat, has_gm_role: false }, command.clone(), Receipt::default()).await?;
    }
    Ok(())
}
