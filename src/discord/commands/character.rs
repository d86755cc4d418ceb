//! /character: the characters that people keep, to join any fight of their system with.

use super::{Context, Done, answer, saved, suggest::complete};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        character_file::{self, Language, ParsedCharacter},
        components::{editing, new_sheet},
        interaction_context::InteractionContext,
        message::{File, Message},
        reply::Answer,
        text,
    },
    rules::System,
};
use poise::serenity_prelude::Attachment;
use std::sync::Arc;

/// Your characters
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands("create", "show", "list", "edit", "import", "export", "delete")
)]
pub async fn character(_ctx: Context<'_>) -> Done {
    Ok(())
}

/// Keep a character; without fields or template a form opens
#[poise::command(slash_command)]
pub async fn create(
    ctx: Context<'_>,
    #[description = "Its name"]
    #[max_length = 40]
    name: String,
    #[description = "The rules it is for"]
    #[autocomplete = "complete"]
    system: Option<String>,
    #[description = "A ready-made sheet to begin with"]
    #[autocomplete = "complete"]
    template: Option<String>,
    #[description = "Fields of the sheet, as name=value; what holds spaces in quotes"] fields: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let system = system_here(&app, &context, system.as_deref()).await?;
        if fields.is_none() && template.is_none() {
            let name = text::name(&name).map_err(|it| AppError::say(it.to_string()))?;
            return Ok(new_sheet::to_keep(system, &name));
        }
        let fields = crate::table::words::fields(fields.as_deref().unwrap_or_default())?;
        let kept = saved::keep(&app, &context, system, &name, template.as_deref(), &fields).await?;
        Ok(Answer::whisper(sheet(&kept, "Kept.")))
    })
    .await
}

/// Show one of your characters
#[poise::command(slash_command)]
pub async fn show(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let it = saved::own(&app, &context, &name).await?;
        Ok(Answer::whisper(sheet(&it, "")))
    })
    .await
}

/// List your characters
#[poise::command(slash_command)]
pub async fn list(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let all = saved::all(&app, &context).await?;
        let lines: Vec<String> = all.iter().map(|it| format!("{} ({})", text::escape(&it.name), it.system)).collect();
        Ok(Answer::whisper(match lines.is_empty() {
            true => "You keep no character here. /character create makes one.".to_owned(),
            false => lines.join("\n"),
        }))
    })
    .await
}

/// Change one of your characters in a form
#[poise::command(slash_command)]
pub async fn edit(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "A field of its sheet: the form opens where that is"]
    #[autocomplete = "complete"]
    field: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let it = saved::own(&app, &context, &name).await?;
        editing::begin(&app, &context, &it, field.as_deref())
    })
    .await
}

/// Keep the characters of a file: TOML or JSON, at most 64 KiB
#[poise::command(slash_command)]
pub async fn import(
    ctx: Context<'_>,
    #[description = "The file; its name ends in .toml or .json"] file: Attachment,
    #[description = "Change characters of yours that have a name of the file"] replace: Option<bool>,
) -> Done {
    answer(ctx, |app, context| async move {
        let language = Language::of(&file.filename).ok_or_else(|| {
            AppError::say("The file\u{2019}s name must end in .toml or .json, so that it is known how to read it.")
        })?;
        let text = app.attachments.read(&file.url, u64::from(file.size)).await;
        let text = text.map_err(|it| AppError::say(it.to_string()))?;
        let drawn = character_file::read(&text, language)
            .map_err(|problems| AppError::say(format!("Nothing was kept.\n{}", character_file::in_words(&problems))))?;
        let told = saved::keep_all(&app, &context, &drawn, replace.unwrap_or(false)).await?;
        Ok(Answer::whisper(told.join("\n")))
    })
    .await
}

/// Have your characters as a file that /character import reads
#[poise::command(slash_command)]
pub async fn export(
    ctx: Context<'_>,
    #[description = "Which; all of yours if left out"]
    #[autocomplete = "complete"]
    name: Option<String>,
    #[description = "toml or json; toml if left out"]
    #[autocomplete = "complete"]
    format: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let language = match format.as_deref().map(|it| it.trim().to_lowercase()).as_deref() {
            None | Some("" | "toml") => Language::Toml,
            Some("json") => Language::Json,
            Some(_) => return Err(AppError::say("The format is toml or json.")),
        };
        let all = match &name {
            Some(name) => vec![saved::own(&app, &context, name).await?],
            None => saved::all(&app, &context).await?,
        };
        if all.is_empty() {
            return Err(AppError::say("You keep no character here. /character create makes one."));
        }
        let drawn = all
            .iter()
            .map(|it| Ok(ParsedCharacter { system: it.system()?, name: it.name.clone(), fields: it.fields.clone() }))
            .collect::<Result<Vec<_>, AppError>>()?;
        let file = File {
            name: format!("{}.{}", file_stem(&drawn), language.ending()),
            description: "Characters, for /character import.".to_owned(),
            bytes: Arc::from(character_file::write(&drawn, language).into_bytes()),
        };
        let names: Vec<String> = drawn.iter().map(|it| text::escape(&it.name)).collect();
        let content = format!("{}: /character import reads this file.", names.join(", "));
        Ok(Answer::Say(Message { files: vec![file], ..Message::text(content) }.private()))
    })
    .await
}

/// The name of a file for these, in letters that every system and Discord's embeds take.
fn file_stem(drawn: &[ParsedCharacter]) -> String {
    let [one] = drawn else { return "characters".to_owned() };
    let stem: String = one.name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).take(40).collect();
    if stem.is_empty() { "character".to_owned() } else { stem }
}

/// Delete one of your characters
#[poise::command(slash_command)]
pub async fn delete(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        match saved::delete(&app, &context, &name).await? {
            true => Ok(Answer::whisper(format!("{} is deleted. Fights that they are in go on.", text::escape(&name)))),
            false => Err(unknown(&name)),
        }
    })
    .await
}

/// The system that was named, or the first.
///
/// # Errors
/// What there is.
pub fn system_named(typed: Option<&str>) -> Result<System, AppError> {
    match typed {
        Some(typed) => Ok(System::named(typed)?),
        None => Ok(System::ALL[0]),
    }
}

/// The system that was named; else that of the fight in the visit's channel, of the last one there, or the first.
///
/// # Errors
/// What there is; or the store fails.
pub async fn system_here(
    app: &AppContext,
    context: &InteractionContext,
    typed: Option<&str>,
) -> Result<System, AppError> {
    if let Some(typed) = typed.filter(|it| !it.trim().is_empty()) {
        return system_named(Some(typed));
    }
    if let Some(handle) = app.table_in(context.channel_id) {
        return Ok(System::named(&handle.look(|service| service.session().system().to_owned()).await?)?);
    }
    let last = app.store.encounters_in(app.application_id, context.channel_id).await?;
    let last = last.into_iter().max_by_key(|it| it.id);
    Ok(last.and_then(|it| System::named(&it.system).ok()).unwrap_or(System::ALL[0]))
}

/// A sheet as its owner sees it.
pub fn sheet(it: &saved::SavedCharacter, first: &str) -> String {
    let mut lines = vec![format!("{first} **{}** ({})", text::escape(&it.name), it.system).trim().to_owned()];
    lines.extend(it.fields.iter().map(|(name, value)| format!("{}: {}", text::escape(name), text::escape(value))));
    lines.join("\n")
}

fn unknown(name: &str) -> AppError {
    AppError::say(format!("You keep no character called \u{201c}{name}\u{201d}. /character list shows those you have."))
}
