//! Who writes what, so that what has to wait holds nothing else up.
//!
//! What checks that something is unique comes in a transaction that begins by taking a lock, which every such transaction takes, in this process or
//! another: what a change has checked still holds when it writes, and two groups can't wait for each other. What only concerns fights of this
//! process has a writer of its own where the database lets two write at once (see `postgres`), and doesn't wait for that lock. Nothing of it relies
//! on the lock: an append moves the fight's head by compare-and-set, and a row's number and its interaction are keys.
//!
//! Another process that believes it has a fight may hold the fight's row, and be frozen. Who writes fights waits for that no longer than a commit
//! may take, and puts it aside; a third writer tries what was put aside again and again, for as long as the lock would be waited for.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::super::{Connect, Connection, WRITE, WRITE_OF_FIGHTS};
use super::writer::{MAX_GROUP, MAX_WAITING, Outcome, Work, Writer};
use crate::store::error::StoreError;

/// How long a piece that's locked out is tried again: as long as the writers' lock is waited for.
const TRIED_FOR: Duration = Duration::from_secs(5);

/// The writers, by what they write.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    shared: mpsc::Sender<Work>,
    /// For fights alone; `None` where the database lets only one write at a time.
    fights: Option<mpsc::Sender<Work>>,
    /// For what is locked out.
    aside: Option<mpsc::Sender<Work>>,
}

impl Lanes {
    /// Starts them, one with a ready connection.
    pub(super) fn start(connection: Connection, connect: Connect) -> Lanes {
        let (shared, inbox) = mpsc::channel(MAX_WAITING);
        tokio::spawn(Writer::new(connect.clone(), WRITE, Some(connection)).run(inbox, None));
        if WRITE_OF_FIGHTS == WRITE {
            return Lanes { shared, fights: None, aside: None };
        }
        let (aside, inbox) = mpsc::channel(MAX_WAITING);
        tokio::spawn(try_again(Writer::new(connect.clone(), WRITE_OF_FIGHTS, None), inbox));
        let (fights, inbox) = mpsc::channel(MAX_WAITING);
        tokio::spawn(Writer::new(connect, WRITE_OF_FIGHTS, None).run(inbox, Some(aside.clone())));
        Lanes { shared, fights: Some(fights), aside: Some(aside) }
    }

    /// Has a piece of work done, which answers by itself.
    ///
    /// # Errors
    /// If the store is closed.
    pub(super) async fn send(&self, work: Work) -> Result<(), StoreError> {
        let lane = self.fights.as_ref().filter(|_| work.is_of_a_fight()).unwrap_or(&self.shared);
        lane.send(work).await.map_err(|_| StoreError::Closed)
    }

    /// Has everything that waits done, and ends them. The ready connection closes last.
    pub(super) async fn close(&self) {
        // Whoever puts something aside ends before whoever tries it again.
        for lane in [self.fights.as_ref(), self.aside.as_ref(), Some(&self.shared)].into_iter().flatten() {
            let (answer, answered) = oneshot::channel();
            if lane.send(Work::Close(answer)).await.is_ok() {
                // An error means that the writer has already ended, which is what we wanted.
                let _ = answered.await;
            }
        }
    }
}

/// Tries each piece until it's no longer locked out, or has been for too long.
async fn try_again(mut writer: Writer, mut inbox: mpsc::Receiver<Work>) {
    let mut waiting: Vec<(Work, Instant)> = vec![];
    let mut closing = None;
    loop {
        let mut next = match waiting.is_empty() {
            true if closing.is_some() => break,
            true => inbox.recv().await,
            false => inbox.try_recv().ok(),
        };
        let is_over = waiting.is_empty() && next.is_none();
        while let Some(work) = next {
            match work {
                Work::Close(answer) => closing = Some(answer),
                work => waiting.push((work, Instant::now() + TRIED_FOR)),
            }
            next = if waiting.len() < MAX_WAITING { inbox.try_recv().ok() } else { None };
        }
        if is_over {
            break;
        }
        let mut tried = std::mem::take(&mut waiting);
        tried.sort_by_key(|it| it.0.place());
        while !tried.is_empty() {
            let (group, until): (Vec<Work>, Vec<Instant>) = tried.drain(..tried.len().min(MAX_GROUP)).unzip();
            let outcomes = writer.commit(&group).await;
            for ((work, until), outcome) in group.into_iter().zip(until).zip(outcomes) {
                match outcome {
                    // The database has waited for the first of them meanwhile, so this loop isn't busy.
                    Outcome::LockedOut(_) if Instant::now() < until => waiting.push((work, until)),
                    outcome => outcome.tell(work),
                }
            }
        }
        if waiting.is_empty() {
            // That's rare, so it keeps no connection.
            writer.close().await;
        }
    }
    if let Some(answer) = closing {
        _ = answer.send(());
    }
}
