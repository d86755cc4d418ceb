//! What the private turn menu looks like behind its first page: one parameter of an action, a text to write or leave out. Everything listed
//! comes from the engine; whatever can't be chosen now is listed with its reason.

use super::steps::{ALL, NOTHING, SURE, WRITE, drawn_at, page_of, without_pages};
use crate::{
    discord::{
        combatant_tag::CombatantTag,
        compose::{
            choice_rows::{rows_of, selects},
            tracker::press,
            words,
        },
        custom_id::{CustomId, Path, TrackerButton},
        limits::{
            BUTTON_LABEL_MAX, OPTION_DESCRIPTION_MAX, OPTION_LABEL_MAX, ROWS_MAX, SELECT_OPTIONS_MAX,
            SELECT_PLACEHOLDER_MAX,
        },
        message::{ActionRow, Button, Look, Message, Select, SelectOption},
        text,
    },
    engine::{
        CombatantId, Seat,
        partial_action::{Candidate, ParamValue},
        view::{FighterView, Mark, Scene, Viewer},
    },
    rules::UserError,
    table::{Caller, EncounterService},
};

/// Room for what can't be chosen now. On a grid that's a lot, and most of it is obvious.
const NOT_NOW_MAX_CHARS: usize = 160;

/// Said above a menu that's fresh because the old one no longer holds.
pub(super) const TOO_LATE: &str = "Something has happened in the meantime. This is how things stand now.";
/// Said above the next menu once something is done.
pub(super) const DONE: &str = "Done.";

/// Whether someone has a turn, or could take one now.
pub(super) fn has_turn(scene: &Scene, who: CombatantId) -> bool {
    let is_acting = |it: &FighterView| it.id == who && it.mark == Mark::Acting;
    scene.may_act.contains(&who) || scene.sides.iter().flat_map(|it| &it.members).any(is_acting)
}

/// Whose turn it is, and who plays them.
pub(super) fn whose_turn(scene: &Scene) -> String {
    format!("{}{}", text::escape(&scene.details.whose), whose_it_is(scene))
}

/// Who plays those who may act now, if it's one person: so that everyone knows whom they're waiting for.
fn whose_it_is(scene: &Scene) -> String {
    // Umpire leaves the end to the GM.
    if scene.looks_decided().is_some() {
        return String::new();
    }
    let members = scene.sides.iter().flat_map(|it| &it.members).filter(|it| scene.may_act.contains(&it.id));
    let mut players: Vec<(Option<Seat>, bool)> = members.map(|it| (it.player, it.umpire.is_some())).collect();
    players.dedup();
    match players.as_slice() {
        [(_, true)] => " Umpire plays now.".to_owned(),
        [(Some(seat), false)] => format!(" <@{}> plays now.", seat.0),
        [(None, false)] => " The GM plays now.".to_owned(),
        _ => String::new(),
    }
}

/// Up to this many choices are shown as buttons.
const BUTTONS_MAX: usize = 10;
/// The number of choices on a page: as many menus as fit above the row of buttons.
const PAGE_MAX: usize = SELECT_OPTIONS_MAX * (ROWS_MAX - 1);

/// The position in a menu.
pub(super) struct Here<'a> {
    pub service: &'a EncounterService,
    pub viewer: Viewer,
    pub encounter: u64,
    pub who: CombatantId,
    pub path: &'a Path,
    /// See [`drawn_at`].
    pub drawn_at: u64,
}

impl Here<'_> {
    fn tag(&self) -> CombatantTag {
        let names = self.service.session().names(self.viewer);
        names.iter().find(|it| it.id == self.who).map_or(CombatantTag(0), |it| CombatantTag::named(&it.name))
    }

    pub fn new<'a>(service: &'a EncounterService, viewer: Viewer, who: CombatantId, path: &'a Path) -> Here<'a> {
        let encounter = service.header().id.unsigned_abs();
        Here { service, viewer, encounter, who, path, drawn_at: drawn_at(service, viewer, who) }
    }

    pub fn id(&self, step: impl Into<String>) -> CustomId {
        let path = self.path.then(step);
        Here { path: &path, ..*self }.id_here()
    }

    /// This very menu.
    pub fn id_here(&self) -> CustomId {
        let (path, seq) = (self.path.clone(), self.drawn_at);
        CustomId::Act { encounter: self.encounter, seq, combatant: self.tag(), path }
    }

    /// The page of all choices that's shown, if any.
    fn page(&self) -> Option<usize> {
        self.path.steps().iter().rev().find_map(|it| page_of(it))
    }

    pub fn back(&self) -> Button {
        press("Back", Here { path: &Path::default(), ..*self }.id_here())
    }
}

