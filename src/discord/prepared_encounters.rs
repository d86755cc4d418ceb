//! A GM's prepared encounters: which one is meant, how it's stored and loaded, and how one written as a line of text is set up. They're
//! visible only to their GM.

use super::{
    app_context::AppContext,
    app_error::AppError,
    board_background::{self, LaidPicture, TypedGrid},
    interaction_context::InteractionContext,
    private_map,
    reply::Answer,
    start_fight::laid,
    text,
};
use crate::{
    engine::{
        Actor, AnswerPace, Seed, Seeded,
        view::{Ground, Viewer},
    },
    rules::{Handover, Newcomer, Request, Session, System},
    store::{Background, FORMAT_VERSION, Preparation},
    table::{autopilot, sentences::fields},
};
use poise::serenity_prelude::Attachment;

/// At most this many prepared encounters per person and server.
const PREPARED_MAX: usize = 50;

/// The maximum length of a name.
const NAME_MAX: usize = 80;

/// At most this many foes, or groups of them, in one line.
const GROUPS_MAX: usize = 20;

/// The user's prepared encounters.
///
/// # Errors
/// If the store fails.
pub async fn own(app: &AppContext, context: &InteractionContext) -> Result<Vec<Preparation>, AppError> {
    Ok(app.store().preparations(app.application_id(), context.guild_id.unwrap_or(0), context.user_id).await?)
}

pub async fn named(app: &AppContext, context: &InteractionContext, typed: &str) -> Result<Preparation, AppError> {
    let all = own(app, context).await?;
    Ok(crate::rules::names::find(typed, all.into_iter().map(|it| (it.name.clone(), it)))
        .or_say("prepared encounter of yours", typed)
        .map_err(crate::rules::UserError::say)?)
}

/// What's kept of a prepared encounter.
pub struct Kept {
    /// The fight as it was set up.
    pub opening: String,
    /// The picture below its board.
    pub background: Option<LaidPicture>,
}

/// Keeps a prepared encounter. Returns what its GM is told.
///
/// # Errors
/// Why not, in a sentence.
pub async fn keep(
    app: &AppContext,
    context: &InteractionContext,
    system: System,
    name: &str,
    Kept { opening, background }: Kept,
) -> Result<Vec<String>, AppError> {
    let name = text::bounded("The name", name, NAME_MAX).map_err(|it| AppError::say(it.to_string()))?;
    let all = own(app, context).await?;
    let replaces = all.iter().any(|it| it.name.to_lowercase() == name.to_lowercase());
    if !replaces && all.len() >= PREPARED_MAX {
        return Err(AppError::say(format!(
            "You have {PREPARED_MAX} prepared encounters here, the maximum. /encounter delete makes room."
        )));
    }
    let (background, new) = background.map_or((None, None), |it| (Some(it.background), it.new));
    let it = Preparation {
        application_id: app.application_id(),
        guild_id: context.guild_id.unwrap_or(0),
        owner_id: context.user_id,
        system: system.name().to_owned(),
        name,
        opening,
        background,
        format_version: FORMAT_VERSION,
        updated_at_ms: app.now_ms(),
    };
    let session = read(&it)?;
    let words = in_words(session.as_ref());
    let map = session.scene(Viewer::Gm).map;
    let lacks_picture = it.background.is_none() && map.laid_out && matches!(map.ground, Ground::Squares(_));
    drop(session);
    let shown = text::escape(&it.name);
    app.store().save_preparation(it, new).await?;
    let mut lines = vec![match replaces {
        true => {
            format!("**{shown}** is saved and replaces the earlier one. Open it in any channel with /encounter open.")
        }
        false => format!("**{shown}** is saved. Open it in any channel with /encounter open."),
    }];
    lines.extend(words);
    if lacks_picture {
        lines.push(format!(
            "To put a battle map below its board, attach one: {} background:\u{2026}",
            preparing(&shown)
        ));
    }
    Ok(lines)
}

/// The command that changes a prepared encounter.
fn preparing(name: &str) -> String {
    format!("/encounter prepare name:{name}")
}

/// Lays a picture below the board of what's to be kept, or the one that `lies` there in another way, and keeps it. The reply is a preview
/// with the numbers.
///
/// # Errors
/// Why not, in a sentence: then nothing has changed.
pub async fn keep_on_picture(
    app: &AppContext,
    context: &InteractionContext,
    (system, name): (System, &str),
    (opening, lies): (String, Option<Background>),
    brought: (Option<&Attachment>, TypedGrid),
) -> Result<Answer, AppError> {
    let scene = system.load(&opening, &[]).map_err(|why| AppError::Internal(why.to_string()))?.scene(Viewer::Gm);
    let board =
        board_background::board(&scene.map).map_err(|why| AppError::say(why.replace("/gm board fields:", "board:")))?;
    let command = preparing(&text::escape(name));
    let laid = board_background::below(app, board, lies, brought, &command).await?;
    let background = laid.background.clone();
    let mut lines = keep(app, context, system, name, Kept { opening, background: Some(laid) }).await?;
    // In the code that's told, nothing is escaped.
    let typed = preparing(&name.replace('`', ""));
    lines.extend(board_background::in_words(&background, board, &typed));
    private_map::prepared(app, context, (&scene, &background), lines).await
}

