//! /settings: a server's settings, which need Manage Server; Discord is asked with every use. And /preferences: a person's own settings,
//! wherever they use Umpire.

use super::{
    context::{Context, Done, answer},
    option_values,
};
use crate::{
    config::PaceName,
    discord::{
        app_context::AppContext,
        app_error::AppError,
        fight_pace,
        guild_settings::{GuildSetting, GuildSettings},
        pings_wanted::Pings,
        reply::Answer,
        start_fight::pace_named,
    },
    engine::Seat,
    table::Handle,
};
use poise::serenity_prelude::{Permissions, Role};

/// This server's settings: GMs, who can start fights, the chaos of combat, plain text, the pace
#[poise::command(slash_command, guild_only, default_member_permissions = "MANAGE_GUILD")]
#[allow(clippy::too_many_arguments)] // each is a setting of its own
pub async fn settings(
    ctx: Context<'_>,
    #[description = "Members with this role are GMs of every fight"] gm_role: Option<Role>,
    #[description = "Only members with this role can start fights"] starter_role: Option<Role>,
    #[description = "Allow removing players' messages during the chaos of combat"] chaos: Option<bool>,
    #[description = "Show fights in plain text for screen readers; /gm fight name:text changes one fight"] text: Option<
        bool,
    >,
    #[description = "The pace new fights begin with: live, relaxed, post or none"] pace: Option<String>,
    #[description = "What players are pinged for unless they choose otherwise: turns, questions or none"] pings: Option<
        String,
    >,
    #[description = "How maps and other pictures look: dark or light"] maps: Option<String>,
    #[description = "A setting to clear: gm_role, starter_role, pace, pings, maps or all"] clear: Option<String>,
) -> Done {
    let (gm_role, starter_role) = (gm_role.map(|it| it.id.get()), starter_role.map(|it| it.id.get()));
    answer(ctx, |app, context| async move {
        let Some(guild) = context.guild_id else { return Err(AppError::say("Settings belong to a server. Use this command in one.")) };
        if !context.may(Permissions::MANAGE_GUILD) {
            return Err(AppError::say(
                "You need the Manage Server permission to see or change this server\u{2019}s settings. Your own are under /preferences.",
            ));
        }
        let mut wishes = option_values::cleared(&clear.unwrap_or_default());
        let looks_anew = text.is_some() || maps.is_some() || wishes.iter().any(|it| matches!(it, GuildSetting::Theme(_)));
        wishes.extend(gm_role.map(|it| GuildSetting::GmRole(Some(it))));
        wishes.extend(starter_role.map(|it| GuildSetting::StarterRole(Some(it))));
        wishes.extend(chaos.map(GuildSetting::ChaosConsent));
        wishes.extend(text.map(GuildSetting::Plain));
        if let Some(typed) = &pace {
            wishes.push(GuildSetting::Pace(Some(pace_named(Some(typed), app.pace().default)?)));
        }
        if let Some(typed) = &pings {
            wishes.push(GuildSetting::Pings(option_values::pings(typed)?));
        }
        if let Some(typed) = &maps {
            wishes.push(GuildSetting::Theme(option_values::theme(typed)?));
        }
        for wish in wishes {
            app.guild_settings().settle(guild, wish).await?;
        }
        if looks_anew {
            for handle in app.tables().of_guild(guild) {
                app.hub().refresh(app.tables(), &handle);
            }
        }
        Ok(Answer::whisper(in_words(&app, app.guild_settings().of(Some(guild)).await)))
    })
    .await
}

/// Your own settings: private replies in plain text, and what you're pinged for
#[poise::command(slash_command)]
pub async fn preferences(
    ctx: Context<'_>,
    #[description = "Private replies in plain text, without boxes and symbols"] text: Option<bool>,
    #[description = "What you're pinged for: turns (and questions), questions, or none"] pings: Option<String>,
    #[description = "Theme of the maps only you see: dark or light"] maps: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        if let Some(typed) = &maps {
            app.guild_settings().settle_theme_for(context.user_id, option_values::theme(typed)?).await?;
        }
        if let Some(typed) = &pings {
            app.guild_settings().settle_pings_for(context.user_id, option_values::pings(typed)?).await?;
        }
        if let Some(plain) = text {
            app.guild_settings().settle_plain_for(context.user_id, plain).await?;
            // The GMs' channels of their fights follow.
            for handle in app.tables().paired().into_iter().filter(Handle::is_awake) {
                let seat = Seat(context.user_id);
                if handle.look(move |service| service.gms().contains(&seat)).await.unwrap_or(false) {
                    app.redraw(handle.id);
                }
            }
        }
        let usual = app.guild_settings().of(context.guild_id).await.pings;
        let pings = app.guild_settings().pings_chosen_by(context.user_id).await.unwrap_or(usual);
        let text = match app.guild_settings().is_plain_for(context.user_id).await {
            true => {
                "What only you see now comes in plain text on every server, and so do the GM\u{2019}s channels of fights you run. /encounter status describes the whole fight. The GM can switch a table\u{2019}s own messages with /gm fight name:text value:on."
            }
            false => "What only you see comes with boxes and symbols. /preferences text:True switches to plain sentences.",
        };
        let theme = app.guild_settings().theme_for(context.user_id, context.guild_id).await;
        let maps = format!("Maps that only you see are {}; maps:{} changes that.", theme.name(), theme.other().name());
        Ok(Answer::whisper(format!("{text}\n{}\n{maps}", pinged_for(pings))))
    })
    .await
}

fn pinged_for(pings: Pings) -> &'static str {
    match pings {
        Pings::Turns => "You\u{2019}re pinged when your turn begins and when you\u{2019}re asked something.",
        Pings::Questions => "You\u{2019}re pinged when you\u{2019}re asked something, but not for your turns.",
        Pings::None => "You\u{2019}re never pinged. Look at the tracker for your turns and questions.",
    }
}

fn in_words(app: &AppContext, guild_settings: GuildSettings) -> String {
    let role = |role: Option<u64>, none: &str| role.map_or_else(|| none.to_owned(), |it| format!("<@&{it}>"));
    let pace = |it: PaceName| fight_pace::with_time(*app.pace(), it);
    format!(
        "GM of every fight, besides the one who starts it: {}.\nCan start fights: {}.\nChaos of combat removes players\u{2019} messages: {}.\nFights are told: {}.\nPace of new fights: {}.\nPlayers are pinged for: {}.\nMaps and other pictures: {}.",
        role(guild_settings.gm_role, "nobody"),
        role(guild_settings.starter_role, "everyone who can send messages"),
        if guild_settings.chaos_consent { "yes" } else { "only if the GM can manage messages" },
        if guild_settings.is_plain {
            "in plain text"
        } else {
            "with boxes; /gm fight name:text value:on changes one fight"
        },
        pace(guild_settings.pace.unwrap_or(app.pace().default)),
        match guild_settings.pings {
            Pings::Turns => "their turns and questions, unless they choose otherwise with /preferences",
            Pings::Questions => "questions, unless they choose otherwise with /preferences",
            Pings::None => "nothing, unless they choose otherwise with /preferences",
        },
        guild_settings.theme.name(),
    )
}
