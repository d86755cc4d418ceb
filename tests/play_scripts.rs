//! Every play script under `tests/scripts/` holds, except those in `format/`, which must fail in the words they name.
#![cfg(feature = "bot")]

use std::{
    collections::BTreeSet,
    num::NonZero,
    path::{Path, PathBuf},
    sync::{
        Mutex, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
};
use umpire::{
    engine::ruleset::Citable,
    rules::{einfelst, ingenuity, murdham, sovereign, td2e},
    script::{self, ScriptOutcome},
};

const SCRIPTS: &str = "tests/scripts";
/// Scripts in this folder are wrong on purpose; their first line is `# fails: text`.
const WRONG: &str = "format";

fn all(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => all(&path, found),
            false if path.extension().is_some_and(|it| it == "play") => found.push(path),
            false => {}
        }
    }
    found.sort();
}

fn scripts(wrong: bool) -> Vec<PathBuf> {
    let mut found = vec![];
    all(Path::new(SCRIPTS), &mut found);
    found.retain(|it| it.starts_with(Path::new(SCRIPTS).join(WRONG)) == wrong);
    assert!(!found.is_empty(), "there are scripts");
    found
}

/// The result of each script that should hold, run once for all tests here.
fn outcomes() -> &'static [(PathBuf, ScriptOutcome)] {
    static RUN: OnceLock<Vec<(PathBuf, ScriptOutcome)>> = OnceLock::new();
    RUN.get_or_init(|| side_by_side(&scripts(false), |it| (it.clone(), script::run_file(it))))
}

/// Does something with each script, on as many threads as there are cores.
fn side_by_side<T: Send>(paths: &[PathBuf], each: impl Fn(&PathBuf) -> T + Sync) -> Vec<T> {
    let threads = std::thread::available_parallelism().map_or(1, NonZero::get);
    let (next, done) = (AtomicUsize::new(0), Mutex::new(vec![]));
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let it = each(path);
                    done.lock().expect("nobody panicked").push(it);
                }
            });
        }
    });
    done.into_inner().expect("nobody panicked")
}

fn assert_none(failures: impl Iterator<Item = String>) {
    let mut failures: Vec<String> = failures.collect();
    failures.sort();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The golden test: each script is a fight as the table would type it, and all its expectations hold.
#[test]
fn every_script_holds() {
    assert_none(outcomes().iter().flat_map(|it| &it.1.failures).map(ToString::to_string));
}

/// A wrong script is reported as wrong, in helpful words. Each fails once here, so that none can hold by accident.
#[test]
fn wrong_scripts_fail_in_the_words_they_name() {
    let mut surprises = vec![];
    for path in scripts(true) {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let first = text.lines().next().unwrap_or_default();
        let wanted = first.strip_prefix("# fails: ").unwrap_or_else(|| panic!("{}: # fails: text", path.display()));
        let found: Vec<String> = script::run_file(&path).failures.iter().map(ToString::to_string).collect();
        if !found.iter().any(|it| it.contains(wanted.trim())) {
            surprises.push(format!("{}: expected \u{201c}{wanted}\u{201d}, found {found:?}", path.display()));
        }
    }
    assert!(surprises.is_empty(), "\n{}", surprises.join("\n"));
}

/// At least one of the system's scripts shows every rule, by its number in a line or a refusal.
#[test]
fn every_rule_is_cited_by_a_script() {
    // /rest tells rules of recovery, which no fight knows; tests beside them cover them.
    assert_all_cited::<murdham::Rule>("murdham", &[]);
    assert_all_cited::<td2e::Rule>("td2e", &["R7", "A9"]);
    assert_all_cited::<einfelst::Rule>("einfelst", &[]);
    assert_all_cited::<sovereign::Rule>("sovereign", &["C33"]);
    assert_all_cited::<ingenuity::Rule>("ingenuity", &["C11"]);
}

fn assert_all_cited<R: Citable>(system: &str, elsewhere: &[&str]) {
    let folder = Path::new(SCRIPTS).join(system);
    let cited: BTreeSet<&String> =
        outcomes().iter().filter(|it| it.0.starts_with(&folder)).flat_map(|it| &it.1.cited).collect();
    let missing: Vec<String> = R::all()
        .iter()
        .map(Citable::citation)
        .filter(|it| !cited.iter().any(|known| *known == it.number) && !elsewhere.contains(&it.number))
        .map(|it| format!("{} {}", it.number, it.title))
        .collect();
    assert!(missing.is_empty(), "{system}: no script cites {}", missing.join(", "));
}

/// The output is the channel: who typed what, the story with its rolls and rules, what only the GM reads, private replies.
#[test]
fn the_transcript_reads_like_the_channel() {
    let example = script::run_file(Path::new("tests/scripts/murdham/fast-actions.play"));
    let lines: Vec<&str> = example.transcript.lines().collect();
    let from = lines.iter().position(|it| *it == "@gm  press Dodge as:Bandit 1").expect("the press is shown");
    let told = lines[from + 1];
    assert!(told.contains("d20 (5)") && told.contains("succeeds") && told.contains("R21"), "{told}");
    assert!(lines.iter().any(|it| it.contains("(refused: ") && it.contains("Bandits")), "{lines:#?}");
    assert!(lines.iter().any(|it| it.contains("(only for the GM)") && it.contains("vs AGI 8")), "{lines:#?}");
    let asked = script::run_file(Path::new("tests/scripts/words/people-and-answers.play")).transcript;
    assert!(asked.contains("(to @ana alone) Ana: "), "{asked}");
}

/// `--json` returns the failures, the fight as the GM sees it at the end, and the log; the exit code says whether all hold.
#[test]
fn as_json_there_is_the_final_state_and_the_log() {
    let files = ["murdham/fast-actions.play", "format/wrong-round.play"].map(|it| Path::new(SCRIPTS).join(it));
    let mut printed = vec![];
    let held = script::command(&files, true, &mut printed).expect("it prints");
    let json: serde_json::Value = serde_json::from_slice(&printed).expect("it is JSON");
    assert!(!held);
    assert_eq!(json[0]["failures"], serde_json::json!([]));
    assert_eq!(json[0]["scene"]["phase"], "slow");
    assert!(json[0]["log"]["rows"].as_array().is_some_and(|it| it.len() > 10));
    assert_eq!(json[1]["failures"][0]["line"], 9);
}

/// The example on the format's page is itself one of the tests, word for word.
#[test]
fn the_page_shows_the_example_that_is_tested() {
    let page = include_str!("../docs/PLAY-SCRIPTS.md");
    let shown = page.split("```\n").nth(1).expect("the page has an example");
    assert_eq!(shown, include_str!("scripts/murdham/fast-actions.play"));
}

/// Everything in memory can be lost at any moment: each script also holds if the fight is reloaded after every input.
#[test]
fn a_restart_after_every_line_changes_nothing() {
    let restarted = side_by_side(&scripts(false), |path| {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let mut often = String::new();
        let mut lines = text.lines().filter(|it| !it.trim().is_empty() && !it.trim_start().starts_with('#')).peekable();
        while let Some(line) = lines.next() {
            often.push_str(line);
            // A refusal must be expected on the very next line, and the rows of a drawing follow it.
            let ends = lines.peek().is_none_or(|it| !it.starts_with("expect") && !it.trim_start().starts_with('>'));
            often.push_str(if ends { "\nrestart\n" } else { "\n" });
        }
        script::run_text(&path.display().to_string(), &often).failures
    });
    assert_none(restarted.iter().flatten().map(ToString::to_string));
}
