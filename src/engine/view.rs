//! What each viewer may see: the only place where anything is held back. A [`Scene`] is the fight as one viewer sees it; a [`Line`] is a
//! piece of its story. No handler and no drawing code decides what to hide.
//!
//! Long because: everything that is held back from anyone is held back here, in one place.

pub use super::space::{
    feature::{Feature, FeatureKind},
    grid,
    ground::{BorderView, Crossing, Ground, Spot, ZoneGround, ZoneView},
};
pub use super::wording::{list, one_of};
use super::{
    encounter::Encounter,
    fact::TableFact,
    fight_state::{ClockOn, Combatant, Controller, FightState, Shown, Stage},
    ids::{Addressee, CombatantId, PromptId, Seat, SideId},
    prompt::Prompt,
    roll::Roll,
    ruleset::{Citable, Citation, Ruleset},
    space::Space,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, sync::Arc};

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
}

impl Line {
    /// A line for everyone.
    pub fn open(text: impl Into<String>) -> Line {
        Line { audience: Audience::Everyone, text: text.into(), roll: None, rules: vec![] }
    }

    /// Adds a rule.
    pub fn by(mut self, rule: impl Citable) -> Line {
        let citation = rule.citation();
        if !self.rules.contains(&citation) {
            self.rules.push(citation);
        }
        self
    }

    /// Adds a roll.
    pub fn rolled<R: Ruleset>(mut self, fight: &FightState<R>, roll: &Roll<R>) -> Line {
        self.roll = Some(RollView::of(fight, roll));
        if roll.secret {
            self.audience = Audience::Gm;
        }
        self.by(roll.rule)
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
    /// "succeeds" or "fails"; `None` where the total is the result.
    pub outcome: Option<&'static str>,
    /// The rule it rests on.
    pub rule: Citation,
}

impl RollView {
    /// A roll as viewers who may know its target read it.
    fn of<R: Ruleset>(fight: &FightState<R>, roll: &Roll<R>) -> RollView {
        RollView {
            who: roll.who.map_or_else(|| "The table".to_owned(), |it| fight.name(it).to_owned()),
            what: roll.what.clone(),
            equation: roll.equation(),
            outcome: roll.outcome_words(),
            rule: roll.rule.citation(),
        }
    }
}

/// A vital number: the value its own side and the GM see, and the word that others see instead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Vital {
    /// "health".
    pub name: &'static str,
    /// "6/9".
    pub exact: String,
    /// "hurt"; with `None`, others see nothing.
    pub word: Option<&'static str>,
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
    /// Who.
    pub id: CombatantId,
    /// The name.
    pub name: String,
    /// How it stands in the round.
    pub mark: Mark,
    /// The same in one of the system's words: "ready", "acted", "reacted", "down".
    pub standing: String,
    /// The vitals that the viewer may know, as (name, value); the name is empty if only a word is shown.
    pub vitals: Vec<(String, String)>,
    /// The names of its conditions.
    pub conditions: Vec<String>,
    /// The player; `None` if the GM plays it.
    pub player: Option<Seat>,
    /// What protects it where it stands: "in cover", "half seen".
    pub shelter: Vec<&'static str>,
    /// Whether only this viewer's side and the GM see it.
    pub hidden: bool,
}

/// The board as one viewer sees it, ready to draw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapView {
    /// The ground.
    pub ground: Ground,
    /// Whether the GM has laid out a board; otherwise everyone is near everyone.
    pub laid_out: bool,
    /// Where the combatants that the viewer sees stand, by side and then in order of joining.
    pub standing: Vec<(CombatantId, Spot)>,
    /// The combatants that the viewer sees and that haven't been placed.
    pub unplaced: Vec<CombatantId>,
}

/// What the combatant whose turn it is could do on the ground, for the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnGround {
    /// The combatant's name.
    pub name: String,
    /// Where the combatant can still move.
    pub reach: Vec<Spot>,
    /// What the combatant threatens from where it stands.
    pub threat: Vec<Spot>,
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
    /// Which.
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
    /// Which.
    pub id: PromptId,
    /// Who is being asked.
    pub to: Addressee,
    /// The name of whoever is asked: a combatant's, a side's, "the GM".
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
    /// The round.
    pub round: u32,
    /// The phase, if the system has phases.
    pub phase: Option<String>,
    /// The number of the next row: a menu carries it, so that an outdated menu is recognised.
    pub seq: u64,
    /// The sides.
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
}

