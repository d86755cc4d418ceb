//! /privacy: what's kept about a person, as a file for them alone, and deleting it, which asks once. What belongs to them goes at once. In the
//! logs of fights their id gives way to a number, so that everyone can still check those fights.

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::tracker::press,
    custom_id::CustomId,
    guild_settings::scope_of,
    interaction_context::InteractionContext,
    limits::ATTACHMENT_BYTES_MAX,
    message::{ActionRow, File, Look, Message},
    own_dice,
    publisher_context::PublisherContext,
    reply::Answer,
    table_commands::LEFT,
};
use crate::{
    store::{BOT_SCOPE, CharacterId, EncounterId, Header, PersonsFight, Snowflake, Status, StoreError},
    table::{
        chains::TITLE,
        forget::{ForgetOutcome, can_forget, forget_in},
    },
};
use base64::{Engine as _, prelude::BASE64_STANDARD};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The list id of the buttons: the pages are [`ASK`], [`DELETE`] and [`LEFT`].
pub const LIST: &str = "privacy";
/// "Delete…": asks once.
const ASK: u32 = 0;
/// "Delete": does it.
const DELETE: u32 = 1;
/// Said in the file's place.
const NOT_ALLOWED: &str = "I can\u{2019}t attach files here, so what\u{2019}s kept about you can\u{2019}t be shown: ask in a channel where I can.";
const TOO_LARGE: &str =
    "What\u{2019}s kept about you is too large for a file: delete what you no longer need, or ask whoever runs Umpire.";
/// How the keys begin, among the bot's own settings, of the notes on who is to be forgotten once their fights are over; the person's id follows.
const LATER: &str = "forget:";

/// What's kept about the person, as a file.
///
/// # Errors
/// If the store fails.
pub async fn shown(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    let kept = kept(app, context.user_id).await?;
    let bytes = serde_json::to_vec(&kept).map_err(|it| AppError::Internal(it.to_string()))?;
    let file = File {
        name: "umpire-privacy.json".to_owned(),
        description: "What Umpire keeps about you.".to_owned(),
        bytes: bytes.into(),
    };
    // Whatever keeps the file from being sent keeps nobody from deleting.
    let (files, first) = match () {
        () if !context.may_attach() => (vec![], NOT_ALLOWED),
        () if file.bytes.len() > ATTACHMENT_BYTES_MAX => (vec![], TOO_LARGE),
        () => (
            vec![file],
            "What Umpire keeps about you is in this file. Only you see it. Battle maps aren\u{2019}t in it: they belong to their fights and prepared encounters, and go with them.",
        ),
    };
    let text = "**Delete\u{2026}** removes your characters, parties, prepared encounters, settings and statistics at once. Logs of finished fights stay, because everyone who played must be able to check them, but a number takes the place of your account in them.";
    let rows = vec![ActionRow::Buttons(vec![button("Delete\u{2026}", ASK)])];
    Ok(Answer::Say(Message { rows, files, ..Message::text(format!("{first}\n\n{text}")) }.private()))
}

/// One of its buttons was pressed.
///
/// # Errors
/// If the store fails.
pub async fn pressed(app: &AppContext, context: &InteractionContext, page: u32) -> Result<Answer, AppError> {
    let message = match page {
        ASK => {
            let asked = "Delete your characters, parties, prepared encounters, settings and statistics, in all servers, and your account from the logs of finished fights? This can\u{2019}t be undone.";
            let buttons = vec![button("Delete", DELETE).looking(Look::Danger), button("Cancel", LEFT)];
            Message { rows: vec![ActionRow::Buttons(buttons)], ..Message::text(asked) }
        }
        DELETE => Message::text(deleted(app, context.user_id).await?),
        _ => Message::text("Cancelled."),
    };
    // The question doesn't take the file's place, and its answer takes the question's.
    Ok(match page {
        ASK => Answer::Say(message.private()),
        _ => Answer::Update(message.private()),
    })
}

fn button(label: &str, page: u32) -> super::message::Button {
    press(label, CustomId::Page { encounter: 0, list: LIST.to_owned(), page })
}

/// Everything that's kept about a person.
async fn kept(app: &AppContext, person: Snowflake) -> Result<Value, AppError> {
    let (store, application) = (app.store(), app.application_id());
    let json = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_else(|_| text.into());
    let owned = store.belongings(application, person).await?;
    let mut portraits: BTreeMap<CharacterId, String> = BTreeMap::new();
    for (id, hash) in store.portraits(&owned.characters.iter().map(|it| it.id).collect::<Vec<_>>()).await? {
        portraits.extend(store.picture(&hash).await?.map(|it| (id, BASE64_STANDARD.encode(it))));
    }
    let characters = owned.characters.iter().map(|it| {
        json!({ "server": it.key.guild_id.to_string(), "system": it.key.system, "name": it.name, "sheet": json(&it.sheet),
                "portrait_as_base64": portraits.get(&it.id), "changed_at_ms": it.updated_at_ms })
    });
    let parties = owned
        .parties
        .iter()
        .map(|it| json!({ "server": it.guild_id.to_string(), "system": it.system, "name": it.name, "members": it.members.len() }));
    let prepared = owned.preparations.iter().map(|it| {
        json!({ "server": it.guild_id.to_string(), "system": it.system, "name": it.name, "opening": json(&it.opening),
                "changed_at_ms": it.updated_at_ms })
    });
    let settings = store.settings(application, &scope_of(person)).await?;
    let mut fights = vec![];
    for it in store.fights_of(application, person, TITLE).await? {
        fights.push(fight(&it.header, Some(it.number).filter(|_| can_forget(it.value.as_deref()))));
    }
    Ok(json!({
        "you": person.to_string(),
        "settings": settings.into_iter().map(|(key, value)| (key, json(&value))).collect::<serde_json::Map<_, _>>(),
        "characters": characters.collect::<Vec<_>>(),
        "parties": parties.collect::<Vec<_>>(),
        "prepared_encounters": prepared.collect::<Vec<_>>(),
        "fights": fights,
        "about_fights": "Each log says what you did in the fight and when. your_number stands for you in everything made of the log; where it's null, the fight is from an older Umpire and your account's number is in the log itself. Your statistics are worked out from these logs each time.",
    }))
}

