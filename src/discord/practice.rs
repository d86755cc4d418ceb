//! What a server reads when the bot has just been invited, and the practice fight that the message's button opens: a ready-made fight in which
//! whoever pressed plays a hero, and Umpire everybody else.

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::tracker::press,
    custom_id::CustomId,
    interaction_context::InteractionContext,
    message::{ActionRow, Look, Message},
    open_ready_fight,
    ready_fights::ReadySeats,
    reply::Answer,
    start_fight::{after_opening, may_open},
    text,
};
use crate::{engine::Seat, rules::System, script::ready};
use serenity::all::{ChannelType, Guild, GuildChannel, Permissions, UserId};

/// The list id of the button.
pub const PRACTICE: &str = "practice";
/// The rules that a practice fight is played with.
const SYSTEM: System = System::Murdham;
/// What a server reads first.
const WELCOME: &str = "**Umpire** referees tabletop fights: it knows whose turn it is, rolls the dice, asks for reactions and keeps the rules. Press **Practice fight** to play one here: you have a hero, and Umpire plays everybody else. For a fight of your own, type /encounter start; /help says what you can do.";

/// How long after the bot has joined a server it's still an invitation, in milliseconds.
const JUST_NOW_MS: i64 = 5 * 60_000;

/// Whether the bot has joined a server just now, by Discord's clock.
pub fn was_just_joined(guild: &Guild, discord_ms: i64) -> bool {
    discord_ms - guild.joined_at.unix_timestamp() * 1_000 < JUST_NOW_MS
}

/// The bot has been invited to a server: says what it does, in a channel where it may write. If there's none, it says nothing.
pub async fn welcome(app: &AppContext, guild: &Guild, me: UserId) {
    let Some(channel) = where_to_write(guild, me) else {
        tracing::info!(guild = guild.id.get(), "there is no channel where a new server could be greeted");
        return;
    };
    let id = CustomId::Page { encounter: 0, list: PRACTICE.to_owned(), page: 0 };
    let rows = vec![ActionRow::Buttons(vec![press("Practice fight", id).looking(Look::Primary)])];
    let sent = app.rest().send_once(channel, Message { rows, ..Message::text(WELCOME) }).await;
    if !sent.is_done() {
        tracing::warn!(guild = guild.id.get(), outcome = ?sent, "a new server couldn\u{2019}t be greeted");
    }
}

/// The server's channel for announcements of this kind, if the bot may write there; otherwise the first text channel where it may.
fn where_to_write(guild: &Guild, me: UserId) -> Option<u64> {
    let member = guild.members.get(&me)?;
    let writes = |it: &&GuildChannel| {
        let needed = Permissions::VIEW_CHANNEL | Permissions::SEND_MESSAGES;
        it.kind == ChannelType::Text && guild.user_permissions_in(it, member).contains(needed)
    };
    let system = guild.system_channel_id.and_then(|id| guild.channels.get(&id)).filter(writes);
    let first = || guild.channels.values().filter(writes).min_by_key(|it| (it.position, it.id));
    system.or_else(first).map(|it| it.id.get())
}

/// The button was pressed.
///
/// # Errors
/// If a fight is in progress there, or this person may not start fights there.
pub async fn pressed(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    if let Some(handle) = app.table_in(context.channel_id) {
        let name = handle.look(|service| service.header().name.clone()).await?;
        return Err(AppError::say(format!(
            "**{}** is already running here. Its tracker is below; a practice fight needs a channel of its own.",
            text::escape(&name)
        )));
    }
    let ready = ready::all().0.into_iter().find(|it| it.system == SYSTEM);
    let ready = ready.ok_or_else(|| AppError::Internal("the practice fight can\u{2019}t be read".to_owned()))?;
    let guild_settings = may_open(app, context, &ready.options).await?;
    let guild_id = context.guild_id.ok_or_else(|| AppError::say("Fights take place in a server\u{2019}s channel."))?;
    let me = Seat(context.user_id);
    let seats = ReadySeats { guild_id, channel_id: context.channel_id, gm_channel_id: None, gm: me, players: vec![me] };
    let handle = open_ready_fight::against_umpire(app, context, &seats, &ready).await?;
    let hero = ready.characters_of(0).join(" and ");
    let told = format!(
        "You play {hero}, and Umpire plays everybody else. Press **Act as\u{2026}** when it\u{2019}s your turn."
    );
    let more = after_opening(app, context, guild_settings, handle.id).await?;
    Ok(Answer::whisper([Some(told), more].into_iter().flatten().collect::<Vec<_>>().join("\n")))
}
