//! What an action costs at Discord: every request while ready fights are played by presses, as groups play them. Replies to presses and
//! commands are counted apart: Discord demands one for each, and counts neither them nor their later edits towards the bot's limits
//! (docs, "Interaction endpoints are not bound to the bot's Global Rate Limit"). The fight's channel and the GM's are counted apart, since
//! Discord limits each on its own.
//!
//! If presses come as fast as they can, how many changes share an edit of a tracker depends on the machine. At a person's tempo two seconds pass
//! on the table's clock after each action, and everything that's due by then is sent before the next.

use crate::{
    fixture::{Stage, labels, run, says},
    forged_components::{nothing_was_refused, seq},
    presses::{again, opens, presses, suggestion, thought_out},
    turn_calls::opened_with,
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fmt};
use umpire::{
    discord::custom_id::CustomId,
    engine::view::{PromptView, Scene, Viewer},
    localtable::{Call, driver::TableUser},
    script::ready,
    table::{EncounterService, Publisher},
};

/// The actions counted in each system's fight.
const ACTIONS: usize = 10;
/// The most turns.
const TURNS_MAX: usize = 20;
/// The most requests in the fight's channel an action or an ended turn, on average, that count towards Discord's limits: 2.5 with a question in
/// one action of three, and two for each question more; here it's more than two in five.
const REQUESTS_MAX: f64 = 2.5 + 2.0 * (0.43 - 1.0 / 3.0);
/// The same in the GM's channel.
const GM_REQUESTS_MAX: f64 = REQUESTS_MAX;
/// The same in both together. Each has limits of its own, but the bot's overall limit counts both.
const BOTH_REQUESTS_MAX: f64 = 4.5;

/// What Discord doesn't count towards the bot's limits.
const REPLIES: [&str; 2] = ["replies", "later replies"];

/// The button on every tracker.
const ACT: &str = "Act as\u{2026}";

/// The button below a question of the GM's in the fight's channel.
const GM_ANSWERS: &str = "GM answers\u{2026}";

/// The channel of what only the GM reads.
const GMS: &str = "the GM\u{2019}s";

/// The bot has nothing left to send if it hasn't in so many looks.
const SETTLED: usize = 100;

/// What a call is for, and where.
fn kind(stage: &Stage, call: &Call) -> (&'static str, &'static str) {
    let method = call.method.as_str();
    let kind = match (method, call.path.as_str()) {
        (_, path) if path.starts_with("/interactions") => return ("", REPLIES[0]),
        (_, path) if path.starts_with("/webhooks") => return ("", REPLIES[1]),
        ("GET", _) => "reads",
        ("POST", path) if path.ends_with("/messages") => "messages",
        ("PATCH", _) => "edits",
        ("DELETE", _) => "deletions",
        _ => "others",
    };
    let gms = format!("/channels/{}/", stage.table.channel_id("gm").expect("a channel"));
    (if call.path.starts_with(&gms) { GMS } else { "the fight\u{2019}s" }, kind)
}

/// How fast people play.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tempo {
    /// As fast as presses are answered.
    Fastest,
    /// As fast as people read.
    Readers,
}

/// How long a person takes over an action.
const READS_FOR_MS: i64 = 2_000;
/// Longer than any tracker may be behind.
const BEHIND_MS: i64 = 16_000;

/// Somebody reads what has come of an action, wherever it's shown.
async fn reads(stage: &Stage, tempo: Tempo) {
    if tempo == Tempo::Fastest {
        return;
    }
    quiet(stage).await;
    stage.turn(READS_FOR_MS).await;
    let app = &stage.bot().app;
    app.tables().all().iter().for_each(|it| app.hub().changed(it.id));
    quiet(stage).await;
}

/// After as long as a tracker may be behind, each shows how far the fight has come.
async fn trackers_catch_up(stage: &Stage, gm_channel: Option<&str>) {
    stage.turn(BEHIND_MS).await;
    let app = &stage.bot().app;
    app.tables().all().iter().for_each(|it| app.hub().changed(it.id));
    quiet(stage).await;
    let handle = app.tables().all().into_iter().next().expect("a fight");
    let heads = |service: &EncounterService| service.chains().map(|it| (it.record().short(), it.log().short()));
    let (record, log) = handle.look(heads).await.expect("a fight").expect("it has chains");
    let shows = |head: String| move |it: &Value| labels(it).contains(&ACT.to_owned()) && says(&head)(it);
    let mut gm = stage.seat("Gwen");
    gm.sees("the tracker", shows(record)).await.expect("up to date");
    if let Some(channel) = gm_channel {
        gm.go_to(stage.table.channel_id(channel).expect("a channel"));
        gm.sees("the GM\u{2019}s tracker", shows(log)).await.expect("up to date");
    }
}

