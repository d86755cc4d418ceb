//! Interactions: each is a token with a state. It is answered once, within three seconds; then its token is good for
//! follow-ups until it is a quarter of an hour old. Times come from the table's clock.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{
    Id,
    check::{
        message::{Draft, EPHEMERAL, LOADING, Route, draft},
        modal,
    },
    limits,
    messages::Posting,
    refusal::Refusal,
    rest::{Answer, Upload},
    room::{Cause, Message, Room},
};

/// Interactions remembered; beyond it the oldest are forgotten early.
const KEPT: usize = 100_000;

/// What the interaction came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    /// A slash command.
    Command,
    /// A button or a select.
    Component,
    /// An option being typed; carries the option's type.
    Autocomplete(i64),
    /// A modal that was sent in.
    Modal,
}

impl Kind {
    /// Discord's number for it.
    pub(super) fn number(self) -> u8 {
        match self {
            Self::Command => 2,
            Self::Component => 3,
            Self::Autocomplete(_) => 4,
            Self::Modal => 5,
        }
    }
}

/// How far it has come.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum State {
    /// Nobody has answered.
    Waiting,
    /// Three seconds went by.
    Failed,
    /// Answered. `original` is what `@original` means; `loading` until the first follow-up has taken its place.
    Answered { original: Option<Id>, loading: bool },
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Interaction {
    pub(super) id: Id,
    pub(super) token: String,
    pub(super) kind: Kind,
    pub(super) user: Id,
    pub(super) channel: Id,
    /// The command's name, or the custom_id.
    pub(super) name: String,
    /// The message whose component was pressed, or from which the modal came.
    pub(super) message: Option<Id>,
    pub(super) created_ms: i64,
    pub(super) state: State,
    /// What the page calls it.
    pub(super) nonce: Value,
    /// The modal it was answered with, until that is sent in.
    pub(super) modal: Option<Value>,
    /// Which of the page's sockets waits for it.
    #[serde(skip)]
    pub(super) socket: Option<u64>,
}

/// All interactions whose tokens are not yet dead.
#[derive(Debug, Default)]
pub(super) struct Interactions {
    all: BTreeMap<Id, Interaction>,
    by_token: HashMap<String, Id>,
    /// Those that nobody has answered, oldest first.
    waiting: BTreeSet<(i64, Id)>,
}

impl Interactions {
    pub(super) fn iter(&self) -> impl Iterator<Item = &Interaction> {
        self.all.values()
    }

    pub(super) fn restore(&mut self, interaction: Interaction) {
        self.by_token.insert(interaction.token.clone(), interaction.id);
        if interaction.state == State::Waiting {
            self.waiting.insert((interaction.created_ms + limits::ACKNOWLEDGE_MS, interaction.id));
        }
        self.all.insert(interaction.id, interaction);
    }

    fn remove(&mut self, id: Id) {
        if let Some(gone) = self.all.remove(&id) {
            self.by_token.remove(&gone.token);
            self.waiting.remove(&(gone.created_ms + limits::ACKNOWLEDGE_MS, id));
        }
    }
}

impl Room {
    /// Notes a new interaction and sends it to the bot.
    pub(super) fn interact(&mut self, interaction: Interaction, data: Value, message: Option<Value>) -> Id {
        let id = interaction.id;
        let event = self.interaction_event(&interaction, data, message);
        self.keep("interaction", id, &interaction);
        self.interactions.restore(interaction);
        if self.interactions.all.len() > KEPT
            && let Some((oldest, _)) = self.interactions.all.first_key_value()
        {
            let oldest = *oldest;
            self.interactions.remove(oldest);
            self.forget("interaction", oldest);
        }
        self.dispatch("INTERACTION_CREATE", 0, &event);
        self.calls.dispatched(event);
        id
    }

