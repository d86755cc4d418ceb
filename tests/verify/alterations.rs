//! Every alteration of a whole log that one would think of first, each by its name: it's found, and the row is named.

use super::{against, played, text};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use umpire::{rules::System, verify::check};

/// The place of a row whose input is of this kind, after the first ones.
fn input(fair: &Value, kind: &str) -> Option<usize> {
    rows(fair).iter().position(|it| it["input"][kind].is_object())
}

fn rows(file: &Value) -> &Vec<Value> {
    file["rows"].as_array().expect("rows")
}

/// One face, one answer, one order, one name, one row removed, one inserted, two swapped, the seed, the promise.
#[tokio::test]
async fn every_alteration_of_a_whole_log_is_named() {
    let mut tried: BTreeSet<&str> = BTreeSet::new();
    for system in System::ALL {
        let (fight, heads) = played(system).await;
        let fair = serde_json::to_value(&fight).expect("plain values");
        let seq = |at: usize| rows(&fair)[at]["seq"].clone();
        let begins = rows(&fair).iter().position(|it| it["input"]["Passage"] == "FightBegins").expect("it begins");
        let changed = |at: usize| format!("Row {} has been changed", seq(at));
        let mut all: Vec<(&str, String, Value)> = vec![];
        let mut altered = |what, sentence: String, change: &dyn Fn(&mut Value)| {
            let mut file = fair.clone();
            change(&mut file);
            all.push((what, sentence, file));
        };
        if let Some(at) = rows(&fair).iter().position(|it| it["faces"][0].is_object()) {
            altered("one face", changed(at), &|it| {
                let face = &mut it["rows"][at]["faces"][0]["face"];
                *face = json!(if *face == 1 { 2 } else { 1 });
            });
        }
        if let Some(at) = input(&fair, "Answer") {
            altered("one answer", changed(at), &|it| {
                let answer = it["rows"][at]["input"]["Answer"].as_object_mut().expect("an answer");
                let choice = answer.iter_mut().find(|it| it.0 != "prompt").expect("a choice").1;
                *choice = if *choice == 0 { json!(1) } else { json!(0) };
            });
        }
        if let Some(at) = input(&fair, "Act") {
            altered("one order", changed(at), &|it| {
                let who = &mut it["rows"][at]["input"]["Act"]["who"];
                *who = json!(if *who == 1 { 2 } else { 1 });
            });
        }
        if let Some((at, name)) = rows(&fair).iter().enumerate().find_map(|(at, it)| {
            let text = it["input"].to_string();
            let (_, rest) = text.split_once("\"name\":\"")?;
            Some((at, rest.split_once('"')?.0.to_owned()))
        }) {
            altered("one name", changed(at), &|it| {
                let row = it["rows"][at].to_string().replace(&format!("\"{name}\""), "\"Nemo\"");
                it["rows"][at] = serde_json::from_str(&row).expect("a row");
            });
        }
        altered("one row removed", format!("Row {} was removed", seq(begins)), &|it| {
            drop(it["rows"].as_array_mut().expect("rows").remove(begins));
        });
        altered(
            "one row removed, the others renumbered",
            format!("Row {} has been changed, or a line before", seq(begins)),
            &|it| {
                let rows = it["rows"].as_array_mut().expect("rows");
                rows.remove(begins);
                rows.iter_mut().enumerate().for_each(|(at, row)| row["seq"] = json!(at + 1));
            },
        );
        altered("one row inserted", format!("Row {} was inserted", seq(begins)), &|it| {
            let rows = it["rows"].as_array_mut().expect("rows");
            rows.insert(begins + 1, rows[begins].clone());
        });
        altered(
            "two rows swapped",
            format!("Row {} and row {} have changed places", seq(begins + 2), seq(begins)),
            &|it| {
                it["rows"].as_array_mut().expect("rows").swap(begins, begins + 2);
            },
        );
        altered("one row moved", format!("Row {} was moved", seq(begins)), &|it| {
            let rows = it["rows"].as_array_mut().expect("rows");
            let row = rows.remove(begins);
            rows.insert(begins + 3, row);
        });
        let promise = "is not the one that was promised";
        altered("the seed", promise.to_owned(), &|it| it["seed"] = json!("00".repeat(32)));
        altered("the promise", promise.to_owned(), &|it| it["commitment"] = json!("00".repeat(32)));
        for (what, sentence, file) in all {
            let findings = check(&file.to_string());
            assert!(
                findings.bad.iter().any(|it| it.contains(&sentence)),
                "{}, {what}: {sentence}: {findings:?}",
                system.name()
            );
            tried.insert(what);
        }
        assert_eq!(against(&text(&fight), &fight.commitment, &[&heads[0], &heads[1]]).bad, Vec::<String>::new());
    }
    assert_eq!(tried.len(), 11, "{tried:?}");
}
