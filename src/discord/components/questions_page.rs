//! The private page of open questions: for the GM, every question to foes and to the GM (including hidden ones); for a player, their own.
//! It also shows the GM what only the GM may read.

use super::{autopilot_buttons, gm_tools, open_page, pressed::Pressed, steps::FROM_PANEL};
use crate::{
    discord::{
        answer_advice::{self, AdviceWork, Advised, SUGGESTED_MAX},
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::{
            asked_next, deadlines, gm, plain_text,
            prompt::{choices, suggest},
            same_question, story,
            tracker::{ACT_AS, END, GM_LIST, MINE_LIST, press},
            words,
        },
        custom_id::{CustomId, Path, TrackerButton},
        gm_shortcuts::shortcuts,
        group_rows,
        limits::{BUTTON_LABEL_MAX, CONTENT_MAX, ROW_BUTTONS_MAX, ROWS_MAX, length},
        message::{ActionRow, Button, Look, Message},
        open_pages::PageOf,
        publisher_context::PublisherContext,
        reply::Answer,
        text,
    },
    engine::{
        PromptId, Stage,
        view::{Audience, FighterView, PromptView, Scene, Viewer},
    },
    rules::{
        session::OddsView,
        story::stored::{StoryLine, StoryView},
        wording::{in_kinds, of_all},
    },
    table::{Caller, EncounterService, Handle},
};

/// The user's page: the GM's for a GM, otherwise their own.
pub const ANY_LIST: &str = "any";
/// How many stories are searched for what only the GM may read.
const STORIES: usize = 5;
/// The most lines of that.
const SECRETS_MAX: usize = 8;
/// A page with more text than this, without odds, isn't kept up to date.
const KEPT_MAX: usize = 1_400;
/// Room for a line below a page.
const ROOM_BELOW: usize = 120;

/// What a person's page is made from.
#[derive(Clone)]
struct Page {
    seq: u64,
    is_gm: bool,
    /// Whether they're the GM by their seat, not only by a role.
    is_seated: bool,
    prompts: Vec<PromptView>,
    players: Vec<u64>,
    /// The time limit for questions, in milliseconds.
    pace_ms: Option<i64>,
    /// The GM's buttons to hand combatants to Umpire.
    umpire: Vec<Button>,
    /// The GM's buttons for several combatants at once.
    groups: Vec<ActionRow>,
    /// The GM's tools that are wanted most.
    shortcuts: Vec<Button>,
    /// The GM's menu of everything else.
    tools: Option<ActionRow>,
    /// What its GM should know before the fight begins, and who is hidden.
    for_its_gm: Vec<String>,
    /// What an undo would take back.
    undo: Option<String>,
    /// Whom its GM plays and can act with now.
    may_act: Vec<String>,
    /// Whether it looks decided, so that its GM can end it.
    is_decided: bool,
    /// What only its reader may know of what has happened.
    secrets: String,
    /// What its reader has just done, until it's redrawn.
    done: String,
}

/// How the two kinds of buttons differ by which Umpire plays for the GM.
const HOW_LONG: &str = "-# \u{201c}As suggested\u{201d} is for this round only: Umpire moves for those named, or for everyone you play. \u{201c}From now on\u{201d} lasts until you change it.";
/// So many questions fit on a page; one row stays for the buttons below.
const SHOWN_MAX: usize = ROWS_MAX - 1;

/// What the answers to one question are likely to do, if they differ at all from nothing, but for those that are told elsewhere. Answers of
/// which the same is to be expected share a line.
pub(super) fn odds_line(prompt: &PromptView, odds: &[Option<OddsView>], elsewhere: &[usize]) -> Option<String> {
    let mut lines: Vec<(&str, usize, &str)> = vec![];
    for (choice, (label, it)) in prompt.labels.iter().zip(odds).enumerate() {
        let Some(it) = it.as_ref().filter(|_| !elsewhere.contains(&choice)) else { continue };
        match lines.iter_mut().find(|known| known.2 == it.words) {
            Some(known) => known.1 += 1,
            None => lines.push((label, 0, &it.words)),
        }
    }
    let line = |(label, more, words): (&str, usize, &str)| match more {
        0 => format!("{}: {words}", text::escape(label)),
        1 => format!("{} and another answer: {words}", text::escape(label)),
        more => format!("{} and {more} other answers: {words}", text::escape(label)),
    };
    let is_something = odds.iter().flatten().any(|it| !it.odds.is_nothing());
    let told = lines.into_iter().map(line).collect::<Vec<_>>().join("\n");
    (is_something && !told.is_empty()).then_some(told)
}

