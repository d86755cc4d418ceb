//! An account is made from a whole log, of every system, and a file that it can't be made from is refused with the reason.

use super::*;

const LOGS: [&str; 5] = [
    include_str!("../../tests/logs/murdham-1-reactions.fight.json"),
    include_str!("../../tests/logs/td2e-1-ready.fight.json"),
    include_str!("../../tests/logs/einfelst-1-ready.fight.json"),
    include_str!("../../tests/logs/sovereign-1-ready.fight.json"),
    include_str!("../../tests/logs/ingenuity-1-ready.fight.json"),
];

/// Every system's fights have one; the GM's knows no less than the players'.
#[test]
fn an_account_is_made_from_a_log() {
    for log in LOGS {
        let [open, all] = [Viewer::Everyone, Viewer::Gm].map(|it| of(log, it).expect("an account"));
        assert_eq!((open.account.rounds, open.account.sides.len()), (all.account.rounds, all.account.sides.len()));
        for it in [&open, &all] {
            let told: Vec<String> = lines(&it.account).into_iter().map(|it| it.label).collect();
            assert!(["Harm", "Health"].iter().all(|it| told.iter().any(|told| told == it)), "{}: {told:?}", it.name);
        }
        assert!(chart(&open.account).svg().contains("Who did what"));
    }
}

/// The command prints the account and draws the picture; if it can't, it says why.
#[test]
fn the_command_prints_and_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, picture) = (folder.path().join("fight.json"), folder.path().join("fight.png"));
    std::fs::write(&file, LOGS[0]).expect("written");
    let mut out = vec![];
    assert!(command(&file, Some(&picture), Viewer::Everyone, &mut out).expect("it works"));
    let text = String::from_utf8(out).expect("text");
    assert!(
        text.starts_with("murdham, 2 rounds, as its players knew it\nRound 1: Sybilla put Bandit 2 down; Leader wounded Theobald.\nOutcome: The Players and the Foes were still standing.\nBest blow"),
        "{text}"
    );
    assert!(
        text.contains("What lasts: Theobald: health 4 (was 9).") && text.ends_with("fight.png shows it.\n"),
        "{text}"
    );
    assert!(std::fs::read(&picture).expect("drawn").starts_with(b"\x89PNG"));

    let missing = command(&folder.path().join("none.json"), None, Viewer::Everyone, &mut vec![]).expect_err("no file");
    assert!(missing.to_string().contains("none.json cannot be read"), "{missing}");
    std::fs::write(&file, r#"{"format":3,"title":{},"seeds":[],"record":{}}"#).expect("written");
    let mut out = vec![];
    assert!(!command(&file, None, Viewer::Everyone, &mut out).expect("it says why"));
    let text = String::from_utf8(out).expect("text");
    assert!(text.contains("This is the players\u{2019} file, which only has what was told."), "{text}");
}

/// Each kind of bad file has its own sentence.
#[test]
fn a_bad_file_is_refused_with_the_reason() {
    let why = |text: &str| of(text, Viewer::Everyone).map(|it| it.name).expect_err("refused").to_string();
    let with = |from: &str, to: &str| {
        assert!(LOGS[0].contains(from), "{from}");
        LOGS[0].replacen(from, to, 1)
    };
    assert!(why("a fight").starts_with("This isn\u{2019}t an exported fight: "));
    assert!(why("{}").starts_with("This isn\u{2019}t an exported fight: missing field"));
    assert!(why(&with("\"format\":1", "\"format\":99")).starts_with("The file is of format 99, "));
    assert_eq!(
        why(&with("\"system\":\"murdham\"", "\"system\":\"whist\"")),
        "This build doesn\u{2019}t know the rule system \u{201c}whist\u{201d}."
    );
    let gap = why(&with("\"seq\":2,", "\"seq\":7,"));
    assert!(
        gap.starts_with("Its log can\u{2019}t be played: ") && gap.ends_with("`umpire verify` says more."),
        "{gap}"
    );
}

/// Whoever harmed somebody has put them down, also where a question comes between the harm and the fall.
#[test]
fn a_fall_after_a_question_is_the_strikers() {
    let log = include_str!("../../tests/logs/ingenuity-1-simulated.fight.json");
    let told = of(log, Viewer::Gm).expect("an account");
    let all = &told.account.fallen;
    assert!(all.len() > 1 && all.iter().all(|it| it.by.is_some()), "{all:?}");
}
