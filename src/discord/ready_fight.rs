//! The fight that a new local table opens with, so that a newcomer's first click is a move and not a form. It is opened, laid and begun
//! by the same requests and commands as any other.

use super::{
    commands, compose::ending::FIRST_FIGHT, customs::Custom, house::House, message::Message, trouble::Trouble,
};
use crate::{
    engine::Seat,
    rules::{Newcomer, Request, System},
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
    /// The players, at most three of whom get a character.
    pub players: Vec<Seat>,
}

/// The characters, in the order of the players.
const CHARACTERS: [&str; 3] = ["sybilla", "theobald", "balthasar"];

/// The characters' names, in the order of the players.
pub fn characters() -> impl Iterator<Item = String> {
    CHARACTERS.into_iter().map(named)
}

/// A character comes in under the name of its sheet.
fn named(template: &str) -> String {
    let mut letters = template.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
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
pub async fn ready_fight(house: &House, seats: &ReadySeats) -> Result<(), Trouble> {
    if house.table_in(seats.channel_id).is_some() {
        return Ok(());
    }
    explain(house, seats).await?;
    let new = NewFight {
        application_id: house.application_id,
        guild_id: Some(seats.guild_id),
        channel_id: seats.channel_id,
        system: System::Murdham,
        name: "Gatehouse brawl".to_owned(),
        options: vec![],
        gm: seats.gm,
    };
    let pace = house.pace.pace(house.pace.default);
    let mut laid = commands::laid(pace);
    let board = [("zones", "Gate, Yard, Wall"), ("borders", "Gate-Yard, Yard-Wall")];
    laid.push(Request::Board { fields: board.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec() });
    let join = |template: &str, side: &str, owner: Option<Seat>, count: u8| {
        let name = named(template);
        let (side, template) = (Some(side.to_owned()), Some(template.to_owned()));
        Request::Join(Newcomer { name, side, template, owner, count, ..Newcomer::default() })
    };
    let characters = CHARACTERS.iter().zip(&seats.players);
    laid.extend(characters.map(|(template, seat)| join(template, "Players", Some(*seat), 1)));
    laid.push(join("leader", "Foes", None, 1));
    laid.push(join("bandit", "Foes", None, 2));
    laid.push(Request::SetFight { name: "initiative".to_owned(), value: "Players".to_owned() });
    let handle = house.tables.open_laid(new, (house.seeds)(), &laid).await?;
    if let Some(channel) = seats.gm_channel_id {
        house.tables.pair(&handle, Some(channel)).await?;
    }
    let gm = Caller { seat: seats.gm, has_gm_role: false };
    for foe in ["Leader", "Bandit 1"] {
        let place = Command::new("gm place", &[("name", foe), ("at", "Yard")]);
        handle.command(gm.clone(), place, Receipt::default()).await?;
    }
    handle.command(gm, Command::new("encounter begin", &[]), Receipt::default()).await?;
    Ok(())
}