/// A parameter: what has been set before it, what can be chosen, and what can't, with its reason.
pub(super) fn choose(
    here: &Here<'_>,
    settled: &[String],
    ask: &str,
    candidates: &[(String, &Candidate)],
    unavailable: &[Candidate],
    default: Option<&ParamValue>,
) -> Message {
    let settled = text::escape(&settled.join(" \u{b7} "));
    let mut lines = vec![format!("{settled}{}**{}**", if settled.is_empty() { "" } else { ": " }, text::escape(ask))];
    let is_default = |it: &Candidate| default == Some(&it.fill);
    let said = |it: &Candidate| format!("{}{}", it.label, if is_default(it) { " (default)" } else { "" });
    // In a long list, such as squares, each option has its note beside it.
    let noted =
        candidates.iter().map(|it| it.1).filter(|it| !it.note.is_empty() && candidates.len() <= SELECT_OPTIONS_MAX);
    lines.extend(noted.map(|it| format!("{}: {}", text::escape(&it.label), text::escape(&it.note))));
    let is_grouped = candidates.len() > BUTTONS_MAX && candidates.iter().any(|it| !it.1.group.is_empty());
    // In a list that long, nobody asks about what isn't in it.
    let not = if is_grouped { vec![] } else { not_now(unavailable) };
    if !not.is_empty() {
        lines.push(format!("Not now: {}.", text::escape(&words::list_within(&not, NOT_NOW_MAX_CHARS))));
    }
    if candidates.len() > PAGE_MAX && !is_grouped {
        lines.push(format!(
            "Here are the first {PAGE_MAX} of {}. To choose any other, type it with /act.",
            candidates.len()
        ));
    }
    let mut further = None;
    let mut rows = match candidates.len() {
        _ if is_grouped => {
            let page = here.page();
            further = further_button(here, candidates.len(), page);
            match page {
                None => in_groups(here, candidates),
                Some(page) => all_by_name(here, ask, candidates, page),
            }
        }
        0 => {
            lines.push("There\u{2019}s nothing to choose right now.".to_owned());
            vec![]
        }
        1..=BUTTONS_MAX => {
            let button = |(step, it): &(String, &Candidate)| {
                press(&text::label(&said(it), BUTTON_LABEL_MAX), here.id(step.as_str())).looking(Look::Primary)
            };
            rows_of(candidates.iter().map(button).collect())
        }
        _ => {
            let option = |(step, it): &(String, &Candidate)| SelectOption {
                description: text::label(&it.note, OPTION_DESCRIPTION_MAX),
                ..SelectOption::new(text::label(&said(it), OPTION_LABEL_MAX), step.as_str())
            };
            let options = candidates.iter().map(option).collect();
            selects(options, ask, |page| here.id(format!("m{page}")).to_string())
        }
    };
    rows.truncate(ROWS_MAX - 1);
    rows.push(ActionRow::Buttons(further.into_iter().chain([here.back()]).collect()));
    // If it's too long for one message, it's split: see `reply`.
    Message { content: lines.join("\n"), rows, ..Message::default() }
}

/// A menu for each group of choices, in order; choices without a group are behind a button.
fn in_groups(here: &Here<'_>, candidates: &[(String, &Candidate)]) -> Vec<ActionRow> {
    let mut groups: Vec<(&str, Vec<SelectOption>)> = vec![];
    for (step, it) in candidates.iter().filter(|it| !it.1.group.is_empty()) {
        match groups.iter_mut().find(|known| known.0 == it.group) {
            Some((_, options)) => options.push(option(step, it)),
            None => groups.push((it.group, vec![option(step, it)])),
        }
    }
    let row = |(page, (group, mut options)): (usize, (&str, Vec<SelectOption>))| {
        options.truncate(SELECT_OPTIONS_MAX);
        ActionRow::Select(Select::one(
            here.id(format!("m{page}")).to_string(),
            text::label(group, SELECT_PLACEHOLDER_MAX),
            options,
        ))
    };
    groups.into_iter().take(ROWS_MAX - 1).enumerate().map(row).collect()
}

/// All choices in the order of their names, on pages of four menus.
fn all_by_name(here: &Here<'_>, ask: &str, candidates: &[(String, &Candidate)], page: usize) -> Vec<ActionRow> {
    let mut all: Vec<&(String, &Candidate)> = candidates.iter().collect();
    all.sort_by_key(|it| by_name(&it.1.label));
    let options = all.into_iter().skip(page * PAGE_MAX).take(PAGE_MAX).map(|(step, it)| option(step, it));
    selects(options.collect(), ask, |part| here.id(format!("m{part}")).to_string())
}

/// The next page of all choices; after the last, the most frequent ones.
fn further_button(here: &Here<'_>, count: usize, page: Option<usize>) -> Option<Button> {
    let pages = count.div_ceil(PAGE_MAX);
    let kept = without_pages(here.path);
    let (label, path) = match page {
        None => (format!("All {count}\u{2026}"), kept.then(format!("{ALL}0"))),
        Some(page) if page + 1 < pages => {
            (format!("More ({} of {pages})", page + 2), kept.then(format!("{ALL}{}", page + 1)))
        }
        Some(_) => ("Best choices".to_owned(), kept),
    };
    Some(press(&label, Here { path: &path, ..*here }.id_here()))
}

