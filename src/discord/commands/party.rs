//! /party: groups of saved characters that join a fight with one command. A party belongs to its server; a character is added by its owner,
//! or by anybody who runs the server's games (the GM role, or Manage Server). It changes nobody's sheet.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        deletions::{self, Deletable},
        interaction_context::InteractionContext,
        joining::join_saved,
        parties::{guild, keeps, may_use, members, named},
        reply::Answer,
        saved_characters::SavedCharacter,
        system_choice::system_here,
        table_commands::table_in,
        text,
    },
    rules::names,
    store::{NewParty, Party, StoreError},
    table::InputOrigin,
};

/// The maximum number of parties on a server.
const PARTIES_MAX: usize = 50;
/// The maximum number of characters in a party.
const MEMBERS_MAX: usize = 20;

/// Groups of saved characters
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands("create", "add", "remove", "show", "list", "delete", "join")
)]
pub async fn party(_ctx: Context<'_>) -> Done {
    Ok(())
}

/// Create a party
#[poise::command(slash_command)]
pub async fn create(
    ctx: Context<'_>,
    #[description = "The party's name"]
    #[max_length = 40]
    name: String,
    #[description = "The rule system"]
    #[autocomplete = "complete"]
    system: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let name = text::name(&name).map_err(|it| AppError::say(it.to_string()))?;
        let system = system_here(&app, &context, system.as_deref()).await?;
        let (application_id, guild_id) = (app.application_id(), guild(&context));
        if app.store().parties(application_id, guild_id).await?.len() >= PARTIES_MAX {
            return Err(AppError::say(format!(
                "A server can have at most {PARTIES_MAX} parties. /party delete makes room."
            )));
        }
        let new = NewParty {
            application_id,
            guild_id,
            owner_id: context.user_id,
            system: system.name().to_owned(),
            name: name.clone(),
            created_at_ms: app.now_ms(),
        };
        match app.store().create_party(new).await {
            Ok(_) => {}
            Err(StoreError::NameTaken { .. }) => {
                return Err(AppError::say(format!(
                    "There\u{2019}s already a party called {name} here. /party list shows them all."
                )));
            }
            Err(other) => return Err(other.into()),
        }
        let shown = text::escape(&name);
        Ok(Answer::whisper(format!("**{shown}** is ready. Add its characters with /party add.")))
    })
    .await
}

/// Add a saved character to a party. GMs: anyone's. Players: your own
#[poise::command(slash_command)]
pub async fn add(
    ctx: Context<'_>,
    #[description = "Which party"]
    #[autocomplete = "complete"]
    party: String,
    #[description = "Which character"]
    #[autocomplete = "complete"]
    character: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let party = named(&app, &context, &party).await?;
        let it = may_use(&app, &context, &character).await?;
        if it.system != party.system {
            return Err(AppError::say(format!(
                "{} is a character for {}, but {} is a party for {}.",
                it.name, it.system, party.name, party.system
            )));
        }
        if party.members.len() >= MEMBERS_MAX {
            return Err(AppError::say(format!("A party can have at most {MEMBERS_MAX} characters.")));
        }
        let (name, of) = (text::escape(&it.name), text::escape(&party.name));
        Ok(Answer::whisper(match app.store().add_to_party(party.id, it.id).await.map_err(gone)? {
            true => format!("**{name}** now belongs to **{of}**."),
            false => format!("**{name}** already belongs to **{of}**."),
        }))
    })
    .await
}

/// Remove a character from a party
#[poise::command(slash_command)]
pub async fn remove(
    ctx: Context<'_>,
    #[description = "Which party"]
    #[autocomplete = "complete"]
    party: String,
    #[description = "Which character"]
    #[autocomplete = "complete"]
    character: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let party = named(&app, &context, &party).await?;
        let members = members(&app, &context, &party).await?;
        let it = names::find(&character, members.into_iter().map(|it| (it.name.clone(), it)))
            .or_say("character in that party", &character)
            .map_err(crate::rules::UserError::say)?;
        let may = it.owner == context.user_id || party.owner_id == context.user_id || keeps(&app, &context).await;
        if !may {
            return Err(AppError::say(format!(
                "You can\u{2019}t remove {}. Only its player, the party\u{2019}s maker or a GM of this server can.",
                it.name
            )));
        }
        app.store().remove_from_party(party.id, it.id).await?;
        let (name, of) = (text::escape(&it.name), text::escape(&party.name));
        Ok(Answer::whisper(format!("**{name}** no longer belongs to **{of}**.")))
    })
    .await
}

