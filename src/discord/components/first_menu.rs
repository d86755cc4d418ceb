//! The first menu of a turn: what makes sense now, in a few buttons, beginning with what Umpire would do; the rest is behind "More". What
//! can't be done isn't there, and if that's the attack that everybody looks for, a line says why.

use super::{
    steps::{FROM_MENU, MORE, SUGGEST, SUGGESTED, SUGGESTED_LAST, SURE},
    turn_menu_view::{Here, for_the_hidden, has_turn, own, whose_turn},
};
use crate::{
    discord::{
        combatant_tag::CombatantTag,
        compose::{
            choice_rows::{rows_of, selects},
            roster::numbers_and_conditions,
            tracker::{GM_BUTTON, GM_LIST, press},
            words,
        },
        custom_id::{CustomId, Path},
        limits::{BUTTON_LABEL_MAX, OPTION_DESCRIPTION_MAX, OPTION_LABEL_MAX, ROWS_MAX},
        message::{ActionRow, Button, Look, Message, SelectOption},
        odds_in_time::first_of,
        text,
    },
    engine::{
        Addressee, CombatantId, Seat,
        partial_action::{ATTACK, END, VerbKind, VerbView},
        view::{FighterView, Mark, Scene, Viewer},
    },
    table::{Caller, EncounterService},
};

/// The most buttons of the first menu, and of what stands in its place off turn.
const BUTTONS_MAX: usize = 8;
/// The kinds whose first verb is always in the first menu.
const SHOWN_FIRST: [VerbKind; 4] = [VerbKind::Attack, VerbKind::Move, VerbKind::Defend, VerbKind::Rescue];
/// Behind "More", a menu for each of these groups.
const GROUPS: [(&str, &[VerbKind]); 4] = [
    ("Fight\u{2026}", &[VerbKind::Attack]),
    ("Move or defend\u{2026}", &[VerbKind::Move, VerbKind::Defend]),
    ("Weapons and gear\u{2026}", &[VerbKind::Gear]),
    ("Anything else\u{2026}", &[VerbKind::Rescue, VerbKind::Other, VerbKind::Turn]),
];
/// The most of them that are named who may act instead.
const MATES_MAX: usize = 4;

/// Said to whoever is asked: the question is a message of its own.
const ANSWER_FIRST: &str = "answer below the question that mentions you, and then you can go on.";
/// The same to the GM, whose panel has the answers.
const GM_ANSWERS_FIRST: &str = "answer under **GM\u{2026}**, and then you can go on.";
/// The button beside the suggestion that does it and ends the turn, whatever is left of that.
const AND_END: &str = "\u{2026} and end the turn";
/// Shown in the suggestion's place until it's there.
pub(super) const THINKING: &str = "Umpire is thinking\u{2026}";
/// Shown in its place if there's none.
const NOTHING_TO_SUGGEST: &str = "Nothing to suggest";
/// Said to somebody whose turn it is, while the GM answers a question that not everyone sees.
const WAITS_FOR_THE_GM: &str = "The table is waiting for the GM.";

/// What Umpire would do, as the first menu shows it.
#[derive(Clone, Debug)]
pub(super) struct Obvious {
    /// It in a few words: "Attack Bandit 2".
    pub label: String,
    /// What it's likely to do; if that isn't for this reader, what its choices are noted with, which may be nothing.
    pub told: String,
    /// What would be asked once more otherwise.
    pub warning: Option<String>,
    /// The steps that do it.
    pub path: Path,
    /// Whether there's a turn to end after it, and little else to do.
    pub leaves_little: bool,
}

impl Obvious {
    fn line(&self) -> String {
        let told = if self.told.is_empty() { String::new() } else { format!(": {}", text::escape(&self.told)) };
        let warning = self.warning.as_ref().map_or_else(String::new, |it| format!("\n{}", text::escape(it)));
        format!("Suggested: **{}**{told}{warning}", text::escape(&self.label))
    }

    /// The verb that its button does whole, so that the verb's own would do no more: "Total Defense", "End turn".
    fn whole_verb(&self) -> Option<&str> {
        let mut steps = self.path.steps().iter().map(String::as_str).filter(|it| ![SUGGESTED, SURE].contains(it));
        steps.next().filter(|_| steps.next().is_none())
    }

    /// The steps that do it and end the turn; `None` if there'd be none to end.
    fn path_to_the_end(&self) -> Option<Path> {
        let rest = self.path.steps().iter().skip(1).map(String::as_str);
        self.leaves_little.then(|| Path::new(std::iter::once(SUGGESTED_LAST).chain(rest)))
    }

