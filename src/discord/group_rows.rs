//! The GM's buttons and menus by which several of their combatants act at one press: all goblins as suggested, all archers at one target,
//! the rest pass. They're drawn for the GM alone, in the private panel and in the GM's channel.

use super::{
    app_context::AppContext,
    app_error::AppError,
    combatant_tag::CombatantTag,
    compose::{
        choice_rows::{rows_of, selects},
        tracker::press,
    },
    custom_id::CustomId,
    interaction_context::InteractionContext,
    limits::{BUTTON_LABEL_MAX, OPTION_LABEL_MAX, ROW_BUTTONS_MAX, SELECT_OPTIONS_MAX},
    message::{ActionRow, Button, Look, SelectOption},
    reply::Answer,
    table_commands::hand_over,
    text,
};
use crate::{
    engine::view::{FighterView, Scene, Viewer},
    rules::wording::{few_or_kinds, plural, unnumbered},
    table::{
        Command, Handle,
        group_orders::{ATTACK, FoeKind, GroupDoing, Orderable, PASS, STOP, SUGGESTED},
    },
};

/// What the lists of these buttons begin with.
pub const LISTS: &str = "group-";
/// All of a kind act as Umpire would; the page is the kind's tag, or 0 for everyone.
const SUGGESTED_LIST: &str = "group-as";
/// Those in hiding act as Umpire would.
const HIDDEN_LIST: &str = "group-hid";
/// All of a kind attack one target; the option says which.
const ATTACK_LIST: &str = "group-at";
/// Everyone who's left passes.
const PASS_LIST: &str = "group-pass";
/// The group stops; the page is the order's mark, so that a button from before doesn't stop another; 0 is any.
const STOP_LIST: &str = "group-stop";
/// So many kinds have a button of their own.
const KINDS_MAX: usize = 3;

/// The rows for a fight as its GM sees it; `doing` is what a group is doing already. None where nothing can be ordered. With another number
/// in `fresh`, the menu is a new one, which shows no earlier choice.
pub fn rows(encounter: u64, scene: &Scene, doing: Option<&GroupDoing>, fresh: u32) -> Vec<ActionRow> {
    let page = |list: &str, page: u32| CustomId::Page { encounter, list: list.to_owned(), page };
    let stop = doing.map(|it| stop(encounter, it));
    let can = Orderable::of(scene);
    let mut rows = vec![];
    let hidden = (!can.in_hiding.is_empty()).then(|| {
        let label = format!("{} (hidden) as suggested", few_or_kinds(&can.in_hiding));
        button(label, page(HIDDEN_LIST, 0))
    });
    if can.kinds.is_empty() {
        let buttons: Vec<Button> = stop.into_iter().chain(hidden).collect();
        rows.extend((!buttons.is_empty()).then_some(ActionRow::Buttons(buttons)));
        return rows;
    }
    // Another order takes the place of the one that's under way.
    let kinds_max = KINDS_MAX - usize::from(stop.is_some()) - usize::from(hidden.is_some());
    let mut buttons: Vec<Button> = vec![];
    for kind in can.kinds.iter().filter(|it| it.members.len() > 1).take(kinds_max) {
        let tag = CombatantTag::named(&kind.name).0;
        buttons.push(button(format!("{} as suggested", all_of(scene, kind)), page(SUGGESTED_LIST, tag)));
    }
    if can.kinds.len() > 1 || buttons.is_empty() {
        buttons.push(button("Everyone as suggested".to_owned(), page(SUGGESTED_LIST, 0)));
    }
    if let Some(first) = buttons.first_mut() {
        first.look = Look::Primary;
    }
    buttons.push(button("The rest pass".to_owned(), page(PASS_LIST, 0)));
    buttons.extend(stop);
    // Without a row of its own between the two: the panel has room for two.
    let hidden = hidden.and_then(|it| {
        if buttons.len() < ROW_BUTTONS_MAX {
            buttons.push(it);
            None
        } else {
            Some(it)
        }
    });
    rows.extend(rows_of(buttons));
    let mut options = attacks(scene, &can);
    options.truncate(SELECT_OPTIONS_MAX);
    if !options.is_empty() {
        rows.extend(selects(options, "A group attacks\u{2026}", |part| {
            page(ATTACK_LIST, fresh.wrapping_add(part)).to_string()
        }));
    }
    rows.extend(hidden.map(|it| ActionRow::Buttons(vec![it])));
    rows
}

