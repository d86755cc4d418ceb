//! Interactions over HTTP: what Discord signs is done as if it had come over the gateway, once, and nothing else is done at all.

use crate::{
    fixture::{Stage, heard, is_private, labels, listen, run, says},
    shards::until_held,
};
use reqwest::{Client, Response};
use serde_json::{Value, json};
use umpire::{
    config::ShardRange,
    discord::bot::{self, BotSettings},
    localtable::driver::FirstAnswer,
};

/// A bot that receives interactions over HTTP, and a Discord that sends them there.
async fn over_http() -> (Stage, String) {
    let mut stage = Stage::set().await;
    let url = receives(&mut stage).await;
    (stage, url)
}

/// The next bot comes and receives interactions over HTTP; where.
async fn receives(stage: &mut Stage) -> String {
    stage.bot_goes().await;
    stage.over_http = true;
    stage.bot_comes().await;
    // The gateway has let it in, but READY may be on its way.
    run(&mut stage.seat("Ana"), "ping", &[]).await;
    let url = format!("http://{}/anything", stage.bot().interactions_address().expect("it listens"));
    stage.table.set_interactions_endpoint(Some(&url)).await.expect("an endpoint as Discord wants it");
    url
}

/// The time of a request that's sent so many seconds from now.
fn time(stage: &Stage, in_seconds: i64) -> String {
    (stage.clock.now_ms() / 1_000 + in_seconds).to_string()
}

/// Sends a body with these headers; an empty one is left out.
async fn post(url: &str, signature: &str, timestamp: &str, body: String) -> Response {
    let headers = [("x-signature-ed25519", signature), ("x-signature-timestamp", timestamp)];
    let request = Client::new().post(url).header("content-type", "application/json").body(body);
    let request =
        headers.iter().filter(|it| !it.1.is_empty()).fold(request, |it, (name, value)| it.header(*name, *value));
    request.send().await.expect("an answer")
}

/// Sends a body as Discord does, signed now.
async fn post_signed(stage: &Stage, url: &str, body: &Value) -> u16 {
    let (body, timestamp) = (body.to_string(), time(stage, 0));
    let signature = stage.table.sign(&timestamp, body.as_bytes());
    post(url, &signature, &timestamp, body).await.status().as_u16()
}

/// A command of Ana's that Discord hasn't sent anywhere: the last one with another id, that many later.
fn another(stage: &Stage, later: u64) -> Value {
    let mut event = Value::clone(stage.table.interactions().last().expect("one was sent"));
    let id: u64 = event["id"].as_str().and_then(|it| it.parse().ok()).expect("an id");
    event["id"] = json!((id + later).to_string());
    event
}

/// How often the bot has tried to reply to an interaction.
fn replies(stage: &Stage, event: &Value) -> usize {
    stage.table.calls_since(0).iter().filter(|it| replies_to(event, &it.path)).count()
}

/// Whether a call to this path is a reply to an interaction.
fn replies_to(event: &Value, path: &str) -> bool {
    path.starts_with(&format!("/interactions/{}/", event["id"].as_str().expect("an id")))
}

/// How many requests were answered with a status.
async fn requests_answered(stage: &Stage, status: u16) -> u64 {
    let text = stage.metrics.text(&stage.bot().observer().standing().await, stage.clock.now_ms());
    let name = format!("umpire_interaction_requests_total{{status=\"{status}\"}} ");
    text.lines().find_map(|it| it.strip_prefix(&name)).map_or(0, |it| it.parse().expect("a number"))
}

/// Commands, suggestions, presses, choices and forms all do over HTTP what they do over the gateway.
#[tokio::test]
async fn a_fight_is_played_over_http() {
    let (stage, _) = over_http().await;
    let before = requests_answered(&stage, 202).await;
    let (mut gwen, mut ana, bob) = stage.brawl("").await;
    let choices = gwen.autocomplete("gm set", &[], ("name", "Sy")).await.expect("suggestions");
    assert!(choices.iter().any(|it| it["value"] == "Sybilla"), "{choices:?}");
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let has = |label: &'static str| move |it: &Value| labels(it).iter().any(|it| it.starts_with(label));
    let menu = ana.sees("the turn", |it| is_private(it) && has("More")(it)).await.expect("a menu");
    ana.press(&menu, "More\u{2026}").await.expect("answered");
    let menu = ana.sees("the rest", |it| it["id"] == menu["id"] && has("Say")(it)).await.expect("a menu");
    let FirstAnswer::Modal(form) = ana.choose(&menu, &["Say"]).await.expect("answered") else { panic!("no form") };
    let label = form["components"][0]["components"][0]["label"].as_str().expect("a field").to_owned();
    ana.submit(&form, &[(&label, "Hold the gate!")]).await.expect("answered");
    bob.sees("her words", says("Hold the gate!")).await.expect("for everybody");
    assert_eq!(requests_answered(&stage, 202).await - before, 12, "everything came over HTTP");
    stage.judge();
}

