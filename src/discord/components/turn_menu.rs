//! The private turn menu: what's left of a turn and everything that can be done with it, entirely by clicks. Each step names the state it
//! was drawn for; when that has passed and the step no longer means what it said, a new menu comes with a sentence that says so. The engine
//! lists what can be done.

#[cfg(test)]
use super::{
    first_menu::{Suggested, top},
    steps::MORE,
};
use super::{
    first_menu_suggestion::{shown_first, with_each},
    forms, join_menu, menu_odds,
    menu_walk::{Step, walk},
    open_page, open_turn_menu,
    pressed::{Pressed, nothing_chosen},
    questions_page,
    shown_soon::shown_soon,
    steps::{FROM_PANEL, SUGGEST, SUGGESTED, SUGGESTED_LAST, WHO_LIST, has_done_nothing_since, still_means},
    suggestions,
    turn_menu_view::{DONE, Here, TOO_LATE, own, whose_turn},
};
#[cfg(test)]
use crate::rules::ParamView;
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::{
            choice_rows::selects,
            story,
            tracker::{MINE_LIST, press},
            words,
        },
        custom_id::{CustomId, Path},
        limits::{BUTTON_LABEL_MAX, OPTION_DESCRIPTION_MAX, OPTION_LABEL_MAX, ROW_BUTTONS_MAX},
        message::{ActionRow, Look, Message, SelectOption},
        open_pages::PageOf,
        publisher_context::PublisherContext,
        reply::Answer,
        text,
    },
    engine::{CombatantId, ParamValue, PartialAction, view::Mark},
    rules::{
        Request, UserError,
        story::{brief::brief, stored::StoryView},
    },
    table::{Caller, Command, EncounterService, Handle, autopilot::OFF},
};

/// Said to somebody whose character comes back in the middle of an action.
const ONCE_IT_IS_OVER: &str = "Once the current action is over, it\u{2019}s up to you.";

/// Said to whoever plays nobody, above whom they could join as.
const NOBODY_YET: &str = "You don\u{2019}t play anyone in this fight yet. ";

/// What "Act as…" shows first.
enum First {
    /// The turn of the one who can act.
    Turn(CombatantTag),
    /// Which of several, and those of them who can act.
    Which(Message, Vec<CombatantTag>),
    /// That they play nobody: they may want to join.
    Nobody,
}

/// "Act as…": the menu of the combatant who can act, or the question which of several.
pub async fn open(app: &AppContext, pressed: &Pressed, handle: &Handle) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let encounter = handle.id.unsigned_abs();
    let back = take_back(app, pressed, handle, &caller, None).await?;
    // A user who is asked something finds it here, with its answers: the message that asks may be out of sight, or not in the channel.
    let asker = caller.clone();
    let (is_asked, is_gm) = handle
        .look(move |service| {
            let is_gm = service.actor(&asker).is_gm();
            let is_asked = match is_gm {
                true => !questions_page::unseen(service, &asker).is_empty(),
                // Another of theirs may have something to do meanwhile.
                false => questions_page::is_asked(service, &asker) && plays_one(service, &asker),
            };
            (is_asked, is_gm)
        })
        .await?;
    if is_asked {
        return questions_page::open_below(app, pressed, handle, MINE_LIST, back.unwrap_or_default()).await;
    }
    // The GM has a page for that.
    let own = if is_gm { String::new() } else { questions_page::secrets(app, handle, &caller).await? };
    let asker = caller.clone();
    let lines = |back: Option<String>| {
        let lines = [own.clone(), back.unwrap_or_default()];
        lines.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n")
    };
    match handle.look(move |service| first(service, &asker, encounter)).await? {
        Ok(First::Turn(tag)) => shown_first(app, pressed, handle, &caller, tag, &lines(back)).await,
        Ok(First::Which(list, who)) => {
            open_turn_menu::closes(app, pressed, handle, &caller);
            let shows = list.to_json().to_string();
            let key = open_page::note(app, pressed, handle, &caller, (WHO_LIST, PageOf::Who), &shows);
            let (list, token) = (below(&lines(back), list), pressed.context.token.clone());
            let is_there = move |context: &PublisherContext| context.pages().still_shows(&key, &token, &shows);
            Ok(with_each(app, pressed, handle, &caller, (list, who), is_there).await)
        }
        Ok(First::Nobody) => join_menu::open_below(app, pressed, handle, NOBODY_YET).await,
        // In the middle of an action, nobody changes hands.
        Err(_) if back.is_some() => Ok(pressed.shown(below(&lines(back), Message::text(ONCE_IT_IS_OVER)))),
        Err(refused) => Err(refused.into()),
    }
}

