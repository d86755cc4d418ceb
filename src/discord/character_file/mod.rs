//! Characters as files: one schema for all systems, in TOML or JSON, documented in `docs/CHARACTERS.md`. Reading reports every problem at
//! once, each with its place in the file and a suggestion; nothing is guessed. What a sheet may contain is up to its system.

mod tree;

use self::tree::Tree;
use super::{system_choice::judge, text};
use crate::{
    rules::{Fields, Session, System, names},
    table::option_values::FixedChoice,
};

/// The schema version that's written, and the only one that's read.
const VERSION: i64 = 1;
/// At most this many characters per file.
pub const CHARACTERS_MAX: usize = 50;
/// At most this many problems are listed; the rest are counted.
const PROBLEMS_MAX: usize = 60;
/// The maximum length of a sheet's value, in characters.
const VALUE_MAX: usize = 1_000;
/// The maximum number of fields in a sheet.
const FIELDS_MAX: usize = 100;

/// A character from a file, accepted by its system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedCharacter {
    /// Its system.
    pub system: System,
    /// Its name.
    pub name: String,
    /// Every field of its sheet.
    pub fields: Fields,
}

/// A problem with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileProblem {
    /// The place: `character[2].sheet.wit`; empty for the file as a whole.
    pub place: String,
    /// A sentence.
    pub why: String,
}

/// A file's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// TOML.
    Toml,
    /// JSON.
    Json,
}

impl Language {
    /// The format for a file's extension.
    pub fn of(file_name: &str) -> Option<Language> {
        Language::named(file_name.rsplit_once('.')?.1)
    }

    /// Its extension, and its name in `/character export`.
    pub fn ending(self) -> &'static str {
        match self {
            Language::Toml => "toml",
            Language::Json => "json",
        }
    }
}

impl FixedChoice for Language {
    const ALL: &'static [(Language, &'static str, &'static [&'static str])] =
        &[(Language::Toml, "toml", &[]), (Language::Json, "json", &[])];
}

/// Reads a file.
///
/// # Errors
/// Every problem.
pub fn read(text: &str, language: Language) -> Result<Vec<ParsedCharacter>, Vec<FileProblem>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = |why: String| vec![FileProblem { place: String::new(), why }];
    if text.contains('\0') {
        return Err(whole("The file contains a NUL character, so it isn\u{2019}t a text file.".to_owned()));
    }
    let tree = match language {
        Language::Toml => tree::toml(text),
        Language::Json => tree::json(text),
    };
    let name = match language {
        Language::Toml => "TOML",
        Language::Json => "JSON",
    };
    let tree = tree.map_err(|why| whole(format!("This isn\u{2019}t valid {name}: {why}.")))?;
    let mut reader = Reader::default();
    let drawn = reader.file(&tree);
    if reader.problems.is_empty() { Ok(drawn) } else { Err(reader.problems) }
}

/// Problems as lines for display.
pub fn in_words(problems: &[FileProblem]) -> String {
    let line = |it: &FileProblem| match it.place.is_empty() {
        true => it.why.clone(),
        false => format!("{}: {}", it.place, it.why),
    };
    let mut lines: Vec<String> = problems.iter().take(PROBLEMS_MAX).map(line).collect();
    if problems.len() > PROBLEMS_MAX {
        lines.push(format!("\u{2026} and {} more.", problems.len() - PROBLEMS_MAX));
    }
    lines.join("\n")
}

#[derive(Default)]
struct Reader {
    problems: Vec<FileProblem>,
}

impl Reader {
    fn wrong(&mut self, place: impl Into<String>, why: impl Into<String>) {
        self.problems.push(FileProblem { place: place.into(), why: why.into() });
    }

