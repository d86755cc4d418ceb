//! The picture of a forecast: who wins how often, how long the fights last, and who is out at the end. Every bar has its name and its number
//! beside it, so that nothing rests on colour. It's as wide as a phone shows without shrinking it.

use super::{
    MARGIN, PictureError,
    charts::{
        BAR, GAP, LINE, PLAIN, SMALL_SIZE, TEXT_SIZE, WIDE, bar, legible, named_line, percent, sentences_within, title,
    },
    letters,
    palette::{self, FAINT, GROUND, GROUND_RGB, INK},
    png::{self, Packing},
    svg::{Colour, Paint, Svg, TextAnchor},
    theme::Theme,
};

/// A forecast to be drawn. Shares are from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastChart {
    /// Each side with its share of the fights and the margin of error of it.
    pub sides: Vec<(String, f64, f64)>,
    /// Other ends of a fight, in a word or two, with their shares.
    pub others: Vec<(String, f64)>,
    /// Numbers of rounds, ascending, with their shares.
    pub rounds: Vec<(u32, f64)>,
    /// What the rounds are: "Rounds", "Rounds from now on".
    pub rounds_title: String,
    /// Combatants with their side's place, and the share of fights at whose end they're out.
    pub out: Vec<(String, usize, f64)>,
}

/// The height of the highest column.
const COLUMN_HIGH: f32 = 84.0;
/// The most columns.
const COLUMNS_MAX: usize = 8;
/// The share of the fights that have columns of their own; those that last longer share one.
const USUAL: f64 = 0.95;
/// The most combatants drawn; the words beside the picture have all.
const OUT_MAX: usize = 12;
/// The width of a combatant's name.
const NAME_WIDE: f32 = 140.0;

/// A column of the distribution.
struct Column {
    label: String,
    share: f64,
}

impl ForecastChart {
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
        let y = self.draw_wins(&mut svg, MARGIN);
        let y = self.draw_rounds(&mut svg, y + GAP);
        let y = self.draw_out(&mut svg, y + GAP);
        svg.finish((WIDE + 2.0 * MARGIN, y + MARGIN / 2.0), GROUND).svg()
    }

    /// What it shows, for those who can't see it, in at most `most` of JavaScript's character units (UTF-16).
    pub fn description(&self, most: usize) -> String {
        let sides = self.sides.iter().map(|(name, share, _)| format!("{} {}", letters::clean(name), percent(*share)));
        let others = self.others.iter().map(|(words, share)| format!("{words} {}", percent(*share)));
        let columns: Vec<String> =
            self.columns().iter().map(|it| format!("{}: {}", it.label, percent(it.share))).collect();
        let out = self.out.iter().map(|(name, _, share)| format!("{} {}", letters::clean(name), percent(*share)));
        let sentences = [
            format!("Forecast. Wins: {}.", sides.chain(others).collect::<Vec<_>>().join(", ")),
            format!("{}: {}.", self.rounds_title, columns.join(", ")),
            format!("Out at the end: {}.", out.collect::<Vec<_>>().join(", ")),
        ];
        sentences_within(sentences, most)
    }

    fn draw_wins(&self, svg: &mut Svg, mut y: f32) -> f32 {
        y = title(svg, y, "Who wins");
        for (place, (name, share, margin)) in self.sides.iter().enumerate() {
            let number = format!("{} \u{b1} {:.0}", percent(*share), (margin * 100.0).max(1.0));
            y = wide_bar(svg, y, (name, &number), *share, palette::side_colour(place));
        }
        for (words, share) in &self.others {
            y = wide_bar(svg, y, (words, &percent(*share)), *share, PLAIN);
        }
        y
    }

    fn draw_rounds(&self, svg: &mut Svg, mut y: f32) -> f32 {
        y = title(svg, y, &self.rounds_title);
        let columns = self.columns();
        let most = columns.iter().map(|it| it.share).fold(f64::MIN_POSITIVE, f64::max);
        let each = (WIDE / columns.len().max(1) as f32).min(60.0);
        let foot = y + SMALL_SIZE + 6.0 + COLUMN_HIGH;
        for (place, column) in columns.iter().enumerate() {
            let middle = MARGIN + each * (place as f32 + 0.5);
            let high = ((column.share / most) as f32 * COLUMN_HIGH).max(1.0);
            svg.rect((middle - each * 0.4, foot - high), (each * 0.8, high), 2.0, Paint::fill(PLAIN));
            let number = percent(column.share).replace(" %", "");
            svg.text((middle, foot - high - 4.0), SMALL_SIZE, TextAnchor::Middle, INK, &number);
            svg.text((middle, foot + SMALL_SIZE + 3.0), SMALL_SIZE, TextAnchor::Middle, INK, &column.label);
        }
        svg.lines(&[((MARGIN, foot), (MARGIN + WIDE, foot))], Paint::edge(FAINT, 1.0));
        let y = foot + SMALL_SIZE + 3.0;
        svg.text((MARGIN, y + LINE), SMALL_SIZE, TextAnchor::Start, FAINT, "Above the columns: % of the fights");
        y + LINE
    }

    fn draw_out(&self, svg: &mut Svg, mut y: f32) -> f32 {
        if self.out.is_empty() {
            return y;
        }
        y = title(svg, y, "Out of the fight at its end");
        for (name, side, share) in self.out.iter().take(OUT_MAX) {
            let name = letters::fitting(&legible(name), TEXT_SIZE, NAME_WIDE);
            svg.text((MARGIN, y + TEXT_SIZE), TEXT_SIZE, TextAnchor::Start, INK, &name);
            let number = percent(*share);
            svg.text((MARGIN + WIDE, y + TEXT_SIZE), TEXT_SIZE, TextAnchor::End, INK, &number);
            let from = MARGIN + NAME_WIDE + 10.0;
            let room = WIDE - NAME_WIDE - 10.0 - 54.0;
            bar(svg, (from, y + (LINE - BAR) / 2.0 + 1.0), room, *share, palette::side_colour(*side));
            y += LINE + 2.0;
        }
        if let Some(more) = self.out.len().checked_sub(OUT_MAX).filter(|it| *it > 0) {
            let words = format!("and {more} more, in the text");
            svg.text((MARGIN, y + TEXT_SIZE), SMALL_SIZE, TextAnchor::Start, FAINT, &words);
            y += LINE;
        }
        y
    }

    /// The numbers of rounds, with several in a column if there are many, and the longest fights together in the last.
    fn columns(&self) -> Vec<Column> {
        let Some(first) = self.rounds.first().map(|it| it.0) else { return vec![] };
        let mut sum = 0.0;
        let usual = self.rounds.iter().find(|it| {
            sum += it.1;
            sum >= USUAL
        });
        let last = self.rounds.last().map_or(first, |it| it.0);
        let usual = usual.map_or(last, |it| it.0);
        let each = (usual - first + 1).div_ceil(COLUMNS_MAX as u32 - 1);
        let within = |from: u32, to: u32| {
            self.rounds.iter().filter(|it| (from..=to).contains(&it.0)).fold(0.0, |sum, it| sum + it.1)
        };
        let starts: Vec<u32> = (first..=usual).step_by(each as usize).collect();
        let beyond = starts.last().map_or(first, |it| it + each);
        let column = |from: u32| {
            let to = (from + each - 1).min(last);
            let label = if from == to { from.to_string() } else { format!("{from}\u{2013}{to}") };
            Column { label, share: within(from, to) }
        };
        let rest = (last >= beyond).then(|| {
            let label = if last == beyond { last.to_string() } else { format!("{beyond}+") };
            Column { label, share: within(beyond, last) }
        });
        starts.iter().map(|it| column(*it)).chain(rest).collect()
    }
}

