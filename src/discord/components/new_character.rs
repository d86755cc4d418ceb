//! A new saved character, step by step: the rules, a ready-made sheet to start from, then its fields in forms, each with its meaning. The
//! name that was typed is kept all the way. Whoever came to join a fight has its rules, and joins with the character below the last form.

use super::{
    made_to_join::{ENCOUNTER, JOIN, SIDE, made_to_join},
    new_sheet,
    pressed::{Pressed, nothing_chosen},
    sheet_editing,
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::{choice_rows::selects, tracker::press, words},
        custom_id::CustomId,
        interaction_context::InteractionContext,
        joining::join_saved,
        limits::OPTION_LABEL_MAX,
        message::{ActionRow, Message, Select, SelectOption},
        ready_made::heroes_first,
        reply::Answer,
        saved_characters,
        system_choice::{judge, system_here, system_named},
        table_commands::table_in,
        text,
    },
    rules::{System, wording::capital},
    store::CharacterId,
};

/// What the lists of these steps begin with; a system's name and the tag of the character's follow, after dots.
pub const LISTS: &str = "new-";
/// Which sheet to start from.
const FROM: &str = "new-from";
/// Other rules.
const RULES: &str = "new-rules";
/// A form for everything at once.
const WRITE: &str = "new-write";
/// The value for a sheet on which everything is left out.
const BLANK: &str = "blank";
/// What the name is kept under.
const DRAFT: &str = "new";
/// The menus of sheets; one row each stays for the rules and the button.
const SHEET_ROWS: usize = 3;

/// The first step, for a name.
///
/// # Errors
/// If the name isn't one.
pub fn start(app: &AppContext, context: &InteractionContext, system: System, typed: &str) -> Result<Answer, AppError> {
    let name = text::name(typed).map_err(|it| AppError::say(it.to_string()))?;
    app.drafts().keep_form(context.user_id, &draft(&tag(&name)), vec![("name".to_owned(), name.clone())]);
    Ok(Answer::Say(step(system, &name, false)?.private()))
}

/// Handles the form for who is to join.
///
/// # Errors
/// If something of ours fails.
pub async fn named(
    app: &AppContext,
    pressed: &Pressed,
    encounter: u64,
    texts: &[(String, String)],
) -> Result<Answer, AppError> {
    let get = |name: &str| texts.iter().find(|it| it.0 == name).map_or("", |it| it.1.trim());
    let system = system_here(app, &pressed.context, None).await?;
    let started = start_to_join(app, &pressed.context, system, (encounter, get("name"), get(SIDE)));
    match started.as_ref().err().and_then(AppError::sentence) {
        Some(why) => Ok(new_sheet::kept_to_join(app, pressed, (encounter, new_sheet::JOIN_NAME), texts.to_vec(), why)),
        None => started,
    }
}

/// The same for a fight that the character is to join, with the name and the side as typed.
///
/// # Errors
/// If the name isn't one.
pub fn start_to_join(
    app: &AppContext,
    context: &InteractionContext,
    system: System,
    (encounter, typed, side): (u64, &str, &str),
) -> Result<Answer, AppError> {
    let name = text::name(typed).map_err(|it| AppError::say(it.to_string()))?;
    let kept = [("name", name.clone()), (ENCOUNTER, encounter.to_string()), (SIDE, text::one_line(side))];
    let kept = kept.map(|(what, value)| (what.to_owned(), value)).to_vec();
    app.drafts().keep_form(context.user_id, &draft(&tag(&name)), kept);
    Ok(Answer::Say(step(system, &name, true)?.private()))
}

fn step(system: System, name: &str, joins: bool) -> Result<Message, AppError> {
    let judge = judge(system)?;
    let id =
        |list: &str, page: u32| CustomId::Page { encounter: 0, list: for_this(list, system, name), page }.to_string();
    let option = |it: &String| {
        SelectOption::new(text::label(&capital(it), OPTION_LABEL_MAX), CombatantTag::named(it).to_string())
    };
    let mut sheets: Vec<SelectOption> = heroes_first(judge.as_ref()).iter().map(option).collect();
    if judge.check_sheet(None, &[]).is_ok() {
        sheets.insert(0, SelectOption::new("A blank sheet", BLANK));
    }
    let mut rows = selects(sheets, "Start from\u{2026}", |page| id(FROM, page));
    rows.truncate(SHEET_ROWS);
    if !joins {
        let others = System::ALL.into_iter().filter(|it| *it != system);
        let others = others.map(|it| SelectOption::new(words::system(it.name()), it.name())).collect();
        rows.push(ActionRow::Select(Select::one(id(RULES, 0), "Other rules\u{2026}", others)));
    }
    let list = for_this(WRITE, system, name);
    rows.push(ActionRow::Buttons(vec![press(
        "Write it all at once\u{2026}",
        CustomId::Page { encounter: 0, list, page: 0 },
    )]));
    let then = if joins { " and into the fight" } else { "" };
    let content = format!(
        "**{}** for {}. Which sheet does it start from? It\u{2019}s saved right away, and a form opens with its first fields; after that, buttons lead to the rest{then}.",
        text::escape(name),
        words::system(system.name()),
    );
    Ok(Message { content, rows, ..Message::default() })
}

