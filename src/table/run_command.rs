//! Turns a typed command, from any front end, into requests. Slash commands and play scripts share this code, so a script tests what
//! Discord uses. It resolves names and defaults, and decides nothing.

use super::{
    arrivals, autopilot,
    command::{Command, CommandReply},
    odds_words,
    option_values::{FixedChoice, TurnChange},
    placing, resolve, sentences,
    service::{Caller, EncounterService, InputOrigin, ServiceError},
    setting_keys::{FightSetting, LONGEST_UMPIRE_PAUSE_MS},
    several, synonyms,
};
#[cfg(test)]
use crate::engine::{Seed, Seeded};
use crate::{
    engine::{
        Actor, CombatantId, Controller, Stage,
        view::{Audience, SightView, Viewer},
    },
    rules::{
        Handover, NameView, Newcomer, Request, Story, TurnPatch, UserError,
        story::stored::{StoryLine, StoryView},
        wording,
    },
    store::Status,
};

/// The condition meant, with its amount: `bleeding 3`, or `condition:bleeding value:3`.
fn condition(command: &Command) -> Result<String, UserError> {
    let name = command.need("condition")?;
    let amount = ["value", "amount", "level"].iter().find_map(|it| command.get(it)).filter(|it| !it.is_empty());
    Ok(amount.map_or_else(|| name.to_owned(), |amount| format!("{name} {amount}")))
}

/// Seconds as typed (`3`, `1.5s`), in milliseconds.
fn pause_ms(typed: &str) -> Result<u32, UserError> {
    let seconds: Option<f64> = typed.trim_end_matches("seconds").trim_end_matches('s').trim().parse().ok();
    let most = f64::from(LONGEST_UMPIRE_PAUSE_MS);
    let ms = seconds.map(|it| (it * 1_000.0).round()).filter(|it| (0.0..=most).contains(it));
    ms.map(|it| it as u32).ok_or_else(|| UserError::say("umpire-pause must be a number of seconds from 0 to 60."))
}

/// Whether a setting says that Umpire does what a person could.
fn is_umpire(name: &str, typed: &str) -> Result<bool, UserError> {
    match typed {
        "umpire" => Ok(true),
        "person" | "gm" | "me" => Ok(false),
        _ => Err(UserError::say(format!("{name} must be umpire or person, not \u{201c}{typed}\u{201d}."))),
    }
}

impl EncounterService {
    /// Runs a command.
    ///
    /// # Errors
    /// See [`ServiceError`].
    pub async fn command(
        &mut self,
        caller: &Caller,
        command: &Command,
        receipt: InputOrigin,
        now_ms: i64,
    ) -> Result<CommandReply, ServiceError> {
        let command = &synonyms::plain(command);
        if let Some(told) = self.told(caller, command)? {
            return Ok(told);
        }
        if let Some(setting) = self.settling(caller, command)? {
            let stored = self.settle(setting.key(), &setting.value()).await;
            stored.map_err(|it| ServiceError::Store(it.to_string()))?;
            if self.status() == Status::Fighting {
                self.leave_nobody_unplayed(now_ms).await?;
            }
            return Ok(CommandReply::done(setting.settled()));
        }
        if command.path == "gm group" {
            return self.order_group(caller, command).await;
        }
        if command.path == "autopilot" {
            return self.lend(caller, command, now_ms).await;
        }
        if command.path == "orders" && command.get("as").is_some_and(|it| it.eq_ignore_ascii_case("all")) {
            return self.orders_for_all(caller, command, receipt, now_ms).await;
        }
        let (actor, request) = self.request(caller, command)?;
        let before = self.session().seq();
        let by_default = match &request {
            Request::Join(it) => arrivals::first_place(self.session(), it),
            _ => None,
        };
        let there = self.session().names(Viewer::Gm);
        let stories = self.ask(actor, &request, receipt, now_ms).await?;
        debug_assert!(self.session().seq() > before);
        let done = match &request {
            Request::Join(it) if command.path == "gm add" => {
                arrivals::added(self.session(), it, &there, by_default.as_ref())
            }
            _ => sentences::done(self.session(), &request, !self.umpire_is_gm()),
        };
        let renamed = sentences::renamed(self.session(), &there).filter(|_| actor.is_gm());
        let done = renamed.into_iter().fold(done, |done, it| format!("{done} {it}"));
        Ok(CommandReply { own: self.own_lines(caller, &stories), ..CommandReply::done(done) })
    }