impl PromptView {
    /// Whom the table waits for, and for what, as far as everyone may know: "the GM: what comes of Mirel's magic".
    pub fn awaited(&self) -> String {
        if self.about.is_empty() { self.to_name.clone() } else { format!("{}: {}", self.to_name, self.about) }
    }
}

impl Viewer {
    /// Whether this viewer may read a line for this audience.
    pub fn may_read<R: Ruleset>(self, fight: &FightState<R>, audience: Audience) -> bool {
        match (self, audience) {
            (Viewer::Gm, _) | (_, Audience::Everyone) => true,
            (Viewer::Side(a), Audience::Side(b)) => a == b,
            (Viewer::Seat(seat), Audience::Side(side)) => fight.members(side).any(|it| it.is_of(seat)),
            (Viewer::Seat(a), Audience::Seat(b)) => a == b,
            _ => false,
        }
    }
}

/// The fight without the combatants this viewer doesn't see.
fn without_unseen<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> Cow<'_, FightState<R>> {
    let unseen = fight.combatants.iter().filter(|it| !viewer.sees(fight, it)).map(|it| it.id);
    unseen.fold(Cow::Borrowed(fight), |mut left, id| {
        left.to_mut().evolve(&TableFact::Left(id));
        left
    })
}

/// The fight in which combatants this viewer doesn't see have no name, for sentences that may have to mention them.
pub fn with_unseen_unnamed<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> Cow<'_, FightState<R>> {
    let mut named = Cow::Borrowed(fight);
    for (index, it) in fight.combatants.iter().enumerate() {
        if !viewer.sees(fight, it) {
            Arc::make_mut(&mut named.to_mut().combatants[index]).name = UNSEEN.into();
        }
    }
    named
}

/// What viewers who don't see a combatant call it.
const UNSEEN: &str = "somebody unseen";

/// Whether the fight has begun without this viewer being allowed to know: for them it hasn't begun.
pub fn begins_unseen<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> bool {
    viewer != Viewer::Gm && fight.stage == Stage::Fighting && R::begins_unseen(&without_unseen(fight, viewer))
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

/// The fight as this viewer knows it, without anyone unseen.
pub fn as_known<R: Ruleset>(fight: &FightState<R>, viewer: Viewer, discretion: Discretion) -> Cow<'_, FightState<R>> {
    let mut known = without_unseen(fight, viewer);
    if discretion == Discretion::Kept && begins_unseen(fight, viewer) {
        let known = known.to_mut();
        known.evolve(&TableFact::StageSet(Stage::Gathering));
        known.evolve(&TableFact::PhaseBegan(None));
        known.evolve(&TableFact::ClockSet(None));
    }
    known
}

/// The fight as this viewer sees it, at a table that plays in the open.
pub fn scene<R: Ruleset>(encounter: &Encounter<R>, viewer: Viewer) -> Scene {
    scene_at(encounter, viewer, Discretion::Told)
}

/// The fight as this viewer sees it.
pub fn scene_at<R: Ruleset>(encounter: &Encounter<R>, viewer: Viewer, discretion: Discretion) -> Scene {
    let known = as_known(encounter.now(), viewer, discretion);
    let fight = known.as_ref();
    let mut details = R::details(fight);
    if let Some(it) = fight.turns.active.and_then(|it| fight.find(it)) {
        details.turn = open_remaining(fight, it, viewer, details.turn);
    }
    let side = |side: &super::fight_state::Side| SideView {
        id: side.id,
        name: side.name.to_string(),
        note: details.of_sides.iter().find(|it| it.0 == side.id).map(|it| it.1.clone()).unwrap_or_default(),
        members: fight.members(side.id).map(|it| fighter(fight, it, viewer)).collect(),
    };
    Scene {
        system: R::NAME,
        stage: fight.stage,
        paused: encounter.paused,
        round: fight.turns.round,
        phase: fight.turns.phase.map(R::phase_words),
        seq: encounter.seq,
        sides: fight.sides.iter().map(side).collect(),
        places: places(fight),
        map: map(fight),
        may_act: R::may_act(fight),
        clock: encounter.clock_deadline_ms().and_then(|at| {
            let on = match fight.clock?.on {
                ClockOn::Side(side) => fight.side_name(side),
                ClockOn::Combatant(who) => fight.find(who).map(|it| &*it.name)?,
            };
            Some((on.to_owned(), at))
        }),
        clock_ms: fight.clock.map(|it| it.left_ms),
        prompt_ms: fight.pace.prompt_ms,
        prompts: prompts(encounter, viewer),
        details,
    }
}

