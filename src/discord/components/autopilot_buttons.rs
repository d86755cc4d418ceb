//! The GM's buttons by which Umpire takes over whom the GM plays, or gives them back: all of them, or one of those whose turn it is.

use super::pressed::Pressed;
use crate::{
    discord::{
        app_context::AppContext, app_error::AppError, combatant_tag::CombatantTag, compose::tracker::press,
        custom_id::CustomId, limits::BUTTON_LABEL_MAX, message::Button, table_commands::hand_over, text,
    },
    engine::{
        CombatantId, Stage,
        view::{FighterView, Mark, Scene, Viewer},
    },
    table::{ALL, Command, Handle, autopilot::OFF},
};

/// What the lists of these buttons begin with.
pub const LISTS: &str = "umpire-";
/// Umpire plays everyone the GM does.
const ALL_LIST: &str = "umpire-all";
/// The GM plays everyone again.
const NONE_LIST: &str = "umpire-none";
/// Umpire plays one; the page is their tag. Only panels of an earlier version have it.
const ONE_LIST: &str = "umpire-one";
/// The GM plays one again; the page is their tag.
const BACK_LIST: &str = "umpire-back";
/// So many of those whose turn it is have a button of their own.
const ONES_MAX: usize = 3;

/// The buttons for the fight as its GM sees it; none where they'd do nothing, and none for the characters of players who are away.
pub fn buttons(encounter: u64, scene: &Scene, away: &[CombatantId]) -> Vec<Button> {
    if scene.stage == Stage::Over {
        return vec![];
    }
    let button = |label: &str, list: &str, page: u32| {
        press(&text::label(label, BUTTON_LABEL_MAX), CustomId::Page { encounter, list: list.to_owned(), page })
    };
    let is_gms = |it: &&FighterView| it.player.is_none() && !away.contains(&it.id);
    let gms: Vec<&FighterView> = scene.sides.iter().flat_map(|it| &it.members).filter(is_gms).collect();
    let mut all = vec![];
    if gms.iter().any(|it| it.umpire.is_none()) {
        all.push(button("Umpire plays everyone from now on", ALL_LIST, 0));
    }
    if gms.iter().any(|it| it.umpire.is_some()) {
        all.push(button("I\u{2019}ll play everyone from now on", NONE_LIST, 0));
    }
    // To hand over one of several is among the tools.
    let is_up = |it: &&&FighterView| it.mark == Mark::Acting || scene.may_act.contains(&it.id);
    for it in gms.iter().filter(is_up).filter(|it| it.umpire.is_some()).take(ONES_MAX) {
        all.push(button(&format!("I play {}", it.name), BACK_LIST, CombatantTag::named(&it.name).0));
    }
    all
}

/// One of them was pressed.
pub async fn pressed(
    app: &AppContext,
    pressed: &Pressed,
    handle: &Handle,
    list: &str,
    page: u32,
) -> Result<(), AppError> {
    let tag = CombatantTag(page);
    let one = handle
        .look(move |service| {
            let names = service.session().names(Viewer::Gm);
            let who = tag.among(&names)?;
            names.into_iter().find(|it| it.id == who).map(|it| it.name)
        })
        .await?;
    let gone = || AppError::say("They\u{2019}re no longer in the fight. Press Refresh.");
    let (who, style) = match list {
        ALL_LIST => (ALL.to_owned(), ""),
        NONE_LIST => (ALL.to_owned(), OFF),
        ONE_LIST => (one.ok_or_else(gone)?, ""),
        _ => (one.ok_or_else(gone)?, OFF),
    };
    let command = Command::new("gm autopilot", &[("who", &who), ("style", style)]);
    hand_over(app, &pressed.context, command).await.map(drop)
}
