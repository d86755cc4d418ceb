//! What's taken of pictures that people bring, and what isn't.

use super::{
    brought::{BadPicture, UPLOAD_PIXELS_MAX, board, jpeg, portrait, raster},
    raster::Raster,
};
use image::{DynamicImage, ImageFormat, RgbImage, RgbaImage};
use jpeg_encoder::ColorType;
use std::io::Cursor;

/// A picture with a red upper left quarter on blue.
fn picture(wide: u32, high: u32) -> RgbImage {
    RgbImage::from_fn(wide, high, |x, y| match x < wide / 2 && y < high / 2 {
        true => image::Rgb([250, 10, 10]),
        false => image::Rgb([10, 10, 250]),
    })
}

fn file(picture: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(vec![]);
    DynamicImage::from(picture.clone()).write_to(&mut bytes, format).expect("it can be written");
    bytes.into_inner()
}

const KINDS: [ImageFormat; 3] = [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP];

/// The colour at a share of a kept picture's width and height, roughly.
fn colour(kept: &[u8], x: f32, y: f32) -> &'static str {
    let kept = image::load_from_memory(kept).expect("a picture").into_rgb8();
    let at = |share: f32, size: u32| ((share * size as f32) as u32).min(size - 1);
    match kept.get_pixel(at(x, kept.width()), at(y, kept.height())).0 {
        [200..=255, 0..60, 0..60] => "red",
        [0..60, 0..60, 200..=255] => "blue",
        _ => "other",
    }
}

/// All three formats are taken, keep their proportions, are scaled down to what's needed and have one format afterwards.
#[test]
fn pictures_are_kept_in_the_size_that_is_needed() {
    for kind in KINDS {
        let kept = board(&file(&picture(1_800, 900), kind)).unwrap_or_else(|it| panic!("{kind:?}: {it}"));
        assert_eq!((kept.wide_px, kept.high_px), (1_800, 900), "as it was brought");
        let small = image::load_from_memory_with_format(&kept.bytes, ImageFormat::Jpeg).expect("a JPEG");
        assert_eq!((small.width(), small.height()), (1_600, 800), "{kind:?}");
        assert_eq!([colour(&kept.bytes, 0.2, 0.2), colour(&kept.bytes, 0.8, 0.2)], ["red", "blue"], "{kind:?}");
        assert!(raster(&kept.bytes).is_some_and(|it: Raster| it.bytes() == 1_600 * 800 * 3));
        assert_eq!(kept, board(&file(&picture(1_800, 900), kind)).expect("the same"), "and the same hash");
        let face = portrait(&file(&picture(300, 500), kind)).unwrap_or_else(|it| panic!("{kind:?}: {it}"));
        let small = image::load_from_memory_with_format(&face.bytes, ImageFormat::Jpeg).expect("a JPEG");
        assert_eq!((small.width(), small.height()), (128, 128), "{kind:?}");
        assert!(face.bytes.len() < 8_000 && kept.hash != face.hash && kept.hash.len() == 64);
    }
    let icon = portrait(&file(&picture(16, 16), ImageFormat::Png)).expect("small, but a picture");
    assert_eq!(image::load_from_memory(&icon.bytes).expect("a picture").width(), 16, "nothing is blown up");
    let clear = RgbaImage::from_pixel(40, 40, image::Rgba([255, 255, 255, 0]));
    let mut bytes = Cursor::new(vec![]);
    DynamicImage::from(clear).write_to(&mut bytes, ImageFormat::Png).expect("it can be written");
    let flat = image::load_from_memory(&board(bytes.get_ref()).expect("taken").bytes).expect("a picture").into_rgb8();
    assert!(flat.get_pixel(20, 20).0.iter().all(|it| *it < 60), "what's transparent is the map's ground");
}

/// A JPEG with EXIF data: which way is up, and where it was taken.
fn photo(wide: u32, high: u32) -> Vec<u8> {
    let plain = file(&picture(wide, high), ImageFormat::Jpeg);
    let mut exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    exif.extend(b"GPS 51.1657 N 10.4515 E");
    let length = u16::try_from(exif.len() + 2).expect("it's short").to_be_bytes();
    let segment = [&[0xff, 0xe1][..], &length, &exif].concat();
    [&plain[..2], &segment, &plain[2..]].concat()
}

/// What a camera wrote beside the picture is gone, except that the picture is the right way up.
#[test]
fn metadata_is_dropped() {
    let photo = photo(60, 30);
    let holds = |bytes: &[u8], what: &[u8]| bytes.windows(what.len()).any(|it| it == what);
    assert!(holds(&photo, b"GPS 51") && holds(&photo, b"Exif"));
    let kept = board(&photo).expect("a picture");
    assert!(!holds(&kept.bytes, b"GPS") && !holds(&kept.bytes, b"Exif"));
    assert_eq!((kept.wide_px, kept.high_px), (30, 60), "turned");
    assert_eq!([colour(&kept.bytes, 0.8, 0.2), colour(&kept.bytes, 0.2, 0.2)], ["red", "blue"]);
}

/// A file of a few bytes that claims a billion pixels, in each format.
fn bombs() -> Vec<Vec<u8>> {
    let mut png = vec![];
    let mut header = png::Encoder::new(&mut png, 60_000, 60_000).write_header().expect("a header");
    header.write_chunk(png::chunk::IDAT, &[0x78, 0x9c]).expect("it can be written");
    drop(header);
    let mut jpeg = file(&picture(32, 32), ImageFormat::Jpeg);
    let frame = jpeg.windows(2).position(|it| it == [0xff, 0xc0]).expect("a frame");
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff, 0xdc, 0xff, 0xdc]);
    let canvas = [&(16_383_u32).to_le_bytes()[..3], &(16_383_u32).to_le_bytes()[..3]].concat();
    let webp = [&b"RIFF\x3e\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0"[..], &canvas].concat();
    let still = file(&picture(32, 32), ImageFormat::WebP);
    let webp = [&webp[..], &still[12..]].concat();
    vec![png, jpeg, webp]
}

