//! The table's sentences that belong to no system: what was done, who is in the fight, how it stands, in plain text. Also small things
//! people type: yes and no, a person, fields.

use super::option_values::FixedChoice;
use crate::{
    engine::{
        CombatantId, Seat, SideId, Stage,
        fight_state::Shown,
        view::{FighterView, Mark, Scene, Viewer},
    },
    rules::{NameView, Newcomer, Request, Session, UserError, spelling, wording},
};

/// Whether a word means yes.
pub(super) fn is_yes(word: &str) -> bool {
    matches!(word.trim().to_lowercase().as_str(), "yes" | "y" | "on" | "true" | "1")
}

/// Words for the default answer, the first one.
const DEFAULT: &[&str] =
    &["pass", "skip", "nothing", "ignore", "default", "do nothing", "no reaction", "don't react", "do not react"];
/// Words that decline a question: the answer that says no, or the first if none does.
const NO: &[&str] = &["no", "decline", "don't", "reject"];
/// How answers that say no begin.
const NAYS: &[&str] = &["no", "refuse", "deny", "die", "let ", "fall "];
/// Words that agree, if there are two answers.
const YES: &[&str] = &["yes", "accept", "ok", "okay", "allow", "approve", "agree"];
/// Words in a typed label that don't matter.
const EMPTY: &[&str] = &[
    "a",
    "an",
    "the",
    "it",
    "with",
    "by",
    "to",
    "my",
    "use",
    "for",
    "of",
    "attack",
    "hit",
    "blow",
    "extra",
    "additional",
    "deal",
    "become",
];
/// Two words count as forms of the same word if this many letters at the start match: grapple, grappling.
const ALIKE_LETTERS: usize = 5;

/// Which of these labels is meant: an exact match, one that starts that way, one with a word that starts that way, one that contains these
/// words in a row in some form, or plain yes and no.
pub fn label(labels: &[String], typed: &str) -> Option<usize> {
    let typed = typed.trim().trim_end_matches(['\u{2026}', '.']).trim_end_matches("(default)");
    let typed = spelling::folded(typed);
    if typed.is_empty() {
        return None;
    }
    let typed = typed.as_str();
    let folded: Vec<String> = labels.iter().map(|it| spelling::folded(it)).collect();
    let find = |fits: &dyn Fn(&str) -> bool| folded.iter().position(|it| fits(it));
    let nay = || find(&|it| NAYS.iter().any(|nay| it.starts_with(nay))).or(Some(0));
    named(labels, typed)
        .or_else(|| DEFAULT.contains(&typed).then_some(0).filter(|_| !labels.is_empty()))
        .or_else(|| NO.contains(&typed).then(nay).flatten().filter(|_| !labels.is_empty()))
        .or_else(|| {
            let yes = YES.contains(&typed) && labels.len() == 2;
            yes.then(nay).flatten().map(|nay| 1 - nay)
        })
}

/// Which of these labels matches these words: all of it, its start, a word that starts that way, or these words in a row in some form.
pub fn named(labels: &[String], typed: &str) -> Option<usize> {
    let folded: Vec<String> = labels.iter().map(|it| spelling::folded(it)).collect();
    let find = |fits: &dyn Fn(&str) -> bool| folded.iter().position(|it| fits(it));
    let typed = &*spelling::folded(typed);
    let parted = |it: &str| -> Vec<String> {
        let all = it.split(|it: char| !it.is_alphanumeric());
        all.filter(|it| !it.is_empty() && !EMPTY.contains(it)).map(str::to_owned).collect()
    };
    let meant = parted(typed);
    let alike = |a: &str, b: &str| {
        let same = a.chars().zip(b.chars()).take_while(|it| it.0 == it.1).count();
        a == b || same >= ALIKE_LETTERS
    };
    find(&|it| it == typed)
        .or_else(|| find(&|it| it.starts_with(typed)))
        .or_else(|| find(&|it| it.split_whitespace().any(|word| word.starts_with(typed))))
        .or_else(|| {
            let one_by_one = |some: &[String]| some.iter().zip(&meant).all(|it| alike(it.0, it.1));
            let all = |it: &str| parted(it).windows(meant.len()).any(one_by_one);
            (!meant.is_empty()).then(|| find(&all)).flatten()
        })
}

