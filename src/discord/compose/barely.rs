//! A short account in the fewest words, for where it would take more than its three lines even so: what explains a number goes first, then the dice of
//! damage, then what others did about it. Who did what with which result, and who goes down, stays. Everything is under Details.

use super::shorter_dice::{one_of_several, totals};
use crate::{
    engine::view::list,
    rules::story::brief::{ShortSentence, Weight},
};

/// What the damage that was rolled begins with, where it's a sentence of its own.
const DAMAGE: &str = "Damage: ";

/// What to try, in this order, each on top of the others.
pub(super) const STEPS: [fn(&mut Vec<ShortSentence>); 6] = [
    |it| simply(it),
    without_damage,
    without_rolls_for_harm,
    |it| unexplained(it),
    |it| as_totals(it.get_mut(1..).unwrap_or_default()),
    |it| as_totals(it),
];

/// Everything about the same one in one go, told once.
fn simply(sentences: &mut [ShortSentence]) {
    each(sentences, &|it| one_of_several(it));
}

/// Without the dice of damage, if it's told what that did.
fn without_damage(sentences: &mut Vec<ShortSentence>) {
    let is_dice = |it: &ShortSentence| it.weight == Weight::Harm && it.text.starts_with(DAMAGE);
    if sentences.iter().any(|it| it.weight == Weight::Harm && !is_dice(it)) {
        sentences.retain(|it| !is_dice(it));
    }
}

/// Without rolls that only decide how somebody's harm turns out, which is told next.
fn without_rolls_for_harm(sentences: &mut Vec<ShortSentence>) {
    let mut at = 1;
    while at + 1 < sentences.len() {
        let (roll, next) = (&sentences[at], &sentences[at + 1]);
        let whose = format!("{}\u{2019}s ", next.subject());
        let turns_out = next.weight == Weight::Harm || next.text.starts_with(&format!("{} is ", next.subject()));
        let is_roll = !next.subject().is_empty() && roll.text.starts_with(&whose) && roll.text.contains(": ");
        let decides = roll.weight == Weight::Deed && roll.text.contains(" vs ");
        match is_roll && turns_out && !decides && roll.weight != Weight::Harm {
            true => {
                sentences.remove(at);
                at = at.max(2) - 1; // the one before may be another of them
            }
            false => at += 1,
        }
    }
}

/// Without what stands in brackets behind harm, and without the word "damage" behind its number.
fn unexplained(sentences: &mut [ShortSentence]) {
    let is_harm = |it: &&mut ShortSentence| it.weight == Weight::Harm;
    for it in sentences.iter_mut().filter(is_harm) {
        it.text = only_taken(&it.text);
        it.said = it.said.iter().map(|it| only_taken(it)).collect();
    }
}

/// "Ana takes 16" for "Ana takes 16 damage (4/20 left)", and "is down" for "is down (critical)".
fn only_taken(text: &str) -> String {
    let text = text.replace("is down (critical)", "is down");
    let Some((before, after)) = text.split_once("takes ") else { return text };
    let digits = after.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = after.split_at(digits);
    if digits == 0 {
        return text;
    }
    let rest = rest.strip_prefix(" damage").unwrap_or(rest);
    let rest = rest.strip_prefix(" (").and_then(|it| it.split_once(')')).map_or(rest, |it| it.1);
    format!("{before}takes {number}{rest}")
}

/// With what dice come to in their place: last of all in what was done first, since that's the roll people look for.
fn as_totals(sentences: &mut [ShortSentence]) {
    each(sentences, &|it| totals(&without_occasion(it)));
}

/// "Ana\u{2019}s STR save: 12" for "Ana\u{2019}s STR save, against being grabbed: 12".
fn without_occasion(roll: &str) -> String {
    let Some((named, rest)) = roll.split_once(": ") else { return roll.to_owned() };
    match named.split_once(", ").filter(|it| it.0.contains("\u{2019}s ")) {
        Some((named, _)) => format!("{named}: {rest}"),
        None => roll.to_owned(),
    }
}

fn each(sentences: &mut [ShortSentence], shorten: &dyn Fn(&str) -> String) {
    for it in sentences {
        it.text = shorten(&it.text);
        it.shorter = it.shorter.take().map(|it| shorten(&it).into());
    }
}

/// Removes what matters least: a roll, something that came of it, what somebody else did; of a deed that has hurt somebody, all but who did it. Returns
/// whether there was such a thing.
pub(super) fn without_the_least(sentences: &mut Vec<ShortSentence>) -> bool {
    let doer = sentences.first().map(|it| it.subject().to_owned()).unwrap_or_default();
    let is = |it: &ShortSentence, weight| {
        it.weight == weight && (weight != Weight::Deed || (it.subject() != doer && it.shorter.is_some()))
    };
    for weight in [Weight::Roll, Weight::Outcome, Weight::Deed] {
        for at in (1..sentences.len()).rev().filter(|at| is(&sentences[*at], weight)) {
            let (deed, next) = (&sentences[at], sentences.get(at + 1));
            let hurts = next.is_some_and(|it| it.weight == Weight::Harm && it.subject() != deed.subject());
            if !hurts || weight != Weight::Deed {
                sentences.remove(at);
                return true;
            }
            if let Some(bare) = without_its_roll(&deed.text) {
                sentences[at].text = bare;
                return true;
            }
        }
    }
    false
}

