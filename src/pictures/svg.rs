//! A small SVG writer. It has rectangles, lines, paths and text, escapes every text, and has no way to refer to anything outside the
//! picture: no image, font, style or link can get into it. A picture that somebody has brought ends a layer and begins the next.

use super::{
    drawing::{DrawingLayer, END, LayeredDrawing, PlacedPicture},
    letters,
};
use std::fmt::Write as _;

/// A colour, `#rrggbb`.
pub type Colour = &'static str;

/// A point of a picture, or a width and a height.
pub type PicturePoint = (f32, f32);

/// A straight line between two points.
pub type LineSegment = (PicturePoint, PicturePoint);

/// A rectangle: its upper left corner, and its width and height.
pub type CornerAndSize = (PicturePoint, PicturePoint);

/// How a shape is painted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint {
    /// The fill colour, if any.
    pub fill: Option<Colour>,
    /// The edge's colour and width, if any.
    pub edge: Option<(Colour, f32)>,
    /// Whether the edge is dashed.
    pub dashed: bool,
    /// How much of it covers what's below, if not all, from 0 to 1.
    pub cover: Option<f32>,
}

/// Where a text is relative to its x.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextAnchor {
    /// It starts there.
    Start,
    /// It's centred there.
    Middle,
    /// It ends there.
    End,
}

/// A drawing in progress.
#[derive(Debug, Default)]
pub struct Svg {
    /// What's finished below: shapes, and what lies on them.
    below: Vec<(String, PlacedPicture)>,
    body: String,
}

impl Svg {
    /// A rectangle with rounded corners.
    pub fn rect(&mut self, (x, y): (f32, f32), (wide, high): (f32, f32), round: f32, paint: Paint) {
        self.open("rect");
        self.number("x", x).number("y", y).number("width", wide).number("height", high).number("rx", round);
        self.close(paint);
    }

    /// A circle.
    pub fn circle(&mut self, (x, y): (f32, f32), radius: f32, paint: Paint) {
        self.open("circle");
        self.number("cx", x).number("cy", y).number("r", radius);
        self.close(paint);
    }

    /// An ellipse.
    pub fn ellipse(&mut self, (x, y): (f32, f32), (wide, high): (f32, f32), paint: Paint) {
        if wide == high {
            return self.circle((x, y), wide, paint);
        }
        self.open("ellipse");
        self.number("cx", x).number("cy", y).number("rx", wide).number("ry", high);
        self.close(paint);
    }

    /// This share of a circle, clockwise from the top; none of it if there's nothing left.
    pub fn arc(&mut self, (x, y): (f32, f32), radius: f32, share: f32, paint: Paint) {
        match share {
            it if it <= 0.0 => {}
            it if it >= 0.995 => self.circle((x, y), radius, paint),
            _ => {
                let turn = share * std::f32::consts::TAU;
                let (to_x, to_y) = (x + radius * turn.sin(), y - radius * turn.cos());
                self.open("path");
                let (r, large) = (short(radius), u8::from(share > 0.5));
                let _ = write!(
                    self.body,
                    " d=\"M{} {} A{r} {r} 0 {large} 1 {} {}\"",
                    short(x),
                    short(y - radius),
                    short(to_x),
                    short(to_y)
                );
                self.close(paint);
            }
        }
    }

    /// Lines from point to point; closed ones can be filled.
    pub fn path(&mut self, points: &[(f32, f32)], closed: bool, paint: Paint) {
        let Some((first, rest)) = points.split_first() else { return };
        self.open("path");
        let _ = write!(self.body, " d=\"M{} {}", short(first.0), short(first.1));
        for point in rest {
            let _ = write!(self.body, " L{} {}", short(point.0), short(point.1));
        }
        self.body.push_str(if closed { " Z\"" } else { "\" stroke-linejoin=\"round\"" });
        self.close(paint);
    }

    /// Polygons, all with the same paint.
    pub fn shapes(&mut self, shapes: &[Vec<PicturePoint>], paint: Paint) {
        self.joined(shapes.iter().map(Vec::as_slice), paint);
    }

    /// Rectangles, corner and size, all with the same paint.
    pub fn rects(&mut self, rects: &[CornerAndSize], paint: Paint) {
        let corners = |((x, y), (w, h)): &CornerAndSize| [(*x, *y), (x + w, *y), (x + w, y + h), (*x, y + h)];
        let all: Vec<[PicturePoint; 4]> = rects.iter().map(corners).collect();
        self.joined(all.iter().map(<[_; 4]>::as_slice), paint);
    }

