//! Answers to questions. A question is identified by its id, so a press that's late, repeated or by the wrong person changes nothing and is
//! told why.

use super::{pressed::Pressed, questions_page};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::{asked_next, gm, prompt, tracker::GM_LIST},
        message::Message,
        publishing::redraw::{Offer, REDRAWN_WITHIN, Redrawn},
        reply::{self, Answer},
        text,
    },
    engine::PromptId,
    rules::Request,
    table::{EncounterService, Handle},
};

/// One answer.
pub async fn answer(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    prompt: PromptId,
    choice: usize,
) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let asker = caller.clone();
    let prompt = handle.look(move |service| service.question_meant(&asker, prompt)).await?;
    // Before it's decided, so that the publisher finds the offer.
    let offer = app.hub().offers.make(pressed.message_id);
    handle.ask(caller, Request::Answer { prompt, choice }, app.input_origin(&pressed.context)).await?;
    match pressed.is_private {
        // The page of the user's open questions shows what's left.
        true => questions_page::open(app, pressed, handle, questions_page::ANY_LIST).await,
        // The GMs' channel redraws its own messages, or takes them away.
        false if pressed.context.channel_id != handle.channel_id => Ok(Answer::Done(pressed.message_id, offer)),
        false => {
            let within = REDRAWN_WITHIN.min(reply::to_spare(app, &pressed.context));
            Ok(match tokio::time::timeout(within, offer).await {
                Ok(Ok(Redrawn { message: Some(message), taken })) => Answer::Redraw(Box::new(message), taken),
                _ => Answer::Silent,
            })
        }
    }
}

/// Another page of a question's answers, in private.
pub async fn further(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    prompt: PromptId,
    page: usize,
) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let open = handle.look(move |service| questions_page::open_to(service, &caller, GM_LIST)).await?;
    let Some(asked) = open.into_iter().find(|it| it.id == prompt) else {
        return Err(AppError::say("That question is already settled, or isn\u{2019}t yours."));
    };
    let rows = vec![prompt::choices_page(handle.id.unsigned_abs(), &asked, false, page, &prompt::Advice::default())];
    let content = format!("**{}**: {}", text::escape(&asked.to_name), text::escape(&asked.ask));
    let message = Message { content, rows, ..Message::default() }.private();
    Ok(if pressed.is_private { Answer::Update(message) } else { Answer::Say(message) })
}

/// The default answer to a question of the GM's, and then to those that are asked next: they all get theirs, or one of them does what they're
/// asked. Nothing is answered if by now others would be asked than when it was drawn.
pub async fn with_the_next(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    prompt: PromptId,
    (mark, who): (u32, Option<CombatantTag>),
) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let asker = caller.clone();
    let meant = handle.look(move |service| service.question_meant(&asker, prompt)).await?;
    let offer = app.hub().offers.make(pressed.message_id);
    let asker = caller.clone();
    // Of a question that's no longer there, the refusal says so.
    let is_as_drawn = move |service: &EncounterService| {
        let open = questions_page::open_to(service, &asker, GM_LIST);
        open.iter().find(|it| it.id == prompt).is_none_or(|it| {
            let is_there = |who| it.then.iter().any(|it| CombatantTag::named(&it.to_name) == who);
            asked_next::mark_of(it) == mark && who.is_none_or(is_there)
        })
    };
    let asker = caller.clone();
    let answers = move |service: &mut EncounterService| {
        let mut open = gm::gms_own(&questions_page::open_to(service, &asker, GM_LIST));
        if asked_next::mark(open.iter().map(|it| &it.to_name)) != mark {
            return vec![];
        }
        open.retain(|it| who.is_none_or(|who| CombatantTag::named(&it.to_name) == who));
        let choice = usize::from(who.is_some());
        open.iter().map(|it| Request::Answer { prompt: service.question_meant(&asker, it.id), choice }).collect()
    };
    let first = Request::Answer { prompt: meant, choice: 0 };
    let origin = app.input_origin(&pressed.context);
    match handle.ask_if_and_then(caller, first, origin, is_as_drawn, answers).await? {
        Some(_) => answered(app, pressed, handle, offer).await,
        None => newer(app, pressed, handle).await,
    }
}

/// What's shown to whoever presses for what's no longer asked like that.
async fn newer(app: &AppContext, pressed: &Pressed, handle: &Handle) -> Result<Answer, AppError> {
    match pressed.is_private {
        true => questions_page::open(app, pressed, handle, GM_LIST).await,
        false => Err(AppError::say("There\u{2019}s a newer question now. Look at the newest message.")),
    }
}

/// What's shown in the place of questions that the GM has answered.
async fn answered(app: &AppContext, pressed: &Pressed, handle: &Handle, offer: Offer) -> Result<Answer, AppError> {
    match pressed.is_private {
        true => questions_page::open(app, pressed, handle, GM_LIST).await,
        false => Ok(Answer::Done(pressed.message_id, offer)),
    }
}

/// Gives the default answer to all of the GM's open questions, if they're still those it was drawn for.
pub async fn all(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    mark: u64,
    choice: usize,
) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let asker = caller.clone();
    let (now, open) = handle
        .look(move |service| {
            let prompts = gm::gms_own(&questions_page::open_to(service, &asker, GM_LIST));
            let open: Vec<PromptId> = prompts.iter().map(|it| service.question_meant(&asker, it.id)).collect();
            (gm::mark(&prompts), open)
        })
        .await?;
    if now != mark {
        return newer(app, pressed, handle).await;
    }
    let offer = app.hub().offers.make(pressed.message_id);
    let mut answers = open.into_iter().map(|prompt| Request::Answer { prompt, choice });
    if let Some(first) = answers.next() {
        let rest: Vec<Request> = answers.collect();
        handle.ask_if_and_then(caller, first, app.input_origin(&pressed.context), |_| true, move |_| rest).await?;
    }
    answered(app, pressed, handle, offer).await
}
