//! A command as it was typed, at whatever front end, made into requests. Slash commands and play scripts come through here alike,
//! so that a script tests what Discord reaches. It resolves names and defaults, and decides nothing.

use super::{
    desk::{Caller, Desk, DeskError, Receipt},
    synonyms, words,
};
use crate::{
    engine::{Actor, CombatantId, Controller, SideId, view::Viewer},
    rules::{Newcomer, Refused, Request, TurnPatch},
};

/// A command: its path (`attack`, `gm set`) and its options as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Command {
    /// The words of the command, without the slash: `encounter begin`.
    pub path: String,
    /// Its options, by name.
    pub options: Vec<(String, String)>,
}

/// What the person hears privately; what everybody hears is in the stories.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reply {
    /// One sentence, or a page.
    pub text: String,
    /// Whether something happened in the fight.
    pub happened: bool,
}

impl Reply {
    fn done(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), happened: true }
    }
    fn told(text: impl Into<String>) -> Reply {
        Reply { text: text.into(), happened: false }
    }
}

/// The commands of a fight, for help and for checking that a front end knows them all.
pub const PATHS: &[&str] = &[
    "attack",
    "act",
    "move",
    "pass",
    "end",
    "say",
    "who",
    "orders",
    "join",
    "leave",
    "encounter begin",
    "encounter end",
    "encounter status",
    "encounter undo",
    "encounter pause",
    "encounter resume",
    "gm add",
    "gm set",
    "gm condition",
    "gm place",
    "gm turn",
    "gm undo",
    "gm control",
    "gm fight",
    "gm option",
    "gm board",
    "gm side",
    "gm hide",
    "gm answer",
];

impl Command {
    /// A command with these options.
    pub fn new(path: &str, options: &[(&str, &str)]) -> Command {
        let options = options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Command { path: path.to_owned(), options }
    }

    /// An option by its name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    fn need(&self, name: &str) -> Result<&str, Refused> {
        self.get(name)
            .filter(|it| !it.is_empty())
            .ok_or_else(|| Refused::say(format!("/{} needs {name}:\u{2026}", self.path)))
    }

    fn except(&self, names: &[&str]) -> Vec<(String, String)> {
        let kept = |it: &&(String, String)| !names.iter().any(|name| it.0.eq_ignore_ascii_case(name));
        self.options.iter().filter(kept).cloned().collect()
    }
}

impl Desk {
    /// Runs a command of somebody.
    ///
    /// # Errors
    /// See [`DeskError`].
    pub async fn command(
        &mut self,
        caller: &Caller,
        command: &Command,
        receipt: Receipt,
        now_ms: i64,
    ) -> Result<Reply, DeskError> {
        let command = &synonyms::plain(command);
        if let Some(told) = self.told(caller, command)? {
            return Ok(told);
        }
        let (actor, request) = self.request(caller, command)?;
        let before = self.session().seq();
        self.ask(actor, &request, receipt, now_ms).await?;
        debug_assert!(self.session().seq() > before);
        Ok(Reply::done(words::done(self.session(), &request)))
    }

    /// Commands that only tell.
    fn told(&self, caller: &Caller, command: &Command) -> Result<Option<Reply>, Refused> {
        let viewer = self.viewer(caller);
        Ok(match command.path.as_str() {
            "who" => match command.get("name") {
                Some(name) => {
                    let who = self.session().find(viewer, name)?;
                    Some(Reply::told(words::sheet(self.session(), viewer, who)))
                }
                None => Some(Reply::told(words::who(self.session(), viewer))),
            },
            "encounter status" => Some(Reply::told(words::status(&self.scene(viewer)))),
            "orders" if command.get("order").is_none() => {
                let who = self.acting(caller, command)?;
                Some(Reply::told(words::orders(self.session(), who)))
            }
            "pass" => self.passed_already(caller, command)?.map(Reply::told),
            _ => None,
        })
    }

