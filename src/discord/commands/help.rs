//! /help: starts with what the user can do right now, then says where everything else is.

use super::context::{Context, Done, answer};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::{deadlines, words},
        interaction_context::InteractionContext,
        reply::Answer,
        text,
    },
    engine::{
        Stage,
        view::{PromptView, Scene},
    },
    rules::System,
    table::{Caller, EncounterService},
};

/// The end of every help page.
const REST: &str = "**Acting**: use the tracker\u{2019}s buttons, or type /attack, /move, /act, /say, /pass and /end. Several characters? Say which with as:.\n\
**Looking**: /who, /map, /rule, /encounter status. **Standing orders**: /orders.\n\
**Joining**: /join with a name or a template; /character saves your own.\n\
**The GM**: /encounter start, begin, pause, undo, end; /gm add, set, place, condition, turn, control and more. \
**The server**: /settings.\n\
/roll rolls any dice; /stats shows how lucky yours were. **Using a screen reader?** /preferences text:True turns your private messages into plain sentences; /gm fight name:text value:on does so for the table\u{2019}s messages.";

/// What you can do right now
#[poise::command(slash_command)]
pub async fn help(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move { Ok(Answer::whisper(help_text(&app, &context).await?)) }).await
}

/// The help page.
///
/// # Errors
/// If the fight doesn't answer.
pub async fn help_text(app: &AppContext, context: &InteractionContext) -> Result<String, AppError> {
    let now = match app.table_in(context.channel_id) {
        None => {
            let systems: Vec<String> = System::ALL.into_iter().map(|it| it.name().to_owned()).collect();
            format!(
                "There\u{2019}s no fight in this channel. Start one with /encounter start and you\u{2019}re its GM. Choose the rules with system: {}.",
                words::list(&systems)
            )
        }
        Some(handle) => {
            let caller = app.caller(context).await;
            handle.look(move |service| now(service, &caller)).await?
        }
    };
    Ok(format!("{now}\n\n{REST}"))
}

/// What this user can do right now.
fn now(service: &EncounterService, caller: &Caller) -> String {
    let viewer = service.viewer(caller);
    let scene = service.scene(viewer);
    let gm = service.actor(caller).is_gm();
    let own: Vec<_> = service.session().names(viewer).into_iter().filter(|it| it.player == Some(caller.seat)).collect();
    let mut lines = vec![];
    if scene.paused {
        lines.push("The table is paused. The GM resumes it with Resume.".to_owned());
    }
    match scene.stage {
        Stage::Gathering if own.is_empty() && !gm => {
            lines.push("Players are gathering: **join** with the tracker\u{2019}s button or /join.".to_owned());
        }
        Stage::Gathering if gm => {
            lines.push(
                "You\u{2019}re the GM: add foes with /gm add, then press **Begin** when everyone is here.".to_owned(),
            );
        }
        Stage::Gathering => lines.push("You\u{2019}re in. The GM begins when everyone is here.".to_owned()),
        Stage::Over => lines.push("The fight is over.".to_owned()),
        Stage::Fighting => lines.extend(fighting(service, caller, &scene, gm)),
    }
    if lines.is_empty() {
        lines.push(text::escape(&scene.details.whose));
    }
    lines.push(format!(
        "This fight uses {}. The tracker\u{2019}s Rules button lists its rules, /rule looks one up, and /act what: lists what your character can do.",
        words::system(service.session().system())
    ));
    lines.join("\n")
}

/// What silence does.
fn silence(prompt: &PromptView) -> String {
    match (prompt.deadline_ms, prompt.labels.first()) {
        (Some(_), Some(default)) => format!(" Silence means \u{201c}{}\u{201d}.", text::escape(default)),
        (Some(_), None) => String::new(),
        (None, _) => " Without an answer, nothing happens.".to_owned(),
    }
}

fn fighting(service: &EncounterService, caller: &Caller, scene: &Scene, gm: bool) -> Vec<String> {
    let mut lines = vec![];
    for prompt in scene.prompts.iter().filter(|it| !it.answered) {
        if prompt.seats.contains(&caller.seat) || (gm && prompt.seats.is_empty()) {
            let until =
                prompt.deadline_ms.map(|at| format!(" {}", deadlines::by(at, scene.prompt_ms))).unwrap_or_default();
            lines.push(format!(
                "**Answer now**{until}, for {}: {}{}",
                text::escape(&prompt.to_name),
                text::escape(&prompt.ask),
                silence(prompt)
            ));
        }
    }
    let names = service.session().names(service.viewer(caller));
    for it in names.iter().filter(|it| it.player == Some(caller.seat) || (gm && it.player.is_none())) {
        let verbs = service.session().verbs(service.viewer(caller), it.id);
        if !scene.may_act.contains(&it.id) || verbs.is_empty() {
            continue;
        }
        let list: Vec<String> = verbs.iter().map(|verb| verb.label.to_owned()).collect();
        lines.push(format!("**{}** can act: {}.", text::escape(&it.name), text::escape(&words::list(&list))));
    }
    if lines.is_empty() {
        let whose = words::waits_for(scene).unwrap_or_else(|| text::escape(&scene.details.whose));
        lines.push(format!("You have nothing to do right now. {whose}"));
    }
    lines
}
