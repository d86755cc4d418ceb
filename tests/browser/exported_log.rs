//! The log of a finished fight, as the page handed it out, compared with what the page has shown. The log is read as anyone could read it:
//! by `umpire verify`, and as a session loaded from its rows.

use crate::{
    page_user::{PRIVATE, PUBLIC, PageUser},
    program::Program,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use umpire::{
    engine::view::Viewer,
    rules::{Session, System},
    verify::ExportedFight,
};

/// A fight's log.
pub struct Chronicle {
    fight: ExportedFight,
    session: Box<dyn Session>,
}

/// A roll: each die's sides, and its faces in the order rolled.
pub type Rolled = Vec<(u64, Vec<u64>)>;

impl Chronicle {
    /// Takes the file below the fight's account, has `umpire verify` check it, and reads it.
    pub async fn taken_from(chair: &PageUser, program: &Program) -> Chronicle {
        // The whole log is the GM's; the players' channel has the record of what everyone saw.
        chair
            .click("the GM\u{2019}s tab", "return document.querySelector('[data-testid=tab-gm-murdham]')", json!([]))
            .await;
        let link = "return [...document.querySelectorAll('#messages article a[href]')].find((it) => /fight-\\d+-gm\\.json/.test(it.href))?.href ?? null";
        let address = chair.awaits("no export hangs below the account", link, json!([])).await;
        let text =
            reqwest::get(address.as_str().expect("an address")).await.expect("the export").text().await.expect("text");
        let file = program.file("fight.json");
        std::fs::write(&file, &text).expect("the export is kept");
        let (good, said) = Program::verify(&file);
        assert!(good, "umpire verify:\n{said}");
        let fight: ExportedFight = serde_json::from_str(&text).expect("an exported fight");
        let rows: Vec<String> = fight.rows.iter().map(Value::to_string).collect();
        let system = System::named(&fight.system).expect("a system");
        let session = system.load(&fight.opening.to_string(), &rows).expect("the log is read");
        Chronicle { fight, session }
    }

    /// Everything the rows record, in order.
    fn records(&self) -> impl Iterator<Item = &Value> {
        self.fight.rows.iter().flat_map(|row| row["effect"]["Ran"]["records"].as_array().into_iter().flatten())
    }

    /// The log's rolls that everyone may see, except for initiative's and the wear of gear at the fight's end: some of those are only under
    /// Details, since what they decide is all that's told.
    pub fn rolls(&self) -> Vec<Rolled> {
        let rolled = self.records().filter_map(|it| it.get("Rolled")).filter(|it| {
            let is_initiative = it["rule"].as_str().is_some_and(|rule| rule.ends_with("Initiative"));
            let is_wear = it["what"].as_str().is_some_and(|what| what.contains("durability"));
            it["secret"] == false && !is_initiative && !is_wear
        });
        let die = |die: &Value| {
            let faces = die["faces"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
            (die["sides"].as_u64().expect("a die has sides"), faces)
        };
        rolled.map(|it| it["dice"].as_array().into_iter().flatten().map(die).collect()).collect()
    }

    /// The number of dice that everyone may see.
    pub fn open_dice(&self) -> usize {
        let told = self.fight.record.iter().flat_map(|it| &it.told);
        told.map(|it| it["dice"].as_array().map_or(0, Vec::len)).sum()
    }

    /// The number of accepted answers to questions.
    pub fn answers(&self) -> usize {
        self.fight.rows.iter().filter(|row| row["input"].get("Answer").is_some()).count()
    }

    /// The number of times a clock ran out and silence counted as an answer.
    pub fn silences(&self) -> usize {
        self.records().filter(|it| it["Answered"]["how"] == "Silence").count()
    }

    /// Everyone's health as a player may read it at the end: "5/6", or words for a foe's.
    pub fn healths(&self) -> BTreeMap<String, String> {
        let scene = self.session.scene(Viewer::Gm);
        let members = scene.sides.iter().flat_map(|side| &side.members);
        members
            .filter_map(|it| {
                let (_, value) = it.vitals.iter().find(|(name, _)| name == "health")?;
                Some((it.name.clone(), value.clone()))
            })
            .collect()
    }

    /// Compares the page with the log: every roll shown is one of the log's, in order, Details show all of them, and no health differs.
    pub async fn matches(&self, chair: &PageUser, tracker: &str) {
        let logged = self.rolls();
        assert!(!logged.is_empty(), "dice fell in this fight");
        // What's told leaves out rolls that changed nothing; an action that the end of the fight cuts off is struck out, but its dice fell.
        let told = dice_in_sight(chair, PUBLIC).await;
        assert!(!told.is_empty(), "the stories tell no roll");
        let mut fell = logged.iter().flatten();
        for dice in &told {
            assert!(fell.any(|it| are_these(dice, it)), "{dice} didn't fall then:\n{told:#?}\n{logged:?}");
        }
        let details = dice_in_details(chair).await;
        for roll in logged.iter().flatten() {
            assert!(details.iter().any(|dice| are_these(dice, roll)), "Details lack {roll:?}:\n{details:#?}");
        }
        // For foes, the tracker only says "hurt" and "unhurt".
        let shown: Vec<&str> = tracker.lines().filter(|line| line.contains("health ")).collect();
        let healths = self.healths();
        assert!(shown.len() >= 3, "the tracker shows the players' healths: {tracker}");
        for line in shown {
            let known = healths.iter().find(|(name, _)| line.contains(*name));
            let (name, health) = known.unwrap_or_else(|| panic!("{line} is nobody of {healths:?}"));
            assert!(line.contains(&format!("health {health}")), "the log says {name} has {health}: {line}");
        }
    }
}

/// Whether dice as they're shown, such as "2d6 (3, 5)" or "d4 (4, 1; each 4 counts 3)", are these.
fn are_these(shown: &str, (sides, faces): &(u64, Vec<u64>)) -> bool {
    let Some((_, shown)) = shown.split_once(&format!("d{sides} (")) else { return false };
    let shown = shown.split([')', ';']).next().unwrap_or_default().split(", ");
    // An exploding die has what it counts beside its face.
    let face = |it: &str| it.split('\u{2192}').next().and_then(|it| it.parse::<u64>().ok());
    shown.map(face).eq(faces.iter().map(|it| Some(*it)))
}

/// The dice below a selector, first to last: "2d6 (3, 5)".
async fn dice_in_sight(chair: &PageUser, root: &str) -> Vec<String> {
    let dice = chair.run(DICE, json!([root])).await;
    dice.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Presses every **Details** and returns the dice that they show. Other private messages come and go meanwhile.
async fn dice_in_details(chair: &PageUser) -> Vec<String> {
    let newest = format!("return [...document.querySelectorAll('{PRIVATE}')].at(-1)?.dataset.messageId ?? '0'");
    let count = chair.run(&format!("return ({DETAILS}).length"), json!([PUBLIC])).await.as_u64().unwrap_or(0);
    let mut dice = Vec::new();
    for index in 0..count {
        let before = chair.run(&newest, json!([])).await;
        chair.click("Details", &format!("return ({DETAILS})[arguments[1]]"), json!([PUBLIC, index])).await;
        let newer = "const ids = [...document.querySelectorAll(arguments[0])].map((it) => it.dataset.messageId);
            return ids.findLast((id) => BigInt(id) > BigInt(arguments[1])) ?? null";
        let id = chair.awaits("Details don't come", newer, json!([PRIVATE, before])).await;
        let breakdown = format!("{PRIVATE}[data-message-id='{}']", id.as_str().expect("a message has an id"));
        dice.extend(dice_in_sight(chair, &breakdown).await);
    }
    dice
}

const DICE: &str = "return [...document.querySelectorAll(arguments[0])]
    .filter((it) => !/durability/.test(it.innerText)).flatMap((it) => [...it.innerText.matchAll(/\\d*d\\d+ \\([^)]*\\)/g)].map((dice) => dice[0]))";

const DETAILS: &str =
    "[...document.querySelectorAll(`${arguments[0]} button`)].filter((it) => it.innerText.trim() === 'Details')";
