//! Words that every sentence needs, whatever it's about. Contains nothing of any system.

/// "a, b and c"; empty for an empty list.
pub fn list<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "and")
}

/// "a, b or c"; empty for an empty list.
pub fn one_of<T: AsRef<str>>(names: &[T]) -> String {
    joined(names, "or")
}

fn joined<T: AsRef<str>>(names: &[T], last_by: &str) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [rest @ .., last] if !rest.is_empty() => format!("{} {last_by} {last}", rest.join(", ")),
        names => names.concat(),
    }
}

/// So many names are said in full.
pub const NAMED_MAX: usize = 4;

/// A few names in full, more in short: "Ana and Bo", "8 Goblins".
pub fn few_or_kinds(names: &[String]) -> String {
    match names.len() > NAMED_MAX {
        true => in_kinds(names.iter().map(String::as_str)),
        false => list(names),
    }
}

/// Names in short: "8 Goblins and Leader" for Goblin 1 to 8 and their leader.
pub fn in_kinds<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut kinds: Vec<(&str, &str, usize)> = vec![];
    for name in names {
        match kinds.iter_mut().find(|it| it.0 == unnumbered(name)) {
            Some(known) => known.2 += 1,
            None => kinds.push((unnumbered(name), name, 1)),
        }
    }
    let kind = |(kind, name, count): (&str, &str, usize)| match count {
        1 => name.to_owned(),
        _ => format!("{count} {}", plural(kind)),
    };
    list(&kinds.into_iter().map(kind).collect::<Vec<_>>())
}

/// A name without the number at its end: "Bandit" for "Bandit 2".
pub fn unnumbered(name: &str) -> &str {
    match name.rsplit_once(' ') {
        Some((kind, number)) if !kind.is_empty() && number.chars().all(|it| it.is_ascii_digit()) => kind,
        _ => name,
    }
}

/// Several of a kind, by its name: "Goblins", "Wolves", "Bowmen".
pub fn plural(kind: &str) -> String {
    let ends = |end: &str| kind.to_lowercase().ends_with(end);
    let cut = |letters: usize, end: &str| {
        let kept: String = kind.chars().take(kind.chars().count() - letters).collect();
        kept + end
    };
    let after_consonant = |last: char| {
        let before = kind.chars().rev().nth(1);
        kind.ends_with(last) && before.is_some_and(|it| !"aeiou".contains(it.to_ascii_lowercase()))
    };
    if ends("man") && !ends("human") && !ends("shaman") {
        cut(2, "en")
    } else if ends("wolf") || ends("thief") || ends("elf") || ends("dwarf") {
        cut(1, "ves")
    } else if after_consonant('y') {
        cut(1, "ies")
    } else if ["s", "x", "ch", "sh"].into_iter().any(ends) {
        format!("{kind}es")
    } else {
        format!("{kind}s")
    }
}
