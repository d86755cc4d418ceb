//! Pictures that people bring: a battle map, a portrait. Nothing about an upload is trusted. What it claims to be is checked before anything
//! is decoded; then it's scaled to what maps need and encoded again, so that nothing else of it is kept, least of all what a camera wrote
//! into it.

use super::{
    palette::GROUND_RGB,
    raster::{PictureHash, Raster},
};
use image::{DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits, RgbImage, imageops};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use sha2::{Digest as _, Sha256};
use std::{io::Cursor, sync::Arc};

/// The largest upload, in bytes.
pub const UPLOAD_BYTES_MAX: usize = 4 << 20;
/// The most pixels.
pub const UPLOAD_PIXELS_MAX: u64 = 16_000_000;
/// The most memory that decoding one may take: the most pixels at one byte for each of four channels.
const DECODED_BYTES_MAX: u64 = UPLOAD_PIXELS_MAX * 4;
/// The most memory that reading its size may take: what's written beside a picture may be packed tightly.
const HEADER_BYTES_MAX: u64 = 8 << 20;
/// The longest side of a battle map as it's kept.
const BOARD_SIDE_MAX: u32 = 1_600;
/// The side of a portrait as it's kept: twice as large as the largest token.
const PORTRAIT_SIDE: u32 = 128;
/// The shortest side of an upload that can be made out.
const SIDE_MIN: u32 = 16;
/// How well pictures are kept, of 100.
const QUALITY: u8 = 82;
/// The most bytes of a kept picture; the store takes no more.
const KEPT_BYTES_MAX: usize = 1 << 20;
/// The most passes over a JPEG: each costs time, and real ones have about ten.
const SCANS_MAX: usize = 64;

/// Why an upload is no picture for a map. Each is a sentence for the sender.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadPicture {
    /// It's something else.
    #[error("That file isn\u{2019}t a picture Umpire can read: it must be a PNG, a JPEG or a WebP.")]
    OtherKind,
    /// It has too many pixels.
    #[error(
        "The picture is too large: {wide} by {high} pixels. The limit is 16 megapixels, such as 4000 by 4000; scale it down and attach it again."
    )]
    TooManyPixels {
        /// Its width.
        wide: u32,
        /// Its height.
        high: u32,
    },
    /// Its pixels take too much memory.
    #[error("The picture has too many shades for its size. Save it with 8 bits per channel and attach it again.")]
    TooDeep,
    /// Nothing could be made out on it.
    #[error("The picture is too small: {wide} by {high} pixels. It needs at least {SIDE_MIN} each way.")]
    TooSmall {
        /// Its width.
        wide: u32,
        /// Its height.
        high: u32,
    },
    /// It's damaged, or cut off.
    #[error("The picture is damaged or incomplete. Save it again and attach it once more.")]
    Damaged,
}

/// A picture as it's kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BroughtPicture {
    /// The hash of its bytes.
    pub hash: PictureHash,
    /// A JPEG.
    pub bytes: Vec<u8>,
    /// Its width as it was brought.
    pub wide_px: u32,
    /// Its height as it was brought.
    pub high_px: u32,
}

/// A battle map, scaled down if it's large.
///
/// # Errors
/// See [`BadPicture`].
pub fn board(upload: &[u8]) -> Result<BroughtPicture, BadPicture> {
    let picture = decoded(upload)?;
    let (wide_px, high_px) = (picture.width(), picture.height());
    let longest = wide_px.max(high_px);
    let kept = match longest > BOARD_SIDE_MAX {
        true => {
            let scaled = |it: u32| (it * BOARD_SIDE_MAX).div_ceil(longest).max(1);
            imageops::thumbnail(&picture, scaled(wide_px), scaled(high_px))
        }
        false => picture,
    };
    encoded(&kept, (wide_px, high_px))
}

/// A portrait: the square in the middle.
///
/// # Errors
/// See [`BadPicture`].
pub fn portrait(upload: &[u8]) -> Result<BroughtPicture, BadPicture> {
    let picture = decoded(upload)?;
    let (wide_px, high_px) = (picture.width(), picture.height());
    let side = wide_px.min(high_px);
    // Of a tall picture, what's higher up: that's where a face is.
    let (left, top) = ((wide_px - side) / 2, (high_px - side) / 4);
    let middle = imageops::crop_imm(&picture, left, top, side, side).to_image();
    let kept = match side > PORTRAIT_SIDE {
        true => imageops::thumbnail(&middle, PORTRAIT_SIDE, PORTRAIT_SIDE),
        false => middle,
    };
    encoded(&kept, (wide_px, high_px))
}

/// The pixels of a kept picture; `None` if it isn't one.
pub fn raster(kept: &[u8]) -> Option<Raster> {
    let picture = image::load_from_memory_with_format(kept, ImageFormat::Jpeg).ok()?.into_rgb8();
    Raster::new(picture.width() as usize, picture.height() as usize, picture.into_raw())
}

