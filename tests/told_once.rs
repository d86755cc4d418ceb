//! What the channel is told of an action, counted over fights that Umpire plays by rule of thumb in every system: how many characters, how
//! many lines on a phone. `cargo test --test told_once -- --nocapture` prints the figures; `TOLD_FIGHTS=500` plays more of them.
#![cfg(feature = "bot")]

use std::collections::BTreeSet;
use umpire::{
    discord::{
        compose::{
            ChannelStyle,
            story::{StoryContext, details},
            styled::story_in,
        },
        limits::length,
        message::Message,
    },
    engine::{
        Actor, GameSystem, Input, Log, Scripted, Seat, Seed, Seeded, Transition,
        playing::{self, Player, Style},
        random_play::PlayRng,
        ruleset::is_settled,
        view::{BriefPart, Discretion, Mark, Viewer, list},
    },
    rules::{
        Fight, Newcomer, Request, Session,
        einfelst::Einfelst,
        ingenuity::Ingenuity,
        murdham::Murdham,
        sovereign::Sovereign,
        story::{
            self,
            fallen::Fallen,
            stored::{StoryLine, StoryView},
        },
        td2e::Td2e,
    },
};

const RICHLY: ChannelStyle = ChannelStyle { is_plain: false, lacks: None };
/// The seed of the first fight; the others follow it.
const SEED: u64 = 15;
const FIGHTS: u64 = 7;
/// The variable that says how many fights to play instead.
const FIGHTS_VARIABLE: &str = "TOLD_FIGHTS";
/// The players' characters.
const HEROES: [&str; 3] = ["Ana", "Theobald", "Corvane"];
const PER_SIDE: u8 = 3;
/// The characters in a line on a phone that is 390 pixels wide.
const LINE: usize = 42;
/// The same in small print, which is 0.85 times as large.
const SMALL_LINE: usize = 49;
/// What a line of small print begins with in Discord's Markdown.
const SMALL_PRINT: &str = "-# ";
/// The most lines of a message without a question: three, and one of small print.
const LINES_MAX: usize = 4;

/// A story's message, and the story.
struct Told {
    began_seq: u64,
    story: StoryView,
    fallen: Vec<Fallen>,
    message: Message,
}

/// Two sides of ready-made people: players' characters, and foes of the GM's.
fn line_up<R: GameSystem>(rng: &mut PlayRng) -> Log<R> {
    let mut fight = Fight::<R>::open(&[]).expect("a fight");
    let mut ask = |request: Request| {
        let proposal = fight.propose(Actor::Gm(Seat(0)), &request, &mut Scripted::default(), 0);
        proposal.map(|it| fight.commit(it)).is_ok()
    };
    assert!(ask(Request::Side { name: "Players".to_owned() }));
    assert!(ask(Request::Side { name: "Foes".to_owned() }));
    let templates = Fight::<R>::open(&[]).expect("a fight").templates();
    for (side, owned) in [("Players", true), ("Foes", false)] {
        let mut seat = 1;
        while seat <= PER_SIDE {
            let template = rng.pick(&templates).expect("ready-made people").clone();
            let mut kind = template.replace('-', " ");
            kind[..1].make_ascii_uppercase();
            let name = match owned {
                true => HEROES[usize::from(seat - 1)].to_owned(),
                false => format!("{kind} {seat}"),
            };
            // Not everybody may be a player's character.
            let has_joined = ask(Request::Join(Newcomer {
                name,
                side: Some(side.to_owned()),
                owner: owned.then_some(Seat(u64::from(seat))),
                template: Some(template),
                count: 1,
                ..Newcomer::default()
            }));
            seat += u8::from(has_joined);
        }
    }
    Log::new(fight.log().now().clone())
}

fn without_the_fallen(story: StoryView) -> (StoryView, Vec<Fallen>) {
    (StoryView { fallen: vec![], ..story.clone() }, story.fallen)
}

