//! The forms for a new sheet: to join a fight with it, or to save it. What was typed into a refused form is never lost: a button reopens
//! it, with the problem beside it.

use super::{
    forms::{FormInput, modal},
    pressed::{Pressed, nothing_chosen},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::{tracker::press, words as said},
        custom_id::CustomId,
        joining::join_with,
        limits::INPUT_LABEL_MAX,
        message::{ActionRow, Message},
        ready_made::heroes_first,
        reply::Answer,
        saved_characters,
        system_choice::{judge, system_here, system_named},
        table_commands::table_in,
    },
    rules::System,
    table::sentences,
};

/// The form that joins the fight with a new character, all at once.
pub const JOIN: &str = "join";
/// The form for the name and the side of a character that's then made step by step.
pub const JOIN_NAME: &str = "join-name";
/// The form that saves a character; its system follows.
pub const KEEP: &str = "character";
/// The prefix of the list id of the button that reopens one; the form follows.
pub const AGAIN: &str = "form-";

/// The form to save a character of this name.
pub fn to_keep(system: System, name: &str) -> Answer {
    form(system, 0, &format!("{KEEP}.{}", system.name()), &[("name".to_owned(), name.to_owned())])
}

/// The first form to join with a new sheet: who it is. The steps after it are those of a saved character.
pub async fn to_join(app: &AppContext, pressed: &Pressed) -> Result<Answer, AppError> {
    let handle = table_in(app, pressed.context.channel_id)?;
    let system = system_here(app, &pressed.context, None).await?;
    Ok(form(system, handle.id.unsigned_abs(), JOIN_NAME, &[]))
}

/// The form to join all at once.
pub fn to_join_at_once(system: System, encounter: u64, typed: &[(String, String)]) -> Answer {
    form(system, encounter, JOIN, typed)
}

/// What was typed waits behind a button of one of the forms to join; `why` says what's wrong.
pub(super) fn kept_to_join(
    app: &AppContext,
    pressed: &Pressed,
    (encounter, form): (u64, &str),
    typed: Vec<(String, String)>,
    why: String,
) -> Answer {
    app.drafts().keep_form(pressed.context.user_id, form, typed);
    refused(encounter, form, why)
}

/// What was typed waits behind a button of its form; `why` says what's wrong.
pub(super) fn kept_for_later(
    app: &AppContext,
    pressed: &Pressed,
    system: System,
    typed: Vec<(String, String)>,
    why: String,
) -> Answer {
    let form = format!("{KEEP}.{}", system.name());
    app.drafts().keep_form(pressed.context.user_id, &form, typed);
    refused(0, &form, why)
}

fn refused(encounter: u64, form: &str, why: String) -> Answer {
    let id = CustomId::Page { encounter, list: format!("{AGAIN}{form}"), page: 0 };
    let rows = vec![ActionRow::Buttons(vec![press("Back to the form", id)])];
    Answer::Say(Message { rows, ..Message::text(why) }.private())
}

/// A form, with what has been typed so far.
fn form(system: System, encounter: u64, form: &str, typed: &[(String, String)]) -> Answer {
    let title = match form {
        JOIN | JOIN_NAME => "Join the fight".to_owned(),
        _ => format!("A character for {}", said::system(system.name())),
    };
    let fields = FormInput::page("fields", fields_label(system), 2_000);
    let template = FormInput::line("template", template_label(system), 60);
    let mut inputs = vec![FormInput::line("name", "Name", 40)];
    if form != JOIN_NAME {
        inputs.extend([fields.optional(), template.optional()]);
    }
    if [JOIN, JOIN_NAME].contains(&form) {
        inputs.push(FormInput::line("side", "Side (default: the first)", 40).optional());
    }
    let written = |it: FormInput| {
        let value = typed.iter().find(|known| known.0 == it.name()).map_or("", |known| known.1.as_str());
        it.with(value)
    };
    let id = CustomId::Form { encounter, seq: 0, form: form.to_owned(), combatant: None };
    Answer::Form(modal(&title, &id, &inputs.into_iter().map(written).collect::<Vec<_>>()))
}