/// Removes one between the first and the last: what harmed nobody, or else the earliest. Returns whether there was one.
pub(super) fn without_the_middle(sentences: &mut Vec<ShortSentence>) -> bool {
    if sentences.len() <= 2 {
        return false;
    }
    let between = 1..sentences.len() - 1;
    let at = between.clone().find(|at| sentences[*at].weight != Weight::Harm).unwrap_or(between.start);
    sentences.remove(at);
    true
}

/// "Bo attacks Orc." for "Bo attacks Orc with a sword: d20 (3) + 5 = 8 vs 12, misses."; `None` if nothing is left to leave out.
fn without_its_roll(text: &str) -> Option<String> {
    let bare = text.split([':', ',']).next().map(|it| it.split(" with ").next().unwrap_or(it))?;
    (bare.len() + 1 < text.len()).then(|| format!("{bare}."))
}

/// What's said of one person, in the fewest words: what befalls them twice is counted, and what's the same but for what's in its brackets is
/// told once: "survives by 2 omens, is down and injured (lamed, scar)". Two blows are told as two, each with what it took.
pub(super) fn said_once(all: &[String]) -> String {
    // What they have now, of the same, is what counts.
    let has = |it: &str| it.strip_prefix("has ").and_then(|it| it.rsplit(' ').next().map(str::to_owned));
    let is_outdated =
        |at: usize| has(&all[at]).is_some_and(|what| all[at + 1..].iter().any(|it| has(it).as_deref() == Some(&*what)));
    let all: Vec<&String> = (0..all.len()).filter(|at| !is_outdated(*at)).map(|at| &all[at]).collect();
    let mut told: Vec<(String, Vec<String>, usize)> = vec![];
    for said in all {
        let (what, within) = match said.strip_suffix(')').and_then(|it| it.rsplit_once(" (")) {
            Some((what, within)) => (what.to_owned(), vec![within.to_owned()]),
            None => (said.clone(), vec![]),
        };
        // Two blows of the same strength are two.
        let before = told.iter().position(|it| it.0 == what).filter(|_| !what.starts_with("takes "));
        let (mut more, mut times) = (within, 1);
        if let Some(at) = before {
            let (_, mut earlier, count) = told.remove(at);
            earlier.extend(more.into_iter().filter(|it| !earlier.contains(it)).collect::<Vec<_>>());
            (more, times) = (earlier, count + 1);
        }
        told.push((what, more, times));
    }
    let mut is_before = false;
    let words = told.into_iter().map(|(what, within, times)| {
        let brackets = if within.is_empty() { String::new() } else { format!(" ({})", within.join(", ")) };
        let is = what.strip_prefix("is ").filter(|_| is_before).map(str::to_owned);
        is_before = what.starts_with("is ");
        format!("{}{brackets}", counted(&is.unwrap_or(what), times))
    });
    list(&words.collect::<Vec<String>>())
}

/// How clauses about harm begin, and about what it leaves somebody in.
const OF_HARM: [&str; 9] =
    ["takes ", "survives ", "falls ", "loses ", "keeps ", "dies", "flees", "surrenders", "leaves the fight"];

/// The same of whoever's state is told, without anything but that and harm: "is out" for "has 2 lesser Harm, is out and drops the bow".
pub(super) fn said_least(all: &[String]) -> String {
    // The roll says that it hits.
    let all: Vec<String> = all.iter().filter(|it| !it.starts_with("is hit ")).cloned().collect();
    let is_state = |it: &String| it.starts_with("is ") && !it.starts_with("is no longer ");
    if !all.iter().any(is_state) {
        return said_once(&all);
    }
    let is_kept = |it: &&String| is_state(it) || OF_HARM.iter().any(|begins| it.starts_with(begins));
    said_once(&all.iter().filter(is_kept).cloned().collect::<Vec<_>>())
}