/// Whether this viewer may know the combatant's numbers: it's on their own side, a player's, or its GM shows them.
fn knows_numbers<R: Ruleset>(fight: &FightState<R>, it: &Combatant<R>, viewer: Viewer) -> bool {
    viewer.knows(fight, it) || it.shown >= Shown::Exact
}

/// What's left of a combatant's turn, as far as this viewer may know. Of a foe's turn, everyone saw which actions were used, but they don't
/// learn how far it could still go, nor what its sheet adds.
pub fn open_remaining<R: Ruleset>(
    fight: &FightState<R>,
    it: &Combatant<R>,
    viewer: Viewer,
    remaining: Vec<(String, String)>,
) -> Vec<(String, String)> {
    let open = |name: &str| knows_numbers(fight, it, viewer) || R::OPEN_REMAINING.contains(&name);
    remaining.into_iter().filter(|(name, _)| open(name)).collect()
}

fn fighter<R: Ruleset>(fight: &FightState<R>, it: &Combatant<R>, viewer: Viewer) -> FighterView {
    let exact = knows_numbers(fight, it, viewer);
    let vitals = R::vitals(fight, it)
        .into_iter()
        .filter_map(|vital| match (exact, vital.word) {
            (true, _) => Some((vital.name.to_owned(), vital.exact)),
            (false, Some(word)) => Some((String::new(), word.to_owned())),
            (false, None) => None,
        })
        .collect();
    let (mark, standing) = R::standing(fight, it);
    FighterView {
        id: it.id,
        name: it.name.to_string(),
        mark,
        vitals,
        // For other sides' combatants, only what's plain to see.
        conditions: {
            let known = it.conditions.iter().map(|held| &held.what).filter(|it| exact || R::is_plain_to_see(it));
            let all =
                known.map(|it| R::condition_words(it)).chain(R::afflictions(fight, it).into_iter().map(str::to_owned));
            all.filter(|it| *it != standing).collect()
        },
        standing,
        player: match it.controller {
            Controller::Gm => None,
            Controller::Player(seat) => Some(seat),
        },
        shelter: R::shelter(fight, it),
        hidden: it.is_hidden(),
    }
}

fn map<R: Ruleset>(fight: &FightState<R>) -> MapView {
    let mut it = MapView {
        ground: fight.space.ground(),
        laid_out: *fight.space != R::Space::default(),
        standing: vec![],
        unplaced: vec![],
    };
    for whom in fight.sides.iter().flat_map(|side| fight.members(side.id)) {
        match &whom.place {
            Some(place) => it.standing.push((whom.id, fight.space.spot(place))),
            None => it.unplaced.push(whom.id),
        }
    }
    // On squares, nobody has a place until someone puts them there.
    it.laid_out |= matches!(it.ground, Ground::Squares(_)) && !it.standing.is_empty();
    it
}

/// What the combatant whose turn it is could do on the ground: if several can act, the viewer's own, provided it's only one. How far a foe
/// could go is for its GM only; what it threatens isn't, because anyone who moves there is warned.
pub fn turn_ground<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> Option<TurnGround> {
    let known = without_unseen(fight, viewer);
    let fight = known.as_ref();
    let may_act = R::may_act(fight);
    let own: Vec<CombatantId> = match viewer {
        Viewer::Seat(seat) => {
            may_act.iter().copied().filter(|it| fight.find(*it).is_some_and(|it| it.is_of(seat))).collect()
        }
        _ => vec![],
    };
    let only = |all: &[CombatantId]| if let [one] = all { Some(*one) } else { None };
    let who = fight.turns.active.filter(|it| fight.find(*it).is_some()).or(only(&own)).or(only(&may_act))?;
    let spots = |all: Vec<super::space::PlaceOf<R>>| all.iter().map(|it| fight.space.spot(it)).collect();
    let is_known = fight.find(who).is_some_and(|it| knows_numbers(fight, it, viewer));
    Some(TurnGround {
        name: fight.name(who).to_owned(),
        reach: if is_known { spots(R::reaches(fight, who)) } else { vec![] },
        threat: spots(R::threatens(fight, who)),
    })
}

