//! /gm: what only the GM does. The GM is never locked out: everything can be set, and everything that is set is in the log.

use super::{
    super::{guild_settings::GuildSettings, permissions},
    Context, Done, answer,
    encounter::pace_named,
    hand_over, relay,
    suggest::complete,
    table_in,
};
use crate::{
    discord::{app_error::AppError, interaction_context::InteractionContext, reply::Answer},
    rules::Request,
    table::Command,
};
use poise::serenity_prelude::{Permissions, User};

/// For the GM
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands(
        "add",
        "set",
        "condition",
        "place",
        "turn",
        "chase",
        "undo",
        "control",
        "fight",
        "option",
        "board",
        "side",
        "hide",
        "reveal",
        "answer_for",
        "super::gm_channel::channel",
        "super::seats::seat",
        "super::seats::claim",
        "super::seats::admit"
    )
)]
pub async fn gm(_ctx: Context<'_>) -> Done {
    Ok(())
}

/// Bring somebody into the fight
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments)] // each is a word the GM may want
pub async fn add(
    ctx: Context<'_>,
    #[description = "A name; the template's if left out"] name: Option<String>,
    #[description = "On which side"]
    #[autocomplete = "complete"]
    side: Option<String>,
    #[description = "A ready-made foe or character"]
    #[autocomplete = "complete"]
    template: Option<String>,
    #[description = "How many"]
    #[min = 1]
    #[max = 20]
    count: Option<i64>,
    #[description = "Fields of the sheet: wit=8 weapons=\"simple hand\""] fields: Option<String>,
    #[description = "Who plays them; you if left out"] player: Option<User>,
    #[description = "Hidden from the other sides"] hidden: Option<bool>,
) -> Done {
    let hidden = hidden.map(|it| if it { "yes" } else { "no" }.to_owned());
    let options = [
        ("name", name),
        ("side", side),
        ("template", template),
        ("count", count.map(|it| it.to_string())),
        ("fields", fields),
        ("player", player.map(|it| it.id.to_string())),
        ("hidden", hidden),
    ];
    relay(ctx, "gm add", &options).await
}

/// Set a value of somebody
#[poise::command(slash_command)]
pub async fn set(
    ctx: Context<'_>,
    #[description = "Of whom"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "Which value"]
    #[autocomplete = "complete"]
    field: String,
    #[description = "To what"] value: String,
) -> Done {
    relay(ctx, "gm set", &[("name", Some(name)), ("field", Some(field)), ("value", Some(value))]).await
}

/// Put somebody under a condition, or lift it
#[poise::command(slash_command)]
pub async fn condition(
    ctx: Context<'_>,
    #[description = "Whom"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "Which"]
    #[autocomplete = "complete"]
    condition: String,
    #[description = "Lift it"] off: Option<bool>,
) -> Done {
    let off = off.map(|it| if it { "yes" } else { "no" }.to_owned());
    relay(ctx, "gm condition", &[("name", Some(name)), ("condition", Some(condition)), ("off", off)]).await
}

/// Put somebody somewhere
#[poise::command(slash_command)]
pub async fn place(
    ctx: Context<'_>,
    #[description = "Whom"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "Where"]
    #[autocomplete = "complete"]
    at: String,
) -> Done {
    relay(ctx, "gm place", &[("name", Some(name)), ("at", Some(at))]).await
}

/// Change the order of turns
#[poise::command(slash_command)]
pub async fn turn(
    ctx: Context<'_>,
    #[description = "give, end, spend or restore"]
    #[autocomplete = "complete"]
    what: Option<String>,
    #[description = "Whose turn"]
    #[autocomplete = "complete"]
    name: Option<String>,
    #[description = "Or: which side's step"]
    #[autocomplete = "complete"]
    side: Option<String>,
) -> Done {
    relay(ctx, "gm turn", &[("what", what), ("name", name), ("side", side)]).await
}

/// Let those of a side who flee be chased
#[poise::command(slash_command)]
pub async fn chase(
    ctx: Context<'_>,
    #[description = "Which side flees"]
    #[autocomplete = "complete"]
    side: String,
    #[description = "Whether they are faster or slower; as they run if left out"]
    #[autocomplete = "complete"]
    speed: Option<String>,
) -> Done {
    relay(ctx, "gm chase", &[("side", Some(side)), ("speed", speed)]).await
}

/// Take the last deed back; the dice stay rolled
#[poise::command(slash_command)]
pub async fn undo(ctx: Context<'_>) -> Done {
    relay(ctx, "gm undo", &[]).await
}

/// Let somebody else play a combatant
#[poise::command(slash_command)]
pub async fn control(
    ctx: Context<'_>,
    #[description = "Whom"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "Who plays them now; you if left out"] player: Option<User>,
) -> Done {
    relay(ctx, "gm control", &[("name", Some(name)), ("player", player.map(|it| it.id.to_string()))]).await
}

