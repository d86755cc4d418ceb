//! Modules know their neighbours in one direction only. Imports that run in a circle are `imports.rs`'s.

use super::{Source, has_word, none, sources};

/// What each module may know of the others; a module that isn't listed may know everything.
const KNOWS: [(&str, &[&str], &str); 10] = [
    ("src/engine/", &["engine"], "The engine knows nobody: let the caller hand in what it needs."),
    ("src/rules/", &["engine", "rules"], "A rule knows the engine and its own system: let the table do it."),
    (
        "src/config/",
        &["config", "engine", "telemetry"],
        "Settings are read by everybody and know nobody: move the type that they hold down into `config`.",
    ),
    ("src/store/", &["store", "failpoint", "telemetry"], "The store keeps text: let the table make and read it."),
    (
        "src/table/",
        &["table", "engine", "rules", "store", "failpoint", "telemetry", "config", "heartbeat"],
        "A table is not drawn by itself: publish a scene or a story, and let discord or script show it.",
    ),
    (
        "src/script/",
        &["script", "engine", "rules", "store", "table", "telemetry"],
        "A play script sits at a table like anybody else: talk to `table`.",
    ),
    ("src/localtable/", &["localtable"], "The stand-in knows nothing of the bot: they meet on the wire alone."),
    (
        "src/report/",
        &["report", "engine", "rules", "pictures", "verify"],
        "An account is made from an exported fight: hand in what it needs.",
    ),
    (
        "src/pictures/",
        &["engine::view", "engine::ids", "pictures"],
        "Pictures are drawn from a scene: put what is missing into `engine::view`.",
    ),
    (
        "src/discord/compose",
        // A scene consists of these, and a story of scenes' lines; its short account is made of those.
        &[
            "discord",
            "engine::view",
            "engine::Addressee",
            "engine::PromptId",
            "engine::Seat",
            "engine::Stage",
            "rules::Story",
            "rules::story::brief",
            "rules::story::stored",
        ],
        "Messages are composed from scenes, lines and prompts: put what is missing into `engine::view`.",
    ),
];

/// Modules know their neighbours in one direction only.
#[test]
fn modules_know_their_neighbours_only() {
    let mut faults = vec![];
    for source in sources(&["src"]).iter().filter(|it| !it.is_test()) {
        let knows = KNOWS.iter().filter(|(folder, ..)| source.path.starts_with(folder));
        for (_, known, instead) in knows {
            for (number, path) in crate_paths(source) {
                let allowed = known.iter().any(|it| path == *it || path.starts_with(&format!("{it}::")));
                if !allowed {
                    faults.push(format!("{}:{number}: uses `crate::{path}`. {instead}", source.path));
                }
            }
        }
    }
    none(faults);
}

/// The paths a file uses from its own crate, without `crate::`, with groups in braces expanded.
fn crate_paths(source: &Source) -> Vec<(usize, String)> {
    let mut paths = vec![];
    let code: Vec<(usize, &str)> = source.code(false).collect();
    for (index, (number, line)) in code.iter().enumerate() {
        for (at, _) in line.match_indices("crate::") {
            let before = line[..at].chars().next_back();
            if before.is_some_and(|it| it.is_alphanumeric() || it == '_' || it == '$') {
                continue; // `some_crate::`, or a macro of our own
            }
            let rest: String = std::iter::once(&line[at + "crate::".len()..])
                .chain(code[index + 1..].iter().take(60).map(|it| it.1))
                .collect::<Vec<_>>()
                .join(" ");
            let mut found = vec![];
            spell_out("", &rest, &mut found);
            paths.extend(found.into_iter().map(|it| (*number, it)));
        }
    }
    paths
}

/// Expands one path or group; returns what follows it.
fn spell_out<'a>(prefix: &str, text: &'a str, found: &mut Vec<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut group) = text.strip_prefix('{') {
        loop {
            group = group.trim_start().trim_start_matches(',').trim_start();
            match group.strip_prefix('}') {
                Some(after) => return after,
                None if group.is_empty() => return group,
                None => {
                    let after = spell_out(prefix, group, found);
                    // A piece that isn't consumed would be read for ever.
                    group = if after.len() == group.len() {
                        &group[group.chars().next().map_or(0, char::len_utf8)..]
                    } else {
                        after
                    };
                }
            }
        }
    }
    let end = text.find(|it: char| !(it.is_alphanumeric() || it == '_' || it == '*')).unwrap_or(text.len());
    let (name, after) = text.split_at(end);
    let path = match (prefix, name) {
        (_, "self" | "") => prefix.to_owned(),
        ("", _) => name.to_owned(),
        _ => format!("{prefix}::{name}"),
    };
    if let Some(deeper) = after.strip_prefix("::").filter(|_| !name.is_empty()) {
        return spell_out(&path, deeper, found);
    }
    found.push(path);
    let after = after.trim_start();
    match after.strip_prefix("as ") {
        Some(renamed) => renamed.trim_start().trim_start_matches(|it: char| it.is_alphanumeric() || it == '_'),
        None => after,
    }
}

/// The path reader handles every form of `use`.
#[test]
fn paths_are_spelled_out() {
    let spelled = |text: &str| {
        let source = Source { path: String::new(), text: text.to_owned() };
        crate_paths(&source).into_iter().map(|it| it.1).collect::<Vec<_>>()
    };
    assert_eq!(spelled("use crate::store;"), ["store"]);
    assert_eq!(spelled("let it = crate::rules::names::find(x);"), ["rules::names::find"]);
    assert_eq!(
        spelled(
            "use crate::{\n    engine::{self, Seat as Chair, view::*},\n    // crate::discord\n    table,\n};\nuse std::fmt;"
        ),
        ["engine", "engine::Seat", "engine::view::*", "table"]
    );
    assert_eq!(spelled("pub(crate) fn it() {}"), [""; 0]);
}

/// Only `lib.rs` names the core's crate: by that name, a module could reach past what it may know.
#[test]
fn the_core_is_named_in_one_place() {
    let mut faults = vec![];
    for source in sources(&["src", "tests", "benches"]).iter().filter(|it| !it.path.starts_with("tests/tidy")) {
        let named = source.code(true).filter(|it| has_word(it.1, "umpire_core") && source.path != "src/lib.rs");
        faults.extend(
            named.map(|(number, _)| format!("{}:{number}: use `crate::engine` or `crate::rules`.", source.path)),
        );
    }
    none(faults);
}
