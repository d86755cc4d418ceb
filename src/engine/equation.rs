//! A roll as players read it, the same in every system and everywhere: `2d6 (3, 5) + 2 aim = 10 vs 8 (difficulty)`. Every face is shown,
//! every modifier has its name, and there's a total only if there's something to add.

use super::{
    fight_state::FightState,
    roll::{Die, Keep, Modifier, Roll, RollOutcome, Target},
    ruleset::{Citable, Wording},
    view::{Audience, Line, RollView},
};

impl<R: Wording> Roll<R> {
    /// The dice, the modifiers, the total, and the number to reach: `d20 (5) + 2 hobbled = 7 vs AGI 8`.
    pub fn equation(&self) -> String {
        match &self.target {
            // Successes are counted, and a number with the roll's own name needs no other.
            Some(Target::AtLeast { name, number }) if self.is_pool() || *name == self.what => {
                format!("{} vs {number}", self.sum())
            }
            Some(target) => format!("{} vs {}", self.sum(), target.words()),
            None => self.sum(),
        }
    }

    /// The same in short: the modifiers as one number, and only such names of numbers as are part of them: `d20 (5) + 2 = 7 vs AGI 8`.
    pub fn brief_equation(&self) -> String {
        let by: i32 = self.modifiers.iter().map(|it| it.by).sum();
        // A die that doesn't count, such as a luck die, isn't told either, unless only it explains the outcome.
        let mut counting = self.clone();
        counting.dice.retain(|it| it.kept || self.keep != Keep::All || self.is_decided_apart());
        let sum = counting.sum_with(if by == 0 { String::new() } else { signed(by) }, true);
        match &self.target {
            Some(Target::AtMost { name, number } | Target::AtLeast { name, number }) => {
                let is_named = name.starts_with(char::is_uppercase) && *name != self.what && !self.is_pool();
                let name = if is_named { format!("{name} ") } else { String::new() };
                format!("{sum} vs {name}{number}")
            }
            None => sum,
        }
    }

    /// Whether the outcome isn't the one that the total comes to.
    fn is_decided_apart(&self) -> bool {
        let reaches = match &self.target {
            Some(Target::AtMost { number, .. }) => self.total <= *number,
            Some(Target::AtLeast { number, .. }) => self.total >= *number,
            None => return false,
        };
        !self.is_pool() && reaches != (self.outcome == RollOutcome::Passed)
    }

    /// The same without the number to reach, which isn't for everyone: `d20 (5) + 2 hobbled = 7`.
    pub fn sum(&self) -> String {
        let named = |it: &Modifier| format!("{} {}", signed(it.by), it.name);
        self.sum_with(self.modifiers.iter().map(named).collect(), false)
    }

    /// The dice, then what was added in these words, then the total. In brief, the die that counts is said without its number, which stands
    /// beside it.
    fn sum_with(&self, added: String, is_brief: bool) -> String {
        let (kept, apart): (Vec<&Die>, Vec<&Die>) = self.dice.iter().partition(|it| it.kept);
        let (apart, dice) = if self.keep == Keep::All || self.dice.len() == 1 {
            // A die was dropped if others of the same kind were kept; one of a kind of its own, such as a luck die, is just separate.
            let is_dropped = |it: &Die| R::die_words(it).is_none() && kept.iter().any(|kept| kept.sides == it.sides);
            let words = |it: &&Die| group::<R>(&[*it]) + if is_dropped(it) { " not kept" } else { "" };
            (apart.iter().map(words).collect(), groups::<R>(&kept).join(" + "))
        } else {
            (vec![], self.one_of_several(kept.first().map_or(0, |it| it.counts), is_brief))
        };
        let mut text = apart.into_iter().map(|it| format!("{it}, ")).collect::<String>() + &dice;
        text.push_str(&added);
        if self.is_pool() {
            let successes = if self.total == 1 { "success" } else { "successes" };
            text.push_str(&format!(" = {} {successes}", self.total));
        } else if self.adds_up(&kept, !added.is_empty()) {
            let sign = if self.total < 0 { "\u{2212}" } else { "" };
            text.push_str(&format!(" = {sign}{}", self.total.unsigned_abs()));
        }
        text
    }