/// Gives a player who opens a menu the characters that the GM or Umpire plays for them, and says so: only one, or all that come back at any
/// press. `None` if there are none.
async fn take_back(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    caller: &Caller,
    only: Option<CombatantTag>,
) -> Result<Option<String>, AppError> {
    let asker = caller.clone();
    let mut back = handle
        .look(move |service| if only.is_some() { service.away(&asker) } else { service.back_at_a_press(&asker) })
        .await?;
    back.retain(|it| only.is_none_or(|tag| CombatantTag::named(&it.name) == tag));
    let mut told = vec![];
    for it in back {
        let off = Command::new("autopilot", &[("style", OFF), ("as", &it.name)]);
        told.push(handle.command(caller.clone(), off, app.input_origin(&pressed.context)).await?.text);
    }
    Ok((!told.is_empty()).then(|| told.join(" ")))
}

/// A message below these lines, if there are any.
fn below(lines: &str, message: Message) -> Message {
    let content = [lines, &message.content].into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n");
    Message { content, ..message }
}

/// The first menu of a combatant's turn, below the sentence that they've come back, if they have.
async fn whole_turn(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    caller: &Caller,
    tag: CombatantTag,
    back: Option<String>,
) -> Result<Answer, AppError> {
    match (shown_first(app, pressed, handle, caller, tag, back.as_deref().unwrap_or_default()).await, back) {
        // In the middle of an action, nobody changes hands.
        (Err(_), Some(back)) => Ok(pressed.shown(below(&back, Message::text(ONCE_IT_IS_OVER)))),
        (shown, _) => shown,
    }
}

/// The user chose one of their combatants.
pub async fn chosen(app: &AppContext, pressed: &Pressed, handle: &Handle) -> Result<Answer, AppError> {
    let tag = pressed.values.first().and_then(|it| CombatantTag::read(it)).ok_or_else(nothing_chosen)?;
    let caller = app.caller(&pressed.context).await;
    let back = take_back(app, pressed, handle, &caller, Some(tag)).await?;
    whole_turn(app, pressed, handle, &caller, tag, back).await
}

/// A step in the menu.
pub async fn step(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    seq: u64,
    tag: CombatantTag,
    path: &Path,
) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let path = match pressed.values.first() {
        Some(value) => path.then(value.clone()),
        None if is_from_panel(path) => Path::default(),
        None => path.clone(),
    };
    let back = take_back(app, pressed, handle, &caller, Some(tag)).await?;
    if path.steps().iter().map(String::as_str).eq([SUGGEST]) {
        return suggestions::for_turn(app, pressed, handle, tag).await;
    }
    // The menu is older than the loan: nothing in it can still be meant.
    if back.is_some() {
        return whole_turn(app, pressed, handle, &caller, tag, back).await;
    }
    let ends_turn = path.steps().first().is_some_and(|it| it == SUGGESTED_LAST);
    // What's asked on the way ends nothing: its buttons don't say so.
    let path = if ends_turn { as_suggested(&path) } else { path };
    let written = app.drafts().text(pressed.context.user_id, handle.id, seq);
    let encounter = handle.id.unsigned_abs();
    let (asker, steps) = (caller.clone(), path);
    let (next, drawn_at) = handle
        .look(move |service| -> Result<(Step, u64), UserError> {
            let who = own(service, &asker, tag)?;
            let viewer = service.viewer(&asker);
            let here = Here::new(service, viewer, who, &steps);
            if here.drawn_at == seq || steps.steps().is_empty() {
                return walk(&here, written.as_deref()).map(|it| (it.0, here.drawn_at));
            }
            // What somebody else has done meanwhile doesn't take a choice back, unless it can't be made any more or isn't what was chosen.
            let goes_on =
                still_means(service, viewer, who, (seq, steps.steps())).then(|| walk(&here, None).ok()).flatten();
            let goes_on = goes_on.filter(|(_, draft)| !is_at_somebody_down(&here, draft));
            Ok((goes_on.map_or(Step::First(TOO_LATE), |it| it.0), here.drawn_at))
        })
        .await??;
    match next {
        Step::First(line) => shown_first(app, pressed, handle, &caller, tag, line).await,
        Step::Draw(message, odds) => {
            let better = menu_odds::told(app, message.clone(), odds);
            Ok(shown_soon(app, pressed, handle, &caller, tag, (message, false), better).await)
        }
        Step::Write { ask, max_chars, path } => {
            Ok(forms::act_form(forms::act_form_id(encounter, drawn_at, tag, &path), ask, max_chars))
        }
        Step::Do(who, draft) => {
            // A second press that comes before the first is done does nothing.
            let (asker, act) = (caller.clone(), Request::Act { who, draft });
            let is_first = move |service: &EncounterService| {
                has_done_nothing_since(service, service.viewer(&asker), who, drawn_at)
            };
            let asker = caller.clone();
            let then = move |service: &mut EncounterService| {
                if ends_turn {
                    service.turn_ends_with_this(who, service.actor(&asker));
                }
                vec![]
            };
            let origin = app.input_origin(&pressed.context);
            let done = handle.ask_if_and_then(caller.clone(), act, origin, is_first, then).await?;
            let Some(stories) = done else { return shown_first(app, pressed, handle, &caller, tag, TOO_LATE).await };
            app.drafts().drop_text(pressed.context.user_id, handle.id);
            let (asker, is_elsewhere) = (caller.clone(), pressed.context.channel_id != handle.channel_id);
            let (own, told, players) = handle
                .look(move |service| {
                    // In the fight's channel everyone reads it.
                    let told = stories.iter().rev().map(StoryView::of).find_map(|it| {
                        let sentences = brief(&it.open_lines().collect::<Vec<_>>()).sentences;
                        (is_elsewhere && !sentences.is_empty()).then_some(sentences)
                    });
                    (service.own_lines(&asker, &stories), told, service.players())
                })
                .await?;
            let players: Vec<u64> = players.iter().map(|it| it.0).collect();
            let done = match (own.is_empty(), told) {
                (false, _) => format!("Done. {}", story::own(&own)),
                (true, Some(told)) => story::in_short(&told, &players),
                (true, None) => DONE.to_owned(),
            };
            shown_first(app, pressed, handle, &caller, tag, &done).await
        }
    }
}

