//! Changing a saved character in a form: its name and the sheet's current fields, five to a page, the maximum in Discord's forms. What was
//! typed isn't lost if there's a problem: a button reopens the form, with the problem beside it. Changes that somebody else has made in the
//! meantime (a rest, the end of a fight) stay, unless they're to the very field that was typed.

use super::{
    forms::{self, FormInput},
    made_to_join::join_button,
    pressed::{Pressed, nothing_chosen},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::tracker::press,
        custom_id::CustomId,
        drafts::Editing,
        field_meanings::meaning,
        interaction_context::InteractionContext,
        limits::{ROW_BUTTONS_MAX, ROWS_MAX},
        message::{ActionRow, Button, Message},
        reply::Answer,
        saved_characters::{self, SavedCharacter},
        system_choice::judge,
        text,
    },
    rules::{Fields, session::changes},
    store::{CharacterId, CharacterWrite},
};
use sha2::{Digest, Sha256};

/// The form's word in its custom_id.
pub const FORM: &str = "edit";
/// The prefix of the list id of the buttons that reopen it; the character's id follows.
pub const AGAIN: &str = "edit-";
/// The number of fields in a form. Docs, "Interactions: Modal": one to five components.
const PAGE_FIELDS: usize = 5;
/// The maximum length of a field, in characters.
const VALUE_MAX: usize = 1_000;
/// The field for the name, beside those of the sheet.
const NAME: &str = "name";

/// A character's name and fields, in the form's order.
fn shown(it: &SavedCharacter) -> Fields {
    std::iter::once((NAME.to_owned(), it.name.clone())).chain(it.fields.iter().cloned()).collect()
}

/// A sheet's hash in a custom_id: it shows whether the sheet is still the one that the form was made from.
fn mark(it: &SavedCharacter) -> u64 {
    let digest = Sha256::digest(format!("{}\n{}", it.name, it.stored).as_bytes());
    digest.iter().take(6).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

fn pages(it: &SavedCharacter) -> usize {
    shown(it).len().div_ceil(PAGE_FIELDS)
}

/// Opens the form: the page with this field, or the first page.
pub fn begin(
    app: &AppContext,
    context: &InteractionContext,
    it: &SavedCharacter,
    field: Option<&str>,
) -> Result<Answer, AppError> {
    let all = shown(it);
    let page = match field {
        None => 0,
        Some(typed) => {
            let names = all.iter().enumerate().map(|(index, it)| (it.0.clone(), index / PAGE_FIELDS));
            crate::rules::names::find(typed, names).or_say("field", typed).map_err(crate::rules::UserError::say)?
        }
    };
    app.drafts().begin_sheet(context.user_id, it.id, Editing { shown: all, typed: vec![] });
    Ok(form(it, page, &[]))
}

/// A page's form, with what was typed before in place of what's stored.
fn form(it: &SavedCharacter, page: usize, typed: &[(String, String)]) -> Answer {
    let input = |(name, value): &(String, String)| {
        let value = typed.iter().find(|known| known.0 == *name).map_or(value, |known| &known.1);
        let id = format!("f.{name}");
        let max = if name == NAME { text::NAME_MAX } else { VALUE_MAX };
        let meant = it.system().ok().and_then(|system| meaning(system, name)).unwrap_or_default();
        let label = if meant.is_empty() { name.clone() } else { format!("{name}: {meant}") };
        let input = match value.chars().count() {
            ..=60 => FormInput::line(id, label, max),
            _ => FormInput::page(id, label, max),
        };
        let input = input.hinting(&meant);
        // An empty field means the same as one that's left out of the sheet.
        if name == NAME { input.with(value) } else { input.with(value).optional() }
    };
    let all = shown(it);
    let page = page.min(pages(it).saturating_sub(1));
    let inputs: Vec<FormInput> = all.iter().skip(page * PAGE_FIELDS).take(PAGE_FIELDS).map(input).collect();
    let id = CustomId::Form { encounter: 0, seq: mark(it), form: format!("{FORM}.{}.{page}", it.id), combatant: None };
    let title = format!("{} ({} of {})", it.name, page + 1, pages(it));
    Answer::Form(forms::modal(&title, &id, &inputs))
}

/// Handles the submitted form.
pub async fn submitted<'a>(
    app: &AppContext,
    pressed: &Pressed,
    mut steps: impl Iterator<Item = &'a str>,
    marked: u64,
    texts: &[(String, String)],
) -> Result<Answer, AppError> {
    let mut number = || steps.next().and_then(|it| it.parse::<i64>().ok());
    let (Some(id), Some(page)) = (number(), number()) else { return Err(nothing_chosen()) };
    let it = own(app, &pressed.context, id).await?;
    let typed: Fields = texts
        .iter()
        .filter_map(|(id, value)| Some((id.strip_prefix("f.")?.to_owned(), text::one_line(value))))
        .collect();
    let user = pressed.context.user_id;
    let known = app.drafts().sheet(user, id).map(|it| it.shown);
    let Some(was) = known.or_else(|| (mark(&it) == marked).then(|| shown(&it))) else {
        app.drafts().keep_sheet(user, id, Editing { shown: shown(&it), typed: typed.clone() });
        let why = "The character changed after you opened this form, so nothing was saved. What you typed is still here: compare it with the current values and send it again.";
        return Ok(try_again(&it, page, why));
    };
    let before = |name: &str| was.iter().find(|it| it.0 == name).map_or("", |it| it.1.as_str());
    let wanted: Fields = typed.iter().filter(|it| before(&it.0) != it.1).cloned().collect();
    match written(app, &it, &wanted).await {
        Ok(now) => {
            app.drafts().keep_sheet(user, id, Editing { shown: shown(&now), typed: vec![] });
            Ok(done(&it, &now, page, join_button(app, user, id)))
        }
        Err(error @ AppError::Refused(_)) => {
            let why = error.sentence().unwrap_or_default();
            app.drafts().keep_sheet(user, id, Editing { shown: was, typed });
            Ok(try_again(&it, page, &why))
        }
        Err(other) => Err(other),
    }
}

