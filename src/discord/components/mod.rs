//! Buttons, menus and forms: routed only by custom_id, so that even after a restart, or a year later, a press is handled or refused with a
//! sentence. Discord says who pressed; the table decides what it does and whether it's allowed.

mod autopilot_buttons;
mod command_questions;
pub(super) mod first_menu;
pub(super) mod first_menu_suggestion;
pub mod forms;
mod gm_forms;
mod gm_panel;
pub(super) mod gm_tools;
pub mod join_menu;
mod made_to_join;
mod menu_odds;
mod menu_path;
mod menu_walk;
pub mod new_character;
pub mod new_sheet;
mod open_page;
mod open_turn_menu;
mod pressed;
mod prompt_answers;
pub(super) mod questions_page;
pub mod sheet_editing;
mod shown_soon;
mod standing_orders;
mod steps;
mod story_details;
mod suggestions;
pub(super) mod tracker_buttons;
pub(super) mod turn_menu;
pub(super) mod turn_menu_view;

use super::{
    aftermath,
    app_context::AppContext,
    app_error::AppError,
    combatant_tag::CombatantTag,
    custom_id::{CustomId, CustomIdProblem, Path, TrackerButton},
    deletions,
    drafts::TypedText,
    forecast, gm_pairing, group_rows,
    interaction_context::InteractionContext,
    open_pages::{OpenPage, PageOf},
    own_dice, own_privacy, play_again, practice,
    reply::{self, Answer},
    table_commands, text,
};
use pressed::{Pressed, nothing_chosen, table};
use serenity::all::{
    ActionRowComponent, Button, ButtonKind, ComponentInteraction, ComponentInteractionDataKind, MessageFlags,
    ModalInteraction,
};
use std::sync::Arc;

/// What's said to the second of two quick presses, on a button that has just come up.
const UNMEANT: &str =
    "That menu had only just changed, so the second press did nothing. Press again if you meant what it shows now.";

/// Handles a button or menu.
pub async fn press(app: &Arc<AppContext>, it: &ComponentInteraction) {
    let values = match &it.data.kind {
        ComponentInteractionDataKind::StringSelect { values } => values.clone(),
        _ => vec![],
    };
    let is_private = it.message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL));
    let (context, message_id) = (InteractionContext::of_press(it), it.message.id.get());
    if is_private {
        app.turn_menus().pressed(context.user_id);
    }
    // A menu that has just been moved is no longer there to be redrawn.
    let is_private = is_private && !has_moved(app, context.user_id, message_id, &it.data.custom_id);
    let pressed = Pressed { context, values, is_private, message_id };
    let work = async {
        let id = it.data.custom_id.parse::<CustomId>().map_err(unknown)?;
        let place = without_pages(&it.data.custom_id);
        if is_private && pressed.values.is_empty() && app.throttle().is_unmeant(message_id, &place) {
            return Err(AppError::say(UNMEANT));
        }
        let whose = (pressed.context.user_id, i64::try_from(id.encounter()).unwrap_or(0));
        // The buttons beside the note about an ambush are in turn menus as well.
        let is_in_menu = open_turn_menu::is_pressed(app, &pressed, whose.1);
        let is_page_control = |of| open_page::is_page_control(&id, of) && !(of == PageOf::Ambush && is_in_menu);
        let take = || app.pages().take_pressed(whose, pressed.message_id, is_page_control);
        let mut taken = if is_private { take() } else { vec![] };
        if is_private && matches!(id, CustomId::Act { .. }) {
            // A suggestion in the question who acts: its message is about to be a turn's menu.
            taken.extend(app.pages().take_who(whose.0, whose.1));
        }
        // A turn's menu comes in the place of the GM's panel.
        let is_from_panel = match &id {
            CustomId::Act { path, .. } => turn_menu::is_from_panel(path),
            CustomId::Tracker { button, .. } => *button == TrackerButton::ActAs,
            _ => false,
        };
        let panel = (is_private && is_from_panel).then(|| app.pages().take_panel(whose));
        // One opened elsewhere, which nobody has pressed since, isn't known to be elsewhere.
        let elsewhere = panel.as_ref().and_then(|_| app.turn_menus().of(whose.0, whose.1));
        let elsewhere = elsewhere.filter(|it| it.shown_at.is_none());
        let is_tool = open_page::is_tool(&id);
        let answer = route(app, &pressed, id).await;
        let is_replaced = answer.as_ref().is_ok_and(Answer::replaces);
        if is_replaced && is_private {
            app.throttle().page_changed(message_id, buttons(it).chain([place]).collect());
        }
        if is_replaced && is_tool && is_private {
            open_page::replaces_earlier(app, &pressed, whose.1);
        }
        if is_replaced {
            open_turn_menu::take_away(app, elsewhere);
        } else {
            panel.into_iter().for_each(|it| app.pages().put_back(whose, it));
            // A form opened from a menu leaves the choice in it: drawn anew, the menu shows its placeholder.
            let is_form = is_tool && matches!(answer, Ok(Answer::Form(_)));
            let anew = |page| OpenPage { fresh: pressed.fresh(), shows: String::new(), ..page };
            for (key, page) in taken {
                app.pages().restore(key, if is_form { anew(page) } else { page });
            }
            if is_form {
                app.redraw(whose.1);
            }
        }
        answer
    };
    reply::answer(app, &pressed.context, work).await;
}