/// The steps of the suggestion without the turn's end.
fn as_suggested(path: &Path) -> Path {
    Path::new(std::iter::once(SUGGESTED.to_owned()).chain(path.steps().iter().skip(1).cloned()))
}

/// Whether a press was on the GM's panel, in whose place the menu is to be shown.
pub(super) fn is_from_panel(path: &Path) -> bool {
    path.steps().iter().map(String::as_str).eq([FROM_PANEL])
}

/// Whether an action is aimed at somebody who's down: whoever chose them may have chosen them standing.
fn is_at_somebody_down(here: &Here<'_>, draft: &PartialAction) -> bool {
    let scene = here.service.scene(here.viewer);
    let mut down = scene.sides.iter().flat_map(|it| &it.members).filter(|it| it.mark == Mark::Down);
    down.any(|it| draft.filled.iter().any(|filled| filled.1 == ParamValue::Who(it.id)))
}

/// The question who acts as it stands now, and what it shows; `None` if it shows that already. What Umpire would do isn't in it: that's as old
/// as the press that opened it.
///
/// # Errors
/// If the fight doesn't answer.
pub(in crate::discord) async fn who_as_it_stands(
    handle: &Handle,
    caller: &Caller,
    known: &str,
) -> Result<Option<(String, Message)>, AppError> {
    let (encounter, asker) = (handle.id.unsigned_abs(), caller.clone());
    let message = handle
        .look(move |service| match first(service, &asker, encounter) {
            Ok(First::Which(list, _)) => list,
            Ok(First::Nobody) => Message::text(NOBODY_YET.trim_end()),
            Ok(First::Turn(_)) => Message::text(whose_turn(&service.scene(service.viewer(&asker)))),
            Err(refused) => Message::text(refused.text),
        })
        .await?;
    let shows = message.to_json().to_string();
    Ok((shows != known).then_some((shows, message)))
}

/// Whether somebody plays a single combatant.
fn plays_one(service: &EncounterService, caller: &Caller) -> bool {
    let names = service.session().names(service.viewer(caller));
    names.iter().filter(|it| it.player == Some(caller.seat)).count() == 1
}

