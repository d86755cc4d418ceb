//! The actions of combatants, typed on one line: /attack, /act, /move, /pass, /end, /say.

use super::{
    autocomplete::complete,
    context::{Context, Done, relay},
};

/// Attack a target
#[poise::command(slash_command, guild_only)]
#[allow(clippy::too_many_arguments)] // one static set of options for all systems
pub async fn attack(
    ctx: Context<'_>,
    #[description = "Who to attack"]
    #[autocomplete = "complete"]
    target: Option<String>,
    #[description = "The weapon to use"]
    #[autocomplete = "complete"]
    with: Option<String>,
    #[description = "How to attack"]
    #[autocomplete = "complete"]
    how: Option<String>,
    #[description = "Where to, if the attack moves you"]
    #[autocomplete = "complete"]
    to: Option<String>,
    #[description = "What it looks like"] text: Option<String>,
    #[description = "Which of your characters"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    relay(ctx, "attack", &[("target", target), ("with", with), ("how", how), ("to", to), ("text", text), ("as", who)])
        .await
}

/// Do anything you can do right now
#[poise::command(slash_command, guild_only)]
#[allow(clippy::too_many_arguments)] // one static set of options for all systems
pub async fn act(
    ctx: Context<'_>,
    #[description = "What to do"]
    #[autocomplete = "complete"]
    what: String,
    #[description = "The target"]
    #[autocomplete = "complete"]
    target: Option<String>,
    #[description = "What to use"]
    #[autocomplete = "complete"]
    with: Option<String>,
    #[description = "How to do it"]
    #[autocomplete = "complete"]
    how: Option<String>,
    #[description = "Where to go"]
    #[autocomplete = "complete"]
    to: Option<String>,
    #[description = "In your own words"] text: Option<String>,
    #[description = "Which of your characters"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    let options = [
        ("what", Some(what)),
        ("target", target),
        ("with", with),
        ("how", how),
        ("to", to),
        ("text", text),
        ("as", who),
    ];
    relay(ctx, "act", &options).await
}

/// Move somewhere else
#[poise::command(slash_command, guild_only)]
pub async fn r#move(
    ctx: Context<'_>,
    #[description = "Where to go"]
    #[autocomplete = "complete"]
    to: String,
    #[description = "How to move"]
    #[autocomplete = "complete"]
    how: Option<String>,
    #[description = "Which of your characters"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    relay(ctx, "move", &[("to", Some(to)), ("how", how), ("as", who)]).await
}

/// Pass, so the other side goes on
#[poise::command(slash_command, guild_only)]
pub async fn pass(
    ctx: Context<'_>,
    #[description = "The side (default: yours)"]
    #[autocomplete = "complete"]
    side: Option<String>,
) -> Done {
    relay(ctx, "pass", &[("side", side)]).await
}

/// End your turn
#[poise::command(slash_command, guild_only)]
pub async fn end(
    ctx: Context<'_>,
    #[description = "Which of your characters"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    relay(ctx, "end", &[("as", who)]).await
}

/// Say something in the fight
#[poise::command(slash_command, guild_only)]
pub async fn say(
    ctx: Context<'_>,
    #[description = "What to say"]
    #[max_length = 500]
    text: String,
    #[description = "Which of your characters"]
    #[autocomplete = "complete"]
    #[rename = "as"]
    who: Option<String>,
) -> Done {
    relay(ctx, "say", &[("text", Some(text)), ("as", who)]).await
}
