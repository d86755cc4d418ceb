//! Encounters that a GM prepares ahead of time: /encounter prepare writes one down in a line, /encounter save keeps the fight that is laid
//! out in this channel, /encounter open begins one, in whatever channel, with everything as it was saved: place, options, foes, and
//! whoever is hidden hidden. They are their GM's alone: nobody else is told of them.

use super::{Context, Done, answer, encounter, gm, suggest::complete, table_in};
use crate::{
    discord::{
        app_context::AppContext, app_error::AppError, interaction_context::InteractionContext, reply::Answer, text,
    },
    engine::{Actor, AnswerPace, Seat, Seed, Seeded, view::Viewer},
    rules::{Newcomer, Request, Session, System},
    store::{FORMAT_VERSION, Preparation},
    table::{NewFight, words::fields},
};

/// So many prepared encounters may one person keep in one server.
const PREPARED_MAX: usize = 50;
/// The longest name of one.
const NAME_MAX: usize = 80;
/// So many foes, or groups of them, may be written in one line.
const GROUPS_MAX: usize = 20;

/// Keep the fight that is laid out here, before it begins, to open it another time
#[poise::command(slash_command)]
pub async fn save(
    ctx: Context<'_>,
    #[description = "What it is called"]
    #[max_length = 80]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let handle = table_in(&app, context.channel_id)?;
        let caller = context.caller(&app).await;
        let made = handle.look(move |service| {
            if !service.actor(&caller).is_gm() {
                return Err(AppError::say("Only the GM can do that."));
            }
            let opening = service.session().prepared()?;
            Ok((service.session().system().to_owned(), opening))
        });
        let (system, opening) = made.await??;
        keep(&app, &context, System::named(&system)?, &name, opening).await
    })
    .await
}

/// Write an encounter down without opening it; nobody sees it but you
#[poise::command(slash_command)]
pub async fn prepare(
    ctx: Context<'_>,
    #[description = "What it is called"]
    #[max_length = 80]
    name: String,
    #[description = "Foes with ; between: bandit x3 at=Yard; archer hidden at=Roof; leader health=9"] foes: Option<
        String,
    >,
    #[description = "The place, as /gm board takes it"] board: Option<String>,
    #[description = "Options of the rules, as name=value"]
    #[autocomplete = "complete"]
    options: Option<String>,
    #[description = "The rules"]
    #[autocomplete = "complete"]
    system: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        let system = super::system_here(&app, &context, system.as_deref()).await?;
        let line = |typed: Option<String>| text::one_line(&typed.unwrap_or_default());
        let guild_settings = app.guild_settings.of(&app, context.guild_id).await;
        let laid = Laid {
            gm: Actor::Gm(Seat(context.user_id)),
            now_ms: app.now_ms(),
            pace: app.pace.pace(guild_settings.pace.unwrap_or(app.pace.default)),
            options: line(options),
            board: line(board),
            foes: line(foes),
        };
        let opening = laid.out(system)?.prepared()?;
        keep(&app, &context, system, &name, opening).await
    })
    .await
}

/// Open a prepared encounter in this channel; you are its GM
#[poise::command(slash_command)]
pub async fn open(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let guild_settings = app.guild_settings.of(&app, context.guild_id).await;
        encounter::may_start(&context, guild_settings)?;
        let it = named(&app, &context, &name).await?;
        let system = System::named(&it.system)?;
        let (options, words) = {
            let session = read(&it)?;
            (session.option_fields(), in_words(session.as_ref()))
        };
        let chaos: Vec<_> = options.into_iter().filter(|it| it.0 == "chaos").collect();
        if gm::is_chaos(&chaos) {
            gm::may_hush(&context, guild_settings)?;
        }
        let new = NewFight {
            application_id: app.application_id,
            guild_id: context.guild_id,
            channel_id: context.channel_id,
            system,
            name: it.name.clone(),
            options: vec![],
            gm: Seat(context.user_id),
        };
        let handle = app.tables.open_prepared(new, &it.opening, (app.seeds)(), &[]).await?;
        let mut lines = vec![format!(
            "**{}** is open and you are its GM. Players join with the tracker\u{2019}s button or /join; then press Begin.",
            text::escape(&it.name)
        )];
        lines.extend(words);
        lines.extend(encounter::after_opening(&app, &context, guild_settings, handle.id).await?);
        Ok(Answer::whisper(lines.join("\n")))
    })
    .await
}

