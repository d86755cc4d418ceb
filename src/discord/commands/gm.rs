//! /gm: commands for the GM. The GM is never locked out: everything can be set, and every change is in the log.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer, relay},
};
use crate::{
    discord::{
        chaos_of_combat::{is_chaos, may_hush},
        fight_pace,
        reply::Answer,
        table_commands::{hand_over, table_in},
    },
    table::Command,
};
use poise::serenity_prelude::User;

/// Run the fight as its GM
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
        "autopilot",
        "group",
        "fight",
        "option",
        "board",
        "side",
        "hide",
        "remove",
        "reveal",
        "answer_for",
        "super::gm_channel::channel",
        "super::gm_seats::seat",
        "super::gm_seats::claim",
        "super::gm_seats::admit"
    )
)]
pub async fn gm(_ctx: Context<'_>) -> Done {
    Ok(())
}

/// Add a combatant to the fight
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments)] // each is a word the GM may want
pub async fn add(
    ctx: Context<'_>,
    #[description = "A name (default: the template's)"] name: Option<String>,
    #[description = "The side"]
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
    #[description = "Who plays them (default: you)"] player: Option<User>,
    #[description = "Hidden from the other sides"] hidden: Option<bool>,
    #[description = "Let Umpire play them: a style, or yes for their usual one"]
    #[autocomplete = "complete"]
    autopilot: Option<String>,
    #[description = "A zone or square (default: with their side; before the fight begins, the first zone)"]
    #[autocomplete = "complete"]
    at: Option<String>,
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
        ("autopilot", autopilot),
        ("at", at),
    ];
    relay(ctx, "gm add", &options).await
}

/// Set a value of one or several, or change it
#[poise::command(slash_command)]
pub async fn set(
    ctx: Context<'_>,
    #[description = "Whose value to set"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "The value to set"]
    #[autocomplete = "complete"]
    field: String,
    #[description = "The new value"] value: Option<String>,
    #[description = "Or a change for each of them: -4 or +2"] by: Option<String>,
) -> Done {
    relay(ctx, "gm set", &[("name", Some(name)), ("field", Some(field)), ("value", value), ("by", by)]).await
}

/// Give a combatant a condition, or end it
#[poise::command(slash_command)]
pub async fn condition(
    ctx: Context<'_>,
    #[description = "Which combatant"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "Which condition"]
    #[autocomplete = "complete"]
    condition: String,
    #[description = "End the condition"] off: Option<bool>,
) -> Done {
    let off = off.map(|it| if it { "yes" } else { "no" }.to_owned());
    relay(ctx, "gm condition", &[("name", Some(name)), ("condition", Some(condition)), ("off", off)]).await
}

/// Place combatants on the map
#[poise::command(slash_command)]
pub async fn place(
    ctx: Context<'_>,
    #[description = "Names, or one name for Goblin 1 to 8; several with commas; or Goblin 1=Gate, Goblin 2=Yard"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "A place for all of them, or one for each in the same order, with commas"]
    #[autocomplete = "complete"]
    at: Option<String>,
) -> Done {
    relay(ctx, "gm place", &[("name", Some(name)), ("at", at)]).await
}

/// Change the turn order
#[poise::command(slash_command)]
pub async fn turn(
    ctx: Context<'_>,
    #[description = "give, end, spend or restore"]
    #[autocomplete = "complete"]
    what: Option<String>,
    #[description = "Whose turn"]
    #[autocomplete = "complete"]
    name: Option<String>,
    #[description = "Or a side, to give it its step"]
    #[autocomplete = "complete"]
    side: Option<String>,
) -> Done {
    relay(ctx, "gm turn", &[("what", what), ("name", name), ("side", side)]).await
}

/// Start a chase after a fleeing side
#[poise::command(slash_command)]
pub async fn chase(
    ctx: Context<'_>,
    #[description = "The fleeing side"]
    #[autocomplete = "complete"]
    side: String,
    #[description = "Whether they're faster or slower (default: by their speed)"]
    #[autocomplete = "complete"]
    speed: Option<String>,
) -> Done {
    relay(ctx, "gm chase", &[("side", Some(side)), ("speed", speed)]).await
}

/// Take back the last action; its dice aren't rolled again
#[poise::command(slash_command)]
pub async fn undo(ctx: Context<'_>) -> Done {
    relay(ctx, "gm undo", &[]).await
}

/// Change who plays a combatant
#[poise::command(slash_command)]
pub async fn control(
    ctx: Context<'_>,
    #[description = "Which combatant"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "The new player (default: you)"] player: Option<User>,
) -> Done {
    relay(ctx, "gm control", &[("name", Some(name)), ("player", player.map(|it| it.id.to_string()))]).await
}

