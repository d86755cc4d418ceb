//! Who runs a fight: /gm seat adds a GM, takes one away, or hands the seat over; /gm claim is for a GM who is gone; /gm admit lets somebody
//! in who knocks at a side that is the GM's.

use super::{Context, Done, answer, gm_channel::gm_only, suggest::complete, table_in};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::words,
        gm_book::{CLAIM_WAITS_MS, Claim},
        interaction_context::InteractionContext,
        message::Message,
        reply::Answer,
        rest::RestOutcome,
        rights, text,
    },
    engine::Seat,
    rules::{Request, spelling::is_same},
    store::Snowflake,
    table::{Handle, InputOrigin, ServiceError, live::TableError, service::TAKES_YES},
};
use poise::serenity_prelude::{Permissions, User};
use std::sync::Arc;

/// So many GMs a fight may have.
const GMS_MAX: usize = 8;
/// With so many of theirs somebody may wait for the GM's yes.
const WAITING_MAX: usize = 20;

/// Make somebody a GM of this fight, or no longer; or hand your seat over
#[poise::command(slash_command)]
pub async fn seat(
    ctx: Context<'_>,
    #[description = "Who"] player: User,
    #[description = "add, remove, or hand over; add if left out"]
    #[autocomplete = "complete"]
    what: Option<String>,
) -> Done {
    let (who, is_bot) = (player.id.get(), player.bot);
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        gm_only(&app, &context, &handle).await?;
        if is_bot {
            return Err(AppError::say("A GM is a person."));
        }
        let mut gms = gms_of(&handle).await?;
        let said = match what.as_deref().map(str::trim).unwrap_or("add").to_lowercase().as_str() {
            "add" => {
                if gms.contains(&who) {
                    return Err(AppError::say(format!("<@{who}> is a GM of this fight already.")));
                }
                if gms.len() >= GMS_MAX {
                    return Err(AppError::say(format!("A fight has at most {GMS_MAX} GMs.")));
                }
                gms.push(who);
                format!("<@{who}> is a GM of this fight now, too.")
            }
            "remove" => {
                if !gms.contains(&who) {
                    return Err(AppError::say(format!("<@{who}> is no GM of this fight by seat.")));
                }
                if gms.len() == 1 {
                    return Err(AppError::say("A fight needs a GM. Hand the seat over: /gm seat what:hand over."));
                }
                gms.retain(|it| *it != who);
                format!("<@{who}> is no longer a GM of this fight.")
            }
            "hand over" | "handover" | "hand" | "give" => {
                if who == context.user_id {
                    return Err(AppError::say("The seat is yours already."));
                }
                gms.retain(|it| *it != context.user_id && *it != who);
                gms.insert(0, who);
                format!("<@{who}> runs this fight now.")
            }
            other => {
                return Err(AppError::say(format!(
                    "/gm seat what: is add, remove or hand over, not \u{201c}{other}\u{201d}."
                )));
            }
        };
        seat_them(&app, &handle, gms).await?;
        let note = not_looking_in(&app, &handle, who).await;
        told_openly(&app, &handle, &said, &format!("{said}{note}"))
    })
    .await
}

async fn gms_of(handle: &Handle) -> Result<Vec<Snowflake>, AppError> {
    Ok(handle.look(|service| service.gms().iter().map(|it| it.0).collect()).await?)
}

async fn seat_them(app: &AppContext, handle: &Handle, gms: Vec<Snowflake>) -> Result<(), AppError> {
    handle.set_gms(gms.into_iter().map(Seat).collect()).await?;
    app.gm_book.claims.remove(&handle.id);
    // Who is a player and who is not has changed, and with it who may look in.
    app.gm_book.doors_changed();
    crate::table::Publisher::changed(app.hub.as_ref(), handle.id);
    Ok(())
}

/// A GM who cannot see the GM's channel should know.
async fn not_looking_in(app: &AppContext, handle: &Handle, who: Snowflake) -> String {
    let Some((channel, guild)) = app.tables.gm_channel_of(handle.id).zip(handle.guild_id) else {
        return String::new();
    };
    match crate::discord::publishing::onlookers(app, guild, channel, &[who]).await {
        Ok(seen_by) if seen_by.is_empty() => {
            format!(" They cannot see <#{channel}>, the GM\u{2019}s channel: give them View Channel there.")
        }
        _ => String::new(),
    }
}

/// Who runs the fight is for everybody to know: it is said in the fight's channel, and to whoever did it.
fn told_openly(app: &Arc<AppContext>, handle: &Handle, said: &str, privately: &str) -> Result<Answer, AppError> {
    // On its way: whoever asked does not wait for the channel's pace. What is said meanwhile comes in one message after this one.
    let channel = handle.channel_id;
    if app.gm_book.is_first_to_say(channel, said) {
        let app = app.clone();
        tokio::spawn(async move {
            while let Some(said) = app.gm_book.next_to_say(channel) {
                let outcome = app.rest.send_once(channel, Message::text(said.join("\n"))).await;
                if !outcome.is_done() {
                    tracing::warn!(channel, ?outcome, "who runs a fight could not be told");
                }
            }
        });
    }
    Ok(Answer::whisper(privately))
}

