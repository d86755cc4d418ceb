//! Answers to questions. A question is identified by its id, so a press that's late, repeated or by the wrong person changes nothing and is
//! told why.

use super::{pressed::Pressed, questions_page};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::{gm, prompt, tracker::GM_LIST},
        message::Message,
        publishing::redraw::{REDRAWN_WITHIN, Redrawn},
        reply::{self, Answer},
        text,
    },
    engine::PromptId,
    rules::Request,
    table::{Handle, InputOrigin, ServiceError, live_fights::TableError},
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

/// Gives the default answer to all of the GM's open questions, if they're still those it was drawn for. Only the first carries the
/// interaction, which can cause just one row.
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
        return match pressed.is_private {
            true => questions_page::open(app, pressed, handle, GM_LIST).await,
            false => Err(AppError::say("There\u{2019}s a newer question now. Look at the newest message.")),
        };
    }
    let mut receipt = app.input_origin(&pressed.context);
    let offer = app.hub().offers.make(pressed.message_id);
    for prompt in open {
        match handle.ask(caller.clone(), Request::Answer { prompt, choice }, receipt).await {
            Ok(_) => {}
            // The previous answer has settled this one as well.
            Err(TableError::Service(ServiceError::Refused(_))) if receipt.interaction.is_none() => {}
            Err(error) => return Err(error.into()),
        }
        receipt = InputOrigin { interaction: None, ..receipt };
    }
    match pressed.is_private {
        true => questions_page::open(app, pressed, handle, GM_LIST).await,
        false => Ok(Answer::Done(pressed.message_id, offer)),
    }
}
