//! `umpire verify` on changed files of every system: whatever it's given, it answers in words, and it finds every change.
#![cfg(feature = "bot")]

#[path = "verify/alterations.rs"]
mod alterations;
#[path = "common/export_files.rs"]
mod export_files;
#[path = "common/ready_table.rs"]
mod ready_table;
#[path = "verify/replay_size.rs"]
mod replay_size;
#[path = "verify/replays.rs"]
mod replays;

use serde_json::{Map, Value, json};
use std::path::Path;
use umpire::{
    engine::{Actor, Seat, random_play::PlayRng, view::Mark},
    rules::{Request, System},
    script::ready,
    table::{Command, InputOrigin},
    verify::{ExportedFight, Findings, ShownRecord, check, check_against},
};

/// The number of changes tried on each file; more with `UMPIRE_CHANGES=number`.
fn changes() -> u64 {
    std::env::var("UMPIRE_CHANGES").ok().and_then(|it| it.parse().ok()).unwrap_or(25)
}

/// A ready fight, played at random for a few steps, with an unseen newcomer, and ended: its whole log with both chains.
async fn played(system: System) -> (ExportedFight, [String; 2]) {
    let ready = ready::all().0.into_iter().find(|it| it.system == system).expect("every system has one");
    let mut table = ready_table::begun(&ready, 7).await;
    let foe = ready_table::GM;
    for step in 0..14 {
        if step == 6 {
            let before = table.service.chains().expect("chains").clone();
            let template = table.service.session().templates()[0].clone();
            let side = table.scene().sides[1].name.to_string();
            let add = [("template", &*template), ("side", &*side), ("name", "Lurker"), ("hidden", "yes")];
            let caller = umpire::table::Caller { seat: foe, has_gm_role: false };
            if table.scene().prompts.is_empty() {
                table.now_ms += 1_000;
                let command = Command::new("gm add", &add);
                let done = table.service.command(&caller, &command, InputOrigin::default(), table.now_ms);
                done.await.expect("added");
                let after = table.service.chains().expect("chains");
                assert_eq!(before.record(), after.record(), "a secret row does not move the record\u{2019}s head");
                assert_ne!(before.log(), after.log(), "and moves the log\u{2019}s");
            }
        }
        if step == 9 {
            let before = table.service.chains().expect("chains").clone();
            table.service.set_gms(vec![foe, Seat(80_351_110_224_678_912)]).await.expect("two GMs from now on");
            let after = table.service.chains().expect("chains");
            assert_eq!(before.record(), after.record(), "nobody is told of it in the record");
            assert_ne!(before.log(), after.log(), "and the log\u{2019}s head moves");
        }
        if !table.step(step % 2 > 0).await {
            break;
        }
    }
    table.puts(Actor::Gm(foe), &Request::End).await;
    let chains = table.service.chains().expect("chains");
    let heads = [chains.log().head(), chains.record().head()];
    let id = table.service.header().id;
    let again = umpire::table::EncounterService::load(table.store.clone(), id).await.expect("loaded");
    assert_eq!(again.chains(), table.service.chains(), "the chains follow from what is kept");
    (ExportedFight::from_store(table.store.as_ref(), id).await.expect("kept"), heads)
}

fn text(it: &impl serde::Serialize) -> String {
    serde_json::to_string(it).expect("plain values")
}

fn against(text: &str, commitment: &str, heads: &[&str]) -> Findings {
    let heads = heads.iter().map(|it| (*it).to_owned()).collect();
    check_against(text, &ShownRecord { seed_hashes: vec![commitment.to_owned()], heads })
}

/// The whole log and the public record of a fight in each system verify, with the heads that the table showed at the end.
#[tokio::test]
async fn a_fight_of_each_system_verifies_with_its_heads() {
    for system in System::ALL {
        let (fight, heads) = played(system).await;
        let findings = against(&text(&fight), &fight.commitment, &[&heads[0], &heads[1]]);
        assert_eq!((findings.bad, findings.notes), (vec![], vec![]), "{}", system.name());
        let record = fight.public().expect("a record");
        assert!(record.record.told.len() > 2, "something was told");
        let findings = against(&text(&record), &fight.commitment, &[&heads[1]]);
        assert_eq!((findings.bad, findings.notes), (vec![], vec![]), "{}", system.name());
    }
}

