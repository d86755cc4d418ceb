//! The map in messages: the picture as an attachment with its description, and the text form beside it; and a look across it. What is
//! drawn is [`pictures`](crate::pictures)', where it is rendered is [`drawings`](super::drawings)'; here it is shown to who asks in private, and
//! kept on a tracker without being sent again as long as it shows the same.

use super::{
    app_context::AppContext,
    app_error::AppError,
    drawings::{Busy, Drawings},
    interaction_context::InteractionContext,
    limits::ATTACHMENT_DESCRIPTION_MAX,
    message::{File, Message},
    permissions::{ADMINISTRATOR, ATTACH_FILES},
    reply::Answer,
    text,
};
use crate::{
    engine::view::Scene,
    pictures::MapPlan,
    rules::UserError,
    table::{Command, Handle},
};
use std::sync::Arc;

/// The file's name.
const FILE: &str = "map.png";

/// A picture as it is attached.
fn file(plan: &MapPlan, bytes: Arc<[u8]>) -> File {
    File { name: FILE.to_owned(), description: plan.description(ATTACHMENT_DESCRIPTION_MAX), bytes }
}

/// The map as the visitor sees it, whose own side's hidden ones are on it: in words, and as a picture where we may attach one.
///
/// # Errors
/// If the fight does not answer.
pub async fn private(app: &AppContext, context: &InteractionContext, handle: &Handle) -> Result<Answer, AppError> {
    let caller = context.caller(app).await;
    let plan = handle
        .look(move |service| {
            let viewer = service.viewer(&caller);
            MapPlan::of(&service.scene(viewer)).with_turn(service.session().turn_ground(viewer))
        })
        .await?;
    let mut lines: Vec<String> = plan.text().iter().map(|it| line(it)).collect();
    if !plan.is_laid_out() {
        lines.insert(
            0,
            "No place is laid out: everybody is near everybody. The GM lays one out with /gm board.".to_owned(),
        );
    }
    with_picture(app, context, lines, &plan).await
}

/// How one sees another, in words and with the line on the map.
///
/// # Errors
/// If one of them is nothing that the visitor knows, or the fight does not answer.
pub async fn sight(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    command: Command,
) -> Result<Answer, AppError> {
    let caller = context.caller(app).await;
    let (sight, plan) = handle
        .look(move |service| {
            let sight = service.sight(&caller, &command)?;
            let plan = MapPlan::of(&service.scene(service.viewer(&caller))).with_ray(sight.ray);
            Ok::<_, UserError>((sight, plan))
        })
        .await??;
    let lines: Vec<String> = sight.sentences.iter().map(|it| text::escape(it)).collect();
    match sight.ray {
        Some(_) => with_picture(app, context, lines, &plan).await,
        None => Ok(Answer::whisper(lines.join("\n"))),
    }
}

/// Lines with the picture below them, where we may attach one.
async fn with_picture(
    app: &AppContext,
    context: &InteractionContext,
    mut lines: Vec<String>,
    plan: &MapPlan,
) -> Result<Answer, AppError> {
    let may = context.ours.is_none_or(|bits| bits & (ATTACH_FILES | ADMINISTRATOR) != 0);
    if !may {
        lines.push("The picture needs the permission **Attach Files**, which Umpire lacks in this channel.".to_owned());
    }
    let files = match may {
        true => match app.drawings.picture(plan).await {
            Ok(drawn) => drawn.map(|bytes| file(plan, bytes)).into_iter().collect(),
            Err(Busy) => {
                lines.push("Too many maps are being drawn at this moment, so here\u{2019}s the map as text. Try again in a moment for the picture.".to_owned());
                vec![]
            }
        },
        false => vec![],
    };
    Ok(Answer::Say(Message { content: lines.join("\n"), files, ..Message::default() }.private()))
}

/// A line of the text form, its place in bold.
fn line(it: &str) -> String {
    match it.split_once(": ") {
        Some((place, rest)) => format!("**{}**: {}", text::escape(place), text::escape(rest)),
        None => text::escape(it),
    }
}

/// The picture on a message that is edited again and again, such as a tracker: what was sent last, and whether it stands there.
#[derive(Debug, Default)]
pub struct EditedPicture {
    /// What it shows, and the picture until it has arrived: then Discord has it, and a fight that rests keeps none.
    sent: Option<(MapPlan, Option<File>)>,
    stands: bool,
    has_news: bool,
}

