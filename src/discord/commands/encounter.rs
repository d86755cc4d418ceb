//! /encounter: a fight's beginning, its end, and its clocks.

use super::{
    Context, Done, answer, given, gm, hand_over, looking, prepared, relay, suggest::complete, system_here, table_in,
};
use crate::{
    config::PaceName,
    discord::{
        aftermath,
        app_context::AppContext,
        app_error::AppError,
        components::unseen,
        compose::{ending::FIRST_FIGHT, words},
        guild_settings::{Custom, GuildSettings},
        interaction_context::InteractionContext,
        message::Message,
        permissions::{ChannelContext, missing_in_words},
        reply::Answer,
        text, unreadable, whole_log,
    },
    engine::{AnswerPace, Seat},
    rules::Request,
    store::{EncounterId, Status},
    table::{Command, NewFight, live::ReopenError},
};
use poise::serenity_prelude::Permissions;

/// A fight in this channel
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands(
        "start",
        "begin",
        "end",
        "reopen",
        "status",
        "undo",
        "pause",
        "resume",
        "aftermath",
        "log",
        "prepared::save",
        "prepared::prepare",
        "prepared::open",
        "prepared::list",
        "prepared::delete"
    )
)]
pub async fn encounter(_ctx: Context<'_>) -> Done {
    Ok(())
}

/// Open a fight in this channel; you are its GM
#[poise::command(slash_command)]
pub async fn start(
    ctx: Context<'_>,
    #[description = "The rules"]
    #[autocomplete = "complete"]
    system: Option<String>,
    #[description = "What the fight is called"]
    #[max_length = 80]
    name: Option<String>,
    #[description = "Options of the rules, as name=value"]
    #[autocomplete = "complete"]
    options: Option<String>,
    #[description = "How long questions wait: live, relaxed, post or none"]
    #[autocomplete = "complete"]
    pace: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let typed = given(&[("system", system), ("name", name), ("options", options), ("pace", pace)]);
        open(&app, &context, &typed).await
    })
    .await
}

/// Opens a fight where the visit is.
pub async fn open(
    app: &AppContext,
    context: &InteractionContext,
    typed: &[(String, String)],
) -> Result<Answer, AppError> {
    let get = |name: &str| typed.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
    let guild_settings = app.guild_settings.of(app, context.guild_id).await;
    may_start(context, guild_settings)?;
    if let Some(other) = app.tables.of_gm_channel(context.channel_id) {
        return Err(AppError::say(format!(
            "This is the GM\u{2019}s channel of the fight in <#{}>. Start another fight in another channel.",
            other.channel_id
        )));
    }
    let options = crate::table::words::fields(get("options").unwrap_or_default())?;
    if gm::is_chaos(&options) {
        gm::may_hush(context, guild_settings)?;
    }
    let system = system_here(app, context, get("system")).await?;
    let name = match get("name") {
        Some(name) => text::bounded("The name", name, 80).map_err(|it| AppError::say(it.to_string()))?,
        None => "A fight".to_owned(),
    };
    let pace = app.pace.pace(pace_named(get("pace"), guild_settings.pace.unwrap_or(app.pace.default))?);
    let new = NewFight {
        application_id: app.application_id,
        guild_id: context.guild_id,
        channel_id: context.channel_id,
        system,
        name: name.clone(),
        options,
        gm: Seat(context.user_id),
    };
    let laid = laid(pace);
    let handle = app.tables.open_laid(new, (app.seeds)(), &laid).await?;
    let mut lines = vec![format!(
        "**{}** is open, under the rules of {}, and you are its GM. Players join with the tracker\u{2019}s button or /join; bring foes in with /gm add; then press Begin.",
        text::escape(&name),
        words::system(system.name())
    )];
    lines.extend(after_opening(app, context, guild_settings, handle.id).await?);
    Ok(Answer::whisper(lines.join("\n")))
}

/// What follows when a fight has been opened: the first one in a server explains itself, and the GM hears which permissions we lack.
pub async fn after_opening(
    app: &AppContext,
    context: &InteractionContext,
    guild_settings: GuildSettings,
    id: EncounterId,
) -> Result<Option<String>, AppError> {
    if let (false, Some(guild)) = (guild_settings.explained, context.guild_id) {
        explain(app, context, id).await;
        app.guild_settings.settle(app, guild, Custom::Explained).await?;
    }
    let place = ChannelContext { is_thread: context.is_thread, is_chaos: false };
    Ok(context.ours.and_then(|bits| missing_in_words(bits, place)))
}

/// What every fight begins with: two sides to join, to which the GM may add, and a pace.
pub fn laid(pace: AnswerPace) -> Vec<Request> {
    let side = |name: &str| Request::Side { name: name.to_owned() };
    vec![side("Players"), side("Foes"), Request::Pace { prompt_ms: pace.prompt_ms }]
}

async fn explain(app: &AppContext, context: &InteractionContext, id: i64) {
    let outcome = app.rest.send_once(context.channel_id, Message::text(FIRST_FIGHT)).await;
    if !outcome.is_done() {
        tracing::warn!(encounter = id, ?outcome, "the first fight could not be explained");
    }
}

