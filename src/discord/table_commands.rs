//! Sends what people type or press to their channel's table as a [`Command`], as a play script does. If it isn't clear which of their
//! combatants they mean, or the command has a consequence worth a warning, the user is asked first, in private, and the command waits for
//! the answer. Nothing is decided here.

use super::{
    app_context::AppContext,
    app_error::AppError,
    combatant_tag::CombatantTag,
    compose::{choice_rows::selects, story, tracker::press, words},
    custom_id::CustomId,
    interaction_context::InteractionContext,
    join_requests::or_ask_the_gm,
    limits::OPTION_LABEL_MAX,
    message::{ActionRow, Look, Message, SelectOption},
    odds_in_time::{self, OddsInOrder},
    reply::Answer,
    text,
};
use crate::{
    engine::odds::Effort,
    rules::{NameView, UserError},
    store::{EncounterId, Snowflake},
    table::{Command, Handle},
};

/// Runs a command at the channel's table; the reply is private. Invisible characters are removed from the options first, so that no name
/// can look like another, or like none.
pub async fn hand_over(app: &AppContext, context: &InteractionContext, command: Command) -> Result<Answer, AppError> {
    hand_over_if(app, context, command, None).await
}

/// The same, but without a warning that the user has already seen for this state.
pub async fn hand_over_if(
    app: &AppContext,
    context: &InteractionContext,
    mut command: Command,
    warned_at: Option<u32>,
) -> Result<Answer, AppError> {
    for (_, value) in &mut command.options {
        *value = text::one_line(value);
    }
    let handle = table_in(app, context.channel_id)?;
    let caller = app.caller(context).await;
    if ACTING.contains(&command.path.as_str()) && command.get("as").is_none_or(str::is_empty) {
        let asker = caller.clone();
        let several = handle.look(move |service| service.could_be(&asker)).await?;
        if several.len() > 1 {
            return Ok(which_of_yours(app, context, handle.id, command, &several));
        }
    }
    if DOING.contains(&command.path.as_str()) {
        let (asker, asked) = (caller.clone(), command.clone());
        let warning = handle
            .look(move |service| {
                let (warning, moment) = (service.warning(&asker, &asked)?, service.moment(service.viewer(&asker)));
                let odds = || service.odds_before(&asker, &asked, Effort::QUICK);
                let mark = mark(moment, &asked);
                (warned_at != Some(mark)).then(|| (warning, mark, odds()))
            })
            .await?;
        if let Some((warning, mark, odds)) = warning {
            let (encounter, warning) = (handle.id, words::prose_with_mentions(&warning));
            let drawn = move |odds: OddsInOrder| {
                let odds = odds.into_iter().flatten().map(|it| odds_in_time::of_action(&it.words));
                let lines: Vec<String> = odds.chain([warning.clone()]).collect();
                really(encounter, &lines.join("\n"), mark)
            };
            app.drafts().keep_command(context.user_id, encounter, command, mark);
            return Ok(odds_in_time::soon(app, context, odds, drawn, Answer::Say).await);
        }
    }
    let reply = handle.command(caller, command, app.input_origin(context)).await;
    let reply = or_ask_the_gm(app, context, &handle, reply).await?;
    let mut text = words::prose_with_mentions(&reply.text);
    // The answer includes what only the user is told.
    if !reply.own.is_empty() {
        text = format!("{text}\n{}", story::own(&reply.own));
    }
    Ok(Answer::whisper(text))
}

/// The commands that one of the user's combatants carries out.
const ACTING: [&str; 7] = ["attack", "act", "move", "say", "end", "orders", "leave"];

/// The commands that may need a warning.
const DOING: [&str; 7] = ["attack", "act", "move", "end", "encounter undo", "gm undo", "encounter begin"];

/// The fight in a channel.
///
/// # Errors
/// If there's none: a sentence with what to do.
pub fn table_in(app: &AppContext, channel: Snowflake) -> Result<Handle, AppError> {
    app.table_in(channel)
        .ok_or_else(|| AppError::say("There\u{2019}s no fight in this channel. Start one with /encounter start."))
}

/// Refuses anybody but the fight's GM.
///
/// # Errors
/// For anybody else.
pub async fn gm_only(app: &AppContext, context: &InteractionContext, handle: &Handle) -> Result<(), AppError> {
    let caller = app.caller(context).await;
    match handle.look(move |service| service.actor(&caller).is_gm()).await? {
        true => Ok(()),
        false => Err(UserError::gm_only().into()),
    }
}

/// The list id of the combatants that could be meant.
pub const WHICH_LIST: &str = "typed";

/// Asks which of several is meant; the command waits for the answer.
fn which_of_yours(
    app: &AppContext,
    context: &InteractionContext,
    encounter: EncounterId,
    command: Command,
    several: &[NameView],
) -> Answer {
    let option = |it: &NameView| {
        SelectOption::new(text::label(&it.name, OPTION_LABEL_MAX), CombatantTag::named(&it.name).to_string())
    };
    let rows = selects(several.iter().map(option).collect(), "Which of your characters?", |page| {
        CustomId::Page { encounter: encounter.unsigned_abs(), list: WHICH_LIST.to_owned(), page }.to_string()
    });
    let content = format!("Which of your characters does that? Next time, add as: and the name to /{}.", command.path);
    app.drafts().keep_command(context.user_id, encounter, command, UNASKED);
    Answer::Say(Message { content, rows, ..Message::default() }.private())
}

/// The list id of the two answers to a warning: one page is the state in which it was given, the other is none.
pub const SURE_LIST: &str = "sure";

/// No state: the command is cancelled.
pub const LEFT: u32 = u32::MAX;
/// A command that waits for who's meant, not for an answer to a warning.
const UNASKED: u32 = LEFT;
/// No state, but the question whether to end the fight.
pub const END: u32 = LEFT - 1;

/// A state and a command as a button carries them: an older question may still stand above a newer one.
fn mark(moment: u64, command: &Command) -> u32 {
    let typed: Vec<String> = command.options.iter().map(|(name, value)| format!("{name}:{value}")).collect();
    let typed = CombatantTag::named(&format!("{} {}", command.path, typed.join(" "))).0;
    ((moment ^ u64::from(typed)) % u64::from(END)) as u32
}

/// Explains a command's consequence, in lines as Discord shows them, with a page for the state or for what's asked, and asks for confirmation; the command waits for the answer.
pub(super) fn once_more(
    app: &AppContext,
    context: &InteractionContext,
    encounter: EncounterId,
    command: Command,
    warning: &str,
    page: u32,
) -> Answer {
    app.drafts().keep_command(context.user_id, encounter, command, page);
    Answer::Say(really(encounter, warning, page))
}

fn really(encounter: EncounterId, warning: &str, page: u32) -> Message {
    let button = |label: &str, page: u32| {
        press(label, CustomId::Page { encounter: encounter.unsigned_abs(), list: SURE_LIST.to_owned(), page })
    };
    let buttons = vec![button("Do it", page).looking(Look::Primary), button("Cancel", LEFT)];
    let content = format!("{warning}\nDo it anyway? (only you see this)");
    Message { content, rows: vec![ActionRow::Buttons(buttons)], ..Message::default() }.private()
}
