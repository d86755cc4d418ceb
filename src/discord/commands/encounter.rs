//! /encounter: a fight's beginning, its end, and its clocks.

use super::{
    Context, Done, answer, given, gm, hand_over, looking, prepared, relay, suggest::complete, system_here, table_in,
};
use crate::{
    config::PaceName,
    discord::{
        aftermath,
        app_error::AppError,
        components::unseen,
        compose::{ending::FIRST_FIGHT, words},
        guild_settings::{Custom, GuildSettings},
        house::House,
        message::Message,
        permissions::{Place, missing_in_words},
        reply::Answer,
        text, unreadable,
        visit::Visit,
        whole_log,
    },
    engine::{Pace, Seat},
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
    answer(ctx, |house, visit| async move {
        let typed = given(&[("system", system), ("name", name), ("options", options), ("pace", pace)]);
        open(&house, &visit, &typed).await
    })
    .await
}

/// Opens a fight where the visit is.
pub async fn open(house: &House, visit: &Visit, typed: &[(String, String)]) -> Result<Answer, AppError> {
    let get = |name: &str| typed.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
    let guild_settings = house.guild_settings.of(house, visit.guild_id).await;
    may_start(visit, guild_settings)?;
    if let Some(other) = house.tables.of_gm_channel(visit.channel_id) {
        return Err(AppError::say(format!(
            "This is the GM\u{2019}s channel of the fight in <#{}>. Start another fight in another channel.",
            other.channel_id
        )));
    }
    let options = crate::table::words::fields(get("options").unwrap_or_default())?;
    if gm::is_chaos(&options) {
        gm::may_hush(visit, guild_settings)?;
    }
    let system = system_here(house, visit, get("system")).await?;
    let name = match get("name") {
        Some(name) => text::bounded("The name", name, 80).map_err(|it| AppError::say(it.to_string()))?,
        None => "A fight".to_owned(),
    };
    let pace = house.pace.pace(pace_named(get("pace"), guild_settings.pace.unwrap_or(house.pace.default))?);
    let new = NewFight {
        application_id: house.application_id,
        guild_id: visit.guild_id,
        channel_id: visit.channel_id,
        system,
        name: name.clone(),
        options,
        gm: Seat(visit.user_id),
    };
    let laid = laid(pace);
    let handle = house.tables.open_laid(new, (house.seeds)(), &laid).await?;
    let mut lines = vec![format!(
        "**{}** is open, under the rules of {}, and you are its GM. Players join with the tracker\u{2019}s button or /join; bring foes in with /gm add; then press Begin.",
        text::escape(&name),
        words::system(system.name())
    )];
    lines.extend(after_opening(house, visit, guild_settings, handle.id).await?);
    Ok(Answer::whisper(lines.join("\n")))
}

/// What follows when a fight has been opened: the first one in a server explains itself, and the GM hears which permissions we lack.
pub async fn after_opening(
    house: &House,
    visit: &Visit,
    guild_settings: GuildSettings,
    id: EncounterId,
) -> Result<Option<String>, AppError> {
    if let (false, Some(guild)) = (guild_settings.explained, visit.guild_id) {
        explain(house, visit, id).await;
        house.guild_settings.settle(house, guild, Custom::Explained).await?;
    }
    let place = Place { is_thread: visit.is_thread, is_chaos: false };
    Ok(visit.ours.and_then(|bits| missing_in_words(bits, place)))
}

/// What every fight begins with: two sides to join, to which the GM may add, and a pace.
pub fn laid(pace: Pace) -> Vec<Request> {
    let side = |name: &str| Request::Side { name: name.to_owned() };
    vec![side("Players"), side("Foes"), Request::Pace { prompt_ms: pace.prompt_ms }]
}

async fn explain(house: &House, visit: &Visit, id: i64) {
    let outcome = house.courier.send_once(visit.channel_id, Message::text(FIRST_FIGHT)).await;
    if !outcome.is_done() {
        tracing::warn!(encounter = id, ?outcome, "the first fight could not be explained");
    }
}

/// Who may start: whoever may speak there, or whoever has the role that the server has named.
pub fn may_start(visit: &Visit, guild_settings: GuildSettings) -> Result<(), AppError> {
    let speaks = if visit.is_thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    match guild_settings.starter_role {
        Some(role) if !visit.roles.contains(&role) && !visit.may(Permissions::MANAGE_GUILD) => Err(AppError::say(
            "Only people with the role that this server has named may start fights here. Whoever manages the server can change that with /settings.",
        )),
        _ if !visit.may(speaks) => Err(AppError::say("To start a fight you must be allowed to send messages here.")),
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
    answer(ctx, |house, visit| async move {
        let told = hand_over(&house, &visit, Command::new("encounter begin", &[])).await;
        match (unseen(&house, &visit, &table_in(&house, visit.channel_id)?).await?, told) {
            (Some(note), Ok(_) | Err(AppError::Refused(_))) => Ok(Answer::Say(note.private())),
            (_, told) => told,
        }
    })
    .await
}

/// Close the fight; its account, its seed and its export are posted
#[poise::command(slash_command)]
pub async fn end(ctx: Context<'_>) -> Done {
    answer(ctx, |house, visit| async move {
        let encounter = table_in(&house, visit.channel_id).ok().map(|it| it.id);
        if encounter.is_none()
            && let Some(closed) = unreadable::close_here(&house, &visit).await?
        {
            return Ok(closed);
        }
        let gm_channel = encounter.and_then(|id| house.tables.gm_channel_of(id));
        let done = hand_over(&house, &visit, crate::table::Command::new("encounter end", &[])).await?;
        let Some(id) = encounter else { return Ok(done) };
        // What lasts is told to the GM along with it, if anybody has something to take home; where the GMs have a channel, there.
        let asked = aftermath::after_the_end(&house, &visit, id).await?;
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
    answer(ctx, |house, visit| async move { aftermath::last_one_here(&house, &visit).await }).await
}

/// The whole log of the last fight here, secrets included, for its GM alone
#[poise::command(slash_command)]
pub async fn log(ctx: Context<'_>) -> Done {
    answer(ctx, |house, visit| async move { whole_log::of_the_last_fight(&house, &visit).await }).await
}

/// Open the last fight of this channel again; its dice fall by a new seed
#[poise::command(slash_command)]
pub async fn reopen(ctx: Context<'_>) -> Done {
    answer(ctx, |house, visit| async move {
        if house.table_in(visit.channel_id).is_some() {
            return Err(AppError::say("There is a fight in this channel. /encounter end closes it."));
        }
        let all = house.store.encounters_in(house.application_id, visit.channel_id).await?;
        let over = all.into_iter().filter(|it| it.status == Status::Over).max_by_key(|it| it.id);
        let last = over.ok_or_else(|| AppError::say("No fight has ended in this channel."))?;
        let caller = visit.caller(&house).await;
        let opened = house.tables.reopen(last.id, &caller, (house.seeds)(), visit.receipt(&house)).await;
        opened.map_err(|it| match it {
            ReopenError::Open(error) => AppError::Open(error),
            ReopenError::Desk(error) => AppError::Table(error.into()),
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