    fn request(&self, caller: &Caller, command: &Command) -> Result<(Actor, Request), Refused> {
        let actor = self.actor(caller);
        let viewer = self.viewer(caller);
        let session = self.session();
        let target = |name: &str| session.find(viewer, command.need(name)?);
        let gm = || match actor.is_gm() {
            true => Ok(()),
            false => Err(Refused::say("Only the GM can do that.")),
        };
        if command.path.starts_with("gm ") {
            gm()?;
        }
        let request = match command.path.as_str() {
            "attack" => self.act(caller, command, "attack")?,
            "move" => self.act(caller, command, "move")?,
            "say" => self.act(caller, command, "say")?,
            "end" => self.act(caller, command, "end")?,
            "act" => {
                let typed = command.need("what")?;
                let who = self.acting(caller, command)?;
                let verb = self.verb(who, typed)?;
                self.act(caller, command, &verb)?
            }
            "pass" => Request::Pass { side: self.side(caller, command)? },
            "orders" => Request::Order { who: self.acting(caller, command)?, order: command.need("order")?.to_owned() },
            "join" | "gm add" => Request::Join(self.newcomer(caller, command)?),
            "leave" => Request::Leave { who: self.acting(caller, command)? },
            "encounter begin" => gm().map(|()| Request::Begin)?,
            "encounter end" => gm().map(|()| Request::End)?,
            "encounter pause" => Request::Pause,
            "encounter resume" => Request::Resume,
            "encounter undo" | "gm undo" => Request::Undo,
            "gm set" => Request::Set {
                who: target("name")?,
                field: command.need("field")?.to_owned(),
                value: command.need("value")?.to_owned(),
            },
            "gm condition" => Request::Condition {
                who: target("name")?,
                name: command.need("condition")?.to_owned(),
                on: !command.get("off").is_some_and(words::is_yes),
            },
            "gm place" => Request::Place { who: target("name")?, at: command.need("at")?.to_owned() },
            "gm hide" => {
                Request::Hide { who: target("name")?, hidden: command.get("hidden").is_none_or(words::is_yes) }
            }
            "gm turn" => Request::Turn(self.turn(viewer, command)?),
            "gm control" => {
                let to = match command.get("player") {
                    Some(player) => Controller::Player(words::seat(player)?),
                    None => Controller::Gm,
                };
                Request::Control { who: target("name")?, to }
            }
            "gm side" => Request::Side { name: command.need("name")?.to_owned() },
            "gm option" => {
                Request::Option { name: command.need("name")?.to_owned(), value: command.need("value")?.to_owned() }
            }
            "gm fight" => {
                Request::SetFight { name: command.need("name")?.to_owned(), value: command.need("value")?.to_owned() }
            }
            "gm board" => Request::Board { fields: command.options.clone() },
            "gm answer" => {
                let name = command.get("name");
                self.pressed(caller, name, command.need("choice")?)?
            }
            other => return Err(Refused::say(format!("There is no command /{other}."))),
        };
        Ok((actor, request))
    }

    fn act(&self, caller: &Caller, command: &Command, verb: &str) -> Result<Request, Refused> {
        let who = self.acting(caller, command)?;
        let typed = command.except(&["as", "what"]);
        let draft = self.session().draft(self.viewer(caller), who, verb, &typed)?;
        Ok(Request::Act { who, draft })
    }

    /// The verb that was meant; one that is not possible now is passed on, so that its refusal says why.
    fn verb(&self, who: CombatantId, typed: &str) -> Result<String, Refused> {
        let verbs = self.session().verbs(who);
        let names = verbs.iter().flat_map(|it| [(it.label.to_owned(), it.name), (it.name.to_owned(), it.name)]);
        match crate::rules::names::find(typed, names) {
            crate::rules::names::Named::One(name) => Ok(name.to_owned()),
            crate::rules::names::Named::Several(names) => {
                let mut meant: Vec<&str> = verbs
                    .iter()
                    .filter(|it| names.iter().any(|name| name.eq_ignore_ascii_case(it.label) || name == it.name))
                    .map(|it| it.name)
                    .collect();
                meant.dedup();
                match meant.as_slice() {
                    [one] => Ok((*one).to_owned()),
                    _ => {
                        Err(Refused::say(format!("\u{201c}{typed}\u{201d} could be {}. Say which.", names.join(", "))))
                    }
                }
            }
            crate::rules::names::Named::None(_) => Ok(typed.trim().to_lowercase().replace(' ', "-")),
        }
    }