/// The buttons on the page of a press, as it was then.
fn buttons(it: &ComponentInteraction) -> impl Iterator<Item = String> {
    let components = it.message.components.iter().flat_map(|row| &row.components);
    components.filter_map(|it| match it {
        ActionRowComponent::Button(Button { data: ButtonKind::NonLink { custom_id, .. }, .. }) => {
            Some(without_pages(custom_id))
        }
        _ => None,
    })
}

/// The id of a button; one that turns a page of a turn menu, or of the rules, is the same on every page, so that people can leaf through quickly.
fn without_pages(custom_id: &str) -> String {
    match custom_id.parse() {
        Ok(CustomId::Act { encounter, seq, combatant, path }) => {
            CustomId::Act { encounter, seq, combatant, path: steps::without_pages(&path) }.to_string()
        }
        Ok(CustomId::Page { encounter, list, .. }) if list == super::compose::tracker::RULES_LIST => {
            CustomId::Page { encounter, list, page: 0 }.to_string()
        }
        _ => custom_id.to_owned(),
    }
}

/// Whether a turn menu that was pressed has been posted again elsewhere since.
fn has_moved(app: &AppContext, user: u64, message_id: u64, custom_id: &str) -> bool {
    let Ok(CustomId::Act { encounter, path, .. }) = custom_id.parse() else { return false };
    if app.turn_menus().is_leaving(message_id) {
        return true;
    }
    // The panel is where it was.
    if turn_menu::is_from_panel(&path) {
        return false;
    }
    let open = app.turn_menus().of(user, i64::try_from(encounter).unwrap_or(0));
    open.is_some_and(|it| it.message_id.is_some() && !it.is_in(message_id))
}

/// Handles a form.
pub async fn submit(app: &Arc<AppContext>, it: &ModalInteraction) {
    let context = InteractionContext::of_form(it);
    let is_private = it
        .message
        .as_ref()
        .is_some_and(|message| message.flags.is_some_and(|flags| flags.contains(MessageFlags::EPHEMERAL)));
    let message_id = it.message.as_ref().map_or(0, |message| message.id.get());
    let pressed = Pressed { context, values: vec![], is_private, message_id };
    let work = async {
        let id = it.data.custom_id.parse::<CustomId>().map_err(unknown)?;
        submitted(app, &pressed, id, &forms::texts(it)).await
    };
    reply::answer(app, &pressed.context, work).await;
}

