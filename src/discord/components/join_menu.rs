//! Joining by choosing: one's own characters, ready-made heroes or a new sheet, below the tracker's Join and wherever `/join` doesn't say enough.

use super::{
    new_character, new_sheet,
    pressed::{Pressed, nothing_chosen},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::choice_rows::selects,
        custom_id::CustomId,
        done_replies::clear_away_after,
        interaction_context::InteractionContext,
        joining::{NamedSheet, join_as, join_with, sheet_of},
        limits::{OPTION_DESCRIPTION_MAX, OPTION_LABEL_MAX, ROWS_MAX, SELECT_OPTIONS_MAX},
        message::{Message, SelectOption},
        ready_made,
        reply::Answer,
        saved_characters,
        system_choice::system_named,
        table_commands::table_in,
        text,
    },
    engine::{Seat, Stage, view::Viewer},
    rules::{Session, spelling::is_same, wording::capital},
    table::{EncounterService, Handle},
};
use std::time::Duration;

/// The list id of the characters to join with.
pub const JOIN_LIST: &str = "join";
/// Said to a side alone.
const WHO_OF_A_SIDE: &str = "Who joins that side? Add name: with a saved character or a new name, or template: with a ready-made one. /join alone \
                             shows whom you could join as.";
/// How long somebody is told that they've joined.
const JOINED_STAYS: Duration = Duration::from_secs(30);
/// The value for writing a new sheet.
const WRITE: &str = "write";
/// What isn't in the list.
const OTHERS: &str = "For a foe or anybody else who\u{2019}s ready-made, use /join with template: and their name.";

/// `/join`. Without a name or a template it shows the choices. A name alone that has no sheet gets one first: otherwise somebody would stand
/// in the fight of whom nothing is known.
///
/// # Errors
/// The reason why they can't join.
pub async fn command(
    app: &AppContext,
    context: &InteractionContext,
    options: Vec<(String, String)>,
) -> Result<Answer, AppError> {
    let handle = table_in(app, context.channel_id)?;
    let get = |name: &str| options.iter().find(|it| it.0 == name).map(|it| it.1.clone());
    match (get("name"), get("template"), get("fields")) {
        (None, None, None) if options.is_empty() => Ok(Answer::Say(menu(app, context, &handle).await?.private())),
        (None, None, None) => Err(AppError::say(WHO_OF_A_SIDE)),
        (Some(name), None, None) => match sheet_of(app, context, &handle, &name).await? {
            NamedSheet::None if !is_taken(app, context, &handle, &name).await? => {
                let system = handle.look(|service| service.session().system()).await?;
                let (fight, side) = (handle.id.unsigned_abs(), get("side").unwrap_or_default());
                new_character::start_to_join(app, context, system_named(Some(system))?, (fight, &name, &side))
            }
            sheet => join_as(app, context, &handle, options, sheet).await,
        },
        _ => join_with(app, context, options).await,
    }
}

/// Whether somebody of that name is in the fight, as far as the user knows.
async fn is_taken(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    name: &str,
) -> Result<bool, AppError> {
    let (caller, name) = (app.caller(context).await, name.to_owned());
    let names = handle.look(move |service| service.session().names(service.viewer(&caller))).await?;
    Ok(names.iter().any(|it| is_same(&it.name, &name)))
}

/// The tracker's button.
///
/// # Errors
/// If something of ours fails.
pub async fn open(app: &AppContext, pressed: &Pressed, handle: &Handle) -> Result<Answer, AppError> {
    open_below(app, pressed, handle, "").await
}

/// The same below a line, for whoever wanted something else first.
///
/// # Errors
/// If something of ours fails.
pub async fn open_below(app: &AppContext, pressed: &Pressed, handle: &Handle, line: &str) -> Result<Answer, AppError> {
    let menu = menu(app, &pressed.context, handle).await?;
    let message = Message { content: format!("{line}{}", menu.content), ..menu }.private();
    Ok(if pressed.is_private { Answer::Update(message) } else { Answer::Say(message) })
}

