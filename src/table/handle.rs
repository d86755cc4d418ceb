//! How others reach a live fight: its mailbox, and what may be put there.

use super::{
    command::{Command, CommandReply},
    forecast::NextRow,
    service::{Caller, EncounterService, InputOrigin, ServiceError},
};
use crate::{
    engine::{
        Seat,
        view::{Scene, Viewer},
    },
    rules::{Request, Story},
    store::{EncounterId, Snowflake, StoreError},
};
use std::{sync::Arc, time::Duration};
use tokio::sync::{Semaphore, mpsc, oneshot};

/// How long a sender waits for room in the mailbox. By then the person has long been told to wait and can ask again.
const PLACE_MAX: Duration = Duration::from_secs(30);

type Look = Box<dyn FnOnce(&EncounterService) + Send>;
/// What must still hold for a request to count.
type OnlyIf = Box<dyn FnOnce(&EncounterService) -> bool + Send>;

/// What a fight gets in its mailbox.
pub(super) enum TableMessage {
    Command {
        caller: Caller,
        command: Command,
        receipt: InputOrigin,
        tell: oneshot::Sender<Result<CommandReply, ServiceError>>,
    },
    Ask {
        caller: Caller,
        request: Request,
        only_if: OnlyIf,
        receipt: InputOrigin,
        tell: oneshot::Sender<Result<Option<Vec<Story>>, ServiceError>>,
    },
    Look(Look),
    Gms {
        gms: Vec<Seat>,
        tell: oneshot::Sender<Result<(), StoreError>>,
    },
    ClockIsSeen {
        deadline_ms: i64,
    },
    Settle {
        key: &'static str,
        value: String,
        tell: oneshot::Sender<Result<(), StoreError>>,
    },
    Seated {
        seats: Vec<Seat>,
        tell: oneshot::Sender<Result<(), ServiceError>>,
    },
    Stop,
}

/// A handle to a live fight. Cheap to clone.
#[derive(Clone)]
pub struct Handle {
    /// The fight's id.
    pub id: EncounterId,
    /// The fight's channel.
    pub channel_id: Snowflake,
    /// The fight's server.
    pub guild_id: Option<Snowflake>,
    /// Boxed, because a mailbox reserves room for many messages and most of it is empty.
    pub(super) mailbox: mpsc::Sender<Box<TableMessage>>,
    /// One permit for each sender that may wait.
    pub(super) places: Arc<Semaphore>,
    /// The number of the next row.
    pub(super) next_row: NextRow,
}

/// Why a fight didn't answer.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The service's error.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// Too many senders are already waiting.
    #[error("this table is very busy; try again in a moment")]
    Busy,
    /// The fight is no longer live.
    #[error("this fight is no longer open")]
    Gone,
}

impl Handle {
    /// Runs a command.
    ///
    /// # Errors
    /// See [`TableError`].
    pub async fn command(
        &self,
        caller: Caller,
        command: Command,
        receipt: InputOrigin,
    ) -> Result<CommandReply, TableError> {
        let (tell, told) = oneshot::channel();
        self.post(TableMessage::Command { caller, command, receipt, tell }).await?;
        Ok(told.await.map_err(|_| TableError::Gone)??)
    }

    /// Sends a request.
    ///
    /// # Errors
    /// See [`TableError`].
    pub async fn ask(&self, caller: Caller, request: Request, receipt: InputOrigin) -> Result<Vec<Story>, TableError> {
        Ok(self.ask_if(caller, request, receipt, |_| true).await?.unwrap_or_default())
    }

    /// Sends a request that only counts if something still holds when it's its turn; otherwise `None`.
    ///
    /// # Errors
    /// See [`TableError`].
    pub async fn ask_if(
        &self,
        caller: Caller,
        request: Request,
        receipt: InputOrigin,
        only_if: impl FnOnce(&EncounterService) -> bool + Send + 'static,
    ) -> Result<Option<Vec<Story>>, TableError> {
        let (tell, told) = oneshot::channel();
        let only_if = Box::new(only_if);
        self.post(TableMessage::Ask { caller, request, only_if, receipt, tell }).await?;
        Ok(told.await.map_err(|_| TableError::Gone)??)
    }