/// A WebP whose small canvas holds a frame of 16,383 squared, and one with frames that move, are refused before they're decoded.
#[test]
fn a_webp_is_as_large_as_it_claims() {
    let canvas = [&b"VP8X\x0a\0\0\0\0\0\0\0"[..], &[99, 0, 0, 99, 0, 0]].concat();
    let frame = [&b"VP8L\x06\0\0\0\x2f"[..], &(16_382_u32 | 16_382 << 14).to_le_bytes(), &[0]].concat();
    let moving = [&canvas[..], b"ANIM\x06\0\0\0\0\0\0\0\0\0"].concat();
    for body in [[&canvas[..], &frame].concat(), moving] {
        let length = (body.len() as u32 + 4).to_le_bytes();
        let webp = [&b"RIFF"[..], &length, b"WEBP", &body].concat();
        assert_eq!([board(&webp).err(), portrait(&webp).err()], [Some(BadPicture::Damaged), Some(BadPicture::Damaged)]);
    }
}

/// The richest picture is kept, if not as well: the store takes a megabyte.
#[test]
fn noise_is_kept() {
    let mut seed = 7_u32;
    let mut noise = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (seed >> 24) as u8
    };
    let pixels: Vec<u8> = (0..1_600 * 1_600 * 3).map(|_| noise()).collect();
    let picture = RgbImage::from_raw(1_600, 1_600, pixels).expect("that many");
    let kept = board(&file(&picture, ImageFormat::Png)).expect("kept");
    assert!(kept.bytes.len() <= 1 << 20, "{} bytes", kept.bytes.len());
}

/// A picture is judged by what it claims before any of it is decoded: a bomb costs nothing.
#[test]
fn bombs_are_refused_by_their_headers() {
    for (number, bomb) in bombs().iter().enumerate() {
        assert!(bomb.len() < 2_000);
        let refused = [board(bomb), portrait(bomb)];
        assert!(refused.iter().all(|it| matches!(it, Err(BadPicture::TooManyPixels { .. }))), "{number}: {refused:?}");
    }
    let most = u32::try_from(UPLOAD_PIXELS_MAX / 16).expect("it's small");
    assert!(board(&file(&RgbImage::new(most, 16), ImageFormat::Png)).is_ok(), "16 megapixels are fine");
    let more = board(&file(&RgbImage::new(most + 1, 16), ImageFormat::Png)).expect_err("one column more");
    assert!(more.to_string().contains("1000001 by 16 pixels. The limit is 16 megapixels"), "{more}");
    let deep = image::ImageBuffer::from_pixel(most / 2 + 1, 16, image::Rgba([9_u16; 4]));
    let mut bytes = Cursor::new(vec![]);
    DynamicImage::ImageRgba16(deep).write_to(&mut bytes, ImageFormat::Png).expect("it can be written");
    assert_eq!(board(bytes.get_ref()), Err(BadPicture::TooDeep), "16 bits of each channel count twice");
    let tiny = board(&file(&picture(15, 40), ImageFormat::Png)).expect_err("too small");
    assert_eq!(tiny, BadPicture::TooSmall { wide: 15, high: 40 });
}

/// Whatever isn't one of the three formats is refused by its content, whatever it's called.
#[test]
fn other_files_are_refused() {
    let gif = b"GIF89a\x10\0\x10\0\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\x10\0\x10\0\0\x02\x0e\x84\x8f\xa9;".to_vec();
    let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><image href=\"file:///etc/passwd\"/></svg>".to_vec();
    for bad in [gif, svg, vec![], b"BM".to_vec(), b"%PDF-1.7".to_vec(), vec![0; 1_000], b"\x89PNG\r\n\x1a\n".to_vec()] {
        let refused = board(&bad).expect_err("no picture");
        assert!(matches!(refused, BadPicture::OtherKind | BadPicture::Damaged), "{refused}");
    }
    assert!(board(b"hello").expect_err("text").to_string().contains("it must be a PNG, a JPEG or a WebP"));
}

/// A file that's cut off is refused wherever it ends, and a damaged one panics nobody. A JPEG's passes are counted.
#[test]
fn damaged_pictures_are_refused() {
    let noise = RgbImage::from_fn(64, 48, |x, y| image::Rgb([x * 37, y * 91, x * y].map(|it| (it % 251) as u8)));
    for kind in KINDS {
        let whole = file(&noise, kind);
        assert!(board(&whole).is_ok());
        // The last bytes of a PNG are an empty chunk that no pixel is in.
        for end in (0..whole.len() - 16).step_by(whole.len() / 90 + 1) {
            assert!(board(&whole[..end]).is_err(), "{kind:?}: {end} of {}", whole.len());
        }
        for at in (0..whole.len()).step_by(whole.len() / 90 + 1) {
            let mut other = whole.clone();
            other[at] ^= 0x55;
            let _ = portrait(&other);
        }
    }
    let whole = file(&noise, ImageFormat::Jpeg);
    let scan = whole.windows(2).position(|it| it == [0xff, 0xda]).expect("a scan");
    let (head, end) = (&whole[..scan], whole.len() - 2);
    let many = [head, &whole[scan..end].repeat(80), &whole[end..]].concat();
    assert_eq!(board(&many), Err(BadPicture::Damaged), "80 passes");
    assert!(jpeg(&[0; 12], (2, 2), ColorType::Rgb, 85).is_some() && raster(b"no picture").is_none());
}
