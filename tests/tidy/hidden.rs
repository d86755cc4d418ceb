//! Who is hidden is asked for in one place.

use super::{none, sources};

/// The files that may read whether a combatant is hidden. All others ask `engine::visibility`, so that one place says who sees whom.
const READ_HIDDEN: [&str; 3] = [
    "src/engine/visibility.rs",
    // Reads what was drawn for the GM.
    "src/table/group_orders.rs",
    // Makes combatants of what was asked for.
    "src/rules/session/newcomers.rs",
];

/// Who is hidden is asked for in one place. A sheet has a field of that name too, and so has what was drawn for one viewer, where no
/// combatant of the fight comes.
#[test]
fn hidden_is_read_in_one_place() {
    let mut faults = vec![];
    for source in &sources(&["src/engine", "src/rules", "src/table", "src/store", "src/script"]) {
        if source.is_test() || READ_HIDDEN.iter().any(|it| source.path.starts_with(it)) {
            continue;
        }
        for (number, line) in source.code(false) {
            let is_read = |at: usize| {
                let rest = &line[at + ".hidden".len()..];
                let is_field = !rest.starts_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | '('));
                is_field && !rest.trim_start().starts_with("= ") && !line[..at].ends_with("sheet")
            };
            if line.match_indices(".hidden").any(|it| is_read(it.0)) {
                faults.push(format!("{}:{number}: ask `is_hidden`, `in_sight`, `is_visible_to` \u{2026}", source.path));
            }
        }
    }
    none(faults);
}
