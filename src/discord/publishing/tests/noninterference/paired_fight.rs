//! One fight of a pair: opened with or without somebody hidden, with the GM's secret doings and the players' public ones. It sleeps by
//! tokio's clock, which advances only while nothing runs (`start_paused`).

use super::{
    super::super::{
        app_context::AppContext,
        commands::autocomplete,
        components::{self, turn_menu},
        custom_id::{CustomId, TrackerButton},
        start_fight,
    },
    kits::{CommandOptions, Kit},
    steps::{Step, fill_slot},
    world::{ANA, BOB, GUILD, GWEN, PLAYERS, PRIVATE, REST, Sent, app, caller, context_of, pace},
};
use crate::{
    config::PaceName,
    engine::{Seat, Stage, partial_action::PartialAction, random_play::PlayRng, view::Viewer},
    rules::{Request, story::stored::StoryView},
    table::{Command, Handle, InputOrigin, NewFight},
};
use std::{
    sync::{Arc, PoisonError},
    time::Duration,
};

/// What kind of pair it is.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) kit: &'static Kit,
    pub(super) has_gm_channel: bool,
    pub(super) begins: bool,
}

/// One fight of the pair.
pub(super) struct PairedFight {
    pub(super) kit: &'static Kit,
    pub(super) app: Arc<AppContext>,
    pub(super) handle: Handle,
    pub(super) sent: Arc<Sent>,
    /// The replies to players.
    pub(super) answered: Vec<String>,
    pub(super) hidden: Vec<String>,
    /// How often the players have looked around.
    pub(super) looks: usize,
    /// How often somebody hidden has taken a turn.
    pub(super) turns_beside: usize,
    pub(super) rng: PlayRng,
}

impl PairedFight {
    /// A fight that looks the same whoever is hidden in it, at the moment when everyone knows that it has begun.
    pub(super) async fn open(kind: Kind, seed: u64, hidden: usize, rng: PlayRng) -> PairedFight {
        let kit = kind.kit;
        let sent = Arc::new(Sent::default());
        let app = app(sent.clone());
        let new = NewFight {
            application_id: 9,
            guild_id: Some(GUILD),
            channel_id: PLAYERS,
            system: kit.system,
            name: "Paired".to_owned(),
            options: vec![],
            gm: Seat(GWEN),
        };
        let laid = start_fight::laid(pace().pace(PaceName::Live));
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let handle = app.tables().open_laid(new, bytes, &laid).await.expect("opened");
        let mut paired =
            PairedFight { kit, app, handle, sent, answered: vec![], hidden: vec![], looks: 0, turns_beside: 0, rng };
        if kind.has_gm_channel {
            paired.app.tables().pair(&paired.handle, Some(PRIVATE)).await.expect("paired");
        }
        assert!(paired.gm("gm board", kit.board).await, "a board");
        let with = |own: &[(&'static str, &'static str)], more: CommandOptions| [own, more].concat();
        paired.say(ANA, "join", &with(&[("name", "Ana"), ("template", kit.players[0])], kit.gear)).await;
        for _ in 0..hidden.min(1) {
            paired.hide_one("Bandit").await;
        }
        let leader = with(&[("name", "Leader"), ("template", kit.leader), ("side", "Foes")], kit.leaders_gear);
        assert!(paired.gm("gm add", &leader).await, "a leader");
        let foes = [("name", "Grunt"), ("template", kit.foe), ("side", "Foes"), ("count", "2")];
        assert!(paired.gm("gm add", &foes).await, "foes");
        for _ in 1..hidden {
            paired.hide_one("Lurker").await;
        }
        paired.say(BOB, "join", &[("name", "Bob"), ("template", kit.players[1])]).await;
        for (who, at) in kit.stands {
            assert!(paired.gm("gm place", &[("name", who), ("at", at)]).await, "{who} stands at {at}");
        }
        if kind.begins {
            paired.gm("encounter begin", &[]).await;
            paired.ambush().await;
        }
        tokio::time::sleep(REST).await;
        paired
    }

    async fn hide_one(&mut self, name: &str) {
        let (template, more) = (self.kit.hidden[self.rng.below(2)], self.kit.hiddens_skills[self.rng.below(2)]);
        let options = [("name", name), ("template", template), ("side", "Foes"), ("hidden", "yes")];
        assert!(self.gm("gm add", &[&options[..], more].concat()).await, "somebody hidden");
        self.look_for_hidden().await;
    }

    /// Those who were hidden from the start and still are, under their current names. Others may hide in both fights of a pair; those are
    /// left alone.
    async fn look_for_hidden(&mut self) {
        let scene = self.handle.scene(Viewer::Gm).await.expect("a scene");
        let all = scene.sides.into_iter().flat_map(|it| it.members);
        let came_so = |name: &str| ["Bandit", "Lurker", "Shade"].iter().any(|it| name.starts_with(it));
        self.hidden = all.filter(|it| it.hidden && came_so(&it.name)).map(|it| it.name).collect();
    }

