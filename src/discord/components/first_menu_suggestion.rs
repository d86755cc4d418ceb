//! The first menu of a turn with what Umpire would do, which is worked out off the async threads, on a copy of the fight.

use super::{
    first_menu::{Obvious, Suggested, THINKING, top},
    menu_path::way_to,
    pressed::Pressed,
    shown_soon::shown_soon,
    steps::{SUGGESTED, SURE, drawn_at},
    turn_menu_view::{DONE, Here, TOO_LATE, own},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::tracker::press,
        custom_id::{CustomId, Path},
        limits::ROWS_MAX,
        message::{ActionRow, Button, Message},
        odds_in_time,
        publisher_context::PublisherContext,
        reply::Answer,
    },
    engine::{CombatantId, view::Viewer},
    rules::{
        Request, UserError,
        session::{SuggestFor, SuggestWork, SuggestedInput},
    },
    table::{Caller, EncounterService, Handle},
};

/// For at most so many of a player's characters, something is suggested before one is chosen.
const SUGGESTED_MAX: usize = 3;

/// Shows the first menu of a combatant's turn below a line, if it isn't empty.
pub(super) async fn shown_first(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    caller: &Caller,
    tag: CombatantTag,
    first_line: &str,
) -> Result<Answer, AppError> {
    let (asker, line) = (caller.clone(), first_line.to_owned());
    let (menu, work) = handle.look(move |service| drawn(service, &asker, tag, &line)).await??;
    let (context, fight, asker, line) =
        (app.publishing().clone(), handle.clone(), caller.clone(), first_line.to_owned());
    let better = async move { improved(&context, &fight, asker, tag, line, work?).await };
    let has_more_to_read = ![DONE, TOO_LATE, ""].contains(&first_line);
    Ok(shown_soon(app, pressed, handle, caller, tag, (menu, !has_more_to_read), better).await)
}

/// The question which of several combatants acts, and below it, for the first few, what Umpire would do, each a button. What takes longer is
/// edited in where something keeps its place, so that no other button moves, if the question is still there.
pub(super) async fn with_each(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    caller: &Caller,
    (which, who): (Message, Vec<CombatantTag>),
    is_there: impl Fn(&PublisherContext) -> bool + Send + 'static,
) -> Answer {
    let (context, fight, asker) = (app.publishing().clone(), handle.clone(), caller.clone());
    let (encounter, bare) = (handle.id.unsigned_abs(), which.clone());
    let awaited = who.first().map(|tag| {
        let path = Path::new([SUGGESTED]);
        let id = CustomId::Act { encounter, seq: 0, combatant: *tag, path };
        Button { disabled: true, ..press(THINKING, id) }
    });
    let mut better = Box::pin(async move {
        let mut buttons = vec![];
        for tag in who.into_iter().take(SUGGESTED_MAX) {
            buttons.extend(for_one(&context, &fight, &asker, tag).await);
        }
        with_row(bare, buttons)
    });
    match tokio::time::timeout_at(odds_in_time::waits_until(&pressed.context), &mut better).await {
        Ok(there) => pressed.shown(there),
        Err(_) => {
            let now = with_row(which, awaited.into_iter().collect());
            odds_in_time::improved(app, now, better, |it| pressed.shown(it), is_there)
        }
    }
}

/// A message with these buttons in a row at the bottom, if there are any.
fn with_row(message: Message, buttons: Vec<Button>) -> Message {
    let mut rows = message.rows;
    rows.truncate(ROWS_MAX - 1);
    rows.extend((!buttons.is_empty()).then_some(ActionRow::Buttons(buttons)));
    Message { rows, ..message }
}

/// The button for one of them: "Sybilla: Attack Bandit 2 (65% to hit)".
async fn for_one(context: &PublisherContext, handle: &Handle, caller: &Caller, tag: CombatantTag) -> Option<Button> {
    let asker = caller.clone();
    let (_, work) = handle.look(move |service| drawn(service, &asker, tag, "")).await.ok()?.ok()?;
    let (work, as_of) = work?;
    let best = odds_in_time::suggested(context, work).await?.into_iter().next()?;
    let asker = caller.clone();
    let drawn = move |service: &EncounterService| {
        let (who, viewer) = (own(service, &asker, tag).ok()?, service.viewer(&asker));
        let name = service.session().names(viewer).into_iter().find(|it| it.id == who)?.name;
        let obvious = as_shown(service, viewer, who, &best).filter(|_| drawn_at(service, viewer, who) == as_of)?;
        // A warning has no room here: its own menu has it.
        let obvious = Some(obvious).filter(|it| it.warning.is_none())?;
        let (encounter, path) = (service.header().id.unsigned_abs(), obvious.path.clone());
        let obvious = Obvious { label: format!("{name}: {}", obvious.label), ..obvious };
        Some(obvious.button(CustomId::Act { encounter, seq: as_of, combatant: tag, path }))
    };
    handle.look(drawn).await.ok().flatten()
}

