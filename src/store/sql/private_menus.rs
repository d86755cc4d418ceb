//! Private menus in the database: a change inside a savepoint of the writer's (see `write`), and a query over a read-only connection.

use super::super::{Connection, Pool, Row};
use sqlx::{Row as _, query};

use super::convert::{bits, world};
use super::statements::{Tried, count};
use crate::store::error::StoreError;
use crate::store::ids::*;
use crate::store::private_menus::{MenuChange, PrivateMenu};

pub(super) async fn of(db: &Pool, encounter: EncounterId) -> Result<Vec<PrivateMenu>, StoreError> {
    let rows = "SELECT user_id, expires_at_ms, body FROM private_menus WHERE encounter_id = $1 ORDER BY user_id";
    let read = |row: &Row| {
        Ok(PrivateMenu {
            encounter,
            user_id: row.try_get::<i64, _>("user_id").map_err(world)?.cast_unsigned(),
            expires_at_ms: row.try_get("expires_at_ms").map_err(world)?,
            body: row.try_get("body").map_err(world)?,
        })
    };
    query(rows).bind(encounter).fetch_all(db).await.map_err(world)?.iter().map(read).collect()
}

/// Notes what has become of menus, and deletes what has expired. Returns how many rows it changed.
pub(super) async fn keep(db: &mut Connection, changes: &[MenuChange], now_ms: i64) -> Tried<i64, StoreError> {
    let mut changed = 0;
    for change in changes {
        changed += match change {
            MenuChange::Open(menu) => open(db, menu).await?,
            MenuChange::Closed(encounter, user) => {
                let delete = query("DELETE FROM private_menus WHERE encounter_id = $1 AND user_id = $2");
                delete.bind(encounter).bind(bits(*user)).execute(&mut *db).await?.rows_affected()
            }
        };
    }
    let expired = query("DELETE FROM private_menus WHERE expires_at_ms <= $1").bind(now_ms);
    changed += expired.execute(db).await?.rows_affected();
    Ok(Ok(count(changed)))
}

async fn open(db: &mut Connection, menu: &PrivateMenu) -> Result<u64, sqlx::Error> {
    // Its fight may be gone by now, with its server; or another process has taken it over, and its user has opened a newer menu there.
    let insert = "INSERT INTO private_menus (encounter_id, user_id, expires_at_ms, body)
                  SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), CAST($4 AS TEXT) FROM encounters WHERE id = $1
                  ON CONFLICT (encounter_id, user_id)
                  DO UPDATE SET expires_at_ms = excluded.expires_at_ms, body = excluded.body
                  WHERE excluded.expires_at_ms >= private_menus.expires_at_ms";
    let insert = query(insert).bind(menu.encounter).bind(bits(menu.user_id)).bind(menu.expires_at_ms).bind(&menu.body);
    Ok(insert.execute(db).await?.rows_affected())
}