/// Whatever isn't signed by Discord, just now and as it is, is refused with the same words, and nothing comes of it.
#[tokio::test]
async fn nothing_comes_of_what_discord_has_not_signed() {
    let (stage, url) = over_http().await;
    let calls = stage.table.calls_so_far();
    let refused = another(&stage, 1);
    let body = refused.to_string();
    let (now, old, early) = (time(&stage, 0), time(&stage, -301), time(&stage, 301));
    let sign = |timestamp: &str| stage.table.sign(timestamp, body.as_bytes());
    let altered = body.replace("ping", "pong");
    assert_ne!(altered, body);
    for (case, signature, timestamp, body) in [
        ("no signature", String::new(), &now, &body),
        ("no time", sign(&now), &String::new(), &body),
        ("not a signature", "abc".to_owned(), &now, &body),
        ("a wrong signature", "0".repeat(128), &now, &body),
        ("another time's signature", sign(&old), &now, &body),
        ("an old request", sign(&old), &old, &body),
        ("a request of the future", sign(&early), &early, &body),
        ("another body", sign(&now), &now, &altered),
        ("no body", sign(&now), &now, &String::new()),
        ("not a time", sign("now"), &"now".to_owned(), &body),
    ] {
        let answer = post(&url, &signature, timestamp, body.clone()).await;
        assert_eq!(answer.status(), 401, "{case}");
        assert_eq!(answer.text().await.expect("a text"), "invalid request signature\n", "{case}");
    }
    assert_eq!(requests_answered(&stage, 401).await, 11, "these, and Discord's own test");
    let taken = another(&stage, 2);
    assert_eq!(post_signed(&stage, &url, &taken).await, 202);
    stage.table.call_since(calls, "a reply", |it| replies_to(&taken, &it.path)).await.expect("handled");
    assert_eq!(replies(&stage, &refused), 0);
}

/// A PING is answered at once; what's too long, or no POST, or no interaction, is refused, and what can't be read is counted without its text.
#[tokio::test]
async fn what_is_no_interaction_is_refused() {
    let (log, _listening) = listen();
    let (stage, url) = over_http().await;
    let ping = json!({ "id": "7", "application_id": "7", "type": 1, "token": "t", "version": 1 }).to_string();
    let now = time(&stage, 0);
    let answer = post(&url, &stage.table.sign(&now, ping.as_bytes()), &now, ping).await;
    assert!(answer.status() == 200 && answer.headers()["content-type"] == "application/json", "{answer:?}");
    assert_eq!(answer.json::<Value>().await.expect("JSON"), json!({ "type": 1 }));
    let mut long = another(&stage, 1);
    long["data"]["name"] = json!("x".repeat(256 * 1024));
    assert_eq!(post_signed(&stage, &url, &long).await, 413);
    assert_eq!(Client::new().get(&url).send().await.expect("an answer").status(), 405);
    assert_eq!(heard(&log, "couldn't be read"), Vec::<String>::new());
    assert_eq!(post_signed(&stage, &url, &json!({ "type": 2, "token": "a secret" })).await, 400);
    let told = heard(&log, "couldn't be read");
    assert!(told.len() == 1 && told[0].contains("INTERACTION_CREATE") && !told[0].contains("secret"), "{told:?}");
}

/// An interaction that comes again, over HTTP or over the gateway, is handled once.
#[tokio::test]
async fn what_comes_twice_is_handled_once() {
    let (stage, url) = over_http().await;
    let (first, second) = (another(&stage, 1), another(&stage, 2));
    for event in [&first, &second] {
        let calls = stage.table.calls_so_far();
        match event == &first {
            true => assert_eq!(post_signed(&stage, &url, event).await, 202),
            false => stage.table.send_event("INTERACTION_CREATE", event),
        }
        stage.table.call_since(calls, "a reply", |it| replies_to(event, &it.path)).await.expect("handled");
        assert_eq!(post_signed(&stage, &url, event).await, 202, "Discord needn't know");
        stage.table.send_event("INTERACTION_CREATE", event);
    }
    // Whatever came before has been handled, or has had the time for it.
    for _ in 0..3 {
        run(&mut stage.seat("Ana"), "ping", &[]).await;
    }
    assert_eq!((replies(&stage, &first), replies(&stage, &second)), (1, 1));
}

