//! What another process changes in the settings that the bot has read: it hears of it, and goes by it.

use crate::fixture::{Stage, run};
use umpire::store::Store;

/// Somebody sets something for the server and for themselves in another process, after this one has read both: here, too, it's so from then on.
#[tokio::test]
async fn what_another_process_sets_arrives() {
    let stage = Stage::set().await;
    let mut ana = stage.seat("Ana");
    run(&mut ana, "ping", &[]).await;
    let (app, application) = (stage.bot().app.clone(), stage.table.application_id().0);
    let (guild, person) = (stage.table.guild_id().0, ana.user().0);
    let settings = app.guild_settings();
    assert!(!settings.of(Some(guild)).await.is_plain && !settings.is_plain_for(person).await, "both are known now");
    // Everybody who has the store is one of the processes that share it.
    stage.store.set_setting(application, &format!("guild:{guild}"), "text", "true").await.expect("set");
    stage.store.set_setting(application, &format!("user:{person}"), "text", "true").await.expect("set");
    for _ in 0..10_000 {
        if settings.of(Some(guild)).await.is_plain && settings.is_plain_for(person).await {
            stage.judge();
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("the bot hasn\u{2019}t heard of it");
}
