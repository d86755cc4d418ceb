//! What the GM does with the fight besides playing: one menu in the GM's panel, and behind each of its lines a list or a form. Everything leads
//! to the same requests as the `/gm` commands.

use super::{
    gm_forms,
    gm_tools::{
        ADD, AGAIN, CONDITION, GmTool, PACE, REMOVE, SIGHT, STYLE, TOOLS, TURN, UMPIRE, VITALS, WHO_CONDITION, back,
        gone, named, shared_kinds,
    },
    pressed::{Pressed, nothing_chosen},
    questions_page,
};
use crate::{
    config::PaceName,
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::{choice_rows::selects, gm, story, tracker::GM_LIST},
        custom_id::CustomId,
        end_fight, fight_pace, gm_pairing, gm_shortcuts,
        limits::OPTION_LABEL_MAX,
        message::{ActionRow, Message, SelectOption},
        ready_made::foes_first,
        reply::Answer,
        table_commands::{gm_only, hand_over},
        text,
    },
    engine::{
        playing::Style,
        view::{FighterView, Mark, Viewer, list},
    },
    rules::{
        story::stored::StoryView,
        wording::{BY_HAND, capital, plural, unnumbered},
    },
    table::{ALL, Command, EncounterService, Handle, autopilot::OFF},
};
use std::collections::BTreeMap;

/// The option for several of a kind, all hidden ones or all who are up; the kind's tag follows.
const ALL_OF: &str = "all.";

/// So many characters of secrets, within what one message takes.
const SECRETS_CHARS_MAX: usize = 1_800;

/// The fight that a list is for, and what makes its menus new ones: see [`Pressed::fresh`].
struct At<'a> {
    handle: &'a Handle,
    fresh: u32,
}

/// A choice in the menu or in one of its lists.
///
/// # Errors
/// For anybody but the GM, and if what was chosen isn't there any more.
pub async fn pressed(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    list: &str,
    page: u32,
) -> Result<Answer, AppError> {
    gm_only(app, &pressed.context, handle).await?;
    if let Some(form) = list.strip_prefix(AGAIN) {
        return gm_forms::again(app, pressed, handle, form, CombatantTag(page)).await;
    }
    if let Some(word) = gm_shortcuts::word_of(list) {
        let at = &At { handle, fresh: pressed.fresh() };
        return tool(app, pressed, at, GmTool::named(word).ok_or_else(nothing_chosen)?).await;
    }
    let value = pressed.values.first().cloned().ok_or_else(nothing_chosen)?;
    let run = |command: Command| async move {
        match hand_over(app, &pressed.context, command).await? {
            Answer::Say(told) => questions_page::open_below(app, pressed, handle, GM_LIST, told.content).await,
            other => Ok(other),
        }
    };
    let at = &At { handle, fresh: pressed.fresh() };
    match list {
        TOOLS => tool(app, pressed, at, GmTool::named(&value).ok_or_else(nothing_chosen)?).await,
        ADD => gm_forms::add(handle, &value).await,
        VITALS if value.starts_with(ALL_OF) => gm_forms::vitals_of_all(handle, tag(&value[ALL_OF.len()..])?).await,
        VITALS => gm_forms::vitals(handle, tag(&value)?).await,
        WHO_CONDITION => conditions(at, tag(&value)?).await,
        SIGHT if value.starts_with(ALL_OF) => reveal_all(app, pressed, handle, tag(&value[ALL_OF.len()..])?).await,
        SIGHT => {
            let (name, is_hidden) = named(handle, tag(&value)?).await?;
            match is_hidden {
                true => run(Command::new("gm reveal", &[("name", &name)])).await,
                false => run(Command::new("gm hide", &[("name", &name)])).await,
            }
        }
        REMOVE => {
            let (name, _) = named(handle, tag(&value)?).await?;
            run(Command::new("gm remove", &[("name", &name)])).await
        }
        TURN => {
            let (name, _) = named(handle, tag(&value)?).await?;
            run(Command::new("gm turn", &[("name", &name)])).await
        }
        PACE => {
            let told = fight_pace::change(app, &pressed.context, handle, &value).await?;
            questions_page::open_below(app, pressed, handle, GM_LIST, told).await
        }
        UMPIRE => styles(at, tag(&value)?).await,
        list if list.starts_with(CONDITION) => {
            let (name, _) = named(handle, tag(&list[CONDITION.len()..])?).await?;
            let (off, condition) = value.split_once(':').ok_or_else(nothing_chosen)?;
            run(Command::new("gm condition", &[("name", &name), ("condition", condition), ("off", off)])).await
        }
        list if list.starts_with(STYLE) => {
            let who = tag(&list[STYLE.len()..])?;
            let words = handle.look(could_play).await?;
            let word = words.into_iter().find(|it| CombatantTag::named(it) == who).ok_or_else(gone)?;
            let style = if value == USUAL { "" } else { &value };
            run(Command::new("gm autopilot", &[("who", &word), ("style", style)])).await
        }
        _ => Err(nothing_chosen()),
    }
}

