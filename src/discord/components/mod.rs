//! Buttons, menus and forms: routed by their custom_id alone, so that one pressed after a restart, or a year late, still finds its way
//! or is refused in words. Who presses is taken from Discord; what it means, and whether it may be, is the table's to say.

mod answers;
mod details;
pub mod editing;
pub mod forms;
mod menu;
pub mod new_sheet;
mod orders;
mod panel;
mod tracker;
mod turn;
mod typed;

pub(super) use tracker::unseen;
pub(super) use turn::as_it_stands as turn_as_it_stands;
#[cfg(test)]
pub(super) use turn::every_menu;
pub use typed::{mark, once_more, which_of_yours};

use super::{
    aftermath,
    app_error::AppError,
    custom_id::{CustomId, CustomIdProblem},
    house::House,
    ready_fight,
    reply::{self, Answer},
    visit::Visit,
};
use crate::{store::Snowflake, table::Handle};
use serenity::all::{ComponentInteraction, ComponentInteractionDataKind, MessageFlags, ModalInteraction};
use std::sync::Arc;

/// One press: what was pressed, by whom, with what chosen.
pub struct Pressed {
    /// The visit.
    pub visit: Visit,
    /// What was chosen in a menu.
    pub values: Vec<String>,
    /// Whether it stands on a message that only the presser sees, which is then the one to redraw.
    pub is_private: bool,
    /// The message on which it stands; 0 for a form.
    pub message_id: Snowflake,
}

/// Deals with a button or a menu.
pub async fn press(house: &Arc<House>, it: &ComponentInteraction) {
    let values = match &it.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        _ => vec![],
    };
    let is_private = it.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let pressed = Pressed { visit: Visit::of_press(it), values, is_private, message_id: it.message.id.get() };
    let work = async {
        let id = it.data.custom_id.parse::<CustomId>().map_err(unknown)?;
        route(house, &pressed, id).await
    };
    reply::answer(house, &pressed.visit, work).await;
}

/// Deals with a form.
pub async fn submit(house: &Arc<House>, it: &ModalInteraction) {
    let visit = Visit::of_form(it);
    let is_private = it
        .message
        .as_ref()
        .is_some_and(|message| message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)));
    let pressed = Pressed { visit, values: vec![], is_private, message_id: 0 };
    let work = async {
        let id = it.data.custom_id.parse::<CustomId>().map_err(unknown)?;
        forms::submitted(house, &pressed, id, &forms::texts(it)).await
    };
    reply::answer(house, &pressed.visit, work).await;
}

async fn route(house: &Arc<House>, pressed: &Pressed, id: CustomId) -> Result<Answer, AppError> {
    match &id {
        CustomId::Details { seq, .. } => details::details(house, pressed, &id, *seq).await,
        CustomId::Page { list, page, .. } if list.starts_with(editing::AGAIN) => {
            editing::again(house, pressed, list, *page).await
        }
        CustomId::Page { encounter, list, .. } if list.starts_with(new_sheet::AGAIN) => {
            new_sheet::again(house, pressed, list, *encounter).await
        }
        CustomId::Page { encounter, list, page } if list.starts_with(aftermath::LIST) => {
            aftermath::pressed(house, &pressed.visit, pressed.is_private, *encounter, list, *page).await
        }
        CustomId::Page { list, page, .. } => match list.as_str() {
            ready_fight::AGAIN => ready_fight::again(house, &pressed.visit).await,
            super::compose::tracker::RULES_LIST => tracker::rules(house, pressed, &id, *page).await,
            tracker::JOIN_LIST => tracker::joining(house, pressed).await,
            typed::SURE_LIST => typed::sure(house, pressed, &table(house, pressed, &id)?, *page).await,
            typed::LIST => typed::chosen(house, pressed, &table(house, pressed, &id)?).await,
            turn::WHO_LIST => turn::chosen(house, pressed, &table(house, pressed, &id)?).await,
            _ => panel::open(house, pressed, &table(house, pressed, &id)?, list).await,
        },
        CustomId::Answer { prompt, choice, .. } => {
            answers::answer(house, pressed, &table(house, pressed, &id)?, *prompt, usize::from(*choice)).await
        }
        CustomId::AnswerMenu { prompt, .. } => {
            let value = pressed.values.first().ok_or_else(nothing_chosen)?;
            if let Some(page) = value.strip_prefix(super::compose::story::FURTHER) {
                let page = page.parse().unwrap_or(0);
                return answers::further(house, pressed, &table(house, pressed, &id)?, *prompt, page).await;
            }
            let choice = value.parse().map_err(|_| nothing_chosen())?;
            answers::answer(house, pressed, &table(house, pressed, &id)?, *prompt, choice).await
        }
        CustomId::AnswerAll { seq, choice, .. } => {
            answers::all(house, pressed, &table(house, pressed, &id)?, *seq, usize::from(*choice)).await
        }
        CustomId::Quiet { prompt, .. } => orders::quiet(house, pressed, &table(house, pressed, &id)?, *prompt).await,
        CustomId::Orders { combatant, .. } => {
            orders::given(house, pressed, &table(house, pressed, &id)?, *combatant).await
        }
        CustomId::Act { seq, combatant, path, .. } => {
            turn::step(house, pressed, &table(house, pressed, &id)?, *seq, *combatant, path).await
        }
        CustomId::Tracker { seq, button, .. } => {
            tracker::button(house, pressed, &table(house, pressed, &id)?, *seq, *button).await
        }
        // A form's id never stands on a button.
        CustomId::Form { .. } => Err(unknown(CustomIdProblem::Malformed)),
    }
}

/// What somebody is answered who presses, with all that its buttons carry.
#[cfg(test)]
pub(super) async fn answered(house: &Arc<House>, visit: &Visit, id: CustomId) -> String {
    let pressed = Pressed { visit: visit.clone(), values: vec![], is_private: false, message_id: 0 };
    match route(house, &pressed, id).await {
        Ok(Answer::Say(message) | Answer::Update(message)) => message.to_json().to_string(),
        Ok(other) => format!("{other:?}"),
        Err(error) => format!("refused: {:?}", error.sentence()),
    }
}

/// The live fight that a button speaks of, if it is in this channel.
fn table(house: &House, pressed: &Pressed, id: &CustomId) -> Result<Handle, AppError> {
    let encounter = i64::try_from(id.encounter()).unwrap_or(0);
    match house.table(encounter) {
        Some(handle)
            if handle.channel_id == pressed.visit.channel_id
                || house.tables.gm_channel_of(encounter) == Some(pressed.visit.channel_id) =>
        {
            Ok(handle)
        }
        _ => Err(AppError::say("That fight is over. A new one begins with /encounter start.")),
    }
}

fn unknown(problem: CustomIdProblem) -> AppError {
    AppError::say(format!("Nothing happens: {problem}."))
}

fn nothing_chosen() -> AppError {
    AppError::say("Nothing was chosen.")
}