/// Your prepared encounters, or one of them whole
#[poise::command(slash_command)]
pub async fn list(
    ctx: Context<'_>,
    #[description = "Which to see whole"]
    #[autocomplete = "complete"]
    name: Option<String>,
) -> Done {
    answer(ctx, |app, context| async move {
        if let Some(name) = name {
            let it = named(&app, &context, &name).await?;
            let mut lines = vec![format!("**{}** ({})", text::escape(&it.name), it.system)];
            lines.extend(in_words(read(&it)?.as_ref()));
            return Ok(Answer::whisper(lines.join("\n")));
        }
        let all = own(&app, &context).await?;
        let line = |it: &Preparation| match read(it) {
            Ok(session) => format!(
                "**{}** ({}): {} of the GM\u{2019}s",
                text::escape(&it.name),
                it.system,
                session.names(Viewer::Gm).len()
            ),
            Err(_) => format!("**{}** ({}): cannot be read", text::escape(&it.name), it.system),
        };
        Ok(Answer::whisper(match all.is_empty() {
            true => "You have prepared no encounter here: /encounter prepare, or /encounter save.".to_owned(),
            false => all.iter().map(line).collect::<Vec<_>>().join("\n"),
        }))
    })
    .await
}

/// Delete a prepared encounter; fights that were opened with it go on
#[poise::command(slash_command)]
pub async fn delete(
    ctx: Context<'_>,
    #[description = "Which"]
    #[autocomplete = "complete"]
    name: String,
) -> Done {
    answer(ctx, |app, context| async move {
        let it = named(&app, &context, &name).await?;
        let guild = context.guild_id.unwrap_or(0);
        app.store.delete_preparation(app.application_id, guild, context.user_id, &it.name).await?;
        Ok(Answer::whisper(format!("**{}** is deleted.", text::escape(&it.name))))
    })
    .await
}

/// The visitor's prepared encounters.
///
/// # Errors
/// If the store fails.
pub async fn own(app: &AppContext, context: &InteractionContext) -> Result<Vec<Preparation>, AppError> {
    Ok(app.store.preparations(app.application_id, context.guild_id.unwrap_or(0), context.user_id).await?)
}

async fn named(app: &AppContext, context: &InteractionContext, typed: &str) -> Result<Preparation, AppError> {
    let all = own(app, context).await?;
    Ok(crate::rules::names::find(typed, all.into_iter().map(|it| (it.name.clone(), it)))
        .or_say("prepared encounter of yours", typed)
        .map_err(crate::rules::UserError::say)?)
}

async fn keep(
    app: &AppContext,
    context: &InteractionContext,
    system: System,
    name: &str,
    opening: String,
) -> Result<Answer, AppError> {
    let name = text::bounded("The name", name, NAME_MAX).map_err(|it| AppError::say(it.to_string()))?;
    let all = own(app, context).await?;
    let replaces = all.iter().any(|it| it.name.to_lowercase() == name.to_lowercase());
    if !replaces && all.len() >= PREPARED_MAX {
        return Err(AppError::say(format!(
            "You have {PREPARED_MAX} prepared encounters here, which is the most; /encounter delete makes room."
        )));
    }
    let it = Preparation {
        application_id: app.application_id,
        guild_id: context.guild_id.unwrap_or(0),
        owner_id: context.user_id,
        system: system.name().to_owned(),
        name,
        opening,
        format_version: FORMAT_VERSION,
        updated_at_ms: app.now_ms(),
    };
    let words = in_words(read(&it)?.as_ref());
    let shown = text::escape(&it.name);
    app.store.save_preparation(it).await?;
    let mut lines = vec![match replaces {
        true => format!("**{shown}** is kept in place of the one before. /encounter open begins it, in any channel."),
        false => format!("**{shown}** is kept. /encounter open begins it, in any channel."),
    }];
    lines.extend(words);
    Ok(Answer::whisper(lines.join("\n")))
}