/// The open questions that a person may answer from this page, under the names that people see.
pub fn open_to(service: &EncounterService, caller: &Caller, list: &str) -> Vec<PromptView> {
    let is_gm = service.actor(caller).is_gm();
    let mut all = service.scene(service.viewer(caller)).prompts;
    if is_gm {
        service.session().note_who_steps_in(&mut all);
    }
    all.retain(|it| !it.answered);
    let mut mine: Vec<PromptView> =
        all.into_iter().filter(|it| it.seats.contains(&caller.seat) || (is_gm && list != MINE_LIST)).collect();
    mine.iter_mut().for_each(|it| it.id = service.numbers().name_of(it.id));
    // The GM's own first; players' questions below, in case a player is away.
    mine.sort_by_key(|it| !it.seats.is_empty() && !it.seats.contains(&caller.seat));
    mine
}

/// The user's own open questions that the channel doesn't show.
pub fn unseen(service: &EncounterService, caller: &Caller) -> Vec<PromptView> {
    let shown = service.scene(Viewer::Everyone).prompts;
    let mine = service.scene(service.viewer(caller)).prompts.into_iter();
    mine.filter(|it| !it.answered && it.seats.contains(&caller.seat) && !shown.iter().any(|open| open.id == it.id))
        .collect()
}

/// Whether somebody is asked something, wherever it's shown.
pub fn is_asked(service: &EncounterService, caller: &Caller) -> bool {
    !open_to(service, caller, MINE_LIST).is_empty()
}

/// Opens the page, or redraws it in place.
pub async fn open(app: &AppContext, pressed: &Pressed, handle: &Handle, list: &str) -> Result<Answer, AppError> {
    open_below(app, pressed, handle, list, String::new()).await
}

/// The same below what was just done.
pub async fn open_below(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    list: &str,
    done: String,
) -> Result<Answer, AppError> {
    let caller = app.caller(&pressed.context).await;
    let encounter = handle.id.unsigned_abs();
    let fresh = pressed.fresh();
    let (mut page, work) = made(app, handle, &caller, list, fresh).await?;
    page.done = done;
    if list == GM_LIST && !page.is_gm {
        return Err(AppError::say("Only the GM can open this."));
    }
    let (token, shows) = (pressed.context.token.clone(), page.shows(encounter));
    let of = if page.is_gm && list != MINE_LIST { PageOf::Gm } else { PageOf::Own };
    // A role may be taken away while it's open, and what comes in several messages can't be edited by its first.
    let is_kept = (!page.is_gm || page.is_seated) && length(&draw(encounter, &page, &[]).content) <= KEPT_MAX;
    if of == PageOf::Gm {
        open_page::replaces_earlier(app, pressed, handle.id);
    }
    let key = is_kept.then(|| open_page::note(app, pressed, handle, &caller, (list, of), &shows));
    let drawn = move |advised: &[Advised]| draw(encounter, &page, advised);
    let is_there =
        move |context: &PublisherContext| key.is_none_or(|key| context.pages().still_shows(&key, &token, &shows));
    Ok(answer_advice::soon(app, &pressed.context, work, drawn, |it| pressed.shown(it), is_there).await)
}

/// Somebody's page as it would be drawn now: what it shows but for odds, and it with those that are there in time. With the same `fresh` as
/// before, nobody's open menu is closed.
///
/// # Errors
/// If the fight doesn't answer, or nothing can be read from the store.
pub(in crate::discord) async fn as_it_stands(
    context: &PublisherContext,
    handle: &Handle,
    caller: &Caller,
    (list, fresh): (&str, u32),
    known: &str,
) -> Result<Option<(String, Message)>, AppError> {
    let encounter = handle.id.unsigned_abs();
    let (page, work) = made(context, handle, caller, list, fresh).await?;
    let shows = page.shows(encounter);
    if shows == known {
        return Ok(None);
    }
    let advised = work.within(context, context.thinking().redrawn).await;
    let message = draw(encounter, &page, &advised);
    let fits = length(&message.content) <= CONTENT_MAX - ROOM_BELOW;
    let message = if fits { message } else { draw(encounter, &page, &[]) };
    if length(&message.content) > CONTENT_MAX - ROOM_BELOW {
        return Ok(None);
    }
    let is_plain = context.guild_settings().is_plain_for(caller.seat.0).await;
    Ok(Some((shows, if is_plain { plain_text::flattened(message) } else { message })))
}

