//! Combatants on squares: several on one square fan out, and names stand where they cover the least, best below them. A name that would
//! cover another or somebody else is shortened or left out: the initials are still there, and the words beside the picture have all names.

use super::{
    covered::{Bounds, Covered, meet},
    letters,
    palette::{FAINT, GROUND, INK},
    plan::{Labels, MapPlan},
    svg::{Paint, PicturePoint, Svg, TextAnchor},
    tokens::{self, TokenMark},
};

/// The most combatants drawn on one square; it says how many more there are.
const ON_SQUARE_MAX: usize = 6;
/// The most of them who have the letters of their states.
const SIGNED_MAX: usize = 4;
/// The radius of somebody who's alone on a square, in fractions of its side.
const ALONE: f32 = 0.35;
/// The longest name that's tried, in fractions of a square's side.
const NAME_WIDE_MAX: f32 = 3.0;
/// How many places further down the list a name goes rather than cover one thing of the least weight.
const COVERED_COST: u32 = 4;
/// The fewest letters of a name that are worth writing.
const KEPT_MIN: usize = 3;
/// How many things of the least weight a name covers rather than the rim of somebody else's token.
const RIM_COST: u32 = 8;
/// How far somebody's rings reach whose turn it isn't, in their sizes.
const RIM: f32 = 1.08;
/// How wide a name may be however small the squares are.
const NAME_WIDE_MIN: f32 = 120.0;

/// Somebody on the picture.
#[derive(Clone, Copy, Debug)]
struct Placed {
    who: usize,
    middle: PicturePoint,
    size: f32,
    /// Whether there are so many on the square that the letters of their states would cover others.
    is_crowded: bool,
}

/// Everybody on the squares of a picture, and what's written there.
pub struct People<'a> {
    plan: &'a MapPlan,
    labels: &'a Labels,
    side: f32,
    placed: Vec<Placed>,
    /// Where more stand on a square than are drawn: how many.
    more: Vec<(PicturePoint, f32, usize)>,
}

