//! Starting a fight: who may, how every fight begins, and what happens once it's open.

use super::{
    app_context::AppContext,
    app_error::AppError,
    bot_permissions::{ChannelContext, missing_in_words},
    chaos_of_combat::{is_chaos, may_hush},
    compose::{choice_rows::rows_of, ending::FIRST_FIGHT, words},
    gm_pairing,
    gm_shortcuts::GmShortcut,
    guild_settings::{GuildSetting, GuildSettings},
    interaction_context::InteractionContext,
    message::{Button, Look, Message},
    reply::Answer,
    system_choice::system_here,
    text,
};
use crate::{
    config::PaceName,
    engine::{AnswerPace, Seat},
    rules::{Request, System},
    store::EncounterId,
    table::{Command, Handle, InputOrigin, NewFight},
};
use poise::serenity_prelude::Permissions;

/// Opens a fight in the interaction's channel.
pub async fn open(
    app: &AppContext,
    context: &InteractionContext,
    typed: &[(String, String)],
) -> Result<Answer, AppError> {
    let get = |name: &str| typed.iter().find(|it| it.0 == name).map(|it| it.1.as_str());
    let options = crate::table::sentences::fields(get("options").unwrap_or_default())?;
    let guild_settings = may_open(app, context, &options).await?;
    let system = system_here(app, context, get("system")).await?;
    let name = match get("name") {
        Some(name) => text::bounded("The name", name, 80).map_err(|it| AppError::say(it.to_string()))?,
        None => "A fight".to_owned(),
    };
    let pace = app.pace().pace(pace_named(get("pace"), guild_settings.pace.unwrap_or(app.pace().default))?);
    let new = NewFight {
        application_id: app.application_id(),
        guild_id: context.guild_id,
        channel_id: context.channel_id,
        system,
        name: name.clone(),
        options: system.options_at_a_table(&options),
        gm: Seat(context.user_id),
    };
    let laid = laid(pace);
    let no_gm = nobody_is_gm(get("gm"))?;
    let handle = app.tables().open_laid(new, app.new_seed(), &laid).await?;
    let opened = format!("**{}** is open with the rules of {}", text::escape(&name), words::system(system.name()));
    let mut lines = vec![match no_gm {
        true => format!("{opened}. {}", let_umpire_be_gm(app, context, &handle).await?),
        false => format!(
            "{opened}, and you\u{2019}re the GM. Players join with the tracker\u{2019}s button or /join. Add foes with the button below, **GM\u{2026}** there or /gm add, then press **Begin** there."
        ),
    }];
    lines.extend(other_systems(app, context, get("system"), system).await?);
    lines.extend(after_opening(app, context, guild_settings, handle.id).await?);
    let next = if no_gm { vec![] } else { next_for_the_gm(app, context, handle.id.unsigned_abs()).await };
    let rows = rows_of(next);
    Ok(Answer::Say(Message { rows, ..Message::text(lines.join("\n")) }.private()))
}

/// What a GM does next, as buttons: add foes, and use the channel that's likely theirs.
async fn next_for_the_gm(app: &AppContext, context: &InteractionContext, encounter: u64) -> Vec<Button> {
    let pairs = gm_pairing::button(app, context, encounter).await;
    std::iter::once(GmShortcut::Add.button(encounter).looking(Look::Primary)).chain(pairs).collect()
}

/// Which other rules there are, for whoever named none in a channel's first fight.
async fn other_systems(
    app: &AppContext,
    context: &InteractionContext,
    typed: Option<&str>,
    system: System,
) -> Result<Option<String>, AppError> {
    let is_first = app.store().encounters_in(app.application_id(), context.channel_id).await?.len() <= 1;
    if !is_first || typed.is_some_and(|it| !it.trim().is_empty()) {
        return Ok(None);
    }
    let others: Vec<String> =
        System::ALL.iter().filter(|it| **it != system).map(|it| words::system(it.name())).collect();
    let others = words::list(&others);
    Ok(Some(format!("The other systems are {others}: to play one, end this fight and start with system:\u{2026}")))
}

