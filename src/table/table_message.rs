//! What may be put into a fight's mailbox.

use super::{
    command::{Command, CommandReply},
    service::{Caller, EncounterService, InputOrigin, ServiceError},
};
use crate::{
    engine::Seat,
    rules::{Request, Story},
    store::StoreError,
};
use tokio::sync::oneshot;

type Look = Box<dyn FnOnce(&EncounterService) + Send>;
/// What must still hold for a request to count.
type OnlyIf = Box<dyn FnOnce(&EncounterService) -> bool + Send>;

/// What follows from a request once it's done; the requests in it are made at once.
type Then = Box<dyn FnOnce(&mut EncounterService) -> Vec<Request> + Send>;

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
        then: Then,
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
    /// It rests if nobody has touched it for long enough.
    MayRest,
    Stop,
}
