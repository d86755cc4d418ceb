//! Finds what a player means by a typed name: the exact name, the only one that starts that way, or a sentence with the closest matches.

use super::{spelling::folded, wording::few_or_kinds};

/// A name in the form used for comparison: lower case, words joined by hyphens.
pub fn key(name: &str) -> String {
    if name.is_ascii() {
        let mut key = String::with_capacity(name.len());
        key.extend(ascii_key(name));
        return key;
    }
    folded(name).split(parts_words).filter(|it| !it.is_empty()).collect::<Vec<_>>().join("-")
}

/// Whether this is the [`key`] of that name. Allocates no string, because whole tables are searched like this.
pub fn has_key(name: &str, key: &str) -> bool {
    if name.is_ascii() { ascii_key(name).eq(key.chars()) } else { self::key(name) == key }
}

fn parts_words(character: char) -> bool {
    character.is_whitespace() || character == '_' || character == '-'
}

/// The key of a name whose letters each fold on their own, which most names do.
fn ascii_key(name: &str) -> impl Iterator<Item = char> + '_ {
    let (mut begun, mut gap) = (false, false);
    name.chars()
        .flat_map(move |character| {
            if parts_words(character) {
                gap = begun;
                return [None, None];
            }
            if character.is_ascii_control() {
                return [None, None]; // invisible, so drop it
            }
            begun = true;
            let hyphen = std::mem::take(&mut gap).then_some('-');
            [hyphen, Some(character.to_ascii_lowercase())]
        })
        .flatten()
}

/// The result of looking for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named<T> {
    /// This one is meant.
    One(T),
    /// Several names start that way.
    Several(Vec<String>),
    /// None does; these come closest.
    None(Vec<String>),
}

/// How many similar names to suggest.
const SUGGESTIONS: usize = 3;
/// How similar a name must be to be suggested, from 0 to 1.
const ALIKE: f64 = 0.75;

/// Words before a name that don't matter.
const ARTICLES: [&str; 3] = ["the ", "a ", "an "];

/// Looks for `typed` among names: an exact match, then a name that starts that way, then one with a word that starts that way. Compares
/// what [`folded`] leaves; if that finds nothing, a hyphen is as good as a space.
pub fn find<T: Clone>(typed: &str, among: impl IntoIterator<Item = (String, T)>) -> Named<T> {
    let all: Vec<(String, String, T)> = among.into_iter().map(|(name, it)| (folded(&name), name, it)).collect();
    match find_folded(&folded(typed), &all) {
        Named::None(close) => {
            let spaced = |name: &str| name.replace(['-', '_'], " ");
            let all: Vec<(String, String, T)> =
                all.into_iter().map(|(folded, name, it)| (spaced(&folded), name, it)).collect();
            match find_folded(spaced(&folded(typed)).trim(), &all) {
                Named::None(_) => Named::None(close),
                found => found,
            }
        }
        found => found,
    }
}

/// The combatant that's meant, or a sentence with the names that come close; if none does, with whoever is here.
///
/// # Errors
/// That sentence.
pub fn combatant<T: Clone>(typed: &str, here: &[(String, T)]) -> Result<T, String> {
    let found = find(typed, here.iter().cloned());
    let is_strange = matches!(&found, Named::None(close) if close.is_empty()) && !here.is_empty();
    found.or_say("combatant", typed).map_err(|why| {
        let names: Vec<String> = here.iter().map(|it| it.0.clone()).collect();
        if is_strange { format!("{why} Here: {}.", few_or_kinds(&names)) } else { why }
    })
}

fn find_folded<T: Clone>(typed: &str, all: &[(String, String, T)]) -> Named<T> {
    let found = among_folded(typed, all);
    // A combatant may be called "The Leader"; otherwise, ignore an article.
    match (found, ARTICLES.iter().find_map(|it| typed.strip_prefix(it))) {
        (Named::None(_), Some(bare)) => among_folded(bare, all),
        (found, _) => found,
    }
}