/// A person: a mention, or a number.
pub(super) fn seat(text: &str) -> Result<Seat, UserError> {
    let number = text.trim().trim_start_matches("<@").trim_start_matches('!').trim_end_matches('>');
    number
        .parse()
        .map(Seat)
        .map_err(|_| UserError::say(format!("I don\u{2019}t know who \u{201c}{text}\u{201d} is. Mention a person.")))
}

/// How much of a combatant the other sides see.
pub(super) fn shown(text: &str) -> Result<Shown, UserError> {
    Shown::named(text).ok_or_else(|| {
        let typed = text.trim().to_lowercase();
        UserError::say(format!("show: must be state, exact or everything, not \u{201c}{typed}\u{201d}."))
    })
}

/// The name of combatants who join under their template's, as people write it: "Goblin archer" for goblin-archer.
pub(super) fn named_after(template: &str) -> String {
    let name = template.trim().replace('-', " ");
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Quotes around a value with spaces; a phone curls them by itself.
const QUOTES: [char; 4] = ['"', '\u{201C}', '\u{201D}', '\u{201E}'];

/// Fields in one line: `wit=12 weapons="martial hand, bow: missile great" shield=yes`. A value without quotes goes on up to the next name,
/// and where there's no `=`, a colon does as well: `zones:Bank, Bridge, Road cover:Road`.
///
/// # Errors
/// What isn't clear.
pub fn fields(text: &str) -> Result<Vec<(String, String)>, UserError> {
    let mut fields = vec![];
    let mut rest = text.trim();
    let is = if rest.contains('=') { '=' } else { ':' };
    while !rest.is_empty() {
        let named = rest.split_once(is).filter(|it| is == '=' || is_field_name(it.0));
        let Some((name, after)) = named else {
            return Err(UserError::say(format!(
                "Write fields as name=value; \u{201c}{rest}\u{201d} isn\u{2019}t clear."
            )));
        };
        let after = after.trim_start();
        let (value, left) = match after.strip_prefix(QUOTES) {
            Some(quoted) => quoted
                .split_once(QUOTES)
                .ok_or_else(|| UserError::say(format!("The quotation mark after {name} isn\u{2019}t closed.")))?,
            None => {
                let mut next = after.match_indices(char::is_whitespace).map(|(at, space)| at + space.len());
                // "Yard: brazier" is a value with a colon in it.
                let is_next = |(name, value): (&str, &str)| {
                    is_field_name(name.trim_end()) && (is == '=' || !value.starts_with(char::is_whitespace))
                };
                let begins = |at: &usize| after[*at..].split_once(is).is_some_and(is_next);
                after.split_at(next.find(begins).unwrap_or(after.len()))
            }
        };
        fields.push((name.trim().to_lowercase(), value.trim().to_owned()));
        rest = left.trim_start();
    }
    Ok(fields)
}

/// Whether this can be a field's name: one word.
fn is_field_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|it| it.is_alphanumeric() || matches!(it, '-' | '_'))
}

/// Whether a value's name is a plural: actions and attacks are, but focus and darkness aren't.
fn is_plural(field: &str) -> bool {
    field.ends_with('s') && !field.ends_with("ss") && !field.ends_with("us")
}

/// Who has another name now: hidden ones make room for whoever joins openly, so that their numbers tell of nobody. For the GM.
pub(super) fn renamed(session: &dyn Session, before: &[NameView]) -> Option<String> {
    let now = session.names(Viewer::Gm);
    let changed = |it: &NameView| {
        let name = now.iter().find(|known| known.id == it.id).map(|known| &known.name)?;
        (*name != it.name).then(|| format!("{} is {name} now", it.name))
    };
    let all: Vec<String> = before.iter().filter_map(changed).collect();
    (!all.is_empty()).then(|| format!("Hidden combatants were renumbered: {}.", wording::list(&all)))
}