/// A combatant leaves in the middle of their turn, which ends without them: the fight still verifies.
#[tokio::test]
async fn a_fight_that_somebody_left_in_their_turn_verifies() {
    for system in System::ALL {
        let ready = ready::all().0.into_iter().find(|it| it.system == system).expect("every system has one");
        let mut left = 0;
        for seed in 0..6 {
            let mut table = ready_table::begun(&ready, seed).await;
            let gm = Actor::Gm(ready_table::GM);
            for _ in 0..30 {
                if !table.step(false).await {
                    break;
                }
                let scene = table.scene();
                let mut members = scene.sides.iter().flat_map(|it| &it.members);
                if let Some(it) = members.find(|it| it.mark == Mark::Acting).filter(|_| scene.prompts.is_empty()) {
                    let who = it.id;
                    table.puts(gm, &Request::Leave { who }).await;
                    left += 1;
                    break;
                }
            }
            for _ in 0..4 {
                table.step(false).await;
            }
            table.puts(gm, &Request::End).await;
            let fight = ExportedFight::from_store(table.store.as_ref(), table.service.header().id).await.expect("kept");
            assert_eq!(check(&text(&fight)).bad, Vec::<String>::new(), "{}, seed {seed}", system.name());
        }
        assert!(left > 0, "{}: somebody leaves in their turn", system.name());
    }
}

/// Every kind of change to a public record is found, even if its own chain was made to fit.
#[tokio::test]
async fn a_changed_record_is_found() {
    let (fight, heads) = played(System::Murdham).await;
    let fair = serde_json::to_value(fight.public().expect("a record")).expect("plain values");
    let told = fair["record"]["told"].as_array().expect("lines").clone();
    let with = |name: &'static str, change: &dyn Fn(&mut Value)| {
        let mut it = fair.clone();
        change(&mut it);
        (name, it)
    };
    let line = told.iter().position(|it| !it["lines"].as_array().expect("lines").is_empty()).expect("a sentence");
    let other = umpire::engine::Seed::new([9; 32]);
    let mut all = vec![
        with("a sentence", &|it| it["record"]["told"][line]["lines"][0] = json!("Nothing happens.")),
        with("all dice", &|it| {
            for line in it["record"]["told"].as_array_mut().expect("lines") {
                line["dice"] = json!([]);
            }
        }),
        with("no seed", &|it| it["seeds"] = json!([])),
        with("another seed", &|it| {
            it["seeds"] = json!([{ "seed": other.reveal(), "commitment": other.commitment() }]);
            it["title"]["commitment"] = json!(other.commitment());
        }),
        with("the system", &|it| it["title"]["system"] = json!("td2e")),
        with("the GM", &|it| it["title"]["gm"] = json!("2")),
        with("the name", &|it| it["title"]["name"] = json!("Another")),
        with("the format", &|it| it["format"] = json!(99)),
        with("a time", &|it| it["record"]["told"][line]["at_ms"] = json!(5)),
        with("the end", &|it| drop(it["record"]["told"].as_array_mut().expect("lines").pop())),
        with("a line", &|it| drop(it["record"]["told"].as_array_mut().expect("lines").remove(line))),
        with("stripped", &|it| drop(it.as_object_mut().expect("an object").remove("record"))),
    ];
    all.push((
        "as an old one",
        json!({ "format": 1, "system": "murdham", "told": ["A."], "open_dice": [
        { "seed": fair["seeds"][0]["seed"], "commitment": fair["seeds"][0]["commitment"], "dice": [] }] }),
    ));
    let commitment = fair["seeds"][0]["commitment"].as_str().expect("a hash");
    for (name, changed) in all {
        let findings = against(&changed.to_string(), commitment, &[&heads[1]]);
        assert!(!findings.bad.is_empty(), "{name}: {findings:?}");
        if !["as an old one"].contains(&name) {
            assert!(!check(&changed.to_string()).bad.is_empty(), "{name}, by the file alone");
        }
    }
}

