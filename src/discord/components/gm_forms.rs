//! The forms of the GM's panel: add combatants, place several, damage or heal. If a form is refused, nothing that was typed is lost: a button
//! reopens it, with the problem beside it.

use super::{
    forms::{FormInput, modal},
    gm_tools::{AGAIN, gone, named, shared_kinds},
    pressed::{Pressed, nothing_chosen},
    questions_page,
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::tracker::{GM_LIST, press},
        custom_id::CustomId,
        message::{ActionRow, Message},
        open_pages::ToolMessage,
        reply::Answer,
        table_commands::{gm_only, hand_over},
    },
    engine::view::{Ground, Mark, Scene, Viewer},
    rules::{
        Session,
        spelling::is_same,
        wording::{capital, plural, unnumbered},
    },
    table::{Command, ENDS, EncounterService, Handle, sentences::fields},
};
use tokio::time::Instant;

/// The forms' word in their custom_ids; which one follows.
pub const FORM: &str = "gm";
/// To add combatants of a ready-made kind; the form's combatant is the kind's tag.
const ADD: &str = "add";
/// To place several.
const PLACE: &str = "place";
/// To lay out the board.
const BOARD: &str = "board";
/// To hurt or heal one.
const VITALS: &str = "vitals";
/// To hurt or heal all of a kind who are still up; the form's combatant is the kind's tag.
const VITALS_OF_ALL: &str = "vitals-all";
/// The maximum length of a short answer.
const SHORT_MAX: usize = 100;
/// The maximum length of a list of names and places.
const LIST_MAX: usize = 1_000;

/// What a combatant can lose or get back. The systems call it differently.
const POOLS: [&str; 8] =
    ["hp", "health", "endurance", "stamina", "focus", "harm-points", "physical-harm", "mental-harm"];
/// The number of fields in a form. Docs, "Interactions: Modal": one to five components.
const FIELDS_MAX: usize = 5;

/// The form to add a ready-made foe or character; `chosen` is its tag.
///
/// # Errors
/// If there's no such template.
pub(super) async fn add(handle: &Handle, chosen: &str) -> Result<Answer, AppError> {
    let tag = CombatantTag::read(chosen).ok_or_else(nothing_chosen)?;
    form(handle, ADD, Some(tag), &[]).await
}

/// The form to place several.
pub(super) fn place(handle: &Handle) -> Answer {
    shown(handle, PLACE, None, "Place several", place_inputs(), &[])
}

/// The form to lay out the board.
///
/// # Errors
/// If the fight doesn't answer.
pub(super) async fn board(handle: &Handle) -> Result<Answer, AppError> {
    form(handle, BOARD, None, &[]).await
}

/// The form to hurt or heal somebody.
///
/// # Errors
/// If they're gone, or have nothing that can be changed like that.
pub(super) async fn vitals(handle: &Handle, who: CombatantTag) -> Result<Answer, AppError> {
    form(handle, VITALS, Some(who), &[]).await
}

/// The form to hurt or heal all of a kind.
///
/// # Errors
/// As [`vitals`].
pub(super) async fn vitals_of_all(handle: &Handle, kind: CombatantTag) -> Result<Answer, AppError> {
    form(handle, VITALS_OF_ALL, Some(kind), &[]).await
}

/// Reopens a form with what was typed.
///
/// # Errors
/// As when it was opened.
pub(super) async fn again(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    which: &str,
    tag: CombatantTag,
) -> Result<Answer, AppError> {
    let (user, kept) = (pressed.context.user_id, draft(handle, which, Some(tag)));
    app.drafts().came_back(user, &kept, pressed.message_id);
    let typed = app.drafts().form(user, &kept);
    form(handle, which, Some(tag), &typed).await
}