/// The one who can act; of several, the list to choose from.
fn first(service: &EncounterService, caller: &Caller, encounter: u64) -> Result<First, UserError> {
    let viewer = service.viewer(caller);
    let gm = service.actor(caller).is_gm();
    let may_act = service.scene(viewer).may_act;
    let mut names = service.session().names(viewer);
    names.retain(|it| it.player == Some(caller.seat) || (gm && it.player.is_none()));
    let to_come = service.session().to_come(caller.seat);
    if names.is_empty() && !to_come.is_empty() {
        let waiting = words::waits_for(&service.scene(viewer)).unwrap_or_else(|| ONCE_IT_IS_OVER.to_owned());
        return Err(UserError::say(format!("{} will be yours again. {waiting}", text::escape(&words::list(&to_come)))));
    }
    if names.is_empty() {
        return Ok(First::Nobody);
    }
    let can: Vec<_> = names.iter().filter(|it| may_act.contains(&it.id)).collect();
    match (can.as_slice(), names.as_slice()) {
        ([one], _) => return Ok(First::Turn(CombatantTag::named(&one.name))),
        ([], [one]) => return Ok(First::Turn(CombatantTag::named(&one.name))),
        _ => {}
    }
    let listed: Vec<_> = if can.is_empty() { names.iter().collect() } else { can.clone() };
    // Combatants in the middle of a turn come first; in a list each shows their state.
    let scene = service.scene(viewer);
    let fighter = |id: CombatantId| scene.sides.iter().flat_map(|it| &it.members).find(|it| it.id == id);
    let mut listed = listed;
    listed.sort_by_key(|it| fighter(it.id).is_none_or(|it| it.mark != Mark::Acting));
    let option = |it: &&crate::rules::NameView| SelectOption {
        description: text::label(fighter(it.id).map_or("", |it| it.standing.as_str()), OPTION_DESCRIPTION_MAX),
        ..SelectOption::new(text::label(&it.name, OPTION_LABEL_MAX), CombatantTag::named(&it.name).to_string())
    };
    let button = |it: &&crate::rules::NameView| {
        // The first menu of a turn is never out of date, so it's the same button as long as the name is.
        let (seq, combatant, path) = (0, CombatantTag::named(&it.name), Path::default());
        let id = CustomId::Act { encounter, seq, combatant, path };
        press(&text::label(&it.name, BUTTON_LABEL_MAX), id).looking(Look::Primary)
    };
    let rows = match can.len() {
        1..=ROW_BUTTONS_MAX => vec![ActionRow::Buttons(listed.iter().map(button).collect())],
        _ => selects(listed.iter().map(option).collect(), "Who acts?", |page| {
            CustomId::Page { encounter, list: WHO_LIST.to_owned(), page }.to_string()
        }),
    };
    let content = match can.is_empty() {
        true => words::waits_for(&scene)
            .unwrap_or_else(|| format!("None of your characters can act right now. {}", whose_turn(&scene))),
        false => "Which of your characters acts?".to_owned(),
    };
    let able = can.iter().map(|it| CombatantTag::named(&it.name)).collect();
    Ok(First::Which(Message { content, rows, ..Message::default() }, able))
}

/// Every menu that the user could open now for each of their combatants, two steps deep, with the contents of its buttons. Nothing is
/// carried out.
#[cfg(test)]
pub(in crate::discord) fn every_menu(service: &EncounterService, caller: &Caller) -> Vec<String> {
    let viewer = service.viewer(caller);
    let mut all = vec![];
    for it in service.own(caller) {
        let tag = CombatantTag::named(&it.name);
        let mut draw = |path: Path| {
            let here = Here::new(service, viewer, it.id, &path);
            let drawn = own(service, caller, tag).and_then(|_| walk(&here, None));
            all.push(match drawn.map(|it| it.0) {
                Ok(Step::First(line)) => format!("{path:?} {}", top(&here, line, Suggested::Nothing).to_json()),
                Ok(Step::Draw(message, _)) => format!("{path:?} {}", message.to_json()),
                Ok(Step::Write { ask, .. }) => format!("{path:?} asks for a text: {ask}"),
                Ok(Step::Do(_, draft)) => format!("{path:?} is whole: {}", draft.verb),
                Err(refused) => format!("{path:?} {refused}"),
            });
        };
        draw(Path::default());
        draw(Path::new([MORE]));
        for verb in service.session().verbs(viewer, it.id) {
            draw(Path::new([verb.name]));
            let so_far = PartialAction::of(verb.name);
            let Ok(ParamView::Choose { name, candidates, .. }) = service.session().param(viewer, it.id, &so_far) else {
                continue;
            };
            let steps = super::steps::steps_of(name, &candidates);
            steps.first().into_iter().for_each(|first| draw(Path::new([verb.name, first.as_str()])));
        }
    }
    all
}
