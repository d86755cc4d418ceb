//! /roll: private dice, outside any fight. Typed expressions are limited before any memory is reserved for dice; it has nothing to do with
//! a fight's committed dice.

use super::context::{Context, Done, answer};
use crate::discord::{app_error::AppError, limits::length, message::Message, reply::Answer, text};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The maximum length of an expression, in characters.
const TYPED_MAX: usize = 100;
/// The maximum number of dice in an expression, including repetitions.
const DICE_MAX: u64 = 200;
/// The maximum number of sides.
const SIDES_MAX: u64 = 1_000;
/// The maximum for other numbers.
const NUMBER_MAX: u64 = 100_000;
/// The maximum product of all numbers in an expression that multiplies.
const PRODUCT_MAX: f64 = 1e15;
/// The maximum number of repetitions.
const TIMES_MAX: u64 = 20;
/// The maximum length of the dice shown, in characters.
const DICE_SHOWN_MAX: usize = 1_200;
/// The maximum nesting of brackets.
const DEPTH_MAX: usize = 6;

/// Roll dice: 2d6+3, 4d6 K3, d20
#[poise::command(slash_command)]
pub async fn roll(
    ctx: Context<'_>,
    #[description = "2d6+3 · 4d6 K3 keeps the highest three · d6 ie6 explodes"]
    #[max_length = 100]
    dice: String,
) -> Done {
    answer(ctx, |_, context| async move {
        let dice = text::one_line(&dice);
        let rolled = rolled(&dice).map_err(AppError::say)?;
        let line = format!(
            "<@{}> rolls {}: {}",
            context.user_id,
            text::escape(&dice),
            with_its_total(&rolled, DICE_SHOWN_MAX)
        );
        Ok(Answer::Say(Message::text(line)))
    })
    .await
}

/// If there are too many dice to show, the first ones are shown, and always the total.
fn with_its_total(rolled: &str, most: usize) -> String {
    if length(rolled) <= most {
        return rolled.to_owned();
    }
    let (dice, total) = rolled.rsplit_once("` = ").unwrap_or((rolled, ""));
    let shown: String = dice.chars().take(most).collect();
    let shown = shown.rsplit_once(", ").map_or(shown.as_str(), |it| it.0);
    format!("{shown}, \u{2026}` = {total}")
}

/// Rolls an expression.
///
/// # Errors
/// What's wrong with it, or exceeds a limit, in a sentence.
pub fn rolled(typed: &str) -> Result<String, String> {
    bounded(typed)?;
    // Text after a colon is a comment, and shown as typed; caith would show it unescaped.
    let typed = typed.split(':').next().unwrap_or_default();
    let run = || caith::Roller::new(typed.trim()).and_then(|roller| roller.roll()).map(|it| it.to_string());
    let unclear =
        || format!("I can\u{2019}t read \u{201c}{typed}\u{201d} as dice. Write them like 2d6+3, 4d6 K3 or d20.");
    // caith parses numbers with unwrap; nothing within our limits has been seen to panic, and if it did, it would be a refusal.
    match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(_)) | Err(_) => Err(unclear()),
    }
}

