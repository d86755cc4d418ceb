//! Publishes the outbox. For every changed fight, a publisher processes its outbox in order, pings the people asked, and draws the tracker
//! from the current state. Anything missed is made up for at the next signal; what to publish is decided elsewhere.

mod battle_account;
mod before_rest;
mod call_in_story;
mod decided;
mod encounter_publisher;
mod gm_channel;
mod gm_end;
mod gm_onlookers;
mod gm_secrets;
pub mod hub;
pub mod message_slots;
#[cfg(test)]
#[path = "tests/noninterference/mod.rs"]
mod noninterference;
mod open_pages;
mod open_turn_menus;
mod outbox;
mod pings;
pub mod redraw;
mod send;
pub mod snapshot;
mod told_in_channel;
mod tracker;
mod tracker_wait;
mod turn_call_words;
mod turn_calls;
mod turns;
mod who_is_called;

use super::publisher_context::PublisherContext;
use encounter_publisher::EncounterPublisher;
use std::sync::Arc;

/// Runs a publisher for every fight that changes, as long as the program runs.
pub async fn run(context: Arc<PublisherContext>) {
    tokio::join!(publish(&context), context.hub().wake_at_leisure());
}

async fn publish(context: &Arc<PublisherContext>) {
    loop {
        for (id, wake) in context.hub().unattended().await {
            context.hub().spawn(EncounterPublisher::new(context.clone(), id, wake).work());
        }
    }
}
