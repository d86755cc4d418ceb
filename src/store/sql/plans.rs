//! How the database runs the statements that must stay quick however much is kept: by an index, and without reading or ordering a whole table.

use super::super::super::test_database::{DROP_TEST, EXPLAIN, WHOLE, test_connection};
use super::super::{Connection, Row};
use sqlx::{AssertSqlSafe, Executor as _, Row as _, query};

use super::{persons_fights, read, table_rows};
use crate::store::copied_tables::{META, TABLES};

/// The plan of a statement, with some value for each parameter.
async fn plan(db: &mut Connection, statement: &str) -> String {
    let [before, explain] = EXPLAIN;
    db.execute(before).await.expect("a setting");
    let statement = (1..=9).rev().fold(statement.to_owned(), |it, number| it.replace(&format!("${number}"), "'1'"));
    let lines = query(AssertSqlSafe(format!("{explain} {statement}"))).fetch_all(&mut *db).await;
    let line = |row: &Row| row.try_get::<String, _>(row.len() - 1).expect("a line of a plan");
    lines.expect("a plan").iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A copy reads no page by going through a whole table, or by ordering one: it would take a thousand times as long for a thousand pages.
#[tokio::test]
async fn a_copy_reads_its_pages_by_an_index() {
    let Some((mut db, _folder)) = test_connection().await else { return };
    for table in [&META].into_iter().chain(&TABLES) {
        for is_first in [true, false] {
            let plan = plan(&mut db, &table_rows::page(table, is_first)).await;
            let (whole, ordered) = (plan.contains(WHOLE[0]), plan.contains(WHOLE[1]));
            // The first page has to begin somewhere.
            assert!(!ordered && (is_first || !whole), "{}: {plan}", table.name);
        }
    }
    db.execute(DROP_TEST).await.expect("the test ends");
}

/// What /stats and /privacy ask is answered by the index of who is in which fight: neither the log nor anybody else's fights are read.
#[tokio::test]
async fn a_persons_fights_are_found_by_an_index() {
    let Some((mut db, _folder)) = test_connection().await else { return };
    for statement in [persons_fights::ALL, persons_fights::FINISHED] {
        let plan = plan(&mut db, statement).await;
        assert!(plan.contains("fight_people_by_person"), "{plan}");
        assert!(!plan.contains(WHOLE[0]) && !plan.contains(" log"), "{plan}");
    }
    let rows = plan(&mut db, read::ROWS_SINCE).await;
    assert!(!WHOLE.iter().any(|it| rows.contains(it)), "{rows}");
    db.execute(DROP_TEST).await.expect("the test ends");
}
