//! Reads a board of squares as it is typed. Systems that fight on a grid share it.

use super::names::key;
use crate::engine::space::{
    Space,
    grid::{Diagonals, Grid, Square},
};

/// No board is larger, in squares of each direction.
const SIZE_MAX: i16 = 60;

/// Reads a board: `size="20x12"`, `walls="C3, C4-C8"`, `rough="D5-F6"`. A range is a rectangle between two corners; what is not named
/// stays as it is.
///
/// # Errors
/// What is wrong with it.
pub fn grid(now: &Grid, fields: &[(String, String)]) -> Result<Grid, String> {
    let mut grid = now.clone();
    for (name, value) in fields {
        match key(name).as_str() {
            "size" | "grid" | "squares" => (grid.wide, grid.high) = size(value)?,
            "walls" | "wall" | "rough" | "difficult" => {}
            "diagonals" | "diagonal" => {
                grid.diagonals = match key(value).as_str() {
                    "1" | "one" => Diagonals::One,
                    "1-2" | "one-two" => Diagonals::OneTwo,
                    _ => return Err("diagonals are one, or one-two where every second counts double.".to_owned()),
                }
            }
            _ => {
                return Err(format!(
                    "A board of squares has size, walls, rough and diagonals, and no \u{201c}{name}\u{201d}."
                ));
            }
        }
    }
    for (name, value) in fields {
        match key(name).as_str() {
            "walls" | "wall" => grid.walls = squares(&grid, value)?.into_iter().collect(),
            "rough" | "difficult" => grid.rough = squares(&grid, value)?.into_iter().collect(),
            _ => {}
        }
    }
    Ok(grid)
}

fn size(value: &str) -> Result<(i16, i16), String> {
    let lower = value.to_lowercase().replace('\u{d7}', "x");
    let sides = lower.split_once('x').and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
    match sides {
        Some((wide, high)) if (1..=SIZE_MAX).contains(&wide) && (1..=SIZE_MAX).contains(&high) => Ok((wide, high)),
        _ => Err(format!(
            "A size is columns by rows, up to {SIZE_MAX} each, as in 20x12; you gave \u{201c}{value}\u{201d}."
        )),
    }
}

fn squares(grid: &Grid, value: &str) -> Result<Vec<Square>, String> {
    let mut all = vec![];
    for typed in value.split([',', ';']).map(str::trim).filter(|it| !it.is_empty() && key(it) != "none") {
        let named = |name: &str| {
            grid.place_named(name)
                .ok_or_else(|| format!("\u{201c}{typed}\u{201d} is no square of this board; they are called as C4."))
        };
        let (from, to) = typed.split_once(['-', ':']).unwrap_or((typed, typed));
        let (a, b) = (named(from)?, named(to)?);
        for y in a.y.min(b.y)..=a.y.max(b.y) {
            all.extend((a.x.min(b.x)..=a.x.max(b.x)).map(|x| Square { x, y }));
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(fields: &[(&str, &str)]) -> Result<Grid, String> {
        grid(&Grid::default(), &fields.iter().map(|it| (it.0.to_owned(), it.1.to_owned())).collect::<Vec<_>>())
    }

    /// Size, walls and rough ground are read, ranges as rectangles; what is wrong is named.
    #[test]
    fn a_board_of_squares_reads_as_typed() {
        let grid = board(&[("walls", "B2-C3, E1"), ("size", "6x4"), ("rough", "F4")]).expect("a board");
        assert_eq!((grid.wide, grid.high, grid.walls.len(), grid.rough.len()), (6, 4, 5, 1));
        assert!(grid.walls.contains(&Square { x: 2, y: 2 }));
        assert!(board(&[("size", "600x4")]).unwrap_err().contains("600x4"));
        assert!(board(&[("size", "6x4"), ("walls", "G1")]).unwrap_err().contains("G1"));
        assert!(board(&[("zones", "Gate")]).unwrap_err().contains("zones"));
        assert_eq!(board(&[("diagonals", "one-two")]).expect("a board").diagonals, Diagonals::OneTwo);
    }
}