fn option(step: &str, it: &Candidate) -> SelectOption {
    SelectOption {
        description: text::label(&it.note, OPTION_DESCRIPTION_MAX),
        ..SelectOption::new(text::label(&it.label, OPTION_LABEL_MAX), step)
    }
}

/// A name's sort key: C2 before C10, and Z1 before AA1.
fn by_name(label: &str) -> (usize, String, u64) {
    let digits = label.find(|it: char| it.is_ascii_digit()).unwrap_or(label.len());
    let (letters, number) = label.split_at(digits);
    (letters.len(), letters.to_owned(), number.parse().unwrap_or(0))
}

/// At most this many are named for each reason; the rest are counted. A board has hundreds of squares.
const NAMED_FOR_A_REASON_MAX: usize = 8;

/// What can't be chosen, by reason.
fn not_now(unavailable: &[Candidate]) -> Vec<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = vec![];
    for it in unavailable.iter().filter(|it| !it.never) {
        match reasons.iter_mut().find(|known| known.0 == it.note) {
            Some((_, labels)) => labels.push(&it.label),
            None => reasons.push((&it.note, vec![&it.label])),
        }
    }
    let told = |(note, labels): &(&str, Vec<&str>)| {
        let more = labels.len().saturating_sub(NAMED_FOR_A_REASON_MAX);
        let named = labels[..labels.len() - more].join(", ");
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let why = match note.trim_end_matches('.') {
            "" => String::new(),
            why => format!(" ({why})"),
        };
        format!("{named}{rest}{why}")
    };
    reasons.iter().map(told).collect()
}

/// The consequences of a complete action, and whether to go ahead.
pub(super) fn once_more(here: &Here<'_>, warning: &str) -> Message {
    let buttons = vec![press("Do it", here.id(SURE)).looking(Look::Primary), here.back()];
    let content = format!("{}\n**Do it anyway?**", text::escape(warning));
    Message { content, rows: vec![ActionRow::Buttons(buttons)], ..Message::default() }
}

pub(super) fn write_or_not(here: &Here<'_>, ask: &str) -> Message {
    let buttons = vec![
        press("Write\u{2026}", here.id(WRITE)).looking(Look::Primary),
        press("Skip", here.id(NOTHING)),
        here.back(),
    ];
    Message {
        content: format!("**{}**", text::escape(ask)),
        rows: vec![ActionRow::Buttons(buttons)],
        ..Message::default()
    }
}

/// Only their own; for the GM, anybody.
pub(super) fn own(service: &EncounterService, caller: &Caller, tag: CombatantTag) -> Result<CombatantId, UserError> {
    let names = service.session().names(service.viewer(caller));
    let who = tag.among(&names);
    let found = names
        .into_iter()
        .find(|it| Some(it.id) == who)
        .ok_or_else(|| UserError::say("They\u{2019}re no longer in the fight."))?;
    match found.player == Some(caller.seat) || service.actor(caller).is_gm() {
        true => Ok(found.id),
        false => Err(UserError::say(match found.player {
            Some(seat) => format!("<@{1}> plays {0}.", found.name, seat.0),
            None => format!("{} plays {}.", service.who_stands_behind(found.id), found.name),
        })),
    }
}

/// The GM's buttons for hidden combatants who act while everyone else sees a fight that hasn't begun.
pub(super) fn for_the_hidden(service: &EncounterService, encounter: u64) -> Vec<Button> {
    let seq = service.moment(Viewer::Gm);
    let tracker = |label: &str, button| press(label, CustomId::Tracker { encounter, seq, button });
    vec![tracker("Act as\u{2026}", TrackerButton::ActAs).looking(Look::Primary), tracker("Pass", TrackerButton::Pass)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::partial_action::PartialAction,
        rules::{ParamView, Session},
        test_fight::Table,
    };

    /// If a weapon can never be used for this, it isn't listed as "not now"; if typed, it's still refused with its reason.
    #[test]
    fn what_a_weapon_never_does_is_not_said_to_be_impossible_now() {
        let lobbing = |weapon: &str| {
            let mut table = Table::duel(&format!("weapons={weapon}"), "");
            let who = table.id("Theobald");
            let shot = PartialAction::of("attack").with("target", ParamValue::Who(table.id("Bandit")));
            let shot = shot.with("with", ParamValue::Word(weapon.split(':').next().unwrap_or_default().to_owned()));
            let Ok(ParamView::Choose { unavailable, .. }) = table.fight.param(Viewer::Gm, who, &shot) else {
                panic!("{weapon}")
            };
            assert!(unavailable.iter().any(|it| it.label == "indirect"), "it can be named");
            let typed = "attack target=Bandit; how=indirect";
            (not_now(&unavailable).join(", ").contains("indirect"), table.refused("Theobald", typed))
        };
        let (listed, told) = lobbing("bow: missile great");
        assert!(!listed && told.contains("that way"), "{told}");
        let (listed, told) = lobbing("sling: missile hand indirect");
        assert!(listed && told.contains("within half range"), "{told}");
    }
}