    /// The outcome, if there was a number to reach.
    pub fn outcome_words(&self) -> Option<&'static str> {
        match self.outcome {
            RollOutcome::Passed => Some("succeeds"),
            RollOutcome::Failed => Some("fails"),
            RollOutcome::Total => None,
        }
    }

    /// Whether the total is more than a single die that everyone can read.
    fn adds_up(&self, kept: &[&Die], is_added_to: bool) -> bool {
        is_added_to || kept.len() > 1 || kept.iter().any(|it| it.faces.len() > 1)
    }

    /// Dice of which only one counts: `2d20 (7, 15; lower 7)`, in brief `2d20 (7, 15; the lower)`.
    fn one_of_several(&self, counts: i32, is_brief: bool) -> String {
        let which = match (self.keep, self.dice.len()) {
            (Keep::Lowest, 2) => "lower",
            (Keep::Lowest, _) => "lowest",
            (_, 2) => "higher",
            _ => "highest",
        };
        let which = if is_brief { format!("the {which}") } else { format!("{which} {counts}") };
        let all: Vec<&Die> = self.dice.iter().collect();
        match groups::<R>(&all).as_slice() {
            [one] if one.ends_with(')') => format!("{}; {which})", one.trim_end_matches(')')),
            several => format!("({}; {which})", several.join(", ")),
        }
    }
}

/// A number to add or take away: " + 2".
fn signed(by: i32) -> String {
    let sign = if by < 0 { '\u{2212}' } else { '+' };
    format!(" {sign} {}", by.unsigned_abs())
}

impl Target {
    /// The number to reach and what it is: "AGI 8", "5 (difficulty)".
    pub fn words(&self) -> String {
        let (Target::AtMost { name, number } | Target::AtLeast { name, number }) = self;
        match name.chars().next() {
            None => number.to_string(),
            Some(first) if first.is_uppercase() => format!("{name} {number}"),
            Some(_) => format!("{number} ({name})"),
        }
    }
}

/// Dice side by side: those of one kind share brackets, and those with words of their own are separate.
fn groups<R: Wording>(dice: &[&Die]) -> Vec<String> {
    let is_plain = |it: &Die| it.faces.len() == 1 && R::die_words(it).is_none();
    dice.chunk_by(|a, b| a.sides == b.sides && is_plain(a) && is_plain(b)).map(group::<R>).collect()
}

fn group<R: Wording>(dice: &[&Die]) -> String {
    if let [one] = dice
        && let Some(words) = R::die_words(one)
    {
        return words;
    }
    let faces = dice.iter().map(|it| it.thrown()).collect::<Vec<_>>().join(", ");
    match dice {
        [one] => format!("d{} ({faces})", one.sides),
        several => format!("{}d{} ({faces})", several.len(), several[0].sides),
    }
}

impl Die {
    /// Its faces in the order rolled: "6, 6, 3".
    pub fn thrown(&self) -> String {
        self.faces.iter().map(u16::to_string).collect::<Vec<_>>().join(", ")
    }
}

impl Line {
    /// Adds a roll.
    pub fn rolled<R: Wording>(mut self, fight: &FightState<R>, roll: &Roll<R>) -> Line {
        self.roll = Some(RollView::of(fight, roll));
        if roll.secret {
            self.audience = Audience::Gm;
        }
        self.by(roll.rule)
    }
}

impl RollView {
    /// A roll as viewers who may know its target read it.
    fn of<R: Wording>(fight: &FightState<R>, roll: &Roll<R>) -> RollView {
        RollView {
            who: roll.who.map_or_else(|| "The table".to_owned(), |it| fight.name(it).to_owned()),
            what: roll.what.clone(),
            equation: roll.equation(),
            brief: roll.brief_equation(),
            outcome: roll.outcome_words(),
            rule: roll.rule.citation(),
        }
    }
}