fn fight(it: &Header, number: Option<u64>) -> Value {
    json!({
        "id": it.id, "name": it.name, "system": it.system, "status": it.status.as_str(), "your_number": number,
        "server": it.guild_id.map(|it| it.to_string()), "channel": it.channel_id.to_string(), "opened_at_ms": it.created_at_ms,
    })
}

/// How many finished fights of older builds have the person's id in their chains.
async fn old_fights(context: &PublisherContext, person: Snowflake) -> Result<usize, StoreError> {
    let all = context.store().fights_of(context.application_id(), person, TITLE).await?;
    let is_old = |it: &&PersonsFight| it.header.status == Status::Over && !can_forget(it.value.as_deref());
    Ok(all.iter().filter(is_old).count())
}

/// Deletes what belongs to a person, forgets them in their finished fights, and says what stays and why.
async fn deleted(app: &AppContext, person: Snowflake) -> Result<String, AppError> {
    let (store, application) = (app.store(), app.application_id());
    store.delete_belongings(application, person).await?;
    app.guild_settings().forget_person(person);
    let (forgotten, going_on) = forget(app, person, None).await?;
    let old = old_fights(app, person).await?;
    let mut said =
        vec!["Your characters, parties, prepared encounters, settings and statistics are deleted.".to_owned()];
    if forgotten > 0 {
        let fights =
            if forgotten == 1 { "1 finished fight".to_owned() } else { format!("{forgotten} finished fights") };
        said.push(format!("In {fights}, a number has taken the place of your account."));
    }
    let later = format!("{LATER}{person}");
    if going_on.is_empty() {
        // What was left to do since an earlier time is done.
        store.delete_setting(application, BOT_SCOPE, &later).await?;
    } else {
        store.set_setting(application, BOT_SCOPE, &later, &json!(going_on).to_string()).await?;
        let fights = match going_on.len() {
            1 => "1 fight that isn\u{2019}t over".to_owned(),
            some => format!("{some} fights that aren\u{2019}t over"),
        };
        said.push(format!("You\u{2019}re in {fights}: there it happens within an hour after the end."));
    }
    if old > 0 {
        own_dice::count_from_now(app, person).await?;
        said.push(format!(
            "{} of finished fights still {} your account\u{2019}s number: an older Umpire wrote {}, and the checks would fail without it. /stats no longer counts {}. Whoever runs Umpire can delete a server\u{2019}s fights as a whole.",
            if old == 1 { "1 log".to_owned() } else { format!("{old} logs") },
            if old == 1 { "has" } else { "have" },
            if old == 1 { "it" } else { "them" },
            if old == 1 { "that fight" } else { "those fights" },
        ));
    }
    Ok(said.join(" "))
}

/// Forgets a person wherever that's possible now, in these fights or in all. Returns in how many fights it's done, and which go on, or can't
/// be read now.
async fn forget(
    context: &PublisherContext,
    person: Snowflake,
    only: Option<&[EncounterId]>,
) -> Result<(usize, Vec<EncounterId>), StoreError> {
    let (mut forgotten, mut going_on) = (0, vec![]);
    let fights = context.store().fights_of(context.application_id(), person, TITLE).await?;
    let headers = fights.into_iter().map(|it| it.header);
    for header in headers.filter(|it| only.is_none_or(|only| only.contains(&it.id))) {
        match forget_in(context.store().as_ref(), &header, person).await {
            Ok(ForgetOutcome::Forgotten) => forgotten += 1,
            Ok(ForgetOutcome::GoesOn) => going_on.push(header.id),
            Ok(ForgetOutcome::Kept) => {}
            Err(error) => {
                tracing::error!(encounter = header.id, %error, "somebody can\u{2019}t be forgotten in a fight now");
                going_on.push(header.id);
            }
        }
    }
    Ok((forgotten, going_on))
}

/// Forgets those who asked for it in fights that have ended since.
///
/// # Errors
/// If the store fails.
pub async fn forget_later(context: &PublisherContext) -> Result<(), StoreError> {
    let (store, application) = (context.store(), context.application_id());
    for (key, fights) in store.settings(application, BOT_SCOPE).await? {
        let Some(person) = key.strip_prefix(LATER).and_then(|it| it.parse().ok()) else { continue };
        // Only those that went on then: whoever plays again since is known there.
        let fights: Vec<EncounterId> = serde_json::from_str(&fights).unwrap_or_default();
        let (forgotten, going_on) = forget(context, person, Some(&fights)).await?;
        match going_on.is_empty() {
            true => _ = store.delete_setting(application, BOT_SCOPE, &key).await?,
            false => store.set_setting(application, BOT_SCOPE, &key, &json!(going_on).to_string()).await?,
        }
        let going_on = going_on.len();
        tracing::info!(forgotten, going_on, "somebody who asked for it has been forgotten in fights that are over");
    }
    Ok(())
}