/// A form, with what has been typed so far.
async fn form(
    handle: &Handle,
    which: &str,
    tag: Option<CombatantTag>,
    typed: &[(String, String)],
) -> Result<Answer, AppError> {
    match (which, tag) {
        (ADD, Some(tag)) => {
            let template = template(handle, tag).await?;
            let at = handle.look(|service| where_to_add(service.session())).await?;
            Ok(shown(handle, ADD, Some(tag), &format!("Add: {}", capital(&template)), add_inputs(at), typed))
        }
        (PLACE, _) => Ok(shown(handle, PLACE, None, "Place several", place_inputs(), typed)),
        (BOARD, _) => {
            let scene = handle.scene(Viewer::Gm).await?;
            let names: Vec<&str> = scene.sides.iter().flat_map(|it| &it.members).map(|it| it.name.as_str()).collect();
            Ok(shown(handle, BOARD, None, "Lay out the board", board_inputs(&scene.map.ground, &names), typed))
        }
        (VITALS | VITALS_OF_ALL, Some(tag)) => {
            let (name, who) = patients(handle, which, tag).await?;
            let first = CombatantTag::named(&who[0]);
            let pools = handle.look(move |service| pools(service, first)).await?.ok_or_else(gone)?;
            let input = |it: &Pool| {
                let (taken, hint) = match is_suffered(it.name) {
                    true => (" taken", "2 adds 2, -2 takes 2 away, =2 sets it to 2"),
                    false => ("", "2 or -2 takes 2 away, +2 adds 2, =2 sets it to 2"),
                };
                let label = match who.len() {
                    1 => format!("{}{taken} (now {})", it.name, it.now),
                    _ => format!("{}{taken}, each", it.name),
                };
                FormInput::line(it.name, label, SHORT_MAX).optional().hinting(hint)
            };
            let mut inputs: Vec<FormInput> = pools.iter().take(FIELDS_MAX).map(input).collect();
            let has = if which == VITALS { handle.look(move |it| conditions(it, first)).await? } else { vec![] };
            if !has.is_empty() && inputs.len() < FIELDS_MAX {
                let ends = FormInput::line(ENDS, "Conditions that end".to_owned(), LIST_MAX);
                inputs.push(ends.optional().hinting(&format!("now: {}", has.join(", "))));
            }
            match inputs.is_empty() {
                true => Err(AppError::say(format!("{name} has nothing that can be hurt or healed. Use /gm set."))),
                false => Ok(shown(handle, which, Some(tag), &format!("Damage or heal {name}"), inputs, typed)),
            }
        }
        _ => Err(nothing_chosen()),
    }
}

/// Where foes are added: what an empty line does, and which places there are. `None` where there's no choice.
fn where_to_add(session: &dyn Session) -> Option<FormInput> {
    let (places, sides) = (session.places(), session.sides());
    let first = sides.get(1).or(sides.first()).and_then(|it| session.first_place(it.id, false));
    let (label, hint) = match (first, places.as_slice()) {
        (_, []) | (Some(_), [_]) => return None,
        (None, [first, .., last]) => {
            ("Where: a square (empty: not on the map yet)".to_owned(), format!("{first} to {last}"))
        }
        (None, [only]) => ("Where (empty: not on the map yet)".to_owned(), only.clone()),
        (Some(it), all) => {
            let why = if it.is_with_own { format!("; most of the foes are at {}", it.at) } else { String::new() };
            (format!("Where (empty: {})", it.at), format!("{}{why}", all.join(", ")))
        }
    };
    Some(FormInput::line("at", label, SHORT_MAX).optional().hinting(&hint))
}

fn add_inputs(at: Option<FormInput>) -> Vec<FormInput> {
    let mut inputs = vec![FormInput::line("count", "How many, 1 to 20", SHORT_MAX).with("1")];
    inputs.extend(at);
    inputs.extend([
        FormInput::line("hidden", "Hidden from the other sides? yes or no", SHORT_MAX).optional().with("no"),
        FormInput::line("side", "Side (default: the second, the foes)", 40).optional(),
        FormInput::line("name", "Name (default: the template\u{2019}s)", 40).optional(),
    ]);
    inputs
}

fn place_inputs() -> Vec<FormInput> {
    vec![
        FormInput::page("name", "Who: names, or Goblin for Goblin 1 to 8", LIST_MAX),
        FormInput::page("at", "Where: a place for all, or one for each", LIST_MAX),
    ]
}