/// Waits until everything that opens a fight is there, in both channels: it belongs to no action.
async fn has_begun(stage: &Stage, gm_channel: Option<&str>) {
    let mut gm = stage.seat("Gwen");
    let begun = |it: &Value| says("round 1")(it) && labels(it).contains(&ACT.to_owned());
    gm.sees("the tracker", begun).await.expect("there");
    if let Some(channel) = gm_channel {
        gm.go_to(stage.table.channel_id(channel).expect("a channel"));
        gm.sees("the GM\u{2019}s tracker", begun).await.expect("there");
    }
    quiet(stage).await;
}

/// Waits until the bot has nothing left to send.
async fn quiet(stage: &Stage) {
    // What's due is also passed from task to task before it's a request.
    let mut settled = 0;
    while settled < SETTLED {
        let app = &stage.bot().app;
        let is_busy = app.rest().load().unsettled > 0 || app.hub().at_work() > 0;
        settled = if is_busy { 0 } else { settled + 1 };
        tokio::task::yield_now().await;
    }
}

/// The part of a message that gives a question's default answer, and the value to choose if it's a menu.
fn answering(message: &Value, open: &PromptView) -> Option<(String, Option<&'static str>)> {
    let default = open.labels.first()?;
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    parts.filter_map(|it| Some((it, it["custom_id"].as_str()?))).find_map(|(part, custom_id)| match custom_id.parse() {
        Ok(CustomId::Answer { choice: 0, .. }) if part["label"].as_str()?.contains(default.as_str()) => {
            Some((custom_id.to_owned(), None))
        }
        Ok(CustomId::AnswerThen { who: None, .. }) => Some((custom_id.to_owned(), None)),
        Ok(CustomId::AnswerMenu { .. }) => Some((custom_id.to_owned(), Some("0"))),
        _ => None,
    })
}

/// Everybody who's asked takes the default, as they see the question. Returns the questions answered.
async fn answers(stage: &Stage, gm_channel: Option<&str>, seats: &mut [TableUser]) -> usize {
    let mut answered = 0;
    loop {
        let scene = scene(stage).await;
        let Some(open) = scene.prompts.iter().find(|it| !it.answered) else { return answered };
        let is_asked = |seat: &TableUser| open.seats.iter().any(|it| it.0 == seat.user().0);
        let seat = seats.iter().position(is_asked).unwrap_or(seats.len() - 1);
        let asks = |it: &Value| answering(it, open).is_some();
        let opens_it = |it: &Value| labels(it).iter().any(|label| label == GM_ANSWERS);
        if open.seats.is_empty() && gm_channel.is_none() {
            // Everyone reads that channel, so a press shows the GM what it is.
            seats[seat].sees("that the GM is asked", opens_it).await.expect("asked");
            let asked = seats[seat].messages().into_iter().rfind(opens_it).expect("still asked");
            presses(&mut seats[seat], &asked, GM_ANSWERS).await;
        }
        seats[seat].sees(&open.ask, asks).await.expect("asked");
        let question = seats[seat].messages().into_iter().rfind(asks).expect("still asked");
        let (custom_id, value) = answering(&question, open).expect("a button");
        let message = question["id"].as_str().expect("an id").to_owned();
        let before = seq(stage).await;
        let act = json!({ "op": "press", "message_id": message, "custom_id": custom_id, "values": value.as_slice() });
        // It may just have been replaced by a newer one.
        let _ = seats[seat].act(act).await;
        answered += usize::from(seq(stage).await > before);
    }
}

async fn scene(stage: &Stage) -> Scene {
    let handle = stage.bot().app.tables().all().into_iter().next().expect("a fight");
    handle.scene(Viewer::Gm).await.expect("a scene")
}

/// What a fight's actions and questions came to.
#[derive(Default)]
struct Counted {
    actions: usize,
    ended: usize,
    questions: usize,
    calls: BTreeMap<(&'static str, &'static str), usize>,
}