pub fn read(it: &Preparation) -> Result<Box<dyn Session>, AppError> {
    System::named(&it.system)?.load(&it.opening, &[]).map_err(|why| AppError::Internal(why.to_string()))
}

/// The sides with everyone's position, hidden combatants marked as such, and the options: for the GM.
pub fn in_words(session: &dyn Session) -> Vec<String> {
    let scene = session.scene(Viewer::Gm);
    let mut lines = vec![];
    for side in scene.sides.iter().filter(|it| !it.members.is_empty()) {
        let one = |it: &crate::engine::view::FighterView| {
            let place = session.read(it.id, "place").map(|at| format!(" at {at}")).unwrap_or_default();
            let hidden = if it.hidden { ", hidden," } else { "" };
            let umpire = it.umpire.as_ref().map(|style| format!(" (Umpire plays: {style})")).unwrap_or_default();
            format!("{}{hidden}{place}{umpire}", it.name)
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

/// An encounter as written in a command.
pub struct Laid {
    /// Who sets it up.
    pub gm: Actor,
    /// When, in milliseconds since the epoch.
    pub now_ms: i64,
    /// The time limits.
    pub pace: AnswerPace,
    /// Options of the system, as name=value.
    pub options: String,
    /// The board, as in /gm board.
    pub board: String,
    /// Foes, separated by `;`.
    pub foes: String,
}

impl Laid {
    /// Sets it up as a GM would with commands.
    pub fn out(&self, system: System) -> Result<Box<dyn Session>, AppError> {
        let mut session = system.open(&fields(&self.options)?).map_err(|problems| {
            let list: Vec<String> = problems.into_iter().map(|(field, why)| format!("{field}: {why}")).collect();
            AppError::say(list.join("\n"))
        })?;
        for request in laid(self.pace) {
            self.ask(session.as_mut(), &request)?;
        }
        if !self.board.is_empty() {
            self.ask(session.as_mut(), &Request::Board { fields: fields(&self.board)? })?;
        }
        self.add(session.as_mut(), &self.foes, "Foes")?;
        Ok(session)
    }

    /// Adds those who are written in a line, on this side unless they name one.
    pub fn add(&self, session: &mut dyn Session, typed: &str, side: &str) -> Result<(), AppError> {
        let groups: Vec<&str> = groups(typed);
        if groups.len() > GROUPS_MAX {
            return Err(AppError::say(format!("One line can have at most {GROUPS_MAX} kinds of combatants.")));
        }
        for group in groups {
            self.group(session, group, side).map_err(|it| match it {
                AppError::Refused(why) => AppError::say(format!("\u{201c}{group}\u{201d}: {}", why.text)),
                other => other,
            })?;
        }
        Ok(())
    }

    /// One thing that a GM asks of what is laid out.
    pub fn ask(&self, session: &mut dyn Session, request: &Request) -> Result<(), AppError> {
        // What is laid out rolls nothing; the seed of the fight comes when it is opened.
        let mut dice = Seeded::at(&Seed::new([0; 32]), session.used());
        let proposal = session.propose(self.gm, request, &mut dice, self.now_ms)?;
        session.commit(proposal);
        Ok(())
    }

    /// One group: `bandit x3 at=Yard hidden`, or with fields of the sheet and a name of its own.
    fn group(&self, session: &mut dyn Session, group: &str, side: &str) -> Result<(), AppError> {
        let group = Group::read(group)?;
        let sides = session.sides();
        let side = group.side.clone().unwrap_or_else(|| side.to_owned());
        if !sides.iter().any(|it| it.name.to_lowercase().starts_with(&side.to_lowercase())) {
            self.ask(session, &Request::Side { name: side.clone() })?;
        }
        let newcomer = Newcomer {
            name: group.name,
            side: Some(side),
            owner: None,
            template: group.template,
            fields: group.fields,
            at: group.at,
            hidden: group.hidden,
            count: group.count,
            saved: None,
            autopilot: group.autopilot,
        };
        self.ask(session, &Request::Join(newcomer))
    }
}

/// The groups of a line, separated by `;` except within quotes.
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

/// A group of foes of one kind, as typed.
#[derive(Debug, Default, PartialEq, Eq)]
struct Group {
    name: String,
    template: Option<String>,
    side: Option<String>,
    at: Option<String>,
    hidden: bool,
    autopilot: Handover,
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
        // "hidden" may also follow the fields, where people tend to put it.
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
                "autopilot" => group.autopilot = autopilot::handover(&value)?,
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
        _ => Err(AppError::say("Each kind can have 1 to 20 foes.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::playing::Style;

    /// Foes as people write them: a template, a count, hidden, a place and fields; quotes protect semicolons.
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
        assert_eq!(read("archer autopilot=cunning").autopilot, Handover::In(Style::Cunning));
        assert_eq!(
            (read("archer autopilot=yes").autopilot, read("archer").autopilot),
            (Handover::Usual, Handover::Off)
        );
        assert!(Group::read("archer autopilot=bravely").is_err());
        assert_eq!(read("name=\"The Ogre\" str=14").name, "The Ogre");
        assert!(Group::read("x0 bandit").is_err() && Group::read("x2").is_err() && Group::read("str=14").is_err());
    }
}