/// A name and a number above a bar as wide as the picture.
fn wide_bar(svg: &mut Svg, y: f32, (name, number): (&str, &str), share: f64, colour: Colour) -> f32 {
    let y = named_line(svg, y, name, number);
    bar(svg, (MARGIN, y), WIDE, share, colour);
    y + BAR + 8.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> ForecastChart {
        ForecastChart {
            sides: vec![("Players".into(), 0.62, 0.03), ("Foes <&>".into(), 0.36, 0.03)],
            others: vec![("Nobody is left".into(), 0.02)],
            rounds: (2..=21).map(|it| (it, 0.048)).chain([(40, 0.04)]).collect(),
            rounds_title: "Rounds".into(),
            out: (1..=14).map(|it| (format!("The dreaded Bandit of the North {it}"), 1, 0.5)).collect(),
        }
    }

    /// Names and numbers stand beside every bar, many rounds share columns, and a crowd is cut short with a word.
    #[test]
    fn every_bar_has_its_number() {
        let svg = chart().svg();
        for words in [
            "Players",
            "62 % \u{b1} 3",
            "Foes &lt;&amp;&gt;",
            "36 % \u{b1} 3",
            "2\u{2013}4",
            "23+",
            "and 2 more, in the text",
        ] {
            assert!(svg.contains(words), "{words}: {svg}");
        }
        let columns = chart().columns();
        assert!(columns.len() <= COLUMNS_MAX && (columns.iter().map(|it| it.share).sum::<f64>() - 1.0).abs() < 1e-9);
        let drawn = Theme::ALL.map(|it| chart().png(it).expect("drawn"));
        for png in &drawn {
            assert!(png.starts_with(b"\x89PNG\r\n\x1a\n") && png.len() < 200_000, "{}", png.len());
        }
        assert_ne!(drawn[0], drawn[1], "dark and light");
    }

    /// The description says the same in words, as far as there's room.
    #[test]
    fn it_is_described_in_words() {
        let said = chart().description(1_024);
        assert!(
            said.starts_with(
                "Forecast. Wins: Players 62 %, Foes <&> 36 %, Nobody is left 2 %. Rounds: 2\u{2013}4: 14 %"
            ),
            "{said}"
        );
        assert!(said.contains("Out at the end: The dreaded Bandit of the North 1 50 %"), "{said}");
        assert!(chart().description(120).len() < 120);
        let none = ForecastChart { rounds: vec![], out: vec![], ..chart() };
        assert!(none.svg().contains("Who wins"));
    }
}
