//! Fog over the players' map: what their characters see of a board of squares now, by the system's own line of sight, and what they've seen of
//! it before. What was seen follows from the log's rows and isn't kept: [`FogMemory`] goes along with them, and forgets what an undo takes
//! back. Playing a fight out, as a search does, never asks here. The GM's map has no fog.

use super::{
    encounter::{Effect, Encounter, LogRow},
    fact::{Record, TableFact},
    fight_state::{Combatant, FightState},
    ids::{CombatantId, Seat, SideId},
    ruleset::{Overview, PlaceOf, RulesetTypes, SquareSight},
    scene::places,
    space::{
        Space,
        grid::{Fog, Grid, Shade, Sightlines, Square, SquareSet},
        ground::{Ground, Spot},
    },
    view::{Mark, Scene, TurnGround, Viewer},
};
use std::{collections::BTreeMap, sync::Arc};

/// What was in sight from one square.
#[derive(Clone, Debug)]
struct Look {
    who: CombatantId,
    side: SideId,
    /// Whether the combatant was hidden, so that not everyone knows what it saw.
    unseen: bool,
    board: Arc<Grid>,
    squares: Arc<SquareSet>,
}

/// What's in sight from squares of a board on which somebody has stood.
#[derive(Clone, Debug)]
struct Views {
    board: Arc<Grid>,
    from: BTreeMap<Square, Arc<SquareSet>>,
}

/// What a row left to remember.
#[derive(Clone, Debug)]
enum Note {
    /// Fog was laid: nothing that was seen before counts.
    Laid,
    Looked(Look),
}

/// What has been seen since fog was laid, as far as the rows that it follows still stand.
#[derive(Clone, Debug, Default)]
pub struct FogMemory {
    /// Each with the row that began the action.
    notes: Vec<(u64, Note)>,
    /// What's in sight from where people have stood on the last board.
    views: Option<Views>,
}

/// A board as one viewer's characters know it.
#[derive(Clone, Debug)]
pub struct SeenBoard {
    /// What they see and have seen of it.
    pub fog: Fog,
    /// The board, without what they haven't seen.
    pub board: Arc<Grid>,
    /// Their sides.
    sides: Vec<SideId>,
}

impl FogMemory {
    /// Whether a row could change what's remembered: before it, the fight was like this.
    pub fn concerns<R: RulesetTypes>(&self, before: &FightState<R>, row: &LogRow<R>) -> bool {
        let lays = |it: &Record<R>| matches!(it, Record::Fact(TableFact::FogSet(_)));
        before.fog || !self.notes.is_empty() || row.effect.records().iter().any(lays)
    }

    /// Follows a row of the log.
    pub fn follow<R: Overview>(&mut self, before: &Encounter<R>, row: &LogRow<R>, after: &Encounter<R>) {
        let (then, now) = (before.now(), after.now());
        let began = before.pending.as_ref().map_or(row.seq, |it| it.began_seq);
        match row.effect {
            Effect::Reverted { from } => self.notes.retain(|it| it.0 < from),
            Effect::Withdrawn => self.notes.retain(|it| it.0 != began),
            _ => {
                if then.fog {
                    self.look_around(then, began);
                } else if now.fog {
                    self.notes.push((began, Note::Laid));
                }
                if now.fog {
                    self.look_on_the_way(then, now, row, began);
                    self.look_around(now, began);
                }
                return;
            }
        }
        if now.fog {
            self.look_around(now, row.seq);
        }
    }

    /// Whoever walks sees from each square on the way.
    fn look_on_the_way<R: Overview>(&mut self, then: &FightState<R>, now: &FightState<R>, row: &LogRow<R>, began: u64) {
        for record in row.effect.records() {
            let Record::Fact(TableFact::Placed { who, at: Some(at) }) = record else { continue };
            let Spot::Square(at) = now.space.spot(at) else { continue };
            if let Some(it) =
                [then, now].into_iter().find_map(|fight| fight.find(*who).filter(|it| can_look(fight, it)))
            {
                self.look(now, it, at, began);
            }
        }
    }

    fn look_around<R: Overview>(&mut self, fight: &FightState<R>, began: u64) {
        for it in fight.combatants.iter().filter(|it| can_look(fight, it)) {
            if let Some(at) = square_of(fight, it) {
                self.look(fight, it, at, began);
            }
        }
    }

    fn look<R: Overview>(&mut self, fight: &FightState<R>, it: &Combatant<R>, from: Square, began: u64) {
        let (Some(sees), Some(board)) = (R::SIGHT, board_of(fight)) else { return };
        if !fight.members(it.side).any(|it| is_a_players(it)) {
            return;
        }
        if self.views.as_ref().is_none_or(|it| !is_same(&it.board, &board)) {
            self.views = Some(Views { board, from: BTreeMap::new() });
        }
        let Some(Views { board, from: views }) = &mut self.views else { return };
        let squares = views.entry(from).or_insert_with(|| Arc::new(in_sight(board, from, sees))).clone();
        let look = Look { who: it.id, side: it.side, unseen: it.is_hidden(), board: board.clone(), squares };
        // What's already remembered of this board needn't be remembered twice.
        let since = self.notes.iter().rev().map_while(|it| match &it.1 {
            Note::Looked(it) => is_same(&it.board, &look.board).then_some(it),
            Note::Laid => None,
        });
        let is_known = since
            .into_iter()
            .any(|it| (it.who, it.side, it.unseen) == (look.who, look.side, look.unseen) && it.squares == look.squares);
        if !is_known {
            self.notes.push((began, Note::Looked(look)));
        }
    }