    fn joined<'a>(&mut self, shapes: impl Iterator<Item = &'a [PicturePoint]>, paint: Paint) {
        let mut shapes = shapes.peekable();
        if shapes.peek().is_none() {
            return;
        }
        self.open("path");
        self.body.push_str(" d=\"");
        for shape in shapes {
            for (number, (x, y)) in shape.iter().enumerate() {
                let _ = write!(self.body, "{}{} {}", if number == 0 { 'M' } else { 'L' }, short(*x), short(*y));
            }
            self.body.push('Z');
        }
        self.body.push('"');
        self.close(paint);
    }

    /// Discs, middle and radius, all with the same paint.
    pub fn discs(&mut self, discs: &[(PicturePoint, f32)], paint: Paint) {
        if discs.is_empty() {
            return;
        }
        self.open("path");
        self.body.push_str(" d=\"");
        for ((x, y), radius) in discs {
            let (left, y, r, across) = (short(x - radius), short(*y), short(*radius), short(2.0 * radius));
            let _ = write!(self.body, "M{left} {y}a{r} {r} 0 1 0 {across} 0a{r} {r} 0 1 0 -{across} 0Z");
        }
        self.body.push('"');
        self.close(paint);
    }

    /// Straight lines, all with the same paint.
    pub fn lines(&mut self, lines: &[LineSegment], paint: Paint) {
        if lines.is_empty() {
            return;
        }
        self.open("path");
        self.body.push_str(" d=\"");
        for (from, to) in lines {
            let _ = write!(self.body, "M{} {}L{} {}", short(from.0), short(from.1), short(to.0), short(to.1));
        }
        self.body.push('"');
        self.close(paint);
    }

    /// One line of text with its baseline at `y`, in the font's only weight: an outline instead of a bold face looks struck twice.
    pub fn text(&mut self, (x, y): (f32, f32), size: f32, at: TextAnchor, colour: Colour, text: &str) {
        let text = letters::clean(text);
        if text.is_empty() {
            return;
        }
        self.open("text");
        self.number("x", x).number("y", y).number("font-size", size);
        let _ = match at {
            TextAnchor::Start => Ok(()),
            TextAnchor::Middle => write!(self.body, " text-anchor=\"middle\""),
            TextAnchor::End => write!(self.body, " text-anchor=\"end\""),
        };
        let _ = write!(self.body, " fill=\"{colour}\"");
        let _ = write!(self.body, ">{}</text>", escaped(&text));
    }

    /// A picture that somebody has brought, on everything so far.
    pub fn picture(&mut self, placed: PlacedPicture) {
        self.below.push((std::mem::take(&mut self.body), placed));
    }

    /// The whole picture, on this background colour.
    pub fn finish(self, (wide, high): (f32, f32), ground: Colour) -> LayeredDrawing {
        let (w, h, family) = (short(wide), short(high), letters::FAMILY);
        let layer = |ground: &str, body: &str| {
            DrawingLayer::Shapes(format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
                 font-family=\"{family}\">{ground}{body}{END}"
            ))
        };
        let mut ground = format!("<rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>");
        let mut layers = vec![];
        for (body, picture) in self.below {
            layers.push(layer(&std::mem::take(&mut ground), &body));
            layers.push(DrawingLayer::Brought(picture));
        }
        layers.push(layer(&ground, &self.body));
        LayeredDrawing(layers)
    }

    fn open(&mut self, name: &str) {
        let _ = write!(self.body, "<{name}");
    }

    fn number(&mut self, name: &str, value: f32) -> &mut Self {
        let _ = write!(self.body, " {name}=\"{}\"", short(value));
        self
    }

    fn close(&mut self, paint: Paint) {
        let _ = write!(self.body, " fill=\"{}\"", paint.fill.unwrap_or("none"));
        if let Some((colour, wide)) = paint.edge {
            let _ = write!(self.body, " stroke=\"{colour}\" stroke-width=\"{}\"", short(wide));
            if paint.dashed {
                self.body.push_str(" stroke-dasharray=\"5 4\"");
            }
        }
        if let Some(cover) = paint.cover {
            let _ = write!(self.body, " fill-opacity=\"{cover}\" stroke-opacity=\"{cover}\"");
        }
        self.body.push_str("/>");
    }
}

impl Paint {
    /// A fill without an edge.
    pub fn fill(colour: Colour) -> Paint {
        Paint { fill: Some(colour), ..Paint::default() }
    }

    /// An edge without a fill.
    pub fn edge(colour: Colour, wide: f32) -> Paint {
        Paint { edge: Some((colour, wide)), ..Paint::default() }
    }

    /// The same with an edge.
    pub fn edged(self, colour: Colour, wide: f32) -> Paint {
        Paint { edge: Some((colour, wide)), ..self }
    }

    /// The same, covering only so much of what's below.
    pub fn sheer(self, cover: f32) -> Paint {
        Paint { cover: Some(cover), ..self }
    }

    /// The same with a dashed edge.
    pub fn dashed(self) -> Paint {
        Paint { dashed: true, ..self }
    }
}

/// A number with at most one decimal.
fn short(value: f32) -> String {
    let tenths = (value * 10.0).round();
    if tenths % 10.0 == 0.0 { format!("{}", (tenths / 10.0) as i64) } else { format!("{:.1}", tenths / 10.0) }
}

/// Text escaped for XML. [`letters::clean`] has already removed what XML can't represent.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len() + 8);
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}
