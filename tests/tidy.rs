//! Our coding style as a failing test: it reads the source and, for every line that breaks a rule, says what to do instead. It only checks
//! what the compiler and clippy can't.

#[path = "tidy/facts.rs"]
mod facts;
#[path = "tidy/hidden.rs"]
mod hidden;
#[path = "tidy/imports.rs"]
mod imports;
#[path = "tidy/neighbours.rs"]
mod neighbours;
#[path = "tidy/rule_index.rs"]
mod rule_index;

use imports::Imports;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// A file with more lines than this must say why.
const LONGEST: usize = 500;
/// The start of that explanation, after `//` or `//!`.
const REASON: &str = "Long because:";

struct Source {
    /// Relative to the repository's root, with `/`.
    path: String,
    text: String,
}

impl Source {
    fn is_test(&self) -> bool {
        let file = self.path.rsplit('/').next().unwrap_or_default();
        self.path.starts_with("tests/") || self.path.contains("/tests/") || file.ends_with("tests.rs")
    }

    /// The lines of code with their numbers, without comments; after `mod tests {` only if tests are wanted.
    fn code(&self, with_tests: bool) -> impl Iterator<Item = (usize, &str)> {
        let tests = self.text.lines().position(|it| it.trim_start().starts_with("mod tests {"));
        let end = if with_tests { usize::MAX } else { tests.unwrap_or(usize::MAX) };
        self.text
            .lines()
            .enumerate()
            .take_while(move |it| it.0 < end)
            .map(|(index, line)| (index + 1, line.split("// ").next().unwrap_or_default()))
            .filter(|(_, line)| !line.trim_start().starts_with("//"))
    }
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Every Rust file under these folders.
fn sources(folders: &[&str]) -> Vec<Source> {
    let mut found = vec![];
    for folder in folders {
        collect(&root().join(folder), "rs", &mut found);
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!found.is_empty(), "there is source to read");
    found
}

fn collect(folder: &Path, extension: &str, found: &mut Vec<Source>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.flatten().map(|it| it.path()) {
        if path.is_dir() {
            collect(&path, extension, found);
        } else if path.extension().is_some_and(|it| it == extension) {
            let text = fs::read_to_string(&path).expect("source is text");
            let path = path.strip_prefix(root()).expect("it lies in the repository");
            let path = path.components().map(|it| it.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
            found.push(Source { path, text });
        }
    }
}

fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "{} to mend:\n{}", faults.len(), faults.join("\n"));
}

/// Whether a line contains a word on its own, not as part of a longer name.
fn has_word(line: &str, word: &str) -> bool {
    let part = |it: char| it.is_alphanumeric() || it == '_';
    line.match_indices(word).any(|(at, _)| {
        let before = line[..at].chars().next_back().is_some_and(part);
        let after = line[at + word.len()..].chars().next().is_some_and(part);
        let (joined_before, joined_after) = (before && word.starts_with(part), after && word.ends_with(part));
        !joined_before && !joined_after
    })
}

/// The engine and the rules are pure: no clock, no file, no network, no order that changes from run to run.
#[test]
fn the_core_is_pure() {
    let forbidden = [
        ("tokio", "Ask through `cx` and return; the table waits."),
        ("serenity", "Make a `Line` or a `Scene`; the `discord` module draws it."),
        ("poise", "Make a `Line` or a `Scene`; the `discord` module draws it."),
        ("sqlx", "Return a row; the store writes it."),
        ("std::fs", "Take the text as an argument; whoever calls reads the file."),
        ("std::env", "Take it as an argument, or make it an option of the system."),
        ("std::net", "The core has no network."),
        ("std::thread", "The core has one thread: its caller's."),
        ("SystemTime", "Take `at_ms` as an argument."),
        ("std::time", "Take `at_ms` as an argument."),
        ("Instant::now", "Take `at_ms` as an argument."),
        ("HashMap", "Use `BTreeMap` or a `Vec`: what is folded must come out in the same order for ever."),
        ("HashSet", "Use `BTreeSet` or a `Vec`: what is folded must come out in the same order for ever."),
        ("async", "A procedure suspends by `cx.ask(...)?`; it never waits."),
        ("println!", "Give a `Line` to be shown, or an error to be told."),
        ("eprintln!", "Give a `Line` to be shown, or an error to be told."),
        ("rand::", "Roll through `cx.die`, so that the roll is in the log."),
    ];
    let mut faults = vec![];
    for source in sources(&["src/engine", "src/rules"]).iter().filter(|it| !it.is_test()) {
        for (number, line) in source.code(false) {
            let found = forbidden.iter().filter(|(word, _)| has_word(line, word));
            faults.extend(found.map(|(word, instead)| format!("{}:{number}: `{word}`. {instead}", source.path)));
        }
    }
    none(faults);
}

