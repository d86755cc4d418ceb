//! A file of any shape, as far as we read files: texts, whole numbers, yes or no, lists, tables. It's never deeper than [`MAX_DEPTH`],
//! whatever the file contains, and keeps duplicate keys, so that none is silently chosen.

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// The maximum nesting of tables and lists. A character needs four levels.
pub const MAX_DEPTH: usize = 8;

/// A value in a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// A text.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Yes or no.
    Yes(bool),
    /// A list.
    List(Vec<Tree>),
    /// A table, in the file's order; keys may be duplicated.
    Table(Vec<(String, Tree)>),
    /// Something that no character contains: its description.
    Other(&'static str),
}

impl Tree {
    /// Its type, as a noun with its article.
    pub fn kind(&self) -> &'static str {
        match self {
            Tree::Text(_) => "a text",
            Tree::Number(_) => "a number",
            Tree::Yes(_) => "true or false",
            Tree::List(_) => "a list",
            Tree::Table(_) => "a table",
            Tree::Other(kind) => kind,
        }
    }
}

/// Reads a tree with this many levels left.
#[derive(Clone, Copy)]
struct Within(usize);

impl<'de> DeserializeSeed<'de> for Within {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Tree, D::Error> {
        from.deserialize_any(self)
    }
}

impl Within {
    fn deeper<E: Error>(self) -> Result<Within, E> {
        let left = self.0.checked_sub(1);
        left.map(Within).ok_or_else(|| E::custom(format!("it\u{2019}s nested deeper than {MAX_DEPTH} levels")))
    }
}

impl<'de> Visitor<'de> for Within {
    type Value = Tree;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a text, a number, true or false, a list or a table")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.to_owned()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Number(number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Tree, E> {
        Ok(i64::try_from(number).map_or(Tree::Other("a number that is too large"), Tree::Number))
    }

    fn visit_f64<E: Error>(self, _number: f64) -> Result<Tree, E> {
        Ok(Tree::Other("a number with a point"))
    }

    fn visit_bool<E: Error>(self, yes: bool) -> Result<Tree, E> {
        Ok(Tree::Yes(yes))
    }

    fn visit_unit<E: Error>(self) -> Result<Tree, E> {
        Ok(Tree::Other("null"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Tree, A::Error> {
        let inner = self.deeper()?;
        let mut all = vec![];
        while let Some(it) = from.next_element_seed(inner)? {
            all.push(it);
        }
        Ok(Tree::List(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Tree, A::Error> {
        let inner = self.deeper()?;
        let mut all = vec![];
        while let Some(key) = from.next_key::<String>()? {
            all.push((key, from.next_value_seed(inner)?));
        }
        // TOML's dates arrive as a table with a special key of the parser's.
        match all.as_slice() {
            [(key, _)] if key.starts_with("$__toml_private") => Ok(Tree::Other("a date")),
            _ => Ok(Tree::Table(all)),
        }
    }
}

/// Reads JSON.
///
/// # Errors
/// What's wrong and where, in the parser's words.
pub fn json(text: &str) -> Result<Tree, String> {
    let mut from = serde_json::Deserializer::from_str(text);
    let tree = Within(MAX_DEPTH).deserialize(&mut from).map_err(|it| it.to_string())?;
    from.end().map_err(|it| it.to_string())?;
    Ok(tree)
}

/// Reads TOML.
///
/// # Errors
/// What's wrong and where, in the parser's words.
pub fn toml(text: &str) -> Result<Tree, String> {
    let place = |error: ::toml::de::Error| match error.span() {
        Some(span) => {
            let before = text.get(..span.start).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            format!("{} at line {line} column {column}", error.message())
        }
        None => error.message().to_owned(),
    };
    let from = ::toml::Deserializer::parse(text).map_err(place)?;
    Within(MAX_DEPTH).deserialize(from).map_err(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Excessive nesting is refused before it's built, in both formats and in every form; as much as a character needs is read.
    #[test]
    fn depth_is_bounded() {
        for depth in [9, 100, 5_000, 30_000] {
            let lists = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
            assert!(json(&lists).is_err(), "{depth} lists");
            assert!(toml(&format!("a = {lists}")).is_err(), "{depth} lists");
            assert!(json(&"{\"a\":".repeat(depth)).is_err(), "{depth} tables");
            assert!(toml(&format!("a = {}", "{a = ".repeat(depth))).is_err(), "{depth} tables");
            assert!(toml(&format!("{} = 1", vec!["a"; depth].join("."))).is_err(), "{depth} dots");
            assert!(toml(&format!("[{}]", vec!["a"; depth].join("."))).is_err(), "{depth} dots in a heading");
            assert!(toml(&format!("[[{}]]", vec!["a"; depth].join("."))).is_err(), "{depth} dots in a list's heading");
        }
        let words = json("{\"a\":[{\"b\":{\"c\":[1]}}]}").expect("deep enough");
        assert_eq!(toml("[[a]]\nb.c = [1]\n").expect("deep enough"), words);
    }

    /// A duplicate key is kept twice or refused, never chosen; odd values are named.
    #[test]
    fn nothing_is_chosen_in_silence() {
        let twice = Tree::Table(vec![("a".into(), Tree::Number(1)), ("a".into(), Tree::Number(2))]);
        assert_eq!(json("{\"a\":1,\"a\":2}").expect("JSON"), twice);
        assert!(toml("a = 1\na = 2").unwrap_err().contains("line 2"));
        let odd =
            Tree::Table(vec![("a".into(), Tree::Other("a date")), ("b".into(), Tree::Other("a number with a point"))]);
        assert_eq!(toml("a = 2026-11-20\nb = 1.5").expect("TOML"), odd);
        assert_eq!(json("[null, 99999999999999999999]").map(|it| it.kind()), Ok("a list"));
        assert!(json("[1] [2]").is_err(), "something after the end");
    }
}
