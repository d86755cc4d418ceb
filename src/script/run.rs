//! Plays a script: sends every line to an [`EncounterService`] over an in-memory store, as Discord would, with a clock and dice that only
//! the script moves. It knows no rules; everything it shows comes from the store's outbox.

use super::{
    check::Seen,
    expect::Expect,
    outcome::{Failure, ScriptOutcome},
    parse::{self, Joining, ScriptLine, Statement},
    rest,
    story_text::{self, Spoken},
};
use crate::{
    engine::{Actor, Scripted, Seat, SideId, Stage, view::Viewer},
    rules::{Newcomer, Request, System, UserError, story::stored::StoryView},
    store::{MemoryStore, Store},
    table::{Caller, Command, EncounterService, InputOrigin, NewFight, NoticeKind, ServiceError},
};
use futures_util::FutureExt;
use std::{collections::BTreeSet, fmt::Write as _, sync::Arc};

/// The start time of every script, in milliseconds since the epoch.
const BEGINS_AT_MS: i64 = 1_700_000_000_000;
/// The application id and channel id of every script's fight.
const ANY_ID: u64 = 1;
/// The seat of `@gm`; the others follow in the order they're first named.
const FIRST_SEAT: u64 = 1_000;
/// The outbox kinds that tell what happened: in the fight, and during setup.
const STORIES: [NoticeKind; 3] = [NoticeKind::Story, NoticeKind::Secret, NoticeKind::Setup];
/// So many rolls of a line are named where its dice don't fit.
const ROLLS_NAMED: usize = 12;
/// The user who runs the fight.
const GM: &str = "gm";

/// A script being played.
pub(super) struct Play {
    file: String,
    pub(super) store: Arc<MemoryStore>,
    pub(super) service: Option<EncounterService>,
    pub(super) now_ms: i64,
    /// The users, by the order of their seats.
    users: Vec<String>,
    pub(super) seed: Option<[u8; 32]>,
    /// The number of outbox bodies read so far.
    read: usize,
    since: Since,
    /// What rests after the fight have restored; the fight itself doesn't change any more.
    rested: Vec<rest::After>,
    /// A refusal that the next line must expect, and its line number.
    unexpected: Option<(usize, String)>,
    transcript: String,
    cited: BTreeSet<String>,
    failures: Vec<Failure>,
}

/// What has been seen since the last input.
#[derive(Default)]
struct Since {
    lines: Vec<Spoken>,
    questions: Vec<Spoken>,
    reply: Option<String>,
    refused: Option<String>,
}

/// Playing stops; the reason has been recorded.
pub(super) struct Stop;

impl Play {
    fn of(file: &str) -> Play {
        Play {
            file: file.to_owned(),
            store: Arc::new(MemoryStore::new()),
            service: None,
            now_ms: BEGINS_AT_MS,
            users: vec![GM.to_owned()],
            seed: None,
            read: 0,
            since: Since::default(),
            unexpected: None,
            transcript: String::new(),
            cited: BTreeSet::new(),
            rested: vec![],
            failures: vec![],
        }
    }

    /// Plays a script's lines. Returns the last line's number; `None` if they can't be read.
    async fn lines(&mut self, text: &str) -> Option<usize> {
        let script = match parse::parse(text) {
            Ok(script) => script,
            Err(faults) => {
                faults.into_iter().for_each(|it| self.fail(it.line, it.why));
                return None;
            }
        };
        for line in &script.lines {
            if self.line(line).await.is_err() {
                break;
            }
        }
        Some(script.lines.last().map_or(1, |it| it.number))
    }

    /// The fight as a script leaves it; dice may be left over.
    pub fn up_to_the_end(file: &str, text: &str) -> Play {
        let mut play = Play::of(file);
        let last = play.lines(text).now_or_never().expect("a store in memory never waits");
        if let Some((line, why)) = play.unexpected.take() {
            play.fail(line, format!("expected this to be done, found it refused: {why}"));
        }
        if last.is_some() && play.service.is_none() && play.failures.is_empty() {
            play.fail(1, "expected \u{201c}encounter SYSTEM\u{201d}: there is no fight");
        }
        play
    }

    /// What wasn't as expected.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Plays a script to its end, or to the first line it can't continue after.
    pub async fn whole(file: &str, text: &str) -> ScriptOutcome {
        let mut play = Play::of(file);
        if let Some(last) = play.lines(text).await {
            play.end(last).await;
        }
        ScriptOutcome {
            scene: play.service.as_ref().map(|it| it.scene(Viewer::Gm)),
            log: play.service.as_ref().map(|it| it.session().export()),
            file: play.file,
            failures: play.failures,
            transcript: play.transcript,
            cited: play.cited,
        }
    }

