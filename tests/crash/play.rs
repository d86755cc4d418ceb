//! What's played, and what must hold afterwards: the channel shows the fold of the log, with nothing twice and nothing lost.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use serde_json::{Value, json};
use umpire::{
    discord::{
        compose::{
            story::{StoryContext, story},
            tracker::{Tracker, tracker},
        },
        message::Message,
        publishing::snapshot::Snapshot,
    },
    engine::{Stage, view::Viewer},
    localtable::driver::{DriveError, FirstAnswer, TableUser},
    rules::story::stored::StoryView,
    store::{OutgoingState, Status, Store, StoredRow},
};

use crate::world::{Died, PATIENCE, World, folded};

/// Ana's reaction.
pub const DODGE: &str = "Dodge: AGI 12";

/// After a call has been answered, the program notes it in its database without telling anyone, so check again after at most this long.
const NOTED_WITHIN: Duration = Duration::from_millis(50);

/// More than the number of messages below which a tracker stays where it is.
const CHAT_LINES: usize = 10;

/// The people and what they've seen.
pub struct Play {
    pub gwen: TableUser,
    pub ana: TableUser,
    /// Ana's other tab.
    pub ana_again: TableUser,
    /// The question, once it's been seen.
    pub question: Option<Value>,
}

/// How far the fight is, according to the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stood {
    /// Nothing of it is in the log.
    Before,
    /// The attack has been accepted, and Ana is being asked.
    Asked,
    /// She has answered.
    Answered,
}

impl Play {
    pub fn at(world: &World) -> Play {
        Play { gwen: world.seat("Gwen"), ana: world.seat("Ana"), ana_again: world.seat("Ana"), question: None }
    }

    /// Opens a fight, Sybilla joins, the GM adds a Bandit and begins; continues from wherever the log says.
    pub async fn open(&mut self, world: &mut World, opened: &Opened) -> Result<(), Died> {
        world.until_ready().await?;
        type Typed<'a> = (&'a str, &'a [(&'a str, &'a str)], bool);
        let steps: [Typed<'_>; 5] = [
            ("encounter start", &[("name", "Brawl")], opened.exists),
            ("join", &[("template", "sybilla")], opened.names.contains(&"Sybilla".to_owned())),
            ("gm add", &[("template", "bandit"), ("side", "Foes")], opened.names.contains(&"Bandit".to_owned())),
            ("gm fight", &[("name", "initiative"), ("value", "Foes")], opened.begun),
            ("encounter begin", &[], opened.begun),
        ];
        for (path, options, done) in steps {
            if !done {
                let who = if path == "join" { &mut self.ana } else { &mut self.gwen };
                answered(world, path, who.command(path, options)).await?;
            }
        }
        settled(world, &self.gwen).await
    }

    /// The GM ends the fight, and the channel settles.
    pub async fn end(&mut self, world: &mut World, is_over: bool) -> Result<(), Died> {
        world.until_ready().await?;
        if !is_over {
            answered(world, "/encounter end", ends(&mut self.gwen)).await?;
        }
        settled(world, &self.gwen).await
    }

    /// Posts enough talk that the tracker moves to the bottom at the next attack: once the program (from this call number on) has drawn it,
    /// because only then does it count what's below.
    pub async fn chat(&mut self, world: &mut World, calls: usize) -> Result<(), Died> {
        world.until_ready().await?;
        let drawn = world.meanwhile_here(async |world| {
            world.table.call_since(calls, "the tracker is drawn", |it| it.method == "PATCH").await
        });
        drawn.await?.expect("a program that starts draws its tracker");
        for line in 1..=CHAT_LINES {
            let said = world.meanwhile(self.ana.say(&format!("line {line}"))).await?;
            said.expect("anybody may talk");
        }
        Ok(())
    }

