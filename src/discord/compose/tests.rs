//! What messages look like, as snapshots: a tracker, a prompt, a result, an ending, all within Discord's limits.

use super::{
    ending::{Ending, ending},
    gm,
    story::{StoryContext, details, story},
    tracker::{Tracker, tracker},
};
use crate::{
    discord::message::{ActionRow, Message, Press},
    engine::{
        Addressee, CombatantId, PromptId, Seat, SideId, Stage,
        view::{Details, FighterView, Ground, MapView, Mark, PromptView, Scene, SideView, Traces},
    },
    rules::story::stored::{Asked, Fallen, StoryView},
};

fn fighter(id: u16, name: &str, mark: Mark, standing: &str, vitals: &[(&str, &str)]) -> FighterView {
    FighterView {
        once_down: None,
        id: CombatantId(id),
        name: name.to_owned(),
        mark,
        standing: standing.to_owned(),
        vitals: vitals.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
        health: None,
        conditions: vec![],
        player: None,
        umpire: None,
        saved: None,
        shelter: vec![],
        hidden: false,
    }
}

fn scene() -> Scene {
    let players = vec![
        fighter(1, "Sybilla", Mark::Ready, "ready", &[("health", "6/6")]),
        fighter(2, "Theobald", Mark::Spent, "reacted", &[("health", "9/9")]),
    ];
    let bandits = vec![
        fighter(3, "Leader", Mark::Spent, "acted", &[("", "hurt")]),
        fighter(4, "Bandit 1", Mark::Down, "down", &[]),
    ];
    let side = |id: u8, name: &str, note: &str, members| SideView {
        id: SideId(id),
        name: name.to_owned(),
        note: note.to_owned(),
        members,
    };
    Scene {
        system: "murdham",
        stage: Stage::Fighting,
        paused: false,
        umpire_is_gm: false,
        round: 2,
        phase: Some("slow phase".to_owned()),
        seq: 40,
        sides: vec![side(1, "Players", "hold the initiative", players), side(2, "Bandits", "", bandits)],
        places: vec!["Gate: Sybilla, Leader".to_owned(), "Yard: Theobald".to_owned()],
        map: MapView {
            ground: Ground::Nowhere,
            laid_out: false,
            standing: vec![],
            unplaced: vec![],
            traces: Traces::default(),
            fog: None,
        },
        may_act: vec![CombatantId(1)],
        details: Details { whose: "The Players choose who acts, or pass.".to_owned(), ..Details::default() },
        clock: Some(("Players".to_owned(), 1_790_000_023_000)),
        clock_ms: Some(15_000),
        prompt_ms: Some(30_000),
        prompts: vec![],
    }
}

fn prompt(seats: &[u64], labels: &[&str]) -> PromptView {
    PromptView {
        id: PromptId { seq: 14, ordinal: 0 },
        to: Addressee::Combatant(CombatantId(2)),
        to_name: "Theobald".to_owned(),
        seats: seats.iter().map(|it| Seat(*it)).collect(),
        ask: "The Leader swings at Theobald. Reacting spends the turn.".to_owned(),
        labels: labels.iter().map(|it| (*it).to_owned()).collect(),
        about: String::new(),
        deadline_ms: Some(1_790_000_030_000),
        answered: false,
        is_umpires: false,
        then: vec![],
    }
}

fn told(json: serde_json::Value) -> StoryView {
    StoryView::read(&json.to_string()).expect("a story")
}

fn line(text: &str) -> serde_json::Value {
    serde_json::json!({ "audience": "Everyone", "text": text, "roll": null, "rules": [] })
}

fn drawn_story<'a>(told: &'a StoryView, prompts: &'a [PromptView]) -> Option<Message> {
    story(&StoryContext { encounter: 7, told, prompts, players: &[5], gm: None })
}

/// The message as a reader sees it: text, embeds, buttons.
fn shown(message: &Message) -> String {
    message.check().expect("within Discord's limits");
    let mut lines = vec![message.content.clone()];
    for embed in &message.embeds {
        lines.extend(embed.fields.iter().map(|it| format!("[{}]\n{}", it.name, it.value)));
        lines.extend([&embed.description, &embed.footer].into_iter().filter(|it| !it.is_empty()).cloned());
    }
    for row in &message.rows {
        lines.push(match row {
            ActionRow::Buttons(buttons) => buttons
                .iter()
                .map(|it| match &it.does {
                    Press::Asks(id) => format!("({} {id})", it.label),
                    Press::Opens(url) => format!("({} {url})", it.label),
                })
                .collect::<Vec<_>>()
                .join(" "),
            ActionRow::Select(select) => format!(
                "<{} {}: {}>",
                select.placeholder,
                select.custom_id,
                select.options.iter().map(|it| it.label.as_str()).collect::<Vec<_>>().join(" / ")
            ),
        });
    }
    lines.join("\n")
}

