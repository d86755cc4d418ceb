//! The tracker: one message per fight that always shows the current state. What matters right now is in the text, where screen readers and
//! phones find it first; the combatants and their places are in the embed below.

use super::{
    super::{
        custom_id::{CustomId, TrackerButton},
        limits::{BUTTON_LABEL_MAX, CONTENT_MAX, EMBED_DESCRIPTION_MAX, EMBED_FIELDS_MAX, FIELD_NAME_MAX, length},
        message::{ActionRow, Button, Embed, Field, Look, Message, split},
        text,
    },
    deadlines, roster, words,
};
use crate::engine::{
    Stage,
    view::{FighterView, Ground, Mark, NAMED_MAX, PromptView, SURE_DIGITS, Scene, SideView},
};

/// The list id of the "GM…" button.
pub const GM_LIST: &str = "gm";
/// The list id of the "Answer…" button.
pub const MINE_LIST: &str = "mine";
/// The list id of the "Rules" button.
pub const RULES_LIST: &str = "rules";
/// The total size of an embed's fields, which leaves room for the rest within Discord's 6000 characters for all embeds.
const FIELDS_MAX_CHARS: usize = 5_000;
/// The maximum length of a side's name as a heading: escaping may double each character.
const SIDE_MAX: usize = FIELD_NAME_MAX / 2 - 20;
/// Room in the text for those who may act; the embed below lists everyone.
const MAY_ACT_MAX_CHARS: usize = 500;
/// Room in the text for those that Umpire plays.
const UMPIRE_PLAYS_MAX_CHARS: usize = 300;
/// Room in the text for those the table is waiting for.
const WAITING_MAX_CHARS: usize = 600;
/// Room for what somebody is asked, about a line of a phone; their question says it whole.
const ASK_MAX_CHARS: usize = 48;

/// What a tracker is drawn from.
#[derive(Clone, Copy, Debug)]
pub struct Tracker<'a> {
    /// The fight.
    pub encounter: u64,
    /// Its name.
    pub name: &'a str,
    /// Its state, as everyone sees it.
    pub scene: &'a Scene,
    /// Whether a bug stopped it.
    pub faulted: bool,
    /// The hash of the seed.
    pub commitment: &'a str,
    /// What has happened last, newest first: for a reader who reads it nowhere else.
    pub last: &'a [String],
    /// The heads of the chains that its reader may know, in short form ("record 1a2b3c4d"); empty if there are none.
    pub chain: &'a str,
}

/// Draws it, with embeds.
pub fn tracker(it: &Tracker<'_>) -> Message {
    with_note(it, None)
}

/// Draws it, with embeds and an extra sentence.
pub(super) fn with_note(it: &Tracker<'_>, note: Option<&str>) -> Message {
    let mut lines = vec![heading(it)];
    lines.extend(now(it));
    lines.extend(note.map(str::to_owned));
    let embed = boxes(it, SURE_DIGITS).unwrap_or_else(|| {
        // Too many for columns: the same lines below each other, in their shortest form.
        let all = it.scene.sides.iter().map(short_side).collect::<Vec<_>>().join("\n");
        let mut pages = split::pieces(&all, EMBED_DESCRIPTION_MAX - 60).into_iter();
        let description = format!("{}\nSee the rest with /encounter status.", pages.next().unwrap_or_default());
        Embed { description, ..footed(it, SURE_DIGITS) }
    });
    let mut content = lines.join("\n");
    if length(&content) > CONTENT_MAX {
        content = split::pieces(&content, CONTENT_MAX - 50).swap_remove(0);
        content.push_str("\nSee the rest with /encounter status.");
    }
    Message { content, embeds: vec![embed], rows: buttons(it), ..Message::default() }
}