    /// The Bandit attacks Sybilla, Ana dodges (pressing in two tabs at once), and the channel settles; continues from wherever the log
    /// says.
    pub async fn go_on(&mut self, world: &mut World, stood: Stood) -> Result<(), Died> {
        world.until_ready().await?;
        if stood == Stood::Before {
            let blow = self.gwen.command("attack", &[("target", "Sybilla"), ("as", "Bandit")]);
            answered(world, "/attack", blow).await?;
        }
        if stood != Stood::Answered {
            self.dodge(world).await?;
        }
        settled(world, &self.gwen).await
    }

    /// Waits for the question and answers it twice at once.
    pub async fn dodge(&mut self, world: &mut World) -> Result<(), Died> {
        let asked = |it: &Value| buttons(it).iter().any(|(label, _)| label == DODGE);
        let question = world.meanwhile(self.ana.sees("the question", asked)).await?;
        let question = question.unwrap_or_else(|why| panic!("{why}\n{:#?}\n{}", self.gwen.messages(), world.logs()));
        if let Some(before) = &self.question {
            assert_eq!(before["id"], question["id"], "the question stands where it stood");
            let same = buttons(before) == buttons(&question);
            assert!(same, "its old buttons are its buttons: {before:#}\n{question:#}");
        }
        self.question = Some(question.clone());
        let both = async { tokio::join!(self.ana.press(&question, DODGE), self.ana_again.press(&question, DODGE)) };
        let (first, second) = world.meanwhile(both).await?;
        for pressed in [first, second] {
            match pressed {
                Ok(_) => {}
                // The first press was so fast that the second found the button gone.
                Err(DriveError::Refused(why)) => assert!(why.contains("no such button"), "{why}"),
                Err(DriveError::Missing { .. }) => {}
                Err(other) => panic!("Dodge: {other}\n{}", world.logs()),
            }
        }
        Ok(())
    }
}

/// Sends a command that must be answered, as long as the program lives.
pub async fn answered(
    world: &mut World,
    what: &str,
    act: impl Future<Output = Result<FirstAnswer, DriveError>>,
) -> Result<(), Died> {
    let outcome = world.meanwhile(act).await?;
    outcome.unwrap_or_else(|why| panic!("{what}: {why}\n{}", world.logs()));
    Ok(())
}

/// The GM ends the fight. Asked whether they're sure, they are.
pub async fn ends(gwen: &mut TableUser) -> Result<FirstAnswer, DriveError> {
    let told = gwen.command("encounter end", &[]).await?;
    let asks = |it: &Value| it["content"].as_str().is_some_and(|it| it.contains("Do it anyway?"));
    match gwen.messages().into_iter().rfind(asks) {
        Some(asked) => gwen.press(&asked, "Do it").await,
        None => Ok(told),
    }
}

/// How far the opening of a fight is.
#[derive(Clone, Debug, Default)]
pub struct Opened {
    exists: bool,
    names: Vec<String>,
    begun: bool,
    /// Whether the GM has ended it.
    pub over: bool,
}

/// How far the opening of a fight is, read while no program runs.
pub async fn opened(world: &World) -> Opened {
    let (_folder, store) = world.as_it_lies().await;
    let Some(header) = world.any_fight(store.as_ref()).await else { return Opened::default() };
    let service = folded(&store, header.id).await;
    let names = service.session().names(Viewer::Gm).into_iter().map(|it| it.name).collect();
    let stage = service.session().stage();
    store.close().await;
    Opened { exists: true, names, begun: stage != Stage::Gathering, over: header.status == Status::Over }
}

/// How far the log is, read while no program runs.
pub async fn stood(world: &World) -> Stood {
    match acted(&world.log().await[world.rows_before..]).len() {
        0 => Stood::Before,
        1 => Stood::Asked,
        _ => Stood::Answered,
    }
}

/// The rows caused by people.
pub fn acted(rows: &[StoredRow]) -> Vec<&StoredRow> {
    rows.iter().filter(|it| it.interaction_id.is_some()).collect()
}