/// Set a value of the fight as a whole
#[poise::command(slash_command)]
pub async fn fight(
    ctx: Context<'_>,
    #[description = "Which, such as initiative, or pace"] name: String,
    #[description = "To what; the pace is live, relaxed, post or none"] value: String,
) -> Done {
    if name.trim().eq_ignore_ascii_case("pace") {
        return pace(ctx, &value).await;
    }
    relay(ctx, "gm fight", &[("name", Some(name)), ("value", Some(value))]).await
}

/// How long questions wait, from the next one on. What the names mean is the house's to know, and no system's.
async fn pace(ctx: Context<'_>, value: &str) -> Done {
    answer(ctx, |app, context| async move {
        let named = app.pace.pace(pace_named(Some(value), app.pace.default)?);
        let handle = table_in(&app, context.channel_id)?;
        let request = Request::Pace { prompt_ms: named.prompt_ms };
        handle.ask(context.caller(&app).await, request, context.receipt(&app)).await?;
        Ok(Answer::whisper(format!("The pace is {} now.", value.trim().to_lowercase())))
    })
    .await
}

/// Set an option of the rules
#[poise::command(slash_command)]
pub async fn option(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "To what"] value: String,
) -> Done {
    let command = Command::new("gm option", &[("name", &name), ("value", &value)]);
    answer(ctx, |app, context| async move {
        if is_chaos(&command.options) {
            let guild_settings = app.guild_settings.of(&app, context.guild_id).await;
            may_hush(&context, guild_settings)?;
        }
        hand_over(&app, &context, command).await
    })
    .await
}

/// Lay out the place
#[poise::command(slash_command)]
pub async fn board(
    ctx: Context<'_>,
    #[description = "What it is, as name=value words; see the system's page"] fields: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let options = crate::table::words::fields(&fields)?;
        hand_over(&app, &context, Command { path: "gm board".to_owned(), options }).await
    })
    .await
}

/// Name a side
#[poise::command(slash_command)]
pub async fn side(ctx: Context<'_>, #[description = "Its name"] name: String) -> Done {
    relay(ctx, "gm side", &[("name", Some(name))]).await
}

/// Hide somebody from the other sides, or show them
#[poise::command(slash_command)]
pub async fn hide(
    ctx: Context<'_>,
    #[description = "Whom"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "Whether they are hidden now"] hidden: Option<bool>,
) -> Done {
    let hidden = hidden.map(|it| if it { "yes" } else { "no" }.to_owned());
    relay(ctx, "gm hide", &[("name", Some(name)), ("hidden", hidden)]).await
}

/// Show somebody to the other sides, and how much of them
#[poise::command(slash_command)]
pub async fn reveal(
    ctx: Context<'_>,
    #[description = "Whom"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "state (a name and a word), exact (vitals and conditions) or everything"]
    #[autocomplete = "complete"]
    show: Option<String>,
) -> Done {
    relay(ctx, "gm reveal", &[("name", Some(name)), ("show", show)]).await
}

/// Answer a question for somebody
#[poise::command(slash_command, rename = "answer")]
pub async fn answer_for(
    ctx: Context<'_>,
    #[description = "What"]
    #[autocomplete = "complete"]
    choice: String,
    #[description = "For whom; the only one if left out"]
    #[autocomplete = "complete"]
    name: Option<String>,
) -> Done {
    relay(ctx, "gm answer", &[("choice", Some(choice)), ("name", name)]).await
}

/// Whether options turn the chaos of combat on.
pub fn is_chaos(options: &[(String, String)]) -> bool {
    let get =
        |wanted: &str| options.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.trim().to_lowercase());
    let on = |value: Option<String>| value.is_some_and(|it| !matches!(it.as_str(), "off" | "no" | "false" | "0"));
    on(get("chaos")) || (get("name").is_some_and(|it| "chaos".starts_with(&it)) && on(get("value")))
}

/// The chaos of combat removes players' messages: who turns it on must be allowed to, or an administrator has agreed; and so must we.
///
/// # Errors
/// A sentence that says what is missing.
pub fn may_hush(context: &InteractionContext, guild_settings: GuildSettings) -> Result<(), AppError> {
    if !context.may(Permissions::MANAGE_MESSAGES) && !guild_settings.chaos_consent {
        return Err(AppError::say(
            "The chaos of combat removes players\u{2019} ordinary messages, so it takes your own permission Manage Messages, or an \
             administrator\u{2019}s consent by /settings chaos:true.",
        ));
    }
    let place = permissions::ChannelContext { is_thread: context.is_thread, is_chaos: true };
    let lacks = context.ours.map(|bits| permissions::missing(bits, place)).unwrap_or_default();
    match lacks.iter().any(|need| need.when == permissions::When::InChaos) {
        true => Err(AppError::say(
            "Umpire lacks Manage Messages in this channel, without which players\u{2019} messages cannot be removed; so the chaos of combat \
             cannot be turned on here.",
        )),
        false => Ok(()),
    }
}