/// In every stage, paused or not, with and without a map and a GM, the tracker is one that Discord takes, and has a button to go on.
#[test]
fn a_tracker_always_has_its_buttons() {
    for (stage, needed) in [(Stage::Gathering, "Begin"), (Stage::Fighting, "Act as\u{2026}"), (Stage::Over, "")] {
        for (paused, laid_out, umpire_is_gm) in [0, 1, 2, 3, 4, 5, 6, 7].map(|it| (it & 1 > 0, it & 2 > 0, it & 4 > 0))
        {
            let mut scene = Scene { stage, paused, umpire_is_gm, ..scene() };
            scene.map.laid_out = laid_out;
            let it = Tracker {
                encounter: 7,
                name: "",
                scene: &scene,
                faulted: false,
                commitment: "a",
                last: &[],
                chain: "",
            };
            let drawn = tracker(&it);
            let needed = if paused && stage == Stage::Fighting { "Resume" } else { needed };
            assert!(shown(&drawn).contains(needed), "{stage:?} {paused} {laid_out} {umpire_is_gm}");
        }
    }
}

/// The tracker says whose choice it is and until when, everyone's state and place; symbols have words too.
#[test]
fn a_tracker() {
    let scene = scene();
    let drawn = tracker(&Tracker {
        encounter: 7,
        name: "Gatehouse *brawl*",
        scene: &scene,
        faulted: false,
        commitment: "abc123",
        last: &[],
        chain: "record 1a2b3c4d",
    });
    let expected = "\
**Gatehouse \\*brawl\\*** \u{b7} Murdham \u{b7} round 2, slow phase
The Players choose who acts, or pass. 15 s, until <t:1790000023:T>
May act: Sybilla.
[Players (hold the initiative)]
`>` **Sybilla** ready \u{b7} health 6/6
`-` **Theobald** reacted \u{b7} health 9/9
[Bandits]
`-` **Leader** acted \u{b7} hurt
`x` **Bandit 1** down
[Where]
Gate\\: Sybilla, Leader
Yard\\: Theobald
Dice committed: abc123 \u{b7} record 1a2b3c4d
(Act as\u{2026} u1:t:7:14:as) (Pass u1:t:7:14:pass) (Pause u1:t:7:14:pause) (Rules u1:p:7:rules:0) (GM\u{2026} u1:p:7:gm:0)";
    assert_eq!(shown(&drawn), expected);
}

/// The GM reads what has happened last above the people, and what came before below them; who in hiding may act is said, and when their
/// turn is about to be lost.
#[test]
fn a_gms_tracker() {
    let mut scene = scene();
    let drawn = |scene: &Scene| {
        let it = Tracker { encounter: 7, name: "", scene, faulted: false, commitment: "a", last: &[], chain: "" };
        let last = ["Bo hides.", "Leader hits Bo.", "Bo falls."].map(str::to_owned);
        gm::gm_tracker(&it, 5, &[], (&last, None), false)
    };
    let told = drawn(&scene);
    assert!(
        told.content.ends_with("May act: Sybilla.\nLast: Bo falls.\nBefore that: Leader hits Bo."),
        "{}",
        told.content
    );
    let earlier = told.embeds[0].fields.iter().find(|it| it.name == "Earlier").expect("below");
    assert_eq!(earlier.value, "Bo hides.");

    let lurker = FighterView { hidden: true, ..fighter(99, "Lurker", Mark::Ready, "ready", &[]) };
    scene.may_act.push(lurker.id);
    scene.sides[1].members.push(lurker);
    let told = drawn(&scene).content;
    assert!(told.contains("\nLast chance to act this round, hidden: Lurker.\n"), "{told}");
    scene.sides[1].members[0].mark = Mark::Ready;
    let told = drawn(&scene).content;
    assert!(told.contains("\nMay act now, hidden: Lurker.\n"), "{told}");
}