/// The first menu of a combatant's turn as it would be drawn now, with what Umpire would do; `None` if nothing can be worked out.
pub(in crate::discord) async fn with_suggestion(
    context: &PublisherContext,
    fight: &Handle,
    caller: &Caller,
    tag: CombatantTag,
) -> Option<Message> {
    let asker = caller.clone();
    let (_, work) = fight.look(move |service| drawn(service, &asker, tag, "")).await.ok()?.ok()?;
    improved(context, fight, caller.clone(), tag, String::new(), work?).await
}

/// The menu with what Umpire would do, once that's worked out, unless something has happened meanwhile; `None` if the combatant is gone.
async fn improved(
    context: &PublisherContext,
    fight: &Handle,
    asker: Caller,
    tag: CombatantTag,
    first_line: String,
    (work, as_of): (SuggestWork, u64),
) -> Option<Message> {
    let best = odds_in_time::suggested(context, work).await.unwrap_or_default().into_iter().next();
    let redrawn = move |service: &EncounterService| {
        let (who, viewer) = (own(service, &asker, tag).ok()?, service.viewer(&asker));
        // What happens unseen doesn't count: that it did mustn't show.
        let is_new = drawn_at(service, viewer, who) == as_of;
        let obvious = best.filter(|_| is_new).and_then(|it| {
            let shown = as_shown(service, viewer, who, &it)?;
            Some(Obvious { leaves_little: leaves_little(service, viewer, &it), ..shown })
        });
        let path = Path::default();
        let suggested = obvious.as_ref().map_or(Suggested::NothingAfterAll, Suggested::This);
        Some(top(&Here::new(service, viewer, who, &path), &first_line, suggested))
    };
    fight.look(redrawn).await.ok().flatten()
}

/// Whether nothing worth a turn would be left after it.
fn leaves_little(service: &EncounterService, viewer: Viewer, it: &SuggestedInput) -> bool {
    let Request::Act { who, draft } = &it.request else { return false };
    !draft.is_end() && service.session().leaves_little(viewer, *who, draft)
}

/// The menu without a suggestion, and what works one out for the state that the menu shows.
type Drawn = (Message, Option<(SuggestWork, u64)>);

fn drawn(service: &EncounterService, caller: &Caller, tag: CombatantTag, first_line: &str) -> Result<Drawn, UserError> {
    let (who, viewer) = (own(service, caller, tag)?, service.viewer(caller));
    let path = Path::default();
    let work = service.suggestions(caller, SuggestFor::Obvious(who)).ok();
    let suggested = if work.is_some() { Suggested::Awaited } else { Suggested::Nothing };
    let menu = top(&Here::new(service, viewer, who, &path), first_line, suggested);
    Ok((menu, work.map(|it| (it, drawn_at(service, viewer, who)))))
}

/// A suggestion with the steps that do it; `None` if the menu doesn't lead there.
pub(super) fn as_shown(
    service: &EncounterService,
    viewer: Viewer,
    who: CombatantId,
    it: &SuggestedInput,
) -> Option<Obvious> {
    let Request::Act { draft, .. } = &it.request else { return None };
    let way = way_to(service, viewer, who, draft)?;
    let path = Path::new(std::iter::once(SUGGESTED).chain(way.path.steps().iter().map(String::as_str)));
    let warning = service.session().warning(viewer, who, draft);
    // The warning stands beside the button: it's asked nowhere else.
    let path = if warning.is_some() { path.then(SURE) } else { path };
    // What it's noted with would say once more what it's warned of.
    let notes = || if warning.is_none() { way.notes.join(", ") } else { String::new() };
    let told = it.odds.as_ref().map_or_else(notes, |it| it.words.clone());
    Some(Obvious { label: it.label.clone(), told, warning, path, leaves_little: false })
}