    /// The ambushers pass on their bonus turn, unseen.
    async fn ambush(&mut self) {
        for turn in 0..20 {
            let phase = self.handle.scene(Viewer::Gm).await.expect("a scene").phase;
            if phase.as_deref() != Some("ambush") {
                return;
            }
            self.gm("pass", &[("side", ["Foes", "Players"][turn % 2])]).await;
        }
        panic!("the ambush does not end");
    }

    /// The GM does something; the reply to the GM isn't compared.
    pub(super) async fn gm(&mut self, path: &str, options: &[(&str, &str)]) -> bool {
        let done = self.handle.command(caller(GWEN), Command::new(path, options), InputOrigin::default()).await;
        if std::env::var("PAIRS_SEED").is_ok() {
            println!("/{path} {options:?}: {done:?}");
        }
        done.is_ok()
    }

    /// A player does something and gets a reply.
    async fn say(&mut self, who: u64, path: &str, options: &[(&str, &str)]) {
        let told = self.handle.command(caller(who), Command::new(path, options), InputOrigin::default()).await;
        let told = told.map(|it| it.text).unwrap_or_else(|why| format!("refused: {why}"));
        self.answered.push(format!("{who} /{path} {options:?}: {told}"));
    }

    /// Something secret that the other fight of the pair doesn't do: edits, places, conditions, turns, newcomers, undos.
    pub(super) async fn secretly(&mut self) {
        self.look_for_hidden().await;
        for _ in 0..self.rng.below(4) {
            // At the end of a round the GM's own questions wait (R48), and any edit of theirs moves the fight on: that's the GM's doing.
            let (mine, open) = (self.handle.scene(Viewer::Gm).await, self.handle.scene(Viewer::Everyone).await);
            let (mine, open) = (mine.expect("a scene"), open.expect("a scene"));
            let fights = open.stage == Stage::Fighting;
            let waits = open.prompts.is_empty() && open.may_act.is_empty();
            if mine.prompts.len() > open.prompts.len() || (fights && waits) {
                return;
            }
            let Some(who) = self.rng.pick(&self.hidden).cloned() else { return };
            let who = who.as_str();
            let (sets, places) = (self.kit.sets, self.kit.places);
            let set = sets[self.rng.below(sets.len())];
            match self.rng.below(9) {
                0 => {
                    self.gm("gm set", &[("name", who), ("field", set.0), ("value", set.1)]).await;
                }
                1 => {
                    let at = places[self.rng.below(places.len())];
                    self.gm("gm place", &[("name", who), ("at", at)]).await;
                }
                2 => {
                    self.gm("gm condition", &[("name", who), ("condition", self.kit.condition)]).await;
                }
                3 => {
                    let order = self.kit.orders[self.rng.below(self.kit.orders.len())];
                    self.gm("orders", &[("as", who), ("order", order)]).await;
                }
                4 => {
                    // While something is waiting, an undo would undo that, visibly.
                    let waits = !self.handle.scene(Viewer::Gm).await.expect("a scene").prompts.is_empty();
                    if self.gm("gm set", &[("name", who), ("field", set.0), ("value", set.1)]).await && !waits {
                        self.gm("gm undo", &[]).await;
                    }
                }
                5 => {
                    self.gm("gm turn", &[("what", "spend"), ("name", who)]).await;
                }
                6 => {
                    self.gm("gm reveal", &[("name", "Leader"), ("show", "state")]).await;
                }
                // Another combatant that nobody knows about.
                7 if !fights && self.hidden.len() < 6 => self.hide_one("Shade").await,
                // A turn of theirs, outside the order.
                _ => {
                    let (path, options) = self.kit.beside[self.rng.below(self.kit.beside.len())];
                    let options = [&[("as", who)], options].concat();
                    if fights && self.gm(path, &options).await {
                        self.gm("end", &[("as", who)]).await;
                        self.turns_beside += 1;
                    }
                }
            }
            self.look_for_hidden().await;
        }
    }

    /// What players may ask at any time.
    pub(super) async fn players_look(&mut self) {
        if std::env::var("PAIRS_SEED").is_ok() {
            let it = self.handle.scene(Viewer::Gm).await.expect("a scene");
            let asked: Vec<_> = it.prompts.iter().map(|it| (&it.to_name, it.deadline_ms, it.answered)).collect();
            println!("  round {} {:?} {:?} {asked:?}", it.round, it.details.whose, it.may_act);
        }
        for (path, options) in [
            ("who", vec![]),
            ("encounter status", vec![]),
            ("encounter recap", vec![]),
            ("who", vec![("name", "Lurker")]),
            ("attack", vec![("target", "Lurker")]),
            // A side that isn't theirs, which they can't have.
            ("join", vec![("template", self.kit.foe), ("side", "Foes\u{200B}")]),
        ] {
            self.say(ANA, path, &options).await;
        }
        for (path, field) in [("who", "name"), ("attack", "target"), ("act", "what"), ("move", "to"), ("join", "side")]
        {
            let command = Command::new(path, &[]);
            let found = self
                .handle
                .look(move |service| autocomplete::at_the_table(service, &caller(BOB), &command, (field, "")));
            let found = found.await;
            self.answered.push(format!("{path} {field}: {:?}", found.expect("a look")));
        }
        // Drawing all their pages is slow, so they take turns.
        match self.looks % 6 {
            1 => self.looks_privately(ANA).await,
            4 => self.looks_privately(BOB).await,
            _ => {}
        }
        self.looks += 1;
        let moment = self
            .handle
            .look(|service| (service.moment(Viewer::Everyone), service.moment(Viewer::Seat(Seat(ANA)))))
            .await;
        self.answered.push(format!("moment {:?}", moment.expect("a look")));
    }

