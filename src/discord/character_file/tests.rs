//! Good and bad files: what's exported imports unchanged, and every error in a bad file is reported with its place.

use super::*;
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

fn problems(text: &str) -> Vec<(String, String)> {
    let language = if text.trim_start().starts_with('{') { Language::Json } else { Language::Toml };
    read(text, language).expect_err(text).into_iter().map(|it| (it.place, it.why)).collect()
}

fn places(text: &str) -> Vec<String> {
    problems(text).into_iter().map(|it| it.0).collect()
}

/// Values of every kind are read as people would type them, and several characters from one file, in both formats.
#[test]
fn both_languages_say_the_same() {
    let toml = "umpire = 1\r\n[[character]]\r\nsystem = \"Murdham\"\r\nname = \"Mira\"\r\n[character.sheet]\r\nwit = 12\r\n\
                helmet = true\r\nweapons = [\"sword\", \"bow\"]\r\n[[character]]\r\nsystem = \"murdham\"\r\nname = \"Nils\"\r\n\
                template = \"bandit\"\r\n";
    let json = r#"{"umpire": 1, "character": [
        {"system": "Murdham", "name": "Mira", "sheet": {"wit": 12, "helmet": true, "weapons": ["sword", "bow"]}},
        {"system": "murdham", "name": "Nils", "template": "bandit"}]}"#;
    let all = read(toml, Language::Toml).expect("good");
    assert_eq!(read(json, Language::Json).expect("good"), all);
    assert_eq!(read(&format!("\u{feff}{json}"), Language::Json).expect("a byte order mark is nothing"), all);
    let value = |at: usize, field: &str| all[at].fields.iter().find(|it| it.0 == field).map(|it| it.1.clone());
    assert_eq!(value(0, "wit").as_deref(), Some("12"));
    assert_eq!(value(0, "helmet").as_deref(), Some("yes"));
    assert_eq!(value(0, "weapons").as_deref(), Some("sword: martial hand, bow: missile great"));
    assert_eq!(value(1, "weapons").as_deref(), Some("club: simple hand"));
}

/// Every problem at once, each with its place and a suggestion.
#[test]
fn every_problem_is_told_with_its_place() {
    let text = r#"
        umpire = 2
        [[character]]
        sistem = "murdham"
        name = ""
        [[character]]
        system = "murdam"
        name = 7
        sheet = 3
        [[character]]
        system = "murdham"
        name = "Mira"
        template = "bandti"
        [[character]]
        system = "murdham"
        name = "Nils"
        [character.sheet]
        wit = 99
        wiit = 3
        armour = "paper"
        skills = "Fast atack"
        weapons = [1.5]
        helmet = 2026-11-20
    "#;
    let found = problems(text);
    let wanted = [
        ("umpire", "version 1"),
        ("character[1].sistem", "Did you mean system?"),
        ("character[1].name", "The name is empty."),
        ("character[1].system", "missing"),
        ("character[2].name", "not a number"),
        ("character[2].system", "Did you mean murdham?"),
        ("character[2].sheet", "a table of fields, not a number"),
        ("character[3].template", "Did you mean bandit"),
        ("character[4].sheet.weapons", "not a number with a point"),
        ("character[4].sheet.helmet", "not a date"),
        ("character[4].sheet.wit", "from 1 to 19"),
        ("character[4].sheet.wiit", "Did you mean wit?"),
        ("character[4].sheet.armour", "none, light or heavy"),
        ("character[4].sheet.skills", "Did you mean Fast attack?"),
    ];
    for (place, why) in wanted {
        let it = found.iter().find(|it| it.0 == place);
        assert!(it.is_some_and(|it| it.1.contains(why)), "{place}: {why}: {found:#?}");
    }
    assert_eq!(found.len(), wanted.len(), "{found:#?}");
}

