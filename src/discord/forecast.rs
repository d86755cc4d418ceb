//! /encounter forecast: the GM asks how a fight will go, live or prepared, and gets a picture and words, in the GM's channel or privately.
//! It's worked out elsewhere; here it's only asked for and shown.

use super::{
    app_context::AppContext,
    app_error::AppError,
    compose::words,
    custom_id::CustomId,
    interaction_context::InteractionContext,
    limits::ATTACHMENT_DESCRIPTION_MAX,
    member_permissions::onlookers,
    message::{ActionRow, Button, File, Message},
    parties,
    prepared_encounters::{self, Laid},
    private_map::CANNOT_ATTACH,
    reply::Answer,
    table_commands::{gm_only, table_in},
    text,
};
use crate::{
    engine::{Actor, Seat},
    pictures::{ForecastChart, Theme},
    rules::{
        Newcomer, Request, Session, System,
        session::{ForecastPlan, ForecastReport},
    },
    store::{EncounterId, Snowflake},
    table::{
        Handle,
        forecast::{ForecastError, in_words},
    },
};
use std::sync::Arc;

/// The list that "Forecast again" opens, with the plan behind it.
pub const AGAIN: &str = "forecast";
/// The file's name.
const FILE: &str = "forecast.png";

/// How the forecast is to be made, as it was typed.
#[derive(Clone, Debug, Default)]
pub struct TypedPlan {
    /// The number of fights.
    pub fights: Option<i64>,
    /// How everyone is played.
    pub style: Option<String>,
    /// The chance of the players' side that counts as even, in percent.
    pub target: Option<i64>,
}

/// Whose forecast, if not that of the fight in this channel.
#[derive(Clone, Debug, Default)]
pub struct TypedEncounter {
    /// A prepared encounter.
    pub encounter: Option<String>,
    /// The party that fights in it.
    pub party: Option<String>,
    /// Others who do, as foes are written.
    pub heroes: Option<String>,
}

impl TypedPlan {
    fn read(&self, seed: u64) -> Result<ForecastPlan, AppError> {
        let style = self.style.as_deref().map(text::one_line);
        Ok(ForecastPlan::read(self.fights, style.as_deref(), self.target, seed)?)
    }

    /// The list of a button that makes it again; without the style if that's too long for a button.
    fn list(&self) -> String {
        let number = |it: Option<i64>| it.map(|it| it.to_string()).unwrap_or_default();
        let style = self.style.as_deref().unwrap_or_default();
        format!("{AGAIN}.{}.{}.{style}", number(self.fights), number(self.target))
    }

    fn of_list(list: &str) -> TypedPlan {
        let mut parts = list.splitn(4, '.').skip(1);
        let mut next = || parts.next().filter(|it| !it.is_empty());
        let fights = next().and_then(|it| it.parse().ok());
        let target = next().and_then(|it| it.parse().ok());
        TypedPlan { fights, target, style: next().map(str::to_owned) }
    }
}

/// The forecast that was typed.
///
/// # Errors
/// What's missing for it.
pub async fn asked(
    app: &AppContext,
    context: &InteractionContext,
    plan: &TypedPlan,
    of: &TypedEncounter,
) -> Result<Answer, AppError> {
    match &of.encounter {
        Some(name) => prepared(app, context, plan, (name, of)).await,
        None if of.party.is_some() || of.heroes.is_some() => Err(AppError::say(
            "party: and heroes: say who fights in a prepared encounter; name it with encounter:. In the fight in this channel, those who are in it fight.",
        )),
        None => live(app, context, plan, &table_in(app, context.channel_id)?).await,
    }
}

/// "Forecast again" was pressed.
///
/// # Errors
/// What's missing for it.
pub async fn again(
    app: &AppContext,
    context: &InteractionContext,
    encounter: u64,
    list: &str,
) -> Result<Answer, AppError> {
    let id = EncounterId::try_from(encounter).unwrap_or_default();
    let handle = app
        .table(id)
        .ok_or_else(|| AppError::say("This fight is over, so there\u{2019}s nothing left to forecast."))?;
    live(app, context, &TypedPlan::of_list(list), &handle).await
}

