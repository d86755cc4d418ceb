//! Decides whether an expectation holds. Looks at the fight as the GM sees it and at what was told; changes nothing.

use super::{
    expect::{Expect, SearchScope},
    rest,
    story_text::Spoken,
    typed::first_word,
    values::{COMMON_FIELDS, holds, read_field, same},
};
use crate::{
    engine::{
        Addressee, Stage,
        view::{Mark, PromptView, Scene, Viewer},
    },
    rules::{Session, names},
    table::sentences,
};

/// What has been seen since the last input, and the fight it happened in.
pub struct Seen<'a> {
    /// The fight.
    pub session: &'a dyn Session,
    /// The current time, in milliseconds since the epoch.
    pub now_ms: i64,
    /// The lines told since the last input, including those from ticks since then.
    pub lines: &'a [Spoken],
    /// The questions asked since the last input.
    pub questions: &'a [Spoken],
    /// The private reply to the person who typed.
    pub reply: Option<&'a str>,
    /// Why the last input was refused, if it was.
    pub refused: Option<&'a str>,
    /// What rests have restored since the fight was closed.
    pub rested: &'a [rest::After],
}

/// How much of a text-only answer is quoted, in characters.
const QUOTED_CHARS: usize = 400;

impl Seen<'_> {
    /// Whether it holds.
    ///
    /// # Errors
    /// "expected …, found …".
    pub fn check(&self, expect: &Expect) -> Result<(), String> {
        let scene = self.session.scene(Viewer::Gm);
        match expect {
            Expect::Fields { name, fields } => self.fields(name, fields),
            Expect::Turn(name) => self.turn(&scene, name),
            Expect::Round(round) => equal("round", &round.to_string(), &scene.round.to_string()),
            Expect::Phase(word) => phase(word, scene.phase.as_deref()),
            Expect::MayAct(wanted) => self.may_act(&scene, wanted),
            Expect::Order(wanted) => self.order(wanted),
            Expect::Prompt { name, labels, exactly } => prompt(&scene, name, labels, *exactly),
            Expect::NoPrompt(name) => no_prompt(&scene, name.as_deref()),
            Expect::Text { place, text, there } => self.text(*place, text, *there),
            Expect::Refused(text) => self.was_refused(text),
            Expect::Over(standing) => over(&scene, standing),
            Expect::NotOver => match is_over(&scene) {
                true => Err("expected the fight to go on, found it over".to_owned()),
                false => Ok(()),
            },
            // Asked of the table, not seen: see `odds`.
            Expect::Odds(_) | Expect::Suggested { .. } => Ok(()),
            Expect::Deadline(wanted) => deadline(&scene, *wanted, self.now_ms),
        }
    }

    fn was_refused(&self, text: &str) -> Result<(), String> {
        match self.refused {
            None => Err(format!("expected a refusal with \u{201c}{text}\u{201d}, found that it was accepted")),
            Some(found) if holds(found, text) => Ok(()),
            Some(found) => Err(format!("expected a refusal with \u{201c}{text}\u{201d}, found: {found}")),
        }
    }

    fn text(&self, place: SearchScope, text: &str, there: bool) -> Result<(), String> {
        let told = |open: bool| -> Vec<String> {
            let lines = self.lines.iter().chain(self.questions);
            lines.filter(|it| !open || it.only.is_none()).map(|it| it.text.clone()).collect()
        };
        let found = match place {
            SearchScope::Open => told(true),
            SearchScope::Gm => told(false),
            SearchScope::Reply => self.reply.iter().map(|it| (*it).to_owned()).collect(),
            SearchScope::Tracker => vec![sentences::status(&self.session.scene(Viewer::Everyone))],
        };
        let whole = shortened(&found);
        match found.iter().any(|it| holds(it, text)) == there {
            true => Ok(()),
            false if there => Err(format!("expected \u{201c}{text}\u{201d} to be told, found: {whole}")),
            false => Err(format!("expected \u{201c}{text}\u{201d} not to be told, found: {whole}")),
        }
    }

    fn fields(&self, name: &str, fields: &[String]) -> Result<(), String> {
        let of_fight = matches!(name.to_lowercase().as_str(), "fight" | "the fight" | "encounter");
        let who = match of_fight {
            true => None,
            false => Some(self.session.find(Viewer::Gm, name).map_err(|it| it.text)?),
        };
        let read = |field: &str| match who {
            Some(who) => rest::after(self.rested, who, field).or_else(|| self.session.read(who, field)),
            None => self.session.read_fight(field),
        };
        let mut wrong = vec![];
        for written in fields {
            match read_field(written, &read) {
                Some((_, wanted, found)) if same(&wanted, &found) => {}
                Some((field, wanted, found)) if of_most(&field, &wanted, &found, &read) => {}
                Some((field, wanted, found)) => {
                    wrong.push(format!("expected {name}: {field} {wanted}, found {}", or_none(&found)));
                }
                None => wrong.push(self.unknown_field(name, first_word(written).0, &read)),
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
    }

    fn unknown_field(&self, name: &str, field: &str, read: &dyn Fn(&str) -> Option<String>) -> String {
        let who = self.session.find(Viewer::Gm, name).ok();
        let of_sheet = who.map(|it| self.session.sheet_fields(it)).unwrap_or_default().into_iter().map(|it| it.0);
        let of_scene = self.session.scene(Viewer::Gm).sides.into_iter().flat_map(|it| it.members);
        let vitals = of_scene.flat_map(|it| it.vitals).map(|it| it.0);
        let common = COMMON_FIELDS.iter().map(|it| (*it).to_owned());
        let mut known: Vec<String> = common.chain(of_sheet).chain(vitals).filter(|it| read(it).is_some()).collect();
        known.sort_unstable();
        known.dedup();
        match names::find(field, known.into_iter().map(|it| (it, ()))).or_say("field", field) {
            Ok(()) => format!("there is no field \u{201c}{field}\u{201d} of {name}; write its name out"),
            Err(why) => why,
        }
    }

    fn turn(&self, scene: &Scene, wanted: &str) -> Result<(), String> {
        let members = scene.sides.iter().flat_map(|it| &it.members);
        let mut acting: Vec<_> = members.filter(|it| it.mark == Mark::Acting).map(|it| it.id).collect();
        let side_up = self.session.side_up();
        if acting.is_empty() && side_up.is_none() && scene.may_act.len() == 1 {
            acting.clone_from(&scene.may_act); // a listed order: whoever is up has the turn
        }
        let up = self.session.sides().into_iter().find(|it| Some(it.id) == side_up);
        let found = match (acting.as_slice(), &up) {
            ([], Some(side)) => format!("nobody\u{2019}s, and the step of {}", side.name),
            ([], None) => "nobody\u{2019}s".to_owned(),
            (some, _) => self.names(some).join(", "),
        };
        let wrong = Err(format!("expected the turn of {wanted}, found {found}"));
        if is_nobody(wanted) {
            return if acting.is_empty() { Ok(()) } else { wrong };
        }
        match (self.session.find(Viewer::Gm, wanted), self.session.find_side(wanted)) {
            (Ok(who), _) if acting.contains(&who) => Ok(()),
            (_, Ok(side)) if acting.is_empty() && side_up == Some(side) => Ok(()),
            (Ok(_), _) | (_, Ok(_)) => wrong,
            (Err(why), _) => Err(why.text),
        }
    }

    fn names(&self, ids: &[crate::engine::CombatantId]) -> Vec<String> {
        let all = self.session.names(Viewer::Gm);
        ids.iter().filter_map(|id| all.iter().find(|it| it.id == *id)).map(|it| it.name.clone()).collect()
    }

    fn may_act(&self, scene: &Scene, wanted: &[String]) -> Result<(), String> {
        let mut ids = vec![];
        for name in wanted {
            ids.push(self.session.find(Viewer::Gm, name).map_err(|it| it.text)?);
        }
        let mut found = scene.may_act.clone();
        ids.sort_unstable();
        found.sort_unstable();
        match ids == found {
            true => Ok(()),
            false => {
                Err(format!("expected that {} may act, found {}", list(wanted), list(&self.names(&scene.may_act))))
            }
        }
    }

    fn order(&self, wanted: &[String]) -> Result<(), String> {
        let found = self.session.order();
        // If several share a slot, any of them matches.
        let fits = |(wanted, found): (&String, &String)| {
            let wanted = wanted.to_lowercase();
            found.to_lowercase().split(", ").any(|it| it.starts_with(&wanted))
        };
        // Or all who share it are named, one after the other.
        let each: Vec<String> = found.iter().flat_map(|it| it.split(", ")).map(str::to_owned).collect();
        let met = |found: &[String]| wanted.len() == found.len() && wanted.iter().zip(found).all(fits);
        match met(&found) || met(&each) {
            true => Ok(()),
            false => Err(format!("expected the order {}, found {}", list(wanted), list(&found))),
        }
    }
}

/// `health 5/9` means health 5 with a maximum of 9.
fn of_most(field: &str, wanted: &str, found: &str, read: &dyn Fn(&str) -> Option<String>) -> bool {
    let Some((now, most)) = wanted.split_once('/') else { return false };
    same(now, found) && read(&format!("max-{field}")).is_some_and(|it| same(most, &it))
}

fn is_nobody(name: &str) -> bool {
    matches!(name.to_lowercase().as_str(), "nobody" | "none")
}

fn list(all: &[String]) -> String {
    if all.is_empty() { "nobody".to_owned() } else { all.join(", ") }
}

fn or_none(value: &str) -> &str {
    if value.is_empty() { "nothing" } else { value }
}

fn shortened(found: &[String]) -> String {
    let whole = found.join(" | ");
    match whole.char_indices().nth(QUOTED_CHARS) {
        _ if whole.is_empty() => "nothing was told".to_owned(),
        Some((end, _)) => format!("{}\u{2026}", &whole[..end]),
        None => whole,
    }
}

fn equal(what: &str, wanted: &str, found: &str) -> Result<(), String> {
    match wanted == found {
        true => Ok(()),
        false => Err(format!("expected {what} {wanted}, found {found}")),
    }
}

/// The phase's words, or any one of them.
fn phase(wanted: &str, found: Option<&str>) -> Result<(), String> {
    let lower = wanted.to_lowercase();
    let fits = match found {
        None => is_nobody(wanted),
        Some(found) => {
            let found = found.to_lowercase();
            found == lower || found.split_whitespace().any(|word| word == lower)
        }
    };
    match fits {
        true => Ok(()),
        false => Err(format!("expected phase {wanted}, found {}", found.unwrap_or("none"))),
    }
}

fn open(scene: &Scene) -> impl Iterator<Item = &PromptView> {
    scene.prompts.iter().filter(|it| !it.answered)
}

fn asked<'a>(scene: &'a Scene, name: &str) -> Vec<&'a PromptView> {
    let gm = matches!(name.to_lowercase().as_str(), "gm" | "the gm");
    let named = |it: &PromptView| names::find(name, [(it.to_name.clone(), ())]) == names::Named::One(());
    let exact: Vec<_> = open(scene).filter(|it| it.to_name.eq_ignore_ascii_case(name)).collect();
    match exact.is_empty() {
        false => exact,
        true => open(scene).filter(|it| if gm { it.to == Addressee::Gm } else { named(it) }).collect(),
    }
}

