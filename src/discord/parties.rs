//! Parties of saved characters: which party is meant, who belongs to it, and who may act for it.

use super::{
    app_context::AppContext,
    app_error::AppError,
    interaction_context::InteractionContext,
    saved_characters::{self, SavedCharacter},
};
use crate::{rules::names, store::Party};
use poise::serenity_prelude::Permissions;

pub fn guild(context: &InteractionContext) -> u64 {
    context.guild_id.unwrap_or(0)
}

/// Whether the user runs games on this server: they have its GM role, or may manage the server.
pub async fn keeps(app: &AppContext, context: &InteractionContext) -> bool {
    context.may(Permissions::MANAGE_GUILD) || app.caller(context).await.has_gm_role
}

/// The party of this name; any unambiguous prefix is enough.
pub async fn named(app: &AppContext, context: &InteractionContext, typed: &str) -> Result<Party, AppError> {
    let all = app.store().parties(app.application_id(), guild(context)).await?;
    Ok(names::find(typed, all.into_iter().map(|it| (it.name.clone(), it)))
        .or_say("party", typed)
        .map_err(crate::rules::UserError::say)?)
}

/// The party of this name, if the user may delete it: whoever made it may, and who runs games here.
pub async fn to_delete(app: &AppContext, context: &InteractionContext, typed: &str) -> Result<Party, AppError> {
    let party = named(app, context, typed).await?;
    if party.owner_id != context.user_id && !keeps(app, context).await {
        return Err(AppError::say(format!(
            "<@{1}> made {0}; only they or a GM of this server can delete it.",
            party.name, party.owner_id
        )));
    }
    Ok(party)
}

/// A party's characters, in the order in which they were added.
pub async fn members(
    app: &AppContext,
    context: &InteractionContext,
    party: &Party,
) -> Result<Vec<SavedCharacter>, AppError> {
    let mut all = vec![];
    for id in &party.members {
        all.extend(saved_characters::by_id(app, context.guild_id, *id).await?);
    }
    Ok(all)
}

/// A character that the user may bring along or rest: one of their own, or anybody's if they run games here.
pub async fn may_use(app: &AppContext, context: &InteractionContext, typed: &str) -> Result<SavedCharacter, AppError> {
    let own = match saved_characters::own(app, context, typed).await {
        Ok(it) => return Ok(it),
        Err(error) => error,
    };
    if !keeps(app, context).await {
        return Err(own);
    }
    let all = saved_characters::everybodys(app, context).await?;
    let alike = |it: &SavedCharacter| all.iter().filter(|other| other.name.eq_ignore_ascii_case(&it.name)).count() > 1;
    let called =
        |it: &SavedCharacter| if alike(it) { format!("{} of <@{}>", it.name, it.owner) } else { it.name.clone() };
    Ok(names::find(typed, all.iter().map(|it| (called(it), it.clone())))
        .or_say("character here", typed)
        .map_err(crate::rules::UserError::say)?)
}