/// What the board consists of, and everything else that `/gm board` takes. Zones without ways adjoin the next each.
fn board_inputs(ground: &Ground, names: &[&str]) -> Vec<FormInput> {
    let list =
        |name: &'static str, label: &str, like: &str| FormInput::line(name, label, LIST_MAX).optional().hinting(like);
    let people = |at: &str| {
        let like = match names {
            [] => format!("Ana at {at}, Goblin 1 at {at}"),
            [one] => format!("{one} at {at}"),
            [first, .., last] => format!("{first} at {at}, {last} at {at}"),
        };
        list("place", "Who stands where", &like)
    };
    match ground {
        Ground::Squares(_) => vec![
            list("size", "Squares: wide x high", "16x10"),
            list("walls", "Walls: squares, or from corner to corner", "C3, E5-E9"),
            list("rough", "Rough ground", "G2-H4"),
            people("B3"),
            FormInput::page("fields", "More, as in /gm board", LIST_MAX)
                .optional()
                .hinting("doors=\"D4/E4\" heights=\"A1-B2=10\" hazards=\"C8: pit\""),
        ],
        Ground::Zones(_) | Ground::Nowhere => vec![
            list("zones", "Zones, with commas", "Gate, Yard, Tower"),
            list("borders", "Ways between (empty: one after another)", "Gate-Yard, Yard-Tower (doorway)"),
            list("cover", "Cover: where, and what", "Yard: overturned cart"),
            people("Yard"),
            FormInput::page("fields", "More, as in /gm board", LIST_MAX)
                .optional()
                .hinting("hazards=\"Yard: brazier\" concealment=\"Gate: smoke\""),
        ],
    }
}

fn shown(
    handle: &Handle,
    which: &str,
    tag: Option<CombatantTag>,
    title: &str,
    inputs: Vec<FormInput>,
    typed: &[(String, String)],
) -> Answer {
    let written = |it: FormInput| match typed.iter().find(|known| known.0 == it.name()) {
        Some((_, value)) => it.with(value),
        None => it,
    };
    let form = format!("{FORM}.{which}");
    let id = CustomId::Form { encounter: handle.id.unsigned_abs(), seq: 0, form, combatant: tag };
    Answer::Form(modal(title, &id, &inputs.into_iter().map(written).collect::<Vec<_>>()))
}

/// What a user's refused form is kept under.
fn draft(handle: &Handle, which: &str, tag: Option<CombatantTag>) -> String {
    format!("{FORM}.{which}.{}.{}", handle.id, tag.map_or(0, |it| it.0))
}

/// Handles a submitted form.
///
/// # Errors
/// For anybody but the GM, or if something of ours fails.
pub async fn submitted(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    which: &str,
    tag: Option<CombatantTag>,
    texts: &[(String, String)],
) -> Result<Answer, AppError> {
    gm_only(app, &pressed.context, handle).await?;
    let (user, kept) = (pressed.context.user_id, draft(handle, which, tag));
    let done = taken(app, pressed, handle, which, tag, texts).await;
    let refused = done.as_ref().err().and_then(AppError::sentence);
    // Why it was refused before no longer matters. In the message that said so, the answer takes its place, unless it's another refusal.
    let is_settled = done.is_ok() || refused.is_some();
    let before = if is_settled { app.drafts().take_refusal(user, &kept) } else { None };
    let before = before.filter(ToolMessage::may_be_deleted);
    let is_here = |it: &ToolMessage| pressed.is_private && it.message_id == Some(pressed.message_id);
    if let Some(before) = before.filter(|it| done.is_err() || !is_here(it)) {
        app.take_away_soon(before.token, None);
    }
    match (done, refused) {
        (Err(_), Some(why)) => {
            app.drafts().keep_form(user, &kept, texts.to_vec());
            let token = pressed.context.token.clone();
            let refusal = ToolMessage { token, since: Instant::now(), message_id: None };
            app.drafts().keep_refusal(user, &kept, refusal);
            let (encounter, page) = (handle.id.unsigned_abs(), tag.map_or(0, |it| it.0));
            let id = CustomId::Page { encounter, list: format!("{AGAIN}{which}"), page };
            let rows = vec![ActionRow::Buttons(vec![press("Back to the form", id)])];
            // A message of its own: the panel, from which the form may have come, is drawn anew as the fight goes on.
            Ok(Answer::Say(Message { rows, ..Message::text(why) }.private()))
        }
        (Ok(told), _) => {
            app.drafts().drop_form(user, &kept);
            questions_page::open_below(app, pressed, handle, GM_LIST, told).await
        }
        (Err(other), None) => Err(other),
    }
}

