//! Places zones on a grid of cells, with adjoining zones side by side as far as possible. The same zones and borders always get the same
//! layout, wherever combatants stand, so a map doesn't jump when someone moves.

/// A cell, counted from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column, counted to the right.
    pub column: usize,
    /// The row, counted downwards.
    pub row: usize,
}

/// The most columns of a layout, so that it's readable on a phone.
const COLUMNS_MAX: usize = 5;
/// The most passes over a layout in search of a better one.
const PASSES_MAX: usize = 16;
/// The most border checks spent on finding a better layout; beyond that, fewer layouts are tried.
const LOOKS_MAX: usize = 400_000;
/// The cost of one column more or less than looks best, for every ten zones.
const COLUMN_COST: u32 = 8;

/// Assigns each zone a cell. `borders` are pairs of zones.
pub fn arrange(zones: usize, borders: &[(usize, usize)]) -> Vec<Cell> {
    let best_columns = match zones {
        0..=3 => zones.max(1),
        _ => (1..).find(|it| it * it >= zones).unwrap_or(1).min(COLUMNS_MAX),
    };
    let mut beside: Vec<Vec<usize>> = vec![vec![]; zones];
    for (a, b) in borders {
        beside[*a].push(*b);
        beside[*b].push(*a);
    }
    let mut best: Option<(u32, Vec<Cell>)> = None;
    let mut looks = 0;
    let mut widths: Vec<usize> = (1..=zones.clamp(1, COLUMNS_MAX)).collect();
    widths.sort_by_key(|it| it.abs_diff(best_columns));
    for columns in widths {
        for spare in 0..=usize::from(columns > 1 && zones > 3) {
            let rows = zones.div_ceil(columns).max(1) + spare;
            let starts: [&dyn Fn() -> Sheet; 4] = [
                &|| Sheet::in_rows(columns, rows, &in_order(zones), false),
                &|| Sheet::in_rows(columns, rows, &in_order(zones), true),
                &|| Sheet::in_rows(columns, rows, &by_way(zones, &beside), true),
                &|| Sheet::grown(columns, rows, &beside),
            ];
            for start in starts {
                if best.is_some() && looks > LOOKS_MAX {
                    continue;
                }
                let mut sheet = start();
                looks += sheet.improve(&beside);
                let unshapely = COLUMN_COST * zones.div_ceil(10) as u32 * columns.abs_diff(best_columns) as u32;
                let cost = sheet.cost(&beside) + unshapely;
                if best.as_ref().is_none_or(|it| cost < it.0) {
                    best = Some((cost, sheet.cells));
                }
            }
        }
    }
    compact(best.map(|it| it.1).unwrap_or_default())
}

fn in_order(zones: usize) -> Vec<usize> {
    (0..zones).collect()
}

/// The zones in the order in which a walk from the first one reaches them.
fn by_way(zones: usize, beside: &[Vec<usize>]) -> Vec<usize> {
    let mut order: Vec<usize> = vec![];
    for start in 0..zones {
        let mut ahead = vec![start];
        while let Some(zone) = ahead.pop() {
            if !order.contains(&zone) {
                order.push(zone);
                ahead.extend(beside[zone].iter().rev());
            }
        }
    }
    order
}

struct Sheet {
    columns: usize,
    /// The zone of each cell, row by row.
    zones: Vec<Option<usize>>,
    /// The cell of each zone.
    cells: Vec<Cell>,
}

impl Sheet {
    fn empty(columns: usize, rows: usize, zones: usize) -> Sheet {
        Sheet { columns, zones: vec![None; columns * rows], cells: vec![Cell { column: 0, row: 0 }; zones] }
    }

    fn put(&mut self, zone: usize, at: usize) {
        self.zones[at] = Some(zone);
        self.cells[zone] = Cell { column: at % self.columns, row: at / self.columns };
    }

    /// Lays the zones out row by row: back and forth, like a path, or each row from the left, like text.
    fn in_rows(columns: usize, rows: usize, order: &[usize], to_and_fro: bool) -> Sheet {
        let mut sheet = Sheet::empty(columns, rows, order.len());
        for (at, zone) in order.iter().enumerate() {
            let (row, along) = (at / columns, at % columns);
            let column = if to_and_fro && row % 2 == 1 { columns - 1 - along } else { along };
            sheet.put(*zone, row * columns + column);
        }
        sheet
    }

    /// Starts with the zone that adjoins the most others, in the middle, and puts each further one where it fits best beside those already
    /// placed.
    fn grown(columns: usize, rows: usize, beside: &[Vec<usize>]) -> Sheet {
        let zones = beside.len();
        let mut sheet = Sheet::empty(columns, rows, zones);
        let mut placed: Vec<usize> = vec![];
        while placed.len() < zones {
            let ties = |it: &usize| beside[*it].iter().filter(|other| placed.contains(other)).count();
            let left = (0..zones).filter(|it| !placed.contains(it));
            let Some(zone) = left.max_by_key(|it| (ties(it), beside[*it].len(), usize::MAX - it)) else { break };
            let middle = (rows / 2) * columns + columns / 2;
            let cost = |at: &usize| {
                let here = Cell { column: at % columns, row: at / columns };
                let to = |other: &usize| between((zone, here), (*other, sheet.cells[*other]));
                let ties: u32 = beside[zone].iter().filter(|it| placed.contains(it)).map(to).sum();
                (ties, at.abs_diff(middle))
            };
            let free = (0..sheet.zones.len()).filter(|it| sheet.zones[*it].is_none());
            let Some(best) = free.min_by_key(cost) else { break };
            sheet.put(zone, best);
            placed.push(zone);
        }
        sheet
    }

