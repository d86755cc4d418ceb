//! The fight as one viewer sees it: what they don't see is taken out before anything is described.

use super::{
    encounter::Encounter,
    fact::TableFact,
    fight_state::{ClockOn, Combatant, Controller, FightState, Shown, Side, Stage},
    ids::{Addressee, CombatantId, Seat},
    prompt::Prompt,
    ruleset::{Overview, PlaceOf, Ruleset, RulesetTypes},
    space::{Space, ground::Ground},
    view::{
        Audience, Discretion, FighterView, Health, MapView, Mark, PromptView, Scene, SideView, Traces, TurnGround,
        Viewer, list,
    },
};
use std::{borrow::Cow, sync::Arc};

/// The fight without the combatants this viewer doesn't see.
fn without_unseen<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> Cow<'_, FightState<R>> {
    let unseen = fight.combatants.iter().filter(|it| !viewer.sees(fight, it)).map(|it| it.id);
    unseen.fold(Cow::Borrowed(fight), |mut left, id| {
        left.to_mut().evolve(&TableFact::Left(id));
        left
    })
}

/// The fight in which combatants this viewer doesn't see have no name, for sentences that may have to mention them.
pub fn with_unseen_unnamed<R: RulesetTypes>(fight: &FightState<R>, viewer: Viewer) -> Cow<'_, FightState<R>> {
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

/// A question that may start with the name of somebody unseen, which has no capital.
fn capitalised(ask: String) -> String {
    match ask.strip_prefix(UNSEEN) {
        Some(rest) => format!("Somebody unseen{rest}"),
        None => ask,
    }
}

