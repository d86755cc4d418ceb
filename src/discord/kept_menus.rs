//! Keeps the private turn menus and pages that people have open in the store as well, so that after a restart, or in the process that takes a
//! server over, none goes on saying what no longer holds. Whoever has one's token can write there, so it's in the store no longer than it's
//! good for anything.

use super::{
    combatant_tag::CombatantTag,
    open_pages::{OpenPage, PageKey, PageOf},
    open_turn_menus::OpenTurnMenu,
    publisher_context::PublisherContext,
    rest::InteractionToken,
};
use crate::{
    engine::Seat,
    store::{EncounterId, MenuChange, PrivateMenu, Snowflake},
    table::Caller,
};
use serde::{Deserialize, Serialize};
use std::{sync::Arc, time::Duration};
use tokio::time::Instant;

/// How long Discord accepts an interaction's token. Docs, "Followup Messages".
const TOKEN_LASTS_MS: i64 = 15 * 60_000;

/// A press changes a menu several times within a moment, and the store has more urgent things to write.
const SETTLES: Duration = Duration::from_millis(500);

/// How often what has expired is deleted, and what couldn't be written is tried again, as long as there may be anything.
const EXPIRES_EVERY: Duration = Duration::from_secs(60);

/// An open menu as JSON. What it says isn't kept: whoever restores it draws it once more.
#[derive(Serialize, Deserialize)]
struct KeptTurnMenu {
    token: String,
    since_ms: i64,
    message_id: Option<Snowflake>,
    shown_at: Option<Snowflake>,
    channel_id: Snowflake,
    has_gm_role: bool,
    tag: u32,
    has_turn: bool,
}

/// An open page as JSON. What it shows isn't kept either.
#[derive(Serialize, Deserialize)]
struct KeptPage {
    of: PageOf,
    token: String,
    since_ms: i64,
    message_id: Option<Snowflake>,
    has_gm_role: bool,
    list: String,
    fresh: u32,
}

/// What somebody has open in a fight.
#[derive(Default, Serialize, Deserialize)]
struct Kept {
    menu: Option<KeptTurnMenu>,
    pages: Vec<KeptPage>,
}

/// Tells the store of open menus as they change, for ever.
pub(super) async fn keep(context: Arc<PublisherContext>) {
    // An earlier process may have left some.
    let mut kept_until_ms = context.now_ms() + TOKEN_LASTS_MS;
    loop {
        tokio::select! {
            () = context.menu_changes().come() => {
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
    let telling = context.menu_changes().to_tell();
    let now = |&(user, encounter): &(u64, EncounterId)| {
        let menu = context.turn_menus().of(user, encounter);
        let pages = context.pages().of_user(user, encounter);
        if menu.is_none() && pages.is_empty() {
            context.menu_changes().keep_nothing((user, encounter));
            return MenuChange::Closed(encounter, user);
        }
        let mut kept = stored((user, encounter), menu.as_ref(), &pages, context.now_ms());
        kept.expires_at_ms = context.menu_changes().keep_until((user, encounter), kept.expires_at_ms);
        MenuChange::Open(kept)
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
    let is_good = |since_ms: i64| since_ms + TOKEN_LASTS_MS > now_ms;
    for it in menus {
        let Some(kept) = read(&it.body) else { continue };
        if let Some(menu) = kept.menu.filter(|menu| is_good(menu.since_ms)) {
            context.turn_menus().restore(encounter, restored(menu, it.user_id, context.application_id()));
        }
        for page in kept.pages.into_iter().filter(|page| is_good(page.since_ms)) {
            if let Some((key, page)) = taken_up(page, (it.user_id, encounter), context) {
                context.pages().take_up(key, page);
            }
        }
    }
}

/// What's kept; before there were pages, it was the menu alone.
fn read(body: &str) -> Option<Kept> {
    let alone = serde_json::from_str::<KeptTurnMenu>(body).map(|menu| Kept { menu: Some(menu), pages: vec![] });
    alone.or_else(|_| serde_json::from_str(body)).ok()
}

fn stored(
    (user_id, encounter): (u64, EncounterId),
    open: Option<&OpenTurnMenu>,
    pages: &[(PageKey, OpenPage)],
    now_ms: i64,
) -> PrivateMenu {
    let menu = open.map(|open| KeptTurnMenu {
        token: open.token.token.to_string(),
        since_ms: open.since_ms,
        message_id: open.message_id,
        shown_at: open.shown_at,
        channel_id: open.channel_id,
        has_gm_role: open.caller.has_gm_role,
        tag: open.tag.0,
        has_turn: open.has_turn,
    });
    let page = |(key, it): &(PageKey, OpenPage)| KeptPage {
        of: key.2,
        token: it.token.token.to_string(),
        since_ms: now_ms - i64::try_from(it.since.elapsed().as_millis()).unwrap_or(TOKEN_LASTS_MS),
        message_id: it.message_id,
        has_gm_role: it.caller.has_gm_role,
        list: it.list.clone(),
        fresh: it.fresh,
    };
    // A note that's deleted by itself must be known to be where it was: after a restart, it stays instead.
    let pages = pages.iter().filter(|it| it.0.2 != PageOf::Ambush);
    let kept = Kept { menu, pages: pages.map(page).collect() };
    let since_ms = kept.menu.iter().map(|it| it.since_ms).chain(kept.pages.iter().map(|it| it.since_ms)).max();
    PrivateMenu {
        encounter,
        user_id,
        expires_at_ms: since_ms.unwrap_or(now_ms) + TOKEN_LASTS_MS,
        body: serde_json::to_string(&kept).expect("texts and numbers are JSON"),
    }
}

/// A page as this process goes on with it; `None` if it's older than the machine.
fn taken_up(kept: KeptPage, whose: (u64, EncounterId), context: &PublisherContext) -> Option<(PageKey, OpenPage)> {
    let age = Duration::from_millis(u64::try_from(context.now_ms() - kept.since_ms).unwrap_or(0));
    let page = OpenPage {
        token: InteractionToken { application_id: context.application_id(), token: kept.token.into() },
        since: Instant::now().checked_sub(age)?,
        message_id: kept.message_id,
        caller: Caller { seat: Seat(whose.0), has_gm_role: kept.has_gm_role },
        list: kept.list,
        shows: String::new(),
        fresh: kept.fresh,
    };
    Some(((whose.0, whose.1, kept.of), page))
}

fn restored(kept: KeptTurnMenu, user_id: Snowflake, application_id: Snowflake) -> OpenTurnMenu {
    OpenTurnMenu {
        token: InteractionToken { application_id, token: kept.token.into() },
        since_ms: kept.since_ms,
        message_id: kept.message_id,
        shown_at: kept.shown_at,
        channel_id: kept.channel_id,
        // What has been posted since isn't known: a menu whose turn comes goes where it's sure to be seen, one that's in use stays.
        is_buried: !kept.has_turn,
        is_first: false,
        caller: Caller { seat: Seat(user_id), has_gm_role: kept.has_gm_role },
        tag: CombatantTag(kept.tag),
        has_turn: kept.has_turn,
        says: String::new(),
    }
}
