//! What outlasts a finished fight. The GM is told and decides whether to write it to the saved characters; each player is told about their
//! own. The decision is made once: it's stored in the same transaction as the sheets. If a character has changed in the meantime, its
//! changes are merged field by field, and the report says what was left out. Nothing is kept in memory, so the buttons work after a
//! restart.

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::{tracker::press, words},
    custom_id::CustomId,
    interaction_context::InteractionContext,
    message::{ActionRow, Message},
    publisher_context::PublisherContext,
    reply::Answer,
    saved_characters::{self, SavedCharacter},
    system_choice::judge,
    text,
};
use crate::{
    engine::view::Viewer,
    rules::{Change, Lasting, System},
    store::{CharacterWrite, EncounterId, Header, Settlement, Status, StoreError},
    table::EncounterService,
};
use serde::{Deserialize, Serialize};

/// The prefix of this page's list ids.
pub const LIST: &str = "lasting";
const YES: &str = "lasting-yes";
const NO: &str = "lasting-no";
/// How often a decision is retried while characters change under it.
const TRIES: usize = 4;

/// What happened to one character, as stored with the decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Became {
    name: String,
    owner: Option<u64>,
    /// What was and wasn't written, in sentences.
    told: Vec<String>,
    /// The saved character.
    saved: Option<i64>,
    /// The fields that were written.
    written: Vec<Change>,
}

/// A finished fight in which somebody has something to keep.
struct Aftermath {
    id: EncounterId,
    name: String,
    system: System,
    guild: Option<u64>,
    /// The last row of its log. A fight can be reopened and end again.
    head_seq: i64,
    is_gm: bool,
    /// The GMs' private channel.
    gm_channel: Option<u64>,
    lasting: Vec<Lasting>,
    /// The decision about this ending, if it has been made.
    settled: Option<Settlement>,
}

async fn read(app: &AppContext, context: &InteractionContext, id: EncounterId) -> Result<Aftermath, AppError> {
    let nothing = || AppError::say("There\u{2019}s no such fight here.");
    let header = app.store().encounter(id).await?.ok_or_else(nothing)?;
    if header.application_id != app.application_id() || header.guild_id != context.guild_id {
        return Err(nothing());
    }
    let caller = app.caller(context).await;
    gather(app, header, |service| service.actor(&caller).is_gm()).await
}

async fn gather(
    context: &PublisherContext,
    header: Header,
    is_gm: impl FnOnce(&EncounterService) -> bool + Send,
) -> Result<Aftermath, AppError> {
    if header.status != Status::Over {
        return Err(AppError::say(
            "This fight isn\u{2019}t over. Its aftermath comes once the GM has closed it with /encounter end.",
        ));
    }
    let (is_gm, gm_channel, mut lasting) = {
        let service = EncounterService::load(context.store().clone(), header.id).await?;
        let session = service.session();
        let all = session.names(Viewer::Gm).into_iter().filter_map(|it| session.lasting(it.id));
        (is_gm(&service), service.gm_channel(), all.filter(|it| it.saved.is_some()).collect::<Vec<Lasting>>())
    };
    let mut settled = None;
    for earlier in context.store().settlements(header.id).await? {
        match earlier.head_seq == header.head_seq {
            true => settled = Some(earlier),
            false if earlier.written => since(&mut lasting, &outcome(&earlier)?),
            false => {}
        }
    }
    let (name, guild, head_seq, system) =
        (header.name, header.guild_id, header.head_seq, System::named(&header.system)?);
    Ok(Aftermath { id: header.id, name, system, guild, head_seq, is_gm, gm_channel, lasting, settled })
}

/// The page for the GMs' channel, with the question or the decision; `None` if nobody has anything to keep.
///
/// # Errors
/// If the fight isn't over, or the store fails.
pub async fn for_the_gms_channel(context: &PublisherContext, id: EncounterId) -> Result<Option<Message>, AppError> {
    let Some(header) = context.store().encounter(id).await? else { return Ok(None) };
    let it = gather(context, header, |_| true).await?;
    match it.lasting.is_empty() {
        true => Ok(None),
        false => page(context, 0, &it).await.map(Some),
    }
}

fn outcome(it: &Settlement) -> Result<Vec<Became>, AppError> {
    serde_json::from_str(&it.outcome).map_err(|why| AppError::Internal(why.to_string()))
}

