//! The GM's channel of a fight: a private one for everything that only the GM may know. It's accepted only if the GM can see it and write
//! there, and no player of the fight can see it; Discord is asked at that moment.

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::{
        tracker::{GM_LIST, press},
        words,
    },
    custom_id::CustomId,
    gm_shortcuts::GmShortcut,
    interaction_context::InteractionContext,
    limits::BUTTON_LABEL_MAX,
    member_permissions::{ChannelRights, SEND_MESSAGES, Unknown, VIEW_CHANNEL, onlookers, private_channels},
    message::{ActionRow, Button, Message},
    reply::Answer,
    table_commands::gm_only,
    text,
};
use crate::{store::Snowflake, table::Handle};

/// What the list id of the button begins with that pairs the fight with the channel that's likely its GM's; the channel's id follows.
pub const PAIR: &str = "gmch.";

/// Words in the name of a channel or a role that's likely a GM's.
const GMS_WORDS: [&str; 8] = ["gm", "gms", "dm", "dms", "master", "gamemaster", "judge", "referee"];

fn is_a_gms(name: &str) -> bool {
    name.to_lowercase().split(|it: char| !it.is_alphanumeric()).any(|it| GMS_WORDS.contains(&it))
}

/// The only channel of a server that's likely the GM's: named like one, shown to nobody but this person, GMs by their role's name and bots, no
/// fight's yet, and this person and the bot can write there. `None` too if Discord doesn't say.
async fn likely(app: &AppContext, guild: Snowflake, gm: Snowflake) -> Option<(Snowflake, String)> {
    let is_free = |it: Snowflake| app.tables().at(it).is_none() && app.tables().of_gm_channel(it).is_none();
    let people = [gm, app.application_id()];
    let mut found = private_channels(app.registry(), guild, &people, is_a_gms).await.ok()?;
    found.retain(|it| is_free(it.0) && is_a_gms(&it.1));
    let [only] = found.as_slice() else { return None };
    let place = ChannelRights::of(app.registry(), guild, only.0).await.ok()?;
    may_use(app, gm, &place, only.0).await.ok().map(|()| only.clone())
}

/// The button that pairs a fight with that channel, if there's one.
pub async fn button(app: &AppContext, context: &InteractionContext, encounter: u64) -> Option<Button> {
    let (channel, name) = likely(app, context.guild_id?, context.user_id).await?;
    let id = CustomId::Page { encounter, list: format!("{PAIR}{channel}"), page: 0 };
    Some(press(&text::label(&format!("Use #{name} as the GM\u{2019}s channel"), BUTTON_LABEL_MAX), id))
}

/// The button of this fight and channel was pressed.
///
/// # Errors
/// If it's of another fight than the one here, or the channel can't be paired.
pub async fn pressed(
    app: &AppContext,
    context: &InteractionContext,
    encounter: u64,
    list: &str,
) -> Result<Answer, AppError> {
    let gone = || AppError::say("That button is out of date. Name the GM\u{2019}s channel with /gm channel.");
    let channel = list.strip_prefix(PAIR).and_then(|it| it.parse().ok()).ok_or_else(gone)?;
    app.tables().at(context.channel_id).filter(|it| it.id.unsigned_abs() == encounter).ok_or_else(gone)?;
    let answer = pair(app, context, Some(channel)).await?.in_place();
    // Whatever else stood beside the button is still to be done.
    let panel = CustomId::Page { encounter, list: GM_LIST.to_owned(), page: 0 };
    let next = vec![GmShortcut::Add.button(encounter), press("GM\u{2019}s panel", panel)];
    let rows = vec![ActionRow::Buttons(next)];
    Ok(match answer {
        Answer::Update(message) => Answer::Update(Message { rows, ..message }),
        other => other,
    })
}

