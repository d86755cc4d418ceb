//! What somebody wears by their sheet, in words, whatever their system's sheet calls it.

/// The fields of a sheet for what's worn.
const WORN: &[&str] = &["armour", "shield"];

/// What somebody wears, without what it's part of: "chain, shield", "heavy armour, 2 shields".
pub fn worn(sheet: &[(String, String)]) -> Option<String> {
    let fields = WORN.iter().filter_map(|field| sheet.iter().find(|it| it.0 == *field));
    let mut all: Vec<String> = vec![];
    for it in fields.flat_map(|(name, value)| value.split(", ").filter_map(|it| worn_words(name, it))) {
        if !all.contains(&it) {
            all.push(it);
        }
    }
    (!all.is_empty()).then(|| all.join(", "))
}

/// A sheet's value in words; `None` if it says that there's none.
fn worn_words(field: &str, value: &str) -> Option<String> {
    let (first, rest) = value.split_once(' ').map_or((value, String::new()), |it| (it.0, format!(" {}", it.1)));
    match (field, first) {
        (_, "" | "none" | "no" | "0" | "0/0") => None,
        (_, "yes") => Some(format!("{field}{rest}")),
        ("shield", "1") => Some(format!("shield{rest}")),
        ("shield", count) if count.parse::<u8>().is_ok() => Some(format!("{count} shields{rest}")),
        ("armour", "light" | "medium" | "heavy") => Some(format!("{first} armour{rest}")),
        ("armour", number) if number.starts_with(|it: char| it.is_ascii_digit()) => Some(format!("armour {value}")),
        _ => Some(value.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What somebody wears is said in words, whatever a system's sheet calls it; what they don't wear isn't.
    #[test]
    fn what_is_worn_is_said() {
        let said = |armour: &str, shield: &str| {
            worn(&[("armour".to_owned(), armour.to_owned()), ("shield".to_owned(), shield.to_owned())])
        };
        for (armour, shield, words) in [
            ("heavy", "1", Some("heavy armour, shield")),
            ("none", "0", None),
            ("light damaged", "2", Some("light armour damaged, 2 shields")),
            ("chain", "yes", Some("chain, shield")),
            ("chain, shield", "yes", Some("chain, shield")),
            ("3/1", "no", Some("armour 3/1")),
            ("0/0", "", None),
        ] {
            assert_eq!(said(armour, shield).as_deref(), words, "{armour} {shield}");
        }
    }
}