/// Does what was written.
async fn taken(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    which: &str,
    tag: Option<CombatantTag>,
    texts: &[(String, String)],
) -> Result<String, AppError> {
    let mut options: Vec<(String, String)> =
        texts.iter().map(|(name, value)| (name.clone(), value.trim().replace('\n', ", "))).collect();
    options.retain(|it| !it.1.is_empty());
    match (which, tag) {
        (ADD, Some(tag)) => {
            options.push(("template".to_owned(), template(handle, tag).await?));
            run(app, pressed, "gm add", options).await
        }
        (PLACE, _) => run(app, pressed, "gm place", options).await,
        (BOARD, _) => {
            let more = texts.iter().find(|it| it.0 == "fields").map_or_else(String::new, |it| it.1.replace('\n', " "));
            options.retain(|it| it.0 != "fields");
            options.extend(fields(&more)?);
            if options.is_empty() {
                return Err(AppError::say("Describe the board, for example zones: Gate, Yard, Tower."));
            }
            run(app, pressed, "gm board", options).await
        }
        (VITALS | VITALS_OF_ALL, Some(tag)) => {
            let (_, who) = patients(handle, which, tag).await?;
            if options.is_empty() {
                return Err(AppError::say("Write the damage, such as 4, or a new value, such as =5."));
            }
            let mut set = vec![("name".to_owned(), who.join(", "))];
            for (pool, typed) in options.iter().filter(|it| it.0 != ENDS) {
                let (to, value) = change(pool, typed)?;
                set.extend([("field".to_owned(), pool.clone()), (to.to_owned(), value)]);
            }
            let ends = options.iter().filter(|it| it.0 == ENDS).flat_map(|it| it.1.split(','));
            let ends: Vec<&str> = ends.map(str::trim).filter(|it| !it.is_empty()).collect();
            set.extend(ending(handle, &who[0], &ends).await?.into_iter().map(|it| (ENDS.to_owned(), it)));
            run(app, pressed, "gm set", set).await
        }
        _ => Err(nothing_chosen()),
    }
}

/// The conditions of somebody that these words mean.
async fn ending(handle: &Handle, who: &str, typed: &[&str]) -> Result<Vec<String>, AppError> {
    let tag = CombatantTag::named(who);
    let has = handle.look(move |it| conditions(it, tag)).await?;
    let known = |typed: &&str| {
        has.iter().find(|it| is_same(it, typed)).cloned().ok_or_else(|| {
            AppError::say(match has.as_slice() {
                [] => format!("{who} has no condition that could end."),
                all => format!("{who} isn\u{2019}t \u{201c}{typed}\u{201d}. What could end: {}.", all.join(", ")),
            })
        })
    };
    typed.iter().map(known).collect()
}

async fn run(
    app: &AppContext,
    pressed: &Pressed,
    path: &str,
    options: Vec<(String, String)>,
) -> Result<String, AppError> {
    match hand_over(app, &pressed.context, Command { path: path.to_owned(), options }).await? {
        Answer::Say(told) => Ok(told.content),
        _ => Ok("Done.".to_owned()),
    }
}

/// The conditions that the GM could end.
pub(super) fn conditions(service: &EncounterService, who: CombatantTag) -> Vec<String> {
    let scene = service.scene(Viewer::Gm);
    let it = scene.sides.into_iter().flat_map(|it| it.members).find(|it| CombatantTag::named(&it.name) == who);
    let Some(it) = it else { return vec![] };
    let mut all = service.session().condition_menu();
    all.retain(|known| it.conditions.iter().any(|it| it.to_lowercase().starts_with(&known.to_lowercase())));
    all.extend(service.session().afflictions(it.id));
    all
}

