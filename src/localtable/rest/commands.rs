//! `/applications/{application}/…`: the bot's commands, global or on a server.

use axum::http::Method;
use serde_json::{Value, json};

use super::route::{RouteAnswer, RouteCall, RouteResult};
use crate::localtable::{Id, check::command, discord_state::DiscordState, refusal::Refusal};

impl DiscordState {
    pub(super) fn command_routes(&mut self, method: &Method, rest: &[&str], asked: &RouteCall<'_>) -> RouteResult {
        match rest {
            ["commands", rest @ ..] => self.scope_routes(method, None, rest, asked),
            ["guilds", guild, "commands", rest @ ..] => {
                let guild = self.named_guild(guild).ok_or_else(Refusal::missing_access)?;
                self.scope_routes(method, Some(guild), rest, asked)
            }
            _ => Err(Refusal::no_route()),
        }
    }

    fn scope_routes(
        &mut self,
        method: &Method,
        scope: Option<Id>,
        rest: &[&str],
        asked: &RouteCall<'_>,
    ) -> RouteResult {
        let all = self.commands.get(&scope).cloned().unwrap_or_default();
        let find = |id: &str| all.iter().position(|command| command["id"] == id).ok_or_else(Refusal::unknown_command);
        match (method.as_str(), rest) {
            ("GET", []) => Ok(RouteAnswer::ok(Value::Array(all))),
            ("PUT", []) => {
                let read = command::commands(asked.body)?;
                let registered: Vec<Value> =
                    read.into_iter().map(|command| self.registered(scope, &all, command)).collect();
                self.set_commands(scope, registered.clone());
                Ok(RouteAnswer::ok(Value::Array(registered)))
            }
            ("POST", []) => {
                let command = self.registered(scope, &all, command::one(asked.body)?);
                let known = all.iter().position(|other| other["id"] == command["id"]);
                let mut after = all.clone();
                match known {
                    Some(at) => after[at] = command.clone(),
                    None => after.push(command.clone()),
                }
                command::beside(&after)?;
                self.set_commands(scope, after);
                Ok(if known.is_some() { RouteAnswer::ok(command) } else { RouteAnswer::created(command) })
            }
            ("GET", [id]) => Ok(RouteAnswer::ok(all[find(id)?].clone())),
            ("PATCH", [id]) => {
                let at = find(id)?;
                let mut whole = asked.body.clone();
                for key in [
                    "type",
                    "name",
                    "description",
                    "options",
                    "default_member_permissions",
                    "nsfw",
                    "contexts",
                    "integration_types",
                ] {
                    if whole.get(key).is_none() && !all[at][key].is_null() {
                        whole[key] = all[at][key].clone();
                    }
                }
                let mut changed = command::one(&whole)?;
                for (key, value) in [("id", all[at]["id"].clone()), ("application_id", json!(self.ids.application))] {
                    changed[key] = value;
                }
                changed["version"] = json!(self.new_id());
                if let Some(guild) = scope {
                    changed["guild_id"] = json!(guild);
                }
                let mut after = all.clone();
                after[at] = changed.clone();
                command::beside(&after)?;
                self.set_commands(scope, after);
                Ok(RouteAnswer::ok(changed))
            }
            ("DELETE", [id]) => {
                let at = find(id)?;
                let mut after = all.clone();
                after.remove(at);
                self.set_commands(scope, after);
                Ok(RouteAnswer::nothing())
            }
            _ => Err(Refusal::no_route()),
        }
    }

    /// A command with its id; one with the same name and type keeps the id it had.
    fn registered(&mut self, scope: Option<Id>, before: &[Value], mut command: Value) -> Value {
        let same = |other: &&Value| other["name"] == command["name"] && other["type"] == command["type"];
        let id = before.iter().find(same).map(|other| other["id"].clone());
        command["id"] = id.unwrap_or_else(|| json!(self.new_id()));
        command["application_id"] = json!(self.ids.application);
        command["version"] = json!(self.new_id());
        if let Some(guild) = scope {
            command["guild_id"] = json!(guild);
        }
        command
    }

    fn set_commands(&mut self, scope: Option<Id>, commands: Vec<Value>) {
        self.keep("commands", scope.unwrap_or_default(), &commands);
        self.commands.insert(scope, commands);
        self.tell_page_of_commands();
    }
}
