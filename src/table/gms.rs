//! A fight's GMs, as its settings keep them.

use super::{chains::GmsSince, setting_keys::GMS};
use crate::{
    engine::Seat,
    store::{Header, Store, StoreError, encounter_scope},
};
use serde::{Deserialize, Serialize};

/// The GMs of a fight that isn't live.
///
/// # Errors
/// If the store fails.
pub async fn gms_of(store: &dyn Store, header: &Header) -> Result<Vec<Seat>, StoreError> {
    let kept = store.setting(header.application_id, &encounter_scope(header.id), GMS).await?;
    Ok(gms_read(kept.as_deref()))
}

/// A fight's GMs as the setting stores them.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Gms {
    /// Who they are: from the beginning or, if the log's chain doesn't record GMs, now.
    Now(Vec<u64>),
    /// Everyone who has become GM since, each time with the row it followed.
    Since(Vec<GmsSince>),
}

fn gms_kept(kept: Option<&str>) -> Gms {
    kept.and_then(|it| serde_json::from_str(it).ok()).unwrap_or(Gms::Now(vec![]))
}

pub(super) fn gms_read(kept: Option<&str>) -> Vec<Seat> {
    let ids = match gms_kept(kept) {
        Gms::Now(ids) => ids,
        Gms::Since(mut all) => all.pop().map(|it| it.1).unwrap_or_default(),
    };
    ids.into_iter().map(Seat).collect()
}

/// Who has become a fight's GM since it was opened, and after which rows, according to its settings.
pub fn gms_since(kept: Option<&str>) -> Vec<GmsSince> {
    match gms_kept(kept) {
        Gms::Now(_) => vec![],
        Gms::Since(all) => all,
    }
}

/// The GMs as the setting stores them when the fight is opened: a list of ids.
pub(super) fn gms_text(gms: &[Seat]) -> String {
    serde_json::to_string(&Gms::Now(gms.iter().map(|it| it.0).collect())).expect("numbers are JSON")
}

/// The setting after these became GMs, each with the row it followed.
pub(super) fn gms_now_and(kept: Option<&str>, new: GmsSince) -> String {
    let mut since = gms_since(kept);
    since.push(new);
    serde_json::to_string(&Gms::Since(since)).expect("numbers are JSON")
}
