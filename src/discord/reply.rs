//! Answers an interaction within Discord's three seconds: at once if the work is quick, otherwise with "thinking" now and the answer later.
//! Refusals are answers too, always private. If an answer can't be delivered, that's logged; the work isn't undone.

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::plain_text,
    done_replies::{DONE, clear_away},
    interaction_context::{self, Came, InteractionContext},
    limits::CONTENT_MAX,
    message::{File, Message, split},
    passing_refusals::{SHORT_STAYS, is_short},
    publishing::redraw::{Offer, redraw_answered},
    rest::{InteractionToken, PendingRequest, RestClient, RestOutcome},
};
use crate::{
    failpoint,
    store::Snowflake,
    table::{ServiceError, live_fights::TableError},
};
use serde_json::{Value, json};
use serenity::{all::CreateAttachment, http::HttpError};
use std::{fmt, future::Future, pin::Pin, time::Duration};
use tokio::sync::oneshot;
use tracing::Instrument as _;

/// The age of an interaction at which the user is shown "thinking", counted from when it was sent. Discord's limit is three seconds,
/// including the time on the network.
const THINKING_AFTER_MS: i64 = 1_500;
/// Up to this age of an interaction, a first reply that got lost is sent again.
const AGAIN_UNTIL_MS: i64 = 2_600;
/// After this, Discord accepts no first reply. Docs, "Receiving and Responding".
const ANSWERED_WITHIN_MS: i64 = 3_000;

/// What's said in place of an answer that Discord rejects.
const REJECTED: &str = "Discord didn\u{2019}t take the answer to this. Look at the fight to see whether it was done; whoever runs Umpire finds the reason in its log.";
/// What the user gets.
#[derive(Debug)]
pub enum Answer {
    /// A message, private if it says so. If it's too long, it's split.
    Say(Message),
    /// Replaces the message that was pressed.
    Update(Message),
    /// Replaces the public message that was pressed, and reports whether Discord accepted that.
    Redraw(Box<Message>, oneshot::Sender<bool>),
    /// A form to fill in: Discord's modal.
    Form(Value),
    /// This at once, and then in its place whatever comes of what takes longer.
    Improved {
        /// What's said at once.
        now: Box<Answer>,
        /// What replaces it.
        later: Later,
    },
    /// Nothing at once; and then what becomes of the public message that was pressed, if that's told soon.
    Done(Snowflake, Offer),
    /// Nothing: the result is visible elsewhere.
    Silent,
}

impl Answer {
    /// Whether the message that was pressed shows something else now.
    pub fn replaces(&self) -> bool {
        match self {
            Answer::Update(_) | Answer::Redraw(..) => true,
            Answer::Improved { now, .. } => now.replaces(),
            Answer::Say(_) | Answer::Form(_) | Answer::Done(..) | Answer::Silent => false,
        }
    }
}

/// A private message that's still being worked out; `None` if there's nothing to replace.
pub struct Later(pub Pin<Box<dyn Future<Output = Option<Message>> + Send>>);

impl fmt::Debug for Later {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Later")
    }
}

impl Answer {
    /// In place of the message that was pressed.
    pub fn in_place(self) -> Answer {
        match self {
            Answer::Say(message) => Answer::Update(message),
            Answer::Improved { now, later } => Answer::Improved { now: Box::new(now.in_place()), later },
            other => other,
        }
    }

    /// A private sentence.
    pub fn whisper(text: impl Into<String>) -> Answer {
        Answer::Say(Message::text(text).private())
    }
}

/// Does the work and answers the interaction. If it isn't admitted, the answer says why, and no work is done.
pub async fn answer(
    app: &AppContext,
    context: &InteractionContext,
    work: impl Future<Output = Result<Answer, AppError>>,
) {
    let span = interaction_context::span(context.id, context.came.word(), context.guild_id, context.channel_id);
    answered(app, context, work).instrument(span).await;
}