/// What remains to be written if the fight was reopened after an earlier ending.
fn since(lasting: &mut [Lasting], earlier: &[Became]) {
    for one in lasting {
        for before in earlier.iter().filter(|it| it.saved == one.saved).flat_map(|it| &it.written) {
            match one.changes.iter_mut().find(|it| it.field == before.field) {
                Some(change) => change.from.clone_from(&before.to),
                None => one.changes.push(Change {
                    field: before.field.clone(),
                    from: before.to.clone(),
                    to: before.from.clone(),
                }),
            }
        }
        one.changes.retain(|it| it.from != it.to);
    }
}

/// What the GM is told as soon as the fight is over; `None` if nobody has anything to keep.
///
/// # Errors
/// If the store fails.
pub async fn after_the_end(
    app: &AppContext,
    context: &InteractionContext,
    id: EncounterId,
) -> Result<Option<Answer>, AppError> {
    let it = read(app, context, id).await?;
    if it.lasting.is_empty() {
        return Ok(None);
    }
    Ok(Some(Answer::Say(page(app, context.user_id, &it).await?.private())))
}

/// The page of the last fight in the interaction's channel.
///
/// # Errors
/// If there isn't one, or the store fails.
pub async fn last_one_here(app: &AppContext, context: &InteractionContext) -> Result<Answer, AppError> {
    let all = app.store().encounters_in(app.application_id(), context.channel_id).await?;
    let last = all.into_iter().find(|it| it.status == Status::Over);
    let last = last.ok_or_else(|| AppError::say("No fight has ended in this channel yet."))?;
    let it = read(app, context, last.id).await?;
    Ok(Answer::Say(page(app, context.user_id, &it).await?.private()))
}

/// The button below the fight's summary; `None` if no saved character took part.
pub fn button(service: &EncounterService) -> Option<ActionRow> {
    let session = service.session();
    let anybody =
        session.names(Viewer::Gm).iter().any(|it| session.lasting(it.id).is_some_and(|it| it.saved.is_some()));
    let encounter = service.header().id.unsigned_abs();
    let id = CustomId::Page { encounter, list: LIST.to_owned(), page: 0 };
    anybody.then(|| ActionRow::Buttons(vec![press("Aftermath\u{2026}", id)]))
}

/// Which ending of the fight a button belongs to: a button from an earlier ending decides nothing about a later one.
fn end(head_seq: i64) -> u32 {
    u32::try_from(head_seq).unwrap_or(u32::MAX)
}

/// Handles a press on one of its buttons: the page opens, or the GM decides.
///
/// # Errors
/// The reason for a refusal.
pub async fn pressed(
    app: &AppContext,
    context: &InteractionContext,
    is_private: bool,
    encounter: u64,
    list: &str,
    page_of: u32,
) -> Result<Answer, AppError> {
    let it = read(app, context, i64::try_from(encounter).unwrap_or(0)).await?;
    let it = match (list == YES || list == NO) && page_of == end(it.head_seq) {
        true => {
            decide(app, context, &it, list == YES).await?;
            read(app, context, it.id).await?
        }
        false => it,
    };
    let message = page(app, context.user_id, &it).await?;
    // In the GMs' channel the decision replaces the question; the channel's summary doesn't change.
    let asked_here = it.is_gm && list != LIST && it.gm_channel == Some(context.channel_id);
    Ok(if is_private || asked_here { Answer::Update(message) } else { Answer::Say(message.private()) })
}