fn who_is_asked(scene: &Scene) -> String {
    let all: Vec<String> = open(scene).map(|it| format!("{} [{}]", it.to_name, it.labels.join("] ["))).collect();
    if all.is_empty() { "nobody is asked".to_owned() } else { all.join("; ") }
}

fn prompt(scene: &Scene, name: &str, labels: &[String], exactly: bool) -> Result<(), String> {
    let all = who_is_asked(scene);
    let prompts = asked(scene, name);
    if prompts.is_empty() {
        return Err(format!("expected that {name} is asked, found: {all}"));
    }
    let is = |offer: &String, wanted: &str| {
        let wanted = wanted.to_lowercase();
        let wanted = wanted.trim_end_matches(['\u{2026}', '.']).trim_end_matches("(default)").trim();
        sentences::named(std::slice::from_ref(offer), wanted).is_some()
    };
    let offers: Vec<&String> = prompts.iter().flat_map(|it| &it.labels).collect();
    let missing = labels.iter().any(|wanted| !offers.iter().any(|offer| is(offer, wanted)));
    let more = exactly && offers.iter().any(|offer| !labels.iter().any(|wanted| is(offer, wanted)));
    match missing || more {
        false => Ok(()),
        true => {
            let exactly = if exactly { " exactly" } else { "" };
            Err(format!("expected that {name} is offered{exactly}: {}, found: {all}", labels.join(", ")))
        }
    }
}