    fn fail(&mut self, line: usize, text: impl Into<String>) {
        let text = self.with_users(&text.into());
        let _ = writeln!(self.transcript, "    ! line {line}: {text}"); // writing to a string cannot fail
        self.failures.push(Failure { file: self.file.clone(), line, text });
    }

    pub(super) fn stop<T>(&mut self, line: usize, text: impl Into<String>) -> Result<T, Stop> {
        self.fail(line, text);
        Err(Stop)
    }

    /// A dice fault, an unexpected refusal or a broken table ends a script: anything after that would be meaningless.
    async fn line(&mut self, line: &ScriptLine) -> Result<(), Stop> {
        let awaits_refusal = |it: &Statement| match it {
            Statement::Expect(all) => all.iter().any(|it| matches!(it, Expect::Refused(_))),
            _ => false,
        };
        if let Some((number, why)) = self.unexpected.take()
            && !awaits_refusal(&line.says)
        {
            return self.stop(number, format!("expected this to be done, found it refused: {why}"));
        }
        if self.service.is_none() && !matches!(line.says, Statement::Encounter { .. }) {
            return self.stop(line.number, "expected \u{201c}encounter SYSTEM\u{201d} first: there is no fight yet");
        }
        match &line.says {
            Statement::Expect(all) => self.expect(line.number, all),
            Statement::Dice(faces) => self.queue(faces),
            Statement::Seed(seed) => self.seed_dice(line.number, *seed)?,
            Statement::Wait(ms) => {
                let _ = writeln!(self.transcript, "{}", line.text);
                self.wait(line.number, *ms).await?;
            }
            Statement::Restart => {
                let _ = writeln!(self.transcript, "{}", line.text);
                self.restart(line.number).await?;
            }
            Statement::Encounter { system, options } => self.encounter(line, *system, options).await?,
            _ => self.input(line).await?,
        }
        Ok(())
    }

    fn expect(&mut self, number: usize, all: &[Expect]) {
        let Some(service) = &self.service else { return };
        let seen = Seen {
            session: service.session(),
            now_ms: self.now_ms,
            lines: &self.since.lines,
            questions: &self.since.questions,
            reply: self.since.reply.as_deref(),
            refused: self.since.refused.as_deref(),
            rested: &self.rested,
        };
        let wrong: Vec<String> = all.iter().filter_map(|it| seen.check(it).err()).collect();
        for why in wrong {
            self.fail(number, why);
        }
        for it in all {
            let asked = match it {
                Expect::Odds(expected) => self.check_odds(expected),
                Expect::Suggested { name, text, there } => self.check_suggested(name, text, *there),
                _ => Ok(()),
            };
            if let Err(why) = asked {
                self.fail(number, why);
            }
        }
    }

    async fn encounter(&mut self, line: &ScriptLine, system: System, options: &[(String, String)]) -> Result<(), Stop> {
        if self.service.is_some() {
            return self.stop(line.number, "expected one encounter in a script, found a second");
        }
        let _ = writeln!(self.transcript, "{}", line.text);
        let new = NewFight {
            application_id: ANY_ID,
            guild_id: Some(ANY_ID),
            channel_id: ANY_ID,
            system,
            name: self.file.clone(),
            options: options.to_vec(),
            gm: Seat(FIRST_SEAT),
        };
        match EncounterService::open(self.store.clone(), new, [0; 32], &[], self.now_ms).await {
            Ok(service) => {
                self.service = Some(service.scripted(Scripted::default()));
                Ok(())
            }
            Err(why) => self.stop(line.number, why.to_string()),
        }
    }

    /// A line that sends something to the table.
    async fn input(&mut self, line: &ScriptLine) -> Result<(), Stop> {
        let _ = writeln!(self.transcript, "{}", line.text);
        self.since = Since::default();
        let dice = self.service.as_mut().and_then(|it| it.script_dice().cloned());
        let put = self.put(&line.says).await.map_err(|it| match it {
            ServiceError::TakesYes(_) => ServiceError::Refused(UserError::say(it.to_string())),
            other => other,
        });
        match put {
            Ok(reply) => {
                if let Some(reply) = reply.map(|it| self.with_users(&it)).filter(|it| !it.is_empty()) {
                    self.whisper(&line.says, &reply);
                    self.since.reply = Some(reply);
                }
            }
            Err(ServiceError::Refused(refused)) => {
                // Dice rolled by a refused input aren't used up.
                if let (Some(now), Some(before)) = (self.service.as_mut().and_then(EncounterService::script_dice), dice)
                {
                    *now = before;
                }
                let why = self.refusal(&refused);
                let _ = writeln!(self.transcript, "    (refused: {why})");
                self.since.refused = Some(why.clone());
                self.unexpected = Some((line.number, why));
            }
            Err(other) => {
                self.listen(line.number).await?;
                return self.stop(line.number, other.to_string());
            }
        }
        self.listen(line.number).await
    }