async fn tool(app: &AppContext, pressed: &Pressed, at: &At<'_>, tool: GmTool) -> Result<Answer, AppError> {
    let handle = at.handle;
    match tool {
        GmTool::Add => templates(at).await,
        GmTool::Board => gm_forms::board(handle).await,
        GmTool::Place => Ok(gm_forms::place(handle)),
        GmTool::Vitals => patients(at).await,
        GmTool::Condition => people(at, WHO_CONDITION, "Whose condition?", |_| String::new()).await,
        GmTool::Sight => sight(at).await,
        GmTool::Remove => people(at, REMOVE, "Who leaves the fight?", |_| String::new()).await,
        GmTool::Turn => people(at, TURN, "Who gets a turn now?", |_| String::new()).await,
        GmTool::Umpire => {
            let words = handle.look(could_play).await?;
            let option =
                |it: &String| SelectOption::new(text::label(it, OPTION_LABEL_MAX), CombatantTag::named(it).to_string());
            Ok(screen(at, UMPIRE, "Who should Umpire play?", words.iter().map(option).collect()))
        }
        GmTool::Secrets => secrets(handle).await,
        GmTool::Channel => channel(app, pressed, handle).await,
        GmTool::Pace => paces(app, at).await,
        GmTool::Pause | GmTool::Resume => {
            let command = if tool == GmTool::Pause { "encounter pause" } else { "encounter resume" };
            hand_over(app, &pressed.context, Command::new(command, &[])).await?;
            questions_page::open(app, pressed, handle, GM_LIST).await
        }
        GmTool::End => match end_fight::end_here(app, &pressed.context).await? {
            Answer::Say(message) => Ok(Answer::Update(message)),
            other => Ok(other),
        },
    }
}

/// How long questions could wait, and how long they do now.
async fn paces(app: &AppContext, at: &At<'_>) -> Result<Answer, AppError> {
    let now = at.handle.scene(Viewer::Gm).await?.prompt_ms;
    let option = |(pace, word): (PaceName, &str)| {
        let is_now = if app.pace().pace(pace).prompt_ms == now { ", as now" } else { "" };
        let description = format!("{}{is_now}", fight_pace::time(*app.pace(), pace));
        SelectOption { description, ..SelectOption::new(word, word) }
    };
    Ok(screen(at, PACE, "How long do questions wait?", PaceName::WORDS.into_iter().map(option).collect()))
}

/// The channel that's likely the GM's as a button, or how there comes to be one.
async fn channel(app: &AppContext, pressed: &Pressed, handle: &Handle) -> Result<Answer, AppError> {
    let pairs = gm_pairing::button(app, &pressed.context, handle.id.unsigned_abs()).await;
    let how = match pairs {
        Some(_) => "Press the button, or type /gm channel in another private channel.",
        None => "Make a channel that only you and Umpire can see, and type /gm channel there.",
    };
    let content = format!(
        "**A channel of your own** shows you every foe, every question for you and what the groups can do. {how}"
    );
    let rows = pairs.map(|it| ActionRow::Buttons(vec![it])).into_iter().chain([back(handle)]).collect();
    Ok(Answer::Update(Message { content, rows, ..Message::default() }.private()))
}

