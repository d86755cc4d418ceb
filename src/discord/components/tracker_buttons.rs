//! The buttons below a tracker. Each was drawn for one state of the fight; if it would act on another, it's refused, with what to do
//! instead.

use super::{
    join_menu, open_page, open_turn_menu, pressed::Pressed, questions_page, turn_menu, turn_menu_view::for_the_hidden,
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::tracker::{GM_LIST, RULES_LIST, press},
        custom_id::{CustomId, TrackerButton},
        end_fight,
        interaction_context::InteractionContext,
        limits::CONTENT_MAX,
        message::{ActionRow, Button, Message, split},
        private_map,
        reply::Answer,
        rule_lookup,
        system_choice::judge,
        table_commands::hand_over,
        text,
    },
    engine::view::Viewer,
    rules::System,
    store::Snowflake,
    table::{Command, Handle, Publisher},
};

/// Said above a private page that was pressed too late, and is drawn anew.
const DRAWN_ANEW: &str = "Something has happened since. This is how it stands now; press again if you still mean it.";

/// A button of the tracker.
pub async fn button(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    seq: u64,
    button: TrackerButton,
) -> Result<Answer, AppError> {
    let run = |path: &str| hand_over(app, &pressed.context, Command::new(path, &[]));
    match button {
        TrackerButton::ActAs => turn_menu::open(app, pressed, handle).await,
        TrackerButton::Join => join_menu::open(app, pressed, handle).await,
        // Pausing and resuming mean the same in every state.
        TrackerButton::Pause => run("encounter pause").await.map(|_| Answer::Silent),
        TrackerButton::Resume => run("encounter resume").await.map(|_| Answer::Silent),
        TrackerButton::Pass => {
            let told = match current(app, pressed, handle, seq).await {
                Ok(()) => run("pass").await,
                late => late.map(|()| Answer::Silent),
            };
            // As long as nobody sees the fight, its tracker has no other button for hidden combatants.
            // A turn menu stays, and the note is a message of its own.
            let place = pressed.private_message().filter(|_| !open_turn_menu::is_pressed(app, pressed, handle.id));
            let shown = |note: Message| match place {
                Some(_) => Answer::Update(note.private()),
                None => Answer::Say(note.private()),
            };
            match (unseen(app, &pressed.context, handle).await?, told) {
                (Some(note), Err(why @ AppError::Refused(_))) => {
                    let why = why.sentence().unwrap_or_default();
                    let content = format!("{why}\n{}", note.content);
                    note_unseen(app, &pressed.context, handle, place).await;
                    Ok(shown(Message { content, ..note }))
                }
                (Some(note), Ok(_)) => {
                    note_unseen(app, &pressed.context, handle, place).await;
                    Ok(shown(note))
                }
                (_, told) => told,
            }
        }
        TrackerButton::Begin => {
            let told = run("encounter begin").await;
            // If nobody sees it begin, only what the GM is told changes, even if it's pressed again.
            match (unseen(app, &pressed.context, handle).await?, told) {
                (Some(note), Ok(_) | Err(AppError::Refused(_))) => {
                    note_unseen(app, &pressed.context, handle, None).await;
                    Ok(Answer::Say(note.private()))
                }
                // A question to the GM, before it begins.
                (_, Ok(Answer::Say(asked))) if !asked.rows.is_empty() => Ok(Answer::Say(asked)),
                (_, told) => told.map(|_| Answer::Silent),
            }
        }
        TrackerButton::Undo => match current(app, pressed, handle, seq).await {
            Ok(()) => run("encounter undo").await,
            // The GM's own panel shows at once what would be taken back now.
            Err(AppError::Refused(_)) if pressed.is_private => {
                let now = questions_page::open(app, pressed, handle, GM_LIST).await?;
                let now = if let Answer::Improved { now, .. } = now { *now } else { now };
                Ok(match now {
                    Answer::Update(it) => {
                        Answer::Update(Message { content: format!("{DRAWN_ANEW}\n{}", it.content), ..it })
                    }
                    other => other,
                })
            }
            Err(late) => Err(late),
        },
        // It asks if the fight doesn't look decided any more.
        TrackerButton::End => end_fight::end_here(app, &pressed.context).await,
        TrackerButton::Rules => {
            let id = CustomId::Page { encounter: handle.id.unsigned_abs(), list: RULES_LIST.to_owned(), page: 0 };
            rules(app, pressed, &id, 0).await
        }
        TrackerButton::Map => private_map::private(app, &pressed.context, handle, false).await,
    }
}