/// "survives by 2 omens" for "survives by an omen" said twice; what can't be counted stays.
fn counted(what: &str, times: usize) -> String {
    let one =
        what.rsplit_once(" an ").or_else(|| what.rsplit_once(" a ")).filter(|it| times > 1 && !it.1.contains(' '));
    one.map_or_else(|| what.to_owned(), |(does, thing)| format!("{does} {times} {thing}s"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(subject: &str, text: &str, weight: Weight) -> ShortSentence {
        let (subject_len, said) = (subject.len(), Box::default());
        ShortSentence { text: text.to_owned(), subject_len, said, weight, shorter: None, unarmed: None }
    }

    /// What was done first and what came of it in the end stay; between them, what harmed nobody goes first.
    #[test]
    fn the_first_and_the_last_stay() {
        let mut told = vec![
            sentence("Ana", "Ana attacks.", Weight::Deed),
            sentence("Orc", "Orc takes 3.", Weight::Harm),
            sentence("Orc", "Orc dodges.", Weight::Deed),
            sentence("Ana", "Ana is down.", Weight::Harm),
        ];
        let mut left = vec![];
        while without_the_middle(&mut told) {
            left.push(told.iter().map(|it| it.text.clone()).collect::<Vec<_>>().join(" "));
        }
        assert_eq!(left, ["Ana attacks. Orc takes 3. Ana is down.", "Ana attacks. Ana is down."]);
    }

    /// What befalls somebody twice is told once, and counted if it can be.
    #[test]
    fn the_same_is_said_once() {
        let said =
            ["takes 16", "survives by an omen", "is down (critical)", "is injured (lamed)", "survives by an omen"];
        let more = ["is down (critical)", "is injured (scar)"];
        let all: Vec<String> = said.into_iter().chain(more).map(str::to_owned).collect();
        assert_eq!(said_once(&all), "takes 16, survives by 2 omens, is down (critical) and injured (lamed, scar)");
        let harm = ["has 1 lesser Harm", "is no longer poisoned", "has 2 lesser Harm"].map(str::to_owned);
        assert_eq!(said_once(&harm), "is no longer poisoned and has 2 lesser Harm");
        let out = ["takes 2", "has 2 lesser Harm", "is out", "drops the bow"].map(str::to_owned);
        assert_eq!(said_least(&out), "takes 2 and is out");
        assert_eq!(said_least(&harm[..2]), "has 1 lesser Harm and is no longer poisoned");
        let dies = ["takes 2", "drops the bow", "is injured (STR)", "dies of the injury"].map(str::to_owned);
        assert_eq!(said_least(&dies), "takes 2, is injured (STR) and dies of the injury");
        let twice = ["takes 3 damage (9 left)", "takes 3 damage (6 left)"].map(str::to_owned);
        assert_eq!(said_once(&twice), "takes 3 damage (9 left) and takes 3 damage (6 left)");
        assert_eq!(said_once(&["parries".to_owned(), "is dying".to_owned()]), "parries and is dying");
    }

    /// That a blow hits is in its roll.
    #[test]
    fn a_hit_is_not_told_again() {
        let hit = ["is hit critically all the same", "takes 7", "falls unconscious"].map(str::to_owned);
        assert_eq!(said_least(&hit), "takes 7 and falls unconscious");
    }

    /// The number that was taken stays, and what isn't harm isn't touched.
    #[test]
    fn harm_is_told_without_what_explains_it() {
        assert_eq!(only_taken("Ana takes 16 damage (armour 3; 4/22 left)."), "Ana takes 16.");
        assert_eq!(only_taken("Ana takes 7 (8 endurance) and falls."), "Ana takes 7 and falls.");
        assert_eq!(only_taken("Ana is down (critical)."), "Ana is down.");
        assert_eq!(only_taken("Ana takes cover (A3)."), "Ana takes cover (A3).");
    }

    /// A roll whose outcome is told next goes, and any other stays.
    #[test]
    fn rolls_for_harm_are_left_out() {
        let mut all = vec![
            sentence("Orc", "Orc swings at Ana: 8.", Weight::Deed),
            sentence("", "Ana\u{2019}s injury: d6 (2).", Weight::Deed),
            sentence("", "Ana\u{2019}s loss by the injury: d4 (1).", Weight::Deed),
            sentence("Ana", "Ana is injured.", Weight::Harm),
            sentence("", "Orc\u{2019}s check to flee: 2d6 (4, 5) = 9 vs 10, fails.", Weight::Deed),
        ];
        without_rolls_for_harm(&mut all);
        let left: Vec<&str> = all.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(left[1..], ["Ana is injured.", "Orc\u{2019}s check to flee: 2d6 (4, 5) = 9 vs 10, fails."]);
    }

    /// Whoever acts keeps their own deeds, and harm stays.
    #[test]
    fn what_matters_least_goes_first() {
        let mut all = vec![
            sentence("Orc", "Orc swings.", Weight::Deed),
            ShortSentence { shorter: Some("Ana ducks.".into()), ..sentence("Ana", "Ana ducks.", Weight::Deed) },
            sentence("", "It rains.", Weight::Outcome),
            sentence("Ana", "Ana dies.", Weight::Harm),
        ];
        while without_the_least(&mut all) {}
        let left: Vec<&str> = all.iter().map(|it| it.text.as_str()).collect();
        assert_eq!(left, ["Orc swings.", "Ana dies."]);
        let blow = "Bo attacks Orc with a sword: d20 (3) + 5 = 8 vs 12, misses.";
        let struck = ShortSentence { shorter: Some("Bo attacks.".into()), ..sentence("Bo", blow, Weight::Deed) };
        let mut all =
            vec![sentence("Orc", "Orc charges.", Weight::Deed), struck, sentence("Orc", "Orc dies.", Weight::Harm)];
        while without_the_least(&mut all) {}
        assert_eq!(all[1].text, "Bo attacks Orc.", "who did it is told");
    }
}
