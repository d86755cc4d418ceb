//! Dice in fewer characters, for where there's little room: what the short account leaves out is under Details.

/// Dice with how an exploding one counts beside its face: "d6 (6\u{2192}5, 3) = 8" for "d6 (6, 3; each 6 counts as 5) = 8".
pub(super) fn counted_beside(text: &str) -> String {
    let mut parts = text.split("; each ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |before, it| {
        let counting = it.split_once(')').and_then(|(counting, after)| {
            let (face, counts) = counting.split_once(" counts as ").filter(|it| is_number(it.0) && is_number(it.1))?;
            Some((face, counts, after, before.rfind('(')?))
        });
        match counting {
            Some((face, counts, after, at)) => {
                let (dice, faces) = before.split_at(at + 1);
                let faces = faces
                    .split(", ")
                    .map(|it| if it == face { format!("{it}\u{2192}{counts}") } else { it.to_owned() });
                format!("{dice}{}){after}", faces.collect::<Vec<_>>().join(", "))
            }
            None => format!("{before}; each {it}"),
        }
    })
}

/// The most faces that a pool shows where there's little room.
const FACES_MAX: usize = 3;

/// A large pool without its faces: "8d6 = 2 successes".
pub(super) fn without_many_faces(text: &str) -> String {
    let mut parts = text.split(" (");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let faces = part.split_once(") = ").filter(|(faces, _)| {
            let faces: Vec<&str> = faces.split(", ").collect();
            faces.len() > FACES_MAX && faces.iter().all(|it| it.parse::<u32>().is_ok())
        });
        told = match faces {
            Some((_, after)) => format!("{told} = {after}"),
            None => format!("{told} ({part}"),
        };
    }
    told
}

/// Which of several dice counts, in a word: "2d6 (2, 5; higher)".
pub(super) fn which_counts(text: &str) -> String {
    ["lower", "lowest", "higher", "highest"]
        .iter()
        .fold(text.to_owned(), |text, which| text.replace(&format!("; the {which})"), &format!("; {which})")))
}

/// Dice without those of their faces that don't count by themselves, which Details has: "d12 + d10 + 3 = 19". Of one that explodes, or of which only
/// one counts, what it comes to is left.
pub(super) fn without_faces(text: &str) -> String {
    let mut parts = text.split(" (");
    let mut told = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_dice = told.rsplit(' ').next().is_some_and(is_die);
        let is_face = |it: char| it.is_ascii_digit() || matches!(it, ',' | ' ' | '\u{2192}');
        let is_added_up = |after: &str| [EQUALS, " + ", " \u{2212} "].iter().any(|it| after.starts_with(it));
        let is_list = |faces: &str| faces.chars().all(is_face);
        match part.split_once(')').filter(|_| is_dice) {
            // What a die that explodes comes to would look wrong beside it without a word, and so would one of several.
            Some((faces, after)) if faces.contains('\u{2192}') && is_list(faces) && after.starts_with(EQUALS) => {
                told.push_str(&format!(" {EXPLODING}{after}"));
            }
            Some((faces, after)) if is_list(faces) && is_added_up(after) => told.push_str(after),
            Some((faces, after)) if one_of(faces).is_some() => {
                without_last_word(&mut told);
                told.push_str(&format!("{}{after}", one_of(faces).unwrap_or_default()));
            }
            _ => told.push_str(&format!(" ({part}")),
        }
    }
    told
}

/// Of several groups of dice of which one counts, what that comes to: "2" for "(d4 (4\u{2192}3, 1), d4 (2); lower)".
pub(super) fn one_of_several(text: &str) -> String {
    for which in ["lower", "lowest", "higher", "highest"] {
        let end = format!("); {which})");
        let Some(to) = text.find(&end) else { continue };
        // A bracket before dice is the one around all groups: their own stand behind.
        let Some(start) = text[..to].rfind("(d") else { continue };
        let groups: Option<Vec<i32>> = text[start + 1..to].split("), ").map(sum_of).collect();
        let Some(groups) = groups else { continue };
        let counts = if which.starts_with("low") { groups.into_iter().min() } else { groups.into_iter().max() };
        if let Some(counts) = counts {
            return format!("{}{counts}{}", &text[..start], &text[to + end.len()..]);
        }
    }
    text.to_owned()
}

/// What one group of dice comes to: 7 of "d4 (4\u{2192}3, 4\u{2192}3, 1".
fn sum_of(group: &str) -> Option<i32> {
    let (_, faces) = group.split_once(" (")?;
    let counts = |it: &str| it.rsplit('\u{2192}').next()?.trim_end_matches(')').parse::<i32>().ok();
    faces.split(", ").map(counts).sum()
}