/// The folders without circles of imports, and what below them is not looked at.
const WITHOUT_CIRCLES: [(&str, &[&str]); 9] = [
    ("src/discord/", &[]),
    ("src/table/", &[]),
    ("src/localtable/", &[]),
    ("src/store/", &[]),
    ("src/config/", &[]),
    ("src/script/", &[]),
    ("src/verify/", &[]),
    ("src/engine/", &[]),
    // A system's chapters call each other, as those of its book do.
    (
        "src/rules/",
        &[
            "src/rules/einfelst/",
            "src/rules/ingenuity/",
            "src/rules/murdham/",
            "src/rules/sovereign/",
            "src/rules/td2e/",
        ],
    ),
];

/// No file of these folders imports, however far round, from one that imports from it: each can be read without the other.
#[test]
fn no_imports_run_in_a_circle() {
    let imports = Imports::read();
    let mut faults = vec![];
    for (folder, but) in WITHOUT_CIRCLES {
        for circle in imports.circles(folder, but) {
            let instead = "Move what both need into a file of its own, or hand it in.";
            faults.push(format!("{folder}: a circle of {} files. {instead}\n  {}", circle.len(), circle.join("\n  ")));
        }
    }
    none(faults);
}

/// The largest circle of imports among each system's chapters, in files: they call each other, as those of the book do.
const LARGEST_CIRCLES: [(&str, usize); 5] =
    [("einfelst", 9), ("ingenuity", 8), ("murdham", 30), ("sovereign", 13), ("td2e", 2)];

/// The circles among the chapters don't grow. (Every file of a system knows its root, which has the system's own types.)
#[test]
fn circles_among_chapters_do_not_grow() {
    let imports = Imports::read();
    let mut faults = vec![];
    for (system, most) in LARGEST_CIRCLES {
        for circle in imports.circles(&format!("src/rules/{system}/chapters/"), &[]).iter().filter(|it| it.len() > most)
        {
            let instead = "Move what two chapters need into a file of its own, or into the model.";
            faults.push(format!(
                "{system}: a circle of {} files, more than {most}. {instead}\n  {}",
                circle.len(),
                circle.join("\n  ")
            ));
        }
    }
    none(faults);
}

/// Commands are registered in one place, and nobody else asks them for anything: what others need too stands beside them.
#[test]
fn only_the_bot_knows_its_commands() {
    let imports = Imports::read();
    let importers = imports.importers("src/discord/commands/");
    assert_eq!(
        importers.into_iter().collect::<Vec<_>>(),
        ["src/discord/bot.rs"],
        "move what they need out of commands/"
    );
}

/// Tests never wait: time is an argument, or tokio's paused clock.
#[test]
fn tests_do_not_sleep() {
    let mut faults = vec![];
    for source in &sources(&["src", "tests"]) {
        let tests: Vec<_> = match source.is_test() {
            true => source.code(true).collect(),
            false => source.code(true).skip(source.code(false).count()).collect(),
        };
        let stands = source.text.contains("start_paused") || source.text.contains("time::pause()");
        for (number, line) in tests {
            if has_word(line, "thread::sleep") || (has_word(line, "sleep") && line.contains("sleep(") && !stands) {
                let instead = "Hand in the time, or let tokio's clock stand (`start_paused = true`).";
                faults.push(format!("{}:{number}: a test sleeps. {instead}", source.path));
            }
        }
    }
    none(faults.into_iter().filter(|it| !it.starts_with("tests/tidy.rs")).collect());
}