/// A fight with as many combatants as possible, each with the longest and worst of names, still fits one message.
#[test]
fn the_largest_fight_fits() {
    let mut scene = scene();
    let name = "*".repeat(40);
    for side in &mut scene.sides {
        side.members = (0..30).map(|id| fighter(id, &name, Mark::Ready, "ready", &[("health", "10/10")])).collect();
    }
    scene.may_act = vec![];
    let drawn = tracker(&Tracker {
        encounter: 7,
        name: &name,
        scene: &scene,
        faulted: false,
        commitment: &"a".repeat(64),
        last: &[],
        chain: "",
    });
    drawn.check().expect("within Discord's limits");
    assert!(shown(&drawn).contains("/encounter status"), "and it says where the rest is");
}

/// A prompt names the person asked, counts down, says what silence does, and marks the default.
#[test]
fn a_prompt() {
    let told = told(serde_json::json!({ "began_seq": 14, "lines": [line("The Leader swings at Theobald.")] }));
    let drawn =
        drawn_story(&told, &[prompt(&[5], &["Take the hit", "Dodge", "Counter with sword"])]).expect("a message");
    let expected = "\
The Leader swings at Theobald.
<@5>, for **Theobald**: The Leader swings at Theobald. Reacting spends the turn. Answer by <t:1790000030:T> (<t:1790000030:R>); silence means \u{201c}Take the hit\u{201d}.
(Take the hit (default) u1:a:7:e:0:0) (Dodge u1:a:7:e:0:1) (Counter with sword u1:a:7:e:0:2)
(Don\u{2019}t ask Theobald again\u{2026} u1:q:7:e:0) (Suggest u1:s:7:e:0)";
    assert_eq!(shown(&drawn), expected);
}

/// More than three rows of answers become a menu; fewer are buttons, five to a row.
#[test]
fn a_prompt_with_many_answers_is_a_menu() {
    let told = told(serde_json::json!({ "began_seq": 14, "lines": [] }));
    let all = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"];
    let drawn = drawn_story(&told, &[prompt(&[5], &all)]).expect("a message");
    assert!(shown(&drawn).contains("<Theobald answers\u{2026} u1:m:7:e:0: a (default) / b / c / d / e / f / g"));
    let drawn = drawn_story(&told, &[prompt(&[5], &all[..6])]).expect("a message");
    assert!(shown(&drawn).contains("(e u1:a:7:e:0:4)\n(f u1:a:7:e:0:5)"), "{}", shown(&drawn));
}

/// A foe's choices are for the GM only: the channel sees that the foe is asked, and nothing else.
#[test]
fn a_foes_prompt_shows_nothing_of_their_answers() {
    let told = told(serde_json::json!({ "began_seq": 14, "lines": [line("Sybilla shoots.")] }));
    let text = shown(&drawn_story(&told, &[prompt(&[], &["Take the hit", "Dodge: AGI 9, 45%"])]).expect("a message"));
    assert!(!text.contains("AGI") && !text.contains("Reacting"), "{text}");
    assert!(text.ends_with("(GM answers\u{2026} u1:p:7:gm:0)"), "{text}");
}

/// A result is one short message: who did what, the roll in place with its dice, the number to reach and the outcome, and the rule.
/// Everything in full is under Details.
#[test]
fn a_result() {
    let rule = serde_json::json!({ "number": "R21", "title": "Dodge", "sentence": "", "ruling": false });
    let roll = serde_json::json!({ "who": "Theobald", "what": "AGI save", "equation": "d20 (7) \u{2212} 2 shield = 5 vs AGI 9",
        "brief": "d20 (7) \u{2212} 2 = 5 vs AGI 9", "outcome": "succeeds", "rule": rule });
    let told = told(serde_json::json!({ "began_seq": 14, "lines": [
        line("The Leader swings at Theobald."),
        { "audience": "Everyone", "text": "Theobald dodges.", "roll": roll, "rules": [rule] },
        { "audience": "Gm", "text": "The Leader has 3 health left.", "roll": null, "rules": [] },
    ] }));
    let expected = "\
The Leader swings at Theobald. Theobald dodges\\: d20 (7) \u{2212} 2 = 5 vs AGI 9, succeeds.
-# R21 Dodge
(Details u1:d:7:e)";
    assert_eq!(shown(&drawn_story(&told, &[]).expect("a message")), expected);
    let whole = "\
The Leader swings at Theobald.
Theobald dodges.
**Theobald**, AGI save: d20 (7) \u{2212} 2 shield = 5 vs AGI 9 \u{2192} **succeeds** (R21 Dodge)";
    let lines: Vec<_> = told.open_lines().collect();
    assert_eq!(details(&lines, &[]), whole);
}