async fn live(
    app: &AppContext,
    context: &InteractionContext,
    typed: &TypedPlan,
    handle: &Handle,
) -> Result<Answer, AppError> {
    gm_only(app, context, handle).await?;
    let plan = typed.read(own_seed())?;
    let again = ActionRow::Buttons(vec![again_button(handle.id, typed)]);
    let report = match app.tables().forecast(handle, plan).await? {
        Ok(report) => report,
        Err(why @ ForecastError::Changed) => {
            let message = Message { rows: vec![again], ..Message::text(why.to_string()) };
            return Ok(Answer::Say(message.private()));
        }
        Err(why) => return Err(refused(why)),
    };
    let name = handle.look(|it| it.header().name.clone()).await?;
    let theme = app.guild_settings().theme_for(context.user_id, context.guild_id).await;
    let message = Message { rows: vec![again], ..shown(&name, report, context.may_attach(), theme).await };
    match secret_channel(app, handle).await {
        Some(channel) if app.rest().send_once(channel, message.clone()).await.is_done() => {
            Ok(Answer::whisper(format!("The forecast is in <#{channel}>.")))
        }
        _ => Ok(Answer::Say(message.private())),
    }
}

/// The GM's channel, if nobody who plays in the fight can look in.
async fn secret_channel(app: &AppContext, handle: &Handle) -> Option<Snowflake> {
    let channel = app.tables().gm_channel_of(handle.id)?;
    let players: Vec<Snowflake> = handle.look(|it| it.players().iter().map(|it| it.0).collect()).await.ok()?;
    let seen_by = onlookers(app.registry(), handle.guild_id?, channel, &players).await.ok()?;
    seen_by.people.is_empty().then_some(channel)
}

async fn prepared(
    app: &AppContext,
    context: &InteractionContext,
    typed: &TypedPlan,
    (name, of): (&str, &TypedEncounter),
) -> Result<Answer, AppError> {
    let plan = typed.read(own_seed())?;
    let kept = prepared_encounters::named(app, context, name).await?;
    let system = System::named(&kept.system)?;
    let opening = prepared_encounters::read(&kept)?.opening_anew();
    let mut session = system.load(&opening, &[]).map_err(|why| AppError::Internal(why.to_string()))?;
    let laid = Laid {
        gm: Actor::Gm(Seat(context.user_id)),
        now_ms: app.now_ms(),
        pace: app.pace().pace(app.pace().default),
        options: String::new(),
        board: String::new(),
        foes: String::new(),
    };
    if let Some(party) = &of.party {
        join_party(app, context, (session.as_mut(), &laid), party).await?;
    }
    if let Some(heroes) = &of.heroes {
        let side = session.sides().first().map_or_else(|| "Players".to_owned(), |it| it.name.to_string());
        laid.add(session.as_mut(), &text::one_line(heroes), &side)?;
    }
    let is_alone = of.party.is_none() && of.heroes.is_none();
    let report = app.tables().forecast_prepared(context.user_id, session, &plan).await.map_err(|why| match why {
        ForecastError::Refused(why) if is_alone => AppError::say(format!(
            "{} Say who fights in it: party: and a party\u{2019}s name, or heroes: as in \u{201c}sybilla; theobald\u{201d}.",
            why.text
        )),
        why => refused(why),
    })?;
    let theme = app.guild_settings().theme_for(context.user_id, context.guild_id).await;
    Ok(Answer::Say(shown(&kept.name, report, context.may_attach(), theme).await.private()))
}

/// A party's saved characters join.
async fn join_party(
    app: &AppContext,
    context: &InteractionContext,
    (session, laid): (&mut dyn Session, &Laid),
    name: &str,
) -> Result<(), AppError> {
    let party = parties::named(app, context, name).await?;
    if party.system != session.system() {
        return Err(AppError::say(format!(
            "{} is a party for {}; this encounter uses {}.",
            party.name,
            party.system,
            session.system()
        )));
    }
    let members = parties::members(app, context, &party).await?;
    if members.is_empty() {
        return Err(AppError::say(format!("{} has no characters yet. Add one with /party add.", party.name)));
    }
    for it in members {
        let newcomer = Newcomer {
            name: it.name,
            owner: Some(Seat(it.owner)),
            fields: it.fields,
            count: 1,
            saved: Some(it.id),
            ..Newcomer::default()
        };
        laid.ask(session, &Request::Join(newcomer))?;
    }
    Ok(())
}

