//! The one who tells a story from its records: what every system's `story.rs` shares. It remembers who is hidden and which rules were
//! cited since the last line, so that a line is told to those who may hear it and names the rules it rests on. It knows no sentence of
//! any system.

use crate::engine::{
    AnswerOrigin, Citable, Citation, CombatantId, FightState, Record, Roll, Ruleset, SideId, TableFact,
    fight_state::Stage,
    space::{Space, ground::Spot},
    view::{Audience, Line},
};
use std::borrow::Cow;

/// Goes through the records of an action, in their order.
pub struct StoryBuilder<'a, R: Ruleset> {
    /// The fight after them.
    pub fight: &'a FightState<R>,
    /// What has been told.
    pub lines: Vec<Line>,
    /// The rules cited since the last line.
    pub cited: Vec<Citation>,
    hidden: Vec<CombatantId>,
    /// Who is walking in the last line, and by which squares, the last of them included.
    way: Option<(CombatantId, Vec<String>)>,
}

/// The story of these records: rules are remembered for the next line, everything else is told by the system.
pub fn story_lines<'a, R: Ruleset>(
    fight: &'a FightState<R>,
    records: &[Record<R>],
    mut record: impl FnMut(&mut StoryBuilder<'a, R>, &Record<R>),
) -> Vec<Line> {
    let mut story =
        StoryBuilder { fight, lines: vec![], cited: vec![], hidden: hidden_at_first(fight, records), way: None };
    for it in records {
        let told = story.lines.len();
        match it {
            Record::Cited(rule) => story.cite(rule.citation()),
            other => record(&mut story, other),
        }
        // What was told before a question stays as it was. An order given in advance has kept nobody waiting: a walk that it broke in two
        // would tell of somebody unseen who let the walker pass.
        let is_step = matches!(it, Record::Fact(TableFact::Placed { .. }));
        let has_waited = matches!(it, Record::Answered { how, .. } if *how != AnswerOrigin::Order);
        if has_waited || (story.lines.len() > told && !is_step) {
            story.way = None;
        }
    }
    story.lines
}

/// The records as they are told where a deed that shows its doer was noted before they came into sight: whoever sees them now reads what they
/// do as well. `by_whom` says whose deed a fact is. Across an answer nothing is moved: what was told before it stays as it was.
pub fn seen_before_the_deed<R: Ruleset>(
    records: &[Record<R>],
    by_whom: impl Fn(&R::Fact) -> Option<CombatantId>,
) -> Cow<'_, [Record<R>]> {
    let mut told = Cow::Borrowed(records);
    for at in 0..records.len() {
        let Record::Fact(TableFact::Hid { who, hidden: false }) = &records[at] else { continue };
        let together =
            records[..at].iter().rposition(|it| matches!(it, Record::Answered { .. })).map_or(0, |it| it + 1);
        let is_theirs = |it: &Record<R>| matches!(it, Record::Fact(TableFact::System(it)) if by_whom(it) == Some(*who));
        if let Some(deed) = records[together..at].iter().rposition(is_theirs) {
            told.to_mut()[together + deed..=at].rotate_right(1);
        }
    }
    told
}

/// Who was hidden before the first of these records: who is now, but for what the records changed.
fn hidden_at_first<R: Ruleset>(fight: &FightState<R>, records: &[Record<R>]) -> Vec<CombatantId> {
    let changed = |who: CombatantId| {
        records.iter().find_map(|it| match it {
            Record::Fact(TableFact::Hid { who: it, hidden }) if *it == who => Some(*hidden),
            _ => None,
        })
    };
    fight.combatants.iter().filter(|it| changed(it.id).map_or(it.hidden, |hidden| !hidden)).map(|it| it.id).collect()
}

impl<'a, R: Ruleset> StoryBuilder<'a, R> {
    fn cite(&mut self, citation: Citation) {
        if !self.cited.contains(&citation) {
            self.cited.push(citation);
        }
    }