/// The people and the board of a fight before it begins, in format 1, with one more row in which the GM changes something by hand, or
/// anything else is inserted.
fn with_a_row(fair: &Value, input: &Value, facts: &[Value]) -> (Value, usize) {
    let mut file = fair.clone();
    let parts = file.as_object_mut().expect("an object");
    parts.retain(|name, _| !["title", "chain", "record", "gms"].contains(&name.as_str()));
    parts["format"] = json!(1);
    let rows = file["rows"].as_array_mut().expect("rows");
    let begins = rows.iter().position(|it| it["input"]["Passage"] == "FightBegins").expect("it begins");
    rows.truncate(begins);
    let last = rows.last().expect("people come before").clone();
    let seq = begins + 1;
    let records: Vec<Value> = facts.iter().map(|it| json!({ "Fact": it })).collect();
    rows.push(json!({
        "seq": seq, "at_ms": last["at_ms"], "actor": { "Gm": 1 }, "input": input, "faces": [], "used": last["used"],
        "effect": { "Ran": { "records": records, "replies": [], "prompts": [] } },
    }));
    (file, seq)
}

/// Anything a row refers to that doesn't exist is named with the row, in every system, before it causes trouble; likewise if the store has
/// such a row.
#[tokio::test]
async fn what_does_not_exist_is_named_with_its_row() {
    for system in System::ALL {
        let (fight, _) = played(system).await;
        let fair = serde_json::to_value(&fight).expect("plain values");
        let is_drawn = fair["opening"]["field"]["space"]["wide"].is_i64();
        let off = if is_drawn { json!({ "x": 99, "y": 2 }) } else { json!({ "In": 99 }) };
        let mut all = vec![
            (json!({ "Hid": { "who": 99, "hidden": true } }), "combatant 99 (Hid.who)"),
            (json!({ "SidePassed": 77 }), "side 77 (SidePassed)"),
            (json!({ "Placed": { "who": 1, "at": off } }), "the place where "),
        ];
        // Where the two facts of one row belong together, the second can refer to what the first has added.
        let fine = [json!({ "SideNamed": { "id": 77, "name": "Third" } }), json!({ "SidePassed": 77 })];
        let more: &[(Value, &str)] = &match system {
            System::Murdham => vec![
                (json!({ "GearAt": { "who": 1, "gear": 99, "at": "Stowed" } }), "gear 99 of "),
                (json!({ "Broken": { "who": 1, "piece": { "Lying": 9 } } }), "number 9 of what lies about"),
                (json!({ "TurnOf": [99, 1] }), "combatant 99 (System.TurnOf)"),
            ],
            System::Sovereign => vec![
                (json!({ "Loaded": { "who": 1, "arm": 99, "loaded": true } }), "weapon 99 of "),
                (json!({ "PickedUp": { "who": 1, "index": 4 } }), "number 4 of what lies about"),
            ],
            System::Einfelst => vec![
                (json!({ "InHand": { "who": 1, "with": 99 } }), "weapon 99 of "),
                (json!({ "NearIs": { "who": 1, "near": [99] } }), "combatant 99 (System.NearIs.near)"),
            ],
            System::Ingenuity => {
                vec![(json!({ "Swung": { "by": 1, "at": 1, "with": { "Item": 99 }, "ranged": false } }), "item 99 of ")]
            }
            System::Td2e => {
                vec![(
                    json!({ "Swung": { "by": 1, "at": 1, "with": { "Weapon": 99 }, "ranged": false } }),
                    "weapon 99 of ",
                )]
            }
        };
        all.extend(more.iter().map(|(fact, what)| (json!({ "System": fact }), *what)));
        if is_drawn {
            let mut board = fair["opening"]["field"]["space"].clone();
            (board["wide"], board["high"]) = (json!(20_000), json!(20_000));
            all.push((json!({ "Board": board }), "a board of 20000 by 20000 squares"));
        }
        let named = |file: &Value, seq: usize, what: &str| {
            let found = check(&file.to_string());
            let begins = format!("Row {seq} names something that does not exist: {what}");
            assert!(found.bad.iter().any(|it| it.starts_with(&begins)), "{}, {what}: {found:?}", system.name());
        };
        for (fact, what) in &all {
            let (file, seq) = with_a_row(&fair, &json!({ "Patch": [fact] }), std::slice::from_ref(fact));
            named(&file, seq, what);
        }
        for transition in ["TurnBegins", "TurnEnds", "Joins"] {
            let (file, seq) = with_a_row(&fair, &json!({ "Passage": { transition: 99 } }), &[]);
            named(&file, seq, "combatant 99");
        }
        let (file, _) = with_a_row(&fair, &json!({ "Patch": fine }), &fine);
        assert_eq!(check(&file.to_string()).bad, Vec::<String>::new(), "{}", system.name());
        // The store trusts its contents as long as they can be applied. What can't is named too.
        if system == System::Murdham {
            let (file, seq) = with_a_row(&fair, &json!({ "Patch": [all[3].0] }), &[all[3].0.clone()]);
            let rows: Vec<String> = file["rows"].as_array().expect("rows").iter().map(ToString::to_string).collect();
            let why =
                system.load(&file["opening"].to_string(), &rows).err().expect("it cannot be followed").to_string();
            assert!(
                why.starts_with(&format!("row {seq} can\u{2019}t be replayed")) && why.contains("gear 99 of "),
                "{why}"
            );
        }
    }
}