/// Plays a fight and draws every story in its last form.
fn told<R: GameSystem>(seed: u64) -> (Vec<Told>, Log<R>) {
    let mut rng = PlayRng::new(seed);
    let mut log = line_up::<R>(&mut rng);
    let mut bytes = [0; 32];
    bytes.chunks_exact_mut(8).for_each(|chunk| chunk.copy_from_slice(&rng.bits().to_le_bytes()));
    let mut dice = Seeded::at(&Seed::new(bytes), log.now().used);
    let mut results: Vec<Told> = vec![];
    let mut input = Some(Input::Transition(Transition::FightBegins));
    while let Some(step) = input.take() {
        let mut after = log.now().clone();
        let rows = after.advance(Actor::Gm(Seat(0)), step, &mut dice, 0).expect("what was chosen is allowed");
        for story in story::stories(&log, &rows, &after, &Request::Tick, Actor::Table, Discretion::Told) {
            let is_done = story.prompts.is_empty();
            // What's said to the player of whoever went down is no part of the result.
            let (story, fallen) = without_the_fallen(StoryView::of(&story));
            let it = StoryContext { encounter: 7, told: &story, prompts: &[], players: &[1, 2, 3], gm: None };
            let Some(message) = story_in(&it, &RICHLY, Some(30_000)) else { continue };
            results.retain(|it| it.began_seq != story.began_seq);
            if is_done {
                results.push(Told { began_seq: story.began_seq, story, fallen, message });
            }
        }
        rows.into_iter().for_each(|row| log.append(row));
        if log.rows().len() > 1_500 || log.now().pending.is_none() && is_settled(log.now().now()) {
            break;
        }
        let Some(decision) = playing::due(log.now()) else { break };
        let player = Player { style: Style::Simple, seed: seed + log.rows().len() as u64, playouts: 0 };
        input = playing::choose(log.now(), &decision, &player);
    }
    (results, log)
}

/// Everything that the message says; its buttons aren't counted.
fn said(message: &Message) -> String {
    let mut all = vec![message.content.clone()];
    for embed in &message.embeds {
        all.extend([embed.title.clone(), embed.description.clone(), embed.footer.clone()]);
        all.extend(embed.fields.iter().flat_map(|it| [it.name.clone(), it.value.clone()]));
    }
    all.retain(|it| !it.is_empty());
    all.join("\n").replace("**", "").replace('\\', "")
}

/// The same told whole, as it was before there were short accounts: every sentence, every roll once more, ten rules.
fn told_whole(story: &StoryView) -> String {
    let lines: Vec<&StoryLine> = story.open_lines().collect();
    let mut all: Vec<String> = lines.iter().map(|it| it.text.clone()).collect();
    for roll in lines.iter().filter_map(|it| it.roll.as_ref()) {
        let outcome = roll.outcome.as_ref().map_or_else(String::new, |it| format!(" \u{2192} {it}"));
        let rule = format!("{} {}", roll.rule.number, roll.rule.title);
        all.push(format!("{}, {}: {}{outcome} ({rule})", roll.who, roll.what, roll.equation));
    }
    let mut rules: Vec<String> = vec![];
    for rule in lines.iter().flat_map(|it| &it.rules) {
        let cited = format!("{}{} {}", if rule.ruling { "ruling " } else { "" }, rule.number, rule.title);
        rules.extend((!rules.contains(&cited)).then_some(cited));
    }
    all.push(rules.join(" \u{b7} "));
    all.retain(|it| !it.is_empty());
    all.join("\n")
}

/// How many lines of a phone a text takes.
fn lines(text: &str) -> usize {
    let of = |line: &str| match line.strip_prefix(SMALL_PRINT) {
        Some(small) => length(small).div_ceil(SMALL_LINE),
        None => length(line).div_ceil(LINE).max(1),
    };
    text.lines().map(of).sum()
}

/// Its characters, without what makes small print of them.
fn characters(text: &str) -> usize {
    length(&text.replace(SMALL_PRINT, ""))
}

/// What one system's fights came to.
struct Count {
    system: &'static str,
    actions: usize,
    /// The mean number of characters.
    mean: f64,
    /// The same if everything were told.
    mean_whole: f64,
    most_lines: usize,
    most_lines_whole: usize,
    /// The share of messages that take at most [`LINES_MAX`].
    short_percent: f64,
}

fn count<R: GameSystem>() -> Count {
    let fights = std::env::var(FIGHTS_VARIABLE).ok().and_then(|it| it.parse().ok()).unwrap_or(FIGHTS);
    let all: Vec<Told> = (0..fights).flat_map(|fight| told::<R>(SEED + fight).0).collect();
    let texts: Vec<String> = all.iter().map(|it| said(&it.message)).collect();
    let whole: Vec<String> = all.iter().map(|it| told_whole(&it.story)).collect();
    if std::env::var_os("TOLD_LONG").is_some() {
        texts.iter().filter(|it| lines(it) > LINES_MAX).for_each(|it| println!("[{} lines]\n{it}\n", lines(it)));
    }
    if std::env::var_os("TOLD_SHOWN").is_some() {
        texts
            .iter()
            .zip(&whole)
            .take(70)
            .for_each(|(text, whole)| println!("[{}]\n{text}\n--\n{whole}\n", characters(text)));
    }
    let mean = |texts: &[String]| texts.iter().map(|it| characters(it)).sum::<usize>() as f64 / texts.len() as f64;
    let most = |texts: &[String]| texts.iter().map(|it| lines(it)).max().unwrap_or(0);
    let short = texts.iter().filter(|it| lines(it) <= LINES_MAX).count();
    Count {
        system: R::NAME,
        actions: texts.len(),
        mean: mean(&texts),
        mean_whole: mean(&whole),
        most_lines: most(&texts),
        most_lines_whole: most(&whole),
        short_percent: 100.0 * short as f64 / texts.len() as f64,
    }
}