/// Whether the fight has begun without this viewer being allowed to know: for them it hasn't begun.
pub fn begins_unseen<R: Ruleset>(fight: &FightState<R>, viewer: Viewer) -> bool {
    viewer != Viewer::Gm && fight.stage == Stage::Fighting && R::begins_unseen(&without_unseen(fight, viewer))
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
pub fn scene<R: Overview>(encounter: &Encounter<R>, viewer: Viewer) -> Scene {
    scene_at(encounter, viewer, Discretion::Told)
}

/// The fight as this viewer sees it.
pub fn scene_at<R: Overview>(encounter: &Encounter<R>, viewer: Viewer, discretion: Discretion) -> Scene {
    let known = as_known(encounter.now(), viewer, discretion);
    let fight = known.as_ref();
    let mut details = R::details(fight);
    if let Some(it) = fight.turns.active.and_then(|it| fight.find(it)) {
        details.turn = open_remaining(fight, it, viewer, details.turn);
    }
    details.notes.extend(passed_alone(fight, viewer));
    let side = |side: &Side| SideView {
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
        places: places(fight, |_| true),
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
        umpire_is_gm: false,
        details,
    }
}

/// Whether this viewer may know the combatant's numbers: it's on their own side, a player's, or its GM shows them.
pub fn knows_numbers<R: RulesetTypes>(fight: &FightState<R>, it: &Combatant<R>, viewer: Viewer) -> bool {
    viewer.knows(fight, it) || it.shown >= Shown::Exact
}

/// What's left of a combatant's turn, as far as this viewer may know. Of a foe's turn, everyone saw which actions were used, but they don't
/// learn how far it could still go, nor what its sheet adds.
pub fn open_remaining<R: Overview>(
    fight: &FightState<R>,
    it: &Combatant<R>,
    viewer: Viewer,
    remaining: Vec<(String, String)>,
) -> Vec<(String, String)> {
    let open = |name: &str| knows_numbers(fight, it, viewer) || R::OPEN_REMAINING.contains(&name);
    remaining.into_iter().filter(|(name, _)| open(name)).collect()
}

fn fighter<R: Overview>(fight: &FightState<R>, it: &Combatant<R>, viewer: Viewer) -> FighterView {
    let exact = knows_numbers(fight, it, viewer);
    let vitals = R::vitals(fight, it);
    let health = Health::of(&vitals, exact);
    let vitals = vitals
        .into_iter()
        .filter_map(|vital| match (exact, vital.word) {
            (true, _) => Some((vital.name.to_owned(), vital.exact)),
            (false, Some(word)) => Some((String::new(), word.to_owned())),
            (false, None) => None,
        })
        .collect();
    let (mark, standing) = R::standing(fight, it);
    let is_a_players_down = mark == Mark::Down && it.owner.is_some() && !it.is_hidden();
    FighterView {
        once_down: if is_a_players_down { R::once_down(fight, it).map(Box::new) } else { None },
        id: it.id,
        name: it.name.to_string(),
        mark,
        vitals,
        health,
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
        umpire: it.autopilot.as_ref().map(|style| if viewer == Viewer::Gm { style.to_string() } else { String::new() }),
        saved: it.saved,
        shelter: R::shelter(fight, it),
        hidden: it.is_hidden(),
    }
}

fn map<R: Overview>(fight: &FightState<R>) -> MapView {
    let mut it = MapView {
        ground: fight.space.ground(),
        laid_out: *fight.space != R::Space::default(),
        standing: vec![],
        unplaced: vec![],
        traces: Traces::default(),
        fog: None,
    };
    for whom in fight.sides.iter().flat_map(|side| fight.members(side.id)) {
        match &whom.place {
            _ if R::has_left(whom) => {}
            Some(place) => it.standing.push((whom.id, fight.space.spot(place))),
            None => it.unplaced.push(whom.id),
        }
    }
    // On squares, nobody has a place until someone puts them there.
    it.laid_out |= matches!(it.ground, Ground::Squares(_)) && !it.standing.is_empty();
    it
}

/// What a combatant could do on the ground: a player's own, as at the beginning of their turn if they can't act now; for everyone else, whose
/// turn it is. How far a foe could go is for its GM only; what it threatens isn't, because anyone who moves there is warned.
pub fn turn_ground<R: Overview>(fight: &FightState<R>, viewer: Viewer, discretion: Discretion) -> Option<TurnGround> {
    let known = as_known(fight, viewer, discretion);
    let fight = known.as_ref();
    let may_act = R::may_act(fight);
    let only = |all: &[CombatantId]| if let [one] = all { Some(*one) } else { None };
    let active = fight.turns.active.filter(|it| fight.find(*it).is_some());
    let who = own_next(fight, viewer, &may_act).or(active).or(only(&may_act))?;
    let is_turn = active == Some(who) || may_act.contains(&who);
    let spots = |all: Vec<PlaceOf<R>>| all.iter().map(|it| fight.space.spot(it)).collect();
    let is_known = fight.find(who).is_some_and(|it| knows_numbers(fight, it, viewer));
    let reach = |is_turn: bool| if is_turn { R::reaches(fight, who) } else { R::could_reach(fight, who) };
    Some(TurnGround {
        name: fight.name(who).to_owned(),
        is_turn,
        reach: if is_known { spots(reach(is_turn)) } else { vec![] },
        threat: spots(R::threatens(fight, who)),
    })
}

/// Of a player's own who are on the map and up: whoever's turn it is, who could begin one, or who still has one in this round, in this order.
fn own_next<R: Overview>(fight: &FightState<R>, viewer: Viewer, may_act: &[CombatantId]) -> Option<CombatantId> {
    let Viewer::Seat(seat) = viewer else { return None };
    let is_up = |it: &Combatant<R>| it.is_of(seat) && it.place.is_some() && R::standing(fight, it).0 != Mark::Down;
    let own: Vec<CombatantId> = fight.combatants.iter().filter(|it| is_up(it)).map(|it| it.id).collect();
    let first = |is: &dyn Fn(CombatantId) -> bool| own.iter().copied().find(|it| is(*it));
    first(&|it| fight.turns.active == Some(it))
        .or_else(|| first(&|it| may_act.contains(&it)))
        .or_else(|| first(&|it| !fight.turns.is_spent(it)))
        .or_else(|| first(&|_| true))
}

/// Who stands where, of those who are wanted.
pub(super) fn places<R: RulesetTypes>(fight: &FightState<R>, wanted: impl Fn(&Combatant<R>) -> bool) -> Vec<String> {
    let mut found: Vec<(String, Vec<&str>)> = vec![];
    for it in fight.combatants.iter().filter(|it| wanted(it)) {
        let Some(place) = &it.place else { continue };
        let name = fight.space.place_words(place);
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, there)) => there.push(&it.name),
            None => found.push((name, vec![&it.name])),
        }
    }
    found.into_iter().map(|(place, there)| format!("{place}: {}", there.join(", "))).collect()
}