/// Duplicate names, duplicate keys, too many of anything, and files of another kind.
#[test]
fn nasty_files_are_refused_in_words() {
    let one = |name: &str| format!("[[character]]\nsystem = \"murdham\"\nname = \"{name}\"\n");
    assert_eq!(places(&format!("{}{}", one("Mira"), one("MIRA"))), ["character[2].name"]);
    let twice = r#"{"character": [{"system": "murdham", "name": "A", "name": "B", "sheet": {"wit": 1, "wit": 2}}]}"#;
    assert_eq!(places(twice), ["character[1].name", "character[1].sheet.wit"]);
    assert_eq!(places(&one("A").repeat(51)), ["character"]);
    assert_eq!(places("character = []"), ["character"]);
    assert!(problems("[character]\nname = \"A\"")[0].1.contains("[[character]]"));
    assert_eq!(places(""), ["character"]);
    assert!(problems("[[character]]\nname = \"A\0B\"")[0].1.contains("NUL"));
    assert!(problems("{\"character\": [")[0].1.contains("isn’t valid JSON"));
    assert!(problems("[[character]]\nname = ")[0].1.contains("line 2"));
    let many: String = (0..4_000).map(|it| format!("k{it} = 1\n")).collect();
    let found = problems(&many);
    assert!(found.len() > 4_000);
    let words = in_words(&read(&many, Language::Toml).unwrap_err());
    assert!(words.lines().count() == PROBLEMS_MAX + 1 && words.ends_with("more."), "{}", words.len());
    let fields: String = (0..200).map(|it| format!("f{it} = 1\n")).collect();
    assert_eq!(places(&format!("{}[character.sheet]\n{fields}", one("A"))), ["character[1].sheet"]);
    let long = format!("{}[character.sheet]\nitems = \"{}\"\n", one("A"), "x".repeat(2_000));
    assert_eq!(places(&long), ["character[1].sheet.items"]);
}

/// Invisible characters are removed from names and values, including an escaped NUL.
#[test]
fn unseen_characters_are_dropped() {
    let json = r#"{"character": [{"system": "murdham", "name": "Mi\u0000ra\u202e", "sheet": {"wit": "1\u00002"}}]}"#;
    let all = read(json, Language::Json).expect("good");
    assert_eq!(all[0].name, "Mira");
    assert!(all[0].fields.contains(&("wit".to_owned(), "12".to_owned())));
}

/// A name made of everything that could break a quotation.
fn odd_name(dice: &mut ChaCha8Rng) -> String {
    const PARTS: [&str; 12] = ["Mira", "\"", "'", "\\", "#", "[[", "é", "李", "= 1", "'''", "{}", "\u{1f5e1}"];
    let count = 1 + dice.next_u32() % 4;
    let name: String = (0..count).map(|_| PARTS[(dice.next_u32() as usize) % PARTS.len()]).collect();
    text::name(&name).expect("short enough")
}

/// Exports import as the same characters: 100 files of up to four from each system, each system's templates with changed numbers and odd
/// names, in both formats.
#[test]
fn an_export_imports_to_the_same() {
    let mut dice = ChaCha8Rng::seed_from_u64(7);
    for round in 0..100 {
        let mut all: Vec<ParsedCharacter> = vec![];
        for system in System::ALL {
            let judge = judge(system).expect("a judge");
            let templates = judge.templates();
            for _ in 0..=dice.next_u32() % 4 {
                let template = &templates[(dice.next_u32() as usize) % templates.len()];
                let mut fields = judge.read_sheet(Some(template), &[]).expect("ready-made");
                for field in &mut fields {
                    let number = 1 + dice.next_u32() % 12;
                    let changed = vec![(field.0.clone(), number.to_string())];
                    if judge.read_sheet(Some(template), &changed).is_ok() && dice.next_u32() % 2 == 0 {
                        field.1 = number.to_string();
                    }
                }
                let Ok(fields) = judge.read_sheet(None, &fields) else { continue };
                let name = odd_name(&mut dice);
                if !all.iter().any(|it| it.name.to_lowercase() == name.to_lowercase()) {
                    all.push(ParsedCharacter { system, name, fields });
                }
            }
        }
        for language in [Language::Toml, Language::Json] {
            if all.is_empty() {
                continue;
            }
            let file = write(&all, language);
            let back = read(&file, language).unwrap_or_else(|why| panic!("{round}: {why:#?}\n{file}"));
            assert_eq!(back, all, "{round}: {file}");
        }
    }
}
