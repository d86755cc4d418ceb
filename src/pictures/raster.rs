//! The pixels of a picture that somebody has brought, and how they're painted.

use super::{
    brought,
    drawing::{Light, PlacedPicture, Window},
};
use jpeg_encoder::ColorType;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use std::{collections::BTreeMap, sync::Arc};

/// The SHA-256 of a kept picture's bytes, in hex.
pub type PictureHash = Arc<str>;

/// The pixels of pictures by their hash.
pub type Rasters = BTreeMap<PictureHash, Arc<Raster>>;

/// How bright a dimmed picture is, of 256.
const DIMMED: u32 = 230;
/// How bright a grey one is, of 256.
const GREY: u32 = 110;

/// The qualities at which a copy is tried, of 100.
const COPY_QUALITIES: [u8; 3] = [80, 65, 45];

/// The pixels of a picture.
#[derive(Clone, PartialEq, Eq)]
pub struct Raster {
    wide: usize,
    high: usize,
    /// Three bytes each, row by row.
    rgb: Vec<u8>,
}

impl std::fmt::Debug for Raster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} by {} pixels", self.wide, self.high)
    }
}

impl Raster {
    /// So many pixels; `None` if their bytes don't match.
    pub fn new(wide: usize, high: usize, rgb: Vec<u8>) -> Option<Raster> {
        let is_whole = wide > 0 && high > 0 && wide.checked_mul(high)?.checked_mul(3)? == rgb.len();
        is_whole.then_some(Raster { wide, high, rgb })
    }

    /// What it takes in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.rgb.len()
    }

    /// A JPEG of it of at most so many bytes, and no longer than this on a side; smaller and of less quality until it's small enough.
    pub fn small_jpeg(&self, side: usize, bytes_max: usize) -> Option<Vec<u8>> {
        if self.wide.max(self.high) > side && self.wide.min(self.high) > 1 {
            return self.halved().small_jpeg(side, bytes_max);
        }
        let size = (u32::try_from(self.wide).ok()?, u32::try_from(self.high).ok()?);
        for quality in COPY_QUALITIES {
            let jpeg = brought::jpeg(&self.rgb, size, ColorType::Rgb, quality)?;
            if jpeg.len() <= bytes_max {
                return Some(jpeg);
            }
        }
        if self.wide.min(self.high) > 1 { self.halved().small_jpeg(side, bytes_max) } else { None }
    }

    /// Half as large: each pixel the mean of four.
    fn halved(&self) -> Raster {
        let (wide, high) = ((self.wide / 2).max(1), (self.high / 2).max(1));
        let mut rgb = Vec::with_capacity(wide * high * 3);
        let place = |x: usize, y: usize| 3 * (y.min(self.high - 1) * self.wide + x.min(self.wide - 1));
        for y in 0..high {
            for x in 0..wide {
                let four = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(dx, dy)| place(2 * x + dx, 2 * y + dy));
                let mean = |at: usize| (four.iter().map(|it| u32::from(self.rgb[it + at])).sum::<u32>() + 2) / 4;
                rgb.extend([0, 1, 2].map(|at| mean(at) as u8));
            }
        }
        Raster { wide, high, rgb }
    }

    /// Paints it where it's placed, on a pixmap that has this many pixels to one of the drawing's points.
    pub(super) fn paint(&self, pixmap: &mut Pixmap, it: &PlacedPicture, scale: f32) {
        let shown = it.size.0 * scale;
        if shown * 2.0 <= self.wide as f32 && self.wide > 1 && self.high > 1 {
            return self.halved().paint(pixmap, it, scale);
        }
        let ((left, top), (right, bottom)) = it.window.bounds();
        let limit = |it: f32, most: u32| (it.max(0.0) as usize).min(most as usize);
        let (first, end) = (
            (limit((left * scale).round(), pixmap.width()), limit((top * scale).round(), pixmap.height())),
            (limit((right * scale).round(), pixmap.width()), limit((bottom * scale).round(), pixmap.height())),
        );
        let stops = |from: usize, to: usize, corner: f32, size: f32, count: usize| -> Vec<Option<Stop>> {
            let at = |it: usize| (it as f32 + 0.5 - corner * scale) / (size * scale);
            (from..to).map(|it| Stop::at(at(it), count)).collect()
        };
        let columns = stops(first.0, end.0, it.corner.0, it.size.0, self.wide);
        let rows = stops(first.1, end.1, it.corner.1, it.size.1, self.high);
        let across = pixmap.width() as usize;
        let pixels = pixmap.pixels_mut();
        let mut line = vec![0; 3 * self.wide];
        for (y, row) in (first.1..end.1).zip(&rows) {
            let Some(row) = row else { continue };
            self.line_at(row, &mut line);
            let below = &mut pixels[y * across + first.0..y * across + end.0];
            for ((x, below), column) in (first.0..end.0).zip(below).zip(&columns) {
                let Some(column) = column else { continue };
                let colour = it.light.on(column.between(&line));
                let share = match it.window {
                    Window::Rect(..) => 256,
                    Window::Ellipse(..) => {
                        let point = ((x as f32 + 0.5) / scale, (y as f32 + 0.5) / scale);
                        (it.window.covers(point, 1.0 / scale) * 256.0) as u32
                    }
                };
                *below = mixed(*below, colour, share);
            }
        }
    }

    /// The pixels between two rows.
    fn line_at(&self, row: &Stop, line: &mut [u8]) {
        let own = |y: usize| &self.rgb[3 * y * self.wide..3 * (y + 1) * self.wide];
        for ((to, before), after) in line.iter_mut().zip(own(row.before)).zip(own(row.after)) {
            *to = row.mean(*before, *after);
        }
    }
}

