//! Interactions: each is a token with a state. It's answered once, within three seconds; after that its token is valid for follow-ups until
//! it's a quarter of an hour old. Times come from the table's clock. Replies are in `interaction_responses`.

use serde_json::{Value, json};

pub(super) use super::interaction_record::{Interaction, Kind, State};

use super::{
    Id,
    check::message::{Draft, LOADING},
    discord_state::{DiscordState, Message},
    limits,
    refusal::Refusal,
};

/// The number of interactions remembered; beyond that the oldest are forgotten early.
const KEPT: usize = 100_000;

impl DiscordState {
    /// Stores a new interaction and sends it to the bot.
    pub(super) fn interact(&mut self, interaction: Interaction, data: Value, message: Option<Value>) -> Id {
        let (id, channel) = (interaction.id, interaction.channel);
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
        match &self.endpoint {
            Some(endpoint) => endpoint.send(id, event.to_string()),
            None => self.dispatch(self.guild_of(channel), "INTERACTION_CREATE", 0, &event),
        }
        self.calls.dispatched(event);
        id
    }

    fn interaction_event(&self, interaction: &Interaction, data: Value, message: Option<Value>) -> Value {
        let channel = self.channels.get(&interaction.channel);
        let permissions = channel.map_or(0, |channel| self.permissions(interaction.user, channel));
        let app_permissions = channel.map_or(0, |channel| self.permissions(self.ids.bot, channel));
        let direct = channel.is_some_and(|channel| channel.is_direct());
        let guild = self.home_of(interaction.channel);
        let mut partial = channel.map_or(Value::Null, |channel| self.channel(channel));
        partial["permissions"] = json!(permissions.to_string());
        let mut event = json!({
            "id": interaction.id, "application_id": self.ids.application, "type": interaction.kind.number(),
            "token": interaction.token,
            "version": 1, "channel_id": interaction.channel, "channel": partial, "locale": "en-US", "entitlements": [],
            "entitlement_sku_ids": [], "attachment_size_limit": limits::FILE_BYTES,
            "app_permissions": app_permissions.to_string(),
            "context": if direct { 1 } else { 0 }, "data": data,
            "authorizing_integration_owners": { "0": if direct { Id(0) } else { guild } },
        });
        if direct {
            event["user"] = self.user(interaction.user);
        } else {
            let mut member = self.member(interaction.user, guild);
            member["permissions"] = json!(permissions.to_string());
            event["member"] = member;
            event["guild_id"] = json!(guild);
            event["guild_locale"] = json!("en-US");
            event["guild"] = json!({ "id": guild, "locale": "en-US", "features": [] });
        }
        if let Some(message) = message {
            event["message"] = message;
        }
        event
    }

    /// Processes deadlines: unanswered interactions fail, old tokens expire. Returns whether anything changed.
    pub(super) fn fall_due(&mut self) -> bool {
        let now_ms = self.now_ms();
        let mut fallen = false;
        while let Some((deadline_ms, id)) = self.interactions.waiting.first().copied()
            && deadline_ms <= now_ms
        {
            fallen = true;
            self.interactions.waiting.remove(&(deadline_ms, id));
            self.fail(id);
        }
        while let Some((id, interaction)) = self.interactions.all.first_key_value()
            && interaction.created_ms + limits::TOKEN_MS <= now_ms
        {
            let id = *id;
            fallen = true;
            self.interactions.remove(id);
            self.forget("interaction", id);
        }
        self.forget_sessions();
        self.tidy();
        fallen
    }

    /// The bot hasn't answered an interaction, and no longer can.
    pub(super) fn fail(&mut self, id: Id) {
        let Some(interaction) = self.interactions.all.get_mut(&id).filter(|it| it.state == State::Waiting) else {
            return;
        };
        interaction.state = State::Failed;
        let failed = interaction.clone();
        self.interactions.waiting.remove(&(failed.created_ms + limits::ACKNOWLEDGE_MS, id));
        self.keep("interaction", id, &failed);
        let reason = "The application did not respond";
        self.tell_socket(failed.socket, "FAILED", &json!({ "nonce": failed.nonce, "reason": reason }));
    }

    /// The interaction of a webhook's token, if it has been answered and hasn't expired.
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

    /// `POST /webhooks/…`: the first follow-up after a deferral replaces the "thinking" message and keeps its visibility.
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

    /// Replaces the "thinking" message with the reply.
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

    /// The modal that a tab has open with this nonce.
    pub(super) fn open_modal(&self, user: Id, nonce: &Value, custom_id: &str) -> Option<Value> {
        let open = self
            .interactions
            .all
            .values()
            .rev()
            .filter(|interaction| interaction.user == user && interaction.nonce == *nonce);
        open.filter_map(|interaction| interaction.modal.clone()).find(|modal| modal["custom_id"] == custom_id)
    }

    /// The interaction that was answered with a modal for this nonce; the modal can be submitted only once.
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