    /// Its button: "Attack Bandit 2 (65% to hit)".
    pub fn button(&self, id: CustomId) -> Button {
        let label = match first_of(&self.told) {
            "" => self.label.clone(),
            first => format!("{} ({first})", self.label),
        };
        let fits = label.chars().count() <= BUTTON_LABEL_MAX;
        press(&text::label(if fits { &label } else { &self.label }, BUTTON_LABEL_MAX), id).looking(Look::Success)
    }
}

/// What the first menu suggests.
#[derive(Clone, Copy, Debug)]
pub(super) enum Suggested<'a> {
    /// Nothing.
    Nothing,
    /// Nothing after all: its place is kept, as for what's awaited.
    NothingAfterAll,
    /// It's still being worked out: its place is kept, so that the buttons below hardly move once it's there.
    Awaited,
    /// What Umpire would do.
    This(&'a Obvious),
}

/// The top of someone's turn: what's left of it, and what may be done.
pub(super) fn top(here: &Here<'_>, first_line: &str, suggested: Suggested<'_>) -> Message {
    let Here { service, viewer, encounter, who, .. } = *here;
    let scene = service.scene(viewer);
    let verbs = service.session().verbs(viewer, who);
    let is_up = has_turn(&scene, who);
    let mut lines = heading(here, &scene, &verbs);
    if !first_line.is_empty() {
        lines.insert(0, first_line.to_owned());
    }
    if is_up && !verbs.is_empty() && !verbs.iter().any(|it| it.name == ATTACK) {
        lines.extend(service.session().why_no_attack(viewer, who).map(|it| text::escape(&it)));
    }
    let may_act = !verbs.is_empty() && scene.may_act.contains(&who);
    let obvious = if let (Suggested::This(it), true) = (suggested, may_act) { Some(it) } else { None };
    let hidden = viewer == Viewer::Gm && service.session().begun_unseen().is_some();
    let hidden = hidden.then(|| for_the_hidden(service, encounter));
    // The way to the GM's panel, in this menu's place: a GM needs no two messages.
    // Beside the buttons for the hidden there's no room for it.
    let panel = (viewer == Viewer::Gm && hidden.is_none()).then(|| {
        let id = CustomId::Page { encounter, list: GM_LIST.to_owned(), page: FROM_MENU };
        press(GM_BUTTON, id)
    });
    let room = BUTTONS_MAX - hidden.as_ref().map_or(0, Vec::len) - usize::from(panel.is_some());
    lines.extend(obvious.map(Obvious::line));
    let mut rows = match verbs.is_empty() {
        true => rows_of(elsewhere(here, &scene, room).into_iter().chain(panel).collect()),
        false => {
            let done = obvious.and_then(Obvious::whole_verb);
            let at = |path: &Path| Here { path, ..*here }.id_here();
            // In an ambush the menu has less room, and says itself how that ends.
            let last = obvious.filter(|_| hidden.is_none()).and_then(Obvious::path_to_the_end);
            let last = last.map(|path| press(AND_END, at(&path)).looking(Look::Success));
            let obvious = obvious.map(|it| it.button(at(&it.path)));
            let placeholder = match suggested {
                Suggested::Awaited => Some(THINKING),
                Suggested::NothingAfterAll => Some(NOTHING_TO_SUGGEST),
                Suggested::Nothing | Suggested::This(_) => None,
            };
            let placeholder = placeholder.filter(|_| may_act).map(|it| placeholder_button(here, it));
            let row = obvious.or(placeholder).map(|it| ActionRow::Buttons(std::iter::once(it).chain(last).collect()));
            // Once is enough.
            let others: Vec<VerbView> = verbs.into_iter().filter(|it| done != Some(it.name)).collect();
            let buttons = verb_buttons(here, &others, (may_act, hidden.is_none()), room).into_iter().chain(panel);
            row.into_iter().chain(rows_of(buttons.collect())).collect()
        }
    };
    rows.extend(hidden.filter(|_| rows.len() < ROWS_MAX).map(ActionRow::Buttons));
    Message { content: lines.join("\n"), rows, ..Message::default() }
}

/// What's shown in the suggestion's place.
pub(super) fn placeholder_button(here: &Here<'_>, label: &str) -> Button {
    Button { disabled: true, ..press(label, Here { path: &Path::new([SUGGESTED]), ..*here }.id_here()) }
}

