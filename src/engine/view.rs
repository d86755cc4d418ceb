//! What may be seen, and by whom: the one place where anything is held back. A [`Scene`] is the fight as it stands for one
//! viewer, a [`Line`] is a piece of its story. No handler and no drawing code decides what to hide.
//!
//! Long because: everything that is held back from anybody is held back here, in one place.

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
    roll::{Keep, Roll, RollOutcome, Target},
    ruleset::{Citable, Citation, Ruleset},
    space::Space,
};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, sync::Arc};

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Whoever reads the channel.
    Everyone,
    /// Anybody of a side.
    Side(SideId),
    /// One person.
    Seat(Seat),
    /// The GM.
    Gm,
}

/// Who a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Audience {
    /// Whoever reads the channel.
    Everyone,
    /// One side, and the GM.
    Side(SideId),
    /// One person, and the GM.
    Seat(Seat),
    /// The GM.
    Gm,
    /// The GM who has just asked: an answer, which is not told again.
    AskingGm,
}

impl Audience {
    /// Whether it is one person who has just asked, of whom nobody else needs to hear.
    pub fn is_asker(self) -> bool {
        matches!(self, Audience::Seat(_) | Audience::AskingGm)
    }
}

/// A piece of the story.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Who may read it.
    pub audience: Audience,
    /// One sentence, or two.
    pub text: String,
    /// The roll it tells of.
    pub roll: Option<RollView>,
    /// The rules it rests on.
    pub rules: Vec<Citation>,
}

impl Line {
    /// A line for everyone.
    pub fn open(text: impl Into<String>) -> Line {
        Line { audience: Audience::Everyone, text: text.into(), roll: None, rules: vec![] }
    }

    /// The same, resting on a rule.
    pub fn by(mut self, rule: impl Citable) -> Line {
        let citation = rule.citation();
        if !self.rules.contains(&citation) {
            self.rules.push(citation);
        }
        self
    }

    /// The same, telling of a roll.
    pub fn rolled<R: Ruleset>(mut self, fight: &FightState<R>, roll: &Roll<R>) -> Line {
        self.roll = Some(RollView::of(fight, roll));
        if roll.secret {
            self.audience = Audience::Gm;
        }
        self.by(roll.rule)
    }
}

/// A roll, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RollView {
    /// Whose.
    pub who: String,
    /// What for.
    pub what: String,
    /// The dice with their faces, such as "d6 6, 6, 3 (counts 13)"; one that does not count says so. A pool is one entry: "3d6 3, 3, 6".
    pub dice: Vec<String>,
    /// What was added, by name.
    pub modifiers: Vec<(String, i32)>,
    /// The number to reach, such as "AGI 9 or less".
    pub target: Option<String>,
    /// What it came to.
    pub total: i32,
    /// "passes", "fails", or the total.
    pub outcome: String,
    /// The rule it rests on.
    pub rule: Citation,
}

impl RollView {
    fn of<R: Ruleset>(fight: &FightState<R>, roll: &Roll<R>) -> RollView {
        if roll.is_pool() {
            return RollView::of_pool(fight, roll);
        }
        // One of several like it was dropped; one of its own kind, such as a luck die, stands apart.
        let is_like_a_kept_one = |sides: u16| roll.dice.iter().any(|it| it.kept && it.sides == sides);
        let mut dice: Vec<String> = roll
            .dice
            .iter()
            .map(|die| {
                let faces: Vec<String> = die.faces.iter().map(u16::to_string).collect();
                let mut text = format!("d{} {}", die.sides, faces.join(", "));
                if die.faces.len() > 1 {
                    text.push_str(&format!(" (counts {})", die.counts));
                }
                match (die.kept, roll.keep) {
                    (true, Keep::Lowest) => text.push_str(" (lower, kept)"),
                    (true, Keep::Highest) => text.push_str(" (higher, kept)"),
                    (false, Keep::All) if !is_like_a_kept_one(die.sides) => text.push_str(" (apart)"),
                    (false, _) => text.push_str(" (not kept)"),
                    (true, Keep::All) => {}
                }
                text
            })
            .collect();
        let target = roll.target.as_ref().map(|it| match it {
            Target::AtMost { name, number } => format!("{name} {number} or less"),
            Target::AtLeast { name, number } => format!("{name} {number} or more"),
        });
        let outcome = match roll.outcome {
            RollOutcome::Passed => "passes".to_owned(),
            RollOutcome::Failed => "fails".to_owned(),
            RollOutcome::Total => roll.total.to_string(),
        };
        let chosen = roll.dice.iter().find(|it| it.kept).filter(|_| roll.keep != Keep::All && roll.dice.len() > 1);
        if let Some(kept) = chosen {
            // Where one of them counts, they are no sum: the dice, then what counts.
            let all = dice.join(", ");
            let said_by_outcome = roll.outcome == RollOutcome::Total && roll.modifiers.is_empty();
            dice = vec![if said_by_outcome { all } else { format!("{all}: {}", kept.counts) }];
        } else {
            // What stands apart, such as a luck die, is no part of the sum and comes before it.
            let (sum, apart): (Vec<_>, Vec<_>) = dice.into_iter().zip(&roll.dice).partition(|it| it.1.kept);
            let apart = apart.into_iter().map(|it| format!("{}, ", it.0)).collect::<String>();
            dice = sum.into_iter().map(|it| it.0).collect();
            if let Some(first) = dice.first_mut() {
                first.insert_str(0, &apart);
            }
        }
        RollView { target, ..RollView::with(fight, roll, dice, outcome) }
    }

