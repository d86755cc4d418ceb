//! A table with a second server: the same people and the same bot, on the other one of two shards.

use serde_json::{Value, json};
use umpire::localtable::{Id, LocalTable, Strict, TableSettings, gateway, permissions};

use crate::{
    bot::{Bot, Line},
    judge,
};

/// The second server's open channel.
const OTHER: &str = "other-table";

fn two_guilds() -> TableSettings {
    let strict = Strict { shards: 2, ..Strict::default() };
    TableSettings { strict, second_guild: true, ..TableSettings::default() }
}

/// The table's own server and the second one.
fn both(table: &LocalTable) -> [Id; 2] {
    [table.guild_id(), table.second_guild_id().expect("a second server")]
}

/// A bot, and a line to each server's shard, past its GUILD_CREATE.
async fn with_lines() -> (Bot, Line, Line) {
    let bot = Bot::at(two_guilds()).await;
    let intents = gateway::GUILDS | gateway::GUILD_MESSAGES | gateway::DIRECT_MESSAGES;
    let [own, other] = both(&bot.table).map(|guild| (guild.0 >> 22) % 2);
    let (mut its, mut others) =
        (Line::of_shard(&bot.table, own, intents).await, Line::of_shard(&bot.table, other, intents).await);
    its.event("GUILD_CREATE").await;
    others.event("GUILD_CREATE").await;
    (bot, its, others)
}

fn texts<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    list.as_array().expect("a list").iter().map(|one| one[key].as_str().unwrap_or_default()).collect()
}

/// A session of one shard of two gets one server, the session of the only shard both, the table's own first: each with its own channels and
/// roles, and with those of its roles that the bot has there.
#[tokio::test]
async fn each_shard_gets_its_own_server() {
    let bot = Bot::at(two_guilds()).await;
    let guilds = both(&bot.table);
    assert_ne!((guilds[0].0 >> 22) % 2, (guilds[1].0 >> 22) % 2, "they're on different shards");
    let channels = [vec!["table", "gm", "tavern"], vec![OTHER, "other-gm"]];
    let mut whole = Line::open(&bot.table, "?v=10&encoding=json").await;
    whole.identify(&bot.table.bot_token(), gateway::GUILDS).await;
    assert_eq!(texts(&whole.event("READY").await["guilds"], "id"), guilds.map(|it| it.to_string()));
    for (guild, names) in guilds.into_iter().zip(channels) {
        let mut line = Line::of_shard(&bot.table, (guild.0 >> 22) % 2, gateway::GUILDS).await;
        assert_eq!(texts(&line.event("READY").await["guilds"], "id"), [guild.to_string()]);
        let created = line.event("GUILD_CREATE").await;
        assert_eq!(created, whole.event("GUILD_CREATE").await, "the same for whoever has it");
        assert_eq!((&created["id"], texts(&created["channels"], "name")), (&json!(guild), names));
        assert_eq!(texts(&created["roles"], "name"), ["@everyone", "Umpire", "GM"]);
        assert_eq!(created["roles"][0]["id"], json!(guild), "everyone's role has the server's id");
        assert_eq!(created["members"][0]["roles"], json!([created["roles"][1]["id"]]));
        line.hears_nothing().await;
    }
}

/// Messages, interactions, threads and new channels of a server arrive on its shard alone, under its id; direct messages on the first.
#[tokio::test]
async fn what_happens_on_a_server_arrives_on_its_shard_alone() {
    let (bot, mut its, mut others) = with_lines().await;
    bot.table.set_bot_permissions(permissions::BOT | permissions::MANAGE_CHANNELS);
    let commands = format!("/applications/{}/commands", bot.table.application_id());
    let go = json!([{ "name": "go", "description": "Go." }]);
    assert_eq!(bot.call("PUT", &commands, go).await.0, 200);
    let [own, other] = both(&bot.table);
    for (guild, channel) in [(own, "table"), (other, OTHER)] {
        let (hears, deaf) = if guild == own { (&mut its, &mut others) } else { (&mut others, &mut its) };
        let path = bot.channel(channel);
        let (status, posted) = bot.call("POST", &format!("{path}/messages"), json!({ "content": channel })).await;
        assert_eq!(status, 200, "{posted}");
        let heard = hears.event("MESSAGE_CREATE").await;
        assert_eq!((&heard["id"], &heard["guild_id"]), (&posted["id"], &json!(guild)));

        let mut gwen = bot.table.seat("Gwen").expect("a seat");
        gwen.go_to(bot.channel_id(channel));
        let (outcome, interaction) = tokio::join!(gwen.command("go", &[]), async {
            let interaction = hears.event("INTERACTION_CREATE").await;
            bot.answer(&interaction, json!({ "type": 4, "data": { "content": "gone" } })).await;
            interaction
        });
        outcome.expect("answered");
        assert_eq!((&interaction["guild_id"], &interaction["guild"]["id"]), (&json!(guild), &json!(guild)));
        assert_eq!(interaction["channel"]["guild_id"], json!(guild));
        let (_, roles) = bot.call("GET", &format!("/guilds/{guild}/roles"), Value::Null).await;
        assert_eq!(interaction["member"]["roles"], json!([roles[2]["id"]]), "the GM's role there, and no other");

        let topic = json!({ "name": "aside", "type": 11 });
        let (status, thread) = bot.call("POST", &format!("{path}/threads"), topic).await;
        assert_eq!((status, &thread["guild_id"]), (201, &json!(guild)));
        assert_eq!(hears.event("THREAD_CREATE").await["guild_id"], json!(guild));
        let create = format!("/guilds/{guild}/channels");
        assert_eq!(bot.call("POST", &create, json!({ "name": "arena" })).await.1["guild_id"], json!(guild));
        assert_eq!(hears.event("CHANNEL_CREATE").await["guild_id"], json!(guild));
        deaf.hears_nothing().await;
    }
    let ana = json!({ "recipient_id": bot.table.user_id("Ana") });
    let (_, direct) = bot.call("POST", "/users/@me/channels", ana).await;
    let path = format!("/channels/{}/messages", direct["id"].as_str().expect("an id"));
    assert_eq!(bot.call("POST", &path, json!({ "content": "psst" })).await.0, 200);
    let own_is_first = (own.0 >> 22).is_multiple_of(2);
    let (hears, deaf) = if own_is_first { (&mut its, &mut others) } else { (&mut others, &mut its) };
    assert_eq!(hears.event("MESSAGE_CREATE").await["content"], "psst");
    deaf.hears_nothing().await;
    judge::judge(&bot.table);
}

