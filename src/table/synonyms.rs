//! What people type instead of a command's own words: aliases for its options, and values without their option. It only rewrites; whether
//! anything is possible is decided afterwards.

use super::command::{Command, PATHS};

/// Aliases for an option, where the command has no option with that name itself.
const OPTIONS: &[(&str, &str, &[&str])] = &[
    ("gm", "name", &["target", "who", "as", "combatant", "character"]),
    ("gm place", "at", &["to", "place", "zone", "where", "in"]),
    ("gm condition", "condition", &["add", "what", "gain", "value"]),
    ("gm hide", "hidden", &["on", "value"]),
    ("gm reveal", "show", &["how", "as", "value"]),
    ("gm turn", "what", &["do", "action"]),
    ("gm set", "field", &["what"]),
    ("gm set", "value", &["to"]),
    ("gm autopilot", "style", &["how", "value"]),
    ("gm control", "player", &["to", "user"]),
    ("gm answer", "choice", &["press", "answer", "label"]),
    ("act", "what", &["action", "verb", "do", "type"]),
    ("say", "text", &["what", "words", "message"]),
    ("orders", "order", &["what", "set", "text", "choice"]),
    ("move", "to", &["zone", "place", "where", "at"]),
    ("sight", "from", &["who", "a", "of", "as"]),
    ("sight", "to", &["target", "b", "at", "whom"]),
    ("attack", "target", &["who", "whom", "at"]),
    ("attack", "with", &["weapon"]),
    ("pass", "side", &["faction"]),
];

/// The option meant by a value right after the command.
const FIRST: &[(&str, &str)] = &[
    ("attack", "target"),
    ("act", "what"),
    ("move", "to"),
    ("pass", "side"),
    ("say", "text"),
    ("who", "name"),
    ("sight", "to"),
    ("orders", "order"),
    ("gm set", "name"),
    ("gm condition", "name"),
    ("gm turn", "name"),
    ("gm hide", "name"),
    ("gm remove", "name"),
    ("gm reveal", "name"),
    ("gm place", "name"),
    ("gm control", "name"),
    ("gm autopilot", "name"),
    ("gm group", "who"),
    ("gm side", "name"),
    ("gm undo", "name"),
    ("gm chase", "side"),
];

/// The command in its own words.
pub fn plain(typed: &Command) -> Command {
    let mut command = with_its_own_path(typed);
    let path = command.path.clone();
    for (of, known, others) in OPTIONS.iter().filter(|it| path == it.0 || path.split(' ').next() == Some(it.0)) {
        if matches!(path.as_str(), "gm add" | "gm board" | "gm option" | "gm fight" | "gm group")
            || (*of == "gm" && path == "gm")
        {
            continue;
        }
        let has = |command: &Command, name: &str| command.options.iter().any(|it| it.0.eq_ignore_ascii_case(name));
        let other = others.iter().find(|other| has(&command, other) && !has(&command, known));
        if let Some(other) = other
            && let Some(option) = command.options.iter_mut().find(|it| it.0.eq_ignore_ascii_case(other))
        {
            option.0 = (*known).to_owned();
        }
    }
    match path.as_str() {
        "act" => pass_as_an_act(&mut command),
        "gm set" => set_in_one_word(&mut command),
        "gm condition" => condition_on_or_off(&mut command),
        _ => {}
    }
    command
}

/// Aliases for a whole command.
const PATHS_ALSO: &[(&str, &str)] = &[
    ("end turn", "end"),
    ("gm move", "gm place"),
    ("chase", "gm chase"),
    ("encounter end by objective", "encounter end"),
];

/// The aliases of this command's options, as (option, alias).
pub fn other_names(path: &str) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
    let of_path = move |it: &&(&str, _, _)| path == it.0 || path.starts_with(&format!("{} ", it.0));
    OPTIONS.iter().filter(of_path).flat_map(|it| it.2.iter().map(|other| (it.1, *other)))
}