fn read(it: &Preparation) -> Result<Box<dyn Session>, AppError> {
    System::named(&it.system)?.load(&it.opening, &[]).map_err(|why| AppError::Internal(why.to_string()))
}

/// Sides with who stands where, hidden ones named as such, and the options: for the GM's eyes.
fn in_words(session: &dyn Session) -> Vec<String> {
    let scene = session.scene(Viewer::Gm);
    let mut lines = vec![];
    for side in scene.sides.iter().filter(|it| !it.members.is_empty()) {
        let one = |it: &crate::engine::view::FighterView| {
            let place = session.read(it.id, "place").map(|at| format!(" at {at}")).unwrap_or_default();
            format!("{}{}{place}", it.name, if it.hidden { ", hidden," } else { "" })
        };
        let members: Vec<String> = side.members.iter().map(one).collect();
        lines.push(format!("{}: {}", text::escape(&side.name), text::escape(&members.join("; "))));
    }
    let options: Vec<String> =
        session.option_fields().into_iter().map(|(name, value)| format!("{name} {value}")).collect();
    if !options.is_empty() {
        lines.push(format!("Options: {}", text::escape(&options.join(", "))));
    }
    lines
}

/// An encounter as it was written down in a command.
struct Laid {
    gm: Actor,
    now_ms: i64,
    pace: AnswerPace,
    options: String,
    board: String,
    foes: String,
}

impl Laid {
    /// Lays it out as a GM would by commands.
    fn out(&self, system: System) -> Result<Box<dyn Session>, AppError> {
        let mut session = system.open(&fields(&self.options)?).map_err(|problems| {
            let list: Vec<String> = problems.into_iter().map(|(field, why)| format!("{field}: {why}")).collect();
            AppError::say(list.join("\n"))
        })?;
        for request in encounter::laid(self.pace) {
            self.ask(session.as_mut(), &request)?;
        }
        if !self.board.is_empty() {
            self.ask(session.as_mut(), &Request::Board { fields: fields(&self.board)? })?;
        }
        let groups: Vec<&str> = groups(&self.foes);
        if groups.len() > GROUPS_MAX {
            return Err(AppError::say(format!("At most {GROUPS_MAX} kinds of foes fit into one line.")));
        }
        for group in groups {
            self.foes(session.as_mut(), group).map_err(|it| match it {
                AppError::Refused(why) => AppError::say(format!("\u{201c}{group}\u{201d}: {}", why.text)),
                other => other,
            })?;
        }
        Ok(session)
    }

    fn ask(&self, session: &mut dyn Session, request: &Request) -> Result<(), AppError> {
        // What is laid out rolls nothing; the seed of the fight comes when it is opened.
        let mut dice = Seeded::at(&Seed::new([0; 32]), session.used());
        let proposal = session.propose(self.gm, request, &mut dice, self.now_ms)?;
        session.commit(proposal);
        Ok(())
    }

    /// One group: `bandit x3 at=Yard hidden`, or with fields of the sheet and a name of its own.
    fn foes(&self, session: &mut dyn Session, group: &str) -> Result<(), AppError> {
        let group = Group::read(group)?;
        let sides = session.sides();
        let side = group.side.clone().unwrap_or_else(|| "Foes".to_owned());
        if !sides.iter().any(|it| it.name.to_lowercase().starts_with(&side.to_lowercase())) {
            self.ask(session, &Request::Side { name: side.clone() })?;
        }
        let before: Vec<_> = session.names(Viewer::Gm).into_iter().map(|it| it.id).collect();
        let newcomer = Newcomer {
            name: group.name,
            side: Some(side),
            owner: None,
            template: group.template,
            fields: group.fields,
            hidden: group.hidden,
            count: group.count,
            saved: None,
        };
        self.ask(session, &Request::Join(newcomer))?;
        if let Some(at) = group.at {
            let new: Vec<_> = session.names(Viewer::Gm).into_iter().filter(|it| !before.contains(&it.id)).collect();
            for it in new {
                self.ask(session, &Request::Place { who: it.id, at: at.clone() })?;
            }
        }
        Ok(())
    }
}