/// One of the steps.
///
/// # Errors
/// If the name is gone, or something of ours fails.
pub async fn pressed(app: &AppContext, pressed: &Pressed, list: &str) -> Result<Answer, AppError> {
    let [what, system, tag] = list.split('.').collect::<Vec<_>>()[..] else { return Err(nothing_chosen()) };
    let user = pressed.context.user_id;
    if what == JOIN {
        return join(app, pressed, system).await;
    }
    let system = system_named(Some(system))?;
    let kept = app.drafts().form(user, &draft(tag));
    let get = |what: &str| kept.iter().find(|it| it.0 == what).map(|it| it.1.clone());
    let gone = || AppError::say("The name you typed is gone. Start again with Join or /character create.");
    let name = get("name").ok_or_else(gone)?;
    let joins = get(ENCOUNTER).and_then(|it| Some((it.parse().ok()?, get(SIDE).unwrap_or_default())));
    let value = pressed.values.first().map(String::as_str).unwrap_or_default();
    match (what, joins) {
        (RULES, _) => Ok(Answer::Update(step(system_named(Some(value))?, &name, false)?.private())),
        (WRITE, None) => Ok(new_sheet::to_keep(system, &name)),
        (WRITE, Some((encounter, side))) => {
            Ok(new_sheet::to_join_at_once(system, encounter, &[("name".to_owned(), name), (SIDE.to_owned(), side)]))
        }
        (FROM, joins) => from(app, pressed, (system, &name, joins), value).await,
        _ => Err(nothing_chosen()),
    }
}

/// Said if it's no longer known what the character was made to join.
const FORGOTTEN: &str = "Umpire no longer knows which fight and side this character was made for. Press Join below the tracker; your characters are \
                         listed there.";
/// Said if there's another fight now than the one that the character was made to join.
const OTHER_FIGHT: &str = "The fight this character was made for is over. To join the one that\u{2019}s here now, press Join below its tracker.";

/// Joins the fight here with it, if that's still the one it was made for.
async fn join(app: &AppContext, pressed: &Pressed, character: &str) -> Result<Answer, AppError> {
    let context = &pressed.context;
    let id: CharacterId = character.parse().map_err(|_| nothing_chosen())?;
    let handle = table_in(app, context.channel_id)?;
    let it = sheet_editing::own(app, context, id).await?;
    let (name, key) = (it.name.clone(), made_to_join(id));
    let kept = app.drafts().form(context.user_id, &key);
    let made_for = kept.iter().find(|it| it.0 == ENCOUNTER).and_then(|it| it.1.parse::<u64>().ok());
    match made_for {
        None => return Err(AppError::say(FORGOTTEN)),
        Some(fight) if fight != handle.id.unsigned_abs() => return Err(AppError::say(OTHER_FIGHT)),
        Some(_) => {}
    }
    let side = kept.into_iter().find(|it| it.0 == SIDE && !it.1.is_empty()).map(|it| it.1);
    join_saved(app, context, &handle, it, side, app.input_origin(context)).await?;
    app.drafts().drop_form(context.user_id, &key);
    Ok(Answer::Update(Message::text(format!("{} is in the fight.", text::escape(&name))).private()))
}

/// Saves it and opens its first fields. If it can't be saved, the name and the sheet wait in the form for everything.
async fn from(
    app: &AppContext,
    pressed: &Pressed,
    (system, name, joins): (System, &str, Option<(u64, String)>),
    value: &str,
) -> Result<Answer, AppError> {
    let templates = judge(system)?.templates();
    let template = templates.into_iter().find(|it| CombatantTag::named(it).to_string() == value);
    if template.is_none() && value != BLANK {
        return Err(nothing_chosen());
    }
    let kept = saved_characters::keep(app, &pressed.context, system, name, template.as_deref(), &[]).await;
    let refused = kept.as_ref().err().map(AppError::sentence);
    match (kept, refused.flatten()) {
        (Ok(it), _) => {
            let (user, drafts) = (pressed.context.user_id, app.drafts());
            drafts.drop_form(user, &draft(&tag(name)));
            if let Some((encounter, side)) = joins {
                let kept = vec![(ENCOUNTER.to_owned(), encounter.to_string()), (SIDE.to_owned(), side)];
                drafts.keep_form(user, &made_to_join(it.id), kept);
            }
            sheet_editing::begin(app, &pressed.context, &it, None)
        }
        (Err(_), Some(why)) => {
            let mut typed =
                vec![("name".to_owned(), name.to_owned()), ("template".to_owned(), template.unwrap_or_default())];
            Ok(match joins {
                None => new_sheet::kept_for_later(app, pressed, system, typed, why),
                Some((encounter, side)) => {
                    typed.push((SIDE.to_owned(), side));
                    new_sheet::kept_to_join(app, pressed, (encounter, new_sheet::JOIN), typed, why)
                }
            })
        }
        (Err(error), None) => Err(error),
    }
}

/// A list for a new character of this name.
fn for_this(list: &str, system: System, name: &str) -> String {
    format!("{list}.{}.{}", system.name(), tag(name))
}

fn tag(name: &str) -> String {
    CombatantTag::named(name).to_string()
}

/// What the name with this tag is kept under: a second `/character create` may follow before the first is done.
fn draft(tag: &str) -> String {
    format!("{DRAFT}.{tag}")
}
