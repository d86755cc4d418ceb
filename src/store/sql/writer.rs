//! The only task that writes. It takes everything that's waiting, up to a limit, runs it in one transaction with a savepoint for each
//! piece, commits once, and only then answers each. So many fights share the cost of one commit, and a refused batch doesn't affect the
//! others.
//!
//! What checks that something is unique comes in a transaction that begins by taking a lock, which every such transaction takes, in this process or
//! another: what a change has checked still holds when it writes, and two groups can't wait for each other. What only concerns fights of this
//! process doesn't wait for that lock where the database has others (see `postgres`): it's committed first, by itself. Nothing of it relies on the
//! lock: an append moves the fight's head by compare-and-set, and a row's number and its interaction are keys.
//!
//! It never answers before the commit, and never retries: the caller decides.

use sqlx::Connection as _;
use tokio::sync::{mpsc, oneshot};

use super::super::{Connect, Connection, PATIENCE, WRITE, WRITE_OF_FIGHTS, WriteTransaction, is_gone};
use super::convert::world;
use super::statements::repeats;
use super::write::{self, Change};
use crate::failpoint;
use crate::store::error::{AppendError, StoreError};
use crate::store::ids::EncounterId;
use crate::store::records::{Append, Status};

/// The most pieces of work in one transaction: limits how long the first of them waits for its answer.
const MAX_GROUP: usize = 256;
/// How many pieces can wait before senders have to.
const MAX_WAITING: usize = 1024;

/// The key that no two rows of an interaction's have.
const ONE_ROW_PER_INTERACTION: &str = "one_row_per_interaction";

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

impl Work {
    /// Whether it's only about fights that this process has, and checks nothing that another process could find free as well.
    fn is_of_a_fight(&self) -> bool {
        match self {
            // A fight that's taken up again needs its channel.
            Work::Append(batch, _) => matches!(batch.status, None | Some(Status::Over)),
            Work::Change(change, _) => change.is_of_a_fight(),
            Work::Close(_) => false,
        }
    }

    /// What orders such work: two processes that both believe they have some fights take them in the same order.
    fn place(&self) -> EncounterId {
        match self {
            Work::Append(batch, _) => batch.encounter,
            _ => EncounterId::MAX,
        }
    }
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
            // Whoever waits for an answer before doing the next thing gets both in the right order.
            let is_free = |work: &Work| WRITE_OF_FIGHTS != WRITE && work.is_of_a_fight();
            let (mut free, guarded): (Vec<Work>, Vec<Work>) = group.drain(..).partition(is_free);
            free.sort_by_key(Work::place);
            self.write(free, WRITE_OF_FIGHTS, &mut closing).await;
            self.write(guarded, WRITE, &mut closing).await;
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

    /// Runs a group in one transaction that begins like this, and answers each piece.
    async fn write(&mut self, group: Vec<Work>, begin: &'static str, closing: &mut Vec<oneshot::Sender<()>>) {
        let outcomes = match self.commit(&group, begin).await {
            Ok(outcomes) => outcomes,
            Err(error) => group.iter().map(|work| Outcome::failed(work, &error)).collect(),
        };
        for (work, outcome) in group.into_iter().zip(outcomes) {
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

    /// Runs a group in one transaction. An error means that none of it was kept.
    async fn commit(&mut self, group: &[Work], begin: &'static str) -> Result<Vec<Outcome>, StoreError> {
        if group.iter().all(|work| matches!(work, Work::Close(_))) {
            return Ok(group.iter().map(|_| Outcome::Close).collect());
        }
        loop {
            let (mut connection, is_held) = match self.connection.take() {
                Some(connection) => (connection, true),
                None => (in_time(self.connect.connect()).await.map_err(world)?, false),
            };
            let outcomes = match in_time(connection.begin_with(begin)).await {
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
    match tried(transaction, work).await {
        // Another process has written the same interaction's row since we looked, and it's there now.
        Err(error) if repeats(&error, ONE_ROW_PER_INTERACTION) => tried(transaction, work).await,
        outcome => outcome,
    }
}

/// Runs a piece in a savepoint, which is rolled back if it's refused, or if its interaction turns out to have a row.
async fn tried(transaction: &mut WriteTransaction<'_>, work: &Work) -> Result<Outcome, sqlx::Error> {
    let mut savepoint = transaction.begin().await?;
    let outcome = match work {
        Work::Append(batch, _) => match write::append(&mut savepoint, batch).await {
            Err(error) if repeats(&error, ONE_ROW_PER_INTERACTION) => {
                savepoint.rollback().await?;
                return Err(error);
            }
            result => Outcome::Append(result?),
        },
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