/// The same in full and without buttons, for a private look: what doesn't fit into an embed is text, which may be too long for one message.
pub fn board(it: &Tracker<'_>) -> Message {
    let mut lines = vec![heading(it)];
    lines.extend(now(it));
    let embed = match boxes(it, usize::MAX) {
        Some(embed) => embed,
        None => {
            for side in &it.scene.sides {
                lines.push(format!("**{}**", text::escape(&titled(side))));
                lines.extend(members(side));
            }
            lines.extend(it.scene.places.iter().map(|place| text::escape(place)));
            footed(it, usize::MAX)
        }
    };
    Message { content: lines.join("\n"), embeds: vec![embed], ..Message::default() }
}

fn footed(it: &Tracker<'_>, digits: usize) -> Embed {
    let chain = if it.chain.is_empty() { String::new() } else { format!(" \u{b7} {}", it.chain) };
    Embed { footer: format!("{}{chain}", committed(it, digits)), ..Embed::default() }
}

/// The seed's hash, or its first digits.
pub(super) fn committed(it: &Tracker<'_>, digits: usize) -> String {
    let short = it.commitment.get(..digits).filter(|short| short.len() < it.commitment.len());
    let short = short.map(|it| format!("{it}\u{2026}"));
    format!("Dice committed: {}", short.as_deref().unwrap_or(it.commitment))
}

/// The combatants and their places, if they fit into an embed.
fn boxes(it: &Tracker<'_>, digits: usize) -> Option<Embed> {
    let mut fields: Vec<Field> = it.scene.sides.iter().flat_map(side).collect();
    let places: Vec<String> = it.scene.places.iter().map(|place| text::escape(place)).collect();
    // On squares, where nearly everyone has a place alone, a line each would push the map out of sight.
    let places = match it.scene.map.ground {
        Ground::Squares(_) if !places.is_empty() => vec![places.join(" \u{b7} ")],
        _ => places,
    };
    if !places.is_empty() {
        fields.extend(words::fields("Where", &places, false));
    }
    let used: usize = fields.iter().map(|field| length(&field.name) + length(&field.value)).sum();
    let fits = fields.len() <= EMBED_FIELDS_MAX && used <= FIELDS_MAX_CHARS;
    fits.then(|| Embed { fields, ..footed(it, digits) })
}

pub(super) fn heading(it: &Tracker<'_>) -> String {
    let scene = it.scene;
    let mut parts = vec![format!("**{}**", text::escape(it.name)), words::system(scene.system)];
    match scene.stage {
        Stage::Gathering => parts.push("gathering".to_owned()),
        Stage::Fighting => {
            let phase = scene.phase.as_ref().map(|phase| format!(", {}", text::escape(phase))).unwrap_or_default();
            parts.push(format!("round {}{phase}", scene.round));
        }
        Stage::Over => parts.push("over".to_owned()),
    }
    if scene.paused {
        parts.push("paused".to_owned());
    }
    parts.join(" \u{b7} ")
}