/// The pixels of an upload, the right way up and without transparency.
fn decoded(upload: &[u8]) -> Result<RgbImage, BadPicture> {
    let format = match image::guess_format(upload) {
        Ok(it @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => it,
        _ => return Err(BadPicture::OtherKind),
    };
    let damaged = |_| BadPicture::Damaged;
    // Claimed sizes come first: nothing is decoded, and no memory taken, for a picture that's too large.
    let (wide, high) = reader(upload, format, HEADER_BYTES_MAX).into_dimensions().map_err(damaged)?;
    if u64::from(wide) * u64::from(high) > UPLOAD_PIXELS_MAX {
        return Err(BadPicture::TooManyPixels { wide, high });
    }
    if wide.min(high) < SIDE_MIN {
        return Err(BadPicture::TooSmall { wide, high });
    }
    let is_sound = match format {
        ImageFormat::Jpeg => is_whole_jpeg(upload),
        ImageFormat::WebP => is_honest_webp(upload, (wide, high)),
        _ => true,
    };
    if !is_sound {
        return Err(BadPicture::Damaged);
    }
    let mut decoder = reader(upload, format, DECODED_BYTES_MAX).into_decoder().map_err(damaged)?;
    if decoder.total_bytes() > DECODED_BYTES_MAX {
        return Err(BadPicture::TooDeep);
    }
    let turn = decoder.orientation().map_err(damaged)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    picture.apply_orientation(turn);
    Ok(if picture.color().has_alpha() { on_ground(picture) } else { picture.into_rgb8() })
}

/// A reader that takes at most so much memory.
fn reader(upload: &[u8], format: ImageFormat, most: u64) -> ImageReader<Cursor<&[u8]>> {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(most);
    let mut reader = ImageReader::with_format(Cursor::new(upload), format);
    reader.limits(limits);
    reader
}

/// A picture on the maps' background, without transparency.
fn on_ground(picture: DynamicImage) -> RgbImage {
    let [_, ground @ ..] = GROUND_RGB.to_be_bytes();
    let rgba = picture.into_rgba8();
    let mut flat = RgbImage::new(rgba.width(), rgba.height());
    for (to, from) in flat.pixels_mut().zip(rgba.pixels()) {
        let alpha = u32::from(from.0[3]);
        let mix = |at: usize| (u32::from(from.0[at]) * alpha + u32::from(ground[at]) * (255 - alpha)) / 255;
        to.0 = [0, 1, 2].map(|at| mix(at) as u8);
    }
    flat
}

/// Whether a JPEG has its end, after at most so many passes: a decoder fills what's missing with grey.
fn is_whole_jpeg(bytes: &[u8]) -> bool {
    let (mut at, mut scans) = (2, 0);
    while let Some(marker) = bytes.get(at..at + 2) {
        match marker {
            [0xff, 0xd9] => return true,
            [0xff, 0xff] => at += 1,
            [0xff, kind] => {
                let Some(length) = bytes.get(at + 2..at + 4) else { return false };
                at += 2 + usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
                if *kind == 0xda {
                    scans += 1;
                    let ends = |it: &[u8]| it[0] == 0xff && !matches!(it[1], 0 | 0xd0..=0xd7);
                    let Some(end) = bytes.get(at..).and_then(|it| it.windows(2).position(ends)) else { return false };
                    at += end;
                }
                if scans > SCANS_MAX {
                    return false;
                }
            }
            _ => return false,
        }
    }
    false
}

/// Whether a WebP is one picture of the size that it claims. The decoder believes the size of what's inside: a small canvas could hold a bomb.
fn is_honest_webp(bytes: &[u8], (wide, high): (u32, u32)) -> bool {
    let number = |at: usize, count: usize| -> Option<u32> {
        let bytes = bytes.get(at..at + count)?;
        Some(bytes.iter().rev().fold(0, |all, it| all << 8 | u32::from(*it)))
    };
    let (mut at, mut frames) = (12, 0);
    while let (Some(kind), Some(length)) = (bytes.get(at..at + 4), number(at + 4, 4)) {
        let body = at + 8;
        let size = match kind {
            // RFC 6386, section 9.1: three bytes of tag, three of start code, then 14 bits each.
            b"VP8 " => number(body + 6, 2).zip(number(body + 8, 2)).map(|(wide, high)| (wide & 0x3fff, high & 0x3fff)),
            // RFC 9649, section 3.4: a signature, then 14 bits each, less one.
            b"VP8L" => number(body + 1, 4).map(|it| ((it & 0x3fff) + 1, (it >> 14 & 0x3fff) + 1)),
            b"ANIM" | b"ANMF" => return false,
            _ => Some((wide, high)),
        };
        frames += usize::from(kind.starts_with(b"VP8") && kind != b"VP8X");
        if size != Some((wide, high)) {
            return false;
        }
        at = body + length as usize + (length as usize & 1);
    }
    frames == 1
}

/// As good as it may be for its size.
fn encoded(kept: &RgbImage, (wide_px, high_px): (u32, u32)) -> Result<BroughtPicture, BadPicture> {
    let of = |quality| jpeg(kept.as_raw(), (kept.width(), kept.height()), ColorType::Rgb, quality);
    let mut all = [QUALITY, 70, 50, 30, 15, 5].into_iter().filter_map(of);
    let bytes = all.find(|it| it.len() <= KEPT_BYTES_MAX).ok_or(BadPicture::Damaged)?;
    let hash = Arc::from(hex::encode(Sha256::digest(&bytes)));
    Ok(BroughtPicture { hash, bytes, wide_px, high_px })
}

/// A JPEG of pixels; `None` if they're too many for one. Each has its own colour: what's written on a map stays sharp.
pub(super) fn jpeg(pixels: &[u8], (wide, high): (u32, u32), kind: ColorType, quality: u8) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(pixels.len() / 8);
    let mut encoder = Encoder::new(&mut bytes, quality);
    encoder.set_sampling_factor(SamplingFactor::R_4_4_4);
    encoder.encode(pixels, u16::try_from(wide).ok()?, u16::try_from(high).ok()?, kind).ok()?;
    Some(bytes)
}