    /// Every private page that a player may open, with the contents of its buttons and menus: the turn, each verb's first two parameters,
    /// their questions, their orders, the help, and the last stories in full.
    async fn looks_privately(&mut self, seat: u64) {
        let context = context_of(seat);
        let encounter = self.handle.id.unsigned_abs();
        let page = |list: &str| CustomId::Page { encounter, list: list.to_owned(), page: 0 };
        let button = |button| CustomId::Tracker { encounter, seq: 0, button };
        let rows = self.app.store().outbox(self.handle.id).await.expect("readable");
        let told = rows.iter().filter_map(|it| StoryView::read(&it.notice.payload).ok()?.number);
        let last = told.max().unwrap_or(0);
        let mut ids = vec![button(TrackerButton::ActAs), button(TrackerButton::Pass), page("mine"), page("gm")];
        ids.extend((last.saturating_sub(2)..=last + 1).map(|seq| CustomId::Details { encounter, seq }));
        let open = self.handle.scene(Viewer::Everyone).await.expect("a scene").prompts;
        for prompt in open {
            let named = self.handle.look(move |service| service.numbers().name_of(prompt.id)).await.expect("a look");
            ids.push(CustomId::Quiet { encounter, prompt: named });
        }
        for id in ids {
            let answer = components::answered(&self.app, &context, id.clone()).await;
            self.answered.push(format!("{seat} presses {id}: {answer}"));
        }
        let help = crate::discord::commands::help_text(&self.app, &context).await.map_err(|it| it.to_string());
        self.answered.push(format!("{seat} /help: {help:?}"));
        let pages =
            self.handle.look(move |service| turn_menu::every_menu(service, &caller(seat))).await.expect("a look");
        self.answered.extend(pages.into_iter().map(|it| format!("{seat} {it}")));
    }

    /// A public step, as the other fight of the pair takes it too.
    pub(super) async fn step(&mut self, step: &Step) {
        match step {
            Step::Answer { seat, index, label } => {
                let (index, label) = (*index, label.clone());
                let meant = self.handle.look(move |service| {
                    let prompt =
                        service.scene(Viewer::Everyone).prompts.into_iter().filter(|it| !it.answered).nth(index)?;
                    let all = service.scene(Viewer::Gm).prompts.into_iter().find(|it| it.id == prompt.id)?;
                    let choice = all.labels.iter().position(|it| *it == label)?;
                    Some(Request::Answer { prompt: prompt.id, choice })
                });
                let Some(request) = meant.await.expect("a look") else {
                    return self.answered.push("not asked".to_owned());
                };
                let done = self.handle.ask(caller(*seat), request, InputOrigin::default()).await;
                self.answered.push(format!("{:?}", done.map(drop).map_err(|it| it.to_string())));
            }
            Step::Act { seat, name, verb, fills } => {
                let (name, verb, fills, asker) = (name.clone(), verb.clone(), fills.clone(), caller(*seat));
                let draft = self.handle.look(move |service| {
                    let who = service.session().find(service.viewer(&asker), &name).ok()?;
                    let mut draft = PartialAction::of(&verb);
                    for fill in &fills {
                        draft = fill_slot(service.session(), service.viewer(&asker), who, draft, fill)?;
                    }
                    Some(Request::Act { who, draft })
                });
                let Some(request) = draft.await.expect("a look") else {
                    return self.answered.push("not offered".to_owned());
                };
                let done = self.handle.ask(caller(*seat), request, InputOrigin::default()).await;
                self.answered.push(format!("{:?}", done.map(drop).map_err(|it| it.to_string())));
            }
            Step::Pass(side) => {
                self.gm("pass", &[("side", side)]).await;
            }
            Step::Say(seat, path, options) => self.say(*seat, path, options).await,
            Step::Hurt(name) => {
                let options: Vec<_> = [("name", *name)].iter().chain(self.kit.hurt).copied().collect();
                self.gm("gm set", &options).await;
            }
            Step::Wait => tokio::time::sleep(Duration::from_secs(40)).await,
        }
    }

    pub(super) fn open_part(&self) -> Vec<String> {
        let sent = self.sent.0.lock().unwrap_or_else(PoisonError::into_inner);
        sent.get(&PLAYERS).cloned().unwrap_or_default()
    }
}
