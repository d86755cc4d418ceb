//! A task that writes. It takes everything that's waiting, up to a limit, runs it in one transaction with a savepoint for each
//! piece, commits once, and only then answers each. So many fights share the cost of one commit, and a refused batch doesn't affect the
//! others. Which tasks there are, and what each of them writes, is in [`lanes`](super::lanes).
//!
//! It never answers before the commit, and never retries: the caller decides.

use sqlx::{Connection as _, Executor as _};
use tokio::sync::{mpsc, oneshot};

use super::super::{Connect, Connection, PATIENCE, WRITE, WriteTransaction, is_gone, is_locked_out};
use super::convert::world;
use super::statements::repeats;
use super::write::{self, Change};
use crate::failpoint;
use crate::store::error::{AppendError, StoreError};
use crate::store::ids::EncounterId;
use crate::store::records::{Append, Status};

/// The most pieces of work in one transaction: limits how long the first of them waits for its answer.
pub(super) const MAX_GROUP: usize = 256;
/// How many pieces can wait before senders have to.
pub(super) const MAX_WAITING: usize = 1024;
/// How long each further piece of a group waits for a row that somebody else has, once one has waited in vain.
const WAITS_NO_LONGER: &str = "SET LOCAL lock_timeout = '5ms'";

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
    pub(super) fn is_of_a_fight(&self) -> bool {
        match self {
            // A fight that's taken up again needs its channel.
            Work::Append(batch, _) => matches!(batch.status, None | Some(Status::Over)),
            Work::Change(change, _) => change.is_of_a_fight(),
            Work::Close(_) => false,
        }
    }

    /// What orders such work: two processes that both believe they have some fights take them in the same order.
    pub(super) fn place(&self) -> EncounterId {
        match self {
            Work::Append(batch, _) => batch.encounter,
            _ => EncounterId::MAX,
        }
    }
}

/// The result of one piece of work, sent after the commit.
pub(super) enum Outcome {
    Append(Result<(), AppendError>),
    Change(Result<i64, StoreError>),
    Close,
    /// Somebody else has locked a row that it needs; nothing of it was done.
    LockedOut(StoreError),
}

impl Outcome {
    pub(super) fn failed(work: &Work, error: &StoreError) -> Outcome {
        match work {
            Work::Append(..) => Outcome::Append(Err(error.clone().into())),
            Work::Change(..) => Outcome::Change(Err(error.clone())),
            Work::Close(_) => Outcome::Close,
        }
    }

    const fn is_refused(&self) -> bool {
        matches!(self, Outcome::Append(Err(_)) | Outcome::Change(Err(_)) | Outcome::LockedOut(_))
    }

    /// Tells whoever waits for it; one who has gone doesn't want the answer.
    pub(super) fn tell(self, work: Work) {
        match (work, self) {
            (work, Outcome::LockedOut(error)) => Outcome::failed(&work, &error).tell(work),
            (Work::Append(_, answer), Outcome::Append(result)) => _ = answer.send(result),
            (Work::Change(_, answer), Outcome::Change(result)) => _ = answer.send(result),
            (Work::Close(answer), _) => _ = answer.send(()),
            _ => unreachable!("each piece of work has an outcome of its own kind"),
        }
    }
}

/// One writer. It connects when it has something to write.
pub(super) struct Writer {
    connect: Connect,
    /// How its transactions begin.
    begin: &'static str,
    /// `None` after the database failed: its transaction's state is then unknown, so the next group gets a new connection.
    connection: Option<Connection>,
}

impl Writer {
    /// One whose transactions begin like this, with a ready connection or none yet.
    pub(super) fn new(connect: Connect, begin: &'static str, connection: Option<Connection>) -> Writer {
        Writer { connect, begin, connection }
    }

    /// Writes what comes, until it's told to close. Pieces that are locked out go to `aside`, if there's somebody; else they fail.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<Work>, aside: Option<mpsc::Sender<Work>>) {
        let mut group = Vec::with_capacity(MAX_GROUP);
        let mut closing = Vec::new();
        while inbox.recv_many(&mut group, MAX_GROUP).await > 0 {
            // Without the lock of all writers.
            if self.begin != WRITE {
                group.sort_by_key(Work::place);
            }
            let outcomes = self.commit(&group).await;
            for (work, outcome) in group.drain(..).zip(outcomes) {
                match (work, outcome) {
                    (Work::Close(answer), _) => {
                        // What's already waiting is still written; anything later is refused.
                        inbox.close();
                        closing.push(answer);
                    }
                    (work, Outcome::LockedOut(error)) => {
                        // Never waits: that would hold up everybody who isn't locked out.
                        let left = match &aside {
                            Some(aside) => aside.try_send(work).err().map(mpsc::error::TrySendError::into_inner),
                            None => Some(work),
                        };
                        left.into_iter().for_each(|work| Outcome::LockedOut(error.clone()).tell(work));
                    }
                    (work, outcome) => outcome.tell(work),
                }
            }
        }
        self.close().await;
        for answer in closing {
            _ = answer.send(());
        }
    }

    /// Ends its connection.
    pub(super) async fn close(&mut self) {
        if let Some(connection) = self.connection.take()
            && let Err(error) = in_time(connection.close()).await
        {
            tracing::warn!(%error, "the database didn't close cleanly; nothing is lost, the next start cleans up");
        }
    }

    /// Runs a group in one transaction. Returns the outcome of each, in order.
    pub(super) async fn commit(&mut self, group: &[Work]) -> Vec<Outcome> {
        match self.committed(group).await {
            Ok(outcomes) => outcomes,
            Err(error) => group.iter().map(|work| Outcome::failed(work, &error)).collect(),
        }
    }

    /// Runs a group in one transaction. An error means that none of it was kept.
    async fn committed(&mut self, group: &[Work]) -> Result<Vec<Outcome>, StoreError> {
        if group.iter().all(|work| matches!(work, Work::Close(_))) {
            return Ok(group.iter().map(|_| Outcome::Close).collect());
        }
        loop {
            let (mut connection, is_held) = match self.connection.take() {
                Some(connection) => (connection, true),
                None => (in_time(self.connect.connect()).await.map_err(world)?, false),
            };
            let outcomes = match in_time(connection.begin_with(self.begin)).await {
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

/// Runs a piece in a savepoint, which is rolled back if it's refused or locked out, or if its interaction turns out to have a row.
async fn tried(transaction: &mut WriteTransaction<'_>, work: &Work) -> Result<Outcome, sqlx::Error> {
    let mut savepoint = transaction.begin().await?;
    let done = match work {
        Work::Append(batch, _) => write::append(&mut savepoint, batch).await.map(Outcome::Append),
        Work::Change(change, _) => write::change(&mut savepoint, change).await.map(Outcome::Change),
        Work::Close(_) => Ok(Outcome::Close),
    };
    let outcome = match done {
        Err(error) if is_locked_out(&error) => Outcome::LockedOut(world(error)),
        Err(error) if repeats(&error, ONE_ROW_PER_INTERACTION) => {
            savepoint.rollback().await?;
            return Err(error);
        }
        done => done?,
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
    // One that's locked out has kept the others waiting long enough.
    let mut others_wait = true;
    for work in group {
        let outcome = in_time(piece(&mut transaction, work)).await?;
        if others_wait && matches!(outcome, Outcome::LockedOut(_)) {
            in_time(transaction.execute(WAITS_NO_LONGER)).await?;
            others_wait = false;
        }
        outcomes.push(outcome);
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
