//! Commands that only look: /who, /stats, /rule, /orders.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer, relay},
};
use crate::{
    discord::{
        app_error::AppError,
        compose::{
            plain_text,
            tracker::{Tracker, board},
            words,
        },
        own_dice,
        publishing::snapshot::public_chain,
        reply::Answer,
        rule_lookup::{in_words, search},
        system_choice::{judge, system_here},
        table_commands::table_in,
    },
    rules::System,
    store::Status,
    table::{EncounterService, sentences},
};

/// Who is in the fight, or one combatant in full
#[poise::command(slash_command, guild_only)]
pub async fn who(
    ctx: Context<'_>,
    #[description = "The combatant to see in full"]
    #[autocomplete = "complete"]
    name: Option<String>,
) -> Done {
    match name {
        Some(name) => relay(ctx, "who", &[("name", Some(name))]).await,
        None => status(ctx, false).await,
    }
}

/// The fight as the user sees it, drawn like the tracker, or as plain text.
pub async fn status(ctx: Context<'_>, plainly: bool) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        let caller = app.caller(&context).await;
        let (scene, header, chain, faulted) = handle
            .look(move |service| {
                let scene = service.scene(service.viewer(&caller));
                (scene, service.header().clone(), public_chain(service), service.status() == Status::Faulted)
            })
            .await?;
        let seen = Tracker {
            encounter: header.id.unsigned_abs(),
            name: &header.name,
            scene: &scene,
            faulted,
            commitment: &header.commitment,
            last: &[],
            chain: &chain,
        };
        Ok(match plainly || app.is_plain_for(&context).await {
            true => Answer::whisper(plain_text::status(&seen)),
            false => Answer::Say(board(&seen).private()),
        })
    })
    .await
}

/// What happened in the fight here, or in the last one that ended here, as the user may know it.
pub async fn recap(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let caller = app.caller(&context).await;
        let told = move |service: &EncounterService| sentences::recap(service.session(), service.viewer(&caller));
        let text = match app.table_in(context.channel_id) {
            Some(handle) => handle.look(told).await?,
            None => {
                let all = app.store().encounters_in(app.application_id(), context.channel_id).await?;
                let last = all.into_iter().filter(|it| it.status == Status::Over).max_by_key(|it| it.id);
                let last = last.ok_or_else(|| AppError::say("There\u{2019}s been no fight in this channel yet."))?;
                told(&EncounterService::load(app.store().clone(), last.id).await?.discreet())
            }
        };
        Ok(Answer::whisper(words::prose(&text, &[])))
    })
    .await
}

/// Your own dice over all your finished fights: how lucky you were
#[poise::command(slash_command)]
pub async fn stats(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move { own_dice::shown(&app, &context).await }).await
}

/// Look up a rule
#[poise::command(slash_command)]
pub async fn rule(
    ctx: Context<'_>,
    #[description = "A rule's number, name, or a word in it"]
    #[autocomplete = "complete"]
    rule: String,
    #[description = "The rule system"]
    #[autocomplete = "complete"]
    system: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let here = app.table_in(context.channel_id).is_some();
        let systems = match system.is_some() || here {
            true => vec![system_here(&app, &context, system.as_deref()).await?],
            // If no fight says which system is meant, all are searched.
            false => System::ALL.to_vec(),
        };
        let mut found = vec![];
        for system in &systems {
            let rules = judge(*system)?.rules();
            let name = if systems.len() > 1 { format!("{}: ", words::system(system.name())) } else { String::new() };
            found.extend(search(&rules, &rule).into_iter().map(|it| format!("{name}{}", in_words(it))));
        }
        let lines: Vec<String> = found.iter().take(10).cloned().collect();
        match (lines.is_empty(), found.len()) {
            (true, _) => Err(AppError::say(format!("No rule has \u{201c}{rule}\u{201d} in its number, name or text."))),
            (_, 11..) => Ok(Answer::whisper(format!("{}\n{} more match.", lines.join("\n"), found.len() - 10))),
            _ => Ok(Answer::whisper(lines.join("\n"))),
        }
    })
    .await
}

/// Standing orders: what your character always does
#[poise::command(slash_command, guild_only)]
pub async fn orders(
    ctx: Context<'_>,
    #[description = "A new order (default: list them)"]
    #[autocomplete = "complete"]
    order: Option<String>,
    #[description = "Which of your characters"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    relay(ctx, "orders", &[("order", order), ("as", who)]).await
}