async fn route(app: &Arc<AppContext>, pressed: &Pressed, id: CustomId) -> Result<Answer, AppError> {
    match &id {
        CustomId::Details { seq, .. } => story_details::details(app, pressed, &id, *seq).await,
        CustomId::Page { list, page, .. } if list.starts_with(sheet_editing::AGAIN) => {
            sheet_editing::again(app, pressed, list, *page).await
        }
        CustomId::Page { encounter, list, .. } if list.starts_with(new_sheet::AGAIN) => {
            new_sheet::again(app, pressed, list, *encounter).await
        }
        CustomId::Page { encounter, list, page } if list.starts_with(aftermath::LIST) => {
            aftermath::pressed(app, &pressed.context, pressed.is_private, *encounter, list, *page).await
        }
        CustomId::Page { encounter, list, .. } if list.starts_with(forecast::AGAIN) => {
            forecast::again(app, &pressed.context, *encounter, list).await
        }
        CustomId::Page { encounter, list, page } => match list.as_str() {
            practice::PRACTICE => practice::pressed(app, &pressed.context).await,
            play_again::AGAIN => play_again::pressed(app, &pressed.context, *encounter).await,
            super::compose::tracker::RULES_LIST => tracker_buttons::rules(app, pressed, &id, *page).await,
            join_menu::JOIN_LIST => join_menu::chosen(app, pressed).await,
            table_commands::SURE_LIST => command_questions::sure(app, pressed, &table(app, pressed, &id)?, *page).await,
            table_commands::WHICH_LIST => command_questions::chosen(app, pressed, &table(app, pressed, &id)?).await,
            list if list.starts_with(new_character::LISTS) => new_character::pressed(app, pressed, list).await,
            list if list.starts_with(gm_pairing::PAIR) => {
                gm_pairing::pressed(app, &pressed.context, *encounter, list).await
            }
            deletions::LIST => deletions::answered(app, &pressed.context, *page).await,
            own_privacy::LIST => own_privacy::pressed(app, &pressed.context, *page).await,
            own_dice::LIST => own_dice::pressed(app, &pressed.context, *page).await,
            steps::WHO_LIST => turn_menu::chosen(app, pressed, &table(app, pressed, &id)?).await,
            list if list.starts_with(group_rows::LISTS) => {
                let handle = table(app, pressed, &id)?;
                group_rows::pressed(app, &pressed.context, &handle, (list, *page), &pressed.values).await?;
                // In the GM's channel the tracker shows it.
                match pressed.is_private {
                    true => questions_page::open(app, pressed, &handle, super::compose::tracker::GM_LIST).await,
                    false => Ok(Answer::Silent),
                }
            }
            list if list.starts_with(gm_tools::LISTS) => {
                gm_panel::pressed(app, pressed, &table(app, pressed, &id)?, list, *page).await
            }
            list if list.starts_with(autopilot_buttons::LISTS) => {
                let handle = table(app, pressed, &id)?;
                autopilot_buttons::pressed(app, pressed, &handle, list, *page).await?;
                questions_page::open(app, pressed, &handle, super::compose::tracker::GM_LIST).await
            }
            list if list == super::compose::tracker::GM_LIST && *page == steps::FROM_MENU => {
                let handle = table(app, pressed, &id)?;
                let caller = app.caller(&pressed.context).await;
                open_turn_menu::panel_comes_here(
                    app,
                    pressed,
                    &handle,
                    &caller,
                    questions_page::open(app, pressed, &handle, list),
                )
                .await
            }
            _ => questions_page::open(app, pressed, &table(app, pressed, &id)?, list).await,
        },
        CustomId::Answer { prompt, choice, .. } => {
            prompt_answers::answer(app, pressed, &table(app, pressed, &id)?, *prompt, usize::from(*choice)).await
        }
        CustomId::AnswerMenu { prompt, .. } => {
            let value = pressed.values.first().ok_or_else(nothing_chosen)?;
            if let Some(page) = value.strip_prefix(super::compose::prompt::FURTHER) {
                let page = page.parse().unwrap_or(0);
                return prompt_answers::further(app, pressed, &table(app, pressed, &id)?, *prompt, page).await;
            }
            if let Some(mark) = value.strip_prefix(super::compose::same_question::ALL) {
                let mark = mark.parse().map_err(|_| nothing_chosen())?;
                return prompt_answers::all(app, pressed, &table(app, pressed, &id)?, mark, 0).await;
            }
            if let Some(mark) = value.strip_prefix(super::compose::asked_next::NOBODY) {
                let mark = mark.parse().map_err(|_| nothing_chosen())?;
                let table = table(app, pressed, &id)?;
                return prompt_answers::with_the_next(app, pressed, &table, *prompt, (mark, None)).await;
            }
            if let Some((prompt, choice)) = super::compose::same_question::meant(value) {
                return prompt_answers::answer(app, pressed, &table(app, pressed, &id)?, prompt, choice).await;
            }
            let choice = value.parse().map_err(|_| nothing_chosen())?;
            prompt_answers::answer(app, pressed, &table(app, pressed, &id)?, *prompt, choice).await
        }
        CustomId::AnswerAll { seq, choice, .. } => {
            prompt_answers::all(app, pressed, &table(app, pressed, &id)?, *seq, usize::from(*choice)).await
        }
        CustomId::AnswerThen { prompt, mark, who, .. } => {
            let chosen =
                pressed.values.first().map(|it| CombatantTag::read(it).ok_or_else(nothing_chosen)).transpose()?;
            let table = table(app, pressed, &id)?;
            prompt_answers::with_the_next(app, pressed, &table, *prompt, (*mark, chosen.or(*who))).await
        }
        CustomId::Quiet { prompt, .. } => {
            standing_orders::quiet(app, pressed, &table(app, pressed, &id)?, *prompt).await
        }
        CustomId::Suggest { prompt, .. } => {
            suggestions::for_question(app, pressed, &table(app, pressed, &id)?, *prompt).await
        }
        CustomId::Orders { combatant, .. } => {
            standing_orders::given(app, pressed, &table(app, pressed, &id)?, *combatant).await
        }
        CustomId::Act { seq, combatant, path, .. } => {
            turn_menu::step(app, pressed, &table(app, pressed, &id)?, *seq, *combatant, path).await
        }
        CustomId::Tracker { seq, button, .. } => {
            tracker_buttons::button(app, pressed, &table(app, pressed, &id)?, *seq, *button).await
        }
        // A form's id is never on a button.
        CustomId::Form { .. } => Err(unknown(CustomIdProblem::Malformed)),
    }
}

