//! Characters that people keep: a name and the fields of a sheet, per server, owner and system. A sheet is checked by its system
//! before it is kept, so what is kept can always join.

use crate::{
    discord::{house::House, text, trouble::Trouble, visit::Visit},
    rules::System,
    store::{Character, CharacterKey},
};
use serde::{Deserialize, Serialize};

/// So many characters may one person keep in one server.
const CHARACTERS_MAX: usize = 50;

/// A kept character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// Its name.
    pub name: String,
    /// Its system.
    pub system: String,
    /// Every field of its sheet.
    pub fields: Vec<(String, String)>,
}

/// The sheet as it is stored.
#[derive(Serialize, Deserialize)]
struct Sheet {
    fields: Vec<(String, String)>,
}

fn key(house: &House, visit: &Visit, system: &str) -> CharacterKey {
    CharacterKey {
        application_id: house.application_id,
        guild_id: visit.guild_id.unwrap_or(0),
        owner_id: visit.user_id,
        system: system.to_owned(),
    }
}

fn read(it: Character) -> Result<Saved, Trouble> {
    let sheet: Sheet = serde_json::from_str(&it.sheet).map_err(|why| Trouble::Ours(why.to_string()))?;
    Ok(Saved { name: it.name, system: it.key.system, fields: sheet.fields })
}

/// The visitor's character of this name.
///
/// # Errors
/// If the store fails.
pub async fn find(house: &House, visit: &Visit, system: &str, name: &str) -> Result<Option<Saved>, Trouble> {
    if name.is_empty() {
        return Ok(None);
    }
    house.store.find_character(&key(house, visit, system), name).await?.map(read).transpose()
}

/// All of the visitor's characters.
///
/// # Errors
/// If the store fails.
pub async fn all(house: &House, visit: &Visit) -> Result<Vec<Saved>, Trouble> {
    let guild = visit.guild_id.unwrap_or(0);
    let all = house.store.characters(house.application_id, guild, Some(visit.user_id)).await?;
    all.into_iter().map(read).collect()
}

/// Keeps a new character, after its system has found its sheet good.
///
/// # Errors
/// Every problem of the sheet at once; or that the name is taken, or the store fails.
pub async fn keep(
    house: &House,
    visit: &Visit,
    system: System,
    name: &str,
    template: Option<&str>,
    fields: &[(String, String)],
) -> Result<Saved, Trouble> {
    let name = text::name(name).map_err(|it| Trouble::say(it.to_string()))?;
    if all(house, visit).await?.len() >= CHARACTERS_MAX {
        return Err(Trouble::say(format!(
            "You keep {CHARACTERS_MAX} characters here already; /character delete makes room."
        )));
    }
    let fields = judge(system)?.check_sheet(template, fields)?;
    let sheet = serde_json::to_string(&Sheet { fields: fields.clone() }).map_err(|it| Trouble::Ours(it.to_string()))?;
    house.store.create_character(key(house, visit, system.name()), &name, &sheet, house.now_ms()).await?;
    Ok(Saved { name, system: system.name().to_owned(), fields })
}

/// Deletes a character. Whether there was one.
///
/// # Errors
/// If the store fails.
pub async fn delete(house: &House, visit: &Visit, name: &str) -> Result<bool, Trouble> {
    for system in System::ALL {
        if let Some(it) = house.store.find_character(&key(house, visit, system.name()), name).await? {
            return Ok(house.store.delete_character(it.id).await?);
        }
    }
    Ok(false)
}

/// A fight of the system in which nothing happens, to ask about its sheets and rules.
///
/// # Errors
/// If the system cannot be opened at all.
pub fn judge(system: System) -> Result<Box<dyn crate::rules::Session>, Trouble> {
    system.open(&[]).map_err(|problems| {
        let list: Vec<String> = problems.into_iter().map(|(field, why)| format!("{field}: {why}")).collect();
        Trouble::say(list.join("\n"))
    })
}