/// Take the seat of a GM who is gone
#[poise::command(slash_command)]
pub async fn claim(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        let guild = context.guild_id.ok_or_else(|| AppError::say("Fights take place in a server\u{2019}s channel."))?;
        let (me, gms) = (context.user_id, gms_of(&handle).await?);
        if gms.contains(&me) {
            return Err(AppError::say("You are a GM of this fight already."));
        }
        let mut here = vec![];
        for gm in &gms {
            match rights::is_member(&app, guild, *gm).await {
                Ok(true) => here.push(*gm),
                Ok(false) => {}
                Err(_) => {
                    return Err(AppError::say("Discord does not say at this moment who is here. Please try again."));
                }
            }
        }
        may_claim(&app, &context, &handle, here.is_empty()).await?;
        let now_ms = app.now_ms();
        let asked = app.gm_book.claims.get(&handle.id).map(|it| *it).filter(|it| it.by == me);
        let Some(&first) = here.first() else {
            return take_seat(&app, &context, &handle, vec![me], "the GM has left the server").await;
        };
        match asked {
            Some(claim) if here.iter().any(|it| app.gm_book.heard_since(*it, claim.at_ms)) => {
                app.gm_book.claims.remove(&handle.id);
                Err(AppError::say(format!("<@{first}> has been heard of since you asked, and keeps the seat.")))
            }
            Some(claim) if now_ms - claim.at_ms >= CLAIM_WAITS_MS => {
                let gms = std::iter::once(me).chain(here).collect();
                take_seat(&app, &context, &handle, gms, "the GM has not been heard of").await
            }
            Some(claim) => {
                let until = words::countdown(claim.at_ms + CLAIM_WAITS_MS);
                Err(AppError::say(format!(
                    "<@{first}> has been asked. If nothing is heard of them, /gm claim gives you the seat {until}."
                )))
            }
            None => ask(&app, &context, &handle, first),
        }
    })
    .await
}

/// Who has the GM role or manages the server; if all GMs have left, whoever plays in the fight, too: it must not stand there for ever.
async fn may_claim(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    all_gone: bool,
) -> Result<(), AppError> {
    let caller = context.caller(app).await;
    let plays = handle.look(|service| service.players()).await?.contains(&Seat(context.user_id));
    match caller.has_gm_role || context.may(Permissions::MANAGE_GUILD) || (all_gone && plays) {
        true => Ok(()),
        false => Err(AppError::say(
            "The seat of a GM who is gone goes to somebody with the server\u{2019}s GM role or with Manage Server; if the GM has left the \
             server, also to somebody who plays in the fight.",
        )),
    }
}

fn ask(app: &AppContext, context: &InteractionContext, handle: &Handle, gm: Snowflake) -> Result<Answer, AppError> {
    let at_ms = app.now_ms();
    app.gm_book.claims.insert(handle.id, Claim { by: context.user_id, at_ms });
    let minutes = CLAIM_WAITS_MS / 60_000;
    let text = format!(
        "<@{gm}>, <@{}> asks for the GM\u{2019}s seat of this fight. Any command or button within {minutes} minutes keeps it yours.",
        context.user_id
    );
    drop(app.rest.send_once(handle.channel_id, Message::text(text).pinging(gm)));
    Ok(Answer::whisper(format!(
        "<@{gm}> is asked. If nothing is heard of them, /gm claim gives you the seat {}.",
        words::countdown(at_ms + CLAIM_WAITS_MS)
    )))
}

async fn take_seat(
    app: &Arc<AppContext>,
    context: &InteractionContext,
    handle: &Handle,
    gms: Vec<Snowflake>,
    why: &str,
) -> Result<Answer, AppError> {
    seat_them(app, handle, gms).await?;
    let said = format!("<@{}> runs this fight now: {why}.", context.user_id);
    let note = not_looking_in(app, handle, context.user_id).await;
    told_openly(app, handle, &said, &format!("{said}{note}"))
}

