//! What's left of a fight whose log can't be read: because of a corrupt row, or one written by a later build. Everything before that row
//! reads as usual; the row and what follows are kept as stored.

use crate::{
    rules::{LoadError, Session, System},
    store::{Append, AppendError, EncounterId, Status, Store, StoreError},
};

/// The readable part of a fight and the rest.
pub struct Remains {
    /// The fight up to the first unreadable row; `None` if even its opening can't be read.
    pub session: Option<Box<dyn Session>>,
    /// The opening as stored.
    pub opening: String,
    /// The first unreadable row and all later ones, as stored.
    pub spoilt: Vec<String>,
    /// Why it can't be read; empty if it can.
    pub why: String,
}

impl Remains {
    /// Whether nothing is wrong with it after all.
    pub fn is_whole(&self) -> bool {
        self.session.is_some() && self.spoilt.is_empty()
    }
}

/// Reads as much of a fight as possible.
///
/// # Errors
/// If the store fails.
pub async fn remains(store: &dyn Store, id: EncounterId) -> Result<Remains, StoreError> {
    let saved = store.load(id).await?;
    let rows: Vec<String> = saved.rows.into_iter().map(|it| it.body).collect();
    let mut readable = rows.len();
    let mut why: Option<String> = None;
    let system = System::named(&saved.header.system).map_err(|it| it.to_string());
    let session = match &system {
        Err(unknown) => {
            why = Some(unknown.clone());
            None
        }
        Ok(system) => loop {
            let error = match system.load(&saved.opening, &rows[..readable]) {
                Ok(session) => break Some(session),
                Err(error) => error,
            };
            // The first error is the one that makes the fight unreadable; later ones come up while salvaging the rest.
            why.get_or_insert_with(|| error.to_string());
            let before = match error {
                LoadError::Row { row, .. } | LoadError::Missing { row, .. } => row.checked_sub(1),
                // Rows are numbered from 1, so whatever is in a missing row's place is at its index.
                LoadError::Gap(gap) => (gap.missing as usize).checked_sub(1),
                LoadError::Impossible => followable(*system, &saved.opening, &rows[..readable]),
                LoadError::Opening(_) => None,
            };
            match before.filter(|it| *it < readable) {
                Some(before) => readable = before,
                None => break None,
            }
        },
    };
    let why = why.unwrap_or_default();
    let spoilt = if session.is_some() { rows[readable..].to_vec() } else { rows };
    Ok(Remains { session, opening: saved.opening, spoilt, why })
}

/// The number of rows that can be applied, if one can't; 0 if even the opening can't be read. No row after a bad one can be applied either,
/// so bisection finds it.
fn followable(system: System, opening: &str, rows: &[String]) -> Option<usize> {
    let can = |count: usize| system.load(opening, &rows[..count]).is_ok();
    let (mut can_be, mut cannot_be) = (0, rows.len());
    while cannot_be - can_be > 1 {
        let middle = usize::midpoint(can_be, cannot_be);
        if can(middle) {
            can_be = middle;
        } else {
            cannot_be = middle;
        }
    }
    can(can_be).then_some(can_be)
}

/// Closes a fight that can't be read, so that its channel is free; tells nothing more about it.
///
/// # Errors
/// If the store fails.
pub async fn close(store: &dyn Store, id: EncounterId) -> Result<(), AppendError> {
    store.append(Append { status: Some(Status::Over), ..Append::new(id) }).await?;
    for row in store.due_of(id).await? {
        store.mark_dropped(row.id, "the fight couldn\u{2019}t be read and was closed").await?;
    }
    Ok(())
}
