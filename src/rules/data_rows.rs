//! Rows of a system's data files. They are read one by one, so that all that is wrong with a file is told at once, and what holds a row
//! holds it by its name: sheets, facts and logs. What a row's words do is the system's affair; nothing is decided here.

use super::names::{has_key, key};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use std::{fmt, ops::Deref};

/// What a row of a data file is.
pub trait Rows: DeserializeOwned + Sized + 'static {
    /// The name of such rows in their file, as `skill` in `[[skill]]`.
    const TABLE: &'static str;

    /// All of them, in the order of the file.
    fn all() -> &'static [Self];
    /// What it is called.
    fn name(&self) -> &str;
    /// Other words for it.
    fn also(&self) -> &[String] {
        &[]
    }
    /// What is wrong with it, besides what cannot be read at all.
    fn problems(&self) -> Vec<String> {
        vec![]
    }
}

/// A row that somebody has: a skill, a suit of armour. It is written by its name.
pub struct DataRow<T: 'static>(&'static T);

impl<T> Clone for DataRow<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for DataRow<T> {}

impl<T> PartialEq for DataRow<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Eq for DataRow<T> {}

impl<T> Deref for DataRow<T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.0
    }
}

impl<T: Rows> fmt::Debug for DataRow<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.name())
    }
}

impl<T: Rows> DataRow<T> {
    /// Every row, in the order of the file.
    pub fn all() -> impl Iterator<Item = DataRow<T>> {
        T::all().iter().map(DataRow)
    }

    /// The row of this name, or of another word for it.
    pub fn named(typed: &str) -> Option<DataRow<T>> {
        let typed = key(typed);
        let called = |it: &T| has_key(it.name(), &typed) || it.also().iter().any(|word| has_key(word, &typed));
        T::all().iter().find(|it| called(it)).map(DataRow)
    }

    /// The first row of which this is so.
    pub fn first(wanted: impl Fn(&T) -> bool) -> Option<DataRow<T>> {
        T::all().iter().find(|it| wanted(it)).map(DataRow)
    }
}

impl<T: Rows> Serialize for DataRow<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.name())
    }
}

/// Logs from before there were rows have names without spaces, as `FastAttack`: those are read as well.
impl<'de, T: Rows> Deserialize<'de> for DataRow<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let written = String::deserialize(from)?;
        let plain = |name: &str| key(name).replace('-', "");
        let as_it_is = T::all().iter().find(|it| it.name() == written);
        let found = as_it_is.or_else(|| {
            let written = plain(&written);
            T::all().iter().find(|it| plain(it.name()) == written)
        });
        found.map(DataRow).ok_or_else(|| serde::de::Error::custom(format!("there is no {} called {written}", T::TABLE)))
    }
}

/// Reads the rows of a file.
///
/// # Errors
/// Everything that is wrong with it, row by row.
pub fn read<T: Rows>(text: &str) -> Result<Vec<T>, Vec<String>> {
    let file: toml::Table = toml::from_str(text).map_err(|why| vec![why.to_string()])?;
    let Some(toml::Value::Array(written)) = file.get(T::TABLE) else {
        return Err(vec![format!("there is no [[{}]] in it", T::TABLE)]);
    };
    let (mut rows, mut problems): (Vec<T>, Vec<String>) = (vec![], vec![]);
    for (index, row) in written.iter().enumerate() {
        let name =
            row.get("name").and_then(toml::Value::as_str).map_or_else(|| format!("row {}", index + 1), str::to_owned);
        match T::deserialize(row.clone()) {
            Ok(row) => {
                problems.extend(row.problems().into_iter().map(|why| format!("{name}: {why}")));
                if rows.iter().any(|known| key(known.name()) == key(row.name())) {
                    problems.push(format!("{name}: two rows have this name"));
                }
                rows.push(row);
            }
            Err(why) => problems.push(format!("{name}: {}", why.message())),
        }
    }
    if problems.is_empty() { Ok(rows) } else { Err(problems) }
}

/// The same for a file that is part of the program: what is wrong with it ends the program, all of it told.
///
/// # Panics
/// When anything is wrong with the file.
pub fn load<T: Rows>(file: &str, text: &str) -> Vec<T> {
    read(text).unwrap_or_else(|why| panic!("{file} cannot be used:\n{}", why.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Tool {
        name: String,
        #[serde(default)]
        does: Vec<Does>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Does {
        Cut(u8),
    }

    impl Rows for Tool {
        const TABLE: &'static str = "tool";
        fn all() -> &'static [Tool] {
            &[]
        }
        fn name(&self) -> &str {
            &self.name
        }
        fn problems(&self) -> Vec<String> {
            if self.does.is_empty() { vec!["it does nothing".to_owned()] } else { vec![] }
        }
    }

    /// A row that names what nothing reads, lacks a number or does nothing is refused with all the others, each by its name.
    #[test]
    fn every_problem_of_a_file_is_told_at_once() {
        let good = "[[tool]]\nname = \"saw\"\ndoes = [{ cut = 3 }]\n";
        assert!(matches!(&read::<Tool>(good).expect("it reads")[0].does[..], [Does::Cut(3)]));
        let bad = "[[tool]]\nname = \"spoon\"\n[[tool]]\nname = \"fork\"\ndoes = [\"sing\"]\n[[tool]]\nname = \"Spoon\"\ndoes = [\"cut\"]\n";
        let why = read::<Tool>(&format!("{bad}{good}")).expect_err("nothing reads that");
        assert_eq!(why.len(), 3, "{why:?}");
        assert!(
            why[0].contains("spoon: it does nothing") && why[1].contains("fork") && why[1].contains("sing"),
            "{why:?}"
        );
        assert!(why[2].starts_with("Spoon"), "{why:?}");
        assert!(read::<Tool>("").expect_err("no rows")[0].contains("[[tool]]"));
    }
}