/// Whether `gm:` says that nobody is GM.
///
/// # Errors
/// What it can say.
pub fn nobody_is_gm(typed: Option<&str>) -> Result<bool, AppError> {
    match typed.map(|it| it.trim().to_lowercase()).as_deref() {
        None | Some("" | "me") => Ok(false),
        Some("umpire") => Ok(true),
        Some(other) => Err(AppError::say(format!(
            "gm: can be umpire, so that nobody is GM, or me, not \u{201c}{other}\u{201d}. Once the fight is open, /gm seat hands it to somebody else."
        ))),
    }
}

/// Nobody is GM in this fight. Returns what whoever has opened it should know.
pub async fn let_umpire_be_gm(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
) -> Result<&'static str, AppError> {
    let command = Command::new("gm fight", &[("name", "gm"), ("value", "umpire")]);
    handle.command(app.caller(context).await, command, InputOrigin::default()).await?;
    Ok(
        "Nobody is GM: once it begins, Umpire plays the foes, gives the default answer to questions for the GM, and leaves out what only a \
        person can decide. You prepare it: add foes with /gm add, bring your own character with /join like everybody else, then press Begin. \
        Whoever plays in it can end it.",
    )
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
        app.guild_settings().settle(guild, GuildSetting::Explained).await?;
    }
    let place = ChannelContext { is_thread: context.is_thread, is_chaos: false };
    Ok(context.ours.and_then(|bits| missing_in_words(bits, place)))
}

/// How every fight begins: with two sides to join, to which the GM may add, and a pace.
pub fn laid(pace: AnswerPace) -> Vec<Request> {
    let side = |name: &str| Request::Side { name: name.to_owned() };
    vec![side("Players"), side("Foes"), Request::Pace { prompt_ms: pace.prompt_ms }]
}

async fn explain(app: &AppContext, context: &InteractionContext, id: i64) {
    let outcome = app.rest().send_once(context.channel_id, Message::text(FIRST_FIGHT)).await;
    if !outcome.is_done() {
        tracing::warn!(encounter = id, ?outcome, "the first fight's introduction couldn't be sent");
    }
}

/// Whether the user may open a fight with these options in this channel. Returns the server's settings.
///
/// # Errors
/// Why not, in a sentence.
pub async fn may_open(
    app: &AppContext,
    context: &InteractionContext,
    options: &[(String, String)],
) -> Result<GuildSettings, AppError> {
    let guild_settings = app.guild_settings().of(context.guild_id).await;
    may_start(context, guild_settings)?;
    if let Some(other) = app.tables().of_gm_channel(context.channel_id) {
        return Err(AppError::say(format!(
            "This is the GM\u{2019}s channel of the fight in <#{}>. Start the new fight in another channel.",
            other.channel_id
        )));
    }
    let chaos: Vec<(String, String)> = options.iter().filter(|it| it.0 == "chaos").cloned().collect();
    if is_chaos(&chaos) {
        may_hush(context, guild_settings)?;
    }
    Ok(guild_settings)
}

/// Whether the user may start a fight: anybody who may write there, or only members with the role that the server chose.
pub fn may_start(context: &InteractionContext, guild_settings: GuildSettings) -> Result<(), AppError> {
    let speaks = if context.is_thread { Permissions::SEND_MESSAGES_IN_THREADS } else { Permissions::SEND_MESSAGES };
    match guild_settings.starter_role {
        Some(role) if !context.roles.contains(&role) && !context.may(Permissions::MANAGE_GUILD) => Err(AppError::say(
            "Only members with this server\u{2019}s chosen role can start fights here. Someone who manages the server can change that with /settings.",
        )),
        _ if !context.may(speaks) => Err(AppError::say("You need permission to send messages here to start a fight.")),
        _ => Ok(()),
    }
}

/// A pace by its name; no name means the program's default.
///
/// # Errors
/// The names there are.
pub fn pace_named(typed: Option<&str>, default: PaceName) -> Result<PaceName, AppError> {
    match typed.map(str::trim) {
        None | Some("") => Ok(default),
        Some(typed) => PaceName::named(typed).ok_or_else(|| {
            AppError::say(format!("The pace can be live, relaxed, post or none, not \u{201c}{typed}\u{201d}."))
        }),
    }
}
