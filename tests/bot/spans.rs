//! What's logged on behalf of an interaction can be told from what's logged beside it: each has a span of its own, whatever its kind.

use crate::fixture::{Stage, is_private, labels, run, says};
use std::sync::{Arc, Mutex};
use tracing::{
    Subscriber,
    field::{Field, Visit},
    span::{Attributes, Id},
};
use tracing_subscriber::{Layer, Registry, layer::Context, prelude::*};

/// The kinds of the interactions' spans that were opened, in that order.
#[derive(Clone, Default)]
struct Opened(Arc<Mutex<Vec<String>>>);

impl Visit for Opened {
    fn record_debug(&mut self, _: &Field, _: &dyn std::fmt::Debug) {}

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "kind" {
            self.0.lock().expect("no writer panics").push(value.to_owned());
        }
    }
}

impl<S: Subscriber> Layer<S> for Opened {
    fn on_new_span(&self, span: &Attributes<'_>, _: &Id, _: Context<'_, S>) {
        if span.metadata().name() == "interaction" {
            span.record(&mut self.clone());
        }
    }
}

#[tokio::test]
async fn each_interaction_has_a_span() {
    let opened = Opened::default();
    let _listening = tracing::subscriber::set_default(Registry::default().with(opened.clone()));
    let stage = Stage::set().await;
    let (mut gwen, mut ana, _bob) = stage.brawl("").await;
    let tracker = ana.sees("the tracker", says("May act: Sybilla and Theobald.")).await.expect("a tracker");
    // Tests beside this one may have had the spans left out before anybody listened.
    tracing::callsite::rebuild_interest_cache();
    opened.0.lock().expect("no writer panics").clear();
    run(&mut gwen, "ping", &[]).await;
    gwen.autocomplete("gm set", &[], ("name", "Sy")).await.expect("suggestions");
    ana.press(&tracker, "Act as\u{2026}").await.expect("answered");
    let has = |label: &'static str| move |it: &serde_json::Value| labels(it).iter().any(|it| it.starts_with(label));
    ana.sees("the turn", |it| is_private(it) && has("More")(it)).await.expect("a menu");
    assert_eq!(*opened.0.lock().expect("no writer panics"), ["command", "suggestion", "press"]);
}