    /// Reads the fight between two inputs.
    ///
    /// # Errors
    /// [`TableError::Gone`], [`TableError::Busy`].
    pub async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&EncounterService) -> T + Send + 'static,
    ) -> Result<T, TableError> {
        let (tell, told) = oneshot::channel();
        self.post(TableMessage::Look(Box::new(move |service| {
            let _ = tell.send(look(service)); // the caller may have gone
        })))
        .await?;
        told.await.map_err(|_| TableError::Gone)
    }

    /// The fight as this viewer sees it.
    ///
    /// # Errors
    /// [`TableError::Gone`], [`TableError::Busy`].
    pub async fn scene(&self, viewer: Viewer) -> Result<Scene, TableError> {
        self.look(move |service| service.scene(viewer)).await
    }

    /// Reports that people can now see the clock between actions that runs out at this time. Doesn't wait for the result.
    pub fn clock_is_seen(&self, deadline_ms: i64) {
        let _ = self.mailbox.try_send(Box::new(TableMessage::ClockIsSeen { deadline_ms })); // a busy or closed table doesn't need it
    }

    /// These people sit at the table now: see [`EncounterService::seated`].
    ///
    /// # Errors
    /// See [`TableError`].
    pub async fn seated(&self, seats: Vec<Seat>) -> Result<(), TableError> {
        let (tell, told) = oneshot::channel();
        self.post(TableMessage::Seated { seats, tell }).await?;
        Ok(told.await.map_err(|_| TableError::Gone)??)
    }

    /// Sets the fight's GMs.
    ///
    /// # Errors
    /// [`TableError::Gone`], [`TableError::Busy`], or the store's error.
    pub async fn set_gms(&self, gms: Vec<Seat>) -> Result<(), TableError> {
        let (tell, told) = oneshot::channel();
        self.post(TableMessage::Gms { gms, tell }).await?;
        told.await.map_err(|_| TableError::Gone)?.map_err(|it| ServiceError::Store(it.to_string()).into())
    }

    /// Changes a setting of this fight and has the fight redrawn.
    ///
    /// # Errors
    /// [`TableError::Gone`], [`TableError::Busy`], or the store's error.
    pub(super) async fn settle(&self, key: &'static str, value: &str) -> Result<(), TableError> {
        let (tell, told) = oneshot::channel();
        self.post(TableMessage::Settle { key, value: value.to_owned(), tell }).await?;
        told.await.map_err(|_| TableError::Gone)?.map_err(|it| ServiceError::Store(it.to_string()).into())
    }

    /// Sends a request on behalf of the fight's first GM.
    pub(super) async fn by_gm(&self, request: Request) -> Result<Vec<Story>, TableError> {
        let gm = self.look(|service| service.gms().first().copied()).await?.unwrap_or(Seat(0));
        self.ask(Caller { seat: gm, has_gm_role: true }, request, InputOrigin::default()).await
    }

    /// Puts a message into the mailbox. If the mailbox is full, it waits for room: messages that come faster than the fight reads them are
    /// late, but not turned away.
    async fn post(&self, message: TableMessage) -> Result<(), TableError> {
        let message = match self.mailbox.try_send(Box::new(message)) {
            Ok(()) => return Ok(()),
            Err(mpsc::error::TrySendError::Closed(_)) => return Err(TableError::Gone),
            Err(mpsc::error::TrySendError::Full(message)) => message,
        };
        let _waits = self.places.try_acquire().map_err(|_| TableError::Busy)?;
        self.mailbox.send_timeout(message, PLACE_MAX).await.map_err(|error| match error {
            mpsc::error::SendTimeoutError::Timeout(_) => TableError::Busy,
            mpsc::error::SendTimeoutError::Closed(_) => TableError::Gone,
        })
    }
}
