//! What each viewer may see. A [`Scene`] is the fight as one viewer sees it; a [`Line`] is a piece of its story. Here and in `scene`, which
//! builds the scenes, are the only places where anything is held back: no handler and no drawing code decides what to hide.

pub use super::space::{
    feature::{Feature, FeatureKind},
    grid,
    ground::{BorderView, Crossing, Ground, Spot, ZoneGround, ZoneView},
};
pub use super::{
    brief::{Brief, BriefPart},
    chain::SURE_DIGITS,
    health::{Health, Looks},
    scene::{
        as_known, begins_unseen, knows_numbers, open_remaining, prompts, scene, scene_at, turn_ground,
        with_unseen_unnamed,
    },
    wording::{NAMED_MAX, few_or_kinds, in_kinds, list, one_of, plural, unnumbered},
};
use super::{
    fact::Record,
    fight_state::{FightState, Stage},
    ids::{Addressee, CombatantId, PromptId, Seat, SideId},
    ruleset::{Citable, Citation, RulesetTypes},
    space::grid::Fog,
};
use serde::{Deserialize, Serialize};

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Everyone who reads the channel.
    Everyone,
    /// Any member of a side.
    Side(SideId),
    /// One person.
    Seat(Seat),
    /// The GM.
    Gm,
}

/// Who a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Audience {
    /// Everyone who reads the channel.
    Everyone,
    /// One side, and the GM.
    Side(SideId),
    /// One person, and the GM.
    Seat(Seat),
    /// The GM.
    Gm,
    /// The GM who just asked: a reply that isn't told again.
    AskingGm,
}

impl Audience {
    /// Whether it's only for the person who just asked, so nobody else needs to see it.
    pub fn is_asker(self) -> bool {
        matches!(self, Audience::Seat(_) | Audience::AskingGm)
    }
}

/// A piece of the story.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Who may read it.
    pub audience: Audience,
    /// One or two sentences.
    pub text: String,
    /// The roll it's about.
    pub roll: Option<RollView>,
    /// The rules it cites.
    pub rules: Vec<Citation>,
    /// How a short account tells it.
    #[serde(skip_serializing_if = "Brief::is_plain")]
    pub brief: Brief,
}

impl Line {
    /// A line for everyone.
    pub fn open(text: impl Into<String>) -> Line {
        Line { audience: Audience::Everyone, text: text.into(), roll: None, rules: vec![], brief: Brief::default() }
    }

    /// Adds a rule.
    pub fn by(mut self, rule: impl Citable) -> Line {
        let citation = rule.citation();
        if !self.rules.contains(&citation) {
            self.rules.push(citation);
        }
        self
    }
}

/// A roll, ready to display.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RollView {
    /// Whose roll it is.
    pub who: String,
    /// What it's for.
    pub what: String,
    /// The dice, what was added, what it comes to and the number to reach: "2d6 (3, 5) + 2 aim = 10 vs 8 (difficulty)".
    pub equation: String,
    /// The same with what was added as one number, and without the names of the numbers: "2d6 (3, 5) + 2 = 10 vs 8".
    pub brief: String,
    /// "succeeds" or "fails"; `None` where the total is the result.
    pub outcome: Option<&'static str>,
    /// The rule it rests on.
    pub rule: Citation,
}

/// A vital number: the value its own side and the GM see, and the word that others see instead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Vital {
    /// What the number is: "health".
    pub name: &'static str,
    /// The number, as its own side reads it: "6/9".
    pub exact: String,
    /// "hurt"; with `None`, others see nothing.
    pub word: Option<&'static str>,
    /// What's left of how much, if this is what shows how hurt the combatant is.
    pub left: Option<(i32, i32)>,
}

/// What a system adds to the tracker.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Details {
    /// Whose choice it is, as a sentence.
    pub whose: String,
    /// Further sentences: thresholds, who holds the initiative.
    pub notes: Vec<String>,
    /// Notes beside a side's name: "hold the initiative".
    pub of_sides: Vec<(SideId, String)>,
    /// What's left of the current turn: "main: left", "move: half a zone".
    pub turn: Vec<(String, String)>,
    /// Whether nobody can pass in this system.
    pub no_passing: bool,
    /// A sentence for the GM if the fight looks decided.
    pub decided: Option<String>,
    /// Whether players' free talk is off; if so, their ordinary messages are removed from the channel.
    pub free_talk_off: bool,
}

/// How a combatant stands in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Mark {
    /// Can still act.
    Ready,
    /// Is acting.
    Acting,
    /// Has used up their turn.
    Spent,
    /// Can't act.
    Down,
}