    /// Gives one standing order to all of the caller's combatants. Only the first carries the interaction, which can cause only one row.
    async fn orders_for_all(
        &mut self,
        caller: &Caller,
        command: &Command,
        mut receipt: InputOrigin,
        now_ms: i64,
    ) -> Result<CommandReply, ServiceError> {
        let order = command.get("order").filter(|it| !it.is_empty()).ok_or_else(|| {
            UserError::say("Say which order all your characters should follow: /orders order:\u{2026} as:all.")
        })?;
        let (actor, own) = (self.actor(caller), self.own(caller));
        if own.is_empty() {
            return Err(UserError::say(resolve::NOBODY_OF_YOURS).into());
        }
        for it in &own {
            let request = Request::Order { who: it.id, order: order.to_owned() };
            self.ask(actor, &request, receipt, now_ms).await?;
            receipt = InputOrigin { interaction: None, ..receipt };
        }
        let names: Vec<String> = own.into_iter().map(|it| it.name).collect();
        let all = wording::list(&names);
        Ok(CommandReply::done(format!("From the next action on, {all} follow this order: {order}.")))
    }

    /// The new lines in these stories that only the player's side, or only the player, may read. Empty for the GM, who is told elsewhere.
    pub fn own_lines(&self, caller: &Caller, stories: &[Story]) -> Vec<StoryLine> {
        let viewer = self.viewer(caller);
        if viewer == Viewer::Gm {
            return vec![];
        }
        let new = stories.iter().map(StoryView::of).flat_map(|it| it.lines.into_iter().skip(it.told_before));
        new.filter(|it| it.audience != Audience::Everyone && self.session().may_read(viewer, it.audience)).collect()
    }

    /// How one sees another, for the caller; from their own combatant if they name nobody.
    ///
    /// # Errors
    /// If they don't know one of them, or it has no place.
    pub fn sight(&self, caller: &Caller, command: &Command) -> Result<SightView, UserError> {
        let command = &synonyms::plain(command);
        let viewer = self.viewer(caller);
        let to = command.need("to")?;
        let from = match command.get("from").filter(|it| !it.is_empty()) {
            Some(from) => from.to_owned(),
            None => {
                let who = self.acting(caller, command)?;
                let names = self.session().names(viewer);
                names.into_iter().find(|it| it.id == who).map(|it| it.name).unwrap_or_default()
            }
        };
        self.session().sight(viewer, &from, to)
    }

    /// What a player should know and confirm before this command; `None` if there's nothing.
    pub fn warning(&self, caller: &Caller, command: &Command) -> Option<String> {
        match self.request(caller, &synonyms::plain(command)).ok()?.1 {
            Request::Act { who, draft } if draft.is_end() => {
                let named = command.get("as").is_some_and(|it| !it.is_empty());
                if named { None } else { self.ends_anothers(caller, who) }
            }
            Request::Act { who, draft } => self.session().warning(self.viewer(caller), who, &draft),
            Request::Undo => self.undoes_anothers(caller),
            Request::Begin => self.warning_of_the_beginning(),
            _ => None,
        }
    }

    /// What to know before the fight is ended while it isn't decided; `None` if it is, or if this person may not end it.
    pub fn warning_of_the_end(&self, caller: &Caller) -> Option<String> {
        let is_gm = self.actor(caller).is_gm();
        let scene = self.scene(if is_gm { Viewer::Gm } else { Viewer::Everyone });
        let may = is_gm || self.may_end(caller);
        let is_laid_out = scene.stage == Stage::Gathering && scene.sides.iter().any(|it| !it.members.is_empty());
        let is_open = (scene.stage == Stage::Fighting || is_laid_out) && self.status() != Status::Faulted;
        (may && is_open && scene.details.decided.is_none()).then(|| {
            let members = scene.sides.iter().flat_map(|it| &it.members);
            let at_stake = members.filter_map(|it| Some((&it.name, it.once_down.as_ref()?.if_ended?)));
            let at_stake: Vec<String> = at_stake.map(|(name, if_ended)| format!("{name} {if_ended}")).collect();
            let at_stake = match at_stake.is_empty() {
                true => String::new(),
                false => format!(" If it ended now, {}.", at_stake.join("; ")),
            };
            format!(
                "The fight isn\u{2019}t decided.{at_stake} Ending it closes it for everyone, shows the dice seed and posts the account."
            )
        })
    }