/// The groups of a line: `;` parts them, except within quotes.
fn groups(typed: &str) -> Vec<&str> {
    let (mut all, mut from, mut quoted) = (vec![], 0, false);
    for (at, letter) in typed.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            ';' if !quoted => {
                all.push(&typed[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(&typed[from..]);
    all.into_iter().map(str::trim).filter(|it| !it.is_empty()).collect()
}

/// Foes of one kind, as they were typed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Group {
    name: String,
    template: Option<String>,
    side: Option<String>,
    at: Option<String>,
    hidden: bool,
    count: u8,
    fields: Vec<(String, String)>,
}

impl Group {
    /// Words first (the template, `x3`, `hidden`), then name=value.
    fn read(typed: &str) -> Result<Group, AppError> {
        let assigned = typed.find('=').map_or(typed.len(), |at| typed[..at].rfind(' ').map_or(0, |it| it + 1));
        let (words, rest) = typed.split_at(assigned);
        let mut group = Group { count: 1, ..Group::default() };
        let mut template = vec![];
        // "hidden" may stand after the fields too, where a person would put it.
        let rest = match rest.strip_suffix(" hidden") {
            Some(rest) => {
                group.hidden = true;
                rest
            }
            None => rest,
        };
        for word in words.split_whitespace() {
            let count = word.strip_prefix(['x', '\u{d7}']).and_then(|it| it.parse::<u8>().ok());
            match (word.to_lowercase().as_str(), count) {
                ("hidden", _) => group.hidden = true,
                (_, Some(count)) => group.count = counted(count)?,
                _ => template.push(word),
            }
        }
        let template = template.join(" ");
        group.template = Some(template).filter(|it| !it.is_empty());
        for (name, value) in fields(rest)? {
            match name.as_str() {
                "name" => group.name = value,
                "template" => group.template = Some(value),
                "side" => group.side = Some(value),
                "at" | "place" | "zone" => group.at = Some(value),
                "hidden" => group.hidden = !matches!(value.to_lowercase().as_str(), "no" | "off" | "false" | "0"),
                "count" => group.count = counted(value.parse().unwrap_or(0))?,
                _ => group.fields.push((name, value)),
            }
        }
        if group.name.is_empty() {
            let mut letters = group.template.as_deref().unwrap_or_default().chars();
            group.name = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        }
        match group.name.is_empty() {
            true => Err(AppError::say("A foe needs a template or a name: bandit x3, or name=Ogre str=14 folk=other.")),
            false => Ok(group),
        }
    }
}

fn counted(count: u8) -> Result<u8, AppError> {
    match count {
        1..=20 => Ok(count),
        _ => Err(AppError::say("From 1 to 20 of a kind.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Foes as people write them: a template, how many, hidden, where, and fields; quotes hold what a semicolon would part.
    #[test]
    fn foes_are_read_as_people_write_them() {
        assert_eq!(
            groups("bandit x3; archer hidden ;; leader items=\"a; b\""),
            ["bandit x3", "archer hidden", "leader items=\"a; b\""]
        );
        let read = |typed: &str| Group::read(typed).expect(typed);
        let bandits = Group { name: "Bandit".into(), template: Some("bandit".into()), count: 3, ..Group::default() };
        assert_eq!(read("bandit x3"), bandits);
        assert_eq!(read("template=bandit count=3"), bandits);
        let archer = read("archer hidden at=\"Old roof\" wit=12");
        assert_eq!((archer.hidden, archer.at.as_deref(), archer.count), (true, Some("Old roof"), 1));
        assert_eq!(archer.fields, [("wit".to_owned(), "12".to_owned())]);
        assert!(read("archer at=Roof hidden").hidden);
        assert!(!read("archer hidden=no").hidden);
        assert_eq!(read("name=\"The Ogre\" str=14").name, "The Ogre");
        assert!(Group::read("x0 bandit").is_err() && Group::read("x2").is_err() && Group::read("str=14").is_err());
    }
}
