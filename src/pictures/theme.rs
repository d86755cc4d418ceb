//! Dark and light pictures. Everything is drawn in the dark palette; a light picture has each of its colours turned to the other side of
//! grey, with its hue kept, so that what stands out on dark ground stands out as much on light. Only holes and the dark stay dark, and the
//! rings of whoever's turn it is stay bright.

use super::palette::KEPT_ON_LIGHT;
use serde::{Deserialize, Serialize};

/// Whether pictures have a dark or a light ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Theme {
    /// A dark ground.
    #[default]
    Dark,
    /// A light ground.
    Light,
}

impl Theme {
    /// All of them.
    pub const ALL: [Theme; 2] = [Theme::Dark, Theme::Light];

    /// Its name, as people type it.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Dark => "dark",
            Theme::Light => "light",
        }
    }

    /// The one with this name.
    pub fn named(typed: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|it| it.name() == typed.trim().to_lowercase())
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Theme {
        match self {
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::Dark,
        }
    }

    /// A colour of the dark palette, 0xRRGGBB, as it is in this theme.
    pub fn of(self, colour: u32) -> u32 {
        match self {
            Theme::Dark => colour,
            Theme::Light => lit(colour),
        }
    }

    /// The colours of an SVG in the dark palette, as it writes them, each with what it is in this theme.
    pub fn colours_on(self, svg: &str) -> Vec<(String, String)> {
        let values = svg.split(MARK).filter_map(|it| colour_at(it).filter(|it| it.1.is_empty()));
        values.map(|it| (written(it.0), written(self.of(it.0)))).collect()
    }

    /// An SVG in the dark palette, in this theme. Our own SVGs write colours as `#rrggbb`, and nothing else like them.
    pub(super) fn on(self, svg: &str) -> String {
        if self == Theme::Dark {
            return svg.to_owned();
        }
        let mut all = String::with_capacity(svg.len());
        let mut rest = svg;
        while let Some(at) = rest.find(MARK) {
            let (before, from) = rest.split_at(at + MARK.len());
            all.push_str(before);
            rest = from;
            if let Some((colour, after)) = colour_at(from) {
                all.push_str(&written(lit(colour)));
                rest = after;
            }
        }
        all + rest
    }
}

/// What stands before a colour: it's an attribute's value. In a text, this mark is escaped.
const MARK: &str = "\"";

fn written(colour: u32) -> String {
    format!("#{colour:06x}")
}

/// The colour that an attribute's value begins with, and what follows.
fn colour_at(from: &str) -> Option<(u32, &str)> {
    let digits = from.strip_prefix('#')?.get(..6)?;
    let colour = digits.bytes().all(|it| it.is_ascii_hexdigit()).then(|| u32::from_str_radix(digits, 16).ok())??;
    Some((colour, &from[7..]))
}

/// How light the darkest and the lightest colour together are, once turned: a little more than white, so that dark ground becomes paper.
const SUM: f32 = 1.14;
/// How much of its colourfulness a turned colour keeps: dark colours are stronger than light ones of the same hue.
const KEPT: f32 = 0.9;

/// The colour as it is in a light picture.
fn lit(colour: u32) -> u32 {
    let number = |it: &str| colour_at(it).map(|it| it.0);
    let kept = KEPT_ON_LIGHT.iter().find(|it| number(it.0) == Some(colour));
    kept.and_then(|it| number(it.1)).unwrap_or_else(|| turned(colour))
}

/// The colour with its lightness turned, in Oklab.
fn turned(colour: u32) -> u32 {
    let [l, a, b] = oklab([16, 8, 0].map(|it| (colour >> it & 0xff) as f32 / 255.0));
    let l = (SUM - l).clamp(0.0, 1.0);
    // As colourful as it can be shown.
    let mut share = KEPT;
    loop {
        let rgb = srgb([l, a * share, b * share]);
        if share < 0.05 || rgb.iter().all(|it| (-0.001..=1.001).contains(it)) {
            return rgb.iter().fold(0, |sum, it| sum << 8 | (it.clamp(0.0, 1.0) * 255.0).round() as u32);
        }
        share *= 0.9;
    }
}

/// sRGB, 0 to 1, in Oklab (Björn Ottosson, "A perceptual color space for image processing").
fn oklab(rgb: [f32; 3]) -> [f32; 3] {
    let [r, g, b] = rgb.map(|it| if it <= 0.040_45 { it / 12.92 } else { ((it + 0.055) / 1.055).powf(2.4) });
    let l = (0.412_221_47 * r + 0.536_332_54 * g + 0.051_445_993 * b).cbrt();
    let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
    let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
    [
        0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
        1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
        0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
    ]
}

/// The way back; outside of 0 to 1 if it can't be shown.
fn srgb([lightness, a, b]: [f32; 3]) -> [f32; 3] {
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let linear = [
        4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s,
        -1.268_438 * l + 2.609_757_4 * m - 0.341_319_4 * s,
        -0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s,
    ];
    linear.map(|it| if it <= 0.003_130_8 { it * 12.92 } else { 1.055 * it.powf(1.0 / 2.4) - 0.055 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dark becomes light and light dark, and the hue stays; only colours are turned.
    #[test]
    fn colours_are_turned_and_nothing_else() {
        let grey = |it: u32| [16, 8, 0].map(|at| it >> at & 0xff).iter().sum::<u32>() / 3;
        assert!(grey(Theme::Light.of(0x1e_21_27)) > 0xd0 && grey(Theme::Light.of(0xf4_f5_f7)) < 0x30);
        let blue = Theme::Light.of(0x8a_b8_ff);
        assert!(blue & 0xff > blue >> 16 && grey(blue) < 0x90, "{blue:06x}");
        assert_eq!(Theme::Dark.of(0x12_34_56), 0x12_34_56);
        let svg = "<rect id=\"a\" fill=\"#1e2127\"/><text fill=\"#f4f5f7\">#1e2127 &quot;#abcdef</text>";
        let light = Theme::Light.on(svg);
        assert!(light.contains(">#1e2127 &quot;#abcdef</text>") && !light.contains("\"#1e2127\""), "{light}");
        assert_eq!(Theme::Dark.on(svg), svg);
        let colours = Theme::Light.colours_on(svg);
        assert_eq!(colours.iter().map(|it| it.0.as_str()).collect::<Vec<_>>(), ["#1e2127", "#f4f5f7"]);
        assert!(colours.iter().all(|it| light.contains(&it.1)), "{colours:?}");
        assert_eq!(Theme::Light.on("<a b=\"#12\"").len(), "<a b=\"#12\"".len(), "what isn\u{2019}t a colour stays");
        assert_eq!((Theme::named(" Light "), Theme::named("grey")), (Some(Theme::Light), None));
    }
}