/// The players who can answer for an addressee; none if that's the GM.
fn seats_of<R: RulesetTypes>(fight: &FightState<R>, to: Addressee) -> Vec<Seat> {
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
}

/// Who could still act but whose players have passed, while others on their side haven't; `None` if nobody has.
fn passed_alone<R: Overview>(fight: &FightState<R>, viewer: Viewer) -> Option<String> {
    let votes = fight.turns.votes.as_slice();
    if votes.is_empty() || fight.stage != Stage::Fighting {
        return None;
    }
    let may_act: Vec<&Combatant<R>> = R::may_act(fight).into_iter().filter_map(|it| fight.find(it)).collect();
    let has_passed = |it: &Combatant<R>| matches!(it.controller, Controller::Player(seat) if votes.contains(&seat));
    let (passed, others): (Vec<&Combatant<R>>, Vec<&Combatant<R>>) = may_act.into_iter().partition(|it| has_passed(it));
    let is_awaited = |it: &&Combatant<R>| it.controller != Controller::Gm || it.autopilot.is_some();
    let waits = |it: &&Combatant<R>| others.iter().filter(|it| is_awaited(it)).any(|other| other.side == it.side);
    let told = passed.into_iter().filter(|it| waits(it) && viewer.sees(fight, it));
    let names: Vec<String> = told.map(|it| it.name.to_string()).collect();
    (!names.is_empty())
        .then(|| format!("Passed: {}. Their side passes once everyone else who can act has passed too.", list(&names)))
}

/// The open questions as the viewer sees them.
pub fn prompts<R: Overview>(encounter: &Encounter<R>, viewer: Viewer) -> Vec<PromptView> {
    let fight = encounter.now();
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
        _ if viewer == Viewer::Gm || !seats_of(fight, to).is_empty() => true,
        Addressee::Combatant(id) => fight.find(id).is_some_and(|it| viewer.knows(fight, it)),
        Addressee::Side(side) => viewer.may_read(fight, Audience::Side(side)),
        Addressee::Gm => false,
    };
    // If an unseen combatant has to agree to a choice, the one who made the choice appears to be still asked, if it's the GM's.
    let stands_for = |it: &Prompt<R>| match (it.to, R::chosen_by(&it.question)) {
        (Addressee::Combatant(asked), Some(chose)) if !sees(asked) && sees(chose) => {
            let chose = Addressee::Combatant(chose);
            if seats_of(fight, chose).is_empty() { chose } else { it.to }
        }
        _ => it.to,
    };
    let words = with_unseen_unnamed(fight, viewer);
    let view = |it: &Prompt<R>| {
        let to = stands_for(it);
        let (ask, labels) = match to == it.to && open(to) {
            true => {
                let label = |offer| R::choice_words(&words, &it.question, offer);
                (capitalised(R::ask_words(&words, it.to, &it.question)), it.offers.iter().map(label).collect())
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
            seats: seats_of(fight, to),
            ask,
            labels,
            about: about(it).unwrap_or_default(),
            deadline_ms: it.deadline_ms,
            answered: it.answered.is_some(),
            // Whoever stands for somebody unseen has answered; what's awaited may be the GM's.
            is_umpires: fight.is_umpires(to) && fight.is_umpires(it.to),
            then: vec![],
        }
    };
    encounter.prompts().iter().filter(|it| visible(it) || stands_for(it) != it.to).map(view).collect()
}
