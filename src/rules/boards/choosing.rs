//! Where to go on a board of squares: of the squares a rule allows, puts those first that the player is likely to mean (beside a foe,
//! beside a friend, away from foes, so far in each direction), each with the reason. It only orders and labels what was offered and neither
//! adds nor removes any. It reads the fight as the chooser knows it, and only the combatants they may know about.

use std::{cmp::Reverse, sync::Arc};

use crate::{
    engine::{
        CombatantId, FightState, Overview,
        fog::is_lost_to,
        partial_action::{Candidate, ParamValue},
        space::{
            Space,
            grid::{Cover, Gait, Grid, Sightlines, Square},
            ground::{Ground, Spot},
        },
        view::Mark,
    },
    rules::wording::{enemies, known, list},
};

/// Squares next to a foe who is standing.
pub const BESIDE_FOE: &str = "Beside a foe";
/// Squares next to one of the mover's own side, or next to a foe who is down.
pub const BESIDE_OTHER: &str = "Beside somebody else";
/// Squares out of sight, in cover, or farther from every foe than the mover is now.
pub const AWAY: &str = "Away from foes, or in cover";
/// One square, halfway and as far as possible, in each direction.
pub const DIRECTION: &str = "In a direction";

/// The most entries a menu can hold.
const GROUP_MAX: usize = 25;
/// The most squares named as next to the same combatant.
const BESIDE_MAX: usize = 4;
/// The most squares named of each kind away from foes.
const AWAY_MAX: usize = 7;
/// The most squares checked for cover, in the order offered.
const LOOKED_AT_MAX: usize = 80;

/// A combatant on the board whom the chooser knows about.
struct Other<'a> {
    at: Square,
    name: &'a str,
    /// Whether it's a foe who is standing.
    is_foe: bool,
}

/// The board from the chooser's point of view.
struct Outlook<'a> {
    grid: Arc<Grid>,
    from: Square,
    others: Vec<Other<'a>>,
}

/// These candidates with the squares in order of usefulness, each with its group and reason. Candidates that aren't squares come first. If
/// there are no squares, or the chooser isn't on one, nothing changes.
pub fn in_order_of_use<R: Overview>(
    fight: &FightState<R>,
    who: CombatantId,
    candidates: Vec<Candidate>,
) -> Vec<Candidate> {
    let Some(outlook) = Outlook::of(fight, who).filter(|_| candidates.len() > 1) else { return candidates };
    let square = |it: &Candidate| match &it.fill {
        ParamValue::Word(word) => outlook.grid.place_named(word),
        _ => None,
    };
    let (mut first, mut left): (Vec<Candidate>, Vec<(Square, Candidate)>) = (vec![], vec![]);
    for it in candidates {
        match square(&it) {
            Some(at) => left.push((at, it)),
            None => first.push(it),
        }
    }
    for (group, at, why) in outlook.useful(&left.iter().map(|it| it.0).collect::<Vec<_>>()) {
        if let Some(index) = left.iter().position(|it| it.0 == at) {
            let on = if group == DIRECTION { String::new() } else { outlook.direction_words(at) };
            first.push(noted(left.remove(index).1, group, &why, &on));
        }
    }
    first.extend(left.into_iter().map(|(at, it)| noted(it, "", &outlook.direction_words(at), "")));
    first
}

/// These candidates, with distance and place added to those that are combatants, so nobody has to count squares.
pub fn with_distances<R: Overview>(
    fight: &FightState<R>,
    who: CombatantId,
    mut candidates: Vec<Candidate>,
) -> Vec<Candidate> {
    let is_who = |it: &Candidate| matches!(it.fill, ParamValue::Who(other) if other != who && known(fight, who, other));
    if !candidates.iter().any(is_who) {
        return candidates;
    }
    let Some(outlook) = Outlook::of(fight, who) else { return candidates };
    let side = fight.combatant(who).side;
    for it in candidates.iter_mut().filter(|it| is_who(it)) {
        let ParamValue::Who(other) = it.fill else { continue };
        let there = Some(fight.combatant(other)).filter(|it| !is_lost_to(fight, side, it));
        if let Some(Spot::Square(at)) = there.and_then(|it| it.place.as_ref()).map(|at| fight.space.spot(at)) {
            let beside = if outlook.touch(outlook.from, at) { "beside you, " } else { "" };
            let parts = [format!("{beside}{}", outlook.direction_words(at)), std::mem::take(&mut it.note)];
            it.note = parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("; ");
        }
    }
    candidates
}

/// A line that's too long is cut off at its end, so the position comes after the cost.
fn noted(mut it: Candidate, group: &'static str, why: &str, on: &str) -> Candidate {
    let parts = [why, it.note.as_str(), on].into_iter().filter(|it| !it.is_empty());
    it.note = parts.collect::<Vec<_>>().join("; ");
    it.group = group;
    it
}

