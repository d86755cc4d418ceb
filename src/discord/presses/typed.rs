//! A command was typed and several of one's own could be meant: it is asked, privately, which, and the command goes on with the answer.

use super::{Pressed, menu::selects, nothing_chosen};
use crate::{
    discord::{
        commands::hand_over,
        custom_id::CustomId,
        house::House,
        limits::OPTION_LABEL_MAX,
        message::{Message, SelectOption},
        reply::Answer,
        text,
        trouble::Trouble,
        visit::Visit,
        whom::Whom,
    },
    rules::NameView,
    store::EncounterId,
    table::{Command, Handle},
};

/// The list of those who could be meant.
pub(super) const LIST: &str = "typed";

/// Asks which of several; the command waits for it.
pub fn which_of_yours(
    house: &House,
    visit: &Visit,
    encounter: EncounterId,
    command: Command,
    several: &[NameView],
) -> Answer {
    let option =
        |it: &NameView| SelectOption::new(text::label(&it.name, OPTION_LABEL_MAX), Whom::named(&it.name).to_string());
    let rows = selects(several.iter().map(option).collect(), "Which of yours?", |page| {
        CustomId::Page { encounter: encounter.unsigned_abs(), list: LIST.to_owned(), page }.to_string()
    });
    let content = format!("Which of yours shall do that? Next time you can give it as as: in /{}.", command.path);
    house.typed.insert((visit.user_id, encounter), command);
    Answer::Say(Message { content, rows, ..Message::default() }.private())
}

/// One was chosen: the command goes on. Whether it may is judged as if it had been typed so.
pub async fn chosen(house: &House, pressed: &Pressed, handle: &Handle) -> Result<Answer, Trouble> {
    let who = pressed.values.first().and_then(|it| Whom::read(it)).ok_or_else(nothing_chosen)?;
    let caller = pressed.visit.caller(house).await;
    let names = handle.look(move |desk| desk.session().names(desk.viewer(&caller))).await?;
    let name = names.into_iter().find(|it| Whom::named(&it.name) == who).map(|it| it.name);
    let name = name.ok_or_else(|| Trouble::say("They are not in the fight any more."))?;
    let Some((_, mut command)) = house.typed.remove(&(pressed.visit.user_id, handle.id)) else {
        return Err(Trouble::say("What you typed is not kept any more. Please type it again."));
    };
    command.options.retain(|it| it.0 != "as");
    command.options.push(("as".to_owned(), name));
    Ok(match hand_over(house, &pressed.visit, command).await? {
        Answer::Say(message) => Answer::Update(message),
        other => other,
    })
}
