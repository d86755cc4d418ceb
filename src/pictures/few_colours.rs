//! A picture in at most 256 colours: first those of the palette by which things are told apart, then those that differ clearly from each
//! other, since a rare colour that stands for something has no neighbour to take its place, then the most frequent shades; and for all others
//! the nearest of these. The same pixels always give the same colours.

use super::{palette, theme::Theme};
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// The most colours.
const MOST: usize = 256;
/// The most colours that have a place because nothing else looks like them.
const MOST_DISTINCT: usize = 160;
/// How far apart such colours are at least, as the square of their distance in RGB.
const DISTINCT: i32 = 24 * 24;
/// Of rare colours, this many bits of each channel count, so that they're looked up rarely.
const KEPT_BITS: u32 = 5;

/// For each pixel of RGBA data the place of its colour, and the colours, three bytes each.
pub fn indexed(pixels: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let colours = || pixels.chunks_exact(4).map(|it| u32::from_be_bytes([0, it[0], it[1], it[2]]));
    let mut counts: HashMap<u32, u32> = HashMap::new();
    for (colour, many) in runs(colours()) {
        *counts.entry(colour).or_default() += many;
    }
    let mut frequent: Vec<(u32, u32)> = counts.into_iter().collect();
    frequent.sort_unstable_by_key(|(colour, many)| (u32::MAX - many, *colour));
    let palette = chosen(&frequent.into_iter().map(|it| it.0).collect::<Vec<u32>>());
    let mut exact: HashMap<u32, u8> = palette.iter().enumerate().map(|(at, it)| (*it, at as u8)).collect();
    let mut near: HashMap<u32, u8> = HashMap::new();
    let mut indices = Vec::with_capacity(pixels.len() / 4);
    for (colour, many) in runs(colours()) {
        let at = *exact.entry(colour).or_insert_with(|| {
            let rough = (colour >> (8 - KEPT_BITS)) & 0x1f_1f_1f;
            *near.entry(rough).or_insert_with(|| nearest(&palette, colour))
        });
        indices.extend(std::iter::repeat_n(at, many as usize));
    }
    (indices, palette.iter().flat_map(|it| it.to_be_bytes()[1..].to_vec()).collect())
}

/// The colours that stand for something, in both themes.
static WITH_MEANING: LazyLock<HashSet<u32>> = LazyLock::new(|| {
    let all = palette::with_meaning().filter_map(|it| u32::from_str_radix(&it[1..], 16).ok());
    all.flat_map(|it| Theme::ALL.map(|theme| theme.of(it))).collect()
});

/// The colours that are kept, of all from the most frequent on.
fn chosen(frequent: &[u32]) -> Vec<u32> {
    if frequent.len() <= MOST {
        return frequent.to_vec();
    }
    let mut kept: Vec<u32> = frequent.iter().copied().filter(|it| WITH_MEANING.contains(it)).collect();
    for colour in frequent {
        if kept.len() < MOST_DISTINCT && kept.iter().all(|it| apart(*it, *colour) >= DISTINCT) {
            kept.push(*colour);
        }
    }
    let distinct: HashSet<u32> = kept.iter().copied().collect();
    let others = frequent.iter().filter(|it| !distinct.contains(it));
    kept.extend(others.take(MOST - distinct.len()));
    kept
}

/// The square of two colours' distance.
fn apart(one: u32, other: u32) -> i32 {
    let (one, other) = (one.to_be_bytes(), other.to_be_bytes());
    (1..4).map(|it| (i32::from(one[it]) - i32::from(other[it])).pow(2)).sum()
}

/// Equal neighbours as one, with their number.
fn runs(colours: impl Iterator<Item = u32>) -> impl Iterator<Item = (u32, u32)> {
    let mut colours = colours.peekable();
    std::iter::from_fn(move || {
        let colour = colours.next()?;
        let mut many = 1;
        while colours.next_if_eq(&colour).is_some() {
            many += 1;
        }
        Some((colour, many))
    })
}

/// The place of the nearest colour.
fn nearest(palette: &[u32], colour: u32) -> u8 {
    let place = palette.iter().enumerate().min_by_key(|it| apart(*it.1, colour)).map_or(0, |it| it.0);
    u8::try_from(place).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A colour that stands for something stays what it is, however many shades of the ground there are.
    #[test]
    fn a_rare_colour_without_a_neighbour_stays() {
        let ground = (0..1_000_u32).flat_map(|it| [40 + (it % 50) as u8, 60 + (it / 50) as u8, 70, 255].repeat(20));
        let turn = u32::from_str_radix(&palette::TURN[1..], 16).expect("a colour").to_be_bytes();
        let turn = [turn[1], turn[2], turn[3], 255];
        let pixels: Vec<u8> = ground.chain(turn).collect();
        let (indices, palette) = indexed(&pixels);
        let last = usize::from(*indices.last().expect("pixels"));
        assert_eq!((palette.len(), &palette[3 * last..][..3]), (3 * 256, &turn[..3]));
    }

    /// Up to 256 colours stay as they are; beyond, a rare one becomes its nearest neighbour.
    #[test]
    fn rare_colours_become_their_neighbours() {
        let pixels: Vec<u8> = (0..=255_u8).flat_map(|it| [it, it, 0, 255].repeat(2)).collect();
        let (indices, palette) = indexed(&pixels);
        let shown: Vec<u8> = indices.iter().flat_map(|it| palette[3 * usize::from(*it)..][..3].to_vec()).collect();
        let meant: Vec<u8> = pixels.chunks_exact(4).flat_map(|it| it[..3].to_vec()).collect();
        assert_eq!(shown, meant);
        let with_rare = [pixels.as_slice(), &[100, 101, 3, 255]].concat();
        let (indices, palette) = indexed(&with_rare);
        let last = usize::from(*indices.last().expect("pixels"));
        assert_eq!(palette.len(), 3 * 256);
        assert!(palette[3 * last].abs_diff(100) <= 1 && palette[3 * last + 2] == 0, "{:?}", &palette[3 * last..][..3]);
    }
}