/// Waits until nothing is due any more and the channel shows exactly the fold of the log: the tracker, and every story once.
pub async fn settled(world: &mut World, gwen: &TableUser) -> Result<(), Died> {
    let rest = world.meanwhile_here(async |world| {
        let store = world.store().await;
        let rest = tokio::time::timeout(PATIENCE, comes_to_rest(world, &store, gwen)).await;
        store.close().await;
        rest
    });
    rest.await?.expect("the channel comes to rest");
    Ok(())
}

async fn comes_to_rest(world: &World, store: &Arc<dyn Store>, gwen: &TableUser) {
    let id = world.fight(store.as_ref()).await.id;
    loop {
        let calls = world.table.calls_so_far();
        let outbox = store.outbox(id).await.expect("readable");
        let messages = store.messages(id).await.expect("readable");
        let snapshot = Snapshot::of(&folded(store, id).await);
        let due = outbox.iter().filter(|it| it.state == OutgoingState::Due).count();
        let asked = snapshot.gm.scene.prompts.iter().any(|it| !it.answered);
        let pings = messages.iter().filter(|it| it.slot.starts_with("ping:")).count();
        let wrong = differs(&snapshot, &messages, &outbox, &gwen.messages());
        if due == 0 && wrong.is_none() && (asked || pings == 0) {
            return;
        }
        let why = format!("the channel to come to rest ({due} due, {pings} pings): {}", wrong.unwrap_or_default());
        // Anything still on its way to the channel, or just arrived and being noted, is followed by a call or is there now.
        let call = world.table.call_since(calls, &why, |_| true);
        match tokio::time::timeout(NOTED_WITHIN, call).await {
            Err(_) => {}
            Ok(came) => drop(came.unwrap_or_else(|why| panic!("{why}\n{}", world.logs()))),
        }
    }
}

/// The difference between the channel and the log, if any.
fn differs(
    snapshot: &Snapshot,
    messages: &[umpire::store::ShownMessage],
    outbox: &[umpire::store::Outgoing],
    shown: &[Value],
) -> Option<String> {
    let id = snapshot.header.id.unsigned_abs();
    let find = |slot: &str| {
        let known = messages.iter().find(|it| it.slot == slot)?;
        shown.iter().find(|it| it["id"].as_str() == Some(known.message_id.to_string().as_str()))
    };
    let compare = |slot: &str, wanted: &Message| match find(slot) {
        None => Some(format!("{slot} is not shown")),
        Some(found) if looks(found) == looks(&wanted.to_json()) => None,
        Some(found) => Some(format!("{slot} shows\n{:#}\ninstead of\n{:#}", looks(found), looks(&wanted.to_json()))),
    };
    let drawn = tracker(&Tracker {
        encounter: id,
        name: &snapshot.header.name,
        scene: &snapshot.scene,
        faulted: snapshot.header.status == Status::Faulted,
        commitment: &snapshot.header.commitment,
        last: &[],
        chain: &snapshot.chain,
    });
    if let Some(wrong) = compare("tracker", &drawn) {
        return Some(wrong);
    }
    if let Some(end) = outbox.iter().rev().find(|it| it.notice.kind == "end") {
        let accounts = |it: &&Value| it["content"].as_str().is_some_and(|it| it.contains("is over after"));
        match (find(&end.notice.slot), shown.iter().filter(accounts).count()) {
            (Some(found), 1) if accounts(&found) => {}
            (found, count) => return Some(format!("{count} accounts of the end; the one that is known: {found:#?}")),
        }
    }
    let mut slots = BTreeSet::new();
    for row in outbox.iter().rev().filter(|it| it.notice.kind == "story") {
        if !slots.insert(row.notice.slot.clone()) || row.state == OutgoingState::Dropped {
            continue;
        }
        let told = StoryView::read(&row.notice.payload).expect("a story");
        let prompts: Vec<_> = snapshot
            .scene
            .prompts
            .iter()
            .filter(|it| it.id.seq == told.began_seq && !told.withdrawn)
            .cloned()
            .collect();
        let gm = snapshot.gms.first().copied().filter(|_| snapshot.gm.channel.is_none());
        let context = StoryContext { encounter: id, told: &told, prompts: &prompts, players: &snapshot.players, gm };
        if let Some(wrong) = story(&context).and_then(|wanted| compare(&row.notice.slot, &wanted)) {
            return Some(wrong);
        }
    }
    None
}