pub(super) async fn own(
    app: &AppContext,
    context: &InteractionContext,
    id: CharacterId,
) -> Result<SavedCharacter, AppError> {
    let found = saved_characters::by_id(app, context.guild_id, id).await?;
    found
        .filter(|it| it.owner == context.user_id)
        .ok_or_else(|| AppError::say("You no longer have that character. /character list shows the ones you have."))
}

/// Applies the changed fields to the current sheet.
async fn written(app: &AppContext, it: &SavedCharacter, wanted: &Fields) -> Result<SavedCharacter, AppError> {
    let mut name = it.name.clone();
    let mut fields = it.fields.clone();
    for (field, value) in wanted {
        if field == NAME {
            name = text::name(value).map_err(|why| AppError::say(why.to_string()))?;
            continue;
        }
        fields.retain(|known| known.0 != *field);
        if !value.is_empty() {
            fields.push((field.clone(), value.clone()));
        }
    }
    let fields = judge(it.system()?)?.check_sheet(None, &fields)?;
    let now = SavedCharacter { name: name.clone(), stored: saved_characters::stored(&fields), fields, ..it.clone() };
    let (expected, sheet) = (it.stored.clone(), now.stored.clone());
    let write = CharacterWrite::Update { id: it.id, expected, name, sheet };
    let done = app.store().write_characters(vec![write], None, app.now_ms()).await;
    done.map_err(saved_characters::changed_meanwhile)?;
    Ok(now)
}

/// The result, the other pages, and the way into the fight that it was made for.
fn done(before: &SavedCharacter, now: &SavedCharacter, page: i64, joins: Option<Button>) -> Answer {
    let changes = changes(&shown(before), &shown(now));
    let mut lines = vec![match changes.len() {
        0 => format!("**{}** is unchanged.", text::escape(&now.name)),
        _ => format!("**{}** is saved.", text::escape(&now.name)),
    }];
    lines.extend(changes.iter().map(|it| text::escape(&it.words())));
    let others = (0..pages(now)).filter(|other| i64::try_from(*other) != Ok(page));
    let others = others.map(|other| again_button(now, other, &format!("Page {}", other + 1)));
    let buttons: Vec<Button> = joins.into_iter().chain(others).collect();
    Answer::Say(with_buttons(&lines.join("\n"), buttons).private())
}

fn again_button(it: &SavedCharacter, page: usize, label: &str) -> Button {
    let page = u32::try_from(page).unwrap_or(0);
    press(label, CustomId::Page { encounter: 0, list: format!("{AGAIN}{}", it.id), page })
}

fn with_buttons(content: &str, buttons: Vec<Button>) -> Message {
    let rows = buttons.chunks(ROW_BUTTONS_MAX).take(ROWS_MAX).map(|it| ActionRow::Buttons(it.to_vec())).collect();
    Message { rows, ..Message::text(content) }
}

fn try_again(it: &SavedCharacter, page: i64, why: &str) -> Answer {
    let page = usize::try_from(page).unwrap_or(0);
    Answer::Say(with_buttons(why, vec![again_button(it, page, "Back to the form")]).private())
}

/// Reopens the form with what was typed.
pub async fn again(app: &AppContext, pressed: &Pressed, list: &str, page: u32) -> Result<Answer, AppError> {
    let id = list.strip_prefix(AGAIN).and_then(|it| it.parse().ok()).ok_or_else(nothing_chosen)?;
    let it = own(app, &pressed.context, id).await?;
    let user = pressed.context.user_id;
    let mut editing = app.drafts().sheet(user, id).unwrap_or_default();
    let was = std::mem::replace(&mut editing.shown, shown(&it));
    // Whatever differs from what the form showed was meant as a change; the rest stays as it is now.
    let wanted: Fields = editing.typed.iter().filter(|typed| !was.contains(typed)).cloned().collect();
    editing.typed.clone_from(&wanted);
    app.drafts().keep_sheet(user, id, editing);
    Ok(form(&it, usize::try_from(page).unwrap_or(0), &wanted))
}