/// What's happening, and what the table is waiting for, from whom and until when.
pub(super) fn now(it: &Tracker<'_>) -> Vec<String> {
    let scene = it.scene;
    if it.faulted {
        return vec![
            "This fight hit a bug in Umpire and has stopped; nothing is lost. The GM can take the last action back with /encounter undo, or close the fight with /encounter end."
                .to_owned(),
        ];
    }
    let mut lines = vec![];
    match scene.stage {
        Stage::Gathering => lines.push(HOW_TO_JOIN.to_owned()),
        Stage::Over => lines.push("The fight is over.".to_owned()),
        Stage::Fighting => {}
    }
    if scene.paused {
        let who = if scene.umpire_is_gm { "Anyone who plays here" } else { "The GM" };
        lines.push(format!("Every clock has stopped. {who} resumes."));
    }
    if let Some(decided) = decided(scene) {
        lines.push(format!("{} If you\u{2019}re done, press **{END}**.", text::escape(decided)));
    }
    if let (Some(decided), false) = (scene.looks_decided(), scene.umpire_is_gm) {
        lines.push(format!("{} The GM says whether it\u{2019}s over.", text::escape(decided)));
    }
    let waiting: Vec<&PromptView> = scene.prompts.iter().filter(|prompt| !prompt.answered).collect();
    if waiting.is_empty() {
        let clock = scene
            .clock
            .as_ref()
            .map(|(_, at)| format!(" {}", deadlines::clock(*at, scene.clock_ms)))
            .unwrap_or_default();
        if !scene.details.whose.is_empty() {
            lines.push(format!("{}{clock}", whose(scene)));
        } else if let Some((who, _)) = &scene.clock {
            lines.push(format!("{}:{clock}", text::escape(who)));
        }
    }
    let waits = waits(&waiting, scene.prompt_ms);
    let shown = words::fitting(&waits, WAITING_MAX_CHARS, 1).min(waits.len());
    lines.extend(waits[..shown].iter().cloned());
    if waits.len() > shown {
        lines.push(format!("Waiting for {} more.", waits.len() - shown));
    }
    // Right below whose turn it is: on a phone, not much more of it shows.
    let may = |fighter: &&FighterView| scene.may_act.contains(&fighter.id);
    let may_act: Vec<&FighterView> = scene.sides.iter().flat_map(|side| &side.members).filter(may).collect();
    // Where it says whose turn it is, one name is enough.
    let is_said = matches!(may_act.as_slice(), [one] if scene.details.whose.contains(one.name.as_str()));
    // Nobody may as long as somebody is asked.
    if !may_act.is_empty() && scene.stage == Stage::Fighting && !is_said && waiting.is_empty() {
        // The hidden ones' moment is any moment, whoever's turn it is.
        let (hidden, open): (Vec<&FighterView>, Vec<&FighterView>) = may_act.iter().partition(|it| it.hidden);
        lines.extend((!open.is_empty()).then(|| format!("May act: {}.", who_may_act(&open))));
        // Unless they act now, their turn of this round is lost.
        let is_to_come = |it: &&FighterView| !it.hidden && matches!(it.mark, Mark::Ready | Mark::Acting);
        let to_come = scene.sides.iter().flat_map(|it| &it.members).filter(is_to_come).count();
        let when = if to_come <= 1 { "Last chance to act this round, hidden" } else { "May act now, hidden" };
        lines.extend((!hidden.is_empty()).then(|| format!("{when}: {}.", who_may_act(&hidden))));
    }
    let told = ["Last", "Before that"].into_iter().zip(it.last);
    lines.extend(told.map(|(when, it)| format!("{when}: {}", it.replace('\n', " "))));
    lines.extend(scene.details.notes.iter().map(|note| text::escape(note)));
    let turn: Vec<String> = scene.details.turn.iter().map(|(name, left)| words::left_of_turn(name, left)).collect();
    if !turn.is_empty() {
        // While somebody is asked, nothing above says whose turn it is.
        let acting = scene.sides.iter().flat_map(|it| &it.members).find(|it| it.mark == Mark::Acting);
        let acting = acting.filter(|_| !waiting.is_empty());
        let whose = acting.map_or_else(String::new, |it| format!("{}\u{2019}s turn: ", it.name));
        lines.push(text::escape(&format!("{whose}{}", turn.join(" \u{b7} "))));
    }
    let umpires: Vec<String> = scene.umpires_in_short().iter().map(|it| text::escape(it)).collect();
    if !umpires.is_empty() {
        lines.push(format!("Umpire plays {}.", words::list_within(&umpires, UMPIRE_PLAYS_MAX_CHARS)));
    }
    if scene.umpire_is_gm && scene.stage == Stage::Fighting {
        lines.push(
            "Nobody is GM of this fight: Umpire gives the default answer to the GM\u{2019}s questions.".to_owned(),
        );
    }
    lines
}

