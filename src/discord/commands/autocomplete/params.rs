//! The possible values of an action's parameter: what its rules would accept now, for whoever acts, but no more than can be shown.

use super::suggestion::Suggestion;
use crate::{
    discord::limits::AUTOCOMPLETE_CHOICES_MAX,
    engine::{
        CombatantId,
        partial_action::{Candidate, ParamValue, PartialAction},
        random_play,
        view::Viewer,
    },
    rules::{
        ParamView,
        spelling::{folded, is_same},
    },
    table::{Caller, Command, EncounterService},
};
use std::collections::HashSet;

/// Once this many values have been found for one suggestion, no other combatants are checked.
const LISTED_MAX: usize = 150;

/// The possible values of an action's parameter: for the combatant who acts or, as long as that isn't specified, for each who can, until
/// there are more than can be shown. On a large board each of them can reach hundreds of squares.
pub(super) fn of(
    service: &EncounterService,
    caller: &Caller,
    command: &Command,
    (wanted, typed): (&str, &str),
) -> Vec<Suggestion> {
    let actors = match service.acting(caller, command) {
        Ok(who) => vec![who],
        Err(_) if command.get("as").is_some() => vec![],
        Err(_) => {
            let gm = service.actor(caller).is_gm();
            let mut own = service.session().names(service.viewer(caller));
            own.retain(|it| it.player == Some(caller.seat) || (gm && it.player.is_none()));
            let may_act = service.scene(service.viewer(caller)).may_act;
            own.iter().map(|it| it.id).filter(|it| may_act.contains(it)).collect()
        }
    };
    let viewer = service.viewer(caller);
    let (mut all, mut known, mut listed): (Vec<Suggestion>, HashSet<String>, usize) = (vec![], HashSet::new(), 0);
    for who in actors {
        let own = params_of(service, viewer, who, command, wanted);
        listed += own.len();
        let fits = |it: &Suggestion| it.begins_with(typed) || it.holds(typed);
        all.extend(own.into_iter().filter(|it| fits(it) && known.insert(it.value.clone())));
        let first = all.iter().filter(|it| it.begins_with(typed)).count();
        if first >= AUTOCOMPLETE_CHOICES_MAX || listed >= LISTED_MAX {
            break;
        }
    }
    all
}

/// The possible values of one parameter, given what has been typed for the others.
fn params_of(
    service: &EncounterService,
    viewer: Viewer,
    who: CombatantId,
    command: &Command,
    wanted: &str,
) -> Vec<Suggestion> {
    let session = service.session();
    if !session.takes_actions(viewer) {
        return vec![];
    }
    let verb = match command.path.as_str() {
        "act" => {
            let typed = command.get("what").unwrap_or_default();
            let found = session.verbs(viewer, who).into_iter().find(|it| is_same(it.label, typed) || it.name == typed);
            match found {
                Some(verb) => verb.name.to_owned(),
                None => return vec![],
            }
        }
        path => path.to_owned(),
    };
    let mut draft = PartialAction::of(&verb);
    let mut settled: Vec<&str> = vec![wanted, "as", "what"];
    // An action has a handful of parameters; the limit is for a system that would never finish.
    for _ in 0..12 {
        match session.param(viewer, who, &draft) {
            Ok(ParamView::Choose { name, candidates, default, .. }) => {
                if name == wanted {
                    // What's suggested is accepted as it stands, unless more has been typed already.
                    let said = |it: &&(String, String)| !it.1.is_empty() && !settled.contains(&it.0.as_str());
                    let more: Vec<(&str, &str)> =
                        command.options.iter().filter(said).map(|it| (it.0.as_str(), it.1.as_str())).collect();
                    // If every value needs another parameter, the refusal without it says which.
                    let all_need_more = candidates.iter().all(|it| it.needs_more);
                    let mut candidates = candidates;
                    match more.as_slice() {
                        [] => candidates.retain(|it| all_need_more || !it.needs_more),
                        more if candidates.len() <= TRIED_MAX => candidates.retain(|it| {
                            goes_on(service, (viewer, who), draft.clone().with(name, it.fill.clone()), more)
                        }),
                        _ => {}
                    }
                    return candidates.iter().map(|it| Suggestion::noted(it.label.clone(), &it.note)).collect();
                }
                let fill = match command.get(name).map(folded).filter(|it| !it.is_empty()) {
                    // If what was typed can't be done, there's nothing to suggest: values that fit another action don't fit this one.
                    Some(typed) => meant(&candidates, &typed).map(|it| it.fill.clone()),
                    None => default.or_else(|| candidates.first().map(|it| it.fill.clone())),
                };
                let Some(fill) = fill else { return vec![] };
                draft = draft.with(name, fill);
                settled.push(name);
            }
            Ok(ParamView::Write { name, .. }) if name == wanted => return vec![],
            Ok(ParamView::Write { name, .. }) => {
                draft = draft.with(name, words(command.get(name)));
                settled.push(name);
            }
            Ok(ParamView::Done(())) | Err(_) => return vec![],
        }
    }
    vec![]
}

/// The candidate with this name, or with a name that starts like this; typed text is folded. Whoever chose "spear" doesn't mean "spear of
/// flame".
fn meant<'a>(candidates: &'a [Candidate], typed: &str) -> Option<&'a Candidate> {
    let named = |fits: &dyn Fn(&str) -> bool| candidates.iter().find(|it| fits(&folded(&it.label)));
    named(&|it| it == typed).or_else(|| named(&|it| it.starts_with(typed)))
}

/// The typed value, or a default: some actions require one.
fn words(typed: Option<&str>) -> ParamValue {
    ParamValue::Text(typed.map(str::trim).filter(|it| !it.is_empty()).unwrap_or(random_play::WORDS).to_owned())
}

/// At most this many values are tried together with what has been typed for later parameters; if there are more, all are suggested.
const TRIED_MAX: usize = 40;

/// Whether a partial action can be completed with what has been typed for the parameters that follow.
fn goes_on(
    service: &EncounterService,
    (viewer, who): (Viewer, CombatantId),
    mut draft: PartialAction,
    more: &[(&str, &str)],
) -> bool {
    for _ in 0..12 {
        match service.session().param(viewer, who, &draft) {
            Ok(ParamView::Choose { name, candidates, default, .. }) => {
                let meant = match more.iter().find(|it| it.0 == name) {
                    Some((_, typed)) => meant(&candidates, &folded(typed)),
                    None => candidates.iter().find(|it| Some(&it.fill) == default.as_ref()).or(candidates.first()),
                };
                let Some(meant) = meant else { return false };
                draft = draft.with(name, meant.fill.clone());
            }
            Ok(ParamView::Write { name, .. }) => {
                draft = draft.with(name, words(more.iter().find(|it| it.0 == name).map(|it| it.1)));
            }
            Ok(ParamView::Done(())) => return true,
            Err(_) => return false,
        }
    }
    false
}