    /// Who acts: the one that was named, or the caller's one who can.
    ///
    /// # Errors
    /// If that is nobody, or several.
    pub fn acting(&self, caller: &Caller, command: &Command) -> Result<CombatantId, Refused> {
        if let Some(name) = command.get("as").filter(|it| !it.is_empty()) {
            let who = self.session().find(self.viewer(caller), name)?;
            return self.may_speak_for(caller, who).map(|()| who);
        }
        let viewer = self.viewer(caller);
        let gm = self.actor(caller).is_gm();
        let names = self.session().names(viewer);
        let own: Vec<_> = names
            .iter()
            .filter(|it| it.player == Some(caller.seat) || it.owner == Some(caller.seat) || (gm && it.player.is_none()))
            .collect();
        let may_act = self.scene(viewer).may_act;
        let can: Vec<_> = own.iter().filter(|it| may_act.contains(&it.id)).collect();
        match (own.as_slice(), can.as_slice()) {
            (_, [one]) => Ok(one.id),
            ([one], _) => Ok(one.id),
            ([], _) => Err(Refused::say("You play nobody in this fight. /join brings a character in.")),
            (_, several) => {
                let list: Vec<&str> = match several {
                    [] => own.iter().map(|it| it.name.as_str()).collect(),
                    _ => several.iter().map(|it| it.name.as_str()).collect(),
                };
                Err(Refused::say(format!("Which of yours? Give as: {}.", list.join(", "))))
            }
        }
    }

    /// Whose a combatant is comes before what it could do: a refusal that tells more would tell a stranger its numbers.
    fn may_speak_for(&self, caller: &Caller, who: CombatantId) -> Result<(), Refused> {
        let names = self.session().names(Viewer::Gm);
        let Some(it) = names.into_iter().find(|it| it.id == who) else { return Ok(()) };
        let own = it.player == Some(caller.seat) || it.owner == Some(caller.seat);
        match it.player {
            _ if own || self.actor(caller).is_gm() => Ok(()),
            Some(seat) => Err(Refused::say(format!("{} is <@{}>\u{2019}s to play.", it.name, seat.0))),
            None => Err(Refused::say(format!("{} is the GM\u{2019}s to play.", it.name))),
        }
    }

    /// The side that was named, or the one whose step it is, or the caller's own.
    fn side(&self, caller: &Caller, command: &Command) -> Result<SideId, Refused> {
        if let Some(name) = command.get("side") {
            return self.session().find_side(name);
        }
        if let Some(name) = command.get("as") {
            let who = self.session().find(self.viewer(caller), name)?;
            let named = self.session().names(Viewer::Gm).into_iter().find(|it| it.id == who);
            return named.map(|it| it.side).ok_or_else(|| Refused::say("They are not in the fight any more."));
        }
        let gm = self.actor(caller).is_gm();
        let up = self.session().side_up();
        let names = self.session().names(Viewer::Gm);
        let own = |side: SideId| names.iter().any(|it| it.side == side && it.player == Some(caller.seat));
        let first = names.iter().find(|it| it.player == Some(caller.seat)).map(|it| it.side);
        up.filter(|side| gm || own(*side))
            .or(first)
            .ok_or_else(|| Refused::say("Which side passes? Give side:\u{2026}"))
    }

    /// A side that passed and whose step it no longer is has nothing to repeat.
    fn passed_already(&self, caller: &Caller, command: &Command) -> Result<Option<String>, Refused> {
        let side = self.side(caller, command)?;
        if self.session().side_up() == Some(side) || !self.session().passed_last(side) {
            return Ok(None);
        }
        let name = self.session().sides().into_iter().find(|it| it.id == side).map(|it| it.name.to_string());
        Ok(Some(format!("The {} have passed already.", name.unwrap_or_default())))
    }