    /// The board as this viewer's characters know it; `None` without fog.
    pub fn seen_by<R: Overview>(&self, fight: &FightState<R>, viewer: Viewer) -> Option<SeenBoard> {
        let sees = R::SIGHT.filter(|_| fight.fog && viewer != Viewer::Gm)?;
        let board = board_of(fight)?;
        let Group { viewer, sides, own_eyes } = Group::of(fight, viewer);
        let (mut clear, mut known) = (SquareSet::none_of(&board), SquareSet::none_of(&board));
        let ours = |it: &&Arc<Combatant<R>>| sides.contains(&it.side) && viewer.sees(fight, it) && can_look(fight, it);
        for it in fight.combatants.iter().filter(ours) {
            let Some(at) = square_of(fight, it) else { continue };
            let squares = self.from(&board, at, sees);
            let is_own = own_eyes.is_none_or(|seat| it.is_of(seat));
            if is_own { &mut clear } else { &mut known }.add_all(&squares);
        }
        let of_all = |it: &Look| sides.contains(&it.side) && (!it.unseen || viewer != Viewer::Everyone);
        let mut seen: Vec<(Arc<Grid>, SquareSet)> = vec![];
        let from = self.notes.iter().rposition(|it| matches!(it.1, Note::Laid)).unwrap_or(0);
        for (_, note) in &self.notes[from..] {
            let Note::Looked(look) = note else { continue };
            // Of a board of another size, nothing is where it was.
            if !of_all(look) || !look.squares.fits(&board) {
                continue;
            }
            match seen.last_mut().filter(|it| is_same(&it.0, &look.board)) {
                Some(last) => last.1.add_all(&look.squares),
                None => seen.push((look.board.clone(), (*look.squares).clone())),
            }
        }
        if let Some(others_see) = Some(known.clone()).filter(|it| it.iter().next().is_some()) {
            seen.push((board.clone(), others_see));
        }
        seen.iter().for_each(|it| known.add_all(&it.1));
        let fog = Fog::new(clear, known);
        let board = Arc::new(board.under(&fog, &seen));
        Some(SeenBoard { fog, board, sides })
    }

    /// What's in sight from a square.
    fn from(&self, board: &Arc<Grid>, at: Square, sees: SquareSight) -> Arc<SquareSet> {
        let known = self.views.as_ref().filter(|it| is_same(&it.board, board)).and_then(|it| it.from.get(&at));
        known.cloned().unwrap_or_else(|| Arc::new(in_sight(board, at, sees)))
    }
}

impl SeenBoard {
    /// Whether somebody is on this map: on their own side, or in sight.
    pub fn shows<R: RulesetTypes>(&self, fight: &FightState<R>, it: &Combatant<R>) -> bool {
        self.sides.contains(&it.side) || it.place.as_ref().is_none_or(|at| self.has_in_sight(fight.space.spot(at)))
    }

    /// Whether a spot is in sight; what's no square always is.
    pub fn has_in_sight(&self, spot: Spot) -> bool {
        !matches!(spot, Spot::Square(at) if self.fog.shade(at) != Shade::Clear)
    }

    /// Takes out of a scene what this viewer's characters don't see of the board, nor of whoever stands on it.
    pub fn cover<R: RulesetTypes>(&self, scene: &mut Scene, fight: &FightState<R>, viewer: Viewer) {
        let is_shown = |who: CombatantId| fight.find(who).is_some_and(|it| self.shows(fight, it));
        scene.places = places(fight, |it| viewer.sees(fight, it) && self.shows(fight, it));
        let map = &mut scene.map;
        map.standing.retain(|it| is_shown(it.0));
        map.ground = Ground::Squares(self.board.clone());
        map.fog = Some(self.fog.clone());
        map.traces.attack = map.traces.attack.filter(|it| is_shown(it.by) && is_shown(it.at));
        map.traces.trail = map.traces.trail.take().filter(|it| is_shown(it.who));
        if let Some(trail) = &mut map.traces.trail {
            let is_ours = fight.find(trail.who).is_some_and(|it| self.sides.contains(&it.side));
            let from =
                trail.spots.iter().rposition(|it| !self.has_in_sight(*it)).filter(|_| !is_ours).map_or(0, |it| it + 1);
            trail.spots.drain(..from);
        }
        map.traces.trail = map.traces.trail.take().filter(|it| it.spots.len() > 1);
    }

    /// What of somebody's reach and threat is in sight; nothing if they aren't on this map. Where somebody can't go in the dim says who's there.
    pub fn ground_of<R: RulesetTypes>(&self, mut ground: TurnGround, fight: &FightState<R>) -> Option<TurnGround> {
        let who = fight.combatants.iter().find(|it| *it.name == *ground.name)?;
        ground.reach.retain(|it| self.has_in_sight(*it));
        ground.threat.retain(|it| self.has_in_sight(*it));
        self.shows(fight, who).then_some(ground)
    }
}

