//! Standing orders by click: "Don't ask again" beside a question lists that character's orders, and choosing one gives it.

use super::pressed::{Pressed, nothing_chosen};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::words,
        custom_id::CustomId,
        limits::{OPTION_LABEL_MAX, SELECT_OPTIONS_MAX},
        message::{ActionRow, Message, Select, SelectOption},
        reply::Answer,
        text,
    },
    engine::{Addressee, CombatantId, PromptId},
    rules::{Request, UserError},
    table::{EncounterService, Handle},
};

/// "Don't ask again": which order to give.
pub async fn quiet(app: &AppContext, pressed: &Pressed, handle: &Handle, prompt: PromptId) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let found = handle
        .look(move |service| {
            let prompt = service.question_meant(&caller, prompt);
            let open = service.scene(service.viewer(&caller)).prompts.into_iter().find(|it| it.id == prompt);
            let open = open.ok_or_else(|| {
                UserError::say("That question is already settled. You can give standing orders any time with /orders.")
            })?;
            let may = open.seats.contains(&caller.seat) || service.actor(&caller).is_gm();
            match open.to {
                Addressee::Combatant(who) if may => Ok((CombatantTag::named(&open.to_name), menu(service, who))),
                _ => {
                    let whose = open.seats.first().map(|seat| format!(" Only <@{}> or the GM can answer it.", seat.0));
                    Err(UserError::say(format!("That question is for {}.{}", open.to_name, whose.unwrap_or_default())))
                }
            }
        })
        .await?;
    let (tag, menu) = found?;
    let (given, orders) = menu;
    Ok(Answer::Say(draw(handle.id.unsigned_abs(), tag, "", &given, &orders).private()))
}

/// An order was chosen.
pub async fn given(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    tag: CombatantTag,
) -> Result<Answer, AppError> {
    let order = pressed.values.first().cloned().ok_or_else(nothing_chosen)?;
    let caller = app.caller(&pressed.context).await;
    let asker = caller.clone();
    let found = handle.look(move |service| tag.among(&service.session().names(service.viewer(&asker)))).await?;
    let who = found.ok_or_else(|| UserError::say("They\u{2019}re no longer in the fight."))?;
    let first_line = format!("Done: {order}. ");
    handle.ask(caller, Request::Order { who, order }, app.input_origin(&pressed.context)).await?;
    let (given, orders) = handle.look(move |service| menu(service, who)).await?;
    Ok(Answer::Update(draw(handle.id.unsigned_abs(), tag, &first_line, &given, &orders).private()))
}

fn menu(service: &EncounterService, who: CombatantId) -> (Vec<String>, Vec<String>) {
    (service.session().orders(who), service.session().order_menu().into_iter().map(str::to_owned).collect())
}

fn draw(encounter: u64, tag: CombatantTag, first_line: &str, given: &[String], orders: &[String]) -> Message {
    let now = match given.is_empty() {
        true => "No standing orders: you\u{2019}re asked every question.".to_owned(),
        false => format!("Standing orders for this fight: {}.", words::list(given)),
    };
    let option = |it: &String| SelectOption::new(text::label(it, OPTION_LABEL_MAX), text::label(it, OPTION_LABEL_MAX));
    let options: Vec<SelectOption> = orders.iter().take(SELECT_OPTIONS_MAX).map(option).collect();
    let id = CustomId::Orders { encounter, combatant: tag, order: None };
    let rows = match options.is_empty() {
        true => vec![],
        false => vec![ActionRow::Select(Select::one(id.to_string(), "Which standing order?", options))],
    };
    let content = format!(
        "{}{} Orders apply from the next action. \u{201c}ask me\u{201d} cancels them all.",
        text::escape(first_line),
        text::escape(&now)
    );
    Message { content, rows, ..Message::default() }
}