    /// The known keys of a table; unknown and duplicate keys are problems.
    fn keys<'a>(&mut self, place: &str, table: &'a [(String, Tree)], known: &[&str]) -> Vec<(&'a str, &'a Tree)> {
        let mut found: Vec<(&str, &Tree)> = vec![];
        for (key, value) in table {
            let at = inside(place, key);
            match known.contains(&key.as_str()) {
                true if found.iter().any(|it| it.0 == key) => self.wrong(at, "It\u{2019}s there twice."),
                true => found.push((key, value)),
                false => {
                    let all = known.join(", ");
                    self.wrong(
                        at,
                        format!("There\u{2019}s no such key here.{} The keys are {all}.", nearest(key, known)),
                    );
                }
            }
        }
        found
    }

    fn file(&mut self, tree: &Tree) -> Vec<ParsedCharacter> {
        let Tree::Table(table) = tree else {
            self.wrong("", format!("The file is {}; it should be a table with the list `character`.", tree.kind()));
            return vec![];
        };
        let keys = self.keys("", table, &["umpire", "character"]);
        match keys.iter().find(|it| it.0 == "umpire").map(|it| it.1) {
            None | Some(Tree::Number(VERSION)) => {}
            Some(Tree::Number(other)) => {
                self.wrong("umpire", format!("This version of Umpire reads schema version {VERSION}, not {other}."));
            }
            Some(other) => self.wrong("umpire", format!("It must be the number {VERSION}, not {}.", other.kind())),
        }
        match keys.iter().find(|it| it.0 == "character").map(|it| it.1) {
            Some(Tree::List(all)) if all.is_empty() => self.wrong("character", "The list is empty."),
            Some(Tree::List(all)) if all.len() > CHARACTERS_MAX => {
                self.wrong("character", format!("At most {CHARACTERS_MAX} characters, not {}.", all.len()));
            }
            Some(Tree::List(all)) => return self.characters(all),
            Some(other) => {
                let why = format!("It must be a list, not {}: write [[character]] in TOML, [ ] in JSON.", other.kind());
                self.wrong("character", why);
            }
            None => {
                self.wrong("character", "It\u{2019}s missing: a list of characters, each with system, name and sheet.")
            }
        }
        vec![]
    }

    fn characters(&mut self, all: &[Tree]) -> Vec<ParsedCharacter> {
        let mut drawn: Vec<ParsedCharacter> = vec![];
        for (index, tree) in all.iter().enumerate() {
            let place = format!("character[{}]", index + 1);
            let Some(one) = self.character(&place, tree) else { continue };
            let same =
                |it: &ParsedCharacter| it.system == one.system && it.name.to_lowercase() == one.name.to_lowercase();
            if let Some(earlier) = drawn.iter().position(same) {
                let why =
                    format!("An earlier character in this file is also called {} (the {}).", one.name, nth(earlier));
                self.wrong(inside(&place, "name"), why);
            }
            drawn.push(one);
        }
        drawn
    }

    fn character(&mut self, place: &str, tree: &Tree) -> Option<ParsedCharacter> {
        let Tree::Table(table) = tree else {
            self.wrong(place, format!("It must be a table with system, name and sheet, not {}.", tree.kind()));
            return None;
        };
        let before = self.problems.len();
        let keys = self.keys(place, table, &["system", "name", "template", "sheet"]);
        let get = |name: &str| keys.iter().find(|it| it.0 == name).map(|it| it.1);
        let name = self.text(place, "name", get("name")).and_then(|typed| match text::name(&typed) {
            Ok(name) => Some(name),
            Err(why) => {
                self.wrong(inside(place, "name"), why.to_string());
                None
            }
        });
        let system = self.text(place, "system", get("system")).and_then(|typed| self.system(place, &typed));
        let template = match get("template") {
            None => None,
            some => self.text(place, "template", some),
        };
        let fields = match get("sheet") {
            None => vec![],
            Some(Tree::Table(sheet)) => self.sheet(&inside(place, "sheet"), sheet),
            Some(other) => {
                self.wrong(inside(place, "sheet"), format!("It must be a table of fields, not {}.", other.kind()));
                vec![]
            }
        };
        let (system, name) = (system?, name);
        let fields = self.judged(place, system, template.as_deref(), &fields)?;
        // If a key was left out as wrong, the sheet isn't valid, however good the rest is.
        (self.problems.len() == before).then_some(ParsedCharacter { system, name: name?, fields })
    }

    fn text(&mut self, place: &str, key: &str, value: Option<&Tree>) -> Option<String> {
        let place = inside(place, key);
        match value {
            Some(Tree::Text(text)) => return Some(text.clone()),
            Some(other) => self.wrong(place, format!("It must be a text, not {}.", other.kind())),
            None => self.wrong(place, "It\u{2019}s missing."),
        }
        None
    }

    fn system(&mut self, place: &str, typed: &str) -> Option<System> {
        let found = System::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(typed.trim()));
        if found.is_none() {
            let all: Vec<&str> = System::ALL.iter().map(|it| it.name()).collect();
            let why = format!(
                "There\u{2019}s no rule system \u{201c}{typed}\u{201d}.{} The systems are {}.",
                nearest(typed, &all),
                all.join(", ")
            );
            self.wrong(inside(place, "system"), why);
        }
        found
    }

    /// The fields of a sheet as people would type them.
    fn sheet(&mut self, place: &str, sheet: &[(String, Tree)]) -> Fields {
        if sheet.len() > FIELDS_MAX {
            self.wrong(place, format!("A sheet can have at most {FIELDS_MAX} fields; this one has {}.", sheet.len()));
            return vec![];
        }
        let mut fields: Fields = vec![];
        for (key, value) in sheet {
            let at = inside(place, key);
            if fields.iter().any(|it| it.0 == *key) {
                self.wrong(at, "It\u{2019}s there twice.");
                continue;
            }
            match typed(value) {
                Ok(value) if value.chars().count() > VALUE_MAX => {
                    self.wrong(at, format!("It\u{2019}s longer than {VALUE_MAX} characters."));
                }
                Ok(value) => fields.push((key.clone(), value)),
                Err(why) => self.wrong(at, why),
            }
        }
        fields
    }

    fn judged(&mut self, place: &str, system: System, template: Option<&str>, fields: &Fields) -> Option<Fields> {
        let judge = match judge(system) {
            Ok(judge) => judge,
            Err(_) => {
                self.wrong(inside(place, "system"), "This system can\u{2019}t be played right now.");
                return None;
            }
        };
        match judge.read_sheet(template, fields) {
            Ok(fields) => Some(fields),
            Err(problems) => {
                let known = known_fields(judge.as_ref());
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                for (field, why) in problems {
                    let is_field = field != "template" || fields.iter().any(|it| it.0 == field);
                    let at = inside(place, &if is_field { inside("sheet", &field) } else { field.clone() });
                    let unknown = is_field && !known.iter().any(|it| it.eq_ignore_ascii_case(&field));
                    let near = if unknown { nearest(&field, &known) } else { nearest_of_those_named(&why) };
                    self.wrong(at, format!("{}{near}", text::one_line(&why)));
                }
                None
            }
        }
    }
}