    /// A pool: its dice, then its successes.
    fn of_pool<R: Ruleset>(fight: &FightState<R>, roll: &Roll<R>) -> RollView {
        let successes = |number: i32| format!("{number} success{}", if number == 1 { "" } else { "es" });
        let faces: Vec<String> = roll.dice.iter().flat_map(|die| die.faces.iter().map(u16::to_string)).collect();
        let dice = format!("{}d{} {}", faces.len(), roll.dice[0].sides, faces.join(", "));
        let target = match roll.target {
            Some(Target::AtLeast { number, .. } | Target::AtMost { number, .. }) => Some(successes(number)),
            None => None,
        };
        let (dice, outcome) = match roll.outcome {
            RollOutcome::Passed => (format!("{dice}: {}", successes(roll.total)), "passes".to_owned()),
            RollOutcome::Failed => (format!("{dice}: {}", successes(roll.total)), "fails".to_owned()),
            RollOutcome::Total => (dice, successes(roll.total)),
        };
        RollView { target, ..RollView::with(fight, roll, vec![dice], outcome) }
    }

    fn with<R: Ruleset>(fight: &FightState<R>, roll: &Roll<R>, dice: Vec<String>, outcome: String) -> RollView {
        RollView {
            who: roll.who.map_or_else(|| "The table".to_owned(), |it| fight.name(it).to_owned()),
            what: roll.what.clone(),
            dice,
            modifiers: roll.modifiers.iter().map(|it| (it.name.clone(), it.by)).collect(),
            target: None,
            total: roll.total,
            outcome,
            rule: roll.rule.citation(),
        }
    }
}

/// A vital number: what its own side and the GM see, and the word that others see in its stead.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Vital {
    /// "health".
    pub name: &'static str,
    /// "6/9".
    pub exact: String,
    /// "hurt"; `None` shows nothing to strangers.
    pub word: Option<&'static str>,
}

/// What a system adds to the tracker.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Details {
    /// Whose choice it is, as a sentence.
    pub whose: String,
    /// Further sentences: thresholds, who holds the initiative.
    pub notes: Vec<String>,
    /// What is said beside a side's name: "hold the initiative".
    pub of_sides: Vec<(SideId, String)>,
    /// What is left of the turn under way: "main: left", "move: half a zone".
    pub turn: Vec<(String, String)>,
    /// Set when the fight looks decided, as a sentence for the GM.
    pub decided: Option<String>,
    /// Players may not talk to each other freely now: whoever keeps the channel takes their ordinary messages away.
    pub free_talk_off: bool,
}

/// How somebody stands in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Mark {
    /// May still act.
    Ready,
    /// Is acting.
    Acting,
    /// Has used up the turn.
    Spent,
    /// Cannot act.
    Down,
}

/// One combatant, as the viewer sees them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FighterView {
    /// Who.
    pub id: CombatantId,
    /// The name.
    pub name: String,
    /// How they stand in the round.
    pub mark: Mark,
    /// The same in a word of the system: "ready", "acted", "reacted", "down".
    pub standing: String,
    /// Vitals that the viewer may know, as (name, value); the name is empty where only a word is shown.
    pub vitals: Vec<(String, String)>,
    /// Conditions by name.
    pub conditions: Vec<String>,
    /// Who plays them; `None` for the GM.
    pub player: Option<Seat>,
    /// What shields them where they stand: "in cover", "half seen".
    pub shelter: Vec<&'static str>,
    /// Whether only this viewer's side and the GM see them.
    pub hidden: bool,
}