/// Refuses whatever exceeds a limit before caith parses it.
fn bounded(typed: &str) -> Result<(), String> {
    if typed.chars().count() > TYPED_MAX {
        return Err(format!("That\u{2019}s too long: the maximum is {TYPED_MAX} characters."));
    }
    if !typed.is_ascii() {
        return Err(format!("I can\u{2019}t read \u{201c}{typed}\u{201d} as dice. Write them like 2d6+3."));
    }
    let deepest = typed.chars().scan(0usize, |depth, it| {
        match it {
            '(' => *depth += 1,
            ')' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some(*depth)
    });
    if deepest.max().unwrap_or(0) > DEPTH_MAX {
        return Err(format!("Brackets can be nested at most {DEPTH_MAX} deep."));
    }
    let (mut dice, mut times, mut sides) = (0u64, 1u64, 0u64);
    for (word, number) in words(typed) {
        // A number that's too long counts as the largest there is.
        let number = number.map(|digits| digits.parse().unwrap_or(u64::MAX));
        match (word.as_str(), number) {
            ("^" | "^+" | "^#", Some(number)) => times = number,
            ("d" | "D", Some(number)) if sides == 0 || number > 0 => sides = number,
            ("ie" | "!", number) if number.unwrap_or(sides) * 2 <= sides || number == Some(1) || sides < 2 => {
                return Err("Dice can only explode on the upper half of their faces; otherwise they might never stop."
                    .to_owned());
            }
            // If nothing is rerolled, caith shows no dice and a total of 0, which would be wrong.
            ("ir", _) => {
                return Err("Endless rerolls aren\u{2019}t supported. r rerolls once, as in 4d6 r2.".to_owned());
            }
            _ => {}
        }
        let most = if matches!(word.as_str(), "d" | "D") { SIDES_MAX } else { NUMBER_MAX };
        if number.is_some_and(|it| it > most) {
            return Err(format!(
                "That is too much: at most {DICE_MAX} dice with at most {SIDES_MAX} sides, and no number above {NUMBER_MAX}."
            ));
        }
        if word.is_empty() || !word.ends_with(['d', 'D']) {
            sides = if matches!(word.as_str(), "ie" | "!" | "ir" | "e" | "r" | "K" | "k") { sides } else { 0 };
        }
    }
    // The product of all numbers is an upper bound for the result; what fits into 15 digits can't overflow.
    let product =
        words(typed).iter().filter_map(|it| it.1.as_ref()?.parse::<f64>().ok()).map(|it| it.max(1.0)).product::<f64>();
    if typed.contains('*') && product * DICE_MAX as f64 > PRODUCT_MAX {
        return Err(format!("That multiplies to too much: no number may exceed {NUMBER_MAX}."));
    }
    for count in counts(typed) {
        dice = dice.saturating_add(count);
    }
    if times > TIMES_MAX || dice.saturating_mul(times) > DICE_MAX {
        return Err(format!(
            "That is too much: at most {DICE_MAX} dice with at most {SIDES_MAX} sides, at most {TIMES_MAX} times."
        ));
    }
    Ok(())
}

/// The expression as words, each with the number after it.
fn words(typed: &str) -> Vec<(String, Option<String>)> {
    let mut all: Vec<(String, Option<String>)> = vec![];
    let mut word = String::new();
    let mut digits = String::new();
    for letter in typed.chars().filter(|it| !it.is_whitespace()).chain(['+']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if !digits.is_empty() {
            all.push((std::mem::take(&mut word), Some(std::mem::take(&mut digits))));
        } else if !letter.is_ascii_alphabetic() && !word.is_empty() && !word.starts_with('^') {
            all.push((std::mem::take(&mut word), None));
        }
        if !matches!(letter, '+' | '-' | '*' | '/' | '(' | ')' | '[' | ']' | ',') || word.starts_with('^') {
            word.push(letter);
        }
    }
    all
}

/// The number of dice in each of its rolls.
fn counts(typed: &str) -> Vec<u64> {
    let tight: Vec<char> = typed.chars().filter(|it| !it.is_whitespace()).collect();
    let mut counts = vec![];
    for (at, _) in tight.iter().enumerate().filter(|(_, it)| matches!(it, 'd' | 'D')) {
        let digits: String = tight[..at].iter().rev().take_while(|it| it.is_ascii_digit()).collect();
        let digits: String = digits.chars().rev().collect();
        counts.push(if digits.is_empty() { 1 } else { digits.parse().unwrap_or(u64::MAX) });
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever exceeds a limit is refused with a sentence before anything is allocated; ordinary expressions are rolled.
    #[test]
    fn too_much_is_refused_in_words() {
        for typed in [
            "d20",
            "2d6+3",
            "4d6 K3",
            "d6 ie6",
            "(d6 + 1) ^ 3",
            "2d10 + 1d4 - 2",
            "3d6!",
            "d20 r1",
            "100",
            "3 * 2d6 * 10",
        ] {
            assert!(rolled(typed).is_ok(), "{typed}: {:?}", rolled(typed));
        }
        for typed in [
            "999999999d999999999",
            "1d99999999999999999999999999",
            "99999999999999999999999999d6",
            "201d6",
            "(20d6) ^ 21",
            "(11d6)^20",
            "d6 ie1",
            "d6 !1",
            "d1!",
            "d6 ir6",
            "d6 ir5",
            "((((((((1))))))))",
            "d0",
            "banana",
            "",
            "1d6 + \u{1F3B2}",
            "d6 d99999999999999999999",
            "99999*99999*99999*99999*99999",
            "-99999 * 99999 * 99999 * 99999",
            "1/0",
        ] {
            assert!(rolled(typed).is_err(), "{typed}: {:?}", rolled(typed));
        }
        assert!(rolled("999999999d999999999").unwrap_err().starts_with("That is too much: at most 200 dice"));
    }
    /// However many dice there are, their total is shown; a comment can't affect the message's markup.
    #[test]
    fn the_total_is_always_shown() {
        for typed in ["200d1000", "200d6 r6 r5", "200d1000!", "(20d1000) ^ 10", "100d1000 + 100d1000 - 3"] {
            let rolled = rolled(typed).expect("dice");
            let shown = with_its_total(&rolled, 300);
            assert!(length(&shown) < 400, "{shown}");
            assert!(shown.contains("= **"), "{shown}");
            assert_eq!(shown.matches('`').count() % 2, 0, "{shown}");
            assert_eq!(
                shown.rsplit_once('='),
                rolled.rsplit_once('=').map(|it| (shown.rsplit_once('=').expect("=").0, it.1))
            );
        }
        let rolled = rolled("1d6 : `@everyone` https://x.example").expect("dice");
        assert!(!rolled.contains("everyone") && !rolled.contains("https"), "{rolled}");
    }
}
