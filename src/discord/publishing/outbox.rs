//! Processes a fight's outbox: the first row of a story creates its message, later ones edit it, and each row is marked once Discord has
//! it. A row that was sent but not marked is sent again with the same nonce, for which Discord creates no second message.

use super::{
    super::{
        aftermath,
        app_error::AppError,
        bot_permissions::ATTACH_FILES,
        compose::{
            ChannelStyle,
            ending::{Ending, ending, winners},
            prompt::called,
            story::StoryContext,
            styled::story_in,
        },
        limits::{ATTACHMENT_BYTES_MAX, CONTENT_MAX},
        map_pictures,
        message::{Embed, File, Message},
        pings_wanted::Pings,
        play_again,
        rest::{Gone, RestOutcome},
    },
    battle_account,
    call_in_story::with_line,
    encounter_publisher::{EncounterPublisher, NO_FILES},
    pings::{called_slot, story_slot},
    snapshot::Snapshot,
    turn_call_words::with_act_as,
};
use crate::{
    engine::{panics::survives, view::PromptView},
    failpoint, replay,
    rules::story::stored::StoryView,
    store::{Outgoing, ShownMessage, Snowflake},
    table::{EncounterService, NoticeKind},
    verify::{ChainedRecord, ExportedFight, PublicRecord},
};

/// The outcome for a slot's rows.
enum Fate {
    Shown { message_id: u64, made_ms: i64 },
    Dropped(String),
    NotYet(String),
}

/// The due rows of one slot.
struct Due<'a> {
    first: &'a Outgoing,
    last: &'a Outgoing,
    /// Whether no newer message follows.
    is_newest: bool,
}

impl EncounterPublisher {
    /// What's left to publish for this fight, in order.
    pub(super) async fn due(&self) -> Result<Vec<Outgoing>, AppError> {
        Ok(self.context.store().due_of(self.id).await?)
    }

    /// Publishes everything that's due, in order. Returns whether everything got through.
    pub(super) async fn work_off(&mut self, snapshot: &Snapshot, own: &[Outgoing]) -> bool {
        let mut slots: Vec<&str> = vec![];
        for row in own {
            let slot = row.notice.slot.as_str();
            slots.extend((!slots.contains(&slot)).then_some(slot));
        }
        for (at, slot) in slots.iter().enumerate() {
            let rows: Vec<&Outgoing> = own.iter().filter(|it| it.notice.slot == *slot).collect();
            if !self.tell_slot(snapshot, &rows, at + 1 == slots.len()).await {
                return false;
            }
        }
        self.redraw_pending(snapshot).await
    }