/// The place as one viewer sees it, ready to be drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MapView {
    /// What there is.
    pub ground: Ground,
    /// Whether the GM has laid it out; otherwise it is the one place in which everybody is near everybody.
    pub laid_out: bool,
    /// Where those stand whom the viewer sees, by side and then in order of joining.
    pub standing: Vec<(CombatantId, Spot)>,
    /// Those whom the viewer sees and of whom nobody has said where they are.
    pub unplaced: Vec<CombatantId>,
}

/// What the one whose turn it is could do on the ground, for the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnGround {
    /// Their name.
    pub name: String,
    /// Where they could still move.
    pub reach: Vec<Spot>,
    /// What they threaten from where they stand.
    pub threat: Vec<Spot>,
}

/// How one sees another, told to one viewer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SightView {
    /// What there is to say, in sentences.
    pub sentences: Vec<String>,
    /// The line to be drawn on the map; none where the place knows of no lines.
    pub ray: Option<Ray>,
}

/// A line of sight on a grid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ray {
    /// Where it begins, in squares from the top left corner.
    pub from: (f32, f32),
    /// Where it ends.
    pub to: (f32, f32),
    /// Whether anything is seen along it.
    pub is_clear: bool,
}

/// One side, as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideView {
    /// Which.
    pub id: SideId,
    /// Its name.
    pub name: String,
    /// What is said beside it.
    pub note: String,
    /// Its members that the viewer sees.
    pub members: Vec<FighterView>,
}

/// One open question, as the viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PromptView {
    /// Which.
    pub id: PromptId,
    /// Who is asked.
    pub to: Addressee,
    /// Their name: a combatant's, a side's, "the GM".
    pub to_name: String,
    /// The players who may answer; empty where only the GM may.
    pub seats: Vec<Seat>,
    /// The question; empty where the viewer may know only that somebody is asked.
    pub ask: String,
    /// What may be answered, the default first; empty where the question is.
    pub labels: Vec<String>,
    /// What the GM is asked, as far as everybody may know it: "what comes of Mirel's magic". Empty if it is nobody else's to know, or
    /// others are asked.
    pub about: String,
    /// When silence takes the default.
    pub deadline_ms: Option<i64>,
    /// Whether it has been answered and waits for others.
    pub answered: bool,
}

/// The fight as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// The system's name.
    pub system: &'static str,
    /// How far it has come.
    pub stage: Stage,
    /// Whether it is paused.
    pub paused: bool,
    /// The round.
    pub round: u32,
    /// The phase, if the system has phases.
    pub phase: Option<String>,
    /// The number of the next row: a menu carries it, so that an old one is known for old.
    pub seq: u64,
    /// The sides.
    pub sides: Vec<SideView>,
    /// Who is where, a line for each place that somebody is in.
    pub places: Vec<String>,
    /// The same as a map.
    pub map: MapView,
    /// Who may act now, of those the viewer sees.
    pub may_act: Vec<CombatantId>,
    /// What the system adds.
    pub details: Details,
    /// The clock between actions, as (who, when it runs out).
    pub clock: Option<(String, i64)>,
    /// What that clock had when it began to run, in milliseconds.
    pub clock_ms: Option<i64>,
    /// How long people have for a question, in milliseconds; `None` without a clock.
    pub prompt_ms: Option<i64>,
    /// The questions that are open.
    pub prompts: Vec<PromptView>,
}

impl PromptView {
    /// Whom the table waits for, and for what, as far as everybody may know it: "the GM: what comes of Mirel's magic".
    pub fn awaited(&self) -> String {
        if self.about.is_empty() { self.to_name.clone() } else { format!("{}: {}", self.to_name, self.about) }
    }
}

impl Viewer {
    /// Whether a line for this audience may be shown.
    pub fn may_read<R: Ruleset>(self, fight: &FightState<R>, audience: Audience) -> bool {
        match (self, audience) {
            (Viewer::Gm, _) | (_, Audience::Everyone) => true,
            (Viewer::Side(a), Audience::Side(b)) => a == b,
            (Viewer::Seat(seat), Audience::Side(side)) => fight.members(side).any(|it| plays(it, seat)),
            (Viewer::Seat(a), Audience::Seat(b)) => a == b,
            _ => false,
        }
    }

    /// Whether this viewer knows of the combatant at all.
    pub fn sees<R: Ruleset>(self, fight: &FightState<R>, whom: &Combatant<R>) -> bool {
        !whom.hidden || self.knows(fight, whom)
    }