/// A place between two rows or columns of pixels: how far from the one before to the one after, of 256.
struct Stop {
    before: usize,
    after: usize,
    part: u16,
}

impl Stop {
    /// The place of this share of so many pixels; `None` outside.
    fn at(share: f32, count: usize) -> Option<Stop> {
        if !(0.0..1.0).contains(&share) {
            return None;
        }
        let at = (share * count as f32 - 0.5).clamp(0.0, count as f32 - 1.0);
        let before = at as usize;
        Some(Stop { before, after: (before + 1).min(count - 1), part: ((at - before as f32) * 256.0) as u16 })
    }

    /// What's between two values.
    fn mean(&self, before: u8, after: u8) -> u8 {
        ((u16::from(before) * (256 - self.part) + u16::from(after) * self.part) >> 8) as u8
    }

    /// The colour between two pixels of a line.
    fn between(&self, line: &[u8]) -> [u8; 3] {
        let (before, after) = (&line[3 * self.before..][..3], &line[3 * self.after..][..3]);
        [0, 1, 2].map(|at| self.mean(before[at], after[at]))
    }
}

impl Light {
    /// A colour in this light.
    fn on(self, colour: [u8; 3]) -> [u8; 3] {
        let dark = |it: u32, of_256: u32| ((it * of_256) >> 8) as u8;
        match self {
            Light::Full => colour,
            Light::Dimmed => colour.map(|it| dark(it.into(), DIMMED)),
            Light::Grey => {
                let [red, green, blue] = colour.map(u32::from);
                [dark((red * 54 + green * 183 + blue * 19) >> 8, GREY); 3]
            }
        }
    }
}

/// A colour over what's below it, of which nothing is transparent.
fn mixed(below: PremultipliedColorU8, [red, green, blue]: [u8; 3], share: u32) -> PremultipliedColorU8 {
    let mix = |below: u8, above: u8| ((u32::from(below) * (256 - share) + u32::from(above) * share) >> 8) as u8;
    let (red, green, blue) = (mix(below.red(), red), mix(below.green(), green), mix(below.blue(), blue));
    PremultipliedColorU8::from_rgba(red, green, blue, 255).unwrap_or(below)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green, blue and white, two by two.
    fn four() -> Raster {
        Raster::new(2, 2, vec![255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]).expect("it's whole")
    }

    fn painted(raster: &Raster, it: &PlacedPicture, scale: f32) -> Vec<[u8; 3]> {
        let mut pixmap = Pixmap::new(8, 8).expect("a size");
        pixmap.fill(resvg::tiny_skia::Color::BLACK);
        raster.paint(&mut pixmap, it, scale);
        pixmap.pixels().iter().map(|it| [it.red(), it.green(), it.blue()]).collect()
    }

    fn placed(corner: (f32, f32), size: (f32, f32), window: Window) -> PlacedPicture {
        PlacedPicture { picture: "four".into(), corner, size, window, light: Light::Full }
    }

    /// Each pixel is where it belongs, nothing is painted outside of the window or of the picture, and nothing panics however it's placed.
    #[test]
    fn a_picture_is_painted_where_it_is_placed() {
        let all = Window::Rect((0.0, 0.0), (8.0, 8.0));
        let whole = painted(&four(), &placed((0.0, 0.0), (8.0, 8.0), all), 1.0);
        assert_eq!(
            [whole[0], whole[7], whole[56], whole[63]],
            [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]
        );
        let sharp = painted(&four(), &placed((0.0, 0.0), (4.0, 4.0), all), 2.0);
        assert_eq!(sharp, whole, "at twice the density");
        let window = Window::Rect((2.0, 2.0), (3.0, 3.0));
        let part = painted(&four(), &placed((0.0, 0.0), (8.0, 8.0), window), 1.0);
        let drawn = |it: &[[u8; 3]]| it.iter().filter(|it| **it != [0; 3]).count();
        assert_eq!((drawn(&part), part[9], part[18]), (9, [0; 3], whole[18]));
        assert_eq!(drawn(&painted(&four(), &placed((4.0, 4.0), (2.0, 2.0), all), 1.0)), 4, "it ends where it ends");
        let round = painted(&four(), &placed((0.0, 0.0), (8.0, 8.0), Window::Ellipse((4.0, 4.0), (4.0, 4.0))), 1.0);
        assert_eq!((round[0], round[27]), ([0; 3], whole[27]), "without its corners");
        for far in [-1e9, -9.0, 7.5, 1e9, f32::NAN] {
            for size in [0.0, 0.1, 1e9, f32::NAN] {
                painted(&four(), &placed((far, far), (size, size), all), 1.0);
            }
        }
    }

    /// A picture that's shown small is averaged: no single pixel stands for its neighbours.
    #[test]
    fn a_small_picture_is_a_mean() {
        let board: Vec<u8> = (0..64 * 64).flat_map(|it| [if (it + it / 64) % 2 == 0 { 255 } else { 0 }; 3]).collect();
        let chequered = Raster::new(64, 64, board).expect("it's whole");
        let all = Window::Rect((0.0, 0.0), (8.0, 8.0));
        let grey = painted(&chequered, &placed((0.0, 0.0), (8.0, 8.0), all), 1.0);
        assert!(grey.iter().all(|it| it.iter().all(|it| it.abs_diff(127) <= 2)), "{grey:?}");
        assert_eq!(Raster::new(2, 2, vec![0; 11]), None);
        assert_eq!(Raster::new(0, 2, vec![]), None);
    }
}