/// A long file says why it is long.
#[test]
fn long_files_say_why() {
    let long = sources(&["src", "tests", "benches", "fuzz"]).into_iter().filter(|it| {
        let says = it.text.lines().any(|line| line.trim_start().starts_with("//") && line.contains(REASON));
        it.text.lines().count() > LONGEST && !says
    });
    let fault = |it: Source| {
        let lines = it.text.lines().count();
        format!("{}: {lines} lines. Split it by subject, or say in a comment `{REASON} ...`.", it.path)
    };
    none(long.map(fault).collect());
}

/// Nothing is left for later, and no test is left out.
#[test]
fn nothing_is_left_for_later() {
    let forbidden = [
        (concat!("to", "do!"), "Write it, or leave the feature out and say so in the documents."),
        (concat!("unimple", "mented!"), "Write it, or make the case impossible to express."),
        (
            concat!("#[ig", "nore"),
            "A test that is not run proves nothing: mend it, take it out, or say `run by another test`.",
        ),
        (concat!("dbg", "!("), "Take it out; what is worth knowing is logged."),
    ];
    let mut faults = vec![];
    for source in &sources(&["src", "tests", "benches", "fuzz"]) {
        for (number, line) in source.code(true) {
            let found =
                forbidden.iter().filter(|(word, _)| line.contains(word) && !line.contains("run by another test"));
            faults.extend(found.map(|(word, instead)| format!("{}:{number}: `{word}`. {instead}", source.path)));
        }
    }
    none(faults);
}

/// A public type means one thing. The systems say the same of different rules, so they share names among themselves, and with nobody else
/// but where they give the engine's types a shorter name. A verb is called what the log calls it.
#[test]
fn no_two_public_types_share_a_name() {
    let mut named: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for source in sources(&["src"]).iter().filter(|it| !it.is_test() && !it.path.contains("/verbs/")) {
        let mut parts = source.path.split('/').skip(1);
        let system = (parts.next() == Some("rules")).then(|| parts.next()).flatten().filter(|it| SYSTEMS.contains(it));
        let whose = system.map_or_else(|| source.path.clone(), |_| "a system".to_owned());
        for (_, line) in source.code(false) {
            let Some(line) = line.strip_prefix("pub ").or_else(|| line.strip_prefix("pub(crate) ")) else { continue };
            let kind = ["struct ", "enum ", "trait ", "type "].iter().find_map(|it| line.strip_prefix(it));
            let Some(rest) = kind else { continue };
            let name: String = rest.chars().take_while(|it| it.is_alphanumeric() || *it == '_').collect();
            let all = named.entry(name).or_default();
            if !all.contains(&whose) {
                all.push(whose.clone());
            }
        }
    }
    let twice = named.into_iter().filter(|it| it.1.len() > 1);
    none(
        twice
            .map(|(name, all)| format!("`{name}` stands in {}. Say in its name which it is.", all.join(", ")))
            .collect(),
    );
}

/// The folders of the systems.
const SYSTEMS: [&str; 5] = ["murdham", "sovereign", "ingenuity", "td2e", "einfelst"];

/// A system in the new layout has the same folders, and dependencies only run from text to verbs to chapters to model: no module knows
/// those above it.
#[test]
fn arrows_run_down_the_folders_of_a_system() {
    let order = ["model", "chapters", "verbs", "text"];
    let mut faults = vec![];
    for system in LAYERED {
        let folder = format!("src/rules/{system}");
        let missing = order.iter().filter(|it| !root().join(&folder).join(it).is_dir());
        faults.extend(missing.map(|it| format!("{folder}: there is no `{it}`. Every system has the same folders.")));
        for source in sources(&[&folder]).iter().filter(|it| !it.is_test()) {
            let here = source.path.trim_start_matches(&folder).trim_start_matches('/').split('/').next();
            let Some(here) = order.iter().position(|it| Some(*it) == here) else { continue };
            for (number, line) in source.code(false) {
                let above =
                    order[here + 1..].iter().filter(|it| has_word(line, it) && line.contains(&format!("{it}::")));
                let instead = "Move it down, or hand it in from above.";
                faults.extend(above.map(|it| format!("{}:{number}: `{it}` is above. {instead}", source.path)));
            }
        }
    }
    none(faults);
}

