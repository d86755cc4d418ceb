//! What the fields of a system's sheet mean, as its page in the documentation says it.

use crate::rules::System;

/// A system's page.
fn page(system: System) -> &'static str {
    match system {
        System::Murdham => include_str!("../../docs/murdham.md"),
        System::Td2e => include_str!("../../docs/td2e.md"),
        System::Einfelst => include_str!("../../docs/einfelst.md"),
        System::Sovereign => include_str!("../../docs/sovereign.md"),
        System::Ingenuity => include_str!("../../docs/ingenuity.md"),
    }
}

/// What this field says, in plain text; `None` if the page doesn't list it.
pub fn meaning(system: System, field: &str) -> Option<String> {
    let sheet = page(system).split("## Sheet").nth(1)?;
    let sheet = sheet.split("\n## ").next()?;
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        let (names, meaning) = (cells.next()?, cells.next()?);
        let is_one = names.split('`').skip(1).step_by(2).any(|it| it == field);
        is_one.then(|| meaning.replace('`', "").trim().to_owned())
    };
    sheet.lines().find_map(row).filter(|it| !it.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::system_choice::judge;

    /// In every system, the first fields of a ready-made sheet have a meaning to show.
    #[test]
    fn most_fields_of_a_sheet_are_explained() {
        for system in System::ALL {
            let session = judge(system).expect("opens");
            let template = session.templates().into_iter().next().expect("one");
            let fields = session.check_sheet(Some(&template), &[]).expect("a sheet");
            let known = fields.iter().filter(|it| meaning(system, &it.0).is_some()).count();
            assert!(known * 2 > fields.len(), "{system:?}: {known} of {}", fields.len());
        }
        assert_eq!(meaning(System::Sovereign, "level").as_deref(), Some("level, or hit dice of a foe"));
        assert_eq!(meaning(System::Murdham, "nothing"), None);
    }
}
