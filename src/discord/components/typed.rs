//! A command was typed and something is to be asked first, privately: which of several of one's own is meant, or whether one wants to do
//! it in spite of what follows from it. The command goes on with the answer.

use super::{Pressed, menu::selects, nothing_chosen};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        commands::{hand_over, hand_over_if},
        compose::tracker::press,
        custom_id::CustomId,
        interaction_context::InteractionContext,
        limits::OPTION_LABEL_MAX,
        message::{ActionRow, Look, Message, SelectOption},
        reply::Answer,
        text,
    },
    rules::NameView,
    store::EncounterId,
    table::{Command, Handle},
};

/// The list of those who could be meant.
pub(super) const LIST: &str = "typed";

/// Asks which of several; the command waits for it.
pub fn which_of_yours(
    app: &AppContext,
    context: &InteractionContext,
    encounter: EncounterId,
    command: Command,
    several: &[NameView],
) -> Answer {
    let option = |it: &NameView| {
        SelectOption::new(text::label(&it.name, OPTION_LABEL_MAX), CombatantTag::named(&it.name).to_string())
    };
    let rows = selects(several.iter().map(option).collect(), "Which of yours?", |page| {
        CustomId::Page { encounter: encounter.unsigned_abs(), list: LIST.to_owned(), page }.to_string()
    });
    let content = format!("Which of yours does that? Next time, add as: and the name to /{}.", command.path);
    app.typed.insert((context.user_id, encounter), command);
    Answer::Say(Message { content, rows, ..Message::default() }.private())
}

/// The list of the two answers to a warning: the page that is the moment at which it was given, and the one that is none.
pub(super) const SURE_LIST: &str = "sure";
/// No moment: the command is left.
const LEFT: u32 = u32::MAX;

/// A moment as a button carries it.
pub fn mark(moment: u64) -> u64 {
    u64::from((moment % u64::from(LEFT)) as u32)
}

/// Says what follows from a command and asks once more; the command waits for it.
pub fn once_more(
    app: &AppContext,
    context: &InteractionContext,
    encounter: EncounterId,
    command: Command,
    warning: &str,
    moment: u64,
) -> Answer {
    let button = |label: &str, page: u32| {
        press(label, CustomId::Page { encounter: encounter.unsigned_abs(), list: SURE_LIST.to_owned(), page })
    };
    let page = u32::try_from(mark(moment)).unwrap_or(0);
    let buttons = vec![button("Do it", page).looking(Look::Primary), button("Leave it", LEFT)];
    let content = format!("{}\nDo it all the same? (only you see this)", text::escape(warning));
    app.typed.insert((context.user_id, encounter), command);
    Answer::Say(Message { content, rows: vec![ActionRow::Buttons(buttons)], ..Message::default() }.private())
}

/// Somebody has been warned and does it all the same, or leaves it. If something has happened since, they are warned anew.
pub async fn sure(app: &AppContext, pressed: &Pressed, handle: &Handle, page: u32) -> Result<Answer, AppError> {
    let kept = app.typed.remove(&(pressed.context.user_id, handle.id));
    if page == LEFT {
        return Ok(Answer::Update(Message::text("Left. Nothing has happened.").private()));
    }
    let (_, command) =
        kept.ok_or_else(|| AppError::say("What you typed is not kept any more. Please type it again."))?;
    Ok(match hand_over_if(app, &pressed.context, command, Some(u64::from(page))).await? {
        Answer::Say(message) => Answer::Update(message),
        other => other,
    })
}

/// One was chosen: the command goes on. Whether it may is judged as if it had been typed so.
pub async fn chosen(app: &AppContext, pressed: &Pressed, handle: &Handle) -> Result<Answer, AppError> {
    let who = pressed.values.first().and_then(|it| CombatantTag::read(it)).ok_or_else(nothing_chosen)?;
    let caller = pressed.context.caller(app).await;
    let names = handle.look(move |service| service.session().names(service.viewer(&caller))).await?;
    let name = names.into_iter().find(|it| CombatantTag::named(&it.name) == who).map(|it| it.name);
    let name = name.ok_or_else(|| AppError::say("They are not in the fight any more."))?;
    let Some((_, mut command)) = app.typed.remove(&(pressed.context.user_id, handle.id)) else {
        return Err(AppError::say("What you typed is not kept any more. Please type it again."));
    };
    command.options.retain(|it| it.0 != "as");
    command.options.push(("as".to_owned(), name));
    Ok(match hand_over(app, &pressed.context, command).await? {
        Answer::Say(message) => Answer::Update(message),
        other => other,
    })
}
