//! From a drawing to a PNG, or to a JPEG if a photograph is part of it. The renderer has one font, the embedded one, and follows no links: what isn't in the picture itself isn't shown.

use super::{
    brought,
    drawing::{DrawingLayer, LayeredDrawing},
    few_colours, letters,
    raster::Rasters,
};
use jpeg_encoder::ColorType;
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{ImageHrefResolver, Options, Size, Tree, fontdb},
};
use std::sync::{Arc, LazyLock};

/// The maximum side of a picture, in pixels, whatever there is to draw.
const SIDE_MAX_PX: f32 = 2_400.0;
/// Up to this size, a picture is drawn at double density, so that it's sharp on high-density screens.
const SHARP_UP_TO_PX: f32 = 1_300.0;

/// Why a picture couldn't be made. Always a bug of ours: nothing that people type can cause it.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// Our own SVG can't be read.
    #[error("the drawing cannot be read: {0}")]
    Drawing(String),
    /// It has no size, or is too large.
    #[error("the picture has no size that can be drawn")]
    Size,
    /// It can't be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encoding(String),
}

static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_source(fontdb::Source::Binary(Arc::new(letters::FONT)));
    Arc::new(fonts)
});

/// What comes first when a picture is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// Speed: for maps, which are drawn again and again.
    Quick,
    /// Size: for pictures that are drawn once.
    Small,
}

/// The qualities at which a JPEG is tried, of 100, until it's small enough to send.
const QUALITIES: [u8; 4] = [85, 70, 50, 25];
/// The largest JPEG to send, in bytes.
const JPEG_BYTES_MAX: usize = 500_000;

/// Renders an SVG on a background colour, 0xRRGGBB.
///
/// # Errors
/// See [`PictureError`].
pub fn png(svg: &str, ground: u32, packing: Packing) -> Result<Vec<u8>, PictureError> {
    encoded(&LayeredDrawing(vec![DrawingLayer::Shapes(svg.to_owned())]), &Rasters::new(), ground, packing)
}

/// Renders a drawing on a background colour: as a PNG, or as a JPEG if it has brought pictures.
///
/// # Errors
/// See [`PictureError`].
pub fn encoded(
    drawing: &LayeredDrawing,
    rasters: &Rasters,
    ground: u32,
    packing: Packing,
) -> Result<Vec<u8>, PictureError> {
    let pixmap = pixels(drawing, rasters, ground)?;
    match drawing.has_pictures() {
        true => jpeg(&pixmap).ok_or_else(|| PictureError::Encoding("a JPEG".to_owned())),
        false => indexed_png(&pixmap, packing).map_err(|it| PictureError::Encoding(it.to_string())),
    }
}

/// A JPEG that's small enough to send, whatever is on it.
fn jpeg(pixmap: &Pixmap) -> Option<Vec<u8>> {
    let size = (pixmap.width(), pixmap.height());
    let mut tried = QUALITIES.iter().map(|quality| brought::jpeg(pixmap.data(), size, ColorType::Rgba, *quality));
    let mut last = tried.next()?;
    while last.as_ref().is_some_and(|it| it.len() > JPEG_BYTES_MAX) {
        let Some(smaller) = tried.next() else { break };
        last = smaller;
    }
    last
}

/// The pixels of a drawing on a background colour.
pub(super) fn pixels(drawing: &LayeredDrawing, rasters: &Rasters, ground: u32) -> Result<Pixmap, PictureError> {
    let mut canvas: Option<(Pixmap, f32)> = None;
    for layer in &drawing.0 {
        match (layer, &mut canvas) {
            (DrawingLayer::Shapes(svg), None) => {
                let tree = tree(svg)?;
                let (mut pixmap, scale) = blank(tree.size(), ground)?;
                resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
                canvas = Some((pixmap, scale));
            }
            (DrawingLayer::Shapes(svg), Some((pixmap, scale))) => {
                resvg::render(&tree(svg)?, Transform::from_scale(*scale, *scale), &mut pixmap.as_mut());
            }
            (DrawingLayer::Brought(placed), Some((pixmap, scale))) => {
                if let Some(raster) = rasters.get(&placed.picture) {
                    raster.paint(pixmap, placed, *scale);
                }
            }
            (DrawingLayer::Brought(_), None) => return Err(PictureError::Size),
        }
    }
    canvas.map(|it| it.0).ok_or(PictureError::Size)
}

fn tree(svg: &str) -> Result<Tree, PictureError> {
    let options = Options {
        fontdb: FONTS.clone(),
        font_family: letters::FAMILY.to_owned(),
        // Loads nothing, neither from links nor from the text itself.
        image_href_resolver: ImageHrefResolver {
            resolve_data: Box::new(|_, _, _| None),
            resolve_string: Box::new(|_, _| None),
        },
        ..Options::default()
    };
    Tree::from_str(svg, &options).map_err(|it| PictureError::Drawing(it.to_string()))
}

/// An empty picture for a drawing of this size, and how many pixels it has to one of the drawing's points.
fn blank(size: Size, ground: u32) -> Result<(Pixmap, f32), PictureError> {
    let longest = size.width().max(size.height());
    let scale = if longest * 2.0 <= SHARP_UP_TO_PX { 2.0 } else { (SHARP_UP_TO_PX / longest).max(1.0) };
    let scale = scale.min(SIDE_MAX_PX / longest);
    let pixels = |it: f32| (it * scale).ceil().max(1.0) as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or(PictureError::Size)?;
    // The last row and column of pixels may be covered only in part, so nothing may shine through there.
    let [_, red, green, blue] = ground.to_be_bytes();
    pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    Ok((pixmap, scale))
}

/// Encodes a PNG without transparency and with at most 256 colours: a map has few, and the shades between them that smooth an edge become
/// the nearest of the frequent ones. That's a third of the bytes, and quicker to pack.
fn indexed_png(pixmap: &Pixmap, packing: Packing) -> Result<Vec<u8>, png::EncodingError> {
    let (indices, palette) = few_colours::indexed(pixmap.data());
    let mut bytes = vec![];
    let mut encoder = png::Encoder::new(&mut bytes, pixmap.width(), pixmap.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_palette(palette);
    encoder.set_filter(png::Filter::NoFilter);
    encoder.set_compression(match packing {
        Packing::Quick => png::Compression::Fast,
        Packing::Small => png::Compression::Balanced,
    });
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&indices)?;
    writer.finish()?;
    Ok(bytes)
}