/// What the GM reads in a fight that only hidden combatants have begun, with the buttons to play them: the public tracker has none. `None`
/// for everyone else, and for every other fight. Whoever shows it also says so: see [`note_unseen`].
pub async fn unseen(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
) -> Result<Option<Message>, AppError> {
    let (caller, encounter) = (app.caller(context).await, handle.id.unsigned_abs());
    let note = handle
        .look(move |service| {
            let how = service.session().begun_unseen().filter(|_| service.actor(&caller).is_gm())?;
            Some(Message {
                content: text::escape(&how),
                rows: vec![ActionRow::Buttons(for_the_hidden(service, encounter))],
                ..Message::default()
            })
        })
        .await?;
    Ok(note)
}

/// The GM is shown that: in this private message, or in a new one. It's taken away once everyone sees the fight.
pub async fn note_unseen(app: &AppContext, context: &InteractionContext, handle: &Handle, place: Option<Snowflake>) {
    open_page::note_ambush(app, context, handle, app.caller(context).await, place);
}

/// Refuses a press that was meant for another state.
async fn current(app: &AppContext, pressed: &Pressed, handle: &Handle, seq: u64) -> Result<(), AppError> {
    let caller = app.caller(&pressed.context).await;
    // A button drawn for the channel knows what the channel knows; one drawn for the GM, everything.
    let now =
        handle.look(move |service| (service.moment(Viewer::Everyone), service.moment(service.viewer(&caller)))).await?;
    match seq {
        drawn if drawn == now.0 || drawn == now.1 => Ok(()),
        _ => {
            // It may have been waiting for changes to share an edit.
            app.hub().changed(handle.id);
            Err(AppError::say("Something has happened since you saw that button. Look at the tracker and press again."))
        }
    }
}

/// The rules, a page at a time.
pub async fn rules(app: &AppContext, pressed: &Pressed, id: &CustomId, page: u32) -> Result<Answer, AppError> {
    let encounter = id.encounter();
    let header = app.store().encounter(i64::try_from(encounter).unwrap_or(0)).await?;
    let system = header.ok_or_else(|| AppError::say("That fight has been deleted."))?.system;
    let rules = judge(System::named(&system)?)?.rules();
    let lines: Vec<String> = rules.iter().map(rule_lookup::in_words).collect();
    let pages = split::pages(&lines, CONTENT_MAX - 100, 12);
    let last = pages.len().saturating_sub(1);
    let at = usize::try_from(page).unwrap_or(0).min(last);
    let turn = |label: &str, to: usize| {
        let page = u32::try_from(to).unwrap_or(0);
        press(label, CustomId::Page { encounter, list: RULES_LIST.to_owned(), page })
    };
    let mut buttons: Vec<Button> = vec![];
    if at > 0 {
        buttons.push(turn("Back", at - 1));
    }
    if at < last {
        buttons.push(turn("Further", at + 1));
    }
    let content = format!(
        "{}\nPage {} of {}. /rule looks one up by number or word.",
        pages.get(at).map_or("This system lists no rules.", String::as_str),
        at + 1,
        last + 1
    );
    let rows = if buttons.is_empty() { vec![] } else { vec![ActionRow::Buttons(buttons)] };
    let message = Message { content, rows, ..Message::default() }.private();
    Ok(if pressed.is_private { Answer::Update(message) } else { Answer::Say(message) })
}
