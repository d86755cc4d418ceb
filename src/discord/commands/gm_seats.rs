//! Who runs a fight: /gm seat adds or removes a GM, or hands the seat over; /gm claim replaces an absent GM; /gm admit lets in a player who
//! asked to join a side that the GM controls.

use super::{
    autocomplete::complete,
    context::{Context, Done, answer},
    option_values::{self, SeatChange},
};
use crate::{
    discord::{
        app_context::AppContext,
        app_error::AppError,
        compose::deadlines,
        gm_activity::{CLAIM_WAITS_MS, Claim},
        interaction_context::InteractionContext,
        member_permissions,
        message::Message,
        reply::Answer,
        table_commands::{gm_only, table_in},
        text,
    },
    engine::Seat,
    rules::{Request, spelling::is_same},
    store::Snowflake,
    table::{Handle, InputOrigin, ServiceError, live_fights::TableError},
};
use poise::serenity_prelude::{Permissions, User};
use std::sync::Arc;

/// The maximum number of GMs in a fight.
const GMS_MAX: usize = 8;

/// Add or remove a GM of this fight, or hand your seat over
#[poise::command(slash_command)]
pub async fn seat(
    ctx: Context<'_>,
    #[description = "Which player"] player: User,
    #[description = "add, remove or hand over (default: add)"]
    #[autocomplete = "complete"]
    what: Option<String>,
) -> Done {
    let (who, is_bot) = (player.id.get(), player.bot);
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        gm_only(&app, &context, &handle).await?;
        if is_bot {
            return Err(AppError::say("A GM must be a person, not a bot."));
        }
        let change = option_values::seat_change(what.as_deref())?;
        let mut gms = gms_of(&handle).await?;
        let said = match change {
            SeatChange::Add => {
                if gms.contains(&who) {
                    return Err(AppError::say(format!("<@{who}> is already a GM of this fight.")));
                }
                if gms.len() >= GMS_MAX {
                    return Err(AppError::say(format!("A fight can have at most {GMS_MAX} GMs.")));
                }
                gms.push(who);
                format!("<@{who}> is now also a GM of this fight.")
            }
            SeatChange::Remove => {
                if !gms.contains(&who) {
                    return Err(AppError::say(format!("<@{who}> has no GM seat in this fight.")));
                }
                if gms.len() == 1 {
                    return Err(AppError::say("A fight needs a GM. Hand the seat over with /gm seat what:hand over."));
                }
                gms.retain(|it| *it != who);
                format!("<@{who}> is no longer a GM of this fight.")
            }
            SeatChange::HandOver => {
                if who == context.user_id {
                    return Err(AppError::say("The seat is already yours."));
                }
                gms.retain(|it| *it != context.user_id && *it != who);
                gms.insert(0, who);
                format!("<@{who}> now runs this fight.")
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
    app.gm_activity().claims.remove(&handle.id);
    // Players and GMs have changed, and with them who may see what.
    if let Some(channel) = app.tables().gm_channel_of(handle.id) {
        app.gm_activity().access_changed(channel);
    }
    app.redraw(handle.id);
    Ok(())
}

/// A GM who can't see the GMs' channel should know.
async fn not_looking_in(app: &AppContext, handle: &Handle, who: Snowflake) -> String {
    let Some((channel, guild)) = app.tables().gm_channel_of(handle.id).zip(handle.guild_id) else {
        return String::new();
    };
    match member_permissions::onlookers(app.registry(), guild, channel, &[who]).await {
        Ok(seen_by) if seen_by.people.is_empty() => {
            format!(" They can\u{2019}t see <#{channel}>, the GM\u{2019}s channel. Give them View Channel there.")
        }
        _ => String::new(),
    }
}

/// Everyone may know who runs the fight: it's announced in the fight's channel, and confirmed to the user.
fn told_openly(app: &Arc<AppContext>, handle: &Handle, said: &str, privately: &str) -> Result<Answer, AppError> {
    // It's queued: the user doesn't wait for the channel's pace. Anything announced in the meantime comes in one message after this.
    let channel = handle.channel_id;
    if app.gm_activity().is_first_to_say(channel, said) {
        let app = app.clone();
        tokio::spawn(async move {
            while let Some(said) = app.gm_activity().next_to_say(channel) {
                let outcome = app.rest().send_once(channel, Message::text(said.join("\n"))).await;
                if !outcome.is_done() {
                    tracing::warn!(channel, ?outcome, "a fight's new GM couldn't be announced");
                }
            }
        });
    }
    Ok(Answer::whisper(privately))
}

/// Take over from a GM who is gone
#[poise::command(slash_command)]
pub async fn claim(ctx: Context<'_>) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        let guild = context
            .guild_id
            .ok_or_else(|| AppError::say("Fights take place in a server\u{2019}s channel, not in private messages."))?;
        let (me, gms) = (context.user_id, gms_of(&handle).await?);
        if gms.contains(&me) {
            return Err(AppError::say("You\u{2019}re already a GM of this fight."));
        }
        let mut here = vec![];
        for gm in &gms {
            match member_permissions::is_member(app.registry(), guild, *gm).await {
                Ok(true) => here.push(*gm),
                Ok(false) => {}
                Err(_) => {
                    return Err(AppError::say("Discord isn\u{2019}t saying right now who is here. Please try again."));
                }
            }
        }
        may_claim(&app, &context, &handle, here.is_empty()).await?;
        let now_ms = app.now_ms();
        let asked = app.gm_activity().claims.get(&handle.id).map(|it| *it).filter(|it| it.by == me);
        let Some(&first) = here.first() else {
            return take_seat(&app, &context, &handle, vec![me], "the GM has left the server").await;
        };
        match asked {
            Some(claim) if here.iter().any(|it| app.gm_activity().heard_since(*it, claim.at_ms)) => {
                app.gm_activity().claims.remove(&handle.id);
                Err(AppError::say(format!("<@{first}> has been active since you asked, and keeps the seat.")))
            }
            Some(claim) if now_ms - claim.at_ms >= CLAIM_WAITS_MS => {
                let gms = std::iter::once(me).chain(here).collect();
                take_seat(&app, &context, &handle, gms, "there was no sign of the GM").await
            }
            Some(claim) => {
                let until = deadlines::countdown(claim.at_ms + CLAIM_WAITS_MS);
                Err(AppError::say(format!(
                    "<@{first}> has been asked. If they stay silent, /gm claim gives you the seat {until}."
                )))
            }
            None => ask(&app, &context, &handle, first),
        }
    })
    .await
}