/// `/say Help me` means `/say text:Help me`. Case doesn't matter in a command, but is kept in what follows it.
fn with_its_own_path(typed: &Command) -> Command {
    let mut command = typed.clone();
    command.path.make_ascii_lowercase();
    if let Some((_, known)) = PATHS_ALSO.iter().find(|it| it.0 == command.path) {
        command.path = (*known).to_owned();
        return command;
    }
    if PATHS.contains(&command.path.as_str()) {
        return command;
    }
    let known = PATHS.iter().filter(|it| command.path.starts_with(&format!("{it} "))).max_by_key(|it| it.len());
    let Some(known) = known else { return command };
    let rest = typed.path[known.len()..].trim().to_owned();
    if let Some((_, option)) = FIRST.iter().find(|it| it.0 == *known) {
        let rest = match *known {
            "move" if rest.get(..3).is_some_and(|it| it.eq_ignore_ascii_case("to ")) => rest[3..].to_owned(),
            _ => rest,
        };
        command.path = (*known).to_owned();
        command.options.insert(0, ((*option).to_owned(), rest));
    }
    command
}

/// `/gm set name:Ana health:3`.
fn set_in_one_word(command: &mut Command) {
    if command.get("field").is_some() || command.get("value").is_some() {
        return;
    }
    if let Some(index) = command.options.iter().position(|it| it.0 != "name") {
        let (field, value) = command.options.remove(index);
        command.options.extend([("field".to_owned(), field), ("value".to_owned(), value)]);
    }
}

/// `/act what:pass` is `/pass`.
fn pass_as_an_act(command: &mut Command) {
    if command.get("what").is_some_and(|it| it.trim().eq_ignore_ascii_case("pass")) {
        command.path = "pass".to_owned();
        command.options.retain(|it| it.0 != "what");
    }
}

/// `remove:stunned` and `on:no` remove a condition.
fn condition_on_or_off(command: &mut Command) {
    for (name, value) in &mut command.options {
        match name.as_str() {
            "remove" | "lose" | "end" => {
                *name = "condition".to_owned();
                command.options.push(("off".to_owned(), "yes".to_owned()));
                return;
            }
            "on" | "set" => {
                *name = "off".to_owned();
                *value = if super::sentences::is_yes(value) { "no" } else { "yes" }.to_owned();
                return;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(path: &str, options: &[(&str, &str)]) -> Command {
        super::plain(&Command::new(path, options))
    }

    /// A value without its option belongs to the first option.
    #[test]
    fn a_value_may_stand_without_its_option() {
        assert_eq!(plain("say help me", &[]), Command::new("say", &[("text", "help me")]));
        assert_eq!(plain("move to yard", &[]), Command::new("move", &[("to", "yard")]));
        assert_eq!(plain("attack bandit 1", &[("with", "axe")]).get("target"), Some("bandit 1"));
        assert_eq!(plain("dance", &[]).path, "dance");
        assert_eq!(plain("Say Help ME", &[]).get("text"), Some("Help ME"));
        assert_eq!(plain("end turn", &[]).path, "end");
        assert_eq!(
            plain("gm move", &[("name", "Ana"), ("to", "Yard")]),
            Command::new("gm place", &[("name", "Ana"), ("at", "Yard")])
        );
    }

    /// Aliases of options stand for the options a command has.
    #[test]
    fn options_have_other_names() {
        assert_eq!(plain("gm place", &[("target", "Ana"), ("zone", "Yard")]).get("at"), Some("Yard"));
        let set = plain("gm set", &[("target", "Ana"), ("health", "3")]);
        assert_eq!((set.get("name"), set.get("field"), set.get("value")), (Some("Ana"), Some("health"), Some("3")));
        let gone = plain("gm condition", &[("target", "Ana"), ("remove", "blind")]);
        assert_eq!((gone.get("condition"), gone.get("off")), (Some("blind"), Some("yes")));
        assert_eq!(plain("act", &[("action", "equip")]).get("what"), Some("equip"));
        assert_eq!(plain("attack", &[("target", "Ana"), ("at", "Gate")]).get("target"), Some("Ana"));
    }
}