    /// Whether this viewer may know that this one is asked. That the GM is, everybody may.
    pub fn sees_asked<R: Ruleset>(self, fight: &FightState<R>, to: Addressee) -> bool {
        match to {
            Addressee::Combatant(who) => fight.find(who).is_some_and(|it| self.sees(fight, it)),
            Addressee::Side(_) | Addressee::Gm => true,
        }
    }

    /// Whether this viewer knows the combatant's exact numbers: their own side does.
    pub fn knows<R: Ruleset>(self, fight: &FightState<R>, whom: &Combatant<R>) -> bool {
        match self {
            Viewer::Gm => true,
            Viewer::Everyone => !whom.hidden && whom.owner.is_some(),
            Viewer::Side(side) => whom.side == side,
            Viewer::Seat(seat) => {
                (whom.owner.is_some() && !whom.hidden) || fight.members(whom.side).any(|it| plays(it, seat))
            }
        }
    }
}

/// Whether they are this person's, also while the GM or another plays them.
fn plays<R: Ruleset>(it: &Combatant<R>, seat: Seat) -> bool {
    it.controller == Controller::Player(seat) || it.owner == Some(seat)
}

/// The fight as if those whom this viewer does not see were not in the fight.
fn without_unseen<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> Cow<'_, FightState<R>> {
    let unseen = fight.combatants.iter().filter(|it| !viewer.sees(fight, it)).map(|it| it.id);
    unseen.fold(Cow::Borrowed(fight), |mut left, id| {
        left.to_mut().evolve(&TableFact::Left(id));
        left
    })
}

/// The fight in which those whom this viewer does not see have no name: for sentences, which may have to speak of them.
pub fn with_unseen_unnamed<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> Cow<'_, FightState<R>> {
    let mut named = Cow::Borrowed(fight);
    for (index, it) in fight.combatants.iter().enumerate() {
        if !viewer.sees(fight, it) {
            Arc::make_mut(&mut named.to_mut().combatants[index]).name = UNSEEN.into();
        }
    }
    named
}

/// What somebody is called by those who do not see them.
const UNSEEN: &str = "somebody unseen";

/// Whether the fight has begun, but in a way of which this viewer may know nothing: to them it has not.
pub fn begins_unseen<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> bool {
    viewer != Viewer::Gm && fight.stage == Stage::Fighting && R::begins_unseen(&without_unseen(fight, viewer))
}

/// How much of a table's secrets the order of its turns may tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Discretion {
    /// The rules are played in the open: that somebody concealed acts first is told, though not who.
    #[default]
    Told,
    /// What only the unseen have begun has not begun for the others.
    Kept,
}

/// The fight as this viewer knows it: nobody unseen is in it.
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

/// The fight as this viewer sees it, at a table that is played in the open.
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

/// Whether this viewer may know somebody's numbers: they are of their own side, a player's, or shown by their GM.
fn knows_numbers<R: Ruleset>(fight: &FightState<R>, it: &Combatant<R>, viewer: Viewer) -> bool {
    viewer.knows(fight, it) || it.shown >= Shown::Exact
}

/// What is left of somebody's turn, as this viewer may know it: of a stranger that they have acted, which everybody saw; not how far they
/// could go still, nor what a sheet gives them besides.
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
        // Of a stranger, what is plain to see.
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
        hidden: it.hidden,
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
    // Nobody stands on squares whom nobody has put there.
    it.laid_out |= matches!(it.ground, Ground::Squares(_)) && !it.standing.is_empty();
    it
}

/// What the one whose turn it is could do on the ground: of those who may act the viewer's own, if it is only one. How far a stranger could
/// go is its GM's to know; what it threatens is not, since whoever moves there is warned of it.
pub fn turn_ground<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> Option<TurnGround> {
    let known = without_unseen(fight, viewer);
    let fight = known.as_ref();
    let may_act = R::may_act(fight);
    let own: Vec<CombatantId> = match viewer {
        Viewer::Seat(seat) => {
            may_act.iter().copied().filter(|it| fight.find(*it).is_some_and(|it| plays(it, seat))).collect()
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

/// The open questions, as the viewer sees them.
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
    // What players are asked lies open; what foes could do is their own side's to know.
    let open = |to: Addressee| match to {
        _ if viewer == Viewer::Gm || !seats_of(to).is_empty() => true,
        Addressee::Combatant(id) => fight.find(id).is_some_and(|it| viewer.knows(fight, it)),
        Addressee::Side(side) => viewer.may_read(fight, Audience::Side(side)),
        Addressee::Gm => false,
    };
    // Whose choice an unseen one has to agree to is seen to be asked still, if the GM has made it.
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