/// The seed of a forecast is nobody's secret, and none of a fight's.
fn own_seed() -> u64 {
    rand::random()
}

fn refused(why: ForecastError) -> AppError {
    match why {
        ForecastError::Refused(why) => why.into(),
        ForecastError::Failed => AppError::Internal(why.to_string()),
        ForecastError::Running | ForecastError::Changed => AppError::say(why.to_string()),
    }
}

fn again_button(encounter: EncounterId, typed: &TypedPlan) -> Button {
    let id = |list: String| CustomId::Page { encounter: encounter.unsigned_abs(), list, page: 0 };
    let whole = id(typed.list()).encode();
    let custom_id = whole.unwrap_or_else(|_| id(TypedPlan { style: None, ..typed.clone() }.list()).to_string());
    Button::asking("Forecast again", custom_id)
}

/// A forecast as a message: its words, with the picture below where one may be attached.
async fn shown(name: &str, report: ForecastReport, may_attach: bool, theme: Theme) -> Message {
    let mut lines = vec![format!("**Forecast of {}**", text::escape(name))];
    lines.extend(in_words(&report).iter().map(|it| words::prose(it, &[])));
    if !may_attach {
        lines.push(CANNOT_ATTACH.to_owned());
        return Message::text(lines.join("\n"));
    }
    let chart = chart(&report);
    let description = chart.description(ATTACHMENT_DESCRIPTION_MAX);
    let drawn = tokio::task::spawn_blocking(move || chart.png(theme)).await;
    let files = match drawn {
        Ok(Ok(png)) => vec![File { name: FILE.to_owned(), description, bytes: Arc::from(png) }],
        Ok(Err(error)) => {
            tracing::error!(%error, "a forecast couldn't be drawn");
            vec![]
        }
        Err(panic) => {
            tracing::error!(%panic, "a forecast couldn't be drawn");
            vec![]
        }
    };
    Message { files, ..Message::text(lines.join("\n")) }
}

/// What the picture shows.
fn chart(it: &ForecastReport) -> ForecastChart {
    let tally = &it.tally;
    let side = |(place, name): (usize, &String)| {
        let share = tally.chance(place);
        (name.clone(), share, it.margin(share))
    };
    let others = [
        ("Nobody left standing", tally.nobody),
        ("Neither can go on", tally.stalemates),
        ("Too long to tell", tally.cut_off),
    ];
    let others = others.into_iter().filter(|it| it.1 > 0);
    let out = it.cast.combatants.iter().zip(&tally.out);
    ForecastChart {
        sides: it.cast.sides.iter().enumerate().map(side).collect(),
        others: others.map(|(words, fights)| (words.to_owned(), tally.share(fights))).collect(),
        rounds: tally.rounds.counts().map(|(rounds, fights)| (rounds, tally.share(fights))).collect(),
        rounds_title: if it.cast.is_under_way { "Rounds from now on" } else { "Rounds" }.to_owned(),
        out: out.map(|((name, side), fights)| (name.clone(), *side, tally.share(*fights))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "Forecast again" makes the same forecast; a style that's too long for a button is left out.
    #[test]
    fn a_button_keeps_the_plan() {
        let typed = TypedPlan { fights: Some(400), style: Some("protect St. Ana".to_owned()), target: Some(60) };
        let again = |typed: &TypedPlan| match again_button(7, typed).does {
            crate::discord::message::Press::Asks(id) => match id.parse() {
                Ok(CustomId::Page { encounter: 7, list, page: 0 }) => TypedPlan::of_list(&list),
                other => panic!("{other:?}"),
            },
            other => panic!("{other:?}"),
        };
        let kept = again(&typed);
        assert_eq!((kept.fights, kept.style.as_deref(), kept.target), (Some(400), Some("protect St. Ana"), Some(60)));
        let none = again(&TypedPlan::default());
        assert_eq!((none.fights, none.style, none.target), (None, None, None));
        let long = again(&TypedPlan { style: Some(format!("protect {}", "\u{e9}".repeat(40))), ..typed });
        assert_eq!((long.fights, long.style), (Some(400), None));
    }
}
