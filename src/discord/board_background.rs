//! The battle map that a GM lays below the board's grid: which part of it a square covers, the numbers to correct that with, and taking it
//! away. No rule knows of it, and neither does the fight's log.

use super::{
    app_context::AppContext,
    app_error::AppError,
    brought_pictures::{stored, take},
    interaction_context::InteractionContext,
    private_map,
    reply::Answer,
};
use crate::{
    engine::view::{Ground, Viewer},
    pictures::brought_board,
    store::{Background, StoredPicture},
    table::Handle,
};
use poise::serenity_prelude::Attachment;

/// A square's least and greatest side, in pixels.
pub const SQUARE_PX: (f64, f64) = (4.0, 4_000.0);

/// How the grid lies on the picture, as typed. Lengths are in the picture's pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TypedGrid {
    /// A square's side.
    pub square_px: Option<f64>,
    /// Where the grid begins, from the left.
    pub left_px: Option<i32>,
    /// Where the grid begins, from the top.
    pub top_px: Option<i32>,
}

/// Columns and rows.
pub type BoardSize = (i16, i16);

/// Lays a picture below the board, or the one that lies there in another way. The reply is a preview with the numbers.
///
/// # Errors
/// Why not, in a sentence: then nothing has changed.
pub async fn lay(
    app: &AppContext,
    context: &InteractionContext,
    handle: &Handle,
    (file, typed): (Option<&Attachment>, TypedGrid),
) -> Result<Answer, AppError> {
    let board = handle.look(|service| board(&service.scene(Viewer::Gm).map)).await?.map_err(AppError::say)?;
    let lies = if file.is_none() { app.store().background(handle.id).await? } else { None };
    let LaidPicture { background, new } = below(app, board, lies, (file, typed), "/map").await?;
    let mut told = in_words(&background, board, "/map");
    told.push("`/map remove_background:True` removes the picture.".to_owned());
    app.store().set_background(handle.id, background, new).await?;
    app.redraw(handle.id);
    private_map::preview(app, context, handle, told).await
}

/// A picture as it lies below a board.
pub struct LaidPicture {
    /// How it lies there.
    pub background: Background,
    /// Its bytes, if somebody has just brought it.
    pub new: Option<StoredPicture>,
}

/// Lays a new picture below a board of this size, or the one that lies there in another way; `command` is what does it.
///
/// # Errors
/// Why not, in a sentence.
pub async fn below(
    app: &AppContext,
    board: BoardSize,
    lies: Option<Background>,
    (file, typed): (Option<&Attachment>, TypedGrid),
    command: &str,
) -> Result<LaidPicture, AppError> {
    let (background, new) = match file {
        Some(file) => {
            let picture = take(app, file, brought_board).await?;
            let fitting = fitting(&picture.hash, (picture.wide_px, picture.high_px), board);
            (fitting, Some(stored(&picture)))
        }
        None => {
            let nothing =
                || format!("This board has no background yet. Attach a picture with {command} background:\u{2026}");
            (lies.ok_or_else(|| AppError::say(nothing()))?, None)
        }
    };
    Ok(LaidPicture { background: laid(background, typed, board).map_err(AppError::say)?, new })
}

/// Takes the picture away.
///
/// # Errors
/// If there's none.
pub async fn remove(app: &AppContext, handle: &Handle) -> Result<Answer, AppError> {
    if !app.store().remove_background(handle.id).await? {
        return Err(AppError::say("This board has no background."));
    }
    app.redraw(handle.id);
    Ok(Answer::whisper("The background is gone. The board itself hasn\u{2019}t changed."))
}

/// The size of a board that a picture can lie below.
///
/// # Errors
/// Why there's none, in a sentence.
pub fn board(map: &crate::engine::view::MapView) -> Result<BoardSize, &'static str> {
    match &map.ground {
        Ground::Squares(grid) if map.laid_out => Ok((grid.wide, grid.high)),
        Ground::Squares(_) => Err(
            "A background goes below a board of squares, and there isn\u{2019}t one yet. Set one up first, for example with /gm board fields:size=30x20.",
        ),
        Ground::Zones(_) | Ground::Nowhere => Err(
            "A background goes below a board of squares. This fight\u{2019}s map has zones, so there\u{2019}s no grid to line it up with.",
        ),
    }
}

