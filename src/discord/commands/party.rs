//! /party: saved characters who go together, and join a fight in one command. A party is its server's; a character comes into it by its
//! owner's word, or by whoever keeps the server's games (the GM role, or Manage Server). Nobody's sheet can be changed through it.

use super::{
    Context, Done, answer,
    character::system_here,
    joining::join_saved,
    saved::{self, SavedCharacter},
    suggest::complete,
    table_in,
};
use crate::{
    discord::{
        app_context::AppContext, app_error::AppError, interaction_context::InteractionContext, reply::Answer, text,
    },
    rules::names,
    store::{NewParty, Party, StoreError},
    table::InputOrigin,
};
use poise::serenity_prelude::Permissions;

/// So many parties may a server have.
const PARTIES_MAX: usize = 50;
/// So many characters may a party have.
const MEMBERS_MAX: usize = 20;

/// Saved characters who go together
#[poise::command(
    slash_command,
    guild_only,
    subcommand_required,
    subcommands("create", "add", "remove", "show", "list", "delete", "join")
)]
pub async fn party(_ctx: Context<'_>) -> Done {
    Ok(())
}

/// Make a party
#[poise::command(slash_command)]
pub async fn create(
    ctx: Context<'_>,
    #[description = "Its name"]
    #[max_length = 40]
    name: String,
    #[description = "The rules it is for"]
    #[autocomplete = "complete"]
    system: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let name = text::name(&name).map_err(|it| AppError::say(it.to_string()))?;
        let system = system_here(&app, &context, system.as_deref()).await?;
        let (application_id, guild_id) = (app.application_id, guild(&context));
        if app.store.parties(application_id, guild_id).await?.len() >= PARTIES_MAX {
            return Err(AppError::say(format!(
                "A server has at most {PARTIES_MAX} parties; /party delete makes room."
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
        match app.store.create_party(new).await {
            Ok(_) => {}
            Err(StoreError::NameTaken { .. }) => {
                return Err(AppError::say(format!(
                    "There is a party called {name} here already. /party list shows all."
                )));
            }
            Err(other) => return Err(other.into()),
        }
        let shown = text::escape(&name);
        Ok(Answer::whisper(format!("**{shown}** is made. Whoever belongs to it comes in with /party add.")))
    })
    .await
}

/// Bring a saved character into a party: one of yours, or as a keeper of the games anybody's
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
                "{} is a character of {}, and {} is a party of {}.",
                it.name, it.system, party.name, party.system
            )));
        }
        if party.members.len() >= MEMBERS_MAX {
            return Err(AppError::say(format!("A party has at most {MEMBERS_MAX} characters.")));
        }
        let (name, of) = (text::escape(&it.name), text::escape(&party.name));
        Ok(Answer::whisper(match app.store.add_to_party(party.id, it.id).await.map_err(gone)? {
            true => format!("**{name}** belongs to **{of}** now."),
            false => format!("**{name}** belongs to **{of}** already."),
        }))
    })
    .await
}

/// Take a character out of a party
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
                "{} is neither yours, nor is the party. Its player, who made the party, or a GM of this server can take it out.",
                it.name
            )));
        }
        app.store.remove_from_party(party.id, it.id).await?;
        let (name, of) = (text::escape(&it.name), text::escape(&party.name));
        Ok(Answer::whisper(format!("**{name}** does not belong to **{of}** any more.")))
    })
    .await
}

/// Who belongs to a party
#[poise::command(slash_command)]
pub async fn show(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let party = named(&app, &context, &name).await?;
        let members = members(&app, &context, &party).await?;
        let mut lines = vec![format!("**{}** ({})", text::escape(&party.name), party.system)];
        lines.extend(members.iter().map(|it| format!("{} \u{b7} {}", text::escape(&it.name), text::mention(it.owner))));
        if members.is_empty() {
            lines.push("Nobody belongs to it yet: /party add.".to_owned());
        }
        Ok(Answer::whisper(lines.join("\n")))
    })
    .await
}