fn no_prompt(scene: &Scene, name: Option<&str>) -> Result<(), String> {
    let (whom, silent) = match name {
        None => ("nobody".to_owned(), open(scene).next().is_none()),
        Some(name) => (format!("{name} not"), asked(scene, name).is_empty()),
    };
    match silent {
        true => Ok(()),
        false => Err(format!("expected {whom} to be asked, found: {}", who_is_asked(scene))),
    }
}

/// The GM has closed the fight, or it looks decided.
fn is_over(scene: &Scene) -> bool {
    scene.stage == Stage::Over || scene.details.decided.is_some()
}

fn over(scene: &Scene, wanted: &[String]) -> Result<(), String> {
    if !is_over(scene) {
        return Err("expected the fight to be over, found it going on".to_owned());
    }
    let stands = |mark: Mark| mark != Mark::Down;
    let sides: Vec<String> = scene
        .sides
        .iter()
        .filter(|side| side.members.iter().any(|it| stands(it.mark)))
        .map(|it| it.name.clone())
        .collect();
    let people: Vec<&str> =
        scene.sides.iter().flat_map(|it| &it.members).filter(|it| stands(it.mark)).map(|it| it.name.as_str()).collect();
    let nobody = matches!(wanted, [one] if is_nobody(one));
    let is_side = |name: &String| scene.sides.iter().any(|it| it.name.eq_ignore_ascii_case(name));
    let holds = match wanted {
        [] => true,
        _ if nobody => people.is_empty(),
        // Sides are named in full; combatants are among those who stand.
        _ if wanted.iter().all(is_side) => {
            sides.len() == wanted.len()
                && sides.iter().all(|side| wanted.iter().any(|it| it.eq_ignore_ascii_case(side)))
        }
        _ => wanted.iter().all(|name| people.iter().any(|it| it.eq_ignore_ascii_case(name))),
    };
    match holds {
        true => Ok(()),
        false => Err(format!("expected that {} stand at the end, found {}", list(wanted), list(&sides))),
    }
}

/// The time left until the deadline shown: of the open questions, otherwise of the clock.
fn deadline(scene: &Scene, wanted_ms: Option<i64>, now_ms: i64) -> Result<(), String> {
    let asked = open(scene).filter_map(|it| it.deadline_ms).min();
    let found_ms = asked.or_else(|| scene.clock.as_ref().map(|it| it.1)).map(|it| it - now_ms);
    let words = |ms: Option<i64>| match ms {
        None => "none".to_owned(),
        Some(ms) if ms % 1000 == 0 => format!("{}s", ms / 1000),
        Some(ms) => format!("{ms}ms"),
    };
    match wanted_ms == found_ms {
        true => Ok(()),
        false => Err(format!("expected deadline {}, found {}", words(wanted_ms), words(found_ms))),
    }
}
