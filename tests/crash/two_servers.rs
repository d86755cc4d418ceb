//! Two servers on two processes, one for each shard, on one PostgreSQL: both are played on at once, each by its own process. One process is
//! killed in the middle of a reaction, which the other's fight never notices, and a third goes on where it left off.

use umpire::store::{Header, StoredRow};

use crate::{
    judge,
    shards::{Blow, Shards, shard_of},
};

const OWN: &str = "table";
const OTHER: &str = "other-table";

/// Every row of a fight that an interaction caused was caused by one of its own server's, and there are some.
fn is_only_its_own(shards: &Shards, (fight, rows): &(Header, Vec<StoredRow>)) {
    let guild = fight.guild_id.expect("a server").to_string();
    let caused: Vec<String> = rows.iter().filter_map(|it| it.interaction_id).map(|it| it.to_string()).collect();
    assert!(caused.len() > 4, "people played it: {rows:?}");
    let all = shards.table.interactions();
    for id in caused {
        let interaction = all.iter().find(|it| it["id"] == id).expect("the stand-in sent it");
        assert_eq!(interaction["guild_id"], guild, "{interaction}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_are_played_on_and_one_process_dies() {
    let Some(shards) = Shards::open(true).await else { return };
    let table = &shards.table;
    let here = shard_of(table.guild_id());
    assert_eq!(shard_of(table.second_guild_id().expect("a second server")), 1 - here);
    let mut first = shards.start("first", here);
    shards.until_sessions(1).await;
    let mut elsewhere = shards.start("elsewhere", 1 - here);
    shards.until_sessions(2).await;
    table.bot_is_ready().await.expect("commands");

    let (mut own, mut other) = tokio::join!(Blow::strikes(table, OWN), Blow::strikes(table, OTHER));
    shards.until_kept(2).await;
    first.kill().await.expect("killed");
    let (asked, before) = (shards.only_fight(OWN).await, shards.only_fight(OTHER).await);
    assert_ne!(asked.0.id, before.0.id);

    // Nobody serves the table's own server now.
    other.is_taken().await.unwrap_or_else(|why| panic!("{why}\n{}", shards.log("elsewhere")));
    other.goes_on("5").await;
    let after = shards.only_fight(OTHER).await;
    assert!(after.1.len() >= before.1.len() + 2 && after.1.starts_with(&before.1), "{:?}", after.1);
    assert_eq!(shards.only_fight(OWN).await, asked, "what's pressed on one server changes no fight of the other");
    assert_eq!(table.sessions_begun(), 2, "nothing has made the other process reconnect");

    let third = shards.start("third", here);
    shards.until_resumed(1).await;
    own.is_taken().await.unwrap_or_else(|why| panic!("{why}\n{}", shards.log("third")));
    let (mine, theirs) =
        tokio::join!(own.gwen.command("encounter status", &[]), other.gwen.command("encounter status", &[]));
    mine.unwrap_or_else(|why| panic!("{why}\n{}", shards.log("third")));
    theirs.unwrap_or_else(|why| panic!("{why}\n{}", shards.log("elsewhere")));
    own.goes_on("4").await;

    let went_on = shards.only_fight(OWN).await;
    assert!(went_on.1.len() >= asked.1.len() + 2 && went_on.1.starts_with(&asked.1), "{:?}", went_on.1);
    assert!(shards.only_fight(OTHER).await.1.starts_with(&after.1), "the other\u{2019}s log is as it was");
    for (channel, fight) in [(OWN, went_on), (OTHER, shards.only_fight(OTHER).await)] {
        assert_eq!(fight.0.channel_id, table.channel_id(channel).expect("a channel").0);
        is_only_its_own(&shards, &fight);
    }
    assert!(elsewhere.try_wait().expect("known").is_none(), "it lives\n{}", shards.log("elsewhere"));
    judge::judge(table);
    shards.close([third, elsewhere]).await;
}