/// The button that ends what a group is doing; with its mark, so that it ends no other order.
pub fn stop(encounter: u64, doing: &GroupDoing) -> Button {
    let id = CustomId::Page { encounter, list: STOP_LIST.to_owned(), page: doing.mark };
    button(format!("Stop: {}", doing.words), id).looking(Look::Danger)
}

fn button(label: String, id: CustomId) -> Button {
    press(&text::label(&label, BUTTON_LABEL_MAX), id)
}

/// "All Bandits", or, if others of them stay in hiding, "The 5 visible Bandits".
fn all_of(scene: &Scene, kind: &FoeKind) -> String {
    let is_left_out =
        |it: &FighterView| unnumbered(&it.name) == kind.name && it.hidden && !kind.members.contains(&it.name);
    let members = || scene.sides.iter().flat_map(|it| &it.members);
    match members().any(is_left_out) {
        true => format!("The {} visible {}", kind.members.len(), plural(&kind.name)),
        false => format!("All {}", plural(&kind.name)),
    }
}

/// Everyone against each target, then each kind of several.
fn attacks(scene: &Scene, can: &Orderable) -> Vec<SelectOption> {
    let several: Vec<&FoeKind> = can.kinds.iter().filter(|it| it.members.len() > 1).collect();
    let of = |who: &str, tag: u32| {
        let option = move |target: &String| {
            let label = format!("{who} attack {target}");
            let value = format!("{tag}.{}", CombatantTag::named(target));
            SelectOption::new(text::label(&label, OPTION_LABEL_MAX), value)
        };
        can.targets.iter().map(option).collect::<Vec<_>>()
    };
    let by_kind = several.iter().flat_map(|it| of(&all_of(scene, it), CombatantTag::named(&it.name).0));
    let everyone = if can.kinds.len() == 1 && several.len() == 1 { vec![] } else { of("All", 0) };
    everyone.into_iter().chain(by_kind).collect()
}

/// One of them was pressed; `values` is what was chosen in a menu.
///
/// # Errors
/// Why nothing happens, in a sentence.
pub async fn pressed(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    (list, page): (&str, u32),
    values: &[String],
) -> Result<Answer, AppError> {
    let chosen = values.first().and_then(|it| it.split_once('.'));
    let chosen = chosen.and_then(|(kind, target)| Some((kind.parse::<u32>().ok()?, CombatantTag::read(target)?)));
    let (kind_tag, target_tag) = match (list, chosen) {
        (ATTACK_LIST, Some((kind, target))) => (kind, Some(target)),
        (ATTACK_LIST, None) => return Err(AppError::say("Nothing was chosen.")),
        (STOP_LIST, _) => (0, None),
        _ => (page, None),
    };
    let (can, target, doing) = handle
        .look(move |service| {
            let names = service.session().names(Viewer::Gm);
            let target = target_tag.and_then(|tag| tag.among(&names));
            let target = names.into_iter().find(|it| Some(it.id) == target).map(|it| it.name);
            let doing = service.group_doing().map(|it| it.mark);
            (Orderable::of(&service.scene(Viewer::Gm)), target, doing)
        })
        .await?;
    if list == STOP_LIST && page != 0 && doing.is_some_and(|it| it != page) {
        return Err(AppError::say("That order is over. What your combatants are doing now goes on."));
    }
    let late = || {
        AppError::say(
            "They can\u{2019}t act now. Look at the tracker: it\u{2019}s somebody else\u{2019}s turn, or a question is open.",
        )
    };
    // By full names: a kind's own name may be one of its members', and others on other sides aren't meant.
    let who = match can.kinds.iter().find(|it| CombatantTag::named(&it.name).0 == kind_tag) {
        Some(kind) => kind.members.join(", "),
        None if list == HIDDEN_LIST => can.in_hiding.join(", "),
        None if kind_tag == 0 => can.everyone.join(", "),
        None => return Err(late()),
    };
    if list != STOP_LIST && who.is_empty() {
        return Err(late());
    }
    let target = target.unwrap_or_default();
    let options: Vec<(&str, &str)> = match list {
        SUGGESTED_LIST | HIDDEN_LIST => vec![("who", &who), ("what", SUGGESTED)],
        ATTACK_LIST => vec![("who", &who), ("what", ATTACK), ("target", &target)],
        PASS_LIST => vec![("who", &who), ("what", PASS)],
        _ => vec![("what", STOP)],
    };
    hand_over(app, context, Command::new("gm group", &options)).await
}
