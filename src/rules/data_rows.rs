//! Rows of a system's data files. They're read one by one, so that everything wrong with a file is reported at once. Sheets, facts and logs
//! refer to a row by its name. The system decides what a row's words do.

use super::names::{has_key, key};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use std::{fmt, ops::Deref};

/// A type of row in a data file.
pub trait Rows: DeserializeOwned + Sized + 'static {
    /// The name of these rows in their file, such as `skill` in `[[skill]]`.
    const TABLE: &'static str;

    /// All rows, in file order.
    fn all() -> &'static [Self];
    /// The row's name.
    fn name(&self) -> &str;
    /// Other names that players may type for it.
    fn also(&self) -> &[String] {
        &[]
    }
    /// What's wrong with it, besides what can't be parsed at all.
    fn problems(&self) -> Vec<String> {
        vec![]
    }
}

/// A row that a combatant has: a skill, a suit of armour. Serialised by its name.
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
    /// Every row, in file order.
    pub fn all() -> impl Iterator<Item = DataRow<T>> {
        T::all().iter().map(DataRow)
    }

    /// The row with this name or alias.
    pub fn named(typed: &str) -> Option<DataRow<T>> {
        let typed = key(typed);
        let called = |it: &T| has_key(it.name(), &typed) || it.also().iter().any(|word| has_key(word, &typed));
        T::all().iter().find(|it| called(it)).map(DataRow)
    }

    /// The first row that matches.
    pub fn first(wanted: impl Fn(&T) -> bool) -> Option<DataRow<T>> {
        T::all().iter().find(|it| wanted(it)).map(DataRow)
    }
}

impl<T: Rows> Serialize for DataRow<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.name())
    }
}

/// Logs from before there were rows have names without spaces, such as `FastAttack`; they're read as well.
impl<'de, T: Rows> Deserialize<'de> for DataRow<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let written = String::deserialize(from)?;
        let plain = |name: &str| key(name).replace('-', "");
        let as_it_is = T::all().iter().find(|it| it.name() == written);
        let found = as_it_is.or_else(|| {
            let written = plain(&written);
            T::all().iter().find(|it| plain(it.name()) == written)
        });
        found
            .map(DataRow)
            .ok_or_else(|| serde::de::Error::custom(format!("there\u{2019}s no {} called {written}", T::TABLE)))
    }
}

/// Reads the rows of a file.
///
/// # Errors
/// Everything that's wrong with it, row by row.
pub fn read<T: Rows>(text: &str) -> Result<Vec<T>, Vec<String>> {
    let file: toml::Table = toml::from_str(text).map_err(|why| vec![why.to_string()])?;
    let Some(toml::Value::Array(written)) = file.get(T::TABLE) else {
        return Err(vec![format!("it has no [[{}]]", T::TABLE)]);
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

/// As [`read`], for a file that's part of the program: any mistake ends the program and reports them all.
///
/// # Panics
/// If anything is wrong with the file.
pub fn load<T: Rows>(file: &str, text: &str) -> Vec<T> {
    read(text).unwrap_or_else(|why| panic!("{file} can\u{2019}t be used:\n{}", why.join("\n")))
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

    /// A row that names something nothing reads, lacks a number or does nothing is refused along with all the others, each by its name.
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
