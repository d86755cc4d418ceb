//! What a turn notification says, and its button.

use super::super::{
    compose::{tracker::press, words},
    custom_id::{CustomId, TrackerButton},
    limits::{ROW_BUTTONS_MAX, ROWS_MAX},
    message::{ActionRow, Look, Message},
    text,
};
use crate::{
    engine::view::{FighterView, Mark, Scene},
    store::{EncounterId, Snowflake},
};

/// The room for names in a notification; it can mention everyone in a fight as well.
const NAMES_MAX_CHARS: usize = 400;

/// Up to so many people are named beside whom they play.
const EACH_MAX: usize = 6;

/// The people a message notifies: their combatants' names, and their users.
pub(super) type Called<'a> = Vec<(&'a FighterView, Snowflake)>;

/// When and where those notified can act: now, or after whoever is acting.
pub(super) fn when<'a>(scene: &'a Scene, way: &'a str) -> impl Fn(&Called<'_>) -> String + 'a {
    move |called| {
        let waits = !called.iter().any(|it| scene.may_act.contains(&it.0.id));
        let acting =
            scene.sides.iter().flat_map(|it| &it.members).find(|it| waits && it.mark == Mark::Acting && !it.hidden);
        let is_asked = scene.prompts.iter().any(|it| !it.answered);
        match acting {
            None if is_asked => format!(" may act once the question is answered{way}"),
            Some(it) => format!(" may act after **{}**{way}", text::escape(&it.name)),
            None => format!(" may act now{way}"),
        }
    }
}

/// A message with the button that opens a turn, beside its last buttons if there's room.
pub(super) fn with_act_as(mut message: Message, id: EncounterId) -> Message {
    // It means the same in every state.
    let act_as = CustomId::Tracker { encounter: id.unsigned_abs(), seq: 0, button: TrackerButton::ActAs };
    let act_as = press("Act as\u{2026}", act_as).looking(Look::Primary);
    let has_room = message.rows.len() < ROWS_MAX;
    match message.rows.last_mut() {
        Some(ActionRow::Buttons(last)) if last.len() < ROW_BUTTONS_MAX => last.push(act_as),
        _ if has_room => message.rows.push(ActionRow::Buttons(vec![act_as])),
        _ => {}
    }
    message
}

/// Everyone beside whom they play: "**Sybilla** (@Ana) and **Theobald** (@Bob)".
fn each_with_theirs(called: &Called<'_>) -> String {
    let mut seats: Vec<Snowflake> = vec![];
    for (_, seat) in called.iter().copied() {
        if !seats.contains(&seat) {
            seats.push(seat);
        }
    }
    let room = NAMES_MAX_CHARS / seats.len().max(1);
    let theirs = |seat: &Snowflake| {
        let own: Called<'_> = called.iter().filter(|it| it.1 == *seat).copied().collect();
        format!("{} (<@{seat}>)", names(&own, room))
    };
    words::list(&seats.iter().map(theirs).collect::<Vec<_>>())
}

fn names(called: &Called<'_>, room: usize) -> String {
    let names: Vec<String> = called.iter().map(|it| it.0.name.clone()).collect();
    words::few_or_kinds_within(&names, room, |it| format!("**{}**", text::escape(it)))
}

/// The notification; `when` says when, and where to go.
pub(super) fn message(called: &Called<'_>, when: &str) -> Message {
    let mut seats: Vec<Snowflake> = called.iter().map(|it| it.1).collect();
    seats.sort_unstable();
    seats.dedup();
    let content = match seats.len() {
        2..=EACH_MAX => format!("{}{when}", each_with_theirs(called)),
        _ => {
            let mentions: Vec<String> = seats.iter().map(|it| format!("<@{it}>")).collect();
            format!("{}: {}{when}", mentions.join(" "), names(called, NAMES_MAX_CHARS))
        }
    };
    let message = Message { without_previews: true, ..Message::text(content) };
    seats.into_iter().fold(message, Message::pinging)
}