/// The ready-made heroes whom nobody plays yet, with what they are; all of them if everybody is taken.
fn heroes(session: &dyn Session) -> Vec<(String, String)> {
    let names = session.names(Viewer::Everyone);
    let is_taken = |hero: &String| names.iter().any(|it| it.player.is_some() && is_same(&it.name, hero));
    let all = ready_made::heroes(session);
    let free: Vec<String> = all.iter().filter(|it| !is_taken(it)).cloned().collect();
    let heroes = if free.is_empty() { all } else { free };
    heroes.into_iter().map(|it| (it.clone(), ready_made::summary(session, &it))).collect()
}

/// The choices for joining: the user's own characters, templates, or a new sheet.
async fn menu(app: &AppContext, context: &InteractionContext, handle: &Handle) -> Result<Message, AppError> {
    let (system, templates) =
        handle.look(|service| (service.session().system().to_owned(), heroes(service.session()))).await?;
    let own = saved_characters::all(app, context).await?;
    let mut options: Vec<SelectOption> = own
        .iter()
        .filter(|it| it.system == system)
        .map(|it| SelectOption {
            description: "your own".to_owned(),
            ..SelectOption::new(text::label(&it.name, OPTION_LABEL_MAX), format!("own:{}", it.name))
        })
        .collect();
    options.extend(templates.iter().map(|(it, summary)| SelectOption {
        description: text::label(&format!("ready-made: {summary}"), OPTION_DESCRIPTION_MAX),
        ..SelectOption::new(text::label(&capital(it), OPTION_LABEL_MAX), format!("ready:{it}"))
    }));
    options.insert(0, SelectOption::new("Write a sheet\u{2026}", WRITE));
    let listed = SELECT_OPTIONS_MAX * (ROWS_MAX - 1);
    let content = match options.len() > listed {
        true => format!("Who do you play? Here are the first {listed}; for any other, use /join name:\u{2026}."),
        false => format!("Who do you play? {OTHERS}"),
    };
    let rows = selects(options, "Join as\u{2026}", |page| {
        CustomId::Page { encounter: handle.id.unsigned_abs(), list: JOIN_LIST.to_owned(), page }.to_string()
    });
    Ok(Message { content, rows, ..Message::default() })
}

/// Handles the choice of a character to join with.
///
/// # Errors
/// The reason why they can't join.
pub async fn chosen(app: &AppContext, pressed: &Pressed) -> Result<Answer, AppError> {
    let value = pressed.values.first().map(String::as_str).unwrap_or_default();
    if value == WRITE {
        return new_sheet::to_join(app, pressed).await;
    }
    let options = match value.split_once(':') {
        Some(("own", name)) => vec![("name".to_owned(), name.to_owned())],
        Some(("ready", template)) => vec![("template".to_owned(), template.to_owned())],
        _ => return Err(nothing_chosen()),
    };
    let answer = join_with(app, &pressed.context, options).await?;
    let Answer::Say(_) = answer else { return Ok(answer) };
    let (name, stage) = match app.table_in(pressed.context.channel_id) {
        Some(handle) => {
            let seat = Some(Seat(pressed.context.user_id));
            let newest = move |service: &EncounterService| {
                let name = service.session().names(Viewer::Gm).into_iter().rfind(|it| it.player == seat);
                (name.map(|it| it.name), service.session().stage())
            };
            handle.look(newest).await?
        }
        None => (None, Stage::Gathering),
    };
    let who = name.map_or_else(String::new, |it| format!(" as **{}**", text::escape(&it)));
    let next = match stage {
        Stage::Gathering => "The GM begins when everyone is here.",
        Stage::Fighting | Stage::Over => "The tracker says when you can act.",
    };
    // The tracker shows it as well.
    if pressed.is_private {
        clear_away_after(app.rest(), &pressed.context, JOINED_STAYS);
    }
    Ok(Answer::Update(Message::text(format!("You\u{2019}re in{who}. {next}"))))
}
