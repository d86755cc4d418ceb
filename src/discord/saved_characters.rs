//! Saved characters: a name and a sheet's fields, by server, owner and system. The system checks a sheet before it's saved, so a saved
//! character can always join.

use super::{
    app_context::AppContext, app_error::AppError, character_file::ParsedCharacter,
    interaction_context::InteractionContext, publisher_context::PublisherContext, system_choice::judge, text,
};
use crate::{
    rules::{Fields, Session, System, names},
    store::{Character, CharacterId, CharacterKey, CharacterWrite, Snowflake, StoreError},
};
use serde::{Deserialize, Serialize};

/// At most this many saved characters per person and server.
pub const CHARACTERS_MAX: usize = 50;

/// A saved character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedCharacter {
    /// Its id in the store.
    pub id: CharacterId,
    /// Its owner.
    pub owner: Snowflake,
    /// Its name.
    pub name: String,
    /// Its system, as stored.
    pub system: String,
    /// Every field of its sheet.
    pub fields: Fields,
    /// The sheet as the store has it; it's only changed if it's still the same.
    pub stored: String,
}

impl SavedCharacter {
    /// Its system.
    ///
    /// # Errors
    /// If this build doesn't know it.
    pub fn system(&self) -> Result<System, AppError> {
        Ok(System::named(&self.system)?)
    }

    /// The change to this sheet, if the stored one is still the one that was read.
    pub fn with(&self, fields: &Fields) -> CharacterWrite {
        let sheet = stored(fields);
        CharacterWrite::Update { id: self.id, expected: self.stored.clone(), name: self.name.clone(), sheet }
    }
}

/// The sheet as it is stored.
#[derive(Serialize, Deserialize)]
struct Sheet {
    fields: Fields,
}

/// A sheet in the store's form.
pub fn stored(fields: &Fields) -> String {
    serde_json::to_string(&Sheet { fields: fields.clone() }).expect("texts are JSON")
}

/// The key of the user's characters of one system.
pub fn key(app: &AppContext, context: &InteractionContext, system: &str) -> CharacterKey {
    CharacterKey {
        application_id: app.application_id(),
        guild_id: context.guild_id.unwrap_or(0),
        owner_id: context.user_id,
        system: system.to_owned(),
    }
}

fn read(it: Character) -> Result<SavedCharacter, AppError> {
    let sheet: Sheet = serde_json::from_str(&it.sheet).map_err(|why| AppError::Internal(why.to_string()))?;
    let (owner, system) = (it.key.owner_id, it.key.system);
    Ok(SavedCharacter { id: it.id, owner, name: it.name, system, fields: sheet.fields, stored: it.sheet })
}

/// The user's character of this name.
///
/// # Errors
/// If the store fails.
pub async fn find(
    app: &AppContext,
    context: &InteractionContext,
    system: &str,
    name: &str,
) -> Result<Option<SavedCharacter>, AppError> {
    if name.is_empty() {
        return Ok(None);
    }
    app.store().find_character(&key(app, context, system), name).await?.map(read).transpose()
}

/// The user's character of this name in any system; any unambiguous prefix is enough.
///
/// # Errors
/// If there's none, with the names that come close; or if the store fails.
pub async fn own(app: &AppContext, context: &InteractionContext, name: &str) -> Result<SavedCharacter, AppError> {
    let all = all(app, context).await?;
    if all.is_empty() {
        return Err(AppError::say(format!(
            "You have no character called \u{201c}{name}\u{201d}, and no others here yet. Create one with /character create."
        )));
    }
    Ok(names::find(name, all.into_iter().map(|it| (it.name.clone(), it)))
        .or_say("character of yours", name)
        .map_err(crate::rules::UserError::say)?)
}

/// The character with this id, if it's saved on the user's server.
///
/// # Errors
/// If the store fails.
pub async fn by_id(
    context: &PublisherContext,
    guild: Option<Snowflake>,
    id: CharacterId,
) -> Result<Option<SavedCharacter>, AppError> {
    let found = context.store().character(id).await?;
    let here =
        |it: &Character| it.key.application_id == context.application_id() && it.key.guild_id == guild.unwrap_or(0);
    found.filter(here).map(read).transpose()
}

/// All of the user's characters.
///
/// # Errors
/// If the store fails.
pub async fn all(app: &AppContext, context: &InteractionContext) -> Result<Vec<SavedCharacter>, AppError> {
    of(app, context, Some(context.user_id)).await
}

/// Everyone's characters on the user's server.
///
/// # Errors
/// If the store fails.
pub async fn everybodys(app: &AppContext, context: &InteractionContext) -> Result<Vec<SavedCharacter>, AppError> {
    of(app, context, None).await
}

async fn of(
    app: &AppContext,
    context: &InteractionContext,
    owner: Option<Snowflake>,
) -> Result<Vec<SavedCharacter>, AppError> {
    let guild = context.guild_id.unwrap_or(0);
    let all = app.store().characters(app.application_id(), guild, owner).await?;
    all.into_iter().map(read).collect()
}