/// A message without a question takes at most 160 characters on average, small print included, and never more lines than this.
#[test]
fn an_action_is_told_in_few_characters() {
    let all = [count::<Murdham>(), count::<Td2e>(), count::<Einfelst>(), count::<Sovereign>(), count::<Ingenuity>()];
    for it in &all {
        println!(
            "{}: {} actions from seed {SEED}; {:.0} characters each ({:.0} told whole); at most {} lines of {LINE} ({}); {:.0} % in four",
            it.system, it.actions, it.mean, it.mean_whole, it.most_lines, it.most_lines_whole, it.short_percent
        );
    }
    for it in &all {
        assert!(it.actions >= 60, "{}: only {} actions", it.system, it.actions);
        assert!(it.mean <= 160.0 && it.mean_whole > it.mean, "{}: {:.0} characters", it.system, it.mean);
        // Of many more fights, some need another line; how many is printed.
        let is_usual = std::env::var_os(FIGHTS_VARIABLE).is_none();
        assert!(!is_usual || it.most_lines <= LINES_MAX, "{}: {} lines", it.system, it.most_lines);
    }
}

/// What puts somebody out of the fight, in the words of the systems' short accounts.
const DOWN: [&str; 8] =
    ["unconscious", " die", " killed", "incapacitated", "is down", "is dying", "is out", "Mortally Injured"];

const DEAD: [&str; 3] = [" dies", " killed", " dead"];

/// However little room there is, the message says of everybody who goes down that they do, in a sentence about them.
#[test]
fn whoever_goes_down_is_in_the_message() {
    fn check<R: GameSystem>() {
        let mut went_down = 0;
        for it in (0..FIGHTS).flat_map(|fight| told::<R>(SEED + fight).0) {
            let text = said(&it.message);
            let harm = it.story.open_lines().filter(|it| it.brief.part == BriefPart::Harm && it.roll.is_none());
            let down = harm.filter(|line| DOWN.iter().any(|it| line.text.contains(it)));
            for line in down.filter(|it| !it.brief.subject.is_empty()) {
                let name = &line.brief.subject;
                // Who dies isn't only down.
                let dies = DEAD.iter().any(|it| line.text.contains(it));
                let words: &[&str] = if dies { &DEAD } else { &DOWN };
                let is_told = |it: &str| it.contains(name.as_str()) && words.iter().any(|down| it.contains(down));
                assert!(text.split(". ").any(is_told), "{} isn\u{2019}t in\n{text}", line.text);
                went_down += 1;
            }
        }
        assert!(went_down > 10, "{}: only {went_down} went down", R::NAME);
    }
    check::<Murdham>();
    check::<Td2e>();
    check::<Einfelst>();
    check::<Sovereign>();
    check::<Ingenuity>();
}

/// The text without the note of how many sentences are left out, which is no number of the fight.
fn without_gap(text: &str) -> String {
    match text.split_once(" more in Details)").and_then(|(before, after)| Some((before.rsplit_once('(')?.0, after))) {
        Some((before, after)) => format!("{before}{after}"),
        None => text.to_owned(),
    }
}

/// The numbers of a text.
fn numbers(text: &str) -> BTreeSet<i64> {
    text.split(|it: char| !it.is_ascii_digit()).filter_map(|it| it.parse().ok()).collect()
}

/// What's added to the dice of a roll, as one number.
fn added(equation: &str) -> i64 {
    let words: Vec<&str> = equation.split(' ').collect();
    let signed = words.windows(2).filter_map(|it| match (it[0], it[1].parse::<i64>()) {
        ("+", Ok(by)) => Some(by),
        ("\u{2212}", Ok(by)) => Some(-by),
        _ => None,
    });
    signed.sum()
}