/// What somebody may see: the GM sees everything and the question, players only their own characters.
async fn page(context: &PublisherContext, user_id: u64, it: &Aftermath) -> Result<Message, AppError> {
    let mine = |owner: Option<u64>| it.is_gm || owner == Some(user_id);
    let mut lines = vec![format!("The aftermath of **{}**:", text::escape(&it.name))];
    if let Some(settled) = &it.settled {
        for one in outcome(settled)?.iter().filter(|it| mine(it.owner)) {
            lines.push(line(&one.name, one.owner.filter(|_| it.is_gm), &one.told));
        }
        lines.push(match settled.written {
            true => format!("{} saved these changes to the characters.", text::mention(settled.decided_by)),
            false => {
                format!("{} left the saved characters unchanged.", text::mention(settled.decided_by))
            }
        });
        return Ok(Message::text(lines.join("\n")));
    }
    let mut any = false;
    for one in it.lasting.iter().filter(|one| mine(one.owner.map(|it| it.0))) {
        let told = merged(context, it, one).await?.told;
        any = true;
        lines.push(line(&one.name, one.owner.map(|it| it.0).filter(|_| it.is_gm), &told));
    }
    if !any {
        lines.push(match it.lasting.is_empty() {
            true => "No saved character took part, so there\u{2019}s nothing to save.".to_owned(),
            false => "None of your saved characters took part.".to_owned(),
        });
        return Ok(Message::text(lines.join("\n")));
    }
    if !it.is_gm {
        lines.push("The GM hasn\u{2019}t decided yet whether to save this to your character.".to_owned());
        return Ok(Message::text(lines.join("\n")));
    }
    lines.push("Save these changes to the characters? /encounter aftermath asks again.".to_owned());
    let button = |label: &str, list: &str| {
        press(label, CustomId::Page { encounter: it.id.unsigned_abs(), list: list.to_owned(), page: end(it.head_seq) })
    };
    let rows = vec![ActionRow::Buttons(vec![button("Save them", YES), button("Don\u{2019}t save", NO)])];
    Ok(Message { rows, ..Message::text(lines.join("\n")) })
}

fn line(name: &str, owner: Option<u64>, told: &[String]) -> String {
    let of = owner.map(|id| format!(" ({})", text::mention(id))).unwrap_or_default();
    let told = if told.is_empty() { "nothing changed.".to_owned() } else { words::prose(&told.join("; "), &[]) };
    format!("**{}**{of}: {told}", text::escape(name))
}

/// What writing it would change in one character now.
struct Merging {
    told: Vec<String>,
    written: Vec<Change>,
    /// `None` if there's nothing to write.
    write: Option<CharacterWrite>,
}

async fn merged(context: &PublisherContext, it: &Aftermath, one: &Lasting) -> Result<Merging, AppError> {
    let kept = match one.saved {
        Some(id) => saved_characters::by_id(context, it.guild, id).await?,
        None => None,
    };
    // If the character has changed owner or system, it isn't the one that fought.
    let same = |kept: &SavedCharacter| kept.system == it.system.name() && Some(kept.owner) == one.owner.map(|it| it.0);
    let Some(kept) = kept.filter(same) else {
        let mut told = one.words.clone();
        told.push("the saved character has been deleted, so there\u{2019}s nothing to save to".to_owned());
        return Ok(Merging { told, written: vec![], write: None });
    };
    let merged = judge(it.system)?.merge(&kept.fields, &one.changes);
    let mut told: Vec<String> = merged.written.iter().map(Change::words).collect();
    for (change, now) in &merged.left {
        let now = if now.is_empty() { "nothing" } else { now };
        told.push(format!("{} (changed in the meantime: it stays {now})", change.words()));
    }
    told.extend(one.words.iter().cloned());
    let changes = merged.fields != kept.fields;
    let write = changes.then(|| kept.with(&merged.fields));
    Ok(Merging { told, written: merged.written, write })
}

/// Records the GM's decision, once. If it has already been made, that's no error: the page says so.
async fn decide(app: &AppContext, context: &InteractionContext, it: &Aftermath, write: bool) -> Result<(), AppError> {
    if !it.is_gm {
        return Err(AppError::say("Only the GM decides whether to save this."));
    }
    if it.lasting.is_empty() || it.settled.is_some() {
        return Ok(());
    }
    for _ in 0..TRIES {
        let (mut became, mut writes) = (vec![], vec![]);
        for one in &it.lasting {
            let Merging { told, written, write: change } = merged(app, it, one).await?;
            let (name, owner) = (one.name.clone(), one.owner.map(|it| it.0));
            became.push(Became { name, owner, told, saved: one.saved, written });
            writes.extend(change.filter(|_| write));
        }
        let settlement = Settlement {
            encounter: it.id,
            head_seq: it.head_seq,
            written: write,
            decided_by: context.user_id,
            decided_at_ms: app.now_ms(),
            outcome: serde_json::to_string(&became).map_err(|it| AppError::Internal(it.to_string()))?,
        };
        match app.store().write_characters(writes, Some(settlement), app.now_ms()).await {
            Ok(_) | Err(StoreError::AlreadySettled(_)) => return Ok(()),
            // The character changed in the meantime: merge again.
            Err(StoreError::CharacterChanged(_) | StoreError::NoSuchCharacter(_)) => {}
            Err(other) => return Err(other.into()),
        }
    }
    Err(AppError::say("The characters are being changed right now. Please press again."))
}
