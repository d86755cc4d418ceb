use super::*;

const PROMPT: PromptId = PromptId { seq: 812, ordinal: 3 };

fn samples() -> Vec<CustomId> {
    vec![
        CustomId::Answer { encounter: 41, prompt: PROMPT, choice: 2 },
        CustomId::Answer {
            encounter: u64::MAX,
            prompt: PromptId { seq: u64::MAX, ordinal: u32::MAX },
            choice: u16::MAX,
        },
        CustomId::AnswerMenu { encounter: 0, prompt: PromptId { seq: 0, ordinal: 0 } },
        CustomId::Quiet { encounter: 7, prompt: PROMPT },
        CustomId::AnswerThen { encounter: 7, prompt: PROMPT, mark: 9, who: None },
        CustomId::AnswerThen { encounter: 7, prompt: PROMPT, mark: 9, who: Some(CombatantTag(99)) },
        CustomId::AnswerAll { encounter: 7, seq: 5, choice: 0 },
        CustomId::Act { encounter: 7, seq: 5, combatant: CombatantTag(1), path: Path::default() },
        CustomId::Act {
            encounter: 7,
            seq: 5,
            combatant: CombatantTag(1),
            path: Path::new(["attack", "t:12", "ä%/", ""]),
        },
        CustomId::Details { encounter: 7, seq: 5 },
        CustomId::Orders { encounter: 7, combatant: CombatantTag(2), order: None },
        CustomId::Orders { encounter: 7, combatant: CombatantTag(2), order: Some(9) },
        CustomId::Page { encounter: 7, list: "log".into(), page: 4 },
        CustomId::Form { encounter: 7, seq: 1, form: "sheet".into(), combatant: None },
        CustomId::Form { encounter: 7, seq: 1, form: "say".into(), combatant: Some(CombatantTag(3)) },
    ]
    .into_iter()
    .chain(TrackerButton::ALL.map(|(button, _)| CustomId::Tracker { encounter: 7, seq: 5, button }))
    .collect()
}

/// A button means the same before and after its trip through Discord, whichever build of this version reads it.
#[test]
fn what_is_written_is_read() {
    for id in samples() {
        let text = id.encode().expect("fits");
        assert_eq!(text.parse(), Ok(id), "{text}");
    }
    let known = CustomId::Answer { encounter: 41, prompt: PROMPT, choice: 2 };
    assert_eq!(known.encode().as_deref(), Ok("u1:a:15:mk:3:2"), "buttons already on Discord say this");
}

/// A path that doesn't fit is an error here rather than a refusal by Discord.
#[test]
fn too_long_is_said() {
    let id = CustomId::Act { encounter: 7, seq: 5, combatant: CombatantTag(1), path: Path::new(["x".repeat(90)]) };
    assert_eq!(id.encode().unwrap_err().length, 101);
}

/// Other programs' ids, other versions and spellings that we never wrote are distinguished.
#[test]
fn what_we_did_not_write_is_not_read() {
    for foreign in ["", "u", "u1x", "hello", "vote:1", ":", "u2", "uu:1", &"u1:d:1:1".repeat(20)] {
        assert_eq!(foreign.parse::<CustomId>(), Err(CustomIdProblem::Foreign), "{foreign}");
    }
    assert!(matches!("u2:d:1:1".parse::<CustomId>(), Err(CustomIdProblem::OtherVersion { .. })));
    for bad in [
        "u1",
        "u1:",
        "u1:z:1",
        "u1:d:1",
        "u1:d:1:1:1",
        "u1:d:01:1",
        "u1:d:+1:1",
        "u1:d:A:1",
        "u1:d: 1:1",
        "u1:a:1:1:1:zzzz",
        "u1:d:zzzzzzzzzzzzzz:1",
        "u1:t:1:1:dance",
        "u1:c:1:1:1:%f",
        "u1:c:1:1:1:%ff",
        "u1:c:1:1:1:%61",
        "u1:c:1:1:1:é",
    ] {
        assert_eq!(bad.parse::<CustomId>(), Err(CustomIdProblem::Malformed), "{bad}");
    }
}

/// No text makes it panic, and it would write whatever it reads the same way.
#[test]
fn random_and_mangled_texts_are_refused_or_exact() {
    use rand::{RngExt as _, SeedableRng as _};
    let mut dice = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let samples = samples();
    let mut read = 0;
    for _ in 0..20_000 {
        let mut text: Vec<char> = samples[dice.random_range(0..samples.len())].to_string().chars().collect();
        for _ in 0..dice.random_range(0..4) {
            let at = dice.random_range(0..text.len());
            match dice.random_range(0..3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, char::from(dice.random_range(32..127_u8))),
                _ => text[at] = char::from_u32(dice.random_range(0..0x3000)).unwrap_or(':'),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(id) = text.parse::<CustomId>() {
            assert_eq!(id.to_string(), text);
            read += 1;
        }
    }
    assert!(read > 1_000, "the test reads some of them: {read}");
}
