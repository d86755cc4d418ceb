//! /settings: what a server settles for itself. It takes Manage Server, asked of Discord with every use.

use super::{Context, Done, answer};
use crate::discord::{
    customs::{Custom, Customs},
    reply::Answer,
    trouble::Trouble,
};
use poise::serenity_prelude::{Permissions, Role};

/// What this server has settled: the GM role, who may start fights, the chaos of combat
#[poise::command(slash_command, guild_only, default_member_permissions = "MANAGE_GUILD")]
pub async fn settings(
    ctx: Context<'_>,
    #[description = "Whoever has this role is a GM of every fight"] gm_role: Option<Role>,
    #[description = "Only who has this role may start fights"] starter_role: Option<Role>,
    #[description = "Players' messages may be removed while the chaos of combat is on"] chaos: Option<bool>,
    #[description = "Take back: gm_role, starter_role or both"] clear: Option<String>,
) -> Done {
    let (gm_role, starter_role) = (gm_role.map(|it| it.id.get()), starter_role.map(|it| it.id.get()));
    answer(ctx, |house, visit| async move {
        let Some(guild) = visit.guild_id else { return Err(Trouble::say("Settings belong to a server.")) };
        if !visit.may(Permissions::MANAGE_GUILD) {
            return Err(Trouble::say(
                "Only somebody with the permission Manage Server can change or see this server\u{2019}s settings.",
            ));
        }
        let clear = clear.unwrap_or_default();
        let mut wishes = vec![];
        if clear.contains("gm") || clear.contains("both") {
            wishes.push(Custom::GmRole(None));
        }
        if clear.contains("starter") || clear.contains("both") {
            wishes.push(Custom::StarterRole(None));
        }
        wishes.extend(gm_role.map(|it| Custom::GmRole(Some(it))));
        wishes.extend(starter_role.map(|it| Custom::StarterRole(Some(it))));
        wishes.extend(chaos.map(Custom::ChaosConsent));
        for wish in wishes {
            house.customs.settle(&house, guild, wish).await?;
        }
        Ok(Answer::whisper(in_words(house.customs.of(&house, Some(guild)).await)))
    })
    .await
}

fn in_words(customs: Customs) -> String {
    let role = |role: Option<u64>, none: &str| role.map_or_else(|| none.to_owned(), |it| format!("<@&{it}>"));
    format!(
        "GM of every fight, besides who starts it: {}.\nMay start fights: {}.\nPlayers\u{2019} messages may be removed in the chaos of combat: {}.",
        role(customs.gm_role, "nobody"),
        role(customs.starter_role, "everybody who may send messages"),
        if customs.chaos_consent { "yes" } else { "only if the GM may manage messages" },
    )
}