/// Whether somebody stands somewhere where everyone may know them to be: without fog, anywhere.
pub fn is_in_open_sight<R: Overview>(fight: &FightState<R>, who: CombatantId, at: &PlaceOf<R>) -> bool {
    if !fight.fog {
        return true;
    }
    let Group { sides, .. } = Group::of(fight, Viewer::Everyone);
    let is_ours = fight.find(who).is_some_and(|it| sides.contains(&it.side));
    is_ours || is_seen_by(fight, at, |it| sides.contains(&it.side) && Viewer::Everyone.sees(fight, it))
}

/// Whether somebody stands in fog for another side.
pub fn is_lost_to<R: Overview>(fight: &FightState<R>, side: SideId, it: &Combatant<R>) -> bool {
    let at = it.place.as_ref().filter(|_| fight.fog && it.side != side);
    at.is_some_and(|at| !is_seen_by(fight, at, |it| it.side == side))
}

fn is_seen_by<R: Overview>(fight: &FightState<R>, at: &PlaceOf<R>, looks: impl Fn(&Combatant<R>) -> bool) -> bool {
    let (Some(sees), Some(board), Spot::Square(at)) = (R::SIGHT, board_of(fight), fight.space.spot(at)) else {
        return true;
    };
    let lines = Sightlines::of(&board);
    let mut eyes = fight.combatants.iter().filter(|it| looks(it) && can_look(fight, it));
    eyes.any(|it| square_of(fight, it).is_some_and(|from| sees(&lines, from, at)))
}

/// Those who share a map.
struct Group {
    viewer: Viewer,
    /// Their sides.
    sides: Vec<SideId>,
    /// The person whose characters have in sight what's in sight; everybody's do if it's nobody's map.
    own_eyes: Option<Seat>,
}

impl Group {
    /// Those whose map this viewer sees. Whoever plays nobody sees what everyone sees: the map of all players' sides together.
    fn of<R: RulesetTypes>(fight: &FightState<R>, viewer: Viewer) -> Group {
        let sides = |is_one: &dyn Fn(&Combatant<R>) -> bool| -> Vec<SideId> {
            fight.sides.iter().map(|it| it.id).filter(|side| fight.members(*side).any(is_one)).collect()
        };
        match viewer {
            Viewer::Side(side) => return Group { viewer, sides: vec![side], own_eyes: None },
            Viewer::Seat(seat) => {
                let own = sides(&|it| it.is_of(seat));
                if !own.is_empty() {
                    return Group { viewer, sides: own, own_eyes: Some(seat) };
                }
            }
            Viewer::Everyone | Viewer::Gm => {}
        }
        let players = sides(&|it| is_a_players(it) && !it.is_hidden());
        Group { viewer: Viewer::Everyone, sides: players, own_eyes: None }
    }
}

/// Whether a player has made them or plays them.
fn is_a_players<R: RulesetTypes>(it: &Combatant<R>) -> bool {
    it.owner.is_some() || it.controller.seat().is_some()
}

/// Whether somebody can look around: they're on the board and not down.
fn can_look<R: Overview>(fight: &FightState<R>, it: &Combatant<R>) -> bool {
    it.place.is_some() && R::standing(fight, it).0 != Mark::Down
}

fn square_of<R: RulesetTypes>(fight: &FightState<R>, it: &Combatant<R>) -> Option<Square> {
    match fight.space.spot(it.place.as_ref()?) {
        Spot::Square(at) => Some(at),
        _ => None,
    }
}

fn board_of<R: RulesetTypes>(fight: &FightState<R>) -> Option<Arc<Grid>> {
    match fight.space.ground() {
        Ground::Squares(board) => Some(board),
        _ => None,
    }
}

fn is_same(one: &Arc<Grid>, other: &Arc<Grid>) -> bool {
    Arc::ptr_eq(one, other) || one == other
}

/// The squares in sight from one: those on which somebody would be seen, and the solid ones beside them, of which the face is seen.
fn in_sight(board: &Grid, from: Square, sees: SquareSight) -> SquareSet {
    let lines = Sightlines::of(board);
    let mut squares = SquareSet::none_of(board);
    for at in (0..board.high).flat_map(|y| (0..board.wide).map(move |x| Square { x, y })) {
        if sees(&lines, from, at) {
            squares.add(at);
        }
    }
    let beside = |at: Square| [(0, -1), (1, 0), (0, 1), (-1, 0)].map(|(dx, dy)| Square { x: at.x + dx, y: at.y + dy });
    let is_faced = |at: &&Square| {
        let mut before = beside(**at).into_iter().filter(|it| board.open(*it) && squares.holds(*it));
        before.any(|it| board.between(it, **at).is_none_or(|it| it.solid_below_ft().is_some()))
    };
    let faces: Vec<Square> = board.walls.iter().filter(is_faced).copied().collect();
    faces.into_iter().for_each(|it| squares.add(it));
    squares
}