/// Whether a question is still open to somebody.
pub(in crate::discord) async fn is_open_to(handle: &Handle, caller: &Caller, name: PromptId) -> Result<bool, AppError> {
    let asker = caller.clone();
    Ok(handle.look(move |service| open_to(service, &asker, ANY_LIST).iter().any(|it| it.id == name)).await?)
}

/// What a page is made from, and what works out its odds; `fresh` is in the ids of its menus.
async fn made(
    context: &PublisherContext,
    handle: &Handle,
    caller: &Caller,
    list: &str,
    fresh: u32,
) -> Result<(Page, AdviceWork), AppError> {
    let (which, asker) = (list.to_owned(), caller.clone());
    let encounter = handle.id.unsigned_abs();
    let has_channel = context.tables().gm_channel_of(handle.id).is_some();
    let told = secrets(context, handle, caller).await?;
    let made = handle
        .look(move |service| {
            let (scene, is_gm) = (service.scene(Viewer::Gm), service.actor(&asker).is_gm());
            let prompts = open_to(service, &asker, &which);
            let work = AdviceWork::of(service, &asker, &prompts[..prompts.len().min(SHOWN_MAX)]);
            let doing = service.group_doing();
            let page = Page {
                seq: service.session().seq(),
                is_gm,
                is_seated: service.actor(&Caller { has_gm_role: false, ..asker.clone() }).is_gm(),
                prompts,
                players: service.session().seats().iter().map(|it| it.0).collect(),
                pace_ms: scene.prompt_ms,
                umpire: if is_gm { autopilot_buttons::buttons(encounter, &scene, &service.absent()) } else { vec![] },
                groups: if is_gm { group_rows::rows(encounter, &scene, doing.as_ref(), fresh) } else { vec![] },
                shortcuts: if is_gm { shortcuts(encounter, &scene) } else { vec![] },
                tools: is_gm.then(|| gm_tools::tools(encounter, &scene, has_channel, fresh)),
                for_its_gm: if is_gm { for_its_gm(&scene, has_channel) } else { vec![] },
                undo: if is_gm { service.session().to_take_back() } else { None },
                may_act: if is_gm { gms_who_may_act(&scene) } else { vec![] },
                is_decided: is_gm && scene.looks_decided().is_some(),
                // The GM's channel has told it already.
                secrets: if is_gm && has_channel { String::new() } else { told },
                done: String::new(),
            };
            (page, work)
        })
        .await?;
    Ok(made)
}

impl Page {
    /// What it shows, but for odds. For which state its buttons were drawn is no reason to redraw it: a press says so.
    fn shows(&self, encounter: u64) -> String {
        format!("{:?}", draw(encounter, &Page { seq: 0, done: String::new(), ..self.clone() }, &[]))
    }
}

