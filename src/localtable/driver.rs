//! Drives the table in tests: a user who types, presses, chooses and talks as a person on the page would, through the same acts. Nothing is
//! made up: a component comes from a message this seat sees, an option's type from the registered command.

use std::{sync::Arc, time::Duration};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use super::{Call, Id, LocalTable, shared_state::SharedState, tabs::Looks, user_actions::Actor};

/// The real time after which a wait gives up. Every wait ends as soon as what it waits for has happened.
const PATIENCE: Duration = Duration::from_secs(60);

/// Why a user couldn't do something, or waited in vain.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DriveError {
    /// The table refused, with this text.
    #[error("refused: {0}")]
    Refused(String),
    /// The bot didn't reply in time.
    #[error("failed: {0}")]
    Failed(String),
    /// There's nothing with this name.
    #[error("there\u{2019}s no {what}; there is: {there}")]
    Missing {
        /// What was looked for.
        what: String,
        /// What's there instead.
        there: String,
    },
    /// It didn't happen.
    #[error("waited in vain for {what}; the last calls were: {calls}")]
    InVain {
        /// What was waited for.
        what: String,
        /// The bot's last calls.
        calls: String,
    },
}

/// The bot's first reply to an act.
#[derive(Clone, Debug, PartialEq)]
pub enum FirstAnswer {
    /// It has replied; whatever it posted is there.
    Done,
    /// It has deferred its reply.
    Thinking,
    /// It asks for a form to be filled in.
    Modal(Value),
    /// Its suggestions, each with `name` and `value`.
    Choices(Vec<Value>),
}

/// A user at the table, in one channel.
pub struct TableUser {
    shared: Arc<SharedState>,
    actor: Actor,
    told: mpsc::Receiver<Arc<str>>,
    channel: Id,
    acts: u64,
}

impl LocalTable {
    /// Takes a seat by name (`Gwen`, `Ana`, …) in the channel `#table`.
    ///
    /// # Errors
    /// If there's no such person or the channel is gone.
    pub fn seat(&self, name: &str) -> Result<TableUser, DriveError> {
        let missing =
            || DriveError::Missing { what: format!("seat {name}"), there: "Gwen, Ana, Bob, Cem, Dana".into() };
        let user = self.user_id(name).ok_or_else(missing)?;
        let channel = self.channel_id("table").ok_or_else(missing)?;
        let (socket, told) = self.shared.discord().sit(user, Looks::Anywhere);
        Ok(TableUser { shared: self.shared.clone(), actor: Actor { user, socket }, told, channel, acts: 0 })
    }

    /// Waits until the bot is connected and has registered commands.
    ///
    /// # Errors
    /// If that doesn't happen.
    pub async fn bot_is_ready(&self) -> Result<(), DriveError> {
        let ready = |shared: &SharedState| {
            let discord = shared.discord();
            (discord.bot_is_online() && !discord.all_commands().is_empty()).then_some(())
        };
        wait(&self.shared, "the bot", ready).await
    }

    /// Waits for a call by the bot, from this number on.
    ///
    /// # Errors
    /// If it doesn't come.
    pub async fn call_since(
        &self,
        number: usize,
        what: &str,
        matches: impl Fn(&Call) -> bool,
    ) -> Result<Arc<Call>, DriveError> {
        wait(&self.shared, what, |shared| shared.discord().calls.since(number).into_iter().find(|call| matches(call)))
            .await
    }

    /// Waits until the bot is connected, or isn't.
    ///
    /// # Errors
    /// If that doesn't happen.
    pub async fn bot_online(&self, online: bool) -> Result<(), DriveError> {
        let what = if online { "the bot to come" } else { "the bot to go" };
        wait(&self.shared, what, |shared| (shared.discord().bot_is_online() == online).then_some(())).await
    }
}