/// One combatant as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FighterView {
    /// The combatant.
    pub id: CombatantId,
    /// The name.
    pub name: String,
    /// How it stands in the round.
    pub mark: Mark,
    /// The same in one of the system's words: "ready", "acted", "reacted", "down".
    pub standing: String,
    /// The vitals that the viewer may know, as (name, value); the name is empty if only a word is shown.
    pub vitals: Vec<(String, String)>,
    /// How hurt it is, for a picture.
    pub health: Option<Health>,
    /// The names of its conditions.
    pub conditions: Vec<String>,
    /// The player; `None` if the GM plays it.
    pub player: Option<Seat>,
    /// Whether Umpire plays it; for the GM, with the style.
    pub umpire: Option<String>,
    /// If it's down and a player's, what that means.
    pub once_down: Option<Box<OnceDown>>,
    /// The number of the saved character it is.
    #[serde(skip)]
    pub saved: Option<i64>,
    /// What protects it where it stands: "in cover", "half seen".
    pub shelter: Vec<&'static str>,
    /// Whether only this viewer's side and the GM see it.
    pub hidden: bool,
}

/// What being down means for somebody, and who could change it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OnceDown {
    /// Whether they can come back, and who can help, as what follows their name: "is out for the rest of the fight." Everyone reads it, so it
    /// names nobody who's hidden.
    pub words: String,
    /// Whoever could help.
    pub helpers: Vec<CombatantId>,
    /// What it would mean for them if the fight ended now, as what follows their name: "would die (C7)". `None` if they live either way, as
    /// far as their wounds go.
    pub if_ended: Option<&'static str>,
}

impl OnceDown {
    /// With those who could help.
    pub fn new(words: impl Into<String>, helpers: Vec<CombatantId>) -> OnceDown {
        OnceDown { words: words.into(), helpers, if_ended: None }
    }

    /// Nobody can help.
    pub fn without_help(words: impl Into<String>) -> OnceDown {
        OnceDown::new(words, vec![])
    }

    /// It isn't settled whether they live: what it would mean for them if the fight ended now.
    pub fn unsettled(self, if_ended: &'static str) -> OnceDown {
        OnceDown { if_ended: Some(if_ended), ..self }
    }
}

/// The board as one viewer sees it, ready to draw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapView {
    /// The board itself, without anyone on it.
    pub ground: Ground,
    /// Whether the GM has laid out a board; otherwise everyone is near everyone.
    pub laid_out: bool,
    /// Where the combatants that the viewer sees stand, by side and then in order of joining.
    pub standing: Vec<(CombatantId, Spot)>,
    /// The combatants that the viewer sees and that haven't been placed.
    pub unplaced: Vec<CombatantId>,
    /// What the last deeds left on it. Set by the session.
    pub traces: Traces,
    /// How much of the board the viewer's characters see and have seen; `None` without fog. Set by the session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fog: Option<Fog>,
}

/// What the last deeds left on the map, as far as a viewer may know.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Traces {
    /// The last move, if whoever made it is still where it led.
    pub trail: Option<Trail>,
    /// The last deed, if it was an attack.
    pub attack: Option<LastAttack>,
}

/// The way that a combatant has come.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trail {
    /// The combatant.
    pub who: CombatantId,
    /// Where it was, from where it started to where it is now.
    pub spots: Vec<Spot>,
}

/// An attack on somebody, whatever became of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct LastAttack {
    /// Who attacked.
    pub by: CombatantId,
    /// Who was attacked.
    pub at: CombatantId,
}

/// What a combatant could do on the ground, for the map: whoever's turn it is, or the viewer's own.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnGround {
    /// The combatant's name.
    pub name: String,
    /// Whether it's a turn of theirs, which they have or could begin.
    pub is_turn: bool,
    /// Where the combatant can still move; if it isn't their turn, where they could at the beginning of one.
    pub reach: Vec<Spot>,
    /// What the combatant threatens from where it stands.
    pub threat: Vec<Spot>,
}

impl TurnGround {
    /// What its reach is: "Ana can still get to".
    pub fn reach_words(&self) -> String {
        format!("{} {}", self.name, if self.is_turn { "can still get to" } else { "could get to on their own turn" })
    }

    /// The same before the places themselves: "On their own turn, Ana could get to".
    pub fn reach_opening(&self) -> String {
        if self.is_turn { self.reach_words() } else { format!("On their own turn, {} could get to", self.name) }
    }
}

/// A sight check, told to one viewer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SightView {
    /// The answer, in sentences.
    pub sentences: Vec<String>,
    /// The line to draw on the map; `None` if the board has no lines of sight.
    pub ray: Option<Ray>,
}

/// A line of sight on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ray {
    /// Where it starts, in squares from the top left corner.
    pub from: (f32, f32),
    /// Where it ends.
    pub to: (f32, f32),
    /// Whether the line is clear.
    pub is_clear: bool,
}

/// One side as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideView {
    /// The side.
    pub id: SideId,
    /// Its name.
    pub name: String,
    /// The note beside its name.
    pub note: String,
    /// Its members whom the viewer sees.
    pub members: Vec<FighterView>,
}

/// One open question as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PromptView {
    /// The question's id, which an answer names.
    pub id: PromptId,
    /// Who is being asked.
    pub to: Addressee,
    /// The name of the one asked: a combatant's, a side's, "the GM".
    pub to_name: String,
    /// The players who can answer; empty if only the GM can.
    pub seats: Vec<Seat>,
    /// The question; empty if the viewer may only know that someone is being asked.
    pub ask: String,
    /// The possible answers, default first; empty if the question is.
    pub labels: Vec<String>,
    /// What the GM is asked, as far as everyone may know it: "what comes of Mirel's magic". Empty if nobody else may know it, or if others
    /// are asked.
    pub about: String,
    /// When silence takes the default, in milliseconds since the epoch.
    pub deadline_ms: Option<i64>,
    /// Whether it's been answered and waits for others.
    pub answered: bool,
    /// Whether Umpire plays the one asked, and answers in a moment.
    pub is_umpires: bool,
    /// For the GM, who would be asked next if this question got its default, and could be asked along with it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<AskedThen>,
}

