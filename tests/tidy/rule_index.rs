//! The README of each system lists where its rules are. This checks that it lists every rule, and that the functions it names exist.

use super::{SYSTEMS, Source, root, sources};
use std::{collections::BTreeSet, fs};

/// The rows of a README's "Where is …" table.
fn rows(system: &str) -> Vec<String> {
    let readme = fs::read_to_string(root().join(format!("src/rules/{system}/README.md"))).expect("each system has one");
    let after = readme.split_once("## Where is …").expect("it says where the rules are").1;
    let section = after.split_once("\n## ").map_or(after, |it| it.0);
    section.lines().filter(|it| it.starts_with("| ") && !it.starts_with("| rule ")).map(str::to_owned).collect()
}

/// The rule numbers in a text; `R3–R5` and `C3-C5` are three each.
fn rule_numbers(text: &str) -> BTreeSet<String> {
    let text = text.replace('\u{2013}', "-");
    let mut found = BTreeSet::new();
    for word in text.split(|it: char| !(it.is_ascii_alphanumeric() || it == '-')) {
        let number = |it: &str| it.get(1..).and_then(|it| it.parse::<u32>().ok());
        if let Some((first, last)) = word.split_once('-')
            && let (Some(first_number), Some(last_number)) = (number(first), number(last))
        {
            found.extend((first_number..=last_number).map(|it| format!("{}{it}", &first[..1])));
        } else {
            found.insert(word.to_owned());
        }
    }
    found
}

/// What a file, or a folder's `mod.rs`, is called: `attack` for `chapters/attack.rs`.
fn module_name(path: &str) -> &str {
    let path = path.trim_end_matches("/mod.rs").trim_end_matches(".rs");
    path.rsplit('/').next().unwrap_or_default()
}

/// Whether a source defines this function, type, constant or value of an enum.
fn defines(source: &Source, name: &str) -> bool {
    source.code(false).any(|(_, line)| {
        let is_named = |rest: &str| {
            let rest = rest.strip_prefix(name);
            rest.is_some_and(|it| !it.starts_with(|it: char| it.is_alphanumeric() || it == '_'))
        };
        let keywords = ["fn ", "struct ", "enum ", "const ", "type "];
        keywords.iter().any(|it| line.match_indices(it).any(|(at, _)| is_named(&line[at + it.len()..])))
            || (name.starts_with(char::is_uppercase) && is_named(line.trim_start()))
    })
}

/// From a rule's number, its system's README leads to the function in one step.
#[test]
fn readmes_say_where_each_rule_is() {
    let mut faults = vec![];
    for system in SYSTEMS {
        let folder = format!("src/rules/{system}");
        let rows = rows(system);
        let listed = rule_numbers(&rows.join("\n"));
        let rules = fs::read_to_string(root().join(&folder).join("rules.rs")).expect("each system has them");
        for line in rules.lines() {
            let mut words = line.split('"');
            let (Some(name), Some(number), Some(_)) = (words.next(), words.next(), words.next()) else { continue };
            if name.starts_with("    ") && !listed.contains(number) {
                faults.push(format!("{folder}/README.md: {number} is missing. Say in which function it is."));
            }
        }
        let files: Vec<Source> = sources(&[&folder]).into_iter().filter(|it| !it.is_test()).collect();
        for path in rows.iter().flat_map(|it| it.split('`').skip(1).step_by(2)).filter(|it| it.contains("::")) {
            let (module, name) =
                (path.split("::").next().unwrap_or_default(), path.rsplit("::").next().unwrap_or_default());
            let is_type = module.starts_with(char::is_uppercase);
            let mut places = files.iter().filter(|it| is_type || module_name(&it.path) == module);
            if !places.any(|it| defines(it, name)) {
                faults.push(format!("{folder}/README.md: there is no `{path}`. Name the function that does it now."));
            }
        }
    }
    super::none(faults);
}

/// A range names every number in it, and what isn't a rule's number finds nothing.
#[test]
fn rule_numbers_are_read() {
    let found = rule_numbers("| R3–R5 Rounds, R31b, A30, C3-C4 | `a::b` |");
    for number in ["R3", "R4", "R5", "R31b", "A30", "C3", "C4"] {
        assert!(found.contains(number), "{number} in {found:?}");
    }
    assert!(!found.contains("R6"));
}
