//! How others reach a fight: whatever they ask of it goes into its mailbox, and wakes it if it rests.

use super::{
    command::{Command, CommandReply},
    fight_address::{FightAddress, NotPut},
    forecast::NextRow,
    service::{Caller, EncounterService, InputOrigin, ServiceError},
    table_message::TableMessage,
};
use crate::{
    engine::{
        Seat,
        view::{Scene, Viewer},
    },
    rules::{Request, Story},
    store::{EncounterId, Snowflake},
};
use std::{sync::Arc, time::Duration};
use tokio::sync::{mpsc, oneshot};

/// How long a sender waits for room in the mailbox. By then the person has long been told to wait and can ask again.
const PLACE_MAX: Duration = Duration::from_secs(30);

/// A handle to an open fight, whether it's in memory or rests. Cheap to clone.
#[derive(Clone)]
pub struct Handle {
    /// The fight's id.
    pub id: EncounterId,
    /// The fight's channel.
    pub channel_id: Snowflake,
    /// The fight's server.
    pub guild_id: Option<Snowflake>,
    pub(super) address: Arc<FightAddress>,
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
    /// The fight is no longer open.
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
        Ok(told.await.map_err(|_| self.untold())??)
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
        self.ask_if_and_then(caller, request, receipt, only_if, |_| vec![]).await
    }

    /// The same, and with it what follows once it's done: nobody is shown the fight in between. Of the requests that follow, whatever is settled
    /// by then is left out.
    ///
    /// # Errors
    /// See [`TableError`], for the first.
    pub async fn ask_if_and_then(
        &self,
        caller: Caller,
        request: Request,
        receipt: InputOrigin,
        only_if: impl FnOnce(&EncounterService) -> bool + Send + 'static,
        then: impl FnOnce(&mut EncounterService) -> Vec<Request> + Send + 'static,
    ) -> Result<Option<Vec<Story>>, TableError> {
        let (tell, told) = oneshot::channel();
        let (only_if, then) = (Box::new(only_if), Box::new(then));
        self.post(TableMessage::Ask { caller, request, only_if, then, receipt, tell }).await?;
        Ok(told.await.map_err(|_| self.untold())??)
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
        told.await.map_err(|_| self.untold())
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
        self.address.put_if_awake(TableMessage::ClockIsSeen { deadline_ms }); // a busy or closed table doesn't need it
    }

    /// When something last happened in it, and when something will by itself if nobody does anything, in milliseconds since the epoch. A fight
    /// that rests isn't woken for it.
    ///
    /// # Errors
    /// [`TableError::Gone`], [`TableError::Busy`].
    pub async fn last_and_next_ms(&self) -> Result<(i64, Option<i64>), TableError> {
        match self.address.rest().and_then(|it| Some((it.last_at_ms?, it.due_ms))) {
            Some(known) => Ok(known),
            None => self.look(|service| (service.last_at_ms(), service.next_deadline_ms())).await,
        }
    }

    /// Whether it's in memory rather than resting.
    pub fn is_awake(&self) -> bool {
        self.address.rest().is_none()
    }

    /// The number of its next row, to be watched from now on.
    pub(super) fn next_row(&self) -> NextRow {
        self.address.next_row()
    }

    /// These people sit at the table now: see [`EncounterService::seated`].
    ///
    /// # Errors
    /// See [`TableError`].
    pub async fn seated(&self, seats: Vec<Seat>) -> Result<(), TableError> {
        let (tell, told) = oneshot::channel();
        self.post(TableMessage::Seated { seats, tell }).await?;
        Ok(told.await.map_err(|_| self.untold())??)
    }

    /// Sets the fight's GMs.
    ///
    /// # Errors
    /// [`TableError::Gone`], [`TableError::Busy`], or the store's error.
    pub async fn set_gms(&self, gms: Vec<Seat>) -> Result<(), TableError> {
        let (tell, told) = oneshot::channel();
        self.post(TableMessage::Gms { gms, tell }).await?;
        told.await.map_err(|_| self.untold())?.map_err(|it| ServiceError::Store(it.to_string()).into())
    }

    /// Changes a setting of this fight and has the fight redrawn.
    ///
    /// # Errors
    /// [`TableError::Gone`], [`TableError::Busy`], or the store's error.
    pub(super) async fn settle(&self, key: &'static str, value: &str) -> Result<(), TableError> {
        let (tell, told) = oneshot::channel();
        self.post(TableMessage::Settle { key, value: value.to_owned(), tell }).await?;
        told.await.map_err(|_| self.untold())?.map_err(|it| ServiceError::Store(it.to_string()).into())
    }

    /// Lets it finish its current message, then stops its task.
    pub(super) async fn stop(&self) {
        let _ = self.post(TableMessage::Stop).await; // one that has already stopped needn't be told
    }

    /// Sends a request on behalf of the fight's first GM.
    pub(super) async fn by_gm(&self, request: Request) -> Result<Vec<Story>, TableError> {
        let gm = self.look(|service| service.gms().first().copied()).await?.unwrap_or(Seat(0));
        self.ask(Caller { seat: gm, has_gm_role: true }, request, InputOrigin::default()).await
    }

    /// Puts a message into the mailbox. If the mailbox is full, it waits for room: messages that come faster than the fight reads them are
    /// late, but not turned away.
    async fn post(&self, message: TableMessage) -> Result<(), TableError> {
        let mut message = Box::new(message);
        loop {
            let (full, mailbox) = match self.address.put(message) {
                Ok(()) => return Ok(()),
                Err(NotPut::Gone) => return Err(TableError::Gone),
                Err(NotPut::Full(message, mailbox)) => (message, mailbox),
            };
            let _waits = mailbox.places.try_acquire().map_err(|_| TableError::Busy)?;
            message = match mailbox.sender.send_timeout(full, PLACE_MAX).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendTimeoutError::Timeout(_)) => return Err(TableError::Busy),
                Err(mpsc::error::SendTimeoutError::Closed(_)) if self.address.is_gone() => {
                    return Err(TableError::Gone);
                }
                // It read everything and went to rest before this one had a place: whoever comes wakes it.
                Err(mpsc::error::SendTimeoutError::Closed(message)) => message,
            };
        }
    }

    /// Why a message that the fight took got no answer.
    fn untold(&self) -> TableError {
        match self.address.rest() {
            // It was to be woken, and fell back.
            Some(_) => ServiceError::Store("a fight that rests couldn\u{2019}t be read".to_owned()).into(),
            None => TableError::Gone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::fight_address::{Inbox, Rest, Wakes},
        *,
    };
    use std::sync::Mutex;

    /// Keeps the inboxes of whom it wakes.
    #[derive(Default)]
    struct Woken(Mutex<Vec<Inbox>>);

    impl Wakes for Woken {
        fn wakes(self: Arc<Self>, _: &Arc<FightAddress>, _: Rest, inbox: Inbox) -> bool {
            self.0.lock().expect("no panic").push(inbox);
            true
        }

        fn rests(&self, _: EncounterId, _: Rest) {}
    }

    /// Whoever waits for room in a mailbox that nobody reads any more, because the fight rests, wakes it.
    #[tokio::test]
    async fn whoever_waits_while_it_goes_to_rest_wakes_it() {
        let woken = Arc::<Woken>::default();
        let waker: Arc<dyn Wakes> = woken.clone();
        let address = Arc::new(FightAddress::resting(1, Rest::UNKNOWN, Arc::downgrade(&waker)));
        let handle = Handle { id: 1, channel_id: 2, guild_id: None, address: address.clone() };
        let seen = |deadline_ms| TableMessage::ClockIsSeen { deadline_ms };
        while address.put(Box::new(seen(0))).is_ok() {}
        let waits = tokio::spawn(async move { handle.post(seen(7)).await });
        tokio::task::yield_now().await;
        let full = woken.0.lock().expect("no panic").pop().expect("woken once");
        address.rests_on(Rest::UNKNOWN);
        drop(full);
        assert!(waits.await.expect("no panic").is_ok());
        let mut inbox = woken.0.lock().expect("no panic").pop().expect("woken again");
        let read = inbox.messages.try_recv().map(|it| *it);
        assert!(matches!(read, Ok(TableMessage::ClockIsSeen { deadline_ms: 7 })), "it arrives");
    }
}
