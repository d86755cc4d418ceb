//! Replies to interactions: each of Discord's kinds, checked against the kind of the interaction, and given only once.

use serde_json::{Value, json};

use super::{
    Id,
    check::{
        message::{Draft, EPHEMERAL, LOADING, Route, draft},
        modal,
    },
    discord_state::{Cause, DiscordState, Message},
    interactions::{Interaction, Kind, State},
    limits,
    messages::Posting,
    refusal::Refusal,
    rest::{route::RouteAnswer, upload::Upload},
};

/// The interaction after its reply, and the message that the reply created or changed.
type Done = Result<(Interaction, Option<Message>), Refusal>;

impl DiscordState {
    /// `POST /interactions/…/callback`.
    pub(super) fn callback(
        &mut self,
        id: Id,
        token: &str,
        body: &Value,
        uploads: &[Upload],
        with_response: bool,
    ) -> Result<RouteAnswer, Refusal> {
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
        // After an update, `@original` means the message that was pressed.
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
    ) -> RouteAnswer {
        if !with_response {
            return RouteAnswer::nothing();
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
        RouteAnswer::ok(body)
    }

    /// Posts a message as an interaction's reply or follow-up.
    pub(super) fn post_for(
        &mut self,
        interaction: &Interaction,
        draft: Draft,
        original: Option<Id>,
        flags: u64,
    ) -> Message {
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
}
