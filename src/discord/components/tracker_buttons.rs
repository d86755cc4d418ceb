//! The buttons below a tracker. Each was drawn for one state of the fight; if it would act on another, it's refused, with what to do
//! instead.

use super::{
    new_sheet,
    pressed::{Pressed, nothing_chosen},
    questions_page, turn_menu,
    turn_menu_view::for_the_hidden,
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::{
            choice_rows::selects,
            tracker::{GM_LIST, RULES_LIST, press},
        },
        custom_id::{CustomId, TrackerButton},
        end_fight,
        interaction_context::InteractionContext,
        joining::join_with,
        limits::{CONTENT_MAX, OPTION_LABEL_MAX, ROWS_MAX, SELECT_OPTIONS_MAX},
        message::{ActionRow, Button, Message, SelectOption, split},
        private_map, ready_made,
        reply::Answer,
        rule_lookup, saved_characters,
        system_choice::judge,
        table_commands::hand_over,
        text,
    },
    engine::{Seat, view::Viewer},
    rules::System,
    table::{Command, EncounterService, Handle, Publisher},
};

/// The list id of the characters to join with.
pub const JOIN_LIST: &str = "join";
/// Said above a private page that was pressed too late, and is drawn anew.
const DRAWN_ANEW: &str = "Something has happened since. This is how it stands now; press again if you still mean it.";
/// The value for writing a new sheet.
const WRITE: &str = "write";

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
        TrackerButton::Join => join_menu(app, pressed, handle).await,
        // Pausing and resuming mean the same in every state.
        TrackerButton::Pause => run("encounter pause").await.map(|_| Answer::Silent),
        TrackerButton::Resume => run("encounter resume").await.map(|_| Answer::Silent),
        TrackerButton::Pass => {
            let told = match current(app, pressed, handle, seq).await {
                Ok(()) => run("pass").await,
                late => late.map(|()| Answer::Silent),
            };
            // As long as nobody sees the fight, its tracker has no other button for hidden combatants.
            match (unseen(app, &pressed.context, handle).await?, told) {
                (Some(note), Err(why @ AppError::Refused(_))) => {
                    let why = why.sentence().unwrap_or_default();
                    let content = format!("{why}\n{}", note.content);
                    Ok(Answer::Say(Message { content, ..note }.private()))
                }
                (Some(note), Ok(_)) => Ok(Answer::Say(note.private())),
                (_, told) => told,
            }
        }
        TrackerButton::Begin => {
            let told = run("encounter begin").await;
            // If nobody sees it begin, only what the GM is told changes, even if it's pressed again.
            match (unseen(app, &pressed.context, handle).await?, told) {
                (Some(note), Ok(_) | Err(AppError::Refused(_))) => Ok(Answer::Say(note.private())),
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
/// for everyone else, and for every other fight.
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

/// What isn't in the list.
const OTHERS: &str = "For a foe or anybody else who\u{2019}s ready-made, use /join template:\u{2026}.";

/// The choices for joining: the user's own characters, templates, or a new sheet.
async fn join_menu(app: &AppContext, pressed: &Pressed, handle: &Handle) -> Result<Answer, AppError> {
    let (system, templates) =
        handle.look(|service| (service.session().system().to_owned(), ready_made::heroes(service.session()))).await?;
    let own = saved_characters::all(app, &pressed.context).await?;
    let mut options: Vec<SelectOption> = own
        .iter()
        .filter(|it| it.system == system)
        .map(|it| SelectOption {
            description: "your own".to_owned(),
            ..SelectOption::new(text::label(&it.name, OPTION_LABEL_MAX), format!("own:{}", it.name))
        })
        .collect();
    options.extend(templates.iter().map(|it| SelectOption {
        description: "ready-made hero".to_owned(),
        ..SelectOption::new(text::label(it, OPTION_LABEL_MAX), format!("ready:{it}"))
    }));
    options.insert(0, SelectOption::new("Write a sheet\u{2026}", WRITE));
    let listed = SELECT_OPTIONS_MAX * (ROWS_MAX - 1);
    let content = match options.len() > listed {
        true => format!("Who do you play? Here are the first {listed}; for any other, use /join name:\u{2026}."),
        false => format!("Who do you play? {OTHERS}"),
    };
    let rows = selects(options, "Join as\u{2026}", |page| {
        CustomId::Page { encounter: handle.id.unsigned_abs(), list: JOIN_LIST.to_owned(), page }.to_string()
    });
    let message = Message { content, rows, ..Message::default() }.private();
    Ok(if pressed.is_private { Answer::Update(message) } else { Answer::Say(message) })
}

/// Handles the choice of a character to join with.
pub async fn joining(app: &AppContext, pressed: &Pressed) -> Result<Answer, AppError> {
    let value = pressed.values.first().map(String::as_str).unwrap_or_default();
    if value == WRITE {
        return new_sheet::to_join(app, pressed).await;
    }
    let options = match value.split_once(':') {
        Some(("own", name)) => vec![("name".to_owned(), name.to_owned())],
        Some(("ready", template)) => vec![("template".to_owned(), template.to_owned())],
        _ => return Err(nothing_chosen()),
    };
    let answer = join_with(app, &pressed.context, options).await?;
    let Answer::Say(_) = answer else { return Ok(answer) };
    let name = match app.table_in(pressed.context.channel_id) {
        Some(handle) => {
            let seat = Some(Seat(pressed.context.user_id));
            let newest = move |service: &EncounterService| {
                service.session().names(Viewer::Gm).into_iter().rfind(|it| it.player == seat).map(|it| it.name)
            };
            handle.look(newest).await?
        }
        None => None,
    };
    let who = name.map_or_else(String::new, |it| format!(" as **{}**", text::escape(&it)));
    Ok(Answer::Update(Message::text(format!("You\u{2019}re in{who}. The GM begins when everyone is here."))))
}
