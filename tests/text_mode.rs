//! Text mode and the limits of messages, over random fights: one form says what the other says, and nothing is ever cut off silently.
#![cfg(feature = "bot")]

use std::collections::BTreeMap;
use umpire::{
    discord::{
        compose::{
            ChannelStyle,
            ending::{Ending, ending},
            plain_text,
            story::{StoryContext, details},
            styled::{story_in, tracker_in},
            tracker::{Tracker, board},
        },
        limits::{CONTENT_MAX, length},
        message::{Message, split},
    },
    engine::{
        Actor, Addressee, CombatantId, Log, PromptId, Seat, SideId,
        view::{Discretion, FighterView, Mark, PromptView, Scene, SideView, Viewer, scene},
    },
    rules::{
        Fight, Request, System,
        murdham::Murdham,
        story,
        story::stored::{Asked, StoryView},
    },
    simulate::{self, SimulationPlan},
};

const PLAINLY: ChannelStyle = ChannelStyle { is_plain: true, lacks: None };
const RICHLY: ChannelStyle = ChannelStyle { is_plain: false, lacks: None };

/// The words and numbers of a text with their counts; markup and symbols don't count.
fn words(text: &str) -> BTreeMap<String, usize> {
    let mut words = BTreeMap::new();
    for word in text.replace('\u{2060}', "").split(|c: char| !c.is_alphanumeric()).filter(|it| !it.is_empty()) {
        *words.entry(word.to_lowercase()).or_insert(0) += 1;
    }
    words
}

/// Everything that a message says in words, without its labels: they're the same in both forms.
fn said(message: &Message) -> String {
    let mut all = vec![message.content.clone()];
    for embed in &message.embeds {
        all.extend([embed.title.clone(), embed.description.clone()]);
        all.extend(embed.fields.iter().flat_map(|it| [it.name.clone(), it.value.clone()]));
    }
    // A mark before a name repeats the word after it.
    all.join("\n").replace("`x` ", "")
}