/// One step in each direction, with its name, clockwise from north.
const DIRECTIONS: [(i16, i16, &str); 8] = [
    (0, -1, "north"),
    (1, -1, "north-east"),
    (1, 0, "east"),
    (1, 1, "south-east"),
    (0, 1, "south"),
    (-1, 1, "south-west"),
    (-1, 0, "west"),
    (-1, -1, "north-west"),
];

/// The direction from one square to another: the nearest of eight. The boundary is at 5 to 12, close to 22.5 degrees.
fn direction(from: Square, to: Square) -> Option<&'static str> {
    let (dx, dy) = (i32::from(to.x) - i32::from(from.x), i32::from(to.y) - i32::from(from.y));
    let flat = |small: i32, large: i32| small.abs() * 12 <= large.abs() * 5;
    let step = (if flat(dx, dy) { 0 } else { dx.signum() }, if flat(dy, dx) { 0 } else { dy.signum() });
    DIRECTIONS.iter().find(|it| (i32::from(it.0), i32::from(it.1)) == step).map(|it| it.2)
}

fn squares_words(count: u32) -> String {
    format!("{count} square{}", if count == 1 { "" } else { "s" })
}

impl<'a> Outlook<'a> {
    fn of<R: Overview>(fight: &'a FightState<R>, who: CombatantId) -> Option<Outlook<'a>> {
        let Ground::Squares(grid) = fight.space.ground() else { return None };
        let square = |it: CombatantId| match fight.find(it)?.place.as_ref().map(|at| fight.space.spot(at))? {
            Spot::Square(at) => Some(at),
            _ => None,
        };
        let from = square(who)?;
        let side = fight.find(who)?.side;
        let others = fight.combatants.iter().filter(|it| it.id != who && known(fight, who, it.id));
        let others = others.filter(|it| !is_lost_to(fight, side, it));
        let others = others.filter_map(|it| {
            let is_foe = enemies(fight, who, it.id) && R::standing(fight, it).0 != Mark::Down;
            Some(Other { at: square(it.id)?, name: &it.name, is_foe })
        });
        let others = others.collect();
        Some(Outlook { grid, from, others })
    }

    fn far(&self, a: Square, b: Square) -> u32 {
        self.grid.distance(&a, &b).unwrap_or(u32::MAX)
    }

    /// "3 squares north-east", "1 square north".
    fn direction_words(&self, at: Square) -> String {
        match direction(self.from, at) {
            Some(direction) => format!("{} {direction}", squares_words(self.far(self.from, at))),
            None => "where you stand".to_owned(),
        }
    }

    /// The squares a player is likely to mean, in order, each once, with its group and reason.
    fn useful(&self, offered: &[Square]) -> Vec<(&'static str, Square, String)> {
        let mut useful: Vec<(&'static str, Square, String)> = vec![];
        for (group, of_foes) in [(BESIDE_FOE, true), (BESIDE_OTHER, false)] {
            let beside = self.beside(offered, of_foes, |at| useful.iter().any(|it| it.1 == at));
            useful.extend(beside.into_iter().map(|(at, why)| (group, at, why)));
        }
        let left = |useful: &[(&'static str, Square, String)]| -> Vec<Square> {
            offered.iter().copied().filter(|at| *at != self.from && !useful.iter().any(|it| it.1 == *at)).collect()
        };
        let away = self.away(&left(&useful));
        useful.extend(away.into_iter().map(|(at, why)| (AWAY, at, why)));
        let on = self.in_each_direction(&left(&useful));
        useful.extend(on.into_iter().map(|at| (DIRECTION, at, self.direction_words(at))));
        useful
    }

    /// Whether one step leads from one square to the other, if nobody were there.
    fn touch(&self, a: Square, b: Square) -> bool {
        self.grid.step(a, b, false, Gait::ANY).is_some()
    }

    /// The squares beside standing foes, or beside all others: nearest combatants first, and for each the nearest squares.
    fn beside(&self, offered: &[Square], of_foes: bool, is_taken: impl Fn(Square) -> bool) -> Vec<(Square, String)> {
        let mut people: Vec<&Other<'_>> = self.others.iter().filter(|it| it.is_foe == of_foes).collect();
        people.sort_by_key(|it| self.far(self.from, it.at));
        let mut found: Vec<Square> = vec![];
        for person in &people {
            let free = offered.iter().copied().filter(|at| self.touch(*at, person.at));
            let free: Vec<Square> = free.filter(|at| !is_taken(*at) && !found.contains(at)).take(BESIDE_MAX).collect();
            found.extend(free);
        }
        found.truncate(GROUP_MAX);
        // Whoever else is beside it is named as well: a friend who needs help, next to the foe.
        let others: Vec<&Other<'_>> = self.others.iter().filter(|it| it.is_foe != of_foes).collect();
        let why = |at: Square| {
            let touching = people.iter().chain(&others).filter(|it| self.touch(at, it.at));
            format!("beside {}", list(&touching.map(|it| it.name).collect::<Vec<_>>()))
        };
        found.into_iter().map(|at| (at, why(at))).collect()
    }

    /// The squares where the mover is safer from foes than now: out of sight first, then in cover, then the farthest away.
    fn away(&self, offered: &[Square]) -> Vec<(Square, String)> {
        let foes: Vec<&Other<'_>> = self.others.iter().filter(|it| it.is_foe).collect();
        let nearest = |at: Square| foes.iter().map(|it| self.far(at, it.at)).min();
        let Some(now) = nearest(self.from) else { return vec![] };
        let lines = Sightlines::of(&self.grid);
        // As seen by the foe who sees most of it: none of a combatant there, part of them, or all.
        let cover = |at: Square| -> (u8, &'static str) {
            let mut least = (2, "out of every foe\u{2019}s sight");
            for sight in foes.iter().map(|it| lines.sight(it.at, at)).filter(|it| it.seen) {
                match sight.cover {
                    Cover::None => return (0, ""),
                    Cover::Half | Cover::Full => least = (1, "in cover from every foe"),
                }
            }
            least
        };
        let has_cover = !(self.grid.walls.is_empty() && self.grid.edges.is_empty() && self.grid.heights_ft.is_empty());
        let here = if has_cover { cover(self.from).0 } else { 0 };
        let judged = offered.iter().enumerate().filter_map(|(index, at)| {
            let hidden = if has_cover && index < LOOKED_AT_MAX { cover(*at) } else { (0, "") };
            Some((nearest(*at)?, *at, hidden))
        });
        let mut safer: Vec<_> = judged.filter(|it| it.2.0 > here || (it.2.0 == here && it.0 > now)).collect();
        // Of hiding squares the nearest comes first, which is the order offered; of open ground the farthest.
        safer.sort_by_key(|it| (Reverse(it.2.0), Reverse(if it.2.0 == 0 { it.0 } else { 0 })));
        let mut left = [AWAY_MAX; 3];
        safer.retain(|it| {
            let left = &mut left[usize::from(it.2.0)];
            *left = left.saturating_sub(1);
            *left > 0
        });
        let words = |(far, at, (_, hidden)): (u32, Square, (u8, &str))| match hidden {
            "" => (at, format!("{} from the nearest foe", squares_words(far))),
            hidden => (at, hidden.to_owned()),
        };
        safer.into_iter().map(words).collect()
    }

    /// In each direction the nearest square, one halfway, and the farthest.
    fn in_each_direction(&self, offered: &[Square]) -> Vec<Square> {
        let mut found = vec![];
        for (.., name) in DIRECTIONS {
            let mut on: Vec<Square> =
                offered.iter().copied().filter(|at| direction(self.from, *at) == Some(name)).collect();
            // Of several equally far, the one closest to that direction.
            on.sort_by_key(|at| (self.far(self.from, *at), self.off_line(*at)));
            on.dedup_by_key(|at| self.far(self.from, *at));
            let mut chosen = [0, on.len() / 2, on.len().saturating_sub(1)].map(|it| on.get(it).copied()).to_vec();
            chosen.dedup();
            found.extend(chosen.into_iter().flatten());
        }
        found.truncate(GROUP_MAX);
        found
    }

    /// How far a square is from the eight straight lines from the chooser.
    fn off_line(&self, at: Square) -> u16 {
        let (dx, dy) = (at.x.abs_diff(self.from.x), at.y.abs_diff(self.from.y));
        dx.min(dy).min(dx.abs_diff(dy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A board of open ground with these foes and others on it, seen from a square.
    fn outlook<'a>(walls: &[&str], from: &str, foes: &[(&str, &'a str)], others: &[(&str, &'a str)]) -> Outlook<'a> {
        let mut grid = Grid { wide: 12, high: 9, ..Grid::default() };
        let square = |name: &str| Grid::default().place_named(name).expect("a square");
        grid.walls = walls.iter().map(|it| square(it)).collect();
        let put = |it: &(&str, &'a str), is_foe| Other { at: square(it.0), name: it.1, is_foe };
        let others = foes.iter().map(|it| put(it, true)).chain(others.iter().map(|it| put(it, false))).collect();
        Outlook { grid: grid.into(), from: square(from), others }
    }

    /// All free squares within this many steps, nearest first, as systems offer them.
    fn offered(outlook: &Outlook<'_>, most: u32) -> Vec<Square> {
        let mut all: Vec<Square> = outlook.grid.places();
        all.retain(|at| outlook.far(outlook.from, *at) <= most && outlook.others.iter().all(|it| it.at != *at));
        all.sort_by_key(|at| (outlook.far(outlook.from, *at), at.y, at.x));
        all
    }

    fn told(outlook: &Outlook<'_>, most: u32) -> Vec<(&'static str, String)> {
        let useful = outlook.useful(&offered(outlook, most));
        useful.iter().map(|it| (it.0, format!("{} {}", outlook.grid.place_words(&it.1), it.2))).collect()
    }

    /// Beside each foe the nearest squares come first, with both names if a square is beside two; then those beside others.
    #[test]
    fn squares_beside_people_come_first() {
        let outlook = outlook(&[], "B5", &[("H5", "Orc"), ("H7", "Goblin")], &[("B8", "Ana")]);
        let told = told(&outlook, 6);
        assert_eq!(told[0], (BESIDE_FOE, "G4 beside Orc".to_owned()));
        assert!(told.contains(&(BESIDE_FOE, "G6 beside Orc and Goblin".to_owned())), "{told:?}");
        let first_other = told.iter().position(|it| it.0 == BESIDE_OTHER).expect("somebody else");
        assert_eq!(told[first_other].1, "A7 beside Ana");
        assert!(told[..first_other].iter().all(|it| it.0 == BESIDE_FOE));
    }

    /// A square beside a foe says who else is beside it: a friend who has to be helped is often there.
    #[test]
    fn a_square_names_everybody_beside_it() {
        let outlook = outlook(&[], "B5", &[("F5", "Orc")], &[("F7", "Ana")]);
        let told = told(&outlook, 6);
        assert!(told.contains(&(BESIDE_FOE, "E6 beside Orc and Ana".to_owned())), "{told:?}");
        assert!(told.contains(&(BESIDE_FOE, "E4 beside Orc".to_owned())), "{told:?}");
    }

    /// No square is beside a combatant behind a wall, and none is listed twice; no group is longer than a menu.
    #[test]
    fn a_wall_parts_and_nothing_comes_twice() {
        let outlook = outlook(&["D4", "D5", "D6"], "B5", &[("E5", "Orc")], &[]);
        assert!(!told(&outlook, 2).iter().any(|it| it.0 == BESIDE_FOE));
        let crowd: Vec<String> = (1..=9).map(|it| format!("F{it}")).collect();
        let crowd: Vec<(&str, &str)> = crowd.iter().map(|it| (it.as_str(), "Rat")).collect();
        let outlook = self::outlook(&[], "B5", &crowd, &[]);
        let useful = outlook.useful(&offered(&outlook, 9));
        let mut squares: Vec<Square> = useful.iter().map(|it| it.1).collect();
        squares.sort_unstable();
        squares.dedup();
        assert_eq!(squares.len(), useful.len());
        for group in [BESIDE_FOE, BESIDE_OTHER, AWAY, DIRECTION] {
            assert!(useful.iter().filter(|it| it.0 == group).count() <= GROUP_MAX);
        }
    }

    /// Away from foes means first where none of them can see, then cover, then what's farther than now; nothing nearer.
    #[test]
    fn away_is_out_of_sight_before_far() {
        let outlook = outlook(&["E2"], "F4", &[("H2", "Orc")], &[]);
        let told = told(&outlook, 4);
        let away: Vec<&str> = told.iter().filter(|it| it.0 == AWAY).map(|it| it.1.as_str()).collect();
        assert!(away[0].starts_with("D2 out of every foe\u{2019}s sight"), "{away:?}");
        assert!(away.iter().any(|it| it.contains("in cover from every foe")), "{away:?}");
        let open = self::outlook(&[], "F4", &[("H4", "Orc")], &[]);
        let all = self::told(&open, 4);
        let away: Vec<&(&str, String)> = all.iter().filter(|it| it.0 == AWAY).collect();
        assert_eq!(away[0].1, "B1 6 squares from the nearest foe");
        assert!(away.iter().all(|it| !it.1.contains("sight") && !it.1.contains("cover")), "{away:?}");
        assert!(all.iter().all(|it| it.0 != AWAY || !it.1.contains(" 2 squares from the nearest")), "{all:?}");
    }

    /// In each direction there's one step, one halfway and the farthest; every square lies in one of eight directions.
    #[test]
    fn each_direction_has_its_squares() {
        let outlook = outlook(&[], "F5", &[], &[]);
        let told = told(&outlook, 4);
        assert_eq!(told.len(), 24, "{told:?}");
        assert_eq!(told[0], (DIRECTION, "F4 1 square north".to_owned()));
        assert_eq!(told[2], (DIRECTION, "F1 4 squares north".to_owned()));
        assert_eq!(told[5], (DIRECTION, "J1 4 squares north-east".to_owned()));
        for at in offered(&outlook, 9) {
            assert_eq!(direction(outlook.from, at).is_none(), at == outlook.from, "{at:?}");
        }
    }
}