/// The label above a sheet's fields, with the system's first template as an example.
fn fields_label(system: System) -> String {
    let fields = judge(system).and_then(|it| Ok(it.check_sheet(None, &[])?)).unwrap_or_default();
    match fields.iter().find(|it| !it.1.is_empty()) {
        Some((name, value)) => format!("Fields, one per line, such as {name}={value}"),
        None => "Fields, one per line, as name=value".to_owned(),
    }
}

/// The label above a template's name, with one of the system's as an example.
fn template_label(system: System) -> String {
    let all = judge(system).map(|it| heroes_first(it.as_ref())).unwrap_or_default();
    let mut examples = all.iter().map(|one| format!("Or a ready-made sheet, such as {one}"));
    match examples.find(|it| it.chars().count() <= INPUT_LABEL_MAX) {
        Some(whole) => whole,
        None => "Or a ready-made sheet to start from".to_owned(),
    }
}

/// Handles a submitted form.
pub async fn submitted(
    app: &AppContext,
    pressed: &Pressed,
    encounter: u64,
    form: &str,
    texts: &[(String, String)],
) -> Result<Answer, AppError> {
    let user = pressed.context.user_id;
    match taken(app, pressed, form, texts).await {
        Ok(done) => {
            app.drafts().drop_form(user, form);
            Ok(done)
        }
        Err(error) => match error.sentence() {
            Some(why) => {
                app.drafts().keep_form(user, form, texts.to_vec());
                Ok(refused(encounter, form, why))
            }
            None => Err(error),
        },
    }
}

/// Reopens the form with what was typed.
pub async fn again(app: &AppContext, pressed: &Pressed, list: &str, encounter: u64) -> Result<Answer, AppError> {
    let name = list.strip_prefix(AGAIN).ok_or_else(nothing_chosen)?;
    let system = match name.split_once('.') {
        Some((KEEP, system)) => system_named(Some(system))?,
        _ if [JOIN, JOIN_NAME].contains(&name) => system_here(app, &pressed.context, None).await?,
        _ => return Err(nothing_chosen()),
    };
    let typed = app.drafts().form(pressed.context.user_id, name);
    Ok(form(system, encounter, name, &typed))
}

async fn taken(
    app: &AppContext,
    pressed: &Pressed,
    form: &str,
    texts: &[(String, String)],
) -> Result<Answer, AppError> {
    let get = |name: &str| texts.iter().find(|it| it.0 == name).map(|it| it.1.trim()).filter(|it| !it.is_empty());
    let fields = sentences::fields(&one_line(get("fields").unwrap_or_default()))?;
    if form == JOIN {
        let given = |name: &str| get(name).map(|it| (name.to_owned(), it.to_owned()));
        let mut options: Vec<(String, String)> =
            ["name", "side", "template"].iter().filter_map(|it| given(it)).collect();
        options.extend(fields);
        return join_with(app, &pressed.context, options).await;
    }
    let system = system_named(form.split('.').nth(1))?;
    let name = get("name").unwrap_or_default();
    let kept = saved_characters::keep(app, &pressed.context, system, name, get("template"), &fields).await?;
    Ok(Answer::whisper(saved_characters::in_words(&kept, "Saved.")))
}

/// Fields typed one per line.
fn one_line(typed: &str) -> String {
    let quoted = |line: &str| match line.split_once('=') {
        // On one line, a value with spaces needs quotes; in a form nobody thinks of them.
        Some((name, value)) if !value.contains('"') && !value.contains('=') && value.trim().contains(' ') => {
            format!("{name}=\"{}\"", value.trim())
        }
        _ => line.to_owned(),
    };
    typed.lines().map(str::trim).filter(|it| !it.is_empty()).map(quoted).collect::<Vec<_>>().join(" ")
}
