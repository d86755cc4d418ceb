//! Forms: how they're built, and the handling of their contents.

use crate::discord::{
    combatant_tag::CombatantTag,
    custom_id::{CustomId, Path},
    limits::{INPUT_LABEL_MAX, INPUT_PLACEHOLDER_MAX, INPUT_VALUE_MAX, MODAL_TITLE_MAX},
    reply::Answer,
    text,
};
use serde_json::{Value, json};
use serenity::all::{ActionRowComponent, ModalInteraction};
use std::borrow::Cow;

/// The form for the text of an action; its path follows.
pub(super) const ACT: &str = "act";

/// A field of a form.
#[derive(Clone, Debug)]
pub struct FormInput {
    name: Cow<'static, str>,
    label: String,
    most: usize,
    is_page: bool,
    is_needed: bool,
    value: String,
    hint: String,
}

impl FormInput {
    /// A line of text.
    pub fn line(name: impl Into<Cow<'static, str>>, label: impl Into<String>, most: usize) -> FormInput {
        FormInput {
            name: name.into(),
            label: label.into(),
            most,
            is_page: false,
            is_needed: true,
            value: String::new(),
            hint: String::new(),
        }
    }

    /// Several lines of text.
    pub fn page(name: impl Into<Cow<'static, str>>, label: impl Into<String>, most: usize) -> FormInput {
        FormInput { is_page: true, ..FormInput::line(name, label, most) }
    }

    /// Its own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// It may be left empty.
    pub fn optional(self) -> FormInput {
        FormInput { is_needed: false, ..self }
    }

    /// With this in grey while it's empty.
    pub fn hinting(self, hint: &str) -> FormInput {
        FormInput { hint: text::label(hint, INPUT_PLACEHOLDER_MAX), ..self }
    }

    /// With this initial text.
    pub fn with(self, value: &str) -> FormInput {
        FormInput { value: value.to_owned(), ..self }
    }
}

/// A form in Discord's JSON. Docs, "Interactions: Modal".
pub fn modal(title: &str, id: &CustomId, inputs: &[FormInput]) -> Value {
    let row = |it: &FormInput| {
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
        if !it.hint.is_empty() {
            input["placeholder"] = it.hint.as_str().into();
        }
        json!({ "type": 1, "components": [input] })
    };
    json!({
        "title": text::label(title, MODAL_TITLE_MAX),
        "custom_id": id.to_string(),
        "components": inputs.iter().map(row).collect::<Vec<_>>(),
    })
}

/// A form's contents, by field.
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

/// The form for the text of an action.
pub fn act_form(id: CustomId, ask: &str, max_chars: usize) -> Answer {
    let input = match max_chars {
        ..=100 => FormInput::line("text", ask, max_chars),
        _ => FormInput::page("text", ask, max_chars),
    };
    Answer::Form(modal("In your words", &id, &[input]))
}

/// That form's id: it contains the steps so far, so that it survives a restart.
pub fn act_form_id(encounter: u64, seq: u64, combatant: CombatantTag, path: &Path) -> CustomId {
    let form = std::iter::once(ACT).chain(path.steps().iter().map(String::as_str)).collect::<Vec<_>>().join(".");
    CustomId::Form { encounter, seq, form, combatant: Some(combatant) }
}
