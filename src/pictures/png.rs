//! From SVG to PNG. The renderer has one font, the embedded one, and follows no links: what isn't in the picture itself isn't shown.

use super::{few_colours, letters};
use resvg::{
    tiny_skia::{Color, Pixmap, Transform},
    usvg::{ImageHrefResolver, Options, Tree, fontdb},
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

/// Renders the SVG on a background colour, 0xRRGGBB.
///
/// # Errors
/// See [`PictureError`].
pub fn png(svg: &str, ground: u32, packing: Packing) -> Result<Vec<u8>, PictureError> {
    encoded(&pixels(svg, ground)?, packing).map_err(|it| PictureError::Encoding(it.to_string()))
}

/// The pixels of the SVG on a background colour.
pub(super) fn pixels(svg: &str, ground: u32) -> Result<Pixmap, PictureError> {
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
    let tree = Tree::from_str(svg, &options).map_err(|it| PictureError::Drawing(it.to_string()))?;
    let size = tree.size();
    let longest = size.width().max(size.height());
    let scale = if longest * 2.0 <= SHARP_UP_TO_PX { 2.0 } else { (SHARP_UP_TO_PX / longest).max(1.0) };
    let scale = scale.min(SIDE_MAX_PX / longest);
    let pixels = |it: f32| (it * scale).ceil().max(1.0) as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or(PictureError::Size)?;
    // The last row and column of pixels may be covered only in part, so nothing may shine through there.
    let [_, red, green, blue] = ground.to_be_bytes();
    pixmap.fill(Color::from_rgba8(red, green, blue, 255));
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    Ok(pixmap)
}

/// Encodes a PNG without transparency and with at most 256 colours: a map has few, and the shades between them that smooth an edge become
/// the nearest of the frequent ones. That's a third of the bytes, and quicker to pack.
fn encoded(pixmap: &Pixmap, packing: Packing) -> Result<Vec<u8>, png::EncodingError> {
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