async fn answered(
    app: &AppContext,
    context: &InteractionContext,
    work: impl Future<Output = Result<Answer, AppError>>,
) {
    if let Err(throttled) = app.throttle().admit(context.user_id, context.guild_id) {
        app.http().traffic().metrics().throttled(throttled.word());
        // Whoever is told again and again would have us send as fast as they press.
        if throttled.is_told {
            at_once(app, context, Answer::whisper(throttled.sentence())).await;
        }
        return;
    }
    let _admitted = match app.admission().admit(context.guild_id) {
        Ok(inside) => inside,
        Err(why) => return at_once(app, context, Answer::whisper(why.sentence(context))).await,
    };
    // Our permissions here are recorded before anything is shown; a fight that this interaction opens hears of them afterwards.
    app.take_note(context);
    let whose = (context.user_id, context.channel_id);
    let read = app.passing().take(whose);
    let mut work = std::pin::pin!(work);
    let quick = tokio::select! {
        biased;
        done = &mut work => Some(done),
        () = tokio::time::sleep(patience(age_ms(app, context))) => None,
    };
    let (later_on, refusal) = match quick {
        Some(done) => {
            let refusal = refused(&done);
            let (answer, later_on) = parted(settled(done));
            at_once(app, context, told(app, context, answer).await).await;
            (later_on, refusal)
        }
        None => {
            respond(app, context, json!({ "type": 5, "data": { "flags": PRIVATE } })).await;
            failpoint::hit("interaction.acknowledged");
            let done = work.await;
            let refusal = refused(&done);
            let (answer, later_on) = parted(settled(done));
            later(app, context, told(app, context, answer).await).await;
            (later_on, refusal)
        }
    };
    app.take_note(context);
    take_away(app, read);
    if let Some(sentence) = refusal.filter(|_| context.came != Came::ByCommand) {
        passes(app, context, &sentence).await;
    }
    if let Some(later_on) = later_on {
        replace(app, context, later_on).await;
    }
}

/// What's said at once, and what replaces it.
fn parted(answer: Answer) -> (Answer, Option<Later>) {
    match answer {
        Answer::Improved { now, later } => (*now, Some(later)),
        other => (other, None),
    }
}

/// Replaces a private message once that has been worked out; nobody waits for it.
async fn replace(app: &AppContext, context: &InteractionContext, later: Later) {
    let (publishing, token, is_plain) =
        (app.publishing().clone(), context.token.clone(), app.is_plain_for(context).await);
    tokio::spawn(async move {
        let Some(message) = later.0.await else { return };
        let message = if is_plain { plain_text::flattened(message) } else { message };
        let mut parts = parts(message.private());
        // What has become too long stays as it is.
        if parts.len() == 1 {
            note(publishing.rest().edit_reply(token, None, parts.remove(0)).await);
        }
    });
}

/// The answer in the form the user has chosen. Public messages stay the same: one person's settings aren't everyone's.
async fn told(app: &AppContext, context: &InteractionContext, answer: Answer) -> Answer {
    if !app.is_plain_for(context).await {
        return answer;
    }
    match answer {
        Answer::Say(message) if message.private => Answer::Say(plain_text::flattened(message)),
        Answer::Update(message) => Answer::Update(plain_text::flattened(message)),
        other => other,
    }
}

fn settled(done: Result<Answer, AppError>) -> Answer {
    match done {
        Ok(answer) => answer,
        Err(error) => match error.sentence() {
            Some(sentence) => Answer::whisper(sentence),
            None => Answer::Silent,
        },
    }
}

/// The sentence of a refusal.
fn refused(done: &Result<Answer, AppError>) -> Option<String> {
    match done {
        Err(error @ (AppError::Refused(_) | AppError::Table(TableError::Service(ServiceError::Refused(_))))) => {
            error.sentence()
        }
        _ => None,
    }
}

/// A refusal has been shown, which goes away by itself: see `passing_refusals`.
async fn passes(app: &AppContext, context: &InteractionContext, sentence: &str) {
    let (whose, token) = ((context.user_id, context.channel_id), context.token.clone());
    app.passing().note(whose, token.clone());
    if is_short(sentence, app.is_plain_for(context).await) {
        let (passing, rest) = (app.passing().clone(), app.rest().clone());
        tokio::spawn(async move {
            tokio::time::sleep(SHORT_STAYS).await;
            if passing.take_one(whose, &token) {
                let outcome = rest.delete_reply(token, None).await;
                tracing::debug!(?outcome, "a refusal that has been read was taken away");
            }
        });
    }
}

/// What has been read goes away.
fn take_away(app: &AppContext, read: Vec<InteractionToken>) {
    for token in read {
        // Whoever has dismissed it themselves has left nothing to delete.
        drop(app.rest().delete_reply(token, None));
    }
}

