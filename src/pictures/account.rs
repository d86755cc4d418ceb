//! The picture of a battle that's over: each side's health over the rounds, who did what, the luck of the dice, and the time people took.
//! Lines differ in their marks and dashes as well as in colour, and every value that counts stands there as a number or a word.

use super::{
    MARGIN, PictureError,
    charts::{GAP, LINE, SMALL_SIZE, TEXT_SIZE, TROUGH, WIDE, legible, named_line, percent, sentences_within, title},
    letters,
    palette::{self, FAINT, GROUND, GROUND_RGB, INK},
    png::{self, Packing},
    svg::{Paint, Svg, TextAnchor},
    theme::Theme,
};

/// A battle to be drawn. Shares are from 0 to 1; what's said of somebody is ready to be shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AccountChart {
    /// The sides.
    pub sides: Vec<SideLine>,
    /// Everyone who did or suffered something.
    pub fighters: Vec<FighterRow>,
    /// Whose dice fell how.
    pub luck: Vec<LuckRow>,
    /// Who took how long.
    pub times: Vec<TimeRow>,
}

/// A side's health, before the fight and after each round.
#[derive(Clone, Debug, PartialEq)]
pub struct SideLine {
    /// The side.
    pub name: String,
    /// Its health; `None` as long as nobody has been seen of it.
    pub health: Vec<Option<f64>>,
    /// Whether some of it is a guess, by how people looked.
    pub by_looks: bool,
}

/// What somebody did.
#[derive(Clone, Debug, PartialEq)]
pub struct FighterRow {
    /// Who.
    pub name: String,
    /// What they dealt, in its parts, each on a line: "4 hits" and, if it's told, "12 damage", or "12 rolled" before armour.
    pub dealt: Vec<String>,
    /// What they took.
    pub taken: Vec<String>,
    /// How many they put down.
    pub felled: usize,
}

/// How somebody's dice fell.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckRow {
    /// Whose.
    pub name: String,
    /// What's said of it: "lucky, 24 dice".
    pub said: String,
    /// The share of all ways to fall that are worse; `None` if there are too few dice to tell.
    pub percentile: Option<f64>,
}

/// How long somebody took on average.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRow {
    /// Who.
    pub name: String,
    /// To act: "21 seconds".
    pub acted: String,
    /// To answer.
    pub answered: String,
}

/// The height of the chart of health.
const CHART_HIGH: f32 = 120.0;
/// The room for its numbers at the left.
const AXIS_WIDE: f32 = 48.0;
/// The most rounds with a label of their own.
const LABELS_MAX: usize = 9;
const MARK: f32 = 4.5;
/// The height of another line in a cell.
const CELL_LINE: f32 = 15.0;
/// The width of a name beside a table's columns.
const NAME_WIDE: f32 = 124.0;
/// The most rows of a part; the words beside the picture have more.
pub const ACCOUNT_ROWS_MAX: usize = 10;

impl AccountChart {
    /// The picture as a PNG, in a theme.
    ///
    /// # Errors
    /// See [`PictureError`].
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, PictureError> {
        png::png(&theme.on(&self.svg()), theme.of(GROUND_RGB), Packing::Small)
    }

    /// The picture as an SVG.
    pub fn svg(&self) -> String {
        let mut svg = Svg::default();
        let mut y = self.draw_health(&mut svg, MARGIN);
        if !self.fighters.is_empty() {
            y = self.draw_fighters(&mut svg, y + GAP);
        }
        if !self.luck.is_empty() {
            y = self.draw_luck(&mut svg, y + GAP);
        }
        if !self.times.is_empty() {
            y = self.draw_times(&mut svg, y + GAP);
        }
        svg.finish((WIDE + 2.0 * MARGIN, y + MARGIN / 2.0), GROUND).svg()
    }

    /// What it shows, for those who can't see it, in at most `most` of JavaScript's character units (UTF-16).
    pub fn description(&self, most: usize) -> String {
        let clean = |name: &str| letters::clean(name);
        let side = |it: &SideLine| {
            let points: Vec<String> = it.health.iter().map(|it| it.map_or("unseen".to_owned(), percent)).collect();
            let by_looks = if it.by_looks { ", by how hurt they looked" } else { "" };
            format!("{} (start, then by round{by_looks}): {}.", clean(&it.name), points.join(", "))
        };
        let fighter = |it: &FighterRow| {
            let felled = if it.felled > 0 { format!(", put down {}", it.felled) } else { String::new() };
            format!("{}: dealt {}, took {}{felled}.", clean(&it.name), bracketed(&it.dealt), bracketed(&it.taken))
        };
        let luck = |it: &LuckRow| format!("{}: {}.", clean(&it.name), it.said);
        let time =
            |it: &TimeRow| format!("{}: acted after {}, answered after {}.", clean(&it.name), it.acted, it.answered);
        let part = |words: &str, all: Vec<String>| (!all.is_empty()).then(|| [vec![words.to_owned()], all].concat());
        let parts = [
            part("Charts of the battle. Health:", self.sides.iter().map(side).collect()),
            part("Who did what:", self.fighters.iter().map(fighter).collect()),
            part("Luck with the dice:", self.luck.iter().map(luck).collect()),
            part("Time taken on average:", self.times.iter().map(time).collect()),
        ];
        sentences_within(parts.into_iter().flatten().flatten(), most)
    }