async fn wait<T>(shared: &SharedState, what: &str, look: impl Fn(&SharedState) -> Option<T>) -> Result<T, DriveError> {
    let mut changes = shared.changes.subscribe();
    let looking = async {
        loop {
            changes.borrow_and_update();
            if let Some(found) = look(shared) {
                return found;
            }
            if changes.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    };
    tokio::time::timeout(PATIENCE, looking).await.map_err(|_| in_vain(shared, what))
}

fn in_vain(shared: &SharedState, what: &str) -> DriveError {
    let discord = shared.discord();
    let last = discord.calls.since(discord.calls.count().saturating_sub(5));
    let told = |call: &Arc<Call>| {
        let answer = if call.status >= 400 { call.answer.to_string() } else { String::new() };
        format!("{} {} -> {} {answer}", call.method, call.path, call.status)
    };
    let calls: Vec<String> = last.iter().map(told).collect();
    DriveError::InVain { what: what.to_owned(), calls: calls.join("; ") }
}

impl TableUser {
    /// This person's id.
    pub fn user(&self) -> Id {
        self.actor.user
    }

    /// Switches to another channel or thread.
    pub fn go_to(&mut self, channel: Id) {
        self.channel = channel;
    }

    /// Runs a command and waits for the bot's first reply: `command("gm set", &[("who", "Leader")])`.
    ///
    /// # Errors
    /// If the table refuses it, or the bot doesn't reply.
    pub async fn command(&mut self, name: &str, options: &[(&str, &str)]) -> Result<FirstAnswer, DriveError> {
        let tree = self.tree(name, options, None)?;
        self.act(tree).await
    }

    /// Runs a command with a file attached to one of its options: (option, the file's name, its bytes).
    ///
    /// # Errors
    /// If the table refuses it, or the bot doesn't reply.
    pub async fn command_with_file(
        &mut self,
        name: &str,
        options: &[(&str, &str)],
        (option, filename, bytes): (&str, &str, &[u8]),
    ) -> Result<FirstAnswer, DriveError> {
        let all: Vec<(&str, &str)> = options.iter().copied().chain([(option, "")]).collect();
        let mut tree = self.tree(name, &all, None)?;
        let mut leaves = &mut tree["options"];
        while leaves[0]["options"].is_array() {
            leaves = &mut leaves[0]["options"];
        }
        for leaf in leaves.as_array_mut().into_iter().flatten().filter(|leaf| leaf["name"] == option) {
            leaf["value"] = json!({ "filename": filename, "hex": hex::encode(bytes) });
        }
        self.act(tree).await
    }

    /// Types an option that has suggestions, with the others already filled in, and waits for them.
    ///
    /// # Errors
    /// If the table refuses it, or the bot doesn't reply.
    pub async fn autocomplete(
        &mut self,
        name: &str,
        options: &[(&str, &str)],
        typed: (&str, &str),
    ) -> Result<Vec<Value>, DriveError> {
        let tree = self.tree(name, options, Some(typed))?;
        match self.act(tree).await? {
            FirstAnswer::Choices(choices) => Ok(choices),
            other => Err(DriveError::Failed(format!("the bot answered with {other:?} instead of suggestions"))),
        }
    }

    /// Presses the button with this label on a message in this channel, with or without the notes in brackets behind it; if the label is a menu
    /// option, chooses that.
    ///
    /// # Errors
    /// If the message has no such button for this seat, or the bot doesn't reply.
    pub async fn press(&mut self, message: &Value, label: &str) -> Result<FirstAnswer, DriveError> {
        let message = self.fresh(message)?;
        let is_line = |component: &Value| {
            component["options"].as_array().is_some_and(|options| options.iter().any(|it| it["label"] == label))
        };
        if find(&message, label, is_line).is_ok() {
            return self.choose(&message, &[label]).await;
        }
        let noted = |it: &str| it.strip_prefix(label).is_some_and(|notes| notes.starts_with(" ("));
        let button = find(&message, label, |component| component["label"].as_str() == Some(label))
            .or_else(|_| find(&message, label, |component| component["label"].as_str().is_some_and(noted)))?;
        self.act(json!({ "op": "press", "message_id": message["id"], "custom_id": button["custom_id"] })).await
    }

    /// Chooses options by label in the message's select; if there are several selects, in the one that has them all.
    ///
    /// # Errors
    /// If the message has no such options for this seat, or the bot doesn't reply.
    pub async fn choose(&mut self, message: &Value, labels: &[&str]) -> Result<FirstAnswer, DriveError> {
        let message = self.fresh(message)?;
        let option = |component: &Value, label: &str| {
            let options = component["options"].as_array().cloned().unwrap_or_default();
            options.into_iter().find(|option| option["label"] == label).map(|option| option["value"].clone())
        };
        let select = find(&message, &labels.join(", "), |component| {
            component["options"].is_array() && labels.iter().all(|label| option(component, label).is_some())
        })?;
        let values: Vec<Value> = labels.iter().filter_map(|label| option(&select, label)).collect();
        self.act(
            json!({ "op": "press", "message_id": message["id"], "custom_id": select["custom_id"], "values": values }),
        )
        .await
    }

    /// Fills in a form by its labels and submits it.
    ///
    /// # Errors
    /// If the form has no such field, a text doesn't fit, or the bot doesn't reply.
    pub async fn submit(&mut self, modal: &Value, texts: &[(&str, &str)]) -> Result<FirstAnswer, DriveError> {
        let mut rows = modal["components"].clone();
        let inputs: Vec<&mut Value> =
            rows.as_array_mut().into_iter().flatten().filter_map(|row| row["components"].get_mut(0)).collect();
        let labels: Vec<String> =
            inputs.iter().filter_map(|input| input["label"].as_str().map(str::to_owned)).collect();
        // A field is named by its label, or by what stands before the colon in it.
        let is =
            |label: &str, name: &str| label == name || label.strip_prefix(name).is_some_and(|it| it.starts_with(": "));
        for (label, _) in texts {
            if !labels.iter().any(|known| is(known, label)) {
                return Err(DriveError::Missing { what: format!("field {label}"), there: labels.join(", ") });
            }
        }
        for input in inputs {
            let own = input["label"].as_str().unwrap_or_default();
            let text = texts.iter().find(|(label, _)| is(own, label)).map(|(_, text)| json!(text));
            let text = text.unwrap_or_else(|| input.get("value").cloned().unwrap_or_else(|| json!("")));
            *input = json!({ "type": 4, "custom_id": input["custom_id"], "value": text });
        }
        let (nonce, custom_id) = (&modal["nonce"], &modal["custom_id"]);
        self.act(json!({ "op": "submit", "modal_nonce": nonce, "custom_id": custom_id, "components": rows })).await
    }

    /// Says something in the channel.
    ///
    /// # Errors
    /// If the table refuses it.
    pub async fn say(&mut self, content: &str) -> Result<(), DriveError> {
        self.act(json!({ "op": "say", "content": content })).await.map(drop)
    }

    /// Performs an act of the page's protocol as written, for what a person could only do with a tampered page.
    ///
    /// # Errors
    /// If the table refuses it, or the bot doesn't reply.
    pub async fn act(&mut self, mut act: Value) -> Result<FirstAnswer, DriveError> {
        {
            // A user who did nothing while a lot was told has lost the tab and opens another.
            let mut discord = self.shared.discord();
            if !discord.sits(self.actor.socket) {
                (self.actor.socket, self.told) = discord.sit(self.actor.user, Looks::Anywhere);
            }
        }
        self.acts += 1;
        let nonce = format!("{}-{}", self.actor.socket, self.acts);
        act["nonce"] = json!(nonce);
        if act.get("channel_id").is_none() {
            act["channel_id"] = json!(self.channel);
        }
        while self.told.try_recv().is_ok() {}
        self.shared.discord().act(self.actor, &act);
        self.shared.changed();
        let answered = tokio::time::timeout(PATIENCE, self.answer(&nonce)).await;
        answered.unwrap_or_else(|_| Err(in_vain(&self.shared, &format!("an answer to {act}"))))
    }

    async fn answer(&mut self, nonce: &str) -> Result<FirstAnswer, DriveError> {
        let named = json!(nonce).to_string();
        while let Some(text) = self.told.recv().await {
            // Most of what a tab is told is about others and needn't be parsed.
            if !text.contains(&named) {
                continue;
            }
            let told: Value = serde_json::from_str(&text).unwrap_or_default();
            let data = &told["d"];
            if data["nonce"] != nonce {
                continue;
            }
            let reason = || data["reason"].as_str().unwrap_or_default().to_owned();
            match told["t"].as_str() {
                Some("REFUSED") => return Err(DriveError::Refused(reason())),
                Some("FAILED") => return Err(DriveError::Failed(reason())),
                Some("ACK") if data["state"] == "thinking" => return Ok(FirstAnswer::Thinking),
                // For a form or suggestions, the acknowledgement comes first, immediately followed by them.
                Some("ACK") => {
                    match self.told.try_recv().map(|text| serde_json::from_str::<Value>(&text).unwrap_or_default()) {
                        Ok(next) if next["t"] == "MODAL" && next["d"]["nonce"] == nonce => {
                            return Ok(FirstAnswer::Modal(next["d"].clone()));
                        }
                        Ok(next) if next["t"] == "CHOICES" && next["d"]["nonce"] == nonce => {
                            return Ok(FirstAnswer::Choices(
                                next["d"]["choices"].as_array().cloned().unwrap_or_default(),
                            ));
                        }
                        _ => return Ok(FirstAnswer::Done),
                    }
                }
                _ => {}
            }
        }
        Err(DriveError::Failed("the tab was closed".into()))
    }

    /// The messages of this channel that this seat sees, oldest first.
    pub fn messages(&self) -> Vec<Value> {
        let discord = self.shared.discord();
        if !discord.sees(self.actor.user, self.channel) {
            return Vec::new();
        }
        let all = discord.messages.get(&self.channel).into_iter().flatten().map(|(_, message)| message);
        let seen = all.filter(|message| message.only_for.is_none_or(|only| only == self.actor.user));
        seen.map(|message| super::objects::for_page(message, discord.message_object(message))).collect()
    }

    /// Waits for a message that this seat sees, newest first.
    ///
    /// # Errors
    /// If none comes.
    pub async fn sees(&self, what: &str, matches: impl Fn(&Value) -> bool) -> Result<Value, DriveError> {
        wait(&self.shared, what, |_| self.messages().into_iter().rev().find(|message| matches(message))).await
    }

    /// Waits until this seat sees no such message.
    ///
    /// # Errors
    /// If one stays.
    pub async fn sees_no(&self, what: &str, matches: impl Fn(&Value) -> bool) -> Result<(), DriveError> {
        wait(&self.shared, what, |_| (!self.messages().iter().any(&matches)).then_some(())).await
    }

    /// The current version of a message.
    fn fresh(&self, message: &Value) -> Result<Value, DriveError> {
        let missing =
            || DriveError::Missing { what: format!("message {}", message["id"]), there: "a deleted one".into() };
        self.messages().into_iter().find(|other| other["id"] == message["id"]).ok_or_else(missing)
    }

    /// The tree of options that a command takes, with the types it was registered with.
    fn tree(&self, name: &str, options: &[(&str, &str)], typed: Option<(&str, &str)>) -> Result<Value, DriveError> {
        let mut path = name.split(' ');
        let first = path.next().unwrap_or_default();
        let discord = self.shared.discord();
        let names = |list: &[Value]| list.iter().filter_map(|one| one["name"].as_str()).collect::<Vec<_>>().join(", ");
        let missing = |what: String, there: String| DriveError::Missing { what, there };
        let mut defined = discord
            .chat_command(discord.home_of(self.channel), first)
            .ok_or_else(|| missing(format!("command /{first}"), names(&discord.all_commands())))?;
        let empty = Vec::new();
        let mut subs = Vec::new();
        for step in path {
            let inner = defined["options"].as_array().unwrap_or(&empty);
            defined = inner
                .iter()
                .find(|option| option["name"] == step)
                .ok_or_else(|| missing(format!("subcommand {step} of /{name}"), names(inner)))?;
            subs.push((step, defined["type"].clone()));
        }
        let inner = defined["options"].as_array().unwrap_or(&empty);
        let mut leaves = Vec::new();
        for (key, text, focused) in options
            .iter()
            .map(|(key, text)| (key, text, false))
            .chain(typed.iter().map(|(key, text)| (key, text, true)))
        {
            let option = inner
                .iter()
                .find(|option| option["name"] == **key)
                .ok_or_else(|| missing(format!("option {key} of /{name}"), names(inner)))?;
            let person = || discord.users.values().find(|user| user.name == **text).map(|user| json!(user.id));
            let role = || discord.roles.values().find(|role| role.name == **text).map(|role| json!(role.id));
            let channel =
                || discord.channels.values().find(|channel| channel.name == **text).map(|channel| json!(channel.id));
            let value = match option["type"].as_i64() {
                _ if focused => json!(text),
                Some(4 | 10) => serde_json::from_str(text).unwrap_or_else(|_| json!(text)),
                Some(5) => json!(*text == "true"),
                Some(6) => person().unwrap_or_else(|| json!(text)),
                Some(7) => channel().unwrap_or_else(|| json!(text)),
                Some(8) => role().unwrap_or_else(|| json!(text)),
                Some(9) => person().or_else(role).unwrap_or_else(|| json!(text)),
                _ => json!(text),
            };
            let mut leaf = json!({ "name": key, "type": option["type"], "value": value });
            if focused {
                leaf["focused"] = json!(true);
            }
            leaves.push(leaf);
        }
        let tree = subs
            .into_iter()
            .rev()
            .fold(leaves, |inner, (step, kind)| vec![json!({ "name": step, "type": kind, "options": inner })]);
        let op = if typed.is_some() { "autocomplete" } else { "command" };
        Ok(json!({ "op": op, "name": first, "options": tree }))
    }
}

impl Drop for TableUser {
    fn drop(&mut self) {
        self.shared.discord().stand_up(self.actor.socket);
    }
}

/// A component of a message. A disabled one can still be found: the table refuses presses on it.
fn find(message: &Value, what: &str, matches: impl Fn(&Value) -> bool) -> Result<Value, DriveError> {
    let rows = message["components"].as_array().into_iter().flatten();
    let all: Vec<&Value> = rows.flat_map(|row| row["components"].as_array().into_iter().flatten()).collect();
    let there = || {
        let name = |component: &&Value| {
            let options =
                component["options"].as_array().into_iter().flatten().filter_map(|option| option["label"].as_str());
            component["label"].as_str().map_or_else(|| options.collect::<Vec<_>>().join(" / "), str::to_owned)
        };
        all.iter().map(name).collect::<Vec<_>>().join(", ")
    };
    let found = all.iter().find(|component| matches(component)).map(|component| (*component).clone());
    found.ok_or_else(|| DriveError::Missing { what: format!("\"{what}\" on this message"), there: there() })
}
