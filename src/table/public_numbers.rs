//! The numbers that the channel sees. Rows of the log are numbered without gaps, and some of them are secret, so a row's number would
//! reveal that something unseen has happened. Therefore stories in the channel have their own numbers, questions are counted within their
//! story, and what was drawn for a moment carries a mark of what was visible at that moment.

use super::notice_kind::NoticeKind;
use crate::{
    engine::{
        CombatantId, PromptId,
        view::{Scene, Traces},
    },
    rules::{Session, Story, story::stored::StoryView},
    store::Outgoing,
};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// A question that the channel was never shown has an opaque mark; this bit sets it apart.
const UNSEEN: u32 = 1 << 24;

/// The slot whose nonce is a fight's salt for [`Numbers::taken_up`]. No message is ever sent in it, so nobody sees the nonce and it never
/// changes.
pub const SALT_SLOT: &str = "unseen questions";

/// The numbers given so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// The number of stories told in the channel.
    last: u64,
    /// Those stories, by the row that began them.
    open: BTreeMap<u64, Open>,
    /// How often the channel has been told something.
    announcements: u64,
    /// The salt for the marks of unseen questions, so that they reveal nothing.
    salt: String,
}

/// A story that the channel knows about.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Open {
    number: u64,
    asked: Vec<PromptId>,
}

impl Numbers {
    /// The numbers that follow from a fight's outbox. Stories from a build without numbers count by the row that began them. The salt is a
    /// secret of the fight that's never shown and never changes; its seed wouldn't do, because it's shown at the end.
    pub fn taken_up(outbox: &[Outgoing], session: &dyn Session, salt: String) -> Numbers {
        let mut numbers = Numbers { salt, ..Numbers::default() };
        for row in outbox.iter().filter(|it| NoticeKind::Story.is_of(&it.notice)) {
            let Ok(told) = StoryView::read(&row.notice.payload) else { continue };
            let number = told.number.unwrap_or(told.began_seq);
            numbers.last = numbers.last.max(number);
            numbers.announcements += 1;
            numbers.open.insert(told.began_seq, Open { number, asked: told.asked });
        }
        if let Some(story) = session.pending_story()
            && let Some(open) = numbers.open.get_mut(&story.began_seq)
        {
            open.show(&story);
        }
        numbers
    }

    /// Gives a story that's about to be told its number, and notes the questions it shows. `before` is the story as the channel knew it so
    /// far. Returns whether the channel learns anything new.
    pub fn tell(&mut self, story: &mut Story, before: Option<&Story>) -> bool {
        let Some(now) = story.open_part() else {
            story.number = self.story_of(story.began_seq);
            return false;
        };
        let same = before.filter(|it| it.began_seq == story.began_seq).and_then(Story::open_part);
        let same = same.is_some_and(|it| it == now);
        let last = &mut self.last;
        let open = self.open.entry(story.began_seq).or_insert_with(|| {
            *last += 1;
            Open { number: *last, asked: vec![] }
        });
        open.put_anew(story, before);
        open.show(story);
        story.number = Some(open.number);
        story.asked.clone_from(&open.asked);
        if !same {
            self.announcements += 1;
        }
        !same
    }

    /// How often the channel has been told something.
    pub fn announcements(&self) -> u64 {
        self.announcements
    }

    /// The public id of a question.
    pub fn name_of(&self, prompt: PromptId) -> PromptId {
        let open = self.open.get(&prompt.seq);
        let open = open.and_then(|it| Some((it.number, it.asked.iter().position(|asked| *asked == prompt)?)));
        match open {
            Some((number, index)) => PromptId { seq: number, ordinal: index as u32 },
            None => {
                let mark = Sha256::new().chain_update(&self.salt).chain_update(prompt.seq.to_le_bytes());
                let mark = mark.chain_update(prompt.ordinal.to_le_bytes()).finalize();
                PromptId { seq: mark.iter().take(5).fold(0, |sum, byte| sum << 8 | u64::from(*byte)), ordinal: UNSEEN }
            }
        }
    }

    /// The public number of the story that a question belongs to.
    pub fn story_of(&self, began_seq: u64) -> Option<u64> {
        self.open.get(&began_seq).map(|it| it.number)
    }

