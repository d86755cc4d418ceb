//! What the channel is told of an action, counted over fights that Umpire plays by rule of thumb in every system: how many characters, how
//! many lines on a phone. `cargo test --test told_once -- --nocapture` prints the figures.
#![cfg(feature = "bot")]

use umpire::{
    discord::{
        compose::{
            ChannelStyle,
            story::StoryContext,
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
        view::{Discretion, Viewer, scene},
    },
    rules::{
        Fight, Newcomer, Request, Session,
        einfelst::Einfelst,
        ingenuity::Ingenuity,
        murdham::Murdham,
        sovereign::Sovereign,
        story,
        story::stored::StoryView,
        td2e::Td2e,
    },
};

const RICHLY: ChannelStyle = ChannelStyle { is_plain: false, lacks: None };
/// The seed of the first fight; the others follow it.
const SEED: u64 = 15;
const FIGHTS: u64 = 6;
/// The players' characters.
const HEROES: [&str; 3] = ["Ana", "Theobald", "Corvane"];
const PER_SIDE: u8 = 3;
/// The characters in a line on a phone that is 390 pixels wide.
const LINE: usize = 42;

/// A story's message, and the story.
struct Told {
    began_seq: u64,
    story: StoryView,
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

/// Plays a fight and draws every story: the last form of each, and every form that asks somebody.
fn told<R: GameSystem>(seed: u64) -> (Vec<Told>, Vec<Message>) {
    let mut rng = PlayRng::new(seed);
    let mut log = line_up::<R>(&mut rng);
    let mut bytes = [0; 32];
    bytes.chunks_exact_mut(8).for_each(|chunk| chunk.copy_from_slice(&rng.bits().to_le_bytes()));
    let mut dice = Seeded::at(&Seed::new(bytes), log.now().used);
    let (mut results, mut asking): (Vec<Told>, Vec<Message>) = (vec![], vec![]);
    let mut input = Some(Input::Transition(Transition::FightBegins));
    while let Some(step) = input.take() {
        let mut after = log.now().clone();
        let rows = after.advance(Actor::Gm(Seat(0)), step, &mut dice, 0).expect("what was chosen is allowed");
        let asked = scene(&after, Viewer::Everyone).prompts;
        for story in story::stories(&log, &rows, &after, &Request::Tick, Actor::Table, Discretion::Told) {
            let prompts = if story.prompts.is_empty() { vec![] } else { asked.clone() };
            let story = StoryView::of(&story);
            let it = StoryContext { encounter: 7, told: &story, prompts: &prompts, players: &[1, 2, 3], gm: None };
            let Some(message) = story_in(&it, &RICHLY, Some(30_000)) else { continue };
            results.retain(|it| it.began_seq != story.began_seq);
            match prompts.is_empty() {
                true => results.push(Told { began_seq: story.began_seq, story, message }),
                false => asking.push(message),
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
    (results, asking)
}

/// Everything that the message says; its buttons aren't counted.
fn said(message: &Message) -> String {
    let mut all = vec![message.content.clone()];
    for embed in &message.embeds {
        all.extend([embed.title.clone(), embed.description.clone(), embed.footer.clone()]);
        all.extend(embed.fields.iter().flat_map(|it| [it.name.clone(), it.value.clone()]));
    }
    all.retain(|it| !it.is_empty());
    all.join("\n").replace("-# ", "").replace("**", "").replace('\\', "")
}

/// How many lines of a phone a text takes.
fn lines(text: &str) -> usize {
    text.lines().map(|it| length(it).div_ceil(LINE).max(1)).sum()
}

struct Count {
    system: &'static str,
    actions: usize,
    mean: f64,
    most_lines: usize,
    within_three: f64,
}

fn count<R: GameSystem>() -> Count {
    let mut texts: Vec<String> = vec![];
    for fight in 0..FIGHTS {
        let (results, _) = told::<R>(SEED + fight);
        texts.extend(results.iter().map(|it| said(&it.message)));
    }
    if std::env::var_os("TOLD_SHOWN").is_some() {
        for text in texts.iter().take(60) {
            println!("[{} {}]\n{text}\n", length(text), lines(text));
        }
    }
    let chars: usize = texts.iter().map(|it| length(it)).sum();
    let short = texts.iter().filter(|it| lines(it) <= 4).count();
    Count {
        system: R::NAME,
        actions: texts.len(),
        mean: chars as f64 / texts.len() as f64,
        most_lines: texts.iter().map(|it| lines(it)).max().unwrap_or(0),
        within_three: 100.0 * short as f64 / texts.len() as f64,
    }
}

/// The mean length of a public message of an action, and the longest, in every system.
#[test]
fn an_action_is_told_in_few_characters() {
    let all = [count::<Murdham>(), count::<Td2e>(), count::<Einfelst>(), count::<Sovereign>(), count::<Ingenuity>()];
    for it in &all {
        println!(
            "{}: {} actions from seed {SEED}, {:.0} characters each, at most {} lines of {LINE}; {:.0} % in at most four",
            it.system, it.actions, it.mean, it.most_lines, it.within_three
        );
    }
}