    /// If a player with several combatants ends a turn that has already ended by itself, that would end the next combatant's turn, although
    /// that one hasn't done anything yet.
    fn ends_anothers(&self, caller: &Caller, who: CombatantId) -> Option<String> {
        let (_, other) = self.did_last.filter(|it| it.0 == caller.seat && it.1 != who)?;
        // If a combatant acts during another's turn (outside the order, or by command), that hasn't ended it.
        if self.session().is_acting(other) || self.session().has_acted(who) {
            return None;
        }
        let own = self.own(caller);
        let name = |id: CombatantId| own.iter().find(|it| it.id == id).map(|it| it.name.as_str());
        let (other, who) = (name(other)?, name(who)?);
        Some(format!(
            "{other}\u{2019}s turn is already over. {who} hasn\u{2019}t done anything yet, and this would end {who}\u{2019}s turn."
        ))
    }

    /// `/gm fight` for settings of this fight that no rule knows: text mode, and when a pass counts.
    fn settling(&self, caller: &Caller, command: &Command) -> Result<Option<FightSetting>, UserError> {
        if command.path != "gm fight" {
            return Ok(None);
        }
        let name = command.need("name")?.trim().to_lowercase();
        let value = command.get("value").unwrap_or_default().trim().to_lowercase();
        let settled = match name.as_str() {
            "text" => FightSetting::PlainText(sentences::is_yes(&value)),
            "pass" if value.starts_with("first") => FightSetting::FirstPassCounts(true),
            "pass" if value.starts_with("all") => FightSetting::FirstPassCounts(false),
            "pass" => {
                return Err(UserError::say(
                    "pass must be first (the first press counts) or all (everyone who could act has to pass).",
                ));
            }
            "umpire-pause" | "umpire pause" => FightSetting::UmpirePause(pause_ms(&value)?),
            "gm" => FightSetting::UmpireIsGm(is_umpire("gm", &value)?),
            "away" => FightSetting::UmpirePlaysAway(is_umpire("away", &value)?),
            "odds" => FightSetting::Odds(odds_words::shown(&value)?),
            _ => return Ok(None),
        };
        match self.actor(caller).is_gm() {
            true => Ok(Some(settled)),
            false => Err(UserError::gm_only()),
        }
    }

    /// Commands that only show something.
    fn told(&self, caller: &Caller, command: &Command) -> Result<Option<CommandReply>, UserError> {
        let viewer = self.viewer(caller);
        Ok(match command.path.as_str() {
            "who" => match command.get("name") {
                Some(name) => {
                    let who = self.session().find(viewer, name)?;
                    Some(CommandReply::told(sentences::sheet(self.session(), viewer, who)))
                }
                None => Some(CommandReply::told(sentences::who(self.session(), viewer))),
            },
            "sight" => Some(CommandReply::told(self.sight(caller, command)?.sentences.join("\n"))),
            "encounter status" => Some(CommandReply::told(sentences::status(&self.scene(viewer)))),
            "encounter recap" => Some(CommandReply::told(sentences::recap(self.session(), viewer))),
            "orders" if command.get("order").is_none() => {
                let who = self.acting(caller, command)?;
                Some(CommandReply::told(sentences::orders(self.session(), who)))
            }
            "pass" => self.passed_already(caller, command)?.map(CommandReply::told),
            "say" if self.session().verb_meant("say").is_none() => {
                Some(CommandReply::told("Talking costs nothing in these rules: just say it in the channel."))
            }
            _ => None,
        })
    }

    /// Whether a command would be accepted now; changes nothing.
    ///
    /// # Errors
    /// Why it would be refused.
    #[cfg(test)]
    pub fn would(&mut self, caller: &Caller, command: &Command, at_ms: i64) -> Result<(), UserError> {
        let command = &synonyms::plain(command);
        if self.told(caller, command)?.is_some() {
            return Ok(());
        }
        let (actor, request) = self.request(caller, command)?;
        self.would_allow(actor, &request, at_ms)
    }

    /// As [`Self::would`], for a request from a menu or a button.
    ///
    /// # Errors
    /// Why it would be refused.
    #[cfg(test)]
    pub fn would_allow(&self, actor: Actor, request: &Request, at_ms: i64) -> Result<(), UserError> {
        let mut dice = Seeded::at(&Seed::new([7; 32]), self.session().used());
        self.session.propose(actor, request, &mut dice, at_ms).map(drop)
    }