    fn refusal(&mut self, refused: &UserError) -> String {
        let mut why = self.with_users(&refused.text);
        if let Some(rule) = &refused.rule {
            self.cited.insert(rule.number.to_owned());
            let _ = write!(why, " [{}]", rule.number);
        }
        why
    }

    /// A private reply. "Done." isn't worth showing.
    fn whisper(&mut self, says: &Statement, reply: &str) {
        let to = match says {
            Statement::Command { user, .. } | Statement::Press { user, .. } => user.as_str(),
            _ => GM,
        };
        if reply == "Done." {
            return;
        }
        for part in reply.lines() {
            let _ = writeln!(self.transcript, "    (to @{to} alone) {part}");
        }
    }

    async fn put(&mut self, says: &Statement) -> Result<Option<String>, ServiceError> {
        let now_ms = self.now_ms;
        let gm = self.actor(GM);
        let receipt = InputOrigin::default();
        let requests = match says {
            Statement::Command { user, command } => {
                let caller = self.caller(user);
                let command = self.with_seats(command);
                if command.path.eq_ignore_ascii_case("rest") {
                    return self.rest(user, &command).await.map(Some);
                }
                let reply = self.service()?.command(&caller, &command, receipt, now_ms).await?;
                let own = reply.own.iter().map(|it| it.text.as_str());
                return Ok(Some([reply.text.as_str()].into_iter().chain(own).collect::<Vec<_>>().join("\n")));
            }
            Statement::Press { user, label, whom } => {
                let caller = self.caller(user);
                let service = self.service()?;
                let request = service.pressed(&caller, whom.as_deref(), label)?;
                service.ask(service.actor(&caller), &request, receipt, now_ms).await?;
                return Ok(None);
            }
            Statement::Side(name) => vec![Request::Side { name: name.clone() }],
            Statement::Options(all) => {
                all.iter().map(|(name, value)| Request::Option { name: name.clone(), value: value.clone() }).collect()
            }
            Statement::Add(joining) => vec![Request::Join(self.newcomer(joining))],
            Statement::Initiative(side) => {
                vec![Request::SetFight { name: "initiative".to_owned(), value: side.clone() }]
            }
            Statement::Board(fields) => vec![Request::Board { fields: fields.clone() }],
            Statement::Place { name, at } => {
                let who = self.service()?.session().find(Viewer::Gm, name)?;
                vec![Request::Place { who, at: at.clone() }]
            }
            Statement::Undo => vec![Request::Undo],
            Statement::Encounter { .. }
            | Statement::Dice(_)
            | Statement::Seed(_)
            | Statement::Wait(_)
            | Statement::Restart
            | Statement::Expect(_) => vec![],
        };
        for request in requests {
            self.service()?.ask(gm, &request, receipt, now_ms).await?;
        }
        Ok(None)
    }

    /// `/rest`: the user's combatants, or everyone for the GM.
    async fn rest(&mut self, user: &str, command: &Command) -> Result<String, ServiceError> {
        let (caller, gm, now_ms) = (self.caller(user), self.actor(GM), self.now_ms);
        let before = self.rested.clone();
        let service = self.service()?;
        let all = service.actor(&caller).is_gm();
        let names = service.session().names(Viewer::Gm).into_iter();
        let own: Vec<_> = names.filter(|it| all || it.owner == Some(caller.seat)).map(|it| it.id).collect();
        let mut dice = service.script_dice().cloned().unwrap_or_default();
        let night = rest::rest(service.session(), command, &own, &before, &mut dice)?;
        if let Some(left) = service.script_dice() {
            *left = dice;
        }
        let kept = rest::settle(service, gm, night.given, now_ms).await;
        self.rested.extend(kept);
        Ok(night.words.join("\n"))
    }

    pub(super) fn begun(&mut self) -> Result<&mut EncounterService, UserError> {
        self.service.as_mut().ok_or_else(|| UserError::say("There is no fight yet."))
    }

    fn service(&mut self) -> Result<&mut EncounterService, ServiceError> {
        self.begun().map_err(ServiceError::Refused)
    }