/// Let Umpire play combatants of yours
#[poise::command(slash_command)]
pub async fn autopilot(
    ctx: Context<'_>,
    #[description = "Names, a side, all, or one name for Goblin 1 to 8; several with commas"]
    #[autocomplete = "complete"]
    who: String,
    #[description = "How Umpire plays them (default: simple), or off"]
    #[autocomplete = "complete"]
    style: Option<String>,
) -> Done {
    relay(ctx, "gm autopilot", &[("who", Some(who)), ("style", style)]).await
}

/// Let several combatants of yours act one after the other
#[poise::command(slash_command)]
pub async fn group(
    ctx: Context<'_>,
    #[description = "suggested (as Umpire would), attack, pass or stop (default: suggested)"]
    #[autocomplete = "complete"]
    what: Option<String>,
    #[description = "Names, a side, or one name for Goblin 1 to 8; several with commas (default: all you play)"]
    #[autocomplete = "complete"]
    who: Option<String>,
    #[description = "Whom they attack"]
    #[autocomplete = "complete"]
    target: Option<String>,
) -> Done {
    relay(ctx, "gm group", &[("what", what), ("who", who), ("target", target)]).await
}

/// Set a value of the whole fight
#[poise::command(slash_command)]
pub async fn fight(
    ctx: Context<'_>,
    #[description = "Which value, such as initiative or pace"] name: String,
    #[description = "The new value; the pace is live, relaxed, post or none"] value: String,
) -> Done {
    if name.trim().eq_ignore_ascii_case("pace") {
        return pace(ctx, &value).await;
    }
    relay(ctx, "gm fight", &[("name", Some(name)), ("value", Some(value))]).await
}

async fn pace(ctx: Context<'_>, value: &str) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        Ok(Answer::whisper(fight_pace::change(&app, &context, &handle, value).await?))
    })
    .await
}

/// Set a rule option
#[poise::command(slash_command)]
pub async fn option(
    ctx: Context<'_>,
    #[description = "Which option"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "The new value"] value: String,
) -> Done {
    let command = Command::new("gm option", &[("name", &name), ("value", &value)]);
    answer(ctx, |app, context| async move {
        if is_chaos(&command.options) {
            let guild_settings = app.guild_settings().of(context.guild_id).await;
            may_hush(&context, guild_settings)?;
        }
        hand_over(&app, &context, command).await
    })
    .await
}

/// Set up the map
#[poise::command(slash_command)]
pub async fn board(
    ctx: Context<'_>,
    #[description = "The map as name=value words; see the system's page"] fields: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let options = crate::table::sentences::fields(&fields)?;
        hand_over(&app, &context, Command { path: "gm board".to_owned(), options }).await
    })
    .await
}

/// Name a side
#[poise::command(slash_command)]
pub async fn side(ctx: Context<'_>, #[description = "The side's name"] name: String) -> Done {
    relay(ctx, "gm side", &[("name", Some(name))]).await
}

/// Remove a combatant from the fight
#[poise::command(slash_command)]
pub async fn remove(
    ctx: Context<'_>,
    #[description = "Which combatant"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    relay(ctx, "gm remove", &[("name", Some(name))]).await
}

/// Hide a combatant from the other sides, or show it
#[poise::command(slash_command)]
pub async fn hide(
    ctx: Context<'_>,
    #[description = "Which combatant"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "Whether to hide them"] hidden: Option<bool>,
) -> Done {
    let hidden = hidden.map(|it| if it { "yes" } else { "no" }.to_owned());
    relay(ctx, "gm hide", &[("name", Some(name)), ("hidden", hidden)]).await
}

/// Show a combatant to the other sides, and how much of it
#[poise::command(slash_command)]
pub async fn reveal(
    ctx: Context<'_>,
    #[description = "Which combatant"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "state (a name and a word), exact (vitals and conditions) or everything"]
    #[autocomplete = "complete"]
    show: Option<String>,
) -> Done {
    relay(ctx, "gm reveal", &[("name", Some(name)), ("show", show)]).await
}

/// Answer a combatant's question
#[poise::command(slash_command, rename = "answer")]
pub async fn answer_for(
    ctx: Context<'_>,
    #[description = "Which answer"]
    #[autocomplete = "complete"]
    choice: String,
    #[description = "Who answers (default: the only one asked)"]
    #[autocomplete = "complete"]
    name: Option<String>,
) -> Done {
    relay(ctx, "gm answer", &[("choice", Some(choice)), ("name", name)]).await
}
