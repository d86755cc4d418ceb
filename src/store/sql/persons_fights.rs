//! The fights of a person: by the index of who has a number in them, so that nobody's question reads the log, or other people's fights.

use super::super::{Pool, Row};
use sqlx::{Row as _, query};

use super::convert::{bits, world};
use super::read::{header, header_columns};
use crate::store::error::StoreError;
use crate::store::ids::*;
use crate::store::persons_fight::PersonsFight;
use crate::store::records::Header;

/// All of them.
pub(super) const ALL: &str = concat!(
    "SELECT ",
    header_columns!(),
    ", number, settings.value
     FROM fight_people
     JOIN encounters ON encounters.id = fight_people.encounter_id
     LEFT JOIN settings ON settings.application_id = encounters.application_id
                       AND settings.scope = 'encounter:' || encounters.id AND settings.key = $3
     WHERE person_id = $2 AND encounters.application_id = $1 ORDER BY fight_people.encounter_id DESC"
);
/// The newest that are over.
pub(super) const FINISHED: &str = concat!(
    "SELECT ",
    header_columns!(),
    " FROM fight_people
     JOIN encounters ON encounters.id = fight_people.encounter_id
     WHERE person_id = $2 AND encounters.application_id = $1 AND status = 'over' AND created_at_ms >= $3
     ORDER BY fight_people.encounter_id DESC LIMIT $4"
);

pub(super) async fn all(
    db: &Pool,
    (application, person): (Snowflake, Snowflake),
    key: &str,
) -> Result<Vec<PersonsFight>, StoreError> {
    let read = |row: &Row| {
        Ok(PersonsFight {
            header: header(row)?,
            number: row.try_get::<i64, _>("number").map_err(world)?.cast_unsigned(),
            value: row.try_get("value").map_err(world)?,
        })
    };
    let asked = query(ALL).bind(bits(application)).bind(bits(person)).bind(key);
    asked.fetch_all(db).await.map_err(world)?.iter().map(read).collect()
}

pub(super) async fn finished(
    db: &Pool,
    (application, person): (Snowflake, Snowflake),
    since_ms: i64,
    most: u32,
) -> Result<Vec<Header>, StoreError> {
    let asked = query(FINISHED).bind(bits(application)).bind(bits(person)).bind(since_ms).bind(i64::from(most));
    asked.fetch_all(db).await.map_err(world)?.iter().map(header).collect()
}