/// The reply to an accepted request, for the person who made it.
pub(super) fn done(session: &dyn Session, request: &Request, has_gm: bool) -> String {
    let name = |who: &CombatantId| {
        let names = session.names(Viewer::Gm);
        names.into_iter().find(|it| it.id == *who).map_or_else(|| "Somebody".to_owned(), |it| it.name)
    };
    match request {
        Request::Join(Newcomer { hidden: true, .. }) => "Done: hidden from the other sides.".to_owned(),
        Request::Order { who, .. } => orders(session, *who),
        Request::Set { who, field, value } => {
            let is = if is_plural(field) { "are" } else { "is" };
            let scene = session.scene(Viewer::Gm);
            let mut all = scene.sides.iter().flat_map(|it| &it.members);
            let down = all.find(|it| it.id == *who && it.mark == Mark::Down && value.trim() != "0");
            // Points alone put nobody back on their feet.
            let down = down.map_or_else(String::new, |it| {
                let what = it.conditions.first().filter(|what| **what != it.standing).unwrap_or(&it.standing);
                format!(" {} is still {what}: /gm condition ends that.", it.name)
            });
            format!("{}\u{2019}s {field} {is} now {value}.{down}", name(who))
        }
        Request::Condition { who, name: condition, on } => {
            format!("{} {}.", name(who), wording::has_now(condition, *on))
        }
        Request::Board { .. } => match session.places() {
            places if (1..=PLACES_TOLD_MAX).contains(&places.len()) => format!("The map: {}.", wording::list(&places)),
            _ => "Done.".to_owned(),
        },
        Request::Place { who, at } => format!("{} is now at {at}.", name(who)),
        Request::Each(all) => {
            let each =
                all.iter().map(|it| (it.changed().as_ref().map_or_else(String::new, name), done(session, it, has_gm)));
            wording::of_all(each).join(" ")
        }
        Request::Hide { who, hidden: true } => format!("{} is hidden from the other sides now.", name(who)),
        Request::Hide { who, hidden: false } => format!("{} is in plain sight now.", name(who)),
        Request::Begin => session.begun_unseen().unwrap_or_else(|| "Done.".to_owned()),
        Request::Reveal { who, shown: None } => format!("{} is in plain sight now.", name(who)),
        Request::Reveal { who, .. } => format!("Done: that\u{2019}s how {} is shown now.", name(who)),
        Request::Autopilot { who, to } => {
            let names: Vec<String> = who.iter().map(name).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            wording::handed_to_umpire(&names, to)
        }
        Request::Control { who, .. } => format!("{} has a new player.", name(who)),
        Request::Pass { side } => passed(session, *side, has_gm),
        _ => "Done.".to_owned(),
    }
}

/// As many places of a new map are named.
const PLACES_TOLD_MAX: usize = 12;

/// The most characters of a recap: what fits into one message.
const RECAP_MAX: usize = 1_800;

/// What happened, a line a round; if that's too long, the last rounds.
pub fn recap(session: &dyn Session, viewer: Viewer) -> String {
    let rounds = session.recap(viewer);
    if rounds.is_empty() {
        return "Nothing has happened yet: the fight is before its first round.".to_owned();
    }
    let mut lines: Vec<String> = vec![];
    let mut used = 0;
    for round in rounds.iter().rev() {
        let line = round.line();
        used += line.chars().count() + 1;
        if used > RECAP_MAX && !lines.is_empty() {
            let last = if lines.len() == 1 { "round fits" } else { "rounds fit" };
            let count = if lines.len() == 1 { String::new() } else { format!("{} ", lines.len()) };
            lines.push(format!("(Only the last {count}{last} here.)"));
            break;
        }
        lines.push(line);
    }
    lines.reverse();
    lines.join("\n")
}

/// Whether a side has passed, or who still has to.
fn passed(session: &dyn Session, side: SideId, has_gm: bool) -> String {
    let mut others: Vec<String> = session.awaited_to_pass(side).iter().map(|seat| format!("<@{}>", seat.0)).collect();
    let umpires = session.umpire_passes_for(side);
    if !umpires.is_empty() {
        others.push(format!("Umpire, which plays {},", wording::list(&umpires)));
    }
    let pass = if others.len() > 1 { "pass" } else { "passes" };
    match others.is_empty() {
        true => "Done.".to_owned(),
        false => format!(
            "Noted. The side passes when {} {pass} too{}. If one of them acts first, press Pass again.",
            others.join(" and "),
            if has_gm { ", or when the GM says so" } else { "" }
        ),
    }
}