    pub(super) fn request(&self, caller: &Caller, command: &Command) -> Result<(Actor, Request), UserError> {
        let actor = self.actor(caller);
        let viewer = self.viewer(caller);
        let session = self.session();
        let gm = || match actor.is_gm() {
            true => Ok(()),
            false => Err(UserError::gm_only()),
        };
        let request = match command.path.as_str() {
            "attack" => self.act(caller, command, "attack")?,
            "move" => self.act(caller, command, "move")?,
            "say" => self.act(caller, command, "say")?,
            "end" => self.act(caller, command, "end")?,
            "act" => {
                let typed = command.need("what")?;
                if let Some(interrupting) = self.interrupting(caller, command, typed) {
                    return Ok((actor, interrupting));
                }
                let who = self.acting(caller, command)?;
                match self.verb_with_object(typed) {
                    Some((verb, object)) => {
                        let mut command = command.clone();
                        command.options.push((String::new(), object.to_owned()));
                        self.act(caller, &command, verb)?
                    }
                    None => {
                        let verb = self.verb(viewer, who, typed)?;
                        if !session.knows_verb(who, &verb, &command.except(&["as", "what"])) {
                            return Err(self.no_such_verb(viewer, who, typed));
                        }
                        self.act(caller, command, &verb)?
                    }
                }
            }
            "pass" => Request::Pass { side: self.side(caller, command)? },
            "orders" => Request::Order { who: self.acting(caller, command)?, order: command.need("order")?.to_owned() },
            "join" => Request::Join(self.newcomer(caller, command)?),
            "leave" => Request::Leave { who: self.acting(caller, command)? },
            "encounter begin" => gm().map(|()| Request::Begin)?,
            // Where nobody is GM, those who play in the fight say when it's over.
            "encounter end" if !actor.is_gm() && self.may_end(caller) => return Ok((Actor::Table, Request::End)),
            "encounter end" => gm().map(|()| Request::End)?,
            "encounter resume" if self.only_plays(caller.seat) => return Ok((Actor::Table, Request::Resume)),
            "encounter pause" => Request::Pause,
            "encounter resume" => Request::Resume,
            "encounter undo" => Request::Undo,
            path if path.starts_with("gm ") => gm().and_then(|()| self.gm_request(caller, command))?,
            other => return Err(UserError::say(format!("There is no command /{other}."))),
        };
        Ok((actor, request))
    }

    /// What only the GM may do, as a request.
    fn gm_request(&self, caller: &Caller, command: &Command) -> Result<Request, UserError> {
        let viewer = self.viewer(caller);
        let session = self.session();
        let target = |name: &str| session.find(viewer, command.need(name)?);
        Ok(match command.path.as_str() {
            "gm add" => Request::Join(self.newcomer(caller, command)?),
            "gm remove" => Request::Leave { who: target("name")? },
            "gm undo" => Request::Undo,
            "gm set" => several::set(session, command)?,
            "gm condition" => {
                let (name, on) = (condition(command)?, !command.get("off").is_some_and(sentences::is_yes));
                several::for_each(session, command, |who| Request::Condition { who, name: name.clone(), on })?
            }
            "gm place" => placing::request(session, command)?,
            "gm hide" => {
                let hidden = command.get("hidden").is_none_or(sentences::is_yes);
                several::for_each(session, command, |who| Request::Hide { who, hidden })?
            }
            "gm reveal" => {
                let shown = command.get("show").filter(|it| !it.is_empty()).map(sentences::shown).transpose()?;
                several::revealed(session, command, shown)?
            }
            "gm turn" => Request::Turn(self.turn(viewer, command)?),
            "gm control" => {
                let to = match command.get("player") {
                    Some(player) => Controller::Player(sentences::seat(player)?),
                    None => Controller::Gm,
                };
                Request::Control { who: target("name")?, to }
            }
            "gm autopilot" => {
                let who = command.get("name").unwrap_or_default();
                autopilot::request(session, who, command.get("style"), &self.absent())?
            }
            "gm chase" => {
                let side = session.find_side(command.need("side")?)?;
                let of_side = |it: &&NameView| it.side == side;
                let names = session.names(viewer);
                let who = names.iter().filter(of_side).min_by_key(|it| it.player.is_some());
                let who = who.ok_or_else(|| UserError::say("Nobody on that side is in the fight."))?.id;
                let how = command.get("speed").unwrap_or("as-they-run").to_owned();
                let draft = session.draft(viewer, who, "chase", &[("how".to_owned(), how)])?;
                Request::Act { who, draft }
            }
            "gm side" => Request::Side { name: command.need("name")?.to_owned() },
            "gm option" => {
                Request::Option { name: command.need("name")?.to_owned(), value: command.need("value")?.to_owned() }
            }
            "gm fight" => {
                Request::SetFight { name: command.need("name")?.to_owned(), value: command.need("value")?.to_owned() }
            }
            "gm board" => Request::Board { fields: placing::each_on_board(session, &command.options) },
            "gm answer" => {
                let name = command.get("name");
                self.pressed(caller, name, command.need("choice")?)?
            }
            other => return Err(UserError::say(format!("There is no command /{other}."))),
        })
    }

