//! The page's socket: receives and sends frames. Their meaning is in `user_actions` and `page`.

use std::{collections::HashMap, sync::Arc};

use axum::{
    extract::{
        Query, State,
        ws::{CloseFrame, Message as Raw, WebSocket, WebSocketUpgrade},
    },
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::Value;

use super::{
    Id, limits,
    shared_state::{SharedState, stopped},
    tabs::Looks,
    user_actions::Actor,
};

/// The longest frame a tab can send: a command with a file ([`limits::PAGE_FILE_BYTES`], two letters a byte), with room to spare.
const FRAME_BYTES: usize = 2 * limits::PAGE_FILE_BYTES + 256 * 1024;

/// `GET /table/socket?seat=ID`. If the seat is missing or empty, it's the first player's, for a look: nobody has taken it.
/// With `says`, the tab is going to say which channel it shows.
pub(super) async fn upgrade(
    State(shared): State<Arc<SharedState>>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let seats = shared.discord().seats();
    let wanted = query.get("seat").filter(|seat| !seat.is_empty());
    let looks = match wanted {
        None => Looks::Nowhere,
        Some(_) if query.contains_key("says") => Looks::Unsaid,
        Some(_) => Looks::Anywhere,
    };
    let seat = match wanted {
        None => seats.get(1).copied(),
        Some(wanted) => wanted.parse().ok().filter(|id: &Id| seats.contains(id)),
    };
    match seat {
        None => (StatusCode::NOT_FOUND, "There is no such seat.\n").into_response(),
        Some(seat) => {
            upgrade.max_message_size(FRAME_BYTES).on_upgrade(move |socket| serve(shared, socket, (seat, looks)))
        }
    }
}

async fn serve(shared: Arc<SharedState>, mut socket: WebSocket, (user, looks): (Id, Looks)) {
    let (number, mut told) = shared.discord().sit(user, looks);
    shared.changed();
    let actor = Actor { user, socket: number };
    let mut stopping = shared.stopping.clone();
    loop {
        tokio::select! {
            () = stopped(&mut stopping) => {
                let frame = CloseFrame { code: 1001, reason: "The local table is closing.".into() };
                let _ = socket.send(Raw::Close(Some(frame))).await;
                break;
            }
            text = told.recv() => {
                let Some(text) = text else { break };
                if socket.send(Raw::text(&*text)).await.is_err() {
                    break;
                }
            }
            incoming = socket.recv() => match incoming {
                None | Some(Err(_) | Ok(Raw::Close(_))) => break,
                Some(Ok(Raw::Text(text))) => {
                    if let Ok(said) = serde_json::from_str::<Value>(text.as_str()) {
                        shared.discord().act(actor, &said);
                        shared.changed();
                    }
                }
                Some(Ok(_)) => {}
            },
        }
    }
    shared.discord().stand_up(number);
    shared.changed();
}