/// A combatant's standing orders.
pub(super) fn orders(session: &dyn Session, who: CombatantId) -> String {
    let given = session.orders(who);
    let menu = session.order_menu().join(", ");
    match given.is_empty() {
        true => format!("No standing orders, so you\u{2019}re asked every question. Possible orders: {menu}."),
        false => format!("Standing orders: {}. Possible orders: {menu}.", given.join("; ")),
    }
}

/// Everyone in the fight, one per line.
pub(super) fn who(session: &dyn Session, viewer: Viewer) -> String {
    sides(&session.scene(viewer))
}

/// One combatant in full.
pub(super) fn sheet(session: &dyn Session, viewer: Viewer, who: CombatantId) -> String {
    let scene = session.scene(viewer);
    let members = scene.sides.iter().flat_map(|side| &side.members);
    let Some(it) = members.into_iter().find(|it| it.id == who) else {
        return "They aren\u{2019}t in the fight.".to_owned();
    };
    let mut text = fighter(it);
    if session.knows(viewer, who) {
        for (field, value) in session.sheet_fields(who) {
            text.push_str(&format!("\n{field}: {value}"));
        }
    }
    text
}

fn fighter(it: &FighterView) -> String {
    let vitals = it.vitals.iter().map(|(name, value)| format!("{name} {value}").trim().to_owned());
    let rest: Vec<String> = vitals.chain(it.conditions.iter().cloned()).collect();
    let standing = &it.standing;
    match rest.is_empty() {
        true => format!("{}: {standing}", it.name),
        false => format!("{}: {standing}, {}", it.name, rest.join(", ")),
    }
}

fn sides(scene: &Scene) -> String {
    let mut lines = vec![];
    for side in &scene.sides {
        let note = if side.note.is_empty() { String::new() } else { format!(" ({})", side.note) };
        lines.push(format!("{}{note}", side.name));
        for it in &side.members {
            let sign = match it.mark {
                Mark::Ready => ">",
                Mark::Acting => "*",
                Mark::Spent => "-",
                Mark::Down => "x",
            };
            lines.push(format!("  {sign} {}", fighter(it)));
        }
    }
    lines.join("\n")
}

