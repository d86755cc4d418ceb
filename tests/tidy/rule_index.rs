//! The README of each system lists where its rules are. This checks that it lists every rule, that the functions it names exist, and that one
//! of those in a rule's row is where the rule is cited.

use super::{SYSTEMS, Source, has_word, root, sources};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
};

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

/// A system's rules: their names in the code, and their numbers.
fn rules_of(system: &str) -> Vec<(String, String)> {
    let rules = fs::read_to_string(root().join(format!("src/rules/{system}/rules.rs"))).expect("each system has them");
    let rule = |line: &str| {
        let name = line.strip_prefix("    ").filter(|it| it.starts_with(|it: char| it.is_ascii_uppercase()))?;
        let mut parts = name.split('"');
        Some((parts.next()?.trim().to_owned(), parts.next()?.to_owned()))
    };
    rules.lines().filter_map(rule).collect()
}

/// The functions named in a text, each with its module, or with its type if no module is named.
fn functions_named(text: &str) -> BTreeSet<(&str, &str)> {
    let paths = text.split('`').skip(1).step_by(2).filter_map(|it| it.rsplit_once("::"));
    let named = paths.map(|(places, name)| {
        let module = places.rsplit("::").find(|it| it.starts_with(char::is_lowercase));
        (module.or(places.rsplit("::").next()).unwrap_or_default(), name)
    });
    named.collect()
}

/// In which functions of a system each of its rules is cited, by module and name. What tells, refuses or plays isn't where a rule is decided.
fn cited_in(files: &[Source]) -> BTreeMap<&str, BTreeSet<(&str, &str)>> {
    const ASIDE: [&str; 4] = ["rules", "refusals", "striking", "playing"];
    let mut found: BTreeMap<&str, BTreeSet<(&str, &str)>> = BTreeMap::new();
    let is_part = |it: char| it.is_alphanumeric() || it == '_';
    for source in files.iter().filter(|it| !it.path.contains("/text/") && !ASIDE.contains(&module_name(&it.path))) {
        let mut function = "";
        for (_, line) in source.code(false) {
            if has_word(line, "fn") {
                let name = line.split("fn ").nth(1).and_then(|it| it.split(|it| !is_part(it)).next());
                function = name.filter(|it| !it.is_empty()).unwrap_or(function);
            }
            for rule in line.split("Rule::").skip(1).filter_map(|it| it.split(|it| !is_part(it)).next()) {
                found.entry(rule).or_default().insert((module_name(&source.path), function));
            }
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
        for (_, number) in rules_of(system) {
            if !listed.contains(&number) {
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

/// Rules that no function cites: they say how something is shown or written, or hold by how the fight is kept.
const UNCITED: [&str; 15] = [
    "einfelst A8",
    "einfelst C2",
    "einfelst R10",
    "einfelst R30",
    "ingenuity A25",
    "ingenuity C11",
    "murdham C10",
    "murdham C14",
    "murdham C42",
    "murdham R1",
    "sovereign C33",
    "sovereign R2",
    "td2e A9",
    "td2e R19",
    "td2e R7",
];

/// Whoever follows a rule's row comes to the function that cites it, not only to others that have to do with it.
#[test]
fn a_rules_row_names_a_function_that_cites_it() {
    let (mut faults, mut uncited) = (vec![], BTreeSet::new());
    for system in SYSTEMS {
        let files: Vec<Source> =
            sources(&[&format!("src/rules/{system}")]).into_iter().filter(|it| !it.is_test()).collect();
        let (cited, rows) = (cited_in(&files), rows(system));
        let numbered =
            |row: &&String, number: &String| rule_numbers(row.split('|').nth(1).unwrap_or_default()).contains(number);
        for (rule, number) in rules_of(system) {
            let Some(places) = cited.get(rule.as_str()) else {
                uncited.insert(format!("{system} {number}"));
                continue;
            };
            let named: BTreeSet<_> =
                rows.iter().filter(|it| numbered(it, &number)).flat_map(|it| functions_named(it)).collect();
            let leads = |it: &&(&str, &str)| {
                named.contains(*it)
                    || named.iter().any(|(place, name)| place.starts_with(char::is_uppercase) && *name == it.1)
            };
            if !places.iter().any(|it| leads(&it)) {
                let places: Vec<String> = places.iter().map(|it| format!("`{}::{}`", it.0, it.1)).collect();
                faults.push(format!(
                    "src/rules/{system}/README.md: the row of {number} names no function that cites it. Add the one that decides it: {}.",
                    places.join(", ")
                ));
            }
        }
    }
    let known = UNCITED.iter().map(ToString::to_string).collect();
    assert_eq!(uncited, known, "a rule that nothing cites any more, or one of UNCITED that something cites now");
    super::none(faults);
}

/// A function is found by its module, whatever type or folder stands around it, or by its type.
#[test]
fn named_functions_are_read() {
    let found = functions_named("| R1 A | `a::b`, `c::D::e`; `verbs::f::g` and `H::i`, `plain` |");
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [("H", "i"), ("a", "b"), ("c", "e"), ("f", "g")]);
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