    /// Publishes all due rows of one slot at once: the message shows what the last of them says.
    async fn tell_slot(&mut self, snapshot: &Snapshot, rows: &[&Outgoing], is_newest: bool) -> bool {
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return true };
        let slot = last.notice.slot.clone();
        let told = match self.compose(snapshot, last).await {
            Ok(Some(message)) => match self.context.store().message(self.id, &slot).await {
                Ok(shown) => {
                    let due = Due { first, last, is_newest };
                    self.deliver(snapshot, shown, &due, message).await
                }
                Err(error) => Fate::NotYet(error.to_string()),
            },
            Ok(None) => Fate::Dropped("nothing in it is for the channel".to_owned()),
            Err(error) => {
                tracing::error!(encounter = self.id, %error, slot, "a story cannot be told");
                Fate::Dropped(error.to_string())
            }
        };
        let store = self.context.store().clone();
        for row in rows {
            let marked = match &told {
                Fate::Shown { message_id, made_ms } => store.mark_sent(row.id, *message_id, *made_ms).await,
                Fate::Dropped(why) => store.mark_dropped(row.id, why).await,
                Fate::NotYet(why) => store.mark_failed(row.id, why).await,
            };
            if let Err(error) = marked {
                tracing::error!(encounter = self.id, %error, "the outbox could not be marked");
                return false;
            }
        }
        if let Fate::Shown { message_id, .. } = told {
            failpoint::hit("outbox.after_mark");
            self.see_whether_gone(&slot, message_id);
        }
        !matches!(told, Fate::NotYet(_))
    }

    /// Marks the messages of undone actions, after everything else, since nobody waits for that. Messages that are gone or too old to edit
    /// stay as they are; the undo has its own message. Returns whether everything got through.
    pub(super) async fn mark_taken_back(&mut self, snapshot: &Snapshot, rows: &[Outgoing]) -> bool {
        let mut all_told = true;
        for row in rows {
            let marked = match self.strike(snapshot, row).await {
                Ok(Fate::Shown { message_id, made_ms }) => {
                    self.context.store().mark_sent(row.id, message_id, made_ms).await
                }
                Ok(Fate::Dropped(why)) => self.context.store().mark_dropped(row.id, &why).await,
                Ok(Fate::NotYet(why)) => {
                    all_told = false;
                    self.context.store().mark_failed(row.id, &why).await
                }
                Err(error) => {
                    all_told = false;
                    self.context.store().mark_failed(row.id, &error.to_string()).await
                }
            };
            if let Err(error) = marked {
                tracing::error!(encounter = self.id, %error, "the outbox could not be marked");
                return false;
            }
        }
        all_told
    }

    /// Draws one of them as taken back.
    async fn strike(&self, snapshot: &Snapshot, row: &Outgoing) -> Result<Fate, AppError> {
        let slot = row.notice.slot.as_str();
        let Some(shown) = self.context.store().message(self.id, slot).await? else {
            return Ok(Fate::Dropped("it was never shown".to_owned()));
        };
        let told = self.context.store().outbox(self.id).await?;
        let told = told.iter().rev().find(|it| NoticeKind::Story.is_of(&it.notice) && it.notice.slot == slot);
        let Some(Ok(told)) = told.map(|it| StoryView::read(&it.notice.payload)) else {
            return Ok(Fate::Dropped("it was never told".to_owned()));
        };
        let told = StoryView { taken_back: true, ..told };
        let Some(message) = self.draw_story(snapshot, &told, &self.style(snapshot).await) else {
            return Ok(Fate::Dropped("nothing in it is for the channel".to_owned()));
        };
        let (outcome, _) = self.edit(shown.channel_id, shown.message_id, message).await;
        Ok(match outcome {
            RestOutcome::Edited | RestOutcome::Superseded => {
                Fate::Shown { message_id: shown.message_id, made_ms: shown.created_at_ms }
            }
            RestOutcome::GaveUp(why) => Fate::NotYet(format!("{why:?}")),
            other => Fate::Dropped(format!("{other:?}")),
        })
    }

    /// If an answered question's message is too old to edit, a new one replaces it.
    async fn clear_away(&self, shown: &ShownMessage) {
        let outcome = self.context.rest().delete(shown.channel_id, shown.message_id).await;
        if !outcome.is_done() && !matches!(outcome, RestOutcome::Gone(_)) {
            tracing::warn!(encounter = self.id, ?outcome, "an old message could not be removed");
        }
    }

    async fn compose(&self, snapshot: &Snapshot, row: &Outgoing) -> Result<Option<Message>, AppError> {
        match NoticeKind::of(&row.notice) {
            Some(NoticeKind::Story) => {
                let told = StoryView::read(&row.notice.payload).map_err(|it| AppError::Internal(it.to_string()))?;
                Ok(self.draw_story(snapshot, &told, &self.style(snapshot).await))
            }
            // Joining and setup before the fight begins show on the tracker; a message for each would bury it.
            Some(NoticeKind::Setup) => Ok(None),
            // Nothing in it is new to the channel: it mustn't cause even an edit.
            Some(NoticeKind::Secret) => Ok(None),
            Some(NoticeKind::End) => self.ending(snapshot).await.map(Some),
            _ => Err(AppError::Internal(format!("a row of the kind {} is not for here", row.notice.kind))),
        }
    }

    fn draw_story(&self, snapshot: &Snapshot, told: &StoryView, style: &ChannelStyle) -> Option<Message> {
        let asks = |it: &&PromptView| Some(it.id.seq) == told.number && !told.withdrawn && !told.taken_back;
        let prompts: Vec<PromptView> = snapshot.scene.prompts.iter().filter(asks).cloned().collect();
        let encounter = self.id.unsigned_abs();
        let gm = snapshot.gms.first().copied().filter(|_| snapshot.gm.channel.is_none());
        let context = StoryContext { encounter, told, prompts: &prompts, players: &snapshot.players, gm };
        let message = story_in(&context, style, snapshot.scene.prompt_ms)?;
        let fallen = told.fallen.iter().flat_map(|it| it.seat.iter().chain(&it.helpers)).map(|it| it.0);
        let mut pings: Vec<Snowflake> =
            called(context.prompts, context.gm, &message.content).into_iter().chain(fallen).collect();
        pings.sort_unstable();
        pings.dedup();
        let message = Message { pings, ..message };
        let line = self.calling.as_ref().filter(|it| it.0 == story_slot(told) && !told.taken_back).map(|it| &it.1);
        Some(match line.and_then(|line| with_line(&message, line)) {
            Some(content) => with_act_as(Message { content, ..message }, self.id),
            None => message,
        })
    }

    /// The message without pings of those who don't want any.
    async fn pinging_only_the_willing(&self, snapshot: &Snapshot, mut message: Message) -> Message {
        let settings = self.context.guild_settings();
        let unpinged = settings.unpinged(snapshot.header.guild_id, &message.pings, Pings::Questions).await;
        message.pings.retain(|it| !unpinged.contains(it));
        message
    }

    async fn deliver(
        &mut self,
        snapshot: &Snapshot,
        shown: Option<ShownMessage>,
        due: &Due<'_>,
        message: Message,
    ) -> Fate {
        failpoint::hit("outbox.before_send");
        let Due { first, last, is_newest } = *due;
        let message = self.pinging_only_the_willing(snapshot, message).await;
        let (channel, slot) = (last.notice.channel_id, last.notice.slot.as_str());
        let mut replaced = None;
        if let Some(shown) = shown {
            let (outcome, drawn) = self.edit(shown.channel_id, shown.message_id, message.clone()).await;
            match outcome {
                RestOutcome::Edited | RestOutcome::Superseded => {
                    failpoint::hit("outbox.after_send");
                    self.worked();
                    self.drew(slot, drawn);
                    return Fate::Shown { message_id: shown.message_id, made_ms: shown.created_at_ms };
                }
                // A new message replaces one that's gone or too old.
                RestOutcome::Gone(Gone::Message) => {}
                RestOutcome::TooOld => replaced = Some(shown),
                other => return self.not_told(snapshot, other, last, message).await,
            }
        }
        // A message that may have been sent earlier, without the call in it, can't be relied on to have called anybody.
        let open_calls = self.open_calls.clone();
        let can_call = self.has_worked_before() && !self.has_failed() && first.attempts == 0 && replaced.is_none();
        let tells_of_it = is_newest && NoticeKind::Story.is_of(&last.notice);
        let call = if can_call && tells_of_it { open_calls.in_story(snapshot).await } else { None };
        let calling = call.as_ref().and_then(|it| it.added_to(&message));
        let call = call.filter(|_| calling.is_some());
        let (outcome, sent) = self.send(slot, channel, calling.unwrap_or_else(|| message.clone())).await;
        let has_called = call.is_some();
        let message = if has_called { Message { content: sent.content, rows: sent.rows, ..message } } else { sent };
        match outcome {
            RestOutcome::Sent { message_id } => {
                failpoint::hit("outbox.after_send");
                if let Some(call) = call {
                    self.calling = Some((slot.to_owned(), call.line().to_owned()));
                    call.sent(channel).await;
                }
                self.note_called(snapshot, slot, channel, message_id, &message, first.attempts == 0).await;
                self.worked();
                if let Some(old) = replaced {
                    self.clear_away(&old).await;
                }
                // If it was sent before a crash and not marked, it already exists and shows what its first row said.
                if first.id != last.id && !has_called {
                    let outcome = self.context.rest().edit(channel, message_id, message.clone()).await;
                    tracing::debug!(?outcome, "a story of several rows was brought up to date");
                }
                if self.has_worked_before() {
                    self.drew(slot, message);
                }
                Fate::Shown { message_id, made_ms: self.context.now_ms() }
            }
            other => self.not_told(snapshot, other, last, message).await,
        }
    }

    /// Records who was pinged by a new message's mentions. A message that may have been sent earlier, with other mentions in it, counts as
    /// having pinged nobody: two pings are better than none.
    async fn note_called(
        &self,
        snapshot: &Snapshot,
        slot: &str,
        channel_id: u64,
        message_id: u64,
        message: &Message,
        is_first_try: bool,
    ) {
        let Some(number) = snapshot.pending.as_ref().filter(|it| story_slot(it) == slot).and_then(|it| it.number)
        else {
            return;
        };
        if !self.has_worked_before() || self.has_failed() || !is_first_try {
            return;
        }
        for seat in message.pings.iter().filter(|it| message.content.contains(&format!("<@{it}>"))) {
            let slot = called_slot(number, *seat);
            let shown = ShownMessage { slot, channel_id, message_id, created_at_ms: self.context.now_ms() };
            if let Err(error) = self.context.store().put_message(self.id, shown).await {
                tracing::error!(encounter = self.id, %error, "who was called could not be noted");
            }
        }
    }

    /// A message that was deleted before it was recorded is posted again like any other deleted one.
    pub(super) fn see_whether_gone(&mut self, slot: &str, message_id: u64) {
        if self.context.hub().has_seen_gone(message_id) {
            self.forget(slot);
            self.wake_again();
        }
    }

    async fn not_told(&mut self, snapshot: &Snapshot, outcome: RestOutcome, row: &Outgoing, message: Message) -> Fate {
        match outcome {
            RestOutcome::Forbidden { permission, code } => {
                self.forbidden(snapshot, "post what happened", code, permission).await;
                Fate::NotYet("forbidden".to_owned())
            }
            // The result of the fight is sent to its GM, who may have deleted the channel by mistake.
            RestOutcome::Gone(Gone::Channel) if NoticeKind::End.is_of(&row.notice) => {
                let outcome = self.write_to_gm(snapshot, "end:private", message).await;
                Fate::Dropped(format!("the channel is gone; to the GM in private: {outcome:?}"))
            }
            RestOutcome::Gone(Gone::Channel) => {
                self.place_is_gone();
                Fate::Dropped("the channel is gone".to_owned())
            }
            RestOutcome::Rejected { status, code, detail } => Fate::Dropped(format!("{status} {code}: {detail}")),
            other => Fate::NotYet(format!("{other:?}")),
        }
    }

    /// The pending story changes without a row of its own (a stopped clock, a restart): its message is redrawn if it looks different.
    async fn redraw_pending(&mut self, snapshot: &Snapshot) -> bool {
        let Some(told) = &snapshot.pending else { return true };
        let slot = story_slot(told);
        let style = self.style(snapshot).await;
        let Some(message) = self.draw_story(snapshot, told, &style) else { return true };
        if self.shows(&slot, &message) {
            return true;
        }
        let Ok(Some(shown)) = self.context.store().message(self.id, &slot).await else { return true };
        let (outcome, message) = self.edit(shown.channel_id, shown.message_id, message).await;
        if outcome.is_done() {
            self.drew(&slot, message);
            return true;
        }
        match outcome {
            RestOutcome::Gone(Gone::Message) | RestOutcome::TooOld => {
                self.ask_anew(snapshot, &slot, &shown, message).await
            }
            outcome => {
                if outcome == RestOutcome::Gone(Gone::Channel) {
                    self.place_is_gone();
                }
                matches!(outcome, RestOutcome::Gone(_) | RestOutcome::Rejected { .. }) || Self::is_closing(&outcome)
            }
        }
    }

    /// The message with the question is gone, or too old to edit: another replaces it.
    async fn ask_anew(&mut self, snapshot: &Snapshot, slot: &str, before: &ShownMessage, message: Message) -> bool {
        let (outcome, message) = self.send(slot, before.channel_id, message).await;
        match outcome {
            RestOutcome::Sent { message_id } => {
                self.note_called(snapshot, slot, before.channel_id, message_id, &message, true).await;
                let shown = ShownMessage { message_id, created_at_ms: self.context.now_ms(), ..before.clone() };
                if let Err(error) = self.context.store().put_message(self.id, shown).await {
                    tracing::error!(encounter = self.id, %error, "a question that was asked anew could not be noted");
                    return false;
                }
                self.drew(slot, message);
                self.see_whether_gone(slot, message_id);
                true
            }
            outcome => {
                matches!(outcome, RestOutcome::Gone(_) | RestOutcome::Rejected { .. }) || Self::is_closing(&outcome)
            }
        }
    }

    /// Marks due rows that contain nothing for the channel. Returns the rest.
    pub(super) async fn without_secrets(&self, due: &[Outgoing]) -> Vec<Outgoing> {
        let mut rest = vec![];
        for row in due {
            match NoticeKind::of(&row.notice) {
                Some(NoticeKind::Secret) => {
                    if let Err(error) =
                        self.context.store().mark_dropped(row.id, "nothing in it is for the channel").await
                    {
                        tracing::error!(encounter = self.id, %error, "the outbox could not be marked");
                    }
                }
                // The GMs' channel has its own task.
                Some(kind) if kind.is_for_the_gm() => {}
                _ => rest.push(row.clone()),
            }
        }
        rest
    }

    /// The summary and the account of a finished fight, with the record of what everyone saw. The complete log always goes to the GMs, whether or not there
    /// was anything hidden: if it went to the channel otherwise, that would give it away.
    async fn ending(&self, snapshot: &Snapshot) -> Result<Message, AppError> {
        let service = EncounterService::load(self.context.store().clone(), self.id).await?;
        let from = self.second_story().await?;
        let before = service.session().before_the_end(from);
        let export = ExportedFight::from_store(self.context.store().as_ref(), self.id).await?;
        let seeds: Vec<(String, String)> = export.all_seeds().into_iter().map(|it| (it.commitment, it.seed)).collect();
        let bytes = match export.public() {
            Some(record) => serde_json::to_vec(&record),
            None => serde_json::to_vec(&PublicRecord::of(&export, self.told_openly().await?)),
        };
        let head = |it: &ChainedRecord| ("The record of what was posted".to_owned(), it.chain.head.clone());
        let heads: Vec<(String, String)> = export.record.iter().map(head).collect();
        let bytes = bytes.map_err(|it| AppError::Internal(it.to_string()))?;
        // Discord limits a message's files together.
        let room = ATTACHMENT_BYTES_MAX.checked_sub(bytes.len());
        let (has_export, room) = (room.is_some(), room.unwrap_or(ATTACHMENT_BYTES_MAX));
        let [export_name, replay_name] = ["json", "html"].map(|it| format!("fight-{}.{it}", self.id));
        let id = self.id;
        let theme = self.context.guild_settings().of(snapshot.header.guild_id).await.theme;
        // A fault in the picture costs neither the page nor the summary.
        let account = move |export: &ExportedFight| {
            let drawn = survives(|| battle_account::drawn(id, export, theme));
            drawn.unwrap_or_else(|| {
                tracing::error!(encounter = id, "the account of a battle could not be made");
                Default::default()
            })
        };
        // In a box of its own: a fight's task is as large as its largest step, all evening.
        let pictures = Box::pin(map_pictures::for_replay(&self.context, self.id, &snapshot.scene)).await;
        let think = move || (replay::of_fight_with(&export, &pictures).ok(), account(&export));
        let (replay, account) = self.context.tables().think(think).await.unwrap_or_default();
        let picture = account.picture.filter(|it| it.bytes.len() <= room);
        let room = room - picture.as_ref().map_or(0, |it| it.bytes.len());
        let replay = replay.filter(|it| it.len() <= room);
        // A picture comes before a box. Text mode has no boxes, and words first; where nothing may be attached, words are all there is.
        let attaches = self.context.watch().allows(snapshot.header.channel_id, ATTACH_FILES);
        let has_picture = picture.is_some() && attaches && !self.style(snapshot).await.is_plain;
        let in_words = Ending {
            name: &snapshot.header.name,
            scene: &snapshot.scene,
            won: winners(before.as_ref().map_or(&snapshot.gm.scene, |it| &it.scene)),
            lasted_ms: before.as_ref().map_or(0, |it| it.lasted_ms),
            seeds: &seeds,
            heads: &heads,
            asked: snapshot.asked,
            export: None,
            replay: None,
            account: &account.lines,
            rounds: &account.rounds,
            has_picture: false,
            pictured: crate::pictures::ACCOUNT_ROWS_MAX,
        };
        let instead = ending(&in_words).as_text(CONTENT_MAX - NO_FILES.len());
        let export = has_export.then_some(export_name.as_str());
        let replay_file = replay.as_ref().map(|_| replay_name.as_str());
        let told = match attaches {
            true => ending(&Ending { export, replay: replay_file, has_picture, ..in_words }),
            false => ending(&in_words),
        };
        let file =
            |name, about: &str, bytes: Vec<u8>| File { name, description: about.to_owned(), bytes: bytes.into() };
        let page = "The fight as a page that plays it again and checks its dice.";
        let page = replay.map(|it| file(replay_name, page, it.into_bytes()));
        let record = "What everyone saw of the fight, with every open roll, for umpire verify to check.";
        let record = has_export.then(|| file(export_name, record, bytes));
        // What people look at comes first, what programs read last.
        let files: Vec<File> = picture.into_iter().chain(page).chain(record).collect();
        let (content, embeds) = match has_picture {
            true => (told.lead, vec![Embed { description: told.rest, ..Embed::default() }]),
            false => (told.as_text(CONTENT_MAX), vec![]),
        };
        let again = play_again::button(self.id.unsigned_abs());
        let rows = [again].into_iter().chain(aftermath::button(&service)).collect();
        let instead_of_files = Some(instead).filter(|_| !files.is_empty());
        Ok(Message { content, embeds, rows, files, instead_of_files, ..Message::default() })
    }
}