/// The systems whose folders are checked.
const LAYERED: [&str; 5] = ["einfelst", "ingenuity", "murdham", "sovereign", "td2e"];

/// No name says "I hold everything": names are nouns from the table.
#[test]
fn names_are_nouns_from_the_table() {
    let kinds = ["struct ", "enum ", "trait ", "type ", "mod "];
    let endings =
        ["Manager", "Helper", "Helpers", "Util", "Utils", "Data", "manager", "helper", "helpers", "util", "utils"];
    let mut faults = vec![];
    for source in &sources(&["src", "tests"]) {
        for (number, line) in source.code(true) {
            let line = line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
            let Some(rest) = kinds.iter().find_map(|it| line.strip_prefix(it)) else { continue };
            let end = rest.find(|it: char| !(it.is_alphanumeric() || it == '_')).unwrap_or(rest.len());
            let name = &rest[..end];
            if endings.iter().any(|it| name.ends_with(it)) {
                let instead = "Name it by what it is at the table, or by the one thing that it does.";
                faults.push(format!("{}:{number}: `{name}`. {instead}", source.path));
            }
        }
    }
    none(faults);
}

/// Nothing committed knows the machine it was written on.
#[test]
fn no_path_of_a_machine() {
    let forbidden = [concat!("/wo", "rk/"), concat!("/tmp/", "wt"), concat!("/ro", "ot/"), concat!("/home/", "user")];
    let mut all: Vec<(String, String)> =
        sources(&["src", "tests", "benches", "fuzz"]).into_iter().map(|it| (it.path, it.text)).collect();
    let pages = ["README.md", "CHANGELOG.md", "Cargo.toml", "check", "Dockerfile", "clippy.toml"].map(PathBuf::from);
    let docs = fs::read_dir(root().join("docs")).into_iter().flatten().flatten();
    for page in pages.into_iter().chain(docs.map(|it| Path::new("docs").join(it.file_name()))) {
        all.extend(fs::read_to_string(root().join(&page)).ok().map(|text| (page.display().to_string(), text)));
    }
    let mut faults = vec![];
    for (path, text) in &all {
        for (index, line) in text.lines().enumerate() {
            if let Some(word) = forbidden.iter().find(|it| line.contains(**it)) {
                faults.push(format!("{path}:{}: `{word}`. Name it relative to the repository.", index + 1));
            }
        }
    }
    none(faults);
}

/// Every page that the README names exists.
#[test]
fn the_readme_names_pages_that_exist() {
    let Ok(readme) = fs::read_to_string(root().join("README.md")) else { return };
    let mut faults = vec![];
    for (at, _) in readme.match_indices("docs/") {
        let rest = &readme[at..];
        let end = rest.find(|it: char| !(it.is_ascii_alphanumeric() || "/-_.".contains(it))).unwrap_or(rest.len());
        let page = rest[..end].trim_end_matches('.');
        if !root().join(page).exists() {
            faults.push(format!("README.md: `{page}` does not exist. Write it, or name the page that does."));
        }
    }
    none(faults);
}

/// A refusal alone proves nothing: there may be a different reason from the one the script is about.
#[test]
fn scripts_say_why_something_is_refused() {
    let mut scripts = vec![];
    collect(&root().join("tests/scripts"), "play", &mut scripts);
    assert!(scripts.len() > 1_000, "there are scripts to read");
    let silent = |it: &Source| {
        let is_bare = |line: &str| line.split('#').next().is_some_and(|it| it.trim() == "expect refused");
        let lines = it.text.lines().enumerate().filter(|(_, it)| is_bare(it) || it.contains("refused \"\""));
        lines.map(|(index, _)| format!("{}:{}: refused why? Give a part of the sentence", it.path, index + 1)).collect()
    };
    none(scripts.iter().flat_map(|it| -> Vec<String> { silent(it) }).collect());
}
