//! What `umpire verify` finds in original files and in changed ones. Random changes are tried in `tests/verify.rs`.

use super::*;
use crate::{
    rules::Session,
    simulate::{self, SimulationPlan},
};

fn simulated() -> (Box<dyn Session>, Seed) {
    let plan = SimulationPlan { system: System::Murdham, fights: 1, per_side: 2, seed: 5 };
    simulate::one(&plan).expect("a fight is played")
}

fn exported() -> ExportedFight {
    let (session, seed) = simulated();
    ExportedFight::simulated(session.as_ref(), &seed, "Duel")
}

/// The same as written by builds from before the chains.
fn old() -> ExportedFight {
    let (session, seed) = simulated();
    ExportedFight::of(session.as_ref(), &seed, &seed.commitment())
}

fn checked(fight: &ExportedFight) -> Findings {
    check(&serde_json::to_string(fight).expect("a plain value"))
}

fn shown(fight: &ExportedFight, seed_hashes: &[&str], heads: &[&str]) -> Findings {
    let own = |all: &[&str]| all.iter().map(|it| (*it).to_owned()).collect();
    let shown = ShownRecord { seed_hashes: own(seed_hashes), heads: own(heads) };
    check_against(&serde_json::to_string(fight).expect("a plain value"), &shown)
}

fn head(fight: &ExportedFight) -> &str {
    &fight.chain.as_ref().expect("a chain").head
}

/// A fight as it was played verifies, and `verify` says what it wasn't compared with.
#[test]
fn a_fair_fight_verifies() {
    let fair = exported();
    let findings = checked(&fair);
    assert_eq!((findings.good.len(), findings.bad, findings.notes.len()), (3, vec![], 2));
    let findings = shown(&fair, &[&fair.commitment], &[head(&fair)]);
    assert_eq!((findings.good.len(), findings.bad, findings.notes), (5, vec![], vec![]));
    let findings = shown(&fair, &[&fair.commitment[..8]], &[&head(&fair)[..8]]);
    assert_eq!((findings.bad, findings.notes.len()), (vec![], 2), "a short form is weak, which is said");
}

/// A head that a tracker showed during the fight proves that nothing before it was changed.
#[test]
fn a_head_from_the_way_is_found() {
    let fair = exported();
    let on_the_way = fair.chain.clone().expect("a chain").heads[4][..8].to_owned();
    let findings = shown(&fair, &[], &[&on_the_way, head(&fair)]);
    assert_eq!(findings.bad, Vec::<String>::new());
    assert!(findings.good.iter().any(|it| it.contains("stood after row 3 of the log")), "{findings:?}");
}

/// A file whose chains don't record the GMs verifies as before; with GMs added, it doesn't.
#[test]
fn a_file_of_format_2_verifies_as_before() {
    let fair = exported();
    let mut title = fair.title.clone().expect("a title");
    title["format"] = Value::from(2);
    let before = ExportedFight { title: None, chain: None, ..fair }.chained(title.clone(), None);
    assert_eq!((before.format, checked(&before).bad), (2, vec![]));
    let gms = vec![ExportedGms { after_row: 2, gms: vec!["7".to_owned()] }];
    let with_gms = ExportedFight { gms, ..before }.chained(title, None);
    assert!(checked(&with_gms).bad[0].contains("that is not in its log"), "{:?}", checked(&with_gms));
}

/// A file from before the chains verifies as before, and is recognised; if a head was shown, it fails.
#[test]
fn an_old_file_is_told_apart() {
    let findings = checked(&old());
    assert_eq!((findings.good.len(), &findings.bad), (2, &vec![]));
    assert!(
        findings.notes.iter().any(|it| it.contains("from before Umpire kept chains: only its dice")),
        "{findings:?}"
    );
    let findings = shown(&old(), &[], &["1a2b3c4d"]);
    assert!(findings.bad[0].contains("its chain was taken out"), "{findings:?}");
    let stripped = ExportedFight { chain: None, ..exported() };
    assert!(checked(&stripped).bad[0].contains("they were taken out"));
}

/// The record of what everyone saw, as old builds wrote it, verifies on its own; with one die changed or left out it doesn't.
#[test]
fn the_open_dice_of_an_old_record_are_checked() {
    let record = PublicRecord::of(&old(), vec!["The fight begins.".to_owned()]);
    let checked = |it: &PublicRecord| check(&serde_json::to_string(it).expect("a plain value"));
    assert_eq!((checked(&record).good.len(), checked(&record).bad), (2, vec![]));
    assert!(record.open_dice[0].dice.len() > 5, "dice fell in that fight");
    let mut loaded = record.clone();
    let (sides, face) = loaded.open_dice[0].dice[3];
    loaded.open_dice[0].dice[3].1 = face % sides + 1;
    assert!(checked(&loaded).bad[0].contains("Open die 4"), "{:?}", checked(&loaded));
    let mut swapped = record.clone();
    swapped.open_dice[0].seed = "00".repeat(32);
    assert!(checked(&swapped).bad[0].contains("not the one that was promised"));
    let other = PublicRecord { system: "murdam".to_owned(), ..record.clone() };
    assert!(checked(&other).bad[0].contains("know the rule system"));
    assert!(checked(&PublicRecord { format: 99, ..record.clone() }).bad[0].contains("Use the build that wrote it"));
    assert!(!checked(&PublicRecord { open_dice: vec![], ..record }).bad.is_empty(), "no seed");
}