    fn newcomer(&mut self, joining: &Joining) -> Newcomer {
        let owner = joining.player.as_ref().map(|user| self.seat(user));
        Newcomer { owner, ..joining.newcomer.clone() }
    }

    fn seat(&mut self, user: &str) -> Seat {
        let known = self.users.iter().position(|it| it == user);
        let index = known.unwrap_or_else(|| {
            self.users.push(user.to_owned());
            self.users.len() - 1
        });
        Seat(FIRST_SEAT + index as u64)
    }

    pub(super) fn caller(&mut self, user: &str) -> Caller {
        Caller { seat: self.seat(user), has_gm_role: false }
    }

    fn actor(&mut self, user: &str) -> Actor {
        Actor::Gm(self.seat(user))
    }

    /// `@bob` as an option's value is a mention, as in Discord.
    pub(super) fn with_seats(&mut self, command: &Command) -> Command {
        let mut command = command.clone();
        for (_, value) in &mut command.options {
            if let Some(user) = value.strip_prefix('@')
                && !user.contains(char::is_whitespace)
            {
                let seat = self.seat(&user.to_lowercase());
                *value = format!("<@{}>", seat.0);
            }
        }
        command
    }

    /// Mentions as a reader of the channel sees them.
    fn with_users(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (index, user) in self.users.iter().enumerate() {
            text = text.replace(&format!("<@{}>", FIRST_SEAT + index as u64), &format!("@{user}"));
        }
        text
    }

    /// Reads new outbox rows and shows them.
    pub(super) async fn listen(&mut self, number: usize) -> Result<(), Stop> {
        let Some(service) = &self.service else { return Ok(()) };
        let bodies = match self.store.outbox(service.header().id).await {
            Ok(bodies) => bodies,
            Err(why) => return self.stop(number, why.to_string()),
        };
        let sides = service.session().sides();
        let side = |id: SideId| {
            let known = sides.iter().find(|it| it.id == id);
            known.map_or_else(|| format!("side {}", id.0), |it| it.name.to_string())
        };
        let seen: Vec<String> = service.session().names(Viewer::Everyone).into_iter().map(|it| it.name).collect();
        let is_seen = |name: &str| seen.iter().any(|it| it == name) || sides.iter().any(|it| *it.name == *name);
        let mut rolls = vec![];
        // Other kinds ask for a picture of the whole fight, which no line of a script refers to.
        for body in bodies.iter().skip(self.read).filter(|it| STORIES.iter().any(|kind| kind.is_of(&it.notice))) {
            let story = match StoryView::read(&body.notice.payload) {
                Ok(story) => story,
                Err(why) => return self.stop(number, format!("the outbox holds what is no story: {why}")),
            };
            for line in story_text::new_lines(&story, side) {
                self.show(&line);
                rolls.extend(line.roll.clone());
                self.cited.extend(line.rules.iter().cloned());
                self.since.lines.push(Spoken { text: self.with_users(&line.text), ..line });
            }
            for question in story_text::questions(&story, is_seen) {
                let question = Spoken { text: self.with_users(&question.text), ..question };
                self.show(&question);
                self.since.questions.push(question);
            }
        }
        self.read = bodies.len();
        let fault = self.service.as_mut().and_then(EncounterService::script_dice).and_then(Scripted::take_fault);
        match fault {
            None => Ok(()),
            Some(fault) => {
                let more = rolls.len().saturating_sub(ROLLS_NAMED);
                rolls.truncate(ROLLS_NAMED);
                let mut so_far = if rolls.is_empty() { "none".to_owned() } else { rolls.join("; ") };
                if more > 0 {
                    so_far.push_str(&format!("; and {more} more"));
                }
                self.stop(number, format!("the dice do not fit: {fault} (rolls of this line: {so_far})"))
            }
        }
    }

    fn show(&mut self, line: &Spoken) {
        let text = self.with_users(&line.text);
        let only = line.only.as_ref().map(|it| self.with_users(it));
        let _ = match only {
            None => writeln!(self.transcript, "    {text}"),
            Some(only) => writeln!(self.transcript, "    (only for {only}) {text}"),
        };
    }

    /// At the end: no unexpected refusal, no die left over, and the log folds to the same fight.
    async fn end(&mut self, number: usize) {
        if let Some((line, why)) = self.unexpected.take() {
            self.fail(line, format!("expected this to be done, found it refused: {why}"));
        }
        if !self.failures.is_empty() {
            return; // leftovers of a script that stopped mean nothing
        }
        if self.leftovers(number).is_ok() && self.service.as_ref().is_some_and(|it| it.session().stage() != Stage::Over)
        {
            let _ = self.restart(number).await; // records any problem itself
        }
    }
}
