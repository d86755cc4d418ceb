//! /character: people's saved characters, which can join any fight of their system.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer},
    option_values,
};
use crate::{
    discord::{
        app_error::AppError,
        character_file::{self, Language, ParsedCharacter},
        components::{new_character, sheet_editing},
        deletions::{self, Deletable},
        message::{File, Message},
        portraits,
        reply::Answer,
        saved_characters,
        system_choice::system_here,
        text,
    },
    table::sentences,
};
use poise::serenity_prelude::Attachment;
use std::sync::Arc;

/// Your characters
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands("create", "show", "list", "edit", "import", "export", "portrait", "delete")
)]
pub async fn character(_ctx: Context<'_>) -> Done {
    Ok(())
}

/// Save a character; without fields or a template, step by step
#[poise::command(slash_command)]
pub async fn create(
    ctx: Context<'_>,
    #[description = "The character's name"]
    #[max_length = 40]
    name: String,
    #[description = "The rule system"]
    #[autocomplete = "complete"]
    system: Option<String>,
    #[description = "A ready-made sheet to start from"]
    #[autocomplete = "complete"]
    template: Option<String>,
    #[description = "Fields of the sheet as name=value; use quotes around values with spaces"] fields: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let system = system_here(&app, &context, system.as_deref()).await?;
        if fields.is_none() && template.is_none() {
            return new_character::start(&app, &context, system, &name);
        }
        let fields = sentences::fields(fields.as_deref().unwrap_or_default())?;
        let kept = saved_characters::keep(&app, &context, system, &name, template.as_deref(), &fields).await?;
        Ok(Answer::whisper(saved_characters::in_words(&kept, "Saved.")))
    })
    .await
}

/// Show one of your characters
#[poise::command(slash_command)]
pub async fn show(
    ctx: Context<'_>,
    #[description = "Which character"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let it = saved_characters::own(&app, &context, &name).await?;
        Ok(Answer::whisper(saved_characters::in_words(&it, "")))
    })
    .await
}

/// List your characters
#[poise::command(slash_command)]
pub async fn list(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let all = saved_characters::all(&app, &context).await?;
        let lines: Vec<String> = all.iter().map(|it| format!("{} ({})", text::escape(&it.name), it.system)).collect();
        Ok(Answer::whisper(match lines.is_empty() {
            true => "You have no character here. Create one with /character create.".to_owned(),
            false => lines.join("\n"),
        }))
    })
    .await
}

/// Change one of your characters in a form
#[poise::command(slash_command)]
pub async fn edit(
    ctx: Context<'_>,
    #[description = "Which character"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "A field of the sheet; the form opens at it"]
    #[autocomplete = "complete"]
    field: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let it = saved_characters::own(&app, &context, &name).await?;
        sheet_editing::begin(&app, &context, &it, field.as_deref())
    })
    .await
}

/// Save the characters in a file: TOML or JSON, at most 64 KiB
#[poise::command(slash_command)]
pub async fn import(
    ctx: Context<'_>,
    #[description = "A .toml or .json file"] file: Attachment,
    #[description = "Overwrite your characters that have the same names"] replace: Option<bool>,
) -> Done {
    answer(ctx, |app, context| async move {
        let language = Language::of(&file.filename)
            .ok_or_else(|| AppError::say("The file\u{2019}s name must end in .toml or .json."))?;
        let text = app.attachments().text(&file.url, u64::from(file.size)).await;
        let text = text.map_err(|it| AppError::say(it.to_string()))?;
        let drawn = character_file::read(&text, language).map_err(|problems| {
            AppError::say(format!("Nothing was saved.\n{}", character_file::in_words(&problems)))
        })?;
        let told = saved_characters::keep_all(&app, &context, &drawn, replace.unwrap_or(false)).await?;
        Ok(Answer::whisper(told.join("\n")))
    })
    .await
}

/// Get your characters as a file that /character import reads
#[poise::command(slash_command)]
pub async fn export(
    ctx: Context<'_>,
    #[description = "Which character (default: all of yours)"]
    #[autocomplete = "complete"]
    name: Option<String>,
    #[description = "toml or json (default: toml)"]
    #[autocomplete = "complete"]
    format: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let language = option_values::export_format(format.as_deref())?;
        let all = match &name {
            Some(name) => vec![saved_characters::own(&app, &context, name).await?],
            None => saved_characters::all(&app, &context).await?,
        };
        if all.is_empty() {
            return Err(AppError::say("You have no character here. Create one with /character create."));
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

/// The name of a file for these, in characters that every operating system and Discord's embeds accept.
fn file_stem(drawn: &[ParsedCharacter]) -> String {
    let [one] = drawn else { return "characters".to_owned() };
    let stem: String = one.name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).take(40).collect();
    if stem.is_empty() { "character".to_owned() } else { stem }
}

/// Give one of your characters a picture for maps, or remove it
#[poise::command(slash_command)]
pub async fn portrait(
    ctx: Context<'_>,
    #[description = "Which character"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "A PNG, JPEG or WebP, at most 4 MiB and 16 megapixels; maps show its middle, cropped round"]
    picture: Option<Attachment>,
    #[description = "Remove the portrait"] remove: Option<bool>,
) -> Done {
    answer(ctx, |app, context| async move {
        match (picture, remove.unwrap_or_default()) {
            (Some(file), false) => portraits::give(&app, &context, &name, &file).await,
            (None, true) => portraits::take_away(&app, &context, &name).await,
            (Some(_), true) => Err(AppError::say("Attach a picture or choose remove:True, not both.")),
            (None, false) => {
                Err(AppError::say("Attach a picture with picture:\u{2026}, or remove the portrait with remove:True."))
            }
        }
    })
    .await
}

/// Delete one of your characters
#[poise::command(slash_command)]
pub async fn delete(
    ctx: Context<'_>,
    #[description = "Which character"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move { deletions::ask(&app, &context, Deletable::Character, &name).await }).await
}
