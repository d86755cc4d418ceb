//! Encounters that a GM prepares in advance: /encounter prepare describes one on a line, /encounter save stores the fight that's set up in
//! this channel, and /encounter open opens one in any channel, just as it was saved: board, options and foes, with hidden ones hidden.
//! They're visible only to their GM.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer},
};
use crate::{
    discord::{
        app_error::AppError,
        board_background::{LaidPicture, TypedGrid},
        deletions::{self, Deletable},
        map_pictures::carry_over,
        prepared_encounters::{Kept, Laid, in_words, keep, keep_on_picture, named, own, read},
        reply::Answer,
        start_fight::{after_opening, let_umpire_be_gm, may_open, nobody_is_gm},
        system_choice::system_here,
        table_commands::table_in,
        text,
    },
    engine::{Actor, Seat, view::Viewer},
    rules::{System, UserError},
    store::Preparation,
    table::NewFight,
};
use poise::serenity_prelude::Attachment;

/// Said to whoever prepares an encounter and describes nothing.
const NOTHING_NAMED: &str = "There\u{2019}s nothing to save yet. Describe it: foes:bandit x3; archer adds foes, board:zones=Yard, Hall draws a map, and background: brings a picture of one.";

/// Save the fight set up here, before it begins, to open it another time
#[poise::command(slash_command)]
pub async fn save(
    ctx: Context<'_>,
    #[description = "The encounter's name"]
    #[max_length = 80]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        let caller = app.caller(&context).await;
        let made = handle.look(move |service| {
            if !service.actor(&caller).is_gm() {
                return Err(AppError::from(UserError::gm_only()));
            }
            let opening = service.session().prepared()?;
            Ok((service.session().system().to_owned(), opening))
        });
        let (system, opening) = made.await??;
        let background = app.store().background(handle.id).await?;
        let background = background.map(|background| LaidPicture { background, new: None });
        let lines = keep(&app, &context, System::named(&system)?, &name, Kept { opening, background }).await?;
        Ok(Answer::whisper(lines.join("\n")))
    })
    .await
}

/// Prepare an encounter without opening it; only you see it
#[poise::command(slash_command)]
#[allow(clippy::too_many_arguments)] // an encounter, and what lies below its board
pub async fn prepare(
    ctx: Context<'_>,
    #[description = "The encounter's name"]
    #[max_length = 80]
    name: String,
    #[description = "Foes, separated by ;: bandit x3 at=Yard; archer hidden at=Roof; leader health=9"] foes: Option<
        String,
    >,
    #[description = "The map, as for /gm board"] board: Option<String>,
    #[description = "Rule options, as name=value"]
    #[autocomplete = "complete"]
    options: Option<String>,
    #[description = "The rule system"]
    #[autocomplete = "complete"]
    system: Option<String>,
    #[description = "A battle map to lay below its board of squares (PNG, JPEG or WebP, at most 4 MiB)"]
    background: Option<Attachment>,
    #[description = "How wide a square is on the background, in the picture's pixels, such as 70 or 33.33"]
    square: Option<f64>,
    #[description = "Where the board starts on the background, in pixels from the left edge"] left: Option<i32>,
    #[description = "Where the board starts on the background, in pixels from the top edge"] top: Option<i32>,
) -> Done {
    answer(ctx, |app, context| async move {
        let typed = TypedGrid { square_px: square, left_px: left, top_px: top };
        let lays = background.is_some() || typed != TypedGrid::default();
        let brought = (background.as_ref(), typed);
        if lays && foes.is_none() && board.is_none() && options.is_none() {
            let it = named(&app, &context, &name).await?;
            let as_it_was = (it.opening, it.background);
            return keep_on_picture(&app, &context, (System::named(&it.system)?, &it.name), as_it_was, brought).await;
        }
        if foes.is_none() && board.is_none() && options.is_none() {
            return Err(AppError::say(NOTHING_NAMED));
        }
        let system = system_here(&app, &context, system.as_deref()).await?;
        let line = |typed: Option<String>| text::one_line(&typed.unwrap_or_default());
        let guild_settings = app.guild_settings().of(context.guild_id).await;
        let laid = Laid {
            gm: Actor::Gm(Seat(context.user_id)),
            now_ms: app.now_ms(),
            pace: app.pace().pace(guild_settings.pace.unwrap_or(app.pace().default)),
            options: line(options),
            board: line(board),
            foes: line(foes),
        };
        let opening = laid.out(system)?.prepared()?;
        if lays {
            return keep_on_picture(&app, &context, (system, &name), (opening, None), brought).await;
        }
        let lines = keep(&app, &context, system, &name, Kept { opening, background: None }).await?;
        Ok(Answer::whisper(lines.join("\n")))
    })
    .await
}

