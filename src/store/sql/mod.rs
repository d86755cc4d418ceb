//! What the stores in SQLite and in PostgreSQL have in common: every statement, and the tasks that write.
//!
//! sqlx's queries have the type of their database, and making them generic would take a bound for each type that each of them binds. So each
//! store compiles these files for itself, below its own `dialect`: the types of its connections, how its transactions begin, how
//! its writer connects. The statements are in the SQL that both understand: parameters are `$1`, ids come back by `RETURNING`, a conflict
//! names its columns.
//!
//! Both have one writer at a time in the whole database, whoever runs it, for what isn't of one fight: [`lanes`] says what follows from it. In
//! SQLite the file's lock sees to that, for everything; in PostgreSQL a table's (see `postgres`).
//!
//! Reading order: `store` (what's offered), `lanes` (who writes what), `writer` (the grouping), `write` (each change), `read` (each query), `persons_fights` (those
//! about somebody's fights), `people`, `pictures`, `privacy` and `private_menus` (both, for what's kept between fights, for pictures, about persons
//! and for open menus), `versions` (whether this build can use the database),
//! `table_rows` (for a copy), `uninterrupted` (a read of several queries).

pub(in super::super) mod convert;
mod lanes;
mod menu_store;
mod people;
mod persons_fights;
mod picture_store;
mod pictures;
#[cfg(test)]
mod plans;
mod privacy;
mod private_menus;
mod read;
mod statements;
pub(in super::super) mod store;
mod table_rows;
mod uninterrupted;
pub(in super::super) mod versions;
mod write;
mod writer;