/// What has happened that not everyone was told, oldest first: as many of the newest as one message takes.
async fn secrets(handle: &Handle) -> Result<Answer, AppError> {
    let (told, players) = handle.look(|service| (service.session().retold(), service.session().seats())).await?;
    let players: Vec<u64> = players.iter().map(|it| it.0).collect();
    // An action's later stories tell its earlier lines as well.
    let mut lines: BTreeMap<u64, String> = BTreeMap::new();
    for it in told.iter().flat_map(|it| &it.stories) {
        let says = gm::secrets_in_short(&StoryView::of(it), &players);
        // What a GM has changed by hand, a GM knows.
        if !says.is_empty() && !says.starts_with(BY_HAND) {
            lines.insert(it.began_seq, text::label(&format!("\u{2022} {says}"), SECRETS_CHARS_MAX));
        }
    }
    let shown = story::newest_within(lines.into_values().collect(), SECRETS_CHARS_MAX);
    let content = match shown.is_empty() {
        true => "Everything since everybody saw the fight begin was told openly.".to_owned(),
        false => format!("**Not told to everyone**, newest last:\n{}", shown.join("\n")),
    };
    Ok(Answer::Update(Message { content, rows: vec![back(handle)], ..Message::default() }.private()))
}

/// A question with its choices in menus, and the way back.
fn screen(at: &At<'_>, list: &str, ask: &str, options: Vec<SelectOption>) -> Answer {
    let is_empty = options.is_empty();
    let mut rows = selects(options, "Choose\u{2026}", |part| {
        let (encounter, page) = (at.handle.id.unsigned_abs(), at.fresh.wrapping_add(part));
        CustomId::Page { encounter, list: list.to_owned(), page }.to_string()
    });
    rows.push(back(at.handle));
    let content =
        if is_empty { "There\u{2019}s nobody to choose.".to_owned() } else { format!("**{}**", text::escape(ask)) };
    Answer::Update(Message { content, rows, ..Message::default() }.private())
}

/// Everyone in the fight, each with a note.
async fn people(at: &At<'_>, list: &str, ask: &str, note: impl Fn(&FighterView) -> String) -> Result<Answer, AppError> {
    let scene = at.handle.scene(Viewer::Gm).await?;
    let all = scene.sides.iter().flat_map(|it| &it.members);
    Ok(screen(at, list, ask, all.map(|it| person(it, &note(it))).collect()))
}

/// Who can be hurt or healed: before everyone, the kinds of which several are up.
async fn patients(at: &At<'_>) -> Result<Answer, AppError> {
    let scene = at.handle.scene(Viewer::Gm).await?;
    let of_kind = |(kind, names): (&str, Vec<&str>)| {
        let label = format!("All {}", plural(kind));
        let value = format!("{ALL_OF}{}", CombatantTag::named(kind));
        let description = text::label(&format!("the same for each of the {}", names.len()), OPTION_LABEL_MAX);
        SelectOption { description, ..SelectOption::new(text::label(&label, OPTION_LABEL_MAX), value) }
    };
    let kinds = gm_forms::kinds_still_up(&scene).into_iter().map(of_kind);
    let each = scene.sides.iter().flat_map(|it| &it.members).map(|it| person(it, ""));
    Ok(screen(at, VITALS, "Who is hurt or healed?", kinds.chain(each).collect()))
}

/// Somebody in a list, with a note or how they stand.
fn person(it: &FighterView, note: &str) -> SelectOption {
    let description = if note.is_empty() { &it.standing } else { note };
    SelectOption {
        description: text::label(description, OPTION_LABEL_MAX),
        ..SelectOption::new(text::label(&it.name, OPTION_LABEL_MAX), CombatantTag::named(&it.name).to_string())
    }
}

/// Everyone, with what can be done about their being seen; before them, the kinds of which several are hidden.
async fn sight(at: &At<'_>) -> Result<Answer, AppError> {
    let scene = at.handle.scene(Viewer::Gm).await?;
    // The second side's first, the foes: heroes are hardly ever hidden by hand.
    let members =
        || scene.sides.iter().rev().flat_map(|it| &it.members).filter(|it| it.hidden || it.mark != Mark::Down);
    let hidden: Vec<&str> = members().filter(|it| it.hidden).map(|it| it.name.as_str()).collect();
    let of_kind = |kind: &str| SelectOption {
        description: "hidden: reveal them all".to_owned(),
        ..SelectOption::new(
            text::label(&format!("All {}", plural(kind)), OPTION_LABEL_MAX),
            format!("{ALL_OF}{}", CombatantTag::named(kind)),
        )
    };
    let note = |it: &FighterView| if it.hidden { "hidden: reveal" } else { "in plain sight: hide" };
    let all = shared_kinds(&hidden).into_iter().map(of_kind);
    let each = members().map(|it| person(it, note(it)));
    Ok(screen(at, SIGHT, "Who should be revealed or hidden?", all.chain(each).collect()))
}

