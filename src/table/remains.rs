//! What is left of a fight whose log cannot be read: a row that is spoilt, or one that a later build wrote. Everything before it reads as
//! ever; it and what follows are kept as they lie in the store.

use crate::{
    rules::{LoadError, Session, System},
    store::{Append, AppendError, EncounterId, Status, Store, StoreError},
};

/// What is left of one.
pub struct Remains {
    /// The fight up to the first row that cannot be read; `None` if not even its opening can.
    pub session: Option<Box<dyn Session>>,
    /// The opening as it lies in the store.
    pub opening: String,
    /// The first row that cannot be read and all after it, as they lie in the store.
    pub spoilt: Vec<String>,
    /// Why it cannot be read.
    pub why: String,
}

/// Reads as much of a fight as can be read.
///
/// # Errors
/// If the store fails.
pub async fn remains(store: &dyn Store, id: EncounterId) -> Result<Remains, StoreError> {
    let saved = store.load(id).await?;
    let rows: Vec<String> = saved.rows.into_iter().map(|it| it.body).collect();
    let mut readable = rows.len();
    let mut why = String::new();
    let system = System::named(&saved.header.system).map_err(|it| it.to_string());
    let session = loop {
        let trouble = match &system {
            Err(unknown) => {
                why.clone_from(unknown);
                break None;
            }
            Ok(system) => match system.load(&saved.opening, &rows[..readable]) {
                Ok(session) => break Some(session),
                Err(trouble) => trouble,
            },
        };
        why = trouble.to_string();
        readable = match trouble {
            LoadError::Row { seq, .. } if seq < readable => seq,
            // Rows are numbered from 1, so what stands in a missing one's place is at its index.
            LoadError::Gap(gap) if (gap.missing as usize) <= readable && gap.missing > 0 => gap.missing as usize - 1,
            _ => break None,
        };
    };
    let spoilt = if session.is_some() { rows[readable..].to_vec() } else { rows };
    Ok(Remains { session, opening: saved.opening, spoilt, why })
}

/// Closes a fight that cannot be read, so that its channel is free; nothing more is told of it.
///
/// # Errors
/// If the store fails.
pub async fn close(store: &dyn Store, id: EncounterId) -> Result<(), AppendError> {
    store.append(Append { status: Some(Status::Over), ..Append::new(id) }).await?;
    for row in store.due_of(id).await? {
        store.mark_dropped(row.id, "the fight could not be read and was closed").await?;
    }
    Ok(())
}
