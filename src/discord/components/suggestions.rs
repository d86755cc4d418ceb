//! "Suggest": what Umpire would do in somebody's place, one press to do it. It's worked out off the async threads, on a copy of the fight;
//! what it says it's likely to do obeys the table's setting for odds.

use super::{
    first_menu::{Suggested, THINKING, placeholder_button, top},
    menu_path::way_to,
    open_page,
    pressed::Pressed,
    questions_page::{self, odds_line},
    shown_soon::shown_soon,
    turn_menu_view::{Here, TOO_LATE, own},
};
use crate::{
    discord::{
        answer_advice::answer,
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::{choice_rows::rows_of, tracker::press},
        custom_id::{CustomId, Path, TrackerButton},
        limits::BUTTON_LABEL_MAX,
        message::{ActionRow, Button, Look, Message},
        odds_in_time,
        open_pages::PageOf,
        reply::Answer,
        text,
    },
    engine::{PromptId, odds::Effort},
    rules::{
        Request, UserError,
        session::{OddsOf, OddsView, SuggestFor, SuggestedInput},
    },
    table::{EncounterService, Handle},
};

const WHAT_IT_WOULD_DO: &str = "**What Umpire would do**";
const NOTHING_COMES_TO_MIND: &str = "Nothing comes to mind. Choose for yourself.";

/// For somebody's turn. The page comes at once; what Umpire would do is edited in if it takes longer.
pub async fn for_turn(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    tag: CombatantTag,
) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let asker = caller.clone();
    let (awaited, work, as_of) = handle
        .look(move |service| {
            let (who, viewer) = (own(service, &asker, tag)?, service.viewer(&asker));
            let work = service.suggestions(&asker, SuggestFor::Turn(who))?;
            Ok::<_, UserError>((
                awaited(&Here::new(service, viewer, who, &Path::default())),
                work,
                service.moment(viewer),
            ))
        })
        .await??;
    let (context, fight, asker) = (app.publishing().clone(), handle.clone(), caller.clone());
    let better = async move {
        let best = odds_in_time::suggested(&context, work).await.unwrap_or_default();
        let thought_out = move |service: &EncounterService| {
            let (who, viewer, path) = (own(service, &asker, tag).ok()?, service.viewer(&asker), Path::default());
            let here = Here::new(service, viewer, who, &path);
            // What happens unseen doesn't count: that it did mustn't show.
            let is_new = service.moment(viewer) == as_of;
            Some(if is_new { of_turn(&here, &best) } else { top(&here, TOO_LATE, Suggested::Nothing) })
        };
        // Whoever waits for it is told at least that there's none.
        let nothing = || Message::text(format!("{WHAT_IT_WOULD_DO}\n{NOTHING_COMES_TO_MIND}"));
        Some(fight.look(thought_out).await.ok().flatten().unwrap_or_else(nothing))
    };
    Ok(shown_soon(app, pressed, handle, &caller, tag, (awaited, false), better).await)
}

/// The most answers to a question that get odds.
const ANSWERS_MAX: usize = 25;