    /// Swaps pairs of cells as long as that improves the layout. Returns the number of borders checked.
    fn improve(&mut self, beside: &[Vec<usize>]) -> usize {
        let mut looks = 0;
        for _ in 0..PASSES_MAX {
            let mut changed = false;
            for one in 0..self.zones.len() {
                for other in one + 1..self.zones.len() {
                    let (a, b) = (self.zones[one], self.zones[other]);
                    if a.is_none() && b.is_none() {
                        continue;
                    }
                    let around =
                        |sheet: &Sheet| [a, b].into_iter().flatten().map(|it| sheet.cost_of(it, beside)).sum::<u32>();
                    looks += [a, b].into_iter().flatten().map(|it| 2 * beside[it].len()).sum::<usize>();
                    let before = around(self);
                    self.swap(one, other);
                    if around(self) < before {
                        changed = true;
                    } else {
                        self.swap(one, other);
                    }
                }
            }
            if !changed {
                break;
            }
        }
        looks
    }

    fn swap(&mut self, one: usize, other: usize) {
        self.zones.swap(one, other);
        for at in [one, other] {
            if let Some(zone) = self.zones[at] {
                self.put(zone, at);
            }
        }
    }

    fn cost(&self, beside: &[Vec<usize>]) -> u32 {
        (0..self.cells.len()).map(|it| self.cost_of(it, beside)).sum::<u32>() / 2
    }

    fn cost_of(&self, zone: usize, beside: &[Vec<usize>]) -> u32 {
        beside[zone].iter().map(|it| between((zone, self.cells[zone]), (*it, self.cells[*it]))).sum()
    }
}

/// A border's cost: nothing between neighbours, a little if the later zone comes before the earlier one, a lot if a line has to go round
/// corners or past others.
fn between(one: (usize, Cell), other: (usize, Cell)) -> u32 {
    let (from, to) = if one.0 < other.0 { (one.1, other.1) } else { (other.1, one.1) };
    let (across, down) = (from.column.abs_diff(to.column) as u32, from.row.abs_diff(to.row) as u32);
    match across + down {
        1 if to.column < from.column || to.row < from.row => 1,
        0 | 1 => 0,
        far => 10 + 6 * far,
    }
}

/// Removes empty rows and columns.
fn compact(mut cells: Vec<Cell>) -> Vec<Cell> {
    let before = |used: &[usize], at: usize| used.iter().filter(|it| **it < at).count();
    let distinct = |mut all: Vec<usize>| {
        all.sort_unstable();
        all.dedup();
        all
    };
    let columns = distinct(cells.iter().map(|it| it.column).collect());
    let rows = distinct(cells.iter().map(|it| it.row).collect());
    for cell in &mut cells {
        *cell = Cell { column: before(&columns, cell.column), row: before(&rows, cell.row) };
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn far(cells: &[Cell], borders: &[(usize, usize)]) -> usize {
        let apart = |(a, b): &(usize, usize)| {
            cells[*a].column.abs_diff(cells[*b].column) + cells[*a].row.abs_diff(cells[*b].row)
        };
        borders.iter().filter(|it| apart(it) > 1).count()
    }

    /// Every zone has its own cell, and adjoining zones are side by side wherever a grid allows it.
    #[test]
    fn neighbours_lie_side_by_side() {
        let chain = |zones: usize| (1..zones).map(|it| (it - 1, it)).collect::<Vec<_>>();
        let grid: Vec<(usize, usize)> = (0..12)
            .flat_map(|it| [(it % 4 < 3).then_some((it, it + 1)), (it < 8).then_some((it, it + 4))])
            .flatten()
            .collect();
        type Case = (&'static str, usize, Vec<(usize, usize)>);
        let cases: [Case; 9] = [
            ("one", 1, vec![]),
            ("a row of three", 3, chain(3)),
            ("a row of thirty", 30, chain(30)),
            ("a ring of four", 4, vec![(0, 1), (1, 2), (2, 3), (3, 0)]),
            ("a ring of eight", 8, chain(8).into_iter().chain([(7, 0)]).collect()),
            ("a star", 5, vec![(0, 1), (0, 2), (0, 3), (0, 4)]),
            ("twelve rooms", 12, grid),
            ("apart", 7, vec![]),
            ("a tree", 7, vec![(0, 1), (0, 2), (1, 3), (1, 4), (2, 5), (2, 6)]),
        ];
        for (name, zones, borders) in cases {
            let cells = arrange(zones, &borders);
            assert_eq!(cells.len(), zones, "{name}");
            assert!((0..zones).all(|it| !cells[..it].contains(&cells[it])), "{name}: two in a cell");
            assert_eq!(far(&cells, &borders), 0, "{name}: {cells:?}");
            assert!(cells.iter().all(|it| it.column < COLUMNS_MAX), "{name}: too wide for a phone");
            assert_eq!(cells, arrange(zones, &borders), "{name}: the same again");
        }
        assert_eq!(arrange(3, &chain(3)).iter().map(|it| it.column).collect::<Vec<_>>(), [0, 1, 2]);
    }
}