/// Pairs a fight with its GM's channel. Where the command is typed decides which of the two channels is which.
///
/// # Errors
/// Why not, in a sentence.
pub async fn pair(
    app: &AppContext,
    context: &InteractionContext,
    named: Option<Snowflake>,
) -> Result<Answer, AppError> {
    let guild = context
        .guild_id
        .ok_or_else(|| AppError::say("Fights take place in a server\u{2019}s channel, not in private messages."))?;
    let here = context.channel_id;
    let (handle, private) = match (app.tables().at(here), named) {
        (Some(handle), Some(private)) => (handle, private),
        (Some(_), None) => {
            return Err(AppError::say(
                "Name the private channel: /gm channel channel:\u{2026}. Or type the command there and name this channel.",
            ));
        }
        (None, Some(fights)) => match app.tables().at(fights) {
            Some(handle) => (handle, here),
            None => {
                return Err(AppError::say(format!(
                    "There\u{2019}s no fight here or in <#{fights}>. Start one with /encounter start in the players\u{2019} channel."
                )));
            }
        },
        // Typed in the linked channel again: whatever was wrong is checked again.
        (None, None) => match app.tables().of_gm_channel(here) {
            Some(handle) => (handle, here),
            // Typed in a new one: of the only fight whose channel it could be.
            None => match only_unpaired(app, context, guild).await.as_slice() {
                [handle] => (handle.clone(), here),
                _ => return Err(AppError::say("Name the fight\u{2019}s channel: /gm channel channel:\u{2026}.")),
            },
        },
    };
    gm_only(app, context, &handle).await?;
    if handle.guild_id != Some(guild) {
        return Err(AppError::say("Both channels must be in this server."));
    }
    if private == handle.channel_id || app.tables().at(private).is_some() {
        return Err(AppError::say(format!(
            "<#{private}> has a fight of its own. The GM\u{2019}s channel must be another, private one."
        )));
    }
    if let Some(other) = app.tables().of_gm_channel(private).filter(|it| it.id != handle.id) {
        return Err(AppError::say(format!(
            "<#{private}> is already the GM\u{2019}s channel of the fight in <#{}>. Each fight needs its own; a thread will do.",
            other.channel_id
        )));
    }
    let place = ChannelRights::of(app.registry(), guild, private).await.map_err(|it| not_known(it, private))?;
    may_use(app, context.user_id, &place, private).await?;
    let players: Vec<Snowflake> = handle.look(|service| service.players().iter().map(|it| it.0).collect()).await?;
    let seen_by = onlookers(app.registry(), guild, private, &players).await.map_err(|it| not_known(it, private))?;
    let seen_by = seen_by.people;
    if !seen_by.is_empty() {
        let names: Vec<String> = seen_by.iter().map(|it| format!("<@{it}>")).collect();
        return Err(AppError::say(format!(
            "{} can see <#{private}> and plays in this fight, so it isn\u{2019}t secret. Remove the players\u{2019} View Channel permission there (Edit Channel > Permissions), then pair it again.",
            words::list(&names)
        )));
    }
    app.gm_activity().access_changed(private);
    app.tables().pair(&handle, Some(private)).await?;
    Ok(Answer::whisper(format!(
        "<#{private}> is now the GM\u{2019}s channel of the fight in <#{}>. It shows everything, including every question for you, and all commands work in both channels. If a player can ever see it, it goes silent and you\u{2019}re told.",
        handle.channel_id
    )))
}

/// The fights in a server that have no GM's channel and whose GM this is.
async fn only_unpaired(app: &AppContext, context: &InteractionContext, guild: Snowflake) -> Vec<Handle> {
    let mut found = vec![];
    for handle in app.tables().of_guild(guild) {
        let is_one = app.tables().gm_channel_of(handle.id).is_none();
        if is_one && gm_only(app, context, &handle).await.is_ok() {
            found.push(handle);
        }
    }
    found
}

/// Whoever links the channel must be able to see it and write there, and so must the bot.
async fn may_use(app: &AppContext, gm: Snowflake, place: &ChannelRights, private: Snowflake) -> Result<(), AppError> {
    let needed = VIEW_CHANNEL | SEND_MESSAGES;
    let silent = |it: Unknown| not_known(it, private);
    if place.of_member(app.registry(), gm).await.map_err(silent)? & needed != needed {
        return Err(AppError::say(format!("You must be able to see <#{private}> and write there yourself.")));
    }
    if place.of_member(app.registry(), app.application_id()).await.map_err(silent)? & needed != needed {
        return Err(AppError::say(format!(
            "Umpire can\u{2019}t see <#{private}> or can\u{2019}t write there. Give it View Channel and Send Messages there (Edit Channel > Permissions)."
        )));
    }
    Ok(())
}

fn not_known(why: Unknown, private: Snowflake) -> AppError {
    match why {
        Unknown::NotThere => AppError::say(format!(
            "Umpire can\u{2019}t see <#{private}>. Give it View Channel and Send Messages there (Edit Channel > Permissions)."
        )),
        Unknown::Silent => {
            AppError::say("Discord isn\u{2019}t saying right now who can see that channel. Please try again.")
        }
    }
}