    /// A mark of this moment as the viewer sees it: unchanged as long as they see the same, different as soon as they're told something.
    pub fn moment(&self, scene: &Scene) -> u64 {
        let mut seen = Scene { seq: self.announcements, ..scene.clone() };
        // Names say who can act; ids aren't secret, but needn't be told either.
        let members = seen.sides.iter_mut().flat_map(|it| &mut it.members);
        let mut may_act = vec![];
        for it in members {
            if scene.may_act.contains(&it.id) {
                may_act.push(it.name.clone());
            }
            it.id = CombatantId(0);
            // Whether a person or Umpire plays them changes nothing that others could do.
            it.umpire = None;
        }
        seen.may_act.clear();
        seen.map.standing.iter_mut().for_each(|it| it.0 = CombatantId(0));
        seen.map.unplaced.iter_mut().for_each(|it| *it = CombatantId(0));
        // What the last deeds left on the map was told with them.
        seen.map.traces = Traces::default();
        for prompt in &mut seen.prompts {
            prompt.id = self.name_of(prompt.id);
            prompt.to = crate::engine::Addressee::Gm;
            prompt.is_umpires = false;
        }
        let text = serde_json::to_vec(&(seen, may_act)).expect("scenes are plain values");
        let digest = Sha256::digest(text);
        digest.iter().take(5).fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    }
}

impl Open {
    /// A question asked again in the same words (something was changed by hand while it waited) keeps its public id.
    fn put_anew(&mut self, story: &Story, before: Option<&Story>) {
        let still = |id: PromptId| story.open_prompts.iter().any(|it| it.id == id);
        for new in story.open_prompts.iter().filter(|it| !self.asked.contains(&it.id)).collect::<Vec<_>>() {
            let same = |it: &&crate::engine::view::PromptView| {
                (it.to, &it.ask, &it.labels) == (new.to, &new.ask, &new.labels) && !still(it.id)
            };
            let old = before.and_then(|it| it.open_prompts.iter().find(same));
            if let Some(index) = old.and_then(|old| self.asked.iter().position(|it| *it == old.id)) {
                self.asked[index] = new.id;
            }
        }
    }

    fn show(&mut self, story: &Story) {
        for prompt in &story.open_prompts {
            if !self.asked.contains(&prompt.id) {
                self.asked.push(prompt.id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::{Actor, Seat},
        rules::{Request, System},
        store::{MemoryStore, Store},
        table::{EncounterService, InputOrigin, NewFight},
    };
    use std::sync::Arc;

    /// How marks were made when they came from a seed.
    fn from_seed(seed: [u8; 32], prompt: PromptId) -> PromptId {
        let salt = Sha256::new().chain_update(b"unseen questions").chain_update(seed).finalize();
        let mark = Sha256::new().chain_update(salt).chain_update(prompt.seq.to_le_bytes());
        let mark = mark.chain_update(prompt.ordinal.to_le_bytes()).finalize();
        PromptId { seq: mark.iter().take(5).fold(0, |sum, byte| sum << 8 | u64::from(*byte)), ordinal: UNSEEN }
    }

    /// The mark of an unseen question stays the same when a fight is reopened and after a restart, and none of its seeds, which are shown
    /// at its end, reveals what it stands for.
    #[tokio::test]
    async fn marks_outlast_a_reopening_and_rest_on_no_seed() {
        let store: Arc<dyn Store> = Arc::new(MemoryStore::new());
        let new = NewFight {
            application_id: 9,
            guild_id: None,
            channel_id: 1,
            system: System::Murdham,
            name: "Gate".to_owned(),
            options: vec![],
            gm: Seat(1),
        };
        let (gm, prompt) = (Actor::Gm(Seat(1)), PromptId { seq: 3, ordinal: 0 });
        let mut service = EncounterService::open(store.clone(), new, [7; 32], &[], 0).await.expect("opened");
        let mark = service.numbers().name_of(prompt);
        assert_eq!(mark.ordinal, UNSEEN);
        service.ask(gm, &Request::End, InputOrigin::default(), 1).await.expect("ended");
        service.reopen(gm, [8; 32], InputOrigin::default(), 2).await.expect("open again");
        assert_eq!(service.numbers().name_of(prompt), mark, "after a reopening");
        let again = EncounterService::load(store, service.header().id).await.expect("loaded");
        assert_eq!(again.numbers().name_of(prompt), mark, "after a restart");
        for seed in [[7; 32], [8; 32]] {
            assert_ne!(mark, from_seed(seed, prompt));
        }
    }
}