/// The fields of a sheet in this fight's system.
pub fn known_fields(judge: &dyn Session) -> Vec<String> {
    judge.read_sheet(None, &[]).unwrap_or_default().into_iter().map(|it| it.0).collect()
}

fn inside(place: &str, key: &str) -> String {
    let key: String = text::one_line(key).chars().take(60).collect();
    if place.is_empty() { key } else { format!("{place}.{key}") }
}

fn nth(index: usize) -> String {
    match index {
        0 => "1st".to_owned(),
        1 => "2nd".to_owned(),
        2 => "3rd".to_owned(),
        _ => format!("{}th", index + 1),
    }
}

/// " Did you mean sheet?", if anything comes close.
fn nearest(typed: &str, known: &[&str]) -> String {
    let close = match names::find(typed, known.iter().map(|it| ((*it).to_owned(), ()))) {
        names::Named::Several(names) | names::Named::None(names) => names.into_iter().next(),
        names::Named::One(()) => {
            let typed = typed.trim().to_lowercase();
            known.iter().find(|it| it.to_lowercase().starts_with(&typed)).map(|it| (*it).to_owned())
        }
    };
    close.map(|it| format!(" Did you mean {it}?")).unwrap_or_default()
}

/// The same for a system's message that quotes what was typed and then lists what there is.
fn nearest_of_those_named(why: &str) -> String {
    let quoted = why.split_once('\u{201c}').and_then(|(_, rest)| rest.split_once('\u{201d}'));
    let Some((typed, after)) = quoted.filter(|_| !why.contains("Did you mean")) else { return String::new() };
    let list = after.split_once("Choose from ").or_else(|| after.rsplit_once(": "));
    let Some((_, list)) = list else { return String::new() };
    let known: Vec<&str> = list.trim_end_matches('.').split(", ").collect();
    nearest(typed, &known)
}