/// Plays a fight by presses: whoever may act does what's suggested, and the GM her foes in her channel.
async fn counted(stage: &Stage, (tempo, gm_channel): (Tempo, Option<&str>), counted: &mut Counted) {
    let table = &stage.table;
    for _ in 0..TURNS_MAX {
        if counted.actions >= ACTIONS {
            return;
        }
        let mut seats = ["Ana", "Bob", "Cem", "Gwen", "Gwen"].map(|name| stage.seat(name));
        if let Some(channel) = gm_channel {
            seats[4].go_to(table.channel_id(channel).expect("a channel"));
        }
        counted.questions += answers(stage, gm_channel, &mut seats).await;
        let scene = scene(stage).await;
        let mut members = scene.sides.iter().flat_map(|it| &it.members);
        let Some(who) = members.find(|it| scene.may_act.contains(&it.id)) else { return };
        let seat = who.player.and_then(|player| (0..3).find(|at| seats[*at].user().0 == player.0)).unwrap_or(4);
        let (menu, _) = opens(&mut seats[seat]).await;
        let before = seq(stage).await;
        let menu = thought_out(&seats[seat], &menu).await;
        let Some(label) = suggestion(&menu) else {
            run(&mut seats[seat], "end", &[("as", &who.name)]).await;
            counted.ended += 1;
            reads(stage, tempo).await;
            continue;
        };
        presses(&mut seats[seat], &menu, &label).await;
        assert!(seq(stage).await > before, "one press does it: {}", again(&seats[seat], &menu));
        counted.actions += 1;
        counted.questions += answers(stage, gm_channel, &mut seats).await;
        reads(stage, tempo).await;
    }
}

impl Counted {
    /// The requests an action or an ended turn, the replies apart: in the fight's channel, and in the GM's.
    fn requests(&self) -> (f64, f64) {
        let of = |wanted: fn(&(&str, &str)) -> bool| {
            let counted = self.calls.iter().filter(|it| wanted(it.0)).map(|it| it.1).sum::<usize>();
            counted as f64 / (self.actions + self.ended) as f64
        };
        (of(|it| it.0 != GMS && !REPLIES.contains(&it.1)), of(|it| it.0 == GMS))
    }

    fn add(&mut self, other: &Counted) {
        self.actions += other.actions;
        self.ended += other.ended;
        self.questions += other.questions;
        for (kind, count) in &other.calls {
            *self.calls.entry(*kind).or_default() += count;
        }
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counted { actions, ended, questions, calls } = self;
        let (open, gms) = self.requests();
        write!(out, "{open:.2} requests, and {gms:.2} in the GM\u{2019}s channel, together {:.2}; ", open + gms)?;
        write!(out, "{actions} actions, {ended} turns ended, {questions} questions; {calls:?}")
    }
}

/// Requests an action, over every system's ready fight.
async fn over_all(tempo: Tempo, gm_channel: Option<&str>) -> Counted {
    let mut all = Counted::default();
    for ready in ready::all().0 {
        let stage = Stage::waiting_as_at_a_table().await;
        opened_with(&stage, &ready, gm_channel, ["Ana", "Bob", "Cem"]).await;
        has_begun(&stage, gm_channel).await;
        let from = stage.table.calls_so_far();
        let mut one = Counted::default();
        counted(&stage, (tempo, gm_channel), &mut one).await;
        quiet(&stage).await;
        for call in stage.table.calls_since(from) {
            *one.calls.entry(kind(&stage, &call)).or_default() += 1;
        }
        trackers_catch_up(&stage, gm_channel).await;
        nothing_was_refused(&stage.table);
        stage.ends().await;
        println!("{}: {one}", ready.system.name());
        all.add(&one);
    }
    println!("all: {all}");
    assert!(all.questions * 6 > all.actions, "some are answered by reactions: {all}");
    all
}

/// As fast as presses are answered.
#[tokio::test]
async fn an_action_takes_few_requests() {
    let all = over_all(Tempo::Fastest, Some("gm")).await;
    let (open, gms) = all.requests();
    assert!(open <= REQUESTS_MAX && gms <= GM_REQUESTS_MAX, "{all}");
}

/// At a person's tempo, without a GM's channel: all there are.
#[tokio::test]
async fn an_action_takes_few_requests_at_a_persons_tempo() {
    let all = over_all(Tempo::Readers, None).await;
    let (open, gms) = all.requests();
    assert!(open <= REQUESTS_MAX && gms == 0.0, "{all}");
}

/// The same with a GM's channel.
#[tokio::test]
async fn a_gms_channel_takes_few_requests_at_a_persons_tempo() {
    let all = over_all(Tempo::Readers, Some("gm")).await;
    let (open, gms) = all.requests();
    assert!(open <= REQUESTS_MAX && gms <= GM_REQUESTS_MAX && open + gms <= BOTH_REQUESTS_MAX, "{all}");
}
