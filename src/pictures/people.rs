//! Combatants on squares: several on one square fan out, and names stand where they cover the least, best below them. A name that would
//! cover another or somebody else is shortened or left out: then the initials stand for it, which the legend explains. Whoever is down takes
//! no room from those who stand on the same square: a mark on the floor stands for all of them, and the legend names them.

use super::{
    covered::{Bounds, Covered, meet},
    crowd::{self, ON_SQUARE_MAX},
    letters,
    palette::{FAINT, GROUND, INK},
    plan::{Labels, MapPlan},
    shortened::Shortened,
    signs::{self, Says, StateSign},
    svg::{Paint, PicturePoint, Svg, TextAnchor},
    tokens::{self, TokenMark, TokenReach},
};

/// The longest name that's tried, in fractions of a square's side.
const NAME_WIDE_MAX: f32 = 3.0;
/// How many places further down the list a name goes rather than cover one thing of the least weight.
const COVERED_COST: u32 = 4;
/// The fewest letters of a name that are worth writing.
const KEPT_MIN: usize = 3;
/// How many things of the least weight a name covers rather than the rim of somebody else's token.
const RIM_COST: u32 = 8;
/// How far lines keep from the middle of somebody whose turn it isn't, in their sizes, and how far beyond the rings of others.
const LINES_END: f32 = 1.15;
const BEYOND_RINGS: f32 = 1.5;
/// The same of those who lie where others stand, whom they mustn't cover, in fractions of the square's side.
const AT_UNDERFOOT: f32 = 0.42;
/// How far a sign may stand beyond the board.
const BEYOND_BOARD: f32 = 3.0;
/// How high the initials are that lie on a portrait, in its sizes.
const ON_PORTRAIT: f32 = 0.72;
/// How wide a name may be however small the squares are.
const NAME_WIDE_MIN: f32 = 120.0;

/// Somebody on the picture.
#[derive(Clone, Copy, Debug)]
struct Placed {
    who: usize,
    middle: PicturePoint,
    size: f32,
}

/// Those who lie on a square where others stand.
struct Underfoot {
    /// The square's middle.
    middle: PicturePoint,
    who: Vec<usize>,
}

/// Everybody on the squares of a picture, and what's written there.
pub struct People<'a> {
    plan: &'a MapPlan,
    labels: &'a Labels,
    side: f32,
    placed: Vec<Placed>,
    underfoot: Vec<Underfoot>,
    /// Where more stand on a square than are drawn: who.
    more: Vec<(PicturePoint, f32, Vec<usize>)>,
}

