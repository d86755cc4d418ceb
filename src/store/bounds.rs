//! Length limits for texts, and consistency checks for batches. Both stores check here, before they write anything.

use std::collections::HashSet;

use super::error::StoreError;
use super::people::{CharacterWrite, NewParty, Preparation, Settlement};
use super::pictures::{Background, StoredPicture};
use super::privacy::ForgottenPerson;
use super::private_menus::MenuChange;
use super::records::{Append, CharacterKey, NewEncounter, Notice, ShownMessage, StoredRow};
use super::seed::CommittedSeed;

/// The maximum length of a fight's or character's name, in characters.
pub const MAX_NAME_CHARS: usize = 100;
/// The maximum length of one of our own words (system, kind, slot, actor, scope, key), in characters.
pub const MAX_WORD_CHARS: usize = 200;
/// The maximum length of a nonce, in characters. <https://docs.discord.com/developers/resources/message#create-message>
pub const MAX_NONCE_CHARS: usize = 25;
/// The maximum size of a JSON text (opening, body, payload, sheet, setting), in bytes.
pub const MAX_BODY_BYTES: usize = 1 << 20;
/// The maximum size of a picture, in bytes.
pub const MAX_PICTURE_BYTES: usize = 1 << 20;
/// The maximum number of rows, and of messages, in one batch.
pub const MAX_BATCH_ROWS: usize = 256;
/// How much is kept of the reason for a failed or dropped message, in characters. Longer ones are cut: they come from Discord, not from us.
const MAX_NOTE_CHARS: usize = 500;

/// Whether a text has a character that PostgreSQL can't keep. So nothing that's kept has it.
pub(super) fn has_nul(text: &str) -> bool {
    text.contains('\0')
}

/// Refuses a text that's empty, has too many characters, or one that can't be kept.
fn chars(what: &'static str, text: &str, limit: usize) -> Result<(), StoreError> {
    let length = text.chars().take(limit + 1).count();
    if length == 0 || length > limit {
        let length = text.chars().count();
        return Err(StoreError::Length { what, unit: "characters", length, limit });
    }
    if has_nul(text) { Err(StoreError::Nul { what }) } else { Ok(()) }
}

pub(super) fn name(text: &str) -> Result<(), StoreError> {
    chars("a name", text, MAX_NAME_CHARS)
}

pub(super) fn word(what: &'static str, text: &str) -> Result<(), StoreError> {
    chars(what, text, MAX_WORD_CHARS)
}

pub(super) fn json(what: &'static str, text: &str) -> Result<(), StoreError> {
    if text.is_empty() || text.len() > MAX_BODY_BYTES {
        return Err(StoreError::Length { what, unit: "bytes", length: text.len(), limit: MAX_BODY_BYTES });
    }
    if has_nul(text) { Err(StoreError::Nul { what }) } else { Ok(()) }
}

/// A character's name in the form used for comparison: ignoring case by Unicode's rules.
pub(super) fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// The part of a reason that's kept, without the character that can't be.
pub(super) fn note(why: &str) -> String {
    why.chars().filter(|it| *it != '\0').take(MAX_NOTE_CHARS).collect()
}

fn seed(seed: &CommittedSeed) -> Result<(), StoreError> {
    if is_hash(&seed.commitment) { Ok(()) } else { Err(StoreError::Malformed("a commitment is 64 hex digits")) }
}

