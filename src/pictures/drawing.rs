//! A finished picture before it's rendered: layers from the bottom up, each of them shapes, as an SVG of its own, or a picture that somebody
//! has brought. No SVG refers to anything outside itself, so that there's nothing it could load; one for a page of its own has copies in it.

use super::{raster::PictureHash, svg::PicturePoint, theme::Theme};
use std::collections::BTreeMap;

/// A picture in layers.
#[derive(Clone, Debug)]
pub struct LayeredDrawing(pub(super) Vec<DrawingLayer>);

/// One of them.
#[derive(Clone, Debug)]
pub(super) enum DrawingLayer {
    /// A whole SVG, as large as the drawing.
    Shapes(String),
    /// Part of a brought picture.
    Brought(PlacedPicture),
}

/// A brought picture on a drawing.
#[derive(Clone, Debug)]
pub(super) struct PlacedPicture {
    pub picture: PictureHash,
    /// Where its top left corner would be.
    pub corner: PicturePoint,
    /// How large all of it would be.
    pub size: PicturePoint,
    /// The part of the drawing in which it's visible.
    pub window: Window,
    /// How bright it is.
    pub light: Light,
}

impl PlacedPicture {
    /// It in an SVG that has the copy at this place; `number` is its own.
    fn as_reference(&self, place: usize, number: usize) -> String {
        let ((x, y), (wide, high)) = (self.corner, self.size);
        let shape = match self.window {
            Window::Rect((x, y), (wide, high)) => {
                format!("<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\"/>")
            }
            Window::Ellipse((x, y), (rx, ry)) => {
                format!("<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{rx:.1}\" ry=\"{ry:.1}\"/>")
            }
        };
        let cover = match self.light {
            Light::Full => 1.0,
            Light::Dimmed => 0.9,
            Light::Grey => 0.4,
        };
        let filter = if self.light == Light::Grey { " filter=\"url(#grey)\"" } else { "" };
        format!(
            "<clipPath id=\"window-{number}\">{shape}</clipPath><g clip-path=\"url(#window-{number})\" \
             opacity=\"{cover}\"{filter}><use href=\"#brought-{place}\" \
             transform=\"translate({x:.1} {y:.1}) scale({wide:.1} {high:.1})\"/></g>"
        )
    }
}

/// How bright a brought picture is on a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Light {
    /// As it was brought.
    Full,
    /// A little darker, so that what's on it stands out.
    Dimmed,
    /// Grey and dark.
    Grey,
}

/// A part of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Window {
    /// A rectangle: its upper left corner and its size.
    Rect(PicturePoint, PicturePoint),
    /// An ellipse: its middle and its radii.
    Ellipse(PicturePoint, PicturePoint),
}

impl Window {
    /// Its upper left and lower right corner.
    pub fn bounds(self) -> (PicturePoint, PicturePoint) {
        match self {
            Window::Rect((x, y), (wide, high)) => ((x, y), (x + wide, y + high)),
            Window::Ellipse((x, y), (rx, ry)) => ((x - rx, y - ry), (x + rx, y + ry)),
        }
    }

    /// How much of the pixel around a point it covers, if a pixel's side is this long.
    pub fn covers(self, (px, py): PicturePoint, pixel: f32) -> f32 {
        match self {
            Window::Rect(..) => 1.0,
            Window::Ellipse((x, y), (rx, ry)) => {
                let beyond = (((px - x) / rx).hypot((py - y) / ry) - 1.0) * rx.min(ry);
                (0.5 - beyond / pixel).clamp(0.0, 1.0)
            }
        }
    }
}

impl LayeredDrawing {
    /// All shapes as one SVG, without brought pictures.
    pub fn svg(&self) -> String {
        let shapes = self.0.iter().filter_map(|it| if let DrawingLayer::Shapes(svg) = it { Some(svg) } else { None });
        let mut all = String::new();
        for (number, svg) in shapes.enumerate() {
            let svg = svg.strip_suffix(END).unwrap_or(svg);
            all.push_str(if number == 0 { svg } else { svg.split_once('>').map_or("", |it| it.1) });
        }
        all + END
    }

    /// The same with brought pictures of which there's a copy, a `data:` URI. Each copy stands there once.
    pub(super) fn svg_with(&self, copies: &BTreeMap<PictureHash, String>) -> String {
        let mut all = String::new();
        for (number, layer) in self.0.iter().enumerate() {
            match layer {
                DrawingLayer::Shapes(svg) => {
                    let svg = svg.strip_suffix(END).unwrap_or(svg);
                    let (opening, rest) = svg.split_once('>').unwrap_or((svg, ""));
                    if number == 0 {
                        all.push_str(&format!("{opening}>{}", self.definitions(copies)));
                    }
                    all.push_str(rest);
                }
                DrawingLayer::Brought(it) => {
                    let place = copies.keys().position(|hash| *hash == it.picture);
                    all.extend(place.map(|place| it.as_reference(place, number)));
                }
            }
        }
        all + END
    }

    /// The copies that it shows, by their places.
    fn definitions(&self, copies: &BTreeMap<PictureHash, String>) -> String {
        let is_shown = |hash: &PictureHash| {
            self.0.iter().any(|it| matches!(it, DrawingLayer::Brought(placed) if placed.picture == *hash))
        };
        let shown = copies.iter().enumerate().filter(|it| is_shown(it.1.0));
        let image = |(place, (_, uri)): (usize, (&PictureHash, &String))| {
            format!(
                "<image id=\"brought-{place}\" width=\"1\" height=\"1\" preserveAspectRatio=\"none\" href=\"{uri}\"/>"
            )
        };
        let images: String = shown.map(image).collect();
        let is_grey = |it: &DrawingLayer| matches!(it, DrawingLayer::Brought(placed) if placed.light == Light::Grey);
        let grey = if self.0.iter().any(is_grey) { GREY } else { "" };
        if images.is_empty() { images } else { format!("<defs>{grey}{images}</defs>") }
    }

    /// The same in a theme.
    pub(super) fn in_theme(mut self, theme: Theme) -> LayeredDrawing {
        for layer in &mut self.0 {
            if let DrawingLayer::Shapes(svg) = layer {
                *svg = theme.on(svg);
            }
        }
        self
    }

    /// Whether it has any brought picture.
    pub fn has_pictures(&self) -> bool {
        self.0.iter().any(|it| matches!(it, DrawingLayer::Brought(_)))
    }
}

/// What takes the colour from a picture in an SVG.
const GREY: &str = "<filter id=\"grey\"><feColorMatrix type=\"saturate\" values=\"0\"/></filter>";

/// The end of each SVG.
pub(super) const END: &str = "</svg>";
