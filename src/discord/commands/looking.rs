//! Commands that only look: /who, /rule, /orders.

use super::{Context, Done, answer, relay, saved, suggest::complete, system_here, table_in};
use crate::{
    discord::{
        app_error::AppError,
        compose::{
            plain_text,
            tracker::{Tracker, board},
            words,
        },
        publishing::public_chain,
        reply::Answer,
        text,
    },
    engine::ruleset::Citation,
    rules::System,
    store::Status,
};

/// Who is in the fight, or one of them whole
#[poise::command(slash_command, guild_only)]
pub async fn who(
    ctx: Context<'_>,
    #[description = "One of them"]
    #[autocomplete = "complete"]
    name: Option<String>,
) -> Done {
    match name {
        Some(name) => relay(ctx, "who", &[("name", Some(name))]).await,
        None => status(ctx, false).await,
    }
}

/// The fight as the visitor sees it, drawn like the tracker, or in plain text.
pub async fn status(ctx: Context<'_>, plainly: bool) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        let caller = context.caller(&app).await;
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
            chain: &chain,
        };
        Ok(match plainly || app.is_plain_for(&context).await {
            true => Answer::whisper(plain_text::status(&seen)),
            false => Answer::Say(board(&seen).private()),
        })
    })
    .await
}

/// Look up a rule
#[poise::command(slash_command)]
pub async fn rule(
    ctx: Context<'_>,
    #[description = "Its number, its name, or a word in it"]
    #[autocomplete = "complete"]
    rule: String,
    #[description = "Of which rules"]
    #[autocomplete = "complete"]
    system: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let here = app.table_in(context.channel_id).is_some();
        let systems = match system.is_some() || here {
            true => vec![system_here(&app, &context, system.as_deref()).await?],
            // Where no fight says which rules are meant, all are looked through.
            false => System::ALL.to_vec(),
        };
        let mut found = vec![];
        for system in &systems {
            let rules = saved::judge(*system)?.rules();
            let name = if systems.len() > 1 { format!("{}: ", words::system(system.name())) } else { String::new() };
            found.extend(search(&rules, &rule).into_iter().map(|it| format!("{name}{}", in_words(it))));
        }
        let lines: Vec<String> = found.iter().take(10).cloned().collect();
        match (lines.is_empty(), found.len()) {
            (true, _) => {
                Err(AppError::say(format!("No rule has \u{201c}{rule}\u{201d} in its number, name or sentence.")))
            }
            (_, 11..) => Ok(Answer::whisper(format!("{}\n{} more fit.", lines.join("\n"), found.len() - 10))),
            _ => Ok(Answer::whisper(lines.join("\n"))),
        }
    })
    .await
}

/// Orders given in advance: what your character always does
#[poise::command(slash_command, guild_only)]
pub async fn orders(
    ctx: Context<'_>,
    #[description = "A new one; left out, they are listed"]
    #[autocomplete = "complete"]
    order: Option<String>,
    #[description = "Which of your characters"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    relay(ctx, "orders", &[("order", order), ("as", who)]).await
}

/// A rule in a line.
pub fn in_words(it: &Citation) -> String {
    format!("**{}** {}", text::escape(&words::cited(it.number, it.title, it.ruling)), text::escape(it.sentence))
}

/// The rules that fit: by number, then by name, then by a word of their sentence.
pub fn search<'a>(rules: &'a [Citation], typed: &str) -> Vec<&'a Citation> {
    let typed = typed.trim().to_lowercase();
    let number = typed.split_whitespace().next().unwrap_or_default().to_owned();
    let exact: Vec<&Citation> = rules.iter().filter(|it| it.number.to_lowercase() == number).collect();
    if !exact.is_empty() {
        return exact;
    }
    let mut found: Vec<&Citation> = rules.iter().filter(|it| it.title.to_lowercase().contains(&typed)).collect();
    found.extend(
        rules
            .iter()
            .filter(|it| !it.title.to_lowercase().contains(&typed) && it.sentence.to_lowercase().contains(&typed)),
    );
    found
}