    /// Somebody's name.
    pub fn name(&self, who: CombatantId) -> &'a str {
        self.fight.name(who)
    }

    /// A side's name.
    pub fn side(&self, side: SideId) -> &'a str {
        &self.fight.side(side).name
    }

    /// Whether everybody may know somebody's numbers: players' characters', not foes'.
    pub fn open_book(&self, who: CombatantId) -> bool {
        self.fight.find(who).is_some_and(|it| it.owner.is_some())
    }

    /// Whether somebody is hidden at this point of the story.
    pub fn is_hidden(&self, who: CombatantId) -> bool {
        self.hidden.contains(&who)
    }

    /// Who may hear of what somebody does.
    pub fn audience(&self, who: CombatantId) -> Audience {
        match self.fight.find(who) {
            Some(it) if self.is_hidden(who) => Audience::Side(it.side),
            _ => Audience::Everyone,
        }
    }

    /// Whether a rule was cited since the last line.
    pub fn cites(&self, rule: R::Rule) -> bool {
        self.cited.contains(&rule.citation())
    }

    /// Tells a line about somebody, or about the fight as a whole.
    pub fn say(&mut self, about: Option<CombatantId>, text: String) {
        let audience = about.map_or(Audience::Everyone, |who| self.audience(who));
        let rules = self.rules_for(audience);
        self.lines.push(Line { audience, text, roll: None, rules });
    }

    /// Tells a line about somebody and another: to those alone who may hear of both.
    pub fn with(&mut self, who: CombatantId, other: CombatantId, text: String) {
        let about = if self.is_hidden(other) { other } else { who };
        self.say(Some(about), text);
    }

    /// Answers whoever plays somebody: what concerns nobody else, and is not shown again. For the GM's it is the GM's.
    pub fn tell_player(&mut self, who: CombatantId, text: String) {
        let owner = self.fight.find(who).and_then(|it| it.owner);
        self.lines.push(Line { audience: owner.map_or(Audience::AskingGm, Audience::Seat), ..Line::open(text) });
    }

    /// Tells whoever ends a turn that has ended by itself that there is nothing to end. The channel need not hear of it.
    pub fn over_already(&mut self, who: CombatantId) {
        self.tell_player(who, format!("{}\u{2019}s turn is over already.", self.name(who)));
    }

    /// Tells the GM alone. The rules stay for the line that everybody reads.
    pub fn gm(&mut self, text: String) {
        self.lines.push(Line { audience: Audience::Gm, ..Line::open(text) });
    }

    /// The rules cited since the last line. A line that few may read does not take them from the others, who would see them missing.
    pub fn rules_for(&mut self, audience: Audience) -> Vec<Citation> {
        match audience {
            Audience::Everyone => std::mem::take(&mut self.cited),
            _ => self.cited.clone(),
        }
    }

    /// Tells a roll with its dice, in these words, to those who may hear of whoever rolled it; a secret one to the GM.
    pub fn roll(&mut self, roll: &Roll<R>, text: String) {
        let audience = match roll.who.map_or(Audience::Everyone, |who| self.audience(who)) {
            Audience::Everyone if roll.secret => Audience::Gm,
            audience => audience,
        };
        let rules = self.rules_for(audience);
        let full = Line { audience, text: String::new(), roll: None, rules }.rolled(self.fight, roll);
        self.lines.push(Line { text, audience, ..full });
    }

    /// Tells that somebody goes out of sight or comes into it, in the system's words for it, and remembers it.
    pub fn hid(&mut self, who: CombatantId, hidden: bool, does: &str) {
        if hidden {
            self.hidden.push(who);
        } else {
            self.hidden.retain(|it| *it != who);
        }
        self.say(Some(who), format!("{} {does}.", self.name(who)));
    }

    /// Tells a step from square to square; those of one walk are one line.
    fn steps(&mut self, who: CombatantId, to: String) {
        let audience = self.audience(who);
        let goes_on = |it: &Line| it.audience == audience;
        match (self.way.take(), self.lines.last().is_some_and(goes_on)) {
            (Some((walker, mut by)), true) if walker == who => {
                by.push(to);
                let rules = self.rules_for(audience);
                let name = self.name(who);
                if let Some(line) = self.lines.last_mut() {
                    line.rules.extend(rules.into_iter().filter(|it| !line.rules.contains(it)).collect::<Vec<_>>());
                    let (to, by) = (&by[by.len() - 1], by[..by.len() - 1].join(", "));
                    line.text = format!("{name} moves by {by} to {to}.");
                }
                self.way = Some((who, by));
            }
            _ => {
                self.say(Some(who), format!("{} moves to {to}.", self.name(who)));
                self.way = Some((who, vec![to]));
            }
        }
    }

    /// Tells what is the same in every system: the fight's beginning and end, its rounds, who stands where. Whether it was that.
    pub fn common(&mut self, fact: &TableFact<R>) -> bool {
        match fact {
            TableFact::StageSet(Stage::Fighting) => self.say(None, "The fight begins.".to_owned()),
            TableFact::StageSet(Stage::Over) => self.say(None, "The fight is over.".to_owned()),
            TableFact::RoundBegan(round) => self.say(None, format!("Round {round} begins.")),
            TableFact::Placed { at: None, .. } => {} // told as what took them away
            TableFact::Placed { who, at: Some(at) } if matches!(self.fight.space.spot(at), Spot::Square(_)) => {
                self.steps(*who, self.fight.space.place_words(at));
            }
            TableFact::Placed { who, at: Some(at) } => {
                let place = self.fight.space.place_words(at);
                let the = if place.starts_with("border") { "the " } else { "" };
                self.say(Some(*who), format!("{} moves to {the}{place}.", self.name(*who)));
            }
            _ => return false,
        }
        true
    }
}
