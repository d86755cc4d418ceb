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