/// The page, with what's known about the answers to the first few of its questions.
fn draw(encounter: u64, page: &Page, advised: &[Advised]) -> Message {
    let mut lines: Vec<String> = vec![];
    lines.extend((!page.done.is_empty()).then(|| page.done.clone()));
    // A row or two stay for the buttons below.
    let feet = if page.umpire.is_empty() { 1 } else { 2 };
    let own = gm::gms_own(&page.prompts);
    let same = same_question::of(encounter, &own).filter(|_| page.is_gm && own.len() == page.prompts.len());
    let shown = if same.is_some() { 0 } else { page.prompts.len().min(ROWS_MAX - feet) };
    // Where there's room, the GM's tools keep their row.
    let tools = usize::from(page.tools.is_some());
    if let Some(it) = &same {
        let until = it.deadline_ms.map_or_else(String::new, |at| {
            let silence = text::escape(&it.silence);
            format!(" (answer {}; silence means \u{201c}{silence}\u{201d})", deadlines::by(at, page.pace_ms))
        });
        lines.push(format!("**{}**{until}: {}", text::escape(&it.who), words::prose(&it.ask, &page.players)));
    }
    let mut rows: Vec<ActionRow> = vec![];
    for (at, prompt) in page.prompts[..shown].iter().enumerate() {
        let silence = prompt.labels.first().map_or_else(String::new, |it| text::escape(it));
        let until = match prompt.deadline_ms {
            Some(at) => {
                format!(" (answer {}; silence means \u{201c}{silence}\u{201d})", deadlines::by(at, page.pace_ms))
            }
            None => " (without an answer, nothing happens)".to_owned(),
        };
        lines.push(format!(
            "**{}**{until}: {}",
            text::escape(&prompt.to_name),
            words::prose(&prompt.ask, &page.players)
        ));
        lines.extend(asked_next::line(prompt));
        let about = advised.get(at);
        lines.extend(about.and_then(|it| odds_line(prompt, &it.odds, &[])));
        let advice = about.map(Advised::in_short).unwrap_or_default();
        // Answers that go with others need the tools' row.
        let others = if prompt.then.is_empty() { feet + tools } else { feet };
        rows.extend(choices(encounter, prompt, shown > 1, ((ROWS_MAX - others) / shown).max(1), &advice));
    }
    match if same.is_some() { 0 } else { page.prompts.len() - shown } {
        // A GM opens it for the tools.
        0 if shown == 0 && !page.is_gm => lines.push("You have no open questions right now.".to_owned()),
        0 if shown == 0 && lines.is_empty() => lines.push("**The GM\u{2019}s panel**".to_owned()),
        0 => {}
        1 => lines.push("One more question follows once these are answered.".to_owned()),
        more => lines.push(format!("{more} more questions follow once these are answered.")),
    }
    lines.extend(page.for_its_gm.iter().cloned());
    if !page.umpire.is_empty() && !page.groups.is_empty() {
        lines.push(HOW_LONG.to_owned());
    }
    if !page.secrets.is_empty() {
        lines.push(page.secrets.clone());
    }
    rows.extend(same.map(|it| it.menu));
    let spare = |rows: &[ActionRow]| ROWS_MAX - rows.len().min(ROWS_MAX) - feet;
    rows.extend(page.groups.iter().take(spare(&rows).saturating_sub(tools)).cloned());
    let has_room = spare(&rows) > 0;
    // The tools that are wanted most go where there's room.
    let shortcuts = if page.umpire.is_empty() && spare(&rows) < 2 { &[][..] } else { &page.shortcuts };
    let buttons: Vec<Button> = page.umpire.iter().chain(shortcuts).take(ROW_BUTTONS_MAX).cloned().collect();
    if !buttons.is_empty() {
        rows.push(ActionRow::Buttons(buttons));
    }
    if page.tools.is_some() && !has_room {
        lines.push("The GM\u{2019}s tools are back here once questions are answered.".to_owned());
    }
    rows.extend(page.tools.clone().filter(|_| has_room));
    rows.push(ActionRow::Buttons(foot(encounter, page)));
    // If it's too long for one message, it's split: see `reply`.
    Message { content: lines.join("\n"), rows, ..Message::default() }
}

/// Who is hidden, and, until the fight begins, how its GM gets a channel for what only they may see.
fn for_its_gm(scene: &Scene, has_channel: bool) -> Vec<String> {
    let members = scene.sides.iter().flat_map(|it| &it.members);
    let hidden = in_kinds(members.filter(|it| it.hidden).map(|it| it.name.as_str()));
    let hidden = (!hidden.is_empty()).then(|| format!("Hidden from the other sides: {}.", text::escape(&hidden)));
    let offer = (!has_channel && scene.stage == Stage::Gathering).then(|| {
        "-# **A channel of your own\u{2026}** among the tools is for everything about the foes and your questions."
            .to_owned()
    });
    hidden.into_iter().chain(offer).collect()
}

/// Those whom the GM plays by hand, and who may act now.
fn gms_who_may_act(scene: &Scene) -> Vec<String> {
    let is_gms = |it: &&FighterView| it.player.is_none() && it.umpire.is_none() && scene.may_act.contains(&it.id);
    scene.sides.iter().flat_map(|it| &it.members).filter(is_gms).map(|it| it.name.clone()).collect()
}

/// The buttons that open the turn menus of these in the panel's place; for more than there's room for, the one that asks who acts.
fn turns(encounter: u64, seq: u64, names: &[String], room: usize) -> Vec<Button> {
    if names.len() > room {
        let id = CustomId::Tracker { encounter, seq, button: TrackerButton::ActAs };
        return vec![press(ACT_AS, id).looking(Look::Primary)];
    }
    let button = |name: &String| {
        let (combatant, path) = (CombatantTag::named(name), Path::new([FROM_PANEL]));
        let id = CustomId::Act { encounter, seq: 0, combatant, path };
        press(&text::label(&format!("{name}\u{2026}"), BUTTON_LABEL_MAX), id).looking(Look::Primary)
    };
    names.iter().map(button).collect()
}