impl<'a> People<'a> {
    /// Nobody yet.
    pub fn new(plan: &'a MapPlan, labels: &'a Labels, side: f32) -> People<'a> {
        People { plan, labels, side, placed: vec![], underfoot: vec![], more: vec![] }
    }

    /// Puts combatants onto a square with its middle there: first whoever's turn it is. Those who are down lie below those who stand there.
    pub fn put(&mut self, (x, y): PicturePoint, who: &[usize]) {
        let lies = |it: &usize| self.plan.tokens[*it].down && !self.plan.tokens[*it].acting;
        let (lying, standing): (Vec<usize>, Vec<usize>) = who.iter().partition(|it| lies(it));
        let (mut who, below) = if standing.is_empty() { (lying, vec![]) } else { (standing, lying) };
        let is_over_some = !below.is_empty();
        self.underfoot.extend(is_over_some.then_some(Underfoot { middle: (x, y), who: below }));
        who.sort_by_key(|it| !self.plan.tokens[*it].acting);
        let shown = if who.len() > ON_SQUARE_MAX { ON_SQUARE_MAX - 1 } else { who.len() };
        let more = who.split_off(shown);
        let plan = self.plan;
        let reaches: Vec<_> = who.iter().map(|it| move |size: f32| tokens::reach(&plan.tokens[*it], size)).collect();
        let count = |size: f32| TokenReach { wide: size + 1.0, high: size + 1.0, round: size + 1.0 };
        let all = reaches.iter().map(|it| it as crowd::ReachAt<'_>).chain((!more.is_empty()).then_some(&count as _));
        let (places, size) = crowd::spread(self.side, &all.collect::<Vec<_>>());
        // Whoever stands there alone moves up as far as there's room, so that more of the mark on the floor is seen.
        let up = match (reaches.as_slice(), is_over_some) {
            ([alone], true) => (self.side / 2.0 - alone(size).high).max(0.0),
            _ => 0.0,
        };
        let mut places = places.into_iter().map(|(dx, dy)| (x + dx, y + dy - up));
        let placed: Vec<Placed> =
            who.iter().zip(places.by_ref()).map(|(who, middle)| Placed { who: *who, middle, size }).collect();
        self.placed.extend(placed);
        self.more.extend(places.next().map(|middle| (middle, size, more)));
    }

    /// Where lines to somebody end: round which middle, and how far from it.
    pub fn reach(&self, who: usize) -> Option<(PicturePoint, f32)> {
        if let Some(it) = self.underfoot.iter().find(|it| it.who.contains(&who)) {
            return Some((it.middle, self.side * AT_UNDERFOOT));
        }
        let it = self.placed.iter().find(|it| it.who == who)?;
        let token = &self.plan.tokens[who];
        let far = if token.acting { self.rim(it) + BEYOND_RINGS } else { it.size * LINES_END };
        Some((it.middle, far))
    }

    /// How far somebody's rings reach.
    fn rim(&self, it: &Placed) -> f32 {
        tokens::reach(&self.plan.tokens[it.who], it.size).round
    }

    /// The rectangles that everybody takes, with the numbers of those whom there's no room for.
    pub fn taken(&self) -> Vec<Bounds> {
        let more = self.more.iter().map(|it| around((it.0, it.1)));
        let underfoot = self.underfoot.iter().map(|it| tokens::floor_bounds(it.middle, self.side));
        self.placed.iter().map(|it| self.bounds(it)).chain(more).chain(underfoot).collect()
    }

    fn bounds(&self, it: &Placed) -> Bounds {
        let TokenReach { wide, high, .. } = tokens::reach(&self.plan.tokens[it.who], it.size);
        (it.middle.0 - wide, it.middle.1 - high, it.middle.0 + wide, it.middle.1 + high)
    }

    /// Draws everybody, those in front last.
    pub fn draw(&self, svg: &mut Svg) {
        for it in &self.underfoot {
            tokens::on_floor(svg, it.middle, self.side);
        }
        for it in &self.in_order() {
            let token = &self.plan.tokens[it.who];
            TokenMark::of(token, &self.labels.initials[it.who]).draw(svg, it.middle, it.size);
        }
        for ((x, y), size, who) in &self.more {
            svg.circle((*x, *y), *size, Paint::fill(GROUND).edged(INK, 1.0));
            svg.text((*x, *y + size * 0.36), size * 0.9, TextAnchor::Middle, INK, &format!("+{}", who.len()));
        }
    }

    /// The signs of everybody's states, which cover neither others nor what's kept free.
    pub fn signs(&self, within: Bounds, kept_free: &[Bounds]) -> Vec<StateSign> {
        let far = BEYOND_BOARD;
        let within = (within.0 - far, within.1 - far, within.2 + far, within.3 + far);
        let mut all: Vec<StateSign> = vec![];
        for it in self.in_order().iter().rev() {
            let token = &self.plan.tokens[it.who];
            let is_free = |place: (PicturePoint, f32)| {
                let bounds = around(place);
                let others = self.placed.iter().filter(|other| other.who != it.who);
                inside(bounds, within)
                    && !kept_free.iter().any(|other| meet(bounds, *other))
                    && !others.clone().any(|other| is_on(place, (other.middle, self.rim(other)), self.bounds(other)))
                    && !self.more.iter().any(|other| is_on(place, (other.0, other.1), around((other.0, other.1))))
                    && !all.iter().any(|other| is_on(place, other.place, around(other.place)))
            };
            let rings = if token.acting { self.rim(it) } else { 0.0 };
            all.extend(signs::signs(token, &self.labels.signs_of(token), (it.middle, it.size, rings), is_free));
        }
        all
    }

    /// Writes everybody's names within these bounds, not over what's kept free, and as little as possible over the rest. Returns what's
    /// covered, and who has none.
    pub fn write_names(
        &self,
        svg: &mut Svg,
        within: Bounds,
        (mut taken, signs, rest): (Vec<Bounds>, &[StateSign], &[Covered]),
    ) -> (Vec<Bounds>, Shortened) {
        taken.extend(self.more.iter().map(|it| around((it.0, it.1))));
        taken.extend(signs.iter().map(|it| around(it.place)));
        let mut shortened = Shortened {
            has_more_states: signs.iter().any(|it| it.says == Says::More),
            more: self.more.iter().map(|it| it.2.clone()).collect(),
            underfoot: self.underfoot.iter().map(|it| it.who.clone()).collect(),
            ..Shortened::default()
        };
        for it in self.in_order().iter().rev() {
            if !self.name(svg, it, within, (&mut taken, rest)) {
                shortened.letters_only.push(it.who);
                self.initials_on_portrait(svg, it);
            }
        }
        shortened.letters_only.sort_unstable();
        (taken, shortened)
    }

    /// A portrait without a name says nothing: it has its initials.
    fn initials_on_portrait(&self, svg: &mut Svg, it: &Placed) {
        if self.plan.tokens[it.who].portrait.is_none() {
            return;
        }
        let (text, (x, y)) = (&self.labels.initials[it.who], it.middle);
        let mut high = it.size * ON_PORTRAIT;
        high *= (it.size * 1.3 / letters::width(text, high)).min(1.0);
        let half = letters::width(text, high) / 2.0 + 1.5;
        svg.rect((x - half, y - high * 0.55), (half * 2.0, high * 1.1), 3.0, Paint::fill(GROUND));
        svg.text((x, y + high * 0.36), high, TextAnchor::Middle, INK, text);
    }

    /// Everybody who's drawn, those in front last.
    fn in_order(&self) -> Vec<&Placed> {
        let mut order: Vec<&Placed> = self.placed.iter().collect();
        order.sort_by_key(|it| (self.plan.tokens[it.who].acting, !self.plan.tokens[it.who].down));
        order
    }

    /// Writes a name where it covers nobody, no ring of whoever's turn it is, no other name, and the least of the rest. Of somebody who's down it
    /// may cover the initials, which it says as well. Returns whether there's room for it.
    fn name(&self, svg: &mut Svg, it: &Placed, within: Bounds, (taken, rest): (&mut Vec<Bounds>, &[Covered])) -> bool {
        let size = (self.side * 0.33).clamp(12.0, 17.0);
        let token = &self.plan.tokens[it.who];
        let aside = if token.acting { self.rim(it) + BEYOND_RINGS } else { it.size * 1.12 };
        let out = if token.down && !token.acting { it.size * 0.85 } else { aside };
        for text in self.forms(it.who, size) {
            let (half, high) = (letters::width(&text, size) / 2.0 + 3.0, size * 1.24);
            let (x, y) = it.middle;
            let middles = [
                (x, y + out + high / 2.0),
                (x, y - out - high / 2.0),
                (x + aside + half, y),
                (x - aside - half, y),
                (x + half - it.size, y + out + high / 2.0),
                (x - half + it.size, y + out + high / 2.0),
                (x + half - it.size, y - out - high / 2.0),
                (x - half + it.size, y - out - high / 2.0),
                (x + half / 2.0, y + out + high / 2.0),
                (x - half / 2.0, y + out + high / 2.0),
                (x + half / 2.0, y - out - high / 2.0),
                (x - half / 2.0, y - out - high / 2.0),
                (x + aside + half, y + high * 0.7),
                (x - aside - half, y + high * 0.7),
                (x + aside + half, y - high * 0.7),
                (x - aside - half, y - high * 0.7),
                (x, y - out - high / 2.0 - it.size * 0.6),
            ];
            let is_on_turn = |bounds: Bounds, other: &Placed| {
                self.plan.tokens[other.who].acting && is_near(bounds, other, self.rim(other))
            };
            let free = |(x, y): PicturePoint| {
                let bounds = (x - half, y - high / 2.0, x + half, y + high / 2.0);
                let fits = inside(bounds, within)
                    && !taken.iter().any(|other| meet(bounds, *other))
                    && !self.placed.iter().any(|other| !(token.down && other.who == it.who) && covers(bounds, other))
                    && !self.placed.iter().any(|other| other.who != it.who && is_on_turn(bounds, other));
                fits.then_some(((x, y), bounds))
            };
            let covers = |bounds: Bounds| rest.iter().filter(|it| meet(bounds, it.0)).map(|it| it.1).sum::<u32>();
            let rims = |bounds: Bounds| {
                let others = self.placed.iter().filter(|other| other.who != it.who);
                others.filter(|other| is_near(bounds, other, self.rim(other))).count() as u32 * RIM_COST
            };
            let marks = |bounds: Bounds| {
                let on = |it: &&Underfoot| meet(bounds, tokens::floor_bounds(it.middle, self.side));
                self.underfoot.iter().filter(on).count() as u32
            };
            let cost = |((_, bounds), place): &((_, Bounds), u32)| {
                (covers(*bounds) + rims(*bounds) + marks(*bounds)) * COVERED_COST + place
            };
            let beside = middles.into_iter().filter_map(free).zip(0..).min_by_key(cost).map(|it| it.0);
            let on_them = || token.down.then_some((x, y)).and_then(free);
            if let Some(((x, y), bounds)) = beside.or_else(on_them) {
                svg.rect((bounds.0, bounds.1), (half * 2.0, high), 4.0, Paint::fill(GROUND));
                let colour = if token.down { FAINT } else { INK };
                svg.text((x, y + size * 0.36), size, TextAnchor::Middle, colour, &text);
                taken.push(bounds);
                return true;
            }
        }
        false
    }

    /// A name in full, its first word if nobody else's name begins with it, and as much of it as fits on the square.
    fn forms(&self, who: usize, size: f32) -> Vec<String> {
        let first = |it: usize| self.labels.tokens[it].text.split(' ').next().unwrap_or_default();
        let full = &self.labels.tokens[who].text;
        let is_alone = (0..self.labels.tokens.len()).all(|it| it == who || first(it) != first(who));
        let mut forms = vec![letters::fitting(full, size, (self.side * NAME_WIDE_MAX).max(NAME_WIDE_MIN))];
        if is_alone && first(who) != full {
            forms.push(first(who).to_owned());
        }
        forms.push(letters::fitting(full, size, self.side * 0.98));
        // Of "… 1" nobody can tell whose name it is; the initials say more.
        forms.retain(|it| it == full || it.chars().take_while(|it| *it != letters::CUT).count() >= KEPT_MIN);
        forms
    }
}