    fn newcomer(&self, caller: &Caller, command: &Command) -> Result<Newcomer, Refused> {
        const OWN: &[&str] = &["name", "side", "player", "template", "count", "hidden", "as"];
        let by_gm = command.path == "gm add";
        let owner = match (by_gm, command.get("player")) {
            (true, Some(player)) => Some(words::seat(player)?),
            (true, None) => None,
            (false, _) => Some(caller.seat),
        };
        let count = match command.get("count") {
            None => 1,
            Some(text) => {
                let number = text.parse::<u8>().ok().filter(|it| (1..=20).contains(it));
                number.ok_or_else(|| Refused::say("count is a number from 1 to 20."))?
            }
        };
        let template = command.get("template").map(str::to_owned);
        let name = match (command.get("name"), &template) {
            (Some(name), _) => name.to_owned(),
            (None, Some(template)) => words::capitalised(template),
            (None, None) => return Err(Refused::say(format!("/{} needs name:\u{2026}", command.path))),
        };
        let mut fields = command.except(OWN);
        if let Some(index) = fields.iter().position(|it| it.0 == "fields") {
            let text = fields.remove(index).1;
            fields.extend(words::fields(&text)?);
        }
        let side = command.get("side").map(str::to_owned);
        let hidden = by_gm && command.get("hidden").is_some_and(words::is_yes);
        Ok(Newcomer { name, side, owner, template, fields, hidden, count })
    }

    fn turn(&self, viewer: Viewer, command: &Command) -> Result<TurnPatch, Refused> {
        if let Some(side) = command.get("side") {
            return Ok(TurnPatch::Side(self.session().find_side(side)?));
        }
        let who = || self.session().find(viewer, command.need("name")?);
        match command.get("what").unwrap_or("give") {
            "end" => Ok(TurnPatch::End),
            "give" => Ok(TurnPatch::Give(who()?)),
            "spend" => Ok(TurnPatch::Spend(who()?)),
            "restore" => Ok(TurnPatch::Restore(who()?)),
            other => Err(Refused::say(format!(
                "/gm turn what: is give, end, spend or restore, not \u{201c}{other}\u{201d}."
            ))),
        }
    }

    /// The answer that a label means, to the question that is put to `name`, or to the caller's only one. An exact label wins over
    /// a start of one; of several that start so, the first.
    ///
    /// # Errors
    /// If nobody is asked, or there is no such answer.
    pub fn pressed(&self, caller: &Caller, name: Option<&str>, label: &str) -> Result<Request, Refused> {
        let scene = self.scene(Viewer::Gm);
        let viewer = self.viewer(caller);
        let gm = self.actor(caller).is_gm();
        let open: Vec<_> = scene
            .prompts
            .iter()
            .filter(|it| !it.answered)
            .filter(|it| match name {
                Some(name) => {
                    crate::rules::names::find(name, [(it.to_name.clone(), ())]) == crate::rules::names::Named::One(())
                }
                None => gm || it.seats.contains(&caller.seat),
            })
            .collect();
        let exact = name.and_then(|name| open.iter().find(|it| it.to_name.eq_ignore_ascii_case(name)));
        let has = |it: &&&crate::engine::view::PromptView| words::label(&it.labels, label).is_some();
        let prompt = match exact.or_else(|| open.iter().find(has)).or(open.first()) {
            Some(prompt) => *prompt,
            None => match name {
                Some(name) => {
                    self.session().find(viewer, name)?;
                    return Err(Refused::say(format!("{name} is not being asked anything.")));
                }
                None => return Err(Refused::say("You are not being asked anything.")),
            },
        };
        if !gm && !prompt.seats.contains(&caller.seat) {
            return Err(Refused::say(format!("That question is for {}.", prompt.to_name)));
        }
        let index = words::label(&prompt.labels, label);
        match index {
            Some(choice) => Ok(Request::Answer { prompt: prompt.id, choice }),
            None => Err(Refused::say(format!(
                "\u{201c}{label}\u{201d} is not among the answers: {}.",
                prompt.labels.join(", ")
            ))),
        }
    }
}
