//! /rest: what the system's rests give back to saved characters. What a rest takes (food, a bed, a quiet hour) is for the table to see
//! to; nothing is spent here. A character in a fight goes on there as it is.

use super::{
    Context, Done, answer, party,
    saved::{self, SavedCharacter},
    suggest::complete,
};
use crate::{
    discord::{
        app_context::AppContext, app_error::AppError, interaction_context::InteractionContext, reply::Answer, text,
    },
    engine::{Seed, Seeded, Used},
    rules::{Session, System},
};

/// Let saved characters rest: yours, or as a keeper of the games anybody's
#[poise::command(slash_command, guild_only)]
pub async fn rest(
    ctx: Context<'_>,
    #[description = "What kind of rest"]
    #[autocomplete = "complete"]
    kind: String,
    #[description = "Which character; your only one if left out"]
    #[autocomplete = "complete"]
    name: Option<String>,
    #[description = "Or a whole party: all of it as a keeper of the games, else your own of it"]
    #[autocomplete = "complete"]
    party: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let who = resting(&app, &context, name.as_deref(), party.as_deref()).await?;
        let (mut lines, mut writes) = (vec![], vec![]);
        for it in &who {
            let judge = saved::judge(it.system()?)?;
            let mut dice = Seeded::at(&Seed::new((app.seeds)()), Used::default());
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
            app.store.write_characters(writes, None, app.now_ms()).await.map_err(saved::changed_meanwhile)?;
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
        (Some(name), None) => Ok(vec![party::may_use(app, context, name).await?]),
        (None, Some(typed)) => {
            let it = party::named(app, context, typed).await?;
            let mut members = party::members(app, context, &it).await?;
            if !party::keeps(app, context).await {
                members.retain(|it| it.owner == context.user_id);
            }
            match members.is_empty() {
                true => Err(AppError::say(format!("Nobody of {} is yours to let rest.", it.name))),
                false => Ok(members),
            }
        }
        (None, None) => match saved::all(app, context).await?.as_slice() {
            [] => Err(AppError::say("You keep no character here. /character create makes one.")),
            [one] => Ok(vec![one.clone()]),
            several => {
                let names: Vec<&str> = several.iter().map(|it| it.name.as_str()).collect();
                Err(AppError::say(format!("Say who rests, with name: {}.", names.join(", "))))
            }
        },
    }
}

/// The kinds of rest that the systems of these characters know, each once, with what it is.
pub fn kinds(of: &[SavedCharacter]) -> Vec<(&'static str, &'static str)> {
    let played = |system: &System| of.iter().any(|it| it.system == system.name());
    let judges = System::ALL.into_iter().filter(played).filter_map(|it| saved::judge(it).ok());
    let mut all: Vec<(&str, &str)> = vec![];
    for rest in judges.flat_map(|it: Box<dyn Session>| it.rests()) {
        if !all.iter().any(|known| known.0 == rest.name) {
            all.push((rest.name, rest.sentence));
        }
    }
    all
}
