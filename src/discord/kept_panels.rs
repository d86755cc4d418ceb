//! Keeps the private turn menus that people have open in the store as well, so that after a restart, or in the process that takes a server over,
//! no menu goes on saying that it's somebody's turn. Whoever has a menu's token can write there, so it's in the store no longer than it's good
//! for anything.

use super::{
    combatant_tag::CombatantTag, open_panels::OpenPanel, publisher_context::PublisherContext, rest::InteractionToken,
};
use crate::{
    engine::Seat,
    store::{EncounterId, MenuChange, PrivateMenu, Snowflake},
    table::Caller,
};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};

/// How long Discord accepts an interaction's token. Docs, "Followup Messages".
const TOKEN_LASTS_MS: i64 = 15 * 60_000;

/// A press changes a menu several times within a moment, and the store has more urgent things to write.
const SETTLES: Duration = Duration::from_millis(500);

/// How often what has expired is deleted, and what couldn't be written is tried again, as long as there may be anything.
const EXPIRES_EVERY: Duration = Duration::from_secs(60);

/// An open menu as JSON. What it says isn't kept: whoever restores it draws it once more.
#[derive(Serialize, Deserialize)]
struct KeptPanel {
    token: String,
    since_ms: i64,
    message_id: Option<Snowflake>,
    shown_at: Option<Snowflake>,
    channel_id: Snowflake,
    has_gm_role: bool,
    tag: u32,
    has_turn: bool,
}

/// Tells the store of open menus as they change, for ever.
pub(super) async fn keep(context: Arc<PublisherContext>) {
    // An earlier process may have left some.
    let mut kept_until_ms = context.now_ms() + TOKEN_LASTS_MS;
    loop {
        tokio::select! {
            () = context.panels().changes() => {
                tokio::time::sleep(SETTLES).await;
                kept_until_ms = context.now_ms() + TOKEN_LASTS_MS;
                write(&context).await;
            }
            () = tokio::time::sleep(EXPIRES_EVERY), if kept_until_ms > 0 => {
                let is_last = context.now_ms() > kept_until_ms;
                write(&context).await;
                kept_until_ms = if is_last { 0 } else { kept_until_ms };
            }
        }
    }
}

/// Tells the store what it hasn't been told yet, and has it delete what has expired.
pub(super) async fn write(context: &PublisherContext) {
    let telling = context.panels().to_tell();
    let now = |&(user, encounter): &(u64, EncounterId)| match context.panels().of(user, encounter) {
        Some(open) => MenuChange::Open(stored(encounter, &open)),
        None => MenuChange::Closed(encounter, user),
    };
    match context.store().keep_menus(telling.whose().iter().map(now).collect(), context.now_ms()).await {
        Ok(()) => telling.done(),
        Err(error) => {
            tracing::warn!(%error, "open menus could not be noted; after a restart they don\u{2019}t change by themselves");
        }
    }
}

/// Takes up a fight's menus that an earlier process has opened, as far as Discord still lets them be edited.
pub(super) async fn restore(context: &PublisherContext, encounter: EncounterId) {
    let menus = match context.store().private_menus(encounter).await {
        Ok(menus) => menus,
        Err(error) => return tracing::warn!(encounter, %error, "its open menus could not be read"),
    };
    let now_ms = context.now_ms();
    let open = menus.into_iter().filter(|it| it.expires_at_ms > now_ms);
    for panel in open.filter_map(|it| restored(&it, context.application_id())) {
        context.panels().restore(encounter, panel);
    }
}

fn stored(encounter: EncounterId, open: &OpenPanel) -> PrivateMenu {
    let kept = KeptPanel {
        token: open.token.token.to_string(),
        since_ms: open.since_ms,
        message_id: open.message_id,
        shown_at: open.shown_at,
        channel_id: open.channel_id,
        has_gm_role: open.caller.has_gm_role,
        tag: open.tag.0,
        has_turn: open.has_turn,
    };
    PrivateMenu {
        encounter,
        user_id: open.caller.seat.0,
        expires_at_ms: open.since_ms + TOKEN_LASTS_MS,
        body: serde_json::to_string(&kept).expect("texts and numbers are JSON"),
    }
}

fn restored(menu: &PrivateMenu, application_id: Snowflake) -> Option<OpenPanel> {
    let kept: KeptPanel = serde_json::from_str(&menu.body).ok()?;
    Some(OpenPanel {
        token: InteractionToken { application_id, token: kept.token.into() },
        since_ms: kept.since_ms,
        message_id: kept.message_id,
        shown_at: kept.shown_at,
        channel_id: kept.channel_id,
        // What has been posted since isn't known: a menu whose turn comes goes where it's sure to be seen, one that's in use stays.
        is_buried: !kept.has_turn,
        is_first: false,
        caller: Caller { seat: Seat(menu.user_id), has_gm_role: kept.has_gm_role },
        tag: CombatantTag(kept.tag),
        has_turn: kept.has_turn,
        says: String::new(),
    })
}
