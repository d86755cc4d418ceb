//! What people do on the page: type commands, press, choose, submit forms, talk. The table refuses what Discord's own client wouldn't
//! allow; everything else goes to the bot as an interaction or a message.

use rand::Rng as _;
use serde_json::{Value, json};

use super::{
    Id,
    check::message::Draft,
    discord_state::{Channel, DiscordState, Message},
    interactions::{Interaction, Kind, State},
    limits,
    messages::Posting,
    options,
    permissions::{SEND_MESSAGES, USE_APPLICATION_COMMANDS, VIEW_CHANNEL},
};

/// The result of an act.
type Done = Result<(), String>;

/// Who acts, and in which tab.
#[derive(Clone, Copy)]
pub(super) struct Actor {
    pub(super) user: Id,
    pub(super) socket: u64,
}

impl DiscordState {
    /// Does what a tab asks for; only that tab is told about a refusal.
    pub(super) fn act(&mut self, actor: Actor, said: &Value) {
        self.fall_due();
        let done = match said["op"].as_str() {
            Some("command") => self.command(actor, said, false),
            Some("autocomplete") => self.command(actor, said, true),
            Some("press") => self.press(actor, said),
            Some("submit") => self.submit(actor, said),
            Some("say") => self.say(actor, said),
            Some("dismiss") => self.dismiss(actor, said),
            Some("look") => {
                let channel = said["channel_id"].as_str().and_then(|id| id.parse().ok());
                channel.map(|it| self.looks_at(actor.socket, it)).ok_or_else(|| "There is no such channel.".to_owned())
            }
            Some("ping") => {
                self.tell_socket(
                    Some(actor.socket),
                    "PONG",
                    &json!({ "nonce": said["nonce"], "now_ms": self.now_ms() }),
                );
                Ok(())
            }
            _ => Err("The local table doesn\u{2019}t know this.".to_owned()),
        };
        if let Err(reason) = done {
            self.tell_socket(Some(actor.socket), "REFUSED", &json!({ "nonce": said["nonce"], "reason": reason }));
        }
    }

    /// The channel that an act names, if this seat sees it and has the permissions it needs there.
    fn place(&self, actor: Actor, said: &Value, needed: u64, otherwise: &str) -> Result<Channel, String> {
        let id = said["channel_id"].as_str().and_then(|id| id.parse().ok()).unwrap_or_default();
        let channel =
            self.channels.get(&id).filter(|channel| self.permissions(actor.user, channel) & VIEW_CHANNEL != 0);
        let channel = channel.ok_or("This seat can\u{2019}t see such a channel.")?;
        if self.permissions(actor.user, channel) & needed == needed {
            Ok(channel.clone())
        } else {
            Err(otherwise.to_owned())
        }
    }

    fn new_interaction(
        &mut self,
        actor: Actor,
        kind: Kind,
        channel: Id,
        name: &str,
        message: Option<Id>,
        nonce: &Value,
    ) -> Interaction {
        let mut random = [0; 32];
        rand::rng().fill_bytes(&mut random);
        Interaction {
            id: self.new_id(),
            token: hex::encode(random),
            kind,
            user: actor.user,
            channel,
            name: name.to_owned(),
            message,
            created_ms: self.now_ms(),
            state: State::Waiting,
            nonce: nonce.clone(),
            modal: None,
            socket: Some(actor.socket),
        }
    }

    fn command(&mut self, actor: Actor, said: &Value, autocomplete: bool) -> Done {
        let channel =
            self.place(actor, said, USE_APPLICATION_COMMANDS, "You can\u{2019}t use commands in this channel.")?;
        let name = said["name"].as_str().unwrap_or_default().trim_start_matches('/');
        let command = self
            .chat_command(self.home(&channel), name)
            .cloned()
            .ok_or_else(|| format!("There\u{2019}s no command /{name}."))?;
        if !self.may_use(actor.user, &channel, &command) {
            return Err(format!("You can\u{2019}t use /{name}."));
        }
        let none = Vec::new();
        let mut given = said["options"].as_array().cloned().unwrap_or_default();
        let defined = command["options"].as_array().unwrap_or(&none);
        let uploads = self.take_uploads(&mut given)?;
        let fitted = options::fit((self, self.home(&channel)), name, defined, &given, autocomplete);
        if fitted.is_err() {
            for id in &uploads {
                self.forget_upload(*id);
            }
        }
        let fitted = fitted?;
        let kind = match (autocomplete, fitted.focused_type) {
            (false, _) => Kind::Command,
            (true, Some(option_type)) => Kind::Autocomplete(option_type),
            (true, None) => return Err("No option is being typed.".to_owned()),
        };
        let mut data = json!({ "id": command["id"], "name": name, "type": 1, "options": fitted.options });
        if let Some(guild) = command.get("guild_id") {
            data["guild_id"] = guild.clone();
        }
        if fitted.resolved.as_object().is_some_and(|resolved| !resolved.is_empty()) {
            data["resolved"] = fitted.resolved;
        }
        let interaction = self.new_interaction(actor, kind, channel.id, &fitted.full_name, None, &said["nonce"]);
        self.interact(interaction, data, None);
        Ok(())
    }