/// Names and numbers of what's secret can't get into a short account: every number in it is in a line that everyone may read, or the sum of
/// what such a line adds to its dice; and Details has every line, die and rule.
#[test]
fn a_short_account_knows_nothing_that_the_public_lines_do_not() {
    fn check<R: GameSystem>() {
        let (all, log) = told::<R>(SEED);
        let names: Vec<String> = log.now().now().combatants.iter().map(|it| it.name.to_string()).collect();
        for it in all {
            let public: Vec<&StoryLine> = it.story.open_lines().collect();
            let mut known = numbers(&told_whole(&it.story));
            known.extend(public.iter().filter_map(|it| it.brief.sum.as_deref()).flat_map(numbers));
            let rolls: Vec<_> = public.iter().filter_map(|it| it.roll.as_ref()).collect();
            known.extend(rolls.iter().map(|it| added(&it.equation).abs()));
            // How many sentences are left out is no number of the fight.
            let text = &without_gap(&it.message.content);
            let new: Vec<i64> = numbers(text).difference(&known).copied().collect();
            assert!(new.is_empty(), "{new:?} in {text}\n{}", told_whole(&it.story));
            let said = told_whole(&it.story);
            let new: Vec<&String> =
                names.iter().filter(|it| text.contains(it.as_str()) && !said.contains(it.as_str())).collect();
            assert!(new.is_empty(), "{new:?} in {text}\n{said}");
            let whole = details(&public, &[]).replace('\\', "");
            for line in public {
                assert!(whole.contains(&line.text), "{} isn\u{2019}t in\n{whole}", line.text);
                let rolls = line.roll.iter().map(|it| &it.equation);
                let rules = line.rules.iter().map(|it| &it.title);
                rolls.chain(rules).for_each(|it| assert!(whole.contains(it.as_str()), "{it} isn\u{2019}t in\n{whole}"));
            }
        }
    }
    check::<Murdham>();
    check::<Td2e>();
    check::<Einfelst>();
    check::<Sovereign>();
    check::<Ingenuity>();
}

/// A recap has a line for every round, and says of whoever is out who put them down; a reader who isn't the GM reads no more than the GM.
#[test]
fn a_recap_tells_every_round() {
    fn check<R: GameSystem>() {
        let (_, log) = told::<R>(SEED);
        let rows: Vec<String> = log.rows().iter().map(|it| serde_json::to_string(it).expect("plain values")).collect();
        let opening = serde_json::to_string(log.opening()).expect("plain values");
        let fight = Fight::<R>::load(&opening, &rows).expect("it reads back");
        let [all, open] = [Viewer::Gm, Viewer::Everyone].map(|it| fight.recap(it));
        let rounds: Vec<u32> = all.iter().map(|it| it.round).filter(|it| *it > 0).collect();
        assert_eq!(rounds, (1..=log.now().now().turns.round).collect::<Vec<u32>>(), "{}", R::NAME);
        let said: Vec<String> = all.iter().map(|it| it.line()).collect();
        println!("{}\n{}", R::NAME, said.join("\n"));
        let whole = said.join("\n");
        assert!(whole.contains(" put ") || whole.contains(" is out ("), "{whole}");
        let scene = fight.scene(Viewer::Gm);
        let down = scene.sides.iter().flat_map(|it| &it.members).filter(|it| it.mark == Mark::Down);
        down.for_each(|it| assert!(whole.contains(&it.name), "{} is out, but not in\n{whole}", it.name));
        for round in open {
            let gms = all.iter().find(|it| it.round == round.round).expect("a round that the GM reads of");
            assert!(round.deeds.iter().all(|it| gms.deeds.contains(it)), "{round:?} is more than {gms:?}");
        }
    }
    check::<Murdham>();
    check::<Td2e>();
    check::<Einfelst>();
    check::<Sovereign>();
    check::<Ingenuity>();
}

/// Whoever plays a character who goes down is told what that means, once, in a line of the message that tells of it.
#[test]
fn whoever_goes_down_is_told_so() {
    fn check<R: GameSystem>() {
        let mut told_to_players = 0;
        for fight in 0..FIGHTS {
            let (all, log) = told::<R>(SEED + fight);
            for it in all {
                let drawn = |fallen: Vec<Fallen>| {
                    let told = &StoryView { fallen, ..it.story.clone() };
                    let it = StoryContext { encounter: 7, told, prompts: &[], players: &[1, 2, 3], gm: None };
                    story_in(&it, &RICHLY, None).map(|it| it.content.replace('\\', "")).unwrap_or_default()
                };
                let without = drawn(vec![]);
                for fallen in &it.fallen {
                    let helpers: Vec<String> = fallen.helpers.iter().map(|it| format!("<@{}>", it.0)).collect();
                    let helpers = if helpers.is_empty() { String::new() } else { format!(" ({})", list(&helpers)) };
                    let seat = fallen.seat.map_or(0, |it| it.0);
                    let line = format!("<@{seat}>: **{}** {}{helpers}", fallen.name, fallen.words);
                    assert!(drawn(it.fallen.clone()).lines().any(|it| it == line), "{line}");
                    assert!(lines(&line) <= 4 && !without.contains(&line), "{line}");
                    let who = log.now().now().combatants.iter().find(|it| *it.name == *fallen.name);
                    assert!(fallen.seat.is_some() && who.and_then(|it| it.owner) == fallen.seat, "{line}");
                    println!("{line}");
                    told_to_players += 1;
                }
            }
        }
        assert!(told_to_players > 3, "{}: only {told_to_players}", R::NAME);
    }
    check::<Murdham>();
    check::<Td2e>();
    check::<Einfelst>();
    check::<Sovereign>();
    check::<Ingenuity>();
}