/// The rules at the foot are beside their subject in the other form, so each must be there at least once.
fn at_the_foot(message: &Message) -> String {
    let small = message.content.lines().filter(|it| it.starts_with("-# "));
    small.map(str::to_owned).chain(message.embeds.iter().map(|it| it.footer.clone())).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn says_all(rich: &Message, plain: &str) {
    let have = words(plain);
    let without_foot: String = said(rich).lines().filter(|it| !it.starts_with("-# ")).collect::<Vec<_>>().join("\n");
    for (word, times) in words(&without_foot) {
        let there = have.get(&word).copied().unwrap_or(0);
        assert!(
            there >= times,
            "{word:?} is there {there} times of {times}\n--- rich\n{}\n--- plain\n{plain}",
            said(rich)
        );
    }
    for word in words(&at_the_foot(rich)).into_keys() {
        assert!(
            have.contains_key(&word),
            "{word:?} of the foot is missing\n--- rich\n{}\n--- plain\n{plain}",
            said(rich)
        );
    }
}

/// No boxes, no columns, no code, no symbol on its own.
#[track_caller]
fn is_plain(message: &Message) {
    assert!(message.embeds.is_empty() && message.files.is_empty());
    let bare = message.content.replace("\\`", "").replace("\\*", "");
    for sign in ["`", "**", "-# ", "\u{b7}", "\u{2192}", "\u{2264}", "\u{2265}", "\u{2212}"] {
        assert!(!bare.contains(sign), "{sign:?} in {}", message.content);
    }
    for line in bare.lines() {
        assert!(line.chars().any(char::is_alphanumeric), "a line without a word: {line:?}");
    }
}

fn tracker_of<'a>(scene: &'a Scene, commitment: &'a str) -> Tracker<'a> {
    let chain = "record 1a2b3c4d";
    Tracker { encounter: 7, name: "Gatehouse brawl", scene, faulted: false, commitment, last: &[], chain }
}

/// At every moment of random fights, the tracker, the status and every story say in plain text everything that they say with boxes.
#[test]
fn plain_text_says_everything_that_the_boxes_say() {
    let commitment = "ab".repeat(32);
    let (mut trackers, mut stories, mut cut) = (0, 0, 0);
    for seed in 1..=4 {
        let plan = SimulationPlan { system: System::Murdham, fights: 1, per_side: 3, seed };
        let (session, _) = simulate::one(&plan).expect("a fight is played");
        let export = session.export();
        let rows: Vec<String> = export["rows"].as_array().expect("rows").iter().map(ToString::to_string).collect();
        let fight = Fight::<Murdham>::load(&export["opening"].to_string(), &rows).expect("it reads back");
        let mut log = Log::new(fight.log().opening().clone());
        for row in fight.log().rows() {
            let mut after = log.now().clone();
            after.evolve(row);
            let seen = scene(&after, Viewer::Gm);
            for told in
                story::stories(&log, std::slice::from_ref(row), &after, &Request::Tick, Actor::Table, Discretion::Told)
            {
                let told = StoryView::of(&told);
                let it = StoryContext { encounter: 7, told: &told, prompts: &seen.prompts, players: &[], gm: None };
                let (Some(rich), Some(plain)) =
                    (story_in(&it, &RICHLY, Some(30_000)), story_in(&it, &PLAINLY, Some(30_000)))
                else {
                    continue;
                };
                is_plain(&plain);
                assert_eq!(plain.check(), Ok(()));
                stories += 1;
                match plain.content.contains(" in Details)") || rich.content.contains(" in Details)") {
                    true => cut += 1,
                    false => says_all(&rich, &plain.content),
                }
                let lines: Vec<_> = told.lines.iter().collect();
                let whole = Message::text(details(&lines, &[]));
                says_all(&whole, &plain_text::details(&lines, &[]));
            }
            for viewer in [Viewer::Everyone, Viewer::Gm] {
                let seen = scene(&after, viewer);
                let rich = tracker_in(&tracker_of(&seen, &commitment), &RICHLY);
                let plain = tracker_in(&tracker_of(&seen, &commitment), &PLAINLY);
                is_plain(&plain);
                says_all(&rich, &plain.content);
                says_all(&board(&tracker_of(&seen, &commitment)), &plain_text::status(&tracker_of(&seen, &commitment)));
                assert_eq!(plain.rows, rich.rows, "the buttons are the same");
                trackers += 1;
            }
            log.append(row.clone());
        }
    }
    assert!(trackers > 200 && stories > 60 && cut * 4 < stories, "{trackers} {stories} {cut}");
}

/// A name of eighty characters, many of which need escaping.
fn long_name(number: usize) -> String {
    let bad = ["*_~`|", "@everyone ", "https://x.example/ ", "<@5> ", "\u{1F5E1}\u{FE0F}", "Jean-Luc "][number % 6];
    let text: String = bad.repeat(80).chars().take(76).collect();
    format!("{text}{number:>4}")
}

fn crowd(count: usize) -> Scene {
    let plan = SimulationPlan { system: System::Murdham, fights: 1, per_side: 1, seed: 1 };
    let (session, _) = simulate::one(&plan).expect("a fight is played");
    let mut scene = session.scene(Viewer::Everyone);
    scene.stage = umpire::engine::Stage::Fighting;
    let fighter = |number: usize| FighterView {
        once_down: None,
        id: CombatantId(number as u16),
        name: long_name(number),
        mark: Mark::Ready,
        standing: "ready".to_owned(),
        // Those who stand alike would share a line.
        vitals: vec![("health".to_owned(), format!("{number}/60")), (String::new(), "badly hurt".to_owned())],
        health: None,
        conditions: vec!["primary arm injury".to_owned(), "incapacitated".to_owned()],
        player: Some(Seat(5)),
        hidden: false,
        umpire: None,
        saved: None,
        shelter: Default::default(),
    };
    let side = |id: u8, from: usize, to: usize| SideView {
        id: SideId(id),
        name: long_name(usize::from(id)),
        note: "hold the initiative".to_owned(),
        members: (from..to).map(fighter).collect(),
    };
    scene.sides = vec![side(1, 0, count / 2), side(2, count / 2, count)];
    scene.places =
        (0..count / 3).map(|it| format!("{}: {}, {}", long_name(it), long_name(it + 1), long_name(it + 2))).collect();
    scene.may_act = (0..count).map(|it| CombatantId(it as u16)).collect();
    scene.details.notes = (0..4).map(long_name).collect();
    scene.prompts = (0..count).map(prompt).collect();
    scene
}

fn prompt(number: usize) -> PromptView {
    let name = long_name(number);
    PromptView {
        id: PromptId { seq: 14, ordinal: number as u32 },
        to: Addressee::Combatant(CombatantId(number as u16)),
        to_name: name.clone(),
        seats: vec![Seat(100_000_000_000_000_000 + number as u64)],
        ask: format!("{name} swings at {name} with {name}. Reacting spends the turn."),
        labels: (0..30).map(|it| format!("Counter with {}", long_name(it))).collect(),
        about: String::new(),
        deadline_ms: Some(1_790_000_030_000),
        answered: number % 7 == 6,
        is_umpires: false,
        then: vec![],
    }
}

/// Sixty combatants with names of eighty characters: every message in the channel fits Discord's limits in both forms; if something is left
/// out, it says so and where to find it; private messages are split, and every name comes through.
#[test]
fn nothing_is_too_long_and_nothing_is_cut_in_silence() {
    let commitment = "ab".repeat(32);
    for count in [0, 1, 2, 5, 12, 24, 40, 60] {
        let scene = crowd(count);
        let it = tracker_of(&scene, &commitment);
        let lacks = Some("Umpire lacks **Attach Files** in this channel. Maps cannot be posted.".to_owned());
        for style in [
            RICHLY,
            PLAINLY,
            ChannelStyle { is_plain: false, lacks: lacks.clone() },
            ChannelStyle { is_plain: true, lacks },
        ] {
            let drawn = tracker_in(&it, &style);
            assert_eq!(drawn.check(), Ok(()), "{count} {style:?}");
            let all = said(&drawn);
            let shown = (0..count).filter(|number| all.contains(&format!("{number:>4}"))).count();
            assert!(shown == count || all.contains("/encounter status"), "{count} {style:?}: {shown} are shown");
        }
        for whole in [board(&it), Message::text(plain_text::status(&it))] {
            for piece in split::pieces(&whole.content, CONTENT_MAX) {
                assert!(length(&piece) <= CONTENT_MAX);
            }
            assert_eq!(
                Message { content: String::new(), ..whole.clone() }.check().err().filter(|_| !whole.embeds.is_empty()),
                None
            );
            let all = said(&whole);
            assert!((0..count).all(|number| all.contains(&format!("{number:>4}"))), "{count}: somebody is left out");
        }
        for lines in [0, 1, 5, 80] {
            let rule = serde_json::json!({ "number": "R21", "title": long_name(3), "sentence": "", "ruling": false });
            let roll = serde_json::json!({ "who": long_name(1), "what": "AGI save", "outcome": "succeeds", "rule": rule,
                "equation": format!("d20 (7) \u{2212} 2 {} = 5 vs AGI 9", long_name(2)) });
            let line = |number: usize| {
                serde_json::json!({ "audience": "Everyone", "roll": roll, "rules": [rule],
                "text": format!("{} swings at {} with {}.", long_name(number), long_name(number + 1), long_name(number + 2)) })
            };
            let lines: Vec<_> = (0..lines).map(line).collect();
            let told =
                StoryView::read(&serde_json::json!({ "began_seq": 14, "lines": lines }).to_string()).expect("a story");
            let context = StoryContext { encounter: 7, told: &told, prompts: &scene.prompts, players: &[], gm: None };
            for style in [RICHLY, PLAINLY] {
                let Some(drawn) = story_in(&context, &style, Some(86_400_000)) else { continue };
                assert_eq!(drawn.check(), Ok(()), "{count} {} {style:?}", lines.len());
                let all = said(&drawn);
                let told = (0..lines.len()).filter(|it| all.contains(&format!("swings at {}", short(*it + 1)))).count();
                assert!(
                    told >= lines.len() || (told > 0 && format!("{all} {:?}", drawn.rows).contains("Details")),
                    "{count} {} {style:?}: {all}",
                    lines.len()
                );
                let open = scene.prompts.iter().filter(|it| !it.answered).count();
                let asked = scene.prompts.iter().filter(|it| all.contains(&format!("<@{}>", it.seats[0].0))).count();
                assert!(asked >= open || all.contains("more are asked"), "{count}: {asked} of {open}");
            }
        }
        let seeds: Vec<(String, String)> = (0..9).map(|_| ("c0".repeat(32), "5e".repeat(32))).collect();
        let name = long_name(0);
        let account = ending(&Ending {
            won: None,
            name: &name,
            scene: &scene,
            lasted_ms: 1,
            seeds: &seeds,
            heads: &[
                ("The log".to_owned(), "1a".repeat(32)),
                ("The record of what was posted".to_owned(), "1a".repeat(32)),
            ],
            asked: Asked::default(),
            export: Some("fight-9223372036854775807.json"),
            replay: Some("fight-9223372036854775807.html"),
            account: &[("Harm".to_owned(), (0..count).map(long_name).collect())],
            rounds: &[],
            has_picture: false,
            pictured: 0,
        });
        let long = length(&account.lead) + 1 + length(&account.rest);
        assert!(long <= CONTENT_MAX, "{long} characters");
    }
}

/// The end of a long name in its escaped form, to find it by.
fn short(number: usize) -> String {
    umpire::discord::text::escape(&long_name(number))
}