    fn interaction_event(&self, interaction: &Interaction, data: Value, message: Option<Value>) -> Value {
        let channel = self.channels.get(&interaction.channel);
        let permissions = channel.map_or(0, |channel| self.permissions(interaction.user, channel));
        let app_permissions = channel.map_or(0, |channel| self.permissions(self.ids.bot, channel));
        let direct = channel.is_some_and(|channel| channel.is_direct());
        let mut partial = channel.map_or(Value::Null, |channel| self.channel(channel));
        partial["permissions"] = json!(permissions.to_string());
        let mut event = json!({
            "id": interaction.id, "application_id": self.ids.application, "type": interaction.kind.number(),
            "token": interaction.token,
            "version": 1, "channel_id": interaction.channel, "channel": partial, "locale": "en-US", "entitlements": [],
            "entitlement_sku_ids": [], "attachment_size_limit": limits::FILE_BYTES,
            "app_permissions": app_permissions.to_string(),
            "context": if direct { 1 } else { 0 }, "data": data,
            "authorizing_integration_owners": { "0": if direct { Id(0) } else { self.ids.guild } },
        });
        if direct {
            event["user"] = self.user(interaction.user);
        } else {
            let mut member = self.member(interaction.user);
            member["permissions"] = json!(permissions.to_string());
            event["member"] = member;
            event["guild_id"] = json!(self.ids.guild);
            event["guild_locale"] = json!("en-US");
            event["guild"] = json!({ "id": self.ids.guild, "locale": "en-US", "features": [] });
        }
        if let Some(message) = message {
            event["message"] = message;
        }
        event
    }

    /// Lets everything fall due that has: unanswered interactions fail, old tokens die. Tells whether anything has.
    pub(super) fn fall_due(&mut self) -> bool {
        let now_ms = self.now_ms();
        let mut fallen = false;
        while let Some((deadline_ms, id)) = self.interactions.waiting.first().copied()
            && deadline_ms <= now_ms
        {
            fallen = true;
            self.interactions.waiting.remove(&(deadline_ms, id));
            let Some(interaction) = self.interactions.all.get_mut(&id) else { continue };
            interaction.state = State::Failed;
            let failed = interaction.clone();
            self.keep("interaction", id, &failed);
            let reason = "The application did not respond";
            self.tell_socket(failed.socket, "FAILED", &json!({ "nonce": failed.nonce, "reason": reason }));
        }
        while let Some((id, interaction)) = self.interactions.all.first_key_value()
            && interaction.created_ms + limits::TOKEN_MS <= now_ms
        {
            let id = *id;
            fallen = true;
            self.interactions.remove(id);
            self.forget("interaction", id);
        }
        self.tidy();
        fallen
    }