/// Who belongs to a party
#[poise::command(slash_command)]
pub async fn show(
    ctx: Context<'_>,
    #[description = "Which party"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let party = named(&app, &context, &name).await?;
        let members = members(&app, &context, &party).await?;
        let mut lines = vec![format!("**{}** ({})", text::escape(&party.name), party.system)];
        lines.extend(members.iter().map(|it| format!("{} \u{b7} {}", text::escape(&it.name), text::mention(it.owner))));
        if members.is_empty() {
            lines.push("It has no characters yet. Add one with /party add.".to_owned());
        }
        Ok(Answer::whisper(lines.join("\n")))
    })
    .await
}

/// The parties of this server
#[poise::command(slash_command)]
pub async fn list(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let all = app.store().parties(app.application_id(), guild(&context)).await?;
        let line =
            |it: &Party| format!("**{}** ({}), {}", text::escape(&it.name), it.system, counted(it.members.len()));
        Ok(Answer::whisper(match all.is_empty() {
            true => "There\u{2019}s no party here. Create one with /party create.".to_owned(),
            false => all.iter().map(line).collect::<Vec<_>>().join("\n"),
        }))
    })
    .await
}

fn counted(members: usize) -> String {
    match members {
        1 => "1 character".to_owned(),
        more => format!("{more} characters"),
    }
}

/// Delete a party; its characters stay
#[poise::command(slash_command)]
pub async fn delete(
    ctx: Context<'_>,
    #[description = "Which party"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move { deletions::ask(&app, &context, Deletable::Party, &name).await }).await
}

/// Join the fight here with a party. GMs: everyone. Players: your own characters
#[poise::command(slash_command)]
pub async fn join(
    ctx: Context<'_>,
    #[description = "Which party"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "The side (default: the first)"]
    #[autocomplete = "complete"]
    side: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move { join_all(&app, &context, &name, side).await }).await
}

async fn join_all(
    app: &AppContext,
    context: &InteractionContext,
    name: &str,
    side: Option<String>,
) -> Result<Answer, AppError> {
    let handle = table_in(app, context.channel_id)?;
    let party = named(app, context, name).await?;
    let caller = app.caller(context).await;
    let (system, is_gm) =
        handle.look(move |service| (service.session().system().to_owned(), service.actor(&caller).is_gm())).await?;
    if party.system != system {
        return Err(AppError::say(format!(
            "{} is a party for {}; this fight uses {system}.",
            party.name, party.system
        )));
    }
    let members = members(app, context, &party).await?;
    let belongs = party.owner_id == context.user_id || members.iter().any(|it| it.owner == context.user_id);
    let all = is_gm && (belongs || keeps(app, context).await);
    let bring: Vec<SavedCharacter> = members.into_iter().filter(|it| all || it.owner == context.user_id).collect();
    if bring.is_empty() {
        return Err(AppError::say(match party.members.is_empty() {
            true => format!("{} has no characters yet. Add one with /party add.", party.name),
            false => format!(
                "None of your characters belong to {}. This fight\u{2019}s GM can bring in the whole party if they made it, have a character in it, or have this server\u{2019}s GM role.",
                party.name
            ),
        }));
    }
    let side = side.map(|it| text::one_line(&it)).filter(|it| !it.is_empty());
    let (mut lines, mut joined) = (vec![], vec![]);
    let mut receipt = app.input_origin(context);
    for it in bring {
        let name = text::escape(&it.name);
        match join_saved(app, context, &handle, it, side.clone(), receipt).await {
            Ok(()) => {
                joined.push(name);
                // An interaction is recorded with one log row: the first it causes.
                receipt = InputOrigin { interaction: None, ..receipt };
            }
            Err(error) => match error.sentence() {
                Some(why) => lines.push(format!("**{name}** stays out: {why}")),
                None => return Err(error),
            },
        }
    }
    if !joined.is_empty() {
        let verb = if joined.len() == 1 { "is" } else { "are" };
        lines.insert(0, format!("{} {verb} in the fight.", crate::discord::compose::words::list(&joined)));
    }
    Ok(Answer::whisper(lines.join("\n")))
}

fn gone(error: StoreError) -> AppError {
    match error {
        StoreError::NoSuchParty(_) => AppError::say("That party has been deleted."),
        StoreError::NoSuchCharacter(_) => AppError::say("That character has been deleted."),
        other => other.into(),
    }
}