fn places<R: Ruleset>(fight: &FightState<R>) -> Vec<String> {
    let mut found: Vec<(String, Vec<&str>)> = vec![];
    for it in &fight.combatants {
        let Some(place) = &it.place else { continue };
        let name = fight.space.place_words(place);
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, there)) => there.push(&it.name),
            None => found.push((name, vec![&it.name])),
        }
    }
    found.into_iter().map(|(place, there)| format!("{place}: {}", there.join(", "))).collect()
}

/// The open questions as the viewer sees them.
pub fn prompts<R: Ruleset>(encounter: &Encounter<R>, viewer: Viewer) -> Vec<PromptView> {
    let fight = encounter.now();
    let seats_of = |to: Addressee| -> Vec<Seat> {
        let seat = |it: &Combatant<R>| match it.controller {
            Controller::Player(seat) => Some(seat),
            Controller::Gm => None,
        };
        match to {
            Addressee::Gm => vec![],
            Addressee::Combatant(id) => fight.find(id).and_then(seat).into_iter().collect(),
            Addressee::Side(side) => {
                let mut seats: Vec<Seat> = fight.members(side).filter_map(seat).collect();
                seats.sort_unstable();
                seats.dedup();
                seats
            }
        }
    };
    let known = without_unseen(fight, viewer);
    let about = |it: &Prompt<R>| match it.to {
        Addressee::Gm => R::awaited_words(&known, &it.question),
        Addressee::Side(_) | Addressee::Combatant(_) => None,
    };
    let sees = |id: CombatantId| fight.find(id).is_some_and(|it| viewer.sees(fight, it));
    let visible = |it: &Prompt<R>| match it.to {
        Addressee::Gm => viewer == Viewer::Gm || about(it).is_some(),
        Addressee::Side(_) => true,
        Addressee::Combatant(id) => sees(id),
    };
    // Questions to players are public; what foes could do is for their own side only.
    let open = |to: Addressee| match to {
        _ if viewer == Viewer::Gm || !seats_of(to).is_empty() => true,
        Addressee::Combatant(id) => fight.find(id).is_some_and(|it| viewer.knows(fight, it)),
        Addressee::Side(side) => viewer.may_read(fight, Audience::Side(side)),
        Addressee::Gm => false,
    };
    // If an unseen combatant has to agree to a choice, the one who made the choice appears to be still asked, if it's the GM's.
    let stands_for = |it: &Prompt<R>| match (it.to, R::chosen_by(&it.question)) {
        (Addressee::Combatant(asked), Some(chose)) if !sees(asked) && sees(chose) => {
            let chose = Addressee::Combatant(chose);
            if seats_of(chose).is_empty() { chose } else { it.to }
        }
        _ => it.to,
    };
    let words = with_unseen_unnamed(fight, viewer);
    let view = |it: &Prompt<R>| {
        let to = stands_for(it);
        let (ask, labels) = match to == it.to && open(to) {
            true => {
                let label = |offer| R::choice_words(&words, &it.question, offer);
                (R::ask_words(&words, it.to, &it.question), it.offers.iter().map(label).collect())
            }
            false => (String::new(), vec![]),
        };
        PromptView {
            id: it.id,
            to,
            to_name: match to {
                Addressee::Combatant(id) => fight.name(id).to_owned(),
                Addressee::Side(side) => fight.side_name(side).to_owned(),
                Addressee::Gm => "the GM".to_owned(),
            },
            seats: seats_of(to),
            ask,
            labels,
            about: about(it).unwrap_or_default(),
            deadline_ms: it.deadline_ms,
            answered: it.answered.is_some(),
        }
    };
    encounter.prompts().iter().filter(|it| visible(it) || stands_for(it) != it.to).map(view).collect()
}