    fn draw_health(&self, svg: &mut Svg, y: f32) -> f32 {
        let y = title(svg, y, "Health, round by round") + 4.0;
        let (left, right) = (MARGIN + AXIS_WIDE, MARGIN + WIDE - MARK);
        let high = |share: f64| y + CHART_HIGH * (1.0 - share as f32);
        for share in [0.0, 0.5, 1.0] {
            svg.lines(&[((left, high(share)), (right, high(share)))], Paint::edge(TROUGH, 1.0));
            let at = (left - 8.0, high(share) + SMALL_SIZE * 0.35);
            svg.text(at, SMALL_SIZE, TextAnchor::End, FAINT, &percent(share));
        }
        let count = self.sides.iter().map(|it| it.health.len()).max().unwrap_or(0);
        let each = (right - left - 16.0) / (count.max(2) - 1) as f32;
        let across = |at: usize| left + 8.0 + each * at as f32;
        let step = count.div_ceil(LABELS_MAX).max(1);
        let foot = y + CHART_HIGH + SMALL_SIZE + 6.0;
        for at in (0..count).step_by(step) {
            let label = if at == 0 { "start".to_owned() } else { at.to_string() };
            svg.text((across(at), foot), SMALL_SIZE, TextAnchor::Middle, FAINT, &label);
        }
        for (place, side) in self.sides.iter().enumerate() {
            let points = side.health.iter().enumerate();
            let points: Vec<(f32, f32)> = points.filter_map(|(at, it)| it.map(|it| (across(at), high(it)))).collect();
            let edge = Paint::edge(palette::side_colour(place), 2.5);
            svg.path(&points, false, Paint { dashed: place % 2 == 1, ..edge });
            points.iter().for_each(|it| mark(svg, *it, place));
        }
        let mut y = foot + 8.0;
        for (place, side) in self.sides.iter().enumerate() {
            mark(svg, (MARGIN + MARK + 2.0, y + TEXT_SIZE - 5.0), place);
            let said = side.health.last().copied().flatten().map_or("unseen".to_owned(), percent);
            let name = letters::fitting(&legible(&side.name), TEXT_SIZE, WIDE - 80.0);
            svg.text((MARGIN + 20.0, y + TEXT_SIZE), TEXT_SIZE, TextAnchor::Start, INK, &name);
            svg.text((MARGIN + WIDE, y + TEXT_SIZE), TEXT_SIZE, TextAnchor::End, INK, &said);
            y += LINE;
        }
        let y = small(svg, y, "Each side\u{2019}s average; down or gone counts as 0 %");
        let guessed: Vec<String> = self.sides.iter().filter(|it| it.by_looks).map(|it| legible(&it.name)).collect();
        if !guessed.is_empty() {
            let words = format!("{}: judged by how hurt they looked", guessed.join(", "));
            return small(svg, y, &words);
        }
        y
    }

    fn draw_fighters(&self, svg: &mut Svg, y: f32) -> f32 {
        let y = title(svg, y, "Who did what");
        let columns = [("dealt", 208.0), ("took", 294.0), ("felled", WIDE)];
        let cells = |it: &FighterRow| vec![it.dealt.clone(), it.taken.clone(), vec![it.felled.to_string()]];
        let rows: Vec<(String, Vec<TableCell>)> = self.fighters.iter().map(|it| (it.name.clone(), cells(it))).collect();
        let y = table(svg, y, &columns, &rows);
        let mut parts = self.fighters.iter().flat_map(|it| it.dealt.iter().chain(&it.taken));
        match parts.any(|it| it.ends_with("rolled")) {
            true => small(svg, y, "rolled: what the dice came to, before armour"),
            false => y,
        }
    }