async fn at_once(app: &AppContext, context: &InteractionContext, answer: Answer) {
    let mut done = None;
    let (first, rest) = match answer {
        Answer::Say(message) => {
            let mut parts = parts(message);
            let first = parts.remove(0);
            let first = first_reply(app, context, first).await;
            failpoint::hit("interaction.acknowledged");
            clear_away(app.rest(), context, &first);
            return further(app.rest(), context, parts).await;
        }
        Answer::Update(message) => {
            let mut parts = parts(message.private());
            let first = parts.remove(0);
            match may_update(context) {
                true => {
                    let update = json!({ "type": 7, "data": first.to_edit_json() });
                    done = Some(first);
                    (update, parts)
                }
                false => (json!({ "type": 4, "data": first.to_json() }), parts),
            }
        }
        Answer::Redraw(message, taken) => {
            let is_taken = respond(app, context, json!({ "type": 7, "data": message.to_edit_json() })).await;
            failpoint::hit("interaction.acknowledged");
            // If nobody is waiting for that any more, the message has already been edited.
            let _ = taken.send(is_taken);
            return;
        }
        Answer::Done(id, offer) => {
            let is_told = respond(app, context, json!({ "type": 6 })).await;
            failpoint::hit("interaction.acknowledged");
            if is_told {
                let publishing = app.publishing().clone();
                let again = move || publishing.hub().offers.make(id);
                tokio::spawn(redraw_answered(app.rest().clone(), context.token.clone(), offer, again));
            }
            return;
        }
        Answer::Form(form) => (json!({ "type": 9, "data": form }), vec![]),
        // Parted before.
        Answer::Improved { .. } => return,
        Answer::Silent if may_update(context) => (json!({ "type": 6 }), vec![]),
        Answer::Silent => {
            let done = Message::text(DONE).private();
            respond(app, context, json!({ "type": 4, "data": done.to_json() })).await;
            failpoint::hit("interaction.acknowledged");
            return clear_away(app.rest(), context, &done);
        }
    };
    respond(app, context, first).await;
    failpoint::hit("interaction.acknowledged");
    if let Some(done) = done {
        clear_away(app.rest(), context, &done);
    }
    further(app.rest(), context, rest).await;
}

/// After "thinking": that was private, so everything that replaces it is too.
async fn later(app: &AppContext, context: &InteractionContext, answer: Answer) {
    let message = match answer {
        Answer::Say(message) | Answer::Update(message) => message,
        Answer::Form(_) => Message::text("That took too long to open a form. Please press again."),
        // When dropped, it lets the message be edited after all.
        Answer::Silent | Answer::Done(..) | Answer::Redraw(..) | Answer::Improved { .. } => Message::text(DONE),
    };
    let mut parts = parts(message.private());
    let edit = |message| app.rest().edit_reply(context.token.clone(), None, message);
    let shown = delivered(parts.remove(0), edit).await;
    clear_away(app.rest(), context, &shown);
    further(app.rest(), context, parts).await;
}

/// The flag of a reply that only its user sees. Docs, "Message Flags": EPHEMERAL.
const PRIVATE: u64 = 64;

async fn further(rest: &RestClient, context: &InteractionContext, parts: Vec<Message>) {
    for part in parts {
        delivered(part, |message| rest.follow_up(context.token.clone(), message)).await;
    }
}

/// Sends a message, and if Discord rejects it, what can be said instead. Returns what was sent last.
async fn delivered(mut message: Message, send: impl Fn(Message) -> PendingRequest) -> Message {
    loop {
        let outcome = send(message.clone()).await;
        let instead = matches!(outcome, RestOutcome::Rejected { .. }).then(|| instead(&message)).flatten();
        note(outcome);
        match instead {
            Some(instead) => message = instead,
            None => return message,
        }
    }
}

/// The first reply, with the same care. A reply that got lost isn't one that was rejected, and stays lost.
async fn first_reply(app: &AppContext, context: &InteractionContext, mut message: Message) -> Message {
    // In a first reply serenity gives every file the same number. An edit gives each its own.
    if message.files.len() > 1 {
        let flags = if message.private { PRIVATE } else { 0 };
        return match respond(app, context, json!({ "type": 5, "data": { "flags": flags } })).await {
            true => delivered(message, |it| app.rest().edit_reply(context.token.clone(), None, it)).await,
            false => message,
        };
    }
    loop {
        let sent = respond_with(app, context, json!({ "type": 4, "data": message.to_json() }), &message.files).await;
        match if sent == Sent::Rejected { instead(&message) } else { None } {
            Some(instead) => message = instead,
            None => return message,
        }
    }
}

/// What's said in place of a message that Discord rejects: the same with fewer files, then at least that it was rejected.
fn instead(rejected: &Message) -> Option<Message> {
    let private = rejected.private;
    let last = || (rejected.content != REJECTED).then(|| Message { private, ..Message::text(REJECTED) });
    rejected.clone().without_largest_file().or_else(last)
}