/// Whose turn it is, what's left of it, and what isn't offered here at all.
fn heading(here: &Here<'_>, scene: &Scene, verbs: &[VerbView]) -> Vec<String> {
    let Here { service, viewer, who, .. } = *here;
    let session = service.session();
    let member = scene.sides.iter().flat_map(|it| &it.members).find(|it| it.id == who);
    let name = text::escape(member.map_or("Somebody", |it| it.name.as_str()));
    let is_up = has_turn(scene, who);
    let mut lines = vec![match (verbs.is_empty(), words::waits_for(scene)) {
        (false, _) if is_up => format!("**{name}\u{2019}s turn** (only you see this)"),
        (false, _) => {
            format!("It isn\u{2019}t {name}\u{2019}s turn. {} What {name} can still do:", whose_turn(scene))
        }
        (true, Some(_)) if is_asked(scene, who) => {
            let where_to = if viewer == Viewer::Gm { GM_ANSWERS_FIRST } else { ANSWER_FIRST };
            format!("**{name} is asked something**: {where_to}")
        }
        (true, Some(waiting)) => waiting,
        (true, None) if scene.paused && member.is_none_or(|it| it.mark != Mark::Down) => match is_up {
            true => format!("The fight is paused; {name} can act once it goes on."),
            false => format!("The fight is paused, and it isn\u{2019}t {name}\u{2019}s turn. {}", whose_turn(scene)),
        },
        (true, None) => match member.filter(|it| it.mark == Mark::Down).map(out) {
            Some(why) => {
                let then = member.and_then(|it| it.once_down.as_ref());
                let then = then.map_or_else(String::new, |it| format!(" {name} {}", text::escape(&it.words)));
                format!("{name} can\u{2019}t act: {why}.{then} {}", whose_turn(scene))
            }
            // What's awaited may not be for everyone to know.
            None if is_up => WAITS_FOR_THE_GM.to_owned(),
            None => match mates_up(scene, who).as_slice() {
                [] if member.is_some_and(|it| it.mark == Mark::Spent) => {
                    format!("{name}\u{2019}s turn is over. {}", whose_turn(scene))
                }
                [] => format!("{name} can\u{2019}t act now. {}", whose_turn(scene)),
                [mate] if mate.mark == Mark::Acting && member.is_some_and(|it| it.mark == Mark::Ready) => {
                    format!("It\u{2019}s {}\u{2019}s turn. {name} can act after it.", text::escape(&mate.name))
                }
                mates => {
                    let mates: Vec<String> = mates.iter().map(|it| text::escape(&it.name)).collect();
                    format!("{name} has nothing left to do now. {} can still act.", words::list(&mates))
                }
            },
        },
    }];
    // A GM plays many, and has their numbers elsewhere.
    if viewer == Viewer::Gm && is_up && !verbs.is_empty() {
        let how = member.map_or_else(Vec::new, numbers_and_conditions);
        lines.extend((!how.is_empty()).then(|| text::escape(&how.join(" \u{b7} "))));
    }
    let left: Vec<String> =
        session.remaining(viewer, who).iter().map(|(what, left)| words::left_of_turn(what, left)).collect();
    if !left.is_empty() && !verbs.is_empty() && is_up {
        lines.push(text::escape(&left.join(" \u{b7} ")));
    }
    if is_up && !verbs.is_empty() {
        lines.extend(in_need(scene, who));
    }
    let left_out = session.left_out(viewer, who);
    if !left_out.is_empty() {
        lines.push(format!("Left out, because nobody is GM here: {}.", left_out.join(", ")));
    }
    lines
}

/// Those of this combatant's own side who may act now, a few of them.
fn mates_up(scene: &Scene, who: CombatantId) -> Vec<&FighterView> {
    let own = scene.sides.iter().find(|it| it.members.iter().any(|it| it.id == who));
    let mates = own.into_iter().flat_map(|it| &it.members).filter(|it| scene.may_act.contains(&it.id));
    mates.take(MATES_MAX).collect()
}

/// Whom this combatant could save, and by when.
fn in_need(scene: &Scene, who: CombatantId) -> Vec<String> {
    let members = scene.sides.iter().flat_map(|it| &it.members);
    let down = members.filter_map(|it| Some((it, it.once_down.as_ref().filter(|once| once.helpers.contains(&who))?)));
    down.map(|(it, once)| format!("**{}** {}", text::escape(&it.name), text::escape(&once.words))).collect()
}

/// Whether a combatant is asked something that's still open.
fn is_asked(scene: &Scene, who: CombatantId) -> bool {
    scene.prompts.iter().any(|it| !it.answered && !it.is_umpires && it.to == Addressee::Combatant(who))
}

/// Why somebody who's down can't act: "down, incapacitated".
fn out(it: &FighterView) -> String {
    let also = it.conditions.iter().filter(|condition| **condition != it.standing);
    text::escape(&std::iter::once(&it.standing).chain(also).cloned().collect::<Vec<_>>().join(", "))
}