/// Reveals all hidden ones of a kind.
async fn reveal_all(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    kind: CombatantTag,
) -> Result<Answer, AppError> {
    let scene = handle.scene(Viewer::Gm).await?;
    let is_one = |it: &&FighterView| it.hidden && CombatantTag::named(unnumbered(&it.name)) == kind;
    let names: Vec<String> =
        scene.sides.iter().flat_map(|it| &it.members).filter(is_one).map(|it| it.name.clone()).collect();
    if names.is_empty() {
        return Err(gone());
    }
    let (caller, receipt) = (app.caller(&pressed.context).await, app.input_origin(&pressed.context));
    handle.command(caller, Command::new("gm reveal", &[("name", &names.join(", "))]), receipt).await?;
    let done = format!("{} are in plain sight now.", text::escape(&list(&names)));
    questions_page::open_below(app, pressed, handle, GM_LIST, done).await
}

async fn templates(at: &At<'_>) -> Result<Answer, AppError> {
    let all = at.handle.look(|service| foes_first(service.session())).await?;
    let option = |it: &String| {
        SelectOption::new(text::label(&capital(it), OPTION_LABEL_MAX), CombatantTag::named(it).to_string())
    };
    Ok(screen(at, ADD, "Which foe or character?", all.iter().map(option).collect()))
}

/// The conditions of one combatant: those they have end, all others begin.
async fn conditions(at: &At<'_>, who: CombatantTag) -> Result<Answer, AppError> {
    let (all, has) =
        at.handle.look(move |service| (service.session().condition_menu(), gm_forms::conditions(service, who))).await?;
    let (name, _) = named(at.handle, who).await?;
    let option = |it: &String| {
        let (value, note) = match has.contains(it) {
            true => (format!("yes:{it}"), "end it"),
            false => (format!("no:{it}"), "give it"),
        };
        SelectOption { description: note.to_owned(), ..SelectOption::new(text::label(it, OPTION_LABEL_MAX), value) }
    };
    let others = has.iter().filter(|it| !all.contains(it));
    let mut options: Vec<SelectOption> = others.chain(&all).map(option).collect();
    options.sort_by_key(|it| it.description != "end it");
    Ok(screen(at, &format!("{CONDITION}{who}"), &format!("Which condition for {name}?"), options))
}

/// The option for everyone's usual style.
const USUAL: &str = "usual";

async fn styles(at: &At<'_>, who: CombatantTag) -> Result<Answer, AppError> {
    let words = at.handle.look(could_play).await?;
    let word = words.into_iter().find(|it| CombatantTag::named(it) == who).ok_or_else(gone)?;
    let named = Style::WORDS.iter().filter(|it| !it.contains(' ')).map(|it| SelectOption::new(*it, *it));
    let usual = SelectOption::new("their usual style", USUAL);
    let off = SelectOption::new("off: I play them", OFF);
    let options = [usual, off].into_iter().chain(named).collect();
    Ok(screen(at, &format!("{STYLE}{who}"), &format!("How should Umpire play {word}?"), options))
}

/// The words for those that the GM could hand to Umpire: all, the names shared by several, each combatant.
fn could_play(service: &EncounterService) -> Vec<String> {
    let mut own = service.session().names(Viewer::Gm);
    let scene = service.scene(Viewer::Gm);
    let is_down = |who| scene.sides.iter().flat_map(|it| &it.members).any(|it| it.id == who && it.mark == Mark::Down);
    own.retain(|it| it.player.is_none() && !is_down(it.id));
    let mut words = if own.is_empty() { vec![] } else { vec![ALL.to_owned()] };
    let names: Vec<&str> = own.iter().map(|it| it.name.as_str()).collect();
    words.extend(shared_kinds(&names).into_iter().map(str::to_owned));
    words.extend(own.into_iter().map(|it| it.name));
    words
}

fn tag(value: &str) -> Result<CombatantTag, AppError> {
    CombatantTag::read(value).ok_or_else(nothing_chosen)
}
