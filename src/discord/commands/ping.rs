//! /ping: whether anyone is there. It asks nothing of any fight, so it shows what the way there and back costs by itself.

use super::context::{Context, Done, answer};
use crate::discord::reply::Answer;

/// Check whether Umpire is running
#[poise::command(slash_command)]
pub async fn ping(ctx: Context<'_>) -> Done {
    answer(ctx, |_, _| async { Ok(Answer::whisper("Here.")) }).await
}