    fn draw_luck(&self, svg: &mut Svg, y: f32) -> f32 {
        let mut y = title(svg, y, "Luck with the dice");
        for it in self.luck.iter().take(ACCOUNT_ROWS_MAX) {
            y = named_line(svg, y, &it.name, &it.said);
            let middle = y + 7.0;
            svg.lines(&[((MARGIN, middle), (MARGIN + WIDE, middle))], Paint::edge(TROUGH, 4.0));
            let half = MARGIN + WIDE / 2.0;
            svg.lines(&[((half, middle - 6.0), (half, middle + 6.0))], Paint::edge(FAINT, 1.5));
            if let Some(share) = it.percentile {
                let at = MARGIN + MARK + (WIDE - 2.0 * MARK) * share as f32;
                svg.circle((at, middle), MARK + 1.0, Paint::fill(INK));
            }
            y += 18.0;
        }
        for (x, at, words) in [
            (MARGIN, TextAnchor::Start, "unlucky"),
            (MARGIN + WIDE / 2.0, TextAnchor::Middle, "average"),
            (MARGIN + WIDE, TextAnchor::End, "lucky"),
        ] {
            svg.text((x, y + SMALL_SIZE), SMALL_SIZE, at, FAINT, words);
        }
        more(svg, y + LINE, self.luck.len())
    }

    fn draw_times(&self, svg: &mut Svg, y: f32) -> f32 {
        let y = title(svg, y, "Time taken, on average");
        let columns = [("to act", 232.0), ("to answer", WIDE)];
        let cells = |it: &TimeRow| vec![vec![it.acted.clone()], vec![it.answered.clone()]];
        let rows: Vec<(String, Vec<TableCell>)> = self.times.iter().map(|it| (it.name.clone(), cells(it))).collect();
        table(svg, y, &columns, &rows)
    }
}

/// A side's mark, by its place: a circle, a square, a triangle.
fn mark(svg: &mut Svg, (x, y): (f32, f32), place: usize) {
    let paint = Paint::fill(palette::side_colour(place));
    match place % 3 {
        0 => svg.circle((x, y), MARK, paint),
        1 => svg.rect((x - MARK, y - MARK), (2.0 * MARK, 2.0 * MARK), 0.0, paint),
        _ => svg.path(&[(x, y - MARK - 1.0), (x + MARK + 1.0, y + MARK), (x - MARK - 1.0, y + MARK)], true, paint),
    }
}

/// The first of some parts, with the others in brackets behind it: "4 hits (12 damage)".
pub fn bracketed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [first, rest @ ..] => format!("{first} ({})", rest.join(", ")),
    }
}

/// What stands in one cell of a table, line by line.
type TableCell = Vec<String>;

/// Names with columns, each named at its head and ending at its place.
fn table(svg: &mut Svg, y: f32, columns: &[(&str, f32)], rows: &[(String, Vec<TableCell>)]) -> f32 {
    for (head, end) in columns {
        svg.text((MARGIN + end, y + SMALL_SIZE), SMALL_SIZE, TextAnchor::End, FAINT, head);
    }
    let mut y = y + LINE;
    for (name, cells) in rows.iter().take(ACCOUNT_ROWS_MAX) {
        let name = legible(name);
        svg.text((MARGIN, y + TEXT_SIZE), TEXT_SIZE, TextAnchor::Start, INK, &letters::fitting(&name, TEXT_SIZE, WIDE));
        // A name that doesn't fit beside the columns has a line of its own.
        if letters::width(&name, TEXT_SIZE) > NAME_WIDE {
            y += LINE;
        }
        let mut lines = 1;
        for ((_, end), cell) in columns.iter().zip(cells) {
            for (number, part) in cell.iter().enumerate() {
                let base = y + TEXT_SIZE + number as f32 * CELL_LINE;
                svg.text((MARGIN + end, base), SMALL_SIZE, TextAnchor::End, INK, part);
                lines = lines.max(number + 1);
            }
        }
        y += LINE + 2.0 + (lines - 1) as f32 * CELL_LINE;
    }
    more(svg, y, rows.len())
}

/// How many rows there wasn't room for.
fn more(svg: &mut Svg, y: f32, rows: usize) -> f32 {
    match rows.checked_sub(ACCOUNT_ROWS_MAX).filter(|it| *it > 0) {
        Some(left_out) => small(svg, y, &format!("and {left_out} more, in the text")),
        None => y,
    }
}

