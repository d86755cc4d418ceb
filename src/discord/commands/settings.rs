//! /settings: what a server settles for itself; it takes Manage Server, asked of Discord with every use. And /preferences: what a person
//! settles for themselves, wherever they meet Umpire.

use super::{Context, Done, answer, encounter::pace_named};
use crate::{
    config::PaceName,
    discord::{
        app_context::AppContext,
        app_error::AppError,
        guild_settings::{Custom, GuildSettings},
        reply::Answer,
    },
    engine::Seat,
};
use poise::serenity_prelude::{Permissions, Role};

/// What this server has settled: GMs, who may start fights, the chaos of combat, plain text, the pace
#[poise::command(slash_command, guild_only, default_member_permissions = "MANAGE_GUILD")]
#[allow(clippy::too_many_arguments)] // each is a setting of its own
pub async fn settings(
    ctx: Context<'_>,
    #[description = "Whoever has this role is a GM of every fight"] gm_role: Option<Role>,
    #[description = "Only who has this role may start fights"] starter_role: Option<Role>,
    #[description = "Players' messages may be removed while the chaos of combat is on"] chaos: Option<bool>,
    #[description = "Fights are told in plain text, for screen readers; /gm fight name:text changes one fight"]
    text: Option<bool>,
    #[description = "The pace with which fights begin: live, relaxed, post or none"] pace: Option<String>,
    #[description = "Take back: gm_role, starter_role, pace or all"] clear: Option<String>,
) -> Done {
    let (gm_role, starter_role) = (gm_role.map(|it| it.id.get()), starter_role.map(|it| it.id.get()));
    answer(ctx, |app, context| async move {
        let Some(guild) = context.guild_id else { return Err(AppError::say("Settings belong to a server.")) };
        if !context.may(Permissions::MANAGE_GUILD) {
            return Err(AppError::say(
                "Only somebody with the permission Manage Server can change or see this server\u{2019}s settings. Your own are under \
                 /preferences.",
            ));
        }
        let clear = clear.unwrap_or_default();
        let clears = |what: &str| clear.contains(what) || clear.contains("both") || clear.contains("all");
        let mut wishes = vec![];
        if clears("gm") {
            wishes.push(Custom::GmRole(None));
        }
        if clears("starter") {
            wishes.push(Custom::StarterRole(None));
        }
        if clears("pace") {
            wishes.push(Custom::Pace(None));
        }
        wishes.extend(gm_role.map(|it| Custom::GmRole(Some(it))));
        wishes.extend(starter_role.map(|it| Custom::StarterRole(Some(it))));
        wishes.extend(chaos.map(Custom::ChaosConsent));
        wishes.extend(text.map(Custom::Plain));
        if let Some(typed) = &pace {
            wishes.push(Custom::Pace(Some(pace_named(Some(typed), app.pace.default)?)));
        }
        for wish in wishes {
            app.guild_settings.settle(&app, guild, wish).await?;
        }
        if text.is_some() {
            for handle in app.tables.all().into_iter().filter(|it| it.guild_id == Some(guild)) {
                app.redraw(handle.id);
            }
        }
        Ok(Answer::whisper(in_words(&app, app.guild_settings.of(&app, Some(guild)).await)))
    })
    .await
}

/// What you have settled for yourself: private replies in plain text, for screen readers
#[poise::command(slash_command)]
pub async fn preferences(
    ctx: Context<'_>,
    #[description = "Private replies in plain text, without boxes and signs"] text: Option<bool>,
) -> Done {
    answer(ctx, |app, context| async move {
        if let Some(plain) = text {
            app.guild_settings.settle_plain_for(&app, context.user_id, plain).await?;
            // The GMs' channel of their fights follows.
            for handle in app.tables.all() {
                let seat = Seat(context.user_id);
                if app.tables.gm_channel_of(handle.id).is_some()
                    && handle.look(move |service| service.gms().contains(&seat)).await.unwrap_or(false)
                {
                    app.redraw(handle.id);
                }
            }
        }
        Ok(Answer::whisper(match app.guild_settings.is_plain_for(&app, context.user_id).await {
            true => {
                "What only you see comes in plain text, in every server, and so does the GM\u{2019}s channel of fights that you run. \
                 /encounter status tells the fight whole; a table\u{2019}s own messages follow when its GM says /gm fight name:text value:on."
            }
            false => "What only you see comes with boxes and signs. /preferences text:True turns them into plain sentences.",
        }))
    })
    .await
}

fn in_words(app: &AppContext, guild_settings: GuildSettings) -> String {
    let role = |role: Option<u64>, none: &str| role.map_or_else(|| none.to_owned(), |it| format!("<@&{it}>"));
    let pace = |it: PaceName| match app.pace.pace(it).prompt_ms {
        Some(ms) => format!("{} ({} for a question)", it.name(), crate::rules::story::time_words(ms)),
        None => format!("{} (no clock)", it.name()),
    };
    format!(
        "GM of every fight, besides who starts it: {}.\nMay start fights: {}.\nPlayers\u{2019} messages may be removed in the chaos of combat: \
         {}.\nFights are told: {}.\nPace with which fights begin: {}.",
        role(guild_settings.gm_role, "nobody"),
        role(guild_settings.starter_role, "everybody who may send messages"),
        if guild_settings.chaos_consent { "yes" } else { "only if the GM may manage messages" },
        if guild_settings.is_plain {
            "in plain text"
        } else {
            "with boxes; /gm fight name:text value:on changes one fight"
        },
        pace(guild_settings.pace.unwrap_or(app.pace.default)),
    )
}
