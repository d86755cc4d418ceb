//! A saved character that was made to join a fight: what's kept of that, and the button that joins with it.

use crate::{
    discord::{
        app_context::AppContext,
        compose::tracker::press,
        custom_id::CustomId,
        message::{Button, Look},
    },
    store::CharacterId,
};

/// The list that joins the fight; the character's id follows, after a dot, in place of a system.
pub(super) const JOIN: &str = "new-join";
/// What the fight is kept under.
pub(super) const ENCOUNTER: &str = "encounter";
/// What its side is kept under; empty for the first.
pub(super) const SIDE: &str = "side";

/// What the fight is kept under that a saved character was made to join.
pub(super) fn made_to_join(character: CharacterId) -> String {
    format!("new-for.{character}")
}

/// The button below the form of a character that was made for a fight.
pub(super) fn join_button(app: &AppContext, user: u64, character: CharacterId) -> Option<Button> {
    let kept = app.drafts().form(user, &made_to_join(character));
    let encounter = kept.iter().find(|it| it.0 == ENCOUNTER)?.1.parse().ok()?;
    let list = format!("{JOIN}.{character}.");
    Some(press("Join the fight", CustomId::Page { encounter, list, page: 0 }).looking(Look::Success))
}