fn note(outcome: RestOutcome) {
    if !outcome.is_done() {
        tracing::warn!(?outcome, "a reply didn't arrive");
    }
}

fn may_update(context: &InteractionContext) -> bool {
    matches!(context.came, Came::ByPress | Came::ByForm(true))
}

/// One or more messages: text is cut between lines or words; buttons, embeds and files go with the last one.
fn parts(message: Message) -> Vec<Message> {
    let mut pieces = split::pieces(&message.content, CONTENT_MAX);
    let Some(last) = pieces.pop() else { return vec![message] };
    let private = message.private;
    let mut parts: Vec<Message> = pieces.into_iter().map(|it| Message { private, ..Message::text(it) }).collect();
    parts.push(Message { content: last, ..message });
    parts
}

/// An interaction's age, by Discord's clock as far as we know it.
fn age_ms(app: &AppContext, context: &InteractionContext) -> i64 {
    believed(app.skew().discord_ms() - interaction_context::sent_ms(context.id))
}

/// An age that's possible: no interaction arrives before it was sent, or so late that Discord would accept no answer. Otherwise our clock
/// is wrong, and the interaction counts as new.
fn believed(age_ms: i64) -> i64 {
    if (0..=ANSWERED_WITHIN_MS).contains(&age_ms) { age_ms } else { 0 }
}

/// How much longer the work for an interaction of this age may take. Even if a clock goes wrong, the time stays within reasonable limits.
fn patience(age_ms: i64) -> Duration {
    Duration::from_millis((THINKING_AFTER_MS - believed(age_ms)).clamp(0, THINKING_AFTER_MS).unsigned_abs())
}

/// How long a reply may wait for something it can do without: half of what's left before "thinking" is shown.
pub fn to_spare(app: &AppContext, context: &InteractionContext) -> Duration {
    patience(age_ms(app, context)) / 2
}

/// Sends the first reply. It isn't rate-limited. If the connection broke, it's sent once more if there's time; if the first attempt did
/// arrive, Discord rejects the second. Returns whether Discord accepted it.
pub async fn respond(app: &AppContext, context: &InteractionContext, body: Value) -> bool {
    respond_with(app, context, body, &[]).await == Sent::Taken
}

/// What became of a first reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sent {
    /// Discord has it.
    Taken,
    /// Discord says that it's malformed or too large.
    Rejected,
    /// It didn't arrive, or too late.
    Lost,
}

async fn respond_with(app: &AppContext, context: &InteractionContext, body: Value, files: &[File]) -> Sent {
    let send = || {
        let files = files.iter().map(|it| CreateAttachment::bytes(it.bytes.to_vec(), it.name.clone())).collect();
        app.http().first_reply(context.id, &context.token.token, &body, files)
    };
    let mut sent = send().await;
    if matches!(&sent, Err(serenity::Error::Http(HttpError::Request(_)))) && age_ms(app, context) < AGAIN_UNTIL_MS {
        tracing::info!(context = context.id, "the connection dropped during a first reply; sending it once more");
        sent = match send().await {
            Err(error) if is_answered_already(&error) => Ok(()),
            other => other,
        };
    }
    if sent.is_ok() {
        app.http().traffic().metrics().acknowledged(context.came.word(), context.received.elapsed());
    }
    if let Err(error) = &sent {
        // The error's own text contains the address, and with it the token.
        tracing::warn!(context = context.id, status = ?status(error), "a first reply was rejected");
    }
    match &sent {
        Ok(()) => Sent::Taken,
        Err(error) if !is_answered_already(error) && matches!(status(error), Some((400 | 413, _))) => Sent::Rejected,
        Err(_) => Sent::Lost,
    }
}

/// Whether the interaction has already been answered (40060). Docs, "JSON Error Codes".
fn is_answered_already(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) if answer.error.code == 40_060)
}

fn status(error: &serenity::Error) -> Option<(u16, String)> {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(answer)) => {
            let errors: Vec<String> =
                answer.error.errors.iter().map(|it| format!("{}: {}", it.path, it.message)).collect();
            Some((answer.status_code.as_u16(), format!("{} {}", answer.error.message, errors.join("; "))))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Time spent on the network counts; impossible times don't.
    #[test]
    fn patience_counts_from_when_the_interaction_was_sent() {
        let of = |age_ms| patience(age_ms).as_millis();
        assert_eq!((of(0), of(400), of(1_500)), (1_500, 1_100, 0));
        assert_eq!(
            (of(2_900), of(60_000), of(-60_000)),
            (0, 1_500, 1_500),
            "an interaction that old would not be answered at all"
        );
    }
}