/// Who may start: whoever may speak there, or whoever has the role that the server has named.
pub fn may_start(context: &InteractionContext, guild_settings: GuildSettings) -> Result<(), AppError> {
    let speaks = if context.is_thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    match guild_settings.starter_role {
        Some(role) if !context.roles.contains(&role) && !context.may(Permissions::MANAGE_GUILD) => Err(AppError::say(
            "Only people with the role that this server has named may start fights here. Whoever manages the server can change that with /settings.",
        )),
        _ if !context.may(speaks) => Err(AppError::say("To start a fight you must be allowed to send messages here.")),
        _ => Ok(()),
    }
}

/// A pace by its name; none is the house's own.
///
/// # Errors
/// What the names are.
pub fn pace_named(typed: Option<&str>, default: PaceName) -> Result<PaceName, AppError> {
    match typed.map(str::trim) {
        None | Some("") => Ok(default),
        Some(typed) => PaceName::named(typed).ok_or_else(|| {
            AppError::say(format!("The pace is live, relaxed, post or none, not \u{201c}{typed}\u{201d}."))
        }),
    }
}

/// Begin, when everybody is here
#[poise::command(slash_command)]
pub async fn begin(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let told = hand_over(&app, &context, Command::new("encounter begin", &[])).await;
        match (unseen(&app, &context, &table_in(&app, context.channel_id)?).await?, told) {
            (Some(note), Ok(_) | Err(AppError::Refused(_))) => Ok(Answer::Say(note.private())),
            (_, told) => told,
        }
    })
    .await
}

/// Close the fight; its account, its seed and its export are posted
#[poise::command(slash_command)]
pub async fn end(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let encounter = table_in(&app, context.channel_id).ok().map(|it| it.id);
        if encounter.is_none()
            && let Some(closed) = unreadable::close_here(&app, &context).await?
        {
            return Ok(closed);
        }
        let gm_channel = encounter.and_then(|id| app.tables.gm_channel_of(id));
        let done = hand_over(&app, &context, crate::table::Command::new("encounter end", &[])).await?;
        let Some(id) = encounter else { return Ok(done) };
        // What lasts is told to the GM along with it, if anybody has something to take home; where the GMs have a channel, there.
        let asked = aftermath::after_the_end(&app, &context, id).await?;
        Ok(match (asked, gm_channel) {
            (None, _) => done,
            (Some(asked), None) => asked,
            (Some(_), Some(channel)) => Answer::whisper(format!(
                "The fight is over. What lasts of it is asked in <#{channel}>, and under the button below its account."
            )),
        })
    })
    .await
}

/// What lasts of the last fight here: the GM decides whether it is written to the saved characters
#[poise::command(slash_command)]
pub async fn aftermath(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move { aftermath::last_one_here(&app, &context).await }).await
}

/// The whole log of the last fight here, secrets included, for its GM alone
#[poise::command(slash_command)]
pub async fn log(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move { whole_log::of_the_last_fight(&app, &context).await }).await
}

/// Open the last fight of this channel again; its dice fall by a new seed
#[poise::command(slash_command)]
pub async fn reopen(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        if app.table_in(context.channel_id).is_some() {
            return Err(AppError::say("There is a fight in this channel. /encounter end closes it."));
        }
        let all = app.store.encounters_in(app.application_id, context.channel_id).await?;
        let over = all.into_iter().filter(|it| it.status == Status::Over).max_by_key(|it| it.id);
        let last = over.ok_or_else(|| AppError::say("No fight has ended in this channel."))?;
        let caller = context.caller(&app).await;
        let opened = app.tables.reopen(last.id, &caller, (app.seeds)(), context.receipt(&app)).await;
        opened.map_err(|it| match it {
            ReopenError::Open(error) => AppError::Open(error),
            ReopenError::Service(error) => AppError::Table(error.into()),
        })?;
        Ok(Answer::whisper(format!(
            "**{}** goes on where it ended. Its old seed has been shown, so its dice fall by a new one; the tracker shows what it is \
             committed to.",
            text::escape(&last.name)
        )))
    })
    .await
}

/// How the fight stands, for your eyes
#[poise::command(slash_command)]
pub async fn status(
    ctx: Context<'_>,
    #[description = "In plain text, as for a screen reader"] text: Option<bool>,
) -> Done {
    looking::status(ctx, text.unwrap_or(false)).await
}

/// Take back: your own last choice, or, as the GM, the last deed
#[poise::command(slash_command)]
pub async fn undo(ctx: Context<'_>) -> Done {
    relay(ctx, "encounter undo", &[]).await
}

/// Stop all clocks; anybody may
#[poise::command(slash_command)]
pub async fn pause(ctx: Context<'_>) -> Done {
    relay(ctx, "encounter pause", &[]).await
}

/// Let the clocks run again
#[poise::command(slash_command)]
pub async fn resume(ctx: Context<'_>) -> Done {
    relay(ctx, "encounter resume", &[]).await
}