fn foot(encounter: u64, page: &Page) -> Vec<Button> {
    let list = if page.is_gm { GM_LIST } else { MINE_LIST };
    let mut foot = vec![press("Refresh", CustomId::Page { encounter, list: list.to_owned(), page: 0 })];
    let own = gm::gms_own(&page.prompts);
    if let Some(label) = gm::all_label(&own).filter(|_| page.is_gm) {
        foot.push(press(&label, CustomId::AnswerAll { encounter, seq: gm::mark(&own), choice: 0 }));
    }
    let shown = &page.prompts[..page.prompts.len().min(SUGGESTED_MAX)];
    foot.extend(shown.iter().map(|it| suggest(encounter, it, page.prompts.len() > 1)));
    // What ends the fight and takes back has its place.
    foot.truncate(ROW_BUTTONS_MAX - usize::from(page.is_gm) - usize::from(page.is_decided));
    if page.is_gm {
        let id = CustomId::Tracker { encounter, seq: page.seq, button: TrackerButton::Undo };
        foot.push(press(&gm::undo_label(page.undo.as_deref()), id));
    }
    if page.is_decided {
        let id = CustomId::Tracker { encounter, seq: page.seq, button: TrackerButton::End };
        foot.insert(0, press(END, id).looking(Look::Success));
    }
    let room = ROW_BUTTONS_MAX.saturating_sub(foot.len()).max(1);
    let turns = turns(encounter, page.seq, &page.may_act, room);
    let mut foot: Vec<Button> = turns.into_iter().chain(foot).collect();
    foot.truncate(ROW_BUTTONS_MAX);
    foot
}

/// What the last stories contain that the channel isn't told and the user may read: for a GM everything, for a player their own side's. A
/// reply to one person alone has already been read and isn't repeated. Empty if there's nothing.
pub(super) async fn secrets(context: &PublisherContext, handle: &Handle, caller: &Caller) -> Result<String, AppError> {
    let rows = context.store().outbox(handle.id).await?;
    let caller = caller.clone();
    let is_record = |it: &StoryLine| !it.audience.is_asker();
    let (own, is_gm) = handle
        .look(move |service| {
            let viewer = service.viewer(&caller);
            let mut last: Vec<StoryView> = vec![];
            for told in rows.iter().rev().filter_map(|it| StoryView::read(&it.notice.payload).ok()) {
                if last.len() >= STORIES {
                    break;
                }
                if !service.session().stands(told.began_seq) {
                    continue;
                }
                // A story of which the user may read nothing doesn't count.
                let is_one =
                    told.lines.iter().any(|it| is_record(it) && service.session().may_read(viewer, it.audience));
                if is_one && !last.iter().any(|it| it.began_seq == told.began_seq) {
                    last.push(told);
                }
            }
            let lines = last.into_iter().rev().flat_map(|it| it.lines);
            let own = lines
                .filter(|it| {
                    is_record(it)
                        && it.audience != Audience::Everyone
                        && service.session().may_read(viewer, it.audience)
                })
                .collect::<Vec<StoryLine>>();
            (own, viewer == Viewer::Gm)
        })
        .await?;
    Ok(match (own.is_empty(), is_gm) {
        (true, _) => String::new(),
        (false, true) => {
            let newest = &own[own.len().saturating_sub(SECRETS_MAX)..];
            let earlier = if newest.len() < own.len() { ", the newest of it" } else { "" };
            format!("For the GM only{earlier}:\n{}", in_words(newest).join("\n"))
        }
        (false, false) => story::own(&own),
    })
}

/// Lines with their rolls; what's told of several in the same words is one line.
fn in_words(lines: &[StoryLine]) -> Vec<String> {
    let is_plain = |it: &StoryLine| it.roll.is_none() && !it.brief.subject.is_empty();
    // That it's for the GM, the heading says.
    let bare = |text: &str| text::escape(gm::for_the_gm(text));
    let together = |several: &[StoryLine]| match several {
        [one] => {
            let roll = one.roll.as_ref().map(words::roll);
            std::iter::once(bare(&one.text)).chain(roll).collect::<Vec<_>>()
        }
        all => {
            let told = of_all(all.iter().map(|it| (it.brief.subject.clone(), it.text.clone())));
            told.iter().map(|it| bare(it)).collect()
        }
    };
    lines.chunk_by(|a, b| is_plain(a) && is_plain(b)).flat_map(together).collect()
}