    fn act(&self, caller: &Caller, command: &Command, verb: &str) -> Result<Request, UserError> {
        let who = self.acting(caller, command)?;
        let typed = command.except(&["as", "what"]);
        let draft = self.session().draft(self.viewer(caller), who, verb, &typed)?;
        Ok(Request::Act { who, draft })
    }

    fn newcomer(&self, caller: &Caller, command: &Command) -> Result<Newcomer, UserError> {
        const OWN: &[&str] = &["name", "side", "player", "template", "count", "hidden", "autopilot", "as", "at"];
        let by_gm = command.path == "gm add";
        let owner = match (by_gm, command.get("player")) {
            (true, Some(player)) => Some(sentences::seat(player)?),
            (true, None) => None,
            (false, _) => Some(caller.seat),
        };
        let count = match command.get("count") {
            None => 1,
            Some(text) => {
                let number = text.parse::<u8>().ok().filter(|it| (1..=20).contains(it));
                number.ok_or_else(|| {
                    UserError::say(format!("How many? A number from 1 to 20, not \u{201c}{text}\u{201d} (count:)."))
                })?
            }
        };
        let template = command.get("template").map(str::to_owned);
        let name = match (command.get("name"), &template) {
            (Some(name), _) => name.to_owned(),
            (None, Some(template)) => sentences::named_after(template),
            (None, None) => return Err(UserError::say(format!("/{} needs name:\u{2026}", command.path))),
        };
        let mut fields = command.except(OWN);
        if let Some(index) = fields.iter().position(|it| it.0 == "fields") {
            let text = fields.remove(index).1;
            fields.extend(sentences::fields(&text)?);
        }
        // A combatant the GM adds without naming a player or a side is a foe: it joins the second side, if there is one.
        let foes = || self.session().sides().get(1).map(|it| it.name.to_string()).filter(|_| by_gm && owner.is_none());
        let side = command.get("side").map(str::to_owned).or_else(foes);
        let hidden = match command.get("hidden").filter(|it| by_gm && !it.trim().is_empty()) {
            None => false,
            Some(typed) => wording::yes(typed).map_err(|why| UserError::say(format!("hidden: must be {why}")))?,
        };
        let autopilot = match command.get("autopilot").filter(|_| by_gm) {
            None => Handover::Off,
            Some(_) if owner.is_some() => {
                return Err(UserError::say(
                    "Umpire only plays combatants that the GM plays. Leave out player or autopilot.",
                ));
            }
            Some(typed) => autopilot::handover_here(self.session(), typed)?,
        };
        let at = command.get("at").filter(|it| by_gm && !it.is_empty()).map(str::to_owned);
        Ok(Newcomer { name, side, owner, template, fields, at, hidden, count, saved: None, autopilot })
    }

    fn turn(&self, viewer: Viewer, command: &Command) -> Result<TurnPatch, UserError> {
        if let Some(side) = command.get("side") {
            return Ok(TurnPatch::Side(self.session().find_side(side)?));
        }
        let who = || self.session().find(viewer, command.need("name")?);
        let change = command.get("what").map_or(Ok(TurnChange::Give), |typed| {
            TurnChange::named(typed).ok_or_else(|| {
                UserError::say(format!(
                    "/gm turn what: must be give, end, spend or restore, not \u{201c}{typed}\u{201d}."
                ))
            })
        })?;
        Ok(match change {
            TurnChange::End => TurnPatch::End,
            TurnChange::Give => TurnPatch::Give(who()?),
            TurnChange::Spend => TurnPatch::Spend(who()?),
            TurnChange::Restore => TurnPatch::Restore(who()?),
        })
    }
}