/// The parties of this server
#[poise::command(slash_command)]
pub async fn list(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let all = app.store.parties(app.application_id, guild(&context)).await?;
        let line =
            |it: &Party| format!("**{}** ({}), {}", text::escape(&it.name), it.system, counted(it.members.len()));
        Ok(Answer::whisper(match all.is_empty() {
            true => "There is no party here. /party create makes one.".to_owned(),
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
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let party = named(&app, &context, &name).await?;
        if party.owner_id != context.user_id && !keeps(&app, &context).await {
            return Err(AppError::say(format!(
                "{} was made by <@{}>, who can delete it, as can a GM of this server.",
                party.name, party.owner_id
            )));
        }
        app.store.delete_party(party.id).await?;
        let name = text::escape(&party.name);
        Ok(Answer::whisper(format!("**{name}** is deleted. Its characters are kept by their players as before.")))
    })
    .await
}

/// The party joins the fight here: all of it by the GM's word, else your own of it
#[poise::command(slash_command)]
pub async fn join(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "On which side; the first if left out"]
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
    let caller = context.caller(app).await;
    let (system, is_gm) =
        handle.look(move |service| (service.session().system().to_owned(), service.actor(&caller).is_gm())).await?;
    if party.system != system {
        return Err(AppError::say(format!("{} is a party of {}; this fight is {system}.", party.name, party.system)));
    }
    let members = members(app, context, &party).await?;
    let belongs = party.owner_id == context.user_id || members.iter().any(|it| it.owner == context.user_id);
    let all = is_gm && (belongs || keeps(app, context).await);
    let bring: Vec<SavedCharacter> = members.into_iter().filter(|it| all || it.owner == context.user_id).collect();
    if bring.is_empty() {
        return Err(AppError::say(match party.members.is_empty() {
            true => format!("Nobody belongs to {} yet: /party add.", party.name),
            false => format!(
                "No character of yours belongs to {}. All of it joins by the word of this fight\u{2019}s GM, if the GM made the party, \
                 belongs to it or keeps this server\u{2019}s games.",
                party.name
            ),
        }));
    }
    let side = side.map(|it| text::one_line(&it)).filter(|it| !it.is_empty());
    let (mut lines, mut joined) = (vec![], vec![]);
    let mut receipt = context.receipt(app);
    for it in bring {
        let name = text::escape(&it.name);
        match join_saved(app, context, &handle, it, side.clone(), receipt).await {
            Ok(()) => {
                joined.push(name);
                // An interaction stands with one row of the log: the first that it caused.
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

fn guild(context: &InteractionContext) -> u64 {
    context.guild_id.unwrap_or(0)
}

/// Whether who came keeps this server's games: they have the role of its GMs, or may manage it.
pub async fn keeps(app: &AppContext, context: &InteractionContext) -> bool {
    context.may(Permissions::MANAGE_GUILD) || context.caller(app).await.has_gm_role
}

/// The party of this name; any unambiguous start of it is enough.
pub async fn named(app: &AppContext, context: &InteractionContext, typed: &str) -> Result<Party, AppError> {
    let all = app.store.parties(app.application_id, guild(context)).await?;
    Ok(names::find(typed, all.into_iter().map(|it| (it.name.clone(), it)))
        .or_say("party", typed)
        .map_err(crate::rules::UserError::say)?)
}

/// A party's characters, in the order in which they came.
pub async fn members(
    app: &AppContext,
    context: &InteractionContext,
    party: &Party,
) -> Result<Vec<SavedCharacter>, AppError> {
    let mut all = vec![];
    for id in &party.members {
        all.extend(saved::by_id(app, context.guild_id, *id).await?);
    }
    Ok(all)
}

/// A character that who came may bring somewhere or let rest: one of theirs, or for whoever keeps the games anybody's.
pub async fn may_use(app: &AppContext, context: &InteractionContext, typed: &str) -> Result<SavedCharacter, AppError> {
    let own = match saved::own(app, context, typed).await {
        Ok(it) => return Ok(it),
        Err(error) => error,
    };
    if !keeps(app, context).await {
        return Err(own);
    }
    let all = saved::everybodys(app, context).await?;
    let alike = |it: &SavedCharacter| all.iter().filter(|other| other.name.eq_ignore_ascii_case(&it.name)).count() > 1;
    let called =
        |it: &SavedCharacter| if alike(it) { format!("{} of <@{}>", it.name, it.owner) } else { it.name.clone() };
    Ok(names::find(typed, all.iter().map(|it| (called(it), it.clone())))
        .or_say("character here", typed)
        .map_err(crate::rules::UserError::say)?)
}

fn gone(error: StoreError) -> AppError {
    match error {
        StoreError::NoSuchParty(_) => AppError::say("That party is not there any more."),
        StoreError::NoSuchCharacter(_) => AppError::say("That character is not kept any more."),
        other => other.into(),
    }
}
