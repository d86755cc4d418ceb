//! "Play again" below a fight's account: the same line-up, as it stood before the fight began, with new dice. A channel's ready-made fight
//! begins by itself; any other is open, and its GM begins it.

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::tracker::press,
    custom_id::CustomId,
    interaction_context::InteractionContext,
    map_pictures::carry_over,
    member_permissions::ChannelRights,
    message::{ActionRow, Message},
    open_ready_fight,
    reply::Answer,
    start_fight::{let_umpire_be_gm, may_open},
    text,
};
use crate::{
    engine::Seat,
    rules::System,
    store::{EncounterId, Header, Status},
    table::{EncounterService, NewFight, people::is_forgotten},
};
use poise::serenity_prelude::Permissions;

/// The list id of the button.
pub const AGAIN: &str = "again";

/// What follows.
const BEGIN: &str = "It begins with the tracker\u{2019}s **Begin**.";

/// The button below the account of a finished fight.
pub fn button(encounter: u64) -> ActionRow {
    ActionRow::Buttons(vec![press("Play again", CustomId::Page { encounter, list: AGAIN.to_owned(), page: 0 })])
}

/// It was pressed.
///
/// # Errors
/// If a fight is in progress there, that one isn't over, or this person may not start fights here.
pub async fn pressed(app: &AppContext, context: &InteractionContext, encounter: u64) -> Result<Answer, AppError> {
    let id = EncounterId::try_from(encounter).unwrap_or(0);
    let gone = || {
        AppError::say(
            "That fight isn\u{2019}t here any more, or isn\u{2019}t over. Start a new one with /encounter start.",
        )
    };
    let header = app.store().encounter(id).await?.filter(|it| it.application_id == app.application_id());
    let pressed_in = context.channel_id;
    let context = &match &header {
        Some(header) => where_it_was(app, context, header).await?.ok_or_else(gone)?,
        None => context.clone(),
    };
    if let Some(handle) = app.table_in(context.channel_id) {
        let name = handle.look(|service| service.header().name.clone()).await?;
        let told = match pressed_in == context.channel_id {
            true => format!("{name} is already running here. Its tracker is below."),
            false => format!("{name} is already running in <#{}>.", context.channel_id),
        };
        return Err(AppError::say(told));
    }
    let header = header.ok_or_else(gone)?;
    if header.status != Status::Over {
        return Err(gone());
    }
    let background = app.store().background(id).await?;
    if app.ready_fights().at(context.channel_id).is_some_and(|it| it.1.name == header.name) {
        let told = open_ready_fight::again(app, context).await?;
        if let Some(handle) = app.table_in(context.channel_id) {
            carry_over(app, background, handle.id).await;
        }
        return Ok(told);
    }
    let (options, line_up, gm, gm_channel, no_gm) = {
        let service = EncounterService::load(app.store().clone(), id).await?;
        // Where nobody is GM, whoever opens the fight prepares it.
        let gm = service.gms().first().copied().filter(|it| !service.umpire_is_gm() && !is_forgotten(it.0));
        let gm = gm.unwrap_or(Seat(context.user_id));
        let session = service.session();
        (session.option_fields(), session.line_up()?, gm, service.gm_channel(), service.umpire_is_gm())
    };
    may_open(app, context, &options).await?;
    let new = NewFight {
        application_id: app.application_id(),
        guild_id: context.guild_id,
        channel_id: context.channel_id,
        system: System::named(&header.system)?,
        name: header.name.clone(),
        options: vec![],
        gm,
    };
    let handle = app.tables().open_prepared(new, &line_up, app.new_seed(), &[]).await?;
    carry_over(app, background, handle.id).await;
    // A channel may have been given to another fight in the meantime.
    if let Some(channel) = gm_channel.filter(|it| app.tables().of_gm_channel(*it).is_none()) {
        app.tables().pair(&handle, Some(channel)).await?;
    }
    let opened =
        format!("**{}** is open again with the same line-up, fresh, and with new dice", text::escape(&header.name));
    let told = match no_gm {
        true => format!("{opened}. {}", let_umpire_be_gm(app, context, &handle).await?),
        false if gm.0 == context.user_id => format!("{opened}; you\u{2019}re the GM. {BEGIN}"),
        false => {
            // The GM may be elsewhere.
            let told = format!("<@{}> has opened it: {opened}; <@{}> is the GM. {BEGIN}", context.user_id, gm.0);
            return Ok(Answer::Say(Message::text(told)));
        }
    };
    Ok(Answer::Say(Message::text(told).private()))
}

/// The press as if it had been made where the fight was: a GM may make it in the GM's channel, with what they may do there. `None` if it wasn't
/// made in either.
async fn where_it_was(
    app: &AppContext,
    context: &InteractionContext,
    header: &Header,
) -> Result<Option<InteractionContext>, AppError> {
    let channel_id = header.channel_id;
    if channel_id == context.channel_id {
        return Ok(Some(context.clone()));
    }
    let Some(guild) = context.guild_id.filter(|it| header.guild_id == Some(*it) && header.status == Status::Over)
    else {
        return Ok(None);
    };
    let service = EncounterService::load(app.store().clone(), header.id).await?;
    let caller = app.caller(context).await;
    if service.gm_channel() != Some(context.channel_id) || !service.actor(&caller).is_gm() {
        return Ok(None);
    }
    let elsewhere =
        |_| AppError::say(format!("Press **Play again** below the fight\u{2019}s account in <#{channel_id}>."));
    let place = ChannelRights::of(app.registry(), guild, channel_id).await.map_err(elsewhere)?;
    let rights = place.of_member(app.registry(), context.user_id).await.map_err(elsewhere)?;
    // In a thread, the right to send messages there counts as the plain one.
    let permissions = Permissions::from_bits_truncate(rights);
    Ok(Some(InteractionContext { channel_id, is_thread: false, permissions, ours: None, ..context.clone() }))
}
