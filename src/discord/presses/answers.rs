//! Answers to questions. The question is named by its id, so a late, second or wrong person's press changes nothing and is told why.

use super::{Pressed, panel};
use crate::{
    discord::{compose::tracker::GM_LIST, house::House, reply::Answer, trouble::Trouble},
    engine::PromptId,
    rules::Request,
    table::{Handle, Receipt},
};

/// One answer.
pub async fn answer(
    house: &House,
    pressed: &Pressed,
    handle: &Handle,
    prompt: PromptId,
    choice: usize,
) -> Result<Answer, Trouble> {
    let caller = pressed.visit.caller(house).await;
    handle.ask(caller, Request::Answer { prompt, choice }, pressed.visit.receipt()).await?;
    match pressed.is_private {
        // The page of one's open questions shows what is left.
        true => panel::open(house, pressed, handle, panel::ANY_LIST).await,
        false => Ok(Answer::Silent),
    }
}

/// The same answer to all of the GM's open questions: only the first carries the interaction, which can cause one row.
pub async fn all(
    house: &House,
    pressed: &Pressed,
    handle: &Handle,
    seq: u64,
    choice: usize,
) -> Result<Answer, Trouble> {
    let caller = pressed.visit.caller(house).await;
    let asker = caller.clone();
    let (now, open) = handle
        .look(move |desk| {
            let prompts = panel::open_to(desk, &asker, GM_LIST);
            let open: Vec<PromptId> = prompts.iter().filter(|it| it.seats.is_empty()).map(|it| it.id).collect();
            (desk.session().seq(), open)
        })
        .await?;
    if now != seq {
        return panel::open(house, pressed, handle, GM_LIST).await;
    }
    let mut receipt = pressed.visit.receipt();
    for prompt in open {
        handle.ask(caller.clone(), Request::Answer { prompt, choice }, receipt).await?;
        receipt = Receipt { interaction: None, ..receipt };
    }
    panel::open(house, pressed, handle, GM_LIST).await
}