/// Those with the GM role, or who manage the server; if all GMs have left, any player of the fight too, so that it isn't stuck for ever.
async fn may_claim(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    all_gone: bool,
) -> Result<(), AppError> {
    let caller = app.caller(context).await;
    let plays = handle.look(|service| service.players()).await?.contains(&Seat(context.user_id));
    match caller.has_gm_role || context.may(Permissions::MANAGE_GUILD) || (all_gone && plays) {
        true => Ok(()),
        false => Err(AppError::say(
            "Only members with the server\u{2019}s GM role or Manage Server can take over from a missing GM; if the GM has left the server, players in the fight can too.",
        )),
    }
}

fn ask(app: &AppContext, context: &InteractionContext, handle: &Handle, gm: Snowflake) -> Result<Answer, AppError> {
    let at_ms = app.now_ms();
    app.gm_activity().claims.insert(handle.id, Claim { by: context.user_id, at_ms });
    let minutes = CLAIM_WAITS_MS / 60_000;
    let text = format!(
        "<@{gm}>, <@{}> asks to take over as GM of this fight. Use any command or button within {minutes} minutes to keep your seat.",
        context.user_id
    );
    drop(app.rest().send_once(handle.channel_id, Message::text(text).pinging(gm)));
    Ok(Answer::whisper(format!(
        "<@{gm}> has been asked. If they stay silent, /gm claim gives you the seat {}.",
        deadlines::countdown(at_ms + CLAIM_WAITS_MS)
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
    let said = format!("<@{}> now runs this fight: {why}.", context.user_id);
    let note = not_looking_in(app, handle, context.user_id).await;
    told_openly(app, handle, &said, &format!("{said}{note}"))
}

/// Admit a player who asked to join
#[poise::command(slash_command)]
pub async fn admit(ctx: Context<'_>, #[description = "The player who asked"] player: User) -> Done {
    let who = player.id.get();
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        gm_only(&app, &context, &handle).await?;
        let Some((_, waiting)) = app.gm_activity().join_requests.remove(&(handle.id, who)) else {
            return Err(AppError::say(format!("<@{who}> hasn\u{2019}t asked to join.")));
        };
        let (caller, mut receipt) = (app.caller(&context).await, app.input_origin(&context));
        let (mut came, mut stay, mut why) = (vec![], vec![], vec![]);
        for newcomer in waiting {
            match handle.ask(caller.clone(), Request::Join(newcomer.clone()), receipt).await {
                Ok(_) => {
                    came.push(text::escape(&text::one_line(&newcomer.name)));
                    // An interaction is recorded with one log row: the first it causes.
                    receipt = InputOrigin { interaction: None, ..receipt };
                }
                // This same interaction has already been handled and admitted the first of them.
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
        // Whoever has asked again in the meantime means their latest request.
        let mut waiting = app.gm_activity().join_requests.entry((handle.id, who)).or_default();
        stay.retain(|it| !waiting.iter().any(|new| is_same(&new.name, &it.name)));
        waiting.splice(0..0, stay);
        let is_empty = waiting.is_empty();
        drop(waiting);
        if is_empty {
            app.gm_activity().join_requests.remove_if(&(handle.id, who), |_, left| left.is_empty());
        }
        let came = if came.is_empty() { String::new() } else { format!("<@{who}> is in with {}.\n", came.join(", ")) };
        Err(AppError::say(format!("{came}Couldn\u{2019}t join:\n{}\n{again}", why.join("\n"))))
    })
    .await
}
