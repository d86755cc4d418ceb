//! The first menu of a turn with what Umpire would do, which is worked out off the async threads, on a copy of the fight.

use super::{
    first_menu::{Obvious, top},
    menu_path::way_to,
    pressed::Pressed,
    shown_soon::shown_soon,
    turn_menu_view::{Here, SURE, own},
};
use crate::{
    discord::{
        app_context::AppContext, app_error::AppError, combatant_tag::CombatantTag, custom_id::Path, message::Message,
        reply::Answer,
    },
    engine::{CombatantId, view::Viewer},
    rules::{
        Request, UserError,
        session::{SuggestFor, SuggestWork, SuggestedInput},
    },
    table::{Caller, EncounterService, Handle},
};

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
    let better = async move {
        let (work, as_of) = work?;
        let best = context.tables().think(work).await?.into_iter().next()?;
        let redrawn = move |service: &EncounterService| {
            let (who, viewer) = (own(service, &asker, tag).ok()?, service.viewer(&asker));
            // What happens unseen doesn't count: that it did mustn't show.
            let is_new = service.moment(viewer) == as_of;
            let obvious = Some(best).filter(|_| is_new).and_then(|it| as_shown(service, viewer, who, &it))?;
            let (path, encounter) = (Path::default(), service.header().id.unsigned_abs());
            Some(top(&Here { service, viewer, encounter, who, path: &path }, &line, Some(&obvious)))
        };
        fight.look(redrawn).await.ok().flatten()
    };
    Ok(shown_soon(app, pressed, handle, caller, tag, menu, better).await)
}

/// The menu without a suggestion, and what works one out for the state that the menu shows.
type Drawn = (Message, Option<(SuggestWork, u64)>);

fn drawn(service: &EncounterService, caller: &Caller, tag: CombatantTag, first_line: &str) -> Result<Drawn, UserError> {
    let (who, viewer) = (own(service, caller, tag)?, service.viewer(caller));
    let (path, encounter) = (Path::default(), service.header().id.unsigned_abs());
    let menu = top(&Here { service, viewer, encounter, who, path: &path }, first_line, None);
    let work = service.suggestions(caller, SuggestFor::Obvious(who)).ok();
    Ok((menu, work.map(|it| (it, service.moment(viewer)))))
}

/// A suggestion with the steps that do it; `None` if the menu doesn't lead there.
pub(super) fn as_shown(
    service: &EncounterService,
    viewer: Viewer,
    who: CombatantId,
    it: &SuggestedInput,
) -> Option<Obvious> {
    let Request::Act { draft, .. } = &it.request else { return None };
    let path = way_to(service, viewer, who, draft)?;
    let warning = service.session().warning(viewer, who, draft);
    // The warning stands beside the button: it's asked nowhere else.
    let path = if warning.is_some() { path.then(SURE) } else { path };
    Some(Obvious { label: it.label.clone(), odds: it.odds.as_ref().map(|it| it.words.clone()), warning, path })
}
