//! `umpire replay`: a finished fight as one page that anybody opens in a browser, plays through and checks, without a network and without
//! Umpire. It's made from what everyone was told, with how the fight stood if the whole log is there; nothing that only the GM may know gets
//! into it, unless it's made for the GM.

mod brought;
mod kept;
mod moments;
mod page;
mod whole;

use crate::{
    engine::{panics::survives, view::Viewer},
    rules::session::Instant,
    verify::{ExportedFight, ExportedRecord},
};
pub use brought::ReplayPictures;
use moments::{Moments, moments, played, told_at};
use serde::Serialize;
use serde_json::Value;
use std::{
    ffi::OsStr,
    io::{self, Write},
    path::{Path, PathBuf},
};
use whole::{Known, whole};

/// Why there's no replay.
#[derive(Debug, thiserror::Error)]
pub enum ReplayProblem {
    /// The text isn't JSON, or not that of a fight.
    #[error("This isn\u{2019}t an exported fight: {0}.")]
    Unread(#[from] serde_json::Error),
    /// It has no public record to be told from.
    #[error(
        "This fight has no public record, so there\u{2019}s nothing to replay: it\u{2019}s from before Umpire kept one, or it wasn\u{2019}t played at a table."
    )]
    NoRecord,
    /// It's the players' file.
    #[error(
        "This file has only what everyone was told. The GM\u{2019}s own, which /encounter log gives, has the rest."
    )]
    OnlyTold,
    /// Its log can't be played by this build.
    #[error("This build can\u{2019}t play the log: umpire verify says where it stops.")]
    Unplayable,
}

/// What the page is filled with.
#[derive(Serialize)]
struct Replay {
    record: ExportedRecord,
    /// How it stood, and what that's made of.
    #[serde(flatten)]
    moments: Moments,
    /// What only the GM knows as well, if it's for the GM.
    #[serde(skip_serializing_if = "Option::is_none")]
    whole: Option<Vec<Known>>,
    /// What the page doesn't show, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    left_out: Vec<&'static str>,
}

/// The largest page with pictures, in bytes. One that's larger by itself keeps those that are only this part of it.
const PICTURED_BYTES_MAX: usize = 1_000_000;
const SMALL_PART: usize = 10;
/// What's said of a page made from the players' file.
const NO_MOMENTS: &str = "This page was made from the players\u{2019} file, so it has no map and no tracker; only a page made from the GM\u{2019}s file does.";
/// Of one whose log this build can't play.
const UNPLAYED: &str = "This page has no map and no tracker: the version of Umpire that made it couldn\u{2019}t play the fight\u{2019}s log.";
/// Of one made from any file.
const NO_PICTURES: &str =
    "Battle maps and portraits aren\u{2019}t in a fight\u{2019}s file, so the map is drawn without them.";
/// Of one whose pictures would make it too large: the battle map, the portraits, and both.
const LARGE_BACKGROUND: &str = "The map is drawn without its battle map, which would make this page too large.";
const LARGE_PORTRAITS: &str = "The map is drawn without portraits, which would make this page too large.";
const LARGE_BOTH: &str =
    "The map is drawn without its battle map and the portraits, which would make this page too large.";
/// Of one whose map was in fog.
const IN_FOG: &str = "The map is drawn without its battle map, since players haven\u{2019}t seen all of it.";

/// The replay of an exported fight: of its whole log, or of what everyone was told.
///
/// # Errors
/// The text isn't one, or has no record.
pub fn of(text: &str) -> Result<String, ReplayProblem> {
    let file: Value = serde_json::from_str(text)?;
    if file.get("rows").is_some() {
        return of_fight(&serde_json::from_value(file)?);
    }
    if file.get("record").is_none() {
        return Err(ReplayProblem::NoRecord);
    }
    let record = serde_json::from_value(file)?;
    Ok(page::with(&Replay { record, moments: Moments::default(), whole: None, left_out: vec![NO_MOMENTS] }))
}

/// The replay of a finished fight, as everyone could follow it.
///
/// # Errors
/// It has no record.
pub fn of_fight(fight: &ExportedFight) -> Result<String, ReplayProblem> {
    with_pictures(None, |pictures| told(fight, pictures))
}

/// The same at the table, which has what people brought for the map.
///
/// # Errors
/// As [`of_fight`].
pub fn of_fight_with(fight: &ExportedFight, pictures: &ReplayPictures) -> Result<String, ReplayProblem> {
    with_pictures(Some(pictures), |pictures| told(fight, pictures))
}

