//! /rest: what the system's rests restore to saved characters. What a rest requires (food, a bed, a quiet hour) is up to the players;
//! nothing is spent here. A character who is in a fight doesn't change there.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        interaction_context::InteractionContext,
        parties,
        reply::Answer,
        saved_characters::{self, SavedCharacter},
        system_choice::judge,
        text,
    },
    engine::{Seed, Seeded, Used},
};

/// Let saved characters rest. GMs: everyone. Players: your own characters
#[poise::command(slash_command, guild_only)]
pub async fn rest(
    ctx: Context<'_>,
    #[description = "What kind of rest"]
    #[autocomplete = "complete"]
    kind: String,
    #[description = "The character (default: your only one)"]
    #[autocomplete = "complete"]
    name: Option<String>,
    #[description = "Or a party. GMs: everyone. Players: your own characters"]
    #[autocomplete = "complete"]
    party: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let who = resting(&app, &context, name.as_deref(), party.as_deref()).await?;
        let (mut lines, mut writes) = (vec![], vec![]);
        for it in &who {
            let judge = judge(it.system()?)?;
            let mut dice = Seeded::at(&Seed::new(app.new_seed()), Used::default());
            let rested = judge.rest(&it.fields, &kind, &mut dice)?;
            let mut told: Vec<String> = rested.changes.iter().map(crate::rules::Change::words).collect();
            told.extend(rested.words);
            let told = if told.is_empty() { "nothing changes".to_owned() } else { told.join("; ") };
            lines.push(format!("**{}** ({}): {}", text::escape(&it.name), rested.kind, text::escape(&told)));
            if !rested.changes.is_empty() {
                writes.push(it.with(&rested.fields));
            }
        }
        if !writes.is_empty() {
            app.store()
                .write_characters(writes, None, app.now_ms())
                .await
                .map_err(saved_characters::changed_meanwhile)?;
        }
        Ok(Answer::whisper(lines.join("\n")))
    })
    .await
}

async fn resting(
    app: &AppContext,
    context: &InteractionContext,
    name: Option<&str>,
    of: Option<&str>,
) -> Result<Vec<SavedCharacter>, AppError> {
    match (name, of) {
        (Some(_), Some(_)) => Err(AppError::say("Give a name or a party, not both.")),
        (Some(name), None) => Ok(vec![parties::may_use(app, context, name).await?]),
        (None, Some(typed)) => {
            let it = parties::named(app, context, typed).await?;
            let mut members = parties::members(app, context, &it).await?;
            if !parties::keeps(app, context).await {
                members.retain(|it| it.owner == context.user_id);
            }
            match members.is_empty() {
                true => Err(AppError::say(format!("None of {}\u{2019}s characters are yours.", it.name))),
                false => Ok(members),
            }
        }
        (None, None) => match saved_characters::all(app, context).await?.as_slice() {
            [] => Err(AppError::say("You have no character here. Create one with /character create.")),
            [one] => Ok(vec![one.clone()]),
            several => {
                let names: Vec<&str> = several.iter().map(|it| it.name.as_str()).collect();
                Err(AppError::say(format!("Say who rests with name: {}.", names.join(", "))))
            }
        },
    }
}