/// What a user gets for a press, including the contents of its buttons.
#[cfg(test)]
pub(super) async fn answered(app: &Arc<AppContext>, context: &InteractionContext, id: CustomId) -> String {
    let pressed = Pressed { context: context.clone(), values: vec![], is_private: false, message_id: 0 };
    match route(app, &pressed, id).await {
        Ok(Answer::Say(message) | Answer::Update(message)) => message.to_json().to_string(),
        Ok(Answer::Improved { now, later }) => format!("{now:?} {:?}", later.0.await.map(|it| it.to_json())),
        Ok(other) => format!("{other:?}"),
        Err(error) => format!("refused: {:?}", error.sentence()),
    }
}

/// Handles a submitted form.
async fn submitted(
    app: &AppContext,
    pressed: &Pressed,
    id: CustomId,
    texts: &[(String, String)],
) -> Result<Answer, AppError> {
    let CustomId::Form { seq, form, combatant, .. } = &id else { return Err(nothing_chosen()) };
    let get = |name: &str| texts.iter().find(|it| it.0 == name).map(|it| it.1.trim()).filter(|it| !it.is_empty());
    let mut steps = form.split('.');
    match (steps.next().unwrap_or_default(), combatant) {
        (new_sheet::JOIN_NAME, _) => new_character::named(app, pressed, id.encounter(), texts).await,
        (new_sheet::JOIN | new_sheet::KEEP, _) => new_sheet::submitted(app, pressed, id.encounter(), form, texts).await,
        (gm_forms::FORM, _) => {
            gm_forms::submitted(
                app,
                pressed,
                &table(app, pressed, &id)?,
                steps.next().unwrap_or_default(),
                *combatant,
                texts,
            )
            .await
        }
        (sheet_editing::FORM, _) => sheet_editing::submitted(app, pressed, steps, *seq, texts).await,
        (forms::ACT, Some(who)) => {
            let handle = table(app, pressed, &id)?;
            let text = text::one_line(get("text").unwrap_or_default());
            let written = TypedText { seq: *seq, text };
            app.drafts().keep_text(pressed.context.user_id, handle.id, written);
            let path = Path::new(steps).then(steps::WRITTEN);
            turn_menu::step(app, pressed, &handle, *seq, *who, &path).await
        }
        _ => Err(nothing_chosen()),
    }
}

fn unknown(problem: CustomIdProblem) -> AppError {
    AppError::say(format!("Nothing happened: {problem}."))
}