    /// `POST /interactions/…/callback`.
    pub(super) fn callback(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        uploads: &[Upload],
        with_response: bool,
    ) -> Result<Answer, Refusal> {
        self.fall_due();
        let found = self.interactions.all.get(&id).filter(|interaction| interaction.token == token);
        let interaction = found.cloned().ok_or_else(Refusal::unknown_interaction)?;
        match interaction.state {
            State::Waiting => {}
            State::Failed => return Err(Refusal::unknown_interaction()),
            State::Answered { .. } => return Err(Refusal::already_acknowledged()),
        }
        let Some(kind) = body.get("type").and_then(Value::as_i64) else {
            return Err(Refusal::field("type", "BASE_TYPE_REQUIRED", "This field is required"));
        };
        if let Some(key) = body
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, _)| key)
            .find(|key| !["type", "data"].contains(&key.as_str()))
        {
            return Err(Refusal::field(key, "UNKNOWN_KEY", "This key is not part of the form."));
        }
        let from_message =
            interaction.kind == Kind::Component || (interaction.kind == Kind::Modal && interaction.message.is_some());
        let fits = match kind {
            4 | 5 => !matches!(interaction.kind, Kind::Autocomplete(_)),
            6 | 7 => from_message,
            8 => matches!(interaction.kind, Kind::Autocomplete(_)),
            9 => matches!(interaction.kind, Kind::Command | Kind::Component),
            _ => false,
        };
        if !fits {
            return Err(Refusal::field(
                "type",
                "INTERACTION_RESPONSE_TYPE_INVALID",
                "Not an answer to this kind of interaction.",
            ));
        }
        let none = json!({});
        let data = body.get("data").filter(|data| !data.is_null()).unwrap_or(&none);
        match kind {
            4 => self.answer_with_message(interaction, data, uploads),
            5 => self.defer(interaction, data),
            6 => Ok(self.settle(interaction, "done", None, false)),
            7 => self.answer_with_update(interaction, data, uploads),
            8 => self.answer_with_choices(interaction, data),
            _ => self.answer_with_modal(interaction, data),
        }
        .map(|(interaction, message)| self.callback_answer(&interaction, kind, message.as_ref(), with_response))
    }

    /// Marks an interaction as answered and tells the page.
    fn settle(
        &mut self,
        mut interaction: Interaction,
        state: &str,
        message: Option<Message>,
        loading: bool,
    ) -> (Interaction, Option<Message>) {
        self.interactions.waiting.remove(&(interaction.created_ms + limits::ACKNOWLEDGE_MS, interaction.id));
        // What `@original` means after an update is the message that was pressed.
        let original = message.as_ref().map(|message| message.id).or(interaction.message);
        interaction.state = State::Answered { original, loading };
        self.keep("interaction", interaction.id, &interaction);
        self.tell_socket(interaction.socket, "ACK", &json!({ "nonce": interaction.nonce, "state": state }));
        self.interactions.all.insert(interaction.id, interaction.clone());
        (interaction, message)
    }

    fn answer_with_message(&mut self, interaction: Interaction, data: &Value, uploads: &[Upload]) -> Done {
        let draft = draft("data", data, uploads, Route::Callback)?;
        if draft.is_empty() {
            return Err(Refusal::empty_message());
        }
        let message = self.post_for(&interaction, draft, None, 0);
        Ok(self.settle(interaction, "done", Some(message), false))
    }

    fn defer(&mut self, interaction: Interaction, data: &Value) -> Done {
        let draft = draft("data", data, &[], Route::Callback)?;
        let message = self.post_for(&interaction, Draft { flags: draft.flags, ..Draft::default() }, None, LOADING);
        Ok(self.settle(interaction, "thinking", Some(message), true))
    }

    fn answer_with_update(&mut self, interaction: Interaction, data: &Value, uploads: &[Upload]) -> Done {
        let draft = draft("data", data, uploads, Route::Callback)?;
        let pressed = interaction.message.and_then(|id| self.message(interaction.channel, id)).cloned();
        let message = self.revise(pressed.ok_or_else(Refusal::unknown_message)?, draft)?;
        Ok(self.settle(interaction, "done", Some(message), false))
    }

    fn answer_with_choices(&mut self, interaction: Interaction, data: &Value) -> Done {
        let Kind::Autocomplete(option_type) = interaction.kind else { return Err(Refusal::unknown_interaction()) };
        let choices = modal::choices(data, option_type)?;
        let told = json!({ "nonce": interaction.nonce, "choices": choices });
        let settled = self.settle(interaction, "done", None, false);
        self.tell_socket(settled.0.socket, "CHOICES", &told);
        Ok(settled)
    }

    fn answer_with_modal(&mut self, mut interaction: Interaction, data: &Value) -> Done {
        let modal = modal::modal(data)?;
        let mut told = modal.clone();
        told["nonce"] = interaction.nonce.clone();
        interaction.modal = Some(modal);
        let settled = self.settle(interaction, "done", None, false);
        self.tell_socket(settled.0.socket, "MODAL", &told);
        Ok(settled)
    }

    fn callback_answer(
        &self,
        interaction: &Interaction,
        kind: i64,
        message: Option<&Message>,
        with_response: bool,
    ) -> Answer {
        if !with_response {
            return Answer::nothing();
        }
        let mut about = json!({ "id": interaction.id, "type": interaction.kind.number() });
        if let Some(message) = message {
            about["response_message_id"] = json!(message.id);
            about["response_message_loading"] = json!(message.flags & LOADING != 0);
            about["response_message_ephemeral"] = json!(message.flags & EPHEMERAL != 0);
        }
        let mut body = json!({ "interaction": about });
        if let Some(message) = message.filter(|_| matches!(kind, 4 | 7)) {
            body["resource"] = json!({ "type": kind, "message": self.message_object(message) });
        }
        Answer::ok(body)
    }

    /// Posts a message as an interaction's answer or follow-up.
    fn post_for(&mut self, interaction: &Interaction, draft: Draft, original: Option<Id>, flags: u64) -> Message {
        let only_for = (draft.flags.unwrap_or(0) & EPHEMERAL != 0).then_some(interaction.user);
        let cause = Cause {
            interaction: interaction.id,
            kind: interaction.kind.number(),
            user: interaction.user,
            name: interaction.name.clone(),
            message: interaction.message,
            original,
        };
        let reply_to = original.or(interaction.message);
        let kind = match reply_to {
            Some(_) => 19,
            None => 20,
        };
        let posting = Posting {
            channel: interaction.channel,
            author: self.ids.bot,
            kind,
            cause: Some(cause),
            reply_to,
            only_for,
            flags,
        };
        self.post(posting, draft)
    }

    /// The interaction of a webhook's token, if it has been answered and is not dead.
    pub(super) fn by_token(&mut self, token: &str) -> Result<Interaction, Refusal> {
        self.fall_due();
        let found = self.interactions.by_token.get(token).and_then(|id| self.interactions.all.get(id));
        let interaction = found.cloned().ok_or_else(Refusal::dead_token)?;
        if matches!(interaction.state, State::Answered { .. }) {
            Ok(interaction)
        } else {
            Err(Refusal::unknown_webhook())
        }
    }

    /// `POST /webhooks/…`: the first follow-up after a deferral takes the place of the "thinking" message and stays as
    /// private as that was.
    pub(super) fn follow_up(&mut self, token: &str, draft: Draft) -> Result<Message, Refusal> {
        let interaction = self.by_token(token)?;
        if draft.is_empty() {
            return Err(Refusal::empty_message());
        }
        let State::Answered { original, loading } = interaction.state else { return Err(Refusal::unknown_webhook()) };
        let thinking = original.filter(|_| loading).and_then(|id| self.message(interaction.channel, id)).cloned();
        match thinking {
            Some(thinking) => self.fill(interaction, thinking, draft),
            None => Ok(self.post_for(&interaction, draft, original, 0)),
        }
    }

    /// Edits one of an interaction's messages; `None` is `@original`.
    pub(super) fn edit_by_token(&mut self, token: &str, id: Option<Id>, draft: Draft) -> Result<Message, Refusal> {
        let message = self.of_token(token, id)?;
        let interaction = self.by_token(token)?;
        if message.flags & LOADING != 0 { self.fill(interaction, message, draft) } else { self.revise(message, draft) }
    }

    /// Puts the answer where "thinking" stood.
    fn fill(&mut self, mut interaction: Interaction, thinking: Message, draft: Draft) -> Result<Message, Refusal> {
        let message = self.revise(thinking, draft)?;
        if let State::Answered { loading, .. } = &mut interaction.state {
            *loading = false;
        }
        self.keep("interaction", interaction.id, &interaction);
        self.interactions.all.insert(interaction.id, interaction);
        Ok(message)
    }

    /// One of an interaction's messages; `None` is `@original`.
    pub(super) fn of_token(&mut self, token: &str, id: Option<Id>) -> Result<Message, Refusal> {
        let interaction = self.by_token(token)?;
        let State::Answered { original, .. } = interaction.state else { return Err(Refusal::unknown_webhook()) };
        let wanted = id.or(original).ok_or_else(Refusal::unknown_message)?;
        let message = self.message(interaction.channel, wanted).cloned().ok_or_else(Refusal::unknown_message)?;
        let ours = Some(message.id) == original
            || message.cause.as_ref().is_some_and(|cause| cause.interaction == interaction.id);
        if ours { Ok(message) } else { Err(Refusal::unknown_message()) }
    }

    /// The modal that a tab has open under this name.
    pub(super) fn open_modal(&self, user: Id, nonce: &Value, custom_id: &str) -> Option<Value> {
        let open = self
            .interactions
            .all
            .values()
            .rev()
            .filter(|interaction| interaction.user == user && interaction.nonce == *nonce);
        open.filter_map(|interaction| interaction.modal.clone()).find(|modal| modal["custom_id"] == custom_id)
    }

    /// The interaction that was answered with a modal under this name for the page; it is sent in at most once.
    pub(super) fn take_modal(&mut self, user: Id, nonce: &Value, custom_id: &str) -> Option<(Interaction, Value)> {
        let matches = |interaction: &&mut Interaction| {
            interaction.user == user
                && interaction.nonce == *nonce
                && interaction.modal.as_ref().is_some_and(|modal| modal["custom_id"] == custom_id)
        };
        let interaction = self.interactions.all.values_mut().rev().find(matches)?;
        let modal = interaction.modal.take()?;
        let interaction = interaction.clone();
        self.keep("interaction", interaction.id, &interaction);
        Some((interaction, modal))
    }
}

type Done = Result<(Interaction, Option<Message>), Refusal>;