fn among_folded<T: Clone>(typed: &str, all: &[(String, String, T)]) -> Named<T> {
    if typed.is_empty() {
        return Named::None(all.iter().take(SUGGESTIONS).map(|it| it.1.clone()).collect());
    }
    let tries: [&dyn Fn(&str) -> bool; 3] = [&|name| name == typed, &|name| name.starts_with(typed), &|name| {
        name.split_whitespace().any(|word| word.starts_with(typed))
    }];
    for fit in tries {
        let fits: Vec<&(String, String, T)> = all.iter().filter(|it| fit(&it.0)).collect();
        match fits.as_slice() {
            [] => {}
            [(.., one)] => return Named::One(one.clone()),
            several => return Named::Several(several.iter().map(|it| it.1.clone()).collect()),
        }
    }
    let alike = |it: &(String, String, T)| (strsim::jaro_winkler(typed, &it.0), it.1.clone());
    let mut close: Vec<(f64, String)> = all.iter().map(alike).filter(|(alike, _)| *alike >= ALIKE).collect();
    close.sort_by(|a, b| b.0.total_cmp(&a.0));
    Named::None(close.into_iter().take(SUGGESTIONS).map(|(_, name)| name).collect())
}

/// The most candidates listed for an ambiguous name; it says how many more there are.
const SEVERAL_MAX: usize = 8;

impl<T> Named<T> {
    /// The match, or a sentence with the names that come close; `what` is what was looked for, such as "combatant".
    pub fn or_say(self, what: &str, typed: &str) -> Result<T, String> {
        let list = |names: &[String]| names.join(", ");
        match self {
            Named::One(it) => Ok(it),
            Named::Several(names) => {
                let more = match names.len().saturating_sub(SEVERAL_MAX) {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let names = list(&names[..names.len().min(SEVERAL_MAX)]);
                Err(format!("\u{201c}{typed}\u{201d} could be {names}{more}. Say which."))
            }
            Named::None(close) if close.is_empty() => {
                Err(format!("There is no {what} called \u{201c}{typed}\u{201d}."))
            }
            Named::None(close) => {
                Err(format!("There is no {what} called \u{201c}{typed}\u{201d}. Did you mean {}?", either(&close)))
            }
        }
    }
}

/// "A, B or C".
pub fn either(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Vec<(String, u8)> {
        [("Bandit 1", 1), ("Bandit 2", 2), ("Sybilla", 3), ("Old Theobald", 4)].map(|(a, b)| (a.to_owned(), b)).to_vec()
    }

    /// The fast way to a key, for plain letters, gives the same result as the slow one, whatever the name contains.
    #[test]
    fn the_short_way_to_a_key_leads_where_the_long_one_does() {
        let long =
            |name: &str| folded(name).split(parts_words).filter(|it| !it.is_empty()).collect::<Vec<_>>().join("-");
        let signs = ['a', 'B', ' ', '-', '_', '\t', '\u{b}', '\u{1c}', '\u{7f}', '7', '\u{e9}'];
        for number in 0..signs.len().pow(5) {
            let name: String = (0..5).map(|at| signs[number / signs.len().pow(at) % signs.len()]).collect();
            assert_eq!(key(&name), long(&name), "{name:?}");
            assert!(has_key(&name, &long(&name)) && !has_key(&name, "another"), "{name:?}");
        }
    }

    /// Any unambiguous start of a name is enough; a name that fits two lists both; an unknown one lists the closest.
    #[test]
    fn a_start_is_enough_two_are_named_and_strangers_get_the_closest() {
        assert_eq!(find("bandit 2", table()), Named::One(2));
        assert_eq!(find("syb", table()), Named::One(3));
        assert_eq!(find("theo", table()), Named::One(4));
        assert_eq!(find("Band", table()), Named::Several(vec!["Bandit 1".into(), "Bandit 2".into()]));
        assert_eq!(find("Sibylla", table()), Named::None(vec!["Sybilla".into()]));
        assert_eq!(find("the bandit 2", table()), Named::One(2));
        assert_eq!(find("a syb", table()), Named::One(3));
        assert!(matches!(find("the", [("The Leader".to_owned(), 5), ("Thea".to_owned(), 6)]), Named::Several(_)));
        assert_eq!(find("the leader", [("The Leader".to_owned(), 5), ("Leader".to_owned(), 6)]), Named::One(5));
        assert_eq!(
            find::<u8>("Sibylla", table()).or_say("combatant", "Sibylla").unwrap_err(),
            "There is no combatant called \u{201c}Sibylla\u{201d}. Did you mean Sybilla?"
        );
        assert_eq!(
            combatant("Zz", &table()),
            Err("There is no combatant called \u{201c}Zz\u{201d}. Here: Bandit 1, Bandit 2, Sybilla and Old Theobald."
                .into())
        );
        assert_eq!(
            find::<u8>("", vec![]).or_say("combatant", ""),
            Err("There is no combatant called \u{201c}\u{201d}.".into())
        );
    }
}