/// The rectangle round a disc.
fn around(((x, y), round): (PicturePoint, f32)) -> Bounds {
    (x - round, y - round, x + round, y + round)
}

/// Whether a disc is on somebody, who takes this much of a rectangle.
fn is_on(disc: (PicturePoint, f32), it: (PicturePoint, f32), bounds: Bounds) -> bool {
    let far = (disc.0.0 - it.0.0).hypot(disc.0.1 - it.0.1);
    far < disc.1 + it.1 && meet(around(disc), bounds)
}

fn inside(it: Bounds, within: Bounds) -> bool {
    it.0 >= within.0 && it.1 >= within.1 && it.2 <= within.2 && it.3 <= within.3
}

/// Whether a rectangle covers somebody's disc.
fn covers(bounds: Bounds, it: &Placed) -> bool {
    is_near(bounds, it, it.size * 0.8)
}

/// Whether a rectangle is nearer to somebody's middle than this.
fn is_near(bounds: Bounds, it: &Placed, far: f32) -> bool {
    let (dx, dy) =
        (it.middle.0 - it.middle.0.clamp(bounds.0, bounds.2), it.middle.1 - it.middle.1.clamp(bounds.1, bounds.3));
    dx.hypot(dy) < far
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        engine::view::{Ground, grid::Grid},
        pictures::plan::{Party, Token},
    };

    /// A name is written in full, as its first word, or cut; but not so short that only its number is left.
    #[test]
    fn a_name_is_never_only_a_number() {
        let party = Party { name: "Foes".to_owned(), letter: 'F' };
        let at = crate::engine::view::Spot::Off;
        let tokens = ["Hobgoblin 1", "Hobgoblin 2", "Old Tom"].map(|it| Token::new(it, 0, &[], at)).to_vec();
        let plan = MapPlan::new(Ground::Squares(std::sync::Arc::new(Grid::default())), vec![party], tokens);
        let labels = plan.labels();
        let forms = |side: f32, who: usize| People::new(&plan, &labels, side).forms(who, 12.0);
        assert_eq!(forms(30.0, 0), ["Hobgoblin 1"]);
        assert_eq!(forms(60.0, 0), ["Hobgoblin 1", "Hobg\u{2026} 1"]);
        assert_eq!(forms(30.0, 2)[..2], ["Old Tom", "Old"]);
    }
}