/// Saves a new character, once its system has accepted the sheet.
///
/// # Errors
/// Every problem with the sheet at once; or that the name is taken, or the store fails.
pub async fn keep(
    app: &AppContext,
    context: &InteractionContext,
    system: System,
    name: &str,
    template: Option<&str>,
    fields: &[(String, String)],
) -> Result<SavedCharacter, AppError> {
    let name = text::name(name).map_err(|it| AppError::say(it.to_string()))?;
    let there = all(app, context).await?;
    room_for(there.len(), 1)?;
    // A name with a space, a hyphen or other capitals is the same name, which the store doesn't know.
    let is_taken = |it: &&SavedCharacter| it.system == system.name() && names::key(&it.name) == names::key(&name);
    if let Some(taken) = there.iter().find(is_taken) {
        return Err(AppError::say(format!(
            "You already have a character called {}. Choose another name, or change that one with /character edit.",
            text::escape(&taken.name)
        )));
    }
    let fields = judge(system)?.check_sheet(template, fields)?;
    let stored = stored(&fields);
    let id = app.store().create_character(key(app, context, system.name()), &name, &stored, app.now_ms()).await?;
    Ok(SavedCharacter { id, owner: context.user_id, name, system: system.name().to_owned(), fields, stored })
}

/// Saves the characters of a file, all or none. Characters whose names are taken are changed if requested.
///
/// # Errors
/// Every name that's taken; that there are too many; or that the store fails.
pub async fn keep_all(
    app: &AppContext,
    context: &InteractionContext,
    drawn: &[ParsedCharacter],
    replace: bool,
) -> Result<Vec<String>, AppError> {
    let own = all(app, context).await?;
    let same = |it: &SavedCharacter, one: &ParsedCharacter| {
        it.system == one.system.name() && it.name.to_lowercase() == one.name.to_lowercase()
    };
    let (mut writes, mut told, mut taken) = (vec![], vec![], vec![]);
    for (index, one) in drawn.iter().enumerate() {
        let name = text::escape(&one.name);
        match own.iter().find(|it| same(it, one)) {
            Some(known) if replace => {
                let changes = crate::rules::session::changes(&known.fields, &one.fields).len();
                told.push(match changes {
                    0 => format!("**{name}** is unchanged."),
                    1 => format!("**{name}**: 1 field changed."),
                    _ => format!("**{name}**: {changes} fields changed."),
                });
                writes.push(CharacterWrite::Update {
                    id: known.id,
                    expected: known.stored.clone(),
                    name: one.name.clone(),
                    sheet: stored(&one.fields),
                });
            }
            Some(known) => taken.push(format!(
                "character[{}].name: You already have a {} for {}.",
                index + 1,
                known.name,
                known.system
            )),
            None => {
                told.push(format!("**{name}** ({}) is saved.", one.system.name()));
                writes.push(CharacterWrite::Create {
                    key: key(app, context, one.system.name()),
                    name: one.name.clone(),
                    sheet: stored(&one.fields),
                });
            }
        }
    }
    if !taken.is_empty() {
        taken.push("Nothing was saved. /character import with replace:True overwrites them with the file.".to_owned());
        return Err(AppError::say(taken.join("\n")));
    }
    let new = writes.iter().filter(|it| matches!(it, CharacterWrite::Create { .. })).count();
    room_for(own.len(), new)?;
    app.store().write_characters(writes, None, app.now_ms()).await?;
    Ok(told)
}

fn room_for(kept: usize, new: usize) -> Result<(), AppError> {
    match kept + new > CHARACTERS_MAX {
        true => Err(AppError::say(format!(
            "You have {kept} characters here; the maximum is {CHARACTERS_MAX}. /character delete makes room."
        ))),
        false => Ok(()),
    }
}

/// The reply to a change that came too late.
pub fn changed_meanwhile(error: StoreError) -> AppError {
    match error {
        StoreError::CharacterChanged(_) => {
            AppError::say("The character changed in the meantime, so nothing was saved. Please look again.")
        }
        StoreError::NoSuchCharacter(_) => AppError::say("That character has been deleted."),
        other => other.into(),
    }
}

/// Deletes a character. Returns whether it existed.
///
/// # Errors
/// If the store fails.
pub async fn delete(app: &AppContext, context: &InteractionContext, name: &str) -> Result<bool, AppError> {
    for system in System::ALL {
        if let Some(it) = app.store().find_character(&key(app, context, system.name()), name).await? {
            return Ok(app.store().delete_character(it.id).await?);
        }
    }
    Ok(false)
}

/// The refusal for a name that none of the user's characters has.
pub fn unknown(name: &str) -> AppError {
    AppError::say(format!(
        "You have no character called \u{201c}{name}\u{201d}. /character list shows the ones you have."
    ))
}

/// A sheet as shown to its owner.
pub fn in_words(it: &SavedCharacter, first: &str) -> String {
    let mut lines = vec![format!("{first} **{}** ({})", text::escape(&it.name), it.system).trim().to_owned()];
    lines.extend(it.fields.iter().map(|(name, value)| format!("{}: {}", text::escape(name), text::escape(value))));
    lines.join("\n")
}

/// The kinds of rest in these characters' systems, each once, with its description.
pub fn kinds_of_rest(of: &[SavedCharacter]) -> Vec<(&'static str, &'static str)> {
    let played = |system: &System| of.iter().any(|it| it.system == system.name());
    let judges = System::ALL.into_iter().filter(played).filter_map(|it| judge(it).ok());
    let mut all: Vec<(&str, &str)> = vec![];
    for rest in judges.flat_map(|it: Box<dyn Session>| it.rests()) {
        if !all.iter().any(|known| known.0 == rest.name) {
            all.push((rest.name, rest.sentence));
        }
    }
    all
}