/// Somebody of the GM's who's asked next, to do something or not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AskedThen {
    /// Their name.
    pub to_name: String,
    /// What they could do: "Guard".
    pub label: String,
}

/// The fight as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The system's name.
    pub system: &'static str,
    /// The stage the fight has reached.
    pub stage: Stage,
    /// Whether it is paused.
    pub paused: bool,
    /// The round, counted from 1; 0 before the first.
    pub round: u32,
    /// The phase, if the system has phases.
    pub phase: Option<String>,
    /// The number of the next row: a menu carries it, so that an outdated menu is recognised.
    pub seq: u64,
    /// The sides, with their members.
    pub sides: Vec<SideView>,
    /// Where everyone is: one line for each occupied place.
    pub places: Vec<String>,
    /// The same as a map.
    pub map: MapView,
    /// The combatants who can act now, among those the viewer sees.
    pub may_act: Vec<CombatantId>,
    /// What the system adds.
    pub details: Details,
    /// The clock between actions, as (whose, when it runs out in milliseconds since the epoch).
    pub clock: Option<(String, i64)>,
    /// The clock's time when it started running, in milliseconds.
    pub clock_ms: Option<i64>,
    /// How long players have for a question, in milliseconds; `None` without a limit.
    pub prompt_ms: Option<i64>,
    /// The open questions.
    pub prompts: Vec<PromptView>,
    /// Whether nobody is GM: Umpire answers what the rules ask of one. Set by the session.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub umpire_is_gm: bool,
}

impl Scene {
    /// How the fight looks decided, if several sides can be seen in it and at most one is still up: foes who are still to come, or hidden,
    /// aren't beaten.
    pub fn looks_decided(&self) -> Option<&str> {
        let sides = self.sides.iter().filter(|it| !it.members.is_empty()).count();
        self.details.decided.as_deref().filter(|_| sides > 1 && self.stage == Stage::Fighting)
    }

    /// Whom Umpire plays in a fight that isn't over; for the GM, with their styles.
    pub fn umpires(&self) -> Vec<String> {
        self.played().map(|(name, style)| styled(name, style)).collect()
    }

    /// The same in short: those of each style together, and many of a kind by their number.
    pub fn umpires_in_short(&self) -> Vec<String> {
        let mut styles: Vec<(&str, Vec<String>)> = vec![];
        for (name, style) in self.played() {
            match styles.iter_mut().find(|known| known.0 == style) {
                Some(known) => known.1.push(name.to_owned()),
                None => styles.push((style, vec![name.to_owned()])),
            }
        }
        styles.into_iter().map(|(style, names)| styled(&few_or_kinds(&names), style)).collect()
    }

    /// Whom Umpire plays, each with the style as far as the viewer knows it.
    fn played(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.sides.iter().filter(|_| self.stage != Stage::Over).flat_map(|side| &side.members);
        all.filter_map(|it| Some((it.name.as_str(), it.umpire.as_deref()?)))
    }
}

fn styled(names: &str, style: &str) -> String {
    if style.is_empty() { names.to_owned() } else { format!("{names} ({style} style)") }
}

impl PromptView {
    /// Whom the table waits for, and for what, as far as everyone may know: "the GM: what comes of Mirel's magic".
    pub fn awaited(&self) -> String {
        if self.about.is_empty() { self.to_name.clone() } else { format!("{}: {}", self.to_name, self.about) }
    }
}

impl Viewer {
    /// Whether this viewer may read a line for this audience.
    pub fn may_read<R: RulesetTypes>(self, fight: &FightState<R>, audience: Audience) -> bool {
        match (self, audience) {
            (Viewer::Gm, _) | (_, Audience::Everyone) => true,
            (Viewer::Side(a), Audience::Side(b)) => a == b,
            (Viewer::Seat(seat), Audience::Side(side)) => fight.members(side).any(|it| it.is_of(seat)),
            (Viewer::Seat(a), Audience::Seat(b)) => a == b,
            _ => false,
        }
    }
}

/// How much of a table's secrets the turn order may reveal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discretion {
    /// The rules are played in the open: players learn that someone concealed acts first, but not who.
    #[default]
    Told,
    /// If only unseen combatants have begun, then for everyone else the fight hasn't.
    Kept,
}

impl<R: RulesetTypes> Record<R> {
    /// Whether this is an answer from someone this viewer knows about, in either of two states of the fight.
    pub fn is_answer_known_to(&self, viewer: Viewer, before: &FightState<R>, after: &FightState<R>) -> bool {
        let Record::Answered { to, .. } = self else { return false };
        viewer.sees_asked(before, *to) || viewer.sees_asked(after, *to)
    }
}