/// The ready-made sheet with this tag.
async fn template(handle: &Handle, tag: CombatantTag) -> Result<String, AppError> {
    let all = handle.look(|service| service.session().templates()).await?;
    all.into_iter().find(|it| CombatantTag::named(it) == tag).ok_or_else(nothing_chosen)
}

/// Something that a combatant can lose or get back.
struct Pool {
    name: &'static str,
    now: i64,
}

/// Whether a pool counts what somebody has suffered.
fn is_suffered(pool: &str) -> bool {
    ["harm-points", "physical-harm", "mental-harm"].contains(&pool)
}

/// The option of `/gm set` for what was typed, and its value: a change with its sign, or a new value with =. A bare number is damage.
fn change(pool: &str, typed: &str) -> Result<(&'static str, String), AppError> {
    let plain = typed.trim().replace('\u{2212}', "-");
    let number: i64 = plain.trim_start_matches(['+', '=']).trim().parse().map_err(|_| {
        let hurts = if is_suffered(pool) { "+" } else { "-" };
        AppError::say(format!(
            "{pool}: write a change, such as {hurts}4 or just 4 for damage, or a new value, such as =5, not \u{201c}{typed}\u{201d}."
        ))
    })?;
    Ok(match plain.chars().next() {
        Some('=') => ("value", number.to_string()),
        Some('+' | '-') => ("by", plain),
        _ if is_suffered(pool) => ("by", format!("+{number}")),
        _ => ("by", format!("-{number}")),
    })
}

/// Who's hurt or healed, in a few words and by name: one combatant, or everyone of a kind who's still up.
async fn patients(handle: &Handle, which: &str, tag: CombatantTag) -> Result<(String, Vec<String>), AppError> {
    if which == VITALS {
        let (name, _) = named(handle, tag).await?;
        return Ok((name.clone(), vec![name]));
    }
    let scene = handle.scene(Viewer::Gm).await?;
    let kind = kinds_still_up(&scene).into_iter().find(|it| CombatantTag::named(it.0) == tag).ok_or_else(gone)?;
    Ok((format!("{} {}", kind.1.len(), plural(kind.0)), kind.1.into_iter().map(str::to_owned).collect()))
}

/// The kinds of which several are still up, such as "Goblin", with their names.
pub(super) fn kinds_still_up(scene: &Scene) -> Vec<(&str, Vec<&str>)> {
    let up = || scene.sides.iter().flat_map(|it| &it.members).filter(|it| it.mark != Mark::Down);
    let names: Vec<&str> = up().map(|it| it.name.as_str()).collect();
    let of = |kind| (kind, names.iter().copied().filter(|it| unnumbered(it) == kind).collect());
    shared_kinds(&names).into_iter().map(of).collect()
}

/// The pools of somebody; `None` if they're no longer there. Names for the same value are listed once.
fn pools(service: &EncounterService, who: CombatantTag) -> Option<Vec<Pool>> {
    let session = service.session();
    let who = who.among(&session.names(Viewer::Gm))?;
    let number = |name: &str| session.read(who, name).and_then(|it| it.parse::<i64>().ok());
    let all = POOLS.iter().filter_map(|name| Some(Pool { name, now: number(name)? }));
    let mut all: Vec<Pool> = all.collect();
    // One value under two names is called what the tracker calls it.
    let scene = service.scene(Viewer::Gm);
    let mut vitals = scene.sides.iter().flat_map(|it| &it.members).filter(|it| it.id == who).flat_map(|it| &it.vitals);
    let is_hp = vitals.any(|it| it.0.eq_ignore_ascii_case("hp"));
    if ["hp", "health"].iter().all(|name| all.iter().any(|it| it.name == *name)) {
        all.retain(|it| it.name != if is_hp { "health" } else { "hp" });
    }
    // Points and slots are two ways to keep the same harm.
    if session.read(who, "keeps").as_deref() == Some("slots") {
        all.retain(|it| it.name != "harm-points");
    } else {
        all.retain(|it| !it.name.ends_with("-harm"));
    }
    Some(all)
}