fn told(fight: &ExportedFight, pictures: &ReplayPictures) -> Result<Replay, ReplayProblem> {
    let record = fight.public().ok_or(ReplayProblem::NoRecord)?;
    // A file from elsewhere can make the rules panic: then it's told without how the fight stood.
    let seen = || {
        let session = played(fight)?;
        Some(moments(session.as_ref(), Viewer::Everyone, &told_at(fight, session.as_ref()), pictures))
    };
    let moments = survives(seen).flatten();
    if moments.is_none() {
        tracing::warn!(system = %fight.system, "a fight's log can't be played for its replay");
    }
    let left_out = if moments.is_none() { vec![UNPLAYED] } else { vec![] };
    Ok(Replay { record, moments: moments.unwrap_or_default(), whole: None, left_out })
}

/// A page with as many of the table's pictures as don't make it too large, which says what's left out; without a table there are none.
fn with_pictures(
    at_table: Option<&ReplayPictures>,
    made: impl Fn(&ReplayPictures) -> Result<Replay, ReplayProblem>,
) -> Result<String, ReplayProblem> {
    let none = ReplayPictures::default();
    let all = at_table.unwrap_or(&none);
    let mut replay = made(all)?;
    if !replay.moments.has_map() {
        return Ok(page::with(&replay));
    }
    let is_fogged = replay.moments.had_fog && all.has_background();
    replay.left_out.extend(is_fogged.then_some(IN_FOG));
    replay.left_out.extend(at_table.is_none().then_some(NO_PICTURES));
    let page = page::with(&replay);
    if all.is_empty() || page.len() <= PICTURED_BYTES_MAX {
        return Ok(page);
    }
    let bare = made(&none)?;
    let bare_bytes = page::with(&bare).len();
    let fits = |page: &String| {
        page.len() <= PICTURED_BYTES_MAX || page.len().saturating_sub(bare_bytes) <= page.len() / SMALL_PART
    };
    if fits(&page) {
        return Ok(page);
    }
    let has_background = all.has_background() && !is_fogged;
    if has_background {
        let rest = made(&all.without_background())?;
        let page = page::with(&Replay { left_out: vec![LARGE_BACKGROUND], ..rest });
        if fits(&page) {
            return Ok(page);
        }
    }
    let large = if has_background { LARGE_BOTH } else { LARGE_PORTRAITS };
    let left_out = is_fogged.then_some(IN_FOG).into_iter().chain([large]).collect();
    Ok(page::with(&Replay { left_out, ..bare }))
}

/// The replay of a finished fight as its GM knows it: with whoever was hidden, and what was rolled in secret.
///
/// # Errors
/// It's only what everyone was told, or has no record, or this build can't play its log.
pub fn of_whole(text: &str) -> Result<String, ReplayProblem> {
    let file: Value = serde_json::from_str(text)?;
    if file.get("rows").is_none() {
        return Err(if file.get("record").is_some() { ReplayProblem::OnlyTold } else { ReplayProblem::NoRecord });
    }
    of_whole_fight(&serde_json::from_value(file)?)
}

/// The same, of a fight that has been read.
///
/// # Errors
/// As [`of_whole`].
pub fn of_whole_fight(fight: &ExportedFight) -> Result<String, ReplayProblem> {
    with_pictures(None, |pictures| known(fight, pictures))
}

/// The same at the table, which has what people brought for the map.
///
/// # Errors
/// As [`of_whole`].
pub fn of_whole_fight_with(fight: &ExportedFight, pictures: &ReplayPictures) -> Result<String, ReplayProblem> {
    with_pictures(Some(pictures), |pictures| known(fight, pictures))
}

fn known(fight: &ExportedFight, pictures: &ReplayPictures) -> Result<Replay, ReplayProblem> {
    let record = fight.public().ok_or(ReplayProblem::NoRecord)?;
    let known = || {
        let session = played(fight)?;
        let whole = whole(fight, session.as_ref());
        let timed: Vec<(usize, Instant)> =
            whole.iter().enumerate().filter_map(|(line, it)| Some((line, Instant::AfterRow(it.row()?)))).collect();
        let moments = moments(session.as_ref(), Viewer::Gm, &timed, pictures);
        Some(Replay { record, moments, whole: Some(whole), left_out: vec![] })
    };
    survives(known).flatten().ok_or(ReplayProblem::Unplayable)
}