/// An unfinished action that was withdrawn stays, struck through, with its roll; a heading says that it was taken back.
#[test]
fn a_withdrawn_story_keeps_its_roll() {
    let rule = serde_json::json!({ "number": "R21", "title": "Dodge", "sentence": "", "ruling": false });
    let roll = serde_json::json!({ "who": "Theobald", "what": "AGI save", "equation": "d20 (7) vs AGI 9",
        "outcome": "succeeds", "rule": rule });
    let told = told(serde_json::json!({ "began_seq": 14, "withdrawn": true, "lines": [
        line("The Leader swings at Theobald."),
        { "audience": "Everyone", "text": "Theobald dodges.", "roll": roll, "rules": [rule] },
        line("Taken back: The Leader swings at Theobald (GM)."),
    ] }));
    let expected = "\
Taken back\\: The Leader swings at Theobald (GM).
~~The Leader swings at Theobald. Theobald dodges\\: d20 (7) vs AGI 9, succeeds.~~
-# R21 Dodge
(Details u1:d:7:e)";
    assert_eq!(shown(&drawn_story(&told, &[]).expect("a message")), expected);
}

/// If only the GM may read it, there's no message at all.
#[test]
fn a_story_for_the_gm_alone_is_no_message() {
    let told = told(serde_json::json!({ "began_seq": 14, "lines": [
        { "audience": "Gm", "text": "Lurker steps behind the wall.", "roll": null, "rules": [] },
    ] }));
    assert_eq!(drawn_story(&told, &[]), None);
}

/// A story that's too long for a message says how much is missing, and where it is.
#[test]
fn a_long_story_is_cut_aloud() {
    let lines: Vec<_> =
        (0..60).map(|n| line(&format!("Arrow {n} flies through the yard and hits the gate."))).collect();
    let told = told(serde_json::json!({ "began_seq": 14, "lines": lines }));
    let text = shown(&drawn_story(&told, &[]).expect("a message"));
    assert!(text.contains(" in Details)") && text.ends_with("(Details u1:d:7:e)"), "{text}");
}

/// The summary of a fight.
#[test]
fn an_ending() {
    let scene = scene();
    let seeds = [("c0ffee".to_owned(), "5eed".to_owned())];
    let asked = Asked { questions: 5, players: 2, rounds: 2 };
    let heads = [("The record of what was posted".to_owned(), "1a2b3c4d5e6f7a8b9c0d".repeat(3))];
    let many = (1..=40).map(|it| format!("Bandit {it} took 3 wounds")).collect();
    let luck = (1..=11).map(|it| format!("Player {it} was lucky")).collect();
    let account = [("Best blow", vec!["*Sybilla* put Bandit 1 down.".to_owned()]), ("Luck", luck), ("Harm", many)]
        .map(|(about, clauses)| (about.to_owned(), clauses));
    let it = Ending {
        won: None,
        name: "Brawl",
        scene: &scene,
        lasted_ms: 754_000,
        seeds: &seeds,
        heads: &heads,
        asked,
        export: Some("fight-6.json"),
        replay: Some("fight-6.html"),
        account: &account,
        rounds: &[],
        has_picture: false,
        pictured: 10,
    };
    let expected = "\
Players standing: Sybilla (health 6/6), Theobald (health 9/9)
Bandits standing: Leader (hurt)
Bandits down: Bandit 1
**Best blow:** \\*Sybilla\\* put Bandit 1 down.
**Luck:** Player 1 was lucky; Player 2 was lucky; Player 3 was lucky; Player 4 was lucky; Player 5 was lucky; Player 6 was lucky; Player 7 was lucky; Player 8 was lucky; Player 9 was lucky; Player 10 was lucky; Player 11 was lucky.
**Harm:** Bandit 1 took 3 wounds; Bandit 2 took 3 wounds; Bandit 3 took 3 wounds; Bandit 4 took 3 wounds; Bandit 5 took 3 wounds; Bandit 6 took 3 wounds; Bandit 7 took 3 wounds; Bandit 8 took 3 wounds; Bandit 9 took 3 wounds; Bandit 10 took 3 wounds; Bandit 11 took 3 wounds; Bandit 12 took 3 wounds; Bandit 13 took 3 wounds; and 27 more.
Open **fight-6.html** in any browser to play the fight again and check its dice.
-# Players had 5 questions to answer, 1.25 each per round.
-# `umpire verify fight-6.json --head 1a2b3c4d5e6f7a8b9c0d` checks the dice.";
    let told = ending(&it);
    assert_eq!((told.lead.as_str(), told.rest.as_str()), ("**Brawl** is over after 12 minutes, in round 2.", expected));
    // What the picture shows, the words below it don't repeat.
    let short = ending(&Ending { has_picture: true, ..it.clone() }).rest;
    assert!(
        short.contains("**Best blow:**") && !short.contains("**Harm:**") && short.contains("fight-6.html"),
        "{short}"
    );
    // It has room for ten: whoever follows is told in words.
    assert!(short.contains("**Further harm:** Bandit 11 took 3 wounds; Bandit 12 took"), "{short}");
    assert!(short.contains("**Further luck:** Player 11 was lucky."), "{short}");
    assert!(
        !ending(&Ending { has_picture: true, pictured: 40, ..it.clone() }).rest.contains("arm:**"),
        "nobody is left"
    );
    // A short fight's rounds come first, instead of who put whom down, if all of it has room.
    let story = [("Round 1".to_owned(), vec!["Sybilla put Bandit 1 down".to_owned()])];
    let fallen = [("Put down".to_owned(), vec!["Bandit 1 by Sybilla".to_owned()]), account[0].clone()];
    let told = ending(&Ending { account: &fallen, rounds: &story, ..it.clone() }).rest;
    let lines: Vec<&str> = told.lines().filter(|it| it.starts_with("**")).collect();
    assert_eq!(lines, ["**Round 1:** Sybilla put Bandit 1 down.", "**Best blow:** \\*Sybilla\\* put Bandit 1 down."]);
    let long = [("Round 1".to_owned(), vec!["Sybilla put Bandit 1 down".repeat(9); 30])];
    let many: Vec<_> = (0..6).flat_map(|_| long.clone()).collect();
    let told = ending(&Ending { account: &fallen, rounds: &many, ..it.clone() }).rest;
    assert!(told.contains("**Put down:** Bandit 1 by Sybilla.") && !told.contains("Round 1"), "{told}");
    // Without a file, the message itself has what a check needs.
    let alone = ending(&Ending { export: None, ..it }).rest;
    assert!(
        alone.contains("seed was `5eed`; its SHA-256, shown at the start, is `c0ffee`.") && !alone.contains("verify")
    );
    assert!(alone.contains(&"1a2b3c4d5e6f7a8b9c0d".repeat(3)), "{alone}");
}

