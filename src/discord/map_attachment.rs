//! The map in messages: the picture as an attachment with its description. On a tracker, it's only uploaded again when it changes.
//! [`pictures`](crate::pictures) draws it and [`map_renderer`](super::map_renderer) renders it.

use super::{
    limits::ATTACHMENT_DESCRIPTION_MAX,
    map_renderer::MapRenderer,
    message::{File, Message},
};
use crate::pictures::MapPlan;
use std::sync::Arc;

/// The file's name: a map with a photograph on it is a JPEG.
fn name(bytes: &[u8]) -> &'static str {
    if bytes.starts_with(&[0xff, 0xd8]) { "map.jpg" } else { "map.png" }
}

/// A picture, ready to attach.
pub fn file(plan: &MapPlan, bytes: Arc<[u8]>) -> File {
    File { name: name(&bytes).to_owned(), description: plan.description(ATTACHMENT_DESCRIPTION_MAX), bytes }
}

/// The picture on a message that's edited repeatedly, such as a tracker: what was sent last, and whether it has arrived.
#[derive(Debug, Default)]
pub struct EditedPicture {
    /// What it shows, and the picture until it has arrived: then Discord has it, and an idle fight doesn't keep a copy.
    sent: Option<(MapPlan, Option<File>)>,
    stands: bool,
    has_news: bool,
}

impl EditedPicture {
    /// Attaches the picture to a message, if there's a board to show. It's uploaded unless it's known to be there already: `anew` says that
    /// the message itself is new.
    pub async fn put_on(
        &mut self,
        map_renderer: &Arc<MapRenderer>,
        message: Message,
        plan: MapPlan,
        anew: bool,
    ) -> Message {
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
            _ => map_renderer.patiently(&plan).await.map(|bytes| file(&plan, bytes)),
        };
        self.sent = Some((plan, file.clone()));
        Message { files: file.into_iter().collect(), ..message }
    }

    /// Whether the last attached picture differs from the one before it.
    pub fn has_news(&self) -> bool {
        self.has_news
    }

    /// Whether the last attached picture is on its way and not known to have arrived.
    pub fn is_going_up(&self) -> bool {
        !self.stands && self.sent.as_ref().is_some_and(|it| it.1.is_some())
    }

    /// The last message got through.
    pub fn arrived(&mut self) {
        self.stands = self.sent.is_some();
        if let Some((_, file)) = &mut self.sent {
            *file = None;
        }
    }

    /// It didn't, or nobody knows: the picture is uploaded again with the next.
    pub fn lost(&mut self) {
        *self = EditedPicture::default();
    }
}

/// A message without its uploads: two that differ only in this look alike.
pub fn as_seen(message: &Message) -> Message {
    Message { files: vec![], keeps_files: message.keeps_files || !message.files.is_empty(), ..message.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{engine::view::Viewer, rules::Session, test_fight::Table};

    fn at(table: &Table) -> MapPlan {
        MapPlan::of(&table.fight.scene(Viewer::Everyone))
    }

    /// A picture is uploaded when there's something new to see, or again while it isn't known to have arrived, and not otherwise.
    #[tokio::test]
    async fn a_picture_goes_up_when_it_has_changed() {
        let mut table = Table::new("");
        table.board("zones=Gate, Yard; borders=Gate-Yard");
        table.pc("Theobald", "agi=9; weapons=axe: martial hand");
        table.foe("Bandit", "agi=9");
        table.initiative("Players");
        table.begin();
        table.act("Theobald", "say text=Here I am!");
        let (mut standing, map_renderer) = (EditedPicture::default(), &Arc::new(MapRenderer::default()));
        let drawn = |it: Message| (it.files.len(), it.keeps_files);
        assert_eq!(drawn(standing.put_on(map_renderer, Message::text("a"), at(&table), true).await), (1, false));
        assert!(standing.is_going_up() && standing.has_news());
        assert_eq!(
            drawn(standing.put_on(map_renderer, Message::text("b"), at(&table), false).await),
            (1, false),
            "it may be lost"
        );
        assert!(standing.is_going_up() && !standing.has_news(), "if it is not, it need not go up again");
        standing.arrived();
        table.act("Theobald", "say text=Halt!");
        assert_eq!(
            drawn(standing.put_on(map_renderer, Message::text("c"), at(&table), false).await),
            (0, true),
            "it is the same"
        );
        assert_eq!(
            drawn(standing.put_on(map_renderer, Message::text("d"), at(&table), true).await),
            (1, false),
            "a new message"
        );
        standing.arrived();
        table.place("Bandit", "Gate/Yard");
        let moved = standing.put_on(map_renderer, Message::text("e"), at(&table), false).await;
        assert!(moved.files[0].description.contains("On the border Gate/Yard: Bandit."), "{:?}", moved.files[0]);
        assert_eq!(moved.check(), Ok(()));
        standing.lost();
        assert_eq!(drawn(standing.put_on(map_renderer, Message::text("f"), at(&table), false).await), (1, false));
        let nowhere = standing.put_on(map_renderer, Message::text("g"), at(&Table::brawl()), false).await;
        assert_eq!(drawn(nowhere), (0, false), "without a place, the picture goes");
    }

    /// Whether a picture is uploaded or already there makes no visible difference.
    #[test]
    fn what_goes_up_is_not_what_is_seen() {
        let file = File { name: "map.png".to_owned(), description: String::new(), bytes: Arc::from(*b"x") };
        let (up, kept) =
            (Message { files: vec![file], ..Message::text("a") }, Message { keeps_files: true, ..Message::text("a") });
        assert_eq!(as_seen(&up), as_seen(&kept));
        assert_ne!(as_seen(&up), as_seen(&Message::text("a")));
    }
}