/// `umpire replay FILE`: writes the page beside the file, or to `to`, and says where; `gm`: with everything that only the GM knows. Returns
/// whether that worked.
///
/// # Errors
/// If a file can't be read or written.
pub fn command(file: &Path, to: Option<PathBuf>, gm: bool, out: &mut dyn Write) -> io::Result<bool> {
    let named = |path: &Path, what: &str| {
        let path = path.display().to_string();
        let what = what.to_owned();
        move |why: io::Error| io::Error::new(why.kind(), format!("{path} cannot be {what}: {why}"))
    };
    let text = std::fs::read_to_string(file).map_err(named(file, "read"))?;
    match if gm { of_whole(&text) } else { of(&text) } {
        Ok(page) => {
            let to = to.unwrap_or_else(|| file.with_extension("html"));
            std::fs::write(&to, &page).map_err(named(&to, "written"))?;
            let name = to.file_name().unwrap_or(OsStr::new("it")).display();
            writeln!(
                out,
                "{} is {} kB. Open {name} in any browser; it needs no network.",
                to.display(),
                page.len().div_ceil(1_000)
            )?;
            if page.contains(NO_MOMENTS) {
                writeln!(
                    out,
                    "It has the story and the dice, but no map and no tracker: they need the GM\u{2019}s file, which /encounter log gives."
                )?;
            }
            if page.contains(UNPLAYED) {
                writeln!(out, "{UNPLAYED}")?;
            }
            Ok(true)
        }
        Err(why) => {
            writeln!(out, "{}: {why}", file.display())?;
            Ok(false)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pictures::{BoardPicture, MapPictures, PictureHash};
    use serde_json::json;

    /// A battle map and a portrait of these sizes in bytes, if any.
    fn pictures(background: usize, portrait: usize) -> ReplayPictures {
        let board = |picture: &PictureHash| BoardPicture {
            picture: picture.clone(),
            size_px: (1.0, 1.0),
            square_px: 1.0,
            from_px: (0.0, 0.0),
        };
        let all: [(PictureHash, char, usize); 2] = [("board".into(), 'b', background), ("face".into(), 'f', portrait)];
        let copies = all.iter().filter(|it| it.2 > 0).map(|it| (it.0.clone(), it.1.to_string().repeat(it.2))).collect();
        let background = (background > 0).then(|| board(&all[0].0));
        ReplayPictures { brought: MapPictures { background, portraits: vec![] }, copies }
    }

    /// The page of a fight with a map of this size, in fog or not, with these pictures; and which of them it has.
    fn paged(bare: usize, had_fog: bool, all: &ReplayPictures) -> (String, [bool; 2]) {
        let made = |pictures: &ReplayPictures| {
            let shown = if had_fog { pictures.without_background() } else { pictures.clone() };
            let copies: String = shown.copies.values().map(String::as_str).collect();
            let map = (bare > 0).then(|| format!("{}{copies}", "m".repeat(bare)));
            let mut moments = map.map_or_else(Moments::default, |it| Moments::of_map(&it));
            moments.had_fog = had_fog;
            let record = json!({ "format": 3, "title": {}, "seeds": [], "record": { "chain": { "head": "", "heads": [] }, "told": [] } });
            let record = serde_json::from_value(record).expect("a record");
            Ok(Replay { record, moments, whole: None, left_out: vec![] })
        };
        let page = with_pictures(Some(all), made).expect("it has a record");
        let has = ["b", "f"].map(|it| page.contains(&it.repeat(1_000)));
        (page, has)
    }

    /// Of pictures that would make a page too large the battle map goes first, portraits only if they're too much themselves, and never because
    /// of what else is on the page; what's left out is said, and nothing of a page without a map.
    #[test]
    fn a_page_has_as_many_pictures_as_it_can_hold() {
        let k = |bare: usize, fog, background: usize, portrait: usize| {
            let (page, has) = paged(bare * 1_000, fog, &pictures(background * 1_000, portrait * 1_000));
            let all = [IN_FOG, LARGE_BACKGROUND, LARGE_PORTRAITS, LARGE_BOTH];
            (has, all.into_iter().filter(|it| page.contains(it)).collect::<Vec<_>>())
        };
        assert_eq!(k(100, false, 300, 50), ([true, true], vec![]));
        assert_eq!(k(800, false, 300, 50), ([false, true], vec![LARGE_BACKGROUND]));
        assert_eq!(k(2_000, false, 300, 50), ([false, true], vec![LARGE_BACKGROUND]), "the fight is long");
        assert_eq!(k(2_000, false, 150, 50), ([true, true], vec![]), "they're a small part of it");
        assert_eq!(k(700, false, 300, 400), ([false, false], vec![LARGE_BOTH]));
        assert_eq!(k(700, false, 0, 400), ([false, false], vec![LARGE_PORTRAITS]));
        assert_eq!(k(100, true, 300, 50), ([false, true], vec![IN_FOG]));
        assert_eq!(k(700, true, 300, 400), ([false, false], vec![IN_FOG, LARGE_PORTRAITS]));
        assert_eq!(k(0, false, 1_300, 400), ([false, false], vec![]), "there's no map to have them");
    }
}