/// Whether a text is a SHA-256 in hex.
fn is_hash(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

pub(super) fn picture(it: &StoredPicture) -> Result<(), StoreError> {
    let (length, limit) = (it.bytes.len(), MAX_PICTURE_BYTES);
    match length {
        0 => Err(StoreError::Length { what: "a picture", unit: "bytes", length, limit }),
        _ if length > limit => Err(StoreError::Length { what: "a picture", unit: "bytes", length, limit }),
        _ if !is_hash(&it.hash) => Err(StoreError::Malformed("a picture's hash is 64 hex digits")),
        _ => Ok(()),
    }
}

pub(super) fn background(it: &Background, new: Option<&StoredPicture>) -> Result<(), StoreError> {
    if it.wide_px == 0 || it.high_px == 0 || it.square_hundredths == 0 {
        return Err(StoreError::Malformed("a background has a size, and its squares have one"));
    }
    match new {
        Some(new) if new.hash != it.picture => Err(StoreError::Malformed("the picture isn't the background's")),
        new => new.map_or(Ok(()), picture),
    }
}

pub(super) fn encounter(new: &NewEncounter) -> Result<(), StoreError> {
    word("a system", &new.system)?;
    name(&new.name)?;
    seed(&new.seed)?;
    rows(&new.rows)?;
    if new.rows.first().is_some_and(|row| row.seq != 1) {
        return Err(StoreError::Malformed("the rows of a new fight begin at 1"));
    }
    new.settings.iter().try_for_each(|(key, value)| setting("encounter", key, value))?;
    json("an opening", &new.opening)
}

pub(super) fn character(key: &CharacterKey, called: &str, sheet: &str) -> Result<(), StoreError> {
    word("a system", &key.system)?;
    name(called)?;
    json("a sheet", sheet)
}

pub(super) fn writes(writes: &[CharacterWrite], settles: Option<&Settlement>) -> Result<(), StoreError> {
    few("the characters of a batch", writes.len())?;
    for write in writes {
        match write {
            CharacterWrite::Create { key, name, sheet } => character(key, name, sheet)?,
            CharacterWrite::Update { name: called, sheet, .. } => {
                name(called)?;
                json("a sheet", sheet)?;
            }
        }
    }
    settles.map_or(Ok(()), |it| json("an outcome", &it.outcome))
}

pub(super) fn party(new: &NewParty) -> Result<(), StoreError> {
    word("a system", &new.system)?;
    name(&new.name)
}

pub(super) fn preparation(it: &Preparation, new: Option<&StoredPicture>) -> Result<(), StoreError> {
    word("a system", &it.system)?;
    name(&it.name)?;
    match &it.background {
        Some(it) => background(it, new)?,
        None if new.is_some() => return Err(StoreError::Malformed("a new picture is a background's")),
        None => {}
    }
    json("an opening", &it.opening)
}

pub(super) fn shown(shown: &ShownMessage) -> Result<(), StoreError> {
    word("a slot", &shown.slot)
}

pub(super) fn setting(scope: &str, key: &str, value: &str) -> Result<(), StoreError> {
    word("a scope", scope)?;
    word("a key", key)?;
    json("a setting", value)
}

pub(super) fn menus(changes: &[MenuChange]) -> Result<(), StoreError> {
    changes.iter().try_for_each(|it| match it {
        MenuChange::Open(menu) => json("a menu", &menu.body),
        MenuChange::Closed(..) => Ok(()),
    })
}

pub(super) fn append(batch: &Append) -> Result<(), StoreError> {
    few("the messages of a batch", batch.outbox.len())?;
    rows(&batch.rows)?;
    batch.outbox.iter().try_for_each(notice)?;
    batch.reseed.iter().try_for_each(seed)
}

pub(super) fn forgotten(it: &ForgottenPerson) -> Result<(), StoreError> {
    it.opening.iter().try_for_each(|body| json("an opening", body))?;
    for (_, actor, body) in &it.rows {
        word("an actor", actor)?;
        json("a body", body)?;
    }
    it.outbox.iter().try_for_each(|(_, payload)| json("a payload", payload))?;
    it.settings.iter().try_for_each(|(key, value)| setting("encounter", key, value))?;
    it.settlements.iter().try_for_each(|(_, _, outcome)| json("an outcome", outcome))
}

fn few(what: &'static str, length: usize) -> Result<(), StoreError> {
    match length > MAX_BATCH_ROWS {
        true => Err(StoreError::Length { what, unit: "rows", length, limit: MAX_BATCH_ROWS }),
        false => Ok(()),
    }
}

fn rows(rows: &[StoredRow]) -> Result<(), StoreError> {
    few("the rows of a batch", rows.len())?;
    rows.iter().try_for_each(row)?;
    if rows.first().is_some_and(|row| row.seq < 1) {
        return Err(StoreError::Malformed("rows count from 1"));
    }
    if rows.windows(2).any(|pair| pair[1].seq != pair[0].seq + 1) {
        return Err(StoreError::Malformed("its rows are not consecutive"));
    }
    let mut interactions = HashSet::new();
    if !rows.iter().filter_map(|row| row.interaction_id).all(|id| interactions.insert(id)) {
        return Err(StoreError::Malformed("two of its rows name the same interaction"));
    }
    Ok(())
}

fn row(row: &StoredRow) -> Result<(), StoreError> {
    word("an actor", &row.actor)?;
    json("a body", &row.body)
}

fn notice(notice: &Notice) -> Result<(), StoreError> {
    word("a kind", &notice.kind)?;
    word("a slot", &notice.slot)?;
    chars("a nonce", &notice.nonce, MAX_NONCE_CHARS)?;
    json("a payload", &notice.payload)
}
