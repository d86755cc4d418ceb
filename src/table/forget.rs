//! Forgetting a person: in a finished fight, the number that its chain has for them takes the place of their id, wherever the store names
//! them. The chain, and every file made of the fight before or after, stays the same.

use super::chains::{TITLE, has_numbers};
use super::people::{forgotten, forgotten_everywhere};
use crate::store::{
    EncounterId, ForgottenPerson, Header, OutgoingId, Snowflake, Status, Store, StoreError, encounter_scope,
};

/// What became of a fight in which somebody is to be forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForgetOutcome {
    /// They're forgotten there.
    Forgotten,
    /// It isn't over: whoever plays has to be known.
    GoesOn,
    /// Its chain has their id in it, or it doesn't know them.
    Kept,
}

/// Forgets a person in a fight.
///
/// # Errors
/// If the store fails.
pub async fn forget_in(store: &dyn Store, header: &Header, person: Snowflake) -> Result<ForgetOutcome, StoreError> {
    let id = header.id;
    let title = store.setting(header.application_id, &encounter_scope(id), TITLE).await?;
    let known = store.people(id).await?.into_iter().find(|it| it.person_id == person);
    let Some(number) = known.filter(|_| can_forget(title.as_deref())).map(|it| it.number) else {
        return Ok(ForgetOutcome::Kept);
    };
    if header.status != Status::Over {
        return Ok(ForgetOutcome::GoesOn);
    }
    let saved = store.load(id).await?;
    let mut rows = vec![];
    for row in &saved.rows {
        let actor = row.actor.replace(&person.to_string(), &number.to_string());
        let body = forgotten(&row.body, person, number);
        if body.is_some() || actor != row.actor {
            rows.push((row.seq, actor, body.unwrap_or_else(|| row.body.clone())));
        }
    }
    let forgotten = ForgottenPerson {
        encounter: id,
        person_id: person,
        number,
        head_seq: saved.header.head_seq,
        opening: forgotten(&saved.opening, person, number),
        rows,
        outbox: outbox(store, id, person, number).await?,
        settings: settings(store, header, person, number).await?,
        settlements: settlements(store, id, person, number).await?,
    };
    Ok(if store.forget(forgotten).await? { ForgetOutcome::Forgotten } else { ForgetOutcome::GoesOn })
}

/// Whether people can be forgotten in a fight with this title: its chains name them by their numbers. Older ones name them by their ids.
pub fn can_forget(title: Option<&str>) -> bool {
    title.and_then(|it| serde_json::from_str(it).ok()).is_some_and(|it| has_numbers(&it))
}

async fn outbox(
    store: &dyn Store,
    id: EncounterId,
    person: Snowflake,
    number: u64,
) -> Result<Vec<(OutgoingId, String)>, StoreError> {
    let all = store.outbox(id).await?;
    let changed = |payload: &str| forgotten_everywhere(payload, person, number);
    Ok(all.iter().filter_map(|it| Some((it.id, changed(&it.notice.payload)?))).collect())
}

async fn settings(
    store: &dyn Store,
    header: &Header,
    person: Snowflake,
    number: u64,
) -> Result<Vec<(String, String)>, StoreError> {
    let all = store.settings(header.application_id, &encounter_scope(header.id)).await?;
    let changed = |value: &str| forgotten_everywhere(value, person, number);
    Ok(all.into_iter().filter_map(|(key, value)| Some((key, changed(&value)?))).collect())
}

async fn settlements(
    store: &dyn Store,
    id: EncounterId,
    person: Snowflake,
    number: u64,
) -> Result<Vec<(i64, Snowflake, String)>, StoreError> {
    let mut changed = vec![];
    for it in store.settlements(id).await? {
        let outcome = forgotten_everywhere(&it.outcome, person, number);
        let decided_by = if it.decided_by == person { number } else { it.decided_by };
        if outcome.is_some() || decided_by != it.decided_by {
            changed.push((it.head_seq, decided_by, outcome.unwrap_or(it.outcome)));
        }
    }
    Ok(changed)
}
