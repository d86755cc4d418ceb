//! The map as the user sees it: the picture, with all of it in words below. Also the line of sight between two combatants.

use super::{
    app_context::AppContext,
    app_error::AppError,
    interaction_context::InteractionContext,
    limits::EMBED_DESCRIPTION_MAX,
    map_attachment::file,
    map_pictures::{on_background, with_brought},
    map_renderer::Busy,
    message::{Embed, Message},
    reply::Answer,
    text,
};
use crate::{
    engine::view::Scene,
    pictures::MapPlan,
    rules::UserError,
    store::Background,
    table::{Command, Handle},
};

/// The map as the user sees it, including their own side's hidden combatants: in words, and as a picture above them if we may attach one. Of a large
/// board it shows the part around the action, unless all of it is wanted.
///
/// # Errors
/// If the fight doesn't answer.
pub async fn private(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    whole: bool,
) -> Result<Answer, AppError> {
    let caller = app.caller(context).await;
    let plan = handle
        .look(move |service| {
            let viewer = service.viewer(&caller);
            let plan = MapPlan::of(&service.scene(viewer)).with_all(whole);
            plan.with_turn(service.session().turn_ground(viewer))
        })
        .await?;
    let plan = as_seen_by(app, context, handle, plan).await;
    let mut lines: Vec<String> = plan.text().iter().map(|it| line(it)).collect();
    if !plan.is_laid_out() {
        lines.insert(
            0,
            "There\u{2019}s no map yet: everyone is near everyone. The GM sets one up with /gm board.".to_owned(),
        );
    }
    Ok(match with_picture(app, context, lines, &plan).await? {
        Answer::Say(message) => Answer::Say(picture_first(message)),
        other => other,
    })
}

/// A map in the user's theme, with what people have brought for it.
async fn as_seen_by(app: &AppContext, context: &InteractionContext, handle: &Handle, plan: MapPlan) -> MapPlan {
    let theme = app.guild_settings().theme_for(context.user_id, context.guild_id).await;
    with_brought(app, handle.id, plan.in_theme(theme)).await
}

/// A picture comes before a box, so its words go there: on a phone they'd push it out of sight. Text mode has words first anyway.
fn picture_first(message: Message) -> Message {
    if message.files.is_empty() || message.content.len() > EMBED_DESCRIPTION_MAX {
        return message;
    }
    let words = Embed { description: message.content, ..Embed::default() };
    Message { content: String::new(), embeds: vec![words], ..message }
}

/// The whole map as the user sees it, below these lines.
///
/// # Errors
/// If the fight doesn't answer.
pub async fn preview(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    lines: Vec<String>,
) -> Result<Answer, AppError> {
    let caller = app.caller(context).await;
    let whole = handle.look(move |service| MapPlan::of(&service.scene(service.viewer(&caller))).with_all(true));
    let plan = whole.await?;
    with_picture(app, context, lines, &as_seen_by(app, context, handle, plan).await).await
}

/// The board of a fight that's prepared, with the picture below it, below these lines.
///
/// # Errors
/// If the store fails.
pub async fn prepared(
    app: &AppContext,
    context: &InteractionContext,
    (scene, background): (&Scene, &Background),
    lines: Vec<String>,
) -> Result<Answer, AppError> {
    let theme = app.guild_settings().theme_for(context.user_id, context.guild_id).await;
    let plan = on_background(MapPlan::of(scene).with_all(true).in_theme(theme), background);
    with_picture(app, context, lines, &plan).await
}

/// What one combatant sees of another, in words and with a line on the map.
///
/// # Errors
/// If the user doesn't see one of them, or the fight doesn't answer.
pub async fn sight(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    command: Command,
) -> Result<Answer, AppError> {
    let caller = app.caller(context).await;
    let (sight, plan) = handle
        .look(move |service| {
            let sight = service.sight(&caller, &command)?;
            let plan = MapPlan::of(&service.scene(service.viewer(&caller))).with_ray(sight.ray);
            Ok::<_, UserError>((sight, plan))
        })
        .await??;
    let lines: Vec<String> = sight.sentences.iter().map(|it| text::escape(it)).collect();
    let plan = as_seen_by(app, context, handle, plan).await;
    match sight.ray {
        Some(_) => with_picture(app, context, lines, &plan).await,
        None => Ok(Answer::whisper(lines.join("\n"))),
    }
}

/// What's said where we may not attach a picture.
pub const CANNOT_ATTACH: &str = "Umpire needs the **Attach Files** permission in this channel to show the picture.";

/// Lines with the picture below them, where we may attach one.
async fn with_picture(
    app: &AppContext,
    context: &InteractionContext,
    mut lines: Vec<String>,
    plan: &MapPlan,
) -> Result<Answer, AppError> {
    let may = context.may_attach();
    if !may {
        lines.push(CANNOT_ATTACH.to_owned());
    }
    let files = match may {
        true => match app.map_renderer().picture(plan).await {
            Ok(drawn) => drawn.map(|bytes| file(plan, bytes)).into_iter().collect(),
            Err(Busy) => {
                lines.push("Too many maps are being drawn at this moment, so here\u{2019}s the map as text. Try again in a moment for the picture.".to_owned());
                vec![]
            }
        },
        false => vec![],
    };
    Ok(Answer::Say(Message { content: lines.join("\n"), files, ..Message::default() }.private()))
}

/// A line of the text form, with its place in bold.
fn line(it: &str) -> String {
    match it.split_once(": ") {
        Some((place, rest)) => format!("**{}**: {}", text::escape(place), text::escape(rest)),
        None => text::escape(it),
    }
}