/// An opening in which something has already happened, or that nobody could have set up, is named; whatever speed and board it claims,
/// checking it takes no more memory than a fight.
#[tokio::test]
async fn an_opening_that_cannot_be_is_named() {
    let (fight, _) = played(System::Sovereign).await;
    let fair = serde_json::to_value(&fight).expect("plain values");
    type Change<'a> = &'a dyn Fn(&mut Value);
    let changes: [(&str, Change<'_>); 4] = [
        ("a board of 20000 by 20000 squares", &|it| {
            (it["space"]["wide"], it["space"]["high"]) = (json!(20_000), json!(20_000))
        }),
        ("a board of -3 by 20 squares", &|it| it["space"]["wide"] = json!(-3)),
        ("combatant 40 (turns.active)", &|it| it["turns"]["active"] = json!(40)),
        ("a fight that is under way", &|it| it["stage"] = json!("Fighting")),
    ];
    for (what, change) in changes {
        let mut file = fair.clone();
        change(&mut file["opening"]["field"]);
        let found = check(&file.to_string());
        let begins = format!("No fight can begin with {what}");
        assert!(found.bad.iter().any(|it| it.starts_with(&begins)), "{what}: {found:?}");
    }
}

/// The log records who the GMs are: another id, or a change of GMs that's removed, moved or added, doesn't match; neither does a file that
/// claims an older format without such lines.
#[tokio::test]
async fn who_the_gms_are_is_in_the_chain() {
    let (fight, heads) = played(System::Murdham).await;
    let fair = serde_json::to_value(&fight).expect("plain values");
    assert_eq!(fair["gms"][0]["gms"], json!(["1", "5"]));
    type Change<'a> = &'a dyn Fn(&mut Value);
    let changes: [(&str, Change<'_>); 6] = [
        ("another id", &|it| it["gms"][0]["gms"][1] = json!("4243")),
        ("taken out", &|it| drop(it.as_object_mut().expect("an object").remove("gms"))),
        ("moved", &|it| it["gms"][0]["after_row"] = json!(2)),
        ("never", &|it| it["gms"][0]["after_row"] = json!(9_999)),
        ("added", &|it| it["gms"].as_array_mut().expect("a list").push(json!({ "after_row": 3, "gms": ["5"] }))),
        ("as an older one", &|it| it["format"] = json!(2)),
    ];
    for (what, change) in changes {
        let mut file = fair.clone();
        change(&mut file);
        assert!(!check(&file.to_string()).bad.is_empty(), "{what}");
        // Made to fit, it still doesn't have the head that was shown; what's in no line has no head.
        let mut fight: ExportedFight = serde_json::from_value(file).expect("a fight");
        let told = fight.record.take().map(|it| it.told);
        let title = fight.title.clone().expect("a title");
        let made_to_fit = text(&fight.chained(title, told));
        assert!(
            !against(&made_to_fit, &fair_commitment(&fair), &[&heads[0]]).bad.is_empty() || what == "as an older one",
            "{what}"
        );
    }
}

fn fair_commitment(fair: &Value) -> String {
    fair["commitment"].as_str().expect("a hash").to_owned()
}

/// Changes something, somewhere.
fn changed(value: &mut Value, rng: &mut PlayRng, depth: usize) {
    // Descends, more often than not.
    if depth > 0 && rng.percent(88) {
        match value {
            Value::Array(all) if !all.is_empty() => {
                let at = rng.below(all.len());
                return changed(&mut all[at], rng, depth - 1);
            }
            Value::Object(fields) if !fields.is_empty() => {
                let at = rng.below(fields.len());
                return changed(fields.values_mut().nth(at).expect("it is there"), rng, depth - 1);
            }
            _ => {}
        }
    }
    match value {
        Value::Number(_) => {
            let numbers = [
                json!(0),
                json!(1),
                json!(3),
                json!(7),
                json!(-1),
                json!(99),
                json!(65_535),
                json!(4_000_000_000u64),
                json!(i64::MAX),
                json!(i64::MIN),
                json!(u64::MAX),
            ];
            *value = numbers[rng.below(numbers.len())].clone();
        }
        Value::Bool(it) => *it = !*it,
        Value::String(it) => *it = ["", "nobody", "a\u{200b}", "d20"][rng.below(4)].to_owned(),
        Value::Null => *value = json!(1),
        Value::Array(all) if all.is_empty() => all.push(json!(1)),
        Value::Array(all) => {
            let at = rng.below(all.len());
            match rng.below(4) {
                0 => drop(all.remove(at)),
                1 => all.push(all[at].clone()),
                2 => all.truncate(at),
                _ => all.swap(0, at),
            }
        }
        Value::Object(fields) => {
            let name = fields.keys().nth(rng.below(fields.len().max(1))).cloned();
            match (name, rng.below(2)) {
                (Some(name), 0) => drop(fields.remove(&name)),
                _ => drop(fields.insert("more".to_owned(), Value::Object(Map::new()))),
            }
        }
    }
}

/// Any random change in an export is found and causes no panic: in any field, or any byte.
fn no_change_panics(name: &str, fair: &Value) {
    let fair_text = fair.to_string();
    let mut panicked = vec![];
    for seed in 0..changes() {
        let mut rng = PlayRng::new(seed);
        let bytes = match seed % 5 {
            0 => {
                let mut bytes = fair_text.clone().into_bytes();
                for _ in 0..=rng.below(3) {
                    let at = rng.below(bytes.len());
                    bytes[at] = *rng.pick(b"0123456789\"{}[],:-aZ \xff").expect("one");
                }
                bytes
            }
            kind => {
                let mut it = fair.clone();
                let part = match kind {
                    1 => "opening",
                    2 | 3 => "rows",
                    _ => ["seeds", "chain", "record", "title"][rng.below(4)],
                };
                match it.get_mut(part) {
                    Some(part) => changed(part, &mut rng, 12),
                    None => changed(&mut it, &mut rng, 12),
                }
                it.to_string().into_bytes()
            }
        };
        let result = std::panic::catch_unwind(|| export_files::exports(&bytes));
        if result.is_err() {
            panicked.push(seed);
        }
        // What a chain covers can't be changed unnoticed, even where the rules make no difference of it.
        let same = serde_json::from_slice::<Value>(&bytes).is_ok_and(|it| it == *fair);
        if fair["format"].as_i64() >= Some(3) && !same {
            let alone = check(&String::from_utf8_lossy(&bytes));
            let keys = |it: &Value| it.as_object().map(|it| it.keys().cloned().collect::<Vec<_>>());
            let left = serde_json::from_slice::<Value>(&bytes).ok().and_then(|it| keys(&it));
            assert!(!alone.bad.is_empty(), "{name}, seed {seed}: nothing is found; {left:?} are left");
        }
    }
    assert!(panicked.is_empty(), "{name}: the changes of these seeds panic: {panicked:?}");
}

/// Fights of this build, with their chains.
#[tokio::test]
async fn no_change_of_a_fight_panics() {
    for system in System::ALL {
        let (fight, _) = played(system).await;
        no_change_panics(system.name(), &serde_json::to_value(&fight).expect("plain values"));
    }
}

/// Fights of older builds, where nothing but the rules protects against changes.
#[test]
fn no_change_of_an_old_fight_panics() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs");
    let mut logs: Vec<_> =
        std::fs::read_dir(folder).expect("the folder").map(|it| it.expect("an entry").path()).collect();
    logs.sort();
    for log in logs.iter().filter(|it| it.to_string_lossy().ends_with(".fight.json")) {
        let mut fair: Value = serde_json::from_str(&std::fs::read_to_string(log).expect("a file")).expect("JSON");
        fair["rows"].as_array_mut().expect("rows").truncate(60);
        no_change_panics(&log.to_string_lossy(), &fair);
    }
}
