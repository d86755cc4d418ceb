//! The menu in the GM's panel, and what its lists and forms share: their ids, who is meant, and the way back.

use crate::{
    discord::{
        app_error::AppError,
        combatant_tag::CombatantTag,
        compose::tracker::{GM_LIST, press},
        custom_id::CustomId,
        gm_shortcuts::GmShortcut,
        message::{ActionRow, Select, SelectOption},
    },
    engine::{
        Stage,
        view::{Scene, Viewer},
    },
    rules::wording::unnumbered,
    table::Handle,
};

/// What the lists of this menu begin with.
pub const LISTS: &str = "gm-";
/// The menu itself; the option is a tool's word.
pub(super) const TOOLS: &str = "gm-do";
/// A ready-made sheet to add; the option is its tag.
pub(super) const ADD: &str = "gm-add";
/// Whose vitals change; the option is their tag.
pub(super) const VITALS: &str = "gm-vit";
/// Who gets or loses a condition; the option is their tag.
pub(super) const WHO_CONDITION: &str = "gm-con";
/// Which condition; a dot and the combatant's tag follow, and the option is the condition.
pub(super) const CONDITION: &str = "gm-con.";
/// Who is revealed or hidden; the option is their tag.
pub(super) const SIGHT: &str = "gm-see";
/// Who leaves the fight; the option is their tag.
pub(super) const REMOVE: &str = "gm-out";
/// Who gets a turn; the option is their tag.
pub(super) const TURN: &str = "gm-trn";
/// Whom Umpire plays; the option is the tag of the word.
pub(super) const UMPIRE: &str = "gm-ump";
/// How; a dot and the word's tag follow, and the option is the style.
pub(super) const STYLE: &str = "gm-ump.";
/// The pace; the option is its name.
pub(super) const PACE: &str = "gm-pac";
/// A form of this menu, reopened with what was typed; its word follows.
pub(super) const AGAIN: &str = "gm-form.";

/// A tool of the GM's panel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GmTool {
    Add,
    Board,
    Place,
    Vitals,
    Condition,
    Sight,
    Turn,
    Remove,
    Umpire,
    Secrets,
    Channel,
    Pace,
    Pause,
    Resume,
    End,
}

impl GmTool {
    /// All of them, as the menu has them.
    const ALL: [GmTool; 15] = [
        GmTool::Add,
        GmTool::Board,
        GmTool::Place,
        GmTool::Vitals,
        GmTool::Condition,
        GmTool::Sight,
        GmTool::Turn,
        GmTool::Remove,
        GmTool::Umpire,
        GmTool::Secrets,
        GmTool::Channel,
        GmTool::Pace,
        GmTool::Pause,
        GmTool::Resume,
        GmTool::End,
    ];

    /// The option's value, its text, and what it's for.
    fn option(self) -> (&'static str, &'static str, &'static str) {
        match self {
            GmTool::Add => (
                GmShortcut::Add.word(),
                "Add combatants\u{2026}",
                "A ready-made foe or character: how many, where, hidden or not",
            ),
            GmTool::Board => {
                (GmShortcut::Board.word(), GmShortcut::Board.label(), "Zones with borders, or squares with walls")
            }
            GmTool::Place => {
                (GmShortcut::Place.word(), GmShortcut::Place.label(), "All in one zone or square, or each in its own")
            }
            GmTool::Vitals => (GmShortcut::Vitals.word(), GmShortcut::Vitals.label(), "By an amount, or to a value"),
            GmTool::Condition => (
                GmShortcut::Condition.word(),
                "Give or end a condition\u{2026}",
                "Choose a combatant, then the condition",
            ),
            GmTool::Sight => ("sight", "Reveal or hide\u{2026}", "Show somebody hidden, or hide somebody"),
            GmTool::Turn => ("turn", "Give a turn\u{2026}", "It\u{2019}s their turn now"),
            GmTool::Remove => ("remove", "Remove\u{2026}", "Take somebody out of the fight for good"),
            GmTool::Umpire => {
                ("umpire", "Umpire plays\u{2026}", "Hand your combatants to Umpire in a style, or take them back")
            }
            GmTool::Secrets => ("secrets", "Told in secret\u{2026}", "What happened that not everyone was told"),
            GmTool::Channel => (
                "channel",
                "A channel of your own\u{2026}",
                "Everything about the foes and your questions in one place",
            ),
            GmTool::Pace => ("pace", "Pace\u{2026}", "How long questions wait for an answer"),
            GmTool::Pause => ("pause", "Pause", "Stop every clock"),
            GmTool::Resume => ("resume", "Resume", "Start the clocks again"),
            GmTool::End => ("end", "End the fight\u{2026}", "Asks once"),
        }
    }

    /// The tool whose option has this value.
    pub(super) fn named(word: &str) -> Option<GmTool> {
        GmTool::ALL.into_iter().find(|it| it.option().0 == word)
    }

    /// Whether there's anything to do with it now.
    fn is_for_now(self, scene: &Scene, has_channel: bool) -> bool {
        match self {
            GmTool::Channel => !has_channel,
            GmTool::Pause => scene.stage == Stage::Fighting && !scene.paused,
            GmTool::Resume => scene.paused,
            GmTool::Turn => scene.stage == Stage::Fighting,
            _ => true,
        }
    }
}

/// The menu for the fight as its GM sees it, who may have a channel for it; `fresh` makes it a new one: see
/// [`Pressed::fresh`](super::pressed::Pressed::fresh).
pub fn tools(encounter: u64, scene: &Scene, has_channel: bool, fresh: u32) -> ActionRow {
    let option = |(word, label, what): (&str, &str, &str)| SelectOption {
        description: what.to_owned(),
        ..SelectOption::new(label, word)
    };
    let shown = GmTool::ALL.into_iter().filter(|it| it.is_for_now(scene, has_channel));
    let options = shown.map(|it| option(it.option())).collect();
    let id = CustomId::Page { encounter, list: TOOLS.to_owned(), page: fresh };
    ActionRow::Select(Select::one(id.to_string(), "The GM\u{2019}s tools\u{2026}", options))
}

/// The way back to the panel.
pub(super) fn back(handle: &Handle) -> ActionRow {
    let id = CustomId::Page { encounter: handle.id.unsigned_abs(), list: GM_LIST.to_owned(), page: 0 };
    ActionRow::Buttons(vec![press("Back to the GM\u{2019}s panel", id)])
}

/// The refusal for somebody who has left.
pub(super) fn gone() -> AppError {
    AppError::say("They\u{2019}re no longer in the fight. Go back to the GM\u{2019}s panel.")
}

/// The combatant with this tag, and whether they're hidden.
pub(super) async fn named(handle: &Handle, who: CombatantTag) -> Result<(String, bool), AppError> {
    let scene = handle.scene(Viewer::Gm).await?;
    let mut all = scene.sides.into_iter().flat_map(|it| it.members);
    all.find(|it| CombatantTag::named(&it.name) == who).map(|it| (it.name, it.hidden)).ok_or_else(gone)
}

/// The kinds that several of these names share, such as "Goblin" of Goblin 1 and Goblin 2.
pub(super) fn shared_kinds<'a>(names: &[&'a str]) -> Vec<&'a str> {
    let mut kinds: Vec<&str> = vec![];
    for kind in names.iter().map(|it| unnumbered(it)) {
        if names.iter().filter(|it| unnumbered(it) == kind).count() > 1 && !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}