/// Several of a kind who stand alike share a line; whoever stands otherwise, or is alone or two, has their own.
#[test]
fn equal_foes_share_a_line() {
    let goblin =
        |number: u16, mark, standing| fighter(number, &format!("Goblin {number}"), mark, standing, &[("", "unhurt")]);
    let mut all: Vec<FighterView> = [1, 2, 3, 5].map(|it| goblin(it, Mark::Ready, "ready")).into();
    all.insert(3, goblin(4, Mark::Acting, "acting"));
    all.push(fighter(7, "Leader", Mark::Ready, "ready", &[("", "unhurt")]));
    all.extend([8, 9].map(|it| goblin(it, Mark::Spent, "acted")));
    let lines = super::roster::lines(&all);
    let expected = [
        "`>` **Goblin 1\u{2013}3, 5** ready \u{b7} unhurt",
        "`*` **Goblin 4** acting \u{b7} unhurt",
        "`>` **Leader** ready \u{b7} unhurt",
        "`-` **Goblin 8** acted \u{b7} unhurt",
        "`-` **Goblin 9** acted \u{b7} unhurt",
    ];
    assert_eq!(lines, expected);
}

/// However many go down at once, and whatever they're called, the message fits.
#[test]
fn many_who_go_down_at_once_fit_into_a_message() {
    let fallen: Vec<Fallen> = (1..=12)
        .map(|seat| Fallen {
            seat: Some(Seat(seat)),
            name: "*".repeat(40),
            words: "is out for the rest of the fight.".to_owned(),
            helpers: (1..=12).filter(|it| *it != seat).map(Seat).collect(),
        })
        .collect();
    let line = serde_json::json!({ "audience": "Everyone", "text": "The barrel bursts.", "roll": null });
    let told = serde_json::json!({ "began_seq": 3, "lines": [line], "fallen": fallen });
    let told = StoryView::read(&told.to_string()).expect("a story");
    let it = StoryContext { encounter: 7, told: &told, prompts: &[], players: &[], gm: None };
    let message = story(&it).expect("a message");
    assert_eq!(message.check(), Ok(()));
    assert!(
        message.content.contains("<@1>: ") && message.content.contains("more went down: see the tracker."),
        "{message:?}"
    );
}