/// Let somebody join who has asked to
#[poise::command(slash_command)]
pub async fn admit(ctx: Context<'_>, #[description = "Who has asked"] player: User) -> Done {
    let who = player.id.get();
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        gm_only(&app, &context, &handle).await?;
        let Some((_, waiting)) = app.gm_book.join_requests.remove(&(handle.id, who)) else {
            return Err(AppError::say(format!("<@{who}> has not asked to join.")));
        };
        let (caller, mut receipt) = (context.caller(&app).await, context.receipt(&app));
        let (mut came, mut stay, mut why) = (vec![], vec![], vec![]);
        for newcomer in waiting {
            match handle.ask(caller.clone(), Request::Join(newcomer.clone()), receipt).await {
                Ok(_) => {
                    came.push(text::escape(&text::one_line(&newcomer.name)));
                    // An interaction stands with one row of the log: the first that it caused.
                    receipt = InputOrigin { interaction: None, ..receipt };
                }
                // This very yes has been taken in already, and let in the first of them.
                Err(TableError::Service(ServiceError::AlreadyDone)) => {
                    receipt = InputOrigin { interaction: None, ..receipt }
                }
                Err(error) => {
                    let is_vain = matches!(&error, TableError::Service(ServiceError::Refused(it)) if !it.for_now);
                    let name = text::escape(&text::one_line(&newcomer.name));
                    why.push(AppError::from(error).sentence().map_or(name.clone(), |it| format!("{name}: {it}")));
                    if !is_vain {
                        stay.push(newcomer);
                    }
                }
            }
        }
        if why.is_empty() {
            return Ok(Answer::whisper(format!("<@{who}> is in.")));
        }
        let again = match stay.is_empty() {
            true => format!("Once that\u{2019}s fixed, <@{who}> can ask again."),
            false => "Anyone who only has to wait is still in line: use /gm admit again later.".to_owned(),
        };
        // Whoever has knocked again meanwhile means what they said last.
        let mut waiting = app.gm_book.join_requests.entry((handle.id, who)).or_default();
        stay.retain(|it| !waiting.iter().any(|new| is_same(&new.name, &it.name)));
        waiting.splice(0..0, stay);
        let is_empty = waiting.is_empty();
        drop(waiting);
        if is_empty {
            app.gm_book.join_requests.remove_if(&(handle.id, who), |_, left| left.is_empty());
        }
        let came = if came.is_empty() { String::new() } else { format!("<@{who}> is in with {}.\n", came.join(", ")) };
        Err(AppError::say(format!("{came}Couldn\u{2019}t join:\n{}\n{again}", why.join("\n"))))
    })
    .await
}

/// What came of joining. Where the side takes the GM's yes ([`ServiceError::TakesYes`]), the GM is asked.
///
/// # Errors
/// What went wrong, or a sentence that says that the GM has been asked.
pub async fn or_knock<T>(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    joined: Result<T, TableError>,
) -> Result<T, AppError> {
    let newcomer = match joined {
        Err(TableError::Service(ServiceError::TakesYes(newcomer))) => *newcomer,
        other => return Ok(other?),
    };
    let gm = handle.look(|service| service.gms().first().map(|it| it.0)).await?;
    let text = format!(
        "<@{}> asks to join the {} as {} in <#{}>. To let them in, type /gm admit player: there; they will see what that side sees.",
        context.user_id,
        text::escape(&text::one_line(newcomer.side.as_deref().unwrap_or_default())),
        text::escape(&text::one_line(&newcomer.name)),
        handle.channel_id
    );
    // Of fights that are over nobody waits any more.
    app.gm_book.join_requests.retain(|(fight, _), _| app.table(*fight).is_some());
    let asked = AppError::say(format!("{TAKES_YES} The GM has been asked; /gm admit lets you in."));
    // Whoever asks again with the same one means the same one.
    let mut waiting = app.gm_book.join_requests.entry((handle.id, context.user_id)).or_default();
    let is_first = waiting.is_empty();
    if let Some(known) = waiting.iter_mut().find(|it| is_same(&it.name, &newcomer.name)) {
        let is_told = known.side == newcomer.side;
        *known = newcomer;
        if is_told {
            return Err(asked);
        }
    } else if waiting.len() >= WAITING_MAX {
        return Err(AppError::say(format!("You already have {WAITING_MAX} requests waiting for the GM.")));
    } else {
        waiting.push(newcomer);
    }
    drop(waiting);
    let message = Message::text(text);
    // Whoever knocks rings once, however many they bring.
    tell_gm(app, handle, gm, if is_first { message.loud() } else { message });
    Err(asked)
}

/// Says something to the GM where only GMs hear it. It is on its way when this returns.
fn tell_gm(app: &AppContext, handle: &Handle, gm: Option<Snowflake>, message: Message) {
    let (rest, channel) = (app.rest.clone(), app.tables.gm_channel_of(handle.id));
    tokio::spawn(async move {
        let channel = match (channel, gm) {
            (Some(channel), _) => channel,
            (None, Some(gm)) => match rest.open_private(gm).await {
                RestOutcome::Opened { channel_id } => channel_id,
                outcome => return tracing::warn!(?outcome, "the GM could not be told that somebody knocks"),
            },
            (None, None) => return,
        };
        let outcome = rest.send_once(channel, message).await;
        if !outcome.is_done() {
            tracing::warn!(?outcome, "the GM could not be told that somebody knocks");
        }
    });
}