/// Open a prepared encounter in this channel with you as GM
#[poise::command(slash_command)]
pub async fn open(
    ctx: Context<'_>,
    #[description = "Which encounter"]
    #[autocomplete = "complete"]
    name: String,
    #[description = "umpire: nobody is GM, and Umpire plays the foes"]
    #[autocomplete = "complete"]
    gm: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let no_gm = nobody_is_gm(gm.as_deref())?;
        let it = named(&app, &context, &name).await?;
        let system = System::named(&it.system)?;
        let (options, words) = {
            let session = read(&it)?;
            (session.option_fields(), in_words(session.as_ref()))
        };
        let guild_settings = may_open(&app, &context, &options).await?;
        let new = NewFight {
            application_id: app.application_id(),
            guild_id: context.guild_id,
            channel_id: context.channel_id,
            system,
            name: it.name.clone(),
            options: vec![],
            gm: Seat(context.user_id),
        };
        let handle = app.tables().open_prepared(new, &it.opening, app.new_seed(), &[]).await?;
        carry_over(&app, it.background, handle.id).await;
        let shown = text::escape(&it.name);
        let mut lines = vec![match no_gm {
            true => format!("**{shown}** is open. {}", let_umpire_be_gm(&app, &context, &handle).await?),
            false => format!(
                "**{shown}** is open and you\u{2019}re the GM. Players join with the tracker\u{2019}s button or /join. Then press Begin."
            ),
        }];
        lines.extend(words);
        lines.extend(after_opening(&app, &context, guild_settings, handle.id).await?);
        Ok(Answer::whisper(lines.join("\n")))
    })
    .await
}

/// Your prepared encounters, or one of them in full
#[poise::command(slash_command)]
pub async fn list(
    ctx: Context<'_>,
    #[description = "The encounter to see in full"]
    #[autocomplete = "complete"]
    name: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        if let Some(name) = name {
            let it = named(&app, &context, &name).await?;
            let mut lines = vec![format!("**{}** ({})", text::escape(&it.name), it.system)];
            lines.extend(in_words(read(&it)?.as_ref()));
            return Ok(Answer::whisper(lines.join("\n")));
        }
        let all = own(&app, &context).await?;
        let line = |it: &Preparation| match read(it) {
            Ok(session) => format!(
                "**{}** ({}): {} of the GM\u{2019}s",
                text::escape(&it.name),
                it.system,
                session.names(Viewer::Gm).len()
            ),
            Err(_) => format!("**{}** ({}): can\u{2019}t be read", text::escape(&it.name), it.system),
        };
        Ok(Answer::whisper(match all.is_empty() {
            true => {
                "You have no prepared encounter here. Make one with /encounter prepare or /encounter save.".to_owned()
            }
            false => all.iter().map(line).collect::<Vec<_>>().join("\n"),
        }))
    })
    .await
}

/// Delete a prepared encounter; fights opened from it go on
#[poise::command(slash_command)]
pub async fn delete(
    ctx: Context<'_>,
    #[description = "Which encounter"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move { deletions::ask(&app, &context, Deletable::Encounter, &name).await }).await
}