/// Whose turn it is, with who plays them.
fn whose(scene: &Scene) -> String {
    let whose = text::escape(&scene.details.whose);
    let acting = scene.sides.iter().flat_map(|it| &it.members).find(|it| it.mark == Mark::Acting);
    let turn =
        acting.and_then(|it| Some((it, whose.strip_suffix(&format!("{}\u{2019}s turn.", text::escape(&it.name)))?)));
    match turn {
        Some((it, before)) => format!("{before}{}\u{2019}s turn{}.", text::escape(&it.name), played_by(it)),
        None => whose,
    }
}

/// Who may act, a few of them with who plays them.
fn who_may_act(all: &[&FighterView]) -> String {
    let each: Vec<String> = all.iter().map(|it| format!("{}{}", text::escape(&it.name), played_by(it))).collect();
    if all.len() <= NAMED_MAX {
        return words::list(&each);
    }
    let names: Vec<String> = all.iter().map(|it| it.name.clone()).collect();
    words::few_or_kinds_within(&names, MAY_ACT_MAX_CHARS, text::escape)
}

/// Who plays somebody, after their name; nothing if that's the GM. A mention in the tracker notifies nobody.
fn played_by(it: &FighterView) -> String {
    match it.player {
        _ if it.umpire.is_some() => " (Umpire)".to_owned(),
        Some(seat) => format!(" (<@{}>)", seat.0),
        None => String::new(),
    }
}

/// Whom the table waits for and until when, a line for all who have as long; Umpire's need no clock.
fn waits(waiting: &[&PromptView], pace_ms: Option<i64>) -> Vec<String> {
    let (umpires, others): (Vec<&PromptView>, Vec<&PromptView>) = waiting.iter().partition(|it| it.is_umpires);
    let named = |all: &[&PromptView]| {
        let names: Vec<String> = all.iter().map(|it| words::awaited(it)).collect();
        words::list_within(&names, WAITING_MAX_CHARS / 2)
    };
    // Of a few, who plays them.
    let seated = |all: &[&PromptView]| {
        let of = |it: &&PromptView| match it.seats.as_slice() {
            [seat] if it.about.is_empty() => format!("{} (<@{}>)", text::escape(&it.to_name), seat.0),
            _ => words::awaited(it),
        };
        if all.len() > NAMED_MAX { named(all) } else { words::list(&all.iter().map(of).collect::<Vec<_>>()) }
    };
    let together =
        |a: &&PromptView, b: &&PromptView| a.deadline_ms == b.deadline_ms && a.about.is_empty() && b.about.is_empty();
    let wait = |all: &[&PromptView]| {
        let until = all[0].deadline_ms.map(|at| format!(" {}", deadlines::until(at, pace_ms))).unwrap_or_default();
        let what = match all {
            [one] if !one.ask.is_empty() && !one.seats.is_empty() => {
                format!(": {}", text::escape(&text::label(first_sentence(&one.ask), ASK_MAX_CHARS)))
            }
            _ => ".".to_owned(),
        };
        format!("Waiting for {}{what}{until}", seated(all))
    };
    let mut lines: Vec<String> = others.chunk_by(together).map(wait).collect();
    if !umpires.is_empty() {
        lines.push(format!("Umpire answers for {}.", named(&umpires)));
    }
    lines
}

/// What a question is about: "Bandit 2 attacks Theobald." of "Bandit 2 attacks Theobald. Balthasar can step in."
fn first_sentence(ask: &str) -> &str {
    ask.find(". ").map_or(ask, |at| &ask[..=at])
}

/// What the button says that ends a fight.
pub const END: &str = "End the fight";

/// The same where everyone reads it and only the GM may.
pub const GM_ENDS: &str = "GM: end the fight";

/// Said until the fight begins.
pub(super) const HOW_TO_JOIN: &str = "Join with the button or /join. The GM begins when everyone is here.";

/// What the button says with which people join.
pub const JOIN: &str = "Join";

/// What the button says that opens a turn menu, or asks whose.
pub const ACT_AS: &str = "Act as\u{2026}";