    /// Whether a command's default permissions let this member use it; "0" allows only administrators.
    fn may_use(&self, user: Id, channel: &Channel, command: &Value) -> bool {
        let Some(needed) = command["default_member_permissions"].as_str().and_then(|bits| bits.parse::<u64>().ok())
        else {
            return true;
        };
        let has = self.permissions(user, channel);
        has & super::permissions::ADMINISTRATOR != 0 || (needed != 0 && has & needed == needed)
    }

    /// The message that an act names, if this seat sees it.
    fn seen_message(&self, actor: Actor, channel: Id, said: &Value) -> Result<Message, String> {
        let id = said["message_id"].as_str().and_then(|id| id.parse().ok()).unwrap_or_default();
        let message =
            self.message(channel, id).filter(|message| message.only_for.is_none_or(|only| only == actor.user));
        message.cloned().ok_or_else(|| "This message is gone.".to_owned())
    }

    fn press(&mut self, actor: Actor, said: &Value) -> Done {
        let channel = self.place(actor, said, 0, "")?;
        let message = self.seen_message(actor, channel.id, said)?;
        let custom_id = said["custom_id"].as_str().unwrap_or_default();
        let components = message.components.iter().flat_map(|row| row["components"].as_array().into_iter().flatten());
        let component = components.clone().find(|component| component["custom_id"] == custom_id);
        let component =
            component.filter(|_| !custom_id.is_empty()).ok_or("This message no longer has that button.")?.clone();
        if component["disabled"] == true {
            return Err("This button is switched off.".to_owned());
        }
        let mut data = json!({ "custom_id": custom_id, "component_type": component["type"], "id": component["id"] });
        if component["type"] != super::check::component::BUTTON {
            let none = Vec::new();
            let values = said["values"].as_array().unwrap_or(&none);
            data["values"] = json!(options::chosen(&component, values)?);
            let resolved =
                options::resolve_values((self, self.home(&channel)), component["type"].as_i64().unwrap_or(0), values)?;
            if resolved.as_object().is_some_and(|resolved| !resolved.is_empty()) {
                data["resolved"] = resolved;
            }
        }
        let shown = self.message_object(&message);
        let interaction =
            self.new_interaction(actor, Kind::Component, channel.id, custom_id, Some(message.id), &said["nonce"]);
        self.interact(interaction, data, Some(shown));
        Ok(())
    }

    fn submit(&mut self, actor: Actor, said: &Value) -> Done {
        let custom_id = said["custom_id"].as_str().unwrap_or_default();
        let open = self.open_modal(actor.user, &said["modal_nonce"], custom_id);
        let modal = open.ok_or("This form is no longer open.")?;
        let none = Vec::new();
        let components = options::filled(&modal, said["components"].as_array().unwrap_or(&none))?;
        let (origin, _) =
            self.take_modal(actor.user, &said["modal_nonce"], custom_id).ok_or("This form is no longer open.")?;
        let message =
            origin.message.and_then(|id| self.message(origin.channel, id)).map(|message| self.message_object(message));
        let pressed = origin.message.filter(|_| message.is_some());
        let data = json!({ "custom_id": custom_id, "components": components });
        let interaction = self.new_interaction(actor, Kind::Modal, origin.channel, custom_id, pressed, &said["nonce"]);
        self.interact(interaction, data, message);
        Ok(())
    }

    fn say(&mut self, actor: Actor, said: &Value) -> Done {
        let channel = self.place(actor, said, SEND_MESSAGES, "You can\u{2019}t write in this channel.")?;
        let content = said["content"].as_str().unwrap_or_default().trim();
        if content.is_empty() {
            return Err("You can\u{2019}t send an empty message.".to_owned());
        }
        if content.chars().count() > limits::CONTENT {
            return Err(format!("A message can have at most {} characters.", limits::CONTENT));
        }
        if channel.locked {
            return Err("This thread is locked.".to_owned());
        }
        let draft = Draft { content: Some(content.to_owned()), ..Draft::default() };
        if channel.is_thread() {
            self.join_thread(channel.clone(), actor.user, true);
        }
        self.post(Posting::ordinary(channel.id, actor.user), draft);
        self.tell_socket(Some(actor.socket), "ACK", &json!({ "nonce": said["nonce"], "state": "done" }));
        Ok(())
    }

    fn dismiss(&mut self, actor: Actor, said: &Value) -> Done {
        let id: Id = said["message_id"].as_str().and_then(|id| id.parse().ok()).unwrap_or_default();
        let own = |message: &&Message| message.id == id && message.only_for == Some(actor.user);
        let channel =
            self.messages.values().find_map(|messages| messages.get(&id).filter(own)).map(|message| message.channel);
        self.delete(channel.ok_or("You can only dismiss your own private messages.")?, id);
        Ok(())
    }
}