/// The routes of a server know its own channels, threads, roles and members; a role of the other is unknown there.
#[tokio::test]
async fn routes_keep_the_servers_apart() {
    let bot = Bot::at(two_guilds()).await;
    let [own, other] = both(&bot.table);
    let (_, mine) = bot.call("GET", "/users/@me/guilds", Value::Null).await;
    assert_eq!(texts(&mine, "id"), [own.to_string(), other.to_string()]);
    assert_eq!(texts(&mine, "name"), ["The Local Table", "The Other Table"]);
    let topic = json!({ "name": "aside", "type": 11 });
    assert_eq!(bot.call("POST", &format!("{}/threads", bot.channel(OTHER)), topic).await.0, 201);
    let ana = bot.table.user_id("Ana").expect("a person");
    for (guild, channels, threads) in [(own, 3, 0), (other, 2, 1)] {
        let path = format!("/guilds/{guild}");
        let get = async |rest: &str| bot.call("GET", &format!("{path}{rest}"), Value::Null).await;
        assert_eq!(get("").await.1["id"], json!(guild));
        assert_eq!(get("/channels").await.1.as_array().map(Vec::len), Some(channels));
        assert_eq!(get("/threads/active").await.1["threads"].as_array().map(Vec::len), Some(threads));
        assert_eq!(get(&format!("/members/{ana}")).await.1["user"]["global_name"], "Ana");
        let role = get("/roles").await.1[2]["id"].as_str().expect("a role").to_owned();
        assert_eq!(get(&format!("/roles/{role}")).await.1["name"], "GM");
        let elsewhere = if guild == own { other } else { own };
        let unknown = bot.call("GET", &format!("/guilds/{elsewhere}/roles/{role}"), Value::Null).await;
        assert_eq!((unknown.0, &unknown.1["code"]), (404, &json!(10011)), "{unknown:?}");
    }
    judge::judge(&bot.table);
}

/// People see the second server's channels by the permissions there, and the bot's removal from the table's own leaves them alone.
#[tokio::test]
async fn permissions_are_each_servers_own() {
    let bot = Bot::at(two_guilds()).await;
    let sent = async |channel: &str| {
        bot.call("POST", &format!("{}/messages", bot.channel(channel)), json!({ "content": "x" })).await.0
    };
    assert_eq!((sent("other-gm").await, sent(OTHER).await), (200, 200));
    let (mut gwen, mut ana) = (bot.table.seat("Gwen").expect("a seat"), bot.table.seat("Ana").expect("a seat"));
    for seat in [&mut gwen, &mut ana] {
        seat.go_to(bot.channel_id("other-gm"));
    }
    assert_eq!((gwen.messages().len(), ana.messages().len()), (1, 0), "the GM's channel is the GM's");
    bot.table.let_bot_go(true);
    assert_eq!((sent("table").await, sent(OTHER).await), (403, 200));
    bot.table.let_bot_go(false);
    bot.table.set_bot_permissions(permissions::BOT & !permissions::SEND_MESSAGES);
    assert_eq!((sent("table").await, sent(OTHER).await), (403, 403), "its permissions are the same everywhere");
}

/// A table's file keeps the second server, even if the next start asks for none; a table that began without one gets none.
#[tokio::test]
async fn the_second_server_is_in_the_tables_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str, second_guild| {
        let file = Some(folder.path().join(name));
        TableSettings { file, second_guild, ..TableSettings::default() }
    };
    let first = Bot::at(at("two.jsonl", true)).await;
    let before = (both(&first.table), first.channel_id(OTHER));
    first.table.shutdown().await;
    let again = Bot::at(at("two.jsonl", false)).await;
    assert_eq!(before, (both(&again.table), again.channel_id(OTHER)));
    let (status, posted) =
        again.call("POST", &format!("{}/messages", again.channel(OTHER)), json!({ "content": "still there" })).await;
    assert_eq!(status, 200, "{posted}");

    Bot::at(at("one.jsonl", false)).await.table.shutdown().await;
    let alone = Bot::at(at("one.jsonl", true)).await.table;
    assert_eq!((alone.second_guild_id(), alone.channel_id(OTHER)), (None, None));
}