/// For an open question, with what its other answers are likely to do. The channel's own message says nothing of that: what may be known
/// differs from reader to reader, and it would have to be edited once the odds are there.
pub async fn for_question(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    name: PromptId,
) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let asker = caller.clone();
    let (work, prompt, asked) = handle
        .look(move |service| {
            let caller = asker;
            let prompt = service.question_meant(&caller, name);
            let open = service.scene(service.viewer(&caller)).prompts.into_iter().find(|it| it.id == prompt);
            let is_gm = service.actor(&caller).is_gm();
            let theirs = open.filter(|it| !it.answered && (is_gm || it.seats.contains(&caller.seat)));
            let Some(asked) = theirs else {
                let why = "That question is already settled, or isn\u{2019}t yours.";
                return Err(UserError::say(why));
            };
            service.suggestions(&caller, SuggestFor::Question(prompt)).map(|it| (it, prompt, asked))
        })
        .await??;
    let best = odds_in_time::suggested(app, work).await.unwrap_or_default();
    let suggested: Vec<usize> = best.iter().filter_map(answer).collect();
    let others: Vec<usize> =
        (0..asked.labels.len().min(ANSWERS_MAX)).filter(|choice| !suggested.contains(choice)).collect();
    let of = others.iter().map(|choice| OddsOf::Answer { prompt, choice: *choice }).collect();
    let reader = caller.clone();
    let work = handle.look(move |service| service.odds(&caller, of, Effort::QUICK)).await?;
    // Of those that are suggested, they're known.
    let mut odds: Vec<Option<OddsView>> = vec![None; asked.labels.len()];
    let known = best.iter().filter_map(|it| Some((answer(it)?, it.odds.clone())));
    let worked_out = odds_in_time::within(app, app.thinking().other_answers, work).await;
    for (choice, it) in others.into_iter().zip(worked_out).chain(known) {
        if let Some(place) = odds.get_mut(choice) {
            *place = it;
        }
    }
    let encounter = handle.id.unsigned_abs();
    let button = |it: &SuggestedInput| {
        let choice = u16::try_from(answer(it)?).unwrap_or(u16::MAX);
        Some(CustomId::Answer { encounter, prompt: name, choice })
    };
    let content = format!("**{}**: {}", text::escape(&asked.to_name), text::escape(&asked.ask));
    let others = odds_line(&asked, &odds, &suggested).map(|it| format!("The other answers:\n{it}"));
    let mut message = drawn(content, best.iter().map(|it| (it, button(it))), vec![]);
    message.content = [message.content].into_iter().chain(others).collect::<Vec<_>>().join("\n");
    // It goes as soon as the question is settled.
    open_page::note(app, pressed, handle, &reader, (questions_page::ANY_LIST, PageOf::Question(name)), "");
    Ok(Answer::Say(message.private()))
}

/// Their page until they're there.
fn awaited(here: &Here<'_>) -> Message {
    let thinking = ActionRow::Buttons(vec![placeholder_button(here, THINKING)]);
    Message {
        content: WHAT_IT_WOULD_DO.to_owned(),
        rows: vec![thinking, ActionRow::Buttons(vec![here.back()])],
        ..Message::default()
    }
}

/// The suggestions for a turn.
fn of_turn(here: &Here<'_>, best: &[SuggestedInput]) -> Message {
    let seq = here.service.moment(here.viewer);
    let button = |it: &SuggestedInput| match &it.request {
        Request::Act { who, draft } => {
            let way = way_to(here.service, here.viewer, *who, draft)?;
            Some(Here { path: &way.path, ..*here }.id_here())
        }
        Request::Pass { .. } => Some(CustomId::Tracker { encounter: here.encounter, seq, button: TrackerButton::Pass }),
        _ => None,
    };
    drawn(WHAT_IT_WOULD_DO.to_owned(), best.iter().map(|it| (it, button(it))), vec![here.back()])
}

/// Each suggestion with what it's likely to do, and a button that does it.
fn drawn<'a>(
    first_line: String,
    best: impl Iterator<Item = (&'a SuggestedInput, Option<CustomId>)>,
    foot: Vec<Button>,
) -> Message {
    let (mut lines, mut buttons) = (vec![first_line], vec![]);
    for (it, id) in best.filter_map(|(it, id)| Some((it, id?))) {
        let odds = it.odds.as_ref().map_or_else(String::new, |it| format!(": {}", it.words));
        lines.push(format!("{}. {}{odds}", buttons.len() + 1, text::escape(&it.label)));
        let look = if buttons.is_empty() { Look::Primary } else { Look::Secondary };
        buttons.push(press(&text::label(&it.label, BUTTON_LABEL_MAX), id).looking(look));
    }
    if buttons.is_empty() {
        lines.push(NOTHING_COMES_TO_MIND.to_owned());
    }
    let mut rows = if buttons.is_empty() { vec![] } else { rows_of(buttons) };
    if !foot.is_empty() {
        rows.push(ActionRow::Buttons(foot));
    }
    Message { content: lines.join("\n"), rows, ..Message::default() }
}
