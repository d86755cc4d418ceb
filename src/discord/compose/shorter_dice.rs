//! Dice in fewer characters, for where there's little room: what the short account leaves out is under Details.

/// Dice with how an exploding one counts beside its face: "d6 (6\u{2192}5, 3) = 8" for "d6 (6, 3; each 6 counts 5) = 8".
pub(super) fn counted_beside(text: &str) -> String {
    let mut parts = text.split("; each ");
    let first = parts.next().unwrap_or_default().to_owned();
    let is_number = |it: &str| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit());
    parts.fold(first, |before, it| {
        let counting = it.split_once(')').and_then(|(counting, after)| {
            let (face, counts) = counting.split_once(" counts ").filter(|it| is_number(it.0) && is_number(it.1))?;
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
        let is_dice = told.rsplit(' ').next().and_then(|it| it.split_once('d')).is_some_and(|(count, sides)| {
            let is_number = |it: &str| it.bytes().all(|it| it.is_ascii_digit());
            is_number(count) && is_number(sides) && !sides.is_empty()
        });
        let is_face = |it: char| it.is_ascii_digit() || matches!(it, ',' | ' ' | '\u{2192}');
        let is_added_up = |after: &str| [EQUALS, " + ", " \u{2212} "].iter().any(|it| after.starts_with(it));
        let is_list = |faces: &str| faces.chars().all(is_face);
        match part.split_once(')').filter(|_| is_dice) {
            // What a die that explodes comes to would look wrong beside it, and so would one of several.
            Some((faces, after)) if faces.contains('\u{2192}') && is_list(faces) && after.starts_with(EQUALS) => {
                without_last_word(&mut told);
                told.push_str(&after[EQUALS.len()..]);
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
        let exploding = "Ogre swings at Ana: (d4 (4, 4, 1; each 4 counts 3), d4 (2); lower 2) damage.";
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

    /// With little room, dice lose the faces that don't count by themselves, and only those.
    #[test]
    fn faces_are_left_out_last() {
        for (dice, told) in [
            ("d12 (11) + d10 (5) + 3 = 19 vs 9, hit", "d12 + d10 + 3 = 19 vs 9, hit"),
            ("Damage: d6 (6\u{2192}5, 4) = 9", "Damage: 9"),
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