impl EditedPicture {
    /// Puts the picture on a message, if there is a place to show. It goes up only if it is not known to stand there already: `anew`
    /// says that the message itself is a new one.
    pub async fn put_on(&mut self, drawings: &Arc<Drawings>, message: Message, scene: &Scene, anew: bool) -> Message {
        let plan = MapPlan::of(scene);
        if !plan.is_laid_out() {
            self.lost();
            return message;
        }
        let known = self.sent.take().filter(|it| it.0 == plan);
        self.has_news = known.is_none() || anew;
        if let (Some(known), true) = (&known, self.stands && !anew) {
            self.sent = Some(known.clone());
            return Message { keeps_files: true, ..message };
        }
        self.stands = false;
        let file = match known {
            Some((_, Some(file))) => Some(file),
            _ => drawings.patiently(&plan).await.map(|bytes| file(&plan, bytes)),
        };
        self.sent = Some((plan, file.clone()));
        Message { files: file.into_iter().collect(), ..message }
    }

    /// Whether the picture that was put on last shows something else than the one before it.
    pub fn has_news(&self) -> bool {
        self.has_news
    }

    /// Whether the picture that was put on last is on its way and not known to have arrived.
    pub fn is_going_up(&self) -> bool {
        !self.stands && self.sent.as_ref().is_some_and(|it| it.1.is_some())
    }

    /// The message that was put on last has got through.
    pub fn arrived(&mut self) {
        self.stands = self.sent.is_some();
        if let Some((_, file)) = &mut self.sent {
            *file = None;
        }
    }

    /// It has not, or nobody knows: the picture goes up again with the next.
    pub fn lost(&mut self) {
        *self = EditedPicture::default();
    }
}

/// A message without what goes up with it: two that differ in this alone look alike.
pub fn as_seen(message: &Message) -> Message {
    Message { files: vec![], keeps_files: message.keeps_files || !message.files.is_empty(), ..message.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::view::Viewer,
        rules::{Session, murdham::tests::Table},
    };

    fn at(table: &Table) -> Scene {
        table.fight.scene(Viewer::Everyone)
    }

    /// A picture goes up when there is something new to see, again while it is not known to have arrived, and not otherwise.
    #[tokio::test]
    async fn a_picture_goes_up_when_it_has_changed() {
        let mut table = Table::new("");
        table.board("zones=Gate, Yard; borders=Gate-Yard");
        table.pc("Theobald", "agi=9; weapons=axe: martial hand");
        table.foe("Bandit", "agi=9");
        table.initiative("Players");
        table.begin();
        let (mut standing, drawings) = (EditedPicture::default(), &Arc::new(Drawings::default()));
        let drawn = |it: Message| (it.files.len(), it.keeps_files);
        assert_eq!(drawn(standing.put_on(drawings, Message::text("a"), &at(&table), true).await), (1, false));
        assert!(standing.is_going_up() && standing.has_news());
        assert_eq!(
            drawn(standing.put_on(drawings, Message::text("b"), &at(&table), false).await),
            (1, false),
            "it may be lost"
        );
        assert!(standing.is_going_up() && !standing.has_news(), "if it is not, it need not go up again");
        standing.arrived();
        table.act("Theobald", "say text=Halt!");
        assert_eq!(
            drawn(standing.put_on(drawings, Message::text("c"), &at(&table), false).await),
            (0, true),
            "it is the same"
        );
        assert_eq!(
            drawn(standing.put_on(drawings, Message::text("d"), &at(&table), true).await),
            (1, false),
            "a new message"
        );
        standing.arrived();
        table.place("Bandit", "Gate/Yard");
        let moved = standing.put_on(drawings, Message::text("e"), &at(&table), false).await;
        assert!(moved.files[0].description.contains("On the border Gate/Yard: Bandit."), "{:?}", moved.files[0]);
        assert_eq!(moved.check(), Ok(()));
        standing.lost();
        assert_eq!(drawn(standing.put_on(drawings, Message::text("f"), &at(&table), false).await), (1, false));
        let nowhere = standing.put_on(drawings, Message::text("g"), &at(&Table::brawl()), false).await;
        assert_eq!(drawn(nowhere), (0, false), "without a place, the picture goes");
    }

    /// Whether a picture goes up or stands there already makes no difference to the eye.
    #[test]
    fn what_goes_up_is_not_what_is_seen() {
        let file = File { name: FILE.to_owned(), description: String::new(), bytes: Arc::from(*b"x") };
        let (up, kept) =
            (Message { files: vec![file], ..Message::text("a") }, Message { keeps_files: true, ..Message::text("a") });
        assert_eq!(as_seen(&up), as_seen(&kept));
        assert_ne!(as_seen(&up), as_seen(&Message::text("a")));
    }
}