/// One face changed, another seed, another format: each is found, and the row is named.
#[test]
fn whatever_was_changed_is_found() {
    let fair = exported();
    let mut loaded = fair.clone();
    let rolled = loaded.rows.iter_mut().find(|it| it["faces"][0].is_object()).expect("dice fell in that fight");
    let seq = rolled["seq"].clone();
    let face = rolled["faces"][0]["face"].as_u64().expect("a number");
    rolled["faces"][0]["face"] = Value::from(if face == 1 { 2 } else { face - 1 });
    let findings = checked(&loaded);
    assert!(findings.bad[0].starts_with(&format!("Row {seq} has been changed")), "{findings:?}");
    assert!(findings.bad[1].starts_with(&format!("Row {seq} comes out differently")), "{findings:?}");
    assert!(findings.bad[1].contains("If an older build judged the fight, check it with that one."), "{findings:?}");

    let swapped = ExportedFight { seed: "00".repeat(32), ..fair.clone() };
    assert!(checked(&swapped).bad[0].contains("not the one that was promised"));
    let newer = ExportedFight { format: EXPORT_FORMAT + 1, ..fair };
    assert!(checked(&newer).bad[0].contains("Use the build that wrote it"));
    assert!(check("{}").bad[0].contains("an exported fight"));
    assert!(check("[[[").bad[0].contains("an exported fight"));
}

/// A missing end is found by the file's own heads, because the fight isn't over, and, whatever else was made to fit, by the head that the
/// channel showed.
#[test]
fn a_missing_end_is_found() {
    let fair = exported();
    let cut = ExportedFight { rows: fair.rows[..fair.rows.len() - 2].to_vec(), ..fair.clone() };
    let findings = checked(&cut);
    assert!(findings.bad[0].contains("The end of the log is missing: its chain has 2 more lines"), "{findings:?}");
    let made_to_fit = cut.clone().chained(fair.title.clone().expect("a title"), None);
    assert!(checked(&made_to_fit).bad[0].contains("over after the last row"));
    assert!(shown(&made_to_fit, &[], &[head(&fair)]).bad[0].contains("the end is missing"));
    let findings = shown(&fair, &[], &[head(&made_to_fit)]);
    let shortened = shown(&fair, &[], &[&head(&made_to_fit)[..20]]);
    for findings in [findings, shortened] {
        assert!(findings.bad[0].contains("goes on after the last head that you give"), "rows were added: {findings:?}");
    }
}

/// Rows removed from the middle with the others renumbered; a time; a name throughout; an option that nothing used; another seed with its
/// own commitment: if all of it was made to fit, the head that was shown still exposes it.
#[test]
fn what_was_made_to_fit_does_not_have_the_head() {
    let fair = exported();
    let title = fair.title.clone().expect("a title");
    let renamed =
        |text: &str, from: &str, to: &str| -> Value { serde_json::from_str(&text.replace(from, to)).expect("JSON") };
    let mut changed: Vec<(&str, ExportedFight)> = vec![];
    let mut it = fair.clone();
    it.rows.drain(3..5);
    for (index, row) in it.rows.iter_mut().enumerate() {
        row["seq"] = Value::from(index + 1);
    }
    changed.push(("rows taken out", it));
    let mut it = fair.clone();
    it.rows[2]["at_ms"] = Value::from(it.rows[2]["at_ms"].as_i64().expect("a time") + 1);
    changed.push(("a time", it));
    let text = serde_json::to_string(&fair).expect("JSON");
    let it = ExportedFight::deserialize(renamed(&text, "Red 1", "Red 9")).expect("a fight");
    changed.push(("a name", it));
    let mut it = fair.clone();
    it.opening["field"]["pace"] = Value::Null;
    changed.push(("the pace", it));
    let mut it = fair.clone();
    let option = &mut it.opening["field"]["options"]["taunt_save"];
    *option = Value::Bool(!option.as_bool().expect("an option of this system"));
    changed.push(("an option", it));
    for (what, it) in changed {
        let plain = checked(&it);
        assert!(plain.bad.iter().any(|it| it.contains("has been changed")), "{what}: {plain:?}");
        let made_to_fit = it.chained(title.clone(), None);
        let findings = shown(&made_to_fit, &[], &[head(&fair)]);
        assert!(findings.bad.iter().any(|it| it.contains("No line of this file has the head")), "{what}: {findings:?}");
    }
    let other = Seed::new([7; 32]);
    let swapped = ExportedFight { seed: other.reveal(), commitment: other.commitment(), ..fair.clone() };
    let findings = shown(&swapped, &[&fair.commitment], &[]);
    assert!(findings.bad.iter().any(|it| it.contains("not the dice that were promised")), "{findings:?}");
}

/// A given head or hash must look like one.
#[test]
fn a_head_that_is_none_is_refused_in_words() {
    for wrong in ["", "1a2b", "not a head at all", &"0".repeat(65)] {
        assert!(shown(&exported(), &[], &[wrong]).bad[0].contains("8 to 64 hexadecimal digits"), "{wrong}");
        assert!(shown(&exported(), &[wrong], &[]).bad[0].contains("8 to 64 hexadecimal digits"), "{wrong}");
    }
}