impl<'a> People<'a> {
    /// Nobody yet.
    pub fn new(plan: &'a MapPlan, labels: &'a Labels, side: f32) -> People<'a> {
        People { plan, labels, side, placed: vec![], more: vec![] }
    }

    /// Puts combatants onto a square with its middle there. Those who stand come before those who lie there.
    pub fn put(&mut self, (x, y): PicturePoint, who: &[usize]) {
        let mut who = who.to_vec();
        who.sort_by_key(|it| self.plan.tokens[*it].down);
        let cells = fan(who.len().min(ON_SQUARE_MAX));
        let shown = if who.len() > ON_SQUARE_MAX { ON_SQUARE_MAX - 1 } else { who.len() };
        let at = |(dx, dy): PicturePoint| (x + dx * self.side, y + dy * self.side);
        let (places, size) = (cells.0, cells.1 * self.side);
        self.placed.extend(who[..shown].iter().zip(places).map(|(who, place)| Placed {
            who: *who,
            middle: at(*place),
            size,
            is_crowded: cells.0.len() > SIGNED_MAX,
        }));
        if who.len() > shown {
            self.more.push((at(places[shown]), size, who.len() - shown));
        }
    }

    /// How far somebody's rings reach.
    fn rim(&self, it: &Placed) -> f32 {
        it.size * if self.plan.tokens[it.who].acting { tokens::REACH } else { RIM }
    }

    /// Where somebody is drawn, and how far they reach.
    pub fn reach(&self, who: usize) -> Option<(PicturePoint, f32)> {
        let it = self.placed.iter().find(|it| it.who == who)?;
        let acting = self.plan.tokens[who].acting;
        Some((it.middle, it.size * if acting { tokens::REACH + 0.1 } else { 1.15 }))
    }

    /// Draws everybody, those in front last.
    pub fn draw(&self, svg: &mut Svg) {
        let order = self.in_order();
        for it in &order {
            let token = &self.plan.tokens[it.who];
            let signs = if it.is_crowded { vec![] } else { self.labels.signs_of(token) };
            TokenMark::of(token, &self.labels.initials[it.who], &signs).draw(svg, it.middle, it.size);
        }
        for ((x, y), size, count) in &self.more {
            svg.circle((*x, *y), *size, Paint::fill(GROUND).edged(INK, 1.0));
            svg.text((*x, *y + size * 0.36), size * 0.9, TextAnchor::Middle, INK, &format!("+{count}"));
        }
    }

    /// Writes everybody's names within these bounds, not over what's kept free, and as little as possible over the rest. Returns what's
    /// covered.
    pub fn write_names(&self, svg: &mut Svg, within: Bounds, mut taken: Vec<Bounds>, rest: &[Covered]) -> Vec<Bounds> {
        let order = self.in_order();
        let around = |((x, y), round): (PicturePoint, f32)| (x - round, y - round, x + round, y + round);
        taken.extend(self.more.iter().map(|it| around((it.0, it.1))));
        for it in order.iter().filter(|it| !it.is_crowded) {
            let token = &self.plan.tokens[it.who];
            let signs = tokens::sign_places(it.middle, it.size, token.down).zip(&token.states);
            taken.extend(signs.map(|it| around(it.0)));
        }
        for it in order.iter().rev() {
            self.name(svg, it, within, (&mut taken, rest));
        }
        taken
    }

    /// Everybody who's drawn, those in front last.
    fn in_order(&self) -> Vec<&Placed> {
        let mut order: Vec<&Placed> = self.placed.iter().collect();
        order.sort_by_key(|it| (self.plan.tokens[it.who].acting, !self.plan.tokens[it.who].down));
        order
    }

    /// Writes a name where it covers nobody, no other name, and the least of the rest. Of somebody who's down it may cover the initials,
    /// which it says as well.
    fn name(&self, svg: &mut Svg, it: &Placed, within: Bounds, (taken, rest): (&mut Vec<Bounds>, &[Covered])) {
        let size = (self.side * 0.33).clamp(12.0, 17.0);
        let token = &self.plan.tokens[it.who];
        let aside = it.size * if token.acting { tokens::REACH + 0.1 } else { 1.12 };
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
            let free = |(x, y): PicturePoint| {
                let bounds = (x - half, y - high / 2.0, x + half, y + high / 2.0);
                let fits = inside(bounds, within)
                    && !taken.iter().any(|other| meet(bounds, *other))
                    && !self.placed.iter().any(|other| !(token.down && other.who == it.who) && covers(bounds, other));
                fits.then_some(((x, y), bounds))
            };
            let covers = |bounds: Bounds| rest.iter().filter(|it| meet(bounds, it.0)).map(|it| it.1).sum::<u32>();
            let rims = |bounds: Bounds| {
                let others = self.placed.iter().filter(|other| other.who != it.who);
                others.filter(|other| is_near(bounds, other, self.rim(other))).count() as u32 * RIM_COST
            };
            let cost =
                |((_, bounds), place): &((_, Bounds), u32)| (covers(*bounds) + rims(*bounds)) * COVERED_COST + place;
            let beside = middles.into_iter().filter_map(free).zip(0..).min_by_key(cost).map(|it| it.0);
            let on_them = || token.down.then_some((x, y)).and_then(free);
            if let Some(((x, y), bounds)) = beside.or_else(on_them) {
                svg.rect((bounds.0, bounds.1), (half * 2.0, high), 4.0, Paint::fill(GROUND));
                let colour = if token.down { FAINT } else { INK };
                svg.text((x, y + size * 0.36), size, TextAnchor::Middle, colour, &text);
                taken.push(bounds);
                return;
            }
        }
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

/// Where this many stand on a square, from its middle in fractions of its side, and how large.
fn fan(count: usize) -> (&'static [PicturePoint], f32) {
    match count {
        0 | 1 => (&[(0.0, 0.0)], ALONE),
        2 => (&[(-0.25, -0.1), (0.25, 0.1)], 0.21),
        3 => (&[(-0.24, -0.22), (0.24, -0.22), (0.0, 0.22)], 0.2),
        4 => (&[(-0.24, -0.23), (0.24, -0.23), (-0.24, 0.23), (0.24, 0.23)], 0.19),
        // The largest six that fit.
        _ => (&[(-0.31, -0.31), (0.31, -0.31), (0.0, -0.1), (-0.31, 0.1), (0.31, 0.1), (0.0, 0.31)], 0.17),
    }
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

    /// However many stand on a square, none touches another's rim or leaves the square.
    #[test]
    fn a_square_holds_whoever_stands_on_it() {
        for count in 1..=ON_SQUARE_MAX {
            let (places, size) = fan(count);
            let rim = size * RIM;
            for (number, (x, y)) in places.iter().enumerate() {
                assert!(x.abs().max(y.abs()) + rim <= 0.5, "{count}: {number} leaves the square");
                let near = places[number + 1..].iter().find(|it| (it.0 - x).hypot(it.1 - y) < 2.0 * rim);
                assert_eq!(near, None, "{count}: {number} touches somebody");
            }
        }
    }

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
