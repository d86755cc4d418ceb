//! Forms: how they are made and what becomes of them when they are sent off.

use super::{Pressed, editing, nothing_chosen, turn};
use crate::{
    discord::{
        commands::{join_with, saved, sheet_in_words, system_named},
        custom_id::{CustomId, Path},
        house::{House, Written},
        limits::{INPUT_LABEL_MAX, INPUT_VALUE_MAX, MODAL_TITLE_MAX},
        reply::Answer,
        text,
        trouble::Trouble,
        whom::Whom,
    },
    rules::System,
    table::words,
};
use serde_json::{Value, json};
use serenity::all::{ActionRowComponent, ModalInteraction};
use std::borrow::Cow;

/// The form that brings a written character into the fight.
const JOIN: &str = "join";
/// The form that writes a text into an action; its path follows.
const ACT: &str = "act";
/// The form that keeps a character; its system follows.
const CHARACTER: &str = "character";

/// One field of a form.
#[derive(Clone, Debug)]
pub struct Input {
    name: Cow<'static, str>,
    label: String,
    most: usize,
    is_page: bool,
    is_needed: bool,
    value: String,
}

impl Input {
    /// A line of text.
    pub fn line(name: impl Into<Cow<'static, str>>, label: impl Into<String>, most: usize) -> Input {
        Input { name: name.into(), label: label.into(), most, is_page: false, is_needed: true, value: String::new() }
    }

    /// Several lines.
    pub fn page(name: impl Into<Cow<'static, str>>, label: impl Into<String>, most: usize) -> Input {
        Input { is_page: true, ..Input::line(name, label, most) }
    }

    /// It may be left empty.
    pub fn optional(self) -> Input {
        Input { is_needed: false, ..self }
    }

    /// With this in it to begin with.
    pub fn with(self, value: &str) -> Input {
        Input { value: value.to_owned(), ..self }
    }
}

/// A form as Discord takes it. Docs, "Interactions: Modal".
pub fn modal(title: &str, id: &CustomId, inputs: &[Input]) -> Value {
    let row = |it: &Input| {
        let mut input = json!({
            "type": 4,
            "custom_id": it.name,
            "label": text::label(&it.label, INPUT_LABEL_MAX),
            "style": if it.is_page { 2 } else { 1 },
            "max_length": it.most.clamp(1, INPUT_VALUE_MAX),
            "required": it.is_needed,
        });
        if !it.value.is_empty() {
            input["value"] = it.value.as_str().into();
        }
        json!({ "type": 1, "components": [input] })
    };
    json!({
        "title": text::label(title, MODAL_TITLE_MAX),
        "custom_id": id.to_string(),
        "components": inputs.iter().map(row).collect::<Vec<_>>(),
    })
}

/// What was written into a form, by field.
pub fn texts(it: &ModalInteraction) -> Vec<(String, String)> {
    let all = it.data.components.iter().flat_map(|row| &row.components);
    all.filter_map(|component| match component {
        ActionRowComponent::InputText(input) => {
            Some((input.custom_id.clone(), input.value.clone().unwrap_or_default()))
        }
        _ => None,
    })
    .collect()
}

/// What stands above the fields of a sheet: the first of the system's own as an example.
pub fn fields_label(system: System) -> String {
    let fields = saved::judge(system).and_then(|it| Ok(it.check_sheet(None, &[])?)).unwrap_or_default();
    match fields.iter().find(|it| !it.1.is_empty()) {
        Some((name, value)) => format!("Fields, one a line, such as {name}={value}"),
        None => "Fields, one a line, as name=value".to_owned(),
    }
}

/// The form to join with a sheet of one's own.
pub async fn join_form(house: &House, pressed: &Pressed) -> Result<Answer, Trouble> {
    let handle = crate::discord::commands::table_in(house, pressed.visit.channel_id)?;
    let system = crate::discord::commands::system_here(house, &pressed.visit, None).await?;
    let id = CustomId::Form { encounter: handle.id.unsigned_abs(), seq: 0, form: JOIN.to_owned(), combatant: None };
    let inputs = [
        Input::line("name", "Name", 40),
        Input::page("fields", fields_label(system), 2_000).optional(),
        Input::line("side", "Side; the first if left out", 40).optional(),
    ];
    Ok(Answer::Form(modal("Join the fight", &id, &inputs)))
}

/// The form to write a text of an action.
pub fn act_form(id: CustomId, ask: &str, max_chars: usize) -> Answer {
    let input = match max_chars {
        ..=100 => Input::line("text", ask, max_chars),
        _ => Input::page("text", ask, max_chars),
    };
    Answer::Form(modal("In your words", &id, &[input]))
}

/// The id of that form: the steps so far stand in it, so that it outlives a restart.
pub fn act_form_id(encounter: u64, seq: u64, combatant: Whom, path: &Path) -> CustomId {
    let form = std::iter::once(ACT).chain(path.steps().iter().map(String::as_str)).collect::<Vec<_>>().join(".");
    CustomId::Form { encounter, seq, form, combatant: Some(combatant) }
}

/// A form was sent off.
pub async fn submitted(
    house: &House,
    pressed: &Pressed,
    id: CustomId,
    texts: &[(String, String)],
) -> Result<Answer, Trouble> {
    let CustomId::Form { seq, form, combatant, .. } = &id else { return Err(nothing_chosen()) };
    let get = |name: &str| texts.iter().find(|it| it.0 == name).map(|it| it.1.trim()).filter(|it| !it.is_empty());
    let mut steps = form.split('.');
    match (steps.next().unwrap_or_default(), combatant) {
        (JOIN, _) => {
            let given = |name: &str| get(name).map(|it| (name.to_owned(), it.to_owned()));
            let mut options: Vec<(String, String)> = ["name", "side"].iter().filter_map(|it| given(it)).collect();
            options.extend(words::fields(&one_line(get("fields").unwrap_or_default()))?);
            join_with(house, &pressed.visit, options).await
        }
        (CHARACTER, _) => {
            let system = system_named(steps.next())?;
            let fields = words::fields(&one_line(get("fields").unwrap_or_default()))?;
            let name = get("name").unwrap_or_default();
            let kept = saved::keep(house, &pressed.visit, system, name, get("template"), &fields).await?;
            Ok(Answer::whisper(sheet_in_words(&kept, "Kept.")))
        }
        (editing::FORM, _) => editing::submitted(house, pressed, steps, *seq, texts).await,
        (ACT, Some(who)) => {
            let handle = super::table(house, pressed, &id)?;
            let text = text::one_line(get("text").unwrap_or_default());
            let written = Written { seq: *seq, text };
            house.written.insert((pressed.visit.user_id, handle.id), written);
            let path = Path::new(steps).then(turn::WRITTEN);
            turn::step(house, pressed, &handle, *seq, *who, &path).await
        }
        _ => Err(nothing_chosen()),
    }
}

/// Fields that were typed one a line.
fn one_line(typed: &str) -> String {
    let quoted = |line: &str| match line.split_once('=') {
        // A value with spaces needs quotes in a line; in a form nobody thinks of them.
        Some((name, value)) if !value.contains('"') && !value.contains('=') && value.trim().contains(' ') => {
            format!("{name}=\"{}\"", value.trim())
        }
        _ => line.to_owned(),
    };
    typed.lines().map(str::trim).filter(|it| !it.is_empty()).map(quoted).collect::<Vec<_>>().join(" ")
}