/// An interaction of a server that another process has is left to it, and the host is told once what has to be done.
#[tokio::test]
async fn another_process_gets_its_own() {
    let (log, _listening) = listen();
    let (mut stage, shard) = crate::shards::of_two().await;
    let guild = stage.table.guild_id().0;
    stage.shards = ShardRange::parse(&format!("{shard}/2")).ok();
    let url = receives(&mut stage).await;
    let mut event = another(&stage, 1);
    event["guild_id"] = json!((guild + (1 << 22)).to_string());
    for _ in 0..2 {
        assert_eq!(post_signed(&stage, &url, &event).await, 503);
    }
    let told = heard(&log, "another process");
    assert!(told.len() == 1 && told[0].contains("docs/HOSTING.md"), "{told:?}");
    run(&mut stage.seat("Ana"), "ping", &[]).await;
    assert_eq!(replies(&stage, &event), 0);
    event["guild_id"] = json!(guild.to_string());
    assert_eq!(post_signed(&stage, &url, &event).await, 202);
}

/// While a server's own connection hasn't come up, its interactions are left to Discord's next try: nobody hears that the bot isn't there.
#[tokio::test]
async fn until_its_shard_is_ready_a_server_is_unavailable() {
    let (mut stage, _) = crate::shards::of_two().await;
    run(&mut stage.seat("Ana"), "ping", &[]).await;
    stage.bot_goes().await;
    stage.over_http = true;
    stage.bot_starts().await;
    until_held(&stage, 0, false).await;
    let url = format!("http://{}", stage.bot().interactions_address().expect("it listens"));
    let guild = stage.table.guild_id().0;
    let of_shard = |shard: u64| [guild, guild + (1 << 22)].into_iter().find(|it| (it >> 22) % 2 == shard);
    let mut event = another(&stage, 1);
    event["guild_id"] = json!(of_shard(1).expect("one of each").to_string());
    assert_eq!(post_signed(&stage, &url, &event).await, 503);
    assert_eq!(replies(&stage, &event), 0);
    let mut other = another(&stage, 2);
    other["guild_id"] = json!(of_shard(0).expect("one of each").to_string());
    assert_eq!(post_signed(&stage, &url, &other).await, 202, "the other connection is there");
    until_held(&stage, 1, false).await;
    assert_eq!(post_signed(&stage, &url, &event).await, 202);
}

/// While the gateway is lost, people can still act.
#[tokio::test]
async fn people_act_while_the_gateway_is_lost() {
    let (stage, _) = over_http().await;
    let (mut gwen, ..) = stage.brawl("").await;
    stage.table.shut_gateway(true);
    stage.table.drop_gateway();
    stage.table.bot_online(false).await.expect("lost");
    let said = run(&mut gwen, "gm set", &[("name", "Sybilla"), ("field", "health"), ("value", "5")]).await;
    assert_eq!(said, "Sybilla’s health is now 5.");
    stage.judge();
}

/// Before the gateway has let the bot in, interactions are refused, and Discord takes the endpoint all the same.
#[tokio::test]
async fn before_it_is_ready_it_is_unavailable() {
    let (mut stage, _) = over_http().await;
    let event = another(&stage, 1);
    stage.table.set_interactions_endpoint(None).await.expect("the gateway");
    stage.bot_goes().await;
    stage.table.shut_gateway(true);
    stage.bot_starts().await;
    let url = format!("http://{}", stage.bot().interactions_address().expect("it listens"));
    stage.table.set_interactions_endpoint(Some(&url)).await.expect("PING needs no gateway");
    assert_eq!(post_signed(&stage, &url, &event).await, 503);
    assert_eq!(replies(&stage, &event), 0);
}

/// A bot that has shut down receives nothing more, and a place that's taken stops the start with what to do.
#[tokio::test]
async fn a_place_is_taken_until_the_bot_goes() {
    let (mut stage, url) = over_http().await;
    let taken = stage.bot().interactions_address().expect("it listens").to_string();
    let settings = BotSettings { interactions_listen: Some(taken.clone()), ..stage.bot_settings() };
    let why = bot::start(settings).await.err().expect("refused").to_string();
    assert!(why.contains(&taken) && why.contains("[discord] interactions_listen"), "{why}");
    stage.table.set_interactions_endpoint(None).await.expect("the gateway");
    let ((), left) = stage.bot_goes_while(async {}).await;
    assert!(left.is_none(), "something of the bot goes on");
    let after = Client::new().post(&url).send().await;
    assert!(after.is_err(), "{after:?}");
}
