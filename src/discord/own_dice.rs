//! /stats: a person's own dice over all their finished fights that are kept, for them alone. What somebody deletes is what these statistics
//! count; a fight's log stays whole, since everyone must be able to check it.

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::{tracker::press, words},
    custom_id::CustomId,
    guild_settings::scope_of,
    interaction_context::InteractionContext,
    message::{ActionRow, Look, Message},
    reply::Answer,
    table_commands::LEFT,
};
use crate::{
    engine::{DiceLuck, Seat},
    report::luck_words,
    rules::System,
};

/// The list id of the buttons: the pages are [`ASK`], [`DELETE`] and [`LEFT`].
pub const LIST: &str = "stats";
/// "Delete…": asks once.
const ASK: u32 = 0;
/// "Delete": does it.
const DELETE: u32 = 1;
/// Since when a person's fights count, in milliseconds since the epoch: a setting of theirs.
const SINCE: &str = "stats_since_ms";
/// The most fights looked at.
const FIGHTS_MAX: u32 = 500;

/// A system's part of somebody's dice.
struct SystemDice {
    name: &'static str,
    fights: u32,
    luck: DiceLuck,
}

/// The person's dice, in words.
///
/// # Errors
/// If the store fails.
pub async fn shown(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    let since_ms = counted_since(app, context.user_id).await?;
    let all = dice_of(app, context.user_id, since_ms).await?;
    let mut whole = DiceLuck::default();
    all.iter().for_each(|it| whole.add(&it.luck));
    let since = match since_ms {
        0 => String::new(),
        ms => format!(" Only fights opened since <t:{}:f> count, when you deleted the others from here.", ms / 1_000),
    };
    if whole.dice() == 0 {
        let none = format!("You haven\u{2019}t rolled in any finished fight that\u{2019}s kept.{since}");
        return Ok(Answer::whisper(none));
    }
    let fights = |count: u32| if count == 1 { "1 fight".to_owned() } else { format!("{count} fights") };
    let mut lines =
        vec![format!("**Your dice** in {}: {}.", fights(all.iter().map(|it| it.fights).sum()), luck_words(&whole))];
    if all.len() > 1 {
        let line =
            |it: &SystemDice| format!("{}, {}: {}.", words::system(it.name), fights(it.fights), luck_words(&it.luck));
        lines.extend(all.iter().map(line));
    }
    lines.push(format!(
        "-# Every die of characters you played counts once, as it first fell, and high or low as the rules want it.{since}"
    ));
    let rows = vec![ActionRow::Buttons(vec![button("Delete\u{2026}", ASK)])];
    Ok(Answer::Say(Message { rows, ..Message::text(lines.join("\n")) }.private()))
}

/// One of its buttons was pressed.
///
/// # Errors
/// If the store fails.
pub async fn pressed(app: &AppContext, context: &InteractionContext, page: u32) -> Result<Answer, AppError> {
    let message = match page {
        ASK => {
            let asked = "Delete your statistics? /stats then counts only fights opened from now on, and this can\u{2019}t be undone. The fights themselves stay as they are, with your dice in them: everyone who played must be able to check them.";
            let buttons = vec![button("Delete", DELETE).looking(Look::Danger), button("Cancel", LEFT)];
            Message { rows: vec![ActionRow::Buttons(buttons)], ..Message::text(asked) }
        }
        DELETE => {
            count_from_now(app, context.user_id).await?;
            Message::text("Your statistics are deleted. /stats counts only fights opened from now on.")
        }
        _ => Message::text("Cancelled."),
    };
    Ok(Answer::Update(message.private()))
}

/// Counts only fights opened from now on.
///
/// # Errors
/// If the store fails.
pub async fn count_from_now(app: &AppContext, person: u64) -> Result<(), AppError> {
    let now = app.now_ms().to_string();
    Ok(app.store().set_setting(app.application_id(), &scope_of(person), SINCE, &now).await?)
}

fn button(label: &str, page: u32) -> super::message::Button {
    press(label, CustomId::Page { encounter: 0, list: LIST.to_owned(), page })
}

/// Since when this person's fights count; 0 if all do.
async fn counted_since(app: &AppContext, person: u64) -> Result<i64, AppError> {
    let kept = app.store().setting(app.application_id(), &scope_of(person), SINCE).await?;
    Ok(kept.and_then(|it| it.parse().ok()).unwrap_or(0))
}

/// The dice of everyone whom a person played, by system.
async fn dice_of(app: &AppContext, person: u64, since_ms: i64) -> Result<Vec<SystemDice>, AppError> {
    let mut all: Vec<SystemDice> = vec![];
    for header in app.store().finished_fights_of(app.application_id(), person, since_ms, FIGHTS_MAX).await? {
        // Of a system that this build lacks, or deleted in the meantime.
        let Ok(system) = System::named(&header.system) else { continue };
        let Ok(saved) = app.store().load(header.id).await else {
            tracing::warn!(encounter = header.id, "a finished fight can't be read for somebody's statistics");
            continue;
        };
        let played = move || {
            let rows: Vec<String> = saved.rows.into_iter().map(|it| it.body).collect();
            Some(system.load(&saved.opening, &rows).ok()?.dice_of(Seat(person)))
        };
        let Some(luck) = app.tables().think(played).await.flatten() else {
            tracing::warn!(encounter = header.id, "a finished fight can't be read for somebody's statistics");
            continue;
        };
        if luck.dice() == 0 {
            continue;
        }
        match all.iter_mut().find(|it| it.name == system.name()) {
            Some(it) => {
                it.fights += 1;
                it.luck.add(&luck);
            }
            None => all.push(SystemDice { name: system.name(), fights: 1, luck }),
        }
    }
    Ok(all)
}