/// What the button says with which a side, or whoever's turn it is, passes.
const PASS: &str = "Pass";

/// What the button says that lists the rules.
pub const RULES: &str = "Rules";

/// What the button says that opens the GM's panel; where nobody is GM, there's none once the fight has begun.
pub const GM_BUTTON: &str = "GM\u{2026}";

/// How a fight without a GM looks decided, if it does: then those who play in it say when it's over.
fn decided(scene: &Scene) -> Option<&str> {
    scene.looks_decided().filter(|_| scene.umpire_is_gm)
}

fn titled(side: &SideView) -> String {
    let note = if side.note.is_empty() { String::new() } else { format!(" ({})", side.note) };
    format!("{}{note}", side.name)
}

fn members(side: &SideView) -> Vec<String> {
    let lines = roster::lines(&side.members);
    if lines.is_empty() { vec!["nobody yet".to_owned()] } else { lines }
}

fn side(side: &SideView) -> Vec<Field> {
    words::fields(&text::escape(&text::label(&titled(side), SIDE_MAX)), &members(side), true)
}

fn short_side(side: &SideView) -> String {
    let names: Vec<String> = side.members.iter().map(|it| format!("{} ({})", it.name, it.standing)).collect();
    format!("**{}** {}", text::escape(&side.name), text::escape(&names.join(", ")))
}

pub(super) fn buttons(it: &Tracker<'_>) -> Vec<ActionRow> {
    let (encounter, seq) = (it.encounter, it.scene.seq);
    let tracker = |label: &str, button| press(label, CustomId::Tracker { encounter, seq, button });
    let list = |label: &str, list: &str| press(label, CustomId::Page { encounter, list: list.to_owned(), page: 0 });
    let mut row = match it.scene.stage {
        _ if it.faulted => vec![tracker("Undo", TrackerButton::Undo)],
        Stage::Over => return vec![],
        Stage::Gathering => vec![
            tracker(JOIN, TrackerButton::Join).looking(Look::Primary),
            tracker("Begin", TrackerButton::Begin).looking(Look::Success),
            list(RULES, RULES_LIST),
            list(GM_BUTTON, GM_LIST),
        ],
        Stage::Fighting if it.scene.paused => vec![
            tracker("Resume", TrackerButton::Resume).looking(Look::Primary),
            list(GM_BUTTON, GM_LIST),
            list(RULES, RULES_LIST),
        ],
        Stage::Fighting => vec![
            tracker(ACT_AS, TrackerButton::ActAs).looking(Look::Primary),
            tracker(PASS, TrackerButton::Pass),
            tracker("Pause", TrackerButton::Pause),
            list(RULES, RULES_LIST),
            list(GM_BUTTON, GM_LIST),
        ],
    };
    if it.scene.details.no_passing {
        row.retain(|it| it.label != PASS);
    }
    if it.scene.umpire_is_gm && it.scene.stage == Stage::Fighting {
        row.retain(|it| it.label != GM_BUTTON);
    }
    let mut rows = vec![];
    // Where nobody is GM, whoever plays presses it; a GM is asked in a message of their own.
    if it.scene.looks_decided().is_some() && it.scene.umpire_is_gm && !it.faulted {
        rows.push(ActionRow::Buttons(vec![tracker(END, TrackerButton::End).looking(Look::Success)]));
    }
    if it.scene.map.laid_out && !it.faulted {
        // The most-used buttons are in the first row, with the map; the rest are below.
        let last = row.split_off(row.len().min(2));
        row.push(tracker("Map", TrackerButton::Map));
        rows.push(ActionRow::Buttons(row));
        rows.extend((!last.is_empty()).then_some(ActionRow::Buttons(last)));
    } else {
        rows.push(ActionRow::Buttons(row));
    }
    rows
}

/// A button with a custom_id.
pub fn press(label: &str, id: CustomId) -> Button {
    Button::asking(text::label(label, BUTTON_LABEL_MAX), id.to_string())
}
