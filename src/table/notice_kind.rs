//! What an outbox row is for. The store keeps the word and doesn't know what it means.

use crate::store::Notice;

/// What an outbox row is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// Tells the channel something.
    Story,
    /// Has nothing new for the channel.
    Secret,
    /// Is laid out before the fight begins: the tracker shows it, and no message.
    Setup,
    /// Marks a story told in the channel as taken back.
    TakenBack,
    /// Tells the channel how the fight has ended.
    End,
    /// Tells the GM's channel what only the GM may know.
    Gm,
    /// Sends the GM the whole log of an ended fight.
    GmLog,
    /// Asks in the GM's channel what lasts of an ended fight.
    GmLasting,
}

impl NoticeKind {
    const ALL: [NoticeKind; 8] = [
        NoticeKind::Story,
        NoticeKind::Secret,
        NoticeKind::Setup,
        NoticeKind::TakenBack,
        NoticeKind::End,
        NoticeKind::Gm,
        NoticeKind::GmLog,
        NoticeKind::GmLasting,
    ];

    /// An outbox row's; `None` if this build doesn't know its word.
    pub fn of(notice: &Notice) -> Option<NoticeKind> {
        Self::ALL.into_iter().find(|it| it.name() == notice.kind)
    }

    /// The word in the store, which never changes.
    pub fn name(self) -> &'static str {
        match self {
            NoticeKind::Story => "story",
            NoticeKind::Secret => "secret",
            NoticeKind::Setup => "setup",
            NoticeKind::TakenBack => "taken-back",
            NoticeKind::End => "end",
            NoticeKind::Gm => "gm",
            NoticeKind::GmLog => "gm-log",
            NoticeKind::GmLasting => "gm-lasting",
        }
    }

    /// Whether it's what the GM gets when a fight ends: the whole log, and the question of what should last.
    pub fn is_owed_at_the_end(self) -> bool {
        matches!(self, NoticeKind::GmLog | NoticeKind::GmLasting)
    }

    /// Whether it's for the GM rather than the channel.
    pub fn is_for_the_gm(self) -> bool {
        matches!(self, NoticeKind::Gm | NoticeKind::GmLog | NoticeKind::GmLasting)
    }

    /// Whether a notice is of this kind.
    pub fn is_of(self, notice: &Notice) -> bool {
        notice.kind == self.name()
    }
}
