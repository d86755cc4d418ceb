//! /ping: whether the bot is running. It involves no fight, so it shows only the time on the network.

use super::context::{Context, Done, answer};
use crate::discord::reply::Answer;

/// Check whether Umpire is running
#[poise::command(slash_command)]
pub async fn ping(ctx: Context<'_>) -> Done {
    answer(ctx, |_, _| async { Ok(Answer::whisper("Here.")) }).await
}