/// What people see and press in a message, in one form for both what was sent and what's shown.
fn looks(message: &Value) -> Value {
    let embeds = message["embeds"].as_array().into_iter().flatten().map(|embed| {
        let fields = embed["fields"].as_array().into_iter().flatten();
        let fields: Vec<Value> = fields.map(|it| json!([it["name"], it["value"]])).collect();
        json!([embed["description"].as_str().unwrap_or_default(), embed["footer"]["text"], fields])
    });
    json!({
        "content": message["content"],
        "embeds": embeds.collect::<Vec<_>>(),
        "buttons": buttons(message).into_iter().map(|(label, id)| json!([label, id])).collect::<Vec<_>>(),
    })
}

/// The labels of a message's buttons, and their custom ids.
pub fn buttons(message: &Value) -> Vec<(String, String)> {
    let rows = message["components"].as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let text = |it: &Value| it.as_str().unwrap_or_default().to_owned();
    parts.map(|it| (text(&it["label"]), text(&it["custom_id"]))).collect()
}

/// What must hold once the program has gone: see each message.
pub async fn nothing_is_lost_or_doubled(world: &World, gwen: &TableUser) {
    let store = world.store().await;
    let header = world.fight(store.as_ref()).await;
    let rows = store.load(header.id).await.expect("a fight").rows;
    let sent: Vec<u64> = world.table.interactions().iter().filter_map(|it| it["id"].as_str()?.parse().ok()).collect();
    let caused: Vec<u64> = rows[world.rows_before..].iter().filter_map(|it| it.interaction_id).collect();
    assert!(caused.iter().all(|id| sent.contains(id)), "every row has its interaction");
    let distinct: BTreeSet<&u64> = caused.iter().collect();
    assert_eq!(distinct.len(), caused.len(), "no interaction has caused two rows");
    for id in accepted(world) {
        assert!(caused.contains(&id), "interaction {id} was told that it is done, and is not in the log");
    }

    // Every public message by the bot is one the store knows (or the first fight's explanation), so none was created twice.
    let known = store.messages(header.id).await.expect("readable");
    let bot = world.table.application_id().to_string();
    for message in gwen.messages() {
        let public = message["flags"].as_u64().unwrap_or(0) & 64 == 0;
        if !public || message["author"]["id"] != bot {
            continue;
        }
        let explains = message["content"].as_str().is_some_and(|it| it.starts_with("The message with the buttons"));
        let is_known = known.iter().any(|it| message["id"].as_str() == Some(it.message_id.to_string().as_str()));
        assert!(is_known || explains, "nobody knows this message: {message:#}\n{known:#?}\n{}", world.logs());
    }
    let outbox = store.outbox(header.id).await.expect("readable");
    assert!(outbox.iter().all(|it| it.state != OutgoingState::Due), "all has been told: {outbox:#?}");

    let service = folded(&store, header.id).await;
    let seed = store.seed(header.id).await.expect("a seed");
    service.session().audit(&umpire::engine::Seed::new(*seed.expose())).expect("every row comes out equal");
    store.close().await;
}

/// The interactions whose users were told that it's done.
fn accepted(world: &World) -> Vec<u64> {
    let done = |it: &Value| match it["type"].as_u64() {
        Some(4) => {
            let said = it["data"]["content"].as_str().unwrap_or_default();
            said == "Done." || said.contains(" now ")
        }
        Some(6) => true,
        _ => false,
    };
    let calls = world.table.calls_since(0);
    let acks = calls.iter().filter(|call| call.path.ends_with("/callback") && call.status < 300 && done(&call.body));
    acks.filter_map(|call| call.path.split('/').nth(2)?.parse().ok()).collect()
}