fn small(svg: &mut Svg, y: f32, words: &str) -> f32 {
    let words = letters::fitting(words, SMALL_SIZE, WIDE);
    svg.text((MARGIN, y + SMALL_SIZE + 2.0), SMALL_SIZE, TextAnchor::Start, FAINT, &words);
    y + LINE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> AccountChart {
        let fighter = |at: usize| FighterRow {
            name: format!("The dreaded Bandit of the North {at}"),
            dealt: vec!["4 hits".to_owned(), "12 damage".to_owned()],
            taken: vec!["3 wounds".to_owned()],
            felled: at % 3,
        };
        AccountChart {
            sides: vec![
                SideLine {
                    name: "Players".to_owned(),
                    health: vec![Some(1.0), Some(0.8), Some(0.62)],
                    by_looks: false,
                },
                SideLine { name: "Foes <&>".to_owned(), health: vec![None, Some(0.5), Some(0.0)], by_looks: true },
            ],
            fighters: (1..=14).map(fighter).collect(),
            luck: vec![
                LuckRow { name: "Sybilla".to_owned(), said: "lucky, 24 dice".to_owned(), percentile: Some(0.81) },
                LuckRow { name: "Bo".to_owned(), said: "too few dice to tell".to_owned(), percentile: None },
            ],
            times: vec![TimeRow {
                name: "Sybilla".to_owned(),
                acted: "21 seconds".to_owned(),
                answered: "never asked".to_owned(),
            }],
        }
    }

    /// Names and numbers stand beside everything that's drawn, the sides' lines differ in more than their colour, and a crowd is cut short
    /// with a word.
    #[test]
    fn everything_has_its_words() {
        let svg = chart().svg();
        for words in [
            "Players",
            "62 %",
            "Foes &lt;&amp;&gt;",
            "0 %",
            "start",
            "Each side\u{2019}s average",
            ": judged by how hurt they looked",
            "12 damage",
            "3 wounds",
            "and 4 more, in the text",
            "lucky, 24 dice",
            "too few dice to tell",
            "21 seconds",
            "never asked",
            "dasharray",
        ] {
            assert!(svg.contains(words), "{words}: {svg}");
        }
        let drawn = Theme::ALL.map(|it| chart().png(it).expect("drawn"));
        for png in &drawn {
            assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() < 200_000, "{}", png.len());
        }
        assert_ne!(drawn[0], drawn[1], "dark and light");
        let mut rolled = chart();
        rolled.fighters[0].dealt[1] = "12 rolled".to_owned();
        let key = "rolled: what the dice came to, before armour";
        assert!(rolled.svg().contains(key) && !svg.contains(key));
        assert!(AccountChart::default().svg().contains("Health"), "an empty battle is drawn as well");
    }

    /// A name that doesn't fit beside what's said of it stands above that, whole.
    #[test]
    fn long_names_are_whole() {
        let luck = |name: &str| AccountChart {
            luck: vec![LuckRow {
                name: name.to_owned(),
                said: "lucky: luckier than 81 %, 24 dice".to_owned(),
                percentile: Some(0.81),
            }],
            ..AccountChart::default()
        };
        let name = "Umpire for the Players and the Guards";
        let (long, short) = (luck(name).svg(), luck("Bo").svg());
        assert!(long.contains(name) && long.contains("luckier than 81 %"), "{long}");
        let high = |svg: &str| svg.split("height=\"").nth(1).and_then(|it| it.split('"').next()?.parse::<f32>().ok());
        assert!(high(&long) > high(&short), "{:?} {:?}", high(&long), high(&short));
        let tables = chart().svg();
        assert!(tables.contains(">The dreaded Bandit of the North 1<"), "{tables}");
        let times = |name: &str| TimeRow { name: name.to_owned(), ..chart().times[0].clone() };
        let far = "Ana ".repeat(29);
        let cut = AccountChart { times: vec![times(&far)], ..AccountChart::default() }.svg();
        assert!(
            cut.contains('\u{2026}') && !cut.contains(far.trim()),
            "only what's wider than the picture is cut: {cut}"
        );
    }

    /// The description says the same in words, as far as there's room.
    #[test]
    fn it_is_described_in_words() {
        let said = chart().description(4_000);
        assert!(
            said.starts_with(
                "Charts of the battle. Health: Players (start, then by round): 100 %, 80 %, 62 %. \
                 Foes <&> (start, then by round, by how hurt they looked): unseen, 50 %, 0 %. Who did what:"
            ),
            "{said}"
        );
        assert!(said.contains(": dealt 4 hits (12 damage), took 3 wounds, put down 1."), "{said}");
        assert!(
            said.contains("Luck with the dice: Sybilla: lucky, 24 dice. Bo: too few dice to tell. Time taken"),
            "{said}"
        );
        assert!(chart().description(200).len() <= 200);
    }
}
