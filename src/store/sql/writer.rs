//! The only task that writes. It takes everything that's waiting, up to a limit, runs it in one transaction with a savepoint for each
//! piece, commits once, and only then answers each. So many fights share the cost of one commit, and a refused batch doesn't affect the
//! others.
//!
//! Its transaction begins by taking a lock that all writers of the database take, in this process or another: what a change has checked
//! still holds when it writes, and two groups can't wait for each other. Nothing relies on that lock alone: an append moves the fight's head by
//! compare-and-set, and a row's number is a key.
//!
//! It never answers before the commit, and never retries: the caller decides.

use sqlx::Connection as _;
use tokio::sync::{mpsc, oneshot};

use super::super::{Connect, Connection, PATIENCE, WRITE, WriteTransaction, is_gone};
use super::convert::world;
use super::write::{self, Change};
use crate::failpoint;
use crate::store::error::{AppendError, StoreError};
use crate::store::records::Append;

/// The most pieces of work in one transaction: limits how long the first of them waits for its answer.
const MAX_GROUP: usize = 256;
/// How many pieces can wait before senders have to.
const MAX_WAITING: usize = 1024;

type Answer<T, E> = oneshot::Sender<Result<T, E>>;

/// One piece of work and the channel for its answer.
pub(super) enum Work {
    /// Appends rows of a fight.
    Append(Append, Answer<(), AppendError>),
    /// Any other change to the database; returns the new id, or the number of rows changed.
    Change(Change, Answer<i64, StoreError>),
    /// Finishes what's waiting and ends.
    Close(oneshot::Sender<()>),
}

/// The result of one piece of work, sent after the commit.
enum Outcome {
    Append(Result<(), AppendError>),
    Change(Result<i64, StoreError>),
    Close,
}

impl Outcome {
    fn failed(work: &Work, error: &StoreError) -> Outcome {
        match work {
            Work::Append(..) => Outcome::Append(Err(error.clone().into())),
            Work::Change(..) => Outcome::Change(Err(error.clone())),
            Work::Close(_) => Outcome::Close,
        }
    }

    const fn is_refused(&self) -> bool {
        matches!(self, Outcome::Append(Err(_)) | Outcome::Change(Err(_)))
    }
}

/// Starts the writer with a ready connection; `connect` creates another if that one fails.
pub(super) fn start(connection: Connection, connect: Connect) -> mpsc::Sender<Work> {
    let (work, inbox) = mpsc::channel(MAX_WAITING);
    tokio::spawn(Writer { inbox, connection: Some(connection), connect }.run());
    work
}

struct Writer {
    inbox: mpsc::Receiver<Work>,
    /// `None` after the database failed: its transaction's state is then unknown, so the next group gets a new connection.
    connection: Option<Connection>,
    connect: Connect,
}

impl Writer {
    async fn run(mut self) {
        let mut group = Vec::with_capacity(MAX_GROUP);
        let mut closing = Vec::new();
        while self.inbox.recv_many(&mut group, MAX_GROUP).await > 0 {
            let outcomes = match self.commit(&group).await {
                Ok(outcomes) => outcomes,
                Err(error) => group.iter().map(|work| Outcome::failed(work, &error)).collect(),
            };
            for (work, outcome) in group.drain(..).zip(outcomes) {
                match (work, outcome) {
                    // A caller who has gone doesn't want the answer.
                    (Work::Append(_, answer), Outcome::Append(result)) => _ = answer.send(result),
                    (Work::Change(_, answer), Outcome::Change(result)) => _ = answer.send(result),
                    (Work::Close(answer), _) => {
                        // What's already waiting is still written; anything later is refused.
                        self.inbox.close();
                        closing.push(answer);
                    }
                    _ => unreachable!("each piece of work has an outcome of its own kind"),
                }
            }
        }
        if let Some(connection) = self.connection.take()
            && let Err(error) = in_time(connection.close()).await
        {
            tracing::warn!(%error, "the database didn't close cleanly; nothing is lost, the next start cleans up");
        }
        for answer in closing {
            _ = answer.send(());
        }
    }

    /// Runs a group in one transaction. An error means that none of it was kept.
    async fn commit(&mut self, group: &[Work]) -> Result<Vec<Outcome>, StoreError> {
        if group.iter().all(|work| matches!(work, Work::Close(_))) {
            return Ok(group.iter().map(|_| Outcome::Close).collect());
        }
        loop {
            let (mut connection, is_held) = match self.connection.take() {
                Some(connection) => (connection, true),
                None => (in_time(self.connect.connect()).await.map_err(world)?, false),
            };
            let outcomes = match in_time(connection.begin_with(WRITE)).await {
                Ok(transaction) => transact(transaction, group).await,
                // The server has restarted since. Nothing was begun, so another connection can begin it.
                Err(error) if is_held && is_gone(&error) => continue,
                Err(error) => Err(error),
            };
            let outcomes = outcomes.map_err(|error| {
                tracing::error!(%error, batches = group.len(), "the database failed; nothing in this group was saved");
                world(error)
            })?;
            self.connection = Some(connection);
            return Ok(outcomes);
        }
    }
}

/// Waits for one step of the writer as long as this database may take. Whoever gets an error must drop the connection.
async fn in_time<T>(step: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, sqlx::Error> {
    let Some(patience) = PATIENCE else { return step.await };
    tokio::time::timeout(patience, step).await.unwrap_or_else(|_| {
        let why = format!("no answer within {} s", patience.as_secs());
        Err(sqlx::Error::Io(std::io::Error::new(std::io::ErrorKind::TimedOut, why)))
    })
}

async fn piece(transaction: &mut WriteTransaction<'_>, work: &Work) -> Result<Outcome, sqlx::Error> {
    let mut savepoint = transaction.begin().await?;
    let outcome = match work {
        Work::Append(batch, _) => Outcome::Append(write::append(&mut savepoint, batch).await?),
        Work::Change(change, _) => Outcome::Change(write::change(&mut savepoint, change).await?),
        Work::Close(_) => Outcome::Close,
    };
    if outcome.is_refused() {
        savepoint.rollback().await?;
    } else {
        savepoint.commit().await?;
    }
    Ok(outcome)
}

async fn transact(mut transaction: WriteTransaction<'_>, group: &[Work]) -> Result<Vec<Outcome>, sqlx::Error> {
    let mut outcomes = Vec::with_capacity(group.len());
    for work in group {
        outcomes.push(in_time(piece(&mut transaction, work)).await?);
    }
    let appended = outcomes.iter().any(|outcome| matches!(outcome, Outcome::Append(Ok(()))));
    if appended {
        failpoint::hit("store.append.before_commit");
    }
    in_time(transaction.commit()).await?;
    if appended {
        failpoint::hit("store.append.after_commit");
    }
    Ok(outcomes)
}
