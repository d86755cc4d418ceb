//! /map: where everybody is, for one's own eyes.

use super::{Context, Done, answer, table_in};
use crate::discord::map;

/// The map as you see it, in words and as a picture
#[poise::command(slash_command, guild_only, rename = "map")]
pub async fn show(ctx: Context<'_>) -> Done {
    answer(ctx, |house, visit| async move {
        let handle = table_in(&house, visit.channel_id)?;
        map::private(&house, &visit, &handle).await
    })
    .await
}