/// A picture laid so that the board's columns are as wide as it is.
fn fitting(hash: &str, (wide_px, high_px): (u32, u32), (columns, _): BoardSize) -> Background {
    let square = f64::from(wide_px) / f64::from(columns.max(1));
    Background {
        picture: hash.to_owned(),
        wide_px,
        high_px,
        square_hundredths: hundredths(square.clamp(SQUARE_PX.0, SQUARE_PX.1)),
        left_px: 0,
        top_px: 0,
    }
}

fn hundredths(square: f64) -> u32 {
    (square * 100.0).round() as u32
}

/// The same picture, laid as typed.
fn laid(mut it: Background, typed: TypedGrid, (columns, rows): BoardSize) -> Result<Background, String> {
    if let Some(square) = typed.square_px {
        let (least, most) = SQUARE_PX;
        if !(least..=most).contains(&square) {
            return Err(format!("A square can be {least} to {most} pixels wide."));
        }
        it.square_hundredths = hundredths(square);
    }
    it.left_px = typed.left_px.unwrap_or(it.left_px);
    it.top_px = typed.top_px.unwrap_or(it.top_px);
    let meets = |from: i32, count: i16, size: u32| {
        let (from, end) = (i64::from(from) * 100, i64::from(it.square_hundredths) * i64::from(count));
        from < i64::from(size) * 100 && from + end > 0
    };
    match meets(it.left_px, columns, it.wide_px) && meets(it.top_px, rows, it.high_px) {
        true => Ok(it),
        false => Err(format!(
            "With these numbers, the whole board is outside the picture, which is {} by {} pixels. left: and top: say where the \
             board\u{2019}s top left corner is on it.",
            it.wide_px, it.high_px
        )),
    }
}

/// What a GM reads above the preview; `command` lays it in another way.
pub fn in_words(it: &Background, (columns, rows): BoardSize, command: &str) -> Vec<String> {
    let square = f64::from(it.square_hundredths) / 100.0;
    let covered = |size: u32, from: i32| ((f64::from(size) - f64::from(from)) / square * 10.0).round() / 10.0;
    vec![
        format!(
            "The picture is {} by {} pixels. At {square} pixels per square it covers {} by {} squares, counted from the \
             board\u{2019}s top left corner; the board has {columns} by {rows}.",
            it.wide_px,
            it.high_px,
            covered(it.wide_px, it.left_px),
            covered(it.high_px, it.top_px),
        ),
        format!(
            "If the grid doesn\u{2019}t line up with the picture, adjust it: `{command} square:{square} left:{} top:{}`.",
            it.left_px, it.top_px
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Without numbers a picture is as wide as the board; with them, as typed. What would be outside the picture is refused.
    #[test]
    fn a_grid_is_laid_as_typed() {
        let fits = fitting("", (2_100, 1_400), (30, 20));
        assert_eq!((fits.square_hundredths, fits.left_px, fits.top_px), (7_000, 0, 0));
        assert_eq!(fitting("", (1_000, 700), (30, 20)).square_hundredths, 3_333);
        assert_eq!(fitting("", (16, 16), (60, 60)).square_hundredths, 400, "no smaller than can be typed");
        let typed = |square_px, left_px, top_px| laid(fits.clone(), TypedGrid { square_px, left_px, top_px }, (30, 20));
        let moved = typed(Some(35.5), Some(-12), None).expect("laid");
        assert_eq!((moved.square_hundredths, moved.left_px, moved.top_px), (3_550, -12, 0));
        assert_eq!(typed(None, None, None), Ok(fits.clone()));
        for bad in [Some(3.9), Some(4_000.5), Some(-1.0), Some(f64::NAN), Some(f64::INFINITY)] {
            assert!(typed(bad, None, None).expect_err("no square").contains("4 to 4000 pixels"), "{bad:?}");
        }
        for (left, top) in [(2_100, 0), (-2_100, 0), (0, 1_400), (0, -1_400), (i32::MAX, i32::MIN)] {
            assert!(typed(None, Some(left), Some(top)).expect_err("outside of it").contains("outside the picture"));
        }
        assert!(typed(None, Some(2_099), Some(-1_399)).is_ok());
        let told = in_words(&moved, (30, 20), "/map").join(" ");
        assert!(told.contains("covers 59.5 by 39.4 squares") && told.contains("square:35.5 left:-12 top:0"), "{told}");
    }
}
