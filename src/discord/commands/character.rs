//! /character: the characters that people keep, to join any fight of their system with.

use super::{Context, Done, answer, saved, suggest::complete};
use crate::{
    discord::{
        custom_id::CustomId,
        presses::forms::{self, Input},
        reply::Answer,
        text,
        trouble::Trouble,
    },
    rules::System,
};

/// Your characters
#[poise::command(slash_command, guild_only, subcommand_required, subcommands("create", "show", "list", "delete"))]
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
    #[description = "Fields of the sheet: wit=12 str=10 weapons=\"martial hand\""] fields: Option<String>,
) -> Done {
    answer(ctx, |house, visit| async move {
        let system = system_named(system.as_deref())?;
        if fields.is_none() && template.is_none() {
            let name = text::name(&name).map_err(|it| Trouble::say(it.to_string()))?;
            let form = format!("character.{}", system.name());
            let id = CustomId::Form { encounter: 0, seq: 0, form, combatant: None };
            let inputs = [
                Input::line("name", "Name", 40).with(&name),
                Input::page("fields", "Fields, one a line: wit=12", 2_000).optional(),
                Input::line("template", "Or a ready-made sheet to begin with", 60).optional(),
            ];
            return Ok(Answer::Form(forms::modal("A character", &id, &inputs)));
        }
        let fields = crate::table::words::fields(fields.as_deref().unwrap_or_default())?;
        let kept = saved::keep(&house, &visit, system, &name, template.as_deref(), &fields).await?;
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
    answer(ctx, |house, visit| async move {
        for system in System::ALL {
            if let Some(it) = saved::find(&house, &visit, system.name(), &name).await? {
                return Ok(Answer::whisper(sheet(&it, "")));
            }
        }
        Err(unknown(&name))
    })
    .await
}

/// List your characters
#[poise::command(slash_command)]
pub async fn list(ctx: Context<'_>) -> Done {
    answer(ctx, |house, visit| async move {
        let all = saved::all(&house, &visit).await?;
        let lines: Vec<String> = all.iter().map(|it| format!("{} ({})", text::escape(&it.name), it.system)).collect();
        Ok(Answer::whisper(match lines.is_empty() {
            true => "You keep no character here. /character create makes one.".to_owned(),
            false => lines.join("\n"),
        }))
    })
    .await
}

/// Delete one of your characters
#[poise::command(slash_command)]
pub async fn delete(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |house, visit| async move {
        match saved::delete(&house, &visit, &name).await? {
            true => Ok(Answer::whisper(format!("{} is deleted. Fights that they are in go on.", text::escape(&name)))),
            false => Err(unknown(&name)),
        }
    })
    .await
}

/// The system that was named, or the only one.
pub fn system_named(typed: Option<&str>) -> Result<System, Trouble> {
    match typed {
        Some(typed) => Ok(System::named(typed)?),
        None => Ok(System::ALL[0]),
    }
}

/// A sheet as its owner sees it.
pub fn sheet(it: &saved::Saved, first: &str) -> String {
    let mut lines = vec![format!("{first} **{}** ({})", text::escape(&it.name), it.system).trim().to_owned()];
    lines.extend(it.fields.iter().map(|(name, value)| format!("{}: {}", text::escape(name), text::escape(value))));
    lines.join("\n")
}

fn unknown(name: &str) -> Trouble {
    Trouble::say(format!("You keep no character called \u{201c}{name}\u{201d}. /character list shows those you have."))
}
