//! The letters of states, beside the tokens of those who are in them: where they cover nobody. What finds no room is a plus, which the legend
//! explains.

use super::{
    palette::{HALO, INK},
    plan::Token,
    svg::{Paint, PicturePoint, Svg, TextAnchor},
    tokens::{FLAT, SMALL_BELOW},
};

/// The most signs of one combatant.
pub const SIGNS_MAX: usize = 3;
/// Where the plus is of somebody who has no room beside the token: on the token's own rim, as shares of its size, and how large.
const ON_RIM: (PicturePoint, f32) = ((-0.62, -0.62), 0.34);

/// The directions in which signs go, of length 1, the best first; and where rings mustn't be covered.
const AROUND: [PicturePoint; 7] =
    [(-0.76, -0.65), (-1.0, 0.12), (-0.62, 0.78), (0.76, -0.65), (1.0, 0.12), (0.62, 0.78), (0.0, -1.0)];
const CORNERS: [PicturePoint; 7] =
    [(-0.71, -0.71), (-0.71, 0.71), (0.71, -0.71), (0.71, 0.71), (-1.0, 0.0), (1.0, 0.0), (0.0, -1.0)];

/// What a sign says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// The state with this letter.
    State(char),
    /// States for which there's no room.
    More,
}

/// A sign on a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StateSign {
    /// Its middle and its radius.
    pub place: (PicturePoint, f32),
    /// What it says.
    pub says: Says,
}

impl StateSign {
    /// Draws it: a small bright disc with a letter, or with a plus.
    pub fn draw(self, svg: &mut Svg) {
        let ((x, y), round) = self.place;
        svg.circle((x, y), round, Paint::fill(INK).edged(HALO, 1.6_f32.min(round * 0.3)));
        match self.says {
            Says::State(letter) => {
                let high = round * 1.4;
                svg.text((x, y + high * 0.36), high, TextAnchor::Middle, HALO, &letter.to_string());
            }
            Says::More => {
                let arm = round * 0.6;
                let plus = [((x - arm, y), (x + arm, y)), ((x, y - arm), (x, y + arm))];
                svg.lines(&plus, Paint::edge(HALO, (round * 0.35).max(1.0)));
            }
        }
    }
}

/// The signs of somebody's states, by letter, at those of the usual places that are free. If one has no room, the last place is a plus's; without
/// any place it's on the token, of which this is the middle, the size, and how far the rings reach that mustn't be covered.
pub fn signs(
    token: &Token,
    letters: &[char],
    (middle, size, rings): (PicturePoint, f32, f32),
    is_free: impl Fn((PicturePoint, f32)) -> bool,
) -> Vec<StateSign> {
    if letters.is_empty() {
        return vec![];
    }
    let mut free: Vec<(PicturePoint, f32)> = vec![];
    for place in places(middle, (size, rings), token.down) {
        let is_apart = |it: &(PicturePoint, f32)| (it.0.0 - place.0.0).hypot(it.0.1 - place.0.1) >= it.1 + place.1;
        if free.len() < SIGNS_MAX.min(letters.len()) && free.iter().all(is_apart) && is_free(place) {
            free.push(place);
        }
    }
    if free.is_empty() {
        let ((dx, dy), round) = ON_RIM;
        free.push(((middle.0 + dx * size, middle.1 + dy * size), round * size));
        return vec![StateSign { place: free[0], says: Says::More }];
    }
    let lacks_room = free.len() < letters.len();
    let last = free.len() - 1;
    let says = |at: usize| if lacks_room && at == last { Says::More } else { Says::State(letters[at]) };
    free.into_iter().enumerate().map(|(at, place)| StateSign { place, says: says(at) }).collect()
}

/// Where signs go, the best places first: at the left rim, from the upper corner on, so that they don't cover the initials, then at the right;
/// above somebody who lies there, who's too flat for that; in the corners outside of rings that mustn't be covered.
fn places((x, y): PicturePoint, (size, rings): (f32, f32), down: bool) -> impl Iterator<Item = (PicturePoint, f32)> {
    let round = (size * 0.36).max(6.5);
    let at_rim = size + round * if size < SMALL_BELOW { 0.75 } else { 0.4 };
    let (far, around) = if rings > 0.0 { (rings + round, CORNERS) } else { (at_rim, AROUND) };
    let around = around.map(|(dx, dy)| (x + dx * far, y + dy * far));
    let above = [0.0, 1.0, 2.0].map(|it| (x - size * 0.8 + it * round * 2.1, y - size * FLAT - round));
    let above = above.into_iter().filter(move |_| down && size >= SMALL_BELOW && rings == 0.0);
    above.chain(around).map(move |it| (it, round))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::view::Spot;

    /// Each state has its letter where there's room; what has none is a plus, and one without any room has it on the token.
    #[test]
    fn what_has_no_room_is_a_plus() {
        let token = Token::new("Ana", 0, &[], Spot::Off);
        let letters = ['P', 'H', 'C', 'M'];
        let of = |count: usize, free: &dyn Fn((PicturePoint, f32)) -> bool| {
            signs(&token, &letters[..count], ((50.0, 50.0), 20.0, 0.0), free)
        };
        let said = |signs: &[StateSign]| signs.iter().map(|it| it.says).collect::<Vec<_>>();
        let [p, h, c] = ['P', 'H', 'C'].map(Says::State);
        assert!(of(0, &|_| true).is_empty());
        assert_eq!(said(&of(3, &|_| true)), [p, h, c]);
        assert_eq!(said(&of(4, &|_| true)), [p, h, Says::More]);
        let right = |it: (PicturePoint, f32)| it.0.0 > 60.0;
        assert!(of(2, &right).iter().all(|it| it.place.0.0 > 60.0) && said(&of(2, &right)) == [p, h]);
        let one = |it: (PicturePoint, f32)| it.0.0 < 28.0;
        assert_eq!((said(&of(1, &one)), said(&of(2, &one))), (vec![p], vec![Says::More]));
        let nowhere = of(1, &|_| false);
        assert_eq!(said(&nowhere), [Says::More]);
        assert!((nowhere[0].place.0.0 - 50.0).hypot(nowhere[0].place.0.1 - 50.0) < 20.0, "{nowhere:?}");
    }
}