/// What dice come to in their place: "13 vs 11" for "d12 + d10 + 1 = 13 vs 11".
pub(super) fn totals(text: &str) -> String {
    let mut told: Vec<String> = vec![];
    for word in text.split(' ') {
        let is_behind_die = told.last().is_some_and(|it| is_die(it));
        if word == EXPLODING && is_behind_die {
            continue;
        }
        if word == "=" {
            let is_part = |it: &String| is_die(it) || is_number(it) || matches!(it.as_str(), "+" | "\u{2212}");
            let from = told.iter().rposition(|it| !is_part(it)).map_or(0, |at| at + 1);
            if told[from..].iter().any(|it| is_die(it)) {
                told.truncate(from);
                continue;
            }
        }
        // A single die and its face.
        let face = word.strip_prefix('(').and_then(|it| it.split_once(')')).filter(|it| is_number(it.0));
        match face {
            Some((face, rest)) if is_behind_die => {
                told.pop();
                told.push(format!("{face}{rest}"));
            }
            _ => told.push(word.to_owned()),
        }
    }
    told.join(" ")
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|it| it.is_ascii_digit())
}

/// "d20", "2d6".
fn is_die(word: &str) -> bool {
    word.split_once('d').is_some_and(|(count, sides)| (count.is_empty() || is_number(count)) && is_number(sides))
}

/// What stands behind a die that explodes, in the place of its faces.
const EXPLODING: &str = "(exploding)";
/// What stands before what dice come to.
const EQUALS: &str = " = ";

/// Removes the last word, which names dice.
fn without_last_word(told: &mut String) {
    told.truncate(told.rfind(' ').map_or(0, |at| at + 1));
}

/// The one face that counts: 2 of "4, 2; lower".
fn one_of(faces: &str) -> Option<u32> {
    let (faces, which) = faces.split_once("; ")?;
    let faces: Option<Vec<u32>> = faces.split(", ").map(|it| it.parse().ok()).collect();
    match which {
        "lower" | "lowest" => faces?.into_iter().min(),
        "higher" | "highest" => faces?.into_iter().max(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Dice lose what explains them, and nothing that people have written.
    #[test]
    fn dice_are_told_shorter() {
        let exploding = "Ogre swings at Ana: (d4 (4, 4, 1; each 4 counts as 3), d4 (2); lower 2) damage.";
        assert_eq!(
            counted_beside(exploding),
            "Ogre swings at Ana: (d4 (4\u{2192}3, 4\u{2192}3, 1), d4 (2); lower 2) damage."
        );
        let said = "Ana: hold; each of you (all) run";
        assert_eq!(counted_beside(said), said);
        assert_eq!(without_many_faces("5d6 (1, 6, 6, 2, 3) = 2 successes vs 1"), "5d6 = 2 successes vs 1");
        for kept in ["2d6 (3, 5) = 8 vs 7, hit", "Ana (a, b, c, d, e) = 5", "3d6 (5, 3, 3; highest 5) vs 5"] {
            assert_eq!(without_many_faces(kept), kept);
        }
    }

    /// What's left at last: what the dice come to.
    #[test]
    fn dice_become_totals() {
        for (dice, told) in [
            ("Fire drake attacks Bo: d12 + d10 + 1 = 13 vs 11, hit.", "Fire drake attacks Bo: 13 vs 11, hit."),
            ("luck d20 (19), 2d6 + 1 = 3 vs 6, hit", "luck 19, 3 vs 6, hit"),
            ("Bo swings at Orc: d6 (2). Orc is hurt.", "Bo swings at Orc: 2. Orc is hurt."),
            ("8d6 = 2 successes vs 1", "2 successes vs 1"),
            ("Ana says: 2 + 2 = 4", "Ana says: 2 + 2 = 4"),
        ] {
            assert_eq!(totals(dice), told);
        }
        let groups = "swings at Bo: (d4 (4\u{2192}3, 4\u{2192}3, 1), d4 (2); lower). Bo counters";
        assert_eq!(one_of_several(groups), "swings at Bo: 2. Bo counters");
    }

    /// With little room, dice lose the faces that don't count by themselves, and only those.
    #[test]
    fn faces_are_left_out_last() {
        for (dice, told) in [
            ("d12 (11) + d10 (5) + 3 = 19 vs 9, hit", "d12 + d10 + 3 = 19 vs 9, hit"),
            ("Damage: d6 (6\u{2192}5, 4) = 9", "Damage: d6 (exploding) = 9"),
            ("Orc swings: 2d4 (2, 1; lower). Ana counters", "Orc swings: 1. Ana counters"),
            ("3d6 (5, 1, 3; highest) vs 5, hit", "5 vs 5, hit"),
            ("d6 (4). Ana has 4 left", "d6 (4). Ana has 4 left"),
            ("Ana (12) = me", "Ana (12) = me"),
            ("takes 1 damage (3 left)", "takes 1 damage (3 left)"),
        ] {
            assert_eq!(without_faces(dice), told);
        }
        assert_eq!(which_counts("2d6 (2, 5; the higher) vs 5"), "2d6 (2, 5; higher) vs 5");
    }
}