/// The current state of the fight in plain text: the tracker of text mode and of scripts.
pub fn status(scene: &Scene) -> String {
    let mut lines = vec![];
    let phase = scene.phase.as_ref().map(|it| format!(", {it}")).unwrap_or_default();
    lines.push(match scene.stage {
        Stage::Gathering => {
            "The fight is gathering. Join with /join. The GM begins it with /encounter begin.".to_owned()
        }
        Stage::Fighting if scene.paused => format!("Round {}{phase}, paused.", scene.round),
        Stage::Fighting => format!("Round {}{phase}.", scene.round),
        Stage::Over => "The fight is over.".to_owned(),
    });
    let details = &scene.details;
    lines.extend(
        [&details.whose].into_iter().chain(&details.notes).chain(&details.decided).filter(|it| !it.is_empty()).cloned(),
    );
    let umpires = scene.umpires();
    if !umpires.is_empty() {
        lines.push(format!("Umpire plays {}.", wording::list(&umpires)));
    }
    lines.push(sides(scene));
    lines.extend(scene.places.iter().cloned());
    for prompt in scene.prompts.iter().filter(|it| !it.answered) {
        lines.push(match prompt.labels.is_empty() {
            true if !prompt.about.is_empty() => format!("Waiting for {}.", prompt.awaited()),
            true => format!("{} is asked.", prompt.to_name),
            false => format!("{} is asked: {} [{}]", prompt.to_name, prompt.ask, prompt.labels.join("] [")),
        });
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::{fields, label};

    /// A phone curls typed quotes, and a keyboard doesn't curl those of a label.
    #[test]
    fn any_quotes_and_apostrophes_will_do() {
        let all = |text: &str| fields(text).map_err(|why| why.text);
        let kit = vec![("weapons".to_owned(), "bow, dagger".to_owned()), ("agi".to_owned(), "9".to_owned())];
        assert_eq!(all("weapons=\u{201c}bow, dagger\u{201d} agi=9"), Ok(kit.clone()));
        assert_eq!(all("weapons=\"bow, dagger\" agi=9"), Ok(kit));
        let stay = ["Go".to_owned(), "Don\u{2019}t go".to_owned()];
        assert_eq!((label(&stay, "Don't go"), label(&stay, "don\u{2019}t go")), (Some(1), Some(1)));
    }

    /// A value goes on up to the next name, and a colon will do where there's no other sign.
    #[test]
    fn fields_may_have_spaces_without_quotes() {
        let all = |text: &str| fields(text).map_err(|why| why.text);
        let pairs = |all: &[(&str, &str)]| -> Vec<(String, String)> {
            all.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect()
        };
        assert_eq!(
            all("zones=Bank, Old Bridge cover=Bank: cart"),
            Ok(pairs(&[("zones", "Bank, Old Bridge"), ("cover", "Bank: cart")]))
        );
        assert_eq!(
            all("zones:Bank, Old Bridge size:3x4"),
            Ok(pairs(&[("zones", "Bank, Old Bridge"), ("size", "3x4")]))
        );
        assert_eq!(all("wit = 12 shield = yes"), Ok(pairs(&[("wit", "12"), ("shield", "yes")])));
        let hazards = pairs(&[("hazards", "Yard: brazier, Gate: smoke"), ("zones", "Yard")]);
        assert_eq!(all("hazards:Yard: brazier, Gate: smoke zones:Yard"), Ok(hazards));
        assert_eq!(all("wit=12 shield=yes"), Ok(pairs(&[("wit", "12"), ("shield", "yes")])));
        assert!(all("Bank, Bridge").is_err() && all("Old Bridge: Bank").is_err());
    }

    /// A label's start or one of its words is enough; yes and no are understood; nonsense isn't.
    #[test]
    fn labels_are_found_as_people_type_them() {
        let labels = |all: &[&str]| -> Vec<String> { all.iter().map(|it| (*it).to_owned()).collect() };
        let blow =
            labels(&["Take the hit", "Dodge: AGI 9", "Counter with axe", "Counter with sword", "Hide behind Bob"]);
        assert_eq!(label(&blow, "dodge"), Some(1));
        assert_eq!(label(&blow, "Counter with sword"), Some(3));
        assert_eq!(label(&blow, "Hide behind\u{2026}"), Some(4));
        assert_eq!(label(&blow, "Take the hit (default)"), Some(0));
        assert_eq!(label(&blow, "Take it"), Some(0), "what the button was called before");
        assert_eq!(label(&blow, "yes"), None);
        assert_eq!(label(&blow, "Flee"), None);
        let step = labels(&["Let them go", "Opportunity attack with axe"]);
        assert_eq!((label(&step, "Attack"), label(&step, "Decline")), (Some(1), Some(0)));
        assert_eq!(label(&labels(&["Refuse", "Agree"]), "Yes"), Some(1));
        assert_eq!(label(&blow, "Take the hit"), Some(0));
        assert_eq!(label(&blow, "No reaction"), Some(0));
        let grip = labels(&["Take the hit", "Counter with sword", "Counter by grappling", "Counter by disarming: axe"]);
        assert_eq!(label(&grip, "Counter: grapple"), Some(2));
        assert_eq!(label(&grip, "Counter with disarm"), Some(3));
        assert_eq!(label(&grip, "Grapple"), Some(2));
        assert_eq!(label(&grip, "Counter with axe"), None);
        assert_eq!(label(&grip, "Counterattack"), Some(1));
        let faint = labels(&["Fortify", "Fall unconscious"]);
        assert_eq!((label(&faint, "become unconscious"), label(&faint, "no")), (Some(1), Some(1)));
        let death = labels(&["Survive by an omen", "Die"]);
        assert_eq!((label(&death, "no"), label(&death, "yes")), (Some(1), Some(0)));
        assert_eq!((label(&death, "Use an omen"), label(&death, "default")), (Some(0), Some(0)));
    }
}