/// A value as people would type it.
fn typed(value: &Tree) -> Result<String, String> {
    match value {
        Tree::Text(text) => Ok(text::one_line(text)),
        Tree::Number(number) => Ok(number.to_string()),
        Tree::Yes(yes) => Ok(if *yes { "yes" } else { "no" }.to_owned()),
        Tree::List(all) => {
            let one = |it: &Tree| match it {
                Tree::Text(_) | Tree::Number(_) => typed(it),
                other => Err(format!("This list must hold texts, not {}.", other.kind())),
            };
            Ok(all.iter().map(one).collect::<Result<Vec<_>, _>>()?.join(", "))
        }
        other => {
            Err(format!("A field must be a text, a number, true or false, or a list of texts, not {}.", other.kind()))
        }
    }
}

/// Writes characters so that [`read`] returns the same ones.
pub fn write(all: &[ParsedCharacter], language: Language) -> String {
    match language {
        Language::Toml => write_toml(all),
        Language::Json => write_json(all),
    }
}

/// A value as a number, if it is one and would be written the same way.
fn as_number(value: &str) -> Option<i64> {
    value.parse::<i64>().ok().filter(|it| it.to_string() == value)
}

fn write_toml(all: &[ParsedCharacter]) -> String {
    let text = |text: &str| toml::Value::String(text.to_owned()).to_string();
    let mut lines = vec![
        "# Characters for Umpire. /character import reads this file; docs/CHARACTERS.md explains its fields."
            .to_owned(),
        format!("umpire = {VERSION}"),
    ];
    for it in all {
        lines.extend([String::new(), "[[character]]".to_owned()]);
        lines.push(format!("system = {}", text(it.system.name())));
        lines.push(format!("name = {}", text(&it.name)));
        lines.extend([String::new(), "[character.sheet]".to_owned()]);
        for (field, value) in &it.fields {
            let value = as_number(value).map_or_else(|| text(value), |it| it.to_string());
            let bare =
                field.chars().all(|it| it.is_ascii_alphanumeric() || it == '-' || it == '_') && !field.is_empty();
            lines.push(format!("{} = {value}", if bare { field.clone() } else { text(field) }));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

fn write_json(all: &[ParsedCharacter]) -> String {
    let value = |value: &str| as_number(value).map_or_else(|| value.into(), serde_json::Value::from);
    let one = |it: &ParsedCharacter| {
        let sheet: serde_json::Map<String, serde_json::Value> =
            it.fields.iter().map(|(field, typed)| (field.clone(), value(typed))).collect();
        serde_json::json!({ "system": it.system.name(), "name": it.name, "sheet": sheet })
    };
    let file = serde_json::json!({ "umpire": VERSION, "character": all.iter().map(one).collect::<Vec<_>>() });
    let mut text = serde_json::to_string_pretty(&file).expect("a plain value");
    text.push('\n');
    text
}

#[cfg(test)]
mod tests;