/// The verbs of the first menu, with "More" if there are others, and "Suggest": as many as there's room for. `can_end` says whether the turn's end
/// may stand beside the suggestion.
fn verb_buttons(here: &Here<'_>, verbs: &[VerbView], (may_act, can_end): (bool, bool), room: usize) -> Vec<Button> {
    // "Suggest", what Umpire would do, and the same with the turn's end, even where that's still unknown: no button moves once it's there.
    let has_end = can_end && verbs.iter().any(|it| it.name == END);
    let others = if may_act { 2 + usize::from(has_end) } else { 0 };
    let (first, has_more): (Vec<&VerbView>, bool) = match verbs.len() + others <= room {
        true => (verbs.iter().collect(), false),
        false => {
            // The turn's end and "More" have a place.
            let shown = SHOWN_FIRST.iter().filter_map(|kind| verbs.iter().find(|it| it.kind == *kind));
            let shown = shown.take(room.saturating_sub(others + 2));
            (shown.chain(verbs.iter().find(|it| it.name == END)).collect(), true)
        }
    };
    let look = |it: &VerbView| if SHOWN_FIRST.contains(&it.kind) { Look::Primary } else { Look::Secondary };
    let mut buttons: Vec<Button> = first.iter().map(|it| press(it.label, here.id(it.name)).looking(look(it))).collect();
    if has_more {
        buttons.push(press("More\u{2026}", here.id(MORE)));
    }
    if may_act {
        buttons.push(press("Suggest", here.id(SUGGEST)));
    }
    buttons
}

/// Everything that can be done, grouped, each with what it is.
pub(super) fn more(here: &Here<'_>) -> Message {
    let verbs = here.service.session().verbs(here.viewer, here.who);
    let option = |it: &&VerbView| SelectOption {
        description: text::label(it.blurb, OPTION_DESCRIPTION_MAX),
        ..SelectOption::new(text::label(it.label, OPTION_LABEL_MAX), it.name)
    };
    let group = |(index, (ask, kinds)): (usize, &(&str, &[VerbKind]))| {
        let options: Vec<SelectOption> =
            verbs.iter().filter(|it| kinds.contains(&it.kind)).map(|it| option(&it)).collect();
        selects(options, ask, |_| here.id(format!("m{index}")).to_string()).into_iter().next()
    };
    let mut rows: Vec<ActionRow> = GROUPS.iter().enumerate().filter_map(group).collect();
    rows.push(ActionRow::Buttons(vec![here.back()]));
    Message { content: "**Everything you can do now**".to_owned(), rows, ..Message::default() }
}

/// Where to go if there's nothing to do: to the user's other combatants, if nobody is being waited for. "Act as…" lists those for whom there's no
/// room.
fn elsewhere(here: &Here<'_>, scene: &Scene, room: usize) -> Vec<Button> {
    let Here { service, viewer, encounter, who, .. } = *here;
    let others = if words::waits_for(scene).is_none() { whose_else(service, viewer, scene, who) } else { vec![] };
    let seq = service.moment(viewer);
    let others = others.into_iter().take(room - 1).map(|name| {
        let id = CustomId::Act { encounter, seq, combatant: CombatantTag::named(&name), path: Path::default() };
        press(&text::label(&format!("{name}\u{2026}"), BUTTON_LABEL_MAX), id).looking(Look::Primary)
    });
    others.chain([press("Refresh", Here { path: &Path::default(), ..*here }.id_here())]).collect()
}

/// The user's other combatants who may act now, so that anybody who plays several can go from one to the next.
fn whose_else(service: &EncounterService, viewer: Viewer, scene: &Scene, who: CombatantId) -> Vec<String> {
    let is_own = |player: Option<Seat>| match viewer {
        Viewer::Gm => player.is_none(),
        Viewer::Seat(seat) => player == Some(seat),
        Viewer::Everyone | Viewer::Side(_) => false,
    };
    let names = service.session().names(viewer).into_iter();
    let others = names.filter(|it| it.id != who && is_own(it.player) && scene.may_act.contains(&it.id));
    others.map(|it| it.name).collect()
}

/// The first menu of one of the user's combatants, as it would be drawn now, and whether it lets them act, which it doesn't while somebody is
/// asked; `None` if they don't play anybody of that name.
pub(in crate::discord) fn as_it_stands(
    service: &EncounterService,
    caller: &Caller,
    tag: CombatantTag,
) -> Option<(Message, bool)> {
    let (who, viewer) = (own(service, caller, tag).ok()?, service.viewer(caller));
    let path = Path::default();
    let message = top(&Here::new(service, viewer, who, &path), "", Suggested::Nothing);
    let can_act = !service.session().verbs(viewer, who).is_empty();
    Some((message, can_act && has_turn(&service.scene(viewer), who)))
}
